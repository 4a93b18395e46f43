"""What kinds of events tell, in words that hold for every game: whoever shows what happened knows no game.

A game gives each of its kinds a role (`Game.event_roles`). Where things came from and went to is in the names of the
data:
`from_…`, `to_…`, `way_…` (all places of the way, the first and the last included); other places stand where it was.
"""

from __future__ import annotations

#: A turn, a phase, a stage: a heading.
TURN = "turn"
#: Something went from one place to another.
MOVE = "move"
#: A fight: that it began, how a round or all of it ended.
FIGHT = "fight"
#: Somebody lost men, a leader, a ship.
LOSS = "loss"
#: Somebody got men, or got them back.
GAIN = "gain"
#: A place, a castle or a power changed hands or sides, or what holds it.
CHANGE = "change"
#: A card was played.
CARD = "card"
#: Something else that players want to know.
NEWS = "news"
#: Nothing changed on the table, or only what the other events tell already.
MINOR = "minor"

ROLES = (TURN, MOVE, FIGHT, LOSS, GAIN, CHANGE, CARD, NEWS, MINOR)

#: What the engine itself tells.
COMMON_ROLES = {"turn": TURN, "roll": MINOR, "draw": MINOR, "dealt": MINOR}


def roles_by_kind(**kinds: str) -> dict[str, str]:
    """Roles by kind, from the kinds of each role: `roles_by_kind(move="marched withdrew")`."""
    roles: dict[str, str] = {}
    for role, names in kinds.items():
        for name in names.split():
            if role not in ROLES or name in roles:
                raise ValueError(f"{name}: {role} is no role, or it has one already")
            roles[name] = role
    return roles
