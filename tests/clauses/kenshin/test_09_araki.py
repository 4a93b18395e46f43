"""9-2, 9-2-1(1): the Araki Rebellion; K-23, K-24, K-106."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    allowed,
    at,
    castle,
    choices,
    data_of,
    decision_of,
    find_cut_off,
    force,
    garrison,
    lane,
    neighbours,
    of_kind,
    refused,
    rolls,
    score,
    steps,
    turn_of,
    unit,
)
from tests.clauses.kenshin.turns import has_no_effect, is_turn_start_over, roll_event, ship_place, sides_of_clans
from tests.support import clause

ARAKI, NAKAGAWA, TAKAYAMA = "araki_murashige", "nakagawa_kiyohide", "takayama_shigetomo"
ITAMI, HANAKUMA, IBARAKI, TAKATSUKI = "1626", "1326", "1826", "1925"
HOMES = {ARAKI: ITAMI, NAKAGAWA: IBARAKI, TAKAYAMA: TAKATSUKI}
# The three before Wakae, each by himself.
MEN = dict.fromkeys(HOMES, "1728")
RULE = "9-2 Araki Rebellion"


def roll_rebellion(units: dict[str, Any] | None = None, *dice: int, **entries: Any) -> Match:
    """Roll the rebellion with the three rebels in one hex; `dice` are for Araki, Nakagawa and Takayama."""
    return roll_event("araki_rebellion", {**MEN, **(units or {})}, *dice, **entries)


def traitor_name(name: str) -> str:
    """Return the unit that a rebel becomes when it betrays."""
    return f"{name}_traitor"


# --- the men ---------------------------------------------------------------------------------------------------------


@clause("kenshin", RULE, f"{RULE} move", f"{RULE} check", f"{RULE} traitor", "TBL-EVENTS Araki Rebellion",
        "TBL-EVENTS Takayama", "TBL-EVENTS Nakagawa")  # fmt: skip
def test_all_three_traitors_stand_in_their_castles_with_counters_of_their_own() -> None:
    """Araki with a two, the others with a six each: the castles go with them, without points (K-24)."""
    match = roll_rebellion(None, 2, 6, 6)
    assert is_turn_start_over(match)
    assert [(roll["unit"], roll["dice"]) for roll in rolls(match.events, "betrayal")] == [
        (ARAKI, [2]), (NAKAGAWA, [6]), (TAKAYAMA, [6]),
    ]  # fmt: skip
    assert data_of(match.events, "betrayed", "unit") == list(HOMES)
    for name, hex_id in HOMES.items():
        assert unit(match, traitor_name(name)) == {"hex": hex_id, "steps": 2}  # before the castle
        assert at(match, name) == "removed"
    for name in ("itami", "hanakuma", "ibaraki", "takatsuki"):
        assert castle(match, name)["holder"] == "uesugi"
    assert score(match) == 0
    allowed(match, *[f"move {traitor_name(name)}" for name in HOMES])


@clause("kenshin", f"{RULE} traitor", "10-6-3")
def test_a_traitor_goes_inside_although_a_unit_whose_die_is_due_stands_there() -> None:
    """K-24: Nakagawa stands at Itami until his die is rolled, and is not moved away from there."""
    match = roll_rebellion({NAKAGAWA: ITAMI}, 2, 1, 1)
    assert unit(match, traitor_name(ARAKI)) == {"hex": ITAMI, "inside": True, "steps": 2}
    assert at(match, NAKAGAWA) == IBARAKI


@clause("kenshin", f"{RULE} check", f"{RULE} returned", f"{RULE} move")
@pytest.mark.parametrize(
    ("name", "dice", "returns"),
    [(ARAKI, (1, 1, 1), True), (ARAKI, (2, 1, 1), False), (NAKAGAWA, (1, 5, 1), True), (NAKAGAWA, (1, 6, 1), False),
     (TAKAYAMA, (1, 1, 5), True), (TAKAYAMA, (1, 1, 6), False)],
)  # fmt: skip
def test_each_unit_stays_loyal_or_betrays_by_its_own_die(name: str, dice: tuple[int, int, int], returns: bool) -> None:
    """Araki stays loyal with a one, the others with one to five; a loyal unit has gone to its castle too."""
    match = roll_rebellion(None, *dice)
    assert (name in data_of(match.events, "returned", "unit")) is returns
    assert (name in data_of(match.events, "betrayed", "unit")) is not returns
    if returns:
        assert at(match, name) == HOMES[name]
        assert {castle(match, place)["holder"] for place in ("itami", "hanakuma", "ibaraki", "takatsuki")} == {"oda"}
    else:
        assert at(match, traitor_name(name)) == HOMES[name]


@clause("kenshin", f"{RULE} move", f"{RULE} traitor")
def test_a_rebelling_unit_leaves_its_force_and_keeps_its_losses() -> None:
    """Sakuma led Nakagawa; Araki led two units, which stay where they were as forces of their own."""
    units = {
        **force("1728", "sakuma_nobumori", NAKAGAWA),
        **force("1729", ARAKI, "miyoshi_yasunaga", "sakuma_nobuhide"),
        TAKAYAMA: {"hex": "1728", "steps": 1},
    }
    match = roll_rebellion(units, 6, 5, 6)
    assert unit(match, NAKAGAWA) == {**unit(match, NAKAGAWA), "hex": IBARAKI}
    assert "leader" not in unit(match, NAKAGAWA)
    assert steps(match, traitor_name(TAKAYAMA)) == 1
    assert steps(match, traitor_name(ARAKI)) == 2
    for name in ("miyoshi_yasunaga", "sakuma_nobuhide"):
        assert at(match, name) == "1729"
        assert "leader" not in unit(match, name)


@clause("kenshin", f"{RULE} once")
def test_dead_units_roll_no_die_for_rebellion() -> None:
    match = roll_rebellion({NAKAGAWA: "dead"}, 6, 6)
    assert [roll["unit"] for roll in rolls(match.events, "betrayal")] == [ARAKI, TAKAYAMA]
    assert castle(match, "ibaraki")["holder"] == "oda"


@clause("kenshin", f"{RULE} independents", f"{RULE} Hanakuma")
def test_with_araki_dead_his_castles_stay_and_the_others_are_clans_of_their_own() -> None:
    match = roll_rebellion({ARAKI: "dead"}, 6, 6)
    assert castle(match, "itami")["holder"] == castle(match, "hanakuma")["holder"] == "oda"
    assert {"nakagawa", "takayama"} <= set(sides_of_clans(match))
    assert "araki" not in sides_of_clans(match)


@clause("kenshin", f"{RULE} once")
def test_the_rebellion_happens_once() -> None:
    match = roll_rebellion(None, 1, 1, 1, state={"araki_rebellion": "over"})
    assert has_no_effect(match)
    assert at(match, ARAKI) == "1728"
    match = roll_rebellion(None, 1, 1, 1)
    assert "araki_rebellion" in match.view(None)["happened"]


@clause("kenshin", f"{RULE} once")
def test_with_all_three_dead_no_die_is_rolled() -> None:
    match = roll_rebellion(dict.fromkeys(HOMES, "dead"))
    assert not rolls(match.events, "betrayal")


# --- their clan ------------------------------------------------------------------------------------------------------


@clause("kenshin", f"{RULE} clan", f"{RULE} independents")
@pytest.mark.parametrize(("die", "names"), [(6, {"araki"}), (1, {"nakagawa", "takayama"})])
def test_with_araki_the_traitors_are_one_clan_and_without_him_each_is_its_own(die: int, names: set[str]) -> None:
    match = roll_rebellion(None, die, 6, 6)
    found = {name: seat for name, seat in sides_of_clans(match).items() if name in ("araki", "nakagawa", "takayama")}
    assert found == dict.fromkeys(names, "uesugi")


@clause("kenshin", f"{RULE} clan", f"{RULE} independents")
@pytest.mark.parametrize(("state", "cut"), [("clan", True), ("independent", False)])
def test_the_main_castle_of_a_traitor_is_itami_under_araki_and_else_its_own(state: str, cut: bool) -> None:
    """Takayama at home between mountains: in one clan his line must reach Itami."""
    units = {"takayama_shigetomo_traitor": TAKATSUKI, TAKAYAMA: "removed"}
    castles = {"takatsuki": {"holder": "uesugi"}, "itami": {"holder": "uesugi"}}
    found = find_cut_off(units, castles=castles, state={"araki_rebellion": state}, **lane([TAKATSUKI]))
    assert (traitor_name(TAKAYAMA) in found) is cut


@clause("kenshin", f"{RULE} clan")
def test_itami_supplies_arakis_clan_while_the_clan_holds_it() -> None:
    units = {"araki_murashige_traitor": ITAMI, ARAKI: "removed"}
    for holder, cut in (("uesugi", False), ("oda", True)):
        found = find_cut_off(units, castles={"itami": {"holder": holder}}, state={"araki_rebellion": "clan"})
        assert (traitor_name(ARAKI) in found) is cut


# --- the castles they take with them ---------------------------------------------------------------------------------


@clause("kenshin", f"{RULE} traitor", f"{RULE} Hanakuma")
def test_oda_units_at_a_castle_that_turns_are_moved_to_adjacent_hexes_by_their_owner() -> None:
    """Inside or outside, at Itami and at Hanakuma; units whose die is still due stay (K-24)."""
    units = {**garrison(ITAMI, "maeda_toshiie"), "sasa_narimasa": ITAMI, "fuwa_mitsuharu": HANAKUMA}
    match = roll_rebellion(units, 6, 1, 1)
    assert turn_of(match) == ("displace", "oda")
    places = {text.split()[1] for text in choices(match, "shift")}
    assert places <= set(neighbours(ITAMI)) | set(neighbours(HANAKUMA))
    refused(match, f"shift {decision_of(match).data['unit']} 1928", RULE)
    assert [bar.what for bar in match.why_not(f"shift {decision_of(match).data['unit']} 1928")] == ["no_such_shift"]
    shifted = []
    while not is_turn_start_over(match):
        shifted.append(decision_of(match).data["unit"])
        match.act(decision_of(match).texts[0])
    assert set(shifted) == {"maeda_toshiie", "sasa_narimasa", "fuwa_mitsuharu"}
    assert at(match, "maeda_toshiie") in neighbours(ITAMI)
    assert at(match, "sasa_narimasa") in neighbours(ITAMI)
    assert at(match, "fuwa_mitsuharu") in neighbours(HANAKUMA)
    assert "inside" not in unit(match, "maeda_toshiie")
    assert castle(match, "itami")["holder"] == castle(match, "hanakuma")["holder"] == "uesugi"


@clause("kenshin", f"{RULE} traitor")
def test_a_unit_whose_die_is_still_due_is_not_displaced() -> None:
    """K-24: Takayama stands before Itami when it turns, and goes to Takatsuki only."""
    match = roll_rebellion({TAKAYAMA: ITAMI}, 6, 1, 1)
    assert is_turn_start_over(match)
    assert [found["to_hex"] for found in of_kind(match.events, "displaced") if found["unit"] == TAKAYAMA] == [TAKATSUKI]
    assert at(match, TAKAYAMA) == TAKATSUKI


@clause("kenshin", f"{RULE} returned", f"{RULE} traitor")
def test_a_unit_that_stayed_loyal_is_displaced_like_others() -> None:
    """K-24: Ibaraki is lost, so Nakagawa rolls in Takatsuki, which then changes sides with Takayama."""
    match = roll_rebellion({NAKAGAWA: TAKATSUKI}, 1, 1, 6, castles={"ibaraki": {"holder": "uesugi"}})
    assert turn_of(match) == ("displace", "oda")
    assert decision_of(match).data["unit"] == NAKAGAWA
    match.act(decision_of(match).texts[0])
    assert at(match, NAKAGAWA) in neighbours(TAKATSUKI)
    assert at(match, traitor_name(TAKAYAMA)) == TAKATSUKI


@clause("kenshin", f"{RULE} traitor")
def test_oda_ships_in_a_port_that_turns_put_to_sea() -> None:
    match = roll_rebellion(None, 6, 1, 1, ships={"kuki_sumitaka": HANAKUMA})
    assert ship_place(match, "kuki_sumitaka") == "seto"


@clause("kenshin", f"{RULE} returned")
def test_a_unit_that_stays_loyal_displaces_no_other() -> None:
    match = roll_rebellion({"sasa_narimasa": ITAMI}, 1, 1, 1)
    assert is_turn_start_over(match)
    assert at(match, "sasa_narimasa") == at(match, ARAKI) == ITAMI


# --- 9-2-1(1): castles that are lost or besieged -----------------------------------------------------------------


@clause("kenshin", "9-2-1(1)")
@pytest.mark.parametrize("where", ["inside", "outside"])
def test_a_castle_of_the_uesugi_side_is_entered_only_by_a_traitor(where: str) -> None:
    """The unit rolls where it stands; a traitor goes inside or stays outside, as the Uesugi choose."""
    castles = {"itami": {"holder": "uesugi"}}
    match = roll_rebellion(None, 1, 1, 1, castles=castles)
    assert at(match, ARAKI) == "1728"
    match = roll_rebellion(None, 2, 1, 1, castles=castles)
    assert turn_of(match) == ("gate", "uesugi")
    assert choices(match, "inside") | choices(match, "outside") == {""}
    match.act(where)
    assert at(match, traitor_name(ARAKI)) == ITAMI
    assert ("inside" in unit(match, traitor_name(ARAKI))) is (where == "inside")
    assert score(match) == 0


@clause("kenshin", "9-2-1(1) garrisoned", "9-2-1(1)")
def test_a_traitor_whose_castle_holds_a_besieged_oda_garrison_joins_the_besiegers() -> None:
    units = {**garrison(ITAMI, "sasa_narimasa"), "honjo_shigenaga": ITAMI, "jinbo_ujiharu": ITAMI}
    match = roll_rebellion(units, 1, 1, 1, castles={"itami": {"marker": 1}})
    assert at(match, ARAKI) == "1728"
    match = roll_rebellion(units, 2, 1, 1, castles={"itami": {"marker": 1}})
    assert is_turn_start_over(match)
    assert at(match, traitor_name(ARAKI)) == ITAMI
    assert "inside" not in unit(match, traitor_name(ARAKI))
    assert castle(match, "itami")["holder"] == "oda"
    assert castle(match, "itami")["marker"] == 1
    assert castle(match, "hanakuma")["holder"] == "uesugi"
    assert score(match) == 0


@clause("kenshin", "9-2-1(1) empty", "21 castle4-6")
def test_a_besieged_empty_castle_goes_to_the_uesugi_side_and_scores() -> None:
    """Two points for Itami, none for Hanakuma."""
    match = roll_rebellion({"honjo_shigenaga": ITAMI}, 2, 1, 1, castles={"itami": {"marker": 1}})
    assert castle(match, "itami")["holder"] == "uesugi"
    assert "marker" not in castle(match, "itami")
    assert of_kind(match.events, "castle_fell") == [{"castle": "itami", "seat": "uesugi"}]
    assert castle(match, "hanakuma")["holder"] == "uesugi"
    assert score(match) == 2


@clause("kenshin", "9-2-1(1) empty", "21 castle3")
def test_besieged_empty_ibaraki_scores_one() -> None:
    match = roll_rebellion({"honjo_shigenaga": IBARAKI}, 1, 6, 1, castles={"ibaraki": {"marker": 0}})
    assert at(match, traitor_name(NAKAGAWA)) == IBARAKI
    assert score(match) == 1


@clause("kenshin", f"{RULE} Hanakuma")
@pytest.mark.parametrize("inside", [True, False])
def test_hanakuma_stays_while_an_oda_garrison_is_besieged_in_it(inside: bool) -> None:
    """K-24: without the garrison it changes sides, and scores nothing."""
    units = {"honjo_shigenaga": HANAKUMA, "jinbo_ujiharu": HANAKUMA}
    if inside:
        units |= garrison(HANAKUMA, "sasa_narimasa")
    match = roll_rebellion(units, 6, 1, 1, castles={"hanakuma": {"marker": 0}})
    assert castle(match, "hanakuma")["holder"] == ("oda" if inside else "uesugi")
    assert castle(match, "itami")["holder"] == "uesugi"
    assert score(match) == 0


@clause("kenshin", f"{RULE} move")
def test_a_siege_ends_when_rebels_leave_too_few_besiegers() -> None:
    """Four against three before Honganji; two stay."""
    units = {
        **garrison("1628", "shimotsuma_rairen", "shimotsuma_rairyu", "shimotsuma_nakataka"),
        **dict.fromkeys((*HOMES, "sakuma_nobuhide"), "1628"),
    }
    match = roll_rebellion(units, 1, 1, 1, castles={"ishiyama_honganji": {"marker": 2}})
    assert data_of(match.events, "lifted", "castle") == ["ishiyama_honganji"]
    assert "marker" not in castle(match, "ishiyama_honganji")


@clause("kenshin", "9-2-1(1)")
def test_a_traitor_goes_inside_a_castle_of_the_uesugi_side_with_enemies_outside() -> None:
    match = roll_rebellion({"maeda_toshiie": ITAMI}, 6, 1, 1, castles={"itami": {"holder": "uesugi"}})
    assert is_turn_start_over(match)
    assert unit(match, traitor_name(ARAKI)) == {"hex": ITAMI, "inside": True, "steps": 2}


@clause("kenshin", "9-2-1(1)")
def test_a_traitor_without_room_inside_is_moved_to_an_adjacent_hex_by_the_uesugi() -> None:
    """K-106: six places, all taken."""
    full = garrison(
        ITAMI, "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane", "amakasu_kagemochi", "yasuda_akimoto",
        "kitajo_kagehiro",
    )  # fmt: skip
    match = roll_rebellion({**full, "maeda_toshiie": ITAMI}, 6, 1, 1, castles={"itami": {"holder": "uesugi"}})
    assert turn_of(match) == ("displace", "uesugi")
    assert {text.split()[1] for text in choices(match, "shift")} <= set(neighbours(ITAMI))
    match.act(decision_of(match).texts[0])
    assert at(match, traitor_name(ARAKI)) in neighbours(ITAMI)


@clause("kenshin", f"{RULE} move")
def test_a_rebel_aboard_a_ship_goes_to_its_castle_and_the_ship_stays() -> None:
    """9-2-1(3), on minor daimyo that change sides, does not apply to Araki."""
    match = roll_rebellion({ARAKI: "aboard kuki_sumitaka"}, 6, 1, 1, ships={"kuki_sumitaka": "seto"})
    assert (at(match, traitor_name(ARAKI)), ship_place(match, "kuki_sumitaka")) == (ITAMI, "seto")


@clause("kenshin", "9-2-1(1) empty")
def test_a_castle_counts_as_empty_when_the_rebel_was_its_only_garrison() -> None:
    units = {**garrison(ITAMI, ARAKI), "honjo_shigenaga": ITAMI, "jinbo_ujiharu": ITAMI}
    match = roll_rebellion(units, 6, 1, 1, castles={"itami": {"marker": 1}})
    assert castle(match, "itami")["holder"] == "uesugi"
    assert score(match) == 2


# --- 9-2-1(1): castles that are lost or turn before a die is rolled ---------------------------------------------


@clause("kenshin", "9-2-1(1)", "9-2 Araki Rebellion returned")
def test_a_rebel_whose_castle_is_lost_and_stays_loyal_remains_in_its_force() -> None:
    """K-24: with a castle of its own to go to, it has left its force."""
    units = {**force("1728", ARAKI, NAKAGAWA, "sakuma_nobuhide"), **force("1729", "sakuma_nobumori", TAKAYAMA)}
    lost = {name: {"holder": "uesugi"} for name in ("itami", "ibaraki", "takatsuki")}
    match = roll_event("araki_rebellion", units, 1, 5, 5, castles=lost)
    assert is_turn_start_over(match)
    assert unit(match, NAKAGAWA)["leader"] == unit(match, "sakuma_nobuhide")["leader"] == ARAKI
    assert unit(match, TAKAYAMA)["leader"] == "sakuma_nobumori"
    match = roll_event("araki_rebellion", units, 1, 5, 5)
    assert "leader" not in unit(match, "sakuma_nobuhide")


@clause("kenshin", "9-2-1(1)", "9-2 Araki Rebellion traitor")
def test_a_rebel_that_betrays_where_it_stands_leaves_its_men_there() -> None:
    """The man of Araki in Hanakuma is displaced, as the castle changes sides with Araki."""
    units = force(HANAKUMA, ARAKI, "sakuma_nobuhide")
    match = roll_event("araki_rebellion", units, 6, castles={"itami": {"holder": "uesugi"}})
    assert turn_of(match) == ("displace", "oda")
    assert {text.split()[0] for text in choices(match, "shift")} == {"sakuma_nobuhide"}


@clause("kenshin", "9-2-1(1)")
def test_a_traitor_alone_before_its_castle_of_the_uesugi_side_may_stay_outside() -> None:
    """With an Oda unit in the hex it must go inside."""
    lost = {"itami": {"holder": "uesugi"}}
    match = roll_event("araki_rebellion", {ARAKI: ITAMI}, 6, castles=lost)
    assert turn_of(match) == ("gate", "uesugi")
    match.act("outside")
    assert at(match, traitor_name(ARAKI)) == ITAMI
    assert "inside" not in unit(match, traitor_name(ARAKI))
    match = roll_event("araki_rebellion", {ARAKI: ITAMI, "maeda_toshiie": ITAMI}, 6, castles=lost)
    assert unit(match, traitor_name(ARAKI))["inside"]


@clause("kenshin", "9-2 Araki Rebellion traitor", "9-2-1(1)", "8-2")
def test_a_unit_whose_die_is_due_goes_outside_when_the_castle_changes_sides() -> None:
    """K-24: Nakagawa, inside Itami with Maeda, is not displaced, but no Oda unit stays inside that castle."""
    units = {ARAKI: "1728", **garrison(ITAMI, NAKAGAWA, "maeda_toshiie")}
    match = roll_event("araki_rebellion", units, 6, 5, castles={"ibaraki": {"holder": "uesugi"}})
    assert turn_of(match) == ("displace", "oda")
    match.act(decision_of(match).texts[0])
    assert castle(match, "itami")["holder"] == "uesugi"
    assert (at(match, NAKAGAWA), "inside" in unit(match, NAKAGAWA)) == (ITAMI, False)
    assert unit(match, traitor_name(ARAKI))["inside"]


@clause("kenshin", "9-2 Araki Rebellion returned", "9-2-1(1)")
@pytest.mark.parametrize("hex_id", [ITAMI, HANAKUMA])
def test_a_loyal_unit_before_a_castle_that_changed_sides_stays_there(hex_id: str) -> None:
    """K-24: Takayama, whose own castle is lost, stands before Itami or Hanakuma and displaces no unit there."""
    lost = {"takatsuki": {"holder": "uesugi"}}
    match = roll_event("araki_rebellion", {ARAKI: "1728", TAKAYAMA: hex_id}, 6, 5, castles=lost)
    assert is_turn_start_over(match)
    assert TAKAYAMA not in data_of(match.events, "displaced", "unit")
    assert unit(match, TAKAYAMA) == {"hex": hex_id, "steps": 2}
    assert castle(match, "itami")["holder"] == castle(match, "hanakuma")["holder"] == "uesugi"
