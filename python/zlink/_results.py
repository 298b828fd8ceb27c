"""The types of results."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Hashable, Literal, NamedTuple, TypeVar

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
    """A constraint of a puzzle. Its ``kind`` is ``'clue'``, ``'at_least'`` or ``'at_most'`` (``what`` is a cell), ``'constraint'`` (an
    integrity constraint: a dict from edges to whether they are in), ``'pair'`` (``what`` is a tuple of two vertices),
    ``'required'`` or ``'forbidden'`` (an edge), or ``'cover'`` (``None``). ``fact`` is the constraint as a fact."""

    kind: str
    what: Any
    fact: str

    def __str__(self) -> str:
        return self.fact

    def __hash__(self) -> int:
        return hash((self.kind, self.fact))  # A dict has no hash.


class Premises(NamedTuple):
    """The premises of a step: cells whose clues are used, vertices, edges known to be in (``links``) or out (``gaps``), pairs, and
    bounds and integrity constraints (``constraints``). ``is_global``: the step uses the shape of the whole solution;
    ``is_unique``: it uses that there is only one solution."""

    clues: tuple[Any, ...]
    vertices: tuple[Any, ...]
    links: tuple[tuple[Any, Any], ...]
    gaps: tuple[tuple[Any, Any], ...]
    pairs: tuple[tuple[Any, Any], ...]
    is_global: bool
    is_unique: bool
    constraints: tuple[Constraint, ...] = ()


class Branch(NamedTuple):
    """One of two cases of a trial: ``edge`` is in, or it is out. ``steps`` are the consequences; ``broken`` is the contradiction
    at the end, if there is one."""

    edge: tuple[Any, Any]
    is_in: bool
    steps: tuple[Step, ...]
    broken: Step | None

    def __repr__(self) -> str:
        return f"<zlink.Branch: {self.edge!r} is {'in' if self.is_in else 'out'}, {len(self.steps)} steps>"


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

    def __repr__(self) -> str:
        return f"<zlink.Step {self.number}: {self.rule}>"


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

    def __hash__(self) -> int:
        return hash((*self[:2], frozenset(self.steps.items()), *self[3:]))


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


@dataclass(frozen=True, repr=False)
class Analysis(Generic[_V]):
    """An analysis of a puzzle for its designer: whether it has no solution, one, or several, and why. Its attributes:

    ``status``: the number of solutions: ``'none'``, ``'one'``, ``'several'``, ``'at least one'``, or ``'unknown'``.
    ``solutions``: the solutions that were found: none, one, or two of several.
    ``in_all``, ``in_none``, ``in_some``: the edges that all solutions have, that none has, that some have and others do not.
    ``undecided``: the edges for which this was still open at a limit.
    ``number``: the number of solutions, as a ``Number``.
    ``shares``: for each edge, the number of solutions that have it.

    If there are several solutions, ``clue_values`` has the number of solutions that each further clue would leave: for each cell
    without a clue, a tuple with a ``Number`` for the clues 0, 1, 2, ... A number that is not exact is at most 2: it only shows whether
    there is no solution, one, or several. ``path_values`` has, for each vertex that is not in a pair, a tuple with a ``Number`` for each
    pair: the number of solutions in which the path of the pair visits the vertex. ``unique_clues`` and ``unique_pairs`` have the further
    clues (a cell and a number) and the further pairs of vertices each of which would make the solution unique.

    If there is one solution, ``redundant`` has the constraints that can be left out if all others stay; ``needed`` has the constraints without
    which there are several solutions.

    If there is no solution, ``contradiction`` has constraints that contradict each other; if it is empty, the graph alone allows
    no solution. ``is_minimal``: without any one of these constraints, the others do not contradict each other.

    ``stages``: the stages of the analysis, with the time of each in seconds. ``unknown``: the incomplete stages, with the limit that ended
    each. Any other attribute is ``None`` if its stage does not apply to the puzzle, or found nothing within its limits. ``str`` of an
    analysis is the text that ``zlink analyse`` prints.

    >>> from zlink import Puzzle
    >>> analysis = Puzzle.read('3.3\\n...\\n3.3').analyse()
    >>> analysis.status, str(analysis.number), len(analysis.in_all)
    ('several', '2', 8)
    """

    status: Literal["none", "one", "several", "at least one", "unknown"]
    solutions: tuple[Solution[_V], ...]
    stages: dict[str, float] = field(hash=False)
    unknown: dict[str, str] = field(hash=False)
    _text: str
    _json: str
    in_all: tuple[tuple[_V, _V], ...] | None
    in_none: tuple[tuple[_V, _V], ...] | None
    in_some: tuple[tuple[_V, _V], ...] | None
    undecided: tuple[tuple[_V, _V], ...] | None
    number: Number | None
    shares: dict[tuple[_V, _V], int] | None = field(hash=False)
    clue_values: dict[Any, tuple[Number, ...]] | None = field(hash=False)
    path_values: dict[_V, tuple[Number, ...]] | None = field(hash=False)
    unique_clues: list[tuple[Any, int]] | None = field(hash=False)
    unique_pairs: list[tuple[_V, _V]] | None = field(hash=False)
    redundant: tuple[Constraint, ...] | None
    needed: tuple[Constraint, ...] | None
    contradiction: tuple[Constraint, ...] | None
    is_minimal: bool | None

    def to_json_lines(self) -> str:
        """The analysis as JSON, one line per stage, as ``zlink analyse --json`` prints it."""
        return self._json

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<zlink.Analysis: {self.status}>"


for _class in (Analysis, Number, Constraint, Premises, Branch, Step, Rating, Made):
    _class.__module__ = "zlink"
