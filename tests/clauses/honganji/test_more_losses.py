"""Where lost units go, and what is told of it once."""

from __future__ import annotations

from typing import Any

from tests.clauses.honganji.plays import SPARE, lay, seen, table
from tests.clauses.honganji.table import acts
from tests.support import clause


def kinds(events: list[Any]) -> list[str]:
    """What happened, by name."""
    return [event.kind for event in events]


@clause("honganji", "8-4-1", "1-2-2-1")
def test_8_4_1_flipped_armies_do_not_share_the_losses_of_others() -> None:
    """Akechi loses two armies to Shibata's castle beside two flipped Oda armies: both come back to his pool."""
    here = {"neutral": {"ready": 2}, "akechi": {"ready": 2}, "shibata": {"ready": 1, "generals": ["kitanoshou_castle"]}}
    match = table("akechi", "charge_1", {"tango": here}, 1, 1, flipped={"tango": 2})
    assert (seen(match, "pools")["akechi"], seen(match, "flipped")["tango"]) == (8, 2)
    acts(match, "combat", "attack akechi tango", "target shibata")
    assert "akechi" not in seen(match, "areas")["tango"]["stacks"]
    assert (seen(match, "pools")["akechi"], seen(match, "flipped")["tango"]) == (10, 2)


@clause("honganji", "10-1", "1-2-2-1")
def test_10_1_lost_armies_of_a_lost_player_do_not_come_back() -> None:
    here = {"akechi": {"generals": ["sakamoto_castle"]}, "shibata": {"ready": 2}}
    for out, pool in [([], 9), (["shibata"], 0)]:
        match = table("akechi", "charge_1", {"tango": here}, 1, out=out)
        acts(match, "combat", "attack akechi tango")
        assert seen(match, "areas")["tango"]["stacks"]["shibata"]["ready"] == 1
        assert seen(match, "pools")["shibata"] == pool


@clause("honganji", "9-2(3)")
def test_9_2_3_nobunaga_falls_once() -> None:
    areas = {"tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", "charge_1", areas, 1, 6)
    acts(match, "movement", "march akechi tanba", "take akechi_mitsuhide")
    assert kinds(match.act("to miyako_azuchi")).count("nobunaga_fell") == 1
    assert seen(match, "nobunaga_killer") == "akechi"
    acts(match, f"discard {SPARE}", "reinforcement")
    assert "nobunaga_fell" not in kinds(match.act(match.decision.texts[0]))
    assert seen(match, "nobunaga_killer") == "akechi"


@clause("honganji", "9-2(3)")
def test_9_2_3_nobody_known_to_have_killed_him() -> None:
    cards = {"akechi": ["charge_1", SPARE], "shibata": ["charge_2"]}
    match = lay({"miyako_azuchi": {"oda": {"ready": 1}}}, dead=["oda_nobunaga"], hands=cards)
    events = acts(match, "reinforcement", "reinforce akechi tanba")
    assert "placed" in kinds(events)
    assert "nobunaga_fell" not in kinds(events)
    assert seen(match, "nobunaga_killer") == "none"


@clause("honganji", "3", "3-5")
def test_3_a_new_turn_is_told_once() -> None:
    match = lay(hands={"akechi": ["charge_1", "charge_2"]}, to_act="akechi", turn=2, dice=(1, 1, 1, 1))
    match.act("throw")
    assert "turn" not in kinds(match.act("discard charge_1"))
    events = match.act("discard charge_2")
    assert [event.data["turn"] for event in events if event.kind == "turn"] == [3]
    assert seen(match, "turn") == 3


@clause("honganji", "8-4-1", "1-2-2-1")
def test_8_4_1_every_counter_is_accounted_for() -> None:
    """An Oda army flips, then falls as a Neutral one: no counter appears or vanishes from the count."""
    areas = {"tango": {"akechi": {"generals": ["sakamoto_castle"]}, "oda": {"ready": 1}}}
    match = table("akechi", "charge_1", areas, 1, 1)
    counted = match.game.invariants(match.position)
    acts(match, "combat", "attack akechi tango")
    assert seen(match, "flipped")["tango"] == 1
    assert match.game.invariants(match.position) == counted
    acts(match, f"discard {SPARE}", "again", "discard charge_1")
    assert seen(match, "flipped").get("tango", 0) == 0
    assert match.game.invariants(match.position) == counted
