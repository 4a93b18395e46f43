"""The examples of docs/environments.md run as they stand, and the worked example learns something."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support import ROOT

PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^(?=## )", PAGE, flags=re.MULTILINE)
#: There is no OpenSpiel for Windows: its examples run for themselves.
SPIEL = "## OpenSpiel\n"


def run(sections: list[str]) -> int:
    """So many blocks of code, one after the other."""
    blocks = re.findall(r"^```python\n(.*?)^```", "".join(sections), re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {"__name__": "environments"}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"docs/environments.md, Python block {number}", "exec"), names)
    return len(blocks)


def test_the_examples_run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([section for section in SECTIONS if not section.startswith(SPIEL)]) >= 6
    told = capsys.readouterr().out
    assert "(nobunaga:" in told, "a refusal names its clause"
    assert "is asked: deploy (nobunaga:2-2.p2)" in told


def test_the_examples_of_openspiel_run(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="there is no OpenSpiel for Windows")
    assert run([section for section in SECTIONS if section.startswith(SPIEL)]) == 4
    told = capsys.readouterr().out
    assert "[-1.0, 1.0]" in told
    assert "move 1: action 3: chance cannot answer this now" in told


def test_the_worked_example_learns_to_hold_supply_areas() -> None:
    """Few games are not enough to win, but to do clearly better than at random: by more than chance would explain."""
    example: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "train_nobunaga.py"))
    table = example["Table"]("oda")
    policy = example["train"](table, games=128, seed=1, tell=False)
    seeds = range(10**9, 10**9 + 20)
    trained, plain = ([table.game(who, seed)[2] for seed in seeds] for who in (policy, None))
    gain = np.mean(trained) - np.mean(plain)
    error = np.sqrt((np.var(trained) + np.var(plain)) / len(seeds))
    assert gain > 2 * error, f"{np.mean(plain):.2f} supply areas at random, {np.mean(trained):.2f} trained"
    assert policy.weights.any()


@pytest.mark.parametrize(
    ("won", "trials", "told"),
    [
        (0, 100, "0 of 100 games, 0.0% (0.0% to 3.7%)"),
        (50, 100, "50 of 100 games, 50.0% (40.4% to 59.6%)"),
        (100, 100, "100 of 100 games, 100.0% (96.3% to 100.0%)"),
    ],
)
def test_a_share_has_its_interval(won: int, trials: int, told: str) -> None:
    example: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "train_nobunaga.py"))
    assert example["share"](won, trials) == told
