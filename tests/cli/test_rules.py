"""`--rule` and `--rules` on the commands that take them, and links that carry rules."""

import hashlib
import json
import os

import pytest

import csp_sudoku as cs
from tests.cli.process import assert_refused, here

GIVEN = "1" + "." * 15
SOLVED = "1423321441322341"
RULES = ("cage r1c2 r2c2 = 6", "thermo r4c1-r4c3", "cage r3c4 r4c4 = 3")
"""Rules that leave GIVEN one solution; the first of them is not needed for that."""


def ruled(*rules):
    return [word for rule in rules for word in ("--rule", rule)]


@pytest.fixture(params=["--rule", "lines", "json"])
def words(request, tmp_path):
    """The rules as words of the command line, in each of the ways to give them."""
    if request.param == "--rule":
        return ruled(*RULES)
    path = tmp_path / "rules.txt"
    if request.param == "lines":
        path.write_text("".join(f"{rule}\n" for rule in RULES))
    else:
        data = [rule.to_data() for rule in cs.Puzzle(GIVEN, rules=RULES).rules]
        path.write_text(json.dumps(data))
    return ["--rules", path]


def test_solve_and_count(words):
    assert here("solve", GIVEN) == (1, "multiple\n", "")
    assert here("solve", *words, GIVEN) == (0, f"{SOLVED}\n", "")
    assert here("count", *words, GIVEN) == (0, "1\n", "")
    assert here("solve", *words, stdin=f"{GIVEN}\n{SOLVED}\n").out == f"{SOLVED}\n{SOLVED}\n"


@pytest.mark.parametrize("backend", ["bitmask", "sat", "cpsat", "dlx"])
def test_every_backend_takes_rules(backend):
    assert here("solve", "--backend", backend, *ruled(*RULES), GIVEN) == (0, f"{SOLVED}\n", "")


def test_true_candidates(words):
    told = here("true-candidates", *words, GIVEN)
    assert told.code == 0
    assert "| 1   {4} | {2} {3} |" in told.out


def test_prove(words, tmp_path):
    told = here("prove", *words, GIVEN)
    assert told.code == 0
    assert told.out.startswith("the model has one solution; the proof shows it in ")


def test_conflict_names_the_rules_that_clash(words):
    told = here("conflict", *words, "--rule", "cage r1c1 r1c2 = 3", GIVEN)
    assert told.code == 1
    assert told.out.startswith("no solution: ")
    assert '"cage r3c4 r4c4 = 3"' in told.out
    assert '"cage r1c1 r1c2 = 3"' in told.out
    assert "thermo" not in told.out


def test_redundant_and_minimal_speak_of_rules(words):
    assert here("redundant", *words, GIVEN) == (1, f"redundant: {RULES[0]}\n", "")
    told = here("minimal", "--seed", 1, *words, GIVEN)
    assert told.code == 0
    left = cs.Puzzle(told.out)
    assert {str(rule) for rule in left.rules} < {
        str(rule) for rule in cs.Puzzle(GIVEN, rules=RULES).rules
    }
    assert left.solve(limit=2).solution == cs.Solution(SOLVED)


def test_show_says_the_rules(words):
    told = here("show", *words, GIVEN)
    assert told.code == 0
    assert "  cage r1c2 r2c2 = 6\n  cage r3c4 r4c4 = 3\n" in told.out


def test_export_has_the_rules(words):
    told = here("export", "--to", "mzn", *words, GIVEN)
    assert told.code == 0
    assert told.out != here("export", "--to", "mzn", GIVEN).out
    assert len(told.out.splitlines()) > len(here("export", "--to", "mzn", GIVEN).out.splitlines())


@pytest.mark.parametrize("format", ["json", "iss", "fpuzzles", "sudokupad"])
def test_convert_keeps_the_rules(words, format):
    told = here("convert", "--to", format, *words, GIVEN)
    assert told.code == 0
    if format == "sudokupad":  # a drawing: what is a model comes back
        assert "scl" in told.out or "sudokupad" in told.out
        return
    wanted = cs.Puzzle(GIVEN, rules=RULES)
    assert cs.Puzzle(told.out.strip()) == wanted
    solved = here("solve", told.out.strip())
    assert solved.code == 0
    assert cs.Solution(solved.out.strip()) == cs.Solution(SOLVED)
    again = here("convert", "--to", format, told.out.strip())
    assert again.out == told.out


def test_a_format_without_rules_is_refused(words):
    refused = here("convert", "--to", "line", *words, GIVEN)
    assert_refused(refused, "line cannot hold this puzzle: it has 3 rules; use json")


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("cage r1c1 r9c9 = 5", "cage r1c1 r9c9 = 5: sudoku-2x2 has no cell r9c9; its cells are"),
        ("cag r1c1 = 3", "no rule is called 'cag'; did you mean cage"),
        ("cage r1c1 r1c2 = much", "cage: sum: expected a whole number, got 'much'"),
        ("thermo r1c1", "thermo: cells: expected 2 or more cells, got 1"),
        ("whisper r1c1-r3c2", "there is no straight run from r1c1 to r3c2; runs go along"),
        ("sandwich r1c1 = 5", "r1c1 is not a place outside sudoku-2x2; write r0c1"),
        ("cage r1c1 r1c1 = 5", "r1c1 is named twice; name each cell once"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "count", "show", "conflict", "redundant"])
def test_mistakes_name_the_rule_the_cell_and_the_way_out(command, rule, told):
    ended = here(command, "--rule", rule, GIVEN)
    assert ended.code == 2
    assert ended.out in ("", "invalid\n")
    assert ended.err.count("\n") == 1
    assert told in ended.err


def test_a_mistake_in_a_file_of_rules_has_its_place(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text("antiknight\ncage r1c1 = x\n")
    ended = here("solve", "--rules", path, GIVEN)
    assert ended.code == 2
    assert "rules.txt" in ended.err
    assert "cage: sum: expected a whole number, got 'x'" in ended.err
    missing = here("solve", "--rules", tmp_path / "none.txt", GIVEN)
    assert missing.code == 2
    assert "none.txt" in missing.err


def test_what_knows_groups_alone_names_the_rule():
    ended = here("canonical", "--rule", RULES[0], GIVEN)
    assert ended.code == 2
    assert f'cannot take the rule "{RULES[0]}" into account' in ended.err


def test_explanations_speak_of_the_rule():
    ended = here("explain", "--rule", RULES[0], GIVEN)
    assert ended.code == 1
    assert "the 2-cell cage of 6 at r1c2 can only be 2 and 4" in ended.out
    assert ended.out.endswith("stuck: the puzzle has several solutions\n")


@pytest.mark.parametrize("format", ["iss", "fpuzzles", "sudokupad"])
def test_links_are_read_offline(format, monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("the network was asked")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    cages = [rule for rule in RULES if rule.startswith("cage")]
    link = cs.Puzzle(SOLVED[:10] + "." * 6, rules=cages).to(format)
    assert link.startswith("https://")
    assert here("solve", link) == (0, f"{SOLVED}\n", "")


def test_unknown_rules_are_named_and_left_out_only_on_demand():
    link = (
        "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1.ConnectedValues~1"
    )
    refused = here("solve", link)
    assert refused.code == 2
    assert "ConnectedValues" in refused.err
    solved = here("solve", "--ignore-unknown-rules", link)
    assert solved.out == "multiple\n"
    assert "ConnectedValues" in solved.err


def test_several_solutions_are_named_with_rules():
    """It ended with exit code 70: the solutions of a model have no cells in order."""
    told = here("prove", "--rule", RULES[0], GIVEN)
    assert (told.code, told.out) == (1, "multiple\n")
    assert "more than one solution: r1c2 is 2 in " in told.err
    facts = json.loads(here("prove", "--json", "--rule", RULES[0], GIVEN).out)
    for solution in facts["solutions"]:
        assert cs.Solution(bytes(solution), board="sudoku-2x2", rules=[RULES[0]])


@pytest.fixture
def certificate(tmp_path):
    folder = tmp_path / "certificate"
    assert here("prove", *ruled(*RULES), "-o", folder, GIVEN).code == 0
    return folder


def checked(folder, *words):
    told = here("prove", "--check", folder, *words)
    return told.code, told.out.partition(": ")[2].partition(": ")[0]


def test_a_certificate_with_rules_is_checked(certificate):
    """What `prove -o` had written was refused by `prove --check`."""
    assert checked(certificate) == (0, "holds")
    assert checked(certificate, *ruled(*RULES), GIVEN) == (0, "holds")
    puzzle = cs.Puzzle(GIVEN, rules=RULES)
    assert puzzle.to("json") in here("prove", "--check", certificate).out
    digest = hashlib.sha256((certificate / "puzzle.json").read_bytes()).hexdigest()
    assert f"SHA-256 {digest}" in here("prove", "--check", certificate).out
    for other in ([GIVEN], [*ruled(*RULES[1:]), GIVEN], [*ruled(*RULES), SOLVED]):
        assert checked(certificate, *other) == (1, "refused"), other


@pytest.mark.parametrize("rule", ["cage r1c2 r2c2 = 6", "antiknight"])
def test_a_certificate_does_not_vouch_for_other_rules(certificate, rule):
    other = cs.Puzzle(GIVEN, rules=[*RULES[1:], rule] if rule == "antiknight" else [rule])
    (certificate / "puzzle.json").write_text(other.to("json") + "\n")
    assert checked(certificate) == (1, "refused")
    assert "the model is not that of the puzzle" in here("prove", "--check", certificate).out


@pytest.mark.parametrize("name", ["puzzle.json", "model.json", "solution.json"])
@pytest.mark.parametrize(("old", "new"), [("\n", ""), (",", ", "), ("}", ',"x":1}'), ("]", "],")])
def test_a_certificate_with_rules_has_one_form(certificate, name, old, new):
    path = certificate / name
    text = path.read_text()
    spoilt = text.replace(old, new, 1)
    path.write_text(spoilt if spoilt != text else f" {text}")
    assert checked(certificate) == (1, "refused")


@pytest.mark.parametrize("name", ["puzzle.json", "model.json", "model.cnf", "proof.drat"])
def test_a_certificate_with_rules_has_regular_files_alone(certificate, name):
    path = certificate / name
    path.rename(certificate.parent / name)
    path.symlink_to(certificate.parent / name)
    assert checked(certificate) == (1, "refused")
    path.unlink()
    os.mkfifo(path)
    assert checked(certificate) == (1, "refused")
    path.unlink()
    path.symlink_to("/dev/zero")
    assert checked(certificate, "--timeout", "1") == (1, "refused")


def test_a_certificate_with_rules_holds_nothing_else(certificate):
    (certificate / "other.json").write_text("{}")
    assert checked(certificate) == (1, "refused")
