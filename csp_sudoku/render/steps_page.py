"""A page of explanations whose pictures are drawn when they are opened.

The page has all sentences, a table of contents, and the data of the pictures in short; `steps.js`
draws them. So a page of fifty puzzles is not larger than a photograph. Next and previous step are
on the keys n and p, and on the arrows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from csp_sudoku.bits import members, values_of
from csp_sudoku.render.svg import stage

if TYPE_CHECKING:
    from csp_sudoku.logic.explanation import Explanation
    from csp_sudoku.logic.state import State
    from csp_sudoku.logic.step import Candidate, Step

MOST_VALUES = 30
"""The script keeps candidates as bits of a number, which has this many to spare."""
CONTROLS = (
    '<p><button id="open">open all</button> <button id="close">close all</button> '
    "<small>next step: n or →, previous step: p or ←</small></p>"
    "<noscript><p>The pictures are drawn by JavaScript, which is switched off here.</p></noscript>"
)


class StepsPage:
    """The explanations of one page: their HTML, and the data that the script draws from."""

    def __init__(self) -> None:
        self.stages: dict[str, int] = {}
        self._stages: list[dict[str, Any]] = []
        self._explained: list[dict[str, Any]] = []
        self.contents: list[str] = []

    def added(self, explained: Explanation) -> str:
        """Return an explanation as HTML, and keep the data of its pictures."""
        number = len(self._explained)
        state = explained.start()
        data: dict[str, Any] = {
            "stage": self._stage(state, explained),
            "size": state.bits.size,
            "values": list(state.values),
            "marks": list(state.candidates),
            "steps": [],
            "last": None,
        }
        self._explained.append(data)
        items = "\n".join(self._items(explained.steps, state, data, None))
        data["last"] = self._last
        end = len(data["steps"])
        count = f"{len(explained)} step{'s' * (len(explained) != 1)}"
        title = f"Puzzle {number + 1}"
        ending = escape(explained.ending)
        self.contents.append(
            f'<li><a href="#puzzle{number + 1}">{title}</a>: {count}, {ending}</li>'
        )
        rules = explained.puzzle.rules_text if explained.puzzle.rules else ""
        said = f"<p>{escape(rules)}</p>" if rules else ""
        summary = escape(explained.summary)
        return (
            f'<section id="puzzle{number + 1}" data-explained="{number}"><h2>{title}</h2>{said}\n'
            f"<ol>\n{items}\n</ol>\n<p>{count}: {ending}. {summary}</p>\n"
            f'<details data-step="{end}"><summary>the board at the end</summary></details>'
            "</section>"
        )

    _last: int | None = None
    """The last step of the list that was made last."""

    def _stage(self, state: State, explained: Explanation) -> int:
        picture, sizes, symbols = stage(state, clues=explained.puzzle)
        number = self.stages.setdefault(picture, len(self.stages))
        if number == len(self._stages):
            board = state.bits.board
            marks = [sizes.mark(0, 0, value) for value in range(1, board.size + 1)]
            self._stages.append(
                {
                    "cell": sizes.cell,
                    "left": sizes.left,
                    "top": sizes.top,
                    "font": sizes.value_font,
                    "small": sizes.mark_font,
                    "cells": [list(cell) for cell in board.cells],
                    "marks": [[x - sizes.left, y - sizes.top] for x, y in marks],
                    "groups": [list(members(group.mask)) for group in state.bits.groups],
                    "symbols": list(symbols),
                }
            )
        return number

    def _items(
        self, steps: Sequence[Step], state: State, data: dict[str, Any], before: int | None
    ) -> Iterator[str]:
        """Yield each step as an item of a list; number `before` is the step before the first."""
        for step in steps:
            number = len(data["steps"])
            record = _record(step, state)
            if before is not None:
                record["v"] = before
            data["steps"].append(record)
            inner = ""
            if step.trial:
                trial = state.copy()
                inner = "\n".join(self._trial(step, trial, data, number))
                inner = f"\n<ol>\n{inner}\n</ol>"
            words = f"<b>{escape(step.technique)}</b>: {escape(step.sentence)}"
            shown = f"<summary>{words}</summary>{inner}"
            yield f'<li><details data-step="{number}">{shown}</details></li>'
            applied(state, step)
            before = number
        self._last = before

    def _trial(self, step: Step, state: State, data: dict[str, Any], number: int) -> Iterator[str]:
        """Yield the steps of a trial, which begins where its step does, with its assumption."""
        guessed: list[int] = []
        lost: list[int] = []
        if step.trial[0].technique not in ("assumption", "case"):
            had = list(state.candidates)
            for cell, value in step.eliminations:
                state.place(cell, value)
                guessed.append(_code(state, cell, value))
            lost = _lost(state, had)
        first = len(data["steps"])
        yield from self._items(step.trial, state, data, -1 - number)
        if guessed:
            data["steps"][first]["g"] = guessed
            data["steps"][first]["h"] = lost

    def script(self) -> str:
        """Return the stages, the data and the script, to stand at the end of the page."""
        stages = "".join(
            f'<template id="stage{number}">{picture}</template>'
            for picture, number in self.stages.items()
        )
        data = {"stages": self._stages, "explained": self._explained}
        text = json.dumps(data, separators=(",", ":")).replace("</", "<\\/")
        script = files("csp_sudoku.render").joinpath("steps.js").read_text("utf-8")
        return (
            f'{stages}\n<script type="application/json" id="steps">{text}</script>\n'
            f"<script>\n{script}</script>"
        )


def applied(state: State, step: Step) -> None:
    """Make the moves of a step; in a trial that ends in a contradiction, those that are left."""
    for places, cell, value, _ in step.moves():
        if not state.has(cell, value):
            continue
        if places:
            state.place(cell, value)
        else:
            state.clear(cell, value)


def _code(state: State, cell: int, value: int) -> int:
    return cell * (state.bits.size + 1) + value


def _codes(state: State, candidates: Iterable[Candidate]) -> list[int]:
    return [_code(state, cell, value) for cell, value in dict.fromkeys(candidates)]


def _lost(state: State, had: Sequence[int]) -> list[int]:
    """Return the candidates that open cells have lost."""
    return [
        _code(state, cell, value)
        for cell, (old, new) in enumerate(zip(had, state.candidates, strict=True))
        if not state.values[cell]
        for value in values_of(old & ~new)
    ]


def _record(step: Step, state: State) -> dict[str, Any]:
    """Return what the picture of a step shows, in short: empty parts are left out."""
    after = state.copy()
    applied(after, step)
    links = [
        part
        for link in dict.fromkeys(step.links)
        for part in (_code(state, *link.start), _code(state, *link.end), int(link.is_strong))
    ]
    parts = {
        "p": _codes(state, step.placements),
        "e": _codes(state, step.eliminations),
        "a": _codes(state, step.pattern),
        "f": _codes(state, step.fins),
        "u": list(step.support),
        "r": list(step.groups),
        "l": links,
        "d": _lost(after, state.candidates),
    }
    return {name: part for name, part in parts.items() if part}
