"""How well a side stands: a readable sum for bots. The weights are in the data of the game; they are no rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gunki.games.nobunaga.bot import danger
from gunki.games.nobunaga.setup import ANTI_ODA, NEUTRAL, ODA, NobunagaSetup
from gunki.games.nobunaga.state.position import NobunagaPosition
from gunki.series.areas_and_cards.state.position import TABLE

WIN = 1_000_000
#: The divisor of weights that are given in hundredths.
HUNDREDTHS = 100
#: The score depends on how many cards are in these places. The constant below limits how many scores are kept.
CARD_PLACES = (ODA, ANTI_ODA, TABLE)
MAX_SCORES_KEPT = 20_000


def evaluate(g: NobunagaPosition, seat: int) -> int:
    """Return the score of the seat minus that of the other side. In a decided game it is WIN or -WIN."""
    over = g.outcome
    if over is not None:
        return WIN if seat in over.winners else -WIN
    # A bot evaluates the same position many times while it puts together an order.
    key = (
        seat, g.turn, bytes(g.ready), bytes(g.spent), tuple(g.at), tuple(g.up), tuple(g.control), tuple(g.box),
        bytes(map(g.cards.count, CARD_PLACES)),
    )  # fmt: skip
    scores = _score_cache(g.setup)
    score = scores.get(key)
    if score is None:
        if len(scores) >= MAX_SCORES_KEPT:
            scores.clear()
        w: dict[str, int] = g.setup.tables["evaluation"]
        sum_for_oda = holdings(g, w) + chances(g, w, seat)
        score = scores[key] = round(sum_for_oda if seat == ODA else -sum_for_oda)
    return score


@lru_cache(maxsize=8)
def _score_cache(setup: NobunagaSetup) -> dict[tuple[Any, ...], int]:
    """Return the cache of scores for the positions of one setup."""
    return {}


def holdings(g: NobunagaPosition, w: dict[str, int]) -> float:
    """Return the worth of areas, units and cards: Oda's minus Anti-Oda's."""
    setup, power, box, width = g.setup, g.power, g.box, len(g.control)
    shares = allegiances(setup)
    score = float(w["card"] * (g.cards.count(ODA) - g.cards.count(ANTI_ODA)))
    supply = w["supply_area"] + w["supply_area_late"] * g.turn / setup.last_turn  # 9.p2: supply decides in the end.
    # Units count less near the end, because they can win little more.
    late = HUNDREDTHS - (HUNDREDTHS - w["units_late"]) * (g.turn - 1) / max(setup.last_turn - 1, 1)
    by_power = [0.0, 0.0, 0.0]
    areas = [0] * len(power)
    for area, owner in enumerate(g.control):
        if owner >= 0:
            areas[owner] += 1
            worth = 0.0
            if setup.supply >> area & 1:
                worth = supply
            if setup.key >> area & 1:
                worth += w["key_area"]
            by_power[power[owner]] += worth
    score += by_power[ODA] - by_power[ANTI_ODA]
    for clan, share in enumerate(shares):
        weight = share[box[clan]] if box[clan] >= 0 else share[0]
        if weight:
            rows = slice(clan * width, (clan + 1) * width)
            own = w["army"] * (sum(g.ready[rows]) + sum(g.spent[rows]))
            own += sum([w["general"] * setup.value[u] for u in g.generals_of(clan) if g.at[u] >= 0])
            score += weight * (own * late / HUNDREDTHS + w["area"] * areas[clan])
    return score


@lru_cache(maxsize=64)
def allegiances(setup: NobunagaSetup) -> tuple[tuple[float, ...], ...]:
    """Return the weight of each clan in each box of its marker (4-3): positive for Oda, negative for Anti-Oda.

    A clan without a marker has one weight. A marker at the border of a column weighs less than one deep inside the
    column, because a single card can move it back.
    """
    w, allegiance = setup.tables["evaluation"], []
    for clan, track in enumerate(setup.track):
        if not track:
            power = setup.home_power[clan]
            allegiance.append((0.0 if power == NEUTRAL else 1.0 if power == ODA else -1.0,))
            continue
        last = max(len(setup.boxes[track]) - 1, 1)
        if setup.rank[clan] == "greater":  # 6-5.p3: diplomacy moves them only towards war
            share = [-w["greater_daimyo"] * box / last for box in range(last + 1)]
        else:
            share = [w["lesser_daimyo"] * (1 - 2 * box / last) for box in range(last + 1)]
        allegiance.append(tuple(s / HUNDREDTHS for s in share))
    return tuple(allegiance)


def chances(g: NobunagaPosition, w: dict[str, int], seat: int) -> float:
    """Return the worth for Oda of attacks that are still possible, as `seat` counts them.

    Oda counts the supply areas that it could take, minus the risk to key areas and to Nobunaga. Anti-Oda counts only
    its own attacks, and only a part of their worth (`hope`): otherwise it would wait instead of attacking.
    """
    if seat == ANTI_ODA and not w["hope"]:
        return 0.0
    blocked = danger.stopping_areas(g, ANTI_ODA)
    stacks, later = danger.strikes(g, ANTI_ODA)
    cards = g.cards.count(ANTI_ODA)
    risk = _risk(g, w, stacks, cards, blocked)
    if g.turn < g.setup.last_turn:
        cards_later = max(g.setup.least_hand, g.supply_of(ANTI_ODA))
        risk += w["later"] * _risk(g, w, later, cards_later, blocked) / HUNDREDTHS
    if seat == ANTI_ODA:
        prizes = danger.prizes(g, ANTI_ODA, stacks, blocked) if cards else 0.0
        return -(risk + w["prize"] * prizes) * w["hope"] / HUNDREDTHS
    if not g.cards.count(ODA):
        return -risk
    return w["prize"] * danger.prizes(g, ODA, danger.strikes(g, ODA)[0], danger.stopping_areas(g, ODA)) - risk


def _risk(g: NobunagaPosition, w: dict[str, int], stacks: list[danger.Strike], cards: int, blocked: int) -> float:
    keys = w["two_keys_fall"] * danger.keys_fall(g, stacks, cards, blocked)
    return keys + w["leader_dies"] * danger.leader_falls(g, stacks, cards, blocked)
