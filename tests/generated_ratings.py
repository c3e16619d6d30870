"""Many puzzles by rating and by technique, each rated again.

Not a test: the runs take long. A sample is in `tests/test_levels.py`. The puzzles are kept in a
folder, one file per wish, so that a run that was stopped continues.

    python -m tests.generated_ratings FOLDER --each 200
"""

import argparse
import sys
import time
from pathlib import Path

import csp_sudoku as cs
from tests.test_levels import NEEDED, RANGES

Wish = str | tuple[float, float]


def main() -> int:
    """Generate puzzles for each range and each technique, and count those that are as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for wish in (*RANGES, *NEEDED):
        file = args.folder / f"{name_of(wish)}.txt"
        make(wish, file, args.each, args.seed)
        lines = [line.split() for line in file.read_text().splitlines()[: args.each]]
        right = sum(is_as_asked(cs.Puzzle(puzzle), wish) for puzzle, _ in lines)
        wrong += right != args.each
        spent = sum(float(seconds) for _, seconds in lines) / args.each
        print(f"{name_of(wish)}: {right} of {args.each}; {1000 * spent:.0f} ms each", flush=True)
    return bool(wrong)


def make(wish: Wish, file: Path, each: int, seed: int) -> None:
    """Append puzzles to a file until it has enough, each with the CPU seconds that it took."""
    asked = {"requires": wish} if isinstance(wish, str) else {"difficulty": wish}
    done = len(file.read_text().splitlines()) if file.exists() else 0
    with file.open("a") as out:
        start = time.process_time()
        for puzzle in cs.generate_many(
            max(0, each - done), seed=seed, first=done, workers=1, **asked
        ):
            spent = time.process_time() - start
            print(puzzle.to("line"), f"{spent:.4f}", file=out, flush=True)
            start = time.process_time()


def name_of(wish: Wish) -> str:
    """Return a wish as a word."""
    return wish.lower() if isinstance(wish, str) else f"{wish[0]}..{wish[1]}"


def is_as_asked(puzzle: cs.Puzzle, wish: Wish) -> bool:
    """Whether a puzzle is proper and rated as asked."""
    rating = puzzle.rate()
    if not puzzle.is_unique("dlx"):
        return False
    if isinstance(wish, str):
        return rating.technique.lower() == wish.lower().replace("triple", "triplet")
    return wish[0] <= rating.value <= wish[1]


if __name__ == "__main__":
    sys.exit(main())
