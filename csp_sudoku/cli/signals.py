"""What SIGTERM and SIGHUP do to a command: it ends as after Ctrl-C, with no half file left."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("SIGTERM", "SIGHUP")


class Terminated(KeyboardInterrupt):
    """A signal asks the command to end; `code` is the exit code that shells give it.

    >>> Terminated(15).code
    143
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise Terminated at a signal that would end the process without cleaning up.

    What handles Ctrl-C handles it as well. A second signal ends the process at once; one that was
    ignored before, as nohup does, stays so.
    """
    came: list[int] = []

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        came.append(number)
        raise Terminated(number)

    numbers = [number for name in _NAMES if (number := getattr(signal, name, None)) is not None]
    if threading.current_thread() is not threading.main_thread():  # others cannot handle signals
        numbers = []
    numbers = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    except BaseException:  # Python makes a SyntaxError or an ImportError of it where it imports
        if not came:
            raise
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
    if came:  # even if something on the way took it for Ctrl-C, or stopped at it
        raise Terminated(came[0])
