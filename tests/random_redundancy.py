"""Random small models, what in them is redundant: `python -m tests.random_redundancy 1000`.

Brute force, straight from `check`, tells which constraints and clues follow from all others, and
whether what `minimal` leaves has the same solutions and nothing that follows. The command prints
how many models and units were tried, and the seed of the first that disagrees.
"""

import sys
from itertools import product

import csp_sudoku as cs
from csp_sudoku.model.units import units_of, without
from tests.random_models import Maker, solutions_by_check


def make(seed):
    """Return a model of some clues, named constraints, and constraints with a common name."""
    maker = Maker(seed)
    rng, model = maker.rng, maker.model
    for number in range(rng.randint(0, 2)):
        model.add(rng.choice(maker.kinds())(), name=rng.choice(["rule", f"rule {number}"]))
    domains = {
        x: rng.sample(list(x.domain), rng.randint(1, len(x.domain)))
        for x in maker.xs
        if rng.random() < 0.3
    }
    return model.with_domains(domains)


def follows(model, unit):
    """Whether brute force finds a solution of all others in which a unit does not hold."""
    others = without(model, [unit])
    variables = list(model.variables)
    for values in product(*(others.domains[v] for v in variables)):
        assignment = dict(zip(variables, values, strict=True))
        if not unit.holds(assignment) and all(c.check(assignment) for c in others.constraints):
            return False
    return True


def disagreement(seed):
    """Return what is wrong about the model of a seed, and how many units it has."""
    model = make(seed)
    expected = solutions_by_check(model)
    units = units_of(model)
    if not expected:
        try:
            model.redundant()
        except cs.NoSolutionError:
            return None, 0
        return "no error without a solution", 0
    for found in model.redundant():
        if found.follows != follows(model, found.unit):
            return f"{found}", 0
        if (found.witness is None) != found.follows:
            return f"{found} has a wrong witness", 0
        if found.witness is not None:
            values = {v: found.witness[v.name] for v in model.variables}
            if found.unit.holds(values) or without(model, [found.unit]).violation(values):
                return f"{found} has a wrong witness", 0
    smaller = model.minimal(units, seed=seed)
    if solutions_by_check(smaller) != expected:
        return "minimal has other solutions", 0
    if any(follows(smaller, unit) for unit in units_of(smaller)):
        return "minimal is not minimal", 0
    return None, len(units)


def main(count, first=0):
    asked = 0
    for seed in range(first, first + count):
        wrong, units = disagreement(seed)
        asked += units
        if wrong:
            print(f"seed {seed}: {wrong}", flush=True)
            return 1
    print(f"{count} models, {asked} constraints and clues, all as by brute force")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
