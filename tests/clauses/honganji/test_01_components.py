"""Chapter 1: board and generals."""

from __future__ import annotations

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.table import (
    HOME,
    LEADERS,
    acts,
    allowed,
    armies_of,
    board,
    column,
    controller,
    fight,
    points,
    refused,
    stack,
    start,
    status,
    throw,
)
from tests.support import clause

AREAS = {
    "chuugoku",
    "bizen",
    "shikoku",
    "seto_sea",
    "mimasaka",
    "tajima",
    "tango",
    "harima",
    "tanba",
    "kii_ishiyama",
    "hokusetsu",
    "yamato",
    "miyako_azuchi",
    "owari_ise",
    "gifu",
    "echizen",
    "mikawa",
    "etchuu_kaga",
    "hida",
    "shinano",
    "kai",
    "toutoumi_suruga",
    "echigo",
    "kantou",
}
VALUES = {
    "hashiba": {
        "hashiba_hideyoshi": 2,
        "kuroda_kanbee": 1,
        "hashiba_hidenaga": 1,
        "hachisuka_koroku": 2,
        "himeji_castle": 3,
    },
    "akechi": {"akechi_mitsuhide": 3, "hosokawa_tadaoki": 2, "hosokawa_fujitaka": 1, "sakamoto_castle": 3},
    "shibata": {"shibata_katsuie": 3, "takigawa_kazumasu": 1, "maeda_toshiie": 2, "kitanoshou_castle": 3},
    "tokugawa": {
        "tokugawa_ieyasu": 2,
        "honda_tadakatsu": 3,
        "sakakibara_yasumasa": 2,
        "honda_masanobu": 1,
        "hamamatsu_castle": 3,
    },
    "mouri": {"kikkawa_motoharu": 2, "kobayakawa_takakage": 2, "mouri_terumoto": 2, "shimizu_muneharu": 2},
    "honganji": {"kennyo": 3, "saika_magoichi": 3, "shimotsuma_rairen": 3},
    "houjou": {"houjou_ujimasa": 3, "houjou_ujikuni": 3, "houjou_ujiteru": 3, "houjou_tsunashige": 2},
    "oda": {
        "oda_nobunaga": 3,
        "oda_nobutada": 1,
        "niwa_nagahide": 3,
        "matsunaga_hisahide": 2,
        "araki_murashige": 1,
    },
    "uesugi": {"uesugi_kenshin": 3, "uesugi_kagekatsu": 3, "naoe_kanetsugu": 3},
    "neutral": {
        "sanada_masayuki": 4,
        "takeda_katsuyori": 3,
        "ukita_naoie": 3,
        "chousokabe_motochika": 2,
        "jinbou_nagamoto": 2,
        "yamana_hirotoyo": 2,
        "murakami_takeyoshi": 2,
        "isshiki_yoshimichi": 2,
        "anekouji_yoritsuna": 2,
        "anayama_nobukimi": 2,
    },
}
GENERALS = [(clan, general, value) for clan, values in VALUES.items() for general, value in values.items()]
CUNNING = {
    "hashiba_hideyoshi",
    "kuroda_kanbee",
    "hashiba_hidenaga",
    "akechi_mitsuhide",
    "hosokawa_fujitaka",
    "takigawa_kazumasu",
    "tokugawa_ieyasu",
    "honda_masanobu",
}
RETAINERS = {
    "akechi": "hosokawa_tadaoki",
    "shibata": "maeda_toshiie",
    "tokugawa": "honda_tadakatsu",
    "hashiba": "hachisuka_koroku",
}


def counterattack(clan: str, general: str, die: int) -> int:
    """How many of two armies without a general are left after attacking the general alone."""
    attacker = "shibata" if clan == "akechi" else "akechi"
    units = {attacker: {"ready": 2}, clan: {"generals": [general]}}
    match = board({"gifu": units}, attacker, dice=[die])
    fight(match, attacker, "gifu")
    return armies_of(match, "gifu", attacker)


@clause("honganji", "1-1-1")
def test_1_1_1_the_map_has_twenty_four_areas() -> None:
    assert set(start().view("akechi")["areas"]) == AREAS
    assert len(AREAS) == 24


@clause("honganji", "1-1-1")
def test_1_1_1_seto_sea_is_crossed_and_held_like_land() -> None:
    """Shikoku lies beyond the sea and nowhere else."""
    match = board({"harima": {"hashiba": {"ready": 4}}}, "hashiba")
    acts(match, "movement")
    column(match, "hashiba", "harima", armies=2)
    allowed(match, "to seto_sea", "to shikoku")
    acts(match, "to seto_sea", "discard forced_march_2", "end")
    assert stack(match, "seto_sea", "hashiba") == {"ready": 0, "spent": 2, "generals": {}}
    assert controller(match, "seto_sea") == "hashiba"
    assert points(match, "hashiba") == 2


@clause("honganji", "1-1-1")
def test_1_1_1_units_in_the_seto_sea_stop_and_fight_like_on_land() -> None:
    areas = {"harima": {"hashiba": {"ready": 2, "generals": ["hachisuka_koroku"]}}, "seto_sea": {"mouri": {"ready": 1}}}
    match = board(areas, "hashiba", dice=[2])
    acts(match, "movement")
    column(match, "hashiba", "harima", generals=["hachisuka_koroku"])
    refused(match, "to shikoku")
    acts(match, "to seto_sea")
    assert stack(match, "seto_sea", "mouri")["ready"] == 0
    assert stack(match, "seto_sea", "hashiba")["generals"] == {"hachisuka_koroku": "spent"}


@clause("honganji", "1-1-3")
def test_1_1_3_turn_marker_advances_once_per_turn() -> None:
    match = board({}, turn=2, hands={"akechi": ["charge_1"], "shibata": ["charge_2"]}, dice=[1, 1, 1, 1])
    assert match.view("akechi")["turn"] == 2
    throw(match)
    assert match.view("akechi")["turn"] == 2
    throw(match)
    assert match.view("akechi")["turn"] == 3


@clause("honganji", "1-2")
def test_1_2_units_are_armies_or_generals_ready_or_spent() -> None:
    units = {
        "ready": 2,
        "spent": 3,
        "generals": ["akechi_mitsuhide", "hosokawa_tadaoki"],
        "spent_generals": ["hosokawa_fujitaka"],
    }
    match = board({"tanba": {"akechi": units}})
    acts(match, "movement", "march akechi tanba")
    allowed(match, "take akechi_mitsuhide", "take hosokawa_tadaoki")
    refused(match, "take hosokawa_fujitaka")
    acts(match, "take akechi_mitsuhide", "done")
    allowed(match, "with 0", "with 2")
    refused(match, "with 3")
    acts(match, "with 2", "to tajima")
    assert stack(match, "tajima", "akechi") == {"ready": 0, "spent": 2, "generals": {"akechi_mitsuhide": "spent"}}
    left = {"hosokawa_tadaoki": "ready", "hosokawa_fujitaka": "spent"}
    assert stack(match, "tanba", "akechi") == {"ready": 0, "spent": 3, "generals": left}


@clause("honganji", "1-2-1", "1-2-1(2)")
@pytest.mark.parametrize(("clan", "general", "value"), GENERALS)
def test_1_2_1_every_general_and_castle_has_a_military_value(clan: str, general: str, value: int) -> None:
    """Alone he rolls one die: his value hits, one more misses."""
    assert counterattack(clan, general, value) == 1
    assert counterattack(clan, general, value + 1) == 2


@clause("honganji", "1-2-1")
def test_1_2_1_forty_seven_generals_and_no_more() -> None:
    table = gunki.game("honganji").tables["general"]
    assert sorted((row["clan"], row["id"]) for row in table) == sorted((clan, name) for clan, name, _ in GENERALS)
    assert len(GENERALS) == 47


@clause("honganji", "1-2-1(3)")
@pytest.mark.parametrize(("clan", "general"), [(clan, name) for clan, name, _ in GENERALS if clan in HOME])
@pytest.mark.parametrize("state", ["generals", "spent_generals"])
def test_1_2_1_3_only_some_generals_have_cunning(clan: str, general: str, state: str) -> None:
    match = board({"gifu": {clan: {"ready": 1, state: [general]}}})
    expected = dict.fromkeys(HOME, 0) | {clan: int(general in CUNNING)}
    assert match.view("akechi")["cunning"] == expected


@clause("honganji", "1-2-1(3)")
def test_1_2_1_3_plots_need_cunning() -> None:
    """Desertion asks for one star: Tadaoki has none, Fujitaka has one."""
    for general, able in (("hosokawa_tadaoki", False), ("hosokawa_fujitaka", True)):
        match = board({"tanba": {"akechi": {"generals": [general]}}, "gifu": {"neutral": {"ready": 1}}})
        if able:
            allowed(match, "event desertion_1")
        else:
            refused(match, "event desertion_1", "6-2.p2")


@clause("honganji", "1-2-1-1")
@pytest.mark.parametrize("seat", HOME)
@pytest.mark.parametrize(("die", "dead"), [(1, True), (6, False)])
def test_1_2_1_1_the_death_of_a_leader_in_battle_ends_the_game_for_his_player(seat: str, die: int, dead: bool) -> None:
    leader = LEADERS[seat]
    areas = {
        "shinano": {seat: {"generals": [leader]}, "neutral": {"generals": ["sanada_masayuki"]}},
        HOME[seat]: {seat: {"ready": 1}},
    }
    match = board(areas, seat, dice=[6, 1, die])
    fight(match, seat, "shinano")
    assert (leader in match.view("akechi")["dead"]) == dead
    assert status(match, seat) == ("out" if dead else "vassal")
    assert stack(match, HOME[seat], seat)["generals"] == ({} if dead else {leader: "spent"})
    assert match.result is None


@clause("honganji", "1-2-1-1")
@pytest.mark.parametrize("seat", HOME)
def test_1_2_1_1_the_death_of_another_general_does_not(seat: str) -> None:
    areas = {
        "shinano": {seat: {"generals": [RETAINERS[seat]]}, "neutral": {"generals": ["sanada_masayuki"]}},
        HOME[seat]: {seat: {"ready": 1, "generals": [LEADERS[seat]]}},
    }
    match = board(areas, seat, dice=[6, 1, 1])
    fight(match, seat, "shinano")
    assert RETAINERS[seat] in match.view("akechi")["dead"]
    assert status(match, seat) == "vassal"
    assert (match.decision.who, match.decision.name) == (seat, "action")


@clause("honganji", "1-2-1-2")
def test_1_2_1_2_the_defending_generals_on_the_map_at_the_start() -> None:
    """All Neutral generals, those of the greater daimyos marked so, one castle, and Nobunaga."""
    marked = {
        *VALUES["neutral"],
        *VALUES["mouri"],
        *VALUES["honganji"],
        *VALUES["houjou"],
        *VALUES["uesugi"],
        "kitanoshou_castle",
        "oda_nobunaga",
    }
    mobile = {"kikkawa_motoharu", "kobayakawa_takakage", "saika_magoichi", "houjou_tsunashige", "uesugi_kenshin"}
    defending = start().view("akechi")["defending"]
    assert set(defending) == marked - mobile
    assert len(set(defending)) == 21


def hit_in_gifu(clan: str, general: str, dice: list[int]) -> Playing:
    """Mitsuhide and an army against one general whose clan could take him in at Owari."""
    attackers = {"ready": 1, "generals": ["akechi_mitsuhide"]}
    areas = {
        "gifu": {"akechi": attackers, clan: {"generals": [general]}},
        "owari_ise": {"controller": clan, clan: {"ready": 1}},
    }
    return board(areas, dice=dice)


@clause("honganji", "1-2-1-2")
@pytest.mark.parametrize(
    ("clan", "general"),
    [
        ("oda", "oda_nobunaga"),
        ("honganji", "kennyo"),
        ("mouri", "shimizu_muneharu"),
        ("neutral", "sanada_masayuki"),
        ("shibata", "kitanoshou_castle"),
    ],
)
def test_1_2_1_2_a_defending_general_who_is_hit_dies_without_a_die(clan: str, general: str) -> None:
    match = hit_in_gifu(clan, general, [1, 6, 6])
    fight(match, "akechi", "gifu")
    assert stack(match, "gifu", clan)["generals"] == {}
    assert stack(match, "owari_ise", clan)["generals"] == {}


@clause("honganji", "1-2-1-2")
@pytest.mark.parametrize(
    ("clan", "general"),
    [
        ("oda", "oda_nobutada"),
        ("honganji", "saika_magoichi"),
        ("mouri", "kikkawa_motoharu"),
        ("shibata", "maeda_toshiie"),
    ],
)
def test_1_2_1_2_an_ordinary_general_rolls_and_may_live(clan: str, general: str) -> None:
    with pytest.raises(gunki.DiceError):
        fight(hit_in_gifu(clan, general, [1, 6, 6]), "akechi", "gifu")
    match = hit_in_gifu(clan, general, [1, 6, 6, 6])
    fight(match, "akechi", "gifu")
    assert stack(match, "owari_ise", clan)["generals"] == {general: "spent"}


@clause("honganji", "1-2-1-2")
def test_1_2_1_2_a_defending_general_does_not_move() -> None:
    tanba = {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide", "sakamoto_castle"]}}
    match = board({"tanba": tanba})
    acts(match, "movement", "march akechi tanba")
    assert set(match.decision.texts) == {"take akechi_mitsuhide", "done"}
    refused(match, "take sakamoto_castle")
    refused(board({"tanba": {"akechi": {"spent": 2, "generals": ["sakamoto_castle"]}}}), "movement")
    allowed(board({"tanba": {"akechi": {"spent": 2, "generals": ["akechi_mitsuhide"]}}}), "movement")
