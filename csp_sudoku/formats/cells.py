"""From tokens to a puzzle: each token is a value, an open cell, or an error with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from csp_sudoku.boards import Board
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.formats.format import Mismatch, Passage, described, nearness_of
from csp_sudoku.formats.shape import frame
from csp_sudoku.puzzle import Puzzle


class Token(NamedTuple):
    """What stands for one cell, and where: its line in the passage from 0, its column from 1."""

    text: str
    row: int
    column: int


def symbols_of(text: str, row: int = 0, start: int = 0, end: int | None = None) -> list[Token]:
    """Return each symbol of a line, without the white space between them."""
    body = enumerate(text[start:end], start=start + 1)
    return [Token(symbol, row, column) for column, symbol in body if not symbol.isspace()]


def puzzle_of(
    passage: Passage, tokens: Sequence[Token], board: Board | None, alphabet: Alphabet
) -> Puzzle:
    """Return the puzzle that has these tokens in its cells, on the given board or the usual one."""
    fitted = frame(len(tokens), board)
    size = fitted.board.size
    require_capacity(alphabet, size)
    table = alphabet.table(size)
    read = [table.get(token.text) for token in tokens]
    values = bytes(value for value in read if value is not None)
    if len(values) < len(read):
        token = tokens[read.index(None)]
        nearness = nearness_of(len(values), len(read))
        raise unknown_token(passage, token, fitted.board, alphabet, nearness)
    hole = fitted.filled_hole(values)
    if hole is not None:
        token = tokens[hole]
        raise passage.mismatch(
            f"{described(token.text)} stands where {fitted.board.name} has no cell",
            fix=f"write {alphabet.blank} there",
            row=token.row,
            column=token.column,
            nearness=1.995,
        )
    return Puzzle._trusted(fitted.board, fitted.cells(values))


def unknown_token(
    passage: Passage, token: Token, board: Board, alphabet: Alphabet, nearness: float
) -> Mismatch:
    """Return the error for a token without a meaning."""
    return passage.mismatch(
        f"{described(token.text)} is not a value of {board.name} in {alphabet.name}",
        fix=alphabet.expected(board.size),
        row=token.row,
        column=token.column,
        nearness=nearness,
    )


def require_capacity(alphabet: Alphabet, size: int) -> None:
    """Raise unless the alphabet has a symbol for each value of a board of this size."""
    if alphabet.capacity < size:
        raise Mismatch(
            f"{alphabet.name} has {alphabet.capacity} symbols, too few for {size} values",
            fix="use an alphabet with more symbols, such as ascii",
            nearness=1.0,
        )
