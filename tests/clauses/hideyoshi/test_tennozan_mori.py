"""Tennōzan: the five units of the Mōri, their peace, their return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.clauses.common import acts, allowed
from tests.clauses.forces import at, castle, cost, force, of_kind, rolls, steps, unit
from tests.clauses.hideyoshi.tennozan_table import (
    DEFENDERS,
    HIDENAGA,
    HIDEYOSHI,
    INOUE,
    INSIDE,
    KYOTO,
    NIWASE,
    OKAYAMA,
    SAITO,
    SHIMIZU,
    SIEGE,
    TAKAMATSU,
    UKITA,
    WEAK,
    call_takamatsu,
    compose,
    end_next_phases,
    finish,
    is_peace_made,
    owner_of,
    roll_purposes,
    sides,
    start,
)
from tests.support import clause

# --- five units only --------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(3)-2")
def test_the_mori_have_five_units_and_no_die() -> None:
    match = start([1, *[4] * 8], stage=0)
    match.act("done")
    mori = {row["id"] for row in match.game.tables["unit"] if row["army"] == "mori"}
    placed = {name for name in mori if not isinstance(match.view(None)["units"].get(name, "off"), str)}
    assert placed == {*SHIMIZU, INOUE}
    assert "summons" not in roll_purposes(match.events)
    assert {text for text in match.decision.texts if text.split()[-1] in mori} <= {
        f"act {name}" for name in (*SHIMIZU, INOUE)
    }


@clause("hideyoshi", "35.8(3)-2")
@pytest.mark.parametrize("turn", [2, 5, 8])
def test_while_takamatsu_holds_out_nobody_is_called(turn: int) -> None:
    units = {**DEFENDERS, **SIEGE, "kobayakawa_takakage": "off"}
    match = compose(units, dice=[6] * 12, turn=turn, stage=0, castles=WEAK)
    assert set(roll_purposes(match.events)) <= {"clan", "recovery"}
    assert at(match, "kobayakawa_takakage") == "off"


# --- the peace --------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(3)-4")
def test_after_the_peace_the_mori_do_not_act() -> None:
    match = call_takamatsu(3, "own hashiba")
    match.act("end")
    assert not [text for text in match.decision.texts if INOUE in text]


@clause("hideyoshi", "35.8(3)-4")
def test_niwase_is_a_neutrals_after_the_peace() -> None:
    """It keeps its owner, is not besieged and does not fall to who stands there."""
    mori = {INOUE: {"hex": NIWASE, **INSIDE}}
    hold = force(NIWASE, HIDENAGA, *[f"ogamo_{name}" for name in ("motokiyo", "band")], "nanjo_motoie", "nanjo_band_1",
                 invests=True)  # fmt: skip
    match = compose({**DEFENDERS, **SIEGE, **mori, **hold}, castles=WEAK, phase="hashiba", dice=[3, *[4] * 9])
    assert castle(match, "niwase")["besieged"]
    acts(match, f"act {HIDEYOSHI}", "siege", "call")
    finish(match)
    assert is_peace_made(match)
    assert not castle(match, "niwase").get("besieged")
    assert "invests" not in unit(match, HIDENAGA)
    match.act(f"act {HIDENAGA}")
    assert "siege" not in match.decision.texts
    match.act("rest")
    end_next_phases(match, 2)
    assert owner_of(match, "niwase") == "mori"


@clause("hideyoshi", "35.8(3)-4")
def test_mori_in_the_field_go_home_at_the_peace() -> None:
    units = {**SIEGE, **DEFENDERS, INOUE: "0122", HIDENAGA: "1623"}
    match = compose(units, castles=WEAK, phase="hashiba", dice=[3, *[4] * 6])
    acts(match, f"act {HIDEYOSHI}", "siege", "call")
    finish(match)
    assert is_peace_made(match)
    assert at(match, INOUE) == "off"


@clause("hideyoshi", "35.8(3)-4")
def test_niwase_costs_nothing_more_after_the_peace() -> None:
    match = compose({HIDENAGA: TAKAMATSU}, phase="hashiba", fights={"mori": "none"}, state={"peace": 1},
                    castles={"takamatsu": {"owner": "hashiba"}}, around=TAKAMATSU, radius=1)  # fmt: skip
    acts(match, f"act {HIDENAGA}", "move")
    assert cost(match, NIWASE) == 1


@clause("hideyoshi", "35.8(3)-3", "35.8(3)-4")
def test_the_flood_is_over_with_the_peace() -> None:
    """The Mōri are back and stand before Takamatsu, which is Hashiba's now."""
    state = {"peace": 1, "summoned": ["mori"]}
    match = compose(
        {KIKKAWA: TAKAMATSU}, phase="anti_hashiba", state=state, castles={"takamatsu": {"owner": "hashiba"}}
    )
    acts(match, f"act {KIKKAWA}", "siege")
    allowed(match, "assault")


@clause("hideyoshi", "35.8(3)-4")
@pytest.mark.parametrize("die", [3, 1])
def test_niwase_blocks_no_line_after_the_peace(die: int) -> None:
    """Between mountains the only line from Takamatsu to Okayama passes 0226, beside Niwase."""
    walls: dict[str, Any] = {"terrain": dict.fromkeys(("0124", "0224", "0225"), "mountain")}
    units = {**SIEGE, **DEFENDERS, UKITA: {"hex": OKAYAMA, **INSIDE}}
    match = compose(units, castles=WEAK, phase="hashiba", stage=4, dice=[die, 1, *[4] * 9], **walls)
    acts(match, f"act {HIDEYOSHI}", "siege", "call")
    finish(match)
    while match.view(None)["turn"] == 2:
        end_next_phases(match)
    assert (HIDEYOSHI in {data["unit"] for data in of_kind(match.events, "no_line")}) is (die == 1)


# --- the Mōri come back -----------------------------------------------------------------------------------------------

KIKKAWA = "kikkawa_motoharu"


def compose_after_peace(die: int, units: Mapping[str, Any] | None = None, **state: int) -> Any:
    """Play the events of a turn after the peace, with this die for the Mōri."""
    laid = {KIKKAWA: "off", INOUE: "off", **(units or {})}
    return compose(laid, dice=[die, *[4] * 20], stage=0, fights={"mori": "none"}, state={"peace": 1, **state})


@clause("hideyoshi", "35.8(3)-4")
def test_the_first_die_for_the_mori_comes_on_the_next_turn() -> None:
    match = call_takamatsu(3, "own hashiba")
    end_next_phases(match, 6)
    assert match.view(None)["turn"] == 1
    assert "summons" not in roll_purposes(match.events)
    end_next_phases(match)
    assert match.view(None)["turn"] == 2
    assert roll_purposes(match.events).count("summons") == 1


@clause("hideyoshi", "35.8(3)-4", "32-1(2)", "QR-MORI")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_that_calls_the_mori(die: int) -> None:
    """Nobody in the castles of Chūgoku: the first column, 3 or more."""
    match = compose_after_peace(die)
    came = die >= 3
    assert bool(of_kind(match.events, "summoned")) is came
    assert bool(of_kind(match.events, "not_summoned")) is not came
    assert sides(match)["mori"] == ("anti_hashiba" if came else "neutral")
    assert (f"act {KIKKAWA}" in match.decision.texts) is came


@clause("hideyoshi", "35.8(3)-4", "QR-MORI", "QR-MORI-mod")
@pytest.mark.parametrize(("won", "lost", "die", "came"), [(0, 0, 3, 1), (1, 0, 3, 0), (1, 0, 4, 1), (0, 1, 2, 1)])
def test_the_die_for_the_mori_is_read_in_the_column_of_forty_six(won: int, lost: int, die: int, came: int) -> None:
    """The garrisons of the start without the besiegers: 46, the column of 55 or fewer."""
    view = start(phase="hashiba").view(None)["units"]
    army = {"hashiba", "ukita", "nanjo"}
    clans = {row["id"]: row["army"] for row in start().game.tables["unit"]}
    left = {
        name: {"hex": found["hex"], **INSIDE}
        for name, found in view.items()
        if not isinstance(found, str) and found["hex"] != TAKAMATSU and clans[name] in army
    }
    match = compose_after_peace(die, left, hashiba_won=won, hashiba_lost=lost)
    roll = next(roll for roll in rolls(match.events) if roll["purpose"] == "summons")
    assert (roll["strength"], roll["column"]) == (46, 0)
    assert roll["total"] == die - won + lost
    assert bool(of_kind(match.events, "summoned")) is bool(came)


@clause("hideyoshi", "35.8(3)-4", "32-2")
def test_the_mori_return_with_their_survivors() -> None:
    match = compose_after_peace(6)
    allowed(match, f"act {KIKKAWA}", f"act {INOUE}")
    acts(match, f"act {INOUE}", "move")
    entries = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert any(place.startswith("01") for place in entries)
    assert "off" not in entries


@clause("hideyoshi", "35.8(3)-4")
def test_survivors_keep_their_losses() -> None:
    match = compose(
        {**SIEGE, **DEFENDERS, INOUE: {"hex": NIWASE, "steps": 1, **INSIDE}},
        castles=WEAK, phase="hashiba", stage=4, dice=[3, 6, *[4] * 9],
    )  # fmt: skip
    acts(match, f"act {HIDEYOSHI}", "siege", "call")
    finish(match)  # nobody else can act: the turn is over
    assert match.view(None)["turn"] == 3
    assert of_kind(match.events, "summoned") == [{"army": "mori"}]
    acts(match, f"act {INOUE}", "move")
    match.act(next(text for text in match.decision.texts if text.startswith("to 01")))
    assert steps(match, INOUE) == 1


@clause("hideyoshi", "35.8(3)-4")
def test_once_called_they_are_not_called_again_and_niwase_is_theirs() -> None:
    match = compose_after_peace(6)
    while match.view(None)["turn"] == 2:
        end_next_phases(match)
    assert roll_purposes(match.events).count("summons") == 1
    assert (sides(match)["mori"], owner_of(match, "niwase")) == ("anti_hashiba", "mori")


@clause("hideyoshi", "35.8(3)-1", "35.8(3)-4")
def test_the_lock_does_not_come_back_with_them() -> None:
    match = compose({HIDENAGA: "0125", KIKKAWA: "0122"}, phase="hashiba", state={"peace": 1, "summoned": ["mori"]})
    acts(match, f"act {HIDENAGA}", "move")
    allowed(match, "to 0225")


@clause("hideyoshi", "35.8(3)-4")
def test_the_die_is_thrown_every_turn_until_it_calls_them() -> None:
    match = compose(
        {KIKKAWA: "off", SAITO: KYOTO},
        dice=[2, *[4] * 6, 1, *[4] * 6, 3, *[4] * 6], stage=0, fights={"mori": "none"}, state={"peace": 1},
    )  # fmt: skip
    while match.view(None)["turn"] < 4:
        end_next_phases(match)
    summons = [roll["dice"] for roll in rolls(match.events) if roll["purpose"] == "summons"]
    assert len(summons) == 3
    assert sides(match)["mori"] == "anti_hashiba"
