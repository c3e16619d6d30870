"""Draws constraints for the native search: those of `bitmask.Structure`, by kind.

A new kind is one function and one entry in `DRAWN`.
"""

from csp_sudoku.native import bitmask
from tests.fuzz.hostile import Meddler, OddInt, OddName, Raising, ShrinkingList

_DEEP = 3
_WEIGHTS = (-3, -1, 0, 1, 1, 2, 5, 100)
_HUGE = (2**40, -(2**40), 2**58, -(2**58))


def constraints(draw, variables, values):
    """Draw a few constraints over these variables, at times spoilt or hostile."""
    if not variables:
        return []
    drawn = [one(draw, variables, values) for _ in range(draw.below(5))]
    kind = draw.below(30)
    if kind == 0:
        return iter(drawn)
    if kind == 1:
        return draw.spoil(ShrinkingList(drawn))
    if kind == 2:
        odd = (None, 5, "sum", [None], [()], [("sum",)], [(OddName("x"), 1)], [[]], [Raising()])
        return draw.spoil(draw.choice(odd))
    return drawn


def one(draw, variables, values, depth=0):
    """Draw a constraint."""
    name = draw.choice([kind for kind in DRAWN if depth < _DEEP or kind != "any"])
    made = [name, *DRAWN[name](draw, variables, values, depth)]
    if draw.one_in(60):
        odd = (None, -1, 2**70, 0.5, (), "x", Raising(), OddInt(0), Meddler(0, draw.act), [[[]]])
        made[draw.below(len(made))] = draw.spoil(draw.choice(odd))
    if draw.one_in(100):
        draw.spoil(made.pop())
    return draw.choice((tuple, tuple, tuple, list))(made)


def some_of(draw, variables, most=5):
    return draw.random.sample(range(variables), 1 + draw.below(min(variables, most)))


def mask(draw, values):
    return draw.number(0, 2**values - 1)


def relation(draw, variables, values, depth):
    x = draw.below(variables)
    y = (x + 1 + draw.below(variables - 1)) % variables if variables > 1 else draw.spoil(x)
    rows = [draw.below(2**values) for _ in range(draw.below(values + 1))]
    return draw.number(x, x), draw.number(y, y), draw.numbers(rows)


def total(draw, variables, values, depth):
    """Draw a sum; members of a clique have the same weights."""
    weights = _HUGE if draw.one_in(6) else _WEIGHTS
    shared = [draw.choice(weights) for _ in range(1 + draw.below(values))]
    members = some_of(draw, variables)
    cliques = [draw.choice((-1, 0)) for _ in members]
    rows = []
    for clique in cliques:
        own = [draw.choice(weights) for _ in range(1 + draw.below(values))]
        rows.append(draw.numbers(shared if clique == 0 else own))
    if draw.one_in(60):
        draw.spoil(rows.pop())
    bounds = (None, -(2**63), -5, 0, 1, 3, 10, 2**40, 2**63)
    intervals = [(draw.choice(bounds), draw.choice(bounds)) for _ in range(draw.below(3))]
    terms = draw.numbers(members), rows, draw.numbers(cliques)
    return *terms, draw.choice((list, tuple))(intervals)


def value_set(draw, variables, values, depth):
    members = some_of(draw, variables, min(values, 5))
    sets = [
        sum(1 << bit for bit in draw.random.sample(range(values), len(members)))
        for _ in range(draw.below(4))
    ]
    return draw.numbers(members), draw.numbers(sets)


def layers_of(draw, places, values):
    """Draw the layers of an automaton and their widths."""
    widths = [1, *(1 + draw.below(draw.choice((2, 5, 70, 130))) for _ in range(places - 1)), 1]
    layers = [
        [
            (draw.below(widths[i]), draw.below(values), draw.below(widths[i + 1]))
            for _ in range(draw.below(3 * values))
        ]
        for i in range(places)
    ]
    return layers, widths


def automaton(draw, variables, values, depth):
    path = some_of(draw, variables)
    layers, widths = layers_of(draw, len(path), values)
    if draw.one_in(2):
        return draw.numbers(path), bitmask.Automaton(layers, widths)
    return draw.numbers(path), [draw.rows(layer) for layer in layers], draw.numbers(widths)


def disjunction(draw, variables, values, depth):
    branches = [
        [one(draw, variables, values, depth + 1) for _ in range(draw.below(3))]
        for _ in range(draw.below(4))
    ]
    return (branches,)


def different(draw, variables, values, depth):
    return (draw.numbers(some_of(draw, variables)),)


def only(draw, variables, values, depth):
    x = draw.below(variables)
    return draw.number(x, x), mask(draw, values)


DRAWN = {
    "relation": relation,
    "sum": total,
    "set": value_set,
    "automaton": automaton,
    "any": disjunction,
    "different": different,
    "only": only,
}
assert set(DRAWN) == set(bitmask.KINDS), "a kind of constraint that nothing draws"
