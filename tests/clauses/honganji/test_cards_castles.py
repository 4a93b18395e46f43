"""Fortification and Surrender of garrison army: the castles of the four players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.honganji.plays import OTHER, SPARE, move, over, seen, table
from tests.clauses.honganji.table import acts, allowed, controller, refused, stack, status
from tests.support import clause

BUILD = "fortification_1"
YIELD = "surrender_of_garrison_1"
FAR = {"shikoku": {"controller": "akechi", "akechi": {"ready": 1}}}
CUNNING = {"tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}}}


# Fortification


@pytest.mark.parametrize(
    ("seat", "home", "castle"),
    [
        ("akechi", "tanba", "sakamoto_castle"),
        ("shibata", "echizen", "kitanoshou_castle"),
        ("tokugawa", "mikawa", "hamamatsu_castle"),
        ("hashiba", "harima", "himeji_castle"),
    ],
)
@clause("honganji", "6-2", "FAQ-Q1", "FAQ-Q2")
def test_card_fortification_places_the_players_castle_anywhere(seat: str, home: str, castle: str) -> None:
    match = table(seat, BUILD, {"shikoku": {"controller": seat, seat: {"ready": 1}}})
    acts(match, f"event {BUILD}")
    assert match.decision.name == "fortify"
    assert set(match.decision.texts) == {f"fortify {home}", "fortify shikoku"}
    acts(match, "fortify shikoku")
    assert stack(match, "shikoku", seat) == {"ready": 1, "spent": 0, "generals": {castle: "spent"}}
    assert castle in match.view(seat)["defending"]
    over(match, seat, BUILD)


@clause("honganji", "6-2", "FAQ-Q2")
def test_card_fortification_needs_an_own_area() -> None:
    """Units alone do not do; other clans' units do not hinder."""
    areas = {
        "hida": {"controller": "neutral", "akechi": {"ready": 2}},
        "shinano": {"controller": "uesugi", "akechi": {"ready": 1}, "uesugi": {"ready": 1}},
        "tango": {"controller": "akechi", "akechi": {"ready": 1}, "neutral": {"generals": ["isshiki_yoshimichi"]}},
    }
    match = table("akechi", BUILD, areas)
    acts(match, f"event {BUILD}")
    assert set(match.decision.texts) == {"fortify tanba", "fortify tango"}
    refused(match, "fortify hida")
    refused(match, "fortify shinano")
    acts(match, "fortify tango")  # no dice: no combat
    assert stack(match, "tango", "akechi") == {"ready": 1, "spent": 0, "generals": {"sakamoto_castle": "spent"}}
    assert stack(match, "tango", "neutral")["generals"] == {"isshiki_yoshimichi": "ready"}
    over(match, "akechi", BUILD)


@clause("honganji", "6-2")
def test_card_fortification_is_refused_without_an_own_area() -> None:
    homeless = {"tanba": {"controller": "neutral", "akechi": {"generals": ["akechi_mitsuhide"]}}}
    refused(table("akechi", BUILD, homeless), f"event {BUILD}", "6-2")
    allowed(table("akechi", BUILD, homeless | FAR), f"event {BUILD}")


@pytest.mark.parametrize("spent", [False, True])
@clause("honganji", "6-2", "FAQ-Q6")
def test_card_fortification_moves_the_castle(spent: bool) -> None:
    """Out of an area shared with an enemy, into a different one."""
    castle = {"spent_generals" if spent else "generals": ["sakamoto_castle"]}
    areas = {"shikoku": {"controller": "akechi", "akechi": {"ready": 1, **castle}, "mouri": {"ready": 1}}}
    match = table("akechi", BUILD, areas | {"tango": {"controller": "akechi", "akechi": {"ready": 1}}})
    acts(match, f"event {BUILD}")
    assert set(match.decision.texts) == {"fortify tanba", "fortify tango"}
    refused(match, "fortify shikoku")
    acts(match, "fortify tango")
    assert stack(match, "tango", "akechi")["generals"] == {"sakamoto_castle": "spent"}
    assert stack(match, "shikoku", "akechi") == {"ready": 1, "spent": 0, "generals": {}}


@clause("honganji", "6-2", "FAQ-Q6")
def test_card_fortification_is_refused_with_the_castle_in_the_only_area() -> None:
    areas = {"tanba": {"akechi": {"generals": ["akechi_mitsuhide", "sakamoto_castle"]}}}
    refused(table("akechi", BUILD, areas), f"event {BUILD}", "6-2")
    allowed(table("akechi", BUILD, areas | FAR), f"event {BUILD}")


@clause("honganji", "FAQ-Q6", "7-2(3)")
def test_faq_q6_castle_cannot_be_moved_away_otherwise() -> None:
    areas = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide", "sakamoto_castle"]}}}
    match = table("akechi", BUILD, areas | FAR)
    acts(match, "movement", "march akechi tanba")
    allowed(match, "take akechi_mitsuhide")
    refused(match, "take sakamoto_castle", "7-2(3)")
    fief = table("akechi", "transfer_of_fief", areas | FAR)
    acts(fief, "event transfer_of_fief", "fief tanba shikoku")
    allowed(fief, "take akechi_mitsuhide")
    refused(fief, "take sakamoto_castle")


@clause("honganji", "FAQ-Q5", "1-2-1-2")
def test_faq_q5_castle_lost_in_combat_is_built_again() -> None:
    """Katsuie and an army overrun Sakamoto castle in Tango; it dies without a check, and Akechi has the card."""
    areas = {
        "echizen": {"shibata": {"ready": 2, "generals": ["shibata_katsuie"]}},
        "tango": {"controller": "akechi", "akechi": {"generals": ["sakamoto_castle"]}},
    }
    hands = {"shibata": [SPARE, OTHER], "akechi": [BUILD, "charge_1"]}
    match = table("shibata", SPARE, areas | FAR, *[3, 6], 6, hands=hands)
    move(match, "shibata", "echizen", "tango", "shibata_katsuie", armies=1)
    assert stack(match, "tango", "akechi")["generals"] == {}
    acts(match, "end")
    assert (match.decision.who, controller(match, "tango")) == ("akechi", "shibata")
    acts(match, f"event {BUILD}")
    assert set(match.decision.texts) == {"fortify tanba", "fortify shikoku"}
    acts(match, "fortify tanba")
    assert stack(match, "tanba", "akechi")["generals"]["sakamoto_castle"] == "spent"


# Surrender of garrison army


@clause("honganji", "6-2", "FAQ-Q1")
def test_card_surrender_of_garrison_reaches_own_and_adjacent_areas() -> None:
    areas: dict[str, Any] = {
        "tanba": CUNNING["tanba"] | {"shibata": {"generals": ["kitanoshou_castle"]}},
        "harima": {"hashiba": {"spent_generals": ["himeji_castle"], "generals": ["hashiba_hideyoshi"]}},
        "tajima": {"controller": "akechi", "akechi": {"generals": ["sakamoto_castle"]}},
        "mikawa": {"tokugawa": {"generals": ["tokugawa_ieyasu", "hamamatsu_castle"]}},
        "hokusetsu": {"oda": {"generals": ["araki_murashige"]}},
    }
    match = table("akechi", YIELD, areas)
    acts(match, f"event {YIELD}")
    assert match.decision.name == "surrender"
    assert set(match.decision.texts) == {"surrender kitanoshou_castle", "surrender himeji_castle"}
    refused(match, "surrender hamamatsu_castle")  # too far
    refused(match, "surrender sakamoto_castle")  # his own
    refused(match, "surrender araki_murashige")  # no castle
    acts(match, "surrender himeji_castle")  # no die
    assert stack(match, "harima", "hashiba") == {"ready": 0, "spent": 0, "generals": {"hashiba_hideyoshi": "ready"}}
    assert stack(match, "tanba", "shibata")["generals"] == {"kitanoshou_castle": "ready"}
    assert status(match, "akechi") == "vassal"
    over(match, "akechi", YIELD)


@pytest.mark.parametrize("owner", ["vassal", "rebel"])
@clause("honganji", "6-2", "FAQ-Q5")
def test_card_surrender_of_garrison_castle_may_be_rebuilt(owner: str) -> None:
    areas = CUNNING | {
        "harima": {"hashiba": {"generals": ["hashiba_hideyoshi", "himeji_castle"]}},
        "bizen": {"controller": "hashiba", "hashiba": {"ready": 1}},
    }
    hands = {"akechi": [YIELD, SPARE], "hashiba": [BUILD, OTHER]}
    match = table("akechi", YIELD, areas, hands=hands, status={"hashiba": owner})
    acts(match, f"event {YIELD}", "surrender himeji_castle", "end")
    assert match.decision.who == "hashiba"
    acts(match, f"event {BUILD}", "fortify harima")
    assert stack(match, "harima", "hashiba")["generals"]["himeji_castle"] == "spent"


@clause("honganji", "6-2")
def test_card_surrender_of_garrison_takes_the_castle_of_a_player_who_is_out() -> None:
    areas = CUNNING | {
        "tajima": {"controller": "tokugawa", "tokugawa": {"ready": 1, "generals": ["hamamatsu_castle"]}},
        "harima": {"hashiba": {"generals": ["hashiba_hideyoshi", "himeji_castle"]}},
    }
    match = table("akechi", YIELD, areas, out=["tokugawa"])
    acts(match, f"event {YIELD}")
    assert set(match.decision.texts) == {"surrender hamamatsu_castle", "surrender himeji_castle"}
    acts(match, "surrender hamamatsu_castle")
    assert stack(match, "tajima", "tokugawa") == {"ready": 1, "spent": 0, "generals": {}}


@clause("honganji", "6-2")
def test_card_surrender_of_garrison_is_refused_without_a_castle_in_reach() -> None:
    far = {"mikawa": {"tokugawa": {"generals": ["tokugawa_ieyasu", "hamamatsu_castle"]}}}
    own = {"tajima": {"controller": "akechi", "akechi": {"generals": ["sakamoto_castle"]}}}
    refused(table("akechi", YIELD, CUNNING | far | own), f"event {YIELD}", "6-2")
    scout = {"gifu": {"akechi": {"spent": 1}}}
    allowed(table("akechi", YIELD, CUNNING | far | scout), f"event {YIELD}")


@clause("honganji", "6-2.p2")
def test_card_surrender_of_garrison_needs_two_cunning() -> None:
    near = {"tajima": {"shibata": {"generals": ["kitanoshou_castle"]}}}
    refused(table("akechi", YIELD, near), f"event {YIELD}", "6-2.p2")  # Mitsuhide alone has one
    allowed(table("akechi", YIELD, near | CUNNING), f"event {YIELD}")


@clause("honganji", "FAQ-Q6", "6-2")
def test_card_fortification_leaves_one_castle() -> None:
    """Two cards in one action turn: the castle goes from place to place and is never doubled."""
    hands = {"akechi": [BUILD, "fortification_2", SPARE], "shibata": [OTHER]}
    match = table("akechi", BUILD, FAR, hands=hands)
    acts(match, f"event {BUILD}", "fortify tanba")
    assert stack(match, "tanba", "akechi")["generals"]["sakamoto_castle"] == "spent"
    acts(match, "event fortification_2")
    if match.decision.name == "fortify":
        acts(match, "fortify shikoku")
    assert stack(match, "shikoku", "akechi")["generals"] == {"sakamoto_castle": "spent"}
    assert stack(match, "tanba", "akechi")["generals"] == {"akechi_mitsuhide": "ready"}
    over(match, "akechi", "fortification_2")


@pytest.mark.parametrize("out", [False, True])
@clause("honganji", "FAQ-Q1", "FAQ-Q5", "10-1")
def test_card_surrender_removes_a_lost_players_castle_from_the_game(out: bool) -> None:
    """It leaves the game; a living player may build his again."""
    areas = CUNNING | {"tango": {"shibata": {"generals": ["kitanoshou_castle"]}}}
    match = table("akechi", "surrender_of_garrison_1", areas, out=["shibata"] if out else [])
    acts(match, "event surrender_of_garrison_1")
    if match.decision.name == "surrender":
        match.act("surrender kitanoshou_castle")
    assert ("kitanoshou_castle" in seen(match, "dead")) is out
    assert ("kitanoshou_castle" in seen(match, "off_map")) is not out
    over(match, "akechi", "surrender_of_garrison_1")
