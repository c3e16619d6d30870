"""What is drawn of a board: its values, clues, candidates and symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from csp_sudoku.boards.board import Board
from csp_sudoku.errors import PuzzleError
from csp_sudoku.formats.alphabets import alphabet_of
from csp_sudoku.formats.cells import require_capacity
from csp_sudoku.formats.format import FORMATS
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.rules import Rule

if TYPE_CHECKING:
    from csp_sudoku.logic.state import State

Drawable: TypeAlias = "Puzzle | Solution | State"
Symbols: TypeAlias = str | Sequence[str]
"""An alphabet by name, its symbols in one word, or a list of symbols of any length."""


class Scene(NamedTuple):
    """A board with values (0 for open), which of them are clues, and candidates as bits."""

    board: Board
    values: bytes
    given: bytes
    """For each cell not 0 if its value is a clue."""
    candidates: Sequence[int] | None
    """The candidates of open cells; None if they are not drawn."""
    symbols: tuple[str, ...]
    """The symbol of each value; number 0 is that of an open cell."""
    rules: tuple[Rule, ...] = ()

    def left(self, cell: int) -> list[int]:
        """Return the values that a cell may have."""
        mask = self.candidates[cell] if self.candidates is not None else 0
        return [value for value in range(1, len(self.symbols)) if mask >> value - 1 & 1]


def scene_of(
    what: Drawable,
    *,
    clues: Puzzle | None = None,
    candidates: bool | None = None,
    alphabet: Symbols | None = None,
) -> Scene:
    """Return what is drawn of a puzzle, a solution, or a state.

    >>> scene = scene_of(Puzzle("1..4 .... .... 2..3"), candidates=True)
    >>> scene.symbols, bin(scene.candidates[1])
    (('.', '1', '2', '3', '4'), '0b110')

    Args:
        what: the board.
        clues: the puzzle whose clues are drawn differently from what was filled in.
        candidates: whether to draw candidates; by default, only pencil marks and those of a state.
        alphabet: the symbols.
    """
    rules: tuple[Rule, ...] = getattr(what, "rules", ())
    if not rules and clues is not None:
        rules = clues.rules
    if isinstance(what, Puzzle):
        shown = what.has_candidates if candidates is None else candidates
        masks = what.masks if shown else None
        symbols = symbols_of(what.board, alphabet, numbers=bool(rules))
        return Scene(what.board, what.values, _given(what, clues), masks, symbols, rules)
    if isinstance(what, Solution):
        symbols = symbols_of(what.board, alphabet, numbers=bool(rules))
        return Scene(what.board, what.values, _given(what, clues), None, symbols, rules)
    if not hasattr(what, "bits"):
        raise PuzzleError(
            f"{what!r:.60} cannot be drawn", fix="give a puzzle, a solution or a state"
        )
    return Scene(
        what.bits.board,
        bytes(what.values),
        bytes(what.given >> cell & 1 for cell in range(len(what.values))),
        None if candidates is False else tuple(what.candidates),
        (what.words.alphabet.blank, *what.words.value[1:])
        if alphabet is None
        else symbols_of(what.bits.board, alphabet),
        rules,
    )


def group_cells(board: Board, numbers: Iterable[int]) -> Iterator[int]:
    """Yield the cells of the board's groups among those of a step: rules are drawn anyway."""
    for number in numbers:
        if number < len(board.groups):
            yield from board.groups[number].cells


def symbols_of(board: Board, alphabet: Symbols | None, *, numbers: bool = False) -> tuple[str, ...]:
    """Return the symbol of an open cell, and then that of each value.

    Unless an alphabet is given, they are numbers if that is wanted (as rules compute with them),
    and where the first value is not 1.
    """
    if alphabet is None and (numbers or board.first != 1):
        return (".", *map(str, board.numbers))
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
        raise PuzzleError(f"expected {board.size} symbols, one for each value, got {len(symbols)}")
    for symbol in symbols:
        if not isinstance(symbol, str) or not symbol.strip() or not symbol.isprintable():
            raise PuzzleError(f"{symbol!r} is not a symbol", fix="give printable texts")
    return (".", *symbols[: board.size])


def _given(what: Puzzle | Solution, clues: Puzzle | None) -> bytes:
    """Return which cells are clues; these must agree with what is drawn."""
    if clues is None:
        return what.values
    if clues.board != what.board:
        raise PuzzleError(f"the clues are on {clues.board.name}, not {what.board.name}")
    for cell, clue, value in zip(what.board.cells, clues.values, what.values, strict=True):
        if clue and clue != value:
            raise PuzzleError(
                f"the clue at {cell} is {clue}, not {value}", fix="give the puzzle that was solved"
            )
    return clues.values
