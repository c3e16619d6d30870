"""What comes back from a question: a status, a solution if there is one, and how it was found."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Generic, TypeVar

from csp_sudoku.errors import NoSolutionError
from csp_sudoku.status import Status

__all__ = ["Answer", "Status"]

S = TypeVar("S")


class Answer(Generic[S]):
    """The answer to `solve`, true if its status is SOLVED; `answer[cell]` reads the solution.

    With a `limit` of 2 or more, SOLVED says that there is no other solution. Where there is one,
    the status is MULTIPLE and the answer is false, although it has a solution to read.

    `backend` names what answered and `reason` says why it was chosen; `stats` counts in the
    backend's own terms. `found` is the number of solutions, as far as it was asked for.
    """

    __slots__ = ("backend", "found", "reason", "seconds", "solution", "stats", "status")

    def __init__(
        self,
        status: Status,
        solution: S | None,
        *,
        backend: str,
        reason: str,
        seconds: float,
        stats: Mapping[str, int],
        found: int | None = None,
    ) -> None:
        self.status = status
        self.solution = solution
        self.backend = backend
        self.reason = reason
        self.seconds = seconds
        self.stats = stats
        self.found = int(solution is not None) if found is None else found

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    def __getitem__(self, key: Hashable) -> Any:
        """Return the value of a variable or cell in the solution."""
        if self.solution is None:
            raise NoSolutionError(f"there is no solution to read {key!r} from: {self.reason}")
        return self.solution[key]  # type: ignore[index]

    def _repr_html_(self) -> str:
        from csp_sudoku.render.html import of_answer

        return of_answer(self)

    def __repr__(self) -> str:
        return (
            f"<Answer: {self.status} by {self.backend} in {self.seconds:.6f} s; "
            f"{self.reason}; solution={self.solution!r}>"
        )
