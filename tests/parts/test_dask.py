"""A real dask cluster without workers: nothing is lost, and the message names the way on."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from csp_sudoku import PartsError, cluster, parts
from tests.cli.process import csp_sudoku
from tests.parts.kills import PARTS, Cluster
from tests.parts.sources import content, done, games, half_files


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
    with Cluster(tmp_path, 2) as found:
        yield found


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
