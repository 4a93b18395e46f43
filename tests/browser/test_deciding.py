"""Deciding: why not, taking back, both languages, the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import sit


@pytest.fixture
def council(person: Person, server: Server) -> Person:
    """At the small situation of the guided start, without its guide: Oda is to act, a bot plays the others."""
    table = sit(server, "nobunaga", {"oda": "mine", "anti_oda": "bot:random"}, lesson=True)
    person.go(f"/m/{table.id}#seat=oda&token={table.players['oda'].token}")
    assert "movement" in person.turn().actions
    return person


def marching(person: Person) -> Person:
    """An order half-made: Nobunaga and five armies are about to leave Mino."""
    person.answer("movement")
    person.touch("area:mino")
    person.answer("take oda_nobunaga")
    person.turn()
    person.answer("done")
    person.turn()
    person.number(5)
    assert "to hida" in person.turn().actions
    return person


def test_why_not_names_the_reason_and_the_clause(council: Person) -> None:
    marching(council)
    far = council.thing("area:bitchuu")
    assert far.get_attribute("data-lit") is None
    far.dispatch_event("click")
    why = council.page.locator("section.why")
    expect(why.get_by_role("heading")).to_contain_text("Bitchū", timeout=PATIENCE)
    reason = why.get_by_role("listitem").first
    expect(reason.locator("strong")).not_to_be_empty(timeout=PATIENCE)
    clause = reason.locator("button.clause")
    number = clause.inner_text()
    assert re.fullmatch(r"[0-9][0-9A-Za-z().-]*", number)
    clause.click()
    words = council.page.get_by_role("dialog", name="Rules").locator(f'[data-clause="{number}"]')
    expect(words).to_be_in_viewport(timeout=PATIENCE)
    assert len(words.locator("dd").inner_text()) > 10
    council.page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    assert "to hida" in council.see().actions, "asking changes nothing"

    # The question mark asks about the thing in hand, or about what is typed.
    council.page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    council.page.keyboard.press("?")
    council.page.keyboard.type("march oda mino")
    council.page.keyboard.press("Enter")
    expect(why.get_by_role("listitem").first.locator("button.clause")).to_be_visible(timeout=PATIENCE)


def test_a_reason_that_forbids_many_actions_says_so(person: Person) -> None:
    """Nobunaga has to be placed first, so that nobody else can be placed anywhere."""
    person.play("nobunaga.oda")
    person.thing("area:wakasa_tango").dispatch_event("click")
    told = person.page.locator("section.why").get_by_role("listitem").first
    expect(told).to_contain_text("and many others", timeout=PATIENCE)


def test_what_was_pointed_at_is_let_go_with_its_answer(council: Person) -> None:
    """An answer whose chances are shown leaves the list under the pointer, which therefore never leaves it."""
    marching(council)
    answer = council.page.locator('button.option[data-action="to hida"]')
    answer.hover()
    outlined = council.page.locator('.place.picked .target[data-thing="area:hida"]')
    expect(outlined).to_have_count(1, timeout=PATIENCE)
    council.page.keyboard.press(answer.locator("kbd").inner_text())
    council.wait(lambda now: now.staged, "the chances")
    council.page.mouse.move(2, 2)
    council.thing("area:hida").dispatch_event("click")  # picked already: it is let go
    council.wait(lambda now: not now.staged, "the list again")
    expect(outlined).to_have_count(0, timeout=PATIENCE)


def test_undo_by_key_and_button_and_the_cancelling_of_an_order(council: Person) -> None:
    start = council.see()
    marching(council)
    council.page.keyboard.press("u")
    council.wait(lambda now: bool(now.numbers), "the question before the last")
    council.page.locator(".actions").get_by_role("button", name="Undo").click()
    council.wait(lambda now: "take niwa_nagahide" in now.actions, "the question before that")
    council.page.get_by_role("button", name="Cancel this order").click()
    council.wait(lambda now: now.actions == start.actions, "the question before the order")
    marching(council)
    council.page.keyboard.press("Shift+U")
    council.wait(lambda now: now.actions == start.actions, "the question before the order")

    # Pieces that are picked but not yet an answer are let go with Escape.
    council.answer("movement")
    council.turn()
    council.page.keyboard.press("u")
    council.wait(lambda now: now.actions == start.actions, "the first question")


LATIN = re.compile(r"[A-Za-zĀ-ū]{3,}")
KANA_OR_KANJI = re.compile(r"[ぁ-んァ-ン一-龯]")
#: What the page says in its panels, text and labels. Maps, cards and counters bear names in both scripts.
PANELS = """() => {
  const found = [];
  const panels = document.querySelectorAll("header.bar, .left, .right, footer, .council, .why, .handle");
  for (const panel of panels) {
    const walk = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const home = walk.currentNode.parentElement;
      if (home.closest("svg, .card, kbd, [lang]:not(html)") || !home.checkVisibility()) continue;
      found.push(walk.currentNode.data.trim());
    }
    for (const one of panel.querySelectorAll("[aria-label], [title], [placeholder]"))
      if (!one.closest("svg, .card"))
        for (const name of ["aria-label", "title", "placeholder"]) found.push(one.getAttribute(name) ?? "");
  }
  return found.filter((text) => text !== "");
}"""
#: The name of the project, and the switch of the language, which speaks the other one.
SAME = {"gunki", "EN", "日本語", "軍記", "日本語で読む", "Read in English"}


def test_the_language_changes_in_mid_decision_and_nothing_is_lost(council: Person) -> None:
    council.answer("movement")
    council.turn()
    council.touch("area:mino")
    council.turn()
    council.thing("area:bitchuu").dispatch_event("click")
    expect(council.page.locator("section.why button.clause").first).to_be_visible(timeout=PATIENCE)
    english = council.see()
    in_english = set(council.page.evaluate(PANELS)) - SAME
    council.page.keyboard.press("l")
    expect(council.page.locator("html")).to_have_attribute("lang", "ja", timeout=PATIENCE)
    japanese = council.see()
    assert japanese.actions == english.actions
    assert japanese.question != english.question
    expect(council.page.locator("section.why button.clause").first).to_be_visible()
    in_japanese = set(council.page.evaluate(PANELS)) - SAME
    assert len(in_english) > 30
    assert not {text for text in in_japanese if LATIN.search(text) and not KANA_OR_KANJI.search(text)}, "still English"
    assert not {text for text in in_english if KANA_OR_KANJI.search(text) and not LATIN.search(text)}, "not English"
    council.page.get_by_role("button", name="EN").click()
    expect(council.page.locator("html")).to_have_attribute("lang", "en", timeout=PATIENCE)
    council.wait(lambda now: now == english, "everything as before")


ARROWS = ("ArrowRight", "ArrowUp", "ArrowDown", "ArrowLeft")


def test_the_keyboard_alone(person: Person) -> None:
    page, press = person.page, person.page.keyboard.press
    person.go("/")
    expect(page.locator("[data-play]").first).to_be_visible(timeout=PATIENCE)
    for _ in range(40):
        press("Tab")
        if page.evaluate("() => document.activeElement?.dataset.play ?? null") == "nobunaga.oda":
            break
    else:
        raise AssertionError("the button is not reached with Tab")
    press("Enter")
    sight = person.turn()

    # A digit takes the answer with that number.
    wanted = sight.actions[0]
    press("1")
    person.decided += 1
    sight = person.wait(lambda now: not now.busy and wanted not in now.actions, "the next question")

    # O goes to the list, the arrows through it.
    press("o")
    press("ArrowDown")
    second = page.evaluate("() => document.activeElement.dataset.action")
    assert second == sight.actions[1]
    press("Enter")
    sight = person.wait(lambda now: not now.busy and second not in now.actions, "the next question")

    # B goes to the map; the arrows lead from place to place until one that is lit.
    press("b")
    tried: dict[str, int] = {}  # for each place the arrows pressed there: each time the next one
    for _ in range(80):
        here, lit = page.evaluate(
            "() => [document.activeElement.dataset.place, 'lit' in document.activeElement.dataset]"
        )
        if lit:
            break
        press(ARROWS[tried.get(here, 0) % len(ARROWS)])
        tried[here] = tried.get(here, 0) + 1
    else:
        raise AssertionError(f"no lit place is reached: {tried}")
    press("Enter")
    person.wait(lambda now: not now.busy and now.question != sight.question, "the next question")

    # U takes it back, K shows the keys, Escape closes them.
    press("u")
    person.wait(lambda now: now.question == sight.question, "the question before")
    press("k")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible(timeout=PATIENCE)
    press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
