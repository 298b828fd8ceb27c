"""Arguments of odd kinds: whatever comes over the border is answered with a value or a documented exception."""

import inspect
import io
import pathlib
import random
from typing import Any, Callable, Dict, Iterator, List, Tuple

import pytest

import zlink
from zlink import Analysis, Explanation, Family, Puzzle, Solution, limits
from zlink._zlink import _restored, _restored_puzzle, _restored_solution

CALLS = 150
# Of zlink and of Python where zlink asks it something. A panic is an `InternalError`, or no `Exception` at all.
DOCUMENTED = (ArithmeticError, AttributeError, LookupError, MemoryError, OSError, StopIteration, TypeError, ValueError)


class Oops(Exception):
    """What odd objects raise."""


class Raises:
    """Raises whatever is asked of it."""

    def fail(self, *_: Any) -> Any:
        raise Oops

    __index__ = __float__ = __int__ = __len__ = __iter__ = __next__ = __hash__ = __eq__ = __repr__ = __str__ = fail
    __bool__ = __contains__ = __getitem__ = __call__ = __fspath__ = __lt__ = __le__ = read = write = fail
    items = keys = get = name = fail


class Index:
    """A number of another library."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def __index__(self) -> Any:
        return self.number

    def __float__(self) -> Any:
        return self.number


class Liar(Dict[Any, Any]):
    """A mapping with another length than it says, other items, and keys that come and go."""

    def __len__(self) -> int:
        return 10**9

    def __iter__(self) -> Iterator[Any]:
        return iter([1, 2, (0, 1)])

    def __getitem__(self, key: Any) -> Any:
        self[random.Random(len(self.keys())).random()] = key
        raise KeyError(key)

    def items(self) -> Any:
        return [(1, 2, 3), (1,), 7]


class Growing:
    """Changes the mapping that it is a value of as soon as it is looked at."""

    def __init__(self, whole: Dict[Any, Any]) -> None:
        self.whole = whole

    def __index__(self) -> int:
        self.whole[object()] = 1
        return 1

    def __float__(self) -> float:
        return float(self.__index__())

    def __hash__(self) -> int:
        self.whole.clear()
        return 1

    def __iter__(self) -> Iterator[int]:
        self.whole[object()] = 1
        return iter([0, 1])


class Endless:
    """A file, or a list, that says it has more than there is."""

    def __length_hint__(self) -> int:
        return 2**62

    def __len__(self) -> int:
        return 2**62

    def __iter__(self) -> Iterator[int]:
        return iter(range(3))

    def read(self, *_: Any) -> Any:
        return 7

    def write(self, *_: Any) -> Any:
        return "much"


def breaking(source: random.Random) -> Iterator[Any]:
    for _ in range(source.randrange(4)):
        yield [source.randrange(4), source.randrange(4)]
    raise Oops


def growing() -> Dict[Any, Any]:
    whole: Dict[Any, Any] = {}
    whole.update({1: Growing(whole), 2: Growing(whole), (0, 1): Growing(whole), 0: 1})
    return whole


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = (value,) if isinstance(value, tuple) else [value]
    return value


def nested_tuple(depth: int) -> Any:
    value: Any = ()
    for _ in range(depth):
        value = (value,)
    return value


def cyclic() -> List[Any]:
    value: List[Any] = [1]
    value.append(value)
    return value


EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
NUMBERS = [-(10**30), -(2**63), -1, 0, 1, 2, 3, 5, 2**31, 2**32, 2**63, 2**64, 10**30]
ODD: List[Callable[[random.Random], Any]] = [
    lambda source: None,
    lambda source: source.choice([True, False, ..., NotImplemented, int, Family, Puzzle.count]),
    lambda source: source.choice(NUMBERS),
    lambda source: source.choice([float("nan"), float("inf"), -0.0, -1.5, 1e300, 5e-324, 0.5, 1j]),
    lambda source: source.choice([b"", b"\xff\x00", b"edge(0,1).", bytearray(b"1"), memoryview(b"\x00" * 40)]),
    lambda source: source.choice(["", "\0", "\ud800", "a\0b", "1", "edge(", "\N{GRINNING FACE}", "x" * 100_000]),
    lambda source: source.choice([Raises(), Raises, Endless(), cyclic(), Oops(), object()]),
    lambda source: Index(source.choice([1, -1, 10**40, 0.5, "1", None])),
    lambda source: source.choice([nested(60), nested(3000), nested_tuple(49), nested_tuple(60)]),
    lambda source: breaking(source),
    lambda source: source.choice([Liar(), Liar({1: 2}), growing(), {1: Raises()}, {"include": 3}, {None: None}]),
    lambda source: [make(source) for make in source.sample(ODD, 2)],
    lambda source: {0: source.choice(EDGES), (0, 1): source.choice(NUMBERS)},
    lambda source: source.choice([io.StringIO("B\nT\n.\n"), io.BytesIO(b"\x00"), pathlib.Path("none"), range(5)]),
]
CELLS = {"a": [(0, 1), (1, 2), (2, 0)], "b": [(2, 3), (3, 0), (0, 2)]}
FACTS = "edge(0,1). edge(1,2). edge(2,0). cell_contains(a,0,1). clue(a,1)."


def sets(source: random.Random) -> Any:
    return [[source.randrange(5) for _ in range(3)] for _ in range(4)]


def family(source: random.Random) -> "Family[int]":
    return Family(sets(source))


def puzzle(source: random.Random) -> "Puzzle[int]":
    return Puzzle.board("square", 2, 2) if source.random() < 0.5 else Puzzle.from_edges(EDGES, pairs=[(1, 3)])


def some(*values: Any) -> Callable[[random.Random], Any]:
    return lambda source: source.choice(values)


# What is right for a parameter, by its name.
RIGHT: Dict[str, Callable[[random.Random], Any]] = {
    "cells": some(CELLS, list(CELLS.values()), {"a": "a"}),
    "clues": some({"a": 1, "b": None}, [1, None], 2, None),
    "costs": some({0: 1, 1: 2.5, 2: -1, 3: 4, 4: 0}),
    "data": lambda source: family(source).to_bytes(str),
    "difficulty": some("easy", None),
    "edges": lambda source: source.sample(EDGES, source.randrange(6)),
    "element": some(0, int, None),
    "elements": some(range(6), [0, 1, 2], None, ("0", "1")),
    "engine": some("auto", "search", "zdd", "sat", "mip", "backtrack", "brute"),
    "facts": some(FACTS),
    "file": lambda source: source.choice([io.StringIO("B\nT\n.\n"), io.BytesIO(b"T\n.\n")]),
    "forbidden": some(EDGES[:1], []),
    "format": some("facts", "pzpr", "slitherlink", "graphml", "dimacs", None),
    "graph": some(None),
    "key": some({0, 1}, (0, 1), 3),
    "lattice": some("square", "triangular", "hexagonal"),
    "name": some("square", "hats", "honeycomb", str, None),
    "on_report": some(None, lambda report: used(report)),
    "other": sets,
    "others": sets,
    "pairs": some([(1, 3)], []),
    "path": some("a.png", "a.svg", None, pathlib.Path("b")),
    "positions": some({0: (0, 0), 1: (1, 0), 2: (1.5, 1), 3: (0, 1)}),
    "probabilities": some({number: 0.5 for number in range(5)}),
    "progress": some(None, lambda *told: None),
    "puzzle": puzzle,
    "required": some(EDGES[1:2]),
    "source": some(FACTS, "3.3\n.2.\n", b"a b\nb c\nc a\n", pathlib.Path("none")),
    "symmetry": some("point", "graph", None),
    "text": some(FACTS, "B\nT\n.\n", "2 1 B T\n.\n"),
    "topology": some("cycle", "cycles", "linkage", "path-matching", None),
    "value": lambda source: source.choice([family, puzzle])(source),
    "vertices": some([7, 8], {"0": 0, "1": 1, "2": 2}),
    "weights": some({0: 1, 1: 2}, None),
    "what": lambda source: source.choice([{0}, 1, family(source)]),
}


def spoiled(source: random.Random, value: Any) -> Any:
    """An odd object in place of the value, or somewhere in it."""
    if source.random() < 0.7:
        if isinstance(value, (list, tuple)) and value:
            at = source.randrange(len(value))
            return type(value)([*value[:at], spoiled(source, value[at]), *value[at + 1 :]])
        if isinstance(value, dict) and value:
            key = source.choice(list(value))
            return {**value, key: spoiled(source, value[key])}
    return source.choice(ODD)(source)


# Makes what the methods are asked of; the iterators are given anew each time.
OBJECTS: List[Callable[[random.Random], Any]] = [
    *[family] * 8,
    *[puzzle] * 8,
    lambda source: puzzle(source).solve(),
    lambda source: puzzle(source).analyse(),
    lambda source: puzzle(source).explain(),
    lambda source: puzzle(source).solutions(),
    lambda source: iter(family(source)),
    lambda source: limits(time=5),
]
FUNCTIONS: List[Any] = [zlink.boards, limits, Family, _restored, _restored_puzzle, _restored_solution]
# What Python makes of all classes, and what only annotations use.
LEFT_OUT = {"__doc__", "__module__", "__new__", "__init__", "__class_getitem__"}


def call_of(source: random.Random) -> Tuple[Callable[..., Any], List[Any], Dict[str, Any]]:
    function: Any = source.choice(FUNCTIONS)
    if source.random() < 0.9:
        asked = source.choice(OBJECTS)(source)
        function = getattr(asked, source.choice([name for name in vars(type(asked)) if name not in LEFT_OUT]))
    arguments: List[Any] = []
    keywords: Dict[str, Any] = {}
    try:
        parameters = list(inspect.signature(function).parameters.values()) if callable(function) else []
    except (TypeError, ValueError):
        parameters = []
    for parameter in parameters:
        if parameter.default is not parameter.empty and source.random() < 0.6:
            continue
        value = RIGHT.get(parameter.name, some(0, 1, 2, 3, 0.5))(source)
        if source.random() < 1 / (1 + len(parameters)):
            value = spoiled(source, value)
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL):
            arguments.append(value)
        elif parameter.name != "self":
            keywords[parameter.name] = value
    return function, arguments, keywords


def used(result: Any) -> None:
    """Looks at a value: what it holds must be sound, too."""
    if isinstance(result, (Family, Solution, Puzzle, Explanation, Analysis)):
        repr(result)
        str(result)
    if isinstance(result, Iterator):
        for _ in zip(range(3), result):
            pass


@pytest.mark.parametrize("seed", range(40))
def test_whatever_comes_is_answered(seed: int, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some of it are names of files.
    monkeypatch.chdir(tmp_path)
    source = random.Random(seed)
    for number in range(CALLS):
        try:
            function, arguments, keywords = call_of(source)
            with limits(time=5, memory=1 << 26):
                if callable(function):
                    used(function(*arguments, **keywords))
        except (Oops, *DOCUMENTED):
            pass
        except RuntimeError as error:
            # Of Python: too deep, or changed while it is gone through.
            assert not isinstance(error, zlink.InternalError), (seed, number, error)
