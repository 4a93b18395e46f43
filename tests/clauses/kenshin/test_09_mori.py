"""9-3: the deployment of the Mori; the Mori Clan Deployment Table and its modifiers; K-19, K-20."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    acts,
    allowed,
    at,
    choices,
    compose,
    data_of,
    force,
    modifiers_of,
    of_kind,
    rolls,
    to_phase,
    turn_of,
)
from tests.clauses.kenshin.turns import (
    BUSHO,
    COMMANDERS,
    HARIMA,
    MORI,
    count_summoned,
    finish_turn_start,
    is_turn_start_over,
    mori_roll,
    roll_event,
    sail,
    start_turn,
)
from tests.clauses.reasons import barred
from tests.support import clause

# Commanders and busho for the dice 1 to 6 (K-19).
TABLE = ((0, 0), (0, 1), (0, 2), (1, 0), (0, 2), (1, 2))
MINUS, PLUS = "TBL-MORI mod castle minus", "TBL-MORI mod castle plus"
FEW = "TBL-MORI mod Harima"
BY_EVENT = {
    "neutral_to_oda": ("TBL-MORI mod Neutral to Oda", -1, "neutral"),
    "uesugi_to_oda": ("TBL-MORI mod Uesugi to Oda", -1, "uesugi"),
    "neutral_to_uesugi": ("TBL-MORI mod Neutral to Uesugi", 1, "neutral"),
    "oda_to_uesugi": ("TBL-MORI mod Oda to Uesugi", 1, "oda"),
}


def roll_deployment(die: int, units: dict[str, Any] | None = None, **entries: Any) -> Match:
    """Run the Mori step with this die and five Oda units in Harima."""
    return start_turn("mori", {**MORI, **HARIMA, **(units or {})}, die, **entries)


# --- the table -------------------------------------------------------------------------------------------------------


@clause("kenshin", "TBL-MORI", "9-3-1", "9(3)")
@pytest.mark.parametrize("die", range(1, 7))
def test_each_die_without_modifiers_deploys_its_number_of_mori(die: int) -> None:
    """One result of six brings no unit, two of six a commander."""
    match = roll_deployment(die)
    events = finish_turn_start(match)
    assert (mori_roll(match)["dice"], mori_roll(match)["total"]) == ([die], die)
    assert count_summoned(events) == TABLE[die - 1]


@clause("kenshin", "TBL-MORI")
@pytest.mark.parametrize(("option", "row"), [("2B", (0, 2)), ("1C+1B", (1, 1))])
def test_an_option_changes_the_fifth_deployment_result(option: str, row: tuple[int, int]) -> None:
    """K-19."""
    assert count_summoned(finish_turn_start(roll_deployment(5, options={"mori_result_5": option}))) == row
    assert count_summoned(finish_turn_start(roll_deployment(3, options={"mori_result_5": option}))) == (0, 2)


@clause("kenshin", "TBL-MORI")
@pytest.mark.parametrize(("die", "fell", "row"), [(1, "oda", (0, 0)), (6, "uesugi", (1, 2))])
def test_rolls_beyond_the_table_count_as_its_first_or_last_result(die: int, fell: str, row: tuple[int, int]) -> None:
    """K-19: 0 is read as 1, 7 as 6."""
    match = roll_deployment(die, state={"fell_last_turn": [fell]})
    events = finish_turn_start(match)
    assert mori_roll(match)["total"] in (0, 7)
    assert count_summoned(events) == row


# --- the units that come ---------------------------------------------------------------------------------------------


@clause("kenshin", "9-3-1", "9-3-1 box")
def test_the_uesugi_choose_who_comes_into_the_box_commanders_first() -> None:
    match = roll_deployment(6)
    assert turn_of(match) == ("summon", "uesugi")
    assert choices(match, "summon") == set(COMMANDERS)
    barred(match, f"summon {BUSHO[0]}", "9-3-1 wrong_rank")
    barred(match, "summon saito_tomonobu", "9-3-1 not_mori")
    match.act("summon kobayakawa_takakage")
    assert choices(match, "summon") == set(BUSHO)
    barred(match, "summon kobayakawa_takakage", "9-3-1 not_waiting")
    acts(match, f"summon {BUSHO[4]}", f"summon {BUSHO[0]}")
    came = {"kobayakawa_takakage", BUSHO[4], BUSHO[0]}
    assert {name for name in MORI if at(match, name) == "box"} == came
    assert set(data_of(match.events, "deployed", "unit")) == came


@clause("kenshin", "9-3-1")
def test_where_too_few_of_a_rank_are_left_all_of_them_come() -> None:
    """K-19: a six with one busho and no commander."""
    units = {**dict.fromkeys(COMMANDERS, "dead"), "mori_terumoto": "box", **dict.fromkeys(BUSHO, "box")}
    match = start_turn("mori", {**units, BUSHO[1]: "undeployed", **HARIMA}, 6)
    assert is_turn_start_over(match)
    assert data_of(match.events, "deployed", "unit") == [BUSHO[1]]


@clause("kenshin", "9-3-1")
def test_with_no_mori_left_no_die_is_rolled() -> None:
    match = start_turn("mori", {**dict.fromkeys(MORI, "box"), **HARIMA})
    assert not rolls(match.events, "mori")


@clause("kenshin", "9-3")
def test_undeployed_mori_cannot_act() -> None:
    match = roll_deployment(2)
    match.act(f"summon {BUSHO[0]}")
    allowed(match, f"move {BUSHO[0]}")
    barred(match, "move kikkawa_motoharu", "9-3 undeployed")


@clause("kenshin", "9-3-1 choice", "9-3-1 entry")
def test_mori_in_the_box_may_march_in_go_aboard_or_wait() -> None:
    match = roll_deployment(3, ships={"murakami_takeyoshi": "box"}, terrain={"0120": "flat"})
    acts(match, f"summon {BUSHO[0]}", f"summon {BUSHO[1]}")
    allowed(match, f"move {BUSHO[0]}", "end")
    sail(match, "murakami_takeyoshi", f"board {BUSHO[0]}", "sail_to seto")
    assert at(match, BUSHO[0]) == "aboard murakami_takeyoshi"
    acts(match, f"move {BUSHO[1]}", "to 0120")
    assert at(match, BUSHO[1]) == "0120"


@clause("kenshin", "9-3-1 entry")
def test_mori_in_the_box_may_form_a_force() -> None:
    match = roll_deployment(6)
    acts(match, "summon kikkawa_motoharu", f"summon {BUSHO[0]}", f"summon {BUSHO[1]}")
    allowed(match, f"lead {BUSHO[0]} kikkawa_motoharu")
    match.act(f"lead {BUSHO[0]} kikkawa_motoharu")
    assert match.view(None)["units"][BUSHO[0]]["leader"] == "kikkawa_motoharu"


# --- modifiers -------------------------------------------------------------------------------------------------------


@clause("kenshin", *[entry[0] for entry in BY_EVENT.values()])
@pytest.mark.parametrize("event", BY_EVENT)
def test_the_event_of_the_turn_modifies_the_deployment_roll(event: str) -> None:
    """The Miki change sides; the die of the Mori is a three."""
    clause_id, value, state = BY_EVENT[event]
    match = roll_event(event, {**MORI, **HARIMA, "miki_yoritsuna": "4214"}, 1, 3, clans={"miki": state})
    assert modifiers_of(mori_roll(match)) == {clause_id: value}
    assert mori_roll(match)["total"] == 3 + value
    assert count_summoned(finish_turn_start(match)) == TABLE[2 + value]


@clause("kenshin", *[entry[0] for entry in BY_EVENT.values()])
@pytest.mark.parametrize("event", BY_EVENT)
def test_the_deployment_roll_is_modified_only_by_the_event_of_the_document(event: str) -> None:
    clause_id, value, _ = BY_EVENT[event]
    assert modifiers_of(mori_roll(roll_deployment(3, state={"event": event}))) == {clause_id: value}
    assert modifiers_of(mori_roll(roll_deployment(3))) == {}


@clause("kenshin", FEW)
@pytest.mark.parametrize(("count", "value"), [(0, 1), (4, 1), (5, 0), (6, 0)])
def test_four_or_fewer_oda_units_in_harima_modify_the_deployment_roll(count: int, value: int) -> None:
    """K-20: those on a command track count, each for one, whatever steps it has."""
    names = (*HARIMA, "asano_nagayoshi")[:count]
    units = force("0723", *names) if names else {}
    match = start_turn("mori", {**MORI, **{name: {**entry, "steps": 1} for name, entry in units.items()}}, 3)
    assert modifiers_of(mori_roll(match)).get(FEW, 0) == value


@clause("kenshin", FEW)
@pytest.mark.parametrize(
    ("fifth", "counts"),
    [({"hex": "0925", "inside": True}, True), ("0925", True), ("1424", False), ("aboard manabe_sadanari", False)],
    ids=["garrison", "open", "settsu", "aboard"],
)
def test_garrisons_count_in_harima_but_ships_and_units_in_settsu_do_not(fifth: Any, counts: bool) -> None:
    """Garrisons count; Settsu and ships are elsewhere."""
    units = {**HARIMA, "miyabe_keijun": fifth}
    match = start_turn("mori", {**MORI, **units}, 3, ships={"manabe_sadanari": "seto"})
    assert (FEW in modifiers_of(mori_roll(match))) is not counts


@clause("kenshin", FEW)
@pytest.mark.parametrize("seat", ["oda", "uesugi", "neutral"])
def test_minor_daimyo_of_the_oda_side_count_in_harima(seat: str) -> None:
    units = {**MORI, **HARIMA, "miyabe_keijun": "2523", "miki_yoritsuna": "0821"}
    match = start_turn("mori", units, 3, clans={"miki": seat}, provinces={"0821": "harima"})
    assert (FEW in modifiers_of(mori_roll(match))) is (seat != "oda")


@clause("kenshin", FEW)
def test_seven_oda_units_stand_in_harima_as_the_game_begins() -> None:
    """So there is no modifier in the first turn."""
    match = compose({}, empty=False, phase="turn_start", step="mori", dice=[1, *[1] * 20])
    assert mori_roll(match)["parts"] == []


@clause("kenshin", MINUS, PLUS)
@pytest.mark.parametrize(
    ("option", "fell", "found"),
    [
        ("captor", ["oda"], {MINUS: -1}),
        ("captor", ["uesugi"], {PLUS: 1}),
        ("captor", ["uesugi", "oda"], {MINUS: -1, PLUS: 1}),
        ("captor", [], {}),
        ("literal", ["oda"], {PLUS: 1}),
        ("literal", ["uesugi"], {MINUS: -1}),
    ],
)
def test_a_castle_that_fell_in_the_turn_before_modifies_the_deployment_roll(
    option: str, fell: list[str], found: dict[str, int]
) -> None:
    """K-20: the modifiers go by the side that took the castle; with the option `literal` they are exchanged."""
    match = roll_deployment(3, state={"fell_last_turn": fell}, options={"mori_castle_modifier": option})
    assert modifiers_of(mori_roll(match)) == found
    assert mori_roll(match)["total"] == 3 + sum(found.values())


@clause("kenshin", MINUS, PLUS)
def test_a_castle_that_falls_in_this_turn_does_not_modify_the_roll_yet() -> None:
    assert modifiers_of(mori_roll(roll_deployment(3, state={"fell_this_turn": ["oda", "uesugi"]}))) == {}


TAKING = [
    ("takasago", "0825", "oda", True),  # Harima
    ("kozuki", "0421", "uesugi", True),  # Harima
    ("takeda_tajima", "1117", "uesugi", True),  # Tajima
    ("tottori", "0414", "oda", True),  # Inaba
    ("fukashi", "5114", "oda", False),  # Shinano
    ("sanda", "1424", "uesugi", False),  # Settsu
]


@clause("kenshin", MINUS, PLUS)
@pytest.mark.parametrize(("name", "hex_id", "seat", "counts"), TAKING)
def test_castles_of_inaba_tajima_and_harima_count_in_the_next_turn(
    name: str, hex_id: str, seat: str, counts: bool
) -> None:
    """It yields to the besieger in one turn; the die of the next turn is changed by it. Fours bring no event."""
    besieger = "maeda_toshiie" if seat == "oda" else "honjo_shigenaga"
    owner = {"tottori": {"clans": {"yamana": "uesugi"}}}.get(name, {})
    match = start_turn("demand", {**MORI, **HARIMA, besieger: hex_id}, *[4] * 20, castles={name: {"marker": 6}},
                       ships={"kuki_sumitaka": "seto"}, **owner)  # fmt: skip
    match.act(f"demand {name}")
    assert of_kind(match.events, "castle_fell") == [{"castle": name, "seat": seat}]
    first = modifiers_of(mori_roll(match))
    assert MINUS not in first
    assert PLUS not in first
    events = to_phase(match, "uesugi_movement", turn=2)
    second = modifiers_of(rolls(events, "mori")[-1])
    assert second.get(MINUS if seat == "oda" else PLUS, 0) == ((-1 if seat == "oda" else 1) if counts else 0)


@clause("kenshin", MINUS, PLUS)
def test_a_castle_that_goes_over_with_its_clan_has_not_fallen() -> None:
    """K-20: the Yamana with Ariko in Tajima and Tottori in Inaba."""
    match = roll_event("neutral_to_oda", {**MORI, **HARIMA, "yamana_toyokuni": "1216"}, *[4] * 20)
    assert set(data_of(match.events, "castle_turned", "castle")) == {"ariko", "tottori"}
    events = to_phase(match, "uesugi_movement", turn=2)
    assert modifiers_of(rolls(events, "mori")[-1]) == {}


@clause("kenshin", MINUS, PLUS)
def test_the_view_says_which_sides_took_castles() -> None:
    """The entries `fell_this_turn` and `fell_last_turn`."""
    match = roll_deployment(1, state={"fell_last_turn": ["oda"], "fell_this_turn": ["uesugi"]})
    view = match.view(None)
    assert (view["fell_last_turn"], view["fell_this_turn"]) == (["oda"], ["uesugi"])


@clause("kenshin", "9-2 Mori's Advance", FEW, MINUS)
def test_all_modifiers_of_the_deployment_roll_add_up() -> None:
    """The advance, few Oda units in Harima, and a castle that fell to the Oda side."""
    match = roll_event("mori_advance", MORI, 3, state={"fell_last_turn": ["oda"]})
    finish_turn_start(match)
    assert modifiers_of(mori_roll(match)) == {"9-2 Mori's Advance": 1, FEW: 1, MINUS: -1}
    assert mori_roll(match)["total"] == 4
