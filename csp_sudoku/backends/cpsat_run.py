"""One run of CP-SAT that can be stopped: in this thread for a moment, or in a thread of its own.

CP-SAT searches without the GIL, but a thread inside it does not see Ctrl-C. So a run that may take
longer gets its own thread, and the asking thread waits for it in short steps. A run that would not
stop in time gets its own process.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import TypeAlias

from csp_sudoku.encoders.ortools_door import (
    CpModelProto,
    SatParameters,
    SolutionCallback,
    SolveWrapper,
)
from csp_sudoku.errors import BackendError, OutOfBudgetError
from csp_sudoku.processes import Child

Values: TypeAlias = Sequence[int]
"""A solution: the values of the model's variables."""
Handler: TypeAlias = Callable[[Values], bool]
"""Takes a solution, and says whether to continue."""

_ROUNDING = 1e-6
"""How far CP-SAT's bounds, which are floats, may be from whole numbers."""
_STEP = 0.02
"""Seconds to wait before looking whether the search was cancelled."""


class Run:
    """One model, solved once. Afterwards `settled` says whether the whole space was searched."""

    def __init__(
        self, model: CpModelProto, settings: Mapping[str, object], conflicts: int | None = None
    ) -> None:
        parameters = SatParameters()
        if conflicts is not None:
            parameters.max_number_of_conflicts = conflicts
        for name, value in settings.items():
            setattr(parameters, name, value)
        self._settings = settings
        self._model = model
        self._conflicts = conflicts
        self._wrapper = SolveWrapper()
        self._wrapper.set_parameters(parameters)
        self.settled = False
        self.bound = -math.inf
        """What the objective cannot be below, as far as this is known."""
        self.stats: dict[str, int] = {}

    def first(self, limit: int) -> list[Values]:
        """Search here, for at most this many solutions. Ctrl-C waits until the run is over."""
        found: list[Values] = []

        def keep(values: Values) -> bool:
            found.append(values)
            return len(found) < limit

        self._solve(keep)
        return found

    def all(self, is_over: Callable[[], bool]) -> Generator[Values, None, None]:
        """Search in a thread, which pauses at each solution until the next one is asked for.

        `is_over` is called in between: the search may have been cancelled.
        """
        worker = _Worker(self._solve)
        try:
            worker.begin()
            while (values := worker.next(is_over)) is not None:
                yield values
                worker.resume()
        finally:
            worker.end(self._wrapper.stop_search)
        if worker.error is not None:
            raise worker.error

    def all_apart(self, is_over: Callable[[], bool]) -> Generator[Values, None, None]:
        """Search as `all` does, in a process of its own, which is ended with the search."""

        def pulse() -> None:
            if is_over():
                raise OutOfBudgetError("the budget ended", least=0)

        child = Child(_PROGRAM)
        child.pulse = pulse
        try:
            values, self.settled, self.stats = child.ask(
                str(self._model), dict(self._settings), self._conflicts
            )
            while values is not None:
                yield values
                values, self.settled, self.stats = child.ask(True)
        except OutOfBudgetError:
            return
        finally:
            child.end()

    def solve_apart(self, handle: Callable[[Values | None, bool, dict[str, int]], bool]) -> None:
        """Search in the process that was made for it: give away each solution, and then the end."""
        self._solve(lambda values: handle(values, False, {}))
        handle(None, self.settled, self.stats)

    def _solve(self, handle: Handler) -> None:
        callback = _Callback(handle, self._conflicts)
        self._wrapper.add_solution_callback(callback)
        try:
            response = self._wrapper.solve(self._model)  # type: ignore[no-untyped-call]
        finally:
            self._wrapper.clear_solution_callback(callback)
        status = response.status.name
        if status == "MODEL_INVALID":
            raise BackendError(f"CP-SAT refuses the model: {response.solution_info}")
        self.settled = status in ("OPTIMAL", "INFEASIBLE")
        if math.isfinite(response.best_objective_bound):
            self.bound = math.ceil(response.best_objective_bound - _ROUNDING)
        self.stats = {
            "conflicts": response.num_conflicts,
            "branches": response.num_branches,
            "propagations": response.num_binary_propagations + response.num_integer_propagations,
            "booleans": response.num_booleans,
        }


class _Callback(SolutionCallback):
    """Gives each solution to a function, and stops the search when that returns False.

    CP-SAT applies its limit of conflicts anew after each solution. So the limit is checked here as
    well: an enumeration ends with the first solution at or beyond it.
    """

    def __init__(self, handle: Handler, conflicts: int | None) -> None:
        super().__init__()
        self._handle = handle
        self._conflicts = conflicts

    def OnSolutionCallback(self) -> None:  # noqa: N802 - the name that OR-Tools calls
        response = self.Response()  # type: ignore[no-untyped-call]
        wants_more = self._handle(_values(response.solution))
        if not wants_more or self._is_over(response.num_conflicts):
            self.StopSearch()

    def _is_over(self, conflicts: int) -> bool:
        return self._conflicts is not None and conflicts >= self._conflicts


class _Worker(threading.Thread):
    """A thread that searches, and waits at each solution."""

    def __init__(self, solve: Callable[[Handler], None]) -> None:
        super().__init__(name="cpsat", daemon=False)  # Python must outlive its callbacks
        self.error: BaseException | None = None
        self._asker = threading.current_thread()
        self._solve = solve
        self._found: SimpleQueue[Values | None] = SimpleQueue()
        self._running = threading.Event()
        self._resumed = threading.Semaphore(0)
        self._ended = False

    def begin(self) -> None:
        """Start; if Ctrl-C comes meanwhile, the thread can still be ended."""
        try:
            self.start()
        except BaseException:
            self._running.wait(timeout=1)
            raise

    def run(self) -> None:
        """Search, and mark the end with None."""
        self._running.set()
        try:
            self._solve(self._hand_over)
        except BaseException as error:
            self.error = error
        finally:
            self._found.put(None)

    def _hand_over(self, values: Values) -> bool:
        self._found.put(values)
        # With several workers, more solutions may come after one at which the search was stopped.
        while not self._ended and not self._resumed.acquire(timeout=_STEP):
            if self._is_abandoned():
                return False
        return not self._ended

    def next(self, is_over: Callable[[], bool]) -> Values | None:
        """Wait for a solution, or for None at the end; in steps, so that Ctrl-C gets through."""
        while not self._is_abandoned():
            try:
                return self._found.get(timeout=_STEP)
            except Empty:
                if is_over():
                    break
        return None

    def _is_abandoned(self) -> bool:
        """Whether the program is ending and waits for this thread, and no one will ask for more."""
        if threading.main_thread().is_alive():
            return False
        return self._asker.daemon or not self._asker.is_alive()

    def resume(self) -> None:
        """Let the search continue."""
        self._resumed.release()

    def end(self, stop_search: Callable[[], None]) -> None:
        """Stop the search, and wait until the thread is gone."""
        self._ended = True
        self.resume()
        while self.is_alive():
            stop_search()
            self.join(_STEP)


def _values(solution: object) -> Values:
    """Read a solution from its text at once, ten times faster than value by value."""
    text = str(solution)
    values: list[int] = json.loads(text) if text.startswith("[") else list(solution)  # type: ignore[call-overload]
    return values


_PROGRAM = """
from csp_sudoku.backends.cpsat_run import CpModelProto, Run
text, settings, conflicts = read()
model = CpModelProto()
model.parse_text_format(text)

def hand_over(*found):
    write(found)
    return read()[0]

Run(model, settings, conflicts).solve_apart(hand_over)
"""
"""What the other process runs: it hands over each solution, and goes on when it is told to."""
