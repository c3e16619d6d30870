"""Plain 9x9 puzzles go to the kernel made for them, and nothing else does."""

from itertools import islice

import pytest

from csp_sudoku import CSP, OutOfBudgetError, Puzzle, Status, boards, engines
from csp_sudoku.engines import sudoku9

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
PLAIN = boards.sudoku(3, 3)


def is_kernel(answer):
    return "9x9 kernel" in answer.reason


@pytest.mark.parametrize("backend", ["auto", "bitmask"])
def test_plain_puzzles_are_answered_by_the_kernel(backend):
    answer = Puzzle(HARD).solve(backend)
    assert is_kernel(answer)
    assert (answer.backend, answer.solution.to("line")) == ("bitmask", SOLVED)
    assert answer.stats["nodes"] > 0
    assert is_kernel(PLAIN.csp.with_values(Puzzle(HARD).clues).solve(backend))
    assert is_kernel(PLAIN.csp.solve(backend))


@pytest.mark.parametrize("backend", ["auto", "bitmask"])
def test_pencil_marks_are_answered_by_the_kernel(backend):
    rest = {divmod(cell, 9): value for cell, value in enumerate(map(int, SOLVED)) if cell > 1}
    swapped = Puzzle(rest, candidates={(0, 0): [8, 9], (0, 1): [1, 8]})
    assert is_kernel(swapped.solve(backend))
    assert swapped.solve(backend).solution.to("line") == SOLVED
    assert swapped.count(2, backend) == 1
    assert Puzzle(rest, candidates={(0, 0): [9]}).count(2, backend) == 0
    open_corner = Puzzle([0] * 81, candidates={(0, 0): [1, 2]})
    assert {open_corner.solve(backend).solution[0, 0] for _ in range(2)} <= {1, 2}


@pytest.mark.parametrize("backend", ["auto", "bitmask"])
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([0] * 81, board=boards.diagonals(PLAIN)),
        Puzzle([0] * 81, board=boards.windows(PLAIN)),
        Puzzle([0] * 81, board=boards.latin(9)),
        Puzzle([0] * 81, board=boards.random_jigsaw(9, seed=1)),
        Puzzle([0] * 16),
    ],
    ids=lambda puzzle: puzzle.board.name[:20],
)
def test_nothing_else_reaches_it(backend, puzzle):
    answer = puzzle.solve(backend)
    assert answer
    assert not is_kernel(answer)


@pytest.mark.parametrize(
    ("named", "options"), [("bitmask", {"seed": 1}), ("bruteforce", {}), ("mrv", {})]
)
def test_an_option_or_a_preset_asks_for_the_search_that_has_it(named, options):
    assert not is_kernel(Puzzle(SOLVED).solve(named, **options))


def test_the_structure_tells_not_the_name():
    model = CSP()
    cells = [model.variable(n, "abcdefghi") for n in range(81)]
    for group in PLAIN.groups:
        model.all_different([cells[i] for i in group.cells])
    assert sudoku9.fits(model)
    answer = model.with_values({0: "h"}).solve()
    assert is_kernel(answer)
    assert answer[0] == "h"
    model.all_different([cells[0], cells[40]])
    assert not sudoku9.fits(model)
    narrow = CSP()
    cells = [narrow.variable(n, "abcdefghi"[: 9 - (n == 5)]) for n in range(81)]
    for group in PLAIN.groups:
        narrow.all_different([cells[i] for i in group.cells])
    assert not sudoku9.fits(narrow)


def test_an_impossible_cell_is_no_matter_for_the_kernel():
    assert PLAIN.csp.with_domains({(0, 0): ()}).solve("bitmask").status is Status.NONE


def test_nodes_are_a_budget():
    with pytest.raises(OutOfBudgetError) as caught:
        Puzzle([0] * 81).count(nodes=100)
    assert 0 < caught.value.least < 100_000  # counting by components knows more than it visits
    assert Puzzle(HARD).solve("bitmask", nodes=1, limit=2).status is Status.UNKNOWN


@pytest.mark.parametrize("backend", ["auto", "bitmask", "dlx", "sat"])
def test_solve_with_a_limit_tells_whether_a_solution_is_the_only_one(backend):
    answer = Puzzle(HARD).solve(backend, limit=2)
    assert (answer.status, answer.found) == (Status.SOLVED, 1)
    answer = Puzzle(HARD).without((0, 0)).solve(backend, limit=3)
    assert (answer.status, answer.found) == (Status.MULTIPLE, 3)
    assert not answer
    assert answer.solution.solves(Puzzle(HARD).without((0, 0)))
    answer = Puzzle("88" + "." * 79).solve(backend, limit=2)
    assert (answer.status, answer.found, answer.solution) == (Status.NONE, 0, None)


@pytest.mark.parametrize("backend", ["auto", "bitmask"])
def test_three_cells_for_two_digits_are_told_from_an_open_board(backend):
    """The kernel alone would try all that is open elsewhere."""
    few = {(0, 0): (1, 2), (0, 1): (1, 2), (0, 2): (1, 2)}
    puzzle = Puzzle({}, candidates=few)
    assert puzzle.solve(backend).status is Status.NONE
    assert puzzle.count(2, backend=backend) == 0
    assert puzzle.conflict().marks == few


@pytest.mark.parametrize("opened", [0, 14, 20, 26])
@pytest.mark.parametrize("backend", ["auto", "bitmask"])
def test_solutions_that_both_searches_find_come_once(backend, opened, monkeypatch):
    """Each pair of digits may trade places; more solutions where some cells are open."""
    monkeypatch.setattr(engines, "_FIRST_TURN", 16)
    monkeypatch.setattr(engines, "_OTHER_NODES", 1)
    pairs = (None, (1, 2), (1, 2), (3, 4), (3, 4), (5, 6), (5, 6), (7, 8), (7, 8), (9,))
    cells = list(enumerate(map(int, SOLVED)))[opened:]
    puzzle = Puzzle({}, candidates={divmod(v, 9): pairs[digit] for v, digit in cells})
    found = [str(solution) for solution in islice(puzzle.solutions(backend), 5000)]
    assert len(found) == len(set(found)) == puzzle.count(5000, backend="dlx") >= 16


@pytest.mark.parametrize("nodes", [0, 1, 7, 100, 5000])
def test_nodes_are_a_budget_of_both_searches(nodes, monkeypatch):
    monkeypatch.setattr(engines, "_FIRST_TURN", 16)
    puzzle = Puzzle({}, candidates={(0, cell): (1, 2) for cell in range(3)})
    answer = puzzle.solve(nodes=nodes)
    assert answer.status in (Status.NONE, Status.UNKNOWN)
    assert answer.stats["nodes"] <= nodes
