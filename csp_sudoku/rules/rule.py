"""A rule: what a setter draws beyond groups, as data. The function that made it is in the table.

A rule is a value: immutable, equal, hashable, pickled. It belongs to no board until a puzzle puts
it on one. As text it is its name and its arguments, with = before its number:

    cage r1c1 r1c2 r2c1 = 15
    arrow r5c5 ; r4c4 r3c3
    whisper r1c1-r1c5 ; difference=4
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from csp_sudoku.boards import Board
from csp_sudoku.errors import RuleError, shown
from csp_sudoku.rules.places import Item

if TYPE_CHECKING:
    from csp_sudoku.rules.table import Entry

_NAME = re.compile(r"\s*([a-z_]+)\s*")
_NAMED = re.compile(r"\s*([a-z_]+)(\s*)=(?!=)")


class Rule:
    """A rule with its arguments: `rule.name`, and `rule.arguments` as plain data.

    >>> from csp_sudoku.rules import cage
    >>> rule = cage("r1c1 r1c2 r2c1", 15)
    >>> rule
    rules.cage('r1c1 r1c2 r2c1', sum=15)
    >>> print(rule, rule.arguments["sum"], parse(str(rule)) == rule)
    cage r1c1 r1c2 r2c1 = 15 15 True
    """

    __slots__ = ("_hash", "_text", "arguments", "entry")

    entry: Entry[Any]
    """The function of this rule in the table: what it means, and what it returns."""
    arguments: Mapping[str, Any]
    """The arguments by parameter: cells, numbers, texts, rules, and tuples of them."""
    _hash: int
    _text: str | None

    def __init__(self, entry: Entry[Any], arguments: dict[str, Any]) -> None:
        set_slot = object.__setattr__
        set_slot(self, "entry", entry)
        set_slot(self, "arguments", MappingProxyType(arguments))
        set_slot(self, "_hash", hash((entry.name, tuple(arguments.values()))))
        set_slot(self, "_text", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a rule cannot be changed; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a rule cannot be changed; make another one")

    @property
    def name(self) -> str:
        """The name of the rule in the table, as "cage"."""
        return self.entry.name

    @property
    def cells(self) -> tuple[Item, ...]:
        """The cells that the rule names, in order."""
        parameters = self.entry.parameters
        return tuple(
            cell
            for parameter in parameters
            if self.arguments[parameter.name] is not None
            for cell in parameter.kind.cells(self.arguments[parameter.name])
        )

    def on(self, board: Board) -> Rule:
        """Return the rule with the cells of a board; raise RuleError if it does not fit."""
        changed: dict[str, Any] = {}
        try:
            for name, kind, _ in self.entry.placed:
                value = self.arguments[name]
                if value is not None:
                    there = kind.on(value, board)
                    if there is not value and there != value:
                        changed[name] = there
        except RuleError as error:
            raise _about(self, error) from None
        return Rule(self.entry, {**self.arguments, **changed}) if changed else self

    def drawing(self) -> list[dict[str, Any]]:
        """Return how the rule is drawn, as plain data: see `csp_sudoku.rules.drawing`."""
        return self.entry.drawing(**self.arguments)

    @property
    def sentence(self) -> str:
        """The rule in words, as it stands under a puzzle.

        >>> from csp_sudoku.rules import whisper
        >>> whisper("r1c1-r1c3", 4).sentence
        'Neighbouring digits along a green whisper line differ by at least 4.'
        """
        from csp_sudoku.rules.drawing import NAMES

        colours = (NAMES.get(shape["colour"]) for shape in self.drawing())
        return self.sentence_in(next(filter(None, colours), ""))

    def sentence_in(self, colour: str) -> str:
        """Return the rule in words, when it is drawn in a colour."""
        return self.entry.sentence(self.arguments, colour)

    def to_data(self) -> dict[str, Any]:
        """Return the rule as plain data, as JSON can hold it; `rules.from_data` reads it back.

        >>> from csp_sudoku.rules import whisper
        >>> whisper("r1c1-r1c3").to_data()
        {'rule': 'whisper', 'cells': 'r1c1 r1c2 r1c3'}
        """
        return {"rule": self.name, **dict(self._data())}

    def _data(self) -> Iterator[tuple[str, Any]]:
        for parameter in self.entry.parameters:
            value = self.arguments[parameter.name]
            if value != parameter.default:
                yield parameter.name, parameter.kind.to_data(value)

    def __str__(self) -> str:
        if self._text is None:
            object.__setattr__(self, "_text", _written(self))
        assert self._text is not None
        return self._text

    def __repr__(self) -> str:
        parts = []
        for number, (name, data) in enumerate(self._data()):
            words = repr(list(self.arguments[name]) if name == "rules" else data)
            is_first = number == 0 and name == self.entry.parameters[0].name
            parts.append(words if is_first else f"{name}={words}")
        return f"rules.{self.name}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            return NotImplemented
        return self is other or (
            self._hash == other._hash
            and self.entry is other.entry
            and self.arguments == other.arguments
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.name, dict(self.arguments))


def _made(name: str, arguments: dict[str, Any]) -> Rule:
    return Rule(entry_of(name), arguments)


def _about(rule: Rule, error: RuleError) -> RuleError:
    """Return an error with the rule that it is about before it."""
    return RuleError(f"{rule}: {error.problem}", fix=error.fix)


def entry_of(name: object) -> Entry[Any]:
    """Return the entry of the table with a name."""
    from csp_sudoku.rules import TABLE

    found = TABLE.get(name) if isinstance(name, str) else None
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(str(name), TABLE, n=3)
        fix = f"did you mean {' or '.join(near)}" if near else "csp_sudoku.rules.TABLE has them all"
        raise RuleError(f"no rule is called {shown(name)}", fix=fix)
    return found


def rules_of(given: Any) -> tuple[Rule, ...]:
    """Return rules given as a list of rules, of their texts or of their data, each once."""
    if type(given) in (list, tuple) and {*map(type, given)} <= {Rule}:
        return tuple(dict.fromkeys(given))
    from csp_sudoku.rules.kinds import RULES

    if isinstance(given, Rule | str | Mapping):
        raise RuleError(f"expected a list of rules, got {shown(given)}", fix="give [rule]")
    if not isinstance(given, Iterable):
        raise RuleError(f"expected rules, got {shown(given)}", fix="give a list of rules")
    listed = list(given)
    return tuple(dict.fromkeys(RULES.read(listed))) if listed else ()


# Data


def from_data(data: object) -> Rule:
    """Return the rule of plain data, as `Rule.to_data` gives it.

    >>> from_data({"rule": "thermo", "cells": "r9c1-r5c1"})
    rules.thermo('r9c1 r8c1 r7c1 r6c1 r5c1')
    """
    if not isinstance(data, Mapping) or "rule" not in data:
        fix = 'give {"rule": "cage", "cells": "r1c1 r1c2", "sum": 15}'
        raise RuleError(f"expected a rule, got {shown(data)}", fix=fix)
    entry = entry_of(data["rule"])
    return entry.rule((), {name: value for name, value in data.items() if name != "rule"})


# Text


def parse(text: str) -> Rule:
    """Return the rule of a text, as the command line takes it.

    >>> parse("cage r1c1 r1c2 = 15")
    rules.cage('r1c1 r1c2', sum=15)
    >>> parse("cage r1c1 r1c2 = much")
    Traceback (most recent call last):
    csp_sudoku.errors.RuleError: cage: sum: expected a whole number, got 'much'; write it as 15
    """
    match = _NAME.match(text) if isinstance(text, str) else None
    if match is None:
        raise RuleError(
            f"expected a rule, got {shown(text)}", fix="write its name and cells, as cage r1c1 = 5"
        )
    entry = entry_of(match[1])
    rest = text[match.end() :]
    given: dict[str, Any] = {}
    if entry.number is not None and not entry.is_verbatim:
        rest, sign, number = _split_number(rest, entry)
        if sign:
            given[entry.number] = number.strip()
    open_names = [p.name for p in entry.parameters if p.name not in given]
    holds_rules = any(parameter.kind.name == "rules" for parameter in entry.parameters)
    parts = [rest] if entry.is_verbatim or holds_rules else rest.split(";")
    for part in filter(str.strip, parts):
        named = None if entry.is_verbatim else _name_in(part, entry)
        if named:
            name, value = named[1], part[named.end() :].strip()
        elif open_names:
            name, value = open_names[0], part.strip()
        else:
            raise RuleError(f"{entry.name}: {shown(part.strip())} is too much", fix=entry.usage)
        if name in given:
            raise RuleError(f"{entry.name}: {name} is given twice", fix=entry.usage)
        given[name] = value
        if name in open_names:
            open_names.remove(name)
    return entry.rule((), given, from_text=True)


def _name_in(part: str, entry: Entry[Any]) -> re.Match[str] | None:
    """Return where an argument begins with its name: `difference=4`, or `difference = 4`."""
    match = _NAMED.match(part)
    if match and match[2] and match[1] not in [p.name for p in entry.parameters]:
        return None
    return match


def _split_number(text: str, entry: Entry[Any]) -> tuple[str, str, str]:
    """Return what stands before and after the = that has no name before it."""
    start = 0
    for part in text.split(";"):
        named = _name_in(part, entry)
        at = part.find("=", named.end() if named else 0)
        if at >= 0:
            return text[: start + at], "=", text[start + at + 1 :]
        start += len(part) + 1
    return text, "", ""


def _written(rule: Rule) -> str:
    from csp_sudoku.rules.table import REQUIRED

    entry = rule.entry
    parts, number = [], ""
    for parameter in entry.parameters:
        value = rule.arguments[parameter.name]
        if value == parameter.default:
            continue
        text = parameter.kind.text(value)
        if parameter.name == entry.number and not entry.is_verbatim:
            number = f" = {text}"
        else:
            is_named = parameter.default is not REQUIRED
            parts.append(f"{parameter.name}={text}" if is_named else text)
    return f"{entry.name} {' ; '.join(parts)}".rstrip() + number
