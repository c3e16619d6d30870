"""Exact cover problems with colours as text, in the form that Knuth's programs read (dlx2 and kin).

An example of Knuth's, with what each line means::

    | Knuth's example            a comment: its first symbol is a bar
    p q r | x y                  all items, secondary ones behind the bar
    p q x y:A                    one option per line; it gives item y the colour A
    p r x:A y
    p x:B
    q x:A
    r y:B

>>> problem = read('''
... p q r | x y
... p q x y:A
... p r x:A y
... p x:B
... q x:A
... r y:B
... ''')
>>> [[" ".join(problem.words(o)) for o in sorted(found)] for found in problem.native().search()]
[['p r x:A y', 'q x:A']]
>>> list(problem.lines(["an example"]))[:3]
['| an example', 'p q r | x y', 'p q x y:A']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from csp_sudoku.errors import PuzzleFormatError
from csp_sudoku.native.dlx import ExactCover
from csp_sudoku.place import Place

Entry = tuple[str, str | None]
"""An item of an option, and the colour that the option gives it, if any."""

_WORD = re.compile(r"\S+")


class NamedCover(NamedTuple):
    """An exact cover problem whose items and colours have names."""

    primary: Sequence[str]
    secondary: Sequence[str]
    options: Sequence[Sequence[Entry]]

    def lines(self, comments: Iterable[str] = ()) -> Iterator[str]:
        """Yield the lines of the text; comments stand before all else."""
        for comment in comments:
            yield f"| {comment}"
        bar = ["|"] if self.secondary else []
        yield " ".join([*self.primary, *bar, *self.secondary])
        for option in range(len(self.options)):
            yield " ".join(self.words(option))

    def words(self, option: int) -> list[str]:
        """Return the words of one option, as they stand in its line."""
        return [
            item if colour is None else f"{item}:{colour}" for item, colour in self.options[option]
        ]

    def native(self) -> ExactCover:
        """Return the problem for the native search: the options keep their numbers."""
        names = [*self.primary, *self.secondary]
        number = {name: i for i, name in enumerate(names)}
        colours: dict[str | None, int] = {None: 0}
        items, shades = [], []
        for option in self.options:
            items.append([number[item] for item, _ in option])
            shades.append([colours.setdefault(colour, len(colours)) for _, colour in option])
        is_coloured = len(colours) > 1
        return ExactCover(
            len(self.primary), items, len(self.secondary), shades if is_coloured else None
        )


def read(text: str, source: str = "<text>") -> NamedCover:
    r"""Return the problem that a text says.

    Empty lines and comments are skipped. An option without primary items is kept, though no
    solution needs it. Names and colours may have any length; dlx2 takes names of up to 8 symbols
    and colours of one.

    Raises:
        PuzzleFormatError: with the line and the column of what is wrong.

    >>> read("a b | x\na x:1\nb x:1\nb c")
    Traceback (most recent call last):
    csp_sudoku.errors.PuzzleFormatError: <text>:4:3: there is no item 'c'; name it in the first line
    """
    reader: _Reader | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = [
            _Word(found.group(), number, found.start() + 1, line, source)
            for found in _WORD.finditer(line)
        ]
        if not words or words[0].text.startswith("|"):
            continue
        if reader is None:
            reader = _Reader(words)
        else:
            reader.add(words)
    if reader is None:
        raise PuzzleFormatError(
            "there is no line with the names of the items",
            fix="begin with all items, the secondary ones behind a bar",
            place=Place(source),
        )
    return NamedCover(reader.primary, reader.secondary, reader.options)


class _Word(NamedTuple):
    """A word of a line, and where it stands."""

    text: str
    line: int
    column: int
    whole: str
    source: str

    def wrong(self, problem: str, fix: str) -> PuzzleFormatError:
        place = Place(self.source, self.line, self.column)
        return PuzzleFormatError(problem, fix=fix, place=place, text=self.whole)


class _Reader:
    """The items of the first line, and the options that were read so far."""

    def __init__(self, words: Sequence[_Word]) -> None:
        self.primary: list[str] = []
        self.secondary: list[str] = []
        self.options: list[list[Entry]] = []
        self._is_primary: dict[str, bool] = {}
        names = self.primary
        for word in words:
            if word.text == "|":
                if names is self.secondary:
                    raise word.wrong("a second bar in the line of items", "leave it away")
                names = self.secondary
                continue
            if ":" in word.text or "|" in word.text:
                raise word.wrong(
                    f"an item cannot be called {word.text!r}", "use names without : and |"
                )
            if word.text in self._is_primary:
                raise word.wrong(f"item {word.text!r} is named twice", "name each item once")
            self._is_primary[word.text] = names is self.primary
            names.append(word.text)

    def add(self, words: Sequence[_Word]) -> None:
        """Add the option of a line."""
        option: dict[str, str | None] = {}
        for word in words:
            item, colon, colour = word.text.partition(":")
            if item not in self._is_primary:
                raise word.wrong(f"there is no item {item!r}", "name it in the first line")
            if item in option:
                raise word.wrong(f"the option names item {item!r} twice", "name it once")
            if colon and not colour:
                raise word.wrong(f"no colour follows {word.text!r}", "add one, or drop the colon")
            if colon and self._is_primary[item]:
                raise word.wrong(
                    f"item {item!r} has a colour, but it is primary",
                    "give colours to the items behind the bar alone",
                )
            option[item] = colour if colon else None
        self.options.append(list(option.items()))
