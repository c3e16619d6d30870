"""A self-test for an installed package: every backend, every kernel and a certificate.

Built-in puzzles go through all that is installed; the answers must be the known ones, and each
solution is checked against its puzzle once more, in plain Python.

>>> first = next(selftest())
>>> print(first.name, first.outcome, first.detail, sep=": ")
backend auto: passed: 13 of 13 puzzles settled, all right
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from importlib.util import find_spec
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.backends import available
from csp_sudoku.errors import installing
from csp_sudoku.native import bulk9, hitting9, minimal9, sudoku9
from csp_sudoku.proofs.uniqueness import prove_unique
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.status import Status

_LIMIT = 3
_HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
_HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
_WRONG = ".5.42.87.4.8631.9.9..5...3....7..46......8...12......7..3....2.5....691.2.....5.."
_EXTRAS = {  # packages by extra, without cpsat: it is reported with its backend
    "numpy": "arrays",
    "pyarrow": "parquet",
    "matplotlib": "plot",
    "reportlab": "pdf",
    "resvg_py": "png",
}
if sys.version_info < (3, 14):  # later versions have zstd in the standard library
    _EXTRAS["zstandard"] = "zstd"


class Case(NamedTuple):
    """A puzzle with its known answer."""

    name: str
    board: str
    text: str
    solutions: int
    """How many solutions there are; `_LIMIT` stands for this many or more."""
    solution: str | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return Puzzle(self.text, board=boards.named(self.board), format="line", alphabet="digits")


CASES = (
    Case("a single cell", "sudoku-1x1", ".", 1, "1"),
    Case("4x4", "sudoku-2x2", "1.....2..3.....4", 1, "1243342143122134"),
    Case("4x4, two solutions", "sudoku-2x2", "..343412..434321", 2),
    Case("4x4, many solutions", "sudoku-2x2", "................", _LIMIT),
    Case("4x4, a doubled clue", "sudoku-2x2", "11..............", 0),
    Case("4x4, impossible", "sudoku-2x2", "12........3...4.", 0),
    Case(
        *("6x6", "sudoku-2x3", "..64.5.....2.......4.5..15.6...2....", 1),
        "216435435162561243342516153624624351",
    ),
    Case("9x9, hard", "sudoku-3x3", _HARD, 1, _HARD_SOLVED),
    Case("9x9, several solutions", "sudoku-3x3", "." + _HARD[1:], _LIMIT),
    Case("9x9, impossible", "sudoku-3x3", _WRONG, 0),
    Case(
        *("9x9 with diagonals", "sudoku-3x3+diagonals"),
        "8.....6..9476.1.8........1.....5....6.8.......54...961..5......7...6.1..2..4....9",
        1,
        "812547693947631582536829417179356248628914375354782961485193726793268154261475839",
    ),
    Case(
        *("jigsaw", "jigsaw-AABCCABBBCABDDCADDDCEEEEE", "5...4...2..3.........4...", 1),
        "5213435421132454135224513",
    ),
    Case(
        *("16x16", "sudoku-4x4"),
        "E21..C6F.....AD.BD..25.3.A.F.G1E5A.GDBE1.29.487F.6...G9ADE..2..B..F.425..9G..CB393G..8DC.F"
        "5..4....D...A.CB.89F.6.E5C.F.94.6....73B82...45GE91D.AG.E.9612B8.473F..5.1.A.D.7.6.E82.F7D"
        "3E....C2..9.C..7..3.96.DF1A.D9A5.1.87..B...G8..3G9C6F5A.......6.A.7.1.8G59.C",
        1,
        "E2187C6FG4B53AD9BDC925438A7F6G1E5A3GDBE1629C487F764F8G9ADE3125CB18F64257E9GADCB393GB68DC2F"
        "57A4E127D4E3AGCB189F56AE5C1FB94D6382G73B82C7F45GE91D6AGCEA9612B8D473F54591BAGD37F6CE826F7D"
        "3E85A1C2GB94CGB7543E962DF1A8D9A5F1287C4BE63G8123G9C6F5AEB74DF46EAD7B138G592C",
    ),
)
"""Solvable, impossible and ambiguous puzzles on boards of all kinds."""


class CheckResult(Enum):
    """Whether a check passed."""

    PASSED = "passed"
    FAILED = "failed"
    MISSING = "missing"
    """It could not run: a package is not installed."""

    def __str__(self) -> str:
        return self.value


class Check(NamedTuple):
    """A check that was run: its name, the outcome, and what was seen or is missing."""

    name: str
    outcome: CheckResult
    detail: str
    seconds: float


class Failure(Exception):  # noqa: N818 - the result of a check, not a programming error
    """A check failed; the message says what was seen."""


def selftest() -> Iterator[Check]:
    """Check everything that is installed, one thing after the other."""
    for info in available():
        name = f"backend {info.name}"
        if info.missing is not None:
            yield Check(name, CheckResult.MISSING, info.missing, 0.0)
        else:
            yield _run(name, partial(check_backend, info.name, info.is_complete))
    for module, check in _KERNELS.items():
        for kernel in module.kernels():
            name = f"kernel {module.__name__.rpartition('.')[2]}:{kernel}"
            yield _run(name, partial(check, kernel))
    yield _run("certificate", check_certificate)
    for package, extra in _EXTRAS.items():
        if find_spec(package) is None:
            way = f"{package} is not installed; {installing(extra)}"
            yield Check(f"extra {extra}", CheckResult.MISSING, way, 0.0)


def _run(name: str, check: Callable[[], str]) -> Check:
    started = time.perf_counter()
    try:
        outcome, detail = CheckResult.PASSED, check()
    except Failure as failure:
        outcome, detail = CheckResult.FAILED, str(failure)
    except ImportError as error:
        outcome, detail = CheckResult.MISSING, str(error)
    except Exception as error:  # whatever it is, the other checks run all the same
        outcome, detail = CheckResult.FAILED, f"{type(error).__name__}: {error}"
    return Check(name, outcome, detail, time.perf_counter() - started)


def _require(is_right: object, what: str) -> None:
    if not is_right:
        raise Failure(what)


# Backends


def check_backend(name: str, is_complete: bool = True) -> str:
    """Ask a backend all cases; raise Failure where it is wrong."""
    settled = 0
    for case in CASES:
        puzzle = case.puzzle
        answer = puzzle.solve(name, limit=2)
        if answer.status is Status.UNKNOWN and not is_complete:
            continue
        settled += 1
        expected = (Status.NONE, Status.SOLVED, Status.MULTIPLE)[min(case.solutions, 2)]
        _require(answer.status is expected, f"{case.name}: {answer.status}, not {expected}")
        if answer.solution is not None:
            wrong = answer.solution.violation(puzzle) or _broken(answer.solution)
            _require(not wrong, f"{case.name}: {wrong}")
        if case.solution is not None and answer.solution is not None:
            text = answer.solution.to("line", alphabet="digits")
            _require(text == case.solution, f"{case.name}: another solution, {text}")
        if is_complete:
            found = puzzle.count(_LIMIT, name)
            _require(found == case.solutions, f"{case.name}: {found} solutions counted")
    return f"{settled} of {len(CASES)} puzzles settled, all right"


def _broken(solution: Solution) -> str | None:
    """Return a group that has a value twice, found in the simplest way."""
    for group in solution.board.groups:
        if len({solution.values[cell] for cell in group.cells}) < len(group.cells):
            return f"{group} has a value twice"
    return None


# Kernels: each of them, not only the one that is in use on this machine


def _check_sudoku9(kernel: str) -> str:
    for case, clues in _plain_cases():
        found = sudoku9.count(clues, _LIMIT, kernel=kernel)
        _require(found == case.solutions, f"{case.name}: {found} solutions counted")
    _require(sudoku9.solve(_bytes_of(_HARD), kernel=kernel) == _bytes_of(_HARD_SOLVED), _ANOTHER)
    return _IN_USE[sudoku9.kernel_name() == kernel]


def _check_bulk9(kernel: str) -> str:
    cases = _plain_cases()
    rows = b"".join(clues for _, clues in cases)
    counts, solutions = array("I", bytes(4 * len(cases))), bytearray(len(rows))
    bulk9.solve_array(rows, counts=counts, solutions=solutions, limit=_LIMIT, kernel=kernel)
    expected = [case.solutions for case, _ in cases]
    _require(counts.tolist() == expected, f"{counts.tolist()} solutions, not {expected}")
    _require(bytes(solutions[:81]) == _bytes_of(_HARD_SOLVED), _ANOTHER)
    return _IN_USE[bulk9.kernel_name() == kernel]


def _check_minimal9(kernel: str) -> str:
    puzzle = bytes(minimal9.generate(1, 1, kernel=kernel))
    _require(sudoku9.count(puzzle) == 1, "a generated puzzle without exactly one solution")
    for cell in (cell for cell in range(81) if puzzle[cell]):
        fewer = puzzle[:cell] + b"\0" + puzzle[cell + 1 :]
        _require(sudoku9.count(fewer) == 2, "a generated puzzle that is not minimal")
    return _IN_USE[minimal9.kernel_name() == kernel]


def _check_hitting9(kernel: str) -> str:
    given = [cell for cell, symbol in enumerate(_HARD) if symbol != "."]
    search = hitting9.Search(_bytes_of(_HARD_SOLVED), len(given), given=given[:-1], kernel=kernel)
    search.run()
    _require(search.puzzle is not None and sudoku9.count(search.puzzle) == 1, "no proper puzzle")
    return _IN_USE[hitting9.kernel_name() == kernel]


_KERNELS = {
    sudoku9: _check_sudoku9,
    bulk9: _check_bulk9,
    minimal9: _check_minimal9,
    hitting9: _check_hitting9,
}
_ANOTHER = "9x9, hard: another solution than the known one"
_IN_USE = ("works", "works, and is in use")


def _plain_cases() -> list[tuple[Case, bytes]]:
    return [(case, _bytes_of(case.text)) for case in CASES if case.board == "sudoku-3x3"]


def _bytes_of(text: str) -> bytes:
    return bytes(0 if symbol == "." else int(symbol) for symbol in text)


# Certificates


def check_certificate() -> str:
    """Make a certificate, check it, and spoil it; raise Failure if the check does not notice."""
    puzzle = Puzzle(_HARD)
    certificate = prove_unique(puzzle)
    verdict = certificate.check()
    _require(verdict, str(verdict))
    spoilt = certificate._replace(proof=b"0\n")
    _require(not spoilt.check(), "a certificate without a proof is accepted")
    other = certificate._replace(puzzle=puzzle.without("r1c1"))
    _require(not other.check(), "a certificate of another puzzle is accepted")
    return str(verdict).partition(":")[0]
