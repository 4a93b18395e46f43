"""The most specific clause is the reason of a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, refused
from tests.clauses.hideyoshi import table, tennozan_table
from tests.clauses.hideyoshi.table import SHIZUGATAKE, start_match
from tests.clauses.hideyoshi.tennozan_table import AZUCHI, HIDEYOSHI, HIMEJI, INSIDE, KYOTO, RECRUITS, SAITO
from tests.clauses.reasons import barred
from tests.support import clause

NOBUKATSU, HIDENAGA = "kitabatake_nobukatsu", "hashiba_hidenaga"


@clause("hideyoshi", "36.7-5")
@pytest.mark.parametrize(("place", "near"), [("5314", True), ("5414", True), ("4928", False)])
def test_nobody_is_stationed_near_gifu(place: str, near: bool) -> None:
    """In Owari, but within two hexes; Matsusaka is beyond Owari."""
    match = start_match(SHIZUGATAKE)
    gifu = ["36.7-5 keeps_out"] if near else []
    barred(match, f"station {NOBUKATSU} {place}", *gifu, "34.2(2) not_a_start")


@clause("hideyoshi", "31-1")
@pytest.mark.parametrize(("leader", "other"), [(NOBUKATSU, True), (HIDEYOSHI, False)])
def test_an_army_that_lost_another_main_castle_needs_a_line_to_restore_himeji(leader: str, other: bool) -> None:
    """Kitabatake's main castles are ruins too: without a line Nobukatsu restores neither troops nor Himeji."""
    ruins = {name: {"owner": "none"} for name in ("himeji", "kiyosu", "matsusaka")}
    match = table.compose({leader: HIMEJI, "maeda_toshiie": "4301"}, phase="hashiba", turn=2, castles=ruins)
    match.act(f"act {leader}")
    if other:
        refused(match, "organise", "31-1", "11-4-2")
    else:
        assert not match.why_not("organise")


def act_in_azuchi(**units: Any) -> Any:
    """Activate Saitō, alone in Azuchi, a whole Akechi castle, with nothing lost; recruits wait."""
    everybody = {SAITO: {"hex": AZUCHI, **INSIDE}, **dict.fromkeys(RECRUITS, "off"), **units}
    match = tennozan_table.compose(everybody, phase="anti_hashiba", castles={"azuchi": {"owner": "akechi"}})
    match.act(f"act {SAITO}")
    return match


@clause("hideyoshi", "35.5-A")
def test_a_commander_who_could_raise_recruits_is_refused_with_the_reasons() -> None:
    barred(
        act_in_azuchi(), "organise", "35.5-A not_occupied", "13-2 nothing_to_organise", "14-2 nothing_lost",
        "14-3 castle_whole",
    )  # fmt: skip
    assert not act_in_azuchi(suwa_morinao=KYOTO).why_not("organise")


@clause("hideyoshi", "36.7-6")
def test_a_frozen_force_in_mino_is_named_when_there_is_nothing_to_organise() -> None:
    """Not of who could not be taken anyway: Hidenaga is of Inaba's rank."""
    match = table.compose({"inaba_ittetsu": "5012", HIDENAGA: "5012"}, phase="hashiba", turn=1)
    match.act(f"act {HIDENAGA}")
    barred(match, "organise", "13-2 nothing_to_organise", "14-2 nothing_lost", "14-3 castle_whole")
    units = {"inaba_ittetsu": "5012", HIDEYOSHI: "5012"}
    match = table.compose(units, phase="hashiba", turn=1)
    match.act(f"act {HIDEYOSHI}")
    barred(
        match, "organise", "36.7-6 may_not_act_yet", "13-2 nothing_to_organise", "14-2 nothing_lost",
        "14-3 castle_whole",
    )  # fmt: skip
    match = table.compose(units, phase="hashiba", turn=1, state={"declared": 1})
    acts(match, f"act {HIDEYOSHI}", "organise", "take inaba_ittetsu")
