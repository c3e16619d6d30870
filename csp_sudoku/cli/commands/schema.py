"""`csp-sudoku schema`: print the JSON Schema of what the commands write with --json."""

from __future__ import annotations

import argparse
import json
import re
from importlib.resources import files
from typing import Any

from csp_sudoku.cli import COMMANDS
from csp_sudoku.errors import CspSudokuError

_EPILOG = """\
With --json each command writes one JSON object per line. The schema of a command describes one of
these objects (JSON Schema, draft 2020-12).
Exit code: 0 if all is well, 2 for bad usage.
"""
_REFERENCE = re.compile(r'"#/\$defs/([^"]+)"')


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "of", nargs="?", metavar="COMMAND", help="the command (default: all of them)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the schema of one command, or of all."""
    whole = json.loads(files("csp_sudoku.cli").joinpath("schema.json").read_text("utf-8"))
    print(json.dumps(whole if args.of is None else _part(whole, args.of), indent=2))
    return 0


def _part(whole: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the schema of one command, with the definitions that it needs."""
    definitions = whole["$defs"]
    if name not in definitions or name not in COMMANDS:
        known = ", ".join(command for command in COMMANDS if command in definitions)
        raise CspSudokuError(
            f"there is no command {name!r} that writes JSON lines", fix=f"use {known}"
        )
    needed, new = {name}, {name}
    while new:
        new = set(_REFERENCE.findall(json.dumps([definitions[key] for key in new]))) - needed
        needed |= new
    return {
        "$schema": whole["$schema"],
        "title": f"csp-sudoku {name} --json",
        "$ref": f"#/$defs/{name}",
        "$defs": {key: schema for key, schema in definitions.items() if key in needed},
    }
