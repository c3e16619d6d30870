"""LZString: the text compression that puzzle links use, to and from base64.

A dictionary of strings grows as in LZ78, and its numbers are written with as many bits as it
needs. Strings are UTF-16 as in JavaScript, so a character beyond the basic plane is two symbols.
After the format of pieroxy's lz-string.
"""

from __future__ import annotations

from csp_sudoku.errors import PuzzleFormatError

LONGEST = 4_000_000
"""Characters that a text may have when it is decompressed: a short one can hold billions."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SIXES = {symbol: number for number, symbol in enumerate(_ALPHABET)}
_SIXES |= {" ": _SIXES["+"], "-": _SIXES["+"], "_": _SIXES["/"]}
"""The number of each symbol; a plus sign may arrive as a blank, and links have letters for it."""
_BYTE, _PAIR, _END = 0, 1, 2
"""What a number below 3 announces: a new symbol of 8 bits or of 16 bits, or the end."""


def compressed(text: str) -> str:
    """Return a text compressed, as base64.

    >>> compressed("killer"), decompressed(compressed("killer"))
    ('NYSwNmCmBOQ=', 'killer')
    """
    bits = _Writer()
    numbers: dict[str, int] = {}
    announced: set[str] = set()
    width = _Width(2, 2)
    seen = ""

    def put() -> None:
        if seen in announced:
            bits.put(numbers[seen], width.bits)
        else:
            code = ord(seen)
            bits.put(_BYTE if code < 256 else _PAIR, width.bits)
            bits.put(code, 8 if code < 256 else 16)
            width.count()
            announced.add(seen)
        width.count()

    for symbol in _units(text):
        numbers.setdefault(symbol, len(numbers) + 3)
        longer = seen + symbol
        if longer in numbers:
            seen = longer
            continue
        put()
        numbers[longer] = len(numbers) + 3
        announced.add(longer)
        seen = symbol
    if seen:
        put()
    bits.put(_END, width.bits)
    return bits.base64()


def decompressed(base64: str) -> str:
    """Return the text of a compressed one; raise a PuzzleFormatError if there is none."""
    bits = _Reader(base64)
    width = _Width(2, 1)
    strings = ["", "", ""]
    found: list[str] = []
    length = 0
    last = ""
    while True:
        number = bits.take(width.bits)
        if number == _END:
            return _joined(found)
        if number in (_BYTE, _PAIR):
            strings.append(chr(bits.take(8 if number == _BYTE else 16)))
            number = len(strings) - 1
            width.count()
        if number < len(strings):
            string = strings[number]
        elif number == len(strings) and last:
            string = last + last[0]
        else:
            raise PuzzleFormatError("the compressed text is damaged", fix="copy the whole link")
        length += len(string)
        if length > LONGEST:
            raise PuzzleFormatError(
                f"the compressed text has more than {LONGEST:,} characters",
                fix="it is not a puzzle",
            )
        found.append(string)
        if last:
            strings.append(last + string[0])
            width.count()
        last = string


def is_base64(text: str) -> bool:
    """Whether a text has only the symbols of base64, with its padding."""
    return bool(text) and not set(text.rstrip("=")) - _SIXES.keys()


class _Width:
    """The number of bits of a number, which grows when the dictionary does."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits = bits
        self._left = left

    def count(self) -> None:
        """Note one more entry."""
        self._left -= 1
        if not self._left:
            self._left = 1 << self.bits
            self.bits += 1


class _Writer:
    """Bits one after the other, six to a symbol, those of a number from the lowest on."""

    def __init__(self) -> None:
        self._bits: list[str] = []

    def put(self, number: int, width: int) -> None:
        """Write a number in this many bits."""
        self._bits.append(f"{number:0{width}b}"[::-1])

    def base64(self) -> str:
        """Return the symbols: at least one bit is padding."""
        bits = "".join(self._bits)
        bits += "0" * (6 - len(bits) % 6)
        symbols = "".join(_ALPHABET[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))
        return symbols + "=" * (-len(symbols) % 4)


class _Reader:
    """Takes numbers from bits."""

    def __init__(self, base64: str) -> None:
        if not is_base64(base64):
            raise PuzzleFormatError("this is not base64", fix="copy the whole link")
        self._bits = "".join(f"{_SIXES[symbol]:06b}" for symbol in base64.rstrip("="))
        self._at = 0

    def take(self, width: int) -> int:
        """Return the next number of this many bits."""
        end = self._at + width
        if end > len(self._bits):
            raise PuzzleFormatError("the compressed text breaks off", fix="copy the whole link")
        number = int(self._bits[self._at : end][::-1], 2)
        self._at = end
        return number


def _units(text: str) -> str:
    """Return a text as the symbols of UTF-16."""
    if text.isascii() or max(text) < "\U00010000":
        return text
    pairs = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(pairs[::2], pairs[1::2], strict=True))


def _joined(strings: list[str]) -> str:
    """Return the text of symbols of UTF-16."""
    text = "".join(strings)
    if not any("\ud800" <= symbol <= "\udfff" for symbol in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
