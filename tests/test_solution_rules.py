"""The solution of a puzzle with rules has the rules; what is asked of it is asked under them."""

import pickle
from itertools import combinations

import pytest

import csp_sudoku as cs
from csp_sudoku.errors import PuzzleError
from csp_sudoku.making.unavoidable import unavoidable_sets

GIVEN = "1" + "." * 15
RULES = ["cage r1c2 r2c2 = 6", "thermo r4c1-r4c3", "cage r3c4 r4c4 = 3"]


@pytest.fixture(scope="module")
def solution():
    return cs.Puzzle(GIVEN, rules=RULES).solve(limit=2).solution


def test_a_solution_has_the_rules_of_its_puzzle(solution):
    assert [str(rule) for rule in solution.rules] == [
        str(rule) for rule in cs.Puzzle(GIVEN, rules=RULES).rules
    ]
    assert not solution.has_groups_alone
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution
    assert again.rules == solution.rules
    assert solution.puzzle.rules == solution.rules
    assert (
        eval(repr(solution), {"Solution": cs.Solution, "rules": cs.rules}).rules == solution.rules
    )
    bare = solution.with_rules()
    assert bare == solution
    assert not bare.rules
    assert bare.has_groups_alone


def test_values_that_break_a_rule_are_refused(solution):
    with pytest.raises(PuzzleError, match=r"not a solution: cage r1c1 r1c2 = 3 does not hold"):
        solution.with_rules("cage r1c1 r1c2 = 3")


def test_it_is_written_as_before(solution):
    assert solution.to("line") == "1423321441322341"
    assert str(solution).startswith("+-----+")


@pytest.mark.parametrize("backend", ["auto", "bitmask", "dlx"])
def test_unavoidable_sets_are_those_under_the_rules(solution, backend):
    found = list(unavoidable_sets(solution, backend=backend))
    assert all(one.check(solution) for one in found)
    others = [other for other in cs.Puzzle("." * 16, rules=RULES).solutions() if other != solution]
    differing = {
        frozenset(cell for cell in solution.board.cells if other[cell] != solution[cell])
        for other in others
    }
    minimal = {one for one in differing if not any(other < one for other in differing)}
    assert {frozenset(one.cells) for one in found} == minimal


def test_the_minimum_puzzle_is_the_one_under_the_rules(solution):
    fewest = cs.minimum(solution)
    puzzle = fewest.puzzle
    assert puzzle.rules == solution.rules
    assert puzzle.count() == 1
    cells = solution.board.cells
    least = next(
        size
        for size in range(17)
        if any(
            cs.Puzzle(
                {cell: solution[cell] for cell in chosen}, board="sudoku-2x2", rules=RULES
            ).is_unique()
            for chosen in combinations(cells, size)
        )
    )
    assert fewest.lower == fewest.upper == least
    assert cs.minimum(solution.with_rules()).upper == 4


def test_a_canonical_form_is_refused(solution):
    with pytest.raises(PuzzleError, match=r'cannot take the rule "cage r1c2 r2c2 = 6" into acc'):
        cs.canonical(solution)
    assert cs.canonical(solution.with_rules()).values[:4] == bytes([1, 2, 3, 4])


def test_variables_beside_the_cells_are_refused():
    puzzle = cs.Puzzle(
        "1234 3412 2143 4321".replace("4", "."), rules=["variables a", "sum_cage r1c1 @a = 3"]
    )
    found = puzzle.solve().solution
    assert found.variables
    with pytest.raises(PuzzleError, match=r"a variable beside its cells, @?a"):
        cs.minimum(found)
