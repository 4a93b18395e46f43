"""The map goes to where something is to be decided, and leaves the player his own view of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import gunki
from tests.browser.axe import grave
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import before_kawanakajima, bring, sit_down
from tests.browser.test_phone import PHONE
from tests.server.process import Server

#: The hexes that may be chosen: how large they are, and whether their middles are in the map's window.
LIT = """() => {
  const window = document.querySelector(".map .surface").getBoundingClientRect();
  return [...document.querySelectorAll('.target[data-lit]')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    const seen = cx > window.left && cx < window.right && cy > window.top && cy < window.bottom;
    return { height, seen, off: Math.hypot(cx - window.left - window.width / 2, cy - window.top - window.height / 2) };
  });
}"""


def lit(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.page.evaluate(LIT)
    return found


def march(person: Person) -> None:
    person.answer("act uesugi_kenshin")
    person.turn()
    person.answer("move")
    person.turn()
    expect(person.page.locator(".target[data-lit]").first).to_be_attached(timeout=PATIENCE)


@pytest.mark.parametrize("wishes", [{}, PHONE, {"reduced_motion": "no-preference"}])
def test_the_map_goes_to_what_is_lit(opened: Opener, server: Server, wishes: dict[str, Any]) -> None:
    person = opened(**wishes)
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    march(person)
    person.page.wait_for_function(f"() => ({LIT})().every((one) => one.seen && one.height >= 28)", timeout=PATIENCE)
    # Coming nearer keeps them in the middle.
    for _ in range(3):
        person.button("Zoom in").click()
    person.page.wait_for_function(f"() => ({LIT})()[0].height > 60", timeout=PATIENCE)
    found = lit(person)
    assert min(one["off"] for one in found) < found[0]["height"]


def test_a_question_about_a_force_shows_it(opened: Opener, server: Server) -> None:
    """Where all answers are buttons, the map goes to whom they are about."""
    person = opened(**PHONE)
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    person.answer("act uesugi_kenshin")
    person.turn()
    assert lit(person) == []
    kenshin = person.page.locator('.map [data-thing="unit:uesugi_kenshin"] .bd-name').first
    expect(kenshin).to_be_in_viewport(timeout=PATIENCE)  # near enough for his name to be written


def test_counters_that_are_near_say_what_they_are(person: Person, server: Server) -> None:
    """Near enough for their letters to be drawn, they are still called by words, and found by them."""
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    kenshin = person.page.locator('.map [data-thing="unit:uesugi_kenshin"][role="button"]')
    expect(kenshin).to_be_attached(timeout=PATIENCE)
    while kenshin.locator(".bd-name").count() == 0:
        person.button("Zoom in").click()
    expect(kenshin).to_have_accessible_name(re.compile("^Uesugi Kenshin .*strength"))
    assert grave(person) == []


def test_a_map_that_the_player_moved_stays_for_the_question(person: Person, server: Server) -> None:
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    march(person)
    person.button("Show the whole map").click()
    person.page.wait_for_function(f"() => ({LIT})().every((one) => one.height < 28)", timeout=PATIENCE)
    # An answer half made is the same question.
    person.page.locator(".decision input").fill("07")
    assert all(one["height"] < 28 for one in lit(person))
    person.page.keyboard.press("Escape")
    person.page.locator("h2").click()
    person.page.keyboard.press("u")
    person.wait(lambda now: "move" in now.actions, "the question before")
    person.answer("move")
    person.turn()
    person.page.wait_for_function(f"() => ({LIT})().some((one) => one.height >= 28)", timeout=PATIENCE)


def test_the_season_is_seen_on_the_map(person: Person, server: Server) -> None:
    for turn, weather, painted in ((1, "Snow", ".ground .snow"), (9, "Thaw", ".ground .river.swollen")):
        match = gunki.compose("kanto", "kenshin_crosses_the_mountains", {"turn": turn})
        assert match.who is not None
        sit_down(person, bring(server, match), match.who)
        expect(person.page.locator(f'[data-weather="{weather.lower()}"]')).to_be_visible(timeout=PATIENCE)
        assert person.page.locator(painted).count() > 0


def test_what_is_told_of_a_place_stays_within_the_map(person: Person, server: Server) -> None:
    """Also of a stronghold full of people at the edge of the window."""
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    person.button("Show the whole map").click()
    box = person.page.locator(".map .surface").bounding_box()
    assert box is not None
    for place in ("0505", "1230"):
        stack = person.page.locator(f'[data-stack="{place}"]')
        stack.hover()
        tip = person.page.locator(".tip")
        expect(tip).to_be_visible(timeout=PATIENCE)
        told = tip.bounding_box()
        assert told is not None
        assert told["x"] >= box["x"], place
        assert told["y"] >= box["y"], place
        assert told["x"] + told["width"] <= box["x"] + box["width"], place
        assert told["y"] + told["height"] <= box["y"] + box["height"], place
        person.page.mouse.move(2, 2)
        expect(tip).to_be_hidden(timeout=PATIENCE)


def test_the_keyboard_enters_the_map_where_something_can_be_chosen(person: Person, server: Server) -> None:
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    person.page.keyboard.press("b")
    expect(person.page.locator('.target[data-place="0505"]')).to_be_focused(timeout=PATIENCE)
    person.page.evaluate("() => document.activeElement.blur()")
    march(person)
    person.page.keyboard.press("b")
    expect(person.page.locator(".target:focus")).to_have_attribute("data-lit", "", timeout=PATIENCE)


#: A name of the map over whose middle no counter lies, and whose middle is on another area's land.
ASTRAY = """() => {
  for (const label of document.querySelectorAll(".label[data-place]")) {
    const { x, y, width, height } = label.querySelector("text").getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    const all = document.elementsFromPoint(...at);
    const land = all.find((one) => one.matches(".target[data-place]"));
    if (all[0]?.closest(".label") === label && land && land.dataset.place !== label.dataset.place)
      return { at, place: label.dataset.place };
  }
  return null;
}"""


def test_a_name_means_its_own_land(person: Person) -> None:
    """Also where it is written over a neighbour's."""
    person.play("nobunaga.oda")
    page = person.page
    found = None
    for _ in range(8):
        found = page.evaluate(ASTRAY)
        if found is not None:
            break
        person.button("Zoom in").click()
        page.wait_for_timeout(400)
    assert found is not None, "no name is written over another's land"
    land = page.locator(f'[data-place="{found["place"]}"].target')
    assert land.get_attribute("tabindex") != "0"
    page.mouse.move(*found["at"])
    page.mouse.click(*found["at"])
    expect(land).to_have_attribute("tabindex", "0", timeout=PATIENCE)


def test_an_opened_stack_keeps_the_counter_under_the_pointer(person: Person, server: Server) -> None:
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    page = person.page
    kenshin = page.locator('.map [data-thing="unit:uesugi_kenshin"]').first
    expect(kenshin).to_be_visible(timeout=PATIENCE)
    box = kenshin.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    under = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-thing]')?.dataset.thing"
    before = page.evaluate(under, at)
    page.mouse.move(*at)
    expect(page.locator(".map .tray")).to_be_visible(timeout=PATIENCE)
    assert before == page.evaluate(under, at)
