"""Conflicts: which clues of an impossible puzzle contradict each other, and in which groups.

Clues and groups are assumptions of a SAT solver. The core of its refutation is a first answer. Then
each element is left out in turn, and stays out if there is still no solution. The result is a
minimal unsatisfiable core: without any one element there is a solution. (J. Marques-Silva:
Minimal unsatisfiability: models, algorithms and applications, 2010.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from csp_sudoku.bits import members, union
from csp_sudoku.boards.board import Board, Cell, Group
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.at_most_one import Clause
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.model import CSP, Constraint
from csp_sudoku.proofs.model_questions import conflict as model_conflict
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.sat.loading import is_kept, is_large, loaded
from csp_sudoku.sat.oracle import Incremental
from csp_sudoku.status import Status

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

T = TypeVar("T", bound="Fact | Constraint")
_SOLVER = "glucose4"


class Conflict(NamedTuple):
    """Clues that cannot stand together, and the groups that force it; printed, the reason in words.

    Without any one clue, the others can be completed; without any one group, these clues can.
    `groups` also has the constraints of other kinds that take part, if the puzzle has any. `marks`
    are the pencil marks that take part, if the puzzle has any. `is_minimal` is False if the time
    ended before all this was proven.
    """

    clues: dict[Cell, int]
    marks: dict[Cell, tuple[int, ...]]
    groups: tuple[Constraint, ...]
    reason: str
    is_minimal: bool
    rules: tuple[Rule, ...] = ()
    """The rules of the puzzle that take part."""

    def __str__(self) -> str:
        return self.reason


def conflict(puzzle: Puzzle, *, timeout: float | None = None) -> Conflict | None:
    """Return a minimal set of clues that cannot stand together; None if there is a solution.

    >>> print(conflict(Puzzle("1.1. .2.. ..3. 4...")))
    r1c1 and r1c3 in row 1 are both 1
    >>> print(conflict(Puzzle("12.. .... ..3. ..4.")))
    r1c1 = 1, r1c2 = 2, r3c3 = 3 and r4c3 = 4 cannot stand together in row 1 and column 3: \
r1c3 has no value left

    Raises:
        OutOfBudgetError: the time ended before a solution or a conflict was found.
    """
    budget = Budget(timeout)
    answer = puzzle.solve(timeout=budget.seconds_left())
    if answer.status is Status.SOLVED:
        return None
    if answer.status is Status.UNKNOWN:
        raise OutOfBudgetError("the time ended before a solution or a conflict was found", least=0)
    if puzzle.rules:
        from csp_sudoku.proofs.rule_conflicts import rule_conflict

        return rule_conflict(puzzle, budget)
    if not puzzle.has_groups_alone:
        return _of_model(puzzle, budget)
    groups = puzzle.board.csp.constraints
    selected: Sequence[Constraint] = groups
    facts = _facts(puzzle)
    is_minimal = False
    with suppress(OutOfBudgetError), closing(_Shrinking(puzzle.board, budget)) as shrinking:
        facts = shrinking.core(_suspects(puzzle, facts), facts)
        facts = shrinking.shrunk(facts, lambda kept: shrinking.literals(kept, groups))
        selected = shrinking.shrunk(groups, lambda kept: shrinking.literals(facts, kept))
        is_minimal = not shrinking.is_over
    clues = {puzzle.board.cells[fact.cell]: fact.values[0] for fact in facts if fact.is_clue}
    marks = {puzzle.board.cells[fact.cell]: fact.values for fact in facts if not fact.is_clue}
    reason = _in_words(puzzle.board, facts, selected)
    return Conflict(clues, marks, tuple(selected), reason, is_minimal)


def _of_model(puzzle: Puzzle, budget: Budget) -> Conflict:
    """Return the conflict of a puzzle that has other constraints than groups, by its model."""
    found = model_conflict(puzzle.csp, timeout=budget.seconds_left())
    assert found is not None, "there is no solution"
    said = {Cell(*name): values for name, values in found.domains.items()}  # type: ignore[misc]
    clues = {cell: puzzle[cell] for cell in said if puzzle[cell]}
    return Conflict(
        {cell: value for cell, value in clues.items() if value},
        {cell: values for cell, values in said.items() if cell not in clues},  # type: ignore[misc]
        found.constraints,
        str(found),
        found.is_minimal,
    )


class Fact(NamedTuple):
    """What a puzzle says about one cell: its clue, or its pencil marks."""

    cell: int
    values: tuple[int, ...]
    is_clue: bool


def _facts(puzzle: Puzzle) -> list[Fact]:
    """Return all that the puzzle says, clues first: the last is left out first."""
    clues = [Fact(i, (value,), True) for i, value in enumerate(puzzle.values) if value]
    if not puzzle.has_candidates:
        return clues
    marks = enumerate(puzzle.candidates.values())
    size = puzzle.board.size
    marked = [Fact(i, m, False) for i, m in marks if not puzzle.values[i] and len(m) < size]
    return clues + marked


class _Shrinking:
    """A SAT solver with the clauses of a board, and a literal per group that switches it on."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self.budget = budget
        self.is_over = False
        csp = board.csp
        if is_kept(csp):
            key = "conflict clauses"
            self.cnf, self.switches = csp.shared(key, lambda base: _switched(base, budget))
            self.oracle = Incremental(_SOLVER, self.cnf, budget.check)
        else:
            self.cnf, self.switches = Cnf(csp, csp.problem.masks), {}
            pieces = _pieces(self.cnf, self.switches)
            self.oracle = loaded(_SOLVER, self.cnf, pieces, budget.check)

    def close(self) -> None:
        self.oracle.close()

    def literals(self, facts: Iterable[Fact], groups: Iterable[Constraint]) -> list[int]:
        """Return the assumptions that say these facts and switch on these groups."""
        assumed = [self.switches[group] for group in groups]
        for fact in facts:
            assumed += self.said(fact)
        return assumed

    def said(self, item: Fact | Constraint) -> list[int]:
        """Return the assumptions of one fact or group."""
        if isinstance(item, Constraint):
            return [self.switches[item]]
        literal = self.cnf.literal[item.cell]
        if item.is_clue:
            return [literal[item.values[0] - 1]]
        return [-x for code, x in literal.items() if code + 1 not in item.values]

    def core(self, suspects: frozenset[int], facts: list[Fact]) -> list[Fact]:
        """Return facts that have no solution, those of the suspected cells if that is possible."""
        suspected = [fact for fact in facts if fact.cell in suspects]
        for some in (suspected, facts):
            if self.oracle.answer(self.literals(some, self.switches), self.budget) is None:
                return self._in_core(some)
        raise AssertionError("a puzzle without solutions has one")

    def shrunk(self, items: Sequence[T], literals: Callable[[list[T]], list[int]]) -> list[T]:
        """Return items without a solution, each of which is needed for that.

        Items that are known to be needed are assumed first, so that cores are short.
        """
        needed: list[T] = []
        rest = list(items)
        while rest:
            item = rest.pop()
            try:
                model = self.oracle.answer(literals(needed + rest), self.budget)
            except OutOfBudgetError:
                self.is_over = True
                return [*needed, *rest, item]
            if model is None:
                rest = self._in_core(rest)
            else:
                needed.append(item)
        order = {item: i for i, item in enumerate(items)}
        return sorted(needed, key=order.__getitem__)

    def _in_core(self, items: list[T]) -> list[T]:
        core = self.oracle.core()
        return [item for item in items if not core.isdisjoint(self.said(item))]


def _switched(csp: CSP, budget: Budget) -> tuple[Cnf, dict[Constraint, int]]:
    """Return the clauses of a structure with a switch for each constraint."""
    cnf, switches = Cnf(csp, csp.problem.masks), dict[Constraint, int]()
    clauses: list[Clause] = []
    for _ in _pieces(cnf, switches):
        budget.check()
        clauses += cnf.clauses
        cnf.clauses.clear()
    cnf.clauses = clauses
    return cnf, switches


def _pieces(cnf: Cnf, switches: dict[Constraint, int]) -> Iterator[None]:
    """Add all clauses piece by piece; those of a constraint hold if its switch is on."""
    cnf.at_most_one = "native" if is_large(cnf) else encoder.at_most_one_for(cnf.csp.problem)
    for constraint in encoder.pieces(cnf):
        if constraint is not None:
            if constraint not in switches:
                switches[constraint] = cnf.fresh()
            _switch(cnf, switches[constraint])
        yield


def _switch(cnf: Cnf, switch: int) -> None:
    """Make what was added last hold only if the switch is on.

    "At most one" without clauses has no condition: it is about shadows, which the literals force if
    the switch is on.
    """
    cnf.clauses = [[-switch, *clause] for clause in cnf.clauses]
    for literals in cnf.at_most_ones:
        for i, literal in enumerate(literals):
            literals[i] = cnf.fresh()
            cnf.clauses.append([-switch, -literal, literals[i]])


# What a person would see


class _Obvious(NamedTuple):
    """A reason, seen at a glance, why there is no solution, and the cells it is about."""

    what: str
    cells: frozenset[int]


def _suspects(puzzle: Puzzle, facts: Sequence[Fact]) -> frozenset[int]:
    """Return the cells of the most obvious conflict; no cells if there is no obvious one."""
    clash = puzzle.clash()
    if clash:
        return frozenset(variable.index for variable in clash.variables)
    obvious = _obvious(puzzle.board, facts, puzzle.board.groups)
    return obvious.cells if obvious else frozenset()


def _obvious(board: Board, facts: Sequence[Fact], groups: Sequence[Group]) -> _Obvious | None:
    """Return a cell without a value left, or a group without a place left for a value."""
    left = _left(board, facts, groups)
    if 0 in left:
        cell = left.index(0)
        what = f"{board.cells[cell]} has no value left"
        return _Obvious(what, frozenset((cell, *board.peers[cell])))
    for group in groups:
        if len(group.cells) < board.size:
            continue
        places = reduce(or_, (left[cell] for cell in group.cells))
        missing = next(members(~places & board.clue_masks[0]), None)
        if missing is not None:
            value = missing + 1
            seeing = {peer for cell in group.cells for peer in board.peers[cell]}
            holders = {fact.cell for fact in facts if fact.is_clue and fact.values[0] == value}
            what = f"{value} has no place in {group}"
            return _Obvious(what, frozenset((holders & seeing).union(group.cells)))
    return None


def _left(board: Board, facts: Sequence[Fact], groups: Sequence[Group]) -> list[int]:
    """Return the values that the facts leave each cell, without those of clues in its groups.

    As bits, bit v - 1 for value v: sets of numbers would take half a second at 64x64.
    """
    left = [board.clue_masks[0]] * len(board.cells)
    clues = [0] * len(board.cells)
    for fact in facts:
        left[fact.cell] = union(value - 1 for value in fact.values)
        if fact.is_clue:
            clues[fact.cell] = left[fact.cell]
    for group in groups:
        once = twice = 0
        for cell in group.cells:
            twice |= once & clues[cell]
            once |= clues[cell]
        for cell in group.cells:  # its own clue rules it out only if another cell has it, too
            left[cell] &= ~(once & ~clues[cell] | twice)
    return left


def _in_words(board: Board, facts: Sequence[Fact], groups: Sequence[Constraint]) -> str:
    where = _listed([str(group) for group in groups])
    if not facts:
        return f"the board itself cannot be filled: {where} leave no way"
    said = [f"{board.cells[fact.cell]} {_said(fact)}" for fact in facts]
    cells = [str(board.cells[fact.cell]) for fact in facts]
    places = {constraint: i for i, constraint in enumerate(board.csp.constraints)}
    if len(facts) == 2 and len(groups) == 1 and facts[0].values == facts[1].values:
        return f"{_listed(cells)} in {where} are both {facts[0].values[0]}"
    obvious = _obvious(board, facts, [board.groups[places[group]] for group in groups])
    because = f": {obvious.what}" if obvious else ""
    return f"{_listed(said)} cannot stand together in {where}{because}"


def _said(fact: Fact) -> str:
    return f"= {fact.values[0]}" if fact.is_clue else f"in {{{', '.join(map(str, fact.values))}}}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
