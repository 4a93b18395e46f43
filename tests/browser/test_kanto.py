"""Conquest of Kanto on its hexes: Heaven and Earth, from the front page to the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import person as people
from tests.browser.person import PATIENCE, Person


def test_heaven_and_earth_on_the_hex_board(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PATIENCE", 180_000)  # the bot thinks about each of its forces in turn
    sight = person.play("kanto.uesugi")
    assert "ready" in sight.actions
    person.answer("ready")
    sight = person.turn()

    # The Uesugi's first moves: a leader, then hexes that are lit, by clicking the map.
    moved = 0
    for _ in range(24):
        lit = person.page.locator('.target[data-lit][data-thing^="hex:"]')
        leaders = [action for action in sight.actions if action.startswith("act ")]
        if leaders:
            person.answer(leaders[moved % len(leaders)])
        elif moved < 3 and lit.count() > 0:
            lit.nth(lit.count() // 2).dispatch_event("click")
            person.after()
            moved += 1
        else:
            person.choose(sight, ("move", "done", "stop", "end"))
        sight = person.turn()
        if sight.over or (moved >= 3 and "end" in sight.actions):
            break
    assert moved >= 3
    person.unfold("Chronicle")
    log = person.page.get_by_role("log", name="Chronicle")
    expect(log.get_by_role("listitem").first).to_be_visible(timeout=PATIENCE)

    while not sight.over:
        assert person.decided < 200, sight
        person.choose(sight, ("ready", "end", "done", "stop", "pass", "no", "none"))
        sight = person.turn()
    result = person.page.get_by_role("dialog", name="The game is over")
    expect(result.locator(".verdict")).not_to_be_empty(timeout=PATIENCE)
    expect(result.locator("button.clause").first).to_be_visible()  # that of the verdict; those of the aims follow


def test_a_focused_hex_may_vanish(person: Person) -> None:
    """Hexes that matter no more are taken off the page, also the one that the keyboard or the mouse was at."""
    person.play("kanto.uesugi")
    person.answer("ready")
    sight = person.turn()
    person.answer(next(action for action in sight.actions if action.startswith("act ")))
    person.turn()
    person.answer("move")
    person.turn()
    # The answers tell what they cost and what stands there, castles first, then what is near.
    answers = person.page.locator("button.option[data-action^='to ']")
    told = answers.evaluate_all("all => all.map(one => one.innerText.replaceAll('\\n', ' '))")
    costs = [int(text.rsplit(" costs ", 1)[1]) for text in told]
    castles = sum(re.search(r" \d{4} costs ", text) is None for text in told)
    assert any("0607 Mikaburi" in text for text in told[:castles]), told
    assert all(re.search(r" \d{4} costs ", text) for text in told[castles:])
    assert costs == [*sorted(costs[:castles]), *sorted(costs[castles:])]
    person.page.get_by_role("searchbox").fill("mikaburi")
    expect(answers).to_have_count(1)
    person.page.get_by_role("searchbox").fill("")
    person.page.locator('.target[data-lit][data-thing^="hex:"]').last.focus()
    person.page.keyboard.press("u")
    person.wait(lambda now: "move" in now.actions, "the question before")
    assert person.page.locator('.target[data-lit][data-thing^="hex:"]').count() == 0
