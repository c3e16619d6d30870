"""Large jobs on the command line: whole files in, a folder of parts out.

A command works in parts when its output is a folder: `-o out/`. Each input file is a part.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from csp_sudoku import boards
from csp_sudoku.cli import code_of, worst
from csp_sudoku.cli.arguments import add_workers, at_least_one, seconds
from csp_sudoku.cli.inputs import is_path, rules_of
from csp_sudoku.cli.results import ProgressLine
from csp_sudoku.errors import CspSudokuError, PartsError, SourceError
from csp_sudoku.manifest import Manifest, path_of
from csp_sudoku.status import Status

if TYPE_CHECKING:  # what few runs need is imported where it is needed
    from csp_sudoku.parts import PartsStatus, Plan, Progress
    from csp_sudoku.parts.executors import Factory

_STALL_SECONDS = 3600.0
_LINE_SECONDS = 60.0
_WORDS = {str(status) for status in Status}


def add_parts(parser: argparse.ArgumentParser) -> None:
    """Add the options of jobs in parts."""
    group = parser.add_argument_group(
        "large jobs",
        "With -o FOLDER/ each input file is a part, done whole or not at all, by several workers.",
    )
    if "--workers" not in parser._option_string_actions:
        add_workers(group, "a job in parts")
    choice = group.add_mutually_exclusive_group()
    choice.add_argument(
        "--executor",
        metavar="NAME",
        help="who works: processes (the default), threads, or module:function for a function that "
        "makes a concurrent.futures.Executor",
    )
    choice.add_argument(
        "--cluster", metavar="ADDRESS", help="a dask scheduler, for example tcp://10.0.0.1:8786"
    )
    group.add_argument(
        "--share",
        type=_share,
        metavar="K/N",
        help="do only every N-th part from part K on (0/N to N-1/N): other runs do the others",
    )
    group.add_argument(
        "--as",
        dest="suffix",
        metavar="SUFFIX",
        help="the kind of results: .txt, .txt.gz, .txt.zst or .parquet (default: as the input)",
    )
    group.add_argument(
        "--attempts",
        type=at_least_one,
        default=3,
        metavar="N",
        help="how often a part is tried (default: 3)",
    )
    group.add_argument(
        "--part-timeout", type=seconds, metavar="SECONDS", help="the time limit for a part"
    )
    group.add_argument(
        "--stall",
        type=seconds,
        default=_STALL_SECONDS,
        metavar="SECONDS",
        help="give up when no part was done for so long (default: 3600)",
    )


def add_shards(group: argparse._ArgumentGroup) -> None:
    """Add the option that makes it possible to drop duplicates over all parts."""
    group.add_argument(
        "--shards",
        type=at_least_one,
        metavar="N",
        help="with -o FOLDER/: group the rows of each part by N hashes of their canonical forms, "
        "so that `distinct` can drop duplicates over all parts",
    )


def is_in_parts(args: argparse.Namespace) -> bool:
    """Whether the arguments ask for a job in parts: the output is a folder."""
    name = args.output or ""
    if name.endswith(("/", os.sep)) or (is_path(name) and Path(name).is_dir()):
        return True
    for option in ("executor", "cluster", "share", "suffix", "part_timeout", "shards"):
        if getattr(args, option, None) is not None:
            word = "as" if option == "suffix" else option.replace("_", "-")
            raise CspSudokuError(f"--{word} needs a folder to write to", fix="name it: -o FOLDER/")
    return False


def answer_in_parts(
    args: argparse.Namespace,
    options: Mapping[str, Any],
    *,
    refused: tuple[str, ...] = (),
    what: str | None = None,
) -> int:
    """Answer all files of the arguments, one part each; return the exit code.

    Args:
        args: the arguments of the command.
        options: the options of the question, as plain data.
        refused: arguments that have no meaning here.
        what: the name of the question, if it is not that of the command.
    """
    from csp_sudoku.parts import Job, plan

    for name in ("json", *refused):
        if getattr(args, name, None):
            raise CspSudokuError(
                f"--{name.replace('_', '-')} cannot be used with -o {args.output}",
                fix="leave it out, or write to a file",
            )
    given = {**_reading(args), **options, "timeout": getattr(args, "timeout", None)}
    job = Job(what or args.command, {k: v for k, v in given.items() if v not in (None, [], False)})
    return run_plan(args, plan(job, sources_of(args.puzzles), args.output, suffix=args.suffix))


def run_plan(args: argparse.Namespace, parts: Plan) -> int:
    """Do the parts of a plan, or of a share of it; return the exit code for all that is done."""
    from csp_sudoku.parts import run_parts

    shown = _Shown(args)
    complaint = ""
    started = time.monotonic()
    try:
        for report in run_parts(
            parts,
            executor=_factory(args),
            resume=args.resume,
            share=args.share or (0, 1),
            attempts=args.attempts,
            part_timeout=args.part_timeout,
            stall=args.stall,
            progress=shown.tell,
        ):
            if report.complaint and not complaint:
                complaint = f"part {report.part} has invalid rows: {report.complaint}"
    finally:
        shown.clear()
    found = shown.last
    if found is None:  # there was nothing to do
        return 0
    if not args.quiet:
        took = time.monotonic() - started
        share = "" if args.share is None else f", share {args.share[0]}/{args.share[1]}"
        print(f"{parts.out}{share}: {summary(found)}, {took:.1f} s", file=sys.stderr, flush=True)
        if complaint:
            print(f"csp-sudoku: {complaint}", file=sys.stderr, flush=True)
    return worst([code_of(Status(word)) for word in found.tally if word in _WORDS])


def summary(found: PartsStatus | Progress) -> str:
    """Return how far a job is, in a few words.

    >>> from csp_sudoku.parts import PartsStatus
    >>> summary(PartsStatus("solve", 5, 5, 100))
    '5 of 5 parts done, 100 rows'
    """
    words = ", ".join(f"{count:,} {word}" for word, count in sorted(found.tally.items()))
    tally = f" ({words})" if words else ""
    return f"{found.done:,} of {found.parts:,} parts done, {found.rows:,} rows{tally}"


def sources_of(words: list[str]) -> list[str]:
    """Return the files of a job: those named, and those in folders that are named, in order."""
    if not words:
        raise CspSudokuError("no input", fix="name files of puzzles, or folders of them")
    found: list[str] = []
    for word in words:
        if not is_path(word):
            what = "standard input" if word == "-" else f"{word[:40]!r}"
            raise CspSudokuError(
                f"a job in parts takes files, and {what} is not a file",
                fix="check the name, or write to a file instead of a folder",
            )
        found += _files_in(Path(word)) if Path(word).is_dir() else [word]
    return found


def _files_in(folder: Path) -> list[str]:
    """Return the files of a folder: all parts of a job that is done, or all files there are."""
    from csp_sudoku.parts import status

    if path_of(folder).exists():
        found = status(folder)
        if found.missing:
            raise PartsError(
                f"{folder} is not done: {found.missing:,} of {found.parts:,} parts are missing",
                fix="continue it with --resume first",
            )
        suffix = Manifest.load(folder).arguments["suffix"]
        return [str(folder / f"{number:05}{suffix}") for number in range(found.parts)]
    with os.scandir(folder) as entries:
        files = [entry.path for entry in entries if entry.is_file() and entry.name[0] != "."]
    if not files:
        raise SourceError(f"{folder} has no files", fix="name another folder")
    return sorted(files)


def _reading(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options that say how to read, as plain data."""
    board = getattr(args, "board", None)
    return {
        "board": None if board is None else boards.board_of(board).to_data(),
        "format": getattr(args, "format", None),
        "alphabet": getattr(args, "alphabet", None),
        "ignore_unknown_rules": getattr(args, "ignore_unknown_rules", None),
        "rules": [rule.to_data() for rule in rules_of(args)],
        "column": getattr(args, "column", None),
    }


def _factory(args: argparse.Namespace) -> Factory:
    if args.cluster:
        from csp_sudoku.cluster import dask

        return dask(args.cluster)
    from csp_sudoku.parts.executors import factory_of

    return factory_of(args.executor or "processes", args.workers)


def _share(text: str) -> tuple[int, int]:
    number, slash, of = text.partition("/")
    is_good = number.isdecimal() and of.isdecimal() and len(text) < 20
    if not slash or not is_good or not int(number) < int(of):
        raise argparse.ArgumentTypeError(
            f"expected K/N with K from 0 to N - 1, for example 0/8, got {text[:20]!r}"
        )
    return int(number), int(of)


class _Shown:
    """Progress: a line that changes on a terminal, and elsewhere a line per minute."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._line = ProgressLine(args)
        self._is_logged = not sys.stderr.isatty() and not args.quiet
        self._next = time.monotonic() + _LINE_SECONDS
        self.last: Progress | None = None

    def tell(self, progress: Progress) -> None:
        """Show how far the job is."""
        self.last = progress
        self._line.tell(str(progress))
        if self._is_logged and time.monotonic() > self._next:
            print(f"csp-sudoku: {progress}", file=sys.stderr, flush=True)
            self._next = time.monotonic() + _LINE_SECONDS

    def clear(self) -> None:
        """Remove the line."""
        self._line.clear()
