"""Drop clues until every clue is needed, and find the fewest clues that a solution needs."""

import csp_sudoku as cs


def main() -> None:
    """Make a minimal 9x9 puzzle, and find the minimum of a 6x6 solution with its proof."""
    puzzle = cs.generate(seed=7, clues=40)
    sizes = [len(cs.minimal(puzzle, seed=seed).clues) for seed in range(20)]
    print(f"40 clues; twenty orders of dropping end at {min(sizes)} to {max(sizes)} clues")

    game = cs.minimal(puzzle, seed=sizes.index(min(sizes)))
    print(game)
    found = game.is_minimal()
    print(f"{len(game.clues)} clues: {found.reason}")
    cell, rival = next(iter(found.rivals.items()))
    differs = sum(a != b for a, b in zip(rival, found.solutions[0], strict=True))
    print(f"without {cell}, say, there is a solution that differs in {differs} cells")

    solution = cs.generate(seed=7, board=cs.boards.sudoku(2, 3)).solve().solution
    assert solution is not None
    fewest = cs.minimum(solution)
    print(f"\n{solution}\nneeds {fewest.upper} clues, and here they are:\n{fewest.puzzle}")
    print(f"fewer clues cannot meet all of the {len(fewest.sets)} unavoidable sets")
    print(f"checked again: {fewest.check()}")


if __name__ == "__main__":
    main()
