"""Links hold in the solution, go both ways, and are found without gaps; chains along them, too."""

from itertools import combinations
from pathlib import Path

import pytest

from csp_sudoku import Puzzle, boards
from csp_sudoku.bits import members, union
from csp_sudoku.formats.hodoku import parse_position
from csp_sudoku.logic import BY_NAME, TECHNIQUES, State
from csp_sudoku.logic.techniques.almost_locked import almost_locked_sets
from csp_sudoku.logic.techniques.chains import set_links
from csp_sudoku.logic.techniques.links import grouped_links, pair_links, plain_links, reaches
from csp_sudoku.logic.techniques.technique import first_step

DATA = Path(__file__).parent.parent / "data"
FAMILIES = [line.split("\t") for line in (DATA / "families.tsv").read_text().splitlines()][::2]
POSITIONS = {
    line.split(":")[1]: parse_position(line)
    for line in (DATA / "techniques.txt").read_text().splitlines()
}
BUILDERS = [plain_links, pair_links, grouped_links, set_links]


def state_at(code):
    position = POSITIONS[code]
    return State.of(
        position.puzzle, placed=position.placed
    ), position.givens.solve().solution.values


@pytest.mark.parametrize("build", BUILDERS)
@pytest.mark.parametrize(("name", "numbers"), FAMILIES)
def test_links_hold_in_the_solution(name, numbers, build):
    puzzle = Puzzle(numbers, board=boards.named(name), format="numbers")
    solution = tuple(puzzle.solve().solution)
    links = build(State.of(puzzle))
    true = union(
        number
        for number, (value, cells) in enumerate(links.nodes)
        if any(solution[cell] == value for cell in members(cells))
    )
    for number in range(len(links.nodes)):
        bit = 1 << number
        if true & bit:
            assert not links.weak[number] & true
        else:
            assert not links.strong[number] & ~true
        assert not (links.strong[number] | links.weak[number]) & bit
        assert all(links.strong[other] & bit for other in members(links.strong[number]))
        assert all(links.weak[other] & bit for other in members(links.weak[number]))


def test_plain_links_are_all_there():
    state, _ = state_at("0708")
    links = plain_links(state)
    for (a, one), (b, other) in combinations(enumerate(links.nodes), 2):
        together = one.cells | other.cells
        same_cell = one.cells == other.cells
        sees = one.value == other.value and any(state.bits.common_groups(together))
        assert bool(links.weak[a] >> b & 1) == (same_cell or sees)
        alone = same_cell and state.candidates[one.cells.bit_length() - 1].bit_count() == 2
        pair = sees and any(
            group.mask & state.places[one.value] == together for group in state.bits.full_groups
        )
        assert bool(links.strong[a] >> b & 1) == (alone or pair)


@pytest.mark.parametrize("code", ["0701", "0903"])
def test_what_is_reached_is_true_if_the_start_is_false(code):
    state, solution = state_at(code)
    links = grouped_links(state)
    holds = [any(solution[c] == value for c in members(cells)) for value, cells in links.nodes]
    reached = 0
    for reach, on in reaches(links, range(len(links.nodes))):
        for end in members(on):
            path = reach.path(end)
            assert (path[0], path[-1], len(path)) == (reach.start, end, 2 * len(reach.ons))
            assert all(links.strong[a] >> b & 1 for a, b in zip(path[::2], path[1::2], strict=True))
            assert all(links.weak[a] >> b & 1 for a, b in zip(path[1::2], path[2::2], strict=False))
            assert holds[reach.start] or holds[end]
            reached += 1
    assert reached > 100


def test_almost_locked_sets_by_brute_force():
    state = State.of(Puzzle("4....3 ..5.1. ...12. ..6... .....5 ......", board=boards.sudoku(2, 3)))
    expected = set()
    for group in state.bits.groups:
        cells = [1 << cell for cell in members(group.mask & state.open)]
        for count in range(1, len(cells)):
            for some in combinations(cells, count):
                mask = sum(some)
                if state.union(mask).bit_count() == count + 1:
                    expected.add((mask, state.union(mask)))
    found = almost_locked_sets(state)
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("name", ["x-chain", "xy-chain", "alternating inference chain"])
def test_short_chains_come_first(name):
    code = {"x-chain": "0701", "xy-chain": "0702"}.get(name, "0708")
    state, _ = state_at(code)
    lengths = [len(step.links) for step in BY_NAME[name].find(state)]
    assert lengths == sorted(lengths)
    assert all(length % 2 for length in lengths)


def test_kinds_of_chains_do_not_wait_for_each_other():
    """Three techniques share one search; each finds all of its own, whoever asks first."""
    names = [t.name for t in TECHNIQUES if t.name.startswith("grouped")]
    assert len(names) == 3
    alone = {}
    for name in names:
        state, _ = state_at("0709-1")
        alone[name] = list(BY_NAME[name].find(state))
    state, _ = state_at("0709-1")
    turns = {name: BY_NAME[name].find(state) for name in reversed(names)}
    assert [next(steps) for steps in turns.values()] == [alone[name][0] for name in reversed(names)]
    assert {name: list(BY_NAME[name].find(state)) for name in names} == alone


# Forcing


def test_a_refuted_value_leads_to_a_contradiction_by_singles():
    state, solution = state_at("1303")
    singles = [technique for technique in TECHNIQUES if "single" in technique.name]
    steps = list(BY_NAME["forcing net"].find(state))
    assert steps
    for step in steps:
        ((cell, value),) = step.eliminations
        assert step.pattern[0] == (cell, value)
        assert solution[cell] != value
        trial = state.copy()
        trial.place(cell, value)
        while not trial.contradiction():
            trial.apply(first_step(trial, singles))
        assert "has no" in step.sentence


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("cell forcing chain", "1302-1"),
        ("group forcing chain", "1302-2"),
        ("cell forcing net", "1304-1"),
        ("group forcing net", "1304-2"),
    ],
)
def test_forcing_tells_one_line_for_each_candidate(name, code):
    state, _ = state_at(code)
    steps = list(BY_NAME[name].find(state))
    assert len(steps) == len({step.result for step in steps})
    for step in steps:
        words, told = step.sentence.split(": ")
        assert words.startswith("whatever r" if name.startswith("cell") else "wherever ")
        lines = told.split("; ")
        starts = [f"if {state.words.cell[c]}={v}" for c, v in step.fins]
        assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True))
