"""Taking back: what is free, and who must agree."""

from __future__ import annotations

from typing import Any

from gunki.core.dice.dice_after_undo import WITH_RENEWALS
from gunki.server.matches.session import Live

#: No order is longer than this.
LONGEST_ORDER = 64


def free(live: Live, chair: str, ply: int) -> bool:
    """Whether a chair may take back to a ply without asking.

    Who holds all persons' seats, or plays against bots alone, needs nobody. Else no die or card may have been revealed,
    and no other person have decided.
    """
    assert live.match is not None
    if live.one_table or live.persons == [chair]:
        return True
    if live.match.barrier_at(ply) != live.match.position.barrier:
        return False
    return all(
        by == chair or (by != "" and live.chairs[by].kind == "bot") for by in live.by[ply + 1 : live.match.ply + 1]
    )


def decision(live: Live, chair: str) -> int | None:
    """The ply before the chair's latest own decision; at one table, where one person sits on all chairs, of any."""
    assert live.match is not None
    own = set(live.persons) if live.one_table else {chair}
    for ply in range(live.match.ply, live.first, -1):
        if live.by[ply] in own:
            return ply - 1
    return None


def order(live: Live, chair: str) -> tuple[int, int]:
    """The ply at which the half-made order was opened, and how many own decisions ago; 0 where there is none."""
    assert live.match is not None
    now = live.match.ply
    if live.match.who is None or live.match.opens:
        return now, 0
    for ply in range(now - 1, max(live.first, now - LONGEST_ORDER) - 1, -1):
        if live.match.opens_at(ply):
            own = live.by[ply + 1 : now + 1].count(chair)
            return ply, own if live.by[ply + 1] == chair and free(live, chair, ply) else 0
    return now, 0


def state(live: Live, chair: str | None) -> dict[str, Any]:
    """`undo` of a snapshot."""
    out: dict[str, Any] = {
        "decision": "no",
        "order": 0,
        "asked": asked(live),
        "taken_back": live.taken_back,
        "renewal": last_renewal(live),
    }
    if chair is None or live.match is None or live.state != "playing":
        return out
    back = decision(live, chair)
    if back is not None:
        out["decision"] = "free" if free(live, chair, back) else "ask"
    out["order"] = order(live, chair)[1]
    return out


def asked(live: Live) -> dict[str, Any] | None:
    pending = live.asked
    if pending is None:
        return None
    waits = [live.seat_of(name) for name in pending.waits_for]
    return {
        "by": live.seat_of(pending.by),
        "ply": pending.ply,
        "waits_for": waits,
        "commits": dict(pending.commits),
        "to_show": pending.to_show,
    }


def last_renewal(live: Live) -> dict[str, Any] | None:
    """The fresh numbers that went into the dice with the latest take-back; None if nobody gave any."""
    fairness = None if live.match is None else live.match.header.fairness
    renewals = (fairness or {}).get("renewals")
    renewal: dict[str, Any] | None = renewals.get(str(live.taken_back)) if renewals else None
    return renewal


def may_commit(live: Live) -> bool:
    """Whether fresh numbers go into the dice after a take-back: not in matches that began under an older scheme."""
    fairness = None if live.match is None else live.match.header.fairness
    return fairness is not None and fairness.get("version") == WITH_RENEWALS
