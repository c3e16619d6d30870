"""The exact cover of a problem: known sizes, and an obvious search over its options."""

import pytest
from hypothesis import given

from csp_sudoku import CSP, Constraint, boards
from csp_sudoku.encoders import exact_cover
from csp_sudoku.errors import UnsupportedConstraintError
from tests.reference import all_solutions
from tests.strategies import csps


def covers(primary, options):
    """Find all exact covers by trying the options of the first uncovered item."""
    if not primary:
        return {frozenset()}
    item = min(primary)
    found = set()
    for number, option in options.items():
        if item in option:
            rest = {n: o for n, o in options.items() if not option & o}
            found |= {cover | {number} for cover in covers(primary - option, rest)}
    return found


@given(csps(most_variables=5, most_values=4))
def test_covers_are_the_solutions(csp):
    problem = csp.problem
    encoding = exact_cover.encode(csp)
    primary = set(range(encoding.primary))
    options = {
        o: set(encoding.items[encoding.offsets[o] : encoding.offsets[o + 1]])
        for o, (v, code) in enumerate(encoding.meaning)
        if problem.masks[v] >> code & 1
    }
    found = {
        tuple(problem.assignment(encoding.decode(cover)).values())
        for cover in covers(primary, options)
    }
    assert found == all_solutions(csp)


@pytest.mark.parametrize(
    ("board", "primary", "secondary", "options"),
    [
        ("sudoku-3x3", 324, 0, 729),
        ("sudoku-2x2", 64, 0, 64),
        ("latin-5", 75, 0, 125),
        ("sudoku-3x3+diagonals", 342, 0, 729),
    ],
)
def test_known_sizes(board, primary, secondary, options):
    encoding = exact_cover.encode(boards.named(board).csp)
    assert (encoding.primary, encoding.secondary) == (primary, secondary)
    assert len(encoding.meaning) == len(encoding.offsets) - 1 == options


def test_values_that_may_be_missing_are_secondary():
    csp = CSP()
    a, b = (csp.variable(name, (1, 2, 3)) for name in "ab")
    csp.all_different([a, b], "pair")
    encoding = exact_cover.encode(csp)
    assert (encoding.primary, encoding.secondary) == (2, 3)


class Odd(Constraint):
    def check(self, assignment):
        return True


def test_other_constraints_are_refused():
    csp = CSP()
    csp.add(Odd([csp.variable("x", (1, 2))]))
    with pytest.raises(UnsupportedConstraintError, match="Odd"):
        exact_cover.encode(csp)
