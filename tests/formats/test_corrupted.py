"""Corrupted texts give one of our errors or a puzzle that can be written and read again."""

import random

import pytest

from csp_sudoku import boards, formats
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.puzzle import Puzzle

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BASES = [
    formats.parse(NINE),
    formats.parse("1..4........2..3"),
    Puzzle(board=boards.sudoku(2, 2), candidates={(0, 0): [1, 2], (1, 1): [3]}),
    Puzzle({(0, 0): 12, (5, 7): 3}, board=boards.sudoku(3, 4)),
    Puzzle([(i * 5) % 17 for i in range(256)]),
    Puzzle({(0, 0): 2, (3, 3): 5}, board=boards.latin(5)),
]
STRANGE = "\0\ud800\udcff\ufeff\u2028\u00a0{}[]:;,|+-=#\"'\\\t\n\r 0.*_9Aé漢🙂─│"
TEXTS = [
    (formats.write(puzzle, format.name), puzzle.board)
    for puzzle in BASES
    for format in formats.FORMATS.values()
    if format.refusal(puzzle) is None
]


def corrupted(text: str, rng: random.Random) -> str:
    symbols = list(text)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        at = rng.randrange(len(symbols) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            del symbols[at : at + rng.choice([1, 1, 3, 30])]
        elif kind == 1:
            symbols.insert(at, rng.choice(STRANGE))
        elif kind == 2 and symbols:
            symbols[at % len(symbols)] = rng.choice(STRANGE)
        elif kind == 3 and symbols:
            other = rng.randrange(len(symbols))
            at %= len(symbols)
            symbols[at], symbols[other] = symbols[other], symbols[at]
        elif kind == 4:
            del symbols[at:]
        else:
            symbols.insert(at, chr(rng.randrange(0x11000)))
    return "".join(symbols)


def parsed(text, **options):
    try:
        return formats.parse(text, **options)
    except CspSudokuError as error:
        return error


def check(text, **options):
    puzzle = parsed(text, **options)
    if isinstance(puzzle, CspSudokuError):
        assert str(puzzle.place) in str(puzzle)
        assert puzzle.excerpt() is None or "^" in puzzle.excerpt()
        return
    assert formats.parse(formats.write(puzzle, "json")) == puzzle
    for format in formats.FORMATS.values():
        if format.refusal(puzzle) is None:
            written = formats.write(puzzle, format.name)
            usual = format.usual_alphabet(puzzle.board.size).name
            name = usual if usual in format.alphabets else None
            back = formats.parse(written, board=puzzle.board, format=format.name, alphabet=name)
            assert back == puzzle


@pytest.mark.parametrize("part", range(10))
def test_a_thousand_corrupted_texts(part):
    for seed in range(part * 100, part * 100 + 100):
        rng = random.Random(seed)
        text, board = rng.choice(TEXTS)
        check(corrupted(text, rng), **({"board": board} if rng.random() < 0.5 else {}))


def test_corrupted_texts_in_a_format_that_the_caller_names():
    for seed in range(300):
        rng = random.Random(seed)
        text, _ = rng.choice(TEXTS)
        check(corrupted(text, rng), format=rng.choice(list(formats.FORMATS)))


def test_corrupted_bytes_in_a_stream(tmp_path):
    path = tmp_path / "games.txt"
    for seed in range(100):
        rng = random.Random(seed)
        text, board = rng.choice(TEXTS)
        data = bytearray(f"{text}\n\n{text}\n".encode())
        for _ in range(rng.choice([1, 3, 10])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data)
        errors = []
        try:
            read = list(formats.records(path, board=board, on_error=errors.append))
        except CspSudokuError as error:
            errors.append(error)
        else:
            assert read or errors
        for error in errors:
            assert isinstance(error, CspSudokuError)
            assert error.place.source == str(path)
