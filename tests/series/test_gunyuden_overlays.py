"""Overlays on a map of forces agree with the rules."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, decision_of
from tests.clauses.forces import besiege, force, march
from tests.clauses.kanto.table import compose, host
from tests.clauses.kanto.test_scen_third import UJIYASU, talks

KENSHIN, FAR = "uesugi_kenshin", {"saito_tomonobu": "0505"}


def list_offered(match: Match) -> set[str]:
    """Return the hexes that the march may go to now."""
    return {text.split()[1] for text in decision_of(match).texts if text.startswith("to ")}


def measure_cost(match: Match, goal: str) -> int:
    """Return the movement points that the march to this hex takes."""
    trial = match.fork()
    trial.act(f"to {goal}")
    assert decision_of(trial).name == "march"
    return int(decision_of(match).data["count"] - decision_of(trial).data["count"])


@pytest.mark.parametrize("how", ["move", "strategic"])
@pytest.mark.parametrize("inside", [False, True])
def test_reach_on_the_march_is_what_is_offered_at_its_price(how: str, inside: bool) -> None:
    """Also from a castle, where leaving costs a point; Nakajo is there to be left behind."""
    units = {**force("0505", KENSHIN, "nakajo_fujisuke", inside=inside), "takeda_shingen": "1230"}
    match = march(compose(units, around="0505", radius=4, to_act="uesugi"), KENSHIN, how)
    places = match.overlay("reach", "uesugi", thing=f"unit:{KENSHIN}")["places"]
    assert set(places) == list_offered(match)
    assert match.overlay("reach", "uesugi")["places"] == places
    for goal in ("0506", "0507"):
        assert places[goal]["value"] == measure_cost(match, goal)
    match.act("to 0507")
    places = match.overlay("reach", "uesugi", thing=f"unit:{KENSHIN}")["places"]
    assert set(places) == list_offered(match)


def test_reach_of_another_force_is_that_of_a_whole_allowance() -> None:
    match = march(compose({KENSHIN: "1207", "naoe_sanetsuna": "1203", **FAR}, around="1206", to_act="uesugi"), KENSHIN)
    shown = set(match.overlay("reach", "uesugi", thing="unit:naoe_sanetsuna")["places"])
    acts(match, "halt", "act naoe_sanetsuna", "move")
    assert shown == list_offered(match)


def test_the_odds_of_an_assault_give_the_losses_of_the_castle() -> None:
    """Kaizu without garrison: only its durability is at stake."""
    match = compose({**host("0514", 12, invests=True), **FAR}, around="0514", radius=2, to_act="uesugi", dice=[6])
    besiege(match, "kakizaki_kageie")
    panel = match.overlay("odds", "uesugi", action="assault")["panel"]
    (row,) = [row for row in panel["rows"] if row["name"] == ["overlay", "durability_lost"]]
    assert not row["own"]
    assert sum(row["chances"]) == pytest.approx(1, abs=0.01)
    trial = match.fork()
    trial.act("assault")
    lost = 10 - int(trial.view(None)["castles"]["kaizu"]["durability"])
    assert row["chances"][lost] > 0


@pytest.mark.parametrize(("durability", "heard"), [(10, 0), (4, 1 / 6)])
def test_the_odds_of_a_call_for_surrender_say_when_it_is_hopeless(durability: int, heard: float) -> None:
    """20-2: at durability 10 no die opens the gates, at 4 a six does."""
    castles = {"kaizu": {"durability": durability}}
    units = {**host("0514", 12, invests=True), **FAR}
    match = compose(units, around="0514", radius=2, to_act="uesugi", castles=castles)
    besiege(match, "kakizaki_kageie")
    panel = match.overlay("odds", "uesugi", action="call")["panel"]
    assert panel["at_once"]
    told = {outcome["text"]: outcome["chance"] for outcome in panel["outcomes"]}
    assert told == pytest.approx({"castle_falls": heard, "call_refused": 1 - heard}, abs=0.001)


def test_the_odds_of_talks_count_no_losses() -> None:
    """38(8)-2: a force that is won over is no loss; the panel gives the chance of it."""
    match = talks()
    match.act(f"act {UJIYASU}")
    panel = match.overlay("odds", "hojo", action="talk")["panel"]
    assert [(row["mean"], row["chances"]) for row in panel["rows"]] == [(0, [1]), (0, [1])]
    (outcome,) = panel["outcomes"]
    assert outcome["text"] == "won_over"
    assert 0.2 < outcome["chance"] < 0.8


def test_the_reach_of_a_neutral_is_empty_and_says_why() -> None:
    """37(3): no force marches with a neutral."""
    match = gunki.new("kanto", "kenshin_crosses_the_mountains", seed=1)
    g: Any = match.position
    setup = g.setup
    neutral = next(u for u, at in enumerate(g.at) if at >= 0 and g.side(u) < 0)
    shown = match.overlay("reach", "uesugi", thing=f"unit:{setup.units[neutral]}")
    assert shown["places"] == {}
    assert [note["text"] for note in shown["notes"]] == ["choose_force"]


def test_a_weak_zone_is_drawn_only_where_it_bars_a_line() -> None:
    """5-4-1: Kaizu in 0514 has no effect on the adjacent hex that a force of the other side holds."""
    alone = compose({KENSHIN: "1207", **FAR}, around="0514", radius=2, to_act="uesugi")
    beside = compose({KENSHIN: "0513", **FAR}, around="0514", radius=2, to_act="uesugi")
    assert alone.overlay("zoc", "uesugi")["places"]["0513"]["name"] == ["overlay", "weak_zone"]
    assert "0513" not in beside.overlay("zoc", "uesugi")["places"]
