"""The map has the room: what is seen of it in every game, and how large its counters are where somebody acts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import gunki
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import before_kawanakajima, bring, sit_down
from tests.server.process import Server

#: Every eighth pixel of the window to the right and down: how many percent of them are map, with nothing over it.
SEEN = """() => {
  let [seen, all] = [0, 0];
  for (let x = 4; x < innerWidth; x += 8)
    for (let y = 4; y < innerHeight; y += 8) {
      all += 1;
      if (document.elementFromPoint(x, y)?.closest(".map .surface")) seen += 1;
    }
  return (100 * seen) / all;
}"""
#: The heights of the counters that lie in what is free of the map.
COUNTERS = """() => {
  const free = document.querySelector(".free").getBoundingClientRect();
  return [...document.querySelectorAll(".map .bd-counter > path:first-of-type")]
    .map((one) => one.getBoundingClientRect())
    .filter(({ x, y }) => x > free.left && x < free.right && y > free.top && y < free.bottom)
    .map(({ height }) => height);
}"""


@pytest.mark.parametrize("game", gunki.game_ids())
def test_the_map_has_the_room(person: Person, server: Server, game: str) -> None:
    match = gunki.new(game, seed=3)
    assert match.who is not None
    sit_down(person, bring(server, match), match.who)
    # The map is fitted to its room after the page is laid out.
    large = f"() => {{ const all = ({COUNTERS})(); return all.length > 0 && Math.min(...all) >= 39.5; }}"
    person.page.wait_for_function(large, timeout=PATIENCE)
    person.page.wait_for_function(f"() => ({SEEN})() >= 60", timeout=PATIENCE)


def test_the_chronicle_waits_behind_its_tab(opened: Opener, server: Server) -> None:
    person = opened()
    table = bring(server, before_kawanakajima())
    sit_down(person, table, "uesugi")
    log = person.page.get_by_role("log")
    expect(log).to_have_count(0)
    person.unfold("Chronicle")
    expect(log).to_be_visible(timeout=PATIENCE)
    person.page.reload()
    expect(log).to_be_visible(timeout=PATIENCE)


def test_nothing_that_is_to_be_shown_lies_under_a_panel(person: Person, server: Server) -> None:
    """Kasugayama lies at the left edge of the map, where the question is."""
    sit_down(person, bring(server, before_kawanakajima()), "uesugi")
    person.answer("act uesugi_kenshin")
    person.turn()
    for name in (None, "Show the whole map"):
        if name is not None:
            person.button(name).click()
        person.page.wait_for_function(
            """() => {
              const stack = document.querySelector('[data-stack="0505"]');
              const { x, y, width, height } = stack.getBoundingClientRect();
              return stack.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }""",
            timeout=PATIENCE,
        )
