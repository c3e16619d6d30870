"""Place queens that attack none of each other, with all-different groups and nothing else.

A square is "queen", or one of two names that only its row knows. A row of n squares has n values to
share, so it has exactly one queen; left of her the squares must take their first name, right of her
their second. Columns and diagonals share no value but "queen", so they have at most one.
"""

import csp_sudoku as cs

QUEEN = "queen"
PUBLISHED = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92}


def queens(n: int) -> cs.CSP:
    """Return the model: a variable for each square, a group for each line of the board."""
    model = cs.CSP()
    squares = [(row, column) for row in range(n) for column in range(n)]
    for row, column in squares:
        names = [(row, place) for place in (column, column - 1) if 0 <= place < n - 1]
        model.variable((row, column), [QUEEN, *names])
    lines: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for row, column in squares:
        kinds = {"row": row, "column": column, "down": row - column, "up": row + column}
        for line in kinds.items():
            lines.setdefault(line, []).append((row, column))
    for (kind, number), line_squares in lines.items():
        if len(line_squares) > 1:
            model.all_different(line_squares, f"{kind} {number}")
    return model


def main() -> None:
    """Count the ways on small boards, and draw one on a large one."""
    for n, published in PUBLISHED.items():
        assert queens(n).count() == published
        print(f"{n} queens: {published} ways")
    n = 12
    answer = queens(n).solve("dlx")
    for row in range(n):
        print(" ".join("Q" if answer[row, column] == QUEEN else "." for column in range(n)))


if __name__ == "__main__":
    main()
