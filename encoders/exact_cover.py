"""A CSP as exact cover: an option is a variable with a value, an item is what it uses up.

Items that must be covered are primary: each variable, and each required value in its group. A value
that may be missing from a group is a secondary item, covered at most once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from csp_sudoku.bits import members
from csp_sudoku.encoders.slots import groups, slots, unsupported
from csp_sudoku.model import CSP


class ExactCover:
    """Items and options in compressed rows, and what they mean.

    Option o covers items[offsets[o]] to items[offsets[o + 1] - 1] and means the (variable, code)
    meaning[o]. Items below `primary` are primary.
    """

    def __init__(self, csp: CSP, pulse: Callable[[], object] = bool) -> None:
        groups(csp)  # refuses what exact cover cannot say
        self.csp = csp
        required = [slot for slot in slots(csp, pulse) if slot.required]
        optional = [slot for slot in slots(csp) if not slot.required]
        self.primary = len(csp.variables) + len(required)
        self.secondary = len(optional)
        uses: dict[tuple[int, int], list[int]] = {}
        self.option: list[dict[int, int]] = []
        self.meaning: list[tuple[int, int]] = []
        for v, mask in enumerate(csp.problem.masks):
            if not v & 255:
                pulse()
            self.option.append({})
            for code in members(mask):
                self.option[v][code] = len(self.meaning)
                self.meaning.append((v, code))
                uses[v, code] = [v]
        for item, slot in enumerate(required + optional, start=len(csp.variables)):
            if not item & 255:
                pulse()
            for place in slot.places:
                uses[place].append(item)
        self.offsets = array("i", [0])
        self.items = array("i")
        for option, meant in enumerate(self.meaning):
            if not option & 16383:
                pulse()
            self.items.extend(uses[meant])
            self.offsets.append(len(self.items))

    def chosen(self, masks: Sequence[int]) -> list[int]:
        """Return the options of the variables that masks fix."""
        return [
            self.option[v][mask.bit_length() - 1]
            for v, mask in enumerate(masks)
            if mask and not mask & (mask - 1)
        ]

    def excluded(self, masks: Sequence[int]) -> list[int]:
        """Return the options that masks rule out, of the variables that they do not fix."""
        whole = self.csp.problem.masks
        return [
            self.option[v][code]
            for v, mask in enumerate(masks)
            if mask != whole[v] and (not mask or mask & (mask - 1))
            for code in members(whole[v] & ~mask)
        ]

    def decode(self, options: Iterable[int]) -> list[int]:
        """Return a code for each variable, from the chosen options."""
        found = [-1] * len(self.option)
        for option in options:
            v, code = self.meaning[option]
            found[v] = code
        return found


def refusal(csp: CSP) -> str | None:
    """Return what exact cover cannot say of a structure; None if it can say all."""
    return unsupported(csp)


def encode(csp: CSP, pulse: Callable[[], object] = bool) -> ExactCover:
    """Return the exact cover problem of a structure, built once.

    `pulse` is called now and then: a large board takes a second, and it may raise to stop.

    >>> from csp_sudoku import boards
    >>> cover = encode(boards.sudoku(3, 3).csp)
    >>> cover.primary, cover.secondary, len(cover.meaning), len(cover.items)
    (324, 0, 729, 2916)
    """
    return csp.shared("exact cover", lambda base: ExactCover(base, pulse))
