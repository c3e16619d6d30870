"""The shortened JSON of SudokuPad links, and its short form of classic puzzles.

Keys are shortened and lose their quotes, `{}` becomes nothing, true and false become t and f,
colours lose their quotes, and double quotes become single ones. After the PuzzleZipper of
SudokuPad; this reader takes the text apart symbol by symbol instead of replacing patterns in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any

_SHORT = {
    "arrows": "a",
    "backgroundColor": "c2",
    "borderColor": "c1",
    "cages": "ca",
    "cells": "ce",
    "cellSize": "cs",
    "center": "ct",
    "color": "c",
    "duration": "d",
    "fontSize": "fs",
    "headLength": "hl",
    "height": "h",
    "lines": "l",
    "overlays": "o",
    "regions": "re",
    "rounded": "r",
    "text": "te",
    "thickness": "th",
    "title": "t",
    "underlays": "u",
    "value": "v",
    "videos": "vd",
    "wayPoints": "wp",
    "width": "w",
}
_LONG = {short: long for long, short in _SHORT.items()}
_DEEPEST = 40
_KEY = re.compile(r"([A-Za-z0-9_]+)\s*:|(['\"])")
_WORD = re.compile(r"[^,\]}]*")
_STRING = {quote: re.compile(rf"[^\\{quote}]*(?:\\.[^\\{quote}]*)*", re.DOTALL) for quote in "'\""}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_COLOUR = re.compile(r"[0-9a-fA-F]{6}")
_UNSAFE = re.compile(
    r"(?<=[,{\[])(?=[,}\]]|[A-Za-z0-9]+:)|(?<=:)(?=(?:f|t|#0|#F|[0-9a-fA-F]{6})[,}\]])"
)
_WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None}
_RUNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_LONGEST_RUN = 5


class CodeError(ValueError):
    """A text that cannot be taken apart, and the place in it."""

    def __init__(self, problem: str, at: int) -> None:
        super().__init__(problem)
        self.at = at


def unzipped(text: str) -> Any:
    """Return the data of a shortened text, or of plain JSON.

    >>> unzipped("{cs:50,ce:[[{v:5},,]],ca:[{unique:t}],metadata:{t:'A'}}")["cells"]
    [[{'value': 5}, {}, {}]]
    """
    reader = _Reader(text)
    data = reader.value(0)
    if text[reader.at :].strip():
        raise CodeError("something follows the puzzle", reader.at)
    return data


def zipped(data: Any) -> str:
    """Return data as a shortened text: `unzipped` reads it back, without its empty lists.

    >>> zipped({"cells": [[{"value": 5}, {}, {}]], "cages": [], "metadata": {"rules": "as {a:1}"}})
    "{ce:[[{v:5},,]],metadata:{rules:'as { a:1}'}}"
    """
    if isinstance(data, dict):
        kept = ((key, value) for key, value in data.items() if value != [])
        members = ",".join(f"{_SHORT.get(key, key)}:{_member(v)}" for key, v in kept)
        return f"{{{members}}}"
    if isinstance(data, list):
        items = ",".join("" if value == {} else zipped(value) for value in data)
        return f"[{items}]"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, str):
        if data.lstrip("-").isdecimal() and str(int(data)) == data:
            return data
        quoted = encode_basestring(_UNSAFE.sub(" ", data))[1:-1].replace('\\"', '"')
        escaped = quoted.replace("'", "\\'").replace('"', "\\'")
        return f"'{escaped}'"
    return "null" if data is None else repr(data)


def _member(value: Any) -> str:
    """Return the text of a value after a key, where some are shorter."""
    if isinstance(value, bool):
        return "t" if value else "f"
    if value in ("#000000", "#FFFFFF"):
        return str(value[:2])
    if isinstance(value, str) and value.startswith("#") and _COLOUR.fullmatch(value[1:]):
        return value[1:]
    return zipped(value)


class _Reader:
    """Reads one value after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, depth: int) -> Any:
        """Return the value that begins here."""
        if depth > _DEEPEST:
            raise CodeError(f"more than {_DEEPEST} levels", self.at)
        symbol = self._symbol()
        if symbol == "{":
            found: dict[str, Any] = {}
            self._members("}", lambda: self._entry(found, depth))
            return found
        if symbol == "[":
            items: list[Any] = []
            self._members("]", lambda: items.append(self._item(depth)))
            return items or self._nothing()
        if symbol in _STRING:
            return self._string(symbol)
        match = _WORD.match(self.text, self.at)
        word = match[0].strip() if match else ""
        self.at += len(match[0]) if match else 0
        return self._word(word)

    def _nothing(self) -> list[Any]:
        """Return what [] stands for: shortened texts have no empty lists, but lists of {}."""
        return [] if '"' in self.text else [{}]

    def _symbol(self) -> str:
        text, end = self.text, len(self.text)
        while self.at < end and text[self.at].isspace():
            self.at += 1
        return text[self.at] if self.at < end else ""

    def _members(self, end: str, read: Callable[[], object]) -> None:
        """Read what stands between commas up to the end."""
        self.at += 1
        if self._symbol() == end:
            self.at += 1
            return
        while True:
            read()
            symbol = self._symbol()
            self.at += 1
            if symbol == end:
                return
            if symbol != ",":
                raise CodeError(f"expected a comma or {end}", self.at - 1)

    def _item(self, depth: int) -> Any:
        return {} if self._symbol() in (",", "]") else self.value(depth + 1)

    def _entry(self, found: dict[str, Any], depth: int) -> None:
        self._symbol()
        match = _KEY.match(self.text, self.at)
        if match is None:
            raise CodeError("expected a name", self.at)
        key = match[1]
        if key is None:
            key = self._string(match[2])
            if self._symbol() != ":":
                raise CodeError("expected a colon", self.at)
            self.at += 1
        else:
            self.at = match.end()
        found[_LONG.get(key, key)] = self.value(depth + 1)

    def _string(self, quote: str) -> str:
        match = _STRING[quote].match(self.text, self.at + 1)
        end = match.end() if match else len(self.text)
        if match is None or end >= len(self.text):
            raise CodeError("this text has no end", self.at)
        self.at = end + 1
        return _ESCAPE.sub(_unescaped, match[0]) if "\\" in match[0] else match[0]

    def _word(self, word: str) -> Any:
        if word in _WORDS:
            return _WORDS[word]
        if word in ("#0", "#F"):
            return "#" + 6 * word[1]
        if _COLOUR.fullmatch(word):
            return "#" + word
        if _NUMBER.fullmatch(word) and len(word) < 20:
            return float(word) if any(sign in word for sign in ".eE") else int(word)
        raise CodeError(f"{word[:20]!r} is not a value", self.at - len(word))


def _unescaped(match: re.Match[str]) -> str:
    symbol = match[1]
    if len(symbol) == 5:
        return chr(int(symbol[1:], 16))
    return _ESCAPES.get(symbol, symbol)


# Classic puzzles


def classic(code: str) -> tuple[list[int], str]:
    """Return the 81 values of a classic puzzle, and what follows them in its code.

    >>> values, rules = classic("oooooooooooooK" + "x")
    >>> len(values), sum(values), rules
    (81, 0, 'x')
    """
    values: list[int] = []
    for at, symbol in enumerate(code):
        if len(values) >= 81:
            return values, code[at:]
        if symbol not in _RUNS:
            raise CodeError(f"{symbol!r} does not tell a digit and the blanks after it", at)
        blanks, digit = divmod(_RUNS.index(symbol), 10)
        values += [digit] + [0] * blanks
    if len(values) != 81:
        raise CodeError(f"there are {len(values)} cells instead of 81", len(code))
    return values, ""


def older_classic(code: str) -> list[int]:
    """Return the values of a puzzle in the older form: digits, and letters for runs of blanks.

    >>> older_classic("9zd") == [9] + 80 * [0]
    True
    """
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
    values: list[int] = []
    for at, symbol in enumerate(code):
        if symbol in "123456789":
            values.append(int(symbol))
        elif symbol in letters:
            values += [0] * letters.index(symbol)
        else:
            raise CodeError(f"{symbol!r} is neither a digit nor a run of blanks", at)
        if len(values) > 81:
            break
    if len(values) != 81:
        raise CodeError(f"there are {len(values)} cells instead of 81", len(code))
    return values
