"""Certificates of uniqueness: all that a stranger needs to see that a puzzle has one solution.

A certificate holds a puzzle, its solution, a CNF and a proof. The CNF states the rules of the board
and the clues, and in its last clause that the solution is another one than the one given; the proof
shows that this is impossible. The CNF is the extended form with pairwise at-most-one, in full:
nothing is simplified, so that each clause can be read off the board. For a board of size n

- literal n * i + v says that cell i (counted from 0) has the value v;
- each cell has a value, and no two;
- each value stands in a group of n cells, and in no group twice;
- each clue is a clause of one literal, as is each value that pencil marks rule out.

`check` trusts nothing that it finds: it states the CNF anew from the puzzle and compares, checks
the solution, and has each step of the proof checked by `native.rup`. Neither the statement nor that
checker shares code with the encoders or with any solver. The formats are DIMACS CNF and DRAT
(N. Wetzler, M. Heule, W. Hunt: DRAT-trim: efficient checking and trimming using expressive clausal
proofs, 2014); every step is a reverse unit propagation (E. Goldberg, Y. Novikov: Verification of
proofs of unsatisfiability for CNF formulas, 2003).
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import NamedTuple

from csp_sudoku.boards.board import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import CertificateError, OutOfBudgetError, PuzzleFormatError
from csp_sudoku.native import rup
from csp_sudoku.proofs import folders
from csp_sudoku.proofs.statement import blocks, state
from csp_sudoku.puzzle import Puzzle, Solution

__all__ = ["Certificate", "Verdict", "check_folder", "state"]
_LONGEST = 100_000
"""No line of a statement is longer: the last one has a literal per cell."""


class Verdict(NamedTuple):
    """Whether a certificate holds, and for which puzzle; if it does not, why."""

    valid: bool
    reason: str

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        return self.reason


class Certificate(NamedTuple):
    """A proof that a puzzle has one solution; `prove_unique` makes them.

    >>> certificate = Puzzle("1... ..2. .3.. ...4").prove_unique()
    >>> certificate
    <Certificate that Puzzle('1.....2..3.....4') has one solution>
    >>> certificate.check().reason.split(": ")
    ['the puzzle has one solution; the proof shows it in 1 step', '1.....2..3.....4 on sudoku-2x2, \
SHA-256 6993205c5f915df99e4b7f6ef5a060adfbe5d5b0ff4452e738bd215d90fac234']
    >>> other = Puzzle("1... ..2. .3.. ....")
    >>> print(certificate._replace(puzzle=other).check())
    puzzle.cnf:66: 'p cnf 64 453', but the puzzle and solution say 'p cnf 64 452'
    """

    puzzle: Puzzle
    solution: Solution
    cnf: bytes
    """The rules, the clues and the blocking clause, as a DIMACS text."""
    proof: bytes
    """The refutation, as a DRAT text with one step per line."""

    def __repr__(self) -> str:
        return f"<Certificate that {self.puzzle!r} has one solution>"

    def _repr_html_(self) -> str:
        from csp_sudoku.render import svg

        return svg(self.solution, clues=self.puzzle, title="proven to be the only solution")

    @property
    def sha256(self) -> str:
        """The SHA-256 of the puzzle: of the bytes of puzzle.json, as `save` writes that file.

        These are the puzzle's JSON form in UTF-8 and a line end; `sha256sum puzzle.json` prints the
        same number.
        """
        return sha256(folders.puzzle_bytes(self.puzzle)).hexdigest()

    def literal(self, cell: tuple[int, int] | str, value: int) -> int:
        """Return the literal that says that the cell has the value."""
        return self.puzzle.board.size * self.puzzle.board.cell_index(cell) + value

    def meaning(self, literal: int) -> tuple[Cell, int]:
        """Return the cell and the value that a literal is about, whether negated or not."""
        cell, code = divmod(abs(literal) - 1, self.puzzle.board.size)
        return self.puzzle.board.cells[cell], code + 1

    @property
    def blocking(self) -> tuple[int, ...]:
        """The clause that excludes the solution: one literal per cell."""
        size = self.puzzle.board.size
        return tuple(-(size * cell + value) for cell, value in enumerate(self.solution))

    def check(self, *, timeout: float | None = None) -> Verdict:
        """Say whether the certificate holds, and for which puzzle.

        Raises:
            OutOfBudgetError: the time ended first.
        """
        return self._checked(Budget(timeout))

    def _checked(self, budget: Budget) -> Verdict:
        try:
            wrong = self._wrong_solution() or self._wrong_cnf(budget)
            if wrong:
                return Verdict(False, wrong)
            finding = rup.examine(self.cnf, self.proof, budget.seconds_left())
        except TimeoutError:  # OutOfBudgetError is one
            raise OutOfBudgetError(
                "the time ended before the certificate was checked", least=1, fix="allow more time"
            ) from None
        if finding.verdict is not rup.ProofResult.REFUTED:
            wrong = f"{folders.PROOF}:{finding.line}: {_WRONG_PROOF[finding.verdict]}"
            return Verdict(False, wrong)
        steps = f"{finding.added} step{'s' * (finding.added > 1)}"
        shown = f"the puzzle has one solution; the proof shows it in {steps}"
        return Verdict(True, f"{shown}: {self._described()}")

    def _described(self) -> str:
        """Return the puzzle and its hash as a verdict prints them."""
        puzzle = self.puzzle
        try:
            text = puzzle.to("json" if puzzle.has_candidates else "line")
            return f"{text} on {puzzle.board.name}, SHA-256 {self.sha256}"
        except PuzzleFormatError:  # no format holds its board
            return f"a puzzle on {puzzle.board.name}"

    def _wrong_solution(self) -> str | None:
        """Return why the solution does not solve the puzzle; None if it does."""
        board = self.puzzle.board
        if not self.puzzle.has_groups_alone:
            return "the puzzle has constraints beyond groups, which this form does not state"
        if self.solution.board != board:
            return f"the solution is on {self.solution.board.name}, the puzzle on {board.name}"
        values = tuple(self.solution)
        for group in board.groups:
            if len({values[cell] for cell in group.cells}) < len(group.cells):
                return f"the solution has a value twice in {group}"
        for (cell, allowed), value in zip(self.puzzle.candidates.items(), values, strict=True):
            if value not in allowed:
                return f"the solution has {value} at {cell}, where the puzzle allows {allowed}"
        return None

    def _wrong_cnf(self, budget: Budget) -> str | None:
        """Return where the CNF differs from the rules, the clues and the blocking clause."""
        at = 0
        for stated in blocks(self.puzzle, self.solution, budget):
            if not self.cnf.startswith(stated, at):
                return self._difference(at, stated)
            at += len(stated)
        return None if at == len(self.cnf) else self._difference(at, b"")

    def _difference(self, at: int, stated: bytes) -> str:
        """Return the first line in which the CNF differs from the block that belongs there."""
        given = self.cnf[at : at + len(stated)]
        pairs = enumerate(zip(given, stated, strict=False))
        same = next((i for i, (one, other) in pairs if one != other), len(given))
        start = stated.rfind(b"\n", 0, same) + 1
        line = self.cnf.count(b"\n", 0, at + start) + 1
        here, _, _ = self.cnf[at + start : at + start + _LONGEST].partition(b"\n")
        there, _, _ = stated[start:].partition(b"\n")
        if here == there:  # all but the line end
            return f"{folders.CNF}:{line}: the text ends before the end of this line"
        said = f"{_shown(here)}, but the puzzle and solution say {_shown(there)}"
        return f"{folders.CNF}:{line}: {said}"

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the certificate as a folder of files in standard formats: see `proofs.folders`."""
        folders.write(folder, self.puzzle, self.solution, self.cnf, self.proof)

    @classmethod
    def load(cls, folder: str | os.PathLike[str], *, timeout: float | None = None) -> Certificate:
        """Read a folder that `save` wrote; `check` then says whether the certificate holds.

        Raises:
            CertificateError: a file is missing, malformed, or does not fit the others; with the
                file and the line.
            OutOfBudgetError: the time ended first.
        """
        return cls(*folders.read(folder, Budget(timeout)))


def check_folder(
    folder: str | os.PathLike[str], puzzle: Puzzle | None = None, *, timeout: float | None = None
) -> Verdict:
    """Say whether a folder is a certificate that holds, and, if a puzzle is given, for this one.

    Raises:
        OutOfBudgetError: the time ended before all was read and checked.
    """
    from csp_sudoku.proofs.model_certificates import check_model_folder, is_model_folder

    if is_model_folder(folder):
        return check_model_folder(folder, puzzle, timeout=timeout)
    budget = Budget(timeout)
    try:
        certificate = Certificate(*folders.read(folder, budget))
    except CertificateError as error:
        return Verdict(False, str(error))
    if puzzle is not None and certificate.puzzle != puzzle:
        return Verdict(
            False, f"this is a certificate of another puzzle: {certificate._described()}"
        )
    return certificate._checked(budget)


_WRONG_PROOF = {
    rup.ProofResult.UNFINISHED: "the proof ends before it comes to the empty clause",
    rup.ProofResult.UNFOUNDED: "this step does not follow by unit propagation",
    rup.ProofResult.BAD_PROOF: "this line is not a step of a proof about the CNF",
    rup.ProofResult.BAD_CLAUSES: "the CNF is malformed",
}


def _shown(line: bytes) -> str:
    """Return a line as a message can hold it."""
    text = line.decode(errors="replace")
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
