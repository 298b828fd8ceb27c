"""Families of solutions are the graph sets of Graphillion."""

import random
from typing import Any, FrozenSet

import graphillion
import networkx
import pytest

from zlink import Family, Puzzle

GraphSet: Any = graphillion.GraphSet


def sets(graphs: Any) -> FrozenSet[FrozenSet[Any]]:
    """Sets of edges without a direction."""
    return frozenset(frozenset(frozenset(edge) for edge in graph) for graph in graphs)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3), (3, 5), (4, 4)])
def test_grids(rows: int, columns: int) -> None:
    board = Puzzle.grid(rows, columns)
    edges = list(board.edges)
    GraphSet.set_universe(edges)
    cycles = Puzzle.from_edges(edges)
    assert sets(cycles.family()) == sets(GraphSet.cycles())
    hamiltonian = Puzzle.from_edges(edges, cover=True)
    assert sets(hamiltonian.family()) == sets(GraphSet.cycles(is_hamilton=True))
    last = rows * columns - 1
    paths = Puzzle.from_edges(edges, pairs=[(0, last)])
    assert sets(paths.family()) == sets(GraphSet.paths(0, last))


def test_random_graphs(source: random.Random) -> None:
    graph = networkx.gnm_random_graph(7, 12, seed=source.randrange(10**6))
    edges = list(graph.edges)
    GraphSet.set_universe(edges)
    cycles, paths = Puzzle.from_edges(edges).family(), Puzzle.from_networkx(graph, pairs=[(0, 6)]).family()
    assert sets(cycles) == sets(GraphSet.cycles())
    assert sets(paths) == sets(GraphSet.paths(0, 6))
    # Operations go on agreeing.
    edge = source.choice(edges)
    assert sets(cycles.including(edge) | paths) == sets(GraphSet.cycles().including(edge) | GraphSet.paths(0, 6))
    assert len(cycles.join(paths)) == len(GraphSet.cycles().join(GraphSet.paths(0, 6)))


def test_solutions_are_handed_to_graphillion_and_back() -> None:
    cycles = Puzzle.grid(4, 4).family()
    graphillion.setset.set_universe(cycles.elements)
    theirs = graphillion.setset.loads(cycles.dumps())
    assert theirs.len() == len(cycles) == 213
    assert Family.loads(theirs.smaller(9).dumps(), cycles) == cycles.smaller(9)
