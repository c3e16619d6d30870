"""Langford's problem: between two copies of k stand k other numbers."""

import csp_sudoku as cs


def langford(n: int) -> cs.CSP:
    """Return the problem for the numbers 1 to n: where the first copy of each stands."""
    model = cs.CSP()
    first = model.variables([("first", k) for k in range(1, n + 1)], range(2 * n))
    second = model.variables([("second", k) for k in range(1, n + 1)], range(2 * n))
    for k, (one, other) in enumerate(zip(first, second, strict=True), start=1):
        model.add(other == one + k + 1)
    model.all_different([*first, *second])
    return model


model = langford(4)
places = model.solve().solution
row = sorted((place, k) for (_, k), place in places.items())
print(*(k for _, k in row))
for n in range(3, 9):
    print(f"{n} numbers: {langford(n).count()} arrangements")
