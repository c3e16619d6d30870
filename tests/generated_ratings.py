"""Many puzzles by rating and by technique, each rated again.

Not a test: the runs take long. A sample is in `tests/test_levels.py`.

    python -m tests.generated_ratings --each 200
"""

import argparse
import sys
import time

import csp_sudoku as cs
from tests.test_levels import NEEDED, RANGES


def main() -> int:
    """Generate puzzles for each range and each technique, and count those that are as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    wrong = 0
    for wish in (*RANGES, *NEEDED):
        start = time.process_time()
        asked = {"requires": wish} if isinstance(wish, str) else {"difficulty": wish}
        puzzles = list(cs.generate_many(args.each, seed=args.seed, workers=1, **asked))
        spent = time.process_time() - start
        right = sum(is_as_asked(cs.Puzzle(puzzle.to("line")), wish) for puzzle in puzzles)
        wrong += right != args.each
        print(f"{wish}: {right} of {args.each}; {1000 * spent / args.each:.0f} ms each", flush=True)
    return bool(wrong)


def is_as_asked(puzzle, wish):
    """Whether a puzzle is proper and rated as asked."""
    rating = puzzle.rate()
    if not puzzle.is_unique("dlx"):
        return False
    if isinstance(wish, str):
        return rating.technique.lower() == wish.lower().replace("triple", "triplet")
    return wish[0] <= rating.value <= wish[1]


if __name__ == "__main__":
    sys.exit(main())
