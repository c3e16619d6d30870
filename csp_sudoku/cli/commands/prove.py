"""`csp-sudoku prove`: prove that puzzles have exactly one solution, or check such proofs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from csp_sudoku.cli.inputs import add_input, is_path, read, read_on
from csp_sudoku.cli.options import add_timeout
from csp_sudoku.cli.outputs import add_standard_output, lines
from csp_sudoku.cli.replies import Question, Replies, Reply
from csp_sudoku.errors import CspSudokuError, OutOfBudgetError
from csp_sudoku.proofs.certificate import check_folder
from csp_sudoku.proofs.uniqueness import PROOF_SOLVERS, prove_unique

_EPILOG = """\
The certificate of a puzzle is a folder, with a README for checking it without this program; those
of several puzzles are the folders DIR/1, DIR/2 and so on. Without a folder, proofs are made and
checked, and not kept. If a puzzle does not have exactly one solution, the line is a word: none,
multiple, unknown (no time), invalid (not a puzzle); the first one is explained: clues that clash,
or two solutions.
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
        help=f"who proves ({PROOF_SOLVERS[0]} if not given)",
    )
    add_timeout(group)
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Write a certificate for each puzzle, or check those that there are."""
    if args.out is not None and args.check is not None:
        raise CspSudokuError("--out with --check", fix="leave one of them out")
    with lines(args) as out:
        replies = Replies(args, out)
        if args.check:
            _check(args, replies)
        else:
            _prove(args, replies)
    return replies.end()


def _prove(args: argparse.Namespace, replies: Replies) -> None:
    records = read_on(args)
    first = list(islice(records, 2))

    def proven(question: Question) -> Iterator[Reply]:
        certificate = prove_unique(question.puzzle, timeout=question.seconds, solver=args.solver)
        facts = {"folder": None, "solution": list(certificate.solution)}
        if args.out is None:
            verdict = certificate.check()
            yield Reply(verdict.reason, facts, 0 if verdict else 1)
            return
        folder = Path(args.out, str(question.number)) if len(first) > 1 else Path(args.out)
        certificate.save(folder)
        yield Reply(f"{folder}: the puzzle has one solution", {**facts, "folder": str(folder)})

    replies.to(proven, chain(first, records))


def _check(args: argparse.Namespace, replies: Replies) -> None:
    folders = [name for name in args.check if is_path(name) and Path(name).is_dir()]
    args.puzzles += [name for name in args.check if name not in folders]
    if not folders:
        raise CspSudokuError(f"no folder {args.check[0]!r}", fix="name one that --out wrote")
    given = [record.puzzle for record in read(args)] if args.puzzles else [None]
    if len(given) != 1:
        raise CspSudokuError(f"{len(given)} puzzles with --check", fix="give one or none")
    for name in folders:
        try:
            is_valid, reason = check_folder(name, given[0], timeout=replies.seconds_left())
        except OutOfBudgetError as error:
            replies.fail(error)
            continue
        word = "holds" if is_valid else "refused"
        facts = {"folder": name, "holds": is_valid, "reason": reason}
        replies.write(Reply(f"{name}: {word}: {reason}", facts, 0 if is_valid else 1))
