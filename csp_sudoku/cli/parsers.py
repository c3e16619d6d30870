"""The parser of a command's arguments, and the one that lists all commands."""

from __future__ import annotations

import argparse

from csp_sudoku import __version__

TYPE_CHECKING = False  # as in `typing`, whose import every command would wait for
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, NoReturn


class Parser(argparse.ArgumentParser):
    """An argument parser that states a mistake in one line."""

    def __init__(self, prog: str, description: str, **settings: Any) -> None:
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=80),
            **settings,
        )

    def format_help(self) -> str:
        """Fit the help to the terminal, which is asked for its width now, not at each start."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """End with the mistake and where to read on."""
        from csp_sudoku.cli.failures import one_line

        self.exit(2, one_line(f"{self.prog}: {message}; see {self.prog} --help") + "\n")


def overview(commands: Mapping[str, str]) -> Parser:
    """Return the parser of what stands before any command, which lists them all."""
    parser = Parser(
        "csp-sudoku",
        "Sudoku-like boards as constraint problems.",
        epilog="csp-sudoku COMMAND --help tells more.",
    )
    parser.add_argument("--version", action="version", version=f"csp-sudoku {__version__}")
    listed = parser.add_subparsers(  # type: ignore[type-var]  # it asks no more of a parser
        metavar="COMMAND", prog=parser.prog, parser_class=_Listed
    )
    for name, summary in commands.items():
        listed.add_parser(name, help=summary)
    return parser


class _Listed:
    """A command that is only listed: no parser is made of it, and what follows it is not read."""

    def __init__(self, **settings: object) -> None:
        """Take what a parser would take."""

    def parse_known_args(self, *words: object) -> tuple[argparse.Namespace, list[str]]:
        """Leave everything out."""
        return argparse.Namespace(), []
