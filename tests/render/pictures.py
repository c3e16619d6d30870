"""The pictures whose golden files are kept: every kind of board, and steps of many techniques."""

from functools import cache
from pathlib import Path

from csp_sudoku import Puzzle, boards, render
from csp_sudoku.formats.hodoku import parse_position
from csp_sudoku.logic import BY_NAME, State
from csp_sudoku.logic.conformance import CODES
from tests.render.variants import variants

GOLDEN = Path(__file__).parent / "golden"
_POSITIONS = Path(__file__).parent.parent / "data" / "techniques.txt"

HARD = Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
TECHNIQUES = (
    "hidden single in a block",
    "naked pair",
    "pointing",
    "x-wing",
    "finned swordfish",
    "xy-wing",
    "xy-chain",
    "simple colour trap",
    "als-xz",
    "unique rectangle 3",
    "continuous nice loop",
    "cell forcing net",
)


@cache
def positions():
    """Return the positions of all techniques that have one."""
    return [parse_position(line) for line in _POSITIONS.read_text().splitlines()]


@cache
def moment(technique):
    """Return a position of a technique, and the step that it finds there."""
    for position in positions():
        if technique in CODES[position.technique]:
            state = State.of(position.puzzle, placed=position.placed)
            for step in BY_NAME[technique].find(state):
                return state, step
    raise LookupError(technique)


@cache
def every_third(name):
    """Return a puzzle on a board that has every third cell of some solution as a clue."""
    board = boards.named(name)
    solution = Puzzle({}, board=board).solve("bitmask").solution
    return Puzzle({cell: solution[cell] for cell in board.cells[::3]}, board=board), solution


def pictures():
    """Yield the name and the text of each picture."""
    jigsaw, jigsaw_filled = every_third("jigsaw-9@3")
    samurai, _ = every_third("samurai")
    sixteen, _ = every_third("sudoku-4x4")
    huge = Puzzle({(0, 0): 64, (8, 8): 7, (63, 63): 1}, board=boards.sudoku(8, 8))
    both = boards.windows(boards.diagonals(boards.sudoku(3, 3)))
    small = Puzzle("1..4 .... .... 2..3")
    yield "puzzle.svg", render.svg(HARD)
    yield "solution.svg", render.svg(HARD.solve().solution, clues=HARD)
    yield "candidates.svg", render.svg(HARD, candidates=True)
    yield "marked.svg", render.svg(HARD, marked=["r1c1", (2, 1)])
    yield "sixteen.svg", render.svg(sixteen, alphabet="numbers")
    yield "sixty-four.svg", render.svg(huge, width=1280)
    yield "jigsaw.svg", render.svg(jigsaw_filled, clues=jigsaw)
    yield "diagonals-and-windows.svg", render.svg(Puzzle({(4, 4): 5}, board=both))
    yield "samurai.svg", render.svg(samurai)
    yield "symbols.svg", render.svg(small, candidates=True, alphabet="<&\"'")
    yield "words.svg", render.svg(small, alphabet=["red", "green", "blue", "ä"])
    for technique in TECHNIQUES:
        state, step = moment(technique)
        yield f"{technique.replace(' ', '-')}.svg", render.svg(state, step=step)
    state, step = moment("hidden single in a block")
    yield "bare-step.svg", render.svg(state, step=step, candidates=False)
    yield "puzzle.txt", render.text(HARD)
    yield "candidates.txt", render.text(HARD, candidates=True)
    yield "candidates-ascii.txt", render.text(HARD, candidates=True, ascii=True)
    yield "sixteen.txt", render.text(sixteen, alphabet="numbers")
    yield "jigsaw.txt", render.text(jigsaw)
    yield "samurai.txt", render.text(samurai)
    yield "samurai-ascii.txt", render.text(samurai, ascii=True)
    explained = Puzzle("1... ..2. .3.. ...4").explain()
    yield "explanation.html", render.page([small, explained], title="a <small> one")
    yield from variants()
