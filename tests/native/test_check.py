"""The checks of answers: each single fault is found, in numbers and text, in few rows and many."""

import array

import pytest
from hypothesis import given, strategies as st

from csp_sudoku import boards
from csp_sudoku.native.check import Groups, first_wrong9, stride9

GRID = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
OPEN = bytes(81)
NO_SOLUTION = (0, 0xFFFFFFFF)


def as_text(cells):
    return bytes(cell + ord("0") for cell in cells)


def first_wrong(clues, solutions, count=1, **options):
    rows = len(solutions) // options.get("solutions_stride", 81)
    return first_wrong9(clues, solutions, array.array("I", [count] * rows), **options)


@pytest.mark.parametrize("rows", [1, 64, 65, 200])
def test_every_changed_cell_is_found(rows):
    solutions = bytearray(GRID * rows)
    assert first_wrong(OPEN * rows, solutions) is None
    for cell in range(81):
        for value in (*range(12), 17, 128, 255):
            at = 81 * (rows - 1) + cell
            before, solutions[at] = solutions[at], value
            found = first_wrong(OPEN * rows, solutions)
            assert found == (None if value == before else rows - 1)
            assert all(first_wrong(OPEN * rows, solutions, none) is None for none in NO_SOLUTION)
            solutions[at] = before


@pytest.mark.parametrize("rows", [1, 100])
@pytest.mark.parametrize("base", [0, ord("0")], ids=["numbers", "text"])
@pytest.mark.parametrize("solution_base", [0, ord("0")], ids=["numbers", "text"])
def test_every_clue_counts(rows, base, solution_base):
    options = {"text": bool(base), "solutions_text": bool(solution_base), "solutions_stride": 82}
    solutions = (bytes(cell + solution_base for cell in GRID) + b"\n") * rows
    clues = bytearray(bytes(cell + base for cell in GRID) * rows)
    assert first_wrong(clues, solutions, **options) is None
    for at in range(81 * (rows - 1), 81 * rows):
        before, clues[at] = clues[at], (clues[at] - base) % 9 + 1 + base
        assert first_wrong(clues, solutions, **options) == rows - 1
        for symbol in b".0*_" if base else b"\0":
            clues[at] = symbol
            assert first_wrong(clues, solutions, **options) is None
        clues[at] = before


@given(st.lists(st.integers(1, 9), min_size=81, max_size=81), st.permutations(range(9)))
def test_the_verdict_is_that_of_the_groups(values, order):
    plain = boards.sudoku(3, 3).csp
    groups = Groups(81, [[v.index for v in each.variables] for each in plain.constraints])
    shuffled = [GRID[9 * r + c] for r in range(9) for c in order]
    for cells in (bytes(values), bytes(shuffled), GRID):
        for rows in (1, 65):
            is_right = first_wrong(OPEN * rows, cells * rows) is None
            assert is_right == (groups.clash(cells) is None)


def test_tables_that_do_not_fit():
    assert first_wrong9(b"", b"", array.array("I")) is None
    for clues, solutions, options in (
        (OPEN, GRID[:80], {}),
        (OPEN[:80], GRID, {}),
        (OPEN, GRID, {"stride": 80}),
        (OPEN * 2, GRID * 2, {"solutions_stride": 82}),
    ):
        with pytest.raises(ValueError, match="do not hold"):
            first_wrong9(
                clues, solutions, array.array("I", [1] * (len(clues) // 81 or 1)), **options
            )


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("rows", [1, 2, 50])
def test_lines_of_81_symbols(end, rows):
    text = (as_text(GRID) + end) * rows
    assert stride9(text) == 81 + len(end)
    assert stride9(text.removesuffix(end)) == (81 + len(end) if rows > 1 else 82)
    for at in range(len(text)):
        for symbol in b" \t#\r\n\0":
            if symbol != text[at]:
                assert stride9(text[:at] + bytes([symbol]) + text[at + 1 :]) == 0
    for wrong in (text[1:], text + b".", text + text[:80] + end, end + text, text + b"\n\n"):
        assert stride9(wrong) == 0


def test_no_lines_at_all():
    assert [stride9(text) for text in (b"", b"\n", b"." * 80, b"." * 82)] == [0] * 4
