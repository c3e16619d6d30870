"""A magic square: the numbers 1 to 9, and all lines with the same sum."""

import csp_sudoku as cs

model = cs.CSP()
square = model.grid(3, 3, range(1, 10))
model.all_different(square.flat)
for line in (*square.rows, *square.columns, *square.diagonals):
    model.add(sum(line) == 15)

solution = model.solve().solution
for row in square.rows:
    print(*(solution[cell] for cell in row))
print(f"{model.count()} magic squares, by SAT {model.count(backend='sat')}")
