"""Chapter 5: control of areas."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.nobunaga.table import acts, compose, controller, refused, stack
from tests.support import clause

HANDS = {
    "oda": ["charge_order", "warships", "scheming_with_other_powers", "gift_to_greater_daimyo"],
    "anti_oda": ["murakami_navy", "swift_as_wind", "coordinated_offensive"],
}
ODA = {"ready": 2, "generals": ["shibata_katsuie"]}  # three units of value 3: dice 1 6 6 are one hit


def board(areas: dict[str, Any], seat: str = "oda", **entries: Any) -> Playing:
    return compose(empty=True, to_act=seat, hands=HANDS, areas=areas, **entries)


@clause("nobunaga", "5")
def test_5_every_land_area_is_controlled_by_some_daimyo() -> None:
    match = new("nobunaga", seed=1)
    view = match.view("oda")
    for area, entry in view["areas"].items():
        if area == "seto_sea":
            assert entry["controller"] == "none"
        else:
            assert entry["power"] == view["powers"][entry["controller"]]


@clause("nobunaga", "5")
@pytest.mark.parametrize(("holder", "oda", "anti_oda"), [("asakura", 5, 5), ("oda", 6, 4), ("takeda", 5, 4)])
def test_5_control_alone_brings_cards(holder: str, oda: int, anti_oda: int) -> None:
    """Nobody has units there; Noto lifts Anti-Oda above the minimum of four."""
    areas = {"echizen": {"controller": holder}, "noto": {"controller": "azai"}}
    match = compose(empty=True, turn=2, phase="draw", areas=areas, dice=[1, 4, 4])
    assert match.view("oda")["hand_sizes"] == {"oda": oda, "anti_oda": anti_oda}


@clause("nobunaga", "5")
@pytest.mark.parametrize(("gained", "winner"), [(4, "oda"), (3, "anti_oda")])
def test_5_control_alone_brings_victory(gained: int, winner: str) -> None:
    """Five of the nine supply areas that Oda needs after turn ten are his from the start."""
    areas = {area: {"controller": "oda"} for area in ("harima", "noto", "kai", "echigo")[:gained]}
    match = compose(empty=True, turn=10, phase="end", areas=areas)
    assert match.result.winner == winner


@clause("nobunaga", "5-1")
def test_5_1_the_daimyo_of_the_starting_units_controls_the_area() -> None:
    match = new("nobunaga", seed=1)
    held = 0
    for area, entry in match.view("oda")["areas"].items():
        if entry["stacks"]:
            held += 1
            assert set(entry["stacks"]) == {controller(match, area)}, area
    assert held == 30


@clause("nobunaga", "5-1.Ex")
def test_5_1_ex_north_oumi_begins_with_azai() -> None:
    match = new("nobunaga", seed=1)
    assert set(match.view("oda")["areas"]["north_oumi"]["stacks"]) == {"azai"}
    assert controller(match, "north_oumi") == "azai"
    assert match.view("oda")["areas"]["north_oumi"]["power"] == "anti_oda"


@clause("nobunaga", "5-2")
def test_5_2_control_passes_at_the_end_of_the_action_turn() -> None:
    """Echizen is empty: moving in is enough, but only when the action turn is over."""
    match = board({"mino": {"oda": {"ready": 3}}})
    acts(match, "movement", "march oda mino", "with 2", "to echizen")
    assert match.decision.name == "discard"
    assert controller(match, "echizen") == "asakura"
    acts(match, "discard warships")
    assert controller(match, "echizen") == "oda"
    assert match.view("oda")["areas"]["echizen"]["power"] == "oda"
    assert controller(match, "mino") == "oda"


@clause("nobunaga", "5-2")
@pytest.mark.parametrize("garrison", [{"spent": 1}, {"spent_generals": ["asakura_yoshikage"]}])
def test_5_2_a_controller_with_any_unit_there_keeps_the_area(garrison: dict[str, Any]) -> None:
    units = {"oda": {"ready": 2}, "asakura": garrison}
    match = board({"echizen": units}, dice=[6])
    acts(match, "combat", "attack oda echizen", "discard warships", "stop")
    assert controller(match, "echizen") == "asakura"


@clause("nobunaga", "5-2")
def test_5_2_control_passes_in_any_action_turn_and_empty_areas_stay() -> None:
    """Oda stands alone in Echizen; Anti-Oda's diplomacy ends an action turn. Nobody is in North Oumi."""
    match = board({"echizen": {"oda": {"spent": 1}}}, "anti_oda")
    assert controller(match, "echizen") == "asakura"
    acts(match, "diplomacy", "influence takeda right", "discard murakami_navy")
    assert controller(match, "echizen") == "oda"
    assert controller(match, "north_oumi") == "azai"


@clause("nobunaga", "5-2")
def test_5_2_control_does_not_pass_between_the_combats_of_one_action_turn() -> None:
    units = {"oda": ODA, "azai": {"ready": 1}, "neutral": {"ready": 1}}
    match = board({"north_oumi": units}, dice=[1, 6, 6])
    acts(match, "combat", "attack oda north_oumi", "target azai", "discard warships")
    assert stack(match, "north_oumi", "azai")["ready"] == 0
    assert match.decision.name == "additional"
    assert controller(match, "north_oumi") == "azai"
    acts(match, "stop")
    assert controller(match, "north_oumi") == "oda"


@clause("nobunaga", "5-2(1)")
def test_5_2_1_daimyos_of_the_same_power_come_first() -> None:
    """Oda removes Azai, but Asakura is of Azai's power and stands there, though he has not fought."""
    units = {"oda": ODA, "tokugawa": {"ready": 1}, "azai": {"ready": 1}, "asakura": {"spent": 1}}
    match = board({"north_oumi": units}, dice=[1, 6, 6])
    acts(match, "combat", "attack oda north_oumi", "target azai", "discard warships", "stop")
    assert match.decision.name == "action"
    assert stack(match, "north_oumi", "azai")["ready"] == 0
    assert controller(match, "north_oumi") == "asakura"


@clause("nobunaga", "5-2(1)")
@pytest.mark.parametrize(("marker", "heir"), [(4, "takeda"), (3, "oda")])
def test_5_2_1_the_power_at_that_moment_counts(marker: int, heir: str) -> None:
    """Takeda at war is of Azai's power; a Neutral Takeda is not."""
    units = {"oda": ODA, "azai": {"ready": 1}, "takeda": {"ready": 1}}
    match = board({"north_oumi": units}, markers={"takeda": marker}, dice=[1, 6, 6])
    acts(match, "combat", "attack oda north_oumi", "target azai", "discard warships", "stop")
    assert controller(match, "north_oumi") == heir


@clause("nobunaga", "5-2(2)")
@pytest.mark.parametrize("attacker", ["oda", "tokugawa"])
def test_5_2_2_the_daimyo_that_fought_comes_next(attacker: str) -> None:
    """Two daimyos of the victorious power stand there, besides a Neutral one; nobody is asked."""
    units = {
        "oda": {"ready": 1, "generals": ["shibata_katsuie"]},
        "tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]},
        "azai": {"ready": 1},
        "takeda": {"ready": 3},
    }
    match = board({"north_oumi": units}, dice=[1, 6])
    acts(match, "combat", f"attack {attacker} north_oumi", "target azai", "discard warships", "stop")
    assert (match.decision.who, match.decision.name) == ("anti_oda", "action")
    assert controller(match, "north_oumi") == attacker


@clause("nobunaga", "5-2(3)")
@pytest.mark.parametrize("heir", ["oda", "tokugawa", "takeda"])
def test_5_2_3_the_player_who_removed_the_former_units_chooses(heir: str) -> None:
    """Scheming takes Azai's last army without a fight, so neither of the first two priorities decides."""
    areas = {
        "south_oumi": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}},
        "north_oumi": {"azai": {"ready": 1}, "tokugawa": {"ready": 1}, "takeda": {"ready": 1}},
    }
    match = board(areas)
    acts(match, "event scheming_with_other_powers", "scheme azai north_oumi")
    assert (match.decision.who, match.decision.name) == ("oda", "control")
    assert set(match.decision.texts) == {f"control north_oumi {clan}" for clan in ("oda", "tokugawa", "takeda")}
    acts(match, f"control north_oumi {heir}")
    assert controller(match, "north_oumi") == heir
    assert match.decision.name == "action"


@clause("nobunaga", "5-2(3)")
def test_5_2_3_a_single_heir_takes_control_by_himself() -> None:
    areas = {
        "south_oumi": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}},
        "north_oumi": {"azai": {"ready": 1}},
    }
    match = board(areas)
    acts(match, "event scheming_with_other_powers", "scheme azai north_oumi")
    assert match.decision.name == "action"
    assert controller(match, "north_oumi") == "oda"


@clause("nobunaga", "5-2.p3")
@pytest.mark.parametrize("heir", ["asakura", "miyoshi"])
def test_5_2_p3_the_player_of_equal_candidates_chooses(heir: str) -> None:
    """Oda's action turn, but the choice between two Anti-Oda daimyos is Anti-Oda's; Oda is no candidate."""
    units = {"oda": ODA, "azai": {"ready": 1}, "asakura": {"ready": 1}, "miyoshi": {"ready": 1}}
    match = board({"north_oumi": units}, dice=[1, 6, 6])
    acts(match, "combat", "attack oda north_oumi", "target azai", "discard warships", "stop")
    assert (match.decision.who, match.decision.name) == ("anti_oda", "control")
    assert set(match.decision.texts) == {"control north_oumi asakura", "control north_oumi miyoshi"}
    refused(match, "control north_oumi oda", "5-2(1)")
    acts(match, f"control north_oumi {heir}")
    assert controller(match, "north_oumi") == heir


@clause("nobunaga", "5-2.Ex")
def test_5_2_ex_oda_drives_azai_out_of_north_oumi() -> None:
    """Azai's five armies and Nagamasa against ten Oda units: six hits, and the death check kills him."""
    units = {
        "oda": {"ready": 9, "generals": ["shibata_katsuie"]},
        "azai": {"ready": 5, "generals": ["azai_nagamasa"]},
    }
    dice = [*[1] * 6, *[6] * 4, *[6] * 6, 1]
    match = compose(hands=HANDS, areas={"north_oumi": units}, dice=dice)
    assert controller(match, "north_oumi") == "azai"
    acts(match, "combat", "attack oda north_oumi", "discard warships")
    assert set(match.view("oda")["areas"]["north_oumi"]["stacks"]) == {"oda"}
    assert controller(match, "north_oumi") == "oda"


@clause("nobunaga", "5-2.Ex")
def test_5_2_ex_one_azai_unit_left_keeps_it_azai() -> None:
    units = {
        "oda": {"ready": 9, "generals": ["shibata_katsuie"]},
        "azai": {"ready": 5, "generals": ["azai_nagamasa"]},
    }
    dice = [*[1] * 5, *[6] * 5, *[6] * 6]
    match = compose(hands=HANDS, areas={"north_oumi": units}, dice=dice)
    acts(match, "combat", "attack oda north_oumi", "discard warships", "stop")
    assert stack(match, "north_oumi", "azai") == {"ready": 0, "spent": 0, "generals": {"azai_nagamasa": "ready"}}
    assert controller(match, "north_oumi") == "azai"


@clause("nobunaga", "FAQ-Q12")
@pytest.mark.parametrize(("ally", "heir"), [("oda", "oda"), ("asakura", "azai")])
def test_faq_q12_own_army_is_that_of_the_former_controller(ally: str, heir: str) -> None:
    """Azai wipes out Tokugawa in Mikawa: an Oda unit there inherits, while an ally of the attacker does not."""
    units = {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}, "tokugawa": {"ready": 1}, ally: {"ready": 1}}
    match = board({"mikawa": units}, "anti_oda", dice=[1, 6])
    acts(match, "combat", "attack azai mikawa")
    if ally == "oda":
        acts(match, "target tokugawa", "discard murakami_navy", "stop")
    else:
        acts(match, "discard murakami_navy")
    assert stack(match, "mikawa", "tokugawa")["ready"] == 0
    assert controller(match, "mikawa") == heir
