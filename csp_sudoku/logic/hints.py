"""Hints: an area, the technique, or the whole step; refused while the board has an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from csp_sudoku.budgets import Budget
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import MoveError, OutOfBudgetError
from csp_sudoku.formats.alphabets import Alphabet, alphabet_for
from csp_sudoku.logic.explanation import step_data
from csp_sudoku.logic.reasons import SMALLEST_REASON
from csp_sudoku.logic.solver import half_of, solution_count
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step
from csp_sudoku.logic.techniques.singles import BLOCKS
from csp_sudoku.logic.techniques.table import TECHNIQUES
from csp_sudoku.logic.techniques.technique import first_step
from csp_sudoku.logic.words import listed
from csp_sudoku.puzzle import Puzzle

HINT_LEVELS = (1, 2, 3)
"""The area; the technique and the area; the whole step."""


class Hint(NamedTuple):
    """A hint in words, with the step that it is about, or the wrong cells why it is refused."""

    text: str
    level: int
    step: Step | None = None
    is_refused: bool = False
    """Whether something is wrong on the board; `wrong` names the cells, if they are known."""
    wrong: tuple[str, ...] = ()
    data: dict[str, Any] | None = None
    """The step as plain data, at level 3."""

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return self.step is not None

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as plain data: "text", "level", "refused", "wrong", "step" at level 3."""
        return {
            "text": self.text,
            "level": self.level,
            "refused": self.is_refused,
            "wrong": [*self.wrong],
            "step": self.data,
        }


class Mistake(NamedTuple):
    """What is wrong on a board, and at which cells, if that is known."""

    text: str
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


def hint(
    puzzle: Puzzle,
    level: int = 1,
    *,
    entries: Mapping[CellKey, int] | None = None,
    unique: bool = False,
    timeout: float | None = 5.0,
    alphabet: str | Alphabet | None = None,
) -> Hint:
    """Return a hint for the next step; see `Puzzle.hint`."""
    check_level(level)
    budget = Budget(seconds=timeout)
    board = puzzle.board
    entered: dict[tuple[int, int], int | None] = {
        board.cells[board.cell_index(cell)]: value for cell, value in (entries or {}).items()
    }
    filled = puzzle.replace(entered)
    wrong = mistake(puzzle, filled, timeout=half_of(budget), alphabet=alphabet)
    if wrong:
        return refused(wrong, level)
    is_unique = unique and solution_count(puzzle, timeout=half_of(budget)) == 1
    state = State.of(filled, alphabet=alphabet)
    return hint_at(state, level, unique=is_unique, timeout=budget.seconds_left())


def hint_at(state: State, level: int, *, unique: bool = False, timeout: float | None = 5.0) -> Hint:
    """Return a hint for a state in which nothing is known to be wrong."""
    if state.is_solved:
        return Hint("the board is solved", level)
    usable = [t for t in TECHNIQUES if unique or not t.needs_unique]
    try:
        step = first_step(state, [*usable, SMALLEST_REASON], Budget(seconds=timeout))
    except OutOfBudgetError:
        return Hint("the time ended before a step was found: allow more time", level)
    if step is None:
        return Hint("no technique helps here: set or clear a value by hand", level)
    if level == 1:
        return Hint(f"look at {_area(state, step)}", level, step)
    if level == 2:
        return Hint(f"{step.technique}: look at {_area(state, step)}", level, step)
    return Hint(f"{step.technique}: {step}", level, step, data=step_data(step, state))


def refused(wrong: Mistake, level: int) -> Hint:
    """Return the hint that refuses to help while something is wrong."""
    return Hint(f"no hint while the board has an error: {wrong}", level, None, True, wrong.cells)


def mistake(
    puzzle: Puzzle,
    filled: Puzzle,
    *,
    timeout: float | None = 5.0,
    alphabet: str | Alphabet | None = None,
) -> Mistake | None:
    """Return what is wrong with what was entered into a puzzle; None if nothing is.

    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> print(mistake(puzzle, puzzle.replace({(0, 1): 4, (0, 2): 3})))
    r1c2 is not 4, and r1c3 is not 3
    >>> print(mistake(puzzle, puzzle.replace({(0, 1): 1})))
    r1c1 and r1c2 in row 1 are both 1

    Args:
        puzzle: the puzzle as it was given.
        filled: the puzzle with what was entered, and with pencil marks if some were cleared.
        timeout: seconds for the search for the solution; what is not known then is not a mistake.
        alphabet: the symbols for values in the sentence.
    """
    board = puzzle.board
    both = zip(board.cells, puzzle.values, filled.values, strict=True)
    changed = [str(cell) for cell, given, entered in both if given and entered != given]
    if changed:
        return Mistake(f"{listed(changed)} must stay as given", tuple(changed))
    clash = filled.clash()
    if clash:
        return Mistake(str(clash), tuple(str(v) for v in clash.variables))
    masks = filled.masks
    budget = Budget(seconds=timeout)
    answer = puzzle.solve(limit=2, timeout=timeout)
    if not answer or answer.solution is None:
        is_lost = solution_count(filled, timeout=budget.seconds_left()) == 0
        return Mistake("there is no solution from here") if is_lost else None
    symbol = alphabet_for(board.size, alphabet).symbol
    wrong: dict[str, str] = {}
    cleared: dict[str, str] = {}
    for index, right in enumerate(answer.solution.values):
        entered, cell = filled.values[index], str(board.cells[index])
        if entered and entered != right:
            wrong[cell] = f"{cell} is not {symbol(entered)}"
        elif not masks[index] >> right - 1 & 1:
            cleared[cell] = f"{symbol(right)} was cleared from {cell}"
    told = wrong or cleared  # what a wrong value cleared from its peers follows from it
    return Mistake(", and ".join(told.values()), tuple(told)) if told else None


def check_level(level: object) -> None:
    """Raise MoveError for anything that is not a level of hints."""
    if level not in HINT_LEVELS or isinstance(level, bool):
        raise MoveError(
            f"there is no hint of level {level!r}",
            fix="use 1 for the area, 2 for the technique, 3 for the step",
        )


def _area(state: State, step: Step) -> str:
    """Name the rule that the step is about, or one group, preferably a block."""
    if step.rule:
        return step.rule
    groups = [state.bits.groups[number] for number in step.groups]
    if not groups:
        cell, _ = (*step.pattern, *step.placements, *step.eliminations)[0]
        groups = list(state.bits.groups_of[cell])
        if not groups:
            return state.words.cell[cell]
    blocks = [group for group in groups if group.kind in BLOCKS]
    return str((blocks or groups)[0])
