"""Reasons: a smallest set of constraints that forces a value or rules one out, on any board.

Nothing here is specific to sudoku; all-different groups suffice. That two values exclude each other
(in a cell, or in two cells of a group) is taken for granted. What is counted are the needs: a
variable must have a value, a group must have a value somewhere. A set of needs that refutes a
candidate is a reason, an unsatisfiable core of clauses; `unsat_cores.py` finds a smallest one.

The size of a smallest reason measures difficulty without any list of techniques: singles and locked
candidates have size 1, pairs and X-wings 2, triples and wings 3, chains more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.bits import members, union
from csp_sudoku.encoders.slots import Slot, slots, unsupported
from csp_sudoku.errors import ModelError, OutOfBudgetError
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques.technique import Technique
from csp_sudoku.logic.unsat_cores import CoreSearch
from csp_sudoku.logic.words import listed

if TYPE_CHECKING:
    from csp_sudoku.model import CSP

_KEPT = 8
"""How many problems of one structure have their clauses and reasons kept."""
_SECONDS = 5.0
"""The time limit of a search for the smallest reason in a state."""
_LAST_SECONDS = 1.0
"""The time limit for a reason that can be told, after the search has ended."""


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
    ) -> None:
        refusal = unsupported(csp)
        if refusal:
            raise ModelError(f"this problem has no reasons: {refusal}")
        self.csp = csp
        self.variables = variables
        self.values = values
        self.literal: dict[tuple[int, int], int] = {}
        self.needs: list[Need] = []
        self._clauses: list[list[int]] = []
        self._encode(masks, fixed)
        first = len(self.literal) + 1
        self._switches = range(first, first + len(self.needs))
        """For each need the literal that switches it on."""
        self._lock = Lock()
        self._found: dict[int, Reason | None] = {}
        self._open_solver()

    @classmethod
    def of(cls, problem: State | CSP) -> Reasons:
        """Return the reasons of a state, or of a CSP with what it fixes; they are kept with it."""
        if isinstance(problem, State):
            return problem.remember("reasons", lambda: cls._of_state(problem))
        masks = tuple(problem.problem.masks)
        kept: dict[tuple[int, ...], Reasons] = problem.shared("reasons", lambda _: {})
        if masks not in kept:
            while len(kept) >= _KEPT:
                del kept[next(iter(kept))]
            kept[masks] = cls._of_csp(problem, masks)
        return kept[masks]

    @classmethod
    def _of_state(cls, state: State) -> Reasons:
        masks = [
            1 << value - 1 if value else mask
            for value, mask in zip(state.values, state.candidates, strict=True)
        ]
        fixed = state.bits.everywhere & ~state.open
        words = state.words
        return cls(state.bits.board.csp, masks, fixed, words.cell, words.value[1:])

    @classmethod
    def _of_csp(cls, csp: CSP, masks: Sequence[int]) -> Reasons:
        fixed = union(v for v, mask in enumerate(masks) if mask.bit_count() == 1)
        return cls(csp, masks, fixed, [str(v) for v in csp.variables], [str(v) for v in csp.values])

    # Clauses

    def _encode(self, masks: Sequence[int], fixed: int) -> None:
        """Number the candidates that fixed variables leave, and list exclusions and needs."""
        left = [0 if fixed >> v & 1 else mask for v, mask in enumerate(masks)]
        for slot in slots(self.csp):
            if _is_taken(slot, masks, fixed):
                for v in slot.variables:
                    left[v] &= ~(1 << slot.code)
        for v, mask in enumerate(left):
            pairs = [(v, code) for code in members(mask)]
            for pair in pairs:
                self.literal[pair] = len(self.literal) + 1
            if not fixed >> v & 1:
                self._add(Need(v, None, None, tuple(pairs)))
        number = {id(group): i for i, group in enumerate(self.csp.constraints)}
        for slot in slots(self.csp):
            if not _is_taken(slot, masks, fixed):
                pairs = [(v, slot.code) for v in slot.variables if left[v] >> slot.code & 1]
                need = Need(None, number[id(slot.group)], slot.code, tuple(pairs))
                self._add(need, counts=slot.required)

    def _add(self, need: Need, *, counts: bool = True) -> None:
        literals = [self.literal[pair] for pair in need.left]
        self._clauses += [[-one, -other] for one, other in combinations(literals, 2)]
        if counts:
            self.needs.append(need)

    def _open_solver(self) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(name="minisat22", bootstrap_with=self._clauses)
        self._wanted = [[self.literal[pair] for pair in need.left] for need in self.needs]
        for switch, literals in zip(self._switches, self._wanted, strict=True):
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
        code = self.csp.values.index(value)
        return self.ask(self._index(variable), code, holds=holds, timeout=timeout)

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
        return self._asked(0, "there is no solution", timeout)

    def ask(
        self, variable: int, code: int, *, holds: bool = False, timeout: float | None = 10.0
    ) -> Reason | None:
        """Answer `why` for the number of a variable and the code of a value."""
        says = "must" if holds else "cannot"
        claim = f"{self.variables[variable]} {says} be {self.values[code]}"
        literal = self.literal.get((variable, code))
        if literal is None:
            raise ModelError(
                f"{self.variables[variable]} is fixed, or has no candidate {self.values[code]}",
                fix="ask about a candidate that is open",
            )
        return self._asked(-literal if holds else literal, claim, timeout)

    def _asked(self, assumed: int, claim: str, timeout: float | None) -> Reason | None:
        with self._lock:
            if assumed in self._found:
                return self._found[assumed]
            search = self._search(assumed, None if timeout is None else monotonic() + timeout)
            core = search.minimal()
            reason = None
            if core is not None:
                core, is_smallest = search.smallest(core)
                reason = self._told(assumed, core, claim, is_smallest)
            if reason is None or reason.is_smallest:
                self._found[assumed] = reason
            return reason

    def within(
        self, sizes: dict[tuple[int, int], int], most: int, *, timeout: float | None = 10.0
    ) -> list[tuple[int, int]]:
        """Return some of the candidates that have a reason of at most `most` needs; [] if none do.

        Args:
            sizes: the candidates to look at, and the sizes of known reasons, as `sizes` gives them.
            most: how many needs a reason may have.
            timeout: seconds after which OutOfBudgetError is raised.
        """
        seen = [pair for pair, size in sizes.items() if size <= most]
        if seen:
            return seen
        end = None if timeout is None else monotonic() + timeout
        for pair in sizes:
            if self._has_within(self.literal[pair], most, end):
                return [pair]
        return []

    def _has_within(self, literal: int, most: int, end: float | None) -> bool:
        with self._lock:
            search = self._search(literal, end)
            core = search.minimal()
            if core is None or len(core) <= most:
                return core is not None
            core, is_proven = search.smallest(core, most)
        if not is_proven:
            raise OutOfBudgetError("the time ended before the size of a reason was known", least=0)
        return len(core) <= most

    def sizes(self, *, timeout: float | None = 10.0) -> dict[tuple[int, int], int]:
        """Return the size of a reason for each candidate that can be ruled out, the least first.

        These reasons are minimal (no need can be dropped), but not always smallest. If the time
        ends, some candidates are missing.
        """
        found: dict[tuple[int, int], int] = {}
        end = None if timeout is None else monotonic() + timeout
        with self._lock:
            for pair, literal in self.literal.items():
                try:
                    core = self._search(literal, end).minimal()
                except OutOfBudgetError:
                    break
                if core is not None:
                    found[pair] = len(core)
        return dict(sorted(found.items(), key=lambda item: item[1]))

    def _search(self, assumed: int, end: float | None) -> CoreSearch:
        return CoreSearch(self._solver, self._switches, self._wanted, assumed, end)

    # Sentences

    def _told(self, assumed: int, core: Sequence[int], claim: str, is_smallest: bool) -> Reason:
        first = self._switches[0]
        needs = tuple(self._ordered(assumed, [self.needs[switch - first] for switch in core]))
        because = ", and ".join(self._in_words(need) for need in needs)
        return Reason(needs, is_smallest, f"{claim}, because {because}")

    def _in_words(self, need: Need) -> str:
        if need.variable is not None:
            left = listed([self.values[code] for _, code in need.left], "or")
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
        return {
            -(one + other + literal) for one, other in self._clauses if -literal in (one, other)
        }


def _is_taken(slot: Slot, masks: Sequence[int], fixed: int) -> bool:
    """Whether a fixed variable of the group has the value."""
    return any(fixed >> v & 1 and masks[v] >> slot.code & 1 for v in slot.variables)


# Reasons as steps


def smallest_reason(state: State, *, timeout: float | None = _SECONDS) -> Iterator[Step]:
    """Find the candidate that can be ruled out by the smallest reason of all, as a step.

    If the time ends before that is known, the reason is the smallest found so far. If it is not
    proven to be smallest for its candidate, the technique is called "reason".

    >>> from csp_sudoku import Puzzle
    >>> print(next(smallest_reason(State.of(Puzzle("1... ..2. .3.. ....")))))
    r2c1 cannot be 4, because r2c2 must be 4
    """
    end = None if timeout is None else monotonic() + timeout
    reasons = Reasons.of(state)
    sizes = reasons.sizes(timeout=timeout)
    if not sizes:
        return
    cell, code = next(iter(sizes))
    try:
        for most in range(1, sizes[cell, code]):
            left = None if end is None else end - monotonic()
            found = reasons.within(sizes, most, timeout=left)
            if found:
                cell, code = found[0]
                break
    except OutOfBudgetError:
        pass
    left = None if end is None else max(_LAST_SECONDS, end - monotonic())
    reason = reasons.ask(cell, code, timeout=left)
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
        SMALLEST if reason.is_smallest else "reason",
        reason.sentence,
        placements,
        eliminations,
        pattern=tuple(sorted(pattern)),
        groups=tuple(dict.fromkeys(n.group for n in reason.needs if n.group is not None)),
    )


SMALLEST = "smallest reason"
_RATING = 12.0
"""Higher than any other rating, so that it is tried last."""


def technique(end: float | None = None) -> Technique:
    """Return the smallest reason as a technique; it is not in the table of techniques.

    `end` is when the time ends, on the monotonic clock; a step takes some seconds at most.
    """

    def find(state: State) -> Iterator[Step]:
        left = _SECONDS if end is None else min(_SECONDS, max(0.0, end - monotonic()))
        return smallest_reason(state, timeout=left)

    return Technique(SMALLEST, _RATING, find)


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
