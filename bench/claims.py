"""Measure what the project claims, beside the peers that are installed, and keep it for each CPU.

    make bench                     all of it: about ten minutes of CPU time, on one core
    make bench QUICK=1             fewer puzzles, for a first look: about a minute; nothing is kept
    python bench/claims.py --data FOLDER --peer tdoku=libtdoku.so:TdokuSolverDpllTriadSimd \
        --peer gridchecker=/path/gridchecker --peer qqwing=/path/qqwing
    python bench/claims.py --table     only write the table again

The result is one JSON file per CPU in bench/results, and a table in docs/measurements.md with a
column for each of them. A bench program takes part by a function `claims(setting)` that yields
rows, or what is missing, and by its name in PROGRAMS. A peer that is not there, and a program that
fails, are named below the table; the others are measured all the same.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from harness import machine

from csp_sudoku.native import sudoku9

PEERS = ("tdoku", "gridchecker", "qqwing")
"""The peers that are given by a path; packages for Python are found by themselves."""

PROGRAMS = ("one_call", "bulk", "counts", "generate", "minimum", "sizes")
"""The programs that are asked for rows, in the order of the table."""

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
PAGE = HERE.parent / "docs" / "measurements.md"
BEGIN, END = "<!-- bench/claims.py writes from here -->", "<!-- to here -->"


class Setting(NamedTuple):
    """What a program may use: a folder of puzzle files, peers by their names, little time."""

    data: Path | None
    peers: Mapping[str, str]
    quick: bool


class Claim(NamedTuple):
    """A row: what was measured, in which unit, ours, and a peer's figure if there is one."""

    what: str
    unit: str
    ours: float
    peer: str | None = None
    theirs: float | None = None

    def cell(self) -> str:
        """Return the figure as the table has it: ours, and how many times a peer takes as long."""
        if self.theirs is None:
            return f"{shown(self.ours)} {self.unit}"
        return f"{shown(self.ours)} {self.unit} ({self.theirs / self.ours:.2g})"


def shown(number: float) -> str:
    """Return a number with three digits."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


class Missing(NamedTuple):
    """What was not measured, and why: a peer that is not there, or a program that failed."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what} ({self.why})"


def usable(given: list[str]) -> tuple[dict[str, str], list[Missing]]:
    """Return the peers of NAME=WHERE that can be used, and those that are missing."""
    paths = dict(peer.partition("=")[::2] for peer in given)
    missing = [Missing(name, "no such peer is known") for name in paths if name not in PEERS]
    found = {}
    for name in PEERS:
        if not paths.get(name):
            missing.append(Missing(name, "not given"))
        elif why := broken(name, paths[name]):
            missing.append(Missing(name, why))
        else:
            found[name] = paths[name]
    return found, missing


def broken(name: str, where: str) -> str | None:
    """Return why a peer cannot be used; None if it can."""
    if name != "tdoku":
        return None if shutil.which(where) else f"{where} is no program"
    path, _, symbol = where.rpartition(":")
    try:
        getattr(ctypes.CDLL(path), symbol)
    except (OSError, AttributeError) as error:
        return str(error)
    return None


def measured(setting: Setting) -> Iterator[Claim | Missing]:
    """Yield the rows of all programs, and what could not be measured."""
    for name in PROGRAMS:
        started = cpu_seconds()
        try:
            yield from importlib.import_module(name).claims(setting)
        except (Exception, SystemExit) as error:  # the others are measured all the same
            why = str(error).partition("\n")[0]
            yield Missing(f"the rest of bench/{name}.py", f"{type(error).__name__}: {why}")
        print(f"({name}: {cpu_seconds() - started:.0f} s of CPU)", flush=True)


def cpu_seconds() -> float:
    """Return the CPU time of this process and of the ended ones that it started."""
    return sum(os.times()[:4])


def table(results: list[dict[str, object]]) -> str:
    """Return the results side by side: a row for each claim, a column for each CPU."""
    columns = [{row["what"]: Claim(**row) for row in one["rows"]} for one in results]  # type: ignore
    rows = {what: claim for column in columns for what, claim in column.items()}
    lines = [
        "| what | peer | " + " | ".join(str(one["machine"]) for one in results) + " |",
        "|---|---|" + "--:|" * len(results),
    ]
    for what in rows:
        cells = [column[what].cell() if what in column else "" for column in columns]
        peers = (column[what].peer for column in columns if what in column)
        lines.append(f"| {what} | {next(filter(None, peers), '')} | {' | '.join(cells)} |")
    lines += ["", *(f"{one['machine']}: {one['notes']}" for one in results)]
    return "\n".join(lines)


def this_cpu() -> str:
    """Return the name of this CPU, with what tells it from others that are sold by that name."""
    name, marks = machine().partition(",")[0], ""
    try:
        listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
        fields = dict(line.split(":", 1) for line in listed.splitlines() if ":" in line)
        marks = f"family {fields['CPU family'].strip()} model {fields['Model'].strip()}, "
    except (OSError, KeyError, subprocess.CalledProcessError):
        pass
    return f"{name} ({marks}{sudoku9.kernel_name()})"


def result(notes: str, rows: list[Claim]) -> dict[str, object]:
    """Return the result of this CPU as data."""
    return {"machine": this_cpu(), "notes": notes, "rows": [row._asdict() for row in rows]}


def keep(notes: str, rows: list[Claim]) -> None:
    """Write the result of this CPU; a run that is interrupted leaves what it has."""
    name = re.sub(r"[^a-z0-9]+", "-", this_cpu().lower()).strip("-")
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(f"{json.dumps(result(notes, rows), indent=1)}\n")


def write_table() -> None:
    """Write the table of all kept results into the page of measurements."""
    results = [json.loads(path.read_text()) for path in sorted(RESULTS.glob("*.json"))]
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(results)}\n\n{END}{after}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, help="seventeen.txt, top1465.txt, hardest1106.txt")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=WHERE")
    parser.add_argument("--quick", action="store_true", help="fewer puzzles, and nothing is kept")
    parser.add_argument("--table", action="store_true", help="measure nothing")
    args = parser.parse_args()
    if args.table:
        write_table()
        return
    found, missing = usable(args.peer)
    if args.data is None:
        missing.append(Missing("9x9 in bulk", "no puzzle files were given"))
    load = os.getloadavg()[0]
    rows: list[Claim] = []
    for one in measured(Setting(args.data, found, args.quick)):
        if isinstance(one, Missing):
            missing.append(one)
            print(f"missing: {one}", flush=True)
            continue
        print(f"{one.what}: {one.cell()}", flush=True)
        rows.append(one)
        if not args.quick:
            keep(f"{notes(load, missing)} Unfinished.", rows)
    if args.quick:
        print(f"\n{table([result(notes(load, missing), rows)])}")
        return
    keep(notes(load, missing), rows)
    write_table()


def notes(load: float, missing: list[Missing]) -> str:
    """Return what is said below the table: when, under which load, and what is missing."""
    absent = f"; missing: {', '.join(map(str, missing))}" if missing else ""
    return f"{time.strftime('%Y-%m-%d')}, load {load:.1f} at the start{absent}."


if __name__ == "__main__":
    import claims  # the programs know its classes, not those of this file as a program

    claims.main()
