"""Decisive battles at their edges: who cannot join and why, forces that fall or are caught as they flee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import acts, at, castle, clauses_of, compose, force, of_kind, refused, rolls, unit
from tests.support import clause

HERE, THERE = "1207", "1206"
KAIZU, SOUTH, NORTH = "0514", "0515", "0513"
ODAWARA = "2237"
FAR = {"irobe_nagazane": "0505"}
MINE = ("murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu")
THEIRS = ("saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi")
KENSHIN = force(HERE, "uesugi_kenshin", *MINE)  # 15, modifier 4


def fought(units: dict[str, Any], dice: list[int], *answers: str, **entries: Any) -> Any:
    """Kenshin's decisive battle with the hex before him."""
    match = compose({**units, **FAR}, around=THERE, radius=6, to_act="uesugi", dice=dice, **entries)
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}", *answers)
    return match


@clause("kanto", "24-1-6", "23-7", "31-4")
def test_a_soudaishou_in_garrison_goes_out_for_a_skirmish_only() -> None:
    """Ujiyasu is in Odawara, Kenshin before it."""
    units = {"hojo_ujiyasu": {"hex": ODAWARA, "inside": True}, "uesugi_kenshin": "2337", "honjo_shigenaga": "2137"}
    match = compose(units, scenario="kenshin_crosses_the_mountains", around=ODAWARA, radius=3, phase="hojo")
    acts(match, "act hojo_ujiyasu", "battle")
    assert set(match.decision.texts) == {"attack 2137", "attack 2337"}
    refused(match, "decisive 2337", "24-1-6")


@clause("kanto", "24.0", "24-1-1")
def test_a_decisive_battle_is_announced_with_both_soudaishou() -> None:
    match = fought({**KENSHIN, **force(THERE, "takeda_shingen", *THEIRS), "baba_nobuharu": THERE}, [])
    assert of_kind(match.events, "decisive_battle") == [
        {"unit": "uesugi_kenshin", "other_unit": "takeda_shingen", "hex": THERE}
    ]


# --- who joins ---------------------------------------------------------------------------------------------------


def joining() -> Any:
    """Kenshin, before Kaizu, attacks Shingen in the next hex and asks who comes along."""
    units: dict[str, Any] = {
        **force(KAIZU, "uesugi_kenshin", *MINE),
        **force(KAIZU, "naoe_sanetsuna", "yoshie_kagesuke", "nagao_kagenobu", "shibata_nagaatsu", invests=True),
        **force(KAIZU, "kakizaki_kageie", "yasuda_akimoto"),
        "nagao_masakage": {"hex": KAIZU, "acted": True},
        "honjo_shigenaga": NORTH,
        **force(SOUTH, "takeda_shingen", "saigusa_moritomo"),
        **force(SOUTH, "baba_nobuharu", "morozumi_torasada"),
        "naito_masatoyo": "0516",
    }
    match = compose({**units, **FAR}, around=KAIZU, radius=4, to_act="uesugi")
    acts(match, "act uesugi_kenshin", "battle", f"decisive {SOUTH}")
    assert set(match.decision.texts) == {"join kakizaki_kageie", "join naoe_sanetsuna", "fight"}
    return match


@clause("kanto", "24-1-2", "9-2-5")
@pytest.mark.parametrize(
    ("name", "clause_id", "what"),
    [
        ("honjo_shigenaga", "24-1-2", "other_hex"),
        ("uesugi_kenshin", "24-1-2", "takes_part"),
        ("murakami_yoshikiyo", "24-1-2", "takes_part"),  # under Kenshin
        ("yasuda_akimoto", "9-2-5", "under_command"),  # goes where Kakizaki goes
        ("nagao_masakage", "24-1-2", "has_acted"),
    ],
)
def test_who_cannot_join_the_attack_is_told_the_reason(name: str, clause_id: str, what: str) -> None:
    match = joining()
    refused(match, f"join {name}", clause_id)
    assert [bar.what for bar in match.why_not(f"join {name}")] == [what]


@clause("kanto", "24-1-2", "24-1-3")
def test_each_side_is_joined_by_its_own_forces_only() -> None:
    match = joining()
    assert clauses_of(match.why_not("join baba_nobuharu")) == {"24-1-2"}
    match.act("fight")
    assert match.decision.who == "takeda"
    assert set(match.decision.texts) == {"join baba_nobuharu", "fight"}
    assert clauses_of(match.why_not("join kakizaki_kageie")) == {"24-1-3"}
    assert [bar.what for bar in match.why_not("join naito_masatoyo")] == ["other_hex"]
    assert [bar.what for bar in match.why_not("join saigusa_moritomo")] == ["takes_part"]


@clause("kanto", "24-1-2", "18-4-1", "18-3-1")
def test_who_invests_a_castle_may_give_that_up_to_join_the_attack() -> None:
    """Naoe's 12 were the only investors of Kaizu; Kenshin's battle is all they do in this phase."""
    match = joining()
    assert castle(match, "kaizu")["besieged"]
    events = match.act("join naoe_sanetsuna")
    assert of_kind(events, "lifted") == [{"unit": "naoe_sanetsuna"}]
    assert not castle(match, "kaizu").get("besieged")
    assert unit(match, "naoe_sanetsuna")["acted"]


# --- allies of another player ------------------------------------------------------------------------------------


def allied(**entries: Any) -> Any:
    """The third scenario: Kenshin beside Shingen and Baba, with Ujiteru and Ujikuni of the Hojo in the same hex."""
    units = {**KENSHIN, **force(THERE, "takeda_shingen", *THEIRS), **FAR}
    units |= dict.fromkeys(("baba_nobuharu", "hojo_ujiteru", "hojo_ujikuni"), THERE)
    return compose(units, scenario="conquest_of_kanto", around=THERE, radius=6, **entries)


@clause("kanto", "24-1-5", "24-1-3", "7-1-2")
def test_an_ally_decides_himself_whether_he_joins_the_defence() -> None:
    match = allied(to_act="uesugi", dice=[1, 1])
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    assert (match.decision.who, set(match.decision.texts)) == ("takeda", {"join baba_nobuharu", "fight"})
    refused(match, "join hojo_ujiteru", "24-1-5")
    match.act("fight")
    ours = {"join hojo_ujiteru", "join hojo_ujikuni", "fight"}
    assert (match.decision.who, set(match.decision.texts)) == ("hojo", ours)
    refused(match, "join baba_nobuharu", "24-1-5")
    acts(match, "join hojo_ujiteru", "fight")
    assert rolls(match.events)[1]["strength"] == 12 + 2


@clause("kanto", "24-1-5", "24-1-2", "24-3-3", "7-1-2")
def test_an_ally_decides_himself_whether_he_joins_the_attack_and_advances() -> None:
    """Shingen's 14 on 6 - 1 = 5: 2; Kenshin's 15 on 1 + 1 = 2: 1. Kenshin goes back one hex."""
    match = allied(phase="takeda", dice=[6, 1, 1])
    acts(match, "act takeda_shingen", "battle", f"decisive {HERE}")
    assert (match.decision.who, set(match.decision.texts)) == ("takeda", {"join baba_nobuharu", "fight"})
    match.act("fight")
    assert match.decision.who == "hojo"
    acts(match, "join hojo_ujiteru", "fight")
    assert rolls(match.events)[0]["strength"] == 12 + 2
    assert unit(match, "hojo_ujiteru")["acted"]
    while match.decision.name in ("losses", "retreat"):
        match.act(match.decision.texts[-1])
    assert (match.decision.who, set(match.decision.texts)) == ("takeda", {"advance takeda_shingen", "stay"})
    match.act("stay")
    assert (match.decision.who, set(match.decision.texts)) == ("hojo", {"advance hojo_ujiteru", "stay"})
    match.act("advance hojo_ujiteru")
    assert (at(match, "hojo_ujiteru"), at(match, "takeda_shingen")) == (HERE, THERE)


# --- the flight --------------------------------------------------------------------------------------------------


@clause("kanto", "24-3-1", "24-3-2")
@pytest.mark.parametrize("victim", ["morozumi_torasada", "hoshina_masatoshi"])
def test_the_rest_of_a_force_flees_whoever_falls_by_the_die(victim: str) -> None:
    """3 to 0 (15 on 6 + 1; 12 on 1 - 1), then a 5: the victim has one step left and gives it."""
    units = {**KENSHIN, **force(THERE, "takeda_shingen", *THEIRS)}
    match = fought(units, [6, 1, 5], "lose saigusa_moritomo", "lose saigusa_moritomo", f"lose {victim}")
    match.act(f"lose {victim}")
    assert at(match, victim) == "dead"
    acts(match, "back 1205", "back 1204", "back 1203", "back 1202")
    (left,) = {"morozumi_torasada", "hoshina_masatoshi"} - {victim}
    assert (at(match, "takeda_shingen"), at(match, left)) == ("1202", "1202")


@clause("kanto", "24-3-2", "25-2", "24-3-3")
def test_a_force_may_lose_its_last_step_by_the_die_of_the_flight() -> None:
    """Shingen alone: 3 on 4 + 1 is 1, then a 5 takes his last step; his army goes, the hex is open to Kenshin."""
    units = {"uesugi_kenshin": HERE, "takeda_shingen": THERE, "baba_nobuharu": "1202"}
    match = fought(units, [4, 1, 5])
    assert (at(match, "takeda_shingen"), at(match, "baba_nobuharu")) == ("dead", "removed")
    assert len(rolls(match.events)) == 3
    assert set(match.decision.texts) == {"advance uesugi_kenshin", "stay"}


@clause("kanto", "24-3-3", "23-4-3")
def test_nobody_enters_a_hex_that_the_beaten_could_not_leave() -> None:
    """G-16, G-34: with mountains all around the two hexes are two steps; Shingen stays, so does Kenshin."""
    walls = dict.fromkeys(["1106", "1205", "1306"], "mountain")
    units = {**KENSHIN, **force(THERE, "takeda_shingen", *THEIRS)}
    answers = ("lose saigusa_moritomo", "lose saigusa_moritomo", "lose morozumi_torasada")
    match = fought(units, [6, 1, 2], *answers, "lose morozumi_torasada", "lose hoshina_masatoshi", terrain=walls)
    assert (at(match, "takeda_shingen"), at(match, "uesugi_kenshin")) == (THERE, HERE)
    assert "morale" not in unit(match, "takeda_shingen")
    assert match.decision.name == "force"


LOST = ("fight", "lose saigusa_moritomo", "lose saigusa_moritomo", "lose morozumi_torasada")  # 3 to 0


def fled(others: dict[str, Any]) -> Any:
    """Shingen is beaten and flees one hex; the others in his hex took no part and roll a 5."""
    match = fought({**KENSHIN, **force(THERE, "takeda_shingen", *THEIRS), **others}, [6, 1, 1, 5], *LOST)
    match.act("back 1205")
    return match


@clause("kanto", "24-3-1", "24-3-2")
def test_a_bystander_who_falls_by_his_die_changes_nothing_for_those_who_fled_before() -> None:
    match = fled({"takeda_nobukado": {"hex": THERE, "steps": 1}})
    assert (at(match, "takeda_nobukado"), at(match, "takeda_shingen")) == ("dead", "1205")
    assert unit(match, "takeda_shingen")["morale"] == -1
    assert match.decision.name == "advance"


@clause("kanto", "24-3-1", "24-3-2")
def test_a_force_flees_alone_though_one_of_its_units_fell_by_the_die() -> None:
    pair = force(THERE, "baba_nobuharu", "takeda_nobukado")
    match = fled({**pair, "takeda_nobukado": {**pair["takeda_nobukado"], "steps": 1}})
    match.act("lose takeda_nobukado")
    assert match.decision.data["unit"] == "baba_nobuharu"
    acts(match, "back 1306", "back 1405", "back 1505", "back 1504")
    assert (at(match, "takeda_shingen"), at(match, "baba_nobuharu")) == ("1205", "1504")


@clause("kanto", "24-3-1", "25.0")
def test_those_a_fallen_leader_leaves_behind_flee_together() -> None:
    """G-36: Baba falls by the die; the two bushou he led are forces of their own now."""
    three = force(THERE, "baba_nobuharu", "takeda_nobukado", "amari_masatada")
    match = fled({**three, "baba_nobuharu": {"hex": THERE, "steps": 1}})
    match.act("lose baba_nobuharu")
    acts(match, "back 1205", "back 1204", "back 1203", "back 1202")
    assert {at(match, name) for name in ("takeda_nobukado", "amari_masatada")} == {"1202"}
    assert match.decision.name == "advance"


@clause("kanto", "24-3-1", "24-3-3")
def test_bystanders_retreat_though_nobody_is_left_of_those_who_fought() -> None:
    """G-31, G-33: Shingen is lost with his last step; Ujiteru, an ally, stood beside him."""
    units = {**KENSHIN, "takeda_shingen": {"hex": THERE, "steps": 1}, "hojo_ujiteru": THERE}
    match = fought(units, [6, 1, 2], "fight", scenario="conquest_of_kanto")
    assert at(match, "takeda_shingen") == "dead"
    assert (match.decision.name, match.decision.data["unit"]) == ("retreat", "hojo_ujiteru")


@clause("kanto", "24-1-3", "18-4-1")
def test_a_defender_is_joined_by_those_who_invest_a_castle_too() -> None:
    """The besiegers of Sakado chose no field battle: it came to them."""
    investors = (
        "amari_masatada", "atobe_katsusuke", "komai_kohakusai", "nagasaka_chokan", "komiyama_masatomo",
    )  # fmt: skip
    units = {
        **force("1707", "uesugi_kenshin", *MINE),
        **force("1706", "takeda_shingen", *THEIRS),
        **force("1706", "baba_nobuharu", *investors, invests=True),
        **FAR,
    }
    match = compose(units, around="1706", radius=3, to_act="uesugi", dice=[1] * 4)
    acts(match, "act uesugi_kenshin", "battle", "decisive 1706", "agree", "join baba_nobuharu")
    assert rolls(match.events)[1]["strength"] == 3 * (1 + len(THEIRS) + 1 + len(investors))
