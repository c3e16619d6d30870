"""A slow, obvious solver that settles disputes: try every value of every variable in order."""

from csp_sudoku.model import AllDifferent


def may_hold(constraint, chosen):
    """Whether a group has no value twice yet; any other constraint is asked when all is chosen."""
    if type(constraint) is AllDifferent:
        values = [chosen[v] for v in constraint.variables if v in chosen]
        return len(set(values)) == len(values)
    return any(v not in chosen for v in constraint.variables) or constraint.check(chosen)


def all_solutions(csp):
    """Return the set of all solutions, each as a tuple of values in the order of the variables."""
    domains = csp.domains
    variables = csp.variables
    found = set()

    def extend(values):
        if len(values) == len(variables):
            found.add(tuple(values))
            return
        for value in domains[variables[len(values)]]:
            chosen = dict(zip(variables, [*values, value], strict=False))
            if all(may_hold(constraint, chosen) for constraint in csp.constraints):
                extend([*values, value])

    extend([])
    return found
