"""Sections 36 to 39: the Uesugi's moves before scenario 1, the ceremony, and the negotiations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.errors import PositionError
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.games.kanto.state.position import KantoPosition as G
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules.movement import move_bars
from gunki.series.gunyuden.rules.sieges.surrender import Gates
from gunki.series.gunyuden.state.position import GunyudenPosition

# -- 36(8)-2: the Uesugi move before the first turn -------------------------------------------------------------------


@dataclass(eq=False)
class MovesBefore(Procedure):
    """Every force of a side makes some movements, and nothing else, before the first turn (36(8)-2, T-25)."""

    seat: int
    moves: int
    force: int = -1
    made: int = 0

    def start(self, g: G) -> Next:
        able = [f for f in g.forces() if next(self._bars(g, f), None) is None]
        if not able:
            return "over"
        acts: list[Act] = [("act", f) for f in able]
        return Ask(
            self.seat, "force_before", "36(8)-2", [*acts, ("end",)], "take_force", bars="bars", exact=True,
            starts_order=True, end_option=("end",), verbs=("act",),
        )  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "act":
            yield from self._bars(g, act[1])

    def _bars(self, g: G, force: int) -> Iterator[Reason]:
        if g.seat(force) != self.seat:
            yield Reason("36(8)-2", "not_own", {"unit": force})
        elif g.at[force] < 0:
            yield Reason("36(8)-2", "not_on_map", {"unit": force})
        elif g.leader[force] != force:
            yield Reason("12-2-1", "under_command", {"unit": force, "leader_unit": g.leader[force]})
        elif g.acted[force]:
            yield Reason("36(8)-2", "has_acted", {"unit": force})
        elif all(next(move_bars(g, force, kind), None) is not None for kind in (0, 1)):
            yield from move_bars(g, force, 0)

    def take_force(self, g: G, act: Act) -> Next:
        if act[0] == "end":
            return "over"
        self.force, self.made = act[1], 0
        return "ask_move"

    def ask_move(self, g: G) -> Next:
        acts: list[Act] = [("move",), ("strategic",)]
        acts = [act for act in acts if next(move_bars(g, self.force, int(act[0] == "strategic")), None) is None]
        if not acts or self.made >= self.moves:
            return "finish_force"
        data = {"unit": self.force, "hex": g.at[self.force], "count": self.made + 1, "total": self.moves}
        return Ask(
            self.seat, "move_before", "36(8)-2", [*acts, ("rest",)], "take_move", bars="moving_bars", exact=True,
            data=data, verbs=("move", "strategic"),
        )  # fmt: skip

    def moving_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "rest":
            yield from move_bars(g, self.force, int(act[0] == "strategic"))

    def take_move(self, g: G, act: Act) -> Next:
        if act[0] == "rest":
            return "finish_force"
        self.made += 1
        g.acted[self.force] = 1  # before the march, so that units left behind on the way have acted too (G-39)
        return Call(g.rules.march(self.seat, self.force, int(act[0] == "strategic")), "ask_move")

    def finish_force(self, g: G) -> Next:
        g.acted[self.force] = 1
        return "start"

    def over(self, g: G) -> Next:
        for u in range(len(g.acted)):
            g.acted[u] = 0
        return None


# -- 37(7): Odawara invested, the ceremony at the shrine --------------------------------------------------------------


def turn_begins(g: G) -> None:
    """Count a turn that begins with Odawara invested by the Uesugi side (37(7)-1, T-28)."""
    seat, odawara = g.setup.kanrei_seat, g.setup.odawara
    if seat >= 0 and g.besieged[odawara] and g.castle_side(odawara) != g.setup.coalition[seat]:
        g.invested_turns += 1
        g.emit("odawara_invested", "37(7)-1", count=g.invested_turns * g.setup.invested_points)


def stage_begins(g: G) -> None:
    setup = g.setup
    g.vigil = int(setup.kanrei_seat >= 0 and g.at[setup.kenshin] == setup.shrine)


def apply_earlier_entries(g: G) -> None:
    """Waive the conditions if a composed position has a Hojo unit in Echigo (37(7)-3).

    Such a unit counts as having entered Echigo.
    """
    setup = g.setup
    entered = {(setup.army[u], setup.map.province[h]) for u, h in enumerate(g.at) if h >= 0}
    g.waived = int(setup.kanrei_seat >= 0 and setup.waiver in entered)


def stage_ends(g: G) -> None:
    """Score the ceremony if Kenshin has stayed at the shrine for a whole stage (37(7)-2, T-27).

    The units there with him count, and only the best occasion scores. Up to 20 units give no points (37(7)-2(a)), each
    ten more give a point (37(7)-2(b), 37(7)-2(c), 37(7)-2(d)), up to 51 units (37(7)-2(e)).
    """
    setup = g.setup
    if not g.vigil or g.at[setup.kenshin] != setup.shrine:
        return
    seat = g.seat(setup.kenshin)
    count = sum(g.seat(u) == seat for u in g.units_in(setup.shrine)) - (not setup.options["shrine_counts_kenshin"])
    points = max(points for least, points in setup.shrine_points if count >= least)
    if points > g.ceremony:
        g.ceremony = points
        g.emit("ceremony", "37(7)-2", unit=setup.kenshin, count=count, points=points)


def check_counts(g: G) -> None:
    """Raise PositionError if a composed position has counts of the scenarios that no game could have."""
    setup = g.setup
    counted = setup.kanrei_seat >= 0
    ceremony_points = [points for _, points in setup.shrine_points if counted]
    if g.ceremony != -1 and g.ceremony not in ceremony_points:
        raise PositionError("state.ceremony: expected the points of a ceremony of this scenario, or -1 (37(7)-2)")
    if g.vigil and not (counted and g.at[setup.kenshin] == setup.shrine):
        raise PositionError("state.vigil: Kenshin is not at the shrine (37(7)-2)")
    if g.invested_turns > (g.turn if counted else 0):
        raise PositionError("state.invested_turns: more than there were turns (37(7)-1)")
    if g.waived and not counted:
        raise PositionError("state.waived: this scenario has no such conditions (37(7)-3)")
    if g.used and setup.unused_bonus is None:
        raise PositionError("state.used: no army of this scenario scores by staying away (39(7))")
    if g.provoked and (setup.options["scenario2_takeda"] == "neutral" or not any(setup.neutrals)):
        raise PositionError("state.provoked: nobody can be provoked here (37(3))")
    won_over = {setup.army[u] for u in setup.talk_targets} if setup.talk_seat >= 0 else set()
    for army, (first, seat) in enumerate(zip(setup.army_seat, g.seat_of, strict=True)):
        talked = army in won_over and seat == setup.talk_seat
        provoked = g.provoked and setup.neutrals[army] and seat >= 0
        if seat != first and not talked and not provoked:
            raise PositionError(f"state.seat_of: {setup.armies[army]} does not change sides here (30-1-4, 38(8)-2)")


# -- 38(8)-2: negotiations --------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Negotiation(Procedure):
    """The Hojo roll one die for each warlord; a warlord who is won over changes sides and goes home (38(8)-2, T-30)."""

    seat: int
    asked: tuple[int, ...] = ()
    won: int = -1

    def start(self, g: G) -> Next:
        left = [u for u in g.talk_partners() if u not in self.asked]
        if not left:
            return None
        return Roll("negotiation", "38(8)-2(a)", 1, "take_roll", data={"unit": left[0]})

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        unit = next(u for u in g.talk_partners() if u not in self.asked)
        self.asked = (*self.asked, unit)
        if dice[0] not in g.setup.talk_success:
            g.emit("talks_failed", "38(8)-2(a)", unit=unit)
            return "start"
        self.won = unit
        return "win_over"

    def win_over(self, g: G) -> Next:
        """Let a warlord change sides and put him in his main castle's hex at once (38(8)-2(a), 38(8)-2(b)).

        He is in garrison if he was in garrison there before, or if Uesugi units are in the hex.
        """
        unit, setup = self.won, g.setup
        army = setup.army[unit]
        _, h, _ = setup.main_castles[army][0]
        if g.leader[unit] != unit:
            g.split(unit)
        else:
            g.disband(unit)
        g.seat_of = replace_value(g.seat_of, army, self.seat)
        g.derive()
        inside = bool(g.outside(h, 1 - g.side(unit))) or (g.at[unit] == h and g.inside[unit])
        g.put(unit, h, int(inside))
        g.emit("won_over", "38(8)-2(b)", unit=unit, hex=h)
        return "clear_castles"

    def clear_castles(self, g: G) -> Next:
        """Make Uesugi garrisons leave the castles of the warlord, and lift sieges of them (38(8)-2(b))."""
        for castle, owner in enumerate(g.owner):
            if owner == g.setup.army[self.won]:
                gates = Expulsion(castle)
                if gates.list_leaving(g):
                    return Call(gates, "clear_castles")
                for force in g.investors(castle):
                    g.stop_investing(force)
                g.review(g.setup.castle_hex[castle])
        return "start"


@dataclass(eq=False)
class Expulsion(Gates):
    """A garrison of the side that the warlord left withdraws as if the gates had been opened (38(8)-2(b), T-30)."""

    fallen: int = 1

    def clause(self) -> str:
        return "38(8)-2(b)"

    def list_leaving(self, g: GunyudenPosition) -> list[int]:
        return [f for f in g.garrison(self.castle) if g.side(f) != g.castle_side(self.castle)]
