"""36.6(2): what lost units cost in Shizugatake, and every way in which they are lost (Y-57)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, attack, besiege, castle, force, garrison, of_kind, pass_on
from tests.clauses.hideyoshi.scenario_table import (
    GUARD,
    HIDEYOSHI,
    INSIDE,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    NOBUTAKA,
    OPEN,
    RETAINERS,
    army,
    compose_free_shibata,
    last,
    owned,
    points,
    score,
    start_scenario,
)
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause


@clause("hideyoshi", "36.6(2)", "36.6(2)-1", "36.6(2)-2", "36.6(2)-3")
@pytest.mark.parametrize(("name", "worth"), [(KATSUIE, 5), (MORIMASA, 3), (NOBUTAKA, 3), ("maeda_toshinaga", 1)])
def test_a_dead_unit_costs_its_side_by_rank(name: str, worth: int) -> None:
    assert score(last(dead=[name])) == (0, -worth)


@clause("hideyoshi", "36.6(2)", "36.6(2)-1", "36.6(2)-2", "36.6(2)-3")
@pytest.mark.parametrize(
    ("name", "worth"), [(HIDEYOSHI, 5), ("hori_hidemasa", 3), ("niwa_nagahide", 3), ("hachiya_band", 1)]
)
def test_a_dead_unit_of_hashiba_costs_hashiba(name: str, worth: int) -> None:
    assert score(last(dead=[name])) == (-worth, 0)


@clause("hideyoshi", "36.6(2)")
def test_a_unit_laid_out_as_dead_has_been_lost() -> None:
    """As in Conquest of Kanto: who is "dead" in a composed position was killed in the game."""
    assert score(last({MORIMASA: "dead"})) == (0, -3)


@clause("hideyoshi", "36.6(2)")
def test_a_unit_that_never_came_is_no_loss() -> None:
    """Y-57: the Mōri, the Saika and the Negoro are still beside the map at the end."""
    match = start_scenario("shizugatake", [], turn=12, stage=4, phase="hashiba", state=OPEN)
    assert at(match, "mori_terumoto") == at(match, "suzuki_magoichi") == "off"
    assert score(match) == (0, 0)


@clause("hideyoshi", "36.6(2)")
def test_a_unit_that_was_lost_without_being_killed_counts_too() -> None:
    """Y-57: the position says who is gone for good, and who has merely not been there."""
    units = {MORIMASA: "removed", "maeda_toshinaga": "removed"}
    assert score(last(units)) == (0, 0)
    assert score(last(units, state={**OPEN, "lost": {MORIMASA: "otherwise"}})) == (0, -3)


def strike_in_last_turn(die: int, units: dict[str, Any], **entries: Any) -> Any:
    """Attack the units in 4512 from 4513 with Hideyoshi's 26, on flat ground outside Echizen, in the last turn."""
    match = last({**units, **army("4513", 13)}, around="4513", stage=3, dice=[die], **entries)
    attack(match, HIDEYOSHI, "4512")
    return match


@clause("hideyoshi", "36.6(2)", "36.6(2)-3")
@pytest.mark.parametrize("scored", ["all", "killed or surrendered"])
def test_units_killed_in_battle_are_lost(scored: str) -> None:
    units = {"asami_tsushima": {"hex": "4512", "steps": 1}}
    match = strike_in_last_turn(6, units, options={"losses_scored": scored})
    if match.decision.name == "suffer":
        match.act("lose asami_tsushima")
    assert at(match, "asami_tsushima") == "dead"
    if match.decision is not None and match.decision.name == "pursuit":
        match.act("stay")
    assert score(match) == (0, -1)


@clause("hideyoshi", "36.6(2)", "36.6(2)-1", "36.6(2)-2", "36.6(2)-3")
@pytest.mark.parametrize(
    ("options", "worth"), [({}, 5 + 3 + 3 + 1 + 1 + 3), ({"losses_scored": "killed or surrendered"}, 5)]
)
def test_katsuie_takes_his_army_with_him_and_all_of_it_counts(options: dict[str, Any], worth: int) -> None:
    """25-2, Y-45, Y-57: Katsuie falls; Sakuma, Maeda with a bushō, Kanamori and a guard are removed, not Takigawa."""
    units: dict[str, Any] = {
        KATSUIE: {"hex": "4512", "steps": 1},
        MORIMASA: "4008",
        **force("4301", "maeda_toshiie", "maeda_toshinaga", inside=True),
        "kanamori_nagachika": {"hex": "4802", "inside": True},
        "menju_katsuteru": {"hex": "4301", "inside": True},
        KAZUMASU: {"hex": "5119", "inside": True},
    }
    match = strike_in_last_turn(6, units, options=options)
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {KATSUIE}")
    assert at(match, KATSUIE) == "dead"
    assert at(match, MORIMASA) == at(match, "maeda_toshiie") == at(match, "kanamori_nagachika") == "removed"
    assert at(match, KAZUMASU) == "5119"
    assert {row["army"] for row in of_kind(match.events, "army_gone")} >= {"shibata"}
    assert score(match) == (0, -worth)


@clause("hideyoshi", "36.6(2)", "36.6(2)-2", "36.6(2)-3")
def test_without_that_ruling_the_lesser_daimyo_stay() -> None:
    """Y-45: only the clan itself is removed."""
    units: dict[str, Any] = {
        KATSUIE: {"hex": "4512", "steps": 1},
        MORIMASA: "4008",
        "maeda_toshiie": {"hex": "4301", "inside": True},
    }
    match = strike_in_last_turn(6, units, options={"lesser_vanish_with_overlord": False})
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {KATSUIE}")
    assert (at(match, MORIMASA), at(match, "maeda_toshiie")) == ("removed", "4301")
    assert score(match) == (0, -5 - 3)


@clause("hideyoshi", "36.6(2)", "36.6(2)-2")
@pytest.mark.parametrize(("stars", "worth"), [(1, 3), (2, 5 + 1)])
def test_a_son_with_two_stars_costs_more_when_he_falls(stars: int, worth: int) -> None:
    """Y-43, Y-45: Nobutaka then counts 5 and takes his army along, here Takigawa's bushō."""
    units: dict[str, Any] = {NOBUTAKA: {"hex": "4512", "steps": 1}, "saji_masuuji": {"hex": "4723", "inside": True}}
    match = strike_in_last_turn(6, units, options={"oda_sons_stars": stars})
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {NOBUTAKA}")
    assert score(match) == (0, -worth)


@clause("hideyoshi", "36.6(2)", "36.6(2)-3")
@pytest.mark.parametrize("scored", ["all", "killed or surrendered"])
def test_units_killed_in_an_assault_are_lost(scored: str) -> None:
    """R-4: 26 against Kuwana (level 1): 6 − 1 in column 25 to 30 is 3 points, the first of which the garrison pays."""
    units = {**army("5120", 13), "tsuda_koheiji": {"hex": "5120", "inside": True, "steps": 1}}
    match = last(units, around="5120", dice=[6, 1], options={"losses_scored": scored})
    besiege(match, HIDEYOSHI, "assault")
    assert match.decision.name == "breach"
    match.act("lose tsuda_koheiji")
    assert at(match, "tsuda_koheiji") == "dead"
    while match.decision is not None and match.decision.name in ("breach", "losses"):
        match.act(match.decision.texts[0])
    assert score(match) == (0, -1)


CALLS: list[tuple[int, str, int, set[str]]] = [
    # durability 2, Takigawa (taishō) with two bushō at -2: die - 1 + 2
    (3, "lord_seppuku", 3, {KAZUMASU}),
    (5, "hardliners", 5, {KAZUMASU, *RETAINERS[:2]}),
    (6, "disbands", 5, {KAZUMASU, *RETAINERS[:2]}),
]


@clause("hideyoshi", "36.6(2)", "36.6(2)-2", "36.6(2)-3")
@pytest.mark.parametrize("scored", ["all", "killed or surrendered"])
@pytest.mark.parametrize(("die", "answer", "worth", "gone"), CALLS)
def test_units_lost_when_a_castle_answers_a_call_count(
    die: int, answer: str, worth: int, gone: set[str], scored: str
) -> None:
    """R-6: the lord alone, or half of them by seppuku and the others removed, or all of them disbanded."""
    inside = force("5120", KAZUMASU, *RETAINERS[:2], inside=True, morale=-2)
    castles = {"kuwana": {"owner": "takigawa", "durability": 2}}
    units = {**army("5120", 13, invests=True), **inside}
    match = last(units, around="5120", castles=castles, dice=[die], options={"losses_scored": scored})
    events = besiege(match, HIDEYOSHI, "call")
    while match.decision is not None and match.decision.name in ("seppuku", "withdraw", "restore", "spoils"):
        events += match.act(match.decision.texts[0])
    (told,) = of_kind(events, "call_answered")
    assert told["answer"] == answer
    assert {name for name in inside if at(match, name) in ("dead", "removed")} == gone
    assert castle(match, "kuwana")["owner"] == "hashiba"
    assert score(match) == (2, -worth)


@clause("hideyoshi", "36.6(2)", "36.6(2)-3")
@pytest.mark.parametrize("scored", ["all", "killed or surrendered"])
def test_units_that_surrender_are_lost(scored: str) -> None:
    """Durability 1, two bushō at -2: 6 + 2 is a surrender, and all inside are gone."""
    inside = garrison("5120", *RETAINERS[:2], morale=-2)
    castles = {"kuwana": {"owner": "takigawa", "durability": 1}}
    units = {**army("5120", 13, invests=True), **inside}
    match = last(units, around="5120", castles=castles, dice=[6], options={"losses_scored": scored})
    events = besiege(match, HIDEYOSHI, "call")
    assert [told["answer"] for told in of_kind(events, "call_answered")] == ["surrender"]
    assert score(match) == (2, -2)


@clause("hideyoshi", "36.6(2)", "36.6(2)-3")
@pytest.mark.parametrize("scored", ["all", "killed or surrendered"])
def test_units_killed_as_traitors_are_lost(scored: str) -> None:
    """R-5: the siege die 1, then 1 - 3: two units die."""
    inside = garrison("5120", *RETAINERS[:3], morale=-3)
    units = {**army("5120", 13, invests=True), **inside}
    options = {"losses_scored": scored}
    match = last(units, around="5120", phase="anti_hashiba", dice=[1, 1], options=options)
    pass_on(match, lambda: match.decision.name == "traitors")
    acts(match, f"traitor {RETAINERS[0]}", f"traitor {RETAINERS[1]}")
    assert [at(match, name) for name in RETAINERS[:3]] == ["dead", "dead", "5120"]
    assert score(match) == (1, -2)  # the third is besieged


@clause("hideyoshi", "36.6(2)", "36.6(2)-3")
@pytest.mark.parametrize("scored", ["all", "killed or surrendered"])
def test_units_of_a_garrison_that_despairs_are_lost(scored: str) -> None:
    """A siege die of 2 at -4: collapse in a siege counts either way."""
    inside = garrison("5120", RETAINERS[0], morale=-4)
    units = {**army("5120", 13, invests=True), **inside}
    options = {"losses_scored": scored}
    match = last(units, around="5120", phase="anti_hashiba", dice=[2, 1], options=options)
    pass_on(match, lambda: isinstance(match.view(None)["units"][RETAINERS[0]], str))
    assert points(match)["anti_hashiba"] == -1


@clause("hideyoshi", "36.6(2)", "36.6(2)-3")
@pytest.mark.parametrize(("scored", "worth"), [("all", 1), ("killed or surrendered", 0)])
def test_units_that_collapse_in_the_communication_check_are_lost(scored: str, worth: int) -> None:
    """Asami without a line at -4 (Kitanoshō is Hashiba's): eliminated at the start of the last turn."""
    units: dict[str, Any] = {"asami_tsushima": {"hex": "4512", "morale": -4}, KATSUIE: "off"}
    castles = owned(kitanosho="hashiba")
    match = last(units, around="4512", stage=0, castles=castles, dice=[1] * 9, options={"losses_scored": scored})
    assert isinstance(match.view(None)["units"]["asami_tsushima"], str)
    assert score(match) == (2, -worth)


@clause("hideyoshi", "36.6(2)", "36.6(2)-3")
@pytest.mark.parametrize(("scored", "worth"), [("all", 1), ("killed or surrendered", 0)])
def test_units_that_desert_are_lost(scored: str, worth: int) -> None:
    """Kitabatake elsewhere, die 2 at -2: row 0, one step too few."""
    units: dict[str, Any] = force("5317", "kitabatake_nobukatsu", "oda_nagamasu", morale=-2)
    units["oda_nagamasu"]["steps"] = 1
    match = last(units, around="5317", stage=3, dice=[2], options={"losses_scored": scored})
    begin_replenishing(match, "kitabatake_nobukatsu")
    match.act("troops")
    if match.decision is not None and match.decision.name == "desert":
        match.act("desert oda_nagamasu")
    assert isinstance(match.view(None)["units"]["oda_nagamasu"], str)
    assert score(match) == (-worth, 0)


@clause("hideyoshi", "36.6(2)")
def test_a_step_alone_costs_nothing() -> None:
    units = {
        "asami_tsushima": {"hex": "4301", "inside": True, "steps": 1},
        "horio_yoshiharu": {"hex": "1623", "steps": 1},
    }
    assert score(last(units)) == (0, 0)


@clause("hideyoshi", "36.6(2)", "36.6(2)-3", "36.6(1)")
def test_units_lost_in_the_fall_of_a_castle_count() -> None:
    """R-7: three points against Kuwana (durability 1), then a 6 for the fall: all inside surrender."""
    units = {**army("5120", 13), **garrison("5120", *RETAINERS[:3])}
    castles = {"kuwana": {"owner": "takigawa", "durability": 1}}
    match = compose_free_shibata(
        units, around="5120", turn=12, stage=3, phase="hashiba", state=OPEN, castles=castles, dice=[6, 1, 6]
    )
    besiege(match, HIDEYOSHI, "assault")
    while match.decision.name in ("breach", "losses", "captor", "restore"):
        match.act("wall" if "wall" in match.decision.texts else match.decision.texts[0])
    assert not [name for name in RETAINERS[:3] if at(match, name) == "5120"]
    assert castle(match, "kuwana")["owner"] == "none"
    assert score(match) == (0, -3)


@clause("hideyoshi", "36.6(2)", "36.6(2)-1", "36.6(2)-2", "36.6(2)-3", "36.6(5)")
def test_hideyoshis_death_costs_his_army_and_spares_the_kitabatake() -> None:
    """25-2, Y-45: Niwa (taishō) with a bushō and Inaba go with him; Nobukatsu is another army."""
    units = {
        **force("4512", KATSUIE, *GUARD),
        HIDEYOSHI: {"hex": "4513", "steps": 1},
        **force("4015", "niwa_nagahide", "niwa_nagashige", **INSIDE),
        "inaba_ittetsu": {"hex": "5012", **INSIDE},
        "kitabatake_nobukatsu": {"hex": "5416", **INSIDE},
    }
    match = compose_free_shibata(units, around="4513", turn=12, stage=3, state=OPEN, dice=[6])
    attack(match, KATSUIE, "4513")
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {HIDEYOSHI}")
    assert at(match, HIDEYOSHI) == "dead"
    gone = ("niwa_nagahide", "niwa_nagashige", "inaba_ittetsu")
    assert [at(match, name) for name in gone] == ["removed"] * 3
    assert at(match, "kitabatake_nobukatsu") == "5416"
    assert score(match) == (-5 - 3 - 1 - 3, 0)
    assert match.result.winner == "anti_hashiba"


@clause("hideyoshi", "36.6(2)", "36.6(2)-1", "36.6(2)-2")
def test_of_the_mori_only_units_that_have_come_are_lost() -> None:
    """25-2, Y-45, Y-57: Terumoto falls, Kobayakawa on the map goes with him, Kikkawa never came."""
    units = {
        **army("1623", 13),
        "mori_terumoto": {"hex": "1622", "steps": 1},
        "kobayakawa_takakage": "0622",
        "kikkawa_motoharu": "off",
    }
    state = {**OPEN, "summoned": ["mori"]}
    match = compose_free_shibata(units, around="1622", turn=12, stage=3, phase="hashiba", state=state, dice=[6])
    attack(match, HIDEYOSHI, "1622")
    while match.decision is not None and match.decision.name == "suffer":
        match.act("lose mori_terumoto")
    assert [at(match, name) for name in ("mori_terumoto", "kobayakawa_takakage")] == ["dead", "removed"]
    assert score(match) == (0, -5 - 3)
