"""Tennōzan: what the death of a sōdaishō takes with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, attack, force
from tests.clauses.hideyoshi.tennozan_table import (
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INSIDE,
    KATSUIE,
    KYOTO,
    MITSUHIDE,
    NIWA,
    NOBUKATSU,
    NOBUNAGA,
    NOBUTAKA,
    RECRUITS,
    SAITO,
    compose,
    finish,
    owner_of,
)
from tests.support import clause

WEAK = {"steps": 1}


# --- the death of a sōdaishō ------------------------------------------------------------------------------------------

DYING = {"hex": "3522", **WEAK}


def kill_chief(chief: str, others: Mapping[str, Any], phase: str, striker: tuple[str, ...], **entries: Any) -> Any:
    """Kill this sōdaishō, alone with one step at 3522, by a force at 3523: 8 strength, die 6."""
    units = {chief: DYING, **force("3523", *striker), **others}
    match = compose(units, around="3523", phase=phase, dice=[6, *[4] * 6], **entries)
    attack(match, striker[0], "3522")
    finish(match)
    assert at(match, chief) == "dead"
    return match


REBELS = (MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo", "matsuda_masachika")
LOYAL = (NIWA, "mizoguchi_hidekatsu", "toda_katsushige", "eguchi_masayoshi")


@clause("hideyoshi", "30-1-2")
@pytest.mark.parametrize("vanish", [True, False])
def test_with_hideyoshi_go_those_who_serve_him(vanish: bool) -> None:
    """His own clan in any case; Ukita, Nanjō and who joined by die unless the option spares them; Kanbe's never."""
    others = {
        HIDENAGA: HIMEJI,
        "ukita_hideie": "0326",
        "nanjo_mototsugu": "0312",
        "ikeda_tsuneoki": {"hex": "2924", **INSIDE},
        NIWA: "4415",
        NOBUTAKA: "3126",
        NOBUKATSU: "4928",
        NOBUNAGA: "5022",
    }
    match = kill_chief(
        HIDEYOSHI,
        others,
        "anti_hashiba",
        REBELS,
        fights={"ikeda": "hashiba"},
        options={"lesser_vanish_with_overlord": vanish},
    )
    assert at(match, HIDENAGA) == "removed"
    served = ("ukita_hideie", "nanjo_mototsugu", "ikeda_tsuneoki")
    assert [at(match, name) for name in served] == (["removed"] * 3 if vanish else ["0326", "0312", "2924"])
    assert [at(match, name) for name in (NIWA, NOBUTAKA, NOBUKATSU, NOBUNAGA)] == ["4415", "3126", "4928", "5022"]
    assert (owner_of(match, "okayama"), owner_of(match, "himeji"), owner_of(match, "arioka")) == (
        "ukita",
        "hashiba",
        "ikeda",
    )


@clause("hideyoshi", "30-1-2", "35.7(1)-1")
@pytest.mark.parametrize("vanish", [True, False])
def test_with_mitsuhide_go_those_who_joined_him(vanish: bool) -> None:
    others = {SAITO: "3719", "tsutsui_junkei": {"hex": "3527", **INSIDE}, RECRUITS[0]: "off", "inoue_arikage": "0127"}
    match = kill_chief(
        MITSUHIDE,
        others,
        "hashiba",
        LOYAL,
        fights={"tsutsui": "anti_hashiba"},
        options={"lesser_vanish_with_overlord": vanish},
    )
    assert at(match, SAITO) == "removed"
    assert at(match, "tsutsui_junkei") == ("removed" if vanish else "3527")
    assert at(match, RECRUITS[0]) == "removed"
    assert at(match, "inoue_arikage") == "0127"
    assert owner_of(match, "sakamoto") == "akechi"


@clause("hideyoshi", "30-1-2", "35.5-H")
def test_units_yet_to_come_go_with_their_soudaishou() -> None:
    """Katsuie falls; a Shibata unit beside the map does not come any more. Kanbe and Hashiba go on."""
    others = {"sakuma_morimasa": "off", HIDEYOSHI: HIMEJI, NOBUTAKA: "3126"}
    match = kill_chief(KATSUIE, others, "anti_hashiba", REBELS)
    assert at(match, "sakuma_morimasa") == "removed"
    assert [at(match, name) for name in (HIDEYOSHI, NOBUTAKA)] == [HIMEJI, "3126"]


@clause("hideyoshi", "30-1-2")
@pytest.mark.parametrize("stars", [1, 2])
def test_the_sons_take_their_armies_with_them_as_sodaisho(stars: int) -> None:
    others = {"okamoto_yoshikatsu": "3126", NIWA: "4415", "hachiya_yoritaka": "4416", HIDEYOSHI: HIMEJI}
    match = kill_chief(NOBUTAKA, others, "anti_hashiba", REBELS, options={"oda_sons_stars": stars})
    followers = ("okamoto_yoshikatsu", NIWA, "hachiya_yoritaka")
    assert [at(match, name) for name in followers] == (["removed"] * 3 if stars == 2 else ["3126", "4415", "4416"])
    assert at(match, HIDEYOSHI) == HIMEJI


@clause("hideyoshi", "35.7(2)-1")
@pytest.mark.parametrize("stars", [1, 2])
@pytest.mark.parametrize("son", [NOBUTAKA, NOBUKATSU])
def test_as_sodaisho_the_sons_fight_decisive_battles(son: str, stars: int) -> None:
    units = {son: "3520", MITSUHIDE: KYOTO}
    options = {"oda_sons_stars": stars, "counterattack": "ask"}
    match = compose(units, around=KYOTO, phase="hashiba", options=options, dice=[1, 1, 1])
    acts(match, f"act {son}", "battle")
    assert (match.decision.name == "target" and f"decisive {KYOTO}" in match.decision.texts) is (stars == 2)


@clause("hideyoshi", "35.9", "35.7(2)-1")
def test_nobunagas_death_takes_nobody_with_him() -> None:
    others = {HIDEYOSHI: HIMEJI, NOBUTAKA: "3126", NOBUKATSU: "4928", "oda_nobukane": "4825"}
    match = kill_chief(NOBUNAGA, others, "anti_hashiba", REBELS)
    assert [at(match, name) for name in others] == list(others.values())
