"""Redundancy: what follows from all the rest, and what can go from a model."""

from itertools import pairwise

import pytest

import csp_sudoku as cs
from csp_sudoku import CSP, Puzzle
from csp_sudoku.model import Constraint
from csp_sudoku.model.units import Unit, units_of, without
from csp_sudoku.proofs import redundancy
from tests.random_redundancy import disagreement
from tests.seeds import BOARD_16

SIX_CLUES = "12....2..3.....4"
SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def chain():
    model = CSP()
    x, y, z = model.variables("x y z", range(4))
    model.add(x < y, y < z, x < z)
    return model, x, y, z


def test_brute_force_agrees():
    asked = 0
    for seed in range(150):
        wrong, units = disagreement(seed)
        assert wrong is None, seed
        asked += units
    assert asked > 100


def test_a_model_tells_what_follows():
    model, x, y, z = chain()
    found = model.redundant()
    assert [str(unit) for unit in found.redundant] == ["x < z"]
    assert found
    assert found.unknown == ()
    for unit, witness in found.needed.items():
        assert not unit.holds({v: witness[v.name] for v in (x, y, z)})
        assert without(model, [unit]).violation(witness) is None
    assert not model.redundant(["x < y"])
    assert model.redundant([model.constraints[2]])


def test_clues_follow_too():
    model, x, _, z = chain()
    found = model.with_domains({x: (1,), z: (2, 3)}).redundant()
    assert [(str(each.unit), each.follows) for each in found] == [
        ("x = 1", False),
        ("z in {2, 3}", True),
        ("x < y", False),
        ("y < z", False),
        ("x < z", True),
    ]


def test_constraints_with_one_name_are_one_unit():
    model, x, y, z = chain()
    for condition in (x + z >= 2, y >= 1):
        model.add(condition, name="both")
    unit = model.redundant(["both"])[0].unit
    assert (unit.name, len(unit.constraints)) == ("both", 2)
    assert model.redundant(["both"])
    model.add(x == 0, name="both")
    assert not model.redundant(["both"])


class Odd(Constraint):
    """The sum is odd; its decomposition chooses a number, and cannot be denied."""

    def check(self, assignment):
        return sum(assignment[v] for v in self.variables) % 2 == 1

    def decompose(self, fresh):
        half = fresh(range(10))
        return [sum(self.variables) == 2 * half + 1]


def test_what_cannot_be_denied_is_searched_for():
    model, x, y, z = chain()
    odd = model.add(Odd([x, y, z]))
    assert model.redundant([odd])[0].follows is False
    model.add(x + y + z == 5)
    assert model.redundant([odd])[0].follows is True


def test_impossible_models_and_unknown_units_are_refused():
    model, x, y, _ = chain()
    with pytest.raises(cs.NoSolutionError, match="see conflict"):
        model.with_values({x: 3}).redundant()
    with pytest.raises(cs.ModelError, match="no constraint or clue is called 'x > y'"):
        model.redundant(["x > y"])
    with pytest.raises(cs.ModelError, match="several units"):
        model.redundant("x < y")
    with pytest.raises(cs.ModelError, match="not a constraint of this model"):
        model.redundant([cs.AllDifferent([x, y])])


def test_the_objective_has_no_part_in_it():
    model, x, _, z = chain()
    model.minimize(x + z)
    assert [str(unit) for unit in model.redundant().redundant] == ["x < z"]
    smaller = model.minimal(units_of(model), seed=1)
    assert (len(smaller.constraints), smaller.solve().value) == (2, 2)


def test_time_that_ends_leaves_unknowns(monkeypatch):
    model, *_ = chain()
    found = model.redundant(timeout=0)
    assert [each.follows for each in found] == [None] * 3
    assert len(found.unknown) == 3
    assert str(found[0]) == "x < y: unknown"
    assert Puzzle(SIX_CLUES).redundant(timeout=0).redundant == ()
    answer = redundancy.Switches.counterexample
    left = [2]

    def ends(self, unit, others):
        left[0] -= 1
        if left[0] < 0:
            raise cs.OutOfBudgetError("the time ended", least=0)
        return answer(self, unit, others)

    monkeypatch.setattr(redundancy.Switches, "counterexample", ends)
    assert [each.follows for each in model.redundant()] == [False, False, None]
    left[0] = 1
    with pytest.raises(cs.OutOfBudgetError, match="with 1 constraints and clues known") as raised:
        model.minimal(units_of(model), seed=1)
    assert raised.value.least == 1


def test_wrong_answers_are_found_out(monkeypatch):
    model, *_ = chain()
    monkeypatch.setattr(redundancy.Cnf, "decode", lambda self, found: [0, 1, 2])
    with pytest.raises(cs.WrongAnswerError, match="x < y holds"):
        model.redundant()
    monkeypatch.setattr(redundancy.Cnf, "decode", lambda self, found: [0, 0, 0])
    with pytest.raises(cs.WrongAnswerError, match="y < z does not hold"):
        model.redundant()


# Puzzles


def test_a_puzzle_tells_its_redundant_clues():
    puzzle = Puzzle(SIX_CLUES)
    found = puzzle.redundant()
    assert [str(cell) for cell in found.redundant] == ["r1c2"]
    for cell, witness in found.needed.items():
        assert witness.violation(puzzle.without(cell)) is None
        assert witness[cell] != puzzle[cell]


def test_puzzles_of_real_size():
    assert not Puzzle(SEVENTEEN).redundant()  # one with 16 clues would be a sensation
    solution = Puzzle(SEVENTEEN).solve().solution
    extra = Puzzle(SEVENTEEN).replace({(0, 0): solution[0, 0], (8, 8): solution[8, 8]})
    assert {(0, 0), (8, 8)} <= set(extra.redundant().redundant)
    large = Puzzle(BOARD_16, board="sudoku-4x4")
    found = large.redundant()
    for cell in found.redundant[:3]:
        assert large.without(cell).count(2) == large.count(2)


def test_marks_and_contradictions_are_refused():
    with pytest.raises(cs.PuzzleError, match="pencil marks"):
        Puzzle({}, board="sudoku-2x2", candidates={(0, 0): (1, 2)}).redundant()
    with pytest.raises(cs.NoSolutionError):
        Puzzle("11..............").redundant()


# Minimal models


def test_minimal_keeps_the_only_solution():
    model = CSP()
    cells = model.variables("a b c d", range(1, 5))
    model.all_different(cells, "row")
    for one, other in pairwise(cells):
        model.add(one < other, name=f"{one} before {other}")
    model.add(cells[0] == 1, name="first")
    assert model.is_unique()
    for seed in range(6):
        smaller = model.minimal(seed=seed)
        assert smaller.solve().solution == model.solve().solution
        assert smaller.is_unique()
        assert not smaller.redundant()
    kept = model.minimal(seed=1, keep=["row", "first"])
    assert {"row", "first"} <= {constraint.name for constraint in kept.constraints}
    assert model.minimal(seed=1).to_json() == model.minimal(seed=1).to_json()


def test_what_has_no_name_stays():
    model, *_ = chain()
    assert model.minimal(seed=1).constraints == model.constraints
    assert len(model.minimal(units_of(model), seed=1).constraints) == 2


def test_units_say_what_they_are():
    model, x, *_ = chain()
    unit = Unit("both", model.constraints[:2], {x: (1, 2)})
    assert str(unit) == "both"
    assert unit.holds(dict(zip(model.variables, (1, 2, 3), strict=True)))
    assert not unit.holds(dict(zip(model.variables, (0, 2, 3), strict=True)))
    narrowed = model.with_values({x: 1})
    assert len(without(narrowed, [unit]).narrowed) == 0
    assert len(without(narrowed, [unit]).constraints) == 1
    assert len(model.constraints) == 3
