"""The state of a board while it is being solved: which values each cell can still take."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from csp_sudoku.bits import members, values_of
from csp_sudoku.budgets import Budget
from csp_sudoku.clues import CellKey
from csp_sudoku.errors import ContradictionError, MoveError
from csp_sudoku.formats.alphabets import Alphabet, alphabet_for
from csp_sudoku.formats.drawing import drawn
from csp_sudoku.logic.board_bits import BoardBits, GroupBits
from csp_sudoku.logic.step import Candidate, Move, Step, at
from csp_sudoku.logic.words import Words
from csp_sudoku.model import Contradiction
from csp_sudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

T = TypeVar("T")

_SMALL = 9


class Change(NamedTuple):
    """A move that was made, and what is needed to undo it; not real if it changed nothing."""

    move: Move
    is_real: bool
    had: int
    lost: int


class Conjugates(NamedTuple):
    """The only two places of a value in a group: one of them has it."""

    first: int
    second: int
    group: GroupBits


class State:
    """Candidates by cell and cells by value, kept consistent; solved cells have no candidates.

    >>> state = State.of(Puzzle("1... ...2 2... ...."))
    >>> print(state)
    +------------+-------------+
    | 1    {234} | {34}  {34}  |
    | {34} {34}  | {134} 2     |
    +------------+-------------+
    | 2    {134} | {134} {134} |
    | {34} {134} |       {134} |
    +------------+-------------+
    >>> state.candidates[1] == 0b1110, state.places[2] == 1 << 1 | 1 << 14
    (True, True)
    """

    __slots__ = (
        "bits",
        "budget",
        "candidates",
        "given",
        "has_given_marks",
        "memory",
        "open",
        "placed",
        "places",
        "values",
        "words",
    )

    bits: BoardBits
    """The board."""
    words: Words
    """The names of its cells and values in sentences."""
    candidates: list[int]
    """For each cell the values that it can take, as bits; 0 if it is solved."""
    places: list[int]
    """For each value (from 1) the open cells that can take it, as bits."""
    placed: list[int]
    """For each value (from 1) the solved cells that have it, as bits."""
    values: bytearray
    """The value of each cell, 0 for an open one."""
    open: int
    """The cells that are not solved, as bits."""
    given: int
    """The cells whose value was given by the puzzle, as bits."""
    memory: dict[Hashable, Any]
    """What was derived from the present state; see `remember`."""
    budget: Budget | None
    """What the search for the next step may spend; None for no limit. See `first_step`."""
    has_given_marks: bool
    """Whether pencil marks were given: then a missing candidate was not ruled out by logic."""

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        *,
        alphabet: str | Alphabet | None = None,
        placed: Iterable[CellKey] | None = None,
    ) -> State:
        """Return the initial state of a puzzle: the clues are cleared from their peers.

        Args:
            puzzle: clues, and pencil marks if it has any.
            alphabet: the symbols for values in words and drawings.
            placed: for a puzzle that is partly solved: the cells whose value was found, not given.
                Then pencil marks count as found, too.
        """
        ruled = None
        if puzzle.rules:
            from csp_sudoku.logic.ruled_bits import RuledBits
            from csp_sudoku.rules.structure import ruled as structure

            ruled = RuledBits.of(structure(puzzle.board, puzzle.rules))
        else:
            puzzle.require_groups_alone("solving by techniques")
        clash = puzzle.clash()
        if clash:
            raise ContradictionError(str(clash), fix="drop or change one of the clues")
        state = cls.__new__(cls)
        state.memory = {}
        state.budget = None
        bits = ruled.bits if ruled else BoardBits.of(puzzle.board)
        state.bits = bits
        numbers = puzzle.board.numbers if ruled and alphabet is None else None
        state.words = Words(bits, alphabet_for(bits.size, alphabet), numbers=numbers)
        state.values = bytearray(puzzle.values)
        state.candidates = list(puzzle.masks)
        state.places = [0] * (bits.size + 1)
        state.placed = [0] * (bits.size + 1)
        state.open = bits.everywhere
        if ruled:
            for cell, allowed in enumerate(ruled.allowed):
                state.candidates[cell] &= allowed
        for cell, value in enumerate(puzzle.values):
            if value:
                state.candidates[cell] = 0
                state.placed[value] |= 1 << cell
                state.open ^= 1 << cell
            else:
                for candidate in values_of(state.candidates[cell]):
                    state.places[candidate] |= 1 << cell
        if ruled:  # a puzzle knows the peers that the board has, not those by rules
            for value in range(1, bits.size + 1):
                for cell in members(state.places[value] & bits.any_peers(state.placed[value])):
                    state.clear(cell, value)
        state.given = bits.everywhere & ~state.open
        state.has_given_marks = puzzle.has_candidates and placed is None
        for key in placed or ():
            state.given &= ~(1 << puzzle.board.cell_index(key))
        return state

    def copy(self) -> State:
        """Return an independent copy; the board is shared."""
        other = State.__new__(State)
        other.memory = {}
        other.budget = self.budget
        other.bits = self.bits
        other.words = self.words
        other.candidates = self.candidates.copy()
        other.places = self.places.copy()
        other.placed = self.placed.copy()
        other.values = self.values.copy()
        other.open = self.open
        other.given = self.given
        other.has_given_marks = self.has_given_marks
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.values == other.values
            and self.candidates == other.candidates
            and self.bits.board == other.bits.board
            and self.rules == other.rules
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        return self.drawing()

    def _repr_html_(self) -> str:
        from csp_sudoku.render import svg

        return svg(self)

    def drawing(self) -> str:
        """Draw the board block by block.

        A solved cell is drawn as its value, an open one as its candidates in braces, and one that
        can still have every value as a blank.
        """
        return drawn(self.bits.board, [self._token(cell) for cell in range(len(self.values))])

    def _token(self, cell: int) -> str:
        if self.values[cell]:
            return self.words.value[self.values[cell]]
        if self.candidates[cell] == self.bits.everything:
            return ""
        left = [self.words.value[v] for v in values_of(self.candidates[cell])]
        return f"{{{(' ' if any(len(word) > 1 for word in left) else '').join(left)}}}"

    @property
    def puzzle(self) -> Puzzle:
        """The state as a puzzle: solved cells are clues, candidates are pencil marks."""
        marks = [mask or self.bits.everything for mask in self.candidates]
        return Puzzle.of(self.bits.board, self.values, marks, self.rules)

    # Reading

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the puzzle."""
        return self.bits.ruled.rules if self.bits.ruled else ()

    @property
    def is_large(self) -> bool:
        """Whether the board has more than nine values."""
        return self.bits.size > _SMALL

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a value."""
        return not self.open

    def has(self, cell: int, value: int) -> bool:
        """Whether the cell is open and can take the value."""
        return bool(self.places[value] >> cell & 1)

    def cells_with(self, count: int) -> int:
        """Return the open cells that have exactly this many candidates."""
        mask = 0
        for cell, candidates in enumerate(self.candidates):
            if candidates.bit_count() == count:
                mask |= 1 << cell
        return mask

    def union(self, cells: int) -> int:
        """Return the values that any of these cells can take."""
        values = 0
        for cell in members(cells):
            values |= self.candidates[cell]
        return values

    def cleared(self, cells: int, values: int) -> tuple[Candidate, ...]:
        """Return the candidates that these cells have among these values."""
        found: list[Candidate] = []
        for value in values_of(values):
            hit = self.places[value] & cells
            if hit:
                found += at(hit, value)
        return tuple(found)

    def remember(self, key: Hashable, build: Callable[[], T]) -> T:
        """Return what `build` returns; it is called once, and again after the state has changed."""
        if key not in self.memory:
            self.memory[key] = build()
        built: T = self.memory[key]
        return built

    def check(self) -> None:
        """Raise OutOfBudgetError if the budget is over."""
        if self.budget is not None:
            self.budget.check()

    def paced(self, items: Iterable[T]) -> Iterable[T]:
        """Return the items; on a large board with a budget, `check` is called before each.

        For loops of techniques that take long on large boards only, and are too quick on small ones
        to look at the clock each time. Boards with many cells are large here as well: a samurai has
        only nine values, and more almost locked sets than a second can link.
        """
        is_slow = self.is_large or len(self.candidates) > _SMALL * _SMALL
        return self._checking(items) if is_slow and self.budget is not None else items

    def _checking(self, items: Iterable[T]) -> Iterator[T]:
        for item in items:
            self.check()
            yield item

    def conjugates(self, value: int) -> list[Conjugates]:
        """Return the strong links of a value: groups that have exactly two places for it."""
        return self.remember(("conjugates", value), lambda: self._conjugates(value))

    def _conjugates(self, value: int) -> list[Conjugates]:
        places = self.places[value]
        found = []
        for group in self.bits.full_groups:
            two = places & group.mask
            if two.bit_count() == 2:
                first = (two & -two).bit_length() - 1
                found.append(Conjugates(first, two.bit_length() - 1, group))
        return found

    def contradiction(self) -> Contradiction | None:
        """Return a cell that has no value left, or a group that has no place for a value."""
        broken = self._broken(members(self.bits.everywhere & ~self.open))
        if broken:
            return broken
        for cell in members(self.open):
            if not self.candidates[cell]:
                return self._empty_cell(cell)
        for group in self.bits.full_groups:
            for value in range(1, self.bits.size + 1):
                if not (self.places[value] | self.placed[value]) & group.mask:
                    return self._homeless(group, value)
        return None

    def _broken(self, cells: Iterable[int]) -> Contradiction | None:
        """Return a rule about some of these cells that is filled in wrongly; None if none is."""
        ruled = self.bits.ruled
        if ruled is None:
            return None
        variables = self.bits.board.csp.variables
        for cell in cells:
            value = self.values[cell]
            twin = self.placed[value] & self.bits.peers[cell] if value else 0
            if twin:
                both = (variables[(twin & -twin).bit_length() - 1], variables[cell])
                return Contradiction(f"{both[0]} and {both[1]} are both {value}", both)
            if value and not ruled.allowed[cell] >> value - 1 & 1:
                return Contradiction(f"{variables[cell]} cannot be {value}", (variables[cell],))
            for unit in ruled.units_of[cell]:
                if unit.mask & self.open:
                    continue
                if unit.left(tuple([1 << self.values[c] - 1 for c in unit.cells])) is None:
                    known = tuple([variables[c] for c in unit.cells])
                    verb = "are" if unit.words.is_plural else "is"
                    return Contradiction(f"{unit.words.noun} {verb} filled in wrongly", known)
        return None

    def _empty_cell(self, cell: int) -> Contradiction:
        variable = self.bits.board.csp.variables[cell]
        return Contradiction(f"{variable} has no value left", (variable,))

    def _homeless(self, group: GroupBits, value: int) -> Contradiction:
        csp = self.bits.board.csp
        cells = tuple(csp.variables[cell] for cell in members(group.mask & self.open))
        left = self.words.cells(group.mask & self.open, "or")
        reason = f"{group} has no place for {self.words.value[value]}"
        reason += f", not at {left}" if cells else ""
        is_own = group.number < len(csp.constraints)
        return Contradiction(reason, cells, csp.constraints[group.number] if is_own else None)

    # Changing

    def place(self, cell: int, value: int) -> tuple[int, int]:
        """Put a value into an open cell and clear it from the peers.

        Returns what `take_back` needs: the candidates that the cell had, and the peers that lost
        the value. Raises MoveError, which names the clash, if the value is not a candidate.
        """
        bit = 1 << cell
        had = self.candidates[cell]
        if not had >> (value - 1) & 1:
            raise MoveError(self.refusal(cell, value))
        self.memory = {}
        for other in values_of(had):
            self.places[other] &= ~bit
        self.candidates[cell] = 0
        self.values[cell] = value
        self.open &= ~bit
        self.placed[value] |= bit
        lost = self.places[value] & self.bits.peers[cell]
        self.places[value] &= ~lost
        clear = ~(1 << value - 1)
        for peer in members(lost):
            self.candidates[peer] &= clear
        return had, lost

    def take_back(self, cell: int, had: int, lost: int) -> None:
        """Undo `place`."""
        self.memory = {}
        bit = 1 << cell
        value = self.values[cell]
        self.values[cell] = 0
        self.open |= bit
        self.placed[value] &= ~bit
        self.places[value] |= lost
        self.candidates[cell] = had
        for other in values_of(had):
            self.places[other] |= bit
        back = 1 << value - 1
        for peer in members(lost):
            self.candidates[peer] |= back

    def clear(self, cell: int, value: int) -> bool:
        """Clear a candidate; return False if the cell did not have it."""
        bit = 1 << cell
        if not self.places[value] & bit:
            return False
        self.memory = {}
        self.places[value] &= ~bit
        self.candidates[cell] &= ~(1 << value - 1)
        return True

    def restore(self, cell: int, value: int) -> None:
        """Undo `clear`."""
        self.memory = {}
        self.places[value] |= 1 << cell
        self.candidates[cell] |= 1 << value - 1

    def refusal(self, cell: int, value: int) -> str:
        """Say why a value cannot be placed in a cell."""
        name, symbol = self.words.cell[cell], self.words.value[value]
        if self.values[cell]:
            return f"{name} is {self.words.value[self.values[cell]]} already"
        holders = self.placed[value] & self.bits.peers[cell]
        if holders:
            holder = holders & -holders
            group = next(self.bits.common_groups(holder | 1 << cell), None)
            where = "" if group is None else f" in {group}"
            return f"{name} cannot be {symbol}: {self.words.cells(holder)}{where} is {symbol}"
        return f"{name} cannot be {symbol}: that candidate was cleared before"

    def apply(self, step: Step) -> Contradiction | None:
        """Make all moves of a step; return the contradiction that they lead to, if any."""
        found = None
        for move in step.moves():
            found = self.make(move)[1] or found
        return found

    def make(self, move: Move) -> tuple[Change, Contradiction | None]:
        """Make one move; return how to undo it, and the contradiction that it leads to, if any."""
        _, cell, value, _ = move
        if not move.places:
            change = Change(move, self.clear(cell, value), 0, 0)
            return change, self._after(cell, 1 << value - 1, 0, 0) if change.is_real else None
        if self.values[cell] == value:
            return Change(move, False, 0, 0), None
        had, lost = self.place(cell, value)
        return Change(move, True, had, lost), self._after(cell, had, lost, value)

    def unmake(self, change: Change) -> None:
        """Undo one move."""
        move = change.move
        if not change.is_real:
            return
        if move.places:
            self.take_back(move.cell, change.had, change.lost)
        else:
            self.restore(move.cell, move.value)

    def _after(self, cell: int, gone: int, lost: int, value: int) -> Contradiction | None:
        """Return a contradiction, looking only where a move can have caused one."""
        if not self.values[cell] and not self.candidates[cell]:
            return self._empty_cell(cell)
        for peer in members(lost):
            if not self.candidates[peer]:
                return self._empty_cell(peer)
        for other in values_of(gone):
            there = self.places[other] | self.placed[other]
            for group in self.bits.groups_of[cell]:
                if group.is_full and not there & group.mask:
                    return self._homeless(group, other)
        if lost:
            there = self.places[value] | self.placed[value]
            for group in self.bits.full_groups:
                if not there & group.mask:
                    return self._homeless(group, value)
        return self._broken([cell]) if value else None
