from collections.abc import Iterable

from typing_extensions import Buffer

from csp_sudoku.native.status import Status

def kernels() -> tuple[str, ...]:
    """The kernels that this CPU can run, slowest first."""

def kernel_name() -> str:
    """The kernel in use: the fastest, or the one that `CSP_SUDOKU_KERNEL` named at import."""

class Search:
    """The proper puzzles with at most so many clues, one after another."""

    def __init__(
        self,
        solution: Buffer,
        most: int,
        *,
        given: Iterable[int] = (),
        kernel: str | None = None,
    ) -> None: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Go on to the next puzzle, to the end, or until a limit."""

    @property
    def status(self) -> Status:
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""
    @property
    def puzzle(self) -> bytes | None:
        """The puzzle that the search stands at, as 81 bytes; None if it stands at none."""
    @property
    def nodes(self) -> int:
        """How many clues were chosen so far, one after another."""
    @property
    def sets(self) -> int:
        """How many unavoidable sets the search began with, or has collected so far."""
