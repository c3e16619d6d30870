"""The constraint language beside OR-Tools and CPMpy: `python bench/language.py [--rounds N]`.

The same constraints are written by hand for OR-Tools, in CPMpy, and in csp-sudoku. Each round runs
every contender once, in turns, with one thread; the figure is the median of the CPU times, and the
ratio is that of csp-sudoku to the peer. Every answer is checked.

- building: 100,000 variables and 100,000 conditions on two of them, as objects of the language;
  then the same up to a model that CP-SAT can solve;
- CP-SAT: one solution of models that take CP-SAT about a second or more, from the model on;
- SAT: one solution with CaDiCaL, beside CPMpy's backend `pysat`, from the model on.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import cpmpy as cp
from harness import machine
from ortools.sat.python import cp_model

import csp_sudoku as cs
from csp_sudoku.encoders import cpsat as encoder

MANY = 100_000
Contender = Callable[[], object]


# Building


def build_ours() -> cs.CSP:
    model = cs.CSP()
    x = model.variables([f"x{i}" for i in range(MANY)], range(10))
    for one, other in pairwise([*x, x[0]]):
        model.add(one + other <= 12)
    return model


def build_ortools() -> Any:
    model = cp_model.CpModel()
    x = [model.new_int_var(0, 9, f"x{i}") for i in range(MANY)]
    for one, other in pairwise([*x, x[0]]):
        model.add(one + other <= 12)
    return model


def build_cpmpy() -> Any:
    model = cp.Model()
    x = list(cp.intvar(0, 9, shape=MANY, name="x"))
    for one, other in pairwise([*x, x[0]]):
        model.add(one + other <= 12)
    return model


def encode_ours() -> object:
    return encoder.encode(build_ours().problem.csp, "alldifferent")


def encode_cpmpy() -> object:
    return cp.SolverLookup.get("ortools", build_cpmpy())


# Models, three times each: for us, for OR-Tools, for CPMpy


def magic(side: int) -> tuple[Contender, Contender, Contender]:
    """Return the search for a magic square in which the first row ascends, by each of them."""
    total = side * (side * side + 1) // 2
    cells = [(r, c) for r in range(side) for c in range(side)]
    lines = [[(i, j) for j in range(side)] for i in range(side)]
    lines += [[(j, i) for j in range(side)] for i in range(side)]
    lines += [[(i, i) for i in range(side)], [(i, side - 1 - i) for i in range(side)]]

    def ours(backend: str = "cpsat", **options: object) -> bool:
        model = cs.CSP()
        x = model.grid(side, side, range(1, side * side + 1))
        model.all_different(x.flat)
        for line in lines:
            model.add(sum(x[cell] for cell in line) == total)
        for one, other in pairwise(x.rows[0]):
            model.add(one < other)
        return bool(model.solve(backend, **options))

    def ortools() -> bool:
        model = cp_model.CpModel()
        x = {cell: model.new_int_var(1, side * side, str(cell)) for cell in cells}
        model.add_all_different(x.values())
        for line in lines:
            model.add(sum(x[cell] for cell in line) == total)
        for column in range(side - 1):
            model.add(x[0, column] < x[0, column + 1])
        return _solved(model)

    def cpmpy(solver: str = "ortools") -> bool:
        x = cp.intvar(1, side * side, shape=(side, side))
        model = cp.Model(cp.AllDifferent(x))
        for line in lines:
            model += cp.sum([x[cell] for cell in line]) == total
        for column in range(side - 1):
            model += x[0, column] < x[0, column + 1]
        return bool(model.solve(solver=solver, **_one_thread(solver)))

    return ours, ortools, cpmpy


def queens(count: int) -> tuple[Contender, Contender, Contender]:
    """Return the search for queens that do not attack each other."""

    def ours(backend: str = "cpsat", **options: object) -> bool:
        model = cs.CSP()
        x = model.variables([f"q{i}" for i in range(count)], range(count))
        model.all_different(x)
        for (i, one), (j, other) in combinations(enumerate(x), 2):
            model.add(one - other != i - j, one - other != j - i)
        return bool(model.solve(backend, **options))

    def ortools() -> bool:
        model = cp_model.CpModel()
        x = [model.new_int_var(0, count - 1, f"q{i}") for i in range(count)]
        model.add_all_different(x)
        for (i, one), (j, other) in combinations(enumerate(x), 2):
            model.add(one - other != i - j)
            model.add(one - other != j - i)
        return _solved(model)

    def cpmpy(solver: str = "ortools") -> bool:
        x = cp.intvar(0, count - 1, shape=count)
        model = cp.Model(cp.AllDifferent(x))
        for i, j in combinations(range(count), 2):
            model += x[i] - x[j] != i - j
            model += x[i] - x[j] != j - i
        return bool(model.solve(solver=solver, **_one_thread(solver)))

    return ours, ortools, cpmpy


def quasigroup(order: int) -> tuple[Contender, Contender, Contender]:
    """Return the search for a Latin square with both diagonals and sums that are ruled out."""

    def ours(backend: str = "cpsat", **options: object) -> bool:
        model = cs.CSP()
        x = model.grid(order, order, range(order))
        for line in (*x.rows, *x.columns, *x.diagonals):
            model.all_different(line)
        for one, other in combinations(range(order), 2):
            model.add(x[one, other] + x[other, one] != order - 1)
        return bool(model.solve(backend, **options))

    def ortools() -> bool:
        model = cp_model.CpModel()
        x = {
            (r, c): model.new_int_var(0, order - 1, "") for r in range(order) for c in range(order)
        }
        for i in range(order):
            model.add_all_different(x[i, j] for j in range(order))
            model.add_all_different(x[j, i] for j in range(order))
        model.add_all_different(x[i, i] for i in range(order))
        model.add_all_different(x[i, order - 1 - i] for i in range(order))
        for one, other in combinations(range(order), 2):
            model.add(x[one, other] + x[other, one] != order - 1)
        return _solved(model)

    def cpmpy(solver: str = "ortools") -> bool:
        x = cp.intvar(0, order - 1, shape=(order, order))
        model = cp.Model()
        for i in range(order):
            model += cp.AllDifferent(x[i, :])
            model += cp.AllDifferent(x[:, i])
        model += cp.AllDifferent([x[i, i] for i in range(order)])
        model += cp.AllDifferent([x[i, order - 1 - i] for i in range(order)])
        for one, other in combinations(range(order), 2):
            model += x[one, other] + x[other, one] != order - 1
        return bool(model.solve(solver=solver, **_one_thread(solver)))

    return ours, ortools, cpmpy


def _one_thread(solver: str) -> dict[str, int]:
    return {"num_workers": 1} if solver == "ortools" else {}


def _solved(model: Any) -> bool:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


# The race


def _cpu() -> float:
    """Return the CPU time of this process and of the children that have ended."""
    return sum(os.times()[:4])


def race(title: str, contenders: dict[str, Contender], rounds: int) -> None:
    """Run all in turns, and print the medians and the ratios of the first to the others."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            started = _cpu()
            answer = run()
            times[name].append(_cpu() - started)
            if answer is False:
                raise SystemExit(f"{title}: {name} found no solution")
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    first = next(iter(medians.values()))
    told = ", ".join(f"{name} {taken:.2f} s" for name, taken in medians.items())
    ratios = ", ".join(
        f"{first / taken:.2f} times {name}" for name, taken in [*medians.items()][1:]
    )
    print(f"{title}: {told}: {ratios}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    print(f"{machine()}; {args.rounds} rounds, medians of CPU time", flush=True)
    race(
        "building 100,000 variables and conditions",
        {"csp-sudoku": build_ours, "OR-Tools": build_ortools, "CPMpy": build_cpmpy},
        args.rounds,
    )
    race(
        "the same, and the model of CP-SAT",
        {"csp-sudoku": encode_ours, "OR-Tools": build_ortools, "CPMpy": encode_cpmpy},
        args.rounds,
    )
    for title, models in (
        ("magic square 10", magic(10)),
        ("queens 60", queens(60)),
        ("diagonal square 22", quasigroup(22)),
    ):
        ours, ortools, cpmpy = models
        contenders = {"csp-sudoku": ours, "OR-Tools": ortools, "CPMpy": cpmpy}
        race(f"CP-SAT, {title}", contenders, args.rounds)
    for title, models in (
        ("magic square 4", magic(4)),
        ("queens 12", queens(12)),
        ("diagonal square 10", quasigroup(10)),
    ):
        ours, _, cpmpy = models
        sat: dict[str, Contender] = {
            "csp-sudoku": lambda ours=ours: ours("sat"),  # type: ignore[call-arg, misc]
            "CPMpy": lambda cpmpy=cpmpy: cpmpy("pysat"),  # type: ignore[call-arg, misc]
        }
        race(f"SAT, {title}", sat, args.rounds)


if __name__ == "__main__":
    main()
