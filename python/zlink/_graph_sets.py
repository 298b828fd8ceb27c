"""Sets of edges with given properties, under the names of Graphillion's GraphSet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from inspect import signature
from math import ceil, floor, lcm
from operator import index, or_
from typing import Any, Dict, List, NamedTuple, SupportsIndex, Tuple, Union

from ._zlink import Family, _GraphSets

_Sets = Family[Tuple[Any, Any]]
_Numbers = Union[SupportsIndex, Iterable[SupportsIndex]]
# A condition as the compiled half takes it: see python/src/graph_sets.rs.
_Conditions = Dict[str, Any]
_Linear = Tuple[List[int], int, int]
_Weights = Tuple[List[int], int, int]

# The absolute weights of a linear constraint add up to at most this much for the frontier to count them.
_MOST = 2**62


class _Costs(NamedTuple):
    """A linear constraint whose integers are too large for the frontier."""

    weights: dict[tuple[Any, Any], Fraction]
    least: Any
    most: Any


class GraphSets(_GraphSets):
    """The sets of edges of a graph with given properties: trees, forests, connected subgraphs, matchings, ...

    The methods have the names and the keywords of Graphillion's ``GraphSet``, and each returns a ``Family`` whose elements are the edges. An
    edge is one element in either direction. With ``graphset``, only sets of that family are taken. A vertex or an edge that the graph lacks
    raises ``KeyError``. ``count`` takes the keywords of ``graphs``, and less time and memory. Ctrl-C and ``zlink.limits`` stop long
    calls.

    In addition to Graphillion's, ``graphs`` and ``count`` have these keywords: ``components`` (how many components there may be, as a number
    or a range; by default as many as there are groups, if there are any), ``spanning`` (a vertex without an edge is a component of its own),
    ``no_odd_loop`` (bipartite graphs), ``induced`` (every edge between two vertices of a component is in the set).

    >>> from zlink import GraphSets
    >>> square = GraphSets([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)])
    >>> square
    <zlink.GraphSets: 4 vertices, 5 edges>
    >>> len(square.trees(is_spanning=True)), len(square.paths(2, 4)), len(square.matchings())
    (8, 4, 8)
    >>> square.count(no_loop=True)
    24
    >>> square.reliability({edge: 0.5 for edge in square.edges}, [1, 3])
    0.71875
    """

    DegreeDistribution_Any = -1

    @classmethod
    def from_networkx(cls, graph: Any) -> GraphSets:
        """The sets of edges of a networkx graph.

        >>> import networkx
        >>> GraphSets.from_networkx(networkx.petersen_graph()).count(spanning=True, components=1, no_loop=True)
        2000
        """
        if not hasattr(graph, "is_directed"):
            raise TypeError(f"a graph of networkx is expected, not {type(graph).__name__}")
        if graph.is_directed() or graph.is_multigraph():
            raise ValueError("the graph is directed or a multigraph: use networkx.Graph(graph)")
        return cls(graph.edges, graph.nodes)

    def __reduce__(self) -> Any:
        return type(self), (self.edges, self.vertices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GraphSets) and (self.edges, self.vertices) == (other.edges, other.vertices)

    def __hash__(self) -> int:
        return hash((self.edges, self.vertices))

    def graphs(
        self,
        vertex_groups: Iterable[Iterable[Any]] | None = None,
        degree_constraints: Mapping[Any, _Numbers] | None = None,
        num_edges: _Numbers | None = None,
        no_loop: bool = False,
        graphset: _Sets | None = None,
        linear_constraints: Iterable[tuple[Iterable[Sequence[Any]], tuple[Any, Any]]] | None = None,
        *,
        components: _Numbers | None = None,
        spanning: bool = False,
        no_odd_loop: bool = False,
        induced: bool = False,
    ) -> _Sets:
        """The sets that meet all constraints.

        ``vertex_groups`` is a list of groups of vertices: those of a group are connected, those of different groups are not. No other
        component has an edge, but for each empty group one has. ``degree_constraints`` maps vertices to a degree or a range. ``num_edges`` is
        the number of edges, or a range. With ``no_loop`` there is no cycle. ``linear_constraints`` is a list of constraints, each a list of
        edges ``(u, v)`` or ``(u, v, weight)``, and the least and the greatest sum of their weights.

        >>> grid = [(1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6)]
        >>> len(GraphSets(grid).graphs(vertex_groups=[[1, 6], [3]], num_edges=range(4)))
        2
        >>> len(GraphSets(grid).graphs(linear_constraints=[([(1, 2, 0.6), (2, 5), (3, 6, 1.2)], (1.5, 2.0))]))
        32
        """
        return self._sets(
            vertex_groups,
            degree_constraints,
            num_edges,
            no_loop,
            graphset,
            linear_constraints,
            components=components,
            spanning=spanning,
            no_odd_loop=no_odd_loop,
            induced=induced,
        )

    def _sets(self, *arguments: Any, **keywords: Any) -> _Sets:
        conditions, filters = self._conditions(*arguments, **keywords)
        return _filtered(self._family(conditions), filters)

    def count(self, *arguments: Any, **keywords: Any) -> int:
        """The number of sets that ``graphs`` with the same arguments has.

        >>> GraphSets([(1, 2), (2, 3), (3, 1)]).count(vertex_groups=[[1, 2]])
        5
        """
        asked = signature(self.graphs).bind(*arguments, **keywords).arguments
        conditions, filters = self._conditions(**asked)
        return _filtered(self._family(conditions), filters).count() if filters else self._count(conditions)

    def _conditions(
        self,
        vertex_groups: Iterable[Iterable[Any]] | None = None,
        degree_constraints: Mapping[Any, _Numbers] | None = None,
        num_edges: _Numbers | None = None,
        no_loop: bool = False,
        graphset: _Sets | None = None,
        linear_constraints: Iterable[tuple[Iterable[Sequence[Any]], tuple[Any, Any]]] | None = None,
        *,
        components: _Numbers | None = None,
        spanning: bool = False,
        no_odd_loop: bool = False,
        induced: bool = False,
        degree_counts: list[list[int]] | None = None,
        weights: _Weights | None = None,
        ratio: tuple[int, int] | None = None,
    ) -> tuple[_Conditions, list[_Costs]]:
        """The conditions as lists with an entry for each vertex or edge, and linear constraints whose numbers are too large for these."""
        vertices, edges = len(self.vertices), len(self.edges)
        groups = [[self._vertex(vertex) for vertex in group] for group in (() if vertex_groups is None else vertex_groups)]
        if components is None and groups:
            components = len(groups)
        degrees: list[list[int] | None] | None = None
        if degree_constraints is not None:
            if not hasattr(degree_constraints, "items"):
                raise TypeError(f"degree_constraints are a mapping, not {type(degree_constraints).__name__}")
            degrees = [None] * vertices
            # Most vertices have the same object.
            known: dict[int, tuple[_Numbers, list[int]]] = {}
            for vertex, numbers in degree_constraints.items():
                if id(numbers) not in known:
                    known[id(numbers)] = numbers, _numbers(numbers, self._greatest_degree())
                degrees[self._vertex(vertex)] = known[id(numbers)][1]
        linear: list[_Linear] = []
        filters: list[_Costs] = []
        for terms, bounds in () if linear_constraints is None else linear_constraints:
            scaled = self._linear(terms, bounds)
            if isinstance(scaled, _Costs):
                filters.append(scaled)
            else:
                linear.append(scaled)
        if graphset is not None and not isinstance(graphset, Family):
            raise TypeError(f"graphset is a family, not {type(graphset).__name__}")
        conditions = {
            "degrees": degrees,
            "degree_counts": degree_counts,
            "size": None if num_edges is None else _numbers(num_edges, edges),
            "linear": linear,
            "groups": [group for group in groups if group],
            "components": None if components is None else _numbers(components, vertices + 1),
            "spanning": bool(spanning),
            "acyclic": bool(no_loop),
            "bipartite": bool(no_odd_loop),
            "induced": bool(induced),
            "weights": weights,
            "ratio": ratio,
            "within": graphset,
        }
        return conditions, filters

    def _linear(self, terms: Iterable[Sequence[Any]], bounds: tuple[Any, Any]) -> _Linear | _Costs:
        """A linear constraint with integers, or as costs and bounds if the integers are too large."""
        weights = [Fraction(0)] * len(self.edges)
        for u, v, *weight in terms:
            weights[self._edge((u, v))] += _fraction(*weight) if weight else 1
        least, most = bounds
        scale = lcm(*(weight.denominator for weight in weights))
        scaled = [int(weight * scale) for weight in weights]
        if sum(map(abs, scaled)) > _MOST:
            return _Costs(dict(zip(self.edges, weights)), least, most)
        low, high = (_bound(least, scale, ceil), _bound(most, scale, floor))
        low, high = (min(max(bound, -_MOST - 1), _MOST + 1) for bound in (low, high))
        return scaled, low, high

    def _degrees(self, numbers: _Numbers) -> dict[Any, _Numbers]:
        return dict.fromkeys(self.vertices, numbers)

    def connected_components(self, vertices: Iterable[Any], graphset: _Sets | None = None) -> _Sets:
        """The connected graphs that contain these vertices.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).connected_components([1, 3]))
        5
        """
        return self.graphs(vertex_groups=[vertices], graphset=graphset)

    def cliques(self, k: SupportsIndex, graphset: _Sets | None = None) -> _Sets:
        """The complete graphs with ``k`` vertices.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1), (3, 4)]).cliques(3))
        1
        """
        k = index(k)
        return self.graphs([[]], self._degrees({0, k - 1}), k * (k - 1) // 2, graphset=graphset)

    def bicliques(self, a: SupportsIndex, b: SupportsIndex, graphset: _Sets | None = None) -> _Sets:
        """The complete bipartite graphs with ``a`` vertices on one side and ``b`` on the other side.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)]).bicliques(2, 2))
        1
        """
        a, b = index(a), index(b)
        if min(a, b) < 1:
            return self.graphs(num_edges=(), graphset=graphset)
        counts = {0: self.DegreeDistribution_Any, a: b, b: a} if a != b else {0: self.DegreeDistribution_Any, a: a + b}
        return self._distributed(counts, True, graphset, num_edges=a * b, no_odd_loop=True)

    def trees(self, root: Any = None, is_spanning: bool = False, graphset: _Sets | None = None) -> _Sets:
        """The trees that contain ``root`` or, without it, the trees with an edge; with ``is_spanning``, the trees with all vertices.

        >>> grid = GraphSets([(1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6)])
        >>> len(grid.trees()), len(grid.trees(1)), len(grid.trees(is_spanning=True))
        (66, 45, 15)
        """
        if is_spanning:
            if root is not None:
                self._vertex(root)
            return self.graphs(components=1, spanning=True, no_loop=True, graphset=graphset)
        return self.graphs([[] if root is None else [root]], no_loop=True, graphset=graphset)

    def forests(self, roots: Iterable[Any] | None = None, is_spanning: bool = False, graphset: _Sets | None = None) -> _Sets:
        """The forests in which every tree has exactly one of ``roots``; a root may be alone. Without roots, all forests.

        With ``is_spanning``, every vertex but the roots has an edge.

        >>> grid = GraphSets([(1, 2), (2, 3), (4, 5), (5, 6), (1, 4), (2, 5), (3, 6)])
        >>> len(grid.forests([1, 6])), len(grid.forests([1, 6], is_spanning=True)), len(grid.forests())
        (60, 21, 112)
        """
        roots = None if roots is None else list(roots)
        own = {self._vertex(root) for root in roots or ()}
        alone = {vertex: range(1, len(self.edges) + 1) for i, vertex in enumerate(self.vertices) if i not in own}
        groups = None if roots is None else [[root] for root in roots]
        if groups == []:
            return self.graphs(num_edges=0, degree_constraints=alone if is_spanning else None, graphset=graphset)
        return self.graphs(groups, alone if is_spanning else None, no_loop=True, graphset=graphset)

    def cycles(self, is_hamilton: bool = False, graphset: _Sets | None = None) -> _Sets:
        """The cycles; with ``is_hamilton``, those through all vertices.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)]).cycles())
        3
        """
        return self.graphs([[]], self._degrees(2 if is_hamilton else {0, 2}), graphset=graphset)

    def paths(self, terminal1: Any = None, terminal2: Any = None, is_hamilton: bool = False, graphset: _Sets | None = None) -> _Sets:
        """The paths between two vertices; an end that is not given may be anywhere.

        >>> square = GraphSets([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)])
        >>> len(square.paths(2, 4)), len(square.paths(2)), len(square.paths())
        (4, 10, 19)
        """
        ends = [end for end in (terminal1, terminal2) if end is not None]
        if len(ends) == 2:
            degrees = {**self._degrees(2 if is_hamilton else {0, 2}), ends[0]: 1, ends[1]: 1}
            return self.graphs([ends], degrees, no_loop=True, graphset=graphset)
        inner = {1, 2} if is_hamilton else {0, 1, 2}
        degrees = {**self._degrees(inner), **dict.fromkeys(ends, 1)}
        return self.graphs([[]], degrees, no_loop=True, graphset=graphset)

    def matchings(self, graphset: _Sets | None = None) -> _Sets:
        """The sets of edges of which no two have a vertex in common.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 4)]).matchings())
        5
        """
        return self.k_matchings(1, graphset)

    def perfect_matchings(self, graphset: _Sets | None = None) -> _Sets:
        """The matchings in which every vertex has an edge.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 4), (4, 1)]).perfect_matchings())
        2
        """
        return self.k_factors(1, graphset)

    def k_matchings(self, k: SupportsIndex, graphset: _Sets | None = None) -> _Sets:
        """The graphs in which every vertex has at most ``k`` edges.

        >>> len(GraphSets([(1, 2), (1, 3), (1, 4)]).k_matchings(2))
        7
        """
        return self.graphs(degree_constraints=self._degrees(range(index(k) + 1)), graphset=graphset)

    def b_matchings(self, b: Mapping[Any, SupportsIndex], graphset: _Sets | None = None) -> _Sets:
        """The graphs in which every vertex ``v`` has at most ``b[v]`` edges, and no edges if ``b`` lacks ``v``.

        >>> len(GraphSets([(1, 2), (1, 3), (1, 4)]).b_matchings({1: 1, 2: 1, 3: 1}))
        3
        """
        return self.graphs(degree_constraints=self._each({v: range(index(n) + 1) for v, n in b.items()}), graphset=graphset)

    def k_factors(self, k: SupportsIndex, graphset: _Sets | None = None) -> _Sets:
        """The graphs in which every vertex has ``k`` edges.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).k_factors(2))
        1
        """
        return self.graphs(degree_constraints=self._degrees(index(k)), graphset=graphset)

    def f_factors(self, f: Mapping[Any, _Numbers], graphset: _Sets | None = None) -> _Sets:
        """The graphs in which every vertex ``v`` has ``f[v]`` edges, and no edges if ``f`` lacks ``v``.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).f_factors({1: 1, 2: 1}))
        1
        """
        return self.graphs(degree_constraints=self._each(f), graphset=graphset)

    def _each(self, degrees: Mapping[Any, _Numbers]) -> dict[Any, _Numbers]:
        """These degrees, and 0 for every other vertex."""
        for vertex in degrees:
            self._vertex(vertex)
        return {vertex: degrees.get(vertex, 0) for vertex in self.vertices}

    def regular_graphs(
        self,
        degree: SupportsIndex | tuple[SupportsIndex, SupportsIndex] | None = None,
        is_connected: bool = True,
        graphset: _Sets | None = None,
    ) -> _Sets:
        """The graphs with an edge in which all vertices that have an edge have the same degree.

        ``degree`` is that degree, or a tuple of the least and the greatest one.

        >>> complete = GraphSets([(i, j) for i in range(5) for j in range(i)])
        >>> len(complete.regular_graphs((2, 3)))
        42
        """
        return self._regular(degree, is_connected, graphset)

    def regular_bipartite_graphs(
        self,
        degree: SupportsIndex | tuple[SupportsIndex, SupportsIndex] | None = None,
        is_connected: bool = True,
        graphset: _Sets | None = None,
    ) -> _Sets:
        """The regular graphs without an odd cycle; see ``regular_graphs``.

        >>> complete = GraphSets([(i, j) for i in range(5) for j in range(i)])
        >>> len(complete.regular_bipartite_graphs(2))
        15
        """
        return self._regular(degree, is_connected, graphset, no_odd_loop=True)

    @cached_property
    def _all_degrees(self) -> list[int]:
        """The degrees of the vertices, the greatest first."""
        degrees = dict.fromkeys(self.vertices, 0)
        for end in (end for edge in self.edges for end in edge):
            degrees[end] += 1
        return sorted(degrees.values(), reverse=True)

    def _greatest_degree(self) -> int:
        return self._all_degrees[0] if self._all_degrees else 0

    def _regular(self, degree: Any, is_connected: bool, graphset: _Sets | None, **more: Any) -> _Sets:
        # A graph of degree d has more than d vertices, each with d edges at least.
        most = sum(degree > place for place, degree in enumerate(self._all_degrees[1:]))
        low, high = degree if isinstance(degree, tuple) else (1, most) if degree is None else (degree, degree)
        more["components"] = 1 if is_connected else None
        sizes = range(1, len(self.edges) + 1)
        all_degrees = range(max(index(low), 1), min(index(high), most) + 1)
        families = [self.graphs(degree_constraints=self._degrees({0, d}), num_edges=sizes, graphset=graphset, **more) for d in all_degrees]
        return reduce(or_, families) if families else self.graphs(num_edges=(), graphset=graphset)

    def bipartite_graphs(self, is_connected: bool = True, graphset: _Sets | None = None) -> _Sets:
        """The graphs without an odd cycle, among them the one without an edge.

        >>> triangle = GraphSets([(1, 2), (2, 3), (3, 1)])
        >>> len(triangle.bipartite_graphs()), len(triangle.bipartite_graphs(is_connected=False))
        (7, 7)
        """
        return self.graphs(components=range(2) if is_connected else None, no_odd_loop=True, graphset=graphset)

    def steiner_subgraphs(self, terminals: Iterable[Any], graphset: _Sets | None = None) -> _Sets:
        """The connected graphs that contain these vertices, as ``connected_components``.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).steiner_subgraphs([1, 3]))
        5
        """
        return self.connected_components(terminals, graphset)

    def steiner_trees(self, terminals: Iterable[Any], graphset: _Sets | None = None) -> _Sets:
        """The trees that contain these vertices.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).steiner_trees([1, 3]))
        4
        """
        return self.graphs([terminals], no_loop=True, graphset=graphset)

    def steiner_cycles(self, terminals: Iterable[Any], graphset: _Sets | None = None) -> _Sets:
        """The cycles through these vertices.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).steiner_cycles([1, 3]))
        1
        """
        return self.graphs([terminals], {**self._degrees({0, 2}), **dict.fromkeys(terminals, 2)}, graphset=graphset)

    def steiner_paths(self, terminals: Iterable[Any], graphset: _Sets | None = None) -> _Sets:
        """The paths that contain these vertices.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).steiner_paths([1, 3]))
        4
        """
        sizes = range(1, len(self.edges) + 1)
        return self.graphs([terminals], self._degrees({0, 1, 2}), sizes, no_loop=True, graphset=graphset)

    def degree_distribution_graphs(
        self,
        deg_dist: Mapping[Any, Any],
        is_connected: bool,
        graphset: _Sets | None = None,
    ) -> _Sets:
        """The graphs with ``deg_dist[d]`` vertices of degree ``d``: any number of them if that is ``DegreeDistribution_Any``, and none if the
        mapping lacks ``d``. With ``is_connected``, the edges are one component.

        >>> star = GraphSets([(1, 2), (1, 3), (1, 4)])
        >>> len(star.degree_distribution_graphs({0: GraphSets.DegreeDistribution_Any, 1: 2, 2: 1}, True))
        3
        """
        return self._distributed(deg_dist, is_connected, graphset)

    def _distributed(
        self, distribution: Mapping[Any, Any], is_connected: bool, graphset: _Sets | None, **more: Any
    ) -> _Sets:
        numbers = range(len(self.vertices) + 1)
        greatest = min(max(map(index, distribution), default=0), self._greatest_degree())
        counts = [[0] for _ in range(greatest + 1)]
        for degree, number in distribution.items():
            wanted = list(numbers) if number == self.DegreeDistribution_Any else _numbers(number, len(numbers))
            if index(degree) in range(len(counts)):
                counts[index(degree)] = wanted
            elif 0 not in wanted:  # No vertex has such a degree.
                return self.graphs(num_edges=(), graphset=graphset)
        components = 1 if is_connected else None
        return self._sets(degree_counts=counts, components=components, graphset=graphset, **more)

    def letter_P_graphs(self, graphset: _Sets | None = None) -> _Sets:
        """The connected graphs with one vertex of degree 1, one of degree 3, and otherwise vertices of degree 2.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1), (3, 4)]).letter_P_graphs())
        1
        """
        any_number = self.DegreeDistribution_Any
        return self._distributed({0: any_number, 1: 1, 2: any_number, 3: 1}, True, graphset)

    def partitions(self, num_comp_lb: SupportsIndex = 1, num_comp_ub: SupportsIndex = 32767, graphset: _Sets | None = None) -> _Sets:
        """The partitions of the vertices into connected parts, as the sets of all edges within the parts.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 4), (4, 1)]).partitions(2, 2))
        6
        """
        parts = range(index(num_comp_lb), index(num_comp_ub) + 1)
        return self.graphs(components=parts, spanning=True, induced=True, graphset=graphset)

    def balanced_partitions(
        self,
        weight_list: Mapping[Any, SupportsIndex] | None = None,
        ratio: Any = 0.0,
        lower: Any = 0,
        upper: Any = 2**30,
        num_comps: SupportsIndex = -1,
        graphset: _Sets | None = None,
    ) -> _Sets:
        """The partitions whose parts each weigh ``lower`` to ``upper``. A vertex weighs what ``weight_list`` says, otherwise 1.

        Unless ``ratio`` is 0, the heaviest part weighs at most ``ratio`` times as much as the lightest one. Unless ``num_comps`` is negative, it
        is the number of parts.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 4), (4, 1)]).balanced_partitions(ratio=1, num_comps=2))
        2
        """
        parts = range(1, len(self.vertices) + 1) if index(num_comps) < 0 else index(num_comps)
        if ratio != 0 and not ratio >= 1:
            raise ValueError(f"the ratio is {ratio!r}, which is neither 0 nor at least 1")
        weights = self._weights(weight_list, lower, upper)
        # A ratio that is greater than all weights together excludes no more than a smaller one.
        bound = min(_fraction(ratio), Fraction(sum(weights[0]) + 1)).as_integer_ratio() if ratio else None
        if bound and bound[0] > _MOST:
            raise ValueError(f"the ratio {ratio!r} has more digits than are possible here")
        return self._sets(components=parts, spanning=True, induced=True, weights=weights, ratio=bound, graphset=graphset)

    def induced_graphs(self, graphset: _Sets | None = None) -> _Sets:
        """The connected induced subgraphs of more than one vertex.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).induced_graphs())
        4
        """
        return self.graphs([[]], induced=True, graphset=graphset)

    def weighted_induced_graphs(
        self,
        weight_list: Mapping[Any, SupportsIndex] | None = None,
        lower: Any = 0,
        upper: Any = 2**31,
        graphset: _Sets | None = None,
    ) -> _Sets:
        """The connected induced subgraphs of more than one vertex that weigh ``lower`` to ``upper``.

        >>> len(GraphSets([(1, 2), (2, 3), (3, 1)]).weighted_induced_graphs(upper=2))
        3
        """
        return self._sets([[]], induced=True, weights=self._weights(weight_list, lower, upper), graphset=graphset)

    def _weights(self, given: Mapping[Any, SupportsIndex] | None, lower: Any, upper: Any) -> _Weights:
        weights = [1] * len(self.vertices)
        for vertex, weight in (given or {}).items():
            weights[self._vertex(vertex)] = index(weight)
        if any(weight < 0 for weight in weights):
            raise ValueError("the weight of a vertex is negative")
        if sum(weights) > _MOST:
            raise ValueError("the weights of the vertices add up to more than 2**62")
        # Bounds may be fractions, or infinite. No component weighs less than 0.
        low, high = (min(max(bound, -1), _MOST + 1) for bound in (lower, upper))
        return (weights, max(ceil(low), 0), floor(high)) if high >= 0 else (weights, 1, 0)

    def reliability(self, probabilities: Mapping[Any, Any] | None, terminals: Iterable[Any] | None) -> float:
        """The probability that the terminals are connected, if every edge works with its probability, independently of the others.

        Edges that ``probabilities`` lacks always work. The result is a float.

        >>> round(GraphSets([(1, 2), (2, 3), (3, 1)]).reliability({(1, 2): 0.5, (3, 2): 0.9}, [1, 2]), 9)
        0.95
        """
        given = [1.0] * len(self.edges)
        known: dict[int, Any] = {}
        for edge, probability in (probabilities or {}).items():
            if not 0 <= probability <= 1:
                raise ValueError(f"the probability of {edge!r} is {probability!r}, which is not from 0 to 1")
            number = self._edge(edge)
            if known.setdefault(number, probability) != probability:
                raise ValueError(f"the edge {edge!r} has two probabilities, one for each direction")
            given[number] = float(probability)
        conditions, _ = self._conditions()
        group = [self._vertex(vertex) for vertex in dict.fromkeys(() if terminals is None else terminals)]
        conditions["groups"] = [group] if group else []
        return self._probability(conditions, given)


def _numbers(numbers: _Numbers, most: int) -> list[int]:
    """The numbers up to ``most`` that are meant by a number, a range or a collection."""
    if isinstance(numbers, range):
        allowed: range | set[int] = numbers
    elif isinstance(numbers, Iterable):
        allowed = {index(number) for number in numbers}
    else:
        allowed = {index(numbers)}
    return [number for number in range(most + 1) if number in allowed]


def _fraction(number: Any) -> Fraction:
    if isinstance(number, str):
        raise TypeError(f"{number!r} is no number")
    try:
        return Fraction(*number.as_integer_ratio())
    except AttributeError:
        return Fraction(float(number))
    except (OverflowError, ValueError):
        raise ValueError(f"{number!r} is not finite") from None


def _bound(number: Any, scale: int, rounded: Callable[[Fraction], int]) -> int:
    """A bound of scaled numbers. It may be infinite."""
    if number in (float("inf"), float("-inf")):
        return int(number > 0 or -1) * (_MOST + 1)
    return rounded(_fraction(number) * scale)


def _filtered(family: _Sets, filters: list[_Costs]) -> _Sets:
    """The sets of a family that meet linear constraints."""
    for weights, least, most in filters:
        if least != float("-inf"):
            family = family.cost_ge(weights, least)
        if most != float("inf"):
            family = family.cost_le(weights, most)
    return family
