"""Rulings without an option, by their numbers: cards, petitions, ends of the game, castles (H-50 to H-71)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import (
    DECK,
    EXTRA_CARDS,
    OTHER,
    SPARE,
    cards_in_game,
    ended,
    finish,
    go,
    goes_on,
    lay,
    move,
    over,
    seen,
    sizes,
    table,
)
from tests.clauses.honganji.table import SEATS, acts, allowed, compose, hand, points, refused, stack, status
from tests.support import clause

TANBA = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}
CUNNING = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}}}
STRIKE = "surrounding_nobunaga_1"


def held(**owners: list[str]) -> dict[str, Any]:
    """Areas held by one army each."""
    return {area: {"controller": seat, seat: {"ready": 1}} for seat, areas in owners.items() for area in areas}


# H-50: cunning


@clause("honganji", "6-2.p2", "1-2-1(3)")
def test_h50_cunning_is_the_sum_of_the_stars_on_the_map() -> None:
    match = compose(hands={"akechi": [SPARE]})
    assert seen(match, "cunning") == {"akechi": 2, "shibata": 1, "tokugawa": 2, "hashiba": 3}
    areas: dict[str, Any] = {
        "tanba": {"akechi": {"spent_generals": ["akechi_mitsuhide"]}},
        "hida": {"akechi": {"spent_generals": ["hosokawa_fujitaka"]}},  # spent, and far away
        "harima": {
            "hashiba": {"generals": ["hashiba_hideyoshi"]},
            "neutral": {"generals": ["kuroda_kanbee"]},
        },  # turned
        "mikawa": {"tokugawa": {"generals": ["tokugawa_ieyasu", "honda_tadakatsu"]}},
    }
    match = table("akechi", "slander_1", areas, dead=["honda_masanobu"])
    assert seen(match, "cunning") == {"akechi": 2, "shibata": 0, "tokugawa": 1, "hashiba": 1}
    allowed(match, "event slander_1")


@pytest.mark.parametrize("seat", ["shibata", "tokugawa", "hashiba"])
@clause("honganji", "6-2.p2")
def test_h50_other_clans_do_not_lend_cunning(seat: str) -> None:
    areas = CUNNING | {"yamato": {"oda": {"generals": ["matsunaga_hisahide"]}}}
    refused(table(seat, "slander_1", areas), "event slander_1", "6-2.p2")


# H-51, H-52: cards


@clause("honganji", "4-2", "6-2")
def test_h51_a_directed_daimyo_does_one_thing() -> None:
    areas: dict[str, Any] = {
        "echigo": {"uesugi": {"ready": 3}},
        "shinano": {"uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}, "neutral": {"ready": 1}},
    }
    for text, then in [("reinforcement", "reinforce"), ("movement", "march"), ("combat", "attack")]:
        match = table("akechi", STRIKE, areas)
        acts(match, f"event {STRIKE}", "direct uesugi")
        assert set(match.decision.texts) == {"reinforcement", "movement", "combat"}
        acts(match, text)
        assert match.decision.name == then
    match = table("akechi", STRIKE, areas, 6, 6, 6)
    acts(match, f"event {STRIKE}", "direct uesugi", "combat", "attack uesugi shinano", "stop")
    over(match, "akechi", STRIKE)
    assert stack(match, "echigo", "uesugi") == {"ready": 3, "spent": 0, "generals": {}}


@clause("honganji", "6-9")
def test_h52_everybody_sees_the_discards() -> None:
    match = table("akechi", STRIKE, discards=["charge_1", "charge_2"])
    for seat in SEATS:
        assert sorted(match.view(seat)["discards"]["common"]) == ["charge_1", "charge_2"]


@clause("honganji", "6-9", "3-5", "2-4")
def test_h52_all_cards_are_shuffled_together() -> None:
    match = lay(phase="end", turn=2, discards=DECK, dice=EXTRA_CARDS)
    assert seen(match, "discards")["common"] == []
    assert (cards_in_game(match), sizes(match)) == (32, [5, 5, 5, 5])
    thrown = [card for card in DECK if card != "chief_adviser"]
    match = lay(phase="end", turn=2, killer="uesugi", discards=thrown, dice=EXTRA_CARDS, adviser="shibata")
    assert (cards_in_game(match), sizes(match)) == (31, [5, 5, 5, 5])
    assert (seen(match, "adviser"), points(match, "shibata")) == ("shibata", 2)  # this point stays


# H-53: petitions


@clause("honganji", "3-3")
def test_h53_petitions_go_in_turn_order_one_die_at_a_time() -> None:
    """Hashiba first: an army of his, ready; then Akechi: an army of one of his greater daimyos; then cards."""
    order = ["hashiba", "akechi", "tokugawa", "shibata"]
    areas = {"tajima": {"controller": "hashiba", "hashiba": {"spent": 1}}}
    match = lay(areas, phase="petition", order=order, dice=[2, 4, 1, 1])
    assert (match.decision.name, match.decision.who) == ("petition", "hashiba")
    assert set(match.decision.texts) == {"armies hashiba harima", "armies hashiba tajima"}
    acts(match, "armies hashiba tajima")
    assert stack(match, "tajima", "hashiba") == {"ready": 1, "spent": 1, "generals": {}}
    assert (match.decision.name, match.decision.who) == ("petition", "akechi")
    places = ["uesugi echigo", "houjou kantou", "honganji kii_ishiyama"]
    assert set(match.decision.texts) == {f"armies {place}" for place in places}
    acts(match, "armies uesugi echigo")
    assert stack(match, "echigo", "uesugi")["ready"] == 2
    assert sizes(match) == [0, 1, 1, 0]


@clause("honganji", "3-3")
def test_h53_the_next_die_is_rolled_after_the_first_is_carried_out() -> None:
    match = lay(phase="petition", dice=[3])  # one die is enough to be asked
    assert (match.decision.name, match.decision.who) == ("petition", "akechi")
    assert match.decision.texts == ["armies akechi tanba"]


@pytest.mark.parametrize(
    ("die", "kind"), [(1, "card"), (2, "own"), (3, "own"), (4, "greater"), (5, "greater"), (6, "greater")]
)
@clause("honganji", "3-3")
def test_h53_each_die_of_the_chart_brings_its_petition(die: int, kind: str) -> None:
    match = lay(phase="petition", dice=[die], status=dict.fromkeys(SEATS[:3], "rebel"))  # Hashiba alone is a vassal
    if kind == "card":
        assert (match.decision.name, sizes(match)) == ("action", [0, 0, 0, 1])
    else:
        own = {"armies hashiba harima"}
        assert set(match.decision.texts) == (own if kind == "own" else {"armies uesugi echigo", "armies houjou kantou"})


# H-55: after Nobunaga's death


@clause("honganji", "6-4", "4-1(1)")
def test_h55_transfers_and_status_go_on_after_his_death() -> None:
    areas: dict[str, Any] = TANBA | {
        "miyako_azuchi": {"oda": {"ready": 2}},
        "gifu": {"oda": {"generals": ["oda_nobutada"]}},
    }
    hands = {"akechi": [SPARE, STRIKE, "charge_1"], "shibata": [OTHER]}
    match = table("akechi", SPARE, areas, *[6, 6], killer="uesugi", hands=hands)
    acts(match, "oda_transfer", "transfer miyako_azuchi gifu", f"discard {STRIKE}")
    assert (stack(match, "gifu", "oda")["ready"], status(match, "akechi")) == (1, "vassal")
    move(match, "akechi", "tanba", "miyako_azuchi", "akechi_mitsuhide", armies=1)
    assert status(match, "akechi") == "rebel"


@clause("honganji", "9-1(2)")
def test_h55_greater_daimyos_may_vanish_after_his_death() -> None:
    match = table("akechi", "desertion_1", killer="akechi", turn=6)
    acts(match, "event desertion_1", "desert uesugi echigo")
    goes_on(match)
    over(match, "akechi", "desertion_1")


# H-56, H-57, H-59 to H-61: ends


def vanish(areas: dict[str, Any] | None = None, **entries: Any) -> Playing:
    """Akechi's Desertion takes the last army of the greater daimyos."""
    match = table("akechi", "desertion_1", areas, **entries)
    acts(match, "event desertion_1", "desert uesugi echigo")
    return match


@clause("honganji", "9-1(2)")
def test_h56_without_a_vassal_everybody_loses() -> None:
    ended(vanish(status=dict.fromkeys(SEATS, "rebel")), None, "no_vassal", "9-1(2)")


@clause("honganji", "9-1(2)")
def test_h56_a_vassal_beats_rebels_with_more_points() -> None:
    rebels = dict.fromkeys(("akechi", "shibata", "tokugawa"), "rebel")
    match = vanish(held(shibata=["hida", "kai"]), status=rebels)
    ended(match, "hashiba", "best_vassal", "9-1(2)")


@clause("honganji", "9-1(2)", "10-2")
def test_h56_three_players_do_not_wait_for_houjou() -> None:
    seats = ("akechi", "shibata", "hashiba")
    hands = {"akechi": ["desertion_1", SPARE], "shibata": [OTHER]}
    areas = held(hashiba=["bizen"])
    match = vanish(areas, scenario="three_players", seats=seats, hands=hands)
    ended(match, "hashiba", "best_vassal", "9-1(2)")
    assert tuple(match.result.points) == (1, 1, 2)
    left = areas | {"kii_ishiyama": {"honganji": {"generals": ["kennyo"]}}}
    goes_on(vanish(left, scenario="three_players", seats=seats, hands=hands))


@clause("honganji", "9-1(3)", "9-2(3)")
def test_h57_the_game_can_be_won_after_a_greater_daimyo_killed_him() -> None:
    match = lay(held(shibata=["hida"]), turn=6, phase="end", killer="mouri")
    ended(match, "shibata", "most_points", "9-1(3)")
    assert tuple(match.result.points) == (1, 2, 1, 1)


@clause("honganji", "9-2(4)")
def test_h57_nobody_takes_revenge_after_a_greater_daimyo_killed_him() -> None:
    match = table("akechi", "charge_1", TANBA, *[1, 6], 6, 1, killer="mouri")
    move(match, "akechi", "tanba", "harima", "akechi_mitsuhide", armies=1)
    assert (status(match, "hashiba"), seen(match, "revenge"), points(match, "akechi")) == ("out", "none", 1)


@clause("honganji", "9-1", "9-1(1)", "9-1(2)")
def test_h59_the_last_player_goes_before_the_greater_daimyos() -> None:
    """Mitsuhide and Kenshin, the last of Uesugi, kill each other; rebel Shibata is the only player left."""
    areas: dict[str, Any] = {
        "tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}},
        "tango": {"uesugi": {"generals": ["uesugi_kenshin"]}},
        "echigo": {"controller": "neutral"},
    }
    entries: dict[str, Any] = {"out": ["tokugawa", "hashiba"], "status": {"shibata": "rebel"}}
    match = table("akechi", "charge_1", areas, 1, 1, 1, 1, **entries)
    move(match, "akechi", "tanba", "tango", "akechi_mitsuhide")
    assert {"akechi_mitsuhide", "uesugi_kenshin"} <= set(seen(match, "dead"))
    ended(match, "shibata", "last_player", "9-1(1)")


@clause("honganji", "9-1", "9-1(2)", "9-1(3)")
def test_h59_the_greater_daimyos_go_before_the_end_check() -> None:
    match = lay(held(tokugawa=["kai"]) | {"echigo": {}}, turn=6, phase="end")
    ended(match, "tokugawa", "best_vassal", "9-1(2)")


@clause("honganji", "9-3")
def test_h60_a_full_tie_is_a_shared_victory() -> None:
    match = lay(held(akechi=["tango"], hashiba=["bizen"]), turn=6, phase="end", killer="uesugi")
    assert (match.result.winner, match.result.reason) == (None, "shared")
    assert tuple(match.result.winners) == ("akechi", "hashiba")
    assert tuple(match.result.points) == (2, 1, 1, 2)


@pytest.mark.parametrize("rank", ["vassal", "rebel"])
@clause("honganji", "9-1(3)")
def test_h61_vassals_and_rebels_can_win(rank: str) -> None:
    other = "rebel" if rank == "vassal" else "vassal"
    ranks = dict.fromkeys(SEATS, other) | {"tokugawa": rank}
    match = lay(held(tokugawa=["kai"]), turn=6, phase="end", killer="akechi", status=ranks, adviser="tokugawa")
    ended(match, "tokugawa", "most_points", "9-1(3)")


# H-62: areas of players who are out


@pytest.mark.parametrize(
    ("killed_by", "option", "shibata"),
    [("shibata", True, 5), ("shibata", False, 1), ("oda", True, 1), ("neutral", True, 1), ("uesugi", True, 1)],
)
@clause("honganji", "11-2", "10-1-1")
def test_h62_areas_are_inherited_only_with_the_option(killed_by: str, option: bool, shibata: int) -> None:
    """Hashiba is out; armies of his hold the capital, Harima and Bizen."""
    match = lay(
        held(hashiba=["miyako_azuchi", "harima", "bizen"]),
        turn=6,
        phase="end",
        killer="uesugi",
        out=["hashiba"],
        killed_by={"hashiba": killed_by},
        options={"inherited_areas": option},
    )
    assert tuple(match.result.points) == (1, shibata, 1, 0)


# H-65, H-66, H-71: castles, turned generals, the cost of events


@clause("honganji", "FAQ-Q2", "FAQ-Q6", "6-2")
def test_h65_castles_are_placed_moved_and_lost_by_the_faq() -> None:
    """Own area, arrives spent, one per clan: built in Tanba it leaves Tango."""
    areas: dict[str, Any] = {
        "tango": {"controller": "akechi", "akechi": {"ready": 1, "generals": ["sakamoto_castle"]}},
        "tajima": {"akechi": {"ready": 1}},  # Neutral land
    }
    match = table("akechi", "fortification_1", areas | held(akechi=["yamato"]))
    acts(match, "event fortification_1")
    assert set(match.decision.texts) == {"fortify tanba", "fortify yamato"}
    acts(match, "fortify tanba")
    generals = {"akechi_mitsuhide": "ready", "sakamoto_castle": "spent"}
    assert stack(match, "tanba", "akechi")["generals"] == generals
    assert stack(match, "tango", "akechi")["generals"] == {}
    over(match, "akechi", "fortification_1")


@clause("honganji", "6-2", "6-2.p2", "1-2-1-2")
def test_h66_a_turned_general_is_neutral_defending_and_lost() -> None:
    """Kuroda turns: Hashiba's two cunning become one, and Neutral Kuroda holds his old clan in Harima."""
    harima = {"hashiba": {"ready": 2, "generals": ["hashiba_hideyoshi", "kuroda_kanbee"]}}
    prey = {"owari_ise": {"oda": {"generals": ["niwa_nagahide"]}}}
    hands = {"akechi": ["opportunism_1", SPARE], "hashiba": ["slander_1", OTHER]}
    match = table("akechi", "opportunism_1", prey | {"harima": harima}, 4, hands=hands)
    acts(match, "event opportunism_1", "turn kuroda_kanbee", "end")
    assert "kuroda_kanbee" in stack(match, "harima", "neutral")["generals"]
    assert "kuroda_kanbee" in seen(match, "defending")
    assert match.decision.who == "hashiba"
    refused(match, "event slander_1", "6-2.p2")
    refused(match, "movement")  # held by a Neutral unit
    assert seen(match, "cunning")["hashiba"] == 1
    before = table("hashiba", "slander_1", {"harima": harima})
    allowed(before, "event slander_1", "movement")


@clause("honganji", "6-2", "7-4", "8-6")
def test_h71_an_event_pays_for_the_action_it_grants() -> None:
    """Great return march, Charge with one additional combat, Fortification: four cards and not one more."""
    areas: dict[str, Any] = {
        "tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}},
        "yamato": {"akechi": {"ready": 1, "generals": ["hosokawa_tadaoki"]}, "neutral": {"ready": 3}},
    }
    cards = ["forced_march_1", "charge_1", "charge_2", "fortification_1", SPARE]
    match = table("akechi", SPARE, areas, *[6, 6], *[6, 6], hands={"akechi": cards, "shibata": [OTHER]})
    acts(match, "event forced_march_1")
    go(match, "akechi", "tanba", "tajima", armies=1)
    assert len(hand(match, "akechi")) == 4
    acts(match, "event charge_1")
    if match.decision.name == "event_action":
        acts(match, "combat")
    acts(match, "attack akechi yamato", "again", "discard charge_2")
    finish(match)
    assert sorted(hand(match, "akechi")) == ["fortification_1", SPARE]
    acts(match, "event fortification_1", "fortify tanba")
    over(match, "akechi", "fortification_1")
