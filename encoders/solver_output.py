"""What a solver prints, as the competitions have settled it: `s` for its status, `v` for values."""

from __future__ import annotations

from csp_sudoku.errors import ModelError

_NONE = {
    "s UNSATISFIABLE",
    "UNSATISFIABLE",
    "UNSAT",
    "=====UNSATISFIABLE=====",
    "status: INFEASIBLE",
}
_OTHERS = ("c", "s", "d", "o", "SAT")


def says_none(output: str) -> bool:
    r"""Whether a solver says that there is no solution.

    >>> says_none("c some solver\ns UNSATISFIABLE\n")
    True
    """
    return any(line.strip() in _NONE for line in output.splitlines())


def values(output: str) -> list[str]:
    r"""Return the words of the `v` lines, or of all lines if none begins so (as minisat's file).

    >>> values("s SATISFIABLE\nv 1 -2\nv 3 0\n"), values("SAT\n1 -2 3 0\n")
    (['1', '-2', '3', '0'], ['1', '-2', '3', '0'])
    """
    rows = [line.split() for line in output.splitlines() if line.strip()]
    marked = [row[1:] for row in rows if row[0] == "v"]
    return [word for row in marked or rows if marked or row[0] not in _OTHERS for word in row]


def not_one_solution(problem: str) -> ModelError:
    """Return the error for a text that does not hold one solution."""
    return ModelError(problem, fix="give what the solver printed for one solution")
