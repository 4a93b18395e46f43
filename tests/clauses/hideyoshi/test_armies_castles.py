"""The castles of an army of several clans: where its garrisons withdraw to (20-3), and how they fight (23-7-1)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts
from tests.clauses.forces import at, attack, besiege, force, garrison, neighbours, of_kind, rolls, unit
from tests.clauses.hideyoshi.scenario_table import GUARD, MORIMASA, OPEN, compose
from tests.clauses.hideyoshi.table import SHIZUGATAKE, TENNOZAN, assert_reads_back, opening_view
from tests.clauses.hideyoshi.tennozan_table import (
    HIDENAGA,
    HIDEYOSHI,
    MITSUHIDE,
    NOBUSUMI,
    SAITO,
    end_next_phases,
    finish,
    owner_of,
)
from tests.clauses.hideyoshi.tennozan_table import compose as tennozan
from tests.support import clause

AKECHI = ("fujita_yukimasa", "mizoo_shigetomo", "ise_sadaoki", "suwa_morinao", "tsuda_nobuharu", "murakami_kiyokuni")

# --- 20-3: where a garrison goes that is let out ------------------------------------------------------------------


def withdraw_garrison(name: str, castles: dict[str, Any] | None = None) -> Any:
    """Call upon Nagahama (4413) with Sakuma while this unit is inside; it is let out."""
    men = {**force("4413", MORIMASA, *GUARD[:6], invests=True), **garrison("4413", name)}
    held = {"nagahama": {"owner": "hashiba", "durability": 4}, **(castles or {})}
    match = compose(men, turn=6, phase="anti_hashiba", around="4413", radius=1, castles=held, state=OPEN, dice=[6])
    events = besiege(match, MORIMASA, "call")
    assert of_kind(events, "call_answered")[0]["answer"] == "opens_the_gates"
    return match


@clause("hideyoshi", "30-1-2")
@clause("gunyuden_revised", "20-3(Opens)")
@pytest.mark.parametrize("name", ["oka_ietoshi", "eguchi_masayoshi", "horio_yoshiharu", "hachiya_band"])
def test_any_castle_of_the_army_is_a_garrisons_own(name: str) -> None:
    """G-25, Y-55: Sawayama of the Hashiba lies two hexes away. Own castles of the clans are farther: Tenjinyama of the
    Ukita, Ōmizo of the Niwa, Hida of the Hachiya.
    """
    assert at(withdraw_garrison(name), name) == "4415"


@clause("hideyoshi", "30-1-2")
@clause("gunyuden_revised", "20-3(Opens)")
@pytest.mark.parametrize("owner", ["niwa", "gamo", "ukita"])
def test_a_garrison_withdraws_to_the_castle_of_any_clan_of_its_army(owner: str) -> None:
    """A man of the Hashiba goes to Sawayama, whichever clan of his army owns it."""
    match = withdraw_garrison("horio_yoshiharu", {"sawayama": {"owner": owner}})
    assert at(match, "horio_yoshiharu") == "4415"


@clause("hideyoshi", "30-1-2")
@clause("gunyuden_revised", "20-3(Opens)")
def test_an_allied_army_is_asked_only_where_the_own_has_no_castle() -> None:
    """Sawayama is the Kitabatake's: Eguchi goes past it to Hida of the Hachiya, unless his army has no castle left."""
    allied = {"sawayama": {"owner": "kitabatake"}}
    assert at(withdraw_garrison("eguchi_masayoshi", allied), "eguchi_masayoshi") == "4416"
    all_castles = opening_view(SHIZUGATAKE)["castles"]
    clans = {name for name, side in opening_view(SHIZUGATAKE)["sides"].items() if side == "hashiba"} - {"kitabatake"}
    lost = {name: {"owner": "shibata"} for name, entry in all_castles.items() if entry["owner"] in clans}
    castles = {**lost, **allied, "nagahama": {"owner": "hashiba", "durability": 4}}
    assert at(withdraw_garrison("eguchi_masayoshi", castles), "eguchi_masayoshi") == "4415"


@clause("hideyoshi", "30-1-2", "30-1-1")
@clause("gunyuden_revised", "20-3(Opens)")
@pytest.mark.parametrize(("name", "goal"), [("eguchi_masayoshi", "4416"), ("horio_yoshiharu", "4415")])
def test_which_army_is_the_own_depends_on_the_scenario(name: str, goal: str) -> None:
    """In Tennōzan the Niwa serve the Kanbe, like the Hachiya in Hida: Sawayama, were it Hashiba's, is an ally's."""
    host = force("4413", MITSUHIDE, *AKECHI, invests=True)
    castles = {"nagahama": {"owner": "hashiba", "durability": 4}, "sawayama": {"owner": "hashiba"}}
    units = {**host, **garrison("4413", name), HIDEYOSHI: "1623"}
    match = tennozan(units, around="4413", phase="anti_hashiba", castles=castles, dice=[6])
    besiege(match, MITSUHIDE, "call")
    assert at(match, name) == goal


# --- 23-7-1: where a garrison uses its modifier -------------------------------------------------------------------

#: Units whose modifier is 0.
SUWA, BITO = "suwa_morinao", "bito_tomonobu"
NORMAL = 2  # Hideyoshi's, Hidenaga's and Saitō's
JUNKEI = 1


def sortie_modifier(match: Match, name: str) -> int:
    """Return what a unit's modifier adds in a sortie against a unit without one."""
    roll, *_ = rolls(attack(match, name, unit(match, name)["hex"]))
    return sum(part["value"] for part in roll["parts"] if part["clause"].endswith("23-2-1(4)"))


def sortie_value(name: str, foe: str, hex_id: str, **entries: Any) -> int:
    """Return the same in Tennōzan for a unit composed in a castle with an enemy before it."""
    units = {name: {"hex": hex_id, "inside": True}, foe: hex_id}
    home = {HIDENAGA: "1623"} if name != HIDENAGA else {}
    return sortie_modifier(tennozan({**home, **units}, around=hex_id, dice=[1, 1], **entries), name)


def seize_castle(hex_id: str, **entries: Any) -> Any:
    """Turn 1: Saitō stands in an empty castle as his phase ends and it is his clan's (35.8(6)); he goes in, Bitō comes
    before it; Saitō is to act in stage 3.
    """
    units = {SAITO: hex_id, BITO: hex_beside(hex_id), HIDENAGA: "1623"}
    match = tennozan(units, around=hex_id, radius=2, turn=1, stage=1, phase="anti_hashiba", dice=[1, 1], **entries)
    end_next_phases(match, 2)
    acts(match, f"act {SAITO}", "move", "enter")
    finish(match)
    end_next_phases(match)
    acts(match, f"act {BITO}", "move", f"to {hex_id}", "halt")
    finish(match)
    end_next_phases(match)
    assert match.view(None)["stage"] == 3
    return match


def hex_beside(hex_id: str) -> str:
    return neighbours(hex_id)[0]


@clause("hideyoshi", "35.8(5)")
@clause("gunyuden", "23-7-1")
def test_a_castle_that_nobody_had_before_is_ones_own() -> None:
    """G-54, Y-24: Yodo, occupied when it was nobody's."""
    castles = {"yodo": {"owner": "hashiba"}}
    assert sortie_value(HIDENAGA, SUWA, "3523", phase="hashiba", castles=castles) == NORMAL


@clause("hideyoshi", "35.8(5)")
@clause("gunyuden", "23-7-1")
def test_a_castle_that_the_enemy_occupied_first_is_a_former_enemy_castle() -> None:
    """G-54: Yodo was nobody's, then Akechi's; it surrenders to Hidenaga, who goes in and fights from it."""
    host = force(
        "3523", HIDENAGA, "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "kato_kiyomasa", invests=True
    )
    castles = {"yodo": {"owner": "akechi", "durability": 1, "morale": -4}}
    units = {**host, NOBUSUMI: "3621", HIDEYOSHI: "1623"}
    match = tennozan(units, around="3523", phase="hashiba", castles=castles, dice=[6, 1, 1])
    acts(match, f"act {HIDENAGA}", "siege", "call")
    finish(match)
    assert owner_of(match, "yodo") == "hashiba"
    end_next_phases(match, 2)
    acts(match, f"act {HIDENAGA}", "move", "enter")
    finish(match)
    end_next_phases(match)
    acts(match, f"act {NOBUSUMI}", "move", "to 3523", "halt")
    finish(match)
    end_next_phases(match)
    assert_reads_back(match)
    assert sortie_modifier(match, HIDENAGA) == -1  # 0 against Nobusumi's 1


@clause("hideyoshi", "35.8(6)")
@clause("gunyuden", "23-7-1")
@pytest.mark.parametrize(("hex_id", "value"), [("2426", NORMAL), ("4413", 0), ("4415", 0)])
def test_a_castle_seized_from_a_neutral_was_never_the_enemys(hex_id: str, value: int) -> None:
    """G-54: Hanakuma of the neutral Ikeda, unlike Nagahama of the Hashiba and Sawayama of the Niwa."""
    match = seize_castle(hex_id)
    assert_reads_back(match)
    assert sortie_modifier(match, SAITO) == value


@clause("hideyoshi", "35.8(6)", "35.8(1)-3")
@clause("gunyuden", "23-7-1")
def test_a_seized_castle_keeps_its_history_when_its_first_owner_joins_a_side() -> None:
    """The Ikeda, from whom Hanakuma was seized while they were neutral, have joined Hashiba since."""
    document = seize_castle("2426").describe()
    document["state"]["seat_of"]["ikeda"] = "hashiba"
    match = gunki.compose("hideyoshi", TENNOZAN, document, dice=[1, 1])
    assert_reads_back(match)
    assert sortie_modifier(match, SAITO) == NORMAL


@clause("gunyuden", "23-7-1")
@pytest.mark.parametrize(
    ("name", "foe", "hex_id", "phase", "castles", "value"),
    [
        # Kameyama was Akechi's at the start; Hashiba had it, and they have it again
        (SAITO, BITO, "3220", "anti_hashiba", {"kameyama_tanba": {"owner": "akechi"}}, NORMAL),
        (HIDENAGA, SUWA, "3220", "hashiba", {"kameyama_tanba": {"owner": "hashiba"}}, 0),
        # Yodo was nobody's at the start
        (SAITO, BITO, "3523", "anti_hashiba", {"yodo": {"owner": "akechi"}}, 0),
        (HIDENAGA, SUWA, "3523", "hashiba", {"yodo": {"owner": "hashiba"}}, 0),
        # an ally's
        (HIDENAGA, SUWA, "3523", "hashiba", {"yodo": {"owner": "kobe"}}, 0),
        # of a clan of the own army
        (HIDENAGA, SUWA, "0622", "hashiba", {}, NORMAL),
    ],
)
def test_castles_that_the_army_had_at_the_start_stay_its_own(
    name: str, foe: str, hex_id: str, phase: str, castles: dict[str, Any], value: int
) -> None:
    """G-54, Y-56: the castles have been of both sides."""
    former = {castle: ["hashiba", "anti_hashiba"] for castle in castles}
    state = {"former_owners": former}
    assert sortie_value(name, foe, hex_id, phase=phase, castles=castles, state=state) == value


@clause("gunyuden", "23-7-1")
@pytest.mark.parametrize(("name", "value"), [(SAITO, 0), ("tsutsui_junkei", JUNKEI)])
def test_castles_of_a_clan_that_joined_later_were_not_the_armys_at_the_start(name: str, value: int) -> None:
    """G-54: Kōriyama of the Tsutsui, who have joined Akechi; Hashiba had it for a time."""
    state = {"former_owners": {"koriyama": ["hashiba", "anti_hashiba"]}}
    fights = {"tsutsui": "anti_hashiba"}
    assert sortie_value(name, BITO, "3527", phase="anti_hashiba", state=state, fights=fights) == value


@clause("gunyuden", "23-7-1")
@pytest.mark.parametrize(
    ("hex_id", "castles", "clans", "value"),
    [
        ("4413", {"nagahama": {"owner": "akechi"}}, {}, 0),  # Hashiba's at the start
        ("2426", {"hanakuma": {"owner": "akechi"}}, {}, NORMAL),  # of the Ikeda, who are neutral
        ("2426", {"hanakuma": {"owner": "akechi"}}, {"ikeda": "hashiba"}, 0),  # of the Ikeda, who have joined Hashiba
        ("2426", {"hanakuma": {"owner": "akechi"}}, {"ikeda": "anti_hashiba"}, NORMAL),
        ("3523", {"yodo": {"owner": "akechi"}}, {}, NORMAL),  # nobody's
    ],
)
def test_a_document_that_tells_nothing_of_it_has_castles_taken_from_their_first_owners(
    hex_id: str, castles: dict[str, Any], clans: dict[str, str], value: int
) -> None:
    assert sortie_value(SAITO, BITO, hex_id, phase="anti_hashiba", castles=castles, clans=clans) == value


@clause("gunyuden", "23-7-1")
@clause("hideyoshi", "35.8(3)-4")
@pytest.mark.parametrize("state", [{"peace": 1}, {"peace": 1, "seat_of": {"mori": "none"}}])
def test_castles_of_the_mori_were_the_enemys_though_they_have_made_peace(state: dict[str, Any]) -> None:
    """Takamatsu opened its gates, and the Mōri are neutral since."""
    castles = {"takamatsu": {"owner": "hashiba"}}
    assert sortie_value(HIDENAGA, SUWA, "0126", phase="hashiba", castles=castles, state=state) == 0
