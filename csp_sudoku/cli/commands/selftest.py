"""`csp-sudoku selftest`: see that everything that is installed works."""

from __future__ import annotations

import argparse

from csp_sudoku.cli.outputs import add_standard_output, lines
from csp_sudoku.cli.replies import Replies, Reply
from csp_sudoku.cli.tables import table
from csp_sudoku.selftest import Check, CheckResult, selftest

_EPILOG = """\
Every backend that is installed answers built-in puzzles, every native kernel works, and a
certificate is made and checked. What is not installed is said, with the way to get it.
Exit code: 0 if nothing failed, 1 if something did, 2 for bad usage, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Run the self test, and print a table of what was found."""
    found: list[Check] = []
    with lines(args) as out:
        replies = Replies(args, out)
        for finding in selftest():
            found.append(finding)
            replies.progress.tell(f"{finding.name}: {finding.outcome}")
            if args.json:
                replies.write(Reply("", _facts(finding), _code(finding), str(finding.outcome)))
        if not args.json:
            replies.write(Reply(_table(found), {}, max(map(_code, found))))
    return replies.end()


def _code(finding: Check) -> int:
    return 1 if finding.outcome is CheckResult.FAILED else 0


def _facts(finding: Check) -> dict[str, object]:
    return {"name": finding.name, "detail": finding.detail, "seconds": finding.seconds}


def _table(found: list[Check]) -> str:
    rows = [
        (finding.name, str(finding.outcome), f"{finding.seconds:.3f}", finding.detail)
        for finding in found
    ]
    tally = [(sum(f.outcome is outcome for f in found), outcome) for outcome in CheckResult]
    counts = ", ".join(f"{count} {outcome}" for count, outcome in tally)
    return f"{table(('test', 'outcome', 'seconds', 'detail'), rows)}\n{counts}"
