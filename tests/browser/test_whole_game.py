"""From the front page to the result, by clicking."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person


def test_play_now_against_a_bot_to_the_end(person: Person) -> None:
    """Whoever only passes loses soon; the page has to say by which rule."""
    sight = person.play("nobunaga.oda")
    while not sight.over:
        assert person.decided < 150, sight
        person.choose(sight, ("pass", "second", "deploy"))
        sight = person.turn()
    assert person.decided > 20
    result = person.page.get_by_role("dialog", name="The game is over")
    expect(result.locator(".verdict")).to_contain_text("Victory", timeout=PATIENCE)
    for seat in ("Oda", "Anti-Oda"):
        expect(result.get_by_role("rowheader", name=seat, exact=True)).to_have_count(1)
    expect(result.get_by_role("row", name="Nobunaga dies in battle")).to_be_visible()
    expect(result.get_by_text("The dice were fair")).to_be_visible(timeout=PATIENCE)
    clause = result.locator("button.clause").first
    number = clause.inner_text()
    clause.click()
    words = person.page.locator(f'[data-clause="{number}"]')
    expect(words).to_be_visible(timeout=PATIENCE)
    assert len(words.inner_text()) > len(number) + 10
