"""Sections 35.7, 36.6 and 37.7: the endings of a game, in the order in which they are judged."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from gunki.core.rules.aims import DRAW, GAME_END, LOSE, TURN_END, WIN, AimPart, Ending, Way
from gunki.core.rules.procedure import GameOver
from gunki.core.show import score
from gunki.games.hideyoshi.rules.scenarios.points import scores
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G

# -- 35.7: conditions, judged as each operations phase ends, and after the initial stage (Y-26) ----------------------


def is_rebel_dead(g: G) -> bool:
    """Return whether the rebel has been eliminated in any way (35.7(1)-1)."""
    return g.setup.rebel >= 0 and bool(g.lost[g.setup.rebel])


def strongholds_taken(g: G) -> tuple[AimPart, ...]:
    """Return the parts of Hashiba's condition: Kyoto and the strongholds (35.7(1)-2, Y-59)."""
    setup = g.setup
    opened = setup.options["tennozan_castles"] == "opened"
    parts = [AimPart("hold_kyoto", "35.7(1)-2", int(g.kyoto == HASHIBA), 1)]
    for castle in setup.strongholds:
        ours = g.owner[castle] >= 0 and g.seat_of[g.owner[castle]] == HASHIBA
        met = ours and (not opened or bool(g.yielded[castle]))
        parts.append(AimPart(f"own_{setup.castles[castle]}", "35.7(1)-2", int(met), 1))
    return tuple(parts)


def chiefs_dead(g: G) -> int:
    """Return the number of Hashiba's sodaisho who were eliminated (35.7(2)-1, Y-28)."""
    setup = g.setup
    return sum(
        bool(g.lost[u]) and setup.army_seat[setup.army[u]] == HASHIBA and u not in setup.not_counted
        for u in setup.chiefs
    )


def capital_held(g: G) -> tuple[AimPart, ...]:
    setup = g.setup
    parts = [AimPart("hold_kyoto", "35.7(2)-1", int(g.kyoto == ANTI_HASHIBA), 1)]
    for castle in setup.castles_to_hold:
        ours = g.owner[castle] >= 0 and g.seat_of[g.owner[castle]] == ANTI_HASHIBA
        parts.append(AimPart(f"own_{setup.castles[castle]}", "35.7(2)-1", int(ours), 1))
    return tuple(parts)


def castles_held(g: G) -> int:
    """Return the number of castles of all armies of the Anti-Hashiba side (35.7(2)-2, Y-27)."""
    return sum(
        bool(left) and owner >= 0 and g.seat_of[owner] == ANTI_HASHIBA
        for owner, left in zip(g.owner, g.durability, strict=True)
    )


def _line(g: G, seat: int) -> str:
    return f"line_{g.setup.scenario}_{g.setup.seats[seat]}"


def has_met_all(parts: tuple[AimPart, ...]) -> bool:
    return all(part.value >= part.needed for part in parts)


class _Condition(Ending[G]):
    """One of the conditions of 35.7: of 35.7(1) for Hashiba, of 35.7(2) for the other side.

    If the conditions of both sides are met at once, the side whose phase it is wins. After the initial stage, the side
    whose phase comes next wins (Y-26).
    """

    when = TURN_END
    winner: ClassVar[int] = HASHIBA
    reason: ClassVar[str] = ""
    clause: ClassVar[str] = ""
    #: Whether the text of the winner's aim is given with this condition.
    tells_aim: ClassVar[bool] = False

    @abstractmethod
    def is_fulfilled(self, g: G) -> bool:
        """Return whether the condition is met now."""

    def over(self, g: G) -> GameOver | None:
        if g.setup.by_points or not self.is_fulfilled(g):
            return None
        rival = next((c for c in CONDITIONS if c.winner != self.winner and c.is_fulfilled(g)), None)
        active = HASHIBA if g.phase == g.setup.phases.index(g.setup.seats[HASHIBA]) else ANTI_HASHIBA
        if rival is not None and active != self.winner:
            return None
        return GameOver((self.winner,), self.reason, self.clause, scores(g))

    def way(self, g: G) -> tuple[int | None, int | None, tuple[AimPart, ...]]:
        """Return the number reached, the number needed, and the other parts of the condition."""
        return None, None, ()

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        if not g.setup.by_points:
            fate = WIN if seat == self.winner else LOSE
            line = _line(g, seat) if fate == WIN and self.tells_aim else ""
            data = {"unit": g.setup.rebel, "count": g.setup.castles_needed, "turn": g.setup.turns}
            yield Way(fate, f"{self.reason}_{fate}", self.clause, data, *self.way(g), line)


class RebelDead(_Condition):
    """Hashiba's victory by the death of the rebel (35.7(1)-1)."""

    winner = HASHIBA
    reason = "rebel_dead"
    clause = "35.7(1)-1"

    def is_fulfilled(self, g: G) -> bool:
        return is_rebel_dead(g)

    def why(self, g: G) -> Mapping[str, Any]:
        return {"unit": g.setup.rebel}


class Strongholds(_Condition):
    """Hashiba's victory by Kyoto and the strongholds (35.7(1)-2)."""

    winner = HASHIBA
    reason = "strongholds"
    clause = "35.7(1)-2"
    tells_aim = True

    def is_fulfilled(self, g: G) -> bool:
        return has_met_all(strongholds_taken(g))

    def way(self, g: G) -> tuple[int | None, int | None, tuple[AimPart, ...]]:
        return None, None, strongholds_taken(g)


class ChiefsDead(_Condition):
    """The other side's victory by the capital and the deaths of Hashiba's sodaisho (35.7(2)-1)."""

    winner = ANTI_HASHIBA
    reason = "chiefs_dead"
    clause = "35.7(2)-1"

    def is_fulfilled(self, g: G) -> bool:
        return has_met_all(capital_held(g)) and chiefs_dead(g) >= g.setup.chiefs_needed

    def way(self, g: G) -> tuple[int | None, int | None, tuple[AimPart, ...]]:
        return chiefs_dead(g), g.setup.chiefs_needed, capital_held(g)


class CapitalAtTheEnd(_Condition):
    """The other side's victory by Kyoto and enough castles at the end of the game (35.7(2)-2)."""

    when = GAME_END
    winner = ANTI_HASHIBA
    reason = "capital_kept"
    clause = "35.7(2)-2"
    tells_aim = True

    def is_fulfilled(self, g: G) -> bool:
        return g.kyoto == ANTI_HASHIBA and castles_held(g) >= g.setup.castles_needed

    def over(self, g: G) -> GameOver | None:
        if g.setup.by_points or not self.is_fulfilled(g):
            return None
        return GameOver((self.winner,), self.reason, self.clause, scores(g))

    def way(self, g: G) -> tuple[int | None, int | None, tuple[AimPart, ...]]:
        kyoto_part = AimPart("hold_kyoto", "35.7(2)-2", int(g.kyoto == ANTI_HASHIBA), 1)
        return castles_held(g), g.setup.castles_needed, (kyoto_part,)


class NobodyWon(Ending[G]):
    """The draw of a game in which no condition was met (Y-26)."""

    when = GAME_END
    draws = ("undecided",)

    def over(self, g: G) -> GameOver | None:
        return None if g.setup.by_points else GameOver((), "undecided", "35.7(1)", scores(g))

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        if not g.setup.by_points:
            yield Way(DRAW, "undecided_draw", "35.7(1)", {"turn": g.setup.turns})


# -- 36.6, 37.7: points ---------------------------------------------------------------------------------------------


def duties(g: G) -> tuple[AimPart, ...]:
    """Return the acts of the other side that end some of Hashiba's points (36.6(4)-1, 36.6(4)-2)."""
    done = (("left_echizen", "36.6(4)-1", g.katsuie_left), ("declared", "36.6(4)-2", g.declared))
    return tuple(AimPart(text, clause, met, 1, "" if met else "gives_points") for text, clause, met in done)


class Surplus(Ending[G]):
    """The ending by surplus: Hashiba wins if it leads the other side by a given number of points (36.6(5))."""

    when = GAME_END

    def over(self, g: G) -> GameOver | None:
        if not g.setup.by_points or not g.setup.surplus:
            return None
        points = scores(g)
        won = points[HASHIBA] - points[ANTI_HASHIBA] >= g.setup.surplus
        return GameOver((HASHIBA if won else ANTI_HASHIBA,), "surplus" if won else "no_surplus", "36.6(5)", points)

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        if not g.setup.by_points or not g.setup.surplus:
            return
        points = scores(g)
        ahead, data = points[HASHIBA] - points[ANTI_HASHIBA], {"turn": g.setup.turns, "count": g.setup.surplus}
        ours, theirs = (WIN, LOSE) if seat == HASHIBA else (LOSE, WIN)
        yield Way(ours, f"surplus_{ours}", "36.6(5)", data, ahead, g.setup.surplus, line=_line(g, seat))
        yield Way(theirs, f"no_surplus_{theirs}", "36.6(5)", data, parts=duties(g))

    def why(self, g: G) -> Mapping[str, Any]:
        points = scores(g)
        return {"points": list(points), "value": points[HASHIBA] - points[ANTI_HASHIBA]}

    def holds(self, g: G, seat: int, way: Way, over: GameOver | None) -> bool:
        return over is not None and way.text.startswith(over.reason)


class MostPoints(Ending[G]):
    """The ending by points: the seat with more points wins, and equal points are a draw (37.7)."""

    when = GAME_END
    draws = ("draw",)

    def over(self, g: G) -> GameOver | None:
        if not g.setup.by_points or g.setup.surplus:
            return None
        points = scores(g)
        winners = tuple(seat for seat, n in enumerate(points) if n == max(points))
        return GameOver(winners if len(winners) == 1 else (), "points" if len(winners) == 1 else "draw", "37.7", points)

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        if not g.setup.by_points or g.setup.surplus:
            return
        points, data = scores(g), {"other_seats": [1 - seat], "turn": g.setup.turns}
        yield Way(WIN, "points_win", "37.7", data, points[seat], points[1 - seat] + 1, line=_line(g, seat))
        yield Way(LOSE, "points_lose", "37.7", data, points[1 - seat], points[seat] + 1)
        yield Way(DRAW, "points_draw", "37.7", data)

    def why(self, g: G) -> Mapping[str, Any]:
        points = scores(g)
        return {"value": max(points), "points": list(points)}


CONDITIONS: tuple[_Condition, ...] = (RebelDead(), Strongholds(), ChiefsDead())
ENDINGS: tuple[Ending[G], ...] = (*CONDITIONS, CapitalAtTheEnd(), NobodyWon(), Surplus(), MostPoints())


# -- for display ----------------------------------------------------------------------------------------------------


def conditions(g: G) -> list[dict[str, Any]]:
    """Return the conditions of victory, each with the progress made (35.7).

    In a scenario with a surplus, return Hashiba's lead (36.6(5)) and the acts that the other side has not done yet
    (36.6(4)).
    """
    seats = g.setup.seats
    if not g.setup.by_points:
        return [_condition(g, ending) for ending in (*CONDITIONS, CapitalAtTheEnd())]
    if not g.setup.surplus:
        return []
    points = scores(g)
    ahead = points[HASHIBA] - points[ANTI_HASHIBA]
    return [
        score.condition("surplus", seats[HASHIBA], ahead, g.setup.surplus),
        *(score.condition(part.text, seats[ANTI_HASHIBA], part.value, part.needed, part.state) for part in duties(g)),
    ]


def _condition(g: G, ending: _Condition) -> dict[str, Any]:
    counted, needed, parts = ending.way(g)
    value = sum(min(part.value, part.needed) for part in parts) + min(counted or 0, needed or 0)
    goal = sum(part.needed for part in parts) + (needed or 0)
    if not goal:
        value, goal = int(ending.is_fulfilled(g)), 1
    return score.condition(ending.reason, g.setup.seats[ending.winner], value, goal)
