"""`show -o`, `explain --html` and `book`."""

import subprocess
import sys

import pytest
from pypdf import PdfReader

from csp_sudoku import Puzzle, render
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, HARD, SOLVED, TWO_4

EASY = "1.....2..3.....4"
RATED = ".....8..22.4...89...1..2...71....6.....7.5..983.1........3......43.87.2......9.48"


def test_show_draws_into_files(tmp_path):
    for ending in ("svg", "png", "txt"):
        ended = csp_sudoku("show", HARD, "-o", tmp_path / f"x.{ending}")
        assert ended == (0, "", "")
    assert (tmp_path / "x.svg").read_text() == render.svg(Puzzle(HARD)) + "\n"
    assert (tmp_path / "x.txt").read_text() == render.text(Puzzle(HARD), ascii=True) + "\n"
    assert (tmp_path / "x.png").read_bytes() == render.png(Puzzle(HARD))
    assert csp_sudoku("show", DOUBLED, "-o", tmp_path / "x.svg").code == 1


def test_show_draws_solutions_and_candidates():
    drawn = csp_sudoku("show", HARD, "--solution", "--unicode")
    assert drawn.out.startswith(render.text(Puzzle(SOLVED)))
    drawn = csp_sudoku("show", HARD, "--candidates")
    assert drawn.out.startswith(render.text(Puzzle(HARD), candidates=True, ascii=True))
    assert csp_sudoku("show", DOUBLED, "--solution").code == 1


def test_explain_writes_a_page(tmp_path):
    page = tmp_path / "page.html"
    ended = csp_sudoku("explain", EASY, DOUBLED, "--html", page)
    assert ended.code == 1
    assert ended.out.endswith("are both 8\n")
    steps = ended.out.count(". ")
    assert page.read_text().count("<details data-step=") == steps + 1 > 6  # and the end


def test_book(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{RATED}\n{RATED}\n")
    out = tmp_path / "book.pdf"
    words = ("--per-page", 1, "--title", "Some puzzles", "--rate")
    assert csp_sudoku("book", file, RATED, "-o", out, *words) == (0, "", "")
    text = [page.extract_text() for page in PdfReader(out).pages]
    assert len(text) == 4
    assert text[0].startswith("Some puzzles")
    assert "4.2 (hard)" in text[2]
    assert csp_sudoku("book", file, "-o", out, "--no-solutions").code == 0
    assert csp_sudoku("book", EASY, "-o", tmp_path / "small.pdf", "--rate").code == 0
    assert len(PdfReader(out).pages) == 1


def test_a_book_by_levels_with_other_boards(tmp_path):
    out = tmp_path / "book.pdf"
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{HARD}\n{RATED}\n")
    words = ("--sections", "--rate", "--page", "6x9", "--gutter", 12, "--steps")
    assert here("book", RATED, EASY, "-o", out, *words) == (0, "", "")
    text = [" ".join(page.extract_text().split()) for page in PdfReader(out).pages]
    assert "Hard 1 4.2 (hard)" in text[0]
    assert "4 x 4 2 1.2 (easy)" in text[1]
    assert text[2].startswith("Solutions")
    own = here("book", file, "-o", out, "--sections", "--levels", "calm=5,evil", "--no-solutions")
    assert own == (0, "", "")
    headings = [page.extract_text().split()[1] for page in PdfReader(out).pages]
    assert headings == ["Calm", "2"]


def test_mistakes(tmp_path):
    assert_refused(here("show", HARD, "-o", tmp_path / "x.gif"), "x.gif", ".svg")
    assert_refused(here("show", HARD, HARD, "-o", tmp_path / "x.svg"), "2 puzzles")
    assert_refused(here("show", HARD, "--json", "-o", "x.svg"), "leave one of them out")
    assert_refused(here("show", HARD, "--json", "--solution"), "--solution draws")
    assert_refused(here("show", HARD, "-o", "/nowhere/at/all.svg"), "/nowhere")
    assert_refused(here("book", HARD), "--output")
    assert_refused(here("book", HARD, "-o", tmp_path), "cannot write")
    assert_refused(here("explain", HARD, "--html", "/nowhere/at/all.html"), "/nowhere")
    several = here("book", TWO_4, "-o", tmp_path / "x.pdf")
    assert several.code == 1
    assert "puzzle 1" in several.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("show", "{file}", "-o", "{file}"),
        ("book", "{file}", "-o", "{file}", "--no-solutions"),
        ("export", "{file}", "--to", "cnf", "-o", "{file}"),
        ("explain", "{file}", "--html", "{file}"),
    ],
)
def test_no_input_is_drawn_over(tmp_path, words):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{RATED}\n")
    ended = here(*(word.format(file=file) for word in words))
    assert_refused(ended, f"{file} is input and output")
    assert file.read_text() == f"{RATED}\n"


def test_nobody_reads_on(tmp_path):
    """A closed pipe is no error, and not one of the page."""
    command = f"{sys.executable} -m csp_sudoku explain - --html {tmp_path / 'page.html'} | head -1"
    script = f"set -o pipefail; {command}"
    games = f"{RATED}\n" * 9
    ended = subprocess.run(["bash", "-c", script], input=games, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert not list(tmp_path.glob("*.part"))
