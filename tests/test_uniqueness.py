"""Certificates of uniqueness: for every family, and refused when anything was changed."""

import json
import os
import re
import shutil
import tracemalloc
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from csp_sudoku import (
    CSP,
    BackendError,
    OutOfBudgetError,
    Puzzle,
    Solution,
    WrongAnswerError,
    boards,
)
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.errors import CertificateError, NotProperError, SourceError
from csp_sudoku.native.rup import ProofResult as Verdict
from csp_sudoku.proofs import folders, statement
from csp_sudoku.proofs.certificate import Certificate, check_folder, state
from csp_sudoku.proofs.improper import improper
from csp_sudoku.proofs.statement import blocks
from csp_sudoku.proofs.uniqueness import PROOF_SOLVERS, prove_unique, two_solutions
from csp_sudoku.rng import Rng
from csp_sudoku.sat.oracle import Incremental
from tests import rup_reference, small_boards
from tests.strategies import filled, small_puzzles

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "1.....2..3.....4"
"""Unit propagation solves it."""
SIX = ".....15...4...5..42...6.4...2...3..."
"""A minimal puzzle that takes more than unit propagation."""
FAMILIES = (
    "sudoku-1x1",
    "sudoku-2x2",
    "sudoku-2x3",
    "latin-5",
    "jigsaw-AABBACCBADCBDDDC",
    "sudoku-3x3+diagonals",
    "sudoku-3x3+windows",
    "sudoku-3x3+disjoint",
    "gattai(sudoku-2x2)@0,0;2,2",
    "samurai",
    "sudoku-4x4",
)


def proper(full, share, seed=1):
    """Make a proper puzzle: random clues of a filled board, and more where a witness differs."""
    rng = Rng(seed)
    board, full = full.board, full.values
    cells = list(range(len(full)))
    rng.shuffle(cells)
    kept = set(cells[: int(share * len(cells))])
    while True:
        puzzle = Puzzle.of(board, [v if i in kept else 0 for i, v in enumerate(full)])
        witness = puzzle.two_solutions()
        if witness is None:
            return puzzle
        one, other = (solution.values for solution in witness)
        kept.add(rng.choice([i for i in cells if one[i] != other[i]]))


def clauses_of(cnf):
    lines = [line for line in cnf.decode().splitlines() if line[0] not in "cp"]
    return [[int(word) for word in line.split()[:-1]] for line in lines]


def steps_of(proof):
    lines = [line.split() for line in proof.decode().splitlines()]
    return [(w[0] == "d", [int(x) for x in w if x not in ("d", "0")]) for w in lines]


# ---------------------------------------------------------------- two solutions


def test_two_solutions():
    puzzle = Puzzle("1" + "." * 15)
    one, other = puzzle.two_solutions()
    assert one != other
    assert one.solves(puzzle)
    assert other.solves(puzzle)
    assert Puzzle(HARD).two_solutions("dlx") is None


def test_two_solutions_of_any_problem():
    csp = CSP()
    x = csp.variable("x", "ab")
    assert sorted(s["x"] for s in two_solutions(csp)) == ["a", "b"]
    assert csp.with_values({x: "b"}).two_solutions() is None


def test_two_solutions_of_an_impossible_puzzle():
    with pytest.raises(NotProperError, match=r"no solution: r1c1 and r1c2 .* both 8") as no:
        Puzzle("88" + "." * 79).two_solutions()
    assert no.value.solutions == ()
    with pytest.raises(OutOfBudgetError):
        Puzzle(HARD).two_solutions(timeout=0)


# ---------------------------------------------------------------- proofs that hold


@pytest.mark.parametrize("name", FAMILIES)
def test_certificates_of_every_family(name, tmp_path):
    puzzle = proper(filled(boards.named(name)), 0.2)
    certificate = puzzle.prove_unique()
    assert certificate.puzzle == puzzle
    assert certificate.solution == filled(puzzle.board)
    assert certificate.check()
    certificate.save(tmp_path / "new" / "folder")
    again = Certificate.load(tmp_path / "new" / "folder")
    assert again == certificate
    assert again.check() == certificate.check()


def test_a_certificate_of_25x25():
    rows = [
        [(5 * (row % 5) + row // 5 + column) % 25 + 1 for column in range(25)] for row in range(25)
    ]
    certificate = proper(Solution(rows), 0.55).prove_unique()
    assert certificate.proof.count(b"\n") > 100


@pytest.mark.parametrize("solver", PROOF_SOLVERS)
def test_every_solver(solver):
    certificate = prove_unique(Puzzle(HARD), solver=solver)
    assert certificate.check()
    assert certificate.proof.endswith(b"\n0\n")


def test_what_propagation_solves_needs_no_solver():
    full = Puzzle(HARD).solve().solution.puzzle
    assert full.prove_unique().proof == b"0\n"
    assert full.without("r1c1", "r5c5").prove_unique().proof == b"0\n"


def test_pencil_marks():
    open_corner = Puzzle(HARD).without("r1c1")
    puzzle = Puzzle(open_corner.clues, candidates={(0, 0): {3, 7, 8}})
    certificate = puzzle.prove_unique()
    assert puzzle.has_candidates
    assert certificate.check()
    assert not certificate._replace(puzzle=open_corner).check()


@given(small_puzzles())
@settings(max_examples=60)
def test_a_certificate_for_the_proper_and_a_witness_for_the_others(puzzle):
    count = puzzle.count(2, "dlx")
    if count == 1:
        assert puzzle.prove_unique().check()
    else:
        with pytest.raises(NotProperError) as caught:
            puzzle.prove_unique()
        found = caught.value.solutions
        assert len(found) == len(set(found)) == count
        assert all(solution.solves(puzzle) for solution in found)


def test_not_proper_says_which():
    with pytest.raises(NotProperError, match="more than one solution"):
        Puzzle(HARD).without("r1c1").prove_unique()
    with pytest.raises(NotProperError, match="no solution: r1c1 and r1c2 in row 1 are both 8"):
        Puzzle("88" + "." * 79).prove_unique()


def test_time_ends():
    with pytest.raises(OutOfBudgetError):
        Puzzle(HARD).prove_unique(timeout=0)
    with pytest.raises(OutOfBudgetError):
        Puzzle(HARD).prove_unique().check(timeout=0)


def test_solvers_without_proofs_are_refused():
    with pytest.raises(BackendError, match="'maplesat'; use cadical195"):
        prove_unique(Puzzle(HARD), solver="maplesat")


def test_a_wrong_proof_is_not_handed_out(monkeypatch):
    monkeypatch.setattr(Incremental, "proof", lambda self: ["0"])
    with pytest.raises(WrongAnswerError, match=r"wrong proof: proof\.drat:1: .* does not follow"):
        Puzzle(HARD).prove_unique()


# ---------------------------------------------------------------- the CNF stands for the puzzle


@pytest.mark.parametrize("name", FAMILIES[:-2])
def test_the_cnf_is_the_extended_form(name):
    """The plain statement and the encoder, which share no code, say the same."""
    puzzle = proper(filled(boards.named(name)), 0.3)
    stated = clauses_of(state(puzzle, filled(puzzle.board)))
    encoded = encoder.encode(puzzle.board.csp, "extended", "pairwise")
    facts = [[x] for x in encoded.assumptions(puzzle.problem.masks)]
    expected = {frozenset(clause) for clause in (*encoded.clauses, *facts)}
    assert {frozenset(clause) for clause in stated[:-1]} == expected


def test_the_cnf_has_the_models_of_the_board():
    """There are 288 filled 4x4 boards; the last clause excludes one of them."""
    from pysat.solvers import Solver

    solution = Solution("1234 3412 2143 4321")
    clauses = clauses_of(state(Puzzle([0] * 16), solution))
    with Solver("cadical153", bootstrap_with=clauses[:-1]) as solver:
        assert sum(1 for _ in solver.enum_models()) == 288
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        assert sum(1 for _ in solver.enum_models()) == 287


def test_literals_have_a_meaning():
    certificate = Puzzle(SMALL).prove_unique()
    assert certificate.literal("r1c2", 3) == 7
    assert certificate.meaning(7) == certificate.meaning(-7) == ((0, 1), 3)
    assert b"\nc 7 r1c2 = 3\n" in certificate.cnf
    assert tuple(clauses_of(certificate.cnf)[-1]) == certificate.blocking
    assert [certificate.meaning(x)[1] for x in certificate.blocking] == list(certificate.solution)


# ---------------------------------------------------------------- tampering


@pytest.fixture
def folder(tmp_path):
    Puzzle(SIX).prove_unique().save(tmp_path)
    return tmp_path


def sign(folder):
    """Compute the checksums anew, as a forger would."""
    names = ("puzzle.json", "solution.json", "puzzle.cnf", "proof.drat", "README.txt")
    sums = (f"{sha256((folder / n).read_bytes()).hexdigest()}  {n}\n" for n in names)
    (folder / "SHA256SUMS").write_text("".join(sums))


def flips(content, most=80):
    """Yield the content with one bit changed: all such, or `most` of them."""
    bits = range(8 * len(content))
    rng = Rng(len(content))
    chosen = bits if len(bits) <= most else sorted({rng.below(len(bits)) for _ in range(most)})
    for bit in chosen:
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        yield bytes(changed)


ALL_FILES = ("puzzle.json", "solution.json", "puzzle.cnf", "proof.drat", "README.txt", "SHA256SUMS")


@pytest.mark.parametrize("name", ALL_FILES)
def test_one_bit_in_any_file_is_refused(folder, name):
    for changed in flips((folder / name).read_bytes()):
        (folder / name).write_bytes(changed)
        with pytest.raises(CertificateError, match="SHA256SUMS"):
            Certificate.load(folder)


@pytest.mark.parametrize("name", ["puzzle.json", "solution.json", "puzzle.cnf"])
def test_one_bit_is_refused_even_with_new_checksums(folder, name):
    before = Certificate.load(folder)
    refused = 0
    for changed in flips((folder / name).read_bytes()):
        (folder / name).write_bytes(changed)
        sign(folder)
        try:
            after = Certificate.load(folder)
        except CertificateError:
            refused += 1
            continue
        if after == before:  # a blank of another kind at the end of the JSON
            assert changed[:-1] == (folder / name).read_bytes()[:-1]
            continue
        assert not after.check()
        refused += 1
    assert refused > 60


def test_one_bit_in_the_proof_is_refused_unless_it_still_is_one(folder):
    good = (folder / "proof.drat").read_bytes()
    clauses = clauses_of((folder / "puzzle.cnf").read_bytes())
    verdicts = []
    for changed in flips(good, 50):
        (folder / "proof.drat").write_bytes(changed)
        sign(folder)
        try:
            certificate = Certificate.load(folder)
        except CertificateError:
            continue
        steps = steps_of(changed)
        known = all(abs(x) <= 216 for _, literals in steps for x in literals)
        valid = known and rup_reference.examine(clauses, steps)[0] is Verdict.REFUTED
        verdicts.append(bool(certificate.check()))
        assert verdicts[-1] == valid
    assert set(verdicts) == {True, False}


def test_forgeries():
    """What somebody would do who wants a puzzle with two solutions to be called proper."""
    puzzle = Puzzle(HARD).without("r1c1")
    honest = Puzzle(HARD).prove_unique()
    one, other = puzzle.two_solutions()
    assert not honest._replace(puzzle=puzzle).check()
    for solution in (one, other, honest.solution):
        cnf = state(puzzle, solution)
        for proof in (honest.proof, b"0\n", b"", b"1 0\n-1 0\n0\n", b"d 1 2 0\n0\n"):
            assert not Certificate(puzzle, solution, cnf, proof).check()
        more = cnf.replace(b"p cnf 729 12008", b"p cnf 729 12009") + b"8 0\n"
        assert more != cnf
        assert not Certificate(puzzle, solution, more, b"0\n").check()
        assert not Certificate(puzzle, solution, cnf + b"0\n", b"0\n").check()
        assert not Certificate(puzzle, solution, cnf[:-1], b"0\n").check()


def test_a_solution_of_another_puzzle():
    certificate = Puzzle(SMALL).prove_unique()
    for other in (
        Solution("1234 3412 2143 4321"),
        filled(boards.latin(4)),
        filled(boards.latin(3)),
    ):
        assert "the solution" in certificate._replace(solution=other).check().reason
    wrong = Solution._trusted(certificate.puzzle.board, b"\1" * 16)
    assert certificate._replace(solution=wrong).check() == (
        False,
        "the solution has a value twice in row 1",
    )


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        (b"", "proof.drat:1: the proof ends before"),
        (b"0\n", "proof.drat:1: this step does not follow"),
        (b"31 0\n\n", "proof.drat:2: this line is not a step"),
        (b"1000 0\n", "proof.drat:1: this line is not a step"),
    ],
)
def test_bad_proofs_name_their_line(proof, message):
    reason = Puzzle(SIX).prove_unique()._replace(proof=proof).check().reason
    assert message in reason


# ---------------------------------------------------------------- folders that are none


def test_no_folder(tmp_path):
    with pytest.raises(CertificateError, match=r"puzzle\.json: .*No such file"):
        Certificate.load(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ALL_FILES)
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(CertificateError, match=re.escape(name)):
        Certificate.load(folder)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("puzzle.json", b"", "puzzle.json"),
        ("puzzle.json", b"\xff\xfe", "puzzle.json:1"),
        ("puzzle.json", b'{"board": "nonsense", "values": [1]}', "puzzle.json:1"),
        ("puzzle.json", b'{"values": [1, 2]}', "puzzle.json:1"),
        (
            "solution.json",
            b'{"board": "sudoku-2x2", "values": [0' + b",0" * 15 + b"]}",
            "json:1: not",
        ),
        ("solution.json", b"[1]", "solution.json:1"),
        ("puzzle.cnf", b"p cnf 1 1\n1 0\nx\n", "puzzle.cnf:3: a malformed line 'x'"),
        ("puzzle.cnf", b"p cnf 1 1\n1 0", "puzzle.cnf:2: the last line has no end"),
        ("proof.drat", b"1 0\nd 1\n", "proof.drat:2: a malformed line 'd 1'"),
        ("proof.drat", b"1 0\n\x00\xff\n", "proof.drat:2: a malformed line"),
    ],
)
def test_malformed_files_name_their_line(folder, name, content, message):
    (folder / name).write_bytes(content)
    sign(folder)
    with pytest.raises(CertificateError, match=message):
        Certificate.load(folder)


def test_checksums_that_are_none(folder):
    for sums in (b"", b"x\n", b"\xff" * 400):
        (folder / "SHA256SUMS").write_bytes(sums)
        with pytest.raises(CertificateError, match="SHA256SUMS"):
            Certificate.load(folder)


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(SourceError, match="taken"):
        Puzzle(SMALL).prove_unique().save(tmp_path / "taken")


# ---------------------------------------------------------------- folders that mislead

VERSION_1 = Path(__file__).parent / "data" / "certificate-1"
"""Written by the last version of the program whose certificates had no version."""


@pytest.fixture(params=["version 1", "version 2"])
def any_version(request, tmp_path):
    """A certificate of SMALL in each form that is read."""
    folder = tmp_path / "certificate"
    if request.param == "version 1":
        shutil.copytree(VERSION_1, folder)
    else:
        Puzzle(SMALL).prove_unique().save(folder)
    return folder


def refusal(folder, puzzle=None):
    """Return why a folder is refused, by `load` or by the check."""
    verdict = check_folder(folder, puzzle)
    assert not verdict
    return verdict.reason


def test_both_versions_hold_and_name_their_puzzle(any_version):
    certificate = Certificate.load(any_version)
    assert certificate.puzzle == Puzzle(SMALL)
    digest = sha256((any_version / "puzzle.json").read_bytes()).hexdigest()
    assert certificate.sha256 == digest
    verdict = check_folder(any_version)
    assert verdict == certificate.check()
    assert verdict.reason.endswith(f": {SMALL} on sudoku-2x2, SHA-256 {digest}")


def test_a_version_is_written(folder):
    manifest = json.loads((folder / "certificate.json").read_bytes())
    digest = Certificate.load(folder).sha256
    assert manifest == {
        "format": "csp-sudoku certificate",
        "version": 2,
        "puzzle_sha256": digest,
    }
    assert "version 2" in (folder / "README.txt").read_text()


def test_the_puzzle_with_pencil_marks_is_named_in_full(tmp_path):
    puzzle = Puzzle(SMALL[:-1] + ".", candidates={(3, 3): {1, 4}})
    puzzle.prove_unique().save(tmp_path)
    assert puzzle.has_candidates
    assert puzzle.to("json") in check_folder(tmp_path, puzzle).reason


def test_a_hand_made_board_is_proven_and_checked():
    plain = boards.sudoku(2, 2)
    board = boards.Board("mine", 4, plain.cells, plain.groups[:-1])
    solution = Solution("1243 3421 4312 2134")
    certificate = Puzzle.of(board, solution.values[:-1] + b"\0").prove_unique()
    assert "on mine" in certificate.check().reason


@pytest.mark.parametrize(
    "puzzle", [Puzzle(SMALL[:-1] + "."), Puzzle(HARD), Puzzle(SMALL, board=boards.latin(4))]
)
def test_a_certificate_of_another_puzzle(any_version, puzzle):
    assert check_folder(any_version, Puzzle(SMALL))
    reason = refusal(any_version, puzzle)
    assert reason.startswith(f"this is a certificate of another puzzle: {SMALL} on sudoku-2x2")


BARE = {"board": "sudoku-2x2", "values": [int(x) if x != "." else 0 for x in SMALL]}


@pytest.mark.parametrize(
    "said",
    [
        {"status": "done", **BARE},
        {"status": "done", **BARE, "candidates": [[2]] * 16},
        {"status": "done", "board": "sudoku-2x2", "puzzle": BARE["values"], "values": [0] * 16},
        {**BARE, "title": "the hardest puzzle of the world"},
        {**BARE, "candidates": None},
        {**BARE, "candidates": [None] * 16},
        {"values": BARE["values"]},
        {"values": BARE["values"], "board": "sudoku-2x2"},
        {"board": {"size": 4}, "values": BARE["values"]},
    ],
    ids=lambda said: ",".join(said),
)
@pytest.mark.parametrize("name", ["puzzle.json", "solution.json"])
def test_json_in_any_other_form(any_version, said, name):
    if name == "solution.json":
        solved = json.loads((any_version / name).read_bytes())["values"]
        said = {key: solved if key in ("values", "puzzle") else x for key, x in said.items()}
    text = json.dumps(said, separators=(",", ":"))
    (any_version / name).write_text(f"{text}\n")
    sign(any_version)
    assert f"{name}:1: " in refusal(any_version)


def test_blanks_and_doubled_fields_are_other_forms(any_version):
    given = (any_version / "puzzle.json").read_text()
    others = (
        given.replace(":", ": "),
        given.rstrip(),
        f"{given}\n",
        f" {given}",
        given.replace("{", '{"board":"sudoku-2x2",'),
        given.replace("sudoku-2x2", "sudoku-\\u0032x2"),
    )
    for other in others:
        (any_version / "puzzle.json").write_text(other)
        sign(any_version)
        assert "puzzle.json" in refusal(any_version)


def test_a_solution_on_a_board_of_another_name(any_version):
    path = any_version / "solution.json"
    path.write_text(path.read_text().replace("sudoku-2x2", "latin-4"))
    sign(any_version)
    assert "solution.json:1: the board is latin-4, not sudoku-2x2" in refusal(any_version)


def test_another_readme(any_version):
    (any_version / "README.txt").write_text("A proof that P = NP.\n")
    sign(any_version)
    assert "README.txt: this is not the README" in refusal(any_version)


def test_versions_are_not_mixed(any_version, tmp_path):
    Puzzle(SMALL).prove_unique().save(tmp_path / "new")
    for name in ("README.txt", "certificate.json"):
        other = tmp_path / name
        shutil.copytree(any_version, other)
        source = VERSION_1 if (any_version / "certificate.json").exists() else tmp_path / "new"
        if (source / name).exists():
            shutil.copy(source / name, other / name)
        else:
            (other / name).unlink()
        sign(other)
        assert "README.txt: this is not the README" in refusal(other)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"version":2', '"version":3', "version '3' is not known; update csp-sudoku"),
        ('"version":2', '"version":"2"', "does not fit"),
        ('"puzzle_sha256":"', '"puzzle_sha256":"0', "does not fit"),
        ("}", ',"title":"hard"}', "does not fit"),
        ("}\n", "}", "does not fit"),
    ],
)
def test_a_manifest_in_another_form(folder, old, new, message):
    path = folder / "certificate.json"
    path.write_text(path.read_text().replace(old, new))
    assert f"certificate.json:1: {message}" in refusal(folder).replace("this ", "")


def test_only_the_files_of_a_certificate(any_version):
    (any_version / "proof.lrat").write_text("")  # as the README tells people to make
    assert check_folder(any_version)
    (any_version / "puzzle2.json").write_text("{}")
    assert "'puzzle2.json' is not part of a certificate" in refusal(any_version)
    with pytest.raises(SourceError, match=r"holds 'puzzle2\.json' already"):
        Puzzle(SMALL).prove_unique().save(any_version)


def links(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("name", [*ALL_FILES, "certificate.json"])
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (links, "this is a link"),
        (lambda path: (path.unlink(), path.symlink_to("/dev/zero")), "this is a link"),
        (lambda path: (path.unlink(), os.mkfifo(path)), "this is not a regular file"),
        (lambda path: (path.unlink(), path.mkdir()), "this is not a regular file"),
        (lambda path: (path.unlink(), path.symlink_to("nowhere")), "this is a link"),
        (lambda path: os.truncate(path, 1 << 40), "this file has 1,099,511,627,776 bytes"),
    ],
    ids=["a link", "a link to a device", "a pipe", "a folder", "a dead link", "a terabyte"],
)
def test_only_regular_files_of_some_size(folder, name, make, message):
    make(folder / name)
    assert f"{name}: {message}" in refusal(folder)


def test_boards_that_are_too_large(any_version, monkeypatch):
    monkeypatch.setattr(folders, "_MOST_CELLS", 15)
    assert "puzzle.json:1: sudoku-2x2 is too large" in refusal(any_version)
    monkeypatch.setattr(folders, "_MOST_CELLS", 16)
    monkeypatch.setattr(folders, "_MOST_RULES", 447)
    assert "puzzle.json:1: sudoku-2x2 is too large" in refusal(any_version)
    monkeypatch.setattr(folders, "_MOST_RULES", 448)
    assert check_folder(any_version)


def test_a_board_that_takes_long_to_draw(any_version):
    (any_version / "puzzle.json").write_text('{"board":"jigsaw-64@1","values":[0]}\n')
    sign(any_version)
    assert "by a seed instead of a drawing" in refusal(any_version)


@pytest.mark.parametrize("name", ["sudoku-1x1", "sudoku-1x2", *FAMILIES, "sudoku-5x5"])
def test_the_cnf_is_never_larger_than_what_is_read(name):
    board = boards.named(name)
    full = Solution._trusted(board, bytes(1 for _ in board.cells))
    most = folders._Reading(Path(), Budget()).most_bytes(board)
    stated = len(state(full.puzzle, full))
    assert stated <= most
    assert most < 3 * stated + 2000


# ---------------------------------------------------------------- one time limit for all of it


class Checks(Budget):
    """A budget that ends after so many checks, and never by the clock."""

    def __init__(self, most=1_000_000):
        super().__init__()
        self.most = most
        self.made = 0

    def is_over(self):
        self.made += 1
        return self.made > self.most


def test_the_budget_reaches_into_reading(folder, monkeypatch):
    whole = Checks()
    expected = folders.read(folder, whole)
    monkeypatch.setattr(folders, "_CHUNK", 100)
    monkeypatch.setattr(folders, "_PIECE", 200)
    pieces = Checks()
    assert folders.read(folder, pieces) == expected
    size = sum((folder / name).stat().st_size for name in ("puzzle.cnf", "proof.drat"))
    assert pieces.made - whole.made > size / 100 + size / 200
    for most in range(pieces.made):
        with pytest.raises(OutOfBudgetError):
            folders.read(folder, Checks(most))


@pytest.mark.parametrize("name", ["sudoku-2x2", "sudoku-4x4", "samurai"])
def test_the_budget_reaches_into_the_statement(name):
    board = boards.named(name)
    solution = filled(board)
    whole = Checks()
    text = state(solution.puzzle, solution, whole)
    assert whole.made == 2 * len(board.cells) + board.size * len(board.groups)
    pieces = list(blocks(solution.puzzle, solution, Budget()))
    assert b"".join(pieces) == text
    longest = max(clause.count(b"\n") for clause in pieces[len(board.cells) + 2 : -2])
    assert longest <= board.size * (board.size - 1) // 2  # at 64x64: 2,016 clauses
    for most in (0, 1, whole.made // 2, whole.made - 1):
        with pytest.raises(OutOfBudgetError):
            state(solution.puzzle, solution, Checks(most))
        with pytest.raises(OutOfBudgetError):
            Certificate(solution.puzzle, solution, text, b"0\n")._checked(Checks(most))


def test_no_time_for_a_folder(any_version):
    with pytest.raises(OutOfBudgetError):
        check_folder(any_version, timeout=0)
    with pytest.raises(OutOfBudgetError):
        Certificate.load(any_version, timeout=0)


# What shows before any search


@given(st.data())
@settings(max_examples=200)
def test_no_proper_puzzle_is_called_improper(data):
    name = data.draw(st.sampled_from(small_boards.BOARDS))
    solution = data.draw(st.sampled_from(small_boards.solutions(name)))
    cells = data.draw(st.integers(0, 2 ** len(solution.values) - 1))
    values = [value * (cells >> cell & 1) for cell, value in enumerate(solution)]
    reason = improper(Puzzle.of(solution.board, values))
    assert reason is None or not small_boards.is_proper(solution, cells)


def test_every_reason_is_found():
    full = Puzzle(HARD).solve().solution.to("line")
    seventeen = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    assert improper(Puzzle(seventeen)) is None
    assert improper(Puzzle(HARD)) is None
    fewer = Puzzle(seventeen).without("r2c6")
    assert improper(fewer).startswith("16 clues, and no proper puzzle of sudoku-3x3 has fewer than")
    missing = full.replace("3", ".").replace("7", ".")
    assert improper(Puzzle(missing)) == "no clue is 3 or 7: they could be exchanged"
    rows = "." * 18 + full[18:]
    assert improper(Puzzle(rows)) == "rows 1 and 2 have no clue and could be exchanged"


def test_pencil_marks_tell_apart_what_clues_do_not():
    marked = Puzzle({}, board=boards.latin(3), candidates={(0, 0): [1], (0, 1): [2], (1, 0): [2]})
    assert marked.has_candidates
    assert marked.is_unique()
    assert improper(marked) is None


# Large folders


def test_a_long_file_is_read_in_one_piece(folder):
    """To join a gigabyte at the end would take a second that the time limit cannot see."""
    length = 32 << 20
    os.truncate(folder / folders.PROOF, length)
    reading = folders._Reading(folder, Budget())
    tracemalloc.start()
    try:
        content, _ = reading.file(folders.PROOF, length)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(content) == length
    assert most < 1.5 * length


@pytest.mark.parametrize("name", ["sudoku-2x3", "samurai", "latin-5", "sudoku-3x3+diagonals"])
def test_rules_are_counted_without_stating_them(name, monkeypatch):
    """A board of 2,600 groups has ten million literals: counting them one by one took a second."""
    board = boards.named(name)
    stated = b"".join(blocks(Puzzle({}, board=board), filled(board), Budget()))
    lines = [line for line in stated.splitlines() if not line.startswith((b"c", b"p"))]
    monkeypatch.setattr(statement, "_rules", None)
    assert statement.rule_count(board) == len(lines) - 1
