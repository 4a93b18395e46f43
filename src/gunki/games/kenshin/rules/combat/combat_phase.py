"""Sections 11 and 12-1: the Combat Phase, and which forces attack which hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next
from gunki.games.kenshin.rules.combat.field_battle import FieldBattle, SplitAttack
from gunki.games.kenshin.rules.movement import own_bars, targets
from gunki.games.kenshin.rules.movement_reasons import has_neutral
from gunki.games.kenshin.rules.naval import naval_battle
from gunki.games.kenshin.rules.sieges.investment import Siege
from gunki.games.kenshin.rules.sieges.sortie import Sortie
from gunki.games.kenshin.state.position import KenshinPosition as G


@dataclass(eq=False)
class CombatPhase(AutoAnswering):
    """11, K-102: naval battles, then field battles and sorties of the phasing player, who chooses their order.

    Then come the attacks that the other side has to make because of its Engagement markers (10-7-3, K-58, K-59). At the
    end, markers are taken off and sieges follow (4(5)).
    """

    seat: int
    side: int = -1  # the attacking side: first the phasing player's; then the other, if its markers oblige it
    force: int = -1  # the force that attacks next
    target: int = -1  # the hex it attacks; its own hex for a sortie
    units: tuple[int, ...] = ()  # all units in the attack
    used: tuple[int, ...] = ()  # the hexes that have attacked (12-1-3)
    owed_from: tuple[int, ...] = ()  # hexes from which only bound forces have attacked; then the hexes attacked
    owed_at: tuple[int, ...] = ()

    def start(self, g: G) -> Next:
        """Ask which naval battle is fought next (16-3)."""
        acts: list[Act] = [("battle", ship) for ship in naval_battle.pending(g)]
        if not acts:
            return "begin_field_battles"
        return self.ask(g, self.seat, "naval", "16-3", acts, "fight_naval_battle", bars="")

    def fight_naval_battle(self, g: G, act: Act) -> Next:
        return Call(naval_battle.battle(g, act[1]), "start")

    # -- 12-1: the phasing player's battles ---------------------------------------------------------------------------

    def begin_field_battles(self, g: G) -> Next:
        """Begin the phasing player's battles; only forces that have placed a marker must attack (12-1-8, 10-7-3)."""
        self.side = self.seat
        return "ask_order"

    def ask_order(self, g: G) -> Next:
        forces = g.forces()
        acts: list[Act] = [("attack", f) for f in forces if self._may_attack(g, f)]
        acts += [("sortie", f) for f in forces if self._may_sortie(g, f)]
        end = None if list_owing_forces(g, self.seat) else ("end",)
        if end is not None:
            acts.append(end)
        return self.ask(
            g, self.seat, "combat", "12-1", acts, "take_order", starts_order=True, end_option=end,
            verbs=("attack", "sortie", "end"),
        )  # fmt: skip

    def _may_attack(self, g: G, force: int) -> bool:
        """Return whether a force may attack; a cheap test first, as most forces have no enemy beside them."""
        near = g.side_of[force] == self.side and g.strong[1 - self.side][g.at[force]]
        return bool(near) and next(self._attack_bars(g, force), None) is None

    def _may_sortie(self, g: G, force: int) -> bool:
        shut = g.side_of[force] == self.side and g.inside[force] and not g.fought[force]
        return bool(shut) and next(self._sortie_bars(g, force), None) is None

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "attack":
            yield from self._attack_bars(g, act[1])
        elif act[0] == "sortie":
            yield from self._sortie_bars(g, act[1])
        else:
            yield from (
                Reason("10-7-3", "bound", {"unit": f, "hex": g.bound[f]}) for f in list_owing_forces(g, self.side)
            )

    def _attack_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force cannot attack any hex."""
        bar = next(self._fighter_bars(g, force), None)
        if bar is not None:
            yield bar
        elif g.at[force] < 0:
            yield Reason("9-3-1 entry", "in_the_box", {"unit": force})
        elif g.inside[force]:
            yield Reason("8-2", "inside", {"unit": force})
        elif not g.owes_attack(force):
            if self.side != self.seat:
                yield Reason("11", "not_your_phase", {"unit": force})
            elif g.at[force] in self.used:
                yield Reason("12-1-3", "hex_fought", {"hex": g.at[force]})
            elif not targets(g, force):
                yield Reason("12-1-2", "nobody_near", {"unit": force})
            elif not self._targets(g, force):
                yield Reason("12-1-3", "hex_fought", {"hex": g.at[force]})

    def _targets(self, g: G, force: int) -> list[int]:
        """Return the hexes that a force may attack if no Engagement marker binds it to one (K-09).

        A hex is left out if bound forces from the force's own hex have attacked it without the force.
        """
        return [h for h in targets(g, force) if not self._has_attacked(g.at[force], h)]

    def _has_attacked(self, origin: int, h: int) -> bool:
        return (origin, h) in zip(self.owed_from, self.owed_at, strict=True)

    def _sortie_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force cannot make a sortie (8-2-4)."""
        bar = next(self._fighter_bars(g, force), None)
        if bar is not None:
            yield bar
        elif g.at[force] < 0 or not g.is_shut_in(force):
            yield Reason("8-2-4", "not_shut_in", {"unit": force})
        elif self.side != self.seat:
            yield Reason("11", "not_your_phase", {"unit": force})
        elif g.at[force] in self.used:
            yield Reason("12-1-3", "hex_fought", {"hex": g.at[force]})

    def _fighter_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force cannot fight (12-1-4).

        It is not this side's, it is under a leader, or it has attacked already.
        """
        yield from own_bars(g, self.side, force)
        if g.leader[force] != force:
            yield Reason("6-2-1", "is_led", {"unit": force, "leader_unit": g.leader[force]})
        if g.fought[force]:
            yield Reason("12-1-4", "fought", {"unit": force})

    def take_order(self, g: G, act: Act) -> Next:
        if act[0] == "end":
            return "next_side"
        self.force, self.units = act[1], tuple(g.members(act[1]))
        if act[0] == "attack":
            return "ask_target"
        self.target = g.at[self.force]
        return "ask_companions"

    # -- 12-1-1: the hex attacked -------------------------------------------------------------------------------------

    def ask_target(self, g: G) -> Next:
        """Ask for the hex to attack; a force that has placed a marker attacks that hex (10-7-3, 12-1-9)."""
        hexes = [g.bound[self.force]] if g.owes_attack(self.force) else self._targets(g, self.force)
        acts = [("at", h) for h in hexes]
        return self.ask(
            g, self.side, "target", "12-1-1", acts, "take_target", bars="at_bars", data={"unit": self.force}
        )

    def at_bars(self, g: G, act: Act) -> Iterator[Reason]:
        h, at, setup = act[1], g.at[self.force], g.setup
        if has_neutral(g, h):
            yield Reason("20", "neutral_there", {"hex": h})
        elif setup.map.direction(at, h) < 0:
            yield Reason("12-1-2", "not_adjacent", {"hex": h})
        elif setup.is_water_between(at, h):
            yield Reason("12-1-7", "water_between", {"hex": h})
        elif not g.outside(h, 1 - self.side):
            yield Reason("12-1-2", "nobody_there", {"hex": h})
        elif g.owes_attack(self.force) and g.bound[self.force] != h:
            yield Reason("10-7-3", "bound", {"unit": self.force, "hex": g.bound[self.force]})
        elif not g.owes_attack(self.force) and self._has_attacked(at, h):
            yield Reason("12-1-3", "hex_fought", {"hex": at})

    def take_target(self, g: G, act: Act) -> Next:
        self.target = act[1]
        self._take_bound(g, g.at[self.force])
        return "ask_companions" if self.side == self.seat else "launch"

    def _take_bound(self, g: G, h: int) -> None:
        """Add the forces of a hex that are bound to the same attack by their markers."""
        for f in g.outside(h, self.side):
            if f not in self.units and g.bound[f] == self.target and not g.fought[f]:
                self.units = (*self.units, *g.members(f))

    # -- 12-1-3: forces that attack together --------------------------------------------------------------------------

    def ask_companions(self, g: G) -> Next:
        acts: list[Act] = [("join", f) for f in self._others(g)]
        data = {"hex": self.target, "unit": self.force}
        return self.ask(
            g, self.side, "join", "12-1-3", [*acts, ("fight",)], "join_force", bars="join_bars", data=data,
            end_option=("fight",), verbs=("join",),
        )  # fmt: skip

    def _others(self, g: G) -> list[int]:
        at = g.at[self.force]
        if self.target == at:
            forces = [f for f in g.forces_in(at) if g.inside[f]]
        else:
            forces = g.outside(at, self.side)
            if g.setup.options["split_defence"]:
                forces = sorted(f for h in (at, *g.setup.map.around(self.target)) for f in g.outside(h, self.side))
        return [f for f in dict.fromkeys(forces) if next(self.join_bars(g, ("join", f)), None) is None]

    def join_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "join":
            return
        force, at = act[1], g.at[self.force]
        bar = next(self._fighter_bars(g, force), None)
        if bar is not None:
            yield bar
        elif force in self.units:
            yield Reason("12-1-3", "takes_part", {"unit": force})
        elif g.inside[force] != g.inside[self.force]:
            yield Reason("8-2", "inside" if g.inside[force] else "not_together", {"unit": force})
        elif g.at[force] != at:
            yield from self._far_bars(g, force)
        else:
            yield from self._free_bars(g, force)

    def _far_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force in another hex cannot join the attack (K-08 `split_defence`)."""
        if not g.setup.options["split_defence"] or self.target == g.at[self.force]:
            yield Reason("12-1-3", "not_together", {"unit": force})
        elif g.at[force] < 0 or self.target not in targets(g, force):
            yield Reason("12-1-2", "not_adjacent", {"hex": self.target})
        else:
            yield from self._free_bars(g, force)

    def _free_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force cannot join: it is bound to another attack, or its hex has attacked without it (K-09)."""
        if g.owes_attack(force):
            if g.bound[force] != self.target:
                yield Reason("10-7-3", "bound", {"unit": force, "hex": g.bound[force]})
        elif g.at[force] in self.used or self._has_attacked(g.at[force], self.target):
            yield Reason("12-1-3", "hex_fought", {"hex": g.at[force]})

    def join_force(self, g: G, act: Act) -> Next:
        if act[0] == "fight":
            return "launch"
        self.units = (*self.units, *g.members(act[1]))
        if self.target != g.at[self.force]:
            self._take_bound(g, g.at[act[1]])
        return "ask_companions"

    def launch(self, g: G) -> Next:
        units, target = self.units, self.target
        starts = tuple(g.at[u] for u in units)
        origins = tuple(dict.fromkeys(starts))
        free = {g.at[u] for u in units if not g.owes_attack(g.leader[u])}
        # K-09: an attack to which Engagement markers bind forces does not use up the attack of their hex.
        owed = [h for h in origins if h not in free]
        self.used, self.units = (*self.used, *(h for h in origins if h in free and h not in self.used)), ()
        self.owed_from, self.owed_at = (*self.owed_from, *owed), (*self.owed_at, *(target for _ in owed))
        then = "ask_order" if self.side == self.seat else "ask_owed_attack"
        if origins == (target,):
            return Call(Sortie(self.side, target, units, origin=target), then)
        if len(origins) == 1:
            return Call(FieldBattle(self.side, target, units, origin=origins[0]), then)
        return Call(SplitAttack(self.side, target, units, starts), then)

    # -- 10-7-3, K-58: attacks that the other side owes ---------------------------------------------------------------

    def next_side(self, g: G) -> Next:
        self.side = 1 - self.seat
        return "ask_owed_attack"

    def ask_owed_attack(self, g: G) -> Next:
        acts: list[Act] = [("attack", f) for f in list_owing_forces(g, self.side)]
        if not acts:
            return "remove_markers"
        return self.ask(
            g, self.side, "combat", "12-1", acts, "take_order", starts_order=True, verbs=("attack", "sortie", "end")
        )

    def remove_markers(self, g: G) -> Next:
        """Take all Engagement markers off, whether there was a battle for them or not (K-59)."""
        for f in g.forces():
            if g.bound[f] >= 0 or g.pinned[f]:
                g.release(f)
        return Call(Siege(self.seat), "over")


def list_owing_forces(g: G, side: int) -> list[int]:
    """Return the forces of a side that have to attack because of their markers, and that can (10-7-3)."""
    if not g.is_anybody_bound():
        return []
    return [f for f in g.forces() if g.side_of[f] == side and not g.fought[f] and g.owes_attack(f)]
