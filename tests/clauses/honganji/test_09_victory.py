"""Chapter 9: the three ends of the game, the victory points and the tiebreakers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import (
    EXTRA_CARDS,
    SPARE,
    ended,
    go,
    goes_on,
    kinds,
    lay,
    move,
    seen,
    table,
    told,
)
from tests.clauses.honganji.table import SEATS, acts, compose, controller, points, status
from tests.support import clause

LAND = ["hida", "shinano", "kai", "tango", "tajima", "yamato", "shikoku", "seto_sea", "owari_ise", "gifu"]


def holding(**more: int) -> dict[str, Any]:
    """So many areas more for each of the players, an army in each; the capital is not among them."""
    owners = [seat for seat in SEATS for _ in range(more.get(seat, 0))]
    return {area: {"controller": seat, seat: {"ready": 1}} for area, seat in zip(LAND, owners, strict=False)}


def capital(seat: str) -> dict[str, Any]:
    return {"miyako_azuchi": {"controller": seat, seat: {"ready": 1}}}


def final(areas: dict[str, Any] | None = None, **entries: Any) -> Playing:
    """The end phase of turn six: the game ends by itself. Nobunaga is dead unless the killer is None."""
    return lay(areas, **{"turn": 6, "phase": "end", "killer": "uesugi", **entries})


def struck(*dice: int, out: tuple[str, ...] = (), **entries: Any) -> Playing:
    """Mitsuhide and an army attack Hideyoshi, who is alone and holds nothing else."""
    areas = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", "charge_1", areas, *dice, out=out, **entries)
    move(match, "akechi", "tanba", "harima", "akechi_mitsuhide", armies=1)
    return match


# 9-1: how the game ends


@clause("honganji", "9-1", "9-1(1)")
def test_9_1_1_the_last_player_wins_at_once() -> None:
    match = struck(*[1, 6], 6, 1, out=("shibata", "tokugawa"))
    ended(match, "akechi", "last_player", "9-1(1)")
    assert (status(match, "hashiba"), seen(match, "turn")) == ("out", 1)
    assert seen(match, "hand_sizes")["akechi"] == 2  # in the middle of his action turn, before he paid (H-49)


@pytest.mark.parametrize("out", [(), ("shibata",), ("tokugawa",)])
@clause("honganji", "9-1(1)")
def test_9_1_1_two_players_who_are_left_go_on(out: tuple[str, ...]) -> None:
    match = struck(*[1, 6], 6, 1, out=out)
    assert status(match, "hashiba") == "out"
    goes_on(match)


@clause("honganji", "9-1(1)")
def test_9_1_1_a_leader_who_is_missed_ends_nothing() -> None:
    match = struck(*[6, 6], 6, out=("shibata", "tokugawa"))
    assert status(match, "hashiba") == "vassal"
    goes_on(match)


def deserted(areas: dict[str, Any], **entries: Any) -> Playing:
    """Akechi's Desertion takes the one Uesugi army on the map."""
    match = table("akechi", "desertion_1", areas, **entries)
    acts(match, "event desertion_1", "desert uesugi echigo")
    return match


@clause("honganji", "9-1", "9-1(2)")
def test_9_1_2_the_best_vassal_wins_when_the_greater_daimyos_are_gone() -> None:
    """Tokugawa has the most points, but rebels; Akechi has done it, but Shibata has more."""
    match = deserted(holding(shibata=1, tokugawa=3), status={"tokugawa": "rebel"})
    ended(match, "shibata", "best_vassal", "9-1(2)")
    assert tuple(match.result.points) == (1, 2, 4, 1)
    assert seen(match, "turn") == 1


@pytest.mark.parametrize(
    "left",
    [
        {"kantou": {"houjou": {"ready": 1}}},
        {"bizen": {"mouri": {"generals": ["shimizu_muneharu"]}}},
        {"kii_ishiyama": {"honganji": {"spent": 1}}},
        {"echigo": {"uesugi": {"ready": 1, "generals": ["naoe_kanetsugu"]}}},
    ],
)
@clause("honganji", "9-1(2)")
def test_9_1_2_one_unit_of_a_greater_daimyo_is_enough_to_go_on(left: dict[str, Any]) -> None:
    goes_on(deserted(left))


@clause("honganji", "9-1(2)")
def test_9_1_2_the_fall_of_the_greater_daimyos_decides_nothing_after_nobunagas_death() -> None:
    match = deserted({}, killer="uesugi")
    goes_on(match)
    assert "oda_nobunaga" in seen(match, "dead")


@clause("honganji", "9-1(2)")
def test_9_1_2_the_greater_daimyos_may_fall_by_combat() -> None:
    """Mitsuhide beats the last Uesugi army, which stands in Tango; the area is not his before the turn is over."""
    areas = holding(hashiba=1) | {
        "tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}},
        "tango": {"uesugi": {"ready": 1}},
        "echigo": {},
    }
    match = table("akechi", "charge_1", areas, 3, 6)
    move(match, "akechi", "tanba", "tango", "akechi_mitsuhide", armies=1)
    ended(match, "hashiba", "best_vassal", "9-1(2)")


@clause("honganji", "9-1", "9-1(3)")
def test_9_1_3_everybody_loses_while_nobunaga_lives() -> None:
    match = final(holding(shibata=5), killer=None)
    ended(match, None, "nobunaga_lives", "9-1(3)")


@clause("honganji", "9-1", "9-1(3)")
def test_9_1_3_most_points_win_after_his_death() -> None:
    match = final(holding(akechi=1, shibata=2, tokugawa=4, hashiba=3))
    ended(match, "tokugawa", "most_points", "9-1(3)")
    assert tuple(match.result.points) == (2, 3, 5, 4)


@pytest.mark.parametrize(("turn", "die", "over"), [(4, 2, True), (4, 3, False), (5, 4, True), (5, 5, False)])
@clause("honganji", "9-1(3)")
def test_9_1_3_the_winner_is_sought_after_the_end_check(turn: int, die: int, over: bool) -> None:
    match = final(holding(hashiba=2), turn=turn, dice=[die, *EXTRA_CARDS])
    if over:
        ended(match, "hashiba", "most_points", "9-1(3)")
    else:
        goes_on(match)
        assert seen(match, "turn") == turn + 1


@clause("honganji", "9-1(3)")
def test_9_1_3_nothing_is_decided_before_turn_four() -> None:
    match = final(holding(hashiba=2), turn=3, dice=EXTRA_CARDS)
    goes_on(match)
    assert seen(match, "turn") == 4


# 9-2: victory points


@clause("honganji", "9-2", "9-2(2)")
def test_9_2_2_each_area_is_one_point() -> None:
    match = lay(holding(akechi=1, shibata=3))
    assert [points(match, seat) for seat in SEATS] == [2, 4, 1, 1]


@clause("honganji", "9-2(2)", "1-1-1")
def test_9_2_2_the_seto_sea_is_one_point_too() -> None:
    match = lay({"seto_sea": {"controller": "hashiba", "hashiba": {"ready": 1}}})
    assert points(match, "hashiba") == 2


@clause("honganji", "9-2(2)")
def test_9_2_2_units_without_control_score_nothing() -> None:
    match = lay({"hida": {"controller": "neutral", "shibata": {"ready": 5}, "neutral": {"ready": 1}}})
    assert points(match, "shibata") == 1


@clause("honganji", "9-2(2)")
def test_9_2_2_at_the_start_everybody_has_one_area() -> None:
    match = compose(hands={"akechi": ["charge_1"]})
    assert [points(match, seat) for seat in SEATS] == [1, 1, 1, 1]


@clause("honganji", "9-2", "9-2(1)")
def test_9_2_1_the_capital_is_two_points() -> None:
    match = lay(capital("tokugawa"), killer="uesugi")
    assert [points(match, seat) for seat in SEATS] == [1, 1, 3, 1]


NOBUNAGA_FALLS = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}


@clause("honganji", "9-2", "9-2(3)")
def test_9_2_3_defeating_nobunaga_is_a_point() -> None:
    """One hit: he is a defending general and dies without a check."""
    match = table("akechi", "charge_1", NOBUNAGA_FALLS, *[3, 6], 6)
    assert points(match, "akechi") == 1
    move(match, "akechi", "tanba", "miyako_azuchi", "akechi_mitsuhide", armies=1)
    assert seen(match, "nobunaga_killer") == "akechi"
    assert points(match, "akechi") == 2
    acts(match, "end")
    assert controller(match, "miyako_azuchi") == "akechi"
    assert [points(match, seat) for seat in SEATS] == [4, 1, 1, 1]


@clause("honganji", "9-2(3)")
def test_9_2_3_another_oda_general_is_no_point() -> None:
    areas = NOBUNAGA_FALLS | {"hokusetsu": {"oda": {"generals": ["araki_murashige"]}}}
    match = table("akechi", "charge_1", areas, *[3, 6], 6, 1)
    move(match, "akechi", "tanba", "hokusetsu", "akechi_mitsuhide", armies=1)
    assert "araki_murashige" in seen(match, "dead")
    assert (points(match, "akechi"), seen(match, "nobunaga_killer")) == (1, "none")


@clause("honganji", "9-2(3)", "4-2")
def test_9_2_3_nobody_scores_when_a_greater_daimyo_defeats_nobunaga() -> None:
    """Akechi plays the card, but Honganji kills."""
    areas = {"kii_ishiyama": {"honganji": {"ready": 2, "generals": ["saika_magoichi"]}}}
    match = table("akechi", "surrounding_nobunaga_1", areas, *[3, 6], 6)
    acts(match, "event surrounding_nobunaga_1", "direct honganji", "movement")
    go(match, "honganji", "kii_ishiyama", "miyako_azuchi", "saika_magoichi", armies=1)
    assert "oda_nobunaga" in seen(match, "dead")
    assert [points(match, seat) for seat in SEATS] == [1, 1, 1, 1]


@pytest.mark.parametrize(("killer", "point"), [("hashiba", 1), ("akechi", 0), ("uesugi", 0)])
@clause("honganji", "9-2", "9-2(4)")
def test_9_2_4_knocking_out_nobunagas_killer_is_a_point(killer: str, point: int) -> None:
    match = struck(*[1, 6], 6, 1, killer=killer)
    assert status(match, "hashiba") == "out"
    assert seen(match, "revenge") == ("akechi" if point else "none")
    assert points(match, "akechi") == 1 + point + (killer == "akechi")


@clause("honganji", "9-2(4)", "4-2")
def test_9_2_4_nobody_scores_when_a_greater_daimyo_knocks_the_killer_out() -> None:
    areas = {"bizen": {"mouri": {"ready": 2, "generals": ["kikkawa_motoharu"]}}}
    match = table("shibata", "surrounding_nobunaga_1", areas, *[1, 6], 6, 1, killer="hashiba")
    assert points(match, "hashiba") == 2
    acts(match, "event surrounding_nobunaga_1", "direct mouri", "movement")
    go(match, "mouri", "bizen", "harima", "kikkawa_motoharu", armies=1)
    assert status(match, "hashiba") == "out"
    assert (seen(match, "revenge"), points(match, "shibata")) == ("none", 1)


@clause("honganji", "9-2", "9-2(4)", "9-2(5)")
def test_9_2_all_sources_add_up() -> None:
    """Capital two, home and two areas more three, revenge one, adviser one."""
    match = final(
        holding(tokugawa=2) | capital("tokugawa"),
        killer="akechi",
        out=["akechi"],
        killed_by={"akechi": "tokugawa"},
        revenge="tokugawa",
        adviser="tokugawa",
    )
    ended(match, "tokugawa", "most_points", "9-1(3)")
    assert tuple(match.result.points) == (0, 1, 7, 1)


@pytest.mark.parametrize(("killer", "akechi"), [("akechi", 3), ("uesugi", 2)])
@clause("honganji", "9-2(3)", "9-2(5)")
def test_9_2_3_and_9_2_5_count_at_the_end(killer: str, akechi: int) -> None:
    match = final(holding(akechi=1, shibata=3), killer=killer, adviser="shibata")
    assert tuple(match.result.points) == (akechi, 5, 1, 1)


# 9-3: ties


@clause("honganji", "9-3", "9-3.Ex", "9-3(1)")
def test_9_3_a_tie_is_broken_as_in_the_example() -> None:
    """Akechi removed Nobunaga, Shibata holds the capital, three points each: Akechi wins."""
    match = final(holding(akechi=1) | capital("shibata"), killer="akechi")
    assert tuple(match.result.points) == (3, 3, 1, 1)
    assert match.result.winner == "akechi"


@clause("honganji", "9-3", "9-3(1)")
def test_9_3_1_revenge_counts_as_well_and_goes_before_the_adviser() -> None:
    """Four points each: Tokugawa with the revenge, Shibata as adviser, Hashiba in the capital."""
    areas = holding(tokugawa=2, shibata=2, hashiba=1) | capital("hashiba")
    entries: dict[str, Any] = {"killer": "akechi", "out": ["akechi"], "adviser": "shibata"}
    match = final(areas, revenge="tokugawa", killed_by={"akechi": "tokugawa"}, **entries)
    assert tuple(match.result.points) == (0, 4, 4, 4)
    assert match.result.winner == "tokugawa"
    assert tuple(match.result.winners) == ("tokugawa",)


@clause("honganji", "9-3", "9-3(2)")
def test_9_3_2_the_adviser_goes_before_the_capital() -> None:
    match = final(holding(hashiba=1) | capital("akechi"), adviser="hashiba")
    assert tuple(match.result.points) == (3, 1, 1, 3)
    assert match.result.winner == "hashiba"


@pytest.mark.parametrize("seat", SEATS)
@clause("honganji", "9-3", "9-3(3)")
def test_9_3_3_the_capital_decides_last(seat: str) -> None:
    others = [other for other in SEATS if other != seat][:2]
    match = final(holding(**dict.fromkeys(others, 2)) | capital(seat))
    assert sorted(match.result.points) == [1, 3, 3, 3]
    assert match.result.winner == seat


@clause("honganji", "9-3")
def test_9_3_only_the_tied_players_are_compared() -> None:
    """Akechi killed Nobunaga and Shibata holds the capital, but both have fewer points; the adviser decides."""
    match = final(holding(tokugawa=2, hashiba=3) | capital("shibata"), killer="akechi", adviser="tokugawa")
    assert tuple(match.result.points) == (2, 3, 4, 4)
    assert match.result.winner == "tokugawa"


@clause("honganji", "9-3", "9-1(2)")
def test_9_3_only_eligible_players_are_compared() -> None:
    """Two vassals and a rebel have two points each; the rebel, who holds nothing special, may not win."""
    match = deserted(holding(shibata=1, tokugawa=1, hashiba=1), status={"hashiba": "rebel"})
    assert tuple(match.result.points) == (1, 2, 2, 2)
    assert tuple(match.result.winners) == ("shibata", "tokugawa")


@clause("honganji", "9-2(3)")
def test_9_2_3_the_fall_of_nobunaga_is_told_once() -> None:
    areas = {"tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", "charge_1", areas, 1, 6)
    acts(match, "movement", "march akechi tanba", "take akechi_mitsuhide")
    assert kinds(match.act("to miyako_azuchi")).count("nobunaga_fell") == 1
    assert seen(match, "nobunaga_killer") == "akechi"
    acts(match, f"discard {SPARE}", "reinforcement")
    assert "nobunaga_fell" not in kinds(match.act(match.decision.texts[0]))
    assert seen(match, "nobunaga_killer") == "akechi"


@clause("honganji", "9-2(3)")
def test_9_2_3_nothing_is_told_where_nobody_is_known_to_have_killed_him() -> None:
    cards = {"akechi": ["charge_1", SPARE], "shibata": ["charge_2"]}
    match = lay({"miyako_azuchi": {"oda": {"ready": 1}}}, dead=["oda_nobunaga"], hands=cards)
    events = acts(match, "reinforcement", "reinforce akechi tanba")
    assert "placed" in kinds(events)
    assert "nobunaga_fell" not in kinds(events)
    assert seen(match, "nobunaga_killer") == "none"


@clause("honganji", "9-2(4)")
def test_9_2_4_a_greater_daimyo_takes_no_revenge() -> None:
    areas = {"hokusetsu": {"uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}}}
    match = table("hashiba", "surrounding_nobunaga_1", areas, 1, 6, 6, 1, killer="akechi")
    acts(match, "event surrounding_nobunaga_1", "direct uesugi", "movement", "march uesugi hokusetsu")
    acts(match, "take uesugi_kenshin", "with 1")
    events = match.act("to tanba")
    assert told(events, "knocked_out") == [["10-1"]]
    assert told(events, "revenge") == []
    assert seen(match, "revenge") == "none"


@pytest.mark.parametrize("killer", ["hashiba", "akechi"])
@clause("honganji", "9-2(4)", "10-1-1")
def test_9_2_4_an_avenger_who_falls_with_him_scores_nothing(killer: str) -> None:
    """Mitsuhide attacks Hideyoshi, one of whom killed Nobunaga; both die."""
    areas = {"tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", "charge_1", areas, 1, 1, 1, 1, killer=killer)
    acts(match, "movement", "march akechi tanba", "take akechi_mitsuhide")
    events = match.act("to harima")
    assert told(events, "knocked_out") == [["10-1"], ["10-1"]]
    assert told(events, "revenge") == []
    assert seen(match, "revenge") == "none"
    assert [points(match, seat) for seat in SEATS] == [0, 1, 1, 0]


@clause("honganji", "9-1(3)", "9-3", "10-1")
def test_9_1_3_players_who_are_out_do_not_share_a_victory_without_points() -> None:
    """Nobody has a point: the living share the victory, not the one who killed Nobunaga and is out."""
    areas = {
        "tanba": {"controller": "oda", "akechi": {"generals": ["akechi_mitsuhide"]}, "oda": {"ready": 1}},
        "echizen": {"controller": "oda", "shibata": {"generals": ["shibata_katsuie"]}, "oda": {"ready": 1}},
        "harima": {"controller": "oda", "hashiba": {"generals": ["hashiba_hideyoshi"]}, "oda": {"ready": 1}},
    }
    match = lay(areas, phase="end", turn=6, out=["tokugawa"], killer="tokugawa")
    assert tuple(match.result.points) == (0, 0, 0, 0)
    assert match.result.winners == ("akechi", "shibata", "hashiba")
    assert match.result.reason == "shared"
