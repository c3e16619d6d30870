"""Mutated texts of variant formats give a puzzle or one of our errors, and nothing else."""

import json

import pytest
from hypothesis import given, settings, strategies as st

import csp_sudoku as cs
from csp_sudoku import formats
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats import links, lzstring
from csp_sudoku.formats.sudokupad_codes import zipped
from csp_sudoku.formats.sudokupad_writing import data_of
from tests.formats.test_variant_formats import GAMES, KILLER, STRINGS, everything

DRAWN = cs.Puzzle({(4, 4): 5}, board="sudoku-3x3+diagonals", rules=everything())
FPUZZLES = json.loads(lzstring.decompressed(DRAWN.to("fpuzzles").removeprefix(links.FPUZZLES)))
SUDOKUPAD = data_of(DRAWN, {})
PUZZ_LINK = "https://puzz.link/p?sudoku/9/9/k13m27h476h39h825zg841h29h538h18m96k"
PLAIN = [*STRINGS, *GAMES, *map(cs.Puzzle(KILLER).to, ("killer", "sumocue")), PUZZ_LINK]
SYMBOLS = st.sampled_from("~._-:,/%+=0159RCVrcaz{}[]'\"\\ \t\0é😀\ud800")
STRANGE = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        10**9,
        10**30,
        0.5,
        "",
        "R0C0",
        "R99C1",
        "x",
        [],
        {},
        [[]],
        [None],
        {"a": 1},
    ]
)


@st.composite
def edited(draw, texts):
    """Draw a text with a few edits."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.sampled_from([0, 1, 1, 5, 50])))
        text = text[:at] + draw(st.text(SYMBOLS, max_size=3)) + text[end:]
    return text


@st.composite
def altered(draw, data):
    """Draw JSON with a strange value somewhere."""
    if isinstance(data, dict) and data and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(data)))
        return {**data, key: draw(altered(data[key]))}
    if isinstance(data, list) and data and draw(st.integers(0, 9)):
        at = draw(st.integers(0, len(data) - 1))
        return [*data[:at], draw(altered(data[at])), *data[at + 1 :]]
    return draw(STRANGE)


def check(text):
    """Read a text; a puzzle that comes out can be written as JSON and read again."""
    try:
        puzzle = formats.parse(text)
    except CspSudokuError:
        return
    assert formats.parse(formats.write(puzzle, "json")) == puzzle


@settings(max_examples=60, deadline=None, database=None)
@given(edited(st.sampled_from(PLAIN)))
def test_edited_texts(text):
    check(text)


@settings(max_examples=25, deadline=None, database=None)
@given(altered(FPUZZLES))
def test_altered_f_puzzles(data):
    check(json.dumps(data))


@settings(max_examples=25, deadline=None, database=None)
@given(altered(SUDOKUPAD))
def test_altered_sudokupad(data):
    check(f"https://sudokupad.app/scl{lzstring.compressed(json.dumps(data))}")


@settings(max_examples=25, deadline=None, database=None)
@given(edited(st.just(zipped(SUDOKUPAD))))
def test_edited_shortened_json(text):
    check(f"https://sudokupad.app/scl{lzstring.compressed(text)}")


@settings(max_examples=25, deadline=None, database=None)
@given(
    st.sampled_from(["https://f-puzzles.com/?load=", "https://sudokupad.app/scl", ""]), st.data()
)
def test_edited_base64(head, data):
    check(head + data.draw(edited(st.just(lzstring.compressed(json.dumps(FPUZZLES))))))


@pytest.mark.parametrize("part", ["{a:", "[", "{cells:[", ".Or", "(", "9" * 1000])
def test_nested_and_long_texts(part):
    for head in ("", "https://sudokupad.app/scl"):
        text = part * 5000
        check(head + lzstring.compressed(text) if head else text[:20000])
