"""Section 22: the ways in which the game ends, in the order in which they are checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from gunki.core.rules.aims import AT_ONCE, GAME_END, LOSE, WIN, Ending, Way
from gunki.core.rules.procedure import GameOver
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state.position import KenshinPosition as G


def points(g: G) -> tuple[int, int]:
    """Return the score and 0: there is only the Uesugi side's score, which the Oda side keeps low (21)."""
    return g.score, 0


def list_fallen(g: G) -> list[int]:
    """Return the places in `setup.sudden` of the units that have fallen (22-1).

    They were killed, or removed for want of a port (K-21).
    """
    return [place for place, (unit, _) in enumerate(g.setup.sudden) if g.has_fallen(unit)]


class SuddenEnd(Ending[G]):
    """22-1: the game ends as soon as Kenshin or Nobunaga is eliminated.

    If both are eliminated at once, the score decides (K-84).
    """

    when = AT_ONCE
    #: The number of the unit in `setup.sudden`.
    place: ClassVar[int] = 0
    reason: ClassVar[str] = ""
    clause: ClassVar[str] = ""

    def over(self, g: G) -> GameOver | None:
        dead = list_fallen(g)
        if self.place not in dead:
            return None
        if len(dead) > 1:
            return by_score(g)
        return GameOver((g.setup.sudden[self.place][1],), self.reason, self.clause, points(g))

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        unit, winner = g.setup.sudden[self.place]
        fate = WIN if seat == winner else LOSE
        yield Way(fate, f"{self.reason}_{fate}", self.clause, {"unit": unit})

    def why(self, g: G) -> Mapping[str, Any]:
        return {"unit": g.setup.sudden[self.place][0]}


class KenshinDead(SuddenEnd):
    """22-1(1): the Oda side wins."""

    place = 0
    reason = "kenshin_dead"
    clause = "22-1(1)"


class NobunagaDead(SuddenEnd):
    """22-1(2): the Uesugi side wins."""

    place = 1
    reason = "nobunaga_dead"
    clause = "22-1(2)"


def by_score(g: G) -> GameOver:
    """Return the result by the score (22-2)."""
    winner = UESUGI if g.score >= g.setup.score_to_win else ODA
    return GameOver((winner,), "score", "22-2", points(g))


def resign(g: G, seat: int) -> GameOver:
    """Return the result of a resignation: the other side wins (22-1(3))."""
    return GameOver((1 - seat,), "resigned", "22-1(3)", points(g))


class Score(Ending[G]):
    """22-2: the Uesugi side wins with 30 points or more after the last turn, else the Oda side."""

    when = GAME_END

    def over(self, g: G) -> GameOver | None:
        return by_score(g)

    def ways(self, g: G, seat: int) -> Iterator[Way]:
        needed = g.setup.score_to_win
        data = {"turn": g.setup.turns, "count": needed}
        if seat == UESUGI:
            yield Way(WIN, "score_win", "22-2", data, g.score, needed, line="line_campaign_uesugi")
            yield Way(LOSE, "score_lose", "22-2", data)
        else:
            yield Way(LOSE, "score_taken", "22-2", data, g.score, needed, line="line_campaign_oda")
            yield Way(WIN, "score_kept", "22-2", data)

    def why(self, g: G) -> Mapping[str, Any]:
        return {"value": g.score, "count": g.setup.score_to_win}


ENDINGS: tuple[Ending[G], ...] = (KenshinDead(), NobunagaDead(), Score())
