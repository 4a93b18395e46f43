"""Sections 17 to 19, sieges: investing a castle, assaulting it, and the results of a siege over time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.forces_and_castles.rules.losses import all_units, forces_of, part
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules.sieges.surrender import call_bars, speaker
from gunki.series.gunyuden.show import fights
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def siege_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield why a force cannot choose siege at all (17-1-1).

    A force that invests may assault, call, or use the other options of an investment (17-1-3).
    """
    castle = g.siege_of(force)
    if castle < 0:
        if not g.is_listing:
            yield from g.castle_truce_bars(force)
        yield Reason("17-1-1", "no_enemy_castle", {"hex": g.at[force]})
        return
    options: list[Act] = [("invest",), ("assault",), ("call",)]
    helpers = [f for f in companions(g, force) if g.is_able(f)]
    if any(next(verb_bars(g, (force, *helpers), castle, act), None) is None for act in options):
        return
    for act in options:
        yield from verb_bars(g, (force,), castle, act)


def companions(g: G, force: int) -> list[int]:
    """Return the other forces of the hex that may take part in this phase, also of other armies (18-1-2, 19-1-1)."""
    side = g.side(force)
    return [f for f in g.outside(g.at[force], side) if f != force and g.is_able(f) and g.is_in_phase(f, g.phase)]


def verb_bars(g: G, forces: tuple[int, ...], castle: int, act: Act) -> Iterator[Reason]:
    """Yield the reasons against an investment (17.0(1)), an assault (17.0(2)) or a call for surrender (17.0(3))."""
    verb = act[0]
    if verb == "invest":
        yield from invest_bars(g, forces, castle)
    elif verb == "assault":
        yield from g.setup.castle_rules[castle].assault_bars(g)
        yield from g.rules.assault_bars(g, forces, castle)
    elif verb == "call":
        yield from call_bars(g, forces[0], castle)


def invest_bars(g: G, forces: tuple[int, ...], castle: int) -> Iterator[Reason]:
    """Yield the reasons against an investment (18-1)."""
    rules = g.setup.castle_rules[castle]
    yield from rules.invest_bars(g, forces)
    if g.besieged[castle] and all(g.invests[f] for f in forces):
        yield Reason("18-1", "investing", {"unit": forces[0]})
        return
    if not g.besieged[castle] and not rules.can_be_invested_by(g, list(forces)):
        clause = "18-1" if g.setup.level[castle] else "18-1-1"
        yield Reason(clause, "too_weak", {"castle": castle, "count": rules.strength_needed(g)})


def assault_bars(g: G, forces: tuple[int, ...], castle: int) -> Iterator[Reason]:
    """Yield the reasons against an assault (19-1-3).

    It does not matter whether the forces invest the castle (19-1-2).
    """
    inside = g.sum_strength(g.garrison(castle))
    if g.sum_strength(list(forces)) <= inside:
        yield Reason("19-1-3", "garrison_too_strong", {"castle": castle, "count": inside})
    if castle in g.called:
        yield Reason("20-1-1", "was_called", {"castle": castle})


@dataclass(eq=False)
class Siege(Procedure):
    """17: one or more forces before a castle act together. They may invest it, assault it, or call for surrender."""

    seat: int
    force: int
    helpers: tuple[int, ...] = ()
    invested: int = 0

    def start(self, g: G) -> Next:
        castle = g.siege_of(self.force)
        forces = self._forces()
        verbs: list[Act] = [("assault",)] if self.invested else [("invest",), ("assault",), ("call",)]
        acts = [act for act in verbs if next(verb_bars(g, forces, castle, act), None) is None]
        acts += [("with", f) for f in companions(g, self.force) if f not in self.helpers]
        closes: Act | None = None
        if not acts:
            return None
        if self.invested:
            closes = ("done",)
            acts.append(closes)
        data = {"unit": self.force, "castle": castle}
        names = ("invest", "assault", "call", "with", "done")
        return Ask(
            self.seat,
            "siege",
            "17-1",
            acts,
            "take_choice",
            bars="bars",
            exact=True,
            data=data,
            end_option=closes,
            verbs=names,
        )

    def _forces(self) -> tuple[int, ...]:
        return (self.force, *self.helpers)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        castle = g.siege_of(self.force)
        if act[0] == "with":
            yield from self._with_bars(g, castle, act[1])
        elif act[0] == "done":
            if not self.invested:
                yield Reason("17-1", "nothing_done", {"unit": self.force})
        elif self.invested and act[0] != "assault":
            yield Reason("17-1-2", "only_assault", {"castle": castle})
        else:
            yield from verb_bars(g, self._forces(), castle, act)

    def _with_bars(self, g: G, castle: int, f: int) -> Iterator[Reason]:
        """Yield why a force cannot take part in an assault (19-1-1), or in an investment that begins (18-1-2)."""
        if f in self._forces():
            yield Reason("18-1-2", "takes_part", {"unit": f})
        elif g.side(f) != g.side(self.force):
            yield Reason("12.0", "not_own", {"unit": f})
        elif g.at[f] < 0:
            yield Reason("12.0", "not_on_map", {"unit": f})
        elif g.at[f] != g.at[self.force]:
            yield from g.setup.castle_rules[castle].apart_bars(g, f)
        elif g.leader[f] != f:
            yield Reason("12-2-1", "under_command", {"unit": f, "leader_unit": g.leader[f]})
        else:
            reasons = list(self._unable_bars(g, f))
            yield from reasons
            rules = g.setup.castle_rules[castle]
            begins = not g.besieged[castle] and next(rules.invest_bars(g, self._forces()), None) is None
            if reasons and begins:
                yield Reason("18-1-2", "cannot_help", {"unit": f})

    @staticmethod
    def _unable_bars(g: G, f: int) -> Iterator[Reason]:
        if not g.is_in_phase(f, g.phase):
            yield Reason("4-1", "other_phase", {"unit": f})
        yield from g.idle_bars(f)
        if g.acted[f]:
            yield Reason("19-1-1", "has_acted", {"unit": f})
        if not g.has_points(f):
            yield Reason("12-2-4", "no_activation", {"unit": f, "count": g.setup.activation[f]})

    def take_choice(self, g: G, act: Act) -> Next:
        verb, castle = act[0], g.siege_of(self.force)
        if verb == "done":
            return "over"
        if verb == "with":
            self.helpers = (*self.helpers, act[1])
            return "start"
        if verb == "call":  # 20-1-2: one commander alone makes a call
            g.called = (*g.called, castle)
            return "call"
        for f in self.helpers:
            g.acted[f] = 1
        if verb == "invest":
            g.setup.castle_rules[castle].invest(g, [f for f in self._forces() if not g.invests[f]], "18-1")
            self.invested = 1
            return "start"
        g.stormed = (*g.stormed, castle)
        g.fight(all_units(g, self._forces()), all_units(g, g.garrison(castle)))
        return "assault"

    def assault(self, g: G) -> Next:
        return Call(g.rules.assault(self.seat, self._forces(), g.siege_of(self.force)), "over")

    def call(self, g: G) -> Next:
        return Call(g.rules.call_for_surrender(self.seat, self.force, g.siege_of(self.force)), "over")


@dataclass(eq=False)
class Assault(Procedure):
    """19: the difference in strength and a die decide the losses: durability of the castle, steps of the assailants.

    An assault strikes directly at the durability, but is costly (19.0, 19-2).
    """

    seat: int
    forces: tuple[int, ...]
    castle: int
    damage: int = 0
    steps: int = 0
    fatal: int = 0
    units: tuple[int, ...] = ()  # the assailants' units, which have assaulted even if their leader falls

    def is_fight(self) -> bool:
        return True

    def _strength(self, g: G) -> int:
        """Return the assailants' strength less that of the garrison (19-2-1, 19-2-2).

        All forces inside count as one (16-1-2).
        """
        return g.sum_strength(list(self.forces)) - g.sum_strength(g.garrison(self.castle))

    def start(self, g: G) -> Next:
        strength, parts = self._strength(g), self._parts(g)
        return Roll(
            "assault",
            "19-2-3",
            1,
            "take_roll",
            data={
                "unit": self.forces[0],
                "castle": self.castle,
                "strength": strength,
                "chart": "assault",
                "column": g.setup.assault.column(strength),
                "value": sum(p["value"] for p in parts),
                "parts": parts if g.log is not None else (),
                "fight": fights.storm(g, self.castle, all_units(g, self.forces), 0, True),
            },
            modified=True,
        )

    def _parts(self, g: G) -> list[dict[str, Any]]:
        """Return the modifiers of an assault (19-3, G-29). Low morale hurts (10-2(2))."""
        setup, h = g.setup, g.setup.castle_hex[self.castle]
        morale = g.lowest_morale(list(self.forces)) - g.castle_morale(self.castle)
        parts = [
            part("level", -setup.level[self.castle], "19-3-1", castle=setup.castles[self.castle]),
            part("morale", morale, "19-3-2"),
            part(
                "terrain", setup.castle_rules[self.castle].assault_terrain(g), "19-3-3", terrain=setup.map.terrain_at(h)
            ),
        ]
        return [p for p in parts if p["value"]]

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of the die: the durability destroyed less the steps lost."""
        strength, modifier = self._strength(g), sum(p["value"] for p in self._parts(g))

        def worth(die: int) -> int:
            damage, steps, _ = g.setup.assault(strength, die + modifier)
            return int(damage - steps)

        return Luck(self.seat, worth)

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        modifier = sum(p["value"] for p in self._parts(g))
        self.damage, self.steps, self.fatal = g.setup.assault(self._strength(g), dice[0] + modifier)
        if g.log is not None:
            g.emit("assault_result", "19-4", castle=self.castle, dealt=self.damage, taken=self.steps)
        if self.damage:
            left = g.durability[self.castle]
            if g.log is not None and self.damage > left:
                g.emit("capped", "19-4-1", hits=self.damage, count=left, cap="walls_gone")
            value = max(0, left - self.damage)
            g.set_durability(self.castle, value, "19-4-1")
        return "lose_steps"

    def lose_steps(self, g: G) -> Next:
        self.units = all_units(g, self.forces)
        return Call(g.rules.losses(self.seat, self.units, self.steps, self.fatal, "19-4-2"), "settle_outcome")

    def settle_outcome(self, g: G) -> Next:
        """Let the castle fall if its durability is 0 (21(2))."""
        if self.damage and not g.durability[self.castle]:
            return Call(g.rules.fall(self.castle, tuple(forces_of(g, self.units))), "over")
        return None


@dataclass(eq=False)
class SiegeResults(Procedure):
    """18-2: at the end of a phase its armies roll for their invested castles (G-23).

    A siege is slow, but costs the besieger no losses (18.0).
    """

    seat: int
    phase: int
    diced: tuple[int, ...] = ()
    castle: int = -1

    def start(self, g: G) -> Next:
        for castle in range(len(g.owner)):
            owner = g.owner[castle]
            if g.besieged[castle] and castle not in self.diced and g.setup.phase_of(owner, g.seat_of) == self.phase:
                self.castle = castle
                self.diced = (*self.diced, castle)
                return "roll" if castle in g.steadfast else "ask_offer"
        return None

    # 20-4, G-28: the owner may offer to surrender

    def ask_offer(self, g: G) -> Next:
        acts: list[Act] = [("hold_out",), ("hold_to_the_last",), ("offer",)]
        data = {"castle": self.castle}
        seat = g.seat_of[g.owner[self.castle]]
        return Ask(seat, "offer", "20-4", acts, "take_offer", data=data, irreversible=(("offer",),))

    def take_offer(self, g: G, act: Act) -> Next:
        if act[0] == "hold_to_the_last":
            g.steadfast = (*g.steadfast, self.castle)
        return "ask_acceptance" if act[0] == "offer" else "roll"

    def ask_acceptance(self, g: G) -> Next:
        seat = speaker(g, g.investors(self.castle))
        acts: list[Act] = [("accept",), ("reject",)]
        return Ask(seat, "accept", "20-4", acts, "take_acceptance", kind="confirm", data={"castle": self.castle})

    def take_acceptance(self, g: G, act: Act) -> Next:
        g.emit("offer_accepted" if act[0] == "accept" else "offer_rejected", "20-4", castle=self.castle)
        return "hand_over" if act[0] == "accept" else "roll"

    def hand_over(self, g: G) -> Next:
        return Call(g.rules.gates(self.castle), "start")

    def roll(self, g: G) -> Next:
        bonus = self._bonus(g)
        parts = [part("sodaisho_inside", bonus, "18-2-2")] if bonus else []
        data = {
            "castle": self.castle, "value": bonus, "chart": "siege", "parts": parts if g.log is not None else (),
            "fight": fights.siege(g, self.castle),
        }  # fmt: skip
        return Roll("siege", "18-2-1", 1, "take_roll", data=data, modified=True)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the luck of the besiegers: 1 for a die with any effect inside the castle, else 0."""
        if wait.name != "siege":
            return None
        value, crowd, level = wait.data["value"], g.crowd(self.castle), g.setup.level[self.castle]
        seat = speaker(g, g.investors(self.castle))
        return Luck(seat, lambda die: int(g.setup.siege_result(die + value, crowd, level) != "none"))

    def _bonus(self, g: G) -> int:
        """Return the modifier for a sodaisho inside (18-2-2)."""
        inside = any(g.setup.stars[u] == 2 for f in g.garrison(self.castle) for u in g.members(f))
        return g.setup.siege_bonus if inside else 0

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        die = dice[0] + self._bonus(g)
        result = g.setup.siege_result(die, g.crowd(self.castle), g.setup.level[self.castle])
        if result == "morale":
            return "morale_falls"
        if result == "durability":
            g.set_durability(self.castle, g.durability[self.castle] - 1, "18-2-1")
            return "crumbles" if not g.durability[self.castle] else "start"
        g.emit("siege_without_effect", "18-2-1", castle=self.castle)
        return "start"

    def crumbles(self, g: G) -> Next:
        return Call(g.rules.fall(self.castle), "start")

    def morale_falls(self, g: G) -> Next:
        """Lower the morale of every force inside, or of the castle itself if it has no garrison (18-2-3, G-24).

        This is how a siege lowers the morale of a garrison (10-1-1(2), 16-4-1).
        """
        garrison = g.garrison(self.castle)
        if not garrison:
            drop = g.shaken[self.castle] + 1
            new_drop = min(drop, g.setup.lowest_morale)
            g.shaken = replace_value(g.shaken, self.castle, new_drop)
            g.emit("castle_morale", "18-2-1", castle=self.castle, morale=-new_drop)
            return "crumbles" if drop > g.setup.lowest_morale else "start"
        for force in garrison:
            g.morale[force] += 1
            g.emit("morale", "18-2-3", unit=force, morale=-min(g.morale[force], g.setup.lowest_morale))
        return "despair"

    def despair(self, g: G) -> Next:
        """Let forces with a morale below -4 surrender. When no force is left inside, the castle falls (G-24).

        A castle without a garrison falls too (21.0(1)).
        """
        garrison = g.garrison(self.castle)
        lost = [f for f in garrison if g.morale[f] > g.setup.lowest_morale]
        for f in lost:
            g.morale[f] = g.setup.lowest_morale
        if not lost:
            return "start"
        if len(lost) == len(garrison):
            return "crumbles"
        return Call(g.rules.surrender(self.castle, tuple(lost)), "start")
