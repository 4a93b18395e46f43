"""Sections 12-1 and 12-2: field battles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Procedure
from gunki.games.kenshin.rules.combat.battle import ATTACKER, DEFENDER, NOBODY, Battle
from gunki.games.kenshin.rules.combat.retreat import Advance, Retreat
from gunki.games.kenshin.rules.sieges.castles import Refuge
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import all_units, forces_of, part


@dataclass(eq=False)
class FieldBattle(Battle):
    """11(1): forces of one hex attack all forces in the open in an adjacent hex (12-1-3, 12-1-5, K-08, K-09).

    A hex can be attacked from several hexes in turn (ERR-3). Besiegers that are attacked keep up their siege
    (13-1-7 attacked).
    """

    split: int = 0  # 1 if this is one of the battles of a `SplitAttack` (K-08)

    def start(self, g: G) -> Next:
        if g.log is not None:
            unit = forces_of(g, self.attackers)[0]
            g.emit(
                "field_battle", "12-1", unit=unit, from_hex=self.origin, hex=self.hex, fight=self.describe_opening(g)
            )
        if self.split:
            return "ask_chief"
        g.mark_attack(self.attackers, self.hex)
        return Call(Refuge(self.hex, 1 - self.seat), "after_refuge")

    def after_refuge(self, g: G) -> Next:
        """Fight only the forces outside the castle (8-2-1); if all took refuge there are no dice (K-44)."""
        self.defenders = all_units(g, g.outside(self.hex, 1 - self.seat))
        return "ask_chief" if self.defenders else "finish"

    def parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """Return the modifiers, all added up (12-2-1 cumulative).

        They are foothills (12-2-1 A(1), 12-2-1 D(1)), a river (12-2-1 A(2), 12-2-1 D(2)), abilities, and fortifications
        of the defender's side (10-8 bonus, K-04).
        """
        setup, h, side = g.setup, self.hex, "A" if who == ATTACKER else "D"
        attacking = who == ATTACKER
        ground = setup.attack_terrain[h] if attacking else setup.defence_terrain[h]
        river = setup.river_attack if attacking else setup.river_defence
        fort = setup.fort_attack if attacking else setup.fort_defence
        modifiers = []
        if ground:
            modifiers.append(part("terrain", ground, f"12-2-1 {side}(1)", terrain=setup.map.terrain_at(h)))
        if river and setup.is_river_between(self.origin, h):
            modifiers.append(part("river", river, f"12-2-1 {side}(2)"))
        modifiers += self.ability_part(g, who, f"12-2-1 {side}(3)")
        if fort and g.has_fort(h, self.player(DEFENDER)):
            modifiers.append(part("fortification", fort, "10-8 bonus"))
        return modifiers

    def retreat(self, g: G, who: int, body: int) -> Procedure:
        foe, home = (self.hex, 0) if who == ATTACKER else (self.origin, 1)
        return Retreat(self.player(who), tuple(g.members(body)), foe, g.setup.retreat_most, home=home)

    def finish(self, g: G) -> Next:
        """Let the winner advance, attacker or defender (12-6, K-92).

        In a `SplitAttack` attackers advance only after its last battle (K-08).
        """
        winner = self.winner(g)
        if winner == NOBODY or (self.split and winner == ATTACKER):
            return None
        goal = self.hex if winner == ATTACKER else self.origin
        return Call(Advance(self.player(winner), self.troops(winner), goal), "over")


@dataclass(eq=False)
class SplitAttack(AutoAnswering):
    """ERR-3 allocation, K-08 `split_defence`: several hexes attack one hex in a joint attack.

    The defender allots each force to one of the attacking hexes. Each of these hexes gets at least one force if there
    are enough.
    """

    seat: int
    hex: int
    attackers: tuple[int, ...]
    starts: tuple[int, ...]  # the hex that each attacker attacks from
    defenders: tuple[int, ...] = ()  # the defending units that have been allotted
    against: tuple[int, ...] = ()  # the attacking hex that each of these units fights
    place: int = 0  # how many battles have been fought

    def start(self, g: G) -> Next:
        g.mark_attack(self.attackers, self.hex)
        return Call(Refuge(self.hex, 1 - self.seat), "ask_allotment")

    def _origins(self) -> list[int]:
        return list(dict.fromkeys(self.starts))

    def _from(self, h: int) -> tuple[int, ...]:
        return tuple(u for u, start in zip(self.attackers, self.starts, strict=False) if start == h)

    def ask_allotment(self, g: G) -> Next:
        forces = [f for f in g.outside(self.hex, 1 - self.seat) if f not in self.defenders]
        if not forces:
            return "fight_next_battle"
        empty = [h for h in self._origins() if h not in self.against]
        hexes = empty if len(empty) >= len(forces) else self._origins()
        acts = [("allot", forces[0], h) for h in hexes]
        return self.ask(g, 1 - self.seat, "allot", "ERR-3 allocation", acts, "allot", bars="", data={"hex": self.hex})

    def allot(self, g: G, act: Act) -> Next:
        """Allot a force to a hex; allotments are public."""
        g.emit("allotted", "ERR-3 allocation", unit=act[1], from_hex=act[2], hex=self.hex)
        units = g.members(act[1])
        self.defenders, self.against = (*self.defenders, *units), (*self.against, *(act[2] for _ in units))
        return "ask_allotment"

    def fight_next_battle(self, g: G) -> Next:
        """Fight the next battle that has both sides; skip a hex with no defenders allotted to it."""
        origins = self._origins()
        if self.place >= len(origins):
            return "advance"
        h = origins[self.place]
        self.place += 1
        pairs = zip(self.defenders, self.against, strict=False)
        foes = tuple(u for u, hex_ in pairs if hex_ == h and g.at[u] == self.hex and not g.inside[u])
        units = tuple(u for u in self._from(h) if g.at[u] == h)
        if not foes or not units:
            return "fight_next_battle"
        return Call(FieldBattle(self.seat, self.hex, units, foes, h, split=1), "fight_next_battle")

    def advance(self, g: G) -> Next:
        """Let winners advance into an empty hex.

        Attackers without an opponent have not won, unless there was no defender at all.
        """
        won = [h for h in self._origins() if h in self.against or not self.defenders]
        pairs = zip(self.attackers, self.starts, strict=False)
        units = tuple(u for u, start in pairs if start in won and g.at[u] == start)
        return Call(Advance(self.seat, units, self.hex), "over")
