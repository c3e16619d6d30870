"""Rules together, whose golden pictures are kept: on all kinds of boards, light and dark."""

from csp_sudoku import Puzzle, render
from csp_sudoku.logic import State
from csp_sudoku.rules.grids import kakuro, nonogram, str8ts

CLASSIC = (
    "cage r1c1 r1c2 r2c1 = 15",
    "cage r1c8 r1c9 r2c9 = 9",
    "cage r8c1 r9c1 r9c2",
    "thermo r9c5-r5c5",
    "thermo r3c3-r1c5 r1c6",
    "arrow r5c2 ; r4c2 r3c2",
    "arrow r5c8 ; r6c8-r8c8",
    "arrow r5c8 ; r4c7 r3c7",
)
SIGNS = (
    "white_dot r1c1 r1c2",
    "white_dot r3c3 r4c3 ; difference=4",
    "black_dot r1c4 r2c4",
    "black_dot r6c6 r6c7 ; ratio=3",
    "x r5c5 r5c6",
    "v r5c5 r6c5",
    "sum_sign r8c3 r8c4 = 11",
    "greater r7c7 r7c8",
    "greater r9c9 r8c9",
    "quadruple r3c6 = 1 2 3 4",
    "quadruple r7c2 = 5 5",
    "negative_white",
)
LINES = (
    "whisper r1c1-r1c4",
    "renban r2c1-r2c4",
    "palindrome r3c1-r3c4",
    "region_sum r4c1-r4c4",
    "zipper r5c1-r5c4",
    "nabner r6c1-r6c4",
    "modular r7c1-r7c4",
    "entropic r8c1-r8c4",
    "sum_line r9c1-r9c4 = 10",
    "thermo r1c6-r1c9",
    "slow_thermo r2c6-r2c9",
    "arrow r3c6 ; r3c7-r3c9",
    "double_arrow r4c6-r4c9",
    "between r5c6-r5c9",
    "lockout r6c6-r6c9",
    "pill_arrow r7c6 r7c7 ; r7c8 r7c9",
    "same_values r8c6 r8c7 | r9c8 r9c9",
    "regex r9c6 r9c7 ; [1-4]+",
)
OUTSIDE = (
    "little_killer r0c3 ; down-right = 23",
    "little_killer r10c7 ; up-left = 31",
    "little_killer r7c0 ; up-right = 17",
    "sandwich r0c5 = 12",
    "sandwich r4c0 = 0",
    "skyscraper r5c10 = 4",
    "x_sum r10c2 = 30",
    "numbered_room r2c0 = 7",
)
MARKED = (
    "odd r1c1 r1c2",
    "even r2c1 r2c2",
    "minimum r5c5",
    "maximum r5c6",
    "allowed r1c9 = 2 4 6",
    "counting_circles r9c1 r9c3 r9c5 r9c7 r8c8",
    "thermo r2c1-r2c5",
    "doubled r7c7",
    "value_index r3c5-r3c9",
)
AREAS = (
    "extra_region r2c2-r2c5 r3c2 r4c2",
    "clone r2c4 r2c5 r3c5 ; r6c6 r6c7 r7c7",
    "clone r8c1 r8c2 ; r9c8 r9c9",
    "equal_sums r5c1 r6c1 | r5c3 r6c3",
    "row_index r1c1 r1c5",
    "column_index r4c9 r5c9",
    "box_index r8c5",
    "lunchbox r7c1-r7c3 = 8",
    "cage r2c2 r2c3 = 9",
)
CLUES = {(0, 0): 4, (1, 1): 8, (4, 4): 5, (8, 7): 2, (4, 5): 6}


def variants():
    """Yield the name and the text of each picture."""
    nine = "sudoku-3x3"
    classic = Puzzle(CLUES, board=nine, rules=CLASSIC)
    yield "killer-thermo-arrow.svg", render.svg(classic)
    yield "killer-thermo-arrow-dark.svg", render.svg(classic, dark=True)
    yield "killer-candidates.svg", render.svg(classic, candidates=True)
    signs = Puzzle(CLUES, board=nine, rules=SIGNS)
    yield "signs.svg", render.svg(signs)
    yield "signs-dark.svg", render.svg(signs, dark=True)
    yield "signs-candidates-dark.svg", render.svg(signs, candidates=True, dark=True)
    lines = Puzzle(CLUES, board=nine, rules=LINES)
    yield "lines.svg", render.svg(lines)
    yield "lines-legend-dark.svg", render.svg(lines, dark=True, legend=True)
    outside = Puzzle(CLUES, board=nine, rules=OUTSIDE)
    yield "outside.svg", render.svg(outside)
    crowded = (
        "little_killer r0c3 ; down-right = 23",
        "little_killer r0c3 ; down-left = 7",
        "sandwich r0c5 = 12",
        "skyscraper r0c5 = 3",
        "cage r1c1 r1c2 = 8",
    )
    yield "outside-crowded-dark.svg", render.svg(Puzzle(board=nine, rules=crowded), dark=True)
    marked = Puzzle(CLUES, board=nine, rules=MARKED)
    yield "marked-cells.svg", render.svg(marked)
    yield "marked-cells-dark.svg", render.svg(marked, candidates=True, dark=True)
    areas = Puzzle(CLUES, board=nine, rules=AREAS)
    yield "areas.svg", render.svg(areas, legend=False)
    yield "areas-dark.svg", render.svg(areas, dark=True)
    alike = ("whisper r1c1-r1c4", "whisper r4c1-r4c4 ; difference=4", "antiknight")
    yield "alike.svg", render.svg(Puzzle(board=nine, rules=alike))
    yield from on_boards()
    small = Puzzle(
        "1... ..2. .3.. ...4", rules=["cage r1c2 r1c3 = 6", "whisper r2c1-r2c3 ; difference=2"]
    )
    state = State.of(small.with_rules())
    step = next(iter(small.with_rules().explain()))
    yield "variant-step.svg", render.svg(state, step=step, clues=small)
    yield "variant.txt", render.text(small, candidates=True)
    yield "variant.html", render.page([small], title="a variant", dark=True)


def on_boards():
    """Yield rules on boards that are not 9x9."""
    jigsaw = (
        "cage r1c1 r1c2 r2c1 = 12",
        "white_dot r5c5 r5c6",
        "thermo r9c1-r6c1",
        "sandwich r0c4 = 9",
    )
    yield "jigsaw-rules.svg", render.svg(Puzzle(board="jigsaw-9@3", rules=jigsaw))
    sixteen = (
        "cage r1c1-r1c3 r2c1 = 34",
        "thermo r8c2-r3c2",
        "black_dot r5c5 r5c6",
        "quadruple r9c9 = 10 12 14 16",
        "little_killer r0c5 ; down-right = 88",
        "renban r12c4-r12c8",
    )
    clues = {(0, 0): 16, (3, 3): 10, (7, 7): 7}
    yield "sixteen-rules.svg", render.svg(Puzzle(clues, board="sudoku-4x4", rules=sixteen))
    samurai = (
        "cage r1c1 r1c2 r2c1 = 12",
        "thermo r9c9-r13c13",
        "arrow r11c11 ; r10c12 r9c13",
        "skyscraper r0c4 = 3",
        "skyscraper r10c3 = 4",
        "antiknight",
    )
    yield "samurai-rules.svg", render.svg(Puzzle(board="samurai", rules=samurai))
    extra = ("thermo r1c5-r4c5", "cage r5c5 r5c6 = 9", "extra_region r8c1-r8c9")
    yield (
        "extra-groups-rules.svg",
        render.svg(Puzzle(board="sudoku-3x3+diagonals+windows", rules=extra)),
    )
    rectangle = ("cage r1c1 r2c1 = 7", "greater r3c3 r3c4", "x_sum r0c6 = 5", "renban r4c1-r4c4")
    yield "rectangle-rules.svg", render.svg(Puzzle(board="rectangle-4x6-6-2x3", rules=rectangle))
    futoshiki = (
        "greater r1c1 r1c2",
        "greater r3c3 r2c3",
        "greater r5c4 r5c5",
        "skyscraper r0c3 = 2",
    )
    yield "futoshiki.svg", render.svg(Puzzle({(2, 2): 4}, board="latin-5", rules=futoshiki))
    keen = (
        "calc r1c1 r1c2 ; - = 1",
        "calc r1c3 r1c4 r2c4 ; * = 6",
        "calc r2c1 r3c1 ; / = 2",
        "calc r2c2 r2c3 r3c2 ; + = 9",
        "calc r3c3 r3c4 r4c4 ; + = 9",
        "calc r4c1-r4c3 ; * = 12",
    )
    yield "kenken-dark.svg", render.svg(Puzzle(board="latin-4", rules=keen), dark=True)
    zero = ("cage r1c1 r1c2 = 0", "whisper r3c1-r3c4 ; difference=2")
    yield "from-zero.svg", render.svg(Puzzle({(0, 3): 1}, board="latin-4+from0", rules=zero))
    runs = {"r1c1 r1c2": 3, "r1c1 r2c1": 4, "r2c1-r2c3": 10, "r1c2 r2c2": 3, "r2c3 r3c3": 9}
    board, rules = kakuro(runs)
    yield "kakuro.svg", render.svg(Puzzle(board=board, rules=rules))
    board, rules = nonogram([[2], [1, 1], [4], [1]], [[3], [1, 2], [1], [2]])
    yield "nonogram.svg", render.svg(Puzzle(board=board, rules=rules))
    board, rules, clues = str8ts("..#. .3.. #... .B..", 4)
    yield "str8ts.svg", render.svg(Puzzle(clues, board=board, rules=rules))
