"""Puzzles of a collection as puzzles with rules, from their list of constraints.

`python -m tests.rules.iss_constraints FOLDER/iss.jsonl [backend [seconds]]` checks the known
solution of each against its rules, and with a backend counts its solutions up to two, and prints
what differs or is not settled, by name. The list is the parsed form of the strings of sigh's
Interactive Sudoku Solver (MIT), whose meaning is the reference here.
"""

import json
import sys
import time
from pathlib import Path

import csp_sudoku as cs
from csp_sudoku import boards, rules
from csp_sudoku.boards import Board, Cell, Group

UNKNOWN = {
    "ChaosConstruction",
    "ChaosArrow",
    "ChaosCount",
    "ConnectedValues",
    "Doppelganger",
}
"""Connectivity, and one that needs it: there are no rules for them."""
_NOTHING = {"Shape", "NoBoxes", "RegionSize", "Var", "FullRankTies"}


class UnknownError(Exception):
    pass


def puzzle_of(data):
    """Return the puzzle of a line of the collection."""
    return _Reader(data).puzzle()


class _Reader:
    def __init__(self, data):
        self.data = data
        self.rows, self.columns = data["rows"], data["cols"]
        self.count = self.rows * self.columns
        kinds = [c["type"] for c in _all(data["constraints"])]
        self.kinds = set(kinds)
        ties = [c["ties"] for c in data["constraints"] if c["type"] == "FullRankTies"]
        self.ties = ties[0] if ties else "only-unclued"

    def cell(self, index):
        if isinstance(index, str):
            return Cell.named(index)
        if index >= self.count:
            return f"@V{index}"
        return Cell(*divmod(index, self.columns))

    def cells(self, indices):
        return [self.cell(index) for index in indices]

    def place(self, indices):
        """Return the place from which a line is seen."""
        first, second = self.cells(indices[:2])
        return Cell(2 * first.row - second.row, 2 * first.column - second.column)

    def board(self):
        data = self.data
        cells = [Cell(r, c) for r in range(self.rows) for c in range(self.columns)]
        width = self.columns
        groups = [
            Group("row", f"row {r + 1}", tuple(range(r * width, (r + 1) * width)))
            for r in range(self.rows)
        ]
        groups += [
            Group("column", f"column {c + 1}", tuple(range(c, self.count, width)))
            for c in range(width)
        ]
        boxes = data["boxes"]
        pieces = [c["cells"] for c in data["constraints"] if c["type"] == "Jigsaw"]
        known = {frozenset(group.cells) for group in groups}
        for kind, parts in (("box", boxes), ("region", pieces)):
            groups += [
                Group(kind, f"{kind} {number}", tuple(part))
                for number, part in enumerate(parts, start=1)
                if frozenset(part) not in known
            ]
        return Board(
            f"board of {data['id']}",
            data["num_values"],
            cells,
            groups,
            box=_shape(boxes, self.columns),
            first=data["first_value"],
        )

    def puzzle(self):
        first = self.data["first_value"]
        found, candidates = [], {}
        for constraint in self.data["constraints"]:
            if constraint["type"] == "Given" and constraint["cells"][0] < self.count:
                cell = self.cell(constraint["cells"][0])
                wanted = {value - first + 1 for value in constraint["values"]}
                candidates[cell] = candidates.get(cell, wanted) & wanted
            else:
                found += self.rule(constraint)
        extra = range(self.count, self.data["variables"])
        if extra:
            found.insert(0, rules.variables(" ".join(f"V{index}" for index in extra)))
        board = self.board()
        return cs.Puzzle({}, board=board, candidates=candidates or None, rules=found)

    def rule(self, c):
        kind = c["type"]
        if kind in UNKNOWN:
            raise UnknownError(kind)
        if kind in _NOTHING:
            return [rules.distinct_lines()] if c.get("ties") == "none" else []
        return getattr(self, f"_{kind.lower()}")(c)

    def _given(self, c):
        return [rules.allowed(self.cells(c["cells"]), c["values"])]

    def _jigsaw(self, c):
        return []

    def _or(self, c):
        branches = []
        for part in c["of"]:
            inside = self.rule(part)
            if not inside:
                return []
            branches.append(inside[0] if len(inside) == 1 else rules.all_of(inside))
        return [rules.any_of(branches)]

    def _and(self, c):
        return [rule for part in c["of"] for rule in self.rule(part)]

    def _cage(self, c):
        return [rules.cage(self.cells(c["cells"]), c["sum"] or None)]

    def _alldifferent(self, c):
        return [rules.extra_region(self.cells(c["cells"]))]

    def _sum(self, c):
        return [rules.sum_cage(self.cells(c["cells"]), int(c["sum"]), c["coeffs"])]

    def _equalsum(self, c):
        return [rules.equal_sums([self.cells(part) for part in c["segments"]])]

    def _samevalues(self, c):
        size = len(c["cells"]) // int(c["numSets"])
        cells = self.cells(c["cells"])
        return [rules.same_values([cells[at : at + size] for at in range(0, len(cells), size)])]

    def _arrow(self, c):
        head, *shaft = self.cells(c["cells"])
        return [rules.arrow(head, shaft)]

    def _pillarrow(self, c):
        cells, size = self.cells(c["cells"]), c["pillSize"]
        return [rules.pill_arrow(cells[:size], cells[size:])]

    def _pair(self, c, every=False):
        first = self.data["first_value"]
        table = [
            (a + first, b + first)
            for a, row in enumerate(c["table"])
            for b in range(self.data["num_values"])
            if row >> b & 1
        ]
        return [rules.pairs(self.cells(c["cells"]), table, every)]

    def _pairx(self, c):
        return self._pair(c, every=True)

    def _nfa(self, c):
        nfa, first, count = c["nfa"], self.data["first_value"], self.data["num_values"]
        steps = [
            (state, None if symbol == count else symbol + first, target)
            for state, symbol, target in nfa["transitions"]
        ]
        parts = [self.cells(part) for part in c.get("segments") or [c["cells"]]]
        return [rules.automaton(parts, steps, nfa["start"], nfa["accept"])]

    def _regex(self, c):
        return [rules.regex(self.cells(c["cells"]), c["pattern"])]

    def _quad(self, c):
        return [rules.quadruple(self.cells(c["cells"]), list(map(int, c["values"])))]

    def _lookandsay(self, c):
        return [rules.look_and_say(self.cells(c["cells"]), c["clue"])]

    def _containatleast(self, c):
        return [rules.contain(self.cells(c["cells"]), list(map(int, c["values"].split("_"))))]

    def _containexact(self, c):
        wanted = list(map(int, c["values"].split("_")))
        return [rules.contain_exactly(self.cells(c["cells"]), wanted)]

    def _countdistinct(self, c):
        counter, *cells = self.cells(c["cells"])
        return [rules.count_distinct(counter, cells)]

    def _rellikcage(self, c):
        return [rules.rellik(self.cells(c["cells"]), int(c["sum"]))]

    def _lunchbox(self, c):
        return [rules.lunchbox(self.cells(c["cells"]), int(c["sum"]))]

    def _sumline(self, c):
        loop = c["cells"][-1] == "LOOP"
        cells = self.cells(c["cells"][:-1] if loop else c["cells"])
        return [rules.sum_line(cells, int(c["sum"]), loop)]

    def _lockout(self, c):
        return [rules.lockout(self.cells(c["cells"]), int(c["minDiff"]))]

    def _whisper(self, c):
        return [rules.whisper(self.cells(c["cells"]), int(c["difference"]))]

    def _modular(self, c):
        return [rules.modular(self.cells(c["cells"]), int(c["mod"]))]

    def _indexing(self, c):
        index = rules.row_index if c["indexType"] == "R" else rules.column_index
        return [index(self.cells(c["cells"]))]

    def _littlekiller(self, c):
        cells = self.cells(c["cells"])
        if len(cells) == 1:
            return [rules.sum_cage(cells, c["value"])]
        place = self.place(c["cells"])
        down = "down" if cells[1].row > cells[0].row else "up"
        right = "right" if cells[1].column > cells[0].column else "left"
        return [rules.little_killer(place, f"{down}-{right}", c["value"])]

    def _fullrank(self, c):
        return [rules.full_rank(self.place(c["cells"]), c["value"], self.ties == "any")]

    def _diagonal(self, c):
        size = self.rows
        turn = (lambda r: size - 1 - r) if c["direction"] > 0 else (lambda r: r)
        return [rules.extra_region([Cell(r, turn(r)) for r in range(size)])]

    def _windoku(self, c):
        side = round(self.rows**0.5)
        extra = boards.windows(boards.sudoku(side)).groups[3 * self.rows :]
        return [rules.extra_region([self.cell(i) for i in group.cells]) for group in extra]

    def _strictkropki(self, c):
        return [rules.negative_white(), rules.negative_black()]

    def _strictxv(self, c):
        return [rules.negative_xv()]

    def _whitedot(self, c, make=rules.white_dot):
        return [make(self.cells(pair)) for pair in c["pairs"]]

    def _blackdot(self, c):
        return self._whitedot(c, rules.black_dot)

    def _x(self, c):
        return self._whitedot(c, rules.x)

    def _v(self, c):
        return self._whitedot(c, rules.v)

    def _greaterthan(self, c):
        pairs = c.get("pairs") or [c["cells"]]
        return [rules.greater(self.cells(pair)) for pair in pairs]

    def _adjacent(self, c):
        return [rules.white_dot(self.cells(c["cells"]))]

    def _strictadjacent(self, c):
        return [rules.negative_white()]

    def _calc(self, c):
        return [rules.calc(self.cells(c["cells"]), c["op"], c["value"])]


def _simple(name, make):
    setattr(_Reader, f"_{name.lower()}", lambda self, c: [make(self.cells(c["cells"]))])


def _seen(name, make):
    setattr(
        _Reader, f"_{name.lower()}", lambda self, c: [make(self.place(c["cells"]), int(c["value"]))]
    )


def _whole(name, make):
    setattr(_Reader, f"_{name.lower()}", lambda self, c: [make()])


for _name, _make in {
    "Thermo": rules.thermo,
    "DoubleArrow": rules.double_arrow,
    "Palindrome": rules.palindrome,
    "Renban": rules.renban,
    "Between": rules.between,
    "RegionSumLine": rules.region_sum,
    "Zipper": rules.zipper,
    "Entropic": rules.entropic,
    "EqualityCage": rules.equality_cage,
    "ValueIndexing": rules.value_index,
    "CountingCircles": rules.counting_circles,
}.items():
    _simple(_name, _make)
for _name, _make in {
    "Skyscraper": rules.skyscraper,
    "HiddenSkyscraper": rules.hidden_skyscraper,
    "NumberedRoom": rules.numbered_room,
    "Sandwich": rules.sandwich,
    "XSum": rules.x_sum,
}.items():
    _seen(_name, _make)
for _name, _make in {
    "AntiKnight": rules.antiknight,
    "AntiKing": rules.antiking,
    "AntiTaxicab": rules.antitaxicab,
    "AntiConsecutive": rules.nonconsecutive,
    "DisjointSets": rules.disjoint_groups,
    "GlobalEntropy": rules.global_entropy,
    "GlobalMod": rules.global_modulus,
    "DutchFlatmates": rules.dutch_flatmates,
}.items():
    _whole(_name, _make)


def _all(constraints):
    for constraint in constraints:
        yield constraint
        yield from _all(constraint.get("of", ()))


def _shape(boxes, columns):
    shapes = set()
    for box in boxes:
        rows = {cell // columns for cell in box}
        lines = {cell % columns for cell in box}
        if len(rows) * len(lines) != len(box):
            return None
        shapes.add((len(rows), len(lines)))
    return shapes.pop() if len(shapes) == 1 else None


def solution_of(data):
    """Return the known solution as one value per cell, counted from 1; None if there is none."""
    known = data.get("solution")
    if known is None:
        return None
    first = data.get("first_value", 1)
    if not isinstance(known, str):
        return [int(value) - first + 1 for value in known]
    letters = not known[0].isdigit()
    return [ord(s) - 64 - first + 1 if letters else int(s) - first + 1 for s in known]


def main(path, backend=None, seconds="10"):
    unknown = wrong = settled = 0
    building = solving = 0.0
    for line in Path(path).read_text().splitlines():
        data = {"first_value": 1, "variables": 0, **json.loads(line)}
        started = time.process_time()
        try:
            puzzle = puzzle_of(data)
        except UnknownError as kind:
            unknown += 1
            print(f"{data['id']}: no rule for {kind}")
            continue
        puzzle.problem  # noqa: B018
        took = time.process_time() - started
        building += took
        known = solution_of(data)
        if known is not None:
            solution = cs.Solution(known[: len(puzzle.board.cells)], board=puzzle.board)
            broken = solution.violation(puzzle)
            if broken:
                wrong += 1
                print(f"{data['id']} {data.get('name')}: {broken}")
                continue
        if backend:
            started = time.process_time()
            try:
                found = puzzle.count(2, backend, timeout=float(seconds))
                settled += 1
            except cs.OutOfBudgetError:
                found = None
            except cs.CspSudokuError as error:
                found = str(error)
            solving += time.process_time() - started
            expected = data.get("solutions", 1)
            if found != expected:
                print(f"{data['id']} {data.get('name')}: {found}, not {expected}")
    print(f"{unknown} without a rule, {wrong} wrong, {settled} settled")
    print(f"building {building:.2f} s, solving {solving:.2f} s of CPU")


if __name__ == "__main__":
    main(*sys.argv[1:])
