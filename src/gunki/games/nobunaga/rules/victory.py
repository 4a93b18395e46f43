"""Chapter 9: the endings of the game, in the order in which they are checked (N-47)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunki.core.rules.aims import AT_ONCE, GAME_END, LOSE, TURN_END, WIN, Ending, Way
from gunki.core.rules.procedure import GameOver
from gunki.games.nobunaga.setup import ANTI_ODA, ODA
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.compose.document import reuse_part
from gunki.series.areas_and_cards.state.position import DEAD, bits


def _count_areas(g: G) -> tuple[list[int], int]:
    """Return the key areas of Anti-Oda and the number of Oda's supply areas. All endings share one count."""
    areas_and_supply: tuple[list[int], int] = reuse_part(
        g, "victory", (g.power, *g.control), lambda: (g.areas_under(g.setup.key, ANTI_ODA), g.supply_of(ODA))
    )
    return areas_and_supply


def _keys(g: G) -> list[int]:
    """Return the key areas that are Anti-Oda's."""
    return _count_areas(g)[0]


def _supply(g: G) -> int:
    """Return how many supply areas are Oda's."""
    return _count_areas(g)[1]


class LeaderDead(Ending[G]):
    """9(1), N-42, N-45, N-46: Anti-Oda wins if Nobunaga dies, no matter which clan killed him."""

    when = AT_ONCE

    def over(self, g: G) -> GameOver | None:
        dead = g.at[g.setup.leader] == DEAD
        return GameOver((ANTI_ODA,), "leader_dead", "9(1)", g.points()) if dead else None

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        way, text = (WIN, "leader_dead_win") if seat == ANTI_ODA else (LOSE, "leader_dead_lose")
        yield Way(way, text, "9(1)", {"general": g.setup.leader})

    def why(self, g: G) -> Mapping[str, Any]:
        return {"general": g.setup.leader}


class KeyAreas(Ending[G]):
    """9(2): Anti-Oda wins with two of the three key areas."""

    when = TURN_END

    def over(self, g: G) -> GameOver | None:
        enough = len(_keys(g)) >= g.setup.key_needed
        return GameOver((ANTI_ODA,), "key_areas", "9(2)", g.points()) if enough else None

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        needed = g.setup.key_needed
        way, text = (WIN, "key_areas_win") if seat == ANTI_ODA else (LOSE, "key_areas_lose")
        data = {"count": needed, "areas": bits(g.setup.key)}
        yield Way(way, text, "9(2)", data, len(_keys(g)), needed, state="key_areas_state")

    def why(self, g: G) -> Mapping[str, Any]:
        return {"areas": _keys(g)}


class AllSupply(Ending[G]):
    """9(3): Oda wins with all supply areas."""

    when = TURN_END

    def over(self, g: G) -> GameOver | None:
        everything = _supply(g) == g.setup.supply.bit_count()
        return GameOver((ODA,), "all_supply", "9(3)", g.points()) if everything else None

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        needed = g.setup.supply.bit_count()
        way, text = (WIN, "all_supply_win") if seat == ODA else (LOSE, "all_supply_lose")
        yield Way(way, text, "9(3)", {"count": needed}, _supply(g), needed, state="supply_state")


def _last_clause(g: G) -> str:
    """Return the clause that sets how many supply areas Oda needs: a bid (11-1) or the printed number."""
    return "11-1" if g.setup.options["bid_supply_areas"] else "9.p2"


class EnoughSupply(Ending[G]):
    """9.p2, 11-1: after the last turn Oda wins if it has enough supply areas."""

    when = GAME_END

    def over(self, g: G) -> GameOver | None:
        enough = _supply(g) >= g.goal
        return GameOver((ODA,), "enough_supply", _last_clause(g), g.points()) if enough else None

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        way, text = (WIN, "enough_supply_win") if seat == ODA else (LOSE, "enough_supply_lose")
        data = {"count": g.goal, "turn": g.setup.last_turn, "general": g.setup.leader}
        line = "line_campaign_oda" if seat == ODA else ""
        yield Way(way, text, _last_clause(g), data, _supply(g), g.goal, line=line, state="supply_state")

    def why(self, g: G) -> Mapping[str, Any]:
        return {"value": _supply(g), "count": g.goal}


class TooLittleSupply(Ending[G]):
    """9.p2, 11-1: after the last turn Anti-Oda wins if Oda has too few supply areas."""

    when = GAME_END

    def over(self, g: G) -> GameOver | None:
        short = _supply(g) < g.goal
        return GameOver((ANTI_ODA,), "too_little_supply", _last_clause(g), g.points()) if short else None

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        total = g.setup.supply.bit_count()
        way, text = (WIN, "too_little_supply_win") if seat == ANTI_ODA else (LOSE, "too_little_supply_lose")
        # Oda loses if at least this many supply areas are not its own.
        needed = total - g.goal + 1
        data = {"count": needed, "total": total, "turn": g.setup.last_turn, "general": g.setup.leader}
        line = "line_campaign_anti_oda" if seat == ANTI_ODA else ""
        value = total - _supply(g)
        yield Way(way, text, _last_clause(g), data, value, needed, line=line, state="not_odas_state")

    def why(self, g: G) -> Mapping[str, Any]:
        return {"value": _supply(g), "count": g.goal}


ENDINGS: tuple[Ending[G], ...] = (LeaderDead(), KeyAreas(), AllSupply(), EnoughSupply(), TooLittleSupply())
