"""A CSP as exact cover with colours: options are variables with a value, and parts of constraints.

Items that must be covered are primary: each variable, and each required value in its group. A value
that may be missing from a group is a secondary item, covered at most once. What other constraints
add is in `cover_parts`: each solution of the model's own variables is exactly one cover.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from csp_sudoku.bits import members
from csp_sudoku.encoders.cover_parts import Parts, TooManyOptionsError, only_relates
from csp_sudoku.encoders.slots import slots, unsupported, with_branches
from csp_sudoku.errors import ModelError, UnsupportedConstraintError
from csp_sudoku.model import BASIS, CSP, AllDifferent

_LARGE = 20_000
"""Values of all variables: a 25x25 board has 15,625."""


class ExactCover:
    """Items and options in compressed rows, and what they mean.

    Option o covers items[offsets[o]] to items[offsets[o + 1] - 1]; the same places of `colours` are
    their colours, if there are any. The first options mean the (variable, code) meaning[o]; those
    behind them are parts of constraints. Items below `primary` are primary. Those below `leading`
    are determined by the model's own variables: covers that agree on them are one solution.
    """

    def __init__(self, csp: CSP, pulse: Callable[[], object] = bool) -> None:
        self.csp = csp
        parts = _parts(csp, pulse)
        self.allowed = parts.allowed
        """One mask per variable: the values that constraints on one or two variables leave."""
        self.leading, self.primary = parts.ranks.count(0), len(parts.ranks) - parts.ranks.count(2)
        self.secondary = len(parts.ranks) - self.primary
        self.number = _places(parts.ranks)
        """The number of each item, by its place in the order in which the parts made them."""
        self.owners = [
            parts.owners[at] for at in sorted(range(len(parts.ranks)), key=self.number.__getitem__)
        ]
        """What each item belongs to."""
        self.option: list[dict[int, int]] = []
        self.meaning: list[tuple[int, int]] = []
        self.offsets = array("i", [0])
        self.items = array("i")
        self.colours = array("i") if parts.has_colours else None
        for v, mask in enumerate(self.allowed):
            if not v & 255:
                pulse()
            self.option.append({})
            for code in members(mask):
                self.option[v][code] = len(self.meaning)
                self.meaning.append((v, code))
                self._add(parts.uses[v, code], parts.paints.get((v, code), ()))
        for option, (item, painted) in enumerate(parts.options):
            if not option & 4095:
                pulse()
            self._add(item, painted)

    def _add(self, plain: Sequence[int], painted: Sequence[tuple[int, int]]) -> None:
        number = self.number
        self.items.extend([number[item] for item in plain])
        self.items.extend([number[item] for item, _ in painted])
        self.offsets.append(len(self.items))
        if self.colours is not None:
            self.colours.extend([0] * len(plain))
            self.colours.extend([colour for _, colour in painted])

    def chosen(self, masks: Sequence[int]) -> list[int]:
        """Return the options of the variables that masks fix."""
        return [
            self.option[v][left.bit_length() - 1]
            for v, (mask, allowed) in enumerate(zip(masks, self.allowed, strict=True))
            if (left := mask & allowed) and not left & (left - 1)
        ]

    def excluded(self, masks: Sequence[int]) -> list[int]:
        """Return the options that masks rule out, of the variables that they do not fix."""
        return [
            self.option[v][code]
            for v, (mask, allowed) in enumerate(zip(masks, self.allowed, strict=True))
            if not (left := mask & allowed) or left & (left - 1)
            for code in members(allowed & ~mask)
        ]

    def decode(self, options: Iterable[int]) -> list[int]:
        """Return a code for each variable, from the chosen options."""
        found = [-1] * len(self.option)
        for option in options:
            if option < len(self.meaning):
                v, code = self.meaning[option]
                found[v] = code
        return found


def refusal(csp: CSP) -> str | None:
    """Return what exact cover cannot say of a structure; None if it can say all.

    >>> from csp_sudoku import CSP
    >>> model = CSP()
    >>> xs = model.variables("a b c d e f", range(1000))
    >>> _ = model.add(sum(xs) == 5000)
    >>> refusal(model.problem.csp)
    'a + b + c + d + e + f == 5000 would take more than 100,000 options, which is the limit'
    """
    return csp.shared("exact cover refusal", _refusal)


def _refusal(csp: CSP) -> str | None:
    if all(type(constraint) is AllDifferent for constraint in csp.constraints):
        return None
    unknown = unsupported(csp, lambda constraint: type(constraint) in BASIS)
    if unknown:
        return unknown
    if only_relates(csp):
        return None
    try:
        if sum(len(variable.domain) for variable in csp.variables) > _LARGE:
            Parts(csp, None, bool)  # its groups alone would take a second
        else:
            _parts(csp, bool)  # kept for the encoding
    except TooManyOptionsError as error:
        return error.message
    return None


def _parts(csp: CSP, pulse: Callable[[], object]) -> Parts:
    return csp.shared("cover parts", lambda base: Parts(base, slots(base, pulse), pulse))


def _places(ranks: Sequence[int]) -> list[int]:
    """Return where each item stands if those of lower rank come first."""
    number = [0] * len(ranks)
    for place, item in enumerate(sorted(range(len(ranks)), key=ranks.__getitem__)):
        number[item] = place
    return number


def encode(csp: CSP, pulse: Callable[[], object] = bool) -> ExactCover:
    """Return the exact cover problem of a structure, built once.

    `pulse` is called now and then: a large board takes a second, and it may raise to stop.

    >>> from csp_sudoku import boards
    >>> cover = encode(boards.sudoku(3, 3).csp)
    >>> cover.primary, cover.secondary, len(cover.meaning), len(cover.items)
    (324, 0, 729, 2916)
    """
    for constraint in with_branches(csp.constraints):
        if not isinstance(constraint, BASIS):
            raise UnsupportedConstraintError(constraint)
    try:
        return csp.shared("exact cover", lambda base: ExactCover(base, pulse))
    except TooManyOptionsError as error:
        raise ModelError(error.message, fix="use backend bitmask, sat or cpsat") from None
