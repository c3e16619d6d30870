"""Hostile objects for public functions, and hostile folders for the reader of certificates."""

import json
import os
import re
import shutil
import time
from hashlib import sha256

from csp_sudoku import CspSudokuError, Puzzle, formats
from tests.test_border import CALLS, ODD
from tests.torture.trial import Trial, complaint, run

PUZZLE = Puzzle("1... ..2. .3.. ...4")
_LIMIT, _SLACK = 2.0, 4.0
"""The time limit of a check, and what the start of a process may add on a busy machine."""


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
    """Change a certificate in every way: refused within the limit, or still about its puzzle."""
    good, bad = folder / "good", folder / "bad"
    PUZZLE.prove_unique().save(good)
    names = sorted(path.name for path in good.iterdir())
    ways = (_flip, _flip, _cut, _zero, _pipe, _folder, _missing, _fields, _fields, _huge, _other)
    while True:
        shutil.rmtree(bad, ignore_errors=True)
        shutil.copytree(good, bad)
        way, name = random.choice(ways), random.choice(names)
        what = f"{way.__name__.strip('_')} {name}"
        yield what
        way(random, bad, name)
        if random.random() < 0.7:  # as a forger would
            what += ", signed"
            _sign(bad)
        started = time.monotonic()
        done = run("prove", "--check", bad, "--timeout", _LIMIT, seconds=15, preexec_fn=_capped)
        seconds = time.monotonic() - started
        broke = complaint(done, 0, 1, 2, 3)
        if not broke and seconds > _LIMIT + _SLACK:
            broke = f"it took {seconds:.1f} s"
        if not broke and done.returncode == 0 and not _is_about_its_puzzle(bad):
            broke = "a forgery was accepted"
        yield Trial(what, broke, seconds)


def _capped():
    """Two gigabytes are enough for a small certificate."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def _is_about_its_puzzle(folder):
    """Whether all that the puzzle's file says is what was proven."""
    text = (folder / "puzzle.json").read_text()
    fields = json.loads(text)
    known = {"board", "values", "candidates", "format", "version"}
    return formats.parse(text) == PUZZLE and set(fields) <= known


def _sign(folder):
    """Let the checksums and the hash agree with the files."""
    puzzle = folder / "puzzle.json"
    if puzzle.is_file() and not puzzle.is_symlink():
        head, sums = folder / "certificate.json", folder / "SHA256SUMS"
        if head.is_file() and not head.is_symlink():
            digest = sha256(puzzle.read_bytes()).hexdigest().encode()
            text = re.sub(rb'(?<="puzzle_sha256":")[^"]*', digest, head.read_bytes())
            head.write_bytes(text)
        if sums.is_file() and not sums.is_symlink():
            sums.write_bytes(b"".join(_signed(folder, line) for line in sums.open("rb")))


def _signed(folder, line):
    """Return a line of checksums with the one that its file has now."""
    name = line.split()[-1].decode(errors="replace") if line.strip() else ""
    path = folder / name.replace("\0", "?")
    if not name or not path.is_file() or path.is_symlink():
        return line
    return f"{sha256(path.read_bytes()).hexdigest()}  {name}\n".encode()


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


def _other(random, folder, name):
    """The certificate of one puzzle under the name of another."""
    other = random.choice(("1... ..2. .3.. ....", "1... ..2. .3.. ..14", "2... ..1. .3.. ...4"))
    (folder / "puzzle.json").write_text(Puzzle(other).to("json") + "\n")
