"""The server is killed in mid-game, or stopped, and started again; the page stays open and goes on by itself."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE
from tests.server.process import Server
from tests.server.table import Player

CALM = ("pass", "second", "deploy", "commander")


def test_the_page_goes_on_when_the_server_comes_back(opened: Opener, tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        person = opened(base=server.base)
        # While the server is away requests fail: that is what the test is about.
        person.excused = lambda fault: "ERR_CONNECTION" in fault or "ERR_INCOMPLETE" in fault or "ERR_EMPTY" in fault
        person.play("nobunaga.oda")
        for _ in range(4):
            person.choose(person.turn(), CALM)
        before = person.turn()
        match = person.page.url.rpartition("/")[2]
        ply = Player(server, match).view()["ply"]

        server.kill()
        expect(person.page.get_by_text("reconnecting")).to_be_visible(timeout=PATIENCE)
        assert person.see().actions == before.actions, "the decision in hand is not lost"
        answer = person.page.locator(f'button.option[data-action="{before.actions[0]}"]')
        answer.dispatch_event("click")  # into the void
        kept = person.page.get_by_text("Your choice is kept")
        expect(kept).to_be_visible(timeout=PATIENCE)
        # It can be called off: the decision is as it was, and nothing is complained about.
        person.button("Do not send it").click()
        expect(kept).to_be_hidden(timeout=PATIENCE)
        assert person.see().actions == before.actions
        expect(person.page.locator(".decision").get_by_role("alert")).to_have_count(0)
        # Given again it is kept until the server is back, however long that takes.
        answer.dispatch_event("click")
        expect(kept).to_be_visible(timeout=PATIENCE)
        server.start()
        expect(person.page.get_by_text("reconnecting")).to_be_hidden(timeout=PATIENCE)
        person.wait(lambda now: not now.busy and now.question != before.question, "the answer's effect")
        expect(kept).to_be_hidden(timeout=PATIENCE)
        found = Player(server, match).view()
        assert found["ply"] == ply + 1, "what was answered while the server was away has arrived, once"
        for _ in range(8):
            person.choose(person.turn(), CALM)
        assert person.turn().mine
        assert Player(server, match).view()["ply"] >= ply + 9
        # One that is asked to stop says that it will be back, and nothing is made of it.
        server.stop()
        restarts = person.page.get_by_text("the server is restarting")
        expect(restarts).to_be_visible(timeout=PATIENCE)
        expect(person.page.get_by_role("alert")).to_have_count(0)
        server.start()
        expect(person.page.locator(".headline").get_by_role("status")).to_have_count(0, timeout=PATIENCE)
        person.choose(person.turn(), CALM)
