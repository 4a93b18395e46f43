"""11-1 and 11-2: bidding for the sides."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.common import turn_of
from tests.clauses.nobunaga.table import acts, compose
from tests.support import clause

AS_SEATED = {"oda": "oda", "anti_oda": "anti_oda"}
EXCHANGED = {"oda": "anti_oda", "anti_oda": "oda"}
SUPPLY_AT_START = 5  # Yamashiro, South Oumi, Mino, Owari and Tokugawa's Toutoumi


def start(option: str, dice: list[int] | None = None, **options: Any) -> Playing:
    rolls: dict[str, Any] = {} if dice is None else {"dice": dice}
    return new("nobunaga", seed=7, options={option: True, **options}, **rolls)


def say(match: Playing, name: str, oda: str, anti_oda: str) -> None:
    """Both seats answer a secret question, whichever is asked first."""
    answers = {"oda": oda, "anti_oda": anti_oda}
    for _ in range(2):
        assert match.decision.name == name
        match.act(answers.pop(match.decision.who))


def bid(option: str, oda: int, anti_oda: int, *, dice: list[int] | None = None, **options: Any) -> Playing:
    match = start(option, dice, **options)
    name = "bid_supply" if option == "bid_supply_areas" else "bid_cards"
    say(match, name, f"bid {oda}", f"bid {anti_oda}")
    return match


def bid_cards(oda: int, anti_oda: int, **options: Any) -> Playing:
    """Bid cards; equal bidders keep their seats."""
    match = bid("bid_bonus_cards", oda, anti_oda, **options)
    if oda == anti_oda:
        say(match, "sides", "side oda", "side anti_oda")
    return match


def pass_on(match: Playing, turn: int = 99) -> None:
    """Both players only pass, up to the first question of that turn."""
    answers = {"action": "pass", "order": "first"}
    while match.decision is not None and match.view("oda")["turn"] < turn:
        match.act(answers.get(match.decision.name, match.decision.texts[0]))


def drawn(match: Playing) -> dict[str, int]:
    return dict(match.view("oda")["hand_sizes"])


@clause("nobunaga", "11-1")
def test_11_1_bids_run_from_0_to_15() -> None:
    match = start("bid_supply_areas")
    for _ in range(2):
        assert match.decision.name == "bid_supply"
        assert set(match.decision.texts) == {f"bid {number}" for number in range(16)}
        match.act(f"bid {9 if match.decision.who == 'oda' else 8}")
    assert match.decision.name == "deploy"


@clause("nobunaga", "11-1", "11-2")
def test_11_1_11_2_nobody_bids_without_the_options() -> None:
    match = new("nobunaga", seed=7)
    assert match.decision.name == "deploy"
    assert match.original_seats == AS_SEATED


@pytest.mark.parametrize("option", ["bid_supply_areas", "bid_bonus_cards"])
@clause("nobunaga", "11-1", "11-2")
def test_11_1_11_2_bids_are_secret(option: str) -> None:
    """Whatever was bid first, the other seat sees the same."""
    one, two = start(option), start(option)
    first = one.decision.who
    other = "anti_oda" if first == "oda" else "oda"
    one.act("bid 1")
    two.act("bid 11")
    assert one.decision.who == two.decision.who == other
    assert one.view(other) == two.view(other)
    assert one.decision.texts == two.decision.texts


@pytest.mark.parametrize(
    ("oda", "anti_oda", "chairs"), [(9, 8, AS_SEATED), (15, 0, AS_SEATED), (8, 9, EXCHANGED), (0, 15, EXCHANGED)]
)
@clause("nobunaga", "11-1")
def test_11_1_the_higher_bidder_plays_oda(oda: int, anti_oda: int, chairs: dict[str, str]) -> None:
    match = bid("bid_supply_areas", oda, anti_oda)
    assert match.original_seats == chairs
    assert (match.decision.name, match.decision.who) == ("deploy", "oda")


@pytest.mark.parametrize(
    ("oda", "anti_oda", "winner"),
    [(5, 4, "oda"), (5, 0, "oda"), (6, 5, "anti_oda"), (3, 5, "oda"), (5, 6, "anti_oda")],
)
@clause("nobunaga", "11-1", "9.p2")
def test_11_1_the_higher_bid_is_what_oda_needs(oda: int, anti_oda: int, winner: str) -> None:
    """With ten turns of passes Oda keeps its five supply areas."""
    match = bid("bid_supply_areas", oda, anti_oda)
    pass_on(match)
    assert match.view("oda")["turn"] == 10
    assert match.result.winner == winner


@clause("nobunaga", "11-1")
def test_11_1_without_bidding_five_areas_are_too_few() -> None:
    match = new("nobunaga", seed=7)
    pass_on(match)
    assert (match.result.winner, match.result.clause) == ("anti_oda", "nobunaga:9.p2")


@pytest.mark.parametrize(
    ("oda_says", "anti_oda_says", "chairs"),
    [("side oda", "side anti_oda", AS_SEATED), ("side anti_oda", "side oda", EXCHANGED)],
)
@clause("nobunaga", "11-1.p3")
def test_11_1_p3_after_equal_bids_the_players_may_agree(
    oda_says: str, anti_oda_says: str, chairs: dict[str, str]
) -> None:
    match = bid("bid_supply_areas", 5, 5, dice=[])  # agreement rolls nothing
    assert set(match.decision.texts) == {"side oda", "side anti_oda", "side roll"}
    say(match, "sides", oda_says, anti_oda_says)
    assert match.original_seats == chairs
    assert match.decision.name == "deploy"


@pytest.mark.parametrize("says", ["side oda", "side anti_oda", "side roll"])
@pytest.mark.parametrize(("die", "chairs"), [(1, AS_SEATED), (3, AS_SEATED), (4, EXCHANGED), (6, EXCHANGED)])
@clause("nobunaga", "11-1.p3")
def test_11_1_p3_after_equal_bids_a_die_decides_if_they_do_not_agree(
    says: str, die: int, chairs: dict[str, str]
) -> None:
    match = bid("bid_supply_areas", 9, 9, dice=[die])
    say(match, "sides", says, says)  # both want the same side, or both want the die
    assert match.original_seats == chairs
    assert match.decision.name == "deploy"


@pytest.mark.parametrize(("number", "winner"), [(5, "oda"), (6, "anti_oda")])
@clause("nobunaga", "11-1.p3")
def test_11_1_p3_the_common_number_is_what_oda_needs(number: int, winner: str) -> None:
    match = bid("bid_supply_areas", number, number)
    say(match, "sides", "side oda", "side anti_oda")
    pass_on(match)
    assert match.result.winner == winner


@clause("nobunaga", "11-2")
def test_11_2_bids_run_both_ways() -> None:
    match = start("bid_bonus_cards")
    assert match.decision.name == "bid_cards"
    assert set(match.decision.texts) == {f"bid {number}" for number in range(-12, 13)}


@pytest.mark.parametrize(("oda", "anti_oda", "chairs"), [(2, 3, AS_SEATED), (3, 2, EXCHANGED), (-1, -2, EXCHANGED)])
@clause("nobunaga", "11-2")
def test_11_2_the_lower_bidder_plays_oda(oda: int, anti_oda: int, chairs: dict[str, str]) -> None:
    assert bid_cards(oda, anti_oda).original_seats == chairs


@pytest.mark.parametrize(
    ("oda", "anti_oda", "cards"),
    [
        (2, 4, {"oda": 5 + 3, "anti_oda": 4}),
        (-4, -2, {"oda": 5, "anti_oda": 4 + 3}),
        (-3, 3, {"oda": 5, "anti_oda": 4}),
        (3, 3, {"oda": 5 + 3, "anti_oda": 4}),
    ],
)
@clause("nobunaga", "11-2")
def test_11_2_the_sign_of_the_average_says_who_gets_the_cards(oda: int, anti_oda: int, cards: dict[str, int]) -> None:
    assert drawn(bid_cards(oda, anti_oda)) == cards


@pytest.mark.parametrize(
    ("oda", "anti_oda", "cards"),
    [
        (-2, 5, {"oda": 5 + 1, "anti_oda": 4}),
        (0, 1, {"oda": 5, "anti_oda": 4}),
        (-1, 0, {"oda": 5, "anti_oda": 4}),
        (-4, -3, {"oda": 5, "anti_oda": 4 + 3}),
    ],
)
@clause("nobunaga", "11-2.p1b")
def test_11_2_p1b_fractions_are_dropped_toward_zero(oda: int, anti_oda: int, cards: dict[str, int]) -> None:
    assert drawn(bid_cards(oda, anti_oda)) == cards


@pytest.mark.parametrize(("oda", "anti_oda", "chairs"), [(-5, 2, AS_SEATED), (2, -5, EXCHANGED)])
@clause("nobunaga", "11-2", "11-2.p1b", "11-2.Ex")
def test_11_2_example(oda: int, anti_oda: int, chairs: dict[str, str]) -> None:
    """-5 and 2: the lower bidder is Oda; the average of -1.5 gives Anti-Oda one card, five in all (N-03)."""
    match = bid_cards(oda, anti_oda)
    assert match.original_seats == chairs
    assert drawn(match) == {"oda": 5, "anti_oda": 5}


@clause("nobunaga", "11-2")
def test_11_2_the_bonus_is_for_the_first_turn_only() -> None:
    match = bid_cards(2, 4)
    pass_on(match, 2)
    assert drawn(match)["oda"] == SUPPLY_AT_START


@clause("nobunaga", "11-2.p2", "3-1")
def test_11_2_p2_cards_that_cannot_be_drawn_come_later() -> None:
    """N-07: five cards of its own and twelve extra, but only twelve in the deck: five are left for turn two."""
    match = bid_cards(12, 12)
    assert drawn(match) == {"oda": 12, "anti_oda": 4}
    assert match.view("oda")["stack_sizes"]["oda"] == 0
    pass_on(match, 2)
    assert drawn(match)["oda"] == 5 + 5
    pass_on(match, 3)
    assert drawn(match)["oda"] == 5


@clause("nobunaga", "11-2", "11-1.p3")
def test_11_2_after_equal_bids_the_players_may_agree_to_exchange_sides() -> None:
    match = bid("bid_bonus_cards", 2, 2)
    say(match, "sides", "side anti_oda", "side oda")
    assert match.original_seats == EXCHANGED
    assert drawn(match) == {"oda": 5 + 2, "anti_oda": 4}


@pytest.mark.parametrize(("number", "cards"), [(6, {"oda": 5 + 6, "anti_oda": 4}), (-6, {"oda": 5, "anti_oda": 4 + 6})])
@clause("nobunaga", "11-2", "11-4")
def test_11_4_bonus_cards_are_outside_the_limit(number: int, cards: dict[str, int]) -> None:
    assert drawn(bid_cards(number, number, card_limit=True)) == cards


@clause("nobunaga", "11-1", "9.p2")
@pytest.mark.parametrize(("option", "by"), [(True, "nobunaga:11-1"), (False, "nobunaga:9.p2")])
def test_11_1_the_bid_decides_after_the_last_turn(option: bool, by: str) -> None:
    match = compose(empty=True, turn=10, phase="end", options={"bid_supply_areas": option})
    assert match.result.clause == by


@clause("nobunaga", "11-1", "11-2")
@pytest.mark.parametrize("option", ["bid_supply_areas", "bid_bonus_cards"])
def test_11_1_revealed_bids_are_not_taken_back(option: str) -> None:
    """Until both are written one may think again."""
    match = new("nobunaga", seed=1, options={option: True})
    match.act("bid 4")
    match.undo()
    acts(match, "bid 5", "bid 5")
    assert turn_of(match) == ("sides", "oda")
    with pytest.raises(gunki.UndoError):
        match.undo()


@clause("nobunaga", "11-1", "11-2")
def test_11_1_the_two_kinds_of_bids_exclude_each_other() -> None:
    with pytest.raises(gunki.OptionError):
        new("nobunaga", seed=1, options={"bid_supply_areas": True, "bid_bonus_cards": True})
