"""SumoCue's code of killer sudoku: `3x3::k:3841:…`, with 256 times the sum plus the cage's number.

A d between the first colons adds both diagonals. A cell with the sum 0 is in no cage.
"""

from __future__ import annotations

from collections.abc import Mapping

from csp_sudoku.boards import Board, Cell
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.formats.cages import cages_of, not_only_cages
from csp_sudoku.formats.draft import Draft, both_diagonals, default_boxes
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.formats.links import NEAR
from csp_sudoku.puzzle import Puzzle

_CAGE = 256


class SumocueFormat(Format):
    """One 9 x 9 killer per line."""

    name = "sumocue"
    summary = "killer sudoku as SumoCue writes it: 3x3::k: and 81 numbers with colons"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the killer of a line."""
        from csp_sudoku.rules import cage

        parts = passage.text.strip().removesuffix(":").split(":")
        if parts[0] != "3x3" or parts[2:3] != ["k"]:
            raise passage.mismatch("expected 3x3::k: at the beginning of a killer")
        kind, numbers = parts[1], parts[3:]
        if kind not in ("", "d") or len(numbers) != 81:
            raise passage.mismatch(
                f"this code has kind {kind!r} and {len(numbers)} numbers",
                fix="write 3x3::k: or 3x3:d:k:, and 81 numbers",
                nearness=NEAR,
            )
        cages: dict[int, list[Cell]] = {}
        for at, number in enumerate(numbers):
            if not (number.isascii() and number.isdecimal() and len(number) < 6):
                raise passage.mismatch(
                    f"{number[:20]!r} is not the number of a cell",
                    fix="write 256 times the sum plus the number of the cage",
                    nearness=NEAR,
                )
            if int(number) >= _CAGE:
                cages.setdefault(int(number), []).append(Cell(*divmod(at, 9)))
        draft = Draft(9, 9)
        draft.regions = default_boxes(9, 9, 9)
        if kind == "d":
            draft.groups += both_diagonals(9)
        draft.rules += [cage(cells, number // _CAGE) for number, cells in cages.items()]
        return draft.puzzle()

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return one number per cell."""
        numbers = [0] * 81
        for number, (cells, total) in enumerate(cages_of(puzzle)):
            for cell in cells:
                numbers[9 * cell.row + cell.column] = _CAGE * (total or 0) + number
        kind = "d" if puzzle.board.name.endswith("+diagonals") else ""
        return ":".join(["3x3", kind, "k", *map(str, numbers), ""])

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse what is not a 9 x 9 board, perhaps with diagonals, with cages that have sums."""
        why = not_only_cages(puzzle, diagonals=True)
        if why is None and any(puzzle.values):
            why = "it has clues"
        if why is None and any(total is None for _, total in cages_of(puzzle)):
            why = "a cage has no sum"
        return why
