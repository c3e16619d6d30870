"""Generate a samurai, five boards in one, and prove that it has one solution."""

import csp_sudoku as cs


def main() -> None:
    """Ask the same questions as for a plain puzzle."""
    puzzle = cs.generate(seed=1, board=cs.boards.samurai())
    print(puzzle)
    print(f"{len(puzzle.board.cells)} cells, {len(puzzle.clues)} clues")

    answer = puzzle.solve(limit=2)
    print(f"{answer.status} by {answer.backend}")
    print(answer.solution)
    certificate = puzzle.prove_unique()
    print(certificate.check())


if __name__ == "__main__":
    main()
