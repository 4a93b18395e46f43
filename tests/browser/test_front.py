"""The front page: which match is which, and what a new one is to be."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person


def test_a_scenario_is_chosen_and_the_match_found_again(person: Person) -> None:
    person.go("/")
    card = person.page.locator("article", has=person.page.locator('[data-play^="kanto."]'))
    card.get_by_label("Scenario").select_option("mimase_pass")
    expect(card.locator('[data-play="kanto.hojo"]')).to_be_visible(timeout=PATIENCE)
    assert card.evaluate("one => one.scrollWidth <= one.clientWidth"), "the longest name of a scenario fits"
    # In every detail, too; all there is to choose stays clear of the button that begins.
    card.get_by_role("button", name="New match").click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Mimase")).to_be_checked(timeout=PATIENCE)
    expect(dialog.get_by_role("button", name="Begin")).to_be_in_viewport(ratio=1)
    sizes = dialog.get_by_role("radio").evaluate_all("all => [...new Set(all.map(one => one.offsetWidth))]")
    assert sizes == [16]
    person.page.keyboard.press("Escape")
    card.locator('[data-play="kanto.hojo"]').click()
    person.turn()
    person.go("/")
    match = person.page.locator("li", has=person.page.get_by_role("button", name="Take off this list"))
    expect(match).to_contain_text("Clash at Mimase Pass", timeout=PATIENCE)
    expect(match).to_contain_text("you play Hōjō", timeout=PATIENCE)
