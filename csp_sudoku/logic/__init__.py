"""The human solver: candidates, techniques, and steps that say why.

| to understand | read |
|---|---|
| a board as sets of bits | `board_bits.py` |
| the state: candidates by cell, cells by value | `state.py` |
| a step, its moves, its reason | `step.py` |
| what a technique is, and how to add one | `techniques/technique.py` |
| which techniques there are | `techniques/table.py`, and one module per family |
| rules as bits and units, and their words | `ruled_bits.py`, `rule_units.py`, `rule_words.py` |
| strong and weak links, and the search along them | `techniques/links.py` |
| the words of sentences | `words.py` |
| moves in queues, undo and redo, moves by hand | `game.py` |
| a puzzle explained from start to end, with guesses if wanted | `solver.py`, `explanation.py` |
| smallest reasons without techniques | `reasons.py`, with `csp_sudoku/sat/unsat_cores.py` |
| how hard a puzzle is | `rating.py` (by techniques), `hardness.py` (by the size of reasons) |
| hints, and what is wrong on a board | `hints.py` |
| the dialogue of a game in the terminal, and its file | `play.py`, `gamefile.py` |
| logic as a backend of `solve` | `backend.py` |
| the comparison with HoDoKu's library of positions | `conformance.py` |
"""

from csp_sudoku.logic.explanation import Explanation
from csp_sudoku.logic.game import Game, Progress
from csp_sudoku.logic.hints import Hint, hint
from csp_sudoku.logic.solver import explain, solve_by_logic
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Link, Move, Step
from csp_sudoku.logic.techniques.table import BY_NAME, TECHNIQUES
from csp_sudoku.logic.techniques.technique import Technique

__all__ = [
    "BY_NAME",
    "TECHNIQUES",
    "Candidate",
    "Explanation",
    "Game",
    "Hint",
    "Link",
    "Move",
    "Progress",
    "State",
    "Step",
    "Technique",
    "explain",
    "hint",
    "solve_by_logic",
]
