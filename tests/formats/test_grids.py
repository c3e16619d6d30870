"""Grids as people paste them: rules of many styles, blank cells, bands, boxes of another shape."""

import pytest

from csp_sudoku import boards, formats
from csp_sudoku.errors import PuzzleFormatError
from csp_sudoku.puzzle import Puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = formats.parse(LINE)

PLAIN = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""
NORVIG = """
5 3 . |. 7 . |. . .
6 . . |1 9 5 |. . .
. 9 8 |. . . |. 6 .
------+------+------
8 . . |. 6 . |. . 3
4 . . |8 . 3 |. . 1
7 . . |. 2 . |. . 6
------+------+------
. 6 . |. . . |2 8 .
. . . |4 1 9 |. . 5
. . . |. 8 . |. 7 9
"""
STARS = """
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
"""
FORUM = """
.-------.-------.-------.
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
:-------+-------+-------:
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
:-------+-------+-------:
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
'-------'-------'-------'
"""
BANDS = """
53. .7. ...
6.. 195 ...
.98 ... .6.

8.. .6. ..3
4.. 8.3 ..1
7.. .2. ..6

.6. ... 28.
... 419 ..5
... .8. .79
"""
UNICODE = """
╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗
║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║ 6 │   │   ║ 1 │ 9 │ 5 ║   │   │   ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║   │ 9 │ 8 ║   │   │   ║   │ 6 │   ║
╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣
║ 8 │   │   ║   │ 6 │   ║   │   │ 3 ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║ 4 │   │   ║ 8 │   │ 3 ║   │   │ 1 ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║ 7 │   │   ║   │ 2 │   ║   │   │ 6 ║
╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣
║   │ 6 │   ║   │   │   ║ 2 │ 8 │   ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║   │   │   ║ 4 │ 1 │ 9 ║   │   │ 5 ║
╟───┼───┼───╫───┼───┼───╫───┼───┼───╢
║   │   │   ║   │ 8 │   ║   │ 7 │ 9 ║
╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝
"""
LIGHT = (
    """
┌───────┬───────┬───────┐
│ 5 3 · │ · 7 · │ · · · │
""".replace("·", ".")
    + "".join(
        f"│ {' '.join(LINE[r : r + 3])} │ {' '.join(LINE[r + 3 : r + 6])} │ {' '.join(LINE[r + 6 : r + 9])} │\n"  # noqa: E501
        for r in range(9, 81, 9)
    )
)
SPACED = "\n".join(
    "| " + " | ".join(" ".join(LINE[r + c : r + c + 3]) for c in (0, 3, 6)) + " |"
    for r in range(0, 81, 9)
).replace(".", " ")
EQUALS = NORVIG.replace("-", "=")
NUMBERS = "\n".join(
    ",".join(LINE[r : r + 9]).replace(".", "0").replace(",", " ") for r in range(0, 81, 9)
)
TABS = NUMBERS.replace(" ", "\t")
WINDOWS = PLAIN.replace("\n", "\r\n")
OLD_MAC = PLAIN.replace("\n", "\r")
INDENTED = "\n".join("    " + line for line in FORUM.splitlines())
STYLES = {
    name: text
    for name, text in globals().items()
    if name.isupper() and isinstance(text, str) and len(text) > len(LINE)
}


@pytest.mark.parametrize("style", STYLES)
def test_one_puzzle_in_many_styles(style):
    assert formats.parse(STYLES[style]) == PUZZLE


def test_two_grids_in_one_text_are_two_puzzles():
    for one in (PLAIN, BANDS, FORUM):
        read = list(formats.records((one + "\n" + one).split("\n")))
        assert [record.puzzle for record in read] == [PUZZLE, PUZZLE]
        assert [record.format for record in read] == ["grid", "grid"]
        assert read[1].place.line > read[0].place.line


def test_a_grid_that_lost_a_row_does_not_shift_the_next_ones():
    short = PLAIN.strip().split("\n")[:8]
    whole = PLAIN.strip().split("\n")
    errors = []
    lines = [*short, "", *whole, "", *whole]
    read = list(formats.records(lines, on_error=errors.append))
    assert [record.puzzle for record in read] == [PUZZLE, PUZZLE]
    assert [str(error) for error in errors] == [
        "<lines>:1: the block has 8 rows of 9 cells; 9 make a 9x9 board"
    ]


def test_a_row_that_is_too_short_for_the_board_is_named():
    rows = [".........", "........", *["........."] * 7]
    for board in (None, "sudoku-3x3", "latin-9"):
        with pytest.raises(PuzzleFormatError, match="<text>:2:8: the row has 8 cells instead of 9"):
            formats.parse("\n".join(rows), board=board)
    with pytest.raises(PuzzleFormatError, match="8 rows of 9 cells; latin-9 has 9"):
        formats.parse("\n".join(rows[2:] + rows[:1]), board="latin-9")


def test_the_rules_tell_boxes_of_another_shape():
    text = """
    12|34|56
    ..|..|..
    ..|..|..
    --+--+--
    ..|..|..
    ..|..|..
    ..|..|..
    """
    assert formats.parse(text).board == boards.sudoku(3, 2)
    assert formats.parse(text.replace("|", " ")).board == boards.sudoku(3, 2)
    assert formats.parse(text.replace("|", "").replace("--+--+--", "")).board == boards.sudoku(3, 2)
    assert formats.parse(text, board="latin-6").board == boards.latin(6)


def test_rules_that_draw_no_boxes_ask_for_the_board():
    board = boards.jigsaw("AABB ACCB ADCB DDDC")
    puzzle = Puzzle({(0, 0): 1, (3, 3): 2}, board=board)
    drawing = str(puzzle)
    assert drawing == "\n".join(
        [
            "+-------+-------+",
            "| 1   . | .   . |",
            "|   +---+---+   |",
            "| . | .   . | . |",
            "|   +---+   |   |",
            "| . | . | . | . |",
            "+---+   +---+---+",
            "| .   .   . | 2 |",
            "+-----------+---+",
        ]
    )
    assert formats.parse(drawing, board=board) == puzzle
    with pytest.raises(PuzzleFormatError, match="not draw boxes of one shape; say which board"):
        formats.parse(drawing)


def test_a_samurai_is_drawn_with_its_holes():
    board = boards.samurai()
    puzzle = Puzzle({(0, 0): 1, (20, 20): 9, (9, 10): 5}, board=board)
    drawing = str(puzzle).splitlines()
    assert drawing[0] == "+-------+-------+-------+       +-------+-------+-------+"
    assert drawing[1] == "| 1 . . | . . . | . . . |       | . . . | . . . | . . . |"
    assert drawing[13] == "                | . . . | . 5 . | . . . |"
    full = ["."] * 441
    full[0], full[440], full[9 * 21 + 10] = "1", "9", "5"
    rows = "\n".join("".join(full[r : r + 21]) for r in range(0, 441, 21))
    assert formats.parse("".join(full), board=board) == puzzle
    assert formats.parse(rows, board=board) == puzzle
    assert formats.parse(formats.write(puzzle, "line"), board=board) == puzzle
    full[9] = "7"
    with pytest.raises(PuzzleFormatError, match="'7' stands where samurai has no cell"):
        formats.parse("".join(full), board=board)


def test_pencil_marks_in_a_forum_frame():
    text = """
    .-----------.-----------.
    | 1    23   | 4    {3}  |
    | 34   24   | 12   13   |
    :-----------+-----------:
    | 24   1234 | 3    1    |
    | 34   13   | {12} 24   |
    '-----------'-----------'
    """
    puzzle = formats.parse(text)
    assert puzzle.clues == {(0, 0): 1, (0, 2): 4, (2, 2): 3, (2, 3): 1}
    assert puzzle.candidates[0, 3] == (3,)
    assert puzzle.candidates[2, 1] == (2, 4)
    assert formats.parse(puzzle.to("pencilmarks")) == puzzle


def test_a_clue_puzzle_as_pencil_marks_is_the_same_puzzle():
    text = PUZZLE.to("pencilmarks")
    assert "{" in text
    assert formats.parse(text) == PUZZLE
    assert formats.parse(PUZZLE.to("sukaku")) == PUZZLE
