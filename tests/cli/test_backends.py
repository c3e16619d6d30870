"""`csp-sudoku backends`: the table, what is missing, and whom `auto` chooses."""

import json
from importlib.metadata import version

import pytest

import csp_sudoku as cs
from csp_sudoku import backends
from csp_sudoku.errors import installing
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, HARD, SOLVED_4


def test_the_table_has_a_row_for_each_backend():
    ended = csp_sudoku("backends")
    head, *rows = ended.out.splitlines()
    assert (ended.code, ended.err) == (0, "")
    assert head.split()[:4] == ["NAME", "PARADIGM", "CAN", "BOARDS"]
    assert [row.split()[0] for row in rows] == [info.name for info in cs.backends()]
    row = {row.split()[0]: row for row in rows}
    assert "solve, count, prove, timeout" in row["dlx"]
    assert version("python-sat") in row["sat"]
    assert "solve, timeout" in row["logic"]
    assert "up to 64 values" in row["bitmask"]


def test_json_is_one_object_a_backend():
    ended = here("backends", "--json")
    facts = {fact["name"]: fact for fact in map(json.loads, ended.out.splitlines())}
    assert facts["cpsat"]["version"] == version("ortools")
    assert facts["logic"]["can"] == ["solve", "timeout"]
    assert "glucose4" in facts["sat"]["options"]["solver"]
    assert here("backends", "--quiet") == (0, "", "")


@pytest.mark.parametrize(
    ("package", "way"), [("ortools", installing("cpsat")), ("pysat", "pip install python-sat")]
)
def test_what_is_missing_has_a_way_to_get_it(package, way, monkeypatch):
    def find_spec(name):
        return None if name == package else name

    monkeypatch.setattr(backends, "find_spec", find_spec)
    told = here("backends")
    assert told.code == 0
    assert f"cannot run: {package} is not installed; {way}\n" in told.out


def test_whom_auto_chooses_and_why():
    ended = here("backends", HARD, SOLVED_4, DOUBLED)
    kernel = "bitmask: a plain 9x9 board, answered by the 9x9 kernel"
    measured = "bitmask: as on sudoku-2x2 with "
    counted = "auto: r1c1 and r1c2 in row 1 are both 8, seen by counting"
    first, second, third = ended.out.splitlines()
    assert (ended.code, first, third, ended.err) == (0, kernel, counted, "")
    assert second.startswith(measured)
    told = here("backends", "--json", "--timeout", 0, "." * 81)
    facts = json.loads(told.out)
    assert (told.code, facts["status"], facts["backend"]) == (3, "unknown", "bitmask")


def test_mistakes():
    assert_refused(here("backends", "nofile"), "neither a file nor a puzzle")
    assert_refused(here("backends", "--timeout", "soon"), "'soon'")
