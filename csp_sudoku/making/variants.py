"""New variants: a layout, a full board, and as few clues and rules as leave one solution.

Lines are drawn first, and a random full board is searched under them. Sums and signs are read off
it. Then clues are added where other solutions differ, until there are none, and what turns out not
to be needed is dropped again, clues first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from csp_sudoku import boards
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.symmetries import orbits
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import GenerationError, OutOfBudgetError, shown
from csp_sudoku.making.layouts import FAMILIES, Canvas, Family, Unit, family_of
from csp_sudoku.making.makers import Maker, Units, chosen, sums_of, without
from csp_sudoku.making.uniqueness import (
    FEW_NODES,
    NODES,
    PATIENT_NODES,
    UndecidedError,
    Uniqueness,
    random_solution,
)
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng
from csp_sudoku.rules import TABLE, Rule, parse


@dataclass(frozen=True)
class Layout:
    """What is wished for beyond the board: families, how many rules of each, and rules as given."""

    families: tuple[tuple[Family, int | None], ...]
    fixed: tuple[Rule, ...] = ()

    @classmethod
    def of(cls, wishes: object) -> Layout:
        """Read wishes: "killer,thermo:4", ["killer", antiknight()], or {"thermo": 4}.

        >>> layout = Layout.of("killer, thermo:4, antiknight")
        >>> [(family.name, count) for family, count in layout.families], layout.fixed
        ([('killer', None), ('thermo', 4)], (rules.antiknight(),))
        """
        if isinstance(wishes, str):
            wishes = wishes.split(",")
        elif isinstance(wishes, Mapping):
            wishes = [
                name if count is None else f"{name}:{count}" for name, count in wishes.items()
            ]
        if not isinstance(wishes, Iterable):
            raise GenerationError(
                f"expected names of variants, got {shown(wishes)}", fix='give ["killer"]'
            )
        families: dict[str, tuple[Family, int | None]] = {}
        fixed = []
        for wish in wishes:
            if isinstance(wish, Rule):
                fixed.append(wish)
                continue
            if not isinstance(wish, str):
                raise GenerationError(
                    f"expected the name of a variant, got {shown(wish)}", fix='give ["killer"]'
                )
            rule = _fixed_rule(wish)
            if rule is not None:
                fixed.append(rule)
                continue
            name, sign, count = wish.partition(":")
            family = family_of(name)
            families[family.name] = (family, _counted(wish, count) if sign else None)
        if not families:
            raise GenerationError(
                "there is no family of variants to lay out", fix=f"name one: {', '.join(FAMILIES)}"
            )
        return cls(tuple(families.values()), tuple(fixed))

    @property
    def board(self) -> str:
        """The name of the board that the families mean, if none is given."""
        found = list(dict.fromkeys(family.board for family, _ in self.families))
        if len(found) > 1:
            names = " and ".join(family.name for family, _ in self.families)
            raise GenerationError(f"{names} have different boards", fix="give the board")
        return found[0]

    @property
    def tiles(self) -> bool:
        """Whether its rules cover the board, so that no clues are expected."""
        return len(self.families) == 1 and self.families[0][0].tiles and not self.families[0][1]

    def __str__(self) -> str:
        words = [name.name if n is None else f"{name.name}:{n}" for name, n in self.families]
        return ", ".join([*words, *map(str, self.fixed)])


def _counted(wish: str, count: str) -> int:
    if not count.strip().isdecimal() or not 1 <= int(count) <= 10_000:
        raise GenerationError(f"{shown(wish)} does not say how many", fix="write it as thermo:4")
    return int(count)


def _fixed_rule(text: str) -> Rule | None:
    """Return the rule of a text such as antiknight, or "thermo r1c1-r1c4"; None if it is none."""
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    entry = TABLE.get(name)
    if entry is None or (name == text.strip() and name in FAMILIES):
        return None
    return parse(text)


class Variant(Maker):
    """Makes puzzles with rules of some families."""

    takes_threads = False

    def __init__(
        self,
        board: Board | None,
        backend: str | Backend,
        tries: int | None,
        layout: Layout,
        symmetry: str | None,
        clues: int | None,
        minimal: bool | None,
    ) -> None:
        super().__init__(board or boards.named(layout.board), backend, tries)
        self.layout = layout
        self.symmetry = symmetry
        self.clues = 0 if clues is None and layout.tiles else clues
        self.minimal = minimal
        cells = range(len(self.board.cells))
        self.units: Units = orbits(self.board, symmetry) if symmetry else [(i,) for i in cells]
        if clues is not None and not 0 <= clues <= len(cells):
            raise GenerationError(
                f"no puzzle of {self.board.name} has {clues!r} clues", fix=f"use 0 to {len(cells)}"
            )
        if clues is not None and not sums_of([len(unit) for unit in self.units])[0] >> clues & 1:
            raise GenerationError(
                f"no pattern that is symmetric by {symmetry} has {clues} clues",
                fix=f"use {clues - 1} or {clues + 1}",
            )
        fixed = Puzzle.of(self.board, bytes(len(cells)), rules=layout.fixed).rules
        self._given = [c for rule in fixed for c in rule.cells if isinstance(c, Cell)]
        """The cells of rules that are given: no lines are drawn there."""

    def attempts(self, seed: int, number: int, budget: Budget) -> Iterator[Puzzle | None]:
        """Yield the result of each layout."""
        of_puzzle = Rng.stream(seed, number).word()
        attempt = 0
        while True:
            try:
                yield self._made(Rng.stream(of_puzzle, attempt), budget)
            except OutOfBudgetError:
                raise without(self.wanted) from None
            attempt += 1

    def _made(self, rng: Rng, budget: Budget) -> Puzzle | None:
        board, layout = self.board, self.layout
        canvas = Canvas(board, rng, self.symmetry)
        canvas.taken.update(self._given)
        kept: list[Rule] = list(layout.fixed)
        loose: list[Unit] = []
        for family, count in layout.families:
            if family.draw is not None and not self._sorted(
                family.draw(canvas, count), family, count, kept, loose
            ):
                return None
        empty = Puzzle.of(board, bytes(len(board.cells)), rules=[*kept, *_rules(loose)])
        values = random_solution(empty, rng, budget)
        if values is None:
            return None
        in_cells = zip(board.cells, values, strict=True)
        numbers = {cell: board.numbers[value - 1] for cell, value in in_cells}
        for family, count in layout.families:
            if family.read is not None and not self._sorted(
                family.read(canvas, numbers, self._wanted(family, count)),
                *(family, count, kept, loose),
            ):
                return None
        question = Uniqueness(
            *(board, values, [*kept, *_rules(loose)], budget, self._nodes()),
            stand_alone=not layout.fixed,  # one that is given may exempt pairs with signs
        )
        family, wanted = layout.families[0]
        mend = family.mend
        if self.clues == 0 and not loose and mend and not self.symmetry:
            tiles = self._mended(question, lambda kept: mend(canvas, numbers, wanted, kept))
            if tiles is None:
                return None
            question = tiles
        return self._reduced(question, loose, rng)

    def _mended(
        self, question: Uniqueness, draw: Callable[[list[Rule]], list[Unit]]
    ) -> Uniqueness | None:
        """Return the question under rules that leave one solution; None if that failed.

        Cages where another solution differs are dissolved, and drawn anew beside those that are
        kept. (Where a search is too long to tell, another layout is better than other cages.)
        """
        fixed = self.layout.fixed
        for _ in range(_MENDINGS):
            try:
                rival = question.rival(())
            except UndecidedError:
                return None
            if rival is None:
                return question
            pairs = zip(self.board.cells, question.values, rival, strict=True)
            same = {cell for cell, value, other in pairs if value == other}
            cages = [rule for rule in question.rules if rule not in fixed]
            kept = [rule for rule in cages if same.issuperset(rule.cells)]
            question = question.under([*fixed, *_rules(draw(kept))])
        return None

    def _nodes(self) -> int:
        """Return how long a question may take: long for few clues, few rules, or trials."""
        if self.minimal:
            return PATIENT_NODES
        has_few = bool(self.clues) or any(count is not None for _, count in self.layout.families)
        is_hard = self.accept is not None and self.accept.most > _TRIALS
        return NODES if has_few or is_hard else FEW_NODES

    def _wanted(self, family: Family, count: int | None) -> int | None:
        """Return how many rules are read off the board: fewer beside those of another family."""
        if count is not None or family.beside is None or len(self.layout.families) == 1:
            return count
        return family.beside * self.board.shape[0]

    def _sorted(
        self,
        units: list[Unit],
        family: Family,
        count: int | None,
        kept: list[Rule],
        loose: list[Unit],
    ) -> bool:
        """Add units to those that stay or those that may go; tell whether there are enough."""
        stays = self.minimal is None and (count is not None or self.layout.tiles)
        if stays or self.minimal is False:
            kept.extend(_rules(units))
        else:
            loose.extend(units)
        return count is None or sum(map(len, units)) == count

    def _reduced(self, question: Uniqueness, loose: list[Unit], rng: Rng) -> Puzzle | None:
        """Return the puzzle with as few clues and rules as wished; None if that failed."""
        cells = self._fewest(question, rng)
        if cells is None:
            return None
        rng.shuffle(loose)
        for unit in loose:
            fewer = question.without(unit)
            is_proper = fewer.is_proper(cells)
            if is_proper:
                question = fewer
            elif is_proper is None and self.minimal:
                return None
        missing = 0 if self.clues is None else self.clues - len(cells)
        if missing:
            spare = [unit for unit in self.units if unit[0] not in cells]
            rng.shuffle(spare)
            added = chosen(spare, missing)
            if added is None or self.minimal:
                return None
            cells |= added
        return question.puzzle(cells)

    def _fewest(self, question: Uniqueness, rng: Rng) -> set[int] | None:
        """Return the cells of clues that leave one solution, and of which none can be dropped."""
        most = self.clues
        picked: list[tuple[int, ...]] = []
        while True:
            cells = _cells(picked)
            try:
                rival = question.rival(cells)
            except UndecidedError:
                open_units = [unit for unit in self.units if unit[0] not in cells]
            else:
                if rival is None:
                    break
                differing = {i for i, value in enumerate(rival) if value != question.values[i]}
                open_units = [unit for unit in self.units if not differing.isdisjoint(unit)]
            if most is not None and len(cells) >= most + _SLACK * bool(most):
                return None
            picked.append(rng.choice(open_units))
        for unit in tuple(picked):
            fewer = [other for other in picked if other != unit]
            is_proper = question.is_proper(_cells(fewer))
            if is_proper:
                picked = fewer
            elif is_proper is None and self.minimal:
                return None
        cells = _cells(picked)
        return cells if most is None or len(cells) <= most else None

    def __str__(self) -> str:
        symmetry = f", symmetric by {self.symmetry}" if self.symmetry else ""
        clues = f" with {self.clues} clues" if self.clues is not None else ""
        kind = "a minimal puzzle" if self.minimal else "a puzzle"
        return f"{kind} of {self.board.name} and {self.layout}{clues}{symmetry}"


def with_rules_of(
    puzzle: Puzzle, *, seed: int, symmetry: str | None = None, timeout: float | None = None
) -> Puzzle:
    """Return a new puzzle with the board and all rules of another one, and few clues.

    No clue can be dropped, as far as short searches tell.

    >>> ruled = Puzzle("." * 16, rules=["thermo r1c1-r1c4"])
    >>> made = with_rules_of(ruled, seed=1)
    >>> made.rules == ruled.rules, made.is_unique()
    (True, True)

    Raises:
        GenerationError: the rules have no solution.
        OutOfBudgetError: the time ended.
    """
    board, rules = puzzle.board, puzzle.rules
    budget, rng = Budget(timeout), Rng(seed)
    empty = Puzzle.of(board, bytes(len(board.cells)), rules=rules)
    values = random_solution(empty, rng, budget)
    if values is None:  # a short random search was not enough
        answer = empty.solve(limit=1, timeout=budget.seconds_left())
        if answer.solution is None:
            raise GenerationError(
                "no solution of these rules was found", fix="ask which of them clash"
            )
        values = answer.solution.values
    maker = Variant(board, "auto", None, Layout((), rules), symmetry, None, None)
    made = maker._reduced(Uniqueness(board, values, rules, budget, NODES), [], rng)
    assert made is not None, "nothing was wished for that could fail"
    return made


_TRIALS = 6.4
"""The rating above which values are tried one after another, see `logic.techniques.trials`."""
_MENDINGS = 12
"""How often cages are drawn anew before the attempt is given up."""
_SLACK = 4
"""How many clues more than wished are tried, before those that are not needed are dropped."""


def _cells(units: Iterable[Sequence[int]]) -> set[int]:
    return {cell for unit in units for cell in unit}


def _rules(units: Iterable[Unit]) -> Iterator[Rule]:
    return (rule for unit in units for rule in unit)
