"""9-2-1(1), 9-2-1(2), 9-4, 9-5-7: corners of the Turn Start Phase; K-24, K-39, K-67, K-105, K-106."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    at,
    castle,
    castles_in,
    choices,
    compose,
    data_of,
    decision_of,
    disc,
    find_cut_off,
    force,
    garrison,
    neighbours,
    phase_of,
    rolls,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

ARAKI, NAKAGAWA, TAKAYAMA = "araki_murashige", "nakagawa_kiyohide", "takayama_shigetomo"
ITAMI = "1626"
# Two dice that bring the rebellion while the score is 0 to 5; those not told cost nobody anything.
REBELLION = (4, 5)


def rebellion(units: Mapping[str, Any], *dice: int, **entries: Any) -> Match:
    """Araki's die, then those of the others who are alive."""
    everybody = {**UESUGI, **ODA, **units}
    return compose(everybody, phase="turn_start", step="event", dice=[*REBELLION, *dice, *[1] * 40], **entries)


@clause("kenshin", "9-2-1(1)", "9-2 Araki Rebellion returned")
def test_who_is_asked_where_he_stands_and_returns_stays_in_his_force() -> None:
    """K-24: nothing at all happens; in the ordinary case he has left his force for his castle."""
    units = {**force("1728", ARAKI, NAKAGAWA, "sakuma_nobuhide"), **force("1729", "sakuma_nobumori", TAKAYAMA)}
    lost = {name: {"holder": "uesugi"} for name in ("itami", "ibaraki", "takatsuki")}
    match = rebellion(units, 1, 5, 5, castles=lost)
    assert phase_of(match)[1] == "uesugi_movement"
    assert unit(match, NAKAGAWA)["leader"] == unit(match, "sakuma_nobuhide")["leader"] == ARAKI
    assert unit(match, TAKAYAMA)["leader"] == "sakuma_nobumori"
    match = rebellion(units, 1, 5, 5)
    assert "leader" not in unit(match, "sakuma_nobuhide")


@clause("kenshin", "9-2-1(1)", "9-2 Araki Rebellion traitor")
def test_who_betrays_where_he_stands_leaves_his_men_there() -> None:
    """The men of Araki in Hanakuma are displaced, as the castle turns with him."""
    units = force("1326", ARAKI, "sakuma_nobuhide")
    match = rebellion(units, 6, castles={"itami": {"holder": "uesugi"}})
    assert turn_of(match) == ("displace", "oda")
    assert {text.split()[0] for text in choices(match, "shift")} == {"sakuma_nobuhide"}


@clause("kenshin", "9-2-1(1)")
def test_alone_before_his_castle_of_the_uesugi_side_he_may_stay_outside() -> None:
    """He was the only enemy there; with another Oda unit he must go inside."""
    lost = {"itami": {"holder": "uesugi"}}
    match = rebellion({ARAKI: ITAMI}, 6, castles=lost)
    assert turn_of(match) == ("gate", "uesugi")
    match.act("outside")
    assert at(match, f"{ARAKI}_traitor") == ITAMI
    assert "inside" not in unit(match, f"{ARAKI}_traitor")
    match = rebellion({ARAKI: ITAMI, "maeda_toshiie": ITAMI}, 6, castles=lost)
    assert unit(match, f"{ARAKI}_traitor")["inside"]


@clause("kenshin", "9-2 Araki Rebellion traitor", "9-2-1(1)", "8-2")
def test_whose_die_is_still_to_come_stands_before_the_castle_that_turns() -> None:
    """K-24: Nakagawa was inside Itami with others; he is never displaced, but no Oda unit is inside a castle of the
    Uesugi side."""
    units = {ARAKI: "1728", **garrison(ITAMI, NAKAGAWA, "maeda_toshiie")}
    match = rebellion(units, 6, 5, castles={"ibaraki": {"holder": "uesugi"}})
    assert turn_of(match) == ("displace", "oda")
    match.act(decision_of(match).texts[0])
    assert castle(match, "itami")["holder"] == "uesugi"
    assert (at(match, NAKAGAWA), "inside" in unit(match, NAKAGAWA)) == (ITAMI, False)
    assert unit(match, f"{ARAKI}_traitor")["inside"]


@clause("kenshin", "9-2 Araki Rebellion returned", "9-2-1(1)")
@pytest.mark.parametrize("hex_id", [ITAMI, "1326"])
def test_who_returns_before_a_castle_that_has_turned_stays_there(hex_id: str) -> None:
    """K-24: to end a betrayal has no other effect. Takayama, whose own castle is lost, stands before Itami or Hanakuma;
    nobody is displaced, and who is inside Itami is shut in by him."""
    match = rebellion({ARAKI: "1728", TAKAYAMA: hex_id}, 6, 5, castles={"takatsuki": {"holder": "uesugi"}})
    assert phase_of(match)[1] == "uesugi_movement"
    assert TAKAYAMA not in data_of(match.events, "displaced", "unit")
    assert unit(match, TAKAYAMA) == {"hex": hex_id, "steps": 2}
    assert castle(match, "itami")["holder"] == castle(match, "hanakuma")["holder"] == "uesugi"


# --- lines by the Mori box -------------------------------------------------------------------------------------------

HONGANJI, SAIKA = "1628", "1132"


@clause("kenshin", "16-1", "9-4-4", "9-5-2 besieged")
def test_two_besieged_ports_are_linked_by_the_mori_box() -> None:
    """K-67: the box is a port that is always free, so a Saika unit shut in at Honganji has a line to besieged Saika."""
    units = {
        "mori_terumoto": "undeployed",
        **garrison(HONGANJI, "suzuki_shigehide", "shimotsuma_rairen"),
        **garrison(SAIKA, "saika_shu"),
        **force(HONGANJI, "sakuma_nobumori", "sakuma_nobuhide", "miyoshi_yasunaga"),
        **force(SAIKA, "akechi_mitsuhide", "akechi_hidemitsu"),
        "bessho_nagaharu": "dead",
    }
    held = {"takasago": {"holder": "oda"}}
    assert "suzuki_shigehide" not in find_cut_off(units, castles=held)
    gone = {"mori_terumoto": "dead", "ukita_naoie": "dead"}
    assert "suzuki_shigehide" in find_cut_off({**units, **gone}, castles=held)
    assert "suzuki_shigehide" in find_cut_off(units, castles=held, ships={"kuki_sumitaka": "seto"})


# --- castles of rebels -----------------------------------------------------------------------------------------------


@clause("kenshin", "9-5-7", "2-2-2(8)", "9-2 Araki Rebellion returned")
def test_the_castle_of_a_man_who_came_back_is_no_castle_of_the_rebels() -> None:
    """K-105: taken from the Oda later, it is mended by any clan of the side; that of a traitor is his clan's."""
    units = {f"{ARAKI}_traitor": ITAMI, "hatano_hideharu": "1521"}
    taken = {name: {"holder": "uesugi"} for hex_id in disc("1724", 7) for name in castles_in(hex_id)}
    damaged = {name: {"holder": "uesugi", "durability": 1} for name in ("itami", "takatsuki")}
    match = compose(
        {**UESUGI, **ODA, **units}, phase="turn_start", step="replenishment", dice=[5] * 20,
        castles={**taken, **damaged}, state={"araki_rebellion": "clan"},
    )  # fmt: skip
    assert turn_of(match) == ("replenish", "uesugi")
    assert choices(match, "repair") == {"takatsuki"}
    barred(match, "repair itami", "9-5-7 castle_of_others")
    match.act("done")
    while turn_of(match)[0] == "replenish" and "itami" not in choices(match, "repair"):
        match.act("done")
    assert choices(match, "repair") == {"itami", "takatsuki"}


def menders(name: str, units: Mapping[str, Any], rebels: str) -> set[str]:
    """The clans of the Uesugi side that may repair that castle; all castles around are theirs."""
    taken = {other: {"holder": "uesugi"} for hex_id in disc("1724", 7) for other in castles_in(hex_id)}
    match = compose(
        {**UESUGI, **ODA, "hatano_hideharu": "1521", **units}, phase="turn_start", step="replenishment",
        dice=[5] * 20, castles={**taken, name: {"holder": "uesugi", "durability": 1}},
        state={"araki_rebellion": rebels},
    )  # fmt: skip
    found = set()
    while turn_of(match)[0] == "replenish":
        if name in choices(match, "repair"):
            found.add(str(decision_of(match).data["army"]))
        match.act("done")
    return found


@clause("kenshin", "9-5-7", "2-2-2(8)", "9-2 Araki Rebellion clan", "9-2 Araki Rebellion Hanakuma")
@pytest.mark.parametrize("name", ["itami", "hanakuma"])
def test_itami_and_hanakuma_are_repaired_by_arakis_clan_while_it_has_a_unit(name: str) -> None:
    """K-105: by his clan alone, also when only Nakagawa is left of it; then by every clan of the side; and so if Araki
    came back, or the Uesugi side took them before any rebellion."""
    araki, nakagawa = f"{ARAKI}_traitor", f"{NAKAGAWA}_traitor"
    assert menders(name, {araki: ITAMI}, "clan") == {"araki"}
    assert menders(name, {araki: "dead", nakagawa: ITAMI}, "clan") == {"araki"}
    assert {"uesugi", "hatano"} <= menders(name, {araki: "dead"}, "clan")
    assert {"uesugi", "hatano", "nakagawa"} <= menders(name, {nakagawa: "1826"}, "independent")
    assert {"uesugi", "hatano"} <= menders(name, {}, "none")


# --- Saika without room ----------------------------------------------------------------------------------------------


@clause("kenshin", "9-2-1(2) Uesugi besieged", "8-1")
def test_saika_who_find_no_room_inside_are_put_beside_the_castle_as_the_uesugi_like() -> None:
    """K-106: a force of two, and one place left."""
    units = {
        **garrison(SAIKA, "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane"),
        **force("1729", "saika_shu", "suzuki_shigehide"),
        "maeda_toshiie": SAIKA,
    }
    match = compose({**UESUGI, **ODA, **units}, phase="turn_start", step="event", dice=[5, 5, *[1] * 40])
    assert turn_of(match) == ("displace", "uesugi")
    hexes = {text.split()[1] for text in choices(match, "shift")}
    assert len(hexes) > 1
    assert hexes <= set(neighbours(SAIKA))
    goal = max(hexes)
    match.act(f"shift saika_shu {goal}")
    assert at(match, "saika_shu") == at(match, "suzuki_shigehide") == goal


# --- clans that are not in the game ----------------------------------------------------------------------------------


def replenishing(units: Mapping[str, Any], **entries: Any) -> list[str]:
    """The clans that roll for replenishment; Himeji and Fukashi are damaged, and the Uesugi side holds both."""
    castles = {name: {"holder": "uesugi"} for hex_id in disc("0523", 8) for name in castles_in(hex_id)}
    damaged = {name: {"holder": "uesugi", "durability": 1} for name in ("himeji", "fukashi")}
    match = compose(
        {**UESUGI, **ODA, **units}, phase="turn_start", step="replenishment", dice=[1] * 20,
        castles={**castles, **damaged}, **entries,
    )  # fmt: skip
    found = []
    for _ in range(20):
        if turn_of(match)[0] != "replenish":
            break
        match.act("done")
    for roll in rolls(match.events, "replenishment"):
        found.append(roll["army"])
    return found


@clause("kenshin", "9-5-1", "15-2", "9-2 Ukita's Defection")
def test_a_clan_that_has_left_the_game_does_not_roll() -> None:
    """A captured castle is every clan's of the side (K-105); but who is gone, or has not come, mends nothing."""
    mori = {"mori_terumoto": "0123", "kikkawa_motoharu": "0123"}
    here = {**mori, "takeda_katsuyori": "5722"}
    later = {"ukita_naoie": "undeployed"}
    assert {"mori", "takeda"} <= set(replenishing({**here, **later}))
    assert "ukita" not in replenishing({**here, **later})
    assert "ukita" in replenishing({**here, "ukita_naoie": "box"}, state={"yoshiaki_uprising": 1})
    gone = {"mori_terumoto": "dead", "takeda_katsuyori": "dead"}
    assert not {"mori", "takeda"} & set(replenishing(gone))
    defected = dict.fromkeys(mori, "removed")
    assert "mori" not in replenishing(defected, state={"ukita_defection": 1})
