"""A phone held upright: the map above, the decision as a sheet from below, the rest behind tabs."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


def assert_fits(person: Person) -> None:
    """Nothing sticks out at the side, neither of the page nor of what is meant to be read in it."""
    wide = person.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1] == 390, f"{person.page.url}: {wide}"


def test_a_phone_held_upright(opened: Opener) -> None:
    person = opened(**PHONE)
    page = person.page
    person.go("/")
    expect(page.locator("[data-play]").first).to_be_visible(timeout=PATIENCE)
    assert_fits(person)
    page.locator('[data-play="nobunaga.oda"]').tap()
    sight = person.turn()
    assert_fits(person)
    box = page.locator(".map svg.table").bounding_box()
    assert box is not None
    sheet = page.get_by_role("region", name="Panels")
    below = sheet.bounding_box()
    assert below is not None
    assert below["y"] >= 200, "there is room for the map"
    assert below["y"] + below["height"] <= 845

    # A place that is lit answers a finger.
    question = sight.question
    place = page.locator('.target[data-lit][data-thing^="area:"]').first
    expect(place).to_be_in_viewport(timeout=PATIENCE)  # the map is fitted to its room after the page is laid out
    place.tap(force=True)
    person.decided += 1
    sight = person.wait(lambda now: not now.busy and now.question != question, "the answer by the map")
    # So does an answer in the sheet.
    question = sight.question
    page.locator("button.option").first.tap()
    person.wait(lambda now: not now.busy and now.question != question, "the answer by the sheet")

    for tab, inside in (("Chronicle", ".log"), ("Cards", ".hands"), ("Tracks", ".overlays"), ("Chat", ".chat")):
        sheet.get_by_role("tab", name=tab).tap()
        expect(sheet.locator(inside).first).to_be_visible(timeout=PATIENCE)
        assert_fits(person)
    sheet.get_by_role("tab", name="Chronicle").tap()
    expect(sheet.get_by_role("log").get_by_role("listitem").first).to_be_visible(timeout=PATIENCE)
    # A second tap folds the sheet away, and the corner keeps the one answer.
    sheet.get_by_role("tab", name="Chronicle").tap()
    expect(sheet.get_by_role("log")).to_be_hidden()
    expect(page.get_by_test_id("primary")).to_be_in_viewport()
    sheet.get_by_role("tab", name="Order").tap()
    expect(sheet.locator("button.option").first).to_be_visible()

    for path in ("/rules/nobunaga", "/help", "/look/nobunaga/campaign"):
        person.go(path)
        expect(page.get_by_role("main")).to_be_visible(timeout=PATIENCE)
        assert_fits(person)


#: The share of the window in which the map is seen above whatever lies over its foot.
FREE = """map => {
  const sheet = document.querySelector("[data-council]");
  const box = map.getBoundingClientRect();
  return ((sheet?.getBoundingClientRect().top ?? box.bottom) - box.top) / innerHeight;
}"""


def test_the_hex_board_on_a_phone(opened: Opener) -> None:
    person = opened(**PHONE)
    page = person.page
    person.play("kanto.uesugi")
    person.answer("ready")
    sight = person.turn()
    assert "act uesugi_kenshin" in sight.actions
    expect(page.locator('[data-action="act uesugi_kenshin"]')).to_contain_text("0505 Kasugayama")
    for action in ("act uesugi_kenshin", "move", "leave", "detach murakami_yoshikiyo", "detach usami_sadayuki"):
        person.answer(action)
        person.turn()
        assert_fits(person)
    # Nothing speaks of keys, and what happened leaves the map in sight.
    assert [key for key in page.locator("kbd").all() if key.is_visible()] == []
    assert page.locator(".map").evaluate(FREE) > 0.1
    # What the head has no room for is in the menu.
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("dialog").get_by_role("button", name="Download my receipt")).to_be_visible(timeout=PATIENCE)
    assert_fits(person)
    page.get_by_role("dialog").get_by_role("button", name="Close ✕").tap()
    for name, inside in (("Charts", "table"), ("Rules", "[data-clause]")):
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("dialog").get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog", name=name).locator(inside).first).to_be_visible(timeout=PATIENCE)
        assert_fits(person)
        page.get_by_role("dialog", name=name).get_by_role("button", name="Close").tap()
