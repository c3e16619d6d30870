"""Pictures in files: the ending of the name selects text, SVG, PNG, HTML or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from csp_sudoku.errors import CspSudokuError, NoSolutionError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.render.html import page, with_rules
from csp_sudoku.render.paper import Paper
from csp_sudoku.render.pdf import Entry, Pdf
from csp_sudoku.render.png import png
from csp_sudoku.render.scene import Symbols, scene_of
from csp_sudoku.render.svg import svg
from csp_sudoku.render.text import text
from csp_sudoku.whole_files import whole

if TYPE_CHECKING:
    from csp_sudoku.logic.explanation import Explanation

ENDINGS = (".svg", ".png", ".html", ".txt", ".pdf")
"""The endings of files that can be written; the first two hold only one picture."""


def save(
    path: str | Path,
    *puzzles: Puzzle | Explanation,
    candidates: bool | None = None,
    solution: bool = False,
    ascii: bool = False,
    alphabet: Symbols | None = None,
    dark: bool = False,
    legend: bool | None = None,
) -> None:
    """Draw puzzles into a file; its ending is .svg, .png, .html, .txt or .pdf.

    SVG and PNG hold one picture, the others any number of boards; a PDF has one per page. An
    explanation is saved as .html.

    Args:
        path: the file.
        puzzles: the puzzles to draw, or explanations.
        candidates: whether to draw candidates; by default, only pencil marks are drawn.
        solution: draw the solutions instead of the puzzles, with clues in another colour.
        ascii: for .txt, draw with + - | only.
        alphabet: the symbols: a name, all of them in one word, or a list of texts.
        dark: for .svg, .png and .html, draw for a dark ground.
        legend: for .svg and .png, whether to write the rules in words into the picture; by default
            only where two kinds of rules would look alike. The other files always have the words.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise CspSudokuError(
            f"the ending of {str(path)!r} is not known", fix=f"end it in {', '.join(ENDINGS)}"
        )
    if not puzzles:
        raise CspSudokuError("there is no puzzle to draw", fix="give at least one")
    if ending in ENDINGS[:2] and len(puzzles) > 1:
        raise CspSudokuError(
            f"a {ending} file holds one picture, got {len(puzzles)} puzzles",
            fix="use .html or .pdf",
        )
    boards = [what for what in puzzles if isinstance(what, Puzzle)]
    if len(boards) < len(puzzles):
        if ending != ".html":
            raise CspSudokuError(
                f"a {ending} file cannot hold an explanation", fix="end its name in .html"
            )
        return write(path, page(puzzles, title=Path(path).stem, dark=dark))
    shown = [solution_of(puzzle) if solution else puzzle for puzzle in boards]
    both = list(zip(shown, boards, strict=True))
    if ending == ".txt":
        drawings = (
            text(board, candidates=candidates, ascii=ascii, alphabet=alphabet) for board in shown
        )
        return write(path, "\n\n".join(drawings) + "\n")
    if ending == ".pdf":
        pdf = Pdf(Path(path).stem, Paper.named("a4"))
        entries = [
            Entry(
                "",
                scene_of(board, clues=clues, candidates=candidates, alphabet=alphabet),
                clues.rules_text if clues.rules else "",
            )
            for board, clues in both
        ]
        pdf.add("", entries, 1)
        return write(path, pdf.end())
    is_page = ending == ".html"
    pictures = [
        svg(
            board,
            clues=clues,
            candidates=candidates,
            alphabet=alphabet,
            dark=dark and not is_page,
            legend=False if is_page else legend,
        )
        for board, clues in both
    ]
    if is_page:
        parts = [with_rules(svg, puzzle) for svg, puzzle in zip(pictures, boards, strict=True)]
        return write(path, page(parts, title=Path(path).stem, dark=dark))
    return write(path, png(pictures[0]) if ending == ".png" else f"{pictures[0]}\n")


def solution_of(puzzle: Puzzle) -> Solution:
    """Return a solution; raise NoSolutionError with the reason if there is none."""
    answer = puzzle.solve()
    if answer.solution is None:
        raise NoSolutionError(f"there is no solution to draw: {answer.reason}")
    return answer.solution


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all; raise SourceError if that is impossible."""
    with whole(path) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
