"""The table of rules: what each means, what it takes, what it returns, where else it is known.

An entry is made from one function, which returns constraints:

    @rule("Digits along a thermometer increase from the bulb.", fpuzzles="thermometer", ...)
    def thermo(on: Context, cells: Line) -> Iterable[Constraint]:

The decorator makes it an `Entry`, which is what users call: `thermo("r9c1-r5c1")` is a `Rule`.
Everything else that knows a rule (command line, JSON, formats, pictures, documentation) reads it
from here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Concatenate,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeAlias,
    get_args,
    get_origin,
    get_type_hints,
)

from csp_sudoku.errors import RuleError, shown
from csp_sudoku.model import Constraint
from csp_sudoku.rules.kinds import Kind
from csp_sudoku.rules.rule import Rule

if TYPE_CHECKING:
    from csp_sudoku.rules.context import Context

P = ParamSpec("P")
Drawing = Callable[..., list[dict[str, Any]]]
Sentence: TypeAlias = str | Callable[..., str]
"""Words with {parameters} and {colour} in them, or a function that returns them."""


class _Required:
    def __repr__(self) -> str:
        return "required"


REQUIRED = _Required()


class Parameter(NamedTuple):
    """A parameter of a rule: its name, its kind, and its default (REQUIRED if it has none)."""

    name: str
    kind: Kind
    default: Any


class Entry(Generic[P]):
    """A rule of the table; called with its arguments, it makes a `Rule`."""

    def __init__(
        self,
        function: Callable[..., Iterable[Constraint]],
        sentence: Sentence,
        *,
        number: str | None,
        drawing: Drawing,
        keys: Mapping[str, str],
        is_verbatim: bool,
        comes_first: bool,
        is_apart: bool,
        reads: tuple[str, ...],
    ) -> None:
        self.function = function
        self.name = self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self._sentence = sentence
        self.number = number
        """The parameter that is written after = in the text of a rule."""
        self.drawing = drawing
        self.keys = MappingProxyType(dict(keys))
        """What other formats call the rule, by the name of the format."""
        self.is_verbatim = is_verbatim
        """Whether the text of the rule is its one argument, as it stands."""
        self.comes_first = comes_first
        """Whether other rules depend on it, as on variables and on what counts double."""
        self.is_apart = is_apart
        """Whether each rule has a colour of its own, which ties its areas together."""
        self.reads = reads
        """The rules whose presence in the puzzle changes what this one says."""
        self.family = function.__module__.rpartition(".")[2]

    def __repr__(self) -> str:
        return f"rules.{self.name}"

    def __reduce__(self) -> tuple[object, ...]:
        from csp_sudoku.rules.rule import entry_of

        return entry_of, (self.name,)

    @property
    def meaning(self) -> str:
        """What the rule is, in one line."""
        return (self.__doc__ or "").partition("\n")[0]

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters with their kinds, as the function declares them."""
        hints = get_type_hints(self.function, _names(self.function), include_extras=True)
        found = []
        for name, parameter in list(inspect.signature(self.function).parameters.items())[1:]:
            default = REQUIRED if parameter.default is parameter.empty else parameter.default
            kind = _kind(hints[name])
            if default is not REQUIRED and default is not None:
                default = kind.read(default)
            found.append(Parameter(name, kind, default))
        return tuple(found)

    @cached_property
    def placed(self) -> tuple[Parameter, ...]:
        """The parameters that name cells: those whose values depend on the board."""
        return tuple(p for p in self.parameters if type(p.kind).on is not Kind.on)

    def sentence(self, arguments: Mapping[str, Any] | None = None, colour: str = "") -> str:
        """Return the rule in words, as it stands under a puzzle.

        Args:
            arguments: the arguments that the words may depend on; the defaults unless given.
            colour: the name of the colour in which the rule is drawn.
        """
        if arguments is None:
            arguments = {
                name: None if default is REQUIRED else default
                for name, _, default in self.parameters
            }
        said = self._sentence if isinstance(self._sentence, str) else self._sentence(**arguments)
        return " ".join(said.format(colour=colour, **arguments).split())

    @cached_property
    def __signature__(self) -> inspect.Signature:
        signature = inspect.signature(self.function)
        return signature.replace(
            parameters=list(signature.parameters.values())[1:], return_annotation="Rule"
        )

    @property
    def usage(self) -> str:
        """How the rule is written as text."""
        parts, number = [], ""
        for name, kind, default in self.parameters:
            if name == self.number and not self.is_verbatim:
                number = f" = {name}" if default is REQUIRED else f" [= {name}]"
            elif default is REQUIRED:
                parts.append(f"{name}" if kind.name in name else f"{name} ({kind.name})")
            else:
                parts.append(f"[{name}={'' if default is None else kind.text(default)}]")
        return f"write {self.name} {' ; '.join(parts)}".rstrip() + number

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Rule:
        """Make the rule with these arguments."""
        return self.rule(args, kwargs)

    def rule(
        self, given: tuple[Any, ...], named: Mapping[str, Any], *, from_text: bool = False
    ) -> Rule:
        """Make the rule with arguments by place and by name; raise RuleError if one is wrong."""
        parameters = self.parameters
        if len(given) > len(parameters):
            raise RuleError(
                f"{self.name} takes {len(parameters)} arguments, got {len(given)}", fix=self.usage
            )
        found: dict[str, Any] = {}
        for place, (name, kind, default) in enumerate(parameters):
            if place < len(given):
                value = given[place]
                if name in named:
                    raise RuleError(f"{self.name}: {name} is given twice")
            else:
                value = named.get(name, default)
                if value is REQUIRED:
                    raise RuleError(f"{self.name} needs its {name}", fix=self.usage)
            if value is default or (value is None and default is None):
                found[name] = default
                continue
            try:
                found[name] = kind.parse(value) if from_text else kind.read(value)
            except RuleError as error:
                raise RuleError(f"{self.name}: {name}: {error.problem}", fix=error.fix) from None
        if not named.keys() <= found.keys():
            odd = next(name for name in named if name not in found)
            raise RuleError(f"{self.name} has no parameter {shown(odd)}", fix=self.usage)
        return Rule(self, found)

    def of(self, **arguments: Any) -> Rule:
        """Make the rule of arguments that are plain data already, as readers of formats have them.

        Nothing is checked: there is one argument for each parameter, as its kind would keep it.
        """
        return Rule(self, arguments)

    def constraints(self, on: Context, rule: Rule) -> Iterable[Constraint]:
        """Return what a rule of this entry says, as constraints over the variables of a board."""
        return self.function(on, **rule.arguments)


def _names(function: Callable[..., object]) -> dict[str, Any]:
    """Return the names that the annotations of a rule may use."""
    from csp_sudoku.rules import kinds

    return {**vars(kinds), **function.__globals__, "Context": object}


def _kind(hint: Any) -> Kind:
    """Return the kind that an annotation names."""
    for part in (hint, *get_args(hint)):
        if get_origin(part) is Annotated:
            found = get_args(part)[1]
            if isinstance(found, Kind):
                return found
    raise TypeError(f"{hint} does not name the kind of a parameter")


def rule(
    sentence: Sentence,
    *,
    number: str | None = None,
    drawing: Drawing = lambda **_: [],
    is_verbatim: bool = False,
    comes_first: bool = False,
    is_apart: bool = False,
    reads: tuple[str, ...] = (),
    **keys: str,
) -> Callable[[Callable[Concatenate[Context, P], Iterable[Constraint]]], Entry[P]]:
    """Make an entry of the table from the function that returns a rule's constraints.

    Args:
        sentence: the rule in words, as it stands under a puzzle, with its {parameters} and its
            {colour}; or a function that returns the words for arguments.
        number: the parameter that is written after = in the text of a rule.
        drawing: returns how a rule with these arguments is drawn: see `drawing`.
        is_verbatim: whether the text of the rule is its one argument.
        comes_first: whether other rules depend on it.
        is_apart: whether each rule has a colour of its own.
        reads: the rules whose presence in the puzzle changes what this one says.
        **keys: what other formats call the rule.
    """

    def made(function: Callable[Concatenate[Context, P], Iterable[Constraint]]) -> Entry[P]:
        return Entry(
            function,
            sentence,
            number=number,
            drawing=drawing,
            keys=keys,
            is_verbatim=is_verbatim,
            comes_first=comes_first,
            is_apart=is_apart,
            reads=reads,
        )

    return made
