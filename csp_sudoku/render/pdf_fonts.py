"""The fonts of a PDF: embedded, with the symbols that are used and no others."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from typing import Any

from csp_sudoku.errors import CspSudokuError, SourceError

_OWN = (("csp-sudoku", "Vera.ttf"), ("csp-sudoku bold", "VeraBd.ttf"))
"""Bitstream Vera, which comes with reportlab; printers refuse fonts that are not embedded."""


class Fonts:
    """A plain and a bold font: Bitstream Vera, or one TrueType file for both."""

    def __init__(self, file: str | Path | None = None) -> None:
        from reportlab.pdfbase import pdfmetrics

        self._width_of = pdfmetrics.stringWidth
        if file is None:
            fonts = [_registered(name, own) for name, own in _OWN]
        else:
            try:
                fonts = 2 * [_registered(f"csp-sudoku {file}", str(file))]
            except SourceError as error:
                raise SourceError(f"{file} is not a TrueType font: {error.problem}") from None
        self._names = tuple(str(font.fontName) for font in fonts)
        self._glyphs: Container[int] = fonts[0].face.charToGlyph

    @property
    def plain(self) -> str:
        """The name of the plain font."""
        return self._names[0]

    def width(self, text: str, size: float = 1.0, *, bold: bool = True) -> float:
        """Return the width of a text."""
        width: float = self._width_of(text, self.name_for(text, bold=bold), size)
        return width

    def name_for(self, text: str, *, bold: bool) -> str:
        """Return the font for a text; raise CspSudokuError if the font lacks a symbol."""
        for symbol in text:
            if ord(symbol) not in self._glyphs:
                raise CspSudokuError(
                    f"the font has no symbol {symbol!r}", fix="give a TrueType file that has it"
                )
        return self._names[bold]


def _registered(name: str, file: str) -> Any:
    """Return a TrueType font that reportlab knows by a name from now on."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        font = TTFont(name, file)
    except (TTFError, OSError) as error:
        raise SourceError(str(error)) from None
    pdfmetrics.registerFont(font)
    return font
