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


@clause("hideyoshi", "30-1-2")
def test_who_joined_by_a_die_may_lead_men_of_the_clan_he_serves() -> None:
    """Whose side clans are on is read before who leads whom."""
    unit = {"hosokawa_tadaoki": {"hex": "2511"}, "maeno_nagayasu": {"hex": "2511", "leader": "hosokawa_tadaoki"}}
    with pytest.raises(gunki.PositionError, match=r"maeno_nagayasu.*leader"):
        gunki.compose("hideyoshi", "tennozan", {"empty": True, "units": unit})
    joined = {"seat_of": {"hosokawa": "hashiba"}}
    match = gunki.compose("hideyoshi", "tennozan", {"empty": True, "units": unit, "state": joined})
    assert match.view()["units"]["maeno_nagayasu"]["leader"] == "hosokawa_tadaoki"


@clause("gunyuden", "23-4-3")
def test_who_falls_where_he_stands_leaves_no_way_to_follow() -> None:
    """Whether he was to give way or not: with no hex to go to it comes to the same, and nothing of it remains."""
    closed = dict.fromkeys(("2924", "2925", "3024", "3124", "3125"), "mountain")
    led = {name: {"hex": "3026", "leader": "hashiba_hideyoshi"} for name in ("hashiba_hidenaga", "hashiba_hidekatsu")}
    units = {"hashiba_hideyoshi": "3026", "shibata_katsuie": {"hex": "3025", "steps": 1}, **led}
    at = {"empty": True, "turn": 1, "stage": 1, "to_act": "hashiba", "units": units, "terrain": closed}
    after = []
    for answer in ("lose shibata_katsuie", "retreat"):
        match = gunki.compose("hideyoshi", "shizugatake", at, dice=[6])
        for act in ("act hashiba_hideyoshi", "battle", "attack 3025", answer):
            match.act(act)
        assert match.view()["units"]["shibata_katsuie"] == "dead"
        after.append(match.position.to_dict())
    assert after[0] == after[1]
