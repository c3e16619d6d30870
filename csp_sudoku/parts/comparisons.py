"""A comparison from the results of its parts: the table and the plots of all of them together."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from csp_sudoku.comparing import Comparison
from csp_sudoku.comparing.comparison import WRONG, Disagreement, Trial
from csp_sudoku.errors import PartsError
from csp_sudoku.formats.source import open_binary
from csp_sudoku.manifest import Manifest
from csp_sudoku.parts.folder import status
from csp_sudoku.parts.tables import Reading, read
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.status import Status


def comparison_of(folder: str | os.PathLike[str]) -> Comparison:
    """Return the comparison that a job in parts has measured; all parts must be done."""
    path, found = Path(folder), status(folder)
    manifest = Manifest.load(path)
    if manifest.command != "compare":
        raise PartsError(f"{path} was written by {manifest.command}, not by compare")
    if found.missing:
        raise PartsError(
            f"{path} is not done: {found.missing:,} of {found.parts:,} parts are missing",
            fix="continue it with --resume first",
        )
    given = manifest.arguments
    backends, limit = list(given["backends"]), int(given["limit"])
    reading = Reading.of(given)
    trials = _trials(path, given["suffix"], found.parts)
    puzzles = [
        entry
        for source in manifest.inputs
        for rows in read(source["name"], reading)
        for entry in rows.puzzles()
    ]
    asked = [entry for entry in puzzles if isinstance(entry, Puzzle)]
    comparison = Comparison(asked, backends, timeout=given.get("timeout") or 10.0, limit=limit)
    number = 0
    for entry in puzzles:
        if not isinstance(entry, Puzzle):
            next(trials)  # one row says that it is not a puzzle
            continue
        replies = list(islice(trials, len(backends)))
        comparison.add(*_judged(number, entry, replies, limit))
        number += 1
    return comparison


def _trials(folder: Path, suffix: str, parts: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of all parts."""
    for number in range(parts):
        path = folder / f"{number:05}{suffix}"
        if suffix == ".parquet":
            from pyarrow.parquet import read_table

            yield from read_table(path).to_pylist()
        else:
            with open_binary(str(path), str(path)) as file:
                for line in file:
                    yield json.loads(line) if line.startswith(b"{") else {}


def _judged(
    number: int, puzzle: Puzzle, replies: list[dict[str, Any]], limit: int
) -> tuple[list[Trial], list[Disagreement]]:
    """Return the trials of one puzzle, and whether the backends contradict each other."""
    has_answer = any(reply["answer"] is not None for reply in replies)
    trials = []
    for reply in replies:
        is_wrong = has_answer and reply["status"] == str(Status.NONE)
        trials.append(
            Trial(
                number,
                0,
                reply["backend"],
                WRONG if is_wrong else reply["status"],
                reply["seconds"],
                reply["nodes"],
                reply["conflicts"],
                reply["note"] or "",
            )
        )
    statuses = {trial.backend: trial.status for trial in trials}
    known = set(statuses.values()) - {str(Status.UNKNOWN)}
    alone = {r["answer"] for r in replies if r["status"] == str(Status.SOLVED) and r["answer"]}
    if WRONG in known or len(known) > 1 or (limit > 1 and len(alone) > 1):
        return trials, [Disagreement(number, puzzle.to("line"), statuses)]
    return trials, []
