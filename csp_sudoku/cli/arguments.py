"""The words of the command line: the parser of a command, and the options that commands share."""

from __future__ import annotations

import argparse

from csp_sudoku import __version__

TYPE_CHECKING = False  # not from `typing`: importing that would delay every command
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, NoReturn

_EXAMPLES = """\
examples:
  csp-sudoku generate -n 20 > games.txt     twenty new puzzles, one per line
  csp-sudoku solve games.txt                a puzzle, a file, or - for standard input
  csp-sudoku show games.txt --candidates
  csp-sudoku explain games.txt --html steps.html
  csp-sudoku play games.txt                 the first of them

Run csp-sudoku COMMAND --help for more.
"""
_UNRECOGNIZED = "unrecognized arguments: "
_LONG = 20
_MOST = 0xFFFFFFFE
_FOREVER = 1e9


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
        add_debug(self)

    def format_help(self) -> str:
        """Fit the help to the terminal, whose width is looked up now and not at every start."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Exit with the mistake in one line, and where to read on."""
        from csp_sudoku.cli.screen import printable

        if message.startswith(_UNRECOGNIZED):
            word = message.removeprefix(_UNRECOGNIZED).split()[0].partition("=")[0]
            near = _nearest(word, self._option_string_actions)
            message += f", perhaps {near}" if near else ""
        self.exit(2, printable(f"{self.prog}: {message}; see {self.prog} --help") + "\n")


def add_debug(parser: argparse.ArgumentParser) -> None:
    """Add the option that every command has."""
    parser.add_argument(
        "--debug",
        action="store_true",
        help="after an error of this program itself (exit code 70): show the traceback",
    )


def overview(commands: Mapping[str, str]) -> Parser:
    """Return the parser of what comes before any command; its help lists all commands."""
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
    """Return what to say about a word where a command should be.

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
    """Return the word that was probably meant by one that was typed wrong."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, words, n=1, cutoff=0.7)), None)


class _Listed:
    """A command in the overview: it has no parser of its own, and ignores the words after it."""

    def __init__(self, **settings: object) -> None:
        """Take the settings of a parser, and ignore them."""

    def parse_known_args(self, *words: object) -> tuple[argparse.Namespace, list[str]]:
        """Ignore the words."""
        return argparse.Namespace(), []


# Options that say what to read


def add_input(parser: argparse.ArgumentParser, otherwise: str = "the default in a pipe") -> None:
    """Add the arguments that say which puzzles to read, and how."""
    parser.add_argument(
        "puzzles",
        nargs="*",
        metavar="PUZZLE",
        help=f"a puzzle, a file of puzzles, - for standard input ({otherwise}), or empty for the "
        "board without clues",
    )
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how to read puzzles."""
    from csp_sudoku.formats import NAMES

    group = parser.add_argument_group("reading")
    group.add_argument(
        "--from",
        dest="format",
        metavar="FORMAT",
        help=f"the format of the input, where the text does not tell: {', '.join(NAMES)}",
    )
    group.add_argument(
        "--alphabet",
        metavar="NAME",
        help="the symbols of the input: digits, zero, letters, ascii, or the symbols themselves, "
        "for example ABCDEFGHI",
    )
    group.add_argument(
        "--column",
        metavar="NAME",
        help="the column with the puzzles, if the input is a table with a header, or Parquet",
    )
    group.add_argument(
        "--ignore-unknown-rules",
        action="store_true",
        help="read puzzles without those of their rules that are not understood, and name these "
        "on standard error",
    )
    add_board(group)
    group.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="RULE",
        help="a rule of all puzzles, for example 'cage r1c1 r1c2 = 15' or antiknight; may be given "
        "several times",
    )
    group.add_argument(
        "--rules", metavar="FILE", help="rules of all puzzles: one per line, or as JSON"
    )


def add_board(group: argparse._ArgumentGroup, default: str | None = None) -> None:
    """Add the option that names the board."""
    group.add_argument(
        "--board",
        default=default,
        metavar="NAME",
        help="the board: sudoku-3x4, latin-5, samurai, sudoku-3x3+diagonals, jigsaw-AABB..., or "
        "FILE.json",
    )


# Options that say what to write


def add_output(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the arguments that say where results go, and in which form."""
    group = parser.add_argument_group("writing")
    group.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE instead of standard output"
    )
    group.add_argument(
        "--resume",
        action="store_true",
        help="continue where FILE stopped (needs -o), with the same arguments and inputs as "
        "FILE.manifest.json has on record",
    )
    return _add_form(group)


def add_standard_output(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the arguments that say in which form results go to standard output."""
    parser.set_defaults(output=None, resume=False)
    return _add_form(parser.add_argument_group("writing"))


def _add_form(group: argparse._ArgumentGroup) -> argparse._ArgumentGroup:
    group.add_argument("--json", action="store_true", help="write one JSON object per line")
    group.add_argument("--quiet", action="store_true", help="write nothing but the exit code")
    return group


# Options that say how to search


def add_backend(group: argparse._ArgumentGroup) -> None:
    """Add the option that names the backend."""
    group.add_argument(
        "--backend",
        default="auto",
        metavar="NAME",
        help="the backend that solves, for example dlx or sat (default: auto)",
    )


def add_timeout(group: argparse._ArgumentGroup, of: str = "all puzzles") -> None:
    """Add the option that limits the time."""
    group.add_argument(
        "--timeout", type=time_limit, metavar="SECONDS", help=f"the time limit for {of}"
    )


def add_seed(group: argparse._ArgumentGroup) -> None:
    """Add the option that seeds everything random."""
    group.add_argument(
        "--seed",
        type=whole_number,
        default=0,
        metavar="N",
        help="the same seed gives the same result (default: 0)",
    )


def add_levels(group: argparse._ArgumentGroup) -> None:
    """Add the option that names the scale of levels."""
    group.add_argument(
        "--levels",
        metavar="SCALE",
        help="what the levels mean: hodoku (the default), sudoku-explainer, or your own with the "
        "highest rating of each, as calm=1.5,brisk=4.5,evil",
    )


def add_workers(group: argparse._ArgumentGroup, of: str) -> None:
    """Add the option that sets the number of threads."""
    group.add_argument(
        "--workers",
        type=at_least_one,
        metavar="N",
        help=f"the number of threads for {of} (default: one per core)",
    )


# Numbers


def at_least_one(text: str) -> int:
    """Return a number from 1 up."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(
            f"expected a number of 1 or more, up to {_MOST}, got {text[:20]!r}"
        )
    return int(text)


def whole_number(text: str) -> int:
    """Return a number from 0 up."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 20:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 up, got {text[:20]!r}")
    return int(text)


def seconds(text: str) -> float:
    """Return a time from 0 up."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        raise argparse.ArgumentTypeError(f"expected 0 or more seconds, got {text[:20]!r}")
    return number


def time_limit(text: str) -> float | None:
    """Return a time from 0 up; None for a time that never ends, such as inf."""
    number = seconds(text)
    return number if number < _FOREVER else None
