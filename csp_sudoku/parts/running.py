"""One part, done by whoever is asked: idempotent, and whole or not there at all."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from csp_sudoku.budgets import Budget
from csp_sudoku.comparing.memory import peak
from csp_sudoku.errors import CspSudokuError, OutOfBudgetError, PartsError, SourceError
from csp_sudoku.parts.executors import cancelling
from csp_sudoku.parts.job import Job, Part, PartReport
from csp_sudoku.parts.makers import maker_of
from csp_sudoku.parts.questions import Deadline, question_of
from csp_sudoku.parts.tables import Answers, Reading, Rows, read, size_and_digest, written
from csp_sudoku.whole_files import whole

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)


def run_part(job: Job, part: Part, *, attempt: int = 1, timeout: float | None = None) -> PartReport:
    """Do one part, unless it is done, and return its report.

    The results are written under a name that nobody else has, brought to the disk and renamed; then
    the report is. Whoever does the same part at the same time writes the same bytes.

    Raises:
        PartsError: this is another version than the one that planned the job.
        OutOfBudgetError: the part took longer than the timeout.
        SourceError: the source cannot be read, or the target cannot be written.
    """
    job.require_same_versions()
    done = finished(job, part)
    if done is not None:
        return done
    started, cpu = time.monotonic(), time.thread_time()
    budget = Budget(timeout)
    budget.whole = cancelling()
    deadline = Deadline(budget, job.options.get("timeout"))
    suffix = "".join(Path(part.target).suffixes)
    tally: Counter[str] = Counter()
    rows, complaint = 0, ""
    with whole(part.target) as path:
        with written(path, suffix, job.options.get("shards")) as target:
            for some, answers in _answers(job, part, deadline, is_text=suffix != ".parquet"):
                target.write(some, answers)
                rows += len(answers)
                tally += answers.tally()
                complaint = complaint or answers.complaint()
        size, digest = size_and_digest(path)
    report = PartReport(
        part.number,
        job.key,
        rows,
        dict(sorted(tally.items())),
        size,
        digest,
        round(time.monotonic() - started, 6),
        round(time.thread_time() - cpu, 6),
        peak(),
        socket.gethostname(),
        os.getpid(),
        attempt,
        complaint,
    )
    with whole(part.report) as path:
        path.write_text(report.text(), encoding="utf-8")
    return report


def finished(job: Job, part: Part) -> PartReport | None:
    """Return the report of a part that is done; None if it is not."""
    report = PartReport.read(part.report)
    if report is None or report.key != job.key:
        return None
    try:
        is_whole = Path(part.target).stat().st_size == report.size
    except OSError:
        return None
    return report if is_whole else None


def _answers(
    job: Job, part: Part, deadline: Deadline, is_text: bool
) -> Iterator[tuple[Rows, Answers]]:
    if isinstance(part.source, range):
        yield from maker_of(job.what, job.options).answers(part.source, deadline)
        return
    question = question_of(job.what, job.options)
    for rows in read(part.source, Reading.of(job.options)):
        yield rows, question.answers(rows, deadline, is_text)


# Across the seam


@dataclass(frozen=True)
class Failure:
    """Why an attempt failed, in words: errors of all kinds do not survive every journey."""

    error: str
    is_final: bool
    """Whether another attempt would fail in the same way."""
    ends_all: bool = False
    """Whether all other parts would fail in the same way."""


def attempt_part(job: Job, part: Part, attempt: int, timeout: float | None) -> PartReport | Failure:
    """Do one part for whoever asked, who may be far away: report or say what is wrong."""
    try:
        return run_part(job, part, attempt=attempt, timeout=timeout)
    except OutOfBudgetError as error:
        return Failure(str(error), is_final=False)
    except PartsError as error:
        return Failure(str(error), is_final=True, ends_all=True)
    except SourceError as error:
        cause = error.__cause__
        is_full = isinstance(cause, OSError) and cause.errno in _FULL
        return Failure(str(error), is_final=True, ends_all=is_full)
    except CspSudokuError as error:
        return Failure(str(error), is_final=True)
    except OSError as error:
        is_full = error.errno in _FULL
        return Failure(f"{type(error).__name__}: {error}", is_final=False, ends_all=is_full)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", is_final=False)
