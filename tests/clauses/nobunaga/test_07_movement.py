"""Chapter 7 where this book differs: powers, the sea, events.

The rest of the chapter is in tests/clauses/areas_and_cards.
"""

from __future__ import annotations

import pytest

from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, armies, board, column, generals, move, options_of, pay
from tests.clauses.nobunaga.table import acts, allowed, refused, stack
from tests.support import clause


@clause("nobunaga", "7")
def test_the_seto_sea_is_an_area_closed_to_oda() -> None:
    areas = {
        "north_settsu": {"controller": "oda", "oda": {"ready": 3}},
        "harima": {"controller": "miyoshi", "miyoshi": {"ready": 3}},
    }
    oda = board(areas, markers=NOBODY_NEUTRAL)
    oda.act("movement")
    column(oda, "oda", "north_settsu", armies=2)
    refused(oda, "to seto_sea", "11-8")
    refused(oda, "to awa_sanuki")
    allowed(oda, "to kii_ishiyama", "to tanba")
    miyoshi = board(areas, markers=NOBODY_NEUTRAL, to_act="anti_oda")
    miyoshi.act("movement")
    column(miyoshi, "miyoshi", "harima", armies=2)
    allowed(miyoshi, "to seto_sea", "to awa_sanuki")


@clause("nobunaga", "7.p1b")
def test_a_march_cannot_pass_the_only_way_that_is_held() -> None:
    """Awa Sanuki has the sea for its only neighbour."""
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}, "seto_sea": {"oda": {"ready": 1}}}
    match = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    match.act("movement")
    column(match, "miyoshi", "awa_sanuki", armies=2)
    refused(match, "to harima", "7.p1b")
    allowed(match, "to seto_sea")


@clause("nobunaga", "7.p1b")
def test_daimyos_of_the_own_power_let_a_march_pass() -> None:
    areas = {
        "toutoumi": {"tokugawa": {"ready": 4}},
        "mikawa": {"oda": {"ready": 1}},
        "south_shinano": {"azai": {"ready": 1}},
    }
    match = board(areas, markers=NOBODY_NEUTRAL)
    move(match, "tokugawa", "toutoumi", "mino", armies=2)
    pay(match)
    assert armies(match, "mino", "tokugawa") == (0, 2)
    assert armies(match, "mikawa", "oda") == (1, 0)


FIGHT = {
    "mino": {"oda": {"ready": 4, "generals": ["oda_nobunaga", "hashiba_hideyoshi"]}},
    "north_oumi": {"azai": {"ready": 5, "spent": 1}},
}


@clause("nobunaga", "7.p3")
def test_nobody_fights_his_own_power_or_in_an_empty_area() -> None:
    """No dice are given: a roll would be an error."""
    areas = {**FIGHT, "mikawa": {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]}}}
    for goal in ("mikawa", "owari"):
        match = board(areas)
        move(match, "oda", "mino", goal, generals=["oda_nobunaga"], armies=2)
        pay(match)
        assert armies(match, goal, "oda") == (0, 2)
        assert stack(match, "mikawa", "tokugawa") == {"ready": 1, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}


@clause("nobunaga", "7-1")
def test_only_daimyos_of_the_own_power_march() -> None:
    areas = {
        "mino": {"oda": {"ready": 2}},
        "mikawa": {"tokugawa": {"ready": 2}},
        "north_oumi": {"azai": {"ready": 2}},
        "kai": {"takeda": {"ready": 2}},
        "bizen": {"ukita": {"ready": 2}},
        "harima": {"neutral": {"ready": 2}},
    }
    oda = board(areas)
    oda.act("movement")
    assert options_of(oda) == {"march oda mino", "march tokugawa mikawa"}
    refused(oda, "march azai north_oumi", "7-1")
    refused(oda, "march ukita bizen", "7-1")
    refused(oda, "march neutral harima", "7-1")
    anti = board(areas, to_act="anti_oda")
    anti.act("movement")
    assert options_of(anti) == {"march azai north_oumi"}
    refused(anti, "march takeda kai", "7-1")
    joined = board(areas, to_act="anti_oda", markers={"takeda": 4, "tokugawa": 7})
    joined.act("movement")
    assert options_of(joined) == {"march azai north_oumi", "march takeda kai", "march tokugawa mikawa"}


@clause("nobunaga", "7-1")
def test_one_daimyo_marches_at_a_time() -> None:
    areas = {
        "mino": {
            "oda": {"ready": 3, "generals": ["niwa_nagahide"]},
            "tokugawa": {"ready": 3, "generals": ["tokugawa_ieyasu"]},
        }
    }
    match = board(areas)
    acts(match, "movement", "march oda mino")
    refused(match, "take tokugawa_ieyasu", "7-1")
    match.act("done")
    refused(match, "with 4", "7-1")
    acts(match, "with 3", "to owari")
    pay(match)
    assert stack(match, "mino", "tokugawa") == {"ready": 3, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}
    assert stack(match, "owari", "tokugawa") == {"ready": 0, "spent": 0, "generals": {}}
    assert armies(match, "owari", "oda") == (0, 3)


@clause("nobunaga", "7-2(2)")
@pytest.mark.parametrize(
    ("clan", "units", "box"),
    [("azai", {"ready": 1}, 1), ("azai", {"spent": 1}, 1), ("neutral", {"ready": 1}, 1), ("tokugawa", {"ready": 1}, 3)],
)
def test_units_of_another_power_hold_a_daimyo_in_place(clan: str, units: dict[str, int], box: int) -> None:
    """Enemies of either status, a Neutral army, and an ally that has become Neutral."""
    areas = {"mino": {"oda": {"ready": 4}, clan: units}, "owari": {"oda": {"ready": 4}}}
    match = board(areas, markers={"tokugawa": box})
    match.act("movement")
    refused(match, "march oda mino", "7-2(2)")
    allowed(match, "march oda owari")


@clause("nobunaga", "7-2(2)")
def test_units_of_the_own_power_hold_nobody() -> None:
    match = board({"mino": {"oda": {"ready": 4}, "tokugawa": {"ready": 4}}}, markers={"tokugawa": 2})
    match.act("movement")
    assert options_of(match) == {"march oda mino", "march tokugawa mino"}


@clause("nobunaga", "7-4")
def test_a_card_may_carry_a_march_further() -> None:
    """Murakami navy carries up to five areas by sea: South Oumi is four from Awa Sanuki, Mino five, Hida six."""
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}}
    plain = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    plain.act("movement")
    column(plain, "miyoshi", "awa_sanuki", armies=2)
    allowed(plain, "to yamashiro")
    refused(plain, "to south_oumi", "7")
    navy = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    navy.act("event murakami_navy")
    column(navy, "miyoshi", "awa_sanuki", armies=2)
    allowed(navy, "to yamashiro", "to south_oumi", "to mino")
    refused(navy, "to hida")


@clause("nobunaga", "7-4")
def test_two_marches_of_an_event_are_told_apart_within_their_own_action_turn() -> None:
    """Asakura marched from Echizen in the last action turn; that bars neither him nor the area now."""
    areas = {"echizen": {"asakura": {"ready": 4}}, "mino": {"oda": {"ready": 4}}}
    match = board(areas, anti_oda=["shogun_letter", "coordinated_offensive"], to_act="anti_oda")
    acts(match, "movement", "march asakura echizen", "with 1", "to kaga", "discard shogun_letter", "pass")
    acts(match, "event coordinated_offensive", "march asakura echizen", "with 1", "to kaga")
    assert armies(match, "kaga", "asakura") == (0, 2)
    match = board(areas)
    acts(match, "movement", "march oda mino", "with 1", "to owari", "discard gift_to_lesser_daimyo", "pass")
    acts(match, "event converging_attack", "march oda mino", "with 1", "to owari")
    assert armies(match, "owari", "oda") == (0, 2)


@clause("nobunaga", "7-4", "6-3")
def test_a_charge_may_begin_on_the_seto_sea() -> None:
    match = board({"seto_sea": {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}}}, oda=["charge_order_shibata"])
    acts(match, "event charge_order_shibata", "march oda seto_sea", "with 1", "to harima")
    assert generals(match, "harima", "oda") == {"shibata_katsuie": "spent"}
    assert generals(match, "seto_sea", "oda") == {}
