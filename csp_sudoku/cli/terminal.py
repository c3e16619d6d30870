"""Text for people: boards with bold clues on a terminal, and tables."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import TextIO

from csp_sudoku.cli.screen import BOLD, PLAIN, ours
from csp_sudoku.formats.streams import write
from csp_sudoku.puzzle import Puzzle, Solution

_SYMBOL = re.compile(r"[^\s|+-]+")


def has_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal on which colours are wanted.

    NO_COLOR forbids them unless it is empty: see https://no-color.org.
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def drawing(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """Draw a puzzle or its solution, with the puzzle's clues in bold on a terminal.

    The rules of a puzzle stand below it, in words and one per line.
    """
    has_marks = solution is None and puzzle.has_candidates
    bare = puzzle.with_rules()
    text = write(solution or bare, "pencilmarks" if has_marks else "grid")
    text = ours(with_bold_clues(text, puzzle)) if has_colour(sys.stdout) else text
    if solution or not puzzle.rules:
        return text
    from csp_sudoku.rules.words import rules_listed

    return f"{text}\n{rules_listed(puzzle.board, puzzle.rules)}"


def with_bold_clues(text: str, puzzle: Puzzle) -> str:
    r"""Return the drawing of a board with the symbols at a puzzle's clues in bold.

    >>> with_bold_clues("| 1 2 | 3 4 |", Puzzle(".2.. .... .... ...."))
    '| 1 \x1b[1m2\x1b[0m | 3 4 |'
    """
    in_reading_order = iter(sorted(puzzle.board.cells))

    def dressed(symbol: re.Match[str]) -> str:
        is_clue = puzzle[next(in_reading_order)] is not None
        return f"{BOLD}{symbol[0]}{PLAIN}" if is_clue else symbol[0]

    return _SYMBOL.sub(dressed, text)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with a head and aligned columns.

    >>> print(table(("name", "age"), [("Ada", "36"), ("Al", "9")]))
    NAME  AGE
    Ada   36
    Al    9
    """
    lines = [[word.upper() for word in head], *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(f"{word:{width}}" for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
