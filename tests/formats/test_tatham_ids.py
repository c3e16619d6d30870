"""Game ids of Simon Tatham's puzzles: all forms of parameters, and what is refused and why.

The ids were made by his programs, which promise one solution (`sgt-solo --generate 1 4jk`).
"""

import pytest

import csp_sudoku as cs
from csp_sudoku import boards
from csp_sudoku.errors import PuzzleFormatError
from csp_sudoku.formats import parse

PROPER = [
    "2x2:c3c2_1c2c",
    "2x3:6_1_3a2b4f2f3f3b3a2_1_5",
    "3x2:3a2_6h4a3_5a2_2a6_4a1h1_2a5",
    "2x4:b2b1a8_7_3e6_1b3_6e5a1f5a4e1_7b2_3e1_4_2a6b7b",
    "4x2:4c5b7_7a1_3c8a5_4b3_6_2a2l7a2_7_5b1_3a5c4_7a6_3b4c1",
    "2x5:1a9_7b4a5a5b10_4d1_10_5f4e2a1_10d7_5a6c3_8c6a10_1d5_1a3e3f6_8_3d8_5b2a1a8b9_6a4",
    "3x3x:4b3b6b7b5_6a8a9_6m9_3a5i2a5_6m3_9a7a8_5b2b1b6b7",
    "2x3x:c1c4c2a6b5b3b4a5c2c4c",
    "4j:c4_3f1_1c,_dabba_a_ba",
    "4j:a4c2d2c1a,dbda_a_a_a_",
    "5j:4c1e2a5a4e5c2,ac___a_ah_aa_a__bb__",
    "7jx:f5d7_6e2b4e3b4e3_2d7f,_ca___ba_a_c__ba_ba__kabbab_a____aaccb",
    "6jx:6a5i4j2i1a4,ab__aa__b_aa_abae_fc_badb",
    "2x2k:p,__a_aaa_ba___a_a,6_5_7c3b6a6_7c",
    "2x3k:zj,ba_aaa_aa_______b_ba_a__a__aa__a__a_aa__,15b4a7_7_5a10d6_14a5_14b3b8a8a10d10b",
    "4jk:p,b___a__a_c__e,__a___a_cb__a_a_,7_3_5c6_7_3d9b",
    "6jk:zj,caad__aac_e_b_aa_a_a__abbbb,_a_a__a____a__a_____aabb_baaaaaa___b_a_,"
    "5_10a12_10b9_5c13b9_9c5b9a11a10_9g",
    "3:_aba_3a,s1m6a5s1",
    "5:bb_a__a_a3__a__a_a_8a,a9d2a5m6s2s3s1d2m3s1a5m4",
    "4a:0R,0L,0R,0L,0RD,0L,0RD,0DL,0U,1,0UR,0UL,0R,0L,0,0,",
    "5dt:0,0R,0,0,4,0D,0,0L,0R,0,4,0,0L,0D,0D,0,0,0,0,0L,0U,0,0,0L,0,",
    "2:0R,0,0,0",
    "2:0R,b0",
]


@pytest.mark.parametrize("text", PROPER)
def test_ids_have_one_solution_and_are_written_again(text):
    puzzle = parse(text)
    assert puzzle.count(2) == 1
    assert parse(puzzle.to("tatham")) == puzzle


def test_a_region_that_is_a_line_is_a_region_again_when_it_is_written():
    """It says no more than its row, so that the board has no such region."""
    assert parse("5j:4c1e2a5a4e5c2,ac___a_ah_aa_a__bb__").to("tatham").startswith("5j:")


def test_the_boxes_of_an_id_are_as_high_as_its_first_number_says():
    assert parse("2x3:zj").board == boards.sudoku(2, 3)
    assert parse("3x2:zj").board == boards.sudoku(3, 2)


REFUSED = [
    ("3x3kdb#4711", "this is a random seed"),
    ("3x3#4711", "this is a random seed"),
    ("6dn#937561", "this is a random seed"),
    ("5adt#12a", "this is a random seed"),
    ("2:0R,0L,0,0,", "the signs of r1c1 and r1c2 contradict each other"),
    ("2a:0R,0,0,0,", "the signs of r1c1 and r1c2 contradict each other"),
    ("2:0U,0,0,0", "a sign of r1c1 points off the board"),
    ("2:0,0,0", "there are 3 cells instead of 4"),
    ("2:0,0,0,0,0", "there are more than 4 cells"),
    ("2:0,z0,0", "there are more than 4 cells"),
    ("3:7//1/////1///,i", "expected 12 clues with slashes, got 11"),
    ("2:1//x//////", "expected 8 clues with slashes"),
    ("9j:zzzc", "expected 2 parts with commas, got 1"),
    ("3x3:zzzz", "there are more than 81 cells"),
    ("2x2:c5c2_1c2c", "5 is too large for this board"),
    ("2x2k:p,__a_aaa_ba___a_a,6_5_7a3b6a6_7e", "a cage has two sums"),
    ("3:_aba_3a,s1m6a5", "3 clues for 4 blocks"),
    ("3:_aba_99999a,s1m6a5s1", "borders"),
    ("40x40:a", "a board of size 1600 is not possible"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_is_not_an_id_is_refused_with_a_reason(text, why):
    with pytest.raises(PuzzleFormatError, match=why):
        cs.Puzzle(text)
