"""Pixels: the SVG picture drawn by resvg, in the fonts of the system or, if need be, in Vera."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from csp_sudoku.errors import CspSudokuError
from csp_sudoku.render.position import Drawable
from csp_sudoku.render.svg import Svg, svg

_SIZE = re.compile(r'<svg [^>]*?width="([0-9]+)" height="([0-9]+)"')
_MOST_PIXELS = 64_000_000


def png(what: Drawable | Svg, *, scale: float = 2.0, **options: Any) -> bytes:
    """Return the picture of a board as PNG; needs the extra `png`.

    Args:
        what: a puzzle, a solution, the state of a game, or a picture that `svg` made.
        scale: pixels for each unit of the SVG picture: 2 gives some 700 pixels for 9x9.
        options: those of `svg`.
    """
    picture = what if isinstance(what, Svg) else svg(what, **options)
    _require_room(picture, scale)
    try:
        from resvg_py import svg_to_bytes

        fonts = _fonts()
    except ImportError:
        raise CspSudokuError(
            "PNG pictures need a package", fix="pip install 'csp-sudoku[png]'"
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
        raise CspSudokuError(f"no picture at a scale of {scale}: {error}", fix="use 2") from None


def _require_room(picture: Svg, scale: float) -> None:
    """Refuse what would take minutes and gigabytes, and could not be stopped."""
    size = _SIZE.match(picture)
    width, height = (scale * int(side) for side in size.groups()) if size else (0.0, 0.0)
    if width * height > _MOST_PIXELS:
        raise CspSudokuError(
            f"a picture of {width:,.0f} x {height:,.0f} pixels", fix="use a smaller scale, or SVG"
        )


@cache
def _fonts() -> list[str]:
    """Return the fonts that come with reportlab: a system may have none, and then nothing shows."""
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    return [str(folder / name) for name in ("Vera.ttf", "VeraBd.ttf")]
