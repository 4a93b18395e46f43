"""Section 35-2, the deployment: what a player arranges before the start, and why an arrangement is refused."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, unit
from tests.clauses.kanto.table import SCENARIOS, start_match
from tests.clauses.reasons import barred
from tests.support import clause

USAMI = "usami_sadayuki"
OYAMADA = "oyamada_nobushige"
NAOE = "naoe_sanetsuna"
KAKIZAKI = "kakizaki_kageie"
UJIYASU = "hojo_ujiyasu"
SHINGEN = "takeda_shingen"
KENSHIN = "uesugi_kenshin"
FIRST, SECOND, THIRD, FOURTH = SCENARIOS
WRONG = [
    (FIRST, "uesugi", f"field {SHINGEN}", "35-2(1) not_own"),
    (FIRST, "uesugi", f"alone {KENSHIN}", "35-2(1) already_alone"),
    (FIRST, "uesugi", f"garrison {KENSHIN}", "35-2(1) already_so"),
    (FIRST, "uesugi", f"field {USAMI}", "35-2(1) under_command"),
    (FIRST, "uesugi", f"lead {USAMI} {KENSHIN}", "35-2(1) in_force"),
    (FIRST, "uesugi", f"lead yasuda_akimoto {KENSHIN}", "35-2(1) other_hex"),
    (FIRST, "uesugi", f"lead nagao_masakage {KAKIZAKI}", "9-2-3 rank"),
    (FIRST, "uesugi", f"lead {USAMI} nakajo_fujisuke", "13-1-1 no_commander"),
    (FIRST, "uesugi", f"lead okuma_tomohide {KENSHIN}", "9-2-2 track_full"),
    (FIRST, "uesugi", f"station {USAMI} 0711", "35.0(5) not_a_start"),
    (SECOND, "hojo", "garrison matsuda_yasunaga", "35-2(1) no_castle"),  # T-13: Yamanaka is none
    (SECOND, "hojo", f"field {UJIYASU}", "31-1-1 always_inside"),
    (SECOND, "hojo", f"alone {OYAMADA}", "35-2(1) not_own"),  # T-16: neutral, only his hex is chosen
    (SECOND, "hojo", f"station {SHINGEN} 1831", "35-2(1) not_own"),
    (SECOND, "hojo", f"station {OYAMADA} 1232", "35.0(5) not_a_start"),
    (THIRD, "takeda", f"station {OYAMADA} 1230", "35.0(5) already_there"),
    (THIRD, "takeda", "garrison obata_nobusada", "35-2(1) no_castle"),  # T-14: Kunimine is the enemy's
    (THIRD, "uesugi", "field obata_kagezumi", "35.0(5) place_given"),
]


@clause("kanto", "35-2(1)")
def test_units_start_inside_or_outside_and_under_whom_the_player_likes() -> None:
    match = start_match(FIRST)
    assert unit(match, KENSHIN)["inside"]
    acts(match, "alone usami_sadayuki", "lead nakajo_fujisuke naoe_sanetsuna", f"field {KENSHIN}")
    assert not unit(match, KENSHIN).get("inside")
    assert unit(match, "naoe_sanetsuna")["inside"]
    assert "leader" not in unit(match, "usami_sadayuki")
    assert unit(match, "nakajo_fujisuke")["leader"] == "naoe_sanetsuna"


@clause("kanto", "35-2(1)")
def test_only_units_of_one_hex_are_organised_together() -> None:
    match = start_match(FIRST)
    assert at(match, "yasuda_akimoto") == "0711"
    assert not [text for text in match.decision.texts if text.startswith("lead yasuda_akimoto")]
    refused(match, f"lead yasuda_akimoto {KENSHIN}")


@clause("kanto", "35-2(1)")
def test_every_player_prepares_his_own_units_only() -> None:
    match = start_match(FIRST)
    assert (match.who, match.decision.name) == ("uesugi", "deploy")
    refused(match, f"field {SHINGEN}")
    match.act("ready")
    assert (match.who, match.decision.name) == ("takeda", "deploy")
    allowed(match, f"field {SHINGEN}")
    refused(match, f"field {KENSHIN}")


def start_deployment(scenario: str, seat: str) -> Any:
    """Start a match and go on until this seat arranges its units."""
    match = start_match(scenario)
    while match.who != seat:
        match.act("ready")
    assert match.decision.name.startswith("deploy")
    return match


@clause("kanto", "35-2(1)", "9-2-2", "9-2-3", "31-1-1", "37(4)", "38(4)")
@pytest.mark.parametrize(("scenario", "seat", "text", "reason"), WRONG)
def test_a_deployment_against_the_rules_is_refused_with_its_reason(
    scenario: str, seat: str, text: str, reason: str
) -> None:
    barred(start_deployment(scenario, seat), text, reason)


@clause("kanto", "35-2(1)")
def test_a_commander_outside_is_given_no_unit_inside_the_castle() -> None:
    match = start_deployment(FIRST, "uesugi")
    allowed(match, f"lead {USAMI} {NAOE}")
    match.act(f"field {NAOE}")
    barred(match, f"lead {USAMI} {NAOE}", "35-2(1) other_side_of_gate")


@clause("kanto", "37(4)", "37(3)")
def test_of_neutral_takeda_only_oyamadas_hex_is_arranged() -> None:
    """T-16: by the player who deploys last."""
    match = start_deployment(SECOND, "hojo")
    takeda = [row["id"] for row in gunki.game("kanto").tables["unit"] if row["army"] == "takeda"]
    assert [text for text in match.decision.texts if text.split()[-1] in takeda or text.split()[1:2] == [OYAMADA]] == [
        f"station {OYAMADA} 1831"
    ]
    match.act(f"station {OYAMADA} 1831")
    assert (at(match, OYAMADA), unit(match, OYAMADA)["inside"]) == ("1831", True)


@clause("kanto", "37(8)-1", "9-2-6", "35-2(1)")
def test_kenshin_may_lead_warlords_from_the_start_and_his_commanders_may_not() -> None:
    match = start_deployment(SECOND, "uesugi")
    barred(match, f"lead ogo_nobutsuna {KENSHIN}", "9-2-2 track_full")
    barred(match, f"lead ogo_nobutsuna {NAOE}", "9-2-3 rank", "9-2-6 other_army")
    acts(match, f"alone {USAMI}", f"lead ogo_nobutsuna {KENSHIN}")
    assert unit(match, "ogo_nobutsuna")["leader"] == KENSHIN


@clause("kanto", "35-2(1)")
def test_a_player_with_nothing_left_to_arrange_is_not_asked_again() -> None:
    match = start_match(FIRST)
    for _ in range(100):
        if match.who != "uesugi":
            break
        assert len(match.decision.texts) > 1
        match.act(match.decision.texts[-1])
    assert (match.who, match.decision.name) == ("takeda", "deploy")


@clause("kanto", "9-2-4", "35-2(1)")
def test_no_unit_is_deployed_under_a_commander_who_is_under_command() -> None:
    match = start_match("heaven_and_earth")
    allowed(match, f"lead nakajo_fujisuke {NAOE}")
    acts(match, "alone usami_sadayuki", f"lead {NAOE} {KENSHIN}")
    barred(match, f"lead nakajo_fujisuke {NAOE}", "9-2-4 under_command")
