"""The games of OpenSpiel: OpenSpiel's own tests, the tree, chance, and texts from strangers."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

import gunki
from gunki.core.rules.procedure import Ask, Deal, Roll
from gunki.rl.play import rewards
from tests.rl.spiel import EACH, SCENARIOS, load, played, pyspiel, step, to_a_decision

CHANCE = -1


@pytest.mark.parametrize(("ident", "scenario"), SCENARIOS)
def test_openspiel_finds_nothing_wrong(ident: str, scenario: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Clones, texts, tensors, masks and written states, at every step of a game that is cut off."""
    pyspiel.random_sim_test(load(ident, scenario, max_game_length=15), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("ident", "scenario"), [("nobunaga", "campaign"), ("honganji", "four_players")])
def test_openspiel_finds_nothing_wrong_to_the_end(ident: str, scenario: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(ident, scenario), num_sims=1, serialize=False, verbose=False, mask_test=False)


@pytest.mark.parametrize(("ident", "scenario"), EACH)
def test_a_game_is_that_of_the_rules(ident: str, scenario: str) -> None:
    """The same acts, dice and cards, given to the rules themselves, lead to the same position."""
    state = played(load(ident, scenario), 400, seed=5)
    lexicon = gunki.game(ident).setup(scenario).lexicon
    own = gunki.game(ident).start(gunki.game(ident).setup(scenario))
    own.resume()
    shown, drawn = load(ident, scenario).new_initial_state(), []
    for action in state.history():
        wait, text = own.wait, shown.action_to_string(action)
        if isinstance(wait, Ask):
            assert shown.current_player() == wait.who
            own.apply(lexicon.parse(text))
        else:
            assert isinstance(wait, Roll | Deal)
            assert shown.is_chance_node()
            kind, name = text.split()
            drawn.append(int(name) if kind == "die" else lexicon.number("card", name))
            if len(drawn) == wait.count:
                own.apply_chance(tuple(drawn) if isinstance(wait, Roll) else tuple(sorted(drawn)))
                drawn = []
        shown.apply_action(action)
    if not drawn:
        assert own.digest() == state.position.digest()


def test_every_option_has_a_number_and_back() -> None:
    for ident, scenario in EACH:
        state, rng = load(ident, scenario).new_initial_state(), random.Random(2)
        for _ in range(50):
            if state.current_player() >= 0:
                options = [str(state.node.rules.lexicon.action(act)) for act in state.position.options()]
                actions = state.legal_actions()
                assert actions == sorted(set(actions))
                assert {state.action_to_string(action) for action in actions} == set(options)
                assert [state.string_to_action(text) for text in options[:3]] == [
                    action for text in options[:3] for action in actions if state.action_to_string(action) == text
                ]
            step(state, rng)


def test_acts_without_a_number_of_their_own_are_reached_page_by_page() -> None:
    state = to_a_decision(load("nobunaga").new_initial_state(), random.Random(1))
    node = state.node
    ways = [("to", a, b) for a in range(10) for b in range(20)]
    node.position.wait = Ask(0, "march", "7-1", [("done",), *ways], "start", exact=True)
    node._arrive()
    reached: set[Any] = set()
    for _ in range(5):
        legal = node.legal()
        last = max(legal)
        assert len(legal) <= 65
        assert node.rules.actions.numbers[("done",)] in legal
        assert state.action_to_string(last) == "more"
        reached |= set(legal.values())
        state.apply_action(last)
    assert reached == {("done",), *ways, None}


# -- chance -----------------------------------------------------------------------------------------------------------


def test_dice_fall_one_by_one() -> None:
    state, rng = load("nobunaga").new_initial_state(), random.Random(4)
    while not (isinstance(state.position.wait, Roll) and state.position.wait.count > 2):
        step(state, rng)
    count, before = state.position.wait.count, state.position.digest()
    for place in range(count):
        assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
        assert [state.action_to_string(face) for face in range(6)] == [f"die {face}" for face in range(1, 7)]
        assert f"{place + 1} of {count}" in str(state)
        assert state.position.digest() == before
        state.apply_action(place % 6)
    assert state.position.digest() != before


def test_cards_come_one_by_one_and_their_order_makes_no_difference() -> None:
    game = load("nobunaga")
    first, second = game.new_initial_state(), game.new_initial_state()
    wait = first.position.wait
    assert isinstance(wait, Deal)
    cards = list(wait.pool[: wait.count])
    for state, order in ((first, cards), (second, cards[::-1])):
        for place, card in enumerate(order):
            outcomes = dict(state.chance_outcomes())
            assert set(outcomes) == set(wait.pool) - set(order[:place])
            assert set(outcomes.values()) == {1 / (len(wait.pool) - place)}
            state.apply_action(card)
    assert first.position.digest() == second.position.digest()
    assert first.history() != second.history()
    for player in range(2):
        assert first.information_state_string(player) == second.information_state_string(player)


def test_chance_answers_only_what_it_can() -> None:
    state = load("nobunaga").new_initial_state()
    state.apply_action(3)
    for action in (3, -2, 24, 10**12):
        with pytest.raises(gunki.IllegalAction, match="chance cannot answer this now"):
            state.apply_action(action)
    assert state.history() == [3]


# -- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ident", "scenario"), [("nobunaga", "campaign"), ("honganji", "three_players")])
def test_returns_are_those_of_the_players(ident: str, scenario: str) -> None:
    game = load(ident, scenario)
    assert (game.min_utility(), game.max_utility()) == (-1.0, 1.0)
    zero = pyspiel.GameType.Utility.ZERO_SUM
    assert (game.get_type().utility == zero) == (game.num_players() == 2) == (game.utility_sum() == 0.0)
    for seed in range(3):
        state = played(game, 10**6, seed)
        assert state.is_terminal()
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.legal_actions() == []
        assert state.returns() == list(rewards(state.position))
        with pytest.raises(gunki.IllegalAction, match="the game is over"):
            state.apply_action(0)


def test_players_who_exchange_sides_by_bidding_take_their_returns_with_them() -> None:
    game, exchanged = load("nobunaga", bid_supply_areas=True), 0
    rules = gunki.game("nobunaga")
    for seed in range(6):
        state, rng = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            wait = state.position.wait
            if isinstance(wait, Ask):
                assert state.current_player() == rules.original_seats(state.position)[wait.who]
                name = game.rules.setup.seats[wait.who]
                assert state.observation_string(state.current_player()).startswith(f"{name}:")
            step(state, rng)
        chairs = rules.original_seats(state.position)
        exchanged += chairs != (0, 1)
        won = rewards(state.position)
        assert [state.returns()[chair] for chair in chairs] == list(won)
    assert 0 < exchanged < 6


def test_a_game_that_goes_on_too_long_is_cut_off_as_a_draw() -> None:
    game = load("kanto", "mimase_pass", max_game_length=25)
    state = played(game, 10**6)
    assert (game.max_game_length(), state.node.moves) == (25, 25)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert "cut off" in str(state)
    assert state.node.dice <= game.max_chance_nodes_in_history()


def test_games_are_declared_as_they_are() -> None:
    imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    hidden = {ident: load(ident).get_type().information == imperfect for ident in gunki.game_ids()}
    assert hidden == {"nobunaga": True, "honganji": True, "kanto": True, "hideyoshi": True, "kenshin": False}
    assert load("kanto", "conquest_of_kanto").num_players() == 3
    assert load("nobunaga").max_chance_outcomes() == 24
    assert load("kenshin").max_chance_outcomes() == 6


# -- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_a_game_is_read_back_from_its_text(ident: str) -> None:
    """With the second and the last choice of every option; one of the two ways to bid is enough."""
    for place in (1, -1):
        chosen = {option.name: option.choices[place] for option in gunki.game(ident).match_options}
        chosen |= {name: False for name in ("bid_bonus_cards",) if name in chosen}
        game = load(ident, None, **chosen)
        for again in (pyspiel.load_game(str(game)), pyspiel.deserialize_game(game.serialize())):
            assert str(again) == str(game)
            assert again.rules.setup.options == chosen


@pytest.mark.parametrize(
    "text",
    [
        "(scenario=../../x)",
        "(scenario=7)",
        "(scenario=)",
        "(max_game_length=0)",
        "(max_game_length=-3)",
        "(max_game_length=1000001)",
        "(max_game_length=99999999999999999999)",
        "(yamashiro_neutral=nobody)",
        "(successors=2)",
        "(nonsense=1)",
        "((",
    ],
)
def test_a_bad_text_of_a_game_is_refused(text: str) -> None:
    with pytest.raises((gunki.OptionError, pyspiel.SpielError)):
        pyspiel.load_game("python_gunki_nobunaga" + text)


@pytest.mark.parametrize(("ident", "scenario"), EACH)
def test_a_state_is_read_back_from_its_text(ident: str, scenario: str) -> None:
    game = load(ident, scenario)
    for moves in (0, 1, 30, 120):
        state = played(game, moves, seed=moves)
        game_and_state = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for again in (game.deserialize_state(state.serialize()), game_and_state[1]):
            assert str(again) == str(state)
            assert again.history() == state.history()
            for player in range(game.num_players()):
                assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "move 0: expected a number, found 'x'"),
        ("1\n", "move 1: expected a number, found ''"),
        ("1\n2 3", "move 1: expected a number, found '2 3'"),
        ("-1", "move 0: expected a number"),
        ("٣", "move 0: expected a number"),
        ("1" * 30, "move 0: expected a number, found '1111"),
        ("1\n1", "move 1: action 1: chance cannot answer this now"),
        ("9" * 10**6, "at most 1110 moves"),
        (None, "as text, not as NoneType"),
    ],
)
def test_a_bad_text_of_a_state_is_refused(text: Any, said: str) -> None:
    with pytest.raises(gunki.GunkiError, match=said):
        load("nobunaga", max_game_length=10).deserialize_state(text)


def test_a_state_with_a_move_that_is_no_option_is_refused_with_the_clause() -> None:
    state = to_a_decision(load("nobunaga").new_initial_state(), random.Random(1))
    bad = next(action for action in range(4228) if action not in state.legal_actions())
    with pytest.raises(gunki.IllegalAction, match=rf"move 9: action {bad}: .*\(nobunaga:"):
        load("nobunaga").deserialize_state(f"{state.serialize()}\n{bad}")
    before = str(state)
    for action in (bad, 4228, 10**9, -2):
        with pytest.raises(gunki.IllegalAction):
            state.apply_action(action)
    assert str(state) == before
    with pytest.raises(gunki.ActionError, match="nothing has this number"):
        state.action_to_string(0, 10**9)


@pytest.mark.parametrize(("ident", "scenario"), EACH)
def test_clones_go_their_own_ways(ident: str, scenario: str) -> None:
    state = played(load(ident, scenario), 60)
    before, history = str(state), state.history()
    clone, rng = state.clone(), random.Random(7)
    assert str(clone) == before
    for _ in range(40):
        step(clone, rng)
    assert (str(state), state.history()) == (before, history)
    child = state.child(state.legal_actions()[0])
    assert child.history()[:-1] == history
    assert str(state) == before


def test_python_ends_in_peace_though_openspiel_still_holds_the_games() -> None:
    code = "import gunki.rl.openspiel, pyspiel; pyspiel.load_game('python_gunki_nobunaga').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
