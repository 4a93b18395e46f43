"""What the view shows of clans, castles and tables besides what the games of the series share."""

from __future__ import annotations

import pytest

from tests.clauses.hideyoshi.table import KOMAKI, SCENARIOS, SHIZUGATAKE, TENNOZAN, compose, opening_view
from tests.support import clause


@clause("hideyoshi", "32-1(1)", "QR-MORI")
@pytest.mark.parametrize(("scenario", "strength"), [(SHIZUGATAKE, 104), (KOMAKI, 70)])
def test_the_view_tells_what_the_mori_wait_for(scenario: str, strength: int) -> None:
    """The strength counted, its column (the fifth) and the least die that calls them."""
    assert opening_view(scenario)["summons"]["mori"] == {
        "strength": strength,
        "column": 4,
        "least": 7,
        "value": 0,
        "parts": [],
    }


@clause("hideyoshi", "QR-SAIKA")
def test_the_view_tells_what_saika_and_negoro_wait_for() -> None:
    found = opening_view(SHIZUGATAKE)["summons"]
    assert found["saika"] == found["negoro"] == {"strength": 40, "column": 5, "least": 7, "value": 0, "parts": []}


@clause("hideyoshi", "30-1-1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_view_tells_for_whom_a_clan_fights(scenario: str) -> None:
    clans = opening_view(scenario)["clans"]
    assert clans["ukita"] == "hashiba"
    assert clans["tsutsui"] == ("neutral" if scenario == TENNOZAN else "hashiba")


@clause("hideyoshi", "CL", "37.6(2)")
def test_the_view_tells_how_many_a_castle_holds() -> None:
    """Ōsaka of level 4 at Komaki holds 50 units; 22 are inside."""
    osaka = opening_view(KOMAKI)["castles"]["osaka"]
    assert (osaka["garrison"], osaka["limit"]) == (22, 50)
    assert opening_view(SHIZUGATAKE)["castles"]["osaka"]["limit"] == 30


@clause("hideyoshi", "32.0", "30.0")
def test_the_mori_are_neutral_after_the_peace() -> None:
    """35.8(3)-4: until a die calls them."""
    units = {"hashiba_hideyoshi": "1623", "akechi_mitsuhide": "3719"}
    match = compose(units, scenario=TENNOZAN, turn=2, phase="hashiba", state={"peace": 1})
    assert match.view(None)["sides"]["mori"] == "neutral"


@clause("hideyoshi", "QR-CLAN")
@pytest.mark.parametrize(
    ("hex_id", "dice"),
    [
        ("2924", {"joins_hashiba": 3}),
        ("2511", {"joins_hashiba": 2}),
        ("4420", {"joins_hashiba": 1}),
        ("3527", {"joins_hashiba": 1, "joins_akechi": 6}),
        ("3126", {}),
    ],
)
def test_the_scene_tells_with_which_dice_a_neutral_takes_a_side(hex_id: str, dice: dict[str, int]) -> None:
    """At the castles of Ikeda, Hosokawa, Gamō, Tsutsui; Osaka is no neutral's. Nothing modifies the dice."""
    match = compose({"akechi_mitsuhide": "3719"}, scenario=TENNOZAN, turn=2, phase="hashiba")
    facts = match.scene()["places"][hex_id]["facts"]
    assert {fact["text"]: fact["value"] for fact in facts if fact["text"].startswith("joins_")} == dice
