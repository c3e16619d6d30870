"""Which job a file of results belongs to, so that only the same job continues it.

Beside FILE stands FILE.manifest.json, a small object with a version: the command, its arguments and
seed, its inputs (the size and the SHA-256 of each file), and the version of the results. It is
written before the first result and stays, so that a finished file can be continued, too: with more
puzzles, say. While a job runs, it holds a lock on FILE, which refuses a second writer. A folder of
parts has its manifest inside.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from csp_sudoku.errors import CspSudokuError, SourceError
from csp_sudoku.whole_files import try_lock, whole

FORMAT = "csp-sudoku-manifest"
VERSION = 1
RESULTS = 1
"""The version of the results: raised when the same arguments give other results than before."""
_SUFFIX = ".manifest.json"
_LONGEST = 1 << 26
_PIECE = 1 << 20
_ANEW = "start again without --resume, or give another file"


@dataclass(frozen=True)
class Manifest:
    """What a job depends on, as plain data.

    >>> job = Manifest("count", {"limit": 2}, None, ())
    >>> job.difference(Manifest("count", {"limit": 3}, None, ()))
    'it was begun with --limit 2, and this run is with --limit 3'
    """

    command: str
    arguments: Mapping[str, Any]
    seed: int | None
    inputs: Sequence[Mapping[str, Any]]
    results: int = RESULTS

    def difference(self, now: Manifest) -> str | None:
        """Say what differs between the job that began and the one that would continue it."""
        if self.command != now.command:
            return f"it was begun by {self.command}, and this run is {now.command}"
        if self.results != now.results:
            return f"its results have version {self.results}, and this program's {now.results}"
        one, other = ({**job.arguments, "seed": job.seed} for job in (self, now))
        for name in sorted({*one, *other}):
            if _content(one.get(name)) != _content(other.get(name)):
                begun = _worded(name, one.get(name))
                return f"it was begun {begun}, and this run is {_worded(name, other.get(name))}"
        if len(self.inputs) != len(now.inputs):
            return (
                f"it was begun with {len(self.inputs)} inputs, and this run has {len(now.inputs)}"
            )
        if self.inputs == now.inputs:  # as nearly always, and there may be 100,000 of them
            return None
        for number, (before, after) in enumerate(zip(self.inputs, now.inputs, strict=True), 1):
            if _content(before) != _content(after):
                return f"input {number}, {_named(after)}, is not what it was begun with"
        return None

    def save(self, file: Path) -> None:
        """Write the manifest of a file; refuse to replace something that is not a manifest."""
        path = path_of(file)
        if os.path.lexists(path) and _fields(path).get("format") != FORMAT:
            raise SourceError(
                f"{path} is in the way: it is not a manifest", fix="choose another output file"
            )
        text = json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, indent=1)
        with whole(path, follows_links=False) as part:
            part.write_text(text + "\n", encoding="utf-8")

    @classmethod
    def load(cls, file: Path) -> Manifest:
        """Read the manifest of a file, or say why it cannot be continued."""
        path = path_of(file)
        if not path.exists():
            raise SourceError(
                f"cannot resume {file}: {path.name}, which says how it was made, is not there",
                fix=_ANEW,
            )
        fields = _fields(path)
        if (fields.pop("format", None), fields.pop("version", None)) != (FORMAT, VERSION):
            raise SourceError(
                f"cannot resume {file}: {path.name} is not a manifest of version {VERSION}",
                fix=_ANEW,
            )
        try:
            found = cls(**fields)
            found.difference(found)
        except (TypeError, AttributeError, ValueError):
            raise SourceError(f"cannot resume {file}: {path.name} is damaged", fix=_ANEW) from None
        return found

    def require_same(self, file: Path) -> None:
        """Refuse to continue a file that another job began."""
        difference = Manifest.load(file).difference(self)
        if difference is not None:
            raise CspSudokuError(f"cannot resume {file}: {difference}", fix=_ANEW)


def path_of(file: Path) -> Path:
    """Return the path of a file's manifest; that of a folder stands in it.

    >>> path_of(Path("games.txt")).name
    'games.txt.manifest.json'
    """
    if file.is_dir():
        return file / _SUFFIX.removeprefix(".")
    return file.with_name(file.name + _SUFFIX)


def content_of(name: str, file: int) -> dict[str, object]:
    """Return what an open file has, from its position on; of a pipe, only the name is known."""
    if not stat.S_ISREG(os.fstat(file).st_mode):
        return {"name": name}
    digest, start = hashlib.sha256(), os.lseek(file, 0, os.SEEK_CUR)
    at = start
    while piece := os.pread(file, _PIECE, at):
        digest.update(piece)
        at += len(piece)
    return {"name": name, "size": at - start, "sha256": digest.hexdigest()}


def lock(file: int, name: str, *, shared: bool = False) -> None:
    """Keep an open file for this process; refuse it if another one writes to it.

    Those who share it can do so together. The system lifts the lock when the process ends, however
    it ends.
    """
    if try_lock(file, shared=shared) is False:
        raise SourceError(
            f"cannot write {name}: another run is writing it",
            fix="wait for its end, or choose another output file",
        )


def _fields(path: Path) -> dict[str, Any]:
    """Return the object in a small regular file; an empty one for anything else."""
    try:
        if not path.is_file() or path.stat().st_size > _LONGEST:
            return {}
        fields = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _content(thing: object) -> object:
    """Return what is compared: of a file not the name, but what it has."""
    if isinstance(thing, Mapping):
        return {key: value for key, value in thing.items() if key != "name"}
    return list(thing) if isinstance(thing, tuple) else thing


def _worded(name: str, value: object) -> str:
    """Say how an option was given.

    >>> _worded("backends", ["dlx", "sat"])
    'with --backends dlx,sat'
    """
    option = f"--{name.replace('_', '-')}"
    if value is None or value is False:
        return f"without {option}"
    if isinstance(value, Mapping):
        value = f"another {value.get('name')}"
    elif isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        value = ",".join(value)
    return f"with {option}" if value is True else f"with {option} {value}"


def _named(given: Mapping[str, Any]) -> str:
    return str(given.get("name") or given.get("puzzle"))[:40]
