"""A force and a castle of the hex board closely: command track, siege panel, names, headline, phases."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import gunki
from tests.browser.axe import grave
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import before_kawanakajima, bring, kaizu_besieged, sit_down
from tests.browser.test_phone import PHONE, assert_fits
from tests.server.process import Server
from tests.server.table import Table

KENSHIN = "unit:uesugi_kenshin"


@pytest.fixture
def gathered(server: Server) -> Table:
    return bring(server, before_kawanakajima())


@pytest.fixture
def besieged(server: Server) -> Table:
    return bring(server, kaizu_besieged())


def closer(person: Person, about: str) -> Locator:
    """The panel, once it is about this."""
    panel = person.page.locator(f'.closer[data-about="{about}"]')
    expect(panel).to_be_visible(timeout=PATIENCE)
    return panel


def fact(panel: Locator, name: str) -> str:
    return " ".join(panel.locator(f'[data-fact="{name}"] dd').inner_text().split())


def stack(table: Table, force: str) -> dict[str, Any]:
    """A force in the scene that the server tells."""
    places = table.first.view()["scene"]["places"].values()
    found: dict[str, Any] = next(s for place in places for s in place["stacks"] if s["force"] == force)
    return found


def besiege(person: Person) -> None:
    person.answer("act uesugi_kenshin")
    person.turn()
    person.answer("siege")
    person.turn()


def test_a_force_lies_on_its_command_track(person: Person, gathered: Table) -> None:
    sit_down(person, gathered, "uesugi")
    expect(person.page.locator(".closer")).to_have_count(0)
    # The order puts its force on the track at once; a click shows another, also one of the enemy.
    person.answer("act uesugi_kenshin")
    person.turn()
    panel = closer(person, KENSHIN)
    told = stack(gathered, KENSHIN)
    assert fact(panel, "strength") == str(sum(p["values"][0]["value"] for p in told["pieces"]))
    assert fact(panel, "steps") == f"{2 * len(told['pieces'])} / {2 * len(told['pieces'])}"
    assert fact(panel, "leadership") == f"{len(told['pieces']) - 1} / {told['boxes']}"
    boxes = panel.get_by_role("listitem")
    expect(boxes).to_have_count(1 + told["boxes"])
    things = boxes.locator("[data-thing]").evaluate_all("all => all.map(one => one.dataset.thing)")
    assert things == [piece["thing"] for piece in told["pieces"]], "the leader first, then box by box"
    expect(panel.locator('[data-fact="acted"]')).to_have_count(0)

    panel.get_by_role("button", name="All in Kasugayama").click()
    place = closer(person, "hex:0505")
    assert fact(place, "durability") == "10 / 10"
    place.get_by_role("button", name="Naoe Sanetsuna").click()
    panel = closer(person, "unit:naoe_sanetsuna")
    empty = panel.locator("li.empty")
    expect(empty).to_have_count(stack(gathered, "unit:naoe_sanetsuna")["boxes"])
    panel.get_by_role("button", name="Close").click()
    expect(person.page.locator(".closer")).to_have_count(0)


def test_the_keyboard_looks_closely_too(person: Person, gathered: Table) -> None:
    sit_down(person, gathered, "uesugi")
    person.page.locator('[data-stack="1230"] .piece').first.dispatch_event("click")
    person.page.locator(".closer header button").press("Enter")
    expect(person.page.locator(".closer")).to_have_count(0)
    person.page.keyboard.press("b")
    place = closer(person, "hex:1230")
    place.get_by_role("button", name="Takeda Shingen").press("Enter")
    closer(person, "unit:takeda_shingen")
    # From there Reach is about this force, not a demand to choose one.
    with person.page.expect_response(lambda answer: "/query/reach" in answer.url) as reach:
        person.button("Reach", exact=True).press("Enter")
    assert "thing=unit%3Atakeda_shingen" in reach.value.url
    assert len(reach.value.json()["places"]) > 3
    expect(person.page.get_by_text("Choose a force")).to_have_count(0)


def test_a_siege_shows_the_castle_and_what_an_assault_would_bring(person: Person, besieged: Table) -> None:
    sit_down(person, besieged, "uesugi")
    besiege(person)
    panel = closer(person, "hex:0514")
    expect(panel.get_by_role("heading", name="Kaizu")).to_be_visible()
    assert fact(panel, "durability") == "6 / 10"
    assert fact(panel, "morale") == "0"
    assert fact(panel, "garrison") == "Kōsaka Masanobu 3"
    strength = sum(piece["values"][0]["value"] for piece in stack(besieged, KENSHIN)["pieces"])
    assert fact(panel, "invested") == f"Uesugi Kenshin {strength}"
    assault = person.page.get_by_role("heading", name="Assault the castle")
    odds = panel.get_by_role("region", name="Chances").filter(has=assault)
    expect(odds).to_be_visible(timeout=PATIENCE)
    expect(odds.get_by_role("row", name=re.compile("Own steps lost"))).to_contain_text(re.compile(r"\d"))
    # The answer itself shows the same chances first, and can still be thought over.
    person.page.locator('button.option[data-action="assault"]').click()
    person.wait(lambda now: now.staged, "the chances")
    expect(panel.get_by_role("region", name="Chances")).to_have_count(0, timeout=PATIENCE)
    person.button("Go back").click()
    assert "assault" in person.turn().actions
    panel.get_by_role("button", name="Uesugi Kenshin").click()
    panel = closer(person, KENSHIN)
    assert fact(panel, "morale") == "−1"
    assert fact(panel, "invests") == "Kaizu"
    expect(panel.locator('[data-fact="acted"]')).to_be_visible()


def test_counters_show_their_state_beside_their_values(person: Person, besieged: Table) -> None:
    """Kenshin has all the printed values there are; what has become of him is seen as well, and he lies on top."""
    sit_down(person, besieged, "uesugi")
    here = person.page.locator('[data-stack="0514"]')
    here.hover()
    expect(here.locator(".tray")).to_be_visible(timeout=PATIENCE)
    kenshin = here.locator(f'[data-thing="{KENSHIN}"]')
    for mark in ("morale", "invests"):
        expect(kenshin.locator(f'[data-mark="{mark}"]')).to_be_visible()
    expect(here.locator('[data-thing="unit:kosaka_masanobu"] [data-mark="garrison"]')).to_be_visible()
    kenshin.hover()
    expect(person.page.locator(".tip")).to_contain_text("rank 2", timeout=PATIENCE)
    expect(person.page.locator(".tip")).not_to_contain_text("cunning")


def test_a_warlord_says_whose_he_is(person: Person, server: Server) -> None:
    """His colours are his own: the banner, the tooltip, the closer look and the words for listeners tell the side."""
    match = gunki.new("kanto", "kenshin_crosses_the_mountains", seed=1)
    assert match.who is not None
    sit_down(person, bring(server, match), match.who)
    commanded = match.scene()["serves"]
    for clan in ("narita", "kasama", "takeda"):
        ident, force = next(
            (ident, stack["force"])
            for ident, place in match.scene()["places"].items()
            for stack in place["stacks"]
            if stack["clan"] == clan
        )
        seat = commanded.get(clan)
        piece = person.page.locator(f'[data-stack="{ident}"] [data-thing="{force}"]')
        said = f"commanded by {match.game.texts('en')('seat', seat) if seat else 'nobody'}"
        expect(piece).to_have_accessible_name(re.compile(said))
        expect(piece.locator("[data-banner]")).to_have_count(1 if seat else 0)
        if seat:
            expect(piece.locator(f'[data-banner="{seat}"]')).to_have_count(1)
        piece.dispatch_event("click")
        assert fact(closer(person, force), "side") == match.game.texts("en")("seat", seat or "neutral")


def test_a_line_that_is_cut_says_why(person: Person, server: Server) -> None:
    """Kenshin far behind the enemy: his line of communication cannot pass."""
    units = {"uesugi_kenshin": "1228"}
    match = gunki.compose("kanto", {"turn": 1, "to_act": "uesugi", "units": units, "terrain": {"1228": "flat"}})
    cut = next(place for place in match.overlay("supply", "uesugi")["places"].values() if place["tone"] == "bad")
    reason = match.game.texts("en")(*cut["name"])
    sit_down(person, bring(server, match), "uesugi")
    person.button("Communication", exact=True).click()
    expect(person.page.locator(".legend")).to_contain_text(reason, timeout=PATIENCE)
    person.button("Show the whole map").click()
    person.page.locator('[data-stack="1228"]').hover()
    expect(person.page.locator(".tip")).to_contain_text(reason, timeout=PATIENCE)


def test_on_a_phone_a_tap_opens_the_details(opened: Opener, besieged: Table) -> None:
    person = opened(**PHONE)
    sit_down(person, besieged, "uesugi")
    person.page.locator('[data-stack="0617"] .piece').first.dispatch_event("click")
    sheet = person.page.get_by_role("region", name="Panels")
    expect(sheet.get_by_role("tab", name="Details")).to_have_attribute("aria-selected", "true", timeout=PATIENCE)
    assert sheet.get_by_role("tab", name="Cards").count() == 0, "the game has none"
    expect(sheet.locator(".closer h3")).to_contain_text("Sanada Yukitaka")
    assert_fits(person)


def test_the_details_are_in_japanese_too(opened: Opener, besieged: Table) -> None:
    person = opened(locale="ja-JP")
    sit_down(person, besieged, "uesugi")
    besiege(person)
    panel = closer(person, "hex:0514")
    expect(panel.get_by_role("region").first).to_be_visible(timeout=PATIENCE)
    panel.get_by_role("button", name="上杉謙信").click()
    panel = closer(person, KENSHIN)
    assert fact(panel, "invests") == "海津"
    for label in panel.locator("dt").all_inner_texts():
        assert not re.search("[a-z]", label), label


def test_names_of_castles_lie_beside_their_counters(person: Person, gathered: Table) -> None:
    sit_down(person, gathered, "uesugi")
    person.page.locator('[data-stack="0711"]').hover()
    person.page.mouse.wheel(0, -900)
    expect(person.page.locator('[data-named="0711"]')).to_be_visible(timeout=PATIENCE)
    person.page.mouse.move(2, 2)
    # A stack that was pointed at folds when the pointer has left.
    expect(person.page.locator(".stack .tray")).to_have_count(0, timeout=PATIENCE)
    looked = person.page.evaluate(
        """() => [...document.querySelectorAll("[data-named]")].flatMap((name) => {
          const stack = document.querySelector(`[data-stack="${name.dataset.named}"]`);
          if (!stack) return [];
          const [a, b] = [name.querySelector("text"), stack].map((one) => one.getBoundingClientRect());
          const over = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return [{ name: name.textContent, share: over / a.height, high: a.height }];
        })"""
    )
    assert len(looked) >= 4
    for one in looked:
        assert one["share"] < 0.25, one  # the box of a line of letters is higher than what is drawn
        assert one["high"] >= 9, one


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize(("game", "phase_count"), [("kanto", 5), ("honganji", 5), ("nobunaga", 4)])
def test_phases_and_points_have_room(opened: Opener, server: Server, locale: str, game: str, phase_count: int) -> None:
    match = gunki.new(game, "conquest_of_kanto" if game == "kanto" else None, seed=3)
    while match.decision is not None and "ready" in map(str, match.decision.options):
        match.act("ready")
    assert match.who is not None
    person = opened(locale=locale)
    sit_down(person, bring(server, match), match.who)
    foot = person.page.locator("footer")
    room = foot.locator(".state").bounding_box()
    assert room is not None
    phases = foot.locator(".phases li")
    expect(phases).to_have_count(phase_count)
    for part in (*phases.all(), *foot.locator(".counts .count, .counts dl > div").all()):
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= room["x"] - 1, part.inner_text()
        assert box["x"] + box["width"] <= room["x"] + room["width"] + 1, part.inner_text()
        assert box["y"] + box["height"] <= room["y"] + room["height"] + 1, part.inner_text()
    now = foot.locator(".phases [aria-current] span")
    assert now.evaluate("one => one.scrollWidth <= one.clientWidth"), "the present phase is written out"


def test_before_the_first_turn_no_stage_is_told(person: Person, gathered: Table) -> None:
    sit_down(person, gathered, "uesugi")
    headline = person.page.locator(".headline")
    expect(headline).to_contain_text("Before the first turn")
    expect(headline).not_to_contain_text("Stage")
    expect(headline).not_to_contain_text("Communication check")


def test_who_is_still_to_come_says_when(person: Person, server: Server) -> None:
    match = gunki.new("kanto", "mimase_pass", seed=1)
    assert match.who is not None
    sit_down(person, bring(server, match), match.who)
    person.unfold("Tracks")
    expect(person.page.get_by_role("region", name="Still to come").get_by_role("heading")).to_contain_text("on turn 9")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_details(opened: Opener, besieged: Table, theme: str) -> None:
    person = opened(color_scheme=theme)
    sit_down(person, besieged, "uesugi")
    besiege(person)
    panel = closer(person, "hex:0514")
    expect(panel.get_by_role("region", name="Chances").first).to_be_visible(timeout=PATIENCE)
    found = grave(person)
    panel.get_by_role("button", name="Uesugi Kenshin").click()
    closer(person, KENSHIN)
    found += grave(person)
    assert not found, "\n".join(found)


def test_a_replay_and_a_set_up_can_be_looked_at_closely(opened: Opener, besieged: Table) -> None:
    person = opened()
    sit_down(person, besieged, "uesugi")
    for path in (f"/m/{besieged.id}/replay", "/look/kanto/heaven_and_earth"):
        person.go(path)
        person.page.locator('[data-stack="0617"] .piece').first.dispatch_event("click")
        expect(person.page.locator(".closer h3")).to_contain_text("Sanada Yukitaka", timeout=PATIENCE)
