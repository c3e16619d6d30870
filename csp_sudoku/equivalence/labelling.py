"""Canonical labelling of coloured graphs: isomorphic graphs become the same graph.

Vertices are told apart by refining their colours, and where that ends, by individualizing one
vertex after another; of all ways to do so the smallest graph wins. Symmetries that are found prune
the search. (B. McKay, A. Piperno: Practical graph isomorphism II, 2014.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

Labels: TypeAlias = list[int]
"""A number for each vertex, all different."""
Trace: TypeAlias = tuple[tuple[int, ...], ...]
"""What refining saw: the same for isomorphic graphs."""
Pulse: TypeAlias = Callable[[], object]
"""Called often during a search; it may raise to stop it."""


class Graph:
    """An undirected graph with coloured vertices, numbered from 0.

    Vertices of the lowest colour are individualized first.
    """

    def __init__(self, colours: Sequence[int], edges: Sequence[tuple[int, int]]) -> None:
        self.colours = tuple(colours)
        self.edges = tuple(edges)
        self.neighbours: list[list[int]] = [[] for _ in self.colours]
        for one, other in self.edges:
            self.neighbours[one].append(other)
            self.neighbours[other].append(one)

    def relabelled(self, labels: Sequence[int]) -> Graph:
        """Return the graph with vertex v called labels[v]."""
        colours = [0] * len(labels)
        for vertex, label in enumerate(labels):
            colours[label] = self.colours[vertex]
        return Graph(colours, self.shape(labels))

    def shape(self, labels: Sequence[int]) -> list[tuple[int, int]]:
        """Return the edges between new labels, in order."""
        pairs = ((labels[one], labels[other]) for one, other in self.edges)
        return sorted((a, b) if a < b else (b, a) for a, b in pairs)


def canonical_labels(graph: Graph, pulse: Pulse = bool) -> Labels:
    """Return labels under which isomorphic graphs become the same graph.

    >>> path, same = Graph([0] * 3, [(0, 1), (1, 2)]), Graph([0] * 3, [(1, 0), (0, 2)])
    >>> path.shape(canonical_labels(path)) == same.shape(canonical_labels(same))
    True
    """
    return _LabelSearch(graph, pulse).labels()


def isomorphism(graph: Graph, other: Graph, pulse: Pulse = bool) -> Labels | None:
    """Return for each vertex of a graph its image in another; None if they are not isomorphic.

    The same graphs always give the same answer.
    """
    return _match(graph, _Colouring.of(graph), other, _Colouring.of(other), pulse)


class _Colouring:
    """An ordered partition of the vertices: a colour is the number of vertices before it."""

    def __init__(self, colour: list[int], classes: dict[int, list[int]], trace: Trace) -> None:
        self.colour = colour
        self.classes = classes
        self.trace = trace

    @classmethod
    def of(cls, graph: Graph) -> _Colouring:
        classes: dict[int, list[int]] = {}
        ordered = sorted(range(len(graph.colours)), key=graph.colours.__getitem__)
        colour = [0] * len(ordered)
        start = 0
        for i, vertex in enumerate(ordered):
            if i and graph.colours[vertex] != graph.colours[ordered[i - 1]]:
                start = i
            classes.setdefault(start, []).append(vertex)
            colour[vertex] = start
        new = cls(colour, classes, ())
        new._refine(graph, sorted(classes))
        return new

    def individualized(self, graph: Graph, vertex: int, bound: Trace | None = None) -> _Colouring:
        """Return the refined colouring in which a vertex has a colour of its own, before its class.

        Refining stops as soon as the trace is larger than the bound.
        """
        start = self.colour[vertex]
        rest = [v for v in self.classes[start] if v != vertex]
        classes = {**self.classes, start: [vertex], start + 1: rest}
        colour = self.colour.copy()
        for v in rest:
            colour[v] = start + 1
        new = _Colouring(colour, classes, ())
        new._refine(graph, [start], bound)
        return new

    def open_class(self, graph: Graph) -> int | None:
        """Return the smallest class of several vertices, of the lowest colour; None if discrete."""
        open_classes = ((start, vs) for start, vs in self.classes.items() if len(vs) > 1)
        ranked = [(graph.colours[vs[0]], len(vs), start) for start, vs in open_classes]
        return min(ranked)[2] if ranked else None

    def _refine(self, graph: Graph, queue: list[int], bound: Trace | None = None) -> None:
        """Split classes by the number of neighbours in each other, until nothing changes."""
        trace: list[tuple[int, ...]] = []
        waiting = set(queue)
        while queue:
            splitter = queue.pop(0)
            waiting.discard(splitter)
            count: dict[int, int] = {}
            for vertex in self.classes[splitter]:
                for v in graph.neighbours[vertex]:
                    count[v] = count.get(v, 0) + 1
            for start in sorted({self.colour[v] for v in count}):
                parts: dict[int, list[int]] = {}
                for v in self.classes[start]:
                    parts.setdefault(count.get(v, 0), []).append(v)
                ordered = sorted(parts.items())
                seen = (splitter, start, *(n for k, vs in ordered for n in (k, len(vs))))
                trace.append(seen)
                if bound is not None and (there := bound[len(trace) - 1 : len(trace)]) != (seen,):
                    if (seen,) > there:
                        self.trace = tuple(trace)
                        return
                    bound = None
                if len(parts) == 1:
                    continue
                starts = self._split(start, [part for _, part in ordered])
                if start not in waiting:
                    largest = max(starts, key=lambda s: (len(self.classes[s]), -s))
                    starts.remove(largest)
                for s in starts:
                    if s not in waiting:
                        waiting.add(s)
                        queue.append(s)
        self.trace = tuple(trace)

    def _split(self, start: int, parts: list[list[int]]) -> list[int]:
        starts = []
        for part in parts:
            self.classes[start] = part
            for v in part:
                self.colour[v] = start
            starts.append(start)
            start += len(part)
        return starts


class _Leaf(NamedTuple):
    """A discrete colouring: its labels, the graph under them, and the individualized vertices."""

    labels: Labels
    shape: list[tuple[int, int]]
    path: tuple[int, ...]


class _LabelSearch:
    """The tree of individualized vertices, pruned by traces and symmetries."""

    def __init__(self, graph: Graph, pulse: Pulse) -> None:
        self.graph = graph
        self.pulse = pulse
        self.traces: list[Trace] = []
        self.best: _Leaf | None = None
        self.symmetries: list[Labels] = []

    def labels(self) -> Labels:
        self._visit(_Colouring.of(self.graph), ())
        assert self.best is not None
        return self.best.labels

    def _visit(self, colouring: _Colouring, path: tuple[int, ...]) -> int:
        """Search below a node; return the depth at which the search continues."""
        self.pulse()
        depth = len(path)
        if depth == len(self.traces):
            self.traces.append(colouring.trace)
        elif colouring.trace > self.traces[depth]:
            return depth
        elif colouring.trace < self.traces[depth]:
            self.traces[depth:] = [colouring.trace]
            self.best = None
        start = colouring.open_class(self.graph)
        if start is None:
            return self._leaf(colouring, path)
        tried: list[int] = []
        for vertex in sorted(colouring.classes[start]):
            if tried and self._is_image(vertex, tried, path):
                continue
            tried.append(vertex)
            bound = self.traces[depth + 1] if depth + 1 < len(self.traces) else None
            below = colouring.individualized(self.graph, vertex, bound)
            back = self._visit(below, (*path, vertex))
            if back < depth:
                return back
        return depth

    def _leaf(self, colouring: _Colouring, path: tuple[int, ...]) -> int:
        shape = self.graph.shape(colouring.colour)
        if self.best is None or shape < self.best.shape:
            self.best = _Leaf(colouring.colour, shape, path)
        elif shape == self.best.shape:
            vertex_of = {label: v for v, label in enumerate(colouring.colour)}
            self.symmetries.append([vertex_of[label] for label in self.best.labels])
            pairs = zip(path, self.best.path, strict=True)
            return next(i for i, (one, other) in enumerate(pairs) if one != other)
        return len(path)

    def _is_image(self, vertex: int, tried: list[int], path: tuple[int, ...]) -> bool:
        """Whether known symmetries that keep the path map a tried vertex to this one."""
        keep = [s for s in self.symmetries if all(s[v] == v for v in path)]
        orbit, todo = set(tried), list(tried)
        while todo:
            v = todo.pop()
            for symmetry in keep:
                if symmetry[v] not in orbit:
                    orbit.add(symmetry[v])
                    todo.append(symmetry[v])
        return vertex in orbit


def _match(one: Graph, a: _Colouring, other: Graph, b: _Colouring, pulse: Pulse) -> Labels | None:
    pulse()
    if a.trace != b.trace or {s: len(c) for s, c in a.classes.items()} != {
        s: len(c) for s, c in b.classes.items()
    }:
        return None
    start = a.open_class(one)
    if start is None:
        if one.shape(a.colour) != other.shape(b.colour):
            return None
        vertex_of = {label: v for v, label in enumerate(b.colour)}
        return [vertex_of[label] for label in a.colour]
    next_a = a.individualized(one, min(a.classes[start]))
    for vertex in sorted(b.classes[start]):
        found = _match(one, next_a, other, b.individualized(other, vertex), pulse)
        if found is not None:
            return found
    return None
