"""The state of every hex game: units in forces on a hex map, and castles; and the methods that change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from gunki.core.definition.lexicon import Lexicon
from gunki.core.rules.aims import ANY_DIE
from gunki.core.state.position import Position
from gunki.series.forces_and_castles.setup import ForcesSetup
from gunki.series.forces_and_castles.state import old_steps
from gunki.series.forces_and_castles.state.hooks import ForcesHooks
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.state_fields import FULL, STATE

#: Where a unit is when it is on no hex: still to enter, killed, or removed otherwise.
OFF, DEAD, GONE = -1, -2, -3

SetupT = TypeVar("SetupT", bound=ForcesSetup, covariant=True)


class ForcesPositionOf(ForcesHooks, Generic[SetupT]):
    """The position of a hex game.

    A force is named by the unit that leads it: `leader[u]` is `u` itself for a leader. What changes with every action
    is changed in place (lists and bytearrays). The rest changes seldom: clones share it, and a change makes a copy
    (`replace_value`). `derive` computes where the zones of each coalition reach, which hexes it holds, and which it may
    not enter. The methods keep these results up to date.
    """

    __slots__ = (
        "adjacent", "at", "besieged", "closed_to", "deployed", "durability", "enemy_cache", "exerts", "forces_cache",
        "hold", "inside", "layers_owned", "leader", "map_cache", "occupied", "owner", "phase", "seat_of", "setup",
        "side_of", "steps", "strong", "turn", "weak", "weather",
    )  # fmt: skip

    CACHES = Position.CACHES | {"enemy_cache", "layers_owned", "map_cache", "forces_cache"}
    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS
    DERIVED = frozenset({"exerts", "strong", "weak", "hold", "occupied", "closed_to", "adjacent", "side_of"})
    #: Fields of a force whose values a unit keeps when it leaves the force.
    HANDED_ON: ClassVar[tuple[str, ...]] = ("inside",)
    #: Whether a commander may release all the units he leads at once.
    BREAKS_UP: ClassVar[bool] = False
    #: What a player arranges for a unit, as bits: its hex, its commander, its side of the gate.
    ARRANGED: ClassVar[Mapping[str, int]] = {"station": 1, "lead": 2, "alone": 2, "garrison": 4, "field": 4}
    #: The words for units on no hex; and the entries that the row of a unit beside the map may have.
    FATES: ClassVar[Mapping[str, int]] = {"dead": DEAD, "removed": GONE, "off": OFF}
    BESIDE: ClassVar[tuple[str, ...]] = ("hex", "steps", "leader")

    setup: SetupT
    turn: int
    #: The phase under way, an index into `setup.phases`.
    phase: int
    #: The weather, an index into `setup.weathers`.
    weather: int
    #: For each unit: the hex, the steps left, the leader of its force, what was arranged for it in the deployment (as
    #: bits), and whether its force is inside a castle.
    at: list[int]
    steps: bytes
    leader: bytearray
    deployed: bytes
    inside: bytearray
    #: For each castle: the army that owns it (-1: none), its durability, and whether it is invested.
    owner: tuple[int, ...]
    durability: bytes
    besieged: bytes
    #: The seat that plays each army, -1 for none.
    seat_of: tuple[int, ...]
    #: Derived: for which coalition each castle holds its hex, and whether it has a zone (`_compute_exerts`).
    exerts: bytes
    #: Whether `strong`, `occupied`, `closed_to` and `adjacent` belong to this position alone. If not, clones share
    #: them, and they are copied before a change.
    layers_owned: bool
    strong: list[bytearray]
    #: These two layers change only with castles, which is seldom. So clones share them, and a change makes copies.
    weak: list[bytearray]
    hold: list[bytearray]
    occupied: list[bytearray]
    closed_to: list[bytearray]
    #: For each coalition and hex: how many of its forces and castles are in the hex or beside it. And the coalition of
    #: each unit.
    adjacent: list[bytearray]
    side_of: list[int]
    #: The forces on the map, cached until a force appears or goes.
    forces_cache: list[int] | None
    #: Answers that hold until a force appears or goes or a castle changes: lines by army, reach by force. Clones share
    #: the dict, so a change makes a new one.
    map_cache: dict[Any, Any]
    #: A second cache for each coalition, for answers that its own moves do not change. They hold until an enemy or a
    #: neutral appears or goes, or a castle changes. Clones share these dicts too.
    enemy_cache: tuple[dict[Any, Any], dict[Any, Any]]

    def __init__(self, setup: SetupT | None = None) -> None:
        """Make a position. Without a setup, the position stays empty, and `clone` fills it."""
        if setup is not None:
            self.setup = setup
            self.begin()

    def begin(self) -> None:
        """Set the starting values; no unit is on the map yet."""
        setup = self.setup
        units, castles = len(setup.units), len(setup.castles)
        self.stack, self.wait, self.outcome, self.log, self.memo = [], None, None, None, None
        self.chances = self.barrier = self.shared = 0
        self.turn, self.phase, self.weather = 1, -1, 0
        self.at = [OFF] * units
        self.steps, self.deployed = bytes([FULL]) * units, bytes(units)
        self.leader, self.inside = bytearray(range(units)), bytearray(units)
        self.owner = tuple(setup.castle_owner)
        self.durability = bytes(setup.first_durability(castle) for castle in range(castles))
        self.besieged = bytes(castles)
        self.seat_of = tuple(setup.army_seat)
        self.derive()

    @property
    def lexicon(self) -> Lexicon:
        return self.setup.lexicon

    def things(self, kind: str) -> Sequence[str]:
        return self.setup.phases if kind == "phase" else self.setup.lexicon.domains[kind]

    def closing(self) -> tuple[int, int]:
        return self.turn, ANY_DIE if self.turn >= self.setup.turns else 0

    def last_turns(self) -> tuple[tuple[int, int], ...]:
        return ((self.setup.turns, ANY_DIE),)

    def clone(self) -> Self:
        new = super().clone()
        new.setup = self.setup
        new.turn, new.phase, new.weather = self.turn, self.phase, self.weather
        new.at, new.leader, new.inside = self.at[:], self.leader[:], self.inside[:]
        new.steps, new.deployed = self.steps, self.deployed
        new.owner, new.durability, new.besieged = self.owner, self.durability, self.besieged
        new.exerts, new.seat_of = self.exerts, self.seat_of
        self.layers_owned = new.layers_owned = False
        new.strong, new.occupied, new.closed_to, new.adjacent = (
            self.strong,
            self.occupied,
            self.closed_to,
            self.adjacent,
        )
        new.weak, new.hold = self.weak, self.hold
        new.side_of, new.forces_cache, new.map_cache, new.enemy_cache = (
            self.side_of,
            self.forces_cache,
            self.map_cache,
            self.enemy_cache,
        )
        return new

    def _own_layers(self) -> None:
        """Copy the layers that are shared with clones, before they are changed."""
        self.layers_owned = True
        self.strong, self.occupied, self.closed_to, self.adjacent = (
            [ours[:], theirs[:]] for ours, theirs in (self.strong, self.occupied, self.closed_to, self.adjacent)
        )

    # -- what is derived from the state -------------------------------------------------------------------------------

    def derive(self) -> None:
        self.forces_cache = None
        self.clear_caches()
        size = self.setup.map.size
        self.strong, self.weak, self.hold, self.occupied = ([bytearray(size), bytearray(size)] for _ in range(4))
        self.closed_to = [bytearray(layer) for layer in self.setup.closed]
        self.adjacent = [bytearray(size), bytearray(size)]
        self.side_of = [self.army_side(army) for army in self.setup.army]
        castles = range(len(self.owner))
        self.exerts, self.layers_owned = bytes(self._compute_exerts(castle) for castle in castles), True
        for force in self.forces():
            self._appear(force)
        for castle in castles:
            self._exert(castle)
        for castle in castles:
            self.castle_changed(castle)  # a game may derive more from its castles here

    def clear_caches(self) -> None:
        """Forget all cached answers."""
        self.map_cache, self.enemy_cache = {}, ({}, {})

    def _appear(self, force: int, sign: int = 1) -> None:
        """Add the hex and zone of a force to the layers. Of a neutral force, add only the hex, if the force closes it.

        With `sign` -1, remove them.
        """
        self.forces_cache, self.map_cache = None, {}
        side, h = self.side_of[force], self.at[force]
        if side < 0:
            if self.closes_hex(self.setup.army[force]):
                if not self.layers_owned:
                    self._own_layers()
                self.enemy_cache = {}, {}
                for shut in self.closed_to:
                    shut[h] += sign
            return
        if not self.layers_owned:
            self._own_layers()
        zone = self.setup.controls[self.weather]
        self.enemy_cache = ({}, self.enemy_cache[1]) if side else (self.enemy_cache[0], {})
        near = self.adjacent[side]
        (self.setup.around.put if sign > 0 else self.setup.around.take)(near, near, h)
        if self.inside[force]:
            return
        strong = self.strong[side]
        (zone.put if sign > 0 else zone.take)(strong, strong, h)
        self.occupied[side][h] += sign
        self.closed_to[1 - side][h] += sign

    def castle_changed(self, castle: int) -> None:
        """Update which hex a castle holds and where its zone reaches, after a change of the castle."""
        self.clear_caches()
        now = self._compute_exerts(castle)
        if now == self.exerts[castle]:
            return
        if not self.layers_owned:
            self._own_layers()
        self.hold, self.weak = [layer[:] for layer in self.hold], [layer[:] for layer in self.weak]
        self._exert(castle, -1)
        self.exerts = replace_value(self.exerts, castle, now)
        self._exert(castle)

    def _compute_exerts(self, castle: int) -> int:
        """Return a castle's value for `exerts`.

        The value is 0 if the castle does not hold its hex. Else it is 1 + 2 × coalition, plus 1 if the castle has a
        zone.
        """
        owner = self.owner[castle]
        side = self.army_side(owner) if owner >= 0 and self.durability[castle] else -1
        return 0 if side < 0 else 1 + 2 * side + (not self.besieged[castle])

    def _exert(self, castle: int, sign: int = 1) -> None:
        """Add the hex and the zone of a castle to the layers.

        With `sign` -1, remove them. The layers must be this position's own.
        """
        exerts, h = self.exerts[castle] - 1, self.setup.castle_hex[castle]
        if exerts < 0:
            return
        side, around, zone = exerts // 2, self.setup.around, self.setup.controls[self.weather]
        near = self.adjacent[side]
        (around.put if sign > 0 else around.take)(near, near, h)
        self.occupied[side][h] += sign
        if exerts & 1:
            (zone.put if sign > 0 else zone.take)(self.hold[side], self.weak[side], h)
            self.strong[side][h] += sign

    def set_weather(self, weather: int, *clauses: str) -> None:
        """Change the weather; zones may then reach elsewhere."""
        if weather != self.weather:
            self.weather = weather
            self.derive()
            self.emit("weather", *clauses, weather=weather)

    # -- sides --------------------------------------------------------------------------------------------------------

    def army_side(self, army: int) -> int:
        """Return the coalition of an army, -1 if it takes no part."""
        seat = self.seat_of[army]
        return -1 if seat < 0 else self.setup.coalition[seat]

    def side(self, unit: int) -> int:
        return self.side_of[unit]

    def seat(self, unit: int) -> int:
        return self.seat_of[self.setup.army[unit]]

    def castle_side(self, castle: int) -> int:
        """Return the coalition that owns a castle; -1 if no army, or a neutral one, owns it."""
        owner = self.owner[castle]
        return -1 if owner < 0 else self.army_side(owner)

    # -- forces -------------------------------------------------------------------------------------------------------

    def forces(self) -> list[int]:
        """Return the leaders of all forces on the map. The list is shared: do not change it."""
        leaders = self.forces_cache
        if leaders is None:
            leader = self.leader
            leaders = self.forces_cache = [u for u, h in enumerate(self.at) if h >= 0 and leader[u] == u]
        return leaders

    def members(self, force: int) -> list[int]:
        """Return the units of a force, in the order of the counter sheet."""
        leader, units, u = self.leader, [], -1
        while (u := leader.find(force, u + 1)) >= 0:
            units.append(u)
        return units

    def units_in(self, h: int) -> list[int]:
        return [u for u, place in enumerate(self.at) if place == h]

    def forces_in(self, h: int) -> list[int]:
        """Return the leaders of the forces in a hex."""
        at = self.at
        return [f for f in self.forces() if at[f] == h]

    def outside(self, h: int, side: int) -> list[int]:
        """Return the forces of a coalition in the open in a hex."""
        if not self.closed_to[1 - side][h]:  # a force in the open would close its hex to the other side
            return []
        inside, sides = self.inside, self.side_of
        return [f for f in self.forces_in(h) if not inside[f] and sides[f] == side]

    def garrison(self, castle: int) -> list[int]:
        """Return the forces inside a castle."""
        return [f for f in self.forces_in(self.setup.castle_hex[castle]) if self.inside[f]]

    def sum_steps(self, force: int) -> int:
        return sum(self.steps[u] for u in self.members(force))

    def sum_strength(self, forces: Iterable[int]) -> int:
        return sum(self.strength(force) for force in forces)

    def castle_at(self, h: int) -> int:
        return self.setup.castle_at[h]

    def has_room(self, chief: int) -> bool:
        """Return whether a commander leads a force and has a free box on his command track."""
        leader, boxes = self.leader, self.setup.boxes[chief]
        return boxes > 0 and leader[chief] == chief and leader.count(chief) <= boxes

    def may_take(self, chief: int, unit: int) -> bool:
        """Return whether a commander can take a unit under his command."""
        return self.has_room(chief) and self.may_lead(chief, unit)

    def is_friendly_castle(self, castle: int, army: int) -> bool:
        """Return whether an army may enter a castle: its own, or one of its side.

        A neutral army may enter only its own castles.
        """
        owner, side = self.owner[castle], self.army_side(army)
        if owner < 0 or not self.durability[castle]:
            return False
        return owner == army or (side >= 0 and self.army_side(owner) == side)

    # -- reinforcements -----------------------------------------------------------------------------------------------

    def list_waiting(self) -> list[int]:
        """Return the forces beside the map that may enter now."""
        return [u for u in self.setup.reinforcements if self.leader[u] == u and self.may_enter_now(u)]

    def may_enter_now(self, force: int) -> bool:
        """Return whether a force beside the map may enter now."""
        return self.at[force] == OFF and 0 < self.setup.arrival[force] <= self.turn

    def entries(self, force: int) -> dict[int, int]:
        """Return the hexes where a force may enter, each with the cost of entry."""
        costs = ((h, self.setup.enter_cost(h, self.weather)) for h in self.setup.entry[force])
        return {h: cost for h, cost in costs if cost is not None}

    # -- changes of forces --------------------------------------------------------------------------------------------

    def put(self, force: int, h: int, inside: int = 0) -> None:
        """Put a force in a hex. It comes from another hex, or from beside the map."""
        was, forces = self.at[force], self.forces_cache
        if was >= 0:
            self._appear(force, -1)
        for u in self.members(force):
            self.at[u] = h
            self.inside[u] = inside
        self._appear(force)
        if was >= 0:
            self.forces_cache = forces  # the list stays valid: one force is in another hex
        self.handle_arrival(force, was)

    def handle_arrival(self, force: int, was: int) -> None:
        """Do what follows from a force's arrival. `was`: the hex it left, or a number like `OFF` if there is none."""

    def disband(self, force: int) -> None:
        """Make every unit under a commander a force of its own."""
        for u in self.members(force):
            if u != force:
                self.split(u)

    def split(self, unit: int) -> None:
        """Make a unit under command a force of its own, in the same state."""
        force = self.leader[unit]
        self.leader[unit] = unit
        self.hand_on(force, unit)
        if self.at[unit] >= 0:
            self._appear(unit)

    def hand_on(self, force: int, unit: int) -> None:
        for name in self.HANDED_ON:
            layer = getattr(self, name)
            layer[unit] = layer[force]


#: A position with the fields that every hex game's setup has; for rules that need no more.
ForcesPosition = ForcesPositionOf[ForcesSetup]
