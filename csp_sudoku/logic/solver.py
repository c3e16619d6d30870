"""Solving by logic: always the easiest next step, until the end or until there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.explanation import Explanation
from csp_sudoku.logic.game import Progress
from csp_sudoku.logic.pick import pick
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step
from csp_sudoku.logic.techniques.table import TECHNIQUES
from csp_sudoku.logic.techniques.technique import Technique, first_step
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng


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
        techniques: which techniques may be used; always the first that finds a step.
        unique: whether techniques may lean on the puzzle having exactly one solution.
        guess: whether to go on with `pick` where no technique helps. A guess that fails is a step
            that clears the candidate and shows the trial; one that holds is a placement.
        seed: where guesses come from.
        timeout: seconds after which to stop between two steps: the explanation is then "open".
        alphabet: the symbols for values in the sentences.
        tell: called with each step, as `print` may be; silent by default.
    """
    usable = [t for t in techniques if unique or not t.needs_unique]
    solving = _Solving(puzzle, usable, Rng(seed) if guess else None, alphabet, tell)
    return solving.run(None if timeout is None else monotonic() + timeout)


class _Trial(NamedTuple):
    """What a guess interrupted: the state before it, the steps up to it, and the guess."""

    state: State
    steps: list[Step]
    guess: Step


class _Solving:
    """One puzzle on its way; guesses that stand wait on a stack."""

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
        self.trials: list[_Trial] = []
        self.wrong = self.state.contradiction()

    def run(self, end: float | None) -> Explanation:
        """Take the puzzle as far as it goes."""
        while True:
            if self.wrong and self.trials:
                self._refute()
            elif self.wrong:
                return self._explanation(Progress.CONTRADICTION)
            elif not self.state.open:
                return self._explanation(Progress.SOLVED)
            elif end is not None and monotonic() >= end:
                return self._given_up()
            elif step := first_step(self.state, self.techniques):
                self._take(step)
            elif self.rng is None:
                return self._explanation(Progress.STUCK)
            else:
                self._guess(self.rng)

    def _take(self, step: Step) -> None:
        self.steps.append(step)
        if self.tell and not self.trials:
            self.tell(step)
        self.wrong = self.state.apply(step)

    def _guess(self, rng: Rng) -> None:
        """Try a candidate on a copy of the state."""
        guess = pick(self.state, rng)
        words = self.state.words
        sentence = f"{words.cell[guess.cell]} is guessed to be {words.value[guess.value]}"
        step = Step("pick", sentence, placements=(guess,))
        self.trials.append(_Trial(self.state, self.steps, step))
        self.state, self.steps = self.state.copy(), []
        self.wrong = self.state.apply(step)

    def _refute(self) -> None:
        """Go back to before the last guess, which led to a contradiction, and clear it."""
        trial = tuple(self.steps)
        self.state, self.steps, guess = self.trials.pop()
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
        if self.trials:
            self.state, self.steps, _ = self.trials[0]
            self.trials.clear()
        return self._explanation(Progress.OPEN)

    def _explanation(self, progress: Progress) -> Explanation:
        """Return all steps, with the guesses that held among them."""
        steps: list[Step] = []
        for trial in self.trials:
            steps += [*trial.steps, trial.guess]
        steps += self.steps
        if self.tell and self.trials:
            for step in steps[len(self.trials[0].steps) :]:
                self.tell(step)
        return Explanation(self.puzzle, tuple(steps), progress, self.state, self.wrong)
