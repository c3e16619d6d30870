"""Comparisons: figures of made-up results, fairness, validation, files and plots."""

import csv
import io
import json
import math
import pickle
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

import pyarrow.parquet
import pytest

import csp_sudoku as cs
from csp_sudoku.backends import get
from csp_sudoku.backends.dlx import Dlx
from csp_sudoku.backends.protocol import Backend
from csp_sudoku.comparing import Comparison, Disagreement, Trial, files, measure, memory, plots
from csp_sudoku.comparing.fights import fight
from csp_sudoku.comparing.memory import added_by
from csp_sudoku.comparing.speed import speeds, text
from csp_sudoku.comparing.table import Work

FOUR = ["1... ..2. .3.. ...4", "1..4 .... .... 2..3", "1234 3412 2143 ...."]
PROPER, SEVERAL, NONE = "...4 3.1. 21.. ....", "1... .... .... ...1", "123. .... ...4 ...."
SVG = "{http://www.w3.org/2000/svg}"


def made(seconds, *, timeout=10.0, **counts):
    """Return a comparison with these times: for each puzzle a dictionary by backend.

    A time may be a list, one for each asking. Infinity is a puzzle that was not solved.
    """
    repeat = max(len(t) if isinstance(t, list) else 1 for times in seconds for t in times.values())
    puzzles = [cs.Puzzle(FOUR[0])] * len(seconds)
    comparison = Comparison(puzzles, list(seconds[0]), timeout=timeout, repeat=repeat)
    for number, times in enumerate(seconds):
        comparison.add(
            Trial(
                number,
                asking,
                backend,
                "solved" if math.isfinite(time) else "unknown",
                min(time, timeout),
                *(count[number] for count in counts.get(backend, ())),
            )
            for backend, given in times.items()
            for asking, time in enumerate(given if isinstance(given, list) else [given])
        )
    return comparison


# Figures


def test_the_figures_of_made_up_results():
    comparison = made(
        [{"a": 1.0, "b": 2.0}, {"a": math.inf, "b": 4.0}, {"a": 3.0, "b": 3.0}, {"a": 4, "b": 9}],
        a=([1, 9, 3, 4], [None] * 4),
        b=([None] * 4, [7, 7, 8, 30]),
    )
    a, b, best = comparison.rows()
    assert (a.backend, a.solved, a.median, a.mean, a.par2) == ("a", 3, 3.5, 4.5, 7.0)
    assert (b.backend, b.solved, b.median, b.mean, b.par2) == ("b", 4, 3.5, 4.5, 4.5)
    assert best[:5] == ("virtual best", 4, 3.5, 3.0, 3.0)
    assert (a.work, b.work, best.work) == (Work(3.5, "nodes"), Work(7.5, "conflicts"), None)
    assert (a.fastest, b.fastest, best.fastest) == (3, 2, 4)  # a tie counts for both
    assert comparison.times("a") == [1.0, math.inf, 3.0, 4.0]
    assert not comparison.is_settled


def test_askings_count_with_their_median_and_all_of_them_must_settle():
    comparison = made([{"a": [1.0, 5.0, 2.0]}, {"a": [1.0, math.inf, 1.0]}], timeout=6.0)
    (row, _) = comparison.rows()
    assert comparison.times("a") == [2.0, math.inf]
    assert (row.solved, row.median, row.par2) == (1, 4.0, 7.0)


def test_what_comes_late_or_is_wrong_is_not_solved():
    puzzle = [cs.Puzzle(FOUR[0])]
    for status, seconds in (("solved", 1.5), ("wrong", 0.1), ("unknown", 0.1)):
        comparison = Comparison(puzzle, ["a"], timeout=1.0)
        comparison.add([Trial(0, 0, "a", status, seconds)])
        assert comparison.times("a") == [math.inf]
        assert comparison.rows()[0].par2 == 2.0


def test_the_table():
    comparison = made([{"bitmask": 0.00004, "sat": math.inf}, {"bitmask": 0.5, "sat": math.inf}])
    assert str(comparison) == (
        "2 puzzles: one solution, and whether it is alone, in at most 10 s; wall time\n"
        "backend       solved  median    mean   PAR-2  search  fastest\n"
        "bitmask          2/2  250 ms  250 ms  250 ms       -        2\n"
        "sat              0/2  > 10 s  10.0 s  20.0 s       -        0\n"
        "virtual best     2/2  250 ms  250 ms  250 ms       -        2"
    )
    comparison.memory = {"bitmask": 3 << 20}
    assert re.search(r"bitmask .* 3\.0 MiB +2\n", str(comparison))
    comparison.disagreements.append(Disagreement(1, "1...", {"bitmask": "none", "sat": "solved"}))
    assert str(comparison).endswith(
        "DISAGREEMENT on puzzle 2: bitmask says none, sat says solved: 1..."
    )


def test_a_comparison_that_was_ended_early():
    whole = made([{"a": 1.0}, {"a": 2.0}])
    part = Comparison(whole.puzzles, ["a"], timeout=10.0, limit=1)
    assert (part.measured, part.rows()[0].par2) == (0, 0.0)
    part.add(whole.trials[:1])
    assert str(part).startswith("1 of 2 puzzles: one solution, in at most 10 s")


# Measuring


class Recorder(Backend):
    """A backend that notes which puzzles it is asked, and with how much time; dlx answers."""

    summary = "records"

    def __init__(self, name, log):
        super().__init__()
        self.name = name
        self.log = log

    def search(self, problem, budget, report, limit):
        self.log.append((self.name, round(budget.seconds_left(), 1), tuple(problem.masks)))
        return get("dlx").search(problem, budget, report, limit)


def test_a_clock_of_ones_own():
    ticks = iter(range(1000))
    comparison = cs.compare(FOUR[:1], ["dlx", "sat"], repeat=2, clock=lambda: float(next(ticks)))
    assert [trial.seconds for trial in comparison.trials] == [1.0] * 4
    assert comparison.rows()[0].par2 == 1.0
    cpu = cs.compare(FOUR[:1], ["dlx"], clock=time.process_time)
    assert str(cpu).startswith(
        "1 puzzle: one solution, and whether it is alone, in at most 10 s; CPU time"
    )


def test_turns_rotate_and_all_are_asked_the_same():
    log = []
    contenders = [Recorder(name, log) for name in "abc"]
    comparison = cs.compare(FOUR[:2], contenders, timeout=30.0, repeat=2)
    timed = [(name, masks) for name, seconds, masks in log if seconds == 30.0]
    assert [name for name, _ in timed] == list("abcbcacababc")
    by_asking = [{masks for _, masks in timed[i : i + 3]} for i in range(0, 12, 3)]
    assert all(len(masks) == 1 for masks in by_asking)
    own = [{tuple(cs.Puzzle(text).problem.masks)} for text in FOUR[:2]]
    assert [by_asking[0], by_asking[2]] == own  # the puzzle itself, and then an equivalent
    assert by_asking[1] != own[0]
    assert [name for name, *_ in log[:3]] == list("abc")  # the board is met before
    assert [name for name, *_ in log[3:9]] == list("aabbcc")  # and each turn has a run-up
    assert {masks for _, _, masks in log[:3]}.isdisjoint(own[0])
    assert len(comparison.trials) == 12
    assert comparison.is_settled


def test_the_seed_decides_on_the_equivalents():
    def asked(seed):
        log = []
        cs.compare(FOUR[:1], [Recorder("a", log)], repeat=4, seed=seed)
        return [masks for _, _, masks in log]

    assert asked(1) == asked(1) != asked(2)


def test_progress_comes_after_each_puzzle():
    seen = []
    whole = cs.compare(FOUR, ["dlx"], progress=lambda part: seen.append((part, part.measured)))
    assert seen == [(whole, 1), (whole, 2), (whole, 3)]


def test_real_backends_agree(backend):
    comparison = cs.compare([PROPER, SEVERAL, NONE], {"it": backend, "reference": "dlx"}, repeat=2)
    assert comparison.disagreements == []
    said = [trial.status for trial in comparison.trials if trial.backend == "it"]
    assert said == ["solved"] * 2 + ["multiple"] * 2 + ["none"] * 2


class Liar(Backend):
    """A backend that answers with what it was given, whatever is asked."""

    name, summary = "liar", "lies"

    def __init__(self, *answers):
        super().__init__()
        self.answers = answers

    def search(self, problem, budget, report, limit):
        yield from self.answers
        return True


def codes(text):
    return [int(symbol) - 1 for symbol in text.replace(" ", "")]


@pytest.mark.parametrize(
    ("answers", "limit", "puzzle", "status"),
    [
        (["1" * 16], 2, PROPER, "wrong"),  # breaks the rules
        ([], 2, PROPER, "wrong"),  # "none", and there is one
        (["1234 3412 2143 4321"], 2, SEVERAL, "solved"),  # "unique", and it is not
        (["1234 3412 2143 4321"], 1, NONE, "wrong"),  # breaks a clue
    ],
)
def test_a_liar_is_caught(answers, limit, puzzle, status):
    liar = Liar(*map(codes, answers))
    comparison = cs.compare([puzzle], {"liar": liar, "dlx": "dlx", "sat": "sat"}, limit=limit)
    (found,) = comparison.disagreements
    assert found.puzzle == 0
    assert found.statuses["liar"] == status
    assert found.statuses["dlx"] == found.statuses["sat"] != status
    assert cs.Puzzle(found.asked) == cs.Puzzle(puzzle)
    assert "liar" in str(comparison)
    if status == "wrong":
        assert comparison.rows()[0].solved == 0
        assert next(trial.note for trial in comparison.trials if trial.backend == "liar")


def test_two_only_solutions_are_a_disagreement():
    one, other = codes("1234 3412 2143 4321"), codes("1243 3421 2134 4312")
    empty = "." * 16
    comparison = cs.compare([empty], {"one": Liar(one), "other": Liar(other)})
    assert len(comparison.disagreements) == 1
    assert (
        cs.compare([empty], {"one": Liar(one), "other": Liar(other)}, limit=1).disagreements == []
    )


def test_who_cannot_take_a_puzzle_does_not_solve_it():
    class Picky(Liar):
        def refusal(self, problem):
            return "4 values, which are too many"

    comparison = cs.compare(FOUR, {"picky": Picky(), "dlx": "dlx"})
    assert comparison.disagreements == []
    assert [row.solved for row in comparison.rows()] == [0, 3, 3]
    assert str(comparison).endswith("liar cannot take this problem: 4 values, which are too many")


def test_the_time_limit_is_the_askings_own(monkeypatch):
    monkeypatch.setattr(measure, "_WARM_UP_SECONDS", 0.01)
    against_brute_force = (  # its first row is 987654321
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    )
    comparison = cs.compare([against_brute_force], ["bruteforce"], timeout=0.01)
    assert comparison.rows()[0].par2 == 0.02


@pytest.mark.parametrize(
    ("puzzles", "backends", "options", "says"),
    [
        (FOUR[0], ["dlx"], {}, "expected a list of puzzles, got one puzzle"),
        (cs.Puzzle(FOUR[0]), ["dlx"], {}, "put it into a list"),
        (FOUR, "dlx", {}, "expected a list of backends, got 'dlx'"),
        (FOUR, [], {}, "no backends"),
        (FOUR, {}, {}, "no backends"),
        (FOUR, ["dlx", "dlx"], {}, "the same"),
        (FOUR, ["magic"], {}, "no backend 'magic'"),
        (FOUR, ["dlx"], {"timeout": 0}, "timeout is 0"),
        (FOUR, ["dlx"], {"timeout": math.inf}, "timeout is inf"),
        (FOUR, ["dlx"], {"repeat": 0}, "repeat is 0"),
        (FOUR, ["dlx"], {"limit": True}, "limit is True"),
    ],
)
def test_what_cannot_be_compared(puzzles, backends, options, says):
    with pytest.raises(cs.CspSudokuError, match=says):
        cs.compare(puzzles, backends, **options)


def test_the_paradigms_that_are_installed_take_part():
    assert cs.compare(FOUR[:1]).backends == ("bitmask", "dlx", "sat", "cpsat")
    assert measure.paradigms() == ["bitmask", "dlx", "sat", "cpsat"]


def test_no_puzzles_give_an_empty_table():
    assert "0 puzzles" in str(cs.compare([], ["dlx"]))


# Memory


def test_memory_is_measured_in_a_process_of_its_own():
    comparison = cs.compare(FOUR[:1], ["bitmask", "sat"], memory=True)
    assert 0 <= comparison.memory["bitmask"] < comparison.memory["sat"] < 200 << 20
    assert "MiB" in str(comparison)


def test_memory_of_what_fails_is_an_error():
    with pytest.raises(cs.BackendError, match="no memory figure for liar"):
        added_by(Liar(), [cs.Puzzle(FOUR[0])], 1.0, 1)


def test_memory_of_who_cannot_take_a_puzzle(monkeypatch, capsys):
    monkeypatch.setattr(Dlx, "refusal", lambda self, problem: "too many")
    question = pickle.dumps(("dlx", {}, [cs.Puzzle(FOUR[0])], 1.0, 1))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(question)))
    memory._main()
    assert int(capsys.readouterr().out) >= 0


def test_the_peak_grows_with_what_is_held():
    code = (
        "from csp_sudoku.comparing.memory import peak\n"
        "before = peak()\n"
        "held = b'x' * (50 << 20)\n"
        "print(peak() - before >> 20)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert 45 <= int(done.stdout) <= 55


# Files


@pytest.fixture
def small():
    return cs.compare(FOUR, ["bitmask", "sat"], repeat=2)


def expected_rows(comparison):
    for trial in comparison.trials:
        yield {
            "puzzle": trial.puzzle + 1,
            "board": "sudoku-2x2",
            "clues": [4, 4, 12][trial.puzzle],
            "text": FOUR[trial.puzzle].replace(" ", ""),
            "repeat": trial.repeat + 1,
            "backend": trial.backend,
            "status": trial.status,
            "seconds": trial.seconds,
            "nodes": trial.nodes,
            "conflicts": trial.conflicts,
            "note": None,
        }


def test_results_can_be_read_back(small, tmp_path):
    for kind in ("csv", "json", "parquet"):
        small.save(tmp_path / f"raw.{kind}")
    rows = list(expected_rows(small))
    assert pyarrow.parquet.read_table(tmp_path / "raw.parquet").to_pylist() == rows
    whole = json.loads((tmp_path / "raw.json").read_text())
    assert whole["trials"] == rows
    assert [row["backend"] for row in whole["backends"]] == ["bitmask", "sat", "virtual best"]
    with (tmp_path / "raw.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert read == [{k: "" if v is None else str(v) for k, v in row.items()} for row in rows]


@pytest.mark.parametrize("name", ["raw.xlsx", "raw", "raw.csv.gz"])
def test_an_unknown_ending_is_refused(small, tmp_path, name):
    with pytest.raises(cs.SourceError, match=r"use \.csv, \.json, \.parquet"):
        small.save(tmp_path / name)


def test_missing_packages_are_named(small, tmp_path, monkeypatch):
    for module in (files, plots):
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # to import it is an error
    with pytest.raises(cs.SourceError, match=r"\[parquet\]"):
        small.save(tmp_path / "raw.parquet")
    with pytest.raises(cs.SourceError, match=r"\[plot\]"):
        small.plot(tmp_path / "cactus.svg")


# Plots


@pytest.fixture
def unequal():
    return made(
        [
            {"dlx": 0.001 * 2**i, "sat": 0.3 if i % 2 else math.inf, "sat:glucose4": 0.02}
            for i in range(12)
        ]
    )


def drawn(path):
    """Return the lines and points of an SVG by their names: the number of their corners."""
    named = {}
    for element in ElementTree.parse(path).iter(f"{SVG}g"):
        path_of = element.find(f"{SVG}path")
        if path_of is not None and " " in element.get("id", ""):
            named[element.get("id")] = len(re.findall("[ML]", path_of.get("d")))
    return named


def test_a_cactus_has_a_line_for_each_backend(unequal, tmp_path):
    file, again = tmp_path / "cactus.svg", tmp_path / "again.svg"
    unequal.plot(file, title="Twelve of them")
    assert drawn(file) == {
        "backend dlx": 12,
        "backend sat": 6,
        "backend sat:glucose4": 12,
        "backend virtual best": 12,
        "limit y": 2,
    }
    shown = "".join(ElementTree.parse(file).getroot().itertext())
    for words in ("Twelve of them", "dlx  12", "sat  6", "100 ms", "puzzles solved"):
        assert words in shown
    unequal.plot(again, title="Twelve of them")  # the same results give the same file
    assert file.read_bytes() == again.read_bytes()
    assert b"dc:date" not in file.read_bytes()


def test_a_scatter_has_a_point_for_each_puzzle(unequal, tmp_path):
    unequal.scatter("dlx", "sat", tmp_path / "scatter.svg")
    root = ElementTree.parse(tmp_path / "scatter.svg").getroot()
    (points,) = (g for g in root.iter(f"{SVG}g") if g.get("id") == "puzzles")
    assert len(list(points.iter(f"{SVG}use"))) == 12
    text = "".join(root.itertext())
    assert "time of dlx, faster on 10" in text
    assert "time of sat, faster on 2" in text
    assert {"limit x", "limit y"} <= drawn(tmp_path / "scatter.svg").keys()


def test_other_kinds_of_plots(unequal, tmp_path):
    unequal.plot(tmp_path / "cactus.png")
    assert (tmp_path / "cactus.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(cs.SourceError, match=r"use \.svg, \.png, \.pdf"):
        unequal.plot(tmp_path / "cactus.jpeg")
    with pytest.raises(cs.BackendError, match="was not compared"):
        unequal.scatter("dlx", "cpsat", tmp_path / "x.svg")


def test_plots_of_nothing_and_of_nobody_who_solved(tmp_path):
    made([{"a": math.inf}]).plot(tmp_path / "none.svg")
    assert "a  0" in (tmp_path / "none.svg").read_text()
    Comparison([], ["a", "b"], timeout=1.0).scatter("a", "b", tmp_path / "empty.pdf")
    assert (tmp_path / "empty.pdf").read_bytes().startswith(b"%PDF")


def test_a_dollar_in_a_title_or_a_name_is_no_formula(tmp_path):
    comparison = cs.compare(FOUR[:1], {r"$\frac$": "dlx", "sat": "sat"})
    comparison.plot(tmp_path / "cactus.svg", title=r"for $1, $\alpha$")
    drawn = (tmp_path / "cactus.svg").read_text()
    assert r">for $1, $\alpha$</text>" in drawn
    assert r">$\frac$  1</text>" in drawn


def test_plots_and_files_that_cannot_be_written(small, tmp_path):
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(cs.SourceError, match=r"cannot write .*folder\.csv: Is a directory"):
        small.save(tmp_path / "folder.csv")
    with pytest.raises(cs.SourceError, match=r"cannot write .*/no/cactus\.svg: No such"):
        small.plot(tmp_path / "no" / "cactus.svg")


# Fights and speed


def test_a_fight_is_nearly_empty_and_solvable():
    boards = fight(50, seed=3)
    assert {len(puzzle.clues) for puzzle in boards} == {2, 3, 4}
    assert all(puzzle.solve() for puzzle in boards)
    assert boards == fight(50, seed=3) != fight(50, seed=4)
    assert 16 <= len(fight(1, cs.boards.sudoku(5, 5))[0].clues) <= 31


def test_speed_counts_puzzles_nodes_and_guesses():
    measured = speeds([cs.Puzzle(PROPER)], {"exact cover": "dlx", "sat": "sat"}, seconds=0.02)
    assert [speed.way for speed in measured][-2:] == ["exact cover", "sat"]
    by_name = {speed.way: speed.facts() for speed in measured}
    assert all(facts["seconds"] >= 0.02 for facts in by_name.values())
    assert by_name["exact cover"]["nodes_per_puzzle"] == 11  # the open cells, each of them forced
    assert by_name["exact cover"]["without_guess"] == 1
    assert by_name["sat"]["without_guess"] is None
    assert "solve_many, 1 worker" in text(measured)


def test_speed_on_pencil_marks():
    solution = cs.Puzzle(PROPER).solve().solution
    masks = [1 << value - 1 for value in solution.values[:-1]] + [0b1111]
    marked = cs.Puzzle.of(solution.board, bytes(16), [mask | 1 for mask in masks])
    assert marked.has_candidates
    assert marked.is_unique() is True
    assert speeds([marked], {"dlx": "dlx"}, seconds=0.01)


def test_speed_finds_a_liar_out():
    class Stubborn(Liar):
        def search(self, problem, budget, report, limit):
            yield next(get("dlx").search(problem, budget, report, limit))
            yield from self.answers
            return True

    assert speeds([cs.Puzzle(PROPER)], {"honest": Stubborn()}, seconds=0.01)
    with pytest.raises(cs.PuzzleError, match="expected proper puzzles"):
        speeds([cs.Puzzle(PROPER)], {"liar": Stubborn([0] * 16)}, seconds=0.01)
    with pytest.raises(cs.PuzzleError, match="expected proper puzzles"):
        speeds([cs.Puzzle(SEVERAL)], {}, seconds=0.01)
    with pytest.raises(cs.PuzzleError, match="one board at a time"):
        speeds([cs.Puzzle(PROPER), cs.Puzzle("." * 81)], {}, seconds=0.01)
