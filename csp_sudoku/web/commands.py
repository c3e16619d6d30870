"""Commands of the command line as questions: the same words, the same JSON objects."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from csp_sudoku.boards.symmetries import PATTERNS
from csp_sudoku.cli import main
from csp_sudoku.errors import CspSudokuError, shown
from csp_sudoku.logic.levels import HODOKU
from csp_sudoku.web.asked import Asked

_NUMBERS = (0, 2**62)
_PLACE = "<stdin>:1: "
"""Where a command says that its only puzzle stands."""
OPTIONS: Mapping[str, Mapping[str, tuple[object, ...]]] = {
    "solve": {"--limit": (1, 100)},
    "count": {"--limit": (1, 10**9)},
    "true-candidates": {},
    "conflict": {},
    "redundant": {},
    "rate": {},
    "explain": {},
    "prove": {},
    "canonical": {},
    "minimal": {"--seed": _NUMBERS, "--symmetry": tuple(PATTERNS)},
    "generate": {
        "--seed": _NUMBERS,
        "--symmetry": tuple(PATTERNS),
        "--difficulty": HODOKU.levels,
        "--clues": (0, 4096),
        "--board": (),
    },
}
"""The commands that may be asked, with their options: two numbers are bounds, words are choices."""


def command(asked: Asked, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Run a command with --json, and return the last object that it writes; `tell` gets the others.

    The question has the name of the "command", its "options" and, for most, the "puzzle".
    """
    name = asked.choice("command", tuple(OPTIONS))
    words = [name, "--json", "--timeout", str(asked.seconds), *_options(name, asked)]
    stdin = b""
    if name != "generate":
        words.append("-")
        stdin = asked.puzzle().to("json").encode()
    lines = _Lines(tell)
    errors = io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with redirect_stdout(lines), redirect_stderr(errors):
            main(words)
    finally:
        sys.stdin = before
    if lines.last is None:
        said = errors.getvalue().strip().removeprefix("csp-sudoku: ").removeprefix(_PLACE)
        raise CspSudokuError(said or f"{name} gave no answer")
    if "error" in lines.last:
        lines.last["error"] = lines.last["error"].removeprefix(_PLACE)
    return lines.last


def _options(name: str, asked: Asked) -> list[str]:
    """Return the options of a command as words; whatever is not in the table is refused."""
    given = asked.fields.get("options", {})
    if not isinstance(given, dict):
        raise CspSudokuError(f"expected options, got {shown(given)}")
    words = []
    for option, value in given.items():
        allowed = OPTIONS[name].get(option)
        if allowed is None:
            raise CspSudokuError(f"the page cannot ask {name} for {shown(option)}")
        if option == "--board":
            from csp_sudoku.boards import named

            is_allowed = isinstance(value, str) and len(value) < 5000 and bool(named(value))
        elif all(isinstance(bound, int) for bound in allowed):
            low, high = allowed
            is_allowed = type(value) is int and low <= value <= high  # type: ignore[operator]
        else:
            is_allowed = value in allowed
        if not is_allowed:
            raise CspSudokuError(f"{option} cannot be {shown(value)}")
        words += [option, str(value)]
    return words


class _Lines(io.TextIOBase):
    """Standard output of a command: objects of JSON, one per line; the last one is kept back."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self.last: dict[str, Any] | None = None
        self._tell = tell
        self._rest = ""

    def write(self, text: str) -> int:
        """Take text; each complete line is an object."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in filter(None, lines):
            if self.last is not None:
                self._tell(self.last)
            self.last = json.loads(line)
        return len(text)
