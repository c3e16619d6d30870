"""The errors of this package: what was wrong, where, and what would settle it."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from typing import Any

    from csp_sudoku.place import Place


class CspSudokuError(Exception):
    """The base of all errors of this package. As text it is one line: place, problem, fix.

    >>> print(CspSudokuError("expected a box of 1 row or more, got 0", fix="use another shape"))
    expected a box of 1 row or more, got 0; use another shape
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
        fix = f"; {self.fix}" if self.fix else ""
        return f"{where}{self.problem}{fix}"

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
    """A CSP was built wrongly: an unknown variable, a value outside a domain."""


class BoardError(CspSudokuError, ValueError):
    """A board cannot be built: a box without rows, regions of unequal size, an unknown name."""


class PuzzleError(CspSudokuError, ValueError):
    """A puzzle or solution does not fit its board."""


class RuleError(CspSudokuError, ValueError):
    """A rule cannot be read, or does not fit its board: the message names the rule and the cell."""


class ContradictionError(PuzzleError):
    """A puzzle has no solution, and counting alone shows it."""


class GenerationError(CspSudokuError, ValueError):
    """No such puzzle exists: too few clues, a pattern that is never proper."""


class MoveError(CspSudokuError, ValueError):
    """The rules do not allow a move; the message names the clash."""


class PuzzleFormatError(CspSudokuError, ValueError):
    """A text is not a puzzle in the format that it should have."""


class UnknownRuleError(PuzzleFormatError):
    """A text has rules that cannot be read, or that stand in words only; `names` has them.

    `puzzle` is the puzzle without them.

    >>> print(UnknownRuleError(("fogofwar", "2 x line"), None))
    the puzzle has rules that are not understood: fogofwar, 2 x line; to read it without them, say \
ignore_unknown_rules=True (--ignore-unknown-rules)
    """

    nearness = 1.9995

    def __init__(self, names: tuple[str, ...], puzzle: Any, *, words: str = "") -> None:
        said = f" (in words: {shown(' '.join(words.split()), 200)})" if words.strip() else ""
        super().__init__(
            f"the puzzle has rules that are not understood: {', '.join(names)}{said}",
            fix="to read it without them, say ignore_unknown_rules=True (--ignore-unknown-rules)",
        )
        self.names = names
        self.puzzle = puzzle


class AmbiguousFormatError(PuzzleFormatError):
    """A text can be read in two ways that differ; the message names both."""


class SourceError(CspSudokuError, OSError):
    """A file cannot be read or written as a text of puzzles."""

    def __str__(self) -> str:
        return CspSudokuError.__str__(self)


class BackendUnavailable(CspSudokuError, ImportError):  # noqa: N818 - a state, not a slip
    """A backend's package is not installed; the message says how to get it."""

    def __str__(self) -> str:
        return CspSudokuError.__str__(self)


class UnsupportedConstraintError(CspSudokuError, TypeError):
    """An encoder does not know this type of constraint."""

    def __init__(self, constraint: object) -> None:
        super().__init__(
            f"this encoder does not know constraints of type {type(constraint).__name__}",
            fix="register an encoding for it, or use a backend that knows it",
        )


class NoSolutionError(CspSudokuError, LookupError):
    """A solution was read from an answer that does not have one."""


class NotProperError(CspSudokuError, ValueError):
    """A problem that should have one solution has none or several; `solutions` has none or two.

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
    """A folder does not hold a valid certificate: a file is missing, malformed, or was changed."""


class BackendError(CspSudokuError, ValueError):
    """A backend does not know what it was asked for: a name, an option, a kind of problem."""


class WrongAnswerError(CspSudokuError, RuntimeError):
    """A solution of a backend did not pass the check: a defect, never hidden."""


class PartsError(CspSudokuError, RuntimeError):
    """A job in parts ended before all of them were done; the message names the way on."""


class OutOfBudgetError(CspSudokuError, TimeoutError):
    """The time, nodes or conflicts ended before the question was settled; `least` were found."""

    def __init__(
        self, problem: str, *, least: int, fix: str = "raise the budget, or choose another backend"
    ) -> None:
        super().__init__(problem, fix=fix)
        self.least = least

    def __str__(self) -> str:
        return CspSudokuError.__str__(self)


def shown(thing: object, width: int = 40) -> str:
    """Return a thing in a form that fits into one line of a message.

    >>> shown("r1c1"), shown([1, 2]), shown(10**5000), shown(3.5)
    ("'r1c1'", 'a list', 'a huge number', '3.5')
    """
    if isinstance(thing, int) and abs(thing) >= 10**9:
        return "a huge number"
    if thing is None or isinstance(thing, str | int | float):
        text = repr(thing)
        return text if len(text) <= width else f"{text[: width - 3]}..."
    name = type(thing).__name__
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


def installing(extra: str) -> str:
    """Return the command that installs what an extra of ours brings, from a checkout as well."""
    from pathlib import Path

    checkout = Path(__file__).parents[1]
    if (checkout / "pyproject.toml").is_file():
        return f"pip install --editable '{checkout}[{extra}]'"
    return f"pip install 'csp-sudoku[{extra}]'"
