"""Questions about puzzles have the answers of the definition."""

import itertools
import pickle
import random
import re
from typing import Any, Callable, FrozenSet, Iterator, Optional

import networkx
import pytest

import zlink
from zlink import Family, Puzzle

Edge = "tuple[Any, Any]"
Set = FrozenSet[FrozenSet[Any]]


def is_shape(graph: Any, topology: str, pairs: "tuple[tuple[Any, Any], ...]") -> bool:
    """Whether these edges alone are a solution of this shape."""
    if graph.number_of_edges() == 0:
        return topology == "path-matching" or (topology == "linkage" and not pairs)
    parts = [graph.subgraph(part) for part in networkx.connected_components(graph)]
    cycles = [part for part in parts if all(degree == 2 for _, degree in part.degree)]
    paths = [part for part in parts if networkx.is_tree(part) and max(d for _, d in part.degree) <= 2]
    if topology in ("cycle", "cycles"):
        return len(cycles) == len(parts) and (topology == "cycles" or len(parts) == 1)
    if len(paths) != len(parts):
        return False
    ends = {frozenset(v for v, degree in path.degree if degree == 1) for path in paths}
    return topology == "path-matching" or ends == set(map(frozenset, pairs))


def brute_force(puzzle: "Puzzle[Any]") -> Set:
    """All solutions as sets of edges without a direction."""
    found = set()
    for size in range(len(puzzle.edges) + 1):
        for edges in itertools.combinations(puzzle.edges, size):
            chosen = set(edges)
            clues = puzzle.clues
            if any(len(chosen.intersection(puzzle.cells[cell])) != clue for cell, clue in clues.items()):
                continue
            if not chosen.issuperset(puzzle.required) or chosen.intersection(puzzle.forbidden):
                continue
            graph = networkx.Graph(edges)
            if puzzle.cover and graph.number_of_nodes() < len(puzzle.vertices):
                continue
            if is_shape(graph, puzzle.topology, puzzle.pairs):
                found.add(frozenset(map(frozenset, edges)))
    return frozenset(found)


def plain(edges: Any) -> FrozenSet[FrozenSet[Any]]:
    return frozenset(map(frozenset, edges))


def random_puzzle(source: random.Random) -> "Puzzle[Any]":
    """A random graph of a few vertices with odd names, and random demands."""
    names: "list[Any]" = [1, "a", (1, 2), "Big name", ("x", (3,)), -7]
    vertices = names[: source.randrange(3, 7)]
    edges = [edge for edge in itertools.combinations(vertices, 2) if source.random() < 0.7][:10]
    keywords: "dict[str, Any]" = {"vertices": vertices, "cover": source.random() < 0.2}
    topology = source.choice([None, None, "cycles", "path-matching"])
    if source.random() < 0.4 and topology is None:
        keywords["pairs"] = [tuple(source.sample(vertices, 2))]
    else:
        keywords["topology"] = topology
    if edges:
        keywords["cells"] = {
            "top": source.sample(edges, source.randrange(1, len(edges) + 1)),
            7: source.sample(edges, 1),
        }
        if source.random() < 0.7:
            keywords["clues"] = {"top": source.randrange(4)}
        if source.random() < 0.3:
            keywords["required"] = [source.choice(edges)[::-1]]
        elif source.random() < 0.3:
            keywords["forbidden"] = source.sample(edges, 1)
    return Puzzle.from_edges(edges, **keywords)


def test_against_brute_force(source: random.Random) -> None:
    for _ in range(8):
        puzzle = random_puzzle(source)
        expected = brute_force(puzzle)
        solutions = list(puzzle.solutions())
        assert {plain(solution) for solution in solutions} == expected
        assert len(solutions) == len(set(solutions)) == puzzle.count() == len(expected)
        assert puzzle.is_unique() == (len(expected) == 1)
        solution = puzzle.solve()
        assert (solution is None) == (not expected)
        family = puzzle.family()
        assert {plain(edges) for edges in family} == expected
        assert set(family.elements) <= set(puzzle.edges)
        for solution in solutions:
            assert frozenset(solution) in family
            assert puzzle.check(reversed(solution.edges)) == solution
        for size in range(min(4, len(puzzle.edges)) + 1):
            edges = source.sample(puzzle.edges, size)
            if plain(edges) not in expected:
                with pytest.raises(zlink.NotASolution):
                    puzzle.check(edges)


def test_facts_and_pickles_keep_everything(source: random.Random) -> None:
    puzzle = random_puzzle(source)
    again = Puzzle.read(puzzle.to_facts(), "facts", topology=puzzle.topology)
    for other in (again, pickle.loads(pickle.dumps(puzzle))):
        for part in ("vertices", "edges", "cells", "clues", "pairs", "required", "forbidden", "cover", "topology"):
            assert getattr(other, part) == getattr(puzzle, part), part
    for solution in puzzle.solutions():
        copy = pickle.loads(pickle.dumps(solution))
        assert copy == solution and hash(copy) == hash(solution)


def test_any_objects_are_names() -> None:
    class Place:
        pass

    places = [Place(), Place(), 2.5, "2.5", frozenset({1}), None, 10**30, "a", '"a"', "a ", "", "\0", "1", 1]
    ring = list(zip(places, places[1:] + places[:1]))
    puzzle = Puzzle.from_edges(ring, cells={Place: ring[:2], "a": ring[2:]}, clues={Place: 2})
    assert puzzle.vertices == tuple(places)
    assert puzzle.edges == tuple(ring)
    assert list(puzzle.cells) == [Place, "a"]
    solution = puzzle.solve()
    assert solution is not None and set(solution.paths()[0]) == set(places)
    # Where terms differ so do the names that are read.
    names = Puzzle.from_facts('edge(a,"a"). edge("a",1). edge(1,"1"). edge("1",f(2)). edge(f(2),(a,(1,"b,)(c"),())).')
    assert names.vertices == ("a", '"a"', 1, "1", "f(2)", ("a", (1, "b,)(c"), ()))


# Numbers of cycles in grids of n x n cells: OEIS A140517.
@pytest.mark.parametrize(
    ("size", "cycles"), [(1, 1), (2, 13), (3, 213), (4, 9349), (5, 1222363), (6, 487150371), (7, 603841648931)]
)
def test_cycles_in_grids(size: int, cycles: int) -> None:
    board = Puzzle.board("square", size, size)
    assert board.count() == cycles
    if size <= 6:
        assert len(board.family()) == cycles


# Numbers of paths from corner to corner of n x n vertices: OEIS A007764.
@pytest.mark.parametrize(("size", "paths"), [(2, 2), (3, 12), (4, 184), (5, 8512), (6, 1262816)])
def test_paths_in_grids(size: int, paths: int) -> None:
    grid = Puzzle.grid(size, size)
    puzzle = Puzzle.from_edges(grid.edges, pairs=[(0, size * size - 1)])
    assert puzzle.count() == paths == len(puzzle.family())


def test_paths_of_networkx(source: random.Random) -> None:
    graph = networkx.gnm_random_graph(8, 14, seed=source.randrange(1000))
    puzzle = Puzzle.from_networkx(graph, pairs=[(0, 7)])
    expected = {tuple(path) for path in networkx.all_simple_paths(graph, 0, 7)}
    found = set()
    for solution in puzzle.solutions():
        (path,) = solution.paths()
        found.add(tuple(path if path[0] == 0 else path[::-1]))
    assert found == expected
    assert puzzle.family().count() == len(expected)


def test_graphs_of_networkx_and_back() -> None:
    graph = networkx.grid_2d_graph(3, 4)
    for vertex in graph:
        graph.nodes[vertex]["pos"] = (vertex[1], -vertex[0])
    puzzle = Puzzle.from_networkx(graph, cover=True)
    assert puzzle.positions[2, 3] == (3, 2)
    back = puzzle.to_networkx()
    assert networkx.utils.graphs_equal(back, graph)
    places = {v: (v[0] / 3 + 1e6, 0.1) for v in graph}
    halves = Puzzle.from_networkx(graph, positions=places)
    assert halves.positions == {v: (x, -y) for v, (x, y) in places.items()}
    assert dict(halves.to_networkx().nodes(data="pos")) == places
    # Pictures and facts have integers, however far from the origin the places are.
    drawn = Puzzle.from_facts(halves.to_facts()).positions
    assert {x for x, _ in drawn.values()} == {0, 50000, 100000}
    for wrong, text in [
        (networkx.DiGraph(graph), "directed"),
        (networkx.MultiGraph(graph), "multigraph"),
        (networkx.Graph([(1, 1)]), "loop"),
    ]:
        with pytest.raises(ValueError, match=text):
            Puzzle.from_networkx(wrong)


def cells(puzzle: "Puzzle[Any]") -> "set[FrozenSet[FrozenSet[Any]]]":
    return {frozenset(map(frozenset, edges)) for edges in puzzle.cells.values()}


def test_faces_of_networkx() -> None:
    for name in zlink.boards():
        board = Puzzle.board(name, 6, 6)
        if board.positions:
            assert cells(Puzzle.from_networkx(board.to_networkx(), cells="faces")) == cells(board), name
    solids = [(networkx.cubical_graph(), 5), (networkx.dodecahedral_graph(), 11), (networkx.wheel_graph(6), 5)]
    trees = [(networkx.path_graph(4), 0), (networkx.empty_graph(3), 0), (networkx.lollipop_graph(3, 2), 1)]
    two = networkx.disjoint_union(networkx.cycle_graph(3), networkx.cycle_graph(4))
    crossed = networkx.complete_graph(4)
    networkx.set_node_attributes(crossed, dict(enumerate([(0, 0), (1, 0), (1, 1), (0, 1)])), "pos")
    for graph, faces in [*solids, *trees, (two, 2), (crossed, 3)]:
        assert len(Puzzle.from_networkx(graph, cells="faces").cells) == faces
    with pytest.raises(ValueError, match="the graph is not planar"):
        Puzzle.from_networkx(networkx.petersen_graph(), cells="faces")
    untyped: Any = Puzzle
    with pytest.raises(ValueError, match="cells are 'faces' or collections of edges, not 'face'"):
        untyped.from_networkx(crossed, cells="face")
    with pytest.raises(TypeError, match="no keyword 'vertices'"):
        untyped.from_networkx(crossed, vertices=[5])


def test_solutions_of_networkx() -> None:
    puzzle = Puzzle.board("square", 2, 1).with_required([(0, 1)])
    for solution in puzzle:
        graph = solution.to_networkx()
        assert {frozenset(edge) for edge in graph.edges} == {frozenset(edge) for edge in solution}
        assert all(graph.nodes[vertex] == puzzle.to_networkx().nodes[vertex] for vertex in graph)


def test_seeds_find_different_solutions() -> None:
    for puzzle in [
        Puzzle.board("square", 6, 6),
        Puzzle.from_networkx(networkx.complete_graph(7)),
        Puzzle.grid(6, 6).with_pairs([(0, 35), (1, 29)]),
    ]:
        found = [puzzle.solve(seed=seed) for seed in range(10)]
        assert len(set(found)) > 5 and found == [puzzle.solve(seed=seed) for seed in range(10)]


def test_solutions_can_be_left() -> None:
    board = Puzzle.board("square", 10, 10)
    for taken in (0, 1, 300):
        solutions = board.solutions()
        assert len({frozenset(s) for s in itertools.islice(solutions, taken)}) == taken
        solutions.close()
        assert list(solutions) == []
    iterator: "Iterator[Any]" = iter(board)
    assert len(next(iterator)) > 0
    del iterator


def test_solutions_as_sets_of_edges() -> None:
    square = [(1, 2), (2, 3), (3, 4), (4, 1)]
    solution = Puzzle.from_edges(square).solve()
    turned = Puzzle.from_edges([(v, u) for u, v in reversed(square)], cover=True).solve()
    assert solution is not None and turned is not None
    assert solution == turned and hash(solution) == hash(turned)
    assert solution != Puzzle.from_edges(square[:3] + [(4, 5), (5, 1)]).solve()
    assert solution != square
    assert (3, 2) in solution and (1, 3) not in solution and (8, 9) not in solution
    assert list(solution) == list(solution.edges) == square and len(solution) == 4
    assert solution.puzzle.edges == tuple(square)
    assert str(solution.facts()) == "link(1,2).\nlink(2,3).\nlink(3,4).\nlink(4,1).\n"


def test_clues_are_replaced() -> None:
    board = Puzzle.read("3.3\n...\n3.3\n")
    first, *_ = board.cells
    assert set(board.clues.values()) == {3}
    changed = board.with_clues({**board.clues, first: 0})
    assert changed.clues[first] == 0 and board.clues[first] == 3
    assert not changed.with_clues({first: None}).clues
    with pytest.raises(ValueError, match="'no' is no cell"):
        board.with_clues({"no": 1})


def test_demands_are_replaced(source: random.Random) -> None:
    puzzle = random_puzzle(source)
    others: Any = {name: getattr(puzzle, name) for name in ("vertices", "cells", "clues", "cover", "forbidden")}
    required = source.sample(puzzle.edges, min(2, len(puzzle.edges)))
    pairs = [tuple(source.sample(puzzle.vertices, 2))]
    replaced: Any = [
        (puzzle.with_required([edge[::-1] for edge in required]), required, puzzle.pairs, puzzle.topology),
        (puzzle.with_pairs(pairs), puzzle.required, pairs, "linkage"),
        (puzzle.with_pairs([]), puzzle.required, [], "cycle" if puzzle.pairs else puzzle.topology),
    ]
    for changed, links, joined, topology in replaced:
        made = Puzzle.from_edges(puzzle.edges, required=links, pairs=joined, topology=topology, **others)
        again = pickle.loads(pickle.dumps(changed))
        assert made == changed == again and made.count() == changed.count() == again.count()
    with pytest.raises(ValueError, match="the puzzle has no edge"):
        puzzle.with_required([(1, "no")])
    for pair, text in [((1, "no"), "'no' is the end of a pair, but no vertex"), ((1, 1), "1 is the end of a pair twice")]:
        with pytest.raises(ValueError, match=text):
            puzzle.with_pairs([pair])


def test_boards() -> None:
    for name in zlink.boards():
        board = Puzzle.board(name, 9, 9)
        assert len(board.cells) > 3 and len(board.positions) in (0, len(board.vertices))
    with pytest.raises(ValueError, match="did you mean penrose"):
        Puzzle.board("penros", 5, 5)


def test_edges_of_families_have_no_direction(source: random.Random) -> None:
    puzzle = random_puzzle(source)
    edges = [edge[::-1] if source.random() < 0.5 else edge for edge in puzzle.edges]
    source.shuffle(edges)
    turn = {frozenset(edge): edge for edge in edges}
    keywords: Any = {"pairs": puzzle.pairs, "cover": puzzle.cover, "required": puzzle.required, "forbidden": puzzle.forbidden}
    topology = None if puzzle.pairs else puzzle.topology
    turned = Puzzle.from_edges(
        edges, vertices=puzzle.vertices, cells=puzzle.cells, clues=puzzle.clues, topology=topology, **keywords
    )
    assert turned == puzzle and hash(turned) == hash(puzzle)
    f, g = puzzle.family(), turned.family()
    assert f == g and hash(f) == hash(g) and f & g == f | g == f and not f - g and not f ^ g and f <= g
    weights = {edge: source.randrange(9) for edge in puzzle.edges}
    of_turned = {turn[frozenset(edge)]: weight for edge, weight in weights.items()}
    for family in (f, g):
        for edge in puzzle.edges:
            expected = {plain(s) for s in f if edge in s}
            for same in (edge, edge[::-1]):
                assert {plain(s) for s in family.including(same)} == {plain(s) for s in family.including({same})} == expected
                assert len(family.excluding(same)) == len(f) - len(expected) and (same in family) == bool(expected)
                assert f.flip(same) == g.flip(edge)
        cheapest = min((sum(weights[edge] for edge in s) for s in f), default=None)
        for given in (weights, of_turned, {**weights, **of_turned}):
            first = next(family.min_iter(given), None)
            assert first is None or sum({**weights, **of_turned}[edge] for edge in first) == cheapest
            assert family.cost_le(given, 10) == f.cost_le(weights, 10)
        sets = [[edge[::-1] for edge in s] for s in f]
        assert family == family.intersection(sets) == Family(sets, elements=g) == Family(sets) | family
        assert all(s in family for s in map(frozenset, sets))
        again = pickle.loads(pickle.dumps(family))
        assert again == f and all(again.including(edge) == f.including(edge) for edge in edges)
        calls: "list[Callable[[], object]]" = [
            lambda: family.including((7, 8)),
            lambda: family.excluding({(7, 8)}),
            lambda: family.included([(7, 8)]),
            lambda: family.supersets((7, 8)),
            lambda: family.flip((7, 8)),
            lambda: family.min_iter({(7, 8): 1}),
            lambda: again.including((7, 8)),
        ]
        for call in calls:
            with pytest.raises(KeyError, match="the family has no edge"):
                call()


def test_an_edge_is_no_two_elements() -> None:
    family: "Family[Any]" = Puzzle.from_edges([(1, 2), (2, 3), (3, 1)]).family()
    both: "Family[Any]" = Family([[(1, 2)], [(2, 1)]])
    assert len(both) == 2 and len(family.union([[(1, 2)], [(2, 1)]])) == 2
    calls: "list[Callable[[], object]]" = [lambda: family | both, lambda: both & family]
    for call in calls:
        with pytest.raises(ValueError, match="comes twice: an edge has no direction"):
            call()
    with pytest.raises(ValueError, match=r"the edge \(2, 1\) has two numbers"):
        family.min_iter({(1, 2): 1, (2, 1): 2})


def test_families_combine() -> None:
    grid = Puzzle.board("square", 3, 3)
    cycles = grid.family()
    short = cycles.smaller(9)
    assert isinstance(short, Family)
    assert set(short) == {edges for edges in cycles if len(edges) < 9}
    through = cycles.including(grid.edges[0])
    assert len(through) == Puzzle.from_edges(grid.edges, required=[grid.edges[0]]).count()
    longest: "Optional[Any]" = next(cycles.max_iter({edge: 1 for edge in grid.edges}))
    assert longest is not None and grid.check(longest)


def test_bounds_and_integrity_constraints() -> None:
    square = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
    cells = {"rim": [(0, 1), (2, 1), (2, 3)], "chord": [(0, 2)]}
    loops = {frozenset(solution) for solution in Puzzle.from_edges(square).solutions()}
    assert len(loops) == 3
    puzzle = Puzzle.from_edges(
        square,
        cells=cells,
        at_least={"rim": 2},
        at_most={"chord": 1, "rim": None},
        constraints=[{(2, 0): True, (1, 0): False}, {(0, 1): True, (1, 2): True, (2, 3): True}],
    )
    assert puzzle.at_least == {"rim": 2} and puzzle.at_most == {"chord": 1}
    assert puzzle.constraints == ({(0, 2): True, (0, 1): False}, {(0, 1): True, (1, 2): True, (2, 3): True})
    wanted = {
        loop
        for loop in loops
        if len(loop & {(0, 1), (1, 2), (2, 3)}) >= 2
        and not ((0, 2) in loop and (0, 1) not in loop)
        and not {(0, 1), (1, 2), (2, 3)} <= loop
    }
    assert {frozenset(solution) for solution in puzzle.solutions()} == wanted and len(wanted) == 1
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle and hash(again) == hash(puzzle) and again.constraints == puzzle.constraints
    assert Puzzle.from_edges(square, cells=cells, at_least={"rim": 2}, at_most={"chord": 1}) != puzzle
    assert Puzzle.read(puzzle.to_facts()).constraints == puzzle.constraints


@pytest.mark.parametrize(
    ("keywords", "error", "text"),
    [
        ({"at_least": {"c": -1}}, ValueError, "the lower bound of the cell 'c' is a number from 0 on, not -1"),
        ({"at_most": {"d": 1}}, ValueError, "there is no cell 'd' for this upper bound"),
        ({"constraints": [{(0, 3): True}]}, ValueError, "a constraint has the edge (0, 3), which the graph does not have"),
        ({"constraints": [{(0, 1): "in"}]}, TypeError, "a constraint maps edges to True or False, not to 'in'"),
        ({"constraints": [[(0, 1)]]}, TypeError, "a constraint"),
    ],
)
def test_what_is_no_constraint(keywords: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=re.escape(text)):
        Puzzle.from_edges([(0, 1), (1, 2), (2, 0)], cells={"c": [(0, 1)]}, **keywords)
