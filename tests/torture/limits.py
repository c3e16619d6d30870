"""Time limits and Ctrl-C on every command, backend and board size: how late the answers come."""

import json

from csp_sudoku import backends
from tests.cli.process import here
from tests.cli.puzzles import HARD, SOLVED_4
from tests.torture.trial import Trial
from tests.torture.witness import Witness

SIDES = (9, 16, 25, 36, 49, 64)
COMMANDS = (
    *("prove", "conflict", "true-candidates", "explain", "hint", "minimal", "minimum"),
    *("canonical", "backends", "rate", "redundant"),
)
OPTIONS = (("explain", "--reasons"), ("explain", "--guess"), ("solve", "--require-unique"))
WITHOUT_LIMIT = (
    *(("export", "--to", name) for name in ("cnf", "opb", "mzn", "xcsp3", "xcover", "graphml")),
    *(("show", "--solution"), ("convert", "--to", "json"), ("compare",)),
)
"""These take no time limit: only Ctrl-C ends them."""
LATE, LATE_9 = 0.5, 0.1
_HANGING = 8
"""So many times as late on the clock, it is not the other load on the machine."""
_TRIES = 3


def limits(random, folder):
    """Ask with a time limit or with Ctrl-C; measure from there to the answer.

    On a busy machine the clock says little. So an answer is late only if it also took that long of
    the processor, or very long on the clock; and it is asked for again before it counts as late.
    """
    names = [info.name for info in backends() if info.installed]
    questions = [(verb, "--backend", name) for verb in ("solve", "count") for name in names]
    questions += [(name,) for name in COMMANDS]
    questions += [*OPTIONS, ("generate",)]
    for words in (*questions, *WITHOUT_LIMIT):  # what is imported at the first call does not count
        yield f"a first call of {' '.join(words)}"
        here(*words, *(() if words == ("generate",) else (SOLVED_4,)))
    trials = [(words, side, "limit") for words in questions for side in SIDES]
    trials += [(words, side, "Ctrl-C") for words in (*questions, *WITHOUT_LIMIT) for side in SIDES]
    witness = Witness()
    while True:
        random.shuffle(trials)
        for words, side, end in trials:
            what = f"{' '.join(words)} on {side}x{side}, {end}"
            yield what
            goal = LATE_9 if side == 9 else LATE
            late, used = _late(witness, words, side, end, random)
            for _ in range(_TRIES - 1):
                if not _is_late(late, used, goal):
                    break
                again = _late(witness, words, side, end, random)
                late, used = min((late, used), again, key=min)
            broke = None
            if _is_late(late, used, goal):
                broke = f"the answer came {late:.2f} s late, {used:.2f} s of the processor"
            place = (" ".join(words), f"{side}x{side}")
            yield Trial(what, broke, round(min(late, used), 2), place)


def _is_late(late, used, goal):
    return min(late, used) > goal or late > _HANGING * goal


def _late(witness, words, side, end, random):
    """Return how long after the limit a command ends, on the clock and of the processor."""
    box = round(side**0.5)
    if words[0] == "generate":
        stdin, words = "", (*words, "--board", f"sudoku-{box}x{box}")
    elif side == 9 and random.random() < 0.5:
        stdin = HARD
    else:
        stdin = json.dumps({"board": f"sudoku-{box}x{box}", "values": [0] * side * side})
    limit = random.choice((0.1, 0.3, 0.5))
    presses = end == "Ctrl-C"
    if not presses:
        words = (*words, "--timeout", limit)
    elif words[0] == "generate":
        words = (*words, "-n", 10**9)
    ended, late, used = witness.after(limit, lambda: here(*words, stdin=stdin), presses)
    if ended and (ended.code not in (0, 1, 2, 3, 130) or "Traceback" in ended.err):
        raise AssertionError(f"{words}: {ended}")
    return late, used
