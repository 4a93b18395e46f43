"""The program on docs/server/http-api.md plays an action at a real server and prints what the page shows."""

from __future__ import annotations

import re

import pytest

from tests.server.process import Server
from tests.support import ROOT

PAGE = (ROOT / "docs" / "server" / "http-api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n+It prints:\n+```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_example_prints_what_the_page_shows(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    [(program, output)] = EXAMPLE.findall(PAGE)
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(program.replace("http://127.0.0.1:8080", server.base), "docs/server/http-api.md", "exec"), names)
    assert capsys.readouterr().out == output
