"""`csp-sudoku solve`: one puzzle, many, bad ones among them, and what the exit code tells."""

import gzip
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from csp_sudoku.bulk.outcomes import Outcomes
from csp_sudoku.cli import main
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.terminal import shown
from tests.cli.test_frame import HEAVY, modules_after

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
DOUBLED = "88" + "." * 79
EMPTY = "." * 81
DATA = Path(__file__).parent.parent / "data"


def lines(*rows, end="\n"):
    return "".join(row + end for row in rows)


@pytest.mark.parametrize("words", [("solve", HARD), ("solve", "-"), ("solve",)])
def test_one_puzzle(words):
    ended = csp_sudoku(*words, stdin=f"{HARD}\n")
    assert ended == (0, f"{SOLVED}\n", "")


@pytest.mark.parametrize(
    "puzzles",
    [(HARD,), (DOUBLED,), (EMPTY,), (SOLVED,), (HARD, EMPTY, DOUBLED), (HARD.replace(".", "_"),)],
)
def test_plain_puzzles_have_one_answer_by_the_short_way_and_the_long(puzzles):
    short = here("solve", *puzzles)
    assert short == here("solve", "--limit", 2, *puzzles)
    assert short == here("solve", "--backend", "dlx", *puzzles)


def test_a_file_may_be_called_like_a_puzzle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / EMPTY).write_text(HARD)
    assert here("solve", EMPTY) == (0, f"{SOLVED}\n", "")


def test_a_wrong_answer_is_not_written_by_the_short_way(monkeypatch, capsys):
    honest = Outcomes.settle

    def lying(rows, *, is_finished):
        honest(rows, is_finished=is_finished)
        rows._solutions[0] = rows._solutions[1]

    monkeypatch.setattr(Outcomes, "settle", lying)
    assert main(["solve", HARD]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "wrong answer" in told.err


def test_many_puzzles_in_order(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text(lines(HARD, DOUBLED, EMPTY, HARD))
    ended = here("solve", file)
    assert ended == (1, lines(SOLVED, "none", "multiple", SOLVED), "")
    assert here("solve", file, "--quiet") == (1, "", "")
    assert here("solve", file, HARD, "-", stdin=HARD).out == ended.out + 2 * f"{SOLVED}\n"


def test_minimal_puzzles_of_a_file_all_have_one_solution():
    ended = here("solve", DATA / "minimal9.txt", "--workers", 2)
    assert (ended.code, ended.err) == (0, "")
    puzzles = [line for line in (DATA / "minimal9.txt").read_text().split() if len(line) == 81]
    for puzzle, solution in zip(puzzles, ended.out.split(), strict=True):
        assert all(clue in (".", "0", value) for clue, value in zip(puzzle, solution, strict=True))
        assert all(len(set(solution[row : row + 9])) == 9 for row in range(0, 81, 9))


@pytest.mark.parametrize(
    "text",
    [
        lines(HARD, EMPTY, end="\r\n"),
        lines(HARD, EMPTY)[:-1],
        lines("# these", HARD, "", EMPTY + "\tremark"),
        "\ufeff" + lines(HARD, EMPTY),
        lines(HARD.replace(".", "0"), EMPTY.replace(".", "0")),
    ],
)
def test_line_ends_comments_and_blank_lines(text):
    assert here("solve", stdin=text) == (1, lines(SOLVED, "multiple"), "")


def test_one_bad_line_spoils_no_other_and_is_named_at_the_end():
    many = [HARD] * 200
    many[150] = HARD[:40]
    many[170] = HARD[:-1] + "x"
    ended = here("solve", stdin=lines("# first", *many))
    assert ended.code == 2
    assert ended.out.split() == [
        "invalid" if at in (150, 170) else SOLVED for at in range(len(many))
    ]
    assert ended.err.startswith("csp-sudoku: <stdin>:152: ")
    assert ended.err.count("\n") == 1


def test_bad_lines_of_other_formats_are_named_too():
    ended = here("solve", stdin=lines("1..4........2..3", "1..4", "1234341221434321"))
    assert ended.code == 2
    assert ended.out == lines("multiple", "invalid", "1234341221434321")
    assert "<stdin>:2" in ended.err
    told = here("solve", "--json", stdin=lines(HARD, HARD[:80]))
    assert [json.loads(line)["status"] for line in told.out.splitlines()] == ["solved", "invalid"]


def test_the_limit():
    assert here("solve", EMPTY, "--limit", 1).code == 0
    ended = here("solve", "--limit", 1, stdin=lines(HARD, EMPTY))
    assert ended.code == 0
    assert ended.out.startswith(f"{SOLVED}\n")
    assert_refused(here("solve", HARD, "--limit", 0), "--limit", "1 or more")


@pytest.mark.parametrize("backend", ["bitmask", "dlx", "sat", "bruteforce"])
def test_backends(backend):
    ended = here("solve", "--backend", backend, stdin=lines(SOLVED, DOUBLED))
    assert ended == (1, lines(SOLVED, "none"), "")


def test_the_seed_is_for_backends_that_choose_at_random():
    def nodes(seed):
        words = ("solve", HARD, "--json", "--backend", "taboo-totem-pick", "--seed", seed)
        return json.loads(here(*words).out)["stats"]["nodes"]

    assert nodes(1) == nodes(1) != nodes(2)
    assert_refused(here("solve", HARD, "--backend", "dlx", "--seed", 1), "dlx has no option 'seed'")
    assert_refused(here("solve", HARD, "--seed", "one"), "whole number")


@pytest.mark.parametrize("more", [(), ("--json",), ("--to", "grid")])
def test_no_time_is_unknown(more):
    ended = here("solve", "--timeout", 0, *more, stdin=lines(HARD, HARD))
    assert (ended.code, ended.out.count("unknown")) == (3, 2)


def test_json():
    ended = here("solve", "--json", stdin=lines(HARD, DOUBLED))
    first, second = map(json.loads, ended.out.splitlines())
    assert (first["status"], first["backend"], first["found"]) == ("solved", "bitmask", 1)
    assert first["solution"] == [int(digit) for digit in SOLVED]
    assert first["seconds"] >= 0
    assert (second["status"], second["solution"]) == ("none", None)
    assert ended.code == 1


def test_the_output_has_the_format_of_the_input_or_another(tmp_path):
    grid = here("convert", HARD, "--to", "grid").out
    ended = here("solve", stdin=grid)
    assert ended.out == here("convert", SOLVED, "--to", "grid").out
    assert here("solve", "--to", "line", stdin=grid).out == f"{SOLVED}\n"
    assert here("solve", HARD, "--to", "grid").out == ended.out
    assert_refused(here("solve", HARD, "--to", "cuneiform"), "cuneiform", "line")


def test_other_boards():
    assert here("solve", "1234341221430000").out == "1234341221434321\n"
    diagonals = here("solve", HARD, "--board", "sudoku-3x3+diagonals")
    assert (diagonals.code, diagonals.out) == (1, "none\n")


def test_compressed_files(tmp_path):
    file = tmp_path / "many.txt.gz"
    packed = gzip.compress(lines(*[HARD] * 30).encode())
    file.write_bytes(packed)
    assert here("solve", file) == (0, lines(*[SOLVED] * 30), "")
    file.write_bytes(packed[:-9])
    broken = here("solve", file)
    assert broken.code == 2
    assert "many.txt.gz" in broken.err
    assert "Traceback" not in broken.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("solve", HARD[:80]), "80 symbols"),
        (("solve", "no/such/file"), "no file"),
        (("solve", "nofile"), "'nofile' is neither a file nor a puzzle"),
        (("solve", HARD, "--backend", "magic"), "magic"),
        (("solve", HARD, "--workers", "0"), "1 or more"),
        (("solve", HARD, "--timeout", "-1"), "0 or more"),
        (("solve", "/"), "directory"),
    ],
)
def test_mistakes_are_one_line(words, says):
    assert_refused(here(*words), says)


def test_an_empty_input_is_a_mistake():
    ended = here("solve", stdin="# nothing\n")
    assert ended.code == 2
    assert "no puzzle" in ended.err


def test_nothing_heavy_is_imported():
    assert not modules_after("solve", HARD) & set(HEAVY)


def test_nothing_heavy_is_imported_for_a_file(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text(lines(*[HARD] * 10))
    assert not modules_after("solve", str(file)) & set(HEAVY)


def test_a_closed_pipe_is_no_error(tmp_path):
    many = tmp_path / "many.txt"
    many.write_text(f"{HARD}\n" * 60_000)
    code = f"{sys.executable} -m csp_sudoku solve {many} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", code], capture_output=True, check=True)
    assert done.stdout.decode().split() == [SOLVED, "0"]
    assert done.stderr == b""


def test_ctrl_c_ends_with_130():
    process = subprocess.Popen(
        [sys.executable, "-m", "csp_sudoku", "solve", "--limit", "4000000000", "--workers", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdin.write(f"{HARD}\n".encode())
    process.stdin.flush()
    assert process.stdout.readline() == f"{SOLVED}\n".encode()
    process.stdin.write(f"{EMPTY}\n".encode())
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_on_a_terminal_a_puzzle_is_drawn_with_backend_and_time():
    drawn = shown("solve", HARD, NO_COLOR="1")
    assert "| 8 1 2 | 7 5 3 | 6 4 9 |" in drawn
    assert "solved, by bitmask in " in drawn


def test_the_help_tells_the_words_and_the_exit_codes():
    told = here("solve", "--help").out
    assert all(word in told for word in ("none, multiple, invalid", "Exit code: 0", "130"))


def test_a_time_limit_may_be_endless():
    assert here("solve", "--timeout", "inf", "--json", HARD).code == 0
    assert here("count", "--timeout", "inf", stdin=lines(HARD)) == (0, "1\n", "")


def test_every_answer_is_written_at_once():
    words = ["solve", "--json", "--limit", "50000000", HARD, EMPTY]
    command = [sys.executable, "-m", "csp_sudoku", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert json.loads(process.stdout.readline())["status"] == "solved"  # the next takes long
        process.kill()
