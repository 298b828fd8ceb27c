"""Results are values: they can be copied, pickled and compared."""

import copy
import pickle
from typing import Any, List

import pytest

import zlink
from zlink import Family, Puzzle

SEVERAL = Puzzle.read("3.3\n...\n3.3\n")
PLACES = {1: (0.25, 1), 2: (-3.5, 2), 3: (1, 1)}
DRAWN = Puzzle.from_edges([(1, 2), (2, 3), (3, 1)], positions=PLACES)
WITH_PAIRS = Puzzle.from_edges(Puzzle.grid(3, 3).edges, pairs=[(0, 8)])
RULED = Puzzle.from_edges([(1, 2), (2, 3), (3, 1), (3, 4), (4, 1)], constraints=[{(1, 2): True}])
VALUES: List[Any] = [
    SEVERAL,
    DRAWN,
    SEVERAL.solve(),
    SEVERAL.family(),
    SEVERAL.analyse(),
    WITH_PAIRS.analyse(),
    Puzzle.read("3.\n.0").analyse(),
    Puzzle.from_edges([(1, 2), (2, 3), (3, 1)]).analyse(),
    SEVERAL.analyse().number,
    SEVERAL.rate(),
    SEVERAL.explain(),
    RULED.explain(),
    *RULED.explain().steps,
    RULED.analyse(),
    *SEVERAL.explain().steps,
    SEVERAL.explain().steps[0].premises,
    Puzzle.board("square", 3, 3).make_slitherlink(seed=1),
]


def copies(value: Any) -> List[Any]:
    pickles = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    return [copy.copy(value), copy.deepcopy(value), *pickles]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_copies_are_equal(value: Any) -> None:
    for again in copies(value):
        assert again == value and not again != value and repr(again) == repr(value) and type(again) is type(value)
        assert str(again) == str(value)
        assert hash(again) == hash(value)


def test_analyses_keep_everything() -> None:
    for analysis in (value for value in VALUES if isinstance(value, zlink.Analysis)):
        again = pickle.loads(pickle.dumps(analysis))
        assert again.to_json_lines() == analysis.to_json_lines() != ""
        assert vars(again) == vars(analysis) and again.solutions[:1] == analysis.solutions[:1]
    assert SEVERAL.analyse() != WITH_PAIRS.analyse()


def test_explanations_are_explained_again() -> None:
    explanation = SEVERAL.explain()
    assert explanation != SEVERAL.with_clues({}).explain() and explanation != 5
    for again in copies(explanation):
        assert str(again) == str(explanation) and again.steps == explanation.steps
        assert again.to_json_lines() == explanation.to_json_lines() and again.open == explanation.open
        assert again.svg(1) == explanation.svg(1)


def test_positions_are_kept() -> None:
    given = {**PLACES}
    puzzle = Puzzle.from_edges([(1, 2), (2, 3), (3, 1)], positions=given)
    given[1] = (7, 7)
    puzzle.positions[2] = (8, 8)
    for again in [puzzle, puzzle.with_clues({}), *copies(puzzle)]:
        assert again.positions == PLACES and again.draw() == puzzle.draw()


def test_warnings_are_kept() -> None:
    puzzle: "Puzzle[Any]" = Puzzle.read("edge(1,2). edge(2,3). edge(3,1). edgy(1,2).")
    assert len(puzzle.warnings) == 1 and all(again.warnings == puzzle.warnings for again in copies(puzzle))


def test_equal_puzzles_make_the_same_demands() -> None:
    square = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)]
    cells = {"a": square[:3], "b": square[3:]}
    base = Puzzle.from_edges(square, cells=cells, clues={"a": 2})
    turned = [(v, u) for u, v in reversed(square)]
    same = Puzzle.from_edges(turned, cells={"b": turned[:2], "a": turned[2:]}, clues={"a": 2}, positions={1: (0, 0)})
    assert base == same and hash(base) == hash(same) and {base: 1}[same] == 1
    others: List[Any] = [
        base.with_clues({}),
        base.with_clues({"b": 2}),
        Puzzle.from_edges(square, cells=cells, clues={"a": 2}, cover=True),
        Puzzle.from_edges(square, cells=cells, clues={"a": 2}, topology="cycles"),
        Puzzle.from_edges(square, cells=cells, clues={"a": 2}, required=square[:1]),
        Puzzle.from_edges(square, cells=cells, clues={"a": 2}, forbidden=square[:1]),
        Puzzle.from_edges(square, cells=cells, clues={"a": 2}, vertices=[5]),
        Puzzle.from_edges(square, cells=cells, clues={"a": 2}, pairs=[(1, 2)]),
        Puzzle.from_edges(square, cells={**cells, "b": square[2:]}, clues={"a": 2}),
        Puzzle.from_edges(square[:4], cells={"a": square[:3], "b": square[3:4]}, clues={"a": 2}),
        square,
    ]
    assert not any(base == other or other == base for other in others) and all(base != other for other in others)


class Lines:
    def __repr__(self) -> str:
        return "two\nlines"


def test_what_is_shown_is_short() -> None:
    for sets in ([["x" * 10**6, i] for i in range(20)], [range(10**5)], [["x" * 100, i] for i in range(5)], [[Lines()]]):
        assert repr(Family(sets)).startswith(f"<zlink.Family: {len(sets)} set")
        assert len(repr(Family(sets))) < 60 and "\n" not in repr(Family(sets))
    assert repr(Family([range(8)])) == "Family([{0, 1, 2, 3, 4, 5, 6, 7}])"
    assert all(len(repr(step)) < 100 for step in SEVERAL.explain())
