"""Every rule of the table against its words: all solutions of small boards, by brute force.

`python -m tests.rules.test_truths 100` tries a hundred random rules of each kind on each board.
"""

import random
import sys
from functools import cache

import pytest

import csp_sudoku as cs
from csp_sudoku import boards, rules
from csp_sudoku.boards import Cell
from csp_sudoku.rules import TABLE
from csp_sudoku.rules.table import REQUIRED
from tests.rules.truths import Filled, holds

BOARDS = ("sudoku-2x2", "rectangle-2x4-4+from0", "rectangle-2x3-4", "free-2x2-3")
LARGER = ("sudoku-2x3", "123456 456123 231564 564231 ...... ......")
FITTING = {
    "entropic": (*BOARDS, "sudoku-2x3"),
    "global_entropy": (*BOARDS, "free-2x3-3", "sudoku-2x3"),
    "dutch_flatmates": ("rectangle-2x3-5", "free-2x3-3"),
    "little_killer": BOARDS[:3],
    "value_index": BOARDS[:3],
    "disjoint_groups": ("sudoku-2x2", "sudoku-2x3"),
    "box_index": ("sudoku-2x2", "sudoku-2x3"),
    "row_index": ("sudoku-2x2", "rectangle-2x3-4", "sudoku-2x3"),
    "column_index": ("sudoku-2x2", "rectangle-2x3-4", "sudoku-2x3"),
    "blocks": ("nonogram",),
    "distinct_lines": ("sudoku-2x2", "rectangle-2x3-4"),
    "full_rank": ("sudoku-2x2", "latin-3"),
}
NOT_FROM_WORDS = {"variables"}
TRIES = 3


@cache
def board_of(name):
    return boards.free(2, 4, 2, first=0) if name == "nonogram" else boards.named(name)


@cache
def fillings(name):
    """Return all solutions of a board, or some thousand of them."""
    board = board_of(name)
    clues = LARGER[1] if name == LARGER[0] else {}
    return [s.assignment for s in cs.Puzzle(clues, board=board).solutions("mrv")]


def boxes_of(board):
    groups = [group for group in board.groups if group.kind == "box"]
    return [[board.cells[i] for i in group.cells] for group in groups]


def solutions(board, name, wanted):
    clues = LARGER[1] if name == LARGER[0] else {}
    puzzle = cs.Puzzle(clues, board=board, rules=wanted)
    return {tuple(s.values) for s in puzzle.solutions("bitmask")}


def expected(board, name, wanted):
    boxes, first = boxes_of(board), board.first
    found = set()
    for at in fillings(name):
        filled = Filled(at, board.numbers, boxes, wanted)
        if all(holds(rule, filled) for rule in wanted):
            found.add(tuple(value - first + 1 for value in at.values()))
    return found


class Drawn:
    """Random arguments for the parameters of a rule, by their kinds."""

    def __init__(self, board, rng):
        self.board, self.rng = board, rng

    def rule(self, entry):
        arguments = {}
        for parameter in entry.parameters:
            if parameter.default is not REQUIRED and self.rng.random() < 0.5:
                continue
            if parameter.name == "factors":
                arguments["factors"] = [self.rng.randint(-1, 2) for _ in arguments["cells"]]
            elif parameter.name == "copy":
                count = len(arguments["cells"])
                arguments["copy"] = self.rng.sample(self.board.cells, count)
            elif parameter.name == "exempt":
                arguments["exempt"] = [[Cell(0, 0), Cell(0, 1)]]
            else:
                special = getattr(self, f"_{entry.name}_{parameter.name}", None)
                draw = special or getattr(self, f"_{parameter.kind.name}")
                arguments[parameter.name] = draw()
        return entry(**arguments)

    def _cells(self, least=1):
        return self.rng.sample(self.board.cells, self.rng.randint(least, 4))

    def _list(self):
        return [self.rng.choice(self.board.cells) for _ in range(self.rng.randint(1, 3))]

    def _line(self):
        cells = [self.rng.choice(self.board.cells)]
        for _ in range(self.rng.randint(1, 4)):
            row, column = cells[-1]
            near = [
                Cell(row + down, column + right)
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
                if Cell(row + down, column + right) in self.board.index
            ]
            step = self.rng.choice(near)
            if step not in cells:
                cells.append(step)
        return cells if len(cells) > 1 else self._line()

    def _value_index_cells(self):
        return self.rng.sample(self.board.cells, 4)

    def _lunchbox_cells(self):
        return self._cells(2)

    def _blocks_cells(self):
        row = self.rng.randrange(2)
        return [cell for cell in self.board.cells if cell.row == row]

    def _blocks_lengths(self):
        return self.rng.choice([[1], [2], [1, 1], [2, 1], [4], [0], [3]])

    def _pill_arrow_pill(self):
        return self.rng.sample(self.board.cells, 2)

    def _pill_arrow_shaft(self):
        return [self.rng.choice(self.board.cells) for _ in range(self.rng.randint(3, 5))]

    def _cell(self):
        return self.rng.choice(self.board.cells)

    def _pair(self):
        row, column = self.rng.choice(self.board.cells)
        there = self.rng.choice([Cell(row, column + 1), Cell(row + 1, column)])
        return [Cell(row, column), there] if there in self.board.index else self._pair()

    def _square(self):
        rows, columns = self.board.shape
        row, column = self.rng.randrange(rows - 1), self.rng.randrange(columns - 1)
        corners = [Cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]
        return corners if self.rng.random() < 0.5 else corners[:1]

    def _place(self):
        rows, columns = self.board.shape
        row, column = self.rng.randrange(rows), self.rng.randrange(columns)
        places = [Cell(-1, column), Cell(rows, column), Cell(row, -1), Cell(row, columns)]
        return self.rng.choice(places)

    def _little_killer_place(self):
        return Cell(-1, self.rng.randrange(self.board.shape[1] - 1))

    def _little_killer_direction(self):
        return "down-right"

    def _lists(self):
        size = self.rng.randint(1, 2)
        cells = self.rng.sample(self.board.cells, 2 * size)
        return [cells[:size], cells[size:]]

    def _number(self):
        return self.rng.randint(1, 7)

    def _global_modulus_modulus(self):
        return self.rng.randint(2, 3)

    _modular_modulus = _global_modulus_modulus

    def _whisper_difference(self):
        return self.rng.randint(1, 2)

    _lockout_difference = _white_dot_difference = _black_dot_ratio = _whisper_difference

    def _full_rank_rank(self):
        return self.rng.randint(1, 4 * self.board.size)

    def _skyscraper_count(self):
        return self.rng.randint(1, 3)

    def _value(self):
        return self.rng.choice(self.board.numbers)

    _hidden_skyscraper_value = _numbered_room_value = _value

    def _sandwich_low(self):
        return self.board.numbers[1]

    def _sandwich_high(self):
        return self.board.numbers[2]

    def _numbers(self):
        return [self._value() for _ in range(self.rng.randint(1, 2))]

    def _text(self):
        cells = [f"r{cell.row + 1}c{cell.column + 1}" for cell in self._cells()]
        a, b = cells[0], cells[-1]
        return self.rng.choice(
            [
                f"{a} + {b} == 5",
                f"{a} * {b} > 4 or not {a} < {b}",
                f"abs({a} - {b}) == 1 and {a} in (1, 2)",
                f"max({a}, {b}) <= 2 * min({a}, {b})",
                f"1 <= {a} < {b}",
            ]
        )

    def _look_and_say_said(self):
        return f"{self.rng.randint(0, 2)}{self.rng.choice(self.board.numbers)}"

    def _regex_pattern(self):
        return self.rng.choice(["[12]*3.*", "(1|2).{0,3}", ".*[^1-2]+2?", "1?(2.|.3)+", ".[2-4]*"])

    def _flag(self):
        return self.rng.random() < 0.5

    def _direction(self):
        return self.rng.choice(["down-right", "down-left", "up-right", "up-left"])

    def _operation(self):
        return self.rng.choice("+-*/")

    def _rows(self):
        return [
            (
                self.rng.randrange(3),
                self.rng.choice([*self.board.numbers, None]),
                self.rng.randrange(3),
            )
            for _ in range(16)
        ]

    def _automaton_accept(self):
        return [0, 2]

    def _pairs(self):
        numbers = self.board.numbers
        every = [(a, b) for a in numbers for b in numbers]
        return self.rng.sample(every, 2 * len(every) // 3)

    def _rules(self):
        return [self.rule(TABLE[name]) for name in ("thermo", "cage", "white_dot")]


def cases():
    for name, entry in TABLE.items():
        if name not in NOT_FROM_WORDS:
            for board in FITTING.get(name, (*BOARDS, LARGER[0])):
                yield pytest.param(entry, board, id=f"{name}-{board}")


@pytest.mark.parametrize(("entry", "name"), list(cases()))
def test_a_rule_means_what_its_words_say(entry, name):
    check(entry, name, TRIES)


def check(entry, name, tries):
    board = board_of(name)
    rng = random.Random(f"{entry.name} {name}")
    drawn = Drawn(board, rng)
    for _ in range(1 if not entry.parameters or name == LARGER[0] else tries):
        wanted = [drawn.rule(entry)]
        if entry.name.startswith("negative"):
            wanted += [rules.white_dot(drawn._pair()), rules.x(drawn._pair())]
        if entry.name == "doubled":
            wanted += [drawn.rule(rules.thermo), drawn.rule(rules.sum_cage)]
        assert solutions(board, name, wanted) == expected(board, name, wanted), wanted


if __name__ == "__main__":
    for case in cases():
        check(*case.values, int(sys.argv[1]))
        print(case.id)
