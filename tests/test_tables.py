"""Arrow tables in and out of bulk solving, also from pandas."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import csp_sudoku as cs
from csp_sudoku import PuzzleError

PUZZLES = [puzzle.to("line") for puzzle in cs.generate_many(600, seed=3)]
NUMBERS = np.array([[0 if c == "." else int(c) for c in text] for text in PUZZLES], np.uint8)
BAD = ["", "nonsense", "1" * 81, "." * 81, None, "#" + "." * 80, " " * 81]


def forms(texts):
    column = pa.array(texts)
    yield pa.table({"id": range(len(texts)), "puzzle": column})
    yield pa.table({"whatever": column})
    yield pa.table({"puzzle": pa.chunked_array([column[:7], column[7:7], column[7:]])})
    yield pa.record_batch({"puzzle": column})
    yield column
    yield pa.array(["", *texts])[1:]
    yield pa.array(texts, pa.large_string())
    yield column.dictionary_encode()
    yield pd.DataFrame({"puzzle": texts})
    yield pd.Series(texts)


@pytest.mark.parametrize("place", range(10))
def test_tables_give_what_lists_give(place):
    for texts in (PUZZLES, BAD + PUZZLES[:20]):
        expected = cs.solve_many(texts)
        batch = cs.solve_many(list(forms(texts))[place])
        assert bytes(batch.solutions) == bytes(expected.solutions)
        assert batch.status.tolist() == expected.status.tolist()
        assert batch.counts.tolist() == expected.counts.tolist()


def test_numbers_in_columns():
    expected = cs.solve_many(PUZZLES)
    flat = pa.array(NUMBERS.ravel())
    for column in (
        pa.FixedSizeListArray.from_arrays(flat, 81),
        pa.FixedSizeListArray.from_arrays(flat, 81)[3:],
        pa.FixedSizeListArray.from_arrays(flat.cast(pa.int64()), 81),
        pa.array([bytes(row) for row in NUMBERS], pa.binary(81)),
        pa.array([bytes(row) for row in NUMBERS], pa.binary(81))[3:],
        pa.array(NUMBERS.tolist()),
    ):
        batch = cs.solve_many(column)
        skipped = len(PUZZLES) - len(column)
        assert bytes(batch.solutions) == bytes(expected.solutions)[81 * skipped :]
    wrong = NUMBERS.astype(np.int64)
    wrong[5, 5], wrong[6, 6] = 300, -1
    batch = cs.solve_many(pa.FixedSizeListArray.from_arrays(pa.array(wrong.ravel()), 81))
    assert [row for row in range(len(batch)) if batch.status[row] == cs.Outcome.INVALID] == [5, 6]


def test_results_as_a_table():
    texts = [PUZZLES[0], "." * 81, "11" + "." * 79, "nonsense"]
    table = cs.solve_many(texts).to_arrow()
    assert table.column_names == ["status", "solution", "found"]
    assert table.to_pydict() == {
        "status": ["solved", "multiple", "none", "invalid"],
        "solution": [cs.Puzzle(PUZZLES[0]).solve().solution.to("line"), None, None, None],
        "found": [1, 2, 0, 0],
    }
    assert cs.solve_many([]).to_arrow().num_rows == 0
    assert cs.solve_many(iter(texts)).to_arrow() == table


@pytest.mark.parametrize("name", ["sudoku-3x4", "latin-5", "samurai", "sudoku-2x2+diagonals"])
def test_other_boards(name):
    board = cs.boards.named(name)
    puzzles = list(cs.generate_many(2, seed=1, board=board, tries=5))
    table = cs.solve_many(pa.array([puzzle.to("line") for puzzle in puzzles]), board=board)
    solutions = [puzzle.solve().solution.to("line") for puzzle in puzzles]
    assert table.to_arrow().column("solution").to_pylist() == solutions


def test_variants_that_share_a_board():
    """Each row has rules of its own, as JSON texts or links do."""
    variants = [
        cs.Puzzle(text, rules=[f"cage r1c1 r1c2 = {total}"])
        for text in PUZZLES[:3]
        for total in range(3, 18)
    ]
    expected = [cs.Puzzle(v.values, rules=v.rules).count(2) for v in variants]
    assert {0, 1} <= set(expected)
    table = pa.table({"puzzle": [variant.to("json") for variant in variants]})
    assert cs.solve_many(table).counts.tolist() == expected


def test_generated_as_a_table():
    made = cs.generate_many(300, seed=3)
    next(made)
    table = made.to_arrow()
    assert table.column("puzzle").to_pylist() == PUZZLES[1:300]
    assert table.column("number").to_pylist() == list(range(1, 300))
    assert cs.solve_many(table).tally() == {cs.Status.SOLVED: 299}
    board = cs.boards.sudoku(3, 4)
    one = cs.generate_many(1, seed=1, board=board).to_arrow().column("puzzle").to_pylist()
    assert one == [cs.generate(seed=1, board=board).to("line")]


def test_a_table_without_puzzles():
    with pytest.raises(PuzzleError, match="no column 'puzzle', only a, b"):
        cs.solve_many(pa.table({"a": [1], "b": [2]}))
    assert len(cs.solve_many(pa.table({"puzzle": pa.array([], pa.string())}))) == 0


def test_canonical_forms_of_a_table():
    forms = cs.canonical_many(pa.table({"puzzle": PUZZLES[:50]}))
    assert bytes(forms) == bytes(cs.canonical_many(PUZZLES[:50]))
