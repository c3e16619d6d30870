"""Draws arguments for the native interface: mostly valid ones, some a little off, some hostile."""

import array
import ctypes
import gc
import mmap
import random
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np

from csp_sudoku.native import minimal9, sudoku9
from tests.fuzz.hostile import (
    LyingSequence,
    Meddler,
    MischiefError,
    OddInt,
    OddName,
    Raising,
    Shifting,
    ShrinkingList,
    emptying,
)

DATA = Path(__file__).parent.parent / "data"
MINIMAL = [
    bytes(map(int, line.replace(".", "0"))) for line in (DATA / "minimal9.txt").read_text().split()
]
HARD = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
GRIDS = [minimal9.grid(seed) for seed in range(8)]
ODD_NUMBERS = (
    *(-1, -(2**31), -(2**63), -(2**63) - 1, -(10**30), 81, 82, 255, 256, 2**31 - 1, 2**31),
    *(2**32 - 1, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30),
)
NO_NUMBERS = (
    *(None, 0.5, 3.0, float("nan"), float("inf"), 1e300, Fraction(7, 2), Fraction(3), "3", b"3"),
    *(Decimal(3), 3j, object(), [], [3], (), {}, type, np.float64(3.5), np.array([3, 4]), ...),
)
CODES = {1: "B", 4: "I", 8: "Q"}
UNSIGNED = {1: ctypes.c_uint8, 4: ctypes.c_uint32, 8: ctypes.c_uint64}


class Draw:
    """One episode: it draws arguments, makes calls, and keeps the objects that they return.

    Attributes:
        objects: the objects made so far, by their kind.
        is_valid: no argument of the call at hand is spoilt.
        is_calling: the interface is at work, not this module.
        arguments: those of the last call, as text.
    """

    def __init__(self, seed, uses, note):
        self.random = random.Random(seed)
        self.below, self.choice = self.random.randrange, self.random.choice
        self.objects = {}
        self.uses, self.note = uses, note
        self.mischief = 0
        self.begin()

    def begin(self):
        """Begin a new call."""
        self.is_valid, self.is_calling, self.arguments = True, False, []

    def call(self, function, *arguments, **options):
        """Make a call, and note how, in case it is the last one."""
        self.arguments = [
            getattr(function, "__qualname__", object.__repr__(function)),
            *(shown(argument) for argument in arguments),
            *(f"{name}={shown(value)}" for name, value in options.items()),
        ]
        self.note(", ".join(self.arguments))
        self.is_calling = True
        result = function(*arguments, **options)
        self.is_calling = False
        return result

    def one_in(self, n):
        return self.below(n) == 0

    def spoil(self, value=None):
        """Note that an argument is not what the documentation asks for."""
        self.is_valid = False
        return value

    # ---------------------------------------------------------------- mischief

    def act(self):
        """Do something in the middle of a call."""
        if self.mischief > 2:
            return
        self.mischief += 1
        kept = self.is_valid, self.is_calling, self.arguments
        try:
            what = self.below(8)
            if what == 0:
                raise MischiefError
            if what == 1:
                gc.collect(0)
            elif what == 2 and self.one_in(8):
                self.use_half_built()
            elif what > 3 and self.objects:
                self.use(self.choice(self.choice(list(self.objects.values()))))
        finally:
            self.is_valid, self.is_calling, self.arguments = kept
            self.mischief -= 1

    def use(self, it):
        """Use an object, whatever state it is in."""
        try:
            self.choice(self.uses(it))(self, it)
        except (TypeError, ValueError, RuntimeError, OverflowError, BufferError, MemoryError):
            pass
        except (StopIteration, MischiefError):
            pass

    def use_half_built(self):
        """Use what the garbage collector knows of our kinds, finished or not."""
        for it in [it for it in gc.get_objects() if self.uses(it)][-4:]:
            for _ in range(3):
                self.use(it)

    # ---------------------------------------------------------------- numbers and names

    def number(self, low, high):
        """Draw a number from low to high, or something that is not one."""
        valid = self.random.randint(low, high)
        kind = self.below(160)
        if kind > 14:
            return valid
        if kind == 0:
            return np.int64(valid) if abs(valid) < 2**63 else valid
        if kind == 1:
            return Meddler(valid, self.act)
        if kind < 5:
            return self.spoil(self.choice((low - 1, high + 1, *ODD_NUMBERS)))
        odd = (
            *(Shifting(valid, 2**40), Shifting(valid, valid, -(2**40)), Shifting(valid, valid)),
            *(Shifting(2**62, valid), OddInt(valid), OddInt(2**40), OddInt(-5), Raising()),
            *(Meddler(2**40, self.act), Meddler(0.5, self.act), Meddler("", self.act)),
        )
        return self.spoil(self.choice((*odd, *NO_NUMBERS)))

    def seconds(self, most=0.004):
        """Draw a time limit; never a long one."""
        if not self.one_in(25):
            return self.random.random() * most
        if self.one_in(2):
            return self.choice((0, 0.0, Fraction(1, 1000), Decimal("0.001"), np.float32(0.001)))
        odd = (-1, float("nan"), -float("inf"), "1", b"", [], 10**400, 1j, Raising())
        meddling = (Meddler(0.001, self.act), Meddler("", self.act), Shifting(0.001, "x"))
        return self.spoil(self.choice((*odd, *meddling)))

    def numbers(self, values):
        """Wrap numbers as some iterable, at times with hostile numbers or behaviour."""
        kind = self.below(60)
        if kind > 8 or (kind > 5 and not values):
            return self.choice((list, tuple))(values)
        if kind == 0:
            return iter(values)
        if kind == 1:
            return np.array(values, dtype=np.int64 if min(values, default=0) < 0 else np.uint64)
        if kind == 2:
            return (Meddler(value, self.act) for value in values)
        if kind == 3:
            return self.spoil([*values, self.choice((*ODD_NUMBERS, *NO_NUMBERS))])
        if kind == 4:
            return self.spoil(LyingSequence(values, self.below(1000), self.choice(ODD_NUMBERS)))
        if kind == 5:
            return self.spoil(ShrinkingList(values))
        if kind == 6:
            return self.spoil(
                emptying(values, self.below(len(values)), self.choice(values), self.act)
            )
        if kind == 7:
            return self.spoil([OddInt(value) for value in values])
        odd = (None, 3, 0.5, "ab", Raising(), values * 50, [value + 0.5 for value in values])
        return self.spoil(self.choice(odd))

    def rows(self, rows):
        """Wrap rows of numbers: groups, options, units."""
        wrapped = [self.numbers(row) for row in rows]
        kind = self.below(40)
        if kind > 3:
            return wrapped
        if kind == 0:
            return (row for row in wrapped)
        if kind == 1:
            return self.spoil(ShrinkingList(wrapped))
        if kind == 2:
            return self.spoil(LyingSequence(wrapped, self.below(100), [10**6]))
        return self.spoil(self.choice((None, 5, "xy", [None], [[None]], [3], Raising(), [[[0]]])))

    def name(self, names):
        """Draw one of the names, or something that is none of them."""
        if not self.one_in(40):
            return self.choice(names)
        odd = ("", "none such", OddName("x"), None, 3, b"x", [names[0]], object(), Raising())
        meddling = (Meddler(names[0], self.act), np.array(["a", "b"]), "\ud800", "x" * 1000)
        return self.spoil(self.choice((*odd, *meddling)))

    def kernel(self):
        return None if self.one_in(2) else self.name((*sudoku9.kernels(), "auto"))

    def flag(self):
        if self.one_in(60):
            odd = (Meddler(1, self.act), Raising(), np.array([1, 2]), "x")
            return self.spoil(self.choice(odd))
        return self.choice((True, False, 0, 1, None))

    # ---------------------------------------------------------------- memory

    def buffer(self, content, itemsize=1):
        """Wrap bytes as some buffer of unsigned integers, at times as one that does not do."""
        code, memory, kind = CODES[itemsize], bytearray(content), self.below(14)
        if kind == 0:
            return self.odd_buffer(content, itemsize)
        if kind == 1:
            return array.array(code, content)
        if kind == 2 and content:
            view = memoryview(bytearray(itemsize) + memory + bytearray(3 * itemsize))
            return view[itemsize : itemsize + len(content)].cast(code)
        if kind == 3 and content:
            made = mmap.mmap(-1, len(content))
            made[:] = content
            return made if itemsize == 1 else memoryview(made).cast(code)
        if kind == 4 and content:
            return (UNSIGNED[itemsize] * (len(content) // itemsize)).from_buffer(memory)
        if kind < 8 and content:
            made = np.frombuffer(memory, dtype=f"u{itemsize}")
            return made.reshape(-1, 81) if itemsize == 1 and len(made) % 81 == 0 else made
        if itemsize == 1:
            return memory if kind < 12 else content
        return memoryview(memory).cast(code) if content else array.array(code)

    def odd_buffer(self, content, itemsize=1):
        released = memoryview(bytearray(content))
        released.release()
        wide = np.frombuffer(bytes(2 * len(content) + 16), dtype=np.uint8)
        odd = (
            *(content[:-1], content + b"\0", bytearray(content * 2), b"", bytearray(), released),
            *(None, "x" * len(content), list(content), 81, 2**40, Raising(), OddInt(3)),
            *(wide[::2][: len(content)], wide[1:][: len(content) // 8 * 8].view(np.uint64)),
            *(np.zeros(len(content) // itemsize, f">u{max(itemsize, 2)}"), memoryview(b"a")),
            *(array.array("f", bytes(len(content) // 4 * 4)), np.zeros(3, dtype="u1,u2")),
            *(np.zeros((9, 9, 9), np.uint8)[:, :, 0], memoryview(content).cast("c")),
            *(memoryview(content).cast("b"), content, memoryview(content).toreadonly()),
        )
        return self.spoil(self.choice(odd))

    def output(self, size, itemsize, given):
        """Draw memory for results, at times where the input lies."""
        if self.one_in(25) and isinstance(given, bytearray | array.array | np.ndarray):
            memory = memoryview(given)
            if memory.nbytes >= size * itemsize > 0 and memory.c_contiguous:
                return self.spoil(memory.cast("B")[: size * itemsize].cast(CODES[itemsize]))
        made = self.buffer(bytes(size * itemsize), itemsize)
        return bytearray(made) if type(made) is bytes and self.is_valid else made

    # ---------------------------------------------------------------- puzzles of 9x9

    def puzzle(self):
        """Draw 81 cells: proper, with several solutions or none, full, sparse, or out of range."""
        kind = self.below(16)
        if kind < 5:
            return self.choice(MINIMAL)
        if kind == 5:
            return bytes(map(int, HARD))
        cells = bytearray(self.choice(MINIMAL if kind < 9 else GRIDS))
        if kind < 9:
            for _ in range(self.below(6)):
                cells[self.below(81)] = self.below(10) if kind == 6 else 0
        elif kind < 13:
            for cell in self.random.sample(range(81), self.below(75)):
                cells[cell] = 0
        elif kind == 13:
            # Few random clues can take minutes to refute.
            cells = bytearray(self.below(10) if self.one_in(3) else 0 for _ in range(81))
        elif kind == 14:
            cells[self.below(81)] = self.below(256)
        else:
            cells = bytearray(81)
        return bytes(cells)

    def clues(self):
        """Draw a puzzle as an argument that must have digits only."""
        cells = self.puzzle()
        if max(cells) > 9:
            self.spoil()
        return self.buffer(cells)

    def table(self, most):
        """Draw the arguments of a job: clues and options."""
        rows = self.below(most)
        limit = self.number(1, 4)
        is_huge = not self.is_valid  # perhaps: then no puzzle may have many solutions
        cells = [self.choice(MINIMAL) if is_huge else self.puzzle() for _ in range(rows)]
        text, end = self.one_in(2), self.choice((b"", b"\n", b"\r\n", b",,,,"))
        if text:
            cells = [bytes(b + 48 if b < 10 else b for b in row) for row in cells]
        content = b"".join(row + end for row in cells)
        if end and content and self.one_in(3):
            content = content[: -len(end)]
        clues = self.buffer(content)
        stride = 81 + len(end)
        options = {"text": text, "stride": self.number(stride, stride)}
        if is_huge or self.one_in(2):
            options["limit"] = limit
        if self.one_in(4):
            options["text"] = self.flag()
        if self.one_in(2):
            stride = 81 + self.choice((0, 0, 1, 7))
            options["solutions"] = self.output(rows * stride, 1, clues)
            options["solutions_stride"] = self.number(stride, stride)
            options["solutions_text"] = self.flag()
        if self.one_in(2):
            options["counts"] = self.output(rows, 4, clues)
        if self.one_in(2):
            options["nodes"] = self.output(rows, 8, clues)
        if self.one_in(3):
            options["kernel"] = self.kernel()
        return clues, options


def shown(argument):
    """Return an argument as text without running its code."""
    if type(argument) not in (int, float, str, bool, type(None), bytes, bytearray):
        return object.__repr__(argument)
    try:
        text = repr(argument)
    except ValueError:  # an integer of too many digits
        text = "a huge number"
    return text if len(text) < 200 else f"{text[:200]}... ({len(text)} characters)"
