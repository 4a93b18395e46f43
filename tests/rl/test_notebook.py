"""docs/notebooks/agent.ipynb runs as it stands, with fewer games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT

FOLDER = ROOT / "docs" / "notebooks"


def test_the_notebook_of_an_agent_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel", reason="there is no OpenSpiel for Windows")
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook: Any = nbformat.read(FOLDER / "agent.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "it is kept without what it printed"
    [settings] = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ())]
    settings.source = "GAMES, TRIALS = 16, 3"
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}
    )
    client.execute()
    told = {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}
    printed = {ident: "".join(part.get("text", "") for part in parts) for ident, parts in told.items()}
    assert "options of 4292 actions" in printed["environment"]
    assert len(printed["learned"].splitlines()) == 8
    assert "every seat " in printed["measured"]
    assert "Result(" in printed["match"]
    assert any("image/svg+xml" in part.get("data", {}) for part in told["drawn"])
    assert "dice and cards" in printed["openspiel"]
