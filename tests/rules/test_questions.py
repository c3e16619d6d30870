"""What can be asked of puzzles with rules: every paradigm, conflicts, redundant rules, bulk."""

import json
from pathlib import Path

import pytest

import csp_sudoku as cs
from csp_sudoku import Puzzle
from csp_sudoku.engines import engine_of
from csp_sudoku.rules import TABLE
from tests.rules.iss_constraints import puzzle_of, solution_of
from tests.rules.test_truths import expected

SAMPLE = Path(__file__).parent.parent / "data" / "variants.jsonl"
RULES = [
    "thermo r1c1-r1c4",
    "cage r2c1 r2c2 = 7",
    "cage r3c1 r4c1 = 6",
    "odd r2c3",
    "v r1c1 r2c2",
    "v r3c3 r3c2",
    "palindrome r2c1 r1c3",
]
PROPER = Puzzle({(0, 0): 1, (2, 2): 4, (3, 3): 1}, board="sudoku-2x2", rules=RULES)


def sample():
    return [json.loads(line) for line in SAMPLE.read_text().splitlines()]


@pytest.mark.parametrize("data", sample(), ids=lambda data: data["id"])
def test_published_puzzles_have_their_published_solution(data):
    puzzle = puzzle_of(data)
    answer = puzzle.solve(limit=2, timeout=60)
    assert answer.status is cs.Status.SOLVED
    known = solution_of(data)
    assert list(answer.solution) == known
    assert Puzzle(puzzle.to("json")) == puzzle


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat", "auto"])
def test_every_paradigm_counts_alike(backend):
    rules = ["cage r1c1 r1c2 r2c1 = 8", "sandwich r0c4 = 3", "any_of (odd r4c4) (thermo r3c1-r3c3)"]
    puzzle = Puzzle(board="sudoku-2x2", rules=rules)
    by_words = expected(puzzle.board, "sudoku-2x2", puzzle.rules)
    assert puzzle.count(backend=backend) == len(by_words) > 0


def test_no_engine_takes_a_puzzle_with_rules():
    puzzle = Puzzle(board="sudoku-3x3", rules=["antiknight"])
    assert engine_of(puzzle.board.csp) is not None
    assert engine_of(puzzle.problem.csp) is None
    assert cs.Puzzle(board="sudoku-3x3", rules=["odd r1c1"]).solve().solution[0, 0] % 2 == 1


def test_a_conflict_names_the_rules_that_clash():
    puzzle = PROPER.with_rules(*RULES, "even r2c1")
    found = puzzle.conflict()
    assert found.is_minimal
    assert {rule.name for rule in found.rules} <= {"thermo", "cage", "even", "palindrome", "v"}
    assert 'even r2c1"' in str(found)
    without = [rule for rule in puzzle.rules if rule not in found.rules[:1]]
    kept = Puzzle(found.clues, board=puzzle.board, rules=found.rules)
    assert kept.count(1) == 0
    for rule in found.rules:
        others = [other for other in found.rules if other != rule]
        assert Puzzle(found.clues, board=puzzle.board, rules=others).count(1) == 1
    assert len(without) == len(puzzle.rules) - 1
    assert PROPER.conflict() is None


def test_redundant_rules_and_clues_are_those_without_which_it_is_still_proper():
    found = PROPER.redundant().redundant
    for rule in PROPER.rules:
        others = [other for other in PROPER.rules if other != rule]
        assert (PROPER.with_rules(*others).count(2) == 1) == (rule in found)
    for cell in PROPER.clues:
        assert (PROPER.without(cell).count(2) == 1) == (cell in found)


@pytest.mark.parametrize("seed", range(5))
def test_minimal_puzzles_need_each_clue_and_each_rule(seed):
    found = cs.minimal(PROPER, seed=seed)
    assert set(found.rules) <= set(PROPER.rules)
    assert found.count(2) == 1
    assert found.is_minimal()
    assert not found.redundant()
    assert found.solve().solution == PROPER.solve().solution


def test_rules_that_others_read_are_kept():
    solution = cs.Solution("1234341221434321")
    marks = [f"v {a} {b}" for a, b in _pairs_of_five(solution)]
    puzzle = solution.puzzle.with_rules(*marks, "negative_xv")
    assert puzzle.count(2) == 1
    rules = [part for part in puzzle.redundant().redundant if isinstance(part, cs.Rule)]
    assert rules == [puzzle.rules[-1]]
    assert {rule.name for rule in cs.minimal(puzzle, seed=1).rules} == {"v"}


def _pairs_of_five(solution):
    for row, column in solution.board.cells:
        for there in ((row, column + 1), (row + 1, column)):
            if there in solution.board.index and solution[row, column] + solution[there] == 5:
                yield f"r{row + 1}c{column + 1}", f"r{there[0] + 1}c{there[1] + 1}"


def test_true_candidates_and_certificates():
    puzzle = Puzzle(board="sudoku-2x2", rules=["cage r1c1 r1c2 r2c1 = 8", "thermo r4c4-r4c2"])
    seen = {cell: set() for cell in puzzle.board.cells}
    for solution in puzzle.solutions():
        for cell in seen:
            seen[cell].add(solution[cell])
    assert puzzle.true_candidates() == {cell: tuple(sorted(v)) for cell, v in seen.items()}
    certificate = PROPER.prove_unique()
    assert certificate.check()
    assert certificate.solution == dict(PROPER.solve().solution.assignment)
    with pytest.raises(cs.NotProperError):
        puzzle.prove_unique()


def test_bulk_solves_variants_that_share_a_board():
    puzzles = [PROPER, PROPER.with_rules(), PROPER.with_rules("odd r1c2"), "1..4........2..3"]
    batch = cs.solve_many(puzzles, limit=1000, workers=2)
    asked = [p if isinstance(p, Puzzle) else Puzzle(p) for p in puzzles]
    assert batch.counts.tolist() == [puzzle.count() for puzzle in asked]
    nine = [
        Puzzle(board="sudoku-3x3", rules=[f"cage r1c1 r1c2 = {n}", "antiknight"]) for n in (3, 17)
    ]
    found = cs.solve_many([*nine, nine[0].with_rules()], limit=1)
    assert [row.solution[0] + row.solution[1] for row in found][:2] == [3, 17]


@pytest.mark.parametrize(
    "question",
    [
        lambda puzzle: cs.canonical(puzzle),
        lambda puzzle: cs.are_equivalent(puzzle, puzzle),
        lambda puzzle: cs.canonical_many([puzzle]),
        lambda puzzle: puzzle.transform("mirror"),
        lambda puzzle: puzzle.hardness(),
        lambda puzzle: cs.prove_unique(puzzle),
    ],
)
def test_what_knows_only_groups_refuses_rules(question):
    with pytest.raises(cs.PuzzleError, match="the groups of a board alone"):
        question(PROPER)


def test_all_rules_work_in_every_paradigm():
    assert len(TABLE) > 60  # `test_truths` asks the native search; here SAT and CP-SAT
    some = [
        "skyscraper r0c1 = 2",
        "full_rank r1c0 = 3",
        "count_distinct r1c1 ; r1c2 r2c1 r2c2 r3c3",
    ]
    some += [
        "sum_line r1c1-r1c4 = 5",
        "same_values r1c1 r2c2 | r3c3 r4c4",
        "regex r2c1-r2c4 ; .*1.*",
    ]
    for rule in some:
        puzzle = Puzzle("1234............", rules=[rule])
        assert puzzle.count() == puzzle.count(backend="sat") == puzzle.count(backend="cpsat"), rule
