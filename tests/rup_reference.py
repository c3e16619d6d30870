"""A slow, obvious checker of refutations, to settle what the native one should say."""

from csp_sudoku.native.rup import ProofResult as Verdict


def closure(clauses, literals):
    """Return the literals that unit propagation makes true, or None at a conflict."""
    true = set(literals)
    grown = True
    while grown:
        grown = False
        if any(-x in true for x in true):
            return None
        for clause in clauses:
            if any(x in true for x in clause):
                continue
            left = [x for x in clause if -x not in true]
            if not left:
                return None
            if len(left) == 1:
                true.add(left[0])
                grown = True
    return true


def examine(clauses, steps):
    """Return the verdict on (is deletion, literals) steps, and the number of the last one."""
    kept = [frozenset(clause) for clause in clauses]
    forced = closure(kept, ())
    refuted = False
    for number, (deletion, literals) in enumerate(steps, 1):
        clause = frozenset(literals)
        if deletion:
            if clause in kept:
                kept.remove(clause)
            continue
        tautology = any(-x in clause for x in clause)
        follows = forced is None or tautology
        if not follows and closure(kept, forced | {-x for x in clause}) is not None:
            return Verdict.UNFOUNDED, number
        kept.append(clause)
        refuted = refuted or not clause
        forced = None if forced is None else closure(kept, forced)
    return (Verdict.REFUTED if refuted else Verdict.UNFINISHED), len(steps) + 1
