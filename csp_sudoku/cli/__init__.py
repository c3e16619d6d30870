"""The command line: one module per command, imported when it is called, with no logic of its own.

A module in `commands/` has `configure(parser)`, which adds its arguments, and `run(args)`, which
returns the exit code: 0 yes, 1 no, 2 bad input or usage, 3 unknown because the time ended, 130
after Ctrl-C, 143 after SIGTERM; 70 is an error of ours. Commands share `arguments` (the words of
the command line), `inputs` (puzzles in), `results` (answers out, one per puzzle), `outputs`
(files), `screen` (terminals), `signals` and `failures` (errors as exit codes).
"""

from __future__ import annotations

import io
import sys
from _signal import (  # type: ignore[import-not-found]
    SIG_DFL,
    SIGINT,
    default_int_handler,
    getsignal,
    signal,
)

TYPE_CHECKING = False  # not from `typing`: importing that would delay every command
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from csp_sudoku.status import Status

COMMANDS = {
    "solve": "solve puzzles, one or a million, and tell which have exactly one solution",
    "count": "count the solutions of puzzles",
    "prove": "prove that puzzles have exactly one solution, or check such proofs",
    "conflict": "say what is wrong with puzzles that do not have exactly one solution",
    "true-candidates": "list the values that each cell takes in some solution",
    "redundant": "tell which clues follow from all the others",
    "explain": "explain puzzles step by step, as people solve them",
    "hint": "give a hint for the next step of a puzzle",
    "rate": "rate how hard puzzles are",
    "play": "play a puzzle in the terminal, with hints, steps and undo",
    "serve": "open a page in the browser: play, set, watch searches, share",
    "generate": "make new puzzles with exactly one solution",
    "minimal": "remove clues until none can go, or check whether one could",
    "minimum": "find the fewest clues that determine a solution",
    "canonical": "turn equivalent puzzles into the same one, and drop duplicates",
    "distinct": "keep one puzzle of each class, over all parts of a large job",
    "parts": "show how far a large job is",
    "show": "draw puzzles, with what is known of them before any solver runs",
    "book": "make a book of puzzles as PDF, with their solutions at the back",
    "convert": "convert puzzles from one text format into another",
    "export": "write puzzles for other programs: SAT, pseudo-Boolean, CP, exact cover, graphs",
    "cover": "solve exact cover problems with colours, in the form of Knuth's programs",
    "compare": "race backends on the same puzzles: a table, plots, raw results",
    "bench": "measure how fast this machine solves",
    "backends": "list the backends, or say which one would solve a puzzle and why",
    "selftest": "check that everything that is installed works",
    "schema": "print the JSON Schema of what commands write with --json",
    "completion": "print a script with which a shell completes commands and options",
}
_CODES = {"invalid": 2, "unknown": 3, "none": 1, "multiple": 1}


def code_of(status: Status) -> int:
    """Return the exit code for one puzzle with this status."""
    return _CODES.get(status.value, 0)


def worst(codes: Collection[int]) -> int:
    """Return the exit code for many puzzles: bad input first, then what is unknown.

    >>> worst([0, 1, 3, 1])
    3
    """
    return next((code for code in _CODES.values() if code in codes), 0)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Without words this is the whole process, and at first Ctrl-C just ends it: nothing has begun,
    and while Python imports it can turn a KeyboardInterrupt into any other error. Commands handle
    it from the moment they run.
    """
    is_process = argv is None and getsignal(SIGINT) in (default_int_handler, SIG_DFL)
    if is_process:
        signal(SIGINT, SIG_DFL)
    words = list(sys.argv[1:] if argv is None else argv)
    if sys.stderr is None:  # it was closed: messages go nowhere
        sys.stderr = io.StringIO()
    try:
        try:
            code = _run(words, is_process)
            sys.stdout.flush()
        finally:
            if is_process:  # Python's own end would print what it was doing
                signal(SIGINT, SIG_DFL)
    except KeyboardInterrupt as end:
        return getattr(end, "code", 130)
    except Exception as error:
        from csp_sudoku.cli.failures import code_after

        return code_after(error, is_debugging="--debug" in words)
    return code


def _run(words: list[str], is_process: bool) -> int:
    if words[:1] == ["solve"] and all(len(word) == 81 for word in words[1:]):
        from csp_sudoku.cli import quick

        if quick.suits(words[1:]):
            return quick.solve(words[1:])

    from importlib import import_module

    from csp_sudoku.cli.arguments import Parser, overview, unknown
    from csp_sudoku.errors import CspSudokuError

    if sys.stdout is None:
        raise CspSudokuError("standard output is closed", fix="redirect it to a file or a pipe")
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    name = words[0] if words else ""
    if name not in COMMANDS:
        parser = overview(COMMANDS)
        if not words:
            parser.print_help(sys.stderr)
            return 2
        if name.startswith("-"):
            parser.parse_args(words)  # prints help or version, or says what is wrong
        parser.error(unknown(name, COMMANDS))
    from csp_sudoku.cli.screen import guarded
    from csp_sudoku.cli.signals import ended_by_signals

    module = import_module(f"csp_sudoku.cli.commands.{name.replace('-', '_')}")
    parser = Parser(f"csp-sudoku {name}", COMMANDS[name])
    module.configure(parser)
    args = parser.parse_args(words[1:])
    args.command = name
    if is_process:
        signal(SIGINT, default_int_handler)
    with guarded(), ended_by_signals():
        code: int = module.run(args)
    return code
