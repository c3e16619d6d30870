"""The command line: one module a command, imported when it is called, with no logic of its own.

A command's module has `configure(parser)`, which adds its arguments, and `run(args)`, which returns
the exit code: 0 yes, 1 no, 2 bad input or usage, 3 not known in the time given, 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from csp_sudoku import __version__
from csp_sudoku.errors import CspSudokuError

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
    "book": "make a book of puzzles as PDF, with their solutions at the back",
    "backends": "list who can solve, or tell who would solve a puzzle and why",
    "selftest": "see that everything that is installed works",
    "schema": "print the JSON Schema of what commands write with --json",
    "completion": "print a script with which a shell completes commands and options",
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

    parser, commands = _parser()
    chosen = next((word for word in words if not word.startswith("-")), None)
    if chosen not in commands:
        parser.parse_args(words)  # prints help or version, or says what is wrong
        parser.error(f"no command; use {', '.join(COMMANDS)}")
    module = import_module(f"csp_sudoku.cli.{chosen.replace('-', '_')}")
    module.configure(commands[chosen])
    code: int = module.run(parser.parse_args(words))
    sys.stdout.flush()
    return code


class _Parser(argparse.ArgumentParser):
    """An argument parser that states a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parser() -> tuple[_Parser, dict[str, _Parser]]:
    parser = _Parser(
        prog="csp-sudoku",
        description="Sudoku-like boards as constraint problems.",
        epilog="csp-sudoku COMMAND --help tells more.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"csp-sudoku {__version__}")
    choice = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    commands = {
        name: choice.add_parser(
            name,
            help=summary,
            description=summary,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        for name, summary in COMMANDS.items()
    }
    return parser, commands


def _complain(error: CspSudokuError) -> None:
    """Say in one line what was wrong; on a terminal, show the place as well."""
    print(f"csp-sudoku: {error}", file=sys.stderr, flush=True)
    excerpt = error.excerpt()
    if excerpt and sys.stderr.isatty():
        print(excerpt, file=sys.stderr)
