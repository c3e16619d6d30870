"""What a text is: one reading, or an error that says what would settle it."""

import pytest

from csp_sudoku import boards, formats
from csp_sudoku.errors import AmbiguousFormatError, BoardError, PuzzleFormatError

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("blank", [".", "0", "*", "_"])
def test_every_blank(blank):
    assert formats.parse(LINE.replace(".", blank)) == formats.parse(LINE)


def test_spaces_may_be_open_cells():
    assert formats.parse(LINE.replace(".", " ")) == formats.parse(LINE)
    assert formats.parse("1234 3412 2143 4321").board == boards.sudoku(2, 2)
    assert formats.parse("1  4            ").values == bytes([1, 0, 0, 4] + [0] * 12)


def test_spaces_of_two_meanings_are_ambiguous():
    text = "1234341221434321" + " " * 20
    with pytest.raises(AmbiguousFormatError, match=r"sudoku-2x3, or stand between .*sudoku-2x2"):
        formats.parse(text)
    assert formats.parse(text, board="sudoku-2x2").board == boards.sudoku(2, 2)


def test_a_remark_may_follow():
    for remark in ("\t2.5\t2.6", " # hard", "\t", "   "):
        assert formats.parse(LINE + remark) == formats.parse(LINE)


@pytest.mark.parametrize("separator", [",", " ", ", ", "\t", " , "])
def test_numbers(separator):
    numbers = separator.join(LINE.replace(".", "0"))
    assert formats.parse(numbers) == formats.parse(LINE)


def test_numbers_of_a_large_board():
    text = ",".join(str(n % 17) for n in range(256))
    assert formats.parse(text).values == bytes(n % 17 for n in range(256))


def test_zero_as_value_or_blank():
    text = "0123456789ABCDEF" + "." * 240
    with pytest.raises(AmbiguousFormatError) as caught:
        formats.parse(text)
    assert str(caught.value) == (
        "<text>:1:1: this may be line in digits or line in zero: r1c1 is open or 1; "
        'say alphabet="digits" or alphabet="zero" (--alphabet)'
    )
    assert formats.parse(text, alphabet="zero").values[:3] == bytes([1, 2, 3])
    assert formats.parse(text, alphabet="digits").values[:3] == bytes([0, 1, 2])


def test_a_symbol_that_only_one_alphabet_knows_settles_it():
    assert formats.parse("1G" + "." * 254).values[:2] == bytes([1, 16])
    assert formats.parse("0:" + "." * 254).values[:2] == bytes([0, 10])
    assert formats.parse("ABCDEFGHI" + "." * 72).values[:9] == bytes(range(1, 10))


def test_letters_that_three_alphabets_know():
    text = "A" + "." * 624
    with pytest.raises(AmbiguousFormatError, match="line in digits or line in ascii"):
        formats.parse(text)
    read = {name: formats.parse(text, alphabet=name).values[0] for name in ("digits", "ascii")}
    assert read == {"digits": 10, "ascii": 17}
    assert formats.parse(text, alphabet="letters").values[0] == 1


def test_the_other_lines_of_a_file_settle_a_sparse_one():
    lines = [symbol + "." * 624 for symbol in "1AP"]
    read = list(formats.records(lines))
    assert [record.puzzle.values[0] for record in read] == [1, 10, 25]


def test_sixteen_lines_of_four_or_one_board_of_sixteen():
    rows = "\n".join(["1..............."] * 16)
    with pytest.raises(
        AmbiguousFormatError, match=r'say format="line" or format="grid" \(--from\)'
    ):
        formats.parse(rows)
    assert len(list(formats.records(rows.split("\n"), format="line"))) == 16
    assert formats.parse(rows, format="grid").board.size == 16
    assert formats.parse(rows.replace("1", "5")).board.size == 16


def test_candidates_in_one_line_or_a_board_of_twenty_seven():
    full = "123456789" * 81
    assert formats.parse(full).board.size == 9
    assert formats.parse("1........" + full[9:]).values[0] == 1
    assert formats.parse("." * 728 + "A", alphabet="digits").board.size == 27
    with pytest.raises(AmbiguousFormatError, match='format="line" or format="sukaku"'):
        formats.parse("." * 729)
    assert formats.parse("." * 729, format="sukaku").board.size == 9
    assert formats.parse("." * 729, format="line").board.size == 27


def test_numbers_or_pencil_marks():
    text = "\n".join(["1 2 3 4 5 6 7 8 9 10 12 13"] + [" ".join("123456789ABC")] * 11)
    with pytest.raises(PuzzleFormatError):
        formats.parse(text.replace("10", "0"))
    twelve = "\n".join(["1 2 3 4 5 6 7 8 9 12 1 2"] * 12)
    with pytest.raises(AmbiguousFormatError, match="grid in numbers or pencilmarks in digits"):
        formats.parse(twelve)
    assert formats.parse(twelve.replace("3", "0")).values[9] == 12


def test_a_suffix_settles_what_the_text_leaves_open(tmp_path):
    path = tmp_path / "games.sdm"
    path.write_text(LINE + "\n")
    assert [record.format for record in formats.records(path)] == ["sdm"]
    path = tmp_path / "games.txt"
    path.write_text(LINE + "\n")
    assert [record.format for record in formats.records(path)] == ["line"]


def test_an_alphabet_of_ones_own():
    greek = "αβγδεζηθι"
    text = LINE.translate({ord(str(i)): greek[i - 1] for i in range(1, 10)})
    assert formats.parse(text, alphabet=greek) == formats.parse(LINE)
    assert formats.write(formats.parse(LINE), alphabet=greek) == text
    mirrored = formats.parse(LINE, alphabet="987654321")
    assert mirrored.values[:2] == bytes([5, 7])


@pytest.mark.parametrize(
    ("alphabet", "problem"),
    [
        ("112345678", "holds '1' twice"),
        ("12 345678", "holds ' ', which is not a symbol"),
        ("12|345678", "which draws lines"),
        ("", "has no symbols"),
        ("1234", "has 4 symbols, too few for 9 values"),
    ],
)
def test_alphabets_that_cannot_be(alphabet, problem):
    with pytest.raises(PuzzleFormatError, match=problem):
        formats.parse(LINE, alphabet=alphabet, format="line")
    with pytest.raises(PuzzleFormatError, match=problem):
        formats.write(formats.parse(LINE), alphabet=alphabet)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "<text>: no puzzle; give at least one line that is not a comment"),
        ("# only\n\n# comments", "<text>: no puzzle; give at least one line that is not a comment"),
        ("." * 80, "<text>:1: no sudoku board has 80 symbols; 81 make a 9x9 board"),
        ("." * 10_000, "<text>:1: no sudoku board has 10000 symbols; 4096 make a 64x64 board"),
        (
            "." * 25,
            "<text>:1: 25 symbols make a 5x5 board, which has no boxes; "
            "say which board it is, as latin-5; a 9x9 puzzle has 81 symbols",
        ),
        (
            "hello world",
            "<text>:1: there is no puzzle in these words: 'hello world'; "
            "give 81 symbols, with . for an open cell, or a file with puzzles",
        ),
        (
            "# hi\n53x" + LINE[3:],
            "<text>:2:3: 'x' is not a value of sudoku-3x3 in digits; "
            "use 1-9, and . 0 * _ for an open cell",
        ),
        (
            "53.\0" + LINE[4:],
            "<text>:1:4: a NUL byte is not a value of sudoku-3x3 in digits; "
            "use 1-9, and . 0 * _ for an open cell",
        ),
        (
            "\n".join([".........", "........"] + ["........."] * 7),
            "<text>:2:8: the row has 8 cells instead of 9; "
            "give each cell its symbol, and an open one a dot",
        ),
        ("1,2,,4", "<text>:1: 1 of 4 rows of 4 cells: rows 2 to 4 missing"),
        (
            "17," + ",".join(["0"] * 255),
            "<text>:1:1: '17' is not a value of sudoku-4x4 in numbers; "
            "use numbers from 1 to 16, and 0 for an open cell",
        ),
        (
            f"{LINE}\n{LINE}",
            "<text>:2: there is more than one puzzle: the second begins here; "
            "give one, or read all of them with records()",
        ),
    ],
)
def test_errors_say_what_was_expected_nearest(text, message):
    with pytest.raises(PuzzleFormatError) as caught:
        formats.parse(text)
    assert str(caught.value) == message


def test_a_caret_below_the_symbol():
    with pytest.raises(PuzzleFormatError) as caught:
        formats.parse("1..4 ...x .... 2..3")
    assert caught.value.excerpt() == "1..4 ...x .... 2..3\n        ^"


def test_doubled_clues_are_no_matter_of_the_text():
    assert formats.parse("11" + "." * 79).contradiction() is not None


@pytest.mark.parametrize("name", ["sudoku-0x3", "sudoku-3x0", "nothing", ""])
def test_boards_that_cannot_be(name):
    with pytest.raises(BoardError):
        formats.parse(LINE, board=name)


def test_a_board_decides():
    assert formats.parse("1" + "." * 24, board="latin-5").board == boards.latin(5)
    with pytest.raises(PuzzleFormatError, match="81 symbols cannot fill latin-5; it has 25 cells"):
        formats.parse(LINE, board=boards.latin(5))


def test_names_that_nobody_knows():
    with pytest.raises(PuzzleFormatError, match="no format is called 'lines'; use json, hodoku"):
        formats.parse(LINE, format="lines")
    with pytest.raises(PuzzleFormatError, match="no format is called"):
        formats.write(formats.parse(LINE), "lines")
    with pytest.raises(PuzzleFormatError, match="sdm is not written in letters; use digits"):
        formats.parse(LINE, format="sdm", alphabet="letters")
    with pytest.raises(PuzzleFormatError, match="numbers is not written in zero; use numbers"):
        formats.write(formats.parse(LINE), "numbers", alphabet="zero")


def test_what_a_format_refuses():
    marked = formats.parse("12 12 34 34\n12 12 34 34\n34 34 12 12\n34 34 12 12")
    for name in ("line", "numbers", "grid"):
        assert formats.FORMATS[name].refusal(marked) == "it has pencil marks"
    for name in ("sdk", "sdm", "hodoku"):
        assert "is not 9 x 9" in formats.FORMATS[name].refusal(marked)
    with pytest.raises(PuzzleFormatError, match="use json, pencilmarks, sukaku"):
        formats.write(marked, "line")


def test_the_table_describes_each_format():
    for name, format in formats.FORMATS.items():
        assert format.name == name
        assert format.summary
        assert format.separator == ("\n" if format.is_block else "")


def test_a_users_alphabet_with_commas():
    text = "a,0,0,b,0,0,0,0,0,0,0,0,b,0,0,c"
    puzzle = formats.parse(text, alphabet="abcd")
    assert puzzle == formats.parse("1,0,0,2,0,0,0,0,0,0,0,0,2,0,0,3")
    assert formats.write(puzzle, "numbers", alphabet="abcd") == text
    zero = formats.write(puzzle, "numbers", alphabet="0123")
    assert zero == "0,.,.,1,.,.,.,.,.,.,.,.,1,.,.,2"
    assert formats.parse(zero, alphabet="0123") == puzzle
