"""The four castles of the players: questions 1, 2, 3, 5 and 6 of the FAQ."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.table import (
    CASTLES,
    HOME,
    SEATS,
    acts,
    allowed,
    armies_of,
    board,
    fight,
    refused,
    stack,
    start,
)
from tests.support import clause

OTHERS = {"shibata": ["charge_2"], "tokugawa": ["desertion_2"], "hashiba": ["desertion_3"], "akechi": ["slander_1"]}
PLOTTERS = {
    "akechi": ["akechi_mitsuhide", "hosokawa_fujitaka"],
    "hashiba": ["hashiba_hideyoshi", "hashiba_hidenaga"],
}


def hands(seat: str, *cards: str) -> dict[str, list[str]]:
    """These cards and one to spare for the seat, one card for every other player."""
    return {**OTHERS, seat: [*cards, "charge_1"]}


def where(match: Playing, castle: str) -> dict[str, str]:
    """Every area in which the castle stands, with its status there."""
    found = {}
    for area, entry in match.view("akechi")["areas"].items():
        for units in entry["stacks"].values():
            if castle in units.get("generals", {}):
                found[area] = units["generals"][castle]
    return found


@clause("honganji", "FAQ-Q1")
@pytest.mark.parametrize("seat", SEATS)
def test_faq_q1_fortification_builds_the_castle_of_the_players_clan(seat: str) -> None:
    match = board({HOME[seat]: {seat: {"ready": 1}}}, seat, hands=hands(seat, "fortification_1"))
    acts(match, "event fortification_1", f"fortify {HOME[seat]}")
    assert {castle: where(match, castle) for castle in CASTLES.values()} == {
        castle: {HOME[seat]: "spent"} if owner == seat else {} for owner, castle in CASTLES.items()
    }


@clause("honganji", "FAQ-Q1")
@pytest.mark.parametrize("seat", PLOTTERS)
def test_faq_q1_surrender_names_the_castles_of_the_other_players_only(seat: str) -> None:
    """All four castles stand in the player's own area, with other defending generals: those and his own are safe."""
    area: dict[str, Any] = {clan: {"generals": [castle]} for clan, castle in CASTLES.items()}
    area[seat] = {"generals": [*PLOTTERS[seat], CASTLES[seat]]}
    area |= {"honganji": {"generals": ["kennyo"]}, "neutral": {"generals": ["isshiki_yoshimichi"]}}
    match = board({"tango": area}, seat, hands=hands(seat, "surrender_of_garrison_1"))
    acts(match, "event surrender_of_garrison_1")
    others = {castle for clan, castle in CASTLES.items() if clan != seat}
    assert set(match.decision.texts) == {f"surrender {castle}" for castle in others}
    for general in (CASTLES[seat], "kennyo", "isshiki_yoshimichi"):
        refused(match, f"surrender {general}")
    acts(match, "surrender kitanoshou_castle")
    assert where(match, "kitanoshou_castle") == {}
    assert all(where(match, castle) == {"tango": "ready"} for castle in others - {"kitanoshou_castle"})


@clause("honganji", "FAQ-Q2")
def test_faq_q2_only_kitanoshou_is_placed_during_set_up() -> None:
    match = start()
    assert {castle: where(match, castle) for castle in CASTLES.values()} == {
        **{castle: {} for castle in CASTLES.values()},
        "kitanoshou_castle": {"echizen": "ready"},
    }


@clause("honganji", "FAQ-Q2")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("area", ["kai", "seto_sea", "miyako_azuchi", "home"])
def test_faq_q2_a_castle_goes_to_any_own_area_whatever_its_name(seat: str, area: str) -> None:
    """To own areas with other clans in them as well; but control it must be, units alone are not enough."""
    own = [HOME[seat], "kai", "seto_sea", "miyako_azuchi"]
    areas: dict[str, Any] = {place: {"controller": seat, seat: {"ready": 1}} for place in own}
    areas["kai"]["houjou"] = {"ready": 1}
    areas["tango"] = {"controller": "neutral", seat: {"ready": 1}}
    match = board(areas, seat, hands=hands(seat, "fortification_1"))
    acts(match, "event fortification_1")
    assert set(match.decision.texts) == {f"fortify {place}" for place in own}
    refused(match, "fortify tango")
    chosen = HOME[seat] if area == "home" else area
    acts(match, f"fortify {chosen}")
    assert where(match, CASTLES[seat]) == {chosen: "spent"}


@clause("honganji", "FAQ-Q3")
@pytest.mark.parametrize("seat", SEATS)
def test_faq_q3_a_castle_cannot_move(seat: str) -> None:
    match = board({"gifu": {seat: {"ready": 3, "generals": [CASTLES[seat]]}}}, seat)
    assert CASTLES[seat] in match.view("akechi")["defending"]
    acts(match, "movement")
    acts(match, f"march {seat} gifu")
    refused(match, f"take {CASTLES[seat]}")
    acts(match, "with 3", "to hida")
    assert stack(match, "gifu", seat) == {"ready": 0, "spent": 0, "generals": {CASTLES[seat]: "ready"}}


@clause("honganji", "FAQ-Q3")
@pytest.mark.parametrize("seat", SEATS)
def test_faq_q3_a_castle_fights_like_a_general_and_falls_without_a_check(seat: str) -> None:
    """Two units with a general against the castle: it rolls one die at value 3, and one hit is its end."""
    attacker, general = ("shibata", "shibata_katsuie") if seat == "akechi" else ("akechi", "akechi_mitsuhide")
    areas = {
        "gifu": {attacker: {"ready": 1, "generals": [general]}, seat: {"generals": [CASTLES[seat]]}},
        HOME[seat]: {seat: {"ready": 1}},
    }
    match = board(areas, attacker, dice=[1, 6, 3])
    fight(match, attacker, "gifu")
    assert where(match, CASTLES[seat]) == {}
    assert armies_of(match, "gifu", attacker) == 0
    assert stack(match, "gifu", attacker)["generals"] == {general: "spent"}


@clause("honganji", "FAQ-Q5")
def test_faq_q5_a_castle_lost_in_battle_can_be_built_again() -> None:
    areas = {
        "harima": {
            "akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]},
            "hashiba": {"generals": ["himeji_castle"]},
        },
        "bizen": {"controller": "hashiba", "hashiba": {"ready": 1}},
    }
    cards = {"akechi": ["charge_1", "charge_2"], "hashiba": ["fortification_1", "desertion_1"]}
    match = board(areas, hands=cards, dice=[1, 6, 6])
    fight(match, "akechi", "harima")
    assert where(match, "himeji_castle") == {}
    acts(match, "end")
    assert match.decision.who == "hashiba"
    acts(match, "event fortification_1", "fortify bizen")
    assert where(match, "himeji_castle") == {"bizen": "spent"}


@clause("honganji", "FAQ-Q5")
def test_faq_q5_a_castle_removed_by_a_card_can_be_built_again() -> None:
    areas = {
        "tanba": {"akechi": {"generals": PLOTTERS["akechi"]}},
        "harima": {"hashiba": {"ready": 1, "generals": ["himeji_castle"]}},
    }
    cards = {"akechi": ["surrender_of_garrison_1", "charge_2"], "hashiba": ["fortification_1", "desertion_1"]}
    match = board(areas, hands=cards)
    acts(match, "event surrender_of_garrison_1", "surrender himeji_castle", "end")
    assert where(match, "himeji_castle") == {}
    assert match.decision.who == "hashiba"
    acts(match, "event fortification_1", "fortify harima")
    assert where(match, "himeji_castle") == {"harima": "spent"}


@clause("honganji", "FAQ-Q6")
def test_faq_q6_a_new_fortification_moves_the_castle() -> None:
    areas = {
        "tanba": {"akechi": {"ready": 1, "generals": ["sakamoto_castle"]}, "mouri": {"ready": 2}},
        "tango": {"controller": "akechi", "akechi": {"ready": 1}},
    }
    match = board(areas, hands=hands("akechi", "fortification_1", "fortification_2"))
    acts(match, "event fortification_1")
    assert set(match.decision.texts) == {"fortify tango"}
    acts(match, "fortify tango")
    assert where(match, "sakamoto_castle") == {"tango": "spent"}
    acts(match, "event fortification_2")
    assert set(match.decision.texts) == {"fortify tanba"}
    acts(match, "fortify tanba")
    assert where(match, "sakamoto_castle") == {"tanba": "spent"}


@clause("honganji", "FAQ-Q6")
def test_faq_q6_only_a_new_fortification_takes_a_castle_away() -> None:
    """Not by a march, not by a transfer of units, not with the card against garrisons; the generals may go."""
    areas = {
        "tanba": {"akechi": {"ready": 1, "generals": [*PLOTTERS["akechi"], "sakamoto_castle"]}},
        "tango": {"controller": "akechi", "akechi": {"ready": 1}},
    }
    cards = ["fortification_1", "forced_march_1", "transfer_of_fief", "surrender_of_garrison_1"]
    match = board(areas, hands=hands("akechi", *cards))
    refused(match, "event surrender_of_garrison_1")
    for steps in (
        ["movement", "march akechi tanba"],
        ["event forced_march_1", "march akechi tanba"],
        ["event transfer_of_fief", "fief tanba tango"],
    ):
        fork = match.fork()
        acts(fork, *steps)
        allowed(fork, "take akechi_mitsuhide")
        refused(fork, "take sakamoto_castle")


@clause("honganji", "FAQ-Q6")
def test_faq_q6_a_castle_does_not_move_without_a_second_area() -> None:
    tanba = {"tanba": {"akechi": {"ready": 1, "generals": ["sakamoto_castle"]}}}
    refused(board(tanba, hands=hands("akechi", "fortification_1")), "event fortification_1")
    more = {**tanba, "tango": {"controller": "akechi", "akechi": {"ready": 1}}}
    allowed(board(more, hands=hands("akechi", "fortification_1")), "event fortification_1")
