"""`csp-sudoku generate`: puzzles from a seed, refusals, and runs that go on where they stopped."""

import json
import signal
import subprocess
import sys
import time

from csp_sudoku import Puzzle, boards, generate_many
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import lines


def test_the_seed_decides():
    ended = csp_sudoku("generate", "-n", 20, "--seed", 5, "--workers", 2)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == lines(*(puzzle.to("line") for puzzle in generate_many(20, seed=5)))


def test_without_a_seed_it_is_drawn_and_named():
    one, other = (here("generate", "--difficulty", "1.0..2.0", "-n", 2) for _ in range(2))
    assert one.out != other.out
    word = one.err.split()[-1]
    assert one.err == f"csp-sudoku: --seed {word}\n"
    again = here("generate", "--difficulty", "1.0..2.0", "-n", 2, "--seed", word)
    assert (again.out, again.err) == (one.out, "")
    rated = here("rate", "-", "--levels", "calm=2,evil", stdin=one.out).out
    assert [row.split("\t")[2] for row in rated.splitlines()] == ["calm", "calm"]


def test_wishes(tmp_path):
    ended = here("generate", "--clues", 30, "--symmetry", "diagonal", "--json")
    facts = json.loads(ended.out)
    assert (facts["status"], facts["clues"], facts["board"]) == ("done", 30, "sudoku-3x3")
    grid = [facts["puzzle"][row : row + 9] for row in range(0, 81, 9)]
    assert all(bool(grid[r][c]) == bool(grid[c][r]) for r in range(9) for c in range(9))
    pattern = tmp_path / "pattern.txt"
    pattern.write_text("# four by four\nx.xx\n.x..\n.xx.\nx..x\n")
    made = here("generate", "--board", "sudoku-2x2", "--pattern", pattern).out.strip()
    assert [symbol != "." for symbol in made] == [symbol == "x" for symbol in "x.xx.x...xx.x..x"]
    assert Puzzle(made, board=boards.sudoku(2, 2)).is_unique()


def test_what_cannot_be_is_refused_at_once():
    assert_refused(here("generate", "--clues", 16), "16 clues", "17 is the fewest")
    assert_refused(here("generate", "--clues", 17), "17 clues are too rare", "ask for 18 clues")
    assert_refused(here("generate", "--difficulty", "3.1..3.1"), "no puzzle is rated 3.1 to 3.1")
    assert_refused(here("generate", "--resume", "-o", "x"), "--resume needs the seed")
    assert_refused(here("generate", "--pattern", "x" * 80), "80 symbols")
    assert_refused(here("generate", "--board", "sudoku-0x0"), "0 x 0")
    assert_refused(here("generate", "--method", "magic"), "magic", "top-down")


def test_it_gives_up_when_the_budget_ends():
    words = ("generate", "--board", "sudoku-2x2", "--pattern", "x..x........x..x")
    tries = here(*words, "--tries", 3)
    assert (tries.code, tries.out) == (3, "")
    assert "3 tries ended without a proper puzzle" in tries.err
    seconds = here("generate", "--clues", 18, "--timeout", 0)
    assert (seconds.code, seconds.out, seconds.err.count("\n")) == (3, "", 1)


def test_an_interrupted_run_keeps_what_it_had_and_goes_on(tmp_path):
    file = tmp_path / "made.txt"
    words = ("generate", "--seed", 7, "-o", file)
    started = [sys.executable, "-m", "csp_sudoku", *map(str, words), "-n", "10000000"]
    process = subprocess.Popen(started, stderr=subprocess.PIPE)
    while not (file.exists() and file.stat().st_size > 1000):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == (None, b"")
    assert process.returncode == 130
    kept = file.read_text()
    assert set(map(len, kept.splitlines())) == {81}
    file.write_text(kept[:-40])
    count = kept.count("\n") + 3
    assert csp_sudoku(*words, "-n", count, "--resume") == (0, "", "")
    assert file.read_text() == csp_sudoku("generate", "--seed", 7, "-n", count).out
    assert file.read_text().startswith(kept)


def test_a_closed_pipe_is_no_error():
    words = f"{sys.executable} -m csp_sudoku generate -n 1000000 --seed 1"
    code = f"{words} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", code], capture_output=True, check=True)
    (first,) = generate_many(1, seed=1)
    assert done.stdout.decode().split() == [first.to("line"), "0"]
    assert done.stderr == b""


def test_json_takes_the_board_along():
    made = here("generate", "-n", 2, "--board", "sudoku-2x2+diagonals", "--json")
    solved = here("solve", "--json", stdin=made.out)
    facts = [json.loads(line) for line in solved.out.splitlines()]
    assert [(fact["status"], fact["board"]) for fact in facts] == [
        ("solved", "sudoku-2x2+diagonals")
    ] * 2
    assert here("show", stdin=solved.out).out.count("sudoku-2x2+diagonals: 16 cells") == 2


def test_variants_are_written_as_json_that_every_command_reads():
    made = here("generate", "--rules", "killer,antiknight", "--seed", 1, "-n", 2)
    assert (made.code, made.err) == (0, "")
    assert here("count", "-", stdin=made.out).out == lines("1", "1")
    links = here("convert", "--to", "sudokupad", "-", stdin=made.out).out.splitlines()
    assert [link[:18] for link in links] == ["https://sudokupad."] * 2


def test_a_family_that_there_is_not():
    ended = here("generate", "--rules", "killers,thermos,abc", "--seed", 1)
    assert_refused(ended, "no family of variants is called 'abc'", "use killer, thermo")
