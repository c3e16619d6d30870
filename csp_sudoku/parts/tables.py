"""Sources and targets of parts: text, gzip, zstandard and Parquet, read and written in chunks.

A target has the same bytes whoever writes it, and however often: rows are grouped by their number,
and a compressed file has no date in it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol, TypeAlias, cast

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.bulk.rows import Block, lines_of, pieces_of, puzzles_of
from csp_sudoku.errors import (
    CspSudokuError,
    PartsError,
    PuzzleFormatError,
    SourceError,
    installing,
    shown,
)
from csp_sudoku.formats.classic import is_classic_head
from csp_sudoku.formats.source import open_binary
from csp_sudoku.formats.streams import Record, parse, records_or_errors, write
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rules import Rule

Entry: TypeAlias = Puzzle | CspSudokuError | None
"""A row: its puzzle, or why there is none."""
_CELLS = 81
_ROWS = 16_384
_GROUP_ROWS = 65_536
_PARQUET = ".parquet"
_SUFFIXES = (".txt", ".txt.gz", ".txt.zst", _PARQUET)


class Rows(NamedTuple):
    """Some rows of a source: plain 9x9 rows as they lie in memory, or puzzles one by one."""

    chunk: Block | list[Entry]
    table: Any = None
    """The columns of the source as an Arrow record batch; None for a text."""

    def puzzles(self) -> list[Entry]:
        """Return the rows as puzzles."""
        if isinstance(self.chunk, Block):
            return list(self.chunk.puzzles(_plain_board()))
        return self.chunk


class Answers(Protocol):
    """What is said about some rows."""

    def __len__(self) -> int:
        """Return how many answers there are."""

    def lines(self) -> bytes:
        """Return the answers as lines of text."""

    def columns(self) -> dict[str, Any]:
        """Return the answers as Arrow arrays by name."""

    def places(self) -> list[int] | None:
        """Return the row of each answer; None if each row has one."""

    def tally(self) -> Counter[str]:
        """Return how many answers have which status."""

    def complaint(self) -> str:
        """Return why the first row that is invalid is so; an empty text if nobody says."""


class Reading(NamedTuple):
    """How sources are read: the options of a job that say so."""

    board: Board | None = None
    format: str | None = None
    alphabet: str | None = None
    rules: tuple[Rule, ...] = ()
    ignore_unknown_rules: bool = False
    column: str | None = None
    """The column of puzzles; without a name, `puzzle` in Parquet files."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Reading:
        """Return how the options of a job say that sources are read."""
        from csp_sudoku.boards.data import board_from
        from csp_sudoku.rules.rule import rules_of

        given = options.get("board")
        return cls(
            None if given is None else board_from(given),
            options.get("format"),
            options.get("alphabet"),
            rules_of(options.get("rules") or ()),
            bool(options.get("ignore_unknown_rules")),
            options.get("column"),
        )

    @property
    def is_open(self) -> bool:
        """Whether rows may be plain 9x9 ones."""
        is_plain = self.board is None or self.board == _plain_board()
        return (
            is_plain and self.format in (None, "line", "sdm") and not (self.alphabet or self.rules)
        )

    def ruled(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle with the rules that all of them have."""
        return puzzle.with_rules(*puzzle.rules, *self.rules) if self.rules else puzzle


def suffix_of_target(name: str) -> str:
    """Return the suffix of results for a source, or for a suffix that was asked for.

    >>> suffix_of_target("many.sdm.gz"), suffix_of_target("a.parquet"), suffix_of_target(".txt")
    ('.txt.gz', '.parquet', '.txt')
    """
    lowered = name.lower()
    for ending in (".gz", ".zst"):
        if lowered.endswith(ending):
            return f".txt{ending}"
    if lowered.endswith((_PARQUET, ".pq")):
        arrow()
        return _PARQUET
    if name.startswith(".") and lowered not in _SUFFIXES:
        raise PartsError(f"cannot write {name} files", fix=f"use {', '.join(_SUFFIXES)}")
    return ".txt"


def arrow() -> Any:
    """Return the package pyarrow, or say how to get it."""
    try:
        import pyarrow
    except ImportError:
        raise SourceError(
            "Parquet files and Arrow tables need a package", fix=installing("parquet")
        ) from None
    return pyarrow


def text_of(puzzle: Puzzle | Solution) -> str:
    """Return a puzzle in one line; one with pencil marks or rules as JSON."""
    has_more = isinstance(puzzle, Puzzle) and (puzzle.has_candidates or puzzle.rules)
    return write(puzzle, "json" if has_more else "line")


# Reading


def read(source: str, reading: Reading) -> Iterator[Rows]:
    """Yield the rows of a file in chunks."""
    if source.lower().endswith((_PARQUET, ".pq")):
        return _of_parquet(source, reading)
    return _of_text(source, reading)


def _of_text(source: str, reading: Reading) -> Iterator[Rows]:
    if reading.is_open and reading.column is None:
        with open_binary(source, source) as file:
            if _is_plain(file):
                board = _plain_board()
                for lines in lines_of(pieces_of(file), board):
                    rows = lines.chunk
                    yield Rows(rows if isinstance(rows, Block) else [*puzzles_of(rows, board)])
                return
    chunk: list[Entry] = []
    found = records_or_errors(
        source,
        board=reading.board,
        format=reading.format,
        alphabet=reading.alphabet,
        ignore_unknown_rules=reading.ignore_unknown_rules,
        column=reading.column,
    )
    while True:
        try:
            record = next(found, None)
        except PuzzleFormatError as error:
            if error.problem != "no puzzle" or chunk:  # an empty file is a part without rows
                raise
            return
        if record is not None:
            chunk.append(_entry(record, reading))
        if chunk and (record is None or len(chunk) == _ROWS):
            yield Rows(chunk)
            chunk = []
        if record is None:
            return


def _is_plain(file: IO[bytes]) -> bool:
    try:
        return is_classic_head(file.peek(1))  # type: ignore[attr-defined]
    except Exception:  # a broken file: the reader that comes next says what is wrong with it
        return False


def _entry(record: Record | CspSudokuError, reading: Reading) -> Entry:
    if isinstance(record, CspSudokuError):
        return record
    try:
        return reading.ruled(record.puzzle)
    except CspSudokuError as error:
        return error


def _of_parquet(source: str, reading: Reading) -> Iterator[Rows]:
    pa = arrow()
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(source) as file:
            names = file.schema_arrow.names
            column = reading.column or "puzzle"
            if column not in names:
                raise SourceError(
                    f"{source} has no column {column!r}",
                    fix=f"name one with --column: {', '.join(names)}",
                )
            for batch in file.iter_batches(_ROWS):
                yield Rows(chunk_of(batch.column(column), reading), batch)
    except (OSError, pa.ArrowInvalid) as error:
        if isinstance(error, CspSudokuError):
            raise
        raise SourceError(f"cannot read {source}: {error}") from None


def chunk_of(column: Any, reading: Reading) -> Block | list[Entry]:
    """Return the rows of an Arrow array: as they lie in memory, if they are plain 9x9."""
    from csp_sudoku.bulk.arrow import rows_of, values_of

    block = values_of(column) if reading.is_open else None
    return block or [_parsed(text, reading) for text in rows_of(column)]


def _parsed(text: object, reading: Reading) -> Entry:
    try:
        if isinstance(text, list):
            return reading.ruled(Puzzle(text, board=reading.board))
        if not isinstance(text, str):
            return PuzzleFormatError(f"expected a text, got {shown(text)}")
        return reading.ruled(
            parse(
                text,
                board=reading.board,
                format=reading.format,
                alphabet=reading.alphabet,
                ignore_unknown_rules=reading.ignore_unknown_rules,
            )
        )
    except CspSudokuError as error:
        return error


# Writing


class Target(Protocol):
    """A file of results that is being written."""

    def write(self, rows: Rows, answers: Answers) -> None:
        """Add the answers to some rows."""


@contextmanager
def written(path: Path, suffix: str, shards: int | None = None) -> Iterator[Target]:
    """Open a file of results; the suffix says which kind."""
    if suffix == _PARQUET:
        target = _ParquetTarget(path, shards)
        try:
            yield target
            target.finish()
        finally:
            target.close()
    else:
        with _compressed(path, suffix) as file:
            yield _TextTarget(file)


class _TextTarget:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, rows: Rows, answers: Answers) -> None:
        self._file.write(answers.lines())


@contextmanager
def _compressed(path: Path, suffix: str) -> Iterator[IO[bytes]]:
    """Open a file for writing, compressed as its suffix says; nothing in it tells when."""
    with path.open("wb") as file:
        if suffix.endswith(".gz"):
            import gzip

            with gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed:
                yield cast("IO[bytes]", packed)
        elif suffix.endswith(".zst"):
            with _zstandard(file) as packed:
                yield packed
        else:
            yield file


def _zstandard(file: IO[bytes]) -> Any:
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # 3.14
    except ImportError:
        from csp_sudoku.formats.source import zstandard_package

        return zstandard_package().ZstdCompressor().stream_writer(file, closefd=False)
    return zstd.ZstdFile(file, "wb")


class _ParquetTarget:
    """A Parquet file with row groups of the same size, or with one for each shard.

    The columns of the source stay, and those of the answers are added; they replace columns of the
    same name.
    """

    def __init__(self, path: Path, shards: int | None) -> None:
        self._path = path
        self._shards = shards
        self._waiting: list[Any] = []
        self._rows = 0
        self._writer: Any = None

    def write(self, rows: Rows, answers: Answers) -> None:
        pa = arrow()
        columns = {} if rows.table is None else _columns_of(rows.table)
        if rows.table is None and rows.chunk:
            columns["puzzle"] = _texts(rows.chunk)
        places = answers.places()
        if places is not None:
            taken = pa.array(places, pa.int64())
            columns = {name: column.take(taken) for name, column in columns.items()}
        added = answers.columns()
        table = pa.table({**columns, **added})
        self._waiting.append(table)
        self._rows += len(table)
        while self._shards is None and self._rows >= _GROUP_ROWS:
            whole = pa.concat_tables(self._waiting).combine_chunks()
            self._put(whole.slice(0, _GROUP_ROWS))
            self._waiting = [whole.slice(_GROUP_ROWS)]
            self._rows = len(self._waiting[0])

    def finish(self) -> None:
        """Write what is waiting; a file without rows has its columns all the same."""
        pa = arrow()
        if not self._waiting:
            self._waiting = [pa.table({"puzzle": pa.array([], pa.string())})]
        whole = pa.concat_tables(self._waiting).combine_chunks()
        if self._shards is None:
            if self._rows or self._writer is None:
                self._put(whole)
            return
        if "class" not in whole.column_names:  # there are no rows
            whole = whole.append_column("class", pa.array([], pa.binary(16)))
        shards = [shard_of(form, self._shards) for form in whole.column("class").to_pylist()]
        order: list[list[int]] = [[] for _ in range(self._shards)]
        for row, shard in enumerate(shards):
            order[shard].append(row)
        for numbers in order:
            self._put(whole.take(pa.array(numbers, pa.int64())))

    def _put(self, table: Any) -> None:
        from pyarrow.parquet import ParquetWriter

        if self._writer is None:
            self._writer = ParquetWriter(self._path, table.schema, compression="zstd")
        self._writer.write_table(table, row_group_size=max(1, len(table)))

    def close(self) -> None:
        """Close the file."""
        if self._writer is not None:
            self._writer.close()


def shard_of(form: bytes | None, shards: int) -> int:
    """Return the shard of a hash: its first two bytes tell.

    >>> shard_of(bytes(16), 256), shard_of(bytes([255] * 16), 256), shard_of(None, 256)
    (0, 255, 0)
    """
    return 0 if form is None else int.from_bytes(form[:2]) * shards >> 16


def _columns_of(batch: Any) -> dict[str, Any]:
    return dict(zip(batch.schema.names, batch.columns, strict=True))


def _texts(chunk: Block | list[Entry]) -> Any:
    """Return the text of each row as an Arrow array."""
    from csp_sudoku.bulk.arrow import lines_array

    if isinstance(chunk, Block):
        clues = memoryview(chunk.clues).cast("B")
        starts = range(0, chunk.rows * chunk.stride, chunk.stride)
        packed = (
            bytes(clues[: chunk.rows * _CELLS])
            if chunk.stride == _CELLS
            else b"".join([clues[at : at + _CELLS] for at in starts])
        )
        return lines_array(packed, _CELLS)
    pa = arrow()
    return pa.array(
        [text_of(entry) if isinstance(entry, Puzzle) else None for entry in chunk], pa.string()
    )


@cache
def _plain_board() -> Board:
    return boards.sudoku(3, 3)


def size_and_digest(path: Path) -> tuple[int, str]:
    """Return the size and the SHA-256 of a file."""
    import hashlib

    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
        return os.fstat(file.fileno()).st_size, digest.hexdigest()
