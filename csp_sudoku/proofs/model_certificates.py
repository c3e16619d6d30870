"""Certificates of uniqueness for any model: the model, its solution, a CNF and a refutation.

The CNF is the model as `model_statement` states it, and as its last clause that the solution is
another one. The proof shows that this is impossible, so that the solution is the only one. A
stranger checks it with any checker of DRAT proofs; `check` trusts nothing: it states the CNF anew
from the model, checks the solution against the model's constraints, and follows the proof with
`native.rup`. Derived constraints have no part in it.

A puzzle with rules has such a certificate, too. It names the puzzle, and `check` compares the model
with that of the puzzle.

A folder holds model.json and solution.json, each exactly as `save` writes it, model.cnf and
proof.drat, puzzle.json if the certificate is about a puzzle, and nothing else (but proof.lrat,
which other checkers may add). model.json has the version of the form.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from os import PathLike
from os.path import lexists
from pathlib import Path
from typing import NamedTuple

from csp_sudoku.budgets import Budget
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.errors import (
    CertificateError,
    CspSudokuError,
    NotProperError,
    OutOfBudgetError,
    WrongAnswerError,
)
from csp_sudoku.model import CSP, Name, Value
from csp_sudoku.model.data import from_json, to_json
from csp_sudoku.native import rup
from csp_sudoku.proofs.certificate import Verdict
from csp_sudoku.proofs.folders import (
    MOST_TEXT,
    OTHER_FORM,
    PUZZLE,
    opened,
    puzzle_bytes,
    write_files,
)
from csp_sudoku.proofs.model_statement import Statement
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.sat.oracle import Incremental
from csp_sudoku.status import Status

_SOLVER = "cadical195"
_MODEL, _SOLUTION, _CNF, _PROOF = "model.json", "solution.json", "model.cnf", "proof.drat"
_KNOWN = {PUZZLE, _MODEL, _SOLUTION, _CNF, _PROOF, "proof.lrat"}
_MOST_MODEL = 1 << 24
"""Bytes of model.json and of solution.json."""
_MOST_PROOF = 1 << 30
"""Bytes of the CNF, and of the proof."""


class ModelCertificate(NamedTuple):
    """A proof that a model has exactly one solution; `prove_model_unique` makes them.

    >>> model = CSP()
    >>> x, y = model.variables("x y", range(10))
    >>> _ = model.add(x + y == 18)
    >>> certificate = model.prove_unique()
    >>> print(certificate.check().valid, certificate.solution)
    True {'x': 9, 'y': 9}
    """

    model: CSP
    solution: dict[Name, Value]
    cnf: bytes
    """The model and the clause that excludes the solution, as a DIMACS text."""
    proof: bytes
    """The refutation, as a DRAT text with one step per line."""
    puzzle: Puzzle | None = None
    """The puzzle whose model it is, if it is about a puzzle."""

    def __repr__(self) -> str:
        return f"<ModelCertificate that {self.model!r} has one solution>"

    def check(self, *, timeout: float | None = None) -> Verdict:
        """Say whether the certificate holds. Raises OutOfBudgetError when the time ends first."""
        budget = Budget(timeout)
        cnf = _stated(self.model, self.solution, budget)
        wrong = self.model.violation(self.solution)
        if wrong:
            return Verdict(False, f"{_SOLUTION}: not a solution of the model: {wrong}")
        if cnf != self.cnf:
            return Verdict(False, f"{_CNF}: it does not state the model and the solution")
        if not self.is_about(self.puzzle, budget):
            return Verdict(False, f"{PUZZLE}: the model is not that of the puzzle")
        try:
            finding = rup.examine(self.cnf, self.proof, budget.seconds_left())
        except TimeoutError as error:
            raise OutOfBudgetError(str(error), least=1) from None
        if finding.verdict.name != "REFUTED":
            kind = finding.verdict.name.lower().replace("_", " ")
            return Verdict(False, f"{_PROOF}:{finding.line}: the proof does not hold ({kind})")
        shown = f"the model has one solution; the proof shows it in {finding.added} steps"
        return Verdict(True, f"{shown}: {self._described()}")

    def is_about(self, puzzle: Puzzle | None, budget: Budget | None = None) -> bool:
        """Whether this is the model of a puzzle; of None, if the certificate names no puzzle."""
        if puzzle is None:
            return self.puzzle is None
        if self.puzzle is not None and self.puzzle != puzzle:
            return False
        budget = budget or Budget()
        return _text(_restored(puzzle.csp, budget), budget) == _text(self.model, budget)

    def _described(self) -> str:
        if self.puzzle is None:
            return f"model.json, SHA-256 {sha256(_text(self.model, Budget())).hexdigest()}"
        digest = sha256(puzzle_bytes(self.puzzle)).hexdigest()
        return f"{self.puzzle.to('json')} on {self.puzzle.board.name}, SHA-256 {digest}"

    def save(self, folder: str | PathLike[str]) -> None:
        """Write the certificate as a folder of files; see the module."""
        files = {
            _MODEL: _text(self.model, Budget()),
            _SOLUTION: _codes_text(self.model, self.solution),
            _CNF: self.cnf,
            _PROOF: self.proof,
        }
        if self.puzzle is not None:
            files[PUZZLE] = puzzle_bytes(self.puzzle)
        write_files(folder, files, _KNOWN)

    @classmethod
    def load(cls, folder: str | PathLike[str], *, timeout: float | None = None) -> ModelCertificate:
        """Read a certificate that `save` wrote; refuse whatever is not exactly in its form.

        Raises:
            CertificateError: a file is missing, malformed, or does not fit the others.
            OutOfBudgetError: the time ended first.
        """
        return cls._read(folder, Budget(timeout))

    @classmethod
    def _read(cls, folder: str | PathLike[str], budget: Budget) -> ModelCertificate:
        reading = opened(folder, budget)
        puzzle = None
        if lexists(Path(folder, PUZZLE)):
            puzzle = reading.written_puzzle(reading.file(PUZZLE, MOST_TEXT)[0])
        text, _ = reading.file(_MODEL, _MOST_MODEL)
        codes, _ = reading.file(_SOLUTION, _MOST_MODEL)
        try:
            model = from_json(text.decode(), budget.check)
        except (CspSudokuError, UnicodeDecodeError) as error:
            if isinstance(error, OutOfBudgetError):
                raise
            reading.refuse(str(error), _MODEL)
        if _text(model, budget) != text:
            reading.refuse(OTHER_FORM, _MODEL, 1)
        solution = _solution(model, codes)
        if solution is None or _codes_text(model, solution) != codes:
            reading.refuse("these are not the codes of one value for each variable", _SOLUTION, 1)
        cnf, _ = reading.file(_CNF, _MOST_PROOF)
        proof, _ = reading.file(_PROOF, _MOST_PROOF)
        reading.require_known(_KNOWN)
        return cls(model, solution, cnf, proof, puzzle)


def check_model_folder(
    folder: str | PathLike[str], puzzle: Puzzle | None = None, *, timeout: float | None = None
) -> Verdict:
    """Say whether a folder is a certificate that holds, and, if a puzzle is given, for this one.

    Raises:
        OutOfBudgetError: the time ended before all was read and checked.
    """
    budget = Budget(timeout)
    try:
        certificate = ModelCertificate._read(folder, budget)
        if puzzle is not None and not certificate.is_about(puzzle, budget):
            shown = certificate._described()
            return Verdict(False, f"this is a certificate of another puzzle: {shown}")
        return certificate.check(timeout=budget.seconds_left())
    except CertificateError as error:
        return Verdict(False, str(error))


def is_model_folder(folder: str | PathLike[str]) -> bool:
    """Whether a folder has a model, as certificates of models and of puzzles with rules have."""
    return lexists(Path(folder, _MODEL))


def prove_ruled(puzzle: Puzzle, *, timeout: float | None = None) -> ModelCertificate:
    """Return a certificate of a puzzle with rules: that its model has exactly one solution.

    Raises what `prove_model_unique` raises; `solutions` are those of the puzzle.
    """
    try:
        return prove_model_unique(puzzle.csp, timeout=timeout)._replace(puzzle=puzzle)
    except NotProperError as error:
        if not error.solutions:
            raise NotProperError(puzzle.contradiction()) from None
        variables = puzzle.csp.variables
        one, other = (
            puzzle._decoded(puzzle.problem, [v.domain.index(found[v.name]) for v in variables])
            for found in error.solutions
        )
        raise NotProperError(solutions=(one, other)) from None


def prove_model_unique(model: CSP, *, timeout: float | None = None) -> ModelCertificate:
    """Return a certificate, already checked, that a model has exactly one solution.

    Raises:
        NotProperError: there is no solution, or there are two, which `solutions` then holds.
        OutOfBudgetError: the time ended first.
        CertificateError: the model has a constraint that cannot be stated.
        ModelError: the model has a name, a value or a constraint that JSON cannot hold.
    """
    budget = Budget(timeout)
    answer = model.solve(timeout=timeout)
    if answer.solution is None:
        if answer.status is Status.UNKNOWN:
            raise OutOfBudgetError("the time ended before a solution was found", least=0)
        raise NotProperError(model.contradiction())
    solution = answer.solution
    model = _restored(model, budget)  # what is stated is what is saved
    statement = Statement(model, budget.check)
    codes = [v.domain.index(solution[v.name]) for v in model.variables]
    proof = _refuted(model, statement, codes, solution, budget)
    cnf = statement.dimacs(statement.blocking(codes))
    certificate = ModelCertificate(model, solution, cnf, proof)
    verdict = certificate.check(timeout=budget.seconds_left())
    if not verdict:
        raise WrongAnswerError(f"{_SOLVER} gave a wrong proof: {verdict}")
    return certificate


def _stated(model: CSP, solution: dict[Name, Value], budget: Budget) -> bytes:
    statement = Statement(model, budget.check)
    codes = [v.domain.index(solution[v.name]) for v in model.variables]
    return statement.dimacs(statement.blocking(codes))


def _refuted(
    model: CSP,
    statement: Statement,
    codes: list[int],
    solution: dict[Name, Value],
    budget: Budget,
) -> bytes:
    """Return a proof that there is no other solution; raise NotProperError if there is one."""
    cnf = Cnf(CSP(), ())
    cnf.top = statement.top
    cnf.clauses = [clause for clause in statement.clauses if clause]
    if len(cnf.clauses) < len(statement.clauses):
        raise WrongAnswerError("a model with a solution was stated as an impossible one")
    oracle = Incremental(_SOLVER, cnf, budget.check, with_proof=True)
    try:
        blocking = statement.blocking(codes)
        if not blocking:  # there is nothing to choose
            return b"0\n"
        oracle.add(blocking)
        found = oracle.answer([], budget)
        if found is not None:
            true = {x for x in found if x > 0}
            other = {
                v.name: next(
                    value
                    for code, value in enumerate(v.domain)
                    if statement.literal(v, code) in true
                )
                for v in model.variables
            }
            wrong = model.violation(other)
            if wrong:
                raise WrongAnswerError(f"{_SOLVER} gave a wrong answer: {wrong}")
            raise NotProperError(solutions=(solution, other))
        steps = list(oracle.proof())
    finally:
        oracle.close()
    return "".join(f"{step}\n" for step in [*steps, "0"]).encode()


# Files


def _restored(model: CSP, budget: Budget) -> CSP:
    """Return a model as it comes back from its JSON: twice, as names may then be others."""
    for _ in range(2):
        text = to_json(model, budget.check)
        if len(text) >= _MOST_MODEL:
            raise CertificateError("the model is too large for a certificate")
        model = from_json(text, budget.check)
    return model


def _text(model: CSP, budget: Budget) -> bytes:
    return (to_json(model, budget.check) + "\n").encode()


def _codes_text(model: CSP, solution: Mapping[Name, Value]) -> bytes:
    codes = [v.domain.index(solution[v.name]) for v in model.variables]
    return (json.dumps(codes) + "\n").encode()


def _solution(model: CSP, text: bytes) -> dict[Name, Value] | None:
    """Return the solution that codes stand for; None if they are not one for each variable."""
    try:
        codes = json.loads(text)
    except (ValueError, RecursionError):
        return None
    variables = list(model.variables)
    if not isinstance(codes, list) or len(codes) != len(variables):
        return None
    pairs = list(zip(variables, codes, strict=True))
    if not all(type(code) is int and 0 <= code < len(v.domain) for v, code in pairs):
        return None
    return {v.name: v.domain[code] for v, code in pairs}
