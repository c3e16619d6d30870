"""A real dask cluster whose workers are killed: nothing is lost, or the message names the way on.

`python -m tests.parts.test_dask 20` does it twenty times, with kills at other moments each time.
"""

import json
import os
import random
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from csp_sudoku import PartsError, cluster, parts
from tests.cli.process import csp_sudoku
from tests.parts.sources import content, done, games, half_files

PARTS = 200


class Cluster:
    """A scheduler and workers, each a process that the system knows nothing else about."""

    def __init__(self, folder):
        self.file = Path(folder) / "scheduler.json"
        self.workers = []
        self._env = {**os.environ, "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error"}
        self.scheduler = self._started("scheduler", "--port", "0", "--no-dashboard")
        self.address = self._address()

    def _address(self):
        """Wait for the scheduler's file, which for a moment is there and still empty."""
        while self.scheduler.poll() is None:
            if self.file.exists():
                with suppress(json.JSONDecodeError):
                    return json.loads(self.file.read_text())["address"]
            time.sleep(0.05)
        raise AssertionError("no scheduler")

    def _started(self, what, *words):
        here = ("--scheduler-file", str(self.file), "--host", "127.0.0.1")
        command = [sys.executable, "-m", "dask", what, *here, *words]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, env=self._env, cwd=self.file.parent, **quiet)

    def start_worker(self):
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        self.workers.append(self._started("worker", *words))

    def kill_worker(self, number):
        worker = self.workers.pop(number)
        worker.kill()
        worker.wait()

    def close(self):
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def driven(cluster_, sources, out, patience=60):
    """Run the driver; yield its process, whose lines are parts that are done."""
    words = [cluster_.address, str(patience), str(out), *map(str, sources)]
    command = [sys.executable, "-m", "tests.parts.dask_driver", *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], **pipes) as process:
        yield process


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return games(tmp_path_factory.mktemp("in"), PARTS, 2)


@pytest.fixture(scope="module")
def expected(sources, tmp_path_factory):
    out = tmp_path_factory.mktemp("expected") / "out"
    done(parts.plan(parts.Job("canonical"), sources, out))
    return content(out)


@pytest.fixture
def two_workers(tmp_path):
    found = Cluster(tmp_path)
    for _ in range(2):
        found.start_worker()
    yield found
    found.close()


def killed_at_random(found, sources, out, rng, kills=4):
    """Kill workers at random moments, some of them while they start; others take their place."""
    moments = sorted(rng.randrange(PARTS - 10) for _ in range(kills))
    ages = []
    with driven(found, sources, out) as driver:
        for count, _ in enumerate(driver.stdout):
            while moments and count >= moments[0]:
                moments.pop(0)
                found.kill_worker(rng.randrange(2))
                found.start_worker()
                if rng.random() < 0.3:
                    time.sleep(rng.random())
                    found.kill_worker(1)  # the one that starts
                    found.start_worker()
                ages.append(count)
        said = driver.stderr.read()
    return driver.returncode, said, ages


def test_workers_killed_and_replaced(two_workers, sources, expected, tmp_path):
    out = tmp_path / "out"
    code, said, kills = killed_at_random(two_workers, sources, out, random.Random(1))
    assert kills
    if code:
        assert "--resume" in said
        with driven(two_workers, sources, out) as driver:
            assert driver.wait() == 0, driver.stderr.read()
    assert content(out) == expected
    assert half_files(out) == []


def test_no_worker_left(two_workers, sources, expected, tmp_path):
    """The scheduler waits for ever then, and the run is given up."""
    out = tmp_path / "out"
    with driven(two_workers, sources, out, patience=1) as driver:
        for count, _ in enumerate(driver.stdout):
            if count == PARTS // 4:
                two_workers.kill_worker(0)
                two_workers.kill_worker(0)
        assert "had no worker for 1 seconds" in (said := driver.stderr.read())
        assert "continue with --resume" in said
        assert driver.wait() == 2
    assert 0 < parts.status(out).done < PARTS
    two_workers.start_worker()
    words = ("canonical", *sources, "-o", out, "--resume", "--cluster", two_workers.address)
    ended = csp_sudoku(*words)
    assert ended.code == 0, ended.err
    assert content(out) == expected
    assert half_files(out) == []


def test_no_scheduler(monkeypatch):
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.2)
    with pytest.raises(PartsError, match="cannot reach a dask scheduler at tcp:"):
        cluster.dask("tcp://127.0.0.1:1")()


def _by_hand(runs):
    with TemporaryDirectory() as name:
        folder = Path(name)
        files = games(folder / "in", PARTS, 200)
        done(parts.plan(parts.Job("canonical"), files, folder / "expected"))
        whole = content(folder / "expected")
        for run in range(runs):
            (folder / str(run)).mkdir()
            found, out = Cluster(folder / str(run)), folder / str(run) / "out"
            for _ in range(2):
                found.start_worker()
            code, said, kills = killed_at_random(found, files, out, random.Random(100 + run), 6)
            resumed = 0
            while code and resumed < 3:
                assert "--resume" in said, said
                resumed += 1
                with driven(found, files, out) as driver:
                    said, code = driver.communicate()[1], driver.returncode
            found.close()
            is_same = content(out) == whole and not half_files(out)
            print(run, "same" if is_same else "DIFFERENT", "killed at", kills, "resumed", resumed)


if __name__ == "__main__":
    _by_hand(int(sys.argv[1]))
