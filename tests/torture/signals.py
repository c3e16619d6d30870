"""Signals at random moments: the exit code says so at once, with no traceback and no half file."""

import signal
import subprocess
import time

from tests.cli.puzzles import EMPTY, HARD, SOLVED, lines
from tests.torture.trial import Trial, command, complaint, left_over

_SLACK = 3.0
"""How long a process may take to end on a busy machine."""


def signals(random, folder):
    """Send a signal to a command that runs: it ends soon, with the code of the signal."""
    many = folder / "many.txt"
    many.write_text(lines(*[HARD] * 20_000))
    commands = [
        ("solve", many, "--json"),
        ("solve", many, "--save"),
        ("count", EMPTY, "--backend", "bitmask"),
        ("count", EMPTY, "--backend", "dlx"),
        ("count", EMPTY, "--backend", "sat"),
        ("count", EMPTY, "--backend", "cpsat"),
        ("minimum", SOLVED),
        ("generate", "-n", 10**7, "-o", folder / "made.txt"),
        ("generate", "-n", 10**5, "--board", "sudoku-4x4"),
        ("explain", many, "--html", folder / "page.html"),
        ("convert", many, "-o", folder / "out.json"),
        ("rate", many),
        ("canonical", many),
        ("prove", many, "--out", folder / "proofs"),
        ("compare", many, "--save", folder / "raw.csv"),
    ]
    early = 0
    while True:
        words = random.choice(commands)
        number = random.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        what = f"{number.name} for {' '.join(map(str, words))}"
        yield what
        process = subprocess.Popen(
            command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        time.sleep(random.random() * 2.0)
        sent = time.monotonic()
        process.send_signal(number)
        _, err = process.communicate(timeout=120)
        seconds = time.monotonic() - sent
        done = subprocess.CompletedProcess(words, process.returncode, b"", err)
        if _is_before_us(err):
            early += 1
            yield Trial(what, None, early, ("while Python itself starts", "signals"))
            continue
        broke = complaint(done, 128 + number, -number, 0)  # before it runs, or at the end
        broke = broke or left_over(folder)
        if not broke and seconds > _SLACK:
            broke = f"it took {seconds:.1f} s"
        yield Trial(what, broke, round(seconds, 2), ("from the signal to the end", "seconds"))


def _is_before_us(err):
    """Whether Python printed where it was before it came to any code of ours."""
    return b"Traceback" in err and b"csp_sudoku/" not in err.replace(b"bin/csp_sudoku", b"")


def closed_pipes(random, folder):
    """Read a little and leave: no message, and exit code 0."""
    many = folder / "many.txt"
    many.write_text(lines(*[HARD] * 20_000))
    while True:
        words = random.choice(
            [("solve", many), ("solve", many, "--json"), ("convert", many), ("show", many)]
        )
        process = subprocess.Popen(command(*words), stdout=-1, stderr=-1)
        process.stdout.read(random.randrange(1, 5000))
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()
        code = process.wait(60)
        broke = f"exit code {code}: {err[-300:]!r}" if code or err else None
        yield Trial(f"{words[0]} | head", broke)
