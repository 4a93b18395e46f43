"""docs/notebooks/study.ipynb runs from its first cell to its last, with small settings, and shows what it says."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT

NOTEBOOK = ROOT / "docs" / "notebooks" / "study.ipynb"
SMALL = """
GAME, SCENARIO = "honganji", "three_players"
PLAYERS, GAMES, SEED = ["greedy:1", "random", "random"], 3, 7
FOLDER = "notebook-study"
"""


@pytest.mark.filterwarnings("ignore")  # those of the notebook's own packages
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    book = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in book.cells), "it is kept without what it prints"
    settings = [cell for cell in book.cells if "settings" in cell.metadata.get("tags", ())]
    assert len(settings) == 1
    settings[0].source = SMALL
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [_kinds(cell) for cell in book.cells if cell.cell_type == "code"]
    assert sum("image/svg+xml" in kinds for kinds in shown) == 3  # a match, the map with its fights, the game again
    assert sum("text/html" in kinds for kinds in shown) == 4  # a study, two frames, a comparison
    for name in ("report.html", "report.ja.html"):
        assert (tmp_path / "notebook-study" / name).is_file()


def _kinds(cell: Any) -> set[str]:
    return {kind for output in cell.outputs for kind in output.get("data", {})}
