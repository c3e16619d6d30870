"""Random small models over the whole constraint language: `python -m tests.random_models 1000`.

Each model is solved by brute force, straight from `check`, and by every backend that takes it; the
sets of solutions must be the same. The command prints how many models were tried, how many backends
answered, and the seeds of those that disagree. A second number is the first seed, so that several
runs can share the work; a third word names the backends, with commas between them.
"""

import random
import sys
from fractions import Fraction
from itertools import product

import csp_sudoku as cs
from csp_sudoku import model as m

BACKENDS = ("bitmask", "mrv", "bruteforce", "components", "sat", "cpsat", "auto", "dlx")
NATIVE = ("bitmask", "mrv", "bruteforce", "components")
MOST_ASSIGNMENTS = 1500


class Maker:
    """Draws one model from a seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.model = cs.CSP()
        self.has_numbers = self.rng.random() < 0.8
        self.xs = self.variables()
        for _ in range(self.rng.randint(1, 4)):
            self.model.add(self.rng.choice(self.kinds())())

    def variables(self):
        xs, size = [], 1
        for i in range(self.rng.randint(1, 5)):
            domain = self.domain()
            size *= max(1, len(domain))
            if size > MOST_ASSIGNMENTS:
                break
            xs.append(self.model.variable(f"x{i}", domain))
        return xs

    def domain(self):
        rng = self.rng
        if not self.has_numbers:
            values = ["red", "green", "blue", ("a", 1), None]
        else:
            values = rng.choice(
                [
                    range(1, 5),
                    range(-2, 4),
                    [0, 1],
                    [10, 20, 30],
                    [Fraction(1, 2), 1, 2],
                    [5, -7, 3],
                ]
            )
        values = list(values)
        rng.shuffle(values)
        return values[: rng.randint(1, len(values))]

    def some(self, least=1, most=4):
        count = min(len(self.xs), self.rng.randint(least, most))
        return self.rng.sample(self.xs, count)

    def kinds(self):
        any_values = [self.all_different, self.relation, self.table, self.value_set, self.regular]
        any_values += [self.any_of, self.symbolic, self.cardinality, self.at_most, self.nvalue]
        if not self.has_numbers:
            return any_values
        return [
            *any_values,
            self.linear,
            self.expressed,
            self.expressed,
            self.counted,
            self.lex,
            self.folded,
        ]

    def all_different(self):
        return m.AllDifferent(self.some())

    def relation(self):
        if len(self.xs) < 2:
            return self.table()
        x, y = self.rng.sample(self.xs, 2)
        return m.Relation(x, y, [p for p in product(x.domain, y.domain) if self.rng.random() < 0.5])

    def table(self):
        xs = self.some(0 if self.rng.random() < 0.1 else 1, 3)
        rows = [row for row in product(*(x.domain for x in xs)) if self.rng.random() < 0.5]
        return m.Table(xs, rows)

    def linear(self):
        rng = self.rng
        terms = []
        for x in [*self.some(0, 4), *self.some(0, 1)]:
            if rng.random() < 0.6:
                terms.append((x, rng.choice([1, 1, -1, 2, 3, Fraction(1, 2)])))
            else:
                terms.append((x, {value: rng.randint(-2, 3) for value in x.domain}))
        low = rng.randint(-5, 8)
        if rng.random() < 0.3:
            return m.Linear(terms, totals={rng.randint(-5, 10) for _ in range(rng.randint(0, 4))})
        return m.Linear(
            terms,
            low if rng.random() < 0.7 else None,
            low + rng.randint(-1, 4) if rng.random() < 0.7 else None,
        )

    def value_set(self):
        xs = self.some(1, 3)
        values = sorted({v for x in xs for v in x.domain}, key=repr)
        family = [
            self.rng.sample(values, min(len(xs), len(values)))
            for _ in range(self.rng.randint(0, 4))
        ]
        return m.ValueSet(xs, family)

    def regular(self):
        rng = self.rng
        xs = self.some(0 if rng.random() < 0.1 else 1, 4)
        if xs and rng.random() < 0.2:
            xs.append(rng.choice(xs))
        states = range(rng.randint(1, 4))
        values = sorted({v for x in xs for v in x.domain}, key=repr)
        steps = [(s, v, t) for s in states for v in values for t in states if rng.random() < 0.45]
        return m.Regular(xs, 0, steps, [s for s in states if rng.random() < 0.6])

    def any_of(self):
        simple = [self.all_different, self.relation, self.table, self.value_set, self.regular]
        if self.has_numbers:
            simple += [self.linear, self.expressed, self.folded]
        if self.rng.random() < 0.3:
            simple.append(self.any_of)
        branches = self.rng.randint(0 if self.rng.random() < 0.1 else 1, 3)
        return m.AnyOf(
            [
                [self.rng.choice(simple)() for _ in range(self.rng.randint(0, 2))]
                for _ in range(branches)
            ]
        )

    def symbolic(self):
        rng = self.rng
        x, y = rng.choice(self.xs), rng.choice(self.xs)
        atoms = [
            x == y,
            x != y,
            x == rng.choice(x.domain),
            x.is_in(rng.sample(list(x.domain), rng.randint(0, len(x.domain)))),
        ]
        one, other = rng.choice(atoms), rng.choice(atoms)
        return rng.choice(
            [
                one,
                ~one,
                one | other,
                one & ~other,
                one ^ other,
                cs.implies(one, other),
                cs.equivalent(one, other),
            ]
        )

    def number(self, depth=2):
        rng = self.rng
        kind = rng.randint(0, 11) if depth else rng.randint(0, 3)
        if kind <= 2:
            return rng.choice(self.xs)
        if kind == 3:
            return rng.randint(-3, 4)
        one, other = self.number(depth - 1), self.number(depth - 1)
        if not isinstance(one, m.Expression) and not isinstance(other, m.Expression):
            one = rng.choice(self.xs)
        if kind == 4:
            return one + other
        if kind == 5:
            return one - 2 * other
        if kind == 6:
            return one * other
        if kind == 7:
            return one // other
        if kind == 8:
            return one % other
        if kind == 9:
            return abs(one - other)
        if kind == 10:
            return rng.choice([m.minimum, cs.maximum])([one, other, rng.choice(self.xs)])
        return cs.element([self.number(depth - 1) for _ in range(rng.randint(1, 3))], one)

    def expressed(self):
        rng = self.rng

        def atom():
            left, right = self.number(), self.number(1)
            if not isinstance(left, m.Expression) and not isinstance(right, m.Expression):
                left = rng.choice(self.xs)
            return rng.choice(
                [
                    lambda: left == right,
                    lambda: left != right,
                    lambda: left < right if isinstance(left, m.Expression) else right > left,
                    lambda: left >= right if isinstance(left, m.Expression) else right <= left,
                    lambda: (left + right).is_in([1, 2, 5]),
                ]
            )()

        one = atom()
        return rng.choice(
            [
                lambda: one,
                lambda: ~one,
                lambda: one | atom(),
                lambda: one & atom(),
                lambda: one ^ atom(),
                lambda: cs.implies(one, atom()),
                lambda: cs.equivalent(one, atom()),
                lambda: one + atom() + (rng.choice(self.xs) == 1) >= 2,
            ]
        )()

    def counted(self):
        value = self.rng.choice([1, 2, self.rng.choice(self.xs)])
        return cs.count(self.some(), value) <= self.rng.randint(0, 2)

    def lex(self):
        count = max(1, len(self.xs) // 2)
        left, right = self.some(count, count), self.some(count, count)
        return m.LexLess(left, right, or_equal=self.rng.random() < 0.5)

    def cardinality(self):
        xs = self.some()
        values = sorted({v for x in xs for v in x.domain}, key=repr)
        rng = self.rng
        times = {}
        for value in rng.sample(values, rng.randint(0, len(values))):
            low = rng.randint(0, 2)
            times[value] = rng.choice([low, (low, low + rng.randint(0, 2))])
        return m.GlobalCardinality(xs, times)

    def at_most(self):
        x = self.rng.choice(self.xs)
        return m.AtMost(self.some(), self.rng.randint(0, 2), self.rng.sample(list(x.domain), 1))

    def nvalue(self):
        return m.NValue(self.some(1, 3), self.rng.randint(1, 3))

    def folded(self):
        rng, xs = self.rng, self.some(1, 3)
        target = rng.choice([*self.xs, rng.randint(-3, 6)])
        kind = rng.randint(0, 5)
        if kind < 3:
            return (m.Product, m.Minimum, m.Maximum)[kind](xs, target)
        x, y = rng.choice(self.xs), rng.choice(self.xs)
        if kind == 3:
            return m.AbsoluteDifference(x, y, target)
        if kind == 4:
            return m.Modulo(x, y, target)
        return m.Element(xs, y, target)


def make(seed):
    """Return the model of a seed."""
    return Maker(seed).model


def solutions_by_check(model):
    """Return all solutions as tuples of values, from `check` alone."""
    variables = list(model.variables)
    found = set()
    for values in product(*(model.domains[v] for v in variables)):
        assignment = dict(zip(variables, values, strict=True))
        if all(constraint.check(assignment) for constraint in model.constraints):
            found.add(values)
    return found


def may_refuse(backend, model):
    """Whether a backend may say that it cannot take a model: see its docstring for the reason."""
    if backend in NATIVE:
        return max(len(v.domain) for v in model.problem.csp.variables) > 64
    return backend == "dlx"


def disagreement(seed, backends=BACKENDS):
    """Return which backend gives other solutions than brute force; None if all agree."""
    model = make(seed)
    expected = solutions_by_check(model)
    asked = 0
    for backend in backends:
        try:
            listed = [tuple(s[v.name] for v in model.variables) for s in model.solutions(backend)]
        except cs.BackendError as error:
            if not may_refuse(backend, model):
                return f"{backend} refused: {error}", asked
            continue
        asked += 1
        if len(listed) != len(set(listed)) or set(listed) != expected:
            return f"{backend}: {len(listed)} solutions, {len(expected)} expected", asked
        if model.count(2, backend) != min(2, len(expected)):
            return f"{backend}: count to 2", asked
        if model.count(backend=backend) != len(expected):
            return f"{backend}: count", asked
    return None, asked


def main(count, first=0, backends=BACKENDS):
    asked, disagreeing = 0, 0
    for seed in range(first, first + count):
        wrong, answers = disagreement(seed, backends)
        asked += answers
        if wrong:
            print(f"seed {seed}: {wrong}", flush=True)
            disagreeing += 1
    as_expected = f"{disagreeing} disagree" if disagreeing else "all as by brute force"
    print(f"{count} models from seed {first}, {asked} lists of solutions, {as_expected}")
    return 1 if disagreeing else 0


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    sys.exit(main(*numbers, *([tuple(sys.argv[3].split(","))] if len(sys.argv) > 3 else [])))
