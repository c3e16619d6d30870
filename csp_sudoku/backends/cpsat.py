"""CP-SAT: the problem as a model for OR-Tools' solver, which learns from conflicts.

Measured with OR-Tools 9.15: uniqueness, mean milliseconds of CPU, all ways in turn on each puzzle
of one run. The machine was busy, so trust the ratios (a quieter run took 1.6 ms for 17 clues).
"Plain" builds an AllDifferent model for each puzzle and enumerates with the defaults.

| boards                              | plain | boolean | alldifferent |
|-------------------------------------|------:|--------:|-------------:|
| 9x9, 17 clues (100)                 |   4.8 |     2.6 |          5.7 |
| 9x9, hard (every fifth of 375)      |    34 |     7.2 |           12 |
| 16x16, 40 % given, not unique (5)   |   109 |      19 |           94 |
| 16x16, half given, not unique (5)   |   9.6 |     8.5 |          8.0 |
| 25x25, half given, not unique (5)   |   234 |      75 |          196 |
| 25x25, 60 % given, not unique (5)   |    10 |      12 |          8.9 |

So "auto" is boolean: encoding each problem anew costs too much only on nearly solved 25x25.

- A problem's masks as one more constraint on a copy of the model take 0.15 ms for a 9x9. Narrowing
  the domains of Booleans instead takes 0.4 ms, a model of its own 1.2 to 1.7 ms. At 16x16 copy and
  own model are even; on 25x25 copying and loading what is fixed costs up to twice as much.
- Presolve, probing, symmetry and linear relaxation double the time on Booleans (17 clues: 3.1 ms
  against 1.6; hardest: 12 against 6.4). Fixed and portfolio branching are slower, by up to 40 %;
  polarity, conflict minimization and ERWA differ by less than the noise.
- Enumeration that stops at the second solution takes half the time of solving, excluding the
  solution and solving again.
- With other constraints, presolve and probing stay as they are: without probing, hard killers take
  0.6 to 2.2 times as long. Linear relaxation is switched off where more than one solution is asked
  for: a conflict of a hard killer takes a third longer with it (94 us beside 70 on iss-332).
- A thread costs 0.6 ms, so the first moment of a search for few solutions is spent without one.

Other constraints are said of Booleans as well, if domains are small. Two hard killers (iss-354
and iss-356), mean CPU seconds of 2 to 4 seeds:

| formulation and settings, one after another                  | 354  | 356  |
|--------------------------------------------------------------|-----:|-----:|
| integers and sums                                            | 1.12 | 1.76 |
| integers, value sets                                         | 1.28 | 1.48 |
| Booleans, value sets                                         | 0.62 | 1.23 |
| and the activity of variables in reasons of a conflict grows | 0.40 | 0.67 |
| and no inprocessing                                          | 0.43 | 0.63 |
| and clauses are cleaned up after 2,000 new ones, not 10,000  | 0.33 | 0.52 |
| and activity decays by 0.95, not 0.8                         | 0.33 | 0.42 |
| and clauses are cleaned up after 1,000                       | 0.30 | 0.39 |

With these settings integers take 0.60 and 0.80 s. Symmetry, ERWA, blocking restarts, other limits
for clauses to keep, PB resolution, and other kinds of presolve change little or nothing. Magic
squares of side 5 and 6 are faster as integers (140 conflicts beside more than 1,500).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from math import inf
from typing import TYPE_CHECKING, ClassVar

from csp_sudoku.backends.protocol import STRENGTHEN, Backend, Improvements, Report, Search
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cpsat as encoder
from csp_sudoku.encoders.cpsat_models import Booleans, Encoding, Integers
from csp_sudoku.encoders.slots import propagated, unsupported
from csp_sudoku.errors import BackendError, OutOfBudgetError
from csp_sudoku.model import CSP, Codes, Problem

if TYPE_CHECKING:
    from csp_sudoku.backends.cpsat_run import Run

_KEPT_LITERALS = 2_000
"""Structures with at most this many literals keep their model (9x9 has 729)."""
_MANY_VALUES = 16
"""With more values than this, sums of Booleans are slower than sums of integers."""
_LONG_LITERALS = 10_000
"""With more literals than this, a model takes more than a moment to load."""
_FEW = 16
"""Up to this many solutions are searched for in one go, if no more are asked for."""
_EXCLUDED = 64
"""This many solutions are excluded by clauses, where a model has auxiliary variables."""
_MOMENT = 0.05
"""Seconds to try in the asking thread: starting another one takes half as long as a puzzle."""

_FOR_BOOLEANS: Mapping[str, object] = {
    "linearization_level": 0,
    "also_bump_variables_in_conflict_reasons": True,
    "variable_activity_decay": 0.95,
    "inprocessing_dtime_ratio": 0.0,
    "clause_cleanup_period": 1000,
}
"""How CP-SAT searches Booleans with other constraints than groups: see the table above."""


class CpSat(Backend):
    """Constraint programming on top of clause learning.

    `workers` share the search for one solution; one worker enumerates several.
    """

    name = "cpsat"
    summary = "constraint programming with clause learning (OR-Tools CP-SAT)"
    paradigm = "constraint programming"
    package = "ortools"
    fixes_clique = True
    requires = "ortools"
    extra = "cpsat"
    options: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "formulation": ("auto", *encoder.FORMULATIONS),
        "workers": (1, int),
        "seed": (1, int),  # the default of OR-Tools
        "strengthen": STRENGTHEN,
    }
    strengthening = frozenset(
        {
            "hidden cages",
            "innies and outies",
            "sums combined",
            "equal variables",
            "cliques",
            "value sets",
        }
    )
    main_option = "formulation"

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._workers = self._number("workers", least=1)
        self._seed = self._number("seed", least=0)

    def _number(self, name: str, least: int) -> int:
        number = self.chosen[name]
        if not isinstance(number, int) or not least <= number < 2**31:
            raise BackendError(
                f"expected {name} of {self.name} from {least} to {2**31 - 1}, got {number}"
            )
        return int(number)

    def refusal(self, problem: Problem) -> str | None:
        """Return which constraint the encoder does not know."""
        return encoder.refusal(problem.csp)

    def search(self, problem: Problem, budget: Budget, report: Report, limit: int | None) -> Search:
        """Yield the solutions that CP-SAT finds, decoded."""
        try:
            encoding, masks = self._encoded(problem, budget)
        except OutOfBudgetError:
            return False
        if encoding.has_auxiliary and limit != 1:
            return (yield from self._walk(encoding, masks, budget, report))
        return (yield from self._solutions(encoding, masks, budget, report, limit))

    def optimize(self, problem: Problem, budget: Budget, report: Report) -> Improvements:
        """Yield the solutions that CP-SAT finds on its way to the optimum."""
        from csp_sudoku.backends.cpsat_run import Run

        goal = problem.csp.goal
        assert goal is not None, "optimize is asked only where there is an objective"
        least = goal.reach(problem.masks)[0]
        chosen = str(self.chosen["formulation"])
        formulation = "alldifferent" if chosen == "auto" else chosen
        try:
            budget.check()
            encoding = encoder.encode(problem.csp, formulation, budget.check)
        except OutOfBudgetError:
            return least
        model = encoding.narrowed(problem.masks)
        encoding.aim(model)
        settings: dict[str, object] = {
            "catch_sigint_signal": False,
            "random_seed": self._seed,
            "num_workers": self._workers,
        }
        if (seconds := budget.seconds_left()) is not None:
            settings["max_time_in_seconds"] = seconds
        run = Run(model, settings, _conflicts_left(budget, report))
        is_apart = sum(map(int.bit_count, encoding.masks)) > _LONG_LITERALS
        solutions = (run.all_apart if is_apart else run.all)(budget.is_over)
        best = inf
        try:
            for values in solutions:
                found = encoding.decode(values)
                best = problem.total(found)
                yield found
        finally:
            solutions.close()
            _note(run, report)
        return best if run.settled else max(least, run.bound)

    def _encoded(self, problem: Problem, budget: Budget) -> tuple[Encoding, Sequence[int]]:
        """Return a model for the problem, and the masks that narrow it to the problem.

        A large structure is encoded for each problem, over what its masks leave open.
        """
        budget.check()
        problem = self.strengthened(problem, budget.check)
        csp, formulation = problem.csp, str(self.chosen["formulation"])
        if formulation == "auto" and unsupported(csp) and (_is_large(csp) or _is_wide(csp)):
            formulation = "alldifferent"
        if formulation == "alldifferent":
            return encoder.encode(csp, formulation, budget.check), problem.masks
        if not _is_large(csp) or unsupported(csp):
            return encoder.encode(csp, "boolean", budget.check), problem.masks
        small = propagated(problem, budget.check) or problem
        return encoder.reduce(small, budget.check), small.masks

    def _solutions(
        self,
        encoding: Encoding,
        masks: Sequence[int],
        budget: Budget,
        report: Report,
        limit: int | None,
        excluded: Sequence[Codes] = (),
    ) -> Search:
        """Yield solutions: a few in one go if a moment is enough, else one by one from a thread.

        CP-SAT expands a large AllDifferent for seconds before it looks at any limit: then it runs
        in a process of its own.
        """
        from csp_sudoku.backends.cpsat_run import Run

        if _is_over(budget, report):
            return False
        model = encoding.narrowed(masks)
        for codes in excluded:
            encoding.exclude(model, codes)
        takes_long = sum(map(int.bit_count, encoding.masks)) > _LONG_LITERALS
        if limit is not None and limit <= _FEW and not takes_long:
            settings = self._settings(encoding, budget, limit, moment=True)
            run = Run(model, settings, _conflicts_left(budget, report))
            found = run.first(limit)
            _note(run, report)
            if run.settled or len(found) == limit or _is_over(budget, report):
                yield from map(encoding.decode, found)
                return run.settled and (limit != 1 or not found)
        settings = self._settings(encoding, budget, limit)
        run = Run(model, settings, _conflicts_left(budget, report))
        is_apart = takes_long and isinstance(encoding, Integers)
        solutions = (run.all_apart if is_apart else run.all)(budget.is_over)
        count = 0
        try:
            for values in solutions:
                count += 1
                yield encoding.decode(values)
        finally:
            solutions.close()
            _note(run, report)
        return run.settled and (limit != 1 or not count)

    def _walk(
        self, encoding: Encoding, masks: Sequence[int], budget: Budget, report: Report
    ) -> Search:
        """Yield each solution once although the model has auxiliary variables.

        The first solutions are excluded by a clause each. After that, a solution splits the rest
        of its space into parts without it: in each, some variables are fixed as in the solution
        and the next one is not. Only the parts to come are kept.
        """
        own = len(masks) - encoding.csp.auxiliary
        excluded: list[Codes] = []
        parts = [list(masks)]
        while parts:
            part = parts.pop()
            search = self._solutions(encoding, part, budget, report, 1, excluded)
            with closing(search):
                try:
                    found = next(search)
                except StopIteration as end:
                    if end.value:
                        continue
                    return False
            yield found
            if len(excluded) < _EXCLUDED:
                excluded.append(found)
                parts.append(part)
                continue
            for variable, code in enumerate(found[:own]):
                others = part[variable] & ~(1 << code)
                if others:
                    parts.append([*part[:variable], others, *part[variable + 1 :]])
                part[variable] = 1 << code
        return True

    def _settings(
        self, encoding: Encoding, budget: Budget, limit: int | None, moment: bool = False
    ) -> dict[str, object]:
        """Return CP-SAT's parameters: presolve pays only for many integers."""
        settings: dict[str, object] = {
            "catch_sigint_signal": False,
            "random_seed": self._seed,
            "num_workers": self._workers if limit == 1 and not moment else 1,
            "enumerate_all_solutions": limit != 1,
        }
        if not unsupported(encoding.csp):  # groups alone
            integers = isinstance(encoding, Integers)
            settings |= {
                "cp_model_presolve": integers and _is_large(encoding.csp),
                "cp_model_probing_level": 0,
                "linearization_level": 0,
                "symmetry_level": 0,
            }
        elif isinstance(encoding, Booleans):
            settings |= _FOR_BOOLEANS
        elif limit != 1:
            settings["linearization_level"] = 0
        seconds = budget.seconds_left()
        if moment:
            seconds = _MOMENT if seconds is None else min(seconds, _MOMENT)
        if seconds is not None:
            settings["max_time_in_seconds"] = seconds
        return settings


def _is_large(csp: CSP) -> bool:
    """Whether the structure has too many pairs of a variable and a value for fast copies."""
    return sum(mask.bit_count() for mask in csp.problem.masks) > _KEPT_LITERALS


def _is_wide(csp: CSP) -> bool:
    """Whether sums are better said of integers, as some variable has many values."""
    return any(mask.bit_count() > _MANY_VALUES for mask in csp.problem.masks)


def _conflicts_left(budget: Budget, report: Report) -> int | None:
    if budget.conflicts is None:
        return None
    return max(0, budget.conflicts - report.stats.get("conflicts", 0))


def _is_over(budget: Budget, report: Report) -> bool:
    return budget.is_over() or _conflicts_left(budget, report) == 0


def _note(run: Run, report: Report) -> None:
    """Add what a run counted; the number of Booleans is a size, and not added up."""
    for name, count in run.stats.items():
        before = report.stats.get(name, 0)
        report.stats[name] = max(before, count) if name == "booleans" else before + count
