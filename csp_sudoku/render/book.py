"""Books of puzzles as PDF, with the solutions at the back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from csp_sudoku.errors import CspSudokuError, NotProperError, OutOfBudgetError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.render.files import write
from csp_sudoku.render.pdf import PAGES, Entry, Pdf
from csp_sudoku.render.scene import Symbols, scene_of
from csp_sudoku.status import Status

_SECONDS = 60.0
_MOST = 100


def book(
    puzzles: Iterable[Puzzle],
    path: str | Path,
    *,
    title: str = "Sudoku",
    per_page: int = 4,
    caption: Callable[[Puzzle], str] | None = None,
    solutions: bool = True,
    page: str = "a4",
    alphabet: Symbols | None = None,
    font: str | Path | None = None,
) -> int:
    """Write a book of puzzles, and return its number of pages; needs the extra `pdf`.

    The same puzzles give the same file, byte by byte. Boards of all kinds can be mixed; puzzles
    with rules have them in words below the board.

    Args:
        puzzles: the puzzles; with solutions, each must have exactly one.
        path: the file.
        title: the heading of the first page; none if it is empty.
        per_page: the number of puzzles per page, up to 100.
        caption: returns what to write next to a puzzle's number, such as how hard it is.
        solutions: whether to print the solutions at the back.
        page: the size of the paper: a4 or letter.
        alphabet: the symbols: a name, all of them in one word, or a list of texts.
        font: a TrueType file, for symbols that the standard fonts of PDF lack.
    """
    listed = list(puzzles)
    if not listed:
        raise CspSudokuError("a book needs at least one puzzle, got none")
    if not 1 <= per_page <= _MOST:
        raise CspSudokuError(f"expected 1 to {_MOST} puzzles per page, got {per_page}")
    if page not in PAGES:
        raise CspSudokuError(f"there is no paper size {page!r}", fix=f"use {' or '.join(PAGES)}")
    pdf = Pdf(title, PAGES[page], font)
    numbered = list(enumerate(listed, start=1))
    pdf.add(
        title,
        [
            Entry(
                f"{number}   {caption(puzzle)}" if caption else str(number),
                scene_of(puzzle, alphabet=alphabet),
                puzzle.rules_text if puzzle.rules else "",
            )
            for number, puzzle in numbered
        ],
        per_page,
    )
    if solutions:
        solved = [
            Entry(
                str(number),
                scene_of(_solution(puzzle, number), clues=puzzle, alphabet=alphabet)._replace(
                    rules=()
                ),
            )
            for number, puzzle in numbered
        ]
        pdf.add("Solutions", solved, max(per_page, pdf.capacity(solved)))
    write(path, pdf.end())
    return pdf.pages


def _solution(puzzle: Puzzle, number: int) -> Solution:
    """Return the only solution of a puzzle; raise an error with its number if it is not proper."""
    found = puzzle.solve(limit=2, timeout=_SECONDS)
    if found.status is Status.UNKNOWN:
        raise OutOfBudgetError(f"puzzle {number} was not solved in {_SECONDS:g} s", least=0)
    if found.status is not Status.SOLVED or found.solution is None:
        both = tuple(islice(puzzle.solutions(), 2)) if found.solution else ()
        raise NotProperError(f"puzzle {number}", solutions=both)
    return found.solution
