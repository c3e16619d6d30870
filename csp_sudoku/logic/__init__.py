"""The human solver: candidates, techniques, and steps that say why.

| to understand | read |
|---|---|
| a board as bits | `bits.py` |
| the state: candidates by cell, cells by value | `state.py` |
| a step, its moves, its reason | `step.py` |
| what a technique is, and how to add one | `technique.py` |
| which there are | `table.py`, and one module a family |
| strong and weak links, and the search along them | `links.py` |
| moves in queues, undo and redo, moves by hand | `game.py` |
| a puzzle explained from start to end | `solver.py`, `explaining.py`, `explanation.py` |
| smallest reasons without techniques, how hard they are | `reasons.py`, `cores.py`, `hardness.py` |
| hints, and what forbids one | `hints.py` |
| the dialogue of a game in the terminal, and its file | `play.py`, `gamefile.py` |
"""

from csp_sudoku.logic.explaining import explain
from csp_sudoku.logic.explanation import Explanation
from csp_sudoku.logic.game import Game, Progress
from csp_sudoku.logic.hints import Hint, hint
from csp_sudoku.logic.solver import solve_by_logic
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
