"""Lessons at the table: followed as they tell, ahead of them, and astray from them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.test_phone import PHONE
from tests.server.process import Server
from tests.server.table import Api

WORDS = {"click": "click", "Click": "Click", "list": "at the left of the map", "undo": "take the step back (U)",
         "log": "in the chronicle at the right"}  # fmt: skip


def begin(person: Person, game: str, lesson: str) -> Locator:
    person.go("/")
    person.page.locator(f'[data-lesson="{game}.{lesson}"]').click()
    coach = person.page.get_by_role("complementary", name="Lesson")
    expect(coach).to_be_visible(timeout=PATIENCE)
    return coach


def plan(server: Server, game: str, lesson: str) -> dict[str, Any]:
    found: dict[str, Any] = Api(server).get(f"/api/catalogue/{game}/lessons/{lesson}")
    return found


def at(coach: Locator, number: int) -> None:
    expect(coach).to_have_attribute("data-step", str(number), timeout=PATIENCE)


def go_on(coach: Locator) -> None:
    coach.get_by_role("button", name="Next").click()


def test_a_lesson_of_areas_is_followed_to_its_end(person: Person, server: Server) -> None:
    steps = plan(server, "nobunaga", "battle")["steps"]
    coach = begin(person, "nobunaga", "battle")
    for number, step in enumerate(steps, 1):
        if "if" in step:  # of another number than the lesson advises
            continue
        expect(coach).to_contain_text(step["text"]["en"].format(**WORDS), timeout=PATIENCE)
        expect(coach).to_contain_text(f"{number} / {len(steps)}")
        light = step.get("light", "")
        if light.startswith("area:"):
            expect(person.thing(light)).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
        done = step.get("until", {}).get("done")
        if done is None:
            if step.get("look") == "why":
                person.thing(light).dispatch_event("click")
                expect(person.page.locator("section.why button.clause").first).to_be_visible(timeout=PATIENCE)
            go_on(coach)
        elif done == "with *":
            person.turn()
            person.number(6)
        elif done == "discard *":
            person.choose(person.turn(), ("discard",))
        elif light.startswith("area:"):
            person.turn()
            person.touch(light)
        else:
            assert done in person.turn().actions
            person.answer(done)
    expect(coach).to_contain_text("That is all you need", timeout=PATIENCE)
    coach.get_by_role("button", name="Play on").click()
    expect(coach).to_be_hidden()
    person.turn()


def test_the_battle_is_explained_by_what_was_rolled(person: Person) -> None:
    coach = begin(person, "kanto", "battle")
    go_on(coach)
    person.turn()
    person.answer("act uesugi_kenshin")
    at(coach, 3)
    person.answer("battle")
    at(coach, 4)
    fight = coach.locator(".fight li")
    expect(fight.first).to_contain_text("die", timeout=PATIENCE)
    fight.first.get_by_role("button").first.click()
    expect(fight.first).to_contain_text("23-2-1(3)")  # the river, with its clause
    go_on(coach)
    expect(coach).not_to_have_attribute("data-step", "4")


def test_a_lesson_of_hexes_follows_whoever_goes_ahead(person: Person) -> None:
    """It is begun before "next" was pressed; what is taken back goes back; another way is no dead end."""
    coach = begin(person, "kanto", "march")
    at(coach, 1)
    person.turn()
    person.answer("act uesugi_kenshin")
    at(coach, 3)
    person.answer("move")
    at(coach, 4)
    person.answer("to 0513")  # without having asked why not
    at(coach, 6)
    person.page.keyboard.press("u")
    at(coach, 4)
    person.answer("to 0413")  # not where the lesson would go
    at(coach, 4)
    go_on(coach)
    at(coach, 5)
    person.page.keyboard.press("u")
    at(coach, 4)
    go_on(coach)
    person.answer("to 0513")
    at(coach, 6)
    go_on(coach)
    person.answer("halt")
    at(coach, 8)
    person.answer("act naoe_sanetsuna")
    person.answer("rest")
    expect(coach).to_contain_text("another way", timeout=PATIENCE)
    coach.get_by_role("button", name="Undo").click()
    at(coach, 9)
    person.answer("strategic")
    at(coach, 10)
    person.answer("to 0512")
    at(coach, 11)
    go_on(coach)
    expect(coach).to_contain_text("That is all you need", timeout=PATIENCE)
    coach.get_by_role("button", name="Next lesson: 2 Siege").click()
    expect(coach).to_contain_text("Kenshin stands before Kaizu", timeout=PATIENCE)
    at(coach, 1)
    person.page.reload()
    at(coach, 1)
    person.go("/")
    expect(person.page.locator('[data-lesson="kanto.march"]')).to_contain_text("✓")
    expect(person.page.locator('[data-lesson="kanto.siege"]')).not_to_contain_text("✓")


def test_whoever_went_astray_may_start_again(person: Person) -> None:
    coach = begin(person, "kanto", "march")
    person.turn()
    first = person.page.url
    person.answer("act uesugi_kenshin")
    person.answer("rest")
    expect(coach).to_contain_text("another way", timeout=PATIENCE)
    coach.get_by_role("button", name="Start again").click()
    person.page.wait_for_url(lambda url: url != first)
    at(coach, 1)


@pytest.mark.parametrize("lesson", [("kanto", "march"), ("nobunaga", "battle")])
def test_on_a_phone_it_says_tap_and_covers_nothing(opened: Opener, lesson: tuple[str, str]) -> None:
    person = opened(**PHONE)
    coach = begin(person, *lesson)
    expect(coach).to_contain_text("in the sheet below the map")
    person.turn()
    if lesson[0] == "kanto":
        light = "unit:uesugi_kenshin"
        go_on(coach)
    else:
        light = "area:mino"
        person.answer("movement")
    expect(coach).to_contain_text("tap")
    thing = person.thing(light)
    expect(thing).to_be_visible()
    person.page.wait_for_function(
        """(light) => {
          const a = document.querySelector(".coach").getBoundingClientRect();
          const b = document.querySelector(`.map [data-thing="${light}"]`).getBoundingClientRect();
          return a.bottom <= b.top || b.bottom <= a.top;
        }""",
        arg=light,
    )
