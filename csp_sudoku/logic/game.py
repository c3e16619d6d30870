"""A game: a state, the moves that wait in two queues, and the history of those that were made.

Moves come from techniques or from a person. They wait in two queues and are made one after the
other, placements before eliminations. A game without a further move is stuck: that is a result, and
a move by hand resumes it. Every move can be undone and made again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from csp_sudoku.clues import CellKey
from csp_sudoku.errors import MoveError
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.state import Change, State
from csp_sudoku.logic.step import Candidate, Move, Step
from csp_sudoku.logic.techniques.table import TECHNIQUES
from csp_sudoku.logic.techniques.technique import Technique, first_step
from csp_sudoku.model import Contradiction
from csp_sudoku.puzzle import Puzzle


class Progress(StrEnum):
    """How far a game has come."""

    OPEN = "open"
    SOLVED = "solved"
    STUCK = "stuck"
    CONTRADICTION = "contradiction"


class Game:
    """A puzzle that is being solved, by techniques and by hand.

    >>> game = Game(Puzzle("1... ..2. .3.. ...4"))
    >>> game.run()
    <Progress.SOLVED: 'solved'>
    >>> print(game.history[0].reason)
    1 has one place left in box 2: r2c4

    Args:
        puzzle: the puzzle to start from.
        techniques: the techniques to use; always the first one that finds a step.
        unique: whether techniques may rely on the puzzle having exactly one solution.
        alphabet: the symbols for values in words and drawings.
        tell: called with each move that is made, for example `print`; by default nothing is called.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        techniques: Sequence[Technique] = TECHNIQUES,
        unique: bool = False,
        alphabet: str | Alphabet | None = None,
        tell: Callable[[Move], object] | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.state = State.of(puzzle, alphabet=alphabet)
        self.techniques = [t for t in techniques if unique or not t.needs_unique]
        self.tell = tell
        self.placing: deque[Move] = deque()
        self.clearing: deque[Move] = deque()
        self.contradiction: Contradiction | None = self.state.contradiction()
        self._made: list[Change] = []
        self._undone: list[Change] = []
        self._stuck_at: int | None = None

    @property
    def progress(self) -> Progress:
        """How far the game has come; it is stuck only after all techniques were tried."""
        if self.contradiction:
            return Progress.CONTRADICTION
        if self.state.is_solved:
            return Progress.SOLVED
        if self._stuck_at == len(self._made) and not (self.placing or self.clearing):
            return Progress.STUCK
        return Progress.OPEN

    @property
    def history(self) -> list[Move]:
        """The moves that were made, in order."""
        return [change.move for change in self._made]

    # Moves of techniques

    def find(self) -> Step | None:
        """Return the easiest next step; None if no technique finds one."""
        return first_step(self.state, self.techniques)

    def add(self, step: Step) -> None:
        """Put the moves of a step into the queues."""
        for move in step.moves():
            (self.placing if move.places else self.clearing).append(move)

    def take(self, step: Step) -> None:
        """Make all moves of a step at once, before those that wait."""
        for move in step.moves():
            self._make(move)

    def advance(self) -> Move | None:
        """Make the next move: from the queues, or the first of the easiest next step.

        Returns None when the game is solved, stuck or contradictory.
        """
        while self.progress in (Progress.OPEN, Progress.STUCK):
            if self.placing or self.clearing:
                move = (self.placing or self.clearing).popleft()
                if self._make(move):
                    return move
                continue
            step = self.find()
            if step is None:
                self._stuck_at = len(self._made)
                return None
            self.add(step)
        return None

    def run(self) -> Progress:
        """Make moves until there are none left; return how far the game has come."""
        while self.advance():
            pass
        return self.progress

    # Moves by hand

    def place(self, cell: CellKey, value: int) -> Move:
        """Place a value by hand; raises MoveError, which names the clash, if it cannot be there."""
        return self._by_hand(True, cell, value)

    def clear(self, cell: CellKey, value: int) -> Move:
        """Clear a candidate by hand; a cell without candidates is a contradiction."""
        return self._by_hand(False, cell, value)

    def _by_hand(self, places: bool, key: CellKey, value: int) -> Move:
        state = self.state
        cell = state.bits.board.cell_index(key)
        if not 1 <= value <= state.bits.size:
            raise MoveError(
                f"{value} is not a value of {state.bits.board.name}",
                fix=f"use 1 to {state.bits.size}",
            )
        name, symbol = state.words.cell[cell], state.words.value[value]
        if not state.has(cell, value):
            if places:
                raise MoveError(state.refusal(cell, value), fix=self._way_out(cell))
            if state.values[cell]:
                raise MoveError(f"{name} is {state.words.value[state.values[cell]]} already")
            raise MoveError(f"{name} has no candidate {symbol} to clear")
        found = (Candidate(cell, value),)
        step = (
            Step("by hand", f"{name} is {symbol}, set by hand", placements=found)
            if places
            else Step("by hand", f"{name} is not {symbol}, cleared by hand", eliminations=found)
        )
        move = next(step.moves())
        self._make(move)
        return move

    # History

    def _way_out(self, cell: int) -> str:
        """Say what to do where a value cannot be placed."""
        if self.puzzle.values[cell]:
            return "a clue cannot be changed"
        if self.state.values[cell]:
            return f"clear {self.state.words.cell[cell]} first, or undo"
        return "place another value, or undo"

    def undo(self) -> Move | None:
        """Undo the last move and return it; None if there is none."""
        if not self._made:
            return None
        change = self._made.pop()
        self.state.unmake(change)
        self._undone.append(change)
        self._drop_waiting()
        return change.move

    def redo(self) -> Move | None:
        """Make the last undone move again and return it; None if there is none."""
        if not self._undone:
            return None
        change, self.contradiction = self.state.make(self._undone.pop().move)
        self._made.append(change)
        self._drop_waiting()
        return change.move

    def replay(self) -> Iterator[tuple[Move, State]]:
        """Yield each move with the state after it, from the start; the game does not change."""
        state = State.of(self.puzzle)
        state.words = self.state.words
        for change in self._made:
            state.make(change.move)
            yield change.move, state.copy()

    def _make(self, move: Move) -> bool:
        """Make a move and report it to `tell`; return False if it changes nothing."""
        if move.places and not self.state.has(move.cell, move.value):
            if self.state.values[move.cell] == move.value:
                return False
            self.contradiction = self._clash(move)
            return False
        change, found = self.state.make(move)
        if not change.is_real:
            return False
        self._made.append(change)
        self._undone.clear()
        self.contradiction = self.contradiction or found
        if self.tell:
            self.tell(move)
        return True

    def _clash(self, move: Move) -> Contradiction:
        variable = self.state.bits.board.csp.variables[move.cell]
        return Contradiction(self.state.refusal(move.cell, move.value), (variable,))

    def _drop_waiting(self) -> None:
        """Drop the waiting moves: they belong to another state."""
        self.placing.clear()
        self.clearing.clear()
        self._stuck_at = None
        self.contradiction = self.state.contradiction()
