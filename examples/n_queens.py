"""Solve the queens problem with all-different groups and nothing else.

The domain of a square is "queen" and one or two names that occur only in its row. A row of n
squares has n values in all, so each of them is used, and the row has exactly one queen. The squares
to the left of the queen must take their first name, and those to the right their second, so each
placement is counted once. Columns and diagonals share only the value "queen", so each has at most
one queen.
"""

import csp_sudoku as cs

QUEEN = "queen"
PUBLISHED = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92}


def queens(n: int) -> cs.CSP:
    """Return the model: one variable per square, and one group per line of the board."""
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
    """Count the solutions on small boards, and draw one on a large board."""
    for n, published in PUBLISHED.items():
        assert queens(n).count() == published
        print(f"{n} queens: {published} ways")
    n = 12
    answer = queens(n).solve("dlx")
    for row in range(n):
        print(" ".join("Q" if answer[row, column] == QUEEN else "." for column in range(n)))


if __name__ == "__main__":
    main()
