"""Chapter 7: what a rebellion or a knock-out changes at once for those who march."""

from __future__ import annotations

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import SPARE, seen, table
from tests.clauses.honganji.table import acts, allowed, start, status
from tests.clauses.reasons import barred
from tests.support import clause

TANBA = {"tanba": {"akechi": {"ready": 4, "generals": ["akechi_mitsuhide"]}}}


def marching(match: Playing, march: str, armies: int) -> None:
    """A movement of armies alone, up to its destination."""
    acts(match, "movement", march)
    if match.decision.name == "generals":
        match.act("done")
    if match.decision.name == "strength":
        match.act(f"with {armies}")


@clause("honganji", "4-1", "7-5", "7.p1b")
def test_7_5_a_new_rebel_is_stopped_at_once() -> None:
    """Through Nobunaga's capital to Gifu as a vassal; after the attack on Hokusetsu no more, in the same turn."""
    cards = {"akechi": ["charge_1", "charge_2", SPARE], "shibata": ["desertion_1"]}
    match = table("akechi", "charge_1", TANBA | {"hokusetsu": {"oda": {"ready": 1}}}, hands=cards)
    marching(match, "march akechi tanba", 1)
    allowed(match, "to gifu")
    acts(match, "to hokusetsu", "discard charge_1")
    assert status(match, "akechi") == "rebel"
    marching(match, "march akechi tanba", 1)
    barred(match, "to gifu", "7.p1b way_blocked")
    allowed(match, "to miyako_azuchi")


@clause("honganji", "4-1", "7-2(2).Exc")
def test_7_2_2_a_new_rebel_leaves_greater_daimyos_at_once() -> None:
    """Akechi's armies in Tajima stand beside Mouri's: pinned while he is a vassal, free as soon as he rebels."""
    areas = TANBA | {
        "hokusetsu": {"oda": {"ready": 1}},
        "tajima": {"akechi": {"ready": 2}, "mouri": {"ready": 1}},
    }
    cards = {"akechi": ["charge_1", "charge_2", SPARE], "shibata": ["desertion_1"]}
    match = table("akechi", "charge_1", areas, hands=cards)
    acts(match, "movement")
    barred(match, "march akechi tajima", "7-2(2) pinned")
    acts(match, "march akechi tanba", "done", "with 1", "to hokusetsu", "discard charge_1", "movement")
    allowed(match, "march akechi tajima")


@clause("honganji", "4-2", "7-2(2).Exc")
def test_7_2_2_a_greater_daimyo_leaves_rebels_alone() -> None:
    """Uesugi leaves Akechi when he is a rebel; not a vassal, nor another greater daimyo, nor both together."""
    for beside, rank, free in [
        ({"akechi": {"ready": 1}}, "rebel", True),
        ({"akechi": {"ready": 1}}, "vassal", False),
        ({"mouri": {"ready": 1}}, "rebel", False),
        ({"akechi": {"ready": 1}, "mouri": {"ready": 1}}, "rebel", False),
        ({"oda": {"ready": 1}}, "rebel", False),
    ]:
        areas = {"gifu": {"uesugi": {"ready": 2}, **beside}, "echigo": {"uesugi": {"ready": 2}}}
        match = table("akechi", "surrounding_nobunaga_1", areas, status={"akechi": rank})
        acts(match, "event surrounding_nobunaga_1", "direct uesugi", "movement")
        if free:
            allowed(match, "march uesugi gifu")
        else:
            barred(match, "march uesugi gifu", "7-2(2) pinned")


@clause("honganji", "10-1", "7-5", "7.p1b")
def test_10_1_units_of_a_player_just_knocked_out_stop_vassals() -> None:
    """Hashiba passes Shibata's army in Tajima on his way to Tango; not after Uesugi has killed Katsuie."""
    areas = {
        "harima": {"hashiba": {"ready": 3, "generals": ["hashiba_hideyoshi"]}},
        "tajima": {"shibata": {"ready": 1}},
        "tanba": {"neutral": {"ready": 1}},
        "kai": {"akechi": {"generals": ["akechi_mitsuhide"]}},
        "gifu": {"uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}},
    }
    cards = {"hashiba": ["charge_1", "charge_2", "surrounding_nobunaga_1", SPARE], "akechi": ["desertion_1"]}
    match = table("hashiba", "charge_1", areas, 1, 6, 6, 1, hands=cards)
    marching(match, "march hashiba harima", 1)
    allowed(match, "to tango")
    acts(match, "to bizen", "discard charge_1")
    acts(match, "event surrounding_nobunaga_1", "direct uesugi", "movement", "march uesugi gifu")
    acts(match, "take uesugi_kenshin", "with 1", "to echizen")
    assert status(match, "shibata") == "out"
    marching(match, "march hashiba harima", 1)
    barred(match, "to tango", "7.p1b way_blocked")
    allowed(match, "to tajima")
    assert seen(match, "sides")["shibata"] == "neutral"


@clause("honganji", "4-1", "7-5")
def test_4_1_a_rebellion_in_a_fork_leaves_the_match_alone() -> None:
    cards = {"akechi": ["charge_1", "charge_2", SPARE], "shibata": ["desertion_1"]}
    match = table("akechi", "charge_1", TANBA | {"hokusetsu": {"oda": {"ready": 1}}}, hands=cards)
    marching(match, "march akechi tanba", 1)
    other = match.fork()
    other.act("to hokusetsu")
    assert (status(other, "akechi"), status(match, "akechi")) == ("rebel", "vassal")
    allowed(match, "to gifu")
    acts(match, "to gifu", "discard charge_1")
    marching(match, "march akechi tanba", 1)
    allowed(match, "to gifu")  # through the capital, as vassals do


@clause("honganji", "7.p1b", "7-5", "2-2")
def test_7_p1b_neutral_units_bar_the_way_in_a_new_game_and_oda_does_not() -> None:
    """Yamana in Tajima stops Akechi on his way to Chuugoku; Oda's capital does not on the way to Gifu."""
    match = start()
    assert match.decision.who == "akechi"
    match.act("movement")
    acts(match, "march akechi tanba", "take hosokawa_tadaoki", "done", "with 1")
    barred(match, "to chuugoku", "7.p1b way_blocked")
    allowed(match, "to tajima", "to gifu")
