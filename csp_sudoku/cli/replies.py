"""One line for each puzzle: a command's answer, or a word where there is none, with the reason."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from csp_sudoku import formats
from csp_sudoku.cli.inputs import read_on
from csp_sudoku.cli.outputs import Lines, Progress, lines
from csp_sudoku.cli.statuses import code_of, status_of, worst
from csp_sudoku.errors import CspSudokuError, NoSolutionError, NotProperError, OutOfBudgetError
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.status import Status

_EXPLAINING_SECONDS = 10.0


class Question(NamedTuple):
    """A puzzle that a command is asked about."""

    puzzle: Puzzle
    number: int
    """Which one it is, from 1."""
    seconds: float | None
    """The time that is left."""
    tell: Callable[[str], None]
    """Says on a terminal how far it is."""


class Reply(NamedTuple):
    """What a command says about a puzzle: a line of text, and the facts in it for --json."""

    text: str
    facts: Mapping[str, object]
    code: int = 0
    """The exit code, if no other puzzle has a worse one."""
    status: str = "done"


Ask: TypeAlias = Callable[[Question], Iterable[Reply]]


def reply_to_all(args: argparse.Namespace, ask: Ask) -> int:
    """Write a line for each puzzle of the arguments; return the exit code."""
    with lines(args) as out:
        replies = Replies(args, out)
        replies.to(ask, read_on(args))
    return replies.end()


class Replies:
    """What was replied so far."""

    def __init__(self, args: argparse.Namespace, out: Lines) -> None:
        self.args = args
        self.out = out
        self.progress = Progress(args)
        self._timeout: float | None = getattr(args, "timeout", None)
        self._started = time.monotonic()
        self._number = 0
        self._lines = out.done
        self._codes: set[int] = set()
        self._first: dict[int, CspSudokuError] = {}

    def seconds_left(self) -> float | None:
        """Return what is left of the time for all puzzles."""
        if self._timeout is None:
            return None
        return max(0.0, self._timeout - (time.monotonic() - self._started))

    def to(self, ask: Ask, records: Iterable[formats.Record | CspSudokuError]) -> None:
        """Ask about each puzzle, but for those whose line stands in the output already."""
        for record in records:
            self._number += 1
            if self._number <= self.out.done:
                continue
            if isinstance(record, CspSudokuError):
                self.fail(record)
            else:
                self._answer(ask, record)

    def write(self, reply: Reply) -> None:
        """Write one line, and note what it means."""
        self._codes.add(reply.code)
        if not self.args.quiet:
            facts = {"status": reply.status, **reply.facts}
            self.write_text(json.dumps(facts) if self.args.json else reply.text)
        self._lines += 1
        self.progress.tell(f"{self._lines:,} lines")

    def write_text(self, text: str) -> None:
        """Write lines, and nothing between them and the line that says how far it is."""
        self.progress.clear()
        self.out.write(text)

    def fail(self, error: CspSudokuError) -> None:
        """Write the line of what has no answer, and keep the first error for the end."""
        self.write(self._failed(error))

    def note(self, count: int, codes: Iterable[int], error: CspSudokuError | None) -> None:
        """Note what became of puzzles whose lines were written together."""
        self._number += count
        self._lines += count
        self._codes.update(codes)
        if error is not None:
            self._first.setdefault(code_of(status_of(error)), error)
        self.progress.tell(f"{self._lines:,} lines")

    def end(self) -> int:
        """Return the exit code; raise the first error that led to it."""
        self.progress.clear()
        code = worst(self._codes)
        if code in self._first and (code == 2 or not self.args.quiet):
            raise self._first[code]
        return code

    def _answer(self, ask: Ask, record: formats.Record) -> None:
        left = self.seconds_left()
        try:
            for reply in ask(Question(record.puzzle, self._number, left, self.progress.tell)):
                self.write(reply)
        except CspSudokuError as error:
            is_typed = record.place.source == "<argument>"
            if is_typed and status_of(error) is Status.INVALID and not self.args.json:
                raise
            error.place = error.place or (None if is_typed else record.place)
            self.write(self._failed(error, record.puzzle))

    def _failed(self, error: CspSudokuError, puzzle: Puzzle | None = None) -> Reply:
        status = status_of(error)
        code = code_of(status)
        if puzzle is not None and (self.args.json or code not in self._first):
            error = explained(error, puzzle, self._timeout)
        self._first.setdefault(code, error)
        facts: dict[str, object] = {"error": str(error)}
        if isinstance(error, NotProperError) and error.solutions:
            facts["solutions"] = [list(solution.values) for solution in error.solutions]
        return Reply(str(status), facts, code, str(status))


def text_of(puzzle: Puzzle | Solution) -> str:
    """Return a puzzle in one line; one with pencil marks as JSON."""
    has_marks = isinstance(puzzle, Puzzle) and puzzle.has_candidates
    return formats.write(puzzle, "json" if has_marks else "line")


def facts_of(puzzle: Puzzle) -> dict[str, object]:
    """Return a puzzle as JSON has it."""
    return {
        "board": puzzle.board.name,
        "clues": len(puzzle.values) - puzzle.values.count(0),
        "puzzle": list(puzzle.values),
    }


def explained(error: CspSudokuError, puzzle: Puzzle, timeout: float | None) -> CspSudokuError:
    """Return an error that shows why a puzzle is not proper: clues that clash, or two solutions."""
    if not isinstance(error, NotProperError | NoSolutionError):
        return error
    reason: object
    solutions = error.solutions if isinstance(error, NotProperError) else ()
    if solutions:
        one, other = solutions
        cells = zip(puzzle.board.cells, one.values, other.values, strict=True)
        cell, mine, theirs = next(found for found in cells if found[1] != found[2])
        reason = f"{cell} is {mine} in {text_of(one)} and {theirs} in {text_of(other)}"
    else:
        try:
            reason = puzzle.conflict(timeout=_EXPLAINING_SECONDS if timeout is None else timeout)
        except OutOfBudgetError:
            return error
    explained = NotProperError(reason, solutions=solutions)
    explained.place = error.place
    return explained
