"""axe looks at the screens beside the table, and at a fight, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

import gunki
from tests.browser.axe import both
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, sit_down
from tests.browser.test_phone import PHONE
from tests.fights import FIGHTS
from tests.server.process import Server
from tests.server.table import create

SHAPES = {"wide": {}, "phone": PHONE}
#: The pages beside the table, and what is to be seen of them.
PAGES = {
    "/": "[data-play]",
    "/guide/kanto": "main h2",
    "/rules/nobunaga": "[data-clause]",
    "/help": "main h1",
    "/look/kenshin/campaign": ".map svg.table",
    "/maps/kanto": ".map svg.table",
    "/nowhere": "main h1",
}


def dialog(person: Person, screen: str) -> list[str]:
    shown = person.page.locator("dialog[open]")
    expect(shown).to_be_visible(timeout=PATIENCE)
    expect(shown.locator(":is(li, td, dd, p, input, button.button)").first).to_be_visible(timeout=PATIENCE)
    found = both(person, screen, "dialog[open]")
    person.page.keyboard.press("Escape")
    expect(shown).to_be_hidden(timeout=PATIENCE)
    return found


@pytest.mark.parametrize("shape", list(SHAPES))
def test_the_pages_beside_the_table(opened: Opener, server: Server, shape: str) -> None:
    person = opened(**SHAPES[shape])
    person.excused = lambda fault: "/nowhere" in fault
    found = []
    for path, sight in PAGES.items():
        person.go(path)
        expect(person.page.locator(sight).first).to_be_visible(timeout=PATIENCE)
        found += both(person, path)
    person.go("/")
    person.button("New match").first.click()
    person.page.locator("dialog form > details").evaluate("one => { one.open = true; }")
    found += dialog(person, "new match")
    made = create(server, seats={"oda": "mine", "anti_oda": "open"})
    person.go(f"/m/{made['id']}#seat=oda&token={made['seats'][0]['token']}")
    expect(person.page.get_by_text("Waiting for players").first).to_be_visible(timeout=PATIENCE)
    found += both(person, "lobby")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["honganji"])
def test_the_table(opened: Opener, server: Server, game: str) -> None:
    """A question, and a fight stepped through from the chronicle."""
    person = opened()
    match: gunki.Match = FIGHTS[game]()
    assert match.who is not None
    sit_down(person, bring(server, match), match.who)
    found = list(fought(person))
    assert not found, "\n".join(found)


def fought(person: Person) -> Iterator[str]:
    """The scene of the last fight, from the chronicle."""
    page = person.page
    page.locator('button:is([role="tab"], :not([role]))').filter(has_text="Chronicle").first.click()
    rolls = page.get_by_role("log").locator("button.line[aria-expanded]")
    expect(rolls.last).to_be_visible(timeout=PATIENCE)
    rolls.last.click()
    yield from both(person, "chronicle", '[role="log"]')
    person.button("Step through it").last.click()
    expect(page.get_by_role("region", name="Battle scene")).to_be_visible(timeout=PATIENCE)
    yield from both(person, "battle scene")
    page.keyboard.press("Escape")
