"""The questions that the page can ask, by name, and how their answers become lines of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from csp_sudoku import boards
from csp_sudoku.errors import CspSudokuError, shown
from csp_sudoku.web.asked import Asked

Tell: TypeAlias = Callable[[dict[str, Any]], None]
Question: TypeAlias = Callable[[Asked, Tell], dict[str, Any]]

_PLAIN = re.compile(r"[0-9.]{81}")


def answer(name: str, fields: object, seconds: float, write: Callable[[str], None]) -> None:
    """Answer a question: `write` gets lines {"progress": ...}, and at last one {"answer": ...}.

    Where that is impossible, the last line is {"error": what was wrong, "fix": the way out}.

    >>> answer("board", {"puzzle": {"board": "sudoku-0x3"}}, 1.0, print)
    {"error": "a box cannot have 0 x 3 cells", "fix": "use 1 or more of each"}
    """
    try:
        question = QUESTIONS.get(name)
        if question is None:
            raise CspSudokuError(f"there is no question {shown(name)}", fix="reload the page")
        found = question(Asked(fields, seconds), lambda said: write(json.dumps({"progress": said})))
        write(json.dumps({"answer": found}))
    except CspSudokuError as error:
        place = f"line {error.place.line}: " if error.place and error.place.line else ""
        write(json.dumps({"error": f"{place}{error.problem}", "fix": error.fix}))
    except (MemoryError, RecursionError):
        write(json.dumps({"error": "the question is too large", "fix": "ask for less"}))
    except Exception as error:
        said = f"this should not happen: {type(error).__name__}: {error}"
        write(json.dumps({"error": said, "fix": "please report it, with the puzzle"}))


def is_quick(name: str, fields: Mapping[str, Any]) -> bool:
    """Whether a question is answered within milliseconds, by code that releases the GIL."""
    if name == "catalogue":
        return True
    if name == "read":
        return bool(_PLAIN.fullmatch(str(fields.get("text"))))
    return name in ("board", "live", "check", "texts", "state") and Asked(fields, 0.0).is_plain


# Each question imports what it needs: the first answer does not wait for the others.


def _board(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.drawing import drawn

    return drawn(asked.puzzle())


def _blank(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Return an empty board of the menu; for a random jigsaw, that of the seed."""
    from csp_sudoku.puzzle import Puzzle
    from csp_sudoku.web.catalogue import BOARDS
    from csp_sudoku.web.drawing import drawn

    name = asked.choice("board", tuple(BOARDS))
    seed = asked.whole("seed", 0, 2**62, 0)
    if name.startswith("jigsaw"):
        board = boards.random_jigsaw(6 if name == "jigsaw-6" else 9, seed=seed)
    else:
        board = boards.named(name)
    return drawn(Puzzle.of(board, bytes(len(board.cells))))


def _read(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.reading import read

    return read(asked)


def _live(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.live import live

    return live(asked, tell)


def _check(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.live import checked

    return checked(asked)


def _hint(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.playing import hint

    return hint(asked)


def _texts(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.files import texts

    return texts(asked)


def _picture(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.files import picture

    return picture(asked)


def _export(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.files import export

    return export(asked)


def _certificate(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.files import certificate

    return certificate(asked)


def _command(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.commands import command

    return command(asked, tell)


def _ruled(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Return the clues of a new puzzle with the same board and rules."""
    from csp_sudoku.boards.symmetries import PATTERNS
    from csp_sudoku.making.variants import with_rules_of

    symmetry = asked.choice("symmetry", ["", *PATTERNS], "") or None
    seed = asked.whole("seed", 0, 2**62, 0)
    made = with_rules_of(asked.puzzle(), seed=seed, symmetry=symmetry, timeout=asked.seconds)
    return {"values": list(made.values)}


def _race(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.racing import race

    return race(asked, tell)


def _trees(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.trees import trees

    return trees(asked, tell)


def _state(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.trees import state

    return state(asked)


def _catalogue(asked: Asked, tell: Tell) -> dict[str, Any]:
    from csp_sudoku.web.catalogue import catalogue

    return catalogue()


QUESTIONS: Mapping[str, Question] = {
    "board": _board,
    "blank": _blank,
    "read": _read,
    "live": _live,
    "check": _check,
    "hint": _hint,
    "texts": _texts,
    "picture": _picture,
    "export": _export,
    "certificate": _certificate,
    "command": _command,
    "ruled": _ruled,
    "race": _race,
    "trees": _trees,
    "state": _state,
    "catalogue": _catalogue,
}
