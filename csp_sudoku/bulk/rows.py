"""The rows of a batch, whatever they are given as, cut into chunks that a solver takes.

A plain 9x9 row stays as it lies in memory, numbers or text. What does not is read with care, row by
row; a row that is no puzzle has its place in a chunk as well, and whoever solves it finds it out.
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

_PIECE = 1 << 19
_LONGEST_LINE = 1 << 21
_NO_VALUE = 255
_SYMBOLS = b"123456789"
_NUMBER_OF = bytes(
    0 if symbol in b".0*_" else _SYMBOLS.find(symbol) + 1 or _NO_VALUE for symbol in range(256)
)
_SPECIAL = (b" ", b"\t", b"#")


class Block(NamedTuple):
    """Rows as they lie in memory: numbers or, for plain 9x9, characters `stride` bytes apart."""

    clues: Buffer
    rows: int
    stride: int
    is_text: bool = False

    def puzzles(self, board: Board) -> list[Puzzle | None]:
        """Return the rows as puzzles, None for a row that is none."""
        width, clues = len(board.cells), memoryview(self.clues)
        starts = range(0, self.rows * self.stride, self.stride)
        return [_puzzle(bytes(clues[at : at + width]), self.is_text, board) for at in starts]

    def numbers(self) -> Buffer:
        """Return the rows as numbers, as far apart as they lie; 255 for what is none."""
        return bytes(self.clues).translate(_NUMBER_OF) if self.is_text else self.clues


Chunk: TypeAlias = Block | list[Puzzle | None]


class Source(NamedTuple):
    """The rows of one call: the board of all of them, their number if it is known, and chunks."""

    board: Board
    rows: int | None
    chunks: Callable[[int], Iterator[Chunk]]
    """Cuts the rows into chunks of about so many."""


def source_of(puzzles: Any, board: Board | str | None) -> Source:
    """Return the rows of an array, of bytes, of an open file, or of strings and puzzles."""
    known = None if board is None else boards.board_of(board)
    if isinstance(puzzles, str | Puzzle):
        raise PuzzleError("one puzzle is no batch", fix="give a list of puzzles, or an open file")
    if isinstance(puzzles, bytes | bytearray):
        return _of_file(io.BytesIO(puzzles), known)
    if hasattr(puzzles, "read"):
        return _of_file(puzzles, known)
    if _is_array(puzzles):
        return _of_array(puzzles, known)
    return _of_items(puzzles, known)


def size_of(chunk: Chunk) -> int:
    """Return the number of rows of a chunk."""
    return chunk.rows if isinstance(chunk, Block) else len(chunk)


def _puzzle(row: bytes, is_text: bool, board: Board) -> Puzzle | None:
    values = row.translate(_NUMBER_OF) if is_text else row
    return Puzzle._trusted(board, values) if max(values) <= board.size else None


# Arrays


def _is_array(puzzles: Any) -> bool:
    return isinstance(puzzles, memoryview) or hasattr(puzzles, "__array_interface__")


def _of_array(array: Any, known: Board | None) -> Source:
    shape = tuple(array.shape)
    if len(shape) == 1 and not isinstance(array, memoryview) and array.dtype.kind in "OSU":
        return _of_items(array.tolist(), known)
    board = known or _board_of_shape(shape)
    cells = len(board.cells)
    if shape[1:] not in ((cells,), board.shape) and shape != (0,):
        raise PuzzleError(
            f"an array of shape {shape} for {board.name}",
            fix=f"use (N, {cells}), a row for each puzzle and a number for each cell",
        )
    rows, numbers = shape[0], _bytes_of(array)

    def chunks(size: int) -> Iterator[Chunk]:
        for start in range(0, rows, size):
            end = min(start + size, rows)
            yield Block(numbers[start * cells : end * cells], end - start, cells)

    return Source(board, rows, chunks)


def _board_of_shape(shape: tuple[int, ...]) -> Board:
    side = isqrt(shape[1]) if len(shape) == 2 else shape[-1]
    is_square = shape[1:] in ((side * side,), (side, side))
    if shape == (0,) or (is_square and side == 9):
        return boards.sudoku(3, 3)
    if not is_square:
        raise PuzzleError(
            f"an array of shape {shape}", fix="use (N, 81) or (N, 9, 9), or say which board it is"
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
    """Return an array of bytes; what is no number of a cell becomes one that no board has."""
    import numpy as np

    given = np.asarray(array)
    if given.dtype.kind not in "biuf":
        raise PuzzleError(f"an array of {given.dtype}", fix="use numbers, 0 for an open cell")
    is_value = (given >= 0) & (given < _NO_VALUE)
    if given.dtype.kind == "f":
        is_value &= given == np.floor(given)
    numbers = np.where(is_value, given, 0).astype(np.uint8)
    numbers[~is_value] = _NO_VALUE
    return numbers


# Lists and iterators


def _of_items(items: Iterable[Any], known: Board | None) -> Source:
    rest = iter(items)
    head = list(islice(rest, 256))
    board = known or _board_of(head)

    def chunks(size: int) -> Iterator[Chunk]:
        rows = chain(head, rest)
        while chunk := list(islice(rows, size)):
            yield _packed(chunk, board)

    return Source(board, len(items) if isinstance(items, Sequence) else None, chunks)


def _board_of(items: Iterable[Any]) -> Board:
    """Return the board of the first row that tells one; plain 9x9 if none does."""
    for item in items:
        if isinstance(item, str | bytes) and len(item) == CELLS:
            break
        read = _read(item, None)
        if read is not None:
            return read.board
    return boards.sudoku(3, 3)


def _packed(items: list[Any], board: Board) -> Chunk:
    """Return rows as a block; as puzzles, if some of them have pencil marks."""
    is_nine = engine_of(board.csp) is not None
    if is_nine and all(type(item) is str and len(item) == CELLS for item in items):
        text = "".join(items).encode("ascii", "replace")
        if not any(mark in text for mark in _SPECIAL):
            return Block(text, len(items), CELLS, is_text=True)
    puzzles = [_row(item, board, is_nine) for item in items]
    if any(puzzle is not None and puzzle.has_candidates for puzzle in puzzles):
        return puzzles
    bad = bytes([_NO_VALUE]) * len(board.cells)
    numbers = b"".join([bad if puzzle is None else puzzle.values for puzzle in puzzles])
    return Block(numbers, len(items), len(board.cells))


def _row(item: Any, board: Board, is_nine: bool) -> Puzzle | None:
    """Return a row as a puzzle: 81 digits at once, all else through the formats."""
    if is_nine and isinstance(item, str | bytes):
        text = item.encode("ascii", "replace") if isinstance(item, str) else item
        bare = text.partition(b"\t")[0].strip()
        if len(bare) == CELLS and b" " not in bare and not bare.startswith(b"#"):
            return _puzzle(bare, True, board)
    return _read(item, board)


def _read(item: Any, board: Board | None) -> Puzzle | None:
    """Read a row with care; None if it is no puzzle of the board."""
    try:
        if isinstance(item, Puzzle):
            return item if board is None or item.board == board else None
        if isinstance(item, bytes):
            item = item.decode("utf-8", "replace")
        if isinstance(item, str):
            return _parsed(item, board)
        return Puzzle(item, board=board)
    except AmbiguousFormatError:
        raise
    except (CspSudokuError, TypeError, ValueError):
        return None


def _parsed(text: str, board: Board | None) -> Puzzle:
    from csp_sudoku import formats

    digits = "digits" if board is not None and board.size <= len(_SYMBOLS) else None
    return formats.parse(text, board=board, alphabet=digits)


# Files


class Lines(NamedTuple):
    """The puzzles of some lines of a file, and the number of each one's line, from 1."""

    chunk: Chunk
    numbers: Sequence[int]


def _of_file(file: IO[Any], known: Board | None) -> Source:
    pieces = pieces_of(file)
    head = next(pieces, b"")
    board = known or _board_of(line for _, line in _content(head, 1))

    def chunks(size: int) -> Iterator[Chunk]:
        return (lines.chunk for lines in lines_of(chain([head], pieces), board))

    return Source(board, None, chunks)


def pieces_of(file: IO[Any]) -> Iterator[bytes]:
    """Yield an open file, binary or text, in pieces of whole lines as they come."""
    from csp_sudoku.formats.source import OurErrors, name_of

    read = getattr(file, "read1", file.read)
    mark, rest = b"\xef\xbb\xbf", b""
    with OurErrors(name_of(file)):
        while piece := read(_PIECE):
            rest += piece.encode("utf-8", "replace") if isinstance(piece, str) else piece
            end = rest.rfind(b"\n") + 1 or len(rest) * (len(rest) > _LONGEST_LINE)
            if end:
                yield rest[:end].removeprefix(mark)
                mark, rest = b"", rest[end:]
    if rest:
        yield rest.removeprefix(mark)


def lines_of(pieces: Iterable[bytes], board: Board) -> Iterator[Lines]:
    """Yield the puzzles of a text's pieces, without comments and blank lines."""
    is_nine = engine_of(board.csp) is not None
    first = 1
    for piece in pieces:
        rows = _regular(piece) if is_nine else None
        if rows is not None:
            yield Lines(rows, range(first, first + rows.rows))
            first += rows.rows
            continue
        content = list(_content(piece, first))
        if content:
            numbers, lines = zip(*content, strict=True)
            yield Lines(_packed(list(lines), board), numbers)
        first += piece.count(b"\n")


def _regular(piece: bytes) -> Block | None:
    """Return lines of 81 symbols and nothing else as they are; None if one is otherwise."""
    from csp_sudoku.native.check import stride9

    stride = stride9(piece)
    return Block(piece, -(-len(piece) // stride), stride, is_text=True) if stride else None


def _content(piece: bytes, first: int) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(piece.splitlines(), start=first):
        bare = line.strip()
        if bare and not bare.startswith(b"#"):
            yield number, line
