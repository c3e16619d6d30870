"""ISS strings as trees: `.Type~argument~argument` one after the other, `.Or … .End` around others.

ISS is the Interactive Sudoku Solver (sigh); this is its text, without any meaning yet. Each node
knows its column, so that an error can point at it.
"""

from __future__ import annotations

from typing import NamedTuple

from csp_sudoku.formats.links import Payload

NESTING = ("Or", "And", "Replicate")
"""The types that hold others up to `.End`."""
GIVEN = "Given"
"""The type that is written as nothing: `.~R1C1_5`."""
END = "End"
DEEPEST = 32
"""How deep types may be nested."""
TWO_ENDS = ("XSum", "Skyscraper", "HiddenSkyscraper", "NumberedRoom", "FullRank")
"""Types with a clue at either end of a line."""
ONE_PLACE = {"LittleKiller": 1, "Sandwich": 1, "Quad": 0}
"""Types with one clue at one place, and which argument names the place."""


class Node(NamedTuple):
    """One constraint of a string: its type, its arguments, what it holds, and where it is."""

    type: str
    arguments: tuple[str, ...] = ()
    children: tuple[Node, ...] = ()
    at: int = 0

    def __str__(self) -> str:
        head = ".".join(("", "" if self.type == GIVEN else self.type))
        text = "~".join((head, *self.arguments))
        if self.type not in NESTING:
            return text
        return f"{text}{''.join(map(str, self.children))}.{END}"


def places(node: Node) -> list[tuple[str, str, int]]:
    """Return the places where a constraint has clues; ISS keeps the last clue at each place.

    >>> places(Node("XSum", ("C2", "", "27")))
    [('XSum', 'C2', 1)]
    """
    if node.type in TWO_ENDS:
        line, *clues = node.arguments or ("",)
        return [(node.type, line, end) for end, clue in enumerate(clues[:2]) if clue]
    if node.type in ONE_PLACE:
        return [(node.type, "".join(node.arguments[ONE_PLACE[node.type] :][:1]), 0)]
    return []


def parsed(given: Payload) -> tuple[Node, ...]:
    """Return the constraints of a string; raise a Mismatch with the column of a mistake.

    >>> from csp_sudoku.formats.format import Passage
    >>> def tree(text: str) -> tuple[Node, ...]:
    ...     return parsed(Payload(Passage("<text>", 1, (text,)), "", text))
    >>> [node.type for node in tree(".Thermo~R1C1~R1C2.Or.~R5C5_3.~R5C6_3.End")]
    ['Thermo', 'Or']
    >>> "".join(map(str, tree(".~R1C1_5~R2C3_2_4.AntiKnight")))
    '.~R1C1_5~R2C3_2_4.AntiKnight'
    """
    if not given.text.startswith("."):
        raise given.mismatch("an ISS string begins with a full stop", fix="write .Type~…", at=0)
    waiting: list[tuple[Node, list[Node]]] = [(Node(""), [])]
    at = 1
    for part in given.text[1:].split("."):
        kind, *arguments = part.split("~")
        node = Node(kind or GIVEN, tuple(arguments), (), at)
        at += len(part) + 1
        if kind in NESTING:
            if len(waiting) > DEEPEST:
                raise given.mismatch(f"more than {DEEPEST} levels of nesting", at=node.at)
            waiting.append((node, []))
            continue
        if kind == END:
            if len(waiting) == 1:
                fix = "leave it out"
                raise given.mismatch(f".{END} without a beginning", fix=fix, at=node.at)
            opened, children = waiting.pop()
            node = opened._replace(children=tuple(children))
        waiting[-1][1].append(node)
    last = waiting[-1][0]
    if len(waiting) > 1:
        fix = f"write .{END} after it"
        raise given.mismatch(f".{last.type} has no .{END}", fix=fix, at=last.at)
    return tuple(waiting[0][1])
