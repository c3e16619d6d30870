"""Prove that a puzzle has one solution, save the proof as a folder, and check that folder."""

import sys
import tempfile
from pathlib import Path

import csp_sudoku as cs

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def hand_over(folder: Path) -> None:
    """Make the certificate, and save it as a folder."""
    certificate = cs.Puzzle(PUZZLE).prove_unique()
    certificate.save(folder)
    for path in sorted(folder.iterdir()):
        print(f"  {path.name:14} {path.stat().st_size:8,} bytes")


def receive(folder: Path) -> None:
    """Check the certificate as someone would who has only the folder."""
    certificate = cs.Certificate.load(folder)
    print(certificate.check())
    print(f"it is a proof for this puzzle:\n{certificate.puzzle}")

    forged = certificate._replace(puzzle=certificate.puzzle.without("r1c1"))
    print(f"and for no other one: {forged.check()}")


def main() -> None:
    """Use the folder that is named, or a temporary one."""
    with tempfile.TemporaryDirectory() as thrown_away:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else thrown_away) / "proof"
        hand_over(folder)
        receive(folder)


if __name__ == "__main__":
    main()
