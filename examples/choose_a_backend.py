"""Solve four puzzles with six backends each, and show the status and the work of each backend."""

import csp_sudoku as cs

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
PUZZLES = {
    "a hard 9x9": cs.Puzzle(HARD),
    "an impossible 9x9": cs.Puzzle(IMPOSSIBLE),
    "a 16x16 with 130 clues": cs.generate(seed=1, board=cs.boards.sudoku(4, 4), clues=130),
    "an empty 16x16": cs.Puzzle([0] * 256),
}
BACKENDS = ("auto", "bitmask", "dlx", "sat", "mrv", "bruteforce")
NODES = 20_000


def main() -> None:
    """Print the status, and the first number of the backend's own statistics."""
    for title, puzzle in PUZZLES.items():
        print(f"\n{title}")
        for backend in BACKENDS:
            # A budget in nodes, unlike one in seconds, gives the same result on every machine.
            answer = puzzle.solve(backend, nodes=NODES)
            counted = next(((n, c) for n, c in answer.stats.items() if c), ("nothing", 0))
            print(f"  {backend:11} {answer.status!s:8} {counted[1]:9,} {counted[0]}")
            if backend == "auto":
                print(f"  {'':11} chose {answer.backend}: {answer.reason}")


if __name__ == "__main__":
    main()
