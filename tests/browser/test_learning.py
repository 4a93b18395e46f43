"""What a newcomer reads: the guide, the rules and their search, the options of a match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.person import Person
from tests.browser.test_phone import PHONE


def test_the_guide_leads_to_clauses_and_lessons(person: Person) -> None:
    person.go("/")
    card = person.page.locator("article.card").filter(has_text="Conquest of Kanto")
    card.get_by_role("link", name="Guide").click()
    expect(person.page.get_by_role("heading", name="Five things to know")).to_be_visible()
    expect(person.page.locator("figure")).to_have_count(3)  # counters of the game's own
    person.page.get_by_role("link", name="Read clause 36(7)").click()
    expect(person.page.locator('[data-clause="36(7)"]')).to_be_focused()
    person.page.go_back()
    person.page.get_by_role("button", name="2 Siege").click()
    expect(person.page.get_by_role("complementary", name="Lesson")).to_be_visible()


@pytest.mark.parametrize(("lang", "words"), [("en-GB", ("victory", "win")), ("ja-JP", ("勝利", "勝つ"))])
def test_the_rules_are_found_by_other_words(opened: Opener, lang: str, words: tuple[str, ...]) -> None:
    person = opened(locale=lang)
    person.go("/rules/nobunaga")
    expect(person.page.locator("h3").first).to_be_visible()
    for word in words:
        person.page.locator("h1").click()
        person.page.keyboard.press("/")
        person.page.keyboard.type(word)
        expect(person.page.locator("h3").first).to_have_attribute("data-chapter", "9")
        expect(person.page.locator('[data-clause="9(1)"]')).to_be_visible()


def test_the_rules_fit_a_phone(opened: Opener) -> None:
    person = opened(**PHONE)
    for path in ("/rules/kenshin", "/guide/kenshin"):
        person.go(path)
        expect(person.page.locator(":is(h2, h3)").first).to_be_visible()
        wide = person.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


def test_options_are_searched_changed_and_told_at_the_table(person: Person) -> None:
    person.go("/")
    card = person.page.locator("article.card").filter(has_text="Conquest of Kanto")
    card.get_by_role("button", name="New match").click()
    all_options = person.page.locator("details.all")
    all_options.locator("summary").first.click()
    expect(all_options.get_by_role("heading", level=3)).to_have_count(2)  # by what they are
    all_options.get_by_role("searchbox").fill("sorties")
    expect(person.page.locator("[data-option]")).to_have_count(1)
    sorties = person.page.locator('[data-option="joint_sortie"]')
    expect(sorties).to_contain_text("23-7")
    sorties.get_by_role("checkbox").click()
    expect(sorties).to_contain_text("changed")
    expect(all_options.locator("summary").first).to_contain_text("changed: 1")
    person.button("Begin", exact=True).click()
    person.turn()
    person.page.get_by_role("button", name="Menu").click()
    told = person.page.get_by_role("region", name="Rules of this match")
    expect(told).to_contain_text("Joint sorties: no")
