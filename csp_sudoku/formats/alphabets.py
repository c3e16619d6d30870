"""Alphabets: which symbol stands for which value, and which for an open cell."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from csp_sudoku.errors import PuzzleFormatError, shown

BLANKS = ".0*_ "
"""What people write for an open cell, unless it is a symbol of the alphabet in use."""

_UNKNOWN = 0xFF
_STRUCTURE = "#{}|,+-"


class Alphabet:
    """Symbols for the values from 1 on, one after the other.

    >>> DIGITS.values("1.9A", 16).hex(" ")
    '01 00 09 0a'
    >>> DIGITS.symbol(10), DIGITS.table(16)["a"], "A" in DIGITS.table(9)
    ('A', 10, False)
    """

    def __init__(
        self,
        name: str,
        symbols: str,
        *,
        folded: bool = False,
        guessed_from: int = 1,
        telltale: str = "",
    ) -> None:
        self.name = name
        self.symbols = symbols
        self.folded = folded
        self.guessed_from = guessed_from
        """The smallest size of board for which a reader tries this alphabet unasked."""
        self.telltale = telltale
        """A symbol that a text must hold before a reader tries this alphabet unasked."""
        self._tables: dict[int, dict[str, int]] = {}
        self._bytes: dict[int, bytes | None] = {}

    def __repr__(self) -> str:
        return f"<alphabet {self.name}>"

    @property
    def capacity(self) -> int:
        """The number of values that have a symbol."""
        return len(self.symbols)

    @property
    def blank(self) -> str:
        """What is written for an open cell."""
        return next(blank for blank in BLANKS if blank not in self.symbols)

    def symbol(self, value: int) -> str:
        """Return the symbol of a value from 1 on."""
        return self.symbols[value - 1]

    def table(self, size: int) -> Mapping[str, int]:
        """Return the value of each symbol on a board of this size; blanks have 0."""
        if size not in self._tables:
            used = self.symbols[:size]
            table = {blank: 0 for blank in BLANKS if blank not in used}
            if self.folded:
                table |= {symbol.lower(): value for value, symbol in enumerate(used, start=1)}
            table |= {symbol: value for value, symbol in enumerate(used, start=1)}
            self._tables[size] = table
        return self._tables[size]

    def values(self, text: str, size: int) -> bytes | None:
        """Return the value of each symbol; None if one has no meaning on a board of this size."""
        table = self._byte_table(size)
        if table is not None and text.isascii():
            values = text.encode("ascii").translate(table)
            return None if _UNKNOWN in values else values
        meaning = self.table(size)
        numbers = [meaning.get(symbol, _UNKNOWN) for symbol in text]
        return None if _UNKNOWN in numbers else bytes(numbers)

    def _byte_table(self, size: int) -> bytes | None:
        """Return the table as bytes, for texts in ASCII; None if a symbol is not ASCII."""
        if size not in self._bytes:
            table = bytearray([_UNKNOWN]) * 256
            for symbol, value in self.table(size).items():
                if symbol.isascii():
                    table[ord(symbol)] = value
            self._bytes[size] = bytes(table) if self.symbols[:size].isascii() else None
        return self._bytes[size]

    def expected(self, size: int) -> str:
        """Say which symbols a board of this size may have."""
        blanks = " ".join(b for b in BLANKS.strip() if b not in self.symbols[:size])
        return f"use {_span(self.symbols[:size])}, and {blanks or 'a space'} for an open cell"


class Numbers(Alphabet):
    """Numbers in place of symbols, for formats that set them apart by blanks or commas.

    >>> NUMBERS.table(16)["12"], NUMBERS.table(16)["0"], "17" in NUMBERS.table(16)
    (12, 0, False)
    """

    def __init__(self) -> None:
        super().__init__("numbers", "")

    @property
    def capacity(self) -> int:
        """The number of values that have a number: as many as any board needs."""
        return 255

    def symbol(self, value: int) -> str:
        """Return the number."""
        return str(value)

    def table(self, size: int) -> Mapping[str, int]:
        """Return the value of each number on a board of this size; blanks have 0."""
        if size not in self._tables:
            numbers = {str(value): value for value in range(1, size + 1)}
            padded = {f"{value:02}": value for value in range(size + 1)}
            self._tables[size] = dict.fromkeys(BLANKS, 0) | padded | numbers
        return self._tables[size]

    def values(self, text: str, size: int) -> bytes | None:
        """Return None: numbers without anything between them cannot be told apart."""
        return None

    def expected(self, size: int) -> str:
        """Say which numbers a board of this size may have."""
        return f"use numbers from 1 to {size}, and 0 for an open cell"


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

DIGITS = Alphabet("digits", "123456789" + _LETTERS, folded=True)
ZERO = Alphabet("zero", "0123456789" + _LETTERS, folded=True, guessed_from=10, telltale="0")
LETTERS = Alphabet("letters", _LETTERS, folded=True)
ASCII = Alphabet("ascii", "".join(chr(48 + value) for value in range(1, 65)))
NUMBERS = Numbers()

ALPHABETS: Mapping[str, Alphabet] = MappingProxyType(
    {alphabet.name: alphabet for alphabet in (DIGITS, ASCII, LETTERS, ZERO, NUMBERS)}
)
"""The alphabets that have a name, in the order in which a reader tries them."""


def alphabet_of(name_or_symbols: str) -> Alphabet:
    """Return an alphabet by its name, or made of the given symbols.

    >>> alphabet_of("letters").symbol(3), alphabet_of("xyzw").symbol(3)
    ('C', 'z')
    """
    names = f"give a name ({', '.join(ALPHABETS)}) or distinct symbols without blanks"
    if not isinstance(name_or_symbols, str):
        raise PuzzleFormatError(f"expected an alphabet, got {shown(name_or_symbols)}", fix=names)
    if name_or_symbols in ALPHABETS:
        return ALPHABETS[name_or_symbols]
    if not name_or_symbols:
        raise PuzzleFormatError("the alphabet has no symbols", fix=names)
    for at, symbol in enumerate(name_or_symbols):
        given = f"the alphabet {shown(name_or_symbols)}"
        if symbol.isspace() or not symbol.isprintable():
            raise PuzzleFormatError(f"{given} holds {symbol!r}, which is not a symbol", fix=names)
        if symbol in _STRUCTURE or is_box_drawing(symbol):
            raise PuzzleFormatError(f"{given} holds {symbol!r}, which draws lines", fix=names)
        if symbol in name_or_symbols[:at]:
            raise PuzzleFormatError(f"{given} holds {symbol!r} twice", fix=names)
    return Alphabet(name_or_symbols, name_or_symbols)


def usual_alphabet(size: int) -> Alphabet:
    """Return the alphabet that a board of this size is written in by default."""
    return DIGITS if size <= DIGITS.capacity else ASCII


def alphabet_for(size: int, wanted: str | Alphabet | None) -> Alphabet:
    """Return the wanted alphabet, given as itself or by name; by default the usual one."""
    if wanted is None:
        return usual_alphabet(size)
    return alphabet_of(wanted) if isinstance(wanted, str) else wanted


def is_box_drawing(symbol: str) -> bool:
    """Whether a symbol is one of the box-drawing characters."""
    return "\u2500" <= symbol <= "\u257f"


def _span(symbols: str) -> str:
    """Write symbols in short: 1-9, A-G.

    >>> _span("123456789ABC"), _span("xyz"), _span("17")
    ('1-9, A-C', 'x-z', '1, 7')
    """
    runs: list[str] = []
    for symbol in symbols:
        if runs and ord(symbol) == ord(runs[-1][-1]) + 1:
            runs[-1] += symbol
        else:
            runs.append(symbol)
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)
