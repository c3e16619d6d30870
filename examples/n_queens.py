"""Place queens that do not attack each other: one in each row, in columns that all differ.

Queens in rows i and j are on one diagonal if their columns differ by j - i, so that `column + row`
and `column - row` must all differ as well.
"""

import csp_sudoku as cs

PUBLISHED = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92}


def queens(n: int) -> cs.CSP:
    """Return the model: a variable for each row, which is the column of its queen."""
    model = cs.CSP()
    columns = model.variables(range(n), range(n))
    model.all_different(columns)
    for j, column in enumerate(columns):
        for i, other in enumerate(columns[:j]):
            model.add(abs(column - other) != j - i)
    return model


def main() -> None:
    """Count the solutions on small boards, and draw one on a large board."""
    for n, published in PUBLISHED.items():
        assert queens(n).count() == published
        print(f"{n} queens: {published} ways")
    n = 12
    answer = queens(n).solve()
    for row in range(n):
        print(" ".join("Q" if answer[row] == column else "." for column in range(n)))


if __name__ == "__main__":
    main()
