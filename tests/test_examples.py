"""The examples run, and say what they should."""

import json
import runpy
import sys
from pathlib import Path

import pytest

from tests import notebook

EXAMPLES = Path(__file__).parents[1] / "examples"
SAID = {
    "chromatic_number.py": ["Petersen graph: 3 colours", "queens on 5 x 5: 5 colours"],
    "golomb_ruler.py": ["7 marks: 25", "8 marks: 34", "with 6 marks: 4"],
    "knapsack.py": ["bitmask: 1458, solved", "sat: 1458", "cpsat: 1458", "nodes: 1315, best"],
    "kakuro.py": [". . 8 9 4 1", "the only solution: True"],
    "langford.py": ["4 1 3 1 2 4 3 2", "7 numbers: 52 arrangements", "8 numbers: 300"],
    "magic_square.py": ["8 magic squares, by SAT 8"],
    "nonogram.py": [" ## ##\n#######\n", "1 picture"],
    "quasigroup.py": ["6 idempotent quasigroups of order 5"],
    "send_more_money.py": ["S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2", "cpsat: 1 solution"],
    "timetable.py": ["440 timetables", "slot 3:"],
    "zebra.py": ["the Norwegian drinks water, the Japanese owns the zebra", "solution: True"],
    "choose_a_backend.py": [
        "chose bitmask: a plain 9x9 board",
        "dlx         none",
        "an empty 16x16",
    ],
    "compare_paradigms.py": ["virtual best       10/10", "wrote "],
    "fight.py": ["mrv      solved 500 of 500", "dlx      solved 500 of 500"],
    "jigsaw.py": ["steps, solved", "| 2   1   6 | 4   3   5 |", "jigsaw-AAABBBCCC"],
    "latin_squares.py": ["5 x 5: 161,280", "16 x 16 with 180 clues: solved"],
    "map_colouring.py": ["18 ways with three colours", "0 ways with two colours"],
    "million.py": ["2,000 puzzles, each with exactly one solution"],
    "minimal_and_minimum.py": ["end at 21 to 25 clues", "needs 9 clues", "checked again: True"],
    "n_queens.py": ["8 queens: 92 ways", ". . Q . . . . . . . . ."],
    "prove_uniqueness.py": ["proof.drat", "has one solution", "and for no other one: puzzle.cnf:"],
    "puzzle_book.py": ["unfair     7.2, 6.6", "12 puzzles on 4 pages"],
    "samurai.py": ["369 cells, 94 clues", "solved by bitmask", "the puzzle has one solution"],
    "twenty_five.py": ["2 clues: solved", "375 clues: solved", "the same board: True"],
}
ARGUMENTS = {"million.py": ["2000"]}


@pytest.mark.parametrize("name", SAID)
def test_an_example_says_what_it_should(name, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name, *ARGUMENTS.get(name, [])])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    out = capsys.readouterr().out
    assert [words for words in SAID[name] if words not in out] == []


def test_the_demo_asks_every_backend(capsys, monkeypatch):
    demo = runpy.run_path(str(EXAMPLES / "demo.py"))
    monkeypatch.setitem(demo["main"].__globals__, "SECONDS", 0.05)
    demo["main"]()
    out = capsys.readouterr().out
    assert out.count("\n  bitmask ") == out.count("\n  sat ") == out.count("\n  dlx ") == 3


def test_each_example_is_run_and_says_its_idea_in_the_first_line():
    names = {path.name for path in EXAMPLES.glob("*.py")}
    assert names == {*SAID, "demo.py"}
    for name in names:
        first = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith('"""')
        assert first.rstrip('"').endswith(".")


def test_the_story_has_the_outputs_that_are_stored_in_it():
    cells = json.loads((EXAMPLES / "story.ipynb").read_text(encoding="utf-8"))["cells"]
    stored = [cell["outputs"] for cell in notebook.code_of(cells)]
    assert [[*_texts(made)] for made in notebook.run(cells)] == [[*_texts(was)] for was in stored]
    assert sum("text/html" in output.get("data", {}) for was in stored for output in was) >= 5


def _texts(outputs):
    for output in outputs:
        yield output["text"] if "text" in output else output["data"]["text/plain"]
