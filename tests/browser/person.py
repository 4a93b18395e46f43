"""Somebody at a browser: sees what the page shows, clicks, and notes whatever goes wrong in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

#: Milliseconds a step may take on a slow and busy machine; also where a test names no time.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)
#: Everything that can be known of the decision by looking at the page.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const undo = document.querySelector(".actions button");
  return {
    over: document.querySelector(".result .verdict") !== null,
    curtain: document.querySelector(".curtain") !== null,
    mine: document.querySelector("[data-testid=primary]") !== null,
    busy: undo !== null && undo.getAttribute("aria-disabled") === "true",
    question: document.querySelector(".decision h2")?.textContent ?? "",
    actions: all("button.option[data-action]").map((button) => button.dataset.action),
    groups: all("button.option:not([data-action])").length,
    numbers: all(".decision .chip").map((chip) => Number(chip.textContent)),
    staged: document.querySelector(".decision .staged") !== null,
    primary: document.querySelector("[data-testid=primary][aria-disabled=false]")?.textContent ?? null,
  };
}"""

#: Keeps a copy of every answer about a match, of streams as they come.
LISTEN = """() => {
  window.heard = [];
  const real = window.fetch;
  const keep = async (body) => {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      window.heard.push(value);
    }
  };
  window.fetch = async (...wish) => {
    const answer = await real(...wish);
    if (answer.url.includes("/api/matches") && answer.body) keep(answer.clone().body).catch(() => undefined);
    return answer;
  };
}"""


@dataclass(frozen=True)
class Sight:
    """The decision as the page shows it."""

    over: bool
    curtain: bool
    mine: bool
    #: Nothing can be taken back: nothing was decided yet, or the page waits for an answer.
    busy: bool
    question: str
    #: The answers that stand in the list one by one, as the texts of their actions.
    actions: tuple[str, ...]
    #: How many lines of the list stand for several answers.
    groups: int
    numbers: tuple[int, ...]
    #: The answer waits for a second look: its chances are shown, or that it ends a phase early.
    staged: bool
    primary: str | None


class Person:
    def __init__(self, browser: Browser, base: str, **wishes: Any) -> None:
        wishes = {"locale": "en-GB", "viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **wishes}
        self.base = base
        self.context = browser.new_context(base_url=base, **wishes)
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        #: Faults that the test itself brings about.
        self.excused: Callable[[str], bool] = lambda fault: False
        self.decided = 0
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._fault(f"uncaught: {error.stack or error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._response)
        self.page = page
        return page

    def leave(self) -> None:
        self.context.close()

    # -- what goes wrong ---------------------------------------------------------------------------------------------

    def _fault(self, text: str) -> None:
        if not self.excused(text):
            self.faults.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._fault(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        # The page itself cuts its stream, and what it no longer needs, when it is left.
        if request.failure != "net::ERR_ABORTED":
            self._fault(f"request failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._fault(f"{response.status}: {response.request.method} {response.url}")

    # -- what the server tells ---------------------------------------------------------------------------------------

    def listen(self) -> None:
        """From the next page on, everything that is told about matches is kept."""
        self.context.add_init_script(f"({LISTEN})()")

    def heard(self) -> str:
        """All that the present page was told about matches, streams included."""
        told: str = self.page.evaluate("() => window.heard.join('\\n')")
        return told

    def hand(self) -> set[str]:
        """The cards that lie open in the hand: `card:...`."""
        told = "all => all.flatMap(one => (one.dataset.copies ?? one.dataset.thing).split(' '))"
        return set(self.page.locator(".hand .card, .hands .card").evaluate_all(told))

    # -- looking -----------------------------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(path)

    def see(self) -> Sight:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        found["actions"], found["numbers"] = tuple(found["actions"]), tuple(found["numbers"])
        return Sight(**found)

    def wait(self, wanted: Callable[[Sight], bool], what: str = "the page as wanted") -> Sight:
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            sight = self.see()
            if wanted(sight):
                return sight
            self.page.wait_for_timeout(15)  # between two looks; what is waited for is the condition
        raise AssertionError(f"{what} did not come: {self.see()}\n{self.faults}")

    def turn(self) -> Sight:
        """Until there is something to decide here, or the game is over."""
        return self.wait(self._settled, "an own decision or the end")

    def _settled(self, sight: Sight) -> bool:
        return sight.over or sight.curtain or (sight.mine and not (sight.busy and self.decided > 0))

    def thing(self, thing: str) -> Locator:
        """A thing on the map or in the hand."""
        return self.page.locator(f'[data-thing="{thing}"]').first

    def touch(self, thing: str) -> Sight:
        """A click on something of the table; the map finds it by what the event hit."""
        self.thing(thing).dispatch_event("click")
        return self.after()

    def button(self, name: str, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def unfold(self, panel: str) -> None:
        """A panel that waits behind its tab at the edge of the map."""
        self.page.locator('button[aria-expanded="false"]').filter(has_text=panel).dispatch_event("click")

    def says(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    # -- deciding ----------------------------------------------------------------------------------------------------

    def play(self, data_play: str) -> Sight:
        """One click on the front page, as far as the first own decision."""
        self.go("/")
        self.page.locator(f'[data-play="{data_play}"]').click()
        return self.turn()

    def answer(self, action: str) -> Sight:
        """An answer of the list, and the button in the corner if the chances are shown first.

        The click is sent without moving a pointer: hovering paints the map anew, which takes long without a graphics
        card, and a game has many answers. Tests about pointing use the locators themselves.
        """
        # While something is under way the page takes no answer; people wait for the button to come back too.
        free = f'button.option[data-action="{action}"][aria-disabled="false"]'
        self.page.locator(free).dispatch_event("click", timeout=PATIENCE)
        return self.after()

    def primary(self) -> Sight:
        staged = self.see().staged
        self.page.get_by_test_id("primary").dispatch_event("click")
        if staged:  # the second look goes with its question: pressing on would answer the next one
            self.wait(lambda now: not now.staged or now.over or now.curtain, "the answer that was looked at twice")
        return self.after()

    def number(self, number: int) -> Sight:
        self.page.locator(".decision .chip").get_by_text(str(number), exact=True).dispatch_event("click")
        return self.primary()

    def after(self) -> Sight:
        """What has become of an answer; chances that are shown first are accepted."""
        sight = self.wait(lambda now: now.staged or now.over or now.curtain or not now.busy, "the answer's effect")
        if sight.staged:
            return self.primary()
        self.decided += 1
        return sight

    def lift(self) -> None:
        """The screen is handed over: another seat looks, which may have decided nothing yet."""
        self.page.locator(".curtain button").click()
        expect(self.page.locator(".curtain")).to_be_hidden(timeout=PATIENCE)
        self.decided = 0

    def choose(self, sight: Sight, wishes: tuple[str, ...]) -> Sight:
        """The first answer that begins with one of the wishes, else the one in the corner, else the last."""
        for wish in wishes:
            for action in sight.actions:
                if f"{action} ".startswith(f"{wish} "):
                    return self.answer(action)
        if sight.numbers or sight.staged or (sight.primary and not sight.actions):
            return self.primary()
        if sight.actions:
            return self.answer(sight.actions[-1])
        self.page.locator("button.option").last.click()  # several answers: the list is narrowed
        return self.wait(lambda now: bool(now.actions) or now.staged, "a narrower list")
