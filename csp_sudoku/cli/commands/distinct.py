"""`csp-sudoku distinct`: keep one puzzle of each class, over all parts of a job with shards."""

from __future__ import annotations

import argparse
from hashlib import sha256
from pathlib import Path

from csp_sudoku.cli.parts import add_parts, run_plan, sources_of
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.manifest import Manifest, path_of
from csp_sudoku.parts.job import Job
from csp_sudoku.parts.plan import plan

_EPILOG = """\
Takes what `generate` or `canonical` wrote with --shards. Of equivalent puzzles, the first one in
the order of the parts is kept. Each shard is a part of its own, and needs no other.
Exit code: 0 if all is well, 2 for bad input or usage, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("folder", metavar="FOLDER", help="the parts of a job with --shards")
    group = parser.add_argument_group("writing")
    group.add_argument("-o", "--output", metavar="FOLDER", required=True, help="the new parts")
    group.add_argument("--resume", action="store_true", help="continue where the job stopped")
    group.add_argument("--quiet", action="store_true", help="write nothing but the exit code")
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Merge the shards of all parts."""
    files = sources_of([args.folder])
    folder = Path(args.folder)
    shards = Manifest.load(folder).arguments.get("shards")
    if not shards:
        raise CspSudokuError(
            f"{args.folder} was written without shards",
            fix="make it with --shards, for example canonical PUZZLES --shards 16 -o FOLDER/",
        )
    digest = sha256(path_of(folder).read_bytes()).hexdigest()
    options = {"folder": args.folder, "of_parts": len(files), "of_job": digest}
    job = Job("distinct", options)
    return run_plan(args, plan(job, range(shards), args.output, size=1, suffix=args.suffix))
