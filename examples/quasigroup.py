"""Quasigroups: Latin squares with a law, here problem QG5 of finite algebra.

The law ((b*a)*b)*b = a is written with `element`: a product is a look-up in the table.
"""

import csp_sudoku as cs

ORDER = 5
model = cs.CSP()
table = model.grid(ORDER, ORDER, range(ORDER))
for line in (*table.rows, *table.columns):
    model.all_different(line)
for a in range(ORDER):
    model.add(table[a, a] == a, name=f"{a} * {a} = {a}")
    for b in range(ORDER):
        times_b = [table[c, b] for c in range(ORDER)]
        ba_times_b = cs.element(times_b, table[b, a])
        model.add(cs.element(times_b, ba_times_b) == a)

solution = model.solve().solution
for row in table.rows:
    print(*(solution[cell] for cell in row))
print(f"{model.count()} idempotent quasigroups of order {ORDER} with ((b*a)*b)*b = a")
