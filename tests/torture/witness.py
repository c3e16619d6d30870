"""A process that looks at this one from outside, at a given moment, and may press Ctrl-C.

A thread would not do: a call that holds the interpreter's lock would hold it up, too.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from csp_sudoku.cli.signals import is_unheard, later

_WATCH = """
import os, select, signal, sys, time
from pathlib import Path

pid, tick = int(sys.argv[1]), os.sysconf("SC_CLK_TCK")

def used():
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / tick

lines = []

def line(seconds=None):
    if not lines and select.select([0], [], [], seconds)[0]:
        lines.extend(os.read(0, 1000).decode().splitlines() or sys.exit())
    return lines.pop(0) if lines else None

while True:
    moment, press = line().split()
    if line(max(0.0, float(moment) - time.monotonic())):  # it ended before
        print("none", flush=True)
        continue
    print(used(), flush=True)
    if press == "1":
        os.kill(pid, signal.SIGINT)
    line()
"""


class Witness:
    """Tells how much time a call took after a moment: on the clock, and of the processor."""

    def __init__(self):
        command = [sys.executable, "-c", _WATCH, str(os.getpid())]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._is_asking = False
        signal.signal(signal.SIGINT, self._pressed)

    def after(self, seconds, call, presses=False):
        """Make a call; return what it returns, and two times after these seconds.

        With `presses`, Ctrl-C comes at that moment; None is returned if that is just when the call
        returns. If it returns before, the times are 0.
        """
        moment = time.monotonic() + seconds
        self._tell(f"{moment} {int(presses)}")
        self._is_asking = True
        try:
            found = call()
        except KeyboardInterrupt:
            found = None
        self._is_asking = False
        end = time.monotonic()
        self._tell("done")
        told = self._process.stdout.readline().decode().strip()
        if told == "none":
            return found, 0.0, 0.0
        return found, max(0.0, end - moment), max(0.0, _used() - float(told))

    def _pressed(self, number, frame):
        if not self._is_asking:
            return
        if is_unheard(frame):  # as the command line does
            later(number, self._pressed)
            return
        raise KeyboardInterrupt

    def _tell(self, line):
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()


def _used():
    """Return the processor time of this process, in the same ticks as seen from outside."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
