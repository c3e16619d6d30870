"""SEND + MORE = MONEY: each letter is a digit of its own."""

import csp_sudoku as cs

model = cs.CSP()
S, E, N, D, M, O, R, Y = model.variables("S E N D M O R Y", range(10))  # noqa: E741
model.all_different([S, E, N, D, M, O, R, Y])
model.add(S != 0, M != 0)
send = 1000 * S + 100 * E + 10 * N + D
more = 1000 * M + 100 * O + 10 * R + E
money = 10000 * M + 1000 * O + 100 * N + 10 * E + Y
model.add(send + more == money)

solution = model.solve().solution
print(" ".join(f"{letter}={digit}" for letter, digit in solution.items()))
for backend in ("bitmask", "sat", "cpsat"):
    print(f"{backend}: {model.count(backend=backend)} solution")
