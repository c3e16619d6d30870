"""Books of puzzles as PDF: so many a page, and the solutions at the back, smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from csp_sudoku.errors import CspSudokuError, NotProperError, OutOfBudgetError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.render.files import write
from csp_sudoku.render.pdf import PAGES, Entry, Pdf
from csp_sudoku.render.position import Symbols, position_of
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

    The same puzzles make the same file, byte by byte. Boards may be of any kind, and mixed.

    Args:
        puzzles: what goes in; with solutions at the back, each must have exactly one.
        path: the file.
        title: what stands at the top of the first page; nothing does if it is empty.
        per_page: how many puzzles a page holds, up to 100.
        caption: what to write above a puzzle, beside its number: how hard it is, where it is from.
        solutions: whether the solutions stand at the back.
        page: the size of the paper: a4 or letter.
        alphabet: the symbols: a name, all of them in one word, or a list of texts.
        font: a TrueType file, for symbols that are beyond the fonts of every PDF reader.
    """
    listed = list(puzzles)
    if not listed:
        raise CspSudokuError("a book without puzzles", fix="give at least one")
    if not 1 <= per_page <= _MOST:
        raise CspSudokuError(f"{per_page} puzzles a page", fix=f"use 1 to {_MOST}")
    if page not in PAGES:
        raise CspSudokuError(f"no paper is called {page!r}", fix=f"use {' or '.join(PAGES)}")
    pdf = Pdf(title, PAGES[page], font)
    numbered = list(enumerate(listed, start=1))
    pdf.add(
        title,
        [
            Entry(
                f"{number}   {caption(puzzle)}" if caption else str(number),
                position_of(puzzle, alphabet=alphabet),
            )
            for number, puzzle in numbered
        ],
        per_page,
    )
    if solutions:
        solved = [
            Entry(
                str(number),
                position_of(_solution(puzzle, number), clues=puzzle, alphabet=alphabet),
            )
            for number, puzzle in numbered
        ]
        pdf.add("Solutions", solved, max(per_page, pdf.capacity(solved)))
    write(path, pdf.end())
    return pdf.pages


def _solution(puzzle: Puzzle, number: int) -> Solution:
    """Return the one solution of a puzzle; raise an error that says which puzzle has another."""
    found = puzzle.solve(limit=2, timeout=_SECONDS)
    if found.status is Status.UNKNOWN:
        raise OutOfBudgetError(f"puzzle {number} is not solved in {_SECONDS:g} s", least=0)
    if found.status is not Status.SOLVED or found.solution is None:
        both = tuple(islice(puzzle.solutions(), 2)) if found.solution else ()
        raise NotProperError(f"puzzle {number}", solutions=both)
    return found.solution
