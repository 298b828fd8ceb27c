"""Cycles and paths over the atoms of any program: a theory for clingo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator

import clingo
from clingo import _internal as untyped

from .._zlink import Propagator

if TYPE_CHECKING:
    from clingo.ast import AST

_internal: Any = untyped

GRAMMAR = """
#theory links {
    term {
        - : 3, unary;
        * : 2, binary, left;
        / : 2, binary, left;
        \\ : 2, binary, left;
        + : 1, binary, left;
        - : 1, binary, left
    };
    &circuit/0 : term, head;
    &cycle/0 : term, head;
    &cycles/0 : term, head;
    &path/2 : term, head;
    &paths/0 : term, head
}.
"""

class Theory:
    """Theory atoms about cycles and paths, in the manner of clingo-dl and clingcon.

    >>> control = clingo.Control(["0"])
    >>> theory = Theory()
    >>> theory.register(control)
    >>> control.add("base", [], '''
    ...     edge(1,2). edge(2,3). edge(3,4). edge(4,1). edge(1,3).
    ...     { link(U,V) : edge(U,V) }. #show link/2.
    ...     &cycle { U,V : link(U,V) }.
    ... ''')
    >>> control.ground([("base", [])])
    >>> with control.solve(yield_=True) as models:
    ...     print(sorted(len(model.symbols(shown=True)) for model in models))
    [3, 3, 4]

    A theory may be registered with several control objects.
    """

    def register(self, control: clingo.Control) -> None:
        """Add the grammar of the theory and its propagator to a control object, before it is grounded."""
        if not isinstance(control, clingo.Control):
            raise TypeError(f"a clingo.Control is expected, not {control!r}")
        propagator = Propagator(_function_of_clingo)
        ffi = _internal._ffi
        propagator.register(int(ffi.cast("uintptr_t", control._rep)))
        # It must live as long as the control object, which has such a list for its own propagators.
        control._mem.append(propagator)
        control.add("base", [], GRAMMAR)

    def rewrite_ast(self, statement: AST, add: Callable[[AST], None]) -> None:
        """Pass on a statement of a program. The theory has nothing to rewrite; programs for other theories call this."""
        add(statement)

    def prepare(self, control: clingo.Control) -> None:
        """To be called between grounding and solving. The theory has nothing to prepare; programs for other theories call this."""

    def on_model(self, model: clingo.Model) -> None:
        """To be called for each model. The theory adds nothing to models; programs for other theories call this."""


def _function_of_clingo(name: str) -> tuple[int, str]:
    """The address and the type of a function of the library that the module ``clingo`` has loaded."""
    ffi, library = _internal._ffi, _internal._lib
    try:
        function = ffi.addressof(library, name)
    except AttributeError:
        raise ImportError(f"this version of clingo is not supported: it has no {name}") from None
    return int(ffi.cast("uintptr_t", function)), ffi.typeof(function).cname
