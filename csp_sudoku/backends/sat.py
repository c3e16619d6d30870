"""SAT: the problem as clauses, solved by PySAT's solvers.

Small structures keep a solver with all that it has learnt: a problem's masks become assumptions,
and an enumeration blocks its solutions under an activation literal that is switched off afterwards.
Large structures are encoded for each problem, over what its masks leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import ClassVar, NamedTuple, TypeAlias

from csp_sudoku.backends.protocol import STRENGTHEN, Backend, Codes, Report, Search
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.encoders.slots import propagated, unsupported
from csp_sudoku.errors import BackendError, OutOfBudgetError
from csp_sudoku.model import CSP, Problem
from csp_sudoku.sat.loading import loaded
from csp_sudoku.sat.oracle import ISOLATED, Incremental, Isolated, Oracle, lent

SOLVERS = (
    "cadical153",
    "cadical103",
    "cadical195",
    "glucose3",
    "glucose4",
    "glucose42",
    "gluecard3",
    "gluecard4",
    "kissat404",
    "lingeling",
    "maplechrono",
    "maplecm",
    "maplesat",
    "mergesat3",
    "minicard",
    "minisat22",
    "minisat-gh",
)

CHOSEN = "auto"
_FOR_GROUPS, _FOR_OTHERS = "cadical153", "glucose4"
"""The solvers that are taken if none is asked for: the first where one is kept for a small board of
groups alone, and takes half of the time on the hardest 9x9; else the other. That one simplifies
nothing before it searches, and takes a third to a half of the time on large boards, quasigroups and
variants, and less than a tenth on nonograms."""

CARDINALITY = ("minicard", "gluecard3", "gluecard4")
"""The solvers that take "at most one" as a constraint, without clauses."""

PausingSearch: TypeAlias = Generator[Codes | float, None, bool]
"""A search that also yields after each slice of work how large it was, so that others can have a
turn. A unit is what the first slice takes: some tens of milliseconds."""

_ALWAYS_KEPT = 1_000
_KEPT_LITERALS = 5_000
"""Structures with at most so many literals keep their solver: always (9x9 has 729), or for problems
that leave more than half of the literals open (16x16 has 4,096)."""
_HUGE = 300_000
"""With more literals, "at most one" is left to a solver that knows it: see `sat.loading`. 100,000
variables with ten values each take it 2 s and 400 MB; as clauses they took 12 s and 1.9 GB."""
_BLOCKED = 64
"""This many solutions are excluded by clauses; further ones by walking through assignments."""
_SEARCHES = 2_000
"""A kept solver serves this many searches; then a new one starts with a clean memory."""


class Sat(Backend):
    """Clauses and conflict-driven search."""

    name = "sat"
    summary = "clauses and conflict-driven search (PySAT)"
    paradigm = "SAT"
    package = "python-sat"
    fixes_clique = True
    requires = "pysat"
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "solver": (CHOSEN, *SOLVERS),
        "form": ("auto", *encoder.FORMS),
        "at_most_one": ("auto", *encoder.AT_MOST_ONE),
        "strengthen": STRENGTHEN,
    }
    strengthening = frozenset(
        {
            "hidden cages",
            "innies and outies",
            "pairwise sets",
            "equal variables",
            "cliques",
            "value sets",
        }
    )
    longest_sum = 3  # as clauses, longer ones cost more than they save; value sets of them stay
    main_option = "solver"

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        solver = self.chosen["solver"]
        if self.chosen["at_most_one"] == "native" and solver not in CARDINALITY:
            raise BackendError(
                f"{solver} does not support at_most_one='native'",
                fix=f"use {', '.join(CARDINALITY)}",
            )

    @property
    def is_default(self) -> bool:
        """Whether solver and encoding are left to us."""
        names = ("solver", "at_most_one")
        return all(self.chosen[name] == self.options[name][0] for name in names)

    def refusal(self, problem: Problem) -> str | None:
        """Return which constraint the encoder does not know."""
        return encoder.refusal(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield models decoded to solutions, each once."""
        return (yield from solutions_only(self.steps(problem, budget, report)))

    def steps(self, problem: Problem, budget: Budget, report: Report) -> PausingSearch:
        """Search slice by slice: yield a solution, or the size of a slice of work."""
        try:
            budget.check()
            if problem.may_gain(self.rules):
                problem = self.strengthened(problem, budget.check)
            loan = self._loan(problem, budget)
        except OutOfBudgetError:
            return False
        if loan is None:
            return True
        with lent(loan.oracle) as oracle:
            before = oracle.stats()
            try:
                yield from _models(oracle, loan.cnf, problem.masks, loan.assumptions, budget)
            except OutOfBudgetError:
                return False
            finally:
                after = oracle.stats()
                report.stats.update({name: after[name] - before.get(name, 0) for name in after})
                loan.end()
        return True

    def _loan(self, problem: Problem, budget: Budget) -> _Loan | None:
        """Take an idle solver of the structure, or make one; a large problem gets its own.

        None if fixed variables leave another one without a value.
        """
        form = self.chosen["form"]
        if form == "auto":
            form = problem.csp.shared("sat form", _form)
        small: Problem | None = None
        if form is None or form == "reduced":
            small = propagated(problem, budget.check)
            if small is None:
                return None
            form = form or ("extended" if _is_mostly_open(small) else "reduced")
        if small is not None and form == "reduced":
            cnf = Cnf(small.csp, small.masks)
            if self.is_default and cnf.literals > _HUGE:
                cnf.at_most_one = "native"
                oracle: Oracle = loaded(_FOR_OTHERS, cnf, encoder.pieces(cnf), budget.check)
                return _Loan(oracle, cnf, [])
            cnf.at_most_one = self._at_most_one(small, budget)
            return _Loan(self._fed(cnf, budget.check), cnf, [])
        kept = problem.csp.shared(
            ("kept solvers", *self.chosen.values()),
            lambda base: _Kept(
                encoder.encode(
                    base, str(form), self._at_most_one(base.problem, budget), budget.check
                )
            ),
        )
        cnf, idle = kept.cnf, kept.idle
        oracle, searches = idle.pop() if idle else (self._new(cnf, budget.check), 0)
        return _Loan(oracle, cnf, cnf.assumptions(problem.masks), kept, searches + 1)

    def _solver(self, otherwise: str) -> str:
        """Return the solver that was asked for, or what is taken if none was."""
        chosen = str(self.chosen["solver"])
        return otherwise if chosen == CHOSEN else chosen

    def _new(self, cnf: Cnf, pulse: Callable[[], object]) -> Oracle:
        solver = self._solver(_FOR_OTHERS if unsupported(cnf.csp) else _FOR_GROUPS)
        return Isolated(solver, cnf) if solver in ISOLATED else Incremental(solver, cnf, pulse)

    def _fed(self, cnf: Cnf, pulse: Callable[[], object]) -> Oracle:
        """Return a solver with all clauses of `cnf`, which are made on the way."""
        pieces, solver = encoder.pieces(cnf), self._solver(_FOR_OTHERS)
        if solver in ISOLATED:
            for _ in pieces:
                pulse()
            return Isolated(solver, cnf)
        oracle = Incremental(solver, cnf, pulse)
        oracle.take(cnf, pieces, pulse)
        return oracle

    def _at_most_one(self, problem: Problem, budget: Budget) -> str:
        if self.chosen["at_most_one"] != "auto":
            return str(self.chosen["at_most_one"])
        return encoder.at_most_one_for(problem, budget.check)


class _Kept:
    """The clauses of a structure, and the idle solvers that have them."""

    def __init__(self, cnf: Cnf) -> None:
        self.cnf = cnf
        self.idle: list[tuple[Oracle, int]] = []


class _Loan(NamedTuple):
    """A solver that has a problem's clauses, for one search."""

    oracle: Oracle
    cnf: Cnf
    assumptions: list[int]
    kept: _Kept | None = None
    searches: int = 0

    def end(self) -> None:
        """Put the solver back, unless it was made for this search or has served its time."""
        if self.kept is not None and self.searches <= _SEARCHES and self.oracle.is_alive:
            self.kept.idle.append((self.oracle, self.searches))
        else:
            self.oracle.close()


def _form(csp: CSP) -> str | None:
    """Return the form for all problems of a structure; None if that depends on what is open."""
    literals = _literals(csp.problem)
    if literals <= _ALWAYS_KEPT:
        return "extended"
    return None if literals <= _KEPT_LITERALS else "reduced"


def _is_mostly_open(problem: Problem) -> bool:
    return 2 * _literals(problem) > _literals(problem.csp.problem)


def _literals(problem: Problem) -> int:
    return sum([mask.bit_count() for mask in problem.masks])


def solutions_only(steps: PausingSearch) -> Search:
    """Leave out the pauses of a search."""
    while True:
        try:
            codes = next(steps)
        except StopIteration as end:
            return bool(end.value)
        if not isinstance(codes, int | float):
            yield codes


def _models(
    oracle: Oracle, cnf: Cnf, masks: Sequence[int], assumptions: list[int], budget: Budget
) -> Generator[Codes | float, None, None]:
    """Yield each solution once: the first ones by blocking clauses, the rest by a walk."""
    model = yield from oracle.steps(assumptions, budget)
    if model is None:
        return
    found = cnf.decode(model)
    yield found
    active = oracle.fresh()  # only now: who wants one solution leaves the solver as it is
    assumed = [*assumptions, active]
    try:
        for _ in range(_BLOCKED - 1):
            oracle.add([-active, *cnf.blocking(found, masks)])
            model = yield from oracle.steps(assumed, budget)
            if model is None:
                return
            found = cnf.decode(model)
            yield found
        oracle.add([-active, *cnf.blocking(found, masks)])
        yield from _walk(oracle, cnf, masks, assumed, budget)
    finally:
        oracle.add([-active])


def _walk(
    oracle: Oracle, cnf: Cnf, masks: Sequence[int], assumed: list[int], budget: Budget
) -> Generator[Codes | float, None, None]:
    """Yield the solutions in depth-first order over the open variables.

    Only the path is kept: the values of the variables before `depth`, and at each depth the values
    that are still to try. So memory does not grow with the number of solutions.
    """
    own = len(masks) - cnf.csp.auxiliary
    order = [v for v, mask in enumerate(masks[:own]) if mask & (mask - 1)]
    value = [0] * len(order)
    untried = [masks[v] for v in order]
    depth = 0
    while depth >= 0:
        path = [cnf.literal[v][value[i]] for i, v in enumerate(order[:depth])]
        tried = masks[order[depth]] & ~untried[depth]
        path += [-x for code, x in cnf.literal[order[depth]].items() if tried >> code & 1]
        model = yield from oracle.steps(assumed + path, budget)
        if model is not None:
            found = cnf.decode(model)
            yield found
            for i in range(depth, len(order)):
                value[i] = found[order[i]]
                untried[i] = (untried[i] if i == depth else masks[order[i]]) & ~(1 << value[i])
            depth = len(order)
        depth -= 1
        while depth >= 0 and not untried[depth]:
            depth -= 1
