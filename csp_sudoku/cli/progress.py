"""One line on a terminal that says how far a command is."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_BLINK = 0.2


class Progress:
    """One line on a terminal that says how far it is; elsewhere, nothing."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._is_shown = sys.stderr.isatty() and not args.quiet
        self._is_written = False
        self._next = time.monotonic() + _BLINK

    def tell(self, text: str) -> None:
        """Say it, unless something was said just now."""
        if self._is_shown and time.monotonic() > self._next:
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_written = True
            self._next = time.monotonic() + _BLINK

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self._is_written:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_written = False
