from typing import Final

from typing_extensions import Buffer

INVALID: Final = 0xFFFFFFFF

def kernels() -> tuple[str, ...]:
    """Return the kernels that this CPU can run, slowest first."""

def kernel_name() -> str:
    """Return the kernel in use: the fastest, or what `CSP_SUDOKU_KERNEL` named at import."""

class Job:
    """Many puzzles in one buffer, solved together with the GIL released."""

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
        """How many rows are finished, not always the first; other threads may ask at any time."""
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
