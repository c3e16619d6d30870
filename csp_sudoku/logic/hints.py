"""Hints: a nudge, the technique, or the whole step; none while the board has an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from csp_sudoku.errors import MoveError
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.explaining import solutions
from csp_sudoku.logic.explanation import step_data
from csp_sudoku.logic.singles import BLOCKS
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step
from csp_sudoku.logic.table import TECHNIQUES
from csp_sudoku.logic.technique import first_step
from csp_sudoku.puzzle import CellKey, Puzzle

LEVELS = (1, 2, 3)
"""The area; the technique and the area; the whole step."""


class Hint(NamedTuple):
    """A hint in words; the step behind it, or the cells that are wrong and forbid one."""

    text: str
    level: int
    step: Step | None = None
    wrong: tuple[str, ...] = ()
    data: dict[str, Any] | None = None
    """The step as plain data, as far as the level tells it."""

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return self.step is not None

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as plain data: "text", "level", "wrong", and "step", at level 3."""
        return {"text": self.text, "level": self.level, "wrong": [*self.wrong], "step": self.data}


class Mistake(NamedTuple):
    """What is wrong on a board, and at which cells, if that can be told."""

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
    timeout: float | None = 10.0,
    alphabet: str | Alphabet | None = None,
) -> Hint:
    """Return a hint for the next step; see `Puzzle.hint`."""
    check_level(level)
    entered = dict(entries or {})
    wrong = mistake(puzzle, entered, timeout=timeout)
    if wrong:
        return refused(wrong, level)
    filled = puzzle.replace({puzzle.board.cells[puzzle.board.cell_index(c)]: v
                             for c, v in entered.items()})  # fmt: skip
    leans = unique and solutions(puzzle, timeout=timeout) == 1
    return hint_at(State.of(filled, alphabet=alphabet), level, unique=leans, timeout=timeout)


def hint_at(
    state: State, level: int, *, unique: bool = False, timeout: float | None = 10.0
) -> Hint:
    """Return a hint for a state, whatever led there."""
    if state.is_solved:
        return Hint("the board is solved", level)
    step = first_step(state, [t for t in TECHNIQUES if unique or not t.needs_unique])
    step = step or _general_step(state, timeout)
    if step is None:
        return Hint("no technique helps here: set or clear a value by hand", level)
    if level == 1:
        return Hint(f"look at {_area(state, step)}", level, step)
    if level == 2:
        return Hint(f"{step.technique}: look at {_area(state, step)}", level, step)
    return Hint(f"{step.technique}: {step}", level, step, data=step_data(step, state))


def refused(wrong: Mistake, level: int) -> Hint:
    """Return the refusal of a hint while something is wrong."""
    return Hint(f"no hint while the board has an error: {wrong}", level, wrong=wrong.cells)


def mistake(
    puzzle: Puzzle, entries: Mapping[CellKey, int], *, timeout: float | None = 10.0
) -> Mistake | None:
    """Return what is wrong with a puzzle and what was entered into it; None if nothing is.

    >>> print(mistake(Puzzle("1... ..2. .3.. ...4"), {"r1c2": 4, "r1c3": 3}))
    r1c2 is not 4, and r1c3 is not 3
    >>> print(mistake(Puzzle("1... ..2. .3.. ...4"), {"r1c2": 1}))
    r1c1 and r1c2 in row 1 are both 1
    """
    board = puzzle.board
    at = {board.cell_index(cell): value for cell, value in entries.items()}
    given = [
        board.cells[cell] for cell, value in at.items() if puzzle.values[cell] not in (0, value)
    ]
    if given:
        return Mistake(f"{_all(given, 'is')} given", tuple(map(str, given)))
    filled = puzzle.replace({board.cells[cell]: value for cell, value in at.items()})
    clash = filled.clash()
    if clash:
        return Mistake(str(clash), tuple(str(v) for v in clash.variables))
    answer = puzzle.solve(limit=2, timeout=timeout)
    if answer and answer.solution is not None:
        solution = answer.solution.values
        wrong = [(board.cells[c], v) for c, v in at.items() if solution[c] != v]
        text = ", and ".join(f"{cell} is not {value}" for cell, value in wrong)
        return Mistake(text, tuple(str(cell) for cell, _ in wrong)) if wrong else None
    if solutions(filled, timeout=timeout) == 0:
        return Mistake("there is no solution from here")
    return None


def check_level(level: object) -> None:
    """Refuse what is no level."""
    if level not in LEVELS or isinstance(level, bool):
        raise MoveError(
            f"no hint of level {level!r}",
            fix="use 1 for the area, 2 for the technique, 3 for the step",
        )


def _all(cells: Iterable[object], verb: str) -> str:
    return ", ".join(f"{cell} {verb}" for cell in cells)


def _general_step(state: State, timeout: float | None) -> Step | None:
    from csp_sudoku.errors import BackendUnavailable

    try:
        from csp_sudoku.logic.reasons import smallest_reason

        return next(smallest_reason(state, timeout=timeout), None)
    except BackendUnavailable:
        return None


def _area(state: State, step: Step) -> str:
    """Name one group that the step is about: of its own ones a block, if there is one."""
    groups = [state.bits.groups[number] for number in step.groups]
    if not groups:
        cell, _ = (*step.pattern, *step.placements, *step.eliminations)[0]
        groups = list(state.bits.groups_of[cell])
        if not groups:
            return state.words.cell[cell]
    blocks = [group for group in groups if group.kind in BLOCKS]
    return str((blocks or groups)[0])
