"""`csp-sudoku selftest`: what works, what is missing, and a liar that is caught."""

import json
import tomllib
from pathlib import Path

import pytest

from csp_sudoku import backends, selftest
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.errors import installing
from csp_sudoku.native import bulk9, hitting9, minimal9, sudoku9
from tests.cli.process import assert_refused, csp_sudoku, here

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


class Denier(Backend):
    """Says that there is no solution, whatever it is asked."""

    name = "denier"
    summary = "denies everything"

    def search(self, problem, budget, report, limit):
        return True
        yield


def test_everything_that_is_installed_passes():
    ended = csp_sudoku("selftest")
    assert (ended.code, ended.err) == (0, "")
    head, *rows, tally = ended.out.splitlines()
    assert head.split() == ["TEST", "OUTCOME", "SECONDS", "DETAIL"]
    names = [row.split("  ")[0] for row in rows]
    assert {f"backend {info.name}" for info in backends.available()} <= set(names)
    for module in (sudoku9, bulk9, minimal9, hitting9):
        short = module.__name__.rpartition(".")[2]
        assert {f"kernel {short}:{kernel}" for kernel in module.kernels()} <= set(names)
    assert names[-1] == "certificate"
    assert tally == f"{len(rows)} passed, 0 failed, 0 missing"


def test_a_liar_fails_and_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(backends, "_strangers", lambda: {"denier": Denier})
    monkeypatch.setattr(backends, "find_spec", lambda name: None if name == "ortools" else name)
    chosen = [info for info in backends.available() if info.name in ("dlx", "cpsat", "denier")]
    monkeypatch.setattr(selftest, "available", lambda: chosen)
    monkeypatch.setattr(selftest, "find_spec", lambda name: None)
    ended = here("selftest", "--json")
    assert ended.code == 1
    facts = {fact["name"]: fact for fact in map(json.loads, ended.out.splitlines())}
    assert facts["backend denier"]["status"] == "failed"
    assert facts["backend denier"]["detail"] == "a single cell: none, not solved"
    assert facts["backend cpsat"]["status"] == "missing"
    (everything,) = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]["all"]
    for extra in everything.removeprefix("csp-sudoku[").removesuffix("]").split(","):
        if extra not in ("cpsat", "zstd"):  # a backend's, and in the library of later Pythons
            assert facts[f"extra {extra}"]["detail"].endswith(installing(extra))
    assert facts["backend dlx"]["status"] == "passed"


@pytest.mark.parametrize("case", selftest.CASES, ids=lambda case: case.name)
def test_the_cases_are_as_they_say(case):
    assert min(len(list(case.puzzle.solutions("sat", limit=3))), 3) == case.solutions
    assert (case.solution is not None) == (case.solutions == 1)


def test_mistakes():
    assert_refused(here("selftest", "everything"), "everything")
