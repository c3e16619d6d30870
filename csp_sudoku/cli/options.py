"""Options that several commands have in common, and the numbers that they take."""

from __future__ import annotations

import argparse

MOST = 0xFFFFFFFE


def add_backend(group: argparse._ArgumentGroup) -> None:
    """Add the option that says who solves."""
    group.add_argument("--backend", default="auto", metavar="NAME", help="who solves, as dlx, sat")


def add_timeout(group: argparse._ArgumentGroup, of: str = "all puzzles") -> None:
    """Add the option that limits the time."""
    group.add_argument("--timeout", type=seconds, metavar="SECONDS", help=f"the time for {of}")


def add_seed(group: argparse._ArgumentGroup) -> None:
    """Add the option that everything random comes from."""
    group.add_argument(
        "--seed",
        type=whole_number,
        default=0,
        metavar="N",
        help="the same seed gives the same result (0 if not given)",
    )


def add_workers(group: argparse._ArgumentGroup, of: str) -> None:
    """Add the option that says how many threads work."""
    group.add_argument(
        "--workers",
        type=at_least_one,
        metavar="N",
        help=f"threads for {of} (all cores if not given)",
    )


def at_least_one(text: str) -> int:
    """Return a number from 1 up."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}: use 1 or more, up to {MOST}")
    return int(text)


def whole_number(text: str) -> int:
    """Return a number from 0 up."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 20:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}: use a whole number from 0 up")
    return int(text)


def seconds(text: str) -> float:
    """Return a time from 0 up."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        raise argparse.ArgumentTypeError(f"{text!r}: use 0 or more seconds")
    return number
