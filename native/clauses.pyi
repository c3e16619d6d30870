from collections.abc import Iterable, Sequence

WAYS: tuple[str, ...]

class Open:
    """The literals of a problem: one for each code that a variable's mask leaves it."""

    top: int
    variables: int
    def __init__(self, masks: Iterable[int]) -> None: ...
    def some_value(
        self, start: int, stop: int, top: int, at_most_one: str | None
    ) -> tuple[list[list[int]], int]:
        """Return clauses for one value per variable, and the largest literal then."""

    def group(
        self, members: Iterable[int], wanted: int, top: int, at_most_one: str
    ) -> tuple[list[list[int]], int]:
        """Return the clauses of variables that must all differ, and the largest literal then."""

    def pairs(self, members: Iterable[int]) -> int:
        """Return how many pairs of some variables exclude each other in a code."""

    def assumptions(self, masks: Iterable[int]) -> list[int]:
        """Return the literals that narrow the variables to masks: what they rule out is negated."""

    def decode(self, model: Iterable[int]) -> Sequence[int]:
        """Return a code for each variable from the literals of a model; -1 where none is true."""
