"""`csp-sudoku prove`: certificates as folders, checked again, and puzzles that are not proper."""

import json
import os
from hashlib import sha256

from csp_sudoku import Certificate
from tests.cli.process import assert_refused, csp_sudoku, here
from tests.cli.puzzles import DOUBLED, HARD, MINIMAL_4, SOLVED, SOLVED_4, TWO_4, lines


def test_a_certificate_is_written_and_checked(tmp_path):
    folder = tmp_path / "proof"
    ended = csp_sudoku("prove", HARD, "-o", folder)
    assert ended == (0, f"{folder}: the puzzle has one solution\n", "")
    assert Certificate.load(folder).solution.to("line") == SOLVED
    checked = csp_sudoku("prove", "--check", folder)
    assert checked.code == 0
    assert checked.out.startswith(f"{folder}: holds: the puzzle has one solution")
    proof = folder / "proof.drat"
    proof.write_bytes(bytes([proof.read_bytes()[0] ^ 1]) + proof.read_bytes()[1:])
    refused = csp_sudoku("prove", "--check", folder, "--json")
    assert (refused.code, refused.err) == (1, "")
    facts = json.loads(refused.out)
    assert facts["holds"] is False
    assert "proof.drat" in facts["reason"]


def test_several_puzzles_have_numbered_folders(tmp_path):
    puzzles = lines(MINIMAL_4, TWO_4, "1...1...........", MINIMAL_4[::-1])
    ended = here("prove", "--out", tmp_path, stdin=puzzles)
    assert ended.code == 1
    words = ended.out.splitlines()
    assert words[1:3] == ["multiple", "none"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "4"]
    assert here("prove", "--check", tmp_path / "1", tmp_path / "4").out.count("holds") == 2
    assert ended.err.startswith("csp-sudoku: <stdin>:2: there is more than one solution: r1c1 is ")


def test_what_is_not_proper_is_shown(tmp_path):
    none = here("prove", DOUBLED, "--out", tmp_path / "no")
    assert (none.code, none.out) == (1, "none\n")
    assert "there is no solution: r1c1 and r1c2 in row 1 are both 8" in none.err
    crossed = here("prove", "12........3...4.", "--out", tmp_path / "no")
    assert (crossed.code, crossed.out) == (1, "none\n")
    assert "r1c3 has no value left" in crossed.err
    several = here("prove", TWO_4, "--out", tmp_path / "no", "--json")
    assert several.code == 1
    solutions = ["".join(map(str, values)) for values in json.loads(several.out)["solutions"]]
    assert sorted(solutions) == [SOLVED_4, "2134341212434321"]
    assert not (tmp_path / "no").exists()


def test_no_time_is_unknown(tmp_path):
    ended = here("prove", HARD, "--out", tmp_path / "no", "--timeout", 0)
    assert (ended.code, ended.out) == (3, "unknown\n")
    assert not (tmp_path / "no").exists()


def test_mistakes(tmp_path):
    both = here("prove", HARD, "--out", tmp_path, "--check", tmp_path)
    assert_refused(both, "--out cannot be used with --check")
    assert_refused(csp_sudoku("prove", "--check", tmp_path / "nowhere"), "no folder")
    assert_refused(csp_sudoku("prove", HARD, "--out", "/dev/null/x"), "cannot be written")


def test_without_a_folder_the_proof_is_made_and_checked_only():
    ended = csp_sudoku("prove", HARD, TWO_4)
    assert ended.code == 1
    first, second = ended.out.splitlines()
    assert first.startswith("the puzzle has one solution; the proof shows it in ")
    assert second == "multiple"


def test_a_certificate_is_compared_with_a_puzzle(tmp_path):
    folder = tmp_path / "proof"
    assert here("prove", MINIMAL_4, "--out", folder).code == 0
    text = here("prove", "--check", folder).out
    digest = sha256((folder / "puzzle.json").read_bytes()).hexdigest()
    assert text.startswith(f"{folder}: holds: the puzzle has one solution")
    assert text.endswith(f": {MINIMAL_4} on sudoku-2x2, SHA-256 {digest}\n")
    for words in (("--check", folder, MINIMAL_4), (MINIMAL_4, "--check", folder)):
        assert here("prove", *words) == (0, text, "")
    other = here("prove", "--check", folder, MINIMAL_4[::-1])
    assert other.code == 1
    assert other.out.startswith(f"{folder}: refused: this is a certificate of another puzzle")
    read = tmp_path / "puzzle.txt"
    read.write_text(MINIMAL_4)
    assert here("prove", "--check", folder, folder, read) == (0, 2 * text, "")
    large = here("prove", "--check", folder, "." * 256)  # too long for the name of a file
    assert (large.code, "another puzzle" in large.out) == (1, True)
    assert_refused(
        here("prove", "--check", folder, MINIMAL_4, HARD),
        "--check compares with one puzzle, and 2 were given",
    )
    assert_refused(here("prove", "--check", folder, "nowhere"), "neither a file nor a puzzle")


def test_no_time_to_check_is_unknown(tmp_path):
    assert here("prove", MINIMAL_4, "--out", tmp_path).code == 0
    ended = here("prove", "--check", tmp_path, tmp_path, "--timeout", 0)
    assert (ended.code, ended.out) == (3, "unknown\nunknown\n")
    facts = here("prove", "--check", tmp_path, "--timeout", 0, "--json")
    assert json.loads(facts.out)["status"] == "unknown"


def test_a_pipe_in_the_folder_does_not_hang(tmp_path):
    assert here("prove", MINIMAL_4, "--out", tmp_path).code == 0
    (tmp_path / "proof.drat").unlink()
    os.mkfifo(tmp_path / "proof.drat")
    refused = here("prove", "--check", tmp_path)
    assert refused.code == 1
    assert "proof.drat: this is not a regular file" in refused.out
