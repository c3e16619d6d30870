"""`csp-sudoku backends`: list who can solve, or tell who would solve a puzzle and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from csp_sudoku.backends import BackendInfo, available, get
from csp_sudoku.cli.inputs import add_input
from csp_sudoku.cli.options import add_timeout
from csp_sudoku.cli.outputs import add_standard_output, lines
from csp_sudoku.cli.replies import Question, Replies, Reply, reply_to_all
from csp_sudoku.cli.statuses import code_of
from csp_sudoku.cli.tables import table
from csp_sudoku.status import Status

_EPILOG = """\
Without a puzzle: a table of all backends. With puzzles (- for those of a pipe), one line for each:
whom auto chooses for it and why, found by letting it answer, and who cannot take it.
Exit code: 0 if all is well, 2 for bad input or usage, 3 if the time ended first, 130 after Ctrl-C.
"""
_HEAD = ("name", "paradigm", "can", "boards", "package", "version", "what it is")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_input(parser)
    parser.epilog = _EPILOG
    add_timeout(parser.add_argument_group("searching"))
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Print a table of backends, or whom `auto` chooses for each puzzle."""
    if args.puzzles:
        return reply_to_all(args, _chosen)
    with lines(args) as out:
        replies = Replies(args, out)
        if args.json:
            for info in available():
                replies.write(Reply("", _facts(info)))
        else:
            replies.write(Reply(_table(available()), {}))
    return replies.end()


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


def _chosen(question: Question) -> Iterator[Reply]:
    puzzle = question.puzzle
    answer = puzzle.solve(timeout=question.seconds)
    refusals = {
        info.name: refusal
        for info in available()
        if info.installed and (refusal := get(info.name).refusal(puzzle.problem))
    }
    text = f"{answer.backend}: {answer.reason}"
    text += "".join(f"; not {name}: {refusal}" for name, refusal in refusals.items())
    facts = {
        "board": puzzle.board.name,
        "backend": answer.backend,
        "reason": answer.reason,
        "refusals": refusals,
    }
    is_unknown = answer.status is Status.UNKNOWN
    yield Reply(text, facts, code_of(answer.status) if is_unknown else 0, str(answer.status))
