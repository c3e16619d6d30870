"""Graph colouring in the DIMACS format: vertices are variables, edges join those that must differ.

    c 1 r1c1                vertex 1 is r1c1
    c 82 colour of 1        vertices 82 to 90 are the values, joined with each other
    p edge 90 1026          vertices and edges
    e 1 2                   an edge a line

With as many colours as there are values, the graph can be coloured if and only if the problem has a
solution, and each colouring is one: a variable has the value whose vertex has its colour. What a
variable cannot be, its vertex is joined with. A problem that narrows no domain needs no vertices
for the values: there colour 1 is the first value, or colours are the values in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from csp_sudoku.encoders.names import labels
from csp_sudoku.encoders.slots import groups, peers
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.model import Problem


def lines(problem: Problem) -> Iterator[str]:
    r"""Yield the lines.

    >>> from csp_sudoku import CSP
    >>> csp = CSP()
    >>> _ = csp.all_different([csp.variable(name, ("red", "blue")) for name in "ab"])
    >>> print(*lines(csp.with_values({"a": "blue"}).problem), sep="\n")
    c to be coloured with 2 colours
    c 1 a
    c 2 b
    c 3 colour of red
    c 4 colour of blue
    p edge 4 3
    e 1 2
    e 3 4
    e 1 3
    """
    csp = problem.csp
    groups(csp)  # refuses what a graph cannot say
    count, colours = len(csp.variables), _colours(problem)
    pairs = [(v, peer) for v, around in enumerate(peers(csp)) for peer in around if v < peer]
    between = len(colours) * (len(colours) - 1) // 2
    barred = sum(len(colours) - mask.bit_count() for mask in problem.masks) if colours else 0
    yield f"c to be coloured with {len(csp.values)} colours"
    yield from (f"c {n} {name}" for n, name in enumerate(labels(csp.variables), start=1))
    named = enumerate(labels(csp.values), start=count + 1) if colours else ()
    yield from (f"c {n} colour of {value}" for n, value in named)
    yield f"p edge {count + len(colours)} {len(pairs) + between + barred}"
    yield from (f"e {v + 1} {peer + 1}" for v, peer in pairs)
    for code in colours:
        yield from (f"e {count + code + 1} {count + other + 1}" for other in colours[code + 1 :])
    for v, mask in enumerate(problem.masks):
        yield from (f"e {v + 1} {count + code + 1}" for code in colours if not mask >> code & 1)


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from lines `l VERTEX COLOUR`, as DIMACS has them."""
    rows = [line.split()[1:] for line in output.splitlines() if line.startswith("l ")]
    colour = {row[0]: row[1] for row in rows if len(row) == 2}
    count, values = len(problem.masks), _colours(problem)
    vertices = [str(n) for n in range(1, count + len(values) + 1)]
    if not rows or len(colour) < len(rows) or colour.keys() != set(vertices):
        raise not_one_solution("no colouring of all vertices in lines `l VERTEX COLOUR`")
    found = [colour[vertex] for vertex in vertices]
    code = {c: v for v, c in enumerate(found[count:] or _names(found, len(problem.csp.values)))}
    return [code.get(c, -1) for c in found[:count]]


def _names(colours: Sequence[str], count: int) -> list[str]:
    """Return what the colours are called, in the order of the values: 1, 2, 3 if it is that."""
    numbered = [str(number) for number in range(1, count + 1)]
    return numbered if set(colours) <= set(numbered) else list(dict.fromkeys(colours))


def _colours(problem: Problem) -> range:
    """Return the codes of the values that have a vertex: all, or none if no domain is narrowed."""
    count = len(problem.csp.values)
    everything = (1 << count) - 1
    return range(count if any(mask != everything for mask in problem.masks) else 0)
