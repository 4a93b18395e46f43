"""Before play one press begins, and things are arranged on the map; what cannot be undone takes two presses."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Request, expect

import gunki
from gunki.core.show.hints import proposal
from tests.browser.person import Person
from tests.browser.positions import bring, sit_down
from tests.server.process import Server
from tests.server.table import sit


class Requests:
    """What the page asks of the server about a match, by the last word of the route."""

    def __init__(self, person: Person) -> None:
        self.seen: list[str] = []
        person.page.on("request", self._note)

    def _note(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/api/matches/"):
            self.seen.append(path.rsplit("/", 1)[-1])

    def since(self) -> list[str]:
        found, self.seen = self.seen, []
        return [word for word in found if word in ("actions", "odds")]


def test_forces_are_arranged_on_the_map_and_one_press_begins(server: Server, person: Person) -> None:
    sit_down(person, bring(server, gunki.new("kanto", seed=1)), "uesugi")
    requests = Requests(person)
    assert person.see().primary.startswith("Ready")  # type: ignore[union-attr]
    expect(person.page.locator(".decision details")).not_to_have_attribute("open", "")

    person.page.locator('[data-stack="0505"]').hover()  # the stack fans out
    person.thing("unit:murakami_yoshikiyo").dispatch_event("click")
    person.says("Now choose a lit place or commander")
    assert requests.since() == [], "taking somebody up asks nothing of the server"
    person.thing("unit:kakizaki_kageie").dispatch_event("click")
    person.turn()
    expect(person.page.locator(".decision .picked")).to_have_count(0)
    assert requests.since() == ["actions"]

    question = person.see().question
    person.page.keyboard.press("Space")
    person.wait(lambda now: now.question != question or not now.actions, "the other side, or the first turn")
    assert requests.since() == ["actions"], "no second press, and no odds where nothing is at stake"


def test_what_is_proposed_is_taken_with_one_press(server: Server, person: Person) -> None:
    match = gunki.new("nobunaga", seed=1)
    proposed = proposal(match)
    sit_down(person, bring(server, match), "oda")
    requests = Requests(person)
    expect(person.page.locator(".proposal li")).to_have_count(len(proposed))
    person.page.keyboard.press("Space")
    expect(person.page.locator(".proposal")).to_have_count(0)
    person.wait(lambda now: "Anti-Oda" in now.question, "the end of the arrangement")
    assert requests.since() == ["actions"] * len(proposed)
    expect(person.page.locator('[data-stack="mino"] [data-thing="general:oda_nobunaga"]').first).to_be_attached()


def honnoji() -> gunki.Match:
    match = gunki.new("hideyoshi", "tennozan", seed=1)
    while match.decision is not None and match.decision.name != "honnoji":
        match.act(match.end_option or match.decision.options[0])
    return match


def test_nobunaga_is_not_let_go_by_one_press(server: Server, person: Person) -> None:
    match = honnoji()
    assert match.decision is not None
    sit_down(person, bring(server, match), match.decision.who)
    requests = Requests(person)
    person.page.keyboard.press("Space")
    person.wait(lambda now: now.staged, "a second look")
    person.says("You cannot come back to this later.")
    person.page.keyboard.press("Escape")
    person.wait(lambda now: not now.staged, "thought better of it")
    assert requests.since() == []

    person.page.locator('button.option[data-action="done"]').click()
    person.wait(lambda now: now.staged, "a second look, by a click too")
    person.page.keyboard.press("Space")
    person.wait(lambda now: not now.staged and "Honn" not in now.question, "what comes after")
    assert requests.since() == ["actions"]


def test_cards_that_are_alike_lie_once_and_other_rules_are_told(server: Server, person: Person) -> None:
    match = gunki.new("honganji", seed=3)
    assert match.decision is not None
    seat = match.decision.who
    hand = match.view(seat)["hand"]
    sit_down(person, bring(server, match), seat)
    copies = person.page.locator(".hand .card[data-copies]")
    expect(copies).to_have_count(1)
    expect(copies.locator(".copies")).to_have_text("×3")
    assert person.page.locator(".hand .card").count() == len(hand) - 2
    assert len(person.hand()) == len(hand), "each of them is still there"
    expect(person.page.get_by_test_id("changed-rules")).to_have_count(0)

    table = sit(server, "nobunaga", "mine", options={"successors": True, "card_limit": True})
    sit_down(person, table, "oda")
    person.page.get_by_test_id("changed-rules").click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog.locator("section li")).to_have_count(2)
