"""Graphillion's classes by those of zlink: their universe is one for the whole program, and their sets of sets change in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partialmethod
from inspect import isfunction
from typing import IO, Any, ClassVar

from zlink import Family, GraphSets


class Sets:
    """Sets of elements of a universe, which is the same for all objects of the class."""

    # All sets of elements. Families of the same universe are combined quickly.
    _all: ClassVar[Family[Any]] = Family()
    # Names of operations that zlink has under another one.
    _others: ClassVar[dict[str, str]] = {}
    # How a set is shown.
    _form: ClassVar[str] = "set({})"

    def __init__(self, sets: Any = ()) -> None:
        if isinstance(sets, Family):
            self.family = sets
        elif isinstance(sets, Sets):
            self.family = sets.family
        else:
            try:
                self.family = Family(sets, elements=self._all)
            except ValueError as error:
                raise TypeError(str(error)) from None
            if isinstance(sets, dict) and not self.family:
                raise TypeError("the constraints contradict each other")

    @classmethod
    def _inward(cls, argument: Any) -> Any:
        """What zlink takes instead of an argument."""
        if isinstance(argument, set):
            return frozenset(argument)
        return argument.family if isinstance(argument, Sets) else argument

    @staticmethod
    def _outward(elements: Iterable[Any]) -> Any:
        """What Graphillion returns instead of a set."""
        return set(elements)

    def _ask(self, name: str, *arguments: Any, **keywords: Any) -> Any:
        answer = getattr(self.family, name)(*map(self._inward, arguments), **keywords)
        return type(self)(answer) if isinstance(answer, Family) else answer

    def _change(self, name: str, *arguments: Any) -> Any:
        self.family = self._ask(name, *arguments).family
        return self

    def _iterate(self, name: str, *arguments: Any, **keywords: Any) -> Iterator[Any]:
        return map(self._outward, self._ask(name, *arguments, **keywords))

    def __getattr__(self, name: str) -> Any:
        name = self._others.get(name, name)
        getattr(self.family, name)
        return lambda *arguments, **keywords: self._ask(name, *arguments, **keywords)

    def __contains__(self, argument: Any) -> bool:
        return self._inward(argument) in self.family

    def __repr__(self) -> str:
        """The sets by size, then in the order of their elements; 80 characters at most."""
        elements = sorted(self.family.elements)
        weights = {element: len(elements) ** 2 + place for place, element in enumerate(elements)}
        text = f"{type(self).__name__}(["
        for number, elements_of in enumerate(self.family.min_iter(weights)):
            text += ", " * bool(number) + self._form.format(sorted(elements_of))
            if len(text) > 78:
                return text[:76] + " ..."
        return text + "])"

    def copy(self) -> Any:
        return type(self)(self)

    def len(self, size: int | None = None) -> Any:
        return self.family.count() if size is None else self._ask("set_size", size)

    def choice(self) -> Any:
        return self._outward(self.family.choice())

    def min_iter(self, weights: Any = None, default: Any = 1) -> Iterator[Any]:
        return self._iterate("min_iter", weights, default=default)

    def max_iter(self, weights: Any = None, default: Any = 1) -> Iterator[Any]:
        return self._iterate("max_iter", weights, default=default)

    def add(self, argument: Any) -> None:
        argument = self._inward(argument)
        is_set = isinstance(argument, frozenset)
        self.family = self.family.union([argument]) if is_set else self.family.join([[argument]])

    def discard(self, argument: Any) -> None:
        argument = self._inward(argument)
        if isinstance(argument, frozenset):
            self.family = self.family.difference([argument])
        else:
            self.family = self.family.excluding(argument) | self.family.including(argument).flip(argument)

    def remove(self, argument: Any) -> None:
        if argument not in self:
            raise KeyError(argument)
        self.discard(argument)

    def pop(self) -> Any:
        chosen = self.choice()
        self.discard(chosen)
        return chosen

    def clear(self) -> None:
        self.family -= self.family

    def flip(self, *element: Any) -> None:
        self._change("flip", *element)

    @classmethod
    def loads(cls, text: str) -> Any:
        return cls(Family.loads(text, cls._all))

    @classmethod
    def load(cls, file: IO[bytes]) -> Any:
        return cls(Family.load(file, cls._all))


for _name in ["and", "or", "sub", "xor", "truediv", "mod", "invert", "eq", "ne", "le", "lt", "ge", "gt", "bool", "len"]:
    setattr(Sets, f"__{_name}__", partialmethod(Sets._ask, f"__{_name}__"))
for _name in ["__iter__", "rand_iter"]:
    setattr(Sets, _name, partialmethod(Sets._iterate, _name))
for _operator, _method, _name in [
    ("ior", "union", "update"),
    ("iand", "intersection", "intersection_update"),
    ("isub", "difference", "difference_update"),
    ("ixor", "symmetric_difference", "symmetric_difference_update"),
    ("itruediv", "quotient", "quotient_update"),
    ("imod", "remainder", "remainder_update"),
]:
    setattr(Sets, f"__{_operator}__", partialmethod(Sets._change, _method))
    setattr(Sets, _name, partialmethod(Sets._change, _method))


class setset(Sets):
    @classmethod
    def set_universe(cls, elements: Iterable[Any]) -> None:
        cls._all = Family.power_set(elements)

    @classmethod
    def universe(cls) -> list[Any]:
        return list(cls._all.elements)


class Constructor:
    """``GraphSet.paths(...)``, which are all paths of the universe, and ``sets.paths(...)``, which are those of the sets."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, sets: GraphSet | None, owner: type[GraphSet]) -> Any:
        def constructed(*arguments: Any, **keywords: Any) -> GraphSet:
            within = keywords.pop("graphset", sets)
            if within is not None:
                keywords["graphset"] = within.family
            answer = getattr(Universe.graph_sets, self._name)(*arguments, **keywords)
            return owner(answer) if isinstance(answer, Family) else answer

        return constructed


class GraphSet(Sets):
    _others: ClassVar[dict[str, str]] = {
        "subgraphs": "subsets",
        "supergraphs": "supersets",
        "non_subgraphs": "non_subsets",
        "non_supergraphs": "non_supersets",
        "graph_size": "set_size",
        "blocking": "hitting",
        "complement": "flip",
        "add_some_edge": "add_some_element",
        "remove_some_edge": "remove_some_element",
        "remove_add_some_edges": "remove_add_some_elements",
    }
    _form = "{}"
    converters: ClassVar[dict[str, Any]] = {"to_graph": lambda edges: edges, "to_edges": lambda graph: graph}
    DegreeDistribution_Any = GraphSets.DegreeDistribution_Any

    def __init__(self, sets: Any = ()) -> None:
        if isinstance(sets, list):
            sets = (self._all - self._all).union(map(self._inward, sets))
        elif isinstance(sets, dict):
            edges = sets
            sets = self._all.including(frozenset(edges.get("include", ())))
            for edge in edges.get("exclude", ()):
                sets = sets.excluding(edge)
        super().__init__(sets)

    @classmethod
    def _inward(cls, argument: Any) -> Any:
        if isinstance(argument, list) or hasattr(argument, "edges"):
            return frozenset(edge[:2] for edge in cls.converters["to_edges"](argument))
        return super()._inward(argument)

    @classmethod
    def _outward(cls, elements: Iterable[Any]) -> Any:
        return cls.converters["to_graph"](sorted(elements))

    def _including(self, name: str, what: Any) -> Any:
        """A vertex stands for one of its edges."""
        if not isinstance(what, (tuple, list, Sets)) and what in Universe.vertices:
            what = GraphSet([[edge] for edge in self._all.elements if what in edge])
        return self._ask(name, what)

    def min_iter(self, weights: Any = None, default: Any = 1) -> Iterator[Any]:
        return super().min_iter(Universe.weights if weights is None else weights, default)

    def max_iter(self, weights: Any = None, default: Any = 1) -> Iterator[Any]:
        return super().max_iter(Universe.weights if weights is None else weights, default)

    including = partialmethod(_including, "including")
    excluding = partialmethod(_including, "excluding")

    def __contains__(self, what: Any) -> bool:
        return bool(self.including(what)) if isinstance(what, int) else super().__contains__(what)


for _name, _value in vars(GraphSets).items():
    if isfunction(_value) and not _name.startswith("_"):
        setattr(GraphSet, _name, Constructor(_name))


class Universe:
    graph_sets = GraphSets([])
    vertices: ClassVar[set[Any]] = set()
    weights: ClassVar[dict[Any, Any]] = {}

    @classmethod
    def set_universe(cls, graph: Any, traversal: str = "greedy", source: Any = None) -> None:
        edges = list(GraphSet.converters["to_edges"](graph))
        try:
            cls.graph_sets = GraphSets([edge[:2] for edge in edges])
        except ValueError as error:
            raise KeyError(str(error)) from None
        cls.vertices = {vertex for edge in edges for vertex in edge[:2]}
        cls.weights = {edge[:2]: edge[2] for edge in edges if len(edge) > 2}
        GraphSet._all = cls.graph_sets.graphs()

    @classmethod
    def edge_universe(cls) -> Any:
        edges = [(*edge, cls.weights[edge]) if edge in cls.weights else edge for edge in cls.graph_sets.edges]
        return GraphSet.converters["to_graph"](edges)


setattr(GraphSet, "set_universe", Universe.set_universe)
setattr(GraphSet, "universe", Universe.edge_universe)
