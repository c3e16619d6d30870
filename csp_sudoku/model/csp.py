"""The model: variables with finite domains, and constraints over them. No solver in sight.

A `CSP` has two parts. The structure (variables, their domains, constraints) is shared; what a
problem fixes or narrows on top of it is a small dictionary. `with_values` makes a new CSP over the
same structure, and whatever is built from a structure once (`shared`) serves all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from csp_sudoku.errors import ModelError, WrongAnswerError, shown
from csp_sudoku.model.constraints import (
    AllDifferent,
    Constraint,
    Contradiction,
    Name,
    Value,
    Variable,
)
from csp_sudoku.native.check import Groups
from csp_sudoku.questions import Questions

Codes: TypeAlias = Sequence[int]
"""A solution: for each variable the place of its value in `csp.values`."""
T = TypeVar("T")
C = TypeVar("C", bound="Constraint")


class _Structure:
    """The shared part of a CSP: grows while it is built, then serves many problems."""

    __slots__ = ("cache", "constraints", "domains", "index", "variables")

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.index: dict[Name, Variable] = {}
        self.domains: list[tuple[Value, ...]] = []
        self.constraints: list[Constraint] = []
        self.cache: dict[Hashable, Any] = {}

    def copy(self) -> _Structure:
        other = _Structure()
        other.variables = self.variables.copy()
        other.index = self.index.copy()
        other.domains = self.domains.copy()
        other.constraints = self.constraints.copy()
        return other


class Domains(Mapping[Variable, tuple[Value, ...]]):
    """A read-only view of a CSP's domains, narrowed ones included."""

    __slots__ = ("_narrowed", "_structure")

    def __init__(
        self, structure: _Structure, narrowed: Mapping[Variable, tuple[Value, ...]]
    ) -> None:
        self._structure = structure
        self._narrowed = narrowed

    def __getitem__(self, variable: Variable) -> tuple[Value, ...]:
        narrowed = self._narrowed.get(variable)
        return self._structure.domains[variable.index] if narrowed is None else narrowed

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._structure.variables)

    def __len__(self) -> int:
        return len(self._structure.variables)


class CSP(Questions[dict[Name, Value]]):
    """A constraint problem: variables, their domains, and constraints.

    >>> model = CSP()
    >>> colours = ("red", "green", "blue")
    >>> wa, nt = (model.variable(name, colours) for name in ("WA", "NT"))
    >>> model.all_different([wa, nt])
    AllDifferent(['WA', 'NT'], name=None)
    >>> print(model.with_values({wa: "red", nt: "red"}).contradiction())
    WA and NT in AllDifferent(WA, NT) are both red
    """

    def __init__(self) -> None:
        self._structure = _Structure()
        self._narrowed: dict[Variable, tuple[Value, ...]] = {}
        self._lent = False

    def __repr__(self) -> str:
        counts = f"{len(self.variables)} variables, {len(self.constraints)} constraints"
        return f"<CSP: {counts}, {len(self._narrowed)} narrowed>"

    # Building

    def variable(self, name: Name, domain: Iterable[Value]) -> Variable:
        """Add a variable. Names are unique; a domain keeps its order and holds each value once."""
        values = _each(domain, "a domain")
        structure = self._own_structure()
        try:
            is_known, distinct = name in structure.index, len(set(values))
        except TypeError:
            raise _unhashable(name, *values) from None
        if is_known:
            raise ModelError(f"there is a variable {name!r} already", fix="choose another name")
        if distinct < len(values):
            raise ModelError(f"the domain of {name!r} names a value twice: {values!r}")
        variable = Variable(name, len(structure.variables))
        structure.variables.append(variable)
        structure.domains.append(values)
        structure.index[name] = variable
        return variable

    def all_different(
        self, variables: Iterable[Variable | Name], name: str | None = None
    ) -> AllDifferent:
        """Add a group: these variables take different values."""
        return self.add(AllDifferent([self.find(v) for v in _each(variables, "a group")], name))

    def add(self, constraint: C) -> C:
        """Add a constraint of any kind."""
        if not isinstance(constraint, Constraint):
            raise ModelError(f"{shown(constraint)} is no constraint", fix="derive from Constraint")
        for variable in constraint.variables:
            self.find(variable)
        self._own_structure().constraints.append(constraint)
        return constraint

    def _own_structure(self) -> _Structure:
        """Return the structure for writing: a copy if other problems share it, caches dropped."""
        if self._lent:
            self._structure = self._structure.copy()
            self._lent = False
        self._structure.cache.clear()
        return self._structure

    # Reading

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables, in the order in which they were added."""
        return self.shared("variables", lambda base: tuple(base._structure.variables))

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
        return self.shared("values", _all_values)

    @property
    def problem(self) -> Problem:
        """The question that encoders and backends take: the structure, and a mask a variable."""
        bare = self.shared("problem", _bare_problem)
        if not self._narrowed:
            return bare
        bit = self.shared("bits", lambda base: {v: 1 << i for i, v in enumerate(base.values)})
        masks = list(bare.masks)
        for variable, domain in self._narrowed.items():
            masks[variable.index] = sum(bit[value] for value in domain)
        return Problem(bare.csp, masks)

    def find(self, key: Variable | Name) -> Variable:
        """Return the variable of this name (or the variable itself, if it belongs to this CSP)."""
        name = key.name if isinstance(key, Variable) else key
        try:
            found = self._structure.index.get(name)
        except TypeError:
            raise _unhashable(name) from None
        if found is None or (isinstance(key, Variable) and found != key):
            raise ModelError(
                f"no variable {name!r} in this CSP", fix="add it with variable() first"
            )
        return found

    # Problems over one structure

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
            narrowed[variable] = wanted
        return self._sibling(narrowed)

    def shared(self, key: Hashable, build: Callable[[CSP], T]) -> T:
        """Return what `build` makes of the bare structure: built once, kept, shared by siblings."""
        cache = self._structure.cache
        if key not in cache:
            cache[key] = build(self._sibling({}))
        built: T = cache[key]
        return built

    def _sibling(self, narrowed: dict[Variable, tuple[Value, ...]]) -> CSP:
        self._lent = True
        other = CSP()
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
        """Return why the assignment is no solution of this problem; None if it is one.

        The check is linear in the size of the problem, and shares no code with any solver.
        """
        values = {self.find(key): value for key, value in _pairs(assignment)}
        place = self.shared("places", lambda base: {v: i for i, v in enumerate(base.values)})
        for variable in self.variables:
            if variable not in values:
                return Contradiction(f"{variable} has no value", (variable,))
            value = values[variable]
            if not _is_hashable(value) or value not in place:
                named = value if isinstance(value, str) else shown(value)
                return Contradiction(f"{variable} cannot be {named}", (variable,))
        return self.problem.violation([place[values[v]] for v in self.variables])

    # Answering: see `Questions`

    def _decoded(self, problem: Problem, codes: Codes) -> dict[Name, Value]:
        return problem.assignment(codes)

    def _impossible(self) -> Contradiction | None:
        return self.contradiction()


class Problem(NamedTuple):
    """What a backend is asked: a bare structure, and for each variable what it may be.

    Bit i of a mask stands for `csp.values[i]`. Everything that is built from the structure is
    shared; the masks are all that one question adds to it.
    """

    csp: CSP
    masks: Sequence[int]

    def assignment(self, codes: Codes) -> dict[Name, Value]:
        """Return values by name, from one place in `csp.values` for each variable."""
        values = self.csp.values
        named = zip(self.csp.variables, codes, strict=True)
        return {variable.name: values[code] for variable, code in named}

    def checked(self, codes: Codes, who: str) -> Codes:
        """Return a solution that `who` found, if it is one: the gate that all answers pass.

        Raises WrongAnswerError if it is not: a defect of whoever found it, never hidden.
        """
        wrong = self.violation(codes)
        if wrong:
            raise WrongAnswerError(f"{who} gave a wrong answer: {wrong}")
        return codes

    def violation(self, codes: Codes) -> Contradiction | None:
        """Return why these values are not a solution; None if they are. Linear, and native."""
        variables = self.csp.variables
        allowed = [mask >> code & 1 for mask, code in zip(self.masks, codes, strict=True)]
        if 0 in allowed:
            variable = variables[allowed.index(0)]
            value = self.csp.values[codes[variable.index]]
            return Contradiction(f"{variable} cannot be {value}", (variable,))
        different, groups = self.csp.shared("groups", _all_different_groups)
        numbers = [code + 1 for code in codes]
        clash = groups.clash(bytes(numbers) if len(self.csp.values) < 256 else numbers)
        if clash is not None:
            first, second = variables[clash[1]], variables[clash[2]]
            value = self.csp.values[codes[first.index]]
            reason = f"{first} and {second} in {different[clash[0]]} are both {value}"
            return Contradiction(reason, (first, second), different[clash[0]])
        others = self.csp.shared("others", _other_constraints)
        if not others:
            return None
        values = {v: self.csp.values[code] for v, code in zip(variables, codes, strict=True)}
        broken = next((c for c in others if not c.check(values)), None)
        if broken is None:
            return None
        return Contradiction(f"{broken} does not hold", broken.variables, broken)


# Checks at the border


def _each(things: Iterable[T], what: str) -> tuple[T, ...]:
    """Return what stands in an iterable; refuse what is none."""
    if not isinstance(things, Iterable):
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
    return ModelError(f"{shown(odd)} can be no name or value", fix=fix)


# What is built from a structure once


def _all_values(csp: CSP) -> tuple[Value, ...]:
    domains = dict.fromkeys(csp._structure.domains)
    return tuple(dict.fromkeys(value for domain in domains for value in domain))


def _bare_problem(csp: CSP) -> Problem:
    """Return the masks of the whole domains; equal domains are looked at once."""
    bit = {value: 1 << i for i, value in enumerate(csp.values)}
    domains = csp._structure.domains
    mask_of = {domain: sum(bit[value] for value in domain) for domain in dict.fromkeys(domains)}
    return Problem(csp, tuple(mask_of[domain] for domain in domains))


def _other_constraints(csp: CSP) -> tuple[Constraint, ...]:
    return tuple(c for c in csp.constraints if not isinstance(c, AllDifferent))


def _all_different_groups(csp: CSP) -> tuple[tuple[AllDifferent, ...], Groups]:
    """Collect the all-different groups, for reading and for the native check."""
    different = tuple(c for c in csp.constraints if isinstance(c, AllDifferent))
    members = [[v.index for v in group.variables] for group in different]
    return different, Groups(len(csp.variables), members)
