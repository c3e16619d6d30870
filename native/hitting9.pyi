from collections.abc import Iterable

from typing_extensions import Buffer

from csp_sudoku.native.status import Status

def kernels() -> tuple[str, ...]:
    """Return the kernels that this CPU can run, slowest first."""

def kernel_name() -> str:
    """Return the kernel in use: the fastest, or what `CSP_SUDOKU_KERNEL` named at import."""

LARGEST_SET: int

def unavoidable_sets(solution: Buffer, largest: int) -> list[bytes]:
    """Return all minimal unavoidable sets of at most `largest` cells, each as another solution."""

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
        kernel: str | None = None,
    ) -> None: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Continue to the next puzzle, to the end, or until a limit."""

    @property
    def status(self) -> Status:
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
    @property
    def puzzle(self) -> bytes | None:
        """The puzzle at which the last run stopped, as 81 bytes, or None."""
    @property
    def nodes(self) -> int:
        """How many choices of a clue were made so far."""
    @property
    def sets(self) -> int:
        """How many unavoidable sets the search starts with, or has collected so far."""
