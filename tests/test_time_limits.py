"""Limits reach into everything that takes long: budgets that count their checks, and no clock."""

import subprocess
import threading
from itertools import combinations, product

import pytest

import csp_sudoku as cs
from csp_sudoku import OutOfBudgetError, Puzzle, Solution, boards, graphs
from csp_sudoku.budgets import Budget
from csp_sudoku.encoders import cnf as encoder, exact_cover
from csp_sudoku.encoders.cnf import Cnf
from csp_sudoku.equivalence import canonical as canonical_forms
from csp_sudoku.errors import NotProperError
from csp_sudoku.logic.backend import Logic
from csp_sudoku.logic.ruled_bits import RuledBits
from csp_sudoku.logic.state import State
from csp_sudoku.logic.techniques.table import TECHNIQUES
from csp_sudoku.logic.techniques.technique import first_step
from csp_sudoku.making import (
    climb as climbing,
    generate,
    minimal,
    minimal_models,
    minimum,
    rivals,
    unavoidable,
)
from csp_sudoku.making.climb import climb
from csp_sudoku.model import Relation
from csp_sudoku.model.data import from_json, to_json
from csp_sudoku.model.strengthening import derived
from csp_sudoku.proofs import (
    ambiguities,
    candidates,
    conflicts,
    redundancy,
    refutation,
    uniqueness,
)
from csp_sudoku.proofs.model_statement import Statement
from csp_sudoku.questions import Report
from csp_sudoku.rng import Rng
from csp_sudoku.rules.structure import ruled as structure
from csp_sudoku.sat import drat, loading, oracle as oracles
from csp_sudoku.sat.counting import SequentialCounter
from csp_sudoku.sat.oracle import Incremental, blank_oracle
from tests.cli.process import here
from tests.strategies import filled

SIX = ".....15...4...5..42...6.4...2...3..."
"""A minimal puzzle on 6x6."""
FAMILIES = (
    "sudoku-2x2",
    "sudoku-2x3",
    "latin-5",
    "jigsaw-AABBACCBADCBDDDC",
    "sudoku-3x3+diagonals",
    "gattai(sudoku-2x2)@0,0;2,2",
    "samurai",
)


class Checks(Budget):
    """A budget that ends after a number of checks, whatever the time."""

    def __init__(self, most=10**9):
        super().__init__()
        self.most = most
        self.made = 0

    def is_over(self):
        self.made += 1
        return self.made > self.most


@pytest.fixture
def as_large(monkeypatch):
    """Treat every board as one of 64x64."""
    monkeypatch.setattr(loading, "_KEPT_LITERALS", 0)
    monkeypatch.setattr(oracles, "LARGE", 1)


def six():
    return Puzzle(SIX)


def loose():
    """A puzzle on 6x6 with several solutions."""
    return six().without("r1c6", "r2c1")


def full():
    return filled(boards.sudoku(2, 3))


QUESTIONS = {
    "prove": (uniqueness, lambda: cs.prove_unique(six())),
    "conflict": (conflicts, lambda: cs.conflict(six().replace({(0, 0): 5}))),
    "candidates": (candidates, lambda: cs.true_candidates(loose())),
    "backbone": (candidates, lambda: cs.backbone(loose())),
    "ambiguity": (ambiguities, lambda: cs.ambiguity(loose())),
    "generate": (generate, lambda: cs.generate(seed=1, board=boards.sudoku(2, 3))),
    "pattern": (
        generate,
        lambda: cs.generate(seed=1, board=boards.sudoku(2, 2), pattern="xx.. ..x. .x.. ...x"),
    ),
    "minimal": (minimal, lambda: cs.minimal(full(), seed=1)),
    "is minimal": (minimal, lambda: cs.is_minimal(six())),
    "all minimal": (minimal, lambda: list(cs.all_minimal(Solution("1234 3412 2143 4321")))),
    "redundant": (redundancy, lambda: six().redundant()),
    "minimal model": (minimal_models, lambda: six().csp.minimal(seed=1)),
    "minimum": (minimum, lambda: cs.minimum(full())),
    "unavoidable": (unavoidable, lambda: list(cs.unavoidable_sets(filled(boards.latin(4))))),
    "canonical": (canonical_forms, lambda: cs.canonical(six())),
    "equivalent": (canonical_forms, lambda: cs.are_equivalent(six(), six())),
}
ALWAYS_ANSWERS = ("conflict", "minimum", "redundant")
"""These return what they have when the time ends."""


def asked(name, budget, monkeypatch):
    module, ask = QUESTIONS[name]
    monkeypatch.setattr(module, "Budget", lambda *_: budget)
    return ask()


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("size", ["small", "large"])
def test_every_check_can_be_the_last(name, size, monkeypatch, request):
    if size == "large":
        request.getfixturevalue("as_large")
    asked(name, Checks(), monkeypatch)  # from now on, what boards keep is there
    whole = Checks()
    asked(name, whole, monkeypatch)
    last = whole.made - 1
    assert last > 1
    if size == "large":  # how often a thread is waited for depends on the time
        last = min(last, 30)
    for most in (*range(0, last, max(1, last // 40)), last):
        budget = Checks(most)
        if name in ALWAYS_ANSWERS:
            assert asked(name, budget, monkeypatch) is not None
        elif name == "ambiguity":
            try:
                found = asked(name, budget, monkeypatch)
            except OutOfBudgetError:
                continue
            assert loose().replace(found.extra).is_unique()
        else:
            with pytest.raises(OutOfBudgetError):
                asked(name, budget, monkeypatch)


@pytest.mark.parametrize("most", [0, 10, 100, 300, 1000])
def test_bounds_hold_whenever_the_time_ends(most, monkeypatch):
    fewest = cs.minimum(full())
    assert fewest.is_proven
    found = asked("minimum", Checks(most), monkeypatch)
    monkeypatch.undo()  # what follows has all the time it needs
    assert found.lower <= fewest.upper <= found.upper
    assert found.puzzle.is_unique()
    assert found.check()


# Clauses


@pytest.mark.parametrize("at_most_one", encoder.AT_MOST_ONE)
@pytest.mark.parametrize("name", [*FAMILIES[:-1], "sudoku-4x4"])
def test_pieces_are_small_and_complete(name, at_most_one):
    board = boards.named(name)
    cnf = Cnf(board.csp, board.csp.problem.masks, at_most_one)
    sizes, before = [], 0
    for _ in encoder.pieces(cnf):
        sizes.append(len(cnf.clauses) - before)
        before = len(cnf.clauses)
    slot = (
        max(board.size * (board.size - 1) // 2, 3 * board.size) + 1
    )  # a cell, or a value in a group
    if at_most_one == "native":
        assert max(sizes) <= slot
        assert len(sizes) >= len(board.cells) + board.size * len(board.groups)
    else:  # made in C: a hundred cells, or a group
        assert max(sizes) <= max(100, board.size) * slot
        assert len(sizes) >= len(board.cells) / 100 + len(board.groups)
    assert cnf.clauses == encoder.encode(board.csp, "extended", at_most_one).clauses


def test_an_encoding_that_was_stopped_is_made_again():
    board = boards.Board("new", 4, boards.sudoku(2, 2).cells, boards.sudoku(2, 2).groups)
    whole = Checks()
    encoder.reduce(board.csp.problem, pulse=whole.check)
    for most in range(0, whole.made, 5):
        with pytest.raises(OutOfBudgetError):
            encoder.encode(board.csp, pulse=Checks(most).check)
    assert encoder.encode(board.csp).clauses == encoder.encode(boards.sudoku(2, 2).csp).clauses


def test_counting_pairs_stops_where_there_are_enough():
    problem = boards.sudoku(3, 3).csp.problem
    total = encoder.pairs(problem)
    assert total == 81 * 36 + 27 * 9 * 36
    assert encoder.pairs(problem, enough=total + 1) == encoder.pairs(problem, enough=total) == total
    assert 5000 <= encoder.pairs(problem, enough=5000) < 5000 + 9 * 36  # group by group
    assert encoder.at_most_one_for(boards.sudoku(8, 8).csp.problem) == "sequential"


def test_clauses_go_into_the_solver_as_they_are_made(monkeypatch):
    board = boards.sudoku(6, 6)
    portions = []
    load = Incremental._load

    def noted(self, cnf, pulse):
        portions.append(len(cnf.clauses))
        load(self, cnf, pulse)

    monkeypatch.setattr(Incremental, "_load", noted)
    monkeypatch.setattr("csp_sudoku.sat.oracle._LOADED", 100)
    checks = Checks()
    cnf, oracle = loading.oracle_for(board.csp.problem, "glucose4", checks)
    oracle.close()
    assert not cnf.clauses
    assert not cnf.at_most_ones
    slots = len(board.cells) + board.size * len(board.groups)
    assert sum(portions) == slots  # each cell and each value in a group: "at least one" is a clause
    assert max(portions) == 100
    assert checks.made > slots


def test_a_solver_that_was_not_loaded_is_freed(monkeypatch):
    closed = []
    close = Incremental.close
    monkeypatch.setattr(Incremental, "close", lambda self: closed.append(close(self)))
    problem = boards.sudoku(2, 2).csp.problem
    for most in (2, 6, 12):
        with pytest.raises(OutOfBudgetError):
            loading.oracle_for(problem, "glucose4", Checks(most))
    assert len(closed) == 3


# The solver for large boards


@pytest.mark.parametrize("name", FAMILIES)
def test_large_boards_have_the_same_candidates(name, as_large):
    solution = filled(boards.named(name))
    rng = Rng(3)
    clues = [value if rng.below(3) else 0 for value in solution.values]
    puzzle = Puzzle.of(solution.board, clues)
    expected = {}
    for found in puzzle.solutions(limit=500):
        for cell, value in found.assignment.items():
            expected.setdefault(cell, set()).add(value)
    found = cs.true_candidates(puzzle)
    assert all(expected[cell] <= set(values) for cell, values in found.items())
    if puzzle.count(500) < 500:
        assert found == {cell: tuple(sorted(values)) for cell, values in expected.items()}


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("seed", range(3))
def test_large_boards_have_the_same_minimal_puzzles(name, seed, monkeypatch):
    solution = filled(boards.named(name))
    expected = cs.minimal(solution, seed=seed)
    monkeypatch.setattr(loading, "_KEPT_LITERALS", 0)
    monkeypatch.setattr(oracles, "LARGE", 1)
    assert cs.minimal(solution, seed=seed) == expected


def test_large_boards_have_minimal_conflicts(as_large):
    puzzle = Puzzle("12........3...4.").replace({(3, 0): 3})
    found = cs.conflict(puzzle)
    assert found.is_minimal
    bare = Puzzle.of(puzzle.board, bytes(16))
    assert bare.replace(found.clues).count(1) == 0
    for cell in found.clues:
        others = {other: value for other, value in found.clues.items() if other != cell}
        assert bare.replace(others).count(1) == 1


def test_an_interrupted_solver_can_be_asked_again(as_large, monkeypatch):
    problem = boards.sudoku(2, 3).csp.problem
    cnf, oracle = loading.oracle_for(problem, "glucose4", Budget())
    assert isinstance(oracle, loading.Interruptible)
    told, interrupt, solved = threading.Event(), oracle._solver.interrupt, oracle._solved
    with monkeypatch.context() as slow:
        slow.setattr(oracle._solver, "interrupt", lambda: (interrupt(), told.set()))
        slow.setattr(oracle, "_solved", lambda assumptions: told.wait() and solved(assumptions))
        for most in (0, 1, 2):
            told.clear()
            with pytest.raises(OutOfBudgetError):
                oracle.answer([], Checks(most))
    assert problem.checked(cnf.decode(oracle.answer([], Budget())), "minicard")
    first = [literal[0] for literal in cnf.literal[:2]]
    assert oracle.answer(first, Budget()) is None
    assert oracle.core() == set(first)
    oracle.close()


def waiting(oracle, monkeypatch):
    """Make a solver that waits until it is interrupted; return what says so."""
    told = threading.Event()
    monkeypatch.setattr(oracle._solver, "interrupt", told.set)
    monkeypatch.setattr(oracle, "_solved", lambda assumptions: told.wait() and None)
    return told


def small_oracle():
    return loading.oracle_for(boards.sudoku(2, 2).csp.problem, "glucose4", Budget())[1]


@pytest.mark.parametrize("end", [OutOfBudgetError, KeyboardInterrupt])
def test_whatever_ends_a_search_stops_its_solver(end, as_large, monkeypatch):
    oracle = small_oracle()
    told = waiting(oracle, monkeypatch)
    steps = oracle.steps([], Budget())
    next(steps)
    assert not told.is_set()
    with pytest.raises(end):
        steps.throw(end("", least=0) if end is OutOfBudgetError else end())
    assert told.is_set()
    told.clear()
    steps = oracle.steps([], Budget())
    next(steps)
    steps.close()
    assert told.is_set()
    oracle.close()


def test_a_solver_is_not_freed_while_a_thread_uses_it(as_large, monkeypatch):
    """As after Ctrl-C in the very moment in which the thread begins."""
    oracle = small_oracle()
    told = waiting(oracle, monkeypatch)
    done = threading.Event()
    lost = threading.Thread(target=oracle._solve, args=([], [], done))
    lost.start()
    while not oracle._in_use.locked():
        pass
    oracle.close()
    assert told.is_set()
    lost.join()
    late = threading.Event()
    oracle._solve([], found := [], late)  # a thread that comes too late
    assert late.is_set()
    assert not found


def test_ctrl_c_while_a_large_board_is_solved(as_large, interrupted):
    """A crash here would be one of the solver, freed while it runs."""
    puzzle = loose()
    for _ in range(10):
        interrupted(lambda: cs.true_candidates(puzzle))


@pytest.mark.parametrize("guess", [False, True])
def test_the_logic_backend_stops_within_a_technique(guess):
    """On an empty board the first technique alone checks the budget hundreds of times."""
    board = boards.sudoku(4, 4)
    for most in (0, 1, 30, 300):
        budget = Checks(most)
        search = Logic(guess=guess).search(board.csp.problem, budget, Report("logic"), None)
        with pytest.raises(StopIteration) as end:
            next(search)
        assert end.value.value is False
        assert budget.made == most + 1


def test_a_technique_on_many_cells_is_stopped_though_they_have_nine_values():
    """Linking the almost locked sets of an empty samurai takes seconds."""
    state = State.of(Puzzle({}, board="samurai"))
    sets = next(technique for technique in TECHNIQUES if technique.name == "als-xz")
    for most in (0, 1, 500, 2000):
        budget = Checks(most)
        with pytest.raises(OutOfBudgetError):
            first_step(state, [sets], budget)
        assert budget.made == most + 1


# Counting, Kempe chains, climbing


@pytest.mark.parametrize("size", range(1, 6))
def test_the_counter_counts(size):
    oracle = blank_oracle("cadical153")
    literals = [oracle.fresh() for _ in range(size)]
    counter = SequentialCounter(oracle, literals)
    for number in (0, *range(size - 1, -1, -1)):
        bound = -counter.more_than(number, Budget())
        for signs in product((-1, 1), repeat=size):
            world = [sign * x for sign, x in zip(signs, literals, strict=True)]
            model = oracle.answer([bound, *world], Budget())
            assert (model is not None) == (signs.count(1) <= number)
    oracle.close()


def test_a_counter_grows_with_the_question():
    oracle = blank_oracle("cadical153")
    counter = SequentialCounter(oracle, [oracle.fresh() for _ in range(100)])
    counter.more_than(2, Budget())
    assert oracle.top == 400
    with pytest.raises(OutOfBudgetError):
        counter.more_than(3, Checks(50))
    oracle.close()


@pytest.mark.parametrize("name", [*FAMILIES, "sudoku-3x3", "sudoku-4x4"])
def test_kempe_chains_are_those_of_the_graph(name):
    solution = filled(boards.named(name))
    index = solution.board.index
    expected = [frozenset(index[cell] for cell in c) for c in graphs.kempe_chains(solution)]
    budget = Checks()
    assert sorted(map(sorted, rivals.kempe_chains(solution, budget))) == sorted(
        map(sorted, expected)
    )
    assert budget.made == sum(1 for _ in combinations(set(solution.values), 2))


def test_a_climb_is_stopped_at_every_check():
    start = filled(boards.sudoku(2, 3))
    cells = tuple(range(0, 36, 3))
    whole = Checks()
    climb(start, cells, Rng(1), whole)
    assert whole.made > 10
    for most in range(0, whole.made, whole.made // 10):
        with pytest.raises(OutOfBudgetError):
            climb(start, cells, Rng(1), Checks(most))


@pytest.mark.parametrize("nodes", [1, 3, 10])
def test_a_count_in_turns_is_the_same_count(nodes, monkeypatch):
    board = boards.sudoku(2, 3)
    clues = six().without("r1c6").values
    expected = Puzzle.of(board, clues).count(1000)

    class Slow:
        """A search that counts few nodes in each turn."""

        def __init__(self, search):
            self.search = search

        def __getattr__(self, name):
            return getattr(self.search, name)

        def count(self, limit, nodes, seconds, most=nodes):
            return self.search.count(limit=limit, nodes=min(nodes, most))

    native = climbing._NATIVE.native
    monkeypatch.setattr(climbing._NATIVE, "native", lambda problem: Slow(native(problem)))
    budget = Checks()
    assert climbing._count(board, clues, 1000, budget) == expected > 1
    assert budget.made > 2
    assert climbing._count(board, clues, 2, Checks()) == 2


# Proofs


@pytest.mark.parametrize("solver", uniqueness.PROOF_SOLVERS)
def test_proofs_are_read_as_pysat_reads_them(solver):
    from pysat.solvers import Solver

    holes = 4
    at = [[holes * p + h + 1 for h in range(holes)] for p in range(holes + 1)]
    pairs = combinations(range(holes + 1), 2)
    clauses = [*at, *([-at[p][h], -at[q][h]] for p, q in pairs for h in range(holes))]
    with Solver(solver, bootstrap_with=clauses, with_proof=True) as pigeons:
        assert not pigeons.solve()
        assert list(drat.steps(pigeons)) == pigeons.get_proof()


def test_a_proof_of_a_large_board_comes_from_another_process(monkeypatch):
    monkeypatch.setattr(refutation, "_MOST_PAIRS", 0)
    assert cs.prove_unique(six()).check()
    with pytest.raises(NotProperError) as caught:
        cs.prove_unique(loose())
    one, other = caught.value.solutions
    assert one != other
    assert one.solves(loose())
    assert other.solves(loose())


def test_another_process_is_ended_with_the_budget(monkeypatch):
    monkeypatch.setattr(refutation, "_MOST_PAIRS", 0)
    started = []
    popen = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1]
    )
    monkeypatch.setattr(refutation, "_POLL_SECONDS", 0)
    problem = six().problem
    codes = [value - 1 for value in six().solve().solution]
    for most in (1, 2, 3):
        with pytest.raises(OutOfBudgetError):
            refutation.refute(problem, codes, "cadical195", Checks(most))
    assert len(started) == 3
    assert [child.wait() for child in started] == [-9] * 3


def test_another_process_that_dies_is_an_error(monkeypatch):
    monkeypatch.setattr(refutation, "_MOST_PAIRS", 0)
    with pytest.raises(cs.BackendError, match="ended without an answer"):
        refutation.refute(six().problem, [0] * 36, "no such solver", Budget())


# Rules that say the same of thousands of pairs


@pytest.fixture
def many_pairs():
    """A puzzle whose rules are relations between all cells that touch, and their reduced model."""
    puzzle = Puzzle(board="sudoku-3x4", rules=["nonconsecutive", "antiking"])
    return puzzle, puzzle.problem.csp


def test_exact_cover_knows_what_it_can_take_before_it_builds_anything(many_pairs, monkeypatch):
    """It took four seconds on 49x49, before any limit was looked at."""
    monkeypatch.setattr(exact_cover, "Parts", None)
    assert exact_cover.refusal(many_pairs[1]) is None


@pytest.mark.parametrize("values", [5, 400])
def test_exact_cover_knows_what_it_refuses_without_the_groups_of_a_large_board(values, monkeypatch):
    """They took a second on 64x64, before any limit was looked at."""
    model = cs.CSP()
    xs = model.variables("a b c d e f", range(values))
    model.all_different(xs)
    model.add(xs[0] < xs[1], sum(xs) == 2 * values)
    reduced = model.problem.csp
    monkeypatch.setattr(exact_cover, "_LARGE", 10**9)
    expected = exact_cover.refusal(model.copy().problem.csp)
    monkeypatch.setattr(exact_cover, "_LARGE", 0)
    monkeypatch.setattr(exact_cover, "slots", None)
    assert exact_cover.refusal(reduced) == expected
    assert (expected is None) == (values == 5)


def test_units_of_rules_ask_the_budget(many_pairs):
    puzzle, _ = many_pairs
    bits = RuledBits.of(structure(puzzle.board, puzzle.rules))
    for budget in (Checks(0), Checks(100)):
        with pytest.raises(OutOfBudgetError):
            bits.units(budget.check)
    counting = Checks()
    assert counting.made < len(bits.units(counting.check)) <= counting.made


def test_derived_sums_of_rules_ask_the_budget():
    puzzle = Puzzle(board="sudoku", rules=["cage r1c1-r1c8 = 40", "cage r2c1-r2c7 = 30"])
    bits = RuledBits.of(structure(puzzle.board, puzzle.rules))
    with pytest.raises(OutOfBudgetError):
        bits.derived(Checks(0).check)
    assert bits.derived()


def test_strengthening_asks_the_budget_for_each_relation(many_pairs):
    _, reduced = many_pairs
    relations = sum(isinstance(c, Relation) for c in reduced.constraints)
    counting = Checks()
    derived(reduced.variables, reduced.constraints, ["pairwise sets"], counting.check)
    assert counting.made >= relations > 200


def test_a_model_is_written_and_read_within_the_limit(many_pairs):
    """On 49x49 that took 2.6 s of CPU, which no limit saw."""
    model = many_pairs[0].csp
    writing, reading = Checks(), Checks()
    text = to_json(model, writing.check)
    from_json(text, reading.check)
    assert min(writing.made, reading.made) > len(model.constraints) > 200
    for budget in (Checks(0), Checks(100)):
        with pytest.raises(OutOfBudgetError):
            to_json(model, budget.check)
    with pytest.raises(OutOfBudgetError):
        from_json(text, Checks(100).check)


def test_the_statement_of_a_model_asks_the_budget_within_a_constraint():
    model = cs.CSP()
    model.all_different(model.variables([f"x{i}" for i in range(60)], range(60)))
    counting = Checks()
    Statement(model, counting.check)
    assert counting.made > 20
    with pytest.raises(OutOfBudgetError):
        Statement(model, Checks(20).check)


def test_a_statement_that_would_be_too_large_is_refused_at_once():
    model = cs.CSP()
    model.variables([f"x{i}" for i in range(3)], range(10_000))
    with pytest.raises(cs.CertificateError, match="more than 20,000,000 literals"):
        Statement(model, Checks(0).check)


def test_why_a_puzzle_is_not_proper_is_asked_within_the_limit(monkeypatch):
    """The two solutions of `solve --require-unique` were looked for without any limit."""
    asked = []

    def two_solutions(self, backend, *, timeout=None):
        asked.append(timeout)
        raise OutOfBudgetError("the time ended", least=1)

    monkeypatch.setattr(Puzzle, "two_solutions", two_solutions)
    line = loose().to("line")
    ended = here("solve", "--require-unique", "--timeout", "5", line)
    assert ended.code == 1
    assert "there are several" in ended.err
    assert 0 <= asked[0] <= 5
