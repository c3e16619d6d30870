"""Proofs that a graph needs one colour more, with the colours of a clique fixed and without.

python bench/cliques.py [SECONDS] [BACKEND ...]

With the word "rule" as the first backend, the colours are fixed in both columns, and what differs
is the rule `cliques` of strengthening, which joins the pairs that differ into groups.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations, product

import networkx as nx

import csp_sudoku as cs
from csp_sudoku.backends import get
from csp_sudoku.backends.protocol import Report
from csp_sudoku.budgets import Budget
from csp_sudoku.model import Problem

BACKENDS = ("bitmask", "sat", "cpsat", "dlx", "auto")


def queens(n: int) -> nx.Graph:
    """Return the graph of the squares of a board, joined where a queen moves."""
    graph = nx.Graph()
    graph.add_nodes_from(product(range(n), repeat=2))
    for (a, b), (c, d) in combinations(list(graph), 2):
        if a == c or b == d or abs(a - c) == abs(b - d):
            graph.add_edge((a, b), (c, d))
    return graph


GRAPHS: dict[str, tuple[nx.Graph, int]] = {
    "queens 6x6": (queens(6), 6),
    "queens 8x8": (queens(8), 8),
    "Mycielski 5": (nx.mycielski_graph(6), 5),
    "random, 40 vertices, half of all edges": (nx.gnp_random_graph(40, 0.5, seed=1), 7),
    "random, 60 vertices, 30 % of all edges": (nx.gnp_random_graph(60, 0.3, seed=2), 6),
    "queens 7x7 (colourable)": (queens(7), 7),
    "random, 60 vertices (colourable)": (nx.gnp_random_graph(60, 0.3, seed=2), 7),
}


def settled(backend: str, problem: Problem, seconds: float, **options: object) -> tuple[str, float]:
    """Return what a backend says of a problem that it has never seen, and its CPU seconds."""
    started = time.process_time()
    search = get(backend, **options).search(problem, Budget(seconds), Report(backend), 1)
    try:
        next(search)
        said = "yes"
    except StopIteration as end:
        said = "no" if end.value else "?"
    search.close()
    return said, time.process_time() - started


def main(seconds: float, backends: list[str]) -> None:
    print("| graph | colours | backend | without | with | ratio |\n|---|--:|---|--:|--:|--:|")
    for name, (graph, colours) in GRAPHS.items():
        for backend in backends:
            plain = cs.CSP.from_graph(graph, colours).problem
            started = time.process_time()
            narrowed = cs.CSP.from_graph(graph, colours).problem.with_clique_fixed()
            clique = time.process_time() - started
            assert narrowed is not None
            said, before = settled(backend, plain, seconds)
            told, after = settled(backend, narrowed[0], seconds)
            if "?" not in (said, told) and said != told:
                raise SystemExit(f"{backend} is wrong")
            after += clique
            cells = [f"{t:.3f} s ({s})" for s, t in ((said, before), (told, after))]
            ratio = f"{before / after:.1f}"
            print(f"| {name} | {colours} | {backend} | {' | '.join(cells)} | {ratio} |", flush=True)


def rule(seconds: float, backends: list[str]) -> None:
    """Print what the rule is worth to each backend."""
    print("| graph | colours | backend | without | with |\n|---|--:|---|--:|--:|")
    for name, (graph, colours) in GRAPHS.items():
        for backend in backends:
            usual, cells = get(backend).rules, []
            for rules in (usual - {"cliques"}, usual | {"cliques"}):
                narrowed = cs.CSP.from_graph(graph, colours).problem.with_clique_fixed()
                assert narrowed is not None
                said, spent = settled(backend, narrowed[0], seconds, strengthen=rules)
                cells.append(f"{spent:.3f} s ({said})")
            print(f"| {name} | {colours} | {backend} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    if sys.argv[2:3] == ["rule"]:
        rule(limit, sys.argv[3:] or ["bitmask", "sat", "cpsat"])
        sys.exit()
    main(limit, sys.argv[2:] or list(BACKENDS))
