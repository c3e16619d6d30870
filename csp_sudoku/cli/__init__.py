"""The command line: one module a command, imported when it is called, with no logic of its own.

A command's module has `configure(parser)`, which adds its arguments, and `run(args)`, which returns
the exit code: 0 yes, 1 no, 2 bad input or usage, 3 not known in the time given, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys

from csp_sudoku import __version__
from csp_sudoku.errors import CspSudokuError

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

COMMANDS = {
    "solve": "solve puzzles, one or a million, and tell which have exactly one solution",
    "show": "draw puzzles, with what is known of them before any solver runs",
    "explain": "explain puzzles step by step, as people solve them",
    "hint": "give a hint for the next step of a puzzle",
    "play": "play a puzzle in the terminal, with hints, steps and undo",
    "convert": "turn puzzles from one text format into another",
    "count": "count the solutions of puzzles",
    "prove": "prove that puzzles have exactly one solution, or check such proofs",
    "conflict": "say what is wrong with puzzles that do not have exactly one solution",
    "true-candidates": "list the values that each cell takes in some solution",
    "minimal": "drop clues until none can go, or tell whether one could",
    "minimum": "find the fewest clues that single out a solution",
    "generate": "make new puzzles with exactly one solution",
    "canonical": "turn equivalent puzzles into the same one, and drop duplicates",
    "rate": "tell how hard puzzles are",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if sys.stdout is None:
            raise CspSudokuError("standard output is closed", fix="send it somewhere")
        return _run(words)
    except CspSudokuError as error:
        from csp_sudoku.cli.statuses import code_of, status_of

        _complain(error)
        return code_of(status_of(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has enough: no error
        _drop_output()
        return 0
    except UnicodeEncodeError as error:
        fix = "set PYTHONIOENCODING=utf-8, or choose another alphabet"
        _complain(CspSudokuError(f"the output is {error.encoding}, which lacks a symbol", fix=fix))
    except OSError as error:
        _drop_output()
        _complain(CspSudokuError(f"cannot write: {error.strerror or error}"))
    return 2


def _drop_output() -> None:
    """Let nothing more be written: the interpreter would try once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    from importlib import import_module

    name = words[0] if words else ""
    if name not in COMMANDS:
        parser = _overview()
        parser.parse_args(words)  # prints help or version, or says what is wrong
        parser.error(f"no command; use {', '.join(COMMANDS)}")
    module = import_module(f"csp_sudoku.cli.{name.replace('-', '_')}")
    parser = _Parser(prog=f"csp-sudoku {name}", description=COMMANDS[name])
    module.configure(parser)
    code: int = module.run(parser.parse_args(words[1:]))
    sys.stdout.flush()
    return code


class _Parser(argparse.ArgumentParser):
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
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _overview() -> _Parser:
    """Return the parser of what stands before any command, which lists them all."""
    parser = _Parser(
        "csp-sudoku",
        "Sudoku-like boards as constraint problems.",
        epilog="csp-sudoku COMMAND --help tells more.",
    )
    parser.add_argument("--version", action="version", version=f"csp-sudoku {__version__}")
    listed = parser.add_subparsers(  # type: ignore[type-var]  # it asks no more of a parser
        metavar="COMMAND", prog=parser.prog, parser_class=_Listed
    )
    for name, summary in COMMANDS.items():
        listed.add_parser(name, help=summary)
    return parser


class _Listed:
    """A command that is only listed: no parser is made of it, and what follows it is not read."""

    def __init__(self, prog: str) -> None:
        self.prog = prog

    def parse_known_args(
        self, words: list[str], namespace: None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Leave everything out."""
        return argparse.Namespace(), []


def _complain(error: CspSudokuError) -> None:
    """Say in one line what was wrong; on a terminal, show the place as well."""
    print(f"csp-sudoku: {error}", file=sys.stderr, flush=True)
    excerpt = error.excerpt()
    if excerpt and sys.stderr.isatty():
        print(excerpt, file=sys.stderr)
