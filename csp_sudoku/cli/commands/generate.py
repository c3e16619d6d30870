"""`csp-sudoku generate`: make new puzzles with exactly one solution."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from csp_sudoku import boards
from csp_sudoku.backends import get
from csp_sudoku.boards.symmetries import PATTERNS
from csp_sudoku.cli.arguments import (
    add_backend,
    add_board,
    add_levels,
    add_output,
    add_timeout,
    add_workers,
    at_least_one,
    whole_number,
)
from csp_sudoku.cli.inputs import is_path
from csp_sudoku.cli.parts import add_parts, add_shards, is_in_parts, run_plan
from csp_sudoku.cli.results import Result, facts_of, results_of, text_of
from csp_sudoku.errors import CspSudokuError
from csp_sudoku.formats.source import lines_of
from csp_sudoku.making.generate import fresh_seed, generate_many
from csp_sudoku.making.layouts import FAMILIES
from csp_sudoku.manifest import Manifest, path_of
from csp_sudoku.native.minimal9 import METHODS

_EPILOG = """\
Each puzzle is one line, which does not tell a board with diagonals from a plain one: give --board
when you read it, or use --json, which every command reads. Puzzle i depends only on the seed and on
i, so that --resume makes the same file as one run, whatever the number of workers.
Exit code: 0 if all were made, 2 if there is no such puzzle or for bad usage, 3 if the time or the
tries ended first, 130 after Ctrl-C.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = _EPILOG
    group = parser.add_argument_group("wishes")
    group.add_argument(
        "-n", type=at_least_one, default=1, metavar="N", help="how many puzzles (default: 1)"
    )
    group.add_argument(
        "--seed",
        type=whole_number,
        metavar="N",
        help="the same seed gives the same puzzles; without one, it is drawn and named on standard "
        "error; --resume and --share know that of the first run",
    )
    add_board(group)
    group.add_argument(
        "--rules",
        metavar="LIST",
        help="the families of a variant, as killer,thermo; with a number of rules, as thermo:4; "
        f"and rules of the whole board, as antiknight. Families: {', '.join(FAMILIES)}",
    )
    group.add_argument("--clues", type=whole_number, metavar="K", help="exactly K clues")
    group.add_argument("--symmetry", choices=tuple(PATTERNS), help="the symmetry of the clues")
    group.add_argument(
        "--pattern",
        metavar="TEXT",
        help="where the clues are: one symbol per cell, . for an open one; or a file with that",
    )
    group.add_argument(
        "--minimal",
        action="store_true",
        default=None,
        help="no clue can be removed, or with --symmetry no symmetric set of clues; needed only "
        "with --clues and --pattern. With --rules: no clue and no rule can be removed",
    )
    group.add_argument(
        "--truly-minimal",
        action="store_true",
        help="no single clue can be removed either, in spite of --symmetry",
    )
    group.add_argument(
        "--difficulty",
        metavar="LEVEL",
        help="a range of ratings, as 3.0..4.5 (plain 9x9: on the scale of Sudoku Explainer; other "
        "boards and rules: on our own), or a level: easy, medium, hard, unfair, extreme",
    )
    group.add_argument(
        "--requires",
        metavar="TECHNIQUE",
        help="the technique of the hardest step, as x-wing or 'naked pair'",
    )
    add_levels(group)
    group = parser.add_argument_group("making")
    group.add_argument(
        "--method",
        default="top-down",
        choices=METHODS,
        help="controlled-bias (plain 9x9) is slower, and its bias can be corrected in statistics",
    )
    add_workers(group, "plain 9x9 puzzles")
    add_backend(group)
    group.add_argument(
        "--tries", type=at_least_one, metavar="N", help="how many full boards to try per puzzle"
    )
    add_timeout(group, "each puzzle")
    group = add_output(parser)
    add_parts(parser)
    group.add_argument(
        "--part-size",
        type=at_least_one,
        metavar="N",
        help="with -o FOLDER/: how many puzzles make a part (default: 10000)",
    )
    add_shards(group)


def run(args: argparse.Namespace) -> int:
    """Make puzzles, one line each."""
    get(args.backend)  # refuses an unknown backend before anything is made
    pattern = _pattern(args.pattern)
    is_drawn = args.seed is None and not (args.resume or args.share)
    if is_drawn:
        args.seed = fresh_seed()
    elif args.seed is None:
        args.seed = _seed_of_first_run(args)
    if is_in_parts(args):
        if is_drawn:
            _tell_seed(args)
        return _in_parts(args, pattern)
    with results_of(args) as results:
        try:
            for puzzle in generate_many(
                max(0, args.n - results.done),
                seed=args.seed,
                progress=results.tell_tries,
                first=results.done,
                workers=args.workers,
                timeout=args.timeout,
                board=args.board,
                rules=args.rules,
                minimal=args.minimal,
                clues=args.clues,
                symmetry=args.symmetry,
                pattern=pattern,
                difficulty=args.difficulty,
                requires=args.requires,
                levels=args.levels,
                truly_minimal=args.truly_minimal,
                method=args.method,
                backend=args.backend,
                tries=args.tries,
            ):
                if is_drawn:
                    _tell_seed(args)
                    is_drawn = False
                results.write(Result(text_of(puzzle), facts_of(puzzle)))
        except CspSudokuError as error:
            if not args.json or args.output is not None:  # a file to resume has only puzzles
                raise
            results.fail(error)
    return results.end()


def _seed_of_first_run(args: argparse.Namespace) -> int:
    """Return the seed of the run that is continued, or whose shares these are."""
    if args.output is not None and path_of(Path(args.output)).is_file():
        seed = Manifest.load(Path(args.output)).seed
        if isinstance(seed, int):
            return seed
    if args.resume:
        raise CspSudokuError("--resume needs the seed of the first run", fix="give --seed N")
    raise CspSudokuError("--share needs a seed that all shares have", fix="give --seed N")


def _tell_seed(args: argparse.Namespace) -> None:
    if not args.quiet:
        print(f"csp-sudoku: --seed {args.seed}", file=sys.stderr, flush=True)


def _in_parts(args: argparse.Namespace, pattern: str | None) -> int:
    """Make puzzles in parts, by ranges of their numbers."""
    from csp_sudoku.parts import Job, plan

    if args.json:
        raise CspSudokuError(f"--json cannot be used with -o {args.output}", fix="leave it out")
    options = {
        "seed": args.seed,
        "board": args.board if args.board is None else _board(args.board),
        "rules": args.rules,
        "minimal": args.minimal,
        "clues": args.clues,
        "symmetry": args.symmetry,
        "pattern": pattern,
        "difficulty": args.difficulty,
        "requires": args.requires,
        "levels": args.levels,
        "truly_minimal": args.truly_minimal or None,
        "method": args.method,
        "backend": args.backend,
        "tries": args.tries,
        "timeout": args.timeout,
        "shards": args.shards,
    }
    job = Job("generate", {name: value for name, value in options.items() if value is not None})
    size = args.part_size or 10_000
    return run_plan(args, plan(job, range(args.n), args.output, size=size, suffix=args.suffix))


def _board(word: str) -> object:
    """Return a board as plain data: its name, or what is in the file that has it."""
    return boards.board_of(word).to_data() if word.lower().endswith(".json") else word


def _pattern(word: str | None) -> str | None:
    """Return the text of a pattern, or of the file that has one."""
    if word is None or not is_path(word):
        return word
    return "".join(line.text for line in lines_of(word, word) if line.is_content)
