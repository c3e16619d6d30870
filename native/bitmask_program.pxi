# The constraints of a structure, checked, and written down as the C side takes them.
#
# First everything is copied into plain tuples and ints: only this runs code of the caller, which may
# do anything. Then every number that becomes an index or a size is compared with its bounds, and
# written down: the C side trusts what it gets.

from libc.stdint cimport int64_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from operator import index


cdef extern from "bitmask_constraints.h" nogil:
    ctypedef struct bitmask_constraints:
        pass
    ctypedef struct bitmask_step:
        int32_t state
        int32_t target
        uint64_t codes
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
        const bitmask_step *step
    bitmask_constraints *bitmask_constraints_make(const bitmask_program *program)
    void bitmask_constraints_free(bitmask_constraints *all)


cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object number, int *overflow) except? -1


KINDS = ("relation", "sum", "set", "automaton", "any", "different", "only")
cdef dict _NUMBER_OF_KIND = {name: number for number, name in enumerate(KINDS)}
cdef enum:
    RELATION, SUM, SET, AUTOMATON, ANY, DIFFERENT, ONLY  # in the order of KINDS
cdef int[7] _PARTS  # how many parts each kind has, its name included
_PARTS[:] = [4, 5, 3, 3, 2, 2, 3]
cdef enum:
    KNOWN = 64  # tuples that are remembered while constraints are read
cdef int64_t _MOST_TOTAL = 1LL << 62
cdef Py_ssize_t _MOST_PARTS = 2**24
cdef int _MOST_DEPTH = 50
cdef int _MOST_LEVELS = 3 * _MOST_DEPTH + 6  # a disjunction has branches, which have constraints

cdef array _BYTES = _array("B")
cdef array _INTS = _array("i")
cdef array _LONGS = _array("q")


# Copying


def _copied(constraints):
    """Return constraints as tuples of int, str, None, Automaton and such tuples."""
    cdef void *known[KNOWN]
    memset(known, 0, sizeof(known))
    if _is_plain(constraints, 0, known):  # nobody can change it
        return constraints
    try:
        made = _plain(constraints, 0)
    except (TypeError, OverflowError) as error:
        raise ValueError(f"the constraints cannot be read: {error}") from error
    memset(known, 0, sizeof(known))
    if not _is_plain(made, 0, known):  # the caller's code found the copy while it was made, and changed it
        raise ValueError("the constraints changed while they were read")
    return made


def _plain(thing, level):
    if type(thing) is int or thing is None or type(thing) is Automaton:
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


cdef bint _is_plain(thing, int level, void **known):
    """Whether nobody can change a thing; `known` has tuples of which this was found before.

    Weights and rows of tables are the same tuples in most constraints.
    """
    cdef void **slot
    if type(thing) is tuple:
        slot = known + (<uintptr_t><void *>thing >> 4) % KNOWN
        if slot[0] == <void *>thing:
            return True
        if level > _MOST_LEVELS + 1:
            return False
        for part in <tuple>thing:
            if not _is_plain(part, level + 1, known):
                return False
        slot[0] = <void *>thing
        return True
    return type(thing) is int or thing is None or type(thing) is str or type(thing) is Automaton


# Automata


@cython.final
cdef class Automaton:
    """The layers of an automaton, checked and sorted once; any number of constraints share it.

    Args:
        layers: for each place the steps (state, code, next state).
        widths: the number of states before each place, and at the end, which is 1.

    Raises:
        ValueError: a step leads out of its layer, or reads a code above 63.

    >>> Automaton([[(0, 0, 0), (0, 1, 0)]], [1, 1])
    Automaton(places=1, steps=1)
    """

    cdef array steps  # of bitmask_step, by layer, state and target, each pair once
    cdef array widths
    cdef array counts  # how many steps each layer has
    cdef int64_t most_code

    def __cinit__(self, layers, widths):
        self.most_code = -1
        read, width = _plain((layers, widths), 0)
        try:
            self.fill(read, width)
        except (TypeError, OverflowError) as error:
            raise ValueError(f"an automaton cannot be read: {error}") from error

    cdef int fill(self, tuple layers, tuple widths) except -1:
        cdef Py_ssize_t place, first = 0
        cdef int64_t state, code, target, steps = 0
        cdef dict joined
        cdef bitmask_step *step
        if len(widths) != len(layers) + 1:
            raise ValueError("an automaton has a layer for each variable, and a width more")
        cdef array states = clone(_LONGS, len(widths), zero=False)
        for place in range(len(widths)):
            states.data.as_longlongs[place] = widths[place]
            if not 1 <= states.data.as_longlongs[place] <= _MOST_PARTS:
                raise ValueError("an automaton has at least one state before each place")
        if states.data.as_longlongs[0] != 1 or states.data.as_longlongs[len(layers)] != 1:
            raise ValueError("an automaton begins and ends in one state, and has some in between")
        cdef array counts = clone(_LONGS, len(layers), zero=bool(layers))  # no memory, no memset
        cdef array found = clone(_WORDS, 0, zero=False)
        for place, layer in enumerate(layers):
            joined = {}
            for one in layer:
                state, code, target = one
                if not (0 <= state < states.data.as_longlongs[place]
                        and 0 <= target < states.data.as_longlongs[place + 1]):
                    raise ValueError(f"step {one} leads out of layer {place}")
                if not 0 <= code < 64:
                    raise ValueError(f"step {one} reads a code above 63")
                self.most_code = max(self.most_code, code)
                key = state, target
                joined[key] = joined.get(key, 0) | 1 << one[1]
            steps += len(joined)
            if steps > _MOST_PARTS:
                raise ValueError(f"automata with more than {_MOST_PARTS} steps")
            resize(found, 2 * steps)
            step = <bitmask_step *>found.data.as_ulonglongs + first
            for key, codes in sorted(joined.items()):
                step.state, step.target = key
                step.codes = codes
                step += 1
            counts.data.as_longlongs[place] = len(joined)
            first = steps
        self.steps, self.widths, self.counts = found, states, counts
        return 0

    def __reduce__(self):
        raise TypeError("an automaton of the native search cannot be pickled: make it again")

    def __repr__(self):
        return f"Automaton(places={len(self.counts)}, steps={len(self.steps) // 2})"


# Writing down


cdef inline int _push(array words, int64_t number) except -1:
    cdef Py_ssize_t size = len(words)
    resize_smart(words, size + 1)
    words.data.as_longlongs[size] = number
    return 0


cdef inline int64_t _integer(thing) except? -1:
    if type(thing) is not int:
        raise TypeError(f"expected a whole number, got {thing!r}")
    return thing


cdef inline tuple _listed(thing):
    if type(thing) is not tuple:
        raise TypeError(f"expected a list, got {thing!r}")
    return <tuple>thing


cdef inline int64_t _clipped(thing, int64_t unbounded) except? -1:
    """Return a bound of a sum, which is none beyond what sums may be."""
    cdef int overflow = 0
    cdef int64_t bound
    if thing is None:
        return unbounded
    bound = PyLong_AsLongLongAndOverflow(thing, &overflow)
    if overflow:
        return _MOST_TOTAL if overflow > 0 else -_MOST_TOTAL
    return max(-_MOST_TOTAL, min(bound, _MOST_TOTAL))


cdef struct _term:  # of a sum
    int64_t clique
    int64_t place
    int64_t v
    int64_t at  # where its weights stand
    int64_t ascending


cdef class _Program:
    """The rows of a program while they are written."""

    cdef Py_ssize_t variables
    cdef Py_ssize_t values
    cdef array posted
    cdef array kind
    cdef array at
    cdef array rows
    cdef array table_size
    cdef array table_row
    cdef array weight
    cdef array step
    cdef array seen  # for each variable the last list that named it
    cdef int64_t lists
    cdef dict tables  # rows -> number of the table
    cdef dict weights  # weights -> (where they stand, whether they ascend, the largest)
    cdef dict automata  # automaton -> its first step
    cdef set families  # (variables, sets) that were checked

    def __cinit__(self, Py_ssize_t variables, Py_ssize_t values):
        self.variables = variables
        self.values = values
        self.posted = clone(_BYTES, 0, zero=False)
        self.kind = clone(_INTS, 0, zero=False)
        self.at = clone(_LONGS, 0, zero=False)
        self.rows = clone(_LONGS, 0, zero=False)
        self.table_size = clone(_INTS, 0, zero=False)
        self.table_row = clone(_WORDS, 0, zero=False)
        self.weight = clone(_LONGS, 0, zero=False)
        self.step = clone(_WORDS, 0, zero=False)
        self.seen = clone(_LONGS, variables, zero=variables > 0)  # no memory, no memset
        self.tables, self.weights, self.automata, self.families = {}, {}, {}, set()

    cdef Py_ssize_t add(self, constraint, bint posted, int depth) except -1:
        """Write down a constraint; return its number."""
        if type(constraint) is not tuple or not constraint or constraint[0] not in _NUMBER_OF_KIND:
            raise ValueError(f"a constraint begins with one of {', '.join(KINDS)}")
        name = constraint[0]
        cdef int kind = _NUMBER_OF_KIND[name]
        try:
            return self.add_kind(kind, constraint, posted, depth)
        except (TypeError, OverflowError) as error:
            raise ValueError(f"a constraint of kind {name!r} cannot be read: {error}") from error

    cdef Py_ssize_t add_kind(self, int kind, tuple row, bint posted, int depth) except -1:
        cdef list branches
        cdef Py_ssize_t number
        if kind == AUTOMATON and len(row) == 4:
            row = (row[0], row[1], Automaton(row[2], row[3]))
        if len(row) != _PARTS[kind]:
            raise TypeError(f"{len(row) - 1} arguments")
        if kind == ANY:  # its parts come before it
            branches = self.parts_of(_listed(row[1]), depth)
        number = len(self.kind)
        resize_smart(self.posted, number + 1)
        self.posted.data.as_uchars[number] = posted
        resize_smart(self.kind, number + 1)
        self.kind.data.as_ints[number] = kind
        _push(self.at, len(self.rows))
        if kind == RELATION:
            self.relation(row[1], row[2], _listed(row[3]))
        elif kind == SUM:
            self.sum(_listed(row[1]), _listed(row[2]), _listed(row[3]), _listed(row[4]))
        elif kind == SET:
            self.set(_listed(row[1]), _listed(row[2]))
        elif kind == AUTOMATON:
            self.automaton(_listed(row[1]), row[2])
        elif kind == ANY:
            self.any(branches)
        elif kind == DIFFERENT:
            _push(self.rows, len(_listed(row[1])))
            self.distinct(row[1])
        else:
            _push(self.rows, self.variable(row[1]))
            _push(self.rows, <int64_t>self.mask(row[2]))
        if len(self.rows) > _MOST_PARTS:
            raise ValueError(f"the constraints are larger than {_MOST_PARTS} numbers")
        return number

    cdef Py_ssize_t variable(self, thing) except -1:
        cdef int64_t number = _integer(thing)
        if not 0 <= number < self.variables:
            raise ValueError(f"variable {number} is not in 0 to {self.variables - 1}")
        return number

    cdef uint64_t mask(self, thing) except? 0:
        cdef uint64_t universe = UINT64_MAX >> (64 - self.values)
        if type(thing) is not int:
            raise TypeError(f"expected a set of values, got {thing!r}")
        if not 0 <= thing <= universe:
            raise ValueError(f"a set of values has bits 0 to {self.values - 1} only")
        return thing

    cdef int note(self, Py_ssize_t v, tuple named) except -1:
        """Note that a list names a variable, which it may do once."""
        if self.seen.data.as_longlongs[v] == self.lists:
            raise ValueError(f"a constraint names a variable twice: {list(named)}")
        self.seen.data.as_longlongs[v] = self.lists
        return 0

    cdef int distinct(self, tuple variables) except -1:
        """Write down variables, no two of which may be the same."""
        cdef Py_ssize_t v
        self.lists += 1
        for one in variables:
            v = self.variable(one)
            self.note(v, variables)
            _push(self.rows, v)
        return 0

    cdef int relation(self, x, y, tuple rows) except -1:
        cdef Py_ssize_t size, number
        cdef int most = 0
        self.distinct((x, y))
        known = self.tables.get(rows)
        if known is None:
            if len(rows) > self.values:
                raise ValueError(f"{len(rows)} rows for {self.values} values")
            size = len(self.table_row)
            resize_smart(self.table_row, size + len(rows))
            for row in rows:
                self.table_row.data.as_ulonglongs[size] = self.mask(row)
                most = max(most, <int>row.bit_length())
                size += 1
            number = len(self.tables)
            resize_smart(self.table_size, 2 * number + 2)
            self.table_size.data.as_ints[2 * number] = <int>len(rows)
            self.table_size.data.as_ints[2 * number + 1] = most
            known = self.tables[rows] = number
        _push(self.rows, known)
        return 0

    cdef tuple weighed(self, tuple weights):
        """Return where weights stand, whether they ascend, and the largest."""
        if not 0 < len(weights) <= self.values:
            raise ValueError(f"{len(weights)} weights for {self.values} values")
        reach = max([abs(index(weight)) for weight in weights])
        if reach >= _MOST_TOTAL:
            raise ValueError("a sum may add up to more than 2**62")
        ascending = all([a <= b for a, b in zip(weights, weights[1:])])
        found = len(self.weight), ascending, reach
        for weight in weights:
            _push(self.weight, weight)
        for _ in range(self.values - len(weights)):
            _push(self.weight, weights[len(weights) - 1])
        self.weights[weights] = found
        return found

    cdef int sum(self, tuple variables, tuple weights, tuple cliques, tuple intervals) except -1:
        cdef Py_ssize_t i, size = len(variables), first = len(self.rows)
        cdef int64_t total = 0, at = 0, reach = 0
        cdef uint64_t last = 0
        cdef bint ascending = False, in_order = True
        cdef array room = clone(_LONGS, size * sizeof(_term) // sizeof(int64_t), zero=False)
        cdef _term *row = <_term *>room.data.as_longlongs
        cdef tuple latest = None
        if not len(weights) == len(cliques) == size:
            raise TypeError(f"{len(weights)} weights and {len(cliques)} cliques of {size} variables")
        self.lists += 1
        for i in range(size):
            if weights[i] is not latest:  # mostly it is the same tuple
                latest = _listed(weights[i])
                known = self.weights.get(latest)
                at, ascending, reach = self.weighed(latest) if known is None else known
            total += reach
            if total >= _MOST_TOTAL:
                raise ValueError("a sum may add up to more than 2**62")
            row[i].clique = _integer(cliques[i])
            if not -1 <= row[i].clique < _MOST_PARTS:
                raise ValueError(f"clique {cliques[i]}")
            if not ascending:
                row[i].clique = -1
            row[i].v = self.variable(variables[i])
            self.note(row[i].v, variables)
            row[i].at, row[i].ascending, row[i].place = at, ascending, i
            in_order = in_order and <uint64_t>row[i].clique >= last
            last = <uint64_t>row[i].clique
        # Members of a clique stand together, and have the same weights.
        if not in_order:
            qsort(row, size, sizeof(_term), _by_clique)
        resize_smart(self.rows, first + 2 + 3 * size)
        self.rows.data.as_longlongs[first] = size
        self.rows.data.as_longlongs[first + 1] = len(intervals)
        first += 2
        for i in range(size):
            if i and row[i].clique == row[i - 1].clique >= 0 and row[i].at != row[i - 1].at:
                raise ValueError(f"clique {row[i].clique} has terms with different weights")
            self.rows.data.as_longlongs[first] = row[i].v
            self.rows.data.as_longlongs[first + 1] = row[i].at
            self.rows.data.as_longlongs[first + 2] = 2 * row[i].clique + row[i].ascending
            first += 3
        for pair in intervals:
            low, high = _listed(pair)
            _push(self.rows, _clipped(low, -_MOST_TOTAL))
            _push(self.rows, _clipped(high, _MOST_TOTAL))
        return 0

    cdef int set(self, tuple variables, tuple sets) except -1:
        cdef Py_ssize_t count = len(variables)
        if (count, sets) not in self.families:
            for one in sets:
                self.mask(one)
                if one.bit_count() != count:
                    raise ValueError(f"a set of {one.bit_count()} values for {count} variables")
            self.families.add((count, sets))
        _push(self.rows, count)
        _push(self.rows, len(sets))
        self.distinct(variables)
        for one in sets:
            _push(self.rows, <int64_t><uint64_t>one)
        return 0

    cdef int automaton(self, tuple variables, thing) except -1:
        if type(thing) is not Automaton:
            raise TypeError(f"expected an Automaton, got {thing!r}")
        cdef Automaton automaton = thing
        cdef Py_ssize_t place, size = len(self.step)
        cdef int64_t first
        if automaton.steps is None:
            raise ValueError("the automaton is not complete")
        if len(variables) != len(automaton.counts):
            raise ValueError("an automaton has a layer for each variable")
        if automaton.most_code >= self.values:
            raise ValueError(f"an automaton reads a code above {self.values - 1}")
        known = self.automata.get(automaton)
        if known is None:
            known = self.automata[automaton] = size // 2
            if size + len(automaton.steps) > 2 * _MOST_PARTS:
                raise ValueError(f"automata with more than {_MOST_PARTS} steps")
            extend(self.step, automaton.steps)
        first = known
        _push(self.rows, len(variables))
        for place, v in enumerate(variables):
            _push(self.rows, self.variable(v))
            _push(self.rows, automaton.widths.data.as_longlongs[place])
            _push(self.rows, automaton.counts.data.as_longlongs[place])
            _push(self.rows, first)
            first += automaton.counts.data.as_longlongs[place]
        return 0

    cdef list parts_of(self, tuple branches, int depth):
        """Write down the constraints of branches; return their numbers."""
        if depth >= _MOST_DEPTH:
            raise ValueError(f"disjunctions within each other, more than {_MOST_DEPTH} deep")
        return [[self.add(part, False, depth + 1) for part in _listed(one)] for one in branches]

    cdef int any(self, list branches) except -1:
        inside = dict.fromkeys([v for parts in branches for part in parts for v in self.inside(part)])
        _push(self.rows, len(branches))
        _push(self.rows, len(inside))
        for v in inside:
            _push(self.rows, v)
        for parts in branches:
            _push(self.rows, len(parts))
            for part in parts:
                _push(self.rows, part)
        return 0

    cdef list inside(self, Py_ssize_t number):
        """Return the variables of a constraint that is written down."""
        cdef const long long *row = self.rows.data.as_longlongs + self.at.data.as_longlongs[number]
        cdef int kind = self.kind.data.as_ints[number]
        cdef Py_ssize_t i, count, first = 2, stride = 1
        if kind == RELATION or kind == ONLY:
            first, count = 0, 2 if kind == RELATION else 1
        elif kind == ANY:
            count = row[1]
        else:
            count = row[0]
            if kind == SUM:
                stride = 3
            elif kind == AUTOMATON:
                first, stride = 1, 4
            elif kind == DIFFERENT:
                first = 1
        return [row[first + stride * i] for i in range(count)]

    cdef bitmask_constraints *made(self) except NULL:
        """Return the constraints in the form of the C side."""
        cdef bitmask_program program
        cdef bitmask_constraints *found
        program.constraints = <int32_t>len(self.kind)
        program.tables = <int32_t>len(self.tables)
        program.values = <int32_t>self.values
        program.program_size = len(self.rows)
        program.weights = len(self.weight)
        program.steps = len(self.step) // 2
        program.posted = self.posted.data.as_uchars
        program.kind = <const int32_t *>self.kind.data.as_ints
        program.at = <const int64_t *>self.at.data.as_longlongs
        program.program = <const int64_t *>self.rows.data.as_longlongs
        program.table_size = <const int32_t *>self.table_size.data.as_ints
        program.table_row = <const uint64_t *>self.table_row.data.as_ulonglongs
        program.weight = <const int64_t *>self.weight.data.as_longlongs
        program.step = <const bitmask_step *>self.step.data.as_ulonglongs
        with nogil:
            found = bitmask_constraints_make(&program)
        if found == NULL:
            raise MemoryError
        return found


cdef int _by_clique(const void *one, const void *other) noexcept nogil:
    """Compare terms by their cliques, those without one last, then by their places."""
    cdef const _term *a = <const _term *>one
    cdef const _term *b = <const _term *>other
    if a.clique != b.clique:
        return -1 if <uint64_t>a.clique < <uint64_t>b.clique else 1
    return -1 if a.place < b.place else 1


cdef bitmask_constraints *_made_constraints(constraints, Py_ssize_t variables,
                                            Py_ssize_t values, array numbers) except? NULL:
    """Return the constraints in the form of the C side, and their numbers; NULL if there are none."""
    listed = _copied(constraints)
    if type(listed) is not tuple:
        raise ValueError("the constraints must be a list")
    if not listed:
        return NULL
    cdef _Program written = _Program(variables, values)
    for constraint in listed:
        _push(numbers, written.add(constraint, True, 0))
    return written.made()
