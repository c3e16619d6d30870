"""Digits of any script, in circles, in keycaps, at full width or as words, as those of ASCII."""

from __future__ import annotations

import re
import unicodedata

_DROPPED = (
    "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3"
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""What has no width, what makes a digit a keycap, and marks of the direction of writing."""
_FIRST = "\u2460\u2776\u2780\u278a\u24f5\u2474\u2488"
"""The digit 1 in a circle (empty, black, without serifs, both, double), in brackets, with a dot."""
_SPECIAL = {
    **dict.fromkeys(map(ord, _DROPPED), ""),
    **{ord(first) + at: str(at + 1) for first in _FIRST for at in range(9)},
    0x24EA: "0",
    0x24FF: "0",
    0x3000: " ",
    0x2026: "...",  # editors put it for three dots
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # ASCII at full width
}
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WORDS = {
    **{word: str(number) for number, word in enumerate(_NUMBERS, start=1)},
    "zero": "0",
    **dict.fromkeys(("blank", "dot", "empty", "nothing"), "."),
}
_ROWS, _BOARDS = (4, 6, 8, 9), (16, 36, 64, 81)
"""How many words make a row or a board; as many others are prose."""


def in_ascii(text: str) -> str:
    r"""Return a text with its digits, and signs of full width, as those of ASCII.

    >>> in_ascii("\uff15\uff13\uff0e|7"), in_ascii("5\ufe0f\u20e3\u2460")
    ('53.|7', '51')
    """
    if text.isascii():
        return text
    text = text.translate(_SPECIAL)
    return "".join(
        str(unicodedata.decimal(symbol)) if symbol.isdecimal() else symbol for symbol in text
    )


def in_digits(text: str) -> str:
    """Return a text with its numbers as digits, if it is made of words for them and open cells.

    >>> in_digits("One two . | four blank 3"), in_digits("one two three go")
    ('1 2 . 4 . 3', 'one two three go')
    """
    words = re.findall(r"[^\s,;|/]+", text.lower())
    cells = [_WORDS.get(word, word) for word in words]
    is_sure = cells != words and all(len(cell) == 1 for cell in cells)
    if not is_sure or len(cells) not in _ROWS + _BOARDS:
        return text
    return ("" if len(cells) in _BOARDS else " ").join(cells)
