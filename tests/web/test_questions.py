"""The questions of the page, without a server: their answers are the objects of the schema."""

import base64
import io
import json
import zipfile
from collections import Counter

import jsonschema
import pytest

import csp_sudoku as cs
from csp_sudoku.cli import main
from csp_sudoku.proofs.certificate import check_folder
from csp_sudoku.rules import TABLE
from csp_sudoku.web.app import page_files
from csp_sudoku.web.catalogue import BOARDS, catalogue
from csp_sudoku.web.live import MOST_COUNTED
from csp_sudoku.web.questions import answer
from tests.web.serving import EASY, HARD, blank, puzzle

RULES = ["cage r1c1 r1c2 r2c1 = 15", "thermo r4c4-r4c8", "antiknight", "sandwich r0c3 = 10"]


def lines_of(name, seconds=20.0, **fields):
    lines = []
    answer(name, fields, seconds, lines.append)
    return [json.loads(line) for line in lines]


def ask(name, **fields):
    return lines_of(name, **fields)[-1]["answer"]


@pytest.fixture(scope="module")
def valid(request):
    """Whether an object is what a command writes."""
    from contextlib import redirect_stdout

    out = io.StringIO()
    with redirect_stdout(out):
        main(["schema"])
    whole = json.loads(out.getvalue())

    def check(what, command):
        jsonschema.validate(what, {**whole, "anyOf": [{"$ref": f"#/$defs/{command}"}]})
        return what

    return check


# The board


@pytest.mark.parametrize("name", list(BOARDS))
def test_every_board_of_the_menu_is_drawn(name):
    drawn = ask("blank", board=name, seed=3)
    board = drawn["board"]
    count = len(board["cells"])
    assert len(board["names"]) == len(drawn["puzzle"]["values"]) == count
    assert len(board["symbols"]) == board["size"] == len(set(board["symbols"]))
    assert all(0 <= cell < count for group in board["groups"] for cell in group["cells"])
    again = ask("board", puzzle=drawn["puzzle"])
    assert again == drawn


def test_rules_are_drawn_as_data():
    drawn = ask("board", puzzle=blank("sudoku-3x3", 81, rules=RULES))
    assert [rule["text"] for rule in drawn["rules"]] == [
        "cage r1c1 r1c2 r2c1 = 15",
        "thermo r4c4 r4c5 r4c6 r4c7 r4c8",
        "antiknight",
        "sandwich r0c3 = 10",
    ]
    assert drawn["board"]["margins"] == [1, 0, 0, 0]
    parts = [part for layer in drawn["parts"].values() for part in layer]
    assert {part["part"] for part in parts} == {"path", "box", "text"}
    assert {"15", "10"} <= {part["text"] for part in parts if part["part"] == "text"}
    for part in parts:
        for colour in (part.get("stroke"), part["fill"]):
            assert colour is None or len(colour) == 2


def test_every_rule_and_its_parameters_are_in_the_catalogue():
    rules = {rule["name"]: rule for rule in catalogue()["rules"]}
    assert set(rules) == set(TABLE)
    for name, entry in TABLE.items():
        assert [p["name"] for p in rules[name]["parameters"]] == [p.name for p in entry.parameters]
        assert rules[name]["family"] in catalogue()["families"]
    json.dumps(catalogue())


# Live answers


def test_live_says_what_the_commands_say(valid):
    found = ask("live", puzzle=puzzle(EASY))
    assert valid(found["count"], "count") == {"status": "done", "count": 1, "exact": True}
    candidates = valid(found["candidates"], "true-candidates")["candidates"]
    solution = cs.Puzzle(EASY).solve().solution
    assert candidates == [[value] for value in solution]
    others = cs.Puzzle(EASY).redundant().redundant
    assert [str(cs.Puzzle(EASY).board.cells[cell]) for cell in found["redundant"]] == [
        str(cell) for cell in others
    ]


def test_live_says_which_candidates_settle_a_puzzle():
    few = HARD[:-3] + "..."
    found = ask("live", puzzle=puzzle(few))
    assert found["count"]["count"] > 1
    start = cs.Puzzle(few)
    for cell, settling in enumerate(found["settling"]):
        for value in found["candidates"]["candidates"][cell]:
            more = start.replace({start.board.cells[cell]: value})
            is_one = not start.values[cell] and more.is_unique()
            assert is_one == (value in settling)


@pytest.mark.parametrize(
    "start",
    [
        cs.Puzzle("1... 34.. .... ...1", rules=["odd r1c3"]),
        cs.Puzzle("1.... ..... ..... ..... .....", board="latin-5", rules=["antiknight"]),
        cs.Puzzle("......1..4............2......4.....3", board="sudoku-2x3"),
    ],
    ids=["few", "rules", "many"],
)
def test_live_says_which_candidates_settle_any_board(start):
    data = json.loads(start.to("json"))
    found = ask("live", puzzle=data)
    solutions = list(start.solutions())
    assert found["count"]["count"] == min(len(solutions), MOST_COUNTED) > 1
    for cell, settling in enumerate(found["settling"]):
        times = Counter(solution.values[cell] for solution in solutions)
        once = sorted(value for value, count in times.items() if count == 1)
        assert settling == ([] if start.values[cell] else once)


@pytest.mark.parametrize("rules", [(), ("odd r1c3",)])
def test_live_says_which_clues_any_board_does_not_need(rules):
    start = cs.Puzzle("123. 34.. .... 4..1", rules=rules)
    assert start.is_unique()
    cells = [cell for cell, value in enumerate(start.values) if value]
    spare = [cell for cell in cells if start.without(start.board.cells[cell]).is_unique()]
    assert ask("live", puzzle=json.loads(start.to("json")))["redundant"] == spare


def test_live_with_a_clash_names_it():
    found = ask("live", puzzle=puzzle("11" + "." * 79))
    assert found["count"]["count"] == 0
    assert found["clash"]["cells"] == ["r1c1", "r1c2"]


def test_live_with_rules_tells_each_thing_as_it_is_known(valid):
    """First whether there are several, then candidates as they are seen, then all."""
    lines = lines_of("live", puzzle=blank("sudoku-2x2", 16, rules=["thermo r1c1-r1c4"]))
    told, answer = [line["progress"] for line in lines[:-1]], lines[-1]["answer"]
    assert told[0] == {"count": {"status": "done", "count": 2, "exact": False}}
    solutions = [
        solution.values
        for solution in cs.Puzzle("1234" + "." * 12).solutions()  # what the thermometer holds
    ]
    assert answer["count"] == {"status": "done", "count": len(solutions), "exact": True}
    right = [sorted(set(values)) for values in zip(*solutions, strict=True)]
    assert answer["candidates"]["candidates"] == right
    assert valid(told[-1]["candidates"], "true-candidates") == answer["candidates"]
    seen = [one["seen"] for one in told[1:-1]]
    counts = [sum(map(len, one)) for one in seen]
    assert counts == sorted(counts)
    assert counts[0] == 16
    for one in seen:
        assert all(set(a) <= set(b) for a, b in zip(one, right, strict=True))


@pytest.mark.parametrize("seconds", [1e-9, 0.2])
def test_live_never_says_more_than_it_knows(seconds):
    """However early the time ends, a count is a lower bound, and every candidate is true."""
    hard = blank("sudoku-3x3", 81, rules=["thermo r9c1-r6c1", "renban r9c5-r9c7", "antiknight"])
    lines = lines_of("live", puzzle=hard, seconds=seconds)
    counts = [line.get("progress", line.get("answer"))["count"] for line in lines]
    assert not any(count["exact"] for count in counts)
    assert [count["count"] for count in counts] == sorted(count["count"] for count in counts)


def test_a_new_puzzle_with_the_rules_that_are_there():
    rules = ["thermo r1c1-r1c4"]
    ruled = blank("sudoku-2x2", 16, rules=rules)
    found = {tuple(ask("ruled", puzzle=ruled, seed=seed)["values"]) for seed in range(20)}
    assert len(found) > 2
    for values in found:
        made = cs.Puzzle(list(values), rules=rules)
        assert made.is_unique()
        assert not any(made.without(cell).is_unique() for cell in made.clues)


def test_a_new_puzzle_with_rules_can_be_symmetric():
    ruled = blank("sudoku-3x3", 81, rules=["thermo r9c1-r5c1", "cage r1c1 r1c2 = 10"])
    values = ask("ruled", puzzle=ruled, seed=1, symmetry="rotate180")["values"]
    assert [bool(value) for value in values] == [bool(value) for value in reversed(values)]


def test_no_puzzle_has_rules_that_clash():
    ruled = blank("sudoku-2x2", 16, rules=["thermo r1c1-r1c4", "thermo r1c4-r1c1"])
    assert "no solution" in lines_of("ruled", puzzle=ruled)[-1]["error"]


def test_a_puzzle_can_be_generated_at_every_level_of_the_menu():
    levels = ask("catalogue")["levels"]
    assert len(levels) == 5
    for level in levels:
        options = {"--difficulty": level, "--seed": 1}
        made = ask("command", command="generate", options=options)
        rated = ask("command", command="rate", puzzle={"values": made["puzzle"]})
        assert rated["level"] == level


# Playing


def test_a_hint_is_what_the_command_writes(valid):
    for level in (1, 2, 3):
        found = ask("hint", puzzle=puzzle(EASY), level=level)
        hint = valid(found["hint"], "hint")
        assert hint["level"] == level
        assert (hint["step"] is not None) == (level == 3)
        assert found["area"] or level == 3


def test_a_hint_about_a_rule_names_its_cells():
    rules = [{"rule": "cage", "cells": "r1c1 r1c2 r2c1", "sum": 24}]
    for level in (1, 2):
        found = ask("hint", puzzle=blank("sudoku-3x3", 81, rules=rules), level=level)
        assert found["hint"]["text"].endswith("look at the 3-cell cage of 24 at r1c1")
        assert found["area"] == [0, 1, 9]


def test_steps_taken_one_after_the_other_solve_a_puzzle():
    """As the page does it: placements are entered, eliminations are remembered."""
    medium = cs.generate(seed=5, difficulty="hard")
    assert medium.is_unique()
    start = puzzle("".join(map(str, medium.values)))
    names = [str(cell) for cell in medium.board.cells]
    entries, cleared = [0] * 81, [[] for _ in range(81)]
    for _ in range(400):
        found = ask("hint", puzzle=start, entries=entries, cleared=cleared, level=3)
        step = found["hint"]["step"]
        if step is None:
            break
        for mark in step["placements"]:
            entries[names.index(mark["cell"])] = mark["value"]
        for mark in step["eliminations"]:
            cell = names.index(mark["cell"])
            assert mark["value"] not in cleared[cell]
            cleared[cell].append(mark["value"])
    both = [clue or entry for clue, entry in zip(start["values"], entries, strict=True)]
    assert both == list(medium.solve().solution)


def test_a_hint_is_refused_while_something_is_wrong():
    entries = [0] * 81
    entries[2] = 1
    right = cs.Puzzle(EASY).solve().solution.values[2]
    assert right != 1
    found = ask("hint", puzzle=puzzle(EASY), entries=entries, level=3)
    assert found["hint"]["refused"]
    assert found["hint"]["wrong"] == ["r1c3"]


def test_check_names_the_wrong_entries():
    solution = cs.Puzzle(EASY).solve().solution.values
    pairs = [[2, solution[2]], [3, solution[3] % 9 + 1]]
    assert ask("check", puzzle=puzzle(EASY), pairs=pairs) == {
        "status": "solved",
        "wrong": [pairs[1]],
        "together": True,
    }


def test_entries_may_be_right_one_by_one_and_not_together():
    start = blank("sudoku-2x2", 16)
    found = ask("check", puzzle=start, pairs=[[0, 1], [1, 2]])
    assert found == {"status": "multiple", "wrong": [], "together": True}
    found = ask("check", puzzle=start, pairs=[[0, 1], [1, 1]])
    assert found == {"status": "multiple", "wrong": [], "together": False}


def test_errors_of_commands_name_no_line():
    two = [5, 5] + [0] * 79
    found = ask("command", command="rate", puzzle={"board": "sudoku-3x3", "values": two})
    assert found["error"].startswith("there is no solution: r1c1 and r1c2")


# Texts


def test_a_text_of_any_format_is_read():
    start = cs.Puzzle(EASY)
    for name in ("line", "grid", "json", "numbers", "sdk", "fpuzzles", "sudokupad"):
        assert ask("read", text=start.to(name))["puzzle"] == puzzle(EASY)


def test_a_collection_is_read_as_a_whole():
    found = ask("read", text=f"{EASY}\n{HARD}\n")
    assert [json.loads(text) for text in found["collection"]] == [puzzle(EASY), puzzle(HARD)]
    assert found["puzzle"] == puzzle(EASY)
    assert not found["more"]


def test_the_first_puzzles_of_a_large_collection_are_read():
    found = ask("read", text=f"{EASY}\n" * 256 + HARD)
    assert len(found["collection"]) == 256
    assert found["more"]


def test_an_error_names_the_line():
    assert lines_of("read", text="1..4\n....\nx")[-1]["error"].startswith("line ")


def test_two_readings_are_both_offered():
    text = "." * 729
    with pytest.raises(cs.AmbiguousFormatError):
        cs.Puzzle(text)
    found = ask("read", text=text)
    assert len(found["choices"]) == 2
    puzzles = [ask("read", text=choice["text"])["puzzle"] for choice in found["choices"]]
    assert puzzles[0] != puzzles[1]


@pytest.mark.parametrize("text", ["", "hello", "<script>alert('x')</script>", "1" * 82, "\0" * 81])
def test_what_is_not_a_puzzle_is_an_error_with_words(text):
    line = lines_of("read", text=text)[-1]
    assert line["error"]


# What can be taken away


def test_texts_are_those_of_the_formats():
    found = ask("texts", puzzle=blank("sudoku-3x3", 81, rules=RULES))
    texts = {one["name"]: one.get("text") for one in found["texts"]}
    again = cs.Puzzle(texts["fpuzzles"])
    assert {str(rule) for rule in again.rules} == {
        rule["text"] for rule in ask("board", puzzle=blank("sudoku-3x3", 81, rules=RULES))["rules"]
    }
    assert "--rule 'cage r1c1 r1c2 r2c1 = 15'" in found["command"]


def test_the_command_line_asks_the_same(capsys):
    import shlex

    words = shlex.split(ask("texts", puzzle=puzzle(EASY))["command"])
    assert words[0] == "csp-sudoku"
    assert main(words[1:]) == 0
    assert capsys.readouterr().out.strip() == cs.Puzzle(EASY).solve().solution.to("line")


@pytest.mark.parametrize(
    ("kind", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_pictures_are_files(kind, start):
    found = ask("picture", puzzle=puzzle(EASY), kind=kind, entries=[0] * 81)
    assert found["name"] == f"puzzle.{kind}"
    assert base64.b64decode(found["base64"]).startswith(start)


def test_exports_are_those_of_the_command():
    for one in catalogue()["exports"]:
        content = base64.b64decode(ask("export", puzzle=puzzle(EASY), format=one["name"])["base64"])
        assert content == b"".join(cs.Puzzle(EASY).export(one["name"]).pieces())


def test_the_certificate_holds(tmp_path):
    content = base64.b64decode(ask("certificate", puzzle=puzzle(EASY))["base64"])
    with zipfile.ZipFile(io.BytesIO(content)) as whole:
        whole.extractall(tmp_path)
    assert check_folder(tmp_path / "certificate", cs.Puzzle(EASY))[0]


def test_a_puzzle_with_two_solutions_has_no_certificate():
    assert "error" in lines_of("certificate", puzzle=blank("sudoku-2x2", 16))[-1]


# Commands


@pytest.mark.parametrize(
    "command", ["solve", "count", "true-candidates", "conflict", "redundant", "rate", "explain"]
)
def test_commands_write_the_objects_of_the_schema(valid, command):
    found = valid(ask("command", command=command, puzzle=puzzle(EASY)), command)
    assert found["status"] in ("done", "solved")


def test_generate_and_minimal(valid):
    options = {"--symmetry": "rotate180", "--seed": 3}
    made = valid(ask("command", command="generate", options=options), "generate")
    assert made["puzzle"] == list(cs.generate(seed=3, symmetry="rotate180").values)
    start = {"board": made["board"], "values": made["puzzle"]}
    least = ask("command", command="minimal", puzzle=start, options={"--seed": 1})
    assert cs.is_minimal(cs.Puzzle(least["puzzle"]))


def test_an_error_of_a_command_is_its_own_words():
    fields = {"command": "generate", "options": {"--clues": 16, "--seed": 1}}
    assert "16" in json.dumps(lines_of("command", **fields)[-1])


# The page itself


def test_the_page_is_small():
    files = page_files()
    assert sum(map(len, files.values())) <= 150_000
    assert len(files) <= 20
    assert b"http" not in files["index.html"].replace(b"http-equiv", b"")


def test_the_page_makes_no_html_from_text():
    for name, content in page_files().items():
        for way in (b"innerHTML", b"outerHTML", b"insertAdjacentHTML", b"document.write", b"eval("):
            assert way not in content, name
