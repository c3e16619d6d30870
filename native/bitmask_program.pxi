# The constraints of a structure, checked, and written down as the C side takes them.
#
# First everything is copied into plain tuples and ints: only this runs code of the caller, which may
# do anything. Then every number that becomes an index or a size is compared with its bounds, and
# written down: the C side trusts what it gets.

from libc.stdint cimport int64_t

from operator import index


cdef extern from "bitmask_constraints.h" nogil:
    ctypedef struct bitmask_constraints:
        pass
    ctypedef struct bitmask_program:
        int32_t constraints
        int32_t tables
        int32_t values
        size_t program_size
        size_t weights
        size_t steps
        const unsigned char *posted
        const int32_t *kind
        const int64_t *at
        const int64_t *program
        const int32_t *table_size
        const uint64_t *table_row
        const int64_t *weight
        const int32_t *step
    bitmask_constraints *bitmask_constraints_make(const bitmask_program *program)
    void bitmask_constraints_free(bitmask_constraints *all)


KINDS = ("relation", "sum", "set", "automaton", "any", "different", "only")
_MOST_TOTAL = 2**62
_MOST_PARTS = 2**24
_MOST_DEPTH = 50
_MOST_LEVELS = 3 * _MOST_DEPTH + 6  # a disjunction has branches, which have constraints


def _copied(constraints):
    """Return constraints as tuples of int, str, None and such tuples."""
    try:
        made = _plain(constraints, 0)
    except (TypeError, OverflowError) as error:
        raise ValueError(f"the constraints cannot be read: {error}") from error
    if not _is_plain(made):  # the caller's code found the copy while it was made, and changed it
        raise ValueError("the constraints changed while they were read")
    return made


def _plain(thing, level):
    if type(thing) is int or thing is None:
        return thing
    if isinstance(thing, str):
        return str.__str__(thing)
    if not hasattr(type(thing), "__iter__"):
        return index(thing)
    if level > _MOST_LEVELS:
        raise ValueError(f"disjunctions within each other, more than {_MOST_DEPTH} deep")
    made = []
    for part in thing:
        if len(made) == _MOST_PARTS:
            raise ValueError(f"the constraints are larger than {_MOST_PARTS} numbers")
        made.append(_plain(part, level + 1))
    return tuple(made)


def _is_plain(thing):
    if type(thing) is tuple:
        return all(map(_is_plain, thing))
    return thing is None or type(thing) is int or type(thing) is str


class _Program:
    """The rows of a program while they are written."""

    def __init__(self, variables, values):
        self.variables = variables
        self.values = values
        self.posted = _array("B")
        self.kind = _array("i")
        self.at = _array("q")
        self.rows = _array("q")
        self.table_size = _array("i")
        self.table_row = _array("Q")
        self.weight = _array("q")
        self.step = _array("i")
        self.tables = {}
        self.weights = {}

    def add(self, constraint, posted, depth=0):
        """Write down a constraint; return its number."""
        if type(constraint) is not tuple or not constraint or constraint[0] not in KINDS:
            raise ValueError(f"a constraint begins with one of {', '.join(KINDS)}")
        name, arguments = constraint[0], constraint[1:]
        try:
            row = getattr(self, "_" + name)(*arguments, *((depth,) if name == "any" else ()))
        except (TypeError, OverflowError) as error:
            raise ValueError(f"a constraint of kind {name!r} cannot be read: {error}") from error
        if len(self.rows) + len(row) > _MOST_PARTS:
            raise ValueError(f"the constraints are larger than {_MOST_PARTS} numbers")
        self.posted.append(posted)
        self.kind.append(KINDS.index(name))
        self.at.append(len(self.rows))
        self.rows.extend(row)
        return len(self.kind) - 1

    def _variable(self, number):
        number = index(number)
        if not 0 <= number < self.variables:
            raise ValueError(f"variable {number} is not in 0 to {self.variables - 1}")
        return number

    def _distinct(self, variables):
        found = [self._variable(v) for v in variables]
        if len(set(found)) < len(found):
            raise ValueError(f"a constraint names a variable twice: {found}")
        return found

    def _set_of(self, mask):
        mask = index(mask)
        if not 0 <= mask < 1 << self.values:
            raise ValueError(f"a set of values has bits 0 to {self.values - 1} only")
        return mask

    def _relation(self, x, y, rows):
        x, y = self._distinct((x, y))
        rows = tuple(self._set_of(row) for row in rows)
        if len(rows) > self.values:
            raise ValueError(f"{len(rows)} rows for {self.values} values")
        if rows not in self.tables:
            self.tables[rows] = len(self.tables)
            self.table_size.extend((len(rows), max((r.bit_length() for r in rows), default=0)))
            self.table_row.extend(rows)
        return x, y, self.tables[rows]

    def _sum(self, terms, intervals):
        rows, reach = [], 0
        for term in terms:
            x, weights, clique = term
            weights = tuple(index(weight) for weight in weights)
            if not 0 < len(weights) <= self.values:
                raise ValueError(f"{len(weights)} weights for {self.values} values")
            weights += (weights[-1],) * (self.values - len(weights))
            reach += max(map(abs, weights))
            if reach >= _MOST_TOTAL:
                raise ValueError("a sum may add up to more than 2**62")
            if weights not in self.weights:
                self.weights[weights] = len(self.weight)
                self.weight.extend(weights)
            clique = index(clique)
            if not -1 <= clique < _MOST_PARTS:
                raise ValueError(f"clique {clique}")
            ascending = all(a <= b for a, b in zip(weights, weights[1:]))
            if not ascending:
                clique = -1
            rows.append((clique, self._variable(x), self.weights[weights], ascending))
        self._distinct(row[1] for row in rows)
        # Members of a clique stand together, and have the same weights.
        rows.sort(key=lambda row: (row[0] < 0, row[0]))
        seen = {}
        for i, (clique, x, weights, ascending) in enumerate(rows):
            if clique >= 0 and seen.setdefault(clique, weights) != weights:
                raise ValueError(f"clique {clique} has terms with different weights")
        listed = []
        for low, high in intervals:
            low = -_MOST_TOTAL if low is None else max(-_MOST_TOTAL, min(index(low), _MOST_TOTAL))
            high = _MOST_TOTAL if high is None else max(-_MOST_TOTAL, min(index(high), _MOST_TOTAL))
            listed.append((low, high))
        found = [len(rows), len(listed)]
        for clique, x, weights, ascending in rows:
            found += (x, weights, 2 * clique + ascending)
        for pair in listed:
            found += pair
        return found

    def _set(self, variables, sets):
        variables = self._distinct(variables)
        sets = [self._set_of(one) for one in sets]
        for one in sets:
            if one.bit_count() != len(variables):
                raise ValueError(f"a set of {one.bit_count()} values for {len(variables)} variables")
        return [len(variables), len(sets), *variables, *(_signed(one) for one in sets)]

    def _automaton(self, variables, layers, widths):
        variables = [self._variable(v) for v in variables]
        layers, widths = list(layers), [index(width) for width in widths]
        if len(layers) != len(variables) or len(widths) != len(variables) + 1:
            raise ValueError("an automaton has a layer for each variable, and a width more")
        if widths[0] != 1 or widths[-1] != 1 or not all(1 <= w <= _MOST_PARTS for w in widths):
            raise ValueError("an automaton begins and ends in one state, and has some in between")
        row = [len(variables)]
        for at, (v, layer) in enumerate(zip(variables, layers)):
            steps = sorted({tuple(index(number) for number in step) for step in layer})
            for step in steps:
                state, code, target = step
                if not (0 <= state < widths[at] and 0 <= target < widths[at + 1]):
                    raise ValueError(f"step {step} leads out of layer {at}")
                if not 0 <= code < self.values:
                    raise ValueError(f"step {step} reads a code above {self.values - 1}")
            if len(self.step) + 3 * len(steps) > 3 * _MOST_PARTS:
                raise ValueError(f"automata with more than {_MOST_PARTS} steps")
            row += (v, widths[at], len(steps), len(self.step) // 3)
            for step in steps:
                self.step.extend(step)
        return row

    def _any(self, branches, depth):
        if depth >= _MOST_DEPTH:
            raise ValueError(f"disjunctions within each other, more than {_MOST_DEPTH} deep")
        numbers = [[self.add(part, False, depth + 1) for part in branch] for branch in branches]
        inside = dict.fromkeys(v for parts in numbers for part in parts for v in self.variables_of(part))
        row = [len(numbers), len(inside), *inside]
        for parts in numbers:
            row += (len(parts), *parts)
        return row

    def _different(self, variables):
        variables = self._distinct(variables)
        return [len(variables), *variables]

    def _only(self, variable, mask):
        return [self._variable(variable), _signed(self._set_of(mask))]

    def variables_of(self, number):
        """Return the variables of a constraint that is written down."""
        row, kind = self.at[number], KINDS[self.kind[number]]
        first, stride, count = {
            "relation": (0, 1, 2),
            "only": (0, 1, 1),
            "sum": (2, 3, self.rows[row]),
            "set": (2, 1, self.rows[row]),
            "automaton": (1, 4, self.rows[row]),
            "any": (2, 1, self.rows[row + 1] if kind == "any" else 0),
            "different": (1, 1, self.rows[row]),
        }[kind]
        return [self.rows[row + first + stride * i] for i in range(count)]


def _signed(mask):
    """Return the signed number that has the bits of a mask of 64 bits."""
    return mask - (1 << 64) if mask >> 63 else mask


cdef bitmask_constraints *_made_constraints(constraints, variables, values) except? NULL:
    """Return the constraints in the form of the C side; NULL if there are none."""
    listed = _copied(constraints)
    if not listed:
        return NULL
    if type(listed) is not tuple:
        raise ValueError("the constraints must be a list")
    written = _Program(variables, values)
    for constraint in listed:
        written.add(constraint, True)
    cdef array posted = written.posted, kind = written.kind, at = written.at, rows = written.rows
    cdef array table_size = written.table_size, table_row = written.table_row
    cdef array weight = written.weight, step = written.step
    cdef bitmask_program program
    program.constraints = <int32_t>len(kind)
    program.tables = <int32_t>len(written.tables)
    program.values = values
    program.program_size = len(rows)
    program.weights = len(weight)
    program.steps = len(step) // 3
    program.posted = posted.data.as_uchars
    program.kind = <const int32_t *>kind.data.as_ints
    program.at = <const int64_t *>at.data.as_longlongs
    program.program = <const int64_t *>rows.data.as_longlongs
    program.table_size = <const int32_t *>table_size.data.as_ints
    program.table_row = <const uint64_t *>table_row.data.as_ulonglongs
    program.weight = <const int64_t *>weight.data.as_longlongs
    program.step = <const int32_t *>step.data.as_ints
    cdef bitmask_constraints *made
    with nogil:
        made = bitmask_constraints_make(&program)
    if made == NULL:
        raise MemoryError
    return made
