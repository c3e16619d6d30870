"""A game: queues, history, moves by hand, and what is refused."""

import pytest

from csp_sudoku import BoardError, MoveError, Puzzle
from csp_sudoku.logic import BY_NAME, TECHNIQUES, Candidate, Game, Progress, Step
from tests.seeds import EASY_9, EASY_SOLVED_9

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
SINGLES = TECHNIQUES[:4]
BASIC = [technique for technique in TECHNIQUES if technique.rating < 5]


def test_an_easy_puzzle_runs_to_its_end():
    game = Game(Puzzle(EASY_9))
    assert game.progress is Progress.OPEN
    assert game.run() is Progress.SOLVED
    assert "".join(map(str, game.state.values)) == EASY_SOLVED_9
    assert all(move.reason.sentence for move in game.history)
    assert game.advance() is None


def test_stuck_is_a_result_and_a_move_by_hand_resumes_it():
    game = Game(Puzzle(HARD), techniques=BASIC)
    assert game.run() is Progress.STUCK
    for index, symbol in enumerate(HARD_SOLVED):
        if game.state.open >> index & 1:
            game.place(game.state.bits.cells[index], int(symbol))
            assert game.progress is not Progress.STUCK
            game.run()
    assert game.progress is Progress.SOLVED
    assert {move.reason.technique for move in game.history} > {"by hand"}


def test_clearing_by_hand_resumes_as_well():
    game = Game(Puzzle(HARD), techniques=[t for t in TECHNIQUES if t.rating <= 9])
    game.run()
    made = len(game.history)
    for value in (4, 5, 6, 9):
        game.clear("r1c3", value)
    assert game.progress is Progress.OPEN
    assert str(game.advance()) == "9 has one place left in box 1: r2c1"
    assert len(game.history) == made + 5


def test_placing_comes_first():
    game = Game(Puzzle("1... .... .... ...."), techniques=())
    clearing = Step("test", "clear", eliminations=(Candidate(1, 2),))
    placing = Step("test", "place", placements=(Candidate(8, 2),))
    game.add(clearing)
    game.add(placing)
    assert game.advance().reason is placing
    assert game.advance().reason is clearing
    assert game.advance() is None
    assert game.progress is Progress.STUCK


def test_a_move_that_changes_nothing_is_passed_over():
    game = Game(Puzzle("1... .... .... ...."), techniques=())
    game.add(Step("test", "known", placements=(Candidate(0, 1),)))
    game.add(Step("test", "gone", eliminations=(Candidate(1, 1),)))
    assert game.advance() is None
    assert game.history == []


def test_a_waiting_move_that_clashes_is_a_contradiction():
    game = Game(Puzzle("1... .... .... ...."), techniques=())
    game.add(Step("test", "clash", placements=(Candidate(1, 1),)))
    assert game.run() is Progress.CONTRADICTION
    assert str(game.contradiction) == "r1c2 cannot be 1: r1c1 in row 1 is 1"


def test_undo_redo_replay():
    game = Game(Puzzle(EASY_9))
    game.run()
    end, history = game.state.copy(), game.history
    states = list(game.replay())
    assert [move for move, _ in states] == history
    assert states[-1][1] == end
    assert game.state == end
    for move, state in reversed(states):
        assert game.state == state
        assert game.undo() == move
    assert game.undo() is None
    assert game.progress is Progress.OPEN
    while game.redo():
        pass
    assert game.state == end
    assert game.progress is Progress.SOLVED


def test_a_new_move_forgets_what_was_undone():
    game = Game(Puzzle("1... .... .... ...."))
    game.place("r1c2", 2)
    game.undo()
    game.place("r1c2", 3)
    assert game.redo() is None
    assert game.state.values[1] == 3


def test_undoing_out_of_a_contradiction():
    game = Game(Puzzle("12.. .... .... ...."))
    game.clear("r1c3", 3)
    game.clear("r1c3", 4)
    assert game.progress is Progress.CONTRADICTION
    assert [str(v) for v in game.contradiction.variables] == ["r1c3"]
    assert "r1c3 has no value left" in str(game.contradiction)
    game.undo()
    assert game.progress is Progress.OPEN
    assert game.contradiction is None


def test_what_is_refused():
    game = Game(Puzzle("1... .... .... ...."))
    with pytest.raises(MoveError, match="r1c2 cannot be 1: r1c1 in row 1 is 1"):
        game.place("r1c2", 1)
    with pytest.raises(MoveError, match="r1c1 is 1 already"):
        game.clear((0, 0), 2)
    with pytest.raises(MoveError, match="r1c2 has no candidate 1"):
        game.clear("r1c2", 1)
    with pytest.raises(MoveError, match="5 is not a value"):
        game.place("r1c2", 5)
    with pytest.raises(BoardError, match="r9c9"):
        game.place("r9c9", 1)
    assert game.history == []


def test_techniques_that_need_a_unique_solution_are_asked_for():
    bug = BY_NAME["bug+1"]
    assert bug not in Game(Puzzle(HARD)).techniques
    assert bug in Game(Puzzle(HARD), unique=True).techniques


def test_each_move_is_told():
    told = []
    game = Game(Puzzle(EASY_9), techniques=SINGLES, tell=told.append)
    game.run()
    assert told == game.history
    assert str(told[0]) == told[0].reason.sentence


def test_silent_by_default(capsys):
    Game(Puzzle(EASY_9)).run()
    assert capsys.readouterr().out == ""
