from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from typing_extensions import Buffer

_Method: TypeAlias = Literal["top-down", "controlled-bias"]

METHODS: Final[tuple[_Method, ...]]

def kernels() -> tuple[str, ...]:
    """Return the kernels that this CPU can run, slowest first."""

def kernel_name() -> str:
    """Return the kernel in use: the fastest, or what `CSP_SUDOKU_KERNEL` named at import."""

def reduce(
    clues: Buffer, order: Iterable[int | Iterable[int]], *, kernel: str | None = None
) -> bytes:
    """Drop clues of a proper puzzle in the given order, as long as it stays proper."""

def grid(seed: int) -> bytes:
    """Return a random full grid as 81 bytes: each grid is equally likely."""

class Job:
    """Random minimal puzzles, made one after another with the GIL released."""

    def __init__(
        self,
        puzzles: Buffer,
        *,
        seed: int,
        first: int = 0,
        attempt: int = 0,
        attempts: bool = False,
        method: _Method = "top-down",
        units: Iterable[int | Iterable[int]] | None = None,
        solutions: Buffer | None = None,
        kernel: str | None = None,
    ) -> None: ...
    @property
    def rows(self) -> int:
        """The number of puzzles."""
    @property
    def done(self) -> int:
        """How many puzzles are finished; another thread may ask while the job runs."""
    def run(self, seconds: float | None = None) -> bool:
        """Continue the job: True when all puzzles are made, False when time ran out."""

def generate(
    seed: int,
    count: int,
    *,
    first: int = 0,
    attempt: int = 0,
    attempts: bool = False,
    method: _Method = "top-down",
    units: Iterable[int | Iterable[int]] | None = None,
    solutions: Buffer | None = None,
    kernel: str | None = None,
) -> bytearray:
    """Make random minimal puzzles, in a buffer of their own."""
