"""Search trees are what the searches did: the same counts, and paths that lead to the solution."""

import json

import pytest

import csp_sudoku as cs
from csp_sudoku.encoders import bitmask
from csp_sudoku.native.bitmask import EVENTS, PROPAGATIONS, Structure
from csp_sudoku.native.status import Status
from csp_sudoku.web.questions import answer
from csp_sudoku.web.trees import NAMES, search_tree
from tests.web.serving import HARD, blank, puzzle

RULES = ["cage r1c1 r1c2 r2c1 = 15", "thermo r4c4-r4c8", "antiknight"]


def nodes_of(tree):
    """Yield (depth, cell, value, kind) of each node."""
    for depth, code in zip(tree["depths"], tree["codes"], strict=True):
        what, kind = divmod(code, 4)
        yield depth, *divmod(what, 65), EVENTS[kind]


def path_of(tree):
    """Return the decisions that stand at the end."""
    path = []
    for depth, cell, value, kind in nodes_of(tree):
        if kind in ("alive", "dead"):
            path[depth - 1 :] = [(cell, value)]
    return path


@pytest.mark.parametrize("name", PROPAGATIONS)
def test_a_tree_has_as_many_nodes_as_the_search_counts(name):
    hard = cs.Puzzle(HARD)
    tree = search_tree(hard, name, 100_000, 60.0)
    kinds = [kind for *_, kind in nodes_of(tree)]
    encoding = bitmask.encode(hard.problem.csp)
    search = encoding.search(
        bitmask.masks(hard.problem),
        order="smallest",
        propagation=name,
        branch="cells",
        restarts=None,
    )
    assert search.run() is Status.SOLUTION
    assert kinds.count("alive") + kinds.count("dead") == search.nodes
    if name != "none":  # without inference, a branch only turns out to be dead at the next cell
        assert kinds.count("dead") == search.backtracks
    assert kinds[-1] == "solution"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [(), RULES], ids=["plain", "rules"])
def test_the_path_at_the_end_is_part_of_the_solution(name, rules):
    if rules and name == "none":
        return  # rules always propagate: the page does not show it
    start = cs.Puzzle(HARD) if not rules else cs.Puzzle(board="sudoku-3x3", rules=rules)
    tree = search_tree(start, name, 100_000, 60.0)
    assert tree["solved"]
    path = [(cell, value) for cell, value in path_of(tree) if cell >= 0]
    entries = {start.board.cells[cell]: value for cell, value in path}
    assert start.replace(entries).count(1) == 1


def test_a_tree_is_cut():
    tree = search_tree(cs.Puzzle(HARD), "none", 1000, 60.0)
    assert tree["cut"]
    assert not tree["solved"]
    assert len(tree["depths"]) == 1000


def test_the_board_at_a_node_is_what_the_search_saw():
    lines = []
    fields = {"puzzle": puzzle(HARD), "name": "singles", "decisions": [[1, 1], [2, 2]]}
    answer("state", fields, 5.0, lines.append)
    found = json.loads(lines[-1])["answer"]
    solution = cs.Puzzle(HARD).solve().solution.values
    assert found["values"][:3] == [8, 1, 2] == list(solution[:3])
    assert all(value in (0, right) for value, right in zip(found["values"], solution, strict=True))


@pytest.mark.parametrize("pair", [[81, 1], [-1, 1], [0, 0], [0, 10], [0], "x", [True, 1]])
def test_odd_decisions_are_refused(pair):
    lines = []
    fields = {"puzzle": blank("sudoku-3x3", 81), "name": "singles", "decisions": [pair]}
    answer("state", fields, 5.0, lines.append)
    assert "error" in json.loads(lines[-1])


def test_a_search_records_from_its_beginning_only():
    search = Structure(2, 2, [[0, 1]]).search([0b11, 0b11])
    search.run(nodes=1)
    with pytest.raises(RuntimeError, match="beginning"):
        search.record(10)
    assert search.events() == []


def test_restarts_are_recorded():
    """Seven pigeons in six holes, without seeing that they are too many."""
    structure = Structure(7, 6, [[one, two] for one in range(7) for two in range(one)])
    search = structure.search([0b111111] * 7, values="random", propagation="naked", restarts=1)
    search.record(100_000)
    assert search.count() == 0
    kinds = [kind for kind, *_ in search.events()]
    assert kinds.count("restart") == search.restarts > 0
    assert kinds.count("alive") + kinds.count("dead") == search.nodes


def test_what_does_not_fit_is_not_recorded():
    search = Structure(3, 3, [[0, 1, 2]]).search([0b111] * 3, order="static")
    search.record(3)
    assert search.count() == 6
    assert len(search.events()) == 3
