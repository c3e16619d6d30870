"""Random small models with an objective: `python -m tests.random_optima 1000`.

Each model is optimized by brute force, straight from `check` and `Expression.value`, and by every
backend that takes it. The value, the bound, and the set of optimal solutions must be the same. The
command prints how many models were tried, how many backends answered, and the seed of the first one
that disagrees.
"""

import sys

import csp_sudoku as cs
from csp_sudoku import model as m
from csp_sudoku.model.expressions import number
from tests.random_models import Maker, solutions_by_check

BACKENDS = ("bitmask", "mrv", "sat", "cpsat", "cpsat:boolean", "auto", "portfolio", "dlx")


def make(seed):
    """Return the model of a seed, with an objective; None if its values are not numbers."""
    maker = Maker(seed)
    if not maker.has_numbers:
        values = {v for x in maker.xs for v in x.domain}
        expression = m.total(
            maker.rng.randint(-3, 5) * (x == value)
            for x in maker.xs
            for value in sorted(values.intersection(x.domain), key=repr)
        )
    elif maker.rng.random() < 0.5:
        expression = m.total(maker.rng.randint(-4, 6) * x for x in maker.some(1, 5))
    else:
        expression = maker.number(2)
    aim = maker.model.minimize if maker.rng.random() < 0.5 else maker.model.maximize
    aim(expression)
    return maker.model


def optima_by_check(model):
    """Return the best value and all solutions that have it, from `check` and `value` alone."""
    variables = list(model.variables)
    found = {}
    for values in solutions_by_check(model):
        value = model.objective.value(dict(zip(variables, values, strict=True)))
        if value is not None:
            found.setdefault(number(value), set()).add(values)
    if not found:
        return None, set()
    best = (min if model.objective.sense == "minimize" else max)(found)
    return best, found[best]


def disagreement(seed, backends=BACKENDS):
    """Return which backend finds another optimum than brute force; None if all agree."""
    model = make(seed)
    best, expected = optima_by_check(model)
    asked = 0
    for backend in backends:
        try:
            answer = model.solve(backend)
        except cs.BackendError as error:
            if backend in ("sat", "cpsat", "auto"):
                return f"{backend} refused: {error}", asked
            continue
        asked += 1
        status = cs.Status.NONE if best is None else cs.Status.SOLVED
        if (answer.status, answer.value, answer.bound) != (status, best, best):
            return f"{backend}: {answer!r}, {best} expected", asked
        listed = [tuple(s[v.name] for v in model.variables) for s in model.solutions(backend)]
        if len(listed) != len(set(listed)) or set(listed) != expected:
            return f"{backend}: {len(listed)} optimal, {len(expected)} expected", asked
        if model.count(backend=backend) != len(expected):
            return f"{backend}: count", asked
        if model.solve(backend, limit=2).found != min(2, len(expected)):
            return f"{backend}: limit 2", asked
    copy = m.CSP.from_json(model.to_json())
    if copy.solve().value != best or copy.count() != len(expected):
        return "after JSON", asked
    return None, asked


def main(count, first=0, backends=BACKENDS):
    asked = 0
    for seed in range(first, first + count):
        wrong, answers = disagreement(seed, backends)
        asked += answers
        if wrong:
            print(f"seed {seed}: {wrong}", flush=True)
            return 1
    print(f"{count} models, {asked} optima, all as by brute force")
    return 0


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    sys.exit(main(*numbers, *([tuple(sys.argv[3].split(","))] if len(sys.argv) > 3 else [])))
