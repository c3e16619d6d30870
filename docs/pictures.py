"""Draw the pictures of these pages anew: python docs/pictures.py."""

from collections.abc import Iterator
from pathlib import Path

import csp_sudoku as cs
from csp_sudoku.logic import BY_NAME, State, Step
from csp_sudoku.render import svg

FOLDER = Path(__file__).parent / "pictures"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TECHNIQUES = ("pointing", "xy-chain")


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each picture."""
    hard = cs.Puzzle(HARD)
    yield "hard", svg(hard, width=300)

    small = cs.Puzzle("1... ..2. .3.. ...4")
    yield "small", svg(small, width=170)
    yield "small-candidates", svg(small, candidates=True, width=170)

    for technique, (state, step) in shown_steps().items():
        yield technique, svg(state, step=step, candidates=True, width=345)
    yield "reason", svg(State.of(diabolical()), marked=("r9c5", "r8c6", "r9c6"), width=345)

    solution = cs.Solution("1234 3412 2143 4321")
    first = next(cs.unavoidable_sets(solution))
    yield "unavoidable", svg(solution, marked=first.cells, width=170)
    yield "unavoidable-other", svg(first.other, marked=first.cells, width=170)

    jigsaw = cs.boards.random_jigsaw(9, seed=1)
    yield "jigsaw", svg(cs.generate(seed=1, board=jigsaw), width=300)
    extra = cs.boards.windows(cs.boards.diagonals(cs.boards.sudoku(3, 3)))
    yield "extra-groups", svg(cs.generate(seed=1, board=extra), width=300)
    yield "samurai", svg(cs.generate(seed=1, board=cs.boards.samurai()), width=460)


def diabolical() -> cs.Puzzle:
    """Return the puzzle of the pages on logic."""
    return cs.generate(seed=5, difficulty="diabolical")


def shown_steps() -> dict[str, tuple[State, Step]]:
    """Return the first step of some techniques on the way through that puzzle, with its state."""
    found: dict[str, tuple[State, Step]] = {}
    state = State.of(diabolical())
    for step in diabolical().explain():
        if step.technique in TECHNIQUES:
            found.setdefault(step.technique, (state.copy(), step))
        state.apply(step)
    assert set(found) == {*TECHNIQUES} <= {*BY_NAME}
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures():
        (FOLDER / f"{name}.svg").write_text(text + "\n", encoding="utf-8")
