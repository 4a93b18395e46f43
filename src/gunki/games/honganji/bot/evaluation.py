"""How well a player stands: a readable sum for bots. The weights are in the data of the game; they are no rules."""

from __future__ import annotations

from gunki.games.honganji.state.position import OUT, HonganjiPosition
from gunki.series.areas_and_cards.state.position import DEAD, bits

WIN = 1_000_000


def evaluate(g: HonganjiPosition, seat: int) -> int:
    """Return twice the seat's `standing`, minus the best standing of another seat and the cost of a living Nobunaga.

    If the game is decided, return -WIN for a loser, and WIN divided by the number of winners for a winner.
    """
    over = g.outcome
    if over is not None:
        return WIN // max(1, len(over.winners)) if seat in over.winners else -WIN
    others = [standing(g, other) for other in range(len(g.status)) if other != seat]
    return 2 * standing(g, seat) - max(others) - _reign(g)


def standing(g: HonganjiPosition, seat: int) -> int:
    """Return the worth of a seat's points, units and cards, and of its leader's safety and place."""
    w: dict[str, int] = g.setup.tables["evaluation"]
    setup, clan = g.setup, g.setup.seat_clan[seat]
    if g.status[seat] == OUT:
        return -w["out"]
    width = len(g.control)
    rows = slice(clan * width, (clan + 1) * width)
    score = w["point"] * g.points(seat)
    score += w["army"] * (sum(g.ready[rows]) + sum(g.spent[rows]))
    score += sum(w["general"] * setup.value[u] for u in bits(g.roster[clan]) if g.at[u] >= 0)
    score += w["card"] * g.cards.count(seat)
    area = g.at[setup.leaders[clan]]
    if area >= 0:
        foes = sum(g.units(other, area) for other in bits(g.present[area] & g.foes[clan]))
        score += w["escort"] * min(g.armies(clan, area) - foes, w["escort_most"])
        score += w["near_capital"] * max(0, 3 - setup.map.distance(area, setup.capital))
    return score


def _reign(g: HonganjiPosition) -> int:
    """Return the cost of Nobunaga being alive. It grows with each turn, and with each army that guards him.

    All players lose if he lives to the end (9-1(3)).
    """
    w: dict[str, int] = g.setup.tables["evaluation"]
    if g.at[g.setup.leader] == DEAD:
        return 0
    guards = g.armies(g.setup.oda, g.at[g.setup.leader]) if g.at[g.setup.leader] >= 0 else 0
    return g.turn * (w["reign"] + w["guard"] * guards)
