"""The 9x9 kernels for another CPU, run under an emulator, against the kernels of this one.

    python -m tests.native.other_cpu aarch64-linux-gnu-gcc qemu-aarch64 -L /usr/aarch64-linux-gnu

builds the C kernels with a cross compiler and runs them by the command that follows it: on ARM, GCC
makes NEON code of the portable path. Without arguments it tries the compiler of this machine.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from array import array
from pathlib import Path

from csp_sudoku.making.generate import generate_many
from csp_sudoku.native import sudoku9
from csp_sudoku.rng import Rng

SOURCES = Path(__file__).parents[3] / "native" / "src"
KERNELS = ("sudoku9.c", "sudoku9_*.c", "bulk9.c", "bulk9_*.c", "check9.c", "check9_*.c")
ROWS = 1500
LIMIT = 3


def puzzles(rows: int) -> list[str]:
    """Return minimal puzzles, and puzzles with a clue more (impossible ones) or less (several)."""
    rng, lines = Rng(1), []
    for puzzle in generate_many(rows // 3, seed=1):
        line = puzzle.to("line")
        clues = [cell for cell, symbol in enumerate(line) if symbol != "."]
        gone, changed = rng.choice(clues), rng.choice(clues)
        other = str(int(line[changed]) % 9 + 1)
        lines.append(line)
        lines.append(line[:gone] + "." + line[gone + 1 :])
        lines.append(line[:changed] + other + line[changed + 1 :])
    return lines


def expected(lines: list[str]) -> list[str]:
    """Return what the driver is to print for each row, from the kernel in use here."""
    counts, solutions = array("I", bytes(4 * len(lines))), bytearray(81 * len(lines))
    clues = "".join(lines).encode()
    sudoku9.solve_array(
        clues, counts=counts, solutions=solutions, limit=LIMIT, text=True, solutions_text=True
    )
    texts = (solutions[81 * row : 81 * row + 81].decode() for row in range(len(lines)))
    return [f"{count} {text}" for count, text in zip(counts, texts, strict=True)]


def main(compiler: str = "cc", *runner: str) -> int:
    """Build, run and compare; return the exit code."""
    lines = puzzles(ROWS)
    files = [file for pattern in KERNELS for file in sorted(SOURCES.glob(pattern))]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "driver"
        driver = Path(__file__).with_name("driver.c")
        build = [compiler, "-O3", "-Wno-psabi", f"-I{SOURCES}", str(driver), *map(str, files)]
        subprocess.run([*build, "-o", str(program)], check=True)
        text = "".join(f"{line}\n" for line in lines)
        run = [*runner, str(program), str(len(lines))]
        found = subprocess.run(run, input=text, capture_output=True, text=True, check=True)
    rows, printed = expected(lines), found.stdout.splitlines()
    refused = printed.pop()
    size, names = 2 * len(rows) + 1, []
    for start in range(0, len(printed), size):
        name, *answers = printed[start : start + size]
        if answers != rows + rows:
            print(f"{compiler}: kernel {name} differs from {sudoku9.kernel_name()} here")
            return 1
        names.append(name)
    if not names or refused != "0 refused":
        print(f"{compiler}: {len(names)} kernels, {refused}")
        return 1
    print(f"{compiler}: {', '.join(names)} agree on {len(rows)} puzzles, one by one and in bulk")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
