"""Words for cells, values and groups, in the symbols of the user's alphabet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from csp_sudoku.bits import members, values_of
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.board_bits import BoardBits, GroupBits
from csp_sudoku.logic.step import Candidate


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Join parts as in a sentence.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed(["a"])
    ('a, b and c', 'a or b', 'a')
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


class Words:
    """The names of cells, values and groups of one board in sentences.

    >>> from csp_sudoku import boards
    >>> from csp_sudoku.formats.alphabets import LETTERS
    >>> words = Words(BoardBits.of(boards.sudoku(2, 2)), LETTERS)
    >>> words.cells(0b100001), words.values(0b1010, "or")
    ('r1c1 and r2c2', 'B or D')
    >>> words.out([Candidate(0, 1), Candidate(1, 1), Candidate(0, 2), Candidate(0, 3)])
    'r1c1 and r1c2 cannot be A, r1c1 cannot be B or C'
    """

    def __init__(
        self, bits: BoardBits, alphabet: Alphabet, *, numbers: Sequence[int] | None = None
    ) -> None:
        self.alphabet = alphabet
        self.cell = tuple(str(cell) for cell in bits.cells)
        """The name of each cell."""
        symbols = map(alphabet.symbol, range(1, bits.size + 1))
        self.value = ("", *(symbols if numbers is None else map(str, numbers)))
        """The symbol of each value; where rules compute, its number unless otherwise wanted."""

    def cells(self, mask: int, word: str = "and") -> str:
        """Name the cells of a set."""
        return listed([self.cell[cell] for cell in members(mask)], word)

    def values(self, mask: int, word: str = "and") -> str:
        """Name the values of a candidate mask."""
        return listed([self.value[value] for value in values_of(mask)], word)

    def set(self, mask: int) -> str:
        """Name the values of a set, which is one of several in a list: 1/5/6."""
        return "/".join(self.value[value] for value in values_of(mask))

    def groups(self, groups: Iterable[GroupBits], word: str = "and") -> str:
        """Name groups."""
        return listed([group.name for group in groups], word)

    def out(self, eliminations: Iterable[Candidate]) -> str:
        """Say what cannot be: one clause for all values that are cleared from the same cells."""
        cells: dict[int, int] = {}
        for cell, value in eliminations:
            cells[value] = cells.get(value, 0) | 1 << cell
        values: dict[int, int] = {}
        for value, mask in cells.items():
            values[mask] = values.get(mask, 0) | 1 << value - 1
        parts = [f"{self.cells(c)} cannot be {self.values(v, 'or')}" for c, v in values.items()]
        return ", ".join(parts)

    def chain(self, nodes: Sequence[Candidate]) -> str:
        """Name the candidates of a chain, one after the other."""
        return " - ".join(f"{self.cell[cell]}={self.value[value]}" for cell, value in nodes)
