"""What the tests share."""

import random
from collections.abc import Iterator
from typing import FrozenSet

import pytest

Sets = FrozenSet[FrozenSet[int]]


def random_sets(source: random.Random, elements: int, most: int = 24) -> Sets:
    """A few sets of these many elements, of any sizes."""
    density = source.choice([0.2, 0.5, 0.8])
    return frozenset(
        frozenset(e for e in range(elements) if source.random() < density) for _ in range(source.randrange(most))
    )


@pytest.fixture(params=range(30))
def source(request: pytest.FixtureRequest) -> Iterator[random.Random]:
    """Random numbers, others for each repetition of a test."""
    yield random.Random(request.param)
