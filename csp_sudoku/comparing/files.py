"""The raw results of a comparison as a file: one row per trial, in CSV, JSON or Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from csp_sudoku.comparing.comparison import question_text
from csp_sudoku.errors import SourceError, installing
from csp_sudoku.model import CSP
from csp_sudoku.whole_files import whole

if TYPE_CHECKING:
    from csp_sudoku.comparing.comparison import Comparison

_FORMATS = (".csv", ".json", ".parquet")
COLUMNS = (
    "puzzle",
    "board",
    "clues",
    "text",
    "repeat",
    "backend",
    "status",
    "seconds",
    "nodes",
    "conflicts",
    "note",
)


def save(comparison: Comparison, path: str | PathLike[str]) -> None:
    """Write all trials to a file; its name's ending says in which format."""
    check_path(path)
    writers = {".csv": _csv, ".json": _json, ".parquet": _parquet}
    with whole(path) as part:
        writers[Path(path).suffix.lower()](comparison, part)


def check_path(path: str | PathLike[str]) -> None:
    """Refuse a file of an unknown format, or of one whose package is missing."""
    kind = Path(path).suffix.lower()
    if kind not in _FORMATS:
        raise SourceError(f"cannot save to {fspath(path)!r}", fix=f"use {', '.join(_FORMATS)}")
    if kind == ".parquet" and find_spec("pyarrow") is None:
        fix = f"{installing('parquet')}, or use .csv"
        raise SourceError("Parquet needs pyarrow", fix=fix)


def records(comparison: Comparison) -> Iterator[dict[str, object]]:
    """Yield a dictionary for each trial; puzzles are counted from 1, as lines are."""
    texts = [question_text(puzzle) for puzzle in comparison.puzzles]
    for trial in comparison.trials:
        puzzle = comparison.puzzles[trial.puzzle]
        yield {
            "puzzle": trial.puzzle + 1,
            "board": "" if isinstance(puzzle, CSP) else puzzle.board.name,
            "clues": len(puzzle.narrowed if isinstance(puzzle, CSP) else puzzle.clues),
            "text": texts[trial.puzzle],
            "repeat": trial.repeat + 1,
            "backend": trial.backend,
            "status": trial.status,
            "seconds": trial.seconds,
            "nodes": trial.nodes,
            "conflicts": trial.conflicts,
            "note": trial.note or None,
        }


def facts(comparison: Comparison) -> dict[str, object]:
    """Return the question, the figures of each backend, and the disagreements, for JSON."""
    return {
        "puzzles": len(comparison.puzzles),
        "measured": comparison.measured,
        "timeout": comparison.timeout,
        "repeat": comparison.repeat,
        "limit": comparison.limit,
        "timed": comparison.timed,
        "backends": [
            {
                "backend": row.backend,
                "solved": row.solved,
                "median": row.median,
                "mean": row.mean,
                "par2": row.par2,
                "search": None if row.work is None else row.work._asdict(),
                "memory": row.memory,
                "fastest": row.fastest,
            }
            for row in comparison.rows()
        ],
        "disagreements": [
            {"puzzle": one.puzzle + 1, "asked": one.asked, "statuses": dict(one.statuses)}
            for one in comparison.disagreements
        ],
    }


def _csv(comparison: Comparison, path: Path) -> None:
    import csv

    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(records(comparison))


def _json(comparison: Comparison, path: Path) -> None:
    import json

    whole = {**facts(comparison), "trials": list(records(comparison))}
    path.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


def _parquet(comparison: Comparison, path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    whole, text, number = pyarrow.int64(), pyarrow.string(), pyarrow.float64()
    kinds = {"seconds": number} | dict.fromkeys(
        ("board", "text", "backend", "status", "note"), text
    )
    schema = pyarrow.schema([(name, kinds.get(name, whole)) for name in COLUMNS])
    table = pyarrow.Table.from_pylist(list(records(comparison)), schema)
    pyarrow.parquet.write_table(table, path)
