"""Exports: a problem in the languages of other programs, and their answers read back.

One module a format, each with `lines(problem)` and, where a program answers, `decode(problem,
output)`; the table here knows them by name and by the ending of a file's name. Nothing is solved,
and lines are made one by one, so that a file may be larger than memory.

>>> from csp_sudoku import Puzzle
>>> export = Puzzle("1..4 .... .... 2..3").export("cnf")
>>> next(line for line in export if line.startswith("p"))
'p cnf 64 452'
>>> print(export.decode("s UNSATISFIABLE"))
None
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from csp_sudoku.encoders import (
    cnf,
    colouring,
    cpsat,
    dimacs,
    graphml,
    knuth,
    minizinc,
    opb,
    xcsp3,
)
from csp_sudoku.encoders.at_most_one import ENCODINGS
from csp_sudoku.encoders.names import own_variables
from csp_sudoku.encoders.solver_output import not_one_solution, says_none
from csp_sudoku.errors import BackendUnavailable, ModelError, installing
from csp_sudoku.whole_files import whole

if TYPE_CHECKING:
    from csp_sudoku.questions import Questions

S = TypeVar("S")
T = TypeVar("T")
_NO_OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_BATCH = 4096


class ExportFormat(NamedTuple):
    """A format: what it is for, how files of it end, who writes and reads, and what can be set.

    `decode` returns a code for each of the model's own variables; those of auxiliary ones may
    follow.
    """

    name: str
    endings: tuple[str, ...]
    summary: str
    lines: Callable[..., Iterator[str]] | None
    decode: Callable[..., Sequence[int]] | None = None
    options: Mapping[str, tuple[str, ...]] = _NO_OPTIONS
    """The choices of each option; the first is the default."""
    binary: Callable[..., bytes] | None = None
    """The writer of a format that has no lines."""
    has_objectives: bool = False
    """Whether it can say what is to be minimized or maximized."""


_CNF_OPTIONS = {
    "form": ("extended", *(form for form in cnf.FORMS if form != "extended")),
    "at_most_one": tuple(ENCODINGS),
}
_CPSAT_OPTIONS = {"formulation": cpsat.FORMULATIONS}

EXPORTS: Mapping[str, ExportFormat] = MappingProxyType(
    {
        format.name: format
        for format in (
            ExportFormat(
                "cnf",
                (".cnf", ".dimacs"),
                "clauses for SAT solvers (DIMACS)",
                dimacs.lines,
                dimacs.decode,
                _CNF_OPTIONS,
            ),
            ExportFormat(
                "opb",
                (".opb",),
                "pseudo-Boolean constraints (OPB)",
                opb.lines,
                opb.decode,
                has_objectives=True,
            ),
            ExportFormat(
                "mzn", (".mzn",), "MiniZinc", minizinc.lines, minizinc.decode, has_objectives=True
            ),
            ExportFormat(
                "xcsp3",
                (".xml", ".xcsp3"),
                "XCSP3",
                xcsp3.lines,
                xcsp3.decode,
                has_objectives=True,
            ),
            ExportFormat(
                "cpsat",
                (".pbtxt", ".txtpb", ".textproto", ".txt"),
                "a model of OR-Tools CP-SAT, as text",
                cpsat.lines,
                cpsat.decode,
                _CPSAT_OPTIONS,
                has_objectives=True,
            ),
            ExportFormat(
                "cpsat-binary",
                (".pb",),
                "a model of OR-Tools CP-SAT, binary",
                None,
                cpsat.decode,
                _CPSAT_OPTIONS,
                cpsat.binary,
                has_objectives=True,
            ),
            ExportFormat(
                "xcover",
                (".dlx", ".xc"),
                "exact cover for Knuth's programs",
                knuth.lines,
                knuth.decode,
            ),
            ExportFormat(
                "col", (".col",), "graph colouring (DIMACS)", colouring.lines, colouring.decode
            ),
            ExportFormat("graphml", (".graphml",), "the graph of peers", graphml.lines),
        )
    }
)
"""All formats by name."""


class Export(Generic[S]):
    """A problem in one format: its lines one by one, the whole text, a file; and answers to it."""

    def __init__(self, asker: Questions[S], format: str, options: Mapping[str, str]) -> None:
        self.format = format_of(format)
        self.options = {name: choices[0] for name, choices in self.format.options.items()}
        for name, choice in options.items():
            self._set(name, choice)
        self._asker = asker
        self._problem = asker.problem
        if not self._problem.csp.variables:
            raise ModelError("no format holds a problem without variables", fix="add one")
        if self._problem.csp.goal is not None and not self.format.has_objectives:
            known = ", ".join(name for name, each in EXPORTS.items() if each.has_objectives)
            raise ModelError(
                f"{self.format.name} cannot say an objective",
                fix=f"export to {known}, or export model.without_objective()",
            )

    def __repr__(self) -> str:
        return f"<Export to {self.format.name}: {self._problem.own} variables>"

    def __iter__(self) -> Iterator[str]:
        """Yield the lines, without their ends."""
        if self.format.lines is None:
            raise ModelError(f"{self.format.name} has no lines", fix="take its bytes, or save it")
        return self._made(self.format.lines)

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self)

    def __bytes__(self) -> bytes:
        return b"".join(self.pieces())

    def pieces(self) -> Iterator[bytes]:
        """Yield what a file holds, piece by piece."""
        if self.format.binary is not None:
            yield self._made(self.format.binary)
            return
        lines = iter(self)
        while batch := list(islice(lines, _BATCH)):
            yield ("\n".join(batch) + "\n").encode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the export into a file."""
        with whole(path) as part, part.open("wb") as file:
            file.writelines(self.pieces())

    def decode(self, output: str) -> S | None:
        """Return the solution that a program's output tells; None if it says that there is none.

        The output is that of one solution: `v` lines, an assignment, a colouring. It is checked.
        """
        if self.format.decode is None:
            raise ModelError(f"no program answers to {self.format.name}")
        if says_none(output):
            return None
        problem = self._problem
        codes = self.format.decode(problem, output, **self.options)[: problem.own]
        for variable, code in zip(own_variables(problem.csp), codes, strict=True):
            if not 0 <= code < len(variable.domain):
                raise not_one_solution(f"the output tells no value of {variable}")
        return self._asker._decoded(problem, problem.checked(codes, "the other program"))

    def _set(self, name: str, choice: str) -> None:
        if name not in self.options:
            known = ", ".join(self.options) or "none"
            raise ModelError(f"{self.format.name} has no option {name!r}", fix=f"it has {known}")
        choices = self.format.options[name]
        if choice not in choices:
            raise ModelError(f"no {name} is called {choice!r}", fix=f"use {', '.join(choices)}")
        self.options[name] = choice

    def _made(self, writer: Callable[..., T]) -> T:
        try:
            return writer(self._problem, **self.options)
        except ModuleNotFoundError:
            raise BackendUnavailable(
                f"{self.format.name} needs ortools", fix=installing("cpsat")
            ) from None


def format_of(name: str) -> ExportFormat:
    """Return a format by its name."""
    if name not in EXPORTS:
        raise ModelError(f"no export format is called {name!r}", fix=f"use {', '.join(EXPORTS)}")
    return EXPORTS[name]


def format_of_file(path: str | os.PathLike[str]) -> ExportFormat:
    """Return the format that the ending of a file's name tells.

    >>> format_of_file("puzzle.opb").name
    'opb'
    """
    ending = Path(path).suffix.lower()
    for format in EXPORTS.values():
        if ending in format.endings:
            return format
    known = ", ".join(ending for format in EXPORTS.values() for ending in format.endings)
    raise ModelError(f"the ending of {os.fspath(path)!r} tells no format", fix=f"use {known}")
