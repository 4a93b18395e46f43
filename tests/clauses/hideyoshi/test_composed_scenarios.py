"""What a composed position may say of a scenario: only what that scenario has."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.support import clause


@clause("hideyoshi", "36.7", "35.8(3)", "37.8")
@pytest.mark.parametrize(
    ("scenario", "name", "value"),
    [
        ("tennozan", "declared", 1), ("tennozan", "appeared", 1), ("tennozan", "left_echizen", 1),
        ("shizugatake", "peace", 1), ("shizugatake", "kyoto", "hashiba"), ("shizugatake", "held_back", ["kobe"]),
        ("komaki_nagakute", "thawed", 1), ("komaki_nagakute", "nobusumi", "alive"),
    ],
)  # fmt: skip
def test_what_another_scenario_has_is_refused(scenario: str, name: str, value: Any) -> None:
    with pytest.raises(gunki.PositionError, match=rf"^state\.{name}: only "):
        gunki.compose("hideyoshi", scenario, {"state": {name: value}})


@clause("hideyoshi", "32-1(2)")
@pytest.mark.parametrize("army", ["hashiba", "tokugawa"])
def test_nobody_is_called_but_by_a_die(army: str) -> None:
    with pytest.raises(gunki.PositionError, match=r"^state\.summoned: .*32-1"):
        gunki.compose("hideyoshi", "komaki_nagakute", {"state": {"summoned": [army]}})
