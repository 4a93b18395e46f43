"""Kenshin's Arrival in Kyoto: ships, sea areas, the box, castles; the last turn to its end by clicking."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, kyoto_last_turn, sit_down
from tests.browser.test_hideyoshi import ended
from tests.browser.test_phone import PHONE, assert_fits
from tests.server.process import Server

SEATS = {"uesugi": "mine", "oda": "bot:random"}
#: What ends a phase or a series, so that the game goes on.
ENDS = ("end", "done", "stop", "stay", "halt", "stand", "let_pass", "fight_on")


def places(person: Person, thing: str) -> list[str]:
    """Where the map shows a piece."""
    found: list[str] = person.page.locator(f'.map [data-stack] [data-thing="{thing}"]').evaluate_all(
        "all => all.map(one => one.dataset.place)"
    )
    return found


def test_the_last_turn_with_a_transport_and_an_assault(person: Person, server: Server) -> None:
    """Saika's men go aboard, cross the Inland Sea and land in Honganji (16-4); Hatano assaults Miki (13-2); then the
    score decides (22-2).
    """
    sit_down(person, bring(server, kyoto_last_turn(), SEATS), "uesugi")
    page = person.page
    person.unfold("Chronicle")
    log = page.get_by_role("log", name="Chronicle")
    assert places(person, "unit:mori_terumoto") == ["box"]
    expect(page.locator('[data-work="invested"][data-at="1025"]')).to_be_attached()
    expect(page.locator('[data-work="durability"][data-at="1025"]')).to_be_attached()

    person.touch("ship:murakami_takeyoshi")
    assert set(person.turn().actions) == {"board saika_shu", "sail_to seto", "stay"}
    person.touch("unit:saika_shu")
    assert set(person.turn().actions) == {"sail_to seto", "stay"}
    expect(page.locator('.target[data-lit][data-thing="area:seto"]')).to_have_count(1)
    person.touch("area:seto")
    sight = person.turn()
    expect(log.get_by_text("Murakami Takeyoshi sails to Seto Inland Sea")).to_be_visible(timeout=PATIENCE)
    assert places(person, "ship:murakami_takeyoshi") == places(person, "unit:saika_shu") == ["seto"]
    # The ship closely: its cargo lies in its one box.
    person.thing("ship:murakami_takeyoshi").dispatch_event("click")
    expect(page.locator('[data-about="ship:murakami_takeyoshi"]')).to_contain_text(
        "Carries Saika-shū", timeout=PATIENCE
    )
    assert "move mori_terumoto" in sight.actions

    person.primary()
    if person.see().staged:
        person.primary()
    sight = person.turn()
    assert "sail murakami_takeyoshi" in sight.actions, sight  # the forced march
    person.answer("sail murakami_takeyoshi")
    person.turn()
    # By the keyboard too: the hex that is lit takes the answer.
    page.locator('.target[data-thing="hex:1628"]').focus()
    page.keyboard.press("Enter")
    person.after()
    sight = person.turn()
    expect(log.get_by_text("Saika-shū comes ashore from Murakami Takeyoshi")).to_be_visible(timeout=PATIENCE)
    assert places(person, "unit:saika_shu") == ["1628"]
    # Ships lie in the shelter of a port.
    ship = page.locator('[data-stack="1628"] [data-thing="ship:murakami_takeyoshi"]')
    expect(ship).to_be_attached()

    while "assault hatano_hideharu" not in sight.actions:
        assert person.decided < 20, sight
        person.choose(sight, ENDS)
        sight = person.turn()
    person.touch("unit:hatano_hideharu")
    person.turn()
    expect(log.get_by_text("Assault on Miki").first).to_be_visible(timeout=PATIENCE)

    sight = person.see()
    while not sight.over:
        assert person.decided < 40, sight
        person.choose(sight, ENDS)
        sight = person.turn()
    ended(person, "Victory", "22-2")


def test_a_phone_in_japanese_shows_the_box(opened: Opener, server: Server) -> None:
    person = opened(**PHONE, locale="ja-JP")
    page = person.page
    sit_down(person, bring(server, kyoto_last_turn(), SEATS), "uesugi")
    assert_fits(person)
    row = page.locator("li").filter(has=page.locator('[data-action="move mori_terumoto"]'))
    expect(row).to_contain_text("毛利軍登場ボックス", timeout=PATIENCE)
    person.answer("sail kodama_narihide")
    person.turn()
    expect(page.locator('button.option[data-action="sail_to seto"]')).to_contain_text("瀬戸内海")
    sea = page.locator('.target[data-lit][data-thing="area:seto"]')
    expect(sea).to_be_in_viewport(timeout=PATIENCE)
    assert_fits(person)
    # The middle of that sea is an island; a finger goes to the plate with its name.
    plate = page.locator('.plates [data-plate="seto"]').bounding_box()
    assert plate is not None
    page.touchscreen.tap(plate["x"] + plate["width"] / 2, plate["y"] + plate["height"] / 2)
    # The browser makes a click of a tap in its own time: until then the page is not busy, and nothing has moved.
    person.wait(lambda _: places(person, "ship:kodama_narihide") == ["seto"], "the ship at sea")
    person.after()
    person.turn()
    page.get_by_role("tab", name="トラック").tap()
    expect(page.get_by_role("region", name="得点とイベント欄")).to_be_visible(timeout=PATIENCE)
    assert_fits(person)
