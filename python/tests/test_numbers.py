"""Numbers of other libraries, above all numpy, are taken wherever numbers are."""

from fractions import Fraction
from typing import Any, Callable

import numpy
import pytest

from zlink import Family, Puzzle, limits

FAMILY: "Family[Any]" = Family([[1, 2], [1], [2]])


class Whole:
    def __index__(self) -> int:
        return 2

    def __float__(self) -> float:
        raise AssertionError("an integer is no float")


class Real:
    def __float__(self) -> float:
        return 2.0


@pytest.mark.parametrize("two", [Whole(), Real(), *(getattr(numpy, name)(2) for name in ("int8", "uint64", "int64"))])
@pytest.mark.parametrize("other", [1, 0.5, Fraction(1, 2), numpy.float64(0.5), numpy.float16(0.5), numpy.bool_(True)])
def test_costs(two: Any, other: Any) -> None:
    total = 2 + float(other)
    for one in (FAMILY.cost_le({1: two, 2: other}, total), FAMILY.cost_ge({1: other, 2: two}, other)):
        assert one == FAMILY
    assert FAMILY.cost_eq({1: two, 2: other}, numpy.float64(total)) == Family([[1, 2]])
    assert FAMILY.cost_le({1: two, 2: other}, two) == Family([[1], [2]])
    assert next(FAMILY.min_iter({1: two}, other)) == {2} and next(FAMILY.max_iter({1: two, 2: other})) == {1, 2}


def test_exact_or_refused() -> None:
    tenth = numpy.longdouble("0.1")
    assert FAMILY.cost_eq({1: tenth, 2: 0.25}, tenth) == Family([[1]])
    assert FAMILY.cost_le({1: numpy.array(2), 2: 0.5}, numpy.float32(0.5)) == Family([[2]])
    wrongs: Any = [(numpy.complex128(1 + 2j), TypeError), ("1", TypeError), (numpy.float64("nan"), ValueError)]
    for wrong, error in wrongs:
        with pytest.raises(error, match="the cost of 1 is"):
            FAMILY.cost_le({1: wrong, 2: 0.5}, 5)


def test_other_numbers() -> None:
    one, half = numpy.int64(1), numpy.float32(0.5)
    assert FAMILY.probability({1: half, 2: one}) == 1.0
    assert FAMILY.smaller(numpy.int8(2)).count(one) == 2
    assert next(FAMILY.rand_iter(one)) == next(FAMILY.rand_iter(1))
    board: "Puzzle[Any]" = Puzzle.board("square", numpy.int64(2), numpy.uint8(2), numpy.int32(0))
    assert board == Puzzle.board("square", 2, 2) and Puzzle.grid(one, one).vertices == (0,)
    assert board.count(time_limit=numpy.float64(9), memory_limit=numpy.int64(1 << 30), threads=one, seed=one) == 13
    made = board.make_slitherlink(seed=numpy.int64(3), clues=None)
    assert made.puzzle == board.make_slitherlink(seed=3).puzzle


def test_arrays() -> None:
    edges = numpy.array([[0, 1], [1, 2], [2, 0]])
    clues: Any = {"c": numpy.float64(1), "d": numpy.int8(2)}
    cells = {"c": edges[:1], "d": edges[1:]}
    places = numpy.array([[0.5, 1], [2, 3], [4, 5]])
    puzzle: "Puzzle[Any]" = Puzzle.from_edges(edges, cells=cells, clues=clues, positions=dict(enumerate(places)))
    assert puzzle.edges == ((0, 1), (1, 2), (2, 0)) and puzzle.clues == {"c": 1, "d": 2} and puzzle.count() == 1
    assert puzzle.positions == {0: (0.5, 1.0), 1: (2.0, 3.0), 2: (4.0, 5.0)}
    assert puzzle.check(edges) == puzzle.solve() and edges[0] in puzzle.check(edges)
    assert Family(numpy.array([[1, 2], [2, 3]])).including(numpy.int64(1)) == Family([[1, 2]])
    wrongs: Any = [numpy.bool_(True), numpy.float64(1.5), numpy.float64("nan"), -1.0]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="the clue of the cell 'c'"):
            Puzzle.from_edges(edges, cells=cells, clues={"c": wrong})


EDGES: Any = [(0, 1), (1, 2), (2, 0)]
COMPLEX: Any = numpy.complex128(1 + 2j)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda wrong: Puzzle.from_edges(EDGES, cells=[EDGES], clues=[wrong]), TypeError, "the clue of the cell 0 is .*1.?\\+2"),
        (lambda wrong: Puzzle.board("square", 2, 2).with_clues({0: wrong}), TypeError, "clue of the cell 0 is .*1.?\\+2"),
        (lambda wrong: Puzzle.from_edges(EDGES, positions={0: (wrong, 1)}), TypeError, "the position of 0 is .*1.?\\+2"),
        (lambda wrong: FAMILY.probability({1: 0.5, 2: wrong}), TypeError, "the probability of 2 is .*1.?\\+2.*, which is no number"),
        (lambda wrong: Puzzle.grid(2, 2).count(time_limit=wrong), TypeError, "the time limit in seconds is .*1.?\\+2"),
        (lambda wrong: Puzzle.grid(2, 2).analyse(stage_time=wrong), TypeError, "the time limit in seconds is .*1.?\\+2"),
        (lambda wrong: limits(time=wrong), TypeError, "the time limit in seconds is .*1.?\\+2"),
        (lambda wrong: limits(memory=wrong), TypeError, "integer"),
    ],
)
def test_complex_numbers_are_refused(call: Callable[[Any], Any], error: "type[Exception]", text: str) -> None:
    for wrong in (COMPLEX, numpy.array(COMPLEX)):
        with pytest.raises(error, match=text):
            call(wrong)


def test_no_number_is_shown() -> None:
    grid: Any = Puzzle.grid(2, 2)
    wrongs: "list[tuple[Callable[[Any], Any], Any, type[Exception], str]]" = [
        (lambda wrong: FAMILY.probability({1: wrong, 2: 0.5}), "0.5", TypeError, "the probability of 1 is '0.5', which is no number"),
        (lambda wrong: FAMILY.probability({1: wrong, 2: 0.5}), 10**400, ValueError, "the probability of 1 is 10+.*, which is too large"),
        (lambda wrong: grid.count(time_limit=wrong), "1", TypeError, "the time limit in seconds is '1', which is no number"),
        (lambda wrong: grid.count(time_limit=wrong), 10**400, ValueError, "the time limit in seconds is 10+.*, which is too large"),
        (lambda wrong: limits(time=wrong), 10**400, ValueError, "the time limit in seconds is 10+.*, which is too large"),
        (lambda wrong: limits(memory=wrong), -1, ValueError, r"-1 is out of range: an integer from 0 to 2\*\*64 - 1 is expected"),
        (lambda wrong: FAMILY.count(wrong), 2**70, ValueError, r"an integer from -2\*\*63 to 2\*\*63 - 1 is expected"),
    ]
    for call, wrong, error, text in wrongs:
        with pytest.raises(error, match=text):
            call(wrong)
