"""Units in areas and cards in hands: the state, and the small verbs that change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any, Self

from gunki.board.areamap import AreaMap
from gunki.core.game import OptionValue, Setup
from gunki.core.lexicon import Lexicon
from gunki.core.position import Position
from gunki.core.procedure import Next

#: Where a general is when he is in no area.
OFF, DEAD = -1, -2
#: Where a card is when it is in no seat's hand. TABLE: face up beside the board, its effect lasts (6-10).
STACK, DISCARD, TABLE = -1, -2, -3
#: A unit's status (1-2), as the texts name it.
STATUS = ("spent", "ready")


@lru_cache(maxsize=1 << 16)
def bits(members: int) -> tuple[int, ...]:
    """The members of a bit set, lowest first."""
    found = []
    while members:
        found.append((members & -members).bit_length() - 1)
        members &= members - 1
    return tuple(found)


class AreaSetup(Setup):
    """The tables as numbers. Bit sets of clans and areas are plain ints."""

    map: AreaMap
    clans: tuple[str, ...]
    counters: tuple[int, ...]
    army_value: tuple[int, ...]
    generals: tuple[str, ...]
    value: tuple[int, ...]
    #: The clan a general belongs to; -1 for successor counters, which serve any clan.
    general_clan: tuple[int, ...]
    roster: tuple[tuple[int, ...], ...]
    roster_bits: tuple[int, ...]
    heirs: tuple[int, ...]
    cards: tuple[str, ...]
    march_areas: int
    #: For each die of a death check (8-4-2) whether it kills.
    deadly: tuple[bool, ...]
    #: Counters of one clan that are each a power of their own (-1: none).
    lone_clan: int
    #: Area that is closed to some (-1: none), and the clause that closes it.
    sea: int
    sea_clause: str

    def __init__(self, scenario: str, options: Mapping[str, OptionValue], tables: Mapping[str, Any]) -> None:
        super().__init__(scenario, options, tables)
        self.heirs = ()
        self.lone_clan = -1
        self.sea = -1


class AreaPosition(Position):
    """Armies are counted by clan and area (index `clan * areas + area`); generals stand one by one."""

    __slots__ = (
        "at", "cards", "control", "foes", "fought", "heir_clan", "march_clan", "march_origin", "moved", "pins", "pool",
        "present", "ready", "setup", "spent", "stood", "turn", "up",
    )  # fmt: skip

    setup: AreaSetup
    turn: int
    ready: bytearray
    spent: bytearray
    pool: list[int]
    at: list[int]
    up: list[int]
    heir_clan: list[int]
    control: list[int]
    cards: list[int]
    #: Kept up to date by the verbs: the clans, and the generals, present in each area.
    present: list[int]
    stood: list[int]
    #: For each clan the clans that stop and fight it, and those that keep it from leaving.
    foes: list[int]
    pins: list[int]
    #: This action turn: clans that fought, units that moved, and the latest march.
    fought: int
    moved: int
    march_clan: int
    march_origin: int

    def __init__(self, setup: AreaSetup) -> None:
        areas, clans, units = len(setup.map.names), len(setup.clans), len(setup.generals)
        self.setup = setup
        self.stack, self.wait, self.outcome, self.log, self.memo = [], None, None, None, None
        self.chances = self.barrier = 0
        self.turn = 1
        self.ready, self.spent = bytearray(clans * areas), bytearray(clans * areas)
        self.pool = list(setup.counters)
        self.at, self.up = [OFF] * units, [1] * units
        self.heir_clan = [-1] * len(setup.heirs)
        self.control, self.present, self.stood = [-1] * areas, [0] * areas, [0] * areas
        self.cards = [STACK] * len(setup.cards)
        self.foes, self.pins = [0] * clans, [0] * clans
        self.fought = self.moved = 0
        self.march_clan = self.march_origin = -1

    @property
    def lexicon(self) -> Lexicon:
        return self.setup.lexicon

    def clone(self) -> Self:
        new = super().clone()
        new.setup = self.setup
        new.turn = self.turn
        new.ready, new.spent, new.pool = self.ready[:], self.spent[:], self.pool[:]
        new.at, new.up, new.heir_clan = self.at[:], self.up[:], self.heir_clan[:]
        new.control, new.present, new.stood = self.control[:], self.present[:], self.stood[:]
        new.cards, new.foes, new.pins = self.cards[:], self.foes[:], self.pins[:]
        new.fought, new.moved = self.fought, self.moved
        new.march_clan, new.march_origin = self.march_clan, self.march_origin
        return new

    def state(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "ready": list(self.ready),
            "spent": list(self.spent),
            "pool": self.pool[:],
            "at": self.at[:],
            "up": self.up[:],
            "heir_clan": self.heir_clan[:],
            "control": self.control[:],
            "cards": self.cards[:],
            "fought": self.fought,
            "moved": self.moved,
            "march_clan": self.march_clan,
            "march_origin": self.march_origin,
        }

    def derive(self) -> None:
        self.ready, self.spent = bytearray(self.ready), bytearray(self.spent)
        areas = range(len(self.control))
        self.stood = [sum(1 << u for u, at in enumerate(self.at) if at == area) for area in areas]
        clans = range(len(self.setup.clans))
        self.present = [sum(1 << clan for clan in clans if self.units(clan, area)) for area in areas]

    # -- who is where ---------------------------------------------------------------------------------------------

    def generals_in(self, clan: int, area: int) -> tuple[int, ...]:
        return bits(self.chiefs(clan, area))

    def chiefs(self, clan: int, area: int) -> int:
        """The clan's generals in an area, as a bit set."""
        here = self.stood[area]
        if not here:
            return 0
        own = self.setup.roster_bits[clan]
        if self.setup.heirs:
            own |= sum(1 << u for u, c in zip(self.setup.heirs, self.heir_clan, strict=True) if c == clan)
        return here & own

    def clan_of(self, general: int) -> int:
        clan = self.setup.general_clan[general]
        return clan if clan >= 0 else self.heir_clan[general - self.setup.heirs[0]]

    def generals_of(self, clan: int) -> list[int]:
        setup = self.setup
        return [*setup.roster[clan], *(u for u, own in zip(setup.heirs, self.heir_clan, strict=True) if own == clan)]

    def armies(self, clan: int, area: int) -> int:
        i = clan * len(self.control) + area
        return self.ready[i] + self.spent[i]

    def units(self, clan: int, area: int) -> int:
        i = clan * len(self.control) + area
        return self.ready[i] + self.spent[i] + self.chiefs(clan, area).bit_count()

    def ready_units(self, clan: int, area: int) -> int:
        count = self.ready[clan * len(self.control) + area]
        here = self.chiefs(clan, area)
        return count + sum([self.up[u] for u in bits(here)]) if here else count

    def _here(self, clan: int, area: int) -> None:
        self.present[area] |= 1 << clan

    def _left(self, clan: int, area: int) -> None:
        i = clan * len(self.control) + area
        if not self.ready[i] and not self.spent[i] and not self.chiefs(clan, area):
            self.present[area] &= ~(1 << clan)

    # -- verbs ----------------------------------------------------------------------------------------------------

    def place_armies(self, clan: int, area: int, count: int, ready: bool, *clauses: str) -> int:
        """From the pool, as many as there are (1-2-2-1)."""
        count = min(count, self.pool[clan])
        if count > 0:
            self.pool[clan] -= count
            kind = self.ready if ready else self.spent
            kind[clan * len(self.control) + area] += count
            self._here(clan, area)
            if self.log is not None:
                self.tell("placed", "1-2-2-1", *clauses, clan=clan, area=area, count=count, status=STATUS[ready])
        return count

    def remove_armies(self, clan: int, area: int, ready: int, spent: int, *clauses: str) -> None:
        """Back to the pool beside the board (8-4)."""
        i = clan * len(self.control) + area
        self.ready[i] -= ready
        self.spent[i] -= spent
        self.pool[clan] += ready + spent
        self._left(clan, area)
        if self.log is not None and ready + spent:
            self.tell("removed", *clauses, clan=clan, area=area, count=ready + spent)

    def place_general(self, general: int, area: int, ready: bool, *clauses: str, kind: str = "general_placed") -> None:
        old, clan = self.at[general], self.clan_of(general)
        self.at[general] = area
        self.stood[area] |= 1 << general
        self.up[general] = int(ready)
        if old >= 0 and old != area:
            self.stood[old] &= ~(1 << general)
            self._left(clan, old)
        self._here(clan, area)
        if self.log is not None:
            self.tell(kind, *clauses, general=general, from_area=old, area=area, status=STATUS[ready])

    def remove_general(self, general: int, *clauses: str) -> None:
        old, clan = self.at[general], self.clan_of(general)
        self.at[general] = DEAD
        if old >= 0:
            self.stood[old] &= ~(1 << general)
            self._left(clan, old)
        if self.log is not None:
            self.tell("general_died", *clauses, general=general, area=old, clan=clan)

    def march(self, clan: int, origin: int, area: int, armies: int, generals: Sequence[int], ready: bool) -> None:
        """Move a stack (7); the units arrive ready or spent."""
        width = len(self.control)
        self.ready[clan * width + origin] -= armies
        (self.ready if ready else self.spent)[clan * width + area] += armies
        for u in generals:
            self.at[u] = area
            self.stood[origin] &= ~(1 << u)
            self.stood[area] |= 1 << u
            self.up[u] = int(ready)
        self._here(clan, area)
        self._left(clan, origin)
        if self.log is not None:
            self.tell("marched", "7", clan=clan, from_area=origin, to_area=area, armies=armies, generals=list(generals))

    def spend(self, clan: int, area: int, *clauses: str) -> None:
        """All ready units of a clan in an area become spent."""
        if self.log is not None and self.ready_units(clan, area):
            self.tell("spent", *clauses, clan=clan, area=area)
        i = clan * len(self.control) + area
        self.spent[i] += self.ready[i]
        self.ready[i] = 0
        for u in self.generals_in(clan, area):
            self.up[u] = 0

    def refresh(self, *clauses: str) -> None:
        """All spent units become ready (3-4)."""
        self.ready = bytearray(map(add, self.ready, self.spent))
        self.spent = bytearray(len(self.spent))
        self.up = [1] * len(self.up)
        if self.log is not None:
            self.tell("refreshed", *clauses)

    def set_control(self, area: int, clan: int, *clauses: str) -> None:
        old = self.control[area]
        self.control[area] = clan
        if self.log is not None:
            self.tell("control", *clauses, area=area, clan=clan, former_clan=old)

    # -- cards ----------------------------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        return [card for card, where in enumerate(self.cards) if where == seat]

    def discard(self, card: int, *clauses: str, to: int = DISCARD) -> None:
        seat = self.cards[card]
        self.cards[card] = to
        if self.log is not None:
            self.tell("laid_out" if to == TABLE else "discarded", *clauses, seat=seat, card=card)

    # -- what the games add ---------------------------------------------------------------------------------------

    def own_clans(self, seat: int) -> int:
        """The clans that are the seat's own army (2-1)."""
        raise NotImplementedError

    def closed_to(self, clan: int, sea_open: bool) -> int:
        """Bit set of areas that the clan may not enter."""
        raise NotImplementedError

    def tolls(self, clan: int) -> Mapping[int, int]:
        """For areas where entering would provoke somebody, the bits of whom."""
        raise NotImplementedError

    def entered(self, clan: int, area: int) -> None:
        """Units of a clan have entered an area or been placed in it."""

    def too_many(self, most: int) -> str:
        """The clause that limits a march to so many units."""
        raise NotImplementedError

    def decider(self, clan: int, attacker: int) -> int:
        """The seat that decides for a clan under attack by `attacker`'s army."""
        raise NotImplementedError

    def general_value(self, general: int) -> int:
        return self.setup.value[general]

    def army_value(self, clan: int) -> int:
        """The military value of a clan's armies without a general (10-1)."""
        return self.setup.army_value[clan]

    def refuges(self, clan: int, battle: int) -> list[int]:
        """Areas a general of the clan may flee to."""
        raise NotImplementedError

    def after_death(self, general: int) -> None:
        """What a general's death brings about at once."""

    def after_combat(self) -> Next:
        """What both sides' death checks bring about, when all are made."""
        return None
