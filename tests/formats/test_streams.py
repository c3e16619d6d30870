"""Streams: lazy, in bounded memory, from any source, with errors that name the place."""

import gzip
import io
import sys
import tracemalloc

import pytest
import zstandard

from csp_sudoku import boards, formats
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError, SourceError
from csp_sudoku.formats.source import LONGEST_LINE
from csp_sudoku.formats.streams import Record, records_or_errors
from csp_sudoku.puzzle import Puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = formats.parse(LINE)


def puzzles(source, **options):
    return [record.puzzle for record in formats.records(source, **options)]


def test_every_kind_of_source(tmp_path):
    text = f"# comment\n{LINE}\n\n{LINE}\n"
    path = tmp_path / "games.txt"
    path.write_text(text)
    with path.open("rb") as binary, path.open() as opened:
        sources = [
            str(path), path, binary, opened, io.StringIO(text), io.BytesIO(text.encode()),
            text.splitlines(), iter(text.splitlines(keepends=True)),
        ]  # fmt: skip
        for source in sources:
            assert puzzles(source) == [PUZZLE, PUZZLE]
        assert not binary.closed


def test_records_say_where_they_stood(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(f"# comment\n{LINE}\n\n{LINE}\n")
    first, second = formats.records(path)
    assert (first.place.source, first.place.line, second.place.line) == (str(path), 2, 4)
    assert formats.records([LINE], name="mine").__next__().place == ("mine", 1, None)


def test_a_stream_is_pulled_only_as_far_as_needed():
    pulled = 0

    def endless():
        nonlocal pulled
        while True:
            pulled += 1
            yield LINE

    stream = formats.records(endless())
    next(stream)
    assert pulled <= 130
    for _ in range(1000):
        next(stream)
    assert pulled <= 1001 + 130
    pulled = 0
    next(formats.records(endless(), format="line", alphabet="digits"))
    assert pulled == 1


def test_memory_does_not_grow():
    def lines(count):
        return (LINE for _ in range(count))

    def peak(count):
        tracemalloc.start()
        for _ in formats.records(lines(count)):
            pass
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(200)
    assert peak(20_000) < 2 * peak(500)


def test_the_tallest_drawing_is_seen_whole():
    board = boards.sudoku(8, 8)
    rows = Puzzle({(0, 0): 64}, board=board).to("grid").split("\n")
    ruled = [line for row in rows if "-" not in row for line in (rows[0], row)]
    read = list(formats.records([*ruled, rows[0]], board=board))
    assert [record.puzzle.values[0] for record in read] == [64]


def test_blocks_stream_as_well():
    pulled = 0

    def endless():
        nonlocal pulled
        while True:
            for line in [*str(PUZZLE).split("\n"), ""]:
                pulled += 1
                yield line

    stream = formats.records(endless())
    assert [next(stream).puzzle for _ in range(40)] == [PUZZLE] * 40
    assert pulled < 1024


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(tmp_path, end):
    path = tmp_path / "games.txt"
    path.write_bytes(end.join([LINE, LINE, ""]).encode())
    assert puzzles(path) == [PUZZLE, PUZZLE]
    assert puzzles(io.StringIO(path.read_bytes().decode(), newline="")) == [PUZZLE, PUZZLE]


def test_a_byte_order_mark_is_no_symbol(tmp_path):
    path = tmp_path / "games.txt"
    path.write_bytes(b"\xef\xbb\xbf" + LINE.encode())
    assert puzzles(path) == [PUZZLE]
    assert formats.parse("\ufeff" + LINE) == PUZZLE


def test_compressed_files(tmp_path):
    data = f"{LINE}\n{LINE}\n".encode()
    gz, zst, two = (tmp_path / name for name in ("a.txt.gz", "a.txt.zst", "b.ZST"))
    gz.write_bytes(gzip.compress(data))
    zst.write_bytes(zstandard.compress(data))
    two.write_bytes(zstandard.compress(data) * 2)
    assert puzzles(gz) == puzzles(zst) == [PUZZLE] * 2
    assert puzzles(two) == [PUZZLE] * 4
    named = tmp_path / "c.sdm.gz"
    named.write_bytes(gzip.compress(data))
    assert next(formats.records(named)).format == "sdm"


@pytest.mark.parametrize("cut", [3, 12, 30, -9, -1])
def test_compressed_files_that_break_off(tmp_path, cut):
    data = "".join(f"{LINE[k:]}{LINE[:k]}\n" for k in range(81)).encode() * 20
    for name, packed in (("a.gz", gzip.compress(data)), ("a.zst", zstandard.compress(data))):
        path = tmp_path / name
        path.write_bytes(packed[:cut])
        with pytest.raises(SourceError, match="cannot be read"):
            puzzles(path, format="line", on_error=lambda error: None)
        path.write_bytes(packed[: len(packed) // 2] + b"xyzzy" + packed[len(packed) // 2 + 5 :])
        with pytest.raises(CspSudokuError):
            puzzles(path, format="line")
        path.write_bytes(b"this is no compressed file")
        with pytest.raises(SourceError, match="cannot be read"):
            puzzles(path)


def test_without_the_package_for_zstandard_the_error_says_what_to_install(tmp_path, monkeypatch):
    path = tmp_path / "a.zst"
    path.write_bytes(b"")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setitem(sys.modules, "compression", None)
    with pytest.raises(SourceError, match=r"pip install .*\[zstd\]'"):
        puzzles(path)


def test_files_that_are_none(tmp_path):
    with pytest.raises(SourceError, match="is a directory; name a file in it"):
        puzzles(tmp_path)
    with pytest.raises(SourceError, match="no such file"):
        puzzles(tmp_path / "missing.txt")
    with pytest.raises(SourceError, match="cannot be read"):
        puzzles("a\0b")
    with pytest.raises(SourceError, match="cannot be read"):
        puzzles(tmp_path / ("x" * 5000))
    with pytest.raises(SourceError, match="expected lines of text, got a line of type int"):
        puzzles([LINE, 7])


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "games.txt"
    path.write_bytes(f"{LINE}\n{LINE[:10]}".encode() + b"\xff" + LINE[11:].encode())
    with pytest.raises(PuzzleFormatError) as caught:
        puzzles(path)
    assert str(caught.value).startswith(f"{path}:2:11: the byte 0xff, which is not UTF-8")
    assert caught.value.excerpt()
    with path.open(encoding="utf-8") as opened, pytest.raises(SourceError, match="not utf-8"):
        puzzles(opened)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read(tmp_path, encoding):
    path = tmp_path / "games.txt"
    path.write_bytes(
        ("" if encoding == "utf-16" else "\ufeff").encode(encoding) + LINE.encode(encoding)
    )
    assert puzzles(path) == [PUZZLE]
    with pytest.raises(SourceError, match="the text is UTF-16; save it as UTF-8"):
        puzzles(io.BytesIO(path.read_bytes()))


def test_a_line_of_ten_megabytes(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(f"{LINE}\n{'1' * 10_000_000}\n{LINE}\n")
    with pytest.raises(PuzzleFormatError, match="the line has more than 2,000,000 characters"):
        puzzles(path)
    errors = []
    assert puzzles(path, on_error=errors.append) == [PUZZLE, PUZZLE]
    assert [error.place.line for error in errors] == [2]
    with pytest.raises(PuzzleFormatError, match="the line has more than 2,000,000 characters"):
        formats.parse("1" * 10_000_000)


def test_reading_goes_on_after_an_error_if_wanted():
    lines = [LINE, LINE[:-1], "53x" + LINE[3:], LINE]
    errors = []
    assert puzzles(lines, on_error=errors.append) == [PUZZLE, PUZZLE]
    assert [str(error.place) for error in errors] == ["<lines>:2", "<lines>:3:3"]
    with pytest.raises(PuzzleFormatError, match="80 symbols"):
        puzzles(lines)


def test_nothing_to_read_is_an_error_too(tmp_path):
    path = tmp_path / "empty.txt"
    for text in ("", "\n\n", "# nothing\n" * 5000):
        path.write_text(text)
        for options in ({}, {"format": "line"}, {"format": "grid"}, {"format": "sdk"}):
            with pytest.raises(PuzzleFormatError, match="no puzzle"):
                puzzles(path, **options)
    with pytest.raises(PuzzleFormatError, match="no puzzle"):
        puzzles(path, on_error=list)  # there is no bad puzzle to go on from


def test_a_long_preface_does_not_hide_the_puzzles():
    assert puzzles(["# preface"] * 5000 + [LINE]) == [PUZZLE]


def test_plain_lines_are_read_as_the_line_format_reads_them():
    lines = ["# two boards", LINE, LINE.replace(".", "0") + "\tremark", "1..4........2..3", LINE]
    assert puzzles(lines) == puzzles(lines, format="line", alphabet="digits")
    assert {record.format for record in formats.records(lines)} == {"line"}


def test_errors_come_in_the_order_of_the_lines():
    found = list(records_or_errors([LINE, LINE[1:], LINE[:-1] + "x", LINE]))
    assert [isinstance(item, PuzzleFormatError) for item in found] == [False, True, True, False]
    assert [item.place.line for item in found] == [1, 2, 3, 4]


@pytest.mark.parametrize("first", ["1" * (LONGEST_LINE + 1), "1 " * 600_000])
def test_a_line_that_is_too_long_does_not_decide_how_the_others_are_read(first):
    found = list(records_or_errors([first, "1..4........2..3"]))
    assert [type(one) is Record for one in found] == [False, True]
