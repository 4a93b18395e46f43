"""Corners of rebellion, knock-outs, victory and of events that come to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import lay, move, over, seen, table
from tests.clauses.honganji.table import SEATS, acts, points, status
from tests.support import clause

CUNNING = {"tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}}}
TANBA = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}


def told(events: list[Any], kind: str) -> list[list[str]]:
    """The clauses that each event of a kind names."""
    return [[name.removeprefix("honganji:") for name in event.clauses] for event in events if event.kind == kind]


# 4-1: rebellion


@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize("lord", ["oda", "shibata"])
@clause("honganji", "4-1(1)", "4-1(2)", "8-1-2")
def test_4_1_ending_among_them_is_rebellion_whoever_is_attacked(lord: str, option: bool) -> None:
    areas = TANBA | {"tango": {lord: {"ready": 1}, "neutral": {"ready": 1}}}
    match = table("akechi", "charge_1", areas, options={"strict_rebellion_list": option})
    move(match, "akechi", "tanba", "tango", armies=1)
    assert match.decision.name == "target"
    assert status(match, "akechi") == "rebel"
    match.act("target neutral")
    assert status(match, "akechi") == "rebel"


@pytest.mark.parametrize(("lord", "named"), [("oda", "4-1(1)"), ("shibata", "4-1(2)")])
@clause("honganji", "4-1(1)", "4-1(2)")
def test_4_1_the_rebellion_names_its_reason(lord: str, named: str) -> None:
    match = table("akechi", "charge_1", TANBA | {"tango": {lord: {"ready": 1}}})
    acts(match, "movement", "march akechi tanba", "done", "with 1")
    assert told(match.act("to tango"), "rebelled") == [[named]]


@clause("honganji", "4-1", "6-6")
def test_4_1_a_rebellion_by_continued_combat_names_the_whole_rule() -> None:
    match = table("akechi", "charge_1", TANBA | {"tango": {"akechi": {"ready": 1}, "oda": {"ready": 1}}})
    acts(match, "combat")
    assert told(match.act("attack akechi tango"), "rebelled") == [["4-1"]]


@clause("honganji", "6-3-1", "6-3-2")
def test_6_3_a_placement_names_its_rule() -> None:
    areas = TANBA | {"tango": {"neutral": {"ready": 1}}}
    for text, named in [("reinforce akechi tanba", "6-3-1"), ("reinforce neutral tango", "6-3-2")]:
        match = table("akechi", "charge_1", areas)
        acts(match, "reinforcement")
        assert told(match.act(text), "placed") == [["1-2-2-1", named]]


# 9, 10: knock-outs and victory


@clause("honganji", "FAQ-Q5", "10-1")
def test_10_1_a_lost_players_castle_is_gone_for_good() -> None:
    """A living player's castle goes back beside the board; that of one who is out is dead."""
    for out in ([], ["shibata"]):
        areas = TANBA | {"tango": {"shibata": {"generals": ["kitanoshou_castle"]}}}
        match = table("akechi", "charge_1", areas, 1, 6, 6, out=out)
        move(match, "akechi", "tanba", "tango", "akechi_mitsuhide")
        assert ("kitanoshou_castle" in seen(match, "dead")) is bool(out)
        assert ("kitanoshou_castle" in seen(match, "off_map")) is not bool(out)


@clause("honganji", "9-2(4)")
def test_9_2_4_no_word_of_revenge_by_a_greater_daimyo() -> None:
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
def test_9_1_3_players_who_are_out_do_not_share_in_nothing() -> None:
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


# Cards


@pytest.mark.parametrize("out", [False, True])
@clause("honganji", "FAQ-Q1", "FAQ-Q5", "10-1")
def test_card_surrender_of_a_lost_players_castle(out: bool) -> None:
    """It leaves the game; a living player may build his again."""
    areas = CUNNING | {"tango": {"shibata": {"generals": ["kitanoshou_castle"]}}}
    match = table("akechi", "surrender_of_garrison_1", areas, out=["shibata"] if out else [])
    acts(match, "event surrender_of_garrison_1")
    if match.decision.name == "surrender":
        match.act("surrender kitanoshou_castle")
    assert ("kitanoshou_castle" in seen(match, "dead")) is out
    assert ("kitanoshou_castle" in seen(match, "off_map")) is not out
    over(match, "akechi", "surrender_of_garrison_1")


@clause("honganji", "6-2")
def test_card_reliable_supply_readies_only_what_is_spent() -> None:
    """Four generals and one army: once the army is ready, only generals are left to choose."""
    generals = ["tokugawa_ieyasu", "honda_tadakatsu", "sakakibara_yasumasa", "honda_masanobu"]
    units = {"spent": 1, "spent_generals": generals}
    match = table("tokugawa", "reliable_supply", {"mikawa": {"tokugawa": units}})
    acts(match, "event reliable_supply", "supply mikawa")
    assert set(match.decision.texts) == {"ready_army", *[f"ready_general {general}" for general in generals]}
    match.act("ready_army")
    assert set(match.decision.texts) == {"done", *[f"ready_general {general}" for general in generals]}
    match.act("ready_general honda_tadakatsu")
    assert "ready_general honda_tadakatsu" not in match.decision.texts


def fief(units: dict[str, Any]) -> Playing:
    """Akechi transfers from Kai, where these units are, to Tanba."""
    areas = {"kai": {"controller": "akechi", "akechi": units}}
    match = table("akechi", "transfer_of_fief", areas)
    acts(match, "event transfer_of_fief", "fief kai tanba")
    return match


@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_leaves_one_general() -> None:
    """Of two one goes, and the other is not even asked for; nobody is no choice."""
    pair = ["hosokawa_tadaoki", "hosokawa_fujitaka"]
    match = fief({"generals": pair})
    assert set(match.decision.texts) == {f"take {general}" for general in pair}
    match.act("take hosokawa_tadaoki")
    over(match, "akechi", "transfer_of_fief")
    assert set(seen(match, "areas")["kai"]["stacks"]["akechi"]["generals"]) == {"hosokawa_fujitaka"}


@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_goes_with_whom_the_player_likes() -> None:
    """Besides the castle, which stays: with an army there `done` is a choice at once; without, after the first."""
    pair = ["hosokawa_tadaoki", "hosokawa_fujitaka"]
    castle = ["sakamoto_castle"]
    match = fief({"spent": 1, "generals": pair + castle})
    assert set(match.decision.texts) == {"done", *[f"take {general}" for general in pair]}
    match = fief({"generals": pair + castle})
    assert set(match.decision.texts) == {f"take {general}" for general in pair}
    match.act("take hosokawa_tadaoki")
    assert set(match.decision.texts) == {"done", "take hosokawa_fujitaka"}
    match.act("done")
    over(match, "akechi", "transfer_of_fief")


@pytest.mark.parametrize(("ready", "spent"), [(0, ["1", "2"]), (1, ["0", "1", "2"]), (2, ["0", "1"])])
@clause("honganji", "6-2", "10-3")
def test_card_transfer_of_fief_ready_or_spent_but_somebody(ready: int, spent: list[str]) -> None:
    match = fief({"ready": 2, "spent": 2})
    assert (match.decision.name, match.decision.texts) == ("strength", ["with 0", "with 1", "with 2"])
    match.act(f"with {ready}")
    assert (match.decision.name, match.decision.texts) == ("spent_strength", [f"with_spent {n}" for n in spent])


# Combat


@clause("honganji", "8-1-3", "8-2-1")
def test_8_the_question_for_a_commander_names_its_clause() -> None:
    both = {
        "akechi": {"ready": 1, "generals": ["hosokawa_tadaoki", "hosokawa_fujitaka"]},
        "shibata": {"ready": 1, "generals": ["maeda_toshiie", "kitanoshou_castle"]},
    }
    match = table("akechi", "charge_1", {"tango": both})
    acts(match, "combat", "attack akechi tango")
    asked = (match.decision.name, match.decision.who, match.decision.clause)
    assert asked == ("commander", "akechi", "honganji:8-1-3")
    match.act("commander hosokawa_tadaoki")
    asked = (match.decision.name, match.decision.who, match.decision.clause)
    assert asked == ("commander", "shibata", "honganji:8-2-1")


@clause("honganji", "8-2", "8-4", "8-4-2")
def test_8_4_spent_defenders_are_hit_as_well() -> None:
    """Two hits: Maeda is ready, Takigawa spent; both make their checks."""
    prey = {"generals": ["maeda_toshiie"], "spent_generals": ["takigawa_kazumasu"]}
    areas = {"tango": {"akechi": {"ready": 2, "generals": ["sakamoto_castle"]}, "shibata": prey}}
    match = table("akechi", "charge_1", areas, 1, 1, 6, 6, 6, 1, 1)
    acts(match, "combat", "attack akechi tango", "commander maeda_toshiie", "no_support")
    assert {"maeda_toshiie", "takigawa_kazumasu"} <= set(seen(match, "dead"))


@clause("honganji", "8-2", "8-4")
def test_8_4_the_owner_may_choose_a_spent_general() -> None:
    prey = {"generals": ["maeda_toshiie"], "spent_generals": ["takigawa_kazumasu"]}
    areas = {"tango": {"akechi": {"ready": 2, "generals": ["sakamoto_castle"]}, "shibata": prey}}
    match = table("akechi", "charge_1", areas, 1, 6, 6, 6, 6, 1)
    acts(match, "combat", "attack akechi tango", "commander maeda_toshiie", "no_support")
    assert (match.decision.name, match.decision.who) == ("wound", "shibata")
    assert set(match.decision.texts) == {"hit maeda_toshiie", "hit takigawa_kazumasu"}
    match.act("hit takigawa_kazumasu")
    assert "takigawa_kazumasu" in seen(match, "dead")


@pytest.mark.parametrize("card", ["surprise_attack_1", "charge_1"])
@clause("honganji", "6-2", "7-4")
def test_7_4_movement_or_combat_as_chosen(card: str) -> None:
    areas = TANBA | {
        "tango": {"akechi": {"ready": 1}, "neutral": {"ready": 1}},
        "tajima": {"neutral": {"ready": 1}},
    }
    for choice, asked in [("movement", "march"), ("combat", "attack")]:
        match = table("akechi", card, areas)
        match.act(f"event {card}")
        assert (match.decision.name, set(match.decision.texts)) == ("event_action", {"movement", "combat"})
        match.act(choice)
        assert match.decision.name == asked


@clause("honganji", "8-2-1", "8-1-3", "6-2")
def test_8_2_1_why_nobody_strikes_back() -> None:
    """Surprised, though Yamana could command; or without anybody to command."""
    for here, card, kind in [
        ({"ready": 1, "generals": ["yamana_hirotoyo"]}, "surprise_attack_1", "surprised"),
        ({"ready": 2}, "charge_1", "no_commander"),
    ]:
        areas = {"tajima": {"akechi": {"ready": 1, "generals": ["sakamoto_castle"]}, "neutral": here}}
        match = table("akechi", card, areas, 6, 6)
        match.act(f"event {card}")
        events = match.act("attack akechi tajima")
        assert {kind: told(events, kind) for kind in ("surprised", "no_commander")} == {
            "surprised": [],
            "no_commander": [],
        } | {kind: [["8-2-1"]]}


@clause("honganji", "8-4-1")
def test_8_4_1_a_miss_flips_nobody() -> None:
    for die, flips in [(6, []), (1, [["8-4-1"]])]:
        areas = {"tango": {"akechi": {"generals": ["sakamoto_castle"]}, "oda": {"ready": 1}}}
        match = table("akechi", "charge_1", areas, die)
        acts(match, "combat")
        assert told(match.act("attack akechi tango"), "flipped") == flips
