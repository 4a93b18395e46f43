"""Organisation and replenishment at their edges: who takes part, what is refused and why, deserters, ruined castles."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    attack,
    castle,
    compose,
    cost,
    force,
    fresh,
    host,
    march,
    morale,
    of_kind,
    pass_on,
    plain,
    refused,
    ring,
    rolls,
    steps,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, KAKIZAKI, NAOE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna"
MEN = [
    "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu", "amakasu_kagemochi",
    "yasuda_akimoto", "yoshie_kagesuke",
]  # fmt: skip
HERE, BESIDE, NUMATA = "1207", "1206", "1913"
THIRD = "conquest_of_kanto"


def laid(units: dict[str, Any], **entries: Any) -> Any:
    """On open ground, the Uesugi to act."""
    return compose({"irobe_nagazane": "0505", **units}, around="1206", **{"to_act": "uesugi", **entries})


def organising(leader: str, units: dict[str, Any], **entries: Any) -> Any:
    match = laid(units, **entries)
    acts(match, f"act {leader}", "organise")
    return match


# --- 13: who takes part --------------------------------------------------------------------------------------------


@clause("kanto", "13-2-2(1)", "13-2(1)")
def test_units_of_an_equal_commander_may_be_taken() -> None:
    """Only a higher rank protects them: Kakizaki and Naoe have one star each."""
    match = organising(KAKIZAKI, {KAKIZAKI: HERE, **force(HERE, NAOE, MEN[0])})
    acts(match, f"take {MEN[0]}", "done")
    assert unit(match, MEN[0])["leader"] == KAKIZAKI


@clause("kanto", "13-2-2(1)", "13-2(2)", "9-2")
def test_a_higher_commander_who_leads_nobody_may_be_given_units() -> None:
    """Nobody in the hex is under his command, so nobody is kept out."""
    match = organising(KAKIZAKI, {KENSHIN: HERE, **force(HERE, KAKIZAKI, MEN[0])})
    acts(match, f"give {MEN[0]} {KENSHIN}")
    assert unit(match, MEN[0])["leader"] == KENSHIN
    match = organising(KAKIZAKI, {**force(HERE, KENSHIN, MEN[1]), **force(HERE, KAKIZAKI, MEN[0])})
    refused(match, f"give {MEN[0]} {KENSHIN}")


@clause("kanto", "13-2-3", "9-2-6")
@pytest.mark.parametrize(("companion", "can"), [("nagano_narimasa", False), ("nagao_masakage", True)])
def test_a_force_of_an_allied_army_does_not_let_him_organise(companion: str, can: bool) -> None:
    """Stage 3: Naoe and Usami have two points, the third man three; Nagano is no target of his (G-41)."""
    units = {NAOE: HERE, "usami_sadayuki": HERE, companion: HERE, KAKIZAKI: "0505"}
    match = laid(units, scenario=THIRD, stage=3, to_act=None, phase="uesugi", turn=2)
    if can:
        acts(match, f"act {NAOE}", "organise", f"with {companion}")
        allowed(match, "take usami_sadayuki")
    else:
        barred(match, f"act {NAOE}", "12-2-4 no_activation")


SECOND, YOSHIHIRO = "kenshin_crosses_the_mountains", "satomi_yoshihiro"


def kenshin_falls_in_the_phase_of_the_hojo() -> Any:
    """He led Satomi Yoshihiro when the stage began; the Uesugi are gone, and the warlords' phase has come."""
    placed = force("3734", KENSHIN, YOSHIHIRO) | {"ashino_kiyonari": "3734"}
    placed[KENSHIN] = {"hex": "3734", "steps": 1}
    placed[YOSHIHIRO] = {"hex": "3734", "steps": 1, "leader": KENSHIN}
    placed |= force("3733", "hojo_ujiyasu", "hojo_ujishige", "hojo_tsunataka", "hojo_ujitaka", "hojo_ujitada")
    match = compose(placed, scenario=SECOND, turn=12, stage=0, around="3735", radius=3, dice=[5, 1])
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
    match = kenshin_falls_in_the_phase_of_the_hojo()
    acts(match, f"act {YOSHIHIRO}", "organise", "take ashino_kiyonari")
    assert unit(match, "ashino_kiyonari")["leader"] == YOSHIHIRO


@clause("kanto", "14-1-2")
def test_but_he_does_not_replenish_in_that_stage() -> None:
    """He was under command when the stage began, though not when the phase did; in the next stage he may."""
    match = kenshin_falls_in_the_phase_of_the_hojo()
    again = gunki.compose("kanto", SECOND, match.describe())  # it is kept with the position
    for game in (match, again):
        acts(game, f"act {YOSHIHIRO}", "organise", "take ashino_kiyonari", "done")
        assert game.decision is None or game.decision.name != "replenish"
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.view(None)["phase"] == "uesugi_warlords")
    acts(match, f"act {YOSHIHIRO}", "organise", "done")
    allowed(match, "troops")


@clause("kanto", "13-1", "13-2")
def test_troops_beside_the_map_do_not_organise() -> None:
    match = compose({}, empty=False, scenario="kenshin_crosses_the_mountains", phase="uesugi_warlords")
    match.act("act satake_yoshishige")
    barred(match, "organise", "13-1 not_on_map")


@clause("kanto", "13-2")
def test_a_reorganisation_is_told() -> None:
    match = organising(KAKIZAKI, {**force(HERE, KAKIZAKI, MEN[0]), MEN[1]: HERE})
    events = acts(match, f"take {MEN[1]}", f"split {MEN[0]}")
    assert of_kind(events, "regrouped") == [{"unit": MEN[1], "leader_unit": KAKIZAKI}]
    assert [event["unit"] for event in of_kind(events, "separated")] == [MEN[0]]


# --- the reasons ---------------------------------------------------------------------------------------------------


@clause("kanto", "13-2", "13-1-4", "13-1-1")
def test_the_reason_why_a_unit_is_not_taken_released_or_given() -> None:
    units = {**force(HERE, KAKIZAKI, MEN[0]), MEN[1]: HERE, NAOE: BESIDE}
    match = organising(KAKIZAKI, units)
    barred(match, f"take {MEN[0]}", "13-2 in_force")
    barred(match, f"take {NAOE}", "13-1-4 other_hex")
    for text in (f"split {MEN[1]}", f"split {KAKIZAKI}", f"give {MEN[1]} {NAOE}"):
        barred(match, text, "13-2 not_in_force")
    barred(match, f"give {MEN[0]} {NAOE}", "13-1-4 other_hex")
    barred(match, f"give {MEN[0]} {KAKIZAKI}", "13-2 in_force")
    barred(match, f"give {MEN[0]} {MEN[1]}", "13-1-1 no_commander")


@clause("kanto", "13-2-2(1)", "13-2-2(2)", "9-2-4")
def test_the_reason_why_a_force_is_given_nobody() -> None:
    """Kenshin leads others, Naoe has acted, and Nagao is under Kenshin's command."""
    units = {**force(HERE, KAKIZAKI, MEN[0]), **force(HERE, KENSHIN, MEN[1], "nagao_masakage")}
    match = organising(KAKIZAKI, {**units, NAOE: {"hex": HERE, "acted": True}})
    barred(match, f"give {MEN[0]} {KENSHIN}", "13-2-2(1) higher_command")
    barred(match, f"give {MEN[0]} {NAOE}", "13-2-2(2) has_acted")
    barred(match, f"give {MEN[0]} nagao_masakage", "13-2-2(1) higher_command", "9-2-4 under_command")


@clause("kanto", "13-2-3", "12-2-1", "13-2-2(2)")
def test_the_reason_why_a_force_does_not_lend_its_points() -> None:
    """Stage 3: Naoe has two points, Nagao three; Kakizaki (3) has acted, and his man does not act for himself."""
    units = {**force(HERE, NAOE, MEN[0]), "nagao_masakage": HERE, MEN[2]: HERE, MEN[3]: BESIDE}
    match = organising(NAOE, {**units, **force(HERE, KAKIZAKI, MEN[1], acted=True)}, stage=3)
    barred(match, f"with {MEN[0]}", "13-2 in_force")
    barred(match, f"with {MEN[1]}", "12-2-1 under_command")
    barred(match, f"with {MEN[2]}", "12-2-4 no_activation")
    barred(match, f"with {MEN[3]}", "13-1-4 other_hex")
    barred(match, f"with {KAKIZAKI}", "13-2-2(2) has_acted")
    match.act("with nagao_masakage")
    barred(match, "with nagao_masakage", "13-2-3 able_already")


@clause("kanto", "13-1-3", "13-2")
def test_the_gate_is_named_when_it_lies_between_them() -> None:
    """G-38."""
    match = compose({KAKIZAKI: "0505", MEN[0]: {"hex": "0505", "inside": True}, MEN[1]: "0505"}, to_act="uesugi")
    acts(match, f"act {KAKIZAKI}", "organise")
    barred(match, f"take {MEN[0]}", "13-2 other_side_of_gate")


@clause("kanto", "9-2-2", "9-2-3", "9-2-6")
def test_only_what_really_stands_against_a_command_is_named() -> None:
    """Kakizaki with six of seven boxes filled may not lead his equal; with seven filled there is no room."""
    match = organising(KAKIZAKI, {**force(HERE, KAKIZAKI, *MEN[:6]), NAOE: HERE, MEN[6]: HERE})
    barred(match, f"take {NAOE}", "9-2-3 rank")
    match.act(f"take {MEN[6]}")
    barred(match, f"take {NAOE}", "9-2-3 rank", "9-2-2 track_full")
    match = organising(KAKIZAKI, {**force(HERE, KAKIZAKI, *MEN), "irobe_nagazane": HERE})
    barred(match, "take irobe_nagazane", "9-2-2 track_full")
    match = organising(
        KENSHIN, {KENSHIN: HERE, MEN[0]: HERE, "obata_kagezumi": HERE}, scenario=THIRD, to_act=None, phase="uesugi"
    )
    barred(match, "take obata_kagezumi", "9-2-6 other_army")


@clause("kanto", "9-2-4", "35-2(1)")
def test_nobody_is_deployed_under_a_commander_who_is_led_himself() -> None:
    match = fresh("heaven_and_earth")
    allowed(match, f"lead nakajo_fujisuke {NAOE}")
    acts(match, "alone usami_sadayuki", f"lead {NAOE} {KENSHIN}")
    barred(match, f"lead nakajo_fujisuke {NAOE}", "9-2-4 under_command")


# --- 14: what cannot be replenished --------------------------------------------------------------------------------


@clause("kanto", "13-2", "14-2", "14-3", "14-3-5", "16-5")
def test_every_reason_against_organising_in_an_invested_castle_is_named() -> None:
    """Ujikuni alone and unhurt in Hachigata, which is whole."""
    units = {**host("2223", 12, invests=True), "hojo_ujikuni": {"hex": "2223", "inside": True}, KENSHIN: "0505"}
    match = compose(units, scenario=THIRD, around="2223", radius=2, phase="hojo")
    match.act("act hojo_ujikuni")
    barred(
        match,
        "organise",
        "13-2 nothing_to_organise",
        "14-2 nothing_lost",
        "16-5 castle_invested",
        "14-3 castle_whole",
        "14-3-5 castle_invested",
    )


@clause("kanto", "11-4-2", "14-3", "8-3-2")
def test_without_a_line_neither_troops_nor_castle_are_replenished_in_the_open() -> None:
    """Both main castles of the Uesugi are the enemy's; Honjo, reduced, stands before damaged Numata, his army's own."""
    lost = {"kasugayama": {"owner": "takeda"}, "umayabashi": {"owner": "hojo"}, "numata": {"durability": 5}}
    units = {"honjo_shigenaga": {"hex": NUMATA, "steps": 1}}
    match = compose(units, scenario=THIRD, around=NUMATA, radius=2, phase="uesugi", castles=lost)
    match.act("act honjo_shigenaga")
    barred(match, "organise", "13-2 nothing_to_organise", "11-4-2 no_line")  # the same for both


# --- 14-3: castles -------------------------------------------------------------------------------------------------


def replenish_castle(die: int, *, spirit: int = 0, **numata: Any) -> tuple[Any, list[Any]]:
    """Honjo before Numata, in another's territory, rolls for it."""
    units = {"honjo_shigenaga": {"hex": NUMATA, "morale": spirit}, KENSHIN: "2017"}
    match = compose(
        units, scenario=THIRD, around="1915", radius=3, phase="uesugi", dice=[die], castles={"numata": numata}
    )
    return match, acts(match, "act honjo_shigenaga", "organise", "castle")


@clause("kanto", "14-3-4", "21-1")
@pytest.mark.parametrize("known", [{"durability": 5}, {"owner": "none", "durability": 0}])
def test_a_result_of_nothing_changes_nothing(known: dict[str, Any]) -> None:
    match, events = replenish_castle(1, **known)
    assert of_kind(events, "replenished") == [{"unit": "honjo_shigenaga", "count": 0}]
    assert not of_kind(events, "durability") + of_kind(events, "castle_abandoned") + of_kind(events, "castle_taken")
    assert castle(match, "numata") == {"owner": "uesugi", **known}


@clause("kanto", "8-2-5", "14-3-4", "14-2-4")
def test_a_castle_that_loses_its_last_durability_to_a_bad_result_is_abandoned() -> None:
    """1 - 2 = -1 is -1."""
    match, events = replenish_castle(1, spirit=-2, durability=1)
    assert castle(match, "numata") == {"owner": "none", "durability": 0}
    assert of_kind(events, "castle_abandoned") == [{"castle": "numata", "army": "none"}]


@clause("kanto", "31-5", "31-5-1", "14-3-4")
def test_odawara_stays_invested_when_it_is_replenished_by_sea() -> None:
    """6 at home is 3, less 1."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujikuni": "2237", KENSHIN: "0505"}
    match = compose(
        units, scenario=THIRD, around="2237", radius=3, phase="hojo", dice=[6], castles={"odawara": {"durability": 5}}
    )
    events = acts(match, "act hojo_ujikuni", "organise", "castle")
    assert castle(match, "odawara") == {"owner": "hojo", "durability": 7, "besieged": True}
    assert not of_kind(events, "castle_taken")


# --- 14-2-4: deserters ---------------------------------------------------------------------------------------------


@clause("kanto", "14-2-4")
def test_a_commander_alone_loses_the_step_himself() -> None:
    """1 - 2 = -1 is -1 in Echigo; there is nobody else to ask about."""
    units = {KAKIZAKI: {"hex": "0505", "inside": True, "steps": 1, "morale": -2}, KENSHIN: "2017"}
    match = compose(units, scenario=THIRD, phase="uesugi", dice=[1])
    acts(match, f"act {KAKIZAKI}", "organise", "troops")
    assert at(match, KAKIZAKI) == "removed"
    assert match.decision.name == "force"


@clause("kanto", "14-2-4", "14-2-5")
def test_when_the_commander_deserts_the_next_step_comes_from_those_he_led() -> None:
    """1 - 2 = -1 is -2 for the Hojo in Shimousa; whoever deserts is gone, but not killed (G-40)."""
    units: dict[str, Any] = force("3929", "hojo_ujiteru", "hojo_ujishige", inside=True, steps=1, morale=-2)
    match = compose({**units, "hojo_ujiyasu": "2237"}, scenario=THIRD, phase="hojo", dice=[1])
    acts(match, "act hojo_ujiteru", "organise", "done", "troops", "desert hojo_ujiteru")
    assert [roll["column"] for roll in rolls(match.events)] == ["away"]
    assert (at(match, "hojo_ujiteru"), steps(match, "hojo_ujishige")) == ("removed", 1)
    assert match.decision.name == "force"


@clause("kanto", "25-2", "14-2-4", "34-3")
@pytest.mark.parametrize("ruling", ["any", "last"])
def test_a_soudaishou_who_is_lost_in_replenishing_does_not_take_his_army_along(ruling: str) -> None:
    """G-35, G-40: Kenshin's last step goes; Naoe takes over as in G-36, the rest of the army stays where it is."""
    units: dict[str, Any] = force("0505", KENSHIN, NAOE, "nakajo_fujisuke", inside=True, morale=-2, steps=1)
    units |= {KAKIZAKI: "0605", "takeda_shingen": "1230", "usami_sadayuki": "0606"}
    options = {"sodaisho_death": ruling}
    match = compose(units, scenario=THIRD, phase="uesugi", dice=[1], options=options)
    before = match.view(None)["points"]
    events = acts(match, f"act {KENSHIN}", "organise", "done", "troops", f"desert {KENSHIN}")
    assert at(match, KENSHIN) == "removed"
    assert not of_kind(events, "army_gone")
    assert not of_kind(events, "killed")
    assert match.view(None)["points"] == before
    assert [at(match, name) for name in (NAOE, "nakajo_fujisuke", KAKIZAKI)] == ["0505", "0505", "0605"]
    assert unit(match, "nakajo_fujisuke")["leader"] == NAOE
    assert morale(match, NAOE) == -2
    refused(match, f"act {NAOE}", "12-2-3")
    allowed(match, f"act {KAKIZAKI}")


@clause("kanto", "25-2", "14-2-4")
def test_a_soudaishou_alone_deserts_and_his_army_stays() -> None:
    units: dict[str, Any] = {KENSHIN: {"hex": "0505", "inside": True, "steps": 1, "morale": -2}, KAKIZAKI: "0605"}
    match = compose(units, scenario=THIRD, phase="uesugi", dice=[1])
    acts(match, f"act {KENSHIN}", "organise", "troops")
    assert (at(match, KENSHIN), at(match, KAKIZAKI)) == ("removed", "0605")


@clause("kanto", "25-2", "30-5")
@pytest.mark.parametrize("ruling", ["any", "last"])
def test_after_the_father_deserted_the_army_goes_with_the_son(ruling: str) -> None:
    """G-35: Ujimasa is the only soudaishou left; he dies in his turn."""
    units: dict[str, Any] = {"hojo_ujiyasu": "removed", "hojo_ujimasa": {"hex": "1201", "steps": 1}}
    units |= {"hojo_ujiteru": "1202", **force("1101", KENSHIN, "nakajo_fujisuke", "usami_sadayuki")}
    options = {"sodaisho_death": ruling}
    match = compose(units, scenario=THIRD, around="1201", phase="uesugi", dice=[6], options=options)
    attack(match, KENSHIN, "1201")
    while match.decision.name == "suffer":
        match.act("lose hojo_ujimasa")
    assert (at(match, "hojo_ujimasa"), at(match, "hojo_ujiteru")) == ("dead", "removed")


# --- what a bad result leads to ----------------------------------------------------------------------------------


def ruined(units: dict[str, Any], *dice: int, **entries: Any) -> Any:
    """Honjo's replenishment of Numata (1913) at durability 1 fails: 1 at morale -2."""
    placed = {"honjo_shigenaga": {"hex": NUMATA, "inside": True, "morale": -2}, "hojo_ujiyasu": "2237", **units}
    castles = {"numata": {"durability": 1}}
    match = compose(placed, scenario=THIRD, phase="uesugi", castles=castles, dice=[1, *dice], **entries)
    acts(match, "act honjo_shigenaga", "organise")
    acts(match, *(["done"] if match.decision.name == "organise" else []), "castle")
    return match


@clause("kanto", "21.0", "21.0(2)", "21-1", "14-3-4")
def test_a_castle_whose_last_durability_is_lost_in_replenishing_is_abandoned() -> None:
    """G-61: nobody has to surrender to nobody: those inside stand in the open, forces and morale as they were."""
    units = {"usami_sadayuki": {"hex": NUMATA, "leader": "honjo_shigenaga", "inside": True}}
    match = ruined({**units, "ota_sukemasa": {"hex": NUMATA, "inside": True}})
    assert castle(match, "numata") == {"owner": "none", "durability": 0}
    assert not of_kind(match.events, "castle_fell")
    honjo = {"hex": NUMATA, "steps": 2, "morale": -2, "acted": True}
    assert unit(match, "honjo_shigenaga") == honjo
    assert unit(match, "usami_sadayuki")["leader"] == "honjo_shigenaga"
    assert unit(match, "ota_sukemasa") == {"hex": NUMATA, "steps": 2}
    assert [data["unit"] for data in of_kind(match.events, "left_castle")] == ["honjo_shigenaga", "ota_sukemasa"]
    assert gunki.game("kanto").conserved(match.position)["zones out of step"] == 0


@clause("kanto", "21-1", "5-1-1")
def test_those_who_stand_before_their_ruin_exert_a_zone_of_their_own() -> None:
    """A castle's zone around it does not slow anybody; that of a force does."""
    match = ruined({"takeda_shingen": "1915"}, **plain(NUMATA, 3))
    pass_on(match, lambda: match.view(None)["phase"] == "takeda")
    assert cost(march(match, "takeda_shingen"), "1914") == 1 + 1


@clause("kanto", "21.0", "21.0(2)", "21-1", "14-3-4")
def test_by_the_letter_it_falls_with_its_garrison() -> None:
    """G-61, as an option: row 0 decides about Honjo."""
    match = ruined({}, 6, options={"replenished_to_ruin": "falls"})
    assert castle(match, "numata")["owner"] == "none"
    assert len(of_kind(match.events, "castle_fell")) == 1
    assert unit(match, "honjo_shigenaga") == "removed"


@clause("kanto", "21.0(2)", "15-6-2", "14-3-5")
def test_with_enemies_before_it_it_falls_all_the_same() -> None:
    """G-61: Anayama stands on Numata without investing it; two enemies cannot stand there in the open."""
    match = ruined({"anayama_nobukimi": NUMATA}, 6)
    assert unit(match, "honjo_shigenaga") == "removed"
    assert at(match, "anayama_nobukimi") == NUMATA


@clause("kanto", "21.0(2)", "31-5", "31-2-1")
def test_so_does_odawara_while_it_is_invested() -> None:
    """G-61: the Uesugi stand around it, not in it. 1 on the Hojo table, and one less by sea, is -1 at least."""
    units = {**ring(15, 15, 15, 15), "hojo_ujiyasu": {"hex": "2237", "inside": True, "morale": -2}}
    castles = {"odawara": {"durability": 1}}
    match = compose(units, scenario=THIRD, phase="hojo", castles=castles, dice=[1, 6])
    assert castle(match, "odawara")["besieged"]
    acts(match, "act hojo_ujiyasu", "organise", "castle")
    if match.decision.name == "captor":
        match.act(match.decision.texts[0])
    assert of_kind(match.events, "castle_fell")
    assert unit(match, "hojo_ujiyasu") == "removed"
    assert castle(match, "odawara")["owner"] == "none"


@clause("kanto", "21.0(2)", "21-1", "31-1-1")
def test_odawara_given_up_in_peace_has_an_outside() -> None:
    """G-61: Ujiyasu stands in 2237 in the open, where nobody can while it is a castle."""
    units = {"hojo_ujiyasu": {"hex": "2237", "inside": True, "morale": -2}, "hojo_ujiteru": "2236", KENSHIN: "0505"}
    castles = {"odawara": {"durability": 1}}
    match = compose(units, scenario=THIRD, phase="hojo", castles=castles, dice=[1])
    acts(match, "act hojo_ujiyasu", "organise", "castle")
    assert castle(match, "odawara") == {"owner": "none", "durability": 0}
    assert unit(match, "hojo_ujiyasu") == {"hex": "2237", "steps": 2, "morale": -2, "acted": True}
    assert gunki.game("kanto").conserved(match.position)["zones out of step"] == 0


@clause("kanto", "14-2-4")
def test_the_owner_chooses_who_deserts_though_the_leader_was_the_first_to_go() -> None:
    """G-40: two steps; Ujiteru's last one goes first, then one of the two whom he led."""
    units = force("3929", "hojo_ujiteru", "hojo_ujishige", "hojo_ujitada", inside=True, morale=-2)
    units["hojo_ujiteru"]["steps"] = 1
    match = compose(units, scenario="conquest_of_kanto", phase="hojo", dice=[1])
    acts(match, "act hojo_ujiteru", "organise", "done", "troops", "desert hojo_ujiteru")
    assert set(match.decision.texts) == {"desert hojo_ujishige", "desert hojo_ujitada"}
    match.act("desert hojo_ujitada")
    assert (steps(match, "hojo_ujishige"), steps(match, "hojo_ujitada")) == (2, 1)
