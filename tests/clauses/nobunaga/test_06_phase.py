"""Chapter 6: the course of the action phase: who acts, what it costs, when it ends."""

from __future__ import annotations

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.steps import board, options_of, pay, turn_of
from tests.clauses.nobunaga.table import SEATS, acts, allowed, compose, hand, power, refused
from tests.support import clause

# Reinforcement dice that bring nothing while neither Shibata nor Azai, Asakura or Miyoshi units are on the map.
IDLE_ROLLS = (1, 5, 5)


def all_choices() -> Playing:
    """Oda could do anything: fight in Mino (no general, so no dice), march from Owari, play either of two cards."""
    areas = {
        "mino": {"oda": {"ready": 3}, "azai": {"ready": 1}},
        "owari": {"oda": {"ready": 3, "spent_generals": ["niwa_nagahide"]}},
    }
    return board(areas, oda=["corps_formation", "gift_to_greater_daimyo"])


@clause("nobunaga", "6")
def test_6_an_action_turn_offers_six_choices() -> None:
    match = all_choices()
    assert turn_of(match) == ("action", "oda")
    events = {"event corps_formation", "event gift_to_greater_daimyo"}
    assert options_of(match) == events | {"reinforcement", "diplomacy", "movement", "combat", "pass"}
    refused(match, "event warships")  # not in the hand


@clause("nobunaga", "6")
def test_6_an_action_turn_offers_only_what_can_be_done() -> None:
    """A single unit with no other power beside it can neither march nor fight."""
    match = board({"mino": {"oda": {"ready": 1}}})
    allowed(match, "reinforcement", "diplomacy", "pass")
    refused(match, "movement")
    refused(match, "combat")


@clause("nobunaga", "6")
@pytest.mark.parametrize(
    "texts",
    [
        ["event corps_formation"],
        ["reinforcement", "reinforce oda owari", "discard corps_formation"],
        ["diplomacy", "influence takeda right", "discard corps_formation"],
        ["movement", "march oda owari", "with 1", "to mikawa", "discard corps_formation"],
        ["combat", "attack oda mino", "discard corps_formation", "stop"],
    ],
    ids=lambda texts: str(texts[0]).split()[0],
)
def test_6_every_action_costs_one_card(texts: list[str]) -> None:
    match = all_choices()
    acts(match, *texts)
    assert hand(match, "oda") == ["gift_to_greater_daimyo"]
    assert match.view("oda")["discards"]["oda"] == ["corps_formation"]
    assert turn_of(match) == ("action", "anti_oda")


@clause("nobunaga", "6", "6-8")
def test_6_pass_costs_no_card() -> None:
    match = all_choices()
    match.act("pass")
    assert sorted(hand(match, "oda")) == ["corps_formation", "gift_to_greater_daimyo"]
    assert match.view("oda")["discards"]["oda"] == []
    assert turn_of(match) == ("action", "anti_oda")


@clause("nobunaga", "6-1")
@pytest.mark.parametrize(
    ("controller", "tokugawa_box", "chooser", "other"),
    [
        ("oda", 1, "oda", "anti_oda"),
        ("azai", 1, "anti_oda", "oda"),
        ("tokugawa", 2, "oda", "anti_oda"),
        ("tokugawa", 6, "anti_oda", "oda"),
    ],
)
def test_6_1_the_holder_of_yamashiro_chooses_who_is_first(
    controller: str, tokugawa_box: int, chooser: str, other: str
) -> None:
    areas = {"yamashiro": {"controller": controller}}
    markers = {"tokugawa": tokugawa_box}
    match = board(areas, turn=3, phase="reinforcement", markers=markers, dice=IDLE_ROLLS)
    assert turn_of(match) == ("order", chooser)
    assert match.decision.clause == "nobunaga:6-1"
    assert options_of(match) == {"first", "second"}
    second = match.fork()
    match.act("first")
    assert turn_of(match) == ("action", chooser)
    second.act("second")
    assert turn_of(second) == ("action", other)


@clause("nobunaga", "6-1")
@pytest.mark.parametrize("chooser", SEATS)
def test_6_1_an_option_says_who_chooses_while_yamashiro_is_neutral(chooser: str) -> None:
    areas = {"yamashiro": {"controller": "neutral", "neutral": {"ready": 1}}}
    options = {"yamashiro_neutral": chooser}
    match = board(areas, turn=3, phase="reinforcement", dice=IDLE_ROLLS, options=options)
    assert turn_of(match) == ("order", chooser)


@clause("nobunaga", "6-1")
@pytest.mark.parametrize(("start", "way", "chooser"), [(2, "right", "oda"), (6, "left", "anti_oda")])
def test_6_1_the_last_chooser_chooses_while_yamashiro_is_neutral(start: int, way: str, chooser: str) -> None:
    """Tokugawa turns Neutral with Yamashiro in hand: the player who chose this turn chooses again in the next."""
    areas = {"yamashiro": {"controller": "tokugawa", "tokugawa": {"ready": 1}}}
    match = board(areas, turn=3, phase="reinforcement", markers={"tokugawa": start}, dice=IDLE_ROLLS * 2)
    assert turn_of(match) == ("order", chooser)
    acts(match, "first", "diplomacy", f"influence tokugawa {way}")
    pay(match)
    assert power(match, "tokugawa") == "neutral"
    acts(match, "pass", "pass")
    assert match.view("oda")["turn"] == 4
    assert turn_of(match) == ("order", chooser)


@clause("nobunaga", "6-2")
def test_6_2_turns_alternate_until_two_passes_in_a_row() -> None:
    match = board({}, turn=10)
    assert turn_of(match) == ("action", "oda")
    acts(match, "diplomacy", "influence takeda right")
    pay(match)
    assert turn_of(match) == ("action", "anti_oda")  # one action each
    match.act("pass")
    assert turn_of(match) == ("action", "oda")
    acts(match, "diplomacy", "influence mouri right")
    pay(match)
    match.act("pass")  # the second pass, but an action lies between
    assert match.result is None
    assert turn_of(match) == ("action", "oda")
    match.act("pass")
    assert match.result is not None


@clause("nobunaga", "6-8")
def test_6_8_a_player_may_pass_and_act_again() -> None:
    match = board({}, markers={"takeda": 1})
    for _ in range(2):
        match.act("pass")
        acts(match, "diplomacy", "influence takeda right")
        pay(match)
    assert turn_of(match) == ("action", "oda")
    allowed(match, "diplomacy", "pass")
    assert len(hand(match, "oda")) == 4
    assert len(hand(match, "anti_oda")) == 2


@clause("nobunaga", "6-8", "6-9")
def test_6_8_without_cards_one_must_pass() -> None:
    """The other side goes on alone; its own pass then follows a forced one and ends the phase."""
    match = board({}, turn=10, to_act="anti_oda", oda=[])
    for daimyo in ("takeda", "mouri"):
        acts(match, "diplomacy", f"influence {daimyo} right")
        pay(match)
        assert turn_of(match) == ("action", "anti_oda")
    assert match.result is None
    match.act("pass")
    assert match.result is not None


@clause("nobunaga", "6-9")
def test_6_9_two_passes_end_the_phase_and_the_hands_are_lost() -> None:
    match = board({}, turn=3, dice=IDLE_ROLLS)
    match.act("pass")
    assert (match.view("oda")["turn"], match.decision.who) == (3, "anti_oda")
    match.act("pass")
    view = match.view("oda")
    assert view["turn"] == 4
    assert view["hand_sizes"] == {"oda": 5, "anti_oda": 4}  # a fresh draw, nothing kept
    assert view["stack_sizes"] == {"oda": 7, "anti_oda": 8}


@clause("nobunaga", "6-9")
@pytest.mark.parametrize(("oda", "over"), [([], True), (["warships"], False)])
def test_6_9_the_phase_ends_when_nobody_has_cards(oda: list[str], over: bool) -> None:
    match = board({}, turn=10, to_act="anti_oda", oda=oda, anti_oda=["feign_illness", "shogun_letter"])
    acts(match, "diplomacy", "influence takeda right", "discard feign_illness")
    if not over:
        match.act("pass")
    acts(match, "diplomacy", "influence mouri right", "discard shogun_letter")
    assert (match.result is not None) is over


@clause("nobunaga", "6-10")
def test_6_10_discards_and_lasting_cards_lie_open_and_come_back_shuffled() -> None:
    match = board(
        {"kaga": {"honganji": {"ready": 2}}},
        turn=3,
        to_act="anti_oda",
        oda=["gift_to_greater_daimyo", "warships"],
        anti_oda=["advance_paradise", "feign_illness"],
        dice=IDLE_ROLLS,
    )
    acts(match, "event advance_paradise", "skip")
    acts(match, "diplomacy", "influence mouri right", "discard gift_to_greater_daimyo")
    for seat in SEATS:
        view = match.view(seat)
        assert view["in_effect"] == ["advance_paradise"]
        assert view["discards"] == {"oda": ["gift_to_greater_daimyo"], "anti_oda": []}
    acts(match, "pass", "pass")
    view = match.view("oda")
    assert view["turn"] == 4
    assert view["in_effect"] == []
    assert view["discards"] == {"oda": [], "anti_oda": []}
    assert {seat: view["hand_sizes"][seat] + view["stack_sizes"][seat] for seat in SEATS} == {"oda": 12, "anti_oda": 12}


@clause("nobunaga", "6-1")
@pytest.mark.parametrize("setting", ["last", "oda", "anti_oda"])
def test_6_1_oda_chooses_while_he_holds_yamashiro(setting: str) -> None:
    """However a Neutral Yamashiro is ruled, and no matter who chose last."""
    match = compose(
        empty=True,
        turn=2,
        phase="reinforcement",
        dice=[1, 4, 5],
        state={"chooser": 1},
        options={"yamashiro_neutral": setting},
    )
    assert turn_of(match) == ("order", "oda")
