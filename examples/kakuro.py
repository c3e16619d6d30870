"""A Kakuro: runs of different digits with given sums."""

import csp_sudoku as cs

SIDE = 6
RUNS = [  # the cells of each run, counted row by row from 0, and its sum
    ([8, 9, 10], 8),
    ([13, 14, 15, 16], 15),
    ([19, 20], 9),
    ([22, 23], 8),
    ([26, 27, 28, 29], 22),
    ([32, 33, 34], 15),
    ([13, 19], 3),
    ([8, 14, 20, 26, 32], 34),
    ([9, 15], 4),
    ([27, 33], 17),
    ([10, 16, 22, 28, 34], 15),
    ([23, 29], 4),
]  # kakuro_6_6_easy of the MiniZinc benchmarks (MIT)

model = cs.CSP()
model.variables(sorted({cell for cells, _ in RUNS for cell in cells}), range(1, 10))
for cells, total in RUNS:
    run = [model[cell] for cell in cells]
    model.all_different(run)
    model.add(sum(run) == total)

solution = model.solve().solution
for row in range(SIDE):
    print(*(solution.get(SIDE * row + column, ".") for column in range(SIDE)))
print(f"the only solution: {model.is_unique()}")
