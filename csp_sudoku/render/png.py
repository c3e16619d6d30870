"""A board as PNG: the SVG picture drawn with resvg, in the system's fonts or else in Vera."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from csp_sudoku.errors import CspSudokuError, installing
from csp_sudoku.render.scene import Drawable
from csp_sudoku.render.svg import Svg, svg

_SIZE = re.compile(r'<svg [^>]*?width="([0-9]+)" height="([0-9]+)"')
_MOST_PIXELS = 64_000_000


def png(what: Drawable | Svg, *, scale: float = 2.0, **options: Any) -> bytes:
    """Return the picture of a board as PNG; needs the extra `png`.

    Args:
        what: a puzzle, a solution, the state of a game, or a picture that `svg` made.
        scale: pixels per unit of the SVG picture; 2 gives about 700 pixels for 9x9.
        options: the options of `svg`.
    """
    picture = what if isinstance(what, Svg) else svg(what, **options)
    _require_room(picture, scale)
    try:
        from resvg_py import svg_to_bytes

        fonts = _fonts()
    except ImportError:
        raise CspSudokuError(
            "PNG pictures need the packages resvg-py and reportlab",
            fix=installing("png"),
        ) from None
    try:
        return bytes(
            svg_to_bytes(
                svg_string=picture,
                zoom=scale,
                font_files=fonts,
                sans_serif_family="Bitstream Vera Sans",
            )
        )
    except ValueError as error:
        raise CspSudokuError(
            f"a picture cannot be drawn at a scale of {scale}: {error}", fix="use 2"
        ) from None


def _require_room(picture: Svg, scale: float) -> None:
    """Raise CspSudokuError for a size that would take gigabytes, and minutes without an end."""
    size = _SIZE.match(picture)
    width, height = (scale * int(side) for side in size.groups()) if size else (0.0, 0.0)
    if width * height > _MOST_PIXELS:
        raise CspSudokuError(
            f"a picture of {width:,.0f} x {height:,.0f} pixels is too large",
            fix="use a smaller scale, or SVG",
        )


@cache
def _fonts() -> list[str]:
    """Return the fonts of reportlab: on a system without fonts, no symbol would be drawn."""
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    return [str(folder / name) for name in ("Vera.ttf", "VeraBd.ttf")]
