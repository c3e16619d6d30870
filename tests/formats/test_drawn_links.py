"""Links of puzz.link and penpa-edit: what they hold, and what is refused with which sentence."""

import base64
import json
import zlib
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

import csp_sudoku as cs
from csp_sudoku import formats
from csp_sudoku.errors import CspSudokuError, UnknownRuleError
from csp_sudoku.formats.penpa import _SHORT
from csp_sudoku.rules import arrow, black_dot, cage, even, odd, thermo, v, white_dot, x

ROWS = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"
CLUES = ROWS.replace(" ", "")
TAGGED = {"tags": ["classic"]}


# puzz.link


@pytest.mark.parametrize("boxes", [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5)])
def test_puzz_link_there_and_back(boxes):
    board = cs.boards.sudoku(*boxes)
    size = board.size
    puzzle = cs.Puzzle({(at, at * 7 % size): at + 1 for at in range(size)}, board=board)
    link = puzzle.to("puzzlink")
    assert link.startswith(f"https://puzz.link/p?sudoku/{size}/{size}/")
    assert cs.Puzzle(link) == puzzle
    other = link.replace("puzz.link/p?sudoku", "pzv.jp/p.html?type=editor&sudoku_edit")
    assert cs.Puzzle(other) == puzzle


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("p?nurikabe/9/9/g2h3", "a puzzle of the kind 'nurikabe'; of the kinds of puzz.link"),
        ("p?sudoku/8/8/zzzo", "a board of 8 columns and 8 rows is not read; use one with 4, 6, 9"),
        ("p?sudoku/9/6/zzo", "a board of 9 columns and 6 rows"),
        ("p?sudoku/4/4/v1", "more cells than 16"),
        ("p?sudoku/4/4/12", "2 cells instead of 16; copy the whole link"),
        ("p?sudoku/4/4/5u", "a cell of this board cannot be 5"),
        ("p?sudoku/4/4/1!u", "'!' does not stand for a digit"),
        ("p?sudoku", "no puzzle is inside this link"),
    ],
)
def test_puzz_link_refused(link, said):
    with pytest.raises(CspSudokuError) as error:
        cs.Puzzle(f"https://puzz.link/{link}")
    assert said in str(error.value)


# penpa-edit

WIDE = 13
POINTS = WIDE * WIDE


def number(row, column):
    """Return the number of a cell, its row and column counted from 1."""
    return (row + 1) * WIDE + column + 1


def box_lines():
    """Return the borders of 3 x 3 boxes as penpa-edit draws them."""
    lines = {}
    for at in (3, 6):
        for k in range(9):
            down, across = POINTS + number(k, at), POINTS + number(at, k)
            lines[f"{down},{down + WIDE}"] = lines[f"{across},{across + 1}"] = 2
    return lines


def clues():
    cells = {number(at // 9 + 1, at % 9 + 1): symbol for at, symbol in enumerate(CLUES)}
    return {str(k): [symbol, 1, "1"] for k, symbol in cells.items() if symbol != "."}


def text(
    layer=None, *, kind="square", tags=(), title="", rules="", lines=None, size=(9, 9), **more
):
    """Return the text of a drawing with the boxes and the clues above."""
    everything = {
        **{name: {} for name in ("surface", "numberS", "symbol", "line", "wall", "cage")},
        **{name: [] for name in ("thermo", "arrows", "killercages", "polygon", "direction")},
        "number": clues(),
        "lineE": box_lines() if lines is None else lines,
        **(layer or {}),
    }
    cells = [number(r, c) for r in range(1, 10) for c in range(1, 10)]
    steps = [cells[0], *(b - a for a, b in pairwise(cells))]
    head = f"{kind},{size[0]},{size[1]},38,0,1,1,380,380,84,84,0,0,0,0,Title: {title},Author: A,,"
    said = rules.replace(",", "%2C").replace("\n", "%2D")
    written = ["[]"] * 19
    written[0] = f"{head}{said},OFF,false"
    written[1] = json.dumps(more.get("space", [0, 0, 0, 0]))
    written[3] = json.dumps(everything, separators=(",", ":"))
    written[5] = json.dumps(more.get("steps", steps))
    written[17] = json.dumps(list(tags))
    return "\n".join(written)


def link(given, mode="edit"):
    """Return a text as a link, with its usual words made short."""
    for short, word in reversed(_SHORT.items()):
        given = given.replace(word, short)
    packing = zlib.compressobj(wbits=-15)
    packed = packing.compress(given.encode()) + packing.flush()
    return (
        f"https://swaroopg92.github.io/penpa-edit/#m={mode}&p={base64.b64encode(packed).decode()}"
    )


def test_clues_and_boxes():
    puzzle = cs.Puzzle(CLUES)
    assert cs.Puzzle(link(text())) == puzzle
    assert cs.Puzzle(link(text(kind="sudoku"), mode="solve")) == puzzle
    assert cs.Puzzle("Try this one:\n" + link(text()) + "&a=zzz\nGood luck with it!") == puzzle
    older = link(text()).replace("#", "?").rstrip("=")
    assert cs.Puzzle(older) == puzzle


def test_headers():
    said = link(text(title="Blitz", rules="Sudoku, as usual.\nz and zN."))
    (record,) = formats.records([said])
    expected = {"title": "Blitz", "author": "A", "rules": "Sudoku, as usual.\nz and zN."}
    assert dict(record.headers) == expected


def test_rules_that_are_drawn():
    diagonal = {f"{POINTS + number(k, k)},{POINTS + number(k + 1, k + 1)}": 12 for k in range(9)}
    layer = {
        "lineE": {**box_lines(), **diagonal},
        "killercages": [[number(1, 1), number(1, 2)], [number(9, 8), number(9, 9)]],
        "numberS": {str(4 * (POINTS + number(1, 1))): [" 8", 1]},
        "cage": {f"{4 * (POINTS + number(1, 1))},{4 * (POINTS + number(1, 2)) + 1}": 10},
        "thermo": [[number(3, 3), number(3, 4)], [], None],
        "arrows": [[number(5, 5), number(5, 6), number(5, 7)]],
        "symbol": {
            str(2 * POINTS + number(1, 3)): [8, "circle_SS", 2],
            str(3 * POINTS + number(2, 3)): [2, "circle_SS", 2],
            str(number(7, 7)): [3, "circle_L", 1],
            str(number(7, 8)): [3, "square_L", 1],
        },
        "number": {
            **clues(),
            str(2 * POINTS + number(8, 1)): ["X", 6, "5"],
            str(3 * POINTS + number(8, 2)): ["V", 6, "5"],
            str(number(1, 3)): [[0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 1, "7"],
        },
    }
    puzzle = cs.Puzzle(link(text(layer, tags=["killer", "evenodd"])))
    assert puzzle.values[2] == 4
    assert puzzle.board.groups[-1].kind == "diagonal"
    assert sum(group.kind == "diagonal" for group in puzzle.board.groups) == 1
    assert set(puzzle.rules) == {
        cage("r1c1 r1c2", 8),
        cage("r9c8 r9c9"),
        thermo("r3c3-r3c4"),
        arrow("r5c5", "r5c6 r5c7"),
        white_dot("r1c3 r2c3"),
        black_dot("r2c3 r2c4"),
        odd("r7c7"),
        even("r7c8"),
        x("r8c1 r9c1"),
        v("r8c2 r8c3"),
    }


@pytest.mark.parametrize(
    ("layer", "more", "name"),
    [
        ({"surface": {"28": 1}}, {}, "shaded cell"),
        ({"line": {"28,29": 3}}, {}, "line"),
        ({"symbol": {"28": [3, "circle_L", 1]}}, {}, "symbol 'circle_L'"),
        ({"symbol": {"28": [[1, 0], "dice", 1]}}, {}, "symbol 'dice'"),
        ({"number": {"28": ["A", 1, "1"]}}, {}, "text 'A'"),
        ({"number": {"14": ["7", 1, "1"]}}, {}, "'7' outside the grid"),
        ({"number": {"28": [[1, 1], 1, "7"]}}, {}, "pencil marks"),
        ({"numberS": {str(4 * (POINTS + 28)): ["12", 1]}}, {}, "small number 12"),
        ({"killercages": [[28, 27]]}, {}, "cage that leaves the grid"),
        ({"thermo": [[28, 27]]}, {}, "thermometer that leaves the grid"),
        ({}, {"rules": "Sudoku; all dots are given."}, "a negative constraint"),
        ({}, {"tags": ["nonconsecutive"]}, "the genre 'nonconsecutive'"),
    ],
)
def test_what_is_drawn_and_no_model_is_named(layer, more, name):
    drawn = link(text(layer, **more))
    with pytest.raises(UnknownRuleError) as error:
        cs.Puzzle(drawn)
    assert error.value.names == (name,)
    assert cs.Puzzle(drawn, ignore_unknown_rules=True).board == cs.boards.sudoku(3, 3)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (text(lines={}), "no thick lines divide the grid into boxes"),
        (text(lines=dict(list(box_lines().items())[:9])), "do not divide the grid into 9 boxes"),
        (text(tags=["starbattle"]), "of the genre 'starbattle'; only sudoku is read"),
        (text(kind="hex"), "on a grid of the kind 'hex'"),
        (text(size=(9, 8)), "8 rows and 9 columns"),
        (text(steps=[28, 1]), "the grid has holes"),
        ("5" + text(), "of an old penpa-edit"),
        ("square,9,9", "not what penpa-edit writes"),
    ],
)
def test_other_drawings_are_refused(given, said):
    with pytest.raises(CspSudokuError) as error:
        cs.Puzzle(link(given))
    assert said in str(error.value)


def test_a_latin_square_says_so():
    latin = cs.Puzzle(link(text({"number": {}}, lines={}, tags=["latin"])))
    assert latin.board == cs.boards.latin(9)


def test_damaged_links():
    whole = link(text())
    for damaged, said in (
        (whole[:-30], "cut off"),
        (whole.replace("p=", "p=!"), "damaged"),
        (link("z" * (1 << 23)), "too large"),
    ):
        with pytest.raises(CspSudokuError) as error:
            cs.Puzzle(damaged)
        assert said in str(error.value)


def test_penpa_is_only_read():
    with pytest.raises(CspSudokuError, match="only read"):
        cs.Puzzle(CLUES).to("penpa")


STRANGE = st.sampled_from([None, -1, 10**30, 0.5, "", "x", [], {}, [[]], [None], {"a": 1}])


@settings(max_examples=150, deadline=None, database=None)
@given(st.data())
def test_altered_drawings_give_a_puzzle_or_one_of_our_errors(data):
    lines = text(TAGGED if data.draw(st.booleans()) else {}).split("\n")
    at = data.draw(st.sampled_from([0, 1, 3, 3, 3, 5, 17]))
    if at == 3 and data.draw(st.booleans()):
        layer = json.loads(lines[3])
        key = data.draw(st.sampled_from(sorted(layer)))
        whole = data.draw(st.booleans())
        layer[key] = data.draw(STRANGE) if whole else {"28": data.draw(STRANGE)}
        lines[3] = json.dumps(layer)
    else:
        cut = data.draw(st.integers(0, len(lines[at])))
        lines[at] = lines[at][:cut] + data.draw(st.text('[]{},:"019-z', max_size=3))
    with suppress(CspSudokuError):
        cs.Puzzle(link("\n".join(lines)))
