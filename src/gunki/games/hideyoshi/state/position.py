"""The position of Hideyoshi's War Chronicle: clans and armies (30, 31), idle forces, and events of the scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Self

from gunki.core.rules.decision import Reason
from gunki.games.hideyoshi.rules.scenarios.accompanied_action import AccompaniedAction
from gunki.games.hideyoshi.rules.scenarios.restrictions import InForce, Lock
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA, HideyoshiSetup, Mains
from gunki.games.hideyoshi.state import old_steps
from gunki.games.hideyoshi.state.state_fields import STATE
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules import replenishment
from gunki.series.gunyuden.state.position import DEAD, OFF
from gunki.series.gunyuden_revised.state.position import RevisedPositionOf

#: Nobusumi's fate (35.8(1)-2).
UNKNOWN, KILLED, ALIVE = 0, 1, 2
#: How a unit was lost, for the score (Y-57): killed or surrendered, or in another way.
FALLEN, GONE_HOME = 1, 2
#: The empty list of idle groups: every force may act.
NO_IDLE_GROUPS: tuple[tuple[set[int], str], ...] = ()
#: The cache key of the restrictions that hold now.
IN_FORCE_KEY = "in force"


class HideyoshiPosition(RevisedPositionOf[HideyoshiSetup]):
    """A position of the game. An army of the series is a clan here, which may fight in another's army (30-1-2)."""

    __slots__ = (
        "akechi_lost", "akechi_won", "appeared", "attacked_first", "declared", "former_owners", "hashiba_lost",
        "hashiba_won", "held_back", "katsuie_left", "kyoto", "left_echizen", "lost", "nobusumi", "peace", "summoned",
        "thawed", "yielded",
    )  # fmt: skip

    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS
    CHANGES_SIDES: ClassVar[tuple[str, ...]] = ("ClanMovement",)

    #: Y-25: the seat that controls Kyoto; -1 if no seat does.
    kyoto: int
    #: 35.8(3)-4: whether the peace with the Mōri has been made.
    peace: int
    #: Whether a sodaisho of Hashiba has won, or lost, a decisive battle (Y-08); then the same for Akechi (Y-20).
    hashiba_won: int
    hashiba_lost: int
    akechi_won: int
    akechi_lost: int
    nobusumi: int
    #: 36.7: whether Kanbe has declared himself; whether the Shibata are free of the snow, have left Echizen, have
    #: attacked; whether Katsuie has left.
    declared: int
    thawed: int
    left_echizen: int
    attacked_first: int
    katsuie_left: int
    #: 37.8-3: whether a unit of the Saika or Negoro has come onto the map.
    appeared: int
    #: The clans that may enter by their edge of the map (32, 36.7-9); then those without acts in turn 1 (35.8(1)-3(a)).
    summoned: tuple[int, ...]
    held_back: tuple[int, ...]
    #: For each unit, whether it was lost for good, and how. For each castle, whether it changed hands by a call, an
    #: offer or a fall (Y-59); and the seats whose armies owned it before, one bit each (23-7-1, G-54).
    lost: bytes
    yielded: bytes
    former_owners: bytes

    def begin(self) -> None:
        self.kyoto, self.peace, self.nobusumi = -1, 0, UNKNOWN
        self.hashiba_won = self.hashiba_lost = self.akechi_won = self.akechi_lost = 0
        self.declared = self.thawed = self.left_echizen = self.attacked_first = self.katsuie_left = self.appeared = 0
        self.summoned = self.held_back = ()
        self.lost = bytes(len(self.setup.units))
        self.yielded = self.former_owners = bytes(len(self.setup.castles))
        super().begin()

    def clone(self) -> Self:
        new = super().clone()
        new.kyoto, new.peace, new.nobusumi = self.kyoto, self.peace, self.nobusumi
        new.hashiba_won, new.hashiba_lost = self.hashiba_won, self.hashiba_lost
        new.akechi_won, new.akechi_lost = self.akechi_won, self.akechi_lost
        new.declared, new.thawed, new.left_echizen = self.declared, self.thawed, self.left_echizen
        new.attacked_first, new.katsuie_left, new.appeared = self.attacked_first, self.katsuie_left, self.appeared
        new.summoned, new.held_back, new.lost = self.summoned, self.held_back, self.lost
        new.yielded, new.former_owners = self.yielded, self.former_owners
        return new

    # -- clans, armies, sides (30) -----------------------------------------------------------------------------------

    def overlord(self, army: int) -> int:
        """Return the clan in whose army a clan fights, or the clan itself (30-1, 30-1-2, Y-55).

        A clan that joined by die serves Hashiba or Akechi (Y-61).
        """
        setup = self.setup
        if setup.undecided[army] and setup.tennozan is not None and self.seat_of[army] >= 0:
            return setup.tennozan.hashiba if self.seat_of[army] == HASHIBA else setup.tennozan.akechi
        return setup.serves[army]

    def is_same_command(self, chief: int, unit: int) -> bool:
        """Return whether a commander may lead units of this unit's clan (9-2-6, 30-1-2, Y-05).

        A commander of the major clan leads its whole army. A commander of a lesser clan leads units of the major clan.
        He leads units of his own clan too, unless the option `lesser_daimyo_force` forbids it.
        """
        ours, theirs = self.setup.army[chief], self.setup.army[unit]
        if ours == theirs:
            return not self.setup.lesser[ours] or self.setup.options["lesser_daimyo_force"] == "one clan"
        overlord = self.overlord(ours)
        return overlord in (ours, theirs) and overlord == self.overlord(theirs)

    def command_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        ours, theirs = self.setup.army[chief], self.setup.army[unit]
        if not self.is_same_command(chief, unit) and self.overlord(ours) == self.overlord(theirs):
            yield Reason("30-1-2", "lesser_alone", {"unit": unit, "leader_unit": chief})

    def is_neutral(self, army: int) -> bool:
        """Return whether a clan has taken no side (35.4-O), or has gone home like the Mōri (35.8(3)-4).

        A neutral unit stays in its hex.
        """
        return self.setup.undecided[army] and self.seat_of[army] < 0

    def has_left(self, army: int) -> bool:
        """Return whether a clan has left the war: the Mōri since the peace (35.8(3)-4, Y-23)."""
        own = self.setup.tennozan
        return own is not None and army == own.mori and bool(self.peace) and self.seat_of[army] < 0

    def neutral_bars(self, force: int) -> Iterator[Reason]:
        """Yield why a neutral force does not act: a clan without a side has no phase (35.4-O, 35.8(3)-4, Y-24)."""
        army = self.setup.army[force]
        yield Reason("35.8(3)-4" if self.has_left(army) else "35.4-O", "takes_no_side", {"unit": force})

    def closes_hex(self, army: int) -> bool:
        """Return whether the units of a clan close their hex to others, as those of a neutral clan do (35.8(4))."""
        return self.is_neutral(army)

    def keeps(self, force: int, owner: int) -> bool:
        """Return whether the clan that owns a castle and the clan of a force are of one army (30-1-2, Y-55, Y-56)."""
        return self.overlord(owner) == self.overlord(self.setup.army[force])

    def followers(self, army: int) -> frozenset[int]:
        """Return the clans that leave with a sodaisho: his own and those that serve it (Y-45)."""
        if not self.setup.options["lesser_vanish_with_overlord"]:
            return super().followers(army)
        return frozenset(other for other in range(len(self.setup.armies)) if self.overlord(other) == army)

    def list_departing_armies(self, army: int) -> frozenset[int]:
        """Return the clans that cannot be on the map when a sodaisho is dead (Y-45, Y-61).

        Clans that choose a side by a die may have joined after his death, and are left out.
        """
        return frozenset(other for other in self.followers(army) if other == army or not self.setup.undecided[other])

    def relays(self, army: int) -> frozenset[int]:
        """Return the clans of the seat: all of them relay each other's lines (30-3)."""
        return self.setup.of_seat(self.seat_of[army], self.seat_of)

    def main_castles(self, army: int) -> Mains:
        return self.setup.mains(army, self.overlord(army))

    def is_main_castle(self, force: int, castle: int) -> bool:
        """Return whether a castle is a main castle of any clan of the force's army (30-1-2, 31-1, Y-46).

        It does not matter where the force's own lines end (Y-55).
        """
        return any(self.keeps(force, clan) for clan in self.setup.main_castle_of[castle])

    def convoy(self, force: int) -> tuple[int, ...]:
        """Return the forces that Nobunaga takes along in the action under way (35.9, Y-47)."""
        for frame in self.stack if force == self.setup.leads_all else ():
            if isinstance(frame, AccompaniedAction) and frame.force == force:
                return frame.convoy
        return ()

    def has_castles(self, army: int) -> bool:
        """Return whether a clan may own castles: Nobunaga's own may not (Y-47)."""
        own = self.setup.tennozan
        return own is None or army != self.setup.army[own.nobunaga]

    def restorer(self, castle: int, force: int) -> int:
        """Return the clan that gets a restored castle: Hashiba, if Nobunaga restores it (Y-47).

        A castle that a friend had at the start goes back to that friend (21-2-1).
        """
        army, own = super().restorer(castle, force), self.setup.tennozan
        return army if own is None or self.has_castles(army) else own.hashiba

    def needs_line(self, force: int) -> bool:
        """Return whether a force needs a line: Nobunaga's does not (Y-47)."""
        return self.setup.tennozan is None or self.leader[self.setup.tennozan.nobunaga] != force

    def battle_modifier(self, force: int) -> int:
        """Return the leader's modifier in battle; 0 inside a castle of another army (23-7-1, Y-56).

        Inside a castle that an enemy has owned it is 0 too (G-54), unless the castle's first owner and the
        force's clan were of one army at the start. Neutral clans are no enemies here.
        """
        if self.inside[force]:
            castle, enemy = self.castle_at(self.at[force]), 1 - self.seat(force)
            first, serves = self.setup.castle_owner[castle], self.setup.serves
            began_ours = first >= 0 and serves[first] == serves[self.setup.army[force]]
            was_enemys = self.former_owners[castle] >> enemy & 1 and not began_ours
            if was_enemys or not self.keeps(force, self.owner[castle]):
                return 0
        return self.setup.modifier[force]

    # -- replenishment (31-1, 33, Y-17) ------------------------------------------------------------------------------

    def replenishment_table(self, force: int) -> str:
        return self.setup.replenishment_of[self.setup.army[force]]

    def replenishment_column(self, force: int) -> str:
        """Return the replenishment column for a force where it stands: "home" or "away".

        For some clans "home" is every hex of their provinces (33.0). For the others it is a castle of their side, or
        the ruin of their army's main castle (31-1).
        """
        setup, army, h = self.setup, self.setup.army[force], self.at[force]
        if setup.replenishment[self.replenishment_table(force)]["home_is"] == "territory":
            return "home" if setup.map.province[h] in setup.territory[army] else "away"
        castle = setup.castle_at[h]
        if castle < 0:
            return "away"
        if self.durability[castle]:
            return "home" if self.castle_side(castle) == self.side(force) else "away"
        return "home" if self.is_main_castle(force, castle) else "away"

    def ruin_clauses(self, last: bool) -> tuple[str, ...]:
        """Return the clause for restoring a main castle without a line, though another of them stands (31-1, Y-46)."""
        return ("31-1",)

    def ruin_bars(self, force: int, castle: int) -> Iterator[Reason]:
        """Yield why a force cannot restore a main castle without a line: it is another army's castle (31-1, Y-46)."""
        main = self.setup.main_castle_of[castle]
        if main and self.owner[castle] < 0 and not self.is_main_castle(force, castle):
            yield Reason("31-1", "not_their_main_castle", {"unit": force, "castle": castle})

    # -- idle forces and closed hexes (35.8(3), 36.7, 37.8-3) --------------------------------------------------------

    def is_idle(self, force: int) -> bool:
        return self._is_confined(force) or any(force in forces for forces, _ in self._list_idle_groups())

    def idle_bars(self, force: int) -> Iterator[Reason]:
        for forces, clause in self._list_idle_groups():
            if force in forces:
                yield Reason(clause, "may_not_act_yet", {"unit": force})
        if self._is_confined(force):
            yield Reason("35.9", "stays_in_kyoto", {"unit": force})

    def free_to_act(self, forces: list[int]) -> list[int]:
        for idle_forces, _ in self._list_idle_groups():
            forces = [f for f in forces if f not in idle_forces]
        stays = self.setup.stays
        return [f for f in forces if f != stays] if stays in forces else forces

    def _is_confined(self, force: int) -> bool:
        """Return whether a force must stay: Nobunaga's, unless the optional rule lets him act (35.9, Y-47)."""
        return force == self.setup.stays

    def _list_idle_groups(self) -> Sequence[tuple[set[int], str]]:
        """Return the groups of forces that may not act yet, each with its clause (36.7, 35.8(1)-3(a), Y-34)."""
        idles, leader = self.in_force().idle, self.leader
        if not idles and not self.held_back:  # the common case
            return NO_IDLE_GROUPS
        groups = [({leader[u] for u in idle.units}, idle.clause) for idle in idles]
        if self.held_back:  # only in turn 1
            groups.append((self._find_held_back(), "35.8(1)-3(a)"))
        return groups

    def _find_held_back(self) -> set[int]:
        key = "held back", self.held_back
        forces: set[int] | None = self.map_cache.get(key)
        if forces is None:
            armies, back = self.setup.army, self.held_back
            forces = self.map_cache[key] = {f for f in self.forces() if self.overlord(armies[f]) in back}
        return forces

    def in_force(self) -> InForce:
        """Return the restrictions that hold now, from the cache.

        An event that changes them clears it (`raise_flag`).
        """
        restrictions: InForce | None = self.map_cache.get(IN_FORCE_KEY)
        if restrictions is None:
            restrictions = self.map_cache[IN_FORCE_KEY] = self.setup.in_force(self)
        return restrictions

    def ban_hexes(self, force: int) -> bytes | None:
        now, army = self.in_force(), self.setup.army[force]
        seat = self.seat_of[army]
        lock = self.find_lock(force) if army in now.bound else None
        return now.closed[seat] if lock is None else now.locked[seat][lock]

    def trap_hexes(self, force: int) -> bytes | None:
        """Return the hexes that will hold a force once it enters them, or None if no hex would (Y-22).

        They also hold forces that march together with a held force (Y-47).
        """
        now, armies, h = self.in_force(), self.setup.army, self.at[force]
        if h >= 0 and now.locks:
            for lock in now.locks:
                if lock.layer[h] and any(armies[f] in lock.armies for f in (force, *self.convoy(force))):
                    return lock.inside
        return None

    def find_lock(self, force: int) -> Lock | None:
        """Return the restriction that holds a force in its province, or None if the force is free (35.8(3)-1)."""
        h = self.at[force]
        for lock in self.in_force().locks:
            if h >= 0 and not lock.layer[h] and self.setup.army[force] in lock.armies:
                return lock
        return None

    def ban_bars(self, force: int, goal: int) -> Iterator[Reason]:
        seat = self.seat(force)
        for ban in self.in_force().bans:
            if ban.seat == seat and ban.layer[goal]:
                yield Reason(ban.clause, "keeps_out", {"hex": goal})
        lock = self.find_lock(force)
        if lock is not None and lock.layer[goal]:
            yield Reason(lock.clause, "keeps_in", {"hex": goal})
        yield from super().ban_bars(force, goal)

    def target_bars(self, force: int, h: int) -> Iterator[Reason]:
        """Yield why the enemies in a hex may not be attacked yet (36.7-7)."""
        for truce in self.in_force().truces:
            is_protected = truce.seat == self.seat(force) and self.setup.map.province[h] == truce.province
            if is_protected and any(self.setup.army[f] in truce.armies for f in self.forces_in(h)):
                yield Reason(truce.clause, "not_before_they_come", {"hex": h})

    # -- reinforcements (31-2, 32, 36.7-9) ---------------------------------------------------------------------------

    def list_waiting(self) -> list[int]:
        if not self.summoned:
            return []
        at, leader, armies, summoned = self.at, self.leader, self.setup.army, self.summoned
        return [u for u in self.setup.reinforcements if at[u] == OFF and leader[u] == u and armies[u] in summoned]

    def may_enter_now(self, force: int) -> bool:
        return self.at[force] == OFF and self.setup.army[force] in self.summoned

    # -- events that the scenarios record ----------------------------------------------------------------------------

    def put(self, force: int, h: int, inside: int = 0) -> None:
        super().put(force, h, inside)
        self._watch(force, h)

    def _watch(self, force: int, h: int) -> None:
        """Record that a unit leaves Echizen (36.7-4, 36.6(4)-1), or that the Saika or Negoro appear (37.8-3)."""
        setup = self.setup
        north = setup.shizugatake
        if north is not None and force in north.northern and setup.map.province[h] != north.echizen:
            if not self.left_echizen:
                self.raise_flag("left_echizen")
                self.emit("left_echizen", "36.7-4", unit=force)
            if not self.katsuie_left and self.at[north.katsuie] == h:
                self.katsuie_left = 1
        bands = setup.komaki
        if bands is not None and not self.appeared and setup.army[force] in bands.bands:
            self.appeared = 1
            self.map_cache = {}

    def raise_flag(self, name: str) -> None:
        """Set a flag that ends restrictions, and clear the caches of reach."""
        setattr(self, name, 1)
        self.map_cache = {}

    def fight(self, attackers: Iterable[int], defenders: Iterable[int]) -> None:
        """Record the first attack of a northern unit: in the open, from an ambush, or an assault (36.7-7, Y-36)."""
        super().fight(attackers, defenders)
        north = self.setup.shizugatake
        if north is not None and not self.attacked_first:
            first = next((u for u in attackers if u in north.northern), -1)
            if first >= 0:
                self.raise_flag("attacked_first")
                self.emit("attacked_first", "36.7-7", unit=first)

    def win_battle(self, winners: Iterable[int], losers: Iterable[int]) -> None:
        """Record for Hashiba and for Akechi that their sodaisho won or lost (Y-08, Y-20).

        Honnōji does not count (Y-29).
        """
        stars, armies = self.setup.stars, self.setup.army
        won, lost = ({armies[u] for u in units if stars[u] == 2} for units in (winners, losers))
        self._remember(won, lost, ("hashiba", "akechi"))

    def win_skirmish(self, winners: Iterable[int], losers: Iterable[int]) -> None:
        """Record any field battle of the Akechi, if the option `akechi_battle_modifier` says so (Y-20)."""
        if self.setup.options["akechi_battle_modifier"] == "any field battle":
            armies = self.setup.army
            self._remember({armies[u] for u in winners}, {armies[u] for u in losers}, ("akechi",))

    def _remember(self, won: set[int], lost: set[int], clans: tuple[str, ...]) -> None:
        if not self.stage:
            return
        for clan in clans:
            army = self.setup.armies.index(clan)
            if army in won:
                setattr(self, f"{clan}_won", 1)
            if army in lost:
                setattr(self, f"{clan}_lost", 1)

    def _remove(self, unit: int, fate: int) -> None:
        super()._remove(unit, fate)
        self.lost = replace_value(self.lost, unit, FALLEN if fate == DEAD else GONE_HOME)

    def surrender(self, unit: int) -> None:
        super().surrender(unit)
        self.lost = replace_value(self.lost, unit, FALLEN)

    def set_owner(self, castle: int, army: int, *clauses: str) -> None:
        if self.owner[castle] >= 0:
            self.remember_owner(castle, self.seat_of[self.owner[castle]])
        super().set_owner(castle, army, *clauses)
        own = self.setup.tennozan
        if own is not None and castle == own.takamatsu and not self.peace and army != own.mori:
            self.make_peace()

    def remember_owner(self, castle: int, seat: int) -> None:
        """Record that an army of this seat (-1 for a neutral) no longer owns a castle (G-54)."""
        if seat >= 0:
            self.former_owners = replace_value(self.former_owners, castle, self.former_owners[castle] | 1 << seat)

    def make_peace(self) -> None:
        """Make peace: the Mōri go home with all units, and their castles become neutral (35.8(3)-4, Y-23)."""
        own = self.setup.tennozan
        assert own is not None
        self.peace = 1
        self.go_home(own.mori)
        self.emit("peace", "35.8(3)-4", army=own.mori)

    def go_home(self, army: int) -> None:
        """Take a clan off the map and out of the war."""
        units = [u for u, of in enumerate(self.setup.army) if of == army and self.at[u] >= 0]
        for u in units:
            if self.leader[u] != u:
                self.split(u)
        for u in units:
            self._leave(u)
        for castle, owner in enumerate(self.owner):
            if owner == army:
                for force in self.investors(castle):
                    self.stop_investing(force)
                self.review(self.setup.castle_hex[castle])
        self.seat_of = replace_value(self.seat_of, army, -1)
        self.derive()

    def _leave(self, unit: int) -> None:
        """Put a single unit beside the map, with the steps that it has."""
        h = self.at[unit]
        self.reveal(unit)
        self._appear(unit, -1)
        self.at[unit] = OFF
        for layer in (self.inside, self.invests, self.acted, self.morale, self.declined):
            layer[unit] = 0
        self.led = replace_value(self.led, unit, 0)
        self.review(h)

    def summon(self, army: int) -> None:
        """Let a clan enter the map from now on; a neutral clan goes to war (32, Y-23, Y-63)."""
        self.summoned = (*self.summoned, army)
        if self.seat_of[army] < 0:
            self.seat_of = replace_value(self.seat_of, army, ANTI_HASHIBA)
            self.derive()
        self.map_cache = {}

    def has_other_supplies(self, force: int) -> bool:
        return next(self.recruit_bars(force), None) is None

    def other_supply_bars(self, force: int) -> Iterator[Reason]:
        """Yield why an Akechi commander cannot raise recruits, if any are left to raise (35.5-A)."""
        own = self.setup.tennozan
        if own is not None and self.setup.army[force] == own.akechi and self.recruits():
            yield from (bar for bar in self.recruit_bars(force) if bar.clause == "35.5-A")

    def recruit_bars(self, force: int) -> Iterator[Reason]:
        """Yield the reasons against raising recruits (35.5-A, Y-30).

        The leader must be an Akechi commander in Azuchi, and his clan must hold Kyoto and Azuchi.
        """
        setup, own = self.setup, self.setup.tennozan
        if own is None or setup.army[force] != own.akechi or not self.recruits():
            yield Reason("35.5-A", "nobody_to_raise", {"unit": force})
            return
        if self.at[force] != setup.castle_hex[own.recruiting] or self.owner[own.recruiting] != own.akechi:
            yield Reason("35.5-A", "not_in_own_castle", {"castle": own.recruiting})
        for h in own.occupied:
            # Every unit of the Akechi counts, whichever clan its leader is from.
            if not any(setup.army[u] == own.akechi for u in self.units_in(h)):
                yield Reason("35.5-A", "not_occupied", {"hex": h})
        yield from replenishment.commander_bars(self, force)
        yield from replenishment.supply_bars(self, force)

    def recruits(self) -> list[int]:
        """Return the units that can still be raised in Azuchi (35.5-A)."""
        return [u for u in self.setup.recruits if self.at[u] == OFF]
