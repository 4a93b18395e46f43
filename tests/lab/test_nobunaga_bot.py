"""The greedy bot of Surrounding Nobunaga: dangers, daimyo markers, whole marches, discarded cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gunki
from gunki import Match, bots
from gunki.core.analysis.oscillation import OscillationTracker
from gunki.core.rules.procedure import Ask
from gunki.games.nobunaga.bot import candidates, danger
from gunki.games.nobunaga.setup import ANTI_ODA, ODA
from tests.lab.greedy import choose

GAME = gunki.game("nobunaga")
CARDS = ("feign_illness", "shogun_letter", "ikkou_uprising", "murakami_navy")
AZAI = {"controller": "azai", "azai": {"ready": 7, "generals": ["azai_nagamasa"]}}
MIYOSHI = {"controller": "miyoshi", "miyoshi": {"ready": 7, "generals": ["miyoshi_sanninshuu"]}}


def compose_board(areas: dict[str, Any], cards: int = 4, **entries: Any) -> Any:
    """Return a position with Oda to act on an otherwise empty board; Anti-Oda has `cards` cards in hand."""
    document = {
        "empty": True,
        "to_act": "oda",
        "areas": areas,
        "hands": {"oda": ["warships", "charge_order"], "anti_oda": list(CARDS[:cards])},
        **entries,
    }
    return gunki.compose("nobunaga", document, seed=1).position


def place_oda(ready: int, *generals: str) -> dict[str, Any]:
    return {"controller": "oda", "oda": {"ready": ready, "generals": list(generals)}}


def chance_of_two_keys(position: Any) -> float:
    """Return the chance that two key areas fall this turn."""
    stacks, _ = danger.strikes(position, ANTI_ODA)
    return danger.keys_fall(position, stacks, position.cards.count(ANTI_ODA), danger.stopping_areas(position, ANTI_ODA))


def place_keys(yamashiro: int = 1, south_oumi: int = 1, mino: int = 9, owari: int = 0) -> dict[str, Any]:
    areas = {
        "yamashiro": place_oda(yamashiro),
        "south_oumi": place_oda(south_oumi),
        "mino": place_oda(mino, "oda_nobunaga"),
    }
    return {**areas, "owari": place_oda(owari)} if owari else areas


def test_bare_key_areas_in_reach_are_worth_less_than_guarded_ones() -> None:
    foes = {"north_oumi": AZAI, "north_settsu": MIYOSHI}
    bare = compose_board({**place_keys(1, 1, 9, owari=10), **foes})
    guarded = compose_board({**place_keys(6, 6, 9), **foes})
    assert chance_of_two_keys(bare) > 0.8
    assert chance_of_two_keys(guarded) < 0.1
    assert GAME.evaluate(guarded, ODA) > GAME.evaluate(bare, ODA) + 100
    # With no enemy near, the same armies are worth nearly the same in any area.
    calm = GAME.evaluate(compose_board(place_keys(6, 6, 9)), ODA) - GAME.evaluate(
        compose_board(place_keys(1, 1, 9, owari=10)), ODA
    )
    assert abs(calm) < 100


def test_a_stack_strikes_only_one_key_area() -> None:
    assert chance_of_two_keys(compose_board({**place_keys(), "north_oumi": AZAI})) == 0.0
    assert chance_of_two_keys(compose_board({**place_keys(), "north_oumi": AZAI, "north_settsu": MIYOSHI})) > 0.8


@pytest.mark.parametrize(("cards", "possible"), [(0, False), (1, False), (2, True), (4, True)])
def test_each_strike_needs_a_card(cards: int, possible: bool) -> None:
    position = compose_board({**place_keys(), "north_oumi": AZAI, "north_settsu": MIYOSHI}, cards)
    assert (chance_of_two_keys(position) > 0) == possible


def test_only_ready_stacks_in_reach_and_not_held_by_enemies_strike() -> None:
    spent = {"controller": "miyoshi", "miyoshi": {"spent": 7, "spent_generals": ["miyoshi_sanninshuu"]}}
    assert chance_of_two_keys(compose_board({**place_keys(), "north_oumi": AZAI, "north_settsu": spent})) == 0.0
    assert chance_of_two_keys(compose_board({**place_keys(), "north_oumi": AZAI, "bitchuu": MIYOSHI})) == 0.0
    held = {**MIYOSHI, "oda": {"ready": 1}}
    assert chance_of_two_keys(compose_board({**place_keys(), "north_oumi": AZAI, "north_settsu": held})) == 0.0
    behind = {**place_keys(), "north_oumi": AZAI, "harima": MIYOSHI}
    assert chance_of_two_keys(compose_board(behind)) > 0.8
    barred = {
        area: {"controller": "neutral", "neutral": {"ready": 1}} for area in ("tanba", "north_settsu", "kii_ishiyama")
    }
    assert chance_of_two_keys(compose_board({**behind, **barred})) == 0.0


def test_after_one_key_area_fell_one_more_is_enough() -> None:
    areas = {**place_keys(mino=9), "yamashiro": {"controller": "miyoshi", "miyoshi": {"spent": 2}}, "north_oumi": AZAI}
    assert chance_of_two_keys(compose_board(areas)) > 0.8


def test_nobunaga_is_safer_among_many_armies() -> None:
    def chance_of_death(position: Any) -> float:
        stacks, _ = danger.strikes(position, ANTI_ODA)
        return danger.leader_falls(position, stacks, 4, danger.stopping_areas(position, ANTI_ODA))

    alone = compose_board({"mino": place_oda(0, "oda_nobunaga"), "owari": place_oda(9), "north_oumi": AZAI})
    amidst = compose_board(
        {"mino": place_oda(9, "oda_nobunaga"), "owari": place_oda(0, "niwa_nagahide"), "north_oumi": AZAI}
    )
    assert chance_of_death(alone) > 0.2
    assert chance_of_death(amidst) < 0.01
    assert GAME.evaluate(amidst, ODA) > GAME.evaluate(alone, ODA) + 100


@pytest.mark.parametrize(("clan", "boxes"), [("tokugawa", range(1, 10)), ("takeda", range(1, 6))])
def test_every_box_of_a_marker_counts(clan: str, boxes: range) -> None:
    areas = {"mino": place_oda(3), "suruga": {"controller": clan, clan: {"ready": 4}}}
    values = [GAME.evaluate(compose_board(areas, markers={clan: box}), ODA) for box in boxes]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_supply_is_worth_more_and_armies_less_towards_the_end() -> None:
    def gain(turn: int, **areas: Any) -> int:
        base = {"mino": place_oda(3)}
        return GAME.evaluate(compose_board({**base, **areas}, turn=turn), ODA) - GAME.evaluate(
            compose_board(base, turn=turn), ODA
        )

    assert gain(10, harima=place_oda(1)) > gain(1, harima=place_oda(1))
    assert gain(10, mino=place_oda(9)) < gain(1, mino=place_oda(9))


def test_the_bot_discards_the_least_useful_card() -> None:
    hands = {"oda": ["charge_order", "warships", "urgent_recruitment_oda"], "anti_oda": list(CARDS)}
    document = {"empty": True, "areas": {"mino": place_oda(3), "owari": place_oda(2)}, "hands": hands, "to_act": "oda"}
    match = gunki.compose("nobunaga", document, seed=1)
    for text in ("reinforcement", "reinforce oda mino"):
        match.act(text)
    assert {choose(match, seed) for seed in range(5)} == {"discard warships"}


def test_the_bot_chooses_the_best_general_as_commander_for_every_seed() -> None:
    generals = ("sakuma_nobumori", "oda_nobunaga", "hashiba_hideyoshi")
    areas = {"mino": {**place_oda(4, *generals), "azai": {"ready": 3}}}
    hands = {"oda": ["warships", "charge_order"], "anti_oda": list(CARDS)}
    match = gunki.compose("nobunaga", {"empty": True, "areas": areas, "hands": hands, "to_act": "oda"}, seed=1)
    for text in ("combat", "attack oda mino"):
        match.act(text)
    assert match.decision
    assert match.decision.name == "commander"
    values = dict(zip(match.setup.generals, match.setup.value, strict=True))  # type: ignore[attr-defined]
    best = max(generals, key=lambda general: values[general])
    assert {choose(match, seed) for seed in range(5)} == {f"commander {best}"}


def test_proposed_marches_are_legal_from_first_to_last_act() -> None:
    match = gunki.new("nobunaga", seed=3)
    rng = random.Random(3)
    while match.decision and match.decision.name != "action":
        match.act(rng.choice(match.decision.options))
    lines = candidates.marches(match.position)  # type: ignore[arg-type]
    assert lines
    for line in lines:
        position = match.position.clone()
        for act in line:
            assert act in position.options()
            position.apply(act, lambda g, wait: (6,) * wait.count)
        assert not isinstance(position.wait, Ask) or position.wait.name != "destination"


def play_diplomacy(*texts: str) -> Match:
    """Let both sides spend action turns on these diplomacy answers."""
    areas = {"mino": place_oda(3), "north_oumi": AZAI}
    hands = {
        "oda": ["warships", "charge_order", "corps_formation", "gift_to_lesser_daimyo"],
        "anti_oda": [*CARDS, "scheming_with_lesser_daimyo"],
    }
    document = {"empty": True, "areas": areas, "hands": hands, "to_act": "anti_oda"}
    match = gunki.compose("nobunaga", document, seed=1)
    for text in texts:
        match.act("diplomacy")
        match.act(text)
        assert match.decision
        match.act(match.decision.texts[0])
    return match


def test_the_bot_leaves_a_marker_alone_that_was_pulled_back() -> None:
    right, left = "influence tokugawa right", "influence tokugawa left"
    match = play_diplomacy(right, left)

    def offered() -> list[str]:
        weary = OscillationTracker(GAME.oscillating_move).add(bots.this_turn(match, "anti_oda")).moves_to_avoid()
        told = GAME.bot_candidates(match.position, weary)
        return [str(match.position.lexicon.action(act)) for act in told or ()]

    match.act("diplomacy")
    assert right not in offered()
    assert "influence ukita right" in offered()
    match = play_diplomacy(right)
    match.act("diplomacy")
    assert left in offered(), "once it may be pulled back"
    assert right not in offered(), "not towards the other side"


def test_reversals_are_counted_within_a_turn() -> None:
    match = play_diplomacy("influence ukita right", "influence ukita left", "influence ukita right")
    tugs = OscillationTracker(GAME.oscillating_move).add(match.events)
    assert (tugs.most_reversals, tugs.reversals["ukita"]) == (2, 2)


@pytest.mark.parametrize(
    "game", [ident for ident in gunki.game_ids() if ident not in ("nobunaga", "hideyoshi", "kenshin")]
)
def test_games_without_candidates_let_the_bot_consider_all_options(game: str) -> None:
    match = gunki.new(game, seed=1)
    assert tuple(match.game.plans(match.position)) == ()
    assert match.game.bot_candidates(match.position, frozenset()) is None
    assert not any(match.game.oscillating_move(event) for event in match.events)
