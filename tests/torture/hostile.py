"""Hostile objects for public functions, and hostile folders for the reader of certificates."""

import json
import os
import re
import resource
import shutil
from hashlib import sha256

from csp_sudoku import CspSudokuError, Puzzle, formats
from tests.cli.process import here
from tests.test_border import CALLS, ODD
from tests.torture.limits import LATE, lateness
from tests.torture.trial import Trial
from tests.torture.witness import Witness

PUZZLE = Puzzle("1... ..2. .3.. ...4")
_MOST_SIGNED = 10**8
_LONGEST_NAME = 100
_MEMORY = 4 << 30
"""Bytes that are enough for any certificate."""


class Failing:
    """An object whose every answer is an error of its own, or nonsense."""

    def __init__(self, answer):
        self._answer = answer
        self.raised = []
        """The errors of its own: what it raised may pass through whoever asked it."""

    def _fail(self, *_):
        if isinstance(self._answer, type):
            self.raised.append(self._answer("hostile"))
            raise self.raised[-1]
        return self._answer

    __index__ = __len__ = __iter__ = __getitem__ = __int__ = __float__ = __eq__ = _fail
    __hash__ = object.__hash__


def objects(random, folder):
    """Call public functions with odd things, alone and nested: an error of ours, or an answer."""
    made = [Failing(answer) for answer in (ValueError, OverflowError, MemoryError, -1, 2**70, "x")]
    while True:
        odd = random.choice([*ODD, *made])
        own = odd.raised if isinstance(odd, Failing) else []
        own.clear()
        for _ in range(random.randrange(3)):
            odd = random.choice(
                [lambda x: [x], lambda x: (x, x), lambda x: {(0, 0): x}, lambda x: [0] * 15 + [x]]
            )(odd)
        name = random.choice(list(CALLS))
        broke = None
        try:
            found = CALLS[name](odd)
            if hasattr(found, "__next__"):
                next(found, None)
        except CspSudokuError:
            pass
        except Exception as error:
            if not any(error is one for one in own):
                broke = f"{type(error).__name__}: {error}"
        yield Trial(f"{name}({type(odd).__name__})", broke)


def certificates(random, folder):
    """Change a certificate in every way: refused within the limit, or still about its puzzle.

    The command runs in this process, so that the time is that of reading, stating and checking, and
    not that of starting Python.
    """
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    good, bad = folder / "good", folder / "bad"
    PUZZLE.prove_unique().save(good)
    names = sorted(path.name for path in good.iterdir())
    ways = (_flip, _flip, _cut, _zero, _pipe, _folder, _missing, _fields, _fields, _huge, _other)
    here("prove", "--check", good)  # what is imported at the first call does not count
    witness = Witness()
    while True:
        shutil.rmtree(bad, ignore_errors=True)
        shutil.copytree(good, bad)
        way, name = random.choice((*ways, _long, _wide)), random.choice(names)
        what = f"{way.__name__.strip('_')} {name}"
        way(random, bad, name)
        if random.random() < 0.7:  # as a forger would
            what += ", signed"
            _sign(bad)
        limit = random.choice((0.05, 0.2, 1.0))
        what += f", within {limit} s"
        yield what
        ends = []

        def checked(limit=limit, ends=ends):
            words = ("prove", "--check", bad, "--timeout", limit)
            ended, late, used = witness.after(limit, lambda: here(*words))
            ends.append(ended)
            return late, used

        broke, late = lateness(LATE, checked)
        for code, _, err in ends:
            if code not in (0, 1, 2, 3) or "Traceback" in err:
                broke = f"exit code {code}: {err[-300:]}"
            if code == 0 and not _is_about_its_puzzle(bad):
                broke = "a forgery was accepted"
        yield Trial(what, broke, late)


def _is_about_its_puzzle(folder):
    """Whether all that the puzzle's file says is what was proven."""
    text = (folder / "puzzle.json").read_text()
    fields = json.loads(text)
    known = {"board", "values", "candidates", "format", "version"}
    return formats.parse(text) == PUZZLE and set(fields) <= known


def _sign(folder):
    """Let the checksums and the hash agree with the files."""
    puzzle, head, sums = (
        folder / name for name in ("puzzle.json", "certificate.json", "SHA256SUMS")
    )
    if not _is_small(puzzle):
        return
    if _is_small(head):
        digest = sha256(puzzle.read_bytes()).hexdigest().encode()
        head.write_bytes(re.sub(rb'(?<="puzzle_sha256":")[^"]*', digest, head.read_bytes()))
    if _is_small(sums):
        sums.write_bytes(b"".join(_signed(folder, line) for line in sums.open("rb")))


def _signed(folder, line):
    """Return a line of checksums with the one that its file has now."""
    name = line.split()[-1].decode(errors="replace") if line.strip() else ""
    path = folder / name.replace("\0", "?")[:_LONGEST_NAME]
    if not name or not _is_small(path):
        return line
    return f"{sha256(path.read_bytes()).hexdigest()}  {name}\n".encode()


def _is_small(path):
    """Whether a path is a file that can be read in no time."""
    return path.is_file() and not path.is_symlink() and path.stat().st_size <= _MOST_SIGNED


def _written(fields):
    """Return a puzzle.json as `save` would write it."""
    return json.dumps(fields, separators=(",", ":")) + "\n"


def _flip(random, folder, name):
    text = bytearray((folder / name).read_bytes())
    for _ in range(random.choice((1, 1, 1, 5))):
        text[random.randrange(len(text))] = random.choice(b'0123456789 -dp\n{}[]",\xff\0')
    (folder / name).write_bytes(text)


def _cut(random, folder, name):
    text = (folder / name).read_bytes()
    (folder / name).write_bytes(text[: random.randrange(len(text))])


def _zero(random, folder, name):
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/zero")


def _pipe(random, folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)


def _folder(random, folder, name):
    (folder / name).unlink()
    (folder / name).mkdir()


def _missing(random, folder, name):
    (folder / name).unlink()


def _fields(random, folder, name):
    """Let puzzle.json say something else in other words."""
    path = folder / "puzzle.json"
    fields = json.loads(path.read_text())
    zeros = [0] * 16
    more = random.choice(
        [
            {"status": "done"},
            {"status": "done", "puzzle": zeros},
            {"status": "done", "candidates": [[1, 2]] * 16},
            {"status": "done", "marks": [None] * 15 + [[3]]},
            {"puzzle": zeros},
            {"solution": zeros},
            {"candidates": [None] * 15 + [[1, 4]]},
            {"board": "latin-4"},
            {"board": "sudoku-2x2+diagonals"},
            {"values": zeros},
            {"comment": "trust me"},
        ]
    )
    path.write_text(_written(fields | more))


def _huge(random, folder, name):
    """A tiny folder that names a large board."""
    board, cells = random.choice((("sudoku-8x8", 4096), ("sudoku-7x7", 2401), ("latin-64", 4096)))
    (folder / "puzzle.json").write_text(_written({"board": board, "values": [0] * cells}))


def _long(random, folder, name):
    """A file as long as a proof may be, or longer, which takes no room on the disk."""
    length = random.choice((10**7, 10**9, 1 << 30, 10**10))
    os.truncate(folder / random.choice((name, "proof.drat", "puzzle.cnf")), length)


def _wide(random, folder, name):
    """A board of many groups, given as data: as much as a file may hold."""
    side, count = random.choice(((100, 2600), (50, 3000), (9, 3500)))
    cells = [f"r{row}c{column}" for row in range(1, side + 1) for column in range(1, side + 1)]
    groups = [
        {"kind": "g", "name": f"g{i}", "cells": random.sample(cells, 60)} for i in range(count)
    ]
    board = {"format": "csp-sudoku board", "version": 1, "name": "wide", "size": 64}
    board |= {"cells": cells, "groups": groups}
    for path, value in ((folder / "puzzle.json", 0), (folder / "solution.json", 1)):
        path.write_text(_written({"board": board, "values": [value] * len(cells)}))


def _other(random, folder, name):
    """The certificate of one puzzle under the name of another."""
    other = random.choice(("1... ..2. .3.. ....", "1... ..2. .3.. ..14", "2... ..1. .3.. ...4"))
    (folder / "puzzle.json").write_text(Puzzle(other).to("json") + "\n")
