"""Certificates of uniqueness: for every family, and refused when anything was changed."""

import re
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp_sudoku import (
    CSP,
    BackendError,
    OutOfBudgetError,
    Puzzle,
    Solution,
    WrongAnswerError,
    boards,
)
from csp_sudoku.encoders import cnf as encoder
from csp_sudoku.errors import CertificateError, NotProperError, SourceError
from csp_sudoku.native.rup import ProofResult as Verdict
from csp_sudoku.proofs.certificate import Certificate, state
from csp_sudoku.proofs.improper import improper
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
