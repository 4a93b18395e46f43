"""Section 32 with its table, and that of Saika and Negoro: what is counted, the dice, and entering by the edge."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, of_kind, points_left, rolls, unit
from tests.clauses.hideyoshi.table import (
    KOMAKI,
    SCENARIOS,
    SHIZUGATAKE,
    TENNOZAN,
    compose,
    opening_view,
    pass_until_turn,
    start_match,
    units_in,
)
from tests.support import clause

HIDENAGA = "hashiba_hidenaga"
MORI = {
    "mori_terumoto", "kobayakawa_takakage", "kikkawa_motoharu", "kikkawa_motonaga", "kikkawa_tsunenobu",
    "hoida_motokiyo", "fukuhara_sadatoshi", "kuchiba_michiyoshi", "shishido_takaie", "kumagai_nobunao",
    "masuda_motoyoshi", "nomi_munekatsu", "katsura_hiroshige", "kunishi_mototake", "kodama_motoyoshi",
    "awaya_mototane", "amano_motoaki", "mitoya_hisasuke", "sugihara_kagemori", "yamada_shigenao",
}  # fmt: skip
FREE = {TENNOZAN: {"peace": 1, "nobusumi": 1}, SHIZUGATAKE: {"thawed": 1, "declared": 1}, KOMAKI: {}}


def play_events(
    units: dict[str, Any], scenario: str, dice: list[int], *, state: dict[str, Any] | None = None, **more: Any
) -> list[Any]:
    """Play the Random Events of turn 2 with these dice first, then ones."""
    spent = {**FREE[scenario], **(state or {})}
    given = [*dice, *[1] * 12]
    match = compose(units, scenario=scenario, turn=2, stage=0, dice=given, state=spent, **more)
    return list(match.events)


def play_summons(
    units: dict[str, Any], die: int = 1, *, army: str = "mori", scenario: str = SHIZUGATAKE, **more: Any
) -> tuple[dict[str, Any], bool]:
    """Return the roll for a clan and whether it comes; the dice before its own are ones."""
    before = {"mori": 0, "saika": 1, "negoro": 2}[army]
    events = play_events(units, scenario, [1] * before + [die], **more)
    (roll,) = [roll for roll in rolls(events) if roll["purpose"] == "summons" and roll["army"] == army]
    return roll, army in [entry["army"] for entry in of_kind(events, "summoned")]


def summons_strength(units: dict[str, Any], **more: Any) -> int:
    return int(play_summons(units, **more)[0]["strength"])


BESIEGED = {"shimizu_muneharu", "nanba_munetada", "suechika_nobuyoshi", "shimizu_gessei"}
WHENCE = {TENNOZAN: ("0126", "0326", "0911"), SHIZUGATAKE: ("1623", "0326", "0911"), KOMAKI: ("3126", "0326")}


def host_of(scenario: str, total: int, hex_id: str = "1623") -> dict[str, Any]:
    """Men of the Hashiba army with that strength together inside a castle, each a force of his own.

    Hidenaga stands at Nagahama, where nobody counts him.
    """
    men = sorted(units_in(opening_view(scenario), *WHENCE[scenario]) - BESIEGED - {HIDENAGA})[: -(-total // 2)]
    assert len(men) == -(-total // 2)
    units: dict[str, Any] = {name: {"hex": hex_id, "inside": True} for name in men}
    if total % 2:
        units[men[-1]] = {**units[men[-1]], "steps": 1}
    return {**units, HIDENAGA: "4413"}


# --- 32-1(1): what is counted (Y-06) --------------------------------------------------------------------------------


@clause("hideyoshi", "32-1(1)")
@pytest.mark.parametrize(
    ("hex_id", "counted"),
    [
        ("0312", 2), ("0519", 2), ("0127", 2), ("0326", 2), ("1623", 2), ("0911", 2), ("1915", 2),  # the seven
        ("2511", 0), ("3220", 0), ("3126", 0),  # Tango, Tanba and Settsu are not among them
        ("1622", 0),  # in Harima, but in no castle
    ],
)  # fmt: skip
def test_only_castles_of_the_seven_provinces_count(hex_id: str, counted: int) -> None:
    assert summons_strength({HIDENAGA: hex_id}) == counted


@clause("hideyoshi", "32-1(1)")
def test_current_strength_is_counted() -> None:
    men = {HIDENAGA: "1623", "togawa_hideyasu": {"hex": "0326", "steps": 1}, "nanjo_motoie": "0312"}
    assert summons_strength(men) == 2 + 1 + 2


@clause("hideyoshi", "32-1(1)")
@pytest.mark.parametrize(("inside", "usual", "strict"), [(True, 2, 2), (False, 2, 0)])
def test_units_before_a_castle_count_unless_the_option_wants_garrisons(inside: bool, usual: int, strict: int) -> None:
    men = {HIDENAGA: {"hex": "1623", "inside": inside}}
    assert summons_strength(men) == usual
    assert summons_strength(men, options={"chugoku_counts": "garrisoned only"}) == strict


@clause("hideyoshi", "32-1(1)")
def test_besiegers_and_who_stands_on_a_ruin_do_not_count() -> None:
    assert summons_strength({HIDENAGA: "0126"}) == 2
    assert summons_strength({HIDENAGA: "0126"}, castles={"takamatsu": {"owner": "mori"}}) == 0
    assert summons_strength({HIDENAGA: "0126"}, castles={"takamatsu": {"owner": "none"}}) == 0


@clause("hideyoshi", "32-1(1)")
def test_allied_armies_do_not_count() -> None:
    """The Niwa serve the Kanbe in the first scenario and the Hashiba in the second."""
    for name, first in (("ukita_hideie", 2), ("nanjo_mototsugu", 2), ("kobe_nobutaka", 0), ("niwa_nagahide", 0)):
        assert summons_strength({name: "1623", "akechi_mitsuhide": "3719"}, scenario=TENNOZAN) == first
    assert summons_strength({"niwa_nagahide": "1623"}) == 2
    assert summons_strength({"kitabatake_nobukatsu": "1623"}) == 0


@clause("hideyoshi", "32-1(1)")
@pytest.mark.parametrize(("scenario", "total"), [(SHIZUGATAKE, 104), (KOMAKI, 70)])
def test_the_strength_at_the_start(scenario: str, total: int) -> None:
    match = start_match(scenario)
    acts(match, "ready", "ready")
    if scenario == SHIZUGATAKE:
        match.act("wait")
    (roll,) = [roll for roll in rolls(match.events) if roll.get("army") == "mori"]
    assert roll["strength"] == total


@clause("hideyoshi", "32-1(2)", "QR-MORI", "QR-SAIKA", "QR-MORI-mod")
@pytest.mark.parametrize(("lost", "came"), [(0, []), (1, ["mori", "saika", "negoro"])])
def test_at_the_start_of_shizugatake_only_a_seven_calls_them(lost: int, came: list[str]) -> None:
    """104 in Chūgoku and 40 in Kinai are the last columns: three sixes do, once Hashiba has lost a decisive battle."""
    match = start_match(SHIZUGATAKE, {"turn": 1, "stage": 0, "state": {"hashiba_lost": lost}}, dice=[6] * 12)
    match.act("wait")
    asked = {roll["army"]: roll["total"] for roll in rolls(match.events) if roll["purpose"] == "summons"}
    assert asked == dict.fromkeys(("mori", "saika", "negoro"), 6 + lost)
    assert [event["army"] for event in of_kind(match.events, "summoned")] == came


@clause("hideyoshi", "32-1(1)", "32-1(2)")
def test_46_are_left_when_hideyoshi_turns_back_from_takamatsu() -> None:
    """What stands in Okayama, Tottori, Shikano, Wakasa, Ueshi and Iwakura: column 1, a 3 is enough."""
    units = opening_view(TENNOZAN)["units"]
    left_behind = units_in(opening_view(TENNOZAN), "0326", "0911", "0611", "1114", "0312", "0113")
    men: dict[str, Any] = {name: {"hex": units[name]["hex"], "inside": True} for name in left_behind}
    men["akechi_mitsuhide"] = "3719"
    for state, die, comes in (
        ({}, 3, True),
        ({}, 2, False),
        ({"hashiba_won": 1}, 3, False),
        ({"hashiba_won": 1}, 4, True),
    ):
        roll, came = play_summons(men, die, scenario=TENNOZAN, state=state)
        assert roll["strength"] == 46
        assert came is comes


# --- 32-1(2), 32-1(3): the tables -----------------------------------------------------------------------------------

FIRST, OTHERS = [0, 56, 66, 76, 86], [0, 37, 43, 50, 57]


@clause("hideyoshi", "32-1(2)", "QR-MORI", "32.0")
@pytest.mark.parametrize(
    ("scenario", "edges"), [(TENNOZAN, FIRST), (SHIZUGATAKE, OTHERS), (KOMAKI, OTHERS)], ids=SCENARIOS
)
def test_each_column_of_the_mori_table_begins_at_its_printed_strength(scenario: str, edges: list[int]) -> None:
    """At both ends of every column the least die of 3 to 6, which calls them, and the one below it, which does not."""
    more = {"akechi_mitsuhide": "3719"} if scenario == TENNOZAN else {}
    highest = [edge - 1 for edge in edges[1:]] + [86 if scenario == TENNOZAN else 66]
    for column, (low, high) in enumerate(zip(edges, highest, strict=True)):
        for total in (low, high):
            men = {**host_of(scenario, total), **more}
            roll, came = play_summons(men, column + 2, scenario=scenario)
            assert (roll["strength"], came) == (total, False)
            if column < 4:
                assert play_summons(men, column + 3, scenario=scenario)[1]


@clause("hideyoshi", "QR-MORI", "QR-MORI-mod", "32-1(3)")
def test_from_the_last_column_only_a_modified_7_calls_the_mori() -> None:
    men = host_of(SHIZUGATAKE, 60)
    assert not play_summons(men, 6)[1]
    roll, came = play_summons(men, 6, state={"hashiba_lost": 1})
    assert (roll["value"], roll["total"], came) == (1, 7, True)


@clause("hideyoshi", "QR-MORI-mod", "32-1(3)")
@pytest.mark.parametrize(
    ("state", "value"),
    [({}, 0), ({"hashiba_won": 1}, -1), ({"hashiba_lost": 1}, 1), ({"hashiba_won": 1, "hashiba_lost": 1}, 0)],
)
@pytest.mark.parametrize("army", ["mori", "saika", "negoro"])
def test_decisive_battles_change_the_die(state: dict[str, int], value: int, army: str) -> None:
    """Y-08: one or several, once each."""
    roll, _ = play_summons({HIDENAGA: "1623"}, 3, army=army, state=state)
    assert (roll["value"], roll["total"]) == (value, 3 + value)


@clause("hideyoshi", "QR-SAIKA")
@pytest.mark.parametrize("army", ["saika", "negoro"])
def test_the_table_of_saika_and_negoro(army: str) -> None:
    """Counted in Kinai; the least die is 2 in the first column, 6 in the fifth; a 1 never calls them (Y-40)."""
    edges = [0, 5, 9, 13, 19, 25]
    for column, (low, high) in enumerate(zip(edges, [4, 8, 12, 18, 24, 40], strict=True)):
        for total in (low, high):
            men = host_of(SHIZUGATAKE, total, "3126")
            roll, came = play_summons(men, column + 1, army=army)
            assert (roll["strength"], came) == (total, False)
            if column < 5:
                assert play_summons(men, column + 2, army=army)[1]
    assert play_summons(host_of(SHIZUGATAKE, 25, "3126"), 6, army=army, state={"hashiba_lost": 1})[1]


@clause("hideyoshi", "QR-SAIKA")
@pytest.mark.parametrize(
    ("hex_id", "counted"), [("3126", 2), ("2830", 2), ("3227", 2), ("3527", 2), ("3422", 0), ("3125", 0), ("1623", 0)]
)
def test_kinai_is_settsu_izumi_kawachi_and_yamato(hex_id: str, counted: int) -> None:
    assert summons_strength({HIDENAGA: hex_id}, army="saika") == counted


@clause("hideyoshi", "QR-SAIKA")
def test_40_in_kinai_at_the_start() -> None:
    match = start_match(SHIZUGATAKE)
    acts(match, "ready", "ready", "wait")
    found = {roll["army"]: roll["strength"] for roll in rolls(match.events) if roll["purpose"] == "summons"}
    assert (found["saika"], found["negoro"]) == (40, 40)


# --- 32.0: when ----------------------------------------------------------------------------------------------------


@clause("hideyoshi", "32.0", "32-1(2)")
def test_the_mori_are_diced_for_each_turn_until_they_come() -> None:
    """The Anti-Hashiba player's dice: a 2 in turn 2, a 3 in turn 3; nobody asks in turn 4."""
    dice = [2, 1, 1, 3, *[1] * 6]
    men = {HIDENAGA: "1623", **dict.fromkeys(MORI, "off")}
    match = compose(men, turn=2, stage=0, dice=dice, state=FREE[SHIZUGATAKE])
    pass_until_turn(match, 5)
    asked = [roll["total"] for roll in rolls(match.events) if roll.get("army") == "mori"]
    assert asked == [2, 3]
    assert [entry["army"] for entry in of_kind(match.events, "summoned")] == ["mori"]


def compose_decisive_battle(dice: list[int]) -> Any:
    """Compose a decisive battle of Hideyoshi's twelve against Katsuie, reduced; the dice also serve the next turn."""
    men = ["horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "hitotsuyanagi_naosue", "ikoma_chikamasa"]
    units: dict[str, Any] = {
        "hashiba_hideyoshi": "2921",
        **{name: {"hex": "2921", "leader": "hashiba_hideyoshi"} for name in men},
        "shibata_katsuie": {"hex": "2920", "steps": 1},
        "sakuma_morimasa": "4301",
    }
    return compose(
        units, turn=5, phase="hashiba", around="2920", radius=4, dice=dice,
        state={"thawed": 1, "declared": 1, "left_echizen": 1},
    )  # fmt: skip


@clause("hideyoshi", "32-1(3)", "QR-MORI-mod")
def test_a_decisive_victory_of_hideyoshi_lowers_the_next_die() -> None:
    match = compose_decisive_battle([1, 1, *[1] * 30])
    acts(match, "act hashiba_hideyoshi", "battle")
    if match.decision.name == "target":
        match.act("decisive 2920")
    while match.decision.name not in ("force", "declare"):
        match.act(match.decision.texts[-1])
    pass_until_turn(match, 7)
    values = [roll["value"] for roll in rolls(match.events) if roll.get("army") == "mori"]
    assert values[0] == -1


# --- 32-2, 31-2(1): who comes and how -------------------------------------------------------------------------------


@clause("hideyoshi", "32-2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_twenty_mori_wait_beside_the_map(scenario: str) -> None:
    """The five of Takamatsu and Niwase come on top of them (Y-23)."""
    units = opening_view(scenario)["units"]
    assert {name for name in MORI if units[name] == "off"} == MORI


@clause("hideyoshi", "32-2", "32.0")
def test_all_twenty_mori_may_enter_once_they_are_called() -> None:
    """As at deployment their commanders lead with full tracks; before the call none of them acts."""
    document = {"turn": 2, "phase": "anti_hashiba", "state": {"summoned": ["mori"]}}
    match = start_match(SHIZUGATAKE, document)
    allowed(match, "act mori_terumoto", "act kobayakawa_takakage", "act kikkawa_motoharu")
    before = start_match(SHIZUGATAKE, {"turn": 2, "phase": "anti_hashiba"})
    refused(before, "act mori_terumoto")
    for leader in ("mori_terumoto", "kobayakawa_takakage", "hoida_motokiyo", "kikkawa_motoharu"):
        if f"act {leader}" in match.decision.texts:
            acts(match, f"act {leader}", "move", "to 0120")
            if match.decision.name.startswith("march"):
                match.act("halt")
    for text in [text for text in match.decision.texts if text.startswith("act ") and text.split()[1] in MORI]:
        acts(match, text, "move", "to 0120")
        if match.decision.name.startswith("march"):
            match.act("halt")
    brought = {name for name in MORI if at(match, name) == "0120"}
    assert brought == MORI


def call_mori(units: dict[str, Any], **more: Any) -> Any:
    men = {"kobayakawa_takakage": "off", "katsura_hiroshige": "off", **units}
    return compose(men, turn=2, phase="anti_hashiba", state={"summoned": ["mori"]}, **more)


@clause("hideyoshi", "31-2(1)", "32.0")
def test_the_mori_enter_by_their_edge() -> None:
    """0111 to 0128, paying for the first hex; nowhere else (Y-63)."""
    match = call_mori({})
    acts(match, "act kobayakawa_takakage", "move")
    assert {text.split()[1] for text in match.decision.texts if text.startswith("to ")} >= {
        f"01{row}" for row in range(11, 29)
    }
    match.act("to 0125")  # flat
    assert at(match, "kobayakawa_takakage") == "0125"
    assert points_left(match) == 7
    match = call_mori({})
    acts(match, "act kobayakawa_takakage", "move", "to 0119")  # rough
    assert points_left(match) == 6


@clause("hideyoshi", "31-2(1)")
def test_an_enemy_bars_the_edge_where_he_stands() -> None:
    match = call_mori({HIDENAGA: "0125"})
    acts(match, "act kobayakawa_takakage", "move")
    refused(match, "to 0125")
    allowed(match, "to 0119")


@clause("hideyoshi", "32.0")
def test_units_that_are_called_may_stay_out() -> None:
    match = call_mori({})
    acts(match, "act kobayakawa_takakage", "rest")
    assert unit(match, "kobayakawa_takakage") in ("off", "waits")
    allowed(match, "act katsura_hiroshige")


# --- the same for Saika and Negoro ----------------------------------------------------------------------------------


@clause("hideyoshi", "31-2(2)")
@pytest.mark.parametrize(("army", "leader"), [("saika", "suzuki_magoichi"), ("negoro", "suginobo")])
def test_saika_and_negoro_enter_by_their_edge(army: str, leader: str) -> None:
    """2434 to 3534 in the second scenario; Magoichi pays 4 for the foothills of 3034."""
    units = {leader: "off", HIDENAGA: "1623"}
    match = compose(units, turn=2, phase="anti_hashiba", state={"summoned": [army]})
    acts(match, f"act {leader}", "move")
    offered = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert offered == {f"{column}34" for column in range(24, 36)}
    match.act("to 3034")
    assert points_left(match) == 4


@clause("hideyoshi", "QR-SAIKA", "32-1(1)")
def test_allied_armies_do_not_count_in_kinai() -> None:
    assert summons_strength({"kitabatake_nobukatsu": "3126"}, army="saika") == 0
    assert summons_strength({"tsutsui_junkei": "3527"}, army="saika") == 2
    assert (
        summons_strength({"tsutsui_junkei": "3527"}, army="saika", options={"chugoku_counts": "garrisoned only"}) == 0
    )


@clause("hideyoshi", "32-1(3)", "QR-MORI-mod")
def test_a_decisive_defeat_of_hideyoshi_raises_the_next_die() -> None:
    """He attacks reduced and alone: after the round all of his are reduced."""
    units: dict[str, Any] = {
        "hashiba_hideyoshi": {"hex": "2921", "steps": 1},
        "shibata_katsuie": "2920",
        **{name: {"hex": "2920", "leader": "shibata_katsuie"} for name in ("yasui_iekiyo", "hara_masashige")},
    }
    match = compose(
        units, turn=5, phase="hashiba", around="2920", radius=4, dice=[1] * 40,
        state={"thawed": 1, "declared": 1, "left_echizen": 1},
    )  # fmt: skip
    acts(match, "act hashiba_hideyoshi", "battle")
    if match.decision.name == "target":
        match.act("decisive 2920")
    while match.decision is not None and match.decision.name != "force":
        match.act(match.decision.texts[-1])
    pass_until_turn(match, 7)
    values = [roll["value"] for roll in rolls(match.events) if roll.get("army") == "mori"]
    assert values[0] == 1


@clause("hideyoshi", "32-1(3)")
def test_a_skirmish_does_not_change_the_die() -> None:
    match = compose_decisive_battle([1] * 40)
    acts(match, "act hashiba_hideyoshi", "battle")
    if match.decision.name == "target":
        match.act("attack 2920")
    while match.decision is not None and match.decision.name != "force":
        match.act(match.decision.texts[0])
    pass_until_turn(match, 7)
    values = [roll["value"] for roll in rolls(match.events) if roll.get("army") == "mori"]
    assert values[0] == 0
