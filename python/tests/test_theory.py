"""Theory atoms about cycles and paths: models of random programs are those that their definition leaves of all candidates."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any, Dict, FrozenSet, List, Sequence, Set, Tuple

import clingo
import pytest

from zlink.clingo import Theory

Model = FrozenSet[str]
Edge = Tuple[str, str]


def edge(u: str, v: str) -> Edge:
    return (u, v) if u < v else (v, u)


def parts(edges: Set[Edge]) -> List[Set[str]]:
    """The vertices of each connected part."""
    found: List[Set[str]] = []
    for u, v in edges:
        joined = [part for part in found if u in part or v in part]
        found = [part for part in found if part not in joined] + [{u, v}.union(*joined)]
    return found


def degrees(edges: Set[Edge]) -> "Counter[str]":
    return Counter(vertex for both in edges for vertex in both)


def are_cycles(edges: Set[Edge]) -> bool:
    return bool(edges) and all(degree == 2 for degree in degrees(edges).values())


def holds(form: str, arcs: Set[Edge], pairs: Set[Edge]) -> bool:
    """Whether the theory atom holds for these elements, in both senses of direction."""
    if any(u == v for u, v in arcs):
        return False
    edges = {edge(u, v) for u, v in arcs}
    if form == "cycles":
        return are_cycles(edges)
    if form == "cycle":
        return are_cycles(edges) and len(parts(edges)) == 1
    if form == "circuit":
        is_cycle = are_cycles(edges) and len(parts(edges)) == 1 and len(edges) == len(arcs)
        return is_cycle and all(n == 1 for way in (0, 1) for n in Counter(arc[way] for arc in arcs).values())
    joined = {edge(a, b) for a, b in pairs}
    ends = Counter(vertex for pair in joined for vertex in pair)
    degree = degrees(edges)
    if any(n > 1 for n in ends.values()) or any(a == b for a, b in pairs) or set(ends) - set(degree):
        return False
    if any(degree[v] != (1 if v in ends else 2) for v in degree):
        return False
    return {tuple(sorted(v for v in part if v in ends)) for part in parts(edges)} == joined


@dataclass
class Program:
    """A program, and the theory atoms in it: each has a form and the name of the predicates of its elements."""

    text: str
    atoms: List[Tuple[str, str]]


def candidates(program: Program) -> List[Dict[str, List[List[str]]]]:
    """The models of the program without its theory atoms: arguments of atoms by predicate."""
    return [
        by_predicate(symbols) for symbols in solve("".join(line for line in program.text.splitlines(True) if "&" not in line))
    ]


def by_predicate(symbols: Sequence[clingo.Symbol]) -> Dict[str, List[List[str]]]:
    found: Dict[str, List[List[str]]] = {}
    for symbol in symbols:
        found.setdefault(symbol.name, []).append([str(argument) for argument in symbol.arguments])
    return found


def solve(text: str, *options: str, assumptions: Any = (), theory: bool = False) -> List[Sequence[clingo.Symbol]]:
    control = clingo.Control(["0", "--warn=none", *options])
    if theory:
        Theory().register(control)
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True, assumptions=assumptions) as handle:
        return [model.symbols(atoms=True) for model in handle]


def as_set(models: Sequence[Sequence[clingo.Symbol]]) -> Set[Model]:
    found = [frozenset(map(str, model)) for model in models]
    assert len(found) == len(set(found)), "no model comes twice"
    return set(found)


def expected(program: Program) -> Set[Model]:
    """The models that are left when theory atoms hold by definition."""
    left = set()
    text = "".join(line for line in program.text.splitlines(True) if "&" not in line)
    for symbols in solve(text):
        atoms = by_predicate(symbols)

        def pairs(predicate: str) -> Set[Edge]:
            return {(u, v) for u, v in atoms.get(predicate, [])}

        if all(
            f"on{name}" not in atoms
            or (
                holds(form, pairs(f"in{name}"), pairs(f"pair{name}"))
                and {v for (v,) in atoms.get(f"visit{name}", [])} <= {v for both in pairs(f"in{name}") for v in both}
            )
            for form, name in program.atoms
        ):
            left.add(frozenset(map(str, symbols)))
    return left


FORMS = ["cycle", "cycles", "circuit", "path", "paths"]


def random_program(source: random.Random, form: str, name: str = "") -> Program:
    """A program with one theory atom: `in/2` are its edges, `on` its condition, `visit/1` and `pair/2` its demands."""
    n = source.randrange(4, 6)
    names = source.choice([[str(i) for i in range(n)], ["a", "f(1)", "(1,2)", '"x y"', "-b"]])[:n]
    all_pairs = [(u, v) for i, u in enumerate(names) for v in names[:i]]
    edges = source.sample(all_pairs, min(len(all_pairs), source.randrange(n, 8)))
    edges = [(u, v) if source.random() < 0.5 else (v, u) for u, v in edges]
    if source.random() < (0.7 if form == "circuit" else 0.2):
        edges += [(v, u) for u, v in source.sample(edges, max(0, min(len(edges), 9 - len(edges))))]
    if source.random() < 0.1:
        edges.append((names[0], names[0]))
    text = "".join(f"edge{name}({u},{v}).\n" for u, v in edges)
    text += source.choice([
        f"{{ in{name}(U,V) : edge{name}(U,V) }}.\n",
        f"{{ off{name}(U,V) }} :- edge{name}(U,V). in{name}(U,V) :- edge{name}(U,V), not off{name}(U,V).\n",
    ])
    if source.random() < 0.3:
        u, v = source.choice(edges)
        text += source.choice([f"in{name}({u},{v}).\n", f":- in{name}({u},{v}).\n"])
    on = source.choice(["", f"{{ on{name} }}.\n"])
    text += on or f"on{name}.\n"
    if source.random() < 0.4:
        fact = source.random() < 0.5
        for v in source.sample(names, source.choice([1, 2, n]) if fact else 2):
            text += f"visit{name}({v}).\n" if fact else f"{{ visit{name}({v}) }}.\n"
    atom = form
    if form == "path":
        a, b = source.sample(names, 2)
        text += f"pair{name}({a},{b}).\n"
        atom = f"path({a},{b})"
    if form == "paths":
        ends = source.sample(names, source.choice([2, 4]))
        fact = source.random() < 0.5
        for a, b in zip(ends[::2], ends[1::2]):
            text += f"pair{name}({a},{b}).\n" if fact else f"{{ pair{name}({a},{b}); pair{name}({b},{source.choice(names)}) }}.\n"
    elements = source.choice([f"U,V : in{name}(U,V)", f"U,V : edge{name}(U,V), in{name}(U,V)"])
    if "off" in text and source.random() < 0.5:
        elements = f"U,V : edge{name}(U,V), not off{name}(U,V)"
        # A fact or a constraint about the edge would not be seen through the other predicate.
        text = "".join(line for line in text.splitlines(True) if not line.startswith(f"in{name}("))
    pairs = f"; pair(A,B) : pair{name}(A,B)" if form == "paths" else ""
    text += f"&{atom} {{ {elements}; visit(V) : visit{name}(V){pairs} }}{f' :- on{name}' if on else ''}.\n"
    return Program(text, [(form, name)])


@pytest.mark.parametrize("form", FORMS)
def test_models_of_random_programs(form: str, source: random.Random) -> None:
    for _ in range(5):
        program = random_program(source, form)
        assert as_set(solve(program.text, theory=True)) == expected(program), program.text
