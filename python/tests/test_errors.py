"""What is wrong is said, by the right exception."""

import math
from types import MappingProxyType
from typing import Any, Callable

import pytest

import zlink
from zlink import Family, GraphSets

FAMILY = Family([[1], [1, 2]])
GRAPHS = GraphSets([("a", "b"), ("b", "c")])
# What no checker of types lets pass.
untyped: Any = Family


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: untyped(5), TypeError, "iterable"),
        (lambda: untyped([5]), TypeError, "iterable"),
        (lambda: untyped([[[]]]), TypeError, "unhashable"),
        (lambda: Family(elements=[1, 1]), ValueError, "the element 1 comes twice"),
        (lambda: Family({"includes": []}), ValueError, "not 'includes'"),
        (lambda: [1] in FAMILY, TypeError, "frozenset"),
        (lambda: untyped([[1]]) | 5, TypeError, "unsupported operand"),
        (lambda: untyped([[1]]) < 5, TypeError, "not supported"),
        (lambda: FAMILY.cost_le({1: 1}, 5), ValueError, "no cost is given for the element 2"),
        (lambda: untyped([[1], [2]]).cost_le({1: "x", 2: 1}, 5), TypeError, "the cost of 1 is 'x', which is no number"),
        (lambda: FAMILY.cost_le({1: math.inf, 2: 1}, 5), ValueError, "the cost of 1 is inf"),
        (lambda: FAMILY.cost_le({1: 1, 2: 1}, math.nan), ValueError, "the bound is nan"),
        (lambda: FAMILY.min_iter({1: 1e-300, 2: 1e300}), ValueError, "round them"),
        (lambda: FAMILY.min_iter({1: 2**200}), ValueError, "round them"),
        (lambda: FAMILY.probability({1: 0.5}), ValueError, "no probability is given for the element 2"),
        (lambda: FAMILY.probability({1: 0.5, 2: 1.5}), ValueError, "the probability of 2 is 1.5"),
        (lambda: FAMILY.probability({1: 0.5, 2: math.nan}), ValueError, "the probability of 2 is nan"),
        (lambda: FAMILY.rand_iter(seed=-1), ValueError, "-1 is out of range"),
        (lambda: FAMILY.rand_iter(seed=2**64), ValueError, "18446744073709551616 is out of range"),
        (lambda: FAMILY.smaller(True), TypeError, "an integer is expected, not True"),
        (lambda: FAMILY.min_iter({1: 1, 3: 5}), KeyError, "the family has no element 3"),
        (lambda: untyped([[1, 2]]).probability({1: 0.5, 2: 0.5, "1": 0.5}), KeyError, "the family has no element '1'"),
        (lambda: untyped([[1]]).min_iter([1]), TypeError, r"the numbers of elements are a mapping, not \[1\]"),
        (lambda: untyped([[1, 2]]).cost_le({1: 1j, 2: 0.5}, 5), TypeError, "the cost of 1 is 1j, which is no number"),
        (lambda: Family(["ab"]), TypeError, "a collection of objects is expected, not the text 'ab'"),
        (lambda: Family({"include": "ab"}), TypeError, "not the text 'ab'"),
        (lambda: untyped(MappingProxyType({"include": [1]})), TypeError, "not the text 'include'"),
        (lambda: Family([[math.nan]]), ValueError, "nan is not equal to itself"),
        (lambda: Family([["x" * 1000]]).included("x" * 1000), TypeError, r"x\.\.\.$"),
        (lambda: zlink.limits(memory=-1), ValueError, "-1 is out of range"),
        (lambda: FAMILY.count(2**70), ValueError, "is out of range"),
        (lambda: Family.loads("1 1 B\n."), ValueError, "a text of nodes"),
        (lambda: Family.loads("2 1 B T\n3 1 B 2\n."), ValueError, "line 2"),
        (lambda: Family.loads("2 5 B T\n.", "abc"), ValueError, "line 1"),
        (lambda: Family.from_bytes(b"zlinkzdd"), ValueError, "too early"),
        (lambda: Family.from_bytes(FAMILY.to_bytes()[:-1] + b"?"), ValueError, "checksum"),
        (lambda: Family([["1", 1]]).to_bytes(), ValueError, "two elements have the name 1"),
        (lambda: GRAPHS.paths("a", "a"), ValueError, "'a' is in a group twice"),
        (lambda: GRAPHS.balanced_partitions(ratio=0.5), ValueError, "the ratio is 0.5"),
        (lambda: zlink.limits(time=-1), ValueError, "seconds"),
        (lambda: zlink.limits(time=math.nan), ValueError, "seconds"),
    ],
)
def test_errors(call: Callable[[], Any], error: "type[Exception]", text: str) -> None:
    with pytest.raises(error, match=text):
        call()


class Odd(Exception):
    """What nobody else raises."""


class Element:
    def __hash__(self) -> int:
        raise Odd("no hash today")


def test_exceptions_of_elements_pass() -> None:
    for call in (lambda: Family([[Element()]]), lambda: untyped([[1]]).including(Element()), lambda: Element() in FAMILY):
        with pytest.raises(Odd, match="no hash today"):
            call()
