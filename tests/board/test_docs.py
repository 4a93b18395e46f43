"""The examples of docs/board.md run as they stand."""

from __future__ import annotations

import re

import pytest

from tests.support import ROOT


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs" / "board.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) == 4
    names: dict[str, object] = {"__name__": "board"}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"docs/board.md, Python block {number}", "exec"), names)
    assert "Odawara" in capsys.readouterr().out
