"""From the tree of an ISS string to a draft of the puzzle.

Where a type of ISS and a rule of ours go together one to one, the table of rules says so, and the
rule's parameters say which arguments are numbers and which are cells. The others have a function
here each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from csp_sudoku.boards import Cell
from csp_sudoku.errors import RuleError, shown
from csp_sudoku.formats.draft import Draft, default_boxes
from csp_sudoku.formats.iss_codes import CodeError, automaton_of, numbers_of, pairs_of, pattern_of
from csp_sudoku.formats.iss_grid import (
    LAYOUT,
    Foreign,
    Grid,
    Item,
    Mistake,
    number_in,
    number_of,
)
from csp_sudoku.formats.iss_tree import GIVEN, TWO_ENDS, Node, places
from csp_sudoku.formats.links import Payload

if TYPE_CHECKING:
    from csp_sudoku.rules import Entry, Rule

UNKNOWN = ("ChaosConstruction", "ChaosArrow", "ChaosCount", "ConnectedValues", "Doppelganger")
"""Types that are known to ISS and not here."""
_MOST_RULES = 100_000
_LONGEST_NAME = 40
_BETWEEN_LISTS = "-"
_OUTSIDE = (*TWO_ENDS, "LittleKiller", "Sandwich")
_NAMED = ("Regex", "Pair", "PairX", "Binary", "BinaryX", "NFA")
"""Types that are one constraint for each list of cells, so that there may be none."""
_FREE_ALONE = ("Thermo", "Whisper", "Renban", "Palindrome", "Entropic", "Zipper")
"""Types that say nothing of a single cell."""
_WHOLE = (
    *LAYOUT,
    *("AntiKnight", "AntiKing", "AntiTaxicab", "AntiConsecutive", "DisjointSets", "GlobalEntropy"),
    *("GlobalMod", "DutchFlatmates", "StrictKropki", "StrictXV", "FullRankTies"),
    *("RegionSameValues", "SearchPriority"),
)
"""Types that are of the whole grid, and cannot be a part of another."""
_DIRECTIONS = {(1, 1): "down-right", (1, -1): "down-left", (-1, 1): "up-right", (-1, -1): "up-left"}


def draft_of(given: Payload, nodes: Sequence[Node]) -> Draft:
    """Return the puzzle of a tree as far as it is understood."""
    try:
        grid = Grid(nodes)
    except Mistake as error:
        raise given.mismatch(str(error), at=_first(nodes, LAYOUT)) from None
    nodes = _without_replaced(nodes)
    ties = [node.arguments[:1] for node in nodes if node.type == "FullRankTies"][-1:]
    reader = _Reader(given, grid, has_ties=ties == [("any",)])
    draft = grid.draft
    names = [str(item)[1:] for prefix in grid.variables for item in _all(grid, prefix)]
    if names:
        from csp_sudoku.rules import variables

        draft.rules.append(variables(" ".join(names)))
    for node in nodes:
        if node.type == GIVEN:
            reader.read_givens(node)
        else:
            draft.rules += reader.rules(node)
    for cell in list(draft.clues):
        if draft.marks.pop(cell) != {draft.clues[cell]}:  # two givens of a cell exclude each other
            draft.marks[cell] = frozenset()
            del draft.clues[cell]
    return draft


def _without_replaced(nodes: Sequence[Node]) -> Sequence[Node]:
    """Return constraints without clues that a later one at the same place replaces."""
    clued = [place for node in nodes for place in places(node)]
    if len(set(clued)) == len(clued):
        return nodes
    kept: list[Node] = []
    seen: set[tuple[str, str, int]] = set()
    for node in reversed(nodes):
        here = places(node)
        if here and node.type in TWO_ENDS:
            line, *clues = node.arguments
            left = [
                "" if (node.type, line, end) in seen else clue for end, clue in enumerate(clues)
            ]
            node = node._replace(arguments=(line, *left))
        if not here or (places(node) and not seen.issuperset(here)):
            kept.append(node)
        seen.update(here)
    return kept[::-1]


def is_string(text: str) -> bool:
    """Whether a text is one constraint after the other: dots alone may be open cells."""
    if not text.startswith("."):
        return False
    if "~" in text:
        return True
    names = [name for name in text[1:].split(".") if name != "End"]
    return all(name and is_type(name) for name in names)


def is_type(type: str) -> bool:
    """Whether ISS has constraints of a type."""
    return type in _READERS or type in _known() or type in UNKNOWN or type in LAYOUT


def _first(nodes: Sequence[Node], types: Iterable[str]) -> int | None:
    return next((node.at for node in nodes if node.type in types), None)


def _all(grid: Grid, prefix: str) -> list[Item]:
    count, _ = grid.variables[prefix]
    if count == 1:
        return [f"@V{prefix}"]
    return [f"@V{prefix}{number}" for number in range(1, count + 1)]


@cache
def _known() -> Mapping[str, Entry[Any]]:
    """Return the rules that types of ISS stand for."""
    from csp_sudoku.rules import TABLE

    return {entry.keys["iss"]: entry for entry in TABLE.values() if "iss" in entry.keys}


class _Reader:
    """Reads nodes as rules on a grid."""

    def __init__(self, given: Payload, grid: Grid, *, has_ties: bool) -> None:
        self._given = given
        self.grid = grid
        self.has_ties = has_ties
        """Whether lines that have a rank may be equal to others."""
        self._made = 0

    def read_givens(self, node: Node) -> None:
        """Add clues and marks; what variables may be is a rule."""
        draft = self.grid.draft
        for item, values in self._at(node, lambda: list(_givens(self.grid, node.arguments))):
            if isinstance(item, Cell):
                draft.mark(item, values)
                if len(values) == 1:
                    draft.clues[item] = values[0]
            else:
                from csp_sudoku.rules import allowed

                draft.rules.append(allowed([item], values))

    def rules(self, node: Node) -> list[Rule]:
        """Return the rules of a node; note it if it is not understood."""
        if node.type in LAYOUT or node.type == "SearchPriority":
            return []
        if node.type in UNKNOWN:
            self.grid.draft.note(node.type)
            return []
        read = _READERS.get(node.type)
        if read is None and node.type not in _known():
            self.grid.draft.note(node.type[:_LONGEST_NAME])
            return []
        found: list[Rule] = self._at(
            node, lambda: list(read(self, node) if read else _usual(self, node))
        )
        self._made += len(found)
        if self._made > _MOST_RULES:
            raise self._given.mismatch(f"there are more than {_MOST_RULES:,} rules", at=node.at)
        return found

    def inside(self, node: Node, child: Node) -> list[Rule]:
        """Return the rules of a part of a node; refuse what is of the whole grid."""
        is_moved = node.type == "Replicate" and child.type in _OUTSIDE
        if child.type in _WHOLE or is_moved:
            raise self._given.mismatch(
                f"{child.type} cannot stand inside .{node.type}", fix="take it out", at=child.at
            )
        return self.rules(child)

    def _at(self, node: Node, read: Callable[[], Any]) -> Any:
        """Read something; whatever is wrong with it is at a node."""
        try:
            return read()
        except Foreign:
            self.grid.draft.note(f"{node.type} of variables that are not known")
            return []
        except (Mistake, CodeError) as error:
            problem, fix = str(error), None
        except RuleError as error:
            problem, fix = error.problem, error.fix
        raise self._given.mismatch(f"{node.type}: {problem}", fix=fix, at=node.at)


# Types that are one rule each


def _usual(reader: _Reader, node: Node) -> Iterator[Rule]:
    """Yield the rule of a type by the rule's parameters: numbers come first, then the cells."""
    entry, grid = _known()[node.type], reader.grid
    arguments = list(node.arguments)
    named: dict[str, Any] = {}
    lists = []
    for parameter in entry.parameters:
        if parameter.kind.name in ("cell", "cells", "line", "list"):
            lists.append(parameter)
        elif parameter.kind.name == "number" and arguments and _is_number(arguments[0]):
            named[parameter.name] = number_in(arguments.pop(0), -(10**6))
        elif parameter.name == entry.number and arguments and parameter.kind.name != "number":
            text = arguments.pop(0)
            is_text = parameter.kind.name == "text"
            named[parameter.name] = text if is_text else [number_in(n) for n in text.split("_")]
    items = grid.items(arguments)
    if len(items) == 1 and node.type in _FREE_ALONE:
        return
    if items and not lists:
        raise Mistake(f"expected no more than {len(node.arguments) - len(items)} arguments")
    for parameter in lists:
        is_one = parameter.kind.name == "cell"
        named[parameter.name] = items[0] if is_one and items else items
        items = items[1:] if is_one else items
    yield entry.rule((), named)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


# Types that are more than one rule, or none that the table knows


def _givens(grid: Grid, arguments: Iterable[str]) -> Iterator[tuple[Item, list[int]]]:
    numbers = grid.draft.numbers
    least, most = numbers.start, numbers.stop - 1
    for argument in arguments:
        name, *values = argument.split("_")
        yield grid.item(name), [number_in(value, least, most) for value in values]


def _given_rules(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import allowed

    for item, values in _givens(reader.grid, node.arguments):
        yield allowed([item], values)


def _any_of(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import all_of, any_of

    branches = []
    for child in node.children:
        rules = reader.inside(node, child)
        if not rules and child.type in (*_NAMED, *TWO_ENDS) and _is_empty(child):
            continue
        if not rules:  # a branch that says nothing holds
            return
        branches.append(rules[0] if len(rules) == 1 else all_of(rules))
    if not branches:
        raise Mistake("expected one constraint or more")
    if len(branches) == 1:
        yield branches[0]
    else:
        yield any_of(branches)


def _is_empty(node: Node) -> bool:
    """Whether a node says nothing: it lacks a list of cells, or a clue."""
    if node.type in TWO_ENDS:
        return not any(node.arguments[1:])
    return not any(names for _, names in _named_lists(node.arguments[1:]))


def _all_of(reader: _Reader, node: Node) -> Iterator[Rule]:
    for child in _without_replaced(node.children):
        yield from reader.inside(node, child)


def _replicated(reader: _Reader, node: Node) -> Iterator[Rule]:
    grid = reader.grid
    code, origin = (*node.arguments, "", "")[:2]
    before, children = grid.shift, _without_replaced(node.children)
    for down, right in list(grid.targets(origin or "R1C1", numbers_of(code))):
        grid.shift = before[0] + down, before[1] + right
        try:
            for child in children:
                yield from reader.inside(node, child)
        finally:
            grid.shift = before


def _signs(reader: _Reader, node: Node) -> Iterator[Rule]:
    entry = _known()[node.type]
    pairs = list(reader.grid.neighbours(reader.grid.items(node.arguments)))
    if not pairs:
        raise Mistake("no two of its cells are neighbours")
    for pair in pairs:
        yield entry.rule((pair,), {})


def _both_ends(reader: _Reader, node: Node) -> Iterator[Rule]:
    """Yield the clues at both ends of a row or column."""
    entry = _known()[node.type]
    line, *clues = node.arguments or ("",)
    more = {"ties": reader.has_ties} if node.type == "FullRank" else {}
    for is_last, clue in enumerate(clues[:2]):
        if clue:
            given: dict[Any, Any] = {"place": _end(reader.grid.draft, line, bool(is_last))}
            given[entry.number] = number_in(clue)
            yield entry.of(**given, **more)


def _end(draft: Draft, line: str, is_last: bool) -> Cell:
    """Return the place at an end of a line such as R3 or C5."""
    kind, number = line[:1], number_in(line[1:], 1, 16) - 1
    if kind == "R" and number < draft.rows:
        return Cell(number, draft.columns if is_last else -1)
    if kind == "C" and number < draft.columns:
        return Cell(draft.rows if is_last else -1, number)
    raise Mistake(f"no line is called {shown(line)}")


def _sandwiches(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import lunchbox, sandwich

    draft = reader.grid.draft
    total, line = number_of(node.arguments), (*node.arguments, "", "")[1]
    place = _end(draft, line, False)
    size = draft.rows if place.row == -1 else draft.columns
    if size == len(draft.numbers):
        yield sandwich.of(place=place, sum=total, low=None, high=None)
    else:
        seen = [cell for cell in draft.cells if place.row in (-1, cell.row)]
        yield lunchbox([cell for cell in seen if place.column in (-1, cell.column)], total)


def _little_killers(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import little_killer

    total, name = number_of(node.arguments), (*node.arguments, "", "")[1]
    first = reader.grid.item(name)
    step = diagonals(reader.grid.draft.rows, reader.grid.draft.columns).get(first)  # type: ignore[arg-type]
    if step is None or not isinstance(first, Cell):
        raise Mistake(f"no diagonal begins at {name}")
    place = Cell(first.row - step[0], first.column - step[1])
    yield little_killer(place, _DIRECTIONS[step], total)


@cache
def diagonals(rows: int, columns: int) -> Mapping[Cell, tuple[int, int]]:
    """Return for each cell where ISS lets a diagonal begin the way that it goes."""
    starts = [(Cell(row, 0), (1, 1)) for row in range(rows - 1)]
    starts += [(Cell(row, columns - 1), (-1, -1)) for row in range(1, rows - 1)]
    starts += [(Cell(0, column), (1, -1)) for column in range(1, columns)]
    starts += [(Cell(rows - 1, column), (-1, 1)) for column in range(1, columns - 1)]
    found: dict[Cell, tuple[int, int]] = {}
    seen: set[frozenset[Cell]] = set()
    for start, step in starts:
        cells = frozenset(diagonal_from(start, step, rows, columns))
        if len(cells) > 1 and cells not in seen:
            seen.add(cells)
            found[start] = step
    return found


def diagonal_from(start: Cell, step: tuple[int, int], rows: int, columns: int) -> list[Cell]:
    """Return the cells from a start on along a diagonal."""
    cells = []
    row, column = start
    while 0 <= row < rows and 0 <= column < columns:
        cells.append(Cell(row, column))
        row, column = row + step[0], column + step[1]
    return cells


def _sums(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import sum_cage

    total, *rest = (node.arguments or ("",))[0].split("_")
    items = reader.grid.items(node.arguments[1:])
    factors = None
    if rest:
        if rest[0] != "=":
            raise Mistake(f"expected a sum, got {shown(node.arguments[0])}")
        factors = [number_in(factor, -100, 100) for factor in rest[1:]]
    yield sum_cage(items, number_in(total, -(10**6)), factors)


def _cages(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import cage

    text = (node.arguments or ("",))[0]
    yield cage(reader.grid.items(node.arguments[1:]), (number_in(text) if text else 0) or None)


def _arrows(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import arrow, pill_arrow

    if node.type == "Arrow":
        head, *shaft = reader.grid.items(node.arguments) or [Cell(0, 0)]
        yield arrow(head, shaft)
        return
    size = number_of(node.arguments, 2, 3)
    items = reader.grid.items(node.arguments[1:])
    yield pill_arrow(items[:size], items[size:])


def _quadruples(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import quadruple

    corner = reader.grid.item((node.arguments or ("",))[0])
    if not isinstance(corner, Cell):
        raise Mistake("expected the cell at the top left")
    row, column = corner
    around = [Cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    yield quadruple(around, [number_in(value) for value in node.arguments[1:]])


def _lists(reader: _Reader, names: Iterable[str]) -> list[list[Item]]:
    """Return lists of items with - between them."""
    lists: list[list[Item]] = [[]]
    for name in names:
        if name == _BETWEEN_LISTS:
            lists.append([])
        else:
            lists[-1].append(reader.grid.item(name))
    return lists


def _equal_sums(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import equal_sums

    yield equal_sums(_lists(reader, node.arguments))


def _same_values(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import same_values

    items = reader.grid.items(node.arguments[1:])
    count = number_of(node.arguments, 1, max(1, len(items)))
    if len(items) % count:
        raise Mistake(f"{len(items)} cells cannot be divided into {count} sets")
    size = len(items) // count
    yield same_values([items[at : at + size] for at in range(0, len(items), size)])


def _same_regions(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import same_values

    board = reader.grid.draft.board()
    kinds = ("row", "column", "box", "region", "piece")
    groups = [group.cells for group in board.groups if group.kind in kinds]
    most = max(map(len, groups), default=0)
    lists = [[board.cells[at] for at in cells] for cells in groups if len(cells) == most]
    if most < board.size and len(lists) > 1:
        yield same_values(lists)


def _region_sums(reader: _Reader, node: Node) -> Iterator[Rule]:
    """Yield a region sum line; cells outside of all regions are one region more to ISS."""
    from csp_sudoku.rules import equal_sums, region_sum

    draft, items = reader.grid.draft, reader.grid.items(node.arguments)
    if len(items) < 2 or not draft.regions:
        return
    if draft.is_regional(items):
        yield region_sum(items)
        return
    of: dict[Item, int] = {cell: n for n, cells in enumerate(draft.regions) for cell in cells}
    lists = [list(part) for _, part in groupby(items, key=of.get)]
    if len(lists) > 1:
        yield equal_sums(lists)


def _lockouts(reader: _Reader, node: Node) -> Iterator[Rule]:
    """Yield a lockout line; its ends differ, even where no difference is asked for."""
    from csp_sudoku.rules import lockout

    yield lockout(reader.grid.items(node.arguments[1:]), max(1, number_of(node.arguments)))


def _indexers(reader: _Reader, node: Node) -> Iterator[Rule]:
    kind, names = (node.arguments or ("",))[0], node.arguments[1:]
    entry = _known().get(f"Indexing {kind}")
    if entry is None:
        raise Mistake("expected C or R")
    yield entry.rule((reader.grid.items(names),), {})


def _sum_lines(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import sum_line

    names = list(node.arguments[1:])
    is_loop = names[-1:] == ["LOOP"]
    items = reader.grid.items(names[:-1] if is_loop else names)
    yield sum_line(items, number_of(node.arguments), is_loop)


def _patterns(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import allowed, regex
    from csp_sudoku.rules.pattern import automaton_of as machine_of

    pattern = "".join(pattern_of((node.arguments or ("",))[0]).split())
    for _, names in _named_lists(node.arguments[1:]):
        items = reader.grid.items(names)
        if len(items) > 1:
            yield regex(items, pattern)
        else:
            start, step, accepts = machine_of(pattern)
            ends = [(n, step(start, n)) for n in reader.grid.draft.numbers]
            yield allowed(items, [n for n, end in ends if end is not None and accepts(end)])


def _tables(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import pairs

    code = (node.arguments or ("",))[0]
    if node.type.startswith("Binary"):  # the older name, with another alphabet
        code = code.translate({ord("-"): "_", ord("_"): "-"})
    allowed = _pairs(code, reader.grid.draft.numbers)
    is_every = node.type.endswith("X")
    if is_every and any((b, a) not in allowed for a, b in allowed):
        raise Mistake("a table for any two cells has each pair in both orders")
    for _, names in _named_lists(node.arguments[1:]):
        items = reader.grid.items(names)
        if len(items) > 1:
            yield pairs(items, allowed, is_every)


def _automata(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import automaton

    code = (node.arguments or ("",))[0]
    steps, starts, accepts = _machine(code, reader.grid.draft.numbers)
    for _, names in _named_lists(node.arguments[1:]):
        yield automaton(_lists(reader, names), steps, starts, accepts)


@lru_cache(maxsize=256)
def _pairs(code: str, numbers: range) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(pairs_of(code, numbers)))


@lru_cache(maxsize=256)
def _machine(code: str, numbers: range) -> tuple[Any, tuple[int, ...], tuple[int, ...]]:
    """Return the steps of an automaton, the states where it starts, and those that it accepts."""
    machine = automaton_of(code)
    steps = tuple(
        (state, None if symbol >= len(numbers) else numbers[symbol], target)
        for state, symbol, target in machine.steps
    )
    return steps, tuple(sorted(machine.starts)), tuple(sorted(machine.accepts))


def _named_lists(arguments: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield lists of names that have nothing, or a name with _ before it, between them."""
    name, names = "", []
    for argument in arguments:
        if argument and not argument.startswith("_"):
            names.append(argument)
            continue
        if names:
            yield name, names
        names = []
        name = argument[1:] or name
    if names:
        yield name, names


def _strict(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import negative_black, negative_white, negative_xv

    if node.type == "StrictXV":
        yield negative_xv()
    else:
        yield negative_white()
        yield negative_black()


def _ties(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import distinct_lines

    if node.arguments not in (("none",), ("only-unclued",), ("any",)):
        raise Mistake("expected none, only-unclued or any")
    if node.arguments == ("none",):
        yield distinct_lines()


def _disjoint(reader: _Reader, node: Node) -> Iterator[Rule]:
    """Yield the disjoint groups of the usual boxes, whether the grid has these or not."""
    from csp_sudoku.rules import disjoint_groups, extra_region

    draft = reader.grid.draft
    size = reader.grid.region_size or max(draft.rows, draft.columns)
    boxes = default_boxes(draft.rows, draft.columns, size)
    if boxes and set(map(frozenset, boxes)) == set(map(frozenset, draft.regions)):
        yield disjoint_groups()
    else:
        yield from (extra_region(place) for place in zip(*boxes, strict=True))


def _modular(reader: _Reader, node: Node) -> Iterator[Rule]:
    from csp_sudoku.rules import modular

    modulus = number_of(node.arguments, 1)
    items = reader.grid.items(node.arguments[1:])
    if modulus > 1 and len(items) > 1:  # all numbers are the same by 1
        yield modular(items, modulus)


_READERS: Mapping[str, Callable[[_Reader, Node], Iterable[Rule]]] = {
    GIVEN: _given_rules,
    "Or": _any_of,
    "And": _all_of,
    "Replicate": _replicated,
    **dict.fromkeys(("WhiteDot", "BlackDot", "X", "V", "GreaterThan"), _signs),
    **dict.fromkeys(TWO_ENDS, _both_ends),
    "Sandwich": _sandwiches,
    "LittleKiller": _little_killers,
    "Sum": _sums,
    "Cage": _cages,
    **dict.fromkeys(("Arrow", "PillArrow"), _arrows),
    "Quad": _quadruples,
    "EqualSum": _equal_sums,
    "SameValues": _same_values,
    "RegionSameValues": _same_regions,
    "Indexing": _indexers,
    "Lockout": _lockouts,
    "RegionSumLine": _region_sums,
    "SumLine": _sum_lines,
    "Regex": _patterns,
    **dict.fromkeys(("Pair", "PairX", "Binary", "BinaryX"), _tables),
    "NFA": _automata,
    **dict.fromkeys(("StrictKropki", "StrictXV"), _strict),
    "FullRankTies": _ties,
    "DisjointSets": _disjoint,
    "Modular": _modular,
}
