"""Against Graphillion: each of its constructors of sets of graphs."""

import random
from typing import Any, Dict, List, Sequence, Tuple

import graphillion
import networkx
import pytest

from zlink import Family, GraphSets, Puzzle

GraphSet: Any = graphillion.GraphSet


def calls(
    source: random.Random, vertices: Sequence[int], edges: List[Tuple[int, int]]
) -> List[Tuple[str, Dict[str, Any]]]:
    """Constructors and their arguments."""
    a, b, c = source.sample(vertices, 3)
    low, high = sorted(source.choices(range(4), k=2))
    numbers = {vertex: source.randrange(1, 4) for vertex in vertices}
    weighted = [(*edge, source.randrange(-3, 4)) for edge in edges]
    counts = {0: GraphSet.DegreeDistribution_Any, 1: source.randrange(3), 2: GraphSet.DegreeDistribution_Any}
    return [
        ("graphs", {}),
        ("graphs", {"vertex_groups": [[a, b], [c]]}),
        ("graphs", {"vertex_groups": [[a], []], "no_loop": True}),
        ("graphs", {"vertex_groups": [[], []]}),
        ("graphs", {"degree_constraints": {a: range(low, high + 1), b: 1}, "num_edges": range(1, 8, 2)}),
        ("graphs", {"linear_constraints": [(weighted, (low, high + 2)), (weighted[:3], (-9, float("inf")))]}),
        ("connected_components", {"vertices": [a, b]}),
        ("cliques", {"k": 3}),
        ("bicliques", {"a": 2, "b": 2}),
        ("trees", {}),
        ("trees", {"root": a}),
        ("trees", {"is_spanning": True}),
        ("forests", {"roots": [a, b]}),
        ("forests", {"roots": [a, b], "is_spanning": True}),
        ("cycles", {}),
        ("cycles", {"is_hamilton": True}),
        ("paths", {}),
        ("paths", {"terminal1": a}),
        ("paths", {"terminal1": a, "terminal2": b}),
        ("paths", {"is_hamilton": True}),
        ("paths", {"terminal1": a, "is_hamilton": True}),
        ("paths", {"terminal1": a, "terminal2": b, "is_hamilton": True}),
        ("matchings", {}),
        ("perfect_matchings", {}),
        ("k_matchings", {"k": 2}),
        ("b_matchings", {"b": numbers}),
        ("k_factors", {"k": 2}),
        ("f_factors", {"f": numbers}),
        ("regular_graphs", {"degree": 2, "is_connected": False}),
        ("regular_graphs", {"degree": (1, 2)}),
        ("regular_graphs", {}),
        ("bipartite_graphs", {}),
        ("bipartite_graphs", {"is_connected": False}),
        ("regular_bipartite_graphs", {"degree": 2, "is_connected": False}),
        ("regular_bipartite_graphs", {}),
        ("steiner_subgraphs", {"terminals": [a, b, c]}),
        ("steiner_trees", {"terminals": [a, b, c]}),
        ("steiner_cycles", {"terminals": [a, b]}),
        ("steiner_paths", {"terminals": [a, b, c]}),
        ("degree_distribution_graphs", {"deg_dist": counts, "is_connected": False}),
        ("degree_distribution_graphs", {"deg_dist": counts, "is_connected": True}),
        ("letter_P_graphs", {}),
        ("partitions", {}),
        ("partitions", {"num_comp_lb": 2, "num_comp_ub": 3}),
        ("balanced_partitions", {"weight_list": numbers, "lower": 2, "upper": 8}),
        ("balanced_partitions", {"weight_list": numbers, "ratio": 2.0, "num_comps": 3}),
        ("induced_graphs", {}),
        ("weighted_induced_graphs", {"weight_list": numbers, "lower": 3, "upper": 7}),
    ]


def as_family(theirs: Any) -> Family[Tuple[int, int]]:
    return Family.loads(theirs.dumps(), GraphSet.universe())


# Each call takes Graphillion tens of milliseconds.
@pytest.mark.parametrize("seed", range(2))
def test_random_graphs(seed: int) -> None:
    source = random.Random(seed)
    graph = networkx.gnm_random_graph(7, 9 + seed, seed=seed)
    edges = list(graph.edges)
    GraphSet.set_universe(edges)
    graphs = GraphSets(edges)
    for name, arguments in calls(source, graphs.vertices, edges):
        difference = getattr(graphs, name)(**arguments) ^ as_family(getattr(GraphSet, name)(**arguments))
        assert not difference, (name, arguments)
    middle = GraphSet.graphs(num_edges=range(3, 7))
    for name in ["trees", "cycles", "matchings", "regular_graphs"]:
        ours = getattr(graphs, name)(graphset=as_family(middle))
        assert not ours ^ as_family(getattr(middle, name)()), name
    probabilities = {edge: source.random() for edge in edges}
    terminals = source.sample(graphs.vertices, 3)
    assert graphs.reliability(probabilities, terminals) == pytest.approx(GraphSet.reliability(probabilities, terminals))
    # The families of puzzles are the same sets.
    assert graphs.cycles() == Puzzle.from_edges(edges).family()
    assert graphs.paths(0, 6) == Puzzle.from_edges(edges, pairs=[(0, 6)]).family()


def test_solutions_are_handed_to_graphillion_and_back() -> None:
    cycles = Puzzle.grid(4, 4).family()
    graphillion.setset.set_universe(cycles.elements)
    theirs = graphillion.setset.loads(cycles.dumps())
    assert theirs.len() == len(cycles) == 213
    assert Family.loads(theirs.smaller(9).dumps(), cycles) == cycles.smaller(9)
