"""Sukaku: one line with a symbol for each candidate of each cell, or a blank where one is missing.

For 9 x 9 these are 729 symbols. A cell with one symbol is a clue.
"""

from __future__ import annotations

from collections.abc import Mapping

from csp_sudoku.bits import union
from csp_sudoku.boards import Board
from csp_sudoku.formats.alphabets import DIGITS, Alphabet
from csp_sudoku.formats.cells import Token, require_capacity, symbols_of
from csp_sudoku.formats.format import Format, Mismatch, Passage, described, nearness_of
from csp_sudoku.formats.line import body
from csp_sudoku.formats.shape import usual_board
from csp_sudoku.puzzle import Puzzle


class SukakuFormat(Format):
    """One puzzle per line, n symbols per cell."""

    name = "sukaku"
    summary = "all candidates in one line, 729 symbols for 9x9, a blank where one is missing"
    alphabets = ("digits", "ascii", "letters", "zero")
    guessed_from = 2

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a line of candidates."""
        start, end = body(passage.text)
        board = _board(len("".join(passage.text[start:end].split())), board)
        tokens = symbols_of(passage.text, 0, start, end)
        masks = _masks(passage, tokens, board, alphabet or DIGITS)
        values = [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in masks]
        return Puzzle.of(board, values, masks)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the symbols of all candidates but those that pencil marks have struck out."""
        symbols = [*enumerate(map(alphabet.symbol, range(1, puzzle.board.size + 1)))]
        blank = alphabet.blank
        return "".join(
            symbol if mask >> bit & 1 else blank
            for mask in _wide(puzzle)
            for bit, symbol in symbols
        )

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse an open cell with one candidate: it would read as a clue."""
        marks = zip(puzzle.board.cells, puzzle.values, _wide(puzzle), strict=True)
        for cell, value, mask in marks:
            if not value and mask.bit_count() == 1:
                return f"{cell} is open with one candidate, which would read as a clue"
        return None


def _wide(puzzle: Puzzle) -> list[int]:
    """Return masks that keep what the clues of peers exclude: reading excludes it again."""
    excluded = Puzzle.of(puzzle.board, puzzle.values).masks
    everything = (1 << puzzle.board.size) - 1
    return [
        1 << value - 1 if value else mask | everything & ~bare
        for value, mask, bare in zip(puzzle.values, puzzle.masks, excluded, strict=True)
    ]


def _board(count: int, board: Board | None) -> Board:
    if board is None:
        size = round(count ** (1 / 3))
        if size**3 != count:
            raise Mismatch(
                f"no sudoku board has {count} candidates",
                fix="729 symbols are the candidates of a 9x9 board",
            )
        return usual_board(size)
    if len(board.cells) * board.size != count:
        raise Mismatch(
            f"{count} symbols cannot be the candidates of {board.name}",
            fix=f"it has {len(board.cells) * board.size}",
        )
    return board


def _masks(passage: Passage, tokens: list[Token], board: Board, alphabet: Alphabet) -> list[int]:
    """Return the candidates of each cell; every symbol must be blank or stand in its own place."""
    size = board.size
    require_capacity(alphabet, size)
    table = alphabet.table(size)
    values = [table.get(token.text) for token in tokens]
    wrong = [at for at, value in enumerate(values) if value not in (0, at % size + 1)]
    if wrong:
        token = tokens[wrong[0]]
        wanted = alphabet.symbol(wrong[0] % size + 1)
        raise passage.mismatch(
            f"{described(token.text)} stands in the place of the candidate {wanted}",
            fix=f"write {wanted} or {alphabet.blank} there",
            column=token.column,
            nearness=nearness_of(len(values) - len(wrong), len(values)),
        )
    cells = range(0, len(values), size)
    return [union(v - 1 for v in values[at : at + size] if v) for at in cells]
