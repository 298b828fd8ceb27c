"""The examples in the docstrings and in the README are run."""

import doctest
import re
from pathlib import Path

import pytest

import zlink
import zlink.clingo


def test_docstrings() -> None:
    found = 0
    runner = doctest.DocTestRunner()
    names = {name: getattr(zlink, name) for name in zlink.__all__}
    for name in zlink.__all__:
        if name == "__version__":
            continue
        value = getattr(zlink, name)
        assert value.__doc__, f"{name} has no docstring"
        members = vars(value) if isinstance(value, type) else {}
        documented = {name: value.__doc__}
        for member in members:
            if not member.startswith("_"):
                documented[f"{name}.{member}"] = getattr(value, member).__doc__
        for place, text in documented.items():
            assert text, f"{place} has no docstring"
            test = doctest.DocTestParser().get_doctest(text, {**names}, place, None, None)
            found += len(test.examples)
            runner.run(test)
    assert not runner.failures, "see above"
    assert found > 50


def test_readme() -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text()
    first, *_ = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(first.splitlines()) <= 10
    exec(compile(first, "README.md", "exec"), {})


def test_all_that_is_exported_exists() -> None:
    assert sorted(zlink.__all__) == list(zlink.__all__)
    assert all(hasattr(zlink, name) for name in zlink.__all__)


ROOT = Path(__file__).parents[2]


PAGES = [page for page in [*ROOT.glob("docs/**/*.md"), ROOT / "python" / "README.md"] if "```pycon" in page.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_pages(page: Path) -> None:
    examples = "\n".join(re.findall(r"```pycon\n(.*?)```", page.read_text(), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, None, None)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert not runner.failures, "see above"


def test_pages_are_found() -> None:
    assert {"python.md", "graphillion.md"} <= {page.name for page in PAGES}


def test_clingo() -> None:
    failures, tries = doctest.testmod(zlink.clingo)
    assert tries > 5 and not failures
