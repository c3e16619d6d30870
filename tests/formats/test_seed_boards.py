"""Boards in the notation chr(48 + value), 9x9, 16x16 and 25x25, through every format and back."""

import pytest

from csp_sudoku import formats
from tests.seeds import BOARD_9, BOARD_16, BOARD_25, SOLVED_9, SOLVED_16, SOLVED_25

BOARDS = {
    "9x9": BOARD_9,
    "9x9 solved": SOLVED_9,
    "16x16": BOARD_16,
    "16x16 solved": SOLVED_16,
    "25x25": BOARD_25,
    "25x25 solved": SOLVED_25,
}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("format", formats.FORMATS)
def test_there_and_back_unchanged(name, format):
    line = BOARDS[name]
    puzzle = formats.parse(line)
    assert puzzle.values == bytes(ord(symbol) - 48 for symbol in line)
    if formats.FORMATS[format].refusal(puzzle) is not None:
        if format not in ("killer", "sumocue", "pasted", "penpa"):  # cages alone; only read
            assert format in ("sdk", "sdm", "hodoku", "iss")
            assert puzzle.board.size > (16 if format == "iss" else 9)
        return
    there = formats.write(puzzle, format)
    back = formats.parse(there)
    assert formats.write(back, "line", alphabet="ascii").replace(".", "0") == line


def test_the_sixteen_as_it_was_printed():
    printed = """
-----------------------------------------------------
|11 5  15 0  |0  0  13 0  |0  0  0  0  |0  14 0  3  |
|0  0  0  0  |0  4  6  0  |5  0  1  0  |0  13 10 0  |
|10 12 8  0  |15 0  0  0  |0  0  11 16 |2  0  6  0  |
|0  9  1  0  |5  0  3  11 |10 0  0  0  |0  0  0  0  |
-----------------------------------------------------
|8  0  0  0  |0  0  0  1  |2  16 10 0  |7  0  11 0  |
|0  0  0  16 |0  6  0  0  |14 0  9  0  |0  10 12 1  |
|5  10 0  0  |14 0  11 0  |0  13 8  3  |0  0  2  0  |
|1  0  7  0  |16 0  9  2  |0  12 0  0  |5  0  14 0  |
-----------------------------------------------------
|0  0  0  0  |9  0  0  5  |0  6  0  12 |0  0  15 8  |
|16 0  14 0  |13 3  0  0  |8  2  15 4  |10 0  0  11 |
|13 11 0  0  |0  14 0  0  |0  0  3  0  |1  6  0  0  |
|12 0  4  0  |6  0  0  0  |0  14 0  1  |16 3  0  2  |
-----------------------------------------------------
|0  3  0  0  |0  0  0  0  |13 0  5  0  |6  0  0  0  |
|0  0  13 15 |7  9  0  3  |0  11 4  2  |8  12 0  10 |
|0  0  10 4  |0  5  0  0  |0  9  0  0  |13 11 0  14 |
|0  8  0  0  |4  0  12 14 |7  3  16 10 |0  2  0  0  |
-----------------------------------------------------
"""
    assert formats.parse(printed) == formats.parse(BOARD_16)


def test_the_sixteen_as_we_draw_it():
    drawing = formats.write(formats.parse(BOARD_16), "grid")
    assert drawing.splitlines()[:3] == [
        "+---------+---------+---------+---------+",
        "| B 5 F . | . . D . | . . . . | . E . 3 |",
        "| . . . . | . 4 6 . | 5 . 1 . | . D A . |",
    ]
    numbers = formats.write(formats.parse(BOARD_16), "grid", alphabet="numbers")
    assert numbers.splitlines()[1] == "| 11  5 15  . |  .  . 13  . |  .  .  .  . |  . 14  .  3 |"
