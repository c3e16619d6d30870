"""Measure what the project claims, beside the peers that are installed, and keep it for each CPU.

    make bench                     all of it: ten to twenty minutes
    make bench QUICK=1             fewer puzzles: a minute, for a first look
    python bench/claims.py --data FOLDER --peer tdoku=libtdoku.so:TdokuSolverDpllTriadSimd \
        --peer gridchecker=/path/gridchecker --peer qqwing=/path/qqwing
    python bench/claims.py --table     only write the table again

The result is one JSON file per CPU in bench/results, and a table in docs/measurements.md with a
column for each of them. A bench program takes part by a function `claims(setting)` that yields
rows, and by its name in PROGRAMS. Peers that are not given are named as missing.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from harness import machine

from csp_sudoku.native import sudoku9

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


def measured(setting: Setting) -> Iterator[Claim]:
    """Yield the rows of all programs."""
    for name in PROGRAMS:
        if not (HERE / f"{name}.py").exists():
            print(f"({name} is not there)")
            continue
        module = importlib.import_module(name)
        if not hasattr(module, "claims"):
            print(f"({name} has no rows for this table yet)")
            continue
        for claim in module.claims(setting):
            print(f"{claim.what}: {claim.cell()}", flush=True)
            yield claim


def table(results: list[dict[str, object]]) -> str:
    """Return the results side by side: a row for each claim, a column for each CPU."""
    columns = [{row["what"]: Claim(**row) for row in one["rows"]} for one in results]  # type: ignore
    rows = {what: claim for column in columns for what, claim in column.items()}
    lines = [
        "| what | peer | " + " | ".join(str(one["machine"]) for one in results) + " |",
        "|---|---|" + "--:|" * len(results),
    ]
    for what, claim in rows.items():
        cells = [column[what].cell() if what in column else "" for column in columns]
        lines.append(f"| {what} | {claim.peer or ''} | {' | '.join(cells)} |")
    lines += ["", *(f"{one['machine']}: {one['notes']}" for one in results)]
    return "\n".join(lines)


def keep(notes: str, rows: list[dict[str, object]]) -> None:
    """Write the result of this CPU; a run that is interrupted leaves what it has."""
    cpu = f"{machine().partition(',')[0]} ({sudoku9.kernel_name()})"
    name = re.sub(r"[^a-z0-9]+", "-", cpu.lower()).strip("-")
    RESULTS.mkdir(exist_ok=True)
    result = {"machine": cpu, "notes": notes, "rows": rows}
    (RESULTS / f"{name}.json").write_text(f"{json.dumps(result, indent=1)}\n")


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
    if not args.table:
        given = dict(peer.split("=", 1) for peer in args.peer)
        missing = [name for name in ("tdoku", "gridchecker", "qqwing") if name not in given]
        notes = time.strftime("%Y-%m-%d")
        notes += f"; missing: {', '.join(missing)}." if missing else "."
        notes += "" if args.data else " No puzzle files were given."
        rows = []
        for claim in measured(Setting(args.data, given, args.quick)):
            rows.append(claim._asdict())
            if not args.quick:
                keep(f"{notes} Unfinished.", rows)
        if args.quick:
            return
        keep(notes, rows)
    write_table()


if __name__ == "__main__":
    main()
