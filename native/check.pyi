from collections.abc import Iterable, Sequence

class Groups:
    """All-different groups over the variables 0 to variables - 1."""

    variables: int
    def __init__(self, variables: int, groups: Iterable[Iterable[int]]) -> None: ...
    def clash(self, values: Sequence[int]) -> tuple[int, int, int] | None:
        """Return (group, first variable, second variable) of the first clash, or None."""
