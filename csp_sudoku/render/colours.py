"""Dark pictures: each colour as clear on a dark ground as it was on a white one.

A picture is drawn in colours for a white ground; then each "#RRGGBB" in it is replaced. Names of
colours stay: a black dot is black on any ground.
"""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache

_COLOUR = re.compile(r'\b((?:fill|stroke)=")#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})(?=")')
GROUND = "#1b1c1e"
_FLARE = 0.05
"""What is added to luminances in a contrast: see WCAG 2, relative luminance."""
_GROUND_LUMINANCE = 0.0116
_CLEARER = 1.4
"""Contrasts are raised to this power, as faint colours fade on a dark ground."""
_FAINT, _LEAST = 1.4, 2.6
"""What is not fainter than a shade has a contrast of this much at least: lines have."""
_MORE_CHROMA = 1.7
"""How much more colourful a pale colour may become: it stays pale beside others."""
_BRIGHTEST = 0.83


def darkened(picture: str) -> str:
    """Return a picture, or a page with pictures, in colours for a dark ground.

    >>> darkened('<rect fill="#fff"/><circle fill="white"/>')
    '<rect fill="#1b1c1e"/><circle fill="white"/>'
    """
    return _COLOUR.sub(lambda found: found[1] + dark(found[2]), picture)


@lru_cache(maxsize=256)
def dark(colour: str) -> str:
    """Return the colour with the same hue that stands out as much from a dark ground.

    >>> dark("000"), dark("ffffff")
    ('#ebebeb', '#1b1c1e')
    """
    digits = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    contrast = (1 + _FLARE) / (_luminance(red, green, blue) + _FLARE)
    clear = contrast**_CLEARER if contrast < _FAINT else max(contrast**_CLEARER, _LEAST)
    wanted = clear * (_GROUND_LUMINANCE + _FLARE) - _FLARE
    if wanted <= _GROUND_LUMINANCE:
        return GROUND
    wanted = min(wanted, _BRIGHTEST)
    hue, _, saturation = rgb_to_hls(red, green, blue)
    chroma = _MORE_CHROMA * (max(red, green, blue) - min(red, green, blue))

    def at(lightness: float) -> tuple[float, float, float]:
        room = 1 - abs(2 * lightness - 1)
        return hls_to_rgb(hue, lightness, min(saturation, chroma / room if room else 0.0))

    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        if _luminance(*at(middle)) < wanted:
            low = middle
        else:
            high = middle
    return "#" + "".join(f"{round(255 * part):02x}" for part in at(high))


def _luminance(red: float, green: float, blue: float) -> float:
    """Return how bright a colour is, from 0 to 1."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (red, green, blue)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
