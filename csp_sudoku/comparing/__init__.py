"""Comparisons of backends on the same puzzles: a table, plots, and the raw results.

>>> import csp_sudoku as cs
>>> comparison = cs.compare(["1... ..2. .3.. ...4", "1..4 .... .... 2..3"], ["bitmask", "dlx"])
>>> [(row.backend, row.solved) for row in comparison.rows()]
[('bitmask', 2), ('dlx', 2), ('virtual best', 2)]

`measure` asks and `comparison` holds the results; `table` prints, `plots` draws, `files` writes.
`memory` and `speed` measure memory and throughput, and `fights` makes nearly empty boards.
"""

from csp_sudoku.comparing.comparison import Comparison, Disagreement, Trial
from csp_sudoku.comparing.measure import compare
from csp_sudoku.comparing.table import Figures

__all__ = ["Comparison", "Disagreement", "Figures", "Trial", "compare"]
