"""Ask Knuth's dlx2 about random problems with colours, and compare all solutions with ours.

    DLX2=PROGRAM python -m tests.peers.check_dlx2 300

It is asked about random exact cover problems with colours, and about random models of the whole
constraint language as `xcover` exports them.
"""

import os
import random
import re
import subprocess
import sys

from csp_sudoku.encoders.exact_cover import refusal
from csp_sudoku.encoders.xcover import NamedCover
from tests.random_models import make, solutions_by_check

PROGRAM = os.environ.get("DLX2", "dlx2")


def answers(text):
    """Return what dlx2 prints of each solution of a problem."""
    done = subprocess.run([PROGRAM, "m1"], input=text, capture_output=True, text=True, check=False)
    found = re.split(r"^\d+:\n", done.stdout, flags=re.MULTILINE)[1:]
    assert f"Altogether {len(found)} solution" in done.stderr, done.stderr
    return found


def random_cover(seed):
    """Return a random problem; no two of its options are the same, so that answers are clear."""
    rng = random.Random(seed)
    primary = [f"p{i}" for i in range(rng.randint(1, 8))]
    secondary = [f"s{i}" for i in range(rng.randint(0, 6))]
    colours = "ABCD"[: rng.randint(1, 4)]
    options = {}
    for _ in range(rng.randint(1, 40)):
        items = rng.sample([*primary, *secondary], min(rng.randint(0, 4), len(primary)))
        items = dict.fromkeys([rng.choice(primary), *items])
        option = [(i, rng.choice([None, *colours]) if i in secondary else None) for i in items]
        options[frozenset(option)] = option
    return NamedCover(primary, secondary, list(options.values()))


def main(count):
    listed = models = 0
    for seed in range(count):
        cover = random_cover(seed)
        number = {frozenset(cover.words(o)): o for o in range(len(cover.options))}
        told = {
            frozenset(number[frozenset(line.partition("(")[0].split())] for line in lines)
            for lines in map(str.splitlines, answers("\n".join(cover.lines()) + "\n"))
        }
        ours = [frozenset(solution) for solution in cover.native().search()]
        assert len(ours) == len(told), f"problem {seed}"
        assert set(ours) == told, f"problem {seed}"
        listed += len(ours)
        model = make(seed)
        if refusal(model.problem.csp) is None:
            export = model.export("xcover")
            found = {tuple(export.decode(text).values()) for text in answers(str(export))}
            assert found == solutions_by_check(model), f"model {seed}"
            models += 1
    print(f"{count} problems with {listed} solutions and {models} models: dlx2 agrees on all")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
