"""Every step of many explanations, checked against the solution and by a SAT solver.

    python -m tests.logic.sound_steps [--each N] [FILE...]

N puzzles of each board family are made from a seed; a file has lines of 9x9 puzzles, each with
its rating behind a tab or nothing, or is a collection of variants (.jsonl, see
tests/variant_collections.py). A placement must be in the solution; a SAT solver is asked,
from the rules and the clues alone, whether any value that was eliminated is possible.
"""

import argparse
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import process_time

from csp_sudoku import CspSudokuError, Puzzle, boards, generate_many
from csp_sudoku.encoders.cnf import encode
from csp_sudoku.logic import solve_by_logic
from tests.variant_collections import cases

FAMILIES = {
    "sudoku-2x2": 1,
    "sudoku-2x3": 4,
    "sudoku-2x4": 2,
    "sudoku-2x5": 1,
    "sudoku-3x4": 1,
    "sudoku-3x3": 6,
    "sudoku-4x4": 1,
    "sudoku-3x3+diagonals": 2,
    "sudoku-3x3+windows": 2,
    "sudoku-2x3+diagonals": 2,
    "latin-6": 1,
    "jigsaw": 3,
}
"""Board families, and how many puzzles of each beside the others."""


class Checker:
    """A board's rules in a SAT solver, which is kept for all questions."""

    def __init__(self, csp):
        from pysat.solvers import Solver

        self.cnf = encode(csp.problem.csp)
        self.solver = Solver("cadical153", bootstrap_with=self.cnf.clauses)

        self.top = self.cnf.top

    def possible(self, problem, candidates):
        """Return which candidates stand in a solution of the problem.

        One clause says that at least one of them does. Without a solution under it, none does;
        each solution shows some of those that do, which are left out of the next clause.
        """
        assumed = self.cnf.assumptions(problem.masks)
        literals = {self.cnf.literal[cell][value - 1]: (cell, value) for cell, value in candidates}
        found = []
        while literals:
            self.top += 1
            self.solver.add_clause([-self.top, *literals])
            if not self.solver.solve([*assumed, self.top]):
                break
            true = [literal for literal in self.solver.get_model() if literal in literals]
            found += map(literals.pop, true)
        return found


class Report:
    """What was checked so far, by family and by technique."""

    def __init__(self, seconds=60):
        self.seconds = seconds
        self.checkers = {}
        self.endings = Counter()
        self.techniques = Counter()
        self.eliminations = self.placements = 0
        self.wrong = []
        self.hardest = None
        """The hardest technique of the last explanation."""
        self.explaining = 0.0
        """The seconds of CPU that explanations took, without the checks."""
        self.is_proper = False
        """Whether SAT knows no other solution of the last puzzle."""
        self.open_cells = 0
        """How many cells the last explanation left open."""
        self.where = ""
        """The grid where the last explanation ended."""

    def check(self, puzzle):
        board = puzzle.board
        checker = Checker(puzzle.structure) if puzzle.rules else self.checkers.get(board.name)
        checker = checker or Checker(board.csp)
        if not puzzle.rules:
            self.checkers[board.name] = checker
        answer = puzzle.solve("auto" if puzzle.rules else "bitmask", timeout=self.seconds)
        if answer.solution is None:
            self.endings["not solved by search"] += 1
            return
        solution = tuple(answer.solution)
        problem = puzzle.problem
        others = [
            (cell, value)
            for cell, right in enumerate(solution)
            for value in range(1, board.size + 1)
            if value != right
        ]
        possible = set(checker.possible(problem, others))
        self.is_proper = not possible
        possible.update(enumerate(solution))
        start = process_time()
        explained = solve_by_logic(puzzle, unique=True, timeout=self.seconds)
        self.explaining += process_time() - start
        self.endings[str(explained.progress)] += 1
        self.hardest = list(explained.techniques)[-1] if explained.techniques else None
        self.open_cells = explained.state.open.bit_count()
        self.where = "".join(str(value or ".") for value in explained.state.values)
        for step in explained:
            self.techniques[step.technique] += 1
            self.placements += len(step.placements)
            self.eliminations += len(step.eliminations)
            is_wrong = any(solution[cell] != value for cell, value in step.placements)
            if is_wrong or not possible.isdisjoint(step.eliminations):
                self.wrong.append((puzzle, step))

    def line(self, name, before):
        done = self.endings - before
        endings = ", ".join(f"{count} {word}" for word, count in sorted(done.items()))
        print(f"{name:24}{done.total():6}  {endings}", flush=True)


def made(name, count):
    if name == "jigsaw":
        for number in range(count):
            board = boards.random_jigsaw(9, seed=number)
            yield from generate_many(1, seed=number, board=board)
    else:
        board = boards.named(name)
        clues = len(board.cells) * 9 // 20 if board.size > 10 else None  # minimal unless large
        yield from generate_many(count, seed=7, board=board, clues=clues)


def collected(path):
    """Yield the variants of a collection that can be read."""
    for case in cases(path):
        with suppress(CspSudokuError):
            yield case.read()


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m tests.logic.sound_steps")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--each", type=int, default=30, metavar="N", help="times a family's share")
    parser.add_argument("--seconds", type=float, default=60, help="for each explanation")
    args = parser.parse_args(words)
    report = Report(args.seconds)
    sources = [(name, made(name, share * args.each)) for name, share in FAMILIES.items()]
    for path in args.files:
        if path.suffix == ".jsonl":
            sources.append((path.name, collected(path)))
            continue
        rows = path.read_text().splitlines()
        sources.append((path.name, (Puzzle(row.split("\t")[0]) for row in rows)))
    for name, puzzles in sources:
        before = Counter(report.endings)
        for puzzle in puzzles:
            report.check(puzzle)
        report.line(name, before)
    print(f"{report.placements:,} placements, {report.eliminations:,} eliminations checked by SAT")
    for technique, count in report.techniques.most_common():
        print(f"{count:10,}  {technique}")
    for puzzle, step in report.wrong:
        print(f"WRONG: {step} in {puzzle!r}")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
