"""What signals do to a command: it ends as after Ctrl-C, with no half file left."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_MOMENT = 0.002
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_MADE_OF_INTERRUPTS = (ImportError, SyntaxError, SystemError)
"""What Python and native modules make of an error that is raised while they import."""


class Terminated(KeyboardInterrupt):
    """A signal asks the command to end; `code` is the exit code that shells give it.

    >>> Terminated(15).code
    143
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def is_unheard(frame: FrameType | None) -> bool:
    """Whether what is raised here is only printed: while an object is collected or forgotten.

    A generator that is forgotten runs its `finally`, as one that is closed does; the two look the
    same from here, and both are over soon. Whoever handles a signal then does it `later`.
    """
    handled = sys.exception()
    while handled is not None:
        if isinstance(handled, GeneratorExit):
            return True
        handled = handled.__context__
    while frame is not None:
        name, file = frame.f_code.co_name, frame.f_code.co_filename
        if name == "__del__" or (name == "cb" and "importlib" in file):
            return True
        if file.endswith(("weakref.py", "_weakrefset.py")):
            return True
        frame = frame.f_back
    return False


def later(number: int, handle: Callable[[int, FrameType | None], None]) -> None:
    """Handle a signal a moment later, by the timer of the process."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda _, frame: handle(number, frame))
        signal.setitimer(signal.ITIMER_REAL, _MOMENT)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise Terminated at a signal that would end the process without cleaning up.

    What handles Ctrl-C handles it as well. A second signal ends the process at once; one that was
    ignored before, as nohup does, stays so. Ctrl-C is a KeyboardInterrupt, even if something on the
    way makes another error of it.
    """
    came: list[int] = []
    pressed: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        if is_unheard(frame):
            later(number, end)
            return
        if number == signal.SIGINT:
            pressed.append(number)
            raise KeyboardInterrupt
        signal.signal(number, signal.SIG_DFL)
        came.append(number)
        raise Terminated(number)

    numbers = [number for name in _NAMES if (number := getattr(signal, name, None)) is not None]
    if threading.current_thread() is not threading.main_thread():  # others cannot handle signals
        numbers = []
    usual = {number: signal.getsignal(number) for number in numbers}
    usual = {
        n: how for n, how in usual.items() if how in (signal.SIG_DFL, signal.default_int_handler)
    }
    for number in usual:
        signal.signal(number, end)
    try:
        yield
    except BaseException as error:
        if not came and not (pressed and isinstance(error, _MADE_OF_INTERRUPTS)):
            raise
        came += pressed
    finally:
        for number, how in usual.items():
            signal.signal(number, how)
    if came:  # even if something on the way took it for Ctrl-C, or stopped at it
        raise Terminated(came[0])
