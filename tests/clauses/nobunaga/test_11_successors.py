"""11-3: successors of generals who have died."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import allowed, armies, generals, stack
from tests.clauses.nobunaga.steps import to_action_phase
from tests.clauses.nobunaga.table import acts, compose
from tests.support import clause

NOBUNAGA = {"ready": 2, "generals": ["oda_nobunaga"]}  # three dice at 3


def azai_without_general(*dice: int, dead: bool = True, **options: bool) -> Playing:
    """Turn three begins; Azai has one army in North Oumi and one in Wakasa, and its die is rolled first."""
    match = compose(
        empty=True,
        turn=2,
        phase="end",
        areas={
            "north_oumi": {"azai": {"ready": 1}},
            "wakasa_tango": {"controller": "azai", "azai": {"ready": 1}},
            "south_oumi": {"oda": {"ready": 3}},
        },
        dead=["azai_nagamasa"] if dead else [],
        options=options,
        dice=[1, 5, 1, *dice],
    )
    acts(match, "armies azai north_oumi")
    return match


@clause("nobunaga", "11-3")
def test_11_3_a_successor_comes_instead_of_one_army() -> None:
    match = azai_without_general(successors=True)
    assert (match.decision.name, match.decision.who) == ("successor", "anti_oda")
    assert set(match.decision.texts) == {"successor", "army"}
    acts(match, "successor")
    found = stack(match, "north_oumi", "azai")
    assert (found["ready"], list(found["generals"].values())) == (2, ["ready"])  # one army came, not two


@clause("nobunaga", "11-3")
def test_11_3_the_army_may_be_taken_all_the_same() -> None:
    match = azai_without_general(successors=True)
    acts(match, "army")
    assert stack(match, "north_oumi", "azai") == {"ready": 3, "spent": 0, "generals": {}}


@pytest.mark.parametrize(("option", "dead"), [(False, True), (True, False)])
@clause("nobunaga", "11-3")
def test_11_3_no_successor_comes_without_the_option_or_while_the_general_lives(option: bool, dead: bool) -> None:
    match = azai_without_general(successors=option, dead=dead)
    assert match.decision.name == "reinforcements"  # the second die
    assert stack(match, "north_oumi", "azai") == {"ready": 3, "spent": 0, "generals": {}}


@clause("nobunaga", "11-3", "6-4")
def test_11_3_a_successor_by_a_reinforcement_action_is_spent() -> None:
    match = azai_without_general(successors=True)
    acts(match, "army")
    to_action_phase(match, "second")
    acts(match, "reinforcement", "reinforce azai wakasa_tango", "successor")
    assert match.decision.name == "discard"
    match.act(match.decision.texts[0])
    found = stack(match, "wakasa_tango", "azai")
    assert (found["ready"], found["spent"], list(found["generals"].values())) == (1, 0, ["spent"])


@clause("nobunaga", "11-3")
def test_11_3_a_clan_has_one_successor_at_a_time() -> None:
    match = azai_without_general(successors=True)
    acts(match, "successor")
    to_action_phase(match, "second")
    acts(match, "reinforcement", "reinforce azai wakasa_tango")
    assert match.decision.name == "discard"
    match.act(match.decision.texts[0])
    assert stack(match, "wakasa_tango", "azai") == {"ready": 1, "spent": 1, "generals": {}}


@clause("nobunaga", "11-3")
def test_11_3_a_successor_commands_with_value_one() -> None:
    match = azai_without_general(1, 2, successors=True)
    acts(match, "successor")
    to_action_phase(match, "second")
    (general,) = stack(match, "north_oumi", "azai")["generals"]
    acts(match, "movement", "march azai north_oumi", f"take {general}", "with 1", "to south_oumi")
    assert stack(match, "south_oumi", "oda")["ready"] == 2  # the 1 hits, the 2 does not


@clause("nobunaga", "11-3", "11-3.p2")
def test_11_3_p2_successors_come_from_the_turn_after_the_last_death() -> None:
    """Nagamasa falls in turn one: no successor in that turn, one in turn two; the successor dies: one in turn three."""
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 5, "generals": ["oda_nobunaga"]}},
            "north_oumi": {"azai": {"generals": ["azai_nagamasa"]}},
            "wakasa_tango": {"controller": "azai", "azai": {"ready": 1}},
            "echizen": {"controller": "azai", "azai": {"ready": 1}},
        },
        hands={"oda": ["charge_order"], "anti_oda": ["shogun_letter", "murakami_navy"]},
        options={"successors": True},
        dice=[*[1, 6, 6, 6, 6, 1], *[1, 5, 1], *[1, 1, 1, 6, 6, 6, 1], *[1, 5, 2]],
    )
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 3", "to north_oumi", "discard charge_order")
    assert "azai_nagamasa" in match.view("oda")["dead"]
    acts(match, "reinforcement", "reinforce azai wakasa_tango")
    assert match.decision.name == "discard"  # still turn one
    acts(match, "discard shogun_letter", "pass")  # Oda has no card left

    assert match.view("oda")["turn"] == 2
    acts(match, "armies azai echizen", "successor")
    assert len(stack(match, "echizen", "azai")["generals"]) == 1
    to_action_phase(match, "first")
    # Nobunaga and two armies against two armies and the successor
    acts(match, "movement", "march oda north_oumi", "take oda_nobunaga", "with 2", "to echizen")
    match.act(match.decision.texts[0])
    assert stack(match, "echizen", "azai") == {"ready": 0, "spent": 0, "generals": {}}
    acts(match, "reinforcement", "reinforce azai wakasa_tango")
    assert match.decision.name == "discard"  # the successor died in this turn
    acts(match, match.decision.texts[0], "pass", "pass")

    assert match.view("oda")["turn"] == 3
    acts(match, "armies azai wakasa_tango", "successor")
    assert len(stack(match, "wakasa_tango", "azai")["generals"]) == 1


def heirs(areas: dict[str, Any], *dice: int, **entries: Any) -> Playing:
    """Turn two with successors; Azai's and Asakura's own generals have died before."""
    dead = ["azai_nagamasa", "asakura_yoshikage"]
    return compose(empty=True, turn=2, areas=areas, dead=dead, options={"successors": True}, dice=dice, **entries)


@clause("nobunaga", "11-3", "1-2-2-1")
def test_11_3_a_successor_comes_though_no_army_is_left() -> None:
    """All eight Azai armies are on the map: a successor may still come, and it is not asked what comes."""
    areas = {"north_oumi": {"azai": {"ready": 8}}, "mino": {"oda": {"ready": 1}}}
    match = heirs(areas, to_act="anti_oda", hands={"anti_oda": ["shogun_letter"], "oda": ["warships"]})
    allowed(match, "reinforcement")
    acts(match, "reinforcement", "reinforce azai north_oumi", "discard shogun_letter")
    assert list(generals(match, "north_oumi", "azai").values()) == ["spent"]
    assert armies(match, "north_oumi", "azai") == (8, 0)


@clause("nobunaga", "11-3")
def test_11_3_each_clan_has_a_successor_of_its_own() -> None:
    areas = {
        "north_oumi": {"azai": {"ready": 1, "generals": ["successor_1"]}},
        "echizen": {"asakura": {"ready": 1}},
    }
    match = heirs(areas, to_act="anti_oda", hands={"anti_oda": ["shogun_letter"], "oda": ["warships"]})
    acts(match, "reinforcement", "reinforce asakura echizen", "successor", "discard shogun_letter")
    assert generals(match, "north_oumi", "azai") == {"successor_1": "ready"}
    assert generals(match, "echizen", "asakura") == {"successor_2": "spent"}


@clause("nobunaga", "11-3.p2")
def test_11_3_p2_the_counter_of_a_dead_successor_serves_again() -> None:
    """All four counters are in use; Azai's dies, and in the next turn it is the one that comes back."""
    areas = {
        "mino": {"oda": NOBUNAGA},
        "north_oumi": {"azai": {"generals": ["successor_4"]}},
        "wakasa_tango": {"controller": "azai", "azai": {"ready": 1}},
        "echizen": {"asakura": {"ready": 1, "generals": ["successor_1"]}},
        "kii_ishiyama": {"honganji": {"ready": 1, "generals": ["successor_2"]}},
        "awa_sanuki": {"miyoshi": {"ready": 1, "generals": ["successor_3"]}},
    }
    dice = [1, 6, 6, 1, *(1, 5, 1)]
    match = heirs(areas, *dice, hands={"oda": ["warships"], "anti_oda": []})
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 1", "to north_oumi", "discard warships")
    assert match.view("oda")["turn"] == 3
    assert match.view("oda")["dead"] == ["azai_nagamasa", "asakura_yoshikage"]
    acts(match, "armies azai wakasa_tango", "successor")
    assert list(generals(match, "wakasa_tango", "azai")) == ["successor_4"]
