"""All kinds of attacks, by name, with their share of the time."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.torture import endurance, files, fuzzer, hostile, limits, proofs, signals
from tests.torture.trial import Trial


class Kind(NamedTuple):
    share: int
    attack: Callable[[Random, Path], Iterator[Trial]]
    least: float = 0.0
    """The seconds below which it is left out: it has to be built first."""


KINDS = {
    "kill -9 and --resume": Kind(8, files.kills),
    "a disk that is full": Kind(4, files.full_disk),
    "a folder that is read-only": Kind(1, files.read_only),
    "two writers": Kind(2, files.two_writers),
    "hostile objects": Kind(3, hostile.objects),
    "hostile certificates": Kind(8, hostile.certificates),
    "signals": Kind(8, signals.signals),
    "a pipe that closes": Kind(2, signals.closed_pipes),
    "time limits": Kind(12, limits.limits),
    "many solves": Kind(16, endurance.many_solves),
    "the proof checker": Kind(3, proofs.checker),
    "the native fuzzer": Kind(4, fuzzer.native, least=20.0),
}
