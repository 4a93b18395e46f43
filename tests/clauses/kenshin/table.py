"""Helpers for the clause tests of this game: its grid, composed positions, acts, views, events and rolls.

    match = compose({**force("4810", "uesugi_kenshin", "jinbo_ujiharu"), **ODA}, around=FIELD)
    march(match, "uesugi_kenshin")
    assert cost(match, "4811") == 1
    refused(match, "to 4812", "10-6-3")

The board holds only the units named; `FIELD` is a hex with no castle within four hexes. A roll without a given die is
an error, so that no test depends on luck; `dice=None` is for tests in which the dice do not matter.
A phase without any choice passes by itself. `UESUGI` and `ODA` are one unit of each side, far away and in supply:
they give both sides a choice, so that their phases stop for a decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

import gunki
from gunki import Event, Match
from tests.clauses import common
from tests.clauses.common import acts, allowed, clauses_of, decision_of, options_of, turn_of
from tests.clauses.forces import at, castle, force, garrison, of_kind, steps, unit
from tests.clauses.reasons import barred

__all__ = [
    "FIELD", "GAME", "GIFU_LANE", "ODA", "PHASES", "UESUGI", "acts", "allowed", "answer_passively",
    "assert_impossible", "assert_reasons", "at", "castle", "castle_row", "castles_in", "choices", "clauses_of",
    "compose", "cost", "data_of", "decision_of", "disc", "distance", "fight_until", "find_cut_off", "force",
    "garrison", "lane", "march", "modifiers_of", "neighbours", "of_kind", "opening_view", "options_of", "phase_of",
    "plain", "points_left", "refused", "roll_of", "rolls", "roster", "score", "side", "start_match", "steps",
    "to_phase", "turn_of", "unit", "unit_row",
]  # fmt: skip

GAME = "kenshin"
#: The nine phases of a turn.
PHASES = (
    "turn_start", "uesugi_movement", "oda_reaction", "uesugi_forced_march", "uesugi_combat",
    "oda_movement", "uesugi_reaction", "oda_forced_march", "oda_combat",
)  # fmt: skip
#: Inland, in an even column, more than four hexes from every castle: make it flat with `around=FIELD`.
FIELD = "4810"
#: One unit of each side at home, away from FIELD: neither in the way nor out of supply.
UESUGI = {"saito_tomonobu": "5604"}
ODA = {"niwa_nagahide": "2523"}
#: A way north out of Gifu for `lane`: the only line from 3319 runs by 3321, which lies beside Ogaki (3222).
GIFU_LANE = ("3422", "3321", "3320", "3319")
#: Answers that change as little as possible, the preferred ones first.
PASSIVE = ("end", "done", "ready", "halt", "stay", "stand", "let_go", "let_pass", "stop", "retreat", "fight")

# --- the grid: four digits, column and row; odd columns lie half a hex lower --------------------------------------


def _axial(hex_id: str) -> tuple[int, int]:
    column, row = int(hex_id[:2]), int(hex_id[2:])
    return column, row - column // 2


def distance(one: str, other: str) -> int:
    """Return the distance of two hexes in hexes, whatever the ground."""
    (c1, r1), (c2, r2) = _axial(one), _axial(other)
    return max(abs(c1 - c2), abs(r1 - r2), abs((c1 + r1) - (c2 + r2)))


def disc(center: str, radius: int) -> list[str]:
    """Return the hexes of the map within this distance of the centre, the centre included."""
    column, row = int(center[:2]), int(center[2:])
    near = [
        f"{c:02}{r:02}"
        for c in range(max(1, column - radius), min(58, column + radius) + 1)
        for r in range(max(1, row - radius - 1), min(35, row + radius + 1) + 1)
    ]
    return [hex_id for hex_id in near if distance(center, hex_id) <= radius]


def neighbours(hex_id: str) -> list[str]:
    """Return the hexes of the map beside a hex, at most six."""
    return [other for other in disc(hex_id, 1) if other != hex_id]


def side(one: str, other: str) -> str:
    """Return the name of the hexside between two hexes."""
    return "-".join(sorted((one, other)))


def _dry_sides(hexes: Iterable[str]) -> dict[str, str]:
    """Return `sides` without rivers and water between these hexes."""
    within = set(hexes)
    return {f"{a}-{b}": "none" for a in sorted(within) for b in neighbours(a) if a < b and b in within}


def plain(center: str, radius: int = 3) -> dict[str, dict[str, str]]:
    """Return `terrain` and `sides` of flat ground without rivers around a hex."""
    hexes = disc(center, radius)
    return {"terrain": dict.fromkeys(hexes, "flat"), "sides": _dry_sides(hexes)}


def lane(hexes: Sequence[str], ground: str = "flat") -> dict[str, Any]:
    """Return `terrain` and `sides` of a single way between mountains; castle hexes beside it keep their ground."""
    walls = {wall: "mountain" for hex_id in hexes for wall in disc(hex_id, 2) if not castles_in(wall)}
    return {"terrain": {**walls, **dict.fromkeys(hexes, ground)}, "sides": _dry_sides(hexes)}


# --- starting a match ---------------------------------------------------------------------------------------------


def start_match(*, seed: int = 1, dice: str | Sequence[int] | None = None, **options: Any) -> Match:
    """Start a new match; its first decision is how to arrange the units."""
    return gunki.new(GAME, "campaign", seed=seed, dice=dice, options=options)


@cache
def opening_view(**options: Any) -> Any:
    """Return the view of a spectator before any unit has been rearranged."""
    return start_match(**options).view(None)


def compose(
    units: Mapping[str, Any],
    *,
    around: str | None = None,
    radius: int = 4,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    dice: Sequence[int] | str | None = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    empty: bool = True,
    **entries: Any,
) -> Match:
    """Compose a match with these units on an otherwise empty board; docs/games/kenshin.md lists the other entries.

    `around` makes the ground within `radius` flat and dry; `terrain` and `sides` then change it. The names in `sides`
    may have their hexes in any order. With `empty=False` everything else stands as at the start of the scenario.
    """
    ground = plain(around, radius) if around else {"terrain": {}, "sides": {}}
    drawn = {side(*name.split("-")): kind for name, kind in (sides or {}).items()}
    document = {
        "empty": empty,
        "units": dict(units),
        "terrain": {**ground["terrain"], **(terrain or {})},
        "sides": {**ground["sides"], **drawn},
        **entries,
    }
    given = dice if dice is None or isinstance(dice, str) else list(dice)
    return gunki.compose(GAME, "campaign", document, dice=given, seed=seed, options=dict(options or {}))


def refused(match: Match, text: str, *clauses: str) -> None:
    """Assert that the action is refused by these clauses, and by a reason of its own, not merely as not on offer."""
    common.refused(match, text, *clauses)
    assert not clauses or "not_offered" not in {bar.what for bar in match.why_not(text)}, f"{text!r}: nothing says why"


def assert_reasons(match: Match, text: str, *reasons: str) -> None:
    """Assert that the action is refused for exactly these reasons, or allowed if there are none."""
    if reasons:
        barred(match, text, *reasons)
    else:
        allowed(match, text)


def assert_impossible(named: str, clause_id: str, units: Mapping[str, Any], **entries: Any) -> None:
    """Assert that composing this position fails, and that the error names the entry and the clause."""
    with pytest.raises(gunki.PositionError, match=f"{re.escape(named)}.*{re.escape(clause_id)}"):
        compose(units, **entries)


def find_cut_off(units: Mapping[str, Any], **entries: Any) -> set[str]:
    """Return the units without a line of supply as a Turn Start runs from its step `supply`; attrition dice are ones.

    UESUGI is added, so that the phase after it stops for a decision.
    """
    match = compose({**UESUGI, **units}, phase="turn_start", step="supply", dice=[1] * 20, **entries)
    assert phase_of(match)[1] == "uesugi_movement"
    return set(data_of(match.events, "out_of_supply", "unit"))


# --- looking -------------------------------------------------------------------------------------------------------


@cache
def _rows(kind: str) -> dict[str, Any]:
    return {row["id"]: row for row in gunki.game(GAME).tables[kind]}


def unit_row(name: str) -> Any:
    """Return the row of a unit in the data: army, rank, ability, action, boxes, at."""
    return _rows("unit")[name]


def roster(*armies: str) -> list[str]:
    """Return the land units of these clans (without a name: of all clans), without the optional ones."""
    return [
        name
        for name, row in _rows("unit").items()
        if not row.get("optional") and row["army"] in (armies or row["army"])
    ]


def castle_row(name: str) -> Any:
    """Return the row of a castle in the data: hex, durability, strength, water, owner."""
    return _rows("castle")[name]


def castles_in(hex_id: str) -> list[str]:
    """Return the castles that stand in a hex."""
    return [name for name, row in _rows("castle").items() if row["hex"] == hex_id]


def score(match: Match) -> int:
    """Return the score; points of the Uesugi side are positive."""
    return int(match.view(None)["score"])


def phase_of(match: Match) -> tuple[int, str]:
    """Return the turn and the phase."""
    view = match.view(None)
    return int(view["turn"]), str(view["phase"])


def choices(match: Match, verb: str) -> set[str]:
    """Return what may follow this verb in the answers to the decision at hand."""
    return {text.partition(" ")[2] for text in decision_of(match).texts if text.split(" ")[0] == verb}


def data_of(events: Iterable[Event], kind: str, entry: str) -> list[Any]:
    """Return one entry of all events of a kind, in order: `data_of(events, "killed", "unit")`."""
    return [data[entry] for data in of_kind(events, kind)]


def rolls(events: Iterable[Event], *purposes: str) -> list[dict[str, Any]]:
    """Return the data of all rolls, in order; with `purposes`, only of rolls made for one of them."""
    return [roll for roll in of_kind(events, "roll") if not purposes or roll["purpose"] in purposes]


def roll_of(events: Iterable[Event], purpose: str) -> dict[str, Any]:
    """Return the data of the only roll made for this purpose."""
    (roll,) = rolls(events, purpose)
    return roll


def modifiers_of(roll: Mapping[str, Any]) -> dict[str, int]:
    """Return the value of each modifier of a roll, by its clause."""
    return {str(part["clause"]).rpartition(":")[2]: int(part["value"]) for part in roll.get("parts", ())}


# --- doing ---------------------------------------------------------------------------------------------------------


def march(match: Match, leader: str, how: str = "move") -> list[Event]:
    """Begin the march of a force (`how="check"` in Reaction and Forced March), up to the decision where to."""
    events: list[Event] = match.act(f"{how} {leader}")
    return events


def points_left(match: Match) -> int:
    """Return the movement points that the marching force has left."""
    assert decision_of(match).name == "march", f"nobody marches: {decision_of(match).name}"
    return int(decision_of(match).data["count"])


def cost(match: Match, hex_id: str) -> int:
    """March on to this hex and return its cost in movement points; some must be left afterwards."""
    before = points_left(match)
    match.act(f"to {hex_id}")
    return before - points_left(match)


def answer_passively(match: Match) -> list[Event]:
    """Answer the decision at hand so that as little as possible happens; return the events."""
    texts = decision_of(match).texts
    events: list[Event] = match.act(next((text for text in PASSIVE if text in texts), texts[0]))
    return events


def to_phase(match: Match, phase: str, turn: int | None = None) -> list[Event]:
    """Answer passively until the first decision of this phase (and turn), or until the end; return the events.

    Owed attacks and losses, which cannot be avoided, are settled by the first answer on offer.
    """
    events: list[Event] = []
    while match.decision is not None and (
        phase_of(match)[1] != phase or (turn is not None and phase_of(match)[0] < turn)
    ):
        events += answer_passively(match)
    return events


def fight_until(match: Match, *names: str) -> list[Event]:
    """Give the first answer about losses and abilities until one of these decisions comes; return the events."""
    events: list[Event] = []
    while match.decision is not None and match.decision.name not in names:
        assert match.decision.name in ("losses", "ability", "refuge", "walls", "attrition"), f"{match.decision} comes"
        events += match.act("stand" if match.decision.name == "refuge" else match.decision.texts[0])
    return events
