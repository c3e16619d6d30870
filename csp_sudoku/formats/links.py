"""Links that carry a whole puzzle: which site a link is of, and the text in it. Nothing is fetched.

`f-puzzles.com/?load=…`, `sudokupad.app/scl…`, the `?q=…` of the Interactive Sudoku Solver,
`puzz.link/p?sudoku/…` and `penpa-edit/#m=edit&p=…` are told apart here; a link that only names a
puzzle on a server is an error that says so.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from csp_sudoku.formats.format import Mismatch, Passage

FPUZZLES = "https://www.f-puzzles.com/?load="
ISS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
SUDOKUPAD = "https://sudokupad.app/"
PUZZLINK = "https://puzz.link/p?"

NEAR = 1.999
"""The nearness of a text that is certainly in a format, whatever is wrong with it."""
_PUZZLINK = re.compile(r"(?:^|&)(\w+(?:/v:\w*)?/\d+/\d+/.*)")
_PENPA = re.compile(r"m=(?:edit|solve)\b.*?&p=([^&]+)")
_SUDOKUPAD_HOSTS = ("sudokupad.app", "sudokupad.com", "crackingthecryptic.com")

_PACKED = re.compile(r"/((?:fpuzzles|fpuz|scl|ctc)[0-9A-Za-z+/ =%].*)")
"""The code of a puzzle in a path of SudokuPad."""


class Payload(NamedTuple):
    """A text that holds a puzzle, the site whose text it is ("" without a link), and its place."""

    passage: Passage
    site: str
    text: str
    offset: int | None = 0
    """How many symbols of the line stand before it; None if it was decoded."""

    def mismatch(self, problem: str, *, fix: str | None = None, at: int | None = None) -> Mismatch:
        """Return the error for something wrong in the text, at a symbol counted from 0."""
        known = at is not None and self.offset is not None
        column = self.offset + at + 1 if known else None  # type: ignore[operator]
        return self.passage.mismatch(problem, fix=fix, column=column, nearness=NEAR)


def payload(passage: Passage) -> Payload:
    """Return the text of a line, taken out of its link if it is one.

    >>> payload(Passage("", 1, ("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKing",)))[1:3]
    ('iss', '.AntiKing')
    """
    line = passage.text.strip()
    start = passage.text.find(line)
    if not is_link(line):
        return Payload(passage, "", line, start)
    from urllib.parse import unquote, urlsplit

    try:
        parts = urlsplit(line)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError as error:
        raise passage.mismatch(f"this is not a link: {error}", nearness=NEAR) from None
    fields = dict(field.partition("=")[::2] for field in parts.query.split("&") if field)
    path = _code(parts.path)
    site, given = _drawn(parts.query, parts.fragment) or _site(host, path, fields)
    if given is None:
        raise passage.mismatch(
            f"no puzzle is inside this link{_why(site)}",
            fix=_EXPORT.get(site, f"give a link of {_KNOWN} that carries it"),
            nearness=NEAR,
        )
    decoded = unquote(given)
    at = line.rfind(given) if decoded == given else -1
    return Payload(passage, site, decoded, start + at if at >= 0 else None)


def _code(path: str) -> str:
    """Return the last part of a path, or all from the code of a puzzle on, which may have slashes.

    >>> _code("/sudoku/clover/abc"), _code("/sudoku/sclN4Ig/a/b")
    ('abc', 'sclN4Ig/a/b')
    """
    found = _PACKED.search(path)
    return found[1] if found else path.rstrip("/").rpartition("/")[2]


def is_link(line: str) -> bool:
    """Whether a line is a link."""
    return line[:8].lower().startswith(("http://", "https://"))


def _drawn(query: str, fragment: str) -> tuple[str, str] | None:
    """Return the text of a link of puzz.link or penpa-edit, which stand on many hosts."""
    if found := _PENPA.search(fragment or query):
        return "penpa", found[1]
    found = _PUZZLINK.search(query)
    return ("puzzlink", found[1]) if found else None


def _site(host: str, path: str, fields: dict[str, str]) -> tuple[str, str | None]:
    """Return the site of a link, and the text that it carries, if any."""
    if any(host == known or host.endswith("." + known) for known in _SUDOKUPAD_HOSTS):
        return "sudokupad", fields.get("puzzleid") or path or None
    if "load" in fields:
        return "fpuzzles", fields["load"]
    if "q" in fields:
        return "iss", fields["q"]
    if host == "sudokuwiki.org" and "bd" in fields:
        return "sudokuwiki", None
    return ("fpuzzles" if host == "f-puzzles.com" else ""), None


_KNOWN = "f-puzzles, SudokuPad, ISS, puzz.link or penpa-edit"
_EXPORT = {
    "fpuzzles": "open it, and use Export, with compressed URL",
    "sudokuwiki": "give its 81 digits, or the link of Email this Board",
}


def _why(site: str) -> str:
    if site == "sudokuwiki":
        return " in a form that is known here: it is cut off (S9B has 162 symbols), or not 9x9"
    return ": it names one on the server" if site else ""
