"""Chapter 4: Neutral armies; questions on powers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, compose, power, refused, stack
from tests.support import clause

HANDS = {
    "oda": ["charge_order", "warships", "urgent_recruitment_oda", "reliable_supply_line", "scheming_with_other_powers"],
    "anti_oda": ["murakami_navy", "swift_as_wind", "urgent_recruitment_anti_1"],
}


def board(areas: dict[str, Any], seat: str = "oda", **entries: Any) -> Playing:
    return compose(empty=True, to_act=seat, hands=HANDS, areas=areas, **entries)


@clause("nobunaga", "4-7")
@pytest.mark.parametrize(("seat", "clan"), [("oda", "oda"), ("anti_oda", "azai")])
def test_4_7_neutral_armies_serve_nobody(seat: str, clan: str) -> None:
    areas = {"harima": {"neutral": {"ready": 3}, clan: {"ready": 3}}, "mino": {clan: {"ready": 3}}}
    match = board(areas, seat)
    assert power(match, "neutral") == "neutral"
    for action, own, foreign in (
        ("movement", f"march {clan} mino", "march neutral harima"),
        ("combat", f"attack {clan} harima", "attack neutral harima"),
        ("reinforcement", f"reinforce {clan} harima", "reinforce neutral harima"),
    ):
        turn = match.fork()
        acts(turn, action)
        allowed(turn, own)
        refused(turn, foreign)
    acts(match, "diplomacy")
    assert not [text for text in match.decision.texts if "neutral" in text.split()]


@clause("nobunaga", "4-7")
@pytest.mark.parametrize(("die", "left"), [(2, 1), (3, 2)])
def test_4_7_an_attacked_neutral_army_counterattacks(die: int, left: int) -> None:
    areas = {"harima": {"neutral": {"ready": 1}, "oda": {"ready": 2}}}
    match = board(areas, dice=[die])
    acts(match, "combat", "attack oda harima", "discard warships", "stop")
    assert stack(match, "harima", "oda") == {"ready": 0, "spent": left, "generals": {}}
    assert stack(match, "harima", "neutral")["ready"] == 1


@clause("nobunaga", "4-7.p3")
def test_4_7_p3_each_neutral_counter_is_fought_by_itself() -> None:
    """Three hits remove the one counter attacked, which alone strikes back with one die; then the next one."""
    units = {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}, "neutral": {"ready": 3}}
    match = board({"harima": units}, dice=[1, 1, 1, 6, 1, 1, 6, 1])
    acts(match, "combat", "attack oda harima", "discard warships")
    assert stack(match, "harima", "neutral")["ready"] == 2
    acts(match, "again", "discard charge_order", "stop")
    assert stack(match, "harima", "neutral")["ready"] == 1
    assert stack(match, "harima", "oda") == {"ready": 0, "spent": 1, "generals": {"shibata_katsuie": "spent"}}


@clause("nobunaga", "FAQ-Q05")
def test_faq_q05_a_lost_ally_pins_the_army_until_he_returns() -> None:
    areas = {
        "mino": {"oda": {"ready": 3}, "tokugawa": {"ready": 3}},
        "owari": {"oda": {"ready": 3}},
    }
    match = board(areas, "anti_oda", markers={"tokugawa": 2})
    acts(match, "diplomacy", "influence tokugawa right", "discard murakami_navy")
    pinned = match.fork()
    acts(pinned, "movement")
    allowed(pinned, "march oda owari")
    refused(pinned, "march oda mino", "7-2(2)")
    acts(match, "diplomacy", "influence tokugawa left", "discard warships", "pass", "movement")
    allowed(match, "march oda mino", "march oda owari", "march tokugawa mino")


@clause("nobunaga", "FAQ-Q05")
def test_faq_q05_a_lost_ally_pins_the_army_until_he_is_removed_in_combat() -> None:
    """Two Oda armies and Hashiba destroy the one army that pins them; the supply line then readies them to leave."""
    areas = {
        "mino": {"oda": {"ready": 2, "generals": ["hashiba_hideyoshi"]}, "tokugawa": {"ready": 1}},
        "owari": {"oda": {"ready": 2}},
    }
    match = board(areas, markers={"tokugawa": 3}, dice=[1, 6, 6])
    pinned = match.fork()
    acts(pinned, "movement")
    refused(pinned, "march oda mino", "7-2(2)")
    acts(match, "combat", "attack oda mino", "discard warships", "pass")
    assert stack(match, "mino", "tokugawa")["ready"] == 0
    acts(match, "event reliable_supply_line", "pass", "movement")
    allowed(match, "march oda mino")


@clause("nobunaga", "FAQ-Q06")
@pytest.mark.parametrize(
    ("clan", "origin", "host", "general", "area"),
    [
        ("uesugi", "north_shinano", "takeda", "takeda_katsuyori", "kai"),
        ("takeda", "north_shinano", "uesugi", "uesugi_kenshin", "echigo"),
        ("takeda", "tanba", "mouri", "mouri_motonari", "harima"),
    ],
)
def test_faq_q06_the_three_great_houses_fight_when_they_meet(
    clan: str, origin: str, host: str, general: str, area: str
) -> None:
    """Both are at war with Oda. The movers have no general; the two dice are the host's counterattack."""
    areas = {origin: {clan: {"ready": 3}}, area: {host: {"ready": 1, "generals": [general]}}}
    match = board(areas, "anti_oda", markers=dict.fromkeys(("uesugi", "takeda", "mouri"), 4), dice=[1, 6])
    acts(match, "movement", f"march {clan} {origin}", "with 2", f"to {area}", "discard murakami_navy")
    assert stack(match, area, clan) == {"ready": 0, "spent": 1, "generals": {}}
    assert stack(match, area, host) == {"ready": 1, "spent": 0, "generals": {general: "ready"}}


@clause("nobunaga", "FAQ-Q06")
def test_faq_q06_the_three_great_houses_cannot_pass_through_each_other() -> None:
    """From Echigo to Noto every way leads through Etchuu."""
    areas = {"echigo": {"uesugi": {"ready": 3}}, "etchuu": {"takeda": {"ready": 1}}}
    match = board(areas, "anti_oda", markers={"uesugi": 4, "takeda": 4})
    acts(match, "movement", "march uesugi echigo", "with 2")
    allowed(match, "to etchuu")
    refused(match, "to noto")


@clause("nobunaga", "FAQ-Q07")
@pytest.mark.parametrize(
    ("friend", "general"),
    [
        ("honganji", "honganji_kennyo"),
        ("azai", "azai_nagamasa"),
        ("asakura", "asakura_yoshikage"),
        ("miyoshi", "miyoshi_sanninshuu"),
    ],
)
def test_faq_q07_the_three_great_houses_are_one_power_with_the_other_anti_oda_daimyos(
    friend: str, general: str
) -> None:
    """No combat on entering, free passage, and no attack afterwards."""
    held = {"controller": friend, friend: {"ready": 2, "generals": [general]}}
    match = board({"echigo": {"uesugi": {"ready": 3}}, "etchuu": held}, "anti_oda", markers={"uesugi": 4})
    acts(match, "movement", "march uesugi echigo", "with 2")
    allowed(match, "to etchuu", "to noto")
    acts(match, "to etchuu", "discard murakami_navy")
    assert stack(match, "etchuu", "uesugi") == {"ready": 0, "spent": 2, "generals": {}}
    assert stack(match, "etchuu", friend) == {"ready": 2, "spent": 0, "generals": {general: "ready"}}
    acts(match, "pass")
    refused(match, "combat")


@clause("nobunaga", "FAQ-naming")
def test_faq_naming_oda_power_means_any_clan_fighting_for_oda() -> None:
    areas = {"mino": {"oda": {"ready": 1}}, "mikawa": {"tokugawa": {"ready": 1}}, "yamato": {"matsunaga": {"ready": 1}}}
    match = board(areas)
    acts(match, "event urgent_recruitment_oda")
    assert set(match.decision.texts) == {"recruit oda mino", "recruit tokugawa mikawa"}


@clause("nobunaga", "FAQ-naming")
def test_faq_naming_oda_clan_means_the_oda_counters_alone() -> None:
    """The supply line readies Oda clan units; an ally in the same area is only of the Oda power."""
    units = {"oda": {"spent": 2, "spent_generals": ["hashiba_hideyoshi"]}, "tokugawa": {"spent": 2}}
    match = board({"mino": units})
    acts(match, "event reliable_supply_line")
    assert stack(match, "mino", "oda") == {"ready": 2, "spent": 0, "generals": {"hashiba_hideyoshi": "ready"}}
    assert stack(match, "mino", "tokugawa")["spent"] == 2


@clause("nobunaga", "FAQ-naming")
def test_faq_naming_anti_oda_power_means_those_in_the_war() -> None:
    areas = {"kai": {"takeda": {"ready": 1}}, "echigo": {"uesugi": {"ready": 1}}, "echizen": {"asakura": {"ready": 1}}}
    match = board(areas, "anti_oda", markers={"takeda": 4})
    acts(match, "event urgent_recruitment_anti_1")
    assert set(match.decision.texts) == {"recruit takeda kai", "recruit asakura echizen"}


@clause("nobunaga", "FAQ-naming")
def test_faq_naming_non_oda_power_means_anti_oda_and_neutrals() -> None:
    units: dict[str, Any] = {clan: {"ready": 1} for clan in ("tokugawa", "azai", "takeda", "neutral")}
    units["oda"] = {"ready": 1, "generals": ["hashiba_hideyoshi"]}
    match = board({"owari": units})
    acts(match, "event scheming_with_other_powers")
    assert set(match.decision.texts) == {f"scheme {clan} owari" for clan in ("azai", "takeda", "neutral")}
