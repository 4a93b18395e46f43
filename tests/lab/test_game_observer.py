"""What the observer records of a game in play, compared with what players see of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import gunki
from gunki.core.analysis.story import LuckLedger
from gunki.core.rules.events import Event
from gunki.lab.studies.game_observer import Observer
from tests.recorded.digests import GAMES, read

#: Castles or areas change hands in them, or leaders fall; in most of them both.
RECORDED = (
    "nobunaga-campaign-greedy",
    "honganji-four_players-greedy",
    "kanto-kenshin_crosses_the_mountains-greedy",
    "kanto-mimase_pass-random",
    "hideyoshi-tennozan-greedy",
    "kenshin-campaign-greedy",
)
#: The events with which fights begin, and the rolls that begin one by themselves.
OPENING = {"attack", "decisive_battle", "field_battle", "assault", "sortie", "overrun", "naval_battle"}
OPENING_ROLLS = {"assault", "ambush"}


def read_holders(view: dict[str, Any]) -> dict[str, str]:
    """Return the holder of each area or castle, as players see it."""
    if "areas" in view:
        return {f"area:{name}": row["controller"] for name, row in view["areas"].items()}
    return {f"castle:{name}": row["holder" if "holder" in row else "owner"] for name, row in view["castles"].items()}


def read_dead(match: gunki.Match) -> set[str]:
    view = match.view(None)
    if "areas" in view:
        return {f"general:{name}" for name in view["dead"]}
    units = match.describe()["units"]
    return {f"unit:{name}" for name, where in units.items() if where == "dead"}


def read_points(view: dict[str, Any]) -> dict[str, int]:
    """Return the points of each seat; where none are counted in play, the number of supply areas."""
    if "points" in view:
        return dict(view["points"])
    return {seat: count for seat, count in view["supply"].items() if seat in gunki.game(view["game"]).seats}


def begins_fight(event: Event) -> bool:
    return event.kind in OPENING or (event.kind == "roll" and event.data["purpose"] in OPENING_ROLLS)


@pytest.mark.parametrize("name", RECORDED)
def test_the_observer_agrees_with_the_view_in_a_recorded_game(name: str) -> None:
    stages = iter(read(GAMES / f"{name}.json.xz").replayed())
    match = next(stages)
    observer, held, turn = Observer(match, LuckLedger(len(match.seats))), read_holders(match.view(None)), 1
    by_turn: dict[int, dict[str, int]] = {}
    fights: Counter[str] = Counter()
    rebuilt: set[str] = set()
    for match in stages:
        events = match.events_at(match.ply)
        observer.look(events)
        fights.update(event.data["fight"]["place"] for event in events if begins_fight(event))
        rebuilt |= {f"unit:{event.data['unit']}" for event in events if event.kind == "rebuilt"}
        if any(event.kind == "turn" for event in events):  # every earlier capture is in the view now
            view, told = match.view(None), observer.row_so_far()
            by_turn[turn], turn = read_points(view), view["turn"]
            now = {**held, **{thing: holder.partition(":")[2] for _, thing, _, holder in told["taken"]}}
            assert {thing: _nobody(holder) for thing, holder in read_holders(view).items()} == {
                thing: _nobody(holder) for thing, holder in now.items()
            }
            assert {thing for _, thing in told["fell"]} - rebuilt == read_dead(match) - rebuilt
    told = observer.to_row()
    assert match.result is not None
    by_turn[turn] = dict(zip(match.seats, match.result.points, strict=True))
    assert dict(told["points_by_turn"]) == by_turn
    assert told["taken"] or told["fell"]
    assert {thing for _, thing in told["fell"]} - rebuilt == read_dead(match) - rebuilt
    assert told["fights"] == fights
    assert fights


def _nobody(holder: str) -> str:
    return "" if holder in ("none", "neutral") else holder


def test_every_capture_names_its_former_holder() -> None:
    """Its former holder had it since the start or had captured it earlier."""
    stages = iter(read(GAMES / "hideyoshi-tennozan-greedy.json.xz").replayed())
    match = next(stages)
    observer, held = Observer(match, LuckLedger(len(match.seats))), read_holders(match.view(None))
    for match in stages:
        observer.look(match.events_at(match.ply))
    for _, thing, was, now in observer.to_row()["taken"]:
        assert held[thing] == (was if was == "none" else was.removeprefix("army:"))
        assert was != now
        held[thing] = now.removeprefix("army:")
