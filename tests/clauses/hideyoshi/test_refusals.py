"""Simple refusals of the game's own rules, in the order of the clauses that forbid the act.

Each row reads: what holds | the clauses it proves | position | played before | refused action | all reasons; and in
some rows what is allowed instead.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import force
from tests.clauses.hideyoshi import table, tennozan_table
from tests.clauses.hideyoshi.scenario_table import BEYOND, BORDER, HIDENAGA, HOME, HORI, KAZUMASU, NOBUTAKA
from tests.clauses.hideyoshi.table import KOMAKI, TENNOZAN, opening_view
from tests.clauses.hideyoshi.tennozan_table import (
    DEFENDERS,
    HIDEYOSHI,
    HIMEJI,
    IKEDA,
    KYOTO,
    NOBUNAGA,
    SAITO,
    SIEGE,
    TAKAMATSU,
    WEAK,
)
from tests.clauses.reasons import REFUSAL, assert_refusal, position, refusal
from tests.support import clause

#: Units of both sides, far from one another.
BOTH_SIDES = {
    "hashiba_hideyoshi": "1623", "kuroda_yoshitaka": "1020", "bito_tomonobu": "2125",
    "takigawa_kazumasu": "5119", "takigawa_masushige": "5120", "sasaoka_heiemon": "5022",
}  # fmt: skip
COURT = {NOBUNAGA: KYOTO, **force(KYOTO, HIDENAGA, "horio_yoshiharu"), NOBUTAKA: KYOTO}
ALL_RUINS = {name: {"owner": "none"} for name in opening_view(KOMAKI)["castles"]}


def hideyoshi(*ids: str) -> pytest.MarkDecorator:
    return clause("hideyoshi", *ids)


def on_a_ruin(name: str, hex_id: str) -> dict[str, Any]:
    """Return a position in which every castle is a ruin and this reduced commander stands on one."""
    return position({name: {"hex": hex_id, "steps": 1}}, turn=2, phase="hashiba", castles=ALL_RUINS, dice=[6])


@pytest.mark.parametrize(
    REFUSAL,
    [
        refusal("in the Anti-Hashiba phase no Hashiba force acts", hideyoshi("29.0(2)-3", "29.0(2)-4"),
            position(BOTH_SIDES, turn=2, phase="anti_hashiba"), "", "act hashiba_hideyoshi", "12.0 not_own"),
        refusal("in the Hashiba phase no force of the other side acts", hideyoshi("29.0(2)-3", "29.0(2)-4"),
            position(BOTH_SIDES, turn=2, phase="anti_hashiba"), "end", "act takigawa_kazumasu", "12.0 not_own"),
        refusal("a third clan does not join a mixed force", hideyoshi("30-1-2"),
            position({**force("2920", "niwa_nagahide", "eguchi_masayoshi", "horio_yoshiharu"), "hachiya_band": "2920"},
                turn=2, phase="hashiba", around="2920", radius=2),
            "act niwa_nagahide | organise", "take hachiya_band", "30-1-2 lesser_alone", "9-2-6 other_army"),
        refusal("without a line no ruin but a main castle is restored", hideyoshi("31-1"),
            on_a_ruin(HIDENAGA, "1824"),
            "act hashiba_hidenaga", "organise", "13-2 nothing_to_organise", "11-4-2 no_line"),
        refusal("without a line no other army restores a main castle", hideyoshi("31-1"),
            on_a_ruin("kitabatake_nobukatsu", HIMEJI), "act kitabatake_nobukatsu", "organise",
            "13-2 nothing_to_organise", "11-4-2 no_line", "31-1 not_their_main_castle"),
        refusal("Takigawa and Kobe outside Echizen do not open it", hideyoshi("36.7-4"),
            position({**HOME, HORI: BORDER, NOBUTAKA: "4512", KAZUMASU: "4413"}, around=BORDER, radius=3,
                phase="hashiba", turn=6, dice=(), state={"declared": 1}),
            f"act {HORI} | move", f"to {BEYOND}", "36.7-4 keeps_out"),
        refusal("a castle that is nobody's is not besieged", hideyoshi("35.6(2)"),
            position({"hashiba_hideyoshi": "4217"}, scenario=TENNOZAN, turn=2, phase="hashiba"),
            "act hashiba_hideyoshi", "siege", "17-1-1 no_enemy_castle"),
    ],
)  # fmt: skip
def test_an_act_against_the_rules_is_refused_for_all_its_reasons(
    position: dict[str, Any], played: list[str], action: str, reasons: tuple[str, ...], instead: list[str]
) -> None:
    assert_refusal(table.compose(**position), played, action, reasons, instead)


@pytest.mark.parametrize(
    REFUSAL,
    [
        refusal("a neutral does not act", hideyoshi("35.4-O"),
            position({**IKEDA, HIDEYOSHI: HIMEJI}, phase="hashiba"),
            "", "act ikeda_tsuneoki", "35.4-O takes_no_side"),
        refusal("the Mori do not act after the peace", hideyoshi("35.8(3)-4"),
            position({HIDEYOSHI: HIMEJI, "inoue_arikage": "0125"}, phase="hashiba", state={"peace": 1}),
            "", "act inoue_arikage", "35.8(3)-4 takes_no_side"),
        refusal("an army beside Takamatsu does not assault it either", hideyoshi("35.8(3)-3"),
            position({**DEFENDERS, **SIEGE, **force(TAKAMATSU, NOBUTAKA, "okamoto_yoshikatsu")}, phase="hashiba",
                castles=WEAK),
            f"act {NOBUTAKA} | siege", "assault", "35.8(3)-3 flooded"),
        refusal("a castle with a garrison of neutrals is not entered to seize it", hideyoshi("35.8(6)"),
            position({**IKEDA, SAITO: "2923", HIDENAGA: HIMEJI}, around="2924", turn=1, phase="anti_hashiba"),
            f"act {SAITO} | move", "to 2924", "35.8(4) neutral_there"),
        refusal("strategic movement does not enter a hex of neutrals", hideyoshi("35.8(4)"),
            position({**IKEDA, SAITO: "3220"}, around="3022", phase="anti_hashiba"),
            f"act {SAITO} | strategic", "to 2924", "35.8(4) neutral_there", instead="to 2923"),
        refusal("without the rule Nobunaga does not act", hideyoshi("35.9"),
            position(COURT, around=KYOTO, phase="hashiba", options={}),
            "", f"act {NOBUNAGA}", "35.9 stays_in_kyoto", instead=f"act {HIDENAGA} | act {NOBUTAKA}"),
        refusal("the slowest of Nobunaga's company is the reason why a hex is too far", hideyoshi("35.9", "15-6-3"),
            position({NOBUNAGA: KYOTO, NOBUTAKA: {"hex": KYOTO, "morale": -4}}, around=KYOTO, phase="hashiba",
                radius=8, options={"nobunaga_acts": True}),
            f"act {NOBUNAGA} | summon_all | move", "to 3516", "15-6-3 morale_slows"),
    ],
)  # fmt: skip
def test_an_act_against_the_rules_of_tennozan_is_refused_for_all_its_reasons(
    position: dict[str, Any], played: list[str], action: str, reasons: tuple[str, ...], instead: list[str]
) -> None:
    assert_refusal(tennozan_table.compose(**position), played, action, reasons, instead)
