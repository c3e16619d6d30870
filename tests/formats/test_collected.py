"""Texts as people wrote them, collected with their sources in `tests/data/collected.txt`.

Nearly all puzzles there have one solution, so a clue that was misread would show.
"""

from pathlib import Path

import pytest

from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.streams import records_or_errors

FILE = Path(__file__).parent.parent / "data" / "collected.txt"
NOT_PROPER = {
    "a line in a fence",  # this is what its author reports: two 9s in the first row
    "JSON in backquotes",
    "an argument of a command",  # and the screen: a bad puzzle of a generator is reported
    "a screen with keys beside the board",
    "a command and its answer",
    "a link in a line of code",
    "a link of penpa-edit in a program",
    "a line with its rating, and where the rater was stuck",  # it is an X-Windoku
}


def collected():
    """Yield each text: its name, what stands above it, and its lines."""
    for part in FILE.read_text(encoding="utf-8").split("\n=== ")[1:]:
        head, text = part.split("\n---\n")
        name, *fields = head.splitlines()
        yield pytest.param([field.split(": ", 1) for field in fields], text, id=name)


@pytest.mark.parametrize(("fields", "text"), list(collected()))
def test_texts_that_were_collected(fields, text, request):
    found = list(records_or_errors(text.splitlines()))
    assert fields[0][0] == "from"
    assert fields[0][1].startswith(("http://", "https://", "the README of the package "))
    assert len(found) == len(fields) - 1
    for one, (kind, expected) in zip(found, fields[1:], strict=True):
        if kind == "refused":
            assert isinstance(one, CspSudokuError)
            assert expected in str(one)
            continue
        assert not isinstance(one, CspSudokuError), one
        assert "".join(str(value) if value else "." for value in one.puzzle.values) == expected
        if request.node.callspec.id not in NOT_PROPER:
            assert one.puzzle.is_unique()


def test_there_are_thirty_and_more():
    assert len(list(collected())) >= 30
