"""Rules that a puzzle states in words only: those of the whole board, which nobody can draw.

Words are not understood here; a few of them cannot be mistaken, though. If they stand under a
puzzle that does not have the rule, then the rule is named as one that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from csp_sudoku.rules import Entry, Rule
    from csp_sudoku.rules.kinds import Kind
    from csp_sudoku.rules.looks import Look

MARKS = "Where a cell has small digits, it has one of them."
"""Says that pencil marks are part of a puzzle."""

ALSO = "Also: "
_QUOTED = ("expression", "any_of", "all_of")
_ANY, _SOME = "ANY", 98765
"""What stands for any text and any number in a sentence."""
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
        if name in _QUOTED:
            is_said = f"{ALSO}{name} " in words
        else:
            is_said = any(re.search(pattern, words) for pattern in _patterns(entry))
        if is_said:
            yield name


@lru_cache(maxsize=256)
def _patterns(entry: Entry[Any]) -> tuple[str, ...]:
    """Return the sentences of a rule as patterns: with usual arguments, and with others."""
    from csp_sudoku.rules.table import REQUIRED

    usual = {name: _other(kind) if d is REQUIRED else d for name, kind, d in entry.parameters}
    others = {name: _other(kind) for name, kind, _ in entry.parameters}
    said = {entry.sentence(given, _ANY) for given in (usual, others)}
    return tuple(
        re.escape(sentence).replace(_ANY, ".+?").replace(str(_SOME), r"\d+")
        for sentence in said
        if sentence
    )


def _other(kind: Kind) -> Any:
    """Return an argument that stands for any of its kind."""
    known = {"number": _SOME, "numbers": (_SOME,), "flag": True, "text": _ANY}
    return known.get(kind.name)


def sentence_of(look: Look) -> str:
    """Return a kind of rules in words; one that is made of others, or of a text, as it stands.

    >>> from csp_sudoku.rules import antiknight, expression
    >>> from csp_sudoku.rules.looks import looks
    >>> [sentence_of(look) for look in looks([antiknight(), expression("r1c1 == 5")])]
    ["Cells a knight's move apart do not have the same digit.", 'Also: expression r1c1 == 5']
    """
    if look.rules[0].name in _QUOTED:
        return "\n".join(f"{ALSO}{rule}" for rule in look.rules)
    return look.sentence


def numbers_told(words: str) -> range | None:
    """Return the numbers of the cells, if words of ours tell that they begin at 0.

    >>> numbers_told("Digits from 0 to 8 do not repeat in any row and column.")
    range(0, 9)
    """
    match = re.search(r"\bDigits from 0 to (\d{1,2}) do not repeat", words)
    return range(int(match[1]) + 1) if match else None
