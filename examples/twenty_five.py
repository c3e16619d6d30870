"""Fill a 25x25 board, remove two fifths of the values, and solve the rest."""

import csp_sudoku as cs
from csp_sudoku.rng import Rng

BOARD = cs.boards.sudoku(5, 5)


def main() -> None:
    """Fill a nearly empty board, make a puzzle of it, and solve that puzzle."""
    empty = cs.Puzzle({(0, 0): 25, (24, 24): 1}, board=BOARD)
    answer = empty.solve()
    print(f"2 clues: {answer.status} by {answer.backend}, {answer.stats['nodes']:,} nodes")
    assert answer.solution is not None
    print(answer.solution)
    print(f"as letters: {answer.solution.to('line')[:25]} ...")
    print(f"as numbers: {answer.solution.to('numbers')[:60]} ...")

    cells = list(BOARD.cells)
    Rng(1).shuffle(cells)
    puzzle = answer.solution.puzzle.without(*cells[:250])
    again = puzzle.solve(limit=2)
    print(f"{len(puzzle.clues)} clues: {again.status} by {again.backend}, {again.reason}")
    print(f"the same board: {again.solution == answer.solution}")


if __name__ == "__main__":
    main()
