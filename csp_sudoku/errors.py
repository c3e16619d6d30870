"""The errors of this package: what was wrong, where, and what would settle it."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from typing import Any

    from csp_sudoku.place import Place


class CspSudokuError(Exception):
    """Whatever this package reports. Printed, it is one line: place, problem, way out.

    >>> print(CspSudokuError("a box of 0 rows", fix="use 1 or more"))
    a box of 0 rows; use 1 or more
    """

    def __init__(
        self,
        problem: str,
        *,
        fix: str | None = None,
        place: Place | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.fix = fix
        self.place = place
        self.text = text

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        way_out = f"; {self.fix}" if self.fix else ""
        return f"{where}{self.problem}{way_out}"

    def excerpt(self, width: int = 72) -> str | None:
        """Quote the offending line, cut to `width`, with a caret below; None if there is none."""
        if self.text is None or self.place is None or self.place.column is None:
            return None
        at = self.place.column - 1
        start = max(0, min(at - width // 2, len(self.text) - width))
        quoted = self.text[start : start + width]
        shown = "".join(symbol if symbol.isprintable() else "\ufffd" for symbol in quoted)
        return f"{shown}\n{' ' * (at - start)}^"


class ModelError(CspSudokuError, ValueError):
    """A CSP was put together wrongly: an unknown variable, a value outside a domain."""


class BoardError(CspSudokuError, ValueError):
    """A board that cannot be: a box without rows, regions of unequal size, an unknown name."""


class PuzzleError(CspSudokuError, ValueError):
    """A puzzle or solution that does not fit its board."""


class ContradictionError(PuzzleError):
    """A puzzle that no board can complete, seen by counting alone."""


class GenerationError(CspSudokuError, ValueError):
    """A puzzle was asked for that cannot be: too few clues, a pattern that is never proper."""


class MoveError(CspSudokuError, ValueError):
    """A move that the rules refuse: the message names the clash."""


class PuzzleFormatError(CspSudokuError, ValueError):
    """A text that is no puzzle in the format it should have."""


class AmbiguousFormatError(PuzzleFormatError):
    """A text that can be read in two ways that differ; the message names both."""


class SourceError(CspSudokuError, OSError):
    """A file that cannot be read or written as a text of puzzles."""

    def __str__(self) -> str:
        return CspSudokuError.__str__(self)


class BackendUnavailable(CspSudokuError, ImportError):  # noqa: N818 - a state, not a slip
    """A backend whose package is not installed; the message says how to get it."""

    def __str__(self) -> str:
        return CspSudokuError.__str__(self)


class UnsupportedConstraintError(CspSudokuError, TypeError):
    """A constraint of a kind that an encoder does not know."""

    def __init__(self, constraint: object) -> None:
        super().__init__(
            f"this encoder knows no {type(constraint).__name__}",
            fix="register an encoding for it, or use a backend that knows it",
        )


class NoSolutionError(CspSudokuError, LookupError):
    """A solution was read from an answer that has none."""


class NotProperError(CspSudokuError, ValueError):
    """A problem that should have one solution has none or several; `solutions` holds none or two.

    >>> print(NotProperError("r1c1 and r1c2 in row 1 are both 8"))
    there is no solution: r1c1 and r1c2 in row 1 are both 8; drop or change a clue
    """

    def __init__(self, reason: object = None, *, solutions: tuple[Any, ...] = ()) -> None:
        problem = "there is more than one solution" if solutions else "there is no solution"
        super().__init__(
            f"{problem}: {reason}" if reason else problem,
            fix="add clues" if solutions else "drop or change a clue",
        )
        self.solutions = solutions


class CertificateError(CspSudokuError, ValueError):
    """A folder that holds no certificate: a file is missing, malformed, or was changed."""


class BackendError(CspSudokuError, ValueError):
    """A backend was asked for something that it does not know: a name, an option, a problem."""


class WrongAnswerError(CspSudokuError, RuntimeError):
    """A backend handed out a solution that does not pass the check: a defect, never hidden."""


class OutOfBudgetError(CspSudokuError, TimeoutError):
    """The time or the nodes ended before the question was settled; `least` was found so far."""

    def __init__(
        self, problem: str, *, least: int, fix: str = "raise the budget, or choose another backend"
    ) -> None:
        super().__init__(problem, fix=fix)
        self.least = least

    def __str__(self) -> str:
        return CspSudokuError.__str__(self)


def shown(thing: object) -> str:
    """Return a thing as one line of a message can hold it.

    >>> shown("r1c1"), shown([1, 2]), shown(10**5000), shown(3.5)
    ("'r1c1'", 'a list', 'a huge number', '3.5')
    """
    if isinstance(thing, int) and abs(thing) >= 10**9:
        return "a huge number"
    if thing is None or isinstance(thing, str | int | float):
        text = repr(thing)
        return text if len(text) <= 40 else f"{text[:37]}..."
    name = type(thing).__name__
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"
