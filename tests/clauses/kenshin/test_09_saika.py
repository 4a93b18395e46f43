"""9-2, 9-2-1(2): Saika's neutrality and return; K-33."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
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
    score,
    steps,
    turn_of,
    unit,
)
from tests.clauses.kenshin.turns import has_no_effect, is_turn_start_over, roll_event, ship_place, sides_of_clans
from tests.clauses.reasons import barred
from tests.support import clause

SAIKA = "1132"
# Both Saika units away from home.
AWAY = {"saika_shu": {"hex": "1628", "inside": True, "steps": 1}, "suzuki_shigehide": "1728"}
NEUTRAL = "9-2 Saika Neutrality"


def saika_are_home(match: Match) -> bool:
    """Return whether all living Saika units stand in the hex of their castle."""
    return {at(match, name) for name in AWAY} <= {SAIKA, "dead"}


@clause("kenshin", NEUTRAL, "TBL-EVENTS Saika Neutral", "9-2-1(2)")
def test_the_saika_go_home_and_are_neutral_with_their_castle() -> None:
    """They keep their steps and nothing scores; no unit may enter the hex afterwards."""
    match = roll_event("saika_neutrality", {**AWAY, "jinbo_ujiharu": "1232"})
    assert is_turn_start_over(match)
    assert saika_are_home(match)
    assert steps(match, "saika_shu") == 1
    assert sides_of_clans(match)["saika"] == castle(match, "saika")["holder"] == "neutral"
    assert of_kind(match.events, "joined") == [{"army": "saika", "seat": "none"}]
    assert score(match) == 0
    barred(match, "move saika_shu", "20 neutral")
    match.act("move jinbo_ujiharu")
    barred(match, f"to {SAIKA}", "20 entry neutral_there")


@clause("kenshin", NEUTRAL)
def test_a_led_saika_unit_goes_home_and_leaves_its_commander() -> None:
    """Katsuyori, who led the unit, stays where he is."""
    units = {"takeda_katsuyori": "5722", "suzuki_shigehide": {"hex": "5722", "leader": "takeda_katsuyori"}}
    match = roll_event("saika_neutrality", units)
    assert at(match, "suzuki_shigehide") == SAIKA
    assert "leader" not in unit(match, "suzuki_shigehide")
    assert at(match, "takeda_katsuyori") == "5722"


@clause("kenshin", NEUTRAL)
def test_a_saika_unit_aboard_goes_home_and_the_ship_stays() -> None:
    match = roll_event(
        "saika_neutrality", {"saika_shu": "aboard murakami_takeyoshi"}, ships={"murakami_takeyoshi": "seto"}
    )
    assert at(match, "saika_shu") == SAIKA
    assert ship_place(match, "murakami_takeyoshi") == "seto"


@clause("kenshin", "9-2-1(2)")
def test_other_units_in_the_hex_go_to_an_adjacent_hex_of_their_owners_choice() -> None:
    """From inside and outside the castle, to land hexes only; none may stay."""
    units = {**AWAY, **garrison(SAIKA, "jinbo_ujiharu"), "honjo_shigenaga": SAIKA}
    match = roll_event("saika_neutrality", units, terrain={"1133": "flat", "1232": "flat", "1233": "mountain"})
    assert turn_of(match) == ("displace", "uesugi")
    places = {text.split()[1] for text in choices(match, "shift")}
    assert {"1133", "1232"} <= places <= set(neighbours(SAIKA))
    assert "1233" not in places
    barred(match, "shift jinbo_ujiharu 1233", "9-2-1(2) no_such_shift")
    match.act("shift jinbo_ujiharu 1133")
    match.act("shift honjo_shigenaga 1232")
    assert (at(match, "jinbo_ujiharu"), at(match, "honjo_shigenaga")) == ("1133", "1232")
    assert "inside" not in unit(match, "jinbo_ujiharu")
    assert sides_of_clans(match)["saika"] == "neutral"


@clause("kenshin", "9-2-1(2)", NEUTRAL)
def test_besiegers_of_the_saika_alone_are_moved_by_their_owner_and_the_siege_is_over() -> None:
    """K-33; ships in the hex go to the Seto."""
    units = {**garrison(SAIKA, "saika_shu"), "maeda_toshiie": SAIKA, "sasa_narimasa": SAIKA}
    ships = {"murakami_takeyoshi": SAIKA, "kuki_sumitaka": {"at": SAIKA}}
    match = roll_event("saika_neutrality", units, castles={"saika": {"marker": 2}}, ships=ships)
    assert turn_of(match) == ("displace", "oda")
    for _ in range(2):
        match.act(decision_of(match).texts[0])
    assert is_turn_start_over(match)
    assert {at(match, name) for name in ("maeda_toshiie", "sasa_narimasa")} <= set(neighbours(SAIKA))
    assert "marker" not in castle(match, "saika")
    assert castle(match, "saika")["holder"] == "neutral"
    assert ship_place(match, "murakami_takeyoshi") == ship_place(match, "kuki_sumitaka") == "seto"


@clause("kenshin", "9-2-1(2) Oda besieged")
def test_with_oda_besieged_in_the_castle_the_saika_join_the_besiegers() -> None:
    units = {**AWAY, **garrison(SAIKA, "maeda_toshiie"), "jinbo_ujiharu": SAIKA, "honjo_shigenaga": SAIKA}
    match = roll_event("saika_neutrality", units, castles={"saika": {"holder": "oda", "marker": 1}})
    assert saika_are_home(match)
    assert sides_of_clans(match)["saika"] == "uesugi"
    assert castle(match, "saika")["holder"] == "oda"
    assert castle(match, "saika")["marker"] == 1
    assert "inside" not in unit(match, "saika_shu")
    allowed(match, "move saika_shu")


@clause("kenshin", "9-2-1(2) Uesugi besieged")
def test_with_other_uesugi_units_besieged_there_the_saika_join_the_garrison() -> None:
    units = {**AWAY, **garrison(SAIKA, "jinbo_ujiharu"), "maeda_toshiie": SAIKA, "sasa_narimasa": SAIKA}
    match = roll_event("saika_neutrality", units, castles={"saika": {"marker": 1}})
    assert saika_are_home(match)
    assert sides_of_clans(match)["saika"] == "uesugi"
    assert castle(match, "saika")["holder"] == "uesugi"
    assert unit(match, "saika_shu")["inside"] is True
    assert unit(match, "suzuki_shigehide")["inside"] is True


@clause("kenshin", NEUTRAL)
@pytest.mark.parametrize(
    ("units", "entries"),
    [
        (AWAY, {"castles": {"saika": {"holder": "oda"}}}),
        ({"saika_shu": SAIKA, "suzuki_shigehide": SAIKA}, {"clans": {"saika": "neutral"}}),
        (dict.fromkeys(AWAY, "dead"), {}),
    ],
    ids=["castle lost", "neutral already", "nobody left"],
)
def test_without_a_castle_or_men_or_when_neutral_the_event_has_no_effect(units: Any, entries: Any) -> None:
    match = roll_event("saika_neutrality", units, **entries)
    assert has_no_effect(match)
    assert not data_of(match.events, "joined", "army")


@clause("kenshin", NEUTRAL)
def test_the_last_saika_unit_goes_home() -> None:
    match = roll_event("saika_neutrality", {**AWAY, "saika_shu": "dead"})
    assert (at(match, "suzuki_shigehide"), at(match, "saika_shu")) == (SAIKA, "dead")


@clause("kenshin", "9-2 Saika Rejoins", "TBL-EVENTS Saika Rejoins")
def test_neutral_saika_come_back_with_their_castle() -> None:
    units = {"saika_shu": SAIKA, "suzuki_shigehide": SAIKA}
    match = roll_event("saika_rejoins", units, clans={"saika": "neutral"})
    assert sides_of_clans(match)["saika"] == castle(match, "saika")["holder"] == "uesugi"
    assert of_kind(match.events, "joined") == [{"army": "saika", "seat": "uesugi"}]
    assert score(match) == 0
    allowed(match, "move saika_shu")


@clause("kenshin", "9-2 Saika Rejoins")
def test_saika_who_are_not_neutral_need_not_rejoin() -> None:
    match = roll_event("saika_rejoins", AWAY)
    assert has_no_effect(match)
    assert at(match, "suzuki_shigehide") == "1728"


@clause("kenshin", NEUTRAL)
def test_a_saika_unit_in_the_box_goes_home() -> None:
    match = roll_event("saika_neutrality", {"saika_shu": "box", "suzuki_shigehide": SAIKA})
    assert saika_are_home(match)


@clause("kenshin", NEUTRAL, "9-2-1(2)")
def test_besiegers_of_the_empty_saika_castle_are_moved_away() -> None:
    """K-33: the castle holds no other unit of the Uesugi side."""
    match = roll_event("saika_neutrality", {**AWAY, "maeda_toshiie": SAIKA}, castles={"saika": {"marker": 2}})
    assert turn_of(match) == ("displace", "oda")
    match.act(decision_of(match).texts[0])
    assert saika_are_home(match)
    assert castle(match, "saika")["holder"] == "neutral"


@clause("kenshin", "9-2-1(2) Uesugi besieged", "8-1")
def test_saika_without_room_inside_go_to_an_adjacent_hex_of_the_uesugi_sides_choice() -> None:
    """K-106: a force of two, and one place left."""
    units = {
        **garrison(SAIKA, "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane"),
        **force("1729", "saika_shu", "suzuki_shigehide"),
        "maeda_toshiie": SAIKA,
    }
    match = roll_event("saika_neutrality", units)
    assert turn_of(match) == ("displace", "uesugi")
    hexes = {text.split()[1] for text in choices(match, "shift")}
    assert len(hexes) > 1
    assert hexes <= set(neighbours(SAIKA))
    goal = max(hexes)
    match.act(f"shift saika_shu {goal}")
    assert at(match, "saika_shu") == at(match, "suzuki_shigehide") == goal
