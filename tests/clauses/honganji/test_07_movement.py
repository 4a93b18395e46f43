"""Chapter 7 where this book differs: whom a march may pass, and whom it meets.

The rest of the chapter is in tests/clauses/areas_and_cards.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.steps import armies, board, column, drive, move, options_of, pay, turn_of
from tests.clauses.honganji.table import allowed, refused, stack, status
from tests.support import clause


def to(*areas: str) -> set[str]:
    """The texts of these destinations."""
    return {f"to {area}" for area in areas}


def from_kai(count: int = 1, **entries: Any) -> Playing:
    """The choice of a destination for some of the three Tokugawa armies in Kai."""
    areas = {"kai": {"tokugawa": {"ready": 3}}, **entries.pop("areas", {})}
    match = board(areas, **entries)
    match.act("movement")
    column(match, "tokugawa", "kai", armies=count)
    return match


@clause("honganji", "7")
def test_h38_a_march_never_ends_where_it_began() -> None:
    """Shinano and back would be two steps, but Kai itself is no destination, not even of a longer march."""
    refused(from_kai(), "to kai", "7")
    match = board({"kai": {"tokugawa": {"ready": 3}}}, cards=["forced_march_1", "charge_1"])
    match.act("event forced_march_1")
    column(match, "tokugawa", "kai", armies=1)
    refused(match, "to kai")


@clause("honganji", "7")
def test_the_seto_sea_is_an_area_like_any_other() -> None:
    match = board({"shikoku": {"tokugawa": {"ready": 3}}})
    match.act("movement")
    column(match, "tokugawa", "shikoku", armies=1)
    assert options_of(match) == to("seto_sea", "chuugoku", "bizen", "harima", "hokusetsu", "kii_ishiyama")


REBEL_AKECHI = {"akechi": "rebel"}
OUT = {"status": {"hashiba": "out"}, "dead": ["hashiba_hideyoshi"]}
ONE = {"ready": 1}


@clause("honganji", "7-5", "7.p1b")
@pytest.mark.parametrize(
    ("units", "passes", "entries"),
    [
        ({"oda": ONE}, True, {}),
        ({"shibata": ONE}, True, {}),
        ({"oda": ONE, "shibata": ONE, "hashiba": ONE}, True, {}),
        ({"oda": {"generals": ["oda_nobunaga"]}}, True, {}),
        ({"neutral": ONE}, False, {}),
        ({"uesugi": ONE}, False, {}),
        ({"akechi": ONE}, False, {"status": REBEL_AKECHI}),
        ({"hashiba": ONE}, False, OUT),
        ({"oda": ONE, "neutral": ONE}, False, {}),
        ({"shibata": ONE, "akechi": ONE}, False, {"status": REBEL_AKECHI}),
        ({"oda": ONE}, False, {"status": {"tokugawa": "rebel"}}),
        ({"shibata": ONE}, False, {"status": {"tokugawa": "rebel"}}),
        ({"uesugi": ONE}, False, {"status": {"tokugawa": "rebel"}}),
        ({"akechi": ONE}, False, {"status": {"tokugawa": "rebel", "akechi": "rebel"}}),
    ],
)
def test_h37_only_vassals_pass_and_only_oda_and_vassals_let_them(
    units: dict[str, Any], passes: bool, entries: dict[str, Any]
) -> None:
    """From Kai the way to Gifu leads through Shinano and nowhere else; to stop there is always possible."""
    match = from_kai(areas={"shinano": units}, **entries)
    allowed(match, "to shinano")
    if passes:
        match.act("to gifu")  # no dice: nobody fights on the way
        assert status(match, "tokugawa") == "vassal"
        assert armies(match, "gifu", "tokugawa") == (0, 1)
    else:
        refused(match, "to gifu", "7.p1b")


@clause("honganji", "7.p1b")
@pytest.mark.parametrize("clan", ["shibata", "oda", "mouri"])
def test_h37_every_other_clan_stops_a_greater_daimyo(clan: str) -> None:
    match = board({"kai": {"uesugi": {"ready": 3}}, "shinano": {clan: ONE}}, seat="hashiba")
    drive(match, "uesugi", "movement")
    column(match, "uesugi", "kai", armies=1)
    refused(match, "to gifu", "7.p1b")
    allowed(match, "to shinano", "to mikawa")


FIGHT = {
    "mikawa": {"tokugawa": {"ready": 4, "generals": ["tokugawa_ieyasu", "honda_tadakatsu"]}},
    "gifu": {"neutral": {"ready": 5}},
}


@clause("honganji", "7.Ex1", "7-5")
@pytest.mark.parametrize("clan", ["shibata", "oda"])
def test_stopping_among_vassals_or_oda_is_rebellion_and_combat(clan: str) -> None:
    """Honda and one army: the dice 3 and 4 are one hit."""
    areas = {"kai": {"tokugawa": {"ready": 2, "generals": ["honda_tadakatsu"]}}, "shinano": {clan: {"ready": 3}}}
    match = board(areas, dice=[3, 4])
    move(match, "tokugawa", "kai", "shinano", generals=["honda_tadakatsu"], armies=1)
    assert armies(match, "shinano", clan) == (2, 0)
    assert status(match, "tokugawa") == "rebel"
    assert status(match, "shibata") == "vassal"


@clause("honganji", "7.Ex2")
def test_houjou_must_fight_the_units_of_the_player_who_moves_them() -> None:
    """Shibata armies in Shinano stop the Houjou; Tsunashige (2) and two armies hit twice. Nobody rebels."""
    areas = {
        "kantou": {"houjou": {"ready": 3, "generals": ["houjou_tsunashige"]}},
        "shinano": {"shibata": {"ready": 3}},
    }
    match = board(areas, seat="shibata", dice=[2, 3, 1], options={"greater_lists": "any"})
    drive(match, "houjou", "movement")
    column(match, "houjou", "kantou", generals=["houjou_tsunashige"], armies=2)
    refused(match, "to gifu", "7.p1b")
    match.act("to shinano")
    assert armies(match, "shinano", "shibata") == (1, 0)
    assert stack(match, "shinano", "houjou") == {"ready": 0, "spent": 2, "generals": {"houjou_tsunashige": "spent"}}
    assert status(match, "shibata") == "vassal"


@clause("honganji", "7.Ex2")
def test_h24_the_same_player_decides_for_both_clans() -> None:
    """Akechi drives the Houjou on his own men: one hit each way, and it is he who picks the army lost."""
    areas = {
        "kantou": {"houjou": {"ready": 2, "generals": ["houjou_tsunashige"]}},
        "kai": {"akechi": {"ready": 2, "spent": 1, "generals": ["hosokawa_tadaoki"]}},
    }
    match = board(areas, seat="akechi", dice=[2, 5, 6, 6, 6, 2])
    drive(match, "houjou", "movement")
    column(match, "houjou", "kantou", generals=["houjou_tsunashige"], armies=1)
    match.act("to kai")
    assert turn_of(match) == ("losses", "akechi")
    match.act("lose 0")
    assert armies(match, "kai", "akechi") == (2, 0)
    assert stack(match, "kai", "houjou") == {"ready": 0, "spent": 0, "generals": {"houjou_tsunashige": "spent"}}


@clause("honganji", "7-3", "7.p3")
@pytest.mark.parametrize("target", ["uesugi", "akechi", "neutral"])
def test_h41_a_march_is_one_combat_against_one_clan_of_choice(target: str) -> None:
    """A rebel among Uesugi, another rebel and Neutral armies: three dice, three hits, one of them the victim."""
    areas = {
        "mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu", "honda_tadakatsu"]}},
        "gifu": {"tokugawa": ONE, "uesugi": {"ready": 4}, "akechi": {"ready": 4}, "neutral": {"ready": 4}},
    }
    match = board(areas, dice=[3, 3, 3], status={"tokugawa": "rebel", "akechi": "rebel"})
    move(match, "tokugawa", "mikawa", "gifu", generals=["honda_tadakatsu"], armies=1)
    assert turn_of(match) == ("target", "tokugawa")
    assert options_of(match) == {"target uesugi", "target akechi", "target neutral"}
    match.act(f"target {target}")
    left = {clan: armies(match, "gifu", clan) for clan in ("uesugi", "akechi", "neutral")}
    assert left == dict.fromkeys(left, (4, 0)) | {target: (1, 0)}
    pay(match)
    assert turn_of(match) == ("action", "tokugawa")
    assert armies(match, "gifu", "tokugawa") == (0, 2)  # the army that was there has fought as well


@clause("honganji", "7-3", "7.p3")
def test_h41_a_rebel_fights_even_a_greater_daimyo_alone() -> None:
    match = board({**FIGHT, "gifu": {"uesugi": {"ready": 3}}}, dice=[3, 6], status={"tokugawa": "rebel"})
    move(match, "tokugawa", "mikawa", "gifu", generals=["honda_tadakatsu"], armies=1)
    assert armies(match, "gifu", "uesugi") == (2, 0)


@clause("honganji", "7-4", "7.p1b")
def test_a_card_carries_a_march_further_but_not_past_others() -> None:
    """Great return march: Miyako Azuchi is three areas from Kai, Tanba four, Harima five; but others still stop it."""
    refused(from_kai(), "to miyako_azuchi", "7")
    far = board({"kai": {"tokugawa": {"ready": 3}}}, cards=["forced_march_1", "charge_1"])
    far.act("event forced_march_1")
    column(far, "tokugawa", "kai", armies=1)
    allowed(far, "to gifu", "to miyako_azuchi", "to tanba")
    refused(far, "to harima")
    around = ("shinano", "toutoumi_suruga", "kantou")
    areas = {"kai": {"tokugawa": {"ready": 3}}, **{area: {"neutral": ONE} for area in around}}
    shut = board(areas, cards=["forced_march_1", "charge_1"])
    shut.act("event forced_march_1")
    column(shut, "tokugawa", "kai", armies=1)
    assert options_of(shut) == to(*around)
