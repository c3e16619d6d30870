"""Certificates that a solution needs more than a number of clues, as folders in one strict form.

A certificate has unavoidable sets, each with another solution that shows it, and a trace of all
choices of this many cells, each of which misses one of the sets. `check` verifies the other
solutions against the board, and `proofs.minimum_check` the trace, in plain Python that shares
nothing with the search. A folder holds these files and no others:

- solution.json: the solution, exactly as `to("json")` writes it, and a line end;
- sets.txt: the other solutions, one per line, values with blanks between;
- trace.txt: the trace;
- claim.json: the version of this form, the number of clues, the parts of the board that make the
  cases, and the SHA-256 of the other files.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import NamedTuple

from csp_sudoku.budgets import Budget
from csp_sudoku.errors import CertificateError, PuzzleFormatError
from csp_sudoku.proofs.certificate import Verdict
from csp_sudoku.proofs.folders import MOST_TEXT, OTHER_FORM, opened, puzzle_bytes, write_files
from csp_sudoku.proofs.minimum_check import TraceError, check_trace
from csp_sudoku.puzzle import Solution

VERSION = 1
SOLUTION, SETS, TRACE, CLAIM = "solution.json", "sets.txt", "trace.txt", "claim.json"
_SUMMED = (SOLUTION, SETS, TRACE)
_KNOWN = {*_SUMMED, CLAIM}
_MOST_SETS_TEXT = 1 << 26
_MOST_TRACE = 1 << 31
_NUMBER = rb"(?:0|[1-9][0-9]{0,6}+)"
_SET_LINES = re.compile(rb"(?:" + _NUMBER + rb"(?: " + _NUMBER + rb")*+\n)*+")
_TRACE_LINES = re.compile(rb"(?:[xdb](?: " + _NUMBER + rb")++\n)*+")


class MinimumCertificate(NamedTuple):
    """A proof that no proper puzzle of a solution has `clues` clues or fewer.

    `Minimum.prove` makes them.
    """

    solution: Solution
    clues: int
    parts: tuple[tuple[int, ...], ...]
    """The parts of the board, as numbers of cells, that make the cases."""
    rivals: tuple[bytes, ...]
    """The values of other solutions: where one differs is an unavoidable set."""
    trace: bytes
    """The walk through all choices: see `proofs.minimum_check`."""

    def __repr__(self) -> str:
        return f"<Certificate that {self.solution!r} needs more than {self.clues} clues>"

    def check(self, *, timeout: float | None = None) -> Verdict:
        """Say whether the certificate holds.

        Raises:
            OutOfBudgetError: the time ended first.
        """
        budget = Budget(timeout)
        mine = self.solution.values
        if sorted(cell for part in self.parts for cell in part) != list(range(len(mine))):
            return Verdict(False, f"{CLAIM}: the parts do not cover the board, each cell once")
        sets = []
        for number, rival in enumerate(self.rivals, start=1):
            budget.check()
            if not self._is_rival(rival):
                return Verdict(False, f"{SETS}:{number}: this is no other solution of the board")
            pairs = enumerate(zip(mine, rival, strict=True))
            sets.append(sum(1 << cell for cell, (one, other) in pairs if one != other))
        try:
            nodes = check_trace(self.clues, self.parts, sets, BytesIO(self.trace), budget.check)
        except TraceError as error:
            return Verdict(False, f"{TRACE}:{error.line}: {error}")
        except ValueError:
            return Verdict(False, f"{TRACE}: a word is no number")
        shown = f"no proper puzzle of the solution has {self.clues} clues or fewer"
        counted = f"{len(sets):,} unavoidable sets and {nodes:,} nodes show it"
        return Verdict(True, f"{shown}; {counted}: {self._described()}")

    def _described(self) -> str:
        """Return the solution and the SHA-256 of solution.json as a verdict prints them."""
        solution = self.solution
        try:
            text = solution.to("line" if solution.has_groups_alone else "json")
            digest = sha256(puzzle_bytes(solution)).hexdigest()
            return f"{text} on {solution.board.name}, SHA-256 {digest}"
        except PuzzleFormatError:  # no format holds its board
            return f"a solution on {solution.board.name}"

    def _is_rival(self, rival: Sequence[int]) -> bool:
        """Whether these values are another solution of the board and its rules."""
        solution = self.solution
        if len(rival) != len(solution.values) or bytes(rival) == solution.values:
            return False
        if not all(1 <= value <= solution.board.size for value in rival):
            return False
        return not solution.structure.problem.violation([value - 1 for value in rival])

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the certificate as a folder of files; the folder is made if it does not exist.

        Raises:
            SourceError: a file cannot be written, or the folder holds files of something else.
        """
        files = {
            SOLUTION: puzzle_bytes(self.solution),
            SETS: b"".join(b"%s\n" % " ".join(map(str, rival)).encode() for rival in self.rivals),
            TRACE: self.trace,
        }
        files[CLAIM] = self._claim({name: sha256(text).hexdigest() for name, text in files.items()})
        write_files(folder, files, _KNOWN)

    def _claim(self, digests: dict[str, str]) -> bytes:
        claim = {
            "format": "csp-sudoku minimum certificate",
            "version": VERSION,
            "clues": self.clues,
            "parts": self.parts,
            "sha256": digests,
        }
        return f"{json.dumps(claim, separators=(',', ':'))}\n".encode()

    @classmethod
    def load(
        cls, folder: str | os.PathLike[str], *, timeout: float | None = None
    ) -> MinimumCertificate:
        """Read a folder that `save` wrote; `check` then says whether the certificate holds.

        Raises:
            CertificateError: a file is missing, malformed, or does not fit the others; with the
                file and the line.
            OutOfBudgetError: the time ended first.
        """
        reading = opened(folder, Budget(timeout))
        solution_text, solution_sum = reading.file(SOLUTION, MOST_TEXT)
        filled = reading.puzzle(SOLUTION, solution_text)
        solution = reading.solution(solution_text, filled.board)
        sets_text, sets_sum = reading.file(SETS, _MOST_SETS_TEXT)
        reading.require_lines(SETS, sets_text, _SET_LINES)
        trace, trace_sum = reading.file(TRACE, _MOST_TRACE)
        reading.require_lines(TRACE, trace, _TRACE_LINES)
        claim = reading.file(CLAIM, MOST_TEXT)[0]
        try:
            clues, parts = _fields(claim)
            rivals = tuple(bytes(map(int, line.split())) for line in sets_text.splitlines())
        except (ValueError, KeyError, TypeError, RecursionError):
            reading.refuse(OTHER_FORM, CLAIM, 1)
        found = cls(solution, clues, parts, rivals, trace)
        if claim != found._claim(
            dict(zip(_SUMMED, (solution_sum, sets_sum, trace_sum), strict=True))
        ):
            reading.refuse("this does not fit the other files", CLAIM, 1)
        reading.require_known(_KNOWN)
        return found


def _fields(claim: bytes) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Return the clues and the parts of a claim; the rest is compared byte by byte."""
    data = json.loads(claim)
    clues, parts = data["clues"], tuple(tuple(part) for part in data["parts"])
    numbers = [clues, *(cell for part in parts for cell in part)]
    if not all(type(number) is int and 0 <= number < 1 << 20 for number in numbers):
        raise ValueError("not a number")
    return clues, parts


def check_folder(folder: str | os.PathLike[str], *, timeout: float | None = None) -> Verdict:
    """Say whether a folder is a certificate that holds.

    Raises:
        OutOfBudgetError: the time ended first.
    """
    budget = Budget(timeout)
    try:
        certificate = MinimumCertificate.load(folder, timeout=budget.seconds_left())
    except CertificateError as error:
        return Verdict(False, str(error))
    return certificate.check(timeout=budget.seconds_left())
