"""Two people: by link with hidden hands, at one table with a curtain, and others who watch."""

from __future__ import annotations

import re
import time
import tomllib

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import Player
from tests.support import ROOT

_TEXTS = tomllib.loads((ROOT / "src/gunki/games/nobunaga/text/en.toml").read_text(encoding="utf-8"))
_CARDS = list(_TEXTS["card"].values())
#: Names that stand for one card wherever they are read.
NAMES_OF_ONE = {name for name in _CARDS if sum(name in other for other in _CARDS) == 1}
CALM = ("pass", "second", "deploy", "commander", "armies", "marker", "own_value")


def new_match(person: Person, game: str, **seats: str) -> None:
    """The dialog of the front page, with the seats as asked for, in the order of the game."""
    person.go("/")
    card = person.page.locator("article.card", has=person.page.locator(f'[data-play^="{game}."]'))
    card.get_by_role("button", name="New match").click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog.locator("button.seal")).to_be_visible(timeout=PATIENCE)
    for field, kind in zip(dialog.locator("fieldset > label > select").all(), seats.values(), strict=True):
        field.select_option(kind)
    dialog.locator("button.seal").click()


def decide(people: list[Person]) -> Person:
    """Whoever's turn it is decides; one of them does."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for one in people:
            sight = one.see()
            if sight.mine and not (sight.busy and one.decided > 0):
                one.choose(sight, CALM)
                return one
        people[0].page.wait_for_timeout(15)
    raise AssertionError([one.see() for one in people])


def words_told(person: Person) -> set[str]:
    return set(re.findall(r"[a-z0-9_]{3,}", person.page.content() + person.heard()))


def assert_hidden(looker: Person, holder: Person) -> None:
    """Nothing that the one holds is known to the other, neither to the eye nor in what the server told."""
    assert not ids(holder.hand() - looker.hand()) & words_told(looker)
    # A name of several cards tells nothing: another of them may lie open. Their ids were looked for above.
    names = names_in_hand(holder) & NAMES_OF_ONE
    text = looker.page.locator("body").inner_text()
    for words in looker.page.locator(".card .text").all_inner_texts():  # own cards may speak of others
        text = text.replace(words, "")
    assert not [name for name in names if name in text]


def ids(cards: set[str]) -> set[str]:
    return {card.partition(":")[2] for card in cards}


def names_in_hand(person: Person) -> set[str]:
    return set(person.page.locator(".hand .card .title .main").all_inner_texts()) - {""}


def test_two_browsers_with_hidden_hands_and_one_comes_back(opened: Opener) -> None:
    oda, guest = opened(), opened()
    oda.listen()
    guest.listen()
    new_match(oda, "nobunaga", oda="mine", anti_oda="open")
    invitation = oda.page.get_by_label("good for one person")
    expect(invitation).to_be_visible(timeout=PATIENCE)
    link = invitation.input_value()
    guest.go(link)
    guest.page.get_by_role("textbox", name="Your name").fill("Shingen <b>")
    guest.button("Sit down as").click()
    expect(guest.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    assert link.partition("#")[2] not in guest.page.url, "the secret is taken out of the address"
    oda.turn()

    acted = {"oda": 0, "guest": 0}
    while min(acted.values()) < 3:
        who = decide([oda, guest])
        acted["oda" if who is oda else "guest"] += 1
        assert not oda.hand() & guest.hand()
        assert ids(oda.hand()) <= words_told(oda), "what one may know is found where it is looked for"
        assert_hidden(oda, guest)
        assert_hidden(guest, oda)
    assert oda.hand()
    before = guest.hand()
    assert before

    # He leaves, and comes back in another browser by the link of his seat.
    guest.button("Menu").click()
    guest.button("Seats and links").click()
    guest.page.get_by_text("Use my seat in another browser").click()
    own = guest.page.get_by_label("Anybody who has this link").input_value()
    guest.page.close()
    oda.button("Menu").click()
    oda.button("Seats and links").click()
    expect(oda.page.get_by_role("dialog").get_by_text(re.compile("Shingen <b>.*away"))).to_be_visible(timeout=PATIENCE)
    oda.page.keyboard.press("Escape")
    again = opened()
    again.listen()
    again.go(own)
    expect(again.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    assert again.hand() == before
    acted = {"oda": 0, "guest": 0}
    while min(acted.values()) < 1:
        who = decide([oda, again])
        acted["oda" if who is oda else "guest"] += 1
    assert_hidden(again, oda)


def test_one_table_has_a_curtain_between_the_hands(person: Person) -> None:
    new_match(person, "nobunaga", oda="mine", anti_oda="mine")
    sight = person.turn()
    hand: set[str] = set()
    while not sight.curtain:
        assert person.decided < 40
        hand = person.hand() or hand
        person.choose(sight, CALM)
        sight = person.turn()
    assert hand, "somebody held cards before the curtain fell"
    curtain = person.page.get_by_role("dialog", name="Curtain")
    expect(curtain).to_be_visible()
    covered = person.page.evaluate(
        """() => {
          const curtain = document.querySelector(".curtain");
          const see = getComputedStyle(curtain);
          const points = [0.02, 0.25, 0.5, 0.75, 0.98];
          const at = (x, y) => document.elementFromPoint(x * innerWidth, y * innerHeight);
          const all = points.flatMap((x) => points.map((y) => at(x, y)));
          return {
            everywhere: all.every((one) => curtain.contains(one)),
            inert: document.querySelector(".page").inert,
            opacity: Number(see.opacity),
            background: see.backgroundColor,
          };
        }"""
    )
    assert covered["everywhere"]
    assert covered["inert"], "nothing behind the curtain can be reached or read aloud"
    assert covered["opacity"] == 1
    assert covered["background"].startswith("rgb("), "nothing shines through"
    person.page.keyboard.press("u")
    expect(curtain).to_be_visible()
    person.lift()
    assert person.turn().mine
    assert not person.hand() & hand, "the former hand is not shown to the other side"


def test_a_spectator_sees_no_hand_and_chat_is_only_text(opened: Opener, server: Server) -> None:
    player, watcher = opened(), opened()
    player.listen()
    watcher.listen()
    player.play("nobunaga.oda")
    for _ in range(8):
        player.choose(player.turn(), CALM)
    player.turn()
    match = player.page.url.rpartition("/")[2]
    watcher.go(f"/m/{match}")
    expect(watcher.page.locator(".map svg.table")).to_be_visible(timeout=PATIENCE)
    expect(watcher.page.get_by_text("No cards are visible from this seat.")).to_be_visible(timeout=PATIENCE)
    assert watcher.hand() == set()
    assert player.hand()
    assert_hidden(watcher, player)
    assert not watcher.see().actions

    evil = "<img src=/x onerror=alert(1)><script>alert(2)</script> & 軍記"
    player.unfold("Chronicle")
    player.page.get_by_role("tab", name="Chat").click()
    player.page.get_by_label("Say something").fill(evil)
    player.button("Send").click()
    watcher.unfold("Chat 1")
    watcher.page.get_by_role("tab", name="Chat").click()
    for one in (player, watcher):
        expect(one.page.get_by_role("log", name="Chat").get_by_text(evil)).to_be_visible(timeout=PATIENCE)
        assert one.page.locator(".chat img, .chat script").count() == 0
    assert Player(server, match).get(f"/api/matches/{match}/chat")[0]["text"] == evil
