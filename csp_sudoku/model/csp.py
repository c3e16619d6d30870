"""A CSP: variables, their domains, and constraints; and the problem that backends are asked.

A `CSP` has two parts. The structure (variables, their domains, constraints) is shared; what a
problem fixes or narrows on top of it is a small dictionary. `with_values` makes a new CSP over the
same structure, and whatever is built from a structure once (`shared`) serves all of them.

Backends see a `Problem`: the structure reduced to the basis, with auxiliary variables behind the
model's own, and one mask per variable. Auxiliary variables are never part of a solution.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from csp_sudoku.border import is_iterable
from csp_sudoku.errors import ModelError, WrongAnswerError, shown
from csp_sudoku.model.conditions import Conditions
from csp_sudoku.model.constraints import (
    BASIS,
    SIMPLE,
    AllDifferent,
    Codes,
    Constraint,
    Contradiction,
    constraint_of,
)
from csp_sudoku.model.expressions import Name, Value, Variable, is_number, numeric
from csp_sudoku.model.objectives import Goal, Objective
from csp_sudoku.model.questions import ModelQuestions
from csp_sudoku.model.views import Assignment, Domains
from csp_sudoku.native.check import Groups, first_outside

if TYPE_CHECKING:
    from csp_sudoku.model.grids import Grid

T = TypeVar("T")
C = TypeVar("C", bound=Constraint)


class Structure:
    """The shared part of a CSP: grows while it is built, then serves many problems."""

    __slots__ = (
        "begun",
        "cache",
        "constraints",
        "goal",
        "index",
        "objective",
        "of_variables",
        "origin",
        "own",
        "variables",
    )

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.index: dict[Name, Variable] = {}
        self.constraints: list[Constraint] = []
        self.begun: tuple[Constraint, ...] = ()
        """The constraints that it began with as a copy, which other copies have as well."""
        self.own: int | None = None
        """How many variables are the model's own, where auxiliary ones follow."""
        self.objective: Objective | None = None
        self.goal: Goal | None = None
        """The objective of a reduced structure, in terms of the basis."""
        self.origin: CSP | None = None
        """What it was made of, if solutions are checked against that: see `CSP.origin`."""
        self.cache: dict[Hashable, Any] = {}
        """What was built of the structure: nothing in it may hold the structure, see `shared`."""
        self.of_variables: dict[Hashable, Any] = {}
        """What was built of the variables alone: copies have it as well, until they get others."""

    def copy(self) -> Structure:
        """Return a structure that grows on its own, with nothing built of it yet."""
        other = Structure()
        other.variables = self.variables.copy()
        other.index = self.index.copy()
        other.constraints = self.constraints.copy()
        other.begun = self.begun or tuple(self.constraints)
        other.own = self.own
        other.objective, other.goal = self.objective, self.goal
        other.of_variables = self.of_variables
        return other

    def auxiliary(self, domain: Iterable[Value]) -> Variable:
        """Add an auxiliary variable."""
        number = len(self.variables)
        variable = Variable(("auxiliary", number), number, tuple(domain))
        self.variables.append(variable)
        self.index[variable.name] = variable
        self.of_variables = {}
        return variable

    def __getstate__(self) -> tuple[Any, ...]:
        return self.variables, self.constraints, self.own, self.objective, self.goal

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.variables, self.constraints, self.own, self.objective, self.goal = state
        self.index = {variable.name: variable for variable in self.variables}
        self.begun, self.origin, self.cache, self.of_variables = (), None, {}, {}


class Variables(Sequence[Variable]):
    """The variables of a CSP in the order in which they were added; called, it adds new ones."""

    __slots__ = ("_csp", "_listed")

    def __init__(self, csp: CSP) -> None:
        self._csp = csp
        self._listed = csp._structure.variables

    def __call__(self, names: str | Iterable[Name], domain: Iterable[Value]) -> list[Variable]:
        """Add variables with one domain; a string of names is split at its spaces.

        >>> CSP().variables("S E N D", range(10))
        [Variable('S'), Variable('E'), Variable('N'), Variable('D')]
        """
        return self._csp._add_variables(names, domain)

    @overload
    def __getitem__(self, index: int) -> Variable: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Variable, ...]: ...

    def __getitem__(self, index: int | slice) -> Variable | tuple[Variable, ...]:
        if isinstance(index, slice):
            return tuple(self._listed[index])
        return self._listed[index]

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._listed)

    def __contains__(self, thing: object) -> bool:
        return isinstance(thing, Variable) and self._csp._owns(thing)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variables | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(a is b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it changes as the model grows

    def __repr__(self) -> str:
        return repr(tuple(self._listed))


class CSP(ModelQuestions):
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
        values = _each(domain, "a domain")
        wanted = names.split() if isinstance(names, str) else _each(names, "names")
        structure = self._own_structure()
        index, variables = structure.index, structure.variables
        structure.of_variables = {}
        try:
            twice = len(set(values)) < len(values)
        except TypeError:
            raise _unhashable(*values) from None
        found = []
        is_numeric = all(map(is_number, values))
        for name in wanted:
            try:
                is_known = name in index
            except TypeError:
                raise _unhashable(name) from None
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
        group = AllDifferent([self.find(v) for v in _each(variables, "a group")], name)
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
            if name is None and type(thing) in BASIS:
                constraint = thing
            else:
                constraint = constraint_of(thing, f"{name} {number}" if name and many else name)
            for variable in constraint.variables:
                index = variable.index
                if index >= len(variables) or variables[index] is not variable:
                    self.find(variable)  # says what is wrong
            new.append(constraint)
        self._extend(new)
        return new[0] if len(new) == 1 else None

    def _extend(self, constraints: Iterable[Constraint]) -> None:
        """Add constraints that are known to speak of variables of this model alone."""
        self._own_structure().constraints.extend(constraints)

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
        return self.shared("constraints", _constraints)

    @property
    def groups_in_common(self) -> tuple[AllDifferent, ...]:
        """The groups that all copies of one model begin with, as all puzzles of a board do.

        What is made of them alone can be shared by those copies. Empty if this is not such a copy.
        """
        return self.shared("groups in common", _groups_in_common)

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
        return self.shared_with_copies("values", _all_values)

    @property
    def different_domains(self) -> tuple[tuple[Value, ...], ...]:
        """The domains of the structure, each once: mostly there is one."""
        return self.shared_with_copies("different domains", _different_domains)

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
        reduced = self.shared("in terms of the basis", _reduced)
        basic = self._sibling({}) if reduced is None else reduced
        whole = basic.shared_with_copies("masks", _whole_masks)
        if not self._narrowed:
            return Problem(basic, whole)
        masks = list(whole)
        for variable, domain in self._narrowed.items():
            code = self.shared_with_copies("codes", _codes)[variable.index]
            masks[variable.index] = sum([1 << code[value] for value in domain])
        return Problem(basic, masks)

    @property
    def origin(self) -> CSP:
        """What solutions are checked against: this structure, or what it was made of."""
        origin = self._structure.origin
        return self if origin is None else origin

    def origin_apart(self) -> CSP:
        """Return the origin for what is made of this structure and kept in it: see `shared`."""
        origin = self._structure.origin
        return CSP.over(self._structure.copy()) if origin is None else origin

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
            raise _unhashable(key) from None
        if found is None:
            raise ModelError(f"no variable {key!r} in this CSP", fix="add it with variable() first")
        return found

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
        return self.with_domains({key: (value,) for key, value in _pairs(values)})

    def with_domains(self, domains: Mapping[Any, Iterable[Value]]) -> CSP:
        """Return this problem with some domains narrowed to the given values."""
        narrowed = self._narrowed.copy()
        current = self.domains
        for key, values in _pairs(domains):
            variable = self.find(key)
            wanted, allowed = _each(values, "a domain"), current[variable]
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
        """Return what `build` makes of the bare structure: built once, kept, shared by siblings.

        It should not hold the structure: a circle is freed by the garbage collector alone, and a
        batch of puzzles with rules keeps that busy.
        """
        cache = self._structure.cache
        if key not in cache:
            cache[key] = build(self._sibling({}))
        built: T = cache[key]
        return built

    def shared_with_copies(self, key: Hashable, build: Callable[[CSP], T]) -> T:
        """Return what `build` makes of the variables alone: once for all copies with the same ones.

        All puzzles of a board with rules are such copies.
        """
        known = self._structure.of_variables
        if key not in known:
            known[key] = build(self._sibling({}))
        built: T = known[key]
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
        structure.origin = self.origin_apart()
        return CSP.over(structure)

    @classmethod
    def over(cls, structure: Structure) -> CSP:
        """Return the whole problem of a structure that was made of another one."""
        csp = cls()
        csp._structure, csp._lent = structure, True
        return csp

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
        values = {self.find(key): value for key, value in _pairs(assignment)}
        codes = []
        for variable, places in zip(
            self.variables, self.shared_with_copies("codes", _codes), strict=True
        ):
            if variable not in values:
                return Contradiction(f"{variable} has no value", (variable,))
            value = values[variable]
            if not _is_hashable(value) or value not in places:
                named = value if isinstance(value, str) else shown(value)
                return Contradiction(f"{variable} cannot be {named}", (variable,))
            codes.append(places[value])
        return self.problem.violation(codes)

    # Answering: see `ModelQuestions`

    @property
    def _model(self) -> CSP:
        return self

    def _decoded(self, problem: Problem, codes: Codes) -> dict[Name, Value]:
        return Assignment(problem.assignment(codes))

    def _impossible(self) -> Contradiction | None:
        return self.contradiction()


class Problem(NamedTuple):
    """What a backend is asked: a structure of the basis, and for each variable what it may be.

    Bit i of a variable's mask stands for the value number i of its domain. Everything that is built
    from the structure is shared; the masks are all that one question adds to it. Auxiliary
    variables stand behind the model's own; whoever asks with masks for those alone has the rest
    added by `of`.
    """

    csp: CSP
    masks: Sequence[int]

    def of(self, masks: Sequence[int]) -> Problem:
        """Return the problem with other masks for the model's own variables."""
        if len(masks) == len(self.masks):
            return Problem(self.csp, masks)
        return Problem(self.csp, [*masks, *self.masks[len(masks) :]])

    def with_clique_fixed(self) -> tuple[Problem, Sequence[int]] | None:
        """Return a problem to find one solution by, and what it fixes: see `model.symmetry`.

        None unless all values are interchangeable. Never to be used for a count.
        """
        if any(mask != self.masks[0] for mask in self.masks):  # some are narrowed: as in puzzles
            return None
        from csp_sudoku.model.symmetry import clique_fixed

        return clique_fixed(self)

    def may_gain(self, rules: frozenset[str]) -> bool:
        """Whether some rules of strengthening may find something: a quick look."""
        return bool(rules) and (_FROM_HOUSES in rules or self.csp.shared("gains", _may_gain))

    def strengthened(
        self,
        rules: frozenset[str],
        pulse: Callable[[], object] = bool,
        longest: int | None = None,
    ) -> Problem:
        """Return the problem with what follows by some rules: see `model.strengthening`.

        Sums that are said by a value set are left out, and so are derived sums of more than
        `longest` variables. `pulse` is called often, and may raise to stop.
        """
        if not self.may_gain(rules):
            return self
        from csp_sudoku.model.restating import strengthened

        strong = self.csp.shared(
            ("strengthened", rules, longest),
            lambda base: strengthened(base, rules, pulse, longest),
        )
        return self if strong is None else Problem(strong, self.masks)

    @property
    def own(self) -> int:
        """How many variables are the model's own: the others are auxiliary."""
        return len(self.masks) - self.csp.auxiliary

    def assignment(self, codes: Codes) -> dict[Name, Value]:
        """Return values by name, from a code for each variable; auxiliary ones are left out."""
        own = self.csp._structure.variables[: self.own]
        return {variable.name: variable.domain[codes[variable.index]] for variable in own}

    def checked(self, codes: Codes, who: str) -> Codes:
        """Return a solution that `who` found, if it is one: the gate that all answers pass.

        Raises WrongAnswerError if it is not: a defect of whoever found it, never hidden.
        """
        wrong = self.violation(codes)
        if wrong:
            raise WrongAnswerError(f"{who} gave a wrong answer: {wrong}")
        return codes

    def violation(self, codes: Codes) -> Contradiction | None:
        """Return why these values are not a solution; None if they are. Linear, and native.

        The model's own constraints are asked, not what they were reduced to.
        """
        origin = self.csp.origin
        variables = origin._structure.variables
        outside = first_outside(self.masks, codes, len(variables))
        if outside is not None:
            variable = variables[outside]
            value = variable.domain[codes[outside]]
            return Contradiction(f"{variable} cannot be {value}", (variable,))
        groups = origin.shared("groups", _AllGroups)
        clash = groups.clash(codes)
        if clash is not None:
            return clash
        others = origin.shared("others", _others)
        objective = origin.objective
        broken = others.broken(codes) if others else None
        if broken is not None:
            return Contradiction(f"{broken} does not hold", broken.variables, broken)
        if objective is None:
            return None
        values = {v: v.domain[code] for v, code in zip(variables, codes, strict=False)}
        if objective.value(values) is None:
            reason = f"the objective, to {objective}, has no value"
            return Contradiction(reason, objective.expression.variables)
        return None

    def at_most(self, total: int) -> Problem:
        """Return the problem with a bound on the total of its objective's sum: see `bounds`."""
        from csp_sudoku.model.bounds import bounded

        return bounded(self.csp).at_most(self.masks, total)

    def total(self, codes: Codes) -> int:
        """Return the total of the objective's sum for a solution, from what was written."""
        goal = self.csp.goal
        assert goal is not None, "only an objective has a total"
        objective = goal.objective
        variables = objective.expression.variables
        found = objective.value({v: v.domain[codes[v.index]] for v in variables})
        assert found is not None, "a solution was checked to have a value"
        return goal.total(found)


# Checks at the border


_USUAL = (list, tuple, range)


def _each(things: Iterable[T], what: str) -> tuple[T, ...]:
    """Return what stands in an iterable; refuse what is not one."""
    if type(things) not in _USUAL and not is_iterable(things):
        raise ModelError(f"{shown(things)} as {what}", fix="give a list, or anything like it")
    return tuple(things)


def _pairs(mapping: Mapping[Any, T]) -> Iterable[tuple[Any, T]]:
    if not isinstance(mapping, Mapping):
        fix = "give a dictionary by variable or name"
        raise ModelError(f"{shown(mapping)} where values of variables belong", fix=fix)
    return mapping.items()


def _is_hashable(thing: object) -> bool:
    try:
        hash(thing)
    except TypeError:  # in a tuple, only this tells
        return False
    return True


def _unhashable(*things: object) -> ModelError:
    """Return the error for what can be neither a name nor a value, as it has no hash."""
    odd = next(thing for thing in things if not _is_hashable(thing))
    fix = "use numbers, strings, tuples of them or the like"
    return ModelError(f"{shown(odd)} can be neither a name nor a value", fix=fix)


# What is built from a structure once


def _constraints(csp: CSP) -> tuple[Constraint, ...]:
    return tuple(csp._structure.constraints)


def _all_values(csp: CSP) -> tuple[Value, ...]:
    return tuple(dict.fromkeys([value for domain in csp.different_domains for value in domain]))


def _different_domains(csp: CSP) -> tuple[tuple[Value, ...], ...]:
    objects = {id(v.domain): v.domain for v in csp._structure.variables}  # mostly one
    return tuple(dict.fromkeys(objects.values()))


def _others(csp: CSP) -> Conditions | None:
    """Return the constraints that are not groups; None if there are none."""
    rest = csp.constraints[len(csp.groups_in_common) :]
    others = [constraint for constraint in rest if type(constraint) is not AllDifferent]
    return Conditions(csp._structure.variables, others) if others else None


def _groups_in_common(csp: CSP) -> tuple[AllDifferent, ...]:
    begun, constraints = csp._structure.begun, csp._structure.constraints
    same = all(map(operator.is_, begun, constraints)) and len(begun) <= len(constraints)
    return begun if same and _ONLY_GROUPS.issuperset(map(type, begun)) else ()  # type: ignore[return-value]


_ONLY_GROUPS = frozenset({AllDifferent})


def _codes(csp: CSP) -> list[dict[Value, int]]:
    """Return for each variable the codes of its values; equal domains are looked at once."""
    known: dict[tuple[Value, ...], dict[Value, int]] = {}
    for variable in csp._structure.variables:
        if variable.domain not in known:
            known[variable.domain] = {value: i for i, value in enumerate(variable.domain)}
    return [known[variable.domain] for variable in csp._structure.variables]


def _whole_masks(csp: CSP) -> tuple[int, ...]:
    variables, domains = csp._structure.variables, csp.different_domains
    if len(domains) == 1:
        return ((1 << len(domains[0])) - 1,) * len(variables)
    return tuple([(1 << len(v.domain)) - 1 for v in variables])


def _reduced(csp: CSP) -> CSP | None:
    """Return the structure in terms of the basis; None if it is so already."""
    structure = csp._structure
    aims = structure.objective is not None and structure.goal is None
    if not aims and SIMPLE.issuperset(map(type, structure.constraints)):
        return None
    from csp_sudoku.model.restating import in_terms_of_the_basis

    return in_terms_of_the_basis(csp)


_FROM_HOUSES = "leftovers"
"""The one rule of strengthening that takes nothing but large groups."""


def _may_gain(csp: CSP) -> bool:
    """Whether any other rule may find something: groups of three and more alone give nothing."""
    return any(type(c) is not AllDifferent or len(c.variables) == 2 for c in csp.constraints)


_NEXT = bytes(range(1, 256)) + b"\0"


def numbered(codes: Codes) -> bytes:
    """Return the numbers from 1 up of some codes, which are below 255.

    >>> numbered([0, 2, 8]) == numbered(bytes([0, 2, 8])) == bytes([1, 3, 9])
    True
    """
    if type(codes) is bytes:  # as the 9x9 kernel answers
        return codes.translate(_NEXT)
    return bytes([code + 1 for code in codes])


def numbers_of(groups: Sequence[AllDifferent]) -> Sequence[tuple[int, ...]]:
    """Return the numbers of the variables of groups; those of a tuple are kept for other copies."""
    if type(groups) is tuple:
        return _kept_numbers(groups)
    return [tuple([v.index for v in group.variables]) for group in groups]


@lru_cache(maxsize=64)
def _kept_numbers(groups: tuple[AllDifferent, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(numbers_of([*groups]))


@lru_cache(maxsize=64)
def _kept_groups(groups: tuple[AllDifferent, ...], variables: int) -> Groups:
    return Groups(variables, numbers_of(groups))


class _AllGroups:
    """The all-different groups of a structure, in the form of the native check."""

    def __init__(self, csp: CSP) -> None:
        self.variables = csp._structure.variables
        self.common = csp.groups_in_common
        rest = csp.constraints[len(self.common) :]
        self.others = [c for c in rest if type(c) is AllDifferent]
        count = len(self.variables)
        self.natives: list[tuple[Sequence[AllDifferent], Groups]] = []
        """Groups, and their native check: that of those which copies have as well is kept."""
        if self.common:
            self.natives.append((self.common, _kept_groups(self.common, count)))
        if self.others:
            self.natives.append((self.others, Groups(count, numbers_of(self.others))))
        self.is_small = len(csp.values) < 256
        domains = csp.different_domains
        self.numbers: list[list[int]] | None = None
        if len(domains) > 1:  # the codes of two variables cannot be compared
            number = {value: i for i, value in enumerate(csp.values, start=1)}
            tables = {domain: [number[value] for value in domain] for domain in domains}
            self.numbers = [tables[variable.domain] for variable in self.variables]

    def clash(self, codes: Codes) -> Contradiction | None:
        """Return two variables of a group that have the same value."""
        if not self.natives:
            return None
        numbers: Sequence[int]
        if self.numbers is None:
            own = codes[: len(self.variables)]
            numbers = numbered(own) if self.is_small else [code + 1 for code in own]
        else:
            numbers = [row[code] for row, code in zip(self.numbers, codes, strict=False)]
            numbers = bytes(numbers) if self.is_small else numbers
        for groups, native in self.natives:
            clash = native.clash(numbers)
            if clash is not None:
                group = groups[clash[0]]
                first, second = map(self.variables.__getitem__, clash[1:])
                value = first.domain[codes[first.index]]
                reason = f"{first} and {second} in {group} are both {value}"
                return Contradiction(reason, (first, second), group)
        return None
