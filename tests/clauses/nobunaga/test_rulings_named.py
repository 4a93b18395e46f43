"""Rulings without an option, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, box, compose, controller, hand, power, refused, stack
from tests.support import clause

HANDS = {"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter", "murakami_navy"]}
GO_ON = [1, 1, 2]  # the next turn's dice: nothing for Oda, the markers of Uesugi and Takeda for Anti-Oda
ODA_AREAS = ["yamashiro", "south_oumi", "mino", "owari", "iga_ise"]
SUPPLY = [
    *ODA_AREAS[:4],
    "toutoumi",
    "north_oumi",
    "echizen",
    "kii_ishiyama",
    "awa_sanuki",
    "harima",
    "noto",
    "bitchuu",
    "suruga",
    "kai",
    "echigo",
]


def turn(match: Playing) -> int:
    return int(match.view("oda")["turn"])


def outcome(match: Playing) -> tuple[str | None, str] | None:
    """Who has won, and by which clause."""
    return None if match.result is None else (match.result.winner, match.result.clause)


@clause("nobunaga", "3-1")
def test_n07_the_draw_ends_with_the_deck() -> None:
    """Fourteen supply areas draw the twelve cards there are."""
    areas: dict[str, Any] = {area: {"controller": "oda"} for area in SUPPLY}
    areas["echigo"] = {"controller": "none"}
    match = compose(empty=True, turn=2, phase="draw", areas=areas, dice=GO_ON)
    assert match.view("oda")["hand_sizes"] == {"oda": 12, "anti_oda": 4}
    assert match.view("oda")["stack_sizes"] == {"oda": 0, "anti_oda": 8}


@pytest.mark.parametrize(("elsewhere", "placed"), [(10, 3), (38, 2), (40, 0)])
@clause("nobunaga", "3-2-1", "1-2-2-1")
def test_n11_reinforcements_come_as_far_as_counters_exist_even_beside_the_enemy(elsewhere: int, placed: int) -> None:
    match = compose(
        empty=True,
        turn=2,
        phase="reinforcement",
        areas={
            "north_oumi": {"azai": {"ready": 3}, "oda": {"generals": ["shibata_katsuie"]}},
            "mino": {"oda": {"ready": elsewhere}},
        },
        hands=HANDS,
        dice=GO_ON,  # Shibata's number, and no combat
    )
    assert stack(match, "north_oumi", "oda") == {"ready": placed, "spent": 0, "generals": {"shibata_katsuie": "ready"}}
    assert stack(match, "north_oumi", "azai")["ready"] == 3
    assert controller(match, "north_oumi") == "azai"


def small(oda: list[str], anti_oda: list[str], dice: list[int] | None = None) -> Playing:
    areas = {"mino": {"oda": {"ready": 1}}, "echizen": {"asakura": {"ready": 1}}}
    return compose(empty=True, areas=areas, hands={"oda": oda, "anti_oda": anti_oda}, dice=dice or [])


@clause("nobunaga", "6-2", "6-8", "6-9")
def test_n17_only_two_passes_in_succession_end_the_phase() -> None:
    match = small(["warships", "charge_order"], ["shogun_letter", "murakami_navy"], GO_ON)
    acts(match, "pass", "reinforcement", "reinforce asakura echizen", "discard shogun_letter")
    assert match.decision.who == "oda"
    acts(match, "reinforcement", "reinforce oda mino", "discard warships")  # he passed once and acts again
    acts(match, "pass")
    assert (turn(match), match.decision.who) == (1, "oda")
    acts(match, "pass")
    assert turn(match) == 2


@clause("nobunaga", "6-9")
def test_n17_empty_hands_end_the_phase() -> None:
    match = small(["warships"], ["shogun_letter"], GO_ON)
    acts(match, "reinforcement", "reinforce oda mino", "discard warships")
    assert turn(match) == 1
    acts(match, "reinforcement", "reinforce asakura echizen", "discard shogun_letter")
    assert turn(match) == 2


@clause("nobunaga", "6-2", "6-8")
def test_n18_the_player_with_cards_goes_on_alone() -> None:
    match = small(["warships", "charge_order"], [], GO_ON)
    acts(match, "reinforcement", "reinforce oda mino", "discard warships")
    assert (turn(match), match.decision.who, match.decision.name) == (1, "oda", "action")
    acts(match, "pass")  # after the forced pass of the other this is the second
    assert turn(match) == 2


@clause("nobunaga", "4-3", "4-6")
def test_n22_a_change_of_side_counts_at_once() -> None:
    """Units keep their status, the area stays his, there is no combat, and the new side may use them at once."""
    match = compose(
        empty=True,
        to_act="anti_oda",
        markers={"matsunaga": 5},
        areas={
            "yamato": {"matsunaga": {"ready": 3, "spent": 1, "generals": ["matsunaga_hisahide"]}},
            "echizen": {"asakura": {"ready": 3}},
        },
        hands=HANDS,
    )
    before = stack(match, "yamato", "matsunaga")
    acts(match, "diplomacy", "influence matsunaga right", "discard shogun_letter", "pass")
    assert power(match, "matsunaga") == "anti_oda"
    assert stack(match, "yamato", "matsunaga") == before
    assert controller(match, "yamato") == "matsunaga"
    acts(match, "movement")
    allowed(match, "march matsunaga yamato")


@pytest.mark.parametrize(("marker", "pinned"), [(1, False), (2, True)])
@clause("nobunaga", "4-6", "7-2(2)", "FAQ-Q05")
def test_n23_a_former_ally_pins_oda(marker: int, pinned: bool) -> None:
    match = compose(
        empty=True,
        to_act="anti_oda",
        markers={"tokugawa": marker},
        areas={"mino": {"oda": {"ready": 3}, "tokugawa": {"ready": 3}}, "owari": {"oda": {"ready": 3}}},
        hands=HANDS,
    )
    acts(match, "diplomacy", "influence tokugawa right", "discard shogun_letter")  # and no combat
    acts(match, "movement")
    if pinned:
        refused(match, "march oda mino", "7-2(2)")
    else:
        allowed(match, "march oda mino")


@clause("nobunaga", "4-6", "7-2(2)")
def test_n23_a_former_ally_is_pinned_too() -> None:
    match = compose(
        empty=True,
        to_act="anti_oda",
        markers={"tokugawa": 6},
        areas={
            "mino": {"oda": {"ready": 3}, "tokugawa": {"ready": 3}},
            "mikawa": {"tokugawa": {"ready": 3}},
        },
        hands=HANDS,
    )
    acts(match, "movement")
    allowed(match, "march tokugawa mikawa")
    refused(match, "march tokugawa mino", "7-2(2)")


@pytest.mark.parametrize(("holder", "cards"), [("azai", 6), ("none", 5)])
@clause("nobunaga", "3-1")
def test_n31_an_extinct_daimyo_still_counts(holder: str, cards: int) -> None:
    """No Azai unit is left; an area still theirs counts for Anti-Oda, one of nobody's does not."""
    match = compose(
        empty=True,
        turn=2,
        phase="draw",
        dead=["azai_nagamasa"],
        areas={
            "north_oumi": {"controller": holder},
            "noto": {"controller": "asakura"},
            "kai": {"controller": "honganji"},
        },
        dice=GO_ON,
    )
    assert match.view("oda")["hand_sizes"]["anti_oda"] == cards


@clause("nobunaga", "8-4")
def test_n41_hits_beyond_the_participants_are_lost() -> None:
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 4, "generals": ["niwa_nagahide"]}},
            "north_oumi": {"azai": {"ready": 1}, "asakura": {"ready": 2}},
            "wakasa_tango": {"controller": "azai", "azai": {"ready": 2}},
        },
        hands=HANDS,
        dice=[1, 1, 1, 1],
    )
    acts(match, "movement", "march oda mino", "take niwa_nagahide", "with 3", "to north_oumi", "target azai")
    assert stack(match, "north_oumi", "azai")["ready"] == 0
    assert stack(match, "north_oumi", "asakura")["ready"] == 2
    assert stack(match, "wakasa_tango", "azai")["ready"] == 2


def duel(*checks: int, nobunaga: str = "oda_nobunaga") -> Playing:
    """A general and an army meet Nagamasa and an army: every die of both hits; then the checks."""
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 3, "generals": [nobunaga]}},
            "north_oumi": {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}},
            "wakasa_tango": {"controller": "azai"},
        },
        hands=HANDS,
        dice=[1, 1, 1, 1, *checks],
    )
    acts(match, "movement", "march oda mino", f"take {nobunaga}", "with 1", "to north_oumi")
    return match


@clause("nobunaga", "8", "8-4-2")
def test_n42_damage_is_simultaneous_and_the_attacker_checks_first() -> None:
    match = duel(1, 6, nobunaga="shibata_katsuie")
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 0, "generals": {}}
    assert list(match.view("oda")["dead"]) == ["shibata_katsuie"]  # the first die is his
    assert stack(match, "wakasa_tango", "azai")["generals"] == {"azai_nagamasa": "spent"}
    acts(match, "discard warships")  # control comes last
    assert controller(match, "north_oumi") == "azai"


@clause("nobunaga", "9(1)")
def test_n42_all_checks_come_before_victory() -> None:
    match = duel(1, 1)
    assert outcome(match) == ("anti_oda", "nobunaga:9(1)")
    assert set(match.view("oda")["dead"]) == {"oda_nobunaga", "azai_nagamasa"}


@pytest.mark.parametrize("refuge", [True, False])
@clause("nobunaga", "9(1)", "8-4-2-2")
def test_n45_nobunaga_without_refuge_is_dead(refuge: bool) -> None:
    areas: dict[str, Any] = {area: {"controller": "none"} for area in ODA_AREAS}
    areas["north_oumi"] = {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}, "oda": {"generals": ["oda_nobunaga"]}}
    if refuge:
        areas["mino"] = {"controller": "oda"}
    match = compose(empty=True, areas=areas, hands=HANDS, dice=[6, 1, 6, 6])
    acts(match, "combat", "attack oda north_oumi")  # the last six says: he flees
    if refuge:
        assert outcome(match) is None
        assert stack(match, "mino", "oda")["generals"] == {"oda_nobunaga": "spent"}
    else:
        assert outcome(match) == ("anti_oda", "nobunaga:9(1)")


@clause("nobunaga", "9(1)")
def test_n46_nobunaga_may_be_killed_by_neutrals() -> None:
    match = compose(
        empty=True,
        areas={"mino": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}}, "hida": {"neutral": {"ready": 1}}},
        hands=HANDS,
        dice=[1, 1, 3],  # the Neutral army falls as well
    )
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 0", "to hida")
    assert outcome(match) == ("anti_oda", "nobunaga:9(1)")


@pytest.mark.parametrize(
    ("holders", "winner", "clause_id"),
    [
        ({"yamashiro": "azai", "mino": "azai"}, "anti_oda", "9(2)"),
        (dict.fromkeys(SUPPLY, "oda"), "oda", "9(3)"),
    ],
)
@clause("nobunaga", "9", "9(2)", "9(3)")
def test_n47_areas_are_counted_in_end_phases_only(holders: dict[str, str], winner: str, clause_id: str) -> None:
    areas = {area: {"controller": daimyo} for area, daimyo in holders.items()}
    match = compose(empty=True, areas=areas, hands=HANDS)
    acts(match, "diplomacy", "influence ukita left", "discard warships", "pass")
    assert outcome(match) is None
    acts(match, "pass")
    assert outcome(match) == (winner, f"nobunaga:{clause_id}")
    assert turn(match) == 1


@clause("nobunaga", "1-2-2-1", "6-4")
def test_n57_without_a_counter_nobody_is_reinforced() -> None:
    match = compose(
        empty=True,
        areas={"mikawa": {"tokugawa": {"ready": 8}}, "mino": {"oda": {"ready": 1}}},
        hands=HANDS,
    )
    acts(match, "reinforcement")
    allowed(match, "reinforce oda mino")
    refused(match, "reinforce tokugawa mikawa", "1-2-2-1")
    full = compose(empty=True, areas={"mikawa": {"tokugawa": {"ready": 8}}}, hands=HANDS)
    refused(full, "reinforcement")


@clause("nobunaga", "7-3", "8-1-2")
def test_n60_a_march_is_one_combat_against_one_of_several_powers() -> None:
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 3, "generals": ["niwa_nagahide"]}},
            "north_oumi": {
                "azai": {"ready": 2, "generals": ["azai_nagamasa"]},
                "asakura": {"ready": 2},
                "takeda": {"ready": 2},
                "oda": {"ready": 1},
            },
        },
        hands=HANDS,
        dice=[3, 3, 4, 4],
    )
    acts(match, "movement", "march oda mino", "take niwa_nagahide", "with 2", "to north_oumi")
    assert (match.decision.name, match.decision.who) == ("target", "oda")
    assert set(match.decision.texts) == {"target azai", "target asakura", "target takeda"}
    acts(match, "target asakura")  # four dice: the ready army there joins in; Nagamasa does not help Asakura
    assert stack(match, "north_oumi", "asakura")["ready"] == 0
    assert (stack(match, "north_oumi", "azai")["ready"], stack(match, "north_oumi", "takeda")["ready"]) == (2, 2)
    acts(match, "discard warships")
    assert match.decision.who == "anti_oda"  # no second combat
    assert hand(match, "oda") == ["charge_order"]
    assert box(match, "takeda") == 2
