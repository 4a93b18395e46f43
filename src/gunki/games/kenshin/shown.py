"""What a view of the game tells besides that of every hex game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gunki.games.kenshin import document
from gunki.games.kenshin.position import KenshinPosition as G
from gunki.games.kenshin.setup import SEATS
from gunki.games.kenshin.state import EVENTS, NO_REBELLION, ONCE


def time(g: G) -> dict[str, Any]:
    phases = g.setup.phases
    phase = phases[g.phase] if 0 <= g.phase < len(phases) else "deployment" if g.phase < 0 else phases[-1]
    found = {"turn": g.turn, "phase": phase, "weather": g.setup.weathers[g.weather]}
    step = next((frame.step for frame in g.stack if type(frame).__name__ == "TurnStart"), "")
    return {**found, "step": step} if step else found


def shown(g: G) -> dict[str, Any]:
    setup = g.setup
    happened = [name for name in ONCE if getattr(g, name)]
    if g.araki_rebellion != NO_REBELLION:
        happened.append("araki_rebellion")
    return {
        "score": g.score,
        "ships": {
            name: "absent" if document.absent(g, ship) else entry
            for ship, (name, entry) in enumerate(document.write_ships(g).items())
        },
        "clans": {
            name: SEATS[seat] if seat >= 0 else "neutral"
            for army, (name, seat) in enumerate(zip(setup.armies, g.seat_of, strict=True))
            if seat >= 0 or army not in setup.rebels
        },
        "fortified": {
            setup.map.numbers[h]: [seat for side, seat in enumerate(SEATS) if bits >> side & 1]
            for h, bits in enumerate(g.fortified)
            if bits
        },
        "happened": happened,
        "event": EVENTS[g.event],
    }


def chores(g: G) -> Mapping[str, Callable[[], Any]]:
    return {}
