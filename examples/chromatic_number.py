"""The chromatic number: the fewest colours of a graph, with a proof that fewer are too few."""

import networkx

import csp_sudoku as cs

for name, graph in {
    "Petersen graph": networkx.petersen_graph(),
    "Grötzsch graph": networkx.mycielski_graph(4),
    "queens on 5 x 5": networkx.Graph(
        ((r, c), (s, d))
        for r in range(5)
        for c in range(5)
        for s in range(5)
        for d in range(5)
        if (r, c) < (s, d) and (r == s or c == d or abs(r - s) == abs(c - d))
    ),
}.items():
    enough = 1 + max(networkx.greedy_color(graph).values())
    model = cs.CSP.from_graph(graph, enough)
    model.minimize(cs.maximum(model.variables))
    print(f"{name}: {model.solve().value} colours")
