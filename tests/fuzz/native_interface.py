"""Call everything in csp_sudoku.native with valid, nearly valid and hostile arguments.

    make fuzz                                       for half a minute, as CI does
    make fuzz FUZZ="--calls 1000000 --seed 7"       by hand
    make fuzz FUZZ="--seed 7 --episode 1234"        one episode again

The calls come in episodes. An episode depends on the seed and its number alone: it makes a handful
of objects, and calls them and the functions. Most arguments are valid, so that deep code is
reached; the others are a little off, or hostile. A hostile argument may call an object of the
episode, look for half-built ones in the garbage collector, or change a list while it is read.

Episodes run in a process of their own. It is a fault if it dies (the sanitizers end it at the first
bad access), if a call takes more than a minute of the processor, if a call with valid arguments is
refused, or if any call raises an error that is not about its arguments, such as SystemError.
"""

import argparse
import faulthandler
import json
import mmap
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from csp_sudoku.native import bitmask
from tests.fuzz.arguments import Draw
from tests.fuzz.hostile import MischiefError
from tests.fuzz.native_calls import CALLS, OFTEN, REFUSALS, NoObjectError, missing, uses

ROOT = Path(__file__).parent.parent.parent
EPISODE = 40  # calls
BATCH = 100  # episodes of one process
PATIENCE = 60  # seconds of the processor for one call, under the sanitizers
LONGER = 30  # times as long on the clock for an episode, if the machine is busy
NAMES = [*OFTEN * 4, *CALLS]
NOTE = 1000  # bytes


def run_episode(seed, number, outcomes, note):
    """Make the calls of an episode, and count how they ended."""
    draw = Draw(f"{seed} {number}", uses, lambda text: note(f"{place}\n    {text}"))
    names = random.Random(f"{number} {seed}")
    faulthandler.dump_traceback_later(LONGER * PATIENCE, exit=True)  # a thread: not for each call
    for step in range(EPISODE):
        name = names.choice(NAMES)
        place = f"episode {number}, call {step}: {name}"
        note(place)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            outcome = outcome_of(draw, name)
        except BaseException as error:
            raise SystemExit(f"{type(error).__name__}: {error}") from error
        if outcome:
            outcomes[f"{name} {outcome}"] += 1
            outcomes[f"{name} {'valid' if draw.is_valid else 'spoilt'}"] += 1
    signal.setitimer(signal.ITIMER_PROF, 0)
    faulthandler.cancel_dump_traceback_later()


def outcome_of(draw, name):
    """Make a call; raise what it should not raise."""
    draw.begin()
    try:
        CALLS[name](draw)
    except NoObjectError:
        return None
    except (StopIteration, TimeoutError):
        return "returned"
    except MischiefError:
        return "raised"
    except REFUSALS:
        if not draw.is_calling or draw.is_valid:
            raise
        return "raised"
    return "returned"


def work(seed, first, episodes, folder):
    """Run some episodes in this process, and leave the outcomes in a file."""
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)  # say where, and die
    outcomes = Counter()
    with (folder / "last").open("r+b") as file, mmap.mmap(file.fileno(), NOTE) as last:

        def note(text):  # where it survives a crash
            last[:] = text.encode()[:NOTE].ljust(NOTE)

        for number in range(first, first + episodes):
            run_episode(seed, number, outcomes, note)
    (folder / "outcomes").write_text(json.dumps(outcomes))


def batch(seed, first, episodes):
    """Run some episodes in a process of their own; end if it does not survive."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "last").write_bytes(bytes(NOTE))
        command = [sys.executable, "-m", __spec__.name, "--work", name, "--seed", str(seed)]
        command += ["--episode", str(first), "--episodes", str(episodes)]
        done = subprocess.run(command, check=False, cwd=ROOT)
        if done.returncode:
            last = (folder / "last").read_bytes().rstrip(b"\0 ").decode()
            raise SystemExit(
                f"fault: the process ended with {done.returncode} in {last}\n"
                f'again with: make fuzz FUZZ="--seed {seed} --episode {last[8:].split(",")[0]}"'
            )
        return Counter(json.loads((folder / "outcomes").read_text()))


def report(outcomes, seed, seconds):
    """Return for each name how many calls returned, were refused, and had valid arguments."""
    lines = [f"{'':34}{'calls':>9}{'returned':>10}{'raised':>9}{'valid':>9}"]
    total = [0] * 4
    for name in sorted(CALLS):
        returned, raised, valid = (outcomes[f"{name} {w}"] for w in ("returned", "raised", "valid"))
        row = [returned + raised, returned, raised, valid]
        total = [a + b for a, b in zip(total, row, strict=True)]
        lines.append(f"{name:34}{row[0]:9}{row[1]:10}{row[2]:9}{row[3]:9}")
    lines.append(f"{'all':34}{total[0]:9}{total[1]:10}{total[2]:9}{total[3]:9}")
    lines.append(f"{total[0]} calls without a fault in {seconds:.0f} s, seed {seed}")
    return "\n".join(lines)


def main():
    """Run as many episodes as asked for, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=10**9, help="stop after this many calls")
    parser.add_argument("--seconds", type=float, default=10**9, help="stop after this time")
    parser.add_argument("--episode", type=int, help="run this episode alone, in this process")
    parser.add_argument("--folder", type=Path, help="refuse modules that come from elsewhere")
    parser.add_argument("--episodes", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.folder and options.folder.resolve() not in Path(bitmask.__file__).parents:
        parser.error(f"the modules come from {bitmask.__file__}, not from {options.folder}")
    if missing():
        parser.error(f"nothing calls {', '.join(sorted(missing()))}")
    if options.work:
        work(options.seed, options.episode, options.episodes, options.work)
    elif options.episode is not None:
        run_episode(options.seed, options.episode, Counter(), lambda text: None)
    else:
        begun, first, outcomes = time.monotonic(), 0, Counter()
        while first * EPISODE < options.calls and time.monotonic() - begun < options.seconds:
            outcomes += batch(options.seed, first, BATCH)
            first += BATCH
        print(report(outcomes, options.seed, time.monotonic() - begun))


if __name__ == "__main__":
    main()
