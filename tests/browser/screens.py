"""axe looks at every screen, by day and by night, wide and on a phone: `make screens`.

Too long for the tests of every day: those look at a part of it (test_screens.py).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import gunki
from tests.browser.axe import both
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE
from tests.browser.positions import bring, sit_down
from tests.browser.test_aim_line import two_key_areas_lost
from tests.browser.test_council import POSITIONS, seated
from tests.browser.test_screens import SHAPES, dialog, fought
from tests.fights import FIGHTS
from tests.server.process import Server

#: What keys open at the table.
DRAWERS = {"a": "aims", "c": "charts and legend", "k": "keys", "/": "rules"}


@pytest.mark.parametrize("shape", list(SHAPES))
@pytest.mark.parametrize("game", gunki.game_ids())
def test_the_table(opened: Opener, server: Server, game: str, shape: str) -> None:
    """A question, what happened, a fight; and with one game of a kind what lies behind keys and buttons."""
    person = opened(**SHAPES[shape])
    match: gunki.Match = FIGHTS[game]()
    assert match.who is not None
    sit_down(person, bring(server, match), match.who)
    page = person.page
    found = [*both(person, "question"), *fought(person)]
    if game in POSITIONS:
        person.decided = 0
        seated(person, server, game)
        found += both(person, "council")
        page.keyboard.press("Escape")
        for key, screen in DRAWERS.items():
            page.keyboard.press(key)
            found += dialog(person, screen)
        person.button("Menu").click()
        found += dialog(person, "menu and preferences")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_lesson_a_warning_the_end_and_the_replay(opened: Opener, server: Server, shape: str) -> None:
    person = opened(**SHAPES[shape])
    page = person.page
    person.go("/")
    page.locator('[data-lesson="kanto.battle"]').click()
    expect(page.get_by_role("complementary", name="Lesson")).to_be_visible(timeout=PATIENCE)
    person.turn()
    found = both(person, "lesson")
    table = bring(server, two_key_areas_lost(), {"oda": "mine", "anti_oda": "bot:random"})
    person.decided = 0
    sit_down(person, table, "oda")
    expect(page.locator("button.aim").get_by_role("status")).to_be_visible(timeout=PATIENCE)
    person.thing("area:bitchuu").dispatch_event("click")
    expect(page.locator("section.why button.clause").first).to_be_visible(timeout=PATIENCE)
    found += both(person, "why not, and a warning")
    sight = person.turn()
    while not sight.over:
        person.choose(sight, ("pass", "end", "done"))
        sight = person.turn()
    expect(page.get_by_role("region", name="Turning points")).to_be_visible(timeout=PATIENCE)
    found += both(person, "result", "dialog[open]")
    person.go(f"/m/{table.id}/replay")
    expect(page.get_by_role("slider")).to_be_visible(timeout=PATIENCE)
    found += both(person, "replay")
    assert not found, "\n".join(found)
