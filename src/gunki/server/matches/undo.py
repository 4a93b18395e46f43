"""Take-backs: which are free, and which need the consent of others."""

from __future__ import annotations

from typing import Any

from gunki.core.dice.dice_after_undo import FIRST_WITH_RENEWALS
from gunki.server.matches.session import MatchSession

#: At most this many plies are searched backwards for the beginning of an order.
LONGEST_ORDER = 64


def is_undo_free(live: MatchSession, participant: str, ply: int) -> bool:
    """Return whether a participant may take back to a ply without the consent of others.

    A take-back is free if one person holds all persons' seats, or plays against bots only. Otherwise it is free only
    if, since that ply, no die or card was revealed and no other person has made a decision.
    """
    assert live.match is not None
    if live.is_one_person or live.human_participants == [participant]:
        return True
    if live.match.barrier_at(ply) != live.match.position.barrier:
        return False
    return all(
        by == participant or (by != "" and live.participants[by].kind == "bot")
        for by in live.by[ply + 1 : live.match.ply + 1]
    )


def last_own_decision_ply(live: MatchSession, participant: str) -> int | None:
    """Return the ply before the participant's latest decision, or None.

    If one person plays all persons' seats, a decision of any of these seats counts.
    """
    assert live.match is not None
    own = set(live.human_participants) if live.is_one_person else {participant}
    for ply in range(live.match.ply, live.first, -1):
        if live.by[ply] in own:
            return ply - 1
    return None


def open_order(live: MatchSession, participant: str) -> tuple[int, int]:
    """Return the ply at which the unfinished order began, and how many decisions the participant has made since.

    The number of decisions is 0 if the participant has no unfinished order that may be taken back freely.
    """
    assert live.match is not None
    now = live.match.ply
    if live.match.who is None or live.match.starts_order:
        return now, 0
    for ply in range(now - 1, max(live.first, now - LONGEST_ORDER) - 1, -1):
        if live.match.starts_order_at(ply):
            own = live.by[ply + 1 : now + 1].count(participant)
            return ply, own if live.by[ply + 1] == participant and is_undo_free(live, participant, ply) else 0
    return now, 0


def undo_state(live: MatchSession, participant: str | None) -> dict[str, Any]:
    """Return the member `undo` of a snapshot."""
    out: dict[str, Any] = {
        "decision": "no",
        "order": 0,
        "asked": pending_undo_fields(live),
        "taken_back": live.dice_take_backs,
        "renewal": last_renewal(live),
    }
    if participant is None or live.match is None or live.state != "playing":
        return out
    back = last_own_decision_ply(live, participant)
    if back is not None:
        out["decision"] = "free" if is_undo_free(live, participant, back) else "ask"
    out["order"] = open_order(live, participant)[1]
    return out


def pending_undo_fields(live: MatchSession) -> dict[str, Any] | None:
    pending = live.pending_undo
    if pending is None:
        return None
    waits = [live.seat_of(name) for name in pending.waits_for]
    return {
        "by": live.seat_of(pending.by),
        "ply": pending.ply,
        "waits_for": waits,
        "commits": dict(pending.commits),
        "to_show": pending.nonces_due,
    }


def last_renewal(live: MatchSession) -> dict[str, Any] | None:
    """Return the fresh numbers that changed the dice at the latest take-back. Return None if there were none."""
    fairness = None if live.match is None else live.match.header.fairness
    renewals = (fairness or {}).get("renewals")
    renewal: dict[str, Any] | None = renewals.get(str(live.dice_take_backs)) if renewals else None
    return renewal


def may_renew_dice(live: MatchSession) -> bool:
    """Return whether take-backs put fresh numbers into the dice. In matches with older dice commitments they do not."""
    fairness = None if live.match is None else live.match.header.fairness
    return fairness is not None and fairness.get("version") == FIRST_WITH_RENEWALS
