"""`gunki fuzz --oracle`: the independent calculation of a game is compared with the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.cli.main import main
from gunki.core.matches.match import Match
from gunki.core.rules.events import Event
from gunki.lab.fuzz import fuzzer
from tests.core.duel import COINS, ROUNDS, DuelGame, duel

__all__ = ["duel"]

COMMAND = ("fuzz", "duel", "--games", "2", "--seed", "5", "--jobs", "1", "--oracle")


class CoinOracle:
    """Counts the coins of both players: there are always as many as at the start."""

    def __init__(self, coins: int) -> None:
        self.coins = coins

    def compare_decision(self, match: Match, document: Mapping[str, Any]) -> Iterator[str]:
        coins = sum(match.position.coins) + match.position.pot  # type: ignore[attr-defined]
        if coins != self.coins:
            yield f"{coins} coins instead of {self.coins} (2)"

    def compare_events(self, match: Match, document: Mapping[str, Any], events: Sequence[Event]) -> Iterator[str]:
        if match.position.round > ROUNDS:  # type: ignore[attr-defined]
            yield f"more than {ROUNDS} rounds (3)"


@pytest.mark.usefixtures("duel")
def test_a_game_without_an_oracle_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(COMMAND)) != 0
    assert "duel has no oracle" in capsys.readouterr().err


@pytest.mark.usefixtures("duel")
def test_without_any_oracle_the_command_says_that_nothing_is_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gunki, "game_ids", lambda: ("duel",))
    assert main(["fuzz", "--games", "1", "--oracle"]) != 0
    assert "no game has an oracle" in capsys.readouterr().err


@pytest.mark.usefixtures("duel")
def test_with_oracle_only_the_oracle_checks_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(DuelGame, "oracle", lambda self, setup: CoinOracle(2 * COINS))
    assert main([*COMMAND, "--json", "--out", str(tmp_path / "out")]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["checks"]) == {"oracle_decision", "oracle_events"}
    assert data["checks"]["oracle_decision"]["done"] == data["decisions"] > 10
    assert gunki.game("duel").oracle(None) is not None


@pytest.mark.usefixtures("duel")
def test_a_difference_is_a_failure_with_its_acts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(DuelGame, "oracle", lambda self, setup: CoinOracle(2 * COINS + 1))
    assert main([*COMMAND, "--out", str(tmp_path)]) == 1
    text = capsys.readouterr().out
    assert f"{2 * COINS} coins instead of {2 * COINS + 1} (2)" in text
    assert "--seed 5 --scenario only --oracle" in text


@pytest.mark.usefixtures("duel")
def test_a_game_can_stop_at_its_first_difference(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(DuelGame, "oracle", lambda self, setup: CoinOracle(2 * COINS + 1))
    whole = fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 5, str(tmp_path), oracle=True))
    first = fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 5, str(tmp_path), oracle=True, once=True))
    assert whole.plies > first.plies
    assert [(f.ply, f.message) for f in first.failures] == [(f.ply, f.message) for f in whole.failures]
    assert (whole.stopped, first.stopped) == (False, True)
