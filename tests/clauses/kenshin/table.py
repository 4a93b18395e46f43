"""Helpers of the clause tests of this game: its grid, composed positions, playing texts, events and rolls.

    match = compose({**force("4810", "uesugi_kenshin", "jinbo_ujiharu"), **ODA}, around=FIELD)
    march(match, "uesugi_kenshin")
    assert cost(match, "4811") == 1
    refused(match, "to 4812", "10-6-3")

The board is empty but for the units named; `FIELD` is a hex with no castle within four hexes. A die that is not given
is an error, so that no test depends on luck: `dice=None` where the dice do not matter.
A phase in which nobody has a choice passes by itself. `UESUGI` and `ODA` are a unit of each side, far away and in
supply: with them the phases of both sides stop and ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

import gunki
from tests.clauses import common
from tests.clauses.common import acts, allowed, clauses_of, options_of, turn_of
from tests.clauses.forces import at, castle, force, garrison, of_kind, steps, unit

__all__ = [
    "FIELD", "GAME", "GIFU_LANE", "ODA", "PHASES", "UESUGI", "acts", "allowed", "at", "begin", "castle", "castle_row",
    "castles_in", "clauses_of", "cleared", "compose", "cost", "cut_off", "data_of", "disc", "distance", "fight_until",
    "force", "garrison", "impossible", "lane", "left", "march", "neighbours", "of_kind", "offered", "opening",
    "options_of", "parts", "passive", "phase_of", "plain", "refused", "roll_of", "rolls", "roster", "score", "side",
    "steps", "to_phase", "turn_of", "unit", "unit_row",
]  # fmt: skip

GAME = "kenshin"
#: The nine phases of a turn.
PHASES = (
    "turn_start", "uesugi_movement", "oda_reaction", "uesugi_forced_march", "uesugi_combat",
    "oda_movement", "uesugi_reaction", "oda_forced_march", "oda_combat",
)  # fmt: skip
#: Inland, in an even column, more than four hexes from every castle: make it flat with `around=FIELD`.
FIELD = "4810"
#: A unit of each side at home, away from FIELD: neither in the way nor out of supply.
UESUGI = {"saito_tomonobu": "5604"}
ODA = {"niwa_nagahide": "2523"}
#: A way north out of Gifu for `lane`: whoever stands in 3319 has no line but by 3321, which lies beside Ogaki (3222).
GIFU_LANE = ("3422", "3321", "3320", "3319")
#: Answers with which nobody does anything of his own accord.
PASSIVE = ("end", "done", "ready", "halt", "stay", "stand", "let_go", "let_pass", "stop", "retreat", "fight")

# --- the grid: four digits, column and row; odd columns lie half a hex lower --------------------------------------


def _axial(hex_id: str) -> tuple[int, int]:
    column, row = int(hex_id[:2]), int(hex_id[2:])
    return column, row - column // 2


def distance(one: str, other: str) -> int:
    """How many hexes lie between two hexes, as a bird flies."""
    (c1, r1), (c2, r2) = _axial(one), _axial(other)
    return max(abs(c1 - c2), abs(r1 - r2), abs((c1 + r1) - (c2 + r2)))


def disc(center: str, radius: int) -> list[str]:
    """All hexes of the map within that distance, the centre included."""
    column, row = int(center[:2]), int(center[2:])
    near = [
        f"{c:02}{r:02}"
        for c in range(max(1, column - radius), min(58, column + radius) + 1)
        for r in range(max(1, row - radius - 1), min(35, row + radius + 1) + 1)
    ]
    return [hex_id for hex_id in near if distance(center, hex_id) <= radius]


def neighbours(hex_id: str) -> list[str]:
    """The six hexes around one, as far as the map has them."""
    return [other for other in disc(hex_id, 1) if other != hex_id]


def side(one: str, other: str) -> str:
    """The name of the hexside between two hexes."""
    return "-".join(sorted((one, other)))


def _dry(hexes: Iterable[str]) -> dict[str, str]:
    """No rivers and no water between these hexes."""
    within = set(hexes)
    return {f"{a}-{b}": "none" for a in sorted(within) for b in neighbours(a) if a < b and b in within}


def plain(center: str, radius: int = 3) -> dict[str, dict[str, str]]:
    """Flat ground without rivers around a hex: `terrain` and `sides` of a composed position."""
    hexes = disc(center, radius)
    return {"terrain": dict.fromkeys(hexes, "flat"), "sides": _dry(hexes)}


def lane(hexes: Sequence[str], ground: str = "flat") -> dict[str, Any]:
    """`terrain` and `sides` of a single way between mountains; hexes of castles beside it stay as they are."""
    walls = {wall: "mountain" for hex_id in hexes for wall in disc(hex_id, 2) if not castles_in(wall)}
    return {"terrain": {**walls, **dict.fromkeys(hexes, ground)}, "sides": _dry(hexes)}


# --- beginning -----------------------------------------------------------------------------------------------------


def begin(*, seed: int = 1, dice: Any = None, **options: Any) -> Any:
    """A new match, before anybody has rearranged his units."""
    return gunki.new(GAME, "campaign", seed=seed, dice=dice, options=options)


@cache
def opening(**options: Any) -> Any:
    """The table as all see it before anybody has rearranged his units."""
    return begin(**options).view(None)


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
) -> Any:
    """A match from these units on an otherwise empty board; further entries as in docs/games/kenshin.md.

    `around` makes the ground within `radius` flat and dry; `terrain` and `sides` then change it. The names of `sides`
    may have their hexes in any order. With `empty=False` everything else is as at the start of the scenario.
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


def cleared(*names: str) -> dict[str, str]:
    """Entries that take units off the board (removed, not killed) in a position that is not empty."""
    return dict.fromkeys(names, "removed")


def refused(match: Any, text: str, *clauses: str) -> None:
    """As everywhere; and the clauses are given with a reason of their own, not as those of the question."""
    common.refused(match, text, *clauses)
    assert not clauses or "not_offered" not in {bar.what for bar in match.why_not(text)}, f"{text!r}: nothing says why"


def impossible(named: str, clause_id: str, units: Mapping[str, Any], **entries: Any) -> None:
    """The position is refused, with the name of the entry and the clause."""
    with pytest.raises(gunki.PositionError, match=f"{re.escape(named)}.*{re.escape(clause_id)}"):
        compose(units, **entries)


def cut_off(units: Mapping[str, Any], **entries: Any) -> set[str]:
    """Who has no line in the Turn Start that begins with the step `supply`; all attrition dice are ones.

    UESUGI is added, so that it stops there.
    """
    match = compose({**UESUGI, **units}, phase="turn_start", step="supply", dice=[1] * 20, **entries)
    assert phase_of(match)[1] == "uesugi_movement"
    return set(data_of(match.events, "out_of_supply", "unit"))


# --- looking -------------------------------------------------------------------------------------------------------


@cache
def _rows(kind: str) -> dict[str, Any]:
    return {row["id"]: row for row in gunki.game(GAME).tables[kind]}


def unit_row(name: str) -> Any:
    """The row of a unit in the data: army, rank, ability, action, boxes, at."""
    return _rows("unit")[name]


def roster(*armies: str) -> list[str]:
    """The land units of these clans (all clans if none is named), without the optional ones."""
    return [
        name
        for name, row in _rows("unit").items()
        if not row.get("optional") and row["army"] in (armies or row["army"])
    ]


def castle_row(name: str) -> Any:
    """The row of a castle in the data: hex, durability, strength, water, owner."""
    return _rows("castle")[name]


def castles_in(hex_id: str) -> list[str]:
    """The castles that stand in a hex."""
    return [name for name, row in _rows("castle").items() if row["hex"] == hex_id]


def score(match: Any) -> int:
    """The points, + for the Uesugi side."""
    return int(match.view(None)["score"])


def phase_of(match: Any) -> tuple[int, str]:
    """The turn and the phase."""
    view = match.view(None)
    return int(view["turn"]), str(view["phase"])


def offered(match: Any, verb: str) -> set[str]:
    """What the question at hand offers of one kind: the words after the verb."""
    return {text.partition(" ")[2] for text in match.decision.texts if text.split(" ")[0] == verb}


def data_of(events: Iterable[Any], kind: str, entry: str) -> list[Any]:
    """One entry of all events of a kind, in order: `data_of(events, "killed", "unit")`."""
    return [found[entry] for found in of_kind(events, kind)]


def rolls(events: Iterable[Any], *purposes: str) -> list[dict[str, Any]]:
    """The data of all rolls, in order; if purposes are given, of these alone."""
    return [roll for roll in of_kind(events, "roll") if not purposes or roll["purpose"] in purposes]


def roll_of(events: Iterable[Any], purpose: str) -> dict[str, Any]:
    """The data of the one roll made for this."""
    (found,) = rolls(events, purpose)
    return found


def parts(roll: Mapping[str, Any]) -> dict[str, int]:
    """The modifiers of a roll by clause, with their values."""
    return {str(part["clause"]).rpartition(":")[2]: int(part["value"]) for part in roll.get("parts", ())}


# --- doing ---------------------------------------------------------------------------------------------------------


def march(match: Any, leader: str, how: str = "move") -> list[Any]:
    """That force begins to move (`how="check"` in Reaction and Forced March), as far as the question where to."""
    events: list[Any] = match.act(f"{how} {leader}")
    return events


def left(match: Any) -> int:
    """The movement points the marching force has left."""
    assert match.decision.name == "march", f"nobody marches: {match.decision.name}"
    return int(match.decision.data["count"])


def cost(match: Any, hex_id: str) -> int:
    """The movement points it costs to go on to that hex; points must be left afterwards."""
    before = left(match)
    match.act(f"to {hex_id}")
    return before - left(match)


def passive(match: Any) -> list[Any]:
    """The question at hand is answered so that as little as possible happens."""
    texts = match.decision.texts
    found: list[Any] = match.act(next((text for text in PASSIVE if text in texts), texts[0]))
    return found


def to_phase(match: Any, phase: str, turn: int | None = None) -> list[Any]:
    """Nobody does anything of his own accord until a question of that phase (and turn) comes, or the end; all events.

    What must be done (owed attacks, losses) is done in the first way on offer.
    """
    events: list[Any] = []
    while match.decision is not None and (
        phase_of(match)[1] != phase or (turn is not None and phase_of(match)[0] < turn)
    ):
        events += passive(match)
    return events


def fight_until(match: Any, *names: str) -> list[Any]:
    """Questions about losses and abilities are answered in the first way until one of these decisions comes."""
    events: list[Any] = []
    while match.decision is not None and match.decision.name not in names:
        assert match.decision.name in ("losses", "ability", "refuge", "walls", "attrition"), f"{match.decision} comes"
        events += match.act("stand" if match.decision.name == "refuge" else match.decision.texts[0])
    return events
