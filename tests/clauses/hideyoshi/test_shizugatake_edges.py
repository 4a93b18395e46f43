"""Edges of 36.6 and 36.7: ways out of Echizen, refuge near Gifu, ruins and falls, the death of Hideyoshi."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, besiege, castle, force, garrison, of_kind, rolls
from tests.clauses.hideyoshi.scenario_table import (
    BEYOND,
    BORDER,
    GUARD,
    HIDEYOSHI,
    HOME,
    HORI,
    INSIDE,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    NOBUTAKA,
    OPEN,
    OTHER,
    RETAINERS,
    army,
    compose,
    points,
    score,
    start_scenario,
)
from tests.clauses.hideyoshi.table import SHIZUGATAKE, assert_reads_back
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause


def compose_free_shibata(units: dict[str, Any], **entries: Any) -> Any:
    """The anti-Hashiba phase of turn 6 with the Shibata free, unless the entries say otherwise."""
    found = {"turn": 6, "phase": "anti_hashiba", "state": {"thawed": 1}, **entries}
    return compose({**HOME, **units}, **found)


# --- leaving Echizen ---------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-4", "36.6(4)-1")
def test_who_marches_out_and_back_in_one_march_has_left() -> None:
    match = compose_free_shibata({KATSUIE: OTHER, HORI: "4312"}, around=BORDER)
    acts(match, f"act {KATSUIE}", "move", f"to {BORDER}", f"to {OTHER}")
    if match.decision.name in ("march", "march_end"):
        match.act("halt")
    assert at(match, KATSUIE) == OTHER
    assert of_kind(match.events, "left_echizen")
    assert points(match)["hashiba"] == 10  # Kanbe has not declared


@clause("hideyoshi", "36.7-4", "36.7-7", "36.6(4)-1")
def test_a_pursuit_out_of_echizen_is_leaving_it() -> None:
    """Katsuie strikes Hori across the border and follows him."""
    units = {**force(BEYOND, KATSUIE, *GUARD), HORI: BORDER}
    match = compose_free_shibata(units, around=BORDER, dice=[2, 1])
    assert points(match)["hashiba"] == 50
    events = attack(match, KATSUIE, BORDER)
    assert of_kind(events, "attacked_first")
    assert not of_kind(events, "left_echizen")
    events = match.act("retreat")
    while match.decision.name == "retreat":
        events += match.act(match.decision.texts[0])
    assert match.decision.name == "pursuit"
    events += match.act(f"pursue {BORDER}")
    assert of_kind(events, "left_echizen")
    assert points(match)["hashiba"] == 10


@clause("hideyoshi", "36.7-4")
@pytest.mark.parametrize(("start", "goal"), [("3909", "3809"), ("4110", "4111"), ("4407", "4507")])
def test_any_province_beside_it_is_outside(start: str, goal: str) -> None:
    """Wakasa and Ōmi are, Echizen is not."""
    match = compose_free_shibata({MORIMASA: start}, around=start, radius=1)
    events = acts(match, f"act {MORIMASA}", "move", f"to {goal}")
    assert bool(of_kind(events, "left_echizen")) is (goal != "4507")


@clause("hideyoshi", "36.7-4")
def test_it_is_left_once() -> None:
    units = {MORIMASA: OTHER, "maeda_toshiie": BEYOND}
    match = compose_free_shibata(units, around=BORDER)
    acts(match, f"act {MORIMASA}", "move", f"to {BORDER}", "halt")
    acts(match, "act maeda_toshiie", "move", f"to {BORDER}", "halt")
    assert len(of_kind(match.events, "left_echizen")) == 1


@clause("hideyoshi", "36.7-4", "36.7-7", "36.6(4)-1")
def test_the_flags_can_be_written_down() -> None:
    for flags in ({}, {"thawed": 1}, {"attacked_first": 1}, {"declared": 1, "left_echizen": 1}, OPEN):
        match = compose_free_shibata({MORIMASA: OTHER, HORI: "4312"}, state={**dict.fromkeys(OPEN, 0), **flags})
        found = match.describe()["state"]
        assert {name for name in OPEN if found[name]} == set(flags)
        assert_reads_back(match)


# --- refuge and withdrawal near Gifu -----------------------------------------------------------------------------


@clause("hideyoshi", "36.7-5")
@pytest.mark.parametrize("declared", [0, 1])
def test_a_garrison_that_opens_the_gates_does_not_withdraw_to_takegahana(declared: int) -> None:
    """Y-22, Y-44: of Hashiba's castles it is the nearest to Takasu here, but it lies within two hexes of Gifu."""
    units = {**force("5016", KAZUMASU, *RETAINERS, invests=True), **garrison("5016", "horio_yoshiharu")}
    castles: dict[str, Any] = {name: {"owner": "kobe"} for name in ("ogaki", "sone", "kiyosu", "komaki", "kanie")}
    castles["takasu"] = {"owner": "hashiba", "durability": 4}
    state = {"declared": declared}
    match = compose_free_shibata(units, around="5016", radius=2, castles=castles, state=state, dice=[6])
    events = besiege(match, KAZUMASU, "call")
    assert [told["answer"] for told in of_kind(events, "call_answered")] == ["opens_the_gates"]
    assert (at(match, "horio_yoshiharu") == "5214") is bool(declared)


@clause("hideyoshi", "36.7-5")
@pytest.mark.parametrize("declared", [0, 1])
def test_nobody_takes_refuge_in_takegahana(declared: int) -> None:
    """23-4-6: the way back from 5216 leads there, by 5215."""
    units = {**force("5217", KAZUMASU, *RETAINERS), "kitabatake_nobukatsu": "5216", "oda_nagamasu": "5216"}
    match = compose_free_shibata(units, around="5216", radius=3, state={"declared": declared}, dice=[2, 1])
    attack(match, KAZUMASU, "5216")
    match.act("retreat")
    seen = set()
    while match.decision.name == "retreat":
        seen |= set(match.decision.texts)
        onto = [text for text in match.decision.texts if text in ("back 5215", "back 5214", "refuge")]
        match.act(onto[-1] if onto else match.decision.texts[0])
    assert ("back 5214" in seen or "refuge" in seen) is bool(declared)


# --- castles -----------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6(1)", "36.6(1)-3")
def test_a_ruin_counts_again_when_somebody_restores_it() -> None:
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


@clause("hideyoshi", "36.6(2)", "36.6(2)-3", "36.6(1)")
def test_lost_when_a_castle_falls() -> None:
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


@clause("hideyoshi", "31-1", "36.7-1")
def test_only_its_own_army_restores_a_main_castle_without_a_line() -> None:
    """Y-46: Maeda on the ruin of Kitanoshō may, as one of Shibata's army; Takigawa may not, Hashiba holds Nagashima."""
    castles = {"kitanosho": {"owner": "none"}, "nagashima": {"owner": "hashiba"}, "gifu": {"owner": "hashiba"}}
    for who, may in (("maeda_toshiie", True), (KAZUMASU, False)):
        units = {KATSUIE: "4008", KAZUMASU: "4201", who: "4301"}
        match = compose_free_shibata(units, castles=castles, state=OPEN, dice=[6])
        match.act(f"act {who}")
        if "organise" in match.decision.texts:
            match.act("organise")
            if match.decision.name == "organise":
                match.act("done")
        offered = match.decision is not None and match.decision.name == "replenish" and "castle" in match.decision.texts
        assert offered is may


# --- the death of Hideyoshi --------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6(2)", "36.6(2)-1", "36.6(2)-2", "36.6(2)-3", "36.6(5)")
def test_hideyoshi_s_death_costs_his_army_and_spares_the_kitabatake() -> None:
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


# --- the whole scenario ------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6", "36.6(4)", "36.6(5)")
def test_if_nobody_does_anything_hashiba_wins_by_fifty() -> None:
    match = start_scenario(SHIZUGATAKE, [1] * 40, turn=12)
    match.act("wait")
    assert score(match) == (50, 0)
    assert (match.result.winner, match.result.clause) == ("hashiba", "hideyoshi:36.6(5)")


@clause("hideyoshi", "36.7-9", "32-1(1)")
def test_the_strengths_counted_at_the_start() -> None:
    """104 in the provinces of the Mōri's table, 40 in Kinai: a 6 is never enough."""
    match = start_scenario(SHIZUGATAKE, [1, 6, 6, 6])
    match.act("wait")
    found = {roll["army"]: roll["strength"] for roll in rolls(match.events) if roll["purpose"] == "summons"}
    assert found == {"mori": 104, "saika": 40, "negoro": 40}
    assert not of_kind(match.events, "summoned")


@clause("hideyoshi", "36.7-3", "36.7-5")
def test_kobe_s_men_outside_gifu_may_be_attacked_before_he_declares() -> None:
    """No clause shields them: the ban is on the land around Gifu alone."""
    match = compose_free_shibata({HORI: "4513", NOBUTAKA: "4512"}, around="4513", phase="hashiba", state={})
    match.act(f"act {HORI}")
    allowed(match, "battle")


@clause("hideyoshi", "36.7-5")
def test_attacks_into_the_closed_land_are_not_forbidden() -> None:
    """Only entering is: Nobukatsu in 5316 strikes Kanbe's man in 5315, and does not follow him."""
    units = {**force("5316", "kitabatake_nobukatsu", "oda_nagamasu", "ikoma_ienaga"), NOBUTAKA: "5315"}
    match = compose_free_shibata(units, around="5315", phase="hashiba", state={}, dice=[6, 1])
    attack(match, "kitabatake_nobukatsu", "5315")
    if match.decision.name == "suffer":
        match.act("retreat")
        while match.decision.name == "retreat":
            match.act(match.decision.texts[0])
    assert of_kind(match.events, "attack")
    if match.decision.name == "pursuit":
        refused(match, "pursue 5315", "36.7-5")
    assert at(match, "kitabatake_nobukatsu") == "5316"


# --- ambushes of Hashiba's at the border -------------------------------------------------------------------------


def march_past_ambush(goal: str, **entries: Any) -> Any:
    """Hori lies in ambush in Ōmi, beside the border; Sakuma marches past him."""
    units = {HORI: {"hex": BORDER, "ambush": True}, MORIMASA: "4109"}
    match = compose_free_shibata(units, around=BORDER, terrain={BORDER: "rough"}, dice=[1, 1], **entries)
    acts(match, f"act {MORIMASA}", "move", f"to {goal}")
    return match


@clause("hideyoshi", "36.7-7")
def test_an_ambush_is_not_sprung_on_the_shibata_in_echizen() -> None:
    """An ambush is an attack (Y-36): who has neither left nor attacked passes unharmed."""
    match = march_past_ambush(BEYOND)
    assert match.decision.name != "spring" or "spring" not in match.decision.texts


@clause("hideyoshi", "36.7-7")
@pytest.mark.parametrize("flag", ["attacked_first", "left_echizen"])
def test_it_is_once_they_have_attacked_or_left(flag: str) -> None:
    match = march_past_ambush(BEYOND, state={"thawed": 1, flag: 1})
    assert (match.decision.name, match.who) == ("spring", "hashiba")
    allowed(match, "spring")


@clause("hideyoshi", "36.7-7", "36.7-4")
def test_it_is_on_those_who_march_out() -> None:
    """In 4310, in Ōmi, Sakuma has left Echizen; whoever lurks beside the way may strike him there."""
    match = march_past_ambush("4310")
    while match.decision.name == "spring" and not of_kind(match.events, "left_echizen"):
        match.act("let_pass")
    assert (match.decision.name, match.who) == ("spring", "hashiba")
    allowed(match, "spring")


@clause("hideyoshi", "36.7-7")
def test_where_takigawa_stands_beside_the_shibata_these_are_not_attacked() -> None:
    """One hex of Echizen, both in it: Sakuma is not struck at."""
    match = compose_free_shibata(
        {**army(BORDER, 13), KAZUMASU: BEYOND, MORIMASA: BEYOND}, around=BORDER, phase="hashiba", dice=[6]
    )
    match.act(f"act {HIDEYOSHI}")
    if "battle" not in match.decision.texts:
        refused(match, "battle", "36.7-7")
        return
    acts(match, "battle", "fight")
    assert MORIMASA not in {told["unit"] for told in of_kind(match.events, "step_lost")}


# --- the other armies of the side --------------------------------------------------------------------------------


@clause("hideyoshi", "36.6(1)", "36.6(1)-3")
def test_castles_taken_by_mori_saika_or_negoro_count_for_their_side() -> None:
    castles = {"takamatsu": {"owner": "mori"}, "kishiwada": {"owner": "saika"}, "yao": {"owner": "negoro"}}
    match = compose_free_shibata({}, turn=12, stage=4, phase="hashiba", state=OPEN, castles=castles)
    assert score(match) == (0, 3 + 1 + 1)


@clause("hideyoshi", "36.6(2)", "36.6(2)-1", "36.6(2)-2")
def test_of_the_mori_only_those_who_came_are_lost() -> None:
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


@clause("hideyoshi", "36.6(2)")
@pytest.mark.parametrize(
    ("state", "named"),
    [({"declared": 2}, "declared"), ({"left_echizen": -1}, "left_echizen"), ({"lost": {"nobody": "fallen"}}, "lost")],
)
def test_flags_are_checked(state: dict[str, Any], named: str) -> None:
    with pytest.raises(gunki.PositionError, match=rf"^state\.{named}: "):
        compose_free_shibata({}, state=state)
