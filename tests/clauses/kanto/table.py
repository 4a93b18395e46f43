"""Helpers of the clause tests: ground to fight on, a composed position, a look at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import gunki
from tests.clauses.common import acts, allowed, clauses_of, refused

__all__ = [
    "COMPANIONS",
    "SCENARIOS",
    "acts",
    "allowed",
    "at",
    "attack",
    "besiege",
    "castle",
    "clauses_of",
    "compose",
    "cost",
    "disc",
    "distance",
    "force",
    "forced",
    "fresh",
    "host",
    "kenshin",
    "lane",
    "left",
    "march",
    "morale",
    "neighbours",
    "no_line",
    "of_kind",
    "on_map",
    "onward",
    "pass_on",
    "plain",
    "refused",
    "replenished",
    "ring",
    "rolls",
    "steps",
    "unit",
]

# The scenarios in the order of the rulebook.
SCENARIOS = ("heaven_and_earth", "kenshin_crosses_the_mountains", "conquest_of_kanto", "mimase_pass")

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


def compose(
    units: Mapping[str, Any],
    *,
    scenario: str = "heaven_and_earth",
    around: str | None = None,
    radius: int = 5,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    dice: Sequence[int] | str = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **entries: Any,
) -> Any:
    """A match on an otherwise empty board; `around` makes the ground flat, `terrain` and `sides` then change it."""
    ground = plain(around, radius) if around else {"terrain": {}, "sides": {}}
    document = {
        "empty": True,
        "units": dict(units),
        "terrain": {**ground["terrain"], **(terrain or {})},
        "sides": {**ground["sides"], **{_side(name): kind for name, kind in (sides or {}).items()}},
        **entries,
    }
    given = dice if isinstance(dice, str) else list(dice)
    return gunki.compose("kanto", scenario, document, dice=given, seed=seed, options=dict(options or {}))


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


def of_kind(events: Iterable[Any], kind: str) -> list[dict[str, Any]]:
    """The data of all events of one kind, in order."""
    return [dict(event.data) for event in events if event.kind == kind]


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


# Units without stars that Kenshin leads in the tests, all there in `heaven_and_earth`.
COMPANIONS = [
    "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu", "amakasu_kagemochi",
    "yasuda_akimoto", "yoshie_kagesuke", "takenomata_yoshitsuna", "shibata_nagaatsu", "nagao_kagenobu",
]  # fmt: skip

# How many units of 3 under Kenshin (4), with which die, cause a result against a leader without a modifier.
RESULTS = {"1": (1, 1), "2": (1, 6), "3": (5, 3), "4": (11, 2), "5": (6, 5), "4!": (5, 4), "6!": (7, 5)}


def kenshin(hex_id: str, result: str) -> tuple[dict[str, dict[str, Any]], int]:
    """Kenshin's force in a hex and the die that causes this result on flat ground against a modifier of 0."""
    count, die = RESULTS[result]
    return force(hex_id, "uesugi_kenshin", *COMPANIONS[: count - 1]), die


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


# --- a host of any strength ---------------------------------------------------------------------------------------

# Units of strength 3 (2 when reduced); each commander is followed by those he leads.
HOSTS = {
    "uesugi": (
        "kakizaki_kageie yasuda_akimoto yoshie_kagesuke nagao_kagenobu shibata_nagaatsu sanponji_takanaga"
        " okuma_tomohide matsumoto_kageshige",
        "nagao_masakage murakami_yoshikiyo nakajo_fujisuke usami_sadayuki saito_tomonobu amakasu_kagemochi"
        " irobe_nagazane takenomata_yoshitsuna",
        "naoe_sanetsuna",
    ),
    "takeda": (
        "yamagata_masakage atobe_katsusuke amari_masatada komai_kohakusai nagasaka_chokan saigusa_moritomo"
        " komiyama_masatomo hoshina_masatoshi",
        "baba_nobuharu morozumi_torasada takeda_nobukado takeda_yoshinobu",
    ),
}


def host(hex_id: str, strength: int, army: str = "uesugi", **entry: Any) -> dict[str, dict[str, Any]]:
    """Forces of that total strength (2 or more) in one hex; the entries go to each of their leaders."""
    count = -(-strength // 3)
    units: dict[str, dict[str, Any]] = {}
    for names in HOSTS[army]:
        leader, *led = names.split()
        room = count - len(units)
        if room > 0:
            units |= force(hex_id, leader, *led[: room - 1], **entry)
    assert len(units) == count, f"{army} has no host of {strength}"
    for name in list(units)[count - (3 * count - strength) :]:
        units[name] = {**units[name], "steps": 1}
    return units


def forced(match: Any) -> list[Any]:
    """Answer questions about losses while there is only one answer."""
    events: list[Any] = []
    while match.decision is not None and match.decision.name == "losses" and len(match.decision.texts) == 1:
        events += match.act(match.decision.texts[0])
    return events


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


# --- replenishing ------------------------------------------------------------------------------------------------


def replenished(names: Sequence[str], at_castle: str, die: int, *, spirit: int = 0, **entries: Any) -> int:
    """The steps that a force of reduced units gains or loses (14-2), inside a castle that belongs to its army."""
    tables = gunki.game("kanto").tables
    (army,) = {row["army"] for row in tables["unit"] if row["id"] in names}
    (hex_id,) = [row["hex"] for row in tables["castle"] if row["id"] == at_castle]
    units = force(hex_id, *names, inside=True, morale=spirit)
    units = {name: {**entry, "steps": 1} for name, entry in units.items()}
    match = compose(units, dice=[die], castles={at_castle: {"owner": army}}, **entries)
    acts(match, f"act {names[0]}", "organise")
    if match.decision.name == "organise":
        match.act("done")
    events = match.act("troops")
    while match.decision is not None and match.decision.name in ("restore", "desert"):
        events += match.act(match.decision.texts[-1])
    (result,) = of_kind(events, "replenished")
    changed = sum(steps(match, name) for name in names) - len(names)
    assert changed == result["count"], f"{result['count']} announced, {changed} applied"
    return changed


# The four hexes from which Odawara is invested (31-2), each with a commander of the Uesugi.
RING = {
    "2137": ("honjo_shigenaga", "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu"),
    "2138": ("kakizaki_kageie", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", "shibata_nagaatsu"),
    "2236": ("nagao_masakage", "amakasu_kagemochi", "irobe_nagazane", "takenomata_yoshitsuna", "kitajo_takahiro"),
    "2337": ("naoe_sanetsuna", "sanponji_takanaga", "okuma_tomohide", "matsumoto_kageshige", "kawada_shigechika"),
}


def ring(*strengths: int, **entry: Any) -> dict[str, dict[str, Any]]:
    """One force of each strength (up to 15, 0 for nobody) in 2137, 2138, 2236 and 2337 in this order."""
    units: dict[str, dict[str, Any]] = {}
    for (hex_id, (leader, *led)), strength in zip(RING.items(), strengths, strict=True):
        count = -(-strength // 3)
        if count:
            members = force(hex_id, leader, *led[: count - 1], **entry)
            for name in list(members)[count - (3 * count - strength) :]:
                members[name] = {**members[name], "steps": 1}
            units |= members
    return units


def on_map(ground: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """`terrain` and `sides` without the hexes beyond the edge of the map (40 columns, 49 rows)."""
    terrain = {name: kind for name, kind in ground["terrain"].items() if name <= "4099" and name[2:] <= "49"}
    return {"terrain": terrain, "sides": dict(ground["sides"])}


def pass_on(match: Any, until: Callable[[], bool] = lambda: False) -> list[Any]:
    """Every seat ends its phases and every castle holds out, until then or to the end; all events on the way."""
    events: list[Any] = []
    while match.decision is not None and not until():
        events += match.act("hold_out" if match.decision.name == "offer" else "end")
    return events


def fresh(scenario: str) -> Any:
    """A new match, before anybody has rearranged his units."""
    return gunki.new("kanto", scenario, seed=1)
