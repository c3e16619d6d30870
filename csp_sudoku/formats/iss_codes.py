"""The packed arguments of ISS strings: pair tables, sets of cells, patterns and automata as base64.

Tables and sets are six bits to a symbol, the lowest first. Automata are a stream of bits, the
highest first: a header, then the transitions of one state after the other. Both use the alphabet
of base64 for links.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SIXES = {symbol: number for number, symbol in enumerate(_ALPHABET)}
_PLAIN, _PACKED = 0, 1


class CodeError(ValueError):
    """A packed argument that cannot be unpacked."""


# Sets and tables


def numbers_of(code: str) -> list[int]:
    """Return the numbers that are in a set.

    >>> numbers_of("JB"), code_of([0, 3, 6])
    ([0, 3, 6], 'JB')
    """
    if not set(code) <= _SIXES.keys():
        raise CodeError("this is not base64")
    bits = (_SIXES[symbol] >> i & 1 for symbol in code for i in range(6))
    return [number for number, bit in enumerate(bits) if bit]


def code_of(numbers: Collection[int]) -> str:
    """Return a set of numbers in as few symbols as it needs."""
    sixes = [0] * (max(numbers, default=-1) // 6 + 1)
    for number in numbers:
        sixes[number // 6] |= 1 << number % 6
    return "".join(_ALPHABET[six] for six in sixes)


def pairs_of(code: str, values: range) -> list[tuple[int, int]]:
    """Return the pairs of values that a table allows.

    >>> pairs_of("SC", range(1, 4))
    [(1, 2), (2, 2), (3, 2)]
    """
    size = len(values)
    numbers = numbers_of(code[: size * size // 6 + 1])
    return [(values[n // size], values[n % size]) for n in numbers if n < size * size]


def table_of(allowed: Callable[[int, int], bool], values: range) -> str:
    """Return the table of the pairs of values that are allowed.

    >>> table_of(lambda a, b: b == 2, range(1, 4))
    'SC'
    """
    pairs = ((a, b) for a in values for b in values)
    return code_of([number for number, (a, b) in enumerate(pairs) if allowed(a, b)])


# Patterns


def pattern_of(code: str) -> str:
    """Return the pattern of a regular expression, which older strings have percent-encoded.

    >>> pattern_of(code_of_pattern("[12]*3.*")), pattern_of("%5B12%5D+")
    ('[12]*3.*', '[12]+')
    """
    if "%" in code:
        from urllib.parse import unquote

        return unquote(code)
    return _bytes(code).decode("latin-1")


def code_of_pattern(pattern: str) -> str:
    """Return a pattern as an argument."""
    return urlsafe_b64encode(pattern.encode("latin-1")).decode().rstrip("=")


# Automata


class Automaton(NamedTuple):
    """A nondeterministic automaton: states from 0, and symbols from 0, as in the packed form.

    Symbol s is the value first + s; the one after the last value stands between two segments.
    """

    starts: frozenset[int]
    accepts: frozenset[int]
    steps: tuple[tuple[int, int, int], ...]
    """Each transition: a state, a symbol, the state after it."""


def automaton_of(code: str) -> Automaton:
    """Return the automaton of a code; that of an empty code accepts nothing.

    >>> code = code_of_automaton(Automaton(frozenset([0]), frozenset([1]), ((0, 2, 1),)), 9)
    >>> code, automaton_of(code).steps
    ('AjDK', ((0, 2, 1),))
    """
    if not code:
        return Automaton(frozenset(), frozenset(), ())
    bits = _Bits(_bytes(code))
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form not in (_PLAIN, _PACKED):
        raise CodeError("this form of an automaton is unknown")
    starts, accepting = bits.take(width), bits.take(width)
    marks = f"{bits.take(starts):0{starts}b}"[::-1] if starts else ""
    accepts = {state for state, mark in enumerate(marks) if mark == "1"}
    accepts.update(range(starts, starts + accepting))
    steps = _plain(bits, width, symbols) if form == _PLAIN else _packed(bits, width, symbols)
    return Automaton(frozenset(range(starts)), frozenset(accepts), tuple(steps))


def _plain(bits: _Bits, width: int, symbols: int) -> Iterable[tuple[int, int, int]]:
    """Yield the steps of states that say how many they have."""
    counted = bits.take(4)
    symbol_width = (symbols - 1).bit_length()
    state = 0
    while counted and bits.left >= counted:
        for _ in range(bits.take(counted)):
            yield state, bits.take(symbol_width), bits.take(width)
        state += 1


def _packed(bits: _Bits, width: int, symbols: int) -> Iterable[tuple[int, int, int]]:
    """Yield the steps of states that say for which symbols they have one."""
    state = 0
    while bits.left >= symbols:
        active = bits.take(symbols)
        for symbol in range(symbols):
            if active >> symbol & 1:
                yield state, symbol, bits.take(width)
        state += 1


def code_of_automaton(automaton: Automaton, symbols: int) -> str:
    """Return the code of an automaton over this many symbols."""
    states = {*automaton.starts, *automaton.accepts}
    states.update(state for source, _, target in automaton.steps for state in (source, target))
    if not automaton.starts:
        return ""
    starts = sorted(automaton.starts)
    others = sorted(states - automaton.starts, key=lambda s: (s not in automaton.accepts, s))
    number = {state: i for i, state in enumerate([*starts, *others])}
    steps: list[list[tuple[int, int]]] = [[] for _ in number]
    for source, symbol, target in automaton.steps:
        steps[number[source]].append((symbol, number[target]))
    most = max(map(len, steps))
    width = max(1, (len(number) - 1).bit_length(), len(starts).bit_length())
    counted = most.bit_length()
    if width > 16 or counted > 15 or not 1 <= symbols <= 16:
        raise CodeError("the automaton is too large")
    fields = [(_PLAIN, 2), (width - 1, 4), (symbols - 1, 4), (len(starts), width)]
    fields += [(len(automaton.accepts - automaton.starts), width)]
    fields += [(int(state in automaton.accepts), 1) for state in reversed(starts)]
    fields += [(counted, 4)]
    for targets in steps:
        fields += [(len(targets), counted)]
        for symbol, target in sorted(targets):
            fields += [(symbol, (symbols - 1).bit_length()), (target, width)]
    bits = "".join(f"{number:0{size}b}" for number, size in fields if size)
    whole = bits.ljust(-(-len(bits) // 8) * 8, "0")
    data = bytes(int(whole[i : i + 8], 2) for i in range(0, len(whole), 8))
    return urlsafe_b64encode(data).decode().rstrip("=")


class _Bits:
    """Takes numbers from bytes, the highest bit first."""

    def __init__(self, data: bytes) -> None:
        self.left = 8 * len(data)
        self._bits = "".join(f"{byte:08b}" for byte in data)

    def take(self, width: int) -> int:
        """Return the next number of this many bits."""
        if width > self.left:
            raise CodeError("the automaton breaks off")
        at = len(self._bits) - self.left
        self.left -= width
        return int(self._bits[at : at + width], 2) if width else 0


def _bytes(code: str) -> bytes:
    if not set(code) <= _SIXES.keys() or len(code) % 4 == 1:
        raise CodeError("this is not base64")
    return urlsafe_b64decode(code + "=" * (-len(code) % 4))
