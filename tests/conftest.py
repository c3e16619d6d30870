"""Options of the test suite: `pytest --backend NAME` narrows what runs through every backend."""

import gc
import os
import signal
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

BACKENDS = (
    "auto",
    "bitmask",
    "bruteforce",
    "mrv",
    "deepest",
    "probing",
    "taboo-totem-pick",
    "components",
    "dlx",
    "sat",
    "cpsat",
    "portfolio",
)

settings.register_profile(
    "project",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "project"))

if sys.dont_write_bytecode:  # tests start the command line thousands of times: compile it once
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / "build" / "bytecode")

# Tests send signals, which a run in the background (`&`, `nohup`) and its children would ignore.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser):
    parser.addoption("--backend", action="append", default=[], help="only this backend")


def pytest_generate_tests(metafunc):
    chosen_by_test = {
        name.strip()
        for mark in metafunc.definition.iter_markers("parametrize")
        for name in (mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0])
    }
    if "backend" in metafunc.fixturenames and "backend" not in chosen_by_test:
        chosen = metafunc.config.getoption("--backend") or BACKENDS
        metafunc.parametrize("backend", chosen)


@pytest.fixture(scope="session")
def chosen_backends(request):
    """All backends, or those that the command line names."""
    return tuple(request.config.getoption("--backend")) or BACKENDS


@pytest.fixture
def ctrl_c():
    """Press Ctrl-C: it raises KeyboardInterrupt, whatever a library made of the signal before.

    The collector's callbacks rest (hypothesis has one): Python drops what is raised in them.
    """
    callbacks = gc.callbacks.copy()
    gc.callbacks.clear()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: os.kill(os.getpid(), signal.SIGINT)
    signal.signal(signal.SIGINT, before)
    gc.callbacks.extend(callbacks)


@pytest.fixture
def interrupted(ctrl_c):
    """Run a function over and over until Ctrl-C ends it."""

    def forever(work, timer):
        timer.start()
        while True:
            work()

    def run(work, after=0.02):
        timer = threading.Timer(after, ctrl_c)
        with pytest.raises(KeyboardInterrupt):
            forever(work, timer)
        timer.join()

    return run
