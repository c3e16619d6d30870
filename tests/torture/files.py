"""Faults injected into files: kills, full disks, read-only folders, two writers."""

import os
import resource
import signal
import subprocess
import time

from tests.cli.puzzles import HARD, SEVERAL, SOLVED, TWO_4, lines
from tests.torture.trial import Trial, command, complaint, left_over, run


def _jobs(random, folder):
    """Return the words of some job that can be resumed."""
    puzzles = folder / "in.txt"
    mixed = [random.choice((HARD, SEVERAL, SOLVED, "no puzzle", TWO_4)) for _ in range(400)]
    puzzles.write_text(lines(*mixed))
    seed = random.randrange(1000)
    return random.choice(
        [
            ("generate", "-n", 20_000, "--seed", seed),
            ("generate", "-n", 20, "--board", "sudoku-2x3", "--json", "--seed", seed),
            ("count", "--limit", 2, puzzles),
            ("conflict", "--json", puzzles),
            ("minimal", "--seed", seed, puzzles),
            ("canonical", puzzles),
        ]
    )


def kills(random, folder):
    """Kill a job at random moments, resume it each time; the file is that of one run."""
    for number in range(10**9):
        words, out = _jobs(random, folder), folder / f"{number}.txt"
        yield f"{words[0]}"
        started = time.monotonic()
        whole = run(*words).stdout
        length = time.monotonic() - started
        killed = 0
        while killed < random.choice((1, 3)):
            process = subprocess.Popen(
                command(*words, "-o", out, "--resume"), stderr=subprocess.DEVNULL
            )
            time.sleep(random.random() * length)
            killed += process.poll() is None
            process.kill()
            process.wait()
            if process.returncode >= 0:
                break
        done = run(*words, "-o", out, "--resume")
        broke = complaint(done, 0, 1, 2)
        if not broke and out.read_bytes() != whole:
            broke = f"not the file of one run, after {killed} kills"
        yield Trial(" ".join(map(str, words[:3])), broke)
        out.unlink(missing_ok=True)


def full_disk(random, folder):
    """Let files grow only so far: an error in one line; then --resume gives the whole file."""
    for number in range(10**9):
        most = random.randrange(2000, 30_000)

        def limited(most=most):
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        out = folder / f"{number}.txt"
        if number % 2:
            words = ("generate", "-n", 1000, "--seed", number, "-o", out)
            broke = complaint(run(*words, preexec_fn=limited), 2)
            broke = broke or complaint(run(*words, "--resume"), 0)
            if not broke and out.read_bytes() != run(*words[:-2]).stdout:
                broke = "not the file of one run"
        else:
            puzzles, out = folder / "in.txt", folder / f"{number}.json"
            puzzles.write_text(lines(*[HARD] * 1000))
            out.write_text("old")
            broke = complaint(run("convert", puzzles, "-o", out, preexec_fn=limited), 2)
            broke = broke or left_over(folder)
            if not broke and out.read_text() != "old":
                broke = "the old file is lost"
        yield Trial(f"at most {most} bytes", broke)
        out.unlink()


def read_only(random, folder):
    """Write where nothing can be written: one line, exit code 2."""
    closed = folder / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    place = closed if os.getuid() else "/proc"
    while True:
        name = f"{place}/x{random.randrange(10)}"
        words = random.choice(
            [
                ("generate", "-o", f"{name}.txt"),
                ("convert", HARD, "-o", f"{name}.txt"),
                ("show", HARD, "-o", f"{name}.svg"),
                ("explain", HARD, "--quiet", "--html", f"{name}.html"),
                ("prove", HARD, "--out", name),
            ]
        )
        yield Trial(words[0], complaint(run(*words), 2))


def two_writers(random, folder):
    """Start a second writer: it is refused, and the first one is not disturbed."""
    for number in range(10**9):
        out, seed = folder / f"{number}.txt", random.randrange(1000)
        words = ("generate", "-n", 10**7, "--seed", seed, "-o", out)
        first = subprocess.Popen(command(*words), stderr=subprocess.PIPE)
        while not (out.exists() and out.stat().st_size):
            time.sleep(0.01)
        second = run(*words, *random.choice(((), ("--resume",))))
        broke = complaint(second, 2)
        first.send_signal(signal.SIGTERM)
        _, messages = first.communicate(timeout=60)
        if first.returncode != 143 or messages:
            broke = broke or f"the first ended with {first.returncode}: {messages[-300:]!r}"
        made = out.read_bytes()
        count = made.count(b"\n")
        if run("generate", "-n", count, "--seed", seed).stdout != made:
            broke = broke or "the file is not what one writer makes"
        yield Trial(f"generate, {count} puzzles", broke)
        out.unlink()
