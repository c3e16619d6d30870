"""Cages that tile the board, or some of them: killer sums, and KenKen's operations."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from csp_sudoku.boards import Cell
from csp_sudoku.making.layouts.canvas import Canvas, Numbers, Shape, Unit
from csp_sudoku.rules import Rule, cage, calc

_SIZES = (2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5)
_LARGEST = 5
_LARGEST_PRODUCT = 3_000


def killer(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read killer cages off a full board: digits differ, 2 to 5 cells, single ones where needed."""
    return _units(canvas, numbers, wanted, _all_differ, _killer)


def kenken(canvas: Canvas, numbers: Numbers, wanted: int | None) -> list[Unit]:
    """Read KenKen cages off a full board, each with an operation that fits."""
    return _units(canvas, numbers, wanted, lambda values: True, _kenken)


def _units(
    canvas: Canvas,
    numbers: Numbers,
    wanted: int | None,
    fits: Callable[[list[int]], bool],
    made: Callable[[Canvas, Shape, Numbers], Rule],
) -> list[Unit]:
    drawn = _Tiling(canvas, numbers, fits).cages(wanted)
    return [tuple(made(canvas, tuple(sorted(one)), numbers) for one in shapes) for shapes in drawn]


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
    """Cages that grow over free cells; under a symmetry, a cage and its images together."""

    def __init__(self, canvas: Canvas, numbers: Numbers, fits: Callable[[list[int]], bool]) -> None:
        self.canvas = canvas
        self.numbers = numbers
        self.fits = fits
        self.free = set(canvas.board.cells)
        self.cage_of: dict[Cell, int] = {}
        self.drawn: list[list[Shape]] = []

    def cages(self, wanted: int | None) -> list[list[Shape]]:
        """Return the cages: as many as wanted, or as many as tile the board."""
        count = 0
        while self.free and (wanted is None or count < wanted):
            shapes = self._grown(self._start(whole=wanted is None))
            if wanted is not None and len(shapes[0]) == 1:
                self.free.difference_update(*shapes)  # nothing fits beside it
                continue
            self._take(shapes)
            count += len(shapes)
        if wanted is None and not self.canvas.moves:
            self._join_single_cells()
        return [shapes for shapes in self.drawn if shapes]

    def _take(self, shapes: list[Shape]) -> None:
        self.free.difference_update(*shapes)
        self.cage_of |= {cell: len(self.drawn) for shape in shapes for cell in shape}
        self.drawn.append(shapes)

    def _start(self, *, whole: bool) -> Cell:
        """Choose a free cell: to tile the board, one with few free neighbours."""
        cells = sorted(self.free)
        if whole:
            rooms = [self._room(cell) for cell in cells]
            fewest = min(rooms)
            cells = [cell for cell, room in zip(cells, rooms, strict=True) if room == fewest]
        return self.canvas.rng.choice(cells)

    def _room(self, cell: Cell) -> int:
        return sum(map(self.free.__contains__, self.canvas.beside[cell]))

    def _grown(self, start: Cell) -> list[Shape]:
        """Grow a cage from a cell to a random size, as far as there is room."""
        canvas, size = self.canvas, self.canvas.rng.choice(_SIZES)
        shape: Shape = (start,)
        while len(shape) < size:
            options = []
            for other in sorted({o for cell in shape for o in canvas.beside[cell]} - set(shape)):
                larger = (*shape, *self._added(shape, other))
                if len(larger) <= _LARGEST and self._is_cage(larger):
                    options.append((larger, 4 - self._room(other)))
            if not options:
                break
            shape = canvas.weighed([one for one, _ in options], [1 + room for _, room in options])
        return canvas.images_of(shape) or [shape]

    def _added(self, shape: Shape, cell: Cell) -> Shape:
        """Return what a cage must take with a cell: its images by the moves that keep the cage."""
        cells = set(shape)
        keeping = [
            move for move in self.canvas.moves if {Cell(*move(one)) for one in shape} == cells
        ]
        return tuple(sorted({cell, *(Cell(*move(cell)) for move in keeping)}))

    def _is_cage(self, shape: Shape) -> bool:
        images = self.canvas.images_of(shape)
        return images is not None and all(
            self.free.issuperset(image) and self.fits([self.numbers[cell] for cell in image])
            for image in images
        )

    def _join_single_cells(self) -> None:
        """Give cells that stand alone to a cage beside them, where one can take them."""
        for shapes in list(self.drawn):
            if len(shapes[0]) > 1:
                continue
            (cell,) = shapes[0]
            beside = sorted({self.cage_of[other] for other in self.canvas.beside[cell]})
            self.canvas.rng.shuffle(beside)
            for number in beside:
                larger = (*self.drawn[number][0], cell)
                if len(larger) <= _LARGEST and self.fits([self.numbers[c] for c in larger]):
                    self.drawn[self.cage_of[cell]] = []
                    self.drawn[number] = [larger]
                    self.cage_of[cell] = number
                    break
