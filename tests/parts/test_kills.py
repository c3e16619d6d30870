"""Workers killed with -9 at random moments: nothing is lost, or the message names the way on.

`tests/parts/kills.py` makes longer series by hand.
"""

import random

import pytest

from csp_sudoku import parts
from tests.parts.kills import PARTS, survived
from tests.parts.sources import content, done, games, half_files


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return games(tmp_path_factory.mktemp("in"), PARTS, 20)


@pytest.fixture(scope="module")
def expected(sources, tmp_path_factory):
    out = tmp_path_factory.mktemp("expected") / "out"
    done(parts.plan(parts.Job("rate"), sources, out))
    return content(out)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("engine", ["dask", "processes"])
def test_workers_killed_at_random(engine, seed, sources, expected, tmp_path):
    first, second = survived(engine, sources, tmp_path, random.Random(seed), kills=3, longest=0.5)
    assert first.kills
    assert second is None or second.code == 0, second
    assert content(tmp_path / "out") == expected
    assert half_files(tmp_path / "out") == []
