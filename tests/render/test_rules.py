"""Rules in pictures and words: all of them drawn, none like another, and the page up to date."""

import importlib.util
import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from csp_sudoku import Puzzle, Solution, boards, render, rules
from csp_sudoku.render.colours import dark
from csp_sudoku.render.shapes import borders
from csp_sudoku.rules.looks import arranged, looks
from csp_sudoku.rules.words import board_sentences
from tests.render.test_svg import structure, texts
from tests.render.variants import AREAS, CLASSIC, CLUES, LINES, MARKED, OUTSIDE, SIGNS

_SPEC = importlib.util.spec_from_file_location(
    "make", Path(__file__).parents[2] / "docs" / "rules" / "make.py"
)
make = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(make)
EXAMPLES = {example.name: example for example in make.examples()}
TOGETHER = (CLASSIC, SIGNS, LINES, OUTSIDE, MARKED, AREAS)
UNDRAWN = ("expression", "any_of", "all_of", "variables", "distinct_lines")


# The page of all rules


@pytest.mark.parametrize("name", rules.TABLE)
def test_every_rule_has_an_example_that_its_solution_fits(name):
    example = EXAMPLES[name]
    assert name == "all_of" or example.rules[0].name == name
    assert eval(repr(example.rules[0]), {"rules": rules}) == example.rules[0]
    assert rules.parse(str(example.rules[0])) == example.rules[0]
    if name != "variables":
        assert Solution(example.values, board=example.board).solves(example.puzzle)
    structure(example.picture)
    picture = make.PICTURES / f"{name}.svg"
    assert picture.read_text(encoding="utf-8") == f"{example.picture}\n"


def test_the_page_is_up_to_date():
    assert make.PAGE.read_text(encoding="utf-8") == make.page(EXAMPLES)
    assert {path.stem for path in make.PICTURES.iterdir()} == {*rules.TABLE} == {*EXAMPLES}


# Shapes


def test_every_rule_that_names_cells_is_drawn_as_plain_data():
    allowed = {
        "fill": {"cells", "colour"},
        "cage": {"cells", "colour", "dashed", "text"},
        "line": {"points", "colour", "width", "arrow"},
        "text": {"points", "colour", "size", "text", "anchor"},
    }
    frame = {"points", "colour", "fill", "size", "text", "ink"}
    allowed |= {"circle": frame, "square": frame, "diamond": frame}
    for name, example in EXAMPLES.items():
        for rule in example.puzzle.rules:
            shapes = rule.drawing()
            family = rule.entry.family
            assert (
                shapes
                or family == "whole_board"
                or rule.name.startswith("negative")
                or (rule.name in UNDRAWN)
            ), name
            for shape in shapes:
                assert shape.keys() == {"shape", "over"} | allowed[shape["shape"]]


def test_no_two_kinds_of_lines_look_alike_by_themselves():
    found = looks(EXAMPLES[name].puzzle.rules[0] for name in rules.TABLE if _is_line(name))
    assert len(found) > 15
    assert [look.sentence for look in found if look.is_recoloured] == []


def _is_line(name):
    return rules.TABLE[name].family == "lines"


def test_kinds_that_look_alike_get_another_colour_and_say_so():
    found = looks(map(rules.parse, ("sandwich r0c1 = 5", "skyscraper r0c2 = 2", "x_sum r0c3 = 6")))
    assert [look.is_recoloured for look in found] == [False, True, True]
    assert [look.sentence[:13] for look in found[1:]] == ["In dark blue:", "In dark red: "]
    assert len({shape["colour"] for look in found for shape in look.shapes}) == 3
    puzzle = Puzzle(board="sudoku-3x3", rules=[rule for look in found for rule in look.rules])
    assert "In dark blue: The number outside" in puzzle.rules_text
    assert len(texts(render.svg(puzzle, legend=False))) == 3
    assert len(texts(render.svg(puzzle))) > 9  # the legend comes by itself


def test_areas_that_belong_together_have_a_colour_of_their_own():
    found = looks(map(rules.parse, ("clone r1c1 ; r2c4", "clone r3c3 ; r4c8", "clone r5c5 ; r6c9")))
    colours = [{shape["colour"] for shape in look.shapes} for look in found]
    assert [len(one) for one in colours] == [1, 1, 1]
    assert len(set.union(*colours)) == 3
    assert len({look.sentence for look in found}) == 3


@pytest.mark.parametrize("kind", [rules.minimum, rules.maximum])
def test_no_sign_compares_cells_that_are_marked_alike(kind):
    assert len(kind("r2c2 r2c3").drawing()) == 1 + 3 + 3
    assert len(kind("r2c2 r3c3").drawing()) == 1 + 4 + 4


def test_layers():
    shapes = arranged(looks(Puzzle(board="sudoku-3x3", rules=[*LINES, *AREAS, *SIGNS]).rules))
    kinds = [shape["shape"] for shape in shapes]
    assert kinds[: kinds.count("fill")] == ["fill"] * kinds.count("fill")
    assert kinds[-kinds.count("text") :] == ["text"] * kinds.count("text")
    widths = [s["width"] for s in shapes if s["shape"] == "line" and not s["over"]]
    assert widths == sorted(widths, reverse=True)
    over = [shape["over"] for shape in shapes]
    assert over == sorted(over)


def test_texts_at_the_same_place_stand_side_by_side():
    both = ("little_killer r0c3 ; down-right = 23", "little_killer r0c3 ; down-left = 7")
    shapes = arranged(looks(map(rules.parse, both)))
    places = {s["text"]: s["points"][0][1] for s in shapes if s["shape"] == "text"}
    assert 2 < places["7"] < places["23"] < 3


def test_borders_of_cages():
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    outer, inner = sorted(borders(ring), key=len, reverse=True)[:2]
    assert {*outer} == {(0, 0), (0, 3), (3, 3), (3, 0)}
    assert {*inner} == {(1, 1), (1, 2), (2, 2), (2, 1)}
    touching = borders([(0, 0), (1, 1)])
    assert [len(border) for border in touching] == [4, 4]


# Pictures


@pytest.mark.parametrize("together", TOGETHER)
@pytest.mark.parametrize("candidates", [False, True])
def test_rules_stay_inside_the_picture_and_digits_on_top(together, candidates):
    puzzle = Puzzle(CLUES, board="sudoku-3x3", rules=together)
    tree = structure(render.svg(puzzle, candidates=candidates, legend=False))
    drawn = [element.tag.rpartition("}")[2] for element in tree]
    last = max(at for at, tag in enumerate(drawn) if tag != "g")
    assert last < drawn.index("g")  # the groups are the digits
    assert len(tree.findall("{*}g/{*}text")) >= len(CLUES)


def test_the_margin_grows_only_where_it_is_needed():
    for rule, more in (
        ("sandwich r0c1 = 5", (0, 1)),
        ("sandwich r1c0 = 5", (1, 0)),
        ("sandwich r10c1 = 5", (0, 1)),
        ("sandwich r1c10 = 5", (1, 0)),
        ("little_killer r0c0 ; down-right = 45", (1, 1)),
        ("thermo r1c1-r9c1", (0, 0)),
        ("sum_line r1c1-r1c4 = 8", (0, 0)),
    ):
        tree = structure(render.svg(Puzzle(board="sudoku-3x3", rules=[rule])))
        cell = 40 if rule.startswith("thermo") else 48
        size = int(tree.get("width")), int(tree.get("height"))
        assert size == tuple(8 + cell * (9 + extra) for extra in more), rule


def contrast(one, other):
    """Return the contrast of two colours by WCAG 2."""

    def luminance(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_digits_are_readable_on_all_colours_light_and_dark():
    from csp_sudoku.rules import drawing

    ink = "#111111"
    for colour in drawing.NAMES:
        if colour in (drawing.INK, drawing.GROUND):
            continue
        assert contrast(ink, colour) > 4.5, colour
        assert contrast(dark(ink[1:]), dark(colour[1:])) > 3, colour
        assert contrast(dark(colour[1:]), dark("ffffff")) > 1.2, colour


def test_dark_pictures_keep_white_and_black_dots():
    puzzle = Puzzle(board="sudoku-3x3", rules=["white_dot r1c1 r1c2", "black_dot r2c1 r2c2"])
    tree = ET.fromstring(render.svg(puzzle, dark=True))
    fills = [circle.get("fill") for circle in tree.findall("{*}circle")]
    assert fills == ["white", "black"]
    ground = Image.open(io.BytesIO(render.png(puzzle, dark=True))).convert("RGB").getpixel((1, 1))
    assert max(ground) < 40


# Words


def test_words_of_boards():
    for name, said in (
        ("sudoku-3x3", ["Normal sudoku rules apply."]),
        ("sudoku-2x3", ["Normal sudoku rules apply with the digits 1 to 6."]),
        ("latin-4+from0", ["Each row and column has the digits 0 to 3 once each."]),
        ("free-2x2-3", ["Each cell has one of the digits 1 to 3."]),
    ):
        assert board_sentences(boards.named(name)) == said
    rectangle = board_sentences(boards.named("rectangle-4x6-6-2x3"))
    assert rectangle[0].endswith("they do not repeat in a row, column or box.")


def test_each_sentence_stands_once_and_speaks_of_parameters():
    puzzle = Puzzle(board="sudoku-3x3", rules=[*CLASSIC, *SIGNS])
    text = puzzle.rules_text
    assert text.startswith("Normal sudoku rules apply. Digits in a cage do not repeat, and add up")
    assert text.count("Digits in a cage") == 1
    assert text.count("thermometer") == 1
    assert "white dot with a number differ by that number" in text
    assert "remainders by 4" in rules.parse("modular r1c1-r1c5 ; modulus=4").sentence
    assert "between 3 and 8 of" in rules.sandwich("r0c1", 5, low=3, high=8).sentence


def test_text_lists_the_rules_below_the_grid():
    puzzle = Puzzle("1... ..2. .3.. ...4", rules=["cage r1c1 r1c2 = 3", "antiknight"])
    for drawing in (str(puzzle), render.text(puzzle), render.text(puzzle, ascii=True)):
        assert drawing.splitlines()[-2:] == [
            "Cells a knight's move apart do not have the same digit.",
            "  antiknight",
        ]
    assert render.text(puzzle.with_rules()) in render.text(puzzle)


# Files, notebooks and books


def test_pages_and_notebooks_have_the_words():
    puzzle = Puzzle(board="sudoku-2x2", rules=["expression r1c1 < r1c2"])
    shown = puzzle._repr_html_()
    assert shown.startswith("<svg")
    assert shown.endswith(" r1c1 &lt; r1c2.</p>")
    assert puzzle.with_rules()._repr_html_() == render.svg(puzzle.with_rules())


def test_files_and_books_have_rules(tmp_path):
    puzzle = Puzzle("1... ..2. .3.. ...4", rules=["cage r1c1 r1c2 = 3", "sandwich r0c2 = 3"])
    assert puzzle.solve().solution is not None
    for ending in ("svg", "png", "html", "txt", "pdf"):
        render.save(tmp_path / f"x.{ending}", puzzle, dark=ending != "pdf")
    assert 'stroke-dasharray="' in (tmp_path / "x.svg").read_text()
    assert "Digits in a cage" in (tmp_path / "x.html").read_text()
    assert "  cage r1c1 r1c2 = 3" in (tmp_path / "x.txt").read_text()
    words = PdfReader(tmp_path / "x.pdf").pages[0].extract_text().replace("\n", " ")
    assert "Digits in a cage do not repeat, and add up to the number in its corner." in words
    pages = render.book([puzzle, puzzle.with_rules()], tmp_path / "book.pdf", per_page=2)
    text = [
        page.extract_text().replace("\n", " ") for page in PdfReader(tmp_path / "book.pdf").pages
    ]
    assert pages == 2
    assert text[0].count("Normal sudoku rules") == 1
    assert "cage" not in text[1]


@pytest.mark.parametrize("together", TOGETHER)
def test_every_combination_fits_into_a_book(together, tmp_path):
    puzzle = Puzzle(CLUES, board="sudoku-3x3", rules=together)
    for name in ("one.pdf", "two.pdf"):
        assert render.book([puzzle] * 4, tmp_path / name, solutions=False) == 1
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
