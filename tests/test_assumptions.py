"""Nothing silently assumes that values are alike, or that a board's groups are all there is.

The board here is a 4x4 whose model has a cage, an inequality and a product beside its groups. Each
question must take them into account, or refuse with a reason.
"""

from itertools import islice
from random import Random

import pytest

import csp_sudoku as cs
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.logic.state import State
from csp_sudoku.making.fillings import is_uniform, random_filling
from csp_sudoku.model import beyond_groups, has_groups_alone, has_symmetric_values
from csp_sudoku.proofs.certificate import Certificate
from csp_sudoku.proofs.improper import exchangeable_lines, fewest_clues, improper
from csp_sudoku.proofs.statement import state
from tests.reference import all_solutions


def ruled(*, symmetric=False):
    """Return a 4x4 board with constraints beyond its groups."""
    plain = cs.boards.sudoku(2, 2)
    board = cs.Board("ruled", 4, plain.cells, plain.groups, box=(2, 2))
    at = board.csp.find
    if symmetric:
        board.csp.add(at((0, 0)) == at((3, 1)), name="clones")
    else:
        board.csp.add(at((0, 0)) + at((0, 1)) == 5, name="cage")
        board.csp.add(at((3, 0)) < at((3, 1)), name="less")
        board.csp.add(at((1, 1)) * at((1, 2)) - at((2, 2)) >= 4, name="product")
    return board


@pytest.fixture(scope="module")
def board():
    return ruled()


@pytest.fixture(scope="module")
def fillings(board):
    found = all_solutions(board.csp)
    assert 0 < len(found) < 288
    return {bytes(values) for values in found}


def puzzle_of(board, values=bytes(16)):
    return cs.Puzzle.of(board, values)


def test_the_questions_themselves():
    model = cs.CSP()
    x, y = model.variables("x y", "abc")
    model.all_different([x, y])
    assert has_groups_alone(model)
    assert has_symmetric_values(model)
    model.add(x != y)
    assert not has_groups_alone(model)
    assert has_symmetric_values(model)
    model.add(cs.AnyOf([[cs.AllDifferent([x, y])], [cs.Relation(x, y, [("a", "b")])]]))
    assert not has_symmetric_values(model)
    assert beyond_groups(model).variables == (x, y)
    model = cs.CSP()
    model.all_different([model.variable("x", (1, 2)), model.variable("y", (1, 2, 3))])
    assert not has_symmetric_values(model)  # 3 cannot be renamed to what x cannot be


@pytest.mark.parametrize("seed", range(40))
def test_symmetric_values_can_be_renamed(seed):
    """Where the structure is called symmetric, exchanging two values keeps the set of solutions."""
    rng = Random(seed)
    model = cs.CSP()
    xs = model.variables("a b c", range(3))
    for _ in range(2):
        x, y = rng.sample(xs, 2)
        rows = [rng.choice((0, 1, 2, 4, 3, 5, 6, 7)) for _ in range(3)]
        rows = rng.choice([rows, [1, 2, 4], [6, 5, 3], [7, 7, 7]])
        model.add(cs.Relation.of_rows(x, y, rows))
    solutions = all_solutions(model)
    renamed = {tuple({0: 1, 1: 2, 2: 0}[v] for v in s) for s in solutions}
    swapped = {tuple({0: 1, 1: 0, 2: 2}[v] for v in s) for s in solutions}
    if has_symmetric_values(model):
        assert renamed == solutions == swapped


def test_a_solution_meets_all_constraints(board, fillings):
    plain = cs.boards.sudoku(2, 2)
    for values in all_solutions(plain.csp):
        if bytes(values) in fillings:
            assert cs.Solution(values, board=board).solves(puzzle_of(board))
        else:
            with pytest.raises(cs.PuzzleError, match="does not hold"):
                cs.Solution(values, board=board)


@pytest.mark.parametrize("backend", ["auto", "bitmask", "mrv", "sat", "cpsat", "dlx", "portfolio"])
def test_backends_list_the_fillings(board, fillings, backend):
    assert {s.values for s in puzzle_of(board).solutions(backend)} == fillings


def test_a_backend_that_knows_groups_refuses(board):
    with pytest.raises(cs.BackendError, match="does not know"):
        puzzle_of(board).solve("logic")


def test_bulk_takes_all_constraints(board, fillings):
    rows = [bytes(16), next(iter(fillings))]
    assert cs.solve_many([puzzle_of(board, row) for row in rows], limit=300).counts.tolist() == [
        len(fillings),
        1,
    ]


def test_certificates_do_not_vouch_for_what_they_do_not_state(board, fillings):
    values = next(iter(fillings))
    puzzle, solution = puzzle_of(board, values), cs.Solution(values, board=board)
    with pytest.raises(cs.PuzzleError, match="cage"):
        puzzle.prove_unique()
    with pytest.raises(cs.PuzzleError, match="cage"):
        state(puzzle, solution)
    assert not Certificate(puzzle, solution, b"", b"").check()
    assert puzzle.csp.prove_unique().check()


def test_two_values_are_not_exchanged(board, fillings):
    solution = cs.Solution(next(iter(fillings)), board=board)
    with pytest.raises(cs.PuzzleError, match="Kempe chain knows the groups"):
        next(cs.graphs.kempe_chains(solution))
    sets = list(islice(cs.unavoidable_sets(solution), 20))
    assert sets
    for found in sets:
        assert found.check(solution)
        assert found.other.values in fillings


def test_few_clues_can_be_enough(board, fillings):
    """One clue less than there are values, and both rows open: still proper."""
    assert fewest_clues(board)[0] == 0
    assert exchangeable_lines(board, range(8, 16)) is None
    found = cs.minimum(cs.Solution(next(iter(fillings)), board=board))
    assert found.check()
    assert found.upper < 4  # the fewest of a plain 4x4
    assert improper(found.puzzle) is None
    assert found.puzzle.is_minimal()
    assert found.puzzle.count() == 1


def test_fillings_are_those_of_the_board(board, fillings):
    assert is_uniform(board)
    drawn = {random_filling(board, seed).values for seed in range(40 * len(fillings))}
    assert drawn == fillings
    puzzle = cs.generate(seed=1, board=board)
    assert puzzle.board is board
    assert puzzle.is_minimal()
    puzzle = cs.generate(seed=1, board=board, pattern="x..x .... .... x..x")
    assert puzzle.is_unique()


def test_symmetric_values_beyond_groups():
    board = ruled(symmetric=True)
    assert has_symmetric_values(board.csp)
    assert not has_groups_alone(board.csp)
    assert fewest_clues(board)[0] == 3
    fillings = {bytes(values) for values in all_solutions(board.csp)}
    drawn = {random_filling(board, seed).values for seed in range(30 * len(fillings))}
    assert drawn == fillings


def test_symmetries_are_refused(board, fillings):
    puzzle = puzzle_of(board)
    solution = cs.Solution(next(iter(fillings)), board=board)
    for refused in (
        lambda: puzzle.transform("mirror"),
        lambda: cs.canonical(puzzle),
        lambda: cs.canonical(solution),
        lambda: cs.canonical_many([puzzle]),
        lambda: cs.are_equivalent(puzzle, puzzle),
        lambda: cs.Transformation(board, tuple(range(16)), (2, 1, 3, 4))(solution),
    ):
        with pytest.raises(cs.PuzzleError, match=r"alone, and cannot take .* into account"):
            refused()


def test_techniques_are_refused(board):
    puzzle = puzzle_of(board)
    for refused in (
        lambda: State.of(puzzle),
        lambda: puzzle.explain(),
        lambda: puzzle.explain(unique=True),
        lambda: puzzle.hint(),
        lambda: puzzle.hardness(),
    ):
        with pytest.raises(cs.PuzzleError, match="solving by techniques knows the groups"):
            refused()


def test_nobody_rates_a_9x9_with_more_than_groups():
    plain = cs.boards.sudoku(3, 3)
    board = cs.Board("ruled", 9, plain.cells, plain.groups, box=(3, 3))
    board.csp.add(board.csp.find((0, 0)) < board.csp.find((0, 1)))
    assert fewest_clues(board)[0] == 0
    puzzle = cs.Puzzle.of(board, bytes(81))
    with pytest.raises(cs.PuzzleError, match="cannot be rated"):
        puzzle.rate()
    answer = puzzle.solve("bitmask")
    assert answer["r1c1"] < answer["r1c2"]


def test_a_conflict_names_other_constraints(board, fillings):
    found = puzzle_of(board, bytes([4, *[0] * 11, 4, *[0] * 3])).conflict()
    assert "r1c1 = 4" in str(found) or "r4c1 = 4" in str(found)
    assert found.is_minimal
    conflict = puzzle_of(board, bytes([*[0] * 12, 4, 0, 0, 0])).conflict()
    assert str(conflict) == "r4c1 = 4 and less cannot hold together"
    assert conflict.clues == {(3, 0): 4}
    assert [c.name for c in conflict.groups] == ["less"]
    assert puzzle_of(board, next(iter(fillings))).conflict() is None


def test_true_candidates_and_ambiguity(board, fillings):
    puzzle = puzzle_of(board)
    true = puzzle.true_candidates()
    for cell, values in enumerate(true.values()):
        assert set(values) == {filling[cell] for filling in fillings}
    found = puzzle.ambiguity()
    assert found.is_fewest
    assert puzzle.replace(found.extra).count() == 1


def test_clauses_of_the_minimal_form_are_enough(board, fillings):
    """The minimal form may leave a variable two values only where all constraints are groups."""
    problem = board.csp.problem
    cnf = encoder.encode(problem.csp, "minimal")
    answers = {s.values for s in puzzle_of(board).solutions("sat", form="minimal")}
    assert cnf.top > len(cnf.meaning)
    assert answers == fillings


RULED = cs.Puzzle(
    {(0, 0): 1, (2, 2): 4}, board="sudoku-2x2", rules=["cage r3c1 r4c1 = 6", "odd r2c3"]
)
"""Rules that go beyond the groups of the board."""


def test_the_questions_of_a_puzzle_with_rules():
    cells = RULED.board.cells
    by_rules = {
        filling
        for filling in map(bytes, all_solutions(RULED.board.csp))
        for at in [dict(zip(cells, filling, strict=True))]
        if at[0, 0] == 1 and at[2, 2] == 4 and at[2, 0] + at[3, 0] == 6 and at[1, 2] % 2 == 1
    }
    assert {solution.values for solution in RULED.solutions()} == by_rules
    assert cs.solve_many([RULED], limit=300).counts.tolist() == [len(by_rules)]
    for number, values in enumerate(RULED.true_candidates().values()):
        assert set(values) == {filling[number] for filling in by_rules}
    assert RULED.replace(RULED.ambiguity().extra).count() == 1
    proper = RULED.replace(dict(zip(cells, min(by_rules), strict=True)))
    assert proper.prove_unique().check()
    least = cs.minimal(proper, seed=1)
    assert least.is_minimal()
    assert [solution.values for solution in least.solutions()] == [min(by_rules)]
    conflict = RULED.replace({(2, 0): 1}).conflict()
    assert conflict.is_minimal
    assert "cage" in str(conflict)


@pytest.mark.parametrize(
    ("refused", "says"),
    [
        (lambda puzzle: cs.canonical(puzzle), "the groups of a board alone"),
        (lambda puzzle: cs.canonical_many([puzzle]), "the groups of a board alone"),
        (lambda puzzle: cs.are_equivalent(puzzle, puzzle), "the groups of a board alone"),
        (lambda puzzle: puzzle.transform("mirror"), "the groups of a board alone"),
        (lambda puzzle: puzzle.hardness(), "the groups of a board alone"),
        (lambda puzzle: next(cs.graphs.kempe_chains(puzzle)), "the groups of a board alone"),
        (lambda puzzle: cs.all_minimal(puzzle), "of boards alone"),
        (lambda puzzle: cs.minimum(puzzle), "expected a solution"),
        (lambda puzzle: next(iter(cs.unavoidable_sets(puzzle))), "expected a solution"),
    ],
)
def test_what_knows_boards_alone_refuses_rules(refused, says):
    with pytest.raises(cs.PuzzleError, match=says):
        refused(RULED)
