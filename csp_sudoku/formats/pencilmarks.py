"""Pencil marks: a grid whose cells list the symbols that are left; one symbol alone is a clue.

Braces mark an open cell that would read as something else: `{5}` has one candidate left, `{}` none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from csp_sudoku.bits import union
from csp_sudoku.boards import Board
from csp_sudoku.formats.alphabets import DIGITS, Alphabet
from csp_sudoku.formats.cells import Token, require_capacity, unknown_token
from csp_sudoku.formats.drawing import drawn
from csp_sudoku.formats.format import Format, Line, Passage, described, nearness_of
from csp_sudoku.formats.layout import DrawnCells, blocks, drawn_cells
from csp_sudoku.puzzle import Puzzle


class PencilmarksFormat(Format):
    """A grid of candidates."""

    name = "pencilmarks"
    summary = "a grid whose cells list their candidates; one alone is a clue, {5} is not"
    is_block = True
    alphabets = ("digits", "ascii", "letters", "zero")
    unguessed = ("zero",)  # a grid with 0 in it has open cells

    def passages(
        self, lines: Iterable[Line], source: str, board: Board | None
    ) -> Iterator[Passage]:
        """Cut the text at blank lines, unless they stand between the bands of one board."""
        return blocks(lines, source, board, marks=True)

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a grid of pencil marks."""
        cells = drawn_cells(passage, board)
        if len(cells.tokens) != len(cells.board.cells):
            raise passage.mismatch("there are pencil marks where the board has holes", nearness=0.9)
        masks = _masks(passage, cells, alphabet or DIGITS)
        values = [
            0 if token.text.startswith("{") or mask.bit_count() != 1 else mask.bit_length()
            for token, mask in zip(cells.tokens, masks, strict=True)
        ]
        return Puzzle.of(cells.board, values, masks)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the grid of the candidates that clues and pencil marks leave."""
        marks = zip(puzzle.values, puzzle.candidates.values(), strict=True)
        tokens = [_token(value, candidates, alphabet) for value, candidates in marks]
        return drawn(puzzle.board, tokens)

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse nothing."""
        return None


def _token(value: int, candidates: Sequence[int], alphabet: Alphabet) -> str:
    text = "".join(map(alphabet.symbol, candidates))
    return f"{{{text}}}" if not value and len(candidates) < 2 else text


def _masks(passage: Passage, cells: DrawnCells, alphabet: Alphabet) -> list[int]:
    """Return the candidates of each cell as a mask."""
    size = cells.board.size
    require_capacity(alphabet, size)
    table = alphabet.table(size)
    masks = [_mask(passage, token, table) for token in cells.tokens]
    legal = [mask for mask in masks if mask is not None]
    if len(legal) < len(masks):
        token = cells.tokens[masks.index(None)]
        nearness = nearness_of(len(legal), len(masks))
        raise unknown_token(passage, token, cells.board, alphabet, nearness)
    return legal


def _mask(passage: Passage, token: Token, table: Mapping[str, int]) -> int | None:
    """Return the candidates that a token lists; None if one of its symbols is unknown."""
    text = token.text
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    values = [table.get(symbol) for symbol in text]
    if None in values:
        return None
    if 0 in values:
        raise passage.mismatch(
            f"{described(token.text)} lists no candidates",
            fix="list those of every open cell, or read the text as a grid",
            row=token.row,
            column=token.column,
            nearness=1.0,
        )
    if len(set(values)) < len(values):
        raise passage.mismatch(
            f"{described(token.text)} names a candidate twice",
            fix="name each once",
            row=token.row,
            column=token.column,
            nearness=1.2,
        )
    return union(value - 1 for value in values if value)
