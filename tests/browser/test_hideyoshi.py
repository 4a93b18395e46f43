"""Hideyoshi's War Chronicle: Tennozan and Shizugatake to their ends by clicking, and the dice of the clans."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import gunki
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person, Sight
from tests.browser.positions import bring, mitsuhide_at_bay, sit_down
from tests.browser.test_phone import PHONE, assert_fits
from tests.server.process import Server


def ended(person: Person, verdict: str, clause: str, *why: str) -> Locator:
    """The screen of the result: who has won, by which clause, in words."""
    result = person.page.get_by_role("dialog", name="The game is over")
    expect(result.locator(".verdict")).to_contain_text(verdict, timeout=PATIENCE)
    expect(result.locator("button.clause").first).to_have_text(clause)
    for text in why:
        expect(result).to_contain_text(text)
    return result


def test_tennozan_ends_with_mitsuhide(person: Person, server: Server) -> None:
    """Hideyoshi attacks Kyoto on the map; as his phase ends the game is won (35.7(1)-1)."""
    table = bring(server, mitsuhide_at_bay(), {"hashiba": "mine", "anti_hashiba": "bot:random"})
    sit_down(person, table, "hashiba")
    phases = person.page.get_by_role("list", name="Phases").get_by_role("listitem")
    expect(phases).to_have_text(["Events", "Anti-Hashiba", "Hashiba"])
    person.touch("unit:hashiba_hideyoshi")
    person.turn()
    person.answer("battle")
    sight = person.turn()
    assert set(sight.actions) | {"attack 3521", "decisive 3521"} == set(sight.actions), sight
    person.touch("hex:3521")
    person.turn()
    answer = person.page.locator('button.option[data-action="attack 3521"]')
    expect(answer).to_contain_text("3521 Kyoto")  # a place that is no castle has its name too
    person.answer("attack 3521")
    sight = person.turn()
    person.unfold("Chronicle")
    log = person.page.get_by_role("log", name="Chronicle")
    expect(log.get_by_text("Akechi Mitsuhide was killed")).to_be_visible(timeout=PATIENCE)
    while not sight.over:
        assert person.decided < 12, sight
        person.choose(sight, ("end", "stay", "done", "halt"))
        sight = person.turn()
    result = ended(person, "Victory", "35.7(1)-1", "Akechi Mitsuhide")
    for seat in ("Hashiba", "Anti-Hashiba"):
        row = result.get_by_role("row").filter(has=result.page.get_by_role("rowheader", name=seat, exact=True))
        expect(row).to_have_count(1)
        expect(row.locator("td.number")).to_have_count(0)  # no points in a scenario that knows none


def test_shizugatake_ends_by_points(person: Person, server: Server) -> None:
    """The last phase of the last turn: who never left Echizen and never declared has given Hashiba the game."""
    last = {"turn": 12, "stage": 4, "phase": "hashiba", "state": {"thawed": 1}}
    match = gunki.compose("hideyoshi", "shizugatake", last)
    sit_down(person, bring(server, match, {"hashiba": "mine", "anti_hashiba": "bot:random"}), "hashiba")
    person.answer("act hashiba_hideyoshi")
    person.turn()
    person.answer("move")
    person.turn()
    person.page.locator('.target[data-lit][data-thing^="hex:"]').first.dispatch_event("click")
    person.after()
    sight = person.turn()
    person.unfold("Chronicle")
    log = person.page.get_by_role("log", name="Chronicle")
    expect(log.get_by_text("Hashiba Hideyoshi marched from")).to_be_visible(timeout=PATIENCE)
    while not sight.over:
        assert person.decided < 12, sight
        person.choose(sight, ("stop", "end", "done"))
        sight = person.turn()
    ended(person, "Victory", "36.6(5)", "Never left Echizen: Shibata Katsuie", "Never declared: Kanbe")


def test_the_map_is_not_led_to_look_at_the_empty_table(person: Person, server: Server) -> None:
    """Takamatsu lies at the western edge: the map still fills most of its window when it is brought there."""
    match: Any = gunki.compose("hideyoshi", "tennozan", {"turn": 2, "phase": "hashiba"})
    for action in ("act hashiba_hideyoshi", "siege"):
        match.act(action)
    sit_down(person, bring(server, match), "hashiba")

    def at_the_edge(_: Sight) -> bool:
        castle = person.page.locator('[data-stack="0126"]').first.bounding_box()
        window = person.page.locator(".free").bounding_box()  # what nothing covers of the map
        assert castle is not None
        assert window is not None
        middle = castle["x"] + castle["width"] / 2 - window["x"]
        return 40 < middle < window["width"] * 0.3

    person.wait(at_the_edge, "the castle at the edge of the map's window")


def test_what_lies_nowhere_on_the_table_is_not_called_lit(person: Person, server: Server) -> None:
    """21-2-2: clans are spoken of and cannot be clicked; the corner asks for an answer."""
    match: Any = gunki.compose("hideyoshi", "tennozan", {"turn": 1, "phase": "hashiba"}, dice=[6])
    for action in ("act hashiba_hideyoshi", "siege", "call"):
        match.act(action)
    assert match.decision.name == "ownership", match.decision
    sit_down(person, bring(server, match), "hashiba")
    expect(person.page.get_by_test_id("primary")).to_contain_text("Choose an option")


def test_its_lesson_starts_from_its_card(person: Person, server: Server) -> None:
    """Whatever lesson is offered above."""
    person.go("/")
    card = person.page.locator("article.card").filter(has_text="Hideyoshi's War Chronicle")
    card.get_by_role("button", name="A siege").click()
    coach = person.page.get_by_role("complementary", name="Lesson")
    expect(coach).to_contain_text("you are Hideyoshi, back from the west", timeout=PATIENCE)


@pytest.mark.parametrize("small", [False, True])
def test_the_dice_of_the_clans(opened: Opener, server: Server, small: bool) -> None:
    """Before they fall: for whom, which faces bring what. Afterwards each roll shows its column, and the face."""
    match: Any = gunki.new("hideyoshi", "tennozan", seed=3)
    while match.decision.name != "honnoji":
        match.act("ready")
    person = opened(**(PHONE if small else {}))
    page = person.page
    sit_down(person, bring(server, match), "anti_hashiba")
    if small:
        page.get_by_role("tab", name="Tracks").click()
    page.get_by_role("button", name="Dice to come").click()
    told = page.get_by_role("dialog", name="Dice to come").get_by_role("region", name="Movement of the clans")
    expect(told.get_by_role("listitem").first).to_contain_text("−3 Nobunaga is alive QR-CLAN-mod(4)")
    rolls = [match.view(None)["clan_rolls"][row["name"][1]] for row in match.scene()["rolls"][0]["rows"]]
    names = told.locator("dt")
    expect(names).to_have_count(len(rolls))
    for place, roll in enumerate(rolls):
        first, last = roll["hashiba"][0], roll["hashiba"][-1]
        faces = str(first) if first == last else f"{first}–{last}"
        expect(told.locator("dd").nth(place).get_by_role("listitem").first).to_contain_text(
            re.compile(rf"^{faces} (Hashiba|acts)"), timeout=PATIENCE
        )
    if small:
        assert_fits(person)
    page.keyboard.press("Escape")
    if small:
        page.get_by_role("tab", name="Order").click()
    person.answer("done")
    person.turn()
    if small:
        page.get_by_role("tab", name="Chronicle").click()
    else:
        person.unfold("Chronicle")
    page.locator(".log button.line", has_text="Movement of Tsutsui").click()
    roll = page.locator(".log .roll .roll")
    expect(roll).to_contain_text("Movement of the clans · Tsutsui")
    expect(roll.locator('li[aria-current="true"]')).to_have_count(1)
    if small:
        assert_fits(person)
