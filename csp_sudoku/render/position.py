"""What is drawn of a board: its values, which of them were given, what is left, and the symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from csp_sudoku.boards.board import Board
from csp_sudoku.errors import PuzzleError
from csp_sudoku.formats.alphabets import alphabet_of
from csp_sudoku.formats.cells import require_capacity
from csp_sudoku.formats.format import FORMATS
from csp_sudoku.puzzle import Puzzle, Solution

if TYPE_CHECKING:
    from csp_sudoku.logic.state import State

Drawable: TypeAlias = "Puzzle | Solution | State"
Symbols: TypeAlias = str | Sequence[str]
"""An alphabet by name, its symbols in one word, or a list of symbols of any length."""


class Position(NamedTuple):
    """A board with values (0 for open), which of them are clues, and candidates as bits."""

    board: Board
    values: bytes
    given: bytes
    """Not 0 where a value is a clue."""
    candidates: Sequence[int] | None
    """What open cells may be; None if that is not to be drawn."""
    symbols: tuple[str, ...]
    """The symbol of each value, at its number; the first is that of an open cell."""

    def left(self, cell: int) -> list[int]:
        """Return the values that a cell may have."""
        mask = self.candidates[cell] if self.candidates is not None else 0
        return [value for value in range(1, len(self.symbols)) if mask >> value - 1 & 1]


def position_of(
    what: Drawable,
    *,
    clues: Puzzle | None = None,
    candidates: bool | None = None,
    alphabet: Symbols | None = None,
) -> Position:
    """Return what is to be drawn of a puzzle, a solution, or a state on the way.

    >>> position = position_of(Puzzle("1..4 .... .... 2..3"), candidates=True)
    >>> position.symbols, bin(position.candidates[1])
    (('.', '1', '2', '3', '4'), '0b110')

    Args:
        what: the board.
        clues: the puzzle whose clues stand apart from what was filled in.
        candidates: whether to draw what open cells may be; if not told, pencil marks are.
        alphabet: the symbols.
    """
    if isinstance(what, Puzzle):
        shown = what.has_candidates if candidates is None else candidates
        masks = what.masks if shown else None
        return Position(
            what.board, what.values, _given(what, clues), masks, symbols_of(what.board, alphabet)
        )
    if isinstance(what, Solution):
        return Position(
            what.board, what.values, _given(what, clues), None, symbols_of(what.board, alphabet)
        )
    if not hasattr(what, "bits"):
        raise PuzzleError(
            f"{what!r:.60} cannot be drawn", fix="give a puzzle, a solution or a state"
        )
    return Position(
        what.bits.board,
        bytes(what.values),
        bytes(what.given >> cell & 1 for cell in range(len(what.values))),
        None if candidates is False else tuple(what.candidates),
        (what.words.alphabet.blank, *what.words.value[1:])
        if alphabet is None
        else symbols_of(what.bits.board, alphabet),
    )


def symbols_of(board: Board, alphabet: Symbols | None) -> tuple[str, ...]:
    """Return the symbol of each value from 1 on, behind that of an open cell."""
    if alphabet is None:
        chosen = FORMATS["grid"].usual_alphabet(board.size)
    elif isinstance(alphabet, str):
        chosen = alphabet_of(alphabet)
    else:
        return _listed(board, alphabet)
    require_capacity(chosen, board.size)
    return (chosen.blank, *map(chosen.symbol, range(1, board.size + 1)))


def _listed(board: Board, symbols: Sequence[str]) -> tuple[str, ...]:
    if len(symbols) < board.size:
        raise PuzzleError(
            f"{len(symbols)} symbols for {board.size} values", fix="give one for each value"
        )
    for symbol in symbols:
        if not isinstance(symbol, str) or not symbol.strip() or not symbol.isprintable():
            raise PuzzleError(f"{symbol!r} is no symbol", fix="give printable ones")
    return (".", *symbols[: board.size])


def _given(what: Puzzle | Solution, clues: Puzzle | None) -> bytes:
    """Return where clues stand: they must be those of the board that is drawn."""
    if clues is None:
        return what.values
    if clues.board != what.board:
        raise PuzzleError(f"the clues are on {clues.board.name}, not {what.board.name}")
    for cell, clue, value in zip(what.board.cells, clues.values, what.values, strict=True):
        if clue and clue != value:
            raise PuzzleError(f"the clue at {cell} is {clue}, not {value}", fix="give its puzzle")
    return clues.values
