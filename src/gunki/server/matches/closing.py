"""Ending a match early: the owner closes it (the others must agree), or a participant resigns.

Every end reveals the secret of the dice and makes the record public, so that nobody can hide how the dice fell.
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

#: The bot that takes the seat of a participant who resigns while others still play.
STAND_IN = "greedy"


async def close(
    registry: Registry,
    live: MatchSession,
    how: str,
    seat: str | None = None,
    winners: Sequence[str] = (),
    replacement: ParticipantRow | None = None,
) -> None:
    """End the match now; the caller holds the lock.

    `seat`: the participant that resigned, if one did. `winners`: the participants that win because the match ends.
    `replacement`: the new row of a participant; it is stored together with the end.
    """
    closed = {"how": how, "seat": seat, "winners": list(winners)}
    body: dict[str, Any] = {"closed": closed, "fairness": fairness_of(live)}
    await registry.write(live, live.next_log_row("close", body), body, "closed", replacement)
    registry.broadcaster.send_state(live, live.match.ply if live.match else 0)
    registry.broadcaster.send_match_info(live)


async def close_by_owner(registry: Registry, live: MatchSession) -> None:
    """Close the match for its owner.

    It is closed at once if no other person takes part. If others do, they are asked first.
    """
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
    """Note that a participant agrees to the closing of the match by its owner, or refuses it.

    When the last participant agrees, the match is closed.
    """
    if live.closing is None:
        raise Problem(409, "stale", "Nobody asks to close the match (any more)", snapshot=snapshot(live, participant))
    if participant not in live.closing:
        raise Problem(403, "forbidden", "You are not asked to answer this")
    if not agree:
        await _note(registry, live, "close_refuse", {"by": participant})
    elif live.closing == [participant]:
        await close(registry, live, "agreed")
    else:
        await _note(registry, live, "close_agree", {"by": participant})


async def resign(registry: Registry, live: MatchSession, participant: str) -> None:
    """Resign for a participant. With two participants the other one wins. With more, a bot takes over the seat."""
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
    """Return whether the game has a rule for resigning and this seat has to decide now.

    Then resigning is an action of the game, and the record itself shows how the match ended.
    """
    match, seat = live.match, live.seat_of(participant)
    if match is None or seat is None or match.who != seat:
        return False
    return match.game.resignation_outcome(match.position, match.seats.index(seat)) is not None


async def _stand_in(registry: Registry, live: MatchSession, participant: str) -> None:
    taken_over = replace(live.participants[participant], kind="bot", bot=STAND_IN)
    if live.closing == [participant]:  # all others agree: resign and close with one line of the log
        await close(registry, live, "agreed", replacement=taken_over)
        return
    body = {"seat": participant}
    await registry.write(live, live.next_log_row("resign", body), body, participant=taken_over)
    live.make_spectator(participant)
    registry.broadcaster.send_state(live, live.match.ply if live.match else 0)
    registry.broadcaster.send_match_info(live)
    registry.on_change(live)


async def _note(registry: Registry, live: MatchSession, kind: str, body: dict[str, Any]) -> None:
    """Write a line about closing to the log. It does not change the position."""
    await registry.write(live, live.next_log_row(kind, body), body)
    registry.broadcaster.send_match_info(live)
