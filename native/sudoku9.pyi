from collections.abc import Iterable, Iterator
from typing import Final, Self

from typing_extensions import Buffer

from csp_sudoku.native.status import Status

INVALID: Final = 0xFFFFFFFF

EXHAUSTED: Final = Status.EXHAUSTED
SOLUTION: Final = Status.SOLUTION
PAUSED: Final = Status.PAUSED

def kernels() -> tuple[str, ...]:
    """Return the kernels that this CPU can run, slowest first."""

def kernel_name() -> str:
    """Return the kernel in use: the fastest, or what `CSP_SUDOKU_KERNEL` named at import."""

class Search(Iterator[bytes]):
    """The solutions of one puzzle, one after another, as bytes of 81 numbers."""

    def __init__(
        self, clues: Buffer, *, marks: Iterable[int] | None = None, kernel: str | None = None
    ) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> bytes: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Continue to the next solution, to the end, or until a limit."""

    def count(
        self, limit: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> int:
        """Count the remaining solutions without returning them."""

    @property
    def status(self) -> Status:
        """SOLUTION, EXHAUSTED or PAUSED, as `run` returned it last."""

    @property
    def solution(self) -> bytes | None:
        """The solution at which the last run stopped, as 81 bytes, or None."""

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""

    @property
    def nodes(self) -> int:
        """How many boards all rules were applied to."""

def solve(clues: Buffer, *, kernel: str | None = None) -> bytes | None:
    """Return the first solution as 81 bytes, or None."""

def count(clues: Buffer, limit: int | None = 2, *, kernel: str | None = None) -> int:
    """Return the number of solutions up to a limit."""

class Job:
    """Many puzzles in one buffer, solved one after another with the GIL released."""

    def __init__(
        self,
        clues: Buffer,
        *,
        solutions: Buffer | None = None,
        counts: Buffer | None = None,
        nodes: Buffer | None = None,
        limit: int = 2,
        text: bool = False,
        stride: int = 81,
        solutions_text: bool = False,
        solutions_stride: int = 81,
        kernel: str | None = None,
    ) -> None: ...
    @property
    def rows(self) -> int:
        """The number of rows."""
    @property
    def done(self) -> int:
        """How many rows are finished; another thread may ask while the job runs."""
    def run(self, seconds: float | None = None) -> bool:
        """Continue the job: True when all rows are finished, False when time ran out."""

def solve_array(
    clues: Buffer,
    *,
    solutions: Buffer | None = None,
    counts: Buffer | None = None,
    nodes: Buffer | None = None,
    limit: int = 2,
    text: bool = False,
    stride: int = 81,
    solutions_text: bool = False,
    solutions_stride: int = 81,
    kernel: str | None = None,
) -> None:
    """Solve all rows of a buffer: a `Job` that runs to its end."""
