"""Puzzles from programs that clingo has grounded, and their solutions as atoms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence, SupportsIndex

import clingo

from .._zlink import Puzzle

if TYPE_CHECKING:
    from .._zlink import Solution, _Progress, _Topology

# For predicates that mention an edge: the index of the argument that is its first end.
_EDGES = {("cell_contains", 3): 1, ("link", 2): 0}
_OTHERS = {
    ("at_least", 2),
    ("at_most", 2),
    ("clue", 2),
    ("cover", 0),
    ("node", 1),
    ("pair", 2),
    ("pair_label", 3),
    ("pos", 3),
}
# Predicates that make no difference to solutions.
_UNREAD = {("pair_label", 3), ("pos", 3)}


def puzzle_from_symbols(
    symbols: Iterable[clingo.Symbol],
    *,
    cover: bool = False,
    topology: _Topology | None = None,
) -> Puzzle[Any]:
    """The puzzle that these atoms describe. Integrity constraints are no atoms, so they are not part of it.

    >>> triangle = [clingo.parse_term(text) for text in ("edge(a,b)", "edge(b,c)", "edge(c,a)", "likes(a,b)")]
    >>> puzzle_from_symbols(triangle).solve()
    <zlink.Solution: 3 edges>
    """
    edges: dict[tuple[clingo.Symbol, clingo.Symbol], clingo.Symbol] = {}
    others = []
    for symbol in symbols:
        if not isinstance(symbol, clingo.Symbol):
            raise TypeError(f"a clingo.Symbol is expected, not {symbol!r}; clingo.parse_term makes one of a text")
        if symbol.type is not clingo.SymbolType.Function:
            continue
        signature = (symbol.name, len(symbol.arguments))
        if signature == ("edge", 2) and symbol.positive:
            u, v = symbol.arguments
            if (v, u) not in edges:
                edges[u, v] = symbol
        elif signature in _EDGES and (symbol.positive or symbol.name == "link"):
            others.append(symbol)
        elif signature in _OTHERS and symbol.positive:
            others.append(symbol)
    facts = list(edges.values())
    for symbol in others:
        at = _EDGES.get((symbol.name, len(symbol.arguments)))
        if at is not None:
            before, (u, v) = symbol.arguments[:at], symbol.arguments[at:]
            if (u, v) not in edges and (v, u) in edges:
                symbol = clingo.Function(symbol.name, [*before, v, u], symbol.positive)
        facts.append(symbol)
    return Puzzle.read("".join(f"{fact}.\n" for fact in facts), "facts", cover=cover, topology=topology)


def puzzle_from_control(
    control: clingo.Control, *, cover: bool = False, topology: _Topology | None = None
) -> Puzzle[Any]:
    """The puzzle that the facts of a grounded program describe.

    Raises ``ValueError`` if an atom of a puzzle is not a fact: the program may make it true or false, so it describes several puzzles. Only
    atoms ``link/2`` need not be facts.
    """
    if not isinstance(control, clingo.Control):
        raise TypeError(f"a clingo.Control is expected, not {control!r}")
    symbols = []
    for atom in control.symbolic_atoms:
        if atom.is_fact:
            symbols.append(atom.symbol)
        elif _is_demand(atom.symbol):
            raise ValueError(
                f"{atom.symbol} is no fact: the program may choose it, so it has no single puzzle; "
                "puzzle_from_model takes the puzzle from an answer set"
            )
    return puzzle_from_symbols(symbols, cover=cover, topology=topology)


def _is_demand(symbol: clingo.Symbol) -> bool:
    """Whether an atom, apart from the links of answers, makes a difference to the solutions of a puzzle."""
    signature = (symbol.name, len(symbol.arguments))
    if signature == ("link", 2):
        return symbol.negative
    return symbol.positive and signature in {("edge", 2), *_EDGES, *_OTHERS} - _UNREAD


def puzzle_from_model(
    model: clingo.Model, *, cover: bool = False, topology: _Topology | None = None
) -> Puzzle[Any]:
    """The puzzle that the atoms of a model describe, shown or not. Use it for programs that choose a puzzle."""
    return puzzle_from_symbols(model.symbols(atoms=True), cover=cover, topology=topology)


def solution_symbols(solution: Solution[Any]) -> list[clingo.Symbol]:
    """The atoms ``link(U,V)`` of a solution, in the direction of the edges.

    >>> puzzle = Puzzle.from_facts('edge(1,2). edge(2,3). edge(3,1).')
    >>> [str(symbol) for symbol in solution_symbols(puzzle.solve())]
    ['link(1,2)', 'link(2,3)', 'link(3,1)']
    """
    return [clingo.parse_term(fact.removesuffix(".")) for fact in solution.facts().splitlines()]


def answers(
    control: clingo.Control,
    parts: Sequence[tuple[str, Sequence[clingo.Symbol]]] | None = (("base", ()),),
    *,
    cover: bool = False,
    topology: _Topology | None = None,
    time_limit: float | None = None,
    memory_limit: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    progress: _Progress | None = None,
) -> Iterator[tuple[Solution[Any], list[clingo.Symbol]]]:
    """Ground a program, solve the puzzle in it, and let clingo solve the rest for each solution.

    ``parts`` are grounded first; pass ``None`` if the program is already grounded. The facts of the program are the puzzle; an atom of a
    puzzle that is not a fact raises ``ValueError`` (see ``puzzle_from_control``). For each solution, the atoms ``link/2`` of the program are
    set: external atoms are assigned; others, such as those of a choice ``{ link(U,V) : edge(U,V) }``, become assumptions.

    The iterator yields the solution and the shown atoms of a model, for as many models per solution as the control asks for. ``#minimize``
    is for each solution by itself. If the rest of a program rules out many solutions, or an optimum over all of them is wanted, use
    ``Theory``. The limits apply to zlink's part of the work.
    """
    if parts is not None:
        parts = _checked(parts)
        control.ground(parts)
    puzzle = puzzle_from_control(control, cover=cover, topology=topology)
    if not puzzle.edges:
        ground = f"the ground parts are {parts}" if parts is not None else "with parts=None, it must be ground already"
        raise ValueError(f"the program has no fact edge(U,V): {ground}")
    solutions = puzzle.solutions(
        time_limit=time_limit, memory_limit=memory_limit, threads=threads, progress=progress
    )
    return _answers(control, solutions)


def _checked(parts: Iterable[Any]) -> list[tuple[str, list[clingo.Symbol]]]:
    """The parts of a program, if they are pairs of a name and symbols."""
    wrong = TypeError(f"parts are a list of (name, arguments), such as [('base', [])], not {parts!r}")
    try:
        pairs = [(name, list(arguments)) for name, arguments in parts]
    except (TypeError, ValueError):
        raise wrong from None
    for name, arguments in pairs:
        if not isinstance(name, str) or not all(isinstance(argument, clingo.Symbol) for argument in arguments):
            raise wrong
    return pairs


def _answers(
    control: clingo.Control, solutions: Iterable[Solution[Any]]
) -> Iterator[tuple[Solution[Any], list[clingo.Symbol]]]:
    atoms = [atom for atom in control.symbolic_atoms.by_signature("link", 2) if not atom.is_fact]
    known = {atom.symbol for atom in control.symbolic_atoms.by_signature("link", 2)}
    for solution in solutions:
        links = set()
        for link in solution_symbols(solution):
            turned = clingo.Function("link", link.arguments[::-1])
            if link not in known and turned not in known:
                raise ValueError(
                    f"the program has no atom {link}: declare them by #external link(U,V) : edge(U,V)."
                )
            links |= {link, turned}
        assumptions = []
        for atom in atoms:
            if atom.is_external:
                control.assign_external(atom.symbol, atom.symbol in links)
            else:
                assumptions.append((atom.symbol, atom.symbol in links))
        with control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                yield solution, list(model.symbols(shown=True))
