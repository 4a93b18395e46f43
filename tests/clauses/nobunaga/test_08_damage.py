"""Chapter 8: what damage does to armies and generals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.steps import armies, board, finish, generals, options_of, pay, strike, turn_of
from tests.clauses.nobunaga.table import acts, refused, stack
from tests.support import clause

# Nobunaga (3) and three armies: four dice.
ODA = {"ready": 3, "generals": ["oda_nobunaga"]}


def attack(azai: dict[str, Any], *dice: int) -> Playing:
    """Nobunaga attacks Azai in Mino."""
    match = board({"mino": {"oda": ODA, "azai": azai}}, dice=dice)
    strike(match, "oda", "mino")
    return match


def whereabouts(match: Playing, general: str) -> list[str]:
    """The areas in which a general stands."""
    places = match.view("oda")["areas"]
    return [area for area in places for units in places[area]["stacks"].values() if general in units["generals"]]


@clause("nobunaga", "8-4")
def test_8_4_receiver_chooses_among_his_armies() -> None:
    """Two hits on two ready and two spent armies: the Anti-Oda player says how many ready ones go."""
    for ready_lost in (0, 1, 2):
        match = attack({"ready": 2, "spent": 2}, 1, 1, 6, 6)
        assert turn_of(match) == ("losses", "anti_oda")
        assert options_of(match) == {"lose 0", "lose 1", "lose 2"}
        match.act(f"lose {ready_lost}")
        assert armies(match, "mino", "azai") == (2 - ready_lost, ready_lost)


@clause("nobunaga", "8-4")
def test_8_4_choice_within_what_stands_there() -> None:
    """Three hits: with one ready army at most one of them is ready, with one spent army at least two are."""
    match = attack({"ready": 1, "spent": 3}, 1, 1, 1, 6)
    assert options_of(match) == {"lose 0", "lose 1"}
    refused(match, "lose 2", "8-4")
    match = attack({"ready": 3, "spent": 1}, 1, 1, 1, 6)
    assert options_of(match) == {"lose 2", "lose 3"}
    refused(match, "lose 1", "8-4")


@clause("nobunaga", "8-4")
def test_8_4_armies_before_generals() -> None:
    """Two hits take the two armies and Nagamasa makes no check (no die is left); a third hit is his."""
    azai = {"ready": 1, "spent": 1, "generals": ["azai_nagamasa"]}
    match = attack(azai, 1, 1, 6, 6, 6, 6, 6)
    assert stack(match, "mino", "azai") == {"ready": 0, "spent": 0, "generals": {"azai_nagamasa": "ready"}}
    match = attack(azai, 1, 1, 1, 6, 6, 6, 6, 2)
    assert stack(match, "mino", "azai") == {"ready": 0, "spent": 0, "generals": {}}


@clause("nobunaga", "8-4")
def test_8_4_more_hits_than_units() -> None:
    """What is left over harms nobody else."""
    match = board({"mino": {"oda": ODA, "azai": {"ready": 1}, "asakura": {"ready": 3}}}, dice=[1, 1, 1, 1])
    strike(match, "oda", "mino", "target azai")
    assert armies(match, "mino", "azai") == (0, 0)
    assert armies(match, "mino", "asakura") == (3, 0)


@clause("nobunaga", "8-4")
def test_8_4_only_participants_are_hit() -> None:
    """Three hits on Shibata and one army: the third is lost, for the spent units beside them did not fight."""
    areas = {
        "mino": {
            "oda": {
                "ready": 1,
                "spent": 3,
                "generals": ["shibata_katsuie"],
                "spent_generals": ["niwa_nagahide"],
            },
            "azai": {"ready": 3, "generals": ["azai_nagamasa"]},
        }
    }
    match = board(areas, dice=[6, 6, 1, 1, 1, 6, 1])
    strike(match, "oda", "mino")
    assert stack(match, "mino", "oda") == {"ready": 0, "spent": 3, "generals": {"niwa_nagahide": "spent"}}
    pay(match)
    assert turn_of(match) == ("action", "anti_oda")


@clause("nobunaga", "8-4", "8-4-2")
@pytest.mark.parametrize(
    ("victim", "other"), [("takeda_katsuyori", "takeda_shingen"), ("takeda_shingen", "takeda_katsuyori")]
)
def test_8_4_receiver_chooses_among_his_generals(victim: str, other: str) -> None:
    """Two hits, one army: its owner says which of two generals takes the second, and only that one is checked."""
    takeda = {"ready": 1, "generals": ["takeda_shingen", "takeda_katsuyori"]}
    match = board({"kai": {"oda": ODA, "takeda": takeda}}, markers={"takeda": 4}, dice=[1, 1, 6, 6, 6, 6, 6, 1])
    strike(match, "oda", "kai", "commander takeda_shingen")
    assert turn_of(match) == ("wound", "anti_oda")
    assert options_of(match) == {"hit takeda_shingen", "hit takeda_katsuyori"}
    match.act(f"hit {victim}")
    assert generals(match, "kai", "takeda") == {other: "ready"}
    assert match.view("oda")["dead"] == [victim]


@clause("nobunaga", "8-4.p2")
def test_8_4_p2_removed_armies_go_back_beside_the_board() -> None:
    """Azai has eight army counters; lost ones can be raised again."""
    match = attack({"ready": 8}, 1, 1, 6, 6)
    assert match.view("oda")["pools"]["azai"] == 2
    assert match.view("oda")["pools"]["oda"] == 37
    finish(match)
    acts(match, "reinforcement", "reinforce azai mino")
    pay(match)
    assert armies(match, "mino", "azai") == (6, 1)
    assert match.view("oda")["pools"]["azai"] == 1


@clause("nobunaga", "8-4.p2")
def test_8_4_p2_armies_removed_by_a_card_as_well() -> None:
    areas = {"mino": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}}, "north_oumi": {"azai": {"ready": 2}}}
    match = board(areas, oda=["scheming_with_other_powers", "warships"])
    assert match.view("oda")["pools"]["azai"] == 6
    acts(match, "event scheming_with_other_powers", "scheme azai north_oumi")
    assert match.view("oda")["pools"]["azai"] == 7
    assert armies(match, "north_oumi", "azai") == (1, 0)


@clause("nobunaga", "8-4-1")
def test_8_4_1_armies_are_removed_at_once_without_a_check() -> None:
    """Three hits, three armies fewer before the card is paid; a fourth army stays as it was."""
    match = attack({"spent": 4}, 1, 2, 3, 4)
    assert turn_of(match) == ("discard", "oda")
    assert armies(match, "mino", "azai") == (0, 1)


@clause("nobunaga", "8-4-2")
def test_8_4_2_each_general_has_his_own_check() -> None:
    """Both Takeda generals are hit; the dice 2 and 5 kill one and put the other to flight."""
    areas = {
        "kai": {"oda": ODA, "takeda": {"generals": ["takeda_shingen", "takeda_katsuyori"]}},
        "suruga": {"controller": "oda"},
    }
    match = board(areas, markers={"takeda": 4}, dice=[1, 1, 6, 6, 6, 6, 2, 5])
    strike(match, "oda", "kai", "commander takeda_shingen")
    dead = match.view("oda")["dead"]
    fled = generals(match, "north_shinano", "takeda")
    assert len(dead) == 1
    assert list(fled.values()) == ["spent"]
    assert {*dead, *fled} == {"takeda_shingen", "takeda_katsuyori"}
    assert generals(match, "kai", "takeda") == {}


@clause("nobunaga", "8-4-2")
def test_8_4_2_attackers_generals_are_checked_first() -> None:
    """Shibata and Nagamasa hit each other: the first die is Shibata's."""
    areas = {"mino": {"oda": {"generals": ["shibata_katsuie"]}, "azai": {"generals": ["azai_nagamasa"]}}}
    match = board(areas, dice=[1, 1, 2, 5])
    strike(match, "oda", "mino")
    assert match.view("oda")["dead"] == ["shibata_katsuie"]
    assert generals(match, "north_oumi", "azai") == {"azai_nagamasa": "spent"}
    match = board(areas, dice=[1, 1, 5, 2])
    strike(match, "oda", "mino")
    assert turn_of(match) == ("flee", "oda")
    match.act("flee owari")
    assert generals(match, "owari", "oda") == {"shibata_katsuie": "spent"}
    assert match.view("oda")["dead"] == ["azai_nagamasa"]


@clause("nobunaga", "8-4-2", "8-4-2-1", "8-4-2-2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_8_4_2_1_dead_or_fled(die: int) -> None:
    """Up to 3 he is dead and gone, from 4 he flees to North Oumi, the other Azai area, and is spent."""
    match = attack({"generals": ["azai_nagamasa"]}, 1, 6, 6, 6, 6, die)
    view = match.view("oda")
    assert generals(match, "mino", "azai") == {}
    assert "azai_nagamasa" not in view["off_map"]
    if die <= 3:
        assert view["dead"] == ["azai_nagamasa"]
        assert whereabouts(match, "azai_nagamasa") == []
    else:
        assert view["dead"] == []
        assert whereabouts(match, "azai_nagamasa") == ["north_oumi"]
        assert generals(match, "north_oumi", "azai") == {"azai_nagamasa": "spent"}


def routed(*, options: dict[str, Any] | None = None, **areas: Any) -> Playing:
    """Nobunaga hits Nagamasa, alone in an Azai-held Mino, and the check says flee."""
    mino = {"controller": "azai", "oda": ODA, "azai": {"generals": ["azai_nagamasa"]}}
    match = board({"mino": mino, **areas}, dice=[1, 6, 6, 6, 6, 4], options=options)
    strike(match, "oda", "mino")
    return match


@clause("nobunaga", "8-4-2-2")
def test_8_4_2_2_to_another_area_of_his_daimyo() -> None:
    match = routed(echizen={"controller": "azai"})
    assert turn_of(match) == ("flee", "anti_oda")
    assert options_of(match) == {"flee north_oumi", "flee echizen"}
    refused(match, "flee mino", "8-4-2-2")  # his own, but the field of battle
    refused(match, "flee kaga", "8-4-2-2")  # a friend's
    match.act("flee echizen")
    assert whereabouts(match, "azai_nagamasa") == ["echizen"]
    assert generals(match, "echizen", "azai") == {"azai_nagamasa": "spent"}


@clause("nobunaga", "8-4-2-2")
def test_8_4_2_2_enemies_in_the_refuge() -> None:
    """They do not matter, unless the option for safe refuges is on."""
    areas = {"echizen": {"controller": "azai", "oda": {"ready": 2}}}
    assert options_of(routed(**areas)) == {"flee north_oumi", "flee echizen"}
    safe = routed(options={"flee_to": "safe"}, **areas)
    assert whereabouts(safe, "azai_nagamasa") == ["north_oumi"]


@clause("nobunaga", "8-4-2-2")
def test_8_4_2_2_nowhere_to_flee_is_death() -> None:
    """Mino is all that Azai has left; land of other Anti-Oda daimyos is no refuge."""
    match = routed(north_oumi={"controller": "asakura"})
    assert match.view("oda")["dead"] == ["azai_nagamasa"]
    assert whereabouts(match, "azai_nagamasa") == []
