"""Tennōzan, the first Random Events Phase: Honnōji, then Nobusumi, then the clans."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, force, of_kind, rolls, steps
from tests.clauses.hideyoshi.tennozan_table import (
    HIDEMITSU,
    HIDEYOSHI,
    KYOTO,
    MITSUHIDE,
    NOBUNAGA,
    NOBUSUMI,
    SAITO,
    clan_rolls,
    compose,
    finish,
    modifiers_of,
    roll_purposes,
    sides,
    start,
)
from tests.support import clause

RING = ("3420", "3421", "3520", "3522", "3620", "3621")
REBELS = force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo") | force("3522", SAITO, "ise_sadaoki")


def start_honnoji(units: Any = None, dice: Any = (), **entries: Any) -> Any:
    """Start turn 1 before its events: Nobunaga in Kyoto, Akechi forces around it, flat ground."""
    laid = {NOBUNAGA: KYOTO, **(REBELS if units is None else units)}
    return compose(laid, around=KYOTO, dice=[*dice, *[4] * 12], turn=1, stage=0, **entries)


# --- who may strike ---------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(1)-1", "35.4-A1(3521)", "35.4-O(3521)")
def test_the_game_begins_with_the_question_of_honnoji() -> None:
    match = start(dice=[4] * 12, stage=0)
    assert (match.decision.name, match.decision.who) == ("honnoji", "anti_hashiba")
    assert at(match, NOBUNAGA) == KYOTO
    strikers = {text.split()[1] for text in match.decision.texts if text != "done"}
    assert MITSUHIDE in strikers
    assert all(at(match, name) in RING for name in strikers)
    refused(match, "strike akechi_mitsuyoshi", "35.8(1)-1")  # he is in Kameyama


@clause("hideyoshi", "35.8(1)-1")
@pytest.mark.parametrize("place", RING)
def test_a_force_in_any_hex_around_kyoto_may_strike_nobunaga(place: str) -> None:
    allowed(start_honnoji({MITSUHIDE: place}), f"strike {MITSUHIDE}", "done")


@clause("hideyoshi", "35.8(1)-1")
def test_a_force_farther_from_kyoto_cannot_strike() -> None:
    match = start_honnoji(force("3520", MITSUHIDE) | {SAITO: "3519"})
    refused(match, f"strike {SAITO}", "35.8(1)-1")
    match = start_honnoji({MITSUHIDE: "3519", SAITO: "3319"}, [1])  # nobody near: nobody is asked
    assert match.decision.name == "force"
    assert at(match, NOBUNAGA) == KYOTO


@clause("hideyoshi", "35.8(1)-1")
def test_only_akechi_forces_strike() -> None:
    """A daimyō on their side, or a Hashiba force in the ring, takes no part."""
    units = {MITSUHIDE: "3520", "hashiba_hidenaga": "3621", "tsutsui_junkei": "3522"}
    match = start_honnoji(units, fights={"tsutsui": "anti_hashiba"})
    assert set(match.decision.texts) == {f"strike {MITSUHIDE}", "done"}


@clause("hideyoshi", "35.8(1)-1")
def test_the_akechi_may_leave_nobunaga_alone() -> None:
    match = start_honnoji(dice=[1])
    events = match.act("done")
    assert not of_kind(events, "struck_at_honnoji")
    assert steps(match, NOBUNAGA) == 2
    assert roll_purposes(events) == ["nobusumi", *["clan"] * 8]


@clause("hideyoshi", "35.8(1)-1")
def test_the_question_of_honnoji_is_not_asked_on_later_turns() -> None:
    match = compose({NOBUNAGA: KYOTO, **REBELS}, around=KYOTO, dice=[4] * 12, turn=2, stage=0)
    assert match.decision.name == "force"


# --- skirmish ---------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(1)-1")
def test_each_force_strikes_once_one_after_the_other() -> None:
    """4 strength, modifier 2 against 1, die 2: row 3, column 3-4: nothing."""
    match = start_honnoji(dice=[2, 1])
    events = match.act(f"strike {SAITO}")
    assert of_kind(events, "struck_at_honnoji") == [{"unit": SAITO}]
    (roll, _) = rolls(events)
    assert (roll["purpose"], roll["strength"], roll["total"]) == ("attack", 4, 3)
    assert match.decision.name == "honnoji"
    refused(match, f"strike {SAITO}", "35.8(1)-1")
    allowed(match, f"strike {MITSUHIDE}", "done")
    match.act("done")
    assert match.decision.name == "force"


@clause("hideyoshi", "35.8(1)-1")
def test_a_taisho_can_only_skirmish_and_is_not_asked_how() -> None:
    match = start_honnoji(dice=[6])  # 6 + 1 = 7, column 3-4: one step
    match.act(f"strike {SAITO}")
    assert match.decision.name == "suffer"
    assert match.decision.who == "hashiba"


@clause("hideyoshi", "35.8(1)-1", "QR-CLAN-mod(4)")
def test_a_skirmish_can_kill_nobunaga() -> None:
    """6 strength, modifier 3 against 1, die 6: row 8: two steps, both of them his."""
    match = start_honnoji(dice=[6, 1])
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}", f"lose {NOBUNAGA}")
    events = match.act(f"lose {NOBUNAGA}")
    assert at(match, NOBUNAGA) == "dead"
    assert all("QR-CLAN-mod(4)" not in modifiers_of(roll) for roll in clan_rolls(events).values())
    assert roll_purposes(events) == ["nobusumi", *["clan"] * 8]  # nobody is asked to strike a dead man


@clause("hideyoshi", "35.8(1)-1", "QR-CLAN-mod(4)")
def test_nobunaga_may_retreat_from_a_skirmish_and_is_then_out_of_reach() -> None:
    match = start_honnoji(force("3520", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo") | {SAITO: "3420"}, [2, 1])
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}")  # 2 + 2 = 4, column 5-8: one
    match.act("retreat")
    events = match.act("back 3522")
    if match.decision.name == "pursuit":
        events += match.act("stay")
    assert match.decision.name == "force", "he is not in Kyoto any more: Saitō cannot strike him"
    assert at(match, NOBUNAGA) == "3522"
    assert {modifiers_of(roll)["QR-CLAN-mod(4)"] for roll in clan_rolls(match.events).values()} == {-3}


@clause("hideyoshi", "35.8(1)-1")
def test_nobunaga_strikes_back() -> None:
    match = start_honnoji(dice=[1, 6, 1])  # 1 + 1 = 2: nothing; his own die 6 - 1 = 5: nothing in column 0-2
    events = match.act(f"strike {SAITO}")
    assert roll_purposes(events) == ["attack", "counterattack"]
    assert rolls(events)[1]["unit"] == NOBUNAGA


@clause("hideyoshi", "35.8(1)-1")
def test_a_second_strike_kills_nobunaga() -> None:
    match = start_honnoji(dice=[6, 1, 6, 1])
    acts(match, f"strike {SAITO}", f"lose {NOBUNAGA}")
    assert (match.decision.name, steps(match, NOBUNAGA)) == ("honnoji", 1)
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}")
    finish(match)
    assert at(match, NOBUNAGA) == "dead"


@clause("hideyoshi", "35.8(1)-1")
def test_the_strike_costs_no_action() -> None:
    match = start_honnoji(dice=[6, 1])
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}")
    finish(match)
    assert match.decision.name == "force"
    assert match.view(None)["stage"] == 1
    allowed(match, f"act {MITSUHIDE}", f"act {SAITO}")
    match.act(f"act {MITSUHIDE}")
    match.act("move")
    assert match.decision.data["count"] == 8


@clause("hideyoshi", "35.8(1)-1")
def test_the_strike_is_against_nobunaga_alone() -> None:
    """Hidenaga stands beside Mitsuhide, too: he is no target."""
    match = start_honnoji(REBELS | {"hashiba_hidenaga": "3519"})
    match.act(f"strike {MITSUHIDE}")
    assert set(match.decision.texts) <= {f"attack {KYOTO}", f"decisive {KYOTO}"}
    refused(match, "attack 3519", "35.8(1)-1")


@clause("hideyoshi", "35.8(1)-1")
def test_pursuit_is_as_in_any_skirmish() -> None:
    match = start_honnoji({MITSUHIDE: "3520", "fujita_yukimasa": {"hex": "3520", "leader": MITSUHIDE}}, [5, 1])
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}", "retreat", "back 3522")  # 4 strength, 5 + 2: one
    assert (match.decision.name, match.decision.who) == ("pursuit", "anti_hashiba")
    match.act(f"pursue {KYOTO}")
    assert (at(match, MITSUHIDE), at(match, NOBUNAGA)) == (KYOTO, "3522")
    assert match.decision.name == "force"
    allowed(match, f"act {MITSUHIDE}")


# --- decisive battle --------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(1)-1")
def test_a_decisive_battle_ends_when_nobunaga_loses_his_first_step() -> None:
    """6 strength, die 1 + 2: one step. All of one unit is hit: he is beaten after a single round."""
    match = start_honnoji(dice=[1, 1, 1, 1])
    acts(match, f"strike {MITSUHIDE}")
    events = match.act(f"decisive {KYOTO}")
    events += finish(match)
    assert roll_purposes(events)[:3] == ["decisive_attack", "decisive_defence", "rout"]
    assert roll_purposes(events).count("decisive_attack") == 1
    assert steps(match, NOBUNAGA) <= 1
    assert at(match, NOBUNAGA) != KYOTO


@clause("hideyoshi", "35.8(1)-1")
def test_forces_in_mitsuhides_hex_may_join() -> None:
    units = REBELS | force("3520", HIDEMITSU, "suwa_morinao")
    match = start_honnoji(units, [6, 1, 1])
    acts(match, f"strike {MITSUHIDE}", f"decisive {KYOTO}")
    assert (match.decision.name, match.decision.who) == ("join", "anti_hashiba")
    allowed(match, f"join {HIDEMITSU}", "fight")
    assert f"join {SAITO}" not in match.decision.texts
    events = match.act(f"join {HIDEMITSU}")
    if match.decision.name == "join":
        events += match.act("fight")
    roll = next(roll for roll in rolls(events) if roll["purpose"] == "decisive_attack")
    assert roll["strength"] == 10


@clause("hideyoshi", "35.8(1)-1", "QR-CLAN-mod(2)")
def test_the_victor_may_advance_into_kyoto() -> None:
    match = start_honnoji(dice=[6, 1, 1])
    acts(match, f"strike {MITSUHIDE}", f"decisive {KYOTO}")
    match.act(f"advance {MITSUHIDE}")
    assert at(match, MITSUHIDE) == KYOTO


@clause("hideyoshi", "35.8(1)-1", "QR-CLAN-mod(6)", "QR-CLAN-mod(7)")
@pytest.mark.parametrize("counts", ["decisive", "any field battle"])
@pytest.mark.parametrize("how", ["attack", "decisive"])
def test_honnoji_is_no_battle_for_the_clans(how: str, counts: str) -> None:
    match = start_honnoji(dice=[6, 1, 1], options={"akechi_battle_modifier": counts})
    acts(match, f"strike {MITSUHIDE}", f"{how} {KYOTO}")
    finish(match)
    assert at(match, NOBUNAGA) == "dead"
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {0}
    assert match.describe()["state"]["akechi_won"] == 0


@clause("hideyoshi", "35.8(1)-1")
def test_nobunagas_death_takes_nobody_along_at_honnoji() -> None:
    match = start_honnoji(REBELS | {HIDEYOSHI: "1623", "kobe_nobutaka": "3126"}, [6, 1])
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}")
    finish(match)
    assert [at(match, name) for name in (NOBUNAGA, HIDEYOSHI, "kobe_nobutaka")] == ["dead", "1623", "3126"]
    assert sides(match)["hashiba"] == "hashiba"


@clause("hideyoshi", "35.8(1)-1", "35.8(1)", "QR-CLAN")
def test_honnoji_may_end_as_it_did_in_history() -> None:
    """The start as deployed: a decisive battle, Nobunaga dead, Mitsuhide in Kyoto, Nobusumi dead, no modifier."""
    match = start([6, 1, 1, 2, 4, 5, 6, 3, 2, 5, 6], stage=0)
    acts(match, f"strike {MITSUHIDE}", f"decisive {KYOTO}")
    while match.decision.name == "join":
        match.act("fight")
    match.act(f"advance {MITSUHIDE}")
    finish(match)
    assert (at(match, NOBUNAGA), at(match, MITSUHIDE)) == ("dead", KYOTO)
    assert {roll["value"] for roll in clan_rolls(match.events).values()} == {0}
    found = sides(match)
    clans = ("ikeda", "nakagawa", "takayama", "tsutsui", "hosokawa", "gamo")
    assert [found[clan] for clan in clans] == ["hashiba", "neutral", "neutral", "anti_hashiba", "neutral", "neutral"]


# --- Nobusumi ---------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(1)", "35.8(1)-2", "QR-CLAN-mod(1)")
@pytest.mark.parametrize("die", range(1, 7))
def test_nobusumi_lives_on_a_six(die: int) -> None:
    match = start_honnoji(dice=[6, die])
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}")
    events = finish(match)
    alive = die == 6
    assert [roll["dice"] for roll in rolls(events) if roll["purpose"] == "nobusumi"] == [[die]]
    assert of_kind(events, "nobusumi_lives" if alive else "nobusumi_dead") == [{"unit": NOBUSUMI}]
    assert (at(match, NOBUSUMI) == KYOTO) is alive
    assert {roll["value"] for roll in clan_rolls(events).values()} == {int(alive)}
    assert (f"act {NOBUSUMI}" in match.decision.texts) is alive


@clause("hideyoshi", "35.8(1)-2")
def test_nobusumi_does_not_come_among_enemies() -> None:
    """With Nobunaga still in Kyoto he joins Mitsuhide."""
    match = start_honnoji(dice=[6])
    match.act("done")
    assert at(match, NOBUSUMI) == "3520"


@clause("hideyoshi", "35.8(1)-2")
def test_nobusumi_is_a_taisho_of_the_akechi() -> None:
    units = REBELS | {"suwa_morinao": KYOTO}
    match = compose({**units, NOBUSUMI: KYOTO}, around=KYOTO, turn=1, phase="anti_hashiba")
    acts(match, f"act {NOBUSUMI}", "organise")
    allowed(match, "take suwa_morinao")
    (row,) = [row for row in start().game.tables["unit"] if row["id"] == NOBUSUMI]
    assert (row["army"], row["stars"]) == ("akechi", 1)


@clause("hideyoshi", "35.8(1)-2", "35.7(1)-1")
def test_without_mitsuhide_nobusumi_does_not_come() -> None:
    """Mitsuhide at -4 with one step falls to Nobunaga's blow: 6 - 2 + 4 = 8, one step. After the events Hashiba win."""
    match = start_honnoji({MITSUHIDE: {"hex": "3520", "steps": 1, "morale": -4}, SAITO: "3522"}, [1, 6, 6])
    acts(match, f"strike {MITSUHIDE}", f"attack {KYOTO}")
    finish(match)
    assert at(match, MITSUHIDE) == "dead"
    assert at(match, SAITO) == "removed"
    assert at(match, NOBUSUMI) not in (KYOTO, "3520")
    assert match.result is not None
    assert (match.result.winner, match.result.clause) == ("hashiba", "hideyoshi:35.7(1)-1")


@clause("hideyoshi", "35.8(1)", "35.8(1)-3")
def test_the_order_of_the_first_events() -> None:
    match = start_honnoji(dice=[1])
    rolled = rolls(match.act("done"))
    assert [roll["purpose"] for roll in rolled] == ["nobusumi", *["clan"] * 8]
    order = ["ikeda", "nakagawa", "takayama", "tsutsui", "hosokawa", "gamo", "kitabatake", "kobe"]
    assert [roll["army"] for roll in rolled[1:]] == order
