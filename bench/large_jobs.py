"""What jobs in parts cost besides their work: CPU on a cluster, the driver's memory, a resume.

`python -m bench.large_jobs cluster` makes the same puzzles on threads and on a dask cluster of two
workers, in turns, 200 parts of more than a second each, and compares all CPU time that was used:
by this process, the scheduler and the workers. Their start is left out. `memory` runs many tiny
parts and tells how much memory the driver has after some of them. `resume` fabricates a folder in
which all parts but one are done, and continues it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from csp_sudoku import cluster, generate_many, parts
from csp_sudoku.comparing.memory import peak
from tests.parts.kills import Cluster

_MIB = 1 << 20


class Spent(NamedTuple):
    """CPU seconds: of all processes, and of the parts as their reports say."""

    cpu: float
    inside: float
    shortest: float

    def plus(self, cpu: float, inside: list[float]) -> Spent:
        """Add a chunk."""
        return Spent(self.cpu + cpu, self.inside + sum(inside), min(self.shortest, *inside))


def compare_cluster(count: int, size: int, chunks: int) -> None:
    """Run the same parts on threads and on a cluster, in turns, and print the CPU time of both."""
    import psutil

    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        found = stack.enter_context(Cluster(folder, 2))
        processes = [psutil.Process(one.pid) for one in (found.scheduler, *found.workers)]
        factories = {"threads": parts.threads(2), "cluster": cluster.dask(found.address)}
        totals = {engine: Spent(0.0, 0.0, float("inf")) for engine in factories}
        step = count // chunks * size
        for chunk in range(chunks + 1):
            for engine, factory in factories.items():
                rows = range(chunk * step, (chunk + 1) * step) if chunk else range(8)
                plan = parts.plan(
                    parts.Job("generate", {"seed": 1}),
                    rows,
                    folder / f"{engine}{chunk}",
                    size=size if chunk else 1,
                )
                spent = _cpu(processes if engine == "cluster" else [])
                reports = list(parts.run_parts(plan, executor=factory))
                spent = _cpu(processes if engine == "cluster" else []) - spent
                if chunk:  # before that, all import what they need
                    inside = [report.cpu_seconds for report in reports]
                    totals[engine] = totals[engine].plus(spent, inside)
            if chunk:
                _print_spent(totals, chunk * step // size)


def _cpu(processes: list) -> float:  # type: ignore[type-arg]  # of psutil, which has no types
    return time.process_time() + sum(sum(one.cpu_times()[:2]) for one in processes)


def _print_spent(totals: dict[str, Spent], count: int) -> None:
    words = [
        f"{engine} {spent.cpu:.1f} s ({spent.inside:.1f} s in parts, the shortest "
        f"{spent.shortest:.2f} s)"
        for engine, spent in totals.items()
    ]
    ratio = totals["cluster"].cpu / totals["threads"].cpu
    print(f"{count} parts: {', '.join(words)}, ratio {ratio:.3f}", flush=True)


def tell_memory(count: int) -> None:
    """Run tiny parts on processes, and print the peak memory of this one on the way."""
    with TemporaryDirectory() as name:
        job = parts.Job("generate", {"seed": 1, "board": "sudoku-2x2"})
        plan = parts.plan(job, range(count), Path(name) / "out", size=1, suffix=".txt")
        started = time.process_time()
        for number, _ in enumerate(parts.run_parts(plan, executor=parts.processes(2)), 1):
            if number in (100, 1000) or number % 5000 == 0:
                cpu = 1e6 * (time.process_time() - started) / number
                print(
                    f"{number:,} parts: {peak() / _MIB:.1f} MiB, {cpu:.0f} us per part", flush=True
                )


def tell_resume(count: int, sources: str) -> None:
    """Fabricate a folder of parts that are done but for the last one, and resume it twice."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        words = _words(folder, count, sources)
        if sources == "files":
            _write_sources(folder / "in", count)
        _run(words, "--share", f"0/{count}")  # this share has one part
        _multiply(folder / "out", count)
        for index in ("without an index", "with an index"):
            for path in (folder / "out").glob(f"{count - 1:05}.*"):
                path.unlink()
            wall = time.monotonic()
            cpu = _run(words, "--resume")
            wall = time.monotonic() - wall
            print(f"{count:,} parts, {sources}, {index}: {cpu:.2f} s CPU, {wall:.2f} s", flush=True)


def _words(folder: Path, count: int, sources: str) -> list[str]:
    out = ["-o", f"{folder / 'out'}/", "--executor", "threads", "--workers", "1", "--quiet"]
    if sources == "files":
        return ["solve", f"{folder / 'in'}/", *out]
    made = ["-n", str(count), "--part-size", "1", "--seed", "1", "--board", "sudoku-2x2"]
    return ["generate", *made, "--as", ".txt", *out]


def _run(words: list[str], *more: str) -> float:
    """Run a command; return its CPU time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-m", "csp_sudoku", *words, *more], check=True, env=kept)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _write_sources(folder: Path, count: int) -> None:
    folder.mkdir()
    text = next(generate_many(1, seed=1)).to("line") + "\n"
    for number in range(count):
        (folder / f"{number:06}.txt").write_text(text)


def _multiply(folder: Path, count: int) -> None:
    """Copy the one part that is done as often as there are parts."""
    report, target = (folder / f"00000.{suffix}" for suffix in ("json", "txt"))
    fields, data = json.loads(report.read_text()), target.read_bytes()
    for number in range(1, count):
        (folder / f"{number:05}.txt").write_bytes(data)
        text = json.dumps(fields | {"part": number}, indent=1) + "\n"
        (folder / f"{number:05}.json").write_text(text)
    for index in folder.glob("*.index"):
        index.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked = parser.add_subparsers(dest="asked", required=True)
    one = asked.add_parser("cluster")
    one.add_argument("--parts", type=int, default=200)
    one.add_argument("--size", type=int, default=35_000, help="puzzles per part")
    one.add_argument("--turns", type=int, default=20)
    one = asked.add_parser("memory")
    one.add_argument("--parts", type=int, default=20_000)
    one = asked.add_parser("resume")
    one.add_argument("--parts", type=int, default=100_000)
    one.add_argument("--sources", choices=("files", "numbers"), default="files")
    given = parser.parse_args()
    if given.asked == "cluster":
        compare_cluster(given.parts, given.size, given.turns)
    elif given.asked == "memory":
        tell_memory(given.parts)
    else:
        tell_resume(given.parts, given.sources)


if __name__ == "__main__":
    main()
