"""Solutions in files beside the puzzles: one.txt has its solution in one.solution.txt."""

from __future__ import annotations

import argparse
from pathlib import Path

from csp_sudoku import formats
from csp_sudoku.cli.inputs import is_path, words
from csp_sudoku.cli.outputs import is_same
from csp_sudoku.errors import CspSudokuError

_COMPRESSED = (".gz", ".zst")


def beside(word: str, format: str | None = None) -> str:
    """Return the name of the file for the solutions of an input file.

    It keeps the suffix, which tells the format, unless the solutions have another format.

    >>> beside("games/one.sdk"), beside("many.txt.gz"), beside("one")
    ('games/one.solution.sdk', 'many.solution.txt', 'one.solution')
    >>> beside("many.sdm", "json"), beside("many.sdm", "grid")
    ('many.solution.json', 'many.solution.txt')
    """
    path = Path(word)
    if path.suffix.lower() in _COMPRESSED:
        path = path.with_suffix("")
    suffix = path.suffix
    if format is not None:
        suffix = next(iter(formats.format_of(format).suffixes), ".txt")
    return str(path.with_name(f"{path.stem}.solution{suffix}"))


def targets(args: argparse.Namespace) -> dict[str, str]:
    """Return where the solutions of each input go; refuse what would overwrite something."""
    format = "json" if args.json else args.to
    found: dict[str, str] = {}
    for word in words(args):
        if not is_path(word) or not Path(word).is_file():
            what = "standard input" if word == "-" else f"{word[:20]!r}"
            raise CspSudokuError(
                f"nothing to save beside: {what} is no file", fix="name files, or leave out --save"
            )
        name = beside(word, format)
        if name in found.values():
            raise CspSudokuError(f"two inputs would be saved as {name}", fix="solve them apart")
        if any(is_same(other, name) for other in words(args)):
            raise CspSudokuError(f"{name} is input and output", fix="leave it out of the input")
        found[word] = name
    return found
