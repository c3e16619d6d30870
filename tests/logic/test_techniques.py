"""Positions of our own for every technique, each with one step that it must find.

`tests/data/techniques.txt` has them in the form of HoDoKu's library lines, so that the conformance
command reads them too. The puzzles are random minimal ones and ones of the public domain.
"""

from pathlib import Path

import pytest

from csp_sudoku import Puzzle, Status, boards
from csp_sudoku.formats.hodoku import parse_position
from csp_sudoku.logic import BY_NAME, TECHNIQUES, State
from csp_sudoku.logic.conformance import CODES, is_reproduced, main, tallies
from csp_sudoku.logic.techniques import rated, rules, trials

PATH = Path(__file__).parent.parent / "data" / "techniques.txt"
LINES = PATH.read_text().splitlines()


@pytest.mark.parametrize("line", LINES)
def test_the_technique_finds_the_step(line):
    position = parse_position(line)
    assert is_reproduced(position, CODES[position.technique])


@pytest.mark.parametrize("line", LINES)
def test_every_step_there_is_true(line):
    position = parse_position(line)
    solution = position.givens.solve("sat", limit=2)
    assert solution.status is Status.SOLVED
    state = State.of(position.puzzle, placed=position.placed)
    for name in CODES[position.technique]:
        for step in BY_NAME[name].find(state):
            assert step.technique == name
            assert step.placements or step.eliminations
            assert step.sentence
            assert all(solution.solution.values[c] == v for c, v in step.placements)
            assert all(solution.solution.values[c] != v for c, v in step.eliminations)
            assert all(state.has(*candidate) for candidate in step.placements + step.eliminations)
            assert all(state.has(*link.start) and link.start != link.end for link in step.links)


def test_every_technique_has_a_position():
    shown = {name for line in LINES for name in CODES[parse_position(line).technique]}
    others = (rules, trials, rated)  # see test_rules.py and test_rated.py
    ruled = {t.name for family in others for t in family.TECHNIQUES}
    assert shown >= {technique.name for technique in TECHNIQUES} - {"large subset"} - ruled


def test_finding_changes_nothing():
    for line in LINES[::40]:
        position = parse_position(line)
        state = State.of(position.puzzle, placed=position.placed)
        before = state.copy()
        for technique in TECHNIQUES:
            list(technique.find(state))
        assert state == before
        assert state.places == before.places


def test_each_result_once():
    for line in LINES[::5]:
        position = parse_position(line)
        state = State.of(position.puzzle, placed=position.placed)
        for name in ("naked pair", "swordfish", "finned swordfish", "turbot fish", "w-wing"):
            results = [step.result for step in BY_NAME[name].find(state)]
            assert len(results) == len(set(results))


def test_a_partition_of_any_size():
    """Five cells of a row share five values; six other cells share six: seen on a latin square."""
    board = boards.latin(11)
    low = {(0, column): {1 + column, 1 + (column + 1) % 5} for column in range(5)}
    puzzle = Puzzle({}, board=board, candidates=low)
    (step,) = BY_NAME["large subset"].find(State.of(puzzle))
    assert {value for _, value in step.eliminations} == {1, 2, 3, 4, 5}
    assert {cell for cell, _ in step.eliminations} == set(range(5, 11))
    high = {(0, column): set(range(1, 12)) - {7, 8, 9, 10, 11} for column in range(6)}
    (step,) = BY_NAME["large subset"].find(State.of(Puzzle({}, board=board, candidates=high)))
    assert {value for _, value in step.eliminations} == {1, 2, 3, 4, 5, 6}
    assert {cell for cell, _ in step.eliminations} == set(range(6, 11))


def test_uniqueness_needs_the_word_of_the_caller():
    needing = {technique.name for technique in TECHNIQUES if technique.needs_unique}
    assert needing == {name for code, (name, *_) in CODES.items() if code.startswith("06")}


def test_rectangles_do_not_trust_given_marks():
    """A value missing from the puzzle's own pencil marks was not lost to logic."""
    line = next(line for line in LINES if line.startswith(":0607"))
    position = parse_position(line)
    find = BY_NAME["avoidable rectangle 1"].find
    assert list(find(State.of(position.puzzle, placed=position.placed)))
    assert not list(find(State.of(position.puzzle)))


def test_tables_are_in_order():
    ratings = [technique.rating for technique in TECHNIQUES]
    assert ratings == sorted(ratings)
    assert len(BY_NAME) >= len(TECHNIQUES)
    assert len({technique.name for technique in TECHNIQUES}) == len(TECHNIQUES)


# The conformance command


def test_the_command_prints_the_table(capsys):
    assert main([str(PATH)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == ["code", "technique", "positions", "reproduced"]
    assert printed[-1].split() == ["all", str(len(LINES)), str(len(LINES))]


def test_a_missed_position_is_counted_and_shown(tmp_path, capsys):
    wrong = LINES[0].replace(LINES[0].split(":")[6], "111")
    path = tmp_path / "library.txt"
    path.write_text(f"# a comment\n{wrong}\n{LINES[1]}\n")
    assert main([str(path), "--missed"]) == 1
    assert wrong in capsys.readouterr().out


def test_a_technique_that_must_not_be_found(tmp_path):
    absent = LINES[0].replace(":0000:", ":0000-x:")
    (tally,) = tallies([absent])
    assert tally.reproduced == 0
    fields = LINES[0].split(":")
    fields[1], fields[6] = "0000-x", "111"
    (tally,) = tallies([":".join(fields)])
    assert tally.reproduced == 1


def test_codes_without_a_technique_are_said_to_be_so():
    (tally,) = tallies([LINES[0].replace(":0000:", ":9999:")])
    assert (tally.names, tally.positions, tally.reproduced) == ((), 1, 0)


LOOP = """
23789 25789 35789 278 4 28 6 2589 1
4 1258 6 9 235 1238 257 258 2578
12789 125789 15789 6 257 128 3 2589 4
1279 3 179 27 6 4 1259 1258 258
6 4 89 28 1 5 29 7 3
5 1278 178 3 279 289 12 4 6
138 18 2 5 38 7 4 6 9
379 6 4 1 239 239 8 235 257
3789 5789 35789 4 2389 6 127 123 27
"""
"""The players' forum, "Hodoku missing a loop elimination?": its loop, and 2 at r6c5 besides."""


def test_a_loop_clears_candidates_of_its_own_cells_in_a_step_of_their_own():
    state = State.of(Puzzle(LOOP))
    (found, own) = (
        {f"{state.words.cell[cell]}={value}" for cell, value in step.eliminations}
        for step in BY_NAME["continuous nice loop"].find(state)
        if "r4c4=7 - r6c5=7 - r3c5=7 - r3c5=5 - r2c5=5" in step.sentence
    )
    hodoku = {"r4c7=1", "r4c7=2", "r2c2=5", "r2c8=5", "r2c9=5", "r3c5=2", "r1c4=2", "r6c6=2"}
    assert found == hodoku
    assert own == {"r6c5=2"}
