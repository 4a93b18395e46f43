"""Warlords whom Kenshin leads in the second scenario, and what the basic rules say about those of another army."""

from __future__ import annotations

from typing import Any

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, force, lane, march, pass_on, steps, unit, units_without_line
from tests.clauses.kanto.table import compose
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, NAOE, YASUDA = "uesugi_kenshin", "naoe_sanetsuna", "yasuda_akimoto"
OBATA, YURA, YOSHIHIRO = "obata_kagezumi", "yura_narishige", "satomi_yoshihiro"
HERE, THERE = "1207", "1206"
FAR = {"irobe_nagazane": "0505"}


def compose_led(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the second scenario without snow, with the Uesugi to act."""
    place: dict[str, Any] = {"scenario": "kenshin_crosses_the_mountains", "weather": "normal", "phase": "uesugi"}
    return compose(units, **{**place, **entries})


@clause("kanto", "9-2-6", "13-2(ex1)")
def test_a_scenario_may_let_a_commander_lead_another_army() -> None:
    """Kenshin, and only he."""
    units = {KENSHIN: HERE, NAOE: HERE, "ashino_kiyonari": HERE, "murakami_yoshikiyo": HERE, **FAR}
    for leader in (KENSHIN, NAOE):
        match = compose_led(units, around=THERE)
        acts(match, f"act {leader}", "organise")
        if leader == KENSHIN:
            allowed(match, "take ashino_kiyonari")
        else:
            refused(match, "take ashino_kiyonari", "9-2-6")


@clause("kanto", "9-2-6", "15-5")
def test_a_detached_commander_is_not_left_with_a_unit_of_another_army() -> None:
    """Kenshin leads Obata of the Nagano, Naoe does not."""
    match = march(compose_led({**force(HERE, KENSHIN, NAOE, OBATA, YASUDA), **FAR}, around=THERE), KENSHIN)
    match.act(f"detach {NAOE}")
    allowed(match, f"attach {YASUDA} {NAOE}")
    barred(match, f"attach {OBATA} {NAOE}", "9-2-6 other_army")


@clause("kanto", "11-1-1", "9-2-6")
def test_a_warlord_led_by_kenshin_uses_the_line_of_the_uesugi() -> None:
    """T-22."""
    way = lane([f"{column:02}05" for column in range(5, 23)])
    assert units_without_line(compose_led(force("0705", KENSHIN, YURA), stage=0, phase="uesugi", **way)) == set()


@clause("kanto", "12-2-3", "7-1-3")
def test_a_unit_acts_once_in_a_stage_even_if_two_phases_could_include_it() -> None:
    """G-42: a warlord whom Kenshin lets go in the Uesugi phase does not act in the warlords' phase."""
    match = compose_led({**force("0705", KENSHIN, YURA), "ota_sukemasa": "3025"})
    acts(match, f"act {KENSHIN}", "organise", f"split {YURA}")
    if match.decision.name == "organise":
        match.act("done")
    if match.decision.name == "replenish":
        match.act("no_replenishment")
    while match.view("uesugi")["phase"] != "uesugi_warlords":
        match.act("end")
    assert [text for text in match.decision.texts if text.startswith("act ")] == ["act ota_sukemasa"]


@clause("kanto", "14-2-5", "7-1-3")
def test_allied_units_under_kenshins_command_profit_from_his_replenishment() -> None:
    """His own table is used: a 1 brings a step in Echigo."""
    units = force("0505", KENSHIN, YURA, inside=True)
    units[YURA]["steps"] = 1
    match = compose_led(units, dice=[1])
    acts(match, f"act {KENSHIN}", "organise", "done", "troops")
    assert steps(match, YURA) == 2


@clause("kanto", "25-2", "37(8)-1")
def test_units_of_other_armies_under_a_dead_soudaishou_stay_as_forces_of_their_own() -> None:
    """G-35: Kenshin led Wada and Ogo; Naoe elsewhere is his own army."""
    units = {
        **force(THERE, KENSHIN, "wada_narishige", "ogo_nobutsuna", steps=1),
        NAOE: "1209",
        **force(HERE, "hojo_ujiyasu", "hojo_ujishige", "hojo_tsunataka", "hojo_yasunari", "hojo_ujitada"),
    }
    match = compose_led(units, around=THERE, phase="hojo", dice=[6, 1])  # 10 on 6 - 1: 1
    attack(match, "hojo_ujiyasu", THERE)
    match.act(f"lose {KENSHIN}")
    assert at(match, KENSHIN) == "dead"
    assert at(match, NAOE) == "removed"
    assert (at(match, "wada_narishige"), at(match, "ogo_nobutsuna")) == (THERE, THERE)
    assert "leader" not in unit(match, "wada_narishige")
    assert "leader" not in unit(match, "ogo_nobutsuna")


def kill_kenshin_in_the_phase_of_the_hojo() -> Any:
    """Kill Kenshin, who led Satomi Yoshihiro, and go on to the phase of the warlords; the Uesugi are gone."""
    placed = force("3734", KENSHIN, YOSHIHIRO) | {"ashino_kiyonari": "3734"}
    placed[KENSHIN] = {"hex": "3734", "steps": 1}
    placed[YOSHIHIRO] = {"hex": "3734", "steps": 1, "leader": KENSHIN}
    placed |= force("3733", "hojo_ujiyasu", "hojo_ujishige", "hojo_tsunataka", "hojo_ujitaka", "hojo_ujitada")
    scenario = "kenshin_crosses_the_mountains"
    match = compose(placed, scenario=scenario, turn=12, stage=0, around="3735", radius=3, dice=[5, 1])
    match.act("end")
    acts(match, "act hojo_ujiyasu", "battle", "attack 3734", "spare ashino_kiyonari")
    match.act(f"lose {KENSHIN}")
    assert at(match, KENSHIN) == "dead"
    while match.view(None)["phase"] == "hojo":
        match.act("end" if match.decision.name == "force" else match.decision.texts[0])
    return match


@clause("kanto", "13-1-2", "25-2")
def test_a_commander_whose_leader_fell_in_an_earlier_phase_organises_in_his_own() -> None:
    """At the start of his phase he is under nobody's command."""
    match = kill_kenshin_in_the_phase_of_the_hojo()
    acts(match, f"act {YOSHIHIRO}", "organise", "take ashino_kiyonari")
    assert unit(match, "ashino_kiyonari")["leader"] == YOSHIHIRO


@clause("kanto", "14-1-2")
def test_a_commander_whose_leader_fell_in_an_earlier_phase_does_not_replenish_in_that_stage() -> None:
    """He was under command when the stage began, though not when the phase did; in the next stage he may."""
    match = kill_kenshin_in_the_phase_of_the_hojo()
    again = gunki.compose("kanto", match.view(None)["scenario"], match.describe())  # it is kept with the position
    for game in (match, again):
        acts(game, f"act {YOSHIHIRO}", "organise", "take ashino_kiyonari", "done")
        assert game.decision is None or game.decision.name != "replenish"
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.view(None)["phase"] == "uesugi_warlords")
    acts(match, f"act {YOSHIHIRO}", "organise", "done")
    allowed(match, "troops")
