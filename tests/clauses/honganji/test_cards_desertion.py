"""Desertion of foot soldiers and Scheming with other powers: armies lost and gained without combat."""

from __future__ import annotations

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import over, seen, table
from tests.clauses.honganji.table import acts, allowed, controller, refused, stack, status
from tests.support import clause

DESERT = "desertion_1"
SCHEME = "scheming_1"
KANTOU = {"kantou": {"houjou": {"generals": ["houjou_ujimasa"]}}}  # a greater daimyo without armies
CUNNING = {"tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}}}
SLY = {"harima": {"hashiba": {"generals": ["hashiba_hideyoshi", "hashiba_hidenaga", "kuroda_kanbee"]}}}
TANGO = {"tango": {"neutral": {"generals": ["isshiki_yoshimichi"]}}}


def total(match: Playing, area: str, clan: str) -> int:
    found = stack(match, area, clan)
    return int(found["ready"] + found["spent"])


# Desertion


@pytest.mark.parametrize(("armies", "left"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3)])
@clause("honganji", "6-2", "8-4.p2")
def test_card_desertion_takes_half_but_at_least_one(armies: int, left: int) -> None:
    areas = KANTOU | {
        "echigo": {"uesugi": {"ready": armies, "generals": ["uesugi_kagekatsu"]}},
        "hida": {"neutral": {"ready": 1}},
    }
    match = table("akechi", DESERT, areas)
    acts(match, f"event {DESERT}", "desert uesugi echigo")
    assert stack(match, "echigo", "uesugi") == {"ready": left, "spent": 0, "generals": {"uesugi_kagekatsu": "ready"}}
    assert seen(match, "pools")["uesugi"] == 8 - left
    over(match, "akechi", DESERT)


@clause("honganji", "6-2")
def test_card_desertion_is_for_other_clans_with_armies() -> None:
    areas = {
        "tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}},
        "miyako_azuchi": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}},
        "hida": {"neutral": {"spent": 1}, "akechi": {"ready": 1}},
        "mikawa": {"controller": "tokugawa", "tokugawa": {"ready": 2}},
        "harima": {"hashiba": {"ready": 1, "generals": ["hashiba_hideyoshi"]}},
    }
    match = table("akechi", DESERT, areas | KANTOU, out=["tokugawa"])
    acts(match, f"event {DESERT}")
    assert match.decision.name == "desertion"
    targets = ["oda miyako_azuchi", "neutral hida", "tokugawa mikawa", "hashiba harima", "uesugi echigo"]
    assert set(match.decision.texts) == {f"desert {target}" for target in targets}
    refused(match, "desert akechi tanba")
    refused(match, "desert akechi hida")
    refused(match, "desert shibata echizen")  # a general only
    refused(match, "desert houjou kantou")


@pytest.mark.parametrize(
    ("before", "after"), [((2, 2), (2, 0)), ((3, 1), (2, 0)), ((1, 3), (1, 1)), ((1, 1), (1, 0)), ((4, 0), (2, 0))]
)
@clause("honganji", "6-2")
def test_card_desertion_non_player_clans_give_up_spent_armies_first(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    ready, spent = before
    areas = {"chuugoku": {"mouri": {"ready": ready, "spent": spent}}}
    match = table("akechi", DESERT, areas)
    acts(match, f"event {DESERT}", "desert mouri chuugoku")
    found = stack(match, "chuugoku", "mouri")
    assert (found["ready"], found["spent"]) == after


@pytest.mark.parametrize(("text", "after"), [("lose 0", (2, 0)), ("lose 1", (1, 1)), ("lose 2", (0, 2))])
@clause("honganji", "6-2")
def test_card_desertion_a_player_chooses_his_losses(text: str, after: tuple[int, int]) -> None:
    areas = {"harima": {"hashiba": {"ready": 2, "spent": 2, "generals": ["hashiba_hideyoshi"]}}}
    match = table("akechi", DESERT, areas)
    acts(match, f"event {DESERT}", "desert hashiba harima")
    assert (match.decision.name, match.decision.who) == ("losses", "hashiba")
    assert set(match.decision.texts) == {"lose 0", "lose 1", "lose 2"}
    acts(match, text)
    found = stack(match, "harima", "hashiba")
    assert (found["ready"], found["spent"]) == after
    assert status(match, "akechi") == "vassal"
    over(match, "akechi", DESERT)


@clause("honganji", "6-2")
def test_card_desertion_a_clan_that_is_out_is_not_asked() -> None:
    areas = {"mikawa": {"controller": "tokugawa", "tokugawa": {"ready": 2, "spent": 2}}}
    match = table("akechi", DESERT, areas, out=["tokugawa"])
    acts(match, f"event {DESERT}", "desert tokugawa mikawa")
    assert stack(match, "mikawa", "tokugawa") == {"ready": 2, "spent": 0, "generals": {}}
    over(match, "akechi", DESERT)


@clause("honganji", "6-2", "8-4-1")
def test_card_desertion_oda_armies_turn_neutral() -> None:
    match = table("akechi", DESERT, {"miyako_azuchi": {"oda": {"ready": 5, "generals": ["oda_nobunaga"]}}})
    acts(match, f"event {DESERT}", "desert oda miyako_azuchi")
    assert stack(match, "miyako_azuchi", "oda") == {"ready": 3, "spent": 0, "generals": {"oda_nobunaga": "ready"}}
    assert total(match, "miyako_azuchi", "neutral") == 2
    assert seen(match, "flipped")["miyako_azuchi"] == 2
    assert seen(match, "pools")["neutral"] == 5  # no counter of theirs was used
    assert status(match, "akechi") == "vassal"
    acts(match, "end")
    assert controller(match, "miyako_azuchi") == "oda"


@clause("honganji", "6-2", "6-2.p2")
def test_card_desertion_needs_cunning_and_an_army() -> None:
    nobody = KANTOU | {"echigo": {}, "tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}
    refused(table("akechi", DESERT, nobody), f"event {DESERT}", "6-2")
    allowed(table("akechi", DESERT), f"event {DESERT}")
    refused(table("shibata", DESERT), f"event {DESERT}", "6-2.p2")


# Scheming with other powers


@pytest.mark.parametrize(
    ("seat", "die", "works"), [("akechi", 3, True), ("akechi", 4, False), ("hashiba", 4, True), ("hashiba", 5, False)]
)
@clause("honganji", "6-2")
def test_card_scheming_works_on_a_low_die(seat: str, die: int, works: bool) -> None:
    """At or below the player's cunning and one more: three for Akechi, four for Hashiba. Tajima borders on both."""
    areas = CUNNING | SLY | {"tajima": {"neutral": {"ready": 2}}, "hida": {"neutral": {"ready": 1}}}
    match = table(seat, SCHEME, areas, die)
    acts(match, f"event {SCHEME}", "scheme_army tajima")
    assert stack(match, "tajima", "neutral")["ready"] == (1 if works else 2)
    assert stack(match, "tajima", seat) == {"ready": 0, "spent": 1 if works else 0, "generals": {}}
    assert seen(match, "pools")["neutral"] == (3 if works else 2)
    assert seen(match, "pools")[seat] == (9 if works else 10)
    assert status(match, seat) == "vassal"
    over(match, seat, SCHEME)
    acts(match, "end")
    assert controller(match, "tajima") == "neutral"  # a Neutral army is left in either case


@clause("honganji", "6-2", "5-2")
def test_card_scheming_removes_a_general_and_wins_the_area() -> None:
    match = table("akechi", SCHEME, CUNNING | TANGO | {"tajima": {"neutral": {"ready": 1}}}, 1)
    acts(match, f"event {SCHEME}", "scheme_general isshiki_yoshimichi")  # one die: no combat
    assert stack(match, "tango", "neutral")["generals"] == {}
    assert stack(match, "tango", "akechi") == {"ready": 0, "spent": 1, "generals": {}}
    assert controller(match, "tango") == "neutral"
    over(match, "akechi", SCHEME)
    acts(match, "end")
    assert controller(match, "tango") == "akechi"


@clause("honganji", "6-2", "8-4-1")
def test_card_scheming_flipped_oda_army_leaves_the_game() -> None:
    areas = CUNNING | {"hokusetsu": {"neutral": {"ready": 1}}, "tajima": {"neutral": {"ready": 1}}}
    match = table("akechi", SCHEME, areas, 3, flipped={"hokusetsu": 1})
    assert seen(match, "pools")["neutral"] == 4
    acts(match, f"event {SCHEME}", "scheme_army hokusetsu")
    assert total(match, "hokusetsu", "neutral") == 0
    assert stack(match, "hokusetsu", "akechi")["spent"] == 1
    assert seen(match, "pools")["neutral"] == 4


@clause("honganji", "6-2")
def test_card_scheming_is_for_neutral_units_next_to_an_own_area() -> None:
    areas = (
        CUNNING
        | TANGO
        | {
            "tajima": {"neutral": {"ready": 1, "generals": ["yamana_hirotoyo"]}, "akechi": {"ready": 1}},
            "hokusetsu": {"neutral": {"generals": ["araki_murashige"]}, "oda": {"ready": 1}},
            "harima": {"controller": "tokugawa", "tokugawa": {"ready": 2}},
            "mimasaka": {"neutral": {"ready": 1}},  # two areas away
            "hida": {"neutral": {"ready": 1}, "akechi": {"ready": 1}},  # Akechi units, but not his area
            "shinano": {"neutral": {"generals": ["sanada_masayuki"]}},  # next to units of his, not to his area
            "bizen": {"controller": "hashiba", "hashiba": {"generals": ["hashiba_hideyoshi"]}},
        }
    )
    match = table("akechi", SCHEME, areas, out=["tokugawa"])
    acts(match, f"event {SCHEME}")
    assert match.decision.name == "scheme"
    assert set(match.decision.texts) == {
        "scheme_army tajima",
        "scheme_general yamana_hirotoyo",
        "scheme_general isshiki_yoshimichi",
        "scheme_general araki_murashige",
    }
    refused(match, "scheme_army mimasaka")
    refused(match, "scheme_army hida")
    refused(match, "scheme_general sanada_masayuki")
    refused(match, "scheme_army harima")
    refused(match, "scheme_army hokusetsu")


@clause("honganji", "6-2")
def test_card_scheming_does_not_reach_inside_the_only_own_area() -> None:
    inside = {"tanba": CUNNING["tanba"] | {"neutral": {"ready": 1}}}
    refused(table("akechi", SCHEME, inside), f"event {SCHEME}", "6-2")
    neighbour = {"tajima": {"controller": "akechi", "akechi": {"ready": 1}}}
    allowed(table("akechi", SCHEME, inside | neighbour), f"event {SCHEME}")


@pytest.mark.parametrize(("armies", "playable"), [(9, True), (10, False)])
@clause("honganji", "6-2", "1-2-2-1")
def test_card_scheming_needs_an_army_in_the_pool(armies: int, playable: bool) -> None:
    match = table("akechi", SCHEME, CUNNING | TANGO | {"yamato": {"akechi": {"ready": armies}}})
    if playable:
        allowed(match, f"event {SCHEME}")
    else:
        refused(match, f"event {SCHEME}", "6-2")


@clause("honganji", "6-2", "6-2.p2")
def test_card_scheming_needs_cunning_and_a_target() -> None:
    refused(table("akechi", SCHEME, CUNNING), f"event {SCHEME}", "6-2")
    refused(table("akechi", SCHEME, TANGO), f"event {SCHEME}", "6-2.p2")
    allowed(table("akechi", SCHEME, CUNNING | TANGO), f"event {SCHEME}")


# Scheming where plain and flipped Neutral armies stand together


def schemer(flipped: int, ready: int, die: int = 1) -> Playing:
    areas = {
        "tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}},
        "tango": {"controller": "neutral", "neutral": {"ready": ready}},
    }
    match = table("akechi", "scheming_1", areas, die, flipped={"tango": flipped} if flipped else {})
    acts(match, "event scheming_1", "scheme_army tango")
    return match


@clause("honganji", "6-2")
def test_card_scheming_chooses_between_plain_and_flipped_armies() -> None:
    match = schemer(flipped=1, ready=2)
    assert (match.decision.name, match.decision.who) == ("neutral_army", "akechi")
    allowed(match, "plain_army", "flipped_army")
    match.act("flipped_army")
    assert match.view(None)["flipped"] == {}
    assert stack(match, "tango", "neutral")["ready"] == 1
    assert stack(match, "tango", "akechi")["spent"] == 1
    pool = match.view(None)["pools"]["neutral"]
    match = schemer(flipped=1, ready=2)
    match.act("plain_army")
    assert match.view(None)["flipped"] == {"tango": 1}
    assert match.view(None)["pools"]["neutral"] == pool + 1  # a flipped one never comes back (H-25)


@clause("honganji", "6-2")
def test_card_scheming_asks_nothing_where_there_is_one_kind_of_army() -> None:
    assert schemer(flipped=0, ready=2).decision.name == "action"
    match = schemer(flipped=2, ready=2)
    assert match.decision.name == "action"
    assert match.view(None)["flipped"] == {"tango": 1}


@clause("honganji", "6-2")
def test_card_scheming_that_fails_changes_neither_kind() -> None:
    match = schemer(flipped=1, ready=2, die=6)
    match.act("flipped_army")
    assert match.view(None)["flipped"] == {"tango": 1}
    assert stack(match, "tango", "neutral")["ready"] == 2
