"""Refusals in battles and sieges name the clause that forbids, not that of the question."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    besiege,
    compose,
    force,
    forced,
    garrison,
    host,
    neighbours,
    ring,
)
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, KAKIZAKI, NAOE, MASAKAGE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna", "nagao_masakage"
SHINGEN, BABA, NAITO = "takeda_shingen", "baba_nobuharu", "naito_masatoyo"
UJIYASU, UJIMASA = "hojo_ujiyasu", "hojo_ujimasa"
FAR = {"irobe_nagazane": "0506"}  # somebody who keeps the phase open
HERE, THERE, ASIDE, NORTH = "1207", "1206", "1307", "1205"
KAIZU, KASUGAYAMA = "0514", "0505"
SECOND, THIRD = "kenshin_crosses_the_mountains", "conquest_of_kanto"


def field(units: dict[str, Any], **entries: Any) -> Any:
    """On open ground, the Uesugi to act."""
    return compose({**units, **FAR}, **{"around": THERE, "to_act": "uesugi", **entries})


def allies(units: dict[str, Any], **entries: Any) -> Any:
    """The third scenario, in which Takeda and Hojo are allies, the Takeda to act."""
    far = {NAITO: "0507", KENSHIN: "0505"}
    return compose({**units, **far}, **{"scenario": THIRD, "around": THERE, "phase": "takeda", **entries})


# --- 22: whom a force may attack ---------------------------------------------------------------------------------


@clause("kanto", "22-1-5", "22-1-2")
def test_an_enemy_across_water_is_no_target_and_the_water_is_named() -> None:
    match = field({KAKIZAKI: HERE, BABA: THERE}, sides={f"{HERE}-{THERE}": "water"})
    match.act(f"act {KAKIZAKI}")
    barred(match, "battle", "22-1-5 water_between")
    match = field({KAKIZAKI: HERE}, sides={f"{HERE}-{THERE}": "water"})
    match.act(f"act {KAKIZAKI}")
    barred(match, "battle", "22-1-2 no_enemy")


@clause("kanto", "22-1-5")
def test_every_enemy_behind_water_is_named() -> None:
    shores = {f"{HERE}-{THERE}": "water", f"{HERE}-{ASIDE}": "water"}
    match = field({KAKIZAKI: HERE, BABA: THERE, NAITO: ASIDE}, sides=shores)
    match.act(f"act {KAKIZAKI}")
    barred(match, "battle", "22-1-5 water_between", "22-1-5 water_between")
    assert {bar.data["hex"] for bar in match.why_not("battle")} == {THERE, ASIDE}


@clause("kanto", "23-7", "22-1-2")
@pytest.mark.parametrize(("place", "reason"), [("0504", "23-7 only_before_gate"), ("0502", "22-1-2 no_enemy")])
def test_a_garrison_is_told_that_it_attacks_only_before_its_gate(place: str, reason: str) -> None:
    match = field({**garrison(KASUGAYAMA, KAKIZAKI), BABA: place}, around=KASUGAYAMA)
    match.act(f"act {KAKIZAKI}")
    barred(match, "battle", reason)


@clause("kanto", "17.0", "22-1-2")
def test_a_garrison_is_no_target_in_the_field_but_for_a_siege() -> None:
    """G-19: next door, in the same hex, or beside others who stand in the open."""
    inside, beside = garrison(KAIZU, "kosaka_masanobu"), neighbours(KAIZU)
    for place in (beside[0], KAIZU):
        match = before_kaizu({KAKIZAKI: place, **inside})
        match.act(f"act {KAKIZAKI}")
        barred(match, "battle", "17.0 behind_walls")
        assert match.why_not("battle")[0].data["hex"] == KAIZU
    match = before_kaizu({KAKIZAKI: "0513", **inside, BABA: "0512", NAITO: "0613"})
    acts(match, f"act {KAKIZAKI}", "battle")
    allowed(match, "attack 0512", "attack 0613")
    barred(match, f"attack {KAIZU}", "17.0 behind_walls")


@clause("kanto", "22-1-3")
def test_a_force_that_has_chosen_a_hex_attacks_no_other_besides() -> None:
    units = {KENSHIN: HERE, BABA: THERE, NAITO: THERE, SHINGEN: ASIDE}
    match = field(units)
    acts(match, f"act {KENSHIN}", "battle", f"attack {THERE}")
    assert match.decision.name == "defenders"
    barred(match, f"attack {ASIDE}", "22-1-3 one_hex")
    barred(match, f"decisive {ASIDE}", "22-1-3 one_hex")
    allowed(match, "fight", f"spare {BABA}")
    barred(match, f"spare {SHINGEN}", "23-1-2 not_attacked")


@clause("kanto", "23-1-1")
def test_nobody_joins_a_skirmish() -> None:
    match = field({KAKIZAKI: HERE, NAOE: HERE, BABA: THERE, NAITO: THERE})
    acts(match, f"act {KAKIZAKI}", "battle")
    barred(match, f"join {NAOE}", "23-1-1 one_force")


@clause("kanto", "22-1-3", "23-7", "12-2-3", "12-2-4", "12-2-1")
def test_what_keeps_a_force_out_of_a_sortie() -> None:
    """Stage 3: Naoe has two points only, Nagao has acted, Amakasu is led."""
    inside = {
        **garrison(KASUGAYAMA, KAKIZAKI, NAOE, KENSHIN),
        **force(KASUGAYAMA, MASAKAGE, "amakasu_kagemochi", inside=True, acted=True),
    }
    match = field({**inside, BABA: KASUGAYAMA, "saito_tomonobu": "0504"}, around=KASUGAYAMA, stage=3)
    acts(match, f"act {KAKIZAKI}", "battle")
    assert match.decision.name == "sortie"
    allowed(match, f"join {KENSHIN}")
    barred(match, f"join {KAKIZAKI}", "23-7 takes_part")
    barred(match, f"join {NAOE}", "12-2-4 no_activation")
    barred(match, f"join {MASAKAGE}", "12-2-3 has_acted")
    barred(match, "join amakasu_kagemochi", "12-2-1 under_command")
    barred(match, "join saito_tomonobu", "23-7 not_in_garrison")
    barred(match, "attack 0504", "22-1-3 one_hex")


@clause("kanto", "24-1-2", "9-2-5")
def test_a_unit_under_command_joins_no_decisive_battle_for_itself() -> None:
    match = field({KENSHIN: HERE, **force(HERE, KAKIZAKI, "yasuda_akimoto"), SHINGEN: THERE, BABA: THERE})
    acts(match, f"act {KENSHIN}", "battle", f"decisive {THERE}")
    allowed(match, f"join {KAKIZAKI}")
    barred(match, "join yasuda_akimoto", "9-2-5 under_command")
    barred(match, f"join {BABA}", "24-1-2 not_own")


# --- 38(8): allies, and who talks --------------------------------------------------------------------------------


@clause("kanto", "38(8)-1", "22-1-2")
def test_an_ally_next_door_is_no_enemy() -> None:
    match = allies({BABA: HERE, UJIMASA: THERE})
    match.act(f"act {BABA}")
    barred(match, "battle", "38(8)-1 ally_there")
    match = allies({BABA: HERE, "yamagata_masakage": THERE})  # of his own army
    match.act(f"act {BABA}")
    barred(match, "battle", "22-1-2 no_enemy")


@clause("kanto", "38(8)-1")
def test_an_ally_is_no_target_beside_an_enemy() -> None:
    match = allies({BABA: HERE, UJIMASA: THERE, KAKIZAKI: ASIDE, NAOE: "1308"})
    acts(match, f"act {BABA}", "battle")
    allowed(match, f"attack {ASIDE}")
    barred(match, f"attack {THERE}", "38(8)-1 ally_there")
    barred(match, f"attack {NORTH}", "22-1-2 not_adjacent", "22-1-2 nobody_there")


@clause("kanto", "38(8)-1", "17-1-1")
@pytest.mark.parametrize("owner", ["hojo", "takeda"])
def test_an_allys_castle_is_not_besieged(owner: str) -> None:
    match = allies({BABA: KAIZU}, around=KAIZU, castles={"kaizu": {"owner": owner}})
    match.act(f"act {BABA}")
    truce = ["38(8)-1 ally_castle"] if owner == "hojo" else []
    barred(match, "siege", *truce, "17-1-1 no_enemy_castle")


@clause("kanto", "38(8)-2(c)", "38(8)-2")
def test_only_ujiyasu_talks() -> None:
    match = compose({UJIMASA: "2736", UJIYASU: "2736"}, scenario=THIRD, turn=9, phase="hojo")
    match.act(f"act {UJIMASA}")
    barred(match, "talk", "38(8)-2(c) only_he_talks")
    match = field({KAKIZAKI: HERE})
    match.act(f"act {KAKIZAKI}")
    barred(match, "talk", "38(8)-2 no_talks")  # no scenario with talks


# --- 17 to 19: sieges --------------------------------------------------------------------------------------------


def before_kaizu(units: dict[str, Any], **entries: Any) -> Any:
    return compose({KENSHIN: "0508", **units}, **{"around": KAIZU, "radius": 3, "to_act": "uesugi", **entries})


@clause("kanto", "17-1-5")
def test_a_siege_is_chosen_before_its_means() -> None:
    match = before_kaizu(host(KAIZU, 12))
    match.act(f"act {KAKIZAKI}")
    for verb in ("invest", "assault", "call"):
        barred(match, verb, "17-1-5 siege_first")
    match.act("siege")
    allowed(match, "invest", "assault")


@clause("kanto", "19-1-1", "18-1-2")
def test_who_has_acted_takes_no_part_in_an_assault() -> None:
    """While nobody invests the castle he does not help to begin with that either."""
    units = {**host(KAIZU, 12), NAOE: {"hex": KAIZU, "acted": True}}
    match = before_kaizu(units)
    besiege(match, KAKIZAKI)
    barred(match, f"with {NAOE}", "19-1-1 has_acted", "18-1-2 cannot_help")
    match.act("invest")
    barred(match, f"with {NAOE}", "19-1-1 has_acted")


@clause("kanto", "19-1", "17-1-1", "12-2-1", "12-2-4")
def test_what_keeps_others_out_of_a_siege() -> None:
    """Stage 3: Naoe has two points."""
    units = {**host(KAIZU, 12), NAOE: KAIZU, MASAKAGE: neighbours(KAIZU)[0], BABA: "0518"}
    match = before_kaizu(units, stage=3)
    besiege(match, KAKIZAKI)
    barred(match, f"with {NAOE}", "12-2-4 no_activation", "18-1-2 cannot_help")
    barred(match, f"with {MASAKAGE}", "19-1 other_hex", "17-1-1 other_hex")
    barred(match, "with yasuda_akimoto", "12-2-1 under_command")
    barred(match, f"with {BABA}", "12.0 not_own")
    barred(match, "with okuma_tomohide", "12.0 not_on_map")


@clause("kanto", "18-1-1")
def test_a_castle_of_level_0_takes_10() -> None:
    match = compose({**host("0617", 9), KENSHIN: "0508"}, around="0617", radius=2, to_act="uesugi")
    besiege(match, KAKIZAKI)
    barred(match, "invest", "18-1-1 too_weak")


@clause("kanto", "19-4-3", "19-4-2")
def test_a_bullet_of_an_assault_is_paid_first() -> None:
    """12 before Kaizu of level 1; the die of 2 is a 1 on 11-20: 0/4 and a unit."""
    match = before_kaizu(host(KAIZU, 12), dice=[2])
    besiege(match, KAKIZAKI, "assault")
    assert (match.decision.name, match.decision.clause) == ("losses", "gunyuden:19-4-3")
    barred(match, f"lose {KAKIZAKI}", "19-4-3 eliminate_first")
    barred(match, f"fall {KENSHIN}", "19-4-2 not_involved")
    match.act("fall yasuda_akimoto")
    assert match.decision.clause == "gunyuden:19-4-2"
    barred(match, f"fall {KAKIZAKI}", "19-4-3 no_bullet")
    barred(match, "lose yasuda_akimoto", "19-4-2 not_involved")
    forced(match)


# --- 31: Odawara -------------------------------------------------------------------------------------------------

AROUND: dict[str, Any] = {"scenario": SECOND, "turn": 12, "around": "2237", "radius": 3}


@clause("kanto", "31-3-2", "19-1-1", "19-1")
def test_each_hex_around_odawara_assaults_for_itself() -> None:
    """Honjo in 2137, Kakizaki in 2138; Kawada beside Honjo has acted, Kenshin stands farther off."""
    units = {**ring(12, 6, 0, 0), "kawada_shigechika": {"hex": "2137", "acted": True}, KENSHIN: "2136"}
    match = compose(units, phase="uesugi", **AROUND)
    besiege(match, "honjo_shigenaga")
    barred(match, f"with {KAKIZAKI}", "31-3-2 other_hex")
    barred(match, "with kawada_shigechika", "19-1-1 has_acted")
    barred(match, f"with {KENSHIN}", "19-1 other_hex", "17-1-1 other_hex")


@clause("kanto", "31-2", "31-2-1")
def test_what_an_investment_of_odawara_still_lacks() -> None:
    match = compose({**ring(12, 12, 12, 0), KENSHIN: "2130"}, phase="uesugi", **AROUND)
    besiege(match, "honjo_shigenaga")
    barred(match, "invest", "31-2 ring_open", "31-2-1 too_weak", "31-2-1 automatic")
    assert match.why_not("invest")[0].data["hex"] == "2337"
    match = compose({**ring(12, 12, 12, 12), KENSHIN: "2130"}, phase="uesugi", **AROUND)
    besiege(match, "honjo_shigenaga")
    barred(match, "invest", "31-2-1 too_weak", "31-2-1 automatic")
