"""The end of a match before its end: the owner closes it, if the others agree, or somebody resigns.

Whatever ends a match shows its secret and gives its record to everybody: nobody can bury what the dice were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gunki.core.matches.match import RESIGN
from gunki.server.http.http_errors import Problem
from gunki.server.matches.dice_commitment import fairness_of
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import Live
from gunki.server.store.match_store import ChairRow
from gunki.server.views.snapshot import snapshot

#: Who goes on for one who has resigned where others still play.
STAND_IN = "greedy"


async def close(
    registry: Registry,
    live: Live,
    how: str,
    seat: str | None = None,
    winners: Sequence[str] = (),
    left: ChairRow | None = None,
) -> None:
    """End the match here and now; the caller holds the lock. `seat` and `winners` are chairs; `left`: one that its
    person has just left."""
    closed = {"how": how, "seat": seat, "winners": list(winners)}
    body: dict[str, Any] = {"closed": closed, "fairness": fairness_of(live)}
    await registry.write(live, live.line("close", body), body, "closed", left)
    registry.telling.state(live, live.match.ply if live.match else 0)
    registry.telling.match(live)


async def close_by_owner(registry: Registry, live: Live) -> None:
    """At once where nobody else sits there; else the others are asked, and it waits for them."""
    if live.state == "over":
        raise Problem(409, "over", "The match is over")
    if live.state == "closed" or live.closing is not None:
        return
    others = [name for name in live.persons if not live.chairs[name].mine]
    if live.state == "gathering" or not others:
        await close(registry, live, "owner")
    else:
        await _note(registry, live, "close_ask", {"waits_for": others})


async def answer(registry: Registry, live: Live, chair: str, *, agree: bool) -> None:
    """Agree that the owner closes the match, or refuse."""
    if live.closing is None:
        raise Problem(409, "stale", "Nobody asks to close the match (any more)", snapshot=snapshot(live, chair))
    if chair not in live.closing:
        raise Problem(403, "forbidden", "It is not for you to answer this")
    if not agree:
        await _note(registry, live, "close_refuse", {"by": chair})
    elif live.closing == [chair]:
        await close(registry, live, "agreed")
    else:
        await _note(registry, live, "close_agree", {"by": chair})


async def resign(registry: Registry, live: Live, chair: str) -> None:
    """Give the game up: the other of two has won; where there are more a bot goes on instead."""
    others = [name for name in live.chairs if name != chair]
    if _rules_know(live, chair):
        await registry.act(live, chair, RESIGN[0])
    elif len(others) == 1:
        await close(registry, live, "resigned", chair, others)
    elif live.persons == [chair]:
        await close(registry, live, "resigned", chair)
    else:
        await _stand_in(registry, live, chair)


def _rules_know(live: Live, chair: str) -> bool:
    """Whether the game's own rules say what resigning means, and this seat may do it now: then it is played, and the
    record itself tells how the match ended."""
    match, seat = live.match, live.seat_of(chair)
    if match is None or seat is None or match.who != seat:
        return False
    return match.game.resigned(match.position, match.seats.index(seat)) is not None


async def _stand_in(registry: Registry, live: Live, chair: str) -> None:
    taken_over = replace(live.chairs[chair], kind="bot", bot=STAND_IN)
    if live.closing == [chair]:  # all others have agreed; in one line, or a match could be left that waits for nobody
        await close(registry, live, "agreed", left=taken_over)
        return
    body = {"seat": chair}
    await registry.write(live, live.line("resign", body), body, chair=taken_over)
    live.look_on(chair)
    registry.telling.state(live, live.match.ply if live.match else 0)
    registry.telling.match(live)
    registry.moved(live)


async def _note(registry: Registry, live: Live, kind: str, body: dict[str, Any]) -> None:
    """A line about closing that leaves the match as it is."""
    await registry.write(live, live.line(kind, body), body)
    registry.telling.match(live)
