"""New variants: proper by a backend that did not make them, laid out as wished, repeatable."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

import csp_sudoku as cs
from csp_sudoku import boards
from csp_sudoku.boards import Cell
from csp_sudoku.boards.symmetries import images
from csp_sudoku.making.layouts import FAMILIES
from csp_sudoku.making.layouts.swaps import swaps
from csp_sudoku.making.variants import Layout
from csp_sudoku.rules import antiknight
from tests import generated_variants

SLOW = ("skyscraper", "little_killer", "sandwich", "sandwich,whisper", "little_killer,thermo")
"""Tried on a smaller board than they mean."""
COMBINED = [
    "killer,thermo",
    "arrow,kropki",
    "renban,xv",
    "sandwich,whisper",
    "little_killer,thermo",
]
LINES = {"thermo": "cells", "whisper": "cells", "renban": "cells"}


def lines_of(puzzle):
    found = []
    for rule in puzzle.rules:
        if rule.name in LINES:
            found.append(rule.arguments["cells"])
        elif rule.name == "arrow":
            found.append((rule.arguments["circle"], *rule.arguments["shaft"]))
    return found


@pytest.mark.parametrize("name", [*FAMILIES, *COMBINED])
def test_each_family_is_proper(name):
    board = "sudoku-2x3" if name in SLOW else None
    puzzle = cs.generate(seed=11, rules=name, board=board)
    assert puzzle.rules
    assert puzzle.count(limit=2, backend="sat") == 1
    assert cs.generate(seed=11, rules=name, board=board) == puzzle
    assert cs.generate(seed=12, rules=name, board=board) != puzzle


@pytest.mark.parametrize("seed", range(3))
def test_a_killer_is_tiled_by_cages_of_a_sensible_size(seed):
    puzzle = cs.generate(seed=seed, rules=["killer"])
    cells = [cell for rule in puzzle.rules for cell in rule.cells]
    assert sorted(cells) == sorted(puzzle.board.cells)
    assert not puzzle.clues
    sizes = Counter(len(rule.cells) for rule in puzzle.rules)
    assert max(sizes) <= 5
    assert sizes[1] <= 2
    assert all(is_connected(rule.cells) for rule in puzzle.rules)


def is_connected(cells):
    reached, todo = {cells[0]}, [cells[0]]
    while todo:
        row, column = todo.pop()
        for other in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if Cell(*other) in cells and Cell(*other) not in reached:
                reached.add(Cell(*other))
                todo.append(Cell(*other))
    return len(reached) == len(cells)


@pytest.mark.parametrize("name", ["sudoku-2x2", "sudoku-2x3", "latin-4", "jigsaw-6@1"])
def test_swaps_give_other_full_boards_and_no_other_four_cells_do(name):
    full = cs.Puzzle(board=boards.named(name)).solve().solution
    values = list(full.values)
    found = {frozenset(one + other) for one, other in swaps(full.board, values)}
    corners = range(len(values))
    for a, d in combinations(corners, 2):
        if values[a] != values[d]:
            continue
        for b, c in combinations(corners, 2):
            if values[b] == values[c] != values[a]:
                changed = values.copy()
                changed[a] = changed[d] = values[b]
                changed[b] = changed[c] = values[a]
                is_full = cs.Puzzle(changed, board=full.board).clash() is None
                assert is_full == (frozenset((a, b, c, d)) in found)
    assert found or name.startswith("jigsaw")


@pytest.mark.parametrize("name", ["thermo", "arrow,thermo", "renban,whisper"])
def test_lines_go_from_neighbour_to_neighbour_and_do_not_overlap(name):
    lines = lines_of(cs.generate(seed=5, rules=name))
    assert len(lines) > 2
    cells = [cell for line in lines for cell in line]
    assert len(set(cells)) == len(cells)
    steps = [(one, other) for line in lines for one, other in pairwise(line)]
    assert all(max(abs(a.row - b.row), abs(a.column - b.column)) == 1 for a, b in steps)
    corners = [
        (max(a.row, b.row), max(a.column, b.column))
        for a, b in steps
        if a.row != b.row and a.column != b.column
    ]
    assert len(set(corners)) == len(corners), "two lines cross"


@pytest.mark.parametrize("symmetry", ["rotate180", "rotate90", "mirror", "diagonal", "full"])
@pytest.mark.parametrize("name", ["killer", "thermo,killer"])
def test_cages_lines_and_clues_are_symmetric(name, symmetry):
    puzzle = cs.generate(seed=1, rules=name, symmetry=symmetry)
    shapes = {frozenset(rule.cells) for rule in puzzle.rules}
    for move in images(puzzle.board, symmetry):
        moved = {frozenset(Cell(*move(cell)) for cell in shape) for shape in shapes}
        assert moved == shapes
        assert {Cell(*move(cell)) for cell in puzzle.clues} == set(puzzle.clues)
    assert puzzle.count(limit=2, backend="sat") == 1


def test_the_number_of_rules_and_clues_is_as_asked():
    puzzle = cs.generate(seed=2, rules={"thermo": 3, "kropki": 8}, clues=14)
    counts = Counter(
        rule.name.removeprefix("white_").removeprefix("black_") for rule in puzzle.rules
    )
    assert counts == {"thermo": 3, "dot": 8}
    assert len(puzzle.clues) == 14
    assert puzzle.count(limit=2, backend="sat") == 1


@pytest.mark.parametrize("name", ["thermo", "futoshiki", "kenken", "towers"])
def test_minimal_means_that_no_clue_and_no_rule_can_go(name):
    board = "sudoku-2x3" if name == "thermo" else "latin-4"
    puzzle = cs.generate(seed=3, rules=name, board=board, minimal=True)
    assert cs.is_minimal(puzzle)


def test_rules_as_given_hold():
    puzzle = cs.generate(seed=4, rules=["killer", antiknight()])
    assert antiknight() in puzzle.rules
    assert cs.generate(seed=4, rules="killer,antiknight") == puzzle
    assert puzzle.count(limit=2, backend="sat") == 1
    first, *others = lines_of(cs.generate(seed=4, rules=["arrow", "thermo r1c1-r1c5"]))
    assert first == tuple(Cell(0, column) for column in range(5))
    assert not any(set(first) & set(line) for line in others)


def test_a_kakuro_has_runs_of_two_and_more():
    puzzle = cs.generate(seed=6, rules="kakuro", board="free-8x10-9")
    lengths = [len(rule.cells) for rule in puzzle.rules]
    assert min(lengths) >= 2
    assert max(lengths) <= 9
    assert len(puzzle.board.groups) == len(lengths)
    assert min(cell.row for cell in puzzle.board.cells) >= 1  # a row is left for the sums
    assert puzzle.count(limit=2, backend="cpsat") == 1


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"rules": "sudoko"}, "no family of variants is called 'sudoko'"),
        ({"rules": []}, "there is no family of variants to lay out"),
        ({"rules": "thermo:many"}, "'thermo:many' does not say how many"),
        ({"rules": ["killer", "kenken"]}, "killer and kenken have different boards"),
        ({"rules": "kakuro", "board": "latin-5"}, "a Kakuro cannot be laid out on latin-5"),
        ({"rules": "kakuro,thermo"}, "a Kakuro has its sums alone"),
        ({"rules": 5}, "expected names of variants, got 5"),
        ({"rules": [5]}, "expected the name of a variant, got 5"),
        ({"rules": "killer", "clues": 82}, "no puzzle of sudoku-3x3 has 82 clues"),
        ({"rules": "killer", "pattern": "x" * 81}, "puzzles with rules have no pattern"),
    ],
)
def test_wishes_that_cannot_be_are_refused(wishes, message):
    with pytest.raises(cs.CspSudokuError, match=message):
        cs.generate(seed=1, **wishes)


def test_a_hopeless_wish_ends_and_says_so():
    with pytest.raises(cs.OutOfBudgetError, match="the 3 tries ended without a puzzle of sudoku"):
        cs.generate(seed=1, rules="thermo:1", clues=2, tries=3)
    with pytest.raises(cs.OutOfBudgetError, match="the time ended without"):
        cs.generate(seed=1, rules="killer", timeout=0)


def test_names_are_taken_as_people_write_them():
    layout = Layout.of("Little Killer, thermometers:3, anti-knight".replace("anti-", "anti"))
    assert str(layout) == "little_killer, thermo:3, antiknight"


def test_streams_of_variants_go_by_number():
    first = list(cs.generate_many(3, seed=9, rules="futoshiki"))
    assert [*cs.generate_many(1, seed=9, first=2, rules="futoshiki")] == first[2:]


def test_boards_with_other_sizes():
    for name, board in [("killer", "sudoku-2x2"), ("thermo", "jigsaw-7@1"), ("kenken", "latin-4")]:
        puzzle = cs.generate(seed=1, rules=name, board=boards.named(board))
        assert puzzle.board.name == boards.named(board).name
        assert puzzle.count(limit=2, backend="sat") == 1


@pytest.mark.parametrize(("low", "high"), [(1.0, 2.5), (2.6, 3.8), (6.5, 8.5)])
def test_variants_are_as_hard_as_wished(low, high):
    puzzle = cs.generate(seed=1, rules="kenken", board="latin-5", difficulty=(low, high))
    assert low <= puzzle.rate().value <= high
    assert puzzle.count(limit=2, backend="sat") == 1


@pytest.mark.parametrize("family", generated_variants.NAMES)
def test_each_family_is_explained_in_sound_steps(family):
    """One puzzle of those that `tests.generated_variants` makes; 500 of each are in the docs."""
    made = generated_variants.made(family, 3)
    assert made["proper"]
    found = generated_variants.explained(made, None)
    assert found["wrong"] == []
    assert found["ending"] in ("solved", "stuck")
    assert (found["ending"] == "solved") == (found["open"] == 0)


def test_a_run_of_many_continues_and_counts_what_is_wrong(tmp_path, capsys):
    words = ["run", str(tmp_path), "futoshiki", "towers", "--each"]
    assert generated_variants.main(["run", str(tmp_path), "futoshiki", "--each", "1"]) == 0
    file = tmp_path / "made.jsonl"
    before = file.read_text()
    assert generated_variants.main([*words, "2"]) == 0
    assert file.read_text().startswith(before)
    for name in ("made", "explained"):
        lines = generated_variants.lines_of(tmp_path / f"{name}.jsonl")
        keys = [(line["family"], line["number"]) for line in lines]
        assert sorted(keys) == [("futoshiki", 0), ("futoshiki", 1), ("towers", 0), ("towers", 1)]
    capsys.readouterr()
    assert generated_variants.main(["count", str(tmp_path)]) == 0
    assert "| all | 4 | 4 |" in capsys.readouterr().out
    file.write_text(before.replace('"proper": true', '"proper": false'))
    assert generated_variants.main(["count", str(tmp_path)]) == 1


def test_puzzles_are_easy_unless_hard_ones_are_wished_for():
    """Without a wish, a few branches of a search prove each one; minimal ones may take more."""
    for number in range(3):
        easy = next(cs.generate_many(1, seed=20, first=number, rules="kropki"))
        answer = easy.solve("bitmask", limit=2, strengthen=False)
        assert answer.stats["nodes"] <= 10
