"""The steps of a puzzle as entries of a book: a picture wherever more than a single is needed."""

from __future__ import annotations

from collections.abc import Iterator

from csp_sudoku.logic.step import Step
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.render.pdf import Entry
from csp_sudoku.render.scene import Symbols, scene_of

_UNEXPLAINED = "Steps for puzzles with rules are not written yet."
_SINGLES = ("full house", "naked single", "hidden single")
"""How the names of techniques begin that need no picture."""


def steps_of(
    puzzle: Puzzle, number: int, alphabet: Symbols | None, timeout: float
) -> Iterator[Entry]:
    """Yield what is shown of a puzzle's steps.

    Singles are listed in one sentence. Each other step has a picture of the board before it, with
    its candidates, and its sentence below. The last picture is the board at the end.
    """
    if not puzzle.has_groups_alone:
        yield Entry(str(number), scene_of(puzzle, alphabet=alphabet), _UNEXPLAINED)
        return
    explanation = puzzle.explain(timeout=timeout)
    singles: list[str] = []
    shown = 0
    for state, step in explanation.replay():
        if step.technique.startswith(_SINGLES):
            words = state.words
            singles += [
                f"{words.cell[cell]} = {words.value[value]}" for cell, value in step.placements
            ]
            continue
        shown += 1
        note = " ".join([*_listed(singles), _sentence(step)])
        singles = []
        yield Entry(
            f"{number}.{shown}   {step.technique}",
            scene_of(state, alphabet=alphabet),
            note,
            step=step,
        )
    note = " ".join(
        [*_listed(singles), f"{explanation.ending[:1].upper()}{explanation.ending[1:]}."]
    )
    yield Entry(
        f"{number}   at the end" if shown else str(number),
        scene_of(explanation.state, alphabet=alphabet),
        note,
    )


def _listed(singles: list[str]) -> Iterator[str]:
    if singles:
        yield f"Singles: {', '.join(singles)}."


def _sentence(step: Step) -> str:
    return f"{step.sentence[:1].upper()}{step.sentence[1:]}."
