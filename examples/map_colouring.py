"""Colour the map of Australia, to show that the core is not limited to Sudoku."""

import csp_sudoku as cs

BORDERS = "WA-NT WA-SA NT-SA NT-QL SA-QL SA-NSW SA-VI QL-NSW NSW-VI"
STATES = ("WA", "NT", "SA", "QL", "NSW", "VI", "TA")


def australia(colours: tuple[str, ...]) -> cs.CSP:
    """Return a model with one variable per state, where states with a common border differ."""
    model = cs.CSP()
    for state in STATES:
        model.variable(state, colours)
    for border in BORDERS.split():
        model.all_different(border.split("-"), f"the border {border}")
    return model


def main() -> None:
    """Colour the map, count all ways, fix some states, and try two colours."""
    model = australia(("red", "green", "blue"))
    answer = model.solve()
    print({state: answer[state] for state in STATES})
    print(f"{model.count()} ways with three colours")

    narrowed = model.with_values({"WA": "red", "QL": "green"})
    print(f"{narrowed.count()} with WA red and QL green: {narrowed.contradiction() or 'by search'}")

    two = australia(("red", "green"))
    print(f"{two.count()} ways with two colours")
    for backend in ("bitmask", "dlx", "sat"):
        assert model.count(backend=backend) == 18


if __name__ == "__main__":
    main()
