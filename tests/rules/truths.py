"""Each rule once more, written from its words: whether it holds of a board filled with numbers.

Slow, obvious, and without a line of `csp_sudoku.rules`. A function gets `at`, which has the
number of each cell, and the arguments of the rule.
"""

import re
from collections import Counter
from itertools import combinations, pairwise, permutations


class Filled:
    """A rectangle of numbers, the numbers that there are, its boxes and the other rules."""

    def __init__(self, at, numbers, boxes, rules=()):
        self.at, self.numbers, self.boxes, self.rules = at, numbers, boxes, rules
        self.rows = 1 + max(row for row, _ in at)
        self.columns = 1 + max(column for _, column in at)
        self.doubled = {cell for rule in rules if rule.name == "doubled" for cell in rule.cells}

    def digits(self, cells):
        return [self.at[cell] for cell in cells]

    def counts(self, cells):
        return [self.at[cell] * (2 if cell in self.doubled else 1) for cell in cells]

    def line(self, place):
        row, column = place
        if row in (-1, self.rows):
            cells = [(r, column) for r in range(self.rows)]
            return cells if row == -1 else cells[::-1]
        cells = [(row, c) for c in range(self.columns)]
        return cells if column == -1 else cells[::-1]

    def row(self, cell):
        return [(cell[0], c) for c in range(self.columns)]

    def column(self, cell):
        return [(r, cell[1]) for r in range(self.rows)]

    def neighbours(self):
        for row, column in self.at:
            for other in ((row, column + 1), (row + 1, column)):
                if other in self.at:
                    yield (row, column), other

    def apart(self, *steps):
        """Yield the pairs of cells that are one of some steps apart, in any direction."""
        for one, other in combinations(self.at, 2):
            step = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
            if tuple(step) in steps:
                yield one, other

    def squares(self):
        for row in range(self.rows - 1):
            for column in range(self.columns - 1):
                yield [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]

    def marked(self, *names):
        return {frozenset(rule.cells) for rule in self.rules if rule.name in names}

    def readings(self):
        lines = [self.row((r, 0)) for r in range(self.rows)]
        lines += [self.column((0, c)) for c in range(self.columns)]
        return [reading for line in lines for reading in (line, line[::-1])]


def differ(values):
    return len(set(values)) == len(values)


def consecutive(values):
    return sorted(values) == list(range(min(values), min(values) + len(values)))


# Cages


def cage(f, cells, sum):
    return differ(f.digits(cells)) and (sum is None or add(f.counts(cells)) == sum)


def add(values):
    return sum(values)


def extra_region(f, cells):
    return differ(f.digits(cells))


def sum_cage(f, cells, sum, factors):
    values = f.counts(cells)
    if factors is None:
        return add(values) == sum
    return add(factor * value for factor, value in zip(factors, values, strict=True)) == sum


def equal_sums(f, cells):
    return len({add(f.counts(part)) for part in cells}) == 1


def equality_cage(f, cells):
    values, half = f.digits(cells), len(f.numbers) // 2
    odd = [value for value in values if value % 2 == 1]
    low = [value for value in values if value in f.numbers[:half]]
    high = [value for value in values if value in f.numbers[-half:]]
    return differ(values) and 2 * len(odd) == len(values) and len(low) == len(high)


def rellik(f, cells, sum):
    values = f.digits(cells)
    parts = (part for n in range(1, len(values) + 1) for part in combinations(values, n))
    return differ(values) and all(add(part) != sum for part in parts)


def look_and_say(f, cells, said):
    values = f.digits(cells)
    pairs = zip(said[::2], said[1::2], strict=True)
    return all(values.count(int(digit)) == int(n) for n, digit in pairs)


def contain(f, cells, values):
    return not Counter(values) - Counter(f.digits(cells))


def contain_exactly(f, cells, values):
    found = f.digits(cells)
    return all(found.count(value) == values.count(value) for value in values)


def count_distinct(f, counter, cells):
    return f.at[counter] == len(set(f.digits(cells)))


# Lines


def thermo(f, cells):
    return all(a < b for a, b in pairwise(f.counts(cells)))


def slow_thermo(f, cells):
    return all(a <= b for a, b in pairwise(f.counts(cells)))


def arrow(f, circle, shaft):
    return f.counts([circle]) == [add(f.counts(shaft))]


def double_arrow(f, cells):
    first, *middle, last = f.counts(cells)
    return first + last == add(middle)


def pill_arrow(f, pill, shaft):
    values = f.counts(sorted(pill))
    if any(value > 9 for value in values[1:]):
        return False
    return int("".join(map(str, values))) == add(f.counts(shaft))


def palindrome(f, cells):
    return f.digits(cells) == f.digits(cells)[::-1]


def renban(f, cells):
    return consecutive(f.digits(cells))


def whisper(f, cells, difference):
    return all(abs(a - b) >= difference for a, b in pairwise(f.counts(cells)))


def between(f, cells):
    first, *middle, last = f.counts(cells)
    return all(min(first, last) < value < max(first, last) for value in middle)


def lockout(f, cells, difference):
    first, *middle, last = f.counts(cells)
    outside = all(value < min(first, last) or value > max(first, last) for value in middle)
    return abs(first - last) >= difference and outside


def region_sum(f, cells):
    sums, before = [], None
    for cell, value in zip(cells, f.counts(cells), strict=True):
        box = next((number for number, box in enumerate(f.boxes) if cell in box), None)
        if box != before or not sums:
            sums.append(0)
        sums[-1] += value
        before = box
    return len(set(sums)) == 1


def zipper(f, cells):
    values = f.counts(cells)
    sums = {a + b for a, b in list(zip(values, values[::-1], strict=True))[: len(values) // 2]}
    if len(values) % 2:
        sums.add(values[len(values) // 2])
    return len(sums) == 1


def nabner(f, cells):
    return all(abs(a - b) > 1 for a, b in combinations(f.digits(cells), 2))


def modular(f, cells, modulus):
    values = [value % modulus for value in f.counts(cells)]
    n = min(modulus, len(values))
    windows = [values[at : at + n] for at in range(len(values) - n + 1)]
    return all(map(differ, windows))


def rank(f, value):
    """Return 0 for low, 1 for middle and 2 for high; as many numbers are low as high."""
    low = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4][len(f.numbers)]
    return (value >= f.numbers[low]) + (value >= f.numbers[-low])


def entropic(f, cells):
    values = [rank(f, value) for value in f.counts(cells)]
    n = min(3, len(values))
    return all(differ(values[at : at + n]) for at in range(len(values) - n + 1))


def can_be_cut(values, total):
    if not values:
        return True
    return any(
        add(values[:at]) == total and can_be_cut(values[at:], total)
        for at in range(1, len(values) + 1)
    )


def sum_line(f, cells, sum, loop):
    values = f.counts(cells)
    turns = range(len(values)) if loop else (0,)
    return any(can_be_cut(values[at:] + values[:at], sum) for at in turns)


def same_values(f, cells):
    return len({tuple(sorted(f.digits(part))) for part in cells}) == 1


# Signs


def white_dot(f, cells, difference):
    one, other = f.counts(cells)
    return abs(one - other) == difference


def black_dot(f, cells, ratio):
    one, other = f.counts(cells)
    return one == ratio * other or other == ratio * one


def x(f, cells):
    return add(f.counts(cells)) == 10


def v(f, cells):
    return add(f.counts(cells)) == 5


def sum_sign(f, cells, sum):
    return add(f.counts(cells)) == sum


def greater(f, cells):
    one, other = f.counts(cells)
    return one > other


def quadruple(f, cells, values):
    if len(cells) == 1:
        row, column = cells[0]
        cells = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
    return not Counter(values) - Counter(f.digits(cells))


def unmarked(f, exempt, *names):
    known = f.marked(*names) | {frozenset(pair) for pair in exempt or ()}
    return [f.counts(pair) for pair in f.neighbours() if frozenset(pair) not in known]


def negative_xv(f, sums, exempt):
    return all(a + b not in sums for a, b in unmarked(f, exempt, "x", "v", "sum_sign"))


def negative_white(f, difference, exempt):
    pairs = unmarked(f, exempt, "white_dot", "black_dot")
    return all(abs(a - b) != difference for a, b in pairs)


def negative_black(f, ratio, exempt):
    pairs = unmarked(f, exempt, "white_dot", "black_dot")
    return all(a != ratio * b and b != ratio * a for a, b in pairs)


def negative_difference(f, difference, exempt):
    return all(abs(a - b) != difference for a, b in unmarked(f, exempt, "white_dot"))


# Outside


def little_killer(f, place, direction, sum):
    down = 1 if direction.startswith("down") else -1
    right = 1 if direction.endswith("right") else -1
    row, column = place
    total = 0
    while (row + down, column + right) in f.at:
        row, column = row + down, column + right
        total += f.counts([(row, column)])[0]
    return total == sum


def sandwich(f, place, sum, low, high):
    values = f.counts(f.line(place))
    if low is None and high is None:
        low, high = min(values), max(values)
    low = f.numbers[0] if low is None else low
    high = f.numbers[-1] if high is None else high
    if values.count(low) != 1 or values.count(high) != 1:
        return False
    first, last = sorted((values.index(low), values.index(high)))
    return add(values[first + 1 : last]) == sum


def lunchbox(f, cells, sum):
    values = f.counts(cells)
    first, last = sorted((values.index(min(values)), values.index(max(values))))
    return differ(f.digits(cells)) and add(values[first + 1 : last]) == sum


def x_sum(f, place, sum):
    values = f.counts(f.line(place))
    return values[0] <= len(values) and add(values[: values[0]]) == sum


def skyscraper(f, place, count):
    values = f.counts(f.line(place))  # a 0 is no skyscraper
    return count == len([at for at, value in enumerate(values) if value > max([0, *values[:at]])])


def hidden_skyscraper(f, place, value):
    values = f.counts(f.line(place))
    hidden = [value for at, value in enumerate(values) if value <= max([-99, *values[:at]])]
    return bool(hidden) and hidden[0] == value


def numbered_room(f, place, value):
    values = f.digits(f.line(place))
    return 1 <= values[0] <= len(values) and values[values[0] - 1] == value


def full_rank(f, place, rank, ties):
    mine = f.digits(f.line(place))
    others = [f.digits(line) for line in f.readings() if line != f.line(place)]
    lower = [other for other in others if other < mine]
    return len(lower) == rank - 1 and (ties or mine not in others)


def distinct_lines(f):
    return differ([tuple(f.digits(line)) for line in f.readings()])


# Cells


def odd(f, cells):
    return all(value % 2 for value in f.digits(cells))


def even(f, cells):
    return not any(value % 2 for value in f.digits(cells))


def allowed(f, cells, values):
    return all(value in values for value in f.digits(cells))


def around(f, cells, name):
    others = {cell for rule in f.rules if rule.name == name for cell in rule.cells}
    for row, column in cells:
        for there in ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)):
            if there in f.at and there not in others:
                yield f.counts([(row, column), there])


def minimum(f, cells):
    return all(here < there for here, there in around(f, cells, "minimum"))


def maximum(f, cells):
    return all(here > there for here, there in around(f, cells, "maximum"))


def clone(f, cells, copy):
    return f.digits(cells) == f.digits(copy)


def counting_circles(f, cells):
    values = f.digits(cells)
    return all(values.count(value) == value for value in values)


def row_index(f, cells):
    return all(indexes(f, cell, f.column(cell), cell[0]) for cell in cells)


def column_index(f, cells):
    return all(indexes(f, cell, f.row(cell), cell[1]) for cell in cells)


def box_index(f, cells):
    boxes = [next(box for box in f.boxes if cell in box) for cell in cells]
    return all(
        indexes(f, cell, box, box.index(cell)) for cell, box in zip(cells, boxes, strict=True)
    )


def indexes(f, cell, line, place):
    value = f.at[cell]
    return 1 <= value <= len(line) and f.at[line[value - 1]] == place + 1


def value_index(f, cells):
    value, index, *others = f.digits(cells)
    return 1 <= index <= len(others) and others[index - 1] == value


def doubled(f, cells):
    return True


# Whole board


def antiknight(f):
    return all(f.at[a] != f.at[b] for a, b in f.apart((1, 2)))


def antiking(f):
    return all(f.at[a] != f.at[b] for a, b in f.apart((0, 1), (1, 1)))


def antitaxicab(f):
    for one, other in combinations(f.at, 2):
        steps = abs(one[0] - other[0]) + abs(one[1] - other[1])
        if f.at[one] == f.at[other] == steps:
            return False
    return True


def nonconsecutive(f, diagonal):
    pairs = f.apart((1, 1)) if diagonal else f.apart((0, 1))
    return all(abs(f.at[a] - f.at[b]) != 1 for a, b in pairs)


def disjoint_groups(f):
    return all(differ(f.digits(place)) for place in zip(*f.boxes, strict=True))


def global_entropy(f):
    kinds = [{rank(f, v) for v in f.digits(square)} for square in f.squares()]
    return all(kind == {0, 1, 2} for kind in kinds)


def global_modulus(f, modulus):
    return all(len({v % modulus for v in f.digits(s)}) == modulus for s in f.squares())


def dutch_flatmates(f):
    low, middle, high = f.numbers[0], f.numbers[len(f.numbers) // 2], f.numbers[-1]
    for (row, column), value in f.at.items():
        above, below = f.at.get((row - 1, column)), f.at.get((row + 1, column))
        if value == middle and above != low and below != high:
            return False
    return True


# One's own


def pairs(f, cells, allowed, every):
    values = f.counts(cells)
    return all(pair in allowed for pair in (combinations(values, 2) if every else pairwise(values)))


def automaton(f, cells, steps, start, accept):
    states = set(start)
    for number, part in enumerate(cells):
        word = f.counts(part)
        for symbol in ([None] if number else []) + word:
            states = {after for state, sign, after in steps if state in states and sign == symbol}
    return bool(states & set(accept))


def regex(f, cells, pattern):
    return re.fullmatch(pattern, "".join(map(str, f.counts(cells)))) is not None


def expression(f, text):
    names = {f"r{row + 1}c{column + 1}": f.counts([(row, column)])[0] for row, column in f.at}
    return bool(eval(text, {}, names | {"abs": abs, "min": min, "max": max}))


def any_of(f, rules):
    return any(globals()[rule.name](f, **rule.arguments) for rule in rules)


def all_of(f, rules):
    return all(globals()[rule.name](f, **rule.arguments) for rule in rules)


# Grids


def calc(f, cells, operation, value):
    values = f.counts(cells)
    if operation == "+":
        return add(values) == value
    if operation == "*":
        total = 1
        for one in values:
            total *= one
        return total == value
    for first, *others in permutations(values):
        if operation == "-" and first - add(others) == value:
            return True
        if operation == "/":
            product_ = 1
            for one in others:
                product_ *= one
            if product_ and first == value * product_:
                return True
    return False


def run(f, cells, sum):
    return cage(f, cells, sum)


def straight(f, cells):
    return consecutive(f.digits(cells))


def blocks(f, cells, lengths):
    word = "".join("#" if value == 1 else "." if value == 0 else "?" for value in f.digits(cells))
    return "?" not in word and [len(run) for run in re.findall("#+", word)] == [
        n for n in lengths if n
    ]


def holds(rule, filled):
    """Whether a rule holds of a filled board."""
    return globals()[rule.name](filled, **rule.arguments)
