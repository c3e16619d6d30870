"""A question passes through few of our files, so that a reader can follow it."""

import re
import subprocess
import sys

SOLVE_AS_JSON = 20
FIRST_16_BY_SAT = 15
SOLVE_16_BY_SAT = 9


def test_questions_pass_through_few_files():
    words = [sys.executable, "-m", "tests.files_passed"]
    done = subprocess.run(words, capture_output=True, check=True, text=True)
    counted = [int(count) for count in re.findall(r": (\d+) files$", done.stdout, re.MULTILINE)]
    assert len(counted) == 3
    assert counted[0] <= SOLVE_AS_JSON, done.stdout
    assert counted[1] <= FIRST_16_BY_SAT, done.stdout
    assert counted[2] <= SOLVE_16_BY_SAT, done.stdout
