"""Random small models in which the rules of strengthening find something, and their solutions.

`python -m tests.random_houses 1000` makes models of rows that are houses, with sums, equal
variables and disequalities across them. Each rule, and all of them together, must leave the
solutions by brute force as they are; the command prints how often each rule derived something.
"""

import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import csp_sudoku as cs
from csp_sudoku import model as m
from csp_sudoku.model.strengthening import RULES, derived

DOMAINS = {
    2: [(1, 2), (0, 1), ("a", "b")],
    3: [(1, 2, 3), (3, 1, 2), (-1, 0, 5), (Fraction(1, 2), 1, 2), ("a", "b", "c"), (True, 2, 5)],
    4: [(1, 2, 3, 4), (4, 2, 3, 1), (-3, 1, 2, 9), (0, 1, 2, 3)],
}


class Maker:
    """Draws one model from a seed: rows that are houses, and constraints across them."""

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.width = rng.choice([2, 3, 3, 3, 4])
        self.height = rng.randint(1, {2: 5, 3: 3, 4: 2}[self.width])
        self.domain = rng.choice(DOMAINS[self.width])
        self.weights = None
        if isinstance(self.domain[0], str) or rng.random() < 0.2:
            self.weights = {value: rng.randint(-2, 4) for value in self.domain}
        self.model = cs.CSP()
        self.grid = self.model.grid(self.height, self.width, self.domain)
        self.cells = list(self.grid)
        for number, row in enumerate(self.grid.rows):
            self.model.all_different(row, f"row {number}")
        self.rows_alone = len(self.model.constraints)
        self.add_groups()
        self.add_sums()
        self.add_pairs()
        if rng.random() < 0.2:
            self.add_counts()
        if rng.random() < 0.2:
            self.add_line()

    def add_groups(self):
        """Columns, and other groups as large as a row: what rows and boxes are to each other."""
        rng = self.rng
        if self.height <= self.width and rng.random() < 0.5:
            for number, column in enumerate(self.grid.columns):
                self.model.all_different(column, f"column {number}")
        if self.height > 1 and rng.random() < 0.5:
            size = self.width
            cells = [x for column in self.grid.columns for x in column]
            first = rng.randint(0, len(cells) % size)
            for at in range(first, len(cells) - size + 1, size):
                self.model.all_different(cells[at : at + size], f"box {at}")

    def add_sums(self):
        rng = self.rng
        cells = self.cells.copy()
        rng.shuffle(cells)
        if rng.random() < 0.6:
            cells = self.cells.copy()
        while cells:
            size = rng.randint(1, 4)
            self.add_sum(cells[:size])
            if rng.random() < 0.2:
                self.add_sum(rng.sample(self.cells, min(len(self.cells), rng.randint(2, 5))))
            cells = cells[size + (rng.random() < 0.3) :]

    def add_sum(self, cells):
        """A sum that holds for some random filling of the rows, mostly."""
        rng = self.rng
        if rng.random() < 0.15:
            self.model.all_different(cells)
        weights = self.weights or {value: value for value in self.domain}
        filling = {}
        for row in self.grid.rows:
            filling |= zip(row, rng.sample(self.domain, self.width), strict=True)
        total = sum(weights[filling[x]] for x in cells)
        if rng.random() < 0.1:
            total += 1
        self.model.add(m.Linear([(x, weights) for x in cells], total, total))

    def add_pairs(self):
        rng = self.rng
        for _ in range(rng.choice([0, 0, 1, 4, 8])):
            if len(self.cells) < 2:
                return
            x, y = rng.sample(self.cells, 2)
            if rng.random() < 0.15:
                self.model.add(m.Relation(x, y, lambda a, b: a == b))
            elif rng.random() < 0.5:
                self.model.add(m.Relation(x, y, lambda a, b: a != b))
            else:
                self.model.all_different([x, y])

    def add_counts(self):
        """Say of some cells how often several values may stand among them."""
        rng = self.rng
        cells = rng.sample(self.cells, rng.randint(1, len(self.cells)))
        for value in rng.sample(self.domain, rng.randint(2, self.width)):
            times = rng.sample(range(len(cells) + 1), min(3, len(cells) + 1))
            self.model.add(m.Linear([(x, {value: 1}) for x in cells], totals=times))

    def add_line(self):
        """Relate any two cells of a line in the same way; mostly they differ."""
        rng = self.rng
        cells = rng.sample(self.cells, min(len(self.cells), rng.choice([2, 3, 3])))
        related = {
            frozenset((a, b)) for a in self.domain for b in self.domain if rng.random() < 0.6
        }
        if rng.random() < 0.5:
            self.model.all_different(cells)
        for i, x in enumerate(cells):
            for y in cells[:i]:
                self.model.add(m.Relation(x, y, lambda a, b: frozenset((a, b)) in related))

    def fillings(self):
        """All assignments in which each row has each value once."""
        rows = [list(permutations(self.domain))] * self.height
        for filling in product(*rows):
            yield dict(zip(self.cells, (value for row in filling for value in row), strict=True))


def wrong(seed, fired):
    """Return what a rule of strengthening gets wrong on the model of a seed; None if nothing."""
    maker = Maker(seed)
    model = maker.model
    fillings = list(maker.fillings())
    expected = [all(c.check(filling) for c in model.constraints) for filling in fillings]
    for rules in (*([name] for name in RULES), list(RULES)):
        found = derived(model.variables, model.constraints, rules)
        fired.update({c.origin.rule for c in found.new} if len(rules) > 1 else ())
        gone = found.superfluous
        kept = [c for c in (*model.constraints, *found.new) if id(c) not in gone]
        for filling, is_solution in zip(fillings, expected, strict=True):
            if all(c.check(filling) for c in kept) != is_solution:
                return f"{rules} change the solutions"
        for constraint in found.new:
            if any(
                not constraint.check(f)
                for f, is_one in zip(fillings, expected, strict=True)
                if is_one
            ):
                return f"{constraint} by {constraint.origin} does not follow"
    return None


def main(count, first=0):
    fired = Counter()
    for seed in range(first, first + count):
        reason = wrong(seed, fired)
        if reason:
            print(f"seed {seed}: {reason}")
            return 1
    print(f"{count} models, no solution changed; rules fired: {dict(fired)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
