"""An explanation: the steps of a puzzle as far as logic goes, as text, data, or one by one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from csp_sudoku.formats.format import marks_of, rules_of
from csp_sudoku.logic.game import Progress
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.model import Contradiction
from csp_sudoku.puzzle import Puzzle

SEVERAL = 2
"""The value of `solutions` for two solutions or more."""


@dataclass(slots=True, eq=False, repr=False)
class Explanation:
    """The steps of a puzzle as far as logic goes; iterating gives the steps.

    `progress` says how it ended, and `state` is the board at the end. `solutions` is how many
    solutions the puzzle has (0, 1, or 2 for several), or None if that is not known.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    progress: Progress
    state: State
    contradiction: Contradiction | None = None
    solutions: int | None = None

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return self.progress is Progress.SOLVED

    def __repr__(self) -> str:
        return f"<Explanation: {len(self)} steps, {self.ending}>"

    def __str__(self) -> str:
        return "\n".join([*_lines(self.steps), self.ending])

    def _repr_html_(self) -> str:
        from csp_sudoku.render.html import of_explanation

        return of_explanation(self)

    def start(self) -> State:
        """Return the state that the first step starts from."""
        state = State.of(self.puzzle)
        state.words = self.state.words
        return state

    def replay(self) -> Iterator[tuple[State, Step]]:
        """Yield each step with the state that it starts from, as `render.svg` draws them.

        >>> explained = Puzzle("1234 3412 2143 43..").explain()
        >>> [(state.open.bit_count(), step.technique) for state, step in explained.replay()]
        [(2, 'full house'), (1, 'full house')]
        """
        state = self.start()
        for step in self.steps:
            yield state.copy(), step
            state.apply(step)

    @property
    def ending(self) -> str:
        """How the explanation ended, in words."""
        if self.contradiction:
            return f"contradiction: {self.contradiction}"
        if self.progress is Progress.OPEN:
            return "open: the time ended"
        if self.progress is Progress.SOLVED:
            return "solved, as one of several solutions" if self._has_several else "solved"
        if self._has_several:
            return "stuck: the puzzle has several solutions"
        return "stuck: the puzzle has no solution" if self.solutions == 0 else "stuck"

    @property
    def _has_several(self) -> bool:
        return self.solutions is not None and self.solutions >= SEVERAL

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique was used, the easiest first.

        >>> Puzzle("1234 3412 2143 43..").explain().techniques
        {'full house': 2}
        """
        counts = Counter(step.technique for step in self.steps)
        return dict(sorted(counts.items(), key=lambda item: (_rating(item[0]), item[0])))

    @property
    def summary(self) -> str:
        """The techniques that were used, in words; the hardest one comes last.

        >>> Puzzle("1... ..2. .3.. ...4").explain().summary
        '7 full house, 5 hidden single in a block'
        """
        return ", ".join(f"{count} {name}" for name, count in self.techniques.items())

    @property
    def guesses(self) -> int:
        """The number of guesses, including refuted ones and those inside trials."""
        return _guesses(self.steps)

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data.

        Keys: "board" (see `Board.to_data`), "puzzle" and "values" (one number per cell, 0 for open:
        the clues, and what was reached), "marks" and "rules" (the pencil marks and the rules, if
        there are any), "progress", "ending", "contradiction" (None, or "reason" and "cells"),
        "solutions", "guesses", and "steps". A step has "technique", "sentence", "placements",
        "eliminations", "pattern" and "fins" (each a list of "cell" and "value"), "support" (cells),
        "groups" (names), "rule" (what the sentence calls the rule that it is about, or None),
        "links" ("start", "end", "strong"), and "trial" (the steps behind a refuted guess). Cells
        are named as r4c6; values count from 1.
        """
        found = self.contradiction
        return {
            "board": self.puzzle.board.to_data(),
            "puzzle": list(self.puzzle.values),
            **marks_of(self.puzzle),
            **rules_of(self.puzzle),
            "values": list(self.state.values),
            "progress": str(self.progress),
            "ending": self.ending,
            "contradiction": found
            and {"reason": found.reason, "cells": [str(v) for v in found.variables]},
            "solutions": self.solutions,
            "guesses": self.guesses,
            "steps": [step_data(step, self.state) for step in self.steps],
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), indent=indent)


def step_data(step: Step, state: State) -> dict[str, Any]:
    """Return a step as plain data; see `Explanation.to_dict`."""
    cell = state.words.cell

    def marks(candidates: Iterable[Candidate]) -> list[dict[str, Any]]:
        return [{"cell": cell[c], "value": value} for c, value in candidates]

    return {
        "technique": step.technique,
        "sentence": step.sentence,
        "placements": marks(step.placements),
        "eliminations": marks(step.eliminations),
        "pattern": marks(step.pattern),
        "fins": marks(step.fins),
        "support": [cell[c] for c in step.support],
        "groups": [state.bits.groups[number].name for number in step.groups],
        "rule": step.rule or None,
        "links": [
            {"start": start, "end": end, "strong": link.is_strong}
            for link in step.links
            for start, end in [marks([link.start, link.end])]
        ],
        "trial": [step_data(inner, state) for inner in step.trial],
    }


def _lines(steps: Iterable[Step], before: str = "") -> Iterator[str]:
    """Yield the numbered sentences; the steps of a trial are numbered below its own number."""
    for number, step in enumerate(steps, start=1):
        yield f"{before}{number}. {step}"
        yield from _lines(step.trial, f"   {before}{number}.")


def _rating(technique: str) -> float:
    """Return the rating of a technique; reasons and guesses are above all of them."""
    from csp_sudoku.logic.techniques.table import BY_NAME

    found = BY_NAME.get(technique)
    return 99.0 if found is None else found.rating


def _guesses(steps: Iterable[Step]) -> int:
    return sum((step.technique == "pick") + _guesses(step.trial) for step in steps)
