"""Puzzle and Solution: a board with clues (or pencil marks) and rules, and a board filled in.

Both are values: immutable, hashable, equal when they say the same. Cells are counted from 0 as in
an array, `puzzle[3, 5]`, or named as people do, `puzzle["r4c6"]`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from csp_sudoku import boards
from csp_sudoku.bits import members, union, values_of
from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.symmetries import Permutation
from csp_sudoku.clues import (
    CellKey,
    at_cells,
    checked_masks,
    checked_value,
    checked_values,
    each_of,
    flat_values,
    masks_at,
    permutation_of,
    reduced_masks,
    renaming_of,
    side_of,
    values_at,
)
from csp_sudoku.errors import BoardError, ContradictionError, PuzzleError, shown
from csp_sudoku.model import CSP, Contradiction, Problem, Variable, beyond_groups, numbered
from csp_sudoku.native.check import masks_of
from csp_sudoku.questions import Questions

if TYPE_CHECKING:
    from csp_sudoku.backends.protocol import Backend
    from csp_sudoku.logic.explanation import Explanation
    from csp_sudoku.logic.hardness import Hardness
    from csp_sudoku.logic.hints import Hint
    from csp_sudoku.logic.rating import Rating
    from csp_sudoku.logic.step import Step
    from csp_sudoku.making.minimal import Minimality
    from csp_sudoku.proofs.ambiguities import Ambiguity
    from csp_sudoku.proofs.certificate import Certificate
    from csp_sudoku.proofs.conflicts import Conflict
    from csp_sudoku.proofs.model_certificates import ModelCertificate
    from csp_sudoku.proofs.model_reasons import ModelReason
    from csp_sudoku.proofs.redundancy import Redundancy
    from csp_sudoku.rules import Rule, Ruled

S = TypeVar("S", bound="_Filling")

_NO_VARIABLES: Mapping[str, Any] = MappingProxyType({})
_set = object.__setattr__
"""How the makers of puzzles and solutions, which cannot be changed, fill them."""


class _Filling:
    """What puzzles and solutions share: a board, and a value (or 0) for each of its cells."""

    __slots__ = ("_ruled", "_values", "board")

    board: Board
    _values: bytes
    _ruled: Ruled | None
    """The structure of the board with rules; None if there are no rules."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed; make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed; make another one")

    @property
    def values(self) -> bytes:
        """One number for each cell of the board, in its order; 0 where none is given."""
        return self._values

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The rows of the drawing, one number for each place: 0 where there is no value or no cell.

        >>> Puzzle("12.. .... ..4. ...3").rows[0]
        (1, 2, 0, 0)
        """
        height, width = self.board.shape
        if self.board.is_full and self.board.cells == tuple(sorted(self.board.cells)):
            values = self._values
        else:
            drawn = bytearray(height * width)
            for (row, column), value in zip(self.board.cells, self._values, strict=True):
                drawn[row * width + column] = value
            values = bytes(drawn)
        return tuple(tuple(values[at : at + width]) for at in range(0, len(values), width))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the rows as an array of numpy, of uint8 unless another type is asked for."""
        import numpy as np

        return np.array(self.rows, dtype=np.uint8 if dtype is None else dtype)

    def __getitem__(self, cell: CellKey) -> int | None:
        """Return the value at a cell, or None."""
        return self._values[self.board.cell_index(cell)] or None

    def __str__(self) -> str:
        from csp_sudoku import formats

        return formats.write(cast("Puzzle | Solution", self), "grid")

    def _repr_html_(self) -> str:
        from csp_sudoku.render import svg

        return svg(cast("Puzzle | Solution", self))

    def to(self, format: str, *, alphabet: str | None = None) -> str:
        """Return the text in a format, as "line", "grid", "pencilmarks" or "json"."""
        from csp_sudoku import formats

        return formats.write(cast("Puzzle | Solution", self), format, alphabet=alphabet)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What holds beyond the groups of the board, in the order in which it was given."""
        return self._ruled.rules if self._ruled else ()

    @property
    def structure(self) -> CSP:
        """The constraint problem that clues and marks narrow: variables and constraints."""
        return self._ruled.csp if self._ruled else self.board.csp

    @property
    def has_groups_alone(self) -> bool:
        """Whether the board's groups are all that values must meet, clues and marks aside.

        Code that looks at nothing but the groups of a board asks this first.
        """
        if self._ruled is not None:
            return False
        csp = self.structure
        return beyond_groups(csp) is None and len(csp.constraints) == len(self.board.groups)

    def require_groups_alone(self, what: str) -> None:
        """Refuse what knows the groups of a board only, and name the constraint that is beyond."""
        if self.has_groups_alone:
            return
        if self._ruled is not None:
            kind = type(self).__name__.lower()
            raise PuzzleError(
                f"{what} knows the groups of a board alone, and cannot take the rule "
                f'"{self.rules[0]}" into account',
                fix=f"ask for the {kind} without its rules: {kind}.with_rules()",
            )
        csp = self.structure
        other = beyond_groups(csp) or csp.constraints[len(self.board.groups)]
        raise PuzzleError(
            f"{what} knows the groups of a board alone, and cannot take {other} into account",
            fix="ask the model: puzzle.csp has all constraints",
        )

    def _board_argument(self) -> str:
        """Name the board in a repr, unless the number of cells says it."""
        with suppress(BoardError):  # no usual board has this size
            usual = boards.of_size(self.board.size)
            if self.board.is_named and self.board.name == usual.name:
                return ""
        return f", board={self.board!r}"


class Puzzle(_Filling, Questions["Solution"]):
    """A board, its clues or the candidates (pencil marks) that each cell is left with, and rules.

    >>> puzzle = Puzzle("1..4 .... .... 2..3")
    >>> puzzle[0, 3], puzzle["r1c2"], len(puzzle.clues)
    (4, None, 4)
    >>> puzzle.without((0, 3)).replace({(1, 1): 4})
    Puzzle('1....4......2..3')
    >>> Puzzle({(0, 0): 1}, board=boards.sudoku(2, 2)).values.hex()
    '01000000000000000000000000000000'
    >>> from csp_sudoku.rules import cage
    >>> Puzzle("1... .... .... ....", rules=[cage("r1c1 r1c2", 5), "thermo r4c2-r4c4"]).rules
    (rules.cage('r1c1 r1c2', sum=5), rules.thermo('r4c2 r4c3 r4c4'))

    Args:
        clues: a text in any format that `csp_sudoku.formats` reads, a mapping from cells to values,
            or one number for each cell (or row by row), where 0 and None stand for none.
        board: the board, its name or a file of it (FILE.json); a text or a list of numbers tells
            its own, if it is a usual sudoku.
        candidates: the values that open cells may take, for puzzles with pencil marks.
        format: the text's format, where it cannot be told from the text.
        alphabet: the text's symbols, by name or one after the other.
        rules: what holds beyond the groups of the board: see `csp_sudoku.rules`.
        ignore_unknown_rules: whether to take a text without rules that are not understood.
    """

    __slots__ = ("_candidates", "_hash")

    _candidates: tuple[int, ...] | None
    _hash: int

    def __init__(
        self,
        clues: str | Mapping[tuple[int, int], int] | Sequence[object] = (),
        *,
        board: Board | str | None = None,
        candidates: Mapping[tuple[int, int], Iterable[int]] | None = None,
        format: str | None = None,
        alphabet: str | None = None,
        rules: Iterable[Rule | str | Mapping[str, object]] = (),
        ignore_unknown_rules: bool = False,
    ) -> None:
        board = None if board is None else boards.board_of(board)
        masks: Sequence[int] | None = None
        known: tuple[Rule, ...] = ()
        if isinstance(clues, str):
            from csp_sudoku import formats

            read = formats.parse(
                clues,
                board=board,
                format=format,
                alphabet=alphabet,
                ignore_unknown_rules=ignore_unknown_rules,
            )
            board, values, masks = read.board, read._values, read._candidates
            known = read.rules
        elif isinstance(clues, Mapping):
            board = board or boards.sudoku(3, 3)
            values = values_at(board, clues)
        else:
            flat = flat_values(clues)
            board = board or (boards.of_size(side_of(len(flat))) if flat else boards.sudoku(3, 3))
            values = bytes(checked_values(board, flat)) if flat else bytes(len(board.cells))
        if candidates is not None:
            masks = masks_at(board, candidates)
        self._fill(board, values, masks, (*known, *rules) if rules else known)

    @classmethod
    def of(
        cls,
        board: Board,
        values: Iterable[int],
        candidates: Sequence[int] | None = None,
        rules: Iterable[Rule] = (),
    ) -> Puzzle:
        """Make a puzzle from one number and one candidate mask (bit v - 1 for v) per cell."""
        puzzle = cls.__new__(cls)
        board = boards.board_of(board)
        masks = None if candidates is None else checked_masks(board, candidates)
        puzzle._fill(board, bytes(checked_values(board, each_of(values, "values"))), masks, rules)
        return puzzle

    @classmethod
    def _trusted(cls, board: Board, values: bytes, rules: tuple[Rule, ...] = ()) -> Puzzle:
        """Make a puzzle from one number per cell that a reader has checked already."""
        puzzle = cls.__new__(cls)
        puzzle._fill(board, values, None, rules)
        return puzzle

    def _fill(
        self,
        board: Board,
        values: bytes,
        masks: Sequence[int] | None,
        rules: Iterable[Rule | str | Mapping[str, object]] = (),
    ) -> None:
        candidates, structure = None, None
        if rules:
            from csp_sudoku.rules import ruled, rules_of

            wanted = rules_of(rules)
            structure = ruled(board, wanted) if wanted else None
        if masks is not None:
            candidates = reduced_masks(board, values, masks)
            if candidates == reduced_masks(board, values, None):  # the marks say what the clues say
                candidates = None
        content = (values, candidates, frozenset(structure.rules) if structure else None)
        _set(self, "board", board)
        _set(self, "_values", values)
        _set(self, "_candidates", candidates)
        _set(self, "_ruled", structure)
        _set(self, "_hash", hash(content))

    def __repr__(self) -> str:
        if self._candidates is not None:
            return f"Puzzle({self.to('json')!r})"
        bare = self if self._ruled is None else Puzzle._trusted(self.board, self._values)
        rules = f", rules={list(self.rules)!r}" if self._ruled else ""
        arguments = f"{self._board_argument()}{self._text_arguments()}{rules}"
        return f"Puzzle({bare.to('line')!r}{arguments})"

    def _text_arguments(self) -> str:
        """Name alphabet and format in a repr, where few clues may not tell them."""
        size = self.board.size
        if self.board.first == 0 and size <= 36:
            return ", alphabet='zero', format='line'"
        format = ", format='line'" if size in (8, 27, 64) else ""  # as long as smaller sukakus
        return (f", alphabet={'digits' if size <= 35 else 'ascii'!r}" if size > 9 else "") + format

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (
            self._values == other._values
            and self._candidates == other._candidates
            and self.board == other.board
            and (self._ruled is other._ruled or set(self.rules) == set(other.rules))
        )

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        if self._ruled is None:
            return super().__str__()
        from csp_sudoku.rules.words import rules_listed

        bare = Puzzle.of(self.board, self._values, self._candidates)
        return f"{bare}\n{rules_listed(self.board, self.rules)}"

    def __reduce__(self) -> tuple[object, ...]:
        return Puzzle.of, (self.board, self._values, self._candidates, self.rules)

    def _repr_html_(self) -> str:
        from csp_sudoku.render.html import of_puzzle

        return of_puzzle(self)

    @property
    def rules_text(self) -> str:
        """The rules in words, those of the board first, as they stand under a puzzle.

        >>> Puzzle("1... .... .... ....", rules=["thermo r1c1-r1c3"]).rules_text[-50:]
        'Digits along a thermometer increase from the bulb.'
        """
        from csp_sudoku.rules.words import rules_text

        return rules_text(self.board, self.rules)

    def with_rules(self, *rules: Rule | str | Mapping[str, object]) -> Puzzle:
        """Return the puzzle with these rules in place of its own.

        >>> Puzzle("1... .... .... ....").with_rules("cage r1c1 r1c2 = 5").count()
        24
        """
        puzzle = Puzzle.__new__(Puzzle)
        puzzle._fill(self.board, self._values, self._candidates, rules)
        return puzzle

    @property
    def clues(self) -> Mapping[Cell, int]:
        """The clues by cell, in the board's order."""
        given = zip(self.board.cells, self._values, strict=True)
        return MappingProxyType({cell: value for cell, value in given if value})

    @property
    def has_candidates(self) -> bool:
        """Whether pencil marks say more than the clues do."""
        return self._candidates is not None

    @property
    def masks(self) -> tuple[int, ...]:
        """What each cell may be, as bits (bit v - 1 for value v): its clue, or what is left."""
        if self._candidates is not None:
            return self._candidates
        return reduced_masks(self.board, self._values, None)

    @property
    def candidates(self) -> Mapping[Cell, tuple[int, ...]]:
        """What each cell may be, by cell: its clue, or what pencil marks and clues leave it."""
        masks = zip(self.board.cells, self.masks, strict=True)
        return MappingProxyType({cell: tuple(values_of(mask)) for cell, mask in masks})

    @property
    def csp(self) -> CSP:
        """The puzzle as a constraint problem over its shared structure."""
        csp, masks, numbers = self.structure, self._candidates, self.board.numbers
        if masks is not None:
            marked = zip(csp.variables, masks, strict=False)
            return csp.with_domains({v: [numbers[i] for i in members(m)] for v, m in marked})
        return csp.with_values({cell: numbers[clue - 1] for cell, clue in self.clues.items()})

    @property
    def problem(self) -> Problem:
        """The puzzle as the question that backends take: `puzzle.csp.problem`, faster."""
        bare = self.structure.problem
        if self._candidates is not None:
            return bare.of(self._candidates)
        return bare.of(masks_of(self._values, self.board.clue_masks))

    def contradiction(self) -> Contradiction | None:
        """Return why counting alone shows that there is no solution, if it does."""
        return self.clash() or self.csp.contradiction()

    def clash(self) -> Contradiction | None:
        """Return two equal clues of one group; None if all differ. Native and fast."""
        clash = self.board.distinct.clash(self._values)
        if clash is None:
            return None
        group, first, second = clash
        variables = self.board.csp.variables[first], self.board.csp.variables[second]
        reason = (
            f"{variables[0]} and {variables[1]} in {self.board.groups[group]} "
            f"are both {self._values[first]}"
        )
        return Contradiction(reason, variables, self.board.csp.constraints[group])

    def require_consistent(self) -> Puzzle:
        """Return the puzzle; raise ContradictionError if counting alone shows no solution."""
        found = self.contradiction()
        if found:
            raise ContradictionError(str(found), fix="drop or change one of the clues")
        return self

    def replace(self, clues: Mapping[tuple[int, int], int | None]) -> Puzzle:
        """Return the puzzle with these clues set, or dropped where None is given."""
        values = bytearray(self._values)
        for at, cell, value in at_cells(self.board, clues, "clues"):
            values[at] = checked_value(self.board, value, cell)
        return Puzzle.of(self.board, values, self._unreduced(values), self.rules)

    def without(self, *cells: CellKey) -> Puzzle:
        """Return the puzzle without the clues of these cells."""
        return self.replace({self.board.cells[self.board.cell_index(cell)]: None for cell in cells})

    def _unreduced(self, values: bytearray) -> list[int] | None:
        """Return the pencil marks for other clues: a cell without its clue may be anything."""
        if self._candidates is None:
            return None
        everything = (1 << self.board.size) - 1
        changed = zip(self._candidates, self._values, values, strict=True)
        return [everything if old != new else mask for mask, old, new in changed]

    def transform(
        self, symmetry: str | Permutation, values: Mapping[int, int] | None = None
    ) -> Puzzle:
        """Return the puzzle moved by a symmetry of its board, and with values renamed.

        >>> Puzzle("1..4 .... .... 2..3").transform("mirror", {1: 4, 4: 1})
        Puzzle('1..4........3..2')
        """
        self.require_groups_alone("a symmetry")
        moved = permutation_of(self.board, symmetry)
        renamed = renaming_of(self.board.size, values)
        placed = bytearray(len(moved))
        masks = [0] * len(moved)
        for old, new in enumerate(moved):
            placed[new] = renamed[self._values[old]]
            if self._candidates is not None:
                masks[new] = union(renamed[v] - 1 for v in values_of(self._candidates[old]))
        return Puzzle.of(self.board, placed, masks if self._candidates is not None else None)

    def prove_unique(self, *, timeout: float | None = None) -> Certificate | ModelCertificate:
        """Return a certificate that there is one solution: see `uniqueness.prove_unique`.

        If the puzzle has rules, it is a certificate about its model: `puzzle.csp`.
        """
        if self._ruled is not None:
            from csp_sudoku.proofs.model_certificates import prove_ruled

            return prove_ruled(self, timeout=timeout)
        from csp_sudoku.proofs.uniqueness import prove_unique

        return prove_unique(self, timeout=timeout)

    # What all solutions, or no solution, say

    def conflict(self, *, timeout: float | None = None) -> Conflict | None:
        """Return clues that cannot stand together; None if there is a solution. See `conflicts`."""
        from csp_sudoku.proofs.conflicts import conflict

        return conflict(self, timeout=timeout)

    def ambiguity(
        self, *, solution: Solution | None = None, timeout: float | None = 10.0
    ) -> Ambiguity | None:
        """Return where solutions differ, and the fewest clues to settle it. See `ambiguities`."""
        from csp_sudoku.proofs.ambiguities import ambiguity

        return ambiguity(self, solution=solution, timeout=timeout)

    def true_candidates(self, *, timeout: float | None = None) -> dict[Cell, tuple[int, ...]]:
        """Return for each cell the values that it takes in some solution. See `candidates`."""
        from csp_sudoku.proofs.candidates import true_candidates

        return true_candidates(self, timeout=timeout)

    def redundant(self, *, timeout: float | None = None) -> Redundancy[Cell | Rule, Solution]:
        """Tell which clues and rules follow from all others. See `redundancy.redundant_parts`."""
        from csp_sudoku.proofs.redundancy import redundant_parts

        return redundant_parts(self, timeout=timeout)

    def backbone(self, *, timeout: float | None = None) -> dict[Cell, int]:
        """Return the cells that are the same in all solutions. See `candidates`."""
        from csp_sudoku.proofs.candidates import backbone

        return backbone(self, timeout=timeout)

    def why(
        self, cell: CellKey, value: int, *, holds: bool = True, timeout: float | None = 10.0
    ) -> ModelReason | None:
        """Return the fewest clues and constraints that force a value; None if they do not.

        >>> print(Puzzle("12.. .... ..3. ....").why("r1c3", 4))
        r1c3 == 4, because r1c1 = 1, r1c2 = 2, r3c3 = 3, row 1 and column 3
        >>> print(Puzzle("12.. .... ..3. ....").why("r1c3", 3, holds=False))
        r1c3 != 3, because r3c3 = 3 and column 3

        Args:
            cell: the cell.
            value: the value in question.
            holds: whether to ask why it must be there; else, why it cannot be there.
            timeout: seconds after which the best reason so far is returned.
        """
        at, model = self.board.cell_index(cell), self.csp
        wanted = checked_value(self.board, value, self.board.cells[at])
        variable = model.variables[at]
        return model.why(variable == wanted if holds else variable != wanted, timeout=timeout)

    def is_minimal(
        self, backend: str | Backend = "auto", *, timeout: float | None = None
    ) -> Minimality:
        """Tell whether this is proper, and no clue can be dropped; see `minimal.is_minimal`.

        >>> puzzle = Puzzle("...4 3.1. 21.. ....")
        >>> bool(puzzle.is_minimal()), puzzle.replace({(3, 3): 1}).is_minimal().redundant
        (True, Cell(row=1, column=2))
        """
        from csp_sudoku.making.minimal import is_minimal

        return is_minimal(self, backend=backend, timeout=timeout)

    # How hard it is

    def rate(self, *, timeout: float | None = None) -> Rating:
        """Return how hard the puzzle is, on the scale of Sudoku Explainer 1.2.1.

        See `csp_sudoku.logic.rating.rate`: plain 9x9 puzzles with one solution.
        """
        from csp_sudoku.logic.rating import rate

        return rate(self, timeout=timeout)

    # Solving as people do: see `csp_sudoku.logic`

    def explain(
        self,
        *,
        unique: bool = False,
        reasons: bool = False,
        guess: bool = False,
        seed: int = 0,
        timeout: float | None = None,
        alphabet: str | None = None,
        tell: Callable[[Step], object] | None = None,
    ) -> Explanation:
        """Explain the puzzle step by step, always by the easiest next step.

        >>> print(Puzzle("1234 3412 2143 43..").explain())
        1. r4c3 is the last open cell of column 3: it is 2
        2. r4c4 is the last open cell of row 4: it is 1
        solved

        If no technique leads further, the explanation ends "stuck" and says whether the puzzle has
        several solutions. A contradiction names the cells.

        Args:
            unique: use techniques that assume a unique solution, if there is exactly one.
            reasons: where no technique helps, give a smallest set of constraints that rules out a
                candidate.
            guess: where nothing helps, continue with guesses, to the end.
            seed: the seed of the guesses.
            timeout: seconds after which to stop between two steps.
            alphabet: the symbols for values in the sentences.
            tell: called with each step, as `print` may be; silent by default.
        """
        from csp_sudoku.logic.solver import explain

        return explain(
            self,
            unique=unique,
            reasons=reasons,
            guess=guess,
            seed=seed,
            timeout=timeout,
            alphabet=alphabet,
            tell=tell,
        )

    def hint(
        self,
        level: int = 1,
        *,
        entries: Mapping[CellKey, int] | None = None,
        unique: bool = False,
        timeout: float | None = 5.0,
        alphabet: str | None = None,
    ) -> Hint:
        """Return a hint for the next step; refused while the board has an error.

        >>> puzzle = Puzzle("1... ..2. .3.. ...4")
        >>> [str(puzzle.hint(level)) for level in (1, 2)]
        ['look at box 2', 'hidden single in a block: look at box 2']
        >>> print(puzzle.hint(entries={"r1c2": 4}))
        no hint while the board has an error: r1c2 is not 4

        Args:
            level: 1 names an area to look at, 2 the technique as well, 3 the whole step.
            entries: what was entered into the puzzle so far, by cell.
            unique: use techniques that assume a unique solution, if there is exactly one.
            timeout: seconds for the search for errors, and for a reason without a technique.
            alphabet: the symbols for values in the sentences.
        """
        from csp_sudoku.logic.hints import hint

        return hint(self, level, entries=entries, unique=unique, timeout=timeout, alphabet=alphabet)

    def hardness(self, *, timeout: float | None = 60.0) -> Hardness:
        """Return how large the reasons must be that solve the puzzle: a measure of difficulty.

        >>> Puzzle("1... ..2. .3.. ...4").hardness()
        Hardness(size=1, is_exact=True, is_solved=True)
        """
        from csp_sudoku.logic.hardness import hardness

        return hardness(self, timeout=timeout)

    # Answering: see `Questions`

    def _decoded(self, problem: Problem, codes: Sequence[int]) -> Solution:
        count = len(self.board.cells)
        cells = numbered(codes[:count])
        if self._ruled is None or not self._ruled.extra:
            return Solution._trusted(self.board, cells, ruled=self._ruled)  # others may follow
        others = {
            str(v.name): v.domain[codes[v.index]]
            for v in self._ruled.csp.variables[count : count + self._ruled.extra]
        }
        return Solution._trusted(self.board, cells, others, self._ruled)

    def _impossible(self) -> Contradiction | None:
        return self.clash()

    def _solved(self, values: Iterable[int], who: str) -> Solution:
        """Return what `who` found as a solution of this puzzle, after the gate of all answers."""
        problem = self.problem
        return self._decoded(problem, problem.checked([value - 1 for value in values], who))


class Solution(_Filling):
    """A board filled in so that all its constraints hold; anything else is refused.

    >>> solution = Solution("1234 3412 2143 4321")
    >>> solution[0, 1], solution.solves(Puzzle("1... .... .... ...1"))
    (2, True)
    >>> Solution("1134 3412 2143 4321")
    Traceback (most recent call last):
    csp_sudoku.errors.PuzzleError: not a solution: r1c1 and r1c2 in row 1 are both 1

    The solution of a puzzle with rules has these rules. What is asked of it, such as its minimum
    puzzle, is asked under them. Solutions with the same values are equal, whatever their rules.

    >>> Solution("1234 3412 2143 4321", rules=["thermo r1c1-r1c3"]).rules
    (rules.thermo('r1c1 r1c2 r1c3'),)
    """

    __slots__ = ("variables",)

    variables: Mapping[str, int]
    """The values of variables that are not cells, by name, if the puzzle's rules have any."""

    def __init__(
        self,
        values: str | Mapping[tuple[int, int], int] | Sequence[object],
        *,
        board: Board | str | None = None,
        variables: Mapping[str, int] = _NO_VARIABLES,
        rules: Iterable[Rule | str | Mapping[str, object]] = (),
    ) -> None:
        filled = Puzzle(values, board=board, rules=rules)
        broken = _why_not_filled(filled) or filled.clash()
        if not broken and filled.rules:
            broken = _broken_rule(filled, variables)
        elif not broken and not filled.has_groups_alone:
            broken = filled.problem.violation([value - 1 for value in filled.values])
        if broken:
            raise PuzzleError(f"not a solution: {broken}")
        others = MappingProxyType(dict(variables)) if variables else _NO_VARIABLES
        _set(self, "board", filled.board)
        _set(self, "_values", filled.values)
        _set(self, "_ruled", filled._ruled)
        _set(self, "variables", others)

    @classmethod
    def _trusted(
        cls,
        board: Board,
        values: bytes,
        variables: Mapping[str, Any] = _NO_VARIABLES,
        ruled: Ruled | None = None,
    ) -> Solution:
        """Make a solution from values that passed the gate: see `Problem.checked`."""
        solution = cls.__new__(cls)
        others = MappingProxyType(dict(variables)) if variables else _NO_VARIABLES
        _set(solution, "board", board)
        _set(solution, "_values", values)
        _set(solution, "_ruled", ruled)
        _set(solution, "variables", others)
        return solution

    def with_rules(self, *rules: Rule | str | Mapping[str, object]) -> Solution:
        """Return the same values as a solution under these rules alone; none of them drops all.

        >>> Solution("1234 3412 2143 4321").with_rules("thermo r1c4-r1c1")
        Traceback (most recent call last):
        csp_sudoku.errors.PuzzleError: not a solution: thermo r1c4 r1c3 r1c2 r1c1 does not hold
        """
        others = self.variables if rules else _NO_VARIABLES
        return Solution(tuple(self._values), board=self.board, variables=others, rules=rules)

    def __repr__(self) -> str:
        others = f", variables={dict(self.variables)!r}" if self.variables else ""
        values = self.to("line") if self.board.first != 0 else list(self._values)
        rules = f", rules={list(self.rules)!r}" if self.rules else ""
        return f"Solution({values!r}{self._board_argument()}{others}{rules})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return (
            self._values == other._values
            and self.board == other.board
            and self.variables == other.variables
        )

    def __hash__(self) -> int:
        return hash(self._values)

    def __reduce__(self) -> tuple[object, ...]:
        return _solution, (tuple(self._values), self.board, dict(self.variables), self.rules)

    def __iter__(self) -> Iterator[int]:
        return iter(self._values)

    @property
    def assignment(self) -> Mapping[Hashable, int]:
        """The numbers by cell (and variable): the form in which a CSP's solutions come."""
        numbers = self.board.numbers
        cells = {c: numbers[v - 1] for c, v in zip(self.board.cells, self._values, strict=True)}
        return MappingProxyType({**cells, **self.variables})

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle in which every cell is a clue, under the same rules."""
        return Puzzle._trusted(self.board, self._values, self.rules)

    def violation(self, puzzle: Puzzle) -> Contradiction | None:
        """Return why this does not solve the puzzle; None if it does."""
        if not isinstance(puzzle, Puzzle):
            raise PuzzleError(f"expected a puzzle, got {shown(puzzle)}")
        if puzzle.board != self.board:
            return Contradiction(f"the puzzle is on {puzzle.board.name}, not {self.board.name}", ())
        for variable, value, mask in zip(
            self.board.csp.variables, self._values, puzzle.masks, strict=True
        ):
            if not mask >> (value - 1) & 1:
                return Contradiction(f"{variable} cannot be {value}", (variable,))
        if puzzle.rules:
            filled = Puzzle._trusted(self.board, self._values, puzzle.rules)
            return _broken_rule(filled, self.variables)
        if puzzle.has_groups_alone:
            return None
        return puzzle.problem.violation([value - 1 for value in self._values])

    def solves(self, puzzle: Puzzle) -> bool:
        """Whether this is a solution of the puzzle."""
        return self.violation(puzzle) is None


def _solution(
    values: tuple[int, ...],
    board: Board,
    variables: Mapping[str, int] = _NO_VARIABLES,
    rules: tuple[Rule, ...] = (),
) -> Solution:
    return Solution(values, board=board, variables=variables, rules=rules)


def _broken_rule(filled: Puzzle, variables: Mapping[str, int]) -> Contradiction | None:
    """Return the first rule that does not hold where every cell has a value."""
    csp = filled.csp.with_values(variables)
    if all(len(domain) == 1 for domain in csp.domains.values()):
        return csp.violation({v: domain[0] for v, domain in csp.domains.items()})
    if csp.count(1):
        return None
    return Contradiction("the rules leave the other variables no values", ())


def _why_not_filled(puzzle: Puzzle) -> Contradiction | None:
    if all(puzzle.values):
        return None
    variable: Variable = puzzle.board.csp.variables[puzzle.values.index(0)]
    return Contradiction(f"{variable} has no value", (variable,))
