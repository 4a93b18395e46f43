"""Sections 22 and 23 up to the attack: who may attack whom, the course of a skirmish, its worked example."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import acts, allowed, at, attack, compose, force, of_kind, refused, rolls, steps, unit
from tests.support import clause

HERE, THERE, NORTH, ASIDE = "1207", "1206", "1205", "1307"
FAR = {"irobe_nagazane": "0505"}  # somebody who keeps the phase open


def field(units: dict[str, Any], **entries: Any) -> Any:
    return compose({**units, **FAR}, around=THERE, to_act="uesugi", **entries)


@clause("kanto", "22.0", "22.0(1)", "22.0(2)", "22-1", "24-1-1")
def test_a_field_battle_is_a_skirmish_or_between_two_soudaishou_a_decisive_battle() -> None:
    match = field({"uesugi_kenshin": HERE, "takeda_shingen": THERE})
    acts(match, "act uesugi_kenshin", "battle")
    assert set(match.decision.texts) == {f"attack {THERE}", f"decisive {THERE}"}
    match = field({"uesugi_kenshin": HERE, "takeda_shingen": THERE, "baba_nobuharu": ASIDE})
    acts(match, "act uesugi_kenshin", "battle")
    assert set(match.decision.texts) == {f"attack {THERE}", f"decisive {THERE}", f"attack {ASIDE}"}


@clause("kanto", "22-1-1", "22-1-3")
def test_the_attacker_first_names_one_hex_and_only_that_hex_is_attacked() -> None:
    units = {**force(HERE, "uesugi_kenshin"), "saigusa_moritomo": THERE, "baba_nobuharu": ASIDE}
    match = field(units, dice=[6, 1])  # 6 + 3 = 9 on 3-4: 2
    acts(match, "act uesugi_kenshin", "battle")
    assert match.decision.name == "target"
    assert not rolls(match.events)
    events = match.act(f"attack {THERE}")
    assert of_kind(events, "attack") == [{"unit": "uesugi_kenshin", "hex": THERE}]
    assert match.decision.who == "takeda"
    assert set(match.decision.texts) == {"lose saigusa_moritomo", "retreat"}
    acts(match, "lose saigusa_moritomo", "lose saigusa_moritomo")
    assert (steps(match, "saigusa_moritomo"), steps(match, "baba_nobuharu")) == (0, 2)


@clause("kanto", "22-1-2")
@pytest.mark.parametrize(("place", "can"), [("1206", True), ("1205", False), ("1308", True), ("1306", False)])
def test_only_neighbouring_hexes_can_be_attacked(place: str, can: bool) -> None:
    match = field({"kakizaki_kageie": HERE, "baba_nobuharu": place})
    match.act("act kakizaki_kageie")
    if can:
        allowed(match, "battle")
    else:
        refused(match, "battle", "22-1-2")


@clause("kanto", "22-1-2")
def test_a_distant_enemy_is_no_target_beside_a_near_one() -> None:
    match = field({"kakizaki_kageie": HERE, "baba_nobuharu": THERE, "naito_masatoyo": NORTH, "saigusa_moritomo": ASIDE})
    acts(match, "act kakizaki_kageie", "battle")
    assert set(match.decision.texts) == {f"attack {THERE}", f"attack {ASIDE}"}
    refused(match, f"attack {NORTH}", "22-1-2")


@clause("kanto", "22-1-3", "12-2-3")
def test_a_force_attacks_once_in_an_operations_phase() -> None:
    match = field({"kakizaki_kageie": HERE, "baba_nobuharu": THERE, "naito_masatoyo": ASIDE}, dice=[1, 1])
    attack(match, "kakizaki_kageie", THERE)
    assert match.decision.name == "force"
    refused(match, "act kakizaki_kageie")
    assert unit(match, "kakizaki_kageie")["acted"]


@clause("kanto", "22-1-4")
def test_the_same_enemy_is_attacked_by_one_force_after_another() -> None:
    match = field({"kakizaki_kageie": HERE, "naoe_sanetsuna": HERE, "baba_nobuharu": THERE}, dice=[1, 1, 1, 1])
    attack(match, "kakizaki_kageie", THERE)
    events = attack(match, "naoe_sanetsuna", THERE)
    assert of_kind(events, "attack") == [{"unit": "naoe_sanetsuna", "hex": THERE}]
    assert [(roll["purpose"], roll["unit"]) for roll in rolls(events)] == [
        ("attack", "naoe_sanetsuna"),
        ("counterattack", "baba_nobuharu"),
    ]


@clause("kanto", "22-1-5")
def test_nobody_is_attacked_across_a_sea_or_lake_hexside() -> None:
    match = field({"kakizaki_kageie": HERE, "baba_nobuharu": THERE}, sides={f"{THERE}-{HERE}": "water"})
    match.act("act kakizaki_kageie")
    refused(match, "battle")
    units = {"kakizaki_kageie": HERE, "baba_nobuharu": THERE, "naito_masatoyo": ASIDE, "saigusa_moritomo": "1308"}
    match = field(units, sides={f"{THERE}-{HERE}": "water"})
    acts(match, "act kakizaki_kageie", "battle")
    assert set(match.decision.texts) == {f"attack {ASIDE}", "attack 1308"}
    refused(match, f"attack {THERE}", "22-1-5")


@clause("kanto", "22-1-6")
def test_nobody_has_to_attack() -> None:
    match = field({"kakizaki_kageie": HERE, "baba_nobuharu": THERE})
    allowed(match, "end")
    match.act("act kakizaki_kageie")
    allowed(match, "battle", "rest", "move")
    match.act("rest")
    match.act("end")
    assert not of_kind(match.events, "attack")
    assert match.view("uesugi")["phase"] == "takeda"


@clause("kanto", "18-4-1", "22-1")
def test_an_investing_force_does_not_attack_before_it_lifts() -> None:
    units = {
        **force("0514", "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True),
        "kosaka_masanobu": {"hex": "0514", "inside": True},
        "baba_nobuharu": "0513",
        **FAR,
    }
    match = compose(units, around="0514", radius=2, to_act="uesugi")
    match.act("act naoe_sanetsuna")
    refused(match, "battle", "18-4-1")
    match.act("lift")
    allowed(match, "battle")


# --- 23 ----------------------------------------------------------------------------------------------------------


@clause("kanto", "23.0", "23.0(1)", "23.0(2)", "23.0(3)", "23.0(4)", "23.0(5)", "23.0(6)", "23-6", "23-2")
def test_a_skirmish_runs_attack_losses_counterattack_losses() -> None:
    """9 attack: 5 is 1 loss. The 6 that were attacked strike back as 5: 4 is 1 loss, which 3-4 would not have been."""
    units = {
        **force(HERE, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke"),
        **force(THERE, "baba_nobuharu", "saigusa_moritomo"),
    }
    match = field(units, dice=[5, 4])
    events = attack(match, "naoe_sanetsuna", THERE)
    events += match.act("lose saigusa_moritomo")
    assert match.decision.who == "uesugi"
    assert match.decision.name == "losses"
    events += match.act("lose yoshie_kagesuke")
    course = [event.kind for event in events if event.kind in ("roll", "battle_result", "step_lost")]
    assert course == ["roll", "battle_result", "step_lost", "roll", "battle_result", "step_lost"]
    first, second = rolls(events)
    assert (first["purpose"], first["strength"], first["column"], first["dice"]) == ("attack", 9, 3, [5])
    assert (second["purpose"], second["strength"], second["column"], second["dice"]) == ("counterattack", 5, 2, [4])
    assert [result["count"] for result in of_kind(events, "battle_result")] == [1, 1]
    lost = [(loss["unit"], loss["left"]) for loss in of_kind(events, "step_lost")]
    assert lost == [("saigusa_moritomo", 1), ("yoshie_kagesuke", 1)]
    assert (at(match, "naoe_sanetsuna"), at(match, "baba_nobuharu")) == (HERE, THERE)


@clause("kanto", "23-1", "23-1-1")
def test_only_one_force_attacks_in_a_skirmish() -> None:
    """Naoe's force, Kakizaki and Nagao are all adjacent; nobody is asked, and only Naoe's 6 attack."""
    units = {
        **force(HERE, "naoe_sanetsuna", "yasuda_akimoto"),
        "kakizaki_kageie": HERE,
        "nagao_masakage": ASIDE,
        "baba_nobuharu": THERE,
    }
    match = field(units, dice=[1, 6])
    events = attack(match, "naoe_sanetsuna", THERE)
    assert rolls(events)[0]["strength"] == 6
    assert set(match.decision.texts) == {"lose naoe_sanetsuna", "lose yasuda_akimoto"}


@clause("kanto", "23-1-2", "23-6")
def test_the_attacker_may_spare_part_of_a_stack() -> None:
    """Of three forces two are attacked: they alone suffer and strike back (3 + 2); the third is untouched."""
    units = {
        **force(HERE, "naoe_sanetsuna", "yasuda_akimoto"),
        "baba_nobuharu": THERE,
        "naito_masatoyo": THERE,
        "saigusa_moritomo": THERE,
    }
    match = field(units, dice=[5, 1])  # 5 on 5-6: 1
    acts(match, "act naoe_sanetsuna", "battle")
    assert match.decision.name == "defenders"
    match.act("spare naito_masatoyo")
    refused(match, "spare naito_masatoyo")
    match.act("fight")
    assert set(match.decision.texts) == {"lose baba_nobuharu", "lose saigusa_moritomo", "retreat"}
    events = match.act("lose saigusa_moritomo")
    assert rolls(events)[0]["strength"] == 5


@clause("kanto", "23-1-2")
def test_somebody_must_be_attacked() -> None:
    match = field({"naoe_sanetsuna": HERE, "baba_nobuharu": THERE, "naito_masatoyo": THERE}, dice=[1, 1])
    acts(match, "act naoe_sanetsuna", "battle")
    assert match.decision.name == "defenders"
    match.act("spare baba_nobuharu")
    if match.decision.name == "defenders":
        refused(match, "spare naito_masatoyo")
        match.act("fight")
    assert [roll["unit"] for roll in rolls(match.events)] == ["naoe_sanetsuna", "naito_masatoyo"]


@clause("kanto", "23-1-2", "23-3-1")
def test_a_whole_stack_attacked_together_suffers_one_common_result() -> None:
    """G-14: two forces, one die, 2 losses: taken from both or from one."""
    units = {"uesugi_kenshin": HERE, "baba_nobuharu": THERE, "naito_masatoyo": THERE}
    match = field(units, dice=[6, 1])  # 6 + 2 on 3-4: 1
    events = attack(match, "uesugi_kenshin", THERE)
    assert len(rolls(events)) == 1
    assert [result["count"] for result in of_kind(events, "battle_result")] == [1]
    assert set(match.decision.texts) == {"lose baba_nobuharu", "lose naito_masatoyo", "retreat"}
    events = match.act("lose naito_masatoyo")
    assert rolls(events)[0]["strength"] == 3 + 2


# --- the worked example (G-50: the first die is lost; any modified 2 to 5 gives the printed result) ---------------

NO_WAY_OUT = {"1306": "mountain"}  # the example shows three hexes away from the attacker, of which X is no way out


def example(die: int) -> Any:
    """甲 Naoe with 3 + 3 + 2 + 2 = 10, 松 Kakizaki beside him; 丑 Baba with 2 + 2 and 卯 Saigusa's 3."""
    units: dict[str, Any] = {
        **force(HERE, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu"),
        "kakizaki_kageie": HERE,
        **force(THERE, "baba_nobuharu", "morozumi_torasada", "saigusa_moritomo", steps=1),
    }
    for reduced in ("yoshie_kagesuke", "nagao_kagenobu", "morozumi_torasada"):
        units[reduced]["steps"] = 1
    return field(units, terrain=NO_WAY_OUT, dice=[die, 5])


@clause("kanto", "23(ex)-0", "23(ex)-1", "23(ex)-3", "23(ex)-4", "23(ex)-5")
@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_the_worked_example_of_a_skirmish(die: int) -> None:
    match = example(die)
    events = attack(match, "naoe_sanetsuna", THERE)
    (roll,) = rolls(events)
    assert (roll["strength"], roll["column"], roll["value"]) == (10, 4, 0)  # 松 lends nothing
    assert of_kind(events, "battle_result")[0]["count"] == 1
    retreating = match.fork()
    retreating.act("retreat")
    assert set(retreating.decision.texts) == {"back 1205", "back 1106"}  # A and B
    refused(retreating, "back 1306", "23-4-3(2)")  # X
    events = match.act("lose saigusa_moritomo")  # 卯
    (roll,) = rolls(events)
    assert (roll["purpose"], roll["strength"], roll["dice"], roll["value"]) == ("counterattack", 6, [5], 0)
    assert of_kind(events, "battle_result")[0]["count"] == 1
    assert match.decision.who == "uesugi"
    assert not [text for text in match.decision.texts if not text.startswith("lose ")]  # no retreat for 甲
    assert "lose kakizaki_kageie" not in match.decision.texts
    match.act("lose yasuda_akimoto")  # 丙
    assert steps(match, "yasuda_akimoto") == 1
    assert (match.decision.name, match.decision.who) == ("force", "uesugi")  # the skirmish is over
