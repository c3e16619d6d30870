"""`csp-sudoku minimal` and `minimum`: fewer clues, and what cannot have fewer."""

import json
import os
import pty
import subprocess
import sys

from csp_sudoku import Puzzle, is_minimal
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, HARD, MINIMAL_4, SOLVED, SOLVED_4, TWO_4, lines


def test_a_solution_becomes_a_minimal_puzzle():
    ended = csp_sudoku("minimal", SOLVED, "--seed", 3, "--keep", "r1c1, r9c9")
    assert (ended.code, ended.err) == (0, "")
    puzzle = ended.out.strip()
    assert puzzle[0] + puzzle[80] == "82"
    assert csp_sudoku("solve", puzzle).out.strip() == SOLVED
    assert csp_sudoku("minimal", SOLVED, "--seed", 4).out != ended.out
    assert is_minimal(Puzzle(csp_sudoku("minimal", "-", stdin=SOLVED).out))


def test_symmetric_clues():
    puzzle = here("minimal", SOLVED, "--symmetry", "rotate180").out.strip()
    assert len(puzzle) == 81
    assert all((a == ".") == (b == ".") for a, b in zip(puzzle, reversed(puzzle), strict=True))


def test_what_is_not_proper_is_shown_in_its_place():
    ended = here("minimal", stdin=lines(MINIMAL_4, "11..............", TWO_4))
    assert (ended.code, ended.out) == (1, lines(MINIMAL_4, "none", "multiple"))
    reason = "there is no solution: r1c1 and r1c2 in row 1 are both 1"
    assert ended.err == f"csp-sudoku: <stdin>:2: {reason}; drop or change a clue\n"
    told = here("minimal", TWO_4, "--json")
    assert told.code == 1
    assert len(json.loads(told.out)["solutions"]) == 2
    assert here("minimal", TWO_4, "--quiet") == (1, "", "")


def test_checking():
    ended = here("minimal", "--check", HARD, MINIMAL_4, SOLVED_4)
    witness = "not minimal: it stays proper without the clue at r1c1"
    assert ended == (1, lines("minimal", "minimal", witness), "")
    assert here("minimal", "--check", HARD, "--quiet").code == 0
    none = here("minimal", "--check", DOUBLED)
    assert (none.code, none.out) == (1, "none\n")
    assert "r1c1 and r1c2" in none.err


def test_all_minimal_puzzles_are_listed():
    ended = here("minimal", "--all", "123434..2......1")
    found = ended.out.split()
    assert (ended.code, len(found), len(set(found))) == (0, 4, 4)
    assert all(is_minimal(Puzzle(text)) for text in found)


def test_no_time_is_unknown():
    ended = here("minimal", SOLVED, "--timeout", 0)
    assert (ended.code, ended.out) == (3, "unknown\n")


def test_mistakes():
    assert_refused(here("minimal", HARD, "--keep", "r1c2"), "r1c2 cannot be kept")
    assert_refused(here("minimal", HARD, "--symmetry", "spiral"), "spiral", "rotate180")
    assert_refused(here("minimal", HARD, "--symmetry", "mirror"), "not symmetric")
    assert_refused(here("minimal", HARD, "--all", "--check"), "--check")


def test_the_minimum_with_its_bounds():
    ended = here("minimum", SOLVED_4, MINIMAL_4)
    assert ended.code == 0
    rows = [line.split("\t") for line in ended.out.splitlines()]
    assert [row[1:] for row in rows] == [["4", "4"]] * 2
    assert all(Puzzle(row[0]).is_unique() for row in rows)
    three = here("minimum", SOLVED_4, "--at-most", 3, "--json")
    assert three.code == 1
    assert json.loads(three.out)["lower"] == 4
    assert_refused(here("minimum", SOLVED, "--at-most", 16), "the fewest is 17")
    several = here("minimum", TWO_4)
    assert (several.code, several.out) == (1, "multiple\n")


def test_bounds_are_told_on_a_terminal_only():
    words = [sys.executable, "-m", "csp_sudoku", "minimum", SOLVED, "--timeout", "1"]
    terminal, end = pty.openpty()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=end, check=False)
    os.close(end)
    shown = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert "puzzle 1: 17 to 2" in shown
    assert done.returncode == 3
    assert done.stdout.decode().split("\t")[2] == "17\n"


def test_the_bound_is_proven_by_a_certificate(tmp_path):
    folder = str(tmp_path / "a")
    ended = here("minimum", SOLVED_4, SOLVED_4, "--certificate", folder)
    assert (ended.code, ended.err) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "a-2"]
    checked = here("minimum", "--check", folder, f"{folder}-2")
    assert checked.code == 0
    assert [line.split(":")[1] for line in checked.out.splitlines()] == [" holds", " holds"]
    assert "has 3 clues or fewer; 10 unavoidable sets" in checked.out
    trace = tmp_path / "a" / "trace.txt"
    trace.write_text(trace.read_text()[:-2] + "\n")
    ended = here("minimum", "--check", folder)
    assert (ended.code, "refused" in ended.out) == (1, True)
    assert here("minimum", "--check", str(tmp_path / "none")).code == 1
    assert_refused(here("minimum", "--check", folder, "--certificate", folder), "--check takes")
    told = here("minimum", SOLVED_4, "--certificate", folder, "--json")
    assert json.loads(told.out)["certificate"] == folder
