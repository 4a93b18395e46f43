"""The page as a page: for everybody, light, and with nothing from elsewhere."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import Response, expect

from tests.browser.axe import grave
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.server.process import Server
from tests.server.table import Table, sit

#: Bytes of script and style for the first load, as they travel.
FIRST_LOAD = 1_500_000


def front(person: Person, table: Table) -> None:
    person.go("/")
    expect(person.page.locator("[data-play]").first).to_be_visible(timeout=PATIENCE)


def dialog(person: Person, table: Table) -> None:
    front(person, table)
    person.button("New match").first.click()
    expect(person.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    person.page.locator("dialog form > details").evaluate("one => { one.open = true; }")


def at_table(person: Person, table: Table) -> None:
    person.go(f"/m/{table.id}#seat=oda&token={table.players['oda'].token}")
    person.turn()
    person.thing("area:bitchuu").dispatch_event("click")
    expect(person.page.locator("section.why button.clause").first).to_be_visible(timeout=PATIENCE)


def replay(person: Person, table: Table) -> None:
    person.go(f"/m/{table.id}/replay")
    expect(person.page.get_by_role("slider")).to_be_visible(timeout=PATIENCE)


def rules(person: Person, table: Table) -> None:
    person.go("/rules/nobunaga")
    expect(person.page.locator("[data-clause]").first).to_be_visible(timeout=PATIENCE)


@pytest.fixture
def table(server: Server) -> Table:
    return sit(server, "nobunaga", {"oda": "mine", "anti_oda": "bot:random"}, lesson=True)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", [front, dialog, at_table, replay, rules])
def test_axe_finds_nothing_serious(opened: Opener, table: Table, screen: Callable[..., None], theme: str) -> None:
    person = opened(color_scheme=theme)
    screen(person, table)
    found = grave(person)
    assert not found, "\n".join(found)


def test_the_first_load_is_small(person: Person) -> None:
    loaded: list[Response] = []
    person.page.on("response", lambda response: loaded.append(response))
    person.play("nobunaga.oda")
    own = [one for one in loaded if one.request.resource_type in ("script", "stylesheet")]
    assert own
    size = 0
    for one in own:
        squeezed = one.header_value("content-encoding") == "gzip"
        size += int(one.header_value("content-length") or 0) if squeezed else len(gzip.compress(one.body()))
    assert 20_000 < size < FIRST_LOAD, size
    far = [one.url for one in loaded if not one.url.startswith((person.base, "blob:", "data:"))]
    assert not far, "nothing comes from elsewhere"


def test_the_policy_is_in_force_and_the_page_keeps_to_it(opened: Opener, server: Server) -> None:
    """A report of the policy is an error of the console, and fails every test here; this one provokes some."""
    person = opened()
    told: list[str] = []
    person.page.on("console", lambda message: told.append(message.text))
    answer = person.page.goto("/")
    assert answer is not None
    policy = answer.header_value("content-security-policy") or ""
    assert "unsafe-eval" not in policy
    assert "script-src 'self'" in policy or "default-src 'self'" in policy
    expect(person.page.locator("[data-play]").first).to_be_visible(timeout=PATIENCE)
    assert person.faults == []
    person.excused = lambda fault: "Content Security Policy" in fault or fault.endswith(": csp")
    person.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.broken = 1";
          document.body.append(script);
          const far = document.createElement("img");
          far.src = "http://192.0.2.1/x.png";
          document.body.append(far);
        }"""
    )
    person.wait(lambda _: sum("Content Security Policy" in text for text in told) >= 2, "two reports")
    assert person.page.evaluate("() => window.broken") is None
