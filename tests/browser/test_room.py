"""The room around the board: it keeps to the window, and its corner does what it says."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Route, expect

import gunki
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import before_kawanakajima, bring, sit_down
from tests.browser.test_phone import PHONE
from tests.server.process import Server


def assert_still(person: Person) -> None:
    """The page is as high as the window, and nothing scrolls it away."""
    high = person.page.evaluate("() => { scrollTo(0, 9999); return [document.scrollingElement.scrollHeight, scrollY] }")
    assert high == [person.page.evaluate("() => innerHeight"), 0]


@pytest.mark.parametrize("wishes", [{}, PHONE], ids=["table", "phone"])
def test_many_answers_do_not_make_the_page_longer(opened: Opener, server: Server, wishes: dict[str, object]) -> None:
    person = opened(**wishes)
    sit_down(person, bring(server, gunki.new("kanto", "mimase_pass", seed=1)), "hojo")
    assert person.page.locator("button.option").count() > 10
    assert_still(person)
    for tab in person.page.locator(".sheet [role=tab]").all():
        if tab.get_attribute("aria-selected") == "false":
            tab.tap()
        assert_still(person)


def test_space_does_what_the_corner_says(person: Person, server: Server) -> None:
    """What was clicked keeps the focus, but Space is not for it; a phase ends early only by a second press."""
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    page, corner = person.page, person.page.get_by_test_id("primary")
    zones = page.get_by_role("button", name="Zones")
    zones.click()
    expect(zones).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    expect(corner).to_contain_text("End the phase")
    page.keyboard.press("Space")
    asked = person.wait(lambda now: now.staged, "the question whether the phase is to end")
    expect(zones).to_have_attribute("aria-pressed", "true")
    assert asked.primary is not None
    assert asked.primary.startswith("Sure? End the phase")
    assert "act uesugi_kenshin" in asked.actions, "other answers stay in sight"
    page.keyboard.press("Escape")
    person.wait(lambda now: not now.staged, "the question as before")
    # Who goes there with the keyboard presses the button itself.
    zones.click()
    expect(zones).to_have_attribute("aria-pressed", "false", timeout=PATIENCE)
    zones.click()
    expect(zones).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(zones).to_have_attribute("aria-pressed", "false", timeout=PATIENCE)

    # The same with what stands on the map.
    page.get_by_role("button", name="Show the whole map").click()
    page.locator('[data-stack="1230"]').click()
    expect(page.locator(".closer[data-about]")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Space")
    person.wait(lambda now: now.staged, "the question whether the phase is to end")
    page.keyboard.press("Space")
    expect(page.locator(".decision .who")).to_contain_text("12.0", timeout=PATIENCE)  # the stage after the first moves


def test_the_list_ends_a_phase_at_once(person: Person, server: Server) -> None:
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    person.page.locator('button.option[data-action="end"]').click()
    expect(person.page.locator(".decision .who")).to_contain_text("12.0", timeout=PATIENCE)


def test_a_march_ends_with_the_corner(person: Person, server: Server) -> None:
    """In a castle hex gates and units are answers too; the one that ends the march is still the first."""
    match = before_kawanakajima()
    match.act("act uesugi_kenshin")
    match.act("move")
    sit_down(person, bring(server, match), "uesugi")
    sight = person.see()
    assert "leave" in sight.actions or sight.groups
    assert sight.primary is not None
    assert sight.primary.startswith("Halt here")


def late(route: Route) -> None:
    answer = route.fetch()
    time.sleep(1)  # the stream is faster than this
    route.fulfill(response=answer)


def test_news_come_once_though_another_seat_looks(person: Person, server: Server) -> None:
    """The answer to an action may come after the stream has told it and the other player has sat down."""
    person.page.route("**/actions", late)
    table = bring(server, gunki.new("kanto", seed=1))
    person.go(f"/m/{table.id}#seat=takeda&token={table.players['takeda'].token}")
    person.says("Uesugi decides")
    person.go("/")
    sit_down(person, table, "uesugi")
    for side in ("Uesugi", "Takeda", "Uesugi"):
        expect(person.page.locator(".decision .who")).to_contain_text(side, timeout=PATIENCE)
        with person.page.expect_response("**/actions"):
            person.page.locator('button.option[data-action="ready"], button.option[data-action="end"]').click()
    expect(person.page.locator(".decision .who")).to_contain_text("12.0", timeout=PATIENCE)
    told = person.page.locator(".spoken[aria-live]").inner_text().split(". ")
    assert len(told) == len(set(told)) > 1


def test_every_phase_is_named_in_full(person: Person, server: Server) -> None:
    match = gunki.compose("kanto", "conquest_of_kanto", {"turn": 1, "to_act": "uesugi"})
    sit_down(person, bring(server, match), "uesugi")
    names = person.page.locator(".phases span")
    assert names.count() >= 4
    seen = "list => list.scrollWidth <= list.clientWidth"
    assert person.page.locator(".phases").evaluate(seen)


def test_where_phases_have_no_room_the_present_one_has(opened: Opener, server: Server) -> None:
    person = opened(viewport={"width": 1100, "height": 800})
    match = preferred(gunki.new("kenshin", seed=1))
    sit_down(person, bring(server, match), match.who or "")
    track = person.page.locator(".phases")
    assert track.evaluate("list => list.scrollWidth > list.clientWidth"), "there is no room for all"
    room, now = track.bounding_box(), track.locator("[aria-current]").bounding_box()
    assert room is not None
    assert now is not None
    assert room["x"] - 1 <= now["x"] <= now["x"] + now["width"] <= room["x"] + room["width"] + 1


def preferred(match: gunki.Match) -> gunki.Match:
    """Nobody moves, until one of the last phases of the turn asks something."""
    for _ in range(60):
        assert match.decision is not None
        if match.scene()["phases"]["all"].index(match.scene()["phases"]["now"]) > 6:
            return match
        texts = match.decision.texts
        match.act(next((text for text in ("ready", "end", "stay") if text in texts), texts[0]))
    raise AssertionError("no such phase")
