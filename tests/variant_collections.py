"""Read the collections of variant puzzles from their own formats, and solve them; by hand.

`python -m tests.variant_collections FOLDER/iss.jsonl FOLDER/tatham.jsonl` counts up to two
solutions of each puzzle by the native search, and by SAT or CP-SAT, and compares them with what the
collection says. It prints each puzzle that fails, with the reason, and the CPU time.

    --seconds N     the limit of CPU time for a puzzle and a backend (default: 60)
    --backends A,B  native search first, then any of the others (default: bitmask,cpsat,sat)
    --only TEXT     only puzzles whose name has this text
    --table FILE    write one line of JSON for each puzzle, too; those of an earlier run are kept
"""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

from csp_sudoku.errors import CspSudokuError, UnknownRuleError
from csp_sudoku.formats import parse
from tests.cpu_limits import within

TEXTS = {"iss": "iss", "tatham": "game_id", "fpuzzles_mpl": "fpuzzles"}
"""Where the lines of each collection have the text of the puzzle."""
FORMATS = {"iss": "iss", "tatham": "tatham", "fpuzzles_mpl": "fpuzzles"}


class Case:
    """A puzzle of a collection, and what is known of it."""

    def __init__(self, collection, data):
        self.name = data["id"]
        self.format = FORMATS[collection]
        self.text = data[TEXTS[collection]].partition('"')[0]  # one line has more than its text
        self.solutions = data.get("solutions", 1 if collection == "tatham" else None)
        if collection == "fpuzzles_mpl" and data["status"] == "unique":
            self.solutions = 1
        known = data.get("solution") if collection != "fpuzzles_mpl" else None
        if collection == "fpuzzles_mpl" and data["status"] == "unique":
            known = data["solved"]
        self.solution = None if known is None else [number(symbol) for symbol in known]

    def read(self):
        """Return the puzzle."""
        return parse(self.text, format=self.format)


def number(symbol):
    """Return the number of a symbol: a digit, or a letter from A = 1."""
    if isinstance(symbol, int):
        return symbol
    return int(symbol) if symbol.isdecimal() else ord(symbol.upper()) - 64


def cases(path):
    """Yield the puzzles of a collection."""
    for line in Path(path).read_text().splitlines():
        yield Case(Path(path).stem, json.loads(line))


def asked(puzzle, backend):
    """Return the number of solutions to 2, and the first one's values; or why it was refused."""
    try:
        answer = puzzle.solve(backend, limit=2)
    except CspSudokuError as error:
        return f"refused: {error}", None
    return answer.found, list(answer.solution.values) if answer.solution else None


def fault(case, puzzle, backend, seconds):
    """Return why a backend's answer is not the known one, or None; and the CPU seconds."""
    answer, spent = within(seconds, lambda: asked(puzzle, backend))
    if answer is None:
        return f"not settled in {seconds:g} s", spent
    found, values = answer
    if isinstance(found, str):
        return found, spent
    if case.solutions is not None and min(found, 2) != min(case.solutions, 2):
        return f"{found} solutions instead of {case.solutions}", spent
    if case.solution is not None and found == 1:
        board = puzzle.board
        known = [n - board.first + 1 for n in case.solution[: len(board.cells)]]
        if values != known:
            return "another solution", spent
    return None, spent


def known_lines(table):
    """Return the names of the puzzles that a table has."""
    if table is None or not table.exists():
        return set()
    return {json.loads(line)["id"] for line in table.read_text().splitlines()}


def main(paths, seconds, backends, only, table=None):
    """Run all collections; return how many puzzles failed."""
    native, *others = backends
    failed, done = 0, known_lines(table)
    for path in paths:
        spent, results = Counter(), Counter()
        for case in cases(path):
            if (only and only not in case.name) or case.name in done:
                continue
            begun = time.process_time()
            try:
                puzzle = case.read()
            except UnknownRuleError as error:
                results["unknown rules"] += 1
                print(f"{case.name}: unknown rules: {', '.join(error.names)}", flush=True)
                continue
            except CspSudokuError as error:
                results["not read"] += 1
                failed += 1
                print(f"{case.name}: not read: {error}", flush=True)
                continue
            spent["read"] += time.process_time() - begun
            reasons, taken = {}, {}
            for backend in (native, *others):
                reasons[backend], used = fault(case, puzzle, backend, seconds)
                spent[backend] += used
                taken[backend] = round(used, 3)
                if backend != native and reasons[backend] is None:
                    break  # one of the others is enough
            wrong = {name: why for name, why in reasons.items() if why}
            is_settled = not others or any(name in reasons and name not in wrong for name in others)
            is_right = native not in wrong and is_settled
            results["right" if is_right else "wrong"] += 1
            failed += not is_right
            if table is not None:
                line = {"id": case.name, "seconds": taken, "reasons": reasons}
                with table.open("a") as opened:
                    opened.write(json.dumps(line) + "\n")
            if not is_right:
                told = "; ".join(f"{name}: {why}" for name, why in wrong.items())
                print(f"{case.name}: {told}", flush=True)
        times = ", ".join(f"{name} {taken:.1f} s" for name, taken in spent.items())
        counts = ", ".join(f"{count} {result}" for result, count in results.items())
        print(f"{Path(path).name}: {counts}; {times}", flush=True)
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="FILE")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--backends", default="bitmask,cpsat,sat")
    parser.add_argument("--only", default="")
    parser.add_argument("--table", type=Path, metavar="FILE")
    given = parser.parse_args()
    backends = given.backends.split(",")
    sys.exit(bool(main(given.paths, given.seconds, backends, given.only, given.table)))
