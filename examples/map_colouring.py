"""Colour the map of Australia: the core has no Sudoku in it."""

import csp_sudoku as cs

BORDERS = "WA-NT WA-SA NT-SA NT-QL SA-QL SA-NSW SA-VI QL-NSW NSW-VI"
STATES = ("WA", "NT", "SA", "QL", "NSW", "VI", "TA")


def australia(colours: tuple[str, ...]) -> cs.CSP:
    """A variable for each state, and two states differ where they meet."""
    model = cs.CSP()
    for state in STATES:
        model.variable(state, colours)
    for border in BORDERS.split():
        model.all_different(border.split("-"), f"the border {border}")
    return model


def main() -> None:
    """Colour it, count all ways, fix some states, and ask why two colours are not enough."""
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
