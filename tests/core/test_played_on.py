"""`Match.played_on`: a composed position says what was played before its first decision."""

from __future__ import annotations

from pathlib import Path

import gunki

BOTH_HANDS = {"oda": ["warships"], "anti_oda": []}


def test_a_composed_position_that_asks_at_once_was_not_played_on() -> None:
    match = gunki.compose("nobunaga", {"turn": 3, "to_act": "oda", "hands": BOTH_HANDS}, seed=7)
    assert match.decision is not None
    assert match.decision.who == "oda"
    assert match.played_on is None


def test_a_composed_position_tells_what_came_before_its_first_question(tmp_path: Path) -> None:
    match = gunki.compose("nobunaga", {"turn": 3, "to_act": "oda"}, seed=7)  # nobody has a card: the phase is over
    assert match.decision is not None
    assert match.decision.who == "anti_oda"
    played = match.played_on
    assert played is not None
    assert [event.kind for event in played.events][:3] == ["phase_over", "refreshed", "turn"]
    assert list(played.events) == match.events
    start = "phase_over (nobunaga:6-9), refreshed (nobunaga:3-4), turn (nobunaga:3), draw (nobunaga:3-1)"
    assert str(played) == f"played on by itself: {start}, 6 more"
    match.act(match.decision.options[0])
    assert match.played_on == played
    assert gunki.load(match.save(tmp_path / "a.gunki")).played_on == played


def test_a_composed_game_may_end_before_anybody_is_asked() -> None:
    match = gunki.compose("kanto", {"empty": True, "phase": "uesugi"}, seed=7)
    assert match.decision is None
    assert match.played_on is not None
    assert match.played_on.events


def test_a_match_from_the_start_of_a_scenario_was_not_played_on() -> None:
    match = gunki.new("honganji", seed=7)
    assert match.events
    assert match.played_on is None
