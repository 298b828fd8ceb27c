"""Link puzzles in clingo programs: clingo grounds the graph, zlink finds the links.

The predicates are those of facts (``docs/reference/facts.md``): ``edge/2``, ``node/1``, ``cell_contains/3``, ``clue/2``, ``at_least/2``,
``at_most/2``, ``pair/2``, ``cover/0``, ``pos/3``; ``link/2`` and ``-link/2`` are required and forbidden edges. Atoms of other predicates are ignored.
An edge may occur in both directions, as in programs that make a graph symmetric; the first one counts.

>>> import clingo
>>> import zlink.clingo
>>> control = clingo.Control()
>>> control.add("base", [], '''
...     edge(X,Y, X+DX,Y+DY) :- X = 1..3, Y = 1..3, (DX,DY) = (1,0;0,1), X+DX <= 3, Y+DY <= 3.
...     edge((X,Y),(A,B)) :- edge(X,Y,A,B).
...     pair((1,1),(3,3)).
... ''')
>>> control.ground([("base", [])])
>>> puzzle = zlink.clingo.puzzle_from_control(control)
>>> puzzle.count()
12
>>> shortest = min(puzzle.solutions(), key=len)
>>> len(zlink.clingo.solution_symbols(shortest))
4

If the rest of a program depends on the links, ``answers`` does everything in one call:

>>> control = clingo.Control(["0"])
>>> control.add("base", [], '''
...     edge(1,2). edge(2,3). edge(3,4). edge(4,1). edge(1,3).
...     #external link(U,V) : edge(U,V).
...     on(U;V) :- link(U,V).
...     :- not on(4).
...     #show on/1.
... ''')
>>> for solution, symbols in zlink.clingo.answers(control):
...     print(len(solution), sorted(map(str, symbols)))
4 ['on(1)', 'on(2)', 'on(3)', 'on(4)']
3 ['on(1)', 'on(3)', 'on(4)']

Conversely, ``Theory`` lets clingo search: its theory atoms demand cycles and paths over any atoms of a program.
``python -m zlink.clingo program.lp`` is clingo with this theory. ``docs/howto/clingo.md`` describes it.
"""

from ._puzzles import answers, puzzle_from_control, puzzle_from_model, puzzle_from_symbols, solution_symbols
from ._theory import Theory

__all__ = [
    "Theory",
    "answers",
    "puzzle_from_control",
    "puzzle_from_model",
    "puzzle_from_symbols",
    "solution_symbols",
]
