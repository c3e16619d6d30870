"""Steps and moves: what one application of a technique does, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from csp_sudoku.bits import members


class Candidate(NamedTuple):
    """A value that a cell may have: the cell's number on the board, and the value, from 1."""

    cell: int
    value: int


class Link(NamedTuple):
    """A line to draw between two candidates.

    A strong link says that they are not both false, a weak one that they are not both true.
    """

    start: Candidate
    end: Candidate
    is_strong: bool


class Step(NamedTuple):
    """One application of a technique: what follows, what it follows from, and the sentence.

    `pattern` has the candidates that justify the step, and `fins` those among them that play a
    special part (fins of a fish, the false colour, the roof of a rectangle). `support` has the
    solved cells that justify it, `groups` the numbers of the groups, and `rule` is what sentences
    call the rule that it is about. A refuted guess has the steps of its `trial`; one with several
    cases has a step for each, with a trial of its own that begins with the assumption.
    """

    technique: str
    sentence: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    pattern: tuple[Candidate, ...] = ()
    fins: tuple[Candidate, ...] = ()
    support: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    links: tuple[Link, ...] = ()
    trial: tuple[Step, ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        from csp_sudoku.render.html import of_step

        return of_step(self)

    @property
    def result(self) -> tuple[frozenset[Candidate], frozenset[Candidate]]:
        """The placements and eliminations as sets: two steps with the same result do the same."""
        return frozenset(self.placements), frozenset(self.eliminations)

    def moves(self) -> Iterator[Move]:
        """Yield the moves of the step, placements first."""
        for cell, value in self.placements:
            yield Move(True, cell, value, self)
        for cell, value in self.eliminations:
            yield Move(False, cell, value, self)


class Move(NamedTuple):
    """One change of a state, with its reason: a value is placed, or a candidate is cleared."""

    places: bool
    cell: int
    value: int
    reason: Step

    def __str__(self) -> str:
        return self.reason.sentence


def at(cells: int, value: int) -> tuple[Candidate, ...]:
    """Return the value as a candidate of each of these cells.

    >>> at(0b101, 7)
    (Candidate(cell=0, value=7), Candidate(cell=2, value=7))
    """
    return tuple([Candidate(cell, value) for cell in members(cells)])


def chain_links(nodes: Iterable[Candidate], *, starts_strong: bool = True) -> tuple[Link, ...]:
    """Return the links along a chain, alternately strong and weak.

    >>> a, b, c = (Candidate(cell, 1) for cell in range(3))
    >>> [link.is_strong for link in chain_links([a, b, c])]
    [True, False]
    """
    links = []
    before = None
    strong = starts_strong
    for node in nodes:
        if before is not None:
            links.append(Link(before, node, strong))
            strong = not strong
        before = node
    return tuple(links)
