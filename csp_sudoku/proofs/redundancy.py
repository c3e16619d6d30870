"""Redundancy: which constraints and clues follow from all the others.

Each unit has a literal that switches it on, and one that says that it does not hold. A unit follows
from the others if there is no solution with those on and this one denied; else such a solution is
the witness. One SAT solver answers for all units, and keeps what it has learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from csp_sudoku.boards.board import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.errors import (
    NoSolutionError,
    OutOfBudgetError,
    PuzzleError,
    WrongAnswerError,
)
from csp_sudoku.model import CSP, AnyOf, Codes, Constraint, Name, Value, Variable
from csp_sudoku.model.flattening import reduced
from csp_sudoku.model.negation import NotDeniableError, denied, denied_domain
from csp_sudoku.model.units import Unit, chosen_units, without
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.sat.loading import loaded, oracle_for

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

U = TypeVar("U")
W = TypeVar("W")
_SOLVER = "glucose4"


class Finding(NamedTuple, Generic[U, W]):
    """One constraint or clue: whether it follows from all others, or a witness that it does not.

    The witness is a solution of all others. `follows` is None where the time ended first.
    """

    unit: U
    follows: bool | None
    witness: W | None

    def __str__(self) -> str:
        if self.follows is None:
            return f"{self.unit}: unknown"
        return f"{self.unit}: {'follows from the others' if self.follows else 'is needed'}"


class Redundancy(tuple[Finding[U, W], ...], Generic[U, W]):
    """A finding for each constraint or clue. It is true if one of them is redundant.

    Each of `redundant` can be left out alone without a change, but not always several of them
    together: `minimal` finds what can.
    """

    __slots__ = ()

    @property
    def redundant(self) -> tuple[U, ...]:
        """What follows from all others."""
        return tuple(found.unit for found in self if found.follows)

    @property
    def needed(self) -> dict[U, W]:
        """What does not follow from the others, each with a witness."""
        return {found.unit: found.witness for found in self if found.witness is not None}

    @property
    def unknown(self) -> tuple[U, ...]:
        """What the time was not enough for."""
        return tuple(found.unit for found in self if found.follows is None)

    def __bool__(self) -> bool:
        return bool(self.redundant)

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def redundant(
    model: CSP,
    units: Iterable[Unit | str | Constraint] | None = None,
    *,
    timeout: float | None = None,
) -> Redundancy[Unit, dict[Name, Value]]:
    """Tell which constraints and clues of a model follow from all its others.

    An objective has no part in this: all solutions count, not only the optimal ones.

    >>> model = CSP()
    >>> x, y, z = model.variables("x y z", range(4))
    >>> model.add(x < y, y < z, x < z)
    >>> found = redundant(model)
    >>> print(found)
    x < y: is needed
    y < z: is needed
    x < z: follows from the others
    >>> found[0].witness
    {'x': 0, 'y': 0, 'z': 2}

    Args:
        model: a model that has a solution.
        units: what to ask about, by name, as constraints, or as units; without them, about each
            narrowed domain and each constraint, those with the same name together.
        timeout: seconds.

    Raises:
        NoSolutionError: there is no solution, and so everything would follow.
    """
    bare = model.without_objective()
    asked = {unit: unit for unit in chosen_units(bare, units)}
    variables = list(bare.variables)

    def witness(codes: Codes) -> dict[Name, Value]:
        return {v.name: v.domain[codes[v.index]] for v in variables}

    return Redundancy(_findings(bare, asked, witness, Budget(timeout)))


def redundant_parts(
    puzzle: Puzzle, *, timeout: float | None = None
) -> Redundancy[Cell | Rule, Solution]:
    """Tell which clues and rules of a puzzle follow from the board and all others of them.

    The puzzle need not be proper.

    >>> found = redundant_parts(Puzzle("12.. ..2. .3.. ...4"))
    >>> print(*found.redundant)
    r1c2
    >>> found.needed[Cell(3, 3)]
    Solution('1234342143122143')

    Raises:
        NoSolutionError: there is no solution, and so everything would follow.
        PuzzleError: the puzzle has pencil marks.
    """
    if puzzle.has_candidates:
        raise PuzzleError(
            "the puzzle has pencil marks, which say more than its clues",
            fix="give it without them: Puzzle.of(puzzle.board, puzzle.values)",
        )
    model = puzzle.csp
    units = parts_of(puzzle, model)

    def witness(codes: Codes) -> Solution:
        return puzzle._decoded(puzzle.problem, codes)

    return Redundancy(_findings(model, units, witness, Budget(timeout)))


def parts_of(puzzle: Puzzle, model: CSP) -> dict[Cell | Rule, Unit]:
    """Return the clues and rules of a puzzle, each as a unit of its model that can be left out.

    A rule that another one reads, as negative_xv reads the signs of a puzzle, is not among them:
    without it, the other would say something else.
    """
    cells = puzzle.board.cells
    found: dict[Cell | Rule, Unit] = {
        cells[v.index]: Unit.clue(v, values) for v, values in model.narrowed.items()
    }
    if puzzle._ruled is not None:
        read = {name for rule in puzzle.rules for name in rule.entry.reads}
        for rule, constraints in puzzle._ruled.units.items():
            if rule.name not in read and not rule.entry.comes_first:
                found[rule] = Unit(str(rule), constraints)
    return found


def _findings(
    model: CSP, units: Mapping[U, Unit], witness: Callable[[Codes], W], budget: Budget
) -> Iterator[Finding[U, W]]:
    """Yield a finding for each unit; when the time ends, the others are unknown."""
    keys = list(units)
    done = 0
    try:
        with closing(Switches(model, list(units.values()), budget)) as switches:
            switches.require_solution()
            for number, key in enumerate(keys):
                others = [other for other in range(len(keys)) if other != number]
                codes = switches.counterexample(number, others)
                done += 1
                if codes is None:
                    yield Finding(key, True, None)
                else:
                    yield Finding(key, False, witness(codes))
    except OutOfBudgetError:
        yield from (Finding(key, None, None) for key in keys[done:])


class Switches:
    """A SAT solver with a model, whose units can be left out and denied one by one.

    Clues alone need no literals of their own: they are assumptions. With constraints among the
    units, each of these holds only where its literal is assumed.
    """

    def __init__(self, model: CSP, units: Sequence[Unit], budget: Budget) -> None:
        self.units = units
        self.budget = budget
        self._base = without(model, units)
        self._variables = list(model.variables)
        self._on: list[list[int]] = []
        """The assumptions of each unit."""
        self._off: list[int | None] = []
        """The assumption that a unit does not hold; None if that cannot be said in clauses."""
        if any(unit.constraints for unit in units):
            self._switch()
        else:
            self._cnf, self._oracle = oracle_for(self._base.problem, _SOLVER, budget)
            for unit in units:
                self._on.append(self._narrowing(unit.domains))
                self._off.append(self._denying(unit.domains))

    def close(self) -> None:
        """Free the solver."""
        self._oracle.close()

    def require_solution(self) -> None:
        """Raise NoSolutionError if all units together have no solution."""
        assumed = [literal for on in self._on for literal in on]
        if self._oracle.answer(assumed, self.budget) is None:
            raise NoSolutionError(
                "there is no solution, and so everything would follow from the others",
                fix="see conflict()",
            )

    def counterexample(self, unit: int, others: Iterable[int]) -> Codes | None:
        """Return a solution of some units that denies another one; None if there is none."""
        kept = list(others)
        assumed = [literal for other in kept for literal in self._on[other]]
        off = self._off[unit]
        if off is None:
            return self._searched(unit, kept, assumed)
        found = self._oracle.answer([*assumed, off], self.budget)
        if found is None:
            return None
        codes = self._cnf.decode(found)[: len(self._variables)]
        if self.units[unit].holds(self._solution(codes, kept)):
            raise WrongAnswerError(f"{_SOLVER} gave a wrong answer: {self.units[unit]} holds")
        return codes

    def _searched(self, unit: int, kept: list[int], assumed: list[int]) -> Codes | None:
        """Go through the solutions of the others, each once, until one breaks the unit."""
        active = self._oracle.fresh()
        while True:
            found = self._oracle.answer([*assumed, active], self.budget)
            if found is None:
                return None
            codes = self._cnf.decode(found)[: len(self._variables)]
            if not self.units[unit].holds(self._solution(codes, kept)):
                return codes
            blocked = [-self._cnf.literal[v][code] for v, code in enumerate(codes)]
            self._oracle.add([-active, *blocked])

    def _solution(self, codes: Codes, kept: Iterable[int]) -> dict[Variable, Value]:
        """Return what a model of the clauses says, after the gate of all answers."""
        self._base.problem.checked(codes, _SOLVER)
        values = {v: v.domain[codes[v.index]] for v in self._variables}
        broken = next((self.units[i] for i in kept if not self.units[i].holds(values)), None)
        if broken is not None:
            raise WrongAnswerError(f"{_SOLVER} gave a wrong answer: {broken} does not hold")
        return values

    # Clues

    def _narrowing(self, domains: Mapping[Variable, Sequence[Value]]) -> list[int]:
        """Return the literals that narrow variables to some values."""
        found = []
        for variable, values in domains.items():
            literal = self._cnf.literal[variable.index]
            out = [-x for code, x in literal.items() if variable.domain[code] not in values]
            inside = [x for code, x in literal.items() if variable.domain[code] in values]
            found += inside if len(inside) == 1 else out
        return found

    def _denying(self, domains: Mapping[Variable, Sequence[Value]]) -> int:
        """Return a literal that says that a variable has another value than these."""
        literals = self._narrowing(domains)
        if len(literals) == 1:
            return -literals[0]
        off = self._oracle.fresh()
        self._oracle.add([-off, *(-x for x in literals)])
        return off

    # Constraints

    def _switch(self) -> None:
        """Make the clauses: each unit behind a literal, and its denial behind another one."""
        whole = CSP()
        structure = whole._structure
        structure.variables = self._variables.copy()
        structure.own = len(self._variables)

        def fresh(domain: Iterable[Value]) -> Variable:
            number = len(structure.variables)
            structure.variables.append(Variable(("auxiliary", number), number, tuple(domain)))
            return structure.variables[-1]

        hard = [part for c in self._base.constraints for part in reduced(c, fresh)]
        said = [
            [part for c in unit.constraints for part in reduced(c, fresh)] for unit in self.units
        ]
        denied_units = [_denied(unit, fresh) for unit in self.units]
        masks = list(self._base.problem.masks[: len(self._variables)])
        masks += [(1 << len(v.domain)) - 1 for v in structure.variables[len(masks) :]]
        self._cnf = Cnf(whole, masks)
        self._oracle = loaded(
            _SOLVER, self._cnf, self._pieces(hard, said, denied_units), self.budget.check
        )

    def _pieces(
        self,
        hard: Iterable[Constraint],
        said: Iterable[Iterable[Constraint]],
        denied_units: Iterable[Constraint | None],
    ) -> Iterator[None]:
        cnf = self._cnf
        for own in cnf.literal:
            cnf.add(own.values())
            cnf.add_at_most_one(list(own.values()))
            yield
        for constraint in hard:
            encoder.register(constraint, cnf)
            yield
        for unit, parts, denial in zip(self.units, said, denied_units, strict=True):
            on, off = cnf.fresh(), None if denial is None else cnf.fresh()
            self._on.append([on])
            self._off.append(off)
            cnf.guard = [-on]
            for literal in self._narrowing(unit.domains):
                cnf.add([literal])
            for part in parts:
                encoder.register(part, cnf)
            if denial is not None and off is not None:
                cnf.guard = [-off]
                encoder.register(denial, cnf)
            cnf.guard = []
            yield


def _denied(unit: Unit, fresh: Callable[[Iterable[Value]], Variable]) -> Constraint | None:
    """Return the constraint that something in a unit does not hold; None if it cannot be said."""
    try:
        branches = [denied(constraint, fresh) for constraint in unit.constraints]
    except NotDeniableError:
        return None
    branches += [[denied_domain(v, values)] for v, values in unit.domains.items()]
    return AnyOf([[p for part in b for p in reduced(part, fresh)] for b in branches])
