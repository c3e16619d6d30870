"""HTML: explanations with one picture per step, answers, and whole pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

from csp_sudoku.puzzle import Puzzle, Solution
from csp_sudoku.render.colours import GROUND, darkened
from csp_sudoku.render.steps_page import CONTROLS, MOST_VALUES, StepsPage, applied
from csp_sudoku.render.svg import Svg, printable, svg

if TYPE_CHECKING:
    from csp_sudoku.logic.explanation import Explanation
    from csp_sudoku.logic.state import State
    from csp_sudoku.logic.step import Step
    from csp_sudoku.questions import Answer


class Shown(Protocol):
    """Anything that notebooks can show: puzzles, states, steps, explanations, answers, SVG."""

    def _repr_html_(self) -> str: ...


_STYLE = (
    "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.5}"
    "svg{max-width:100%;height:auto}summary{cursor:pointer}li{margin:.3rem 0}"
)
_LEGEND = (
    "Green is placed, orange and struck out is cleared. Blue discs are the pattern of the step, "
    "amber squares its special candidates; grey cells are solved and part of the reason, pale "
    "yellow cells are its groups. Solid curves are strong links (not both ends are false), dashed "
    "curves are weak links (not both ends are true)."
)


def html(what: Shown) -> str:
    """Return a board, a step, an explanation or an answer as HTML, as notebooks show it.

    An explanation has a picture for each step, which is shown when the step is opened.

    >>> from csp_sudoku.logic import Step
    >>> print(html(Step("full house", "r1c1 is the last open cell of row 1: it is <")))
    <p><b>full house</b>: r1c1 is the last open cell of row 1: it is &lt;</p>
    """
    return what._repr_html_()


def page(parts: Iterable[Shown], *, title: str = "csp-sudoku", dark: bool = False) -> str:
    """Return a whole page, with one part below the other.

    The pictures of explanations are drawn by a script when their step is opened; there is a table
    of contents, and the keys n and p go to the next and the previous step.

    >>> page([], title="R & D").startswith("<!doctype html>")
    True

    Args:
        parts: what the page shows.
        title: the title of the page, and its heading.
        dark: draw for a dark ground, and give the page one.
    """
    steps = StepsPage()
    body = "\n".join(_part(part, steps) for part in parts)
    head = escape(printable(title))
    if steps.contents:
        listed = f"<ol>{''.join(steps.contents)}</ol>" if len(steps.contents) > 1 else ""
        body = f"{CONTROLS}\n<p><small>{_LEGEND}</small></p>\n{listed}\n{body}\n{steps.script()}"
    style, scheme = _STYLE, "light dark"
    if dark:
        body, scheme = darkened(body), "dark"
        style += f"html{{background:{GROUND};color:#ddd}}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<meta name="color-scheme" content="{scheme}">'
        f"<title>{head}</title><style>{style}</style></head>\n"
        f"<body><h1>{head}</h1>\n{body}\n</body></html>\n"
    )


def _part(part: Shown, steps: StepsPage) -> str:
    """Return a part of a page; the pictures of explanations are drawn when they are opened."""
    from csp_sudoku.logic.explanation import Explanation

    if isinstance(part, Explanation) and part.puzzle.board.size <= MOST_VALUES:
        return steps.added(part)
    return html(part)


def of_puzzle(puzzle: Puzzle) -> str:
    """Return the picture of a puzzle, with its rules in words if it has any."""
    return with_rules(svg(puzzle), puzzle)


def with_rules(picture: Svg, puzzle: Puzzle) -> Svg:
    """Return a picture with the rules of a puzzle in words below it."""
    return Svg(f"{picture}\n<p>{escape(puzzle.rules_text)}</p>") if puzzle.rules else picture


def of_step(step: Step) -> str:
    """Return a step in words, without a picture: it does not know its board."""
    return f"<p>{_words(step)}</p>"


def of_explanation(explained: Explanation) -> str:
    """Return all steps of an explanation, with their pictures."""
    state, puzzle = explained.start(), explained.puzzle
    start = with_rules(svg(state, clues=puzzle, candidates=puzzle.has_candidates), puzzle)
    steps = "\n".join(_steps(explained.steps, state, puzzle))
    count = f"{len(explained)} step{'s' * (len(explained) != 1)}"
    wrong = explained.contradiction
    cells = [str(variable) for variable in wrong.variables] if wrong else []
    shown = bool(explained.state.open)
    end = svg(explained.state, clues=puzzle, marked=cells, candidates=shown)
    return (
        f"<div>{start}\n<p><small>{_LEGEND}</small></p>\n<ol>\n{steps}\n</ol>\n"
        f"<p>{count}: {escape(explained.ending)}</p>\n{end}</div>"
    )


def of_answer(answer: Answer[Any]) -> str:
    """Return an answer: its solution, and how it was found."""
    words = f"{answer.status} by {answer.backend} in {answer.seconds:.6f} s: {answer.reason}"
    found = answer.solution
    if isinstance(found, Solution):
        shown: str = svg(found)
    else:
        shown = "" if found is None else f"<pre>{escape(str(found))}</pre>"
    return f"<div>{shown}<p>{escape(words)}</p></div>"


def _steps(steps: Iterable[Step], state: State, puzzle: Puzzle) -> Iterator[str]:
    """Yield each step as an item of a list, and apply it to the state."""
    for step in steps:
        trial = ""
        if step.trial:
            guessed = state.copy()
            if step.trial[0].technique not in ("assumption", "case"):
                for cell, value in step.eliminations:
                    guessed.place(cell, value)
            trial = "\n<ol>\n" + "\n".join(_steps(step.trial, guessed, puzzle)) + "\n</ol>"
        picture = svg(state, clues=puzzle, step=step)
        yield (f"<li><details><summary>{_words(step)}</summary>\n{picture}{trial}</details></li>")
        applied(state, step)


def _words(step: Step) -> str:
    return f"<b>{escape(step.technique)}</b>: {escape(step.sentence)}"
