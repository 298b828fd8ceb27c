"""What answers are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Hashable, NamedTuple, TypeVar

if TYPE_CHECKING:
    from ._zlink import Puzzle, Solution

_V = TypeVar("_V", bound=Hashable)


class ReadError(ValueError):
    """A text is no puzzle. The message has all that is wrong, with places; the attributes have the first place, if there is one."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, file, line, column)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.message


class NotASolution(ValueError):
    """Edges are no solution of a puzzle; the message says which rule they break first."""


ReadError.__module__ = NotASolution.__module__ = "zlink"


class Number(NamedTuple):
    """How many solutions there are: exactly ``value``, or, unless ``is_exact``, at least so many."""

    value: int
    is_exact: bool

    def __str__(self) -> str:
        return str(self.value) if self.is_exact else f"at least {self.value}"


class Constraint(NamedTuple):
    """Something that a puzzle demands: its ``kind`` is ``'clue'`` (``what`` is a cell), ``'pair'`` (a tuple of two vertices),
    ``'required'`` or ``'forbidden'`` (an edge), or ``'cover'`` (``None``); ``fact`` says it as a fact."""

    kind: str
    what: Any
    fact: str

    def __str__(self) -> str:
        return self.fact


class Premises(NamedTuple):
    """What a step of an explanation is drawn from: cells by their clues, vertices, edges that are known to be in or out, pairs;
    whether the shape of the whole solution is used, and whether that there is only one."""

    clues: tuple[Any, ...]
    vertices: tuple[Any, ...]
    links: tuple[tuple[Any, Any], ...]
    gaps: tuple[tuple[Any, Any], ...]
    pairs: tuple[tuple[Any, Any], ...]
    is_global: bool
    is_unique: bool


class Branch(NamedTuple):
    """One of two ways that are tried: that ``edge`` is in, or that it is not; what follows, and what breaks in the end, if anything
    does."""

    edge: tuple[Any, Any]
    is_in: bool
    steps: tuple[Step, ...]
    broken: Step | None


class Step(NamedTuple):
    """A step of an explanation: by ``rule``, ``links`` are in the solution and ``gaps`` are not; with none of either the puzzle
    contradicts itself. The ``number`` counts from 1 on; it is 0 for what is given, and in branches."""

    number: int
    rule: str
    difficulty: str
    sentence: str
    links: tuple[tuple[Any, Any], ...]
    gaps: tuple[tuple[Any, Any], ...]
    premises: Premises
    branches: tuple[Branch, ...]


class Rating(NamedTuple):
    """How hard a puzzle is: the difficulty and rule of the hardest step; how many steps each rule takes; in how many rounds of all
    steps that are possible at once it is solved; how few steps there were to choose from in a round; how many edges had to be tried at
    once; and whether there is ``'one'`` solution, or ``'several'``, or ``'none'``."""

    difficulty: str
    hardest: str
    steps: dict[str, int]
    rounds: int
    narrowest: int
    depth: int
    solutions: str


if TYPE_CHECKING:

    class Made(NamedTuple, Generic[_V]):
        puzzle: Puzzle[_V]
        solution: Solution[_V]
        difficulty: str | None

else:

    class Made(NamedTuple):
        """A puzzle that was made, its only solution, and its difficulty, where that was worked out."""

        puzzle: Puzzle
        solution: Solution
        difficulty: str | None


for _class in (Number, Constraint, Premises, Branch, Step, Rating, Made):
    _class.__module__ = "zlink"
