"""Game files: a puzzle and the moves that were made, as JSON.

{"format": "csp-sudoku game", "version": 1, "puzzle": {"board": ..., "values": [...]},
 "steps": [{"technique": "by hand", "sentence": "r1c2 is 2, set by hand",
            "placements": [["r1c2", 2]], "eliminations": []}, ...],
 "sheet": {"values": [...], "corner": [...], "centre": [...], "colours": [...], "cleared": [...]}}

The sheet is there if the game was played on the full screen: see `Sheet.to_data`. Its steps are
then those of its values that can be right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from typing import Any

from csp_sudoku.errors import CspSudokuError, MoveError, PuzzleFormatError
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.game import Game
from csp_sudoku.logic.sheet import Sheet
from csp_sudoku.logic.step import Candidate, Move, Step
from csp_sudoku.puzzle import Puzzle

FORMAT = "csp-sudoku game"
VERSION = 1


def is_game(text: str) -> bool:
    """Whether a text claims to be a game file, of this format or another one with steps."""
    is_named = FORMAT in text[:1000] or ('"format"' in text[:1000] and '"steps"' in text)
    return text.lstrip().startswith("{") and is_named


def write(game: Game) -> str:
    """Return a game as the text of a file.

    >>> game = Game(Puzzle("1... ..2. .3.. ...4"))
    >>> move = game.place("r1c2", 2)
    >>> read(write(game)).history == [move]
    True
    """
    cell = game.state.words.cell
    steps = [
        {
            "technique": step.technique,
            "sentence": step.sentence,
            "placements": [[cell[c], value] for c, value in step.placements],
            "eliminations": [[cell[c], value] for c, value in step.eliminations],
        }
        for step in steps_made(game.history)
    ]
    puzzle = json.loads(game.puzzle.to("json"))
    file = {"format": FORMAT, "version": VERSION, "puzzle": puzzle, "steps": steps}
    return json.dumps(file, indent=1) + "\n"


def write_sheet(puzzle: Puzzle, sheet: Sheet) -> str:
    """Return a puzzle and its sheet as the text of a file, which the dialogue can read, too.

    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> sheet = Sheet.of(puzzle).with_value([1], 1)
    >>> read_sheet(write_sheet(puzzle, sheet)) == (puzzle, sheet)
    True
    """
    game = Game(puzzle)
    for cell, value in enumerate(sheet.values):
        if value and not puzzle.values[cell]:
            with suppress(MoveError):
                game.place(puzzle.board.cells[cell], value)
    file = json.loads(write(game)) | {"sheet": sheet.to_data()}
    return json.dumps(file) + "\n"


def read_sheet(text: str) -> tuple[Puzzle, Sheet]:
    """Return the puzzle of a game file, and what is written on it."""
    game = read(text)
    data = json.loads(text).get("sheet")
    if data is None:
        return game.puzzle, Sheet.of_game(game)
    try:
        return game.puzzle, Sheet.from_data(game.puzzle, data)
    except ValueError as error:
        raise _broken(str(error)) from None


def read(text: str, *, alphabet: str | Alphabet | None = None) -> Game:
    """Return the game that a file's text describes, with all moves made."""
    try:
        file = json.loads(text)
    except ValueError as error:
        raise _broken(f"it is not valid JSON ({error})") from None
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        raise _broken(f"its format is not {FORMAT!r}")
    if file.get("version") != VERSION:
        raise _broken(f"its version is {file.get('version')!r}, not {VERSION}")
    game = Game(Puzzle(json.dumps(file.get("puzzle"))), alphabet=alphabet)
    steps = file.get("steps")
    if not isinstance(steps, list):
        raise _broken("it has no list of steps")
    for number, fields in enumerate(steps, start=1):
        try:
            step = _step(game, fields)
        except (KeyError, TypeError, ValueError, CspSudokuError) as error:
            raise _broken(f"step {number} cannot be read ({error})") from None
        for cell, value in (*step.placements, *step.eliminations):
            if not game.state.has(cell, value):
                where = game.state.words.cell[cell]
                raise _broken(f"step {number} has {value} at {where}, where it cannot be")
        game.take(step)
    return game


def steps_made(history: list[Move]) -> Iterator[Step]:
    """Yield the steps of a history, each with only those of its moves that were made."""
    for _, moves in groupby(history, key=lambda move: id(move.reason)):
        made = list(moves)
        yield Step(
            made[0].reason.technique,
            made[0].reason.sentence,
            tuple(Candidate(move.cell, move.value) for move in made if move.places),
            tuple(Candidate(move.cell, move.value) for move in made if not move.places),
        )


def _step(game: Game, fields: dict[str, Any]) -> Step:
    board = game.state.bits.board

    def marks(name: str) -> tuple[Candidate, ...]:
        found = tuple(Candidate(board.cell_index(cell), int(v)) for cell, v in fields[name])
        for _, value in found:
            if not 1 <= value <= board.size:
                raise ValueError(f"{value} is not a value of {board.name}")
        return found

    return Step(
        str(fields["technique"]),
        str(fields["sentence"]),
        marks("placements"),
        marks("eliminations"),
    )


def _broken(why: str) -> PuzzleFormatError:
    return PuzzleFormatError(
        f"the text is not a game file: {why}", fix="load a file that `save` wrote"
    )
