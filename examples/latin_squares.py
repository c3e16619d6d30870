"""Count latin squares, and compare the counts with the published ones."""

import csp_sudoku as cs

PUBLISHED = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161_280}


def main() -> None:
    """Count with two backends, then complete a partial latin square."""
    for size, published in PUBLISHED.items():
        empty = cs.Puzzle({}, board=cs.boards.latin(size))
        counts = [empty.count(backend=backend) for backend in ("bitmask", "dlx")]
        assert counts == [published, published]
        print(f"{size} x {size}: {published:,} latin squares")

    board = cs.boards.latin(16)
    puzzle = cs.generate(seed=1, board=board, clues=180)
    answer = puzzle.solve(limit=2)
    print(f"16 x 16 with {len(puzzle.clues)} clues: {answer.status} by {answer.backend}")


if __name__ == "__main__":
    main()
