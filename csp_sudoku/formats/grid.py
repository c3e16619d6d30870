"""The grid: one row of cells per line, as people draw and paste boards, boxed or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from csp_sudoku.boards import Board
from csp_sudoku.formats.alphabets import DIGITS, NUMBERS, Alphabet
from csp_sudoku.formats.cells import puzzle_of
from csp_sudoku.formats.drawing import drawn
from csp_sudoku.formats.format import Format, Line, Passage
from csp_sudoku.formats.layout import blocks, drawn_cells
from csp_sudoku.puzzle import Puzzle


class GridFormat(Format):
    """A matrix of symbols or numbers, with lines around boxes and regions."""

    name = "grid"
    summary = "one row of cells per line, with or without lines around the boxes"
    is_block = True
    alphabets = ("digits", "ascii", "letters", "zero", "numbers")

    def passages(
        self, lines: Iterable[Line], source: str, board: Board | None
    ) -> Iterator[Passage]:
        """Cut the text at blank lines, unless they stand between the bands of one board."""
        return blocks(lines, source, board, marks=False)

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a grid."""
        cells = drawn_cells(passage, board)
        return puzzle_of(passage, cells.tokens, cells.board, alphabet or DIGITS)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the drawing of the board, with lines around its regions."""
        size = puzzle.board.size
        symbols = [alphabet.blank, *map(alphabet.symbol, range(1, size + 1))]
        width = max(map(len, symbols))
        tokens = [f"{symbol:>{width}}" for symbol in symbols]
        return drawn(puzzle.board, [tokens[value] for value in puzzle.values])

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return digits as far as they go, and numbers above: they are easier to read in rows."""
        return DIGITS if size <= DIGITS.capacity else NUMBERS
