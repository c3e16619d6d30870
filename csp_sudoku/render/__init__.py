"""Pictures: boards, steps and explanations as text, SVG, HTML and PNG, and books of puzzles as PDF.

| to understand | read |
|---|---|
| what is drawn: values, candidates and symbols | `scene.py` |
| where it is drawn: lines, shades, places of candidates | `geometry.py` |
| a board as SVG and its colours | `svg.py` |
| rules as strokes, boxes and texts; in SVG; in PDF | `shapes.py`, `painting.py`, `pdf_parts.py` |
| a legend of rules below a picture | `legend.py` |
| colours for a dark ground | `colours.py` |
| a step on its board: colours of candidates, links | `highlights.py` |
| a board in box-drawing characters | `text.py` |
| explanations with pictures, and what notebooks show | `html.py` |
| a board as PNG | `png.py` |
| books of puzzles, and their pages | `book.py`, `pdf.py` |
| the format of a file by its ending | `files.py` |

>>> from csp_sudoku import Puzzle
>>> print(text(Puzzle("1..4 .... .... 2..3")))
┏━━━┯━━━┳━━━┯━━━┓
┃ 1 │ . ┃ . │ 4 ┃
┠───┼───╂───┼───┨
┃ . │ . ┃ . │ . ┃
┣━━━┿━━━╋━━━┿━━━┫
┃ . │ . ┃ . │ . ┃
┠───┼───╂───┼───┨
┃ 2 │ . ┃ . │ 3 ┃
┗━━━┷━━━┻━━━┷━━━┛
"""

from csp_sudoku.render.book import book
from csp_sudoku.render.files import save
from csp_sudoku.render.html import html, page
from csp_sudoku.render.png import png
from csp_sudoku.render.svg import Svg, svg
from csp_sudoku.render.text import text

__all__ = ["Svg", "book", "html", "page", "png", "save", "svg", "text"]
