"""That it is one's turn: in the title, and by the browser where the person allows it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import Table, at_random, sit

#: A browser that may notify, and a page that is in the background when the test says so.
STUB = """() => {
  window.away = false;
  window.notes = [];
  window.focused = 0;
  window.focus = () => { window.focused += 1; };
  Object.defineProperty(document, "hidden", { get: () => window.away });
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = window.answer ?? "granted"); }
    closed = false;
    constructor(title, more) { this.title = title; this.body = more.body; window.notes.push(this); }
    close() { this.closed = true; }
  };
}"""
RNG = random.Random(4)


def to(table: Table, seat: str) -> None:
    """Played by the API until it is this seat's turn."""
    snapshot = table.run(at_random(RNG), until=lambda now: now["who"] == seat)
    assert snapshot["state"] == "playing"


def notes(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.page.evaluate("() => window.notes.map((one) => ({ ...one }))")
    return found


@pytest.fixture
def table(server: Server) -> Table:
    table = sit(server, "nobunaga", "mine")
    to(table, "anti_oda")
    return table


def arrive(opened: Opener, table: Table, answer: str = "granted") -> Person:
    """Oda's player, who has asked to be told."""
    person = opened()
    person.context.add_init_script(f"({STUB})(); window.answer = '{answer}';")
    person.go(f"/m/{table.id}#seat=oda&token={table.players['oda'].token}")
    expect(person.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    person.button("Menu").click()
    person.page.get_by_label("Notify me when it is my turn").check(force=True)
    return person


def test_the_browser_tells_once_when_the_turn_comes(opened: Opener, table: Table) -> None:
    person = arrive(opened, table)
    person.page.keyboard.press("Escape")
    expect(person.page).to_have_title("Surrounding Nobunaga · gunki 軍記")
    person.page.evaluate("() => { window.away = true; }")
    to(table, "oda")
    expect(person.page).to_have_title("● Your turn · Surrounding Nobunaga", timeout=PATIENCE)
    told = notes(person)
    assert [(one["title"], one["body"]) for one in told] == [("Surrounding Nobunaga", "Your turn")]
    person.page.evaluate("() => window.notes[0].onclick()")
    assert person.page.evaluate("() => window.focused") == 1
    assert notes(person)[0]["closed"]

    # Whoever looks at the page is not told again by the browser.
    person.page.evaluate("() => { window.away = false; }")
    to(table, "anti_oda")
    expect(person.page).to_have_title("Surrounding Nobunaga · gunki 軍記", timeout=PATIENCE)
    to(table, "oda")
    expect(person.page).to_have_title("● Your turn · Surrounding Nobunaga", timeout=PATIENCE)
    assert len(notes(person)) == 1


def test_where_the_browser_refuses_the_page_says_so(opened: Opener, table: Table) -> None:
    person = arrive(opened, table, answer="denied")
    expect(person.page.get_by_text("Your browser blocks notifications from this page.")).to_be_visible(timeout=PATIENCE)
    person.page.keyboard.press("Escape")
    person.page.evaluate("() => { window.away = true; }")
    to(table, "oda")
    expect(person.page).to_have_title("● Your turn · Surrounding Nobunaga", timeout=PATIENCE)
    assert notes(person) == []
