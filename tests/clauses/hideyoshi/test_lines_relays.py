"""30-3 and the lengths of lines (R-10): who relays a line, how far, and where it ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import distance, lane, neighbours
from tests.clauses.hideyoshi.table import KOMAKI, SCENARIOS, TENNOZAN, find_cut_off, opening_view, start_match
from tests.support import clause

HIDENAGA, IEYASU = "hashiba_hidenaga", "tokugawa_ieyasu"
OLD: dict[str, Any] = {"options": {"communication_range": "first edition"}}


def lay_way(start: str, *ends: str) -> list[str]:
    """Return the hexes of a straight way from one place to the next."""
    hexes = [start]
    for end in ends:
        while hexes[-1] != end:
            hexes.append(min(neighbours(hexes[-1]), key=lambda there: (distance(there, end), there)))
    return hexes


def castles_but_for(*kept: str, **owned: str) -> dict[str, Any]:
    """Return ruins of all castles but these; some have an owner."""
    ruins = {
        name: {"owner": "none"} for name in opening_view(KOMAKI)["castles"] if name not in kept and name not in owned
    }
    return {**ruins, **{name: {"owner": owner} for name, owner in owned.items()}}


NORTH = lay_way("1623", "1601")  # from Himeji


def find_cut_off_in_the_north(
    count: int, relays: dict[str, int] | None = None, castles: dict[str, Any] | None = None, **more: Any
) -> set[str]:
    """Return the units without a line on a flat way with Hidenaga this far north of Himeji and relays on it."""
    units = {HIDENAGA: NORTH[count], **{name: NORTH[place] for name, place in (relays or {}).items()}}
    return find_cut_off(units, castles=castles or castles_but_for("himeji"), **lane(NORTH[: count + 1]), **more)


# --- lengths --------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "30-3", "31.0")
def test_a_force_is_at_most_8_points_from_its_castle() -> None:
    assert not find_cut_off_in_the_north(8)
    assert find_cut_off_in_the_north(9) == {HIDENAGA}


@clause("hideyoshi", "30-3")
def test_30_points_in_the_first_edition() -> None:
    """By option; the longest straight way here has 22 hexes, and foothills count 3."""
    assert not find_cut_off_in_the_north(22, **OLD)
    hexes = NORTH[:12]
    for count, cut in ((10, set()), (11, {HIDENAGA})):
        ground = lane(hexes[: count + 1], "foothills")
        assert find_cut_off({HIDENAGA: hexes[count]}, castles=castles_but_for("himeji"), **ground, **OLD) == cut


@clause("hideyoshi", "30-3")
def test_a_force_is_at_most_8_points_from_the_next() -> None:
    """Horio stands 4 from Himeji."""
    relay = {"horio_yoshiharu": 4}
    assert not find_cut_off_in_the_north(12, relay)
    assert find_cut_off_in_the_north(13, relay) == {HIDENAGA}


@clause("hideyoshi", "30-3")
def test_force_to_force_is_10_in_the_first_edition() -> None:
    """On foothills, so that Himeji is beyond its 30 points: 3 hexes are 9, 4 are 12."""
    for gap, cut in ((3, set()), (4, {HIDENAGA})):
        units = {"horio_yoshiharu": NORTH[9], HIDENAGA: NORTH[9 + gap]}
        placed = lane(NORTH[: 10 + gap], "foothills")
        assert find_cut_off(units, castles=castles_but_for("himeji"), **placed, **OLD) == cut


@clause("hideyoshi", "30-3")
def test_lines_run_through_castles_30_points_apart() -> None:
    """Hidenaga stands 8 beyond Miki, which is 5 from Himeji; as a ruin Miki is no relay."""
    hexes = lay_way("1623", "2125", "3129")
    beyond = hexes[hexes.index("2125") + 8]
    placed = lane(hexes)
    assert not find_cut_off({HIDENAGA: beyond}, castles=castles_but_for("himeji", "miki"), **placed)
    assert find_cut_off({HIDENAGA: beyond}, castles=castles_but_for("himeji"), **placed) == {HIDENAGA}
    further = hexes[hexes.index("2125") + 9]
    assert find_cut_off({HIDENAGA: further}, castles=castles_but_for("himeji", "miki"), **placed) == {HIDENAGA}


@clause("hideyoshi", "30-3")
def test_from_a_castle_to_a_force_are_30_points_too() -> None:
    """Sakai beside Arioka, 31 from Okazaki: Honda, 8 from Okazaki, takes over what the castle cannot reach itself."""
    hexes = lay_way("6021", "2924")
    assert len(hexes) == 32
    units = {"sakai_tadatsugu": hexes[-2], "honda_tadakatsu": hexes[8]}
    placed = lane(hexes)
    castles = castles_but_for("okazaki", arioka="tokugawa")
    assert not find_cut_off(units, scenario=KOMAKI, castles=castles, **placed)
    del units["honda_tadakatsu"]
    assert find_cut_off(units, scenario=KOMAKI, castles=castles, **placed) == {"sakai_tadatsugu"}


@clause("hideyoshi", "30-3")
def test_the_two_directions_differ() -> None:
    """Hidenaga, 9 from Himeji and from everybody, has none, though from the castle to him it would be short enough."""
    assert find_cut_off_in_the_north(9) == {HIDENAGA}
    assert not find_cut_off_in_the_north(9, **OLD)


# --- 30-3: who relays -----------------------------------------------------------------------------------------------


@clause("hideyoshi", "30-3")
@pytest.mark.parametrize("relay", ["eguchi_masayoshi", "togawa_hideyasu", "kitabatake_nobukatsu"])
def test_troops_of_the_whole_side_relay_a_line(relay: str) -> None:
    """Of lesser daimyō and of an allied army, whose own line may be cut off."""
    assert HIDENAGA not in find_cut_off_in_the_north(14, {relay: 7})
    assert find_cut_off_in_the_north(14) == {HIDENAGA}


@clause("hideyoshi", "30-3")
@pytest.mark.parametrize("owner", ["hashiba", "niwa", "ukita", "kitabatake"])
def test_castles_of_the_whole_side_relay_a_line(owner: str) -> None:
    hexes = lay_way("1623", "2125", "3129")
    beyond = hexes[hexes.index("2125") + 6]
    castles = castles_but_for("himeji", miki=owner)
    assert not find_cut_off({HIDENAGA: beyond}, castles=castles, **lane(hexes))


@clause("hideyoshi", "30-3")
def test_enemies_relay_nothing() -> None:
    hexes = lay_way("1623", "2125", "3129")
    beyond = hexes[hexes.index("2125") + 6]
    assert find_cut_off({HIDENAGA: beyond}, castles=castles_but_for("himeji", miki="shibata"), **lane(hexes)) == {
        HIDENAGA
    }


@clause("hideyoshi", "30-3", "31.0")
def test_the_end_must_be_the_own_main_castle() -> None:
    """Nobukatsu at Himeji is among friends, and cut off with Kiyosu and Matsusaka in ruins."""
    units = {"kitabatake_nobukatsu": "1623", HIDENAGA: "1623"}
    assert find_cut_off(units, castles=castles_but_for("himeji")) == {"kitabatake_nobukatsu"}


@clause("hideyoshi", "30-3")
def test_an_enemy_before_a_castle_cuts_off_the_force_behind_it() -> None:
    """Takigawa on Miki's hex, in the middle of the only way."""
    hexes = lay_way("1623", "2125", "3129")
    beyond = hexes[hexes.index("2125") + 6]
    units: dict[str, Any] = {HIDENAGA: beyond, "takigawa_kazumasu": "2125"}
    assert HIDENAGA in find_cut_off(units, castles=castles_but_for("himeji", "miki"), **lane(hexes))


# --- on the map as it is --------------------------------------------------------------------------------------------


@clause("hideyoshi", "30-3")
@pytest.mark.parametrize(("hex_id", "cut"), [("4311", False), ("4312", True)])
def test_shizugatake_has_a_line_to_tsuruga_and_the_next_hex_has_none(hex_id: str, cut: bool) -> None:
    """8 and 9 points; with the first edition's lengths both have one."""
    units = {"sakuma_morimasa": hex_id}
    castles = castles_but_for("tsuruga", "kitanosho", "fuchu")
    state = {"state": {"thawed": 1, "declared": 1, "left_echizen": 1}}
    assert ("sakuma_morimasa" in find_cut_off(units, castles=castles, **state)) is cut
    assert not find_cut_off(units, castles=castles, **state, **OLD)


@clause("hideyoshi", "30-3")
def test_from_komaki_okazaki_is_too_far_without_a_relay() -> None:
    """11 points: with Sakai 4 on the way, or from Komaki castle itself, Ieyasu has a line."""
    units = {"tokugawa_ieyasu": "5515"}
    assert find_cut_off(units, scenario=KOMAKI, castles=castles_but_for("okazaki")) == {"tokugawa_ieyasu"}
    assert not find_cut_off(units, scenario=KOMAKI, castles=castles_but_for("okazaki", "komaki"))
    assert not find_cut_off(units, scenario=KOMAKI, castles=castles_but_for("okazaki"), **OLD)


@clause("hideyoshi", "30-3")
@pytest.mark.parametrize(
    ("hex_id", "dry", "cut"),
    [
        ("5517", (), False),
        ("5516", ("5516-5517",), True),
        ("5516", ("5921-6021",), True),
        ("5516", ("5516-5517", "5921-6021"), False),
        ("5515", ("5516-5517", "5921-6021"), True),
    ],
)
def test_okazaki_is_nine_hexes_and_two_rivers_from_komaki(hex_id: str, dry: tuple[str, ...], cut: bool) -> None:
    """11 points: the Yahagi before Okazaki and the Shōnai before 5516 count one each. 7 hexes and a river are 8."""
    found = find_cut_off(
        {IEYASU: hex_id}, scenario=KOMAKI, castles=castles_but_for("okazaki"), sides=dict.fromkeys(dry, "none")
    )
    assert (IEYASU in found) is cut


@clause("hideyoshi", "30-3")
@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_nobody_starts_without_a_line(scenario: str) -> None:
    """The deployment of the second and third scenario as it stands."""
    match = start_match(scenario, {"turn": 1, "stage": 0})
    while not any(event.kind == "stage" for event in match.events):
        match.act(next(text for text in ("wait", "done") if text in match.decision.texts))
    assert not [event for event in match.events if event.kind == "no_line"]


# --- neutrals -------------------------------------------------------------------------------------------------------


# A 5 leaves every neutral clan what it is (QR-CLAN).
UNDECIDED: dict[str, Any] = {"scenario": TENNOZAN, "dice": [5] * 6}


@clause("hideyoshi", "30-3", "35.4-O")
def test_a_line_passes_an_empty_neutral_castle_but_no_neutral_force() -> None:
    """The Kanbe stand beyond Ibaraki, 5 from Osaka: the castle alone does not hinder and does not relay (Y-24)."""
    hexes = lay_way("3126", "3224", "3321")
    units: dict[str, Any] = {"kobe_nobutaka": hexes[-1]}
    castles = castles_but_for("osaka", "ibaraki")
    placed = lane(hexes)
    assert not find_cut_off(units, **UNDECIDED, castles=castles, **placed)
    units["nakagawa_kiyohide"] = {"hex": "3224", "inside": True}
    assert "kobe_nobutaka" in find_cut_off(units, **UNDECIDED, castles=castles, **placed)


@clause("hideyoshi", "30-3", "35.4-O")
def test_an_empty_neutral_castle_relays_nothing() -> None:
    hexes = lay_way("3126", "3224", "3214")
    units = {"kobe_nobutaka": hexes[hexes.index("3224") + 7]}
    assert find_cut_off(units, **UNDECIDED, castles=castles_but_for("osaka", "ibaraki"), **lane(hexes)) == {
        "kobe_nobutaka"
    }
    assert not find_cut_off(units, **UNDECIDED, castles=castles_but_for("osaka", ibaraki="hashiba"), **lane(hexes))


@clause("hideyoshi", "30-3", "35.4-O")
def test_neutrals_are_not_checked() -> None:
    """The Tsutsui far from Kōriyama's ruin would have no line."""
    units: dict[str, Any] = {"tsutsui_junkei": {"hex": "3531", "inside": True}}
    assert not find_cut_off(units, **UNDECIDED, castles=castles_but_for("takatori"))
