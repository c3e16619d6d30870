"""The door to OR-Tools: the few classes that are used, without the pandas that `cp_model` loads.

Import it only where a model is made or solved: OR-Tools may not be installed, and takes its time.
The light module is not documented. Should its names go, the documented `cp_model` stands in.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import CpSolverResponse

__all__ = ["CpModelProto", "SatParameters", "SolutionCallback", "SolveWrapper"]


class HeavyWrapper:
    """`cp_model.CpSolver`, asked in the words of the light module's `SolveWrapper`."""

    def __init__(self) -> None:
        from ortools.sat.python.cp_model import CpSolver

        self._solver = CpSolver()
        self._callback: SolutionCallback | None = None

    def set_parameters(self, parameters: SatParameters) -> None:
        """Take the parameters of the next run."""
        self._solver.parameters.copy_from(parameters)

    def add_solution_callback(self, callback: SolutionCallback) -> None:
        """Call back for each solution."""
        self._callback = callback

    def clear_solution_callback(self, callback: SolutionCallback) -> None:
        """Forget the callback."""
        self._callback = None

    def solve(self, proto: CpModelProto) -> CpSolverResponse:
        """Solve a copy of the model."""
        from ortools.sat.python.cp_model import CpModel

        model = CpModel()
        model.proto.copy_from(proto)
        self._solver.solve(model, self._callback)  # type: ignore[arg-type]
        return self._solver.response_proto

    def stop_search(self) -> None:
        """Stop the run, if there is one: to be repeated until it ends."""
        self._solver.stop_search()


@contextmanager
def _signals_later() -> Iterator[None]:
    """Keep signals for the end: a native module makes an ImportError of what they raise meanwhile.

    That is for Ctrl-C and for what else a program handles: the command line ends at SIGTERM, too.
    """
    handlers = {}
    if threading.current_thread() is threading.main_thread():
        numbers = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
        found = {number: signal.getsignal(number) for number in numbers if number is not None}
        handlers = {number: handler for number, handler in found.items() if callable(handler)}
    came: list[tuple[int, FrameType | None]] = []
    for number in handlers:
        signal.signal(number, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for number, frame in came[:1]:
        handlers[signal.Signals(number)](number, frame)


with _signals_later():
    try:
        from ortools.sat.python.cp_model_helper import (
            CpModelProto,
            SatParameters,
            SolutionCallback,
            SolveWrapper,
        )
    except ImportError:
        from ortools.sat.python.cp_model import (
            CpModelProto,
            CpSolverSolutionCallback as SolutionCallback,
            SatParameters,
        )

        SolveWrapper = HeavyWrapper  # type: ignore[misc, assignment]
