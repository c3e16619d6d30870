"""The dialogue of a game: rows, moves, hints, history, files; wrong lines are told and passed."""

import json

import pytest

from csp_sudoku import Puzzle, PuzzleFormatError, boards
from csp_sudoku.logic import Game, Progress, gamefile
from csp_sudoku.logic.play import HELP, Play
from csp_sudoku.rules.words import rules_listed
from tests.seeds import EASY_9, EASY_SOLVED_9

SEVERAL = Puzzle(EASY_9).without("r1c1", "r1c8", "r1c9")


def talk(play, *lines):
    """Say all lines; return the last answer."""
    return [play.answer(line) for line in lines][-1].text


@pytest.fixture
def files():
    return {}


@pytest.fixture
def play(files):
    return Play(Puzzle(EASY_9), read=files.__getitem__, write=files.__setitem__)


def values(play):
    return "".join(map(str, play.game.state.values))


# Entering rows


def test_rows_as_short_as_wanted_are_padded_on_the_right():
    play = Play()
    assert play.is_entering
    assert "9 rows of up to 9 symbols" in play.greeting()
    assert play.prompt == "row 1> "
    rows = ["1", "", " 2", "..3", "0004", "", "", ""]
    for number, row in enumerate(rows, start=2):
        assert play.answer(row).text == ""
        assert play.prompt == f"row {number}> "
    assert "| 1 . . |" in play.answer("        5").text
    assert not play.is_entering
    assert play.prompt == "> "
    assert play.game.puzzle.clues == {(0, 0): 1, (2, 1): 2, (3, 2): 3, (4, 3): 4, (8, 8): 5}


def test_a_wrong_row_is_told_and_asked_for_again():
    play = Play()
    assert (
        talk(play, "12x")
        == "'x' is not a symbol of this board; use 1-9, and . 0 * _ for an open cell"
    )
    assert talk(play, "123", "1") == "r1c1 and r2c1 in column 1 are both 1; enter this row again"
    assert (
        talk(play, "4567891234")
        == "the row has 10 symbols, expected at most 9; enter this row again"
    )
    assert play.prompt == "row 2> "
    assert "set r4c6 7" in talk(play, "help")
    assert play.prompt == "row 2> "


def test_all_in_one_line_and_other_boards():
    play = Play()
    talk(play, EASY_9)
    assert play.game.puzzle == Puzzle(EASY_9)
    small = Play(board=boards.named("sudoku-2x2"), alphabet="abcd")
    talk(small, "ab", "", "", "b")
    assert small.game.puzzle.clues == {(0, 0): 1, (0, 1): 2, (3, 0): 2}
    assert "| a b | . . |" in talk(small, "show")
    assert "81" in talk(Play(), "1" * 80)


@pytest.mark.parametrize("word", ["End", "end", "END", " quit ", "exit"])
def test_end_leaves_at_any_time(word, play):
    assert Play().answer(word).is_over
    assert play.answer(word).is_over
    assert not play.answer("show").is_over


# Moves


@pytest.mark.parametrize(
    "line", ["set r1c2 9", "r1c2 9", "R1C2=9", "r1c2:9", "1 2 9", "1,2,9", "129", "set 129"]
)
def test_ways_to_set_a_value(play, line):
    assert "| 1 9 . |" in play.answer(line).text
    assert values(play)[1] == "9"


@pytest.mark.parametrize(
    "line", ["clear r1c2 6", "r1c2-6", "r1c2 - 6", "clear 1 2 6", "126", "r1c2!=6"]
)
def test_ways_to_clear_a_value(play, line):
    if line == "126":
        line = "clear 126"
    assert play.answer(line).text == "r1c2 is not 6, cleared by hand"
    assert not play.game.state.has(1, 6)


def test_what_was_set_is_cleared_before_it_is_set_anew():
    play = Play(Puzzle(EASY_9))
    play.answer("r1c2 9")
    assert play.answer("r1c2 3").text == "r1c2 is 9 already; clear r1c2 first, or undo"
    assert "1 6 ." in talk(play, "clear r1c2", "r1c2 6")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("r1c2 1", "r1c2 cannot be 1: r1c1 in row 1 is 1; place another value, or undo"),
        ("r1c1 2", "r1c1 is 1 already; a clue cannot be changed"),
        ("r1c10 2", "sudoku-3x3 has no cell r1c10; it has 9 x 9"),
        ("r0c1 2", "sudoku-3x3 has no cell r0c1; it has 9 x 9"),
        ("r1c2 x", "'x' is not a value of this board; use 1-9, and . 0 * _ for an open cell"),
        ("r1c2 0", "'0' is not a value of this board; use 1-9, and . 0 * _ for an open cell"),
        ("r1c2", "expected one value, got 0; write as r4c6 7"),
        ("set here 3", "'here 3' does not name a cell; write as r4c6 7"),
        ("clear", "'' does not name a cell; write as r4c6 7"),
        ("clear r1c2 1", "r1c2 has no candidate 1 to clear"),
        ("clear r1c2 61", "r1c2 has no candidate 1 to clear"),
        ("clear r1c2", "nothing was set by hand at r1c2; name a value to rule out: clear r1c2 7"),
        ("magic", "there is no command 'magic'; help lists all"),
        ("s", "'s' can mean set, step, solve, show, save; write one more letter"),
        ("undo twice", "undo takes no argument, got 'twice'; help lists all"),
        ("undo", "there is nothing to undo"),
        ("redo", "there is nothing to do again"),
        ("hint 4", "there is no hint of level 4; use 1 for the area, 2 for the technique, "
         "3 for the step"),
        ("hint more", "there is no hint of level 'more'; use 1 for the area, 2 for the technique, "
         "3 for the step"),
        ("save", "save needs the name of a file; write as save my.game"),
        ("load", "load needs the name of a file; write as load my.game"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_one_line_and_changes_nothing(play, line, says):
    before = play.game.state.copy()
    assert play.answer(line).text == says
    assert play.game.state == before
    assert play.answer("undo").text == "there is nothing to undo"


def test_clearing_the_last_candidate_is_reported_at_once(play):
    left = [v for v in range(1, 10) if play.game.state.has(1, v)]
    text = play.answer(f"clear r1c2 {''.join(map(str, left))}").text
    assert text.endswith("contradiction: r1c2 has no value left; undo, or clear what is wrong")
    assert "contradiction" in talk(play, "step")
    assert "contradiction" in talk(play, "go")
    assert talk(play, "check") == "r1c2 has no value left"
    assert talk(play, "hint").endswith("an error: r1c2 has no value left")
    assert "contradiction" not in talk(play, "undo")
    assert talk(play, "go").endswith("solved")


def test_a_refused_line_leaves_what_can_be_done_again(play):
    talk(play, "r1c2 9", "undo", "clear r1c2 61")
    assert "| 1 9 . |" in talk(play, "redo")
    assert talk(play, "clear r9c8 44") == "r9c8 is not 4, cleared by hand"


def test_ctrl_c_takes_back_what_a_command_began(play, monkeypatch):
    run = Game.run

    def interrupted(game):
        run(game)
        raise KeyboardInterrupt

    monkeypatch.setattr(Game, "run", interrupted)
    talk(play, "r1c2 9")
    before = play.game.state.copy()
    with pytest.raises(KeyboardInterrupt):
        play.answer("go")
    assert play.game.state == before
    talk(play, "undo")
    assert values(play) == EASY_9


# Help from logic


def test_hints_grow_with_each_asking(play):
    first = Puzzle(EASY_9).explain().steps[0]
    told = [play.answer("hint").text for _ in range(4)]
    assert told[0].startswith("look at ")
    assert told[1] == f"{first.technique}: {told[0]}"
    assert told[2] == told[3] == f"{first.technique}: {first}"
    assert play.answer("hint 1").text == told[0]
    play.answer("step")
    assert play.answer("hint").text.startswith("look at ")


def test_no_hint_and_a_word_from_check_while_something_is_wrong(play):
    assert talk(play, "check") == "nothing is wrong so far"
    assert talk(play, "r1c2 6", "hint") == ("no hint while the board has an error: r1c2 is not 6")
    assert talk(play, "check") == "r1c2 is not 6"
    assert talk(play, "solve").endswith("it differs from what is on the board: check says where")
    assert talk(play, "clear r1c2", "check") == "nothing is wrong so far"
    assert talk(play, "clear r1c2 9", "hint") == (
        "no hint while the board has an error: 9 was cleared from r1c2"
    )


def test_step_by_step_to_the_end(play):
    first = Puzzle(EASY_9).explain().steps[0]
    assert play.answer("step").text.startswith(f"{first.technique}: {first}\n")
    for _ in range(100):
        if play.answer("step").text.endswith("solved"):
            break
    assert values(play) == EASY_SOLVED_9
    assert talk(play, "step") == talk(play, "go") == "solved"
    assert talk(play, "hint") == "the board is solved"


def test_the_solution_is_shown_and_nothing_is_changed(play):
    before = values(play)
    assert "| 1 9 3 | 5 8 6 | 4 2 7 |" in play.answer("solve").text
    assert values(play) == before
    several = Play(SEVERAL)
    assert several.answer("solve").text.endswith("this is not the only one")
    none = Play(Puzzle(EASY_9).replace({(0, 1): 6}))
    assert none.answer("solve").text == "the puzzle has no solution"


def test_a_stuck_game_goes_on_after_a_value_is_set_or_cleared():
    for move in ("r1c7 4", "r1c7-7", "clear r9c7 4"):
        play = Play(SEVERAL)
        stuck = "stuck: there are several solutions from here; set or clear a value"
        assert talk(play, "go").endswith(stuck)
        assert talk(play, "go") == talk(play, "step") == stuck
        assert play.game.progress is not Progress.SOLVED
        assert talk(play, move, "go").endswith("solved")
        assert values(play) == EASY_SOLVED_9


# History and files


def test_undo_and_redo_take_back_what_one_command_did(play):
    seen = [play.game.state.copy()]
    for line in ("step", "r1c2 9", "clear r9c8 4 7", "go"):
        play.answer(line)
        seen.append(play.game.state.copy())
    for state in seen[-2::-1]:
        play.answer("undo")
        assert play.game.state == state
    for state in seen[1:]:
        play.answer("redo")
        assert play.game.state == state
    talk(play, "undo", "undo", "r1c4 5")
    assert play.answer("redo").text == "there is nothing to do again"


def test_taking_back_a_value_takes_back_what_logic_built_on_it(play):
    talk(play, "r1c2 9", "step", "r1c3 3")
    told = "a step of logic that came since is taken back, too"
    assert talk(play, "clear r1c2").startswith(told)
    assert values(play)[:3] == "103"
    talk(play, "undo")
    assert values(play)[:3] == "193"
    talk(play, "redo")
    assert values(play)[:3] == "103"


def test_a_game_is_saved_and_loaded(play, files):
    talk(play, "r1c2 9", "step", "clear r1c4 8", "save my game.json")
    assert "9 ." in play.answer("show").text
    state, history = play.game.state.copy(), play.game.history
    other = Play(read=files.__getitem__)
    talk(other, "load my game.json")
    assert other.game.state == state
    assert [str(move) for move in other.game.history] == [str(move) for move in history]
    talk(other, "undo", "undo", "undo")
    assert values(other) == EASY_9
    assert other.answer("undo").text == "there is nothing to undo"
    files["puzzle.txt"] = EASY_9
    talk(other, "load puzzle.txt")
    assert other.game.puzzle == Puzzle(EASY_9)


def test_new_asks_for_rows_again(play):
    assert "Enter 9 rows" in play.answer("new").text
    assert play.is_entering


def test_help_names_every_command(play):
    assert play.answer("help").text == HELP
    assert play.answer("").text == ""
    assert "{" in play.answer("candidates").text
    assert play.answer("cand").text == play.answer("candidates").text


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"version": 2},
        {"puzzle": None},
        {"puzzle": {"board": "sudoku-2x2", "values": [1] * 16}},
        {"steps": None},
        {"steps": [3]},
        {"steps": [{}]},
        {"steps": [{"technique": "t", "sentence": "s", "placements": [["r1c2", 10]],
                    "eliminations": []}]},
        {"steps": [{"technique": "t", "sentence": "s", "placements": [["r1c2", 1]],
                    "eliminations": []}]},
        {"steps": [{"technique": "t", "sentence": "s", "placements": [["r10c2", 1]],
                    "eliminations": []}]},
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_in_one_line(play, files, change):
    good = gamefile.write(Game(Puzzle(EASY_9)))
    files["bad"] = json.dumps(json.loads(good) | change)
    before = play.game
    text = play.answer("load bad").text
    assert text
    assert "\n" not in text
    assert play.game is before
    files["cut"] = good[:100]
    assert "not a game file: it is not valid JSON" in play.answer("load cut").text


def test_a_file_that_is_no_game():
    with pytest.raises(PuzzleFormatError, match="its format"):
        gamefile.read("[]")


def test_a_puzzle_with_rules_says_them():
    puzzle = Puzzle(board="sudoku-2x2", rules=["thermo r1c1-r1c3", "white_dot r3c3 r3c4"])
    play = Play(puzzle)
    listed = rules_listed(puzzle.board, puzzle.rules)
    assert listed in play.greeting()
    assert play.answer("rules").text == listed
    assert play.answer("ru").text == listed
    assert "thermometer" in play.answer("hint").text
    plain = Play(Puzzle("1... ..2. .3.. ...4"))
    assert plain.answer("rules").text == "Normal sudoku rules apply with the digits 1 to 4."
    assert "rules" not in plain.greeting()
