"""What can be asked in parts, from every kind of source to every kind of target."""

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

import csp_sudoku as cs
from csp_sudoku import CspSudokuError, Puzzle, parts
from tests.cli.process import assert_refused, here
from tests.cli.puzzles import DOUBLED, HARD, SEVERAL, SOLVED_4
from tests.parts.sources import content, done, games

SEVENTEEN = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
MIXED = [HARD, DOUBLED, SEVERAL, "nonsense", "." * 81]
KILLER = Puzzle(HARD, rules=["cage r1c1 r1c2 = 9"])


def one(tmp_path, what, options, source, suffix):
    """Run a job of one part; return the path of its target."""
    out = tmp_path / f"out-{what}{suffix}-{len(list(tmp_path.iterdir()))}"
    done(parts.plan(parts.Job(what, options), [source], out, suffix=suffix))
    return out / f"00000{suffix}"


def table(path):
    return pq.read_table(path).to_pylist()


@pytest.mark.parametrize(
    ("what", "options", "words"),
    [
        ("solve", {}, ()),
        ("solve", {"limit": 1, "backend": "dlx"}, ("--limit", 1, "--backend", "dlx")),
        ("count", {"limit": 3}, ("--limit", 3)),
        ("rate", {}, ()),
        ("minimal", {"seed": 7}, ("--seed", 7)),
    ],
)
def test_lines_are_those_of_the_command(tmp_path, what, options, words):
    given = [puzzle for puzzle in MIXED if what != "count" or puzzle != "." * 81]
    source = tmp_path / "in.txt"
    source.write_text("".join(f"{puzzle}\n" for puzzle in given))
    target = one(tmp_path, what, options, source, ".txt")
    assert target.read_text() == here(what, source, *words).out


def test_forms_are_those_of_the_command(tmp_path):
    source = games(tmp_path / "in", 1, 10)[0]
    target = one(tmp_path, "canonical", {}, source, ".txt")
    assert target.read_text() == here("canonical", source).out


@pytest.mark.parametrize("suffix", [".txt", ".txt.gz", ".txt.zst", ".parquet"])
@pytest.mark.parametrize("ending", ["txt", "txt.gz", "txt.zst", "parquet"])
def test_every_source_and_target(tmp_path, ending, suffix):
    source, lines = tmp_path / f"in.{ending}", "".join(f"{puzzle}\n" for puzzle in MIXED)
    if ending == "parquet":
        pq.write_table(pa.table({"name": list("abcde"), "puzzle": MIXED}), source)
    else:
        data = lines.encode()
        pack = {"gz": gzip.compress, "zst": zstandard.ZstdCompressor().compress, "txt": bytes}
        source.write_bytes(pack[ending[-3:].strip(".")](data))
    target = one(tmp_path, "solve", {}, source, suffix)
    expected = here("solve", stdin=lines).out.split()
    if suffix == ".parquet":
        rows = table(target)
        assert [row["solution"] or row["status"] for row in rows] == expected
        assert [row["found"] for row in rows] == [1, 0, 2, None, 2]
        if ending == "parquet":
            assert [row["name"] for row in rows] == list("abcde")
            assert [row["puzzle"] for row in rows] == MIXED
        else:
            assert [row["puzzle"] for row in rows] == [*MIXED[:3], None, MIXED[4]]
    else:
        data = target.read_bytes()
        unpack = {".txt": bytes, ".gz": gzip.decompress, ".zst": _unpacked}
        assert unpack[target.suffix](data).decode().split() == expected


def _unpacked(data):
    return zstandard.ZstdDecompressor().decompressobj().decompress(data)


def test_questions_one_after_the_other(tmp_path):
    """The columns of a source stay, so that a table grows by each question."""
    source = tmp_path / "in.parquet"
    puzzles = [puzzle.to("line") for puzzle in cs.generate_many(30, seed=4)]
    pq.write_table(pa.table({"puzzle": puzzles}), source)
    solved = one(tmp_path, "solve", {}, source, ".parquet")
    formed = one(tmp_path, "canonical", {}, solved, ".parquet")
    rated = one(tmp_path, "rate", {}, formed, ".parquet")
    for text, row in zip(puzzles, table(rated), strict=True):
        puzzle = Puzzle(text)
        assert row["puzzle"] == text
        assert row["solution"] == puzzle.solve().solution.to("line")
        assert row["canonical"] == cs.canonical(puzzle).to("line")
        rating = puzzle.rate()
        assert (row["rating"], row["technique"]) == (rating.value, rating.technique)


def test_other_boards_rules_and_columns(tmp_path):
    source = tmp_path / "in.parquet"
    texts = [KILLER.to("json"), Puzzle({}, board="sudoku-2x3").to("json"), None, ""]
    pq.write_table(pa.table({"game": texts}), source)
    rows = table(one(tmp_path, "count", {"limit": 5, "column": "game"}, source, ".parquet"))
    assert [(row["status"], row["count"]) for row in rows] == [
        ("done", 1),
        ("done", 5),
        ("invalid", None),
        ("invalid", None),
    ]
    with pytest.raises(CspSudokuError, match="has no column 'puzzle'; name one with"):
        one(tmp_path, "solve", {}, source, ".parquet")


def test_rules_and_a_board_for_all(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("." * 36 + "\n")
    options = {
        "board": "sudoku-2x3",
        "rules": [{"rule": "antiknight"}],
        "limit": 2,
    }
    found = one(tmp_path, "solve", options, source, ".txt").read_text()
    asked = here("solve", source, "--board", "sudoku-2x3", "--rule", "antiknight").out
    assert found == asked


def test_other_questions(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text(f"{SOLVED_4}\n1...............\n")
    fewest, several = table(one(tmp_path, "minimum", {}, source, ".parquet"))
    assert (fewest["upper"], fewest["lower"], fewest["proven"]) == (4, 4, True)
    assert several["status"] == "multiple"
    filled, open_ = table(one(tmp_path, "true-candidates", {}, source, ".parquet"))
    assert filled["backbone"] == 16
    assert open_["candidates"][:2] == [[1], [2, 3, 4]]
    lines = one(tmp_path, "true-candidates", {}, source, ".txt").read_text().splitlines()
    assert json.loads(lines[1])[:2] == [[1], [2, 3, 4]]


def test_counts_may_be_huge(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("." * 16 + "\n")
    rows = table(one(tmp_path, "count", {}, source, ".parquet"))
    assert rows == [{"puzzle": "." * 16, "status": "done", "count": "288", "exact": True}]


# Cases of a minimum


def test_cases_of_a_minimum_are_parts(tmp_path):
    """A puzzle of Gordon Royle's collection shows that 17 clues are enough for its solution."""
    words = ("minimum", SEVENTEEN, "--cases", "--workers", 2, "--at-most")
    few, enough = tmp_path / "few", tmp_path / "enough"
    ended = here(*words, 13, "-o", f"{few}/", "--executor", "threads")
    assert ended.code == 1
    assert "no puzzle of this solution has 13 clues or fewer" in ended.err
    assert parts.status(few).tally == {"excluded": 3}
    ended = here(*words, 17, "-o", f"{enough}/", "--as", ".parquet", "--share", "0/3")
    assert ended.code == 0
    assert "there is a puzzle with at most 17 clues" in ended.err
    (found,) = [Puzzle(row["puzzle"]) for row in table(enough / "00000.parquet")]
    assert len(found.clues) == 17
    assert found.solve("dlx").solution == Puzzle(SEVENTEEN).solve().solution


def test_cases_that_make_no_sense_are_refused(tmp_path):
    for words, says in (
        ((SEVENTEEN, "--cases"), "--cases needs --at-most K, 3 or more, and a folder"),
        ((SEVENTEEN, "--cases", "-o", f"{tmp_path}/a/"), "--cases needs --at-most K"),
        ((SOLVED_4, "--cases", "--at-most", 4, "-o", f"{tmp_path}/b/"), "plain 9x9 solution"),
    ):
        assert_refused(here("minimum", *words), says)


# Making puzzles, and dropping duplicates


def test_generated_by_ranges(tmp_path):
    job = parts.Job("generate", {"seed": 1})
    plan = parts.plan(job, range(25), tmp_path / "out", size=10, suffix=".txt")
    done(plan, executor=parts.processes(2))
    made = b"".join(content(plan.out).values()).decode()
    assert made == here("generate", "-n", 25, "--seed", 1).out
    plan = parts.plan(job, range(25), tmp_path / "table", size=10)
    done(plan)
    rows = [row for number in range(3) for row in table(plan.out / f"{number:05}.parquet")]
    assert [row["number"] for row in rows] == list(range(25))
    assert [row["puzzle"] for row in rows] == made.split()


def test_wishes_of_generated_puzzles(tmp_path):
    job = parts.Job("generate", {"seed": 1, "board": "sudoku-2x2", "clues": 6})
    plan = parts.plan(job, range(4), tmp_path / "out", size=2, suffix=".txt")
    done(plan)
    made = b"".join(content(plan.out).values()).decode().split()
    assert made == [p.to("line") for p in cs.generate_many(4, seed=1, clues=6, board=_four())]


def _four():
    return cs.boards.sudoku(2, 2)


def test_duplicates_are_dropped_over_all_parts(tmp_path):
    """Minimal 4x4 puzzles fall into few classes: as many as their canonical forms say."""
    job = parts.Job("generate", {"seed": 1, "board": "sudoku-2x2", "shards": 4})
    plan = parts.plan(job, range(300), tmp_path / "made", size=50)
    done(plan)
    puzzles = list(cs.generate_many(300, seed=1, board=_four()))
    first = {}
    for puzzle in puzzles:
        first.setdefault(cs.canonical(puzzle), puzzle.to("line"))
    merge = parts.Job("distinct", {"folder": str(plan.out), "of_parts": 6})
    kept = parts.plan(merge, range(4), tmp_path / "kept", size=1)
    reports = done(kept, executor=parts.threads(2))
    found = [row["puzzle"] for n in range(4) for row in table(kept.out / f"{n:05}.parquet")]
    assert sorted(found) == sorted(first.values())
    assert 0 < len(found) < 300
    assert sum(report.tally.get("dropped", 0) for report in reports.values()) == 300 - len(found)
    with pytest.raises(CspSudokuError, match="shards cannot be written"):
        done(parts.plan(job, range(10), tmp_path / "text", suffix=".txt"))


# Comparing


def test_backends_compared_in_processes_of_their_own(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text(f"{SOLVED_4}\n{'.' * 16}\n")
    options = {"backends": ["bitmask", "dlx"], "limit": 2, "timeout": 20.0}
    rows = table(one(tmp_path, "compare", options, source, ".parquet"))
    assert [(row["backend"], row["status"]) for row in rows] == [
        ("bitmask", "solved"),
        ("dlx", "solved"),
        ("bitmask", "multiple"),
        ("dlx", "multiple"),
    ]
    assert rows[0]["answer"] == rows[1]["answer"] == SOLVED_4
    assert all(row["seconds"] > 0 and row["peak_rss"] > 1 << 20 for row in rows)
