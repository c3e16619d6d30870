"""The proof checker against a slow one: no unsound step is accepted, no sound one refused."""

from itertools import product

from csp_sudoku.native.rup import ProofResult, examine
from tests import rup_reference
from tests.torture.trial import Trial

_BATCH = 200


def checker(random, folder):
    """Compare verdicts on random formulas and proofs; a formula with a model is never refuted."""
    while True:
        for _ in range(_BATCH):
            variables = random.randrange(1, 8)
            clauses = [_clause(random, variables) for _ in range(random.randrange(1, 30))]
            steps = [_step(random, variables, clauses) for _ in range(random.randrange(8))]
            steps += [(False, [])] * random.randrange(2)
            found = examine(_cnf(variables, clauses), _drat(steps))
            expected = rup_reference.examine(clauses, steps)
            broke = None
            if found.verdict is not expected[0]:
                broke = f"{found.verdict}, and the slow one says {expected[0]}"
            elif found.verdict is ProofResult.REFUTED and _has_model(variables, clauses):
                broke = "a formula with a model was refuted"
            if broke:
                yield Trial(f"{clauses} {steps}", broke)
            else:
                yield Trial("a formula and a proof")


def _clause(random, variables):
    length = random.choice((1, 2, 2, 3, 3, 4))
    return [random.choice((-1, 1)) * random.randint(1, variables) for _ in range(length)]


def _step(random, variables, clauses):
    if random.random() < 0.3:
        return True, random.choice([*clauses, _clause(random, variables)])
    return False, _clause(random, variables)


def _line(literals):
    return "".join(f"{literal} " for literal in literals) + "0\n"


def _cnf(variables, clauses):
    head = f"p cnf {variables} {len(clauses)}\n"
    return (head + "".join(map(_line, clauses))).encode()


def _drat(steps):
    return "".join(("d " if is_gone else "") + _line(x) for is_gone, x in steps).encode()


def _has_model(variables, clauses):
    for signs in product((False, True), repeat=variables):
        if all(any(signs[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses):
            return True
    return False
