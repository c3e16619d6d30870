"""`csp-sudoku backends`: list the backends, or say which one would solve a puzzle and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.backends import BackendInfo, available, get
from csp_sudoku.cli import code_of
from csp_sudoku.cli.arguments import add_input, add_standard_output, add_timeout
from csp_sudoku.cli.results import Result, Results, answer_all, results_of
from csp_sudoku.cli.terminal import table
from csp_sudoku.formats.streams import Record
from csp_sudoku.status import Status

_EPILOG = """\
Without a puzzle: a table of all backends. With puzzles (- reads them from a pipe), one line each:
the backend that auto chooses for it and why, found by solving it, and the backends that cannot.
Exit code: 0 if all is well, 2 for bad input or usage, 3 if the time ended first, 130 after Ctrl-C.
"""
_HEAD = ("name", "paradigm", "can", "boards", "package", "version", "what it is")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser, "without any, the table of backends")
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("searching"))
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Print a table of backends, or the one that `auto` chooses for each puzzle."""
    if args.puzzles:
        return answer_all(args, _chosen)
    with results_of(args) as results:
        if args.json:
            for info in available():
                results.write(Result("", _facts(info)))
        else:
            results.write(Result(_table(available()), {}))
    return results.end()


def _table(backends: list[BackendInfo]) -> str:
    rows = [
        (
            info.name,
            info.paradigm,
            ", ".join(_abilities(info)),
            f"up to {info.most_values} values" if info.most_values else "any",
            info.package or "-",
            info.version or "-",
            info.summary if info.missing is None else f"cannot run: {info.missing}",
        )
        for info in backends
    ]
    return table(_HEAD, rows)


def _abilities(info: BackendInfo) -> list[str]:
    return ["solve", *(("count", "prove") if info.is_complete else ()), "timeout"]


def _facts(info: BackendInfo) -> dict[str, object]:
    return {
        "name": info.name,
        "summary": info.summary,
        "paradigm": info.paradigm,
        "can": _abilities(info),
        "most_values": info.most_values,
        "package": info.package,
        "version": info.version,
        "installed": info.installed,
        "missing": info.missing,
        "options": {
            name: [choice for choice in choices if not isinstance(choice, type)]
            for name, choices in info.options.items()
        },
    }


def _chosen(record: Record, results: Results) -> Iterator[Result]:
    puzzle = record.puzzle
    answer = puzzle.solve(timeout=results.budget.seconds_left())
    refusals = {
        info.name: refusal
        for info in available()
        if info.installed and (refusal := get(info.name).refusal(puzzle.problem))
    }
    text = f"{answer.backend}: {answer.reason}"
    text += "".join(f"; not {name}: {refusal}" for name, refusal in refusals.items())
    facts = {
        "board": puzzle.board.to_data(),
        "backend": answer.backend,
        "reason": answer.reason,
        "refusals": refusals,
    }
    is_unknown = answer.status is Status.UNKNOWN
    yield Result(text, facts, code_of(answer.status) if is_unknown else 0, str(answer.status))
