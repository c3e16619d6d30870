"""The native core: C kernels in `src/`, one small Cython module above each.

Nothing here knows of puzzles or boards. Modules take numbers and buffers, and give numbers and
buffers back:

- `check`: does an assignment keep its all-different groups apart?
- `sudoku9`: plain 9x9 Sudoku, one puzzle at a time
- `bulk9`: plain 9x9 Sudoku, hundreds of puzzles at the same time
"""
