"""Leaving a match before its end: the owner closes it if the others agree, and every seat can resign."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

import gunki
from gunki.core.dice import receipts
from tests.browser.axe import both
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.test_numbers import invitation
from tests.browser.test_people import new_match
from tests.browser.test_phone import PHONE, assert_fits
from tests.browser.test_whole_game import fetched
from tests.server.process import Server
from tests.server.table import sit


def in_menu(person: Person, *buttons: str) -> None:
    """Opens the menu and presses these, from the keyboard."""
    person.button("Menu").click()
    for name in buttons:
        person.page.get_by_role("dialog").get_by_role("button", name=name).press("Enter")


def assert_free(person: Person, selector: str) -> None:
    """The handle that folds the panel does not lie on it."""
    notice = person.page.locator(selector).bounding_box()
    handle = person.page.locator(".fold.left .handle").bounding_box()
    assert notice is not None
    assert handle is not None
    assert notice["x"] + notice["width"] <= handle["x"] or notice["y"] >= handle["y"] + handle["height"]


def test_closing_asks_the_others_and_shows_the_secret(opened: Opener, tmp_path: Path) -> None:
    owner, guest = opened(), opened(**PHONE)
    new_match(owner, "nobunaga", oda="mine", anti_oda="open")
    guest.go(invitation(owner))
    guest.button("Sit down as").tap()
    for one in (owner, guest):
        expect(one.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)

    in_menu(owner, "Close this match")
    expect(owner.page.get_by_role("dialog").get_by_text("The other players are asked")).to_be_visible()
    found = both(owner, "menu before closing", "dialog[open]")
    owner.page.get_by_role("dialog").get_by_role("button", name="Ask the others").press("Enter")
    notice = guest.page.get_by_role("alert", name="Close the match?")
    expect(notice).to_be_visible(timeout=PATIENCE)
    assert_fits(guest)
    found += both(guest, "asked to close")
    owner.says("Waiting for Anti-Oda")
    assert_free(owner, ".consent")
    # Who looks at something else is asked all the same.
    guest.page.get_by_role("tab", name="Chat").tap()
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Refuse").tap()
    owner.says("Not everybody agreed")
    expect(notice).to_be_hidden()

    in_menu(owner, "Close this match", "Ask the others")
    expect(notice).to_be_visible(timeout=PATIENCE)
    guest.page.keyboard.press("Tab")  # from here on he goes by keys
    notice.get_by_role("button", name="Agree").press("Enter")
    for one in (owner, guest):
        closed = one.page.get_by_role("dialog", name="This match is closed")
        expect(closed.get_by_text("All players agreed to close it")).to_be_visible(timeout=PATIENCE)
        expect(closed.get_by_text("The dice are proven")).to_be_visible(timeout=PATIENCE)
    assert_fits(guest)
    found += both(guest, "closed", "dialog[open]")
    lines = guest.page.get_by_text("--receipt", exact=True).evaluate("word => word.getClientRects().length")
    assert lines == 1, "a command breaks between its words alone"
    assert not found, "\n".join(found)
    closed = owner.page.get_by_role("dialog")
    game = fetched(owner, closed.get_by_role("button", name="Download the game"), tmp_path / "a.gunki")
    kept = fetched(owner, closed.get_by_role("button", name="Download my receipt"), tmp_path / "mine.json")
    receipts.compare(gunki.load(game), receipts.read_file(kept))
    # Whoever comes later finds it closed, and nothing to decide.
    owner.go(owner.page.url)
    expect(closed).to_be_visible(timeout=PATIENCE)
    owner.page.keyboard.press("Escape")
    expect(owner.page.get_by_test_id("primary")).to_have_count(0)


def test_a_match_that_has_not_begun_is_closed_at_once(person: Person) -> None:
    new_match(person, "nobunaga", oda="mine", anti_oda="open")
    invitation(person)
    in_menu(person, "Close this match")
    person.says("The match ends for good")
    person.button("Close it for good").click()
    person.says("The match had not begun")
    expect(person.page.get_by_role("heading", name="This match is closed")).to_be_visible()
    assert not both(person, "closed before it began")


def test_one_of_two_resigns(opened: Opener, server: Server) -> None:
    table = sit(server, "nobunaga")
    loser, winner = opened(), opened()
    for person, seat in ((loser, "oda"), (winner, "anti_oda")):
        person.go(f"/m/{table.id}#seat={seat}&token={table.players[seat].token}")
        expect(person.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    in_menu(loser, "Resign as Oda")
    loser.says("the other side wins")
    loser.button("Go back").click()
    assert table.first.info()["state"] == "playing", "one press is not enough"
    dialog = loser.page.get_by_role("dialog")
    for name in ("Resign as Oda", "Oda resigns"):
        dialog.get_by_role("button", name=name).press("Enter")
    for person, verdict in ((loser, "You lost"), (winner, "Victory is yours")):
        expect(person.page.locator(".verdict")).to_have_text(verdict, timeout=PATIENCE)
        person.says("The secret shown now matches the server's fingerprint")


def test_a_bot_plays_on_for_one_of_three(opened: Opener, server: Server) -> None:
    table = sit(server, "kanto", scenario="conquest_of_kanto")
    person = opened()
    seat = next(name for name in table.players if name != table.first.view()["who"])
    person.go(f"/m/{table.id}#seat={seat}&token={table.players[seat].token}")
    other = opened(**PHONE)
    ally = next(name for name in table.players if name != seat)
    other.go(f"/m/{table.id}#seat={ally}&token={table.players[ally].token}")
    for one in (person, other):
        expect(one.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    in_menu(person, "Resign as", "resigns")
    expect(person.page.get_by_role("dialog")).to_be_hidden(timeout=PATIENCE)
    notice = person.page.locator(".resigned")
    expect(notice).to_be_focused(timeout=PATIENCE)
    expect(notice).to_contain_text("You have resigned as")
    expect(notice).to_contain_text("The bot “greedy” plays on")
    assert_free(person, ".resigned")
    assert not both(person, "resigned")
    told = other.page.locator(".resigned")
    expect(told).to_contain_text("has resigned. The bot “greedy” plays on.", timeout=PATIENCE)
    told.get_by_role("button", name="Close").tap()
    expect(told).to_be_hidden()
    # It is told as long as he looks on, and the list of matches knows it.
    person.page.reload()
    expect(notice).to_be_visible(timeout=PATIENCE)
    person.go("/")
    mine = person.page.locator("li", has=person.page.get_by_role("button", name="Remove from this list"))
    expect(mine).to_contain_text("being played", timeout=PATIENCE)
    expect(mine).not_to_contain_text("you play")
    person.page.go_back()
    in_menu(person, "Seats and links")
    expect(person.page.get_by_role("dialog").get_by_text("its player has resigned")).to_be_visible(timeout=PATIENCE)
    info = table.first.info()
    assert info["state"] == "playing"
    assert [one["kind"] for one in info["seats"] if one["seat"] == seat] == ["bot"]
    person.page.keyboard.press("Escape")
    in_menu(person)
    expect(person.button("Resign as")).to_have_count(0)
