"""The parser of a command's arguments, and the one that lists all commands."""

from __future__ import annotations

import argparse

from csp_sudoku import __version__

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, NoReturn

_EXAMPLES = """\
examples:
  csp-sudoku generate -n 20 > games.txt     twenty new puzzles, a line each
  csp-sudoku solve games.txt                a puzzle, a file, or - for standard input
  csp-sudoku show games.txt --candidates
  csp-sudoku explain games.txt --html steps.html
  csp-sudoku play games.txt                 the first of them

csp-sudoku COMMAND --help tells more.
"""
_UNRECOGNIZED = "unrecognized arguments: "
_LONG = 20


class Parser(argparse.ArgumentParser):
    """An argument parser that states a mistake in one line."""

    def __init__(self, prog: str, description: str, **settings: Any) -> None:
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=80),
            **settings,
        )

    def format_help(self) -> str:
        """Fit the help to the terminal, which is asked for its width now, not at each start."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """End with the mistake and where to read on."""
        from csp_sudoku.cli.failures import one_line

        if message.startswith(_UNRECOGNIZED):
            word = message.removeprefix(_UNRECOGNIZED).split()[0].partition("=")[0]
            near = _nearest(word, self._option_string_actions)
            message += f", perhaps {near}" if near else ""
        self.exit(2, one_line(f"{self.prog}: {message}; see {self.prog} --help") + "\n")


def overview(commands: Mapping[str, str]) -> Parser:
    """Return the parser of what stands before any command, which lists them all."""
    parser = Parser(
        "csp-sudoku",
        "Sudoku-like boards as constraint problems.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"csp-sudoku {__version__}")
    listed = parser.add_subparsers(  # type: ignore[type-var]  # it asks no more of a parser
        title="commands", metavar="COMMAND", prog=parser.prog, parser_class=_Listed
    )
    for name, summary in commands.items():
        listed.add_parser(name, help=summary)
    return parser


def unknown(word: str, commands: Iterable[str]) -> str:
    """Return what to say of a word where a command should be.

    >>> unknown("sovle", ["solve", "show"])
    "no command 'sovle', perhaps solve"
    >>> unknown("games.txt", ["solve", "show"])
    "no command before 'games.txt'; use csp-sudoku solve games.txt"
    """
    near = _nearest(word, commands)
    if near:
        return f"no command {word!r}, perhaps {near}"
    if word and not word.isalpha():  # a puzzle, or a file
        given = word if len(word) < _LONG else "PUZZLE"
        return f"no command before {word[:_LONG]!r}; use csp-sudoku solve {given}"
    return f"no command {word[:_LONG]!r}; use {', '.join(commands)}"


def _nearest(word: str, words: Iterable[str]) -> str | None:
    """Return what a word that was typed wrong may have been."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, words, n=1, cutoff=0.7)), None)


class _Listed:
    """A command that is only listed: no parser is made of it, and what follows it is not read."""

    def __init__(self, **settings: object) -> None:
        """Take what a parser would take."""

    def parse_known_args(self, *words: object) -> tuple[argparse.Namespace, list[str]]:
        """Leave everything out."""
        return argparse.Namespace(), []
