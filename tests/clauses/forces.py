"""Helpers of the clause tests of the games with forces and castles: ground to fight on, forces, a look at the table.

Each game has a table of its own besides, with its map and its units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import gunki
from tests.clauses.common import acts

# --- the grid: four digits, column and row; even columns lie half a hex lower ------------------------------------


def _axial(hex_id: str) -> tuple[int, int]:
    column, row = int(hex_id[:2]), int(hex_id[2:])
    return column, row - (column + column % 2) // 2


def distance(one: str, other: str) -> int:
    """How many hexes lie between two hexes, as a bird flies."""
    (c1, r1), (c2, r2) = _axial(one), _axial(other)
    return max(abs(c1 - c2), abs(r1 - r2), abs((c1 + r1) - (c2 + r2)))


def disc(center: str, radius: int) -> list[str]:
    """All hexes within that distance, the centre included."""
    column, row = int(center[:2]), int(center[2:])
    near = [
        f"{c:02}{r:02}"
        for c in range(max(1, column - radius), column + radius + 1)
        for r in range(max(1, row - radius - 1), row + radius + 2)
    ]
    return [hex_id for hex_id in near if distance(center, hex_id) <= radius]


def neighbours(hex_id: str) -> list[str]:
    """The six hexes around one."""
    return [other for other in disc(hex_id, 1) if other != hex_id]


def plain(center: str, radius: int = 3) -> dict[str, dict[str, str]]:
    """Flat ground without rivers around a hex: `terrain` and `sides` of a composed position."""
    hexes = disc(center, radius)
    inside = set(hexes)
    sides = {f"{a}-{b}": "none" for a in hexes for b in neighbours(a) if a < b and b in inside}
    return {"terrain": dict.fromkeys(hexes, "flat"), "sides": sides}


# --- a composed position -----------------------------------------------------------------------------------------


def composed(
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
    """A match on an otherwise empty board; `around` makes the ground flat, `terrain` and `sides` then change it.

    The ground beyond the last hex of the map, `edge`, is left out, and so are entries that are None. A die that is not
    given is an error; with `dice=None` they are rolled from the seed.
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
    """The name of a hexside with its hexes in ascending order."""
    return "-".join(sorted(name.split("-")))


def force(hex_id: str, leader: str, *led: str, **entry: Any) -> dict[str, dict[str, Any]]:
    """The entries of one force: its leader, who carries the extra entries, and the units under his command."""
    lead = {"hex": hex_id, **entry}
    same = {key: value for key, value in entry.items() if key == "inside"}
    return {leader: lead, **{name: {"hex": hex_id, "leader": leader, **same} for name in led}}


def garrison(hex_id: str, *names: str, **entry: Any) -> dict[str, Any]:
    """Units inside the castle of a hex, each a force of its own."""
    return {name: {"hex": hex_id, "inside": True, **entry} for name in names}


def gathered(hex_id: str, strength: int, names: Iterable[str], **entry: Any) -> dict[str, dict[str, Any]]:
    """Forces of that total strength (2 or more) in one hex, of units of 3 (2 when reduced); the entries go to each of
    their leaders. Every name is a commander followed by those he leads."""
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


def _view(match: Any) -> Any:
    return match.view(match.seats[0])


def unit(match: Any, name: str) -> Any:
    """The unit's entry in the view: a table, or "dead", "removed", "off"."""
    return _view(match)["units"][name]


def at(match: Any, name: str) -> str:
    """Where a unit stands, or "dead", "removed", "off"."""
    found = unit(match, name)
    return found if isinstance(found, str) else str(found["hex"])


def steps(match: Any, name: str) -> int:
    """The steps a unit has left, 0 if it is not on the map."""
    found = unit(match, name)
    return 0 if isinstance(found, str) else int(found["steps"])


def morale(match: Any, name: str) -> int:
    """The morale of the force a unit belongs to."""
    found = unit(match, name)
    assert not isinstance(found, str), f"{name} is {found}"
    leader = found.get("leader", name)
    return int(unit(match, leader).get("morale", 0))


def castle(match: Any, name: str) -> dict[str, Any]:
    """The castle's entry in the view."""
    return dict(_view(match)["castles"][name])


#: What events tell for whoever shows a fight; tests/series/test_fights.py looks at it.
SHOWN = {"fight", "loss"}


def of_kind(events: Iterable[Any], kind: str) -> list[dict[str, Any]]:
    """The data of all events of one kind, in order, without what only shows a fight."""
    found = [event.data for event in events if event.kind == kind]
    return [{key: value for key, value in data.items() if key not in SHOWN} for data in found]


def rolls(events: Iterable[Any]) -> list[dict[str, Any]]:
    """The data of all rolls, in order."""
    return of_kind(events, "roll")


# --- doing -------------------------------------------------------------------------------------------------------


def attack(match: Any, leader: str, hex_id: str) -> list[Any]:
    """A skirmish of that force against everybody in the hex, as far as the next question."""
    events = acts(match, f"act {leader}", "battle")
    if match.decision.name == "target":
        events += match.act(f"attack {hex_id}")
    if match.decision.name == "defenders":
        events += match.act("fight")
    return events


# How many units of 3 under a leader of 4, with which die, cause a result against a leader without a modifier.
RESULTS = {"1": (1, 1), "2": (1, 6), "3": (5, 3), "4": (11, 2), "5": (6, 5), "4!": (5, 4), "6!": (7, 5)}


def striker(hex_id: str, names: Sequence[str], result: str) -> tuple[dict[str, dict[str, Any]], int]:
    """The force of a leader (with a modifier of 4) in a hex, of as many units as it takes, and the die that causes this
    result on flat ground against a modifier of 0."""
    count, die = RESULTS[result]
    return force(hex_id, *names[:count]), die


def besiege(match: Any, leader: str, *texts: str) -> list[Any]:
    """A Siege action of that force, with these answers."""
    return acts(match, f"act {leader}", "siege", *texts)


def onward(match: Any, *names: str) -> list[Any]:
    """Every seat ends its phases until one of these decisions comes; all events on the way."""
    events: list[Any] = []
    while match.decision is not None and match.decision.name not in names:
        assert match.decision.name == "force", f"{match.decision.name} comes in between"
        events += match.act("end")
    return events


def forced(match: Any) -> list[Any]:
    """Answer questions about losses while there is only one answer."""
    events: list[Any] = []
    while match.decision is not None and match.decision.name == "losses" and len(match.decision.texts) == 1:
        events += match.act(match.decision.texts[0])
    return events


def pass_on(match: Any, until: Callable[[], bool] = lambda: False) -> list[Any]:
    """Every seat ends its phases and every castle holds out, until then or to the end; all events on the way."""
    events: list[Any] = []
    while match.decision is not None and not until():
        events += match.act("hold_out" if match.decision.name == "offer" else "end")
    return events


def played_out(match: Any) -> dict[str, dict[str, Any]]:
    """The aims of every seat as they are told in the last turn; then everybody ends his phases, and so it comes."""
    told = {seat: match.aims(seat) for seat in match.seats}
    pass_on(match)
    for seat, aims in told.items():
        verdict, result = aims["turn_end"], match.result
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
    """`terrain` and `sides` of a single way between mountains; `beside` opens hexes next to it."""
    opened = {**dict.fromkeys(hexes, ground), **(beside or {})}
    walls = {wall: "mountain" for hex_id in opened for wall in disc(hex_id, 2)}
    dry = {f"{a}-{b}": "none" for a in opened for b in neighbours(a) if a < b and b in opened}
    return {
        "terrain": {**walls, **opened},
        "sides": {**dry, **{_side(name): kind for name, kind in (sides or {}).items()}},
    }


def march(match: Any, leader: str, how: str = "move") -> Any:
    """That force begins to move, as far as the question where to."""
    acts(match, f"act {leader}", how)
    return match


def left(match: Any) -> int:
    """The movement points the marching force has left."""
    assert match.decision.name == "march", f"nobody marches: {match.decision.name}"
    return int(match.decision.data["count"])


def cost(match: Any, hex_id: str) -> int:
    """The movement points it costs to go on to that hex; points must be left afterwards."""
    before = left(match)
    match.act(f"to {hex_id}")
    return before - left(match)


def no_line(match: Any) -> set[str]:
    """The units named in the communication checks so far as having no line."""
    return {str(event.data["unit"]) for event in match.events if event.kind == "no_line"}
