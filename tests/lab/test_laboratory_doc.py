"""docs/laboratory.md: every command and every example in it works, in the order in which they stand there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gunki.cli.main import main
from gunki.lab.studies import study
from gunki.lab.studies.rows import Row
from tests.support import ROOT

PAGE = (ROOT / "docs" / "laboratory.md").read_text(encoding="utf-8")
#: A block, and the output below it if the page shows that.
EXAMPLES = re.findall(r"^```(sh|python)\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", PAGE, re.MULTILINE | re.DOTALL)


def trimmed(text: str) -> list[str]:
    """Return the lines without spaces at their ends."""
    return [line.rstrip() for line in text.splitlines()]


def test_everything_on_the_page_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert {kind for kind, *_ in EXAMPLES} == {"sh", "python"}
    for number, (kind, text, shown) in enumerate(EXAMPLES):
        if kind == "sh":
            for line in text.splitlines():
                words = shlex.split(line)
                assert words[0] == "gunki"
                assert main(words[1:]) == 0, line
            output = capsys.readouterr().out
        else:
            script = tmp_path / f"example{number}.py"
            script.write_text(text, encoding="utf-8")
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"}
            done = subprocess.run([sys.executable, str(script)], check=True, env=environment, stdout=subprocess.PIPE)
            output = done.stdout.decode()
        if shown:
            assert trimmed(output) == trimmed(shown), text
    assert (tmp_path / "game-3.gunki").is_file()
    assert len(list(study.open(tmp_path / "first").rows())) == 6
    assert len(list(study.open(tmp_path / "second").rows())) == 3


def test_every_field_of_a_row_is_explained() -> None:
    table = PAGE.partition("A row is one line of JSON")[2].partition("A game that could not")[0]
    told = set(re.findall(r"`(\w+)`", "\n".join(line.split("|")[1] for line in table.splitlines() if "|" in line)))
    assert told == set(Row.__dataclass_fields__)
