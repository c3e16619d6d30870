"""Time limits and Ctrl-C on every command, backend and board size: how late the answers come."""

import json

from csp_sudoku import backends, boards
from tests.cli.process import here
from tests.cli.puzzles import HARD, SOLVED_4
from tests.torture.trial import Trial
from tests.torture.witness import Witness

BOARDS = {f"{n * n}x{n * n}": f"sudoku-{n}x{n}" for n in range(3, 9)} | {"samurai": "samurai"}
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
    trials = [(words, name, "limit") for words in questions for name in BOARDS]
    trials += [(words, name, "Ctrl-C") for words in (*questions, *WITHOUT_LIMIT) for name in BOARDS]
    witness = Witness()
    while True:
        random.shuffle(trials)
        for words, name, end in trials:
            what = f"{' '.join(words)} on {name}, {end}"
            yield what
            goal = LATE_9 if name == "9x9" else LATE
            broke, late = lateness(
                goal, lambda w=words, n=name, e=end: _late(witness, w, n, e, random)
            )
            yield Trial(what, broke, late, (" ".join(words), name))


def lateness(goal, measured):
    """Say whether an answer is late, and return by how many seconds it came after its limit.

    `measured` asks and returns the time after the limit, on the clock and of the processor.
    """
    late, used = measured()
    for _ in range(_TRIES - 1):
        if not _is_late(late, used, goal):
            break
        late, used = min((late, used), measured(), key=min)
    broke = None
    if _is_late(late, used, goal):
        broke = f"the answer came {late:.2f} s late, {used:.2f} s of the processor"
    return broke, round(min(late, used), 2)


def _is_late(late, used, goal):
    return min(late, used) > goal or late > _HANGING * goal


def _late(witness, words, name, end, random):
    """Return how long after the limit a command ends, on the clock and of the processor."""
    board = BOARDS[name]
    if words[0] == "generate":
        stdin, words = "", (*words, "--board", board)
    elif name == "9x9" and random.random() < 0.5:
        stdin = HARD
    else:
        stdin = json.dumps({"board": board, "values": [0] * len(boards.named(board).cells)})
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
