"""The whole constraint language: every paradigm has the solutions that `check` says there are."""

import pytest

from tests.random_models import disagreement

BLOCK = 25
"""Models per test: 20 tests of 25 are 500 models; thousands more by hand, see random_models."""


@pytest.mark.parametrize("block", range(20))
def test_all_paradigms_agree_with_brute_force(block):
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        wrong, answers = disagreement(seed, ("bitmask", "mrv", "sat", "cpsat", "auto", "dlx"))
        assert wrong is None, f"seed {seed}"
        assert answers == 6
