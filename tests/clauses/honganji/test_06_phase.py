"""Chapter 6: the course of the action phase: who acts, what it costs, when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import SPARE, lay
from tests.clauses.honganji.steps import (
    CARDS,
    armies,
    board,
    discarded,
    finish,
    only,
    options_of,
    pay,
    strike,
    throw_all,
    turn_of,
)
from tests.clauses.honganji.table import SEATS, acts, allowed, controller, hand, refused, stack
from tests.clauses.reasons import barred
from tests.support import clause

# The petitions of a following turn: every vassal draws one more card.
PETITIONS = (1, 1, 1, 1)


def all_choices(**more: Any) -> Playing:
    """Tokugawa could do anything: fight in Gifu (no general, so no dice), march from Mikawa, play either card."""
    areas = {
        "gifu": {"tokugawa": {"ready": 3}, "neutral": {"ready": 1}},
        "mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]}},
        "miyako_azuchi": {"oda": {"ready": 2}},
    }
    return board(areas, cards=["urgent_recruitment", "desertion_1"], **more)


def at_home(**hands: Sequence[str]) -> Playing:
    """Nothing but the leaders at home; every seat that is not named has no cards. Akechi begins."""
    return board({}, seat="akechi", hands=only(**hands))


def reinforce(match: Playing, area: str) -> None:
    """The player raises an army of his own."""
    seat = match.decision.who
    match.act("reinforcement")
    match.act(f"reinforce {seat} {area}")
    pay(match)


@clause("honganji", "6")
def test_6_an_action_turn_offers_six_kinds_of_actions() -> None:
    match = all_choices()
    assert turn_of(match) == ("action", "tokugawa")
    events = {"event urgent_recruitment", "event desertion_1"}
    assert options_of(match) == events | {"reinforcement", "oda_transfer", "movement", "combat", "throw"}
    refused(match, "event charge_1")  # not in the hand


@clause("honganji", "6")
def test_6_an_action_turn_offers_only_what_can_be_done() -> None:
    """Single units with nobody beside them can neither march nor fight, and no Oda army is there to transfer."""
    match = board({"kai": {"tokugawa": {"ready": 1}}})
    allowed(match, "reinforcement", "throw")
    refused(match, "movement")
    refused(match, "combat")
    refused(match, "oda_transfer")


@clause("honganji", "6", "6-2", "6-3", "6-4", "6-5", "6-6")
@pytest.mark.parametrize(
    "texts",
    [
        ["event urgent_recruitment", "recruit tokugawa mikawa"],
        ["reinforcement", "reinforce tokugawa mikawa", "discard urgent_recruitment"],
        ["oda_transfer", "transfer miyako_azuchi gifu", "discard urgent_recruitment"],
        ["movement", "march tokugawa mikawa", "done", "with 1", "to toutoumi_suruga", "discard urgent_recruitment"],
        ["combat", "attack tokugawa gifu", "discard urgent_recruitment", "stop"],
    ],
    ids=lambda texts: str(texts[0]).split()[0],
)
def test_h48_every_action_costs_one_card(texts: list[str]) -> None:
    match = all_choices()
    acts(match, *texts)
    assert hand(match, "tokugawa") == ["desertion_1"]
    assert discarded(match) == ["urgent_recruitment"]
    assert turn_of(match) == ("action", "tokugawa")  # the action turn goes on
    assert len(hand(match, "hashiba")) == 1


@clause("honganji", "6")
def test_6_each_action_turn_takes_at_least_one_card() -> None:
    match = at_home(akechi=CARDS[:2], shibata=CARDS[2:])
    for seat, area, following in [("akechi", "tanba", "shibata"), ("shibata", "echizen", "akechi")]:
        assert turn_of(match) == ("action", seat)
        refused(match, "end", "6")
        reinforce(match, area)
        allowed(match, "end")
        match.act("end")
        assert turn_of(match) == ("action", following)


@clause("honganji", "6", "6.p2")
def test_6_an_action_turn_may_have_any_number_of_actions() -> None:
    match = board({})
    for count in (1, 2, 3):
        reinforce(match, "mikawa")
        assert turn_of(match) == ("action", "tokugawa")
        assert armies(match, "mikawa", "tokugawa") == (0, count)
    match.act("end")
    assert turn_of(match) == ("action", "hashiba")


@clause("honganji", "6")
def test_6_the_last_card_ends_the_action_turn() -> None:
    match = board({}, cards=CARDS[:1])
    acts(match, "reinforcement", "reinforce tokugawa mikawa")
    assert armies(match, "mikawa", "tokugawa") == (0, 1)
    assert turn_of(match) == ("discard", "tokugawa")
    pay(match)
    assert hand(match, "tokugawa") == []
    assert turn_of(match) == ("action", "hashiba")


@clause("honganji", "6.p2")
def test_6_p2_an_action_is_finished_before_the_next() -> None:
    match = board({"kai": {"tokugawa": {"ready": 3, "generals": ["honda_tadakatsu"]}}})
    reinforce(match, "mikawa")
    for step in ("movement", "march tokugawa kai", "done", "with 1", "to shinano"):
        match.act(step)
        refused(match, "reinforcement")
        refused(match, "end")
    pay(match)
    allowed(match, "reinforcement", "movement", "end")


@clause("honganji", "6.p2", "6-1")
def test_6_p2_cards_may_be_kept_for_later_rounds() -> None:
    """Akechi spends three cards one by one in three rounds, Hashiba both at once; the others never have a turn."""
    match = at_home(akechi=CARDS[:3], hashiba=["surrounding_nobunaga_5", "surrounding_nobunaga_6"])
    reinforce(match, "tanba")
    match.act("end")
    assert turn_of(match) == ("action", "hashiba")
    reinforce(match, "harima")
    assert turn_of(match) == ("action", "hashiba")
    reinforce(match, "harima")
    assert turn_of(match) == ("action", "akechi")
    reinforce(match, "tanba")
    match.act("end")
    assert turn_of(match) == ("action", "akechi")  # alone with cards
    assert len(hand(match, "akechi")) == 1


@clause("honganji", "6-1")
@pytest.mark.parametrize("order", [list(SEATS), ["hashiba", "shibata", "akechi", "tokugawa"]])
def test_6_1_action_turns_go_round_in_the_order_of_the_turn(order: list[str]) -> None:
    """Two rounds of four; the player without cards is passed over in the second."""
    homes = {"akechi": "tanba", "shibata": "echizen", "tokugawa": "mikawa", "hashiba": "harima"}
    cards = {
        seat: [f"surrounding_nobunaga_{2 * n + 1}", f"surrounding_nobunaga_{2 * n + 2}"] for n, seat in enumerate(order)
    }
    cards[order[1]].pop()
    match = board({}, seat=order[0], order=order, hands=cards)
    for seat in order:
        assert turn_of(match) == ("action", seat)
        reinforce(match, homes[seat])
        if hand(match, seat):
            match.act("end")
    for seat in (order[0], order[2], order[3]):
        assert turn_of(match) == ("action", seat)
        if seat != order[3]:
            reinforce(match, homes[seat])


@clause("honganji", "6-7")
def test_6_7_a_player_who_throws_cards_does_nothing_else() -> None:
    match = board({"kai": {"tokugawa": {"ready": 3}}, "miyako_azuchi": {"oda": {"ready": 1}}})
    before = match.view("akechi")["areas"]["kai"]
    match.act("throw")
    assert turn_of(match) == ("throw", "tokugawa")
    assert options_of(match) == {f"discard {card}" for card in CARDS}
    refused(match, "done", "6-7")
    match.act(f"discard {CARDS[2]}")
    assert options_of(match) == {f"discard {card}" for card in (*CARDS[:2], CARDS[3])} | {"done"}
    match.act(f"discard {CARDS[0]}")
    match.act("done")
    assert turn_of(match) == ("action", "hashiba")
    assert sorted(hand(match, "tokugawa")) == [CARDS[1], CARDS[3]]
    assert discarded(match) == [CARDS[0], CARDS[2]]
    assert match.view("akechi")["areas"]["kai"]["stacks"] == before["stacks"]


@clause("honganji", "6-7")
def test_h48_throwing_cards_ends_the_action_turn() -> None:
    """After another action as well, and with two cards left; without any it needs no word."""
    match = board({})
    reinforce(match, "mikawa")
    acts(match, "throw", f"discard {CARDS[3]}", "done")
    assert turn_of(match) == ("action", "hashiba")
    assert len(hand(match, "tokugawa")) == 2
    match = board({}, cards=CARDS[:2])
    throw_all(match)
    assert turn_of(match) == ("action", "hashiba")
    assert hand(match, "tokugawa") == []


@clause("honganji", "6-8", "6-1")
def test_6_8_the_phase_ends_when_nobody_has_cards() -> None:
    """On the sixth turn the game is over with it."""
    match = board({}, turn=6, hands=only(tokugawa=CARDS[:2], hashiba=CARDS[2:3]))
    reinforce(match, "mikawa")
    match.act("end")
    throw_all(match)
    assert match.result is None
    assert turn_of(match) == ("action", "tokugawa")
    throw_all(match)
    assert match.result is not None


@clause("honganji", "6-9")
def test_6_9_discards_lie_open_and_come_back_shuffled() -> None:
    """All 32 cards together: five in each hand (one by petition), twelve in the stack."""
    hands = only(tokugawa=["urgent_recruitment", "charge_1"], hashiba=["slander_1"])
    match = board({}, hands=hands, dice=PETITIONS)
    acts(match, "event urgent_recruitment", "recruit tokugawa mikawa")
    acts(match, "reinforcement", "reinforce tokugawa mikawa", "discard charge_1")
    for seat in SEATS:
        assert discarded(match, seat) == ["charge_1", "urgent_recruitment"]
    assert match.view("akechi")["turn"] == 1
    throw_all(match)
    view = match.view("akechi")
    assert view["turn"] == 2
    assert view["discards"] == {"common": []}
    assert view["hand_sizes"] == dict.fromkeys(SEATS, 5)
    assert view["stack_sizes"] == {"common": 12}


@clause("honganji", "6-3", "6-4", "6-5", "6-6")
@pytest.mark.parametrize(
    ("action", "name"),
    [("reinforcement", "reinforce"), ("oda_transfer", "transfer"), ("movement", "march"), ("combat", "attack")],
)
def test_h49_with_the_option_an_action_is_paid_as_it_starts(action: str, name: str) -> None:
    match = all_choices(options={"payment": "before"})
    match.act(action)
    assert turn_of(match) == ("discard", "tokugawa")
    assert options_of(match) == {"discard urgent_recruitment", "discard desertion_1"}
    match.act("discard desertion_1")
    assert hand(match, "tokugawa") == ["urgent_recruitment"]
    assert discarded(match) == ["desertion_1"]
    assert turn_of(match) == (name, "tokugawa")


@clause("honganji", "6-3", "6-4", "6-5", "6-6", "8-6")
@pytest.mark.parametrize(
    "texts",
    [
        ["reinforcement", "reinforce tokugawa mikawa"],
        ["oda_transfer", "transfer miyako_azuchi gifu"],
        ["movement", "march tokugawa mikawa", "done", "with 1", "to toutoumi_suruga"],
        ["combat", "attack tokugawa gifu"],
    ],
    ids=lambda texts: str(texts[0]),
)
def test_h49_an_action_is_paid_when_it_is_done(texts: list[str]) -> None:
    """The whole hand is there until then, so the choice of the card may depend on what came of the action."""
    match = all_choices()
    for text in texts:
        match.act(text)
        assert sorted(hand(match, "tokugawa")) == ["desertion_1", "urgent_recruitment"]
        assert discarded(match) == []
    assert turn_of(match) == ("discard", "tokugawa")
    assert options_of(match) == {"discard urgent_recruitment", "discard desertion_1"}
    match.act("discard desertion_1")
    assert discarded(match) == ["desertion_1"]
    assert turn_of(match)[0] in ("action", "additional")


@clause("honganji", "6-6", "8-5", "8-6")
def test_h49_a_continued_combat_is_paid_after_its_dice_an_additional_one_before() -> None:
    areas = {"gifu": {"tokugawa": {"ready": 1, "generals": ["honda_tadakatsu"]}, "neutral": {"ready": 5}}}
    match = board(areas, dice=[6, 6, 6, 1])
    match.act("combat")
    events = acts(match, "attack tokugawa gifu")
    assert [event.kind for event in events].count("roll") == 1  # before any card is named
    match.act(f"discard {CARDS[0]}")
    assert turn_of(match) == ("additional", "tokugawa")
    match.act("again")
    assert turn_of(match) == ("discard", "tokugawa")
    assert armies(match, "gifu", "neutral") == (5, 0)
    match.act(f"discard {CARDS[1]}")
    assert armies(match, "gifu", "neutral") == (4, 0)
    assert discarded(match) == [CARDS[0], CARDS[1]]


@clause("honganji", "10-1", "8-6")
@pytest.mark.parametrize(
    ("home", "texts"),
    [
        ("miyako_azuchi", ["combat", "attack tokugawa miyako_azuchi"]),
        ("gifu", ["movement", "march tokugawa gifu", "take tokugawa_ieyasu", "to miyako_azuchi"]),
    ],
    ids=["combat", "movement"],
)
def test_h49_a_player_knocked_out_in_his_own_action_owes_nothing(home: str, texts: list[str]) -> None:
    """Ieyasu alone attacks Nobunaga and falls: his cards are gone, and no card is asked for."""
    areas: dict[str, Any] = {
        "miyako_azuchi": {"oda": {"generals": ["oda_nobunaga"]}},
        "gifu": {"tokugawa": {"spent": 1}},
    }
    areas[home].setdefault("tokugawa", {})["generals"] = ["tokugawa_ieyasu"]
    match = board(areas, dice=[6, 1, 1], status={"tokugawa": "rebel"})
    acts(match, *texts)
    assert match.view(None)["status"]["tokugawa"] == "out"
    assert turn_of(match) == ("action", "hashiba")
    assert hand(match, "tokugawa") == []


@clause("honganji", "5-2.p2")
def test_h43_control_goes_to_the_last_attacker() -> None:
    """Nothing of Oda is left in Gifu; Tokugawa missed, but it was he who attacked."""
    areas = {
        "gifu": {
            "tokugawa": {"ready": 1, "generals": ["honda_tadakatsu"]},
            "neutral": {"ready": 2},
            "mouri": {"ready": 1},
        }
    }
    match = board(areas, dice=[6, 6])
    strike(match, "tokugawa", "gifu", "target neutral")
    finish(match)
    assert controller(match, "gifu") == "oda"
    match.act("end")
    assert turn_of(match) == ("action", "hashiba")
    assert controller(match, "gifu") == "tokugawa"


@clause("honganji", "5-2.p2")
def test_h43_without_him_control_goes_to_the_clan_last_attacked() -> None:
    """The attacker is gone; Anekouji, who drove him off, comes before the Mouri who looked on."""
    areas = {"gifu": {"tokugawa": {"ready": 1}, "neutral": {"generals": ["anekouji_yoritsuna"]}, "mouri": {"ready": 3}}}
    match = board(areas, dice=[1])
    strike(match, "tokugawa", "gifu", "target neutral")
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 0, "generals": {}}
    match.act("end")
    assert turn_of(match) == ("action", "hashiba")
    assert controller(match, "gifu") == "neutral"


@clause("honganji", "5-2.p2")
@pytest.mark.parametrize("winner", ["neutral", "mouri", "shibata"])
def test_h43_without_either_the_acting_player_chooses(winner: str) -> None:
    areas = {
        "gifu": {"neutral": {"ready": 2}, "mouri": {"ready": 1}, "shibata": {"ready": 1}},
        "hida": {"mouri": {"spent": 1}},
    }
    match = board(areas)
    acts(match, "throw", f"discard {CARDS[0]}", "done")
    assert turn_of(match) == ("control", "tokugawa")
    assert options_of(match) == {"control gifu neutral", "control gifu mouri", "control gifu shibata"}
    match.act(f"control gifu {winner}")
    assert controller(match, "gifu") == winner
    assert controller(match, "hida") == "mouri"  # alone there: no question
    assert turn_of(match) == ("action", "hashiba")


@clause("honganji", "6", "6-1")
def test_6_every_action_turn_needs_a_card_of_its_own() -> None:
    cards = {"akechi": ["charge_1", SPARE], "shibata": ["charge_2", "desertion_1"]}
    match = lay(hands=cards, to_act="akechi")
    barred(match, "end", "6 card_first")
    acts(match, "reinforcement", "reinforce akechi tanba", "discard charge_1")
    allowed(match, "end")
    match.act("end")
    assert match.decision.who == "shibata"
    barred(match, "end", "6 card_first")
