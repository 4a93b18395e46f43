"""Units in forces on a hex map, and castles: the state (2, 5 to 10), and what can be seen of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

from gunki.core.lexicon import Lexicon
from gunki.core.position import Position
from gunki.series.gunyuden.setup import GunyudenSetup

#: Where a unit is when it is on no hex: it has yet to enter, was killed (25), or was removed otherwise.
OFF, DEAD, GONE = -1, -2, -3


#: Who was under command when the stage began (14-1-2), and still when the phase did (13-1-2) or no longer.
LED, FREED = 1, 2

#: What changes with every action is changed in place. The rest changes seldom: clones share it, and a change makes a
#: new one (`altered`).
IN_PLACE = ("leader", "morale", "acted", "inside", "invests")
SELDOM = ("steps", "led", "durability", "shaken", "besieged", "ruined")
TUPLES = ("tried", "dropped", "called", "stormed", "steadfast", "turned_down", "retreated", "owner", "seat_of")

Layer = TypeVar("Layer", bytes, tuple[int, ...])


def altered(layer: Layer, index: int, value: int) -> Layer:
    """A layer with one other value."""
    return layer[:index] + type(layer)((value,)) + layer[index + 1 :]


class Ground(Position):
    """Forces are named by the unit that leads them: `leader[u]` is u itself for a leader (9-1).

    Morale is kept as the drop from normal, 0 to 4. What `derive` computes is kept up to date by the verbs: for both
    coalitions where their zones reach, which hexes they hold, and which they may not enter.
    """

    __slots__ = (
        "acted", "apart", "at", "besieged", "called", "dropped", "durability", "exerts", "found", "held", "hold",
        "inside", "invests", "known", "leader", "led", "morale", "near", "owner", "phase", "retreated", "ruined",
        "seat_of", "setup", "shaken", "shut", "side_of", "stage", "steadfast", "steps", "stormed", "strong", "tried",
        "turn", "turned_down", "weak", "weather",
    )  # fmt: skip

    CACHES = Position.CACHES | {"apart", "found", "known"}

    setup: GunyudenSetup
    turn: int
    stage: int
    #: The operations phase under way, a place in `setup.phases`.
    phase: int
    weather: int
    #: Per unit: the hex, the steps left, the leader of its force; and for leaders the drop in morale, whether the
    #: force has acted in this stage, is inside a castle, and invests one.
    at: list[int]
    steps: bytes
    leader: bytearray
    morale: bytearray
    acted: bytearray
    inside: bytearray
    invests: bytearray
    #: Units that were under command when the stage began: `LED` or `FREED`.
    led: bytes
    #: Castles in whose hex replenishment of the castle was tried this stage (14-3-3).
    tried: tuple[int, ...]
    #: Units detached during the march under way (15-5).
    dropped: tuple[int, ...]
    #: Castles that were called upon to surrender, and those that were assaulted, in this phase (20-1-1, 20-1-2).
    called: tuple[int, ...]
    stormed: tuple[int, ...]
    #: Castles that hold out to the last: nobody asks whether they offer to surrender while they are invested (20-4).
    steadfast: tuple[int, ...]
    #: Forces whose great battle was refused in this phase (G-60); the ways of those who retreat in this battle (23-5).
    turned_down: tuple[int, ...]
    retreated: tuple[int, ...]
    #: Per castle: the army that owns it, its durability, the drop in its own morale, whether it is invested.
    owner: tuple[int, ...]
    durability: bytes
    shaken: bytes
    besieged: bytes
    #: Who brought an abandoned castle down, as a seat plus 1 (T-36).
    ruined: bytes
    #: Per army the seat that plays it.
    seat_of: tuple[int, ...]
    #: Kept up to date: the coalition (plus 1) for which each castle exerts its zone.
    exerts: bytes
    #: Whether the four pairs of layers that change in place are this position's own, or shared with clones.
    apart: bool
    strong: list[bytearray]
    #: Castles change seldom: clones share these two, and a change makes new ones.
    weak: list[bytearray]
    hold: list[bytearray]
    held: list[bytearray]
    shut: list[bytearray]
    #: How many forces and castles of a coalition are at most one hex away (15-3-1), and the coalition of each unit.
    near: list[bytearray]
    side_of: list[int]
    #: The forces on the map, until one appears or goes.
    known: list[int] | None
    #: Answers that hold until a force appears or goes or a castle changes: lines by army, reach by force. Clones share
    #: it: a change makes a new one.
    found: dict[Any, Any]

    def __init__(self, setup: GunyudenSetup) -> None:
        units, castles = len(setup.units), len(setup.castles)
        self.setup = setup
        self.stack, self.wait, self.outcome, self.log, self.memo = [], None, None, None, None
        self.chances = self.barrier = self.shared = 0
        self.turn, self.stage, self.phase, self.weather = 1, 0, -1, 0
        self.at = [OFF] * units
        self.steps = b"\2" * units
        self.leader = bytearray(range(units))
        self.morale, self.acted, self.inside = bytearray(units), bytearray(units), bytearray(units)
        self.invests, self.led = bytearray(units), bytes(units)
        self.tried = self.dropped = self.called = self.stormed = self.steadfast = ()
        self.turned_down = self.retreated = ()
        self.owner = tuple(setup.castle_owner)
        self.durability = bytes(setup.full_durability if owner >= 0 else 0 for owner in self.owner)
        self.shaken = self.besieged = self.ruined = bytes(castles)
        self.seat_of = tuple(setup.army_seat)
        self.derive()

    @property
    def lexicon(self) -> Lexicon:
        return self.setup.lexicon

    def clone(self) -> Self:
        new = super().clone()
        new.setup = self.setup
        new.turn, new.stage, new.phase, new.weather = self.turn, self.stage, self.phase, self.weather
        new.at = self.at[:]
        new.leader, new.morale, new.acted = self.leader[:], self.morale[:], self.acted[:]
        new.inside, new.invests = self.inside[:], self.invests[:]
        new.steps, new.led = self.steps, self.led
        new.tried, new.dropped, new.turned_down = self.tried, self.dropped, self.turned_down
        new.called, new.stormed, new.steadfast = self.called, self.stormed, self.steadfast
        new.retreated = self.retreated
        new.owner, new.durability, new.shaken = self.owner, self.durability, self.shaken
        new.besieged, new.exerts, new.seat_of = self.besieged, self.exerts, self.seat_of
        new.ruined = self.ruined
        self.apart = new.apart = False
        new.strong, new.held, new.shut, new.near = self.strong, self.held, self.shut, self.near
        new.weak, new.hold = self.weak, self.hold
        new.side_of, new.known, new.found = self.side_of, self.known, self.found
        return new

    def _part(self) -> None:
        """Before the layers change that are shared with clones."""
        self.apart = True
        self.strong, self.held, self.shut, self.near = (
            [ours[:], theirs[:]] for ours, theirs in (self.strong, self.held, self.shut, self.near)
        )

    def state(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "stage": self.stage,
            "phase": self.phase,
            "weather": self.weather,
            "at": self.at,
            **{name: list(getattr(self, name)) for name in (*TUPLES, *IN_PLACE, *SELDOM)},
        }

    # -- what is derived from the state -------------------------------------------------------------------------------

    def derive(self) -> None:
        for names, kind in ((TUPLES, tuple), (IN_PLACE, bytearray), (SELDOM, bytes)):
            for name in names:
                setattr(self, name, kind(getattr(self, name)))
        self.known, self.found = None, {}
        size = self.setup.map.size
        self.strong, self.weak, self.hold, self.held = ([bytearray(size), bytearray(size)] for _ in range(4))
        self.shut = [bytearray(layer) for layer in self.setup.closed]
        self.near = [bytearray(size), bytearray(size)]
        self.side_of = [self.army_side(army) for army in self.setup.army]
        self.exerts, self.apart = bytes(len(self.owner)), True
        for force in self.forces():
            self._appear(force)
        for castle in range(len(self.owner)):
            self._castle_changed(castle)

    def _appear(self, force: int, sign: int = 1) -> None:
        """A force in the open begins (or ceases) to hold its hex and to exert its zone (5-1-1)."""
        self.known, self.found = None, {}
        side = self.side_of[force]
        if side < 0:
            return
        if not self.apart:
            self._part()
        h, zone = self.at[force], self.setup.controls[self.weather]
        near = self.near[side]
        (self.setup.around.put if sign > 0 else self.setup.around.take)(near, near, h)
        if self.inside[force]:
            return
        strong = self.strong[side]
        (zone.put if sign > 0 else zone.take)(strong, strong, h)
        self.held[side][h] += sign
        self.shut[1 - side][h] += sign

    def _castle_changed(self, castle: int) -> None:
        """5-1-1, 5-1-2, 5-4-3: what a castle holds and where its zone reaches, after anything about it changed."""
        self.found = {}
        if not self.besieged[castle] and castle in self.steadfast:
            self.steadfast = tuple(other for other in self.steadfast if other != castle)
        if not self.apart:
            self._part()
        h, zone = self.setup.castle_hex[castle], self.setup.controls[self.weather]
        was = self.exerts[castle]
        if was:
            side = (was - 1) // 2
            near = self.near[side]
            self.setup.around.take(near, near, h)
            self.held[side][h] -= 1
            if was - 1 & 1:
                self._guard(side, h, zone.take)
                self.strong[side][h] -= 1
        owner = self.owner[castle]
        side = self.army_side(owner) if owner >= 0 and self.durability[castle] else -1
        now = 0 if side < 0 else 1 + 2 * side + (not self.besieged[castle])
        self.exerts = altered(self.exerts, castle, now)
        if now:
            near = self.near[side]
            self.setup.around.put(near, near, h)
            self.held[side][h] += 1
            if now - 1 & 1:
                self._guard(side, h, zone.put)
                self.strong[side][h] += 1

    def _guard(self, side: int, h: int, change: Callable[[bytearray, bytearray, int], None]) -> None:
        hold, weak = self.hold[side][:], self.weak[side][:]
        change(hold, weak, h)
        self.hold, self.weak = self.hold[:], self.weak[:]
        self.hold[side], self.weak[side] = hold, weak

    def set_weather(self, weather: int, *clauses: str) -> None:
        """32: zones reach elsewhere in snow."""
        if weather != self.weather:
            self.weather = weather
            self.derive()
            self.tell("weather", *clauses, weather=weather)

    # -- sides --------------------------------------------------------------------------------------------------------

    def army_side(self, army: int) -> int:
        """The coalition of an army, -1 for one that takes no part."""
        seat = self.seat_of[army]
        return -1 if seat < 0 else self.setup.coalition[seat]

    def side(self, unit: int) -> int:
        return self.side_of[unit]

    def seat(self, unit: int) -> int:
        return self.seat_of[self.setup.army[unit]]

    def castle_side(self, castle: int) -> int:
        """The coalition that owns a castle; -1 for nobody's or a neutral's."""
        owner = self.owner[castle]
        return -1 if owner < 0 else self.army_side(owner)

    # -- forces (9) ---------------------------------------------------------------------------------------------------

    def forces(self) -> list[int]:
        """The leaders of all forces on the map. Shared: do not change it."""
        found = self.known
        if found is None:
            at = self.at
            found = self.known = [u for u, f in enumerate(self.leader) if u == f and at[u] >= 0]
        return found

    def members(self, force: int) -> list[int]:
        """The units of a force, in the order of the counter sheet."""
        leader, found, u = self.leader, [], -1
        while (u := leader.find(force, u + 1)) >= 0:
            found.append(u)
        return found

    def units_in(self, h: int) -> list[int]:
        at, found, u = self.at, [], -1
        for _ in range(at.count(h)):
            u = at.index(h, u + 1)
            found.append(u)
        return found

    def forces_in(self, h: int) -> list[int]:
        leader = self.leader
        return [u for u in self.units_in(h) if leader[u] == u]

    def outside(self, h: int, side: int) -> list[int]:
        """The forces of a coalition in the open in a hex."""
        if not self.shut[1 - side][h]:  # nobody can be there
            return []
        inside, sides = self.inside, self.side_of
        return [f for f in self.forces_in(h) if not inside[f] and sides[f] == side]

    def garrison(self, castle: int) -> list[int]:
        """The forces inside a castle (16)."""
        return [f for f in self.forces_in(self.setup.castle_hex[castle]) if self.inside[f]]

    def strength(self, force: int) -> int:
        """9-2-5: the combat strengths of its units, by the steps they have left."""
        values, steps = self.setup.strength, self.steps
        return sum(values[u][steps[u]] for u in self.members(force))

    def strengths(self) -> list[int]:
        """The same for all forces at once, by leader."""
        totals = [0] * len(self.at)
        for leader, values, steps in zip(self.leader, self.setup.strength, self.steps, strict=True):
            totals[leader] += values[steps]
        return totals

    def sum_strength(self, forces: list[int]) -> int:
        return sum(self.strength(force) for force in forces)

    def sum_steps(self, force: int) -> int:
        return sum(self.steps[u] for u in self.members(force))

    def best(self, forces: list[int]) -> int:
        """G-36: the one of the highest rank; of equals the one with the best modifier."""
        return max(forces, key=lambda f: (self.setup.stars[f], self.setup.modifier[f], -f))

    def lowest_morale(self, forces: list[int]) -> int:
        """The morale of those who lost most of it, 0 or below."""
        return -max(self.morale[force] for force in forces)

    def castle_morale(self, castle: int) -> int:
        """10-4: that of the garrison, if there is one, else the castle's own."""
        garrison = self.garrison(castle)
        return self.lowest_morale(garrison) if garrison else -self.shaken[castle]

    def able(self, force: int) -> bool:
        """12-2-4, 12-2-3: whether the force's activation points allow it to act in this stage, and it has not yet."""
        return not self.acted[force] and self.has_points(force)

    def has_points(self, force: int) -> bool:
        """12-2-4: whether a force's activation points last for this stage."""
        return self.setup.activation[force] >= self.stage

    def castle_at(self, h: int) -> int:
        return self.setup.castle_at[h]
