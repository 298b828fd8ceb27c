"""Theory atoms about cycles and paths: models of random programs are those that their definition leaves of all candidates."""

import json
import random
import runpy
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, FrozenSet, List, Sequence, Set, Tuple

import clingo
import clingo.ast
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


def without_theory(program: Program) -> str:
    return "".join(line for line in program.text.splitlines(True) if "&" not in line)


def expected(program: Program) -> Set[Model]:
    """The models that are left when theory atoms hold by definition."""
    left = set()
    for symbols in solve(without_theory(program)):
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


def random_program(source: random.Random, form: str, name: str = "", most: int = 7) -> Program:
    """A program with one theory atom: `in/2` are its edges, `on` its condition, `visit/1` and `pair/2` its demands."""
    n = source.randrange(4, 6)
    names = source.choice([[str(i) for i in range(n)], ["a", "f(1)", "(1,2)", '"x y"', "-b"]])[:n]
    all_pairs = [(u, v) for i, u in enumerate(names) for v in names[:i]]
    edges = source.sample(all_pairs, min(len(all_pairs), source.randrange(most - 3, most + 1)))
    edges = [(u, v) if source.random() < 0.5 else (v, u) for u, v in edges]
    if source.random() < (0.7 if form == "circuit" else 0.2):
        edges += [(v, u) for u, v in source.sample(edges, max(0, min(len(edges), most + 1 - len(edges))))]
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


def small(make: Callable[[], Program], most: int = 1500) -> Program:
    """One of the programs that has few models without its theory atoms."""
    while True:
        program = make()
        control = clingo.Control([str(most + 1), "--warn=none"])
        control.add("base", [], without_theory(program))
        control.ground([("base", [])])
        models: List[int] = []
        control.solve(on_model=lambda model: models.append(model.number))
        if len(models) <= most:
            return program


@pytest.mark.parametrize("form", FORMS)
def test_models_of_random_programs(form: str, source: random.Random) -> None:
    for _ in range(3):
        program = small(lambda: random_program(source, form))
        assert as_set(solve(program.text, theory=True)) == expected(program), program.text


def two_atoms(source: random.Random) -> Program:
    """A program with two theory atoms over different graphs, which share an edge."""
    first = random_program(source, source.choice(FORMS), "1", most=4)
    second = random_program(source, source.choice(["cycle", "path"]), "2", most=4)
    both = ":- in1(U,V), not in2(U,V), edge2(U,V).\n:- #count { U,V : in1(U,V) } > 5.\n"
    return Program(first.text + second.text + both, first.atoms + second.atoms)


def test_two_theory_atoms(source: random.Random) -> None:
    program = small(lambda: two_atoms(source))
    assert as_set(solve(program.text, theory=True)) == expected(program), program.text


def test_assumptions_and_projection_and_threads(source: random.Random) -> None:
    program = small(lambda: random_program(source, source.choice(FORMS)), 300)
    models = expected(program)
    atoms = sorted({atom for model in models for atom in model if atom.startswith("in(")})
    for atom in atoms[:3]:
        for value in (True, False):
            found = solve(program.text, theory=True, assumptions=[(clingo.parse_term(atom), value)])
            assert as_set(found) == {model for model in models if (atom in model) == value}
    assert as_set(solve(program.text, "-t", "3", theory=True)) == models
    shown = [atom for atom in atoms[:2] if atom]
    text = program.text + "#show.\n" + "".join(f"#show {atom} : {atom}.\n#project {atom} : {atom}.\n" for atom in shown)
    text = text.replace("#project", "%#project")
    control = clingo.Control(["0", "--warn=none", "--project=show"])
    Theory().register(control)
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        projected = [frozenset(map(str, model.symbols(shown=True))) for model in handle]
    assert len(projected) == len(set(projected))
    assert set(projected) == {frozenset(atom for atom in model if atom in shown) for model in models}


def test_consequences(source: random.Random) -> None:
    program = small(lambda: random_program(source, source.choice(FORMS)), 300)
    models = expected(program)
    for mode, join in (("brave", frozenset.union), ("cautious", frozenset.intersection)):
        found = solve(program.text, f"--enum-mode={mode}", theory=True)
        assert bool(found) == bool(models)
        if models:
            assert frozenset(map(str, found[-1])) == join(*models)


def test_optimisation(source: random.Random) -> None:
    program = small(lambda: random_program(source, source.choice(FORMS)), 300)
    weights = {atom: source.randrange(-3, 9) for model in expected(program) for atom in model if atom.startswith("in(")}
    lines = "".join(f"#minimize {{ {weight},{atom[2:]} : {atom} }}.\n" for atom, weight in sorted(weights.items()))
    costs = [sum(weights.get(atom, 0) for atom in model) for model in expected(program)]
    for options in (["--opt-mode=opt"], ["--opt-strategy=usc"]):
        control = clingo.Control(["0", "--warn=none", *options])
        Theory().register(control)
        control.add("base", [], program.text + lines)
        control.ground([("base", [])])
        cost = None
        with control.solve(yield_=True) as handle:
            for model in handle:
                cost = sum(model.cost)
        assert cost == (min(costs) if costs else None) or (not weights and costs)


def test_several_steps(source: random.Random) -> None:
    control = clingo.Control(["0", "--warn=none"])
    Theory().register(control)
    control.add("base", [], "")
    steps: List[List[Edge]] = []
    pairs = [(str(u), str(v)) for u in range(6) for v in range(u)]
    source.shuffle(pairs)
    for t in range(1, 4):
        steps.append([pairs.pop() for _ in range(4)])
        facts = "".join(f"edge({u},{v},{t})." for u, v in steps[-1])
        control.add(f"step{t}", [], f"{facts}\n#external open({t}). #external last({t}).\n{{ link(U,V,{t}) : edge(U,V,{t}) }}.\n"
                    f":- link(U,V,{t}), not open({t}).\n&cycle {{ U,V : link(U,V,1..{t}) }} :- last({t}).\n")
        control.ground([(f"step{t}", [])])
        control.assign_external(clingo.Function("last", [clingo.Number(t)]), True)
        if t > 1:
            control.assign_external(clingo.Function("last", [clingo.Number(t - 1)]), False)
        for closed in [None, *range(1, t + 1)]:
            for i in range(1, t + 1):
                control.assign_external(clingo.Function("open", [clingo.Number(i)]), i != closed)
            usable = [both for i, step in enumerate(steps, 1) if i != closed for both in step]
            with control.solve(yield_=True) as handle:
                models = [model.symbols(atoms=True) for model in handle]
            found = [frozenset(tuple(map(str, s.arguments[:2])) for s in symbols if s.name == "link") for symbols in models]
            wanted = {
                frozenset(chosen)
                for bits in range(1 << len(usable))
                for chosen in [[both for i, both in enumerate(usable) if bits >> i & 1]]
                if holds("cycle", set(chosen), set())
            }
            assert len(found) == len(set(found)) and set(found) == wanted


CONFIGURATIONS = [["--configuration=trendy"], ["--configuration=trendy", "-t", "2"], ["--configuration=jumpy"], ["--sat-prepro=no"], []]


@pytest.mark.parametrize("options", CONFIGURATIONS, ids=" ".join)
@pytest.mark.parametrize(
    ("text", "models"),
    [
        ("{a;b;c}. &paths{5,6:b,c} :- a.", 7),
        ("{a;b;c}. &path(1,2){1,2; 5,6:b,c} :- not a.", 7),
        ("{a;b;c;d;e}. &path(1,2){1,2:d; 1,3:e; 3,2:e; 5,6:b,c} :- a.", 22),
        ("{a}. &paths { 0,1; 1,2; 2,0; pair(3,4) : a }.", 0),
        ("{a;x;y;z}. :- not x. :- not y. :- not z. &paths { 0,1 : x; 1,2 : y; 2,0 : z; pair(3,4) : a }.", 0),
        ("{a;b}. &paths { 0,1; 1,2; 2,0; pair(3,4) : a } :- b.", 2),
        ("{a;b}. &paths { 0,1; pair(0,1); pair(3,4) : a } :- b.", 3),
        ("{a;b}. &paths { 0,1; 1,2; 2,3; pair(0,1); pair(2,3); pair(4,5) : a } :- b.", 2),
    ],
)
def test_number_of_models(options: List[str], text: str, models: int) -> None:
    assert len(as_set(solve(text, *options, theory=True))) == models


@dataclass
class Conditional:
    """A theory atom with a conjunction of literals as its body and for each of its elements."""

    form: str
    body: List[str]
    edges: List[Tuple[Edge, List[str]]]
    pairs: List[Tuple[Edge, List[str]]]
    visits: List[Tuple[str, List[str]]]

    def text(self) -> str:
        elements = [(f"{u},{v}", literals) for (u, v), literals in self.edges]
        elements += [(f"visit({v})", literals) for v, literals in self.visits]
        name = self.form
        if self.form == "path":
            (((a, b), _),) = self.pairs
            name = f"path({a},{b})"
        else:
            elements += [(f"pair({a},{b})", literals) for (a, b), literals in self.pairs]
        inside = "; ".join(f"{element} : {', '.join(literals)}" if literals else element for element, literals in elements)
        return f"&{name} {{ {inside} }}{' :- ' + ', '.join(self.body) if self.body else ''}.\n"

    def holds(self, model: Model) -> bool:
        def hold(literals: List[str]) -> bool:
            return all(text not in model if negation else text in model for negation, text in map(split, literals))

        def split(literal: str) -> Tuple[bool, str]:
            return literal.startswith("not "), literal.replace("not ", "")

        arcs, pairs = ({both for both, literals in some if hold(literals)} for some in (self.edges, self.pairs))
        visits = {v for v, literals in self.visits if hold(literals)}
        return not hold(self.body) or (holds(self.form, arcs, pairs) and visits <= {v for arc in arcs for v in arc})


def random_conditional(source: random.Random, atoms: List[str]) -> Conditional:
    def literals(sizes: List[int]) -> List[str]:
        picked = source.sample(atoms, min(len(atoms), source.choice(sizes)))
        return [source.choice(["", "", "not "]) + atom for atom in picked]

    form = source.choice([*FORMS, "paths", "paths"])
    n = source.randrange(3, 6)
    names = [str(i) for i in range(n)]
    all_edges = [(u, v) for u in names for v in names if u != v]
    edges = [(both, literals([0, 1, 2, 2, 3])) for both in source.sample(all_edges, source.randrange(1, 6))]
    if source.random() < 0.3:
        # A cycle, fixed or open, beside the rest or across it.
        around = [str(i) for i in source.choice([range(3), range(6, 9)])]
        sizes = source.choice([[0], [0, 0, 1]])
        edges += [((u, v), literals(sizes)) for u, v in zip(around, around[1:] + around[:1])]
    pairs: List[Tuple[Edge, List[str]]] = []
    if form == "path":
        a, b = source.sample(names, 2)
        pairs = [((a, b), [])]
        if source.random() < 0.5:
            edges.append(((a, b), literals([0, 1, 2])))
    if form == "paths":
        for _ in range(source.randrange(3)):
            a, b = source.sample([*names, "6", "7"], 2)
            pairs.append(((a, b), literals([0, 1, 1, 2])))
            if source.random() < 0.5:
                edges.append(((a, b), literals([0, 1, 2])))
    visits = [(v, literals([0, 1, 2])) for v in source.sample(names, source.choice([0, 0, 1]))]
    return Conditional(form, literals([0, 1, 1, 2]), edges, pairs, visits)


def test_conjunctions_as_conditions_in_several_steps(source: random.Random) -> None:
    for options in [*CONFIGURATIONS, *CONFIGURATIONS[:1] * 3]:
        control = clingo.Control(["0", "--warn=none", *options])
        Theory().register(control)
        texts = ""
        atoms: List[str] = []
        demands: List[Conditional] = []
        constraints: List[Tuple[str, str]] = []
        for step in range(source.choice([1, 1, 3])):
            new = [f"{letter}{step}" for letter in source.choice(["abcde", "abc", "ab"])]
            atoms += new
            known = len(demands)
            demands += [random_conditional(source, atoms) for _ in range(source.choice([0, 1, 1, 2]))]
            text = f"{{ {'; '.join(new)} }}.\n"
            if source.random() < 0.4:
                constraints.append((source.choice(new), source.choice(["", "not "])))
                text += ":- {1}{0}.\n".format(*constraints[-1])
            text += "".join(demand.text() for demand in demands[known:])
            texts += text
            control.add(f"step{step}", [], text)
            control.ground([(f"step{step}", [])])
            with control.solve(yield_=True) as handle:
                models = [model.symbols(atoms=True) for model in handle]
            candidates = [frozenset(a for i, a in enumerate(atoms) if bits >> i & 1) for bits in range(1 << len(atoms))]
            wanted = {
                model
                for model in candidates
                if all((atom in model) == bool(sign) for atom, sign in constraints)
                and all(demand.holds(model) for demand in demands)
            }
            assert as_set(models) == wanted, (options, texts)


@pytest.mark.parametrize(
    ("atom", "message"),
    [
        ("&cycle { 1,2,3 }", "an element of &cycle is U,V : condition or visit(V), not 1,2,3"),
        ("&cycle { 1 }", "an element of &cycle is U,V : condition or visit(V), not 1"),
        ("&cycle { pair(1,2) }", "an element of &cycle is U,V : condition or visit(V), not pair(1,2)"),
        ("&path(1,2) { pair(1,2) }", "an element of &path is U,V : condition or visit(V), not pair(1,2)"),
        ("&paths { meet(1,2) }", "an element of &paths is U,V : condition, pair(A,B) or visit(V), not meet(1,2)"),
        ("&cycle { 1,a+1 }", "in &cycle: a+1 has no value"),
        ("&cycle { 1,1/0 }", "in &cycle: 1/0 has no value"),
    ],
)
def test_what_is_no_element(atom: str, message: str) -> None:
    with pytest.raises(RuntimeError) as raised:
        solve(f"{atom}.", theory=True)
    assert str(raised.value) == message


@pytest.mark.parametrize("atom", ["&loop { 1,2 }.", "&cycle(1) { 1,2 }.", "&path(1) { 1,2 }.", ":- not &cycle { 1,2 }.", "&cycle { 1,2 } = 1."])
def test_what_clingo_refuses(atom: str) -> None:
    with pytest.raises(RuntimeError):
        solve(atom, theory=True)


def test_arithmetic_in_elements() -> None:
    text = "{ right(0..1,0..1); down(0..1,0..1) }. &cycle { (X,Y),(X+1,Y) : right(X,Y); (X,Y),(X,Y+1) : down(X,Y) }. #show right/2. #show down/2."
    (model,) = solve(text + ":- right(1,_). :- down(_,1).", theory=True)
    assert {str(symbol) for symbol in model} == {"right(0,0)", "right(0,1)", "down(0,0)", "down(1,0)"}
    for term in ("2*3-1", "11/2", "(17\\6)", "-(-5)", "4+1"):
        assert len(solve(f"{{ a }}. &path(5,1) {{ {term},1 : a }}.", theory=True)) == 1


def test_other_objects_and_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    untyped: Any = Theory()
    with pytest.raises(TypeError, match="^a clingo.Control is expected, not 5"):
        untyped.register(5)
    from zlink.clingo import _theory

    function = _theory._function_of_clingo
    monkeypatch.setattr(_theory, "_function_of_clingo", lambda name: (function(name)[0], "int(*)(int)"))
    with pytest.raises(ImportError, match=r"^this version of clingo is not supported: clingo_set_error is int\(\*\)\(int\)"):
        Theory().register(clingo.Control())


def test_programs_for_other_theories() -> None:
    theory, control = Theory(), clingo.Control(["0"])
    theory.register(control)
    with clingo.ast.ProgramBuilder(control) as builder:
        clingo.ast.parse_string(
            "{ link(1,2); link(2,3); link(1,3) }. &cycle { U,V : link(U,V) }.",
            lambda statement: theory.rewrite_ast(statement, builder.add),
        )
    control.ground([("base", [])])
    theory.prepare(control)
    models: List[str] = []

    def on_model(model: clingo.Model) -> None:
        theory.on_model(model)
        models.append(str(model))

    control.solve(on_model=on_model)
    assert models == ["link(1,2) link(2,3) link(1,3)"]


def run(*arguments: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-P" if sys.version_info >= (3, 11) else "-I", "-m", "zlink.clingo", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True)


TRIANGLE = "{ link(1,2); link(2,3); link(1,3); link(3,4) }. &cycle { U,V : link(U,V) }."


def test_command_line(tmp_path: Path) -> None:
    program, rest = tmp_path / "program.lp", tmp_path / "rest.lp"
    program.write_text(TRIANGLE)
    rest.write_text("#minimize { 1,U,V : link(U,V) }.")
    for arguments in ([str(program), "0"], [str(program), "-n", "0", "--configuration=frumpy"], [str(program), "0", "-t", "2"]):
        done = run(*arguments)
        assert done.returncode == 30 and "link(1,2) link(2,3) link(1,3)" in done.stdout and done.stdout.startswith("zlink.clingo version")
    done = run(str(program), str(rest), "--outf=2")
    answer = json.loads(done.stdout)
    assert done.returncode == 30 and answer["Result"] == "OPTIMUM FOUND" and answer["Models"]["Costs"] == [3]
    assert run(text=TRIANGLE).returncode == 10
    assert run(text=f"{TRIANGLE}\n:- link(1,2).").returncode == 20
    done = run(text="&cycle { 1 }.")
    assert done.returncode == 65 and "*** ERROR: (zlink.clingo): an element of &cycle is" in done.stderr and "Traceback" not in done.stderr
    assert run("--no-such-option").returncode == 1
    assert "Clasp" in run("--help").stdout
    assert "clingo" in run("--version").stdout


BENCHMARK = Path(__file__).parents[2] / "benches" / "theory.py"


@pytest.mark.parametrize("name", ["slitherlink", "numberlink", "masyu", "salesman", "hamiltonian"])
def test_programs_of_the_page(name: str) -> None:
    benchmark = runpy.run_path(str(BENCHMARK))
    variants: Dict[str, str] = benchmark["programs"]()[name]
    # Seeds of instances that encodings solve quickly, too.
    sizes = {"cities": 10} if name == "salesman" else {}
    instance: str = benchmark["INSTANCES"][name](5 if name == "numberlink" else 0, **sizes)
    answers = {}
    for variant, text in variants.items():
        control = clingo.Control(["--warn=none", "--configuration=trendy"])
        if variant == "theory":
            Theory().register(control)
        control.add("base", [], text + instance)
        control.ground([("base", [])])
        costs: List[List[int]] = []
        result = control.solve(on_model=lambda model: costs.append(list(model.cost)))
        answers[variant] = (result.satisfiable, costs[-1:])
    assert len(answers) > 1 and len(set(map(str, answers.values()))) == 1 and answers["theory"][0]
