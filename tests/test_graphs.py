"""Peer graphs, value graphs and Kempe chains against known facts."""

import networkx as nx
import pytest

from csp_sudoku import CSP, Puzzle, Solution, boards, graphs


@pytest.mark.parametrize(
    ("board", "edges", "degree"),
    [("sudoku-2x2", 56, 7), ("sudoku-3x3", 810, 20), ("sudoku-4x4", 256 * 39 // 2, 39)],
)
def test_peer_graph_has_the_known_size_and_is_regular(board, edges, degree):
    graph = graphs.peer_graph(boards.named(board))
    assert graph.number_of_edges() == edges
    assert {d for _, d in graph.degree} == {degree}


def test_peer_graph_is_kept_with_the_board_and_frozen():
    board = boards.sudoku(3, 3)
    graph = graphs.peer_graph(board)
    assert graphs.peer_graph(Puzzle([0] * 81)) is graph
    assert graphs.peer_graph(board.csp) is graph
    with pytest.raises(nx.NetworkXError):
        graph.add_edge(1, 2)


def test_peers_agree_with_the_board():
    board = boards.named("sudoku-3x3+diagonals+windows")
    for i, cell in enumerate(board.cells):
        assert graphs.peers(board, cell) == {board.cells[p] for p in board.peers[i]}


def test_peer_graph_of_any_csp():
    model = CSP()
    for name in ("WA", "NT", "T"):
        model.variable(name, (1, 2))
    model.all_different(["WA", "NT"])
    graph = graphs.peer_graph(model)
    assert set(graph) == {"WA", "NT", "T"}
    assert set(graph.edges) == {("WA", "NT")}


def test_value_graph_is_bipartite_and_follows_the_domains():
    puzzle = Puzzle({(0, 0): 5})
    graph = graphs.value_graph(puzzle)
    assert nx.is_bipartite(graph)
    assert graph.number_of_edges() == 80 * 9 + 1
    assert set(graph["variable", (0, 0)]) == {("value", 5)}


GRID = "831529674796814253542637189159783426483296715627145938365471892274958361918362547"


def test_kempe_chains_can_be_exchanged():
    solution = Solution([int(symbol) for symbol in GRID])
    chains = list(graphs.kempe_chains(solution))
    assert sum(map(len, chains)) == 36 * 18
    for chain in chains:
        one, other = sorted({solution[cell] for cell in chain})
        exchanged = {
            cell: one + other - solution[cell] if cell in chain else solution[cell]
            for cell in solution.board.cells
        }
        assert Solution(exchanged) != solution
