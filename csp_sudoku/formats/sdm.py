"""SDM: SudoCue's collections of 9 x 9 puzzles, one per line, 0 for an open cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from csp_sudoku.boards import Board
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.formats.format import Passage, is_nine, no_marks, only_nine
from csp_sudoku.formats.line import LineFormat, written
from csp_sudoku.puzzle import Puzzle


class SdmFormat(LineFormat):
    """One 9 x 9 puzzle per line."""

    name = "sdm"
    summary = "SudoCue's collections: 81 digits per line, 0 for an open cell"
    suffixes = (".sdm",)
    alphabets: ClassVar[tuple[str, ...]] = ("digits",)

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a line."""
        puzzle = super().read(passage, board, alphabet)
        if not is_nine(puzzle.board):
            raise passage.mismatch(
                f"the line has {len(puzzle.values)} cells", fix="sdm has 9 x 9 boards"
            )
        return puzzle

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return one digit per cell."""
        return written(puzzle, alphabet, "0")

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse other boards and pencil marks."""
        return only_nine(puzzle) or no_marks(puzzle)
