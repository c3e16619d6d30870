"""The native core: C kernels in `src/`, one small Cython module above each.

Nothing here knows about puzzles or boards. Modules take numbers and buffers, and return numbers and
buffers:

- `check`: checks of assignments, tables of solutions and lines of text
- `overlaps`: sets of variables that overlap, for strengthening and encoding
- `dlx`: exact cover by dancing links, a search that can be paused and resumed
- `bitmask`: search by bit masks for any all-different problem with up to 64 values
- `sudoku9`: plain 9x9 Sudoku, one puzzle at a time
- `bulk9`: plain 9x9 Sudoku, hundreds of puzzles at the same time
- `minimal9`: random full 9x9 grids and minimal 9x9 puzzles
- `canonical9`: the canonical form of plain 9x9 puzzles and grids
- `hitting9`: the 9x9 puzzles of a solution with few clues
- `rating9`: how hard a plain 9x9 Sudoku is, on the scale of Sudoku Explainer 1.2.1
- `rup`: a checker of DRAT proofs by unit propagation
- `status`: why a search returned
"""
