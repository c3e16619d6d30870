"""The full screen of `play`: what a player presses, and what the terminal shows.

Curses was chosen among three by measuring: it comes with Python and takes 1 ms to import, beside
80 ms for prompt_toolkit and 140 ms for textual, which both must be installed (33 MB together). The
game itself is `logic.player`, and what is drawn is `cli.picture`.
"""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from csp_sudoku.cli.picture import Look, picture
from csp_sudoku.logic.player import Player

if TYPE_CHECKING:
    import curses

_NAMES = {
    "KEY_UP": "up",
    "KEY_DOWN": "down",
    "KEY_LEFT": "left",
    "KEY_RIGHT": "right",
    "KEY_SR": "shift-up",
    "KEY_SF": "shift-down",
    "KEY_SLEFT": "shift-left",
    "KEY_SRIGHT": "shift-right",
    "KEY_BTAB": "shift-tab",
    "KEY_BACKSPACE": "erase",
    "KEY_DC": "erase",
    "KEY_ENTER": "enter",
}
_SIGNS = {
    "\t": "tab",
    "\x7f": "erase",
    "\b": "erase",
    "\n": "enter",
    "\r": "enter",
    "\x1b": "escape",
}
_BACKGROUNDS = {
    "selected": "COLOR_CYAN",
    "area": "COLOR_YELLOW",
    "pattern": "COLOR_CYAN",
    "result": "COLOR_GREEN",
    "1": "COLOR_RED",
    "2": "COLOR_GREEN",
    "3": "COLOR_YELLOW",
    "4": "COLOR_BLUE",
    "5": "COLOR_MAGENTA",
    "6": "COLOR_WHITE",
}
_WAIT = 200
"""Milliseconds after which a signal is looked for."""


def can_run() -> bool:
    """Whether there is a terminal that a full screen can be shown on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return False
    try:
        import curses
    except ImportError:
        return False
    try:
        curses.setupterm(fd=sys.stdout.fileno())
    except curses.error:
        return False
    return bool(curses.tigetstr("cup") and curses.tigetstr("clear"))


def run(player: Player) -> None:
    """Show the game until the player leaves; the terminal is restored however it ends."""
    import curses
    import locale

    with suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "")
    os.environ.setdefault("ESCDELAY", "25")
    curses.wrapper(lambda screen: _play(screen, player))


def _play(screen: curses.window, player: Player) -> None:
    import curses

    with suppress(curses.error):  # some terminals cannot hide it
        curses.curs_set(0)
    screen.timeout(_WAIT)
    paint = _Paint()
    is_plain = not _is_unicode()
    is_new = True
    while not player.is_over:
        if is_new:
            _show(screen, player, paint, is_plain)
        try:
            key = screen.get_wch()
        except curses.error:  # nothing was pressed
            if _is_gone():
                return
            is_new = False
            continue
        is_new = True
        name = _name(key)
        if name:
            player.press(name)


def _is_gone() -> bool:
    """Whether the terminal was closed; who ignores SIGHUP is told by this alone."""
    poll = select.poll()
    poll.register(sys.stdin, 0)  # asks for nothing, so that only its end is reported
    return bool(poll.poll(0))


def _name(key: str | int) -> str:
    import curses

    if isinstance(key, str):
        return _SIGNS.get(key, key if key.isprintable() else "")
    return _NAMES.get(curses.keyname(key).decode("ascii", "replace"), "")


def _is_unicode() -> bool:
    import locale

    return "utf" in (locale.nl_langinfo(locale.CODESET) or "").lower()


def _show(screen: curses.window, player: Player, paint: _Paint, is_plain: bool) -> None:
    import curses

    rows, columns = screen.getmaxyx()
    screen.erase()
    for row, column, text, look in picture(
        player, rows, columns, is_plain=is_plain, has_colours=paint.has_colours
    ):
        if is_plain:
            text = text.encode("ascii", "replace").decode()
        with suppress(curses.error):  # the last place of a screen cannot be written
            screen.addnstr(row, column, text, max(0, columns - column), paint.attribute(look))
    screen.refresh()


class _Paint:
    """The attributes of looks, in colours where the terminal has them and NO_COLOR is not set."""

    def __init__(self) -> None:
        import curses

        self.has_colours = curses.has_colors() and not os.environ.get("NO_COLOR")
        self._pairs: dict[str, int] = {}
        if not self.has_colours:
            return
        curses.use_default_colors()
        numbers = {"value": (curses.COLOR_BLUE, -1), "wrong": (curses.COLOR_RED, -1)}
        for behind, name in _BACKGROUNDS.items():
            numbers[behind] = (curses.COLOR_BLACK, getattr(curses, name))
        for number, (word, (front, back)) in enumerate(numbers.items(), start=1):
            curses.init_pair(number, front, back)
            self._pairs[word] = curses.color_pair(number)

    def attribute(self, look: Look) -> int:
        """Return the attribute of a look."""
        import curses

        made = self._pairs.get(look.behind) or self._pairs.get(look.what) or 0
        if look.what in ("clue", "title", "wrong"):
            made |= curses.A_BOLD
        if look.what in ("line", "label"):
            made |= curses.A_DIM
        if not self.has_colours and look.behind in ("selected", "result", "pattern"):
            made |= curses.A_UNDERLINE
        return made | curses.A_REVERSE if look.is_cursor else made
