"""The folder of a job: which parts are done, which failed, and who may write to it.

For part 17 there is `00017.parquet` (or another suffix), then `00017.json`, its report: the part is
done when the report is there, with the key of the job and the right size. `00017.failed.json` says
why a part failed. `manifest.json` says what the job is. An index of reports, `done.index`, or
`done-K-of-N.index` for a share, makes it cheap to find out what is done: a line of it counts only
if the report is there and the size is right, so that the index can be deleted at any time.

`.lock` refuses a second writer: a run of all parts locks it for itself, runs of shares together,
each with a `.lock-K-of-N` of its own. Whoever only looks must not get in the way of a run that
starts, and so leaves these alone: a run also locks its index, and waits for it if need be.
"""

from __future__ import annotations

import json
import os
from array import array
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from csp_sudoku.errors import PartsError, SourceError
from csp_sudoku.manifest import Manifest, lock, path_of
from csp_sudoku.parts.job import Part, PartReport
from csp_sudoku.parts.plan import Plan
from csp_sudoku.whole_files import half_files, is_half_file, sweep, try_lock, whole

_LOCK = ".lock"
_INDEX = "done"
_LINES = 1000
_LAST = 50
"""The rate of a run is that of this many parts."""
_REPORT, _FAILURE = "json", "failed.json"


class Share(NamedTuple):
    """One of several runs that divide the parts of a job: part i belongs to share i % of.

    >>> [number for number in range(7) if Share(1, 3).has(number)]
    [1, 4]
    """

    number: int = 0
    of: int = 1

    def has(self, part: int) -> bool:
        """Whether a part belongs to this share."""
        return part % self.of == self.number

    @property
    def index_name(self) -> str:
        """The name of the index that this share writes."""
        return f"{_INDEX}{self._words}.index"

    @property
    def lock_name(self) -> str:
        """The name of the file that keeps a second run of this share out."""
        return f"{_LOCK}{self._words}"

    @property
    def _words(self) -> str:
        return f"-{self.number}-of-{self.of}" if self.of > 1 else ""


class Done(NamedTuple):
    """What the index keeps of a report: one line."""

    part: int
    size: int
    rows: int
    cpu_seconds: float
    tally: Mapping[str, int]


@dataclass
class PartsStatus:
    """How far a job is."""

    what: str
    parts: int
    done: int = 0
    rows: int = 0
    cpu_seconds: float = 0.0
    tally: Counter[str] = field(default_factory=Counter)
    failed: dict[int, str] = field(default_factory=dict)
    """Why each part failed that is not done."""
    half: int = 0
    """Half files: of writers at work, or left by workers that were killed."""
    is_running: bool = False
    """Whether someone on this machine is working on it."""
    rows_per_second: float = 0.0
    """Of the runs that are working on it, over the last parts; 0 if that is not known."""
    parts_per_second: float = 0.0

    @property
    def missing(self) -> int:
        """How many parts are not done."""
        return self.parts - self.done

    @property
    def seconds_left(self) -> float | None:
        """How long the missing parts take if all goes on as it does; None if that is not known."""
        return self.missing / self.parts_per_second if self.parts_per_second else None


def status(out: str | os.PathLike[str]) -> PartsStatus:
    """Return how far the job of a folder is, whoever works on it."""
    folder = Path(out)
    if not folder.is_dir():
        raise SourceError(f"no folder {os.fspath(out)!r}", fix="name the folder of a job in parts")
    manifest = Manifest.load(folder)
    given = manifest.arguments
    found = PartsStatus(manifest.command, int(given.get("parts", len(manifest.inputs))))
    names = _Names(folder, found.parts)
    last = {index: deque[Done](maxlen=_LAST) for index in names.indexes}
    for line, source in _done(folder, names, None):
        found.done += 1
        found.rows += line.rows
        found.cpu_seconds += line.cpu_seconds
        add_up(found.tally, line.tally)
        names.failures.discard(line.part)
        if source in last:
            last[source].append(line)
    for number in sorted(names.failures):
        with suppress(OSError, ValueError, KeyError, TypeError):
            note = json.loads((folder / f"{number:05}.{_FAILURE}").read_bytes())
            found.failed[number] = note["error"]
    found.half = len(names.halves)
    for index, lines in last.items():
        if _is_written(folder / index):
            found.is_running = True
            parts, rows = _rates(folder, lines)
            found.parts_per_second += parts
            found.rows_per_second += rows
    return found


def add_up(tally: Counter[str], more: Mapping[str, int]) -> None:
    """Add counts to a tally; `Counter.update` takes ten times as long for a few of them."""
    for word, count in more.items():
        tally[word] += count


def _rates(folder: Path, lines: deque[Done]) -> tuple[float, float]:
    """Return how many parts and rows were done per second, by the times of the last reports."""
    times: list[float] = []
    for line in lines:
        with suppress(OSError):
            times.append((folder / f"{line.part:05}.{_REPORT}").stat().st_mtime)
    seconds = max(times, default=0.0) - min(times, default=0.0)
    if not seconds:
        return 0.0, 0.0
    return (len(lines) - 1) / seconds, sum(line.rows for line in islice(lines, 1, None)) / seconds


def _is_written(index: Path) -> bool:
    """Whether a run holds an index; whoever else looks at it holds it together with us."""
    with suppress(OSError), index.open("rb") as file:
        return try_lock(file.fileno(), shared=True) is False
    return False


class PartsFolder:
    """A folder that this run writes to: what is done, and notes about what comes to be done."""

    def __init__(self, plan: Plan, share: Share, index: IO[str], names: _Names) -> None:
        self.plan = plan
        self.share = share
        self._index = index
        self._is_done = bytearray(len(plan))
        self.finished = 0
        self.rows = 0
        self.tally: Counter[str] = Counter()
        """Of this share: how many parts are done, how many rows they have, and which ones."""
        own = share.index_name
        index.write("\n")  # the last line may be cut off
        for line, source in _done(plan.out, names, plan.job.key, own):
            self._is_done[line.part] = 1
            self._count(line.part, line.rows, line.tally)
            if source != own and share.has(line.part):
                self._write(line)
        self._index.flush()

    def __len__(self) -> int:
        """Return how many parts this share has."""
        return len(range(self.share.number, len(self.plan), self.share.of))

    def missing(self) -> Iterator[Part]:
        """Yield the parts of this share that are not done."""
        for number in range(self.share.number, len(self.plan), self.share.of):
            if not self._is_done[number]:
                yield self.plan[number]

    def note(self, part: Part, report: PartReport) -> None:
        """Take note that a part is done."""
        if self._is_done[part.number]:
            return
        self._is_done[part.number] = 1
        self._count(part.number, report.rows, report.tally)
        self._write(
            Done(part.number, report.size, report.rows, report.cpu_seconds, dict(report.tally))
        )
        self._index.flush()
        with suppress(OSError):
            part.failure.unlink(missing_ok=True)

    def note_failure(self, part: Part, error: str, attempts: int) -> None:
        """Leave a note why a part failed."""
        text = json.dumps({"part": part.number, "error": error, "attempts": attempts})
        with suppress(SourceError), whole(part.failure) as file:
            file.write_text(text + "\n", encoding="utf-8")

    def sweep(self) -> None:
        """Remove half files that no living writer holds."""
        with suppress(OSError):  # the folder is gone, say
            sweep(half_files(self.plan.out))

    def _count(self, part: int, rows: int, tally: Mapping[str, int]) -> None:
        if self.share.has(part):
            self.finished += 1
            self.rows += rows
            add_up(self.tally, tally)

    def _write(self, line: Done) -> None:
        self._index.write(json.dumps(line) + "\n")


@contextmanager
def opened(plan: Plan, share: Share, *, resume: bool) -> Iterator[PartsFolder]:
    """Open the folder of a job for one run; refuse another job and a second writer.

    A run of all parts excludes all others. Shares exclude only a run of all parts, and a second run
    of the same share.
    """
    if not 0 <= share.number < share.of:
        raise PartsError(
            f"there is no share {share.number} of {share.of}",
            fix=f"use 0 to {share.of - 1}",
        )
    out = plan.out
    with ExitStack() as stack:
        try:
            out.mkdir(parents=True, exist_ok=True)
            gate = stack.enter_context((out / _LOCK).open("a+b"))
            lock(gate.fileno(), str(out), shared=share.of > 1)
            if share.of > 1:
                own = stack.enter_context((out / share.lock_name).open("a+b"))
                lock(own.fileno(), f"{out}, share {share.number}/{share.of}")
            _agree(plan, resume=resume or share.of > 1)
            index = stack.enter_context((out / share.index_name).open("a+", encoding="utf-8"))
            try_lock(index.fileno(), waits=True)  # for whoever looks at it just now
        except SourceError:
            raise
        except OSError as error:
            raise SourceError(f"cannot write to {out}: {error.strerror or error}") from error
        names = _Names(out, len(plan))
        sweep(names.halves)
        yield PartsFolder(plan, share, index, names)


def _agree(plan: Plan, *, resume: bool) -> None:
    """Begin a folder with the manifest of the plan, or find the same one there."""
    out, manifest = plan.out, plan.manifest()
    with os.scandir(out) as entries:  # before the next look: another share may begin just now
        other = next((entry.name for entry in entries if not entry.name.startswith(".")), None)
    if path_of(out).exists():
        if not resume:
            raise PartsError(
                f"{out} has a job in parts already",
                fix="continue it with --resume, or give another folder",
            )
        manifest.require_same(out)
        return
    if other is not None:
        raise PartsError(
            f"{out} has other files already, such as {other}", fix="give a new or an empty folder"
        )
    manifest.save(out)


class _Names:
    """What is in a folder, found by looking through it once; a few bytes for each part."""

    def __init__(self, folder: Path, parts: int) -> None:
        self.sizes = array("q", [-1]) * parts
        self.has_report = bytearray(parts)
        self.failures: set[int] = set()
        self.indexes: list[str] = []
        self.halves: list[Path] = []
        with _entries(folder) as entries:
            for entry in entries:
                stem, _, rest = entry.name.partition(".")
                number = int(stem) if stem.isdecimal() else parts
                if number >= parts:
                    if rest == "index" and stem.startswith(_INDEX):
                        self.indexes.append(entry.name)
                    elif is_half_file(entry.name):
                        self.halves.append(folder / entry.name)
                elif rest == _REPORT:
                    self.has_report[number] = 1
                elif rest == _FAILURE:
                    self.failures.add(number)
                elif rest:
                    self.sizes[number] = entry.stat().st_size


@contextmanager
def _entries(folder: Path) -> Iterator[Iterator[os.DirEntry[str]]]:
    """Yield what is in a folder, whose files are found by its descriptor where that is possible.

    It takes a quarter less time to ask 100,000 files for their sizes than by their paths.
    """
    if os.scandir not in os.supports_fd:
        with os.scandir(folder) as entries:
            yield entries
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        with os.scandir(file) as entries:
            yield entries
    finally:
        os.close(file)


def _done(
    folder: Path, names: _Names, key: str | None, own: str = ""
) -> Iterator[tuple[Done, str]]:
    """Yield what is done, and which file says so: an index, ours first, or else the report."""
    left, sizes = names.has_report, names.sizes
    for index in sorted(names.indexes, key=lambda name: (name != own, name)):
        for line in _read_index(folder / index):
            if 0 <= line.part < len(left) and left[line.part] and sizes[line.part] == line.size:
                left[line.part] = 0
                yield line, index
    for number, is_left in enumerate(left):
        if not is_left:
            continue
        report = PartReport.read(folder / f"{number:05}.{_REPORT}")
        if report is None or report.size != names.sizes[number]:
            continue
        if key is None or report.key == key:
            done = Done(number, report.size, report.rows, report.cpu_seconds, report.tally)
            yield done, f"{number:05}.{_REPORT}"


def _read_index(index: Path) -> Iterator[Done]:
    """Yield the lines of an index; the last one may be cut off by a crash."""
    with suppress(OSError), index.open("rb") as lines:
        while some := list(islice(lines, _LINES)):
            for line in _parsed(some):
                try:
                    found = Done(*line)
                except TypeError:
                    continue
                if type(found.part) is int and type(found.tally) is dict:
                    yield found


def _parsed(lines: list[bytes]) -> list[Any]:
    """Return lines of JSON, many at a time; without those that are damaged."""
    content = [line for line in lines if not line.isspace()]
    try:
        found: list[Any] = json.loads(b"[" + b",".join(content) + b"]")
    except ValueError:
        return [] if len(lines) == 1 else [line for one in lines for line in _parsed([one])]
    return found
