"""The rows of a batch, in whatever form they are given, cut into chunks for a solver.

Plain 9x9 rows stay as they lie in memory, as numbers or text. All others are read row by row; texts
with rules when they are solved, so that what is built of them is freed soon. A row that is not a
puzzle keeps its place in the chunk, and ends as INVALID.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from math import isqrt
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.bulk.outcomes import CELLS
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import AmbiguousFormatError, CspSudokuError, PuzzleError
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from typing_extensions import Buffer

_HEAD = 256
_PIECE = 1 << 19
_RULED_ROWS = 32
"""Rows with rules in a chunk: more structures at a time than this do not fit into fast memory."""
_LONGEST_LINE = 1 << 21
"""Bytes that a line may have: a longer one is not a puzzle, and is not kept in memory."""
_TOO_LONG = b"\0"
"""What a line that is too long is read as: one row, which no format can read."""
_MARK = b"\xef\xbb\xbf"
_NO_VALUE = 255
_SYMBOLS = b"123456789"
_NUMBER_OF = bytes(
    0 if symbol in b".0*_" else _SYMBOLS.find(symbol) + 1 or _NO_VALUE for symbol in range(256)
)
_SPECIAL = (b" ", b"\t", b"#")
_SIGNS = (b"<", b">", b"^", b"v")
"""What is in 81 symbols that are a killer, and not a plain puzzle."""


class Block(NamedTuple):
    """Rows as they lie in memory: numbers or, for plain 9x9, characters `stride` bytes apart."""

    clues: Buffer
    rows: int
    stride: int
    is_text: bool = False

    def puzzles(self, board: Board) -> list[Puzzle | None]:
        """Return the rows as puzzles, with None for a row that is not a puzzle."""
        width, clues = len(board.cells), memoryview(self.clues)
        starts = range(0, self.rows * self.stride, self.stride)
        return [_puzzle(bytes(clues[at : at + width]), self.is_text, board) for at in starts]

    def numbers(self) -> Buffer:
        """Return the rows as numbers, the same stride apart; 255 stands for what is not a value."""
        return bytes(self.clues).translate(_NUMBER_OF) if self.is_text else self.clues


class Unread(NamedTuple):
    """Rows whose format most likely holds rules, as they were given."""

    items: list[Any]
    board: Board
    format: str
    """The format of the first text with rules."""

    def puzzles(self) -> list[Puzzle | None]:
        """Return the rows as puzzles, with None for a row that is not a puzzle."""
        return _puzzles(self.items, self.board, _Texts(self.format))


Chunk: TypeAlias = Block | Unread | list[Puzzle | None]


class RowSource(NamedTuple):
    """The rows of one call: the board of all of them, their number if it is known, and chunks."""

    board: Board
    rows: int | None
    chunks: Callable[[int], Iterator[Chunk]]
    """Cuts the rows into chunks of about this many."""


def source_of(puzzles: Any, board: Board | str | None) -> RowSource:
    """Return the rows of an array, a table, bytes, an open file, or of strings and puzzles."""
    known = None if board is None else boards.board_of(board)
    if isinstance(puzzles, str | Puzzle):
        raise PuzzleError(
            "expected a list of puzzles, got one puzzle", fix="put it into a list, or give a file"
        )
    if isinstance(puzzles, bytes | bytearray):
        return _of_file(io.BytesIO(puzzles), known)
    if hasattr(puzzles, "read"):
        return _of_file(puzzles, known)
    if _is_array(puzzles):
        return _of_array(puzzles, known)
    if is_table(puzzles):
        return _of_table(puzzles, known)
    return _of_items(puzzles, known)


def size_of(chunk: Chunk) -> int:
    """Return the number of rows of a chunk."""
    if isinstance(chunk, Block):
        return chunk.rows
    return len(chunk.items) if isinstance(chunk, Unread) else len(chunk)


def puzzles_of(chunk: Chunk, board: Board) -> list[Puzzle | None]:
    """Return the rows of a chunk as puzzles, with None for a row that is not a puzzle."""
    if isinstance(chunk, Block):
        return chunk.puzzles(board)
    return chunk.puzzles() if isinstance(chunk, Unread) else chunk


def _puzzle(row: bytes, is_text: bool, board: Board) -> Puzzle | None:
    values = row.translate(_NUMBER_OF) if is_text else row
    return Puzzle._trusted(board, values) if max(values) <= board.size else None


# Arrays


def _is_array(puzzles: Any) -> bool:
    return isinstance(puzzles, memoryview) or hasattr(puzzles, "__array_interface__")


def _of_array(array: Any, known: Board | None) -> RowSource:
    shape = tuple(array.shape)
    if len(shape) == 1 and not isinstance(array, memoryview) and array.dtype.kind in "OSU":
        return _of_items(array.tolist(), known)
    board = known or _board_of_shape(shape)
    cells = len(board.cells)
    if shape[1:] not in ((cells,), board.shape) and shape != (0,):
        raise PuzzleError(
            f"expected an array of shape (N, {cells}) for {board.name}, got {shape}",
            fix="give one row per puzzle, with one number per cell",
        )
    rows, numbers = shape[0], _bytes_of(array)

    def chunks(size: int) -> Iterator[Chunk]:
        for start in range(0, rows, size):
            end = min(start + size, rows)
            yield Block(numbers[start * cells : end * cells], end - start, cells)

    return RowSource(board, rows, chunks)


def _board_of_shape(shape: tuple[int, ...]) -> Board:
    side = isqrt(shape[1]) if len(shape) == 2 else shape[-1]
    is_square = shape[1:] in ((side * side,), (side, side))
    if shape == (0,) or (is_square and side == 9):
        return boards.sudoku(3, 3)
    if not is_square:
        raise PuzzleError(
            f"expected an array of shape (N, 81) or (N, 9, 9), got {shape}",
            fix="say which board it is, if it is another one",
        )
    return boards.of_size(side)


def _bytes_of(array: Any) -> memoryview:
    """Return the numbers of an array as bytes: its own if it can be, else a copy."""
    if 0 in array.shape:
        return memoryview(b"")
    view = memoryview(array if _is_bytes(array) else _converted(array))
    return (view if view.c_contiguous else memoryview(view.tobytes())).cast("B")


def _is_bytes(array: Any) -> bool:
    if isinstance(array, memoryview):
        return array.format == "B"
    return bool(array.dtype.kind == "u" and array.dtype.itemsize == 1)


def _converted(array: Any) -> Any:
    """Return an array of bytes; what is not a number from 0 to 254 becomes 255."""
    import numpy as np

    given = np.asarray(array)
    if given.dtype.kind not in "biuf":
        raise PuzzleError(
            f"expected an array of numbers, got {given.dtype}", fix="use 0 for an open cell"
        )
    is_value = (given >= 0) & (given < _NO_VALUE)
    if given.dtype.kind == "f":
        is_value &= given == np.floor(given)
    numbers = np.where(is_value, given, 0).astype(np.uint8)
    numbers[~is_value] = _NO_VALUE
    return numbers


# Arrow tables


def is_table(thing: Any) -> bool:
    """Whether a thing is an Arrow table or column, or hands one out (pandas, polars, DuckDB)."""
    return hasattr(thing, "__arrow_c_stream__") or hasattr(thing, "__arrow_c_array__")


def _of_table(table: Any, known: Board | None) -> RowSource:
    """Return the rows of a table's column of puzzles, where they lie if they are plain 9x9."""
    from csp_sudoku.bulk.arrow import columns_of, rows_of, values_of

    columns = columns_of(table)
    head = next((column for column in columns if len(column)), None)
    board = known or _board_of([] if head is None else rows_of(head.slice(0, _HEAD)))
    is_nine, texts = engine_of(board.csp) is not None, _Texts()

    def chunks(size: int) -> Iterator[Chunk]:
        for column in columns:
            for start in range(0, len(column), size):
                part = column.slice(start, size)
                block = values_of(part) if is_nine else None
                if block:
                    yield block
                else:
                    yield from _packed(list(rows_of(part)), board, texts)

    return RowSource(board, sum(map(len, columns)), chunks)


# Lists and iterators


def _of_items(items: Iterable[Any], known: Board | None) -> RowSource:
    rest = iter(items)
    head = list(islice(rest, _HEAD))
    board = known or _board_of(head)
    texts = _Texts()

    def chunks(size: int) -> Iterator[Chunk]:
        rows = chain(head, rest)
        while items := list(islice(rows, size)):
            for chunk in _packed(items, board, texts):
                size = size if isinstance(chunk, Block) else min(size, _RULED_ROWS)
                yield chunk

    return RowSource(board, len(items) if isinstance(items, Sequence) else None, chunks)


def _board_of(items: Iterable[Any]) -> Board:
    """Return the board of the first row that can be read; plain 9x9 if none can."""
    texts = _Texts()
    for item in items:
        if isinstance(item, str | bytes) and len(item) == CELLS:
            break
        read = _read(item, None, texts)
        if read is not None:
            return read.board
    return boards.sudoku(3, 3)


def _packed(items: list[Any], board: Board, texts: _Texts) -> Iterator[Chunk]:
    """Yield rows as a block; a few rows at a time, if some say more than clues on the board do."""
    is_nine = engine_of(board.csp) is not None
    if is_nine and all(type(item) is str and len(item) == CELLS for item in items):
        text = "".join(items).encode("ascii", "replace")
        if has_clues_alone(text):
            yield Block(text, len(items), CELLS, is_text=True)
            return
    starts = range(0, len(items), _RULED_ROWS)
    format = texts.format_with_rules(items, board)
    if format is not None:
        for at in starts:
            yield Unread(items[at : at + _RULED_ROWS], board, format)
        return
    puzzles = _puzzles(items, board, texts)
    if any(puzzle is not None and _says_more(puzzle, board) for puzzle in puzzles):
        for at in starts:
            yield puzzles[at : at + _RULED_ROWS]
        return
    bad = bytes([_NO_VALUE]) * len(board.cells)
    numbers = b"".join([bad if puzzle is None else puzzle.values for puzzle in puzzles])
    yield Block(numbers, len(items), len(board.cells))


def _puzzles(items: list[Any], board: Board, texts: _Texts) -> list[Puzzle | None]:
    is_nine = engine_of(board.csp) is not None
    return [_row(item, board, is_nine, texts) for item in items]


def _says_more(puzzle: Puzzle, board: Board) -> bool:
    """Whether the values alone do not make the puzzle again on the board."""
    if puzzle.has_candidates:
        return True
    return puzzle.structure is not board.csp and not puzzle.has_groups_alone


def has_clues_alone(text: bytes) -> bool:
    """Whether texts of 81 symbols have no blanks, comments, or signs between cells in them."""
    return not any(mark in text for mark in (*_SPECIAL, *_SIGNS))


def _row(item: Any, board: Board, is_nine: bool, texts: _Texts) -> Puzzle | None:
    """Return a row as a puzzle: 81 digits at once, all others through the formats."""
    if is_nine and isinstance(item, str | bytes):
        text = item.encode("ascii", "replace") if isinstance(item, str) else item
        bare = text.partition(b"\t")[0].strip()
        is_plain = len(bare) == CELLS and b" " not in bare and not bare.startswith(b"#")
        if is_plain and not any(sign in bare for sign in _SIGNS):
            return _puzzle(bare, True, board)
    return _read(item, board, texts)


def _read(item: Any, board: Board | None, texts: _Texts) -> Puzzle | None:
    """Read a row in any form; None if it is not a puzzle of the board."""
    try:
        if isinstance(item, Puzzle):
            return item if board is None or item.board == board else None
        if isinstance(item, bytes):
            item = item.decode("utf-8", "replace")
        if isinstance(item, str):
            item = texts.read(item, board)
            return item if board is None or item.board == board else None
        return Puzzle(item, board=board)
    except AmbiguousFormatError:
        raise
    except (CspSudokuError, TypeError, ValueError):
        return None


class _Texts:
    """Reads rows that are texts. A format that holds rules is not guessed again for each row."""

    def __init__(self, format: str | None = None) -> None:
        self._format = format
        """The format of the row before, if it is one that holds rules."""

    def format_with_rules(self, items: Iterable[Any], board: Board) -> str | None:
        """Return the format of the first row that can be read, if it holds rules."""
        for item in items if self._format is None else ():
            if not isinstance(item, str | bytes) or _row(item, board, True, self) is not None:
                break
        return self._format

    def read(self, text: str, board: Board | None) -> Puzzle:
        """Return the puzzle of a text in any format."""
        from csp_sudoku import formats

        if self._format is not None:
            try:
                return _read_as(text, self._format)
            except CspSudokuError:
                self._format = None
        digits = "digits" if board is not None and board.size <= len(_SYMBOLS) else None
        found = list(islice(formats.records([text], board=board, alphabet=digits), 2))
        if len(found) > 1:
            return formats.parse(text, board=board, alphabet=digits)  # says what is wrong
        if formats.FORMATS[found[0].format].keeps_rules and found[0].puzzle.rules:
            self._format = found[0].format
        return found[0].puzzle


def _read_as(text: str, name: str) -> Puzzle:
    """Return the puzzle of a text in a format, at once if the text is a line of it."""
    from csp_sudoku import formats
    from csp_sudoku.formats.detect import Reader
    from csp_sudoku.formats.format import Passage

    format = formats.format_of(name)
    if not text.isprintable() or type(format).passages is not formats.Format.passages:
        return formats.parse(text, format=name)
    return Reader(format, None, None).read(Passage("<text>", 1, (text,)))


# Files


class NumberedRows(NamedTuple):
    """The puzzles of some lines of a file, and the number of each one's line, from 1."""

    chunk: Chunk
    numbers: Sequence[int]


def _of_file(file: IO[Any], known: Board | None) -> RowSource:
    pieces = pieces_of(file)
    head = next(pieces, b"")
    board = known or _board_of(line for _, line in _content(head.splitlines(), 1))

    def chunks(size: int) -> Iterator[Chunk]:
        return (lines.chunk for lines in lines_of(chain([head], pieces), board))

    return RowSource(board, None, chunks)


def pieces_of(file: IO[Any]) -> Iterator[bytes]:
    """Yield an open file, binary or text, in pieces of whole lines as they come.

    Memory does not grow with the length of a line: one that is too long becomes a short line, which
    is read as one row that is not a puzzle, or as a comment if it is one.
    """
    parts: list[bytes] = []  # of a line whose end has not come yet
    size = 0
    is_cut = False
    for piece in _read_pieces(file):
        if is_cut:  # drop the rest of a line that is too long
            start = _first_end(piece)
            if start < 0:
                continue
            piece, is_cut = piece[start:], False
        end = piece.rfind(b"\n") + 1
        if end:
            yield b"".join([*parts, piece[:end]])
            parts, size = [], 0
        parts.append(piece[end:])
        size += len(piece) - end
        if size > _LONGEST_LINE:
            rest = b"".join(parts)
            end = rest.rfind(b"\r") + 1  # the only line end of some systems
            if end:
                yield rest[:end]
                rest = rest[end:]
            else:
                rest, is_cut = _shortened(rest), not rest.isspace()
            parts, size = [rest], len(rest)
    rest = b"".join(parts)
    if rest:
        yield rest


def _read_pieces(file: IO[Any]) -> Iterator[bytes]:
    """Yield an open file as it comes, as bytes without a byte order mark."""
    from csp_sudoku.formats.source import OurErrors, name_of

    read_some = getattr(file, "read1", file.read)

    def read() -> bytes:
        piece: str | bytes = read_some(_PIECE)
        return piece.encode("utf-8", "replace") if isinstance(piece, str) else piece

    with OurErrors(name_of(file)):
        head = read()
        while 0 < len(head) < len(_MARK) and (more := read()):
            head += more
        yield head.removeprefix(_MARK)
        while piece := read():
            yield piece


def _first_end(piece: bytes) -> int:
    """Return where the first line of a piece ends; -1 if it does not."""
    ends = [at for end in (b"\n", b"\r") if (at := piece.find(end)) >= 0]
    return min(ends, default=-1)


def _shortened(line: bytes) -> bytes:
    """Return a short line in place of one that is too long: blank, a comment, or not a puzzle."""
    bare = line.lstrip()
    return (b"#" if bare.startswith(b"#") else _TOO_LONG) if bare else b" "


def lines_of(pieces: Iterable[bytes], board: Board) -> Iterator[NumberedRows]:
    """Yield the puzzles of a text's pieces, without comments and blank lines."""
    is_nine = engine_of(board.csp) is not None
    first, texts = 1, _Texts()
    for piece in pieces:
        rows = _regular(piece) if is_nine else None
        if rows is not None:
            yield NumberedRows(rows, range(first, first + rows.rows))
            first += rows.rows
            continue
        lines = piece.splitlines()
        content = list(_content(lines, first))
        if content:
            numbers, rest = zip(*content, strict=True)
            start = 0
            for chunk in _packed(list(rest), board, texts):
                end = start + size_of(chunk)
                yield NumberedRows(chunk, numbers[start:end])
                start = end
        first += len(lines)


def _regular(piece: bytes) -> Block | None:
    """Return lines of 81 symbols and nothing else as they are; None if one is different."""
    from csp_sudoku.native.check import stride9

    stride = stride9(piece)
    if stride and any(sign in piece for sign in _SIGNS):
        return None
    return Block(piece, -(-len(piece) // stride), stride, is_text=True) if stride else None


def _content(lines: Iterable[bytes], first: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are neither blank nor comments, with their numbers."""
    for number, line in enumerate(lines, start=first):
        bare = line.strip()
        if bare and not bare.startswith(b"#"):
            yield number, line if len(line) <= _LONGEST_LINE else _TOO_LONG
