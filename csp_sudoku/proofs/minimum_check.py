"""A checker of the proof that few clues do not single out a solution, to be read in one sitting.

Given are sets of cells, each of which every proper puzzle clues at least once, parts that cover
the board, and a trace. The trace walks through all choices of `clues` clues; in a node of the walk,
some cells have a clue, some are dead (without a clue), the others are live. If n clues lie in p
parts, some part has at least n / p of them, rounded up; the case of a part is that it is the first,
which bounds the clues of the other parts together, and of each part before it. Each case is one
walk. Its lines::

    x REGION SET ...   the node fails: the sets lie in the region as far as their cells are live, no
                       clue meets them, no two share a live cell, and they are more than the clues
                       that are left for the region
    d REGION SET ...   likewise, but they are as many: the other live cells of the region are dead
    b SET CELL ...     the live cells of a set that no clue meets. One of them is a clue: a node
                       follows for each, in which the cells before it are dead

Region 0 is the board, region 1 the other parts, region 2 and so on the parts before. Sets and cells
are counted from 0. This module imports nothing of the project and shares no code with the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence


class TraceError(Exception):
    """A line of a trace that does not hold; `line` is its number, from 1 on."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


def check_trace(
    clues: int,
    parts: Sequence[Sequence[int]],
    sets: Sequence[int],
    lines: Iterator[bytes],
    tick: Callable[[], object],
) -> int:
    """Return the number of nodes if the trace proves that `clues` cells do not meet all sets.

    `sets` are masks, with bit i for cell i. `tick` is called now and then: it may raise.

    Raises:
        TraceError: the trace does not prove it.
    """
    board = sum(1 << cell for part in parts for cell in part)
    if board.bit_count() != sum(map(len, parts)) or board & board + 1:
        raise TraceError(1, "the parts do not cover the board, each cell once")
    number = nodes = 0
    for regions in _cases(clues, [sum(1 << cell for cell in part) for part in parts], board):
        stack = [(0, board)]  # the cells that have a clue, and those that are live
        while stack:
            given, live = stack.pop()
            nodes += 1
            while True:
                number += 1
                if number % 1024 == 0:
                    tick()
                kind, *words = next(lines, b"").split() or [b"?"]
                first, *rest = map(int, words) if words else [-1]
                if not _is_known(kind, first, rest, len(regions), len(sets), board):
                    raise TraceError(number, "this is no step of a trace")
                if kind == b"b":
                    if sets[first] & given or sum(1 << cell for cell in rest) != sets[first] & live:
                        raise TraceError(number, "these are not the live cells of a set to meet")
                    below = []
                    for cell in rest:
                        live &= ~(1 << cell)
                        below.append((given | 1 << cell, live))
                    stack += reversed(below)
                    break
                region, most = regions[first]
                left, used = most - (given & region).bit_count(), 0
                for one in rest:
                    cells = sets[one] & live
                    if sets[one] & given or cells & used or cells & ~region:
                        raise TraceError(
                            number, f"set {one} is met, not apart or not in the region"
                        )
                    used |= cells
                if len(rest) < left + (kind == b"x"):
                    raise TraceError(
                        number, f"{len(rest)} sets for {left} clues prove nothing here"
                    )
                if kind == b"x":
                    break
                live &= ~region | used
    if next(lines, None) is not None:
        raise TraceError(number + 1, "this line follows the end of the proof")
    return nodes


def _cases(clues: int, parts: Sequence[int], board: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the cases, each as regions and the most clues that they hold; the board comes first."""
    if clues < len(parts) or len(parts) < 2:
        yield [(board, clues)]
        return
    share = -(-clues // len(parts))
    for i, part in enumerate(parts):
        before = [(other, share - 1) for other in parts[:i]]
        yield [(board, clues), (board & ~part, clues - share), *before]


def _is_known(
    kind: bytes, first: int, rest: Sequence[int], regions: int, sets: int, board: int
) -> bool:
    """Whether a line is a step whose numbers name regions, sets and distinct cells."""
    if kind == b"b":
        return 0 <= first < sets and len(set(rest)) == len(rest) and all(
            0 <= cell < board.bit_length() for cell in rest
        )  # fmt: skip
    return kind in (b"x", b"d") and 0 <= first < regions and all(0 <= one < sets for one in rest)
