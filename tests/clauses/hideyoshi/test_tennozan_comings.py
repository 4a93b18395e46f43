"""Tennōzan: the Shibata of turn 5 at Kitanoshō, the recruits of Azuchi."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, force, of_kind, rolls, steps, unit
from tests.clauses.hideyoshi.tennozan_table import (
    AZUCHI,
    HIDENAGA,
    HIDEYOSHI,
    HIMEJI,
    INSIDE,
    KATSUIE,
    KITANOSHO,
    KYOTO,
    MITSUHIDE,
    RECRUITS,
    SAITO,
    SHIBATA,
    compose,
    end_next_phases,
    finish,
    start,
)
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

# --- 35.5-H -----------------------------------------------------------------------------------------------------------

BESIDE = dict.fromkeys(SHIBATA, "off")


def play_events(turn: int, **entries: Any) -> Any:
    """Play the Random Events of this turn, with the Shibata still beside the map."""
    units = {**BESIDE, HIDENAGA: HIMEJI, **entries.pop("units", {})}
    return compose(units, turn=turn, stage=0, dice=[4] * 20, **entries)


@clause("hideyoshi", "35.5-H")
def test_the_shibata_are_no_part_of_the_start() -> None:
    match = start(phase="hashiba")
    shown = match.view(None)["units"]
    assert {shown.get(name, "off") for name in SHIBATA} == {"off"}


@clause("hideyoshi", "35.5-H")
def test_the_shibata_appear_on_turn_five_at_kitanosho() -> None:
    match = play_events(5)
    assert (match.decision.name, match.decision.who) == ("appear", "hashiba")
    match.act("done")
    assert {at(match, name) for name in SHIBATA} == {KITANOSHO}
    assert {steps(match, name) for name in SHIBATA} == {2}
    appeared = {data["unit"]: data["hex"] for data in of_kind(match.events, "appeared")}
    assert appeared == dict.fromkeys(SHIBATA, KITANOSHO)


@clause("hideyoshi", "35.5-H")
@pytest.mark.parametrize("turn", [2, 3, 4])
def test_the_shibata_do_not_appear_before_turn_five(turn: int) -> None:
    match = play_events(turn)
    assert match.decision.name == "force"
    assert at(match, KATSUIE) == "off"


@clause("hideyoshi", "35.5-H")
def test_the_shibata_are_organised_as_their_player_likes() -> None:
    match = play_events(5)
    allowed(match, "lead sakuma_yasumasa sakuma_morimasa")
    acts(match, "lead sakuma_yasumasa sakuma_morimasa", "lead hara_masashige shibata_katsuie")
    match.act("field sakuma_morimasa")
    match.act("done")
    assert unit(match, "sakuma_yasumasa")["leader"] == "sakuma_morimasa"
    assert unit(match, "hara_masashige")["leader"] == KATSUIE
    assert not unit(match, "sakuma_morimasa").get("inside")


@clause("hideyoshi", "35.5-H")
def test_the_shibata_act_in_the_turn_in_which_they_appear() -> None:
    match = play_events(5)
    match.act("done")
    end_next_phases(match)
    assert match.view(None)["turn"] == 5
    allowed(match, f"act {KATSUIE}")


@clause("hideyoshi", "35.5-H")
@pytest.mark.parametrize("how", ["besieger", "lost"])
def test_the_shibata_wait_while_kitanosho_is_not_free(how: str) -> None:
    units = {SAITO: KITANOSHO} if how == "besieger" else {}
    castles = {} if how == "besieger" else {"kitanosho": {"owner": "akechi"}}
    match = play_events(5, units=units, castles=castles)
    assert match.decision.name == "force"
    assert {at(match, name) for name in SHIBATA} == {"off"}


@clause("hideyoshi", "35.5-H")
def test_the_shibata_come_on_the_first_turn_that_begins_without_enemies() -> None:
    match = play_events(5, units={SAITO: KITANOSHO})
    acts(match, f"act {SAITO}", "move")
    match.act(next(text for text in match.decision.texts if text.startswith("to ")))
    while match.decision is not None and match.decision.name != "appear":
        match.act({"force": "end", "march": "halt"}.get(match.decision.name, match.decision.texts[0]))
    assert match.view(None)["turn"] == 6
    match.act("done")
    assert at(match, KATSUIE) == KITANOSHO


@clause("hideyoshi", "35.5-H")
def test_the_shibata_appear_after_the_clans_have_rolled() -> None:
    match = play_events(5)
    match.act("done")
    kinds = [event.kind for event in match.events]
    assert max(at for at, kind in enumerate(kinds) if kind == "roll") < kinds.index("appeared")


# --- 35.5-A -----------------------------------------------------------------------------------------------------------

OWNED = {"azuchi": {"owner": "akechi"}}
WAITING = dict.fromkeys(RECRUITS, "off")
MEN = (
    "fujita_yukimasa", "mizoo_shigetomo", "matsuda_masachika", "namikawa_yasuie", "shioden_masataka", "ise_sadaoki",
    "tsuda_nobuharu", "murakami_kiyokuni", "mimaki_kaneaki", "shibata_katsusada",
)  # fmt: skip


def replenish_azuchi(*led: str, die: int = 6, leader: str = SAITO, **entries: Any) -> Any:
    """Begin to replenish with Saitō in Azuchi while Suwa holds Kyoto."""
    hold = {"suwa_morinao": KYOTO, HIDEYOSHI: {"hex": HIMEJI, **INSIDE}}
    units = {**force(AZUCHI, leader, *led, **entries.pop("entry", {})), **hold, **WAITING, **entries.pop("units", {})}
    dice = [die, *[4] * 6]
    match = compose(units, **{"phase": "anti_hashiba", "castles": OWNED, "dice": dice, **entries})
    begin_replenishing(match, leader)
    return match


def recruits_on_the_map(match: Match) -> set[str]:
    """Return the recruits who have come."""
    return {name for name in RECRUITS if at(match, name) == AZUCHI}


@clause("hideyoshi", "35.5-A")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_says_how_many_recruits_come(die: int) -> None:
    """On a castle of theirs: nothing on 1 and 2, one on 3 to 5, two on 6; of the player's choice."""
    match = replenish_azuchi("ise_sadaoki", die=die)
    assert match.decision.name == "replenish"
    match.act("recruits")
    count = {1: 0, 2: 0, 6: 2}.get(die, 1)
    chosen = [RECRUITS[4], RECRUITS[2]][:count]
    for name in chosen:
        match.act(f"enlist {name}")
    assert recruits_on_the_map(match) == set(chosen)
    for name in chosen:
        assert (steps(match, name), unit(match, name)["leader"]) == (2, SAITO)


@clause("hideyoshi", "35.5-A")
def test_recruits_need_no_lost_step_and_restore_none() -> None:
    match = replenish_azuchi("ise_sadaoki")
    allowed(match, "recruits")
    assert "troops" not in match.decision.texts
    match = replenish_azuchi("ise_sadaoki", entry={"steps": 1})
    allowed(match, "recruits", "troops")
    acts(match, "recruits", f"enlist {RECRUITS[0]}", f"enlist {RECRUITS[1]}")
    assert steps(match, SAITO) == 1


@clause("hideyoshi", "35.5-A")
def test_troops_bring_no_recruits() -> None:
    match = replenish_azuchi("ise_sadaoki", entry={"steps": 1})
    match.act("troops")
    finish(match)
    assert (steps(match, SAITO), recruits_on_the_map(match)) == (2, set())


@clause("hideyoshi", "35.5-A")
def test_a_recruit_without_room_is_a_force_of_its_own_that_has_acted() -> None:
    """Saitō leads seven at most: with six under him there is room for one."""
    match = replenish_azuchi(*MEN[:6])
    acts(match, "recruits", f"enlist {RECRUITS[0]}", f"enlist {RECRUITS[1]}")
    assert [unit(match, name).get("leader") for name in RECRUITS[:2]] == [SAITO, None]
    assert unit(match, RECRUITS[1])["acted"]
    assert f"act {RECRUITS[1]}" not in match.decision.texts


@clause("hideyoshi", "35.5-A")
def test_with_the_option_all_recruits_come_at_once() -> None:
    match = replenish_azuchi("ise_sadaoki", die=3, options={"akechi_reinforcements": "all at once"})
    match.act("recruits")
    finish(match)
    assert recruits_on_the_map(match) == set(RECRUITS)


@clause("hideyoshi", "35.5-A")
def test_with_the_option_a_bad_die_still_brings_no_recruits() -> None:
    match = replenish_azuchi("ise_sadaoki", die=2, options={"akechi_reinforcements": "all at once"})
    match.act("recruits")
    finish(match)
    assert recruits_on_the_map(match) == set()


@clause("hideyoshi", "35.5-A")
def test_bad_morale_makes_soldiers_desert_instead() -> None:
    """Die 1 with morale -2: the row of -1: one step less."""
    match = replenish_azuchi("ise_sadaoki", die=1, entry={"morale": -2})
    match.act("recruits")
    finish(match)
    (roll,) = rolls(match.events)
    assert (roll["purpose"], roll["total"]) == ("replenishment", -1)
    assert recruits_on_the_map(match) == set()
    assert steps(match, SAITO) + steps(match, "ise_sadaoki") == 3


@clause("hideyoshi", "35.5-A")
def test_kyoto_must_be_occupied() -> None:
    """To have been there last is not enough."""
    match = replenish_azuchi(
        "ise_sadaoki", entry={"steps": 1}, units={"suwa_morinao": "3719"}, state={"kyoto": "anti_hashiba"}
    )
    refused(match, "recruits", "35.5-A")


@clause("hideyoshi", "35.5-A")
@pytest.mark.parametrize(("led", "may"), [(("suwa_morinao",), True), ((), False)])
def test_a_unit_of_the_clan_occupies_kyoto_under_any_leader(led: tuple[str, ...], may: bool) -> None:
    """Tsutsui, who has joined Akechi, stands there: with one of their units under him, or with his own alone."""
    tsutsui = force(KYOTO, "tsutsui_junkei", *led)
    units = {"suwa_morinao": "3719", **tsutsui}
    match = replenish_azuchi("ise_sadaoki", entry={"steps": 1}, units=units, fights={"tsutsui": "anti_hashiba"})
    if may:
        allowed(match, "recruits")
    else:
        refused(match, "recruits", "35.5-A")


@clause("hideyoshi", "35.5-A")
def test_azuchi_must_be_theirs() -> None:
    """On nobody's castle of Azuchi there is no replenishing of this kind."""
    match = replenish_azuchi("ise_sadaoki", entry={"steps": 1}, units={"tsuda_nobuharu": "4019"}, castles={})
    refused(match, "recruits", "35.5-A")


@clause("hideyoshi", "35.5-A")
def test_only_a_commander_in_azuchi_raises_recruits() -> None:
    units = {
        **force("3719", SAITO, "ise_sadaoki", steps=1), "tsuda_nobuharu": AZUCHI, "suwa_morinao": KYOTO, **WAITING
    }  # fmt: skip
    match = compose(units, phase="anti_hashiba", castles=OWNED, dice=[6])
    begin_replenishing(match, SAITO)
    refused(match, "recruits", "35.5-A")


@clause("hideyoshi", "35.5-A")
def test_only_an_akechi_commander_raises_recruits() -> None:
    units = {"tsutsui_junkei": {"hex": AZUCHI, "steps": 1}, SAITO: {"hex": AZUCHI, **INSIDE}, "suwa_morinao": KYOTO}
    match = compose(
        {**units, **WAITING}, phase="anti_hashiba", castles=OWNED, dice=[6], fights={"tsutsui": "anti_hashiba"}
    )
    begin_replenishing(match, "tsutsui_junkei")
    refused(match, "recruits", "35.5-A")


@clause("hideyoshi", "35.5-A")
def test_each_recruit_comes_once() -> None:
    there = dict.fromkeys(RECRUITS[:6], AZUCHI)
    match = replenish_azuchi("ise_sadaoki", units=there)
    match.act("recruits")  # two by the die, one is left
    finish(match)
    assert recruits_on_the_map(match) == set(RECRUITS)
    match = replenish_azuchi("ise_sadaoki", entry={"steps": 1}, units=dict.fromkeys(RECRUITS, AZUCHI))
    assert "recruits" not in match.decision.texts


@clause("hideyoshi", "35.5-A")
def test_mitsuhide_himself_may_do_it_inside_the_castle() -> None:
    match = replenish_azuchi(*MEN[:2], leader=MITSUHIDE, entry={"inside": True})
    acts(match, "recruits", f"enlist {RECRUITS[0]}", f"enlist {RECRUITS[1]}")
    assert all(unit(match, name)["inside"] for name in RECRUITS[:2])
