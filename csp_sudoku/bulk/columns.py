"""Columns of a batch without numpy: numbers that compare one by one, as arrays do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any, overload


class Column(Sequence[int]):
    """Numbers, one per row; a comparison gives a column of 0 and 1.

    >>> column = Column(memoryview(bytes([1, 2, 1])))
    >>> (column == 1).tolist(), (column == 1).sum(), (column > [0, 5, 0]).tolist()
    ([1, 0, 1], 2, [1, 0, 1])
    """

    __slots__ = ("_numbers",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, numbers: memoryview) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Column: ...
    def __getitem__(self, at: int | slice) -> int | Column:
        found = self._numbers[at]
        return Column(found) if isinstance(found, memoryview) else found

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self._numbers[:10])) + ", ..." * (len(self) > 10)
        return f"Column([{shown}])"

    def __bool__(self) -> bool:
        if len(self) > 1:
            raise ValueError("a column has several numbers; use any() or all()")
        return any(self._numbers)

    def __eq__(self, other: object) -> Column:  # type: ignore[override]
        return self._compared(eq, other)

    def __ne__(self, other: object) -> Column:  # type: ignore[override]
        return self._compared(ne, other)

    def __lt__(self, other: object) -> Column:
        return self._compared(lt, other)

    def __le__(self, other: object) -> Column:
        return self._compared(le, other)

    def __gt__(self, other: object) -> Column:
        return self._compared(gt, other)

    def __ge__(self, other: object) -> Column:
        return self._compared(ge, other)

    def _compared(self, compare: Callable[[Any, Any], object], other: object) -> Column:
        if isinstance(other, Sequence | memoryview):
            if len(other) != len(self):
                raise ValueError(f"{len(self)} numbers cannot be compared with {len(other)}")
            pairs = zip(self._numbers, other, strict=True)
            found = bytes(bool(compare(one, two)) for one, two in pairs)
        else:
            found = bytes(bool(compare(number, other)) for number in self._numbers)
        return Column(memoryview(found))

    def tolist(self) -> list[int]:
        """Return the numbers as a list."""
        return self._numbers.tolist()

    def tobytes(self) -> bytes:
        """Return the numbers as they lie in memory."""
        return self._numbers.tobytes()

    def sum(self) -> int:
        """Return the sum: of a comparison, how often it holds."""
        return sum(self._numbers)

    def any(self) -> bool:
        """Whether any number is not 0."""
        return any(self._numbers)

    def all(self) -> bool:
        """Whether no number is 0."""
        return all(self._numbers)
