"""Prove that a puzzle has one solution, hand the proof over as a folder, and check it there."""

import sys
import tempfile
from pathlib import Path

import csp_sudoku as cs

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def hand_over(folder: Path) -> None:
    """Make the certificate, and write it into a folder that stands for itself."""
    certificate = cs.Puzzle(PUZZLE).prove_unique()
    certificate.save(folder)
    for path in sorted(folder.iterdir()):
        print(f"  {path.name:14} {path.stat().st_size:8,} bytes")


def receive(folder: Path) -> None:
    """Check it as someone would who has the folder and nothing else."""
    certificate = cs.Certificate.load(folder)
    print(certificate.check())
    print(f"it is a proof for this puzzle:\n{certificate.puzzle}")

    forged = certificate._replace(puzzle=certificate.puzzle.without("r1c1"))
    print(f"and for no other one: {forged.check()}")


def main() -> None:
    """Write the folder that is named, or one that is thrown away."""
    with tempfile.TemporaryDirectory() as thrown_away:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else thrown_away) / "proof"
        hand_over(folder)
        receive(folder)


if __name__ == "__main__":
    main()
