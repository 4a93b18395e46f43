"""From the front page to the result, by clicking."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, expect

import gunki
from gunki.core import fairness, receipts
from tests.browser.person import PATIENCE, Person


def fetched(person: Person, button: Locator, path: Path) -> Path:
    """What a button downloads, pressed from the keyboard."""
    button.focus()
    with person.page.expect_download(timeout=PATIENCE) as download:
        person.page.keyboard.press("Enter")
    download.value.save_as(path)
    return path


def test_play_now_against_a_bot_to_the_end(person: Person, tmp_path: Path) -> None:
    """Whoever only passes loses soon; the page has to say by which rule."""
    sight = person.play("nobunaga.oda")
    while not sight.over:
        assert person.decided < 150, sight
        person.choose(sight, ("pass", "second", "deploy"))
        sight = person.turn()
    result = person.page.get_by_role("dialog", name="The game is over")
    expect(result.locator(".verdict")).to_have_text("You lost", timeout=PATIENCE)
    for seat in ("Oda", "Anti-Oda"):
        expect(result.get_by_role("rowheader", name=seat, exact=True)).to_have_count(1)
    decided = result.get_by_role("listitem").filter(has_text="this decided the game")
    expect(decided.filter(has_text="holds 2 of these")).not_to_have_count(0)
    expect(result.get_by_role("listitem").filter(has_text="Nobunaga dies in battle").first).to_be_visible()
    expect(result.get_by_text("The promise was kept")).to_be_visible(timeout=PATIENCE)
    game = fetched(person, result.get_by_role("button", name="Download the game"), tmp_path / "a.gunki")
    kept = fetched(person, result.get_by_role("button", name="Download my receipt"), tmp_path / "mine.json")
    match = gunki.load(game)
    assert person.decided == sum(entry.who == "oda" for entry in match.entries) > 7, "his men placed, and every pass"
    receipts.compare(match, receipts.read_file(kept))
    assert fairness.check(match).complete
    clause = result.locator("button.clause").first
    number = clause.inner_text()
    clause.click()
    words = person.page.locator(f'[data-clause="{number}"]')
    expect(words).to_be_visible(timeout=PATIENCE)
    assert len(words.inner_text()) > len(number) + 10
