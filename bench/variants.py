"""Variant puzzles beside ISS: uniqueness, from basic constraints, CPU time.

`python -m bench.variants PUZZLES.jsonl ISS.jsonl [SECONDS] [STRENGTHEN] [TABLE.jsonl]` builds each
puzzle of the first file and proves its uniqueness with the native search, or with its engine if
the board has one. The puzzles are models of basic constraints, or strings of ISS
(github.com/sigh/Interactive-Sudoku-Solver), which are read as anywhere else. It prints what
building, strengthening, encoding and searching took, and how that compares with the times of ISS in
the second file: `iss_ms`, building included, and `iss_guesses`; or what its own bench has written,
`build_ms`, `solve_ms` and `guesses`. STRENGTHEN is "default", "nothing", or rules by name.
TABLE.jsonl gets one line for each puzzle.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from csp_sudoku.backends.bitmask import Bitmask
from csp_sudoku.encoders import bitmask as encoder
from csp_sudoku.errors import UnknownRuleError
from csp_sudoku.formats import parse
from csp_sudoku.model import CSP, Problem
from csp_sudoku.native.bitmask import PAUSED, Search
from csp_sudoku.native.sudoku9 import Search as EngineSearch
from tests.variant_data import READERS, read

_NODES_A_SLICE = 2_000
_LONG = 0.02
"""Searches that take longer than this are run once; the others five times, and the best counts."""


class Result(NamedTuple):
    """What one puzzle took, in milliseconds of CPU."""

    name: str
    is_settled: bool
    nodes: int
    build: float
    strengthen: float
    encode: float
    search: float
    iss: float | None
    guesses: int | None

    @property
    def whole(self) -> float:
        """Everything from the constraints on."""
        return self.build + self.strengthen + self.encode + self.search


def searched(search: Search | EngineSearch, seconds: float) -> float:
    """Look for two solutions within a limit of CPU seconds; return the seconds that it took."""
    begun, found = time.process_time(), 0
    while True:
        found += search.count(2 - found, nodes=_NODES_A_SLICE)
        spent = time.process_time() - begun
        if search.status is not PAUSED or spent > seconds:
            return spent


def problems(path: Path) -> Iterator[tuple[str, Callable[[], Problem | None]]]:
    """Yield the name of each puzzle of a file, and how to build it; None if it cannot be read."""
    for line in path.read_text().splitlines():
        data = json.loads(line)
        if "iss" in data:
            yield data["id"], partial(_parsed, data["iss"].partition('"')[0])
    if path.stem in READERS:
        for name, data, reader in read(path):
            yield name, partial(_modelled, data, reader)


def _parsed(text: str) -> Problem | None:
    try:
        return parse(text, format="iss").problem
    except UnknownRuleError:
        return None


def _modelled(data: Any, reader: Callable[[Any], tuple[CSP, Any]]) -> Problem:
    return reader(data)[0].problem


def peers_of(path: Path) -> dict[str, tuple[str, float | None, int | None]]:
    """Return name, milliseconds and guesses of ISS for each puzzle; None if it was not finished."""
    found = {}
    for line in path.read_text().splitlines():
        data = json.loads(line)
        time, guesses = data.get("iss_ms"), data.get("iss_guesses")
        if "build_ms" in data and not data["timedOut"]:
            time, guesses = data["build_ms"] + data["solve_ms"], data["guesses"]
        found[data["id"]] = data["name"], time, guesses
    return found


def measured(path: Path, iss: Path, seconds: float, backend: Bitmask) -> list[Result]:
    """Measure all puzzles of a file."""
    peers = peers_of(iss)
    found = []
    for name, make in problems(path):
        clock = [time.process_time()]
        problem = make()
        if problem is None or backend.refusal(problem):
            continue
        clock.append(time.process_time())
        strong = backend.strengthened(problem)
        clock.append(time.process_time())
        encoder.encode(strong.csp)
        clock.append(time.process_time())
        best = seconds + 1
        engine = backend.engine(problem.csp)
        given = engine.given(problem) if engine else None
        for _ in range(5):
            search = engine.search(given) if engine and given else backend.native(problem)
            spent = searched(search, seconds)
            best = min(best, spent)
            if spent > _LONG:
                break
        build, strengthen, encode = (1000 * (b - a) for a, b in pairwise(clock))
        title, theirs, guesses = peers[name]
        settled = search.status is not PAUSED
        found.append(
            Result(
                f"{name} {title}",
                settled,
                search.nodes,
                build,
                strengthen,
                encode,
                1000 * best,
                theirs,
                guesses,
            )
        )
    return found


def report(results: list[Result]) -> None:
    """Print the table."""
    finished = [one for one in results if one.iss is not None]
    others = [one for one in results if one.iss is None]
    ratios = [one.search / one.iss for one in finished if one.iss]
    print(f"{len(results)} puzzles, {sum(one.is_settled for one in results)} settled")
    print(
        f"ISS finishes {len(finished)}; of the others {sum(o.is_settled for o in others)} settled"
    )
    total, theirs = sum(one.search for one in finished), sum(one.iss or 0 for one in finished)
    print(f"search beside ISS: median ratio {statistics.median(ratios):.2f}", end=", ")
    print(f"total {total:.0f} ms beside {theirs:.0f} ms")
    for part in ("build", "strengthen", "encode", "search", "whole"):
        print(f"  {part}: median {statistics.median(getattr(o, part) for o in finished):.2f} ms")
    print(f"  ISS: median {statistics.median(o.iss or 0 for o in finished):.2f} ms")
    print("not settled:", "; ".join(one.name for one in results if not one.is_settled) or "none")
    print("most time:")
    for one in sorted(finished, key=lambda one: -one.search)[:15]:
        print(f"  {one.name}: {one.search:.0f} ms, {one.nodes:,} nodes", end="; ")
        print(f"ISS {one.iss:.0f} ms, {one.guesses:,} guesses")


if __name__ == "__main__":
    words = {"default": True, "nothing": False}
    chosen = sys.argv[4] if len(sys.argv) > 4 else "default"
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    native = Bitmask(strengthen=words.get(chosen, chosen))
    results = measured(Path(sys.argv[1]), Path(sys.argv[2]), limit, native)
    if len(sys.argv) > 5:
        lines = (json.dumps(one._asdict()) + "\n" for one in results)
        Path(sys.argv[5]).write_text("".join(lines))
    report(results)
