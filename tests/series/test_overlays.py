"""Overlays on the board agree with the rules."""

from __future__ import annotations

import random

import pytest

import gunki
from gunki.core.matches.match import Match
from tests.core.duel import play_out

AREA_GAMES = [
    ident for ident in gunki.game_ids() if gunki.game(ident).board(gunki.game(ident).setup())["kind"] == "areas"
]
each_game = pytest.mark.parametrize("game", AREA_GAMES)


def play_until(match: Match, name: str, rng: random.Random) -> Match:
    """Play on to a decision of this name."""
    for _ in range(4000):
        decision = match.decision
        if decision is None:
            match = gunki.new(match.game.id, seed=rng.randrange(10**6))
            continue
        if decision.name == name:
            return match
        match.act(rng.choice(decision.options))
    raise AssertionError(f"no decision {name}")


@each_game
def test_reach_of_an_area_is_where_its_stacks_may_march(game: str) -> None:
    rng = random.Random(5)
    for _ in range(6):
        match = play_until(gunki.new(game, seed=rng.randrange(1000)), "march", rng)
        option = rng.choice(match.decision.options)  # type: ignore[union-attr]
        who, (clan, area) = match.who, option.action.args
        shown = match.overlay("reach", who, thing=f"area:{area}")
        goals = set()
        for other in match.decision.options:  # type: ignore[union-attr]
            if other.action.args[1] == area:
                trial = match.at(match.ply)
                trial.act(other)
                while trial.decision and trial.decision.name in ("generals", "strength"):
                    trial.act(trial.decision.options[-1])
                if trial.decision and trial.decision.name == "destination":
                    goals |= {o.action.args[0] for o in trial.decision.options}
        assert clan
        if goals:  # an event may allow more or less than the plain march that is shown
            assert set(shown["places"]) & goals


@each_game
def test_threat_counts_who_could_come(game: str) -> None:
    for seed in range(6):
        match = play_out(gunki.new(game, seed=seed), random.Random(seed), 60)
        for seat in match.seats:
            shown = match.overlay("threat", seat)
            for line in shown["lines"]:
                assert line["to"] in shown["places"]
            for place in shown["places"].values():
                assert (place["tone"] == "bad") == (place["value"] > place["data"]["held"])


def test_odds_are_those_of_the_dice() -> None:
    """One ready army with Nobunaga (value 3) against one spent army without a commander: six sides decide alone."""
    areas = {"mino": {"oda": {"ready": 0, "generals": ["oda_nobunaga"]}, "asakura": {"spent": 1}, "controller": "oda"}}
    match = gunki.compose(
        "nobunaga",
        {"empty": True, "to_act": "oda", "areas": areas, "hands": {"oda": ["feign_illness"], "anti_oda": []}}
        | {"hands": {"oda": ["reliable_supply_line"]}},
        seed=1,
    )
    match.act("combat")
    shown = match.overlay("odds", "oda", action="attack oda mino")
    (row,) = shown["panel"]["rows"]
    assert row["name"] == ["clan", "asakura"]
    assert abs(row["chances"][1] - 1 / 2) < 0.1  # value 3: a die of 1, 2 or 3 hits
    cleared = {outcome["text"]: outcome["chance"] for outcome in shown["panel"]["outcomes"]}
    assert cleared["cleared"] == row["chances"][1]
    assert shown == match.overlay("odds", "oda", action="attack oda mino")
    assert match.overlay("odds", "oda", thing="area:mino")["panel"]["rows"][0]["name"] == ["clan", "asakura"]
    assert match.overlay("odds", "oda", thing="area:kaga")["notes"][0]["text"] == "no_battle"


def test_only_the_answer_before_the_dice_of_a_fight_needs_confirmation() -> None:
    """Several answers lead to a battle; only the last before the dice begins it."""
    units = dict.fromkeys(("uesugi_kenshin", "nagao_masakage"), "0415")
    units |= dict.fromkeys(("takeda_shingen", "yamagata_masakage"), "0515")
    match = gunki.compose("kanto", {"turn": 2, "to_act": "uesugi", "units": units}, seed=1)
    looks = []
    for answer in ("act uesugi_kenshin", "battle", "decisive 0515", "join nagao_masakage", "join yamagata_masakage"):
        panel = match.overlay("odds", match.who, action=answer).get("panel")
        looks += [answer] if panel and panel["at_once"] else []
        if match.decision and match.decision.name == "join":
            assert match.overlay("odds", match.who, action="fight")["panel"]["at_once"]
        match.act(answer)
    assert not looks
    while match.decision and not match.starts_order:  # losses, retreats, pursuits
        for option in match.decision.texts[:3]:
            assert not match.overlay("odds", match.who, action=option).get("panel", {}).get("at_once")
        match.act(match.decision.options[-1])


def test_an_unknown_overlay_or_argument_is_refused() -> None:
    match = gunki.new("nobunaga", seed=1)
    with pytest.raises(gunki.OptionError, match="unknown overlay 'weather'"):
        match.overlay("weather", "oda")
    with pytest.raises(gunki.OptionError, match="not among the choices"):
        match.overlay("odds", match.who, action="attack oda mino")
    with pytest.raises(gunki.OptionError, match="name an action"):
        match.overlay("odds", match.who)
    assert match.overlay("reach")["notes"][0]["text"] == "no_seat"


@each_game
def test_an_overlay_reveals_nothing_of_hidden_hands(game: str) -> None:
    """Two positions that a seat cannot tell apart give it the same overlays."""
    for seed in range(4):
        match = play_out(gunki.new(game, seed=seed), random.Random(seed), 50)
        seat = match.seats[0]
        other = match.at(match.ply)
        other._position = match.sample(seat, random.Random(99))
        for name in ("reach", "threat"):
            assert match.overlay(name, seat) == other.overlay(name, seat)
