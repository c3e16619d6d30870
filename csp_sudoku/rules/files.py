"""Rules from a file: one per line in the form of text, or JSON as `Rule.to_data` gives it."""

from __future__ import annotations

import json
from os import PathLike, fspath
from pathlib import Path

from csp_sudoku.errors import RuleError, SourceError
from csp_sudoku.place import Place
from csp_sudoku.rules.rule import Rule, from_data, parse

_LONGEST = 1 << 24


def read_rules(path: str | PathLike[str]) -> list[Rule]:
    """Return the rules of a file.

    Each line is a rule, as `cage r1c1 r1c2 = 15`, or a JSON object; the whole file may be one JSON
    list. Blank lines and lines that begin with # do not count.
    """
    place = Place(fspath(path))
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LONGEST + 1)
        if len(content) > _LONGEST:
            raise SourceError(f"the file has more than {_LONGEST:,} bytes", place=place)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SourceError("the text is not UTF-8", fix="save it as UTF-8", place=place) from None
    except SourceError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError(f"the rules cannot be read: {reason}", place=place) from None
    if text.lstrip().startswith("["):
        return _of_list(text, place)
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            found.append(_of_line(line, place._replace(line=number)))
    return found


def _of_list(text: str, place: Place) -> list[Rule]:
    data = _decoded(text, place)
    if not isinstance(data, list):
        raise RuleError("expected a list of rules", place=place)
    try:
        return [parse(one) if isinstance(one, str) else from_data(one) for one in data]
    except RuleError as error:
        error.place = place
        raise


def _of_line(line: str, place: Place) -> Rule:
    try:
        if line.lstrip().startswith("{"):
            return from_data(_decoded(line, place))
        return parse(line)
    except RuleError as error:
        error.place, error.text = place, line
        raise


def _decoded(text: str, place: Place) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RuleError(f"the JSON of the rules breaks: {error}", place=place) from None
