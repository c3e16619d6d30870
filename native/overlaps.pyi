from collections.abc import Iterable
from typing import Self

class Standing:
    """Groups of variables, and in which of them each variable stands."""

    def __init__(self, variables: int, groups: Iterable[Iterable[int]] = ()) -> None: ...
    @property
    def variables(self) -> int: ...
    @property
    def groups(self) -> int: ...
    def copy(self) -> Self:
        """Return the same groups, to which others can be added."""

    def add(self, group: Iterable[int]) -> None:
        """Add a group: some variables."""

    def is_within(self, variables: Iterable[int]) -> bool:
        """Whether some variables stand in one group together; never without any."""

    def cliques(
        self, variables: Iterable[int], kinds: Iterable[int] | None = None
    ) -> tuple[int, ...]:
        """Return a number for each variable: those with the same one stand in one group."""

class Areas:
    """Sets of variables, each a number with one bit per variable."""

    def __init__(self, areas: Iterable[int]) -> None: ...
    @property
    def width(self) -> int: ...
    @property
    def count(self) -> int: ...
    def remainders(
        self, sums: Iterable[int], most: int, opposed: int
    ) -> list[tuple[int, int, int, tuple[int, ...]]]:
        """Return what sums leave of the areas, and what they have outside of them."""
