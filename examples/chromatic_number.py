"""Graph colouring: the fewest colours of a graph, with a proof that fewer are too few."""

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
    colours = 1
    while not cs.CSP.from_graph(graph, colours).solve():
        colours += 1
    print(f"{name}: {colours} colours")
