"""Reasons: a smallest set of constraints that forces a value or rules one out, on any board.

Nothing here is specific to sudoku; all-different groups suffice. (`proofs.model_reasons` knows
constraints of any kind, and answers by whole constraints and clues.) That two values exclude each
other (in a cell, or in two cells of a group) is taken for granted. What is counted are the needs: a
variable must have a value, a group must have a value somewhere. A set of needs that refutes a
candidate is a reason, an unsatisfiable core of clauses; `sat.unsat_cores` finds a smallest one.

The size of a smallest reason measures difficulty without any list of techniques: singles and locked
candidates have size 1, pairs and X-wings 2, triples and wings 3, chains more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.bits import members, union
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders.slots import Slot, slots, unsupported
from csp_sudoku.errors import ModelError, OutOfBudgetError
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques.technique import Technique
from csp_sudoku.logic.words import listed
from csp_sudoku.sat.unsat_cores import CoreSearch

if TYPE_CHECKING:
    from csp_sudoku.model import CSP

_KEPT = 8
"""How many problems of one structure have their clauses and reasons kept."""
_SECONDS = 5.0
"""The time limit of a search for the smallest reason in a state."""
_LAST_SECONDS = 1.0
"""The time limit for a reason that can be told, after the search has ended."""


class _Within(Budget):
    """A budget inside another one: it is over after some seconds, or when the other one is."""

    __slots__ = ("outer",)

    def __init__(self, seconds: float | None, outer: Budget | None) -> None:
        super().__init__(seconds=seconds)
        self.outer = outer

    def is_over(self) -> bool:
        return super().is_over() or (self.outer is not None and self.outer.is_over())


class Need(NamedTuple):
    """An "at least one" constraint: a variable has a value, or a group has a value somewhere.

    `group` and `code` are None for a variable, `variable` is None for a group; `left` has the pairs
    of variable and code that can satisfy it.
    """

    variable: int | None
    group: int | None
    code: int | None
    left: tuple[tuple[int, int], ...]


class Reason(NamedTuple):
    """Needs that force what `sentence` says; with `is_smallest`, no fewer needs do (proven)."""

    needs: tuple[Need, ...]
    is_smallest: bool
    sentence: str

    def __str__(self) -> str:
        return self.sentence

    @property
    def size(self) -> int:
        """The number of needs: a measure of difficulty without techniques."""
        return len(self.needs)


class Reasons:
    """The reasons in a problem: why a variable must or cannot have a value.

    >>> from csp_sudoku import CSP
    >>> model = CSP()
    >>> a, b, c = (model.variable(name, "wxyz") for name in "abc")
    >>> group = model.all_different([a, b, c], "the row")
    >>> narrowed = model.with_domains({a: "xy", b: "xy"})
    >>> found = Reasons.of(narrowed).why("c", "x")
    >>> print(found)
    c cannot be x, because a must be x or y, and b must be x or y
    >>> found.size, found.is_smallest
    (2, True)
    >>> Reasons.of(narrowed).why("a", "x") is None
    True
    """

    def __init__(
        self,
        csp: CSP,
        masks: Sequence[int],
        fixed: int,
        variables: Sequence[str],
        values: Sequence[str],
        budget: Budget,
    ) -> None:
        refusal = unsupported(csp)
        if refusal:
            raise ModelError(
                f"this problem has no reasons of needs: {refusal}",
                fix="ask the model, as in model.why(x == 3)",
            )
        self.csp = csp
        self.variables = variables
        self.values = values
        self._place = {value: i for i, value in enumerate(csp.values)}
        self.literal: dict[tuple[int, int], int] = {}
        self.needs: list[Need] = []
        self._exclusive: list[list[int]] = []
        """Literals at most one of which is true: those of a variable, or of a value in a group."""
        self._encode(masks, fixed, budget)
        first = len(self.literal) + 1
        self._switches = range(first, first + len(self.needs))
        """For each need the literal that switches it on."""
        self._lock = Lock()
        self._cores: dict[int, list[int]] = {}
        """Minimal cores that `sizes` has found, by the literal that they refute."""
        self._found: dict[int, Reason | None] = {}
        self._open_solver(budget)

    @classmethod
    def of(cls, problem: State | CSP, budget: Budget | None = None) -> Reasons:
        """Return the reasons of a state, or of a CSP with what it fixes; they are kept with it.

        Raises OutOfBudgetError if the budget ends before the clauses are made.
        """
        budget = budget or Budget()
        if isinstance(problem, State):
            return problem.remember("reasons", lambda: cls._of_state(problem, budget))
        masks = tuple(problem.problem.masks)
        kept: dict[tuple[int, ...], Reasons] = problem.shared("reasons", lambda _: {})
        if masks not in kept:
            while len(kept) >= _KEPT:
                del kept[next(iter(kept))]
            kept[masks] = cls._of_csp(problem, masks, budget)
        return kept[masks]

    @classmethod
    def _of_state(cls, state: State, budget: Budget) -> Reasons:
        masks = [
            1 << value - 1 if value else mask
            for value, mask in zip(state.values, state.candidates, strict=True)
        ]
        fixed = state.bits.everywhere & ~state.open
        words = state.words
        return cls(state.bits.board.csp, masks, fixed, words.cell, words.value[1:], budget)

    @classmethod
    def _of_csp(cls, csp: CSP, masks: Sequence[int], budget: Budget) -> Reasons:
        fixed = union(v for v, mask in enumerate(masks) if mask.bit_count() == 1)
        variables, values = [str(v) for v in csp.variables], [str(v) for v in csp.values]
        return cls(csp, masks, fixed, variables, values, budget)

    # Clauses

    def _encode(self, masks: Sequence[int], fixed: int, budget: Budget) -> None:
        """Number the candidates that fixed variables leave, and list exclusions and needs."""
        left = [0 if fixed >> v & 1 else mask for v, mask in enumerate(masks)]
        for slot in slots(self.csp):
            budget.check()
            if _is_taken(slot, masks, fixed):
                for v, code in slot.places:
                    left[v] &= ~(1 << code)
        for v, mask in enumerate(left):
            budget.check()
            pairs = [(v, code) for code in members(mask)]
            for pair in pairs:
                self.literal[pair] = len(self.literal) + 1
            if not fixed >> v & 1:
                self._add(Need(v, None, None, tuple(pairs)))
        number = {id(group): i for i, group in enumerate(self.csp.constraints)}
        for slot in slots(self.csp):
            budget.check()
            if not _is_taken(slot, masks, fixed):
                pairs = [(v, code) for v, code in slot.places if left[v] >> code & 1]
                need = Need(None, number[id(slot.group)], self._place[slot.value], tuple(pairs))
                self._add(need, counts=slot.required)

    def _add(self, need: Need, *, counts: bool = True) -> None:
        self._exclusive.append([self.literal[pair] for pair in need.left])
        if counts:
            self.needs.append(need)

    def _open_solver(self, budget: Budget) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(name="minisat22")
        for literals in self._exclusive:
            budget.check()
            self._solver.append_formula([-one, -other] for one, other in combinations(literals, 2))
        self._wanted = [[self.literal[pair] for pair in need.left] for need in self.needs]
        for switch, literals in zip(self._switches, self._wanted, strict=True):
            budget.check()
            self._solver.add_clause([*literals, -switch])
        self._solver.set_phases(list(self.literal.values()))

    def __del__(self) -> None:
        solver = getattr(self, "_solver", None)
        if solver is not None:
            solver.delete()

    # Questions

    def why(
        self, variable: object, value: object, *, holds: bool = False, timeout: float | None = 10.0
    ) -> Reason | None:
        """Return a smallest reason why a variable cannot have a value; None if it can.

        If the time ends after a reason was found, that reason is minimal (no need can be dropped),
        but not called smallest.

        Args:
            variable: a variable or its name (a cell of a board: (0, 3), Cell, or "r1c4").
            value: the value in question.
            holds: ask why the variable must have the value instead.
            timeout: seconds after which the best reason so far is returned.

        Raises:
            OutOfBudgetError: the time ended before any reason was found.
        """
        if value not in self.csp.values:
            raise ModelError(
                f"no variable has the value {value!r}", fix="ask about a value of the problem"
            )
        index = self._index(variable)
        domain = self.csp.variables[index].domain
        if value not in domain:
            raise ModelError(
                f"{self.variables[index]} is fixed, or has no candidate "
                f"{self.values[self._place[value]]}",
                fix="ask about a candidate that is open",
            )
        return self.ask(index, domain.index(value), holds=holds, timeout=timeout)

    def _index(self, variable: object) -> int:
        """Return the number of a variable, given its name or its name in sentences."""
        try:
            return self.csp.find(variable).index
        except ModelError:
            if variable not in self.variables:
                raise
            return self.variables.index(variable)

    def why_not(self, *, timeout: float | None = 10.0) -> Reason | None:
        """Return a smallest reason why there is no solution; None if there is one."""
        return self._asked(0, "there is no solution", Budget(seconds=timeout))

    def ask(
        self,
        variable: int,
        code: int,
        *,
        holds: bool = False,
        timeout: float | None = 10.0,
        budget: Budget | None = None,
    ) -> Reason | None:
        """Answer `why` for the number of a variable and the code of a value.

        It ends after `timeout` seconds, or when the budget is over.
        """
        says = "must" if holds else "cannot"
        claim = f"{self.variables[variable]} {says} be {self._word(variable, code)}"
        literal = self.literal.get((variable, code))
        if literal is None:
            name, word = self.variables[variable], self._word(variable, code)
            raise ModelError(
                f"{name} is fixed, or has no candidate {word}",
                fix="ask about a candidate that is open",
            )
        return self._asked(-literal if holds else literal, claim, _Within(timeout, budget))

    def _asked(self, assumed: int, claim: str, budget: Budget) -> Reason | None:
        with self._lock:
            if assumed in self._found:
                return self._found[assumed]
            search = self._search(assumed, budget)
            try:
                core = search.minimal()
            except OutOfBudgetError:
                core = self._cores.get(assumed)
                if core is None:
                    raise
            reason = None
            if core is not None:
                core, is_smallest = search.smallest(core)
                reason = self._told(assumed, core, claim, is_smallest)
            if reason is None or reason.is_smallest:
                self._found[assumed] = reason
            return reason

    def within(
        self,
        sizes: dict[tuple[int, int], int],
        most: int,
        *,
        timeout: float | None = 10.0,
        budget: Budget | None = None,
    ) -> list[tuple[int, int]]:
        """Return some of the candidates that have a reason of at most `most` needs; [] if none do.

        Args:
            sizes: the candidates to look at, and the sizes of known reasons, as `sizes` gives them.
            most: how many needs a reason may have.
            timeout: seconds after which OutOfBudgetError is raised.
            budget: OutOfBudgetError is also raised when this is over.
        """
        seen = [pair for pair, size in sizes.items() if size <= most]
        if seen:
            return seen
        limit = _Within(timeout, budget)
        for pair in sizes:
            if self._has_within(self.literal[pair], most, limit):
                return [pair]
        return []

    def _has_within(self, literal: int, most: int, budget: Budget) -> bool:
        with self._lock:
            search = self._search(literal, budget)
            core = search.minimal()
            if core is None or len(core) <= most:
                return core is not None
            core, is_proven = search.smallest(core, most)
        if not is_proven:
            raise OutOfBudgetError("the time ended before the size of a reason was known", least=0)
        return len(core) <= most

    def sizes(
        self, *, timeout: float | None = 10.0, budget: Budget | None = None
    ) -> dict[tuple[int, int], int]:
        """Return the size of a reason for each candidate that can be ruled out, the least first.

        These reasons are minimal (no need can be dropped), but not always smallest. If the time
        ends, or the budget is over, some candidates are missing.
        """
        found: dict[tuple[int, int], int] = {}
        limit = _Within(timeout, budget)
        with self._lock, suppress(OutOfBudgetError):
            for pair, literal in self.literal.items():
                core = self._search(literal, limit).minimal()
                if core is not None:
                    self._cores[literal] = core
                    found[pair] = len(core)
        return dict(sorted(found.items(), key=lambda item: item[1]))

    def _search(self, assumed: int, budget: Budget) -> CoreSearch:
        return CoreSearch(self._solver, self._switches, self._wanted, assumed, budget)

    # Sentences

    def _told(self, assumed: int, core: Sequence[int], claim: str, is_smallest: bool) -> Reason:
        first = self._switches[0]
        needs = tuple(self._ordered(assumed, [self.needs[switch - first] for switch in core]))
        because = ", and ".join(self._in_words(need) for need in needs)
        return Reason(needs, is_smallest, f"{claim}, because {because}")

    def _word(self, variable: int, code: int) -> str:
        """Return what a value of a variable is called."""
        return self.values[self._place[self.csp.variables[variable].domain[code]]]

    def _in_words(self, need: Need) -> str:
        if need.variable is not None:
            left = listed([self._word(v, code) for v, code in need.left], "or")
            name = self.variables[need.variable]
            return f"{name} must be {left}" if left else f"{name} has no value left"
        assert need.group is not None
        assert need.code is not None
        group, value = self.csp.constraints[need.group], self.values[need.code]
        left = listed([self.variables[v] for v, _ in need.left], "or")
        if not left:
            return f"{group} has no place for {value}"
        return f"{value} must be somewhere in {group} ({left})"

    def _ordered(self, assumed: int, needs: list[Need]) -> Iterator[Need]:
        """Yield the needs in the order of a proof: next comes always one with the fewest ways."""
        out = {-assumed} if assumed < 0 else self._excluded(assumed)
        while needs:
            ways = [
                [x for pair in need.left if (x := self.literal[pair]) not in out] for need in needs
            ]
            at = min(range(len(needs)), key=lambda i: len(ways[i]))
            if len(ways[at]) == 1:
                out |= self._excluded(ways[at][0])
            yield needs.pop(at)

    def _excluded(self, literal: int) -> set[int]:
        """Return the candidates that exclude this one."""
        found = {other for each in self._exclusive if literal in each for other in each}
        return found - {literal}


def _is_taken(slot: Slot, masks: Sequence[int], fixed: int) -> bool:
    """Whether a fixed variable of the group has the value."""
    return any(fixed >> v & 1 and masks[v] >> code & 1 for v, code in slot.places)


# Reasons as steps


def smallest_reason(state: State, *, timeout: float | None = _SECONDS) -> Iterator[Step]:
    """Find the candidate that can be ruled out by the smallest reason of all, as a step.

    If the time ends before that is known, the reason is the smallest found so far. If it is not
    proven to be smallest for its candidate, the technique is called "reason".

    >>> from csp_sudoku import Puzzle
    >>> print(next(smallest_reason(State.of(Puzzle("1... ..2. .3.. ....")))))
    r2c1 cannot be 4, because r2c2 must be 4
    """
    if state.rules:
        from csp_sudoku.logic.rule_reasons import smallest_rule_reason

        yield from smallest_rule_reason(state, _SECONDS if timeout is None else timeout)
        return
    budget = _Within(timeout, state.budget)
    sizes: dict[tuple[int, int], int] = {}
    with suppress(OutOfBudgetError):
        reasons = Reasons.of(state, budget)
        sizes = reasons.sizes(timeout=None, budget=budget)
    if not sizes:
        state.check()
        return
    cell, code = next(iter(sizes))
    with suppress(OutOfBudgetError):
        for most in range(1, sizes[cell, code]):
            found = reasons.within(sizes, most, timeout=None, budget=budget)
            if found:
                cell, code = found[0]
                break
    left = budget.seconds_left()
    last = None if left is None else max(_LAST_SECONDS, left)
    reason = reasons.ask(cell, code, timeout=last, budget=state.budget)
    if reason:
        yield step_of(reason, eliminations=(Candidate(cell, code + 1),))


def step_of(
    reason: Reason,
    *,
    placements: tuple[Candidate, ...] = (),
    eliminations: tuple[Candidate, ...] = (),
) -> Step:
    """Return a reason as a step."""
    pattern = {Candidate(v, code + 1) for need in reason.needs for v, code in need.left}
    return Step(
        SMALLEST_REASON.name if reason.is_smallest else "reason",
        reason.sentence,
        placements,
        eliminations,
        pattern=tuple(sorted(pattern)),
        groups=tuple(dict.fromkeys(n.group for n in reason.needs if n.group is not None)),
    )


SMALLEST_REASON = Technique("smallest reason", 12.0, smallest_reason)
"""The last resort, above all ratings; it is not in the table of techniques."""


def step_size(state: State, step: Step, *, timeout: float | None = 10.0) -> int:
    """Return the size of the reason for the hardest result of a step.

    >>> from csp_sudoku import Puzzle
    >>> from csp_sudoku.logic.techniques.singles import full_house
    >>> state = State.of(Puzzle("123. .... .... ...."))
    >>> step_size(state, next(full_house(state)))
    1
    """
    reasons = Reasons.of(state)
    asked = [(c, True) for c in step.placements] + [(c, False) for c in step.eliminations]
    found = [reasons.ask(c, v - 1, holds=h, timeout=timeout) for (c, v), h in asked]
    return max((reason.size for reason in found if reason), default=0)
