"""What a large job is: what to ask, of which parts, and what each part reports.

Everything here is small and plain, because it travels to other processes and machines. Puzzles and
results do not: they stay in files.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from csp_sudoku import __version__
from csp_sudoku.errors import PartsError
from csp_sudoku.manifest import RESULTS


@cache
def versions() -> Mapping[str, str]:
    """Return the versions that the bytes of results depend on."""
    from importlib.metadata import PackageNotFoundError, version

    found = {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "csp-sudoku": __version__,
        "results": str(RESULTS),
    }
    with suppress(PackageNotFoundError):
        found["pyarrow"] = version("pyarrow")
    return found


@dataclass(frozen=True)
class Job:
    """What is asked of every part: a question's name, and its options as plain data.

    `key` tells jobs apart: parts of one job are never taken for those of another.

    >>> job = Job("solve", {"limit": 2})
    >>> job.key == Job("solve", {"limit": 2}).key, job.key == Job("solve", {"limit": 3}).key
    (True, False)
    """

    what: str
    options: Mapping[str, Any] = field(default_factory=dict)
    made_by: Mapping[str, str] = field(default_factory=versions, compare=False)
    """The versions of whoever planned the job: workers with others are refused."""

    @property
    def key(self) -> str:
        """A digest of the question, its options and the version of the results."""
        content = json.dumps([self.what, dict(self.options), RESULTS], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:32]

    def require_same_versions(self) -> None:
        """Refuse to work on the job with other versions than those that planned it."""
        mine = versions()
        for name, wanted in self.made_by.items():
            if mine.get(name) != wanted:
                raise PartsError(
                    f"this worker has {name} {mine.get(name) or 'not at all'}, and the job was "
                    f"planned with {name} {wanted}",
                    fix="install the same versions everywhere, then continue with --resume",
                )


@dataclass(frozen=True)
class Part:
    """An independent piece of a job: a file of puzzles, or a range of numbers to make."""

    number: int
    source: str | range
    target: str

    @property
    def name(self) -> str:
        """The number with leading zeros: the name of the part's files, without the suffix.

        >>> Part(17, "many.txt", "out/00017.txt").name
        '00017'
        """
        return f"{self.number:05}"

    @property
    def report(self) -> Path:
        """The path of the report, which is there when the part is done."""
        return Path(self.target).with_name(f"{self.name}.json")

    @property
    def failure(self) -> Path:
        """The path of the note that the part failed."""
        return Path(self.target).with_name(f"{self.name}.failed.json")


@dataclass(frozen=True)
class PartReport:
    """What is known of a part that is done."""

    part: int
    key: str
    rows: int
    tally: Mapping[str, int]
    """How many rows ended with which status."""
    size: int
    """The size of the target in bytes."""
    sha256: str
    seconds: float
    cpu_seconds: float
    peak_rss: int
    host: str
    pid: int
    attempt: int = 1
    complaint: str = ""
    """Why the first row that is invalid is so, if anybody says."""

    def text(self) -> str:
        """Return the report as the text of its file."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def read(cls, path: Path) -> PartReport | None:
        """Read a report; None if there is none, or something else."""
        try:
            return cls(**json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError):
            return None
