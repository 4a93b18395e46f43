"""The parts of a view that only this game has: sides and dice of the clans, Kyoto, and armies that can be called."""

from __future__ import annotations

from typing import Any

from gunki.core.definition.lexicon import NONE
from gunki.games.hideyoshi.rules import summons
from gunki.games.hideyoshi.rules.scenarios import tennozan
from gunki.games.hideyoshi.state.position import ALIVE, KILLED, UNKNOWN
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.gunyuden.rules.sequence import is_in_initial_stage

DICE = range(1, 7)
#: 35.8(1)-2: the names of Nobusumi's fates.
FATES = {UNKNOWN: "unknown", KILLED: "dead", ALIVE: "alive"}


def view_fields(g: G) -> dict[str, Any]:
    setup = g.setup
    sides = (setup.seats[seat] if seat >= 0 else "neutral" for seat in g.seat_of)
    return {
        "kyoto": setup.seats[g.kyoto] if g.kyoto >= 0 else NONE,
        "clans": {
            name: side for name, side, plays in zip(setup.armies, sides, setup.plays, strict=True) if plays
        },
        "nobusumi": FATES[g.nobusumi],
        "summoned": [setup.armies[army] for army in g.summoned],
        "summons": _summons(g),
        "clan_rolls": _clan_rolls(g),
    }  # fmt: skip


def _summons(g: G) -> dict[str, Any]:
    """Return the data of the roll for each clan that may still be called (32, 36.7-9).

    `strength` is the strength that counts, `column` its column in the table. `least` is the least modified die that
    calls the clan, `value` the present modifier of the die, and `parts` the parts of the modifier.
    """
    calls = {}
    for table in g.setup.summons:
        strength = summons.strength_kept(g, table)
        column = table.column(strength)
        parts = summons.modifier_parts(g, table)
        value = sum(part["value"] for part in parts)
        for army in summons.callable_armies(g, table):
            calls[g.setup.armies[army]] = {
                "strength": strength, "column": column, "least": table.least[column], "value": value, "parts": parts,
            }  # fmt: skip
    return calls


def _clan_rolls(g: G) -> dict[str, Any]:
    """Return for each undecided clan the present modifiers, and the dice that bring it to either side.

    These are the rolls of 35.8(1)-3 and 35.8(2). Before the stages of the first turn, the clans that may have to wait
    are included (35.8(1)-3(a)).
    """
    setup = g.setup
    if setup.tennozan is None:
        return {}
    clans, parts = setup.clans, tennozan.clan_parts(g)
    value = sum(part["value"] for part in parts)
    early = g.turn <= 1 and (g.stage == 0 or is_in_initial_stage(g))
    rolls = {}
    for army in clans.armies:
        if early if army in clans.begin else g.is_neutral(army):
            dice = {side: [d for d in DICE if clans.outcome(army, d + value) == side] for side in ("hashiba", "akechi")}
            hashiba, others = setup.seats
            rolls[setup.armies[army]] = {
                "value": value, "parts": parts, hashiba: dice["hashiba"], others: dice["akechi"],
            }  # fmt: skip
    return rolls
