"""The description of fights in events, in every game; the tests of the page read the same steps."""

from __future__ import annotations

import json

import pytest

from tests.fights import FIGHTS, FOLDER, render_files


def test_the_steps_kept_for_the_tests_of_the_page_are_those_of_the_rules() -> None:
    for name, text in render_files():
        kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        assert kept == json.loads(text), "`python -m tests.fights` and `make format` write them anew"


@pytest.mark.parametrize("name", FIGHTS)
def test_every_roll_of_a_fight_describes_both_sides(name: str) -> None:
    events = [event for event in FIGHTS[name]().events if event.fight]
    assert sum(bool((event.data.get("fight") or {}).get("opens")) for event in events) >= 1
    for event in events:
        if event.kind == "roll" and "strength" in event.data:
            fight = event.data["fight"]
            assert len(fight["sides"]) == 2
            assert fight["rolls"] in (0, 1)
            assert all(isinstance(side["strength"], int) and side["pieces"] for side in fight["sides"])
