"""Arrow tables as rows of puzzles, and rows of results as Arrow tables, without Python objects.

A column of puzzles has texts of any format, or numbers: lists of a fixed size, or binary values of
a fixed size, with 0 for an open cell. Plain 9x9 rows are read where they lie in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from csp_sudoku.boards import Board, sudoku
from csp_sudoku.bulk.outcomes import Outcome
from csp_sudoku.bulk.rows import Block, has_clues_alone
from csp_sudoku.errors import PuzzleError
from csp_sudoku.puzzle import Puzzle

_CELLS = 81


def columns_of(thing: Any, column: str = "puzzle") -> list[Any]:
    """Return the column of puzzles of a table, as Arrow arrays one after the other.

    A table with one column needs no name for it.
    """
    import pyarrow as pa

    if isinstance(thing, pa.ChunkedArray):
        return list(thing.chunks)
    if isinstance(thing, pa.Array):
        return [thing]
    if not hasattr(thing, "__arrow_c_stream__"):
        found = pa.array(thing)
        if pa.types.is_struct(found.type):
            return columns_of(pa.RecordBatch.from_struct_array(found), column)
        return [found]
    if isinstance(thing, pa.RecordBatch):
        table = pa.Table.from_batches([thing])
    elif isinstance(thing, pa.Table):
        table = thing
    else:
        try:
            table = pa.table(thing)
        except (TypeError, ValueError, pa.ArrowInvalid):  # a column: a series of polars or pandas
            return list(pa.chunked_array(thing).chunks)
    names = table.column_names
    name = names[0] if len(names) == 1 else column
    if name not in names:
        raise PuzzleError(
            f"the table has no column {column!r}, only {', '.join(names)}",
            fix="give the column itself, or call it so",
        )
    return list(table.column(name).chunks)


def values_of(column: Any) -> Block | None:
    """Return an Arrow array as plain 9x9 rows where they lie in memory; None if it has others."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if column.null_count or not len(column):
        return None
    kind = column.type
    if pa.types.is_fixed_size_binary(kind) and kind.byte_width == _CELLS:
        numbers = memoryview(column.buffers()[1])
        start = column.offset * _CELLS
        return Block(numbers[start : start + len(column) * _CELLS], len(column), _CELLS)
    if pa.types.is_fixed_size_list(kind) and kind.list_size == _CELLS:
        cells = column.flatten()
        if cells.null_count:
            return None
        try:
            data = cells.cast(pa.uint8())
        except pa.ArrowInvalid:  # a number that no cell can have
            return None
        numbers = memoryview(data.buffers()[1])[data.offset : data.offset + len(data)]
        return Block(numbers, len(column), _CELLS)
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        return None
    lengths = pc.min_max(pc.binary_length(column)).as_py()
    if lengths != {"min": _CELLS, "max": _CELLS}:
        return None
    width = 4 if pa.types.is_string(kind) else 8
    offsets = memoryview(column.buffers()[1]).cast("B")[column.offset * width :]
    first = int.from_bytes(offsets[:width], "little")
    text = memoryview(column.buffers()[2])[first : first + len(column) * _CELLS]
    packed = bytes(text)
    if not packed.isascii() or not has_clues_alone(packed):
        return None
    return Block(text, len(column), _CELLS, is_text=True)


def rows_of(column: Any) -> Iterator[object]:
    """Yield the rows of an Arrow array as Python objects: texts, lists of numbers, or None."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_fixed_size_binary(column.type):
        yield from (None if row is None else list(row) for row in column.to_pylist())
    else:
        yield from column.to_pylist()


def lines_array(text: bytes, width: int) -> Any:
    """Return texts of the same width, one after the other, as an Arrow array of strings."""
    import pyarrow as pa

    rows = len(text) // width
    fixed = pa.Array.from_buffers(pa.binary(width), rows, [None, pa.py_buffer(text)])
    return fixed.cast(pa.binary()).cast(pa.string())


def table_of_results(
    status: bytes, counts: memoryview, solutions: memoryview, board: Board | None
) -> Any:
    """Return what a native job or a backend found as an Arrow table."""
    import pyarrow as pa
    import pyarrow.compute as pc

    words = pa.array([str(outcome.status) for outcome in Outcome], pa.string())
    codes = pa.Array.from_buffers(pa.int8(), len(status), [None, pa.py_buffer(status)])
    is_solved = pc.equal(codes, int(Outcome.SOLVED))
    filled = column_of_values(bytes(solutions), board or sudoku(3, 3))
    return pa.table(
        {
            "status": pc.take(words, codes),
            "solution": pc.if_else(is_solved, filled, pa.scalar(None, filled.type)),
            "found": pa.Array.from_buffers(
                pa.uint32(), len(status), [None, pa.py_buffer(counts.tobytes())]
            ),
        }
    )


def column_of_values(values: bytes, board: Board) -> Any:
    """Return rows of values as Arrow texts, one symbol per cell; as numbers on huge boards."""
    import pyarrow as pa

    from csp_sudoku.formats.alphabets import ZERO, usual_alphabet

    alphabet = ZERO if board.first == 0 else usual_alphabet(board.size)
    width = len(board.cells)
    if board.size > alphabet.capacity or not alphabet.symbols[: board.size].isascii():
        numbers = pa.Array.from_buffers(pa.uint8(), len(values), [None, pa.py_buffer(values)])
        return pa.FixedSizeListArray.from_arrays(numbers, width)
    symbols = (alphabet.blank + alphabet.symbols[: board.size]).encode()
    return lines_array(values.translate(symbols.ljust(256, b"?")), width)


def table_of_puzzles(puzzles: list[Puzzle], first: int) -> Any:
    """Return puzzles as an Arrow table: their numbers, from `first` on, and their texts."""
    import pyarrow as pa

    numbers = pa.array(range(first, first + len(puzzles)), pa.int64())
    board = puzzles[0].board if puzzles else sudoku(3, 3)
    if all(puzzle.structure is board.csp and not puzzle.has_candidates for puzzle in puzzles):
        texts = column_of_values(b"".join([puzzle.values for puzzle in puzzles]), board)
    else:  # with rules, or on several boards
        texts = pa.array([puzzle.to("json") for puzzle in puzzles], pa.string())
    return pa.table({"number": numbers, "puzzle": texts})
