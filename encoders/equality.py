"""Variables that are always equal, and sums in which what they add is added up first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add

from csp_sudoku.model import Constraint, Relation, Variable

_Terms = tuple[tuple[Variable, ...], Sequence[tuple[int, ...]]]
"""Variables, and what each code of each of them adds."""


class Equal:
    """Variables that always have the same code, as in a palindrome; true if there are any.

    >>> x, y, z = (Variable(name, i, (1, 2)) for i, name in enumerate("xyz"))
    >>> equal = Equal([Relation(x, z, lambda a, b: a == b)])
    >>> equal.joined((x, y, z), [(1, 2), (1, 2), (1, 2)])
    ((Variable('x'), Variable('y')), ((2, 4), (1, 2)))
    """

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self._known: dict[Variable, Variable] = {}
        """The variable that stands for another one."""
        is_same: dict[int, bool] = {}
        """Whether rows say that two codes are the same, by their identity: many share them."""
        for constraint in constraints:
            if type(constraint) is Relation:
                rows = constraint.rows
                same = is_same.get(id(rows))
                if same is None:
                    same = is_same[id(rows)] = _are_same(rows)
                if same:
                    self._join(*constraint.variables)

    def __bool__(self) -> bool:
        return bool(self._known)

    def _root(self, x: Variable) -> Variable:
        while x in self._known:
            x = self._known[x]
        return x

    def _join(self, x: Variable, y: Variable) -> None:
        x, y = self._root(x), self._root(y)
        if x is not y and len(x.domain) == len(y.domain):
            self._known[y] = x

    def joined(self, variables: tuple[Variable, ...], weights: Sequence[tuple[int, ...]]) -> _Terms:
        """Return the terms of a sum with those of equal variables added up, and none that is 0."""
        roots = list(map(self._root, variables))
        if len(set(roots)) == len(roots):
            return variables, weights
        added: dict[Variable, tuple[int, ...]] = {}
        for root, row in zip(roots, weights, strict=True):
            before = added.get(root)
            added[root] = row if before is None else tuple(map(add, before, row))
        left = {x: row for x, row in added.items() if any(row)}
        return tuple(left), tuple(left.values())


def _are_same(rows: Sequence[int]) -> bool:
    """Whether each code goes with itself alone."""
    return all(row == 1 << code for code, row in enumerate(rows))
