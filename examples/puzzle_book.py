"""Make a book of puzzles, from easy to extreme, with solutions at the back."""

import sys

import csp_sudoku as cs
from csp_sudoku.render import book

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")


def main() -> None:
    """Generate two symmetric puzzles of each level and two jigsaws, and make the book."""
    path = sys.argv[1] if len(sys.argv) > 1 else "book.pdf"
    puzzles = [
        cs.generate(seed=seed, difficulty=level, symmetry="rotate180")
        for level in LEVELS
        for seed in (1, 2)
    ]
    jigsaws = [cs.generate(seed=1, board=cs.boards.random_jigsaw(9, seed=s)) for s in (1, 2)]

    def caption(puzzle: cs.Puzzle) -> str:
        return puzzle.rate().level if puzzle.board.is_plain else "jigsaw"

    pages = book([*puzzles, *jigsaws], path, title="Twelve puzzles", caption=caption)
    for level in LEVELS:
        ratings = [puzzle.rate().value for puzzle in puzzles if puzzle.rate().level == level]
        print(f"{level:10} {', '.join(map(str, ratings))} (Sudoku Explainer 1.2.1)")
    print(f"{len(puzzles) + len(jigsaws)} puzzles on {pages} pages: {path}")


if __name__ == "__main__":
    main()
