"""Solving by logic: always the easiest next step, and a guess only where guesses are allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.budgets import Budget
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.explanation import SEVERAL, Explanation
from csp_sudoku.logic.game import Progress
from csp_sudoku.logic.reasons import SMALLEST_REASON
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques.table import TECHNIQUES
from csp_sudoku.logic.techniques.technique import Technique, first_step
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng
from csp_sudoku.status import Status

_COUNTING_SECONDS = 10.0
_COUNTS = {Status.NONE: 0, Status.SOLVED: 1, Status.MULTIPLE: SEVERAL}


def explain(
    puzzle: Puzzle,
    *,
    unique: bool = False,
    reasons: bool = False,
    guess: bool = False,
    seed: int = 0,
    timeout: float | None = None,
    alphabet: str | Alphabet | None = None,
    tell: Callable[[Step], object] | None = None,
) -> Explanation:
    """Explain a puzzle with all techniques; see `Puzzle.explain`."""
    budget = Budget(seconds=timeout)
    is_unique = unique and solution_count(puzzle, timeout=half_of(budget)) == 1
    explained = solve_by_logic(
        puzzle,
        techniques=(*TECHNIQUES, SMALLEST_REASON) if reasons else TECHNIQUES,
        unique=is_unique,
        guess=guess,
        seed=seed,
        timeout=budget.seconds_left(),
        alphabet=alphabet,
        tell=tell,
    )
    if is_unique:
        explained.solutions = 1
    elif explained.contradiction:
        explained.solutions = 0
    elif explained.progress is Progress.SOLVED and not _has_standing_guess(explained):
        explained.solutions = 1  # every step was forced
    else:
        explained.solutions = solution_count(puzzle, timeout=budget.seconds_left())
    return explained


def solution_count(puzzle: Puzzle, *, timeout: float | None = None) -> int | None:
    """Return 0, 1, or 2 for several solutions; None if the time ended before that was known.

    >>> solution_count(Puzzle("1... ..2. .3.. ...4")), solution_count(Puzzle("1... .... .... ...."))
    (1, 2)
    """
    if timeout == 0:
        return None
    seconds = _COUNTING_SECONDS if timeout is None else timeout
    return _COUNTS.get(puzzle.solve(limit=2, timeout=seconds).status)


def half_of(budget: Budget) -> float | None:
    """Return half of the seconds that a budget has left; None without a limit."""
    left = budget.seconds_left()
    return None if left is None else left / 2


def solve_by_logic(
    puzzle: Puzzle,
    *,
    techniques: Sequence[Technique] = TECHNIQUES,
    unique: bool = False,
    guess: bool = False,
    seed: int = 0,
    timeout: float | None = None,
    alphabet: str | Alphabet | None = None,
    tell: Callable[[Step], object] | None = None,
) -> Explanation:
    """Solve a puzzle as people do, and keep every step with its reason.

    >>> print(solve_by_logic(Puzzle("1... ..2. .3.. ...4")).steps[0])
    1 has one place left in box 2: r2c4

    Args:
        puzzle: what to solve.
        techniques: the techniques to use; always the first one that finds a step.
        unique: whether techniques may rely on the puzzle having exactly one solution.
        guess: whether to continue with `pick` where no technique helps. A guess that fails is a
            step that clears the candidate and shows the trial; one that holds is a placement.
        seed: the seed of the guesses.
        timeout: seconds after which to stop: the explanation then has the steps so far, and is
            "open".
        alphabet: the symbols for values in the sentences.
        tell: called with each step, for example `print`; by default nothing is called.
    """
    usable = [t for t in techniques if unique or not t.needs_unique]
    solving = _Solving(puzzle, usable, Rng(seed) if guess else None, alphabet, tell)
    return solving.run(Budget(seconds=timeout))


def pick(state: State, rng: Rng) -> Candidate:
    """Return a candidate to guess: a random one of a random cell with few candidates.

    The cell is one of those with the fewest candidates, or with one more than that.

    >>> state = State.of(Puzzle("1... ..2. .... ...."))
    >>> pick(state, Rng(1)) == pick(state, Rng(1))
    True
    """
    open_cells = list(members(state.open))
    least = min(state.candidates[cell].bit_count() for cell in open_cells)
    few = [cell for cell in open_cells if state.candidates[cell].bit_count() <= least + 1]
    cell = rng.choice(few)
    return Candidate(cell, rng.choice(list(values_of(state.candidates[cell]))))


class _Guess(NamedTuple):
    """A guess that stands so far: the state before it, the steps before it, and its own step."""

    state: State
    steps: list[Step]
    step: Step


class _Solving:
    """A puzzle that is being solved; guesses that stand so far wait on a stack."""

    def __init__(
        self,
        puzzle: Puzzle,
        techniques: Sequence[Technique],
        rng: Rng | None,
        alphabet: str | Alphabet | None,
        tell: Callable[[Step], object] | None,
    ) -> None:
        self.puzzle = puzzle
        self.techniques = techniques
        self.rng = rng
        self.tell = tell
        self.state = State.of(puzzle, alphabet=alphabet)
        self.steps: list[Step] = []
        self.guesses: list[_Guess] = []
        self.wrong = self.state.contradiction()

    def run(self, budget: Budget) -> Explanation:
        """Solve the puzzle as far as the techniques, the guesses and the budget allow."""
        try:
            return self._explanation(self._solve(budget))
        except OutOfBudgetError:
            return self._given_up()

    def _solve(self, budget: Budget) -> Progress:
        while True:
            if self.wrong and self.guesses:
                self._refute()
            elif self.wrong:
                return Progress.CONTRADICTION
            elif not self.state.open:
                return Progress.SOLVED
            elif step := first_step(self.state, self.techniques, budget):
                self._take(step)
            elif self.rng is None:
                return Progress.STUCK
            else:
                self._guess(self.rng)

    def _take(self, step: Step) -> None:
        self.steps.append(step)
        if self.tell and not self.guesses:
            self.tell(step)
        self.wrong = self.state.apply(step)

    def _guess(self, rng: Rng) -> None:
        """Try a candidate on a copy of the state."""
        guess = pick(self.state, rng)
        words = self.state.words
        sentence = f"{words.cell[guess.cell]} is guessed to be {words.value[guess.value]}"
        step = Step("pick", sentence, placements=(guess,))
        self.guesses.append(_Guess(self.state, self.steps, step))
        self.state, self.steps = self.state.copy(), []
        self.wrong = self.state.apply(step)

    def _refute(self) -> None:
        """Return to the state before the last guess, which led to a contradiction, and clear it."""
        trial = tuple(self.steps)
        self.state, self.steps, guess = self.guesses.pop()
        words = self.state.words
        ((cell, value),) = guess.placements
        name, symbol = words.cell[cell], words.value[value]
        after = f" after {len(trial)} steps" if trial else ""
        self._take(
            Step(
                "pick",
                f"if {name} were {symbol}, then{after} {self.wrong}: {name} cannot be {symbol}",
                eliminations=guess.placements,
                pattern=guess.placements,
                trial=trial,
            )
        )

    def _given_up(self) -> Explanation:
        """Return what is known without the guesses that still stand."""
        if self.guesses:
            self.state, self.steps, _ = self.guesses[0]
            self.guesses.clear()
        return self._explanation(Progress.OPEN)

    def _explanation(self, progress: Progress) -> Explanation:
        """Return all steps, including the guesses that held."""
        steps: list[Step] = []
        for guess in self.guesses:
            steps += [*guess.steps, guess.step]
        steps += self.steps
        if self.tell and self.guesses:
            for step in steps[len(self.guesses[0].steps) :]:
                self.tell(step)
        return Explanation(self.puzzle, tuple(steps), progress, self.state, self.wrong)


def _has_standing_guess(explained: Explanation) -> bool:
    return any(step.technique == "pick" and step.placements for step in explained)
