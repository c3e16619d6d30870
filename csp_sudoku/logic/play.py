"""Play: the dialogue of a game. A line goes in, a text comes out; the caller does the I/O.

Without a puzzle it first asks for the rows, which may be short. Then a person sets and clears
values, asks for hints and steps, or lets logic continue; where logic is stuck, the person sets
another value, and logic continues from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.errors import CspSudokuError, MoveError, PuzzleFormatError
from csp_sudoku.formats.alphabets import Alphabet, alphabet_for
from csp_sudoku.logic import gamefile
from csp_sudoku.logic.explanation import SEVERAL
from csp_sudoku.logic.game import Game, Progress
from csp_sudoku.logic.hints import HINT_LEVELS, Mistake, check_level, hint_at, mistake, refused
from csp_sudoku.logic.solver import solution_count
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rules.words import rules_listed
from csp_sudoku.status import Status

HELP = """\
set r4c6 7     put a value into a cell; also r4c6 7, r4c6=7, 4 6 7, 467
clear r4c6 7   rule a value out; also r4c6-7. Without a value: take back what was set there
hint [1|2|3]   the area; then the technique; then the whole step
step           the next step, with its reason
go             all steps as far as logic goes
solve          show the solution
check          say what is wrong on the board, if anything is
undo, redo     take back what the last command did; do it again
show           draw the board
candidates     draw the board with what is left for each cell
rules          say the rules of the puzzle
save FILE, load FILE, new
End            leave (also quit)"""

_STUCK = "stuck: no technique goes further; set or clear a value, or ask for a hint"
_SEVERAL = "stuck: there are several solutions from here; set or clear a value"
_CELL = re.compile(
    r"(?:r(\d{1,3})\s*c(\d{1,3})|(\d{1,3})[\s,]+(\d{1,3})|(\d)(\d))\s*(=|:|,|-|!=)?\s*(.*)",
    re.IGNORECASE,
)
_LEAVING = ("end", "quit", "exit")
_ANSWERS_SECONDS = 10.0


class Response(NamedTuple):
    """The text that answers a line, and whether the dialogue is over."""

    text: str
    is_over: bool = False


class Play:
    """One dialogue about one game.

    >>> play = Play(Puzzle("1... ..2. .3.. ...4"))
    >>> print(play.answer("r1c2 1").text)
    r1c2 cannot be 1: r1c1 in row 1 is 1; place another value, or undo
    >>> print(play.answer("hint").text)
    look at box 2
    >>> play.answer("End").is_over
    True

    Args:
        puzzle: the puzzle to play, or the game to continue; None to ask for the rows.
        board: the board whose rows are asked for.
        alphabet: the symbols for values.
        read: returns the text of a file, for `load`.
        write: puts a text into a file, for `save`.
    """

    def __init__(
        self,
        puzzle: Puzzle | Game | None = None,
        *,
        board: Board | None = None,
        alphabet: str | Alphabet | None = None,
        read: Callable[[str], str] | None = None,
        write: Callable[[str, str], object] | None = None,
    ) -> None:
        self.board = board or boards.sudoku(3, 3)
        self.wanted_alphabet = alphabet
        self._read = read
        self._write = write
        self._rows: list[str] = []
        self._positions: list[tuple[Game, int]] = []
        self._at = 0
        self._hinted: tuple[Game, int, int] | None = None
        if isinstance(puzzle, Game):
            self._begin(puzzle)
        elif puzzle is not None:
            self._begin(Game(puzzle, alphabet=alphabet))

    @property
    def is_entering(self) -> bool:
        """Whether rows are still asked for."""
        return not self._positions

    @property
    def game(self) -> Game:
        """The present game; there is none while rows are asked for."""
        return self._positions[self._at][0]

    @property
    def prompt(self) -> str:
        """The prompt to show on a terminal."""
        return f"row {len(self._rows) + 1}> " if self.is_entering else "> "

    def greeting(self) -> str:
        """Return the text with which the dialogue begins."""
        if not self.is_entering:
            told = f"{self._told_rules()}\n" if self.game.puzzle.rules else ""
            return f"{self._drawing()}\n{told}help lists the commands, End leaves"
        rows, columns = self.board.shape
        symbols = self._alphabet.expected(self.board.size)
        return (
            f"Enter {rows} rows of up to {columns} symbols, or all in one line: {symbols}.\n"
            "A short row is padded on the right. End leaves."
        )

    def answer(self, line: str) -> Response:
        """Answer one line; a line with an error is answered with the error, and changes nothing."""
        word, _, rest = line.strip().partition(" ")
        if word.lower() in _LEAVING and not rest.strip():
            return Response("", is_over=True)
        try:
            if self.is_entering and word.lower() not in ("help", "load"):
                return Response(self._enter(line))
            return Response(self._command(word, rest.strip(), line.strip()))
        except CspSudokuError as error:
            return Response(str(error))
        except KeyboardInterrupt:
            if not self.is_entering:
                del self._positions[self._at + 1 :]
                self._move_to(self._at)
            raise

    # Entering rows

    @property
    def _alphabet(self) -> Alphabet:
        return alphabet_for(self.board.size, self.wanted_alphabet)

    def _enter(self, line: str) -> str:
        rows, columns = self.board.shape
        row = line.rstrip("\r\n")
        if not self._rows and len("".join(row.split())) > columns:
            return self._begin(Game(self._whole(row), alphabet=self.wanted_alphabet))
        row = row.rstrip()
        if len(row) > columns:
            raise PuzzleFormatError(
                f"the row has {len(row)} symbols, expected at most {columns}",
                fix="enter this row again",
            )
        table = self._alphabet.table(self.board.size)
        strange = next((symbol for symbol in row if symbol not in table), None)
        if strange is not None:
            raise PuzzleFormatError(
                f"{strange!r} is not a symbol of this board",
                fix=self._alphabet.expected(self.board.size),
            )
        puzzle = self._puzzle([*self._rows, row])
        clash = puzzle.clash()
        if clash:
            raise PuzzleFormatError(str(clash), fix="enter this row again")
        self._rows.append(row)
        if len(self._rows) < rows:
            return ""
        return self._begin(Game(puzzle, alphabet=self.wanted_alphabet))

    def _whole(self, line: str) -> Puzzle:
        name = self.wanted_alphabet
        alphabet = name.name if isinstance(name, Alphabet) else name
        return Puzzle(line.strip(), board=self.board, alphabet=alphabet)

    def _puzzle(self, rows: Sequence[str]) -> Puzzle:
        table = self._alphabet.table(self.board.size)
        values = []
        for cell in self.board.cells:
            row = rows[cell.row] if cell.row < len(rows) else ""
            values.append(table[row[cell.column]] if cell.column < len(row) else 0)
        return Puzzle.of(self.board, values)

    def _begin(self, game: Game) -> str:
        """Start with a game; if it has moves, they can be undone step by step."""
        self.board = game.puzzle.board
        self._rows = []
        made = 0
        self._positions = [(game, made)]
        for step in gamefile.steps_made(game.history):
            made += len(step.placements) + len(step.eliminations)
            self._positions.append((game, made))
        self._at = len(self._positions) - 1
        return self._shown()

    # Commands

    def _command(self, word: str, rest: str, line: str) -> str:
        if not word:
            return ""
        name = _full_name(word.lower())
        if name is None:
            if _CELL.fullmatch(line):
                return self._set(line)
            raise MoveError(f"there is no command {word[:20]!r}", fix="help lists all")
        if self.is_entering and name not in ("help", "load"):
            raise MoveError("there is no board yet", fix="enter its rows, or load a game")
        if rest and name not in _WITH_WORDS:
            raise MoveError(f"{name} takes no argument, got {rest[:20]!r}", fix="help lists all")
        return _COMMANDS[name](self, rest)

    def _set(self, rest: str) -> str:
        cell, sign, values = self._cell(rest)
        if sign in ("-", "!="):
            return self._clear(rest)
        if len(values) != 1:
            raise MoveError(f"expected one value, got {len(values)}", fix="write as r4c6 7")
        self.game.place(cell, values[0])
        left = self.game.state.open.bit_count()
        return self._done(f"{left} cell{'s' * (left != 1)} to go" if left else "")

    def _clear(self, rest: str) -> str:
        cell, _, values = self._cell(rest)
        if not values:
            return self._take_back(cell)
        wrong = [value for value in values if not self.game.state.has(self._index(cell), value)]
        moves = [self.game.clear(cell, value) for value in wrong or dict.fromkeys(values)]
        return self._done("\n".join(map(str, moves)), draw=False)

    def _take_back(self, cell: tuple[int, int]) -> str:
        """Start again with the moves made by hand, except the value of one cell."""
        index = self._index(cell)
        made = list(gamefile.steps_made(self.game.history))
        by_hand = [step for step in made if step.technique == "by hand"]
        kept = [s for s in by_hand if all(c.cell != index for c in s.placements)]
        if len(kept) == len(by_hand):
            name = self.game.state.words.cell[index]
            raise MoveError(
                f"nothing was set by hand at {name}",
                fix=f"name a value to rule out: clear {name} 7",
            )
        game = Game(self.game.puzzle, alphabet=self.wanted_alphabet)
        for step in kept:
            game.take(step)
        dropped = len(made) - len(by_hand)
        note = f"{dropped} steps of logic that came since are taken back, too" if dropped else ""
        if dropped == 1:
            note = "a step of logic that came since is taken back, too"
        return self._done(note, game=game)

    def _told_rules(self) -> str:
        return rules_listed(self.board, self.game.puzzle.rules)

    def _hint(self, rest: str) -> str:
        game = self.game
        now = len(game.history)
        level = 1
        if rest:
            check_level(int(rest) if rest.isdecimal() else rest)
            level = int(rest)
        elif self._hinted and self._hinted[:2] == (game, now):
            level = min(self._hinted[2] + 1, len(HINT_LEVELS))
        self._hinted = game, now, level
        wrong = self._mistake()
        return str(refused(wrong, level) if wrong else hint_at(game.state, level))

    def _step(self, _: str) -> str:
        if self.game.progress in (Progress.SOLVED, Progress.CONTRADICTION):
            return self._progress()
        step = self.game.find()
        if step is None:
            return self._stuck()
        self.game.take(step)
        return self._done(f"{step.technique}: {step}")

    def _go(self, _: str) -> str:
        before = len(self.game.history)
        progress = self.game.run()
        steps = gamefile.steps_made(self.game.history[before:])
        lines = [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
        stuck = [self._stuck()] if progress is Progress.STUCK else []
        if not lines:
            return "\n".join(stuck) or self._progress()
        return "\n".join([self._done("\n".join(lines)), *stuck])

    def _stuck(self) -> str:
        found = solution_count(self.game.state.puzzle, timeout=_ANSWERS_SECONDS)
        return _SEVERAL if found == SEVERAL else _STUCK

    def _solve(self, _: str) -> str:
        """Show a solution of the present board; if it has none, one of the puzzle."""
        game = self.game
        answer = game.state.puzzle.solve(limit=2, timeout=_ANSWERS_SECONDS)
        note = "this is not the only one" if answer.found > 1 else ""
        if answer.status is Status.NONE:
            answer = game.puzzle.solve(timeout=_ANSWERS_SECONDS)
            note = "it differs from what is on the board: check says where"
        if answer.status is Status.NONE:
            return "the puzzle has no solution"
        if answer.solution is None:
            return "no solution was found in time"
        return "\n".join(filter(None, (self._drawing(answer.solution.values), note)))

    def _check(self, _: str) -> str:
        return str(self._mistake() or "nothing is wrong so far")

    def _mistake(self) -> Mistake | None:
        game = self.game
        filled = game.state.puzzle
        found = mistake(
            game.puzzle, filled, timeout=_ANSWERS_SECONDS, alphabet=self.wanted_alphabet
        )
        if found or not game.contradiction:
            return found
        return Mistake(str(game.contradiction), tuple(map(str, game.contradiction.variables)))

    def _undo(self, _: str) -> str:
        if self._at == 0:
            raise MoveError("there is nothing to undo")
        return self._move_to(self._at - 1)

    def _redo(self, _: str) -> str:
        if self._at == len(self._positions) - 1:
            raise MoveError("there is nothing to do again")
        return self._move_to(self._at + 1)

    def _move_to(self, at: int) -> str:
        self._at = at
        game, made = self._positions[at]
        while len(game.history) > made:
            game.undo()
        while len(game.history) < made and game.redo():
            pass
        return self._shown()

    def _save(self, rest: str) -> str:
        if not rest or self._write is None:
            raise MoveError("save needs the name of a file", fix="write as save my.game")
        self._write(rest, gamefile.write(self.game))
        return f"saved to {rest}"

    def _load(self, rest: str) -> str:
        if not rest or self._read is None:
            raise MoveError("load needs the name of a file", fix="write as load my.game")
        return self._begin(game_of(self._read(rest), alphabet=self.wanted_alphabet))

    def _new(self, _: str) -> str:
        self._positions = []
        return self.greeting()

    # Answers

    def _done(self, note: str = "", *, game: Game | None = None, draw: bool = True) -> str:
        """Record the position that a command led to, and show it."""
        now = game or self.game
        del self._positions[self._at + 1 :]
        self._positions.append((now, len(now.history)))
        self._at += 1
        parts = (note, self._drawing() if draw else "", self._progress())
        return "\n".join(part for part in parts if part)

    def _shown(self) -> str:
        return "\n".join(part for part in (self._drawing(), self._progress()) if part)

    def _drawing(self, values: Sequence[int] | None = None) -> str:
        shown = Puzzle.of(self.board, self.game.state.values if values is None else values)
        drawing = shown.to("grid", alphabet=self.game.state.words.alphabet.name)
        return labelled(drawing, self.board)

    def _progress(self) -> str:
        game = self.game
        if game.contradiction:
            return f"contradiction: {game.contradiction}; undo, or clear what is wrong"
        return "solved" if game.progress is Progress.SOLVED else ""

    # Reading cells

    def _cell(self, text: str) -> tuple[tuple[int, int], str, list[int]]:
        """Return the cell, the sign after it and the values of a text such as r4c6 7 or 467."""
        match = _CELL.fullmatch(text.strip())
        if not match:
            raise MoveError(f"{text[:20]!r} does not name a cell", fix="write as r4c6 7")
        row, column = (int(number) for number in match.groups()[:6] if number)
        table = self.game.state.words.alphabet.table(self.board.size)
        values = []
        for token in match[8].replace(",", " ").split():
            for symbol in [token] if token in table else token:
                if not table.get(symbol):
                    expected = self.game.state.words.alphabet.expected(self.board.size)
                    raise MoveError(f"{symbol!r} is not a value of this board", fix=expected)
                values.append(table[symbol])
        cell = row - 1, column - 1
        self._index(cell)
        return cell, match[7] or "", values

    def _index(self, cell: tuple[int, int]) -> int:
        return self.board.cell_index(cell)


def labelled(drawing: str, board: Board) -> str:
    """Return the drawing of a board with the numbers of its rows and columns.

    >>> print(labelled(Puzzle("1... ..2. .3.. ...4").to("grid"), boards.sudoku(2, 2)))
        1 2   3 4
      +-----+-----+
    1 | 1 . | . . |
    2 | . . | 2 . |
      +-----+-----+
    3 | . 3 | . . |
    4 | . . | . 4 |
      +-----+-----+
    """
    rows, columns = board.shape
    lines = drawing.splitlines()
    wide = len(str(rows))
    numbers = iter(range(1, rows + 1))
    full = {row for row in range(rows) if all((row, c) in board.index for c in range(columns))}
    shown: list[str] = []
    places: list[int] = []
    for line in lines:
        is_row = any(sign.isalnum() or sign in ".@" for sign in line)
        number = next(numbers, 0) if is_row else 0
        if number and number - 1 in full and not places:
            places = [at for at, sign in enumerate(line) if sign not in " |"]
        shown.append(f"{number or '':>{wide}} {line}")
    head = ""
    for column, at in enumerate(places[:columns], start=1):
        head = f"{head:{at}}"[:at] + str(column % 10 if columns > 9 else column)
    return "\n".join([*([f"{'':{wide}} {head}"] if head else []), *shown])


def game_of(text: str, *, alphabet: str | Alphabet | None = None) -> Game:
    """Return the game in a file's text: a saved game, or a puzzle in any format."""
    if gamefile.is_game(text):
        return gamefile.read(text, alphabet=alphabet)
    name = alphabet.name if isinstance(alphabet, Alphabet) else alphabet
    return Game(Puzzle(text, alphabet=name), alphabet=alphabet)


_COMMANDS: dict[str, Callable[[Play, str], str]] = {
    "set": Play._set,
    "clear": Play._clear,
    "hint": Play._hint,
    "step": Play._step,
    "go": Play._go,
    "solve": Play._solve,
    "check": Play._check,
    "undo": Play._undo,
    "redo": Play._redo,
    "show": lambda play, _: play._shown(),
    "candidates": lambda play, _: play.game.state.drawing(),
    "rules": lambda play, _: play._told_rules(),
    "save": Play._save,
    "load": Play._load,
    "new": Play._new,
    "help": lambda _play, _: HELP,
}
_WITH_WORDS = ("set", "clear", "hint", "save", "load")


def _full_name(word: str) -> str | None:
    """Return the command that a word names or abbreviates; None if there is none."""
    if word in _COMMANDS:
        return word
    begun = [name for name in _COMMANDS if name.startswith(word)]
    if len(begun) > 1:
        raise MoveError(f"{word!r} can mean {', '.join(begun)}", fix="write one more letter")
    return begun[0] if begun else None
