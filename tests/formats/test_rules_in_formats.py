"""Every rule of the table in every way to give it: the same number of solutions, or a refusal.

Python's call, the text of `--rule`, JSON, and every format that keeps rules; a format may refuse a
puzzle, and a reader may name what it does not understand, but neither may drop a rule in silence.
`python -m tests.formats.test_rules_in_formats 50 [FOLDER]` tries fifty random puzzles of each rule
on each board, and asks ISS in FOLDER for the number of solutions of what is written for it.
"""

import json
import random
import sys

import pytest

import csp_sudoku as cs
from csp_sudoku import rules
from csp_sudoku.errors import CspSudokuError, PuzzleFormatError, UnknownRuleError
from csp_sudoku.formats import FORMATS, links
from csp_sudoku.rules import TABLE
from tests.cli.process import here
from tests.rules.test_truths import BOARDS, FITTING, Drawn, board_of

KEEPING = [name for name, format in FORMATS.items() if format.keeps_rules]
LIMIT = 250


def drawn(entry, name, seed):
    """Return a random puzzle with a rule, and with others that it needs."""
    board = board_of(name)
    rng = random.Random(f"{entry.name} {name} {seed}")
    source = Drawn(board, rng)
    if entry.name == "variables":
        wanted = [rules.variables("VA1 VA2"), rules.thermo([board.cells[0], "@VA1", "@VA2"])]
    else:
        wanted = [source.rule(entry)]
    if entry.name.startswith("negative"):
        wanted += [rules.white_dot(source._pair()), rules.x(source._pair())]
    if entry.name == "doubled":
        wanted += [source.rule(rules.thermo)]
    return cs.Puzzle({}, board=board, rules=wanted)


def cases():
    for name, entry in TABLE.items():
        for board in FITTING.get(name, BOARDS):
            yield pytest.param(entry, board, id=f"{name}-{board}")


def written(puzzle):
    """Yield the name of each format that holds a puzzle, and its text."""
    for name in KEEPING:
        try:
            yield name, puzzle.to(name)
        except PuzzleFormatError:
            assert name != "json", "JSON holds every puzzle"


@pytest.mark.parametrize(("entry", "board"), list(cases()))
def test_a_rule_means_the_same_however_it_is_given(entry, board):
    check(drawn(entry, board, 0))


def check(puzzle):
    """Compare the ways to give a puzzle; return what was written, by format."""
    count = puzzle.count(LIMIT)
    texts = list(map(str, puzzle.rules))
    data = json.loads(json.dumps([rule.to_data() for rule in puzzle.rules]))
    for again in (texts, data):
        other = cs.Puzzle({}, board=puzzle.board, rules=again)
        assert other == puzzle
        assert other.count(LIMIT) == count
    found = dict(written(puzzle))
    for name, text in found.items():
        try:
            other = cs.Puzzle(text)
        except UnknownRuleError:
            other = None  # a drawing is no model
        if name not in ("sudokupad", "link") or other is not None:
            assert other is not None, (name, text)
            assert other.count(LIMIT) == count, (name, text)
    return found


@pytest.mark.parametrize("entry", list(TABLE.values()), ids=list(TABLE))
def test_the_command_line_takes_a_rule(entry, tmp_path):
    puzzle = drawn(entry, FITTING.get(entry.name, BOARDS)[0], 0)
    bare = tmp_path / "bare.json"
    bare.write_text(cs.Puzzle({}, board=puzzle.board).to("json"))
    words = [word for rule in puzzle.rules for word in ("--rule", str(rule))]
    told = here("count", "--limit", str(LIMIT), *words, bare)
    assert told.out.strip().removeprefix(">=") == str(puzzle.count(LIMIT)), told


def main(tries, folder=None):
    """Try many puzzles; return how many fail."""
    failed, asked = 0, []
    for case in cases():
        for seed in range(tries):
            try:
                puzzle = drawn(*case.values, seed)
                texts = check(puzzle)
                if "iss" in texts:
                    asked.append((puzzle, texts["iss"].removeprefix(links.ISS)))
            except CspSudokuError as error:
                print(case.id, seed, "is refused:", error)
            except AssertionError as error:
                failed += 1
                print(case.id, seed, "FAILS:", str(error)[:300], flush=True)
    if folder is not None:
        from tests.peers.iss_strings import MOST, theirs

        for (puzzle, text), found in zip(asked, theirs(folder, [t for _, t in asked]), strict=True):
            if found != puzzle.count(MOST):
                failed += 1
                told = "; ".join(map(str, puzzle.rules))
                print(f"{told}: ours {puzzle.count(MOST)}, ISS {found}: {text}", flush=True)
    print(f"{failed} failed; ISS was asked {len(asked)} times")
    return failed


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]), *sys.argv[2:3])))
