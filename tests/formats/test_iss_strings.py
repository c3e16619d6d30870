"""Strings of ISS in all its types and forms: how many solutions each has, what is refused and why.

The strings of tests/data/iss_strings.txt are random ones of `tests.peers.iss_strings`; the numbers
before them are what the Interactive Sudoku Solver itself counts.
"""

from pathlib import Path
from urllib.parse import quote

import pytest

import csp_sudoku as cs
from csp_sudoku import rules
from csp_sudoku.errors import PuzzleFormatError
from csp_sudoku.formats import links, parse

COUNTED = [
    line.split("\t")
    for line in (Path(__file__).parents[1] / "data" / "iss_strings.txt").read_text().splitlines()
]


@pytest.mark.parametrize(("wanted", "text"), COUNTED)
def test_strings_have_as_many_solutions_as_iss_counts(wanted, text):
    puzzle = parse(text, format="iss")
    assert puzzle.count(400) == int(wanted)
    again = parse(puzzle.to("iss"), format="iss")
    assert again.count(400) == int(wanted)


REPLACED = [
    (".Shape~3x3~0-3.NumberedRoom~C2~~3.NumberedRoom~C2~~2", 88),
    (".Shape~4x4.Quad~R1C1~1.Quad~R1C1~2.And.Quad~R1C1~3.End", 288),
    (".Shape~4x4.Sandwich~5~R1.Sandwich~0~R1", 144),
    (".Shape~4x4.LittleKiller~3~R1C3.LittleKiller~9~R1C3", 48),
    (".Shape~4x4.Skyscraper~R1~2~1.Skyscraper~R1~~2", 72),
]
"""Clues at one place, of which the last one counts; with how many solutions ISS counts."""


@pytest.mark.parametrize(("text", "wanted"), REPLACED)
def test_the_last_clue_at_a_place_replaces_the_others(text, wanted):
    assert parse(text, format="iss").count(400) == wanted


def test_several_clues_at_one_place_are_written_so_that_all_count():
    chosen = [
        *[rules.skyscraper("r0c1", n) for n in (2, 2)],
        *[rules.quadruple("r1c1", [n]) for n in (1, 2)],
        *[rules.little_killer("r0c2", "dr", n) for n in (7, 7)],
        rules.all_of([rules.sandwich("r0c3", 5), rules.sandwich("r0c3", 5)]),
    ]
    puzzle = cs.Puzzle(board="sudoku-2x2", rules=chosen)
    text = puzzle.to("iss")
    assert ".And" in text
    assert cs.Puzzle(text).count(400) == puzzle.count(400)


def test_two_clues_that_exclude_each_other_are_written():
    puzzle = parse(".Shape~4x4.~R1C1_1~R1C1_2_3", format="iss")
    assert puzzle.count(2) == 0
    assert cs.Puzzle(puzzle.to("iss")) == puzzle


REFUSED = [
    (".Shape~4x4.Or.Jigsaw~1111222233334444.End", "Jigsaw cannot stand inside .Or"),
    (".And.AntiKnight.End", "AntiKnight cannot stand inside .And"),
    (".Replicate~B.Skyscraper~R1~3.End", "Skyscraper cannot stand inside .Replicate"),
    (".Shape~4x4.Shape~6x6", "there are two shapes"),
    (".Shape~3x3~4.PairX~SC~_~R1C1~R1C2", "each pair in both orders"),
    (".Or.End", "expected one constraint or more"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_iss_refuses_is_refused_with_a_reason(text, why):
    with pytest.raises(PuzzleFormatError, match=why.replace(".", r"\.")):
        parse(text, format="iss")


SECTIONS = [
    ("1..4........2..3\n\n.AntiKing", 0),
    ("# mine\n1..4........2..3", 7),
    ("=1..4........2..3", 7),
    ("1 . . 4\n. . . .\n. . . .\n2 . . 3", 7),
    ("1..4........2..31122112233443344", 7),
    ("1122112233443344\n\n.~R1C1_1~R1C4_4~R4C1_2~R4C4_3", 7),
    ("1234" * 16, 0),
    (".Shape~4x4.~R1C1_1\n\n.~R1C4_4\n\n.~R4C1_2~R4C4_3", 7),
]
"""Texts that a link of ISS may carry, and how many solutions it counts."""


@pytest.mark.parametrize(("text", "wanted"), SECTIONS)
def test_a_link_may_carry_sections_of_other_texts(text, wanted):
    puzzle = cs.Puzzle(links.ISS + quote(text))
    assert puzzle.count(400) == wanted


def test_region_sums_leave_out_what_is_in_no_region():
    puzzle = cs.Puzzle(
        board="sudoku-2x2", rules=[rules.variables("x"), rules.region_sum("r1c1 @x r3c3")]
    )
    free = cs.Puzzle(board="sudoku-2x2", rules=[rules.region_sum("r1c1 r3c3")])
    assert puzzle.count(1000) == 4 * free.count(1000)
