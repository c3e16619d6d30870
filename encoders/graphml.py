"""The peer graph in GraphML, which networkx, Gephi, yEd and igraph read.

A node for each variable: its name, its row and column (counted from 1) if it is a cell, its domain,
and its value if there is one left. An edge for each pair of peers, with the names of the groups
that both belong to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape

from csp_sudoku.bits import members
from csp_sudoku.boards.board import Cell
from csp_sudoku.encoders.groups_alone import require_groups
from csp_sudoku.encoders.names import labels, one_line, value_labels
from csp_sudoku.encoders.slots import groups, peers
from csp_sudoku.model import CSP, Problem

_SCHEMA = "http://graphml.graphdrawing.org/xmlns"


def lines(problem: Problem) -> Iterator[str]:
    """Yield the lines.

    >>> from csp_sudoku import boards
    >>> text = list(lines(boards.latin(2).csp.with_values({(0, 0): 1}).problem))
    >>> next(line.strip() for line in text if "edge " in line)
    '<edge source="n0" target="n1"><data key="groups">row 1</data></edge>'
    """
    csp = problem.csp
    require_groups(csp, "the graph of peers")
    number = "int" if all(type(value) is int for value in csp.values) else "string"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<graphml xmlns="{_SCHEMA}">'
    kinds = {"name": "string", "row": "int", "column": "int", "domain": "string", "value": number}
    for key, kind in kinds.items():
        yield f'  <key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>'
    yield '  <key id="groups" for="edge" attr.name="groups" attr.type="string"/>'
    yield '  <graph edgedefault="undirected">'
    names, values = labels(csp.variables), value_labels(csp)
    for v, (variable, mask) in enumerate(zip(csp.variables, problem.masks, strict=True)):
        name = variable.name
        facts: dict[str, object] = {"name": names[v]}
        if isinstance(name, Cell):
            facts |= {"row": name.row + 1, "column": name.column + 1}
        domain = [values[variable.domain[code]] for code in members(mask)]
        facts["domain"] = ", ".join(domain)
        if len(domain) == 1:
            facts["value"] = domain[0]
        yield f'    <node id="n{v}">{_data(facts)}</node>'
    for (v, peer), shared in _edges(csp):
        data = _data({"groups": "; ".join(shared)})
        yield f'    <edge source="n{v}" target="n{peer}">{data}</edge>'
    yield "  </graph>"
    yield "</graphml>"


def _edges(csp: CSP) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """Yield pairs of peers with the names of the groups that they share."""
    of: list[dict[int, str]] = [{} for _ in csp.variables]
    for number, (constraint, group) in enumerate(zip(csp.constraints, groups(csp), strict=True)):
        for v in group:
            of[v][number] = one_line(constraint)
    for v, around in enumerate(peers(csp)):
        for peer in around:
            if v < peer:
                yield (v, peer), [name for number, name in of[v].items() if number in of[peer]]


def _data(facts: Mapping[str, object]) -> str:
    return "".join(f'<data key="{k}">{escape(str(fact))}</data>' for k, fact in facts.items())
