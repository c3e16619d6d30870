"""Backends side by side on the same puzzles: a table, plots, and the raw results.

>>> import csp_sudoku as cs
>>> comparison = cs.compare(["1... ..2. .3.. ...4", "1..4 .... .... 2..3"], ["bitmask", "dlx"])
>>> [(row.backend, row.solved) for row in comparison.rows()]
[('bitmask', 2), ('dlx', 2), ('virtual best', 2)]

`measure` asks, `comparison` holds what came of it; `table` prints, `plots` draws, `files` writes.
"""

from csp_sudoku.comparing.comparison import Comparison, Disagreement, Trial
from csp_sudoku.comparing.measure import compare
from csp_sudoku.comparing.table import Row

__all__ = ["Comparison", "Disagreement", "Row", "Trial", "compare"]
