"""Solving by logic: always the easiest next step, until the end or until there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from csp_sudoku.formats.alphabets import Alphabet
from csp_sudoku.logic.game import Progress
from csp_sudoku.logic.pick import pick
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Step
from csp_sudoku.logic.table import TECHNIQUES
from csp_sudoku.logic.technique import Technique, first_step
from csp_sudoku.model import Contradiction
from csp_sudoku.puzzle import Puzzle
from csp_sudoku.rng import Rng


class Explanation(NamedTuple):
    """The steps that lead from a puzzle to where logic ends."""

    puzzle: Puzzle
    steps: tuple[Step, ...]
    progress: Progress
    state: State
    contradiction: Contradiction | None = None

    def __str__(self) -> str:
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, start=1)]
        end = f"contradiction: {self.contradiction}" if self.contradiction else str(self.progress)
        return "\n".join([*lines, end])


def solve_by_logic(
    puzzle: Puzzle,
    *,
    techniques: Sequence[Technique] = TECHNIQUES,
    unique: bool = False,
    guess: bool = False,
    seed: int = 0,
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
        alphabet: the symbols for values in the sentences.
        tell: called with each step, as `print` may be; silent by default.
    """
    usable = [t for t in techniques if unique or not t.needs_unique]
    solving = _Solving(usable, Rng(seed) if guess else None)
    return solving.run(puzzle, State.of(puzzle, alphabet=alphabet), tell)


class _Solving(NamedTuple):
    techniques: Sequence[Technique]
    rng: Rng | None

    def run(
        self, puzzle: Puzzle, state: State, tell: Callable[[Step], object] | None
    ) -> Explanation:
        """Take the state as far as it goes."""
        steps: list[Step] = []
        wrong = state.contradiction()
        while state.open and not wrong:
            step = first_step(state, self.techniques)
            if step is None:
                if self.rng is None:
                    return Explanation(puzzle, tuple(steps), Progress.STUCK, state)
                step, trial = self._guess(puzzle, state, self.rng)
                if trial is not None:
                    found = (step, *trial.steps)
                    if tell:
                        for each in found:
                            tell(each)
                    return trial._replace(steps=(*steps, *found))
            steps.append(step)
            if tell:
                tell(step)
            wrong = state.apply(step)
        progress = Progress.CONTRADICTION if wrong else Progress.SOLVED
        return Explanation(puzzle, tuple(steps), progress, state, wrong)

    def _guess(self, puzzle: Puzzle, state: State, rng: Rng) -> tuple[Step, Explanation | None]:
        """Try a candidate: return its refutation, or the guess with what it leads to."""
        guess = pick(state, rng)
        name, symbol = state.words.cell[guess.cell], state.words.value[guess.value]
        step = Step("pick", f"{name} is guessed to be {symbol}", placements=(guess,))
        trial_state = state.copy()
        wrong = trial_state.apply(step)
        trial = (
            Explanation(puzzle, (), Progress.CONTRADICTION, trial_state, wrong)
            if wrong
            else self.run(puzzle, trial_state, None)
        )
        if trial.contradiction is None:
            return step, trial
        after = f" after {len(trial.steps)} steps" if trial.steps else ""
        refuted = Step(
            "pick",
            f"if {name} were {symbol}, then{after} {trial.contradiction}: "
            f"{name} cannot be {symbol}",
            eliminations=(guess,),
            pattern=(guess,),
            trial=trial.steps,
        )
        return refuted, None
