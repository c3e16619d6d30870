"""Conflicts: which clues of an impossible puzzle contradict each other, and in which groups.

Clues and groups are assumptions of a SAT solver. The core of its refutation is a first answer. Then
each element is left out in turn, and stays out if there is still no solution. The result is a
minimal unsatisfiable core: without any one element there is a solution. (J. Marques-Silva:
Minimal unsatisfiability: models, algorithms and applications, 2010.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from csp_sudoku.boards.board import Board, Cell, Group
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.model import CSP, Constraint
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.sat.oracle import Incremental
from csp_sudoku.status import Status

T = TypeVar("T", bound="Fact | Constraint")
_SOLVER = "glucose4"


class Conflict(NamedTuple):
    """Clues that cannot stand together, and the groups that force it; printed, the reason in words.

    Without any one clue, the others can be completed; without any one group, these clues can.
    `marks` are the pencil marks that take part, if the puzzle has any. `is_minimal` is False if
    the time ended before all this was proven.
    """

    clues: dict[Cell, int]
    marks: dict[Cell, tuple[int, ...]]
    groups: tuple[Constraint, ...]
    reason: str
    is_minimal: bool

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
    answer = puzzle.solve(timeout=timeout)
    if answer.status is Status.SOLVED:
        return None
    if answer.status is Status.UNKNOWN:
        raise OutOfBudgetError("the time ended before a solution or a conflict was found", least=0)
    groups = puzzle.board.csp.constraints
    selected: Sequence[Constraint] = groups
    facts = _facts(puzzle)
    shrinking = _Shrinking(puzzle.board, budget)
    try:
        facts = shrinking.core(_suspects(puzzle, facts), facts)
        facts = shrinking.shrunk(facts, lambda kept: shrinking.literals(kept, groups))
        selected = shrinking.shrunk(groups, lambda kept: shrinking.literals(facts, kept))
        is_minimal = not shrinking.is_over
    except OutOfBudgetError:
        is_minimal = False
    finally:
        shrinking.close()
    clues = {puzzle.board.cells[fact.cell]: fact.values[0] for fact in facts if fact.is_clue}
    marks = {puzzle.board.cells[fact.cell]: fact.values for fact in facts if not fact.is_clue}
    reason = _in_words(puzzle.board, facts, selected)
    return Conflict(clues, marks, tuple(selected), reason, is_minimal)


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
        self.cnf, self.switches = board.csp.shared("conflict clauses", _switched)
        self.oracle = Incremental(_SOLVER, self.cnf)

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


def _switched(csp: CSP) -> tuple[Cnf, dict[Constraint, int]]:
    """Return the clauses of a structure with a switch for each constraint."""
    cnf = Cnf(csp, csp.problem.masks, encoder.at_most_one_for(csp.problem))
    encoder.add_variables(cnf)
    switches = {}
    for constraint in csp.constraints:
        switch = switches[constraint] = cnf.fresh()
        before = len(cnf.clauses)
        encoder.register(constraint, cnf)
        for i in range(before, len(cnf.clauses)):
            cnf.clauses[i] = [-switch, *cnf.clauses[i]]
    return cnf, switches


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
    clues = {fact.cell: fact.values[0] for fact in facts if fact.is_clue}
    left = _left(board, facts, groups)
    for cell, values in enumerate(left):
        if not values:
            what = f"{board.cells[cell]} has no value left"
            return _Obvious(what, frozenset((cell, *board.peers[cell])))
    for group in groups:
        if len(group.cells) < board.size:
            continue
        for value in range(1, board.size + 1):
            if not any(value in left[cell] for cell in group.cells):
                seeing = {peer for cell in group.cells for peer in board.peers[cell]}
                holders = {cell for cell in seeing if clues.get(cell) == value}
                what = f"{value} has no place in {group}"
                return _Obvious(what, frozenset(holders.union(group.cells)))
    return None


def _left(board: Board, facts: Sequence[Fact], groups: Sequence[Group]) -> list[set[int]]:
    """Return the values that the facts leave each cell, without those of clues in its groups."""
    left = [set(range(1, board.size + 1)) for _ in board.cells]
    for fact in facts:
        left[fact.cell] = set(fact.values)
    clues = {fact.cell: fact.values[0] for fact in facts if fact.is_clue}
    for group in groups:
        for clued in group.cells:
            if clued in clues:
                for cell in group.cells:
                    if cell != clued:
                        left[cell].discard(clues[clued])
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
