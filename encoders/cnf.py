"""A CSP in clauses: one literal for each variable and value of its domain.

Forms, after Lynce and Ouaknine (Sudoku as a SAT problem, 2006) and Kwon and Jain (2006):

- minimal: each variable has a value; no value twice in a group;
- extended: and no variable has two values; each required value has a place in its group;
- reduced: the extended form of one problem, without the literals that its masks rule out.

Minimal and extended serve all problems over one structure, whose masks become assumptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch

from csp_sudoku.bits import members
from csp_sudoku.encoders.at_most_one import ENCODINGS, Clause
from csp_sudoku.encoders.slots import Slot, slots, unsupported
from csp_sudoku.errors import ModelError, UnsupportedConstraintError
from csp_sudoku.model import CSP, AllDifferent, Constraint, Problem

FORMS = ("minimal", "extended", "reduced")
AT_MOST_ONE = (*ENCODINGS, "native")
"""How at most one is said; `native` leaves it to a solver that knows cardinality constraints."""

_PAIRWISE_CLAUSES = 400_000
"""More pairs than this, and at most one is said with auxiliary variables."""


class Cnf:
    """Clauses, and what their literals mean.

    `literal[v]` maps the codes of variable v's values to literals; `meaning[x - 1]` is the
    (variable, code) of literal x. Literals above `len(meaning)` are auxiliary.
    """

    def __init__(self, csp: CSP, masks: Sequence[int]) -> None:
        self.csp = csp
        self.clauses: list[Clause] = []
        self.at_most_ones: list[Clause] = []
        self.meaning = [(v, code) for v, mask in enumerate(masks) for code in members(mask)]
        self.literal: list[dict[int, int]] = [{} for _ in masks]
        for x, (v, code) in enumerate(self.meaning, start=1):
            self.literal[v][code] = x
        self.top = len(self.meaning)

    def fresh(self) -> int:
        """Return a new auxiliary variable."""
        self.top += 1
        return self.top

    def assumptions(self, masks: Sequence[int]) -> list[int]:
        """Return the literals that narrow the variables to their masks."""
        assumed: list[int] = []
        for mask, whole, literal in zip(masks, self._whole, self.literal, strict=True):
            if mask == whole:
                continue
            if mask and not mask & (mask - 1):
                assumed.append(literal[mask.bit_length() - 1])
            else:
                assumed += (-literal[code] for code in members(whole & ~mask))
        return assumed

    @property
    def _whole(self) -> Sequence[int]:
        return self.csp.problem.masks

    def decode(self, model: Iterable[int]) -> list[int]:
        """Return a code for each variable, from the true literals of a model."""
        found = [-1] * len(self.literal)
        top = len(self.meaning)
        for x in [x for x in model if 0 < x <= top]:
            v, code = self.meaning[x - 1]
            found[v] = code
        return found

    def model(self, found: Sequence[int]) -> list[int]:
        """Return the literals that a solution makes true, as solvers write them: `decode` undone.

        >>> from csp_sudoku import boards
        >>> encode(boards.sudoku(1, 2).csp).model([0, 1, 1, 0])
        [1, -2, -3, 4, -5, 6, 7, -8]
        """
        pairs = enumerate(self.meaning, start=1)
        return [x if found[v] == code else -x for x, (v, code) in pairs]

    def blocking(self, found: Sequence[int], masks: Sequence[int]) -> Clause:
        """Return the clause that excludes a solution, over the variables that masks leave open."""
        return [
            -self.literal[v][code]
            for v, (code, mask) in enumerate(zip(found, masks, strict=True))
            if mask & (mask - 1)
        ]


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
        ("cnf", form, at_most_one),
        lambda base: _filled(Cnf(base, base.problem.masks), form, at_most_one, pulse),
    )


def reduce(
    problem: Problem, at_most_one: str = "pairwise", pulse: Callable[[], object] = bool
) -> Cnf:
    """Return the extended form of one problem, over what its masks leave open.

    `pulse` is called often, as a large board takes seconds, and may raise to stop.

    Masks that were propagated first (`slots.propagated`) leave the fewest literals.
    """
    _check(at_most_one, AT_MOST_ONE, "at-most-one encoding")
    return _filled(Cnf(problem.csp, problem.masks), "extended", at_most_one, pulse)


def pairs(problem: Problem, enough: int | None = None) -> int:
    """Return how many clauses the pairwise at-most-one has for what the masks leave open.

    Counting stops where there are `enough`: a large board has many millions.
    """
    total = sum(_pairs_of(mask.bit_count()) for mask in problem.masks)
    for slot in slots(problem.csp) if enough is None or total < enough else ():
        total += _pairs_of(sum(problem.masks[v] >> slot.code & 1 for v in slot.variables))
        if enough is not None and total >= enough:
            break
    return total


def at_most_one_for(problem: Problem) -> str:
    """Return the at-most-one encoding that suits: pairwise, unless that needs too many clauses."""
    return (
        "pairwise" if pairs(problem, _PAIRWISE_CLAUSES + 1) <= _PAIRWISE_CLAUSES else "sequential"
    )


def _pairs_of(n: int) -> int:
    return n * (n - 1) // 2


def _check(choice: str, known: Sequence[str], what: str) -> None:
    if choice not in known:
        raise ModelError(f"unknown {what} {choice!r}", fix=f"use {', '.join(known)}")


def _filled(cnf: Cnf, form: str, at_most_one: str, pulse: Callable[[], object] = bool) -> Cnf:
    for _ in pieces(cnf, form, at_most_one):
        pulse()
    return cnf


def pieces(
    cnf: Cnf, form: str = "extended", at_most_one: str = "pairwise"
) -> Iterator[Constraint | None]:
    """Add all clauses to `cnf.clauses`, and yield after each small piece of them.

    A piece is about one variable (None), or about one value in a constraint. Whoever iterates may
    stop, or take the clauses away each time.
    """
    is_extended = form == "extended"
    add_at_most_one = _at_most_one(cnf, at_most_one)
    for literal in cnf.literal:
        cnf.clauses.append(list(literal.values()))
        if is_extended:
            add_at_most_one(list(literal.values()))
        yield None
    for constraint in cnf.csp.constraints:
        for slot in _slots_of(cnf.csp).get(constraint, ()):
            places = _places(cnf, slot)
            add_at_most_one(places)
            if slot.required and is_extended:
                cnf.clauses.append(places)
            yield constraint
        register(constraint, cnf)
        yield constraint


def _slots_of(csp: CSP) -> dict[Constraint, list[Slot]]:
    return csp.shared("slots of constraints", _sorted_slots)


def _sorted_slots(csp: CSP) -> dict[Constraint, list[Slot]]:
    found: dict[Constraint, list[Slot]] = {}
    for slot in slots(csp):
        found.setdefault(slot.group, []).append(slot)
    return found


def _places(cnf: Cnf, slot: Slot) -> Clause:
    found = (cnf.literal[v].get(slot.code) for v in slot.variables)
    return [x for x in found if x is not None]


def _at_most_one(cnf: Cnf, name: str) -> Callable[[Clause], None]:
    if name == "native":
        return lambda literals: cnf.at_most_ones.append(literals) if len(literals) > 1 else None
    encoding = ENCODINGS[name]
    return lambda literals: cnf.clauses.extend(encoding(literals, cnf.fresh))


def refusal(csp: CSP) -> str | None:
    """Return which constraint of a structure nobody taught this encoder; None if it knows all."""
    unknown = register.dispatch(object)
    return unsupported(csp, lambda constraint: register.dispatch(type(constraint)) is not unknown)


@singledispatch
def register(constraint: Constraint, cnf: Cnf) -> None:
    """Add a constraint's clauses: `@register.register` teaches a new kind.

    All-different groups are said through their slots, and need no more.
    """
    raise UnsupportedConstraintError(constraint)


@register.register
def _(constraint: AllDifferent, cnf: Cnf) -> None:
    return None
