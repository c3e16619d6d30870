"""Whatever is passed to a public name, an error of ours says what was wrong with it."""

from contextlib import suppress

import pytest

from csp_sudoku import (
    CSP,
    BoardError,
    CspSudokuError,
    ModelError,
    Puzzle,
    Solution,
    boards,
    formats,
)

SMALL = "1..4........2..3"
ODD = (
    *(None, True, -1, 5, 3.5, float("nan"), 10**30, object(), type, len, b"12", "", "x", "²", "\0"),
    *("\ud800", [], ["x"], [[]], [[[]]], [None], [object()], (1,), (1, 2, 3), set(), range(3)),
    *({}, {1: 2}, {None: 1}, {(0,): 1}, {(0, 0): object()}, {"r1c1": "x"}, {"r1c1": []}),
    *({(0, 0): [[]]}, {("a", "b"): 1}, {(0, 0): 10**5000}),
)


def model():
    csp = CSP()
    csp.variable("a", [1, 2])
    csp.variable("b", [1, 2])
    return csp


CALLS = {
    "Puzzle": Puzzle,
    "Puzzle, board": lambda odd: Puzzle(SMALL, board=odd),
    "Puzzle, board of clues": lambda odd: Puzzle({}, board=odd),
    "Puzzle, board of none": lambda odd: Puzzle([], board=odd),
    "Puzzle, candidates": lambda odd: Puzzle(SMALL, candidates=odd),
    "Puzzle, format": lambda odd: Puzzle(SMALL, format=odd),
    "Puzzle, alphabet": lambda odd: Puzzle(SMALL, alphabet=odd),
    "Puzzle.of, board": lambda odd: Puzzle.of(odd, [0] * 16),
    "Puzzle.of, values": lambda odd: Puzzle.of(boards.sudoku(2, 2), odd),
    "Puzzle.of, candidates": lambda odd: Puzzle.of(boards.sudoku(2, 2), [0] * 16, odd),
    "puzzle[]": lambda odd: Puzzle(SMALL)[odd],
    "replace": lambda odd: Puzzle(SMALL).replace(odd),
    "without": lambda odd: Puzzle(SMALL).without(odd),
    "transform": lambda odd: Puzzle(SMALL).transform(odd),
    "transform, values": lambda odd: Puzzle(SMALL).transform("mirror", odd),
    "to": lambda odd: Puzzle(SMALL).to(odd),
    "solve": lambda odd: Puzzle(SMALL).solve(odd),
    "solve, limit": lambda odd: Puzzle(SMALL).solve(limit=odd),
    "solve, timeout": lambda odd: Puzzle(SMALL).solve(timeout=odd),
    "count": lambda odd: Puzzle(SMALL).count(odd),
    "Solution": Solution,
    "solves": lambda odd: Solution("1234341221434321").solves(odd),
    "answer[]": lambda odd: Puzzle(SMALL).solve()[odd],
    "sudoku": boards.sudoku,
    "sudoku, columns": lambda odd: boards.sudoku(2, odd),
    "latin": boards.latin,
    "jigsaw": boards.jigsaw,
    "random_jigsaw": lambda odd: boards.random_jigsaw(odd, seed=1),
    "random_jigsaw, seed": lambda odd: boards.random_jigsaw(4, seed=odd),
    "diagonals": boards.diagonals,
    "windows": boards.windows,
    "disjoint": boards.disjoint,
    "gattai": boards.gattai,
    "gattai, offset": lambda odd: boards.gattai([odd]),
    "gattai, base": lambda odd: boards.gattai([(0, 0)], odd),
    "named": boards.named,
    "of_size": boards.of_size,
    "board_of": boards.board_of,
    "Board.from_data": boards.Board.from_data,
    "Board, name": lambda odd: boards.Board(odd, 2, [(0, 0)], []),
    "Board, size": lambda odd: boards.Board("a", odd, [(0, 0)], []),
    "Board, cells": lambda odd: boards.Board("a", 2, odd, []),
    "Board, cell": lambda odd: boards.Board("a", 2, [odd], []),
    "Board, groups": lambda odd: boards.Board("a", 2, [(0, 0)], odd),
    "Board, group": lambda odd: boards.Board("a", 2, [(0, 0)], [odd]),
    "Board, members": lambda odd: boards.Board("a", 2, [(0, 0)], [("a", "b", odd)]),
    "Board, box": lambda odd: boards.Board("a", 2, [(0, 0)], [], box=odd),
    "variable, name": lambda odd: CSP().variable(odd, [1]),
    "variable, domain": lambda odd: CSP().variable("a", odd),
    "variable, value": lambda odd: CSP().variable("a", [odd]),
    "all_different": lambda odd: model().all_different(odd),
    "all_different, one": lambda odd: model().all_different([odd]),
    "add": lambda odd: model().add(odd),
    "find": lambda odd: model().find(odd),
    "with_values": lambda odd: model().with_values(odd),
    "with_values, value": lambda odd: model().with_values({"a": odd}),
    "with_domains": lambda odd: model().with_domains(odd),
    "with_domains, domain": lambda odd: model().with_domains({"a": odd}),
    "violation": lambda odd: model().violation(odd),
    "parse": formats.parse,
    "parse, board": lambda odd: formats.parse(SMALL, board=odd),
    "records": lambda odd: list(formats.records(odd)),
    "write": formats.write,
    "write, format": lambda odd: formats.write(Puzzle(SMALL), odd),
    "write, alphabet": lambda odd: formats.write(Puzzle(SMALL), alphabet=odd),
}


@pytest.mark.parametrize("call", CALLS)
def test_odd_things_are_taken_or_refused_in_words(call):
    refusals = []
    for odd in ODD:
        try:
            CALLS[call](odd)
        except CspSudokuError as error:
            refusals.append(str(error))
    assert refusals
    assert max(map(len, refusals)) < 400


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: Puzzle(3.5), CspSudokuError, "expected clues, got 3.5; give a text"),
        (
            lambda: Puzzle([object()]),
            CspSudokuError,
            "an object at r1c1 is not a value of sudoku-1",
        ),
        (lambda: Puzzle({(0, 0): 10**5000}), CspSudokuError, "a huge number at r1c1"),
        (lambda: Puzzle(SMALL)["r1c1", 0, 0], BoardError, "expected a cell, got a tuple; write"),
        (lambda: Puzzle(SMALL).transform("twist"), BoardError, "has no symmetry 'twist'; it has r"),
        (
            lambda: Puzzle(SMALL).transform("mirror", {1: 2}),
            CspSudokuError,
            "two values would have",
        ),
        (
            lambda: boards.sudoku("3"),
            BoardError,
            "expected a whole number as the rows of a box, got '3'",
        ),
        (lambda: boards.latin([]), BoardError, "the size of a board, got a list"),
        (
            lambda: boards.named("latin-100000"),
            BoardError,
            "the size of a board cannot be 100000; use 1",
        ),
        (lambda: boards.named("latin-٣"), BoardError, "no board is called"),
        (lambda: boards.named("gattai(" * 3000 + ")@0,0" * 3000), BoardError, "nested too deep"),
        (
            lambda: CSP().variable("a", [[1]]),
            ModelError,
            "a list can be neither a name nor a value; use",
        ),
        (
            lambda: CSP().variable(["a"], [1]),
            ModelError,
            "a list can be neither a name nor a value",
        ),
        (lambda: CSP().variable("a", 5), ModelError, "5 as a domain; give a list"),
    ],
)
def test_the_message_names_what_was_wrong(call, kind, says):
    with pytest.raises(kind) as error:
        call()
    assert says in str(error.value)


def test_an_odd_value_is_no_solution():
    for odd in ODD:
        assert (model().violation({"a": odd, "b": 1}) is None) == (odd is True)  # which is 1


def test_a_board_may_be_given_by_its_name():
    assert Puzzle("1...", board="latin-2") == Puzzle("1...", board=boards.latin(2))
    assert boards.diagonals("sudoku-2x2") is boards.diagonals(boards.sudoku(2, 2))


class Odd:
    """An object that answers whatever is asked with one thing."""

    def __init__(self, answer):
        self.answer = answer

    def __iter__(self):
        return self.answer

    def __index__(self):
        return self.answer

    __len__ = __index__

    def __eq__(self, other):
        return True

    __hash__ = object.__hash__


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("answer", [-1, 2**70, "x"])
def test_what_python_raises_about_an_object_does_not_pass(call, answer):
    """It was "iter() returned non-iterator", and a module that no format has."""
    for odd in (Odd(answer), [Odd(answer)], (Odd(answer),) * 2, {(0, 0): Odd(answer)}):
        with suppress(CspSudokuError):
            CALLS[call](odd)
