"""What `csp-sudoku solve` has written, saved and counted so far."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO, cast

from csp_sudoku.cli.outputs import Progress, whole_file
from csp_sudoku.cli.statuses import code_of, worst
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.status import Status


class Solved:
    """The answers on standard output, their copies in files, and how many there were of each."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.progress = Progress(args)
        self._codes: Counter[int] = Counter()
        self._error: CspSudokuError | None = None
        self._started = time.monotonic()
        self._copy: TextIO | None = None
        self._is_first = True
        self._is_closed = False

    def seconds_left(self) -> float | None:
        """Return what is left of the time for all puzzles."""
        if self.args.timeout is None:
            return None
        return max(0.0, cast("float", self.args.timeout) - (time.monotonic() - self._started))

    @contextmanager
    def saving(self, name: str | None) -> Iterator[None]:
        """Write what comes now to a file as well, and say so when it is whole."""
        if name is None:
            yield
            return
        before, started = self._codes.total(), time.monotonic()
        with whole_file(name) as self._copy:
            self._is_first = True
            yield
        self._copy = None
        count, seconds = self._codes.total() - before, time.monotonic() - started
        self.say(f"{name}: {count:,} puzzle{'s' * (count != 1)}, {seconds:.6f} s")

    def say(self, text: str) -> None:
        """Say something beside the answers, on standard error."""
        if not self.args.quiet:
            self._show(b"")  # what was written so far comes first
            self.progress.clear()
            print(text, file=sys.stderr, flush=True)

    def write(self, text: str, separator: str = "") -> None:
        """Write the lines of one answer."""
        if self._copy is not None:
            self._copy.write(("" if self._is_first else separator) + text + "\n")
            self._is_first = False
        self._show((separator if self._codes else "") + text + "\n")

    def write_lines(self, lines: bytes | memoryview) -> None:
        """Write the lines of many answers, at once."""
        if self._copy is not None:
            self._copy.write(bytes(lines).decode())
        self._show(lines)

    def _show(self, lines: str | bytes | memoryview) -> None:
        """Write to standard output, as long as somebody reads it; files are saved to their end."""
        if self.args.quiet or self._is_closed:
            return
        try:
            if isinstance(lines, str):
                sys.stdout.write(lines)
            else:
                sys.stdout.flush()
                sys.stdout.buffer.write(lines)
                sys.stdout.buffer.flush()
        except BrokenPipeError:
            if not self.args.save:
                raise
            self._is_closed = True

    def invalid(self, error: CspSudokuError) -> None:
        """Note what is no puzzle: a word in its place, and the first error at the end."""
        self.note_error(error)
        facts = {"status": str(Status.INVALID), "error": str(error)}
        self.write(json.dumps(facts) if self.args.json else str(Status.INVALID))
        self.add(code_of(Status.INVALID))

    def note_error(self, error: CspSudokuError) -> None:
        """Keep the first error for the end."""
        self._error = self._error or error

    def add(self, code: int, count: int = 1) -> None:
        """Count answers by their exit code, and show on a terminal how far it is."""
        self._codes[code] += count
        self.progress.tell(f"{self._codes.total():,} puzzles")

    def end(self) -> int:
        """Return the exit code; raise what was no puzzle."""
        self.progress.clear()
        if self._error is not None:
            self._show(b"")
            raise self._error
        return worst(self._codes)
