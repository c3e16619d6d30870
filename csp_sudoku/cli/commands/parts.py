"""`csp-sudoku parts`: show how far a job in parts is."""

from __future__ import annotations

import argparse
import json

from csp_sudoku.cli.parts import summary
from csp_sudoku.parts.folder import status
from csp_sudoku.parts.watching import speed_of

_EPILOG = """\
Reads what is in the folder, and disturbs nobody who works on it.
Exit code: 0 if all parts are done, 3 if some are missing, 1 if some of them failed, 2 for bad
usage, 130 after Ctrl-C.
"""
_SHOWN = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("folder", metavar="FOLDER", help="what a job in parts writes to with -o")
    parser.add_argument("--json", action="store_true", help="write one JSON object")


def run(args: argparse.Namespace) -> int:
    """Show the state of a job."""
    found = status(args.folder)
    if args.json:
        facts = {
            "command": found.what,
            "parts": found.parts,
            "done": found.done,
            "missing": found.missing,
            "failed": {str(number): error for number, error in found.failed.items()},
            "half_files": found.half,
            "rows": found.rows,
            "tally": dict(sorted(found.tally.items())),
            "cpu_seconds": found.cpu_seconds,
            "running": found.is_running,
            "rows_per_second": found.rows_per_second,
            "seconds_left": found.seconds_left,
        }
        print(json.dumps(facts))
    else:
        speed = speed_of(found.rows_per_second, found.seconds_left)
        state = f", being worked on{speed}" if found.is_running else ""
        print(f"{found.what}: {summary(found)}, {found.cpu_seconds:,.1f} CPU seconds{state}")
        for number, error in list(found.failed.items())[:_SHOWN]:
            print(f"part {number} failed: {error}")
        if len(found.failed) > _SHOWN:
            print(f"and {len(found.failed) - _SHOWN:,} more failed")
        if found.half and not found.is_running:
            print(f"half files, which --resume removes: {found.half}")
    if found.failed:
        return 1
    return 3 if found.missing else 0
