"""What one plays for is always in sight, with a warning when the end of the turn would end the game."""

from __future__ import annotations

from playwright.sync_api import expect

import gunki
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, kyoto_last_turn, sit_down
from tests.browser.test_phone import PHONE, assert_fits
from tests.server.process import Server


def two_key_areas_lost() -> gunki.Match:
    """Mino and South Oumi are Azai's: if the turn ended so, Oda would lose."""
    areas = {area: {"controller": "azai"} for area in ("mino", "south_oumi")}
    hands = {"oda": ["warships"], "anti_oda": ["shogun_letter"]}
    return gunki.compose("nobunaga", {"turn": 2, "to_act": "oda", "areas": areas, "hands": hands})


def test_the_aim_with_its_state_and_a_warning(person: Person, server: Server) -> None:
    table = bring(server, two_key_areas_lost(), {"oda": "mine", "anti_oda": "bot:random"})
    sit_down(person, table, "oda")
    page, line = person.page, person.page.locator("button.aim")
    expect(line).to_contain_text("Hold 9 supply areas when turn 10 ends")
    expect(line).to_contain_text("Oda holds 3 now")
    expect(line.get_by_role("status")).to_contain_text(
        "If turn 2 ends now, you lose: South Oumi, Mino are Anti-Oda · 9(2)"
    )
    expect(page.locator(".headline")).to_contain_text("against random (bot)")
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The game ends after turn 10.", timeout=PATIENCE)
    clauses = set(dialog.locator("li .clause").all_inner_texts())
    assert {"9(1)", "9(2)", "9(3)", "9"} <= clauses
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_on_a_phone_and_on_hexes(opened: Opener, server: Server) -> None:
    person = opened(**PHONE)
    sit_down(person, bring(server, kyoto_last_turn()), "uesugi")
    line = person.page.locator("button.aim")
    expect(line.get_by_role("status")).to_contain_text(
        "If turn 15 ends now, you win: the score is 40, 30 are needed · 22-2"
    )
    assert_fits(person)
    line.tap()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Bring the score to 30 by the end of turn 15, or kill Nobunaga", timeout=PATIENCE)
    expect(dialog).not_to_contain_text("Nothing so far")
