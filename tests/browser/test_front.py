"""The front page: which match is which, and what a new one is to be."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import create


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
    match = person.page.locator("li", has=person.page.get_by_role("button", name="Remove from this list"))
    expect(match).to_contain_text("Clash at Mimase Pass", timeout=PATIENCE)
    expect(match).to_contain_text("you play Hōjō", timeout=PATIENCE)


def test_more_matches_than_one_page_has(person: Person, server: Server) -> None:
    """The newest are shown; the others are asked for, page by page, until there are no more."""
    for number in range(45):
        create(server, name=f"Paged {number}", public=True)
    person.go("/")
    paged = person.page.get_by_role("listitem").filter(has_text="Paged ")
    more = person.button("More matches")
    expect(paged).to_have_count(20, timeout=PATIENCE)
    expect(paged.first).to_contain_text("Paged 44")
    expect(paged.first).to_contain_text("Surrounding Nobunaga")  # a name of its own does not hide which game it is
    high = person.page.locator("label", has=person.page.locator("input[accept='.gunki']")).evaluate(
        "one => one.offsetHeight"
    )
    assert high < 80, "what stands beside a long list does not grow with it"
    more.press("Enter")
    expect(paged).to_have_count(40, timeout=PATIENCE)
    expect(more).to_be_focused()
    for _ in range(50):  # matches of other tests may stand below
        if more.count() == 0:
            break
        more.click()
        expect(person.page.locator("button[aria-disabled=true]")).to_have_count(0, timeout=PATIENCE)
    expect(paged).to_have_count(45, timeout=PATIENCE)
    expect(paged.last).to_contain_text("Paged 0")
