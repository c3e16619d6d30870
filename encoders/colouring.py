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

from csp_sudoku.bits import members
from csp_sudoku.encoders.groups_alone import require_groups
from csp_sudoku.encoders.names import labels
from csp_sudoku.encoders.slots import peers
from csp_sudoku.encoders.solver_output import not_one_solution
from csp_sudoku.model import Problem, Value


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
    require_groups(csp, "graph colouring")
    count, colours = len(csp.variables), _colours(problem)
    pairs = [(v, peer) for v, around in enumerate(peers(csp)) for peer in around if v < peer]
    between = len(colours) * (len(colours) - 1) // 2
    barred = sum(len(colours) - mask.bit_count() for mask in problem.masks) if colours else 0
    yield f"c to be coloured with {len(csp.values)} colours"
    yield from (f"c {n} {name}" for n, name in enumerate(labels(csp.variables), start=1))
    named = enumerate(labels(colours), start=count + 1)
    yield from (f"c {n} colour of {value}" for n, value in named)
    yield f"p edge {count + len(colours)} {len(pairs) + between + barred}"
    yield from (f"e {v + 1} {peer + 1}" for v, peer in pairs)
    last = count + len(colours)
    for vertex in range(count + 1, last + 1):
        yield from (f"e {vertex} {other}" for other in range(vertex + 1, last + 1))
    if colours:
        for variable, mask in zip(csp.variables, problem.masks, strict=True):
            allowed = {variable.domain[code] for code in members(mask)}
            for vertex, value in enumerate(colours, start=count + 1):
                if value not in allowed:
                    yield f"e {variable.index + 1} {vertex}"


def decode(problem: Problem, output: str) -> list[int]:
    """Return a code for each variable, from lines `l VERTEX COLOUR`, as DIMACS has them."""
    rows = [line.split()[1:] for line in output.splitlines() if line.startswith("l ")]
    colour = {row[0]: row[1] for row in rows if len(row) == 2}
    count, coloured = len(problem.masks), _colours(problem)
    vertices = [str(n) for n in range(1, count + len(coloured) + 1)]
    if not rows or len(colour) < len(rows) or colour.keys() != set(vertices):
        raise not_one_solution("no colouring of all vertices in lines `l VERTEX COLOUR`")
    found = [colour[vertex] for vertex in vertices]
    values = problem.csp.values
    meant = dict(zip(found[count:] or _names(found, len(values)), values, strict=False))
    codes = []
    for variable, c in zip(problem.csp.variables, found, strict=False):
        known = c in meant and meant[c] in variable.domain
        codes.append(variable.domain.index(meant[c]) if known else -1)
    return codes


def _names(colours: Sequence[str], count: int) -> list[str]:
    """Return what the colours are called, in the order of the values: 1, 2, 3 if it is that."""
    numbered = [str(number) for number in range(1, count + 1)]
    return numbered if set(colours) <= set(numbered) else list(dict.fromkeys(colours))


def _colours(problem: Problem) -> tuple[Value, ...]:
    """Return the values that have a vertex: all, or none if every variable can have each value."""
    values = problem.csp.values
    is_narrowed = any(mask.bit_count() < len(values) for mask in problem.masks)
    return values if is_narrowed else ()
