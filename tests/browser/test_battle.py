"""The battle scene: beside the place on the map, beat by beat, while the table stays usable."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, kaizu_besieged, sit_down
from tests.fights import neutrals
from tests.server.process import Server


def scene(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Battle scene")


def covers(person: Person, place: str) -> bool:
    """Whether the scene lies over the ring around the place."""
    there = person.page.locator(f'[data-fight="{place}"]').bounding_box()
    here = scene(person).bounding_box()
    assert there is not None
    assert here is not None
    across = here["x"] < there["x"] + there["width"] and there["x"] < here["x"] + here["width"]
    down = here["y"] < there["y"] + there["height"] and there["y"] < here["y"] + here["height"]
    return across and down


def test_an_assault_opens_its_scene_beside_the_castle(person: Person, server: Server) -> None:
    sit_down(person, bring(server, kaizu_besieged()), "uesugi")
    for action in ("act uesugi_kenshin", "siege", "assault"):
        person.answer(action)
        person.turn()
    shown = scene(person)
    expect(shown).to_be_visible(timeout=PATIENCE)
    sides = shown.locator("[data-side]")
    expect(sides.nth(0)).to_contain_text("Uesugi")
    expect(sides.nth(0)).to_contain_text("28")
    expect(sides.nth(1)).to_contain_text("Takeda")
    expect(sides.nth(1).locator(".counter")).to_have_count(2)  # the castle and its garrison
    # The dice lie there with every modifier and its clause, and the chart is marked where it was read.
    expect(shown.locator(".dice svg")).to_have_count(1)
    expect(shown.get_by_text("Level of Kaizu")).to_be_visible()
    expect(shown.get_by_role("button", name="19-3-1")).to_be_visible()
    expect(shown.locator("td.hit")).to_have_count(1)
    assert not covers(person, "0514")
    # The table is not covered by a dialog: the order goes on, and the scene goes away by itself or by Esc.
    person.page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    assert person.see().mine


def test_earlier_fights_are_stepped_through_with_what_caps_them(person: Person, server: Server) -> None:
    table = bring(server, neutrals())
    person.go(f"/m/{table.id}#seat=oda&token={table.players['oda'].token}")
    person.button("Chronicle").first.click()  # folded away at first: the map is the page
    rolls = person.page.get_by_role("log").locator("button.line[aria-expanded]")
    expect(rolls.last).to_be_visible(timeout=PATIENCE)
    rolls.last.click()
    person.button("Step through it").last.click()
    shown = scene(person)
    expect(shown).to_be_visible(timeout=PATIENCE)
    assert not covers(person, "harima")
    expect(shown.locator("footer")).to_contain_text("2 of 2")
    expect(shown.locator("li.cap")).to_contain_text("each of its armies is a power of its own")
    expect(shown.locator("li.cap").get_by_role("button", name="4-7").first).to_be_visible()
    expect(shown.locator(".toll")).to_contain_text("Oda")
    first = shown.get_attribute("data-encounter")
    while shown.get_attribute("data-encounter") == first:
        shown.get_by_test_id("battle-back").click()
    expect(shown.locator("footer")).to_contain_text("1 of 2")
    expect(shown.locator("li.cap")).to_contain_text("Of 3 hits on Neutral armies 1 count")
    shown.get_by_test_id("battle-back").focus()
    person.page.keyboard.press("ArrowRight")
    expect(shown.locator("footer")).to_contain_text("2 of 2")
