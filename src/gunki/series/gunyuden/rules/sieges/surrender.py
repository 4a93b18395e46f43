"""Sections 20 and 21: calls for surrender, opened gates, the fall of castles, and their new owners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.forces_and_castles.rules.losses import all_units, part
from gunki.series.gunyuden.state.position import OFF
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def call_bars(g: G, force: int, castle: int) -> Iterator[Reason]:
    """Yield the reasons against a call for surrender (20-1)."""
    if not g.setup.boxes[force]:
        yield Reason("20-1", "no_commander", {"unit": force})
    if not g.besieged[castle] or not g.invests[force]:
        yield Reason("20-1", "not_investing", {"unit": force})
    if castle in g.called:
        yield Reason("20-1-2", "was_called", {"castle": castle})
    if castle in g.stormed:
        yield Reason("20-1-1", "was_assaulted", {"castle": castle})
    yield from g.deaf_bars(castle)


def surrender_parts(g: G, castle: int, callers: list[int]) -> list[dict[str, Any]]:
    """Return the modifiers of a call for surrender (20-2-1). Low morale hurts (10-2(2))."""
    garrison = g.garrison(castle)
    stars = max((g.setup.stars[u] for f in garrison for u in g.members(f)), default=0)
    parts = []
    if stars:
        clause, text = ("20-2-1(1)", "sodaisho_inside") if stars == 2 else ("20-2-1(2)", "taisho_inside")
        parts.append(part(text, g.setup.rank_modifiers[stars], clause))
    if callers:
        parts.append(part("morale", g.lowest_morale(callers) - g.castle_morale(castle), "20-2-1(3)"))
    return [p for p in parts if p["value"]]


def takers(g: G, castle: int, assailants: tuple[int, ...] = ()) -> list[int]:
    """Return the forces that bring a castle down: those that invest it and those that assaulted it (G-26, G-58)."""
    investors = g.investors(castle) if g.besieged[castle] else []
    return sorted({*investors, *assailants})


def captors(g: G, castle: int, assailants: tuple[int, ...] = ()) -> list[int]:
    """Return the forces that may profit from a fall: those of commanders or, if there are none, all takers (G-26)."""
    forces = takers(g, castle, assailants)
    return [f for f in forces if g.setup.boxes[f]] or forces


def speaker(g: G, forces: list[int], assailants: tuple[int, ...] = ()) -> int:
    """Return the seat that decides for several players who bring a castle down (21-2-3).

    It is the seat that assaulted the castle. Without an assault, it is the seat with the most troops there.
    """
    seats = dict.fromkeys(g.seat(f) for f in assailants or forces)
    return max(seats, key=lambda seat: g.sum_strength([f for f in forces if g.seat(f) == seat]))


@dataclass(eq=False)
class CallForSurrender(Procedure):
    """20: a commander of the investors calls; the durability and a die give the answer.

    This may win a castle early (20.0).
    """

    seat: int
    force: int
    castle: int

    def start(self, g: G) -> Next:
        parts = surrender_parts(g, self.castle, [self.force])
        return Roll(
            "call",
            "20-2",
            1,
            "take_roll",
            data={
                "unit": self.force,
                "castle": self.castle,
                "count": g.durability[self.castle],
                "chart": "surrender",
                "column": g.setup.surrender_band(g.durability[self.castle]),
                "value": sum(p["value"] for p in parts),
                "parts": parts if g.log is not None else (),
            },
            modified=True,
        )

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of the die: 1 if the castle gives in."""
        left, modifier = g.durability[self.castle], wait.data["value"]
        return Luck(self.seat, lambda die: int(g.setup.lookup_surrender(left, die + modifier) != "rejected"))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        modifier = sum(p["value"] for p in surrender_parts(g, self.castle, [self.force]))
        answer = g.setup.lookup_surrender(g.durability[self.castle], dice[0] + modifier)
        g.emit("call_answered", "20-3", castle=self.castle, answer=answer)
        return answer

    def rejected(self, g: G) -> Next:
        """End the call: the siege goes on (20-3(Rejected))."""
        return None

    def opens_the_gates(self, g: G) -> Next:
        return Call(g.rules.gates(self.castle, self.force), "rejected")

    def surrender(self, g: G) -> Next:
        return Call(g.rules.surrender(self.castle, tuple(g.garrison(self.castle)), self.force, 1), "rejected")


@dataclass(eq=False)
class Gates(AutoAnswering):
    """20-3, G-25: the gates open. The garrison goes to its nearest own castle, and the captor gets the open one.

    The castle keeps its durability (20-3(Opens)).
    """

    castle: int
    captor: int = -1  # the force that called; after an offer (20-4), the besieger names one if it matters which
    fallen: int = 0  # 1: the procedure of the fall settles the new owner (21)

    def clause(self) -> str:
        return "20-3"

    def list_leaving(self, g: G) -> list[int]:
        return g.garrison(self.castle)

    def start(self, g: G) -> Next:
        left = self.list_leaving(g)
        if not left:
            return "settle_ownership"
        goals = havens(g, left[0], self.castle)
        if not goals:
            return "surrender_garrison"
        acts: list[Act] = [("withdraw", c) for c in goals]
        data = {"unit": left[0], "castle": self.castle}
        return self.ask(g, g.seat(left[0]), "withdraw", self.clause(), acts, "take_choice", bars="", data=data)

    def take_choice(self, g: G, act: Act) -> Next:
        force = self.list_leaving(g)[0]
        origin = g.at[force]
        g.put(force, g.setup.castle_hex[act[1]], 1)
        g.emit("withdrew", self.clause(), unit=force, from_hex=origin, to_hex=g.at[force])
        return "start"

    def surrender_garrison(self, g: G) -> Next:
        """Make the forces surrender that have no castle to go to (G-25)."""
        return Call(g.rules.surrender(self.castle, tuple(self.list_leaving(g)), self.captor), "settle_ownership")

    def settle_ownership(self, g: G) -> Next:
        return None if self.fallen else Call(g.rules.ownership(self.castle, self.captor), "over")


def havens(g: G, force: int, castle: int) -> list[int]:
    """Return the nearest castles to which a force may withdraw (G-25).

    They are castles of its army or, if there are none, of its allies. Invested castles are left out. An enemy that only
    stands before a castle does not keep a garrison out.
    """
    setup, side, h = g.setup, g.side(force), g.setup.castle_hex[castle]
    fit = [
        c
        for c in range(len(g.owner))
        if c != castle
        and g.durability[c]
        and not g.besieged[c]
        and g.castle_side(c) == side
        and next(g.ban_bars(force, setup.castle_hex[c]), None) is None
    ]
    own = [c for c in fit if g.keeps(force, g.owner[c])] or fit
    if not own:
        return []
    near = min(setup.map.distance(h, setup.castle_hex[c]) for c in own)
    return [c for c in own if setup.map.distance(h, setup.castle_hex[c]) == near]


@dataclass(eq=False)
class Surrender(AutoAnswering):
    """20-3: forces inside are removed, and half of their steps replenish the captor's force (G-26).

    The castle keeps its durability (20-3(Surrender)).

    If nobody called and no castle fell (18-2-3), the besieger names the captor now.
    """

    castle: int
    forces: tuple[int, ...]
    captor: int = -1
    whole: int = 0  # 1: the castle changes hands too
    gain: int = 0

    def start(self, g: G) -> Next:
        self.gain = sum(g.sum_steps(f) for f in self.forces) // 2 if g.has_spoils() else 0
        for unit in all_units(g, self.forces):
            g.surrender(unit)
        return "ask_restore" if self.captor >= 0 else "ask_captor"

    def ask_captor(self, g: G) -> Next:
        forces = self._list_wanting(g)
        if not forces or not self.gain:
            return "after_surrender"
        acts: list[Act] = [("captor", f) for f in forces]
        data, who = {"castle": self.castle, "count": self.gain}, speaker(g, g.investors(self.castle))
        return self.ask(g, who, "spoils", "20-3", acts, "take_captor", bars="", data=data)

    def _list_wanting(self, g: G) -> list[int]:
        return [f for f in captors(g, self.castle) if any(g.steps[u] < 2 for u in g.members(f))]

    def take_captor(self, g: G, act: Act) -> Next:
        self.captor = act[1]
        return "ask_restore"

    def ask_restore(self, g: G) -> Next:
        lost = [u for u in g.members(self.captor) if g.steps[u] < 2]
        if not self.gain or not lost:
            return "after_surrender"
        if self.gain >= len(lost):
            return "restore_all"
        acts: list[Act] = [("restore", u) for u in lost]
        return Ask(g.seat(self.captor), "restore", "20-3", acts, "restore_step", data={"count": self.gain})

    def restore_all(self, g: G) -> Next:
        for u in g.members(self.captor):
            if g.steps[u] < 2:
                g.gain_step(u, "20-3")
        return "after_surrender"

    def restore_step(self, g: G, act: Act) -> Next:
        g.gain_step(act[1], "20-3")
        self.gain -= 1
        return "ask_restore"

    def after_surrender(self, g: G) -> Next:
        return Call(g.rules.ownership(self.castle, self.captor), "over") if self.whole else None


@dataclass(eq=False)
class Fall(Procedure):
    """21: a castle falls. A roll on the surrender table, at durability 0, decides about the garrison.

    If the castle itself has durability 0, it is abandoned (G-27).
    """

    castle: int
    forces: tuple[int, ...] = ()  # the forces left from the assault that brought the castle down
    captor: int = -1

    def start(self, g: G) -> Next:
        candidates = captors(g, self.castle, self.forces)
        g.emit("castle_fell", "21.0", castle=self.castle)
        if not candidates:
            return "roll_fate"
        if not self.has_choice(g, candidates):
            return "take_only_captor"
        acts: list[Act] = [("captor", f) for f in candidates]
        seat = speaker(g, takers(g, self.castle, self.forces), self.forces)
        return Ask(seat, "captor", "21.0", acts, "take_captor", data={"castle": self.castle})

    def has_choice(self, g: G, candidates: list[int]) -> bool:
        """Return whether the besieger chooses the captor that profits."""
        return len(candidates) > 1

    def take_only_captor(self, g: G) -> Next:
        self.captor = captors(g, self.castle, self.forces)[0]
        return "roll_fate"

    def take_captor(self, g: G, act: Act) -> Next:
        self.captor = act[1]
        return "roll_fate"

    def roll_fate(self, g: G) -> Next:
        if not g.garrison(self.castle):
            return "changes_hands"
        parts = self._parts(g)
        return Roll(
            "fall",
            "21.0",
            1,
            "take_roll",
            data={
                "castle": self.castle,
                "chart": "surrender",
                "count": 0,
                "column": g.setup.surrender_band(0),
                "value": sum(p["value"] for p in parts),
                "parts": parts if g.log is not None else (),
            },
            modified=True,
        )

    def _parts(self, g: G) -> list[dict[str, Any]]:
        """Return the modifiers of the roll for the garrison, if the option uses them (G-58)."""
        if g.setup.options["fall_modifiers"] == "none":
            return []
        return surrender_parts(g, self.castle, takers(g, self.castle, self.forces))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        modifier = sum(p["value"] for p in self._parts(g))
        answer = g.setup.lookup_surrender(0, dice[0] + modifier)
        g.emit("call_answered", "21.0", castle=self.castle, answer=answer)
        return answer

    def opens_the_gates(self, g: G) -> Next:
        return Call(g.rules.gates(self.castle, self.captor, 1), "changes_hands")

    def surrender(self, g: G) -> Next:
        return Call(g.rules.surrender(self.castle, tuple(g.garrison(self.castle)), self.captor), "changes_hands")

    def changes_hands(self, g: G) -> Next:
        if not g.durability[self.castle]:
            g.abandon(self.castle, g.seat(self.captor) if self.captor >= 0 else -1)
            return None
        return Call(g.rules.ownership(self.castle), "over")


@dataclass(eq=False)
class Ownership(AutoAnswering):
    """21-2: a castle returns to the army that owned it at the start, if that is a friend.

    Else the captor names an army of the same player. Armies that have not yet come onto the map may be named too.
    Without a captor, the players who invested the castle get it.
    """

    castle: int
    captor: int = -1  # the force that called for surrender

    def start(self, g: G) -> Next:
        choices, forces = self.choices(g), self.captors(g)
        acts: list[Act] = [("own", army) for army in choices]
        clause = "21-2-2" if len({g.seat(f) for f in forces}) == 1 else "21-2-3"
        data = {"castle": self.castle}
        return self.ask(g, speaker(g, forces), "ownership", clause, acts, "take_choice", bars="", data=data)

    def captors(self, g: G) -> list[int]:
        return [self.captor] if self.captor >= 0 else g.investors(self.castle)

    def choices(self, g: G) -> list[int]:
        setup, forces = g.setup, self.captors(g)
        armies, seats = {setup.army[f] for f in forces}, {g.seat(f) for f in forces}
        first = setup.castle_owner[self.castle]
        if first >= 0 and g.army_side(first) == g.side(forces[0]):
            return [first]
        armies_in_play = {a for u, a in enumerate(setup.army) if g.at[u] >= 0 or (g.at[u] == OFF and setup.arrival[u])}
        return sorted({a for a in armies_in_play if g.seat_of[a] in seats} | armies)

    def take_choice(self, g: G, act: Act) -> Next:
        self.take(g, act[1])
        return None

    def take(self, g: G, army: int) -> None:
        g.set_owner(self.castle, army, "21-2")
