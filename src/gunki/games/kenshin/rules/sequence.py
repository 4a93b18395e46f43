"""Sections 3 and 4: the set-up, and the nine phases of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gunki.core.rules.aims import GAME_END
from gunki.core.rules.procedure import Call, Next, Procedure
from gunki.games.kenshin.rules.combat.combat_phase import CombatPhase
from gunki.games.kenshin.rules.movement import FORCED_MARCH, MOVEMENT, REACTION, MovementPhase
from gunki.games.kenshin.rules.turn_start.turn_start_phase import TurnStart
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import NO_EVENT
from gunki.series.forces_and_castles.rules.deployment import Deployment


@dataclass(frozen=True)
class Phase:
    """A phase: its name, the clause that names it, and how to make its procedure."""

    name: str
    clause: str
    make: Callable[[], Procedure]


#: 4: the phases of a turn.
TURN = (
    Phase("turn_start", "4(1)", TurnStart),
    Phase("uesugi_movement", "4(2)", lambda: MovementPhase(UESUGI, MOVEMENT)),
    Phase("oda_reaction", "4(3)", lambda: MovementPhase(ODA, REACTION)),
    Phase("uesugi_forced_march", "4(4)", lambda: MovementPhase(UESUGI, FORCED_MARCH)),
    Phase("uesugi_combat", "4(5)", lambda: CombatPhase(UESUGI)),
    Phase("oda_movement", "4(6)", lambda: MovementPhase(ODA, MOVEMENT)),
    Phase("uesugi_reaction", "4(7)", lambda: MovementPhase(UESUGI, REACTION)),
    Phase("oda_forced_march", "4(8)", lambda: MovementPhase(ODA, FORCED_MARCH)),
    Phase("oda_combat", "4(9)", lambda: CombatPhase(ODA)),
)


@dataclass(eq=False)
class Campaign(Procedure):
    """The whole game (chapter 22); each seat is a side (3(1)). `place` counts the seats that have deployed."""

    place: int = 0

    def start(self, g: G) -> Next:
        """Let each seat deploy, first the Uesugi side, then the Oda side (3(2), K-99)."""
        order = g.setup.deploy_order
        if self.place >= len(order):
            return "turn"
        seat = order[self.place]
        self.place += 1
        return Call(Deployment(seat), "start")

    def turn(self, g: G) -> Next:
        """Begin a turn with its Turn Start Phase; the first is turn 1 (3(4), 3(5))."""
        g.emit("turn", "4 end", turn=g.turn)
        g.phase = -1
        g.deployed = bytes(len(g.at))
        return "next_phase"

    def next_phase(self, g: G) -> Next:
        """Begin the next phase (4(1)).

        The Uesugi side's phases come first, with the Oda side's reaction: 4(2), 4(3), 4(4), 4(5). Then come the Oda
        side's phases, with the Uesugi side's reaction: 4(6), 4(7), 4(8), 4(9).
        """
        end_phase(g)
        g.phase += 1
        if g.phase >= len(TURN):
            return "turn_over"
        phase = TURN[g.phase]
        g.emit("phase", phase.clause, phase=phase.name)
        return Call(phase.make(), "next_phase")

    def turn_over(self, g: G) -> Next:
        if g.closing()[1]:
            over = g.find_outcome(GAME_END)
            assert over is not None
            return over
        g.turn += 1
        g.stormed = bytes(len(g.stormed))  # 13-5: a double closes a castle for one turn
        g.fell_last_turn, g.fell_this_turn = g.fell_this_turn, 0  # 9-3, K-20: for the Mori deployment
        g.event, g.demanded = NO_EVENT, ()  # 9-2, 9-1-2: the event and the demands of a turn end with it
        return "turn"


def end_phase(g: G) -> None:
    """Clear the marks of acts of units and ships, as a phase ends."""
    units, ships = len(g.at), len(g.ship_at)
    g.done, g.deployed = bytearray(units), bytes(units)
    if any(g.fought):
        g.fought = bytes(units)
    if any(g.ship_done):
        g.ship_done = bytes(ships)
