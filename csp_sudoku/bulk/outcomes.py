"""The results of rows of puzzles, as a native job writes them; imports little, to start fast.

>>> rows = Outcomes(1, is_text=True)
>>> clues = b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
>>> rows.settle(is_finished=rows.job(clues, 2, is_text=True).run())
>>> rows.check(clues, is_text=True)
>>> bytes(rows.text())[:18]
b'812753649943682175'
"""

from __future__ import annotations

from enum import IntEnum

from csp_sudoku.status import Status

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from typing_extensions import Buffer

    from csp_sudoku.native import bulk9, sudoku9

CELLS = 81
_BULK_ROWS = 256
_LINE = b"." * CELLS + b"\n"


class Outcome(IntEnum):
    """The status of a row as a small number, by the names of `Status`."""

    UNKNOWN = 0
    """The time ended first."""
    SOLVED = 1
    """There is a solution, and (unless the limit was 1) no other one."""
    MULTIPLE = 2
    """There are two solutions or more."""
    NONE = 3
    """It is proven that there is no solution."""
    INVALID = 4
    """The row is not a puzzle of the board."""

    @property
    def status(self) -> Status:
        """The same as a `Status`."""
        return Status[self.name]


_OUTCOMES = bytes([Outcome.NONE, Outcome.SOLVED, Outcome.MULTIPLE, Outcome.INVALID])
"""How a row ended, by its count: none, one, more; and a row that is not a puzzle."""


class Outcomes:
    """The results of rows of puzzles: first solutions, counts, status and nodes, in flat buffers.

    Args:
        rows: the number of puzzles.
        cells: the number of cells of each.
        is_text: keep solutions as lines of text, ready to be written out.
    """

    __slots__ = ("_counts", "_is_text", "_nodes", "_solutions", "_status", "_stride", "cells")

    def __init__(self, rows: int, cells: int = CELLS, *, is_text: bool = False) -> None:
        self.cells = cells
        self._is_text = is_text
        self._stride = len(_LINE) if is_text else cells
        lines = bytearray(_LINE) * rows if is_text else bytearray(rows * cells)
        self._solutions = memoryview(lines)
        self._counts = memoryview(bytearray(4 * rows)).cast("I")
        self._status = memoryview(bytearray(rows))
        self._nodes = memoryview(bytearray(8 * rows)).cast("Q")

    def part(self, start: int, end: int) -> Self:
        """Return a view of some of the rows."""
        part = type(self)(0, self.cells, is_text=self._is_text)
        part._solutions = self._solutions[start * self._stride : end * self._stride]
        part._counts = self._counts[start:end]
        part._status = self._status[start:end]
        part._nodes = self._nodes[start:end]
        return part

    def tally(self) -> dict[Status, int]:
        """Return how many rows ended with which status."""
        codes = self._status.tobytes()
        if codes and codes == bytes([Outcome.SOLVED]) * len(codes):  # as they nearly always are
            return {Status.SOLVED: len(codes)}
        found = ((outcome.status, codes.count(outcome)) for outcome in Outcome)
        return {status: count for status, count in found if count}

    def first(self, status: Status) -> int:
        """Return the first row that ended with this status, or -1."""
        return self._status.tobytes().find(Outcome[status.name])

    def __len__(self) -> int:
        return len(self._status)

    def text(self) -> bytes | memoryview:
        """Return one line per row: the solution, or the status if there is not exactly one."""
        codes, solved = self._status.tobytes(), bytes([Outcome.SOLVED])
        if codes == solved * len(codes):
            return self._solutions
        pieces: list[bytes | memoryview] = []
        start = 0
        for row in (row for row, code in enumerate(codes) if code != Outcome.SOLVED):
            pieces.append(self._solutions[start * self._stride : row * self._stride])
            pieces.append(f"{Outcome(codes[row]).status}\n".encode())
            start = row + 1
        pieces.append(self._solutions[start * self._stride :])
        return b"".join(pieces)

    def job(
        self, clues: Buffer, limit: int, *, stride: int = CELLS, is_text: bool = False
    ) -> sudoku9.Job | bulk9.Job:
        """Return the native job that solves rows of clues into these: the only kernel call."""
        if len(self) < _BULK_ROWS:
            from csp_sudoku.native.sudoku9 import Job
        else:
            from csp_sudoku.native.bulk9 import Job  # type: ignore[assignment]
        return Job(
            clues,
            solutions=self._solutions,
            counts=self._counts,
            nodes=self._nodes,
            limit=limit,
            text=is_text,
            stride=stride,
            solutions_text=self._is_text,
            solutions_stride=self._stride,
        )

    def settle(self, *, is_finished: bool) -> None:
        """Set the status of each row from what a job left; a row without nodes was not finished."""
        from csp_sudoku.native.check import translate9

        translate9(self._counts, _OUTCOMES, self._status)
        for row in _places(self._status.tobytes(), Outcome.INVALID):
            self._counts[row] = 0
        if not is_finished:
            for row, code in enumerate(self._status):
                if code != Outcome.INVALID and not self._nodes[row]:
                    self.part(row, row + 1)._clear()

    def check(self, clues: Buffer, *, stride: int = CELLS, is_text: bool = False) -> None:
        """Check every solution against its clues and the rules, by code apart from the kernels."""
        from csp_sudoku.native.check import first_wrong9

        given = memoryview(clues).cast("B")
        wrong = first_wrong9(
            given,
            self._solutions,
            self._counts,
            text=is_text,
            stride=stride,
            solutions_text=self._is_text,
            solutions_stride=self._stride,
        )
        if wrong is not None:
            from csp_sudoku.errors import WrongAnswerError

            row = bytes(given[wrong * stride :][:CELLS])
            raise WrongAnswerError(f"the 9x9 kernel gave a wrong answer to {row!r}")

    def _clear(self) -> None:
        clean = Outcomes(len(self), self.cells, is_text=self._is_text)
        self._solutions[:], self._counts[:] = clean._solutions, clean._counts
        self._status[:], self._nodes[:] = clean._status, clean._nodes


def _places(codes: bytes, code: int) -> Iterator[int]:
    """Yield the places of a code."""
    at = codes.find(code)
    while at >= 0:
        yield at
        at = codes.find(code, at + 1)
