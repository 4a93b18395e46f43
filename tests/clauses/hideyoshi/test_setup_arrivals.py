"""35.5: the Shibata of turn 5, and the men whom the Akechi raise at Azuchi."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import force, of_kind, unit
from tests.clauses.hideyoshi.table import TENNOZAN, compose, pass_until_turn, start_match, units_in
from tests.clauses.hideyoshi.tennozan_table import RECRUITS, SHIBATA
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

# --- 35.5: reinforcements -------------------------------------------------------------------------------------------


def start_turn(units: dict[str, Any], turn: int, **entries: Any) -> Any:
    """Start the Random Events of a turn with the Shibata and the recruits still to come."""
    return compose(
        {**dict.fromkeys(SHIBATA, "off"), "akechi_mitsuhide": "3719", **units},
        scenario=TENNOZAN, turn=turn, stage=0, state={"nobusumi": 1}, **entries,
    )  # fmt: skip


@clause("hideyoshi", "35.5-H")
def test_the_shibata_wait_until_turn_5() -> None:
    match = start_turn({}, 4)
    assert match.decision.name != "appear"
    pass_until_turn(match, 5)
    assert match.view(None)["turn"] == 5
    assert (match.decision.name, match.decision.who) == ("appear", "hashiba")


@clause("hideyoshi", "35.5-H")
def test_the_shibata_appear_at_kitanosho() -> None:
    """All twelve, garrisoned or not and organised as their player likes (Y-62); they act in that turn."""
    match = start_turn({}, 5)
    assert units_in(match.view(None), "4301") == set(SHIBATA)
    assert {event["hex"] for event in of_kind(match.events, "appeared")} == {"4301"}
    assert unit(match, "shibata_katsuie")["inside"] is True
    acts(match, "lead yasui_iekiyo sakuma_morimasa", "field shibata_katsuie", "done")
    assert not unit(match, "shibata_katsuie").get("inside")
    assert unit(match, "yasui_iekiyo")["leader"] == "sakuma_morimasa"
    assert match.view(None)["turn"] == 5
    if match.decision.who == "anti_hashiba":
        match.act("end")
    allowed(match, "act shibata_katsuie")


@clause("hideyoshi", "35.5-H")
def test_the_shibata_wait_while_an_enemy_stands_there() -> None:
    match = start_turn({"saito_toshimitsu": "4301"}, 5)
    pass_until_turn(match, 6)
    assert not units_in(match.view(None), "4301") & set(SHIBATA)
    assert not of_kind(match.events, "appeared")


def replenish_azuchi(
    die: int,
    *led: str,
    commander: str = "4217",
    mitsuhide: str = "3521",
    options: dict[str, Any] | None = None,
) -> Any:
    """Begin to replenish with Hidemitsu, who has lost a step; Azuchi is an Akechi castle held by Fujita."""
    match = compose(
        {
            **force(commander, "akechi_hidemitsu", *led, steps=1),
            "akechi_mitsuhide": mitsuhide,
            "fujita_yukimasa": {"hex": "4217", "inside": True},
            **dict.fromkeys(RECRUITS, "off"),
        },
        scenario=TENNOZAN,
        turn=2,
        phase="anti_hashiba",
        castles={"azuchi": {"owner": "akechi", "durability": 10}},
        dice=[die],
        options=options,
    )
    return begin_replenishing(match, "akechi_hidemitsu")


def raise_recruits(match: Match) -> set[str]:
    """Raise recruits with the given die and return those who come."""
    match.act("recruits")
    while match.decision is not None and match.decision.name == "enlist":
        match.act(match.decision.texts[0])
    return units_in(match.view(None), "4217") & set(RECRUITS)


@clause("hideyoshi", "35.5-A")
@pytest.mark.parametrize(("die", "count"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_akechi_reinforcements_by_the_result(die: int, count: int) -> None:
    """Y-30: as many as the die brings in the Akechi's own castle, at full strength, instead of steps."""
    match = replenish_azuchi(die)
    came = raise_recruits(match)
    assert len(came) == count
    assert all(unit(match, name)["steps"] == 2 for name in came)
    assert unit(match, "akechi_hidemitsu")["steps"] == 1


@clause("hideyoshi", "35.5-A")
def test_akechi_reinforcements_need_no_step_lost() -> None:
    """Y-30: the commander may raise them with his units at full strength and nothing else to organise."""
    units = {"akechi_hidemitsu": "4217", "akechi_mitsuhide": "3521", **dict.fromkeys(RECRUITS, "off")}
    castles = {"azuchi": {"owner": "akechi", "durability": 10}}
    match = compose(units, scenario=TENNOZAN, turn=2, phase="anti_hashiba", castles=castles, dice=[6])
    assert len(raise_recruits(begin_replenishing(match, "akechi_hidemitsu"))) == 2


@clause("hideyoshi", "35.5-A")
def test_akechi_reinforcements_all_at_once_by_option() -> None:
    assert raise_recruits(replenish_azuchi(3, options={"akechi_reinforcements": "all at once"})) == set(RECRUITS)


@clause("hideyoshi", "35.5-A")
def test_akechi_reinforcements_need_kyoto_and_azuchi() -> None:
    """Mitsuhide must be in Kyoto, and the commander himself at Azuchi."""
    allowed(replenish_azuchi(6), "recruits")
    for match in (replenish_azuchi(6, mitsuhide="3719"), replenish_azuchi(6, commander="3719")):
        allowed(match, "troops")
        refused(match, "recruits", "35.5-A")


@clause("hideyoshi", "35.5-H")
def test_the_shibata_of_the_whole_game_come_under_their_commanders() -> None:
    match = start_match(TENNOZAN, {"turn": 5, "stage": 0, "state": {"nobusumi": 1}})
    assert units_in(match.view(None), "4301") == set(SHIBATA)
    assert unit(match, "menju_katsuteru")["leader"] in SHIBATA


@clause("hideyoshi", "35.5-H")
def test_the_shibata_wait_while_kitanosho_is_lost() -> None:
    match = start_turn({}, 5, castles={"kitanosho": {"owner": "akechi"}})
    pass_until_turn(match, 6)
    assert not of_kind(match.events, "appeared")
    assert unit(match, "shibata_katsuie") == "off"


@clause("hideyoshi", "35.5-A")
def test_recruits_join_the_commander_or_stand_beside_him() -> None:
    """Y-30: Hidemitsu leads 7; who finds no room is a force of his own and has acted."""
    match = replenish_azuchi(6)
    assert {unit(match, name).get("leader") for name in raise_recruits(match)} == {"akechi_hidemitsu"}
    men = ["suwa_morinao", "ise_sadaoki", "mimaki_kaneaki", "mizoo_shigetomo", "matsuda_masachika", "namikawa_yasuie"]
    match = replenish_azuchi(6, *men)
    came = [unit(match, name) for name in raise_recruits(match)]
    assert sorted(entry.get("leader", "") for entry in came) == ["", "akechi_hidemitsu"]
    assert [entry["acted"] for entry in came if "leader" not in entry] == [True]
