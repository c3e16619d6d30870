"""How each function, class and attribute of csp_sudoku.native is called; see `CALLS`.

Every call is bounded in time: by a limit, or by what it is given. A new function is one that draws
its arguments and one entry in `FUNCTIONS`; a new class one in `MAKERS` and one in `USES`, and its
attributes are read without being listed. `missing` says what has none.
"""

import array
import ast
import importlib
import inspect
import threading
from functools import partial
from pathlib import Path

import numpy as np

from csp_sudoku.native import (
    bitmask,
    bulk9,
    canonical9,
    check,
    clauses,
    dlx,
    hitting9,
    minimal9,
    overlaps,
    rating9,
    rup,
    sudoku9,
)
from tests.fuzz.arguments import GRIDS, MINIMAL, NO_NUMBERS
from tests.fuzz.constraints import constraints, layers_of
from tests.fuzz.hostile import MischiefError, OddInt, OddName, Raising

_CHANGEABLE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: made by a class statement
SQUARE = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
REFUSALS = (TypeError, ValueError, OverflowError, BufferError, RuntimeError, MemoryError)


class NoObjectError(Exception):
    """No object could be made for a call, so there was no call."""


def some(draw, kind):
    """Return an object of a kind, an old one or a new one."""
    for _ in range(9):
        if kind in draw.objects and not draw.one_in(4):
            break
        try:
            make(draw, kind)
        except (*REFUSALS, MischiefError):
            if not draw.is_calling:
                raise
    draw.begin()
    if kind not in draw.objects:
        raise NoObjectError
    return draw.choice(draw.objects[kind])


def make(draw, kind):
    """Make an object and keep it."""
    made = MAKERS[kind](draw)
    draw.objects.setdefault(kind, []).append(made)
    return made


def known_to_collector(draw, kind):
    """Return a class, or a subclass whose objects the garbage collector knows from the start."""
    return draw.choice((kind, TRACKED[kind]))


# ---------------------------------------------------------------- bitmask and check


def problem(draw):
    """Draw variables, values and groups of a small problem, or of a board."""
    if draw.one_in(3):
        height, width = draw.choice(((2, 2), (2, 2), (2, 3), (3, 3), (4, 4), (8, 8)))
        if height == 8 and not draw.one_in(20):
            height = width = 3
        order = height * width
        rows = [[order * r + c for c in range(order)] for r in range(order)]
        boxes = [
            [order * (height * a + r) + width * b + c for r in range(height) for c in range(width)]
            for a in range(width)
            for b in range(height)
        ]
        return order * order, order, [*rows, *map(list, zip(*rows, strict=True)), *boxes]
    variables = draw.below(7)
    groups = [
        draw.random.sample(range(variables), draw.below(variables + 1))
        for _ in range(draw.below(6))
    ]
    return variables, 1 + draw.below(5), groups


def make_structure(draw):
    variables, values, groups = problem(draw)
    options = {}
    if draw.one_in(4):
        at = draw.below(len(groups) + 1)
        options["first"] = bitmask.Groups(variables, groups[:at])
        groups = groups[at:]
    elif draw.one_in(40):
        options["first"] = draw.spoil(bitmask.Groups(variables + 1, []))
    arguments = [draw.number(variables, variables), draw.number(values, values), draw.rows(groups)]
    if draw.one_in(2):
        arguments.append(constraints(draw, variables, values))
    if draw.one_in(4):
        options["own"] = draw.choice((None, draw.number(0, variables)))
    return draw.call(known_to_collector(draw, bitmask.Structure), *arguments, **options)


def make_bitmask_groups(draw):
    variables, _, groups = problem(draw)
    return draw.call(bitmask.Groups, draw.number(variables, variables), draw.rows(groups))


def masks(draw, structure):
    values = structure.values
    if structure.variables > 10**5:
        return draw.spoil([1, 2, 3])
    full = (1 << values) - 1
    drawn = [
        draw.choice((full, full, 1 << draw.below(values), draw.random.randint(0, full)))
        for _ in range(structure.variables)
    ]
    if draw.one_in(2):
        return draw.numbers(drawn)
    return draw.buffer(array.array("Q", drawn).tobytes(), 8)


def make_bitmask_search(draw):
    structure = some(draw, bitmask.Structure)
    options = {}
    if draw.one_in(3):
        options |= bitmask.PRESETS[draw.choice(list(bitmask.PRESETS))]
    for name, values in (
        ("order", bitmask.ORDERS),
        ("values", bitmask.VALUES),
        ("rhythm", bitmask.RHYTHMS),
        ("propagation", bitmask.PROPAGATIONS),
        ("branch", bitmask.BRANCHES),
        ("successor", bitmask.SUCCESSORS),
    ):
        if draw.one_in(2):
            options[name] = draw.name(values)
    if draw.one_in(3):
        options["seed"] = draw.number(0, 2**64 - 1)
    if draw.one_in(3):
        options["restarts"] = draw.choice((None, draw.number(0, 20)))
    if draw.one_in(3):
        options["fill"] = draw.choice((0.0, 0.3, 1, 1.0, draw.seconds(1.0)))
    if draw.one_in(3):
        options["without"] = draw.numbers([draw.below(3) for _ in range(draw.below(3))])
        draw.spoil()  # there may be no such constraint
    if draw.one_in(2):
        return draw.call(structure.search, masks(draw, structure), **options)
    kind = known_to_collector(draw, bitmask.Search)
    return draw.call(kind, structure, masks(draw, structure), **options)


def make_counting(draw):
    structure = some(draw, bitmask.Structure)
    options = {}
    if draw.one_in(2):
        options["order"] = draw.name(("static", "smallest"))
    if draw.one_in(2):
        options["propagation"] = draw.name(bitmask.PROPAGATIONS)
    if draw.one_in(2):
        options["memory"] = draw.choice((None, 0, draw.number(0, 100_000)))
    propagation = options.get("propagation")
    if isinstance(propagation, str) and propagation == "none":  # components need propagation
        draw.spoil()
    kind = known_to_collector(draw, bitmask.Counting)
    return draw.call(kind, structure, masks(draw, structure), **options)


def settle(draw, it):
    return draw.call(it.settle, masks(draw, it), draw.name(bitmask.PROPAGATIONS))


def structure_search(draw, it):
    return draw.call(it.search, masks(draw, it)).run(nodes=draw.below(30))


def members(draw):
    values = 1 + draw.below(64)
    mask = draw.number(0, 2**values - 1)
    how = draw.name(bitmask.SUCCESSORS)
    return draw.call(bitmask.members, mask, draw.number(values, values), how)


def run_rows(draw):
    searches = [some(draw, bitmask.Search) for _ in range(draw.below(4))]
    if draw.one_in(9):
        searches.append(draw.spoil(draw.choice((None, 5, "x", Raising()))))
    if len({id(search) for search in searches}) < len(searches):
        draw.spoil()  # each may be given once
    limit, nodes = draw.number(1, 5), draw.number(0, 50)
    return draw.call(bitmask.run_rows, draw.choice((list, tuple))(searches), limit, nodes)


def make_automaton(draw):
    layers, widths = layers_of(draw, 1 + draw.below(4), 1 + draw.below(64))
    layers = [draw.rows(one) for one in layers]
    if draw.one_in(9):
        layers.append(draw.spoil([(0, draw.choice((64, -1, 2**70)), 0)]))
    return draw.call(bitmask.Automaton, layers, draw.numbers(widths))


def make_groups(draw):
    variables, _, groups = problem(draw)
    kind = known_to_collector(draw, check.Groups)
    return draw.call(kind, draw.number(variables, variables), draw.rows(groups))


def clash(draw, it):
    if it.variables > 10**5:
        return draw.call(it.clash, draw.spoil([1, 2, 3]))
    values = [draw.below(10) for _ in range(it.variables)]
    kind = draw.below(12)
    if kind < 4:
        return draw.call(it.clash, bytes(values))
    if kind == 4:
        return draw.call(it.clash, [value << draw.choice((1, 28, 60, 100)) for value in values])
    if kind == 5:
        return draw.call(it.clash, draw.choice((bytearray, memoryview, list))(bytes(values)))
    return draw.call(it.clash, draw.numbers(values))


def make_peers(draw):
    variables, _, groups = problem(draw)
    kind = known_to_collector(draw, check.Peers)
    return draw.call(kind, draw.number(variables, variables), draw.rows(groups))


def some_masks(draw, variables, most=63):
    """Return masks of up to nine codes, or of codes far apart."""
    shift = draw.choice((0, 0, 0, 40, most - 9))
    return [
        draw.below(512) << shift if draw.one_in(3) else 1 << draw.below(9) for _ in range(variables)
    ]


def narrowed(draw, it):
    if it.variables > 10**5:
        return draw.call(it.narrowed, draw.spoil([1, 2, 3]))
    most = 62 if draw.one_in(2) else draw.spoil(64)
    return draw.call(it.narrowed, draw.numbers(some_masks(draw, it.variables, most)))


def make_conditions(draw):
    variables = 1 + draw.below(6)
    drawn = [condition(draw, variables) for _ in range(draw.below(5))]
    if draw.one_in(20):
        odd = ((), ("pairs",), ("none such", 0, 1, 2), (OddName("set"), [], [], []), None, 5)
        drawn.append(draw.spoil(draw.choice(odd)))
    kind = known_to_collector(draw, check.Conditions)
    return draw.call(kind, draw.number(variables, variables), drawn)


def condition(draw, variables):
    """Draw a condition on codes from 0 to 3, at times spoilt."""
    kind = draw.choice(check.CONDITIONS)
    x, y = draw.below(variables), draw.below(variables)
    if kind == "pairs":
        rows = draw.numbers([draw.below(16) << draw.choice((0, 60)) for _ in range(4)])
        made = [draw.number(x, x), draw.number(y, y), rows]
    elif kind == "values":
        made = [draw.number(x, x), draw.number(4, 4), draw.number(0, 15)]
    else:
        members = draw.random.sample(range(variables), draw.below(variables + 1))
        numbers = [[draw.below(64) for _ in range(4)] for _ in members]
        if kind == "total":
            bounds = (None, -(2**70), 0, 40, 100, 2**70)
            given = [(draw.choice(bounds), draw.choice(bounds)) for _ in range(draw.below(3))]
            if draw.one_in(20):
                numbers = draw.spoil([[2**62, -(2**63)]] * len(members))
        else:
            given = draw.numbers([draw.random.getrandbits(64) for _ in range(draw.below(3))])
        made = [draw.numbers(members), draw.rows(numbers), given]
    if draw.one_in(60):
        made[draw.below(3)] = draw.spoil(draw.choice((None, -1, 2**70, 0.5, Raising(), [[[]]])))
    return (draw.name((kind,)), *made)


def first_broken(draw, it):
    if it.variables > 10**5:
        return draw.call(it.first_broken, draw.spoil([1, 2, 3]))
    codes = [draw.below(4) for _ in range(it.variables)]
    codes = bytes(codes) if draw.one_in(2) else draw.numbers(codes)
    return draw.call(it.first_broken, codes)


def make_standing(draw):
    variables, _, groups = problem(draw)
    return draw.call(overlaps.Standing, draw.number(variables, variables), draw.rows(groups))


def some_variables(draw, it):
    """Return a few of the variables of some groups, each once."""
    members = draw.random.sample(range(it.variables), draw.below(min(it.variables, 12) + 1))
    return draw.numbers(members)


def add_group(draw, it):
    return draw.call(it.add, some_variables(draw, it))


def is_within(draw, it):
    return draw.call(it.is_within, some_variables(draw, it))


def cliques(draw, it):
    size = draw.below(min(it.variables, 12) + 1)
    members = draw.numbers(draw.random.sample(range(it.variables), size))
    kinds = draw.numbers([draw.below(3) for _ in range(size)]) if draw.one_in(2) else None
    return draw.call(it.cliques, members, kinds)


def copy(draw, it):
    return draw.call(it.copy)


def some_areas(draw):
    """Draw sets of variables, as bits, some of them over many words."""
    shift = draw.choice((0, 0, 0, 50, 60, 200))
    areas = [draw.below(2**12) << shift for _ in range(draw.below(8))]
    return draw.numbers(areas) if shift < 60 else areas


def make_areas(draw):
    return draw.call(overlaps.Areas, some_areas(draw))


def remainders(draw, it):
    return draw.call(it.remainders, some_areas(draw), draw.number(0, 9), draw.number(0, 3))


def masks_of(draw):
    size = draw.below(12)
    values = bytes(draw.below(size + 1) for _ in range(draw.below(30)))
    if draw.one_in(9):
        values = draw.spoil(draw.choice((None, list(values), b"\xff")))
    table = tuple(range(size + 1))
    return draw.call(check.masks_of, values, draw.spoil(None) if draw.one_in(20) else table)


def given_values(draw):
    return draw.call(
        check.given_values, draw.numbers(some_masks(draw, draw.below(30))), draw.number(9, 62)
    )


def fixed_and_open(draw):
    return draw.call(check.fixed_and_open, draw.numbers(some_masks(draw, draw.below(30))))


def first_outside(draw):
    masks = some_masks(draw, draw.below(30))
    codes = [draw.below(9) for _ in masks]
    codes = bytes(codes) if draw.one_in(2) else draw.numbers(codes)
    return draw.call(check.first_outside, draw.numbers(masks), codes, draw.number(0, len(masks)))


def make_open(draw):
    kind = known_to_collector(draw, clauses.Open)
    return draw.call(kind, draw.numbers(some_masks(draw, draw.below(20))))


def way(draw):
    return draw.spoil("product") if draw.one_in(20) else draw.choice(clauses.WAYS)


def some_of(draw, it):
    """Return some variables of an object."""
    return draw.numbers(
        [draw.below(it.variables) for _ in range(draw.below(9) * (it.variables > 0))]
    )


def some_value(draw, it):
    start, stop = draw.number(0, 0), draw.number(0, it.variables)
    return draw.call(it.some_value, start, stop, draw.number(it.top, 2**29), way(draw))


def clauses_of_group(draw, it):
    wanted = draw.number(0, 511)
    return draw.call(it.group, some_of(draw, it), wanted, draw.number(it.top, 2**29), way(draw))


def pairs(draw, it):
    return draw.call(it.pairs, some_of(draw, it))


def assumptions(draw, it):
    return draw.call(it.assumptions, draw.numbers(some_masks(draw, it.variables)))


def decode(draw, it):
    return draw.call(it.decode, draw.numbers([draw.below(200) - 99 for _ in range(draw.below(50))]))


def counts_of(draw, rows):
    return array.array("I", [draw.choice((0, 1, 2, 2**32 - 1)) for _ in range(rows)]).tobytes()


def first_wrong9(draw):
    rows = draw.below(4) + (90 if draw.one_in(10) else 0)
    grids = [draw.choice(GRIDS) for _ in range(rows)]
    text, gap = draw.one_in(2), draw.choice((0, 1, 2))
    solutions = b"".join(grid + bytes(gap) for grid in grids)
    if text:
        solutions = bytes(cell + 48 for cell in solutions)
    clues = b"".join(grid if draw.one_in(2) else draw.puzzle() for grid in grids)
    stride = draw.number(81 + gap, 81 + gap)
    if draw.one_in(30):
        stride = draw.spoil(draw.choice((2**62, 2**63 - 1, 2**61, 2**32, 80, 0, -81)))
    return draw.call(
        check.first_wrong9,
        draw.buffer(clues),
        draw.buffer(solutions),
        draw.buffer(counts_of(draw, rows), 4),
        text=draw.flag(),
        stride=draw.number(81, 81),
        solutions_text=text,
        solutions_stride=stride,
    )


def stride9(draw):
    text = bytearray((b"1" * 81 + draw.choice((b"\n", b"\r\n"))) * draw.below(4))
    for _ in range(draw.below(3) if text else 0):
        text[draw.below(len(text))] = draw.below(256)
    return draw.call(check.stride9, draw.buffer(bytes(text)))


def translate9(draw):
    rows = draw.below(20)
    counts = draw.buffer(counts_of(draw, rows), 4)
    return draw.call(check.translate9, counts, draw.buffer(b"0123"), draw.output(rows, 1, counts))


# ---------------------------------------------------------------- dlx and rup


def make_cover(draw):
    primary, secondary = draw.below(6), draw.below(4)
    items = primary + secondary
    options = [
        draw.random.sample(range(items), 1 + draw.below(min(items, 4)))
        for _ in range(draw.below(12) if items else 0)
    ]
    if draw.one_in(5):  # Latin squares
        n = draw.choice((2, 3, 4))
        cells = [(r, c, v) for r in range(n) for c in range(n) for v in range(n)]
        options = [[n * r + c, n * (n + r) + v, n * (2 * n + c) + v] for r, c, v in cells]
        primary, secondary = 3 * n * n, 0
    kind = known_to_collector(draw, dlx.ExactCover)
    counts = draw.number(primary, primary), draw.number(secondary, secondary)
    colours = [[draw.below(3) if i >= primary else 0 for i in option] for option in options]
    leading = draw.choice((None, draw.number(0, primary)))
    if draw.one_in(2):
        return draw.call(kind, counts[0], draw.rows(options), counts[1])
    if draw.one_in(2):
        rows = draw.rows(options), counts[1], draw.rows(colours)
        return draw.call(kind, counts[0], *rows, leading)
    return from_arrays(draw, kind, counts, options, draw.choice((None, colours)), leading)


def from_arrays(draw, kind, counts, options, colours, leading):
    arrays = [np.cumsum([0, *map(len, options)]), [i for option in options for i in option]]
    if colours is not None:
        arrays.append([colour for option in colours for colour in option])
    buffers = []
    for numbers in arrays:
        content = bytearray(np.array(numbers, dtype=np.int32).tobytes())
        if content and draw.one_in(30):
            content[draw.below(len(content))] = draw.spoil(draw.below(256))
        buffers.append(draw.buffer(bytes(content), 4))
    return draw.call(kind.from_arrays, *counts, *buffers, leading=leading)


def options_of(draw, cover):
    most = cover.options
    return draw.numbers([draw.below(most) for _ in range(draw.below(4))] if most else [])


def make_dlx_search(draw):
    cover = some(draw, dlx.ExactCover)
    chosen, excluded = options_of(draw, cover), options_of(draw, cover)
    if draw.one_in(2):
        return draw.call(cover.search, chosen, excluded=excluded)
    return draw.call(dlx.Search, cover, chosen, excluded)


def option(draw, it):
    if not it.options:
        draw.spoil()
    return draw.call(it.option, draw.number(0, max(0, it.options - 1)))


def colours(draw, it):
    if not it.options:
        draw.spoil()
    return draw.call(it.colours, draw.number(0, max(0, it.options - 1)))


def cover_search(draw, it):
    return draw.call(it.search, options_of(draw, it)).run(nodes=draw.below(30))


def cover_solve(draw, it):
    return draw.call(it.solve, options_of(draw, it), excluded=options_of(draw, it))


def cover_count(draw, it):
    limit = draw.choice((None, draw.number(0, 50)))
    return draw.call(it.count, options_of(draw, it), limit, excluded=options_of(draw, it))


def examine(draw):
    variables, clauses, proof = 2, bytearray(SQUARE), bytearray(b"1 0\n0\n")
    if draw.one_in(2):
        variables = 1 + draw.below(6)

        def line(length):
            numbers = [draw.choice((1, -1)) * (1 + draw.below(variables)) for _ in range(length)]
            return "".join(f"{number} " for number in numbers) + "0\n"

        lines = [line(3) for _ in range(draw.below(20))]
        steps = [draw.choice(("", "", "", "d ")) + line(k % 4) for k in range(draw.below(12))]
        clauses = bytearray(f"p cnf {variables} {len(lines)}\n{''.join(lines)}".encode())
        proof = bytearray("".join(steps).encode())
    for text in (clauses, proof):
        while draw.one_in(3) and text:
            text[draw.below(len(text))] = draw.choice(b"0123456789 -dpcnf\n\r\0\xff")
    given = bytes(clauses) if not draw.one_in(40) else draw.odd_buffer(bytes(clauses))
    return draw.call(rup.examine, given, bytes(proof), draw.choice((None, draw.seconds(1.0))))


# ---------------------------------------------------------------- searches


def is_small(it):
    """Whether a search may run to its end."""
    if isinstance(it, bitmask.Search):
        return it.structure is not None and it.structure.variables <= 16
    return isinstance(it, dlx.Search)


def pull(draw, it):
    if is_small(it) or isinstance(it, sudoku9.Search):
        return draw.call(next, it)
    return draw.call(it.run, nodes=draw.below(40))


def iterate(draw, it):
    return draw.call(iter, it)


def run(draw, it):
    return draw.call(it.run, nodes=draw.number(0, 60), seconds=draw.seconds())


def run_hitting(draw, it):
    if draw.one_in(25):  # the sets are collected before the search: that takes a while
        return draw.call(it.run, draw.below(300))
    return run(draw, it)


def count(draw, it):
    if is_small(it) and draw.one_in(4):
        return draw.call(it.count)
    limit = draw.choice((None, draw.number(0, 50)))
    return draw.call(it.count, limit, draw.number(0, 60), seconds=draw.seconds())


def read_now(it, name):
    """Return a number of a search; None if it is not complete, or runs in another thread."""
    try:
        return getattr(it, name)
    except RuntimeError:
        return None


def record(draw, it):
    if read_now(it, "nodes") != 0:
        return events(draw, it)
    try:
        return draw.call(it.record, draw.number(0, 100))
    except RuntimeError:
        if read_now(it, "nodes") != 0:  # its argument, while it was read, has begun the search
            draw.spoil()
        raise


def events(draw, it):
    return draw.call(it.events)


def picked_at(draw, it):
    depth = read_now(it, "max_depth")
    if not depth:
        return show(draw, it)
    return draw.call(it.picked_at, draw.number(0, depth - 1))


def show(draw, it):
    return draw.call(repr, it)


def read(name, draw, it):
    return draw.call(getattr, it, name)


# ---------------------------------------------------------------- plain 9x9


def make_sudoku9_search(draw):
    kind = known_to_collector(draw, sudoku9.Search)
    masks = [draw.below(512) for _ in range(81)] if draw.is_valid else some_masks(draw, 81)
    marks = None if draw.one_in(2) else draw.numbers(masks)
    return draw.call(kind, draw.clues(), marks=marks, kernel=draw.kernel())


def solve(draw):
    return draw.call(sudoku9.solve, draw.clues(), kernel=draw.kernel())


def count_solutions(draw):
    limit = draw.number(0, 300)
    clues = draw.clues() if draw.is_valid else draw.buffer(draw.choice(MINIMAL))  # or for ever
    return draw.call(sudoku9.count, clues, limit, kernel=draw.kernel())


def make_job(module, draw):
    clues, options = draw.table(300 if draw.one_in(12) else 8)
    return draw.call(known_to_collector(draw, module.Job), clues, **options)


def solve_array(module, draw):
    clues, options = draw.table(300 if draw.one_in(12) else 8)
    return draw.call(module.solve_array, clues, **options)


def run_job(draw, it):
    return draw.call(it.run, draw.seconds(0.02))


def make_hitting9_search(draw):
    grid = draw.choice(GRIDS) if not draw.one_in(20) else draw.spoil(draw.puzzle())
    given = draw.random.sample(range(81), draw.choice((0, 5, 14, 16, 25)))
    options = {}
    if draw.one_in(3):
        cells = [draw.random.sample(range(81), draw.below(40)) for _ in range(draw.below(9))]
        options["regions"] = [(draw.numbers(one), draw.number(0, 81)) for one in cells]
    if draw.one_in(3):
        options["largest"] = draw.number(0, 13)
    if draw.one_in(3):
        others = [other for other in GRIDS if other != grid]
        options["sets"] = [draw.buffer(draw.choice(others)) for _ in range(draw.below(20))]
    if draw.one_in(3):
        options["trace"] = draw.choice((True, False)) if not given else draw.spoil(True)
    return draw.call(
        known_to_collector(draw, hitting9.Search),
        draw.buffer(grid),
        draw.number(len(given), len(given) + draw.below(8)),
        given=draw.numbers(given),
        kernel=draw.kernel(),
        **options,
    )


def some_cells(draw, cells):
    return draw.numbers(draw.random.sample(range(cells), draw.below(min(cells, 12) + 1)))


def make_choices(draw):
    cells = draw.choice((0, 1, 16, 36, 64, 81, 127, 128))
    options = {}
    if draw.one_in(2):
        regions = [(some_cells(draw, cells), draw.number(0, 9)) for _ in range(draw.below(9))]
        options["regions"] = regions
    if draw.one_in(2):
        options["trace"] = draw.choice((True, False, None))
    return draw.call(
        known_to_collector(draw, hitting9.Choices),
        draw.number(cells, 128),
        draw.number(0, 128),
        [some_cells(draw, cells) for _ in range(draw.below(60))],
        kernel=draw.kernel(),
        **options,
    )


def learn(draw, it):
    draw.spoil()  # there may be no choice, or it has one of these cells
    return draw.call(it.learn, draw.numbers(draw.random.sample(range(128), draw.below(9))))


def taken_trace(draw, it):
    return draw.call(it.taken_trace)


def unavoidable_sets(draw):
    grid = draw.choice(GRIDS) if not draw.one_in(20) else draw.spoil(draw.puzzle())
    return draw.call(
        hitting9.unavoidable_sets, draw.buffer(grid), draw.number(0, 10), draw.seconds(0.02)
    )


def order(draw):
    cells = draw.random.sample(range(81), draw.choice((81, 81, 40, 3)))
    if draw.one_in(2):
        return draw.numbers(cells)
    size = 1 + draw.below(5)
    return draw.rows([cells[at : at + size] for at in range(0, len(cells), size)])


def reduce(draw):
    puzzle = draw.buffer(draw.choice((*MINIMAL, *GRIDS, *GRIDS)))
    return draw.call(minimal9.reduce, puzzle, order(draw), kernel=draw.kernel())


def grid(draw):
    return draw.call(minimal9.grid, draw.number(0, 2**64 - 1))


def generator_options(draw):
    options = {"first": draw.number(0, 2**64 - 1), "attempt": draw.number(0, 2**64 - 1)}
    options |= {"attempts": draw.flag(), "units": order(draw), "kernel": draw.kernel()}
    return {name: value for name, value in options.items() if draw.is_valid or draw.one_in(3)}


def make_generator(draw):
    rows = draw.below(5)
    puzzles = draw.output(81 * rows, 1, None)
    options = generator_options(draw)
    if draw.one_in(2):
        options["solutions"] = draw.output(81 * rows, 1, puzzles)
    if draw.one_in(2):
        options["method"] = draw.name(minimal9.METHODS)
    kind = known_to_collector(draw, minimal9.Job)
    return draw.call(kind, puzzles, seed=draw.number(0, 2**64 - 1), **options)


def generate(draw):
    number = draw.below(4)
    if draw.one_in(10):  # a huge number would only ask for more memory than there is
        odd = (-1, -(10**30), OddInt(2), Raising(), *NO_NUMBERS)
        number = draw.spoil(draw.choice(odd))
    seed = draw.number(0, 2**64 - 1)
    return draw.call(minimal9.generate, seed, number, **generator_options(draw))


def find_form(draw):
    return draw.call(canonical9.find, draw.buffer(draw.puzzle()))


def find_forms(draw):
    rows, gap = draw.below(4), draw.choice((0, 1))
    puzzles = draw.buffer(b"".join(draw.puzzle() + bytes(gap) for _ in range(rows)))
    forms = draw.output(81 * rows, 1, puzzles)
    stride = draw.number(81 + gap, 81 + gap)
    if draw.one_in(20):
        return scribbled(draw, canonical9.find_array, puzzles, forms, stride=stride)
    return draw.call(canonical9.find_array, puzzles, forms, stride=stride)


def rate(draw):
    most = 0.4 if draw.one_in(40) else 0.01
    return draw.call(rating9.rate, draw.clues(), seconds=draw.seconds(most))


def rate_many(draw):
    cells = [draw.puzzle() for _ in range(draw.below(4))]
    if any(max(row) > 9 for row in cells):
        draw.spoil()
    clues = draw.buffer(b"".join(cells))
    ratings = draw.output(len(cells), 1, clues)
    if draw.one_in(20):
        return scribbled(draw, rating9.rate_array, clues, ratings, 0.01)
    return draw.call(rating9.rate_array, clues, ratings, draw.seconds(0.02))


def find_step(draw):
    masks = [0 if draw.one_in(3) else 1 + draw.below(511) for _ in range(81)]
    masks = draw.numbers(masks)
    if draw.one_in(8):
        masks = draw.spoil(draw.choice(([511] * 80, [512] * 81, [0.5] * 81, [Raising()] * 81)))
    most = len(rating9.SEARCHES) - 1
    first = draw.below(most + 1)
    searches = (draw.number(first, first), draw.number(first, most))
    return draw.call(rating9.find, masks, *searches, seconds=draw.seconds(0.01))


def scribbled(draw, function, given, *others, **options):
    """Make a call while another thread writes into the memory that is read."""
    draw.spoil()
    stop = threading.Event()

    def scribble():
        while isinstance(given, bytearray) and given and not stop.is_set():
            given[-1] = given[0] = 0xFF

    thread = threading.Thread(target=scribble)
    thread.start()
    try:
        return draw.call(function, given, *others, **options)
    finally:
        stop.set()
        thread.join()


# ---------------------------------------------------------------- everything by its name

MAKERS = {
    bitmask.Structure: make_structure,
    bitmask.Search: make_bitmask_search,
    bitmask.Counting: make_counting,
    dlx.ExactCover: make_cover,
    dlx.Search: make_dlx_search,
    check.Groups: make_groups,
    check.Peers: make_peers,
    check.Conditions: make_conditions,
    overlaps.Standing: make_standing,
    overlaps.Areas: make_areas,
    clauses.Open: make_open,
    sudoku9.Search: make_sudoku9_search,
    hitting9.Search: make_hitting9_search,
    hitting9.Choices: make_choices,
    sudoku9.Job: partial(make_job, sudoku9),
    bulk9.Job: partial(make_job, bulk9),
    minimal9.Job: make_generator,
}
SEARCH = {"__next__": pull, "__iter__": iterate, "run": run, "count": count}
USES = {
    bitmask.Structure: {"settle": settle, "search": structure_search},
    bitmask.Search: {**SEARCH, "record": record, "events": events},
    bitmask.Counting: {"run": run},
    dlx.ExactCover: {
        "option": option, "colours": colours, "search": cover_search, "solve": cover_solve,
        "count": cover_count,
    },
    dlx.Search: {**SEARCH, "picked_at": picked_at},
    check.Groups: {"clash": clash},
    check.Peers: {"narrowed": narrowed},
    check.Conditions: {"first_broken": first_broken},
    overlaps.Standing: {
        "add": add_group, "is_within": is_within, "cliques": cliques, "copy": copy,
    },
    overlaps.Areas: {"remainders": remainders},
    clauses.Open: {
        "some_value": some_value, "group": clauses_of_group, "pairs": pairs,
        "assumptions": assumptions, "decode": decode,
    },
    sudoku9.Search: SEARCH,
    hitting9.Search: {"run": run_hitting, "taken_trace": taken_trace},
    hitting9.Choices: {"run": run, "learn": learn, "taken_trace": taken_trace},
    sudoku9.Job: {"run": run_job},
    bulk9.Job: {"run": run_job},
    minimal9.Job: {"run": run_job},
}  # fmt: skip
FUNCTIONS = {
    bitmask.Automaton: make_automaton,
    bitmask.Groups: make_bitmask_groups,
    bitmask.run_rows: run_rows,
    bitmask.members: members,
    check.first_wrong9: first_wrong9,
    check.masks_of: masks_of,
    check.given_values: given_values,
    check.first_outside: first_outside,
    check.fixed_and_open: fixed_and_open,
    check.stride9: stride9,
    check.translate9: translate9,
    canonical9.find: find_form,
    canonical9.find_array: find_forms,
    sudoku9.solve: solve,
    sudoku9.count: count_solutions,
    sudoku9.solve_array: partial(solve_array, sudoku9),
    bulk9.solve_array: partial(solve_array, bulk9),
    minimal9.reduce: reduce,
    minimal9.grid: grid,
    minimal9.generate: generate,
    hitting9.unavoidable_sets: unavoidable_sets,
    rating9.find: find_step,
    rating9.rate: rate,
    rating9.rate_array: rate_many,
    rup.examine: examine,
}
# These cannot be subclassed; the collector knows their objects anyway.
FINAL = {dlx.Search, overlaps.Standing, overlaps.Areas}
TRACKED = {kind: type(kind.__name__, (kind,), {}) for kind in MAKERS if kind not in FINAL}
KINDS = {**{tracked: kind for kind, tracked in TRACKED.items()}, **{kind: kind for kind in MAKERS}}
ATTRIBUTES = {
    kind: {
        "__repr__": show,
        **{
            name: partial(read, name)
            for name, _ in inspect.getmembers(kind, inspect.isdatadescriptor)
            if not name.startswith("_")
        },
    }
    for kind in MAKERS
}


def uses(it):
    """Return what can be done with an object, nothing if it is not one of ours."""
    kind = KINDS.get(type(it))
    return [*USES[kind].values(), *ATTRIBUTES[kind].values()] if kind else []


def named(what):
    return f"{what.__module__.rpartition('.')[2]}.{what.__name__}"


def on_some(kind, use, draw):
    return use(draw, some(draw, kind))


def bare(function, draw):
    return draw.call(function)


CALLS = {named(function): call for function, call in FUNCTIONS.items()}
CALLS |= {named(kind): partial(make, kind=kind) for kind in MAKERS}
CALLS |= {
    f"{named(kind)}.{name}": partial(on_some, kind, use)
    for kind in MAKERS
    for name, use in USES[kind].items()
}
OFTEN = list(CALLS)
CALLS |= {
    f"{named(kind)}.{name}": partial(on_some, kind, use)
    for kind in MAKERS
    for name, use in ATTRIBUTES[kind].items()
}
CALLS |= {
    named(function): partial(bare, function)
    for module in (bitmask, sudoku9, bulk9, minimal9, hitting9)
    for function in (module.kernels, module.kernel_name)
}


def missing():
    """Return what the stubs and the modules have that nothing here calls."""
    declared = set()
    for stub in (Path(__file__).parent.parent.parent / "native").glob("*.pyi"):
        module = importlib.import_module(f"csp_sudoku.native.{stub.stem}")
        for node in ast.parse(stub.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                declared.add(f"{stub.stem}.{node.name}")
            if isinstance(node, ast.ClassDef) and is_native(getattr(module, node.name, None)):
                declared.add(f"{stub.stem}.{node.name}")
                declared |= {
                    f"{stub.stem}.{node.name}.{member.name}"
                    for member in node.body
                    if isinstance(member, ast.FunctionDef)
                }
    constructors = {name for name in declared if name.endswith("__init__")}
    return declared - constructors - {"dlx.ExactCover.from_arrays"} - set(CALLS)


def is_native(it):
    """Whether something is a class that is written in C: one that cannot be changed."""
    return isinstance(it, type) and not it.__flags__ & _CHANGEABLE
