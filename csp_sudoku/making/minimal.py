"""Minimal puzzles: proper puzzles from which no clue can be dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.symmetries import orbits
from csp_sudoku.budgets import Budget
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import NotProperError, OutOfBudgetError, PuzzleError
from csp_sudoku.making.minimal_models import minimal_model
from csp_sudoku.making.rivals import Rivals, clued, rivals_of
from csp_sudoku.making.unavoidable import Walk
from csp_sudoku.proofs.redundancy import parts_of
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rng import Rng
from csp_sudoku.rules import Rule

_EVEN_CELLS = 256
"""Boards with more cells drop clues row by row. A 25x25 then takes 3 s; dropped evenly, 200 s
settled 41 of its 250 clues."""


def minimal(
    puzzle: Puzzle | Solution,
    *,
    seed: int,
    keep: Iterable[CellKey] | None = None,
    symmetry: str | None = None,
    backend: str | Backend = "auto",
    timeout: float | None = None,
) -> Puzzle:
    """Drop clues and rules in a random order, each if the puzzle stays proper without it.

    The seed decides the order, and the order decides the puzzle: every backend gives the same.
    On boards of more than 256 cells the order is random row by row: clues dropped evenly over a
    25x25 board leave puzzles that no solver here decides within minutes. With a symmetry whole
    orbits of cells are dropped. The result is then minimal among the symmetric puzzles only: a
    single clue of it may be redundant.

    >>> minimal(Solution("1234 3412 2143 4321"), seed=1)
    Puzzle('...43...2......1')

    Args:
        puzzle: a proper puzzle, or a solution, which is a puzzle with every clue.
        seed: the source of the random order.
        keep: cells whose clues must stay, even if they are redundant.
        symmetry: rotate90, rotate180, mirror, flip, diagonal, antidiagonal or full.
        backend: the backend that decides whether clues are proper.
        timeout: seconds.

    Raises:
        NotProperError: the puzzle has no solution, or several: two of them are in `solutions`.
        PuzzleError: pencil marks, a cell to keep that has no clue, clues that are not symmetric.
        OutOfBudgetError: the time ended; `least` clues were known to be needed by then.
    """
    if isinstance(puzzle, Puzzle) and puzzle.rules:
        return _of_rules(puzzle, seed, keep or (), symmetry, backend, Budget(timeout))
    return dropped(
        puzzle,
        Rng(seed),
        keep=keep or (),
        symmetry=symmetry,
        backend=backend,
        budget=Budget(timeout),
    )


def _of_rules(
    puzzle: Puzzle,
    seed: int,
    keep: Iterable[CellKey],
    symmetry: str | None,
    backend: str | Backend,
    budget: Budget,
) -> Puzzle:
    """Drop clues and rules alike."""
    if symmetry is not None:
        raise PuzzleError(
            "rules have no symmetry by which they could be dropped together",
            fix="leave the symmetry out",
        )
    only_solution(puzzle, backend, budget)
    model, kept = puzzle.csp, _kept_cells(puzzle, keep)
    parts = {
        part: unit
        for part, unit in parts_of(puzzle, model).items()
        if isinstance(part, Rule) or puzzle.board.index[part] not in kept
    }
    smaller = minimal_model(model, list(parts.values()), seed=seed, timeout=budget.seconds_left())
    left = set(map(id, smaller.constraints))
    values = bytearray(len(puzzle.values))
    for variable in smaller.narrowed:
        values[variable.index] = puzzle.values[variable.index]
    rules = [
        rule
        for rule in puzzle.rules
        if rule not in parts or any(id(c) in left for c in parts[rule].constraints)
    ]
    return Puzzle.of(puzzle.board, values, rules=rules)


def dropped(
    puzzle: Puzzle | Solution,
    rng: Rng,
    *,
    keep: Iterable[CellKey] = (),
    symmetry: str | None = None,
    backend: str | Backend,
    budget: Budget,
) -> Puzzle:
    """Do what `minimal` does, with a random generator and a budget of the caller."""
    solution = only_solution(puzzle, backend, budget)
    kept = _kept_cells(puzzle, keep)
    units = _units(puzzle, symmetry)
    fixed = [unit for unit in units if kept & set(unit)]
    loose = [unit for unit in units if not kept & set(unit)]
    _shuffle(loose, puzzle.board, rng)
    rivals = rivals_of(solution, backend, budget)
    try:
        cells = rivals.reduced(loose, [cell for unit in fixed for cell in unit])
    finally:
        rivals.close()
    return clued(solution, cells)


def minimal_cells(rivals: Rivals, cells: Sequence[int], rng: Rng) -> list[int]:
    """Return the cells of a minimal puzzle within proper clues, dropped in a random order."""
    units: list[tuple[int, ...]] = [(cell,) for cell in cells]
    _shuffle(units, rivals.solution.board, rng)
    return rivals.reduced(units)


def _minimality_of_rules(puzzle: Puzzle, backend: str | Backend, budget: Budget) -> Minimality:
    """Tell whether no clue and no rule of a puzzle can be dropped."""
    try:
        only_solution(puzzle, backend, budget)
    except NotProperError as error:
        return Minimality(False, error.problem, solutions=error.solutions)
    found = puzzle.redundant(timeout=budget.seconds_left())
    if found.unknown:
        raise OutOfBudgetError("the time ended before it was settled", least=0)
    if not found:
        return Minimality(True, "each clue and each rule is needed")
    part = found.redundant[0]
    if isinstance(part, Rule):
        return Minimality(False, f"it stays proper without the rule {part}")
    return Minimality(False, f"it stays proper without the clue at {part}", part)


@dataclass(frozen=True)
class Minimality:
    """Whether a puzzle is minimal: true or false, the reason, and its witnesses.

    `redundant` is a clue that is not needed. If all are needed, `rivals` has for each clue a
    solution of the puzzle without that clue, other than the puzzle's own.
    """

    is_minimal: bool
    reason: str
    redundant: Cell | None = None
    solutions: tuple[Solution, ...] = ()
    rivals: Mapping[Cell, Solution] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return self.is_minimal


def is_minimal(
    puzzle: Puzzle, *, backend: str | Backend = "auto", timeout: float | None = None
) -> Minimality:
    """Tell whether a puzzle is proper, but not without any one of its clues.

    >>> is_minimal(Puzzle("1234 3412 2143 4321")).reason
    'it stays proper without the clue at r1c1'
    >>> bool(is_minimal(Puzzle("1... .... .... ....")))
    False

    Raises:
        PuzzleError: the puzzle has pencil marks.
        OutOfBudgetError: the time ended before it was settled.
    """
    if puzzle.rules:
        return _minimality_of_rules(puzzle, backend, Budget(timeout))
    budget = Budget(timeout)
    try:
        solution = only_solution(puzzle, backend, budget)
    except NotProperError as error:
        return Minimality(False, error.problem, solutions=error.solutions)
    rivals = rivals_of(solution, backend, budget)
    board, found = puzzle.board, {}
    try:
        clues = [cell for cell, value in enumerate(puzzle.values) if value]
        for at, cell in enumerate(clues):
            fewer = clues[:at] + clues[at + 1 :]
            rival = rivals.rival(fewer)
            if rival is None:
                reason = f"it stays proper without the clue at {board.cells[cell]}"
                return Minimality(False, reason, board.cells[cell], (solution,))
            found[board.cells[cell]] = clued(solution, fewer)._solved(rival, rivals.solver)
    finally:
        rivals.close()
    return Minimality(
        True, "without any one clue there are several solutions", None, (solution,), found
    )


def all_minimal(
    puzzle: Puzzle | Solution, *, backend: str | Backend = "auto", timeout: float | None = None
) -> Iterator[Puzzle]:
    """Yield all minimal puzzles whose clues are among those of a proper puzzle, each once.

    They are found lazily and in no particular order. There can be very many. One clause is kept
    for each of them and for each unavoidable set, so memory grows with what was yielded. After
    Liffiton, Previti, Malik, Marques-Silva: Fast, flexible MUS enumeration (2016).

    >>> sum(1 for _ in all_minimal(Puzzle("1234 34.. 2... ...1")))
    4

    Raises:
        NotProperError: the puzzle has no solution, or several: two of them are in `solutions`.
        PuzzleError: the puzzle has pencil marks, or rules.
        OutOfBudgetError: the time ended before all were found.
    """
    if isinstance(puzzle, Puzzle) and puzzle.rules:
        raise PuzzleError(
            f'all_minimal speaks of boards alone, not with the rule "{puzzle.rules[0]}"',
            fix="ask for one: cs.minimal(puzzle, seed=1)",
        )
    budget = Budget(timeout)
    solution = only_solution(puzzle, backend, budget)
    return _all_within(solution, [i for i, v in enumerate(puzzle.values) if v], backend, budget)


def _all_within(
    solution: Solution, clues: Sequence[int], backend: str | Backend, budget: Budget
) -> Iterator[Puzzle]:
    rivals = rivals_of(solution, backend, budget)
    walk = Walk(rivals, clues)
    try:
        while (seed := walk.unexplored()) is not None:
            rival = rivals.rival(seed)
            if rival is not None:
                walk.exclude_rival(rival)
                continue
            cells = _some_minimal(rivals, seed)
            walk.exclude_supersets(cells)
            yield clued(solution, cells)
    finally:
        walk.close()
        rivals.close()


def _some_minimal(rivals: Rivals, clues: Iterable[int]) -> list[int]:
    """Return the cells of some minimal puzzle within proper clues, deciding clue by clue."""
    kept = list(clues)
    for cell in tuple(kept):
        fewer = [other for other in kept if other != cell]
        if rivals.rival(fewer) is None:
            kept = fewer
    return kept


def only_solution(puzzle: Puzzle | Solution, backend: str | Backend, budget: Budget) -> Solution:
    """Return a proper puzzle's solution; raise NotProperError if it is not proper."""
    if isinstance(puzzle, Solution):
        return puzzle
    if puzzle.has_candidates:
        raise PuzzleError(
            "the puzzle has pencil marks, which say more than its clues",
            fix="give it without them: Puzzle.of(puzzle.board, puzzle.values)",
        )
    if puzzle.structure is not puzzle.board.csp and not puzzle.rules:
        puzzle.require_groups_alone("dropping clues")  # rivals are those of the board
    clash = puzzle.clash()
    if clash:
        raise NotProperError(clash)
    found = tuple(puzzle.solutions(backend, limit=2, timeout=budget.seconds_left()))
    if not found:
        raise NotProperError
    if len(found) > 1:
        raise NotProperError(solutions=found)
    return found[0]


def _shuffle(units: list[tuple[int, ...]], board: Board, rng: Rng) -> None:
    """Bring units into a random order, on large boards row by row (of their first cells)."""
    rng.shuffle(units)
    if len(board.cells) > _EVEN_CELLS:
        rows = list(range(board.shape[0]))
        rng.shuffle(rows)
        units.sort(key=lambda unit: rows[board.cells[unit[0]].row])


def _kept_cells(puzzle: Puzzle | Solution, keep: Iterable[CellKey]) -> set[int]:
    kept = {puzzle.board.cell_index(cell) for cell in keep}
    bare = next((cell for cell in sorted(kept) if not puzzle.values[cell]), None)
    if bare is not None:
        raise PuzzleError(f"{puzzle.board.cells[bare]} cannot be kept: it has no clue")
    return kept


def _units(puzzle: Puzzle | Solution, symmetry: str | None) -> list[tuple[int, ...]]:
    """Return the clues that are dropped together: each alone, or the orbits of a symmetry."""
    given = [cell for cell, value in enumerate(puzzle.values) if value]
    if symmetry is None:
        return [(cell,) for cell in given]
    units = [unit for unit in orbits(puzzle.board, symmetry) if puzzle.values[unit[0]]]
    if sum(map(len, units)) != len(given) or not all(puzzle.values[c] for u in units for c in u):
        raise PuzzleError(
            f"the clues are not symmetric by {symmetry}", fix="start from the solution"
        )
    return units
