"""What a composed position may say of a scenario: only what that scenario has."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts
from tests.clauses.forces import at, force
from tests.clauses.hideyoshi.table import assert_reads_back, compose
from tests.clauses.replenishing import begin_replenishing
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
def test_a_lord_who_joined_by_a_die_may_lead_units_of_the_clan_he_serves() -> None:
    """The sides of the clans are read before the commands."""
    unit = {"hosokawa_tadaoki": {"hex": "2511"}, "maeno_nagayasu": {"hex": "2511", "leader": "hosokawa_tadaoki"}}
    with pytest.raises(gunki.PositionError, match=r"maeno_nagayasu.*leader"):
        gunki.compose("hideyoshi", "tennozan", {"empty": True, "units": unit})
    joined = {"seat_of": {"hosokawa": "hashiba"}}
    match = gunki.compose("hideyoshi", "tennozan", {"empty": True, "units": unit, "state": joined})
    assert match.view()["units"]["maeno_nagayasu"]["leader"] == "hosokawa_tadaoki"


@clause("hideyoshi", "25-2", "30-1-2")
@pytest.mark.parametrize(
    ("dead", "left"), [("hashiba_hideyoshi", "niwa_nagahide"), ("shibata_katsuie", "maeda_toshiie")]
)
def test_units_that_served_a_dead_soudaishou_are_not_on_the_map(dead: str, left: str) -> None:
    """His army goes, not his clan alone; by the option the others stay."""
    laid = {"empty": True, "units": {dead: "dead", left: "4415", "kobe_nobutaka": "5313"}}
    with pytest.raises(gunki.PositionError, match=rf"^units\.{left}: .*{dead} \(25-2\)"):
        gunki.compose("hideyoshi", "shizugatake", laid)
    gunki.compose("hideyoshi", "shizugatake", laid, options={"lesser_vanish_with_overlord": False})


@clause("hideyoshi", "25-2")
@clause("gunyuden", "14-2-4")
def test_a_soudaishou_who_deserted_leaves_his_army_on_the_map() -> None:
    """G-35: "removed" is said of deserters too, whose army stays; so it is read back."""
    units = force("1623", "hashiba_hideyoshi", "horio_yoshiharu", inside=True, morale=-4, steps=1)
    match = compose({**units, "niwa_nagahide": "4015"}, turn=2, phase="hashiba", dice=[1])
    begin_replenishing(match, "hashiba_hideyoshi")
    acts(match, "troops", "desert hashiba_hideyoshi")
    while match.decision.name == "desert":
        match.act(match.decision.texts[0])
    assert [at(match, name) for name in ("hashiba_hideyoshi", "niwa_nagahide")] == ["removed", "4015"]
    assert_reads_back(match)


@clause("hideyoshi", "25-2", "35.8(2)")
def test_units_that_may_have_joined_after_his_death_may_be_on_the_map() -> None:
    """A die may bring Ikeda to the Hashiba side when Hideyoshi is dead."""
    units = {"hashiba_hideyoshi": "dead", "ikeda_tsuneoki": "2924", "akechi_mitsuhide": "3719"}
    joined = {"seat_of": {"ikeda": "hashiba"}}
    match = gunki.compose("hideyoshi", "tennozan", {"empty": True, "units": units, "state": joined})
    assert match.view()["units"]["hashiba_hideyoshi"] == "dead"


@clause("gunyuden", "23-4-3")
def test_a_force_that_falls_where_it_stands_leaves_no_way_to_follow() -> None:
    """To retreat without a hex to go to is the same as to stay and fall; the position keeps no trace of the answer."""
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
