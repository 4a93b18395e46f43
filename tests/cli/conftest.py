"""Runs the command inside the test's own process, as a shell would: arguments, input, both streams, exit code."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import gunki
from gunki.cli.main import main


@dataclass
class Outcome:
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a user folder of its own."""
    monkeypatch.setenv("GUNKI_HOME", str(tmp_path / "home"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def runner(*args: object, stdin: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return runner


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Save a match some decisions old: Oda is about to march out of Mino."""
    match = gunki.new("nobunaga", seed=3)
    for _ in range(7):
        match.act("deploy {} mino".format(match.decision.data["general"]))  # type: ignore[union-attr]
    return match.save(tmp_path / "match.gunki")
