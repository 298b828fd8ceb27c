#!/usr/bin/env python3
"""The Python package against Graphillion and clingo: calls, building, algebra, questions, sampling, files, puzzles, in one run.

    python/build-wheels.sh x86_64-unknown-linux-gnu
    pip install target/wheels/zlink-*-manylinux*.whl 'graphillion>=2.1,<3' 'clingo>=5.6,<6'
    python3 benches/python_peers.py

Each row is one question to both, in this process, and whether the answers are the same; of what is random only that it is in the
family. Operations are timed once, on operands that were not combined before: Graphillion remembers what it was asked last, for all
families together. Calls of a microsecond and questions that nothing remembers are repeated, and the least time counts.
"""

import argparse
import random
import timeit
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Any

import clingo
from graphillion import GraphSet, setset

import zlink
from zlink import Family, GraphSets, Puzzle

# Slitherlink as people write it for clingo: degrees, clues, and one vertex from which all others are reached.
SLITHERLINK = """
    { link(U,V) : edge(U,V) }.
    near(U,V) :- link(U,V).  near(V,U) :- link(U,V).  on(U) :- near(U,V).
    :- on(U), #count { V : near(U,V) } != 2.
    :- clue(C,N), #count { U,V : link(U,V), cell_contains(C,U,V) } != N.
    1 { start(U) : on(U) } 1.  :- start(U), on(V), V < U.
    reached(U) :- start(U).  reached(V) :- reached(U), near(U,V).
    :- on(U), not reached(U).
    #defined clue/2.  #defined cell_contains/3.
    #show link/2.
"""


def least_time(call: Callable[[], object], seconds: float) -> float:
    """The least time of a call, in repetitions that take about this number of seconds together."""
    timer = timeit.Timer(call)
    number, taken = timer.autorange()
    repetitions = max(1, min(9, round(seconds / max(taken, 1e-9))))
    return min([taken, *timer.repeat(repetitions, number)]) / number


def show(seconds: float) -> str:
    for unit, size in [("s", 1.0), ("ms", 1e-3), ("us", 1e-6)]:
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def first(sets: Iterable[Any], count: int) -> list[frozenset[Any]]:
    """The first few sets of an iterator."""
    iterator = iter(sets)
    return [frozenset(next(iterator)) for _ in range(count)]


def ratio(number: float) -> str:
    return f"{number:.3g}" if number < 1000 else f"{number:,.0f}"


class Table:
    def __init__(self, seconds: float, peer: str) -> None:
        self.seconds = seconds
        print(f"\n| question | {peer} | zlink | factor | same |")
        print("|---|---:|---:|---:|---|")

    def row(
        self,
        question: str,
        theirs: Callable[[], Any],
        ours: Callable[[], Any],
        answer: Callable[[Any], Any] = lambda result: result,
        repeat: bool = False,
    ) -> None:
        """Times both; `answer` makes both results comparable."""
        begin = timeit.default_timer()
        their_result = theirs()
        middle = timeit.default_timer()
        our_result = ours()
        end = timeit.default_timer()
        same = answer(their_result) == answer(our_result)
        other, own = middle - begin, end - middle
        if repeat:
            other, own = least_time(theirs, self.seconds), least_time(ours, self.seconds)
        print(f"| {question} | {show(other)} | {show(own)} | {ratio(other / own)} | {'yes' if same else 'NO'} |", flush=True)


def count(family: Any) -> int:
    """The number of sets of a family of either kind."""
    number = family.count() if isinstance(family, Family) else family.len()
    assert isinstance(number, int)
    return number


def calls(table: Table) -> None:
    """The least time of a call."""
    setset.set_universe(range(1, 11))
    sets = [{1, 2}, {2, 3}, {3, 4, 5}]
    f, g = Family(sets, elements=range(1, 11)), Family([{2, 3}, {9}], elements=range(1, 11))
    x, y = setset([{1, 2}, {2, 3}, {3, 4, 5}]), setset([{2, 3}, {9}])
    table.row("a set is in a family of three", lambda: {2, 3} in x, lambda: {2, 3} in f, repeat=True)
    table.row("len of a family of three", lambda: len(x), lambda: len(f), repeat=True)
    table.row("union of families of three and two sets", lambda: x | y, lambda: f | g, count, repeat=True)
    table.row("join of families of three and two sets", lambda: x.join(y), lambda: f.join(g), count, repeat=True)
    table.row("a family of three, from sets", lambda: setset(list(sets)), lambda: Family(sets), count, repeat=True)


def sets_of_six(table: Table, number: int) -> None:
    """Random sets share next to nothing: the worst case for diagrams."""
    source = random.Random(1)
    sets = [set(source.sample(range(100), 6)) for _ in range(number)]
    others = [set(source.sample(range(100), 6)) for _ in range(number)]
    setset.set_universe(range(100))
    k = f"{number // 1000}k"
    table.row(f"{k} random sets of 6 of 100, from sets", lambda: setset(sets), lambda: Family(sets, elements=range(100)), count)
    x, y = setset(sets), setset(others)
    f, g = Family(sets, elements=range(100)), Family(others, elements=range(100))
    table.row(f"union of two of {k}", lambda: x | y, lambda: f | g, count)
    table.row(f"intersection of two of {k}", lambda: x & y, lambda: f & g, count)
    table.row(f"maximal sets of {k}", lambda: x.maximal(), lambda: f.maximal(), count)
    table.row(f"all {k} sets, one by one", lambda: sum(1 for _ in x), lambda: sum(1 for _ in f))


def hitting(table: Table) -> None:
    """Minimal hitting sets of random sets."""
    source = random.Random(2)
    sets = [set(source.sample(range(30), 5)) for _ in range(25)]
    setset.set_universe(range(30))
    x, f = setset(sets), Family(sets, elements=range(30))
    table.row("minimal hitting sets of 25 sets of 5 of 30", lambda: x.hitting().minimal(), lambda: f.minimal_hitting(), count)
    table.row("all hitting sets of them", lambda: x.hitting(), lambda: f.hitting(), count)


def paths(table: Table, cells: int) -> None:
    """Questions about all corner paths of a grid. Graphillion makes the family for both."""
    side = cells + 1
    vertices = [(row, column) for row in range(side) for column in range(side)]
    edges = [((r, c), (r, c + 1)) for r, c in vertices if c < cells] + [((r, c), (r + 1, c)) for r, c in vertices if r < cells]
    GraphSet.set_universe(edges)
    x = GraphSet.paths((0, 0), (cells, cells))
    universe = GraphSet.universe()
    text = x.dumps()
    f: Family[Any] = Family.loads(text, universe)
    name = f"{f.count():,} corner paths of {cells}x{cells} cells ({f.node_count:,} nodes)"
    print(f"| {name} | | | | |")
    weights = {edge: 1 + (7 * i) % 11 for i, edge in enumerate(universe)}
    chances = {edge: 0.9 for edge in universe}
    table.row("  how many", lambda: x.len(), lambda: f.count())
    table.row("  those with 2 edges more than the shortest", lambda: x.graph_size(2 * cells + 2), lambda: f.set_size(2 * cells + 2), count)
    table.row("  those with an edge", lambda: x.including(edges[0]), lambda: f.including(edges[0]), count)
    table.row("  the 100 lightest", lambda: first(x.min_iter(weights), 100), lambda: first(f.min_iter(weights), 100), lambda sets: [sum(weights[e] for e in s) for s in sets])
    table.row("  the 100 heaviest", lambda: first(x.max_iter(weights), 100), lambda: first(f.max_iter(weights), 100), lambda sets: [sum(weights[e] for e in s) for s in sets])
    table.row("  100 at random", lambda: first(x.rand_iter(), 100), lambda: first(f.rand_iter(), 100), lambda sets: all(s in f for s in sets))
    table.row("  probability, each edge with 0.9", lambda: x.probability(chances), lambda: f.probability(chances), lambda p: round(p, 9))
    table.row("  those of weight 100 at most", lambda: x.cost_le(weights, 100), lambda: f.cost_le(weights, 100), count)
    table.row("  those without a vertex in the middle",
        lambda: x.excluding(GraphSet([[e] for e in edges if (cells // 2, cells // 2) in e])),
        lambda: f.excluding(Family([[e] for e in edges if (cells // 2, cells // 2) in e], elements=universe)), count)
    table.row("  into text", lambda: x.dumps(), lambda: f.dumps(), lambda text: text.count("\n"))
    table.row("  from text", lambda: GraphSet.loads(text), lambda: Family.loads(text, universe), count)


def graphs(table: Table, sizes: list[int]) -> None:
    """Families that both make from a graph."""
    for cells in sizes:
        board = Puzzle.board("square", cells, cells)
        last = len(board.vertices) - 1
        ends = Puzzle.from_edges(board.edges, pairs=[(0, last)])
        GraphSet.set_universe(board.edges)
        table.row(f"all cycles of {cells}x{cells} cells", GraphSet.cycles, board.family, count)
        table.row("  only counted", lambda: GraphSet.cycles().len(), board.count)
        table.row(f"all corner paths of {cells}x{cells} cells", lambda: GraphSet.paths(0, last), ends.family, count)
        table.row("  only counted", lambda: GraphSet.paths(0, last).len(), ends.count)


def graph_sets(table: Table, sizes: list[int]) -> None:
    """Sets of edges of a grid that both make by frontier; each of zlink's plans its order anew."""
    for side in sizes:
        vertices = [(row, column) for row in range(side) for column in range(side)]
        edges = [((r, c), (r, c + 1)) for r, c in vertices if c < side - 1] + [((r, c), (r + 1, c)) for r, c in vertices if r < side - 1]
        corners = [(r, c) for r in (0, side - 1) for c in (0, side - 1)]
        GraphSet.set_universe(edges)
        at, works = f" of {side}x{side} vertices", dict.fromkeys(edges, 0.9)

        def both(name: str, **keywords: Any) -> None:
            question = name.format(at)
            table.row(question, lambda: GraphSet.graphs(**keywords), lambda: GraphSets(edges).graphs(**keywords), count)

        both("all forests{}", no_loop=True)
        table.row("  only counted", lambda: GraphSet.graphs(no_loop=True).len(), lambda: GraphSets(edges).count(no_loop=True))
        table.row(f"spanning trees{at}", lambda: GraphSet.trees(is_spanning=True), lambda: GraphSets(edges).trees(is_spanning=True), count)
        table.row(f"forests{at}, rooted in the corners", lambda: GraphSet.forests(corners), lambda: GraphSets(edges).forests(corners), count)
        table.row(f"Steiner trees{at} for the corners", lambda: GraphSet.steiner_trees(corners), lambda: GraphSets(edges).steiner_trees(corners), count)
        table.row(f"matchings{at}", GraphSet.matchings, lambda: GraphSets(edges).matchings(), count)
        table.row(
            f"reliability{at}, of all",
            lambda: GraphSet.reliability(works, vertices),
            lambda: GraphSets(edges).reliability(works, vertices),
            lambda p: round(p, 9),
        )
        table.row(
            f"reliability{at}, of the corners",
            lambda: GraphSet.reliability(works, corners),
            lambda: GraphSets(edges).reliability(works, corners),
            lambda p: round(p, 9),
        )
        if side <= 8:
            table.row(f"connected graphs{at} with the corners", lambda: GraphSet.connected_components(corners), lambda: GraphSets(edges).connected_components(corners), count)
        if side <= 7:
            table.row(f"connected induced graphs{at}", GraphSet.induced_graphs, lambda: GraphSets(edges).induced_graphs(), count)
            table.row(f"partitions{at} into two to four parts", lambda: GraphSet.partitions(2, 4), lambda: GraphSets(edges).partitions(2, 4), count)


def clingo_models(facts: str, models: int) -> int:
    """The number of solutions that clingo finds, up to a limit."""
    control = clingo.Control([str(models)])
    control.add("base", [], SLITHERLINK + facts)
    control.ground([("base", [])])
    found = 0

    def count_model(_: clingo.Model) -> None:
        nonlocal found
        found += 1

    control.solve(on_model=count_model)
    return found


def zlink_models(facts: str, models: int) -> int:
    """The number of solutions that zlink finds, up to a limit."""
    return sum(1 for _, _ in zip(range(models), Puzzle.from_facts(facts).solutions()))


def puzzles(table: Table, sizes: list[int]) -> None:
    """From the text of facts to the answer, in one process."""
    tiny = "edge(1,2). edge(2,3). edge(1,3). cell_contains(c,1,2). clue(c,1)."
    table.row("a triangle: a solution", lambda: clingo_models(tiny, 1), lambda: zlink_models(tiny, 1), repeat=True)
    for size in sizes:
        facts = Puzzle.board("square", size, size).make_slitherlink(seed=size).puzzle.to_facts()
        name = f"a Slitherlink of {size}x{size} with few clues: unique?"
        table.row(name, lambda: clingo_models(facts, 2), lambda: zlink_models(facts, 2))
    board = Puzzle.board("square", 5, 5).to_facts()
    name = "1,000 of the cycles of 5x5 cells, one by one"
    table.row(name, lambda: clingo_models(board, 1000), lambda: zlink_models(board, 1000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long what is repeated takes, about (default: 1)")
    parser.add_argument("--cells", type=int, default=5, help="the size of the grid (default: 5; each more takes Graphillion twelve times as long)")
    parser.add_argument("--sets", type=int, default=30_000, help="how many random sets (default: 30000)")
    parser.add_argument("--graphs", type=int, nargs="+", default=[6, 8, 10], help="sizes of the grids whose families both make (default: 6 8 10)")
    parser.add_argument("--sides", type=int, nargs="+", default=[6, 7], help="sides of the grids whose trees, forests, ... both make (default: 6 7; of 8 Graphillion takes minutes)")
    parser.add_argument("--puzzles", type=int, nargs="+", default=[8, 12, 16], help="sizes of the Slitherlinks (default: 8 12 16)")
    arguments = parser.parse_args()
    print(f"Graphillion {version('graphillion')}, clingo {version('clingo')}, zlink {zlink.__version__}")
    table = Table(arguments.seconds, "Graphillion")
    calls(table)
    sets_of_six(table, arguments.sets)
    hitting(table)
    paths(table, arguments.cells)
    graphs(table, arguments.graphs)
    graph_sets(table, arguments.sides)
    puzzles(Table(arguments.seconds, "clingo"), arguments.puzzles)


if __name__ == "__main__":
    main()
