"""The door to OR-Tools: the few classes that are used, without the pandas that `cp_model` loads.

Import it only where a model is made or solved: OR-Tools may not be installed, and takes its time.
The light module is not documented. Should its names go, the documented `cp_model` stands in.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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
def _ctrl_c_later() -> Iterator[None]:
    """Keep Ctrl-C for the end: a native module makes an ImportError of it while it is imported."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    pressed = []
    signal.signal(signal.SIGINT, lambda *press: pressed.append(press))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    for press in pressed[:1]:
        handler(*press)


with _ctrl_c_later():
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
