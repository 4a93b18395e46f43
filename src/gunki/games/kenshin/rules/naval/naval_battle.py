"""Section 16-3: naval battles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next, Procedure
from gunki.core.show.fights import counter, loss
from gunki.games.kenshin.rules.combat.battle import ATTACKER, DEFENDER, Battle
from gunki.games.kenshin.rules.naval import ship_movement
from gunki.games.kenshin.setup import AREAS
from gunki.games.kenshin.state.position import NOT_YET, SUNK
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import part
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.state_fields import FULL


def pending(g: G) -> list[int]:
    """Return the naval battles to be fought (16-2-4, K-102). Each is given by the ship that moved in first."""
    first_ships: dict[int, int] = {}
    for ship, bound in enumerate(g.ship_bound):
        if bound:
            first_ships.setdefault(g.ship_at[ship], ship)
    return list(first_ships.values())


def battle(g: G, ship: int) -> NavalBattle:
    """Return the battle at the place of a ship.

    The side of this ship moved in, so this side attacks in either player's phase (10-7-3).
    """
    place = g.ship_at[ship]
    return NavalBattle(g.ship_side(ship), max(place, -1), sea=place)


@dataclass(eq=False)
class NavalBattle(Battle):
    """16-3, K-69: ships of both sides in one place fight like forces in the field.

    Only the difference of abilities modifies, and there is no pursuit. All ships in the open there take part (12-1-5).
    """

    sea: int = NOT_YET

    def start(self, g: G) -> Next:
        self.attackers = tuple(ship_movement.ships_at(g, self.sea, self.seat))
        self.defenders = tuple(ship_movement.ships_at(g, self.sea, 1 - self.seat))
        if not self.attackers or not self.defenders:  # one side has left: there is no battle
            return "finish"
        fight = self.describe_fight(g, opens=True)
        g.emit("naval_battle", "16-3", ship=self.attackers[0], area=self.area(), hex=self.hex, fight=fight)
        return "ask_chief"

    # -- the ships of both sides --------------------------------------------------------------------------------------

    def alive(self, g: G, who: int) -> list[int]:
        return [ship for ship in self.troops(who) if g.ship_at[ship] == self.sea]

    def bodies(self, g: G, who: int) -> list[int]:
        return self.alive(g, who)

    def members(self, g: G, body: int) -> Sequence[int]:
        return (body,)

    def steps(self, g: G, unit: int) -> int:
        return g.ship_steps[unit]

    def strength(self, g: G, who: int) -> int:
        """Return the steps of ships; a ship that carries a unit does not count (16-4-2, K-71)."""
        return sum(g.ship_steps[ship] for ship in self.alive(g, who) if g.cargo[ship] < 0)

    def area(self) -> int:
        return ship_movement.area_of(self.sea)

    def place(self, g: G) -> str:
        return f"area:{AREAS[self.area()]}" if self.area() >= 0 else super().place(g)

    def describe_piece(self, g: G, unit: int) -> dict[str, Any]:
        setup, steps = g.setup, g.ship_steps[unit]
        kind = "ironclad" if setup.ironclad[unit] else "ship"
        return counter(
            "ship", setup.ships[unit], setup.armies[setup.ship_army[unit]], kind,
            {"strength": 0 if g.cargo[unit] >= 0 else steps, "ability": setup.ship_ability[unit]}, reduced=steps < FULL,
        )  # fmt: skip

    def candidates(self, g: G, who: int) -> list[int]:
        """Return all ships: they have the same rank (K-69)."""
        return self.alive(g, who)

    def chief_verb(self) -> str:
        return "flagship"

    def ability(self, g: G, unit: int) -> int:
        return g.setup.ship_ability[unit]

    def tell_chief(self, g: G, unit: int) -> None:
        g.emit("flagship_counts", "16-3", ship=unit)

    def chief_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[1] not in self.candidates(g, self._find_undecided_side(g)):
            yield Reason("12-2-2", "not_there", {"ship": act[1]})

    # -- a round ------------------------------------------------------------------------------------------------------

    def parts(self, g: G, who: int) -> list[dict[str, Any]]:
        return self.ability_part(g, who, "12-2-1 A(3)" if who == ATTACKER else "12-2-1 D(3)")

    def ability_part(self, g: G, who: int, clause: str) -> list[dict[str, Any]]:
        value = self.lead(g, who)
        if not value:
            return []
        names = g.setup.ships
        own, other = names[self.chief(who)], names[self.chief(1 - who)]
        return [part("ship_ability", value, clause, ship=own, other_ship=other)]

    def round_clause(self) -> str:
        return "16-3"

    def losses(self, g: G, who: int, count: int) -> Procedure:
        return ShipLosses(self.player(who), self.sea, self.troops(who), count)

    def may_pursue(self, g: G) -> bool:
        return False

    def retreat(self, g: G, who: int, body: int) -> Procedure:
        return Flee(self.player(who), body)

    def finish(self, g: G) -> Next:
        """Shelter ships in their ports again (16-2-5). No ship here is bound to attack any more."""
        for ship in (*self.troops(ATTACKER), *self.troops(DEFENDER)):
            g.set_ship("exposed", ship, 0)
        for ship, at in enumerate(g.ship_at):
            if at == self.sea and g.ship_bound[ship]:
                g.set_ship("ship_bound", ship, 0)
        return None


@dataclass(eq=False)
class ShipLosses(AutoAnswering):
    """12-3, 16-3: ships lose steps, chosen by their owner; ships with two steps first (12-3-1)."""

    seat: int
    place: int
    ships: tuple[int, ...]
    count: int

    def start(self, g: G) -> Next:
        alive = self._alive(g)
        if self.count <= 0 or not alive:
            return None
        whole = [s for s in alive if g.ship_steps[s] == FULL]
        if self.count >= sum(g.ship_steps[s] for s in alive):
            return "sink_all"
        if whole and self.count >= len(whole):
            return "damage_all"
        acts: list[Act] = [("damage", s) for s in whole or alive]
        data = {"count": self.count, "hex": max(self.place, -1)}
        return self.ask(g, self.seat, "losses", "12-3", acts, "damage_ship", data=data)

    def _alive(self, g: G) -> list[int]:
        return [s for s in self.ships if g.ship_at[s] == self.place]

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        alive = self._alive(g)
        if act[1] not in alive:
            yield Reason("12-3", "not_there", {"ship": act[1]})
        elif g.ship_steps[act[1]] < FULL and any(g.ship_steps[s] == FULL for s in alive):
            yield Reason("12-3-1", "two_steps_first", {"ship": act[1]})

    def damage_ship(self, g: G, act: Act) -> Next:
        self.count -= 1
        damage(g, act[1])
        return "start"

    def damage_all(self, g: G) -> Next:
        for ship in self._alive(g):
            if g.ship_steps[ship] == FULL:
                self.count -= 1
                damage(g, ship)
        return "start"

    def sink_all(self, g: G) -> Next:
        steps = sum(g.ship_steps[s] for s in self._alive(g))
        if g.log is not None and self.count > steps:
            g.emit("capped", "12-3", hits=self.count, count=steps, cap="all_lost")
        for ship in self._alive(g):
            while g.ship_at[ship] == self.place:
                damage(g, ship)
        return None


def damage(g: G, ship: int) -> None:
    """Take a step from a ship. A ship that loses its first step also loses the unit that it carries (16-4-3 loss)."""
    left = g.ship_steps[ship] - 1
    if left:
        g.ship_steps = replace_value(g.ship_steps, ship, left)
        g.emit("ship_damaged", "16-3", ship=ship, left=left, loss=loss("ship", g.setup.ships[ship], left=left))
    if g.cargo[ship] >= 0:
        g.eliminate_all([g.cargo[ship]], "16-4-3 loss")
    if not left and ship_movement.is_afloat(g, ship):
        sink(g, ship)


def sink(g: G, ship: int) -> None:
    if g.cargo[ship] >= 0:
        g.eliminate_all([g.cargo[ship]], "16-4-3 loss")
    if ship_movement.is_afloat(g, ship):  # not if its clan has left with a taisho who was aboard
        g.remove_ship(ship, SUNK)
        g.emit("sunk", "16-3", ship=ship, loss=loss("ship", g.setup.ships[ship]))


@dataclass(eq=False)
class Flee(AutoAnswering):
    """K-69: a ship retreats one step, to a place without enemy ships in the open; if it cannot, it is sunk."""

    seat: int
    ship: int

    def start(self, g: G) -> Next:
        if not ship_movement.is_afloat(g, self.ship):
            return None
        acts = [
            ship_movement.sailing(p)
            for p in ship_movement.goals(g, self.ship, g.cargo[self.ship])
            if not ship_movement.ships_at(g, p, 1 - self.seat)
        ]
        if not acts:
            return "sink_ship"
        return self.ask(
            g, self.seat, "flee", "16-3", acts, "take_choice", data={"ship": self.ship}, verbs=("sail_to", "put_in")
        )

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        place = ship_movement.place_of(act)
        yield from ship_movement.goal_bars(g, self.ship, place, g.cargo[self.ship])
        if ship_movement.ships_at(g, place, 1 - self.seat):
            yield Reason("16-3", "enemy_ships", {"ship": self.ship})

    def take_choice(self, g: G, act: Act) -> Next:
        g.set_ship("ship_bound", self.ship, 0)
        ship_movement.arrive(g, self.ship, ship_movement.place_of(act))
        return None

    def sink_ship(self, g: G) -> Next:
        sink(g, self.ship)
        return None
