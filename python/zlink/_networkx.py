"""Conversions between networkx graphs and puzzles."""

from __future__ import annotations

from typing import Any

from ._zlink import Puzzle


def puzzle(graph: Any, **keywords: Any) -> Puzzle[Any]:
    """The puzzle for a graph: the implementation of ``Puzzle.from_networkx``."""
    if not all(hasattr(graph, name) for name in ("is_directed", "is_multigraph", "nodes", "edges")):
        raise TypeError(f"a graph of networkx is expected, not {type(graph).__name__}")
    if graph.is_directed():
        raise ValueError("the graph is directed: use graph.to_undirected()")
    if graph.is_multigraph():
        raise ValueError("the graph is a multigraph, which may have several edges between two vertices: use networkx.Graph(graph)")
    positions = keywords.pop("positions", None)
    if positions is None:
        found = dict(graph.nodes(data="pos"))
        if found and all(place is not None for place in found.values()):
            positions = found
    if positions is not None:
        # In pictures of zlink, y grows downwards; in networkx, it grows upwards.
        if not hasattr(positions, "items"):
            raise TypeError(f"positions are a mapping, not {type(positions).__name__}")
        positions = {vertex: _turned(vertex, place) for vertex, place in positions.items()}
    return Puzzle.from_edges(graph.edges, vertices=graph.nodes, positions=positions, **keywords)


def _turned(vertex: Any, place: Any) -> tuple[Any, Any]:
    try:
        if isinstance(place, (set, frozenset)):
            raise TypeError
        x, y = place
        return x, -y
    except (TypeError, ValueError):
        raise ValueError(f"the position of {vertex!r} is no pair of numbers") from None


def graph(puzzle: Puzzle[Any]) -> Any:
    """The graph of a puzzle: the implementation of ``Puzzle.to_networkx``."""
    import networkx

    graph = networkx.Graph()
    positions = puzzle.positions
    for vertex in puzzle.vertices:
        place = positions.get(vertex)
        graph.add_node(vertex, **({} if place is None else {"pos": (place[0], -place[1])}))
    graph.add_edges_from(puzzle.edges)
    return graph
