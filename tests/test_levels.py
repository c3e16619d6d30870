"""Levels and difficulties: what the words mean, and puzzles that are rated as asked."""

import pytest

import csp_sudoku as cs
from csp_sudoku.logic.levels import SCALES, scale_of
from csp_sudoku.logic.rating import SCALE, Rating
from csp_sudoku.making.difficulty import Wanted
from csp_sudoku.native.rating9 import TECHNIQUES

RANGES = [(1.0, 1.2), (1.5, 2.0), (2.3, 2.8), (3.0, 3.4), (4.0, 4.5), (5.6, 6.2), (6.5, 7.0)]
RANGES += [(7.1, 7.4), (7.5, 8.0), (8.0, 8.5)]
NEEDED = ["hidden single", "pointing", "claiming", "naked pair", "x-wing", "Hidden Pair", "XY-Wing"]
NEEDED += ["naked triple", "unique rectangle", "bivalue universal grave"]


def rating_of(value, *techniques):
    hardest = techniques[-1] if techniques else None
    return Rating(SCALE, value, hardest, True, (value,) * len(techniques), techniques, ())


@pytest.mark.parametrize("wanted", RANGES)
def test_a_range_of_ratings(wanted):
    low, high = wanted
    puzzle = cs.generate(seed=3, difficulty=wanted)
    assert low <= puzzle.rate().value <= high
    assert cs.generate(seed=3, difficulty=f"{low}..{high}") == puzzle


@pytest.mark.parametrize("technique", NEEDED)
def test_a_needed_technique(technique):
    rating = cs.generate(seed=5, requires=technique).rate()
    plain = technique.lower().replace("triple", "triplet")
    assert rating.technique.lower() == plain
    assert max(rating.ratings) == rating.value
    assert all(
        other.lower() == plain or value < rating.value or value == rating.value
        for other, value in zip(rating.techniques, rating.ratings, strict=True)
    )


@pytest.mark.parametrize("scale", SCALES)
def test_every_level_of_every_scale_can_be_made(scale):
    for level in scale_of(scale).levels:
        puzzle = cs.generate(seed=2, difficulty=level, levels=scale)
        assert puzzle.rate().level_on(scale) == level


def test_own_levels():
    own = {"calm": 1.5, "brisk": 4.5, "evil": 20}
    puzzle = cs.generate(seed=1, difficulty="brisk", levels=own)
    assert 1.5 < puzzle.rate().value <= 4.5
    assert puzzle.rate().level_on(own) == "brisk"
    assert cs.generate(seed=1, difficulty="brisk", levels="calm=1.5,brisk=4.5,evil") == puzzle


def test_difficulty_with_clues_and_symmetry():
    puzzle = cs.generate(seed=1, difficulty=(2.6, 6.0), clues=26, symmetry="rotate180")
    assert len(puzzle.clues) == 26
    assert 2.6 <= puzzle.rate().value <= 6.0
    assert all(puzzle[8 - row, 8 - column] for row, column in puzzle.clues)


def test_the_level_of_hodoku_is_that_of_the_hardest_technique():
    levels = scale_of("hodoku").techniques
    assert sorted(t for known in levels.values() for t in known) == sorted(TECHNIQUES)
    assert rating_of(3.4, "hidden single", "X-wing", "hidden pair").level == "hard"
    assert rating_of(2.3, "hidden single", "naked single").level == "easy"
    assert rating_of(8.9, "X-wing", "region forcing chains").level == "extreme"
    assert rating_of(0.0).level == "easy"


@pytest.mark.parametrize(
    ("value", "level"),
    [(1.2, "easy"), (1.5, "medium"), (2.5, "hard"), (6.0, "fiendish"), (11.9, "diabolical")],
)
def test_the_levels_of_sudoku_explainer(value, level):
    assert rating_of(value, "nishio").level_on("sudoku-explainer") == level


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (
            {"difficulty": (3.1, 3.1)},
            "no puzzle is rated 3.1 to 3.1; the nearest ratings are 3 and",
        ),
        ({"difficulty": (0, 0.5)}, "no puzzle is rated 0 to 0.5; the nearest ratings are 1$"),
        ({"difficulty": (4.5, 3.0)}, "there is no rating from 4.5 to 3"),
        ({"difficulty": "3.0..x"}, "'3.0..x' is not a range of ratings"),
        ({"difficulty": (1, 2, 3)}, "is not a range of ratings"),
        ({"difficulty": 3.0}, r"3.0 is not a range .* or \(3.0, 4.5\) in Python"),
        ({"requires": "guessing"}, "the rating knows no technique called 'guessing'"),
        ({"difficulty": "easy", "levels": "best"}, "no scale is called 'best'"),
        ({"difficulty": "easy", "levels": {"easy": 3, "hard": 2}}, "do not rise"),
        ({"difficulty": "calm", "levels": "calm=x"}, "does not say the highest rating"),
        ({"difficulty": "calm", "levels": 5}, "expected levels, got 5"),
    ],
)
def test_what_cannot_be_is_refused_at_once(wishes, message):
    with pytest.raises(cs.CspSudokuError, match=message):
        cs.generate(seed=1, **wishes)


def test_a_search_that_ends_says_how_near_it_came():
    with pytest.raises(
        cs.OutOfBudgetError, match=r"rated 11.8 to 12.0 \(the nearest was rated .* more tries"
    ):
        cs.generate(seed=1, difficulty=(11.8, 12), tries=20)


def test_words_of_another_scale_are_understood():
    assert Wanted(cs.boards.sudoku(), "fiendish").scale.name == "sudoku-explainer"


def test_without_a_seed_each_puzzle_is_another():
    assert cs.generate() != cs.generate()
    assert cs.generate().is_unique()
    assert len(set(cs.generate_many(3))) == 3


def test_progress_counts_all_tries():
    told = []
    cs.generate(seed=3, difficulty=(4.2, 4.4), progress=told.append)
    assert told == list(range(1, len(told) + 1))
    assert len(told) > 1


@pytest.mark.parametrize("clues", [18, 19])
def test_few_clues(clues):
    seed = {18: 1, 19: 1}[clues]
    puzzle = cs.generate(seed=seed, clues=clues)
    assert len(puzzle.clues) == clues
    assert puzzle.is_unique("dlx")
    assert cs.generate(seed=seed, clues=clues) == puzzle


def test_a_symmetric_puzzle_can_be_truly_minimal():
    loose = cs.generate(seed=2, symmetry="rotate180")
    strict = cs.generate(seed=2, symmetry="rotate180", truly_minimal=True)
    assert not loose.is_minimal()
    assert strict.is_minimal()
    assert all(strict[8 - row, 8 - column] for row, column in strict.clues)
