"""The rater's hardest steps, told: dynamic and nested forcing chains, as Sudoku Explainer has them.

The rater finds them natively and says what follows from where. Here the same is followed again,
with reasons, and becomes a step: one trial for each case, without what the conclusion does not
need. So every puzzle that is rated can be explained to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from csp_sudoku.bits import members, values_of
from csp_sudoku.engines import engine_of
from csp_sudoku.errors import OutOfBudgetError
from csp_sudoku.logic.state import State
from csp_sudoku.logic.step import Candidate, Step
from csp_sudoku.logic.techniques.followed import Followed, Path
from csp_sudoku.logic.techniques.technique import Technique
from csp_sudoku.native.rating9 import SEARCHES, Found, find

_CYCLES, _MULTIPLE, _DYNAMIC, _PLUS, _NESTED = (
    SEARCHES.index(name) for name in ("cycles", "multiple", "dynamic", "dynamic+", "nested")
)
_LAST = len(SEARCHES) - 1
_INSIDE = {2: (_CYCLES,), 3: (_CYCLES, _MULTIPLE), 4: (_DYNAMIC,), 5: (_DYNAMIC, _NESTED)}
"""The searches for inner chains, by level."""
_MOST_LINKS = 60
"""A picture with more links would not be readable."""


class _Case(NamedTuple):
    """One of the cases of a conclusion: what was assumed, and the way from there."""

    followed: Followed
    path: Path


def _level(search: int) -> int:
    return max(0, search - _DYNAMIC)


def _found(state: State, first: int, last: int) -> Found | None:
    seconds = None if state.budget is None else state.budget.seconds_left()
    try:
        return find(state.candidates, first, last, seconds)
    except TimeoutError:
        raise OutOfBudgetError("the time ended before a step was found", least=0) from None


def _search(state: State, first: int, last: int) -> Iterator[Step]:
    if state.rules or engine_of(state.bits.board.csp) is None:
        return
    if not state.remember("is proper", lambda: state.puzzle.count(2) == 1):
        return  # the search would be long and in vain: several solutions leave little to find
    for search in range(first, last + 1):
        found = _found(state, search, search)
        if found is not None:
            step = _told(state, found, _level(search), is_inner=False)
            if step is not None:
                yield step
                return


def _inner(state: State, level: int) -> Step | None:
    for search in _INSIDE[level]:
        found = _found(state, search, search)
        if found is not None:
            return _told(state, found, _level(search), is_inner=True)
    return None


def _decoded(code: int) -> Candidate:
    return Candidate(code // 9, code % 9 + 1)


def _told(state: State, found: Found, level: int, *, is_inner: bool) -> Step | None:
    """Return what the rater found as a step; None if it does not follow here."""
    placed = None if found.placement is None else _decoded(found.placement)
    cleared = [_decoded(code) for code in found.eliminations]
    cases: list[_Case] = []
    for start, is_true, goal in _assumptions(state, found, placed, cleared):
        followed = Followed(state, start, is_true=is_true, level=level, inner=_inner)
        if not followed.runs_to(*goal):
            return None
        cases.append(_Case(followed, followed.path(*goal)))
    result = state.words.out(cleared)
    if placed is not None:
        result = f"{state.words.cell[placed.cell]} is {state.words.value[placed.value]}"
    links = tuple(dict.fromkeys(link for case in cases for link in case.path.links))
    return Step(
        found.technique,
        _sentence(state, found, cases, result, is_inner=is_inner),
        placements=() if placed is None else (placed,),
        eliminations=tuple(cleared) if placed is None else (),
        pattern=tuple(dict.fromkeys(v for case in cases for v in case.path.values)),
        fins=tuple(case.followed.assumed for case in cases),
        links=links if len(links) <= _MOST_LINKS else (),
        trial=() if is_inner else tuple(_trial(state, cases, result)),
    )


_Goal = tuple[Candidate | None, Candidate | None]


def _assumptions(
    state: State, found: Found, placed: Candidate | None, cleared: list[Candidate]
) -> Iterator[tuple[Candidate, bool, _Goal]]:
    """Yield the assumptions that a conclusion follows from, and what each leads to."""
    goal = (placed, None if placed is not None else cleared[0])
    if found.kind in ("contradiction", "chain"):
        if placed is not None:
            yield placed, False, (placed, None)
        else:
            for candidate in cleared:
                yield candidate, True, (None, candidate)
    elif found.kind == "double":
        yield _decoded(found.source), True, goal
        yield _decoded(found.source), False, goal
    elif found.kind == "cell":
        for value in values_of(state.candidates[found.source]):
            yield Candidate(found.source, value), True, goal
    else:
        house, digit = divmod(found.source, 9)
        for cell in members(state.places[digit + 1] & _house(house)):
            yield Candidate(cell, digit + 1), True, goal


def _house(number: int) -> int:
    """Return the cells of a house of the rater: boxes, then rows, then columns."""
    kind, at = divmod(number, 9)
    cells = range(81)
    if kind == 0:
        return sum(1 << c for c in cells if c // 27 * 3 + c % 9 // 3 == at)
    return sum(1 << c for c in cells if (c // 9 if kind == 1 else c % 9) == at)


def _sentence(
    state: State, found: Found, cases: list[_Case], result: str, *, is_inner: bool
) -> str:
    if len(cases) == 1:
        return f"{_case_told(state, cases[0], '', is_inner=is_inner)}: {result}"
    words = state.words
    if found.kind == "cell":
        start = f"whatever {words.cell[found.source]} is"
    elif found.kind == "double":
        source = _decoded(found.source)
        start = f"whether {words.cell[source.cell]} is {words.value[source.value]} or not"
    elif found.kind == "house":
        house, digit = divmod(found.source, 9)
        name = f"{('box', 'row', 'column')[house // 9]} {house % 9 + 1}"
        start = f"wherever {name} has {words.value[digit + 1]}"
    else:
        start = "in a chain"
    if not is_inner:
        return f"{start}, {result}"
    told = "; ".join(_case_told(state, case, result, is_inner=True) for case in cases)
    return f"{start}, {result}: {told}"


def _case_told(state: State, case: _Case, result: str, *, is_inner: bool) -> str:
    """Tell what an assumption leads to: by its values, or by the number of its steps."""
    words, followed = state.words, case.followed
    cell, value = words.cell[followed.assumed.cell], words.value[followed.assumed.value]
    assumed = f"if {cell} is {'' if followed.is_true else 'not '}{value}"
    end = followed.clash[0] if followed.clash else result or _opposite(state, followed)
    if is_inner:
        others = [v for v in case.path.values if v != followed.assumed]
        chain = "".join(f", then {words.cell[c]}={words.value[v]}" for c, v in others)
        return f"{assumed}{chain}, then {end}"
    count = len(case.path.steps)
    after = f" after {count} step{'s' * (count > 1)}" if count else ""
    return f"{assumed}, then{after} {end}"


def _opposite(state: State, followed: Followed) -> str:
    """Say the opposite of an assumption, which follows from it."""
    cell, value = followed.assumed
    verb = "cannot be" if followed.is_true else "is"
    return f"{state.words.cell[cell]} {verb} {state.words.value[value]}"


def _trial(state: State, cases: list[_Case], result: str) -> Iterator[Step]:
    if len(cases) == 1:
        yield cases[0].followed.start
        yield from cases[0].path.steps
        return
    for case in cases:
        yield Step(
            "case",
            _case_told(state, case, result, is_inner=False),
            fins=(case.followed.assumed,),
            links=case.path.links if len(case.path.links) <= _MOST_LINKS else (),
            trial=(case.followed.start, *case.path.steps),
        )


def dynamic(state: State) -> Iterator[Step]:
    """Find what follows by singles from a candidate, a cell or a house, whatever is true."""
    return _search(state, _DYNAMIC, _DYNAMIC)


def dynamic_plus(state: State) -> Iterator[Step]:
    """Find what follows by singles, locked candidates, pairs and X-wings, whatever is true."""
    return _search(state, _PLUS, _PLUS)


def nested(state: State) -> Iterator[Step]:
    """Find what follows by chains inside of chains, whatever is true."""
    return _search(state, _NESTED, _LAST)


TECHNIQUES = (
    Technique("dynamic forcing chains", 9.1, dynamic),
    Technique("dynamic forcing chains (+)", 9.2, dynamic_plus),
    Technique("nested forcing chains", 9.5, nested),
)
