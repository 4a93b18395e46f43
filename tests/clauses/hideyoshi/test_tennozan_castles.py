"""Tennōzan: castles that are nobody's and who occupies them, what Akechi seize on turn 1."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed
from tests.clauses.forces import castle, cost, march, of_kind
from tests.clauses.hideyoshi.tennozan_table import (
    AZUCHI,
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INSIDE,
    KYOTO,
    NOBUTAKA,
    SAITO,
    compose,
    end_next_phases,
    finish,
    owner_of,
    sides,
    start,
)
from tests.support import clause

#: Castles that are nobody's in this scenario.
NOBODYS = {
    "takahama", "nochiseyama", "sagaki", "kishiwada", "yao", "shoryuji", "yodo", "seta", "omizo", "azuchi", "sone",
    "ogaki", "takasu", "takegahana", "gifu", "hachiman", "kaneyama", "kanie", "kiyosu", "komaki", "hoshizaki",
    "inuyama", "iwasaki", "nagashima", "kuwana",
}  # fmt: skip


# --- castles that are nobody's ----------------------------------------------------------------------------------------


@clause("hideyoshi", "35.6(2)", "35.8(5)")
def test_twenty_five_castles_are_nobodys_and_stand() -> None:
    match = start(phase="anti_hashiba")
    castles = match.view(None)["castles"]
    found = {name for name, entry in castles.items() if entry["owner"] == "none" and entry["durability"]}
    assert found == NOBODYS
    assert len(found) == 25
    assert {castles[name]["durability"] for name in found} == {10}


@clause("hideyoshi", "35.8(5)")
@pytest.mark.parametrize("phase", ["anti_hashiba", "hashiba"])
@pytest.mark.parametrize(
    ("leader", "clan"), [(HIDEYOSHI, "hashiba"), (NOBUTAKA, "kobe"), (SAITO, "akechi"), ("ukita_hideie", "ukita")]
)
def test_the_force_that_stands_in_a_castle_of_nobody_when_a_phase_ends_owns_it(
    leader: str, clan: str, phase: str
) -> None:
    """At the end of the own phase and of the opponent's; a lesser daimyō makes it his clan's."""
    match = compose({leader: "5416", HIDENAGA: HIMEJI}, phase=phase)
    events = end_next_phases(match)
    assert of_kind(events, "castle_occupied") == [{"castle": "kiyosu", "army": clan}]
    assert (castle(match, "kiyosu")["owner"], castle(match, "kiyosu")["durability"]) == (clan, 10)


@clause("hideyoshi", "35.8(5)")
def test_passing_through_a_castle_of_nobody_is_not_enough() -> None:
    match = compose({HIDENAGA: "5415"}, around="5416", phase="hashiba")
    march(match, HIDENAGA)
    acts(match, "to 5416", "to 5417", "halt")
    finish(match)
    while match.view(None)["stage"] == 1:
        end_next_phases(match)
    assert owner_of(match, "kiyosu") == "none"


@clause("hideyoshi", "35.8(5)")
def test_a_castle_that_is_nobodys_is_neither_refuge_nor_obstacle() -> None:
    match = compose({HIDENAGA: "5415"}, around="5416", phase="hashiba")
    march(match, HIDENAGA)
    assert cost(match, "5416") == 1
    assert "enter" not in match.decision.texts
    assert cost(match, "5417") == 1


@clause("hideyoshi", "35.8(5)")
def test_nobody_besieges_a_castle_that_is_nobodys() -> None:
    match = compose({HIDENAGA: "5416"}, phase="hashiba")
    match.act(f"act {HIDENAGA}")
    assert "siege" not in match.decision.texts


@clause("hideyoshi", "35.8(5)")
@pytest.mark.parametrize("choice", ["hashiba", "kobe"])
def test_of_two_armies_the_player_names_one(choice: str) -> None:
    match = compose({HIDENAGA: "5416", NOBUTAKA: "5416"}, phase="anti_hashiba")
    match.act("end")
    assert (match.decision.name, match.decision.who) == ("ownership", "hashiba")
    assert set(match.decision.texts) == {"own hashiba", "own kobe"}
    match.act(f"own {choice}")
    assert owner_of(match, "kiyosu") == choice


@clause("hideyoshi", "35.8(5)")
def test_several_castles_at_once() -> None:
    units = {HIDENAGA: "5416", NOBUTAKA: "5416", "kitabatake_nobukatsu": "5313", "niwa_nagahide": "5313", SAITO: "3422"}
    match = compose(units, phase="anti_hashiba")
    match.act("end")
    owners = {}
    while match.decision.name == "ownership":
        owners[match.decision.data["castle"]] = set(match.decision.texts)
        match.act(match.decision.texts[-1])
    assert owners == {"kiyosu": {"own hashiba", "own kobe"}, "gifu": {"own kitabatake", "own niwa"}}
    assert owner_of(match, "shoryuji") == "akechi"


@clause("hideyoshi", "35.8(5)")
def test_a_castle_of_nobody_is_like_any_other_once_it_is_owned() -> None:
    """Its owner enters it; the enemy has to besiege it; it does not change hands by standing there."""
    match = compose({HIDENAGA: "5416", SAITO: "3521"}, phase="anti_hashiba")
    end_next_phases(match)
    march(match, HIDENAGA)
    allowed(match, "enter")
    match = compose({SAITO: "5416", HIDENAGA: HIMEJI}, phase="anti_hashiba", castles={"kiyosu": {"owner": "hashiba"}})
    end_next_phases(match, 2)
    assert owner_of(match, "kiyosu") == "hashiba"


@clause("hideyoshi", "35.8(5)")
def test_a_ruin_is_not_occupied() -> None:
    """An abandoned castle has to be restored."""
    match = compose({HIDENAGA: "5416"}, phase="anti_hashiba", castles={"kiyosu": {"owner": "none"}})
    end_next_phases(match)
    assert castle(match, "kiyosu") | {"owner": "none", "durability": 0} == castle(match, "kiyosu")


# --- turn 1: what Akechi seize ----------------------------------------------------------------------------------------


def seize_castle(place: str, leader: str = SAITO, **entries: Any) -> Any:
    """End the anti-Hashiba phase of turn 1 while this force stands on a castle."""
    units = {leader: place, HIDENAGA: {"hex": HIMEJI, **INSIDE}, **entries.pop("units", {})}
    match = compose(units, **{"turn": 1, "phase": "anti_hashiba", **entries})
    end_next_phases(match)
    return match


@clause("hideyoshi", "35.8(6)")
@pytest.mark.parametrize(
    ("name", "place"),
    [("nagahama", "4413"), ("sawayama", "4415"), ("osaka", "3126"), ("matsusaka", "4928"), ("sanda", "2522")],
)
def test_akechi_seize_any_empty_castle_on_turn_one(name: str, place: str) -> None:
    """Of Hashiba, Niwa, Kanbe, Kitabatake, or of a neutral."""
    match = seize_castle(place, castles={name: {"durability": 6}})
    assert {"castle": name, "army": "akechi"} in of_kind(match.events, "castle_occupied")
    assert (castle(match, name)["owner"], castle(match, name)["durability"]) == ("akechi", 6)


@clause("hideyoshi", "35.8(6)", "35.8(5)")
def test_azuchi_is_akechis_by_either_rule() -> None:
    match = seize_castle(AZUCHI)
    assert (castle(match, "azuchi")["owner"], castle(match, "azuchi")["durability"]) == ("akechi", 10)


@clause("hideyoshi", "35.8(6)")
@pytest.mark.parametrize("stage", [1, 2, 3, 4])
def test_akechi_seize_castles_after_each_of_the_four_phases(stage: int) -> None:
    assert owner_of(seize_castle("4413", stage=stage, dice=[4] * 6), "nagahama") == "akechi"


@clause("hideyoshi", "35.8(6)")
def test_akechi_seize_no_castle_on_turn_two() -> None:
    assert owner_of(seize_castle("4413", turn=2), "nagahama") == "hashiba"


@clause("hideyoshi", "35.8(6)")
def test_akechi_seize_no_castle_with_a_garrison() -> None:
    match = seize_castle("4413", units={"horio_yoshiharu": {"hex": "4413", **INSIDE}})
    assert owner_of(match, "nagahama") == "hashiba"


@clause("hideyoshi", "35.8(6)")
def test_akechi_seize_no_castle_at_the_end_of_the_hashiba_phase() -> None:
    match = seize_castle("4413", phase="hashiba")
    assert owner_of(match, "nagahama") == "hashiba"
    end_next_phases(match)
    assert owner_of(match, "nagahama") == "akechi"


@clause("hideyoshi", "35.8(6)")
def test_a_daimyo_who_joined_seizes_for_akechi() -> None:
    match = seize_castle("3126", "tsutsui_junkei", fights={"tsutsui": "anti_hashiba"})
    assert owner_of(match, "osaka") in ("akechi", "tsutsui")
    assert sides(match)[owner_of(match, "osaka")] == "anti_hashiba"


@clause("hideyoshi", "35.8(6)")
def test_akechi_seize_every_castle_at_once_and_without_being_asked() -> None:
    units = {SAITO: "4413", "ise_sadaoki": "4415", "suwa_morinao": "3126", HIDENAGA: HIMEJI}
    match = compose(units, turn=1, phase="anti_hashiba")
    match.act("end")
    assert match.decision.name == "force"
    assert [owner_of(match, name) for name in ("nagahama", "sawayama", "osaka")] == ["akechi"] * 3


@clause("hideyoshi", "35.8(6)")
def test_the_mori_seize_nothing() -> None:
    assert owner_of(seize_castle("0326", "inoue_arikage"), "okayama") == "ukita"


@clause("hideyoshi", "35.8(6)")
def test_hashiba_seize_nothing() -> None:
    """The right is the Anti-Hashiba player's alone."""
    match = compose({HIDENAGA: "3220", SAITO: KYOTO}, turn=1, phase="hashiba")
    end_next_phases(match, 2)
    assert owner_of(match, "kameyama_tanba") == "akechi"


@clause("hideyoshi", "35.8(6)")
def test_a_seized_castle_can_be_held() -> None:
    match = seize_castle("4413")
    while match.decision.who != "anti_hashiba":
        end_next_phases(match)
    march(match, SAITO)
    allowed(match, "enter")
