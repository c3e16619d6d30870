"""How a job is cut into parts: one for each file of puzzles, or one for each range of numbers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

from csp_sudoku.errors import PartsError, SourceError
from csp_sudoku.manifest import Manifest
from csp_sudoku.parts.job import Job, Part
from csp_sudoku.parts.tables import suffix_of_target

_SIZE = 10_000


def plan(
    job: Job,
    sources: Iterable[str | os.PathLike[str]] | range,
    out: str | os.PathLike[str],
    *,
    size: int = _SIZE,
    suffix: str | None = None,
) -> Plan:
    """Return the parts of a job; nothing is read or written yet.

    >>> parts = plan(Job("generate", {"seed": 1}), range(25_000), "out", suffix=".txt")
    >>> len(parts), parts[2].source, parts[2].target
    (3, range(20000, 25000), 'out/00002.txt')

    Args:
        job: what is asked.
        sources: files of puzzles, each a part: text, .gz, .zst or .parquet. For a job that makes
            puzzles, the range of their numbers.
        out: the folder for the results.
        size: how many numbers of a range make a part.
        suffix: the suffix of results, which tells their format: .txt, .txt.gz, .txt.zst or
            .parquet; by default that of the first source, and .parquet for ranges.
    """
    if isinstance(sources, range):
        if size < 1 or sources.step != 1 or sources.start < 0:
            raise PartsError(
                f"cannot cut {sources} into parts of {size}", fix="use 1 or more, and step 1"
            )
        given: Sequence[str] | range = sources
        ending = suffix_of_target(suffix or ".parquet")
    else:
        given, size = [os.fspath(source) for source in sources], 1
        if not given:
            raise PartsError("a job without parts", fix="name files of puzzles")
        ending = suffix_of_target(suffix or given[0])
    if job.options.get("shards") and ending != ".parquet":
        raise PartsError(f"shards cannot be written to {ending} files", fix="use --as .parquet")
    return Plan(job, given, Path(out), size, ending)


class Plan(Sequence[Part]):
    """The parts of a job, made when they are asked for: a million of them take no memory."""

    def __init__(
        self, job: Job, sources: Sequence[str] | range, out: Path, size: int, suffix: str
    ) -> None:
        self.job = job
        self.out = out
        self.suffix = suffix
        self._sources = sources
        self._size = size

    def __len__(self) -> int:
        return -(-len(self._sources) // self._size)

    @overload
    def __getitem__(self, number: int) -> Part: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Part]: ...
    def __getitem__(self, number: int | slice) -> Part | Sequence[Part]:
        if isinstance(number, slice):
            return [self[at] for at in range(len(self))[number]]
        at = range(len(self))[number]
        found = self._sources[at * self._size : (at + 1) * self._size]
        source = found if isinstance(found, range) else found[0]
        return Part(at, source, str(self.out / f"{at:05}{self.suffix}"))

    def manifest(self) -> Manifest:
        """Return what the parts depend on: the job, and the size and age of each source.

        A source is not read for this: there may be terabytes of them.
        """
        seed = self.job.options.get("seed")
        options = {name: value for name, value in self.job.options.items() if name != "seed"}
        given = {"suffix": self.suffix, "parts": len(self), **options}
        if isinstance(self._sources, range):
            numbers = self._sources
            given |= {"first": numbers.start, "n": len(numbers), "part_size": self._size}
            return Manifest(self.job.what, given, seed, ())
        return Manifest(self.job.what, given, seed, [_state_of(file) for file in self._sources])


def _state_of(file: str) -> Mapping[str, Any]:
    try:
        found = os.stat(file)  # noqa: PTH116 - a path object for each of 100,000 takes a second
    except OSError as error:
        raise SourceError(f"cannot read {file}: {error.strerror}", fix="check its name") from error
    return {"name": file, "size": found.st_size, "mtime_ns": found.st_mtime_ns}
