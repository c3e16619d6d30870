"""Many generated variants: proper by another paradigm, and solved by explanation or stuck where.

Not a test: the runs take long. A sample is in `tests/test_generated_variants.py`.

    python -m tests.generated_variants --each 500 killer thermo
    python -m tests.generated_variants --each 500 --explain
"""

import argparse
import sys
import time
from collections import Counter

import csp_sudoku as cs
from csp_sudoku.making.layouts import FAMILIES


def main() -> int:
    """Generate puzzles of each family, and count what another paradigm says of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(FAMILIES), help="the families")
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", help="another board than the family means")
    parser.add_argument("--backend", default="sat", help="the backend that checks")
    parser.add_argument("--explain", action="store_true")
    args = parser.parse_args()
    wrong = 0
    for name in args.names:
        counts: Counter[str] = Counter()
        spent = 0.0
        made = cs.generate_many(args.each, seed=args.seed, rules=name, board=args.board)
        for number in range(args.each):
            start = time.process_time()
            puzzle = next(made)
            spent += time.process_time() - start
            count = puzzle.count(limit=2, backend=args.backend)
            counts["proper" if count == 1 else f"WRONG: puzzle {number} has {count} solutions"] += 1
            wrong += count != 1
            if args.explain:
                counts[f"explanation: {puzzle.explain(timeout=20).ending}"] += 1
        told = ", ".join(f"{what}: {n}" for what, n in sorted(counts.items()))
        print(f"{name}: {told}; {1000 * spent / args.each:.0f} ms each", flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
