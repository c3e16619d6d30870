"""Many puzzles in one call: solved in parallel, returned in order; a bad row spoils no other.

>>> batch = solve_many(["1..4........2..3", "1..4....1...2..3", "....", "1234341221434321"])
>>> batch
<Batch: 4 rows; 1 solved, 1 multiple, 1 none, 1 invalid>
>>> batch.counts.tolist(), batch[3].solution.hex()
([2, 0, 0, 1], '01020304030401020201040304030201')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

from csp_sudoku.backends import get
from csp_sudoku.budgets import Budget
from csp_sudoku.bulk import rows
from csp_sudoku.bulk.beginnings import settled_rows
from csp_sudoku.bulk.collecting import collector_at_rest
from csp_sudoku.bulk.columns import Column
from csp_sudoku.bulk.outcomes import Outcome, Outcomes
from csp_sudoku.bulk.rows import Block, Chunk
from csp_sudoku.bulk.workers import checked_workers, ordered
from csp_sudoku.errors import BackendError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.questions import Answer, Query
from csp_sudoku.status import Status

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend
    from csp_sudoku.boards import Board

__all__ = ["Batch", "Outcome", "Row", "SolvedLines", "solve_lines", "solve_many", "solve_stream"]

OnProgress: TypeAlias = Callable[[int, int | None], object]
"""Called with the rows that are done and the number of all rows, or None if that is unknown."""

_MOST = 0xFFFFFFFE
_SLICE_SECONDS = 0.03
_KERNEL_ROWS = (512, 4096, 16384)
"""Rows of a chunk for a kernel: at least; for four threads to have work; for any more to have it.

Each chunk costs as much as about two hundred easy rows, because its last rows leave lanes idle."""
_OTHER_ROWS = (1, 16)
_TEXT_OF = b".123456789".ljust(256, b"?")


class Row(NamedTuple):
    """The result of one puzzle; its first solution has one number per cell."""

    status: Status
    found: int
    solution: bytes | None
    nodes: int


class Batch(Outcomes):
    """The results of many puzzles, one row each, in the order of the input.

    `solutions`, `counts`, `status` and `nodes` are arrays if numpy is installed, which is imported
    when one of them is read; if not, columns of numbers that compare in the same way, and a
    memoryview of the solutions. A batch is also a sequence of `Row`.
    """

    __slots__ = ("board",)

    board: Board
    """The board of all rows; plain 9x9 if nobody set another one."""

    @classmethod
    def joined(cls, batches: Iterable[Batch], board: Board) -> Batch:
        """Return one batch with the rows of several."""
        parts = list(batches)
        whole = cls(sum(map(len, parts)), len(board.cells))
        whole.board = board
        start = 0
        for part in parts:
            into = whole.part(start, start + len(part))
            into._solutions[:], into._counts[:] = part._solutions, part._counts
            into._status[:], into._nodes[:] = part._status, part._nodes
            start += len(part)
        return whole

    # Reading

    @property
    def solutions(self) -> Any:
        """The first solution of each row, one number per cell: (N, cells) uint8; 0 if none."""
        return arrayed(self._solutions, (len(self), self.cells))

    @property
    def counts(self) -> Any:
        """How many solutions each row has, as far as the limit goes: uint32."""
        return arrayed(self._counts, (len(self),))

    @property
    def status(self) -> Any:
        """How each row ended, as `Outcome`: uint8."""
        return arrayed(self._status, (len(self),))

    @property
    def nodes(self) -> Any:
        """How many nodes each row took: uint64. Only this may depend on the other rows."""
        return arrayed(self._nodes, (len(self),))

    def __getitem__(self, row: int) -> Row:
        status, count = Outcome(self._status[row]).status, self._counts[row]
        at = range(len(self))[row] * self.cells
        solution = self._solutions[at : at + self.cells].tobytes() if count else None
        return Row(status, count, solution, self._nodes[row])

    def __iter__(self) -> Iterator[Row]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        tally = ", ".join(f"{count} {status}" for status, count in self.tally().items())
        return f"<Batch: {len(self)} rows; {tally or 'nothing'}>"

    def to_arrow(self) -> Any:
        """Return the results as an Arrow table: status, solution and found; needs pyarrow.

        A solution is a text, and null where there is not exactly one; `found` is how many there
        are, as far as the limit goes. What depends on other rows, the nodes, is left out.

        >>> batch = solve_many(["1..4........2..3", "1..4....1...2..3", "1234341221434321"])
        >>> batch.to_arrow().to_pydict()["solution"]
        [None, None, '1234341221434321']
        """
        from csp_sudoku.bulk.arrow import table_of_results

        return table_of_results(
            self._status.tobytes(), self._counts, self._solutions, getattr(self, "board", None)
        )

    def text_of_counts(self, limit: int) -> str:
        """Return one line per row: the number of solutions, >=N if there may be more, or a word."""
        words: dict[int, str] = {Outcome.UNKNOWN: ">=0", Outcome.INVALID: str(Status.INVALID)}
        pairs = zip(self._status.tobytes(), self._counts, strict=True)
        most = f">={limit}"
        return "\n".join(
            [words.get(code) or (most if count == limit else str(count)) for code, count in pairs]
        )

    def put(self, row: int, status: Status, found: int, values: bytes | None, nodes: int) -> None:
        """Note the answer of one row; INVALID for one that is not a puzzle."""
        self._status[row] = Outcome[status.name]
        self._counts[row] = found
        self._nodes[row] = nodes
        if values is not None:
            numbers = values.translate(_TEXT_OF) if self._is_text else values
            self._solutions[row * self._stride :][: self.cells] = numbers


def solve_many(
    puzzles: Any,
    *,
    limit: int = 2,
    workers: int | None = None,
    backend: str | Backend = "auto",
    board: Board | str | None = None,
    timeout: float | None = None,
    progress: OnProgress | None = None,
) -> Batch:
    """Solve many puzzles of one board, and return the result of each, in order.

    A row that is not a puzzle of the board is INVALID, and the others are solved all the same.

    >>> solve_many(["12" + "." * 79, "11" + "." * 79, "?" * 81, ""]).counts.tolist()
    [2, 0, 0, 0]

    Args:
        puzzles: an array (N, cells) or (N, rows, columns) with 0 for an open cell, which is not
            copied if it is uint8 and contiguous; strings or puzzles, in a list or from an iterator;
            bytes or an open file of lines, where comments and blank lines are skipped; an Arrow
            table with a column "puzzle", or such a column, also of pandas, polars or DuckDB.
        limit: count to this many; 2 tells whether a solution is the only one.
        workers: the number of threads; one per core if not given. It never changes a result.
        backend: the backend; with auto or bitmask, plain 9x9 is solved by its own kernel.
        board: the board of all rows; if not given, that of the first row that can be read.
        timeout: seconds for all; rows that are not settled by then are UNKNOWN.
        progress: called now and then with the rows done, and the number of all or None.
    """
    source = rows.source_of(puzzles, board)
    work = _Work(backend, source.board, limit, timeout)
    if source.rows is None:
        return Batch.joined(_stream(work, source, workers, progress), source.board)
    whole = Batch(source.rows, len(source.board.cells))
    whole.board = source.board
    for _ in _stream(work, source, workers, progress, whole):
        pass
    return whole


def solve_stream(
    puzzles: Any,
    *,
    limit: int = 2,
    workers: int | None = None,
    backend: str | Backend = "auto",
    board: Board | str | None = None,
    timeout: float | None = None,
    progress: OnProgress | None = None,
) -> Iterator[Batch]:
    """Solve many puzzles as `solve_many` does, and yield batches as they are done, in order.

    Memory does not grow with the number of puzzles: an iterator or a file is read bit by bit.
    """
    source = rows.source_of(puzzles, board)
    return _stream(_Work(backend, source.board, limit, timeout), source, workers, progress)


class SolvedLines(NamedTuple):
    """Some lines of a file, solved; `numbers` has the line number of each row."""

    batch: Batch
    numbers: Sequence[int]


def solve_lines(
    file: IO[Any],
    *,
    limit: int = 2,
    workers: int | None = None,
    backend: str | Backend = "auto",
    timeout: float | None = None,
) -> Iterator[SolvedLines]:
    """Solve an open file of plain 9x9 lines; the `text()` of each batch is lines again."""
    from csp_sudoku.boards import sudoku

    work = _Work(backend, sudoku(3, 3), limit, timeout)

    def solved(lines: rows.NumberedRows) -> SolvedLines:
        batch = Batch(rows.size_of(lines.chunk), is_text=True)
        return SolvedLines(work.solve(lines.chunk, batch), lines.numbers)

    lines = rows.lines_of(rows.pieces_of(file), work.board)
    return ordered(solved, lines, checked_workers(workers), work.cancel)


def solve_block(
    block: Block,
    *,
    limit: int = 2,
    backend: str | Backend = "auto",
    budget: Budget | None = None,
    is_text: bool = False,
) -> Batch | None:
    """Solve plain 9x9 rows as they lie in memory, in this thread; None if no kernel can.

    Rows that the budget does not reach are UNKNOWN. With `is_text`, the batch can give its `text`.
    """
    from csp_sudoku.boards import sudoku

    work = _Work(backend, sudoku(3, 3), limit, None)
    if not work.is_native:
        return None
    work.budget = budget or work.budget
    return work.solve(block, Batch(block.rows, is_text=is_text))


def _stream(
    work: _Work,
    source: rows.RowSource,
    workers: int | None,
    progress: OnProgress | None,
    whole: Batch | None = None,
) -> Iterator[Batch]:
    """Yield the batches of a source: views of `whole`, if that is given."""
    threads, cells = checked_workers(workers), len(work.board.cells)

    def places() -> Iterator[tuple[Chunk, Batch]]:
        start = 0
        for chunk in source.chunks(work.rows_at_once(source.rows)):
            end = start + rows.size_of(chunk)
            batch = whole.part(start, end) if whole is not None else Batch(end - start, cells)
            batch.board = work.board
            yield chunk, batch
            start = end

    def reported() -> Iterator[Batch]:
        done = 0
        for batch in ordered(lambda place: work.solve(*place), places(), threads, work.cancel):
            done += len(batch)
            if progress is not None:
                progress(done, source.rows)
            yield batch

    return reported()


class _Work:
    """What one call does with every chunk; any thread may cancel it."""

    def __init__(
        self, backend: str | Backend, board: Board, limit: int, timeout: float | None
    ) -> None:
        if isinstance(limit, bool) or not 0 <= limit <= _MOST:
            raise BackendError(f"expected a limit from 0 to {_MOST}, got {limit}")
        self.backend = get(backend)
        self.board = board
        self.limit = limit
        self.budget = Budget(timeout)
        self.is_native = limit > 0 and self.backend.engine(board.csp) is not None
        self.budgets: set[Budget] = set()

    def rows_at_once(self, known: int | None) -> int:
        """Return how many rows make a chunk, whatever the number of threads."""
        if self.is_native:
            least, some, most = _KERNEL_ROWS
            if known is None:
                return most
            return max(least, min(some, known // 4), min(most, known // 16))
        least, most = _OTHER_ROWS
        return most if known is None else max(least, min(most, known // 8))

    def solve(self, chunk: Chunk, batch: Batch) -> Batch:
        """Solve a chunk into its batch."""
        if isinstance(chunk, Block) and self.is_native:
            self._natively(chunk, batch)
        else:
            self._one_by_one(chunk, batch)
        return batch

    def cancel(self) -> None:
        """Stop all threads at work, from another thread."""
        self.budget.cancel()
        for budget in tuple(self.budgets):
            budget.cancel()

    def _natively(self, block: Block, batch: Batch) -> None:
        clues, stride, is_text = block.clues, block.stride, block.is_text
        job, finished = batch.job(clues, self.limit, stride=stride, is_text=is_text), False
        while not finished and not self.budget.is_over():
            left = self.budget.seconds_left()
            finished = job.run(_SLICE_SECONDS if left is None else min(left, _SLICE_SECONDS))
        batch.settle(is_finished=finished)
        batch.check(clues, stride=stride, is_text=is_text)

    def _one_by_one(self, chunk: Chunk, batch: Batch) -> None:
        for row, puzzle in self._not_settled(chunk, batch).items():
            if self.budget.is_over():
                return
            answer = self._answer(puzzle)
            values = None if answer.solution is None else answer.solution.values
            batch.put(row, answer.status, answer.found, values, answer.stats.get("nodes", 0))

    def _not_settled(self, chunk: Chunk, batch: Batch) -> dict[int, Puzzle]:
        """Settle the rows that are no puzzles and those that take a short search; return others.

        What is built for these rows is freed at once, so the collector need not look at it.
        """
        with collector_at_rest():
            puzzles = rows.puzzles_of(chunk, self.board)
            if self.budget.is_over():
                return {}
            settled = settled_rows(puzzles, self.backend, self.limit) if self.limit else {}
            for row, puzzle in enumerate(puzzles):
                if puzzle is None:
                    batch.put(row, Status.INVALID, 0, None, 0)
                elif row in settled:
                    batch.put(row, *settled[row])
            if not self.limit:
                return {}
            left = {row: one for row, one in enumerate(puzzles) if one and row not in settled}
            del puzzles
            return left

    def _answer(self, puzzle: Puzzle) -> Answer[Solution]:
        query = Query(puzzle, self.backend, self.budget.seconds_left(), None, None, {})
        self.budgets.add(query.budget)
        try:
            if self.budget.cancelled:
                query.budget.cancel()
            return query.answer(self.limit)
        finally:
            self.budgets.discard(query.budget)


def arrayed(buffer: memoryview, shape: tuple[int, ...]) -> Any:
    """Return an array over a buffer; without numpy, a column, or the buffer in that shape."""
    try:
        import numpy as np
    except ImportError:
        if len(shape) == 1:
            return Column(buffer)
        return buffer if 0 in shape else buffer.cast("B", shape)
    return np.ndarray(shape, dtype=buffer.format, buffer=buffer)
