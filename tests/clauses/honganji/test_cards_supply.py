"""Urgent recruitment, Reliable supply line and Transfer of fief: what a player does with his own units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import over, seen, table
from tests.clauses.honganji.table import acts, allowed, controller, refused, stack, status
from tests.support import clause

RECRUIT = "urgent_recruitment"
SUPPLY = "reliable_supply"
FIEF = "transfer_of_fief"
HIDA = {"hida": {"controller": "shibata", "shibata": {"ready": 1}}}
HOMELESS = {"echizen": {"controller": "neutral", "shibata": {"spent": 1, "generals": ["shibata_katsuie"]}}}
LEADER_AWAY = {"etchuu_kaga": {"shibata": {"spent_generals": ["shibata_katsuie"]}}}


# Urgent recruitment


@clause("honganji", "6-2")
def test_card_urgent_recruitment_places_two_spent_armies() -> None:
    areas = HIDA | {
        "etchuu_kaga": {"shibata": {"ready": 1}},  # Neutral land
        "gifu": {"controller": "shibata", "shibata": {"ready": 1}, "oda": {"ready": 1}},
    }
    match = table("shibata", RECRUIT, areas)
    acts(match, f"event {RECRUIT}")
    assert match.decision.name == "recruit"
    places = ["echizen", "hida", "gifu"]
    assert set(match.decision.texts) == {f"recruit shibata {area}" for area in places}
    refused(match, "recruit shibata etchuu_kaga")
    refused(match, "recruit oda gifu")
    acts(match, "recruit shibata gifu")  # beside Oda: neither combat nor rebellion
    assert stack(match, "gifu", "shibata") == {"ready": 1, "spent": 2, "generals": {}}
    assert stack(match, "gifu", "oda")["ready"] == 1
    assert status(match, "shibata") == "vassal"
    over(match, "shibata", RECRUIT)


@pytest.mark.parametrize(("elsewhere", "placed"), [(7, 2), (8, 1), (9, None)])
@clause("honganji", "6-2", "1-2-2-1")
def test_card_urgent_recruitment_places_what_there_is(elsewhere: int, placed: int | None) -> None:
    match = table("shibata", RECRUIT, HIDA | {"etchuu_kaga": {"shibata": {"ready": elsewhere}}})
    if placed is None:
        refused(match, f"event {RECRUIT}", "6-2")
    else:
        acts(match, f"event {RECRUIT}", "recruit shibata echizen")
        assert stack(match, "echizen", "shibata")["spent"] == placed
        assert seen(match, "pools")["shibata"] == 9 - elsewhere - placed


@clause("honganji", "6-2")
def test_card_urgent_recruitment_needs_an_own_area() -> None:
    refused(table("shibata", RECRUIT, HOMELESS), f"event {RECRUIT}", "6-2")
    allowed(table("shibata", RECRUIT, HOMELESS | HIDA), f"event {RECRUIT}")


# Reliable supply line


@clause("honganji", "6-2")
def test_card_reliable_supply_readies_up_to_four_units_of_one_area() -> None:
    areas = {
        "echizen": {
            "shibata": {"ready": 1, "spent": 2, "spent_generals": ["shibata_katsuie", "kitanoshou_castle"]},
            "uesugi": {"spent": 1},
        },
        "hida": {"controller": "shibata", "shibata": {"spent": 2}},
        "gifu": {"shibata": {"spent": 2}},
    }
    match = table("shibata", SUPPLY, areas)
    acts(match, f"event {SUPPLY}")
    assert match.decision.name == "supply"
    assert set(match.decision.texts) == {"supply echizen", "supply hida"}
    refused(match, "supply gifu")  # Oda's
    acts(match, "supply echizen")
    generals = {"shibata_katsuie": "ready", "kitanoshou_castle": "ready"}
    assert stack(match, "echizen", "shibata") == {"ready": 3, "spent": 0, "generals": generals}
    assert stack(match, "echizen", "uesugi")["spent"] == 1
    assert stack(match, "hida", "shibata") == {"ready": 0, "spent": 2, "generals": {}}
    over(match, "shibata", SUPPLY)


def six_spent() -> Playing:
    areas = {
        "echizen": {"shibata": {"spent": 4, "spent_generals": ["shibata_katsuie", "kitanoshou_castle"]}},
        "hida": {"controller": "shibata", "shibata": {"spent": 1}},
    }
    match = table("shibata", SUPPLY, areas)
    acts(match, f"event {SUPPLY}", "supply echizen")
    assert (match.decision.name, match.decision.who) == ("ready", "shibata")
    return match


@clause("honganji", "6-2")
def test_card_reliable_supply_lets_the_player_choose_among_more() -> None:
    match = six_spent()
    generals = {"ready_general shibata_katsuie", "ready_general kitanoshou_castle"}
    assert set(match.decision.texts) == {"ready_army"} | generals
    refused(match, "done")  # one at least
    acts(match, "ready_general shibata_katsuie")
    assert set(match.decision.texts) == {"ready_army", "ready_general kitanoshou_castle", "done"}
    acts(match, "ready_army", "done")
    generals_now = {"shibata_katsuie": "ready", "kitanoshou_castle": "spent"}
    assert stack(match, "echizen", "shibata") == {"ready": 1, "spent": 3, "generals": generals_now}
    over(match, "shibata", SUPPLY)


@clause("honganji", "6-2")
def test_card_reliable_supply_stops_at_four() -> None:
    match = six_spent()
    acts(match, "ready_general kitanoshou_castle", "ready_army", "ready_army", "ready_army")
    generals = {"shibata_katsuie": "spent", "kitanoshou_castle": "ready"}
    assert stack(match, "echizen", "shibata") == {"ready": 3, "spent": 1, "generals": generals}
    over(match, "shibata", SUPPLY)


@clause("honganji", "6-2")
def test_card_reliable_supply_needs_a_spent_unit_in_an_own_area() -> None:
    refused(table("shibata", SUPPLY, {"gifu": {"shibata": {"spent": 2}}}), f"event {SUPPLY}", "6-2")
    refused(table("shibata", SUPPLY, {"echizen": {"shibata": {"ready": 2}}} | LEADER_AWAY), f"event {SUPPLY}", "6-2")
    allowed(table("shibata", SUPPLY, {"echizen": {"shibata": {"spent": 1}}} | LEADER_AWAY), f"event {SUPPLY}")


# Transfer of fief


TANBA: dict[str, Any] = {
    "ready": 2,
    "spent": 1,
    "generals": ["akechi_mitsuhide"],
    "spent_generals": ["hosokawa_tadaoki"],
}
KAI = {"kai": {"controller": "akechi", "akechi": {"ready": 1}, "neutral": {"generals": ["takeda_katsuyori"]}}}


@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_keeps_status_and_brings_no_combat() -> None:
    """Ready and spent units go to the other end of the map, to an area with a Neutral general; nobody rolls."""
    match = table("akechi", FIEF, {"tanba": {"akechi": TANBA}} | KAI)
    acts(match, f"event {FIEF}", "fief tanba kai", "take hosokawa_tadaoki")
    if match.decision.name == "generals":
        acts(match, "done")
    acts(match, "with 1", "with_spent 1")
    assert stack(match, "kai", "akechi") == {"ready": 2, "spent": 1, "generals": {"hosokawa_tadaoki": "spent"}}
    assert stack(match, "tanba", "akechi") == {"ready": 1, "spent": 0, "generals": {"akechi_mitsuhide": "ready"}}
    assert stack(match, "kai", "neutral")["generals"] == {"takeda_katsuyori": "ready"}
    over(match, "akechi", FIEF)
    acts(match, "end")
    assert (controller(match, "tanba"), controller(match, "kai")) == ("akechi", "akechi")


@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_moves_out_of_and_into_shared_areas() -> None:
    """Oda units in both areas: neither pinned nor rebelling."""
    areas = {
        "tanba": {"akechi": {"ready": 3, "generals": ["akechi_mitsuhide"]}, "oda": {"ready": 1}},
        "gifu": {"controller": "akechi", "akechi": {"ready": 1}, "oda": {"ready": 1}},
    }
    match = table("akechi", FIEF, areas)
    acts(match, f"event {FIEF}", "fief tanba gifu", "take akechi_mitsuhide", "with 1")
    assert stack(match, "gifu", "akechi") == {"ready": 2, "spent": 0, "generals": {"akechi_mitsuhide": "ready"}}
    assert (stack(match, "gifu", "oda")["ready"], stack(match, "tanba", "oda")["ready"]) == (1, 1)
    assert status(match, "akechi") == "vassal"
    refused(table("akechi", FIEF, areas), "movement")  # as a movement it could not leave


@clause("honganji", "6-2")
def test_card_transfer_of_fief_is_between_own_areas() -> None:
    areas = KAI | {
        "tanba": {"akechi": TANBA},
        "shikoku": {"controller": "akechi", "akechi": {"spent": 1}},
        "hida": {"akechi": {"ready": 2}},  # units, but not his
    }
    match = table("akechi", FIEF, areas)
    acts(match, f"event {FIEF}")
    assert match.decision.name == "fief"
    assert set(match.decision.texts) == {"fief tanba kai", "fief tanba shikoku"}
    refused(match, "fief kai tanba")  # one unit stays
    refused(match, "fief tanba hida")
    refused(match, "fief hida tanba")
    refused(match, "fief tanba tanba")


@clause("honganji", "6-2")
def test_card_transfer_of_fief_leaves_one_unit_and_takes_one() -> None:
    areas = KAI | {"tanba": {"akechi": {"ready": 3}}, "tango": {"akechi": {"generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", FIEF, areas)
    acts(match, f"event {FIEF}", "fief tanba kai")
    assert match.decision.name == "strength"
    assert set(match.decision.texts) == {"with 1", "with 2"}
    refused(match, "with 3")
    refused(match, "with 0")


@clause("honganji", "6-2", "1-2-1-2")
def test_card_transfer_of_fief_leaves_castles() -> None:
    areas = KAI | {
        "tanba": {"akechi": {"ready": 1, "generals": ["sakamoto_castle"]}},
        "tango": {"akechi": {"generals": ["akechi_mitsuhide"]}},
    }
    match = table("akechi", FIEF, areas)
    acts(match, f"event {FIEF}", "fief tanba kai")  # the castle stays, so the army goes by itself
    assert stack(match, "tanba", "akechi") == {"ready": 0, "spent": 0, "generals": {"sakamoto_castle": "ready"}}
    assert stack(match, "kai", "akechi") == {"ready": 2, "spent": 0, "generals": {}}


@clause("honganji", "6-2", "6-2.p2")
def test_card_transfer_of_fief_needs_cunning_and_something_to_transfer() -> None:
    full = {"tanba": {"akechi": TANBA}}
    allowed(table("akechi", FIEF, full | KAI), f"event {FIEF}")
    refused(table("akechi", FIEF, full), f"event {FIEF}", "6-2")  # one area
    refused(table("akechi", FIEF, KAI), f"event {FIEF}", "6-2")  # one unit in each
    two = {"echizen": {"shibata": {"ready": 2, "generals": ["shibata_katsuie"]}}}
    refused(table("shibata", FIEF, two | HIDA), f"event {FIEF}", "6-2.p2")


@clause("honganji", "6-2")
def test_card_reliable_supply_readies_only_what_is_spent() -> None:
    """Four generals and one army: once the army is ready, only generals are left to choose."""
    generals = ["tokugawa_ieyasu", "honda_tadakatsu", "sakakibara_yasumasa", "honda_masanobu"]
    units = {"spent": 1, "spent_generals": generals}
    match = table("tokugawa", "reliable_supply", {"mikawa": {"tokugawa": units}})
    acts(match, "event reliable_supply", "supply mikawa")
    assert set(match.decision.texts) == {"ready_army", *[f"ready_general {general}" for general in generals]}
    match.act("ready_army")
    assert set(match.decision.texts) == {"done", *[f"ready_general {general}" for general in generals]}
    match.act("ready_general honda_tadakatsu")
    assert "ready_general honda_tadakatsu" not in match.decision.texts


def fief(units: dict[str, Any]) -> Playing:
    """Akechi transfers from Kai, where these units are, to Tanba."""
    areas = {"kai": {"controller": "akechi", "akechi": units}}
    match = table("akechi", "transfer_of_fief", areas)
    acts(match, "event transfer_of_fief", "fief kai tanba")
    return match


@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_leaves_one_general() -> None:
    """Of two one goes, and the other is not even asked for; nobody is no choice."""
    pair = ["hosokawa_tadaoki", "hosokawa_fujitaka"]
    match = fief({"generals": pair})
    assert set(match.decision.texts) == {f"take {general}" for general in pair}
    match.act("take hosokawa_tadaoki")
    over(match, "akechi", "transfer_of_fief")
    assert set(seen(match, "areas")["kai"]["stacks"]["akechi"]["generals"]) == {"hosokawa_fujitaka"}


@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_goes_with_any_generals_the_player_likes() -> None:
    """Besides the castle, which stays: with an army there `done` is a choice at once; without, after the first."""
    pair = ["hosokawa_tadaoki", "hosokawa_fujitaka"]
    castle = ["sakamoto_castle"]
    match = fief({"spent": 1, "generals": pair + castle})
    assert set(match.decision.texts) == {"done", *[f"take {general}" for general in pair]}
    match = fief({"generals": pair + castle})
    assert set(match.decision.texts) == {f"take {general}" for general in pair}
    match.act("take hosokawa_tadaoki")
    assert set(match.decision.texts) == {"done", "take hosokawa_fujitaka"}
    match.act("done")
    over(match, "akechi", "transfer_of_fief")


@pytest.mark.parametrize(("ready", "spent"), [(0, ["1", "2"]), (1, ["0", "1", "2"]), (2, ["0", "1"])])
@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_takes_ready_or_spent_armies_but_somebody(ready: int, spent: list[str]) -> None:
    match = fief({"ready": 2, "spent": 2})
    assert (match.decision.name, match.decision.texts) == ("strength", ["with 0", "with 1", "with 2"])
    match.act(f"with {ready}")
    assert (match.decision.name, match.decision.texts) == ("spent_strength", [f"with_spent {n}" for n in spent])
