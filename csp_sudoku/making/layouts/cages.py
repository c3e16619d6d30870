"""Cages that tile the board, or some of them: killer sums, and KenKen's operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from csp_sudoku.bits import members, union
from csp_sudoku.boards import Board, Cell
from csp_sudoku.boards.board import once_a_board
from csp_sudoku.making.layouts.canvas import Canvas, Numbers, Shape, Unit, neighbours
from csp_sudoku.making.layouts.swaps import swaps, untold
from csp_sudoku.rules import Rule, cage, calc

_SIZES = (2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5)
_LARGEST = 5
_LARGEST_PRODUCT = 3_000
_REDRAWN = 20
"""How often cages are drawn anew where two numbers could trade places."""


def killer(
    canvas: Canvas, numbers: Numbers, wanted: int | None, kept: Sequence[Rule] = ()
) -> list[Unit]:
    """Read killer cages off a full board: digits differ, 2 to 5 cells, single ones where needed."""
    return _units(canvas, numbers, wanted, _all_differ, _killer, kept)


def kenken(
    canvas: Canvas, numbers: Numbers, wanted: int | None, kept: Sequence[Rule] = ()
) -> list[Unit]:
    """Read KenKen cages off a full board, each with an operation that fits."""
    return _units(canvas, numbers, wanted, lambda values: True, _kenken, kept)


def _units(
    canvas: Canvas,
    numbers: Numbers,
    wanted: int | None,
    fits: Callable[[list[int]], bool],
    made: Callable[[Canvas, Shape, Numbers], Rule],
    kept: Sequence[Rule],
) -> list[Unit]:
    tiling = _Tiling(canvas, numbers, fits)
    known = {tiling.mask(rule): rule for rule in kept}
    for shape in known:
        tiling.take([shape])
    drawn = tiling.cages(wanted)
    if wanted is None and not canvas.moves:
        drawn = tiling.without_swaps()
    return [
        tuple(known.get(shape) or made(canvas, tiling.shape(shape), numbers) for shape in shapes)
        for shapes in drawn
    ]


def _killer(canvas: Canvas, cells: Shape, numbers: Numbers) -> Rule:
    return cage(cells, sum(numbers[cell] for cell in cells))


def _all_differ(values: list[int]) -> bool:
    return len(set(values)) == len(values)


def _kenken(canvas: Canvas, cells: Shape, numbers: Numbers) -> Rule:
    """Choose an operation: - and / for two cells, / wherever it goes, + and * for more."""
    values = sorted(numbers[cell] for cell in cells)
    if len(cells) == 1:
        return calc(cells, "+", values[0])
    if len(cells) == 2:
        low, high = values
        if low and high % low == 0 and canvas.rng.below(3):
            return calc(cells, "/", high // low)
        if canvas.rng.below(2):
            return calc(cells, "-", high - low)
    product = prod(values)
    if product <= _LARGEST_PRODUCT and canvas.rng.below(2):
        return calc(cells, "*", product)
    return calc(cells, "+", sum(values))


class _Tiling:
    """Cages that grow over free cells; under a symmetry, a cage and its images together.

    A cage is a mask with one bit for each cell.
    """

    def __init__(self, canvas: Canvas, numbers: Numbers, fits: Callable[[list[int]], bool]) -> None:
        cells = canvas.board.cells
        self.canvas = canvas
        self.cells = cells
        self.numbers = [numbers[cell] for cell in cells]
        self.fits = fits
        self.beside = _beside(canvas.board)
        self.moves = [
            [canvas.board.index[Cell(*move(cell))] for cell in cells] for move in canvas.moves
        ]
        self.free = (1 << len(cells)) - 1
        self.drawn: list[list[int]] = []

    def mask(self, rule: Rule) -> int:
        """Return the mask of a rule's cells."""
        index = self.canvas.board.index
        return union([index[cell] for cell in rule.cells if isinstance(cell, Cell)])

    def shape(self, mask: int) -> Shape:
        """Return the cells of a mask."""
        return tuple([self.cells[number] for number in members(mask)])

    def cages(self, wanted: int | None) -> list[list[int]]:
        """Return the cages: as many as wanted, or as many as tile the board."""
        count = 0
        while self.free and (wanted is None or count < wanted):
            shapes = self._grown(self._start(whole=wanted is None))
            if wanted is not None and shapes[0].bit_count() == 1:
                self.free &= ~sum(shapes)  # nothing fits beside it
                continue
            self.take(shapes)
            count += len(shapes)
        if wanted is None and not self.moves:
            self._join_single_cells()
        return [shapes for shapes in self.drawn if shapes]

    def without_swaps(self) -> list[list[int]]:
        """Return cages that tell of two numbers if they trade places, as far as a few tries go."""
        possible = swaps(self.canvas.board, self.numbers)
        for _ in range(_REDRAWN):
            cells = untold(possible, [members(shape) for (shape,) in filter(None, self.drawn)])
            if not cells:
                break
            region = union(cells)
            region |= self._around(region)
            for shapes in self.drawn:
                if shapes and shapes[0] & region:
                    self.free |= shapes.pop()
            self.cages(None)
        return [shapes for shapes in self.drawn if shapes]

    def take(self, shapes: list[int]) -> None:
        """Put a cage and its images on the board."""
        self.free &= ~sum(shapes)  # they do not overlap
        self.drawn.append(shapes)

    def _start(self, *, whole: bool) -> int:
        """Choose a free cell: to tile the board, one with few free neighbours."""
        cells = list(members(self.free))
        if whole:
            rooms = [self._room(cell) for cell in cells]
            fewest = min(rooms)
            cells = [cell for cell, room in zip(cells, rooms, strict=True) if room == fewest]
        return self.canvas.rng.choice(cells)

    def _room(self, cell: int) -> int:
        return (self.beside[cell] & self.free).bit_count()

    def _around(self, shape: int) -> int:
        """Return the cells beside a cage."""
        around = 0
        for cell in members(shape):
            around |= self.beside[cell]
        return around & ~shape

    def _grown(self, start: int) -> list[int]:
        """Grow a cage from a cell to a random size, as far as there is room."""
        size, shape = self.canvas.rng.choice(_SIZES), 1 << start
        while shape.bit_count() < size:
            options, weights = [], []
            for other in members(self._around(shape) & self.free):
                larger = shape | self._added(shape, other)
                if larger.bit_count() <= _LARGEST and self._is_cage(larger):
                    options.append(larger)
                    weights.append(5 - self._room(other))
            if not options:
                break
            shape = self.canvas.weighed(options, weights)
        return self._images(shape) or [shape]

    def _images(self, shape: int) -> list[int] | None:
        """Return a cage and its images; None if two of them overlap without being the same."""
        found = [shape]
        for move in self.moves:
            image = union([move[cell] for cell in members(shape)])
            if image in found:
                continue
            if any(image & other for other in found):
                return None
            found.append(image)
        return found

    def _added(self, shape: int, cell: int) -> int:
        """Return what a cage must take with a cell: its images by the moves that keep the cage."""
        added = 1 << cell
        for move in self.moves:
            if union([move[one] for one in members(shape)]) == shape:
                added |= 1 << move[cell]
        return added

    def _is_cage(self, shape: int) -> bool:
        images = self._images(shape)
        return images is not None and all(
            not image & ~self.free and self.fits([self.numbers[cell] for cell in members(image)])
            for image in images
        )

    def _join_single_cells(self) -> None:
        """Give cells that stand alone to a cage beside them, where one can take them."""
        for single, shapes in enumerate(self.drawn):
            if not shapes or shapes[0].bit_count() > 1:
                continue
            (cell,) = members(shapes[0])
            beside = [
                number
                for number, others in enumerate(self.drawn)
                if others and others[0] & self.beside[cell]
            ]
            self.canvas.rng.shuffle(beside)
            for number in beside:
                larger = self.drawn[number][0] | shapes[0]
                numbers = [self.numbers[one] for one in members(larger)]
                if larger.bit_count() <= _LARGEST and self.fits(numbers):
                    self.drawn[single] = []
                    self.drawn[number] = [larger]
                    break


@once_a_board
def _beside(board: Board) -> list[int]:
    """Return for each cell the mask of those that share an edge with it."""
    return [
        union([board.index[other] for other in around]) for around in neighbours(board).values()
    ]
