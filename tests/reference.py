"""A slow, obvious solver that settles disputes: try every value of every variable in order."""


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
            if all(
                len({chosen[v] for v in group.variables if v in chosen})
                == sum(v in chosen for v in group.variables)
                for group in csp.constraints
            ):
                extend([*values, value])

    extend([])
    return found
