"""A knapsack: what to pack so that the load is worth the most, by three paradigms."""

import csp_sudoku as cs

CAPACITY = 750
WEIGHTS = [70, 73, 77, 80, 82, 87, 90, 94, 98, 106, 110, 113, 115, 118, 120]
PROFITS = [135, 139, 149, 150, 156, 163, 173, 184, 192, 201, 210, 214, 221, 229, 240]

model = cs.CSP()
items = model.variables(range(len(WEIGHTS)), (0, 1))
model.add(sum(w * x for w, x in zip(WEIGHTS, items, strict=True)) <= CAPACITY, name="capacity")
model.maximize(sum(p * x for p, x in zip(PROFITS, items, strict=True)))

for backend in ("bitmask", "sat", "cpsat"):
    answer = model.solve(backend)
    packed = [item for item in range(len(WEIGHTS)) if answer[item]]
    print(f"{backend}: {answer.value}, {answer.status}: items {packed}")
print("the only optimal load:", model.is_unique())
short = model.solve("bitmask", nodes=100)
print(f"after 100 nodes: {short.value}, {short.status}, at most {short.bound}")
