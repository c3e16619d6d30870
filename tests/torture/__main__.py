"""Run all kinds of attacks for some seconds, say what was tried and what held; 1 if any broke."""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.torture.kinds import KINDS

_GRACE = 180.0
_LONG = 600.0
"""Seconds from which on a kind is given as long as it owes trials."""
_OWED = 3600.0
"""How much longer that may take."""
_TOLD = 5


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("seconds", type=float, nargs="?", default=60.0, help="for all kinds")
    parser.add_argument("--seed", type=int, help="of the attacks (default: a new one)")
    parser.add_argument("--only", choices=tuple(KINDS), help="one kind, for all of the time")
    parser.add_argument(
        "--without", action="append", default=[], choices=tuple(KINDS), help="leave out a kind"
    )
    parser.add_argument("--inside", choices=tuple(KINDS), help=argparse.SUPPRESS)
    args = parser.parse_args()
    # A shell starts what runs in the background with Ctrl-C ignored, `nohup` does so with SIGHUP,
    # and processes inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    if args.inside:
        return _attack(args.inside, args.seconds, seed)
    names = [args.only] if args.only else [name for name in KINDS if name not in args.without]
    whole = sum(KINDS[name].share for name in names)
    print(f"torture for {args.seconds:g} s, seed {seed}", flush=True)
    broken = [_is_broken(n, args.seconds * KINDS[n].share / whole, seed) for n in names]
    return int(any(broken))


def _is_broken(name, seconds, seed):
    """Attack in a process of its own, and print one line about it."""
    if seconds < KINDS[name].least:
        print(f"{name}: not in a run as short as this")
        return False
    words = [sys.executable, "-X", "faulthandler", "-m", "tests.torture", str(seconds)]
    words += ["--seed", str(seed), "--inside", name]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        more = _GRACE + (_OWED if seconds >= _LONG else 0.0)
        out, err = process.communicate(timeout=seconds + more)
        ending = f"the attack ended with {process.returncode}: {err.decode()[-500:]}"
        is_hanging = False
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        ending, is_hanging = f"it hung: {err.decode()[-500:]}", True
    lines = [json.loads(line) for line in out.decode().splitlines()]
    trials = [line for line in lines if "broke" in line]
    broke = [f"{trial['what']}: {trial['broke']}" for trial in trials if trial["broke"]]
    if is_hanging or process.returncode:
        last = lines[-1].get("begun", "after the last trial") if lines else "at the start"
        broke.append(f"{last}: {ending}")
    figures = [trial["figure"] for trial in trials if trial["figure"] is not None]
    is_table = any(trial["place"] for trial in trials)
    most = f", at most {max(figures):.3f}" if figures and not is_table else ""
    held = f"{len(broke)} BROKE" if broke else "all held"
    print(f"{name}: {len(trials):,} tried, {held}{most}", flush=True)
    for what in broke[:_TOLD]:
        print(f"    {what}", flush=True)
    for line in _table(trials):
        print(f"    {line}", flush=True)
    return bool(broke)


def _table(trials):
    """Yield the lines of a table with the largest figure of each place; none without places."""
    largest = {}
    for trial in trials:
        if trial["place"]:
            place = tuple(trial["place"])
            largest[place] = max(largest.get(place, 0.0), trial["figure"])
    if not largest:
        return
    columns = sorted({column for _, column in largest}, key=lambda name: (len(name), name))
    yield f"{'':34}" + "".join(f"{column:>8}" for column in columns)
    for row in sorted({row for row, _ in largest}):
        found = (largest.get((row, column)) for column in columns)
        cells = ("" if figure is None else f"{figure:,}" for figure in found)
        yield f"{row:34}" + "".join(f"{cell:>8}" for cell in cells)


def _attack(name, seconds, seed):
    """Try one thing after the other until the time ends, at least one."""
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        for trial in KINDS[name].attack(random.Random(seed), Path(folder)):
            if isinstance(trial, str):  # what comes next, should it hang
                print(json.dumps({"begun": trial}), flush=True)
                continue
            print(json.dumps(trial._asdict()), flush=True)
            if time.monotonic() > end and not (trial.is_owed and seconds >= _LONG):
                break
    return 0


if __name__ == "__main__":
    sys.exit(main())
