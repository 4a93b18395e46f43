"""What players of OpenSpiel see and recall, and OpenSpiel's own agents at work."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import gunki
from gunki.core.encodings.encoder import encode, layout_of
from gunki.core.encodings.layout import HIDDEN
from gunki.core.rules.procedure import Deal, Roll
from tests.rl.playthrough import FILE, written
from tests.rl.spiel import EACH, load, played, pyspiel, step, to_a_decision

RECALL_BITS = 128


def dealt(game: Any, seat: int, choose: Any) -> Any:
    """The first decision, when the cards of one seat were chosen and those of the other come in their order."""
    state = game.new_initial_state()
    while state.is_chance_node():
        wait = state.position.wait
        assert isinstance(wait, Deal)
        outcomes = [card for card, _ in state.chance_outcomes()]
        state.apply_action(choose(outcomes) if wait.seat == seat else outcomes[0])
    return state


# -- observations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ident", "scenario"), EACH)
def test_the_tensor_is_the_encoding(ident: str, scenario: str) -> None:
    game = load(ident, scenario)
    layout = layout_of(game.new_initial_state().position)
    assert game.observation_tensor_shape() == [layout.size]
    assert game.information_state_tensor_size() == layout.size + RECALL_BITS
    for moves in (0, 25, 90):
        state = played(game, moves)
        for player in range(game.num_players()):
            row = list(encode(state.position, player))
            assert state.observation_tensor(player) == row
            recalled = state.information_state_tensor(player)
            assert recalled[: layout.size] == row
            assert set(recalled[layout.size :]) == {0.0, 1.0}


@pytest.mark.parametrize(("ident", "scenario"), EACH)
def test_observations_differ_where_their_texts_do(ident: str, scenario: str) -> None:
    game = load(ident, scenario)
    state, rng = game.new_initial_state(), random.Random(3)
    texts: dict[str, tuple[float, ...]] = {}
    for _ in range(120):
        row = tuple(state.observation_tensor(0))
        assert texts.setdefault(state.observation_string(0), row) == row
        step(state, rng)
    assert len(set(texts.values())) == len(texts) > 20


def test_a_text_names_what_changed() -> None:
    state = dealt(load("nobunaga"), 0, max)
    text = state.observation_string(0)
    assert text.startswith("oda: ")
    assert "cards.count.oda.oda=5" in text
    hand = [card for card in range(24) if state.position.cards[card] == 0]
    assert len(hand) == 5
    names = state.position.lexicon.domains["card"]
    assert all(f" cards.{names[card]}=0" in text for card in hand)
    assert not any(f"cards.{names[card]}=" in state.observation_string(1) for card in hand)


def test_public_and_private_parts_make_up_the_whole() -> None:
    game = load("nobunaga")
    state = played(game, 60)
    kind = pyspiel.IIGObservationType
    whole, public, private = (
        game.make_py_observer(kind(perfect_recall=False, public_info=shown, private_info=own))
        for shown, own in (
            (True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
            (True, pyspiel.PrivateInfoType.NONE),
            (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    )
    tensors: list[Any] = []
    for player in range(2):
        for observer in (whole, public, private):
            observer.set_from(state, player)
        tensors.append(public.tensor.copy())
        both = np.where(private.tensor == HIDDEN, public.tensor, private.tensor)
        assert (both[1:] == whole.tensor[1:]).all()
        secret = (whole.tensor != public.tensor)[1:].sum()
        assert secret == (np.array(state.position.cards) == player).sum() > 0
        assert public.string_from(state, player) in public.string_from(state, 1 - player)
    assert (tensors[0] == tensors[1]).all()


def test_observers_refuse_what_they_cannot_show() -> None:
    game, kind = load("nobunaga"), pyspiel.IIGObservationType
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})
    with pytest.raises(ValueError, match="private_info"):
        game.make_py_observer(kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="perfect_recall"):
        game.make_py_observer(kind(perfect_recall=True, public_info=False))


# -- information states -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_cards_of_the_other_seat_make_no_difference(seat: int) -> None:
    game = load("nobunaga")
    low, high = (dealt(game, seat, choose) for choose in (min, max))
    assert low.position.digest() != high.position.digest()
    for known in (pyspiel.State.information_state_string, pyspiel.State.information_state_tensor):
        assert known(low, 1 - seat) == known(high, 1 - seat)
        assert known(low, seat) != known(high, seat)


@pytest.mark.parametrize(("ident", "scenario"), EACH)
def test_a_player_recalls_the_same_however_often_it_is_asked(ident: str, scenario: str) -> None:
    game = load(ident, scenario)
    state, rng = game.new_initial_state(), random.Random(8)
    for move in range(90):
        if move % 3 == 0:
            state.information_state_string(0)
        if move % 31 == 30:
            state = state.clone()
        if move % 29 == 28:
            again = game.deserialize_state(state.serialize())
            for player in range(game.num_players()):
                assert again.information_state_string(player) == state.information_state_string(player)
        step(state, rng)


def test_a_player_recalls_what_no_longer_shows() -> None:
    """Dice that lead to one position are told apart by all, who have seen them."""
    before, rng = load("nobunaga").new_initial_state(), random.Random(4)
    while not (isinstance(before.position.wait, Roll) and before.position.wait.name == "counterattack"):
        step(before, rng)
    assert before.position.wait.count == 1
    ways: dict[str, list[Any]] = {}
    for face in range(6):
        state = before.child(face)
        ways.setdefault(state.position.digest(), []).append(state)
    assert sorted(map(len, ways.values())) == [2, 4]
    for states in ways.values():
        for player in range(2):
            assert len({state.observation_string(player) for state in states}) == 1
            assert len({state.information_state_string(player) for state in states}) == len(states)


@pytest.mark.parametrize(("ident", "scenario"), EACH)
def test_a_sampled_state_cannot_be_told_from_the_true_one(ident: str, scenario: str) -> None:
    game = load(ident, scenario)
    state, rng = played(game, 60), random.Random(9)
    others = set()
    for _ in range(3):
        to_a_decision(state, rng)
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        others.add(other.position.digest() == state.position.digest())
        for copy in (other, state):
            copy.apply_action(state.legal_actions()[0])
        assert len(other.information_state_string(player)) > 32
        with pytest.raises(gunki.OptionError, match="cannot be written"):
            other.serialize()
    if ident == "nobunaga":
        assert False in others


def test_nothing_is_sampled_while_dice_fall() -> None:
    with pytest.raises(gunki.OptionError, match="where a player is to move"):
        load("nobunaga").new_initial_state().resample_from_infostate(0, lambda: 0.5)


# -- what OpenSpiel does with it --------------------------------------------------------------------------------------


def test_the_playthrough_is_as_it_was_written() -> None:
    """`python -m tests.rl.playthrough` writes it anew where rules or encodings were changed on purpose."""
    assert written() == FILE.read_text("utf-8")


def test_mcts_plays_it() -> None:
    """It answers every question with an option, and leaves the state as it is."""
    from open_spiel.python.algorithms import mcts

    game = load("nobunaga", max_game_length=30)
    state, rng = game.new_initial_state(), random.Random(5)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 6, evaluator, random_state=np.random.RandomState(2), solve=True)
    for _ in range(3):
        to_a_decision(state, rng)
        before = str(state)
        action = bot.step(state)
        assert action in state.legal_actions()
        assert str(state) == before
        state.apply_action(action)


def test_information_set_mcts_plays_it_without_seeing_cards() -> None:
    """What it chooses does not depend on what it cannot see."""
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("nobunaga", max_game_length=20)
    chosen = []
    for choose in (min, max):
        state = dealt(game, 1, choose)
        assert state.current_player() == 0
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 8, random_state=np.random.RandomState(2))
        chosen.append(bot.step_with_policy(state))
    assert chosen[0] == chosen[1]
