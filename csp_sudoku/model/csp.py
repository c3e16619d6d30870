"""A CSP: variables, their domains, and constraints, and the questions that it answers.

A `CSP` has two parts. The structure (variables, their domains, constraints) is shared; what a
problem fixes or narrows on top of it is a small dictionary. `with_values` makes a new CSP over the
same structure, and whatever is built from a structure once (`shared`) serves all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from csp_sudoku.errors import ModelError, shown
from csp_sudoku.model.arguments import each, is_hashable, pairs, unhashable
from csp_sudoku.model.constraints import AllDifferent, Constraint, Contradiction, constraint_of
from csp_sudoku.model.expressions import Condition, Name, Value, Variable, is_number, numeric
from csp_sudoku.model.objectives import Goal, Objective
from csp_sudoku.model.problem import Assignment, Codes, Problem
from csp_sudoku.model.reduction import in_the_basis, with_derived
from csp_sudoku.model.structure import Domains, Structure, Variables
from csp_sudoku.questions import Questions

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend
    from csp_sudoku.comparing.comparison import Comparison
    from csp_sudoku.model.grids import Grid
    from csp_sudoku.model.units import Unit
    from csp_sudoku.proofs.model_certificates import ModelCertificate
    from csp_sudoku.proofs.model_questions import ModelConflict
    from csp_sudoku.proofs.model_reasons import ModelReason
    from csp_sudoku.proofs.redundancy import Redundancy

T = TypeVar("T")


class CSP(Questions[dict[Name, Value]]):
    """A constraint problem: variables, their domains, and constraints.

    >>> model = CSP()
    >>> x, y, z = model.variables("x y z", range(1, 5))
    >>> model.add(x + y == z, x < y)
    >>> [model.count(), model.solve()[x]]
    [2, 1]
    >>> print(model.with_values({x: 1, y: 1}).solve().status)
    none
    """

    def __init__(self) -> None:
        self._structure = Structure()
        self._narrowed: dict[Variable, tuple[Value, ...]] = {}
        self._lent = False

    def __repr__(self) -> str:
        counts = f"{len(self.variables)} variables, {len(self.constraints)} constraints"
        return f"<CSP: {counts}, {len(self._narrowed)} narrowed>"

    def __getstate__(self) -> tuple[Structure, dict[Variable, tuple[Value, ...]]]:
        return self._structure, self._narrowed

    def __setstate__(self, state: tuple[Structure, dict[Variable, tuple[Value, ...]]]) -> None:
        self._structure, self._narrowed = state
        self._narrowed = dict(self._narrowed.items())
        self._lent = False

    # Building

    def variable(self, name: Name, domain: Iterable[Value]) -> Variable:
        """Add a variable. Names are unique; a domain keeps its order and holds each value once."""
        return self._add_variables((name,), domain)[0]

    def _add_variables(
        self, names: str | Iterable[Name], domain: Iterable[Value]
    ) -> list[Variable]:
        values = each(domain, "a domain")
        wanted = names.split() if isinstance(names, str) else each(names, "names")
        structure = self._own_structure()
        index, variables = structure.index, structure.variables
        try:
            twice = len(set(values)) < len(values)
        except TypeError:
            raise unhashable(*values) from None
        found = []
        is_numeric = all(map(is_number, values))
        for name in wanted:
            try:
                is_known = name in index
            except TypeError:
                raise unhashable(name) from None
            if is_known:
                raise ModelError(f"there is a variable {name!r} already", fix="choose another name")
            if twice:
                raise ModelError(f"the domain of {name!r} names a value twice: {values!r}")
            variable = Variable(name, len(variables), values, is_numeric)
            variables.append(variable)
            index[name] = variable
            found.append(variable)
        return found

    def grid(self, rows: int, columns: int, domain: Iterable[Value], name: str = "") -> Grid:
        """Add a grid of variables, called (row, column), or (name, row, column) if it has a name.

        >>> square = CSP().grid(2, 3, range(1, 7))
        >>> square[1, 2], len(square.rows), len(square.columns[0])
        (Variable((1, 2)), 2, 2)
        """
        from csp_sudoku.model.grids import Grid

        places = [(row, column) for row in range(rows) for column in range(columns)]
        names = [(name, *place) for place in places] if name else places
        return Grid(rows, columns, self._add_variables(names, domain))

    def all_different(
        self, variables: Iterable[Variable | Name], name: str | None = None
    ) -> AllDifferent:
        """Add a group: these variables take different values."""
        group = AllDifferent([self.find(v) for v in each(variables, "a group")], name)
        self._own_structure().constraints.append(group)
        return group

    def add(self, *things: Any, name: str | None = None) -> Any:
        """Add constraints of any kind, or conditions, such as `x + y == 10`.

        Returns the constraint if there is one, and nothing if there are several.

        >>> model = CSP()
        >>> x, y = model.variables("x y", range(5))
        >>> print(model.add(x < y, name="ordered"))
        ordered

        Args:
            *things: constraints, or conditions.
            name: what people call it; several of them are called so with a number behind.
        """
        variables, new = self._structure.variables, []
        many = len(things) > 1
        for number, thing in enumerate(things, start=1):
            constraint = constraint_of(thing, f"{name} {number}" if name and many else name)
            for variable in constraint.variables:
                index = variable.index
                if index >= len(variables) or variables[index] is not variable:
                    self.find(variable)  # says what is wrong
            new.append(constraint)
        self._own_structure().constraints.extend(new)
        return new[0] if len(new) == 1 else None

    def minimize(self, expression: Any) -> None:
        """Ask for solutions with the least value of an expression; it replaces any other objective.

        `solve` then finds a solution and proves that it is optimal, and `count`, `is_unique` and
        `solutions` speak of the optimal solutions alone.

        >>> model = CSP()
        >>> x, y = model.variables("x y", range(5))
        >>> _ = model.add(x * y == 4)
        >>> model.minimize(x + y)
        >>> answer = model.solve()
        >>> answer.value, answer.bound, answer[x], model.count()
        (4, 4, 2, 1)
        """
        self._aim("minimize", expression)

    def maximize(self, expression: Any) -> None:
        """Ask for solutions with the greatest value of an expression: see `minimize`."""
        self._aim("maximize", expression)

    def _aim(self, sense: str, expression: Any) -> None:
        wanted = numeric(expression)
        for variable in wanted.variables:
            self.find(variable)
        self._own_structure().objective = Objective(sense, wanted)

    @property
    def objective(self) -> Objective | None:
        """What is to be minimized or maximized; None if every solution is as good as any other."""
        return self._structure.objective

    def without_objective(self) -> CSP:
        """Return this problem without its objective: the same constraints, all solutions."""
        other = self._sibling(self._narrowed.copy())
        if other.objective is not None:
            other._own_structure().objective = None
        return other

    @classmethod
    def from_graph(cls, graph: Any, colours: Iterable[Value] | int) -> CSP:
        """Return the problem to colour a networkx graph: the ends of an edge differ.

        >>> import networkx
        >>> CSP.from_graph(networkx.cycle_graph(5), 3).count()
        30

        Args:
            graph: the graph; its nodes are the names of the variables.
            colours: the colours, or how many there are (then they are 1, 2, ...).
        """
        model = cls()
        domain = range(1, colours + 1) if isinstance(colours, int) else colours
        model.variables(graph.nodes, domain)
        for one, other in graph.edges:
            if one == other:
                raise ModelError(f"node {one!r} has an edge to itself, and cannot differ from it")
            model.all_different([one, other])
        return model

    def to_json(self) -> str:
        """Return the model as JSON, which `CSP.from_json` reads: see `model.data`."""
        from csp_sudoku.model.data import to_json

        return to_json(self)

    @classmethod
    def from_json(cls, text: str) -> CSP:
        """Return the model that `to_json` wrote."""
        from csp_sudoku.model.data import from_json

        return from_json(text)

    def _own_structure(self) -> Structure:
        """Return the structure for writing: a copy if other problems share it, caches dropped."""
        if self._lent:
            self._structure = self._structure.copy()
            self._lent = False
        if self._structure.cache:
            self._structure.cache.clear()
        return self._structure

    # Reading

    @property
    def variables(self) -> Variables:
        """All variables, in the order in which they were added; `variables(...)` adds some."""
        return Variables(self)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints, in the order in which they were added."""
        return self.shared("constraints", lambda base: tuple(base._structure.constraints))

    @property
    def domains(self) -> Domains:
        """The values that each variable may take here."""
        return Domains(self._structure, self._narrowed)

    @property
    def narrowed(self) -> Mapping[Variable, tuple[Value, ...]]:
        """Only the domains that are narrower than in the shared structure: the cheap part."""
        return MappingProxyType(self._narrowed)

    @property
    def values(self) -> tuple[Value, ...]:
        """All values of all domains of the structure, each once, in the order of appearance."""
        return self.shared("values", lambda base: base._structure.values())

    @property
    def auxiliary(self) -> int:
        """How many variables at the end are auxiliary: never part of a solution."""
        own = self._structure.own
        return 0 if own is None else len(self._structure.variables) - own

    @property
    def goal(self) -> Goal | None:
        """The objective in terms of the basis, where this is the structure that backends take."""
        return self._structure.goal

    @property
    def problem(self) -> Problem:
        """The question that encoders and backends take: the basis, and one mask per variable."""
        bare = self.shared("problem", _bare_problem)
        if not self._narrowed:
            return bare
        masks = list(bare.masks)
        for variable, domain in self._narrowed.items():
            code = self._codes[variable.index]
            masks[variable.index] = sum([1 << code[value] for value in domain])
        return Problem(bare.csp, masks)

    def find(self, key: Variable | Name) -> Variable:
        """Return the variable of this name (or the variable itself, if it belongs to this CSP)."""
        if isinstance(key, Variable):
            if self._owns(key):
                return key
            raise ModelError(
                f"variable {key.name!r} belongs to another CSP", fix="use a variable of this one"
            )
        try:
            found = self._structure.index.get(key)
        except TypeError:
            raise unhashable(key) from None
        if found is None:
            raise ModelError(f"no variable {key!r} in this CSP", fix="add it with variable() first")
        return found

    @property
    def _codes(self) -> list[dict[Value, int]]:
        return self.shared("codes", lambda base: base._structure.codes())

    def __getitem__(self, name: Name) -> Variable:
        """Return the variable of this name."""
        return self.find(name)

    def _owns(self, variable: Variable) -> bool:
        variables = self._structure.variables
        return variable.index < len(variables) and variables[variable.index] is variable

    # Problems over one structure

    def copy(self) -> CSP:
        """Return a copy that can be extended on its own; variables are those of this model.

        >>> model = CSP()
        >>> x, y = model.variables("x y", range(3))
        >>> other = model.copy()
        >>> _ = other.add(x < y)
        >>> model.count(), other.count()
        (9, 3)
        """
        other = CSP.__new__(CSP)
        other._structure, other._narrowed = self._structure.copy(), self._narrowed.copy()
        other._lent = False
        return other

    def with_values(self, values: Mapping[Any, Value]) -> CSP:
        """Return this problem with some variables fixed, at no cost in the shared part."""
        return self.with_domains({key: (value,) for key, value in pairs(values)})

    def with_domains(self, domains: Mapping[Any, Iterable[Value]]) -> CSP:
        """Return this problem with some domains narrowed to the given values."""
        narrowed = self._narrowed.copy()
        current = self.domains
        for key, values in pairs(domains):
            variable = self.find(key)
            wanted, allowed = each(values, "a domain"), current[variable]
            for value in wanted:
                if value not in allowed:
                    raise ModelError(
                        f"{shown(value)} is not in the domain of {variable}",
                        fix=f"use one of {allowed}",
                    )
            narrowed[variable] = tuple(dict.fromkeys(wanted))
        return self._sibling(narrowed)

    def without(
        self,
        is_dropped: Callable[[Constraint], bool],
        narrowed: Mapping[Variable, tuple[Value, ...]],
    ) -> CSP:
        """Return this problem without some constraints, and with these narrowed domains alone.

        The structure is shared, unless a constraint goes.
        """
        other = self._sibling(dict(narrowed))
        kept = [c for c in self._structure.constraints if not is_dropped(c)]
        if len(kept) < len(self._structure.constraints):
            other._own_structure().constraints = kept
        return other

    def shared(self, key: Hashable, build: Callable[[CSP], T]) -> T:
        """Return what `build` makes of the bare structure: built once, kept, shared by siblings."""
        cache = self._structure.cache
        if key not in cache:
            cache[key] = build(self._sibling({}))
        built: T = cache[key]
        return built

    def extended(
        self, domains: Iterable[Iterable[Value]], limit: Callable[[Sequence[Variable]], Constraint]
    ) -> CSP:
        """Return this structure with auxiliary variables, and one constraint that speaks of them.

        The solutions are checked as those of this structure are: whoever adds to a structure sees
        to it that none comes in.
        """
        structure = self._structure.copy()
        structure.own = len(structure.variables) - self.auxiliary
        added = [structure.auxiliary(domain) for domain in domains]
        structure.constraints.append(limit(added))
        return self._over(structure)

    def _over(self, structure: Structure) -> CSP:
        """Return a problem over a structure made from this one; its answers are checked here."""
        structure.cache["origin"] = self.shared("origin", lambda base: base)
        other = CSP()
        other._structure, other._lent = structure, True
        return other

    def _sibling(self, narrowed: dict[Variable, tuple[Value, ...]]) -> CSP:
        self._lent = True
        other = CSP.__new__(CSP)
        other._structure, other._narrowed, other._lent = self._structure, narrowed, True
        return other

    # Judging

    def contradiction(self) -> Contradiction | None:
        """Return why counting alone shows that there is no solution; None if it does not."""
        domains = self.domains
        for variable in self._structure.variables:
            if not domains[variable]:
                return Contradiction(f"{variable} has no value left", (variable,))
        found = (constraint.contradiction(domains) for constraint in self._structure.constraints)
        return next(filter(None, found), None)

    def violation(self, assignment: Mapping[Any, Value]) -> Contradiction | None:
        """Return why the assignment is not a solution of this problem; None if it is one.

        The check is linear in the size of the problem, and shares no code with any solver.
        """
        values = {self.find(key): value for key, value in pairs(assignment)}
        codes = []
        for variable, places in zip(self.variables, self._codes, strict=True):
            if variable not in values:
                return Contradiction(f"{variable} has no value", (variable,))
            value = values[variable]
            if not is_hashable(value) or value not in places:
                named = value if isinstance(value, str) else shown(value)
                return Contradiction(f"{variable} cannot be {named}", (variable,))
            codes.append(places[value])
        return self.problem.violation(codes)

    # Strengthening

    def strengthened(self, rules: Iterable[str] | None = None) -> CSP:
        """Return this problem with constraints added that follow from its own.

        The solutions are the same. `origin` of a new constraint says what it follows from. Backends
        do the same by themselves, as far as it pays: see their option `strengthen`.

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
        from csp_sudoku.model.strengthening import RULES, chosen

        wanted = frozenset(RULES) if rules is None else chosen(rules)
        strong = self.shared(("with derived", wanted), lambda base: _with_derived(base, wanted))
        return strong._sibling(self._narrowed.copy())

    # Questions that only a model answers

    def prove_unique(self, *, timeout: float | None = None) -> ModelCertificate:
        """Return a certificate that there is one solution: see `proofs.model_certificates`."""
        self._require_no_objective("a certificate speaks")
        from csp_sudoku.proofs.model_certificates import prove_model_unique

        return prove_model_unique(self, timeout=timeout)

    def true_candidates(self, *, timeout: float | None = None) -> dict[Name, tuple[Value, ...]]:
        """Return for each variable the values that it takes in some solution."""
        self._require_no_objective("true candidates speak")
        from csp_sudoku.proofs.model_questions import true_candidates

        return true_candidates(self, timeout=timeout)

    def conflict(self, *, timeout: float | None = None) -> ModelConflict | None:
        """Return fixed values and constraints that cannot hold together; None if all can."""
        from csp_sudoku.proofs.model_questions import conflict

        return conflict(self.without_objective(), timeout=timeout)

    def redundant(
        self,
        units: Iterable[Unit | str | Constraint] | None = None,
        *,
        timeout: float | None = None,
    ) -> Redundancy[Unit, dict[Name, Value]]:
        """Tell which constraints and clues follow from all others: see `proofs.redundancy`."""
        from csp_sudoku.proofs.redundancy import redundant

        return redundant(self, units, timeout=timeout)

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

        return minimal_model(self, units, seed=seed, keep=keep, timeout=timeout)

    def _require_no_objective(self, who: str) -> None:
        if self.objective is not None:
            raise ModelError(
                f"the model has an objective, and {who} of all solutions, not of optimal ones",
                fix="ask model.without_objective(), with the optimum as a constraint if needed",
            )

    def why(self, condition: Condition, *, timeout: float | None = 10.0) -> ModelReason | None:
        """Return a smallest reason why a condition holds in every solution; None if it need not.

        >>> model = CSP()
        >>> x, y = model.variables("x y", range(10))
        >>> model.add(x + y == 17, x < y)
        >>> print(model.why(x == 8))
        x == 8, because x + y == 17 and x < y
        """
        from csp_sudoku.proofs.model_reasons import why

        return why(self.without_objective(), condition, timeout=timeout)

    def compare(
        self, backends: Sequence[str | Backend] | None = None, **options: Any
    ) -> Comparison:
        """Ask several backends in turns, and compare: see `comparing.compare` for the options.

        >>> model = CSP()
        >>> x, y = model.variables("x y", range(9))
        >>> _ = model.add(x * y == 35, x < y)
        >>> model.compare(["bitmask", "sat"], repeat=2).disagreements
        []
        """
        from csp_sudoku.comparing.measure import compare

        return compare(self, backends, **options)

    # Answering: see `Questions`

    def _decoded(self, problem: Problem, codes: Codes) -> dict[Name, Value]:
        return Assignment(problem.assignment(codes))

    def _impossible(self) -> Contradiction | None:
        return self.contradiction()


def _bare_problem(csp: CSP) -> Problem:
    """Return the whole domains of the structure, reduced to the basis."""
    structure = in_the_basis(csp._structure)
    reduced = csp if structure is None else csp._over(structure)
    return Problem(reduced, tuple([(1 << len(v.domain)) - 1 for v in reduced._structure.variables]))


def _with_derived(csp: CSP, rules: frozenset[str]) -> CSP:
    """Return a structure with what follows from it for its own variables."""
    other = CSP()
    other._structure = with_derived(csp._structure, csp.problem.csp._structure, rules)
    other._lent = True
    return other
