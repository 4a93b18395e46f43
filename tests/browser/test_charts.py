"""Charts with their headings, the legend of the map, and where points come from."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import gunki
from tests.browser.axe import grave
from tests.browser.conftest import Opener
from tests.browser.person import PATIENCE, Person
from tests.browser.positions import bring, kaizu_besieged, sit_down
from tests.browser.test_phone import PHONE, assert_fits
from tests.server.process import Server


def kenshin_has_come() -> gunki.Match:
    """Two turns have begun with Odawara invested; a castle was taken; the ceremony is still to be held."""
    return gunki.compose(
        "kanto",
        "kenshin_crosses_the_mountains",
        {
            "turn": 3,
            "to_act": "uesugi",
            "castles": {"tsukui": {"owner": "uesugi"}},
            "units": {"hojo_ujikuni": "dead"},
            "state": {"invested_turns": 2},
        },
    )


def test_charts_have_their_headings_and_a_legend(person: Person, server: Server) -> None:
    sit_down(person, bring(server, kaizu_besieged()), "uesugi")
    page = person.page
    page.keyboard.press("c")
    charts = page.get_by_role("dialog", name="Charts")
    field = charts.locator('[data-chart="field_battle"]')
    expect(field.get_by_role("columnheader", name="Strength")).to_be_visible(timeout=PATIENCE)
    expect(field.get_by_role("columnheader", name="43–49")).to_be_visible()
    expect(field.get_by_role("row")).to_have_count(2 + 12)
    answers = charts.locator('[data-chart="surrender"] tbody')
    assert "_" not in answers.inner_text()
    expect(answers.get_by_role("rowheader", name="≥10")).to_be_visible()
    for name in ("terrain", "replenishment", "siege", "decisive_retreat", "victory"):
        expect(charts.locator(f'[data-chart="{name}"] tbody tr').first).to_be_visible()
    # The list above the charts leads to each of them.
    charts.get_by_role("button", name="Legend").click()
    legend = charts.locator('[data-chart="legend"]')
    expect(legend.get_by_role("heading", name="Legend")).to_be_focused()
    for words in ("foothills", "river with a bridge", "castle, level 2", "one step left", "rank"):
        expect(legend.get_by_text(words, exact=True)).to_be_visible()
    assert grave(person) == []


def test_the_row_and_the_column_of_the_last_roll_are_marked(person: Person, server: Server) -> None:
    match = kaizu_besieged()
    for action in ("act uesugi_kenshin", "siege", "call"):
        match.act(action)
    [roll] = [event for event in match.events if event.kind == "roll"]
    sit_down(person, bring(server, match), "uesugi")
    person.page.keyboard.press("c")
    chart = person.page.locator('dialog [data-chart="surrender"]')
    row = chart.locator('tr[aria-current="true"]')
    expect(row).to_have_count(1, timeout=PATIENCE)
    die = min(max(roll.data["dice"][0] + roll.data["value"], 3), 10)
    assert row.get_by_role("rowheader").inner_text().strip("≤≥") == str(die)
    expect(row.locator("td.hit")).to_have_count(1)
    expect(chart.locator("thead th.now")).to_have_text("6–7")


def test_japanese_charts_are_not_broken_letter_by_letter(opened: Opener, server: Server) -> None:
    """A phone's table is moved sideways instead; every answer and every range of strengths stands on one line."""
    person = opened(locale="ja-JP", **PHONE)
    page = person.page
    sit_down(person, bring(server, gunki.new("hideyoshi", "tennozan", seed=1)), "hashiba")
    page.keyboard.press("c")
    for name, cells in (("surrender", "tbody td"), ("field_battle", "thead tr:last-child th")):
        chart = page.locator(f'dialog [data-chart="{name}"]')
        expect(chart.locator(cells).first).to_be_visible(timeout=PATIENCE)
        heights = set(chart.locator(cells).evaluate_all("all => all.map(one => Math.round(one.offsetHeight))"))
        assert len(heights) == 1, (name, heights)
    expect(page.locator('[data-chart="field_battle"] tbody th').first).to_have_text("≤−2")
    assert_fits(person)


@pytest.mark.parametrize("small", [False, True])
def test_points_say_where_they_come_from(opened: Opener, server: Server, small: bool) -> None:
    person = opened(**(PHONE if small else {}))
    page = person.page
    sit_down(person, bring(server, kenshin_has_come()), "uesugi")
    if small:
        page.get_by_role("tab", name="Tracks").click()
    page.get_by_role("button", name="Points", exact=True).click()
    told = page.get_by_role("dialog", name="Where the points come from")
    expect(told.get_by_text("Castles taken: Tsukui")).to_be_visible(timeout=PATIENCE)
    expect(told.get_by_text("Turns that began with Odawara invested: 2")).to_be_visible()
    ways = told.get_by_role("region", name="Ways to win and to lose")
    expect(ways.locator("li li", has_text="Ceremony at the shrine").first).to_contain_text("not yet")
    expect(ways.locator("li li", has_text="Odawara invested as a turn begins").first).to_contain_text("met")
    expect(ways.get_by_text("Odawara was not invested or the ceremony not held")).to_contain_text("met now")
    assert grave(person) == []
    if small:
        assert_fits(person)
