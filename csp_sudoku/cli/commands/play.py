"""`csp-sudoku play`: a game in the terminal, or its commands from a pipe."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from csp_sudoku import boards
from csp_sudoku.cli.arguments import add_reading
from csp_sudoku.cli.inputs import read_argument, read_source
from csp_sudoku.cli.signals import Terminated
from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.logic import gamefile
from csp_sudoku.logic.game import Game
from csp_sudoku.logic.play import HELP, Play
from csp_sudoku.whole_files import whole

_EPILOG = (
    f"commands:\n{HELP}\n\n"
    'A new puzzle to play: csp-sudoku play "$(csp-sudoku generate --seed 7)"\n'
    "Exit code: 0 when you leave, 2 for bad usage or a file that is not a game."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "puzzle",
        nargs="?",
        metavar="FILE",
        help="a puzzle, a file with one, or a saved game (default: you type the rows)",
    )
    add_reading(parser)
    parser.epilog = _EPILOG


def run(args: argparse.Namespace) -> int:
    """Answer commands until `End`, or until there are no more lines."""
    if sys.stdin is None:
        raise CspSudokuError("standard input is closed", fix="type commands, or pipe them in")
    board = None if args.board is None else boards.board_of(args.board)
    play = Play(
        None if args.puzzle is None else _game(args),
        board=board,
        alphabet=args.alphabet,
        read=_text,
        write=_save,
    )
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


def _game(args: argparse.Namespace) -> Game:
    """Return the game that the command names: a file, or a puzzle in the command itself."""
    word = args.puzzle
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
        return Path(name).expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"cannot read {name}: {reason}") from None


def _save(name: str, text: str) -> None:
    with whole(Path(name).expanduser()) as part:
        part.write_text(text, encoding="utf-8")
