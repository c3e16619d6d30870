"""Draw the pictures of the documentation anew: `python docs/pictures/make.py`."""

from pathlib import Path

from csp_sudoku import Puzzle, render

HERE = Path(__file__).parent
HARD = Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
CHAINED = Puzzle(
    ".3...5..91...2..........3..6241......1...98..8...5..........6.2.5.8.1493.....4.8."
)
SIDE = 368
GAP = 24


def side_by_side(one: str, other: str) -> str:
    """Return two pictures of one size as one."""
    moved = other.replace("<svg ", f'<svg x="{SIDE + GAP}" ', 1)
    width = 2 * SIDE + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{SIDE}" '
        f'viewBox="0 0 {width} {SIDE}" role="img"><title>a puzzle and its solution</title>'
        f"{one}{moved}</svg>"
    )


def main() -> None:
    """Write both pictures."""
    solution = HARD.solve().solution
    assert solution is not None
    both = side_by_side(render.svg(HARD), render.svg(solution, clues=HARD))
    (HERE / "puzzle.svg").write_text(both + "\n")
    chains = (moment for moment in CHAINED.explain().replay() if moment[1].technique == "xy-chain")
    state, step = max(chains, key=lambda moment: len(moment[1].links))
    (HERE / "step.svg").write_text(render.svg(state, step=step) + "\n")


if __name__ == "__main__":
    main()
