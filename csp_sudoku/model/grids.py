"""Grids: variables in rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from csp_sudoku.model.expressions import Variable


class Grid:
    """Variables in rows and columns: `grid[row, column]`, counted from 0.

    >>> from csp_sudoku import CSP
    >>> model = CSP()
    >>> square = model.grid(3, 3, range(1, 10))
    >>> _ = model.all_different(square.flat)
    >>> for line in [*square.rows, *square.columns, *square.diagonals]:
    ...     _ = model.add(sum(line) == 15)
    >>> model.count()
    8
    """

    def __init__(self, height: int, width: int, variables: Sequence[Variable]) -> None:
        self.height = height
        self.width = width
        self.flat = tuple(variables)
        """All variables, row by row."""

    def __getitem__(self, place: tuple[int, int]) -> Variable:
        row, column = place
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError(f"({row}, {column}) in a grid of {self.height} x {self.width}")
        return self.flat[row * self.width + column]

    def __iter__(self) -> Iterator[Variable]:
        return iter(self.flat)

    def __len__(self) -> int:
        return len(self.flat)

    def __repr__(self) -> str:
        return f"<Grid: {self.height} x {self.width}>"

    @property
    def rows(self) -> tuple[tuple[Variable, ...], ...]:
        """The rows, from the top."""
        starts = range(0, len(self.flat), self.width) if self.width else ()
        return tuple(self.flat[at : at + self.width] for at in starts)

    @property
    def columns(self) -> tuple[tuple[Variable, ...], ...]:
        """The columns, from the left."""
        return tuple(self.flat[column :: self.width] for column in range(self.width))

    @property
    def diagonals(self) -> tuple[tuple[Variable, ...], tuple[Variable, ...]]:
        """The two long diagonals: from the top left, and from the top right."""
        places = range(min(self.height, self.width))
        return (
            tuple(self[i, i] for i in places),
            tuple(self[i, self.width - 1 - i] for i in places),
        )
