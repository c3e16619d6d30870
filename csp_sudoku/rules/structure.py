"""A board with rules: the structure that puzzles with the same board and rules share.

It is built once and kept as long as a puzzle uses it. A rule becomes a unit of constraints, all
with the name of the rule, so that whoever finds a conflict can name the rules that clash.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from weakref import WeakValueDictionary

from csp_sudoku.boards import Board
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.errors import ModelError, RuleError
from csp_sudoku.model import CSP, Constraint
from csp_sudoku.rules.context import Context
from csp_sudoku.rules.rule import Rule


class Ruled:
    """A board, rules on it, and the constraint problem that they make together."""

    def __init__(self, board: Board, rules: tuple[Rule, ...]) -> None:
        self.board = board
        self.rules = rules
        self.csp, self._parts = _built(board, rules)

    @cached_property
    def units(self) -> Mapping[Rule, tuple[Constraint, ...]]:
        """The constraints of each rule, in the order of the rules."""
        return MappingProxyType(dict(zip(self.rules, self._parts, strict=True)))

    @property
    def extra(self) -> int:
        """How many variables of the problem are not cells."""
        return len(self.csp.variables) - len(self.board.cells)


def ruled(board: Board, rules: tuple[Rule, ...]) -> Ruled:
    """Return the structure of a board with rules: one for all puzzles that share them."""
    kept = _kept(board)
    found = kept.get(rules)
    if found is None:
        there = tuple([rule.on(board) for rule in rules])
        is_new = any(one is not other for one, other in zip(there, rules, strict=True))
        found = Ruled(board, tuple(dict.fromkeys(there)) if is_new else rules)
        found = kept.setdefault(found.rules, found)
        if is_new and found.rules != rules:
            kept.setdefault(rules, found)
    return found


@once_a_board
def _kept(board: Board) -> WeakValueDictionary[tuple[Rule, ...], Ruled]:
    return WeakValueDictionary()


def _built(board: Board, rules: tuple[Rule, ...]) -> tuple[CSP, list[tuple[Constraint, ...]]]:
    on = Context(board, rules)
    places = sorted(range(len(rules)), key=lambda place: not rules[place].entry.comes_first)
    made: list[tuple[Constraint, ...]] = [()] * len(rules)
    everything: list[Constraint] = []
    for place in places:
        rule = rules[place]
        try:
            constraints = tuple(rule.entry.constraints(on, rule))
        except (RuleError, ModelError) as error:
            raise RuleError(f"{rule}: {error.problem}", fix=error.fix) from error
        for constraint in constraints:
            constraint._name = rule  # its text is made when somebody asks for it
        made[place] = constraints
        everything += constraints
    if everything:
        on.csp._extend(everything)
    return on.csp, made
