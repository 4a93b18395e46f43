"""Section 34 and the scenarios: the endings after the last turn, in the order in which they are tested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunki.core.rules.aims import DRAW, GAME_END, LOSE, WIN, Ending, Way
from gunki.core.rules.procedure import GameOver
from gunki.games.kanto.rules.points import scores, vows
from gunki.games.kanto.state.position import KantoPosition as G


class VowsBroken(Ending[G]):
    """The Uesugi lose unless they have invested Odawara and held the ceremony (37(7))."""

    when = GAME_END

    def over(self, g: G) -> GameOver | None:
        if all(vow.value >= vow.needed for vow in vows(g)):
            return None
        others = tuple(seat for seat in range(len(g.setup.seats)) if seat != g.setup.kanrei_seat)
        return GameOver(others, "conditions_unmet", "37(7)", scores(g))

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        vower = g.setup.kanrei_seat
        if vower >= 0:
            way, text = (LOSE, "conditions_unmet_lose") if seat == vower else (WIN, "conditions_unmet_win")
            yield Way(way, text, "37(7)", {"seat": vower, "turn": g.setup.turns})

    def why(self, g: G) -> Mapping[str, Any]:
        return {"conditions": [vow.text for vow in vows(g) if vow.value < vow.needed]}


class MostPoints(Ending[G]):
    """The seat with the most points wins (34, 37(7), 38(7), 39(7)).

    In scenario 1 the seat that destroyed the most steps wins (36(7)). A tie is a draw (T-29).
    """

    when = GAME_END
    draws = ("draw",)

    def over(self, g: G) -> GameOver | None:
        setup, points = g.setup, scores(g)
        winners = tuple(seat for seat, n in enumerate(points) if n == max(points))
        if len(winners) > 1:
            return GameOver((), "draw", setup.victory_clause, points)
        return GameOver(winners, "steps" if setup.by_steps else "points", setup.victory_clause, points)

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        setup, points = g.setup, scores(g)
        what, clause = "steps" if setup.by_steps else "points", setup.victory_clause
        others = [other for other in range(len(points)) if other != seat]
        best, top = max(points[other] for other in others), max(points)
        data = {"other_seats": others, "turn": setup.turns}
        vow_parts, vower = vows(g), seat == setup.kanrei_seat  # points count only if the conditions are met
        line = f"line_{setup.scenario}_{setup.seats[seat]}"
        yield Way(WIN, f"{what}_win", clause, data, points[seat], best + 1, vow_parts if vower else (), line)
        # A seat loses if one other seat alone has the most points.
        leads = sorted(points[other] for other in others)
        rest = max([points[seat], *leads[:-1]])
        yield Way(LOSE, f"{what}_lose", clause, data, best, rest + 1, () if vower else vow_parts)
        yield Way(DRAW, f"{what}_draw", clause, data, points.count(top), 2, vow_parts)

    def why(self, g: G) -> Mapping[str, Any]:
        points = scores(g)
        return {"value": max(points), "points": list(points)}


ENDINGS: tuple[Ending[G], ...] = (VowsBroken(), MostPoints())
