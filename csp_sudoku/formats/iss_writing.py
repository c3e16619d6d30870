"""From a puzzle to an ISS string.

A rule that has a type of its own in ISS becomes that. A few others become what they mean: odd
cells are cells with odd candidates, a maximum is greater than each neighbour, a dot with an unusual
number is a table of pairs.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csp_sudoku.boards import Board, Cell
from csp_sudoku.formats.draft import default_boxes, diagonal, windows_of
from csp_sudoku.formats.iss_codes import (
    Automaton,
    CodeError,
    code_of_automaton,
    code_of_pattern,
    table_of,
)
from csp_sudoku.formats.iss_grid import DIGITS, LARGEST, Item
from csp_sudoku.formats.iss_reading import diagonal_from, diagonals
from csp_sudoku.formats.iss_tree import GIVEN, TWO_ENDS, Node, places
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

_BLOCKS = ("box", "region")
_LINES = ("row", "column")
_STEPS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}
_ON_SUDOKU_GRIDS = (
    *TWO_ENDS,
    *("AntiKnight", "AntiKing", "DisjointSets", "FullRankTies", "Indexing", "LittleKiller"),
    "Sandwich",
)
"""Types that ISS has on grids with different values in each row and column only."""
_MOST_STATES = 1000
"""States that an automaton made for ISS may have."""
_LAYOUT_ONLY = ("antiknight", "antiking", "antitaxicab", "nonconsecutive", "disjoint_groups")
"""Rules of the whole board, which ISS does not have inside of Or and And."""


class Unwritten(Exception):  # noqa: N818 - a finding, not a fault
    """Something that ISS does not have; as text, why."""


def string_of(puzzle: Puzzle) -> str:
    """Return the string of a puzzle that is not refused.

    >>> from csp_sudoku.rules import cage, thermo
    >>> string_of(Puzzle({(0, 0): 1}, board="sudoku-2x2", rules=[cage("r1c2 r1c3", 5)]))
    '.Shape~4x4.~R1C1_1.Cage~5~R1C2~R1C3'
    """
    return "".join(map(str, nodes_of(puzzle) or [Node("Shape", ("9x9",))]))


def refusal(puzzle: Puzzle) -> str | None:
    """Say why ISS cannot hold a puzzle; None if it can."""
    try:
        nodes_of(puzzle)
    except Unwritten as why:
        return str(why)
    return None


def nodes_of(puzzle: Puzzle) -> list[Node]:
    """Return the constraints of a puzzle; raise Unwritten if ISS does not have one of them."""
    rules = _joined(puzzle.rules)
    found = _kept_apart(node for rule in rules for node in _Writer(puzzle).nodes(rule))
    return [*_layout(puzzle.board), *_givens(puzzle), *found]


def _kept_apart(nodes: Iterable[Node]) -> list[Node]:
    """Return constraints so that ISS, which keeps the last clue at a place, keeps them all."""
    found: list[Node] = []
    seen: set[tuple[str, str, int]] = set()
    for node in nodes:
        here = places(node)
        found.append(node if seen.isdisjoint(here) else Node("And", (), (node,)))
        seen.update(here)
    return found


# The board


def _layout(board: Board) -> Iterator[Node]:
    rows, columns = board.shape
    if not board.is_full or not (rows <= LARGEST and columns <= LARGEST and board.size <= LARGEST):
        raise Unwritten(f"its board, {board.name}, is not a grid of at most 16 x 16 cells")
    if board.first not in (0, 1):
        raise Unwritten(f"its values begin at {board.first}")
    lines = {frozenset(group.cells) for group in board.groups if group.kind in _LINES}
    wanted = _all_lines(rows, columns)
    if lines and lines != wanted:
        raise Unwritten(f"its board, {board.name}, has other rows and columns")
    is_raw = bool(wanted) and not lines
    if not is_raw and board.size < max(rows, columns):
        raise Unwritten(f"its board, {board.name}, has fewer values than a line has cells")
    extent = (
        f"{board.first}-{board.first + board.size - 1}" if board.first == 0 else str(board.size)
    )
    has_extent = board.first == 0 or board.size != max(rows, columns)
    arguments = [f"{rows}x{columns}", extent if has_extent else "", "Raw" if is_raw else ""]
    while not arguments[-1]:
        arguments.pop()
    if arguments != ["9x9"]:
        yield Node("Shape", tuple(arguments))
    yield from _regions(board, has_boxes=not is_raw)
    windows = {frozenset(window) for window in windows_of(rows, columns, board.size)}
    others = [
        [board.cells[at] for at in group.cells]
        for group in board.groups
        if group.kind not in (*_LINES, *_BLOCKS, "piece")
    ]
    if windows and windows <= set(map(frozenset, others)):
        yield Node("Windoku")
        others = [cells for cells in others if frozenset(cells) not in windows]
    for cells in others:
        yield _diagonal(board, cells)


def _all_lines(rows: int, columns: int) -> set[frozenset[int]]:
    across = [frozenset(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    down = [frozenset(range(column, rows * columns, columns)) for column in range(columns)]
    return {line for line in (*across, *down) if len(line) > 1}


def _regions(board: Board, *, has_boxes: bool) -> Iterator[Node]:
    rows, columns = board.shape
    blocks = [frozenset(group.cells) for group in board.groups if group.kind in _BLOCKS]
    sizes = {len(block) for block in blocks}
    usual = max(rows, columns)
    for size in (usual, *sizes):
        boxes = default_boxes(rows, columns, size) if has_boxes else ()
        if {frozenset(board.index[cell] for cell in box) for box in boxes} == set(blocks):
            if size != usual:
                yield Node("RegionSize", (str(size),))
            pieces = [frozenset(group.cells) for group in board.groups if group.kind == "piece"]
            yield from _jigsaw(board, pieces, size)
            return
    if has_boxes:
        yield Node("NoBoxes")
    if has_boxes and len(sizes) == 1 and usual <= max(sizes) != usual:
        yield Node("RegionSize", (str(max(sizes)),))
    yield from _jigsaw(board, blocks, max(sizes, default=usual) if has_boxes else 0)


def _jigsaw(board: Board, pieces: Sequence[frozenset[int]], size: int) -> Iterator[Node]:
    """Yield pieces of a size as a jigsaw, if they are one; otherwise as groups."""
    rows, columns = board.shape
    of = {at: number for number, piece in enumerate(pieces) for at in piece}
    is_whole = all(len(piece) == size for piece in pieces) and len(of) == size * len(pieces)
    if pieces and is_whole and max(rows, columns) <= size <= board.size and len(pieces) <= 16:
        symbols = "0" + DIGITS
        layout = "".join(symbols[of.get(at, -1)] for at in range(rows * columns))
        yield Node("Jigsaw", (layout,))
    elif pieces:
        raise Unwritten(f"its board, {board.name}, has regions that ISS has as rules only")


def _diagonal(board: Board, cells: Sequence[Cell]) -> Node:
    rows, columns = board.shape
    for up in (False, True):
        if rows == columns and set(cells) == set(diagonal(rows, up=up)[1]):
            return Node("Diagonal", ("1" if up else "-1",))
    raise Unwritten(f"its board, {board.name}, has groups that ISS has as rules only")


def _name(item: Item) -> str:
    if isinstance(item, str):
        return item[1:]
    return f"R{DIGITS[item[0]]}C{DIGITS[item[1]]}"


def _givens(puzzle: Puzzle) -> Iterator[Node]:
    board = puzzle.board
    found = []
    masks = puzzle.masks if puzzle.has_candidates else [0] * len(board.cells)
    everything = (1 << board.size) - 1
    for cell, value, mask in zip(board.cells, puzzle.values, masks, strict=True):
        values = [value] if value else []
        if not value and puzzle.has_candidates and mask != everything:
            values = [v for v in range(1, board.size + 1) if mask >> v - 1 & 1]
            if not values:  # two clues that exclude each other
                first, *others = board.numbers
                if not others:
                    raise Unwritten(f"{cell} is left without a value")
                found += [f"{_name(cell)}_{first}", f"{_name(cell)}_{others[0]}"]
        if values:
            numbers = [str(v - 1 + board.first) for v in values]
            if len(numbers) == 1 and not value:
                numbers *= 2  # a single number would be a clue
            found.append("_".join((_name(cell), *numbers)))
    if found:
        yield Node(GIVEN, tuple(found))


# Rules


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Return the rules without one of two that are one type together."""
    rules = list(rules)
    names = [rule.name for rule in rules]
    is_both = "negative_white" in names and "negative_black" in names
    return [rule for rule in rules if not (is_both and rule.name == "negative_black")]


class _Writer:
    """Writes rules of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.board = puzzle.board
        self.rules = puzzle.rules

    def nodes(self, rule: Rule, *, is_inside: bool = False) -> list[Node]:
        """Return the constraints of a rule."""
        write = _WRITERS.get(rule.name, _usual)
        try:
            found = list(write(self, rule))
        except CodeError as error:
            raise Unwritten(f"{rule.name}: {error}") from None
        if is_inside and rule.name in _LAYOUT_ONLY:
            raise Unwritten(f"it has the rule {rule.name} as a part of another")
        if any(not _has(self.board, node.type) for node in found):
            raise Unwritten(
                f"it has the rule {rule.name}, which ISS does not have on {self.board.name}"
            )
        return found

    def automaton(
        self, lists: Iterable[Iterable[Item]], start: Any, step: Callable[..., Any], accept: Any
    ) -> Node:
        """Return an automaton for each list of items, which reads the numbers of the board."""
        numbers = {start: 0}
        waiting, steps = [start], []
        for state in waiting:
            for symbol, value in enumerate(self.board.numbers):
                after = step(state, value)
                if after is None:
                    continue
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
                steps.append((numbers[state], symbol, numbers[after]))
            if len(numbers) > _MOST_STATES:
                raise CodeError("the automaton is too large")
        accepting = frozenset(number for state, number in numbers.items() if accept(state))
        machine = Automaton(frozenset({0}), accepting, tuple(steps))
        names: list[str] = []
        for items in lists:
            names += ["", *map(_name, items)]
        return Node("NFA", (code_of_automaton(machine, self.board.size), "_", *names[1:]))

    def table(self, cells: Iterable[Item], allowed: Callable[[int, int], bool], type: str) -> Node:
        """Return a table of pairs for cells."""
        numbers = range(self.board.first, self.board.first + self.board.size)
        return Node(type, (table_of(allowed, numbers), "_", *map(_name, cells)))


def _has(board: Board, type: str) -> bool:
    """Whether ISS has a type on a board."""
    rows, columns = board.shape
    if type in _ON_SUDOKU_GRIDS and not any(group.kind in _LINES for group in board.groups):
        return rows == columns == 1
    if type in ("Entropic", "GlobalEntropy", "DutchFlatmates"):
        return board.size == 9 and board.first == 1
    if type == "GlobalMod":
        return board.size == 9
    if type == "AntiTaxicab":
        return board.first == 1
    if type in ("FullRank", "FullRankTies"):
        return rows == columns == board.size
    return True


def _unwritten(rule: Rule) -> Unwritten:
    return Unwritten(f"it has the rule {rule.name}, which ISS does not have in this form")


def _usual(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield the type of a rule: its number comes first, then its cells."""
    type = rule.entry.keys.get("iss")
    if type is None or " " in type:
        raise _unwritten(rule)
    numbers: list[str] = []
    cells: list[str] = []
    for parameter in rule.entry.parameters:
        value, kind = rule.arguments[parameter.name], parameter.kind.name
        if kind in ("cells", "line", "list"):
            cells += map(_name, value)
        elif kind == "cell":
            cells.append(_name(value))
        elif kind == "numbers" and value is not None:
            numbers.append("_".join(map(str, value)))
        elif kind in ("number", "text") and value is not None:
            numbers.append(str(value))
        elif value != parameter.default:
            raise _unwritten(rule)
    if numbers and not cells:  # a rule of the whole board, with its usual number only
        if any(rule.arguments[p.name] != p.default for p in rule.entry.parameters):
            raise _unwritten(rule)
        numbers = []
    yield Node(type, (*numbers, *cells))


def _cage(writer: _Writer, rule: Rule) -> Iterator[Node]:
    total = rule.arguments["sum"]
    if total == 0:
        raise _unwritten(rule)
    yield Node("Cage", (str(total or 0), *map(_name, rule.arguments["cells"])))


def _sum_cage(writer: _Writer, rule: Rule) -> Iterator[Node]:
    total, factors = str(rule.arguments["sum"]), rule.arguments.get("factors")
    if factors is not None:
        if any(abs(factor) > 100 for factor in factors):
            raise _unwritten(rule)
        total = "_".join((total, "=", *map(str, factors)))
    yield Node("Sum", (total, *map(_name, rule.cells)))


def _arrow(writer: _Writer, rule: Rule) -> Iterator[Node]:
    yield Node("Arrow", (*map(_name, [rule.arguments["circle"], *rule.arguments["shaft"]]),))


def _pill_arrow(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield a pill arrow; a pill that is not in one piece is a sum with factors."""
    pill, shaft = sorted(rule.arguments["pill"]), rule.arguments["shaft"]
    if len(pill) > 3 or any(isinstance(item, str) for item in pill):
        raise _unwritten(rule)
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(pill)}
    if len(pill) > 1 and steps <= {(0, 1), (1, 0), (1, 1)}:
        yield Node("PillArrow", (str(len(pill)), *map(_name, [*pill, *shaft])))
        return
    factors = [-(10 ** (len(pill) - 1 - at)) for at in range(len(pill))] + [1] * len(shaft)
    total = "_".join(["0", "=", *map(str, factors)])
    yield Node("Sum", (total, *map(_name, [*pill, *shaft])))
    numbers = writer.board.numbers
    if numbers[-1] > 9 and len(pill) > 1:
        yield _given(pill[1:], [n for n in numbers if n <= 9])


def _between(writer: _Writer, rule: Rule) -> Iterator[Node]:
    if len(rule.cells) > 2:
        yield Node("Between", tuple(map(_name, rule.cells)))


def _equality_cage(writer: _Writer, rule: Rule) -> Iterator[Node]:
    if len(rule.cells) % 2:
        raise _unwritten(rule)
    yield Node("EqualityCage", tuple(map(_name, rule.cells)))


def _entropic(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield an entropic line; where it is not of nine values, a table for any three in a row."""
    if _has(writer.board, "Entropic"):
        yield Node("Entropic", tuple(map(_name, rule.cells)))
        return
    bounds = _bounds(writer.board)
    cells = rule.cells
    for at in range(max(1, len(cells) - 2)):
        part = cells[at : at + 3]
        yield writer.table(part, lambda a, b: bisect(bounds, a) != bisect(bounds, b), "PairX")


def _bounds(board: Board) -> tuple[int, int]:
    from csp_sudoku.rules.lines import thirds_of

    return thirds_of(board)


def _global_kinds(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield what each square of four has; where ISS does not have it, an automaton for each."""
    type, board = rule.entry.keys["iss"], writer.board
    modulus = rule.arguments.get("modulus")
    if _has(board, type) and modulus in (None, 3):
        yield Node(type)
        return
    bounds = _bounds(board) if modulus is None else ()

    def kind(number: int) -> int:
        return bisect(bounds, number) if modulus is None else number % modulus

    squares = [
        square
        for row, column in board.cells
        for square in [[Cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]]
        if all(cell in board.index for cell in square)
    ]
    wanted = modulus or 3

    def step(state: frozenset[int], number: int) -> frozenset[int]:
        return state | {kind(number)}

    if squares:
        yield writer.automaton(squares, frozenset(), step, lambda state: len(state) == wanted)


def _sign(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield a sign: of its own type between neighbours, otherwise a table of pairs."""
    one, other = rule.arguments["cells"]
    is_near = (
        not isinstance(one, str)
        and not isinstance(other, str)
        and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    )
    number = rule.arguments.get("difference", rule.arguments.get("ratio"))
    if is_near and number in (None, {"white_dot": 1, "black_dot": 2}.get(rule.name)):
        yield Node(rule.entry.keys["iss"], (_name(one), _name(other)))
    else:
        yield writer.table((one, other), _MEANINGS[rule.name](number or 0), "Pair")


_MEANINGS: Mapping[str, Callable[[int], Callable[[int, int], bool]]] = {
    "white_dot": lambda n: lambda a, b: abs(a - b) == n,
    "black_dot": lambda n: lambda a, b: a == n * b or b == n * a,
    "greater": lambda n: lambda a, b: a > b,
    "x": lambda n: lambda a, b: a + b == 10,
    "v": lambda n: lambda a, b: a + b == 5,
}


def _negative(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield what unmarked neighbours must not be: the type for it, or a table for each pair."""
    exempt = _EXEMPT[rule.name]
    together = {"negative_white": ("negative_white", "negative_black")}.get(rule.name, (rule.name,))
    alike = [other for other in writer.rules if other.name in together]
    is_usual = len(alike) == len(together) and not any(
        one.arguments[p.name] != p.default for one in alike for p in one.entry.parameters
    )
    marked = [other for other in writer.rules if other.name in exempt]
    types = {node.type for other in marked for node in writer.nodes(other)}
    if rule.name in ("negative_white", "negative_xv") and is_usual and types <= _SIGN_TYPES:
        yield Node("StrictXV" if rule.name == "negative_xv" else "StrictKropki")
        return
    if any(other.name in ("any_of", "all_of") for other in writer.rules):
        raise _unwritten(rule)
    pairs = {frozenset(other.cells) for other in marked}
    pairs |= set(map(frozenset, rule.arguments["exempt"] or ()))
    for one in alike:
        number = next(iter(one.arguments.values()))
        for pair in _neighbours(writer.board):
            if frozenset(pair) not in pairs:
                yield writer.table(pair, _FORBIDDEN[one.name](number), "Pair")


def _neighbours(board: Board) -> Iterator[tuple[Cell, Cell]]:
    for row, column in board.cells:
        for there in (Cell(row, column + 1), Cell(row + 1, column)):
            if there in board.index:
                yield Cell(row, column), there


_SIGN_TYPES = {"WhiteDot", "BlackDot", "X", "V"}
_EXEMPT = {
    "negative_black": ("white_dot", "black_dot"),
    "negative_difference": ("white_dot",),
    "negative_white": ("white_dot", "black_dot"),
    "negative_xv": ("x", "v", "sum_sign"),
}
"""The signs whose pairs each negative rule leaves alone."""
_FORBIDDEN: Mapping[str, Callable[[Any], Callable[[int, int], bool]]] = {
    "negative_black": lambda n: lambda a, b: a != n * b and b != n * a,
    "negative_difference": lambda n: lambda a, b: abs(a - b) != n,
    "negative_white": lambda n: lambda a, b: abs(a - b) != n,
    "negative_xv": lambda sums: lambda a, b: a + b not in sums,
}


def _quadruple(writer: _Writer, rule: Rule) -> Iterator[Node]:
    cells, values = rule.arguments["cells"], rule.arguments["values"]
    first = min(cells)
    square = {Cell(first[0] + down, first[1] + right) for down in (0, 1) for right in (0, 1)}
    if len(cells) == 1 or set(cells) == square:
        yield Node("Quad", (_name(first), *map(str, values)))
    else:
        yield Node("ContainAtLeast", ("_".join(map(str, values)), *map(_name, cells)))


def _little_killer(writer: _Writer, rule: Rule) -> Iterator[Node]:
    rows, columns = writer.board.shape
    place, step = rule.arguments["place"], _STEPS[rule.arguments["direction"]]
    first = Cell(place.row + step[0], place.column + step[1])
    cells = diagonal_from(first, step, rows, columns)
    for start in (cells[:1], cells[-1:]) if _has(writer.board, "LittleKiller") else ():
        for known, way in diagonals(rows, columns).items():
            if [known] == start and set(diagonal_from(known, way, rows, columns)) == set(cells):
                yield Node("LittleKiller", (str(rule.arguments["sum"]), _name(known)))
                return
    yield Node("Sum", (str(rule.arguments["sum"]), *map(_name, cells)))


def _end(writer: _Writer, place: Cell) -> tuple[str, bool]:
    """Return the line of a place outside, and whether it is at its far end."""
    rows, columns = writer.board.shape
    if place.row in (-1, rows):
        return f"C{place.column + 1}", place.row == rows
    return f"R{place.row + 1}", place.column == columns


def _outside(writer: _Writer, rule: Rule) -> Iterator[Node]:
    line, is_last = _end(writer, rule.arguments["place"])
    number = str(rule.arguments[rule.entry.number or ""])
    type = rule.entry.keys["iss"]
    if number == "0" and type in ("XSum", "Skyscraper", "FullRank"):
        raise _unwritten(rule)
    yield Node(type, (line, "", number) if is_last else (line, number, ""))


def _full_rank(writer: _Writer, rule: Rule) -> Iterator[Node]:
    ranks = [other for other in writer.rules if other.name == "full_rank"]
    has_ties = {other.arguments["ties"] for other in ranks}
    if len(has_ties) > 1 or (
        True in has_ties and any(r.name == "distinct_lines" for r in writer.rules)
    ):
        raise _unwritten(rule)
    if rule is ranks[0] and True in has_ties:
        yield Node("FullRankTies", ("any",))
    yield from _outside(writer, rule)


def _sandwich(writer: _Writer, rule: Rule) -> Iterator[Node]:
    line, _ = _end(writer, rule.arguments["place"])
    length = writer.board.shape[1 if line[0] == "R" else 0]
    ends = (rule.arguments["low"], rule.arguments["high"])
    if length != writer.board.size or ends != (None, None):
        raise _unwritten(rule)
    yield Node("Sandwich", (str(rule.arguments["sum"]), line))


def _lists(lists: Iterable[Iterable[Item]]) -> list[str]:
    names: list[str] = []
    for number, items in enumerate(lists):
        names += ["-"] if number else []
        names += map(_name, items)
    return names


def _equal_sums(writer: _Writer, rule: Rule) -> Iterator[Node]:
    yield Node("EqualSum", tuple(_lists(rule.arguments["cells"])))


def _same_values(writer: _Writer, rule: Rule) -> Iterator[Node]:
    lists = rule.arguments["cells"]
    yield Node("SameValues", (str(len(lists)), *(_name(item) for part in lists for item in part)))


def _clone(writer: _Writer, rule: Rule) -> Iterator[Node]:
    for pair in zip(*list(rule.arguments.values())[:2], strict=True):
        yield Node("SameValues", ("2", *map(_name, pair)))


def _index(writer: _Writer, rule: Rule) -> Iterator[Node]:
    kind = "R" if rule.name == "row_index" else "C"
    yield Node("Indexing", (kind, *map(_name, rule.cells)))


def _sum_line(writer: _Writer, rule: Rule) -> Iterator[Node]:
    end = ("LOOP",) if rule.arguments["loop"] else ()
    yield Node("SumLine", (str(rule.arguments["sum"]), *map(_name, rule.cells), *end))


def _regex(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield a pattern; one with numbers that the board does not have is an automaton."""
    from csp_sudoku.rules.pattern import automaton_of, number_of

    pattern = "".join(rule.arguments["pattern"].split())
    if not pattern.isascii():
        raise _unwritten(rule)
    symbols = re.sub(r"\{[0-9,]*\}", "", pattern)
    named = {number for symbol in symbols if (number := number_of(symbol)) is not None}
    if named.issubset(writer.board.numbers):
        yield Node("Regex", (code_of_pattern(pattern), *map(_name, rule.cells)))
    else:
        start, step, accept = automaton_of(pattern)
        yield writer.automaton([rule.cells], start, step, accept)


def _pairs(writer: _Writer, rule: Rule) -> Iterator[Node]:
    allowed = frozenset(rule.arguments["allowed"])
    type = "PairX" if rule.arguments["every"] else "Pair"
    if type == "PairX" and any((b, a) not in allowed for a, b in allowed):
        raise _unwritten(rule)
    yield writer.table(rule.cells, lambda a, b: (a, b) in allowed, type)


def _automaton(writer: _Writer, rule: Rule) -> Iterator[Node]:
    numbers = range(writer.board.first, writer.board.first + writer.board.size)
    lists = rule.arguments["cells"]
    steps = []
    for state, number, target in rule.arguments["steps"]:
        if number is None:
            steps.append((state, len(numbers), target))
        elif number in numbers:
            steps.append((state, number - numbers.start, target))
    symbols = len(numbers) + any(number is None for _, number, _ in rule.arguments["steps"])
    machine = Automaton(
        frozenset(rule.arguments["start"]), frozenset(rule.arguments["accept"]), tuple(steps)
    )
    yield Node("NFA", (code_of_automaton(machine, symbols), "_", *_lists(lists)))


def _any_of(writer: _Writer, rule: Rule) -> Iterator[Node]:
    branches = []
    for part in rule.arguments["rules"]:
        nodes = writer.nodes(part, is_inside=True)
        branches.append(nodes[0] if len(nodes) == 1 else Node("And", (), tuple(nodes)))
    yield Node("Or", (), tuple(branches))


def _all_of(writer: _Writer, rule: Rule) -> Iterator[Node]:
    nodes = _kept_apart(
        node for part in rule.arguments["rules"] for node in writer.nodes(part, is_inside=True)
    )
    yield Node("And", (), tuple(nodes))


def _variables(writer: _Writer, rule: Rule) -> Iterator[Node]:
    if rule.arguments["values"] is not None:
        raise _unwritten(rule)
    groups: dict[str, list[str]] = {}
    for name in rule.arguments["names"].split():
        match = re.fullmatch(r"V([A-Z]{1,8})(\d{0,3})", name, re.ASCII)
        if match is None:
            raise Unwritten(f"its variable {name} is not called as ISS calls them, such as VA1")
        groups.setdefault(match[1], []).append(match[2])
    for prefix, numbers in groups.items():
        if numbers != [""] and numbers != [str(n) for n in range(1, len(numbers) + 1)]:
            raise Unwritten(f"its variables V{prefix} are not counted from 1")
        if numbers == ["1"]:
            raise Unwritten(f"its one variable is called V{prefix}1, not V{prefix}")
        yield Node("Var", (prefix, "", str(len(numbers))))


def _allowed(writer: _Writer, rule: Rule) -> Iterator[Node]:
    yield _given(rule.cells, rule.arguments["values"])


def _parity(writer: _Writer, rule: Rule) -> Iterator[Node]:
    rest = 1 if rule.name == "odd" else 0
    yield _given(rule.cells, [n for n in writer.board.numbers if n % 2 == rest])


def _given(cells: Iterable[Item], numbers: Iterable[int]) -> Node:
    values = [str(number) for number in numbers]
    return Node(GIVEN, tuple("_".join((_name(cell), *values)) for cell in cells))


def _extreme(writer: _Writer, rule: Rule) -> Iterator[Node]:
    marked = {cell for other in writer.rules if other.name == rule.name for cell in other.cells}
    cells: Any = rule.cells
    for row, column in cells:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = Cell(row + down, column + right)
            if there in writer.board.index and there not in marked:
                pair = [Cell(row, column), there]
                pair = pair if rule.name == "maximum" else pair[::-1]
                yield Node("GreaterThan", tuple(map(_name, pair)))


def _slow_thermo(writer: _Writer, rule: Rule) -> Iterator[Node]:
    yield writer.table(rule.cells, lambda a, b: a <= b, "Pair")


def _nabner(writer: _Writer, rule: Rule) -> Iterator[Node]:
    yield writer.table(rule.cells, lambda a, b: abs(a - b) > 1, "PairX")


def _sum_sign(writer: _Writer, rule: Rule) -> Iterator[Node]:
    yield Node("Sum", (str(rule.arguments["sum"]), *map(_name, rule.cells)))


def _disjoint_groups(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield disjoint groups: of the boxes that ISS knows, or one by one."""
    board = writer.board
    boxes = [group.cells for group in board.groups if group.kind == "box"]
    usual = default_boxes(*board.shape, len(boxes[0]) if boxes else 0)
    if {frozenset(board.index[c] for c in box) for box in usual} == set(map(frozenset, boxes)):
        yield Node("DisjointSets")
        return
    for place in zip(*boxes, strict=True):
        yield Node("AllDifferent", tuple(_name(board.cells[at]) for at in place))


def _distinct_lines(writer: _Writer, rule: Rule) -> Iterator[Node]:
    yield Node("FullRankTies", ("none",))


def _region_sum(writer: _Writer, rule: Rule) -> Iterator[Node]:
    """Yield a region sum line; ISS would count cells outside of all regions as well."""
    from csp_sudoku.rules.lines import stays

    parts = stays(writer.board, rule.cells)
    if sum(map(len, parts)) == len(rule.cells):
        yield Node("RegionSumLine", tuple(map(_name, rule.cells)))
    elif len(parts) > 1:
        yield Node("EqualSum", tuple(_lists(parts)))


def _lockout(writer: _Writer, rule: Rule) -> Iterator[Node]:
    if rule.arguments["difference"] < 1:  # ends that may be equal
        raise _unwritten(rule)
    yield Node("Lockout", (str(rule.arguments["difference"]), *map(_name, rule.cells)))


_WRITERS: Mapping[str, Callable[[_Writer, Rule], Iterator[Node]]] = {
    "all_of": _all_of,
    "allowed": _allowed,
    "any_of": _any_of,
    "arrow": _arrow,
    "automaton": _automaton,
    "between": _between,
    "black_dot": _sign,
    "cage": _cage,
    "clone": _clone,
    "column_index": _index,
    "disjoint_groups": _disjoint_groups,
    "distinct_lines": _distinct_lines,
    "entropic": _entropic,
    "equal_sums": _equal_sums,
    "equality_cage": _equality_cage,
    "even": _parity,
    "full_rank": _full_rank,
    "global_entropy": _global_kinds,
    "global_modulus": _global_kinds,
    "greater": _sign,
    "hidden_skyscraper": _outside,
    "little_killer": _little_killer,
    "lockout": _lockout,
    "maximum": _extreme,
    "minimum": _extreme,
    "nabner": _nabner,
    "negative_black": _negative,
    "negative_difference": _negative,
    "negative_white": _negative,
    "negative_xv": _negative,
    "numbered_room": _outside,
    "odd": _parity,
    "pairs": _pairs,
    "pill_arrow": _pill_arrow,
    "quadruple": _quadruple,
    "regex": _regex,
    "region_sum": _region_sum,
    "row_index": _index,
    "same_values": _same_values,
    "sandwich": _sandwich,
    "skyscraper": _outside,
    "slow_thermo": _slow_thermo,
    "sum_cage": _sum_cage,
    "sum_line": _sum_line,
    "sum_sign": _sum_sign,
    "v": _sign,
    "variables": _variables,
    "white_dot": _sign,
    "x": _sign,
    "x_sum": _outside,
}
