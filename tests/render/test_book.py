"""Books: pages that print services take, and boards that can be read on them."""

import re

import pytest
from pypdf import PdfReader

import csp_sudoku as cs
from csp_sudoku.render import book
from csp_sudoku.render.paper import PAGES, Paper
from csp_sudoku.render.pdf import READABLE_CELL, Entry, Pdf
from csp_sudoku.render.scene import scene_of

SMALL = ".2.....3...4.1.."
PLAIN = ".....8..22.4...89...1..2...71....6.....7.5..983.1........3......43.87.2......9.48"


def text_of(path):
    """Return the text of each page."""
    return [page.extract_text() for page in PdfReader(path).pages]


def fonts_of(path):
    """Return the fonts of a PDF by name, and whether each has its file inside."""
    found = {}
    for page in PdfReader(path).pages:
        for font in page["/Resources"]["/Font"].values():
            about = font.get_object()
            found[about["/BaseFont"]] = "/FontFile2" in about.get("/FontDescriptor", {})
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_font_is_embedded_and_subset(page, tmp_path):
    puzzles = [cs.Puzzle(SMALL), cs.generate(seed=1, rules="killer", board="sudoku-2x2")]
    book(
        puzzles,
        tmp_path / "b.pdf",
        page=page,
        title="W\N{LATIN SMALL LETTER O WITH DIAERESIS}rter \N{MULTIPLICATION SIGN}",
    )
    fonts = fonts_of(tmp_path / "b.pdf")
    assert len(fonts) == 2
    assert all(fonts.values())
    assert all(re.match("/[A-Z]{6}[+]BitstreamVera", name) for name in fonts), fonts


def test_margins_are_mirrored():
    paper = Paper.named("6x9", gutter=10)
    assert paper.left(1) - paper.left(2) == pytest.approx(10 * 72 / 25.4)
    assert Paper.named("a4").left(1) == Paper.named("a4").left(2)
    width, height = Paper.named("6x9in").room
    assert (width < 432, height < 648) == (True, True)


@pytest.mark.parametrize(
    ("page", "gutter", "message"),
    [("a3", None, "no paper size 'a3'"), ("a4", 90, "the gutter is 90 mm"), ("a4", -1, "gutter")],
)
def test_paper_that_there_is_not(page, gutter, message):
    with pytest.raises(cs.CspSudokuError, match=message):
        Paper.named(page, gutter)


def test_a_large_board_gets_the_room_that_it_needs():
    pdf = Pdf("", Paper.named("a4"))
    small = Entry("1", scene_of(cs.Puzzle(PLAIN)))
    large = Entry("2", scene_of(cs.Puzzle(board="samurai")))
    plan = pdf.planned([small, small, large, small], 4)
    assert [list(page.numbers) for page in plan] == [[0, 1], [2, 3]]
    assert min(plan[1].layout.width, plan[1].layout.height - 16) / 21 >= READABLE_CELL
    assert plan[0].layout == pdf.planned([small] * 4, 4)[0].layout


def test_sections_numbers_and_references(tmp_path):
    puzzles = [cs.Puzzle(SMALL), cs.Puzzle(PLAIN), cs.Puzzle(SMALL).transform("mirror")]
    pages = book(
        puzzles,
        tmp_path / "b.pdf",
        title="Mixed",
        per_page=1,
        names=["first", None, "last"],
        caption=lambda puzzle: f"size {puzzle.board.size}",
        section=lambda puzzle: "Small" if puzzle.board.size == 4 else "Usual",
    )
    text = text_of(tmp_path / "b.pdf")
    assert len(text) == pages == 4
    assert "Mixed" in text[0]
    assert "Small" in text[0]
    assert "1 first size 4" in " ".join(text[0].split())
    assert "2 last size 4" in " ".join(text[1].split())
    assert "Usual" in text[2]
    assert "3 size 9" in " ".join(text[2].split())
    assert all("solution: page 4" in page for page in text[:3])
    assert [f"page {number}" in text[3] for number in (1, 2, 3)] == [True] * 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("1.5 (easy)", ["10   1.5 (easy)", "solution: page 27"]),
        ("3.6 (medium)", ["10   3.6 (medium)", "page 27"]),
        ("Fogbound", ["10   Fogbound", "solution: page 27"]),
        ("a name that is much longer than the board " * 3, ["...", "page 27"]),
    ],
)
def test_a_caption_and_its_reference_do_not_overlap(name, words, monkeypatch):
    pdf = Pdf("", Paper.named("6x9"))
    entry = Entry(f"10   {name.strip()}", scene_of(cs.Puzzle(PLAIN)), aside="solution: page 27")
    written = []
    write = Pdf._write

    def noted(self, text, place, size, *rest, **more):
        written.append((text, *place, pdf._fonts.width(text, size, bold=False)))
        return write(self, text, place, size, *rest, **more)

    monkeypatch.setattr(Pdf, "_write", noted)
    plan = pdf.planned([entry], 4)
    pdf.draw("", [entry], plan)
    at = next(number for number, (text, *_) in enumerate(written) if text.startswith("10"))
    (said, x, y, width), (aside, start, same_y, beyond) = written[at : at + 2]
    assert said.endswith(words[0])
    assert aside == words[1]
    assert y == same_y
    assert x + width < start
    assert start + beyond <= x + plan[0].layout.width + 0.01


def test_steps_are_explained(tmp_path):
    puzzle = cs.Puzzle(PLAIN)
    book([puzzle], tmp_path / "b.pdf", steps=True, page="letter")
    hard = [step for step in puzzle.explain() if "single" not in step.technique]
    hard = [step for step in hard if step.technique != "full house"]
    text = " ".join(" ".join(text_of(tmp_path / "b.pdf")).split())
    assert "Step by step" in text
    assert "1.1" in text
    assert hard
    assert all(f"1.{n} {step.technique}" in text for n, step in enumerate(hard, start=1))
    assert "Singles: " in text
    assert text.count("Solved.") == 1


def test_steps_of_rules_are_drawn(tmp_path):
    """Their groups are not among those of the board."""
    puzzle = cs.generate(seed=3, rules="killer", board="sudoku-2x3")
    assert any(max(step.groups, default=0) >= 18 for step in puzzle.explain())
    book([puzzle], tmp_path / "b.pdf", steps=True)
    assert "Step by step" in " ".join(text_of(tmp_path / "b.pdf"))


def test_boards_say_what_holds_on_them(tmp_path):
    names = ("sudoku-3x3", "sudoku-2x3", "sudoku-3x3+diagonals", "jigsaw-9@3", "latin-4")
    puzzles = [cs.generate(seed=1, board=name) for name in names]
    book(puzzles, tmp_path / "b.pdf", per_page=1, solutions=False)
    texts = [" ".join(text.split()) for text in text_of(tmp_path / "b.pdf")]
    said = ("marked diagonal", "region has the digits 1 to 9", "column has the digits 1 to 4")
    assert all(words in text for words, text in zip(said, texts[2:], strict=True))
    assert not any("rules" in text for text in texts[:2])


def test_names_must_be_as_many_as_puzzles(tmp_path):
    with pytest.raises(cs.CspSudokuError, match="expected 1 names"):
        book([cs.Puzzle(SMALL)], tmp_path / "b.pdf", names=["a", "b"])


def test_the_same_book_is_the_same_file(tmp_path):
    for name in ("a.pdf", "b.pdf"):
        book([cs.Puzzle(PLAIN)], tmp_path / name, steps=True)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
