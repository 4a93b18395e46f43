"""The numbers for the dice: every browser gives a hash first, and the number when all hashes are known."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Request, Route, expect

from tests.browser.axe import both
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.test_people import new_match
from tests.browser.test_phone import PHONE, assert_fits
from tests.server.process import Server
from tests.server.table import Player, Table, preferring
from tests.server.test_undo import FIGHT, rolled


def invitation(owner: Person) -> str:
    """The link to the free seat, when the owner's own is taken: the page shows it before."""
    link = owner.page.get_by_label("good for one person")
    expect(link).to_be_visible(timeout=PATIENCE)
    owner.says("Waiting for players: 1")
    found: str = link.input_value()
    return found


def sent_by(person: Person, about: str = "/seats/") -> list[dict[str, Any]]:
    """The bodies of what the person's pages send about seats, or something else, from now on."""
    bodies: list[dict[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST" and about in request.url:
            bodies.append(json.loads(request.post_data or "{}"))

    person.page.on("request", note)
    return bodies


def kept(person: Person) -> dict[str, Any]:
    """The receipt that the browser keeps of its latest match."""
    found: dict[str, Any] = json.loads(person.page.evaluate("() => localStorage.getItem('gunki.receipts')"))[0]
    return found


def test_two_browsers_begin_and_one_was_closed_in_between(opened: Opener, server: Server) -> None:
    host, guest = opened(), opened(**PHONE)
    sent = sent_by(host)
    new_match(host, "nobunaga", oda="mine", anti_oda="open")
    link = invitation(host)
    match = host.page.url.rpartition("/")[2]
    assert [sorted(body) for body in sent] == [["commit"]], "the hash alone goes out"
    number = kept(host)["nonces"]["oda"]
    host.page.close()

    sent = sent_by(guest)
    guest.go(link)
    guest.button("Sit down as").tap()
    expect(guest.page.get_by_text("Waiting for the page of Oda to show its number")).to_be_visible(timeout=PATIENCE)
    assert_fits(guest)
    guest.page.get_by_text("How the dice are kept fair").tap()
    expect(guest.page.get_by_text("an operator who plays could foresee rolls")).to_be_visible()
    assert not both(guest, "lobby that waits for a number")
    assert [sorted(body) for body in sent] == [["commit", "invite", "token"], ["nonce"]]
    info = Player(server, match).info()
    assert info["state"] == "gathering"
    assert number not in json.dumps(info)

    host.new_page()
    host.go(f"/m/{match}")
    for one in (host, guest):
        expect(one.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    commits = Player(server, match).info()["commits"]
    assert set(commits) == {"oda", "anti_oda"}
    for one, seat in ((host, "oda"), (guest, "anti_oda")):
        receipt = kept(one)
        assert (receipt["version"], receipt["commits"]) == (3, commits)
        assert list(receipt["nonces"]) == [seat]
    assert kept(host)["nonces"]["oda"] == number
    host.turn()


def test_a_seat_whose_number_lies_in_another_browser(opened: Opener, server: Server) -> None:
    """The link of a seat brings it to another browser, but not its number; nothing is asked for that is not there."""
    host, elsewhere = opened(), opened()
    new_match(host, "nobunaga", oda="mine", anti_oda="open")
    link = invitation(host)
    host.page.get_by_text("Use my seat in another browser").click()
    own = host.page.get_by_label("Anybody who has this link").input_value()
    match = host.page.url.rpartition("/")[2]
    host.page.close()
    elsewhere.go(own)
    expect(elsewhere.page.get_by_text("Waiting for players: 1")).to_be_visible(timeout=PATIENCE)
    guest = opened()
    guest.go(link)
    guest.button("Sit down as").click()
    elsewhere.says("is in the browser in which you sat down")
    host.new_page()
    host.go(f"/m/{match}")
    expect(elsewhere.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    elsewhere.turn()


def test_a_server_that_changes_a_hash_gets_no_number(opened: Opener, server: Server) -> None:
    host, guest = opened(), opened()
    new_match(host, "nobunaga", oda="mine", anti_oda="open")
    link = invitation(host)
    match = host.page.url.rpartition("/")[2]
    sent = sent_by(host)
    # As if the browser had been told another hash of the guest before.
    host.page.evaluate(
        """() => {
          const all = JSON.parse(localStorage.getItem("gunki.receipts"));
          all[0].commits.anti_oda = "ab".repeat(32);
          localStorage.setItem("gunki.receipts", JSON.stringify(all));
        }"""
    )
    guest.go(link)
    guest.button("Sit down as").click()
    expect(host.page.get_by_role("alert")).to_contain_text("another fingerprint for Anti-Oda", timeout=PATIENCE)
    guest.says("Waiting for the page of Oda")
    assert sent == []
    assert Player(server, match).info()["state"] == "gathering"


def player_of(person: Person, server: Server, match: str) -> Player:
    """The seat of a page, for what is quicker without it."""
    [kept] = json.loads(person.page.evaluate("() => localStorage.getItem('gunki.matches')"))
    [(seat, token)] = kept["seats"].items()
    return Player(server, match, token, seat)


def test_a_take_back_gets_fresh_numbers_of_both_and_others_after_one_that_is_called_off(
    opened: Opener, server: Server
) -> None:
    host, guest = opened(), opened()
    new_match(host, "nobunaga", oda="mine", anti_oda="open")
    link, match = invitation(host), host.page.url.rpartition("/")[2]
    guest.go(link)
    guest.button("Sit down as").click()
    for one in (host, guest):
        expect(one.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    pages = {player.seat: (one, player) for one in (host, guest) if (player := player_of(one, server, match))}
    players = {str(seat): player for seat, (_, player) in pages.items()}
    first = next(iter(players.values()))
    table = Table(server, match, "", first, players, Player(server, match), {}, {})
    after = table.run(preferring(random.Random(21), *FIGHT), until=rolled)
    asking, asker = pages.pop(after["seat"])
    [(other, _)] = pages.values()

    def wish() -> None:
        asking.page.get_by_role("button", name="Ask to undo", disabled=False).click()
        other.page.get_by_role("button", name="Agree").click()

    asks, answers, shows = sent_by(asking, "/undo"), sent_by(other, "/undo/answer"), sent_by(other, "/undo/show")
    on_the_way: list[Route] = []
    asking.page.route(
        "**/undo/show", lambda route: on_the_way.append(route)
    )  # the asker's number comes when it is too late
    asking.excused = lambda fault: "/undo/show" in fault and "409" in fault
    wish()
    asking.says("Waiting for")
    while not (shows and on_the_way):
        other.page.wait_for_timeout(20)
    told = asker.view()["undo"]["asked"]
    assert told["to_show"] == [asker.seat]
    assert kept(other)["fresh"]["told"] == {"ply": told["ply"], "commits": told["commits"]}
    asker.answer(False)
    asking.page.unroute("**/undo/show")
    wish()
    expect(asking.page.get_by_text("Taken back.")).to_be_visible()
    assert len({body["commit"] for body in answers}) == 2, "the first number was known"
    assert len({body["commit"] for body in asks if "ply" in body}) == 2
    renewal = asker.view()["undo"]["renewal"]
    for one in (asking, other):
        one.page.wait_for_function("() => JSON.parse(localStorage.getItem('gunki.receipts'))[0].taken_back === 1")
        share = kept(one)["renewals"]["1"]
        assert (share["ply"], share["commits"]) == (after["ply"] - 1, renewal["commits"])
        assert share["nonces"].items() <= renewal["nonces"].items()
