"""Section 8-2: taking refuge in a castle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next
from gunki.games.kenshin.state.position import KenshinPosition as G


@dataclass(eq=False)
class Refuge(AutoAnswering):
    """8-2-1, K-44: each force in the hex of a friendly castle may go inside, as far as there is room (K-43).

    It may do so when an overrun, an engagement or a field battle is declared. Only forces that stay outside are fought.
    If all forces went inside, the attacker may enter the hex (8-2-1 advance), and besiege the castle in the next Combat
    Phase.
    """

    hex: int
    side: int  # the side that is attacked

    def start(self, g: G) -> Next:
        acts: list[Act] = [("shelter", f) for f in g.outside(self.hex, self.side) if g.fits(f)]
        if not acts:
            return None
        data = {"hex": self.hex, "castle": g.castle_at(self.hex)}
        return self.ask(
            g, self.side, "refuge", "8-2-1", [*acts, ("stand",)], "take_choice", data=data, end_option=("stand",),
            verbs=("shelter",),
        )  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "shelter":
            yield from shelter_bars(g, act[1], self.hex, self.side)

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "stand":
            return None
        shelter(g, act[1], "8-2-1")
        return "start"


def shelter_bars(g: G, force: int, h: int, side: int) -> Iterator[Reason]:
    """Yield why a force cannot go into the castle of a hex."""
    castle = g.castle_at(h)
    if force not in g.outside(h, side):
        yield Reason("8-2-1", "not_there", {"unit": force})
    elif castle < 0 or g.holder[castle] != side:
        yield Reason("8-2", "no_castle", {"hex": h})
    elif not g.fits(force):
        yield Reason("8-1", "no_room", {"castle": castle, "count": max(0, g.room(castle))})


def shelter(g: G, force: int, clause: str) -> None:
    h = g.at[force]
    g.emit("entered_castle", clause, unit=force, castle=g.castle_at(h))
    g.put(force, h, 1)
