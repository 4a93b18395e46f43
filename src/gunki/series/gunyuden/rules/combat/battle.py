"""Section 22: the hexes that may be attacked, and the forces that take part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.forces_and_castles.rules.losses import all_units
from gunki.series.gunyuden.rules.combat import decisive_battle
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def targets(g: G, force: int) -> list[int]:
    """Return the hexes with enemies that a force may attack: those around it or, from a castle, its own (22-1-2, 23-7).

    An enemy that others attacked before may be attacked again (22-1-4).
    """
    foe, h = 1 - g.side(force), g.at[force]
    if not g.inside[force] and not g.adjacent[foe][h]:
        return []
    places = g.castle_rules(h).sortie_hexes() if g.inside[force] else g.setup.map.around(h)
    return [b for b in places if g.closed_to[1 - foe][b] and next(attack_bars(g, force, b), None) is None]


def attack_bars(g: G, force: int, h: int) -> Iterator[Reason]:
    at, foe = g.at[force], 1 - g.side(force)
    if g.inside[force]:
        if h not in g.castle_rules(at).sortie_hexes():
            yield Reason("23-7", "only_before_gate", {"hex": h})
    elif g.setup.map.direction(at, h) < 0:
        yield Reason("22-1-2", "not_adjacent", {"hex": h})
    elif g.setup.is_water_between(at, h):
        yield Reason("22-1-5", "water_between", {"hex": h})
    yield from g.target_bars(force, h)
    if not g.outside(h, foe):
        reasons = list(g.truce_bars(force, h)) or list(walls_bars(g, force, h))
        yield from reasons or (Reason("22-1-2", "nobody_there", {"hex": h}),)


def walls_bars(g: G, force: int, h: int) -> Iterator[Reason]:
    """Yield a reason if enemies in a hex are inside a castle: only a siege can attack them (G-19)."""
    if any(g.inside[f] and g.side(f) == 1 - g.side(force) for f in g.forces_in(h)):
        yield Reason("17.0", "behind_walls", {"hex": h})


def fellows(g: G, force: int) -> list[int]:
    """Return the other forces inside the castle that may join a sortie (G-19)."""
    if not g.setup.options["joint_sortie"]:
        return []
    forces = g.forces_in(g.at[force])
    return [f for f in forces if g.inside[f] and f != force and g.is_able(f) and g.is_in_phase(f, g.phase)]


def battle_bars(g: G, force: int) -> Iterator[Reason]:
    tied = [f for f in g.company(force) if g.is_investing(f)]
    if tied:
        yield Reason("18-4-1", "investing", {"unit": tied[0]})
    elif not targets(g, force):
        if g.is_listing:
            yield Reason("22-1-2", "no_enemy", {"unit": force})
        else:
            yield from no_target_bars(g, force)
    elif g.inside[force]:
        yield from g.castle_rules(g.at[force]).sortie_bars(g, [force, *fellows(g, force)])


def no_target_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield why a force has nothing to attack: no enemies are around it, or it may not attack them."""
    foe, h = 1 - g.side(force), g.at[force]
    reasons = list(walls_bars(g, force, h))
    for b in g.setup.map.around(h):
        reasons += (
            attack_bars(g, force, b) if g.outside(b, foe) else [*g.truce_bars(force, b), *walls_bars(g, force, b)]
        )
    yield from reasons or (Reason("22-1-2", "no_enemy", {"unit": force}),)


@dataclass(eq=False)
class FieldBattle(Procedure):
    """22: a force chooses an enemy hex, the way of fighting and the enemies it fights.

    The player first names the attacker and the target (22.0, 22-1-1). Nobody has to attack (22-1-6).
    """

    seat: int
    force: int
    hex: int = -1
    spared: tuple[int, ...] = ()
    joined: tuple[int, ...] = ()

    def start(self, g: G) -> Next:
        acts: list[Act] = []
        for h in self.targets(g):
            acts.append(("attack", h))
            if next(decisive_battle.decisive_bars(g, self.force, h), None) is None:
                acts.append(("decisive", h))
        if self.hex >= 0:  # G-32: after the refusal of a decisive battle, the force may decline to fight
            acts.append(("hold",))
        if len(acts) == 1:
            return "take_only_target"
        data = {"unit": self.force}
        verbs = ("attack", "decisive")
        return Ask(self.seat, "target", "22-1", acts, "take_target", bars="bars", exact=True, data=data, verbs=verbs)

    def targets(self, g: G) -> list[int]:
        """Return the hexes that the force may attack."""
        return targets(g, self.force)

    def take_only_target(self, g: G) -> Next:
        self.hex = self.targets(g)[0]
        return "ask_sortie"

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "hold":
            return
        yield from attack_bars(g, self.force, act[1])
        if act[0] == "decisive":
            yield from decisive_battle.decisive_bars(g, self.force, act[1])

    def take_target(self, g: G, act: Act) -> Next:
        if act[0] == "hold":
            g.acted[self.force] = 0  # G-60: the proposal that was refused costs no action
            return "over"
        self.hex = act[1]
        return "fight_great_battle" if act[0] == "decisive" else "ask_sortie"

    # 24-1-8: a decisive battle may be refused before a castle

    def fight_great_battle(self, g: G) -> Next:
        """Start the decisive battle (22.0(2))."""
        battle = g.rules.decisive_battle(self.seat, self.force, self.hex, along=self.joined)
        return Call(battle, "after_great_battle")

    def after_great_battle(self, g: G) -> Next:
        return "start" if self.force in g.turned_down and g.at[self.force] >= 0 else None

    # G-19: other forces inside the castle may join a sortie

    def ask_sortie(self, g: G) -> Next:
        others = [f for f in fellows(g, self.force) if f not in self.joined] if g.inside[self.force] else []
        if not others:
            return "ask_defenders"
        fight: Act = ("fight",)
        acts: list[Act] = [*(("join", f) for f in others), fight]
        closes = fight if next(self.sortie_bars(g, fight), None) is None else None
        data = {"hex": self.hex}
        return Ask(
            self.seat, "sortie", "23-7", acts, "join_sortie", bars="sortie_bars", data=data, end_option=closes,
            verbs=("attack", "decisive"),
        )  # fmt: skip

    def sortie_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "fight":
            yield from g.castle_rules(g.at[self.force]).sortie_bars(g, [self.force, *self.joined])
        elif act[0] == "join":
            yield from self._join_bars(g, act[1])
        else:
            yield from self._elsewhere_bars(act)

    def _join_bars(self, g: G, other: int) -> Iterator[Reason]:
        """Yield why a force cannot join a sortie that others have begun."""
        if other == self.force or other in self.joined:
            yield Reason("23-7", "takes_part", {"unit": other})
        elif g.at[other] != g.at[self.force] or not g.inside[other]:
            yield Reason("23-7", "not_in_garrison", {"unit": other})
        elif g.leader[other] != other:
            yield Reason("12-2-1", "under_command", {"unit": other, "leader_unit": g.leader[other]})
        elif not g.is_in_phase(other, g.phase):
            yield Reason("4-1", "other_phase", {"unit": other})
        elif g.is_idle(other):
            yield from g.idle_bars(other)
        elif g.acted[other]:
            yield Reason("12-2-3", "has_acted", {"unit": other})
        elif not g.has_points(other):
            yield Reason("12-2-4", "no_activation", {"unit": other, "count": g.setup.activation[other]})

    def _elsewhere_bars(self, act: Act) -> Iterator[Reason]:
        """Yield the reason against another target: only the chosen hex is attacked (22-1-3)."""
        yield Reason("22-1-3", "one_hex", {"unit": self.force, "hex": self.hex})

    def join_sortie(self, g: G, act: Act) -> Next:
        if act[0] == "fight":
            return "ask_defenders"
        self.joined = (*self.joined, act[1])
        g.acted[act[1]] = 1
        return "ask_sortie"

    # 23-1-2: the attack is against all forces of the hex, or only some

    def ask_defenders(self, g: G) -> Next:
        left = self._targets_left(g)
        if len(left) < 2:
            return "fight_skirmish"
        acts: list[Act] = [*(("spare", f) for f in left), ("fight",)]
        return Ask(
            self.seat, "defenders", "23-1-2", acts, "spare_force", bars="defenders_bars", exact=True,
            data={"hex": self.hex}, end_option=("fight",), verbs=("attack", "decisive", "join"),
        )  # fmt: skip

    def defenders_bars(self, g: G, act: Act) -> Iterator[Reason]:
        """Yield why an enemy force cannot be spared, or why forces in the attacker's hex cannot join (23(ex)-0)."""
        if act[0] == "spare":
            if act[1] not in self._targets_left(g):
                yield Reason("23-1-2", "not_attacked", {"unit": act[1]})
        elif act[0] == "join":
            yield Reason("23-1-1", "one_force", {"unit": self.force})
        elif act[0] != "fight":
            yield from self._elsewhere_bars(act)

    def _targets_left(self, g: G) -> list[int]:
        return [f for f in g.outside(self.hex, 1 - g.side(self.force)) if f not in self.spared]

    def spare_force(self, g: G, act: Act) -> Next:
        if act[0] == "fight":
            return "fight_skirmish"
        self.spared = (*self.spared, act[1])
        return "ask_defenders"

    def fight_skirmish(self, g: G) -> Next:
        """Start the skirmish (22.0(1))."""
        attackers = (self.force, *self.joined)
        return Call(
            g.rules.skirmish(self.seat, self.force, self.hex, attackers, all_units(g, self._targets_left(g))), "over"
        )
