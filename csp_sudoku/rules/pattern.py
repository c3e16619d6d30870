"""Regular expressions over numbers, as automata: each symbol of a pattern is one number.

Thompson's construction (1968), and sets of its states as the states of a deterministic automaton.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from csp_sudoku.errors import RuleError, shown
from csp_sudoku.rules.context import Automaton

_MOST_STATES = 20_000
_MOST_TIMES = 200

_Piece: TypeAlias = Callable[[int], int]
"""Adds itself before a state, and returns the state that it begins with."""


def automaton_of(pattern: str) -> Automaton:
    """Return the automaton of a pattern.

    >>> start, step, accept = automaton_of("1*2|3")
    >>> accept(step(step(start, 1), 2)), step(step(start, 1), 3), accept(step(start, 3))
    (True, None, True)
    """
    parser = _Parser("".join(pattern.split()))
    return parser.automaton()


def number_of(symbol: str) -> int | None:
    """Return the number of a symbol: digits, and letters from A (10) on; None for others."""
    if symbol.isascii() and symbol.isdigit():
        return int(symbol)
    if symbol.isascii() and symbol.isalpha():
        return 10 + ord(symbol.upper()) - ord("A")
    return None


class _Parser:
    """Reads a pattern into states: each has edges with a test of a number, or free ones."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.edges: list[list[tuple[Callable[[int], bool] | None, int]]] = [[]]  # 0 accepts

    def automaton(self) -> Automaton:
        piece = self._either()
        if self.at < len(self.pattern):
            raise self._wrong()
        first = self._closed([piece(0)])

        def step(state: frozenset[int], number: int) -> frozenset[int] | None:
            reached = [
                target
                for one in state
                for test, target in self.edges[one]
                if test is not None and test(number)
            ]
            return self._closed(reached) if reached else None

        return first, step, lambda state: 0 in state

    def _closed(self, states: list[int]) -> frozenset[int]:
        """Return the states that are reached without reading anything."""
        found, open_states = set(states), list(states)
        while open_states:
            for test, target in self.edges[open_states.pop()]:
                if test is None and target not in found:
                    found.add(target)
                    open_states.append(target)
        return frozenset(found)

    def _state(self, *edges: tuple[Callable[[int], bool] | None, int]) -> int:
        self.edges.append(list(edges))
        if len(self.edges) > _MOST_STATES:
            raise RuleError(f"the pattern {shown(self.pattern)} is too large")
        return len(self.edges) - 1

    def _peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _wrong(self) -> RuleError:
        return RuleError(
            f"the pattern {shown(self.pattern)} breaks at its character {self.at + 1}",
            fix="use digits, letters from A for 10, and . [ ] ^ - | * + ? ( ) {n,m}",
        )

    def _either(self) -> _Piece:
        choices = [self._sequence()]
        while self._peek() == "|":
            self.at += 1
            choices.append(self._sequence())
        if len(choices) == 1:
            return choices[0]
        return lambda after: self._state(*((None, choice(after)) for choice in choices))

    def _sequence(self) -> _Piece:
        pieces: list[_Piece] = []
        while self._peek() not in ("", "|", ")"):
            pieces.append(self._repeated(self._one()))

        def placed(after: int) -> int:
            for piece in reversed(pieces):
                after = piece(after)
            return after

        return placed

    def _repeated(self, piece: _Piece) -> _Piece:
        while (sign := self._peek()) and sign in "*+?{":
            self.at += 1
            low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(sign) or self._times()
            piece = self._times_of(piece, low, high)
        return piece

    def _times(self) -> tuple[int, int | None]:
        end = self.pattern.find("}", self.at)
        first, comma, last = self.pattern[self.at : end].partition(",")
        if end < 0 or not first.isdigit() or not (last.isdigit() or not last):
            raise self._wrong()
        self.at = end + 1
        low = int(first)
        high = low if not comma else int(last) if last else None
        if max(low, high or 0) > _MOST_TIMES or (high is not None and high < low):
            raise self._wrong()
        return low, high

    def _times_of(self, piece: _Piece, low: int, high: int | None) -> _Piece:
        def placed(after: int) -> int:
            if high is None:
                loop = self._state((None, after))
                self.edges[loop].append((None, piece(loop)))
                after = loop
            else:
                end = after
                for _ in range(high - low):
                    after = self._state((None, piece(after)), (None, end))
            for _ in range(low):
                after = piece(after)
            return after

        return placed

    def _one(self) -> _Piece:
        symbol = self._peek()
        self.at += 1
        if symbol == "(":
            inner = self._either()
            if self._peek() != ")":
                raise self._wrong()
            self.at += 1
            return inner
        if symbol == ".":
            return self._reading(lambda number: True)
        if symbol == "[":
            return self._reading(self._class())
        wanted = number_of(symbol)
        if wanted is None:
            self.at -= 1
            raise self._wrong()
        return self._reading(lambda number: number == wanted)

    def _reading(self, test: Callable[[int], bool]) -> _Piece:
        return lambda after: self._state((test, after))

    def _class(self) -> Callable[[int], bool]:
        others = self._peek() == "^"
        self.at += others
        wanted: set[int] = set()
        while self._peek() != "]":
            low = high = number_of(self._peek()) if self._peek() else None
            self.at += 1
            if self._peek() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                high = number_of(self.pattern[self.at + 1])
                self.at += 2
            if low is None or high is None:
                self.at -= 1
                raise self._wrong()
            wanted.update(range(low, high + 1))
        self.at += 1
        return lambda number: (number in wanted) != others
