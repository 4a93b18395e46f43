"""What 35.1 to 35.4, 36.1 to 36.4 and 37.1 to 37.4 say alike: who stands where, the map, the turns, who deploys."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import of_kind
from tests.clauses.hideyoshi.rosters import FIXED, ROSTERS
from tests.clauses.hideyoshi.table import (
    KOMAKI,
    SHIZUGATAKE,
    TENNOZAN,
    clan_of,
    compose,
    opening_view,
    pass_until_turn,
    start_match,
    units_in,
)
from tests.support import clause


@pytest.mark.parametrize(
    ("scenario", "clan", "hex_id", "names"),
    [
        pytest.param(scenario, *row[1:], marks=clause("hideyoshi", row[0]), id="-".join((scenario, *row[1:3])))
        for scenario, rows in FIXED.items()
        for row in rows
    ],
)
def test_the_printed_units_stand_in_each_hex(scenario: str, clan: str, hex_id: str, names: set[str]) -> None:
    """The units of that clan in the hex, all of them and nobody else, at full strength."""
    view = opening_view(scenario)
    there = units_in(view, hex_id)
    assert {name for name in there if clan_of(name, scenario) == clan} == names
    assert there == {name for row in FIXED[scenario] if row[2] == hex_id for name in row[3]}
    assert all(view["units"][name]["steps"] == 2 for name in names)


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(TENNOZAN, marks=clause("hideyoshi", "35.4")),
        pytest.param(SHIZUGATAKE, marks=clause("hideyoshi", "36.4")),
        pytest.param(KOMAKI, marks=clause("hideyoshi", "37.4")),
    ],
)
def test_nobody_else_is_on_the_map(scenario: str) -> None:
    assert units_in(opening_view(scenario)) == {name for row in ROSTERS[scenario] for name in row[3]}


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        pytest.param(TENNOZAN, "station akechi_mitsuhide 3621", marks=clause("hideyoshi", "35.4", "34.2(2)")),
        pytest.param(SHIZUGATAKE, "field shibata_katsuie", marks=clause("hideyoshi", "36.4")),
        pytest.param(KOMAKI, "field tokugawa_ieyasu", marks=clause("hideyoshi", "37.4")),
    ],
)
def test_the_hashiba_side_deploys_first(scenario: str, text: str) -> None:
    match = start_match(scenario)
    assert (match.decision.name, match.decision.who) == ("deploy_freely", "hashiba")
    refused(match, text)
    match.act("ready")
    assert (match.decision.name, match.decision.who) == ("deploy_freely", "anti_hashiba")
    allowed(match, text)


#: From Owari and Ise over the border of Mikawa or Shima; each costs next to nothing.
BEYOND = [("5719", "5720"), ("5917", "6017"), ("5330", "5430"), ("5231", "5331")]


def march_to_border(scenario: str, here: str, seat: str) -> Any:
    """Begin Nobukatsu's march from this hex."""
    match = compose({"kitabatake_nobukatsu": here}, scenario=scenario, turn=2, phase=seat)
    acts(match, "act kitabatake_nobukatsu", "move")
    return match


@pytest.mark.parametrize(("here", "there"), BEYOND)
@pytest.mark.parametrize(
    ("scenario", "reason"),
    [
        pytest.param(TENNOZAN, "35.1", marks=clause("hideyoshi", "35.1")),
        pytest.param(SHIZUGATAKE, "36.1", marks=clause("hideyoshi", "36.1")),
    ],
)
def test_nobody_enters_mikawa_or_shima(scenario: str, reason: str, here: str, there: str) -> None:
    refused(march_to_border(scenario, here, "hashiba"), f"to {there}", reason)


@clause("hideyoshi", "37.1")
@pytest.mark.parametrize(("here", "there"), BEYOND)
def test_the_whole_map_is_in_use(here: str, there: str) -> None:
    """The same steps into Mikawa and Shima that the other scenarios forbid."""
    allowed(march_to_border(KOMAKI, here, "anti_hashiba"), f"to {there}")


@pytest.mark.parametrize(
    ("scenario", "units", "first", "last"),
    [
        pytest.param(
            TENNOZAN,
            {"shibata_katsuie": "4301", "akechi_mitsuhide": "3719"},
            (6, 1),
            (7, 4),
            marks=clause("hideyoshi", "35.2"),
        ),
        pytest.param(
            SHIZUGATAKE,
            {"shibata_katsuie": "4301", "hashiba_hideyoshi": "1623"},
            (2, 1),
            (4, 4),
            marks=clause("hideyoshi", "36.2"),
        ),
        pytest.param(
            KOMAKI,
            {"tokugawa_ieyasu": "6021", "hashiba_hideyoshi": "1623"},
            (3, 2),
            (5, 3),
            marks=clause("hideyoshi", "37.2"),
        ),
    ],
)
def test_a_turn_for_each_week_from_the_first_to_the_last(
    scenario: str, units: dict[str, str], first: tuple[int, int], last: tuple[int, int]
) -> None:
    """Months and weeks, four to a month; then it is over."""
    state = {"nobusumi": 1} if scenario == TENNOZAN else {}
    match = compose(units, scenario=scenario, stage=0, state=state)
    pass_until_turn(match)
    told = [(event["turn"], event["month"], event["week"]) for event in of_kind(match.events, "turn")]
    weeks = [(month, week) for month in range(first[0], last[0] + 1) for week in range(1, 5)]
    weeks = [week for week in weeks if first <= week <= last]
    assert told == [(number, *week) for number, week in enumerate(weeks, 1)]
    assert len(told) == {TENNOZAN: 8, SHIZUGATAKE: 12, KOMAKI: 10}[scenario]
    assert match.result is not None
