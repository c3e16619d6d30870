"""Draw the pictures of the documentation again: `python docs/pictures/make.py`."""

from collections.abc import Iterator
from pathlib import Path

import csp_sudoku as cs
from csp_sudoku.logic import State
from csp_sudoku.render import svg

HERE = Path(__file__).parent
HARD = cs.Puzzle(
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
CHAINED = cs.Puzzle(
    ".3...5..91...2..........3..6241......1...98..8...5..........6.2.5.8.1493.....4.8."
)
SIDE = 368
GAP = 24
NARROW = 170
BESIDE = 345
"""The width of each of two pictures side by side on a page."""


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each picture."""
    solution = HARD.solve().solution
    assert solution is not None
    yield "puzzle", side_by_side(svg(HARD), svg(solution, clues=HARD))
    yield "hard", svg(HARD, width=300)
    chains = [moment for moment in CHAINED.explain().replay() if moment[1].technique == "xy-chain"]
    state, step = max(chains, key=lambda moment: len(moment[1].links))
    yield "step", svg(state, step=step)
    yield from on_paradigms()
    yield from on_logic()
    yield from on_boards()


def on_paradigms() -> Iterator[tuple[str, str]]:
    """Yield a board small enough to be written as clauses, and an unavoidable set."""
    small = cs.Puzzle("1... ..2. .3.. ...4")
    yield "small", svg(small, width=NARROW)
    yield "small-candidates", svg(small, candidates=True, width=NARROW)
    solution = cs.Solution("1234 3412 2143 4321")
    first = next(cs.unavoidable_sets(solution))
    yield "unavoidable", svg(solution, marked=first.cells, width=NARROW)
    yield "unavoidable-other", svg(first.other, marked=first.cells, width=NARROW)


def on_logic() -> Iterator[tuple[str, str]]:
    """Yield steps of one puzzle, and the cells of a reason."""
    puzzle = cs.generate(seed=5, difficulty="diabolical")
    for state, step in puzzle.explain().replay():
        if step.technique in ("pointing", "xy-chain"):
            yield step.technique, svg(state, step=step, candidates=True, width=BESIDE)
    yield "reason", svg(State.of(puzzle), marked=("r9c5", "r8c6", "r9c6"), width=BESIDE)


def on_boards() -> Iterator[tuple[str, str]]:
    """Yield boards of some families."""
    jigsaw = cs.boards.random_jigsaw(9, seed=1)
    yield "jigsaw", svg(cs.generate(seed=1, board=jigsaw), width=300)
    extra = cs.boards.windows(cs.boards.diagonals(cs.boards.sudoku(3, 3)))
    yield "extra-groups", svg(cs.generate(seed=1, board=extra), width=300)
    rules = ["thermo r6c1-r3c1-r3c3", "thermo r1c6-r4c6", "cage r1c2 r1c3 r2c3 = 6"]
    rules += ["cage r2c4 r2c5 = 8", "cage r5c4 r6c4 = 8", "cage r6c5 r6c6 = 7"]
    yield "variant", svg(cs.Puzzle(board="sudoku-2x3", rules=rules))
    yield "samurai", svg(cs.generate(seed=1, board=cs.boards.samurai()), width=460)


def side_by_side(one: str, other: str) -> str:
    """Return two pictures of the same size as one picture."""
    moved = other.replace("<svg ", f'<svg x="{SIDE + GAP}" ', 1)
    width = 2 * SIDE + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{SIDE}" '
        f'viewBox="0 0 {width} {SIDE}" role="img"><title>a puzzle and its solution</title>'
        f"{one}{moved}</svg>"
    )


if __name__ == "__main__":
    for name, text in pictures():
        (HERE / f"{name}.svg").write_text(text + "\n", encoding="utf-8")
