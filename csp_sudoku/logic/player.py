"""A player at a sheet: a key goes in, and the sheet, the cursor or the message changes.

This is the full-screen game without its screen: nothing here draws or waits. Keys are symbols of
the board, letters for commands, and names as "up", "shift-left", "tab", "erase", "enter" and
"escape". Where the board uses a letter as a symbol, `:` and the command's word do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.boards.board import Cell
from csp_sudoku.errors import BoardError, CspSudokuError, MoveError
from csp_sudoku.formats.alphabets import Alphabet, alphabet_for
from csp_sudoku.logic import gamefile
from csp_sudoku.logic.hints import HINT_LEVELS, hint_at, mistake
from csp_sudoku.logic.sheet import COLOURS, Mode, Sheet
from csp_sudoku.logic.solver import solution_count
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rules.words import rules_listed

_SECONDS = 10.0
_WRONG = "something is wrong on the board: m marks what"
_OPEN_CELL = (" ", "0", ".", "_", "*")
_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Player:
    """One person at one puzzle.

    >>> player = Player(Puzzle("1... ..2. .3.. ...4"))
    >>> for key in ("right", "2", "right", "tab", "3", "4"):
    ...     player.press(key)
    >>> player.sheet.values[:4], player.message
    ((1, 2, 0, 0), '')
    >>> player.marks(2, "corner")
    '34'
    >>> player.press("h")
    >>> player.message
    'look at box 2'

    Args:
        puzzle: the puzzle to play.
        sheet: what is written on it already.
        alphabet: the symbols for values.
        levels: the levels of new puzzles.
        make: returns a new puzzle of a level, or of "" where there are no levels.
        read: returns the text of a file, for `load`.
        write: puts a text into a file, for `save`.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        sheet: Sheet | None = None,
        *,
        alphabet: str | Alphabet | None = None,
        levels: Sequence[str] = (),
        make: Callable[[str], Puzzle] | None = None,
        read: Callable[[str], str] | None = None,
        write: Callable[[str, str], object] | None = None,
    ) -> None:
        self._wanted_alphabet = alphabet
        self.levels = levels
        self._make, self._read, self._write = make, read, write
        self.is_over = False
        self.is_own = False
        """Whether the puzzle was typed in."""
        self.begin(puzzle, sheet)

    def begin(self, puzzle: Puzzle, sheet: Sheet | None = None) -> None:
        """Start with a puzzle."""
        self.puzzle = puzzle
        self.alphabet = alphabet_for(puzzle.board.size, self._wanted_alphabet)
        self._sheets = [sheet or Sheet.of(puzzle)]
        self._at = 0
        self.cursor = 0
        self.selected: frozenset[int] = frozenset()
        self.is_selecting = False
        self.mode = Mode.VALUE
        self.message = "? lists the keys"
        self.step: Step | None = None
        """The step to highlight."""
        self.area: frozenset[int] = frozenset()
        """The cells to look at, if a hint named an area alone."""
        self.wrong: frozenset[int] = frozenset()
        """The cells that are marked as mistakes."""
        self.page: str | None = None
        """A text that is shown in place of the board."""
        self.line: str | None = None
        """A command that is being typed."""
        self.is_choosing = False
        """Whether a level is asked for."""
        self.is_setting = False
        """Whether a puzzle is being typed in: each symbol goes to the next cell."""
        self.is_solved = False
        self._hinted = 0
        self._note_end()

    @property
    def sheet(self) -> Sheet:
        """What is written now."""
        return self._sheets[self._at]

    @property
    def has_begun(self) -> bool:
        """Whether there is something to lose: something is written, and it is not solved."""
        return not self.is_solved and self.sheet != Sheet.of(self.puzzle)

    @property
    def cells(self) -> list[int]:
        """The cells that a key is about: those that are selected, or the one at the cursor."""
        return sorted(self.selected) or [self.cursor]

    @property
    def open_left(self) -> int:
        """How many cells have no value."""
        return self.sheet.values.count(0)

    def marks(self, cell: int, kind: str) -> str:
        """Return the "corner" or "centre" marks of a cell as symbols."""
        mask: int = getattr(self.sheet, kind)[cell]
        return "".join(self.alphabet.symbol(value) for value in values_of(mask))

    def saved(self) -> str:
        """Return the game as the text of a file."""
        return gamefile.write_sheet(self.puzzle, self.sheet)

    def press(self, key: str) -> None:
        """Do what a key stands for; what cannot be done is a message."""
        try:
            if self.page is not None:
                self.page = None
            elif self.line is not None:
                self._type(key)
            elif self.is_choosing:
                self._choose(key)
            else:
                self._do(key)
        except CspSudokuError as error:
            self.message = str(error)

    def _do(self, key: str) -> None:
        table = self.alphabet.table(self.puzzle.board.size)
        if self.is_setting and (table.get(key) or key in _OPEN_CELL):
            self._set(table.get(key) or 0)
        elif table.get(key):
            self._write_symbol(table[key])
        elif self.mode is Mode.COLOUR and key in "123456"[:COLOURS]:
            self._write_symbol(int(key))
        elif key.removeprefix("shift-") in _WAYS:
            self._move(key)
        elif key in _BY_KEY:
            self.message = ""
            _BY_KEY[key].do(self, "")

    # The cursor

    def _move(self, key: str) -> None:
        """Move to the next cell that way, past gaps of the board, and around its edge."""
        board = self.puzzle.board
        is_drawn = key.startswith("shift-") or self.is_selecting
        row_step, column_step = _WAYS[key.removeprefix("shift-")]
        before = self.cursor
        row, column = board.cells[before]
        rows, columns = board.shape
        while True:
            row, column = (row + row_step) % rows, (column + column_step) % columns
            if Cell(row, column) in board.index:
                break
        self.cursor = board.index[Cell(row, column)]
        self.selected = self.selected | {before, self.cursor} if is_drawn else frozenset()

    def _select(self, _: str) -> None:
        self.is_selecting = not self.is_selecting
        self.selected = frozenset({self.cursor}) if self.is_selecting else frozenset()
        if self.is_selecting:
            self.message = "the cursor selects cells; v or Esc ends it"

    def _escape(self, _: str) -> None:
        self.is_selecting = False
        self.selected = self.area = self.wrong = frozenset()
        self.step = None

    def _go_to(self, words: str) -> None:
        """Go to a cell, and write a value there if one is named: r4c6, or r4c6 7."""
        name, _, symbol = words.partition(" ")
        self.cursor = self.puzzle.board.cell_index(name)
        self.selected = frozenset()
        if symbol:
            value = self.alphabet.table(self.puzzle.board.size).get(symbol.strip())
            if not value:
                raise MoveError(f"{symbol!r} is not a value of this board")
            self._put([self.cursor], value)

    # Writing

    def _next_mode(self, _: str, by: int = 1) -> None:
        modes = list(Mode)
        self.mode = modes[(modes.index(self.mode) + by) % len(modes)]
        if self.mode is Mode.COLOUR:
            self.message = f"1 to {COLOURS} paint a cell"

    def _write_symbol(self, value: int) -> None:
        cells = self.cells
        if self.mode is Mode.COLOUR:
            if value > COLOURS:
                raise MoveError(f"there are {COLOURS} colours", fix=f"press 1 to {COLOURS}")
            self._turn_to(self.sheet.painted(cells, value))
        elif self.mode is Mode.VALUE:
            self._put(cells, value)
        else:
            self._turn_to(self.sheet.with_mark(self.mode.value, self._own(cells), value))

    def _put(self, cells: Sequence[int], value: int) -> None:
        self._turn_to(self.sheet.with_value(self._own(cells), value))

    def _erase(self, _: str) -> None:
        if self.mode is Mode.COLOUR:
            painted = [cell for cell in self.cells if self.sheet.colours[cell]]
            for colour in {self.sheet.colours[cell] for cell in painted}:
                same = [cell for cell in painted if self.sheet.colours[cell] == colour]
                self._turn_to(self.sheet.painted(same, colour))
            return
        self._turn_to(self.sheet.erased(self._own(self.cells)))

    def _own(self, cells: Sequence[int]) -> list[int]:
        """Return those of the cells that are not clues; one that is a clue is refused."""
        own = [cell for cell in cells if not self.puzzle.values[cell]]
        if not own:
            raise MoveError(f"{self._name(cells[0])} is a clue: it stays as it is")
        return own

    def _turn_to(self, sheet: Sheet) -> None:
        """Go on with another sheet; the one before can be returned to."""
        if sheet == self.sheet:
            return
        del self._sheets[self._at + 1 :]
        self._sheets.append(sheet)
        self._at += 1
        self._changed()

    def _changed(self) -> None:
        self.message = ""
        self.wrong = self.area = frozenset()
        self.step = None
        self._hinted = 0
        self._note_end()

    def _note_end(self) -> None:
        """Say when the last cell is written whether the puzzle is solved."""
        self.is_solved = False
        if self.sheet.is_full:
            self.is_solved = self._mistake() is None
            self.message = "solved" if self.is_solved else f"the board is full, but {_WRONG}"

    def _undo(self, _: str) -> None:
        if self._at == 0:
            raise MoveError("there is nothing to undo")
        self._at -= 1
        self._changed()

    def _redo(self, _: str) -> None:
        if self._at == len(self._sheets) - 1:
            raise MoveError("there is nothing to do again")
        self._at += 1
        self._changed()

    # Help by logic

    def _mistake(self) -> tuple[str, frozenset[int]] | None:
        """Return what is wrong in words, and the cells."""
        found = mistake(
            self.puzzle,
            self.sheet.filled(self.puzzle),
            timeout=_SECONDS,
            alphabet=self._wanted_alphabet,
        )
        if found is None:
            return None
        return str(found), frozenset(map(self.puzzle.board.cell_index, found.cells))

    def _mark_mistakes(self, _: str) -> None:
        found = self._mistake()
        self.message, cells = found or ("nothing is wrong so far", frozenset())
        self.wrong = frozenset(cell for cell in cells if not self.puzzle.values[cell]) or cells

    def _state(self) -> State:
        """Return the board for techniques; raises MoveError if something on it is wrong."""
        if self._mistake():
            raise MoveError(_WRONG)
        state = State.of(self.sheet.filled(self.puzzle), alphabet=self._wanted_alphabet)
        for cell, mask in enumerate(self.sheet.cleared):
            for value in values_of(mask):
                if state.has(cell, value):
                    state.clear(cell, value)
        return state

    def _hint(self, _: str) -> None:
        """Give a hint: the area, then the technique, then the step."""
        level = min(self._hinted + 1, len(HINT_LEVELS))
        state = self._state()
        hint = hint_at(state, level)
        self._hinted = level
        self.message = str(hint)
        if hint.step is None:
            return
        self.step = hint.step if level == len(HINT_LEVELS) else None
        self.area = frozenset()
        if self.step is None:
            named = [group for group in state.bits.groups if str(hint).endswith(f" {group.name}")]
            self.area = frozenset(cell for group in named for cell in members(group.mask))

    def _take_step(self, _: str) -> None:
        """Take the next step of logic, with its reason and highlights."""
        hint = hint_at(self._state(), len(HINT_LEVELS))
        step = hint.step
        if step is None:
            self.message = str(hint)
            return
        sheet = self.sheet
        for cell, value in step.placements:
            sheet = sheet.with_value([cell], value)
        for cell, value in step.eliminations:
            sheet = sheet.with_cleared(cell, value)
        self._turn_to(sheet)
        ended = "; solved" if self.is_solved else ""
        self.message, self.step = f"{hint}{ended}", step

    def _candidates(self, _: str) -> None:
        """Write what the rules leave into every open cell, as centre marks."""
        self._turn_to(self.sheet.with_centre(self._state().candidates))

    def _solve(self, _: str) -> None:
        """Write a solution into the open cells."""
        answer = self.puzzle.solve(timeout=_SECONDS)
        if answer.solution is None:
            raise MoveError("no solution was found")
        sheet = self.sheet
        for cell, value in enumerate(answer.solution.values):
            if sheet.values[cell] != value:
                sheet = sheet.with_value([cell], value)
        self._turn_to(sheet)

    # Pages, new puzzles and files

    def _help(self, _: str) -> None:
        self.page = help_text(self.alphabet.symbol(1), self.alphabet.symbol(self.puzzle.board.size))

    def _rules(self, _: str) -> None:
        self.page = rules_listed(self.puzzle.board, self.puzzle.rules)

    def _whole_message(self, _: str) -> None:
        step = self.step
        if step is None:
            raise MoveError("there is no step to tell", fix="ask for one by h or n")
        told = [f"{step.technique}: {step}"]
        told += [f"  {number}. {one}" for number, one in enumerate(step.trial, start=1)]
        self.page = "\n".join(told)

    def _new(self, words: str) -> None:
        if self._make is None:
            raise MoveError("no new puzzle can be made here")
        if not words and self.levels:
            self.is_choosing = True
            self.message = "choose a level; Esc stays here"
            return
        if words and words not in self.levels:
            raise MoveError(f"there is no level {words!r}", fix=f"use {', '.join(self.levels)}")
        self.is_own = False
        self.begin(self._make(words))

    def _choose(self, key: str) -> None:
        self.is_choosing = False
        self.message = ""
        if key == "0":
            self._own_puzzle("")
        if key.isdecimal() and 1 <= int(key) <= len(self.levels):
            self._new(self.levels[int(key) - 1])

    def _own_puzzle(self, _: str) -> None:
        """Begin to type in a puzzle, or go on with one; play it if it is typed in."""
        if self.is_setting:
            self._play_own()
            return
        clues = Sheet.of(self.puzzle) if self.is_own else None
        self.begin(Puzzle(board=self.puzzle.board, rules=self.puzzle.rules), clues)
        self.is_setting, self.is_own = True, True
        self.message = "type or paste your puzzle, row by row, a dot for an open cell; E plays it"

    def _set(self, value: int) -> None:
        """Write a clue, or nothing, and go to the next cell."""
        at = self.cursor
        if value and self.sheet.values[at] != value:
            self._put([at], value)
        elif not value and self.sheet.values[at]:
            self._turn_to(self.sheet.erased([at]))
        self.cursor = (at + 1) % len(self.puzzle.values)

    def _play_own(self) -> None:
        """Play the puzzle that is typed in, and say how many solutions it has."""
        puzzle = self.sheet.filled(self.puzzle)
        found = solution_count(puzzle, timeout=_SECONDS) if self._mistake() is None else 0
        if found == 0:
            self._mark_mistakes("")
            self.message += "; mend it, then E plays it"
            return
        self.begin(puzzle)
        self.is_own = True
        told = {None: "how many solutions it has is not known", 1: "it has one solution"}
        self.message = told.get(found, "it has several solutions: E goes on with its clues")

    def _save(self, name: str) -> None:
        if self._write is None:
            raise MoveError("nothing can be saved here")
        if not name:
            self.line = "save "
            return
        self._write(name, self.saved())
        self.message = f"saved to {name}"

    def _load(self, name: str) -> None:
        if self._read is None:
            raise MoveError("nothing can be loaded here")
        if not name:
            self.line = "load "
            return
        self.begin(*gamefile.read_sheet(self._read(name)))

    def _leave(self, _: str) -> None:
        self.is_over = True

    # Commands as words

    def _begin_line(self, _: str) -> None:
        self.line = ""

    def _type(self, key: str) -> None:
        line = self.line or ""
        if key == "escape" or (key == "erase" and not line):
            self.line = None
        elif key == "erase":
            self.line = line[:-1]
        elif key == "enter":
            self.line = None
            self.message = ""
            self._obey(line.strip())
        elif len(key) == 1 and key.isprintable():
            self.line = line + key

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not word:
            return
        command = next((c for c in COMMANDS if c.word and c.word.startswith(word.lower())), None)
        if command is not None:
            command.do(self, rest.strip())
            return
        try:
            self._go_to(line)
        except BoardError:
            raise MoveError(f"there is no command {word[:20]!r}", fix="? lists all") from None

    def _name(self, cell: int) -> str:
        return str(self.puzzle.board.cells[cell])


class Command(NamedTuple):
    """A command: its keys, its word after `:`, what it does, and what the help says."""

    keys: tuple[str, ...]
    word: str
    do: Callable[[Player, str], None]
    told: str


COMMANDS = (
    Command(("tab", " "), "mode", Player._next_mode, "value, corner marks, centre marks, colours"),
    Command(("shift-tab",), "", lambda player, _: player._next_mode("", -1), ""),
    Command(("erase", "0", "."), "erase", Player._erase, "erase the value, then the marks"),
    Command(("u",), "undo", Player._undo, "take back"),
    Command(("r",), "redo", Player._redo, "do again"),
    Command(("v",), "select", Player._select, "select several cells (also shift and an arrow)"),
    Command(("h",), "hint", Player._hint, "a hint: the area, the technique, the step"),
    Command(("n",), "next", Player._take_step, "the next step of logic, with its reason"),
    Command(("t",), "tell", Player._whole_message, "tell the whole step, with its trials"),
    Command(("m",), "mistakes", Player._mark_mistakes, "mark mistakes"),
    Command(("a",), "all", Player._candidates, "write all candidates as centre marks"),
    Command((), "solve", Player._solve, "write the solution"),
    Command(("N",), "new", Player._new, "a new puzzle by level (also :new hard)"),
    Command(("E",), "own", Player._own_puzzle, "type in a puzzle of your own; E again plays it"),
    Command(("w",), "save", Player._save, "save FILE"),
    Command(("o",), "load", Player._load, "load FILE"),
    Command(("i",), "rules", Player._rules, "the rules in words"),
    Command(("?",), "help", Player._help, "this page"),
    Command(("q",), "quit", Player._leave, "leave; the game is kept (also Ctrl-C)"),
    Command((":",), "", Player._begin_line, "a command by its word, or a cell: r4c6, r4c6 7"),
    Command(("escape",), "", Player._escape, "drop selection and highlights"),
)
_BY_KEY = {key: command for command in COMMANDS for key in command.keys}
_KEY_NAMES = {" ": "space", "erase": "Del", "escape": "Esc", "tab": "Tab"}


def help_text(first: str, last: str) -> str:
    """Return the page that lists the keys.

    >>> print(help_text("1", "9").splitlines()[1])
    1 to 9            write a value, a mark or a colour
    """
    lines = [("arrows", "move"), (f"{first} to {last}", "write a value, a mark or a colour")]
    for keys, word, _, told in COMMANDS:
        names = [_KEY_NAMES.get(key, key) for key in keys]
        names += [f":{word}"] if word else []
        if told:
            lines.append((" ".join(names), told))
    return "\n".join(f"{keys:18}{told}" for keys, told in lines)
