"""Game ids of Simon Tatham's puzzles: solo (killer, X, jigsaw), keen, unequal and towers.

An id is `parameters:description`. It does not say which game it is of, but no two games have the
same form: solo has `3x3` or a j before the colon, towers has slashes, keen has sums such as `a8m12`
after the blocks, and unequal has a number for each cell. Ids of classic sudoku are solo as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from csp_sudoku.boards import MAX_SIZE, Board, Cell
from csp_sudoku.errors import BoardError, RuleError
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.draft import Draft, both_diagonals
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.formats.links import NEAR
from csp_sudoku.formats.tatham_codes import CodeError, blocks_of, numbers_of
from csp_sudoku.puzzle import Puzzle

_SOLO = re.compile(
    r"(?:(\d{1,2})x(\d{1,2})|(\d{1,2})(?=j))(j?)((?:x|k|a|r[24]|m[248]|md[24]|d[a-z])*)", re.ASCII
)
_KEEN = re.compile(r"(\d{1,2})(?:d[a-z])?m?", re.ASCII)
_UNEQUAL = re.compile(r"(\d{1,2})(a?)(?:d[a-z])?", re.ASCII)
_CLUES = re.compile(r"(?:[amsd]\d{1,9})+", re.ASCII)
_CLUE = re.compile(r"([amsd])(\d{1,9})", re.ASCII)
_SIGNED = re.compile(r"([a-z]*)(\d{1,2})([URDL]*)", re.ASCII)
_SEED = re.compile(r"\d{1,2}(?:x\d{1,2})?[0-9a-z]*#[0-9A-Za-z]+", re.ASCII)
OPERATIONS = {"a": "+", "m": "*", "s": "-", "d": "/"}
SIGNS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
_FROM_THERE = {"U": "D", "R": "L", "D": "U", "L": "R"}


class TathamFormat(Format):
    """One game id per line."""

    name = "tatham"
    summary = "a game id of Simon Tatham's solo, keen, unequal or towers"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a game id."""
        text = passage.text.strip()
        parameters, colon, description = text.partition(":")
        start = passage.text.find(text) + len(parameters) + 1
        game = _game(parameters, description) if colon else None
        if game is None and _SEED.fullmatch(text):
            raise passage.mismatch(
                "this is a random seed: only the program of the game makes a puzzle of it",
                fix="copy the id with a colon from Game > Specific in the program",
                nearness=NEAR,
            )
        if game is None:
            raise passage.mismatch(
                "expected a game id", fix="copy it from Game > Specific in the program"
            )
        try:
            return game(parameters, description).puzzle()
        except CodeError as error:
            raise passage.mismatch(
                str(error), fix="copy the whole id", column=start + error.at + 1, nearness=NEAR
            ) from None
        except (RuleError, BoardError) as error:
            raise passage.mismatch(error.problem, fix=error.fix, nearness=NEAR) from None

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return the game id."""
        from csp_sudoku.formats.tatham_writing import id_of

        return id_of(puzzle)

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse what none of the games has."""
        from csp_sudoku.formats.tatham_writing import refusal

        return refusal(puzzle)


def _game(parameters: str, description: str) -> Callable[[str, str], Draft] | None:
    """Return the reader of the game that an id is of, by its form; None if there is none."""
    if _SOLO.fullmatch(parameters) and ":" not in description:
        return _solo
    if "/" in description and _KEEN.fullmatch(parameters):
        return _towers
    blocks, _, clues = description.partition(",")
    if _KEEN.fullmatch(parameters) and _CLUES.fullmatch(clues) and blocks:
        return _keen
    if _UNEQUAL.fullmatch(parameters) and "," in description:
        return _unequal
    return None


def _size(text: str) -> int:
    size = int(text)
    if not 2 <= size <= MAX_SIZE:
        raise CodeError(f"a board of size {size} is not possible", -len(text))
    return size


def _cells(numbers: Sequence[int], size: int) -> list[Cell]:
    return [Cell(*divmod(number, size)) for number in numbers]


def _clued(draft: Draft, numbers: Sequence[int]) -> None:
    """Add clues from one number per cell, 0 for none."""
    for cell, number in zip(draft.cells, numbers, strict=True):
        if number:
            if number not in draft.numbers:
                raise CodeError(f"{number} is too large for this board", 0)
            draft.clues[cell] = number


def _solo(parameters: str, description: str) -> Draft:
    match = _SOLO.fullmatch(parameters)
    assert match is not None, "the form was looked at before"
    high, wide, side, jigsaw, options = match.groups()
    size = _size(side) if side else _size(str(int(high) * int(wide)))
    parts = description.split(",")
    has_cages = "k" in options
    wanted = 1 + bool(jigsaw) + 2 * has_cages
    if len(parts) != wanted:
        raise CodeError(f"expected {wanted} parts with commas, got {len(parts)}", 0)
    draft = Draft(size, size)
    offsets = [sum(len(part) + 1 for part in parts[:i]) for i in range(wanted)]
    _clued(draft, _decoded(numbers_of, parts[0], size * size, offsets[0]))
    if jigsaw:
        blocks = _decoded(blocks_of, parts[1], size, offsets[1])
        draft.regions = [_cells(block, size) for block in blocks]
    else:
        draft.regions = _boxes(size, int(high), int(wide))
    if "x" in options:
        draft.groups += both_diagonals(size)
    if has_cages:
        from csp_sudoku.rules import cage

        blocks = _decoded(blocks_of, parts[-2], size, offsets[-2])
        sums = _decoded(numbers_of, parts[-1], size * size, offsets[-1])
        for block in blocks:
            totals = [sums[at] for at in block if sums[at]]
            if len(totals) > 1:
                raise CodeError("a cage has two sums", offsets[-1])
            if totals or len(block) > 1:
                draft.rules.append(cage(_cells(block, size), totals[0] if totals else None))
    return draft


def _decoded(decode: Any, code: str, size: int, offset: int) -> Any:
    """Decode a part of a description; a mistake is at its place in the whole."""
    try:
        return decode(code, size)
    except CodeError as error:
        raise CodeError(str(error), offset + error.at) from None


@lru_cache(maxsize=64)
def _boxes(size: int, rows: int, columns: int) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(Cell(top + row, left + column) for row in range(rows) for column in range(columns))
        for top in range(0, size, rows)
        for left in range(0, size, columns)
    )


def _keen(parameters: str, description: str) -> Draft:
    from csp_sudoku.rules import calc

    size = _size(re.match(r"\d+", parameters)[0])  # type: ignore[index]
    code, _, clues = description.partition(",")
    blocks = _decoded(blocks_of, code, size, 0)
    found = _CLUE.findall(clues)
    if len(found) != len(blocks):
        raise CodeError(f"{len(found)} clues for {len(blocks)} blocks", len(code) + 1)
    draft = Draft(size, size)
    for block, (operation, value) in zip(blocks, found, strict=True):
        cells = _cells(block, size)
        draft.rules.append(calc(cells, OPERATIONS[operation], int(value)))
    return draft


def _unequal(parameters: str, description: str) -> Draft:
    from csp_sudoku.rules import greater, negative_difference, white_dot

    match = _UNEQUAL.fullmatch(parameters)
    assert match is not None, "the form was looked at before"
    size, is_adjacent = _size(match[1]), bool(match[2])
    draft = Draft(size, size)
    cells, offset = draft.cells, 0
    numbers: dict[Cell, int] = {}
    signs: dict[Cell, str] = {}
    at = 0
    for part in description.removesuffix(",").split(","):
        signed = _SIGNED.fullmatch(part)
        if signed is None:
            raise CodeError(f"{part[:20]!r} is not a number with signs", offset)
        at += sum(ord(letter) - ord("a") + 1 for letter in signed[1])  # a run of blanks
        if at >= len(cells):
            raise CodeError(f"there are more than {len(cells)} cells", offset)
        numbers[cells[at]] = int(signed[2])
        signs[cells[at]] = signed[3]
        at += 1
        offset += len(part) + 1
    if at < len(cells):
        raise CodeError(f"there are {at} cells instead of {len(cells)}", offset - 1)
    _clued(draft, [numbers.get(cell, 0) for cell in cells])
    for cell, named in signs.items():
        for sign in dict.fromkeys(named):
            there = Cell(cell.row + SIGNS[sign][0], cell.column + SIGNS[sign][1])
            if there not in draft.cells:
                raise CodeError(f"a sign of {cell} points off the board", 0)
            if (_FROM_THERE[sign] in signs.get(there, "")) != is_adjacent:
                raise CodeError(f"the signs of {cell} and {there} contradict each other", 0)
            if not is_adjacent:
                draft.rules.append(greater((cell, there)))
            elif sign in "RD":
                draft.rules.append(white_dot((cell, there)))
    if is_adjacent:
        draft.rules.append(negative_difference())
    return draft


def _towers(parameters: str, description: str) -> Draft:
    from csp_sudoku.rules import skyscraper

    size = _size(re.match(r"\d+", parameters)[0])  # type: ignore[index]
    outside, comma, inside = description.partition(",")
    clues = outside.split("/")
    if len(clues) != 4 * size or not all(re.fullmatch("[0-9]{0,3}", clue) for clue in clues):
        raise CodeError(f"expected {4 * size} clues with slashes, got {len(clues)}", 0)
    draft = Draft(size, size)
    if comma:
        _clued(draft, _decoded(numbers_of, inside, size * size, len(outside) + 1))
    for place, clue in zip(places(size), clues, strict=True):
        if clue:
            draft.rules.append(skyscraper(place, int(clue)))
    return draft


def places(size: int) -> list[Cell]:
    """Return the places around a board in the order of towers: above, below, left, right."""
    lines = range(size)
    above = [Cell(-1, line) for line in lines] + [Cell(size, line) for line in lines]
    return above + [Cell(line, -1) for line in lines] + [Cell(line, size) for line in lines]
