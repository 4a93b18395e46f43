"""Chapter 7 where this book differs: which units may move.

The rest of the chapter is in tests/clauses/areas_and_cards.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.steps import board, drive, options_of
from tests.clauses.honganji.table import acts, allowed, refused
from tests.support import clause

ONE = {"ready": 1}
REBEL_AKECHI = {"akechi": "rebel"}
OUT: dict[str, Any] = {"status": {"hashiba": "out"}, "dead": ["hashiba_hideyoshi"]}


@clause("honganji", "7-1")
@pytest.mark.parametrize(("seat", "area"), [("tokugawa", "kai"), ("shibata", "tango")])
def test_only_the_players_own_clan_marches(seat: str, area: str) -> None:
    units = {"tokugawa": "kai", "shibata": "tango", "oda": "gifu", "neutral": "hida", "mouri": "chuugoku"}
    match = board({place: {clan: {"ready": 2}} for clan, place in units.items()}, seat=seat)
    match.act("movement")
    assert options_of(match) == {f"march {seat} {area}"}
    for clan in set(units) - {seat}:
        refused(match, f"march {clan} {units[clan]}", "7-1")


@clause("honganji", "7-2", "7-2(1)", "7-2(2)", "7-2(3)")
def test_any_of_the_three_conditions_alone_forbids_a_march() -> None:
    areas = {
        "gifu": {"tokugawa": {"ready": 1}},
        "hida": {"tokugawa": {"ready": 4}, "neutral": ONE},
        "shinano": {"tokugawa": {"spent": 1, "generals": ["hamamatsu_castle"]}},
        "kai": {"tokugawa": {"ready": 4}},
    }
    match = board(areas)
    match.act("movement")
    assert options_of(match) == {"march tokugawa kai"}
    refused(match, "march tokugawa gifu", "7-2(1)")
    refused(match, "march tokugawa hida", "7-2(2)")
    refused(match, "march tokugawa shinano", "7-2(3)")


def strength(area: str, units: dict[str, Any], *taken: str, **entries: Any) -> Playing:
    """The choice of armies for a march of the Tokugawa, the given generals going along."""
    match = board({area: {"tokugawa": units, **entries.pop("others", {})}}, **entries)
    match.act("movement")
    acts(match, f"march tokugawa {area}", *[f"take {general}" for general in taken])
    if match.decision.name == "generals":
        match.act("done")
    assert match.decision.name == "strength"
    return match


@clause("honganji", "7-2(1)")
@pytest.mark.parametrize(("area", "owner"), [("kai", "neutral"), ("kai", "tokugawa"), ("gifu", "oda")])
def test_h40_the_last_unit_stays_wherever_it_is(area: str, owner: str) -> None:
    """Two of three armies may go, no matter who controls the area."""
    match = board({area: {"controller": owner, "tokugawa": {"ready": 3}}})
    match.act("movement")
    match.act(f"march tokugawa {area}")
    assert options_of(match) == {"with 1", "with 2"}
    refused(match, "with 3", "7-2(1)")


@clause("honganji", "7-2(1)")
@pytest.mark.parametrize(
    "stays",
    [
        {"spent": 1},
        {"spent_generals": ["honda_tadakatsu"]},
        {"generals": ["honda_tadakatsu"]},
        {"generals": ["hamamatsu_castle"]},
    ],
)
def test_h40_any_unit_of_the_clan_holds_the_place(stays: dict[str, Any]) -> None:
    """A spent army, a general of either status or a castle holds the place as well."""
    assert options_of(strength("kai", {"ready": 3, **stays})) == {"with 1", "with 2", "with 3"}


TWO_REBELS = {"status": {"tokugawa": "rebel", "akechi": "rebel"}}


@clause("honganji", "7-2(2)", "7-2(2).Exc")
@pytest.mark.parametrize(
    ("others", "pinned", "entries"),
    [
        ({"oda": ONE}, True, {}),
        ({"shibata": ONE}, True, {}),
        ({"neutral": {"generals": ["takeda_katsuyori"]}}, True, {}),
        ({"uesugi": {"spent": 1}}, True, {}),
        ({"akechi": ONE}, True, {"status": REBEL_AKECHI}),
        ({"hashiba": ONE}, True, OUT),
        ({"akechi": ONE}, False, TWO_REBELS),
        ({"houjou": ONE}, False, TWO_REBELS),
        ({"akechi": ONE, "houjou": ONE, "uesugi": ONE}, False, TWO_REBELS),
        ({"oda": ONE}, True, TWO_REBELS),
        ({"shibata": ONE}, True, TWO_REBELS),
        ({"neutral": ONE}, True, TWO_REBELS),
        ({"akechi": ONE, "neutral": ONE}, True, TWO_REBELS),
        ({"hashiba": ONE}, True, {"status": {"tokugawa": "rebel", "hashiba": "out"}, "dead": OUT["dead"]}),
    ],
)
def test_h39_everybody_holds_a_vassal_and_only_some_hold_a_rebel(
    others: dict[str, Any], pinned: bool, entries: dict[str, Any]
) -> None:
    """A vassal is held by everybody; a rebel not by rebels and greater daimyos, but by any other."""
    match = board({"kai": {"tokugawa": {"ready": 4}, **others}, "gifu": {"tokugawa": {"ready": 4}}}, **entries)
    match.act("movement")
    allowed(match, "march tokugawa gifu")
    if pinned:
        refused(match, "march tokugawa kai", "7-2(2)")
    else:
        allowed(match, "march tokugawa kai")


@clause("honganji", "7-2(2)", "7-2(2).Exc")
@pytest.mark.parametrize(
    ("others", "pinned"),
    [({"akechi": ONE}, False), ({"houjou": ONE}, True), ({"shibata": ONE}, True), ({"akechi": ONE, "oda": ONE}, True)],
)
def test_h39_greater_daimyos_may_leave_rebels_but_not_each_other(others: dict[str, Any], pinned: bool) -> None:
    areas = {"kai": {"uesugi": {"ready": 3}, **others}, "hida": {"uesugi": {"ready": 2}}}
    match = board(areas, seat="hashiba", status=REBEL_AKECHI)
    drive(match, "uesugi", "movement")
    allowed(match, "march uesugi hida")
    if pinned:
        refused(match, "march uesugi kai", "7-2(2)")
    else:
        allowed(match, "march uesugi kai")


@clause("honganji", "7-2(3)", "1-2-1-2")
def test_castles_and_defending_generals_never_move() -> None:
    match = board({"mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu", "hamamatsu_castle"]}}})
    match.act("movement")
    match.act("march tokugawa mikawa")
    assert options_of(match) == {"take tokugawa_ieyasu", "done"}
    refused(match, "take hamamatsu_castle", "7-2(3)")
    houjou = {"ready": 2, "generals": ["houjou_tsunashige", "houjou_ujimasa"]}
    match = board({"kantou": {"houjou": houjou}}, seat="hashiba")
    drive(match, "houjou", "movement")
    match.act("march houjou kantou")
    assert options_of(match) == {"take houjou_tsunashige", "done"}
    refused(match, "take houjou_ujimasa", "7-2(3)")
