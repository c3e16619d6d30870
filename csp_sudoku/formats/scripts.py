"""Digits of any script, in circles, in keycaps or at full width, as those of ASCII."""

from __future__ import annotations

import unicodedata

_DROPPED = "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3"
"""What has no width, and what makes a digit a keycap."""
_FIRST = "\u2460\u2776\u2780\u278a\u24f5"
"""The digit 1 in a circle: empty, black, without serifs, both, double."""
_SPECIAL = {
    **dict.fromkeys(map(ord, _DROPPED), ""),
    **{ord(first) + at: str(at + 1) for first in _FIRST for at in range(9)},
    0x24EA: "0",
    0x24FF: "0",
    0x3000: " ",
    0x2026: "...",  # editors put it for three dots
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # ASCII at full width
}


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
