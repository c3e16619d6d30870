"""A CSP in clauses: one literal for each variable and value of its domain.

A relation has its supports in both directions (Gent, Arc consistency in SAT, 2002), a table one
selector per tuple, a value set one per set, a disjunction one per branch. Sums, counts and automata
are layered automata (`layered`) with supports in both directions, after Quimper and Walsh (2006)
and Bacchus (GAC via unit propagation, 2007). Selectors and states are auxiliary: whoever enumerates
looks only at the literals of the model's own variables.

Forms, after Lynce and Ouaknine (Sudoku as a SAT problem, 2006) and Kwon and Jain (2006):

- minimal: each variable has a value; no value twice in a group;
- extended: and no variable has two values; each required value has a place in its group;
- reduced: the extended form of one problem, without the literals that its masks rule out.

Minimal and extended serve all problems over one structure, whose masks become assumptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, singledispatch

from csp_sudoku.bits import members
from csp_sudoku.encoders.at_most_one import ENCODINGS, Clause, pairwise
from csp_sudoku.encoders.layered import layered
from csp_sudoku.encoders.slots import is_basic, slots_of, unsupported
from csp_sudoku.errors import ModelError, UnsupportedConstraintError
from csp_sudoku.model import (
    CSP,
    AllDifferent,
    AnyOf,
    Constraint,
    Linear,
    Problem,
    Regular,
    Relation,
    Table,
    ValueSet,
)
from csp_sudoku.native.clauses import WAYS, Open

FORMS = ("minimal", "extended", "reduced")
AT_MOST_ONE = (*ENCODINGS, "native")
"""How at most one is said; `native` leaves it to a solver that knows cardinality constraints."""

_PAIRWISE_CLAUSES = 400_000
"""More pairs than this, and at most one is said with auxiliary variables."""

_PIECE = 100
"""Variables whose clauses are made at once."""


class Cnf:
    """Clauses, and what their literals mean.

    `literal[v]` maps the codes of variable v's values to literals; `meaning[x - 1]` is the
    (variable, code) of literal x. Literals above `literals` are auxiliary.
    """

    def __init__(
        self,
        csp: CSP,
        masks: Sequence[int],
        at_most_one: str = "pairwise",
        is_extended: bool = True,
    ) -> None:
        self.csp = csp
        self.masks = masks
        self.at_most_one = at_most_one
        self.is_extended = is_extended
        self.guard: list[int] = []
        """Literals that stand in front of every clause that is added: a branch, if it is taken."""
        self.clauses: list[Clause] = []
        self.at_most_ones: list[Clause] = []
        self.open = Open(masks)
        self.literals: int = self.open.top
        """How many literals stand for a variable and a code: the first ones."""
        self.top = self.literals

    @cached_property
    def meaning(self) -> list[tuple[int, int]]:
        """The variable and the code of each literal, from literal 1 on."""
        return [(v, code) for v, mask in enumerate(self.masks) for code in members(mask)]

    @cached_property
    def literal(self) -> list[dict[int, int]]:
        """For each variable the literals by its codes."""
        found: list[dict[int, int]] = [{} for _ in self.masks]
        for x, (v, code) in enumerate(self.meaning, start=1):
            found[v][code] = x
        return found

    @property
    def is_native(self) -> bool:
        """Whether the clauses of groups can be made natively as they are wanted now."""
        return self.at_most_one in WAYS and not self.guard

    def fresh(self) -> int:
        """Return a new auxiliary variable."""
        self.top += 1
        return self.top

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause, behind the guard. An empty one makes the whole impossible."""
        whole = [*self.guard, *clause]
        if not whole:  # some solvers do not know the empty clause
            whole = [self.fresh()]
            self.clauses.append([-whole[0]])
        self.clauses.append(whole)

    def add_at_most_one(self, literals: Clause) -> None:
        """Add that at most one of some literals is true."""
        if len(literals) < 2:
            return
        if self.guard:
            self.clauses.extend([*self.guard, *c] for c in pairwise(literals, self.fresh))
        elif self.at_most_one == "native":
            self.at_most_ones.append(literals)
        else:
            self.clauses.extend(ENCODINGS[self.at_most_one](literals, self.fresh))

    def assumptions(self, masks: Sequence[int]) -> list[int]:
        """Return the literals that narrow the variables to their masks."""
        return self.open.assumptions(masks)

    def decode(self, model: Iterable[int]) -> Sequence[int]:
        """Return a code for each variable, from the true literals of a model."""
        return self.open.decode(model)

    def model(self, found: Sequence[int]) -> list[int]:
        """Return the literals that a solution makes true, as solvers write them: `decode` undone.

        >>> from csp_sudoku import boards
        >>> encode(boards.sudoku(1, 2).csp).model([0, 1, 1, 0])
        [1, -2, -3, 4, -5, 6, 7, -8]
        """
        pairs = enumerate(self.meaning, start=1)
        return [x if found[v] == code else -x for x, (v, code) in pairs]

    def blocking(self, found: Sequence[int], masks: Sequence[int]) -> Clause:
        """Return the clause that excludes a solution, over the variables that masks leave open.

        Auxiliary variables have no part in it: solutions that differ in them alone are one.
        """
        own = len(self.masks) - self.csp.auxiliary
        narrowed = [
            1 << found[v] if masks[v] & (masks[v] - 1) else self.masks[v] for v in range(own)
        ]
        return [-x for x in self.open.assumptions([*narrowed, *self.masks[own:]])]


def encode(
    csp: CSP,
    form: str = "extended",
    at_most_one: str = "pairwise",
    pulse: Callable[[], object] = bool,
) -> Cnf:
    """Return the clauses of a structure, built once for each form and at-most-one encoding.

    `pulse` is called often while they are built, and may raise to stop.

    >>> from csp_sudoku import boards
    >>> cnf = encode(boards.sudoku(3, 3).csp)
    >>> cnf.top, len(cnf.clauses)
    (729, 11988)
    """
    _check(form, FORMS[:2], "form")
    _check(at_most_one, AT_MOST_ONE, "at-most-one encoding")
    return csp.shared(
        ("cnf", form, at_most_one), lambda base: _encoded(base, form, at_most_one, pulse)
    )


def reduce(
    problem: Problem, at_most_one: str = "pairwise", pulse: Callable[[], object] = bool
) -> Cnf:
    """Return the extended form of one problem, over what its masks leave open.

    `pulse` is called often, as a large board takes seconds, and may raise to stop.

    Masks that were propagated first (`slots.propagated`) leave the fewest literals.
    """
    _check(at_most_one, AT_MOST_ONE, "at-most-one encoding")
    return _filled(Cnf(problem.csp, problem.masks, at_most_one), pulse)


def pairs(problem: Problem, pulse: Callable[[], object] = bool, enough: int | None = None) -> int:
    """Return how many clauses the pairwise at-most-one has for what the masks leave open.

    Counting stops where there are `enough`: a large board has many millions.
    """
    total = sum([_pairs_of(mask.bit_count()) for mask in problem.masks])
    whole, masks, literals = problem.csp.problem.masks, problem.masks, Open(problem.masks)
    for group in problem.csp.constraints:
        if enough is not None and total >= enough:
            break
        pulse()
        if type(group) is not AllDifferent:
            continue
        even = _even(group, whole)
        if even is not None:
            total += literals.pairs(even[0])
        else:
            for slot in slots_of(group, whole):
                total += _pairs_of(sum(masks[v] >> code & 1 for v, code in slot.places))
    return total


def at_most_one_for(problem: Problem, pulse: Callable[[], object] = bool) -> str:
    """Return the at-most-one encoding that suits: pairwise, unless that needs too many clauses."""
    total = pairs(problem, pulse, _PAIRWISE_CLAUSES + 1)
    return "pairwise" if total <= _PAIRWISE_CLAUSES else "sequential"


def _pairs_of(n: int) -> int:
    return n * (n - 1) // 2


def _check(choice: str, known: Sequence[str], what: str) -> None:
    if choice not in known:
        raise ModelError(f"unknown {what} {choice!r}", fix=f"use {', '.join(known)}")


def _encoded(csp: CSP, form: str, at_most_one: str, pulse: Callable[[], object]) -> Cnf:
    return _filled(Cnf(csp, csp.problem.masks, at_most_one, form == "extended"), pulse)


def _filled(cnf: Cnf, pulse: Callable[[], object] = bool) -> Cnf:
    for _ in pieces(cnf):
        pulse()
    return cnf


def pieces(cnf: Cnf) -> Iterator[Constraint | None]:
    """Add all clauses to `cnf.clauses`, and yield after each small piece of them.

    A piece is about one variable (None), about one value in a group, or about another constraint.
    Whoever iterates may stop, or take the clauses away each time. The minimal form may leave out
    that a variable has no second value only where all constraints are groups: then any of two
    values will do.
    """
    yield from variables(cnf)
    for constraint in cnf.csp.constraints:
        if type(constraint) is AllDifferent:
            for _ in _slot_by_slot(constraint, cnf):
                yield constraint
        else:
            register(constraint, cnf)
            yield constraint


def variables(cnf: Cnf) -> Iterator[None]:
    """Add the clauses that give each variable a value, and no second one; yield after each."""
    is_needed = cnf.is_extended or unsupported(cnf.csp) is not None
    count = len(cnf.masks)
    if cnf.is_native:
        for start in range(0, count, _PIECE):
            stop = min(start + _PIECE, count)
            at_most_one = cnf.at_most_one if is_needed else None
            clauses, cnf.top = cnf.open.some_value(start, stop, cnf.top, at_most_one)
            cnf.clauses += clauses
            yield
        return
    for literal in cnf.literal:
        cnf.clauses.append(list(literal.values()))
        if is_needed:
            cnf.add_at_most_one(list(literal.values()))
        yield


def _slot_by_slot(group: AllDifferent, cnf: Cnf) -> Iterator[None]:
    even = _even(group, cnf.csp.problem.masks) if cnf.is_native else None
    if even is not None:
        members, codes = even
        wanted = codes if cnf.is_extended and codes.bit_count() == len(members) else 0
        clauses, cnf.top = cnf.open.group(members, wanted, cnf.top, cnf.at_most_one)
        cnf.clauses += clauses
        yield
        return
    for slot in slots_of(group, cnf.csp.problem.masks):
        found = (cnf.literal[v].get(code) for v, code in slot.places)
        places = [x for x in found if x is not None]
        cnf.add_at_most_one(places)
        if slot.required and cnf.is_extended:
            cnf.add(places)
        yield


def _even(group: AllDifferent, masks: Sequence[int]) -> tuple[list[int], int] | None:
    """Return a group's variables and their codes, if these mean the same values; None if not."""
    variables = group.variables
    if not variables:
        return [], 0
    domain, mask = variables[0].domain, masks[variables[0].index]
    numbers = [v.index for v in variables]
    if all(v.domain is domain for v in variables) and all(masks[v] == mask for v in numbers):
        return numbers, mask
    return None


def refusal(csp: CSP) -> str | None:
    """Return which constraint of a structure nobody taught this encoder; None if it knows all."""
    if csp.shared("cnf knows all", is_basic):
        return None
    unknown = register.dispatch(object)
    return unsupported(csp, lambda constraint: register.dispatch(type(constraint)) is not unknown)


@singledispatch
def register(constraint: Constraint, cnf: Cnf) -> None:
    """Add a constraint's clauses: `@register.register` teaches a new kind.

    Clauses that must hold only where the constraint stands in a branch that is taken are added by
    `cnf.add`, at most one by `cnf.add_at_most_one`; definitions may go to `cnf.clauses` at once.
    """
    raise UnsupportedConstraintError(constraint)


@register.register
def _(constraint: AllDifferent, cnf: Cnf) -> None:
    for _ in _slot_by_slot(constraint, cnf):
        pass


@register.register
def _(constraint: Relation, cnf: Cnf) -> None:
    left, right = (cnf.literal[variable.index] for variable in constraint.variables)
    for code, x in left.items():
        cnf.add([-x, *(y for other, y in right.items() if constraint.rows[code] >> other & 1)])
    for code, y in right.items():
        cnf.add([-y, *(x for other, x in left.items() if constraint.rows[other] >> code & 1)])


@register.register
def _(constraint: Table, cnf: Cnf) -> None:
    literals = [cnf.literal[variable.index] for variable in constraint.variables]
    rows = [
        [literal[code] for literal, code in zip(literals, row, strict=True)]
        for row in constraint.tuples
        if all(code in literal for literal, code in zip(literals, row, strict=True))
    ]
    if len(literals) < 2:
        if literals or not rows:  # nothing is always true, if the empty tuple is allowed
            cnf.add([row[0] for row in rows])
        return
    holders: list[dict[int, list[int]]] = [{x: [] for x in own.values()} for own in literals]
    chosen = []
    for row in rows:
        selector = cnf.fresh()
        chosen.append(selector)
        for x, holder in zip(row, holders, strict=True):
            holder[x].append(selector)
            cnf.clauses.append([-selector, x])
    cnf.add(chosen)
    for holder in holders:
        for x, selectors in holder.items():
            cnf.add([-x, *selectors])


@register.register(Linear)
@register.register(Regular)
def _(constraint: Linear | Regular, cnf: Cnf) -> None:
    automaton = layered(constraint, cnf.masks)
    if automaton.is_impossible:
        cnf.add([])
        return
    before = [cnf.fresh()]
    cnf.add(before)
    for v, steps, width in zip(
        automaton.variables, automaton.layers, automaton.widths[1:], strict=True
    ):
        after = [cnf.fresh() for _ in range(width)]
        _add_layer(cnf, cnf.literal[v], steps, before, after)
        before = after


def _add_layer(
    cnf: Cnf,
    literal: dict[int, int],
    steps: Iterable[tuple[int, int, int]],
    before: Sequence[int],
    after: Sequence[int],
) -> None:
    """Add one layer: states lead on, and each state and value has a support on both sides."""
    ways: dict[tuple[int, int], list[int]] = {}
    into: list[list[int]] = [[] for _ in after]
    holders: dict[int, list[int]] = {code: [] for code in literal}
    for state, code, target in steps:
        ways.setdefault((state, code), []).append(after[target])
        into[target].append(before[state])
        holders[code].append(before[state])
    for state, s in enumerate(before):
        for code, x in literal.items():
            cnf.clauses.append([-s, -x, *ways.get((state, code), ())])
    for t, states in zip(after, into, strict=True):
        cnf.clauses.append([-t, *dict.fromkeys(states)])
    for code, states in holders.items():
        cnf.add([-literal[code], *dict.fromkeys(states)])


@register.register
def _(constraint: ValueSet, cnf: Cnf) -> None:
    holders: dict[object, list[int]] = {}
    for variable in constraint.variables:
        for code, x in cnf.literal[variable.index].items():
            holders.setdefault(variable.domain[code], []).append(x)
    sets = [values for values in constraint.family if all(value in holders for value in values)]
    selectors = [cnf.fresh() for _ in sets]
    cnf.add(selectors)
    for value, places in holders.items():
        cnf.add_at_most_one(places)
        inside = [s for s, values in zip(selectors, sets, strict=True) if value in values]
        for x in places:
            cnf.add([-x, *inside])
        for selector, values in zip(selectors, sets, strict=True):
            if value in values:
                cnf.clauses.append([-selector, *places])
            else:
                cnf.clauses.extend([-selector, -x] for x in places)


@register.register
def _(constraint: AnyOf, cnf: Cnf) -> None:
    selectors = [cnf.fresh() for _ in constraint.branches]
    cnf.add(selectors)
    outer = cnf.guard
    for selector, branch in zip(selectors, constraint.branches, strict=True):
        cnf.guard = [-selector]
        try:
            for part in branch:
                register(part, cnf)
        finally:
            cnf.guard = outer
