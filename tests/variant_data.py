"""Read the collections of variant puzzles as models: nothing about Sudoku is needed.

`python -m tests.variant_data FOLDER/kakuro.jsonl bitmask,sat,cpsat 10` asks each backend how many
solutions each puzzle of a collection has, up to two, with a limit of CPU seconds for each. It
prints what was not settled, by name, and where two backends, or a backend and the data, disagree.
"""

import json
import sys
from pathlib import Path

import csp_sudoku as cs
from tests.cpu_limits import within


def primitives(data):
    """Return the model of a puzzle that is given as basic constraints."""
    model = cs.CSP()
    xs = [model.variable(i, domain) for i, domain in enumerate(data["domains"])]
    reader = _Primitives(model, xs, data)
    for constraint in data["constraints"]:
        for part in reader.read(constraint):
            model.add(part)
    return model, xs


class _Primitives:
    def __init__(self, model, xs, data):
        self.model, self.xs, self.data = model, xs, data
        self.breaks = None

    def read(self, constraint):
        kind, *args = constraint
        return getattr(self, f"read_{kind}")(*args)

    def read_alldiff(self, variables):
        return [cs.AllDifferent([self.xs[v] for v in variables])]

    def read_pair(self, a, b, name):
        table = {int(left): set(rights) for left, rights in self.data["tables"][name].items()}
        if a == b:
            return [
                cs.Table([self.xs[a]], [(v,) for v in self.xs[a].domain if v in table.get(v, ())])
            ]
        return [cs.Relation(self.xs[a], self.xs[b], lambda x, y: y in table.get(x, ()))]

    def read_linear(self, terms, bounds):
        return [cs.Linear([(self.xs[v], factor) for v, factor in terms], *bounds)]

    def read_count(self, variables, values, allowed):
        weights = dict.fromkeys(values, 1)
        return [cs.Linear([(self.xs[v], weights) for v in variables], totals=allowed)]

    def read_samecount(self, lists):
        first, *others = lists
        values = {value for one in lists for v in one for value in self.xs[v].domain}
        found = []
        for other in others:
            for value in sorted(values):
                terms = [(self.xs[v], {value: 1}) for v in first]
                terms += [(self.xs[v], {value: -1}) for v in other]
                found.append(cs.Linear(terms, 0, 0))
        return found

    def read_regular(self, variables, name):
        automaton = self.data["automata"][name]
        steps = [tuple(step) for step in automaton["transitions"]]
        sequence = [self._break() if v == "break" else self.xs[v] for v in variables]
        starts = (
            automaton["start"] if isinstance(automaton["start"], list) else [automaton["start"]]
        )
        if len(starts) > 1:
            steps += [("start", value, target) for s, value, target in steps if s in starts]
        start = starts[0] if len(starts) == 1 else "start"
        return [cs.Regular(sequence, start, steps, automaton["accept"])]

    def read_or(self, branches):
        return [cs.AnyOf([[p for part in branch for p in self.read(part)] for branch in branches])]

    def _break(self):
        if self.breaks is None:
            self.breaks = self.model.variable("break", ["break"])
        return self.breaks


def qcp(data):
    """Return the model of a quasigroup that is to be completed."""
    order = data["order"]
    model = cs.CSP()
    square = model.grid(order, order, range(order))
    for line in (*square.rows, *square.columns):
        model.all_different(line)
    given = {x: v for x, v in zip(square, data["grid"], strict=True) if v is not None}
    return model.with_values(given), list(square)


def kakuro(data):
    """Return the model of a Kakuro."""
    model = cs.CSP()
    cells = {cell: model.variable(cell, range(1, 10)) for cell in data["white"]}
    for run in data["runs"]:
        xs = [cells[cell] for cell in run["cells"]]
        model.all_different(xs)
        model.add(sum(xs) == run["sum"])
    return model, list(cells.values())


def nonogram(data):
    """Return the model of a nonogram: each line is read by an automaton."""
    model = cs.CSP()
    height, width = len(data["rows"]), len(data["cols"])
    picture = model.grid(height, width, (0, 1))
    for line, blocks in zip(picture.rows, data["rows"], strict=True):
        model.add(blocks_in(line, blocks))
    for line, blocks in zip(picture.columns, data["cols"], strict=True):
        model.add(blocks_in(line, blocks))
    return model, list(picture)


def blocks_in(line, blocks):
    """Return the constraint that a line has blocks of these lengths, in order."""
    pattern = [0]
    for block in blocks:
        pattern += [1] * block + [0]

    def step(state, colour):
        if colour == 0:
            if pattern[state] == 0:
                return state
            return state + 1 if state + 1 < len(pattern) and pattern[state + 1] == 0 else None
        return state + 1 if state + 1 < len(pattern) and pattern[state + 1] == 1 else None

    return cs.Regular(line, 0, step, {len(pattern) - 1, len(pattern) - 2} if blocks else {0})


READERS = {
    "iss_primitives": primitives,
    "qcp": qcp,
    "kakuro": kakuro,
    "nonogram": nonogram,
}


def read(path):
    """Yield the name and the data of each puzzle, and the function that makes a model of it."""
    reader = READERS[Path(path).stem]
    for line in Path(path).read_text().splitlines():
        data = json.loads(line)
        yield data["id"], data, reader


def known_solution(data):
    """Return the solution that comes with a puzzle, as the values of its first variables."""
    given = data.get("solution")
    if not given:
        return None
    if not isinstance(given, str):
        return [v for row in given for v in row] if isinstance(given[0], list) else given
    return [ord(c) - 64 if c.isalpha() else int(c) for c in given]


def asked(data, reader, backend, seconds):
    """Return the count to 2, the solution if it is the only one, and the CPU seconds for it.

    The count is None if it was not settled within these CPU seconds: see `tests.cpu_limits`.
    """

    def ask():
        model, xs = reader(data)
        try:
            found = [[s[x] for x in xs] for s in model.solutions(backend, limit=2)]
        except cs.CspSudokuError as error:
            return f"refused: {error}", None
        return len(found), found[0] if len(found) == 1 else None

    answer, spent = within(seconds, ask)
    return *(answer or (None, None)), spent


def main(path, backends, seconds, only=""):
    """Ask each backend about each puzzle; return 1 if two, or one and the data, disagree."""
    unsettled = {backend: [] for backend in backends}
    spent = dict.fromkeys(backends, 0.0)
    wrong = []
    puzzles = [puzzle for puzzle in read(path) if only in puzzle[0]]
    for name, data, reader in puzzles:
        known, told = known_solution(data), []
        answers = []
        for backend in backends:
            count, solution, used = asked(data, reader, backend, seconds)
            spent[backend] += used
            told.append(f"{backend} {count} {used:.2f} s")
            if isinstance(count, int):
                answers.append((count, solution))
            else:
                unsettled[backend].append(name)
            if known and solution and solution[: len(known)] != known:
                wrong.append(name)
        if any(answer != answers[0] for answer in answers):
            wrong.append(name)
        print(f"{name}: {', '.join(told)}", flush=True)
    for backend in backends:
        missing = unsettled[backend]
        print(
            f"{backend}: {len(puzzles) - len(missing)} of {len(puzzles)} in {spent[backend]:.0f} s"
            f" of CPU; not within {seconds:g} s: {', '.join(missing) or 'none'}"
        )
    print(f"disagreements: {', '.join(dict.fromkeys(wrong)) or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2].split(","), float(sys.argv[3]), *sys.argv[4:]))
