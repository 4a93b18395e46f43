"""What a written position says beyond the rules' own questions, and where it contradicts itself."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.honganji.plays import lay
from tests.clauses.honganji.table import CASTLES, SEATS, acts, allowed, compose, controller
from tests.support import clause

HANDS = {"akechi": ["charge_1"], "shibata": ["charge_2"]}
#: Tokugawa is out; an army of his is left.
OUT: dict[str, Any] = {
    "status": {"tokugawa": "out"},
    "dead": ["tokugawa_ieyasu"],
    "areas": {"mikawa": {"tokugawa": {"ready": 1}}},
}
DEAD_NOBUNAGA: dict[str, Any] = {"dead": ["oda_nobunaga"], "nobunaga_killer": "akechi"}


def refused(match_of: str, scenario: str | None = None, **entries: Any) -> None:
    with pytest.raises(gunki.PositionError) as error:
        compose({"hands": HANDS, **entries}, scenario=scenario)
    assert match_of in str(error.value)


@clause("honganji", "9-2(5)")
def test_9_2_5_the_advisers_card_has_left_the_game() -> None:
    match = compose(phase="draw", turn=3, dead=["oda_nobunaga"], nobunaga_killer="akechi", adviser="shibata", dice=[2])
    assert match.view("akechi")["stack_sizes"] == {"common": 31 - 16}
    plain = compose(phase="draw", turn=3, dead=["oda_nobunaga"], nobunaga_killer="akechi", dice=[2])
    assert plain.view("akechi")["stack_sizes"] == {"common": 32 - 16}


@clause("honganji", "9-2(5)")
def test_9_2_5_the_adviser_needs_nobunaga_dead_and_his_card_played() -> None:
    refused("adviser", adviser="shibata")
    hands = {**HANDS, "tokugawa": ["chief_adviser"]}
    refused("chief_adviser", adviser="shibata", **DEAD_NOBUNAGA | {"hands": hands})
    refused("chief_adviser", adviser="shibata", discards=["chief_adviser"], **DEAD_NOBUNAGA)


@clause("honganji", "8-4-2-1")
def test_8_4_2_1_nobody_is_dead_and_on_the_map() -> None:
    areas = {"tanba": {"akechi": {"ready": 1, "generals": ["hosokawa_tadaoki", "akechi_mitsuhide"]}}}
    refused("areas.tanba.akechi.generals: hosokawa_tadaoki", areas=areas, dead=["hosokawa_tadaoki"])


@clause("honganji", "FAQ-Q5")
@pytest.mark.parametrize("seat", SEATS)
def test_faq_q5_a_castle_is_not_dead_while_its_player_is_in(seat: str) -> None:
    refused(f"dead: {CASTLES[seat]}", dead=[CASTLES[seat]])
    out = next(other for other in SEATS if other != seat)
    lay(out=[out], dead=[CASTLES[out]])  # a fallen player's castle has left the game


@clause("honganji", "1-2-1-2", "CS.legend")
def test_h66_a_turned_general_is_a_defending_general() -> None:
    areas = {"echizen": {"shibata": {"generals": ["shibata_katsuie"]}, "neutral": {"generals": ["takigawa_kazumasu"]}}}
    match = compose(hands=HANDS, areas=areas)
    assert "takigawa_kazumasu" in match.view(None)["defending"]
    assert "maeda_toshiie" not in match.view(None)["defending"]


@clause("honganji", "CS.legend")
def test_h66_only_red_named_generals_turn() -> None:
    refused("maeda_toshiie", areas={"echizen": {"neutral": {"generals": ["maeda_toshiie"]}}})
    refused("shibata_katsuie", areas={"echizen": {"neutral": {"generals": ["shibata_katsuie"]}}})


@clause("honganji", "10-1", "6-8")
def test_10_1_cards_are_held_only_by_those_who_play() -> None:
    hands = {**HANDS, "tokugawa": ["desertion_1"]}
    refused("hands.tokugawa: tokugawa is out", **OUT | {"hands": hands})
    refused("hands.tokugawa: tokugawa is out", order=list(SEATS), **OUT | {"hands": hands})  # he fell in this turn
    refused("hands.tokugawa", order=["akechi", "shibata"], hands=hands)
    match = compose(hands=HANDS, order=["akechi", "shibata"])
    acts(match, "throw", "discard charge_1", "throw")
    assert match.decision.who == "shibata"


@clause("honganji", "10-1", "3-1")
def test_10_1_a_player_who_is_out_is_not_in_the_order_of_a_new_turn() -> None:
    refused("order", order=["akechi", "tokugawa"], phase="draw", **OUT)
    refused("order", order=["akechi", "tokugawa"], phase="petition", **OUT)
    compose(hands=HANDS, order=["akechi", "shibata", "tokugawa", "hashiba"], **OUT)  # he fell in this turn


@clause("honganji", "10-1", "1-2-1-1")
def test_10_1_a_leader_lives_exactly_while_his_player_is_in() -> None:
    refused("status.tokugawa", status={"tokugawa": "out"})
    refused("dead: tokugawa_ieyasu", dead=["tokugawa_ieyasu"], areas={"mikawa": {"tokugawa": {"ready": 1}}})


@clause("honganji", "9-2(3)", "9-2(4)", "11-2")
def test_9_2_points_are_only_for_deeds_that_were_done() -> None:
    refused("nobunaga_killer", nobunaga_killer="akechi")
    refused("nobunaga_killer", nobunaga_killer="oda", dead=["oda_nobunaga"])
    refused("revenge", revenge="shibata", **DEAD_NOBUNAGA)
    refused("killed_by.tokugawa", killed_by={"tokugawa": "shibata"})
    lay(out=["akechi"], killer="akechi", revenge="shibata", killed_by={"akechi": "shibata"})
    with pytest.raises(gunki.PositionError, match=r"killed_by\.akechi"):
        lay(out=["akechi"], killed_by={"akechi": "akechi"})


@clause("honganji", "9-2(4)", "9-2(3)")
def test_9_2_4_revenge_belongs_to_the_player_who_knocked_out_the_killer() -> None:
    with pytest.raises(gunki.PositionError, match="revenge"):
        lay(out=["akechi"], killer="akechi", revenge="hashiba", killed_by={"akechi": "shibata"})
    match = lay(out=["akechi"], killer="akechi", revenge="hashiba", killed_by={"akechi": "hashiba"})
    assert match.view(None)["revenge"] == "hashiba"


@clause("honganji", "9-1(1)")
@pytest.mark.parametrize("phase", ["order", "draw", "action", "end"])
def test_9_1_1_with_one_player_left_the_game_is_over(phase: str) -> None:
    for count in (3, 4):
        with pytest.raises(gunki.PositionError, match=r"status.*9-1\(1\)"):
            lay(out=SEATS[-count:], phase=phase, hands={})
    assert lay(out=SEATS[-2:], hands={"akechi": ["charge_1"]}).decision.name == "action"


@clause("honganji", "8-4-1")
def test_8_4_1_no_more_flipped_armies_than_oda_lost() -> None:
    refused("flipped", areas={"tango": {"neutral": {"ready": 1}}}, flipped={"tango": 1})
    areas = {"tango": {"neutral": {"ready": 1}}, "miyako_azuchi": {"oda": {"ready": 4, "generals": ["oda_nobunaga"]}}}
    compose(hands=HANDS, areas=areas, flipped={"tango": 1})


@clause("honganji", "6-9")
def test_6_9_no_card_lies_in_effect() -> None:
    refused("in_effect", in_effect=["desertion_1"])


@clause("honganji", "5-3")
def test_5_3_nobodys_area_is_the_neutral_armies() -> None:
    match = compose(hands=HANDS, areas={"gifu": {"controller": "none"}})
    assert controller(match, "gifu") == "neutral"


@clause("honganji", "10-2")
@pytest.mark.parametrize("clan", ["tokugawa", "houjou"])
def test_10_2_clans_that_three_players_do_not_use(clan: str) -> None:
    refused(f"areas.gifu.{clan}", scenario="three_players", areas={"gifu": {clan: {"ready": 1}}})
    match = compose(hands=HANDS, areas={"gifu": {clan: {"ready": 1}}})
    allowed(match, "movement")


@clause("honganji", "10-2")
@pytest.mark.parametrize("clan", ["tokugawa", "houjou"])
def test_10_2_nobody_of_a_clan_that_is_not_used_did_anything(clan: str) -> None:
    three = "three_players"
    refused("nobunaga_killer", three, **DEAD_NOBUNAGA | {"nobunaga_killer": clan})
    beaten: dict[str, Any] = {"status": {"hashiba": "out"}, "areas": {"harima": {"hashiba": {"ready": 1}}}}
    refused("killed_by.hashiba", three, killed_by={"hashiba": clan}, **beaten)
    compose(hands=HANDS, scenario=three, killed_by={"hashiba": "uesugi"}, **beaten)


@clause("honganji", "10-2")
@pytest.mark.parametrize("general", ["honda_tadakatsu", "houjou_ujimasa", "takeda_katsuyori"])
def test_10_2_generals_of_areas_that_are_not_used_are_nowhere(general: str) -> None:
    refused(f"dead: {general}", "three_players", dead=[general])
    assert compose(hands=HANDS, dead=[general]).view(None)["dead"] == [general]


@clause("honganji", "10-2")
def test_10_2_neutral_generals_of_areas_that_are_not_used_come_nowhere_else() -> None:
    areas = {"hida": {"neutral": {"generals": ["takeda_katsuyori"]}}}
    refused("areas.hida.neutral.generals: takeda_katsuyori", "three_players", areas=areas)
    compose(hands=HANDS, areas=areas)


@clause("honganji", "1-2-1-2", "CS.legend", "10-1")
def test_h66_the_position_says_which_generals_defend() -> None:
    """What a description says besides cannot set a defending general free, nor bind or enlist another."""
    state = compose(hands=HANDS).position.state()  # numbers are read where names are written
    refused("state.fixed", state={"fixed": 0})
    refused("state.fixed", state={"fixed": state["fixed"] ^ 1})
    turned = {"echizen": {"shibata": {"ready": 1}, "neutral": {"generals": ["takigawa_kazumasu"]}}}
    refused("state.fixed", areas=turned, state={"fixed": state["fixed"]})
    owner = list(state["owner"])
    refused("state.owner", state={"owner": owner[1:] + owner[:1]})
    refused("state.owner", areas=turned, state={"owner": owner})
    match = compose(hands=HANDS, areas=turned)
    assert compose(match.describe()).view(None)["defending"] == match.view(None)["defending"]
