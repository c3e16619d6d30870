"""Searches that restart beside constraints, and then try every value alone, lose no solution."""

import random

import pytest

import csp_sudoku as cs
from csp_sudoku.encoders import bitmask as encoder
from csp_sudoku.native.bitmask import PAUSED

ORDER = 4


@pytest.fixture(scope="module")
def squares():
    """Return all latin squares of order 4, as exact cover finds them."""
    model = latin()[0]
    found = [tuple(solution.values()) for solution in model.solutions("dlx")]
    assert len(found) == len(set(found)) == 576
    return found


def latin():
    model = cs.CSP()
    square = model.grid(ORDER, ORDER, range(1, ORDER + 1))
    for line in (*square.rows, *square.columns):
        model.all_different(line)
    return model, list(square)


def narrowed(seed):
    """Return a latin square with random sums and differences, and what decides whether one fits."""
    rng = random.Random(seed)
    model, cells = latin()
    checks = []
    for _ in range(rng.randint(4, 9)):
        x, y, z = rng.sample(range(ORDER * ORDER), 3)
        number = rng.randint(1, 2)
        if rng.random() < 0.5:
            model.add(abs(cells[x] - cells[y]) != number)
            checks.append(lambda s, x=x, y=y, n=number: abs(s[x] - s[y]) != n)
        else:
            total = rng.randint(6, 9)
            model.add(cells[x] + cells[y] + cells[z] <= total)
            checks.append(lambda s, x=x, y=y, z=z, n=total: s[x] + s[y] + s[z] <= n)
    return model, lambda s: all(check(s) for check in checks)


def test_restarts_and_probes_lose_no_solution(squares):
    restarted = 0
    for seed in range(150):
        model, fits = narrowed(seed)
        expected = {square for square in squares if fits(square)}
        encoding = encoder.encode(model.problem.csp)
        search = encoding.search(encoding.masks(model.problem), restarts=1)
        found = [tuple(code + 1 for code in encoding.decode(codes)) for codes in search]
        assert len(found) == len(set(found))
        assert set(found) == expected, seed
        restarted += search.restarts > 0
    assert restarted >= 10


def test_a_search_pauses_while_it_probes():
    for seed in range(40):
        model, _ = narrowed(seed)
        encoding = encoder.encode(model.problem.csp)
        whole = encoding.search(encoding.masks(model.problem), restarts=1)
        parts = encoding.search(encoding.masks(model.problem), restarts=1)
        expected, found = whole.count(), 0
        while True:
            before = parts.nodes
            found += parts.count(nodes=1)
            assert parts.nodes - before <= 1
            if parts.status is not PAUSED:
                break
        assert (found, parts.nodes, parts.restarts) == (expected, whole.nodes, whole.restarts)
