"""Anti-Oda's cards of movement and combat: paradise, coordinated offensive, swift as the wind, the Murakami navy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, compose, hand, refused, stack
from tests.support import clause

SPARE = "scheming_with_lesser_daimyo"
AT_WAR = {"uesugi": 4, "takeda": 4, "mouri": 4}


def table(card: str, areas: dict[str, Any], *dice: int, **entries: Any) -> Playing:
    """Anti-Oda's action turn with the card and one other in hand."""
    hands = {"oda": ["warships", "gift_to_lesser_daimyo"], "anti_oda": [card, SPARE]}
    return compose(empty=True, to_act="anti_oda", areas=areas, hands=hands, dice=dice, **entries)


def over(match: Playing) -> None:
    """The event is done: no other card was paid, and the other side is to act."""
    assert match.decision.who == "oda"
    assert hand(match, "anti_oda") == [SPARE]


# If you advance, paradise (more in test_faq.py and test_11_optional.py)


@pytest.mark.parametrize(("event", "left"), [(True, 1), (False, 2)])
@clause("nobunaga", "6-3", "7-4")
def test_card_advance_paradise_raises_the_attack(event: bool, left: int) -> None:
    areas = {"kii_ishiyama": {"honganji": {"ready": 3}}, "yamashiro": {"oda": {"ready": 3}}}
    match = table("advance_paradise", areas, 3, 2)
    acts(match, *(["event advance_paradise", "movement"] if event else ["movement"]))
    acts(match, "march honganji kii_ishiyama", "with 2", "to yamashiro")
    assert stack(match, "yamashiro", "oda")["ready"] == left
    if event:
        assert "advance_paradise" in match.view("oda")["in_effect"]
        over(match)


@pytest.mark.parametrize(("in_effect", "hits"), [(["advance_paradise"], 2), ([], 1)])
@clause("nobunaga", "6-3")
def test_card_advance_paradise_raises_the_general(in_effect: list[str], hits: int) -> None:
    """Kennyo strikes with four instead of three; Oda's Niwa keeps his three."""
    areas = {
        "kii_ishiyama": {
            "honganji": {"ready": 2, "generals": ["honganji_kennyo"]},
            "oda": {"ready": 3, "generals": ["niwa_nagahide"]},
        }
    }
    match = table("feign_illness", areas, 3, 4, 5, 4, 4, 4, 4, in_effect=in_effect)
    acts(match, "combat", "attack honganji kii_ishiyama", "commander honganji_kennyo")
    assert stack(match, "kii_ishiyama", "oda")["ready"] == 3 - hits
    assert stack(match, "kii_ishiyama", "honganji")["ready"] == 2


@clause("nobunaga", "6-3")
def test_card_advance_paradise_raises_nobody_else() -> None:
    areas = {
        "kaga": {"honganji": {"ready": 1}},
        "north_oumi": {"azai": {"ready": 2, "generals": ["azai_nagamasa"]}, "oda": {"ready": 3}},
    }
    match = table("feign_illness", areas, 4, 4, 3, in_effect=["advance_paradise"])
    acts(match, "combat", "attack azai north_oumi")
    assert stack(match, "north_oumi", "oda")["ready"] == 2


@pytest.mark.parametrize(("phase", "turn", "left"), [("action", 3, 0), ("end", 2, 2)])
@clause("nobunaga", "6-3", "6-10")
def test_card_advance_paradise_lasts_for_the_turn(phase: str, turn: int, left: int) -> None:
    match = compose(
        empty=True,
        phase=phase,
        turn=turn,
        in_effect=["advance_paradise"],
        areas={"kii_ishiyama": {"honganji": {"ready": 2}, "oda": {"ready": 2, "generals": ["niwa_nagahide"]}}},
        hands={"oda": ["warships"], "anti_oda": ["shogun_letter"]},
        dice=[*([1, 1, 2] if phase == "end" else []), 6, 6, 6, 3, 3],
    )
    while match.decision.name == "reinforcements":
        match.act(match.decision.texts[0])
    if match.decision.name == "order":
        match.act("first")
    acts(match, "combat", "attack oda kii_ishiyama")
    assert match.view("oda")["turn"] == 3
    assert stack(match, "kii_ishiyama", "oda")["ready"] == left


@clause("nobunaga", "6-3")
def test_card_advance_paradise_moves_daimyos_at_war_only() -> None:
    areas = {
        "kaga": {"honganji": {"ready": 3}},
        "echizen": {"asakura": {"ready": 3}},
        "kai": {"takeda": {"ready": 3}},
        "echigo": {"uesugi": {"ready": 3}},
        "mino": {"oda": {"ready": 3}},
    }
    match = table("advance_paradise", areas, markers={"uesugi": 4})
    acts(match, "event advance_paradise")
    assert set(match.decision.texts) == {"movement", "skip"}
    acts(match, "movement")
    assert set(match.decision.texts) == {"march honganji kaga", "march asakura echizen", "march uesugi echigo"}
    refused(match, "march takeda kai")  # Neutral


# Coordinated offensive


OFFENSIVE = {
    "north_oumi": {"azai": {"ready": 3}},
    "wakasa_tango": {"controller": "azai", "azai": {"ready": 3}},
    "echizen": {"asakura": {"ready": 3}},
    "kai": {"takeda": {"ready": 3}},
    "mino": {"oda": {"ready": 1, "generals": ["niwa_nagahide"]}},
}


@clause("nobunaga", "6-3", "7-4")
def test_card_coordinated_offensive_moves_two_daimyos() -> None:
    match = table("coordinated_offensive", OFFENSIVE, 3, 6, 4, 4)  # Niwa's side rolls two dice against each of them
    acts(match, "event coordinated_offensive")
    refused(match, "march takeda kai")  # Neutral
    acts(match, "march azai north_oumi", "with 2", "to mino")
    assert set(match.decision.texts) == {"movement", "skip"}
    acts(match, "movement")
    assert match.decision.texts == ["march asakura echizen"]
    refused(match, "march azai wakasa_tango")  # the same daimyo again
    acts(match, "march asakura echizen", "with 2", "to mino")
    assert stack(match, "mino", "azai")["spent"] == 1
    assert stack(match, "mino", "asakura")["spent"] == 2
    over(match)


@clause("nobunaga", "6-3")
def test_card_coordinated_offensive_may_be_one_move() -> None:
    match = table("coordinated_offensive", OFFENSIVE)
    acts(match, "event coordinated_offensive", "march azai north_oumi", "with 2", "to south_oumi", "skip")
    assert stack(match, "south_oumi", "azai")["spent"] == 2
    over(match)
    refused(table("coordinated_offensive", {"kai": {"takeda": {"ready": 3}}}), "event coordinated_offensive", "6-3")


# Swift as the wind


@pytest.mark.parametrize(
    ("event", "daimyo", "origin", "general", "left"),
    [
        (True, "takeda", "kai", "takeda_shingen", 1),  # 4 + 1
        (False, "takeda", "kai", "takeda_shingen", 3),
        (True, "uesugi", "north_shinano", "uesugi_kenshin", 1),  # five already, and never six
    ],
)
@clause("nobunaga", "6-3", "7-4")
def test_card_swift_as_wind_moves_with_one_more(event: bool, daimyo: str, origin: str, general: str, left: int) -> None:
    areas = {
        origin: {"controller": daimyo, daimyo: {"ready": 3, "generals": [general]}},
        "south_shinano": {"controller": "oda", "oda": {"ready": 3}},
    }
    match = table("swift_as_wind", areas, 5, 5, 6, markers=AT_WAR)
    acts(match, "event swift_as_wind" if event else "movement")
    acts(match, f"march {daimyo} {origin}", f"take {general}", "with 2", "to south_shinano")
    assert stack(match, "south_shinano", "oda")["ready"] == left
    if event:
        assert stack(match, "south_shinano", daimyo) == {"ready": 0, "spent": 2, "generals": {general: "spent"}}
        over(match)


@clause("nobunaga", "6-3", "8-5")
def test_card_swift_as_wind_holds_in_continued_combat() -> None:
    """Yamagata strikes with four in both combats; Niwa's counterattack keeps its three."""
    areas = {
        "suruga": {
            "takeda": {"ready": 1, "generals": ["yamagata_masakage"]},
            "oda": {"ready": 3, "generals": ["niwa_nagahide"]},
        }
    }
    match = table("swift_as_wind", areas, *[4, 5], *[4, 4, 4, 4], *[4, 5], *[4, 4, 4], markers=AT_WAR)
    acts(match, "event swift_as_wind", "attack takeda suruga", "again", f"discard {SPARE}")
    assert stack(match, "suruga", "oda") == {"ready": 1, "spent": 0, "generals": {"niwa_nagahide": "ready"}}
    assert stack(match, "suruga", "takeda") == {"ready": 0, "spent": 1, "generals": {"yamagata_masakage": "spent"}}


@clause("nobunaga", "6-3", "8-1-3")
def test_card_swift_as_wind_without_general_does_nothing() -> None:
    areas = {"kai": {"takeda": {"ready": 3}}, "south_shinano": {"controller": "oda", "oda": {"ready": 3}}}
    match = table("swift_as_wind", areas, markers=AT_WAR)
    acts(match, "event swift_as_wind", "march takeda kai", "with 2", "to south_shinano")
    assert stack(match, "south_shinano", "oda")["ready"] == 3
    over(match)


@clause("nobunaga", "6-3")
def test_card_swift_as_wind_is_for_takeda_and_uesugi_at_war() -> None:
    areas = {
        "kai": {"takeda": {"ready": 3}},
        "echigo": {"uesugi": {"ready": 3}},
        "bitchuu": {"mouri": {"ready": 3}},
        "kaga": {"honganji": {"ready": 3}},
    }
    match = table("swift_as_wind", areas, markers=AT_WAR)
    acts(match, "event swift_as_wind")
    assert set(match.decision.texts) == {"march takeda kai", "march uesugi echigo"}
    match = table("swift_as_wind", areas, markers=AT_WAR | {"takeda": 3})
    acts(match, "event swift_as_wind")
    assert match.decision.texts == ["march uesugi echigo"]
    neither = AT_WAR | {"takeda": 3, "uesugi": 3}
    refused(table("swift_as_wind", areas, markers=neither), "event swift_as_wind", "6-3")


# Murakami navy


@clause("nobunaga", "6-3", "7-4", "7")
def test_card_murakami_navy_goes_five_areas() -> None:
    """Awa, the sea, North Settsu, Yamashiro, South Oumi, Mino: the fifth; Hida would be the sixth."""
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}}
    plain = table("murakami_navy", areas)
    acts(plain, "movement", "march miyoshi awa_sanuki", "with 2")
    allowed(plain, "to yamashiro")
    refused(plain, "to south_oumi")
    match = table("murakami_navy", areas)
    acts(match, "event murakami_navy", "march miyoshi awa_sanuki", "with 2")
    allowed(match, "to seto_sea", "to south_oumi", "to mino")
    refused(match, "to hida")
    acts(match, "to mino")
    assert stack(match, "mino", "miyoshi")["spent"] == 2
    over(match)


@clause("nobunaga", "6-3")
def test_card_murakami_navy_must_touch_the_sea() -> None:
    match = table("murakami_navy", {"echizen": {"asakura": {"ready": 3}}})
    acts(match, "event murakami_navy", "march asakura echizen", "with 2")
    allowed(match, "to seto_sea", "to awa_sanuki")  # fourth and fifth area
    refused(match, "to kaga")
    refused(match, "to mino")
    match = table("murakami_navy", {"seto_sea": {"miyoshi": {"ready": 3}}})
    acts(match, "event murakami_navy", "march miyoshi seto_sea", "with 2")
    allowed(match, "to harima", "to yamashiro", "to mino")  # the sea is the origin


@clause("nobunaga", "6-3", "7.p3")
def test_card_murakami_navy_brings_combat() -> None:
    areas = {"kii_ishiyama": {"honganji": {"ready": 3}}, "harima": {"neutral": {"ready": 1}}}
    match = table("murakami_navy", areas, 2, 6, 6)  # two dice for Honganji, one for the Neutral army
    acts(match, "event murakami_navy", "march honganji kii_ishiyama", "with 2", "to harima")
    assert stack(match, "harima", "neutral")["ready"] == 0
    over(match)


@clause("nobunaga", "6-3")
def test_card_murakami_navy_needs_a_mover_at_war() -> None:
    areas = {"bitchuu": {"mouri": {"ready": 3}}}
    refused(table("murakami_navy", areas), "event murakami_navy", "6-3")
    allowed(table("murakami_navy", areas, markers={"mouri": 4}), "event murakami_navy")


@pytest.mark.parametrize("navy", [True, False])
@clause("nobunaga", "6-3", "11-8")
def test_card_murakami_navy_ends_warships(navy: bool) -> None:
    areas = {
        "awa_sanuki": {"miyoshi": {"ready": 3}},
        "seto_sea": {"controller": "oda", "oda": {"ready": 1}},
        "harima": {"controller": "oda", "oda": {"ready": 3}},
    }
    hands = {"oda": ["charge_order"], "anti_oda": ["murakami_navy", "shogun_letter"]}
    match = compose(
        empty=True,
        to_act="anti_oda",
        areas=areas,
        hands=hands,
        in_effect=["warships"],
        options={"long_warships": True},
    )
    first = "event murakami_navy" if navy else "movement"
    acts(
        match, first, "march miyoshi awa_sanuki", "with 2", "to seto_sea", *([] if navy else ["discard shogun_letter"])
    )
    assert stack(match, "seto_sea", "oda")["ready"] == 1
    acts(match, "movement", "march oda harima", "with 1")
    if navy:
        refused(match, "to seto_sea")
    else:
        allowed(match, "to seto_sea")
