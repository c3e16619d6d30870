"""What follows when a candidate is assumed to be true, or false: singles, patterns, inner chains.

This is what the rater does natively (`native/src/rating9_closure.c`), told: every value that is
found and every candidate that is lost knows what it follows from, so that only what a conclusion
needs is told. The level says what may be used besides singles: 1 locked candidates, pairs and
X-wings; from 2 on inner chains, which the rater finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Link, Step
from csp_sudoku.logic.techniques import fish, locked, subsets

Inner = Callable[[State, int], Step | None]
"""Finds an inner chain in a position, as the level allows: a step."""

_CELL = -1
_NOTHING = -1
_PATTERNS = (
    locked.pointing,
    locked.claiming,
    lambda state: subsets.hidden(state, 2),
    lambda state: subsets.naked(state, 2),
    next(technique for technique in fish.TECHNIQUES if technique.name == "x-wing").find,
)


class _Event(NamedTuple):
    """A value that was found, or a step that cleared candidates; what was lost before it."""

    found: Candidate | None
    group: int
    step: Step | None
    needs: tuple[Candidate, ...]


class Path(NamedTuple):
    """The steps to a conclusion, without those that it does not need."""

    steps: tuple[Step, ...]
    values: tuple[Candidate, ...]
    links: tuple[Link, ...]


class Followed:
    """All that follows from one assumption, round by round."""

    def __init__(
        self, state: State, assumed: Candidate, *, is_true: bool, level: int, inner: Inner
    ) -> None:
        self.base = state
        self.assumed = assumed
        self.is_true = is_true
        self.level = level
        self.inner = inner
        self.now = state.copy()
        """What is left; found values stay as the one candidate of their cell."""
        self.events: list[_Event] = []
        self.lost: dict[Candidate, int] = {}
        """For each candidate that was lost the number of the event, or -1 for the assumption."""
        self.found: dict[Candidate, int] = {}
        self.edge: list[Candidate] = []
        self.clash: tuple[str, tuple[Candidate, ...]] | None = None
        """The contradiction in words, and the lost candidates that it needs."""
        if is_true:
            self._find(assumed, _CELL, ())
        else:
            self._lose([assumed], _NOTHING)

    # Following

    def runs_to(self, placed: Candidate | None, cleared: Candidate | None) -> bool:
        """Follow until a value is found, a candidate is lost, or there is a contradiction."""
        while not self.clash:
            if placed in self.found or cleared in self.lost:
                return True
            self.base.check()
            if self.edge:
                self._follow(self.edge.pop(0))
            elif not self._use_patterns():
                return False
        return True

    def _follow(self, found: Candidate) -> None:
        cell, value = found
        number = self.found[found]
        others = self.now.candidates[cell] & ~(1 << value - 1)
        gone = [Candidate(cell, other) for other in values_of(others)]
        hit = self.now.places[value] & self.now.bits.peers[cell]
        self._lose([*gone, *(Candidate(peer, value) for peer in members(hit))], number)

    def _lose(self, gone: Iterable[Candidate], event: int) -> None:
        taken = [candidate for candidate in gone if self.now.has(*candidate)]
        for candidate in taken:
            self.now.clear(*candidate)
            self.lost[candidate] = event
        for candidate in taken:
            if not self.clash:
                self._look(candidate)

    def _look(self, lost: Candidate) -> None:
        """Look for singles and contradictions where a candidate was lost."""
        now, words = self.now, self.now.words
        cell, value = lost
        left = now.candidates[cell]
        if not left:
            self.clash = f"{words.cell[cell]} has no value left", self._in_cell(cell, 0)
            return
        if not left & (left - 1):
            self._find(Candidate(cell, left.bit_length()), _CELL, self._in_cell(cell, left))
        for group in now.bits.groups_of[cell]:
            if not group.is_full or self.base.placed[value] & group.mask:
                continue
            places = now.places[value] & group.mask
            if not places:
                words_for = f"{group} has no place for {words.value[value]}"
                self.clash = words_for, self._in_group(group.mask, value, 0)
                return
            if not places & (places - 1):
                there = Candidate(places.bit_length() - 1, value)
                self._find(there, group.number, self._in_group(group.mask, value, places))

    def _in_cell(self, cell: int, left: int) -> tuple[Candidate, ...]:
        return tuple(Candidate(cell, v) for v in values_of(self.base.candidates[cell] & ~left))

    def _in_group(self, group: int, value: int, left: int) -> tuple[Candidate, ...]:
        before = self.base.places[value] & group & ~left
        return tuple(Candidate(cell, value) for cell in members(before))

    def _find(self, found: Candidate, group: int, needs: tuple[Candidate, ...]) -> None:
        if found not in self.found:
            self.found[found] = len(self.events)
            self.events.append(_Event(found, group, None, needs))
            self.edge.append(found)

    def _use_patterns(self) -> bool:
        """Use the first pattern, or inner chain, that clears something; tell whether one does."""
        if self.level < 1:
            return False
        for find in _PATTERNS:
            step = next(find(self.now), None)
            if step is not None:
                return self._take(step, self._missing(step))
        if self.level < 2:
            return False
        step = self.inner(self.now, self.level)
        return step is not None and self._take(step, tuple(self.lost))

    def _take(self, step: Step, needs: tuple[Candidate, ...]) -> bool:
        number = len(self.events)
        self.events.append(_Event(None, _CELL, step, needs))
        gone = list(step.eliminations)
        for cell, value in step.placements:
            others = self.now.candidates[cell] & ~(1 << value - 1)
            gone += [Candidate(cell, other) for other in values_of(others)]
        before = len(self.lost)
        self._lose(gone, number)
        return len(self.lost) > before

    def _missing(self, step: Step) -> tuple[Candidate, ...]:
        """Return the candidates that had to be lost for a pattern: in its cells and groups."""
        cells = {cell for cell, _ in step.pattern}
        values = {value for _, value in step.pattern}
        area = 0
        for number in step.groups:
            area |= self.base.bits.groups[number].mask
        return tuple(
            lost
            for lost in self.lost
            if lost.cell in cells or (area >> lost.cell & 1 and lost.value in values)
        )

    # Telling

    def path(self, placed: Candidate | None, cleared: Candidate | None) -> Path:
        """Return the path to the contradiction, or else to what was found or lost."""
        if self.clash:
            return self._path(self.clash[1], [])
        if placed is not None:
            return self._path((), [self.found[placed]])
        assert cleared is not None
        return self._path((cleared,), [])

    def _path(self, ends: Iterable[Candidate], events: list[int]) -> Path:
        needed: set[int] = set()
        links: dict[Link, None] = {}
        todo = [*events, *self._causes(ends, None, links)]
        while todo:
            number = todo.pop()
            if number in needed or number == _NOTHING:
                continue
            needed.add(number)
            event = self.events[number]
            todo += self._causes(event.needs, event.found, links)
        told = [self.events[number] for number in sorted(needed)]
        steps = tuple(self._step(event) for event in told if not self._is_assumption(event))
        return Path(steps, tuple(e.found for e in told if e.found is not None), tuple(links))

    def _causes(
        self, lost: Iterable[Candidate], found: Candidate | None, links: dict[Link, None]
    ) -> Iterator[int]:
        for candidate in lost:
            number = self.lost[candidate]
            because = self.events[number].found if number != _NOTHING else None
            if because is not None:
                links[Link(because, candidate, False)] = None
            if found is not None:
                links[Link(candidate, found, True)] = None
            yield number

    def _is_assumption(self, event: _Event) -> bool:
        return self.is_true and event.found == self.assumed

    def _step(self, event: _Event) -> Step:
        if event.step is not None:
            return event.step
        assert event.found is not None
        words = self.base.words
        cell, value = words.cell[event.found.cell], words.value[event.found.value]
        if event.group == _CELL:
            name, sentence = "naked single", f"{cell} can only be {value}"
        else:
            group = self.base.bits.groups[event.group]
            name = "hidden single"
            sentence = f"{value} has one place left in {group}: {cell}"
        return Step(name, sentence, placements=(event.found,), pattern=(event.found,))

    @property
    def start(self) -> Step:
        """The assumption as a step."""
        words = self.base.words
        cell, value = words.cell[self.assumed.cell], words.value[self.assumed.value]
        if self.is_true:
            return Step("assumption", f"{cell} is {value}", placements=(self.assumed,))
        return Step("assumption", f"{cell} is not {value}", eliminations=(self.assumed,))
