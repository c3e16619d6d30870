"""`csp-sudoku serve`: the page in the browser."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from itertools import islice

from csp_sudoku.cli.arguments import add_input, at_least_one, seconds, whole_number
from csp_sudoku.errors import CspSudokuError

_EPILOG = """\
The address that is printed has a token; the page answers only those who opened it. Nobody else on
this machine, no other page in the browser and no other machine gets an answer.
--hosted serves without a token, for example for a class: put it behind a proxy that speaks HTTPS
and asks for a login if one is needed, and name the host under which people reach the proxy.
Exit code: 130 after Ctrl-C, 2 for bad input or usage.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("serving")
    group.add_argument(
        "--port", type=whole_number, metavar="N", help="the port; 0 takes any that is free"
    )
    group.add_argument("--no-browser", action="store_true", help="do not open a browser")
    group.add_argument(
        "--seconds",
        type=seconds,
        metavar="S",
        help="the longest that a question may take (default: 60; with --hosted, 10)",
    )
    group.add_argument(
        "--workers",
        type=at_least_one,
        metavar="N",
        help="how many long questions are answered at the same time (default: one per core)",
    )
    group.add_argument("--hosted", action="store_true", help="serve others, behind a proxy")
    group.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help="with --hosted: the name under which people reach the proxy",
    )
    group.add_argument("--host", metavar="ADDRESS", help="with --hosted: where to listen")
    group.add_argument(
        "--root-path", default="", metavar="PATH", help="with --hosted: the path of the page there"
    )


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    if find_spec("uvicorn") is None or find_spec("starlette") is None:
        raise CspSudokuError(
            "the page needs starlette and uvicorn", fix="pip install 'csp-sudoku[web]'"
        )
    if not args.hosted and (args.allow_host or args.host or args.root_path):
        raise CspSudokuError(
            "--allow-host, --host and --root-path are for others than you", fix="add --hosted"
        )
    if args.hosted and not args.allow_host:
        raise CspSudokuError(
            "--hosted needs the name under which people reach the page", fix="add --allow-host NAME"
        )
    from csp_sudoku.web.server import Settings, serve

    usual = 10.0 if args.hosted else 60.0
    serve(
        Settings(
            host=args.host or "127.0.0.1",
            port=args.port,
            seconds=usual if args.seconds is None else args.seconds,
            workers=args.workers or len(os.sched_getaffinity(0)),
            opens_browser=not (args.no_browser or args.hosted),
            hosted=tuple(args.allow_host) if args.hosted else None,
            root_path=args.root_path.rstrip("/"),
            puzzle=_puzzle(args),
        )
    )
    return 0


def _puzzle(args: argparse.Namespace) -> str:
    """Return the text of the puzzle to begin with; nothing if none is given."""
    if not args.puzzles:
        return ""
    from csp_sudoku.cli.inputs import read
    from csp_sudoku.web.drawing import link_of

    found = [record.puzzle for record in islice(read(args), 1)]
    return link_of(found[0]) if found else ""
