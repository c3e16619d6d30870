"""Read XCSP3 files with PyCSP3's parser, and print all solutions: one JSON list a file.

A process of its own: PyCSP3 looks at the command line, leaves files open, and works at exit.
"""

import json
import sys

from ortools.sat.python import cp_model

limit, *paths = sys.argv[1:]
sys.argv[1:] = ["-nocompile"]

from pycsp3.classes.auxiliary.enums import TypeConditionOperator  # noqa: E402
from pycsp3.parser.callbacks import Callbacks  # noqa: E402
from pycsp3.parser.xparser import CallbackerXCSP3, ParserXCSP3  # noqa: E402


class Model(Callbacks):
    """The instance as a CP-SAT model; whatever is not implemented here ends the process."""

    def __init__(self):
        super().__init__()
        self.print_general_methods = False
        self.force_exit = True
        self.model = cp_model.CpModel()
        self.variables = {}

    def var_integer_range(self, x, min_value, max_value):
        self.variables[x.id] = self.model.new_int_var(min_value, max_value, x.id)

    def var_integer(self, x, values):
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

    def ctr_primitive1a(self, x, op, k):
        assert op is TypeConditionOperator.NE
        self.model.add(self.variables[x.id] != k)


class Collector(cp_model.CpSolverSolutionCallback):
    """Instantiations as solvers print them."""

    def __init__(self, variables):
        super().__init__()
        self.variables = variables
        self.found = []

    def on_solution_callback(self):
        values = " ".join(str(self.value(x)) for x in self.variables.values())
        listed = " ".join(self.variables)
        self.found.append(f"<list> {listed} </list> <values> {values} </values>")
        if len(self.found) == int(limit):
            self.stop_search()


for path in paths:
    read = Model()
    CallbackerXCSP3(ParserXCSP3(path), read).load_instance()
    solver, collector = cp_model.CpSolver(), Collector(read.variables)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(read.model, collector)
    print(json.dumps(collector.found))
