"""What was played: replay, branch, download and upload."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import gunki
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.test_phone import PHONE, assert_fits
from tests.server.process import Server
from tests.server.table import Table, options, sit


@pytest.fixture
def played(server: Server) -> Table:
    """A match of two people that has gone on for a while."""
    table = sit(server, "nobunaga", {"oda": "mine", "anti_oda": "mine"})

    def calm(snapshot: dict[str, object]) -> str:
        texts = options(snapshot)
        return next((text for text in texts if text in ("pass", "second")), texts[0])

    table.run(calm, until=lambda snapshot: snapshot["ply"] >= 16)
    return table


def arrive(person: Person, table: Table, path: str = "") -> None:
    """With both seats, as the browser that opened the match."""
    for seat in ("oda", "anti_oda"):
        person.go("/help")  # a link is taken when a page is opened
        person.go(f"/m/{table.id}#seat={seat}&token={table.players[seat].token}")
        expect(person.page.locator(".map, .curtain").first).to_be_visible(timeout=PATIENCE)
    if path:
        person.go(f"/m/{table.id}{path}")


def test_the_scrubber_goes_both_ways_and_a_branch_is_a_new_match(person: Person, played: Table) -> None:
    arrive(person, played, "/replay")
    page = person.page
    place = page.locator(".scrubber .number")
    last = played.first.view()["ply"]
    expect(place).to_have_text(f"0 / {last}", timeout=PATIENCE)
    log = page.get_by_role("log", name="Chronicle").get_by_role("listitem")
    at_start = log.count()
    page.get_by_role("button", name="One step forward").click()
    expect(place).to_have_text(f"1 / {last}")
    page.get_by_role("slider").fill(str(last))
    expect(place).to_have_text(f"{last} / {last}")
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    expect(log.nth(at_start)).to_be_attached()
    page.get_by_role("button", name="One step back").click()
    expect(place).to_have_text(f"{last - 1} / {last}")
    page.get_by_role("button", name="To the beginning").click()
    expect(place).to_have_text(f"0 / {last}")
    expect(log).to_have_count(at_start)
    page.get_by_role("slider").fill("3")
    expect(place).to_have_text(f"3 / {last}")

    page.get_by_role("button", name="Branch from here").click()
    dialog = page.get_by_role("dialog")
    seats = dialog.locator("fieldset > label > select")
    seats.first.select_option("mine")
    seats.last.select_option("bot:random")
    dialog.locator("button.seal").click()
    page.wait_for_url(lambda url: "/m/" in url and played.id not in url)
    sight = person.turn()
    assert sight.mine
    assert set(sight.actions) == set(options(played.players["oda"].view(3)))
    person.choose(sight, ())
    person.turn()
    assert played.first.view()["ply"] == last, "the match branched from stands as it was"


def test_on_a_phone_the_replay_has_the_hand_behind_the_chronicle(opened: Opener, played: Table) -> None:
    person = opened(**PHONE)
    person.go(f"/m/{played.id}#seat=oda&token={played.players['oda'].token}")
    expect(person.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    ply = next(ply for ply in range(17) if own_hand(played, ply))
    person.go(f"/m/{played.id}/replay?ply={ply}")
    expect(person.page.get_by_role("log", name="Chronicle")).to_be_visible(timeout=PATIENCE)
    person.page.get_by_role("tab", name="Hand").tap()
    expect(person.page.get_by_role("log", name="Chronicle")).to_be_hidden()
    expect(person.page.locator(".hands .card").first).to_be_in_viewport(timeout=PATIENCE)
    assert person.hand() == own_hand(played, ply)
    assert_fits(person)
    person.page.get_by_role("tab", name="Chronicle").tap()
    expect(person.page.get_by_role("log", name="Chronicle")).to_be_visible()


def own_hand(table: Table, ply: int) -> set[str]:
    hands = table.players["oda"].view(ply)["scene"]["hands"]
    return {card["thing"] for hand in hands if hand["seat"] == "oda" for card in hand["cards"]}


def test_a_saved_game_goes_on_in_another_browser(opened: Opener, played: Table, tmp_path: Path) -> None:
    person = opened()
    arrive(person, played)
    if person.see().curtain:
        person.lift()
    person.button("Menu").click()
    with person.page.expect_download() as download:
        person.button("Download the game").click()
    saved = tmp_path / "a.gunki"
    download.value.save_as(saved)
    ply = played.first.view()["ply"]
    assert len(gunki.load(saved).entries) >= ply

    other = opened()
    other.go("/")
    other.page.locator("input[accept='.gunki']").set_input_files(saved)
    dialog = other.page.get_by_role("dialog")
    expect(dialog).to_be_visible(timeout=PATIENCE)
    for field in dialog.locator("fieldset > label > select").all():
        field.select_option("mine")
    dialog.locator("button.seal").click()
    sight = other.turn()
    if sight.curtain:
        other.lift()
        sight = other.turn()
    assert sight.mine
    who = played.first.view()["who"]
    assert set(sight.actions) == set(options(played.players[who].view()))


def test_a_file_that_is_no_game_is_refused_in_words(person: Person, tmp_path: Path) -> None:
    bad = tmp_path / "bad.gunki"
    bad.write_bytes(b"PK\x03\x04 not a game")
    person.excused = lambda fault: "/api/uploads" in fault
    person.go("/")
    person.page.locator("input[accept='.gunki']").set_input_files(bad)
    expect(person.page.get_by_role("alert")).to_contain_text("Correct what is named below", timeout=PATIENCE)
    expect(person.page.locator("[data-play]").first).to_be_enabled()
