"""The frame of a command: it asks about each puzzle, writes one result each, and ends with a code.

A result is a line of text or, with --json, a JSON object. A puzzle without an answer gives a word
(none, multiple, invalid, unknown), and the first error is raised at the end.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import IO, TYPE_CHECKING, NamedTuple, TextIO, TypeAlias

from csp_sudoku.budgets import Budget
from csp_sudoku.cli import code_of, worst
from csp_sudoku.cli.failures import drop_output, status_of
from csp_sudoku.cli.inputs import is_argument, read_word, words
from csp_sudoku.cli.outputs import output_file, whole_file
from csp_sudoku.cli.screen import control, printable
from csp_sudoku.errors import (
    CspSudokuError,
    NoSolutionError,
    NotProperError,
    OutOfBudgetError,
    PuzzleFormatError,
)
from csp_sudoku.formats.format import marks_of, rules_of
from csp_sudoku.formats.streams import Record, write
from csp_sudoku.place import Place
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.status import Status

if TYPE_CHECKING:
    from csp_sudoku.bulk.batch import Batch

_BLINK = 0.2
_EXPLAINING_SECONDS = 10.0


class Result(NamedTuple):
    """What a command says about a puzzle: a text, and the facts in it for --json."""

    text: str
    facts: Mapping[str, object]
    code: int = 0
    """The exit code, if no other puzzle has a worse one."""
    status: str | None = "done"
    """The first of the facts; None leaves it out."""
    separator: str = ""
    """What stands between the text and the one before it."""


Ask: TypeAlias = Callable[[Record, "Results"], Iterable[Result]]
Bulk: TypeAlias = Callable[["Results", IO[bytes], str], object]


def answer_all(
    args: argparse.Namespace,
    ask: Ask,
    *,
    bulk: Bulk | None = None,
    copies: Mapping[str, str] | None = None,
) -> int:
    """Ask about each puzzle of the arguments, write the results, and return the exit code.

    Args:
        args: the arguments of the command.
        ask: gives the results for one puzzle.
        bulk: answers an open file of plain 9x9 lines, many at a time.
        copies: the file to which the results of a word are written as well.
    """
    with results_of(args) as results:
        whole = None if bulk is None or results.done else partial(bulk, results)
        for word in words(args):
            with results.copied_to(copies.get(word) if copies else None):
                results.answer(read_word(word, args, whole), ask)
    return results.end()


def _with_about(result: Result, record: Record) -> Result:
    """Return a result with what stood beside its puzzle: a name, a rating, other columns."""
    if not record.headers:
        return result
    return result._replace(facts={**result.facts, "about": dict(record.headers)})


@contextmanager
def results_of(args: argparse.Namespace) -> Iterator[Results]:
    """Open the output of a command for its results."""
    is_file = args.output is not None or args.resume
    with output_file(args) if is_file else nullcontext((sys.stdout, 0)) as (file, done):
        results = Results(args, file, done)
        try:
            yield results
        finally:
            results.progress.clear()


class Results:
    """The results of a command: what is written, the exit codes, the first errors, the time left.

    `done` is the number of results that the output file has already, from a run that is resumed;
    `number` counts the puzzles from 1.
    """

    def __init__(self, args: argparse.Namespace, file: TextIO, done: int = 0) -> None:
        self.args = args
        self.done = done
        self.number = 0
        self.timeout: float | None = getattr(args, "timeout", None)
        self.budget = Budget(self.timeout)
        self.progress = ProgressLine(args)
        self._file = file
        self._is_on_screen = file.isatty()
        self._copy: TextIO | None = None
        self._is_copy_empty = True
        self._codes: Counter[int] = Counter()
        self._errors: dict[int, CspSudokuError] = {}

    def answer(self, records: Iterable[Record | CspSudokuError], ask: Ask) -> None:
        """Ask about each puzzle, except those whose results the output has already."""
        for record in records:
            self.number += 1
            if self.number <= self.done:
                continue
            if isinstance(record, CspSudokuError):
                self.fail(record)
                continue
            try:
                for result in ask(record, self):
                    self.write(_with_about(result, record))
            except CspSudokuError as error:
                is_invalid = status_of(error) is Status.INVALID
                if is_invalid and is_argument(record) and not self.args.json:
                    raise
                error.place = error.place or place_of(record)
                self.fail(error, record.puzzle)

    def answer_lines(
        self,
        file: IO[bytes],
        name: str,
        text: Callable[[Batch], bytes | memoryview],
        code: Callable[[Status], int] = code_of,
    ) -> None:
        """Answer a file of plain 9x9 lines; `text` gives the lines of a batch of answers."""
        from csp_sudoku.bulk.batch import solve_lines

        batches = solve_lines(
            file,
            limit=self.args.limit,
            workers=self.args.workers,
            backend=self.args.backend,
            timeout=self.budget.seconds_left(),
        )
        for batch, numbers in batches:
            self._put(text(batch))
            wrong = batch.first(Status.INVALID)
            if wrong >= 0:
                error = PuzzleFormatError(
                    "this line is not a 9x9 puzzle",
                    fix="write 81 symbols, 1-9 and . for an open cell",
                    place=Place(name, numbers[wrong]),
                )
                self._errors.setdefault(code_of(Status.INVALID), error)
            self.number += len(batch)
            for status, count in batch.tally().items():
                self._count(code(status), count)

    def write(self, result: Result) -> None:
        """Write a result, and count its exit code."""
        if self.args.json:
            status = {} if result.status is None else {"status": result.status}
            self._put(json.dumps({**status, **result.facts}) + "\n")
        else:
            self._put(result.text + "\n", result.separator)
        self._count(result.code)

    def fail(self, error: CspSudokuError, puzzle: Puzzle | None = None) -> None:
        """Write the result of a puzzle without an answer, and keep the first error for the end."""
        status = status_of(error)
        code = code_of(status)
        if puzzle is not None and (self.args.json or code not in self._errors):
            error = explained(error, puzzle, self.budget.seconds_left())
        self._errors.setdefault(code, error)
        facts: dict[str, object] = {"error": str(error)}
        if isinstance(error, NotProperError) and error.solutions:
            facts["solutions"] = [list(solution.values) for solution in error.solutions]
        self.write(Result(str(status), facts, code, str(status)))

    def say(self, text: str) -> None:
        """Write something beside the results, to standard error."""
        if not self.args.quiet:
            self.progress.clear()
            print(printable(text), file=sys.stderr, flush=True)

    @contextmanager
    def copied_to(self, name: str | None) -> Iterator[None]:
        """Write the results to a file as well, and say so when it is whole."""
        if name is None:
            yield
            return
        before, started = self._codes.total(), time.monotonic()
        with whole_file(name) as self._copy:
            self._is_copy_empty = True
            yield
        self._copy = None
        count, seconds = self._codes.total() - before, time.monotonic() - started
        self.say(f"{name}: {count:,} puzzle{'s' * (count != 1)}, {seconds:.6f} s")

    def end(self) -> int:
        """Return the exit code; raise the first error that led to it."""
        code = worst(self._codes)
        if code in self._errors and (code == code_of(Status.INVALID) or not self.args.quiet):
            raise self._errors[code]
        return code

    def _put(self, text: str | bytes | memoryview, separator: str = "") -> None:
        """Write a text to the copy and to the output, at once: it is there whatever comes next."""
        if self._copy is not None:
            lines = text if isinstance(text, str) else bytes(text).decode()
            self._copy.write(lines if self._is_copy_empty else separator + lines)
            self._is_copy_empty = False
        if self.args.quiet:
            return
        if self._is_on_screen:
            self.progress.clear()
        try:
            if isinstance(text, str):
                self._file.write(separator + text if self._codes or self.done else text)
            else:
                self._file.flush()
                self._file.buffer.write(text)
            self._file.flush()
        except BrokenPipeError:
            if self._copy is None:
                raise
            drop_output()  # nobody reads it any more, but the copies are written to their end

    def _count(self, code: int, count: int = 1) -> None:
        self._codes[code] += count
        self.progress.tell(f"{self.done + self._codes.total():,} results")

    def tell_tries(self, tries: int) -> None:
        """Say how many attempts at results were made."""
        made = self.done + self._codes.total()
        self.progress.tell(f"{made:,} results, {tries:,} tries")


class ProgressLine:
    """One line on a terminal that says how far a command is; elsewhere, nothing."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._is_shown = sys.stderr.isatty() and not args.quiet
        self._is_written = False
        self._next = time.monotonic() + _BLINK

    def tell(self, text: str) -> None:
        """Show a text, unless another one was shown just now."""
        if self._is_shown and time.monotonic() > self._next:
            control(sys.stderr, "\r")
            print(printable(text), end="", file=sys.stderr)
            control(sys.stderr, "\x1b[K")
            sys.stderr.flush()
            self._is_written = True
            self._next = time.monotonic() + _BLINK

    def clear(self) -> None:
        """Remove the line, so that something else can be written."""
        if self._is_written:
            control(sys.stderr, "\r\x1b[K")
            sys.stderr.flush()
            self._is_written = False


# Puzzles and errors as results show them


def text_of(puzzle: Puzzle | Solution) -> str:
    """Return a puzzle in one line; one with pencil marks or rules as JSON."""
    has_more = isinstance(puzzle, Puzzle) and (puzzle.has_candidates or puzzle.rules)
    return write(puzzle, "json" if has_more else "line")


def facts_of(puzzle: Puzzle) -> dict[str, object]:
    """Return a puzzle as facts for --json."""
    return {
        "board": puzzle.board.to_data(),
        "clues": len(puzzle.values) - puzzle.values.count(0),
        "puzzle": list(puzzle.values),
        **marks_of(puzzle),
        **rules_of(puzzle),
    }


def place_of(record: Record) -> Place | None:
    """Return the place that errors name; None for a puzzle in the command itself."""
    return None if is_argument(record) else record.place


def explained(error: CspSudokuError, puzzle: Puzzle, timeout: float | None) -> CspSudokuError:
    """Return an error that shows why a puzzle is not proper: clues that clash, or two solutions."""
    if not isinstance(error, NotProperError | NoSolutionError):
        return error
    reason: object
    solutions = error.solutions if isinstance(error, NotProperError) else ()
    if solutions:
        one, other = solutions
        cells = zip(puzzle.board.cells, one.values, other.values, strict=True)
        cell, first, second = next(found for found in cells if found[1] != found[2])
        reason = f"{cell} is {first} in {text_of(one)} and {second} in {text_of(other)}"
    else:
        try:
            reason = puzzle.conflict(timeout=_EXPLAINING_SECONDS if timeout is None else timeout)
        except OutOfBudgetError:
            return error
    explained = NotProperError(reason, solutions=solutions)
    explained.place = error.place
    return explained
