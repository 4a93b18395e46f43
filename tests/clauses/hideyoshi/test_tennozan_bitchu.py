"""Tennōzan: until the peace the Hashiba army does not leave Bitchū."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, force, lane, morale, of_kind, rolls, steps
from tests.clauses.hideyoshi.tennozan_table import (
    DEFENDERS,
    HIDENAGA,
    HIDEYOSHI,
    INOUE,
    INSIDE,
    NIWASE,
    NOBUNAGA,
    NOBUTAKA,
    OKAYAMA,
    SHIMIZU,
    SIEGE,
    TAKAMATSU,
    UKITA,
    WEAK,
    call_takamatsu,
    compose,
    finish,
)
from tests.support import clause

# --- the lock of Bitchū: marching -------------------------------------------------------------------------------------

NANJO = "nanjo_mototsugu"


def start_march(units: Mapping[str, Any], leader: str, **entries: Any) -> Any:
    """Begin the march of this force in the Hashiba phase."""
    match = compose({**DEFENDERS, **units}, castles=WEAK, **{"phase": "hashiba", **entries})
    acts(match, f"act {leader}", "move")
    return match


@clause("hideyoshi", "35.8(3)-1")
@pytest.mark.parametrize("leader", [HIDEYOSHI, HIDENAGA, "ukita_tadaie", NANJO, "horio_yoshiharu"])
def test_the_hashiba_army_stays_in_bitchu(leader: str) -> None:
    match = start_march({leader: "0125"}, leader)
    allowed(match, "to 0124")
    for place in ("0224", "0225", "0325"):
        refused(match, f"to {place}", "35.8(3)-1")
    reached = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert reached <= {"0122", "0123", "0124", TAKAMATSU, NIWASE}


@clause("hideyoshi", "35.8(3)-1")
def test_strategic_movement_is_no_way_out() -> None:
    match = compose({**DEFENDERS, HIDENAGA: "0122", UKITA: {"hex": OKAYAMA, **INSIDE}}, castles=WEAK, phase="hashiba")
    acts(match, f"act {HIDENAGA}", "strategic")
    reached = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert reached <= {"0123", "0124", "0125"}
    refused(match, "to 0224", "35.8(3)-1")


@clause("hideyoshi", "35.8(3)-1")
def test_others_of_the_side_and_the_enemy_come_and_go() -> None:
    """Kanbe's army is not at Takamatsu's siege; the Mōri are at home."""
    allowed(start_march({NOBUTAKA: "0125"}, NOBUTAKA), "to 0225")
    allowed(start_march({INOUE: "0125"}, INOUE, phase="anti_hashiba"), "to 0225")


@clause("hideyoshi", "35.8(3)-1")
def test_ukita_are_free_until_they_enter_bitchu() -> None:
    match = start_march({UKITA: {"hex": OKAYAMA, **INSIDE}}, UKITA)
    allowed(match, "to 0225", "to 0425")
    match.act("to 0225")
    match.act("to 0125")
    if match.decision.name == "march":
        assert "to 0225" not in match.decision.texts
        refused(match, "to 0225", "35.8(3)-1")
    assert at(match, UKITA) == "0125"


@clause("hideyoshi", "35.8(3)-1")
def test_the_way_through_bitchu_is_no_way() -> None:
    """Nobody of the army passes Bitchū on the way to somewhere else: from 0223 to 0225 between mountains."""
    way = lane(["0223", "0124", "0125", "0225"])
    match = compose({UKITA: "0223"}, phase="hashiba", **way)
    acts(match, f"act {UKITA}", "move")
    allowed(match, "to 0124", "to 0125")
    assert "to 0225" not in match.decision.texts
    match = compose({NOBUTAKA: "0223"}, phase="hashiba", **way)
    acts(match, f"act {NOBUTAKA}", "move")
    allowed(match, "to 0225")


@clause("hideyoshi", "35.8(3)-1", "35.8(3)-4")
def test_the_peace_opens_bitchu() -> None:
    match = call_takamatsu(3, "own hashiba")
    acts(match, f"act {HIDENAGA}", "move")
    allowed(match, "to 0225", "to 0226")


@clause("hideyoshi", "35.8(3)-1")
def test_a_call_without_an_answer_opens_nothing() -> None:
    match = call_takamatsu(1)
    match.act(f"act {HIDENAGA}")
    match.act("lift")
    match.act("move")
    refused(match, "to 0225", "35.8(3)-1")


# --- the lock of Bitchū: battle ---------------------------------------------------------------------------------------

OPEN: dict[str, Any] = {"around": "0225", "radius": 3}


@clause("hideyoshi", "35.8(3)-1")
def test_no_force_retreats_out_of_bitchu() -> None:
    """Attacked from 0124, Hidenaga may fall back along Bitchū, not to the open country beside it."""
    mori = force("0124", *SHIMIZU)
    units = {**mori, **force("0125", HIDENAGA, "horio_yoshiharu")}
    match = compose(units, phase="anti_hashiba", dice=[6, *[1] * 5], castles=WEAK, **OPEN)
    attack(match, SHIMIZU[0], "0125")  # 8 strength, 6 + 1 - 2 = 5: one
    match.act("retreat")
    refused(match, "back 0225", "35.8(3)-1")
    assert {text for text in match.decision.texts if text.startswith("back")} <= {f"back {TAKAMATSU}"}


@clause("hideyoshi", "35.8(3)-1")
def test_hexes_of_a_retreat_out_of_bitchu_are_lost_in_steps() -> None:
    """Bitchū is closed behind him: with enemies on both sides Hidenaga must take the step."""
    units = {**force("0124", *SHIMIZU), INOUE: TAKAMATSU, **force("0125", HIDENAGA, "horio_yoshiharu")}
    match = compose(units, phase="anti_hashiba", dice=[6, *[1] * 5], **OPEN)
    attack(match, SHIMIZU[0], "0125")
    while match.decision is not None and match.decision.name == "suffer":
        match.act("retreat" if "retreat" in match.decision.texts else match.decision.texts[0])
    finish(match)
    assert at(match, HIDENAGA) == "0125"
    assert steps(match, HIDENAGA) + steps(match, "horio_yoshiharu") == 3


@clause("hideyoshi", "35.8(3)-1", "23-6")
def test_a_force_that_must_stay_in_bitchu_strikes_back_though_another_has_retreated() -> None:
    """G-16: Kanbe leaves for 0225, the way of Hidenaga's force is closed: with 3 of its 4 left it counterattacks."""
    units = {**force("0124", *SHIMIZU), INOUE: TAKAMATSU, **force("0125", HIDENAGA, "horio_yoshiharu")}
    match = compose({**units, NOBUTAKA: "0125"}, phase="anti_hashiba", dice=[6, 1], **OPEN)
    attack(match, SHIMIZU[0], "0125")
    match.act("retreat")
    while match.decision.name != "force":
        texts = match.decision.texts
        match.act(next(text for text in ("back 0225", "lose horio_yoshiharu", "stay") if text in texts))
    assert at(match, NOBUTAKA) == "0225"
    left = [roll["strength"] for roll in rolls(match.events)]
    assert left == [8, 3]
    assert not of_kind(match.events, "pursued")


@clause("hideyoshi", "35.8(3)-1", "23-4-3")
@pytest.mark.parametrize("shut_in", [False, True])
def test_falling_back_is_told_to_stand_for_losses_only_where_all_can(shut_in: bool) -> None:
    """G-16: Kanbe's men can leave; Hidenaga beside them cannot, and pays with a step."""
    units = {**force("0124", *SHIMIZU), INOUE: TAKAMATSU, NOBUTAKA: "0125"}
    units |= force("0125", HIDENAGA, "horio_yoshiharu") if shut_in else {}
    match = compose(units, phase="anti_hashiba", dice=[6, 1], **OPEN)
    attack(match, SHIMIZU[0], "0125")
    count = match.decision.data["count"]
    events = match.act("retreat")
    assert of_kind(events, "capped") == ([] if shut_in else [{"hits": count, "count": 0, "cap": "retreat"}])


@clause("hideyoshi", "35.8(3)-1", "QR-CRT-ambush")
@pytest.mark.parametrize("free", [False, True])
def test_nobody_falls_back_out_of_bitchu_from_an_ambush(free: bool) -> None:
    """Hidenaga comes from 0326 by 0225 into Bitchū: before the peace the hex behind him is closed, and costs a step."""
    state = {"peace": 1, "summoned": ["mori"]} if free else {}
    lair = force("0124", *SHIMIZU, ambush=True)
    units = {**lair, **force(OKAYAMA, HIDENAGA, "horio_yoshiharu")}
    match = compose(units, phase="hashiba", dice=[4, *[1] * 5], state=state, **OPEN, terrain={"0124": "rough"})
    acts(match, f"act {HIDENAGA}", "move", "to 0225", "to 0125", "spring")
    assert of_kind(match.events, "ambush")[0]["count"] == 1  # 8 strength, 4 + 1 = 5
    events = match.act("retreat")
    assert of_kind(events, "capped") == [{"hits": 1, "count": 0 if free else 1, "cap": "retreat"}]
    if not free:
        match.act("lose horio_yoshiharu")
    assert (at(match, HIDENAGA), morale(match, HIDENAGA)) == (("0225", -1) if free else ("0125", 0))
    assert steps(match, HIDENAGA) + steps(match, "horio_yoshiharu") == (4 if free else 3)


@clause("hideyoshi", "35.8(3)-1")
@pytest.mark.parametrize("free", [False, True])
def test_no_force_pursues_out_of_bitchu(free: bool) -> None:
    """The same battle before and after the peace."""
    state = {"peace": 1, "summoned": ["mori"]} if free else {}
    units = {INOUE: "0225", **force("0125", HIDENAGA, *[name for name in SIEGE if name != HIDEYOSHI][:5])}
    match = compose(units, phase="hashiba", dice=[1, *[1] * 5], state=state, **OPEN)
    attack(match, HIDENAGA, "0225")  # 12 strength, 1 + 2 = 3: one
    acts(match, "retreat", "back 0325")
    if free:
        assert match.decision.name == "pursuit"
        allowed(match, "pursue 0225")
    else:
        assert match.decision.name != "pursuit"
        assert at(match, HIDENAGA) == "0125"


@clause("hideyoshi", "35.8(3)-1")
def test_no_force_advances_out_of_bitchu() -> None:
    """Hideyoshi beats Terumoto on the plain of Bizen and stays where he is."""
    units = {**force("0125", *SIEGE), "mori_terumoto": "0225"}
    match = compose(units, phase="hashiba", dice=[1, 1, 1, *[1] * 5], **OPEN)
    acts(match, f"act {HIDEYOSHI}", "battle", "decisive 0225")
    while match.decision.name == "retreat":
        match.act(match.decision.texts[0])
    assert match.decision.name != "advance"
    assert at(match, HIDEYOSHI) == "0125"


@clause("hideyoshi", "35.8(3)-1")
def test_a_rout_does_not_lead_out_of_bitchu() -> None:
    """Beaten by Terumoto, Hideyoshi has three hexes to go, and Bitchū is one hex deep behind him."""
    units = {HIDEYOSHI: "0125", **force("0124", "mori_terumoto", *SHIMIZU, INOUE)}
    match = compose(units, phase="anti_hashiba", dice=[6, 1, 3, *[1] * 9], castles=WEAK, **OPEN)
    acts(match, "act mori_terumoto", "battle", "decisive 0125")
    while match.decision.name == "retreat":
        assert {text.split()[-1] for text in match.decision.texts} <= {TAKAMATSU, NIWASE}
        match.act(match.decision.texts[0])
    fled = {data["to_hex"] for data in of_kind(match.events, "fell_back")}
    assert fled <= {TAKAMATSU, NIWASE}


@clause("hideyoshi", "35.8(3)-1")
def test_a_garrison_that_opens_its_gates_does_not_leave_bitchu() -> None:
    """Niwase has become Hashiba's and opens to the Mōri: Hidenaga cannot go home to Okayama."""
    units = {HIDENAGA: {"hex": NIWASE, "morale": -2, **INSIDE}, **force(NIWASE, *SHIMIZU, INOUE, invests=True)}
    castles = {**WEAK, "niwase": {"owner": "hashiba", "durability": 5}}
    match = compose(units, phase="anti_hashiba", castles=castles, dice=[6, *[4] * 6])
    events = acts(match, f"act {SHIMIZU[0]}", "siege", "call")
    assert of_kind(events, "call_answered") == [{"castle": "niwase", "answer": "opens_the_gates"}]
    finish(match)
    assert at(match, HIDENAGA) in ("0122", "0123", "0124", "0125", TAKAMATSU, NIWASE, "removed", "dead")


@clause("hideyoshi", "35.8(3)-1", "35.9")
def test_nobunaga_leads_nobody_out_of_bitchu() -> None:
    """He is not of the Hashiba army; Hidenaga is: together they march in Bitchū (Y-22)."""
    units = {NOBUNAGA: "0125", HIDENAGA: "0125"}
    match = compose(units, phase="hashiba", castles=WEAK, options={"nobunaga_acts": True})
    acts(match, f"act {NOBUNAGA}", "summon_all", "move")
    refused(match, "to 0225", "35.8(3)-1")
    acts(match, "to 0124")
    assert [at(match, name) for name in units] == ["0124", "0124"]
    refused(match, "to 0224", "35.8(3)-1")


@clause("hideyoshi", "35.8(3)-1", "35.9")
def test_a_force_held_in_bitchu_fights_there_with_nobunaga() -> None:
    """2 + 2 strength; then both have acted."""
    units = {NOBUNAGA: "0125", HIDENAGA: "0125", INOUE: "0124", HIDEYOSHI: "1623"}
    match = compose(units, phase="hashiba", castles=WEAK, options={"nobunaga_acts": True}, dice=[6, *[1] * 6])
    events = acts(match, f"act {NOBUNAGA}", "summon_all", "battle")
    assert rolls(events)[0]["strength"] == 4
    finish(match)
    assert match.decision.texts == [f"act {HIDEYOSHI}", "end"]


@clause("hideyoshi", "35.8(3)-1", "35.9")
def test_a_force_held_in_bitchu_besieges_there_with_nobunaga() -> None:
    match = compose({**DEFENDERS, **SIEGE, NOBUNAGA: TAKAMATSU}, phase="hashiba", castles=WEAK, dice=[1] * 6,
                    options={"nobunaga_acts": True})  # fmt: skip
    acts(match, f"act {NOBUNAGA}", "summon_all")
    allowed(match, "siege")
