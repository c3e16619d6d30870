from collections.abc import Iterable

from typing_extensions import Buffer

from csp_sudoku.native.status import Status

def kernels() -> tuple[str, ...]:
    """Return the kernels that this CPU can run, slowest first."""

def kernel_name() -> str:
    """Return the kernel in use: the fastest, or what `CSP_SUDOKU_KERNEL` named at import."""

LARGEST_SET: int

def unavoidable_sets(solution: Buffer, largest: int, seconds: float | None = None) -> list[bytes]:
    """Return all minimal unavoidable sets of at most `largest` cells, each as another solution."""

class Choices:
    """The choices of few cells that meet sets, on any board of at most 128 cells."""

    def __init__(
        self,
        cells: int,
        most: int,
        sets: Iterable[Iterable[int]],
        *,
        regions: Iterable[tuple[Iterable[int], int]] = (),
        trace: bool = False,
        kernel: str | None = None,
    ) -> None: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Continue to the next choice, to the end, or until a limit."""

    @property
    def status(self) -> Status:
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
    @property
    def nodes(self) -> int:
        """How many choices of a clue were made so far."""
    @property
    def sets(self) -> int:
        """How many unavoidable sets the search starts with, or has collected so far."""
    def taken_trace(self) -> bytes:
        """Return the lines that were recorded since the last call: why choices fail."""
    def learn(self, members: Iterable[int]) -> None:
        """Refute the choice at which the last run stopped, by a set that it does not meet."""

    @property
    def choice(self) -> tuple[int, ...] | None:
        """The cells of the choice at which the last run stopped, or None."""

class Search:
    """The proper puzzles of a solution with at most `most` clues, one after another."""

    def __init__(
        self,
        solution: Buffer,
        most: int,
        *,
        given: Iterable[int] = (),
        regions: Iterable[tuple[Iterable[int], int]] = (),
        largest: int = 13,
        sets: Iterable[Buffer] | None = None,
        trace: bool = False,
        kernel: str | None = None,
    ) -> None: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Continue to the next choice, to the end, or until a limit."""

    @property
    def status(self) -> Status:
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
    @property
    def nodes(self) -> int:
        """How many choices of a clue were made so far."""
    @property
    def sets(self) -> int:
        """How many unavoidable sets the search starts with, or has collected so far."""
    def taken_trace(self) -> bytes:
        """Return the lines that were recorded since the last call: why choices fail."""
    @property
    def puzzle(self) -> bytes | None:
        """The puzzle at which the last run stopped, as 81 bytes, or None."""
    @property
    def rivals(self) -> list[bytes]:
        """The other solutions from which sets were learnt, if a trace is recorded."""
