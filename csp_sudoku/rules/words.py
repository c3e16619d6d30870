"""The rules of a puzzle in words, as they stand under it: the board's first, then each kind once.

>>> from csp_sudoku import boards
>>> from csp_sudoku.rules import thermo
>>> rules_text(boards.sudoku(3, 3), [thermo("r9c1-r5c1"), thermo("r1c1-r1c3")])
'Normal sudoku rules apply. Digits along a thermometer increase from the bulb.'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from csp_sudoku.boards import Board
from csp_sudoku.rules.looks import Look, looks
from csp_sudoku.rules.rule import Rule

_ORDER = ("row", "column", "box", "region")
_DOTS = {"white_dot", "black_dot"}
_NO_DOTS = {"negative_white", "negative_black", "negative_difference"}
_SIGNS = ((_DOTS, _NO_DOTS, "dots"), ({"x", "v"}, {"negative_xv"}, "X and V"))
"""Signs, the rules that say that all of them are given, and what the signs are called."""
_FAMILIES = {
    "sudoku": "",
    "latin": "Latin squares",
    "jigsaw": "Jigsaws",
    "rectangle": "Rectangles",
    "free": "Boards",
}
"""Headings of boards that come in several sizes."""
_ADDED = {"disjoint": "disjoint groups", "from0": "digits from 0"}
_EXTRAS = {
    "diagonal": "Digits do not repeat on a marked diagonal.",
    "window": "Each shaded window has each digit once.",
    "disjoint group": "Cells at the same place of different boxes do not have the same digit.",
    "run": "Digits do not repeat in a run of cells.",
}


def rules_text(board: Board, rules: Iterable[Rule]) -> str:
    """Return the rules of a puzzle as one paragraph."""
    rules = tuple(rules)
    said = [*board_sentences(board), *(_ended(look) for look in looks(rules)), *_not_all(rules)]
    longer = {other for one in said for other in said if _is_part(one, other)}
    return " ".join(
        f"{one[:-1]}, if it has one." if one in longer else one
        for one in said
        if one and not any(_is_part(one, other) for other in said)
    )


def _is_part(one: str, other: str) -> bool:
    """Whether a sentence is the beginning of another one: that of rules without a number."""
    return bool(one) and other.startswith(f"{one[:-1]}, ")


def _not_all(rules: Iterable[Rule]) -> Iterator[str]:
    """Say of signs that neighbours may have them unseen, where no rule says that all are given."""
    names = {rule.name for rule in rules}
    for signs, negative, what in _SIGNS:
        if names & signs and not names & negative:
            yield f"Not all {what} are necessarily given."


def rules_listed(board: Board, rules: Iterable[Rule]) -> str:
    """Return the rules of a puzzle line by line, each sentence with the rules that it is about.

    >>> from csp_sudoku import boards
    >>> from csp_sudoku.rules import antiknight, cage
    >>> print(rules_listed(boards.sudoku(2, 2), [cage("r1c1 r1c2", 5), antiknight()]))
    Normal sudoku rules apply with the digits 1 to 4.
    Digits in a cage do not repeat, and add up to the number in its corner.
      cage r1c1 r1c2 = 5
    Cells a knight's move apart do not have the same digit.
      antiknight
    """
    rules = tuple(rules)
    lines = [" ".join(board_sentences(board))]
    for look in looks(rules):
        lines += filter(None, [look.sentence])
        lines += [f"  {rule}" for rule in look.rules]
    lines += _not_all(rules)
    return "\n".join(lines)


def _ended(look: Look) -> str:
    """Return a sentence with an end, for those that quote the rule itself."""
    said = look.sentence
    return said if not said or said.endswith((".", "!", "?")) else f"{said}."


def board_heading(board: Board) -> str:
    """Return what boards like this one are called, all jigsaws alike.

    >>> from csp_sudoku import boards
    >>> for name in ("sudoku-2x3", "latin-5", "jigsaw-9@3", "samurai", "sudoku-3x3+diagonals"):
    ...     print(board_heading(boards.named(name)))
    6 x 6
    Latin squares 5 x 5
    Jigsaws 9 x 9
    Samurai
    9 x 9 with diagonals
    """
    base, *extras = board.name.split("+")
    family = base.partition("-")[0]
    rows, columns = board.shape
    said = _FAMILIES.get(family)
    heading = family[:40].capitalize() if said is None else f"{said} {rows} x {columns}".strip()
    added = " and ".join(_ADDED.get(extra, extra) for extra in extras)
    return f"{heading} with {added}" if added else heading


def is_usual(board: Board) -> bool:
    """Whether a board is a sudoku that needs no explanation: rows, columns and boxes.

    >>> from csp_sudoku import boards
    >>> is_usual(boards.sudoku(2, 3)), is_usual(boards.samurai()), is_usual(boards.latin(4))
    (True, False, False)
    """
    kinds = {group.kind for group in board.groups}
    return kinds == {"row", "column", "box"} and board.shape == (board.size, board.size)


def board_sentences(board: Board) -> list[str]:
    """Return what the groups of a board say.

    >>> from csp_sudoku import boards
    >>> for name in ("latin-5", "jigsaw-9@3", "samurai", "sudoku-3x3+diagonals"):
    ...     print(*board_sentences(boards.named(name)))
    Each row and column has the digits 1 to 5 once each.
    Each row, column and region has the digits 1 to 9 once each.
    Normal sudoku rules apply in each of the 5 overlapping grids.
    Normal sudoku rules apply. Digits do not repeat on a marked diagonal.
    """
    kinds = dict.fromkeys(group.kind for group in board.groups)
    return [_first(board, [kind for kind in _ORDER if kind in kinds])] + [
        _EXTRAS.get(kind, f"Digits do not repeat in a {kind}.")
        for kind in kinds
        if kind not in _ORDER
    ]


def _first(board: Board, kinds: list[str]) -> str:
    numbers = board.numbers
    between = "and" if len(numbers) == 2 else "to"
    digits = f"the digits {numbers[0]} {between} {numbers[-1]}"
    lines = [group for group in board.groups if group.kind in kinds]
    are_houses = all(len(group.cells) == board.size for group in lines)
    if not kinds:
        return f"Each cell has one of {digits}."
    if kinds == ["row", "column", "box"] and are_houses:
        grids = {group.name.partition(" of board ")[2] for group in lines} - {""}
        with_digits = "" if numbers == tuple(range(1, 10)) else f" with {digits}"
        where = f" in each of the {len(grids)} overlapping grids" if grids else ""
        return f"Normal sudoku rules apply{with_digits}{where}."
    listed = kinds[0] if len(kinds) == 1 else f"{', '.join(kinds[:-1])} and {kinds[-1]}"
    if are_houses:
        return f"Each {listed} has {digits} once each."
    return f"Each cell has one of {digits}; they do not repeat in a {listed.replace('and', 'or')}."
