"""Rules as values: Python calls, text, JSON and repr say the same; mistakes name the way out."""

import gc
import pickle
import random
import weakref

import pytest

import csp_sudoku as cs
from csp_sudoku import Puzzle, boards, rules
from csp_sudoku.boards import Cell
from csp_sudoku.encoders.bitmask import encode
from csp_sudoku.rules import (
    TABLE,
    antiknight,
    arrow,
    cage,
    from_data,
    parse,
    ruled,
    thermo,
    whisper,
)
from csp_sudoku.rules.places import parsed, text_of
from csp_sudoku.rules.structure import _kept
from tests.rules.test_truths import NOT_FROM_WORDS, Drawn


def some_rules():
    drawn = Drawn(boards.sudoku(2, 2), random.Random(1))
    return [drawn.rule(entry) for name, entry in TABLE.items() if name not in NOT_FROM_WORDS]


@pytest.mark.parametrize("rule", some_rules(), ids=lambda rule: rule.name)
def test_text_data_repr_and_pickle_give_the_same_rule(rule):
    assert parse(str(rule)) == rule
    assert from_data(rule.to_data()) == rule
    assert eval(repr(rule)) == rule
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert hash(parse(str(rule))) == hash(rule)
    for shape in rule.drawing():
        assert shape["shape"] in ALL_SHAPES
        places = shape["cells"] if "cells" in shape else shape["points"]
        assert all(len(place) == 2 for place in places)


ALL_SHAPES = ("cage", "fill", "line", "circle", "square", "diamond", "text")


def test_the_table_is_whole():
    for name, entry in TABLE.items():
        assert getattr(rules, name) is entry
        assert entry.name == name
        assert entry.meaning.endswith((".", '"'))
        assert entry.usage.startswith(f"write {name}")
        assert entry.sentence or name == "variables"
        assert set(entry.reads) <= set(TABLE)
        assert pickle.loads(pickle.dumps(entry)) is entry
    assert len(TABLE) >= 70


def test_cells_can_be_written_in_many_ways():
    ways = [
        "r1c1 r1c2 r1c3",
        "r1c1,r1c2, r1c3",
        "R1C1-r1c3",
        "r1c1r1c2r1c3",
        [(0, 0), (0, 1), "r1c3"],
    ]
    assert len({thermo(way) for way in ways}) == 1
    assert text_of(parsed("r4c1-r2c3 r9c9")) == "r4c1 r3c2 r2c3 r9c9"
    assert text_of(parsed("r1c1-r1c3-r3c3")) == "r1c1 r1c2 r1c3 r2c3 r3c3"
    assert parsed("r0c3")[0] == (-1, 2)


def test_groups_are_put_on_the_board_of_the_puzzle():
    puzzle = Puzzle(board="sudoku-2x2", rules=[cage("row 2", 10), cage("box 4")])
    assert puzzle.rules[0] == cage("r2c1-r2c4", 10)
    assert puzzle.rules[1] == cage("r3c3 r3c4 r4c3 r4c4")
    samurai = Puzzle(board="twodoku", rules=["thermo row 1 of board 2"])
    assert samurai.rules[0].arguments["cells"][0] == (6, 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cage r1c1 r5c1 = 3", "cage r1c1 r5c1 = 3: sudoku-2x2 has no cell r5c1; its cells"),
        ("cage r1c1 r1c1 = 3", "cage: cells: r1c1 is named twice; name each cell once"),
        ("cage r1c1 = many", "cage: sum: expected a whole number, got 'many'"),
        ("cages r1c1", "no rule is called 'cages'; did you mean cage"),
        ("cage", "cage needs its cells; write cage cells [= sum]"),
        ("cage r1c1 ; 4 ; 5", "cage: '5' is too much; write cage cells [= sum]"),
        ("thermo r1c1", "thermo: cells: expected 2 or more cells, got 1"),
        ("thermo r1c1-r2c4", "there is no straight run from r1c1 to r2c4"),
        ("thermo box 7", "thermo box 7: sudoku-2x2 has no box 7; use row 1, column 1, box 1"),
        ("thermo a1 b2", "thermo: cells: no cells are called 'a1 b2'; write cells as r4c6"),
        ("sandwich r1c1 = 3", "r1c1 is not a place outside sudoku-2x2; write r0c1 or r1c0"),
        ("sandwich r0c0 = 3", "sandwich r0c0 = 3: no cell of sudoku-2x2 stands next to r0c0"),
        ("little_killer r0c1 ; left = 3", "direction: 'left' is not a direction; use down-right"),
        ("whisper r1c1 r1c2 ; step=3", "whisper has no parameter 'step'; write whisper"),
        ("expression r1c1 +", "'r1c1 +' is not an expression"),
        ("expression r1c1 + r1c2", "is not a condition; compare it with something"),
        ("expression __import__('os') == 1", "is not known in expressions"),
        ("regex r1c1-r1c4 ; [12", "breaks at its character"),
        ("sum_cage r1c1 @a = 3", "there is no variable @a; declare it with the rule variables"),
        ("any_of odd r1c1", "expected rules in brackets"),
        ("disjoint_groups", None),
    ],
)
def test_mistakes_name_the_rule_the_cell_and_the_way_out(text, message):
    if message is None:
        with pytest.raises(cs.RuleError, match="no boxes of one shape"):
            Puzzle(board="jigsaw-4@1", rules=[text])
        return
    with pytest.raises(cs.RuleError) as error:
        Puzzle(board="sudoku-2x2", rules=[text])
    assert message in str(error.value)


def test_a_puzzle_with_rules_is_a_value():
    one = Puzzle("1...............", rules=[cage("r1c1 r1c2", 5), antiknight()])
    other = Puzzle("1...............", rules=[antiknight(), cage("r1c1 r1c2", 5)])
    assert one == other
    assert hash(one) == hash(other)
    assert one != one.with_rules()
    assert eval(repr(one)) == one
    assert pickle.loads(pickle.dumps(one)) == one
    assert Puzzle(one.to("json")) == one
    assert [line.strip() for line in str(one).splitlines() if line.startswith(" ")] == [
        "cage r1c1 r1c2 = 5",
        "antiknight",
    ]
    assert one.replace({(3, 3): 1}).rules == one.rules
    with pytest.raises(cs.PuzzleFormatError, match="line cannot hold this puzzle: it has 2 rules"):
        one.to("line")


def test_puzzles_with_the_same_rules_share_one_structure_and_let_it_go():
    board = boards.sudoku(2, 2)
    wanted = (cage("r1c1 r1c2", 5), thermo("r4c1-r4c3"))
    one, other = Puzzle({(0, 0): 1}, board=board, rules=wanted), Puzzle(board=board, rules=wanted)
    assert encode(one.problem.csp) is encode(other.problem.csp)
    assert ruled(board, wanted) is one._ruled

    del one, other
    assert wanted not in _kept(board)
    assert Puzzle(board=board, rules=wanted).count() > 0


@pytest.mark.parametrize(
    "wanted",
    [
        ["cage r1c1 r1c2 = 5", "thermo r4c1-r4c3"],
        ["any_of (odd r1c1) (even r1c2)", "antiknight"],  # a model that is reduced to the basis
        ["expression r1c1 * r1c2 + r2c2 == 7", "skyscraper r0c1 = 3"],
    ],
)
def test_what_was_built_of_a_puzzle_goes_with_it_without_the_garbage_collector(wanted):
    gc.collect()
    gc.disable()
    try:
        puzzle = Puzzle(board=boards.sudoku(2, 2), rules=wanted)
        answers = puzzle.solve("bitmask", limit=2), puzzle.csp.solve("auto", strengthen=True)
        structure = weakref.ref(puzzle.structure)
        assert structure() is not None
        del puzzle, answers
        assert structure() is None
    finally:
        gc.enable()


def test_solutions_are_checked_against_rules():
    solution = cs.Solution("1234341221434321")
    assert solution.solves(Puzzle(board="sudoku-2x2", rules=["thermo r1c1-r1c4"]))
    broken = solution.violation(Puzzle(board="sudoku-2x2", rules=["thermo r1c4-r1c1"]))
    assert str(broken) == "thermo r1c4 r1c3 r1c2 r1c1 does not hold"


def test_variables_that_are_not_cells():
    puzzle = Puzzle(
        board="sudoku-2x2",
        rules=[
            "variables total half = 3 4 5",
            "sum_cage r1c1 r1c2 @total = 8",
            "expression half == total",
        ],
    )
    found = list(puzzle.solutions())
    assert len(found) == len(set(found)) == puzzle.count()
    for solution in found:
        total = solution.variables["@total"]
        assert solution[0, 0] + solution[0, 1] + total == 8
        assert solution.variables["@half"] == total
        assert solution.solves(puzzle)
        assert pickle.loads(pickle.dumps(solution)) == solution
    assert Puzzle(puzzle.to("json")) == puzzle
    same = cs.Solution(found[0].values, board=puzzle.board)
    assert same.solves(puzzle)  # some value of the variables fits


def test_values_may_start_at_zero():
    board = boards.from_zero("sudoku-2x2")
    puzzle = Puzzle({(0, 0): 1}, board=board, rules=["cage r1c1 r1c2 = 3", "regex r2c1-r2c4 ; 2.*"])
    solution = next(puzzle.solutions())
    assert solution.assignment[0, 0] == 0
    assert solution.assignment[0, 1] == 3
    assert solution.assignment[1, 0] == 2
    assert puzzle.to("json").count('"sudoku-2x2+from0"') == 1
    assert eval(repr(puzzle)) == puzzle
    names = {"Solution": cs.Solution, "boards": boards, "rules": cs.rules}
    assert eval(repr(solution), names) == solution
    assert puzzle.true_candidates()[0, 1] == (4,)
    assert {c.solution.values for c in [puzzle.solve("sat")]} <= {
        s.values for s in puzzle.solutions()
    }


def test_own_tables_and_functions():
    by_function = rules.pairs("r1c1-r1c4", lambda a, b: abs(a - b) > 1)
    table = [(a, b) for a in range(1, 5) for b in range(1, 5) if abs(a - b) > 1]
    counts = {
        Puzzle(board="sudoku-2x2", rules=[rule]).count()
        for rule in (by_function, rules.pairs("r1c1-r1c4", table), whisper("r1c1-r1c4", 2))
    }
    assert len(counts) == 1


def test_grids_without_sudoku():
    board, wanted = rules.grids.nonogram([[1], [3], [1]], [[1], [3], [1]])
    assert Puzzle(board=board, rules=wanted).count() == 1
    board, wanted, clues = rules.grids.str8ts("12# #.. ..C", size=3)
    puzzle = Puzzle(clues, board=board, rules=wanted)
    for solution in puzzle.solutions():
        assert solution[0, 0] == 1
        assert solution[2, 2] == 3
    assert (
        Puzzle(board="latin-4", rules=["calc r1c1 r1c2 ; / = 2", "greater r1c1 r1c2"]).count() > 0
    )


def test_neighbours_on_overlapping_boards_are_those_of_the_drawing():
    board = boards.gattai([(0, 0), (2, 2)], boards.sudoku(2, 2))
    constraints = ruled(board, (antiknight(),)).csp.constraints[len(board.groups) :]
    pairs = {tuple(sorted(v.name for v in c.variables)) for c in constraints}
    assert (Cell(1, 2), Cell(2, 4)) in pairs  # cells of two boards
    assert all(board.index[a] not in board.peers[board.index[b]] for a, b in pairs)


def test_an_arrow_has_one_circle():
    assert arrow("r1c1", "r1c2 r1c3").arguments == {
        "circle": (0, 0),
        "shaft": ((0, 1), (0, 2)),
    }
