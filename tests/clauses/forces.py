"""Helpers for the clause tests of the games with forces and castles: composed positions, views, acts, lines.

The folder of each game adds a `table.py` with its map and its units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import gunki
from gunki import Event, Match
from tests.clauses.common import acts, decision_of

# --- the grid: four digits, column and row; even columns lie half a hex lower ------------------------------------


def _axial(hex_id: str) -> tuple[int, int]:
    column, row = int(hex_id[:2]), int(hex_id[2:])
    return column, row - (column + column % 2) // 2


def distance(one: str, other: str) -> int:
    """Return the distance of two hexes in hexes, whatever the ground."""
    (c1, r1), (c2, r2) = _axial(one), _axial(other)
    return max(abs(c1 - c2), abs(r1 - r2), abs((c1 + r1) - (c2 + r2)))


def disc(center: str, radius: int) -> list[str]:
    """Return the hexes within this distance of the centre, the centre included."""
    column, row = int(center[:2]), int(center[2:])
    near = [
        f"{c:02}{r:02}"
        for c in range(max(1, column - radius), column + radius + 1)
        for r in range(max(1, row - radius - 1), row + radius + 2)
    ]
    return [hex_id for hex_id in near if distance(center, hex_id) <= radius]


def neighbours(hex_id: str) -> list[str]:
    """Return the hexes around a hex."""
    return [other for other in disc(hex_id, 1) if other != hex_id]


def plain(center: str, radius: int = 3) -> dict[str, dict[str, str]]:
    """Return `terrain` and `sides` of flat ground without rivers around a hex."""
    hexes = disc(center, radius)
    inside = set(hexes)
    sides = {f"{a}-{b}": "none" for a in hexes for b in neighbours(a) if a < b and b in inside}
    return {"terrain": dict.fromkeys(hexes, "flat"), "sides": sides}


# --- a composed position -----------------------------------------------------------------------------------------


def compose_match(
    game: str,
    scenario: str | None,
    edge: str,
    units: Mapping[str, Any],
    *,
    around: str | None = None,
    radius: int = 5,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    dice: Sequence[int] | str | None = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **entries: Any,
) -> Any:
    """Compose a match with these units alone on the board.

    `around` makes the ground around a hex flat; `terrain` and `sides` then change it. `edge` is the last hex of the
    map: ground beyond it is left out. Entries that are None are left out. A roll without a given die is an error; with
    `dice=None` the dice are rolled from the seed.
    """
    ground = plain(around, radius) if around else {"terrain": {}, "sides": {}}
    hexes = {**ground["terrain"], **(terrain or {})}
    lines = {**ground["sides"], **{_side(name): kind for name, kind in (sides or {}).items()}}
    document = {
        "empty": True,
        "units": dict(units),
        "terrain": {name: kind for name, kind in hexes.items() if _within(edge, name)},
        "sides": {name: kind for name, kind in lines.items() if all(_within(edge, end) for end in name.split("-"))},
        **{key: entry for key, entry in entries.items() if entry is not None},
    }
    given = dice if dice is None or isinstance(dice, str) else list(dice)
    return gunki.compose(game, scenario, document, dice=given, seed=seed, options=dict(options or {}))


def _within(edge: str, hex_id: str) -> bool:
    return hex_id[:2] <= edge[:2] and hex_id[2:] <= edge[2:]


def _side(name: str) -> str:
    """Return the name of a hexside with its hexes in ascending order."""
    return "-".join(sorted(name.split("-")))


def force(hex_id: str, leader: str, *led: str, **entry: Any) -> dict[str, dict[str, Any]]:
    """Return the entries of a force: its leader, to whom `entry` belongs, and the units under command."""
    lead = {"hex": hex_id, **entry}
    same = {key: value for key, value in entry.items() if key == "inside"}
    return {leader: lead, **{name: {"hex": hex_id, "leader": leader, **same} for name in led}}


def garrison(hex_id: str, *names: str, **entry: Any) -> dict[str, Any]:
    """Return the entries of units inside the castle of a hex, each a force of its own."""
    return {name: {"hex": hex_id, "inside": True, **entry} for name in names}


def gather(hex_id: str, strength: int, names: Iterable[str], **entry: Any) -> dict[str, dict[str, Any]]:
    """Return forces with this total strength (at least 2) in one hex, of units of strength 3 (2 when reduced).

    Each of `names` is a commander followed by the units that may be led; `entry` goes to every leader.
    """
    count = -(-strength // 3)
    units: dict[str, dict[str, Any]] = {}
    for line in names:
        leader, *led = line.split()
        room = count - len(units)
        if room > 0:
            units |= force(hex_id, leader, *led[: room - 1], **entry)
    assert len(units) == count, f"there is no host of {strength}"
    for name in list(units)[count - (3 * count - strength) :]:
        units[name] = {**units[name], "steps": 1}
    return units


# --- looking -----------------------------------------------------------------------------------------------------


def _view(match: Match) -> Any:
    return match.view(match.seats[0])


def unit(match: Match, name: str) -> Any:
    """Return the unit's entry in the view: a table, or "dead", "removed", "off"."""
    return _view(match)["units"][name]


def at(match: Match, name: str) -> str:
    """Return the hex of a unit, or "dead", "removed", "off"."""
    found = unit(match, name)
    return found if isinstance(found, str) else str(found["hex"])


def steps(match: Match, name: str) -> int:
    """Return the steps that a unit has left, 0 if it is not on the map."""
    found = unit(match, name)
    return 0 if isinstance(found, str) else int(found["steps"])


def morale(match: Match, name: str) -> int:
    """Return the morale of the force that a unit belongs to."""
    found = unit(match, name)
    assert not isinstance(found, str), f"{name} is {found}"
    leader = found.get("leader", name)
    return int(unit(match, leader).get("morale", 0))


def castle(match: Match, name: str) -> dict[str, Any]:
    """Return the castle's entry in the view."""
    return dict(_view(match)["castles"][name])


#: The data of events that serve only to show a fight; tests/series/test_fights.py tests them.
SHOWN = {"fight", "loss"}


def of_kind(events: Iterable[Event], kind: str) -> list[dict[str, Any]]:
    """Return the data of all events of one kind, in order, without those that only show a fight."""
    found = [event.data for event in events if event.kind == kind]
    return [{key: value for key, value in data.items() if key not in SHOWN} for data in found]


def rolls(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return the data of all rolls, in order."""
    return of_kind(events, "roll")


# --- doing -------------------------------------------------------------------------------------------------------


def attack(match: Match, leader: str, hex_id: str) -> list[Event]:
    """Attack all units of a hex with this force in a skirmish, up to the next decision; return the events."""
    events = acts(match, f"act {leader}", "battle")
    if decision_of(match).name == "target":
        events += match.act(f"attack {hex_id}")
    if decision_of(match).name == "defenders":
        events += match.act("fight")
    return events


# By result: the number of units of strength 3 (leader with modifier 4) and the die that cause it against modifier 0.
RESULTS = {"1": (1, 1), "2": (1, 6), "3": (5, 3), "4": (11, 2), "5": (6, 5), "4!": (5, 4), "6!": (7, 5)}


def striker(hex_id: str, names: Sequence[str], result: str) -> tuple[dict[str, dict[str, Any]], int]:
    """Return a force in a hex and the die with which it causes this result on flat ground against a modifier of 0.

    The first of `names` leads, with a modifier of 4; the others are of strength 3.
    """
    count, die = RESULTS[result]
    return force(hex_id, *names[:count]), die


def besiege(match: Match, leader: str, *texts: str) -> list[Event]:
    """Take a Siege action with this force, with these answers; return the events."""
    return acts(match, f"act {leader}", "siege", *texts)


def end_phases(match: Match, *names: str) -> list[Event]:
    """End phase after phase until one of these decisions comes; return the events."""
    events: list[Event] = []
    while match.decision is not None and match.decision.name not in names:
        assert match.decision.name == "force", f"{match.decision.name} comes in between"
        events += match.act("end")
    return events


def pay_forced_losses(match: Match) -> list[Event]:
    """Answer decisions about losses while there is only one answer; return the events."""
    events: list[Event] = []
    while match.decision is not None and match.decision.name == "losses" and len(match.decision.texts) == 1:
        events += match.act(match.decision.texts[0])
    return events


def pass_on(match: Match, until: Callable[[], bool] = lambda: False) -> list[Event]:
    """End every phase and hold every castle until `until` is true or the match is over; return the events."""
    events: list[Event] = []
    while match.decision is not None and not until():
        events += match.act("hold_out" if match.decision.name == "offer" else "end")
    return events


def play_out(match: Match) -> dict[str, dict[str, Any]]:
    """Play the last turn out without an action and compare the result with the aims; return the aims of every seat."""
    told = {seat: match.aims(seat) for seat in match.seats}
    pass_on(match)
    result = match.result
    assert result is not None
    for seat, aims in told.items():
        verdict = aims["turn_end"]
        assert (verdict["ends"], tuple(verdict["winners"]), verdict["reason"], verdict["clause"]) == (
            "yes", result.winners, result.reason, result.clause,
        )  # fmt: skip
        fate = "win" if seat in result.winners else "lose" if result.winners else "draw"
        assert verdict["way"] == fate
        assert [row["way"] for row in aims["ways"] if row["decides"]] == [fate]
    return told


# --- ways and lines ----------------------------------------------------------------------------------------------


def lane(
    hexes: Sequence[str],
    ground: str = "flat",
    *,
    beside: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return `terrain` and `sides` of a single way between mountains; `beside` opens hexes next to it."""
    opened = {**dict.fromkeys(hexes, ground), **(beside or {})}
    walls = {wall: "mountain" for hex_id in opened for wall in disc(hex_id, 2)}
    dry = {f"{a}-{b}": "none" for a in opened for b in neighbours(a) if a < b and b in opened}
    return {
        "terrain": {**walls, **opened},
        "sides": {**dry, **{_side(name): kind for name, kind in (sides or {}).items()}},
    }


def march(match: Match, leader: str, how: str = "move") -> Any:
    """Begin the march of a force, up to the decision where to; return the match."""
    acts(match, f"act {leader}", how)
    return match


def points_left(match: Match) -> int:
    """Return the movement points that the marching force has left."""
    assert decision_of(match).name == "march", f"nobody marches: {decision_of(match).name}"
    return int(decision_of(match).data["count"])


def cost(match: Match, hex_id: str) -> int:
    """March on to this hex and return its cost in movement points; some must be left afterwards."""
    before = points_left(match)
    match.act(f"to {hex_id}")
    return before - points_left(match)


def units_without_line(match: Match) -> set[str]:
    """Return the units that the communication checks so far found without a line."""
    return {str(event.data["unit"]) for event in match.events if event.kind == "no_line"}
