"""The tests that come with Graphillion, run with zlink in its place: whatever version is installed, none of it is copied.

A check is one call of an assertion, and one that fails does not end its test. What zlink does not pass is in `DIFFERENCES`: nothing else may
fail, and nothing there may pass.
"""

import importlib.util
import re
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict, List, Tuple

import graphillion_by_zlink
import pytest

# By suite and test: the places of the checks among those of the test, and what zlink does not have.
DIFFERENCES: Dict[str, Dict[str, Tuple[List[int], str]]] = {
    "setset": {"test_init": ([0], "no limit of elements, such as the 65,535 of the module `_graphillion`")},
    "graphset": {
        "test_init": ([2, 3], "no traversals: edges keep the order in which they are given, whatever order a search takes"),
        "test_show_messages": ([0], "no messages that are turned on: `limits` takes a function for them; the test ends here"),
        "test_omp_functions": ([0], "no OpenMP to ask for threads; the test ends here"),
    },
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
    monkeypatch.setitem(sys.modules, "graphillion", graphillion_by_zlink)
    monkeypatch.setitem(sys.modules, "graphillion.universe", graphillion_by_zlink)
    monkeypatch.setitem(sys.modules, "_graphillion", SimpleNamespace(_elem_limit=lambda: None))
    ours = checks(file)
    record_property("passed", sum(map(sum, ours.values())))
    failing = {test: [place for place, passes in enumerate(passed) if not passes] for test, passed in ours.items()}
    expected = {test: places for test, (places, _) in DIFFERENCES[suite].items()}
    assert {test: places for test, places in failing.items() if places} == expected


def test_every_name_is_on_the_page() -> None:
    graph_set = pytest.importorskip("graphillion", reason="Graphillion is not installed").GraphSet
    page = (Path(__file__).parents[2] / "docs" / "howto" / "graphillion.md").read_text()
    named = set(re.findall(r"`(\w+)", page))
    assert [name for name in dir(graph_set) if not name.startswith("_") and name not in named] == []
