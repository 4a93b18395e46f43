"""The position of games with units in areas and cards in hands: its state, and the small methods that change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any, ClassVar, Generic, Self, TypeVar

from gunki.core.definition.lexicon import Lexicon
from gunki.core.rules.aims import AT_ONCE
from gunki.core.rules.decision import Act, Consequence, Reason
from gunki.core.rules.procedure import Next
from gunki.core.show.fights import loss
from gunki.core.state.position import Position
from gunki.series.areas_and_cards.rules.sequence import Turn
from gunki.series.areas_and_cards.setup import AreaSetup
from gunki.series.areas_and_cards.state import old_steps
from gunki.series.areas_and_cards.state.state_fields import STATE

#: The places of generals who are in no area: beside the map, or dead.
OFF, DEAD = -1, -2
#: The places of cards in no seat's hand. TABLE: face up beside the board, while the effect lasts (6-10).
STACK, DISCARD, TABLE = -1, -2, -3
#: The names of a unit's status (1-2) in texts.
STATUS = ("spent", "ready")


@lru_cache(maxsize=1 << 16)
def bits(members: int) -> tuple[int, ...]:
    """Return the members of a bit set, lowest first."""
    numbers = []
    while members:
        numbers.append((members & -members).bit_length() - 1)
        members &= members - 1
    return tuple(numbers)


def with_value(values: list[int], place: int, value: int) -> list[int]:
    """Return a copy of a list with another value at a place. Lists that clones share must not be changed in place."""
    new = values[:]
    new[place] = value
    return new


SetupT = TypeVar("SetupT", bound=AreaSetup, covariant=True)


class AreaPositionOf(Position, Generic[SetupT]):
    """A position with units in areas and cards in hands.

    Armies are only counted, by clan and area (index `clan * areas + area`). Generals are kept one by one.
    """

    __slots__ = (
        "at", "cards", "control", "fixed", "foes", "march_clan", "march_origin", "moved", "owner", "part_cache",
        "pins", "pool", "present", "present_generals", "ready", "roster", "setup", "spent", "stops", "turn", "up",
    )  # fmt: skip

    setup: SetupT
    turn: int
    #: How many armies of each clan are in each area, ready and spent; and how many are in each clan's pool.
    ready: bytearray
    spent: bytearray
    pool: list[int]
    #: For each general: the area (or OFF, DEAD), and whether the general is ready (1) or spent (0).
    at: list[int]
    up: list[int]
    #: The clan of each general (-1: none), and the bit set of generals who cannot move.
    owner: list[int]
    fixed: int
    #: The clan that controls each area (-1: none); and the place of each card: a seat, STACK, DISCARD or TABLE.
    control: list[int]
    cards: list[int]
    #: The clans, and the generals, present in each area, as bit sets. Every method that moves units updates them.
    present: list[int]
    present_generals: list[int]
    #: The generals of each clan.
    roster: list[int]
    #: Bit sets of clans, for each clan: those that it fights, those that end its march, those that pin it in an area.
    foes: list[int]
    stops: list[int]
    pins: list[int]
    #: How many units have moved in this action turn; the clan that marched last in it; and the area where that march
    #: began.
    moved: int
    march_clan: int
    march_origin: int
    #: Parts of the latest view, each with the state that it shows (document.py). All clones of a position share this
    #: cache. It saves time, because most parts do not change from one decision to the next, and are in the view of
    #: every seat.
    part_cache: dict[str, tuple[Any, Any]]
    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS
    DERIVED = frozenset({"present", "present_generals", "roster", "foes", "stops", "pins"})
    CACHES = Position.CACHES | {"part_cache"}
    #: The sequence of play (3).
    TURN: ClassVar[Turn]
    #: Returns the reasons against an act that does not answer the current decision (refusal_reasons.py).
    REASONS_NOT_ASKED: ClassVar[Callable[[Any, Act], list[Reason]]]

    def __init__(self, setup: SetupT | None = None) -> None:
        """Make the position before the first turn. Without a setup, the position stays empty, and `clone` fills it."""
        if setup is not None:
            self.setup = setup
            self.begin()

    def begin(self) -> None:
        """Set all fields to a state with no unit on the map and all cards in their stacks."""
        setup = self.setup
        areas, clans, units = len(setup.map.names), len(setup.clans), len(setup.generals)
        self.stack, self.wait, self.outcome, self.log, self.memo = [], None, None, None, None
        self.chances = self.barrier = self.shared = 0
        self.turn = 1
        self.ready, self.spent = bytearray(clans * areas), bytearray(clans * areas)
        self.pool = list(setup.counters)
        self.at, self.up = [OFF] * units, [1] * units
        self.owner, self.fixed = list(setup.general_clan), setup.defending
        self.control, self.present, self.present_generals = [-1] * areas, [0] * areas, [0] * areas
        self.cards = [STACK] * len(setup.cards)
        self.roster = [0] * clans
        for general, clan in enumerate(self.owner):
            if clan >= 0:
                self.roster[clan] |= 1 << general
        self.foes, self.stops, self.pins = [0] * clans, [0] * clans, [0] * clans
        self.moved = 0
        self.march_clan = self.march_origin = -1
        self.part_cache = {}

    @property
    def lexicon(self) -> Lexicon:
        return self.setup.lexicon

    def clone(self) -> Self:
        new = super().clone()
        new.setup, new.part_cache = self.setup, self.part_cache
        new.turn = self.turn
        new.ready, new.spent, new.pool = self.ready[:], self.spent[:], self.pool[:]
        new.at, new.up = self.at[:], self.up[:]
        # Lists that seldom change are shared; a change replaces them by a new list.
        new.owner, new.roster = self.owner, self.roster
        new.foes, new.stops, new.pins = self.foes, self.stops, self.pins
        new.control, new.present, new.present_generals = self.control[:], self.present[:], self.present_generals[:]
        new.cards = self.cards[:]
        new.fixed, new.moved = self.fixed, self.moved
        new.march_clan, new.march_origin = self.march_clan, self.march_origin
        return new

    def aims_cache_key(self) -> tuple[Any, ...]:
        """Return the parts of the state on which the aims depend, among them control, presence and deaths.

        Cards in hands and the status of units are left out, because they do not decide a game by themselves.
        """
        dead = [u for u, at in enumerate(self.at) if at == DEAD] if DEAD in self.at else []
        return self.turn, self.control[:], self.present[:], dead, self.list_unsettled(), self.outcome

    def derive(self) -> None:
        areas = range(len(self.control))
        self.present_generals = [sum(1 << u for u, at in enumerate(self.at) if at == area) for area in areas]
        clans = range(len(self.setup.clans))
        self.roster = [sum(1 << u for u, own in enumerate(self.owner) if own == clan) for clan in clans]
        self.present = [sum(1 << clan for clan in clans if self.units(clan, area)) for area in areas]

    # -- units in areas -------------------------------------------------------------------------------------------

    def generals_in(self, clan: int, area: int) -> tuple[int, ...]:
        """Return the clan's generals in an area."""
        return bits(self.chiefs(clan, area))

    def chiefs(self, clan: int, area: int) -> int:
        """Return the clan's generals in an area, as a bit set."""
        return self.present_generals[area] & self.roster[clan]

    def generals_of(self, clan: int) -> tuple[int, ...]:
        """Return all generals who serve a clan, the dead included."""
        return bits(self.roster[clan])

    def armies(self, clan: int, area: int) -> int:
        """Return the number of a clan's armies in an area."""
        i = clan * len(self.control) + area
        return self.ready[i] + self.spent[i]

    def units(self, clan: int, area: int) -> int:
        """Return the number of a clan's armies and generals in an area."""
        i = clan * len(self.control) + area
        return self.ready[i] + self.spent[i] + self.chiefs(clan, area).bit_count()

    def ready_units(self, clan: int, area: int) -> int:
        """Return the number of a clan's ready armies and generals in an area."""
        count = self.ready[clan * len(self.control) + area]
        chiefs = self.chiefs(clan, area)
        return count + sum([self.up[u] for u in bits(chiefs)]) if chiefs else count

    def _add_presence(self, clan: int, area: int) -> None:
        self.present[area] |= 1 << clan

    def _update_presence(self, clan: int, area: int) -> None:
        i = clan * len(self.control) + area
        if not self.ready[i] and not self.spent[i] and not self.chiefs(clan, area):
            self.present[area] &= ~(1 << clan)

    # -- changes of units -----------------------------------------------------------------------------------------

    def place_armies(self, clan: int, area: int, count: int, ready: bool, *clauses: str) -> int:
        """Place armies from the pool, at most as many as it has (1-2-2-1), and return how many were placed."""
        count = min(count, self.pool[clan])
        if count > 0:
            self.pool[clan] -= count
            kind = self.ready if ready else self.spent
            kind[clan * len(self.control) + area] += count
            self._add_presence(clan, area)
            if self.log is not None:
                self.emit("placed", "1-2-2-1", *clauses, clan=clan, area=area, count=count, status=STATUS[ready])
        return count

    def remove_armies(self, clan: int, area: int, ready: int, spent: int, *clauses: str) -> None:
        """Remove armies to the pool beside the board (8-4). From there they may come again (8-4.p2)."""
        self.take_armies(clan, area, ready, spent)
        self.pool[clan] += ready + spent
        if self.log is not None and ready + spent:
            armies_left = self.armies(clan, area)
            lost = loss("clan", self.setup.clans[clan], left=armies_left, count=ready + spent)
            self.emit("removed", *clauses, clan=clan, area=area, count=ready + spent, loss=lost)

    def take_armies(self, clan: int, area: int, ready: int, spent: int) -> None:
        """Take armies out of an area. The caller puts them elsewhere."""
        i = clan * len(self.control) + area
        self.ready[i] -= ready
        self.spent[i] -= spent
        self._update_presence(clan, area)

    def give_armies(self, clan: int, area: int, ready: int, spent: int) -> None:
        """Put armies that come from elsewhere on the map into an area."""
        i = clan * len(self.control) + area
        self.ready[i] += ready
        self.spent[i] += spent
        if ready + spent:
            self._add_presence(clan, area)

    def place_general(self, general: int, area: int, ready: bool, *clauses: str, kind: str = "general_placed") -> None:
        """Place a general in an area, from another area or from beside the map; `kind` is the kind of the event."""
        old, clan = self.at[general], self.owner[general]
        self.at[general] = area
        self.present_generals[area] |= 1 << general
        self.up[general] = int(ready)
        if old >= 0 and old != area:
            self.present_generals[old] &= ~(1 << general)
            self._update_presence(clan, old)
        self._add_presence(clan, area)
        if self.log is not None:
            self.emit(kind, *clauses, general=general, from_area=old, area=area, status=STATUS[ready])

    def remove_general(self, general: int, *clauses: str, to: int = DEAD) -> None:
        """Remove a general from the map: `to` is DEAD, or OFF for beside the map."""
        old, clan = self.at[general], self.owner[general]
        self.at[general], self.up[general] = to, 1
        if old >= 0:
            self.present_generals[old] &= ~(1 << general)
            self._update_presence(clan, old)
        if self.log is not None:
            kind, lost = (
                "general_died" if to == DEAD else "general_removed",
                loss("general", self.setup.generals[general]),
            )
            self.emit(kind, *clauses, general=general, area=old, clan=clan, loss=lost)

    def enlist(self, general: int, clan: int) -> None:
        """Let a general serve another clan, or none (-1)."""
        old, area = self.owner[general], self.at[general]
        self.owner, self.roster = self.owner[:], self.roster[:]
        self.owner[general] = clan
        if old >= 0:
            self.roster[old] &= ~(1 << general)
            if area >= 0:
                self._update_presence(old, area)
        if clan >= 0:
            self.roster[clan] |= 1 << general
            if area >= 0:
                self._add_presence(clan, area)

    def march(self, clan: int, origin: int, area: int, armies: int, generals: Sequence[int], ready: bool) -> None:
        """Move a stack (7); the units arrive ready or spent."""
        width = len(self.control)
        self.ready[clan * width + origin] -= armies
        (self.ready if ready else self.spent)[clan * width + area] += armies
        for u in generals:
            self.at[u] = area
            self.present_generals[origin] &= ~(1 << u)
            self.present_generals[area] |= 1 << u
            self.up[u] = int(ready)
        self._add_presence(clan, area)
        self._update_presence(clan, origin)
        if self.log is not None:
            self.emit("marched", "7", clan=clan, from_area=origin, to_area=area, armies=armies, generals=list(generals))

    def spend(self, clan: int, area: int, *clauses: str) -> None:
        """Make all ready units of a clan in an area spent."""
        if self.log is not None and self.ready_units(clan, area):
            self.emit("spent", *clauses, clan=clan, area=area)
        i = clan * len(self.control) + area
        self.spent[i] += self.ready[i]
        self.ready[i] = 0
        for u in self.generals_in(clan, area):
            self.up[u] = 0

    def refresh(self, *clauses: str) -> None:
        """Make all spent units ready (3-4)."""
        self.ready = bytearray(map(add, self.ready, self.spent))
        self.spent = bytearray(len(self.spent))
        self.up = [1] * len(self.up)
        if self.log is not None:
            self.emit("refreshed", *clauses)

    def set_control(self, area: int, clan: int, *clauses: str) -> None:
        """Give control of an area to a clan (chapter 5). A side as a whole never controls areas (4-5(4), 4-5.p4)."""
        old = self.control[area]
        self.control[area] = clan
        if self.log is not None:
            self.emit("control", *clauses, area=area, clan=clan, former_clan=old)

    # -- cards ----------------------------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        """Return the cards in a seat's hand."""
        return [card for card, where in enumerate(self.cards) if where == seat]

    def discard(self, card: int, *clauses: str, to: int = DISCARD) -> None:
        """Discard a card from a hand, or with `to=TABLE` lay it out beside the board."""
        seat = self.cards[card]
        self.cards[card] = to
        if self.log is not None:
            self.emit("laid_out" if to == TABLE else "discarded", *clauses, seat=seat, card=card)

    def may_serve(self, general: int, clan: int) -> bool:
        """Return whether a general may come to serve a clan that is not the general's own."""
        return self.owner[general] < 0

    def bars(self, act: Act) -> list[Reason]:
        """Return every reason that forbids the act now.

        If the act answers a decision other than the current one, the reasons cite the rule of that other decision.
        """
        reasons = super().bars(act)
        if len(reasons) == 1 and reasons[0].what == "not_offered":
            return type(self).REASONS_NOT_ASKED(self, act)
        return reasons

    # -- rules that differ between the games ----------------------------------------------------------------------

    def own_clans(self, seat: int) -> int:
        """Return the bit set of clans that are the seat's own army (2-1)."""
        raise NotImplementedError

    def closed_areas(self, clan: int, sea_open: bool) -> int:
        """Return the bit set of areas that the clan may not enter; `sea_open`: an event opens the sea."""
        raise NotImplementedError

    def tolls(self, clan: int) -> Mapping[int, int]:
        """Return the areas that the clan cannot enter without provoking other clans.

        The value of each area is the bit set of the clans that are provoked there.
        """
        raise NotImplementedError

    def handle_entry(self, clan: int, area: int) -> None:
        """Do what the rules demand if units of a clan enter an area or are placed in it."""

    def handle_arrival(self, clan: int, area: int) -> None:
        """Do what the rules demand if a march ends in an area, before any combat there."""

    def brings_arrival(self, clan: int, area: int) -> Consequence | None:
        """Return the consequence that a march to an area has besides combat; None if it has none."""
        return None

    def brings_attack(self, clan: int, target: int) -> Consequence | None:
        """Return the consequence that an attack of one clan on another has besides combat; None if it has none."""
        return None

    def handle_attack(self, clan: int, target: int, area: int) -> None:
        """Do what the rules demand if a clan attacks another, before the combat."""

    def too_many(self, most: int) -> str:
        """Return the clause that limits a march to `most` units."""
        raise NotImplementedError

    def decider(self, clan: int, attacker: int) -> int:
        """Return the seat that decides for a clan attacked by the seat `attacker`; -1 if a fixed policy decides."""
        raise NotImplementedError

    def expendable(self, general: int) -> tuple[int, ...]:
        """Return the sort key of a general. The policy gives up the general with the smallest key first (H-23)."""
        return self.general_value(general), general

    def general_value(self, general: int) -> int:
        """Return the military value of a general as commander (1-2-1(2))."""
        return self.setup.value[general]

    def army_value(self, clan: int) -> int:
        """Return the military value of a clan's armies without a general (10-1); 0 if they have none."""
        return self.setup.army_value[clan]

    def refuges(self, clan: int, battle: int) -> list[int]:
        """Return the areas to which a general of the clan may flee from a battle in area `battle`."""
        raise NotImplementedError

    def after_death(self, general: int, killer: int) -> None:
        """Do what the rules demand at once if clan `killer` kills a general."""

    def after_combat(self) -> Next:
        """Return what follows all death checks of a combat: the end of the game, or None if no ending applies."""
        return self.find_outcome(AT_ONCE)


#: The type that rules of the series use for positions of either game.
AreaPosition = AreaPositionOf[AreaSetup]
