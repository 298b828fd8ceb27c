"""Families as text, as bytes, and as pickles."""

import copy
import io
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from conftest import random_sets

from zlink import Family


def test_round_trips(source: random.Random) -> None:
    family = Family(random_sets(source, 9, 60), elements=source.sample(range(9), 9))
    assert Family.loads(family.dumps(), family.elements) == family
    assert Family.loads(family.dumps().encode(), family.elements).elements == family.elements
    assert Family.from_bytes(family.to_bytes(), int) == family
    again = Family.from_bytes(family.to_bytes("e{}".format), lambda name: int(name[1:]))
    assert again == family and again.elements == family.elements
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        restored = pickle.loads(pickle.dumps(family, protocol))
        assert restored == family and restored.elements == family.elements and hash(restored) == hash(family)
    assert copy.copy(family) is family.copy() is family
    assert copy.deepcopy(family) == family


def test_files(tmp_path: Path) -> None:
    family = Family([["a", "b"], ["c"]])
    text, binary = io.StringIO(), io.BytesIO()
    family.dump(text)
    family.dump(binary)
    assert text.getvalue() == binary.getvalue().decode() == family.dumps()
    with open(tmp_path / "family", "w") as file:
        family.dump(file)
    with open(tmp_path / "family", "rb") as opened:
        assert Family.load(opened, "abc") == family
    with open(tmp_path / "family") as file:
        assert Family.load(file) == Family([[1, 2], [3]])


def test_elements_that_are_objects_are_pickled() -> None:
    family: Family[object] = Family([[(1, 2), "x"], [frozenset([3])]])
    assert pickle.loads(pickle.dumps(family)) == family


def test_a_damaged_pickle_is_refused() -> None:
    family: Any = Family([["a"], ["b"]])
    restored, (elements, data) = family.__reduce__()
    assert restored(elements, data) == Family([["a"], ["b"]])
    with pytest.raises(ValueError, match="1 elements are given, and the family has 2"):
        restored(elements[:1], data)
    with pytest.raises(ValueError):
        restored(elements, data[:-9])
