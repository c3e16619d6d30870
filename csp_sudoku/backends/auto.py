"""`auto`: chooses what is best for this problem and this question, and gives the reason.

Plain 9x9 puzzles are solved by their engine; nothing else is as fast. For all other problems
`auto_table.py`, which bench/auto.py measures and writes, has the best way to begin: one of `WAYS`,
by the nearest structure and the nearest share of given variables. The table has boards with groups
alone. So problems with other constraints begin with `bitmask`, in a shorter turn; what the table
names for the nearest board comes next.

That short beginning settles nearly every problem. If it is not enough, the native search goes on
for half a second in problems with few variables, as puzzles are. On boards, if one solution is
enough, `deepest` has a long turn: nothing else finds one as surely. For proofs the first search
goes on for some times as long as telling SAT the problem takes, unless the table has promised an
answer long ago; then `probing` has a turn, which tries every value by itself. Then SAT takes turns
with both. SAT learns from conflicts, and so gets through where plain search is hopeless; it has
most of the time, but the native searches are never left out, as each of them is lucky where the
others are not. From the second turn on there are two SAT solvers, for the same reason; CP-SAT takes
part late. Each continues where it paused (CP-SAT begins again), in turns that grow, so a wrong
choice costs a small multiple of the time of the best of them. Turns are counted in nodes and
conflicts, not in seconds: the same question is answered in the same way on every machine.

Where SAT is best in the table it has its turn after a glance, and where `probing` is, that comes
first; unless one solution is enough: that is left to `deepest`.

Two backends are not used to begin with. Exact cover is faster on nearly empty boards by fractions
of a millisecond, but the first puzzle of a board pays for its links: 23 ms on 16x16, 350 ms on
36x36. `mrv` takes half the time on empty boards, and gets lost with a few clues.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import inf, log2
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from csp_sudoku.backends.bitmask import Bitmask, Deepest, Probing
from csp_sudoku.backends.protocol import (
    STRENGTHEN,
    Backend,
    Codes,
    Improvements,
    Report,
    Search,
)
from csp_sudoku.backends.stages import Beginning, Stages
from csp_sudoku.backends.tightening import Followed, tightened
from csp_sudoku.budgets import Budget, NativeSearch, collected, counted, counted_up_to
from csp_sudoku.encoders.slots import propagated, unsupported
from csp_sudoku.engines import engine_of
from csp_sudoku.model import CSP, Problem
from csp_sudoku.native.check import fixed_and_open

if TYPE_CHECKING:
    from csp_sudoku.backends.sat import PausingSearch, Sat
    from csp_sudoku.native import bitmask

_FIRST_NODES = 5_000
"""The nodes of the native search's first turn, at least. Large boards get two nodes for each open
candidate: about what encoding them for SAT would cost."""
_FIRST_NODES_OF_OTHERS = 20_000
"""The same for problems with constraints other than groups: SAT takes some tenths of a second only
to encode many of them."""
_SMALL = 100
"""Problems with at most this many variables are small."""
_NODES_OF_SMALL = {True: 600_000, False: 100_000}
"""The nodes of the native search's second turn in small problems, boards or others. They take half
a second; what is not done by then takes several times as long with SAT, if that is better."""
_LARGE = 200
"""With more variables than this, it pays to count how many candidates are open."""
_PROBE = 1_000
"""The nodes of the first turn on boards: most puzzles need no more. It takes some milliseconds."""
_GLANCE = 60
"""The nodes in which a count up to a few solutions is tried before all else. On boards that is the
whole first turn: the machinery of turns takes as long as many a puzzle."""
_NODES_A_UNIT = 2_500
"""Nodes that take about as long as a unit of SAT, which is its first slice."""
_FIRST_UNITS = 8.0
"""The first turn of SAT on boards: it is done then with most."""
_NODES_TO_TELL_SAT = 700
"""For each open candidate, and divided by the square of the number of values: nodes that take about
one and a half times as long as telling SAT the problem. A node takes longer where values are many;
a candidate does not."""
_TIMES_BEFORE_SAT = 3
_PROMISE = 0.001
"""How many times as many nodes the first search goes on for; and not at all, where the table has
promised an answer sooner than this."""
_PERSISTENT = 60_000
"""The nodes of the turn in which `deepest` looks for a solution: of 315 large boards near the phase
transition 311 were done by then. SAT took six to eleven times as long, on 36x36 1.4 times."""
_PROVING = 20_000
"""The nodes of the turn in which every value is tried by itself, for proofs: 108 of 110 minimal
puzzles on 12x12 jigsaws and 25x25 take less than half as many, and a half to two thirds of the time
of SAT."""
_TURNS = {"deepest": _PERSISTENT, "probing": _PROVING, "probing:alldifferent": _PROVING}
"""The nodes of the first turn of ways that have more than a probe."""
_GLANCE_BEFORE_SAT = 250
"""The nodes of a native search where SAT is best in the table."""
_OTHER_SOLVER = "cadical153"
"""The SAT solver that takes turns with the one that SAT chooses for large problems."""
_CPSAT_UNITS = 32.0
_CPSAT_CONFLICTS_A_UNIT = 250
"""CP-SAT takes part where SAT was not done in turns of so many units. It cannot be paused: each of
its turns begins again."""
_DEEP = "bitmask:alldifferent"
"""The native search that sees most in each node, and takes twice as long for it."""
_OPTIMUM_NODES = 20_000
"""The nodes of the native search for an optimum, before CP-SAT or SAT take part."""
_DENSE = 64
"""A search that has found this many solutions will find more: it continues alone."""
_VISITED = 8
"""Nodes of the native search that take as long as a value that is tried by components."""
_ENGINE_NODES = 8
"""Nodes of an engine that take as long as one of the native search."""
_NATIVE = Bitmask()
_DEEPEST = Deepest.name
_PROVERS = ("sat", "probing", "probing:alldifferent")
"""The ways that are for proofs. Where one of them is best, `deepest` looks for one solution."""
_MANY_VALUES = 16
"""With more values than this, a proof by trying values needs the all-different filter. (12x12
jigsaws and 25x25 take a tenth of the time each with what suits them.)"""
_OTHERS = ("sat", "cpsat", "dlx")
"""The backends for problems that the native search cannot take, the best first."""

Turn: TypeAlias = Generator[Codes, None, bool | None]
"""A turn of one search: it yields solutions, and returns what the search does if that has ended."""

WAYS: Mapping[str, Bitmask | None] = {
    "bitmask": _NATIVE,
    "bitmask:singles": Bitmask(propagation="singles"),
    "bitmask:alldifferent": Bitmask(propagation="alldifferent"),
    "deepest": Deepest(),
    "probing": Probing(),
    "probing:alldifferent": Probing(propagation="alldifferent"),
    "sat": None,
}
"""The ways to begin, by their names in the table; None is SAT."""


@cache
def _ways(strengthen: object) -> Mapping[str, Bitmask | None]:
    """Return the ways to begin with the option `strengthen` as it was chosen."""
    if strengthen is True:
        return WAYS
    return {
        name: way and type(way)(propagation=way.chosen["propagation"], strengthen=strengthen)
        for name, way in WAYS.items()
    }


class Shape(NamedTuple):
    """The size of a structure, as far as it matters for the choice."""

    variables: int
    values: int
    groups: float
    """Groups per variable: 2 in a latin square, 3 in a sudoku."""

    @classmethod
    def of(cls, csp: CSP) -> Shape:
        """Measure a structure.

        >>> from csp_sudoku import boards
        >>> Shape.of(boards.named("samurai").csp)
        Shape(variables=369, values=9, groups=3.2)
        """
        places = sum(map(len, map(_variables_of, csp.constraints)))
        variables = len(csp.variables)
        return cls(variables, len(csp.values), round(places / max(1, variables), 1))

    def distance(self, other: Shape) -> float:
        """Return how far apart two structures are: one group more counts as fourfold variables."""
        variables = abs(log2(max(1, self.variables) / other.variables))
        values = abs(log2(max(1, self.values) / other.values))
        return variables + values + 2 * abs(self.groups - other.groups)


_variables_of = attrgetter("variables")


class Measurement(NamedTuple):
    """A row of the table: the best way on one board with one share given, and the second best."""

    board: str
    given: float
    best: str
    seconds: float
    next: str
    next_seconds: float
    is_measured: bool = True
    """False says that the problem has other constraints than groups, which no board has."""

    def behind_native(self) -> Measurement:
        """Return the row for a problem with other constraints: the native search first."""
        following = self.next if self.best == "bitmask" else self.best
        return self._replace(best="bitmask", next=following, is_measured=False)

    @property
    def native(self) -> str:
        """The better one of the two that is a native search."""
        return self.next if WAYS[self.best] is None else self.best

    def reason(self) -> str:
        """Say why this way was chosen."""
        if not self.is_measured:
            return f"constraints other than groups: {self.best} first, then {self.next}"
        best, other = (f"{1000 * seconds:.3g} ms" for seconds in (self.seconds, self.next_seconds))
        where = f"{self.board} with {self.given:.0%} given"
        return f"as on {where}, where {self.best} took {best} and {self.next} {other}"


class Plan(NamedTuple):
    """How to begin: the nearest row of the table, and the nodes of the first turn."""

    row: Measurement
    nodes: int

    @classmethod
    def of(cls, problem: Problem) -> Plan:
        """Plan how to begin with a problem."""
        row = Start.of(problem, None).row
        nodes = _FIRST_NODES if row.is_measured else _FIRST_NODES_OF_OTHERS
        if len(problem.masks) > _LARGE:
            nodes = max(nodes, 2 * sum(fixed_and_open(problem.masks)))
        return cls(row, nodes)


class Start(NamedTuple):
    """The nearest row of the table, and the native search that comes first.

    All is made ready once for each row: many a puzzle takes no longer than ten calls of functions.
    """

    row: Measurement
    way: str
    native: Bitmask
    """The search that this way means if `strengthen` was not chosen."""
    nodes: int
    """The nodes of its first turn; beside constraints, of a glance."""
    reason: str

    @classmethod
    def of(cls, problem: Problem, limit: int | None) -> Start:
        """Find the nearest board, and on it the nearest share of fixed variables."""
        starts, borders = problem.csp.shared("starts for auto", _starts_for)
        return starts[limit == 1][bisect(borders, fixed_and_open(problem.masks)[0])]

    @classmethod
    def with_row(cls, row: Measurement, is_for_one: bool) -> Start:
        """Return the start for a row: with `deepest` for one solution where proofs are hard."""
        way = _DEEPEST if is_for_one and row.best in _PROVERS else row.native
        if not row.is_measured:
            nodes = _GLANCE
        elif row.best == "sat" and not is_for_one:
            nodes = _GLANCE_BEFORE_SAT
        else:
            nodes = _TURNS.get(way, _PROBE)
        return cls(row, way, WAYS[way] or _NATIVE, nodes, row.reason())

    def search(self, strengthen: object) -> Bitmask:
        """Return the native search with the option `strengthen` as it was chosen."""
        return self.native if strengthen is True else _ways(strengthen)[self.way] or _NATIVE


_Starts: TypeAlias = tuple[Sequence[Start], Sequence[Start]]
"""The starts on one board, by share given: for proofs, and for one solution."""


def _starts_for(csp: CSP) -> tuple[_Starts, Sequence[float]]:
    """Return the starts on the nearest board, and the numbers of clues that separate them."""
    from csp_sudoku.backends.auto_table import BOARDS

    shape = Shape.of(csp)
    nearest = _nearest(shape)
    starts = _starts(nearest[0], BOARDS[nearest], not unsupported(csp))
    halves = [(low.row.given + high.row.given) / 2 for low, high in pairwise(starts[0])]
    return starts, [half * shape.variables for half in halves]


@lru_cache(maxsize=1024)
def _starts(board: str, rows: Sequence[Any], is_measured: bool) -> _Starts:
    """Return the starts on a board, for problems with groups alone or for others."""
    found = [Measurement(board, *row) for row in rows]
    if not is_measured:
        found = [row.behind_native() for row in found]
    return [Start.with_row(row, False) for row in found], [
        Start.with_row(row, True) for row in found
    ]


@lru_cache(maxsize=1024)
def _nearest(shape: Shape) -> tuple[str, int, int, float]:
    """Return the measured board whose shape is nearest."""
    known = _boards()
    return known[shape] if shape in known else known[min(known, key=shape.distance)]


@cache
def _boards() -> Mapping[Shape, tuple[str, int, int, float]]:
    """Return the measured boards by their shapes."""
    from csp_sudoku.backends.auto_table import BOARDS

    return {Shape(*board[1:]): board for board in BOARDS}


class Auto(Backend):
    """A short native search, then turns of native search and SAT."""

    name = "auto"
    summary = "chooses for each problem, and says why"
    paradigm = "choice"
    package = "csp-sudoku"
    fixes_clique = True
    uses_engines = True
    counts_all = True
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {"strengthen": STRENGTHEN}

    def refusal(self, problem: Problem) -> str | None:
        """Return why none of the backends to choose from can take the problem."""
        refusal = _NATIVE.refusal(problem)
        return None if refusal is None or _another(problem) else refusal

    def beginning(self, problem: Problem) -> Beginning | None:
        """Return the first stage of the native search, if that comes first here."""
        if not unsupported(problem.csp):  # groups alone: the table may have a better way
            return None
        native = _ways(self.chosen["strengthen"])[_NATIVE.name]
        return None if native is None else native.beginning(problem)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield each solution once, from whichever search finds it first."""
        refusal = _NATIVE.refusal(problem)
        other = _another(problem) if refusal else None
        if other is not None:
            if "strengthen" in other.options:
                other = type(other)(strengthen=self.chosen["strengthen"])
            report.backend, report.reason = other.label, f"not the native search: {refusal}"
            return other.search(problem, budget, report, limit)
        return _Turns(problem, budget, report, self.chosen["strengthen"], limit).run()

    def count(
        self, problem: Problem, budget: Budget, report: Report, limit: int | None
    ) -> tuple[int, bool]:
        """Count natively if that is short or finds many; else the first search to settle it.

        Without a limit, counting by components takes turns with visiting every solution.
        """
        if _NATIVE.refusal(problem):
            return super().count(problem, budget, report, limit)
        strengthen = self.chosen["strengthen"]
        if limit is None:
            return _Counts(problem, budget, report, strengthen).run()
        start = Start.of(problem, limit)
        native = start.search(strengthen)
        search = native.begun(problem)
        if limit <= _DENSE:
            raw, settled = collected(search, budget, start.nodes, limit)
            found = len(raw)
        else:
            raw, share = [], budget.share(Plan.of(problem).nodes)
            found, settled = native.counted(search, share, report, limit)
            if not settled and found >= _DENSE and not budget.is_over():
                more, settled = native.counted(search, budget, report, limit - found)
                found += more
        if settled or budget.is_over():
            report.backend, report.reason = native.label, start.reason
            return found, settled
        known = list(map(native.decoder(search, problem), raw))
        begun = search if found == len(known) else None  # what was only counted is looked for again
        turns = _Turns(problem, budget, report, strengthen, limit, begun, known)
        more, settled = counted_up_to(limit - len(known), turns.run())
        return len(known) + more, settled

    def optimize(self, problem: Problem, budget: Budget, report: Report) -> Improvements:
        """Tighten natively for a while; then use CP-SAT, if it is installed, or turns."""
        from csp_sudoku.backends import able

        asked = problem.at_most(0)
        best, bound = inf, -inf
        refusal = _NATIVE.refusal(asked)
        if refusal is None:
            part = budget.share(_OPTIMUM_NODES)
            native = Followed(problem, tightened(_NATIVE, problem, part, report))
            yield from native
            best, bound = native.best, native.bound
            report.reason = f"a native search of up to {_OPTIMUM_NODES:,} nodes"
            budget.spend(report.stats.get("nodes", 0), 0)
            if native.is_proven or budget.is_over():
                return bound
        cpsat = next(able(("cpsat",), asked), None)
        if cpsat is None:
            rest = Followed(problem, tightened(self, problem, budget, report, best), best)
        else:
            report.backend = cpsat.label
            spent = f"a native search was not done after {_OPTIMUM_NODES:,} nodes"
            report.reason = f"not the native search: {refusal}" if refusal else spent
            rest = Followed(problem, cpsat.optimize(problem, budget, report), best)
        yield from rest
        return max(bound, rest.bound)


class _Counts:
    """Two ways to count all solutions, in turns: visiting each of them, and by components.

    Visiting is faster where there are few solutions for the nodes that it takes, or where nothing
    falls apart; the engine visits millions in a second. Where nobody could visit them all, counting
    by components is the only way: it soon knows that there are more than visiting would reach. If
    the first turn finds next to nothing, it may be hard to find any: then SAT takes part instead of
    more visiting.
    """

    def __init__(
        self, problem: Problem, budget: Budget, report: Report, strengthen: object
    ) -> None:
        self.problem = problem
        self.budget = budget
        self.report = report
        self.strengthen = strengthen
        self.plan = Plan.of(problem)
        self.engine = engine_of(problem.csp)
        given = None if self.engine is None else self.engine.given(problem)
        if self.engine is not None and given is not None and given.marks is None:
            self.visiting: NativeSearch[Any] = self.engine.search(given)
        else:
            self.engine = None
            self.visiting = Start.of(problem, None).search(strengthen).begun(problem)

    def run(self) -> tuple[int, bool]:
        """Return the number of solutions, and whether these are all."""
        nodes, visited = self.plan.nodes, self.plan.nodes
        if self.engine is not None:
            nodes, visited = nodes // _ENGINE_NODES, nodes * _ENGINE_NODES
        found, settled = self._visit(visited, "a short native search")
        if settled or self.budget.is_over():
            return found, settled
        from csp_sudoku.backends.components import Components

        way = Components()
        counting = way.native(self.problem)
        while True:
            self.report.backend = way.name
            seen = f"{self.visiting.nodes:,} nodes"
            self.report.reason = f"a native search has not visited all solutions in {seen}"
            share = self.budget.share(counting.nodes + nodes)
            if way.run(counting, share, self.report):
                return counting.least, True
            if self.budget.is_over() or self.has_no_nodes_left():
                return max(found, counting.least), False
            visited = nodes * _VISITED * (1 if self.engine is None else _ENGINE_NODES)
            if self._may_reach(counting.least, found, visited):
                if found < _DENSE and self.engine is None:
                    turns = _Turns(self.problem, self.budget, self.report, self.strengthen, None)
                    return counted_up_to(None, turns.run())
                more, settled = self._visit(visited, "counted faster than by components")
                found += more
                if settled or self.budget.is_over():
                    return found if settled else max(found, counting.least), settled
            nodes *= 2

    def _may_reach(self, least: int, found: int, nodes: int) -> bool:
        """Whether visiting so many more nodes would reach as many solutions as are known to exist.

        At the rate of solutions so far: otherwise it would not come to its end.
        """
        before = self.visiting.nodes
        return least * before <= (found + 1) * (before + nodes)

    def has_no_nodes_left(self) -> bool:
        """Whether visiting solutions has used all nodes that were given."""
        return self.budget.nodes is not None and self.visiting.nodes >= self.budget.nodes

    def _visit(self, nodes: int, reason: str) -> tuple[int, bool]:
        """Continue to visit solutions; return how many were new, and whether these were all."""
        self.report.backend, self.report.reason = _NATIVE.name, reason
        share = self.budget.share(self.visiting.nodes + nodes)
        return counted(self.visiting, share, self.report.stats, ("nodes",), None)


class _Turns:
    """Two native searches, SAT and CP-SAT on one problem, in turns, and what they have found."""

    def __init__(
        self,
        problem: Problem,
        budget: Budget,
        report: Report,
        strengthen: object,
        limit: int | None,
        begun: bitmask.Search | Stages | None = None,
        known: Iterable[Codes] = (),
    ) -> None:
        self.problem = problem
        self.strengthen = strengthen
        self.budget = budget
        self.report = report
        self.row, self.first_nodes = Plan.of(problem)
        self.limit = limit
        self.is_for_sat = WAYS[self.row.best] is None and limit != 1
        self.start = Start.of(problem, limit)
        self.first = self.start.search(strengthen)
        self.natives = self._natives(_ways(strengthen))
        self.searches: dict[Bitmask, bitmask.Search | Stages] = {}
        if begun is not None:  # and it has found what is known
            self.searches[self.first] = begun
        self.learners: dict[str, PausingSearch] = {}
        """SAT by its solvers."""
        self.seen: set[tuple[int, ...]] = set(map(tuple, known))

    def _natives(self, ways: Mapping[str, Bitmask | None]) -> list[Bitmask]:
        """Return the native searches that take turns with SAT."""
        if self.row.is_measured:
            usual = _DEEP if self.row.native.endswith(":alldifferent") else _NATIVE.name
            is_for_deepest = self.limit == 1 or self.row.best == _DEEPEST
            other = _DEEPEST if is_for_deepest else _prover(self.problem)
            pair = [ways[usual], ways[other]]
        else:
            pair = [ways[self.row.best], ways[self.row.next]]
        return [native for native in pair if native is not None]

    def run(self) -> Search:
        """Yield solutions, turn by turn, until one of the searches has ended."""
        try:
            for turn in self._turns():
                ended = yield from turn
                if ended is not None:
                    return ended
            return False
        finally:
            for learner in self.learners.values():
                learner.close()

    def _turns(self) -> Iterator[Turn]:
        """Yield the turns: short ones first, then rounds of longer and longer ones."""
        reason = self.start.reason
        nodes, units = self.first_nodes, max(1.0, self.first_nodes / _NODES_A_UNIT)
        first = self.start.nodes if self.row.is_measured else nodes
        if self.first in self.searches:
            first = max(1, first - self.searches[self.first].nodes)
        yield self._native_turn(self.first, first, reason)
        if self.problem.own <= _SMALL and not self.is_for_sat:
            most = _NODES_OF_SMALL[self.row.is_measured]
            reason = f"a native search of {most:,} nodes, as the problem is small"
            yield self._native_turn(self.natives[0], most, reason)
        if self.row.is_measured:
            nodes, units = _nodes_to_tell_sat(self.problem), _FIRST_UNITS
            for native, most in self._turns_before_sat(nodes):
                reason = f"a native search of {most:,} nodes, before SAT"
                yield self._native_turn(native, most, reason)
                reason = "native searches were not done soon"
            yield self._sat_turn(units, reason)
            units *= 2
        while True:
            for native in self.natives:
                most = max(nodes, _PERSISTENT) if native.name == _DEEPEST else nodes
                reason = f"a native search of {most:,} nodes, in turns with others"
                yield self._native_turn(native, most, reason)
            reason = f"a native search was not done after {nodes:,} nodes"
            if self.row.is_measured:
                yield self._sat_turn(units, reason, _OTHER_SOLVER)
            yield self._sat_turn(units, reason)
            if units >= _CPSAT_UNITS:
                yield self._cpsat_turn(int(units * _CPSAT_CONFLICTS_A_UNIT))
            nodes, units = nodes * 2, units * 2

    def _turns_before_sat(self, nodes: int) -> list[tuple[Bitmask, int]]:
        """Return the native searches that come between the first turn and SAT, and their nodes."""
        usual, other = self.natives
        if self.is_for_sat or self.first is other:
            return []
        if other.name == _DEEPEST:
            return [(other, _PERSISTENT)]
        longer = [(usual, _TIMES_BEFORE_SAT * nodes)] if self.row.seconds >= _PROMISE else []
        return [*longer, (other, _PROVING)]

    def _native_turn(self, native: Bitmask, nodes: int, reason: str) -> Turn:
        """Continue a native search; return None if it has not ended, else as a search does.

        A search that finds solution after solution continues alone.
        """
        self.report.backend, self.report.reason = native.label, reason
        if native not in self.searches:
            self.searches[native] = native.begun(self.problem)
        search = self.searches[native]
        if native.label == _DEEP:
            nodes = (nodes + 1) // 2  # which take longer
        settled = yield from self._new_ones(
            native.pulled(
                search, self.problem, self.budget.share(search.nodes + nodes), self.report
            )
        )
        if not settled and len(self.seen) >= _DENSE and not self.budget.is_over():
            self.report.reason = "a native search that finds solution after solution"
            settled = yield from self._new_ones(
                native.pulled(search, self.problem, self.budget.share(), self.report)
            )
            return settled
        return settled if settled or self.budget.is_over() or self._has_spent(search) else None

    def _has_spent(self, search: bitmask.Search | Stages) -> bool:
        """Whether a native search has used all nodes that were given."""
        return self.budget.nodes is not None and search.nodes >= self.budget.nodes

    def _sat_turn(self, units: float, reason: str, solver: str = "auto") -> Turn:
        """Continue SAT for some units; return None if it has not ended, else as a search does."""
        sat = _sat(self.strengthen, solver)
        self.report.backend, self.report.reason = sat.label, reason
        if solver not in self.learners:
            self.learners[solver] = sat.steps(self.problem, self.budget, self.report)
        learner = self.learners[solver]
        while units > 0 or len(self.seen) >= _DENSE:  # it finds many, and continues alone
            try:
                codes = next(learner)
            except StopIteration as end:
                return bool(end.value)
            if isinstance(codes, int | float):
                units -= codes
            elif self._is_new(codes):
                yield codes
        return None

    def _cpsat_turn(self, conflicts: int) -> Turn:
        """Let CP-SAT begin once more, with more conflicts than before, if it is installed."""
        from csp_sudoku.backends import able

        cpsat = next(able(("cpsat",), self.problem), None)
        if cpsat is None:
            return None
        self.report.backend = cpsat.label
        self.report.reason = "native searches and SAT were not done for long"
        share = self.budget.share(conflicts=conflicts)
        search = cpsat.search(self.problem, share, self.report, None)
        while len(self.seen) < _DENSE:  # those beyond are not remembered
            try:
                codes = next(search)
            except StopIteration as end:
                return bool(end.value) or None
            if self._is_new(codes):
                yield codes
        search.close()
        return None

    def _new_ones(self, search: Search) -> Search:
        """Yield the solutions of a search that no other has found."""
        while True:
            try:
                codes = next(search)
            except StopIteration as end:
                return bool(end.value)
            if self._is_new(codes):
                yield codes

    def _is_new(self, codes: Codes) -> bool:
        """Whether no search has found this solution before; the first ones are remembered."""
        key = tuple(codes)
        if key in self.seen:
            return False
        if len(self.seen) < _DENSE:
            self.seen.add(key)
        return True


def _prover(problem: Problem) -> str:
    """Return the native search for proofs that a short one has not found."""
    is_large = len(problem.csp.values) > _MANY_VALUES
    return "probing:alldifferent" if is_large else "probing"


def _nodes_to_tell_sat(problem: Problem) -> int:
    """Return how many nodes take about as long as telling SAT what the clues leave open."""
    left = fixed_and_open((propagated(problem) or problem).masks)[1]
    return _NODES_TO_TELL_SAT * left // max(1, len(problem.csp.values)) ** 2 + 1


def _another(problem: Problem) -> Backend | None:
    """Return the best backend other than the native search that can take a problem."""
    from csp_sudoku.backends import able

    return next(iter(able(_OTHERS, problem)), None)


@cache
def _sat(strengthen: object, solver: str) -> Sat:
    """Return the SAT backend, imported when a problem turns out to be hard."""
    from csp_sudoku.backends.sat import Sat

    return Sat(strengthen=strengthen, solver=solver)
