"""Draw a jigsaw, generate a puzzle on it, and explain it."""

import csp_sudoku as cs

REGIONS = """
    AAABBB
    ACCCBB
    AACCBD
    EFFCDD
    EEFFFD
    EEEFDD
"""


def main() -> None:
    """Use one board drawn by hand, and one drawn at random from a seed."""
    board = cs.boards.jigsaw(REGIONS)
    puzzle = cs.generate(seed=1, board=board)
    print(puzzle)
    steps = puzzle.explain()
    print(f"{len(steps)} steps, {steps.ending}; the first ones:")
    for step in steps.steps[:5]:
        print(f"  {step.technique}: {step}")
    print(steps.state)

    random = cs.boards.random_jigsaw(9, seed=1)
    print(cs.generate(seed=1, board=random))
    print(f"its name builds it again: {random.name[:40]}...")


if __name__ == "__main__":
    main()
