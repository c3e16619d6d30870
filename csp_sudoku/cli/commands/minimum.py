"""`csp-sudoku minimum`: find the fewest clues that determine a solution."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from csp_sudoku.budgets import Budget
from csp_sudoku.cli.arguments import add_input, add_output, add_timeout, whole_number
from csp_sudoku.cli.inputs import read
from csp_sudoku.cli.parts import add_parts, answer_in_parts, is_in_parts, run_plan
from csp_sudoku.cli.results import (
    Result,
    Results,
    answer_all,
    facts_of,
    results_of,
    text_of,
)
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import CspSudokuError, OutOfBudgetError
from csp_sudoku.formats.streams import Record
from csp_sudoku.making.minimal import only_solution
from csp_sudoku.making.minimum import Bounds, Minimum, minimum
from csp_sudoku.proofs.minimum_certificates import check_folder

_EPILOG = """\
Each solution (or puzzle with exactly one) gives one line of three columns, with tabs between them:
the smallest puzzle found, its number of clues, and how many clues are proven to be needed.
Without a time limit a 9x9 may take very long.
--certificate DIR proves the last column in a folder; for several puzzles DIR, DIR-2, DIR-3 and so
on. --check DIR says whether such a certificate holds.
Where there is not exactly one solution, the line is a word: none, multiple, invalid (not a puzzle),
unknown (the time ended).
Exit code: 0 if all are proven (or have at most K clues); 1 if some have no or several solutions (or
need more than K clues); 2 for bad input or usage; 3 if the time ended first; 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    group = parser.add_argument_group("searching")
    group.add_argument(
        "--at-most", type=whole_number, metavar="K", help="only find out whether K clues are enough"
    )
    group.add_argument(
        "--cases",
        action="store_true",
        help="with --at-most and -o FOLDER/: settle the question for one 9x9 solution in cases, "
        "each of them a part of a large job",
    )
    group.add_argument(
        "--certificate",
        metavar="DIR",
        help="write a proof that fewer clues are not enough: a folder that --check accepts",
    )
    group.add_argument(
        "--check", nargs="+", metavar="DIR", help="check certificates instead of searching"
    )
    add_timeout(group, "each puzzle: the bounds so far are the result")
    add_output(parser)
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Find the fewest clues of each solution, or check certificates."""
    if args.check:
        if args.certificate is not None or args.puzzles:
            raise CspSudokuError("--check takes folders alone", fix="leave out everything else")
        with results_of(args) as results:
            _check(results)
        return results.end()
    is_large = is_in_parts(args)
    if is_large and args.certificate is not None:
        raise CspSudokuError("--certificate cannot be used in parts", fix="leave one out")
    if args.cases:
        return _settle_cases(args, is_large)
    if is_large:
        return answer_in_parts(args, {"at_most": args.at_most})
    return answer_all(args, _fewest)


def _settle_cases(args: argparse.Namespace, is_large: bool) -> int:
    """Find out by cases, each a part, whether this many clues are enough for one solution."""
    from csp_sudoku.making.minimum_cases import CASES
    from csp_sudoku.parts import Job, plan, status

    if not is_large or (args.at_most or 0) < CASES:
        raise CspSudokuError(
            f"--cases needs --at-most K, {CASES} or more, and a folder: -o FOLDER/"
        )
    for name in ("timeout", "json"):
        if getattr(args, name):
            raise CspSudokuError(
                f"--{name} cannot be used with --cases", fix="leave it out; see --part-timeout"
            )
    records = list(islice(read(args), 2))
    if len(records) != 1:
        raise CspSudokuError("--cases takes one solution, and the input has more", fix="give one")
    solution = only_solution(records[0].puzzle, "auto", Budget())
    if engine_of(solution.structure) is None:
        raise CspSudokuError("--cases takes a plain 9x9 solution", fix="leave --cases out")
    job = Job("minimum-cases", {"solution": solution.to("line"), "at_most": args.at_most})
    suffix = args.suffix or ".txt"
    run_plan(args, plan(job, range(CASES), args.output, size=1, suffix=suffix))
    found = status(args.output)
    verdict, code = f"{found.missing} of {CASES} cases are not settled yet", 3
    if found.tally["found"]:
        verdict, code = f"there is a puzzle with at most {args.at_most} clues", 0
    elif not found.missing:
        verdict, code = f"no puzzle of this solution has {args.at_most} clues or fewer", 1
    if not args.quiet:
        print(f"{args.output}: {verdict}", file=sys.stderr, flush=True)
    return code


def _fewest(record: Record, results: Results) -> Iterator[Result]:
    def tell(bounds: Bounds) -> None:
        results.progress.tell(
            f"puzzle {results.number}: {bounds.lower} to {bounds.upper} clues, "
            f"{bounds.sets} unavoidable sets, {bounds.seconds:.0f} s"
        )

    budget = Budget(results.timeout)  # one for each puzzle
    at_most = results.args.at_most
    solution = only_solution(record.puzzle, "auto", budget)
    found = minimum(solution, at_most=at_most, timeout=budget.seconds_left(), progress=tell)
    facts = {
        **facts_of(found.puzzle),
        "lower": found.lower,
        "upper": found.upper,
        "proven": found.is_proven,
        "reason": found.reason,
    }
    if results.args.certificate is not None:
        folder = Path(results.args.certificate)
        if results.number > 1:
            folder = folder.with_name(f"{folder.name}-{results.number}")
        found.prove(timeout=budget.seconds_left()).save(folder)
        facts["certificate"] = str(folder)
    text = f"{text_of(found.puzzle)}\t{found.upper}\t{found.lower}"
    yield Result(text, facts, _code(found, at_most))


def _check(results: Results) -> None:
    for name in results.args.check:
        try:
            verdict = check_folder(name, timeout=results.budget.seconds_left())
        except OutOfBudgetError as error:
            results.fail(error)
            continue
        word = "holds" if verdict else "refused"
        facts = {"folder": name, "holds": verdict.valid, "reason": verdict.reason}
        results.write(Result(f"{name}: {word}: {verdict.reason}", facts, 0 if verdict else 1))


def _code(found: Minimum, at_most: int | None) -> int:
    if found.is_proven if at_most is None else found.upper <= at_most:
        return 0
    return 1 if at_most is not None and found.lower > at_most else 3
