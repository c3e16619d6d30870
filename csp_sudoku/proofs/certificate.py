"""Certificates of uniqueness: all that a stranger needs to see that a puzzle has one solution.

A certificate holds a puzzle, its solution, a CNF and a proof. The CNF states the rules of the board
and the clues, and as its last clause that the solution is not the one given; the proof shows that
this cannot be. It is the extended form with pairwise at-most-one, in full: nothing is simplified,
so that each clause can be read off the board. For a board of size n

- literal n * i + v says that cell i (counted from 0) has the value v;
- each cell has a value, and no two;
- each value stands in a group of n cells, and in no group twice;
- each clue is a clause of one literal, as is each value that pencil marks rule out.

`check` trusts nothing that it finds: it states the CNF anew from the puzzle and compares, looks at
the solution, and has each step of the proof checked by `native.rup`. Neither the statement nor that
checker shares code with the encoders or with any solver.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from csp_sudoku.boards.board import Cell
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import CertificateError, CspSudokuError, OutOfBudgetError, SourceError
from csp_sudoku.native import rup
from csp_sudoku.place import Place
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.whole_files import require_name

_PUZZLE, _SOLUTION, _CNF, _PROOF = "puzzle.json", "solution.json", "puzzle.cnf", "proof.drat"
_README, _SUMS = "README.txt", "SHA256SUMS"

_CLAUSE = rb"(?:-?[1-9][0-9]* )*0"
_CNF_LINE = re.compile(rb"c .*|p cnf [0-9]+ [0-9]+|" + _CLAUSE)
_PROOF_LINE = re.compile(rb"(?:d )?" + _CLAUSE)


class Verdict(NamedTuple):
    """Whether a certificate holds, and if not, why."""

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
    >>> print(certificate.check())
    the puzzle has one solution; the proof shows it in 1 step
    >>> other = Puzzle("1... ..2. .3.. ....")
    >>> print(certificate._replace(puzzle=other).check())
    puzzle.cnf:66: 'p cnf 64 453', but the puzzle and solution say 'p cnf 64 452'
    """

    puzzle: Puzzle
    solution: Solution
    cnf: bytes
    """The rules, the clues and the blocking clause, as a DIMACS text."""
    proof: bytes
    """The refutation, as a DRAT text: a step a line."""

    def __repr__(self) -> str:
        return f"<Certificate that {self.puzzle!r} has one solution>"

    def _repr_html_(self) -> str:
        from csp_sudoku.render import svg

        return svg(self.solution, clues=self.puzzle, title="proven to be the only solution")

    def literal(self, cell: tuple[int, int] | str, value: int) -> int:
        """Return the literal that says that the cell has the value."""
        return self.puzzle.board.size * self.puzzle.board.cell_index(cell) + value

    def meaning(self, literal: int) -> tuple[Cell, int]:
        """Return the cell and the value that a literal is about, be it negated or not."""
        cell, code = divmod(abs(literal) - 1, self.puzzle.board.size)
        return self.puzzle.board.cells[cell], code + 1

    @property
    def blocking(self) -> tuple[int, ...]:
        """The clause that says that the solution is not the one given: a literal a cell."""
        size = self.puzzle.board.size
        return tuple(-(size * cell + value) for cell, value in enumerate(self.solution))

    def check(self, *, timeout: float | None = None) -> Verdict:
        """Say whether the certificate holds. Raises OutOfBudgetError when the time ends first."""
        budget = Budget(timeout)
        wrong = self._wrong_solution() or self._wrong_cnf()
        if wrong:
            return Verdict(False, wrong)
        try:
            finding = rup.examine(self.cnf, self.proof, budget.seconds_left())
        except TimeoutError as error:
            raise OutOfBudgetError(str(error), least=1) from None
        if finding.verdict is rup.ProofResult.REFUTED:
            steps = f"{finding.added} step{'s' * (finding.added > 1)}"
            return Verdict(True, f"the puzzle has one solution; the proof shows it in {steps}")
        return Verdict(False, f"{_PROOF}:{finding.line}: {_WRONG_PROOF[finding.verdict]}")

    def _wrong_solution(self) -> str | None:
        """Return why the solution is none of the puzzle."""
        board = self.puzzle.board
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

    def _wrong_cnf(self) -> str | None:
        """Return where the CNF differs from the rules, the clues and the blocking clause."""
        stated = state(self.puzzle, self.solution)
        if self.cnf == stated:
            return None
        lines = zip(self.cnf.split(b"\n"), stated.split(b"\n"), strict=False)
        pairs = ((n, here, there) for n, (here, there) in enumerate(lines, 1) if here != there)
        line, here, there = next(pairs, (stated.count(b"\n") + 1, b"...", b""))
        return f"{_CNF}:{line}: {_shown(here)}, but the puzzle and solution say {_shown(there)}"

    # A folder in standard formats

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the certificate as a folder of files; it is made if there is none."""
        require_name(folder)
        files = {
            _PUZZLE: f"{self.puzzle.to('json')}\n".encode(),
            _SOLUTION: f"{self.solution.to('json')}\n".encode(),
            _CNF: self.cnf,
            _PROOF: self.proof,
            _README: _README_TEXT.encode(),
        }
        files[_SUMS] = _sums(files)
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            for name, content in files.items():
                Path(folder, name).write_bytes(content)
        except OSError as error:
            raise SourceError(
                f"the certificate cannot be written: {error.strerror or error}",
                place=Place(os.fspath(folder)),
            ) from None

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Certificate:
        """Read a folder that `save` wrote; `check` then says whether it holds.

        Raises CertificateError, with file and line, where a file is missing, is malformed, or is
        not the one that the folder's checksums are of.
        """
        names = (_PUZZLE, _SOLUTION, _CNF, _PROOF, _README)
        files = {name: _read(Path(folder, name)) for name in names}
        sums_path = Path(folder, _SUMS)
        _compare_sums(sums_path, _read(sums_path), files)
        puzzle = _puzzle(Path(folder, _PUZZLE), files[_PUZZLE])
        filled = _puzzle(Path(folder, _SOLUTION), files[_SOLUTION])
        try:
            solution = Solution(filled.values, board=filled.board)
        except CspSudokuError as error:
            place = Place(str(Path(folder, _SOLUTION)), 1)
            raise CertificateError(error.problem, place=place) from None
        _require_lines(Path(folder, _CNF), files[_CNF], _CNF_LINE)
        _require_lines(Path(folder, _PROOF), files[_PROOF], _PROOF_LINE)
        return cls(puzzle, solution, files[_CNF], files[_PROOF])


_WRONG_PROOF = {
    rup.ProofResult.UNFINISHED: "the proof ends before it comes to the empty clause",
    rup.ProofResult.UNFOUNDED: "this step does not follow by unit propagation",
    rup.ProofResult.BAD_PROOF: "this line is not a step of a proof about the CNF",
    rup.ProofResult.BAD_CLAUSES: "the CNF is malformed",
}


# The CNF


def state(puzzle: Puzzle, solution: Solution) -> bytes:
    """Return the DIMACS text that says: the rules and the clues hold, and not this solution.

    >>> print(state(Puzzle([0]), Solution([1])).decode(), end="")
    c Rules and clues of a puzzle on sudoku-1x1, and last a clause that excludes its solution.
    c 1 r1c1 = 1
    p cnf 1 2
    1 0
    -1 0
    """
    board = puzzle.board
    size, count = board.size, len(board.cells)
    blocks: list[str] = []
    for cell in range(count):
        blocks += _exactly_one([size * cell + value for value in range(1, size + 1)])
    for group in board.groups:
        for value in range(1, size + 1):
            places = [size * cell + value for cell in group.cells]
            blocks += _exactly_one(places) if len(places) == size else _at_most_one(places)
    blocks += (f"{literal} 0" for literal in _facts(puzzle))
    blocks.append(" ".join(f"-{size * i + value}" for i, value in enumerate(solution)) + " 0")
    clauses = "\n".join(blocks)
    title = f"c Rules and clues of a puzzle on {' '.join(board.name.split())}, "
    title += "and last a clause that excludes its solution."
    meaning = (
        f"c {size * i + value} {cell} = {value}"
        for i, cell in enumerate(board.cells)
        for value in range(1, size + 1)
    )
    header = f"p cnf {size * count} {clauses.count(chr(10)) + 1}"
    return "\n".join([title, *meaning, header, clauses, ""]).encode()


def _exactly_one(literals: list[int]) -> list[str]:
    return [" ".join(map(str, literals)) + " 0", *_at_most_one(literals)]


def _at_most_one(literals: list[int]) -> list[str]:
    """Exclude each pair, in one block of lines."""
    pairs = "\n".join([f"-{a} -{b} 0" for a, b in combinations(literals, 2)])
    return [pairs] if pairs else []


def _facts(puzzle: Puzzle) -> Iterator[int]:
    """Yield the clues as literals, and what pencil marks rule out as negated ones."""
    size = puzzle.board.size
    for cell, value in enumerate(puzzle.values):
        if value:
            yield size * cell + value
    if puzzle.has_candidates:
        for cell, allowed in enumerate(puzzle.candidates.values()):
            if not puzzle.values[cell]:
                ruled_out = (v for v in range(1, size + 1) if v not in allowed)
                yield from (-(size * cell + v) for v in ruled_out)


def _shown(line: bytes) -> str:
    """Return a line as a message can hold it."""
    text = line.decode(errors="replace")
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


# The folder


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CertificateError(
            f"the certificate cannot be read: {error.strerror or error}",
            fix="name a folder that prove_unique().save() wrote",
            place=Place(str(path)),
        ) from None


def _puzzle(path: Path, content: bytes) -> Puzzle:
    from csp_sudoku import formats

    text = content.decode(errors="surrogateescape")
    try:
        return formats.parse(text, format="json", source=str(path))
    except CspSudokuError as error:
        raise CertificateError(
            error.problem, fix=error.fix, place=error.place or Place(str(path), 1), text=error.text
        ) from None


def _require_lines(path: Path, content: bytes, form: re.Pattern[bytes]) -> None:
    lines = content.split(b"\n")
    if lines.pop():
        place = Place(str(path), len(lines) + 1)
        raise CertificateError("the last line has no end: something is missing", place=place)
    for number, line in enumerate(lines, 1):
        if not form.fullmatch(line):
            raise CertificateError(
                f"a malformed line {_shown(line)}", place=Place(str(path), number)
            )


def _sums(files: dict[str, bytes]) -> bytes:
    """Return the checksums of files as `sha256sum` writes them."""
    from hashlib import sha256

    lines = (f"{sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    return "".join(lines).encode()


def _compare_sums(path: Path, given: bytes, files: dict[str, bytes]) -> None:
    expected = _sums(files).split(b"\n")
    lines = given.split(b"\n")
    if len(lines) != len(expected):
        raise CertificateError(
            f"{len(lines) - 1} checksums of {len(files)} files", place=Place(str(path))
        )
    for number, (here, there) in enumerate(zip(lines, expected, strict=True), 1):
        if here != there:
            name = there.split()[-1].decode() if there else "the end"
            raise CertificateError(
                f"the checksum is not that of {name}: the file was changed",
                place=Place(str(path), number),
            )


_README_TEXT = """\
A proof that a puzzle has exactly one solution.

  puzzle.json    the puzzle: the board's name and one number a cell, 0 for an open one
  solution.json  its solution
  puzzle.cnf     the rules, the clues, and as the last clause that the solution is not this one,
                 in the DIMACS format; the comments say which literal means which cell and value
  proof.drat     a refutation of puzzle.cnf in the DRAT format; each step is RUP
  SHA256SUMS     checksums: sha256sum --check SHA256SUMS

To check it without the program that made it:

1. Satisfy yourself that puzzle.cnf says what it should. Literal n * i + v means that cell i has the
   value v, where cells count from 0, row by row, and values from 1 to n. The clauses are, in this
   order: for each cell, one value and no two; for each row, column, box or other group and for each
   value, one place and no two; the clues; the negated solution.
2. Have the proof checked by drat-trim (https://github.com/marijnheule/drat-trim):

     drat-trim puzzle.cnf proof.drat

   It says "s VERIFIED". For a checker that is itself proven correct, have drat-trim write an LRAT
   proof and give that to cake_lpr (https://github.com/tanyongkiam/cake_lpr):

     drat-trim puzzle.cnf proof.drat -L proof.lrat
     cake_lpr puzzle.cnf proof.lrat

With csp-sudoku itself:

     csp-sudoku prove --check .
"""
