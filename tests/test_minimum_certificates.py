"""Certificates that few clues are not enough: true ones hold, and none that was tampered with."""

import random
from functools import cache

import pytest

import csp_sudoku as cs
from csp_sudoku import CertificateError, OutOfBudgetError, Puzzle, PuzzleError, Solution, boards
from csp_sudoku.making.minimum_proof import prove_more_clues
from csp_sudoku.making.pigeonhole import best_parts, cases, families, groups_of
from csp_sudoku.proofs.minimum_certificates import MinimumCertificate, check_folder
from tests import small_boards

# The first of the 17-clue puzzles against brute force of Wikipedia's article on solving algorithms.
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SIX = "123456456123231564564231312645645312"


@cache
def of_six():
    return prove_more_clues(Solution(SIX, board=boards.sudoku(2, 3)), 7)


@cache
def of_eight():
    """The bound of 8x8 is far from its sets: the walk has many nodes, and dead cells."""
    return prove_more_clues(Puzzle({}, board=boards.sudoku(2, 4)).solve().solution, 11)


@cache
def of_nine():
    return prove_more_clues(Puzzle(SEVENTEEN).solve().solution, 14)


MADE = pytest.mark.parametrize("made", [of_six, of_eight, of_nine])


@MADE
def test_a_certificate_holds_and_says_for_which_solution(made):
    certificate = made()
    verdict = certificate.check()
    assert verdict.valid
    assert certificate.solution.to("line") in verdict.reason
    assert f"has {certificate.clues} clues or fewer" in verdict.reason


@pytest.mark.parametrize("name", small_boards.BOARDS)
def test_the_bound_of_brute_force_can_be_proven_and_no_better_one(name):
    solution = small_boards.solutions(name)[0]
    fewest = cs.minimum(solution)
    assert fewest.is_proven
    if fewest.lower:
        assert fewest.prove().check()
    for clues in range(fewest.upper, min(fewest.upper + 2, len(solution.values))):
        with pytest.raises(PuzzleError, match=f"has a proper puzzle with {clues} clues"):
            prove_more_clues(solution, clues)


def test_a_board_with_rules():
    puzzle = Puzzle("1234 3412 2143 4321").solve().solution
    ruled = Puzzle(puzzle.values, rules=["thermo r1c1-r1c4"])
    fewest = cs.minimum(ruled.solve().solution)
    assert fewest.is_proven
    assert 0 < fewest.upper < 4
    assert fewest.prove().check()


@MADE
def test_bit_flips_never_hold_for_more_than_was_proven(made):
    """A changed byte is refused, or the steps still are a proof of the same claim."""
    certificate, rng = made(), random.Random(1)
    refused = 0
    for _ in range(60):
        trace = bytearray(certificate.trace)
        trace[rng.randrange(len(trace))] ^= 1 << rng.randrange(8)
        refused += not certificate._replace(trace=bytes(trace)).check()
    assert refused > 40


@MADE
def test_forgeries_are_refused(made):
    certificate, rng = made(), random.Random(2)
    lines = certificate.trace.splitlines(keepends=True)
    sets = certificate.rivals
    solution = certificate.solution

    def refused(reason, **changed):
        verdict = certificate._replace(**changed).check()
        assert not verdict
        assert reason in verdict.reason, verdict.reason

    refused("trace.txt", clues=certificate.clues + 1)
    refused("trace.txt", trace=b"")
    refused("trace.txt", trace=b"".join(lines[:-1]))
    refused("follows the end", trace=certificate.trace + lines[-1])
    refused("trace.txt", trace=b"x 0\n")
    refused("this is no step", trace=b"b 0 -1\n")
    refused("this is no step", trace=b"y 0 0\n")
    refused("this is no step", trace=b"x 9 0\n")
    refused("this is no step", trace=b"\n")
    refused("not the live cells", trace=b"b 0 0\n" + certificate.trace)
    refused("no number", trace=b"x a\n")
    refused("trace.txt", rivals=sets[:2])
    if len(lines) > 10:  # on 6x6, other sets may do as well
        refused("trace.txt", rivals=sets[1:] + sets[:1])
    refused("sets.txt:1: this is no other solution", rivals=(solution.values, *sets[1:]))
    refused("sets.txt:1: this is no other solution", rivals=(sets[0][:-1], *sets[1:]))
    broken = bytearray(sets[0])
    broken[0] = broken[0] % solution.board.size + 1
    refused("sets.txt:1: this is no other solution", rivals=(bytes(broken), *sets[1:]))
    whole = (tuple(range(len(solution.values))),)
    for parts in (certificate.parts[1:], (*certificate.parts, (0,)), (whole[0][1:],), ((5, 5),)):
        refused("the parts do not cover the board", parts=parts)
    dropped = [i for i, line in enumerate(lines) if line.startswith(b"x")]
    for at in rng.sample(dropped, min(10, len(dropped))):
        refused("trace.txt", trace=b"".join(lines[:at] + lines[at + 1 :]))
        shorter = lines[at].rpartition(b" ")[0] + b"\n"
        refused("prove nothing", trace=b"".join([*lines[:at], shorter, *lines[at + 1 :]]))
        word = lines[at].split()
        doubled = b" ".join([*word[:-1], word[-2]]) + b"\n"
        if len(word) > 3:
            refused("trace.txt", trace=b"".join([*lines[:at], doubled, *lines[at + 1 :]]))


def test_another_solution_is_refused():
    other = Solution("123456456123312645645312231564564231", board=boards.sudoku(2, 3))
    assert not of_six()._replace(solution=other).check()


@MADE
def test_folders_round_trip(made, tmp_path):
    made().save(tmp_path / "a")
    made().save(tmp_path / "a")
    assert MinimumCertificate.load(tmp_path / "a") == made()
    assert check_folder(tmp_path / "a")


def test_folders_are_read_strictly(tmp_path):
    folder, rng = tmp_path / "a", random.Random(3)
    of_six().save(folder)
    for name in ("solution.json", "sets.txt", "trace.txt", "claim.json"):
        path = folder / name
        text = path.read_bytes()
        for _ in range(25):
            changed = bytearray(text)
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            path.write_bytes(changed)
            assert not check_folder(folder)
        for changed in (text + b"\n", text[:-1], b"", b" " + text, text * 2):
            path.write_bytes(changed)
            assert not check_folder(folder)
            with pytest.raises(CertificateError):
                MinimumCertificate.load(folder)
        path.unlink()
        assert name in check_folder(folder).reason
        path.symlink_to(tmp_path / "b")
        assert "link" in check_folder(folder).reason
        path.unlink()
        path.write_bytes(text)
    assert check_folder(folder)
    (folder / "more.txt").write_text("")
    assert "'more.txt' is not part" in check_folder(folder).reason
    with pytest.raises(cs.SourceError, match=r"'more\.txt' already"):
        of_six().save(folder)
    (folder / "more.txt").unlink()
    claim = (folder / "claim.json").read_text()
    for old, new in (
        ('"clues":7', '"clues":7.0'),
        ('"clues":7', '"clues":-7'),
        ('"clues":7', '"clues":true'),
        ('"version":1', '"version":2'),
        ('"parts":[', '"parts":[[],'),
        ('{"format', '{"a":1,"format'),
        (":", ": "),
    ):
        assert old in claim
        (folder / "claim.json").write_text(claim.replace(old, new, 1))
        assert not check_folder(folder)


def test_limits_of_time_and_size():
    for wish in (-1, 81):
        with pytest.raises(PuzzleError, match="clues is"):
            prove_more_clues(of_nine().solution, wish)
    with pytest.raises(OutOfBudgetError):
        prove_more_clues(of_nine().solution, 16, timeout=0)
    with pytest.raises(OutOfBudgetError):
        of_eight().check(timeout=0)
    large = Puzzle({}, board=boards.sudoku(3, 4)).solve().solution
    with pytest.raises(PuzzleError, match="144 cells"):
        prove_more_clues(large, 3)


def test_ctrl_c(interrupted):
    interrupted(lambda: prove_more_clues(of_nine().solution, 17))


@pytest.mark.parametrize("board", [boards.sudoku(3, 3), boards.sudoku(2, 4), boards.latin(5)])
def test_cases_cover_all_choices_once(board):
    """Clues at random, of the number asked about and of fewer: some case has room for them."""
    rng, csp = random.Random(4), board.csp
    cells = range(len(csp.variables))
    for family, _ in families(groups_of(csp)):
        assert sum(map(len, family)) == len({cell for group in family for cell in group})
    for clues in (1, 2, 3, 5, 11, 16, 17):
        parts = best_parts(csp, [], clues)
        assert sorted(cell for part in parts for cell in part) == list(cells)
        found = cases(parts, clues)
        for size in (clues, clues, clues, clues - 1):
            choice = set(rng.sample(cells, size))
            fit = [
                case
                for case in found
                if all(len(choice & set(region)) <= most for region, most in case.regions)
            ]
            assert fit
