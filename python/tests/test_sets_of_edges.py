"""Families of edges beside families of tuples, and solutions in place of sets."""

import io
import itertools
from pathlib import Path
from typing import Any, List

import pytest

from zlink import Family, Puzzle

TRIANGLE: "Puzzle[Any]" = Puzzle.from_edges([("a", "b"), ("b", "c"), ("c", "a")])
CYCLES: "Family[Any]" = TRIANGLE.family()
EDGES: "Family[Any]" = Puzzle.from_edges([(1, 2), (2, 3), (3, 1)]).family()
TURNED: "Family[Any]" = Puzzle.from_edges([(2, 1), (3, 2), (1, 3)]).family()


def test_equality_is_transitive() -> None:
    there, back = [(1, 2), (2, 3), (3, 1)], [(2, 1), (3, 2), (1, 3)]
    families: "List[Family[Any]]" = [EDGES, TURNED, Family([there]), Family([back]), Family([[(1, 2), (2, 1)]])]
    families += [Family([back], elements=EDGES), EDGES | Family([[4]]), Family([there, [4]])]
    families += [Family(), Family([[]]), EDGES - TURNED, EDGES.included([]), Family([[]], elements=[(1, 2), (2, 1)])]
    families += [EDGES.meet([[]]), (EDGES | Family([[4]])).supersets(4), Family([[4]]), Family([[4]], elements=back)]
    for f, g in itertools.product(families, repeat=2):
        assert (f == g) is (g == f) is not (f != g) and (f != g or hash(f) == hash(g))
        assert all(f == h for h in families if f == g and g == h)
    assert EDGES == TURNED == Family([back], elements=EDGES) != Family([back]) != Family([there]) != EDGES
    assert EDGES <= Family([there]) <= EDGES and not EDGES < Family([there]) and not EDGES > Family([there])
    assert EDGES.meet([[]]) == Family([[]], elements=[(1, 2), (2, 1)]) == Family([[]])
    assert (EDGES | Family([[4]])).supersets(4) == Family([[4]], elements=back)
    assert Family.loads(EDGES.dumps(), TURNED) == EDGES and {(1, 2), (2, 1)} not in EDGES


def test_a_solution_is_a_set() -> None:
    solution: Any = TRIANGLE.solve()
    for same in (solution, solution.edges, tuple(solution), tuple(edge[::-1] for edge in solution), frozenset(solution)):
        assert same in CYCLES and same not in CYCLES - CYCLES
    assert solution.edges[:2] not in CYCLES and (("a", "b"), ("a", "d")) not in CYCLES and () not in CYCLES
    assert ("b", "a") in CYCLES and ("b", "d") not in CYCLES and solution in Family([solution])
    assert CYCLES.including(solution) == CYCLES == CYCLES.included(solution) and not CYCLES.excluding(solution)


def test_none_is_an_element() -> None:
    family: "Family[Any]" = Family([[None, 1], [1]])
    assert family.flip(None) == family and family.flip(element=None) == family
    assert family.flip() == Family([[], [None]])
    without: "Family[Any]" = Family([[1]])
    assert without.flip(None) == Family([[None, 1]])


def test_families_come_from_open_files(tmp_path: Path) -> None:
    family: Any = Family
    for file in ("x", tmp_path / "x"):
        with pytest.raises(TypeError, match=r"x.* is no open file: use open\(\.\.\., 'r'\)"):
            family.load(file)
        with pytest.raises(TypeError, match=r"x.* is no open file: use open\(\.\.\., 'w'\)"):
            family([[1]]).dump(file)
    assert family.load(io.StringIO(CYCLES.dumps()), CYCLES) == CYCLES


def test_a_list_is_no_element() -> None:
    for method in (CYCLES.including, CYCLES.excluding):
        with pytest.raises(TypeError, match=r"\['a', 'b'\] is a list: use a set .*an edge is a tuple"):
            method(["a", "b"])


def test_one_set_is_no_list_of_sets() -> None:
    solution: Any = TRIANGLE.solve()
    for name in ("supersets", "non_supersets", "subsets", "difference", "union", "join", "issubset", "quotient"):
        method = getattr(CYCLES, name)
        for one in (solution, [("b", "a")], {("a", "b")}, [*solution], *([solution.edges] if "super" not in name else [])):
            with pytest.raises(TypeError, match=r"is one set of edges, and a list of sets is expected: \["):
                method(one)
            method([one])
    assert CYCLES.difference([solution]) == Family() and CYCLES.supersets([[("b", "a")]]) == CYCLES
    assert CYCLES.union([(("a", "b"), ("b", "c"))]).count() == 2
    for method in (CYCLES.union, CYCLES.supersets, CYCLES.non_subsets, CYCLES.issubset):
        with pytest.raises(KeyError, match=r"the family has no edge \('a', 'd'\)"):
            method([[("b", "a"), ("a", "d")]])
    pairs: "Family[Any]" = Puzzle.from_edges([((0, 0), (0, 1)), ((0, 1), (1, 1))], topology="path-matching").family()
    assert pairs.supersets([[((0, 1), (0, 0))]]).count() == 2 and Family([[1, 2]]).union([(1, 2)]).count() == 1
