"""What happened since the own last decision: told beside the map, shown on it, watched at a pace one sets."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import gunki
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person, Sight
from tests.browser.positions import bring, sit_down
from tests.server.process import Server

ENTRY = "[data-entry]"
#: How the map lies in its window.
LIES = '() => document.querySelector(".board svg.table > g").getAttribute("transform")'


def after_takeda() -> gunki.Match:
    """The Uesugi have done nothing in the first stage, and Shingen has set out: the second stage begins."""
    match = gunki.new("kanto", seed=1)
    for act in ("ready", "ready", "end", "end", "act takeda_shingen", "move", "to 1130", "halt", "end"):
        match.act(act)
    assert match.who == "uesugi"
    return match


def after_a_fight() -> gunki.Match:
    """Oda has passed; Honganji has marched and fought. Oda is to act again."""
    match = gunki.new("nobunaga", seed=5)
    wishes = ("first", "pass", "movement", "march honganji", "take", "with", "to yamashiro", "commander")
    while match.who != "oda" or not any(event.kind == "attack" for event in match.events):
        assert match.decision is not None
        texts = [str(option) for option in match.decision.options if match.who == "oda" or str(option) != "pass"]
        match.act(next((text for wish in wishes for text in reversed(texts) if text.startswith(wish)), texts[0]))
    return match


POSITIONS = {"kanto": (after_takeda, "uesugi"), "nobunaga": (after_a_fight, "oda")}


def seated(person: Person, server: Server, game: str) -> Locator:
    made, seat = POSITIONS[game]
    match = made()
    table = bring(server, match, {name: "mine" if name == seat else "bot:random" for name in match.seats})
    sit_down(person, table, seat)
    card = person.page.locator("[data-council]")
    expect(card).to_be_visible(timeout=PATIENCE)
    return card


@pytest.mark.parametrize("game", list(POSITIONS))
def test_the_card_goes_through_what_others_did(person: Person, server: Server, game: str) -> None:
    page = person.page
    card = seated(person, server, game)
    lies = page.evaluate(LIES)
    assert page.locator("[data-flash]").count() == 0
    card.locator("[data-next]").click()
    expect(page.locator("[data-flash]").first).to_be_attached(timeout=PATIENCE)
    expect(page.locator("[data-route]").first).to_be_attached(timeout=PATIENCE)
    page.wait_for_function(f"before => ({LIES})() !== before", arg=lies)
    expect(card.locator('[aria-current="step"]')).to_have_count(1)
    # What it speaks of is beside the card, not under it.
    ring, edge = page.locator("[data-flash]").first.bounding_box(), card.bounding_box()
    assert ring is not None
    assert edge is not None
    assert ring["x"] + ring["width"] <= edge["x"] + 1
    if game == "kanto":
        assert {"1130"} <= set(page.locator("[data-number]").all_text_contents())
        expect(card).to_contain_text("1130 near")
    else:
        expect(card.get_by_role("button", name="Watch the fight")).to_be_visible()
    card.press("ArrowLeft")
    expect(page.locator("[data-flash]")).to_have_count(0)
    # It goes with the own decision, and comes back when it is called.
    page.keyboard.press("Escape")
    expect(card).to_be_hidden(timeout=PATIENCE)
    page.keyboard.press("h")
    expect(card).to_be_visible(timeout=PATIENCE)
    person.answer("act uesugi_kenshin" if game == "kanto" else "movement")  # nobody else acts upon these
    expect(card).to_be_hidden(timeout=PATIENCE)


def test_who_let_his_turn_go_by_is_named(person: Person, server: Server) -> None:
    match = gunki.new("kanto", seed=1)
    for act in ("ready", "ready", "end", "end", "end"):
        match.act(act)
    assert match.who == "uesugi"
    sit_down(person, bring(server, match, {"uesugi": "mine", "takeda": "bot:random"}), "uesugi")
    expect(person.page.locator("[data-idle]")).to_have_text("Takeda did nothing.", timeout=PATIENCE)
    expect(person.page.locator("[data-council]")).to_have_count(0)


def test_a_line_of_the_log_moves_the_map(person: Person, server: Server) -> None:
    page = person.page
    seated(person, server, "kanto")
    page.keyboard.press("Escape")
    lies = page.evaluate(LIES)
    page.get_by_role("button", name="Chronicle").click()
    page.get_by_role("log").get_by_role("button", name="Takeda Shingen marched").click()
    expect(page.locator("[data-flash]").first).to_be_attached(timeout=PATIENCE)
    page.wait_for_function(f"before => ({LIES})() !== before", arg=lies)
    page.keyboard.press("Escape")
    expect(page.locator("[data-flash]")).to_have_count(0)


def test_the_card_on_a_phone_leaves_the_map_in_sight(opened: Opener, server: Server) -> None:
    person = opened(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    card = seated(person, server, "kanto")
    card.locator("[data-next]").tap()
    ring = person.page.locator("[data-flash]").first
    expect(ring).to_be_attached(timeout=PATIENCE)

    def apart(_: Sight) -> bool:
        seen, sheet = ring.bounding_box(), card.bounding_box()
        assert seen is not None
        assert sheet is not None
        return seen["y"] + seen["height"] <= sheet["y"] + 1 and sheet["y"] > 200

    person.wait(apart, "the map where the card leaves it in sight")


#: The button is there for two seconds: on a busy machine too short a time to see it from outside, and press it then.
PRESSED_AT_ONCE = """() => {
  const look = () => {
    const one = document.querySelector("[data-skip]");
    one?.click();
    window.pressed = one !== null;
    if (!window.pressed) requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("pace", ["slow", "once"])
def test_what_others_do_is_watched_at_a_pace(opened: Opener, server: Server, pace: str) -> None:
    """The Takeda are played from elsewhere; the map shows their march when it likes, the table at once."""
    person = opened(reduced_motion="no-preference")
    person.context.add_init_script(f"localStorage.setItem('gunki.settings', '{{\"pace\": \"{pace}\"}}')")
    match = gunki.new("kanto", seed=1)
    for act in ("ready", "ready", "end", "end", "act takeda_shingen", "move"):
        match.act(act)
    table = bring(server, match)
    sit_down_waiting(person, table)
    if pace == "slow":
        person.page.evaluate(PRESSED_AT_ONCE)
    table.players["takeda"].act(match.ply, "to 1130")
    skip = person.page.locator("[data-skip]")
    if pace == "slow":
        person.page.wait_for_function("() => window.pressed", timeout=PATIENCE)
    expect(person.page.locator(".spoken[aria-live]")).to_contain_text("1130", timeout=PATIENCE)
    expect(skip).to_be_hidden(timeout=PATIENCE)


def sit_down_waiting(person: Person, table: Any) -> None:
    """At a table where another one decides."""
    person.go(f"/m/{table.id}#seat=uesugi&token={table.players['uesugi'].token}")
    expect(person.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
