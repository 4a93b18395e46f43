"""Surrounding Nobunaga: whom a player may direct, the three things a greater daimyo may do, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import OTHER, SPARE, finish, go, over, seen, table
from tests.clauses.honganji.table import GREATER, acts, allowed, controller, hand, refused, stack, status
from tests.support import clause

CARD = "surrounding_nobunaga_1"
LEAGUE: dict[str, Any] = {
    "echigo": {"uesugi": {"ready": 3, "generals": ["uesugi_kenshin"]}},
    "kantou": {"houjou": {"ready": 2}},
    "chuugoku": {"mouri": {"ready": 2}},
    "kii_ishiyama": {"honganji": {"ready": 2}},
}
ALONE: dict[str, Any] = {"echigo": {}, "chuugoku": {"mouri": {"ready": 2}}}  # nobody on Akechi's list has a unit


def directed(areas: dict[str, Any], clan: str, *dice: int, seat: str = "akechi", **entries: Any) -> Playing:
    match = table(seat, CARD, areas, *dice, **entries)
    acts(match, f"event {CARD}", f"direct {clan}")
    return match


@pytest.mark.parametrize(
    ("seat", "clans"),
    [
        ("akechi", {"uesugi", "houjou", "honganji"}),
        ("shibata", {"mouri", "honganji"}),
        ("tokugawa", {"mouri", "honganji"}),
        ("hashiba", {"uesugi", "houjou"}),
    ],
)
@clause("honganji", "6-2", "4-2", "4-2.Akechi", "4-2.Shibata", "4-2.Tokugawa", "4-2.Hashiba")
def test_card_surrounding_nobunaga_offers_the_players_list(seat: str, clans: set[str]) -> None:
    match = table(seat, CARD, LEAGUE)
    acts(match, f"event {CARD}")
    assert (match.decision.name, match.decision.who) == ("greater", seat)
    assert set(match.decision.texts) == {f"direct {clan}" for clan in clans}
    for other in set(GREATER) - clans:
        refused(match, f"direct {other}")


@clause("honganji", "6-2")
def test_card_surrounding_nobunaga_needs_no_cunning() -> None:
    match = table("shibata", CARD, LEAGUE)
    assert seen(match, "cunning")["shibata"] == 0
    allowed(match, f"event {CARD}")


@clause("honganji", "6-2")
def test_card_surrounding_nobunaga_passes_over_daimyos_without_units() -> None:
    """Houjou still holds Kantou, but nobody of his is left."""
    match = table("akechi", CARD, LEAGUE | {"kantou": {}})
    assert controller(match, "kantou") == "houjou"
    acts(match, f"event {CARD}")
    assert set(match.decision.texts) == {"direct uesugi", "direct honganji"}
    refused(match, "direct houjou")


@clause("honganji", "6-2", "4-2")
def test_card_surrounding_nobunaga_is_refused_when_none_of_the_list_has_a_unit() -> None:
    refused(table("akechi", CARD, ALONE), f"event {CARD}", "6-2")
    allowed(table("shibata", CARD, ALONE), f"event {CARD}")  # Mouri is on his list


@pytest.mark.parametrize(
    ("holder", "uesugi", "playable"),
    [
        ("neutral", {"spent": 2}, False),  # no area to reinforce, nobody to move, nobody to fight
        ("uesugi", {"spent": 2}, True),
        ("neutral", {"ready": 2}, True),
        ("neutral", {"ready": 1}, False),  # the last unit stays
    ],
)
@clause("honganji", "6-2")
def test_card_surrounding_nobunaga_needs_something_to_do(holder: str, uesugi: dict[str, int], playable: bool) -> None:
    match = table("akechi", CARD, ALONE | {"echigo": {"controller": holder, "uesugi": uesugi}})
    if playable:
        allowed(match, f"event {CARD}")
    else:
        refused(match, f"event {CARD}", "6-2")


@clause("honganji", "6-2", "4-2")
def test_card_surrounding_nobunaga_reinforces() -> None:
    areas = {
        "shinano": {"controller": "uesugi", "uesugi": {"spent": 1}, "neutral": {"ready": 1}},
        "hida": {"uesugi": {"ready": 1}, "neutral": {"ready": 1}},
    }
    match = directed(LEAGUE | areas, "uesugi")
    pool = seen(match, "pools")["uesugi"]
    acts(match, "reinforcement")
    assert match.decision.who == "akechi"
    assert set(match.decision.texts) == {"reinforce uesugi echigo", "reinforce uesugi shinano"}
    refused(match, "reinforce uesugi hida")  # Neutral land
    refused(match, "reinforce neutral hida")
    refused(match, "reinforce akechi tanba")
    acts(match, "reinforce uesugi echigo")
    assert stack(match, "echigo", "uesugi") == {"ready": 3, "spent": 1, "generals": {"uesugi_kenshin": "ready"}}
    assert seen(match, "pools")["uesugi"] == pool - 1
    over(match, "akechi", CARD)


@pytest.mark.parametrize(("armies", "texts"), [(7, {"reinforcement", "movement"}), (8, None)])
@clause("honganji", "6-2", "1-2-2-1")
def test_card_surrounding_nobunaga_offers_what_can_be_done(armies: int, texts: set[str] | None) -> None:
    """No enemy is near: no combat. With the last counter on the map a movement is all there is."""
    match = directed(LEAGUE | {"echigo": {"uesugi": {"ready": armies}}}, "uesugi")
    if texts is None:
        assert match.decision.name == "march"
    else:
        assert match.decision.name == "event_action"
        assert set(match.decision.texts) == texts
        refused(match, "combat")


@clause("honganji", "6-2", "7-4")
def test_card_surrounding_nobunaga_moves_without_combat() -> None:
    match = directed(LEAGUE, "uesugi")
    acts(match, "movement")
    assert match.decision.texts == ["march uesugi echigo"]
    go(match, "uesugi", "echigo", "hida", "uesugi_kenshin", armies=1)
    assert stack(match, "hida", "uesugi") == {"ready": 0, "spent": 1, "generals": {"uesugi_kenshin": "spent"}}
    assert stack(match, "echigo", "uesugi")["ready"] == 2
    over(match, "akechi", CARD)


@clause("honganji", "6-2", "7-3", "7-4")
def test_card_surrounding_nobunaga_moves_and_fights_once() -> None:
    """Kenshin and two armies against Katsuie and two: three dice each, one hit each."""
    areas = {
        "shinano": {"controller": "uesugi", "uesugi": {"ready": 3, "generals": ["uesugi_kenshin"]}},
        "gifu": {"shibata": {"ready": 2, "generals": ["shibata_katsuie"]}},
        "echizen": {"shibata": {"ready": 1}},
    }
    match = directed(areas, "uesugi", *[3, 4, 4], *[4, 3, 5])
    acts(match, "movement")
    go(match, "uesugi", "shinano", "gifu", "uesugi_kenshin", armies=2)
    assert stack(match, "gifu", "shibata") == {"ready": 1, "spent": 0, "generals": {"shibata_katsuie": "ready"}}
    assert stack(match, "gifu", "uesugi") == {"ready": 0, "spent": 1, "generals": {"uesugi_kenshin": "spent"}}
    over(match, "akechi", CARD)  # no additional combat, though cards are left


@clause("honganji", "6-2", "4-2", "8-5")
def test_card_surrounding_nobunaga_continues_combat() -> None:
    """Additional combats cost the player's cards; the player names the commander each time."""
    areas = {
        "kantou": {
            "houjou": {"ready": 1, "generals": ["houjou_ujimasa", "houjou_tsunashige"]},
            "neutral": {"ready": 2},
        }
    }
    hands = {"hashiba": [CARD, SPARE, "charge_1"], "akechi": [OTHER]}
    match = directed(areas, "houjou", *[3, 3, 3], *[3, 3, 4], seat="hashiba", hands=hands)
    assert set(match.decision.texts) == {"reinforcement", "combat"}  # the Neutral armies hold them there
    acts(match, "combat", "attack houjou kantou")
    assert (match.decision.name, match.decision.who) == ("commander", "hashiba")
    assert set(match.decision.texts) == {"commander houjou_ujimasa", "commander houjou_tsunashige"}
    acts(match, "commander houjou_tsunashige")  # a two: no hit
    assert stack(match, "kantou", "neutral")["ready"] == 2
    assert (match.decision.name, match.decision.who) == ("additional", "hashiba")
    acts(match, "again", "discard charge_1", "commander houjou_ujimasa")  # a three: two hits
    finish(match)
    assert stack(match, "kantou", "neutral")["ready"] == 0
    generals = {"houjou_ujimasa": "spent", "houjou_tsunashige": "spent"}
    assert stack(match, "kantou", "houjou") == {"ready": 0, "spent": 1, "generals": generals}
    over(match, "hashiba", CARD)


@clause("honganji", "6-2", "4-2")
def test_card_surrounding_nobunaga_player_assigns_the_hits() -> None:
    """Sanada's die hits one of two Houjou generals; by himself Houjou would give up the weaker one."""
    areas = {
        "kantou": {
            "houjou": {"generals": ["houjou_ujimasa", "houjou_tsunashige"]},
            "neutral": {"generals": ["sanada_masayuki"]},
        }
    }
    match = directed(areas, "houjou", *[6, 6], 4, seat="hashiba")
    acts(match, "combat", "attack houjou kantou", "commander houjou_ujimasa")
    assert (match.decision.name, match.decision.who) == ("wound", "hashiba")
    assert set(match.decision.texts) == {"hit houjou_ujimasa", "hit houjou_tsunashige"}
    acts(match, "hit houjou_ujimasa")
    finish(match)
    assert stack(match, "kantou", "houjou")["generals"] == {"houjou_tsunashige": "spent"}


@pytest.mark.parametrize("card", ["surrounding_nobunaga_1", "surrounding_nobunaga_2", "surrounding_nobunaga_6"])
@clause("honganji", "6-2", "4-2")
def test_card_surrounding_nobunaga_leaves_the_players_own_clan_alone(card: str) -> None:
    """The daimyo acts as own clan; the player's units neither move nor reinforce by this card."""
    areas = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", card, LEAGUE | areas)
    acts(match, f"event {card}", "direct houjou")
    assert set(match.decision.texts) == {"reinforcement", "movement"}
    acts(match, "movement")
    assert match.decision.texts == ["march houjou kantou"]
    refused(match, "march akechi tanba")
    refused(match, "march uesugi echigo")
    go(match, "houjou", "kantou", "kai", armies=1)
    assert stack(match, "kai", "houjou")["spent"] == 1
    assert (status(match, "akechi"), hand(match, "akechi")) == ("vassal", [SPARE])
