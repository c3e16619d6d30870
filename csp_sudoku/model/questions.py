"""The questions that only a model answers: proofs, conflicts, redundancy and others.

What a puzzle answers as well stands in `csp_sudoku.questions`. Each method here hands its question
to the room that answers it, which is imported then.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csp_sudoku.errors import ModelError
from csp_sudoku.model.expressions import Condition, Name, Value
from csp_sudoku.questions import Questions

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend
    from csp_sudoku.comparing.comparison import Comparison
    from csp_sudoku.model.constraints import Constraint
    from csp_sudoku.model.csp import CSP
    from csp_sudoku.model.units import Unit
    from csp_sudoku.proofs.model_certificates import ModelCertificate
    from csp_sudoku.proofs.model_questions import ModelConflict
    from csp_sudoku.proofs.model_reasons import ModelReason
    from csp_sudoku.proofs.redundancy import Redundancy


class ModelQuestions(Questions[dict[Name, Value]]):
    """What can be asked of a model, and of no puzzle."""

    __slots__ = ()

    @property
    @abstractmethod
    def _model(self) -> CSP:
        """The model that is asked."""

    def strengthened(self, rules: Iterable[str] | None = None) -> CSP:
        """Return this problem with constraints added that follow from its own.

        The solutions are the same. `origin` of a new constraint says what it follows from. Backends
        do the same by themselves, as far as it pays: see their option `strengthen`.

        >>> from csp_sudoku import CSP
        >>> model = CSP()
        >>> row = model.variables("a b c d", range(1, 5))
        >>> _ = model.all_different(row, "the row")
        >>> _ = model.add(sum(row[:3]) == 8, name="the cage")
        >>> for constraint in model.strengthened(["hidden cages"]).constraints[2:]:
        ...     print(constraint, "as", constraint.origin)
        Linear(d) as the row sums to 10, the cage to 8

        Args:
            rules: names of rules, see `model.strengthening.RULES`; all of them, if not given.
        """
        from csp_sudoku.model.restating import with_derived
        from csp_sudoku.model.strengthening import RULES, chosen

        wanted = frozenset(RULES) if rules is None else chosen(rules)
        model = self._model
        strong = model.shared(("with derived", wanted), lambda base: with_derived(base, wanted))
        return strong._sibling(dict(model.narrowed))

    def prove_unique(self, *, timeout: float | None = None) -> ModelCertificate:
        """Return a certificate that there is one solution: see `proofs.model_certificates`."""
        self._require_no_objective("a certificate speaks")
        from csp_sudoku.proofs.model_certificates import prove_model_unique

        return prove_model_unique(self._model, timeout=timeout)

    def true_candidates(self, *, timeout: float | None = None) -> dict[Name, tuple[Value, ...]]:
        """Return for each variable the values that it takes in some solution."""
        self._require_no_objective("true candidates speak")
        from csp_sudoku.proofs.model_questions import true_candidates

        return true_candidates(self._model, timeout=timeout)

    def conflict(self, *, timeout: float | None = None) -> ModelConflict | None:
        """Return fixed values and constraints that cannot hold together; None if all can."""
        from csp_sudoku.proofs.model_questions import conflict

        return conflict(self._model.without_objective(), timeout=timeout)

    def redundant(
        self,
        units: Iterable[Unit | str | Constraint] | None = None,
        *,
        timeout: float | None = None,
    ) -> Redundancy[Unit, dict[Name, Value]]:
        """Tell which constraints and clues follow from all others: see `proofs.redundancy`."""
        from csp_sudoku.proofs.redundancy import redundant

        return redundant(self._model, units, timeout=timeout)

    def minimal(
        self,
        units: Iterable[Unit | str | Constraint] | None = None,
        *,
        seed: int,
        keep: Iterable[Unit | str | Constraint] = (),
        timeout: float | None = None,
    ) -> CSP:
        """Return a model with the same solutions and without what follows: see `minimal_models`."""
        from csp_sudoku.making.minimal_models import minimal_model

        return minimal_model(self._model, units, seed=seed, keep=keep, timeout=timeout)

    def _require_no_objective(self, who: str) -> None:
        if self._model.objective is not None:
            raise ModelError(
                f"the model has an objective, and {who} of all solutions, not of optimal ones",
                fix="ask model.without_objective(), with the optimum as a constraint if needed",
            )

    def why(self, condition: Condition, *, timeout: float | None = 10.0) -> ModelReason | None:
        """Return a smallest reason why a condition holds in every solution; None if it need not.

        >>> from csp_sudoku import CSP
        >>> model = CSP()
        >>> x, y = model.variables("x y", range(10))
        >>> model.add(x + y == 17, x < y)
        >>> print(model.why(x == 8))
        x == 8, because x + y == 17 and x < y
        """
        from csp_sudoku.proofs.model_reasons import why

        return why(self._model.without_objective(), condition, timeout=timeout)

    def compare(
        self, backends: Sequence[str | Backend] | None = None, **options: Any
    ) -> Comparison:
        """Ask several backends in turns, and compare: see `comparing.compare` for the options.

        >>> from csp_sudoku import CSP
        >>> model = CSP()
        >>> x, y = model.variables("x y", range(9))
        >>> _ = model.add(x * y == 35, x < y)
        >>> model.compare(["bitmask", "sat"], repeat=2).disagreements
        []
        """
        from csp_sudoku.comparing.measure import compare

        return compare(self._model, backends, **options)
