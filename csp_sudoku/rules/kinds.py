"""The kinds of parameters: how each is given, kept as plain data, written, and put on a board.

A rule keeps its arguments as plain data: cells, numbers, texts, rules, and tuples of them. Each
kind says how a value of it is read from Python, from JSON and from text, and how it is written.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from csp_sudoku.boards import Board, Cell
from csp_sudoku.errors import RuleError, shown
from csp_sudoku.rules.places import Item, items_of, on_board, parsed, text_of

if TYPE_CHECKING:
    from csp_sudoku.rules.rule import Rule

MOST_CELLS = 100_000
_MOST_KNOWN = 256


class Kind:
    """What a parameter takes."""

    def __init__(self, name: str, meaning: str) -> None:
        self.name = name
        self.meaning = meaning

    def __repr__(self) -> str:
        return self.name

    def read(self, given: Any) -> Any:
        """Return a value as plain data; raise RuleError if it is not of this kind."""
        return given

    def to_data(self, value: Any) -> Any:
        """Return a value as JSON can hold it; `read` takes it back."""
        return value

    def parse(self, text: str) -> Any:
        """Return the value of a text."""
        return self.read(text)

    def text(self, value: Any) -> str:
        """Return a value as text, which `parse` reads."""
        return str(value)

    def on(self, value: Any, board: Board) -> Any:
        """Return a value with cells of this board; raise RuleError if it does not have them."""
        return value

    def cells(self, value: Any) -> Iterable[Item]:
        """Yield the cells that a value names."""
        return ()


class _Cells(Kind):
    def __init__(self, name: str, meaning: str, least: int = 1, most: int = MOST_CELLS) -> None:
        super().__init__(name, meaning)
        self.least, self.most = least, most

    def read(self, given: Any) -> tuple[Item, ...]:
        return self._counted(items_of(given))

    def _counted(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        if self.least <= len(items) <= self.most:
            return items
        open_ended = any(isinstance(item, str) and item[0] != "@" for item in items)
        if len(items) > self.most or (len(items) < self.least and not open_ended):
            wanted = f"{self.least} or more" if self.most == MOST_CELLS else str(self.least)
            raise RuleError(f"expected {wanted} cells, got {len(items)}", fix=self.meaning)
        return items

    def to_data(self, value: Any) -> str:
        return text_of(value)

    def text(self, value: Any) -> str:
        return text_of(value)

    def on(self, value: Any, board: Board) -> Any:
        there = on_board(value, board)
        return value if there is value else self._counted(there)

    def cells(self, value: Any) -> Iterable[Item]:
        found: Iterable[Item] = value
        return found


class _Set(_Cells):
    """Cells of which each is named once."""

    def _counted(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        if len(set(items)) < len(items):
            twice = next(item for i, item in enumerate(items) if item in items[:i])
            raise RuleError(f"{twice} is named twice", fix="name each cell once")
        return super()._counted(items)


class _Cell(_Cells):
    """One cell, kept without a tuple around it."""

    def read(self, given: Any) -> Any:
        if isinstance(given, tuple) and len(given) == 2 and not isinstance(given[0], tuple | str):
            given = (given,)
        return super().read(given)[0]

    def to_data(self, value: Any) -> str:
        return str(value)

    def text(self, value: Any) -> str:
        return str(value)

    def on(self, value: Any, board: Board) -> Any:
        return super().on((value,), board)[0]

    def cells(self, value: Any) -> Iterable[Item]:
        return (value,)


class _Place(_Cell):
    """A place next to the board."""

    def on(self, value: Any, board: Board) -> Any:
        if not isinstance(value, Cell) or value in board.index:
            rows, columns = board.shape
            raise RuleError(
                f"{value} is not a place outside {board.name}",
                fix=f"write r0c1 or r1c0, or r{rows + 1}c1 or r1c{columns + 1} for the other ends",
            )
        return value

    def cells(self, value: Any) -> Iterable[Item]:
        return ()


class _Lists(Kind):
    """Several lists of cells."""

    def read(self, given: Any) -> tuple[tuple[Item, ...], ...]:
        if isinstance(given, str):
            return self.parse(given)
        if not isinstance(given, Iterable):
            raise RuleError(f"expected lists of cells, got {shown(given)}")
        lists = tuple(items_of(one) for one in given)
        if not any(lists):
            raise RuleError("expected lists of cells, and there are no cells", fix=self.meaning)
        return lists

    def parse(self, text: str) -> tuple[tuple[Item, ...], ...]:
        return self.read([parsed(part) for part in text.split("|")])

    def to_data(self, value: Any) -> list[str]:
        return [text_of(part) for part in value]

    def text(self, value: Any) -> str:
        return " | ".join(map(text_of, value))

    def on(self, value: Any, board: Board) -> Any:
        return tuple(on_board(part, board) for part in value)

    def cells(self, value: Any) -> Iterable[Item]:
        return (item for part in value for item in part)


class _Number(Kind):
    def read(self, given: Any) -> int:
        try:
            if isinstance(given, str):
                return int(given)
            if not isinstance(given, bool):
                number: int = given.__index__()
                return number
        except (ValueError, AttributeError, TypeError):
            pass
        raise RuleError(f"expected a whole number, got {shown(given)}", fix="write it as 15")


class _Numbers(Kind):
    def read(self, given: Any) -> tuple[int, ...]:
        if isinstance(given, str):
            given = given.replace(",", " ").split()
        if not isinstance(given, Iterable):
            given = (given,)
        return tuple(NUMBER.read(one) for one in given)

    def to_data(self, value: Any) -> list[int]:
        return list(value)

    def text(self, value: Any) -> str:
        return " ".join(map(str, value))


class _Text(Kind):
    def read(self, given: Any) -> str:
        if not isinstance(given, str) or not given.isprintable():
            raise RuleError(f"expected a text in one line, got {shown(given)}")
        return given


class _Choice(_Text):
    def __init__(self, name: str, meaning: str, choices: Mapping[str, str]) -> None:
        super().__init__(name, meaning)
        self.choices = choices

    def read(self, given: Any) -> str:
        word = super().read(given)
        found = self.choices.get(word, self.choices.get(word.lower()))
        if found is None:
            known = ", ".join(dict.fromkeys(self.choices.values()))
            raise RuleError(f"{shown(given)} is not a {self.name}", fix=f"use {known}")
        return found


class _Flag(Kind):
    def read(self, given: Any) -> bool:
        if isinstance(given, str) and given in ("yes", "no"):
            return given == "yes"
        if not isinstance(given, bool):
            raise RuleError(f"expected yes or no, got {shown(given)}")
        return given

    def text(self, value: Any) -> str:
        return "yes" if value else "no"


class _Rules(Kind):
    def read(self, given: Any) -> tuple[Rule, ...]:
        from csp_sudoku.rules.rule import Rule, from_data, parse

        if isinstance(given, str):
            return self.parse(given)
        if not isinstance(given, Iterable):
            raise RuleError(f"expected rules, got {shown(given)}")
        found = []
        for one in given:
            if isinstance(one, Mapping):
                found.append(from_data(one))
            elif isinstance(one, str):
                found.append(parse(one))
            elif isinstance(one, Rule):
                found.append(one)
            else:
                raise RuleError(f"expected a rule, got {shown(one)}", fix='write cage("r1c1", 5)')
        if not found:
            raise RuleError("expected one rule or more")
        return tuple(found)

    def parse(self, text: str) -> tuple[Rule, ...]:
        from csp_sudoku.rules.rule import parse

        return self.read([parse(part) for part in _bracketed(text)])

    def to_data(self, value: Any) -> list[Any]:
        return [rule.to_data() for rule in value]

    def text(self, value: Any) -> str:
        return " ".join(f"({rule})" for rule in value)

    def on(self, value: Any, board: Board) -> Any:
        return tuple(rule.on(board) for rule in value)

    def cells(self, value: Any) -> Iterable[Item]:
        return (cell for rule in value for cell in rule.cells)


def _bracketed(text: str) -> list[str]:
    """Return the parts of a text that stand in brackets, as (a) (b (c))."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        if sign == "(":
            depth += 1
            start = at + 1 if depth == 1 else start
        elif sign == ")":
            depth -= 1
            if depth == 0:
                parts.append(text[start:at])
        elif depth == 0 and not sign.isspace():
            depth = -1
        if depth < 0:
            break
    if depth or not parts:
        raise RuleError(
            f"expected rules in brackets, got {shown(text)}", fix="write (odd r1c1) (even r1c2)"
        )
    return parts


def _is_plain(row: object) -> bool:
    """Whether a row is a tuple of whole numbers and Nones as they are kept."""
    return type(row) is tuple and all(n is None or type(n) is int for n in row)


class _Nested(Kind):
    """Tuples of tuples of numbers and Nones, as tables and automata have them."""

    def __init__(self, name: str, meaning: str) -> None:
        super().__init__(name, meaning)
        self._known: OrderedDict[int, object] = OrderedDict()
        """Values that were read, by identity: a puzzle may name one large table many times."""

    def read(self, given: Any) -> Any:
        if isinstance(given, str):
            return self.parse(given)
        if type(given) is tuple and self._known.get(id(given)) is given:
            return given
        if not isinstance(given, Iterable):
            raise RuleError(f"expected {self.meaning}, got {shown(given)}")
        found = self._read(given)
        if type(given) is tuple and found == given and all(map(_is_plain, given)):
            found = self._known[id(given)] = given
            if len(self._known) > _MOST_KNOWN:
                with suppress(KeyError):  # another thread was faster
                    self._known.popitem(last=False)
        return found

    def _read(self, given: Iterable[Any]) -> tuple[tuple[int | None, ...], ...]:
        return tuple(tuple([None if n is None else NUMBER.read(n) for n in row]) for row in given)

    def parse(self, text: str) -> Any:
        rows = [row.split() for row in text.split(",")] if text.strip() else []
        return self.read([[None if n == "-" else n for n in row] for row in rows])

    def to_data(self, value: Any) -> list[Any]:
        return [list(row) for row in value]

    def text(self, value: Any) -> str:
        return ", ".join(" ".join("-" if n is None else str(n) for n in row) for row in value)


class _Pairs(_Nested):
    """Pairs of numbers, or a function of two numbers that tells which are allowed."""

    numbers = range(17)

    def read(self, given: Any) -> Any:
        if callable(given):
            return tuple(
                (a, b) for a in self.numbers for b in self.numbers if _is_allowed(given, a, b)
            )
        return super().read(given)

    def _read(self, given: Iterable[Any]) -> tuple[tuple[int, int], ...]:
        rows = super()._read(given)
        found = []
        for row in rows:
            if len(row) != 2 or row[0] is None or row[1] is None:
                raise RuleError(f"{shown(row)} is not a pair of numbers")
            found.append((row[0], row[1]))
        return tuple(sorted(dict.fromkeys(found)))


def _is_allowed(holds: Callable[[int, int], object], a: int, b: int) -> bool:
    try:
        return bool(holds(a, b))
    except ArithmeticError:  # as 3 % 0: numbers that no board may have
        return False


CELLS = _Set("cells", "name the cells, each once")
LIST = _Cells("list", "name the cells; one may be named twice")
LINE = _Cells("line", "name the cells along the line, two or more", least=2)
CELL = _Cell("cell", "name one cell", 1, 1)
PAIR = _Set("pair", "name two cells", 2, 2)
SQUARE = _Set("square", "name the four cells around the sign", 1, 4)
PLACE = _Place("place", "name a place outside the board, as r0c3", 1, 1)
LISTS = _Lists("lists", "lists of cells, with | between them")
NUMBER = _Number("number", "a whole number")
NUMBERS = _Numbers("numbers", "whole numbers")
TEXT = _Text("text", "a text")
FLAG = _Flag("flag", "yes or no")
RULES = _Rules("rules", "rules, each in brackets")
ROWS = _Nested("rows", "rows of numbers, with commas between them")
PAIRS = _Pairs("pairs", "pairs of numbers, with commas between them")
DIRECTION = _Choice(
    "direction",
    "a diagonal: down-right, down-left, up-right or up-left",
    {
        word: f"{one}-{other}"
        for one in ("down", "up")
        for other in ("right", "left")
        for word in (f"{one}-{other}", f"{one[0]}{other[0]}")
    },
)

OPERATION = _Choice(
    "operation",
    "+, -, * or /",
    {sign: sign for sign in "+-*/"} | {"x": "*", ":": "/"},
)

CellsLike: TypeAlias = str | Iterable[tuple[int, int] | str]
CellLike: TypeAlias = str | tuple[int, int]

Cells: TypeAlias = Annotated[CellsLike, CELLS]
List: TypeAlias = Annotated[CellsLike, LIST]
Line: TypeAlias = Annotated[CellsLike, LINE]
OneCell: TypeAlias = Annotated[CellLike, CELL]
Pair: TypeAlias = Annotated[CellsLike, PAIR]
Square: TypeAlias = Annotated[CellsLike, SQUARE]
Outside: TypeAlias = Annotated[CellLike, PLACE]
Lists: TypeAlias = Annotated[str | Iterable[CellsLike], LISTS]
Number: TypeAlias = Annotated[int, NUMBER]
Numbers: TypeAlias = Annotated[str | int | Iterable[int], NUMBERS]
Text: TypeAlias = Annotated[str, TEXT]
Flag: TypeAlias = Annotated[bool, FLAG]
Rules: TypeAlias = Annotated[Iterable[Any], RULES]
Rows: TypeAlias = Annotated[str | Iterable[Sequence[int | None]], ROWS]
Pairs: TypeAlias = Annotated[str | Iterable[tuple[int, int]] | Callable[[int, int], object], PAIRS]
Operation: TypeAlias = Annotated[str, OPERATION]
Direction: TypeAlias = Annotated[str, DIRECTION]
