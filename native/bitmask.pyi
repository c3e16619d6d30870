from array import array
from collections.abc import Iterable
from typing import Final, Literal, Self, TypeAlias, TypedDict, Unpack, final

from typing_extensions import Buffer

from csp_sudoku.native.status import Status

_Order: TypeAlias = Literal["static", "smallest", "weighted", "domwdeg", "pick"]
_Values: TypeAlias = Literal["ascending", "lcv", "random", "deepest"]
_Rhythm: TypeAlias = Literal["doubling", "luby"]
Propagation: TypeAlias = Literal["none", "naked", "singles", "locked", "alldifferent"]
_Branch: TypeAlias = Literal["cells", "cells+places"]
_Successor: TypeAlias = Literal["loop", "mask", "sum", "table", "branchless", "ctz"]

class _Configuration(TypedDict, total=False):
    """The keyword arguments of a search."""

    order: _Order
    values: _Values
    propagation: Propagation
    branch: _Branch
    seed: int
    restarts: int | None
    rhythm: _Rhythm
    probe: bool
    fill: float
    successor: _Successor
    without: Iterable[int]

SOLUTION: Final = Status.SOLUTION
EXHAUSTED: Final = Status.EXHAUSTED
PAUSED: Final = Status.PAUSED

ORDERS: Final[tuple[_Order, ...]]
VALUES: Final[tuple[_Values, ...]]
PROPAGATIONS: Final[tuple[Propagation, ...]]
BRANCHES: Final[tuple[_Branch, ...]]
RHYTHMS: Final[tuple[_Rhythm, ...]]
SUCCESSORS: Final[tuple[_Successor, ...]]
EVENTS: Final[tuple[str, ...]]
PRESETS: Final[dict[str, _Configuration]]

KINDS: Final[tuple[str, ...]]

def kernels() -> tuple[str, ...]:
    """Return the kernels that this CPU can run, slowest first."""

def kernel_name() -> str:
    """Return the kernel in use: "bits" on CPUs that count and find bits by one instruction each."""

class Automaton:
    """The layers of an automaton, checked and sorted once; any number of constraints share it."""

    def __init__(
        self, layers: Iterable[Iterable[tuple[int, int, int]]], widths: Iterable[int]
    ) -> None: ...

@final
class Groups:
    """Groups of variables, read once for all structures that have them."""

    def __init__(self, variables: int, groups: Iterable[Iterable[int]]) -> None: ...

class Structure:
    """Variables, values, groups that must all differ, and other constraints."""

    def __init__(
        self,
        variables: int,
        values: int,
        groups: Iterable[Iterable[int]],
        constraints: Iterable[tuple[object, ...]] = (),
        *,
        own: int | None = None,
        first: Groups | None = None,
    ) -> None: ...
    @property
    def own(self) -> int: ...
    @property
    def has_constraints(self) -> bool: ...
    @property
    def variables(self) -> int: ...
    @property
    def values(self) -> int: ...
    @property
    def groups(self) -> int: ...
    def search(
        self, masks: Buffer | Iterable[int], **configuration: Unpack[_Configuration]
    ) -> Search:
        """Make a search for the solutions within these masks."""

    def settle(
        self, masks: Buffer | Iterable[int], propagation: Propagation = "locked"
    ) -> array[int] | None:
        """Return what inference alone leaves of these masks; None if there is no solution."""

class Search:
    """The solutions of one problem, one after another."""

    def __init__(
        self,
        structure: Structure,
        masks: Buffer | Iterable[int],
        *,
        order: _Order = "domwdeg",
        values: _Values = "ascending",
        propagation: Propagation = "locked",
        branch: _Branch = "cells+places",
        seed: int = 0,
        restarts: int | None = 300,
        rhythm: _Rhythm = "doubling",
        probe: bool = False,
        fill: float = 0.0,
        successor: _Successor = "ctz",
        without: Iterable[int] = (),
    ) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> bytes: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Continue to the next solution."""

    def count(
        self, limit: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> int:
        """Count the solutions from here on, without making objects of them."""

    def record(self, most: int) -> None:
        """Record branches, solutions and restarts, up to `most` of them, for `events`."""

    def events(self) -> list[tuple[str, int, int, int]]:
        """Return what was recorded: (kind, depth, variable, value) of each event, in order."""

    @property
    def structure(self) -> Structure: ...
    @property
    def status(self) -> Status:
        """Why the last run returned; PAUSED before the first."""

    @property
    def solution(self) -> bytes | None:
        """The solution at which the last run stopped, or None."""

    @property
    def nodes(self) -> int:
        """How many branches were tried."""

    @property
    def backtracks(self) -> int:
        """How many dead ends were met."""

    @property
    def propagations(self) -> int:
        """How many values were removed from domains by inference."""

    @property
    def restarts(self) -> int:
        """How many restarts were made."""

    @property
    def solutions(self) -> int:
        """How many solutions were found."""

    @property
    def max_depth(self) -> int:
        """The most decisions that were open at the same time."""

class Counting:
    """The number of solutions of one problem, found without visiting them."""

    def __init__(
        self,
        structure: Structure,
        masks: Buffer | Iterable[int],
        *,
        order: Literal["static", "smallest"] = "static",
        propagation: Propagation = "singles",
        memory: int | None = ...,
    ) -> None: ...
    @property
    def structure(self) -> Structure: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> Status:
        """Continue to the end, or until the budget is spent."""

    @property
    def total(self) -> int | None:
        """The number of solutions; None before the end."""

    @property
    def least(self) -> int:
        """A number of solutions that are known to exist."""

    @property
    def nodes(self) -> int:
        """How many values were tried."""

    @property
    def hits(self) -> int:
        """How many components were known when they were met."""

    @property
    def components(self) -> int:
        """How many components were counted."""

    @property
    def entries(self) -> int:
        """How many counts are kept."""

    @property
    def dropped(self) -> int:
        """How many counts were dropped to make room."""

    @property
    def bytes(self) -> int:
        """How much memory the kept counts take."""

def run_rows(
    searches: Iterable[Search], limit: int, nodes: int | None
) -> list[tuple[Status, int, bytes | None]]:
    """Run searches one after the other, without the GIL, each up to some solutions and nodes."""

def members(mask: int, values: int, how: _Successor = "ctz") -> list[int]:
    """List the values in a mask, ascending, by one of the SUCCESSORS."""
