"""How the rules of a puzzle look together: one look for each sentence, no two of them alike.

Rules with the same sentence are of one kind and look the same. A kind that would look like another
one of the same puzzle gets another colour, and its sentence says so.

>>> from csp_sudoku.rules import whisper
>>> one, other = looks([whisper("r1c1-r1c4"), whisper("r3c1-r3c4", 4)])
>>> print(one.sentence)
Neighbouring digits along a green whisper line differ by at least 5.
>>> print(other.sentence)
Neighbouring digits along a dark blue whisper line differ by at least 4.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from csp_sudoku.rules.drawing import GROUND, INK, PALE_SPARE, SPARE, Shape
from csp_sudoku.rules.rule import Rule

_UNSAID = ("pairs", "rows")
"""The kinds of parameters that no sentence repeats."""
_NEAR = 0.3
FRAMES = ("circle", "square", "diamond")


class Look(NamedTuple):
    """A kind of rules: what it says, its rules, and their shapes."""

    sentence: str
    rules: tuple[Rule, ...]
    shapes: tuple[Shape, ...]
    is_recoloured: bool
    """Whether it has another colour than usual, as another kind looks alike."""


def looks(rules: Iterable[Rule]) -> list[Look]:
    """Return the kinds of some rules, in the order of their first rules."""
    kinds: dict[Hashable, list[Rule]] = {}
    for rule in rules:
        kinds.setdefault(_kind(rule), []).append(rule)
    spare, pale = [*SPARE.items()], [*PALE_SPARE.items()]
    seen: set[Hashable] = set()
    found = []
    for members in kinds.values():
        sentence = members[0].sentence
        drawings = [_trimmed(rule.drawing()) for rule in members]
        looks_like = {_signature(drawing) for drawing in drawings if drawing}
        left = pale if any(s["shape"] == "fill" for d in drawings for s in d) else spare
        colour = None
        if looks_like & seen and left:
            name, colour = left.pop(0)
            said = members[0].sentence_in(name)
            sentence = said if said != sentence else f"In {name}: {sentence}"
            drawings = [[_recoloured(shape, colour) for shape in shapes] for shapes in drawings]
        seen |= looks_like
        shapes = tuple(shape for drawing in drawings for shape in drawing)
        found.append(Look(sentence, tuple(members), shapes, colour is not None))
    return found


def _kind(rule: Rule) -> Hashable:
    """Return what rules of the same kind share: their sentence, and what it does not say."""
    if rule.entry.is_apart:
        return rule
    unsaid = [p.name for p in rule.entry.parameters if p.kind.name in _UNSAID]
    return rule.sentence, tuple(rule.arguments[name] for name in unsaid)


def arranged(found: Iterable[Look]) -> list[Shape]:
    """Return the shapes of all looks in the order of drawing, each once.

    Shading comes first, then lines, the wide ones below the narrow ones, then cages, then what lies
    above the grid. Texts at the same place outside stand side by side.
    """
    shapes = [shape for look in found for shape in look.shapes]
    once = [shape for at, shape in enumerate(shapes) if shape not in shapes[:at]]
    return sorted(_side_by_side(once), key=_depth)


def _depth(shape: Shape) -> tuple[float, ...]:
    kind = shape["shape"]
    if kind == "fill":
        return (0,)
    if kind == "text":
        return (5,)
    if shape["over"]:
        return (4,)
    if kind == "cage":
        return (3,)
    if kind == "line":
        return (1, -shape["width"])
    return (1, -shape["size"]) if shape["fill"] else (2,)


def _signature(shapes: Sequence[Shape]) -> Hashable:
    """Return what can be seen of a rule, wherever it stands and however long it is."""
    return frozenset(
        (
            shape["shape"],
            shape["colour"],
            shape.get("fill"),
            shape.get("size"),
            shape.get("width"),
            shape.get("arrow"),
            shape.get("dashed"),
            "#" if any(map(str.isdigit, shape.get("text", ""))) else shape.get("text"),
            shape.get("anchor"),
            len(shape["points"]) == 1 if shape["shape"] in FRAMES else None,
            _placed(shape) if shape["shape"] == "line" and shape["over"] else None,
        )
        for shape in shapes
    )


def _placed(shape: Shape) -> Hashable:
    """Return where in its cell a small sign stands: signs that point elsewhere are not alike."""
    return tuple((round(row % 1, 2), round(column % 1, 2)) for row, column in shape["points"])


def _recoloured(shape: Shape, colour: str) -> Shape:
    changed = {**shape}
    if shape["colour"] is not None:
        changed["colour"] = colour
    if shape.get("fill") not in (None, GROUND):
        changed["fill"] = colour
    if shape.get("ink") == INK:
        changed["ink"] = colour
    return changed


# Where lines and texts meet others


def _trimmed(shapes: Sequence[Shape]) -> list[Shape]:
    """Let the lines of a rule begin and end at the borders of its empty frames."""
    frames = {
        tuple(point): shape
        for shape in shapes
        if shape["shape"] in FRAMES and shape["fill"] is None
        for point in shape["points"]
    }
    found = []
    for shape in shapes:
        points = shape.get("points", ())
        if shape["shape"] == "line" and len(points) > 1:
            points = _shortened(points, frames.get(tuple(points[0])))
            points = _shortened(points[::-1], frames.get(tuple(points[-1])))[::-1]
            shape = {**shape, "points": points}
        found.append(shape)
    return found


def _shortened(points: list[list[float]], frame: Shape | None) -> list[list[float]]:
    if frame is None:
        return points
    (row, column), (other_row, other_column) = points[:2]
    down, right = other_row - row, other_column - column
    length = hypot(down, right)
    reach = {
        "circle": length,
        "square": max(abs(down), abs(right)),
        "diamond": abs(down) + abs(right),
    }[frame["shape"]]
    part = frame["size"] / 2 / reach if reach else 0.0
    return [[row + part * down, column + part * right], *points[1:]]


def _side_by_side(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """Put texts that would overlap side by side in their cell, in a smaller size."""
    texts = [s for s in shapes if s["shape"] == "text" and s["anchor"] == "middle"]
    for shape in shapes:
        together = [other for other in texts if _overlap(shape, other)] if shape in texts else []
        if len(together) < 2:
            yield shape
            continue
        together.sort(key=lambda one: -float(one["points"][0][1]))
        row, column = shape["points"][0]
        middle = column // 1 + (2 * together.index(shape) + 1) / (2 * len(together))
        size = min(shape["size"], 0.75 / len(together))
        yield {**shape, "points": [[row, middle]], "size": size}


def _overlap(one: Shape, other: Shape) -> bool:
    (row, column), (other_row, other_column) = one["points"][0], other["points"][0]
    return bool(abs(row - other_row) < _NEAR and abs(column - other_column) < _NEAR)
