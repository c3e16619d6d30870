"""Certificates of uniqueness for any model: the model, its solution, a CNF and a refutation.

The CNF is the model as `model_statement` states it, and as its last clause that the solution is
another one. The proof shows that this is impossible, so that the solution is the only one. A
stranger checks it with any checker of DRAT proofs; `check` trusts nothing: it states the CNF anew
from the model, checks the solution against the model's constraints, and follows the proof with
`native.rup`. Derived constraints have no part in it.
"""

from __future__ import annotations

import json
from os import PathLike
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
from csp_sudoku.proofs.model_statement import Statement
from csp_sudoku.sat.oracle import Incremental
from csp_sudoku.status import Status
from csp_sudoku.whole_files import whole

_SOLVER = "cadical195"
_MODEL, _SOLUTION, _CNF, _PROOF = "model.json", "solution.json", "model.cnf", "proof.drat"
_MOST_BYTES = 1 << 30


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

    def __repr__(self) -> str:
        return f"<ModelCertificate that {self.model!r} has one solution>"

    def check(self, *, timeout: float | None = None) -> Verdict:
        """Say whether the certificate holds. Raises OutOfBudgetError when the time ends first."""
        budget = Budget(timeout)
        wrong = self.model.violation(self.solution)
        if wrong:
            return Verdict(False, f"{_SOLUTION}: not a solution of the model: {wrong}")
        if _stated(self.model, self.solution, budget) != self.cnf:
            return Verdict(False, f"{_CNF}: it does not state the model and the solution")
        try:
            finding = rup.examine(self.cnf, self.proof, budget.seconds_left())
        except TimeoutError as error:
            raise OutOfBudgetError(str(error), least=1) from None
        if finding.verdict.name != "REFUTED":
            kind = finding.verdict.name.lower().replace("_", " ")
            return Verdict(False, f"{_PROOF}:{finding.line}: the proof does not hold ({kind})")
        return Verdict(
            True, f"the model has one solution; the proof shows it in {finding.added} steps"
        )

    def save(self, folder: str | PathLike[str]) -> None:
        """Write model.json, solution.json, model.cnf and proof.drat into a folder."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        codes = [v.domain.index(self.solution[v.name]) for v in self.model.variables]
        texts = {
            _MODEL: (to_json(self.model) + "\n").encode(),
            _SOLUTION: (json.dumps(codes) + "\n").encode(),
            _CNF: self.cnf,
            _PROOF: self.proof,
        }
        for name, text in texts.items():
            with whole(place / name) as part:
                part.write_bytes(text)

    @classmethod
    def load(cls, folder: str | PathLike[str]) -> ModelCertificate:
        """Read a certificate that `save` wrote."""
        place = Path(folder)
        texts = {name: _read(place / name) for name in (_MODEL, _SOLUTION, _CNF, _PROOF)}
        try:
            model = from_json(texts[_MODEL].decode())
            codes = json.loads(texts[_SOLUTION])
            variables = list(model.variables)
            if not isinstance(codes, list) or len(codes) != len(variables):
                raise CertificateError(f"{_SOLUTION} does not have a code for each variable")
            if not all(
                type(c) is int and 0 <= c < len(v.domain)
                for v, c in zip(variables, codes, strict=True)
            ):
                raise CertificateError(f"{_SOLUTION} has a code that is not one of a domain")
        except CspSudokuError as error:
            raise CertificateError(f"{place}: {error}") from error
        except ValueError as error:
            raise CertificateError(f"{place}: a file is not JSON: {error}") from error
        solution = {v.name: v.domain[c] for v, c in zip(variables, codes, strict=True)}
        return cls(model, solution, texts[_CNF], texts[_PROOF])


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
    model = from_json(to_json(model))  # what is stated is what is saved, and restored
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


def _read(path: Path) -> bytes:
    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            raise CertificateError(f"{path} is not a file of a certificate")
        return path.read_bytes()
    except OSError as error:
        raise CertificateError(f"cannot read {path}: {error.strerror or error}") from error
