"""Trials: a value is tried in a cell, and rules, groups and singles lead to a contradiction.

Variant puzzles often need this where plain ones have chains. Native propagation first tells which
candidates are worth a trial, and how much each would clear. All of these are continued step by
step until some fail; those that fail equally soon are told together.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.encoders import bitmask
from csp_sudoku.encoders.bitmask import Encoding
from csp_sudoku.engines import engine_of
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques import locked, rules, singles, subsets
from csp_sudoku.logic.techniques.technique import Technique, first_step
from csp_sudoku.model import Contradiction, Problem
from csp_sudoku.model.strengthening import RULES
from csp_sudoku.native.status import Status as Stop
from csp_sudoku.status import Status

if TYPE_CHECKING:
    from csp_sudoku.native.bitmask import Propagation

_SHORT = (1, 2, 3, 4, 5)
_LONG = (10, 20, 40, 400)
"""Trials are continued to these lengths, all of them to one before any to the next."""
_TOLD = 6
"""How many trials that fail at one length are told together, those that clear the most first."""
_HARDEST = 3.8
_MOST = 12
"""How many trials are made at once at the most."""
_NODES = 100_000
_MOST_BRANCHES = 60
"""A value that takes the native search more branches is not tried with trials inside."""
_EFFORTS: tuple[Propagation, ...] = ("naked", "singles", "locked")
"""Native propagation, the weakest first: what fails by less is likely to fail sooner."""
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

    def __init__(self, state: State, tried: Candidate, left: int) -> None:
        self.tried = tried
        self.left = left
        """How many candidates native propagation leaves on the board without this one."""
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
        return Step(
            name,
            self._sentence(state),
            eliminations=(self.tried,),
            pattern=(self.tried,),
            trial=tuple(self.steps),
        )

    def case(self, state: State) -> Step:
        """Return the trial as one of several in a step; it begins with what is assumed."""
        cell, value = state.words.cell[self.tried.cell], state.words.value[self.tried.value]
        start = Step("assumption", f"{cell} is {value}", placements=(self.tried,))
        return self.step(state, "case")._replace(trial=(start, *self.steps))

    def _sentence(self, state: State) -> str:
        cell, value = state.words.cell[self.tried.cell], state.words.value[self.tried.value]
        count = len(self.steps)
        after = f" after {count} step{'s' * (count > 1)}" if count else ""
        return f"if {cell} were {value}, then{after} {self.wrong}: {cell} cannot be {value}"


class _Trials(NamedTuple):
    """The trials of a state that native propagation promises to fail."""

    all: list[_Trial]

    @classmethod
    def of(cls, state: State) -> _Trials:
        """Return the trials of a state, continued as far as was needed so far."""
        return state.remember("trials", lambda: cls(_promising(state)))

    def failed(self, state: State, lengths: Sequence[int]) -> Iterator[list[_Trial]]:
        """Yield the trials that fail within these lengths: each time those that fail next."""
        told: set[Candidate] = set()
        for length in lengths:
            for trial in self.all:
                state.check()
                trial.extend(length, _INSIDE, state)
            done = [trial for trial in self.all if trial.wrong and trial.tried not in told]
            done.sort(key=lambda trial: (trial.left, trial.tried))
            told.update(trial.tried for trial in done)
            for start in range(0, len(done), _TOLD):
                yield done[start : start + _TOLD]


def _promising(state: State) -> list[_Trial]:
    """Return trials of candidates that native propagation refutes, the easiest of them."""
    native = _Native(state)
    left = [Candidate(c, v) for c in members(state.open) for v in values_of(state.candidates[c])]
    left.sort(key=lambda tried: state.candidates[tried.cell].bit_count())
    found: list[Candidate] = []
    for effort in _EFFORTS:
        more = set()
        for tried in left:
            state.check()
            if native.refutes(tried, effort):
                more.add(tried)
        found += [tried for tried in left if tried in more]
        if len(found) >= _MOST:
            break
        left = [tried for tried in left if tried not in more]
    return [_Trial(state, tried, native.left_without(tried)) for tried in found[:_MOST]]


class _Native:
    """A state as native masks, of which one at a time is changed and settled."""

    def __init__(self, state: State) -> None:
        problem = _problem(state)
        masks = list(problem.masks)
        for cell, value in enumerate(state.values):
            masks[cell] = 1 << value - 1 if value else state.candidates[cell]
        self.encoding: Encoding = bitmask.encode(problem.csp)
        self.masks = self.encoding.masks(Problem(problem.csp, masks))
        self.own = masks

    def refutes(self, tried: Candidate, propagation: Propagation) -> bool:
        """Whether a value in a cell fails by propagation."""
        return self._settled(tried.cell, 1 << tried.value - 1, propagation) is None

    def left_without(self, tried: Candidate) -> int:
        """Return how many candidates are left when one is cleared."""
        settled = self._settled(tried.cell, self.own[tried.cell] & ~(1 << tried.value - 1))
        return 0 if settled is None else sum(map(int.bit_count, settled))

    def nodes(self, tried: Candidate, most: int) -> int | None:
        """Return how many branches refute a candidate; None if that takes more."""
        masks = self.masks[:]
        masks[tried.cell] = self.encoding.mask(tried.cell, 1 << tried.value - 1)
        search = self.encoding.search(masks)
        stopped = search.run(nodes=most)
        return search.nodes if stopped is Stop.EXHAUSTED and search.solution is None else None

    def _settled(
        self, cell: int, mask: int, propagation: Propagation = "locked"
    ) -> array[int] | None:
        before = self.masks[cell]
        self.masks[cell] = self.encoding.mask(cell, mask)
        settled = self.encoding.settle(self.masks, propagation)
        self.masks[cell] = before
        return settled


def _problem(state: State) -> Problem:
    """Return the puzzle's structure as the native search takes it."""
    ruled = state.bits.ruled
    if ruled is None:
        return state.bits.board.csp.problem
    bare = ruled.ruled.csp.problem
    strong = bare.strengthened(frozenset(RULES))
    return bare if bitmask.refusal(strong.csp) else strong


def short_trial(state: State) -> Iterator[Step]:
    """Find values that fail after a few steps by rules, groups and singles."""
    return _steps(state, "short trial", _SHORT) if state.bits.ruled else iter(())


def trial(state: State) -> Iterator[Step]:
    """Find values that fail after any number of steps by rules, groups and singles."""
    return _steps(state, "trial", _LONG) if state.bits.ruled else iter(())


def nested_trial(state: State) -> Iterator[Step]:
    """Find values that fail by rules, groups, singles and trials inside of the trial.

    The native search tells which values fail after few branches; the first that also fails in
    steps is told.
    """
    if not state.bits.ruled and not state.remember("needs trials", lambda: _needs_trials(state)):
        return
    native = _Native(state)
    found = []
    for cell in members(state.open):
        state.check()
        for value in values_of(state.candidates[cell]):
            nodes = native.nodes(Candidate(cell, value), _MOST_BRANCHES)
            if nodes is not None:
                found.append((nodes, state.candidates[cell].bit_count(), Candidate(cell, value)))
    for _, _, tried in sorted(found)[:_MOST]:
        one = _Trial(state, tried, 0)
        one.extend(_LONG[-1], _NESTED, state)
        if one.wrong:
            yield one.step(state, "nested trial")


def _needs_trials(state: State) -> bool:
    """Whether a board without rules is one for trials: proper, not large, and not plain 9x9.

    On these, chains and forcing nets come first; plain 9x9 has the rater's nested forcing chains.
    """
    if state.is_large or engine_of(state.bits.board.csp) is not None:
        return False
    return state.puzzle.solve("bitmask", limit=2, nodes=_NODES).status is Status.SOLVED


def _steps(state: State, name: str, lengths: Sequence[int]) -> Iterator[Step]:
    for together in _Trials.of(state).failed(state, lengths):
        if len(together) == 1:
            yield together[0].step(state, name)
            continue
        tried = tuple([trial.tried for trial in together])
        yield Step(
            name,
            f"{len(together)} values fail, each tried by itself: {state.words.out(tried)}",
            eliminations=tried,
            pattern=tried,
            trial=tuple([trial.case(state) for trial in together]),
        )


TECHNIQUES = (
    Technique("short trial", 6.5, short_trial),
    Technique("trial", 7.0, trial),
    Technique("nested trial", 10.0, nested_trial),
)
_NESTED = (
    *_INSIDE,
    Technique("short trial", 6.5, lambda state: _steps(state, "short trial", _SHORT)),
    Technique("trial", 7.0, lambda state: _steps(state, "trial", _LONG)),
)
"""The techniques that are used inside a nested trial, on every board."""
