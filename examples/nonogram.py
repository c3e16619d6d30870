"""A nonogram: each line is read by a small automaton."""

import csp_sudoku as cs

ROWS = [[2, 2], [7], [7], [5], [3], [1]]
COLUMNS = [[2], [4], [5], [5], [5], [4], [2]]


def blocks(line: list[cs.Variable], lengths: list[int]) -> cs.Regular:
    """Return the constraint that a line has black blocks of these lengths, in order."""
    pattern = [0] + [colour for length in lengths for colour in [1] * length + [0]]

    def step(at: int, colour: int) -> int | None:
        if colour == 0 and pattern[at] == 0:
            return at
        return at + 1 if at + 1 < len(pattern) and pattern[at + 1] == colour else None

    return cs.Regular(line, 0, step, {len(pattern) - 2, len(pattern) - 1})


model = cs.CSP()
picture = model.grid(len(ROWS), len(COLUMNS), (0, 1))
for line, lengths in zip((*picture.rows, *picture.columns), (*ROWS, *COLUMNS), strict=True):
    model.add(blocks(line, lengths))

solution = model.solve().solution
for row in picture.rows:
    print("".join(" #"[solution[cell]] for cell in row).rstrip())
print(f"{model.count()} picture")
