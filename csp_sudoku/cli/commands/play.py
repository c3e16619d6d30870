"""`csp-sudoku play`: a game on the full screen of a terminal, or as lines, also from a pipe."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from csp_sudoku import boards
from csp_sudoku.boards import Board
from csp_sudoku.cli import fullscreen
from csp_sudoku.cli.arguments import add_reading
from csp_sudoku.cli.inputs import read_argument, read_source
from csp_sudoku.cli.signals import Terminated
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.logic import gamefile
from csp_sudoku.logic.game import Game
from csp_sudoku.logic.levels import scale_of
from csp_sudoku.logic.play import HELP, Play
from csp_sudoku.logic.player import Player
from csp_sudoku.logic.sheet import Sheet
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.whole_files import whole

_LONGEST = 1 << 24
"""Characters of a game or a puzzle; a game of a samurai with all of its moves has far fewer."""
_EPILOG = (
    "On a terminal the game takes the whole screen: ? lists the keys, q leaves. Leaving by q or\n"
    "Ctrl-C keeps an unfinished game, and csp-sudoku play --continue goes on with it.\n\n"
    f"commands of --lines, and from a pipe:\n{HELP}\n\n"
    "A new puzzle to play: csp-sudoku play --level hard\n"
    "Exit code: 0 when you leave, 2 for bad usage or a file that is not a game."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "puzzle",
        nargs="?",
        metavar="FILE",
        help="a puzzle, a file with one, or a saved game (default: a new puzzle on the full "
        "screen; in lines you type the rows)",
    )
    parser.add_argument("--level", metavar="LEVEL", help="a new puzzle of this level, as hard")
    parser.add_argument(
        "--continue",
        dest="is_continued",
        action="store_true",
        help="go on with the game that was left last",
    )
    parser.add_argument(
        "--lines", action="store_true", help="a dialogue in lines, on a terminal as in a pipe"
    )
    add_reading(parser)
    parser.epilog = _EPILOG


def run(args: argparse.Namespace) -> int:
    """Play on the full screen, or answer commands until `End` or until there are no more lines."""
    if sys.stdin is None:
        raise CspSudokuError("standard input is closed", fix="type commands, or pipe them in")
    if sum((args.puzzle is not None, args.level is not None, args.is_continued)) > 1:
        raise CspSudokuError(
            "more than one game is named", fix="give one of FILE, --level, --continue"
        )
    if not args.lines and fullscreen.can_run():
        return _on_full_screen(args)
    board = None if args.board is None else boards.board_of(args.board)
    play = Play(_game(args), board=board, alphabet=args.alphabet, read=_text, write=_save)
    print(play.greeting(), flush=True)
    for line in _lines(play):
        try:
            reply = play.answer(line)
        except KeyboardInterrupt as end:
            if isinstance(end, Terminated) or not sys.stdin.isatty():
                raise
            print("interrupted")
            continue
        if reply.text:
            print(reply.text, flush=True)
        if reply.is_over:
            break
    return 0


# The full screen


def _on_full_screen(args: argparse.Namespace) -> int:
    """Play until the player leaves; an unfinished game is kept, also after Ctrl-C and SIGTERM."""
    board = boards.sudoku(3, 3) if args.board is None else boards.board_of(args.board)
    sheet = None
    if args.is_continued:
        puzzle, sheet = gamefile.read_sheet(_text(str(_last_game())))
    else:
        game = _game(args)
        puzzle = _new(board, "") if game is None else game.puzzle
        sheet = None if game is None else _sheet(args, game)
    player = Player(
        puzzle,
        sheet,
        alphabet=args.alphabet,
        levels=_levels(puzzle.board),
        make=lambda level: _new(puzzle.board, level),
        read=_text,
        write=_save,
    )
    if args.puzzle is None and not (args.is_continued or args.level) and player.levels:
        player.press("N")
    try:
        fullscreen.run(player)
    finally:
        if player.has_begun:
            _keep(player)
    return 0


def _sheet(args: argparse.Namespace, game: Game) -> Sheet:
    """Return what is written on a saved game: its marks are not part of a `Game`."""
    if args.puzzle is not None and Path(args.puzzle).is_file():
        text = _text(args.puzzle)
        if gamefile.is_game(text):
            return gamefile.read_sheet(text)[1]
    return Sheet.of_game(game)


def _levels(board: Board) -> tuple[str, ...]:
    return scale_of().levels if engine_of(board.csp) is not None else ()


def _new(board: Board, level: str) -> Puzzle:
    """Return a new puzzle; plain 9x9 boards have levels."""
    from csp_sudoku.making.generate import generate

    return generate(board=board, difficulty=level or None)


def _keep(player: Player) -> None:
    """Keep an unfinished game, and say how to go on with it."""
    file = _last_game()
    file.parent.mkdir(parents=True, exist_ok=True)
    _save(str(file), player.saved())
    print(f"the game is kept in {file}: csp-sudoku play --continue goes on with it", flush=True)


def _last_game() -> Path:
    """Return where the game that was left last is kept."""
    folder = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(folder).expanduser() / "csp-sudoku" / "last.game"


# Lines and files


def _lines(play: Play) -> Iterator[str]:
    """Yield what is typed, with line editing and history on a terminal, or what a pipe brings."""
    if not sys.stdin.isatty():
        for line in sys.stdin.buffer:  # bytes that are not UTF-8 make a wrong line, not a crash
            yield line.decode("utf-8", "replace").rstrip("\r\n")
        return
    with suppress(ImportError):  # without it, lines can be typed but not edited
        import readline  # noqa: F401 - input() uses it once it is imported
    while True:
        try:
            yield input(play.prompt)
        except EOFError:
            print()
            return


def _game(args: argparse.Namespace) -> Game | None:
    """Return the game that the command names: a file, a puzzle in the command itself, a level."""
    if args.is_continued:
        return gamefile.read(_text(str(_last_game())), alphabet=args.alphabet)
    if args.level is not None:
        board = boards.sudoku(3, 3) if args.board is None else boards.board_of(args.board)
        return Game(_new(board, args.level), alphabet=args.alphabet)
    word = args.puzzle
    if word is None:
        return None
    try:
        is_file = Path(word).is_file()
    except (OSError, ValueError):  # too long for a name
        is_file = False
    text = _text(word) if is_file else word
    if gamefile.is_game(text):
        return gamefile.read(text, alphabet=args.alphabet)
    lines = text.splitlines() or [""]
    record = next(read_source(lines, word, args) if is_file else read_argument(word, args))
    if isinstance(record, CspSudokuError):
        raise record
    return Game(record.puzzle, alphabet=args.alphabet)


def _text(name: str) -> str:
    try:
        with Path(name).expanduser().open(encoding="utf-8") as file:
            text = file.read(_LONGEST + 1)
        if len(text) <= _LONGEST:
            return text
        raise ValueError(f"it has more than {_LONGEST:,} characters")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"cannot read {name}: {reason}") from None


def _save(name: str, text: str) -> None:
    with whole(Path(name).expanduser()) as part:
        part.write_text(text, encoding="utf-8")
