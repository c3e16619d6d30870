"""Lists of rows, as programs write them: Python, JSON, C and numpy, with numbers or strings."""

from __future__ import annotations

import re

from csp_sudoku.formats.shape import has_boxes

_BRACKETS = {"[": "]", "(": ")", "{": "}"}
_TOKEN = re.compile(
    r"\"([^\"\n]*)\"|'([^'\n]*)'|(-?\d+)(?:\.0*(?=[\s,;]|$))?|((?<![\w.])[A-Za-z_]\w*)|([.*_?·-])"
)
_OPENS = re.compile(
    r"^[^\[({\"']{0,60}?[\[({]\s*(?:(?:c\s*)?[\[({|]|[\"']?[0-9.\-*_?]|$)"
    r"|^.{0,60}?[\[({]{2}\s*[\"']?[0-9.\-*_?]"
)
_DECLARED = re.compile(r"^\s*[A-Za-z_$](?:[^=\"'`{}()\n]|\([\w| ]*\))*=(?!=)")
"""What stands before the list, with the sizes of an array, as in `int grid[9][9] =`."""
_NEW = re.compile(r"^\s*new\s+\w+(?:\[[\w,\s]*\])+(?=\s*\{)")
"""What stands before the braces of Java and C#."""
_ALONE = re.compile(r"\s*(?:-\s+)?[\[({][^\[\](){}]*[\])}][\s,;]*")
"""A line with nothing but a list."""
_PRESENT = re.compile(r"\b(?:Some\s*\(\s*(\w+)\s*\)|Just (\w+))")
"""A value of Rust or Haskell that may be absent."""
_OBJECT = re.compile(r'^\s*\{\s*"[a-z_]+"\s*:')
_EMPTY = {"None", "null", "nil", "NaN", "nan", "_"}
_PACKED = re.compile(r"\s*[0-9.*_?·-]{4,}\s*")
_OPEN = {"", " ", "0", "-1", "-", "?", "·", "*", "_", "."}


def is_open_list(text: str) -> bool:
    """Whether a list begins in a line.

    >>> is_open_list("board = [[5, 3, 0],"), is_open_list("53..7...."), is_open_list('{"a": 1}')
    (True, False, False)
    """
    return bool(_OPENS.match(_undeclared(text))) and not _OBJECT.match(text)


def is_unfinished(text: str) -> bool:
    """Whether a text has brackets that are still open."""
    return _innermost(text) is None


def row_of_list(text: str) -> list[str] | None:
    """Return the cells of a line that is nothing but a list with one row, as programs print it.

    >>> row_of_list("[1, 0, 0, 4],"), row_of_list("f(1, 0, 0, 4)")
    (['1', '.', '.', '4'], None)
    """
    groups = _innermost(text) if _ALONE.fullmatch(text) else None
    if not groups:
        return None
    row = _row(_PRESENT.sub(r"\1\2", groups[0]), _EMPTY)
    whole = _flat(row)
    values = [int(cell) for cell in row if cell.isdecimal()]
    if len(row) < 4 or not has_boxes(len(row)) or any(len(cell) > 2 for cell in row):
        return None
    return None if whole and max(values, default=0) <= len(whole[0]) else row


def rows_of_list(text: str) -> list[list[list[str]]] | None:
    """Return the boards of a list, each as rows of cells; None while brackets are open.

    >>> rows_of_list("[[1, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 3]]")[0][0]
    ['1', '.', '.', '4']
    >>> rows_of_list("[[1, 0,") is None
    True
    """
    groups = _innermost(_PRESENT.sub(r"\1\2", _undeclared(text)))
    if groups is None:
        return None
    groups = [row for group in groups for row in _mzn_rows(group)]
    names = {match[4] for group in groups for match in _TOKEN.finditer(group) if match[4]} - _EMPTY
    empty = _EMPTY | names if len(names) == 1 else _EMPTY  # `B = 0` may be the open cell
    rows = [_row(group, empty) for group in groups]
    if named := [board for row in rows for board in _named(row)]:
        return named
    if len(rows) == 81 and all(map(_is_marks, rows)):  # the candidates of each cell
        rows = [["".join(row) for row in rows[at : at + 9]] for at in range(0, 81, 9)]
    longest = max(map(len, rows), default=0)
    rows = [row for row in rows if len(row) > (longest > 1)]  # not the sizes in `grid[9][9]`
    if len(rows) == 1:
        return _flat(rows[0])
    if all(len(row) == 1 for row in rows):
        return _flat([row[0] for row in rows])
    width = len(rows[0]) if rows else 0
    if (
        not has_boxes(width)
        or width < 2
        or any(len(row) != width for row in rows)
        or len(rows) % width
    ):
        return []
    return [rows[at : at + width] for at in range(0, len(rows), width)]


def _undeclared(text: str) -> str:
    """Return a text without the name, the type and the sizes of the list in it."""
    return _NEW.sub("", _DECLARED.sub("", text))


def _innermost(text: str) -> list[str] | None:
    """Return the texts between brackets without others inside; None if some are still open."""
    found: list[str] = []
    stack: list[tuple[str, int]] = []
    quote = ""
    is_inner = True
    for at, symbol in enumerate(text):
        if quote:
            quote = "" if symbol in (quote, "\n") else quote
        elif symbol in "\"'":
            quote = symbol
        elif symbol in _BRACKETS:
            stack.append((symbol, at))
            is_inner = True
        elif stack and symbol == _BRACKETS[stack[-1][0]]:
            _, start = stack.pop()
            if is_inner:
                found.append(text[start + 1 : at])
            is_inner = False
    return None if stack else found


def _mzn_rows(group: str) -> list[str]:
    """Return the rows of an array of MiniZinc, as in `[|1, 0|0, 2|]`; any other list as it is."""
    if not re.fullmatch(r"\s*\|[^\"']*\|\s*", group):
        return [group]
    return [row for row in group.split("|") if row.strip()]


def _row(group: str, empty: set[str]) -> list[str]:
    """Return the cells between two brackets; one of the names in `empty` is an open cell."""
    if _PACKED.fullmatch(group) and not group.strip().isdecimal():
        return list(group.strip())
    words = group.split()
    if len(words) > 3 and all(
        len(word) == len(words) and _PACKED.fullmatch(word) for word in words
    ):
        return words
    found = _TOKEN.finditer(group)
    return [_cell(match) for match in found if match[4] is None or match[4] in empty]


def _cell(match: re.Match[str]) -> str:
    text = next((group for group in match.groups()[:3] if group is not None), ".")
    text = match[5] or text
    return "." if text.strip() in _OPEN else text.strip()


def _is_marks(row: list[str]) -> bool:
    """Whether a list has digits, each once."""
    return len(set(row)) == len(row) and set(row) <= set("123456789")


def _named(row: list[str]) -> list[list[list[str]]]:
    """Return the board of an entry as `("name", "53..7....", ...)`: its rows stand at the end."""
    width = len(row[-1]) if row else 0
    rows = row[-width:]
    if width < 4 or len(row) != width + 1 or not has_boxes(width):
        return []
    if any(len(text) != width for text in rows):
        return []
    return [[list(text) for text in rows]]


def _flat(cells: list[str]) -> list[list[list[str]]]:
    """Return the boards of a flat list: rows as strings, whole boards as strings, or all cells.

    One cell alone, as in `f(1)`, is not a board.
    """
    if len(cells) == 1 and len(cells[0]) == 1:
        return []
    if all(len(cell) == len(cells) for cell in cells) and has_boxes(len(cells)):
        return [[list(cell) for cell in cells]]
    if all(len(cell) > 15 for cell in cells):
        return [_square(list(cell)) for cell in cells if _square(list(cell))]
    if all(len(cell) < 3 for cell in cells):
        board = _square(cells)
        return [board] if board else []
    return []


def _square(cells: list[str]) -> list[list[str]]:
    """Return cells as the rows of a square; nothing if they are none."""
    width = round(len(cells) ** 0.5)
    if width * width != len(cells) or not has_boxes(width):
        return []
    return [cells[at : at + width] for at in range(0, len(cells), width)]
