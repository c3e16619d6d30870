"""A soundness fuzz of the native proof checker: `python -m tests.rup_fuzz 100000 --seed 1`.

Each case is a formula and a proof. The native checker, and the slow and obvious one, must agree on
the verdict and on the line; and a formula that the native one calls refuted must be unsatisfiable,
by brute force or by a SAT solver. Cases are random steps, refutations by a SAT solver that were
changed, certificates of small puzzles that were changed, and texts with changed bytes.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from csp_sudoku import Puzzle
from csp_sudoku.native import rup
from csp_sudoku.rng import Rng
from tests import rup_reference

Clause = list[int]
Step = tuple[bool, Clause]
"""Whether it deletes, and the literals."""

_CLAUSE = re.compile(rb"((?:-?(?:0*[1-9][0-9]*) )*)0*")
_HEADER = re.compile(rb"p cnf ([0-9]+) ([0-9]+)")


class Case(NamedTuple):
    """A formula over variables 1 to `variables`, and a proof."""

    variables: int
    clauses: list[Clause]
    steps: list[Step]


def cnf_text(case: Case) -> bytes:
    header = f"p cnf {case.variables} {len(case.clauses)}\n"
    return (header + "".join(map(_line, case.clauses))).encode()


def proof_text(case: Case) -> bytes:
    return "".join("d " * deletes + _line(clause) for deletes, clause in case.steps).encode()


def _line(clause: Clause) -> str:
    return "".join(f"{x} " for x in clause) + "0\n"


# Cases


def random_case(rng: Rng) -> Case:
    """Clauses and steps without a plan: doubled literals, tautologies, empty clauses."""
    variables = 1 + rng.below(6)
    most = 1 + rng.below(4)
    clauses = [_clause(rng, variables, most, 1) for _ in range(rng.below(5 * variables))]
    steps = [
        (rng.below(4) == 0, _clause(rng, variables, most, 0)) for _ in range(rng.below(3 * most))
    ]
    steps += [(True, clause) for clause in clauses if rng.below(8) == 0]
    rng.shuffle(steps)
    return Case(variables, clauses, steps)


def _clause(rng: Rng, variables: int, most: int, least: int) -> Clause:
    literals = [x for v in range(1, variables + 1) for x in (-v, v)]
    return [rng.choice(literals) for _ in range(least + rng.below(most))]


def refuted_case(rng: Rng) -> Case:
    """A random formula near the threshold, with a solver's refutation if there is one; changed."""
    from pysat.solvers import Solver

    variables = 4 + rng.below(8)
    clauses = []
    for _ in range(4 * variables + rng.below(3 * variables)):
        chosen = {1 + rng.below(variables) for _ in range(1 + rng.below(3))}
        clauses.append([v if rng.below(2) else -v for v in sorted(chosen)])
    with Solver("glucose4", bootstrap_with=clauses, with_proof=True) as solver:
        lines = [] if solver.solve() else solver.get_proof()
    steps = [_step(line) for line in lines]
    if not any(not clause for deletes, clause in steps if not deletes):
        steps.append((False, []))
    return changed(Case(variables, clauses, steps), rng)


def _step(line: str) -> Step:
    words = line.split()
    deletes = words[0] == "d"
    return deletes, [int(word) for word in words[deletes:-1]]


@cache
def _certificates() -> list[Case]:
    texts = ("1.....2..3.....4", "12.......3...4..", ".....15...4...5..42...6.4...2...3...")
    cases = []
    for text in texts:
        try:
            proven = Puzzle(text).prove_unique()
        except ValueError:  # not proper
            continue
        lines = [line for line in proven.cnf.decode().splitlines() if line[0] not in "cp"]
        clauses = [[int(word) for word in line.split()[:-1]] for line in lines]
        steps = [_step(line) for line in proven.proof.decode().splitlines()]
        cases.append(Case(len(proven.solution.values) * proven.puzzle.board.size, clauses, steps))
    return cases


def certificate_case(rng: Rng) -> Case:
    """A certificate of a small puzzle, changed."""
    return changed(rng.choice(_certificates()), rng)


def changed(case: Case, rng: Rng) -> Case:
    """Return a case with a few small changes of its clauses and steps; often it stays valid."""
    clauses, steps = list(case.clauses), list(case.steps)
    for _ in range(rng.below(4)):
        kind = rng.below(8)
        at = rng.below(len(steps)) if steps else 0
        if kind == 0 and steps:
            del steps[at]
        elif kind == 1 and steps:
            steps.insert(rng.below(len(steps) + 1), steps[at])
        elif kind == 2 and steps:
            deletes, clause = steps[at]
            steps[at] = (deletes, _altered(clause, case.variables, rng))
        elif kind == 3:
            steps.insert(rng.below(len(steps) + 1), (True, list(rng.choice(clauses))))
        elif kind == 4:
            del clauses[rng.below(len(clauses))]
        elif kind == 5:
            i = rng.below(len(clauses))
            clauses[i] = _altered(clauses[i], case.variables, rng)
        elif kind == 6:
            steps.insert(rng.below(len(steps) + 1), (False, _clause(rng, case.variables, 3, 0)))
        else:
            rng.shuffle(clauses)
    return Case(case.variables, clauses or [[1]], steps)


def _altered(clause: Clause, variables: int, rng: Rng) -> Clause:
    other = list(clause)
    kind = rng.below(3)
    if kind == 0 or not other:
        other.append(rng.choice([-1, 1]) * (1 + rng.below(variables)))
    elif kind == 1:
        del other[rng.below(len(other))]
    else:
        i = rng.below(len(other))
        other[i] = -other[i]
    return other


# Judging


def check(case: Case) -> rup.ProofResult:
    """Compare the checkers on a case, and the verdict with the truth."""
    found = rup.examine(cnf_text(case), proof_text(case))
    expected = rup_reference.examine(case.clauses, case.steps)
    assert (found.verdict, found.line) == expected, f"{found} instead of {expected}: {case}"
    if found.verdict is rup.ProofResult.REFUTED:
        assert not _can_be_true(case), f"a satisfiable formula is called refuted: {case}"
    return found.verdict


def _can_be_true(case: Case) -> bool:
    if case.variables <= 6:
        signs = product((-1, 1), repeat=case.variables)
        worlds = ({v * sign for v, sign in enumerate(world, 1)} for world in signs)
        return any(all(not world.isdisjoint(c) for c in case.clauses) for world in worlds)
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=case.clauses) as solver:
        return bool(solver.solve())


def check_bytes(case: Case, rng: Rng) -> rup.ProofResult:
    """Change bytes of the texts: what is called refuted must be so for the obvious checker, too."""
    cnf, proof = bytearray(cnf_text(case)), bytearray(proof_text(case))
    for _ in range(1 + rng.below(3)):
        text = proof if proof and rng.below(3) else cnf
        at = rng.below(len(text))
        kind = rng.below(3)
        if kind == 0:
            text[at] ^= 1 << rng.below(8)
        elif kind == 1:
            del text[at]
        else:
            text.insert(at, rng.choice(b"0123456789 -d\n"))
        if not cnf:
            break
    found = rup.examine(bytes(cnf), bytes(proof))
    read = _read(bytes(cnf), bytes(proof))
    if read is None:
        assert found.verdict is not rup.ProofResult.REFUTED, f"{found} for {cnf!r}, {proof!r}"
    elif found.verdict is rup.ProofResult.REFUTED:
        assert check(read) is rup.ProofResult.REFUTED, f"{found} for {cnf!r}, {proof!r}"
    return found.verdict


def _read(cnf: bytes, proof: bytes) -> Case | None:
    """Read the texts in the simplest way; None if a line is malformed."""
    head, *lines = cnf.removesuffix(b"\n").split(b"\n")
    lines = [line for line in lines if not line.startswith(b"c")]
    header = _HEADER.fullmatch(head)
    clauses = [_read_clause(line) for line in lines]
    rest = proof.removesuffix(b"\n")
    words = rest.split(b"\n") if proof else []
    steps = [(word.startswith(b"d "), _read_clause(word.removeprefix(b"d "))) for word in words]
    literals = [*clauses, *(clause for _, clause in steps)]
    if header is None or None in literals or len(clauses) != int(header[2]):
        return None
    if any(abs(x) > int(header[1]) for clause in literals for x in clause):
        return None
    return Case(int(header[1]), clauses, steps)


def _read_clause(line: bytes) -> Clause | None:
    found = _CLAUSE.fullmatch(line)
    return None if found is None or not line.endswith(b"0") else [int(x) for x in found[1].split()]


def fuzz(cases: int, seed: int = 0) -> Counter[str]:
    """Run cases of all kinds in turn; return how often each verdict came up."""
    rng = Rng(seed)
    seen: Counter[str] = Counter()
    kinds = (random_case, refuted_case, random_case, refuted_case, certificate_case)
    for number in range(cases):
        case = kinds[number % len(kinds)](rng)
        verdict = check(case) if number % 3 else check_bytes(case, rng)
        seen[verdict.name] += 1
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("cases", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    seen = fuzz(args.cases, args.seed)
    verdicts = ", ".join(f"{count:,} {name.lower()}" for name, count in seen.most_common())
    print(f"{args.cases:,} cases, no difference and no forgery accepted: {verdicts}")


if __name__ == "__main__":
    main()
