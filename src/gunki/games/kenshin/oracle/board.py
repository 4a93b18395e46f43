"""A described position: places of units, holders of castles, ships (6, 7, 8, 16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gunki.games.kenshin.oracle.ground import BOX, ground_of
from gunki.games.kenshin.oracle.roster import Counter, Fort, Hull, roster

SIDES = ("uesugi", "oda")
GONE = ("dead", "removed", "absent", "undeployed", "sunk")


def other(side: str) -> str:
    """Return the enemy's side."""
    return "oda" if side == "uesugi" else "uesugi"


@dataclass
class Man:
    """A land unit. `place` is a hex, `box`, `aboard`, or the reason why it is not in play."""

    printed: Counter
    clan: str
    ability: int
    action: int
    place: str = "absent"
    ship: str = ""
    steps: int = 2
    leader: str = ""
    inside: bool = False
    done: bool = False
    landed: bool = False
    fought: bool = False
    pinned: bool = False
    bound: str = ""

    @property
    def id(self) -> str:
        """Return the name of the unit."""
        return self.printed.id

    @property
    def is_on_map(self) -> bool:
        """Return whether the unit stands in a hex."""
        return self.place.isdigit()

    @property
    def is_in_play(self) -> bool:
        """Return whether the unit is on the map, in the box or aboard."""
        return self.place not in GONE


@dataclass
class Keep:
    """A castle as it is now. `marker` is -1 while it is not invested (13-1-2)."""

    printed: Fort
    holder: str
    durability: int
    marker: int
    level: tuple[int, int]
    stormed: bool = False

    @property
    def hex(self) -> str:
        """Return the hex of the castle."""
        return self.printed.hex


@dataclass
class Vessel:
    """A ship as it is now. `at` is an area, a coastal hex, or the reason why it is not in play."""

    printed: Hull
    at: str
    steps: int = 2
    exposed: bool = False
    bound: bool = False
    done: bool = False
    ability: int = 0


class Board:
    """The pieces of a position; the events of an action change them (gunki.games.kenshin.oracle.apply_events)."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        printed, state = roster(), document.get("state", {})
        self.ground = ground_of(document)
        self.turn: int = document["turn"]
        self.phase: str = document.get("phase", "")
        self.score: int = document["score"]
        self.state: Mapping[str, Any] = state
        self.event: str = state.get("event", "none")
        self.rebellion: str = state.get("araki_rebellion", "none")
        self.fell_last_turn: list[str] = list(state.get("fell_last_turn", []))
        self.fell_this_turn: list[str] = list(state.get("fell_this_turn", []))
        self.fortified = {where: set(sides) for where, sides in state.get("fortified", {}).items()}
        self.seats = {clan.id: clan.side for clan in printed.clans.values()}
        self.seats |= {clan: seat if seat in SIDES else "neutral" for clan, seat in state.get("seat_of", {}).items()}
        #: The unit that will sail with each ship (16-4-1 embark).
        self.boarding: dict[str, str] = {}
        for entry in document.get("stack", []):
            if entry["procedure"] == "Sail" and entry["boarder"] != "none":
                self.boarding[entry["ship"]] = entry["boarder"]
        unit_entries = document.get("units", {})
        self.men = {unit.id: self._man(unit, unit_entries.get(unit.id, "absent")) for unit in printed.units.values()}
        castles = document.get("castles", {})
        self.keeps = {fort.id: self._keep(fort, castles.get(fort.id, {})) for fort in printed.castles.values()}
        ships = document.get("ships", {})
        self.vessels = {hull.id: self._vessel(hull, ships.get(hull.id, "absent")) for hull in printed.ships.values()}

    def _man(self, unit: Counter, entry: Any) -> Man:
        clan = unit.clan
        if self.rebellion == "independent" and clan == "araki" and unit.id.startswith(("nakagawa", "takayama")):
            clan = unit.id.partition("_")[0]
        man = Man(unit, clan, unit.ability, unit.action)
        fields: Mapping[str, Any] = {"hex": entry} if isinstance(entry, str) else entry
        man.place = fields["hex"]
        if man.place.startswith("aboard "):
            man.place, _, man.ship = man.place.partition(" ")
        man.steps = fields.get("steps", 2)
        man.leader = fields.get("leader", "")
        man.ability, man.action = fields.get("ability", unit.ability), fields.get("action", unit.action)
        man.inside, man.done = bool(fields.get("inside")), bool(fields.get("done"))
        man.landed = bool(fields.get("landed"))
        man.fought, man.pinned = bool(fields.get("fought")), bool(fields.get("pinned"))
        man.bound = fields.get("bound", "")
        return man

    def _keep(self, fort: Fort, entry: Mapping[str, Any]) -> Keep:
        durability, strength = entry.get("level", (fort.durability, fort.strength))
        return Keep(
            fort,
            entry.get("holder", self.side_of(fort.clan)),
            entry.get("durability", durability),
            entry.get("marker", -1),
            (durability, strength),
            bool(entry.get("stormed")),
        )

    @staticmethod
    def _vessel(hull: Hull, entry: Any) -> Vessel:
        fields: Mapping[str, Any] = {"at": entry} if isinstance(entry, str) else entry
        return Vessel(
            hull,
            fields["at"],
            fields.get("steps", 2),
            bool(fields.get("exposed")),
            bool(fields.get("bound")),
            bool(fields.get("done")),
            fields.get("ability", hull.ability),
        )

    # -- sides --------------------------------------------------------------------------------------------------------

    def side_of(self, clan: str) -> str:
        """Return the side of a clan: `uesugi`, `oda` or `neutral`."""
        return self.seats[clan]

    def side(self, man: Man) -> str:
        """Return the side of a unit."""
        return self.seats[man.clan]

    # -- places of units and ships ------------------------------------------------------------------------------------

    def at(self, where: str) -> list[Man]:
        """Return the land units in a hex or in the box, inside a castle or not."""
        return [man for man in self.men.values() if man.place == where]

    def in_the_open(self, where: str, side: str) -> list[Man]:
        """Return the units of a side in a hex that are not inside a castle."""
        return [man for man in self.at(where) if not man.inside and self.side(man) == side]

    def garrison(self, keep: Keep) -> list[Man]:
        """Return the units inside a castle (8-2)."""
        return [man for man in self.at(keep.hex) if man.inside]

    def force(self, leader: str) -> list[Man]:
        """Return the units of a force: its leader and the units led (6-2)."""
        return [man for man in self.men.values() if leader in (man.id, man.leader)]

    def leaders(self, side: str) -> Iterator[Man]:
        """Yield the leader of each force of a side, single units too, in list order."""
        for man in self.men.values():
            if man.is_in_play and not man.leader and self.side(man) == side:
                yield man

    def is_shut_in(self, man: Man) -> bool:
        """Return whether a unit is inside a castle with enemies before it (13-1-3)."""
        return man.inside and bool(self.in_the_open(man.place, other(self.side(man))))

    def castle_in(self, where: str) -> Keep | None:
        """Return the castle in a hex."""
        name = roster().castle_at.get(where)
        return None if name is None else self.keeps[name]

    def is_neutral(self, where: str) -> bool:
        """Return whether neutral units or a neutral castle close a hex (20 entry)."""
        keep = self.castle_in(where)
        if keep is not None and keep.holder == "neutral":
            return True
        return any(self.side(man) == "neutral" for man in self.at(where))

    def is_aboard(self, vessel: Vessel) -> bool:
        """Return whether a ship carries a land unit (16-4-1)."""
        return any(man.place == "aboard" and man.ship == vessel.printed.id for man in self.men.values())

    def ship_side(self, vessel: Vessel) -> str:
        """Return the side of a ship."""
        return self.seats[vessel.printed.clan]

    def is_sheltered(self, vessel: Vessel) -> bool:
        """Return whether a ship lies in the shelter of a friendly port (16-2-5)."""
        keep = self.castle_in(vessel.at)
        friendly = keep is not None and bool(keep.printed.water) and keep.holder == self.ship_side(vessel)
        return friendly and not vessel.exposed

    def ships_at(self, where: str, side: str) -> list[Vessel]:
        """Return the ships of a side in an area or a hex, without those in the shelter of a port."""
        return [
            ship
            for ship in self.vessels.values()
            if ship.at == where and self.ship_side(ship) == side and not self.is_sheltered(ship)
        ]

    def has_clan_in_game(self, clan: str) -> bool:
        """Return whether a clan has units in play or still to come."""
        return any(man.clan == clan and man.place not in ("dead", "removed", "absent") for man in self.men.values())

    def is_in_box(self, man: Man) -> bool:
        """Return whether a unit is in the Mori Deployment Box."""
        return man.place == BOX
