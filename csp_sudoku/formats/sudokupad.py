"""SudokuPad: links that people can play, with the puzzle inside.

SudokuPad shows drawings; a puzzle on it is a model only as far as clues, regions, cages and a few
switches go. So writing draws every rule and puts it into words, and reading takes what is a model:
a line or a circle without one is named as a rule that is not understood. Links that hold a text of
f-puzzles are read as that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from csp_sudoku.boards import Board
from csp_sudoku.errors import RuleError
from csp_sudoku.formats import links
from csp_sudoku.formats.alphabets import NUMBERS, Alphabet
from csp_sudoku.formats.format import Format, Passage
from csp_sudoku.formats.links import Payload
from csp_sudoku.formats.sudokupad_codes import CodeError
from csp_sudoku.puzzle import Puzzle

_FPUZZLES = ("fpuzzles", "fpuz")
_CLASSIC = ("classic", "scf")
_OWN = ("scl", "ctc")
_HEADERS = ("title", "author", "rules", "solution")


class SudokupadFormat(Format):
    """One link per line, or the JSON of one."""

    name = "sudokupad"
    summary = "a link of SudokuPad with the puzzle inside; any puzzle, drawn, to play it there"
    answers_in = "line"
    keeps_rules = True

    def read(self, passage: Passage, board: Board | None, alphabet: Alphabet | None) -> Puzzle:
        """Return the puzzle of a link, as far as it is a model."""
        given = _given(passage)
        kind, code = _parts(given)
        if kind in _FPUZZLES:
            from csp_sudoku.formats import fpuzzles

            data = fpuzzles.data_in(_of_fpuzzles(given, code))
            return fpuzzles.puzzle_of(given, data)
        try:
            if kind in _CLASSIC:
                from csp_sudoku.formats.sudokupad_reading import classic_draft

                return classic_draft(code, is_older=kind == "classic").puzzle()
            from csp_sudoku.formats.sudokupad_reading import draft_of

            return draft_of(_data(given, code)).puzzle()
        except CodeError as error:
            at = error.at + len(kind) if kind in _CLASSIC else None
            raise given.mismatch(str(error), fix="copy the whole link", at=at) from None
        except RuleError as error:
            raise given.mismatch(error.problem, fix=error.fix) from None

    def headers(self, passage: Passage) -> Mapping[str, str]:
        """Return the title, the author, the rules in words and the solution."""
        given = _given(passage)
        kind, code = _parts(given)
        if kind in _FPUZZLES:
            from csp_sudoku.formats import fpuzzles

            return fpuzzles.headers_of(fpuzzles.data_in(_of_fpuzzles(given, code)))
        if kind in _CLASSIC:
            return {}
        from csp_sudoku.formats.sudokupad_reading import metadata_of

        found = metadata_of(_data(given, code))
        return {name: found[name] for name in _HEADERS if found.get(name)}

    def write(self, puzzle: Puzzle, alphabet: Alphabet, headers: Mapping[str, str]) -> str:
        """Return a link."""
        from csp_sudoku.formats.lzstring import compressed
        from csp_sudoku.formats.sudokupad_codes import zipped
        from csp_sudoku.formats.sudokupad_writing import data_of

        code = compressed(zipped(data_of(puzzle, headers)))
        return f"{links.SUDOKUPAD}scl{code.replace('/', '%2F').replace('+', '%2B')}"

    def usual_alphabet(self, size: int) -> Alphabet:
        """Return the numbers."""
        return NUMBERS

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuse rules about what cannot be drawn."""
        from csp_sudoku.formats.sudokupad_writing import refusal

        return refusal(puzzle)


def _given(passage: Passage) -> Payload:
    given = links.payload(passage)
    is_own = given.site == "sudokupad" or given.text.startswith(("{", *_OWN))
    if given.site not in ("", "sudokupad") or not is_own:
        raise passage.mismatch("expected a link of SudokuPad")
    return given


def _parts(given: Payload) -> tuple[str, str]:
    """Return the kind of a text and its code; an id of the server has none."""
    if given.text.startswith("{"):
        return "json", given.text
    for kind in (*_FPUZZLES, *_CLASSIC, *_OWN):
        if given.text.startswith(kind):
            return kind, given.text[len(kind) :]
    raise given.mismatch(
        "no puzzle is inside this link: it names one on the server",
        fix="open it, and copy the link of its settings that holds the whole puzzle",
    )


def _of_fpuzzles(given: Payload, code: str) -> Payload:
    return Payload(given.passage, "fpuzzles", code, None)


def _has_rows(cells: object, is_sure: bool) -> bool:
    """Whether these are cells of SudokuPad; lists of something else stand in other JSON."""
    return isinstance(cells, list) and (is_sure or any(isinstance(row, list) for row in cells))


def _data(given: Payload, code: str) -> dict[str, Any]:
    """Return the JSON of a text, shortened or not."""
    from csp_sudoku.errors import PuzzleFormatError
    from csp_sudoku.formats.lzstring import decompressed
    from csp_sudoku.formats.sudokupad_codes import unzipped

    is_sure = given.site == "sudokupad"
    try:
        text = code if code.startswith("{") else decompressed(code)
        data = unzipped(text)
        if isinstance(data, dict) and _has_rows(data.get("cells"), is_sure):
            return data
        problem = "this is not the JSON of SudokuPad"
    except PuzzleFormatError as error:
        problem = error.problem
    except CodeError as error:
        problem = str(error)
    mismatch = given.mismatch(problem, fix="copy the whole link")
    mismatch.nearness = links.NEAR if is_sure else 0.0
    raise mismatch
