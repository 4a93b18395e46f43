"""Section 9-5: replenishment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Procedure, Roll
from gunki.games.kenshin.rules.naval.naval_lines import has_open_line
from gunki.games.kenshin.rules.turn_start import rebellion, supply
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state.position import ABOARD, BOX, UNDEPLOYED
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.state.position import DEAD
from gunki.series.forces_and_castles.state.state_fields import FULL

#: The place of a pool that has no hex. It is the pool of all centres of a clan that are not besieged, or of a clan that
#: is supplied by the west edge (9-4-4).
COMMON_POOL = -1


# -- centres and pools ------------------------------------------------------------------------------------------------


def centres(g: G, clan: int) -> list[int]:
    """Return the hexes for which a clan rolls: its main castles, and hexes that count as such (9-5-2, K-38).

    A clan supplied by the west edge rolls once, without a hex. Points serve land units and castles, never ships (16-6).
    """
    return [COMMON_POOL] if g.setup.by_edge[clan] else supply.sources(g, clan)


def is_shut_off(g: G, clan: int, h: int) -> bool:
    """Return whether a centre has enemies before it and no open naval line (9-5-2 besieged, K-101).

    Its points then serve only units inside.
    """
    return h >= 0 and bool(g.closed_to[g.seat_of[clan]][h]) and not has_open_line(g, g.castle_at(h))


def find_served_hexes(g: G, clan: int, h: int) -> supply.Hexes:
    """Return the hexes with a line to the centre of a pool (9-5-4); naval lines count (16-1 (23-2.2)).

    The common pool serves all hexes with a line to a centre that is not shut off (K-38).
    """
    key = "served", clan, h, g.ship_at, g.exposed
    hexes: supply.Hexes | None = g.map_cache.get(key)
    if hexes is None:
        hexes = g.map_cache[key] = _find_served_hexes(g, clan, h)
    return hexes


def _find_served_hexes(g: G, clan: int, h: int) -> supply.Hexes:
    if h < 0:
        ends = [c for c in centres(g, clan) if c >= 0 and not is_shut_off(g, clan, c)]
        return supply.find_linked_hexes(g, clan, ends, edge=g.setup.by_edge[clan])
    return frozenset((h,)) if is_shut_off(g, clan, h) else supply.find_linked_hexes(g, clan, [h])


def uses(g: G, clan: int, h: int) -> list[Act]:
    """Return the acts that a point of a pool allows."""
    steps = g.steps
    lost = [u for u in g.setup.units_of[clan] if steps[u] != FULL and _wants(g, clan, u, steps[u])]
    whole = g.setup.printed
    broken = [c for c, left in enumerate(g.durability) if left < whole[c] and _is_of(g, clan, c)]
    if not lost and not broken:
        return []
    hexes = find_served_hexes(g, clan, h)
    acts: list[Act] = [("restore", u) for u in lost if has_lost_steps(g, u) and _can_serve(g, clan, h, hexes, u)]
    acts += [("repair", c) for c in broken if _can_mend(g, clan, h, hexes, c)]
    return acts + [("rebuild", u) for u in lost if next(rebuild_bars(g, clan, u), None) is None]


def _wants(g: G, clan: int, unit: int, steps: int) -> bool:
    """Return whether a unit is the clan's and can be replenished.

    It must have lost a step, or have died and be one that can be rebuilt (9-5-6).
    """
    return g.clan(unit) == clan and (steps > 0 or (clan in g.setup.rebuilds and g.at[unit] == DEAD))


def has_lost_steps(g: G, unit: int) -> bool:
    return 0 < g.steps[unit] < FULL


def _can_serve(g: G, clan: int, h: int, hexes: supply.Hexes, unit: int) -> bool:
    """Return whether a pool has a line to a unit (9-5-2, K-39).

    It has one to units in the Mori box, unless its centre is shut off. It never has one to a unit aboard a ship.
    """
    return g.at[unit] in hexes or (g.at[unit] == BOX and not is_shut_off(g, clan, h))


def _can_mend(g: G, clan: int, h: int, hexes: supply.Hexes, castle: int) -> bool:
    """Return whether a pool has a line to a castle.

    The pool of a besieged centre can repair only this centre (K-36).
    """
    at = g.setup.castle_hex[castle]
    if is_shut_off(g, clan, h):
        return at == h
    return supply.lines(g, g.seat_of[clan]).leads_to(hexes, at, castle)


def _is_of(g: G, clan: int, castle: int) -> bool:
    """Return whether a clan may repair a castle (9-2, K-105).

    The first clan of a castle may, or the clan of the rebel who took it. A captured castle, or one whose clan has no
    unit left, may be repaired by every clan of the side that holds it.
    """
    setup, side = g.setup, g.seat_of[clan]
    if g.holder[castle] != side:
        return False
    owner = g.owner[castle]
    if owner == clan:
        return True
    return (owner != setup.castle_owner[castle] and owner not in setup.rebels) or not has_anybody_left(g, owner)


def has_anybody_left(g: G, clan: int) -> bool:
    """Return whether a clan has a unit left in the game."""
    return any(
        (h >= BOX or h in (ABOARD, UNDEPLOYED)) and g.clan(u) == clan for u, h in enumerate(g.at)
    )  # fmt: skip


def can_replenish(g: G, clan: int) -> bool:
    """Return whether a clan replenishes: it has not left the game (15-2, 9-2), and a rebel clan has rebelled.

    The Ukita do not replenish before they have come (K-67): not even a castle that their side has captured (K-105).
    """
    return clan in rebellion.list_rebel_clans(g) if clan in g.setup.rebels else g.is_in_the_game(clan)


def rebuild_bars(g: G, clan: int, unit: int) -> Iterator[Reason]:
    """Yield why an eliminated unit of the Ikki cannot come back at their main castle (9-5-6).

    With enemies before the castle it comes back inside (K-35).
    """
    setup = g.setup
    if clan not in setup.rebuilds or setup.army[unit] != clan:
        yield Reason("9-5-6", "not_ikki", {"unit": unit})
    elif g.at[unit] != DEAD:
        yield Reason("9-5-6", "not_dead", {"unit": unit})
    else:
        castle = setup.mains[clan][0]
        if g.holder[castle] != g.seat_of[clan]:
            yield Reason("9-5-6 ikki place", "castle_lost", {"castle": castle})
        elif g.closed_to[g.seat_of[clan]][setup.castle_hex[castle]] and g.room(castle) < 1:
            yield Reason("8-1", "no_room", {"castle": castle, "count": 0})


# -- the step of the turn ---------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Replenishment(Procedure):
    """9-5, K-100: clan by clan, the Uesugi side first.

    Each main castle has its own die. With the option `one_die_per_side` a side has one die for all (K-34).
    """

    seat: int = UESUGI
    army: int = 0  # the clan whose turn it is
    die: int = 0  # with `one_die_per_side`: the die of the side

    def start(self, g: G) -> Next:
        armies = g.setup.armies
        while self.army < len(armies) and not self._has_rolls(g):
            self.army += 1
        if self.army >= len(armies):
            return "next_side"
        if g.setup.options["one_die_per_side"] and not self.die:
            return "roll_for_side"
        return "replenish_clan"

    def _has_rolls(self, g: G) -> bool:
        return g.seat_of[self.army] == self.seat and bool(list_rolling_centres(g, self.army))

    def next_side(self, g: G) -> Next:
        if self.seat == ODA:
            return None
        self.seat, self.army, self.die = ODA, 0, 0
        return "start"

    def roll_for_side(self, g: G) -> Next:
        data = {"army": self.army, "hex": -1, "chart": "replenishment", "column": -1}
        return Roll("replenishment", "9-5-1", 1, "take_roll", data=data)

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.die = dice[0]
        return "replenish_clan"

    def replenish_clan(self, g: G) -> Next:
        self.army += 1
        army = self.army - 1
        return Call(ClanReplenishment(army, list_rolling_centres(g, army), self.die), "start")


def list_rolling_centres(g: G, clan: int) -> tuple[int, ...]:
    """Return the centres for which a clan rolls now, without those that could restore nothing (K-34)."""
    if g.setup.replenishment_row(clan, g.seat_of[clan]) is None:
        return ()
    if not can_replenish(g, clan):
        return ()
    all_centres = centres(g, clan)
    if not all_centres:
        return ()
    if g.setup.options["oda_replenishment_pool"] == "per_centre":
        return tuple(h for h in all_centres if uses(g, clan, h))
    free = [h for h in all_centres if not is_shut_off(g, clan, h)]
    common = bool(free) and bool(uses(g, clan, COMMON_POOL))
    return tuple(h for h in all_centres if (common if h in free else uses(g, clan, h)))


@dataclass(eq=False)
class ClanReplenishment(Procedure):
    """9-5-2 Oda, K-38: all dice of a clan are rolled; then its pools of points are spent.

    A centre that is shut off has a pool of its own. All other dice make the common pool, which is spent first. The
    option `oda_replenishment_pool` can reserve each die for its own centre.
    """

    army: int
    centres: tuple[int, ...]  # the centres still to roll for
    die: int  # the die of the side, 0 to roll for each centre
    count: int = 0
    shut: tuple[int, ...] = ()  # centres that are shut off; then the points of each
    points: tuple[int, ...] = ()
    rolled_free: int = 0  # whether a die for the common pool was rolled

    def start(self, g: G) -> Next:
        if not self.centres:
            return "spend_common_pool"
        if self.die:
            return "use_side_die"
        # The hex is named only if the clan has several centres.
        h = self.centres[0] if len(g.setup.mains[self.army]) > 1 else -1
        column = g.setup.replenishment_column(self.army, g.seat_of[self.army])
        data = {"army": self.army, "hex": h, "chart": "replenishment", "column": column}
        return Roll("replenishment", "9-5-1", 1, "take_roll", data=data)

    def use_side_die(self, g: G) -> Next:
        return self.take_roll(g, (self.die,))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        row = g.setup.replenishment_row(self.army, g.seat_of[self.army])
        points, h = row[dice[0] - 1] if row else 0, self.centres[0]
        self.centres = self.centres[1:]
        if g.setup.options["oda_replenishment_pool"] == "per_centre":
            return self._spend(g, h, points, "start")
        if is_shut_off(g, self.army, h):
            self.shut, self.points = (*self.shut, h), (*self.points, points)
        else:
            self.count += points
            self.rolled_free = 1
        return "start"

    def spend_common_pool(self, g: G) -> Next:
        if not self.rolled_free:
            return "spend_besieged_pool"
        self.rolled_free = 0
        return self._spend(g, COMMON_POOL, self.count, "spend_besieged_pool")

    def spend_besieged_pool(self, g: G) -> Next:
        if not self.shut or not self.points:
            return None
        h, points = self.shut[0], self.points[0]
        self.shut, self.points = self.shut[1:], self.points[1:]
        return self._spend(g, h, points, "spend_besieged_pool")

    def _spend(self, g: G, h: int, points: int, then: str) -> Next:
        g.emit("replenished", "9-5-1", army=self.army, count=points)
        return Call(Points(g.seat_of[self.army], self.army, points, h), then) if points else then


@dataclass(eq=False)
class Points(AutoAnswering):
    """9-5-3: the points of a pool are spent one by one; unspent points are lost (9-5-5)."""

    seat: int
    army: int
    count: int
    hex: int

    def start(self, g: G) -> Next:
        if not self.count:
            return None
        data = {"army": self.army, "count": self.count, "castle": g.castle_at(self.hex) if self._is_shut_off(g) else -1}
        return self.ask(
            g, self.seat, "replenish", "9-5-3", [*uses(g, self.army, self.hex), ("done",)], "take_choice", data=data,
            end_option=("done",), verbs=("restore", "repair", "rebuild"),
        )  # fmt: skip

    def _is_shut_off(self, g: G) -> bool:
        return is_shut_off(g, self.army, self.hex)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "restore":
            yield from self._restore_bars(g, act[1])
        elif act[0] == "repair":
            yield from self._repair_bars(g, act[1])
        elif act[0] == "rebuild":
            yield from rebuild_bars(g, self.army, act[1])

    def _restore_bars(self, g: G, unit: int) -> Iterator[Reason]:
        if g.clan(unit) != self.army:
            yield Reason("9-5-3", "not_this_clan", {"unit": unit, "army": self.army})
        elif g.at[unit] < BOX and g.at[unit] != ABOARD:
            yield Reason("9-5-6", "not_on_map", {"unit": unit})
        elif not has_lost_steps(g, unit):
            yield Reason("9-5-3", "unit_whole", {"unit": unit})
        elif not _can_serve(g, self.army, self.hex, find_served_hexes(g, self.army, self.hex), unit):
            if self._is_shut_off(g):
                yield Reason("9-5-2 besieged", "unit_not_inside", {"unit": unit})
            else:
                yield Reason("9-5-2", "unit_without_line", {"unit": unit})

    def _repair_bars(self, g: G, castle: int) -> Iterator[Reason]:
        if not _is_of(g, self.army, castle):
            yield Reason("9-5-7", "castle_of_others", {"castle": castle, "army": self.army})
        elif g.durability[castle] >= g.setup.printed[castle]:
            yield Reason("8-1-2", "castle_whole", {"castle": castle})
        elif not _can_mend(g, self.army, self.hex, find_served_hexes(g, self.army, self.hex), castle):
            if self._is_shut_off(g):
                yield Reason("9-5-2 besieged", "castle_elsewhere", {"castle": castle})
            else:
                yield Reason("9-5-2", "castle_without_line", {"castle": castle})

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "done":
            return None
        self.count -= 1
        if act[0] == "restore":
            g.gain_step(act[1], "9-5-3")
        elif act[0] == "repair":
            castle = act[1]
            value = g.durability[castle] + g.setup.durability_per_point
            g.set_durability(castle, min(value, g.setup.printed[castle]), "9-5-7")
        else:
            h = g.setup.castle_hex[g.setup.mains[self.army][0]]
            g.rebuild(act[1], h, int(bool(g.closed_to[self.seat][h])))
        return "start"
