"""9-2, 9-2-1(3), TBL-MINOR: minor daimyo that change sides; K-25, K-106."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import (
    FIELD,
    allowed,
    at,
    castle,
    choices,
    data_of,
    decision_of,
    force,
    garrison,
    neighbours,
    of_kind,
    plain,
    roll_of,
    score,
    turn_of,
    unit,
)
from tests.clauses.kenshin.turns import MINOR, has_no_effect, is_turn_start_over, roll_event, ship_place, sides_of_clans
from tests.clauses.reasons import barred
from tests.support import clause

# Each event: from which state to which side.
CHANGES = {
    "neutral_to_oda": ("neutral", "oda"),
    "neutral_to_uesugi": ("neutral", "uesugi"),
    "oda_to_uesugi": ("oda", "uesugi"),
    "uesugi_to_oda": ("uesugi", "oda"),
}
ALL = ("9-2 Neutral to Oda", "9-2 Neutral to Uesugi", "9-2 Oda to Uesugi", "9-2 Uesugi to Oda",
       "TBL-EVENTS Neutral to Oda", "TBL-EVENTS Neutral to Uesugi", "TBL-EVENTS Oda to Uesugi",
       "TBL-EVENTS Uesugi to Oda")  # fmt: skip
MIKI, SAKURABORA = "miki_yoritsuna", "4214"
TO_UESUGI = {"clans": {"miki": "oda"}}
TO_ODA = {"clans": {"miki": "uesugi"}}


def minor_daimyo_at_home() -> dict[str, str]:
    """Return entries of every minor daimyo in the hex of its main castle."""
    homes = {"miki": SAKURABORA, "isshiki": "1818", "takeda_motoaki": "2218", "yamana": "1216", "negoro": "1332"}
    return {MINOR[army][0]: hex_id for army, hex_id in homes.items()}


@clause("kenshin", "TBL-MINOR")
@pytest.mark.parametrize(
    ("die", "army"), [(1, "miki"), (2, "isshiki"), (3, "takeda_motoaki"), (4, "yamana"), (5, "negoro"), (6, "negoro")]
)
def test_the_die_names_the_clan(die: int, army: str) -> None:
    match = roll_event("neutral_to_oda", minor_daimyo_at_home(), die)
    assert roll_of(match.events, "minor_daimyo")["dice"] == [die]
    assert data_of(match.events, "minor_daimyo", "army") == [army]
    assert [name for name in MINOR if sides_of_clans(match)[name] == "oda"] == [army]


@clause("kenshin", *ALL)
@pytest.mark.parametrize("event", CHANGES)
@pytest.mark.parametrize("state", ["neutral", "oda", "uesugi"])
@pytest.mark.parametrize("army", ["yamana", "negoro"])
def test_only_a_clan_in_the_named_state_changes_sides(event: str, state: str, army: str) -> None:
    """K-25: units and castles change together, without points; else there is no event."""
    needed, side = CHANGES[event]
    _, castles, die = MINOR[army]
    match = roll_event(event, minor_daimyo_at_home(), die, clans={army: state})
    assert has_no_effect(match) is (state != needed)
    now = side if state == needed else state
    assert sides_of_clans(match)[army] == now
    assert {castle(match, name)["holder"] for name in castles} == {now}
    assert score(match) == (6 if event == "oda_to_uesugi" else 0)
    assert match.view(None)["event"] == (event if state == needed else "none")
    if state == needed:
        assert of_kind(match.events, "joined") == [{"army": army, "seat": side}]
        assert set(data_of(match.events, "castle_turned", "castle")) == set(castles)


@clause("kenshin", "9-2 Neutral to Uesugi")
def test_a_clan_that_joined_a_side_moves_in_that_turn() -> None:
    match = roll_event("neutral_to_uesugi", minor_daimyo_at_home(), 1)
    allowed(match, f"move {MIKI}")
    barred(match, "move yamana_toyokuni", "20 neutral")


@clause("kenshin", "9-2 Neutral to Oda")
def test_a_castle_held_by_another_side_does_not_change() -> None:
    """K-25: Ariko was taken by the Oda before the Yamana went over from the Uesugi to them; Tottori goes along."""
    match = roll_event("uesugi_to_oda", {"yamana_toyokuni": "0414"}, 4, clans={"yamana": "uesugi"},
                       castles={"ariko": {"holder": "oda"}, "tottori": {"holder": "uesugi"}})  # fmt: skip
    assert data_of(match.events, "castle_turned", "castle") == ["tottori"]
    match = roll_event("oda_to_uesugi", {"yamana_toyokuni": "0414"}, 4, clans={"yamana": "oda"},
                       castles={"ariko": {"holder": "uesugi"}, "tottori": {"holder": "oda"}})  # fmt: skip
    assert castle(match, "ariko")["holder"] == castle(match, "tottori")["holder"] == "uesugi"


@clause("kenshin", "9-2 Oda to Uesugi")
def test_a_clan_without_units_and_castles_is_no_event() -> None:
    """K-25: the man is dead and his castle taken."""
    match = roll_event("oda_to_uesugi", {MIKI: "dead"}, 1, castles={"sakurabora": {"holder": "uesugi"}}, **TO_UESUGI)
    assert has_no_effect(match)


@clause("kenshin", "9-2 Uesugi to Oda")
def test_an_investment_by_the_new_friends_ends() -> None:
    units = {**garrison(SAKURABORA, MIKI), "maeda_toshiie": SAKURABORA, "sasa_narimasa": SAKURABORA}
    match = roll_event("uesugi_to_oda", units, 1, castles={"sakurabora": {"marker": 2}}, **TO_ODA)
    assert is_turn_start_over(match)
    assert castle(match, "sakurabora").items() >= {"holder": "oda", "durability": 3}.items()
    assert at(match, "maeda_toshiie") == SAKURABORA
    assert data_of(match.events, "lifted", "castle") == ["sakurabora"]


@clause("kenshin", "9-2 Uesugi to Oda")
def test_without_an_investment_no_end_of_one_is_recorded() -> None:
    match = roll_event("uesugi_to_oda", garrison(SAKURABORA, MIKI), 1, **TO_ODA)
    assert castle(match, "sakurabora")["holder"] == "oda"
    assert not of_kind(match.events, "lifted")


# --- 9-2-1(3): among new enemies ---------------------------------------------------------------------------------


@clause("kenshin", "9-2-1(3)")
@pytest.mark.parametrize(
    ("event", "entries", "friend", "gainer"),
    [("oda_to_uesugi", TO_UESUGI, "maeda_toshiie", "uesugi"), ("uesugi_to_oda", TO_ODA, "jinbo_ujiharu", "oda")],
)
def test_a_unit_among_new_enemies_is_moved_to_an_adjacent_hex_by_its_new_side(
    event: str, entries: Any, friend: str, gainer: str
) -> None:
    match = roll_event(event, {MIKI: FIELD, friend: FIELD}, 1, **plain(FIELD), **entries)
    assert turn_of(match) == ("displace", gainer)
    assert choices(match, "shift") == {f"{MIKI} {hex_id}" for hex_id in neighbours(FIELD)}
    events = match.act(f"shift {MIKI} 4811")
    assert of_kind(events, "displaced")[0] == {"unit": MIKI, "from_hex": FIELD, "to_hex": "4811"}
    assert (at(match, MIKI), at(match, friend)) == ("4811", FIELD)
    assert score(match) == (6 if gainer == "uesugi" else 0)


@clause("kenshin", "9-2-1(3)")
def test_a_displaced_unit_enters_no_mountain_neutral_or_enemy_hex_and_crosses_no_water() -> None:
    """K-106: the six hexes around: a mountain, an Oda force, the Yamana, water, a river, open ground."""
    units = {MIKI: FIELD, "maeda_toshiie": FIELD, "sasa_narimasa": "4809", "yamana_toyokuni": "4709"}
    ground = plain(FIELD)
    ground["terrain"]["4710"] = "mountain"
    ground["sides"] |= {"4810-4909": "water", "4810-4910": "river"}
    match = roll_event("oda_to_uesugi", units, 1, **ground, **TO_UESUGI)
    assert choices(match, "shift") == {f"{MIKI} 4811", f"{MIKI} 4910"}
    for hex_id in ("4710", "4809", "4709", "4909", "4812"):
        barred(match, f"shift {MIKI} {hex_id}", "9-2-1(3) no_such_shift")


@clause("kenshin", "9-2-1(3)")
def test_a_unit_without_an_adjacent_hex_is_displaced_to_the_nearest_one() -> None:
    """K-106: all six hexes are mountains; of the next twelve only one is open."""
    ground = plain(FIELD)
    for hex_id in ground["terrain"]:
        ground["terrain"][hex_id] = "mountain"
    ground["terrain"] |= {FIELD: "flat", "4812": "flat", "4813": "flat"}
    match = roll_event("oda_to_uesugi", {MIKI: FIELD, "maeda_toshiie": FIELD}, 1, **ground, **TO_UESUGI)
    assert is_turn_start_over(match)
    assert at(match, MIKI) == "4812"


@clause("kenshin", "9-2-1(3)")
def test_a_led_unit_that_changes_sides_leaves_its_commander() -> None:
    match = roll_event(
        "oda_to_uesugi", force(FIELD, "oda_nobunaga", MIKI, "maeda_toshiie"), 1, **plain(FIELD), **TO_UESUGI
    )
    match.act(f"shift {MIKI} 4811")
    assert unit(match, MIKI) == {"hex": "4811", "steps": 2}
    assert unit(match, "maeda_toshiie")["leader"] == "oda_nobunaga"


@clause("kenshin", "9-2-1(3)")
def test_a_unit_alone_in_its_hex_stays_there() -> None:
    match = roll_event("oda_to_uesugi", {MIKI: FIELD, "maeda_toshiie": "4811"}, 1, **plain(FIELD), **TO_UESUGI)
    assert is_turn_start_over(match)
    assert at(match, MIKI) == FIELD


@clause("kenshin", "9-2-1(3) garrison")
@pytest.mark.parametrize("hex_id", ["5114", SAKURABORA], ids=["a castle of others", "his own castle"])
def test_a_unit_in_a_garrison_of_new_enemies_goes_outside_in_the_same_hex(hex_id: str) -> None:
    """K-25: a castle with units of the old side inside stays with them, even his own."""
    castles = {} if hex_id == SAKURABORA else {"fukashi": {"holder": "oda"}}
    match = roll_event("oda_to_uesugi", garrison(hex_id, MIKI, "maeda_toshiie"), 1, castles=castles, **TO_UESUGI)
    assert is_turn_start_over(match)
    assert unit(match, MIKI) == {"hex": hex_id, "steps": 2}
    assert unit(match, "maeda_toshiie")["inside"] is True
    assert castle(match, "sakurabora" if hex_id == SAKURABORA else "fukashi")["holder"] == "oda"
    assert sides_of_clans(match)["miki"] == "uesugi"


@clause("kenshin", "9-2-1(3) garrison")
def test_a_unit_alone_in_a_castle_that_does_not_change_goes_outside() -> None:
    castles = {"fukashi": {"holder": "oda"}}
    match = roll_event("oda_to_uesugi", garrison("5114", MIKI), 1, castles=castles, **TO_UESUGI)
    assert unit(match, MIKI) == {"hex": "5114", "steps": 2}


@clause("kenshin", "9-2-1(3)", "9-2-1(3) garrison")
def test_a_unit_alone_in_a_castle_with_new_enemies_outside_goes_to_an_adjacent_hex() -> None:
    """K-25: Fukashi of the Oda, a man of theirs in the open."""
    units = {**garrison("5114", MIKI), "maeda_toshiie": "5114"}
    match = roll_event("oda_to_uesugi", units, 1, castles={"fukashi": {"holder": "oda"}}, **TO_UESUGI)
    assert turn_of(match) == ("displace", "uesugi")
    match.act(decision_of(match).texts[0])
    assert at(match, MIKI) in neighbours("5114")
    assert "inside" not in unit(match, MIKI)


@clause("kenshin", "9-2-1(3) transported", "21 samuraidaisho")
@pytest.mark.parametrize(
    ("event", "entries", "vessel", "points"),
    [("oda_to_uesugi", TO_UESUGI, "kuki_sumitaka", -2), ("uesugi_to_oda", TO_ODA, "obama_kagetaka", 2)],
)
def test_a_unit_at_sea_that_changes_sides_is_lost_and_scores_for_the_owner_of_the_ship(
    event: str, entries: Any, vessel: str, points: int
) -> None:
    match = roll_event(event, {MIKI: f"aboard {vessel}"}, 1, ships={vessel: "pacific"}, **entries)
    assert ship_place(match, vessel) == "removed"
    assert at(match, MIKI) in ("dead", "removed")
    assert score(match) == points + (6 if event == "oda_to_uesugi" else 0)


@clause("kenshin", "9-2-1(3) Mori box", "21 samuraidaisho")
def test_a_unit_in_the_box_that_changes_sides_is_removed_and_scores_for_the_uesugi() -> None:
    match = roll_event("uesugi_to_oda", {MIKI: "box"}, 1, **TO_ODA)
    assert at(match, MIKI) in ("dead", "removed")
    assert score(match) == 2
    assert castle(match, "sakurabora")["holder"] == "oda"
