"""Certificates as folders of files in standard formats: one strict form, with a version.

A folder holds these files and no others (but proof.lrat, which other checkers may add):

- puzzle.json and solution.json: the puzzle and its solution, each exactly as `to("json")` writes
  it, and a line end;
- puzzle.cnf and proof.drat: the statement in DIMACS, and its refutation in DRAT;
- README.txt: for people, always the same text;
- certificate.json: the version of this form, and the SHA-256 of puzzle.json;
- SHA256SUMS: the checksums of the other files but certificate.json, for `sha256sum --check`.

What differs from this form in any byte is refused, so that nothing in a folder can say something
else than what is proven. Version 1 had no certificate.json and another README; such folders are
still read.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Mapping, Set
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, NoReturn

from csp_sudoku.boards.board import Board
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import (
    CertificateError,
    CspSudokuError,
    OutOfBudgetError,
    SourceError,
    shown,
)
from csp_sudoku.place import Place
from csp_sudoku.proofs.statement import rule_count
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.whole_files import half_files, require_name, sweep, whole

VERSION = 2
PUZZLE, SOLUTION, CNF, PROOF = "puzzle.json", "solution.json", "puzzle.cnf", "proof.drat"
README, MANIFEST, SUMS = "README.txt", "certificate.json", "SHA256SUMS"
_SUMMED = (PUZZLE, SOLUTION, CNF, PROOF, README)
_KNOWN = {*_SUMMED, MANIFEST, SUMS, "proof.lrat"}
_README_1 = "80a826d94a5277884de1baf38e7f60992536c7de4b21bd8a8854b20867afd351"
"""The SHA-256 of the README of version 1."""

_MOST_CELLS = 10_000
_MOST_RULES = 50_000_000
"""Clauses of a statement: 64x64 has 33 million."""
MOST_TEXT = 1 << 22
"""Bytes of any file but the CNF and the proof."""
_MOST_PROOF = 1 << 30
_CHUNK = 1 << 20
"""Bytes that are read at once."""
_PIECE = 1 << 22
"""Bytes whose lines are looked at together; no line is longer."""

_CLAUSE = rb"(?:-?[1-9][0-9]*+ )*+0"
_CNF_LINES = re.compile(rb"(?:(?:c [^\n]*+|p cnf [0-9]++ [0-9]++|" + _CLAUSE + rb")\n)*+")
_PROOF_LINES = re.compile(rb"(?:(?:d )?" + _CLAUSE + rb"\n)*+")
_SEEDED = re.compile(rb"jigsaw-[0-9]+@")
"""A board whose name says how to draw it at random, which takes long; none is written like this."""
OTHER_FORM = "this is not exactly what save() writes: a field, a blank or the order differs"
_FLAGS = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):  # not all systems have all
    _FLAGS |= getattr(os, _flag, 0)


class Contents(NamedTuple):
    """What a folder holds: the fields of a certificate."""

    puzzle: Puzzle
    solution: Solution
    cnf: bytes
    proof: bytes


def puzzle_bytes(puzzle: Puzzle | Solution) -> bytes:
    """Return the content of puzzle.json or solution.json."""
    return f"{puzzle.to('json')}\n".encode()


# Writing


def write(
    folder: str | os.PathLike[str], puzzle: Puzzle, solution: Solution, cnf: bytes, proof: bytes
) -> None:
    """Write the files of a certificate; the folder is made if it does not exist.

    Raises:
        SourceError: a file cannot be written, or the folder holds files of something else.
    """
    files = {
        PUZZLE: puzzle_bytes(puzzle),
        SOLUTION: puzzle_bytes(solution),
        CNF: cnf,
        PROOF: proof,
        README: _README_TEXT.encode(),
    }
    digests = {name: sha256(content).hexdigest() for name, content in files.items()}
    files[MANIFEST] = _manifest(digests[PUZZLE])
    files[SUMS] = "".join(f"{digest}  {name}\n" for name, digest in digests.items()).encode()
    write_files(folder, files, _KNOWN)


def write_files(
    folder: str | os.PathLike[str], files: Mapping[str, bytes], known: Set[str]
) -> None:
    """Write files into a folder that holds nothing but those that are known.

    Each appears under its name when it is whole. A link of that name goes; what it points to stays.

    Raises:
        SourceError: a file cannot be written, or the folder holds files of something else.
    """
    require_name(folder)
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        sweep(half_files(folder))
        if stranger := _stranger(folder, known):
            raise SourceError(
                f"the folder holds {shown(stranger)} already, which is not part of a certificate",
                fix="choose another folder",
                place=Place(os.fspath(folder)),
            )
        for name, content in files.items():
            with whole(Path(folder, name), follows_links=False) as part:
                part.write_bytes(content)
    except SourceError:
        raise
    except OSError as error:
        raise SourceError(
            f"the certificate cannot be written: {error.strerror or error}",
            place=Place(os.fspath(folder)),
        ) from None


def _manifest(digest: str) -> bytes:
    text = f'{{"format":"csp-sudoku certificate","version":{VERSION},"puzzle_sha256":"{digest}"}}\n'
    return text.encode()


def _stranger(folder: str | os.PathLike[str], known: Set[str]) -> str | None:
    """Return the name of something in a folder that does not belong to a certificate."""
    with os.scandir(folder) as entries:
        return next((entry.name for entry in entries if entry.name not in known), None)


# Reading


def read(folder: str | os.PathLike[str], budget: Budget) -> Contents:
    """Read a folder that `write` wrote; refuse whatever is not exactly in its form.

    Raises:
        CertificateError: a file is missing, malformed, or does not fit the others.
        OutOfBudgetError: the budget ended first.
    """
    return opened(folder, budget).contents()


def opened(folder: str | os.PathLike[str], budget: Budget) -> _Reading:
    """Return a folder to read, file by file."""
    return _Reading(Path(folder), budget)


class _Reading:
    """A folder that is being read: each file is opened once."""

    def __init__(self, folder: Path, budget: Budget) -> None:
        self.folder = folder
        self.budget = budget

    def contents(self) -> Contents:
        """Read all files; the puzzle first, as it decides how large the others may be."""
        puzzle_file, digest = self.file(PUZZLE, MOST_TEXT)
        sums = self.sums()
        self.compare_sum(PUZZLE, digest, sums)
        solution_file = self.summed(SOLUTION, MOST_TEXT, sums)
        readme = self.summed(README, MOST_TEXT, sums)
        manifest = self.manifest()
        puzzle = self.written_puzzle(puzzle_file)
        solution = self.solution(solution_file, puzzle.board)
        self.compare_version(manifest, digest, readme)
        cnf = self.summed(CNF, self.most_bytes(puzzle.board), sums)
        self.require_lines(CNF, cnf, _CNF_LINES)
        proof = self.summed(PROOF, _MOST_PROOF, sums)
        self.require_lines(PROOF, proof, _PROOF_LINES)
        self.require_known(_KNOWN)
        return Contents(puzzle, solution, cnf, proof)

    def require_known(self, names: Set[str]) -> None:
        """Refuse a folder that holds something else."""
        if stranger := _stranger(self.folder, names):
            self.refuse(f"{shown(stranger)} is not part of a certificate", fix="move it elsewhere")

    def refuse(
        self, problem: str, name: str = "", line: int | None = None, fix: str | None = None
    ) -> NoReturn:
        raise CertificateError(problem, fix=fix, place=Place(str(self.folder / name), line))

    def file(self, name: str, most: int) -> tuple[bytes, str]:
        """Return the content of a regular file, and its SHA-256."""
        try:
            number = os.open(self.folder / name, _FLAGS)
        except OSError as error:
            if error.errno == errno.ELOOP:
                self.refuse("this is a link", name, fix="use a copy of the file")
            self.refuse(
                f"the certificate cannot be read: {error.strerror or error}",
                name,
                fix="name a folder that prove_unique().save() wrote",
            )
        try:
            return self.content(number, name, most)
        except OutOfBudgetError:  # an OSError by its kind
            raise
        except OSError as error:
            self.refuse(f"the certificate cannot be read: {error.strerror or error}", name)
        finally:
            os.close(number)

    def content(self, number: int, name: str, most: int) -> tuple[bytes, str]:
        """Read an open file, as many bytes as it says that it has.

        They grow in one place: to join a gigabyte at the end takes a second that no budget sees.
        """
        status = os.fstat(number)
        if not stat.S_ISREG(status.st_mode):
            self.refuse("this is not a regular file", name, fix="use a copy of its content")
        if status.st_size > most:
            self.refuse(
                f"this file has {status.st_size:,} bytes; here it can have {most:,} at most", name
            )
        content, left, digest = BytesIO(), status.st_size, sha256()
        while left and (chunk := os.read(number, min(left, _CHUNK))):
            self.budget.check()
            digest.update(chunk)
            content.write(chunk)
            left -= len(chunk)
        return content.getvalue(), digest.hexdigest()

    # Checksums and the version

    def sums(self) -> list[str]:
        """Return the checksums of the files in their order."""
        lines = self.file(SUMS, MOST_TEXT)[0].split(b"\n")
        if len(lines) != len(_SUMMED) + 1:
            found = f"{len(lines) - 1} lines for {len(_SUMMED)} files"
            self.refuse(f"these are not the checksums of a certificate: {found}", SUMS)
        names = (*(f"  {name}" for name in _SUMMED), "")
        for number, (line, name) in enumerate(zip(lines, names, strict=True), start=1):
            if not re.fullmatch(rb"[0-9a-f]{64}" * bool(name) + re.escape(name.encode()), line):
                self.refuse(f"a malformed line {_shown(line)}", SUMS, number)
        return [line[:64].decode() for line in lines[:-1]]

    def compare_sum(self, name: str, digest: str, sums: list[str]) -> None:
        at = _SUMMED.index(name)
        if digest != sums[at]:
            self.refuse(f"the checksum is not that of {name}: the file was changed", SUMS, at + 1)

    def summed(self, name: str, most: int, sums: list[str]) -> bytes:
        """Return the content of a file that has its checksum."""
        content, digest = self.file(name, most)
        self.compare_sum(name, digest, sums)
        return content

    def manifest(self) -> bytes | None:
        """Return the content of certificate.json; None in version 1, which has no such file."""
        if not os.path.lexists(self.folder / MANIFEST):
            return None
        manifest, _ = self.file(MANIFEST, MOST_TEXT)
        found = re.match(rb'{"format":"csp-sudoku certificate","version":([0-9]+),', manifest)
        if found and found[1] != str(VERSION).encode():
            version = shown(found[1].decode())
            self.refuse(f"version {version} is not known", MANIFEST, 1, "update csp-sudoku")
        return manifest

    def compare_version(self, manifest: bytes | None, digest: str, readme: bytes) -> None:
        """Refuse a manifest of another puzzle, and a README of another version."""
        if manifest is not None and manifest != _manifest(digest):
            self.refuse(f"this does not fit {PUZZLE}", MANIFEST, 1)
        known = _README_1 if manifest is None else sha256(_README_TEXT.encode()).hexdigest()
        if sha256(readme).hexdigest() != known:
            self.refuse("this is not the README of a certificate", README)

    # The puzzle and its solution

    def puzzle(self, name: str, content: bytes) -> Puzzle:
        """Return the puzzle of a JSON file."""
        from csp_sudoku import formats

        path = str(self.folder / name)
        if _SEEDED.search(content):
            self.refuse("the board is given by a seed instead of a drawing", name, 1)
        text = content.decode(errors="surrogateescape")
        try:
            puzzle = formats.parse(text, format="json", source=path)
        except CspSudokuError as error:
            raise CertificateError(
                error.problem, fix=error.fix, place=error.place or Place(path, 1), text=error.text
            ) from None
        self.budget.check()
        return puzzle

    def written_puzzle(self, content: bytes) -> Puzzle:
        """Return the puzzle of puzzle.json, which must have every byte as `write` wrote it."""
        puzzle = self.puzzle(PUZZLE, content)
        if puzzle_bytes(puzzle) != content:
            self.refuse(OTHER_FORM, PUZZLE, 1)
        return puzzle

    def solution(self, content: bytes, board: Board) -> Solution:
        """Return the solution, which must be on the same board."""
        filled = self.puzzle(SOLUTION, content)
        try:
            solution = Solution(filled.values, board=filled.board)
        except CspSudokuError as error:
            self.refuse(error.problem, SOLUTION, 1)
        if puzzle_bytes(solution) != content:
            self.refuse(OTHER_FORM, SOLUTION, 1)
        if solution.board.name != board.name:
            self.refuse(f"the board is {solution.board.name}, not {board.name}", SOLUTION, 1)
        return solution

    # The CNF and the proof

    def most_bytes(self, board: Board) -> int:
        """Return a bound for the size of the CNF of a board; refuse a board that is too large."""
        cells, variables = len(board.cells), board.size * len(board.cells)
        if cells > _MOST_CELLS or (rules := rule_count(board)) > _MOST_RULES:
            self.refuse(f"{board.name} is too large for a certificate", PUZZLE, 1)
        pair = 2 * len(f"-{variables} ") + 2
        return pair * (rules + variables) + 100 * variables + 1000

    def require_lines(self, name: str, content: bytes, lines: re.Pattern[bytes]) -> None:
        """Refuse a text with a line of another form; in pieces, so that the budget holds."""
        at = 0
        while at < len(content):
            self.budget.check()
            end = content.rfind(b"\n", at, at + _PIECE) + 1 or min(len(content), at + _PIECE)
            matched = lines.match(content, at, end)
            assert matched is not None, "no line is a match, too"
            at = matched.end()
            if at < end:
                bad, number = content[at:end], content.count(b"\n", 0, at) + 1
                if b"\n" in bad:
                    self.refuse(f"a malformed line {_shown(bad[: bad.index(10)])}", name, number)
                self.refuse("the last line has no end: something is missing", name, number)


def _shown(line: bytes) -> str:
    return shown(line.decode(errors="replace"))


_README_TEXT = """\
A proof that a puzzle has exactly one solution, in the form of csp-sudoku, version 2.

  puzzle.json       the puzzle: its board and one number per cell, 0 for an open one; if it has
                    pencil marks, the candidates of each open cell
  solution.json     its solution
  puzzle.cnf        the rules, the clues, and in the last clause that the solution is another one,
                    in the DIMACS format; the comments say what each literal means
  proof.drat        a refutation of puzzle.cnf in the DRAT format; each step is RUP
  certificate.json  the version of this form, and the SHA-256 of the bytes of puzzle.json
  SHA256SUMS        checksums: sha256sum --check SHA256SUMS

To check it without the program that made it:

1. Make sure that puzzle.cnf says what it should. Literal n * i + v means that cell i has the value
   v, where cells count from 0, row by row, and values from 1 to n. The clauses are, in this order:
   for each cell, one value and no two; for each row, column, box or other group and for each value,
   one place (if the group has n cells) and no two; the clues; what pencil marks rule out; the
   negated solution.
2. Have the proof checked by drat-trim (https://github.com/marijnheule/drat-trim):

     drat-trim puzzle.cnf proof.drat

   It says "s VERIFIED". For a checker that is itself proven correct, have drat-trim write an LRAT
   proof and give that to cake_lpr (https://github.com/tanyongkiam/cake_lpr):

     drat-trim puzzle.cnf proof.drat -L proof.lrat
     cake_lpr puzzle.cnf proof.lrat

With csp-sudoku itself, for the puzzle that you have in mind:

     csp-sudoku prove --check . PUZZLE
"""
