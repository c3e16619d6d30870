"""The backends: one module per paradigm, one small protocol, one registry, and `auto`.

>>> [info.name for info in available()][:4]
['auto', 'bitmask', 'bruteforce', 'mrv']

`csp_sudoku.backends()` is `available()`. Another package adds a backend by an entry point in the
group `csp_sudoku.backends`: a name, and a subclass of `protocol.Backend`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from csp_sudoku.backends.protocol import Backend
from csp_sudoku.errors import BackendError, BackendUnavailable, installing, shown
from csp_sudoku.model import Problem

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_REGISTRY = {
    "auto": "csp_sudoku.backends.auto:Auto",
    "bitmask": "csp_sudoku.backends.bitmask:Bitmask",
    "bruteforce": "csp_sudoku.backends.bitmask:BruteForce",
    "mrv": "csp_sudoku.backends.bitmask:Mrv",
    "deepest": "csp_sudoku.backends.bitmask:Deepest",
    "probing": "csp_sudoku.backends.bitmask:Probing",
    "taboo-totem-pick": "csp_sudoku.backends.bitmask:TabooTotemPick",
    "components": "csp_sudoku.backends.components:Components",
    "dlx": "csp_sudoku.backends.dlx:Dlx",
    "sat": "csp_sudoku.backends.sat:Sat",
    "cpsat": "csp_sudoku.backends.cpsat:CpSat",
    "portfolio": "csp_sudoku.backends.portfolio:Portfolio",
    "logic": "csp_sudoku.logic.backend:Logic",
}


class BackendInfo(NamedTuple):
    """A backend at a glance: what it is, its options, and what is missing if it cannot run here."""

    name: str
    summary: str
    options: Mapping[str, tuple[object, ...]]
    missing: str | None
    paradigm: str
    is_complete: bool
    """Whether it settles every problem, given time: counts all solutions, or proves that there
    are none."""
    most_values: int | None
    """How many values a problem may have; None for any number."""
    package: str | None
    """The distribution that does the work."""

    @property
    def installed(self) -> bool:
        """Whether it can run here."""
        return self.missing is None

    @property
    def version(self) -> str | None:
        """The version of the package that does the work; None if it is not installed."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return None if self.package is None else version(self.package)
        except PackageNotFoundError:
            return None


def available() -> list[BackendInfo]:
    """List all backends, installed or not; a plug-in that cannot be loaded says why."""
    return [_info(name) for name in (*_REGISTRY, *_strangers())]


def _info(name: str) -> BackendInfo:
    try:
        kind = backend_class(name)
    except BackendUnavailable as error:
        return BackendInfo(name, "a plug-in", {}, error.problem, "other", False, None, None)
    return BackendInfo(
        name=kind.name,
        summary=kind.summary,
        options=kind.options,
        missing=_missing(kind),
        paradigm=kind.paradigm,
        is_complete=kind.is_complete,
        most_values=kind.most_values,
        package=kind.package,
    )


def backend_class(name: str) -> type[Backend]:
    """Return the class of a backend by its name, importing its module now."""
    if name in _REGISTRY:
        module, _, attribute = _REGISTRY[name].partition(":")
        found: type[Backend] = getattr(import_module(module), attribute)
        return found
    strangers = _strangers()
    if name in strangers:
        stranger = strangers[name]
        if isinstance(stranger, BackendUnavailable):
            raise stranger
        return stranger
    known = ", ".join((*_REGISTRY, *strangers))
    raise BackendError(f"there is no backend {shown(name)}", fix=f"use one of {known}")


def get(backend: str | Backend, **options: object) -> Backend:
    """Return a backend ready to search, from its name, `"name:option"`, or itself.

    >>> get("sat:glucose4").chosen["solver"]
    'glucose4'
    """
    if isinstance(backend, Backend):
        if options:
            names = ", ".join(sorted(options))
            raise BackendError(
                f"{names} cannot be set for a backend that is already made",
                fix="set options when you make it, or give its name",
            )
        return backend
    if not isinstance(backend, str):
        raise BackendError(f"expected the name of a backend or a Backend, got {shown(backend)}")
    return _made(backend, **options) if options else _default(backend)


def able(names: Iterable[str], problem: Problem) -> Iterator[Backend]:
    """Yield those backends that are installed and can take a problem, in this order."""
    for name in names:
        try:
            backend = get(name)
        except BackendUnavailable:
            continue
        if backend.refusal(problem) is None:
            yield backend


@cache
def _default(backend: str) -> Backend:
    """Return a backend without options: it keeps no state of a search, so all share one."""
    return _made(backend)


def _made(backend: str, **options: object) -> Backend:
    name, colon, choice = backend.partition(":")
    kind = backend_class(name)
    missing = _missing(kind)
    if missing:
        raise BackendUnavailable(f"backend {name} cannot run: {missing}")
    if colon:
        if kind.main_option is None:
            raise BackendError(f"{name} takes nothing after a colon: {backend!r}")
        options = {kind.main_option: choice, **options}
    return kind(**options)


def _missing(kind: type[Backend]) -> str | None:
    if kind.requires is None or find_spec(kind.requires) is not None:
        return None
    package = f"pip install {kind.package or kind.requires}"
    return f"{kind.requires} is not installed; {installing(kind.extra) if kind.extra else package}"


@cache
def _strangers() -> Mapping[str, type[Backend] | BackendUnavailable]:
    """Load the backends of other packages; the names here cannot be taken.

    Whatever goes wrong in a plug-in is the reason why that one cannot run.
    """
    from importlib.metadata import entry_points

    points = entry_points(group="csp_sudoku.backends")
    return {point.name: _loaded(point) for point in points if point.name not in _REGISTRY}


def _loaded(point: EntryPoint) -> type[Backend] | BackendUnavailable:
    try:
        found = point.load()
    except Exception as error:
        reason = f"plug-in {point.value} cannot be loaded: {type(error).__name__}: {error}"
        return BackendUnavailable(reason, fix="repair or uninstall it")
    if isinstance(found, type) and issubclass(found, Backend):
        return found
    reason = f"plug-in {point.value} is not a subclass of Backend"
    return BackendUnavailable(reason, fix="repair or uninstall it")


class _Callable(ModuleType):
    """Makes the module callable: `csp_sudoku.backends()`."""

    def __call__(self) -> list[BackendInfo]:
        return available()


sys.modules[__name__].__class__ = _Callable
