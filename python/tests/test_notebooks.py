"""The notebooks run, and are kept without outputs."""

from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks(path: Path) -> None:
    untyped: Any = nbformat
    notebook = untyped.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) > 5
    assert not any(cell.outputs or cell.execution_count for cell in code), "clear the outputs before a commit"
    nbclient.NotebookClient(notebook, timeout=None, kernel_name="python3").execute()
    outputs = sum(len(str(cell.outputs)) for cell in code)
    assert outputs < 400_000


def test_there_are_four() -> None:
    assert len(NOTEBOOKS) == 4
