"""The end: won or lost, why, what turned the game, how the dice fell; and on to another one."""

from __future__ import annotations

from playwright.sync_api import expect

import gunki
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, mitsuhide_at_bay, sit_down
from tests.browser.test_aim_line import two_key_areas_lost
from tests.server.process import Server


def test_a_game_that_was_won(person: Person, server: Server) -> None:
    """Mitsuhide falls in Kyoto; the blow is a turning point, and one can play on from before it."""
    match = mitsuhide_at_bay()
    for act in ("act hashiba_hideyoshi", "battle", "attack 3521"):
        match.act(act)
    while match.who != "hashiba":  # the Akechi take what comes
        assert match.decision is not None
        match.act(match.decision.options[0])
    table = bring(server, match, {"hashiba": "mine", "anti_hashiba": "bot:random"})
    sit_down(person, table, "hashiba")
    sight = person.turn()
    while not sight.over:
        assert person.decided < 12, sight
        person.choose(sight, ("end", "stay", "done", "halt"))
        sight = person.turn()
    result = person.page.locator("dialog .result")
    expect(result.locator(".verdict")).to_have_text("Victory is yours")
    expect(result).not_to_contain_text("not yet")
    points = result.get_by_role("region", name="Turning points").get_by_role("listitem")
    expect(points.first).to_contain_text("Akechi Mitsuhide was killed", timeout=PATIENCE)
    expect(points.first).to_contain_text("Hashiba ▲")
    expect(result.locator("svg[role=img] circle").first).to_be_visible()
    luck = result.get_by_role("region", name="Your luck, and theirs")
    expect(luck).to_contain_text("Steps hit in attacks")
    expect(luck).to_contain_text("9 of 10 games")
    points.first.get_by_role("button", name="play on from before it").click()
    begin = person.page.get_by_role("dialog", name="Go on:")
    begin.locator("button.seal").click()
    person.page.wait_for_url(lambda url: "/m/" in url and table.id not in url)
    person.decided = 0  # nothing of it can be taken back
    assert person.turn().mine


def test_a_game_that_was_lost(person: Person, server: Server) -> None:
    """Everybody passes, and two key areas are Anti-Oda's; then the other side is played."""
    match: gunki.Match = two_key_areas_lost()
    table = bring(server, match, {"oda": "mine", "anti_oda": "bot:random"})
    sit_down(person, table, "oda")
    sight = person.turn()
    while not sight.over:
        assert person.decided < 12, sight
        person.choose(sight, ("pass", "end", "done"))
        sight = person.turn()
    result = person.page.locator("dialog .result")
    expect(result.locator(".verdict")).to_have_text("You lost")
    expect(result).to_contain_text("Victory: Anti-Oda")
    expect(result.locator("button.clause").first).to_have_text("9(2)")
    result.get_by_role("button", name="Play the other side").click()
    person.page.wait_for_url(lambda url: "/m/" in url and table.id not in url)
    expect(person.page.locator("button.aim")).to_contain_text("Keep 7 of 15 supply areas", timeout=PATIENCE)
