"""What can be asked of parts, one class per question; and what their answers look like.

Each row of a source gives one answer: a status, and columns of its own. As text, an answer is the
line that the command of the same name writes. What depends on the rows beside it, such as the nodes
of a search, is left out, so that two runs give the same bytes.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple

from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.budgets import Budget
from csp_sudoku.bulk.batch import Batch, solve_block
from csp_sudoku.bulk.rows import Block
from csp_sudoku.errors import (
    CspSudokuError,
    NoSolutionError,
    NotProperError,
    OutOfBudgetError,
    PartsError,
)
from csp_sudoku.parts.tables import Answers, Entry, Rows, arrow, text_of
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.status import Status

_CELLS = 81
_TEXT_OF = b".123456789".ljust(256, b"?")
_DONE = "done"


class Deadline:
    """The time that a part has, and the time for each of its puzzles."""

    def __init__(self, whole: Budget, seconds: float | None) -> None:
        self.whole = whole
        self._seconds = seconds

    def seconds(self) -> float | None:
        """Return the time for the next puzzle."""
        left = self.whole.seconds_left()
        given = [seconds for seconds in (left, self._seconds) if seconds is not None]
        return min(given, default=None)

    def check(self) -> None:
        """Give up the part if its time is over, or if it is not wanted any more."""
        if self.whole.is_over():
            raise OutOfBudgetError(
                "the time for this part ended", least=0, fix="make parts smaller, or allow more"
            )


class Row(NamedTuple):
    """The answer to one puzzle: a value for each column, and all of it as a line."""

    status: str
    values: tuple[Any, ...]
    text: str
    complaint: str = ""
    """Why the row is invalid."""


class Listed:
    """Answers that were given one by one."""

    def __init__(
        self, names: Mapping[str, Any], rows: list[Row], places: list[int] | None = None
    ) -> None:
        self._names = names
        self._rows = rows
        self._places = places

    def __len__(self) -> int:
        return len(self._rows)

    def tally(self) -> Counter[str]:
        """Return how many answers have which status."""
        return Counter(row.status for row in self._rows)

    def complaint(self) -> str:
        """Return why the first row that is invalid is so."""
        return next((row.complaint for row in self._rows if row.complaint), "")

    def lines(self) -> bytes:
        """Return the answers as lines of text."""
        return "".join([f"{row.text}\n" for row in self._rows]).encode()

    def columns(self) -> dict[str, Any]:
        """Return the answers as Arrow arrays by name."""
        pa = arrow()
        found = {"status": pa.array([row.status for row in self._rows], pa.string())}
        for at, (name, kind) in enumerate(self._names.items()):
            values = [row.values[at] if row.values else None for row in self._rows]
            found[name] = pa.array(values, kind)
        return found

    def places(self) -> list[int] | None:
        """Return the row of each answer; None if each row has one."""
        return self._places


class Question(ABC):
    """A question to the puzzles of a source, with the options of its job."""

    name: ClassVar[str]

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options

    @abstractmethod
    def columns(self) -> dict[str, Any]:
        """Return the Arrow types of the columns that an answer has besides its status."""

    @abstractmethod
    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row | list[Row]:
        """Ask about one puzzle; several answers are several rows."""

    def ask_block(self, block: Block, deadline: Deadline, is_text: bool) -> Answers | None:
        """Ask about plain 9x9 rows together; None if that is not possible."""
        return None

    def answers(self, rows: Rows, deadline: Deadline, is_text: bool) -> Answers:
        """Ask about some rows."""
        if isinstance(rows.chunk, Block):
            found = self.ask_block(rows.chunk, deadline, is_text)
            if found is not None:
                deadline.check()
                return found
        answers: list[Row] = []
        places: list[int] = []
        entries = rows.puzzles()
        for place, entry in enumerate(entries):
            given = self._asked(entry, deadline)
            deadline.check()
            answers += given
            places += [place] * len(given)
        one_each = places == list(range(len(entries)))
        return Listed({} if is_text else self.columns(), answers, None if one_each else places)

    def _asked(self, entry: Entry, deadline: Deadline) -> list[Row]:
        status, why = Status.INVALID, "a row is empty" if entry is None else str(entry)
        if isinstance(entry, Puzzle):
            try:
                found = self.ask(entry, deadline)
                return found if isinstance(found, list) else [found]
            except CspSudokuError as error:
                status, why = _status_of(error), str(error)
        complaint = why if status is Status.INVALID else ""
        return [Row(str(status), (), str(status), complaint)]


def _status_of(error: CspSudokuError) -> Status:
    if isinstance(error, NotProperError) and error.solutions:
        return Status.MULTIPLE
    if isinstance(error, NotProperError | NoSolutionError):
        return Status.NONE
    return Status.UNKNOWN if isinstance(error, OutOfBudgetError) else Status.INVALID


# Solving and counting


class _Solved:
    """A batch as answers."""

    def __init__(
        self,
        batch: Batch,
        lines: Callable[[Batch], bytes],
        columns: Callable[[Batch], dict[str, Any]],
        word: Callable[[Status], str] = str,
    ) -> None:
        self._batch = batch
        self._word = word
        self._lines = lines
        self._columns = columns

    def __len__(self) -> int:
        return len(self._batch)

    def tally(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for status, count in self._batch.tally().items():
            found[self._word(status)] += count
        return found

    def complaint(self) -> str:
        return ""

    def lines(self) -> bytes:
        return self._lines(self._batch)

    def columns(self) -> dict[str, Any]:
        return self._columns(self._batch)

    def places(self) -> None:
        return None


class Solve(Question):
    """The solution of each puzzle, where there is exactly one."""

    name = "solve"

    def columns(self) -> dict[str, Any]:
        """Return the types of the solution, and of how many were found."""
        pa = arrow()
        return {"solution": pa.string(), "found": pa.uint32()}

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row:
        """Solve one puzzle."""
        limit = self.options.get("limit", 2)
        answer = puzzle.solve(self._backend(), limit=limit, timeout=deadline.seconds())
        status = str(answer.status)
        is_shown = answer.status is Status.SOLVED and answer.solution is not None
        text = text_of(answer.solution) if is_shown and answer.solution is not None else None
        return Row(status, (text, answer.found), text or status)

    def ask_block(self, block: Block, deadline: Deadline, is_text: bool) -> Answers | None:
        """Solve rows natively."""
        if self.options.get("timeout") is not None:  # it holds for each puzzle
            return None
        limit = self.options.get("limit", 2)
        batch = solve_block(
            block, limit=limit, backend=self._backend(), budget=deadline.whole, is_text=is_text
        )
        if batch is None:
            return None
        return _Solved(batch, lambda batch: bytes(batch.text()), _solve_columns)

    def _backend(self) -> Backend:
        seed = self.options.get("seed")
        return get(self.options.get("backend", "auto"), **({} if seed is None else {"seed": seed}))


def _solve_columns(batch: Batch) -> dict[str, Any]:
    table = batch.to_arrow()
    return {name: table.column(name) for name in ("status", "solution", "found")}


class Count(Question):
    """How many solutions each puzzle has."""

    name = "count"

    def columns(self) -> dict[str, Any]:
        """Return the types: without a limit, a count may be too large for a number."""
        pa = arrow()
        has_limit = self.options.get("limit") is not None
        return {"count": pa.uint32() if has_limit else pa.string(), "exact": pa.bool_()}

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row:
        """Count the solutions of one puzzle."""
        limit = self.options.get("limit")
        try:
            found = puzzle.count(
                limit, self.options.get("backend", "auto"), timeout=deadline.seconds()
            )
            is_exact, status = found != limit, _DONE
        except OutOfBudgetError as error:
            found, is_exact, status = error.least, False, str(Status.UNKNOWN)
        number = found if limit is not None else str(found)
        return Row(status, (number, is_exact), f"{'' if is_exact else '>='}{found}")

    def ask_block(self, block: Block, deadline: Deadline, is_text: bool) -> Answers | None:
        """Count natively, up to the limit."""
        limit = self.options.get("limit")
        if limit is None or self.options.get("timeout") is not None:
            return None
        backend = self.options.get("backend", "auto")
        batch = solve_block(block, limit=limit, backend=backend, budget=deadline.whole)
        if batch is None:
            return None
        return _Solved(
            batch,
            lambda batch: f"{batch.text_of_counts(limit)}\n".encode(),
            lambda batch: _count_columns(batch, limit),
            lambda status: str(status) if status is Status.INVALID else _DONE,
        )


def _count_columns(batch: Batch, limit: int) -> dict[str, Any]:
    import pyarrow.compute as pc

    pa = arrow()
    table = batch.to_arrow()
    is_invalid = pc.equal(table.column("status"), str(Status.INVALID))
    counts = pc.if_else(is_invalid, pa.scalar(None, pa.uint32()), table.column("found"))
    word = pc.if_else(is_invalid, str(Status.INVALID), _DONE)
    return {"status": word, "count": counts, "exact": pc.not_equal(counts, limit)}


# Ratings, forms, fewer clues


class Rate(Question):
    """How hard each puzzle is."""

    name = "rate"

    def columns(self) -> dict[str, Any]:
        """Return the types of a rating."""
        pa = arrow()
        return {
            "rating": pa.float64(),
            "technique": pa.string(),
            "level": pa.string(),
            "finished": pa.bool_(),
            "steps": pa.int32(),
        }

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row:
        """Rate one puzzle."""
        rating = puzzle.rate(timeout=deadline.seconds())
        least = "" if rating.finished else ">="
        level = rating.level_on(self.options.get("levels"))
        words = (f"{least}{rating.value:.1f}", rating.technique or "none", f"{least}{level}")
        text = "\t".join([*words, rating.scale])
        facts = (rating.value, rating.technique, level, rating.finished, rating.steps)
        return Row(_DONE if rating.finished else str(Status.UNKNOWN), facts, text)


class Canonical(Question):
    """The canonical form of each puzzle; with shards, also a hash of it."""

    name = "canonical"

    def columns(self) -> dict[str, Any]:
        """Return the types of the form and its hash."""
        pa = arrow()
        found = {"canonical": pa.string()}
        return found | {"class": pa.binary(16)} if self.options.get("shards") else found

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row:
        """Return the form of one puzzle."""
        from csp_sudoku.equivalence.canonical import canonical

        form = canonical(puzzle, timeout=deadline.seconds())
        text = text_of(form)
        hashed = (class_of(form),) if self.options.get("shards") else ()
        return Row(_DONE, (text, *hashed), text)

    def ask_block(self, block: Block, deadline: Deadline, is_text: bool) -> Answers | None:
        """Find the forms natively; a block with a row that is not proper is asked row by row."""
        from csp_sudoku.native.canonical9 import find_array

        forms = bytearray(block.rows * _CELLS)
        if find_array(block.numbers(), forms, stride=block.stride):
            return None
        return _Forms(bytes(forms), bool(self.options.get("shards")))


class _Forms:
    """Canonical forms of plain 9x9 rows, one after the other."""

    def __init__(self, forms: bytes, is_hashed: bool) -> None:
        self._forms = forms
        self._is_hashed = is_hashed

    def __len__(self) -> int:
        return len(self._forms) // _CELLS

    def tally(self) -> Counter[str]:
        return Counter({_DONE: len(self)})

    def complaint(self) -> str:
        return ""

    def lines(self) -> bytes:
        text = self._forms.translate(_TEXT_OF)
        starts = range(0, len(text), _CELLS)
        return b"".join([text[at : at + _CELLS] + b"\n" for at in starts])

    def columns(self) -> dict[str, Any]:
        from csp_sudoku.bulk.arrow import lines_array

        pa = arrow()
        found = {
            "status": pa.array([_DONE] * len(self), pa.string()),
            "canonical": lines_array(self._forms.translate(_TEXT_OF), _CELLS),
        }
        if self._is_hashed:
            found["class"] = hashes_of(self._forms, _CELLS)
        return found

    def places(self) -> None:
        return None


def class_of(form: Puzzle) -> bytes:
    """Return a hash of 16 bytes of a canonical form."""
    if form.has_candidates or not form.board.is_named or form.board.name != "sudoku-3x3":
        return blake2b(text_of(form).encode() + form.board.name.encode(), digest_size=16).digest()
    return blake2b(form.values, digest_size=16).digest()


def hashes_of(forms: bytes, width: int) -> Any:
    """Return the hash of each form as an Arrow array."""
    pa = arrow()
    starts = range(0, len(forms), width)
    hashed = b"".join([blake2b(forms[at : at + width], digest_size=16).digest() for at in starts])
    rows = len(forms) // width
    return pa.Array.from_buffers(pa.binary(16), rows, [None, pa.py_buffer(hashed)])


class Minimal(Question):
    """A minimal puzzle within each puzzle."""

    name = "minimal"

    def columns(self) -> dict[str, Any]:
        """Return the types of the minimal puzzle, and of its number of clues."""
        pa = arrow()
        return {"minimal": pa.string(), "clues": pa.int32()}

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row:
        """Make one puzzle minimal."""
        from csp_sudoku.making.minimal import minimal

        found = minimal(
            puzzle,
            seed=self.options.get("seed", 0),
            keep=self.options.get("keep") or [],
            symmetry=self.options.get("symmetry"),
            backend=self.options.get("backend", "auto"),
            timeout=deadline.seconds(),
        )
        text = text_of(found)
        return Row(_DONE, (text, len(found.clues)), text)


class Minimum(Question):
    """The fewest clues that determine each solution."""

    name = "minimum"

    def columns(self) -> dict[str, Any]:
        """Return the types of the smallest puzzle and of the bounds."""
        pa = arrow()
        return {
            "minimum": pa.string(),
            "upper": pa.int32(),
            "lower": pa.int32(),
            "proven": pa.bool_(),
        }

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row:
        """Find the fewest clues of one solution."""
        from csp_sudoku.making.minimal import only_solution
        from csp_sudoku.making.minimum import minimum

        budget = Budget(deadline.seconds())
        solution = only_solution(puzzle, "auto", budget)
        at_most = self.options.get("at_most")
        found = minimum(solution, at_most=at_most, timeout=budget.seconds_left())
        is_settled = found.is_proven or (
            at_most is not None and (found.upper <= at_most or found.lower > at_most)
        )
        text = text_of(found.puzzle)
        return Row(
            _DONE if is_settled else str(Status.UNKNOWN),
            (text, found.upper, found.lower, found.is_proven),
            f"{text}\t{found.upper}\t{found.lower}",
        )


class TrueCandidates(Question):
    """The values that each cell takes in some solution."""

    name = "true-candidates"

    def columns(self) -> dict[str, Any]:
        """Return the types of the candidates of all cells, and of how many cells are settled."""
        pa = arrow()
        return {"candidates": pa.list_(pa.list_(pa.uint8())), "backbone": pa.int32()}

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> Row:
        """List the true candidates of one puzzle."""
        found = puzzle.true_candidates(timeout=deadline.seconds())
        cells = [list(values) for values in found.values()]
        settled = sum(len(values) == 1 for values in cells)
        return Row(_DONE, (cells, settled), json.dumps(cells, separators=(",", ":")))


class Compare(Question):
    """How long each backend takes for each puzzle, in a process of its own with limits."""

    name = "compare"

    def columns(self) -> dict[str, Any]:
        """Return the types of a trial."""
        pa = arrow()
        text, number = pa.string(), pa.int64()
        return {
            "backend": text,
            "seconds": pa.float64(),
            "nodes": number,
            "conflicts": number,
            "peak_rss": number,
            "answer": text,
            "note": text,
        }

    def ask(self, puzzle: Puzzle, deadline: Deadline) -> list[Row]:
        """Ask every backend about one puzzle."""
        from csp_sudoku.comparing.instances import measured

        rows = []
        for backend in self.options["backends"]:
            trial = measured(
                puzzle,
                backend,
                timeout=self.options.get("timeout") or 10.0,
                limit=self.options.get("limit", 2),
                memory=self.options.get("memory_limit"),
            )
            deadline.check()
            values = (
                backend,
                trial.seconds,
                trial.nodes,
                trial.conflicts,
                trial.peak_rss,
                trial.answer,
                trial.note,
            )
            rows.append(Row(trial.status, values, json.dumps(trial._asdict())))
        return rows


def question_of(what: str, options: Mapping[str, Any]) -> Question:
    """Return the question of a job."""
    if what not in QUESTIONS:
        raise PartsError(
            f"{what!r} cannot be asked in parts", fix=f"use one of {', '.join(QUESTIONS)}"
        )
    return QUESTIONS[what](options)


QUESTIONS: Mapping[str, type[Question]] = {
    question.name: question
    for question in (
        Solve,
        Count,
        Rate,
        Canonical,
        Minimal,
        Minimum,
        TrueCandidates,
        Compare,
    )
}
"""The questions by name."""
