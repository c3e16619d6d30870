from collections.abc import Iterable, Iterator
from typing import Final, Self, SupportsIndex, final

from typing_extensions import Buffer

from csp_sudoku.native.status import Status

EXHAUSTED: Final = Status.EXHAUSTED
SOLUTION: Final = Status.SOLUTION
PAUSED: Final = Status.PAUSED

class ExactCover:
    """An exact cover problem: read only, shared by any number of searches and threads."""

    def __init__(
        self,
        primary: SupportsIndex,
        options: Iterable[Iterable[SupportsIndex]],
        secondary: SupportsIndex = 0,
        colours: Iterable[Iterable[SupportsIndex]] | None = None,
        leading: SupportsIndex | None = None,
    ) -> None: ...
    @classmethod
    def from_arrays(
        cls,
        primary: SupportsIndex,
        secondary: SupportsIndex,
        offsets: Buffer,
        items: Buffer,
        colours: Buffer | None = None,
        leading: SupportsIndex | None = None,
    ) -> Self:
        """Make a problem from compressed rows of 32-bit integers, which are copied."""

    @property
    def primary(self) -> int:
        """How many items must be covered exactly once."""

    @property
    def secondary(self) -> int:
        """How many items may be covered once, but need not."""

    @property
    def leading(self) -> int:
        """How many primary items lead: solutions that differ only in the others count as one."""

    @property
    def options(self) -> int:
        """How many options there are."""

    def option(self, number: SupportsIndex) -> tuple[int, ...]:
        """Return the items that an option covers."""

    def colours(self, number: SupportsIndex) -> tuple[int, ...]:
        """Return the colours that an option gives to its items, 0 for those without one."""

    def search(
        self, chosen: Iterable[SupportsIndex] = (), *, excluded: Iterable[SupportsIndex] = ()
    ) -> Search:
        """Return a search for solutions with all of the chosen and none of the excluded options."""

    def solve(
        self, chosen: Iterable[SupportsIndex] = (), *, excluded: Iterable[SupportsIndex] = ()
    ) -> tuple[int, ...] | None:
        """Return the options of a solution, the chosen ones first, or None if there is none."""

    def count(
        self,
        chosen: Iterable[SupportsIndex] = (),
        limit: SupportsIndex | None = None,
        *,
        excluded: Iterable[SupportsIndex] = (),
    ) -> int:
        """Return the number of solutions, or the limit if there are as many or more."""

@final
class Search(Iterator[tuple[int, ...]]):
    """A search for solutions: an iterator that can be paused and resumed."""

    def __init__(
        self,
        cover: ExactCover,
        chosen: Iterable[SupportsIndex] = (),
        excluded: Iterable[SupportsIndex] = (),
    ) -> None: ...
    def __next__(self) -> tuple[int, ...]: ...
    def run(self, nodes: SupportsIndex | None = None, seconds: float | None = None) -> Status:
        """Continue to the next solution, to the end, or until the budget is spent."""

    def count(
        self,
        limit: SupportsIndex | None = None,
        nodes: SupportsIndex | None = None,
        seconds: float | None = None,
    ) -> int:
        """Count the remaining solutions without returning them."""

    def picked_at(self, place: SupportsIndex) -> int:
        """Return the option that was picked last at a place, counted from 0, dead or not."""

    @property
    def cover(self) -> ExactCover:
        """The problem."""

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The solution at which the last run stopped, or None."""

    @property
    def status(self) -> Status:
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""

    @property
    def nodes(self) -> int:
        """How many options were picked so far, forced ones included."""

    @property
    def updates(self) -> int:
        """How many times an option was unlinked from an item so far."""

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""

    @property
    def depth(self) -> int:
        """How many options are picked at the moment, besides the chosen ones."""

    @property
    def max_depth(self) -> int:
        """How many options were picked at most, besides the chosen ones."""
