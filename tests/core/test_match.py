"""Playing, taking back, forking and viewing, with the duel."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import gunki
from gunki.core.dice.chance import LARGEST_SEED
from gunki.core.matches.match import Match
from tests.core.duel import Bets, DuelGame, DuelPosition, duel, play_out

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("duel")


def new(**more: Any) -> Match:
    return gunki.new("duel", **{"seed": 7, **more})


def position(match: Match) -> DuelPosition:
    assert isinstance(match.position, DuelPosition)
    return match.position


def decision(match: Match) -> gunki.Decision:
    assert match.decision is not None
    return match.decision


def snapshot(match: Match) -> tuple[Any, ...]:
    return match.position.digest(), match.ply, list(match.entries), match.events


def first_fight(match: Match) -> Match:
    match.act("bet 1")
    match.act("bet 2")
    return match


# -- acting -----------------------------------------------------------------------------------------------------------


def test_a_decision_has_its_seat_name_and_all_options() -> None:
    match = new()
    asked = decision(match)
    assert (asked.who, asked.name, asked.clause, asked.kind) == ("red", "bet", "duel:2", "amount")
    assert asked.texts == ["bet 0", "bet 1", "bet 2"]


def test_options_actions_and_texts_are_accepted() -> None:
    by_option, by_action, by_text = new(), new(), new()
    by_option.act(decision(by_option).options[1])
    by_action.act(gunki.Action("bet", 1))
    by_text.act("bet 1")
    assert by_option.position.digest() == by_action.position.digest() == by_text.position.digest()


def test_an_illegal_action_is_refused_with_its_reasons_and_changes_nothing() -> None:
    match = new()
    before = snapshot(match)
    with pytest.raises(gunki.IllegalAction) as refused:
        match.act("bet 3")
    assert list(refused.value.bars) == match.why_not("bet 3")
    assert refused.value.bars[0] == gunki.Reason("duel:2", "bet_range", {"low": 0, "high": 2})
    assert "duel:2" in str(refused.value)
    with pytest.raises(gunki.IllegalAction):
        match.act("pass")
    assert [bar.what for bar in match.why_not("pass")] == ["not_offered"]
    assert match.why_not("bet 2") == []
    assert snapshot(match) == before


@pytest.mark.parametrize("action", ["", "jump", "bet", "bet x", "play card_z", 7, None, 1.5, b"bet 1", ["bet"], {}])
def test_a_text_that_is_no_action_is_refused_and_changes_nothing(action: Any) -> None:
    match = new()
    before = snapshot(match)
    for answer in (match.act, match.why_not):
        with pytest.raises(gunki.ActionError):
            answer(action)
    assert snapshot(match) == before


def test_after_the_end_everything_is_refused() -> None:
    match = play_out(new(), random.Random(1))
    assert match.decision is None
    assert match.result is not None
    assert match.result.reason == "more_points"
    assert match.result.clause == "duel:3"
    assert match.result.points == tuple(position(match).points)
    before = snapshot(match)
    with pytest.raises(gunki.IllegalAction, match="over"):
        match.act("pass")
    assert [bar.what for bar in match.why_not("pass")] == ["game_over"]
    assert snapshot(match) == before


def test_a_fault_of_the_rules_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new()
    before = snapshot(match)
    monkeypatch.setattr(Bets, "first_made", lambda self, g, act: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        match.act("bet 1")
    monkeypatch.undo()
    assert snapshot(match) == before
    match.act("bet 1")


# -- seeds ------------------------------------------------------------------------------------------------------------


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    one, other = (play_out(new(seed=11), random.Random(5)) for _ in range(2))
    assert snapshot(one) == snapshot(other)
    assert one.result == other.result


def test_another_seed_gives_another_game() -> None:
    hands = {tuple(position(new(seed=seed)).cards) for seed in range(20)}
    assert len(hands) > 15
    assert new(seed=None).header.seed != new(seed=None).header.seed


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 10**80, True, 1.5, "7"])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    with pytest.raises(gunki.OptionError, match="seed: expected a whole number from 0"):
        new(seed=seed)


def test_a_big_seed_is_accepted() -> None:
    assert new(seed=LARGEST_SEED).header.seed == LARGEST_SEED
    assert new(seed=0).header.seed == 0


# -- taking back ------------------------------------------------------------------------------------------------------


def test_the_start_cannot_be_taken_back() -> None:
    with pytest.raises(gunki.UndoError, match="nothing to take back"):
        new().undo()


def test_a_decision_is_taken_back_when_nothing_was_revealed() -> None:
    match = new()
    before = snapshot(match)
    match.act("bet 1")
    match.undo()
    assert snapshot(match) == before


def test_a_take_back_beyond_a_die_needs_consent() -> None:
    match = first_fight(new())
    before = snapshot(match)
    card = str(decision(match).options[0])
    match.act(card)
    after = snapshot(match)
    for consent in ((), ["red"], ["nobody"]):
        with pytest.raises(gunki.UndoError, match="blue must agree"):
            match.undo(consent=consent)
        assert snapshot(match) == after
    match.undo(consent=["blue"])
    assert snapshot(match) == before
    match.act(card)
    assert snapshot(match) == after  # the same dice again


def test_revealed_secrets_are_a_barrier_too() -> None:
    match = first_fight(new())
    with pytest.raises(gunki.UndoError, match="red must agree"):
        match.undo()


def test_everything_can_be_taken_back_with_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "KEEP_LATEST", 8)
    monkeypatch.setattr(Match, "KEEP_EVERY", 5)
    match = new()
    history = [snapshot(match)]
    rng = random.Random(3)
    while match.decision is not None:
        match.act(rng.choice(decision(match).options))
        history.append(snapshot(match))
    assert match.ply > 40
    for wanted in reversed(history[:-1]):
        match.undo(consent=["red", "blue"])
        assert snapshot(match) == wanted


# -- forks and the past -----------------------------------------------------------------------------------------------


def test_a_fork_is_independent_of_its_match() -> None:
    match = first_fight(new())
    before = snapshot(match)
    fork = match.fork()
    assert snapshot(fork) == before
    play_out(fork, random.Random(1))
    assert snapshot(match) == before
    fork = match.fork()
    play_out(match, random.Random(2), 5)
    assert snapshot(fork) == before
    fork.undo(consent=["red"])
    assert fork.ply == 1


def test_a_fork_has_the_same_dice_unless_it_gets_a_seed() -> None:
    match = first_fight(new())
    card = decision(match).options[0]
    forks = [match.fork() for _ in range(2)] + [match.fork(seed=seed) for seed in range(8)]
    points = []
    for fork in forks:
        fork.act(card)
        points.append(position(fork).points[0])
    assert points[0] == points[1]
    assert len(set(points)) > 1
    with pytest.raises(gunki.OptionError):
        match.fork(seed=-1)


def test_an_earlier_ply_can_be_viewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "KEEP_LATEST", 4)
    monkeypatch.setattr(Match, "KEEP_EVERY", 7)
    match, rng = new(), random.Random(4)
    history = [snapshot(match)]
    for _ in range(40):
        match.act(rng.choice(decision(match).options))
        history.append(snapshot(match))
    now = snapshot(match)
    for ply in (0, 1, 6, 7, 8, 20, 39, 40):
        assert snapshot(match.at(ply)) == history[ply]
    play_out(match.at(10), rng)
    assert snapshot(match) == now
    for ply in (-1, 41):
        with pytest.raises(gunki.UndoError, match="the match has 0 to 40"):
            match.at(ply)


# -- seeing -----------------------------------------------------------------------------------------------------------


def test_events_are_for_those_who_may_see_them() -> None:
    events = new().events
    dealt = [event for event in events if event.kind == "dealt"]
    assert [event.seen_by for event in dealt] == [("red",), ("blue",)]
    assert [event.is_visible_to("red") for event in dealt] == [True, False]
    assert not any(event.is_visible_to(None) for event in dealt)
    assert all(event.is_visible_to(seat) for event in events if event.kind == "draw" for seat in ("red", "blue", None))
    assert dealt[0].to_dict()["seen_by"] == ["red"]
    assert "seen_by" not in events[0].to_dict()


def test_views_are_plain_and_show_a_seat_its_own_things() -> None:
    match = new()
    red, blue, spectator = match.view("red"), match.view("blue"), match.view()
    assert json.loads(json.dumps([red, blue, spectator])) == [red, blue, spectator]
    assert len(red["hand"]) == len(blue["hand"]) == 4
    assert not set(red["hand"]) & set(blue["hand"])
    assert spectator["hand"] == []
    assert [option["text"] for option in red["decision"]["options"]] == ["bet 0", "bet 1", "bet 2"]
    assert blue["decision"] == spectator["decision"] == {"who": "red", "name": "bet", "clause": "duel:2"}
    for ask in (match.view, lambda seat: match.sample(seat, random.Random(1))):
        with pytest.raises(gunki.OptionError, match="unknown seat 'green' of duel; seats: red, blue"):
            ask("green")


def test_the_result_is_shown_in_views() -> None:
    match = play_out(new(), random.Random(1))
    assert match.result is not None
    assert match.view("red")["result"]["winner"] == match.result.winner
    assert match.view("red")["decision"] is None


def test_a_described_match_can_be_composed(duel: DuelGame) -> None:
    match = play_out(new(), random.Random(9), 20)
    again = gunki.compose("duel", json.loads(json.dumps(match.describe())), seed=7)
    assert again.position.digest() == match.position.digest()
    assert again.decision == match.decision
    assert play_out(again, random.Random(2)).result == play_out(match, random.Random(2)).result
    with pytest.raises(gunki.PositionError):
        gunki.compose("duel", "only")


# -- games and options ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"scenario": "other"}, "unknown scenario 'other' of duel; known: only"),
        ({"options": {"rude": True}}, "unknown option 'rude' of duel; known: loud, polite"),
        ({"options": {"polite": "yes"}}, "option 'polite': expected one of false, true; found 'yes'"),
        ({"options": {"polite": 1}}, "option 'polite': expected one of false, true; found 1"),
        ({"options": {"loud": True}}, "option 'loud': expected one of low, high; found True"),
        ({"options": {"loud": ["low"]}}, "option 'loud': expected one of low, high"),
        ({"options": {"polite": True, "loud": "high"}}, "choose one"),
    ],
)
def test_bad_options_are_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(gunki.OptionError) as refused:
        new(**more)
    assert message in str(refused.value)


def test_options_left_out_have_their_defaults() -> None:
    assert new(options={"loud": "high"}).header.options == {"polite": False, "loud": "high"}


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(gunki.OptionError, match="unknown game 'sekigahara'; known: nobunaga"):
        gunki.new("sekigahara")


def test_the_games_can_be_listed_also_after_one_was_loaded() -> None:
    gunki.new("nobunaga", seed=1)
    assert "nobunaga" in gunki.game_ids()
