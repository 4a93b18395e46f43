"""Sections 23-6, 18-4-2 and 23-7: the counterattack, investing troops under attack, sorties."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    attack,
    castle,
    compose,
    force,
    kenshin,
    morale,
    of_kind,
    refused,
    rolls,
    steps,
    unit,
)
from tests.support import clause

HERE, THERE = "1207", "1206"
KAIZU, NORTH, SOUTH = "0514", "0513", "0515"
FAR = {"irobe_nagazane": "0505"}


# --- 23-6 --------------------------------------------------------------------------------------------------------


@clause("kanto", "23-6")
def test_defenders_who_stay_strike_back_and_those_who_retreat_do_not() -> None:
    attackers, die = kenshin(HERE, "1")
    match = compose({**attackers, "anayama_nobukimi": THERE, **FAR}, around=THERE, to_act="uesugi", dice=[die, 1])
    attack(match, "uesugi_kenshin", THERE)
    gone = match.fork()
    acts(gone, "retreat", "back 1205", "stay")
    assert [roll["purpose"] for roll in rolls(gone.events)] == ["attack"]
    match.act("lose anayama_nobukimi")
    assert [roll["purpose"] for roll in rolls(match.events)] == ["attack", "counterattack"]
    assert rolls(match.events)[1]["strength"] == 2  # after its loss


@clause("kanto", "23-6")
@pytest.mark.parametrize("answer", ["counter", "hold"])
def test_with_the_option_ask_the_defender_may_hold(answer: str) -> None:
    units = {"kakizaki_kageie": HERE, "baba_nobuharu": THERE, **FAR}
    match = compose(units, around=THERE, to_act="uesugi", dice=[1, 1], options={"counterattack": "ask"})
    attack(match, "kakizaki_kageie", THERE)
    assert (match.decision.name, match.decision.who) == ("counterattack", "takeda")
    assert set(match.decision.texts) == {"counter", "hold"}
    match.act(answer)
    assert len(rolls(match.events)) == (2 if answer == "counter" else 1)


@clause("kanto", "23-6-1", "23-6-3")
def test_a_counterattack_hits_only_the_force_that_attacked_and_only_its_steps() -> None:
    """Shingen's five (15) strike back at Kakizaki: 6 + 1 = 7: 3 losses. Naoe beside him has nothing to fear."""
    shingen = force(
        THERE, "takeda_shingen", "saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi", "amari_masatada"
    )
    units = {**force(HERE, "kakizaki_kageie", "yasuda_akimoto"), "naoe_sanetsuna": HERE, **shingen}
    match = compose(units, around=THERE, to_act="uesugi", dice=[1, 6])
    attack(match, "kakizaki_kageie", THERE)
    for unit_lost in ("yasuda_akimoto", "kakizaki_kageie", "yasuda_akimoto"):
        assert (match.decision.name, match.decision.who) == ("losses", "uesugi")
        assert set(match.decision.texts) == {"lose kakizaki_kageie", "lose yasuda_akimoto"}
        refused(match, "retreat")
        refused(match, "lose naoe_sanetsuna")
        match.act(f"lose {unit_lost}")
    assert [steps(match, name) for name in ("kakizaki_kageie", "yasuda_akimoto", "naoe_sanetsuna")] == [1, 0, 2]
    assert (at(match, "kakizaki_kageie"), morale(match, "kakizaki_kageie")) == (HERE, 0)


@clause("kanto", "23-6", "23-3-3")
def test_a_bullet_in_a_counterattack_kills_a_unit_of_the_attackers_choice() -> None:
    """15 strike back with 6 + 1 (leaders 3 against 2) + 1 (morale 0 against -1) = 8: 4•."""
    shingen = force(
        THERE, "takeda_shingen", "saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi", "amari_masatada"
    )
    mine = force(HERE, "kakizaki_kageie", "yasuda_akimoto", "yoshie_kagesuke", morale=-1)
    match = compose({**mine, **shingen}, around=THERE, to_act="uesugi", dice=[1, 6])
    attack(match, "kakizaki_kageie", THERE)
    assert set(match.decision.texts) == {"fall kakizaki_kageie", "fall yasuda_akimoto", "fall yoshie_kagesuke"}
    acts(match, "fall yoshie_kagesuke", "lose kakizaki_kageie", "lose yasuda_akimoto")
    left = [steps(match, name) for name in ("kakizaki_kageie", "yasuda_akimoto", "yoshie_kagesuke")]
    assert left == [1, 1, 0]


# --- 18-4-2: investing troops are attacked -----------------------------------------------------------------------


def investors(dice: list[int], *, others: bool = False) -> Any:
    """Naoe invests Kaizu with 3 + 3 + 3 + 2 = 11, maybe Nagao with 12 more; Yamagata attacks from outside."""
    naoe = force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True)
    naoe["nagao_kagenobu"]["steps"] = 1
    units = {**naoe, "yamagata_masakage": NORTH}
    if others:
        units |= force(KAIZU, "nagao_masakage", "usami_sadayuki", "saito_tomonobu", "nakajo_fujisuke", invests=True)
    return compose(units, around=KAIZU, radius=3, to_act="takeda", dice=dice)


@clause("kanto", "18-4-2")
def test_an_investing_force_strikes_back_with_half_its_strength_rounded_up() -> None:
    match = investors([1, 1])
    attack(match, "yamagata_masakage", KAIZU)
    assert (match.decision.name, match.decision.who) == ("raise_siege", "uesugi")
    assert not rolls(match.events)  # asked before the dice (G-55)
    events = match.act("hold_siege")
    assert [roll["strength"] for roll in rolls(events)] == [3, 6]
    assert castle(match, "kaizu")["besieged"]


@clause("kanto", "18-4-2", "18-3-1")
def test_a_force_that_lifts_the_investment_when_attacked_strikes_back_in_full() -> None:
    match = investors([1, 1])
    attack(match, "yamagata_masakage", KAIZU)
    events = match.act("raise_siege")
    assert [roll["strength"] for roll in rolls(events)] == [3, 11]
    assert of_kind(events, "investment_ended") == [{"castle": "kaizu"}]
    assert "invests" not in unit(match, "naoe_sanetsuna")


@clause("kanto", "18-4-2", "18-3-1")
def test_one_of_two_investing_forces_may_lift_while_the_other_goes_on() -> None:
    """G-55: Naoe's 11 count as 6, Nagao's 12 in full; Nagao is asked for himself. The 11 still suffice."""
    match = investors([1, 1], others=True)
    attack(match, "yamagata_masakage", KAIZU)
    answers = {"naoe_sanetsuna": "hold_siege", "nagao_masakage": "raise_siege"}
    for _ in range(2):
        assert match.decision.name == "raise_siege"
        match.act(answers[match.decision.data["unit"]])
    assert [roll["strength"] for roll in rolls(match.events)] == [3, 6 + 12]
    assert castle(match, "kaizu")["besieged"]


@clause("kanto", "18-4-2", "18-3")
def test_losses_that_end_the_investment_do_not_give_the_other_half_back() -> None:
    """3 on 6 is 1 loss: 10 of the 11 are still enough, the 9 of the 10 are not; only raising it in time helps."""
    for reduced, left, ended in (((), 10, False), (("yasuda_akimoto",), 9, True)):
        units = force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True)
        for name in ("nagao_kagenobu", *reduced):
            units[name]["steps"] = 1
        match = compose({**units, "yamagata_masakage": NORTH}, around=KAIZU, radius=3, to_act="takeda", dice=[6, 1])
        attack(match, "yamagata_masakage", KAIZU)
        acts(match, "hold_siege", "lose yoshie_kagesuke")
        assert castle(match, "kaizu").get("besieged", False) is not ended
        assert [roll["strength"] for roll in rolls(match.events)] == [3, -(-left // 2)]


@clause("kanto", "18-4-2", "25.0")
def test_who_is_left_of_an_investing_force_strikes_back_with_half() -> None:
    """G-36: Naoe falls, the three he led stand alone; 9 no longer invest, but each counts 2 of his 3."""
    units = force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True)
    units["naoe_sanetsuna"]["steps"] = 1
    match = compose({**units, "yamagata_masakage": NORTH}, around=KAIZU, radius=3, to_act="takeda", dice=[6, 1])
    attack(match, "yamagata_masakage", KAIZU)
    acts(match, "hold_siege", "lose naoe_sanetsuna")
    assert rolls(match.events)[1]["strength"] == 2 + 2 + 2


@clause("kanto", "18-4-2", "18-3-1")
def test_who_goes_on_alone_and_is_too_weak_invests_no_more_and_strikes_back_in_full() -> None:
    """Naoe's 6 want to go on, Nagao's 12 raise the siege: when the die falls nobody invests."""
    units = force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", invests=True)
    units |= force(KAIZU, "nagao_masakage", "usami_sadayuki", "saito_tomonobu", "nakajo_fujisuke", invests=True)
    match = compose({**units, "yamagata_masakage": NORTH}, around=KAIZU, radius=3, to_act="takeda", dice=[1, 1])
    attack(match, "yamagata_masakage", KAIZU)
    answers = {"naoe_sanetsuna": "hold_siege", "nagao_masakage": "raise_siege"}
    while match.decision.name == "raise_siege":
        match.act(answers[match.decision.data["unit"]])
    assert rolls(match.events)[1]["strength"] == 6 + 12


# --- 23-7 --------------------------------------------------------------------------------------------------------


def sortie(outside: dict[str, Any], inside: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    """Takeda's phase, with a garrison in Kaizu and Uesugi troops in the same hex."""
    garrison = {name: {"hex": KAIZU, "inside": True, **entry} for name, entry in inside.items()}
    far = {"atobe_katsusuke": "0912"}
    terrain = {"0912": "flat", **entries.pop("terrain", {})}
    units = {**outside, **garrison, **far}
    return compose(units, around=KAIZU, radius=3, terrain=terrain, **{"to_act": "takeda", "dice": dice, **entries})


NAOE = force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu")


@clause("kanto", "23-7", "23-7-2", "23-7-4", "QR-FBT-mod")
def test_a_garrison_attacks_with_minus_one_and_is_struck_back_at_with_plus_one() -> None:
    match = sortie(NAOE, {"kosaka_masanobu": {}}, [1, 1])  # leaders 2 and 2
    first, second = rolls(attack(match, "kosaka_masanobu", KAIZU))
    assert (first["strength"], first["value"]) == (3, -1)
    assert (second["strength"], second["value"]) == (12, 1)
    assert unit(match, "kosaka_masanobu")["inside"]


@clause("kanto", "23-7-2", "23-7-4", "23-2-1", "23-6-2")
def test_the_penalties_of_a_sortie_come_on_top_of_all_other_modifiers() -> None:
    """Foothills -2/-1, Naoe 2 against Kosaka 2, morale 0 against Naoe's -2: +2/-2."""
    outside = force(KAIZU, "naoe_sanetsuna", morale=-2)
    match = sortie(outside, {"kosaka_masanobu": {}}, [1, 1], terrain={KAIZU: "foothills"})
    assert [roll["value"] for roll in rolls(attack(match, "kosaka_masanobu", KAIZU))] == [-2 + 2 - 1, -1 - 2 + 1]


@clause("kanto", "23-7-3")
def test_an_investing_force_strikes_back_at_a_sortie_in_full() -> None:
    outside = force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True)
    match = sortie(outside, {"kosaka_masanobu": {}}, [1, 1])
    attack(match, "kosaka_masanobu", KAIZU)
    if match.decision.name == "raise_siege":
        match.act("hold_siege")
    assert [roll["strength"] for roll in rolls(match.events)] == [3, 12]
    assert castle(match, "kaizu")["besieged"]


@clause("kanto", "23-7", "22-1-2")
def test_a_garrison_attacks_only_in_its_own_hex() -> None:
    """G-19."""
    match = sortie({"kakizaki_kageie": NORTH}, {"kosaka_masanobu": {}}, [])
    match.act("act kosaka_masanobu")
    refused(match, "battle")
    match = sortie({**NAOE, "kakizaki_kageie": NORTH}, {"kosaka_masanobu": {}}, [1, 1])
    events = attack(match, "kosaka_masanobu", KAIZU)
    assert of_kind(events, "attack") == [{"unit": "kosaka_masanobu", "hex": KAIZU}]


@clause("kanto", "23-7", "22-1")
@pytest.mark.parametrize("place", [KAIZU, NORTH])
def test_nobody_attacks_a_garrison_by_field_battle(place: str) -> None:
    """G-19: only by assault."""
    match = sortie(force(place, "naoe_sanetsuna", "yasuda_akimoto"), {"kosaka_masanobu": {}}, [], to_act="uesugi")
    match.act("act naoe_sanetsuna")
    refused(match, "battle")


@clause("kanto", "23-7", "23-1-2")
def test_those_inside_are_not_attacked_with_those_outside() -> None:
    outside = {"kakizaki_kageie": NORTH, "baba_nobuharu": KAIZU, "kosaka_masanobu": {"hex": KAIZU, "inside": True}}
    match = compose({**outside, **FAR}, around=KAIZU, radius=3, to_act="uesugi", dice=[1, 1])
    events = attack(match, "kakizaki_kageie", KAIZU)
    assert [roll["strength"] for roll in rolls(events)] == [3, 3]


@clause("kanto", "23-7-1")
@pytest.mark.parametrize(("owner", "expected"), [("takeda", (2 - 2 - 1, 2 - 2 + 1)), ("hojo", (-2 - 1, 2 + 1))])
def test_in_the_castle_of_an_ally_a_garrison_has_no_field_battle_modifier(
    owner: str, expected: tuple[int, int]
) -> None:
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto", "castles": {"kaizu": {"owner": owner}}}
    match = sortie({"naoe_sanetsuna": KAIZU}, {"kosaka_masanobu": {}}, [1, 1], **entries)
    found = rolls(attack(match, "kosaka_masanobu", KAIZU))
    assert tuple(roll["value"] for roll in found) == expected


@clause("kanto", "23-7-1")
def test_in_a_former_enemy_castle_a_garrison_has_no_field_battle_modifier() -> None:
    """G-54: Kaizu was Takeda's when the game began; Uesugi troops in it leave their skill behind."""
    units = {"naoe_sanetsuna": {"hex": KAIZU, "inside": True}, "kosaka_masanobu": KAIZU, **FAR}
    castles = {"kaizu": {"owner": "uesugi"}}
    match = compose(units, around=KAIZU, radius=3, to_act="uesugi", castles=castles, dice=[1, 1])
    assert [roll["value"] for roll in rolls(attack(match, "naoe_sanetsuna", KAIZU))] == [-2 - 1, 2 + 1]


@clause("kanto", "23-7", "16-1-2", "16-4-2")
def test_several_forces_of_a_garrison_sortie_as_one() -> None:
    """G-19: strengths summed, the modifier of the highest rank (Anayama's 0), the lowest morale; both have acted."""
    inside = {"sanada_yukitaka": {"morale": -1}, "anayama_nobukimi": {}}
    match = sortie({"naoe_sanetsuna": KAIZU}, inside, [1, 1])
    acts(match, "act sanada_yukitaka", "battle")
    assert match.decision.name == "sortie"
    assert set(match.decision.texts) == {"join anayama_nobukimi", "fight"}
    acts(match, "join anayama_nobukimi")
    if match.decision.name == "sortie":
        match.act("fight")
    first, second = rolls(match.events)
    assert (first["strength"], first["value"]) == (6, -2 - 1 - 1)
    assert second["value"] == 2 + 1 + 1
    assert unit(match, "anayama_nobukimi")["acted"]
    assert unit(match, "sanada_yukitaka")["acted"]


@clause("kanto", "23-7-1", "23-2-1(4)", "23-6-2(3)")
def test_of_equal_ranks_in_a_sortie_the_one_leads_whose_modifier_counts_there() -> None:
    """Kanayama is Yura's (★, 1): the 2 of Satake (★) are no use in an ally's castle, whoever goes out first."""
    units: dict[str, Any] = {name: {"hex": "2519", "inside": True} for name in ("yura_narishige", "satake_yoshishige")}
    match = compose(
        {**units, "hojo_ujiteru": "2519", "sano_masatsuna": "2818"},
        scenario="conquest_of_kanto", around="2519", radius=2, phase="uesugi_warlords", dice=[1, 1],
    )  # fmt: skip
    acts(match, "act satake_yoshishige", "battle", "join yura_narishige")
    assert [roll["value"] for roll in rolls(match.events)] == [1 - 2 - 1, 2 - 1 + 1]


@clause("kanto", "23-7", "23-1-1")
def test_without_joint_sorties_each_force_of_a_garrison_attacks_alone() -> None:
    inside: dict[str, Any] = {"kosaka_masanobu": {}, "baba_nobuharu": {}}
    match = sortie({"naoe_sanetsuna": KAIZU}, inside, [1, 1], options={"joint_sortie": False})
    events = attack(match, "kosaka_masanobu", KAIZU)
    assert rolls(events)[0]["strength"] == 3
    assert "acted" not in unit(match, "baba_nobuharu")


@clause("kanto", "23-7", "12-2-4")
@pytest.mark.parametrize(("stage", "entry"), [(1, {"acted": True}), (3, {})])
def test_a_garrison_force_that_cannot_act_does_not_join(stage: int, entry: dict[str, Any]) -> None:
    """G-19: Kosaka (2) has acted, or it is the third stage; Baba (3) fights alone and is not asked."""
    inside = {"baba_nobuharu": {}, "kosaka_masanobu": entry}
    match = sortie({"naoe_sanetsuna": KAIZU}, inside, [1, 1], stage=stage)
    events = attack(match, "baba_nobuharu", KAIZU)
    assert rolls(events)[0]["strength"] == 3


@clause("kanto", "23-7", "23-5", "16-3")
def test_a_sortie_may_pursue_out_of_the_castle() -> None:
    """G-19."""
    outside = {"yasuda_akimoto": {"hex": KAIZU, "morale": -2}}
    match = sortie(outside, {"takeda_shingen": {}}, [6])  # 6 + 2 - 1 + 2 = 9 on 3-4: 2
    attack(match, "takeda_shingen", KAIZU)
    acts(match, "retreat")
    allowed(match, "back 0513", "back 0515", "back 0413", "back 0613")
    acts(match, "back 0513", "back 0512")
    match.act("pursue 0513")
    assert at(match, "takeda_shingen") == "0513"
    assert "inside" not in unit(match, "takeda_shingen")
    assert morale(match, "yasuda_akimoto") == -4


@clause("kanto", "23-7", "22-1-3")
def test_a_garrison_that_stays_after_a_sortie_is_still_inside() -> None:
    outside = {"yasuda_akimoto": {"hex": KAIZU, "morale": -2}}
    match = sortie(outside, {"takeda_shingen": {}}, [6])
    attack(match, "takeda_shingen", KAIZU)
    acts(match, "retreat", "back 0513", "back 0512", "stay")
    assert unit(match, "takeda_shingen")["inside"]
