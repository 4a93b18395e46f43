"""Section 23: skirmishes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.core.show.fights import NOBODY_ROLLS
from gunki.series.forces_and_castles.rules.losses import all_units, forces_of, list_eliminations, living, part
from gunki.series.forces_and_castles.rules.retreat import HexRetreat, may_shelter
from gunki.series.gunyuden.rules.combat.losses import field_data, field_luck
from gunki.series.gunyuden.show.fights import clash
from gunki.series.gunyuden.state.position import GunyudenPosition as G

#: The answers to a battle result by which the defenders leave instead of losing steps.
LEAVING_ACTS: tuple[Act, ...] = (("retreat",), ("refuge",))


@dataclass(eq=False)
class Skirmish(Procedure):
    """23: a skirmish: attack, losses or retreat, pursuit or counterattack.

    One attacking force fights the enemies that it names (23-1).
    """

    seat: int
    force: int
    hex: int
    attackers: tuple[int, ...]  # one force; several only in a sortie
    targets: tuple[int, ...]  # the attacked units; after a retreat, only those that stayed or fell
    losses: int = 0
    fatal: int = 0
    asked: tuple[int, ...] = ()  # units that go on investing; their owner was asked and chose so
    withdrawn: tuple[int, ...] = ()  # units that have retreated; later, the units that the counterattack strikes

    def is_fight(self) -> bool:
        return True

    def start(self, g: G) -> Next:
        g.retreated = ()
        if g.log is not None:
            g.emit("attack", "23.0", unit=self.force, hex=self.hex, fight=self._fight(g, opens=True))
        g.fight(all_units(g, self.attackers), self.targets)
        return "ask_investors"

    def _fight(self, g: G, rolls: int = NOBODY_ROLLS, opens: bool = False) -> dict[str, Any] | None:
        """Return the fight for the log: both sides with their strengths. Return None if no log is kept."""
        if g.log is None:
            return None
        own = all_units(g, [f for f in self.attackers if g.at[f] >= 0])
        strengths = (self.attack_strength(g), counter_strength(g, self))
        return clash(g, self.hex, own, self.targets, strengths, rolls, opens)

    def _defender(self, g: G) -> int:
        """Return the seat that decides for the attacked units.

        If units of two seats are attacked, the seat of the unit with the highest rank decides (G-14). When that seat
        has no unit left there, the other one decides.
        """
        seats = {g.seat(u) for u in living(g, self.targets)}
        return g.seat(g.best_leader([u for u in self.targets if g.seat(u) in seats]))

    # 18-4-2, G-55: investing forces may raise the siege when they are attacked

    def ask_investors(self, g: G) -> Next:
        if g.inside[self.force]:  # 23-7-3: a sortie
            return "attack"
        investing = [f for f in forces_of(g, self.targets) if g.is_investing(f) and f not in self.asked]
        if not investing:
            return "attack"
        acts: list[Act] = [("hold_siege",), ("raise_siege",)]
        return Ask(
            g.seat(investing[0]),
            "raise_siege",
            "18-4-2",
            acts,
            "take_investor_answer",
            kind="confirm",
            data={"unit": investing[0]},
        )

    def take_investor_answer(self, g: G, act: Act) -> Next:
        force = next(f for f in forces_of(g, self.targets) if g.is_investing(f) and f not in self.asked)
        if act[0] == "raise_siege":
            g.stop_investing(force)
            g.emit("lifted", "18-4-2", unit=force)
            g.review(self.hex)
        else:
            self.asked = (*self.asked, *g.members(force))
        return "ask_investors"

    # 23-2: the attack

    def attack(self, g: G) -> Next:
        """Roll the attack (23.0(2))."""
        parts = attack_parts(g, self)
        data = field_data(g, self.attack_strength(g), parts, self.force, self.hex, self._fight(g, 0))
        return Roll("attack", "23-2", 1, "take_attack_roll", data=data, modified=True)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of a roll: the steps that the other side must lose."""
        if wait.name == "attack":
            return field_luck(g, self.seat, self.attack_strength(g), attack_parts(g, self))
        return field_luck(g, g.seat(living(g, self.targets)[0]), counter_strength(g, self), counter_parts(g, self))

    def attack_strength(self, g: G) -> int:
        """Return the strength of the attack, which a castle may change for a sortie (23.0(1), 23(ex)-1)."""
        strength = g.sum_strength([f for f in self.attackers if g.at[f] >= 0])
        return g.castle_rules(g.at[self.force]).sortie_strength(strength) if g.inside[self.force] else strength

    def take_attack_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.asked = tuple(u for u in self.asked if g.is_investing(g.leader[u]))  # 18-4-2: those that still invest
        modifier = sum(p["value"] for p in attack_parts(g, self))
        self.losses, self.fatal = g.setup.field(self.attack_strength(g), dice[0] + modifier)
        if g.log is not None:
            g.emit("battle_result", "23-3", hex=self.hex, count=self.losses, fatal=bool(self.fatal))
        return "suffer"

    # 23-3: losses are taken in steps, in hexes, or both

    def suffer(self, g: G) -> Next:
        """Ask the defenders to lose steps or to retreat (23.0(3), 23(ex)-3)."""
        alive = living(g, self.targets)
        if not self.losses or not alive:
            return "after_losses"
        if self.losses - g.setup.farthest_retreat >= sum(g.steps[u] for u in alive):
            return "lose_all"
        acts = list_eliminations(g, alive, self.losses) if self.fatal else []
        if not acts:
            acts = [("lose", u) for u in alive]
            acts += [act for act in LEAVING_ACTS if next(self.suffer_bars(g, act), None) is None]
        if len(acts) == 1:
            return "take_only_loss"
        data = {"hex": self.hex, "count": self.losses}
        return Ask(
            self._defender(g),
            "suffer",
            "23-3",
            acts,
            "take_loss_choice",
            bars="suffer_bars",
            exact=True,
            data=data,
            verbs=("lose", "fall", "retreat", "refuge"),
        )

    def suffer_bars(self, g: G, act: Act) -> Iterator[Reason]:
        """Yield the reasons against an answer to losses.

        If there is a bullet, a unit must be eliminated first (23-3-3). Losses beyond the longest retreat must be taken
        in steps (G-15). Taking refuge needs a castle (23-4-6).
        """
        alive = living(g, self.targets)
        if act[0] in ("lose", "fall"):
            if act[1] not in alive:
                yield Reason("23-3-1", "not_attacked", {"unit": act[1]})
            elif (act[0] == "fall") != bool(self.fatal and list_eliminations(g, alive, self.losses)):
                text = "eliminate_first" if act[0] == "lose" else "no_bullet"
                # 23-3-3, or the clause that the edition has instead
                yield Reason(g.rules.mark_clause, text, {"unit": act[1]})
            return
        if self.fatal and list_eliminations(g, alive, self.losses):
            # 23-3-3, or the clause that the edition has instead
            yield Reason(g.rules.mark_clause, "eliminate_first", {"unit": alive[0]})
        if self.losses > g.setup.farthest_retreat:
            yield Reason("23-4-2", "too_many_losses", {"count": g.setup.farthest_retreat})
        if act[0] == "refuge" and not all(may_shelter(g, f, self.hex) for f in forces_of(g, alive)):
            yield Reason("23-4-6", "no_castle", {"hex": self.hex})

    def lose_all(self, g: G) -> Next:
        seat = self._defender(g)
        count, self.losses = self.losses, 0
        return Call(g.rules.losses(seat, self.targets, count, 0, "23-3"), "after_losses")

    def take_only_loss(self, g: G) -> Next:
        alive = living(g, self.targets)
        choices = list_eliminations(g, alive, self.losses) if self.fatal else []
        return self.take_loss_choice(g, choices[0] if choices else ("lose", alive[0]))

    def take_loss_choice(self, g: G, act: Act) -> Next:
        if act in LEAVING_ACTS:
            if g.log is not None and (act[0] == "refuge" or self._can_all_leave(g)):  # 23-3: no steps are lost
                g.emit("capped", "23-3", hits=self.losses, count=0, cap=act[0])
            return "withdraw" if act[0] == "retreat" else "take_refuge"
        if act[0] == "fall":
            self.fatal = 0
            for _ in range(g.steps[act[1]]):
                self._lose(g, act[1])
            return "suffer"
        return self._lose(g, act[1])

    def _lose(self, g: G, unit: int) -> Next:
        self.losses -= 1
        g.lose_step(unit, "23-3-1")
        if g.at[unit] < 0:
            self.fatal = 0
        return "suffer"

    # 23-4: all attacked forces retreat; 23-4-6: or shut themselves up in the castle of their hex

    def withdraw(self, g: G) -> Next:
        """Let every attacked force retreat, one after the other (23-4-1)."""
        left = [f for f in forces_of(g, self.targets) if f not in self.withdrawn and g.at[f] == self.hex]
        if not left:
            return "after_withdrawal"
        units = tuple(g.members(left[0]))
        self.withdrawn = (*self.withdrawn, *units)
        return Call(self._retreat(g, units), "withdraw")

    def _retreat(self, g: G, units: tuple[int, ...]) -> Procedure:
        return g.rules.retreat(g.seat(units[0]), units, g.at[self.force], self.losses, home=1)

    def _can_all_leave(self, g: G) -> bool:
        """Return whether every attacked force has a hex to retreat to. A force without one loses steps (G-16)."""
        retreats = [self._retreat(g, tuple(g.members(f))) for f in forces_of(g, self.targets)]
        return all(isinstance(retreat, HexRetreat) and retreat.exits(g) for retreat in retreats)

    def after_withdrawal(self, g: G) -> Next:
        """Go on after the retreats: with the counterattack if a force has stayed, else with the pursuit (23-5).

        A force that could not leave its hex has not retreated: it strikes back (23-6, G-16) and bars the way (23-5-4).
        """
        gone = any(g.retreated[i + 1] for i in self._starts(g))
        if gone:
            g.win_skirmish(all_units(g, self.attackers), self.targets)
        self.targets = tuple(u for u in self.targets if self._has_stayed_or_fallen(g, u))
        if living(g, self.targets) or not gone:
            return "after_losses"
        return "chase"

    def _has_stayed_or_fallen(self, g: G, unit: int) -> bool:
        """Return whether a unit has stayed in the open in the hex where it was attacked, or has fallen.

        `_defender` and `finish_attack` need the fallen units too.
        """
        return g.at[unit] < 0 or (g.at[unit] == self.hex and not g.inside[unit])

    @staticmethod
    def _starts(g: G) -> Iterator[int]:
        i = 0
        while i < len(g.retreated):
            yield i
            i += 2 + g.retreated[i + 1]

    def take_refuge(self, g: G) -> Next:
        forces = forces_of(g, self.targets)
        for force in forces:
            g.put(force, self.hex, 1)
            g.emit("entered_castle", "23-4-6", unit=force, castle=g.castle_at(self.hex))
        g.shake(forces, self.losses * g.setup.shaken_per_hex, "23-4-6", killed=True)
        g.retreated = (*g.retreated, self.force, 1, self.hex)
        return "after_withdrawal"

    # 23-5: pursuit

    def chase(self, g: G) -> Next:
        """Let each attacking force pursue, one after the other (23-5).

        The attacker has one force, or several that came out of a castle (G-19). They may pursue even if the enemy is
        now in a castle (23-5-3).
        """
        if not self.attackers:
            return None
        ways: list[int] = []
        for i in self._starts(g):
            way = g.retreated[i + 2 : i + 2 + g.retreated[i + 1]]
            full = way if way[:1] == (self.hex,) else (self.hex, *way)
            ways += [g.retreated[i], len(full), *full]
        force, *others = self.attackers
        self.attackers = tuple(others)
        return Call(g.rules.pursuit(self.seat, force, tuple(ways)), "chase")

    # 23-6: the counterattack

    def after_losses(self, g: G) -> Next:
        if g.at[self.force] >= 0 and not living(g, self.targets):
            return "finish_attack"
        if g.at[self.force] < 0:
            return None
        if g.setup.options["counterattack"] == "ask":
            acts: list[Act] = [("counter",), ("hold",)]
            data = {"hex": self.hex, "unit": self.force}
            return Ask(
                self._defender(g), "counterattack", "23-6", acts, "take_counter_choice", kind="confirm", data=data
            )
        return "counterattack"

    def finish_attack(self, g: G) -> Next:
        g.win_skirmish(all_units(g, self.attackers), self.targets)
        return None

    def take_counter_choice(self, g: G, act: Act) -> Next:
        return "counterattack" if act[0] == "counter" else "over"

    def counterattack(self, g: G) -> Next:
        """Roll the counterattack, which strikes only the attackers (23.0(5), 23-6-1)."""
        strength = counter_strength(g, self)
        chief, fight = living(g, self.targets)[0], self._fight(g, 1)
        data = field_data(g, strength, counter_parts(g, self), chief, g.at[self.force], fight)
        return Roll("counterattack", "23-6", 1, "take_counterattack_roll", data=data, modified=True)

    def take_counterattack_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        modifier = sum(p["value"] for p in counter_parts(g, self))
        self.losses, self.fatal = g.setup.field(counter_strength(g, self), dice[0] + modifier)
        if g.log is not None:
            g.emit("battle_result", "23-6-3", hex=g.at[self.force], count=self.losses, fatal=bool(self.fatal))
        return "gather_attackers"

    def gather_attackers(self, g: G) -> Next:
        """Collect the attackers' units, which must take all losses in steps (23-6-3).

        The attackers do not retreat (23.0(6), 23(ex)-5).
        """
        self.withdrawn = all_units(g, [f for f in self.attackers if g.at[f] >= 0])
        return "lose_attackers"

    def lose_attackers(self, g: G) -> Next:
        return Call(
            g.rules.losses(self.seat, self.withdrawn, self.losses, self.fatal, "23-6-3"), "finish_counterattack"
        )

    def finish_counterattack(self, g: G) -> Next:
        if not living(g, self.withdrawn):
            g.win_skirmish(self.targets, self.withdrawn)
        return None


def leaders_part(g: G, own: list[int], other: list[int], clause: str) -> dict[str, Any]:
    """Return the modifier for the leaders of both sides (G-12, G-14).

    If leaders have equal ranks, the one with the better modifier in this place counts (23-7-1).
    """
    setup, names = g.setup, g.setup.units
    mine, theirs = (max(side, key=lambda f: (setup.stars[f], g.battle_modifier(f), -f)) for side in (own, other))
    value = g.battle_modifier(mine) - g.battle_modifier(theirs)
    return part("leaders", value, clause, unit=names[mine], other_unit=names[theirs])


def river_part(g: G, s: Skirmish, striking_back: bool) -> dict[str, Any]:
    """Return the modifier for a river between both sides. Weather may change it."""
    attack, counter, clause = g.setup.river_modifiers(g.weather)
    value, usual = (counter, "23-6-2(2)") if striking_back else (attack, "23-2-1(3)")
    between = g.setup.is_river_between(g.at[s.force], s.hex)
    return part("river", value if between else 0, clause or usual)


def attack_parts(g: G, s: Skirmish) -> list[dict[str, Any]]:
    """Return the modifiers of the attack (23-2-1, 23-7-2). Low morale hurts (10-2(3))."""
    setup, at, h = g.setup, g.at[s.force], s.hex
    own, other = [f for f in s.attackers if g.at[f] >= 0], forces_of(g, s.targets)
    parts = []
    terrain = setup.attack_terrain[h]
    if terrain:
        clause = "23-2-1(2)" if setup.map.terrain_at(h) == "foothills" else "23-2-1(1)"
        parts.append(part("terrain", terrain, clause, terrain=setup.map.terrain_at(h)))
    parts.append(river_part(g, s, False))
    parts.append(leaders_part(g, own, other, "23-2-1(4)"))
    parts.append(part("morale", g.lowest_morale(own) - g.lowest_morale(other), "23-2-1(5)"))
    if g.inside[s.force]:
        value, clause = g.castle_rules(at).sortie_modifier(g)
        parts.append(part("sortie", value, clause))
    return [p for p in parts if p["value"]]


def counter_strength(g: G, s: Skirmish) -> int:
    """Return the strength of the counterattack (23-7-3, 23.0(4), 23(ex)-4).

    A force that invested when it was attacked counts half, even if its losses end the investment (18-4-2).
    """
    forces = forces_of(g, s.targets)
    if g.inside[s.force]:
        return g.sum_strength(g.castle_rules(g.at[s.force]).defenders(g, forces, s.hex))
    return sum((g.strength(f) + 1) // 2 if f in s.asked else g.strength(f) for f in forces)


def counter_parts(g: G, s: Skirmish) -> list[dict[str, Any]]:
    """Return the modifiers of the counterattack (23-6-2, 23-7-4).

    The terrain is that of the force that strikes back (G-13).
    """
    setup, h = g.setup, s.hex
    forces = forces_of(g, s.targets)
    own = g.castle_rules(g.at[s.force]).defenders(g, forces, h) if g.inside[s.force] else forces
    other = [f for f in s.attackers if g.at[f] >= 0]
    parts = []
    if setup.counter_terrain[h]:
        parts.append(part("terrain", setup.counter_terrain[h], "23-6-2(1)", terrain=setup.map.terrain_at(h)))
    parts.append(river_part(g, s, True))
    parts.append(leaders_part(g, own, other, "23-6-2(3)"))
    parts.append(part("morale", g.lowest_morale(own) - g.lowest_morale(other), "23-6-2(4)"))
    if g.inside[s.force]:
        parts.append(part("against_sortie", setup.against_sortie, "23-7-4"))
    return [p for p in parts if p["value"]]
