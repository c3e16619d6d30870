"""`csp-sudoku solve`: solve puzzles, one or a million, and tell which have exactly one solution."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import IO

from csp_sudoku import __version__
from csp_sudoku.backends import get
from csp_sudoku.cli import code_of
from csp_sudoku.cli.arguments import (
    add_backend,
    add_input,
    add_output,
    add_timeout,
    add_workers,
    at_least_one,
    whole_number,
)
from csp_sudoku.cli.inputs import PLAIN_FORMATS, is_argument, is_path, read
from csp_sudoku.cli.outputs import files_beside
from csp_sudoku.cli.parts import add_parts, answer_in_parts, is_in_parts
from csp_sudoku.cli.results import Result, Results, answer_all, explained, place_of
from csp_sudoku.cli.terminal import drawing
from csp_sudoku.errors import CspSudokuError, NotProperError, OutOfBudgetError
from csp_sudoku.formats import NAMES
from csp_sudoku.formats.format import FORMATS, format_of
from csp_sudoku.formats.streams import Record, write
from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.questions import Answer
from csp_sudoku.status import Status

_EPILOG = """\
Each puzzle gives one solution, in the order and the format of the input. Where there is not
exactly one, the line is a word instead: none, multiple, invalid (not a puzzle), unknown (the time
ended). With --require-unique, standard error says why there is not exactly one; where that shows
before any search (a plain 9x9 puzzle has fewer than 17 clues, say) the word is improper.
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
        help="a file of puzzles, the same as naming it; can be given more than once",
    )
    parser.epilog = _EPILOG
    group = parser.add_argument_group("solving")
    add_backend(group)
    group.add_argument(
        "--limit",
        type=at_least_one,
        metavar="N",
        help="look for up to N solutions: 1 takes the first, 2 tells whether it is the only one "
        "(default: 2)",
    )
    group.add_argument(
        "--require-unique",
        action="store_true",
        help="refuse puzzles that do not have exactly one solution, and say why",
    )
    add_timeout(group, "all puzzles: the rest is unknown")
    add_workers(group, "lines of plain 9x9 puzzles")
    group.add_argument(
        "--seed", type=whole_number, metavar="N", help="the seed of backends that choose at random"
    )
    group = add_output(parser)
    group.add_argument("--to", metavar="FORMAT", help=f"the output format: {', '.join(NAMES)}")
    group.add_argument(
        "--save",
        action="store_true",
        help="write the answers for each file beside it as well: those for one.txt into "
        "one.solution.txt",
    )
    group.add_argument(
        "--sat", action="store_true", help="answer for one puzzle as SAT tools do: s, v and c lines"
    )
    add_parts(parser)


def run(args: argparse.Namespace) -> int:
    """Solve all puzzles; the first error is raised at the end, after all answers."""
    backend = args.backend
    _check(args)
    args.puzzles = [*args.puzzles, *args.source]
    if is_in_parts(args):
        options = {"limit": args.limit, "backend": backend, "seed": args.seed}
        return answer_in_parts(args, options, refused=("require_unique", "to", "save", "sat"))
    if args.sat:
        return _run_as_sat_tool(args)
    is_bulk = not args.json and not args.require_unique and args.to in PLAIN_FORMATS
    copies = files_beside(args) if args.save else None
    return answer_all(args, _solved, bulk=_solve_lines if is_bulk else None, copies=copies)


def _check(args: argparse.Namespace) -> None:
    """Refuse arguments that do not fit together, before anything is read."""
    chosen = {} if args.seed is None else {"seed": args.seed}
    args.backend = get(args.backend, **chosen)
    if args.to is not None:
        format_of(args.to)
    if args.sat:
        for name in ("limit", "require_unique", "to", "save", "json"):
            if getattr(args, name):
                option = name.replace("_", "-")
                raise CspSudokuError(
                    f"--sat cannot be used with --{option}", fix="leave one of them out"
                )
    if args.require_unique and args.limit == 1:
        raise CspSudokuError(
            "--limit 1 does not look for a second solution, which --require-unique needs",
            fix="leave one of them out",
        )
    args.limit = args.limit or 2
    for name in args.source:
        if not is_path(name):
            raise CspSudokuError(f"no file {name!r}", fix="check the path")


def _solve_lines(results: Results, file: IO[bytes], name: str) -> None:
    results.answer_lines(file, name, lambda batch: batch.text())


def _solved(record: Record, results: Results) -> Iterator[Result]:
    args, puzzle = results.args, record.puzzle
    if args.require_unique:
        reason = _improper(puzzle)
        if reason is not None:
            error = CspSudokuError(f"there is not exactly one solution: {reason}")
            _refuse(error, record, results)
            facts = {"board": puzzle.board.to_data(), "reason": reason}
            yield Result(_IMPROPER, facts, code_of(Status.MULTIPLE), _IMPROPER)
            return
    answer = puzzle.solve(args.backend, limit=args.limit, timeout=results.budget.seconds_left())
    if args.require_unique and answer.status in (Status.NONE, Status.MULTIPLE):
        _refuse(_reason(answer.status, record, results), record, results)
    code, status = code_of(answer.status), str(answer.status)
    if args.json:
        yield Result("", _facts(answer, record, args.require_unique), code, status)
    elif args.to is None and is_argument(record) and sys.stdout.isatty():
        yield Result(_drawing(answer, record), {}, code, status)
    else:
        format = args.to or FORMATS[record.format].answers
        text = _text(answer, record, format, args.alphabet)
        yield Result(text, {}, code, status, FORMATS[format].separator)


def _improper(puzzle: Puzzle) -> str | None:
    """Say why a puzzle does not have exactly one solution, if that shows before any search."""
    from csp_sudoku.proofs.improper import improper

    return None if puzzle.clash() else improper(puzzle)


def _reason(status: Status, record: Record, results: Results) -> CspSudokuError:
    """Return the error that says why a puzzle is not proper, as far as the time allows."""
    puzzle, budget = record.puzzle, results.budget
    rivals: tuple[Solution, Solution] | None = None
    if status is Status.MULTIPLE:
        try:
            rivals = puzzle.two_solutions(results.args.backend, timeout=budget.seconds_left())
        except OutOfBudgetError:
            return CspSudokuError("there is not exactly one solution: there are several")
    return explained(NotProperError(solutions=rivals or ()), puzzle, budget.seconds_left())


def _refuse(error: CspSudokuError, record: Record, results: Results) -> None:
    """Say in one line why a puzzle does not have exactly one solution."""
    error.place = place_of(record)
    results.say(f"csp-sudoku: {error}")


def _facts(answer: Answer[Solution], record: Record, is_strict: bool) -> dict[str, object]:
    is_shown = answer.status is Status.SOLVED or not is_strict
    solution = answer.solution if is_shown else None
    return {
        "solution": None if solution is None else list(solution.values),
        "found": answer.found,
        "board": record.puzzle.board.to_data(),
        "backend": answer.backend,
        "reason": answer.reason,
        "seconds": answer.seconds,
        "stats": dict(answer.stats),
    }


def _text(answer: Answer[Solution], record: Record, format: str, alphabet: str | None) -> str:
    if answer.status is not Status.SOLVED or answer.solution is None:
        return str(answer.status)
    return write(answer.solution, format, alphabet=alphabet, headers=record.headers)


def _drawing(answer: Answer[Solution], record: Record) -> str:
    grid = "" if answer.solution is None else f"{drawing(record.puzzle, answer.solution)}\n"
    seconds = f"{answer.seconds:.6f} s"
    return f"{grid}{answer.status}, by {answer.backend} in {seconds}: {answer.reason}"


# As SAT tools answer: `s`, `v` and `c` lines, and the exit codes 10, 20 and 0

_SAT_WIDTH = 78
_SAT_ANSWERS = {
    Status.SOLVED: ("SATISFIABLE", 10),
    Status.NONE: ("UNSATISFIABLE", 20),
    Status.UNKNOWN: ("UNKNOWN", 0),
}


def _run_as_sat_tool(args: argparse.Namespace) -> int:
    """Answer whether the one puzzle of the arguments has a solution; return the exit code."""
    records = read(args)
    puzzle = next(records).puzzle
    if next(records, None) is not None:
        raise CspSudokuError("--sat takes one puzzle, and the input has more", fix="give one")
    answer = puzzle.solve(args.backend, timeout=args.timeout)
    if not args.quiet:
        print("\n".join(sat_lines(puzzle, answer)))
    return _SAT_ANSWERS[answer.status][1]


def sat_lines(puzzle: Puzzle, answer: Answer[Solution]) -> Iterator[str]:
    """Yield the lines of an answer; `v` has the literals of the CNF that `export --to cnf` writes.

    >>> from csp_sudoku import boards
    >>> puzzle = Puzzle([1, 0, 0, 0], board=boards.latin(2))
    >>> print(*list(sat_lines(puzzle, puzzle.solve()))[-2:], sep=chr(10))
    s SATISFIABLE
    v 1 -2 -3 4 -5 6 7 -8 0
    """
    from csp_sudoku.encoders.cnf import Cnf

    yield f"c csp-sudoku {__version__}: {puzzle.board.name}, {len(puzzle.clues)} clues"
    yield f"c {answer.backend}, {answer.seconds:.6f} s: {answer.reason}"
    for name, count in answer.stats.items():
        yield f"c {name}: {count}"
    yield f"s {_SAT_ANSWERS[answer.status][0]}"
    if answer.solution is not None:
        puzzle.require_groups_alone("--sat")
        cnf = Cnf(puzzle.board.csp, puzzle.board.csp.problem.masks)
        literals = cnf.model([value - 1 for value in answer.solution])
        text = " ".join(map(str, [*literals, 0]))
        yield from (f"v {line}" for line in wrap(text, _SAT_WIDTH - 2, break_on_hyphens=False))
