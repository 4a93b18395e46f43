"""Roles of events, which are the same for every game, so that a program can show events without knowing the game.

A game gives each kind of event a role (`Game.event_roles`). The keys of an event's data tell where a thing came from
(`from_…`), where it went (`to_…`), and all places on its way, the first and the last included (`way_…`). A place with
another key is where the event happened.
"""

from __future__ import annotations

#: A turn, a phase or a stage begins; such an event can be shown as a heading.
TURN = "turn"
#: A thing moved from one place to another.
MOVE = "move"
#: The beginning of a fight, the end of a round of it, or its end.
FIGHT = "fight"
#: A side lost men, a leader or a ship.
LOSS = "loss"
#: A side got men, or got them back.
GAIN = "gain"
#: A place, a castle or a power changed hands or sides, or the pieces that hold it changed.
CHANGE = "change"
#: A card was played.
CARD = "card"
#: Something else that players want to know.
NEWS = "news"
#: Nothing changed on the table, or other events already describe the change.
MINOR = "minor"

ROLES = (TURN, MOVE, FIGHT, LOSS, GAIN, CHANGE, CARD, NEWS, MINOR)

#: The roles of the events that the engine itself emits.
COMMON_ROLES = {"turn": TURN, "roll": MINOR, "draw": MINOR, "dealt": MINOR}


def roles_by_kind(**kinds: str) -> dict[str, str]:
    """Return the role of each kind of event, given the kinds of each role: `roles_by_kind(move="marched withdrew")`."""
    roles: dict[str, str] = {}
    for role, names in kinds.items():
        for name in names.split():
            if role not in ROLES or name in roles:
                raise ValueError(f"{name}: {role} is no role, or it has one already")
            roles[name] = role
    return roles
