"""`csp-sudoku prove`: prove that puzzles have exactly one solution, or check such proofs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from csp_sudoku.cli.arguments import add_input, add_standard_output, add_timeout
from csp_sudoku.cli.inputs import is_path, read, read_on
from csp_sudoku.cli.results import Result, Results, results_of
from csp_sudoku.errors import CspSudokuError, OutOfBudgetError
from csp_sudoku.formats.streams import Record
from csp_sudoku.proofs.certificate import Certificate, check_folder
from csp_sudoku.proofs.model_certificates import ModelCertificate, prove_ruled
from csp_sudoku.proofs.uniqueness import PROOF_SOLVERS, prove_unique

_EPILOG = """\
The certificate of a puzzle is a folder; its README says how to check it without this program. The
certificates of several puzzles are the folders DIR/1, DIR/2 and so on. Without --out, proofs are
made and checked, and not kept. Where a puzzle does not have exactly one solution, the line is a
word: none, multiple, unknown (the time ended), invalid (not a puzzle); the first one is explained
by clues that clash or by two solutions.
--check DIR says whether a certificate holds, and prints its puzzle and the SHA-256 of puzzle.json.
--check DIR PUZZLE refuses a certificate of another puzzle.
Exit code: 0 if all have exactly one solution (all certificates hold), 1 if some have none or
several (are refused), 2 for bad input or usage, 3 if some are unknown, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("proving")
    group.add_argument(
        "-o", "--out", "--output", dest="out", metavar="DIR", help="the folder for the certificate"
    )
    group.add_argument(
        "--check",
        nargs="+",
        metavar="DIR",
        help="check certificates instead; with a PUZZLE, whether they are about it",
    )
    group.add_argument(
        "--solver",
        default=PROOF_SOLVERS[0],
        choices=PROOF_SOLVERS,
        help=f"the SAT solver that writes the proof (default: {PROOF_SOLVERS[0]})",
    )
    add_timeout(group)
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Write a certificate for each puzzle, or check the given ones."""
    if args.out is not None and args.check is not None:
        raise CspSudokuError("--out cannot be used with --check", fix="leave one of them out")
    with results_of(args) as results:
        if args.check:
            _check(results)
        else:
            _prove(results)
    return results.end()


def _prove(results: Results) -> None:
    args = results.args
    records = read_on(args)
    first = list(islice(records, 2))

    def proven(record: Record, results: Results) -> Iterator[Result]:
        seconds = results.budget.seconds_left()
        puzzle = record.puzzle
        certificate: Certificate | ModelCertificate
        if puzzle.rules:
            certificate = prove_ruled(puzzle, timeout=seconds)
            numbers = [certificate.solution[cell] for cell in puzzle.board.cells]
            solution = [puzzle.board.numbers.index(number) + 1 for number in numbers]
        else:
            certificate = prove_unique(puzzle, timeout=seconds, solver=args.solver)
            solution = list(certificate.solution)
        facts = {"folder": None, "board": puzzle.board.to_data(), "solution": solution}
        if args.out is None:
            verdict = certificate.check(timeout=results.budget.seconds_left())
            yield Result(verdict.reason, facts, 0 if verdict else 1)
            return
        folder = Path(args.out, str(results.number)) if len(first) > 1 else Path(args.out)
        certificate.save(folder)
        yield Result(f"{folder}: the puzzle has one solution", {**facts, "folder": str(folder)})

    results.answer(chain(first, records), proven)


def _check(results: Results) -> None:
    args = results.args
    folders = [name for name in args.check if is_path(name) and Path(name).is_dir()]
    args.puzzles += [name for name in args.check if name not in folders]
    if not folders:
        raise CspSudokuError(f"no folder {args.check[0]!r}", fix="name one that --out wrote")
    given = [record.puzzle for record in read(args)] if args.puzzles else [None]
    if len(given) != 1:
        raise CspSudokuError(
            f"--check compares with one puzzle, and {len(given)} were given",
            fix="give one puzzle or none",
        )
    for name in folders:
        try:
            seconds = results.budget.seconds_left()
            is_valid, reason = check_folder(name, given[0], timeout=seconds)
        except OutOfBudgetError as error:
            results.fail(error)
            continue
        word = "holds" if is_valid else "refused"
        facts = {"folder": name, "holds": is_valid, "reason": reason}
        results.write(Result(f"{name}: {word}: {reason}", facts, 0 if is_valid else 1))
