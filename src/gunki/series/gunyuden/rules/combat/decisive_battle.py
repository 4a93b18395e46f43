"""Section 24: decisive battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.core.show.fights import NOBODY_ROLLS
from gunki.series.forces_and_castles.rules.losses import forces_of, living, part
from gunki.series.gunyuden.rules.combat.losses import field_data, field_luck
from gunki.series.gunyuden.show.fights import clash
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def has_sodaisho(g: G, force: int) -> bool:
    """Return whether a force includes a sodaisho (24-1-1)."""
    return any(g.setup.stars[u] == 2 for u in g.members(force))


def decisive_bars(g: G, force: int, h: int) -> Iterator[Reason]:
    """Yield the reasons against a decisive battle (24-1)."""
    at, foe = g.at[force], 1 - g.side(force)
    if not has_sodaisho(g, force):
        yield Reason("24-1-1", "no_sodaisho", {"unit": force})
    if not any(has_sodaisho(g, f) for f in g.outside(h, foe)):
        yield Reason("24-1-1", "no_enemy_sodaisho", {"hex": h})
    if g.inside[force]:
        yield Reason("24-1-6", "inside_castle", {"unit": force})
    for place in (at, h):
        if place >= 0 and g.setup.map.terrain_at(place) in ("foothills", "marsh"):
            yield Reason("24-1-7", "bad_ground", {"hex": place, "terrain": g.setup.map.terrain_at(place)})
    if force in g.turned_down:
        yield Reason("24-1-8", "was_refused", {"unit": force})


@dataclass(eq=False)
class DecisiveBattle(Procedure):
    """24: both sides choose the forces that take part. Rounds follow until one side loses more than the other."""

    seat: int
    force: int
    hex: int
    base: int = -1  # the hex from which the attack comes
    attackers: tuple[int, ...] = ()  # the units that take part
    defenders: tuple[int, ...] = ()
    attack_die: int = 0
    attack_losses: int = 0  # the steps that the attacker must lose
    attack_fatal: int = 0
    defence_losses: int = 0
    defence_fatal: int = 0
    routed: tuple[int, ...] = ()
    fleeing: tuple[int, ...] = ()  # units of the force that rolled last; they flee as one even if their leader falls
    spoken: tuple[int, ...] = ()  # seats that have chosen who takes part or, later, who advances
    along: tuple[int, ...] = ()  # forces that the game's own rules add to the attacking force

    def is_fight(self) -> bool:
        return True

    def start(self, g: G) -> Next:
        g.retreated = ()
        self.base = g.at[self.force]
        castle = g.castle_at(self.hex)
        return "ask_consent" if castle >= 0 and g.durability[castle] else "gather"  # 21-1: a ruin is no castle

    def _chief(self, g: G) -> int:
        return next(f for f in g.outside(self.hex, 1 - g.side(self.force)) if has_sodaisho(g, f))

    # 24-1-8: the defender may refuse a decisive battle before a castle

    def ask_consent(self, g: G) -> Next:
        acts: list[Act] = [("agree",), ("refuse",)]
        data = {"unit": self.force, "hex": self.hex}
        return Ask(g.seat(self._chief(g)), "decisive", "24-1-8", acts, "take_answer", kind="confirm", data=data)

    def take_answer(self, g: G, act: Act) -> Next:
        if act[0] == "agree":
            return "gather"
        g.turned_down = (*g.turned_down, self.force)
        g.emit("battle_refused", "24-1-8", unit=self.force, hex=self.hex)
        return "over"

    # 24-1-2 to 24-1-5: the forces that take part

    def gather(self, g: G) -> Next:
        self.attackers = tuple(u for force in (self.force, *self.along) for u in g.members(force))
        self.defenders = tuple(g.members(self._chief(g)))
        if g.log is not None:
            chief, fight = self._chief(g), self._fight(g, opens=True)
            g.emit("decisive_battle", "24.0", unit=self.force, other_unit=chief, hex=self.hex, fight=fight)
        return "attackers_join"

    def attackers_join(self, g: G) -> Next:
        return self._join(g, self._list_joiners(g, True), "join_attackers") or "defenders_join"

    def defenders_join(self, g: G) -> Next:
        question = self._join(g, self._list_joiners(g, False), "join_defenders")
        if question is None:
            g.fight(self.attackers, self.defenders)
        return question or "attack"

    def _list_joiners(self, g: G, attacking: bool) -> list[int]:
        """Return the forces that the next seat may still bring in.

        An ally decides for its own forces after the first seat (24-1-5). Whether the forces could act themselves does
        not matter (24-1-4).
        """
        h, units = (self.base, self.attackers) if attacking else (self.hex, self.defenders)
        others = [f for f in g.outside(h, g.side(units[0])) if f not in units]
        if attacking:
            others = [f for f in others if not g.acted[f] and not g.is_idle(f)]
        return self._of_one_seat(g, others, g.seat(units[0]))

    def _of_one_seat(self, g: G, forces: list[int], first: int) -> list[int]:
        """Return the forces of the seat that chooses next."""
        seats = {g.seat(f) for f in forces} - {*self.spoken}
        seat = first if first in seats else min(seats, default=-1)
        return [f for f in forces if g.seat(f) == seat]

    def _join(self, g: G, others: list[int], then: str) -> Ask | None:
        if not others:
            return None
        acts: list[Act] = [*(("join", f) for f in others), ("fight",)]
        clause = "24-1-2" if then == "join_attackers" else "24-1-3"
        data = {"hex": self.hex}
        return Ask(
            g.seat(others[0]), "join", clause, acts, then, bars="join_bars", exact=True, data=data,
            end_option=("fight",), verbs=("join",),
        )  # fmt: skip

    def join_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "join":
            return
        force = act[1]
        attacking = g.side(force) == g.side(self.force)
        clause = "24-1-2" if attacking else "24-1-3"
        if g.at[force] != (self.base if attacking else self.hex):
            yield Reason(clause, "other_hex", {"unit": force})
        elif g.inside[force]:
            yield Reason("24-1-6", "inside_castle", {"unit": force})
        elif force in (self.attackers if attacking else self.defenders):
            yield Reason(clause, "takes_part", {"unit": force})
        elif g.leader[force] != force:
            yield Reason("9-2-5", "under_command", {"unit": force, "leader_unit": g.leader[force]})
        elif attacking and g.acted[force]:
            yield Reason("24-1-2", "has_acted", {"unit": force})
        elif attacking and g.is_idle(force):
            yield from g.idle_bars(force)
        elif attacking != (self.step == "attackers_join"):
            yield Reason("24-1-3" if attacking else "24-1-2", "not_own", {"unit": force})
        elif force not in self._list_joiners(g, attacking):
            yield Reason("24-1-5", "not_own", {"unit": force})

    def join_attackers(self, g: G, act: Act) -> Next:
        if act[0] == "fight":
            return self._mark_spoken(g, self._list_joiners(g, True), "attackers_join")
        force = act[1]
        self.attackers += tuple(g.members(force))
        g.acted[force] = 1
        if g.is_investing(force):  # 18-4-1: no field battle unless it first ends the investment
            g.stop_investing(force)
            g.emit("lifted", "18-3-1", unit=force)
            g.review(self.base)
        return "attackers_join"

    def join_defenders(self, g: G, act: Act) -> Next:
        if act[0] == "fight":
            return self._mark_spoken(g, self._list_joiners(g, False), "defenders_join")
        self.defenders += tuple(g.members(act[1]))
        return "defenders_join"

    def _mark_spoken(self, g: G, forces: list[int], then: str) -> Next:
        self.spoken = (*self.spoken, g.seat(forces[0]))
        return then

    # 24-2: both sides roll, then both lose steps

    def _data(self, g: G, own: tuple[int, ...], other: tuple[int, ...]) -> dict[str, Any]:
        parts, chief = round_parts(g, own, other), living(g, own)[0]
        fight = self._fight(g, int(own == self.defenders))
        return field_data(g, self._strength(g, own), parts, chief, self.hex, fight)

    def _fight(self, g: G, rolls: int = NOBODY_ROLLS, opens: bool = False) -> dict[str, Any] | None:
        if g.log is None:
            return None
        strengths = (self._strength(g, self.attackers), self._strength(g, self.defenders))
        return clash(g, self.hex, self.attackers, self.defenders, strengths, rolls, opens)

    @staticmethod
    def _strength(g: G, units: tuple[int, ...]) -> int:
        """Return the strength of all units that take part on a side (24.0(1), 24-2-1)."""
        return sum(g.setup.strength[u][g.steps[u]] for u in living(g, units))

    def _result(self, g: G, own: tuple[int, ...], other: tuple[int, ...], die: int) -> tuple[int, int]:
        modifier = sum(p["value"] for p in round_parts(g, own, other))
        result: tuple[int, int] = g.setup.field(self._strength(g, own), die + modifier)
        return result

    def attack(self, g: G) -> Next:
        """Roll for the attackers (24.0(2))."""
        data = self._data(g, self.attackers, self.defenders)
        return Roll("decisive_attack", "24-2-2", 1, "take_attack_roll", data=data, modified=True)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of a roll: the steps that the other side must lose. The die of a rout has no value."""
        if wait.name == "rout":
            return None
        own, other = self.attackers, self.defenders
        if wait.name == "decisive_defence":
            own, other = other, own
        return field_luck(g, g.seat(living(g, own)[0]), self._strength(g, own), round_parts(g, own, other))

    def take_attack_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.attack_die = dice[0]
        return "defend"

    def defend(self, g: G) -> Next:
        data = self._data(g, self.defenders, self.attackers)
        return Roll("decisive_defence", "24-2-2", 1, "take_defence_roll", data=data, modified=True)

    def take_defence_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.defence_losses, self.defence_fatal = self._result(g, self.attackers, self.defenders, self.attack_die)
        self.attack_losses, self.attack_fatal = self._result(g, self.defenders, self.attackers, dice[0])
        if g.log is not None:
            g.emit("round", "24-2-4", hex=self.hex, dealt=self.defence_losses, taken=self.attack_losses)
        return "lose_attackers"

    def lose_attackers(self, g: G) -> Next:
        """Let the attackers lose the steps that the defenders rolled. Next, the defenders lose steps (24.0(3))."""
        losses = g.rules.losses(self.seat, self.attackers, self.attack_losses, self.attack_fatal, "24-2-4")
        return Call(losses, "lose_defenders")

    def lose_defenders(self, g: G) -> Next:
        seat = g.seat(self.defenders[0])
        return Call(g.rules.losses(seat, self.defenders, self.defence_losses, self.defence_fatal, "24-2-4"), "compare")

    # 24-2-5, 24-2-6, G-31: the end of a round

    def compare(self, g: G) -> Next:
        """Make the side with the greater losses retreat. If the losses are equal, another round follows (24.0(4))."""
        attackers, defenders = living(g, self.attackers), living(g, self.defenders)
        if not attackers and not defenders:
            return "over"
        if attackers and defenders and self.attack_losses == self.defence_losses:
            return "attack"
        return self.settle_battle(g)

    def settle_battle(self, g: G) -> Next:
        won, lost = self.attackers, self.defenders
        if self.is_attacker_beaten(g):
            won, lost = lost, won
        g.win_battle(won, lost)
        self.spoken = ()
        return "rout"

    def is_attacker_beaten(self, g: G) -> bool:
        return not living(g, self.attackers) or (
            bool(living(g, self.defenders)) and self.attack_losses > self.defence_losses
        )

    # 24-3: the beaten side flees

    def rout(self, g: G) -> Next:
        """Roll a die for each force in the hex of the beaten side, even if none there took part (24-3-1, G-33)."""
        h = self.base if self.is_attacker_beaten(g) else self.hex
        units = self.attackers if self.is_attacker_beaten(g) else self.defenders
        side = g.side(units[0])
        left = [f for f in g.outside(h, side) if f not in self.routed]
        if not left:
            return "ask_advance"
        return Roll(
            "rout", "24-3-1", 1, "take_rout_roll", data={"unit": left[0], "hex": h, "chart": "decisive_retreat"}
        )

    def take_rout_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        beaten = self.is_attacker_beaten(g)
        h = self.base if beaten else self.hex
        side = g.side((self.attackers if beaten else self.defenders)[0])
        force = next(f for f in g.outside(h, side) if f not in self.routed)
        self.attack_die = dice[0]
        self.fleeing = tuple(g.members(force))
        self.routed = (*self.routed, *self.fleeing)
        return "wear_down" if g.setup.rout["steps"][dice[0] - 1] else "flee"

    def wear_down(self, g: G) -> Next:
        """Lose the steps that a 5 or a 6 costs besides the retreat (24-3-2)."""
        steps = g.setup.rout["steps"][self.attack_die - 1]
        return Call(g.rules.losses(g.seat(self.fleeing[0]), self.fleeing, steps, 0, "24-3-2"), "flee")

    def flee(self, g: G) -> Next:
        units = tuple(living(g, self.fleeing))
        if not units:
            return "rout"
        hexes = g.setup.rout["hexes"][self.attack_die - 1]
        shaking = int(bool(g.setup.options["decisive_retreat_morale"]))  # G-33: an option
        beaten = self.is_attacker_beaten(g)
        origin = self.hex if beaten else self.base
        home = int(not beaten)
        return Call(g.rules.retreat(g.seat(units[0]), units, origin, hexes, shaking=shaking, home=home), "rout")

    # 24-3-3, G-34: the winner may advance

    def ask_advance(self, g: G) -> Next:
        able = self._list_advancers(g)
        if not able:
            return None
        acts: list[Act] = [*(("advance", f) for f in able), ("stay",)]
        data = {"hex": self._goal(g)}
        return Ask(g.seat(able[0]), "advance", "24-3-3", acts, "advance_force", data=data, end_option=("stay",))

    def _goal(self, g: G) -> int:
        return self.base if self.is_attacker_beaten(g) else self.hex

    def _list_advancers(self, g: G) -> list[int]:
        """Return the forces that the next seat may advance into the beaten side's hex. An ally decides for its own."""
        units, goal = self.defenders if self.is_attacker_beaten(g) else self.attackers, self._goal(g)
        if g.outside(goal, 1 - g.side(units[0])):
            return []
        able = [f for f in forces_of(g, units) if g.at[f] != goal and next(g.ban_bars(f, goal), None) is None]
        return self._of_one_seat(g, able, g.seat(units[0]))

    def advance_force(self, g: G, act: Act) -> Next:
        if act[0] == "stay":
            return self._mark_spoken(g, self._list_advancers(g), "ask_advance")
        origin, goal = g.at[act[1]], self._goal(g)
        g.put(act[1], goal, int(g.is_always_inside(act[1], goal)))
        g.emit("advanced", "24-3-3", unit=act[1], from_hex=origin, to_hex=goal)
        return "ask_advance"


def round_parts(g: G, own: tuple[int, ...], other: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return the modifiers of a roll: leaders and morale, no terrain (24-2-3)."""
    mine, theirs = forces_of(g, own), forces_of(g, other)

    def modifier(forces: list[int]) -> int:
        commanders = [f for f in forces if g.setup.boxes[f]] or forces
        return max(commanders, key=lambda f: (g.setup.modifier[f], -f))

    a, b = modifier(mine), modifier(theirs)
    names = g.setup.units
    parts = [
        part("leaders", g.setup.modifier[a] - g.setup.modifier[b], "24-2-3", unit=names[a], other_unit=names[b]),
        part("morale", g.lowest_morale(mine) - g.lowest_morale(theirs), "24-2-3"),
    ]
    return [p for p in parts if p["value"]]
