"""Against Graphillion: each of its operations on sets of sets, and families that go there and back."""

import random
import time
from collections.abc import Callable

import pytest
from conftest import Sets, random_sets
from graphillion import setset

from zlink import Family

ELEMENTS = 7


def sets_of(other: setset) -> Sets:
    return frozenset(map(frozenset, other))


def pair(source: random.Random, most: int = 24) -> "tuple[Family[int], setset]":
    sets = random_sets(source, ELEMENTS, most)
    return Family(sets, elements=range(ELEMENTS)), setset(list(map(set, sets)))


def test_operations(source: random.Random) -> None:
    setset.set_universe(list(range(ELEMENTS)))
    (a, x), (b, y) = pair(source), pair(source, 8)
    both = [
        (a | b, x | y),
        (a & b, x & y),
        (a - b, x - y),
        (a ^ b, x ^ y),
        (a.join(b), x.join(y)),
        (a.meet(b), x.meet(y)),
        (a.subsets(b), x.subsets(y)),
        (a.supersets(b), x.supersets(y)),
        (a.non_subsets(b), x.non_subsets(y)),
        # With sets that include one another, Graphillion 2.1 gives too many: {{}} without supersets of {} or {0} is {{}}.
        (a.non_supersets(b), x.non_supersets(y.minimal())),
        (a.supersets(3), x.supersets(3)),
        (a.non_supersets(3), x.non_supersets(3)),
        (a.minimal(), x.minimal()),
        (a.maximal(), x.maximal()),
        (a.smaller(4), x.smaller(4)),
        (a.larger(3), x.larger(3)),
        (a.set_size(3), x.set_size(3)),
        (~a, ~x),
        (a.add_some_element(), x.add_some_element()),
        (a.remove_some_element(), x.remove_some_element()),
        (a.remove_add_some_elements(), x.remove_add_some_elements()),
    ]
    if x:  # It says that only the empty set hits all sets of none.
        both.append((a.hitting(), x.hitting()))
    if y:
        both += [(a / b, x / y), (a % b, x % y), (a.quotient(b), x.quotient(y)), (a.remainder(b), x.remainder(y))]
    costs = {element: source.randrange(-3, 9) for element in range(ELEMENTS)}
    both.append((a.cost_le(costs, 7), x.cost_le(costs, 7)))
    for number, (ours, theirs) in enumerate(both):
        assert frozenset(ours) == sets_of(theirs), number
    assert len(a) == len(x) and a.len(3) == x.len(3).len()
    assert (a <= b, a < b, a >= b, a > b, a == b) == (x <= y, x < y, x >= y, x > y, x == y)
    assert a.isdisjoint(b) == x.isdisjoint(y)
    weights = {element: source.random() for element in range(ELEMENTS)}
    assert list(a.min_iter(weights)) == list(map(frozenset, x.min_iter(weights)))
    assert list(a.max_iter(weights)) == list(map(frozenset, x.max_iter(weights)))
    assert a.probability(weights) == pytest.approx(x.probability(weights))
    assert all((element in a) == (element in x) for element in range(ELEMENTS))
    flipped = setset(list(map(set, a)))
    flipped.flip(2)
    assert frozenset(a.flip(2)) == sets_of(flipped)
    flipped.flip(2)
    flipped.flip()
    assert frozenset(a.flip()) == sets_of(flipped)
    constraints = {"include": [1], "exclude": [4, 5]}
    assert frozenset(Family(constraints, elements=range(ELEMENTS))) == sets_of(setset(constraints))


def test_there_and_back(source: random.Random) -> None:
    sets = random_sets(source, ELEMENTS)
    family = Family(sets, elements=source.sample(range(ELEMENTS), ELEMENTS))
    setset.set_universe(list(family.elements))
    there = setset.loads(family.dumps())
    assert sets_of(there) == sets
    back = Family.loads(there.dumps(), setset.universe())
    assert back == family and back.elements == family.elements


@pytest.mark.slow
def test_a_million_nodes_there_and_back(record_property: Callable[[str, object], None]) -> None:
    """Random sets of ten of 200 elements share next to nothing."""
    source = random.Random(1)
    family = Family(source.sample(range(200), 10) for _ in range(230_000))
    assert family.node_count > 1_000_000
    begin = time.perf_counter()
    setset.set_universe(list(family.elements))
    there = setset.loads(family.dumps())
    assert there.len() == family.count()
    back = Family.loads(there.dumps(), setset.universe())
    record_property("seconds", time.perf_counter() - begin)
    assert back == family
