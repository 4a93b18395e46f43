"""Composed positions: what no game could bring about is refused by name; provinces, the empty board, the vigil."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

import gunki
from tests.clauses.common import acts
from tests.clauses.forces import at, force, of_kind, pass_on, plain, unit, units_without_line
from tests.clauses.kanto.table import SCENARIOS, compose
from tests.support import clause

FIRST, SECOND, THIRD, FOURTH = SCENARIOS
KENSHIN, SHINGEN, UJIYASU, USAMI = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "usami_sadayuki"
HERE, KAIZU, SHRINE = "1206", "0514", "2836"
INSIDE = {"inside": True}


def assert_refused_as(units: dict[str, Any], named: str, clause_id: str, **entries: Any) -> None:
    """Assert that a position is refused with the name of the entry and the clause."""
    with pytest.raises(gunki.PositionError, match=f"^{re.escape(named)}: .*{re.escape(clause_id)}"):
        compose(units, **{"around": HERE, **entries})


# --- what no game could bring about ----------------------------------------------------------------------------------


@clause("kanto", "15-6-2")
def test_enemies_in_one_open_hex_are_refused() -> None:
    assert_refused_as({KENSHIN: HERE, SHINGEN: HERE}, f"units.{KENSHIN}.hex", "15-6-2")
    assert_refused_as({KENSHIN: KAIZU, SHINGEN: KAIZU}, f"units.{KENSHIN}.hex", "15-6-2", around=KAIZU)
    match = compose({KENSHIN: KAIZU, SHINGEN: {"hex": KAIZU, **INSIDE}}, around=KAIZU)  # G-45
    assert at(match, KENSHIN) == at(match, SHINGEN)


@clause("kanto", "15-2")
@pytest.mark.parametrize("ground", ["sea", "lake", "mountain"])
def test_a_unit_where_nobody_can_stand_is_refused(ground: str) -> None:
    assert_refused_as({KENSHIN: HERE}, f"units.{KENSHIN}.hex", ground, terrain={HERE: ground})
    with pytest.raises(gunki.PositionError, match=r"^units\.\w+\.hex: .*0505"):  # the scenario's garrison there too
        gunki.compose("kanto", FIRST, {"terrain": {"0505": ground}})


@clause("kanto", "35.0(2)")
def test_a_unit_in_a_province_that_is_not_in_use_is_refused() -> None:
    ground = plain("1339", 1)["terrain"]
    assert_refused_as({SHINGEN: "1339"}, f"units.{SHINGEN}.hex", "35.0(2)", scenario=THIRD, terrain=ground)
    assert at(compose({SHINGEN: "1339"}, scenario=FOURTH, terrain=ground), SHINGEN) == "1339"


@clause("kanto", "31-1-2")
def test_an_enemy_in_odawara_is_refused() -> None:
    assert_refused_as({KENSHIN: "2237"}, f"units.{KENSHIN}.hex", "31-1-2", scenario=THIRD)
    ruin = {"odawara": {"owner": "none"}}
    assert at(compose({KENSHIN: "2237"}, scenario=THIRD, castles=ruin), KENSHIN) == "2237"


@clause("kanto", "16.0", "21-1")
@pytest.mark.parametrize("owner", ["uesugi", "none"])
def test_a_garrison_in_a_castle_that_is_not_of_its_side_is_refused(owner: str) -> None:
    garrison = {"kosaka_masanobu": {"hex": KAIZU, **INSIDE}}
    compose(garrison, around=KAIZU)
    assert_refused_as(
        garrison, "units.kosaka_masanobu.inside", "kaizu", around=KAIZU, castles={"kaizu": {"owner": owner}}
    )


@clause("kanto", "16.0", "7-1-1")
def test_allies_may_be_inside() -> None:
    castles = {"kaizu": {"owner": "hojo"}}
    match = compose({"kosaka_masanobu": {"hex": KAIZU, **INSIDE}}, scenario=THIRD, castles=castles)
    assert unit(match, "kosaka_masanobu")["inside"]


@clause("kanto", "16.0")
def test_units_in_a_castle_that_changes_hands_are_composed_before_it() -> None:
    match = gunki.compose("kanto", FIRST, {"castles": {"kaizu": {"owner": "uesugi"}}})
    assert at(match, "kosaka_masanobu") == KAIZU
    assert "inside" not in unit(match, "kosaka_masanobu")


@clause("kanto", "21-1", "8-2-5")
def test_a_castle_has_an_owner_exactly_while_it_has_durability() -> None:
    assert_refused_as({}, "castles.kaizu.durability", "21-1", castles={"kaizu": {"owner": "takeda", "durability": 0}})
    assert_refused_as({}, "castles.kaizu.durability", "21-1", castles={"kaizu": {"durability": 0}})
    assert_refused_as({}, "castles.kaizu.durability", "21-1", castles={"kaizu": {"owner": "none", "durability": 3}})
    compose({}, castles={"kaizu": {"owner": "none", "durability": 0}})


@clause("kanto", "35.0(4)")
def test_units_and_castles_of_an_army_that_nobody_plays_are_refused() -> None:
    assert_refused_as({UJIYASU: HERE}, f"units.{UJIYASU}", "hojo")
    assert_refused_as({}, "castles.kaizu.owner", "hojo", castles={"kaizu": {"owner": "hojo"}})
    compose({UJIYASU: "off", "hojo_ujimasa": "removed"})
    neutral = {SHINGEN: {"hex": "1230", **INSIDE}}
    assert at(compose(neutral, scenario=SECOND), SHINGEN) == "1230"  # T-16


@clause("kanto", "9-2")
def test_a_chain_of_command_is_refused_in_whatever_order_it_is_written() -> None:
    units = {
        USAMI: {"hex": HERE, "leader": "naoe_sanetsuna"},
        "naoe_sanetsuna": {"hex": HERE, "leader": KENSHIN},
        KENSHIN: HERE,
    }
    with pytest.raises(gunki.PositionError, match=r"^units\.usami_sadayuki\.leader: .*naoe"):
        compose(units, around=HERE)


@clause("kanto", "10-3", "18-1")
@pytest.mark.parametrize("entry", [{"morale": -1}, {"invests": True}])
def test_only_the_leader_carries_the_entries_of_a_force(entry: dict[str, Any]) -> None:
    (name,) = entry
    with pytest.raises(gunki.PositionError, match=rf"units\.{USAMI}: field '{name}'"):
        compose({KENSHIN: HERE, USAMI: {"hex": HERE, "leader": KENSHIN, **entry}}, around=HERE)


@clause("kanto", "16-1-2", "13-2")
@pytest.mark.parametrize("chief", [True, False])
def test_a_force_is_on_one_side_of_the_gate(chief: bool) -> None:
    units = {KENSHIN: {"hex": "0505", "inside": chief}, USAMI: {"hex": "0505", "leader": KENSHIN, "inside": not chief}}
    with pytest.raises(gunki.PositionError, match=rf"units\.{USAMI}: field 'inside'"):
        compose(units)
    del units[USAMI]["inside"]
    assert ("inside" in unit(compose(units), USAMI)) is chief


@clause("kanto", "18-1", "17-1-1")
@pytest.mark.parametrize("where", [{"hex": HERE}, {"hex": "0505"}, {"hex": "0505", **INSIDE}])
def test_nobody_invests_where_no_castle_of_the_enemy_is(where: dict[str, Any]) -> None:
    assert_refused_as({KENSHIN: {**where, "invests": True}}, f"units.{KENSHIN}.invests", "17-1-1")


@clause("kanto", "18-1")
def test_a_castle_is_not_besieged_by_nobody() -> None:
    assert_refused_as(
        {KENSHIN: KAIZU}, "castles.kaizu.besieged", "18-1", around=KAIZU, castles={"kaizu": {"besieged": True}}
    )


@clause("kanto", "10-4", "21-1")
def test_a_castle_has_a_morale_of_its_own_only_without_a_garrison() -> None:
    low = {"kaizu": {"morale": -2}}
    assert_refused_as(
        {"kosaka_masanobu": {"hex": KAIZU, **INSIDE}}, "castles.kaizu.morale", "10-4", around=KAIZU, castles=low
    )
    assert_refused_as({}, "castles.kaizu.morale", "21-1", castles={"kaizu": {"owner": "none", "morale": -2}})
    assert compose({"kosaka_masanobu": KAIZU}, around=KAIZU, castles=low).view(None)["castles"]["kaizu"]["morale"] == -2


@clause("kanto", "25-2")
def test_an_army_whose_soudaishou_was_killed_is_gone() -> None:
    assert_refused_as({KENSHIN: "dead", USAMI: HERE}, f"units.{USAMI}", "25-2")
    assert at(compose({KENSHIN: "removed", USAMI: HERE}, around=HERE), USAMI) == HERE  # a deserter (14-2-4)
    hojo = {UJIYASU: "dead", "hojo_tsunashige": HERE}
    both: dict[str, Any] = {"scenario": THIRD, "options": {"sodaisho_death": "last"}}
    assert_refused_as(hojo, "units.hojo_tsunashige", "25-2", **both)
    assert at(compose({**hojo, "hojo_ujimasa": HERE}, around=HERE, **both), "hojo_ujimasa") == HERE


@clause("kanto", "37(3)")
def test_neutrals_share_no_hex_with_others() -> None:
    """They do not stand at a castle that is not their own either."""
    assert_refused_as({SHINGEN: HERE, KENSHIN: HERE}, f"units.{SHINGEN}.hex", "37(3)", scenario=SECOND)
    assert_refused_as({SHINGEN: "2017"}, f"units.{SHINGEN}.hex", "37(3)", scenario=SECOND)
    for place in (HERE, "1230"):
        assert at(compose({SHINGEN: place}, scenario=SECOND, around=HERE), SHINGEN) == place


@clause("kanto", "35.0(6)")
def test_nobody_waits_who_does_not_come() -> None:
    assert_refused_as({USAMI: "waits"}, f"units.{USAMI}", "35.0(6)")
    setup: Any = gunki.new("kanto", FOURTH, seed=1).setup
    turn = setup.arrival[setup.units.index(USAMI)]
    assert_refused_as({USAMI: "waits"}, f"units.{USAMI}", "35.0(6)", scenario=FOURTH, turn=turn - 1)
    assert at(compose({USAMI: "waits", SHINGEN: "1230"}, scenario=FOURTH, turn=turn), USAMI) == "waits"


@clause("kanto", "37(7)-2", "37(7)-1")
@pytest.mark.parametrize(
    ("scenario", "name", "value"),
    [
        (SECOND, "ceremony", 99),
        (SECOND, "ceremony", 5),
        (THIRD, "ceremony", 1),
        (SECOND, "vigil", 1),
        (SECOND, "invested_turns", 8),
        (THIRD, "invested_turns", 1),
        (THIRD, "waived", 1),
        (SECOND, "used", 1),
        (SECOND, "provoked", 1),
    ],
)
def test_counts_that_no_game_can_reach_are_refused(scenario: str, name: str, value: int) -> None:
    with pytest.raises(gunki.PositionError, match=rf"^state\.{name}: "):
        compose({KENSHIN: "2835"}, scenario=scenario, turn=7, state={name: value})


@clause("kanto", "37(7)-2")
@pytest.mark.parametrize("points", [-1, 0, 1, 2, 3, 4])
def test_the_points_of_a_ceremony_are_accepted(points: int) -> None:
    match = compose({KENSHIN: "2835"}, scenario=SECOND, turn=7, state={"ceremony": points, "invested_turns": 7})
    assert match.view(None)["points"]["uesugi"] == max(points, 0) + 7


@clause("kanto", "38(8)-2")
def test_nobody_changes_sides_whom_no_talks_win_over() -> None:
    setup: Any = gunki.new("kanto", THIRD, seed=1).setup
    armies, seats = setup.armies, setup.army_seat

    def sides(army: str) -> dict[str, Any]:
        return {"seat_of": [2 if name == army else seat for name, seat in zip(armies, seats, strict=True)]}

    compose({}, scenario=THIRD, state=sides("sano"))
    with pytest.raises(gunki.PositionError, match=r"^state\.seat_of: ota "):
        compose({}, scenario=THIRD, state=sides("ota"))


@clause("kanto", "21.0", "38(8)-2(b)")
def test_a_castle_about_to_fall_is_described_and_read_back() -> None:
    """19-4: Kaizu at durability 0 with its garrison inside, while the besieger takes his losses."""
    men = ("yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", "shibata_nagaatsu", "sanponji_takanaga")
    units = force(KAIZU, KENSHIN, *men) | {"kosaka_masanobu": {"hex": KAIZU, **INSIDE}, SHINGEN: "1230"}
    castles = {"kaizu": {"durability": 1}}
    for die in range(1, 7):
        match = compose(units, around=KAIZU, castles=castles, dice=[die, 6], to_act="uesugi")
        acts(match, f"act {KENSHIN}", "siege", "assault")
        if match.decision.name == "losses" and not match.view(None)["castles"]["kaizu"]["durability"]:
            break
    else:
        pytest.fail("no die brings both losses and the fall")
    again = gunki.compose("kanto", FIRST, match.describe())
    assert again.position.digest() == match.position.digest()


@clause("kanto", "37(3)")
def test_no_procedure_is_under_way_for_a_neutral() -> None:
    """Nobody would be asked what he does."""
    match = gunki.new("kanto", SECOND, seed=1)
    while match.decision is not None and match.decision.name != "action":
        match.act(match.decision.options[0])
    document = match.describe()
    place = len(document["stack"])
    document["stack"][-1]["force"] = SHINGEN
    with pytest.raises(gunki.PositionError, match=rf"^stack entry {place}: ForceAction.force: nobody plays takeda "):
        gunki.compose("kanto", SECOND, document)


@clause("kanto", "4-1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_action_under_way_has_its_phase(scenario: str) -> None:
    """Without it neutrals would be asked to act."""
    match = gunki.new("kanto", scenario, seed=1)
    while match.decision is not None and match.decision.name != "force":
        match.act(match.decision.options[0])
    document = match.describe()
    gunki.compose("kanto", scenario, document)
    del document["state"]["phase"]
    states: list[dict[str, Any]] = [document["state"], {}]
    for state in states:
        with pytest.raises(gunki.PositionError, match=r"^state\.phase: expected the operations phase .* \(4-1\)"):
            gunki.compose("kanto", scenario, document | {"state": state})


# --- other provinces -------------------------------------------------------------------------------------------------


@clause("kanto", "38(8)-2")
@pytest.mark.parametrize(("province", "may"), [("echigo", True), ("Shinano", True), ("kai", False)])
def test_provinces_can_be_others(province: str, may: bool) -> None:
    """Talks need Kenshin in Echigo or Shinano."""
    units = {KENSHIN: HERE, UJIYASU: "2237", "sano_masatsuna": {"hex": "2818", **INSIDE}}
    match = compose(units, scenario=THIRD, around=HERE, turn=9, phase="hojo", provinces={HERE: province})
    match.act(f"act {UJIYASU}")
    assert ("talk" in match.decision.texts) is may


@clause("kanto", "32-1-1(1)", "32-1-2")
def test_snow_lies_by_the_other_province() -> None:
    """Echigo's snow (turn 6) doubles what a line costs: 20 hexes of one point are near enough, 20 of two are not."""
    row = [f"{column:02}05" for column in range(5, 26)]
    flat = {**dict.fromkeys((h for c in row for h in plain(c, 2)["terrain"]), "mountain"), **dict.fromkeys(row, "flat")}
    sides = {f"{a}-{b}": "none" for a, b in pairwise(row)}
    entries: dict[str, Any] = {"terrain": flat, "sides": sides, "stage": 0}
    for province, cut in (("musashi", False), ("echigo", True)):
        provinces = dict.fromkeys(row, province)
        match = compose({KENSHIN: row[-1]}, scenario=THIRD, turn=6, provinces=provinces, **entries)
        assert (KENSHIN in units_without_line(match)) is cut


@clause("kanto", "35.0(2)")
def test_a_hex_may_come_to_lie_in_a_province_that_is_not_in_use() -> None:
    assert_refused_as({KENSHIN: HERE}, f"units.{KENSHIN}.hex", "35.0(2)", scenario=THIRD, provinces={HERE: "suruga"})


@pytest.mark.parametrize("entry", [{"9999": "kai"}, {HERE: "atlantis"}, {HERE: 7}, {HERE: ""}, [HERE]])
def test_provinces_are_checked(entry: Any) -> None:
    with pytest.raises(gunki.PositionError, match=r"9999|1206|provinces"):
        compose({}, provinces=entry)


def test_other_provinces_are_described_and_leave_other_matches_alone() -> None:
    match = compose({KENSHIN: HERE}, scenario=THIRD, around=HERE, provinces={HERE: "Kai", "1207": "musashi"})
    document = match.describe()
    assert document["provinces"] == {HERE: "kai", "1207": "musashi"}
    again = gunki.compose("kanto", THIRD, document)
    assert again.describe() == document

    def province(found: Any) -> str:
        board = found.position.setup.map
        return str(board.province_at(board.hex(HERE)))

    assert [province(found) for found in (match, again)] == ["Kai", "Kai"]
    assert province(gunki.new("kanto", THIRD, seed=1)) != "Kai"


def test_water_lies_in_no_province() -> None:
    for place, ground in (("0101", "sea"), (HERE, "lake")):
        with pytest.raises(gunki.PositionError, match=rf"^provinces\.{place}: "):
            compose({}, provinces={place: "kai"}, terrain={place: ground})
    with pytest.raises(gunki.PositionError, match=r"^provinces\.0101: "):  # as it is printed
        compose({}, provinces={"0101": "kai"})
    assert compose({}, provinces={"0101": "kai"}, terrain={"0101": "flat"}).describe()["provinces"] == {"0101": "kai"}


# --- an empty board --------------------------------------------------------------------------------------------------


@clause("kanto", "36(7)")
def test_on_an_empty_board_nobody_has_lost_anything() -> None:
    match = compose({KENSHIN: HERE, SHINGEN: {"hex": "1208", "steps": 1}, USAMI: "removed"}, around=HERE)
    assert match.view(None)["points"] == {"uesugi": 1, "takeda": 2}
    assert at(match, "baba_nobuharu") == "absent"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_with_nobody_left_the_turns_run_out(scenario: str) -> None:
    match = compose({}, scenario=scenario)
    assert match.result is not None
    assert match.view(None)["turn"] == match.setup.turns


@clause("kanto", "36(7)")
def test_an_empty_board_stays_one_when_it_is_described() -> None:
    match = compose({KENSHIN: HERE, SHINGEN: "1208", USAMI: "dead", "baba_nobuharu": "removed"}, around=HERE)
    document = match.describe()
    assert document["empty"] is True
    assert set(document["units"]) == {KENSHIN, SHINGEN, USAMI, "baba_nobuharu"}
    again = gunki.compose("kanto", FIRST, document)
    assert again.view(None) == match.view(None)
    assert again.position.digest() == match.position.digest()
    assert "empty" not in gunki.new("kanto", FIRST, seed=1).describe()


@clause("kanto", "36(7)", "25.0")
def test_a_unit_that_falls_on_an_empty_board_is_a_loss() -> None:
    units = force("1205", KENSHIN, "yasuda_akimoto", "nagao_kagenobu", "yoshie_kagesuke")
    units |= {
        "irobe_nagazane": {"hex": "0505"},
        "anayama_nobukimi": {"hex": HERE, "steps": 1},
        SHINGEN: {"hex": "1230"},
    }
    match = compose(units, around=HERE, to_act="uesugi", dice=[6])
    acts(match, f"act {KENSHIN}", "battle")
    while match.decision.name == "suffer":
        match.act("lose anayama_nobukimi")
    assert match.view(None)["points"] == {"uesugi": 2, "takeda": 0}


# --- 37(7)-2: the vigil ----------------------------------------------------------------------------------------------


def hold_vigil(**entries: Any) -> list[Any]:
    """Play the ceremonies until the composed stage is over."""
    entries = {"turn": 11, "stage": 4, "phase": "uesugi", **entries}
    match = compose({KENSHIN: SHRINE, UJIYASU: "2530"}, scenario=SECOND, **entries)
    pass_on(match, lambda: match.view(None)["turn"] == 12)
    return of_kind(match.events, "ceremony")


@clause("kanto", "37(7)-2")
@pytest.mark.parametrize("phase", ["uesugi", "hojo"])
def test_a_vigil_begins_in_a_composed_position(phase: str) -> None:
    """T-27: a unit composed at the shrine has been there since the stage began, unless the position says otherwise."""
    assert len(hold_vigil(phase=phase)) == 1
    assert len(hold_vigil(phase=phase, state={"ceremony": -1})) == 1
    assert hold_vigil(phase=phase, state={"vigil": 0}) == []
    assert len(hold_vigil(phase=phase, state={"vigil": 1})) == 1


@clause("kanto", "37(7)-3")
def test_a_unit_composed_in_echigo_has_entered_it() -> None:
    def conditions(**entries: Any) -> Any:
        match = compose({KENSHIN: "2835", UJIYASU: HERE}, scenario=SECOND, around=HERE, turn=7, **entries)
        return match.describe()["state"]["waived"]

    assert (conditions(), conditions(state={"waived": 0}), conditions(provinces={HERE: "musashi"})) == (1, 0, 0)
