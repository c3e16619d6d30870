"""SVG pictures: well-formed, complete, escaped, and nothing in them that clashes in a page."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import CspSudokuError, Puzzle, PuzzleError, PuzzleFormatError, boards, render
from csp_sudoku.logic import TECHNIQUES, State, Step
from csp_sudoku.logic.step import Candidate, Link
from csp_sudoku.logic.techniques import rated, rules, trials
from tests.render.pictures import HARD, moment
from tests.strategies import small_puzzles

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [element.text for element in ET.fromstring(picture).iter(f"{SVG}text")]


def structure(picture):
    """Check what holds for every picture; return its tree."""
    tree = ET.fromstring(picture)
    assert tree.tag == f"{SVG}svg"
    assert tree.find(f"{SVG}title").text
    wide, high = (float(number) for number in tree.get("viewBox").split()[2:])
    for element in tree.iter():
        assert element.tag.removeprefix(SVG) in {
            *("svg", "title", "g", "rect", "path", "circle", "text")
        }
        assert not {"id", "class", "style", "href"} & {*element.keys()}
        if element.tag == f"{SVG}text":
            assert 0 < float(element.get("x")) < wide
            assert 0 < float(element.get("y")) < high
    ground = tree.find(f"{SVG}rect")
    assert (float(ground.get("width")), float(ground.get("height"))) == (wide, high)
    assert ground.get("fill") == "#fff"
    return tree


@settings(max_examples=40)
@given(small_puzzles(), st.booleans())
def test_every_value_and_candidate_is_drawn(puzzle, candidates):
    picture = render.svg(puzzle, candidates=candidates)
    structure(picture)
    wanted = [str(value) for value in puzzle.values if value]
    if candidates:
        for cell, left in puzzle.candidates.items():
            wanted += map(str, left) if puzzle[cell] is None else ()
    assert Counter(texts(picture)) == Counter(wanted)


TOLD = (rules, trials, rated)  # their pictures: logic/test_rules.py and test_rated.py
RULED = {technique.name for family in TOLD for technique in family.TECHNIQUES}
NAMES = {technique.name for technique in TECHNIQUES} - {"large subset"} - RULED  # no room on 9x9


@pytest.mark.parametrize("technique", sorted(NAMES))
def test_every_technique_has_a_picture(technique):
    state, step = moment(technique)
    tree = structure(render.svg(state, step=step))
    links = [path for path in tree.iter(f"{SVG}path") if "Q" in path.get("d")]
    assert len(links) == len({*step.links})
    dashed = [path for path in links if path.get("stroke-dasharray")]
    assert len(dashed) == len({link for link in step.links if not link.is_strong})
    struck = [path for path in tree.iter(f"{SVG}path") if "L" in path.get("d")]
    assert sum(path.get("d").count("M") for path in struck) == len({*step.eliminations})
    white = [text for text in tree.iter(f"{SVG}text") if text.get("fill") == "#fff"]
    assert len(white) == len({*step.placements})


def test_a_step_without_candidates_shows_its_own():
    state, step = moment("xy-wing")
    shown = texts(render.svg(state, step=step, candidates=False))
    assert len(shown) == sum(map(bool, state.values)) + len({*step.pattern, *step.eliminations})
    state, step = moment("hidden single in a block")
    shown = texts(render.svg(state, step=step, candidates=False))
    assert len(shown) == sum(map(bool, state.values)) + 1


def test_clues_stand_apart_from_what_was_filled_in():
    solution = HARD.solve().solution
    tree = structure(render.svg(solution, clues=HARD))
    bold, plain = tree.findall(f"{SVG}g")
    assert (len(bold), len(plain)) == (len(HARD.clues), 81 - len(HARD.clues))
    assert bold.get("font-weight") == "bold"
    assert bold.get("fill") != plain.get("fill")


def test_symbols_are_escaped():
    puzzle = Puzzle("1234 .... .... ....")
    assert texts(render.svg(puzzle, alphabet="<&\"'")) == ["<", "&", '"', "'"]
    words = ["</text>", "]]>", "&amp;", "数"]
    assert texts(render.svg(puzzle, alphabet=words)) == words
    picture = render.svg(puzzle, title="</title><script>")
    assert ET.fromstring(picture).find(f"{SVG}title").text == "</title><script>"
    picture = render.svg(puzzle, title="\0\x1b\udcff")
    assert ET.fromstring(picture.encode()).find(f"{SVG}title").text == 3 * "\ufffd"


@pytest.mark.parametrize("name", ["sudoku-8x8", "samurai", "latin-1", "jigsaw-AABBACCBADCBDDDC"])
def test_boards_of_every_shape(name):
    board = boards.named(name)
    rows, columns = board.shape
    tree = structure(render.svg(Puzzle({board.cells[0]: 1}, board=board), width=600))
    assert tree.get("width") == "600"
    assert abs(int(tree.get("height")) - 600 * rows / columns) < 10


def test_extra_groups_are_shaded():
    plain = structure(render.svg(Puzzle({}, board=boards.sudoku(3, 3))))
    both = boards.windows(boards.diagonals(boards.sudoku(3, 3)))
    shaded = structure(render.svg(Puzzle({}, board=both)))
    fills = [path for path in shaded.iter(f"{SVG}path") if path.get("fill")]
    assert [path.get("d").count("M") for path in fills] == [17, 36]
    assert not [path for path in plain.iter(f"{SVG}path") if path.get("fill")]


def test_notebooks_show_pictures():
    assert HARD._repr_html_() == render.svg(HARD) == render.html(HARD)
    solution = HARD.solve().solution
    assert solution._repr_html_() == render.svg(solution)
    assert State.of(HARD)._repr_html_() == render.svg(State.of(HARD))
    assert render.svg(HARD)._repr_html_() == render.svg(HARD)
    proven = structure(HARD.prove_unique()._repr_html_())
    assert [len(group) for group in proven.findall(f"{SVG}g")] == [21, 60]


def test_what_cannot_be_drawn_is_refused():
    other = Puzzle("1..4 .... .... 2..3")
    with pytest.raises(PuzzleError, match="sudoku-2x2"):
        render.svg(HARD, clues=other)
    with pytest.raises(PuzzleError, match="clue at r1c2"):
        render.svg(HARD.solve().solution, clues=HARD.replace({(0, 1): 9}))
    with pytest.raises(PuzzleError, match="cannot be drawn"):
        render.svg("8" * 81)
    with pytest.raises(PuzzleError, match="expected 4 symbols, one for each value, got 3"):
        render.svg(other, alphabet=["a", "b", "c"])
    with pytest.raises(PuzzleError, match="not a symbol"):
        render.svg(other, alphabet=["a", "b", "c", "\x00"])
    with pytest.raises(PuzzleError, match="1 is not a symbol"):
        render.svg(other, alphabet=[1, 2, 3, 4])
    with pytest.raises(CspSudokuError, match="at least 1 pixel, got 0"):
        render.svg(other, width=0)
    with pytest.raises(PuzzleFormatError, match="too few"):
        render.svg(HARD, alphabet="xyz")
    far = Step("x", "x", links=(Link(Candidate(80, 1), Candidate(0, 1), True),))
    with pytest.raises(PuzzleError, match="not belong to sudoku-2x2"):
        render.svg(other, step=far)
