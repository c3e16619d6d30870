"""`csp-sudoku selftest`: check that everything that is installed works."""

from __future__ import annotations

import argparse

from csp_sudoku.cli.arguments import add_standard_output
from csp_sudoku.cli.results import Result, results_of
from csp_sudoku.cli.terminal import table
from csp_sudoku.selftest import Check, CheckResult, selftest

_EPILOG = """\
Every installed backend answers built-in puzzles, every native kernel is run, and a certificate is
made and checked. A package that is not installed is named, with the command that installs it.
Exit code: 0 if nothing failed, 1 if something did, 2 for bad usage, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    add_standard_output(parser)


def run(args: argparse.Namespace) -> int:
    """Run the self test, and print a table of what was found."""
    found: list[Check] = []
    with results_of(args) as results:
        for finding in selftest():
            found.append(finding)
            results.progress.tell(f"{finding.name}: {finding.outcome}")
            if args.json:
                facts = {"name": finding.name, "detail": finding.detail, "seconds": finding.seconds}
                results.write(Result("", facts, _code(finding), str(finding.outcome)))
        if not args.json:
            results.write(Result(_table(found), {}, max(map(_code, found))))
    return results.end()


def _code(finding: Check) -> int:
    return 1 if finding.outcome is CheckResult.FAILED else 0


def _table(found: list[Check]) -> str:
    rows = [
        (finding.name, str(finding.outcome), f"{finding.seconds:.3f}", finding.detail)
        for finding in found
    ]
    tally = [(sum(f.outcome is outcome for f in found), outcome) for outcome in CheckResult]
    counts = ", ".join(f"{count} {outcome}" for count, outcome in tally)
    return f"{table(('test', 'outcome', 'seconds', 'detail'), rows)}\n{counts}"
