"""Chapters 9 and 10-1: the endings of the game, in the order in which they are checked (H-59)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from gunki.core.rules.aims import ANY_DIE, AT_ONCE, GAME_END, LOSE, WIN, AimPart, Ending, Way
from gunki.core.rules.procedure import GameOver
from gunki.games.honganji.state.position import OUT, VASSAL
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.compose.document import reuse_part
from gunki.series.areas_and_cards.state.position import DEAD


class KnockedOut(Ending[G]):
    """10-1: a player whose leader has died has lost. The others play on."""

    when = AT_ONCE

    def over(self, g: G) -> GameOver | None:
        return None

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        line = "line_out" if g.status[seat] == OUT else ""
        yield Way(LOSE, "knocked_out_lose", "10-1", {"general": g.setup.leaders[g.setup.seat_clan[seat]]}, line=line)

    def holds(self, g: G, seat: int, way: Way, over: GameOver | None) -> bool:
        return g.status[seat] == OUT


class LastPlayer(Ending[G]):
    """9-1(1): the last player who is left wins."""

    when = AT_ONCE

    def over(self, g: G) -> GameOver | None:
        alive = g.seats_alive()
        if len(alive) > 1:
            return None
        return GameOver(tuple(alive), "last_player" if alive else "nobody_left", "9-1(1)", g.all_points())

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        others, gone = len(g.status) - 1, len(g.status) - len(g.seats_alive())
        if g.status[seat] != OUT:
            yield Way(WIN, "last_player_win", "9-1(1)", {}, gone, others, state="fallen_state")
        yield Way(
            LOSE, "last_player_lose", "9-1(1)", {}, gone, others,
            (AimPart("own_leader_fallen", "10-1", int(g.status[seat] == OUT), 1),), state="fallen_state",
        )  # fmt: skip


class GreaterGone(Ending[G]):
    """9-1(2): if no greater daimyo is left while Nobunaga lives, the best vassal wins."""

    when = AT_ONCE

    def over(self, g: G) -> GameOver | None:
        if g.at[g.setup.leader] == DEAD or g.count_greater_gone() < len(g.setup.greater):
            return None
        vassals = _vassals(g)
        return GameOver(g.best_seats(vassals), "best_vassal" if vassals else "no_vassal", "9-1(2)", g.all_points())

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        if g.at[g.setup.leader] == DEAD:
            return
        gone, needed, vassals = g.count_greater_gone(), len(g.setup.greater), _vassals(g)
        if seat in vassals:
            parts = (AimPart("best_vassal", "9-3", *_ahead(g, seat, vassals), _place(g, seat, vassals)),)
        else:
            parts = (AimPart("vassal", "9-1(2)", 0, 1),)
        if g.status[seat] != OUT:
            yield Way(WIN, "best_vassal_win", "9-1(2)", {}, gone, needed, parts, state="greater_state")
        behind = _behind(g, seat, vassals)
        yield Way(LOSE, "best_vassal_lose", "9-1(2)", {}, gone, needed, behind, state="greater_state")


class NobunagaLives(Ending[G]):
    """9-1(3): if Nobunaga lives when the game ends, every player loses."""

    when = GAME_END

    def over(self, g: G) -> GameOver | None:
        lives = g.at[g.setup.leader] != DEAD
        return GameOver((), "nobunaga_lives", "9-1(3)", g.all_points()) if lives else None

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        if g.at[g.setup.leader] != DEAD:
            yield Way(LOSE, "nobunaga_lives_lose", "9-1(3)", {"general": g.setup.leader, **_last_turns(g.setup.ends)})

    def why(self, g: G) -> Mapping[str, Any]:
        return {"general": g.setup.leader}


class MostPoints(Ending[G]):
    """9-1(3), 9-3: if Nobunaga is dead when the game ends, the points decide."""

    when = GAME_END

    def over(self, g: G) -> GameOver | None:
        winners = g.best_seats(g.seats_alive())
        return GameOver(winners, "most_points" if len(winners) == 1 else "shared", "9-1(3)", g.all_points())

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        alive, dead = g.seats_alive(), AimPart("nobunaga_dead", "9-1(3)", int(g.at[g.setup.leader] == DEAD), 1)
        if seat in alive:
            value, needed = _ahead(g, seat, alive)
            line = "line_dead" if dead.value else "line_vassal" if g.status[seat] == VASSAL else "line_rebel"
            data = _last_turns(g.setup.ends)
            place = f"points_{_place(g, seat, alive)}"
            yield Way(WIN, "most_points_win", "9-1(3)", data, value, needed, (dead,), line, place)
        parts = (dead, *_behind(g, seat, alive))
        yield Way(LOSE, "most_points_lose", "9-1(3)", _last_turns(g.setup.ends), None, None, parts)

    def why(self, g: G) -> Mapping[str, Any]:
        return {"value": max(_ranks(g)[seat][0] for seat in g.seats_alive())}


def _vassals(g: G) -> list[int]:
    return [seat for seat in g.seats_alive() if g.status[seat] == VASSAL]


def _ranks(g: G) -> list[tuple[int, bool, bool, bool]]:
    """Return the points and tiebreakers of all seats, from a cache while the facts behind them are unchanged."""
    state = (*g.control, *g.status, *g.killed_by, g.killer, g.revenge, g.adviser)
    ranks: list[tuple[int, bool, bool, bool]] = reuse_part(
        g, "ranks", state, lambda: [*map(g.rank, range(len(g.status)))]
    )
    return ranks


def _ahead(g: G, seat: int, seats: list[int]) -> tuple[int, int]:
    """Return the points of a seat, and the points with which it would be the best of `seats` (9-3, H-60).

    The seat may be the best alone, or share the first place.
    """
    ranks = _ranks(g)
    own, *ties = ranks[seat]
    others = [ranks[other] for other in seats if other != seat]
    if not others:
        return own, own
    best, *best_ties = max(others)
    return own, best + (ties < best_ties)


def _place(g: G, seat: int, seats: list[int]) -> str:
    """Return whether a seat "leads" among some seats, "shares" the first place with others, or "trails" (9-3, H-60)."""
    ranks = _ranks(g)
    best = max((ranks[other] for other in seats if other != seat), default=None)
    if best is None or ranks[seat] > best:
        return "leads"
    return "shares" if ranks[seat] == best else "trails"


def _behind(g: G, seat: int, seats: list[int]) -> tuple[AimPart, ...]:
    """Return the condition under which a seat loses: another one of `seats` is better.

    Return an empty tuple if the seat is not one of `seats`, because such a seat cannot be the best of them in any case.
    """
    if seat not in seats:
        return ()
    ranks = _ranks(g)
    others = [ranks[other] for other in seats if other != seat]
    if not others:
        return (AimPart("another_better", "9-3", 0, 1, "none_better"),)
    own, *ties = ranks[seat]
    best, *best_ties = max(others)
    needed = own + (best_ties <= ties)
    return (AimPart("another_better", "9-3", best, needed, "is_better" if best >= needed else "none_better"),)


@lru_cache
def _last_turns(ends: tuple[int, ...]) -> dict[str, int]:
    """Return the first turn after which a die may end the game, and the turn after which it surely ends (3-5)."""
    last = len(ends) - 1
    return {
        "first_turn": next((turn for turn, die in enumerate(ends) if die), last),
        "turn": next((turn for turn, die in enumerate(ends) if die >= ANY_DIE), last),
    }


ENDINGS: tuple[Ending[G], ...] = (KnockedOut(), LastPlayer(), GreaterGone(), NobunagaLives(), MostPoints())
