"""Variant formats: what each reads and writes, what it refuses, and what it says about mistakes.

The ISS strings are parts of examples of sigh/Interactive-Sudoku-Solver (MIT), the game ids were
made with Simon Tatham's generators (MIT).
"""

import json

import pytest

import csp_sudoku as cs
from csp_sudoku import formats, rules
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError, UnknownRuleError
from csp_sudoku.formats import links, lzstring
from csp_sudoku.formats.iss_codes import Automaton, automaton_of, code_of_automaton
from csp_sudoku.formats.sudokupad_codes import unzipped, zipped

KILLER = (
    "3x3k:zzzc,aa_baa___a__________a____a_a___a__a___a____aaa__aaa_a_ba___a__a__a_____a_a__aa_a__b__a_"
    "aaaa_aaaabaa,8a13a8_15b10_11a14b16_13b18_3_9a14b16_16f11c6a5_15b10a9_15b10_11b9a13_17b16a8c11c7"
    "a19_16a6a7d"
)
GAMES = {
    KILLER: "175869423",
    "3x3x:e2e2a9e5_8a3_7_2c9c8d1_5c8_2d4c7c9_7_8a6_1e1a5e9e": "371842965",
    "6:_a_10a_aa_acabb_a_3a__a_3a_3aa__,a8m12a8d2a7a8s3m24m5s3d3d3m10m72d2s2s2": "543621",
    "5:0,0R,0,0,4,0D,0,0L,0R,0,4,0,0L,0D,0D,0,0,0,0,0L,0U,0,0,0L,0,": "13254",
    "7a:0,0,0,0R,0L,0R,0L,7,0,0,0R,0DL,0,0D,0,0D,0D,0,0U,0R,0UL,5,0U,0U,0D,0,0,0,0D,0,0RD,0UL,0,0,0,"
    "0U,0RD,0URL,0DL,0D,0,0D,0R,0UL,2,0U,0UR,0L,0U,": "4731256",
    "5:3//2//1//2//4///3//1//////,x3": "13425",
}
"""Game ids, and the first row of their solution."""

STRINGS = [
    ".Shape~6x6~9.RegionSize~9.~R1C1_1.DisjointSets",
    ".~R1C6_7~R1C7_2~R1C8_1~R1C9_6~R2C9_5~R2C8_7~R2C7_9~R2C6_4~R8C1_2~R8C2_7~R8C3_4~R8C4_5~R9C1_9~R9C2"
    "_5~R9C3_8~R9C4_2~R4C7_2_4_6_8",
    ".Shape~6x6.Thermo~R1C1~R2C2~R3C3.Or.Whisper~3~R1C1~R1C2.Cage~7~R1C1~R1C2.End.~R5C5_3",
    ".Shape~9x9~0-8.SumLine~10~R3C2~R3C3~R3C4~R3C5~R4C5.Sum~0~R4C5~R3C6.XSum~C7~~16.Indexing~C~R1C6"
    ".NumberedRoom~C8~~8.LittleKiller~30~R1C1.Quad~R1C5~1~2~4",
    ".Shape~4x4.Var~A~~3.Sum~9~VA1~VA2~R1C1.EqualSum~R2C1~R2C2~-~VA3.CountDistinct~VA1~R3C1~R3C2",
    ".Shape~6x6~9.RegionSize~9.NoBoxes.Jigsaw~001111200101220001233011223333222333"
    ".Regex~WzEyNDU3OF0qMy4q~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6",
    ".Pair~EAEBEAAQAAAAE~_~R3C6~R4C6.PairX~8H_xf8H_xf8H_B~_Nabner~R1C1~R1C2~R1C3~R2C2",
    ".StrictKropki.WhiteDot~R1C1~R1C2~R2C2.BlackDot~R5C5~R5C6.StrictXV.X~R7C7~R7C8.AntiKnight",
]


def everything():
    """Return rules of all kinds that f-puzzles has."""
    return [
        rules.cage("r1c1 r1c2 r2c1", 15),
        rules.cage("r9c8 r9c9"),
        rules.extra_region("r2c2 r3c3 r4c4"),
        rules.thermo("r9c1-r5c1"),
        rules.slow_thermo("r9c2-r7c2"),
        rules.arrow("r5c5", "r4c4 r3c3"),
        rules.pill_arrow("r6c6 r6c7", "r7c7 r8c7 r8c6"),
        rules.palindrome("r1c5-r1c8"),
        rules.renban("r2c5-r2c7"),
        rules.whisper("r3c5-r3c7"),
        rules.whisper("r3c8 r4c8", 4),
        rules.between("r4c1-r4c3"),
        rules.region_sum("r5c2-r5c5"),
        rules.modular("r6c1-r6c4"),
        rules.entropic("r7c1-r7c3"),
        rules.zipper("r8c1-r8c5"),
        rules.nabner("r9c3-r9c5"),
        rules.double_arrow("r1c9-r4c9"),
        rules.white_dot("r5c8 r5c9"),
        rules.white_dot("r6c8 r6c9", 3),
        rules.black_dot("r7c8 r7c9"),
        rules.x("r8c8 r8c9"),
        rules.v("r8c7 r9c7"),
        rules.quadruple("r3c3 r3c4 r4c3 r4c4", [1, 5]),
        rules.little_killer("r0c4", "down-left", 17),
        rules.sandwich("r0c1", 8),
        rules.x_sum("r3c10", 20),
        rules.skyscraper("r10c5", 3),
        rules.odd("r6c1 r7c5"),
        rules.even("r1c3"),
        rules.minimum("r2c9"),
        rules.maximum("r9c6"),
        rules.clone("r1c1 r1c2", "r5c1 r5c2"),
        rules.row_index("r1c5"),
        rules.column_index("r5c1"),
        rules.antiknight(),
        rules.antiking(),
        rules.disjoint_groups(),
        rules.negative_xv(),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_game_ids_are_solved_and_written_as_they_were(game):
    puzzle = cs.Puzzle(game)
    solution = puzzle.solve().solution
    assert "".join(map(str, solution.values[: len(GAMES[game])])) == GAMES[game]
    assert puzzle.count(2) == 1
    assert puzzle.to("tatham") == game


def test_a_game_of_jigsaw_is_read_again():
    board = cs.boards.named("jigsaw-6@1")
    puzzle = cs.Puzzle({(0, 0): 3}, board=board)
    assert cs.Puzzle(puzzle.to("tatham")) == puzzle


def test_boxes_of_games_are_as_high_as_their_first_number():
    assert cs.Puzzle("2x3:zj").board == cs.boards.sudoku(2, 3)


@pytest.mark.parametrize("string", STRINGS)
def test_iss_strings_are_read_again(string):
    puzzle = cs.Puzzle(string)
    text = puzzle.to("iss")
    assert text.startswith(links.ISS)
    assert cs.Puzzle(text) == puzzle == cs.Puzzle(text.removeprefix(links.ISS))


def test_iss_replicates_what_is_inside():
    once = cs.Puzzle(".Shape~4x4.Replicate~D.WhiteDot~R1C1~R2C1.End")
    assert once == cs.Puzzle(".Shape~4x4.WhiteDot~R1C1~R2C1.WhiteDot~R1C2~R2C2")


def test_iss_automata_keep_their_language():
    machine = Automaton(frozenset({0, 1}), frozenset({1, 2}), ((0, 0, 3), (1, 4, 2), (3, 8, 2)))
    assert automaton_of(code_of_automaton(machine, 9)) == machine


def test_a_plain_puzzle_in_a_link_of_iss():
    plain = "1..4........2..3"
    assert cs.Puzzle(links.ISS + plain) == cs.Puzzle(plain)


def test_f_puzzles_keep_all_their_rules():
    puzzle = cs.Puzzle({(4, 4): 5}, board="sudoku-3x3+diagonals", rules=everything())
    assert cs.Puzzle(puzzle.to("fpuzzles")) == puzzle


def test_f_puzzles_are_read_from_links_texts_and_json():
    puzzle = cs.Puzzle({(0, 0): 1}, board="sudoku-2x2", rules=[rules.cage("r1c2 r1c3", 5)])
    link = puzzle.to("fpuzzles")
    text = link.removeprefix(links.FPUZZLES)
    data = lzstring.decompressed(text)
    assert json.loads(data)["killercage"] == [{"cells": ["R1C2", "R1C3"], "value": "5"}]
    for form in (link, text, data, link.replace("+", " "), link.replace("www.", "")):
        assert cs.Puzzle(form) == puzzle


def test_what_f_puzzles_only_draws_survives():
    data = {
        "size": 4,
        "title": "Drawn",
        "ruleset": "Normal rules.",
        "grid": [[{"c": 2}, {"value": 3}, {}, {}], *[[{}] * 4] * 3],
        "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}],
        "line": [{"lines": [["R3C1", "R4C2"]], "outlineC": "#FF0000", "width": 0.2}],
        "foglight": ["R1C1"],
        "solution": [1] * 16,
    }
    text = json.dumps(data)
    with pytest.raises(UnknownRuleError) as caught:
        cs.Puzzle(text)
    assert caught.value.names == ("line",)
    assert "Normal rules." in str(caught.value)
    (record,) = formats.records([text], ignore_unknown_rules=True)
    assert record.ignored == ("line",)
    assert record.headers["title"] == "Drawn"
    written = formats.write(record.puzzle, "fpuzzles", headers=record.headers)
    (again,) = formats.records([written], ignore_unknown_rules=True)
    assert (again.puzzle, again.headers) == (record.puzzle, record.headers)
    back = json.loads(lzstring.decompressed(written.removeprefix(links.FPUZZLES)))
    assert back["line"] == data["line"]
    assert back["grid"][0][:2] == data["grid"][0][:2]


def test_a_rule_in_words_only_is_named():
    data = {"size": 4, "grid": [[{}] * 4] * 4, "ruleset": "Cells a knight's move apart differ."}
    with pytest.raises(UnknownRuleError, match="antiknight"):
        cs.Puzzle(json.dumps(data))
    assert cs.Puzzle(json.dumps({**data, "antiknight": True})).rules == (rules.antiknight(),)


def test_an_unknown_key_is_named():
    data = {"size": 4, "grid": [[{}] * 4] * 4, "wormhole": [{"cells": ["R1C1"]}]}
    with pytest.raises(UnknownRuleError, match="wormhole"):
        cs.Puzzle(json.dumps(data))
    assert cs.Puzzle(json.dumps(data), ignore_unknown_rules=True).count(3) == 3


def test_a_constraint_of_iss_that_is_not_known_is_named():
    with pytest.raises(UnknownRuleError, match=r"ChaosConstruction, 2 x Whisper of variables"):
        cs.Puzzle(".ChaosConstruction.Whisper~5~CC1~CC2.Whisper~5~CC1~CC3")


def test_sudokupad_shows_a_puzzle_and_reads_what_is_a_model():
    board = cs.boards.named("sudoku-2x2+diagonals")
    puzzle = cs.Puzzle({(0, 0): 1}, board=board, rules=[rules.cage("r1c2 r1c3", 5)])
    link = puzzle.to("sudokupad")
    assert link.startswith("https://sudokupad.app/scl")
    assert cs.Puzzle(link) == puzzle
    drawn = cs.Puzzle(board=board, rules=[rules.thermo("r1c1-r1c3"), rules.antitaxicab()])
    with pytest.raises(UnknownRuleError) as caught:
        cs.Puzzle(drawn.to("sudokupad"))
    assert set(caught.value.names) == {"line", "underlay", "antitaxicab", "thermo"}


@pytest.mark.parametrize("number", range(6))
def test_links_of_sudokupad_may_have_slashes_and_settings(number):
    chosen = [rules.cage(f"r1c2 r1c3 r{2 + number}c3", 8 + number), rules.antiknight()]
    puzzle = cs.Puzzle({(0, 0): 1 + number}, board="sudoku-3x3", rules=chosen)
    link = puzzle.to("sudokupad")
    plain = link.replace("%2F", "/").replace("%2B", "+")
    for form in (
        plain,
        plain.replace("+", " "),
        plain + "?setting-nogrid=1",
        link.upper()[:5] + plain[5:],
    ):
        assert cs.Puzzle(form) == puzzle
    code = puzzle.to("fpuzzles").removeprefix(links.FPUZZLES)
    assert cs.Puzzle(f"https://sudokupad.app/sudoku/fpuzzles{code}") == puzzle


def test_links_of_sudokupad_in_other_forms():
    blank = cs.Puzzle(81 * ".")
    assert cs.Puzzle("https://sudokupad.app/scfoooooooooooooK") == blank
    assert cs.Puzzle("https://sudokupad.app/scfoooooooooooooKx").board.name.endswith("+diagonals")
    data = {"cells": [[{}] * 4] * 4, "regions": [], "cages": [{"value": "title: Small"}]}
    code = lzstring.compressed(json.dumps(data))
    (record,) = formats.records([f"https://app.crackingthecryptic.com/sudoku/ctc{code}"])
    assert (record.puzzle.board, record.headers) == (cs.boards.latin(4), {"title": "Small"})
    small = cs.Puzzle("1..4........2..3").to("fpuzzles").removeprefix(links.FPUZZLES)
    assert cs.Puzzle(f"https://sudokupad.app/fpuzzles{small}") == cs.Puzzle("1..4........2..3")


def test_shortened_json_is_read_as_it_was():
    data = {
        "cells": [[{"value": 5}, {}, {}], [{}]],
        "metadata": {"title": "It's", "rules": "a,b:c\n{x:1} \\ é"},
        "lines": [{"color": "#00FF00", "thickness": 1.5, "on": True}],
    }
    assert unzipped(zipped(data)) == {
        **data,
        "metadata": {"title": "It's", "rules": "a, b:c\n{ x:1} \\ é"},
    }


def test_killer_short_form_and_sumocue():
    puzzle = cs.Puzzle(KILLER)
    for name in ("killer", "sumocue"):
        assert cs.Puzzle(puzzle.to(name)) == puzzle
    assert puzzle.to("killer")[:9] == "8<D<8F<<A"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".Thermo~R1C1~R1X2", "<text>:1:2: Thermo: no cell is called 'R1X2'"),
        (".Or.Thermo~R1C1~R1C2", "<text>:1:2: .Or has no .End; write .End after it"),
        (".~R1C1_0", "Given: expected a number from 1 to 9, got '0'"),
        (".Thermo~RaC1~R1C2", "Thermo: RaC1 lies outside"),
        (".NFA~A~R1C1", "NFA: this is not base64"),
        ("https://f-puzzles.com/?id=abc", "it names one on the server; open it, and use Export"),
        ("https://sudokupad.app/abc123", "it names one on the server; open it"),
        ("https://example.org/x", "no puzzle is inside this link"),
        ("https://f-puzzles.com/?load=N4IgzglgXg", "the compressed text breaks off"),
        ("6:_a_10a,a8m12", "<text>:1:9: there are borders for 14 places instead of 60"),
        ("3x3k:zzzc,aa", "expected 3 parts with commas, got 2"),
        ("3x3::k:1:2", "this code has kind '' and 2 numbers"),
    ],
)
def test_mistakes_are_named_with_their_place(text, problem):
    with pytest.raises(PuzzleFormatError) as caught:
        cs.Puzzle(text)
    assert problem in str(caught.value)


def test_links_of_several_sites_in_one_file(tmp_path):
    puzzle = cs.Puzzle("1..4........2..3", rules=[rules.cage("r2c1 r2c2", 5)])
    path = tmp_path / "links.txt"
    names = ("fpuzzles", "iss", "sudokupad")
    path.write_text("".join(f"{puzzle.to(name)}\n" for name in names))
    read = list(formats.records(path))
    assert [record.puzzle for record in read] == [puzzle] * 3
    assert {record.format for record in read} == {"link"}


def test_a_bomb_is_not_unpacked():
    bomb = lzstring.compressed("a" * (lzstring.LONGEST + 1))
    assert len(bomb) < 10_000
    with pytest.raises(CspSudokuError, match="more than 4,000,000 characters"):
        lzstring.decompressed(bomb)


def test_fixed_texts_of_lzstring():
    known = {"": "Q===", "killer": "NYSwNmCmBOQ=", "aaaaaaaa": "IY0o", "é€😀": "JeGoJLwbgAe0A==="}
    for text, base64 in known.items():
        assert lzstring.decompressed(base64) == text
        assert lzstring.compressed(text) == base64
