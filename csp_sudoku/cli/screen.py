"""Terminals that show text and obey nobody but us: escapes from files and names stay visible."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
_KEY = os.urandom(8).hex()
"""What stands for the escape character in texts of ours: no file can guess it."""
_WHITE = "\n\t"


def printable(text: str, keep: str = "") -> str:
    r"""Return a text with escapes for everything that would end a line or disturb a terminal.

    >>> printable("no file 'a\nb\x1b[2J'")
    "no file 'a\\nb\\x1b[2J'"
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else ascii(c)[1:-1] for c in text)


class Screen:
    r"""A terminal on which text is only text, save for codes that were marked as ours.

    >>> print("a header \x1b[2J from a file", file=Screen(sys.stdout))
    a header \x1b[2J from a file
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, with everything but its lines and tabs in sight."""
        self._stream.write(printable(text, _WHITE).replace(_KEY, "\x1b"))
        return len(text)

    def control(self, codes: str) -> None:
        """Send codes to the terminal."""
        self._stream.write(codes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def ours(text: str) -> str:
    """Mark the codes in a text as ours, so that they reach a guarded terminal."""
    return text.replace("\x1b", _KEY)


def control(stream: TextIO, codes: str) -> None:
    """Send codes to a terminal, guarded or not."""
    if isinstance(stream, Screen):
        stream.control(codes)
    else:
        stream.write(codes)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard standard output and standard error where they are terminals."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        cast("TextIO", Screen(stream)) if stream is not None and stream.isatty() else stream
        for stream in streams
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
