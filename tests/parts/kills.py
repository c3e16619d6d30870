"""Runs of the command whose workers are killed with -9 at random moments: is anything lost?

`python -m tests.parts.kills dask --runs 20` makes twenty of them on a dask cluster, `processes` on
processes of this machine, `nanny` on a cluster whose workers only dask's nannies restart. A run
that ends with an error must name --resume, and is then continued without kills. The next to last
line says how many runs finished at once, the last one whether all have the bytes of a run without
kills.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from csp_sudoku import parts
from tests.parts.sources import content, done, games, half_files

PARTS = 200
ENGINES = ("dask", "nanny", "processes")
_LOOK_SECONDS = 0.05
_SETTINGS = {
    "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",  # a hundred looks per second
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",  # instead of 20 ms
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
}
"""As the how-to for large jobs has them: what idle processes do costs CPU, too."""
_QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@contextmanager
def ended(process):
    """Yield a process that is killed and waited for at the end, whatever happens."""
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


class Cluster:
    """A dask scheduler and its workers, each a process that the system knows nothing else about.

    With `restarts`, something watches the workers and starts new ones, as systemd does.
    """

    def __init__(self, folder, workers=0, *, restarts=False, nannies=False):
        self.file = Path(folder) / "scheduler.json"
        self.workers = []
        self._env = {**os.environ, **_SETTINGS}
        self._words = ("--nthreads", "1", "--no-dashboard", "--memory-limit", "0")
        self._words += () if nannies else ("--no-nanny",)
        self._watch = threading.Thread(target=self._restart) if restarts else None
        self._is_closed = threading.Event()
        self._processes = ExitStack()
        with self._processes:
            self.scheduler = self._started("scheduler", "--port", "0", "--no-dashboard")
            self.address = self._address()
            for _ in range(workers):
                self.start_worker()
            self._processes = self._processes.pop_all()
        if self._watch is not None:
            self._watch.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._is_closed.set()
        if self._watch is not None:
            self._watch.join()
        self._processes.close()

    def start_worker(self):
        """Start one more worker."""
        self.workers.append(self._started("worker", *self._words))

    def kill_worker(self, number):
        """Kill a worker with -9; it is gone when this returns."""
        worker = self.workers.pop(number)
        worker.kill()
        worker.wait()

    def _started(self, what, *words):
        here = ("--scheduler-file", str(self.file), "--host", "127.0.0.1")
        command = [sys.executable, "-m", "dask", what, *here, *words]
        process = subprocess.Popen(command, env=self._env, cwd=self.file.parent, **_QUIET)
        return self._processes.enter_context(ended(process))

    def _address(self):
        """Wait for the scheduler's file, which for a moment is there and still empty."""
        while self.scheduler.poll() is None:
            with suppress(FileNotFoundError, json.JSONDecodeError):
                return json.loads(self.file.read_text())["address"]
            time.sleep(_LOOK_SECONDS)
        raise AssertionError("the scheduler ended")

    def _restart(self):
        while not self._is_closed.wait(_LOOK_SECONDS):
            for number, worker in enumerate(self.workers):
                if worker.poll() is not None:
                    self.workers[number] = self._started("worker", *self._words)


def children(pid):
    """Return the processes that multiprocessing started for a process: its workers."""
    listed = ("ps", "-A", "-ww", "-o", "ppid=,pid=,args=")  # as wide as they are
    text = subprocess.run(listed, capture_output=True, check=True, text=True).stdout
    rows = [line.split(None, 2) for line in text.splitlines()]
    return [int(row[1]) for row in rows if row[0] == str(pid) and "spawn_main" in row[2]]


class Run(NamedTuple):
    """What came of a run whose workers were killed."""

    code: int
    said: str
    kills: int


def killed_at_random(words, workers_of, rng, kills, longest=2.0):
    """Run the command; from its first part on, kill random workers at random moments.

    Args:
        words: the arguments of `csp-sudoku`; the last one is the folder of results.
        workers_of: gives the process ids of the workers, from that of the command.
        rng: random numbers.
        kills: how many workers are killed.
        longest: the longest time between two kills, in seconds.
    """
    command = [sys.executable, "-m", "csp_sudoku", *map(str, words)]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with ended(subprocess.Popen(command, **pipes)) as process:
        killed = 0
        while process.poll() is None and not _has_reports(Path(words[-1])):
            time.sleep(_LOOK_SECONDS)
        while process.poll() is None and killed < kills:
            process.send_signal(signal.SIGSTOP)  # it does not end while we look for its workers
            with suppress(ProcessLookupError):
                if found := workers_of(process.pid):
                    os.kill(rng.choice(found), signal.SIGKILL)
                    killed += 1
            process.send_signal(signal.SIGCONT)
            time.sleep(rng.uniform(0, longest))
        said = process.communicate()[1].decode()
        return Run(process.returncode, said, killed)


def _has_reports(folder):
    return any(path.name != "manifest.json" for path in folder.glob("*.json"))


def survived(engine, sources, folder, rng, kills, longest=2.0):
    """Run a job of an engine with kills, and continue it if it ends with the message; return both.

    The results are in the folder `out`.
    """
    out = folder / "out"
    words = ["rate", *sources, "--quiet", "--stall", "300", "-o", f"{out}/"]
    with ExitStack() as stack:
        if engine == "processes":
            words[1:1] = ["--workers", "2"]
            workers_of = children
        else:
            kinds = {"restarts": engine == "dask", "nannies": engine == "nanny"}
            cluster = stack.enter_context(Cluster(folder, 2, **kinds))
            words[1:1] = ["--cluster", cluster.address]

            def workers_of(_):
                mine = [worker.pid for worker in cluster.workers if worker.poll() is None]
                return [pid for pid in mine for pid in children(pid)] if engine == "nanny" else mine

        first = killed_at_random(words, workers_of, rng, kills, longest)
        if first.code == 0:
            return first, None
        assert first.code == 2, first
        assert "--resume" in first.said, first
        if engine == "nanny":  # its workers are gone for good
            cluster.start_worker()
        words[1:1] = ["--resume"]
        return first, killed_at_random(words, workers_of, rng, 0)


def _series(engine, runs, kills, seed):
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = games(folder / "in", PARTS, 20)
        done(parts.plan(parts.Job("rate"), files, folder / "expected"))
        whole = content(folder / "expected")
        at_once = same = 0
        for run in range(runs):
            (folder / str(run)).mkdir()
            rng = random.Random(seed + run)
            first, second = survived(engine, files, folder / str(run), rng, kills)
            is_same = content(folder / str(run) / "out") == whole
            is_same = is_same and not half_files(folder / str(run) / "out")
            at_once += second is None
            same += is_same and (second is None or second.code == 0)
            end = "finished" if second is None else f"--resume: {second.code}, {first.said.strip()}"
            bytes_ = "same" if is_same else "DIFFERENT"
            print(f"{run}: {first.kills} kills, {end}, {bytes_}", flush=True)
        print(f"{engine}: {at_once} of {runs} runs finished at once")
        print(f"{same} of {runs} have the bytes of a run without kills in the end")
        return same == runs


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--kills", type=int, default=6, help="how many workers each run loses")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.exit(not _series(given.engine, given.runs, given.kills, given.seed))
