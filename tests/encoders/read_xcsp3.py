"""Read XCSP3 files with PyCSP3's parser, and print all solutions: one JSON list a file.

A process of its own: PyCSP3 looks at the command line, leaves files open, and works at exit.
Auxiliary variables are left out of the solutions, each of which is printed once.
"""

import json
import operator
import sys
from functools import reduce
from itertools import product
from math import prod

from ortools.sat.python import cp_model

limit, *paths = sys.argv[1:]
sys.argv[1:] = ["-nocompile"]

from pycsp3.classes.auxiliary.conditions import (  # noqa: E402
    ConditionInterval,
    ConditionSet,
    ConditionValue,
)
from pycsp3.classes.nodes import Node, TypeNode  # noqa: E402
from pycsp3.parser.callbacks import Callbacks  # noqa: E402
from pycsp3.parser.xparser import CallbackerXCSP3, ParserXCSP3  # noqa: E402

MOST_ASSIGNMENTS = 200_000
FUNCTIONS = {
    "add": lambda *values: sum(values),
    "sub": operator.sub,
    "mul": lambda *values: prod(values),
    "div": operator.floordiv,
    "mod": operator.mod,
    "neg": operator.neg,
    "abs": abs,
    "dist": lambda a, b: abs(a - b),
    "min": min,
    "max": max,
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "in": lambda value, values: value in values,
    "notin": lambda value, values: value not in values,
    "set": lambda *values: set(values),
    "and": lambda *values: all(values),
    "or": lambda *values: any(values),
    "not": operator.not_,
    "iff": lambda *values: reduce(operator.eq, map(bool, values)),
    "xor": lambda *values: reduce(operator.ne, map(bool, values)),
}


def value_of(tree, assignment):
    """Return the value of an expression, from what the format's specification says of it."""
    if not isinstance(tree, Node):
        return assignment[tree.id]
    if tree.type is TypeNode.VAR:
        return assignment[tree.cnt.id]
    if tree.type is TypeNode.INT:
        return tree.cnt
    values = [value_of(part, assignment) for part in tree.cnt]
    if str(tree.type) in ("div", "mod"):
        assert values[0] >= 0 < values[1], "division is plain only there"
    return FUNCTIONS[str(tree.type)](*values)


def scope_of(parts):
    """Return the names of the variables of expressions, each once."""
    named = (part.list_of_vars() if isinstance(part, Node) else [part] for part in parts)
    return list(dict.fromkeys(x.id for found in named for x in found))


def holds(condition, value):
    """Whether a value meets a condition."""
    if isinstance(condition, ConditionSet):
        return value in condition.t
    if isinstance(condition, ConditionInterval):
        return condition.min <= value <= condition.max
    assert isinstance(condition, ConditionValue)
    return FUNCTIONS[str(condition.operator)](value, condition.value)


def special(kind, terms, coefficients, assignment):
    """Return the value of an objective with a type."""
    values = [value_of(term, assignment) for term in terms]
    if str(kind) == "sum":
        return sum(
            n * value for n, value in zip(coefficients or [1] * len(values), values, strict=True)
        )
    assert coefficients is None
    return {"minimum": min, "maximum": max}[str(kind)](values)


class Model(Callbacks):
    """The instance as a CP-SAT model; whatever is not implemented here ends the process."""

    def __init__(self):
        super().__init__()
        self.print_general_methods = False
        self.force_exit = True
        for kind in ("unary_primitives", "binary_primitives", "ternary_primitives"):
            setattr(self, f"recognize_{kind}", False)
        for kind in ("logic", "sum", "extremum"):
            setattr(self, f"recognize_{kind}_intension", False)
        self.recognize_specific_count_cases = False
        self.model = cp_model.CpModel()
        self.variables = {}
        self.domains = {}
        self.aim = None

    def var_integer_range(self, x, min_value, max_value):
        self.var_integer(x, range(min_value, max_value + 1))

    def var_integer(self, x, values):
        self.domains[x.id] = list(values)
        domain = cp_model.Domain.from_values(values)
        self.variables[x.id] = self.model.new_int_var_from_domain(domain, x.id)

    def ctr_all_different(self, scope, excepting):
        assert excepting is None
        self.model.add_all_different([self.variables[x.id] for x in scope])

    def ctr_instantiation(self, scope, values):
        for x, value in zip(scope, values, strict=True):
            self.model.add(self.variables[x.id] == value)

    def ctr_extension_unary(self, x, values, positive, flags):
        assert positive
        domain = cp_model.Domain.from_values(values)
        self.model.add_linear_expression_in_domain(self.variables[x.id], domain)

    def ctr_extension(self, scope, tuples, positive, flags):
        assert positive
        self.model.add_allowed_assignments([self.variables[x.id] for x in scope], tuples)

    def ctr_mdd(self, scope, transitions):
        states = {
            name: n for n, name in enumerate(dict.fromkeys(n for t in transitions for n in t[::2]))
        }
        ends = set(states) - {before for before, _, _ in transitions}
        assert len(ends) == 1
        self.model.add_automaton(
            [self.variables[x.id] for x in scope],
            0,
            [states[end] for end in ends],
            [(states[before], value, states[after]) for before, value, after in transitions],
        )

    def ctr_intension(self, scope, tree):
        self.tabulated([tree], lambda assignment: value_of(tree, assignment))

    def ctr_sum(self, lst, coefficients, condition):
        factors = coefficients or [1] * len(lst)

        def check(assignment):
            pairs = zip(factors, lst, strict=True)
            return holds(condition, sum(n * value_of(part, assignment) for n, part in pairs))

        self.tabulated(lst, check)

    def ctr_count(self, lst, values, condition):
        def check(assignment):
            return holds(condition, sum(value_of(part, assignment) in values for part in lst))

        self.tabulated(lst, check)

    def ctr_element(self, lst, i, condition):
        target = condition.right_operand()
        listed = [part for part in (*lst, i, target) if not isinstance(part, int)]

        def check(assignment):
            at = assignment[i.id]
            if not 0 <= at < len(lst):
                return False
            found, wanted = (
                part if isinstance(part, int) else assignment[part.id] for part in (lst[at], target)
            )
            return found == wanted

        self.tabulated(listed, check)

    def obj_minimize(self, term):
        self.aim = lambda assignment: value_of(term, assignment)

    def obj_maximize(self, term):
        self.aim = lambda assignment: -value_of(term, assignment)

    def obj_minimize_special(self, obj_type, terms, coefficients):
        self.aim = lambda assignment: special(obj_type, terms, coefficients, assignment)

    def obj_maximize_special(self, obj_type, terms, coefficients):
        self.aim = lambda assignment: -special(obj_type, terms, coefficients, assignment)

    def tabulated(self, parts, check):
        """Add a constraint by trying all that its variables can be."""
        names = scope_of(parts)
        assert prod(len(self.domains[name]) for name in names) <= MOST_ASSIGNMENTS
        rows = product(*(self.domains[name] for name in names))
        allowed = [row for row in rows if check(dict(zip(names, row, strict=True)))]
        if names:
            self.model.add_allowed_assignments([self.variables[name] for name in names], allowed)
        elif not allowed:
            self.model.add_bool_or([])


class Collector(cp_model.CpSolverSolutionCallback):
    """The values of some variables in each solution."""

    def __init__(self, variables):
        super().__init__()
        self.variables = variables
        self.found = []

    def on_solution_callback(self):
        self.found.append([self.value(x) for x in self.variables])
        if len(self.found) == int(limit):
            self.stop_search()


def optima(read):
    """Return the values of the model's own variables in each optimal solution."""
    solver, collector = cp_model.CpSolver(), Collector(list(read.variables.values()))
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(read.model, collector)
    assert len(collector.found) < int(limit)
    found = [dict(zip(read.variables, values, strict=True)) for values in collector.found]
    best = min(map(read.aim, found), default=None)
    own = [name for name in read.variables if not name.startswith("aux_")]
    return [[each[name] for name in own] for each in found if read.aim(each) == best]


def solutions(read):
    """Return the values of the model's own variables in each solution, each once."""
    if read.aim is not None:
        return optima(read)
    own = [x for name, x in read.variables.items() if not name.startswith("aux_")]
    solver, collector = cp_model.CpSolver(), Collector(own)
    solver.parameters.num_workers = 1
    if len(own) == len(read.variables):
        solver.parameters.enumerate_all_solutions = True
        solver.solve(read.model, collector)
        return collector.found
    found = []  # those that differ in auxiliary variables alone may be very many
    while solver.solve(read.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.append([solver.value(x) for x in own])
        read.model.add_forbidden_assignments(own, [found[-1]])
    return found


for path in paths:
    read = Model()
    CallbackerXCSP3(ParserXCSP3(path), read).load_instance()
    listed = " ".join(name for name in read.variables if not name.startswith("aux_"))
    texts = [" ".join(map(str, values)) for values in solutions(read)]
    print(json.dumps([f"<list> {listed} </list> <values> {text} </values>" for text in texts]))
