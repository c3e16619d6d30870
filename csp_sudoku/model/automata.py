"""Automata as layers of steps: states of which only one is needed, and several automata as one.

A layer has the steps (state, code, next state) by which a variable leads from the states before it
to those behind it. An automaton begins in one state and ends in one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

Layers: TypeAlias = tuple[tuple[tuple[int, int, int], ...], ...]
Unrolled: TypeAlias = tuple[Layers, tuple[int, ...]]
"""The layers of an automaton, and the number of states before each of them, and at the end."""

_MOST_STATES_JOINED = 1_000
"""Automata with more states than this are left as they are: most of theirs stay, and it takes as
long as a tenth of unrolling them."""
_MOST_UNITED = 256
_UNITED: OrderedDict[tuple[int, ...], tuple[object, Unrolled]] = OrderedDict()
"""Automata made of several, by the identity of the layers of these, which are kept with them: rules
build the layers of a kind once, and hashing them would take longer than uniting them."""


def is_deterministic(layers: Layers) -> bool:
    """Return whether a state and a code leave at most one next state.

    >>> is_deterministic((((0, 0, 0), (0, 1, 1)),)), is_deterministic((((0, 0, 0), (0, 0, 1)),))
    (True, False)
    """
    return all(len({step[:2] for step in layer}) == len(layer) for layer in layers)


def with_same_pasts_joined(given: Unrolled) -> Unrolled:
    """Return an automaton that reads the same: states of a layer to which the same leads are one.

    In a deterministic one, nothing leads to two states.

    >>> guessed = (((0, 0, 0), (0, 0, 1)), ((0, 0, 0), (1, 1, 0)))  # what comes next
    >>> with_same_pasts_joined((guessed, (1, 2, 1)))
    ((((0, 0, 0),), ((0, 0, 0), (0, 1, 0))), (1, 1, 1))
    """
    layers, widths = given
    if sum(widths) > _MOST_STATES_JOINED or is_deterministic(layers):
        return given
    joined: list[tuple[tuple[int, int, int], ...]] = []
    name: Sequence[int] = range(widths[0])
    sizes = [widths[0]]
    for layer, width in zip(layers, widths[1:], strict=True):
        pasts: list[set[tuple[int, int]]] = [set() for _ in range(width)]
        for state, code, target in layer:
            pasts[target].add((name[state], code))
        known: dict[frozenset[tuple[int, int]], int] = {}
        after = [known.setdefault(frozenset(past), len(known)) for past in pasts]
        joined.append(tuple(sorted({(name[s], code, after[t]) for s, code, t in layer})))
        name = after
        sizes.append(len(known))
    return tuple(joined), tuple(sizes)


def either(parts: Sequence[Unrolled]) -> Unrolled | None:
    """Return one automaton that accepts what any of some do; None if it would be large.

    All read as many codes, one or more. An automaton without states accepts nothing.

    >>> zero, two = ((((0, 0, 0),),), (1, 1)), ((((0, 2, 0),),), (1, 1))
    >>> either([zero, two])
    ((((0, 0, 0), (0, 2, 0)),), (1, 1))
    """
    if sum([sum(widths) for _, widths in parts]) > _MOST_STATES_JOINED:
        return None
    key = tuple([id(layers) for layers, _ in parts])
    known = _UNITED.get(key)
    if known is None:
        able = [part for part in parts if part[1][0]]
        known = _UNITED[key] = parts, _united(able) if able else parts[0]
        if len(_UNITED) > _MOST_UNITED:
            with suppress(KeyError):  # another thread was faster
                _UNITED.popitem(last=False)
    return known[1]


def _united(parts: Sequence[Unrolled]) -> Unrolled:
    """Return an automaton that accepts what any of some do."""
    length = len(parts[0][0])
    layers: list[list[tuple[int, int, int]]] = [[] for _ in range(length)]
    sizes = [0] * (length - 1)
    for steps, widths in parts:
        offsets = [0, *sizes, 0]  # all have the first state in common, and the last one
        for place, layer in enumerate(steps):
            before, after = offsets[place], offsets[place + 1]
            layers[place] += [(s + before, code, t + after) for s, code, t in layer]
        sizes = [size + width for size, width in zip(sizes, widths[1:-1], strict=True)]
    whole = tuple([tuple(sorted(layer)) for layer in layers]), (1, *sizes, 1)
    return _turned(with_same_pasts_joined(_turned(with_same_pasts_joined(whole))))


def _turned(given: Unrolled) -> Unrolled:
    """Return an automaton that reads the same backwards."""
    layers, widths = given
    back = [tuple(sorted([(t, code, s) for s, code, t in layer])) for layer in layers]
    return tuple(back[::-1]), widths[::-1]
