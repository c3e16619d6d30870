"""Layered automata: the one form in which sums, counts and automata become clauses or arcs.

A layered automaton reads one variable per layer. Its states before layer i are numbered from 0, it
starts in state 0 of the first layer, and every state lies on some way to the end:

    layer 0      layer 1      layer 2
    0 --x=1--> 0 --y=1--> 0 --z=3-->
      --x=2--> 1 --y=2--> 1 --z=2-->      and so on

A sum is such an automaton whose states are partial sums. It reads the variables with the largest
weights first, so that few partial sums can still reach an allowed total; and all partial sums from
which every way leads to one are a single state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from csp_sudoku.bits import members
from csp_sudoku.errors import ModelError
from csp_sudoku.model.constraints import Interval, Linear, Regular, Table

MOST_STEPS = 2_000_000
"""A sum or a sequence that needs more steps than this is refused."""

Step = tuple[int, int, int]
"""A state, a code of the layer's variable, and the next state."""


class Layered(NamedTuple):
    """An automaton in layers: the variable of each, its steps, and the states before each."""

    variables: tuple[int, ...]
    layers: tuple[tuple[Step, ...], ...]
    widths: tuple[int, ...]

    @property
    def is_impossible(self) -> bool:
        """Whether no way leads through."""
        return 0 in self.widths


def layered(
    constraint: Linear | Regular | Table, masks: Sequence[int], most: int = MOST_STEPS
) -> Layered:
    """Return the automaton of a constraint, within what the masks allow.

    A sum with more than `most` steps is refused.
    """
    if isinstance(constraint, Linear):
        return _of_sum(constraint, masks, most)
    if isinstance(constraint, Regular):
        variables = tuple(v.index for v in constraint.sequence)
        steps = [
            [step for step in layer if masks[v] >> step[1] & 1]
            for v, layer in zip(variables, constraint.layers, strict=True)
        ]
        return _trimmed(variables, steps, constraint.widths)
    return _of_table(constraint, masks)


def _of_table(table: Table, masks: Sequence[int]) -> Layered:
    """Return the tree of a table's tuples, with equal ends joined."""
    variables = tuple(v.index for v in table.variables)
    rows = [
        row
        for row in table.tuples
        if all(masks[v] >> code & 1 for v, code in zip(variables, row, strict=True))
    ]
    known: dict[tuple[int, frozenset[tuple[int, int]]], int] = {}
    steps: list[list[Step]] = [[] for _ in variables]
    widths = [0] * (len(variables) + 1)

    def node(depth: int, first: int, last: int) -> int:
        """Return the state after `depth` codes for the rows first to last, which share them."""
        if depth == len(variables):
            widths[depth] = 1
            return 0
        ways = []
        at = first
        while at < last:
            code, end = rows[at][depth], at
            while end < last and rows[end][depth] == code:
                end += 1
            ways.append((code, node(depth + 1, at, end)))
            at = end
        key = depth, frozenset(ways)
        if key not in known:
            known[key] = widths[depth]
            widths[depth] += 1
            steps[depth] += [(known[key], code, after) for code, after in ways]
        return known[key]

    if rows:
        node(0, 0, len(rows))
    return Layered(variables, tuple(map(tuple, steps)), tuple(widths))


def _of_sum(linear: Linear, masks: Sequence[int], most: int) -> Layered:
    rows = []
    for variable, weights in zip(linear.variables, linear.weights, strict=True):
        codes = [(code, weights[code]) for code in members(masks[variable.index])]
        if not codes:
            return Layered((), (), (0,))
        rows.append((variable.index, codes))
    rows.sort(key=lambda row: -_spread(row[1]))
    low = [0] * (len(rows) + 1)
    high = [0] * (len(rows) + 1)
    for i in range(len(rows) - 1, -1, -1):
        added = [weight for _, weight in rows[i][1]]
        low[i], high[i] = low[i + 1] + min(added), high[i + 1] + max(added)
    # Forward: partial sums from which an allowed total can still be reached, by its bounds.
    free = None  # every total is allowed from here on
    start: int | None = _state(0, low[0], high[0], linear.totals, free, -1)
    reached: list[dict[int | None, None]] = [{start: None} if start != _DEAD else {}]
    ways: list[list[tuple[int | None, int, int | None]]] = []
    size = 0
    for i, (_, codes) in enumerate(rows):
        after: dict[int | None, None] = {}
        here: list[tuple[int | None, int, int | None]] = []
        for state in reached[-1]:
            for code, weight in codes:
                target = (
                    free
                    if state is None
                    else _state(state + weight, low[i + 1], high[i + 1], linear.totals, free, _DEAD)
                )
                if target != _DEAD:
                    after[target] = None
                    here.append((state, code, target))
        size += len(here)
        if size > most:
            raise ModelError(
                f"{linear} has more than {most:,} partial sums",
                fix="use backend bitmask or cpsat, or smaller numbers",
            )
        reached.append(after)
        ways.append(here)
    number: dict[int | None, int] = dict.fromkeys(reached[-1], 0)
    steps: list[list[Step]] = []
    widths = [1 if number else 0]
    for here in reversed(ways):
        kept = [(s, code, number[t]) for s, code, t in here if t in number]
        number = {}
        for state, _, _ in kept:
            number.setdefault(state, len(number))
        steps.append(sorted({(number[s], code, t) for s, code, t in kept}))
        widths.append(len(number))
    return Layered(
        tuple(v for v, _ in rows), tuple(map(tuple, reversed(steps))), tuple(reversed(widths))
    )


_DEAD = -(2**63)


def _spread(codes: Sequence[tuple[int, int]]) -> int:
    weights = [weight for _, weight in codes]
    return max(weights) - min(weights)


def _state(
    total: int, low: int, high: int, totals: Sequence[Interval], free: None, dead: int
) -> int | None:
    """Return a partial sum as a state: itself, or that all or none of what follows is allowed."""
    first, last = total + low, total + high
    meets = False
    for a, b in totals:
        if (a is None or a <= first) and (b is None or last <= b):
            return free
        meets = meets or ((a is None or a <= last) and (b is None or first <= b))
    return total if meets else _DEAD


def _trimmed(variables: tuple[int, ...], steps: list[list[Step]], widths: Sequence[int]) -> Layered:
    """Return what lies between the start and the end, with the states numbered anew."""
    alive = [{0} if widths[0] else set()]
    for layer in steps:
        alive.append({after for state, _, after in layer if state in alive[-1]})
    number = {state: i for i, state in enumerate(sorted(alive[-1]))}
    kept: list[tuple[Step, ...]] = []
    counts = [len(number)]
    for states, layer in zip(reversed(alive[:-1]), reversed(steps), strict=True):
        good = [step for step in layer if step[0] in states and step[2] in number]
        before = {state: i for i, state in enumerate(sorted({step[0] for step in good}))}
        kept.append(tuple((before[s], code, number[t]) for s, code, t in good))
        number = before
        counts.append(len(number))
    return Layered(variables, tuple(reversed(kept)), tuple(reversed(counts)))
