"""The proofs that PySAT's solvers write, read step by step: a long one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

_CHUNK = 1 << 16


def steps(solver: Any) -> Iterator[str]:
    """Yield the lines of the DRAT proof of a PySAT solver that found no model."""
    from pysolvers import flushpr

    writer = solver.solver
    flushpr(writer.prfp)
    writer.prfile.seek(0)
    if hasattr(writer, "cadical"):
        return binary_steps(writer.prfile)
    return (line.rstrip().decode("ascii") for line in writer.prfile)


def binary_steps(file: IO[bytes]) -> Iterator[str]:
    """Yield the steps of a proof in the binary format, as CaDiCaL writes it.

    A step is an "a" or a "d", its literals, and a zero byte. Literal x is the number 2x, or 2x + 1
    if it is negated, in bytes of seven bits, the lowest first; all but the last are above 127.

    >>> from io import BytesIO
    >>> list(binary_steps(BytesIO(b"a" + bytes([4, 0x83, 2, 0]) + b"d" + bytes([4, 0]))))
    ['2 -129 0', 'd 2 0']
    """
    words: list[str] = []
    is_first, number, shift = True, 0, 0
    while chunk := file.read(_CHUNK):
        for byte in chunk:
            if is_first:
                if byte not in b"ad":
                    raise ValueError(f"a step of a binary proof begins with {byte}")
                words = ["d"] if byte == ord("d") else []
                is_first = False
            elif byte:
                number |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    words.append(str(-(number >> 1) if number & 1 else number >> 1))
                    number = shift = 0
            else:
                yield " ".join([*words, "0"])
                is_first = True
