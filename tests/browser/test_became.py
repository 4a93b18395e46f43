"""An answer that can never be undone says so before it is taken, and what one has become is told once."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, sit_down
from tests.series.test_hints import honganji
from tests.server.process import Server


def test_rebellion_is_told_before_and_after(person: Person, server: Server) -> None:
    match = honganji()
    for act in ("movement", "march akechi tanba", "done", "with 2"):
        match.act(act)
    sit_down(person, bring(server, match), "akechi")
    page = person.page
    expect(page.locator(".headline")).to_contain_text("Akechi (vassal)", timeout=PATIENCE)
    answer = page.locator('button.option[data-action="to miyako_azuchi"]')
    expect(answer.locator("[data-grave]")).to_contain_text("no vassal any more, for good (4-1(1))")
    assert page.locator('button.option[data-action="to tajima"] [data-grave]').count() == 0
    answer.click()
    expect(page.locator(".decision .warning")).to_contain_text("Rebellion", timeout=PATIENCE)
    person.primary()
    told = page.get_by_role("dialog", name="Your role has changed")
    expect(told).to_contain_text("You have rebelled", timeout=PATIENCE)
    told.get_by_role("button", name="Continue").click()
    expect(told).to_be_hidden()
    expect(page.locator(".counts")).to_contain_text("rebel")
