"""Sections 13 and 13-1: the sieges of a Combat Phase, and investing a castle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next
from gunki.games.kenshin.rules.movement import own_bars
from gunki.games.kenshin.rules.sieges.assault import Assault
from gunki.games.kenshin.state.position import KenshinPosition as G


@dataclass(eq=False)
class Siege(AutoAnswering):
    """13, 4(5): after the field battles the player invests castles, then assaults them."""

    seat: int
    force: int = -1  # the force that assaults next
    units: tuple[int, ...] = ()  # all units of the assault
    assaulted: tuple[int, ...] = ()  # units that have assaulted in this phase (13-3-1)

    def start(self, g: G) -> Next:
        acts: list[Act] = [] if self.assaulted else [("invest", c) for c in investable(g, self.seat)]
        acts += [("assault", f) for f in self._list_able_forces(g)]
        return self.ask(
            g, self.seat, "siege", "13", [*acts, ("end",)], "take_choice", starts_order=True, end_option=("end",),
            verbs=("invest", "assault"),
        )  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "invest":
            yield from invest_bars(g, self.seat, act[1])
            if self.assaulted:
                yield Reason("4(5)", "assault_begun", {"castle": act[1]})
        elif act[0] == "assault":
            yield from self._assault_bars(g, act[1])

    def _list_able_forces(self, g: G) -> list[int]:
        """Return the forces before enemy castles that may assault (13-2-1)."""
        shut, forces = g.closed_to[1 - self.seat], list[int]()
        for castle, h in enumerate(g.setup.castle_hex):
            if g.holder[castle] == 1 - self.seat and shut[h]:
                forces += [f for f in g.outside(h, self.seat) if next(self._assault_bars(g, f), None) is None]
        return sorted(forces)

    def _assault_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force cannot assault a castle."""
        other = next(own_bars(g, self.seat, force), None)
        if other is not None:
            yield other
            return
        if g.leader[force] != force:
            yield Reason("6-2-1", "is_led", {"unit": force, "leader_unit": g.leader[force]})
            return
        h = g.at[force]
        if h < 0:
            yield Reason("9-3-1 entry", "in_the_box", {"unit": force})  # K-81: from the box no force attacks
            return
        castle = g.castle_at(h)
        if castle < 0 or g.holder[castle] != 1 - self.seat:
            yield Reason("13-2-1", "no_enemy_castle", {"hex": h})
        elif g.stormed[castle]:
            yield Reason("13-5 doubles", "closed", {"castle": castle})
        if force in self.assaulted:
            yield Reason("13-3-1", "has_assaulted", {"unit": force})
        if g.fought[force]:  # K-103: no assault after attacking in a field battle
            yield Reason("12-1-4", "fought", {"unit": force})

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "end":
            return None
        if act[0] == "invest":
            g.invest(act[1])
            return "start"
        self.force, self.units = act[1], tuple(g.members(act[1]))
        return "ask_companions"

    # 13-3-1: forces assault together, or one after the other

    def ask_companions(self, g: G) -> Next:
        acts: list[Act] = [("join", f) for f in self._others(g)]
        data = {"castle": g.castle_at(g.at[self.force])}
        return self.ask(
            g, self.seat, "storm", "13-3-1", [*acts, ("fight",)], "join_force", bars="join_bars", data=data,
            end_option=("fight",), verbs=("join",),
        )  # fmt: skip

    def _others(self, g: G) -> list[int]:
        forces = g.outside(g.at[self.force], self.seat)
        return [f for f in forces if f not in self.units and next(self._assault_bars(g, f), None) is None]

    def join_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "join":
            return
        reasons = list(self._assault_bars(g, act[1]))
        yield from reasons
        if not reasons and g.at[act[1]] != g.at[self.force]:
            yield Reason("13-3-1", "not_together", {"unit": act[1]})
        elif act[1] in self.units:
            yield Reason("13-3-1", "takes_part", {"unit": act[1]})

    def join_force(self, g: G, act: Act) -> Next:
        if act[0] == "join":
            self.units = (*self.units, *g.members(act[1]))
            return "ask_companions"
        self.assaulted = (*self.assaulted, *self.units)
        return Call(Assault(self.seat, g.at[self.force], self.units), "start")


def investable(g: G, seat: int) -> list[int]:
    """Return the castles that a side can invest now (11(3), 13-1)."""
    shut = g.closed_to[1 - seat]
    return [
        castle for castle, h in enumerate(g.setup.castle_hex)
        if shut[h] and g.holder[castle] == 1 - seat and not g.besieged[castle] and g.is_outnumbered(castle)
    ]  # fmt: skip


def invest_bars(g: G, seat: int, castle: int) -> Iterator[Reason]:
    """Yield why a castle cannot be invested: more units must be before it than inside (13-1).

    All units there count together (13-1-1), without those that have attacked in this phase (K-45, K-103).
    """
    if g.holder[castle] != 1 - seat:
        yield Reason("13-1", "not_an_enemy", {"castle": castle})
    elif g.besieged[castle]:
        yield Reason("13-1", "is_invested", {"castle": castle})
    elif not g.is_outnumbered(castle):
        yield Reason("13-1", "too_few", {"castle": castle, "count": g.strength_to_invest(castle)})
