"""What people pass to GraphSets, and the work that Python does for it. The answers themselves: test_graphs_of_graphillion.py."""

import math
import pickle
from fractions import Fraction
from typing import Any, Callable, Dict, Tuple

import networkx
import numpy
import pytest

import zlink
from zlink import GraphSets

# Any: what is passed below is also what its types forbid.
GRAPH: Any = GraphSets([(1, 2), (2, 3), (3, 1), (3, 4)])


def test_iterators_and_arrays_are_lists() -> None:
    roots = [1, 2]
    for given in [iter(roots), numpy.array(roots)]:
        assert GRAPH.forests(given) == GRAPH.forests(roots)
    assert GRAPH.graphs(vertex_groups=numpy.array([[1, 2], [3, 4]])) == GRAPH.graphs(vertex_groups=[[1, 2], [3, 4]])
    assert GRAPH.reliability({}, numpy.array(roots)) == 1


def test_numbers_of_any_size() -> None:
    # Scaled to integers, these weights are too large for the frontier: their families are filtered.
    terms = [(1, 2, 700.1), (2, 3, 0.3), (3, 1, 1e-10)]
    assert GRAPH.count(linear_constraints=[(terms, (-math.inf, 500.5))]) == 8
    assert GRAPH.count(linear_constraints=[(terms, (0.25, math.inf))]) == 12
    assert GRAPH.count(linear_constraints=[([(1, 2, 5e-324)], (Fraction(1, 10**9), 0))]) == 0
    assert GRAPH.balanced_partitions(upper=math.inf) == GRAPH.partitions()
    assert GRAPH.balanced_partitions(upper=-1) == GRAPH.graphs(num_edges=())
    assert GRAPH.balanced_partitions(ratio=10**40) == GRAPH.partitions()


def test_components_of_groups_count() -> None:
    assert GRAPH.count(vertex_groups=[[1, 2]], components=range(1, 5)) == GRAPH.count() - GRAPH.count(vertex_groups=[[1], [2]], components=range(5))
    assert GRAPH.count(vertex_groups=[[1, 2]], components=0) == 0


@pytest.mark.parametrize(
    "call, error, text",
    [
        (lambda: GRAPH.graphs(**{"weights": ([1], 0, 1)}), TypeError, "weights"),
        (lambda: GRAPH.count(foo=1), TypeError, "unexpected keyword argument 'foo'"),
        (lambda: GRAPH.graphs(degree_constraints=[(1, 2)]), TypeError, "degree_constraints are a mapping, not list"),
        (lambda: GRAPH.graphs(linear_constraints=[([(1, 2, "3")], (0, 1))]), TypeError, "'3' is no number"),
        (lambda: GRAPH.graphs(graphset=[[1]]), TypeError, "graphset is a family, not list"),
        (lambda: GRAPH.balanced_partitions({1: 2**64}), ValueError, "more than 2"),
        (lambda: GRAPH.balanced_partitions(ratio=Fraction(10**30 + 1, 10**30)), ValueError, "more digits"),
        (lambda: GRAPH.reliability({(1, 2): 0.5, (2, 1): 0.1}, [1]), ValueError, "two probabilities"),
        (lambda: GRAPH.connected_components([9]), KeyError, "no vertex 9"),
        (lambda: GRAPH.graphs(vertex_groups=[[1], [1]]), ValueError, "1 is in a group twice"),
        (lambda: GraphSets(networkx.path_graph(3)), TypeError, "from_networkx"),
        (lambda: GraphSets.from_networkx(None), TypeError, "NoneType"),
        (lambda: GraphSets([(1, 1)]), ValueError, "loop"),
    ],
)
def test_errors_name_what_is_wrong(call: Callable[[], Any], error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_pickles_are_equal() -> None:
    copy = pickle.loads(pickle.dumps(GRAPH))
    assert copy == GRAPH and hash(copy) == hash(GRAPH) and copy != GraphSets([(1, 2)])
    assert copy.trees() == GRAPH.trees()


def test_large_graphs_take_no_time_outside_of_the_search() -> None:
    path = GraphSets([(i, i + 1) for i in range(5_000)])
    ends: Dict[int, Tuple[int, ...]] = {vertex: (0, 1) for vertex in path.vertices}
    star = GraphSets([(0, i) for i in range(1, 1_000)])
    with zlink.limits(time=10):
        assert path.count(degree_constraints=ends) == path.matchings().count()
        assert len(star.regular_graphs()) == 999
