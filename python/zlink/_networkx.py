"""Conversions between networkx graphs and puzzles."""

from __future__ import annotations

import math
from collections.abc import Callable
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
    if "vertices" in keywords:
        raise TypeError("the vertices are the nodes of the graph: Puzzle.from_networkx() has no keyword 'vertices'")
    if isinstance(keywords.get("cells"), str):
        if keywords["cells"] != "faces":
            raise ValueError(f"cells are 'faces' or collections of edges, not {keywords['cells']!r}")
        keywords["cells"] = _faces(graph, positions)
    return Puzzle.from_edges(graph.edges, vertices=graph.nodes, positions=positions, **keywords)


def _turned(vertex: Any, place: Any) -> tuple[Any, Any]:
    try:
        if isinstance(place, (set, frozenset)):
            raise TypeError
        x, y = place
        return x, -y
    except (TypeError, ValueError):
        raise ValueError(f"the position of {vertex!r} is no pair of numbers") from None


def graph(puzzle: Puzzle[Any], edges: Any = None) -> Any:
    """The graph of a puzzle, or of those of its edges that are given: the implementation of the methods ``to_networkx``."""
    import networkx

    graph = networkx.Graph()
    if edges is None:
        edges = puzzle.edges
        graph.add_nodes_from(puzzle.vertices)
    graph.add_edges_from(edges)
    for vertex, (x, y) in puzzle.positions.items():
        if vertex in graph:
            graph.nodes[vertex]["pos"] = (x, -y)
    return graph


def _faces(graph: Any, positions: Any) -> list[Any]:
    """The faces of a planar graph as lists of edges, without the outer one of each component: those of the straight-line drawing at
    these positions if it is plane, or else those of some embedding, whose longest face is taken as the outer one."""
    import networkx

    embedding = networkx.PlanarEmbedding()
    size: Callable[[list[Any]], Any] = len
    try:
        embedding.set_data({vertex: _neighbours_around(graph, positions, vertex) for vertex in graph})
        embedding.check_structure()
        size = lambda face: abs(_area([positions[vertex] for vertex in face]))
    except (TypeError, KeyError, networkx.NetworkXException):
        is_planar, embedding = networkx.check_planarity(graph)
        if not is_planar:
            raise ValueError("the graph is not planar, so it has no faces: give each cell as its edges") from None
    faces: list[Any] = []
    passed: set[Any] = set()
    for edge in embedding.edges:
        if edge not in passed:
            faces.append(embedding.traverse_face(*edge, mark_half_edges=passed))
    component = {vertex: number for number, part in enumerate(networkx.connected_components(graph)) for vertex in part}
    outer: dict[int, Any] = {}
    for face in faces:
        place = component[face[0]]
        if place not in outer or size(face) > size(outer[place]):
            outer[place] = face
    inner = [face for face in faces if face is not outer[component[face[0]]]]
    return [list(zip(face, face[1:] + face[:1])) for face in inner]


def _neighbours_around(graph: Any, positions: Any, vertex: Any) -> list[Any]:
    x, y = positions[vertex]
    return sorted(graph[vertex], key=lambda other: math.atan2(positions[other][1] - y, positions[other][0] - x))


def _area(corners: list[Any]) -> Any:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1]))
