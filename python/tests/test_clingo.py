"""Puzzles from programs for clingo, and answers for them."""

import random
from typing import Any, Set

import clingo
import networkx
import pytest

import zlink.clingo
from zlink import Puzzle

# One cycle, by reachability from its smallest vertex; clues; the whole of it in clingo.
CYCLE = """
{ link(U,V) : edge(U,V) }.
at(U,U,V) :- link(U,V). at(V,U,V) :- link(U,V).
on(W) :- at(W,_,_).
:- on(W), #count { U,V : at(W,U,V) } != 2.
some :- on(_). :- not some.
first(W) :- W = #min { X : on(X) }, some.
reached(W) :- first(W).
reached(V) :- reached(U), link(U,V). reached(U) :- reached(V), link(U,V).
:- on(W), not reached(W).
:- clue(C,N), #count { U,V : cell_contains(C,U,V), link(U,V) } != N.
#show link/2.
"""


def facts(source: random.Random) -> str:
    graph = networkx.gnm_random_graph(6, 10, seed=source.randrange(10**6))
    edges = list(graph.edges)
    text = "".join(f"edge({u},{v})." for u, v in edges)
    cell = source.sample(edges, 4)
    return text + "".join(f"cell_contains(c,{u},{v})." for u, v in cell) + f"clue(c,{source.randrange(4)})."


def models(text: str) -> "Set[frozenset[str]]":
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text + CYCLE)
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.add(frozenset(map(str, model.symbols(shown=True))))
    return found


def test_solutions_are_those_of_clingo(source: random.Random) -> None:
    text = facts(source)
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    puzzle = zlink.clingo.puzzle_from_control(control)
    found = {frozenset(map(str, zlink.clingo.solution_symbols(solution))) for solution in puzzle.solutions()}
    assert found == models(text)


def test_terms_come_back() -> None:
    control = clingo.Control()
    control.add("base", [], 'edge((1,1),f(x)). edge(f(x),"A b"). edge("A b",(1,1)). edge(a,1). other(1,2). pos((1,1),3,4).')
    control.ground([("base", [])])
    puzzle = zlink.clingo.puzzle_from_control(control)
    assert set(puzzle.vertices) == {(1, 1), "f(x)", "A b", "a", 1} and puzzle.positions[1, 1] == (3, 4)
    solution = puzzle.solve()
    assert solution is not None and not puzzle.warnings
    links = zlink.clingo.solution_symbols(solution)
    assert set(links) == {clingo.parse_term(t) for t in ('link((1,1),f(x))', 'link(f(x),"A b")', 'link("A b",(1,1))')}


def test_both_directions_are_one_edge() -> None:
    symbols = [clingo.Function("edge", [clingo.Number(u), clingo.Number(v)]) for u in range(4) for v in range(4) if u != v]
    symbols += [clingo.parse_term(t) for t in ("link(1,0)", "-link(3,2)", "cell_contains(c,2,1)", "clue(c,0)")]
    puzzle = zlink.clingo.puzzle_from_symbols(symbols)
    assert len(puzzle.edges) == 6 and puzzle.required == ((0, 1),) and puzzle.forbidden == ((2, 3),)
    assert puzzle.cells == {"c": ((1, 2),)} and puzzle.count() == 1


def test_puzzles_that_a_program_chooses() -> None:
    control = clingo.Control(["0"])
    control.add("base", [], "edge(1,2;2,3;3,1). cell_contains(c,1,2). { clue(c,0..2) } = 1.")
    control.ground([("base", [])])
    counts = {}
    with control.solve(yield_=True) as handle:
        for model in handle:
            puzzle = zlink.clingo.puzzle_from_model(model)
            counts[puzzle.clues["c"]] = puzzle.count()
    assert counts == {0: 0, 1: 1, 2: 0}


REST = """
edge(X,Y) :- e(X,Y). e(1,2;2,3;3,4;4,1;1,3).
on(U;V) :- link(U,V).
:- not on(4).
{ colour(red;blue) } = 1.
#show on/1. #show colour/1.
"""


@pytest.mark.parametrize("links", ["{ link(U,V) : edge(U,V) }.", "#external link(U,V) : edge(U,V)."])
def test_the_rest_of_a_program_is_solved_for_each_solution(links: str) -> None:
    control = clingo.Control(["0"])
    control.add("base", [], REST + links)
    found = [(len(solution), sorted(map(str, symbols))) for solution, symbols in zlink.clingo.answers(control)]
    expected = []
    for length, on in ((3, [1, 3, 4]), (4, [1, 2, 3, 4])):
        for colour in ("blue", "red"):
            expected.append((length, [f"colour({colour})"] + [f"on({v})" for v in on]))
    assert sorted(found) == expected


EDGES = "edge(1,2;2,3;3,4;4,1)."
LINKS = "#external link(U,V) : edge(U,V)."


@pytest.mark.parametrize(
    ("program", "atom"),
    [
        ("cell_contains(c,1,2). { clue(c,0..2) } = 1.", r"clue\(c,[012]\)"),
        ("cell_contains(c,1,2). clue(c,1) ; clue(c,2).", r"clue\(c,[12]\)"),
        ("cell_contains(c,1,2). clue(c,1) :- link(2,3).", r"clue\(c,1\)"),
        ("{ cell_contains(c,1,2) }. clue(c,1).", r"cell_contains\(c,1,2\)"),
        ("{ pair(1,2); pair(1,3) } = 1.", r"pair\(1,[23]\)"),
        ("{ edge(2,4) }.", r"edge\(2,4\)"),
        ("#external cover.", "cover"),
        ("{ a }. node(9) :- a.", r"node\(9\)"),
        ("{ a }. -link(1,2) :- a.", r"-link\(1,2\)"),
    ],
)
def test_a_puzzle_is_of_facts(program: str, atom: str) -> None:
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], EDGES + program + LINKS)
    with pytest.raises(ValueError, match=f"^{atom} is no fact"):
        zlink.clingo.answers(control)
    with pytest.raises(ValueError, match=f"^{atom} is no fact"):
        zlink.clingo.puzzle_from_control(control)


def test_what_no_puzzle_reads_may_be_chosen() -> None:
    control = clingo.Control(["0"])
    control.add("base", [], EDGES + LINKS + "{ pos(1,2,3); edge(1,2,3) }. #show pos/3.")
    assert len(list(zlink.clingo.answers(control))) == 4


def test_links_without_atoms() -> None:
    control = clingo.Control()
    control.add("base", [], "edge(1,2;2,3;3,1).")
    with pytest.raises(ValueError, match="the program has no atom link"):
        list(zlink.clingo.answers(control))
    control = clingo.Control()
    control.add("base", [], "edge(1,1).")
    control.ground([("base", [])])
    with pytest.raises(zlink.ReadError, match="loop"):
        zlink.clingo.puzzle_from_control(control)


def test_names_as_in_facts() -> None:
    puzzle: "Puzzle[Any]" = zlink.clingo.puzzle_from_symbols([clingo.parse_term(t) for t in ("edge(a,b)", "node(z)", "cover")])
    assert puzzle.vertices == ("a", "b", "z") and puzzle.cover and puzzle.solve() is None


def test_programs_without_edges() -> None:
    of_parts: Any = ([], [("rest", [])], None)
    for parts in of_parts:
        control = clingo.Control()
        control.add("base", [], EDGES + LINKS)
        with pytest.raises(ValueError, match=r"^the program has no fact edge\(U,V\): "):
            zlink.clingo.answers(control, parts)
    control = clingo.Control()
    control.add("base", [], "node(1).")
    with pytest.raises(ValueError, match="no fact edge"):
        zlink.clingo.answers(control)


def test_other_types_are_refused() -> None:
    untyped: Any = zlink.clingo
    of_parts: Any = ("base", ["base"], ["ab"], [("base", ["x"])], [("base",)], [(1, [])], 5)
    for parts in of_parts:
        with pytest.raises(TypeError, match=r"^parts are a list of \(name, arguments\), such as \[\('base', \[\]\)\], not "):
            untyped.answers(clingo.Control(), parts)
    for symbols in (["edge(1,2)"], "edge(1,2).", [1]):
        with pytest.raises(TypeError, match="^a clingo.Symbol is expected, not .*; clingo.parse_term makes"):
            untyped.puzzle_from_symbols(symbols)
    for control in (5, "edge(1,2).", None):
        with pytest.raises(TypeError, match="^a clingo.Control is expected, not "):
            untyped.puzzle_from_control(control)
        with pytest.raises(TypeError, match="^a clingo.Control is expected, not "):
            untyped.answers(control, None)
