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
from gunki.server.matches.session import MatchSession
from gunki.server.store.match_store import ParticipantRow
from gunki.server.views.snapshot import snapshot

#: Who goes on for one who has resigned where others still play.
STAND_IN = "greedy"


async def close(
    registry: Registry,
    live: MatchSession,
    how: str,
    seat: str | None = None,
    winners: Sequence[str] = (),
    replacement: ParticipantRow | None = None,
) -> None:
    """End the match here and now; the caller holds the lock. `seat` and `winners` are participants; `left`: one that
    its person has just left."""
    closed = {"how": how, "seat": seat, "winners": list(winners)}
    body: dict[str, Any] = {"closed": closed, "fairness": fairness_of(live)}
    await registry.write(live, live.next_log_row("close", body), body, "closed", replacement)
    registry.broadcaster.send_state(live, live.match.ply if live.match else 0)
    registry.broadcaster.send_match_info(live)


async def close_by_owner(registry: Registry, live: MatchSession) -> None:
    """At once where nobody else sits there; else the others are asked, and it waits for them."""
    if live.state == "over":
        raise Problem(409, "over", "The match is over")
    if live.state == "closed" or live.closing is not None:
        return
    others = [name for name in live.human_participants if not live.participants[name].mine]
    if live.state == "gathering" or not others:
        await close(registry, live, "owner")
    else:
        await _note(registry, live, "close_ask", {"waits_for": others})


async def answer(registry: Registry, live: MatchSession, participant: str, *, agree: bool) -> None:
    """Agree that the owner closes the match, or refuse."""
    if live.closing is None:
        raise Problem(409, "stale", "Nobody asks to close the match (any more)", snapshot=snapshot(live, participant))
    if participant not in live.closing:
        raise Problem(403, "forbidden", "It is not for you to answer this")
    if not agree:
        await _note(registry, live, "close_refuse", {"by": participant})
    elif live.closing == [participant]:
        await close(registry, live, "agreed")
    else:
        await _note(registry, live, "close_agree", {"by": participant})


async def resign(registry: Registry, live: MatchSession, participant: str) -> None:
    """Give the game up: the other of two has won; where there are more a bot goes on instead."""
    others = [name for name in live.participants if name != participant]
    if _has_resign_rule(live, participant):
        await registry.act(live, participant, RESIGN[0])
    elif len(others) == 1:
        await close(registry, live, "resigned", participant, others)
    elif live.human_participants == [participant]:
        await close(registry, live, "resigned", participant)
    else:
        await _stand_in(registry, live, participant)


def _has_resign_rule(live: MatchSession, participant: str) -> bool:
    """Whether the game's own rules say what resigning means, and this seat may do it now: then it is played, and the
    record itself tells how the match ended."""
    match, seat = live.match, live.seat_of(participant)
    if match is None or seat is None or match.who != seat:
        return False
    return match.game.resignation_outcome(match.position, match.seats.index(seat)) is not None


async def _stand_in(registry: Registry, live: MatchSession, participant: str) -> None:
    taken_over = replace(live.participants[participant], kind="bot", bot=STAND_IN)
    if live.closing == [
        participant
    ]:  # all others have agreed; in one line, or a match could be left that waits for nobody
        await close(registry, live, "agreed", replacement=taken_over)
        return
    body = {"seat": participant}
    await registry.write(live, live.next_log_row("resign", body), body, participant=taken_over)
    live.make_spectator(participant)
    registry.broadcaster.send_state(live, live.match.ply if live.match else 0)
    registry.broadcaster.send_match_info(live)
    registry.on_change(live)


async def _note(registry: Registry, live: MatchSession, kind: str, body: dict[str, Any]) -> None:
    """A line about closing that leaves the match as it is."""
    await registry.write(live, live.next_log_row(kind, body), body)
    registry.broadcaster.send_match_info(live)
