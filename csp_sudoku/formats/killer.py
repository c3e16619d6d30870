"""The short form of killer sudoku: 81 symbols, a sum at one cell of a cage, signs to it elsewhere.

A sum is 0 to 9, A to Z (10 to 35) or a to j (36 to 45); 0 stands for no sum. The signs < ^ > v
point along the cage, and ` ' , . do so along diagonals (up left, up right, down left, down right).
From "Understandable snarfable killer cages" of the forum of the players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from csp_sudoku.boards import Board, Cell
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.formats.cages import cages_of, not_only_cages
from csp_sudoku.formats.draft import Draft, default_boxes
from csp_sudoku.formats.format import Format, Mismatch, Passage
from csp_sudoku.puzzle import Puzzle

_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {
    "<": (0, -1),
    "^": (-1, 0),
    ">": (0, 1),
    "v": (1, 0),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
_SYMBOLS = frozenset(_SUMS) | frozenset(_STEPS)
_TELLING = "<^>v"
_FEWEST = 9
"""Signs that tell a killer from a plain puzzle with a slip of the pen."""
_CELLS = tuple([Cell(*divmod(at, 9)) for at in range(81)])
_TARGETS = {
    sign: [
        9 * (row + down) + column + right if 0 <= row + down < 9 and 0 <= column + right < 9 else -1
        for row, column in _CELLS
    ]
    for sign, (down, right) in _STEPS.items()
}
"""Where each sign points to, from each cell; -1 if that is off the board."""


class KillerFormat(Format):
    """One 9 x 9 killer per line."""

    name = "killer"
    summary = "killer sudoku in 81 symbols: sums, and signs < ^ > v that point to them"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the killer of a line."""
        text = passage.text.strip()
        start = passage.text.find(text)
        if len(text) != 81 or not _has_signs(text):
            raise passage.mismatch(f"expected 81 symbols, {_FEWEST} of < ^ > v or more among them")
        for at, symbol in enumerate(() if _SYMBOLS.issuperset(text) else text):
            if symbol not in _SYMBOLS:
                raise passage.mismatch(
                    f"{symbol!r} is neither a sum nor a sign",
                    fix="use 0-9, A-Z and a-j for sums, and < ^ > v for the rest of a cage",
                    column=start + at + 1,
                    nearness=1 + sum(s in _SYMBOLS for s in text) / 82,
                )
        return _puzzle(passage, start, text)

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return a sum for the first cell of each cage, and signs for the others."""
        symbols = ["0"] * 81
        for cells, total in cages_of(puzzle):
            for cell, symbol in _signs(cells):
                symbols[9 * cell.row + cell.column] = symbol or _SUMS[total or 0]
        return "".join(symbols)

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse what is not a plain 9 x 9 board with cages whose cells touch."""
        why = not_only_cages(puzzle)
        if why is None and any(puzzle.values):
            why = "it has clues"
        if why is None and not _has_signs(self.write(puzzle, self.usual_alphabet(9), {})):
            why = "it has hardly any cages"
        return why


def _has_signs(text: str) -> bool:
    return sum(map(text.count, _TELLING)) >= _FEWEST


def _puzzle(passage: Passage, start: int, text: str) -> Puzzle:
    from csp_sudoku.rules import cage

    follows = [_TARGETS[symbol][at] if symbol in _STEPS else at for at, symbol in enumerate(text)]
    cages: dict[int, list[Cell]] = {}
    for at, cell in enumerate(_CELLS):
        here, there, steps = at, follows[at], 0
        while there != here:
            steps += 1
            if there < 0:
                raise _lost(passage, start + at, "leads off the board")
            if steps > 81:
                raise _lost(passage, start + at, "leads in a circle")
            here, there = there, follows[there]
        cages.setdefault(here, []).append(cell)
    draft = Draft(9, 9)
    draft.regions = default_boxes(9, 9, 9)
    for root, cells in cages.items():
        total = _SUMS.index(text[root])
        if total or len(cells) > 1:
            draft.rules.append(cage.of(cells=tuple(cells), sum=total or None))
    return draft.puzzle()


def _lost(passage: Passage, at: int, how: str) -> Mismatch:
    fix = "let each sign point to the next cell of its cage, and the last one to the sum"
    return passage.mismatch(f"the sign here {how}", fix=fix, column=at + 1, nearness=1.9)


def _signs(cells: Sequence[Cell]) -> Iterator[tuple[Cell, str]]:
    """Yield each cell of a cage with the sign to the one before it; the first has none."""
    left, found = set(cells[1:]), [cells[0]]
    yield cells[0], ""
    for here in found:
        for sign, (down, right) in _STEPS.items():
            there = Cell(here.row - down, here.column - right)
            if there in left:
                left.remove(there)
                found.append(there)
                yield there, sign
