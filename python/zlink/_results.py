"""The types of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Hashable, NamedTuple, TypeVar

if TYPE_CHECKING:
    from ._zlink import Puzzle, Solution

_V = TypeVar("_V", bound=Hashable)


class ReadError(ValueError):
    """A text is not a valid puzzle. The message lists all errors with their places; the attributes have the first place, if any."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, file, line, column)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.message


class NotASolution(ValueError):
    """The given edges are not a solution of the puzzle. The message names the first rule that they break."""


ReadError.__module__ = NotASolution.__module__ = "zlink"


class Number(NamedTuple):
    """A number of solutions: exactly ``value``, or at least ``value`` if ``is_exact`` is false."""

    value: int
    is_exact: bool

    def __str__(self) -> str:
        return str(self.value) if self.is_exact else f"at least {self.value}"


class Constraint(NamedTuple):
    """A constraint of a puzzle. Its ``kind`` is ``'clue'`` (``what`` is a cell), ``'pair'`` (``what`` is a tuple of two vertices),
    ``'required'`` or ``'forbidden'`` (an edge), or ``'cover'`` (``None``). ``fact`` is the constraint as a fact."""

    kind: str
    what: Any
    fact: str

    def __str__(self) -> str:
        return self.fact


class Premises(NamedTuple):
    """The premises of a step: cells whose clues are used, vertices, edges known to be in (``links``) or out (``gaps``), and pairs.
    ``is_global``: the step uses the shape of the whole solution; ``is_unique``: it uses that there is only one solution."""

    clues: tuple[Any, ...]
    vertices: tuple[Any, ...]
    links: tuple[tuple[Any, Any], ...]
    gaps: tuple[tuple[Any, Any], ...]
    pairs: tuple[tuple[Any, Any], ...]
    is_global: bool
    is_unique: bool


class Branch(NamedTuple):
    """One of two cases of a trial: ``edge`` is in, or it is out. ``steps`` are the consequences; ``broken`` is the contradiction
    at the end, if there is one."""

    edge: tuple[Any, Any]
    is_in: bool
    steps: tuple[Step, ...]
    broken: Step | None


class Step(NamedTuple):
    """A step of an explanation: ``rule`` shows that ``links`` are in the solution and ``gaps`` are not. If both are empty, the puzzle
    contradicts itself. ``number`` counts from 1; it is 0 for given links and in branches."""

    number: int
    rule: str
    difficulty: str
    sentence: str
    links: tuple[tuple[Any, Any], ...]
    gaps: tuple[tuple[Any, Any], ...]
    premises: Premises
    branches: tuple[Branch, ...]


class Rating(NamedTuple):
    """How hard a puzzle is: the difficulty and the rule of its hardest step; the number of steps by rule; the number of rounds (a round
    takes all the easiest steps that are possible at once); the smallest number of possible steps in a round (``narrowest``); the number
    of simultaneous assumptions (``depth``); and whether there is ``'one'`` solution, ``'several'``, or ``'none'``."""

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
        """A generated puzzle, its only solution, and its difficulty, if that was computed."""

        puzzle: Puzzle
        solution: Solution
        difficulty: str | None


for _class in (Number, Constraint, Premises, Branch, Step, Rating, Made):
    _class.__module__ = "zlink"
