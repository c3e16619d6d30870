"""Books of puzzles as PDF: sections, captions, solutions with page references, and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from csp_sudoku.errors import CspSudokuError, NotProperError, OutOfBudgetError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.render.book_steps import steps_of
from csp_sudoku.render.files import write
from csp_sudoku.render.paper import Paper
from csp_sudoku.render.pdf import SMALLEST_CELL, Entry, Page, Pdf
from csp_sudoku.render.scene import Symbols, scene_of
from csp_sudoku.rules.words import is_usual
from csp_sudoku.status import Status

_SECONDS = 60.0
_MOST = 100
_STEPS_PER_PAGE = 6


def book(
    puzzles: Iterable[Puzzle],
    path: str | Path,
    *,
    title: str = "Sudoku",
    per_page: int = 4,
    caption: Callable[[Puzzle], str] | None = None,
    names: Iterable[str | None] | None = None,
    section: Callable[[Puzzle], str] | None = None,
    solutions: bool = True,
    steps: bool = False,
    page: str = "a4",
    gutter: float | None = None,
    alphabet: Symbols | None = None,
    font: str | Path | None = None,
) -> int:
    """Write a book of puzzles, and return its number of pages; needs the extra `pdf`.

    The same puzzles give the same file, byte by byte. Boards of all kinds can be mixed; puzzles
    with rules have them in words below the board, and boards that would be too small to write in
    get more room. All fonts are embedded, with the symbols that are used.

    Args:
        puzzles: the puzzles; with solutions, each must have exactly one.
        path: the file.
        title: the heading of the first page; none if it is empty.
        per_page: the number of puzzles per page, up to 100.
        caption: returns what to write next to a puzzle's number, such as how hard it is.
        names: what the puzzles are called, one for each or None.
        section: returns the heading under which a puzzle stands, such as its level. Sections come
            in the order of their first puzzles; puzzles are numbered as they stand in the book.
        solutions: whether to print the solutions at the back, with references to and fro.
        steps: whether to explain each puzzle step by step, after the solutions.
        page: the size of the paper: a4, a5, letter, 6x9 or 8.5x11 (inches).
        gutter: what the inner margin has more than the outer one, in millimetres; margins are
            mirrored. By default 9.5 for 6x9 and 8.5x11, and 0 for the others.
        alphabet: the symbols: a name, all of them in one word, or a list of texts.
        font: a TrueType file, for symbols that Bitstream Vera lacks.
    """
    listed = list(puzzles)
    if not listed:
        raise CspSudokuError("a book needs at least one puzzle, got none")
    if not 1 <= per_page <= _MOST:
        raise CspSudokuError(f"expected 1 to {_MOST} puzzles per page, got {per_page}")
    called = [None] * len(listed) if names is None else list(names)
    if len(called) != len(listed):
        raise CspSudokuError(
            f"expected {len(listed)} names, one for each puzzle, got {len(called)}"
        )
    pdf = Pdf(title, Paper.named(page, gutter), font)
    sections = _sections(listed, called, section, caption, alphabet)
    answers = [
        Entry(
            str(number),
            scene_of(_solution(puzzle, number), clues=puzzle, alphabet=alphabet)._replace(rules=()),
        )
        for part in sections
        for number, puzzle in part.numbered
        if solutions
    ]
    _write(pdf, title, sections, answers, per_page)
    if steps:
        explained = [
            entry
            for part in sections
            for number, puzzle in part.numbered
            for entry in steps_of(puzzle, number, alphabet, _SECONDS)
        ]
        pdf.draw("Step by step", explained, pdf.planned(explained, _STEPS_PER_PAGE, 1.0))
    write(path, pdf.end())
    return pdf.pages


class _Section(NamedTuple):
    """The puzzles under one heading, with their numbers in the book, and how they are shown."""

    heading: str
    numbered: list[tuple[int, Puzzle]]
    entries: list[Entry]


def _sections(
    puzzles: Sequence[Puzzle],
    names: Sequence[str | None],
    section: Callable[[Puzzle], str] | None,
    caption: Callable[[Puzzle], str] | None,
    alphabet: Symbols | None,
) -> list[_Section]:
    parts: dict[str, list[tuple[Puzzle, str | None]]] = {}
    for puzzle, name in zip(puzzles, names, strict=True):
        parts.setdefault(section(puzzle) if section else "", []).append((puzzle, name))
    found = []
    number = 0
    for heading, members in parts.items():
        one = _Section(heading, [], [])
        for puzzle, name in members:
            number += 1
            said = [str(number), name or "", caption(puzzle) if caption else ""]
            one.numbered.append((number, puzzle))
            one.entries.append(
                Entry(
                    "   ".join(filter(None, said)),
                    scene_of(puzzle, alphabet=alphabet),
                    "" if is_usual(puzzle.board) and not puzzle.rules else puzzle.rules_text,
                )
            )
        found.append(one)
    return found


def _write(
    pdf: Pdf, title: str, sections: list[_Section], answers: list[Entry], per_page: int
) -> None:
    """Plan all pages, and draw them with references between puzzles and solutions."""
    plans = [pdf.planned(part.entries, per_page) for part in sections]
    pages = list(_pages_of(plans))
    plan: list[Page] = []
    asides = [""] * len(pages)
    if answers:
        most = max(per_page, *(pdf.capacity([entry]) for entry in answers))
        plan = pdf.planned(answers, most, SMALLEST_CELL)
        after = sum(map(len, plans))
        asides = [f"solution: page {after + page}" for page in _pages_of([plan])]
    done = 0
    for part, own in zip(sections, plans, strict=True):
        entries = [entry._replace(aside=asides[done + i]) for i, entry in enumerate(part.entries)]
        pdf.draw(part.heading, entries, own, title if done == 0 else "")
        done += len(entries)
    back = [
        entry._replace(aside=f"page {page}") for entry, page in zip(answers, pages, strict=False)
    ]
    pdf.draw("Solutions", back, plan)


def _pages_of(plans: Iterable[Sequence[Page]]) -> Iterator[int]:
    """Yield the number of the page of each entry, when these plans follow each other."""
    number = 0
    for plan in plans:
        for page in plan:
            number += 1
            yield from (number for _ in page.numbers)


def _solution(puzzle: Puzzle, number: int) -> Solution:
    """Return the only solution of a puzzle; raise an error with its number if it is not proper."""
    found = puzzle.solve(limit=2, timeout=_SECONDS)
    if found.status is Status.UNKNOWN:
        raise OutOfBudgetError(f"puzzle {number} was not solved in {_SECONDS:g} s", least=0)
    if found.status is not Status.SOLVED or found.solution is None:
        both = tuple(islice(puzzle.solutions(), 2)) if found.solution else ()
        raise NotProperError(f"puzzle {number}", solutions=both)
    return found.solution
