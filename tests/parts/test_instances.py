"""Backends that misbehave, each in a process of its own: they are ended, and all others go on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from csp_sudoku import Puzzle
from csp_sudoku.comparing import instances
from csp_sudoku.comparing.instances import measured
from tests.cli.process import csp_sudoku
from tests.cli.puzzles import HARD, SOLVED_4

_BACKENDS = """
import ctypes, os, subprocess, sys, time

from csp_sudoku.backends.protocol import Backend

class _Bad(Backend):
    summary = "one that misbehaves"

    def search(self, *_):
        self.misbehave()
        yield from ()
        return True

class Burner(_Bad):
    name = "burner"

    def misbehave(self):
        while True:
            pass

class Eater(_Bad):
    name = "eater"

    def misbehave(self):
        kept = []
        while True:
            kept.append(bytearray(1 << 24))

class Crasher(_Bad):
    name = "crasher"

    def misbehave(self):
        ctypes.string_at(0)

class Hoarder(_Bad):
    name = "hoarder"

    def misbehave(self):
        subprocess.run([sys.executable, "-c", "b'x' * 300_000_000"])

class Parent(_Bad):
    name = "parent"

    def misbehave(self):
        with open(os.environ["PIDS"], "w") as file:
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(900)"])
            print(os.getpid(), child.pid, file=file)
        time.sleep(900)
"""
_NAMES = ("burner", "eater", "crasher", "hoarder", "parent")
_HOARD = 300_000_000
"""Bytes, as in the program."""


@pytest.fixture
def _bad(tmp_path, monkeypatch):
    """Install a package with backends that misbehave, for the processes that are started."""
    (tmp_path / "bad_backends.py").write_text(_BACKENDS)
    facts = tmp_path / "bad_backends-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-backends\nVersion: 1.0\n")
    points = "".join(f"{name} = bad_backends:{name.capitalize()}\n" for name in _NAMES)
    (facts / "entry_points.txt").write_text(f"[csp_sudoku.backends]\n{points}")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PIDS", str(tmp_path / "pids"))


def asked(backend, **limits):
    return measured(Puzzle(SOLVED_4), backend, timeout=1, **limits)


def assert_ended(pids):
    """Assert that processes end: they do so in their own time."""
    for pid in pids:
        while Path(f"/proc/{pid}").exists() and "\nState:\tZ" not in _state(pid):
            time.sleep(0.05)


def _state(pid):
    try:
        return Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return "\nState:\tZ"


def test_a_process_beyond_its_memory_from_the_start():
    found = measured(Puzzle(HARD), "bitmask", timeout=5, memory=1 << 20)
    assert found.status == "unknown"
    assert found.note


@pytest.mark.usefixtures("_bad")
def test_a_search_that_takes_all_memory():
    found = asked("eater", memory=1 << 30)
    assert (found.status, found.seconds) == ("unknown", 1)
    assert "MemoryError" in found.note


@pytest.mark.usefixtures("_bad")
def test_a_crash():
    assert asked("crasher").note == "it was ended by SIGSEGV"


@pytest.mark.usefixtures("_bad")
def test_a_search_that_ignores_its_time_limit(monkeypatch):
    """The system counts CPU time; the clock is only a second net."""
    monkeypatch.setattr(instances, "_START_SECONDS", 1)
    monkeypatch.setattr(instances, "_PATIENCE_SECONDS", 600)
    found = asked("burner")
    assert (found.status, found.note) == ("unknown", "it took too much CPU time")


@pytest.mark.usefixtures("_bad")
def test_a_search_that_waits_for_ever_with_a_process_of_its_own(monkeypatch, tmp_path):
    """Neither stays, although the one that was started holds the pipe of the answer."""
    pids = tmp_path / "pids"
    monkeypatch.setattr(instances, "_PATIENCE_SECONDS", 5)
    found = asked("parent")
    assert (found.status, found.note) == ("unknown", "it did not end by itself")
    if pids.exists():  # else it did not come so far: a busy machine
        assert_ended(pids.read_text().split())


@pytest.mark.usefixtures("_bad")
def test_it_ends_with_whoever_asked(tmp_path):
    """Also when that one is killed with -9: others may measure on the same machine."""
    pids = tmp_path / "pids"
    program = (
        "from csp_sudoku import Puzzle\n"
        "from csp_sudoku.comparing.instances import measured\n"
        f"measured(Puzzle({SOLVED_4!r}), 'parent', timeout=900)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program]) as asker:
        while not pids.exists() or not pids.read_text().strip():
            time.sleep(0.05)
        os.kill(asker.pid, signal.SIGKILL)
    assert_ended(pids.read_text().split())


@pytest.mark.usefixtures("_bad")
def test_the_others_go_on(tmp_path):
    (tmp_path / "in.txt").write_text(f"{SOLVED_4}\n{HARD}\n")
    out = f"{tmp_path / 'out'}/"
    words = ("--backends", "crasher,dlx,eater", "--timeout", 20, "--memory-limit", 1024)
    ended = csp_sudoku("compare", tmp_path / "in.txt", "-o", out, *words)
    assert ended.code == 3, ended.err
    shown = csp_sudoku("compare", out)
    assert shown.code == 3
    rows = {line.split()[0]: line.split()[1] for line in shown.out.splitlines()[2:5]}
    assert rows == {"crasher": "0/2", "dlx": "2/2", "eater": "0/2"}


@pytest.mark.usefixtures("_bad")
def test_the_memory_of_processes_that_a_backend_starts():
    found = asked("hoarder")
    assert found.status == "none"
    assert found.peak_rss > _HOARD
