"""PNG, PDF books, and files whose ending says what they hold."""

import io
import sys

import pytest
from PIL import Image
from pypdf import PdfReader

from csp_sudoku import CspSudokuError, NotProperError, Puzzle, SourceError, boards, render
from tests.render.pictures import HARD, every_third, moment

EASY = Puzzle("1... ..2. .3.. ...4")


def colours(picture, box=None):
    """Return the colours of a PNG, or of a part of it."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return {colour for _, colour in (image.crop(box) if box else image).getcolors(1 << 24)}


# Pixels


def test_a_png_shows_the_symbols_of_its_cells():
    picture = render.png(EASY, scale=1)
    assert Image.open(io.BytesIO(picture)).size == (168, 168)
    assert len(colours(picture, (10, 10, 40, 40))) > 5  # the 1
    assert colours(picture, (50, 10, 80, 40)) == {(255, 255, 255)}
    assert Image.open(io.BytesIO(render.png(EASY, scale=3))).size == (504, 504)


def test_a_png_shows_a_step_in_its_colours():
    state, step = moment("xy-wing")
    picture = render.png(state, step=step)
    assert picture == render.png(render.svg(state, step=step))
    assert {(0xF0, 0xB9, 0x3A), (0x88, 0x22, 0x55)} <= colours(picture)


def test_a_png_needs_a_scale_and_a_package(monkeypatch):
    for scale in (0, -1, float("nan")):
        with pytest.raises(CspSudokuError, match="scale of"):
            render.png(EASY, scale=scale)
    for scale in (50, 1e9):
        with pytest.raises(CspSudokuError, match=r"pixels is too large; use a smaller scale"):
            render.png(EASY, scale=scale)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CspSudokuError, match=r"pip install .*\[png\]'"):
        render.png(EASY)


# Books


def words(path):
    return [page.extract_text() for page in PdfReader(path).pages]


def test_a_book_has_puzzles_in_front_and_solutions_at_the_back(tmp_path):
    path = tmp_path / "book.pdf"
    puzzles = [EASY.transform("mirror"), *[EASY] * 6]
    pages = render.book(
        puzzles, path, title="Für alle", per_page=3, caption=lambda p: f"{len(p.clues)} clues"
    )
    text = words(path)
    assert pages == len(text) == 4
    assert text[0].startswith("Für alle")
    assert text[0].count("4 clues") == 3
    assert text[2].count("4 clues") == 1
    assert "Für alle" not in text[1]
    assert [page.split()[-1] for page in text] == ["1", "2", "3", "4"]
    assert text[3].startswith("Solutions")
    for value in "1234":
        assert text[3].count(value) >= 7 * 4
    assert PdfReader(path).metadata.title == "Für alle"


def test_the_same_puzzles_make_the_same_bytes(tmp_path):
    for name in ("one.pdf", "two.pdf"):
        render.book([HARD, EASY], tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_every_board_fits_into_a_book(tmp_path):
    names = ("sudoku-8x8", "samurai", "jigsaw-9@3", "sudoku-3x3+diagonals+windows", "latin-1")
    puzzles = [every_third(name)[0] for name in names]
    marked = Puzzle({}, board=boards.sudoku(2, 2), candidates={(0, 0): [1, 2]})
    path = tmp_path / "mixed.pdf"
    assert render.book([*puzzles, marked], path, per_page=2, solutions=False, page="letter") == 4
    text = words(path)
    assert "64" in text[0]
    assert text[3].split().count("3") == 15  # candidates


def test_a_board_that_needs_a_page_gets_one(tmp_path):
    large = every_third("sudoku-8x8")[0]
    assert render.book([large] * 2, tmp_path / "x.pdf", per_page=100, solutions=False) == 2


def test_solutions_are_small(tmp_path):
    assert render.book([HARD] * 20, tmp_path / "book.pdf", per_page=1) == 20 + 1
    big = Puzzle(every_third("sudoku-5x5")[1].puzzle.clues, board=boards.sudoku(5, 5))
    assert render.book([big] * 3, tmp_path / "book.pdf", per_page=1) == 3 + 2


def test_what_is_no_book(tmp_path, monkeypatch):
    path = tmp_path / "book.pdf"
    with pytest.raises(CspSudokuError, match="at least one puzzle"):
        render.book([], path)
    with pytest.raises(CspSudokuError, match="puzzles per page, got 0"):
        render.book([EASY], path, per_page=0)
    with pytest.raises(CspSudokuError, match="expected 1 to 100"):
        render.book([EASY], path, per_page=4_000_000_000)
    with pytest.raises(CspSudokuError, match="use one of a4, a5, letter"):
        render.book([EASY], path, page="a3")
    with pytest.raises(NotProperError, match="more than one solution: puzzle 2"):
        render.book([EASY, EASY.without((0, 0))], path)
    with pytest.raises(NotProperError, match="no solution: puzzle 1"):
        render.book([Puzzle("11.. .... .... ....")], path)
    with pytest.raises(CspSudokuError, match="no symbol '一'"):
        render.book([EASY], path, alphabet="一二数四")
    with pytest.raises(SourceError, match="not a TrueType font"):
        render.book([EASY], path, font=__file__)
    with pytest.raises(SourceError, match="cannot write"):
        render.book([EASY], tmp_path)
    assert not path.exists()
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(CspSudokuError, match=r"pip install .*\[pdf\]'"):
        render.book([EASY], path)


def test_a_font_of_ones_own(tmp_path):
    import reportlab

    vera = f"{reportlab.__path__[0]}/fonts/Vera.ttf"
    for name in ("one.pdf", "two.pdf"):
        render.book([EASY], tmp_path / name, title="ŁŽ", alphabet="ŁŽžš", font=vera)
    assert words(tmp_path / "one.pdf")[0].startswith("ŁŽ")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    with pytest.raises(CspSudokuError, match="no symbol '一'"):
        render.book([EASY], tmp_path / "no.pdf", alphabet="一二数四", font=vera)


# Files


def test_the_ending_says_what_a_file_holds(tmp_path):
    for ending in ("svg", "png", "html", "txt", "pdf"):
        render.save(tmp_path / f"x.{ending}", HARD)
    assert (tmp_path / "x.svg").read_text() == render.svg(HARD) + "\n"
    assert (tmp_path / "x.png").read_bytes() == render.png(HARD)
    assert render.svg(HARD) in (tmp_path / "x.html").read_text()
    assert (tmp_path / "x.txt").read_text() == render.text(HARD) + "\n"
    assert len(words(tmp_path / "x.pdf")) == 1


def test_files_of_solutions_and_of_many(tmp_path):
    solved = HARD.solve().solution
    render.save(tmp_path / "x.svg", HARD, solution=True)
    assert (tmp_path / "x.svg").read_text() == render.svg(solved, clues=HARD) + "\n"
    render.save(tmp_path / "x.txt", HARD, EASY, ascii=True, candidates=True)
    drawn = [render.text(p, ascii=True, candidates=True) for p in (HARD, EASY)]
    assert (tmp_path / "x.txt").read_text() == "\n\n".join(drawn) + "\n"
    render.save(tmp_path / "x.pdf", HARD, EASY, solution=True)
    assert [len(page.split()) for page in words(tmp_path / "x.pdf")] == [81 + 1, 16 + 1]
    with pytest.raises(CspSudokuError, match=r"\.svg file holds one picture, got 2 puzzles"):
        render.save(tmp_path / "y.svg", HARD, EASY)
    with pytest.raises(CspSudokuError, match="at least one"):
        render.save(tmp_path / "y.svg")
    with pytest.raises(CspSudokuError, match=r"end it in \.svg"):
        render.save(tmp_path / "y", HARD)
    with pytest.raises(CspSudokuError, match="no solution to draw"):
        render.save(tmp_path / "y.svg", Puzzle("11.. .... .... ...."), solution=True)
    assert not (tmp_path / "y.svg").exists()


def test_an_explanation_is_a_page(tmp_path):
    explanation = Puzzle("1... ..2. .3.. ...4").explain()
    render.save(tmp_path / "steps.html", explanation)
    assert "full house" in (tmp_path / "steps.html").read_text("utf-8")
    with pytest.raises(CspSudokuError, match="cannot hold an explanation"):
        render.save(tmp_path / "steps.svg", explanation)
