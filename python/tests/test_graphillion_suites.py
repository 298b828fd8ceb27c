"""The tests that come with Graphillion, run with zlink in its place: whatever version is installed, none of it is copied.

A check is one call of an assertion. All checks of a test are made: one that fails does not end it. How many there are tells a run with
Graphillion itself. What zlink does not pass is in `DIFFERENCES`; nothing else may fail, and nothing there may pass.
"""

import importlib.util
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict, List

import graphillion_by_zlink
import pytest

# By suite and test: the places of the checks among those of the test, and why zlink differs.
DIFFERENCES: Dict[str, Dict[str, Any]] = {
    "setset": {
        "test_init": ([0], "the number of elements has no limit like the 65,535 of Graphillion's module in C++"),
        "test_constructors": (
            [5, 6],
            "an unknown kind of constraints is a ValueError, not a TypeError; no set meets constraints that contradict each other",
        ),
    },
    "graphset": {},
}


class Checks:
    """In place of a test case: notes for each check whether it passes."""

    def __init__(self) -> None:
        self.passed: List[bool] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        check = getattr(unittest.TestCase(), name)

        def noted(*arguments: Any, **keywords: Any) -> None:
            self.passed.append(False)
            try:
                check(*arguments, **keywords)
            except Exception:  # Also one that is not what assertRaises expects.
                return
            self.passed[-1] = True

        return noted


def checks(file: Path) -> Dict[str, List[bool]]:
    """Whether each check of each test of a file passes. An exception outside a check counts as one, and ends a test."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (case,) = (value for value in vars(module).values() if isinstance(value, type) and issubclass(value, unittest.TestCase))
    found = {}
    # One test lacks the prefix of its name, so that Graphillion does not run it.
    for name in ["capacity", *unittest.defaultTestLoader.getTestCaseNames(case)]:
        noted = Checks()
        case.setUp(noted)  # type: ignore[arg-type]
        try:
            getattr(case, name)(noted)
        except Exception:
            noted.passed.append(False)
        found[name] = noted.passed
    return found


@pytest.mark.parametrize("suite", DIFFERENCES)
def test_suite(suite: str, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]) -> None:
    package = importlib.util.find_spec("graphillion")
    if package is None or package.origin is None:
        pytest.skip("Graphillion is not installed, and so its tests are not here: pip install graphillion")
    file = Path(package.origin).parent / "test" / f"{suite}.py"
    theirs = checks(file)
    assert all(map(all, theirs.values()))

    monkeypatch.setitem(sys.modules, "graphillion", graphillion_by_zlink)
    monkeypatch.setitem(sys.modules, "graphillion.universe", graphillion_by_zlink)
    monkeypatch.setitem(sys.modules, "_graphillion", SimpleNamespace(_elem_limit=lambda: None))
    ours = checks(file)
    differing = {}
    for test, passed in ours.items():
        reached = [*passed, *[False] * (len(theirs[test]) - len(passed))]
        if not all(reached):
            differing[test] = [place for place, passes in enumerate(reached) if not passes]
    record_property("checks", sum(map(len, theirs.values())))
    record_property("differing", sum(map(len, differing.values())))
    assert differing == {test: places for test, (places, _) in DIFFERENCES[suite].items()}
