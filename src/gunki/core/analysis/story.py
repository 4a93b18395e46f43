"""The story of a match that is over: the standings of the seats, the turning points, and the luck of the dice.

All of it comes from replaying the record. Standings come from the game's own evaluation and from the aims, which follow
from the endings of the game. Luck compares the dice that were rolled with all dice that could have been rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gunki.core.dice.chance_source import RollListener
from gunki.core.dice.luck import Spread, normal, spread
from gunki.core.matches.match import RESIGN, Match
from gunki.core.rules.aims import GAME_END, LOSE, NO, WIN, Aim, Aims
from gunki.core.rules.decision import CHANCE
from gunki.core.rules.events import Event
from gunki.core.rules.procedure import Ask, Deal, Roll
from gunki.core.state.position import Position

#: The largest numbers of turning points, of events of a turning point, and of points of the line in the chart.
MOST_POINTS, MOST_EVENTS, MOST_DRAWN = 7, 4, 240
#: In nine of ten games, the total worth of the rolls is at most this many standard deviations from its mean.
NINE_OF_TEN = 1.645
#: The least change of a standing at a turning point, as a share of the way from even to won.
LEAST_CHANGE = 0.04


def story(match: Match, before_each: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Return the story of a match that is over, as plain data (docs/data/story.md).

    `before_each` is called before each ply; it may raise to stop.
    """
    ledger = LuckLedger(len(match.seats))
    stands = list(_order_standings(match, ledger.note, before_each))
    lines = standings(match, stands)
    return {
        "seats": list(match.seats),
        "standing": [
            {"ply": stand.ply, "turn": stand.turn, "values": [round(value, 3) for value in values]}
            for stand, values in _thin_out(list(zip(stands, lines, strict=True)))
        ],
        "points": turning_points(match, stands, lines),
        "luck": {seat: ledger.to_dict(number) for number, seat in enumerate(match.seats)},
    }


# -- replaying --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderStanding:
    """The evaluation (`worth`) and the aims of each seat as an order begins, or at the end of the game."""

    ply: int
    turn: int
    worth: tuple[int, ...]
    aims: tuple[Aims, ...]


def replay_positions(match: Match, on_roll: RollListener) -> Iterator[tuple[int, Position]]:
    """Yield each ply of a match with its position. All plies share one position object, which changes from ply to ply.

    `on_roll` is called with the position, the roll and the dice of every roll.
    """
    game, setup, composed, first = match.game, match.setup, match.header.composed, match.resume_ply
    if first:  # a resumed match, which does not hold earlier plies
        g = match.at(first).position.clone()
        yield first, g
    else:
        g = game.start(setup) if composed is None else game.compose(setup, composed)
    lexicon = setup.lexicon
    for ply, entry in enumerate(match.entries):
        if first and ply <= first:
            continue
        answers = list(entry.chance)

        def chance(at: Position, wait: Roll | Deal, answers: list[Any] = answers) -> tuple[int, ...] | None:
            if not answers:
                return None
            _, values = answers.pop(0)
            if isinstance(wait, Deal):
                return tuple(lexicon.number("card", v) if isinstance(v, str) else v for v in values)
            on_roll(at, wait, values)
            return tuple(values)

        if ply == 0:
            g.resume(chance)
        elif entry.who == CHANCE:
            dice = tuple(map(int, entry.act.split()[1:]))
            assert isinstance(g.wait, Roll)
            on_roll(g, g.wait, dice)
            g.apply_chance(dice, chance)
        else:
            act = lexicon.parse(entry.act)
            if act == RESIGN:
                g.outcome = game.resignation_outcome(g, match.seats.index(entry.who))
            else:
                g.apply(act, chance)
        yield ply, g


def _order_standings(match: Match, on_roll: RollListener, before_each: Callable[[], None]) -> Iterator[OrderStanding]:
    game, seats = match.game, range(len(match.seats))
    for ply, g in replay_positions(match, on_roll):
        before_each()
        wait = g.wait
        if g.outcome is not None or (isinstance(wait, Ask) and wait.starts_order):
            judged = game.make_aims_judge(g)
            turn, _ = g.closing()
            worth = () if g.outcome is not None else tuple(game.evaluate(g, seat) for seat in seats)
            yield OrderStanding(ply, turn, worth, tuple(judged.aims(seat) for seat in seats))


# -- standings --------------------------------------------------------------------------------------------------------


def standings(match: Match, stands: Sequence[OrderStanding]) -> list[tuple[float, ...]]:
    """Return for each entry of `stands` the standing of each seat, from -1 (lost) to 1 (won).

    One half is the game's evaluation of the position. The other half is how far the seat has come on those ways to win
    and to lose that can be counted. Each of these numbers is divided by its largest value in this match, because games
    count in units of their own.
    """
    seats = range(len(match.seats))
    ahead = [[_lead_over_others(stand.worth, seat) for seat in seats] for stand in stands if stand.worth]
    most = max((abs(value) for row in ahead for value in row), default=0) or 1
    reach: dict[tuple[int, str], int] = {}
    for stand in stands:
        for seat in seats:
            for aim in _countable_aims(stand.aims[seat]):
                reach[seat, aim.way.text] = max(reach.get((seat, aim.way.text), 1), abs(_surplus(aim)))
    lines = []
    for stand in stands:
        if stand.worth:
            row = [
                (_lead_over_others(stand.worth, seat) / most + _progress(stand.aims[seat], seat, reach)) / 2
                for seat in seats
            ]
        else:
            row = [_final(stand.aims[seat]) for seat in seats]
        lines.append(tuple(min(max(value, -1.0), 1.0) for value in row))
    return lines


def _lead_over_others(worth: Sequence[int], seat: int) -> float:
    """Return the difference between a seat's evaluation and the mean evaluation of the other seats."""
    others = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - sum(others) / max(len(others), 1)


def _countable_aims(aims: Aims) -> list[Aim]:
    return [aim for aim in aims.ways if aim.way.way in (WIN, LOSE) and (aim.way.value is not None or aim.way.parts)]


def _surplus(aim: Aim) -> int:
    """Return by how much the count of a way to win or to lose exceeds the needed count.

    What the further conditions of the way still lack is subtracted, so the result can be negative.
    """
    way = aim.way
    surplus = 0 if way.value is None or way.needed is None else way.value - way.needed
    return surplus + sum(min(part.value - part.needed, 0) for part in way.parts)


def _progress(aims: Aims, seat: int, reach: dict[tuple[int, str], int]) -> float:
    counted = _countable_aims(aims)
    signs = {WIN: 1, LOSE: -1}
    return sum(signs[a.way.way] * _surplus(a) / reach[seat, a.way.text] for a in counted) / max(len(counted), 1)


def _final(aims: Aims) -> float:
    return {WIN: 1.0, LOSE: -1.0}.get(aims.turn_end.way, 0.0)


def _thin_out(rows: list[Any]) -> list[Any]:
    """Return the last row, and of the other rows as many as the chart can show, evenly spaced."""
    every = -(-len(rows) // MOST_DRAWN) or 1
    return [*rows[:-1:every], *rows[-1:]]


# -- turning points ---------------------------------------------------------------------------------------------------


def turning_points(
    match: Match, stands: Sequence[OrderStanding], lines: Sequence[tuple[float, ...]]
) -> list[dict[str, Any]]:
    """Return the orders that changed the standings most, the greatest change first.

    The end of the game is among them only if it was unforeseen. It was foreseen if the end of the turn would have
    brought it anyway, as the position stood before the order.
    """
    plies = range(match.first_held_ply, match.ply + 1)
    kinds = Counter(event.kind for ply in plies for event in match.events_at(ply))
    points = []
    for (before, after), (old, new) in zip(_pairs(stands), _pairs(lines), strict=True):
        ends = not after.worth
        if ends and _is_foreseen(before, after):
            continue
        change = [now - then for then, now in zip(old, new, strict=True)]
        size = max(map(abs, change))
        if size < LEAST_CHANGE:
            continue
        events, ply = _most_telling_events(match, before.ply + 1, after.ply, kinds)
        if events:
            points.append({
                "ply": ply, "from": before.ply, "turn": before.turn, "who": match.entries[before.ply + 1].who,
                "size": round(size, 3), "ends": ends,
                "change": {seat: round(value, 3) for seat, value in zip(match.seats, change, strict=True)},
                "events": [{"kind": e.kind, "data": dict(e.data), "clauses": list(e.clauses)} for e in events],
            })  # fmt: skip
    points.sort(key=lambda point: -point["size"])
    return points[:MOST_POINTS]


def _pairs(rows: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    return pairwise(rows)


def _is_foreseen(before: OrderStanding, after: OrderStanding) -> bool:
    then, now = before.aims[0].turn_end, after.aims[0].turn_end
    if then.ends == NO or then.over is None or now.over is None:
        # An end that only needed the last turn to pass is foreseen.
        return any(aim.when == GAME_END and aim.holds for aim in after.aims[0].ways) and before.turn != after.turn
    return then.over.winners == now.over.winners


def _most_telling_events(match: Match, first: int, last: int, kinds: Counter[str]) -> tuple[list[Event], int]:
    """Return the most important events of an order, in their sequence, and the ply of the most important one.

    Milestones of the game (`Game.milestones`) come first, then kinds of events that are rare in this match.
    """
    rows = [(ply, e) for ply in range(first, last + 1) for e in match.events_at(ply) if e.seen_by is None]
    rows = [(ply, e) for ply, e in rows if e.kind != "roll"]
    stones = match.game.milestones
    best = sorted(rows, key=lambda row: (row[1].kind not in stones, kinds[row[1].kind]))[:MOST_EVENTS]
    if not best:
        return [], last
    return [e for _, e in rows if any(e is chosen for _, chosen in best)], best[0][0]


# -- luck -------------------------------------------------------------------------------------------------------------


class LuckLedger:
    """The rolls whose worth is known, by seat and purpose."""

    def __init__(self, seats: int) -> None:
        self._rolls: list[dict[str, list[Spread]]] = [{} for _ in range(seats)]

    def note(self, g: Position, wait: Roll, dice: tuple[int, ...]) -> None:
        """Note a roll and its dice, if the procedure under way knows the worth of the roll."""
        luck = g.stack[-1].luck(g, wait) if g.stack and dice else None
        if luck is not None and 0 <= luck.seat < len(self._rolls):
            rolled = spread(luck, dice, wait.sides)
            if rolled.least < rolled.most:  # a roll that is always worth the same is no luck
                self._rolls[luck.seat].setdefault(wait.name, []).append(rolled)

    def to_dict(self, seat: int) -> dict[str, Any]:
        """Return the luck of a seat.

        `better` is the share of games in which the same rolls would have come out worse.
        """
        rolls = [roll for rows in self._rolls[seat].values() for roll in rows]
        strays = sum(roll.rank_variance for roll in rolls) ** 0.5
        z = sum(roll.rank - 0.5 for roll in rolls) / strays if strays else 0.0
        return {
            "rolls": len(rolls),
            "better": round(normal(z), 3),
            "rows": [_row(purpose, rows) for purpose, rows in self._rolls[seat].items()],
        }


def _row(purpose: str, rolls: Sequence[Spread]) -> dict[str, Any]:
    mean, deviation = sum(roll.mean for roll in rolls), sum(roll.variance for roll in rolls) ** 0.5
    return {
        "purpose": purpose, "rolls": len(rolls), "got": sum(roll.got for roll in rolls), "mean": round(mean, 1),
        "low": round(max(mean - NINE_OF_TEN * deviation, sum(roll.least for roll in rolls)), 1),
        "high": round(min(mean + NINE_OF_TEN * deviation, sum(roll.most for roll in rolls)), 1),
    }  # fmt: skip
