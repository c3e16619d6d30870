"""Graphs of a problem, as networkx sees them: peers, variables and values, Kempe chains.

networkx is imported when a graph is first asked for. A board's graph is built once and kept with
its CSP; it is frozen, because all callers share it (`graph.copy()` can be changed).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from csp_sudoku.model import CSP, AllDifferent

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    import networkx as nx

    from csp_sudoku.boards import Board, Cell
    from csp_sudoku.puzzle import Puzzle, Solution


def peer_graph(problem: CSP | Board | Puzzle) -> nx.Graph[Hashable]:
    """Return the graph of peers: a node for each variable's name, a clique for each group.

    Time and space are linear in the sum of the squares of the group sizes.

    >>> from csp_sudoku import boards
    >>> graph = peer_graph(boards.sudoku(3, 3))
    >>> graph.number_of_edges(), {degree for _, degree in graph.degree}
    (810, {20})
    """
    return _csp(problem).shared("peer graph", _peer_graph)


def peers(problem: CSP | Board | Puzzle, name: Hashable) -> frozenset[Hashable]:
    """Return the names of the variables that share a group with this one.

    >>> from csp_sudoku import boards
    >>> len(peers(boards.sudoku(4, 4), (0, 0)))
    39
    """
    csp = _csp(problem)
    return frozenset(peer_graph(csp)[csp.find(name).name])


def value_graph(problem: CSP | Board | Puzzle) -> nx.Graph[tuple[str, Hashable]]:
    """Return the bipartite graph that joins each variable with the values it may take.

    Nodes are ("variable", name) and ("value", value); the attribute `bipartite` is 0 and 1. A
    matching that covers a group's variables is a way to fill that group.

    >>> from csp_sudoku import Puzzle
    >>> graph = value_graph(Puzzle("1... .... .... ...."))
    >>> graph.degree["variable", (0, 0)], graph.degree["value", 1]
    (1, 16)
    """
    import networkx as nx

    csp = _csp(problem)
    graph: nx.Graph[tuple[str, Hashable]] = nx.Graph()
    for variable, domain in csp.domains.items():
        graph.add_node(("variable", variable.name), bipartite=0)
        for value in domain:
            graph.add_node(("value", value), bipartite=1)
            graph.add_edge(("variable", variable.name), ("value", value))
    return graph


def kempe_chains(solution: Solution) -> Iterator[frozenset[Cell]]:
    """Find the Kempe chains of a filled board: components of two values in the peer graph.

    Exchanging the two values along a chain leaves every group different. So each chain is an
    unavoidable set: a puzzle that clues none of its cells has another solution.

    >>> from csp_sudoku import Solution
    >>> sorted(len(chain) for chain in kempe_chains(Solution("1234 3412 2143 4321")))
    [4, 4, 4, 4, 4, 4, 4, 4, 8, 8]

    Raises:
        PuzzleError: the board has constraints beyond groups, which an exchange might break.
    """
    import networkx as nx

    solution.require_groups_alone("a Kempe chain")
    graph = peer_graph(solution.board)
    cells_of: dict[int, list[Cell]] = {}
    for cell, value in zip(solution.board.cells, solution.values, strict=True):
        cells_of.setdefault(value, []).append(cell)
    for one, other in combinations(sorted(cells_of), 2):
        both = graph.subgraph(cells_of[one] + cells_of[other])
        yield from map(frozenset, nx.connected_components(both))


def _csp(problem: CSP | Board | Puzzle) -> CSP:
    return problem if isinstance(problem, CSP) else problem.csp


def _peer_graph(csp: CSP) -> nx.Graph[Hashable]:
    import networkx as nx

    graph: nx.Graph[Hashable] = nx.Graph()
    graph.add_nodes_from(variable.name for variable in csp.variables)
    for constraint in csp.constraints:
        if isinstance(constraint, AllDifferent):
            graph.add_edges_from(combinations((v.name for v in constraint.variables), 2))
    frozen: nx.Graph[Hashable] = nx.freeze(graph)
    return frozen
