"""Jobs whose parts are ranges of numbers: new puzzles by their number, and shards to merge.

Puzzles of several parts may be equivalent, which no part can know. With `shards`, each part also
has the hash of every canonical form, and its rows are grouped by the first bits of the hash. A
second job, `distinct`, then takes one shard of all parts at a time, and keeps the first puzzle of
each class: no shard depends on another, and each fits into memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from csp_sudoku.boards.data import board_from
from csp_sudoku.errors import PartsError, SourceError
from csp_sudoku.parts.questions import Deadline, Listed, Row, hashes_of
from csp_sudoku.parts.tables import Answers, Rows, arrow, text_of
from csp_sudoku.puzzle import Puzzle, Solution

_ROWS = 16_384
_CASE_COLUMNS = {"case": "int32", "puzzle": "string", "nodes": "int64"}


class Made:
    """New puzzles, with their numbers."""

    def __init__(self, first: int, puzzles: list[Puzzle], shards: int | None) -> None:
        self._first = first
        self._puzzles = puzzles
        self._shards = shards

    def __len__(self) -> int:
        return len(self._puzzles)

    def tally(self) -> Counter[str]:
        """Return how many there are."""
        return Counter(made=len(self._puzzles))

    def complaint(self) -> str:
        """Return an empty text: no row is invalid."""
        return ""

    def lines(self) -> bytes:
        """Return one line per puzzle."""
        return "".join([f"{text_of(puzzle)}\n" for puzzle in self._puzzles]).encode()

    def columns(self) -> dict[str, Any]:
        """Return the numbers, the puzzles and, with shards, the hashes of their forms."""
        from csp_sudoku.bulk.arrow import table_of_puzzles

        table = table_of_puzzles(self._puzzles, self._first)
        found = dict(zip(table.column_names, table.columns, strict=True))
        if self._shards:
            from csp_sudoku.equivalence.canonical import canonical_many

            board = self._puzzles[0].board
            forms = bytes(canonical_many(self._puzzles, board=board))
            found["class"] = hashes_of(forms, len(board.cells))
        return found

    def places(self) -> None:
        """Return None: there is no source."""
        return


class Generate:
    """New puzzles: puzzle i depends on the seed and on i only."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options

    def answers(self, numbers: range, deadline: Deadline) -> Iterator[tuple[Rows, Answers]]:
        """Yield the puzzles of some numbers."""
        from csp_sudoku.making.generate import Wishes, generate_many

        options = self._options
        given: dict[str, Any] = {
            name: options[name]
            for name in Wishes.__optional_keys__
            if options.get(name) is not None
        }
        if isinstance(given.get("board"), dict):
            given["board"] = board_from(given["board"])
        wishes = cast("Wishes", given)
        made = generate_many(
            len(numbers),
            seed=options.get("seed", 0),
            first=numbers.start,
            workers=1,
            timeout=deadline.seconds(),
            **wishes,
        )
        puzzles: list[Puzzle] = []
        first = numbers.start
        for puzzle in made:
            puzzles.append(puzzle)
            deadline.check()
            if len(puzzles) == _ROWS:
                yield Rows([]), Made(first, puzzles, options.get("shards"))
                first, puzzles = first + len(puzzles), []
        if puzzles:
            yield Rows([]), Made(first, puzzles, options.get("shards"))


class Kept:
    """The first puzzle of each class in a shard."""

    def __init__(self, table: Any, seen: int) -> None:
        self._table = table
        self._seen = seen

    def __len__(self) -> int:
        return len(self._table)

    def tally(self) -> Counter[str]:
        """Return how many are kept, and how many were dropped."""
        return Counter({"kept": len(self), "dropped": self._seen - len(self)})

    def complaint(self) -> str:
        """Return an empty text: no row is invalid."""
        return ""

    def lines(self) -> bytes:
        """Return one line per puzzle."""
        return "".join([f"{text}\n" for text in self._table.column("puzzle").to_pylist()]).encode()

    def columns(self) -> dict[str, Any]:
        """Return all columns that the parts have."""
        return dict(zip(self._table.column_names, self._table.columns, strict=True))

    def places(self) -> None:
        """Return None: there is no source."""
        return


class Distinct:
    """One puzzle of each class, from the parts of a job with shards."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._folder = Path(options["folder"])
        self._parts = int(options["of_parts"])

    def answers(self, shards: range, deadline: Deadline) -> Iterator[tuple[Rows, Answers]]:
        """Yield what is kept of some shards: the puzzle that comes first in the parts."""
        pa = arrow()
        from pyarrow.parquet import ParquetFile

        for shard in shards:
            seen: set[bytes] = set()
            tables = []
            count = 0
            for number in range(self._parts):
                path = self._folder / f"{number:05}.parquet"
                try:
                    with ParquetFile(path) as file:
                        table = file.read_row_group(shard)
                except (OSError, pa.ArrowInvalid) as error:
                    raise SourceError(f"cannot read {path}: {error}") from None
                deadline.check()
                rows = []
                for row, form in enumerate(table.column("class").to_pylist()):
                    if form is None or form not in seen:  # without a form, it is not a puzzle
                        rows.append(row)
                        seen.add(form)
                count += len(table)
                tables.append(table.take(pa.array(rows, pa.int64())))
            yield Rows([]), Kept(pa.concat_tables(tables), count)


class Cases:
    """Cases of the question whether a grid has a puzzle with so few clues."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._solution = str(options["solution"])
        self._clues = int(options["at_most"])

    def answers(self, numbers: range, deadline: Deadline) -> Iterator[tuple[Rows, Answers]]:
        """Yield what comes of some cases."""
        from csp_sudoku.making.minimum_cases import settled

        rows = []
        for found in settled(Solution(self._solution), self._clues, numbers, deadline.check):
            status = "excluded" if found.puzzle is None else "found"
            text = None if found.puzzle is None else text_of(found.puzzle)
            line = f"{found.case}\t{text or status}\t{found.nodes}"
            rows.append(Row(status, (found.case, text, found.nodes), line))
        yield Rows([]), Listed(_CASE_COLUMNS, rows)


def maker_of(what: str, options: Mapping[str, Any]) -> Generate | Distinct | Cases:
    """Return the maker of a job."""
    if what not in MAKERS:
        raise PartsError(f"{what!r} takes files, not numbers", fix="name files of puzzles")
    return MAKERS[what](options)


MAKERS: Mapping[str, type[Generate | Distinct | Cases]] = {
    "generate": Generate,
    "distinct": Distinct,
    "minimum-cases": Cases,
}
"""The makers by name."""
