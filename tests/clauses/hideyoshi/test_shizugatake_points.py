"""36.6: what castles, besieged units and passive daimyō are worth at the end of Shizugatake, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, attack, besiege, castle, force, garrison, of_kind, pass_on
from tests.clauses.hideyoshi.scenario_table import (
    GUARD,
    HIDEYOSHI,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    NOBUTAKA,
    OPEN,
    RETAINERS,
    army,
    compose_free_shibata,
    last,
    level,
    owned,
    points,
    score,
    start_scenario,
)
from tests.clauses.hideyoshi.table import SHIZUGATAKE
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

NOBODY_PASSIVE = {"declared": 1, "katsuie_left": 1}


# --- 36.6(1): castles --------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6(1)", "36.6(1)-1", "36.6(1)-2", "36.6(1)-3", "36.6(1)-4")
@pytest.mark.parametrize(
    ("name", "of_level", "worth"),
    [("ono", 0, 1), ("tsuruga", 1, 2), ("kitanosho", 1, 2), ("kameyama_ise", 2, 3), ("gifu", 3, 5)],
)
def test_a_castle_that_hashiba_has_taken_counts_by_its_level(name: str, of_level: int, worth: int) -> None:
    assert level(name, SHIZUGATAKE) == of_level
    home = {KATSUIE: "4302"}
    assert score(last(home, castles=owned(**{name: "hashiba"}))) == (worth, 0)


@clause("hideyoshi", "36.6(1)", "36.6(1)-2", "36.6(1)-4")
@pytest.mark.parametrize(("name", "place", "count", "worth"), [("gifu", "5313", 15, 5), ("kitanosho", "4301", 10, 2)])
def test_a_castle_that_opens_its_gates_to_hideyoshi_counts(name: str, place: str, count: int, worth: int) -> None:
    """Invested (level 3 needs 30, level 1 needs 10), empty, durability 1: a 6 opens it."""
    units = {**army(place, count, invests=True), KATSUIE: "4202"}
    match = last(units, castles={name: {"durability": 1}}, dice=[6])
    besiege(match, HIDEYOSHI, "call")
    assert castle(match, name)["owner"] == "hashiba"
    assert score(match) == (worth, 0)


@clause("hideyoshi", "36.6(1)", "36.6(1)-1", "36.6(1)-2", "36.6(1)-3", "36.6(1)-4", "36.6(1)-5")
@pytest.mark.parametrize(
    ("name", "of_level", "worth"),
    [("sakamoto", 0, 1), ("sawayama", 1, 2), ("anotsu", 2, 3), ("osaka", 3, 5), ("azuchi", 4, 10)],
)
def test_a_castle_that_anti_hashiba_has_taken_counts_by_its_level(name: str, of_level: int, worth: int) -> None:
    """Y-41: Osaka is of level 3 here."""
    assert level(name, SHIZUGATAKE) == of_level
    assert score(last(castles=owned(**{name: "shibata"}))) == (0, worth)


@clause("hideyoshi", "36.6(1)", "36.6(1)-4")
def test_gifu_called_in_the_last_phase_is_worth_5_points() -> None:
    """Invested by 32 (level 3), durability 1: a 6 counts 6 and the empty castle changes hands."""
    units = army("5313", 16, invests=True)
    match = last(units, castles={"gifu": {"owner": "kobe", "durability": 1}}, dice=[6])
    besiege(match, HIDEYOSHI, "call")
    assert castle(match, "gifu")["owner"] == "hashiba"
    assert score(match) == (5, 0)


@clause("hideyoshi", "36.6(1)")
def test_a_captured_castle_counts_whichever_clan_of_the_side_took_it() -> None:
    """Y-38: the list says whose it was, and any clan of the other side may have it now."""
    assert score(last(castles=owned(kuwana="kitabatake", tsuruga="niwa", sakamoto="takigawa", hino="kobe"))) == (4, 2)


@clause("hideyoshi", "36.6(1)")
def test_a_castle_within_its_own_side_or_regained_counts_nothing() -> None:
    """Y-38: Gifu in Takigawa's hands, Sawayama in Niwa's."""
    assert score(last(castles=owned(gifu="takigawa", sawayama="niwa", osaka="hashiba"))) == (0, 0)
    units = army("4413", 6, invests=True)
    match = last(units, castles={"nagahama": {"owner": "shibata", "durability": 1}}, dice=[6])
    assert points(match) == {"hashiba": 0, "anti_hashiba": 2}
    besiege(match, HIDEYOSHI, "call")
    assert castle(match, "nagahama")["owner"] == "hashiba"
    assert score(match) == (0, 0)


@clause("hideyoshi", "36.6(1)")
def test_an_abandoned_castle_counts_for_nobody() -> None:
    """Y-58."""
    ruins = {"gifu": {"owner": "none"}, "azuchi": {"owner": "none"}}
    assert score(last(castles=ruins)) == (0, 0)


@clause("hideyoshi", "36.6(1)")
def test_a_castle_stormed_to_ruin_counts_for_nobody() -> None:
    """Y-58, R-4: 26 against Ōno, die 5: the last point of durability goes and with it the owner."""
    castles = {"ono": {"owner": "kanamori", "durability": 1}}
    match = last(army("4802", 13), castles=castles, dice=[5, 1, 1])
    besiege(match, HIDEYOSHI, "assault")
    assert castle(match, "ono")["owner"] == "none"
    assert score(match) == (0, 0)


@clause("hideyoshi", "36.6(1)", "36.6(1)-3")
def test_a_restored_ruin_counts_again() -> None:
    """Y-58: Hideyoshi replenishes the ruin of Kameyama in Ise, with a line by Anotsu."""
    castles = {"kameyama_ise": {"owner": "none"}}
    entries: dict[str, Any] = {"turn": 12, "stage": 3, "phase": "hashiba", "state": OPEN, "castles": castles}
    assert score(compose_free_shibata(army("4723", 13), **entries)) == (0, 0)
    match = compose_free_shibata(army("4723", 13), dice=[6], **entries)
    begin_replenishing(match, HIDEYOSHI)
    if match.decision.name == "replenish":
        match.act("castle")
    assert castle(match, "kameyama_ise")["owner"] == "hashiba"
    assert score(match) == (3, 0)


@clause("hideyoshi", "36.6(1)", "36.6(1)-3")
def test_castles_taken_by_mori_saika_or_negoro_count_for_anti_hashiba() -> None:
    castles = {"takamatsu": {"owner": "mori"}, "kishiwada": {"owner": "saika"}, "yao": {"owner": "negoro"}}
    match = compose_free_shibata({}, turn=12, stage=4, phase="hashiba", state=OPEN, castles=castles)
    assert score(match) == (0, 3 + 1 + 1)


# --- 36.6(3): besieged units -------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6(3)")
def test_each_enemy_unit_in_an_invested_castle_is_a_point() -> None:
    """Y-37: four inside count, one reduced like the others; the besiegers do not."""
    inside = force("5120", KAZUMASU, *RETAINERS[:3], inside=True)
    inside[RETAINERS[0]]["steps"] = 1
    match = last({**army("5120", 13, invests=True), **inside}, around="5120")
    assert score(match) == (4, 0)


@clause("hideyoshi", "36.6(3)")
def test_nobody_is_besieged_where_nobody_invests() -> None:
    """Hideyoshi stands before the castle, or the castle is empty."""
    inside = force("5120", KAZUMASU, *RETAINERS[:3], inside=True)
    assert score(last({**army("5120", 13), **inside}, around="5120")) == (0, 0)
    assert score(last(army("5120", 13, invests=True), around="5120")) == (0, 0)


@clause("hideyoshi", "36.6(3)")
def test_an_investment_of_the_last_phase_counts() -> None:
    inside = force("5120", KAZUMASU, *RETAINERS[:3], inside=True)
    match = last({**army("5120", 13), **inside}, around="5120")
    besiege(match, HIDEYOSHI, "invest")
    if match.decision is not None and match.decision.name == "siege":
        match.act("done")
    assert score(match) == (4, 0)


@clause("hideyoshi", "36.6(3)")
def test_anti_hashiba_scores_for_those_it_besieges() -> None:
    """Katsuie before Nagahama (level 1) with 22; its siege die, a 6, does nothing."""
    units = {**force("4413", KATSUIE, *GUARD, invests=True), **garrison("4413", "tokunaga_nagamasa", "ogane_tohachiro")}
    assert score(last(units, around="4413", dice=[6, 6])) == (0, 2)


# --- 36.6(4): passive daimyō -------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6(4)", "36.6(4)-1", "36.6(4)-2")
@pytest.mark.parametrize(
    ("state", "worth"),
    [({}, 50), ({"declared": 1}, 40), ({"katsuie_left": 1, "left_echizen": 1}, 10), (NOBODY_PASSIVE, 0)],
)
def test_hashiba_scores_for_passive_opponents(state: dict[str, int], worth: int) -> None:
    assert score(last(state=state)) == (worth, 0)


@clause("hideyoshi", "36.6(4)-2", "36.7-3")
def test_a_declaration_in_the_last_turn_is_early_enough() -> None:
    for text, worth in (("declare", 0), ("wait", 10)):
        units = {NOBUTAKA: {"hex": "5313", "inside": True}}
        state = {"katsuie_left": 1, "left_echizen": 1}
        match = last(units, stage=0, state=state, dice=[1] * 9)
        match.act(text)
        assert score(match) == (worth, 0)


@clause("hideyoshi", "36.6(4)-1")
def test_katsuie_has_left_once_he_has_stood_outside_and_may_come_back() -> None:
    """From 4110 to 4210 in Ōmi in stage 3, and back in stage 4."""
    units = {KATSUIE: "4110"}
    match = last(units, around="4110", stage=3, phase="anti_hashiba", state={"declared": 1, "thawed": 1})
    assert points(match)["hashiba"] == 40
    acts(match, f"act {KATSUIE}", "move", "to 4210", "halt")
    assert points(match)["hashiba"] == 0
    pass_on(match, lambda: match.view(None)["stage"] == 4)
    acts(match, f"act {KATSUIE}", "move", "to 4110", "halt")
    assert at(match, KATSUIE) == "4110"
    assert score(match) == (0, 0)


@clause("hideyoshi", "36.6(4)-1")
def test_katsuie_leaves_echizen_by_a_retreat() -> None:
    """Hideyoshi's 26 in 4209 strike Katsuie in 4110: he falls back over the border."""
    units = {**army("4109", 13), KATSUIE: "4110"}
    state = {**OPEN, "katsuie_left": 0}
    match = last(units, around="4110", radius=4, dice=[3, 3], state=state)
    attack(match, HIDEYOSHI, "4110")
    match.act("retreat")
    while match.decision.name == "retreat":
        outside = [
            text for text in match.decision.texts if text.split()[-1] in ("4211", "4111", "4112", "4212", "4210")
        ]
        match.act(outside[0])
    assert at(match, KATSUIE) in ("4211", "4111", "4112", "4212", "4210")
    if match.decision is not None and match.decision.name == "pursuit":
        match.act("stay")
    assert score(match) == (0, 0)


@clause("hideyoshi", "36.6(4)-1")
def test_only_katsuie_himself_leaves_echizen_for_the_score() -> None:
    units = {MORIMASA: "4110", KATSUIE: "4301"}
    match = last(units, around="4110", stage=3, phase="anti_hashiba", state={"declared": 1, "thawed": 1})
    acts(match, f"act {MORIMASA}", "move", "to 4210", "halt")
    assert of_kind(match.events, "left_echizen")
    assert score(match) == (40, 0)


@clause("hideyoshi", "36.6(4)-1", "36.6(2)-1")
def test_katsuie_dead_in_echizen_has_not_left_it() -> None:
    """Y-36: by the letter."""
    assert score(last(dead=[KATSUIE], state={"declared": 1})) == (40, -5)


# --- 36.6(5): who wins -------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6", "36.6(5)")
@pytest.mark.parametrize(
    ("lost", "castles", "expected", "winner"),
    [
        ([], {"azuchi": "shibata"}, (40, 10), "hashiba"),  # 30 exactly
        (["horio_yoshiharu"], {"azuchi": "shibata"}, (39, 10), "anti_hashiba"),  # 29
        (["horio_yoshiharu"], {"azuchi": "shibata", "ono": "hashiba"}, (40, 10), "hashiba"),
        ([], {"azuchi": "shibata", "sakamoto": "shibata"}, (40, 11), "anti_hashiba"),
        ([], {"azuchi": "shibata", "fuchu": "niwa"}, (41, 10), "hashiba"),  # 31
    ],
)
def test_a_surplus_of_thirty_wins(
    lost: list[str], castles: dict[str, str], expected: tuple[int, int], winner: str
) -> None:
    match = last(dead=lost, castles=owned(**castles), state={"declared": 1})
    assert score(match) == expected
    assert match.result.winner == winner


@clause("hideyoshi", "36.6", "36.6(5)", "36.6(4)")
def test_points_of_both_sides_are_set_against_each_other() -> None:
    """The enemy's losses are a surplus of Hashiba's: nothing of its own, and 30 less than nothing on the other side."""
    dead = [MORIMASA, "shibata_katsumasa", "fuwa_katsumitsu", "maeda_toshiie", "kanamori_nagachika", KAZUMASU, NOBUTAKA]
    busho = ["maeda_toshinaga", "okumura_nagatomi", "murai_nagayori", "cho_tsuratatsu", "takabatake_sadayoshi"]
    more = ["maeda_yasukatsu", "nakagawa_mitsushige", *RETAINERS[:2]]
    match = last(dead=[*dead, *busho, *more])
    assert score(match) == (0, -30)
    assert match.result.winner == "hashiba"
    match = last(dead=[*dead, *busho, *more[1:]])
    assert score(match) == (0, -29)
    assert match.result.winner == "anti_hashiba"


@clause("hideyoshi", "36.6", "36.2")
def test_nothing_is_decided_before_the_end_of_the_twelfth_turn() -> None:
    match = last(state={}, turn=11, dice=[1, 1, 1])
    pass_on(match, lambda: match.decision.name == "declare")
    assert (match.view(None)["turn"], match.result) == (12, None)
    match.act("wait")
    match.act("end")
    assert match.result is None


@clause("hideyoshi", "36.6", "36.6(4)")
def test_a_score_says_where_it_comes_from() -> None:
    units = {**army("5120", 13, invests=True), **garrison("5120", RETAINERS[0])}
    match = last(units, [MORIMASA], around="5120", castles=owned(ono="hashiba"), state={})
    told = match.view(None)["scoring"]
    assert {seat: sum(part["value"] for part in told[seat]) for seat in told} == points(match)
    assert {part["clause"].rpartition("-")[0] or part["clause"] for part in told["hashiba"]} >= {"36.6(4)"}
    assert sorted(part["value"] for part in told["hashiba"]) == [1, 1, 10, 40]
    assert [part["value"] for part in told["anti_hashiba"]] == [-3]


@clause("hideyoshi", "36.6", "36.6(4)", "36.6(5)")
def test_without_any_action_hashiba_wins_by_fifty() -> None:
    match = start_scenario(SHIZUGATAKE, [1] * 40, turn=12)
    match.act("wait")
    assert score(match) == (50, 0)
    assert (match.result.winner, match.result.clause) == ("hashiba", "hideyoshi:36.6(5)")
