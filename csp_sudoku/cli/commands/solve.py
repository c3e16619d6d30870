"""`csp-sudoku solve`: solve puzzles, one or a million, and tell which have exactly one solution."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from typing import IO

from csp_sudoku import formats
from csp_sudoku.backends import get
from csp_sudoku.cli.colours import drawing
from csp_sudoku.cli.inputs import (
    LINES,
    add_input,
    is_path,
    no_plain_puzzle,
    read_on_word,
    words,
)
from csp_sudoku.cli.options import add_backend, add_timeout, add_workers, at_least_one, whole_number
from csp_sudoku.cli.replies import explained
from csp_sudoku.cli.solved import Solved
from csp_sudoku.cli.statuses import code_of
from csp_sudoku.errors import BackendError, CspSudokuError, NotProperError
from csp_sudoku.puzzle import Solution
from csp_sudoku.questions import Answer
from csp_sudoku.status import Status

_EPILOG = """\
Each puzzle gives one solution, in the order and the format of the input. Where there is not
exactly one, the line is a word instead: none, multiple, invalid (no puzzle), unknown (no time).
With --require-unique standard error says why there is not exactly one, and where that shows before
any search (a plain 9x9 with fewer than 17 clues, say) the word is improper.
Exit code: 0 if all have exactly one solution (at least one, with --limit 1), 1 if some have none
or several, 2 for bad input or usage, 3 if some are unknown, 130 after Ctrl-C.
With --sat: 10 if there is a solution, 20 if there is none, 0 if that is unknown.
"""
_IMPROPER = "improper"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.add_argument(
        *("-s", "--source"),
        action="append",
        default=[],
        metavar="FILE",
        help="a file of puzzles, the same as naming it; may be given more than once",
    )
    parser.epilog = _EPILOG
    group = parser.add_argument_group("solving")
    add_backend(group)
    group.add_argument(
        "--limit",
        type=at_least_one,
        metavar="N",
        help="look for so many solutions: 1 takes the first, 2 (if not given) tells if it is alone",
    )
    group.add_argument(
        "--require-unique",
        action="store_true",
        help="refuse puzzles without exactly one solution, and say why",
    )
    add_timeout(group, "all puzzles: the rest is unknown")
    add_workers(group, "lines of plain 9x9 puzzles")
    group.add_argument(
        "--seed", type=whole_number, metavar="N", help="for backends that choose at random"
    )
    group = parser.add_argument_group("writing")
    group.add_argument(
        "--to", metavar="FORMAT", help=f"the format of the output: {', '.join(formats.FORMATS)}"
    )
    group.add_argument(
        "--save",
        action="store_true",
        help="write the answers for each file beside it as well: those for one.txt into "
        "one.solution.txt",
    )
    group.add_argument(
        "--json", action="store_true", help="one JSON object a line, with backend and time of each"
    )
    group.add_argument(
        "--sat", action="store_true", help="answer for one puzzle as SAT tools do: s, v and c lines"
    )
    group.add_argument("--quiet", action="store_true", help="write nothing; the exit code tells")


def run(args: argparse.Namespace) -> int:
    """Solve all puzzles; what is no puzzle is told at the end, behind the answers."""
    _check(args)
    args.puzzles = [*args.puzzles, *args.source]
    if args.sat:
        from csp_sudoku.cli.sat_convention import run_as_sat_tool

        return run_as_sat_tool(args)
    targets = _targets(args)
    solved = Solved(args)
    for word in words(args):
        with solved.saving(targets.get(word)):
            _solve(word, solved)
    return solved.end()


def _check(args: argparse.Namespace) -> None:
    """Refuse what cannot be, before anything is read."""
    chosen = {} if args.seed is None else {"seed": args.seed}
    args.backend = get(args.backend, **chosen)
    if args.to is not None:
        formats.format_of(args.to)
    if args.sat:
        for name in ("limit", "require_unique", "to", "save", "json"):
            if getattr(args, name):
                option = name.replace("_", "-")
                raise CspSudokuError(f"--sat with --{option}", fix="leave one of them out")
    if args.require_unique and args.limit == 1:
        raise CspSudokuError("--limit 1 looks for no second solution", fix="leave it out")
    args.limit = args.limit or 2
    for name in args.source:
        if not is_path(name):
            raise CspSudokuError(f"no file {name!r}", fix="check the path")


def _targets(args: argparse.Namespace) -> Mapping[str, str]:
    if not args.save:
        return {}
    from csp_sudoku.cli.saves import targets

    return targets(args)


def _solve(word: str, solved: Solved) -> None:
    args = solved.args
    is_bulk = not args.json and not args.require_unique and args.to in LINES
    bulk = partial(_solve_lines, solved=solved) if is_bulk else None
    _solve_each(read_on_word(word, args, bulk), solved)


# Lines of plain 9x9 puzzles, in bulk


def _solve_lines(file: IO[bytes], name: str, solved: Solved) -> None:
    from csp_sudoku.bulk.batch import solve_lines

    args = solved.args
    batches = solve_lines(
        file,
        limit=args.limit,
        workers=args.workers,
        backend=args.backend,
        timeout=solved.seconds_left(),
    )
    for batch, numbers in batches:
        solved.write_lines(batch.text())
        wrong = batch.first(Status.INVALID)
        if wrong >= 0:
            solved.note_error(no_plain_puzzle(name, numbers[wrong]))
        for status, count in batch.tally().items():
            solved.add(code_of(status), count)


# All else, one by one


def _solve_each(records: Iterable[formats.Record | CspSudokuError], solved: Solved) -> None:
    for record in records:
        if isinstance(record, CspSudokuError):
            solved.invalid(record)
            continue
        try:
            _answer(record, solved)
        except BackendError as error:
            if _is_typed(record) and not solved.args.json:
                raise
            error.place = None if _is_typed(record) else record.place
            solved.invalid(error)


def _answer(record: formats.Record, solved: Solved) -> None:
    args = solved.args
    if args.require_unique and _is_improper(record, solved):
        return
    answer = record.puzzle.solve(args.backend, limit=args.limit, timeout=solved.seconds_left())
    if args.require_unique and answer.status in (Status.NONE, Status.MULTIPLE):
        is_none = answer.status is Status.NONE
        rivals = () if is_none else record.puzzle.two_solutions(args.backend)
        error = NotProperError(solutions=rivals or ())
        _refuse(explained(error, record.puzzle, args.timeout), record, solved)
    _write(answer, record, solved)
    solved.add(code_of(answer.status))


def _is_improper(record: formats.Record, solved: Solved) -> bool:
    """Refuse a puzzle that shows before any search that it has not exactly one solution."""
    from csp_sudoku.proofs.improper import improper

    reason = None if record.puzzle.clash() else improper(record.puzzle)
    if reason is None:
        return False
    _refuse(CspSudokuError(f"there is not exactly one solution: {reason}"), record, solved)
    facts = {"status": _IMPROPER, "board": record.puzzle.board.name, "reason": reason}
    solved.write(json.dumps(facts) if solved.args.json else _IMPROPER)
    solved.add(code_of(Status.MULTIPLE))
    return True


def _is_typed(record: formats.Record) -> bool:
    return record.place.source == "<argument>"


def _refuse(error: CspSudokuError, record: formats.Record, solved: Solved) -> None:
    """Say in one line why a puzzle has not exactly one solution."""
    error.place = None if _is_typed(record) else record.place
    solved.say(f"csp-sudoku: {error}")


def _write(answer: Answer[Solution], record: formats.Record, solved: Solved) -> None:
    args = solved.args
    if args.json:
        solved.write(json.dumps(_facts(answer, record, args.require_unique)))
    elif sys.stdout.isatty() and args.to is None and _is_typed(record):
        solved.write(_drawing(answer, record))
    else:
        format = args.to or record.format
        text = _text(answer, record, format, args.alphabet)
        solved.write(text, formats.FORMATS[format].separator)


def _facts(answer: Answer[Solution], record: formats.Record, is_strict: bool) -> dict[str, object]:
    is_shown = answer.status is Status.SOLVED or not is_strict
    solution = answer.solution if is_shown else None
    return {
        "status": str(answer.status),
        "solution": None if solution is None else list(solution.values),
        "found": answer.found,
        "board": record.puzzle.board.name,
        "backend": answer.backend,
        "reason": answer.reason,
        "seconds": answer.seconds,
        "stats": dict(answer.stats),
    }


def _text(
    answer: Answer[Solution], record: formats.Record, format: str, alphabet: str | None
) -> str:
    if answer.status is not Status.SOLVED or answer.solution is None:
        return str(answer.status)
    return formats.write(answer.solution, format, alphabet=alphabet, headers=record.headers)


def _drawing(answer: Answer[Solution], record: formats.Record) -> str:
    grid = "" if answer.solution is None else f"{drawing(record.puzzle, answer.solution)}\n"
    seconds = f"{answer.seconds:.6f} s"
    return f"{grid}{answer.status}, by {answer.backend} in {seconds}: {answer.reason}"
