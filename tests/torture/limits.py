"""Time limits on every command, backend and board size: how late the answers come."""

import json
import time

from csp_sudoku import backends
from tests.cli.process import here
from tests.cli.puzzles import HARD, SOLVED_4
from tests.torture.trial import Trial

SIDES = (9, 16, 25, 36, 49, 64)
COMMANDS = (
    *("count", "prove", "conflict", "true-candidates", "explain", "hint", "minimal", "minimum"),
    *("canonical", "backends", "rate", "redundant"),
)
LATE, LATE_9 = 0.5, 0.1


def limits(random, folder):
    """Ask with a time limit; measure from the limit to the answer."""
    names = [info.name for info in backends() if info.installed]
    questions = [("solve", "--backend", name) for name in names]
    questions += [("count", "--backend", name) for name in names]
    questions += [(name,) for name in COMMANDS]
    questions += [("explain", "--reasons"), ("explain", "--guess"), ("solve", "--require-unique")]
    for words in questions:  # what is imported at the first call is no part of an answer
        yield f"a first call of {' '.join(words)}"
        here(*words, SOLVED_4, "--timeout", 1)
    while True:
        side = random.choice(SIDES)
        words = random.choice([*questions, ("generate",)])
        limit = random.choice((0.2, 0.5, 1.0))
        what = f"{' '.join(words)} on {side}x{side} with --timeout {limit}"
        yield what
        late = min(_late(words, side, limit, random) for _ in range(2))
        most = LATE_9 if side == 9 else LATE
        broke = f"the answer came {late:.2f} s after the limit" if late > most else None
        yield Trial(what, broke, max(0.0, late))


def _late(words, side, limit, random):
    """Return how long after the limit a command ends; less than 0 if it ends before."""
    box = round(side**0.5)
    if words[0] == "generate":
        stdin, words = "", (*words, "--board", f"sudoku-{box}x{box}")
    elif side == 9 and random.random() < 0.5:
        stdin = HARD
    else:
        stdin = json.dumps({"board": f"sudoku-{box}x{box}", "values": [0] * side * side})
    started = time.monotonic()
    ended = here(*words, "--timeout", limit, stdin=stdin)
    seconds = time.monotonic() - started
    if ended.code not in (0, 1, 2, 3) or "Traceback" in ended.err:
        raise AssertionError(f"{words}: {ended}")
    return seconds - limit
