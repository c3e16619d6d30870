"""Trials: a value is tried in a cell, and rules, groups and singles lead to a contradiction.

Variant puzzles often need this where plain ones have chains. Native propagation first tells which
candidates are worth a trial; among those the shortest trial is told, step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.encoders import bitmask
from csp_sudoku.logic.ruled_bits import RuledBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques import locked, rules, singles, subsets
from csp_sudoku.logic.techniques.technique import Technique, first_step
from csp_sudoku.model import Contradiction, Problem
from csp_sudoku.model.strengthening import RULES

_SHORT = 5
_LONG = (12, 30, 400)
"""Trials are continued to these lengths, all of them to one before any to the next."""
_HARDEST = 3.8
_MOST = 60
"""How many trials are made at once at the most."""
_INSIDE = tuple(
    sorted(
        (
            technique
            for family in (singles, locked, rules, subsets)
            for technique in family.TECHNIQUES
            if technique.rating <= _HARDEST
        ),
        key=lambda technique: technique.rating,
    )
)
"""The techniques that are used inside a trial."""


class _Trial:
    """A candidate that is tried, and the steps that follow so far."""

    def __init__(self, state: State, tried: Candidate) -> None:
        self.tried = tried
        self.steps: list[Step] = []
        self.state = state.copy()
        self.is_over = False
        start = Step("trial", "", placements=(tried,))
        self.wrong: Contradiction | None = self.state.apply(start)

    def extend(self, length: int, techniques: Sequence[Technique], state: State) -> None:
        """Take steps until there is a contradiction, or as many as `length`."""
        while not self.wrong and not self.is_over and len(self.steps) < length:
            step = first_step(self.state, techniques, state.budget)
            if step is None:
                self.is_over = True
                return
            self.steps.append(step)
            self.wrong = self.state.apply(step)

    def step(self, state: State, name: str) -> Step:
        """Return the trial as a step that clears the candidate."""
        words = state.words
        cell, value = words.cell[self.tried.cell], words.value[self.tried.value]
        count = len(self.steps)
        after = f" after {count} step{'s' * (count > 1)}" if count else ""
        return Step(
            name,
            f"if {cell} were {value}, then{after} {self.wrong}: {cell} cannot be {value}",
            eliminations=(self.tried,),
            pattern=(self.tried,),
            trial=tuple(self.steps),
        )


class _Trials(NamedTuple):
    """The trials of a state that native propagation promises to fail."""

    all: list[_Trial]

    @classmethod
    def of(cls, state: State) -> _Trials:
        """Return the trials of a state, continued as far as was needed so far."""
        return state.remember("trials", lambda: cls(_promising(state)))

    def failed(self, state: State, length: int) -> Iterator[_Trial]:
        """Yield the trials that fail within this many steps, those with the fewest first."""
        for trial in self.all:
            state.check()
            trial.extend(length, _INSIDE, state)
        done = [trial for trial in self.all if trial.wrong]
        yield from sorted(done, key=lambda trial: (len(trial.steps), trial.tried))


def _promising(state: State) -> list[_Trial]:
    ruled = state.bits.ruled
    if ruled is None:
        return []
    problem = _problem(ruled)
    encoding = bitmask.encode(problem.csp)
    masks = list(problem.masks)
    for cell, value in enumerate(state.values):
        masks[cell] = 1 << value - 1 if value else state.candidates[cell]
    found = []
    for cell in members(state.open):
        state.check()
        for value in values_of(state.candidates[cell]):
            tried = [*masks[:cell], 1 << value - 1, *masks[cell + 1 :]]
            if encoding.settle(encoding.masks(Problem(problem.csp, tried))) is None:
                found.append(Candidate(cell, value))
    few = sorted(found, key=lambda c: (state.candidates[c.cell].bit_count(), c))[:_MOST]
    return [_Trial(state, candidate) for candidate in few]


def _problem(ruled: RuledBits) -> Problem:
    """Return the puzzle's structure as the native search takes it."""
    bare = ruled.ruled.csp.problem
    strong = bare.strengthened(frozenset(RULES))
    return bare if bitmask.refusal(strong.csp) else strong


def short_trial(state: State) -> Iterator[Step]:
    """Find values that fail after a few steps by rules, groups and singles."""
    for trial in _Trials.of(state).failed(state, _SHORT):
        yield trial.step(state, "short trial")


def trial(state: State) -> Iterator[Step]:
    """Find values that fail after any number of steps by rules, groups and singles."""
    trials = _Trials.of(state)
    for length in _LONG:
        for found in trials.failed(state, length):
            yield found.step(state, "trial")


TECHNIQUES = (
    Technique("short trial", 6.5, short_trial),
    Technique("trial", 8.5, trial),
)
