"""Compare backends on the same puzzles, and write one page with a table and a plot."""

import sys
from pathlib import Path

import csp_sudoku as cs

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Paradigms side by side</title>
<body style="font-family: sans-serif; max-width: 50em; margin: auto">
<h1>Paradigms side by side</h1>
<p>{puzzles} minimal 9x9 puzzles and {large} boards of 16x16, each with uniqueness proven.</p>
<pre>{table}</pre>
{plot}
</body></html>
"""


def main() -> None:
    """Compare the backends, and write the page."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    puzzles = list(cs.generate_many(8, seed=1))
    board = cs.boards.sudoku(4, 4)
    large = list(cs.generate_many(2, seed=1, board=board, clues=130))
    comparison = cs.compare(
        puzzles + large, ["auto", "bitmask", "dlx", "sat", "taboo-totem-pick"], timeout=5
    )
    print(comparison)
    assert not comparison.disagreements

    plot = folder / "cactus.svg"
    comparison.plot(plot, title="Puzzles solved within a given time each")
    drawing = plot.read_text(encoding="utf-8")
    page = PAGE.format(
        puzzles=len(puzzles),
        large=len(large),
        table=comparison,
        plot=drawing[drawing.index("<svg") :],
    )
    (folder / "paradigms.html").write_text(page, encoding="utf-8")
    print(f"wrote {folder / 'paradigms.html'}")


if __name__ == "__main__":
    main()
