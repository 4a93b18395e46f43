"""Chapter 8 where this book differs: any clan may be the target, castles fight, attackers rebel.

The rest of the chapter is in tests/clauses/areas_and_cards.
"""

from __future__ import annotations

import pytest

from tests.clauses.honganji.plays import table, told
from tests.clauses.honganji.steps import (
    armies,
    board,
    drive,
    finish,
    move,
    options_of,
    strike,
    turn_of,
)
from tests.clauses.honganji.table import acts, refused, stack, status
from tests.support import clause

HONDA = {"ready": 2, "generals": ["honda_tadakatsu"]}  # three dice at 3
REBEL_AKECHI = {"akechi": "rebel"}


@clause("honganji", "8-1-2")
def test_the_target_is_any_one_other_clan_there() -> None:
    """Oda and a fellow vassal as well as the rest; only the Mouri are hit, and Tokugawa stays a vassal."""
    others = {"oda": {"ready": 1}, "shibata": {"ready": 1}, "neutral": {"ready": 2}, "mouri": {"ready": 4}}
    match = board({"gifu": {"tokugawa": HONDA, **others}}, dice=[1, 1, 1])
    match.act("combat")
    match.act("attack tokugawa gifu")
    assert options_of(match) == {f"target {clan}" for clan in others}
    refused(match, "target uesugi", "8-1-2")  # not there
    match.act("target mouri")
    assert armies(match, "gifu", "mouri") == (1, 0)
    for clan in ("oda", "shibata", "neutral"):
        assert armies(match, "gifu", clan) == (others[clan]["ready"], 0)
    assert status(match, "tokugawa") == "vassal"


@clause("honganji", "8-2-1", "FAQ-Q4")
@pytest.mark.parametrize("other", ["anekouji_yoritsuna", "takeda_katsuyori"])
def test_h23_the_highest_value_commands_for_those_without_a_player(other: str) -> None:
    """Sanada's 4: of the dice 4 and 5 one hits, and nobody is asked."""
    areas = {"gifu": {"tokugawa": HONDA, "neutral": {"generals": [other, "sanada_masayuki"]}}}
    match = board(areas, dice=[6, 6, 6, 4, 5])
    strike(match, "tokugawa", "gifu")
    assert turn_of(match) == ("additional", "tokugawa")
    assert armies(match, "gifu", "tokugawa") == (1, 0)


@clause("honganji", "FAQ-Q4", "1-2-1-2", "8-1-1")
@pytest.mark.parametrize("moving", [False, True])
def test_h13_castles_attack_and_command(moving: bool) -> None:
    """Hamamatsu Castle (3) and one army roll two dice; it is spent afterwards like any general."""
    areas = {
        "mikawa": {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]}},
        "gifu": {"tokugawa": {"ready": 0 if moving else 1, "generals": ["hamamatsu_castle"]}, "neutral": {"ready": 5}},
    }
    match = board(areas, dice=[3, 3])
    if moving:
        move(match, "tokugawa", "mikawa", "gifu", armies=1)
    else:
        strike(match, "tokugawa", "gifu")
        finish(match)
    assert armies(match, "gifu", "neutral") == (3, 0)
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 1, "generals": {"hamamatsu_castle": "spent"}}


@clause("honganji", "4-1", "4-5")
@pytest.mark.parametrize(
    ("clan", "literal", "result"),
    [
        ("oda", False, "rebel"),
        ("shibata", False, "rebel"),
        ("neutral", False, "vassal"),
        ("mouri", False, "vassal"),
        ("akechi", False, "vassal"),
        ("oda", True, "vassal"),
        ("shibata", True, "vassal"),
    ],
)
def test_h36_continued_combat_against_oda_or_a_vassal_is_rebellion(clan: str, literal: bool, result: str) -> None:
    """Akechi is a rebel and fair game; the literal reading knows rebellion by movement only."""
    areas = {"gifu": {"tokugawa": HONDA, clan: {"ready": 4}}}
    match = board(areas, status=REBEL_AKECHI, dice=[1, 6, 6], options={"strict_rebellion_list": literal})
    assert status(match, "tokugawa") == "vassal"
    strike(match, "tokugawa", "gifu")
    assert armies(match, "gifu", clan) == (3, 0)
    assert status(match, "tokugawa") == result
    assert status(match, "shibata") == "vassal"


@clause("honganji", "8-2-1")
def test_h24_the_same_player_names_both_commanders() -> None:
    """Akechi drives the Houjou against himself: Tsunashige (2) and Fujitaka (1) make one hit each."""
    areas = {
        "kai": {
            "houjou": {"ready": 1, "generals": ["houjou_tsunashige", "houjou_ujimasa"]},
            "akechi": {"ready": 3, "generals": ["hosokawa_tadaoki", "hosokawa_fujitaka"]},
        }
    }
    match = board(areas, seat="akechi", dice=[2, 3, 3, 1, 2, 2, 2, 2])
    drive(match, "houjou", "combat")
    match.act("attack houjou kai")
    assert turn_of(match) == ("commander", "akechi")
    assert options_of(match) == {"commander houjou_tsunashige", "commander houjou_ujimasa"}
    match.act("commander houjou_tsunashige")
    assert turn_of(match) == ("commander", "akechi")
    assert options_of(match) == {"commander hosokawa_tadaoki", "commander hosokawa_fujitaka"}
    acts(match, "commander hosokawa_fujitaka")
    assert armies(match, "kai", "akechi") == (2, 0)
    assert armies(match, "kai", "houjou") == (0, 0)
    assert turn_of(match) == ("additional", "akechi")


@clause("honganji", "8-1-3", "8-2-1")
def test_the_question_for_a_commander_names_its_clause() -> None:
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


@clause("honganji", "8-2-1", "8-1-3", "6-2")
def test_an_event_tells_why_nobody_strikes_back() -> None:
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
