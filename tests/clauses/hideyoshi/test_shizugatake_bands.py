"""36.7-8 and 36.7-9: the two main castles of the Kitabatake; Saika and Negoro are called and enter by the edge."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, of_kind, pass_on, rolls, units_without_line
from tests.clauses.hideyoshi.scenario_table import (
    HOME,
    INSIDE,
    MAGOICHI,
    NEGORO,
    OFF,
    OPEN,
    SAIKA,
    SUGINOBO,
    compose,
    forces_that_may_act,
    start_scenario,
)
from tests.clauses.hideyoshi.table import SHIZUGATAKE, assert_reads_back
from tests.support import clause

EDGE = ["2434", "2534", "2634", "2734", "2834", "2934", "3034", "3134", "3234", "3334", "3434", "3534"]

# Units of the Hashiba army, strength 2 each, by the castle of Kinai where they are put.
OSAKA = [
    "ikeda_tsuneoki",
    "ikeda_motosuke",
    "ikeda_terumasa",
    "iki_tadatsugu",
    "moridera_tadakatsu",
    "katagiri_hanemon",
]
KORIYAMA = [
    "tsutsui_junkei",
    "tsutsui_sadatsugu",
    "shima_sakon",
    "matsukura_shigenobu",
    "mori_yoshiyuki",
    "ido_yoshihiro",
]
YAO, KISHIWADA = "3227", "2830"


def garrison_kinai(strength: int) -> dict[str, Any]:
    """Return this strength on castles of Settsu, Yamato and Izumi, the last unit reduced if it is odd."""
    places = (
        [(name, "3126") for name in OSAKA] + [(name, "3527") for name in KORIYAMA] + [("horio_yoshiharu", KISHIWADA)]
    )
    units: dict[str, Any] = {}
    for name, hex_id in places[: -(-strength // 2)]:
        units[name] = {"hex": hex_id, **INSIDE}
    if strength % 2:
        units[list(units)[-1]]["steps"] = 1
    return units


def call_bands(units: dict[str, Any], *dice: int, **entries: Any) -> Any:
    """Play the Random Events of turn 5: a one for the Mōri first, then these dice for Saika and Negoro."""
    found = {"turn": 5, "stage": 0, "state": OPEN, **entries}
    return compose({**HOME, **OFF, **units}, dice=[1, *dice, *[1] * 20], **found)


def list_rolls(match: Match) -> list[tuple[str, int, int, bool]]:
    """Return each roll for a band: the band, the strength counted, the modified die, and whether it comes."""
    result = []
    for roll in rolls(match.events):
        if roll["purpose"] == "summons" and roll["army"] != "mori":
            came = roll["army"] in [found["army"] for found in of_kind(match.events, "summoned")]
            result.append((roll["army"], roll["strength"], roll["total"], came))
    return result


# --- 36.7-8 ------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-8")
@pytest.mark.parametrize(
    ("lost", "where", "cut"),
    [
        ([], "5416", False),
        (["matsusaka"], "5416", False),
        (["kiyosu"], "4928", False),
        (["matsusaka"], "5515", False),
        (["kiyosu", "matsusaka"], "5515", True),
    ],
)
def test_the_kitabatake_have_two_main_castles(lost: list[str], where: str, cut: bool) -> None:
    """Each alone is the end of a line; without both a force before its own castle Komaki has none."""
    units = {"kitabatake_nobukatsu": where}  # outside the gate: garrisons need no line (11-1-6)
    castles = {name: {"owner": "takigawa"} for name in lost}
    match = call_bands(units, castles=castles)
    assert ("kitabatake_nobukatsu" in units_without_line(match)) is cut


@clause("hideyoshi", "36.7-8")
def test_another_castle_of_theirs_is_no_main_castle() -> None:
    """Both gone, Inuyama, Kanie and Hoshizaki are still theirs."""
    units = {"kitabatake_nobukatsu": "5614", "sakuma_masakatsu": "5319"}
    castles = {"kiyosu": {"owner": "none"}, "matsusaka": {"owner": "none"}}
    assert {"kitabatake_nobukatsu", "sakuma_masakatsu"} <= units_without_line(call_bands(units, castles=castles))


# --- 36.7-9: the die ---------------------------------------------------------------------------------------------

COLUMNS = [(0, 2), (4, 2), (5, 3), (8, 3), (9, 4), (12, 4), (13, 5), (18, 5), (19, 6), (24, 6), (25, 7)]


@clause("hideyoshi", "36.7-9", "QR-SAIKA")
@pytest.mark.parametrize(("strength", "least"), COLUMNS)
def test_the_least_die_depends_on_hashiba_s_strength_in_kinai(strength: int, least: int) -> None:
    for die in range(1, 7):
        match = call_bands(garrison_kinai(strength), die, die)
        came = die >= least
        assert list_rolls(match) == [("saika", strength, die, came), ("negoro", strength, die, came)]


@clause("hideyoshi", "36.7-9", "QR-MORI-mod")
@pytest.mark.parametrize(
    ("battles", "change"),
    [({}, 0), ({"hashiba_won": 1}, -1), ({"hashiba_lost": 1}, 1), ({"hashiba_won": 1, "hashiba_lost": 1}, 0)],
)
def test_decisive_battles_change_the_die(battles: dict[str, int], change: int) -> None:
    """Y-08: at 25 or more only a defeat of Hashiba's brings them, on a 6."""
    match = call_bands(garrison_kinai(25), 6, 5, state={**OPEN, **battles})
    assert list_rolls(match) == [("saika", 25, 6 + change, change == 1), ("negoro", 25, 5 + change, False)]


@clause("hideyoshi", "36.7-9")
def test_at_the_start_forty_are_counted() -> None:
    """So nobody comes: a 7 is needed."""
    match = start_scenario(SHIZUGATAKE, [1, 6, 6, 6])
    match.act("wait")
    assert list_rolls(match) == [("saika", 40, 6, False), ("negoro", 40, 6, False)]


@clause("hideyoshi", "36.7-9")
@pytest.mark.parametrize(
    ("name", "entry", "counts"),
    [
        ("horio_yoshiharu", {"hex": "3126", **INSIDE}, True),  # Settsu
        ("horio_yoshiharu", {"hex": YAO, **INSIDE}, True),  # Kawachi
        ("horio_yoshiharu", {"hex": KISHIWADA, **INSIDE}, True),  # Izumi
        ("horio_yoshiharu", {"hex": "3531", **INSIDE}, True),  # Yamato
        ("ukita_tadaie", {"hex": "3126", **INSIDE}, True),  # of the army
        ("horio_yoshiharu", {"hex": "3126"}, True),  # outside the gate
        ("horio_yoshiharu", {"hex": "3422", **INSIDE}, False),  # Yamashiro
        ("horio_yoshiharu", {"hex": "1824", **INSIDE}, False),  # Harima
        ("horio_yoshiharu", {"hex": "3028"}, False),  # Sakai is no castle
        ("kitabatake_nobukatsu", {"hex": "3126", **INSIDE}, False),  # another army
    ],
)
def test_each_unit_in_kinai_counts_as_the_clause_says(name: str, entry: dict[str, Any], counts: bool) -> None:
    """Y-06, Y-39."""
    match = call_bands({name: entry})
    assert [row[1] for row in list_rolls(match)] == [2 * counts] * 2


@clause("hideyoshi", "36.7-9")
def test_by_option_only_garrisons_count() -> None:
    """Y-06."""
    match = call_bands({"horio_yoshiharu": "3126"}, options={"chugoku_counts": "garrisoned only"})
    assert [row[1] for row in list_rolls(match)] == [0, 0]


@clause("hideyoshi", "36.7-9")
def test_besiegers_of_a_castle_that_is_not_theirs_do_not_count() -> None:
    """Y-06: Horio stands before Yao, which is Kanbe's here."""
    match = call_bands({"horio_yoshiharu": YAO}, castles={"yao": {"owner": "kobe"}})
    assert [row[1] for row in list_rolls(match)] == [0, 0]


@clause("hideyoshi", "36.7-9")
def test_each_band_is_rolled_for_until_it_comes() -> None:
    """Y-39: Saika first. In turn 5 the Saika come, in turn 6 only the Negoro are rolled for."""
    match = call_bands({}, 2, 1)
    assert [row[0] for row in list_rolls(match)] == ["saika", "negoro"]
    pass_on(match, lambda: match.view(None)["turn"] == 6 and match.view(None)["stage"] == 1)
    found = [roll["army"] for roll in rolls(match.events) if roll["purpose"] == "summons"]
    assert found == ["mori", "saika", "negoro", "mori", "negoro"]
    assert [row["army"] for row in of_kind(match.events, "summoned")] == ["saika"]
    assert {row["army"] for row in of_kind(match.events, "not_summoned")} == {"mori", "negoro"}


@clause("hideyoshi", "36.7-9")
@pytest.mark.parametrize(("die", "came"), [(1, []), (2, ["negoro", "saika"])])
def test_by_option_one_die_calls_both(die: int, came: list[str]) -> None:
    """Y-39."""
    match = call_bands({}, die, options={"saika_negoro_roll": "together"})
    found = [roll for roll in rolls(match.events) if roll["purpose"] == "summons"]
    assert len(found) == 2  # the Mōri's and theirs
    assert sorted(row["army"] for row in of_kind(match.events, "summoned")) == came
    here = forces_that_may_act(match)
    assert (MAGOICHI in here, SUGINOBO in here) == (bool(came), bool(came))


@clause("hideyoshi", "36.7-9")
def test_a_roll_under_way_can_be_written_down() -> None:
    """At the Mōri's die, at the Saika's, at the Negoro's."""
    match = compose({**HOME, **garrison_kinai(3)}, turn=5, stage=0, state=OPEN, dice="typed")
    for _ in range(3):
        assert match.decision.name == "summons"
        assert_reads_back(match)
        match.act("roll 2")
    assert [row["army"] for row in of_kind(match.events, "summoned")] == ["saika", "negoro"]


@clause("hideyoshi", "36.7-9")
def test_the_view_shows_what_is_needed() -> None:
    """`summons[CLAN]`: the strength counted, the column, the least die."""
    match = compose({**HOME, **garrison_kinai(9)}, turn=5, phase="anti_hashiba", state=OPEN)
    found = match.view(None)["summons"]
    assert (found["saika"]["strength"], found["saika"]["least"]) == (9, 4)
    assert (found["negoro"]["strength"], found["negoro"]["least"]) == (9, 4)


@clause("hideyoshi", "36.7-9", "32-1(1)")
def test_at_the_start_no_die_calls_mori_saika_or_negoro() -> None:
    """104 in the provinces of the Mōri's table, 40 in Kinai: a 6 is never enough."""
    match = start_scenario(SHIZUGATAKE, [1, 6, 6, 6])
    match.act("wait")
    found = {roll["army"]: roll["strength"] for roll in rolls(match.events) if roll["purpose"] == "summons"}
    assert found == {"mori": 104, "saika": 40, "negoro": 40}
    assert not of_kind(match.events, "summoned")


# --- 36.7-9: who comes, and where --------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-9(Saika)", "36.7-9(Negoro)", "36.7-9")
@pytest.mark.parametrize(("band", "dice"), [(SAIKA, (2, 1)), (NEGORO, (1, 2))])
def test_ten_units_of_each_enter(band: list[str], dice: tuple[int, int]) -> None:
    """All ten in the turn of the roll, and nobody of the others."""
    match = call_bands({}, *dice)
    assert {at(match, name) for name in SAIKA + NEGORO} == {"off"}
    while leaders := sorted(forces_that_may_act(match) & set(band)):
        acts(match, f"act {leaders[0]}", "move", "to 2934")
        if match.decision.name in ("march", "march_end"):
            match.act("halt")
        if not forces_that_may_act(match) & {name for name in band if at(match, name) == "off"}:
            break
    assert {at(match, name) for name in band} == {"2934"}
    others = set(SAIKA + NEGORO) - set(band)
    assert {at(match, name) for name in others} == {"off"}


@clause("hideyoshi", "36.7-9", "31-2(2)")
def test_the_bands_enter_by_the_hexes_of_their_edge() -> None:
    """Y-63: each hex of the edge; Hashiba's men bar the one they stand on."""
    match = call_bands({}, 2, 2)
    acts(match, f"act {MAGOICHI}", "move")
    offered = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert set(EDGE) <= offered
    match = call_bands({"horio_yoshiharu": "2634"}, 2, 2)
    acts(match, f"act {MAGOICHI}", "move")
    refused(match, "to 2634")
    allowed(match, "to 2434", "to 2934")


@clause("hideyoshi", "36.7-9")
def test_no_other_hex_lets_the_bands_onto_the_map() -> None:
    """No `battle`, no `siege`, no `organise` beside the map; they may stay out and enter later."""
    match = call_bands({}, 2, 2)
    match.act(f"act {MAGOICHI}")
    assert set(match.decision.texts) <= {"move", "strategic", "rest"}
    match.act("rest")
    assert at(match, MAGOICHI) in ("off", "waits")
    pass_on(match, lambda: match.view(None)["stage"] == 2)
    acts(match, f"act {MAGOICHI}", "move", "to 2734")
    assert at(match, MAGOICHI) == "2734"


@clause("hideyoshi", "36.7-9")
def test_a_position_names_who_was_called() -> None:
    match = compose(
        {**HOME, MAGOICHI: "off"}, turn=7, phase="anti_hashiba", state={**OPEN, "summoned": ["saika"]}, empty=False
    )
    assert MAGOICHI in forces_that_may_act(match)
    assert SUGINOBO not in forces_that_may_act(match)


@clause("hideyoshi", "36.7-9", "31-2(2)")
@pytest.mark.parametrize(("where", "cut"), [("2734", False), ("2831", False), ("3521", True)])
def test_lines_of_the_bands_end_at_the_edge(where: str, cut: bool) -> None:
    units = {MAGOICHI: where}
    match = call_bands(units, 1, 1, state={**OPEN, "summoned": ["saika"]})
    assert (MAGOICHI in units_without_line(match)) is cut
