"""Which of our files a question passes through: `python -m tests.files_passed`.

A file counts if one of its functions is called while the question is answered. What happens while a
module is being imported does not count. Few files mean that a reader can follow a question.
"""

import contextlib
import io
import sys
from inspect import CO_NEWLOCALS
from pathlib import Path

import csp_sudoku
from csp_sudoku import encoders, native

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ROOMS = [Path(package.__file__).parent for package in (csp_sudoku, encoders, native)]


def files_passed(ask):
    """Return the files of ours whose functions are called while `ask()` runs, sorted."""
    called = set()

    def note(frame, event, _):
        if event == "call" and frame.f_code not in called and not _is_importing(frame):
            called.add(frame.f_code)

    sys.setprofile(note)
    try:
        ask()
    finally:
        sys.setprofile(None)
    paths = {Path(code.co_filename) for code in called}
    return sorted(
        str(path.relative_to(room.parent))
        for path in paths
        for room in ROOMS
        if path.is_relative_to(room)
    )


def _is_importing(frame):
    """Whether a frame is the body of a module or class, or was called by one or by an import."""
    while frame is not None and frame.f_code is not files_passed.__code__:
        code = frame.f_code
        if not code.co_flags & CO_NEWLOCALS or code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def solve_as_json():
    from csp_sudoku.cli import main

    def ask():
        with contextlib.redirect_stdout(io.StringIO()):
            main(["solve", "--json", HARD])

    return ask


def solve_16_by_sat():
    """Ask a board that was asked before: what is built from its structure is there."""
    from csp_sudoku import Puzzle, boards

    Puzzle({(0, 0): 3}, board=boards.sudoku(4, 4)).solve("sat")
    return first_16_by_sat()


def first_16_by_sat():
    from csp_sudoku import Puzzle, boards

    puzzle = Puzzle({(0, 0): 1, (1, 4): 2}, board=boards.sudoku(4, 4))
    return lambda: puzzle.solve("sat")


QUESTIONS = {
    "csp-sudoku solve --json LINE": solve_as_json,
    'the first puzzle.solve("sat") on a 16x16, which encodes the board': first_16_by_sat,
    'puzzle.solve("sat") on a 16x16': solve_16_by_sat,
}


def main():
    for title, prepare in QUESTIONS.items():
        files = files_passed(prepare())
        print(f"{title}: {len(files)} files", *files, sep="\n  ")


if __name__ == "__main__":
    main()
