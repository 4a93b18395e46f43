"""From the front page to the result, by clicking."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, expect

import gunki
from gunki.core.dice import fairness, receipts
from tests.browser.person import PATIENCE, Person

#: Every way in which the game can end, by its reason: the verdict on Oda, and how the list of aims tells it to him.
ENDS = {
    "leader_dead": ("You lost", "Nobunaga dies in battle"),
    "key_areas": ("You lost", "Anti-Oda holds 2 of these as a turn ends"),
    "too_little_supply": ("You lost", "supply areas are not Oda's at the end of turn 10"),
    "all_supply": ("Victory is yours", "Hold all 15 supply areas as a turn ends"),
    "enough_supply": ("Victory is yours", "supply areas or more at the end of turn 10"),
}


def fetched(person: Person, button: Locator, path: Path) -> Path:
    """What a button downloads, pressed from the keyboard."""
    button.focus()
    with person.page.expect_download(timeout=PATIENCE) as download:
        person.page.keyboard.press("Enter")
    download.value.save_as(path)
    return path


def assert_told(person: Person, result: Locator, match: gunki.Match) -> None:
    """The page says by which rule the game was decided, whichever it was."""
    ended = match.result
    assert ended is not None
    verdict, way = ENDS[ended.reason]
    expect(result.locator(".verdict")).to_have_text(verdict)
    expect(result.get_by_text(match.game.texts("en")("reason", ended.reason))).to_be_visible()
    for seat in ("Oda", "Anti-Oda"):
        expect(result.get_by_role("rowheader", name=seat, exact=True)).to_have_count(1)
    ways = result.get_by_role("listitem")
    decided = ways.filter(has_text="decided the game")
    expect(decided).to_have_count(1)
    expect(decided).to_contain_text(way)
    expect(ways.filter(has_text="did not apply")).to_have_count(len(ENDS) - 1)
    number = ended.clause.partition(":")[2]
    clause = result.locator("button.clause").first
    assert number.startswith(clause.inner_text())
    clause.click()
    words = person.page.locator(f'[data-clause="{number}"]')
    expect(words).to_be_visible(timeout=PATIENCE)
    assert len(words.inner_text()) > len(number) + 10


def test_play_now_against_a_bot_to_the_end(person: Person, tmp_path: Path) -> None:
    """Whoever only passes is done with soon; the dice decide how, and the page has to say by which rule."""
    sight = person.play("nobunaga.oda")
    while not sight.over:
        assert person.decided < 150, sight
        person.choose(sight, ("pass", "second", "deploy"))
        sight = person.turn()
    result = person.page.get_by_role("dialog", name="The game is over")
    expect(result.get_by_text("The dice are proven")).to_be_visible(timeout=PATIENCE)
    game = fetched(person, result.get_by_role("button", name="Download the game"), tmp_path / "a.gunki")
    kept = fetched(person, result.get_by_role("button", name="Download my receipt"), tmp_path / "mine.json")
    match = gunki.load(game)
    assert person.decided == sum(entry.who == "oda" for entry in match.entries) > 7, "his men placed, and every pass"
    receipts.compare(match, receipts.read_file(kept))
    assert fairness.check(match).is_complete
    assert_told(person, result, match)
