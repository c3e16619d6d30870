"""Clues are bold on a terminal, and nowhere else."""

import re

import pytest

from tests.cli.process import csp_sudoku
from tests.cli.puzzles import MINIMAL_4
from tests.cli.terminal import shown

BOLD = re.compile(r"\x1b\[1m(.)\x1b\[0m")


@pytest.mark.parametrize("command", ["show", "solve"])
def test_clues_are_bold_on_a_terminal(command):
    drawn = shown(command, MINIMAL_4)
    assert BOLD.findall(drawn) == list(MINIMAL_4.replace(".", ""))
    assert BOLD.sub(r"\1", drawn).count("\x1b") == 0


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_not_where_nobody_wants_it(variable):
    assert "\x1b" not in shown("show", MINIMAL_4, **variable)


def test_not_in_a_pipe():
    assert "\x1b" not in csp_sudoku("show", MINIMAL_4).out
