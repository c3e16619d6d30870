"""What `auto` learnt: a table of measurements, read for the nearest board, and cited."""

import random
import subprocess
import sys

import pytest

import csp_sudoku as cs
from csp_sudoku.backends import auto, auto_table
from csp_sudoku.making.fillings import random_filling

ROWS = [
    auto.Measurement(board[0], *row) for board, rows in auto_table.BOARDS.items() for row in rows
]


def a_board(name):
    """Return a board for which nothing is built yet."""
    known = cs.boards.named(name)
    return cs.Board(known.name, known.size, known.cells, known.groups, box=known.box)


def given(board, share):
    values = bytearray(random_filling(cs.boards.named(board.name), 1).values)
    for cell in range(round(share * len(values)), len(values)):
        values[cell] = 0
    return cs.Puzzle.of(board, values)


def test_the_table_names_boards_as_they_are_and_ways_that_there_are():
    for (name, *shape), rows in auto_table.BOARDS.items():
        assert tuple(shape) == auto.Shape.of(cs.boards.named(name).csp)
        assert list(rows) == sorted(rows)
        assert len({row[0] for row in rows}) == len(rows) > 2
    for row in ROWS:
        assert {row.best, row.next} <= auto.WAYS.keys()
        assert 0 <= row.given < 1
        assert min(row.seconds, row.next_seconds) > 0


@pytest.mark.parametrize("name", sorted({row.board for row in ROWS}))
def test_each_board_finds_its_own_rows(name):
    board = cs.boards.named(name)
    for row in (row for row in ROWS if row.board == name):
        values = bytearray(len(board.cells))
        values[: round(row.given * len(values))] = b"\1" * round(row.given * len(values))
        assert auto.Plan.of(cs.Puzzle.of(board, values).problem).row == row


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("sudoku-3x5", "sudoku-4x4"),
        ("sudoku-4x6", "sudoku-5x5"),
        ("latin-24", "latin-25"),
        ("sudoku-8x8", "sudoku-7x7"),
        ("latin-1", "sudoku-2x2"),
        ("sohei", "samurai"),
    ],
)
def test_other_boards_go_by_the_nearest(name, nearest):
    assert auto.Plan.of(cs.boards.named(name).csp.problem).row.board == nearest


def test_problems_that_are_no_boards_have_a_row_too():
    csp = cs.CSP()
    assert csp.solve()
    csp.variable("a", (1, 2))
    assert csp.solve()["a"] in (1, 2)
    assert auto.Plan.of(csp.problem).row.board == "sudoku-2x2"


def test_the_reason_cites_the_row():
    puzzle = given(a_board("sudoku-4x4"), 0.4)
    row = auto.Plan.of(puzzle.problem).row
    answer = puzzle.solve()
    assert answer.reason == row.reason()
    assert answer.backend == row.best
    assert f"sudoku-4x4 with {row.given:.0%} given, where {row.best} took " in row.reason()
    assert f" ms and {row.next} " in row.reason()


@pytest.mark.parametrize("way", auto.WAYS)
def test_other_constraints_begin_with_the_native_search(way, monkeypatch):
    for board in auto_table.BOARDS:
        rows = ((0.3, way, 0.1, "sat" if way == "bitmask" else "bitmask", 0.2),)
        monkeypatch.setitem(auto_table.BOARDS, board, rows)
    csp = cs.CSP()
    square = csp.grid(3, 3, range(1, 10))
    csp.all_different(square)
    assert auto.Plan.of(csp.problem).row.best == way
    csp = cs.CSP()
    square = csp.grid(3, 3, range(1, 10))
    csp.all_different(square)
    diagonals = [[square[i, i] for i in range(3)], [square[i, 2 - i] for i in range(3)]]
    for line in (*square.rows, *square.columns, *diagonals):
        csp.add(sum(line) == 15)
    row, nodes = auto.Plan.of(csp.problem)
    assert (row.best, row.next) == ("bitmask", "sat" if way == "bitmask" else way)
    assert nodes == auto._FIRST_NODES_OF_OTHERS
    answer = csp.solve()
    assert (answer.backend, answer.reason) == ("bitmask", row.reason())
    assert csp.count() == 8  # the magic squares of order 3
    for nodes in (1, 3):  # the first turn is not enough
        monkeypatch.setattr(auto, "_FIRST_NODES_OF_OTHERS", nodes)
        assert len({tuple(found.values()) for found in csp.solutions()}) == csp.count() == 8


@pytest.mark.parametrize("way", auto.WAYS)
def test_every_way_to_begin_gives_the_same_answers(way, monkeypatch):
    for board in auto_table.BOARDS:
        monkeypatch.setitem(auto_table.BOARDS, board, ((0.3, way, 0.1, "bitmask", 0.2),))
    for name in ("sudoku-2x2", "sudoku-2x2+diagonals", "jigsaw-6@1", "latin-4"):
        board = a_board(name)
        for share in (0.2, 0.3, 0.5):
            puzzle = given(board, share)
            answer = puzzle.solve()
            assert answer.solution.solves(puzzle)
            assert answer.backend == ("deepest" if way in auto._PROVERS else way)
            found = list(puzzle.solutions())
            assert len(found) == len(set(found)) == puzzle.count() == puzzle.count(backend="dlx")
    empty = cs.Puzzle({}, board=a_board("sudoku-2x2"))
    assert empty.count() == 288  # published
    assert empty.count(100) == 100
    impossible = cs.Puzzle("123. .... ...4 ....", board=a_board("sudoku-2x2"))
    assert impossible.solve().status is cs.Status.NONE


@pytest.mark.parametrize("seed", range(5))
def test_one_solution_where_sat_is_best_for_proofs_is_left_to_deepest(seed):
    values = bytearray(random_filling(cs.boards.named("latin-33"), seed).values)
    for cell in random.Random(seed).sample(range(len(values)), 381):
        values[cell] = 0
    puzzle = cs.Puzzle.of(cs.boards.named("latin-33"), values)
    answer = puzzle.solve()
    assert answer.solution.solves(puzzle)
    assert answer.backend == "deepest"
    assert answer.reason == auto.Plan.of(puzzle.problem).row.reason()
    assert answer.stats["nodes"] <= auto._PERSISTENT


@pytest.mark.parametrize("way", auto.WAYS)
@pytest.mark.parametrize("dense", [1, 5, 1000])
def test_in_turns_each_solution_comes_once(way, dense, monkeypatch):
    for board in auto_table.BOARDS:
        rows = ((0.3, way, 0.1, "bitmask:singles" if way == "bitmask" else "bitmask", 0.2),)
        monkeypatch.setitem(auto_table.BOARDS, board, rows)
    monkeypatch.setattr(auto, "_FIRST_NODES", 3)
    monkeypatch.setattr(auto, "_starts", auto._starts.__wrapped__)
    monkeypatch.setattr(auto, "_PROBE", 3)
    monkeypatch.setattr(auto, "_TURNS", {})
    monkeypatch.setattr(auto, "_nodes_to_tell_sat", lambda problem: 3)
    monkeypatch.setattr(auto, "_FIRST_UNITS", 0.0)
    monkeypatch.setattr(auto, "_CPSAT_UNITS", 0.0)  # it takes part at once
    monkeypatch.setattr(auto, "_DENSE", dense)
    puzzle = cs.Puzzle("1... .... .... ....", board=a_board("sudoku-2x2"))
    found = list(puzzle.solutions())
    assert len(found) == len(set(found)) == puzzle.count() == 72  # a quarter of all 288


def test_a_plain_9x9_puzzle_reads_no_table():
    code = (
        "import sys, csp_sudoku as cs\n"
        "assert cs.Puzzle('12' + '.' * 79).solve()\n"
        "assert 'csp_sudoku.backends.auto_table' not in sys.modules\n"
        "assert cs.Puzzle([0] * 16).solve()\n"
        "assert 'csp_sudoku.backends.auto_table' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("board", "count"), [("sudoku-2x3", 28_200_960), ("latin-5", 161_280), ("free-9x9-9", 9**81)]
)
def test_all_boards_are_counted_without_visiting_them(board, count):
    assert cs.Puzzle(board=board).count(nodes=20_000) == count


@pytest.mark.parametrize("dropped", [(0, 1), (0, 1, 2)])
def test_all_solutions_of_a_9x9_puzzle_by_whoever_is_faster(dropped, monkeypatch):
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    clues = [i for i, symbol in enumerate(hard) if symbol != "."]
    text = "".join("." if i in [clues[d] for d in dropped] else s for i, s in enumerate(hard))
    expected = cs.Puzzle(text).count(backend="dlx")
    assert expected > 1
    assert cs.Puzzle(text).count() == expected
    assert cs.Puzzle(text).count(backend="components") == expected
    monkeypatch.setattr(auto, "_FIRST_NODES", 10)  # many turns, each of both ways
    assert cs.Puzzle(text).count() == expected


@pytest.mark.parametrize("backend", ["components", "auto"])
def test_what_is_counted_in_a_part_of_the_work_is_no_more_than_the_count(backend):
    least = []
    for nodes in (100, 1_000, 20_000):
        with pytest.raises(cs.OutOfBudgetError) as caught:
            cs.Puzzle(board="sudoku-2x4").count(backend=backend, nodes=nodes)
        least.append(caught.value.least)
    assert 0 < least[0] < least[1] < least[2] < 29_136_487_207_403_520


def test_a_count_by_components_ends_with_the_time():
    with pytest.raises(cs.OutOfBudgetError):
        cs.Puzzle(board="latin-9").count(backend="components", timeout=0.1)
    with pytest.raises(cs.OutOfBudgetError):
        cs.Puzzle(board="latin-9").count(timeout=0.1)
    with pytest.raises(cs.BackendError, match="memory"):
        cs.Puzzle(board="latin-4").count(backend="components", memory=-1)
