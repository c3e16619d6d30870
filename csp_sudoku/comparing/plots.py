"""A comparison as plots, by matplotlib: a cactus plot of all backends, a scatter plot of two.

Only figures of our own are made, never the global ones of pyplot, and the same results give the
same file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zlib import crc32

from csp_sudoku.comparing.comparison import VIRTUAL_BEST, Comparison
from csp_sudoku.errors import SourceError, installing
from csp_sudoku.whole_files import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

# The colours of Okabe and Ito, which colour-blind people can tell apart, without the yellow.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_STYLES = ("-", "--", "-.", ":")
_BACKENDS = (
    *("bitmask", "dlx", "sat", "cpsat", "auto", "logic"),
    *("mrv", "bruteforce", "taboo-totem-pick", "portfolio", "components"),
    *("deepest", "probing"),
)
"""Each has its own colour and style, the same in every plot."""
_INK, _FAINT = "#333333", "#888888"
_FEW = 60
"""Up to this many puzzles have a mark each; more of them are a line."""
_GAP = 0.055
"""The least distance between two labels, as a share of the axis."""
_NEAR = 20
"""The time limit is shown if a backend took a twentieth of it or more."""
_KINDS = (".svg", ".png", ".pdf")


def cactus(comparison: Comparison, path: str | PathLike[str], *, title: str | None = None) -> None:
    """Draw how many puzzles each backend solves within which time per puzzle."""
    check_path(path)
    from matplotlib.ticker import MaxNLocator

    figure, axes = _figure((8.0, 4.8))
    names = (*comparison.backends, VIRTUAL_BEST)
    lines: list[Line2D] = []
    for name in names:
        times = sorted(time for time in comparison.times(name) if math.isfinite(time))
        is_best = name == VIRTUAL_BEST
        colour, style = (_INK, ":") if is_best else look(name, names)
        (line,) = axes.plot(
            range(1, len(times) + 1),
            times,
            color=colour,
            linestyle=style,
            linewidth=1.4 if is_best else 2.0,
            marker="o" if len(times) <= _FEW and not is_best else "",
            markersize=3.5,
            zorder=2 if is_best else 3,
        )
        line.set_gid(f"backend {name}")
        line.set_label(f"{name}  {len(times)}")
        lines.append(line)
    _time_axis(axes, "y", [time for name in names for time in comparison.times(name)], comparison)
    axes.set_xlim(0, max(1, comparison.measured) * 1.015)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("puzzles solved, each backend's fastest first")
    axes.set_ylabel(f"{comparison.timed} for the puzzle")
    _label_ends(axes, lines)
    _save(figure, axes, path, title or _title(comparison))


def look(name: str, names: Sequence[str]) -> tuple[str, str]:
    """Return the colour and the line style of a backend; its variants differ in style.

    >>> look("dlx", ["sat", "dlx"]) == look("dlx", ["dlx"])
    True
    >>> look("sat:glucose4", ["sat", "sat:glucose4"])
    ('#009e73', '--')
    """
    kind = name.partition(":")[0]
    colour, style = ink(kind)
    variants = [other for other in names if other.partition(":")[0] == kind]
    style += variants.index(name)
    return _COLOURS[colour], _STYLES[style % len(_STYLES)]


def ink(backend: str) -> tuple[int, int]:
    """Return the number of a backend's colour, and of its line style, in every plot.

    >>> ink("sat"), ink("mrv")
    ((2, 0), (0, 1))
    """
    is_ours = backend in _BACKENDS
    known = _BACKENDS.index(backend) if is_ours else crc32(backend.encode())
    style, colour = divmod(known, len(_COLOURS))
    return colour, style % len(_STYLES)


def scatter(
    comparison: Comparison,
    one: str,
    other: str,
    path: str | PathLike[str],
    *,
    title: str | None = None,
) -> None:
    """Draw a point for each puzzle; those at the limit were not solved in time."""
    check_path(path)
    limit = comparison.timeout
    pairs = list(zip(comparison.times(one), comparison.times(other), strict=True))
    figure, axes = _figure((5.6, 5.6))
    across = [min(pair[0], limit) for pair in pairs]
    up = [min(pair[1], limit) for pair in pairs]
    points = axes.scatter(across, up, s=22, color=_COLOURS[0], alpha=0.55, linewidths=0, zorder=3)
    points.set_gid("puzzles")
    for axis in ("x", "y"):
        _time_axis(axes, axis, [time for pair in pairs for time in pair], comparison)
    left, right = axes.get_xlim()
    for ratio in (0.1, 1, 10):
        axes.plot(
            [left, right],
            [left * ratio, right * ratio],
            color=_FAINT,
            linewidth=1.2 if ratio == 1 else 0.8,
            linestyle="-" if ratio == 1 else ":",
            zorder=1,
        )
    axes.set(xlim=(left, right), ylim=(left, right))
    axes.set_aspect("equal")
    axes.set_xlabel(f"{comparison.timed} of {one}, faster on {sum(a < b for a, b in pairs)}")
    axes.set_ylabel(f"{comparison.timed} of {other}, faster on {sum(b < a for a, b in pairs)}")
    _save(figure, axes, path, title or _title(comparison))


def check_path(path: str | PathLike[str]) -> None:
    """Refuse a file of an unknown format, or any file if matplotlib is missing."""
    if Path(path).suffix.lower() not in _KINDS:
        raise SourceError(f"cannot draw to {fspath(path)!r}", fix=f"use {', '.join(_KINDS)}")
    if find_spec("matplotlib") is None:
        raise SourceError("plots need matplotlib", fix=installing("plot"))


# Parts of a plot


def _figure(size: tuple[float, float]) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.grid(which="major", color="#dddddd", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _time_axis(axes: Axes, which: str, times: Sequence[float], comparison: Comparison) -> None:
    """Make an axis logarithmic, for times; the time limit is a line, if it is near."""
    from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter

    limit = comparison.timeout
    lowest, highest = min([limit, *times]), max(times, default=limit)
    is_near = highest * _NEAR >= limit
    highest = limit if is_near else highest
    axes.set(**{f"{which}lim": (lowest / 1.3, highest * 1.3), f"{which}scale": "log"})
    if is_near:
        draw = axes.axvline if which == "x" else axes.axhline
        draw(limit, color=_FAINT, linewidth=1, linestyle=(0, (6, 3))).set_gid(f"limit {which}")
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(LogLocator(10, numticks=12))
    axis.set_major_formatter(EngFormatter("s"))
    axis.set_minor_formatter(NullFormatter())


def _label_ends(axes: Axes, lines: Sequence[Line2D]) -> None:
    """Write the name of each line next to its end, with a sample of it; no two overlap."""
    into_axes = axes.transData + axes.transAxes.inverted()
    times = [list(cast("Iterable[float]", line.get_ydata())) for line in lines]
    most = max(map(len, times))
    ends = [  # a backend that solved fewer comes above
        (into_axes.transform((1, of_line[-1]))[1] if of_line else 1.0) + most - len(of_line)
        for of_line in times
    ]
    for height, line in zip(spread(ends, _GAP), lines, strict=True):
        axes.plot(
            [1.015, 1.05],
            [height, height],
            color=line.get_color(),
            linestyle=line.get_linestyle(),
            linewidth=line.get_linewidth(),
            transform=axes.transAxes,
            clip_on=False,
        )
        axes.text(
            1.065,
            height,
            str(line.get_label()),
            color=line.get_color(),
            verticalalignment="center",
            transform=axes.transAxes,
        )


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Move places down, from 1 on, until no two are closer than the gap; the order is kept.

    >>> [round(place, 2) for place in spread([0.5, 0.5, 1.2], 0.1)]
    [0.5, 0.4, 1.0]
    """
    moved = list(places)
    height = 1 + gap
    for i in sorted(range(len(places)), key=lambda i: -places[i]):
        moved[i] = height = min(places[i], height - gap)
    return moved


def _title(comparison: Comparison) -> str:
    goal = "one solution" if comparison.limit == 1 else "uniqueness proven"
    return f"{comparison.measured} puzzles, {goal}, {comparison.timeout:g} s each at most"


def _save(figure: Figure, axes: Axes, path: str | PathLike[str], title: str) -> None:
    import matplotlib
    from matplotlib.text import Text

    axes.set_title(title, loc="left", fontsize=11, color=_INK)
    kind = Path(path).suffix[1:].lower()
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    settings: dict[Any, str] = {"svg.hashsalt": "csp-sudoku", "svg.fonttype": "none"}
    for words in figure.findobj(Text):
        words.set_parse_math(False)  # a $ in a title or a name is a $
    with matplotlib.rc_context(settings), whole(path) as part:
        figure.savefig(part, format=kind, dpi=150, metadata=undated.get(kind))
