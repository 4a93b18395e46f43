"""Section 24: decisive battles between two soudaishou."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    compose,
    force,
    of_kind,
    refused,
    rolls,
    steps,
    unit,
)
from tests.support import clause

HERE, THERE = "1207", "1206"
FAR = {"irobe_nagazane": "0505"}
MINE = ("murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu")
THEIRS = ("saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi")
KENSHIN = force(HERE, "uesugi_kenshin", *MINE)  # 15, modifier 4
SHINGEN = force(THERE, "takeda_shingen", *THEIRS)  # 12, modifier 3


def field(units: dict[str, Any], dice: tuple[int, ...] = (), **entries: Any) -> Any:
    return compose({**units, **FAR}, around=THERE, **{"to_act": "uesugi", "dice": list(dice), **entries})


def decisive(match: Any, leader: str = "uesugi_kenshin", hex_id: str = THERE) -> list[Any]:
    """A decisive battle without anybody who joins, as far as the next question that is not about joining."""
    events = acts(match, f"act {leader}", "battle", f"decisive {hex_id}")
    while match.decision.name == "join":
        events += match.act("fight")
    return events


def targets(match: Any, leader: str = "uesugi_kenshin") -> set[str]:
    acts(match, f"act {leader}", "battle")
    assert match.decision.name == "target"
    return set(match.decision.texts)


def rounds(events: list[Any]) -> list[tuple[int, int]]:
    """What the attacker dealt and took in each round."""
    return [(data["dealt"], data["taken"]) for data in of_kind(events, "round")]


# --- 24-1 --------------------------------------------------------------------------------------------------------


@clause("kanto", "24.0", "24-1", "24-1-1")
def test_both_sides_need_a_soudaishou() -> None:
    """Another Takeda force beside Shingen makes the attacker choose; Kakizaki leads no soudaishou, Baba is none."""
    both = {**KENSHIN, **SHINGEN, "baba_nobuharu": "1307", "kakizaki_kageie": HERE}
    match = field(both)
    assert targets(match) == {f"attack {THERE}", f"decisive {THERE}", "attack 1307"}
    refused(match, "decisive 1307", "24-1-1")
    match = field(both)
    assert targets(match, "kakizaki_kageie") == {f"attack {THERE}", "attack 1307"}
    refused(match, f"decisive {THERE}", "24-1-1")


@clause("kanto", "24-1", "22-1-2", "22-1-5")
@pytest.mark.parametrize(("place", "side"), [("1205", "none"), (THERE, "water")])
def test_a_decisive_battle_too_is_fought_with_a_neighbour_not_across_water(place: str, side: str) -> None:
    units = {**KENSHIN, **force(place, "takeda_shingen"), "baba_nobuharu": "1307", "naito_masatoyo": "1308"}
    match = field(units, sides={f"{THERE}-{HERE}": side})
    assert targets(match) == {"attack 1307", "attack 1308"}
    refused(match, f"decisive {place}")


@clause("kanto", "24-1-2", "24-1-4", "24-2-1")
@pytest.mark.parametrize("stage", [1, 3])
def test_others_in_the_hex_may_join_the_attack_even_out_of_points(stage: int) -> None:
    """Naoe (2) could not act in the third stage. Both have acted afterwards; Nagao in another hex is not asked."""
    units = {**KENSHIN, **SHINGEN, "naoe_sanetsuna": HERE, "nagao_masakage": "1208"}
    match = field(units, (1, 1, 6, 1, 1), stage=stage)
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    assert (match.decision.name, match.decision.who) == ("join", "uesugi")
    assert set(match.decision.texts) == {"join naoe_sanetsuna", "fight"}
    acts(match, "join naoe_sanetsuna")
    if match.decision.name == "join" and match.decision.who == "uesugi":
        match.act("fight")
    assert rolls(match.events)[0]["strength"] == 15 + 3
    assert unit(match, "naoe_sanetsuna")["acted"]


@clause("kanto", "24-1-2")
def test_a_force_that_has_acted_does_not_join_the_attack() -> None:
    units = {**KENSHIN, **SHINGEN, "naoe_sanetsuna": {"hex": HERE, "acted": True}, "kakizaki_kageie": HERE}
    match = field(units)
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    assert set(match.decision.texts) == {"join kakizaki_kageie", "fight"}
    refused(match, "join naoe_sanetsuna", "24-1-2")


@clause("kanto", "24-1-3", "24-1-4", "24-2-1")
def test_others_in_the_hex_may_join_the_defence_even_if_they_have_acted() -> None:
    units = {**KENSHIN, **SHINGEN, "baba_nobuharu": {"hex": THERE, "acted": True}, "naito_masatoyo": "1205"}
    match = field(units, (1, 1))
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    assert (match.decision.name, match.decision.who) == ("join", "takeda")
    assert set(match.decision.texts) == {"join baba_nobuharu", "fight"}
    match.act("join baba_nobuharu")
    if match.decision.name == "join":
        match.act("fight")
    assert rolls(match.events)[1]["strength"] == 12 + 3


@clause("kanto", "24-1-3")
def test_nobody_has_to_join() -> None:
    match = field({**KENSHIN, **SHINGEN, "naoe_sanetsuna": HERE, "baba_nobuharu": THERE}, (1, 1))
    decisive(match)
    assert [roll["strength"] for roll in rolls(match.events)][:2] == [15, 12]


@clause("kanto", "24-1-5")
def test_forces_of_allied_armies_may_join() -> None:
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto"}
    units = {**force(HERE, "uesugi_kenshin"), "sano_masatsuna": HERE}
    units |= {**force(THERE, "takeda_shingen"), "hojo_ujiteru": THERE}
    match = field(units, (6, 1), **entries)  # 5 on 6 + 1: 1
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    allowed(match, "join sano_masatsuna")
    match.act("join sano_masatsuna")
    if match.decision.who == "uesugi":
        match.act("fight")
    allowed(match, "join hojo_ujiteru")
    match.act("join hojo_ujiteru")
    if match.decision.name == "join":
        match.act("fight")
    assert [roll["strength"] for roll in rolls(match.events)][:2] == [5, 5]


KAIZU, SOUTH = "0514", "0515"


def at_kaizu(extra: dict[str, Any], dice: tuple[int, ...] = (), **entries: Any) -> Any:
    units = {**force(SOUTH, "uesugi_kenshin", *MINE), **force(KAIZU, "takeda_shingen", *THEIRS), **extra, **FAR}
    return compose(units, around=KAIZU, radius=4, to_act="uesugi", dice=list(dice), **entries)


@clause("kanto", "24-1-6")
def test_garrisons_do_not_take_part() -> None:
    extra = {"kosaka_masanobu": {"hex": KAIZU, "inside": True}, "baba_nobuharu": KAIZU}
    match = at_kaizu(extra)
    acts(match, "act uesugi_kenshin", "battle", f"decisive {KAIZU}", "agree")
    assert set(match.decision.texts) == {"join baba_nobuharu", "fight"}
    refused(match, "join kosaka_masanobu")


@clause("kanto", "24-1-6")
def test_the_refusal_to_let_a_garrison_join_names_its_clause() -> None:
    match = at_kaizu({"kosaka_masanobu": {"hex": KAIZU, "inside": True}, "baba_nobuharu": KAIZU})
    acts(match, "act uesugi_kenshin", "battle", f"decisive {KAIZU}", "agree")
    refused(match, "join kosaka_masanobu", "24-1-6")


@clause("kanto", "24-1-6", "24-1-1")
def test_a_soudaishou_in_garrison_gives_no_decisive_battle() -> None:
    """G-32: Shingen is inside, Baba outside in the same hex."""
    units = {**force(SOUTH, "uesugi_kenshin"), "takeda_shingen": {"hex": KAIZU, "inside": True}, "baba_nobuharu": KAIZU}
    match = compose({**units, "naito_masatoyo": "0516", **FAR}, around=KAIZU, radius=4, to_act="uesugi")
    assert targets(match) == {f"attack {KAIZU}", "attack 0516"}
    refused(match, f"decisive {KAIZU}")


@clause("kanto", "24-1-7")
@pytest.mark.parametrize("place", [HERE, THERE])
@pytest.mark.parametrize(("ground", "can"), [("foothills", False), ("marsh", False), ("rough", True)])
def test_no_decisive_battle_in_foothills_or_marsh(place: str, ground: str, can: bool) -> None:
    match = field({**KENSHIN, **SHINGEN, "baba_nobuharu": "1307"}, terrain={place: ground})
    assert (f"decisive {THERE}" in targets(match)) is can
    if not can:
        refused(match, f"decisive {THERE}", "24-1-7")


@clause("kanto", "24-1-8")
def test_beside_a_castle_the_defender_must_agree() -> None:
    match = at_kaizu({}, (1, 1))
    acts(match, "act uesugi_kenshin", "battle", f"decisive {KAIZU}")
    assert (match.decision.name, match.decision.who) == ("decisive", "takeda")
    assert set(match.decision.texts) == {"agree", "refuse"}
    match.act("agree")
    assert [roll["strength"] for roll in rolls(match.events)][:2] == [15, 12]
    match = field({**KENSHIN, **SHINGEN}, (1, 1, 1, 1))
    decisive(match)
    assert not of_kind(match.events, "battle_refused")  # without a castle nobody is asked


@clause("kanto", "24-1-8", "21-1")
@pytest.mark.parametrize(("owner", "durability", "asked"), [("uesugi", 10, True), ("none", 0, False)])
def test_any_castle_protects_from_a_decisive_battle_but_a_ruin_does_not(
    owner: str, durability: int, asked: bool
) -> None:
    match = at_kaizu({}, (1, 1), castles={"kaizu": {"owner": owner, "durability": durability}})
    acts(match, "act uesugi_kenshin", "battle", f"decisive {KAIZU}")
    assert (match.decision.name == "decisive") is asked
    assert bool(rolls(match.events)) is not asked


@clause("kanto", "24-1-8")
def test_a_refused_decisive_battle_may_become_a_skirmish_or_nothing() -> None:
    """G-60: nothing is spent, but the same force cannot ask again in this phase."""
    match = at_kaizu({}, (1, 1))
    acts(match, "act uesugi_kenshin", "battle", f"decisive {KAIZU}", "refuse")
    assert (match.decision.name, match.decision.who) == ("target", "uesugi")
    assert set(match.decision.texts) == {f"attack {KAIZU}", "hold"}
    refused(match, f"decisive {KAIZU}", "24-1-8")
    holding = match.fork()
    match.act(f"attack {KAIZU}")
    assert [roll["purpose"] for roll in rolls(match.events)][:1] == ["attack"]
    holding.act("hold")
    assert not rolls(holding.events)
    assert "acted" not in unit(holding, "uesugi_kenshin")
    if holding.decision.name == "force":
        holding.act("act uesugi_kenshin")
    allowed(holding, "move")
    holding.act("battle")
    if holding.decision.name == "target":
        assert f"decisive {KAIZU}" not in holding.decision.texts
    else:
        assert not of_kind(holding.events, "decisive_battle")


# --- 24-2 --------------------------------------------------------------------------------------------------------


@clause("kanto", "24.0(1)", "24.0(2)", "24.0(3)", "24-2", "24-2-2", "24-2-4")
def test_both_sides_roll_and_then_lose_together() -> None:
    """15 with 6 + 1 = 7: 3. 12, not yet reduced, with 6 - 1 = 5: 1. Only steps can pay."""
    match = field({**KENSHIN, **SHINGEN}, (6, 6, 1))
    events = decisive(match)
    first, second = rolls(events)[:2]
    assert (first["unit"], first["strength"], first["value"]) == ("uesugi_kenshin", 15, 1)
    assert (second["unit"], second["strength"], second["value"]) == ("takeda_shingen", 12, -1)
    assert rounds(events) == [(3, 1)]
    answers = {"uesugi": "murakami_yoshikiyo", "takeda": "saigusa_moritomo"}
    asked = []
    while match.decision.name == "losses":
        asked.append(match.decision.who)
        assert all(text.startswith("lose ") for text in match.decision.texts)
        refused(match, "retreat")
        name = answers[match.decision.who]
        match.act(f"lose {name}" if steps(match, name) else "lose morozumi_torasada")
    assert sorted(asked) == ["takeda", "takeda", "takeda", "uesugi"]
    assert [steps(match, name) for name in ("murakami_yoshikiyo", *THEIRS)] == [1, 0, 1, 2]


@clause("kanto", "24-2-3")
def test_ground_and_rivers_do_not_matter() -> None:
    hard = {"terrain": {THERE: "rough", HERE: "rough"}, "sides": {f"{THERE}-{HERE}": "river"}}
    match = field({**KENSHIN, **SHINGEN}, (1, 1), **hard)
    decisive(match)
    assert [roll["value"] for roll in rolls(match.events)][:2] == [1, -1]


@clause("kanto", "24-2-3")
def test_the_lowest_morale_of_all_who_take_part_counts() -> None:
    """Kenshin -1 with Naoe at -3, against Shingen at -1: -2 and +2 on top of the leaders' 1."""
    units = {**force(HERE, "uesugi_kenshin", *MINE, morale=-1), **force(THERE, "takeda_shingen", *THEIRS, morale=-1)}
    match = field({**units, "naoe_sanetsuna": {"hex": HERE, "morale": -3}}, (1, 1))
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}", "join naoe_sanetsuna")
    if match.decision.name == "join":
        match.act("fight")
    assert [roll["value"] for roll in rolls(match.events)][:2] == [1 - 2, -1 + 2]


@clause("kanto", "24-2-3")
def test_of_several_commanders_the_best_modifier_may_be_used() -> None:
    """Ujimasa (1) is joined by Ujiteru (2): 4 - 2 against Kenshin."""
    units = {**force(HERE, "uesugi_kenshin"), "hojo_ujimasa": THERE, "hojo_ujiteru": THERE}
    match = field(units, (6, 1), scenario="conquest_of_kanto")  # 3 on 6 + 2: 1
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}", "join hojo_ujiteru")
    if match.decision.name == "join":
        match.act("fight")
    assert [roll["value"] for roll in rolls(match.events)][:2] == [2, -2]


@clause("kanto", "24-2-5", "24-2-6", "24.0(4)")
def test_equal_results_mean_another_round_and_the_greater_loss_retreats() -> None:
    """G-31: 15 on 1 + 1 = 2: 1 and 12 on 3 - 1 = 2: 1. Then 14 on 6 + 1: 3 and 11 on 1 - 1: 0."""
    match = field({**KENSHIN, **SHINGEN}, (1, 3, 6, 1, 1))
    decisive(match)
    while match.decision.name == "losses":
        mine, his = "lose murakami_yoshikiyo", "lose saigusa_moritomo"
        match.act(next(text for text in (mine, his, "lose morozumi_torasada") if text in match.decision.texts))
    assert rounds(match.events) == [(1, 1), (3, 0)]
    second = [roll["strength"] for roll in rolls(match.events)[2:4]]
    assert second == [14, 11]  # counted anew
    assert (match.decision.name, match.decision.who) == ("retreat", "takeda")


@clause("kanto", "24-2-6")
def test_two_misses_mean_another_round() -> None:
    """G-31: single units, all low dice: 3 on 1 + 1 and on 1 - 1 are nothing."""
    match = field({"uesugi_kenshin": HERE, "takeda_shingen": THERE}, (1, 1, 2, 2, 4, 1, 1))
    decisive(match)  # third round: 3 on 4 + 1 = 5: 1
    assert rounds(match.events) == [(0, 0), (0, 0), (1, 0)]


@clause("kanto", "24-2-5", "24-3")
def test_the_attacker_retreats_when_he_loses_more() -> None:
    """Kenshin's morale is -4: 15 on 1 + 1 - 4 = -2: 0; 12 on 6 - 1 + 4 = 9: 4•."""
    units = {**force(HERE, "uesugi_kenshin", *MINE, morale=-4), **SHINGEN}
    match = field(units, (1, 6, 1))
    decisive(match)
    assert rounds(match.events) == [(0, 4)]
    assert (match.decision.name, match.decision.who) == ("losses", "uesugi")
    assert all(text.startswith("fall ") for text in match.decision.texts)  # the bullet
    acts(match, "fall murakami_yoshikiyo", "lose nakajo_fujisuke", "lose usami_sadayuki")
    assert rolls(match.events)[2]["dice"] == [1]
    assert (match.decision.name, match.decision.who) == ("retreat", "uesugi")
    assert match.decision.data["unit"] == "uesugi_kenshin"
