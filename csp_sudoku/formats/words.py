"""Rules that a puzzle states in words only: those of the whole board, which nobody can draw.

Words are not understood here; a few of them cannot be mistaken, though. If they stand under a
puzzle that does not have the rule, then the rule is named as one that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from csp_sudoku.rules import Rule

MARKS = "Where a cell has small digits, it has one of them."
"""Says that pencil marks are part of a puzzle."""

ALSO = "Also: "
_NEGATIVE = ("negative_xv", "negative_white", "negative_black", "negative_difference")
_TELLING = (
    ("antiknight", r"\bknight", ("antiknight",)),
    ("antiking", r"\bking('s|s)?\b", ("antiking",)),
    ("nonconsecutive", r"\bnon-?consecutive", ("nonconsecutive", *_NEGATIVE)),
    ("disjoint_groups", r"\bdisjoint\b", ("disjoint_groups",)),
    ("global_entropy", r"\bglobal entropy", ("global_entropy",)),
    ("global_modulus", r"\bglobal mod", ("global_modulus",)),
    ("antitaxicab", r"\btaxicab", ("antitaxicab",)),
    ("dutch_flatmates", r"\bflatmates", ("dutch_flatmates",)),
    (
        "a negative constraint",
        r"(?<!not )\ball (possible )?(\w+ )?(dots|xs?|vs?|signs)\b[^.]{0,30}\bare given",
        ("nonconsecutive", *_NEGATIVE),
    ),
)


def missing(words: str, rules: Iterable[Rule]) -> Iterator[str]:
    """Yield the names of rules that words tell, and that are not among some rules.

    >>> list(missing("Normal sudoku rules apply. Cells a knight's move apart differ.", []))
    ['antiknight']
    """
    stated = {rule.name for rule in rules}
    told = set()
    for name, pattern, names in _TELLING:
        if not stated.intersection(names) and re.search(pattern, words, re.IGNORECASE):
            told.add(name)
            yield name
    for name in _said(words):
        if name not in stated and name not in told:
            yield name


def _said(words: str) -> Iterator[str]:
    """Yield the rules whose own sentence stands in some words."""
    from csp_sudoku.rules import TABLE

    for name, entry in TABLE.items():
        head, gap, _ = entry.sentence.partition("{")
        if entry.sentence and (f"{head or ALSO}{name} " if gap else head) in words:
            yield name


def sentence_of(rule: Rule) -> str:
    """Return a rule in words; one that is made of others, or of a text, has these in it.

    >>> from csp_sudoku.rules import antiknight, expression
    >>> sentence_of(antiknight()), sentence_of(expression("r1c1 == 5"))
    ("Cells a knight's move apart do not have the same digit.", 'Also: expression r1c1 == 5')
    """
    head, gap, _ = rule.entry.sentence.partition("{")
    return f"{head or ALSO}{rule}" if gap else head


def numbers_told(words: str) -> range | None:
    """Return the numbers of the cells, if words of ours tell that they begin at 0.

    >>> numbers_told("Digits from 0 to 8 do not repeat in any row and column.")
    range(0, 9)
    """
    match = re.search(r"\bDigits from 0 to (\d{1,2}) do not repeat", words)
    return range(int(match[1]) + 1) if match else None
