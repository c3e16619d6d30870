"""The full-screen game without a screen: keys go in, the sheet changes."""

import pytest

from csp_sudoku import Puzzle
from csp_sudoku.cli.picture import picture
from csp_sudoku.logic import gamefile
from csp_sudoku.logic.play import Play
from csp_sudoku.logic.player import Player
from csp_sudoku.logic.sheet import Mode, Sheet
from tests.seeds import EASY_9

SMALL = "1... ..2. .3.. ...4"


@pytest.fixture
def player():
    return Player(Puzzle(SMALL), levels=("easy", "hard"), make=lambda level: Puzzle(EASY_9))


def press(player, *keys):
    for key in keys:
        player.press(key)
    return player


def typed(player, line):
    return press(player, ":", *line, "enter")


def shown(player, rows=24, columns=80, **options):
    """Return the screen as text."""
    screen = [[" "] * columns for _ in range(rows)]
    for row, column, text, _ in picture(player, rows, columns, **options):
        for at, sign in enumerate(text):
            assert 0 <= row < rows
            assert column + at < columns, text
            screen[row][column + at] = sign
    return "\n".join("".join(line).rstrip() for line in screen)


def test_values_marks_and_colours(player):
    press(player, "right", "2", "right", "tab", "3", "4", "tab", "4", "tab", "5")
    assert player.sheet.values[:3] == (1, 2, 0)
    assert player.marks(2, "corner") == "34"
    assert player.marks(2, "centre") == "4"
    assert player.sheet.colours[2] == 5
    press(player, "u", "u", "u")
    assert player.marks(2, "corner") == "3"
    press(player, "r", "r", "r")
    assert player.sheet.colours[2] == 5
    assert player.mode is Mode.COLOUR
    press(player, "r")
    assert "nothing to do again" in player.message


def test_clues_stay(player):
    press(player, "2", "erase")
    assert player.sheet == Sheet.of(player.puzzle)
    assert player.message == "r1c1 is a clue: it stays as it is"


def test_the_cursor_goes_around_and_past_gaps():
    player = Player(Puzzle("." * 369, board="samurai"))
    press(player, *["right"] * 9)
    assert str(player.puzzle.board.cells[player.cursor]) == "r1c13"
    press(player, "left", "up")
    assert str(player.puzzle.board.cells[player.cursor]) == "r21c9"


def test_several_cells_at_once(player):
    press(player, "right", "tab", "shift-right", "shift-right", "3")
    assert [player.marks(cell, "corner") for cell in range(4)] == ["", "3", "3", "3"]
    press(player, "escape", "down", "v", "left", "left", "v")
    assert not player.selected


def test_mistakes_are_marked_only_when_asked(player):
    press(player, "right", "1")  # 1 is in the row already
    assert player.sheet.values[1] == 1
    assert not player.wrong
    assert "!" not in shown(player)
    press(player, "h")
    assert player.message == "something is wrong on the board: m marks what"
    assert not player.wrong
    press(player, "m")
    assert player.wrong == {1}
    assert ">1!" in shown(player).replace(" ", "")
    press(player, "erase")
    assert not player.wrong


def test_hints_grow_and_steps_lead_to_the_solution(player):
    press(player, "h")
    assert player.message == "look at box 2"
    assert len(player.area) == 4
    press(player, "h")
    assert "look at box 2" in player.message
    press(player, "h")
    assert player.step is not None
    assert player.message.endswith("1 has one place left in box 2: r2c4")
    while not player.is_solved:
        press(player, "n")
    assert player.sheet.values == tuple(player.puzzle.solve("dlx").solution.values)
    assert player.message.endswith("; solved")


def test_steps_that_only_rule_out_are_not_repeated():
    puzzle = Puzzle(
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
    )
    player = Player(puzzle)
    solution = puzzle.solve("dlx").solution.values
    told, kinds = set(), []
    for _ in range(6):
        before = player.sheet
        press(player, "n")
        assert player.message not in told
        told.add(player.message)
        kinds.append(player.sheet.values == before.values)
        assert (player.sheet.values == before.values) == (player.sheet.cleared != before.cleared)
    assert kinds.count(True) > 2  # these only rule out
    assert not any(m >> v - 1 & 1 for m, v in zip(player.sheet.cleared, solution, strict=True))


def test_candidates_and_the_solution(player):
    press(player, "a")
    assert player.marks(1, "centre") == "24"
    typed(player, "solve")
    assert player.is_solved
    assert player.message == "solved"
    assert not player.has_begun


def test_a_full_board_with_a_mistake(player):
    typed(player, "solve")
    typed(player, "r1c2 3")
    assert player.message.startswith("the board is full, but something is wrong")
    assert not player.is_solved


def test_new_puzzles_by_level(player):
    press(player, "N")
    assert "2 hard" in shown(player)
    press(player, "escape")
    assert player.puzzle == Puzzle(SMALL)
    press(player, "N", "2")
    assert player.puzzle == Puzzle(EASY_9)
    typed(player, "new evil")
    assert player.message == "there is no level 'evil'; use easy, hard"


def test_a_puzzle_of_ones_own(player):
    press(player, "E", *"1.....2..3.....", *"4", "E")
    assert player.puzzle == Puzzle(SMALL)
    assert player.message == "it has one solution"
    assert not player.is_setting
    press(player, "2")
    assert player.message == "r1c1 is a clue: it stays as it is"
    typed(player, "solve")
    assert player.is_solved


def test_a_puzzle_of_ones_own_can_be_mended(player):
    press(player, "E", *"11", "E")
    assert player.message == "r1c1 and r1c2 in row 1 are both 1; mend it, then E plays it"
    assert player.is_setting
    press(player, "left", "0", "u", "r", "E")
    assert player.message == "it has several solutions: E goes on with its clues"
    assert player.puzzle == Puzzle("1... .... .... ....")
    press(player, "E", "right", "right", "2", "E")
    assert player.puzzle == Puzzle("1.2. .... .... ....")
    press(player, "N", "0")
    assert player.is_setting


def test_commands_by_their_words(player):
    typed(player, "r1c2 2")
    assert player.sheet.values[1] == 2
    typed(player, "undo")
    assert player.sheet.values[1] == 0
    typed(player, "dance")
    assert "no command 'dance'" in player.message
    typed(player, "r9c9")
    assert "r9c9" in player.message
    assert typed(player, "quit").is_over


def test_letters_that_are_symbols_are_written():
    player = press(Player(Puzzle("." * 256)), "a", "tab", "g", "u")
    assert player.sheet.values[0] == 0
    assert typed(press(player, "shift-tab", "a"), "undo").sheet.values[0] == 0


def test_a_game_is_saved_with_all_that_is_written(player):
    files = {}
    player._write, player._read = files.__setitem__, files.__getitem__
    press(player, "right", "1", "down", "tab", "3", "w", *"a.game", "enter")
    assert player.message == "saved to a.game"
    sheet = player.sheet
    typed(player, "solve")
    typed(player, "load a.game")
    assert player.sheet == sheet
    assert gamefile.read_sheet(files["a.game"]) == (player.puzzle, sheet)
    dialogue = Play(gamefile.read(files["a.game"]))
    assert dialogue.game.history == []  # the only value is wrong, and a dialogue refuses it


@pytest.mark.parametrize(
    ("board", "rows", "columns"),
    [
        ("sudoku-3x3", 24, 80),
        ("sudoku-3x3", 40, 120),
        ("sudoku-3x3", 18, 40),
        ("sudoku-4x4", 24, 80),
        ("sudoku-5x5", 40, 120),
        ("samurai", 32, 100),
        ("latin-7", 24, 80),
    ],
)
def test_boards_that_fit(board, rows, columns):
    player = Player(Puzzle.of(cs_board(board), [0] * len(cs_board(board).cells)))
    text = shown(player, rows, columns)
    assert ">" in text
    assert "needs" not in text
    plain = shown(player, rows, columns, is_plain=True)
    assert plain.isascii()


def cs_board(name):
    from csp_sudoku import boards

    return boards.board_of(name)


def test_a_screen_that_is_too_small_is_said(player):
    text = shown(Player(Puzzle("." * 81)), 10, 40)
    assert "sudoku-3x3 needs 34 columns and 18 lines" in " ".join(text.split())


def test_the_lines_of_a_jigsaw():
    from csp_sudoku import boards

    board = boards.jigsaw("1112 1332 4332 4442")
    text = shown(Player(Puzzle.of(board, [0] * 16)), 12, 60)
    assert "├" in text
    assert "┼" in text or "┬" in text


def test_rules_are_listed_in_words():
    from csp_sudoku.rules import antiknight

    player = Player(Puzzle(EASY_9, rules=[antiknight()]))
    assert "a knight's move" in press(player, "i").page
    assert "a knight's move" in shown(player)
    assert "arrows" in press(player, "x", "?").page


@pytest.mark.parametrize(
    "change",
    [
        {"values": [1] * 3},
        {"values": ["x"] * 16},
        {"values": [2] + [0] * 15},
        {"corner": [[9]] * 16},
        {"centre": [3] * 16},
        {"colours": [7] * 16},
    ],
)
def test_broken_sheets_are_refused(player, change):
    data = player.sheet.to_data() | change
    with pytest.raises(ValueError, match=r"values|corner|centre|number"):
        Sheet.from_data(player.puzzle, data)
