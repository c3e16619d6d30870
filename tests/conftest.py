"""Options of the test suite: `pytest --backend NAME` narrows what runs through every backend."""

import os

import pytest
from hypothesis import HealthCheck, settings

BACKENDS = (
    "auto",
    "bitmask",
    "bruteforce",
    "mrv",
    "taboo-totem-pick",
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
