"""Many puzzles with rules in one call: each row as it would be answered alone."""

import pytest

import csp_sudoku as cs
from csp_sudoku.backends import stages
from csp_sudoku.bulk.beginnings import settled_rows
from csp_sudoku.rules import antiknight, cage, extra_region, thermo
from csp_sudoku.status import Status


def killers():
    """Return puzzles on 4x4 with different rules: none, one, several solutions, and no rules."""
    rows = [cage("r1c1 r1c2", 3), cage("r1c3 r2c3", 5), thermo("r4c1 r3c2 r2c2"), antiknight()]
    made = [
        cs.Puzzle({(0, 0): first}, board="sudoku-2x2", rules=rows[at:until])
        for first in (0, 1, 2, 3)
        for at in range(4)
        for until in range(at, 5)
    ]
    return [*made, cs.Puzzle({}, board="sudoku-2x2", rules=[extra_region("r1c1 r2c3 r4c2")])]


def told(answer):
    values = answer.solution.values if answer.solution else None
    return answer.status, answer.found, values, answer.stats.get("nodes", 0)


@pytest.mark.parametrize("limit", [1, 2, 5])
@pytest.mark.parametrize("backend", ["auto", "bitmask"])
@pytest.mark.parametrize("first_nodes", [1, 3, 100])
def test_rows_are_answered_as_single_questions(backend, limit, first_nodes, monkeypatch):
    monkeypatch.setattr(stages, "FIRST_NODES", first_nodes)
    puzzles = killers()
    alone = [told(puzzle.solve(backend, limit=limit)) for puzzle in puzzles]
    assert {Status.SOLVED, Status.NONE} <= {status for status, *_ in alone}
    for workers in (1, 3):
        batch = cs.solve_many(puzzles, backend=backend, limit=limit, workers=workers)
        assert [(row.status, row.found, row.solution, row.nodes) for row in batch] == alone


def test_short_searches_settle_most_rows_at_once():
    puzzles = killers()
    found = settled_rows(puzzles, cs.backends.get("auto"), 2)
    with_rules = [row for row, puzzle in enumerate(puzzles) if puzzle.rules]
    assert len(found) > len(with_rules) // 2
    assert set(found) <= set(with_rules)


def test_texts_with_rules_are_rows_of_their_board():
    puzzle = cs.Puzzle({}, rules=[cage("r1c1 r1c2", 3), cage("r9c9 r8c9", 17)])
    texts = [puzzle.to("iss"), puzzle.to("fpuzzles"), ".Shape~4x4.Cage~3~R1C1~R1C2", "x"]
    batch = cs.solve_many(texts, board="sudoku")
    assert [row.status for row in batch] == [Status.MULTIPLE] * 2 + [Status.INVALID] * 2


def test_a_killer_in_81_symbols_is_not_a_plain_puzzle():
    killer = cs.Puzzle({}, rules=[cage(f"r{row}c{at} r{row}c{at + 1}", 9) for row, at in CAGES])
    text = killer.to("killer")
    assert len(text) == 81
    plain = "." * 80 + "1"
    for rows in ([text, plain], f"{text}\n{plain}\n".encode()):
        batch = cs.solve_many(rows)
        assert [row.status for row in batch] == [Status.MULTIPLE] * 2
        first = batch[0].solution
        assert all(
            first[9 * (row - 1) + at - 1] + first[9 * (row - 1) + at] == 9 for row, at in CAGES
        )


def test_rows_of_several_formats_after_each_other():
    rules = [cage(f"r{row}c{at} r{row}c{at + 1}", 9) for row, at in CAGES]
    ruled = cs.Puzzle({(8, 8): 4}, rules=rules)
    killer, iss = cs.Puzzle({}, rules=rules).to("killer"), ruled.to("iss")
    plain, bad = "." * 80 + "1", "9" * 81
    rows = [bad, killer, "no puzzle", *[iss] * 40, plain, killer, *[ruled.to("fpuzzles")] * 3, bad]
    expected = [told(cs.Puzzle(row).solve(limit=2)) for row in (killer, iss, plain)]
    for workers in (1, 3):
        for given in (rows, "\n".join(rows).encode()):
            found = [
                (r.status, r.found, r.solution, r.nodes)
                for r in cs.solve_many(given, workers=workers)
            ]
            assert found[1] == found[44] == expected[0]
            assert found[3:43] + found[45:48] == [expected[1]] * 43
            assert found[43][:2] == expected[2][:2]
            assert found[2][0] is Status.INVALID
            assert found[0][0] is found[48][0] is Status.NONE


CAGES = [(1, 1), (1, 3), (2, 2), (3, 5), (4, 7), (5, 1), (6, 3), (7, 8), (8, 4), (9, 6)]


def test_the_same_rows_whatever_the_number_of_workers():
    puzzles = killers() * 3
    one = cs.solve_many(puzzles, workers=1)
    for workers in (2, 4):
        many = cs.solve_many(puzzles, workers=workers)
        assert list(many) == list(one)
