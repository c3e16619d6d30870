"""Pictures: boards, steps and explanations as text, SVG, HTML and PNG, and books of puzzles as PDF.

| to understand | read |
|---|---|
| what is drawn: values, candidates and symbols | `position.py` |
| where it is drawn: lines, shades and places | `frame.py` |
| the SVG of a board, and of a step on it | `svg.py`, `highlights.py` |
| the board in box-drawing characters | `text.py` |
| explanations, and what notebooks show | `html.py` |
| pixels | `png.py` |
| books of puzzles, and their pages | `book.py`, `pdf.py` |
| files whose ending says what they hold | `files.py` |

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
