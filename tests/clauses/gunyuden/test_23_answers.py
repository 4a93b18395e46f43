"""Section 23, answers to a result: refused targets and answers, results without a choice, retreats that end early."""

from __future__ import annotations

from typing import Any

import pytest

from gunki.series.gunyuden.editions import Edition
from tests.clauses.common import acts, allowed, clauses_of, refused
from tests.clauses.forces import at, attack, castle, force, morale, neighbours, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first, mark
from tests.clauses.gunyuden.field import BACK, BESIDE, FAR, HERE, THERE, attack_with_result
from tests.clauses.gunyuden.table import COMPANIONS, compose, matsu
from tests.support import clause

KAWA, SOUTH = "0514", "0515"
PAIR = force(THERE, "hato", "suzume")
WALLS = dict.fromkeys(["1106", BACK, "1306"], "mountain")


# --- who can be attacked -----------------------------------------------------------------------------------------


@clause("gunyuden", "22-1-2", "24-1-1")
def test_a_hex_without_enemies_is_no_target() -> None:
    """And nothing else is held against a skirmish: it needs no soudaishou."""
    units = {"sugi": HERE, "tsuru": THERE, "kamo": BESIDE, **FAR}
    match = compose(units, around=THERE, to_act="red")
    acts(match, "act sugi", "battle")
    refused(match, "attack 1107", "22-1-2")
    assert clauses_of(match.why_not("attack 1107")) == {"22-1-2"}


# --- sorties -----------------------------------------------------------------------------------------------------


@clause("gunyuden", "23-7", "23-1-1")
def test_others_in_the_castle_may_stay_behind() -> None:
    """G-19: Sagi goes out alone; Hato may still act."""
    inside = {name: {"hex": KAWA, "inside": True} for name in ("sagi", "hato")}
    match = compose({**inside, "kaede": KAWA}, around=KAWA, to_act="blue", dice=[1, 1])
    acts(match, "act sagi", "battle")
    assert set(match.decision.texts) == {"join hato", "fight"}
    match.act("fight")
    assert [roll["strength"] for roll in rolls(match.events)] == [3, 3]
    assert "acted" not in unit(match, "hato")
    allowed(match, "act hato")


@clause("gunyuden", "23-7-3", "18-4-2")
def test_investors_attacked_out_of_the_castle_have_nothing_to_give_up() -> None:
    """Their strength is whole anyhow, so nobody asks whether they raise the siege: 12 strike back and invest on."""
    investors = force(KAWA, "kaede", "ume", "momo", "kaki", invests=True)
    inside = {name: {"hex": KAWA, "inside": True} for name in ("sagi", "hato")}
    match = compose({**investors, **inside}, around=KAWA, to_act="blue", dice=[1, 1])
    acts(match, "act sagi", "battle", "fight")
    assert [(roll["purpose"], roll["strength"]) for roll in rolls(match.events)] == [
        ("attack", 3),
        ("counterattack", 12),
    ]
    assert unit(match, "kaede")["invests"]
    assert castle(match, "kawa")["besieged"]


# --- the answer to a result --------------------------------------------------------------------------------------


@clause("gunyuden", "23-4-2", "23-3")
def test_a_force_exhausted_by_losses_beyond_four_hexes_is_gone_without_a_choice() -> None:
    """G-15: 33 on 6 + 1 + 1 = 8 is 7: three steps at least, all that Taka and Suzume have; both fall in battle."""
    units: dict[str, Any] = {**force(HERE, "matsu", *COMPANIONS), "tsuru": "1202", **FAR}
    units |= force(THERE, "taka", "suzume", morale=-1)
    units["suzume"]["steps"] = 1
    match = compose(units, around=THERE, to_act="red", dice=[6])
    acts(match, "act matsu", "battle", f"attack {THERE}")
    assert [result["count"] for result in of_kind(match.events, "battle_result")] == [7]
    assert [at(match, name) for name in ("taka", "suzume", "tsuru")] == [
        "dead",
        "dead",
        "removed",
    ]
    assert match.decision.name == "force"


@clause("gunyuden", "23-4-2", "23-3")
def test_a_step_that_only_one_unit_can_give_is_lost_at_once() -> None:
    """G-15: of 5 losses four may be hexes; the other is a step of Hato, who is alone."""
    match = attack_with_result("5", {"hato": THERE})
    assert steps(match, "hato") == 1
    assert set(match.decision.texts) == {"lose hato", "retreat"}


@clause("gunyuden", "23-3-1", "23-1-2")
@pytest.mark.parametrize("name", ["kamome", "matsu"])
def test_only_the_attacked_can_take_losses(name: str) -> None:
    """Kamome was spared."""
    attackers, die = matsu(HERE, "1")
    units = {**attackers, **PAIR, "kamome": THERE, **FAR}
    match = compose(units, around=THERE, to_act="red", dice=[die])
    acts(match, "act matsu", "battle", "spare kamome")
    refused(match, f"lose {name}", "23-3-1")


@clause("gunyuden", "23-3-3")
@as_first("field_battle")
def test_a_unit_falls_whole_with_a_bullet_and_only_then(edition: Edition) -> None:
    """G-17: with a bullet no single steps are lost first; without one no unit is given up whole."""
    three = force(THERE, "hato", "suzume", "karasu")
    refused(attack_with_result("4!", three), "lose suzume", mark(edition))
    refused(attack_with_result("4", three), "fall suzume", mark(edition))


# --- counterattacks ----------------------------------------------------------------------------------------------


@clause("gunyuden", "23-6", "23-4-3")
def test_a_force_that_wanted_to_retreat_and_could_not_strikes_back() -> None:
    """G-16: mountains all around make both losses steps; Hato and the rest of his force have not retreated."""
    match = attack_with_result("2", PAIR, terrain=WALLS)
    acts(match, "retreat", "lose suzume", "lose hato")
    assert at(match, "hato") == THERE
    counter = rolls(match.events)[1]
    assert (counter["purpose"], counter["strength"]) == ("counterattack", 2 + 2)


@clause("gunyuden", "23-6")
def test_nobody_is_asked_for_a_counterattack_when_all_have_fallen() -> None:
    match = attack_with_result("2", {"hato": THERE}, options={"counterattack": "ask"})
    acts(match, "lose hato", "lose hato")
    assert at(match, "hato") == "dead"
    assert match.decision.name == "force"


@clause("gunyuden", "23-6-3")
def test_a_lone_attacker_takes_the_loss_of_a_counterattack_himself() -> None:
    """3 on 1 + 2: nothing; 9 on 6 - 2 = 4: 1."""
    units = {**force(THERE, "hato", "suzume", "karasu"), **FAR}
    match = compose({**units, "sugi": HERE}, around=THERE, to_act="red", dice=[1, 6])
    attack(match, "sugi", THERE)
    assert steps(match, "sugi") == 1
    assert match.decision.name == "force"


# --- the retreat -------------------------------------------------------------------------------------------------


@clause("gunyuden", "23-4-2", "23-4")
def test_a_retreat_goes_from_hex_to_neighbouring_hex() -> None:
    match = attack_with_result("2", PAIR)
    match.act("retreat")
    refused(match, "back 1204", "23-4-2")
    events = acts(match, f"back {BACK}", "back 1204")
    ways = [(step["unit"], step["from_hex"], step["to_hex"]) for step in of_kind(events, "fell_back")]
    assert ways == [("hato", THERE, BACK), ("hato", BACK, "1204")]


@clause("gunyuden", "23-4-6", "8-2-5")
def test_an_abandoned_castle_gives_no_refuge() -> None:
    ruin = {"kawa": {"owner": "none"}}
    refused(attack_with_result("1", {"hato": KAWA}, (SOUTH, KAWA), castles=ruin), "refuge", "23-4-6")


# --- investments -------------------------------------------------------------------------------------------------


@clause("gunyuden", "18-3", "18-4-2", "23-4-3")
def test_investors_who_cannot_get_away_go_on_investing() -> None:
    """G-16: with mountains around Kawa one hex is one step; Kaede stays with 14, half of which strikes back."""
    kaede = force(KAWA, "kaede", "ume", "momo", "kaki", "shii", invests=True)
    garrison = {"sagi": {"hex": KAWA, "inside": True, "morale": -2}}
    walls = {name: "mountain" for name in neighbours(KAWA) if name != "0513"}
    units = {**kaede, **garrison, "washi": "0513"}
    match = compose(units, around=KAWA, radius=3, to_act="blue", dice=[6, 1], terrain=walls)
    attack(match, "washi", KAWA)
    acts(match, "hold_siege", "retreat", "lose ume")
    assert castle(match, "kawa")["besieged"]
    assert morale(match, "sagi") == -2
    assert rolls(match.events)[-1]["strength"] == 7


# --- 23-3: the men of two players in one hex -----------------------------------------------------------------------


@clause("gunyuden", "23-3", "23-3-1", "7-1-2")
def test_of_two_players_attacked_together_the_one_with_the_highest_rank_decides() -> None:
    """Sake's, over a bushou of Blue's who comes first on the counter sheet, while any of his men stand there."""
    men = {"kamome": "1107", "sake": {"hex": "1107", "steps": 1}, "aji": "1107"}
    entries: dict[str, Any] = {"around": "1106", "radius": 4, "turn": 2}
    match = compose({**matsu("1106", "4!")[0], **men}, phase="red", dice=[6, 1], **entries)
    attack(match, "matsu", "1107")
    for answer in ("fall sake", "lose aji", "lose aji"):
        assert (match.decision.who, match.decision.name) == ("green", "suffer")
        match.act(answer)
    assert (match.decision.who, match.decision.name) == ("blue", "suffer")
