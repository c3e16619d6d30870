"""Other programs read an export: each reader gives what it prints, solution by solution."""

import subprocess
import sys
from itertools import combinations

import networkx as nx
from ortools.sat import cp_model_pb2
from ortools.sat.python import cp_model
from pysat.formula import CNF
from pysat.solvers import Solver

from csp_sudoku.native.dlx import ExactCover


def pysat(text):
    """Read a CNF with PySAT, and yield a `v` line for each model that its comments can tell."""
    read = CNF(from_string=text)
    comments = [line.split()[1] for line in text.splitlines() if line.startswith("c ")]
    named = sum(word.isdecimal() for word in comments)
    assert comments[named:] == (["p"] if read.nv > named else [])
    with Solver("cadical153", bootstrap_with=read.clauses) as solver:
        while solver.solve():
            chosen = solver.get_model() or []
            yield "s SATISFIABLE\nv " + " ".join(map(str, [*chosen, 0]))
            solver.add_clause([-x for x in chosen if 0 < x <= named])


def clasp(text):
    """Read a CNF or OPB with clasp, a process of its own."""
    command = [sys.executable, "-m", "clingo", "--mode=clasp", "--quiet=0", "2000"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    printed = done.stdout.decode()
    assert "ERROR" not in done.stderr.decode(), done.stderr
    assert "s UNSATISFIABLE" in printed or "s SATISFIABLE" in printed, printed
    answer = []
    for line in printed.splitlines():
        if line.startswith("c Answer") and answer:
            yield "\n".join(answer)
            answer = []
        answer += [line] if line.startswith("v ") else []
    if answer:
        yield "\n".join(answer)


def clasp_optimum(text):
    """Optimize an OPB with clasp; the optimum, if there is a solution."""
    command = [sys.executable, "-m", "clingo", "--mode=clasp", "--quiet=1"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    printed = done.stdout.decode()
    assert "ERROR" not in done.stderr.decode(), done.stderr
    assert any(f"s {word}" in printed for word in ("OPTIMUM FOUND", "UNSATISFIABLE", "SATISFIABLE"))
    if "\nv " in printed:
        yield "\n".join(line for line in printed.splitlines() if line.startswith("v "))


def ortools_optimum(text):
    """Optimize a model in protobuf's text format with OR-Tools; the optimum and its value."""
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None, "status: INFEASIBLE"
    assert status == cp_model.OPTIMAL
    values = solver.response_proto.solution
    return solver.objective_value, "".join(f"solution: {value}\n" for value in values)


def ortools_text(text):
    """Read a model in protobuf's text format with OR-Tools."""
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(text)
    yield from _ortools(model)


def ortools_binary(content):
    """Read a model in protobuf's binary format, and have OR-Tools take it."""
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(str(cp_model_pb2.CpModelProto.FromString(content)))
    yield from _ortools(model)


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_solution_callback(self):
        self.found.append(str(self.Response()))


def _ortools(model):
    assert model.validate() == ""
    solver, collector = cp_model.CpSolver(), _Collector()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    assert solver.solve(model, collector) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return collector.found


def dancing_links(text):
    """Read exact cover in Knuth's form, as his programs do, and search by dancing links."""
    rows = [line.split() for line in text.splitlines() if not line.startswith("|")]
    header, *options = rows
    bar = header.index("|") if "|" in header else len(header)
    names = header[:bar] + header[bar + 1 :]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 8 and name.isascii() and ":" not in name for name in names)
    number = {name: i for i, name in enumerate(names)}
    assert all(len(set(option)) == len(option) for option in options)
    parts = [[word.partition(":") for word in option] for option in options]
    assert all(len(colour) == len(colon) for option in parts for _, colon, colour in option)
    items = [[number[name] for name, _, _ in option] for option in parts]
    colours = [[ord(colour) if colour else 0 for *_, colour in option] for option in parts]
    for chosen in ExactCover(bar, items, len(names) - bar, colours).search():
        yield "".join(f" {' '.join(options[o])} (1 of 1)\n" for o in chosen)


def colouring(text, clique=()):
    """Read a graph in the DIMACS form, and colour it with as many colours as it says, by SAT.

    All colourings differ in more than names of colours, if those of a clique are given.
    """
    rows = [line.split() for line in text.splitlines()]
    colours = int(next(row[-2] for row in rows if row[:3] == ["c", "to", "be"]))
    (vertices, edges), *_ = ([int(n) for n in row[2:]] for row in rows if row[0] == "p")
    graph = nx.Graph()
    graph.add_nodes_from(range(1, vertices + 1))
    graph.add_edges_from([int(v) for v in row[1:]] for row in rows if row[0] == "e")
    assert (len(graph), graph.number_of_edges(), nx.number_of_selfloops(graph)) == (
        vertices,
        edges,
        0,
    )
    named = {int(row[1]) for row in rows if row[0] == "c" and row[1].isdecimal()}
    assert named == set(graph)
    assert all(graph.has_edge(v, w) for v, w in combinations(clique, 2))
    yield from _coloured(graph, colours, clique)


def colouring_up_to_names(text):
    """Read and colour a graph as others do: the vertices at its end have the colours 1, 2, 3..."""
    last, colours = (int(text.split(word)[1].split()[0]) for word in ("p edge ", "coloured with "))
    return colouring(text, range(last - colours + 1, last + 1))


def _coloured(graph, colours, clique):
    def says(vertex, colour):
        return (vertex - 1) * colours + colour

    clauses = [[says(v, c) for c in range(1, colours + 1)] for v in graph]
    for v in graph:
        clauses += ([-says(v, a), -says(v, b)] for a, b in combinations(range(1, colours + 1), 2))
    clauses += ([says(v, c)] for c, v in enumerate(clique, start=1))
    for v, w in graph.edges:
        clauses += ([-says(v, c), -says(w, c)] for c in range(1, colours + 1))
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            chosen = [x for x in solver.get_model() or [] if x > 0]
            numbers = [divmod(x - 1, colours) for x in chosen]
            yield "".join(f"l {v + 1} {c + 1}\n" for v, c in numbers)
            solver.add_clause([-x for x in chosen])


def pseudo_boolean(text):
    """Read OPB with CP-SAT, and yield a `v` line for each solution that its comments can tell."""
    header, *rows = text.splitlines()
    _, _, variables, _, constraints = header.split()
    comments = [row.split()[1] for row in rows if row.startswith("*")]
    lines = [row for row in rows if not row.startswith("*")]
    assert comments == [str(x) for x in range(1, len(comments) + 1)]
    assert len(lines) == int(constraints)
    model = cp_model.CpModel()
    xs = [model.new_bool_var(f"x{i}") for i in range(1, int(variables) + 1)]
    for line in lines:
        *terms, relation, bound, end = line.split()
        assert end == ";"
        pairs = zip(terms[::2], terms[1::2], strict=True)
        total = sum(int(weight) * xs[int(x.removeprefix("x")) - 1] for weight, x in pairs)
        model.add(total == int(bound) if relation == "=" else total >= int(bound))
        assert relation in ("=", ">=")
    yield from _projected(model, xs[: len(comments)])


def _projected(model, own):
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        values = [solver.value(x) for x in own]
        pairs = zip(own, values, strict=True)
        yield "v " + " ".join(f"{'' if value else '-'}{x.name}" for x, value in pairs)
        model.add_forbidden_assignments(own, [values])
