"""What a derived constraint says, and why, in words."""

import csp_sudoku as cs
from csp_sudoku.model.wording import chain, sentence, statement
from csp_sudoku.rules import cage


def derived(puzzle, *rules):
    return [sentence(c) for c in puzzle.csp.strengthened(rules).constraints if c.origin]


def test_what_cages_leave_of_two_rows():
    cages = [cage("r1c1 r1c2 r2c1 r2c2", 9), cage("r1c3 r2c3 r1c4", 8)]
    puzzle = cs.Puzzle(board="sudoku-2x2", rules=cages)
    said = (
        "rows 1 and 2 sum to 20, cage r1c1 r1c2 r2c1 r2c2 = 9 and cage r1c3 r2c3 r1c4 = 8 to 17, "
        "so r2c4 is 3"
    )
    assert said in derived(puzzle, "innies and outies")


def test_outies_are_told_from_innies():
    puzzle = cs.Puzzle(board="sudoku-2x2", rules=[cage("r1c1 r1c2 r1c3 r2c3", 9)])
    said = "row 1 sums to 10, cage r1c1 r1c2 r1c3 r2c3 = 9 to 9, so r1c4 is 1 more than r2c3"
    assert said in derived(puzzle, "innies and outies")


def test_what_is_fixed_is_not_part_of_the_totals():
    model = cs.CSP()
    row = [*model.variables("a b c", range(1, 5)), model.variable("d", [4])]
    model.all_different(row, "row 1")
    model.add(row[0] + row[1] == 3, name="the cage")
    words = [sentence(c) for c in model.strengthened(["hidden cages"]).constraints if c.origin]
    assert words == ["without what is fixed, row 1 sums to 6, the cage to 3, so c is 3"]


def test_leftovers_are_equal():
    regions = "1112 1222 3334 3444".replace(" ", "")
    puzzle = cs.Puzzle(board=cs.boards.jigsaw(regions))
    steps = [c for c in puzzle.csp.strengthened(["leftovers"]).constraints if c.origin]
    assert "r1c4 and r2c1 have the same value" in map(statement, steps)


def test_a_chain_ends_with_what_was_asked_and_begins_with_what_rests_on_the_model():
    cages = [cage("r1c1 r1c2 r2c1", 6), cage("r1c3 r2c3", 5)]
    model = cs.Puzzle(board="sudoku-2x2", rules=cages).csp.strengthened()
    for constraint in model.constraints:
        if constraint.origin is not None:
            steps = list(chain(constraint))
            assert steps[-1] is constraint
            known = set()
            for step in steps:
                parts = (*step.origin.parts, *step.origin.less)
                assert all(part.origin is None or id(part) in known for part in parts)
                known.add(id(step))
