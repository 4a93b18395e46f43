"""How well a side stands: a readable sum for bots. The weights are data, not rules."""

from __future__ import annotations

from gunki.games.nobunaga.position import NobunagaPosition
from gunki.games.nobunaga.setup import ANTI_ODA, NEUTRAL, ODA
from gunki.series.areas_and_cards.position import bits

WIN = 1_000_000


def evaluate(g: NobunagaPosition, seat: int) -> int:
    """Points for the seat minus points for the other side; a decided game counts above all."""
    over = g.outcome
    if over is not None:
        return WIN if seat in over.winners else -WIN
    score = side_score(g, ODA) - side_score(g, ANTI_ODA)
    return score if seat == ODA else -score


def side_score(g: NobunagaPosition, side: int) -> int:
    w: dict[str, int] = g.setup.tables["evaluation"]
    setup, power = g.setup, g.power
    score = 0
    for area, owner in enumerate(g.control):
        if owner >= 0 and power[owner] == side:
            score += w["area"]
            if setup.supply >> area & 1:
                score += w["supply_area"]
            if setup.key >> area & 1:
                score += w["key_area"]
    width = len(g.control)
    for clan, own in enumerate(power):
        if own == side:
            rows = slice(clan * width, (clan + 1) * width)
            score += w["army"] * (sum(g.ready[rows]) + sum(g.spent[rows]))
            score += sum(w["general"] * g.setup.value[u] for u in g.generals_of(clan) if g.at[u] >= 0)
        elif own == NEUTRAL and side == ANTI_ODA and g.box[clan] >= 0:
            score += w["marker"] * g.box[clan]
    score += w["card"] * g.cards.count(side)
    if side == ODA:
        score += _leader_safety(g, w)
    return score


def _leader_safety(g: NobunagaPosition, w: dict[str, int]) -> int:
    """Nobunaga's death loses the game: armies around him, less the foes who stand in his area."""
    oda, area = g.setup.oda, g.at[g.setup.leader]
    if area < 0:
        return 0
    foes = sum(g.units(clan, area) for clan in bits(g.present[area] & g.foes[oda]))
    return w["escort"] * min(g.armies(oda, area) - foes, w["escort_most"])
