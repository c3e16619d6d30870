"""`csp-sudoku completion`: a script with which a shell completes commands, options and values."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from importlib import import_module

from csp_sudoku.cli import COMMANDS
from csp_sudoku.cli.shells import SHELLS, Command, Option
from csp_sudoku.encoders.exports import EXPORTS

_EPILOG = """\
bash: csp-sudoku completion bash > ~/.local/share/bash-completion/completions/csp-sudoku
zsh:  csp-sudoku completion zsh > a folder of your $fpath, as _csp-sudoku
fish: csp-sudoku completion fish > ~/.config/fish/completions/csp-sudoku.fish
Exit code: 0 if all is well, 2 for bad usage.
"""
_FILES = ("PUZZLE", "FILE", "DIR")
"""What the arguments are called that name files."""
_BOARDS = (
    *("sudoku-2x2", "sudoku-2x3", "sudoku-3x3", "sudoku-4x4", "sudoku-5x5", "latin-9"),
    *("sudoku-3x3+diagonals", "sudoku-3x3+windows", "samurai"),
)
"""The best-known boards."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=tuple(SHELLS), help="the shell that the script is for")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(SHELLS[args.shell](commands()), end="")
    return 0


def commands() -> list[Command]:
    """Return all commands with their options, from their own parsers."""
    values = _values()
    values_of = {"export": {**values, "to": tuple(EXPORTS)}}
    found = []
    for name, summary in COMMANDS.items():
        parser = argparse.ArgumentParser()
        import_module(f"csp_sudoku.cli.commands.{name.replace('-', '_')}").configure(parser)
        options = [_option(action, values_of.get(name, values)) for action in parser._actions]
        words = [option for option in options if not option.flags]
        flags = [option for option in options if option.flags]
        found.append(Command(name, summary, flags, words[0] if words else None))
    return found


def _values() -> Mapping[str, tuple[str, ...]]:
    """Return what arguments take that are no choices of argparse, by their name."""
    from csp_sudoku import formats
    from csp_sudoku.backends import available
    from csp_sudoku.logic.rating import LEVELS

    backends = tuple(info.name for info in available())
    names, alphabets = tuple(formats.FORMATS), tuple(formats.ALPHABETS)
    return {
        "backend": backends,
        "board": _BOARDS,
        "format": names,
        "to": names,
        "alphabet": alphabets,
        "to_alphabet": alphabets,
        "difficulty": tuple(LEVELS),
        "of": tuple(COMMANDS),
    }


def _option(action: argparse.Action, values: Mapping[str, tuple[str, ...]]) -> Option:
    choices = action.choices or values.get(action.dest, ()) if action.nargs != 0 else ()
    return Option(
        flags=tuple(action.option_strings),
        help=action.help or "",
        metavar=None if action.nargs == 0 else str(action.metavar or action.dest).upper(),
        choices=tuple(map(str, choices)),
        is_file=action.metavar in _FILES,
    )
