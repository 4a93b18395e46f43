"""Chapter 5: control of areas."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import SPARE, lay, table
from tests.clauses.honganji.table import (
    GREATER,
    HOME,
    SEATS,
    acts,
    allowed,
    armies_of,
    board,
    controller,
    fight,
    go,
    points,
    refused,
    stack,
    start,
    throw,
)
from tests.support import clause

CLANS = {*SEATS, *GREATER, "oda", "neutral"}
MITSUHIDE = {"ready": 1, "generals": ["akechi_mitsuhide"]}  # two units of value 3: dice 1 6 are one hit
KENSHIN = {"generals": ["uesugi_kenshin"]}


def score(match: Playing) -> dict[str, int]:
    return {seat: points(match, seat) for seat in SEATS}


@clause("honganji", "5")
def test_5_every_area_has_one_controlling_daimyo() -> None:
    """None is without a controller, not even after everything but two areas has been emptied."""
    match = start()
    assert {controller(match, area) for area in match.view("akechi")["areas"]} == CLANS
    match = board({"tanba": {"akechi": {"ready": 1}}})
    throw(match)
    holders = {area: controller(match, area) for area in match.view("akechi")["areas"]}
    assert holders == {**dict.fromkeys(holders, "neutral"), "tanba": "akechi", "echigo": "uesugi"}


@clause("honganji", "5")
@pytest.mark.parametrize("holder", ["akechi", "shibata", "oda", "uesugi", "neutral"])
@pytest.mark.parametrize(("area", "worth"), [("gifu", 1), ("seto_sea", 1), ("miyako_azuchi", 2)])
def test_5_control_and_not_presence_brings_points(holder: str, area: str, worth: int) -> None:
    units = {clan: {"ready": 1} for clan in ("akechi", "shibata", "oda", "uesugi", "neutral")}
    homes = {home: {seat: {"ready": 1}} for seat, home in HOME.items()}
    match = board({**homes, area: {"controller": holder, **units}})
    expected = dict.fromkeys(SEATS, 1)
    if holder in SEATS:
        expected[holder] += worth
    assert score(match) == expected


@clause("honganji", "5-1")
def test_5_1_the_daimyo_of_the_starting_units_controls_the_area() -> None:
    match = start()
    areas = match.view("akechi")["areas"]
    assert len(areas) == 24
    for area, entry in areas.items():
        assert set(entry["stacks"]) == {entry["controller"]}, area
    assert score(match) == dict.fromkeys(SEATS, 1)


@clause("honganji", "5-2")
def test_5_2_control_passes_at_the_end_of_the_action_turn() -> None:
    """Harima is empty: moving in is enough, but only when the whole action turn is over."""
    match = board({"tanba": {"akechi": {"ready": 3}}})
    go(match, "akechi", "tanba", "harima", armies=2)
    assert controller(match, "harima") == "hashiba"
    assert (points(match, "akechi"), points(match, "hashiba")) == (1, 1)
    acts(match, "reinforcement")
    allowed(match, "reinforce akechi tanba")
    refused(match, "reinforce akechi harima", "6-3-1")
    acts(match, "reinforce akechi tanba")
    assert controller(match, "harima") == "hashiba"
    acts(match, "discard desertion_1", "end")
    assert controller(match, "harima") == "akechi"
    assert controller(match, "tanba") == "akechi"
    assert (points(match, "akechi"), points(match, "hashiba")) == (2, 0)


@clause("honganji", "5-2")
@pytest.mark.parametrize(
    "garrison", [{"spent": 1}, {"spent_generals": ["hashiba_hidenaga"]}, {"generals": ["himeji_castle"]}]
)
def test_5_2_a_controller_with_any_unit_there_keeps_the_area(garrison: dict[str, Any]) -> None:
    match = board({"harima": {"akechi": {"ready": 2}, "hashiba": garrison}}, dice=[6])
    fight(match, "akechi", "harima")
    acts(match, "stop", "end")
    assert match.decision.who == "shibata"
    assert controller(match, "harima") == "hashiba"


@clause("honganji", "5-2")
def test_5_2_when_the_last_unit_of_the_controller_is_gone_the_victor_holds_the_area() -> None:
    match = board({"harima": {"akechi": MITSUHIDE, "hashiba": {"ready": 1}}}, dice=[1, 6])
    fight(match, "akechi", "harima")
    assert armies_of(match, "harima", "hashiba") == 0
    assert controller(match, "harima") == "hashiba"
    acts(match, "end")
    assert controller(match, "harima") == "akechi"


@clause("honganji", "5-2")
def test_5_2_control_passes_at_the_end_of_any_players_action_turn() -> None:
    """Akechi stands alone in Hashiba's area; it is Tokugawa who ends an action turn, in which he only throws."""
    match = board({"harima": {"akechi": {"spent": 1}}}, "tokugawa")
    assert controller(match, "harima") == "hashiba"
    throw(match)
    assert controller(match, "harima") == "akechi"


@clause("honganji", "5-2")
@pytest.mark.parametrize("clan", ["oda", "neutral", "uesugi", "shibata"])
def test_5_2_any_clan_that_is_left_alone_gains_control(clan: str) -> None:
    match = board({"harima": {clan: {"ready": 1}}})
    throw(match)
    assert controller(match, "harima") == clan


@clause("honganji", "5-2.p2")
@pytest.mark.parametrize(("area", "former"), [("tajima", "neutral"), ("harima", "hashiba")])
def test_5_2_p2_among_several_the_clan_that_just_attacked_gains_control(area: str, former: str) -> None:
    """Shibata and Mouri stand there as well; nobody is asked."""
    units = {"akechi": MITSUHIDE, former: {"ready": 1}, "shibata": {"ready": 3}, "mouri": {"ready": 3}}
    match = board({area: units}, dice=[1, 6])
    fight(match, "akechi", area, f"target {former}")
    acts(match, "stop", "end")
    assert (match.decision.who, match.decision.name) == ("shibata", "action")
    assert controller(match, area) == "akechi"


@clause("honganji", "5-2.p2")
def test_5_2_p2_a_movement_with_combat_counts_as_well() -> None:
    areas = {
        "tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}},
        "tajima": {"neutral": {"ready": 1}, "mouri": {"ready": 1}},
    }
    match = board(areas, dice=[1])
    go(match, "akechi", "tanba", "tajima", generals=["akechi_mitsuhide"])
    acts(match, "target neutral", "discard charge_1", "end")
    assert match.decision.who == "shibata"
    assert controller(match, "tajima") == "akechi"


def two_attackers(match: Playing, who: str) -> None:
    """One attack on the two Neutral armies in Tajima: by Akechi's own clan, or by Uesugi for a card."""
    if who == "akechi":
        fight(match, "akechi", "tajima", "target neutral")
    else:
        acts(match, "event surrounding_nobunaga_1", "direct uesugi", "combat", "attack uesugi tajima", "target neutral")
    if match.decision.name == "additional":
        match.act("stop")


@clause("honganji", "5-2.p2")
@pytest.mark.parametrize(("first", "second"), [("akechi", "uesugi"), ("uesugi", "akechi")])
def test_5_2_p2_the_most_recent_attacker_comes_before_an_earlier_one(first: str, second: str) -> None:
    """Each takes one army: the second attack takes the last."""
    units = {"akechi": {"generals": ["akechi_mitsuhide"]}, "uesugi": KENSHIN, "neutral": {"ready": 2}}
    match = board({"tajima": units}, dice=[1, 1])
    two_attackers(match, first)
    two_attackers(match, second)
    assert armies_of(match, "tajima", "neutral") == 0
    acts(match, "end")
    assert match.decision.name == "action"
    assert controller(match, "tajima") == second


@clause("honganji", "5-2.p2")
def test_5_2_p2_with_the_attacker_gone_the_clan_attacked_gains_control() -> None:
    """Akechi's army is lost against Katsuie; Mouri only looked on, so Shibata has the area without a question."""
    units = {
        "akechi": {"ready": 1},
        "shibata": {"generals": ["shibata_katsuie"]},
        "mouri": {"ready": 4},
    }
    match = board({"harima": units}, dice=[1])
    fight(match, "akechi", "harima", "target shibata")
    assert armies_of(match, "harima", "akechi") == 0
    acts(match, "end")
    assert (match.decision.who, match.decision.name) == ("shibata", "action")
    assert controller(match, "harima") == "shibata"


@clause("honganji", "5-2.p2")
@pytest.mark.parametrize("heir", ["shibata", "mouri", "neutral"])
def test_5_2_p2_without_a_combat_the_acting_player_chooses(heir: str) -> None:
    """Tokugawa has no unit there himself, and his fight in Kai has no bearing on Harima."""
    areas = {
        "harima": {"shibata": {"ready": 1}, "mouri": {"ready": 3}, "neutral": {"ready": 1}},
        "kai": {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]}, "mouri": {"ready": 1}},
    }
    match = board(areas, "tokugawa", dice=[1, 6])
    fight(match, "tokugawa", "kai")
    acts(match, "end")
    assert (match.decision.who, match.decision.name) == ("tokugawa", "control")
    assert set(match.decision.texts) == {f"control harima {clan}" for clan in ("shibata", "mouri", "neutral")}
    refused(match, "control harima hashiba")
    refused(match, "control harima tokugawa")
    acts(match, f"control harima {heir}")
    assert controller(match, "harima") == heir
    assert controller(match, "kai") == "tokugawa"
    assert (match.decision.who, match.decision.name) == ("hashiba", "action")


@clause("honganji", "5-2.p2")
def test_5_2_p2_nobody_chooses_while_the_controller_is_there() -> None:
    units = {clan: {"ready": 1} for clan in ("hashiba", "shibata", "mouri", "neutral")}
    match = board({"harima": units}, "tokugawa")
    throw(match)
    assert match.decision.name == "action"
    assert controller(match, "harima") == "hashiba"


@clause("honganji", "5-3")
@pytest.mark.parametrize(("units", "holder", "worth"), [({}, "neutral", 0), ({"shibata": {"spent": 1}}, "shibata", 1)])
def test_5_3_an_area_without_units_is_neutral(units: dict[str, Any], holder: str, worth: int) -> None:
    match = board({"echizen": units})
    throw(match)
    assert controller(match, "echizen") == holder
    assert points(match, "shibata") == worth


@clause("honganji", "5-3")
def test_5_3_an_area_emptied_in_the_action_turn_is_neutral_and_may_be_taken_again() -> None:
    """Shibata's only army deserts; later Shibata comes back from Tango."""
    areas = {
        "tanba": {"akechi": {"generals": ["akechi_mitsuhide"]}},
        "echizen": {"shibata": {"ready": 1}},
        "tango": {"controller": "shibata", "shibata": {"ready": 3}},
    }
    match = board(areas)
    acts(match, "event desertion_1", "desert shibata echizen")
    assert stack(match, "echizen", "shibata") == {"ready": 0, "spent": 0, "generals": {}}
    acts(match, "end")
    assert controller(match, "echizen") == "neutral"
    assert points(match, "shibata") == 1
    assert match.decision.who == "shibata"
    go(match, "shibata", "tango", "echizen", armies=2)
    acts(match, "end")
    assert controller(match, "echizen") == "shibata"
    assert points(match, "shibata") == 2


@clause("honganji", "5-2.p2")
def test_5_2_p2_only_combats_of_this_action_turn_count() -> None:
    """Akechi and Mouri share Tango, which Neutral armies rule; Akechi attacked there, but in his own turn.

    Then Shibata's desertion takes the Neutral army away: he chooses freely.
    """
    here = {"controller": "neutral", "akechi": {"ready": 2}, "mouri": {"ready": 1}, "neutral": {"ready": 1}}
    takigawa = {"shibata": {"generals": ["shibata_katsuie", "takigawa_kazumasu"]}}
    cards = {"akechi": ["charge_1"], "shibata": ["desertion_1", SPARE], "tokugawa": ["desertion_2"]}
    match = lay({"tango": here, "echizen": takigawa}, hands=cards, to_act="akechi")
    acts(match, "combat", "attack akechi tango", "target mouri", "discard charge_1")
    assert controller(match, "tango") == "neutral"
    assert match.decision.who == "shibata"
    acts(match, "event desertion_1", "desert neutral tango", "end")
    assert (match.decision.name, match.decision.who) == ("control", "shibata")
    assert set(match.decision.texts) == {"control tango akechi", "control tango mouri"}


@clause("honganji", "5-2.p2")
def test_5_2_p2_a_player_who_is_in_chooses() -> None:
    areas = {"hida": {"controller": "neutral", "mouri": {"ready": 2}, "honganji": {"ready": 1}}}
    match = table("akechi", "surprise_attack_1", areas)
    acts(match, "throw", f"discard {SPARE}", "done")
    assert (match.decision.who, match.decision.name) == ("akechi", "control")
    allowed(match, "control hida mouri", "control hida honganji")
