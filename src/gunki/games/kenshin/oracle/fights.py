"""A fight under way: units on both sides, and whose ability counts (12, 13, 14, 16-3, 17, 8-2-4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gunki.games.kenshin.oracle.board import Board, Man, other
from gunki.games.kenshin.oracle.roster import RANKS, roster

KINDS = {
    "FieldBattle": "field",
    "Overrun": "field",
    "Sortie": "sortie",
    "Assault": "assault",
    "NavalBattle": "naval",
}


@dataclass
class Fight:
    """A fight: `hex` is attacked from `origin`, `sea` is the area of a naval battle."""

    kind: str
    hex: str
    origin: str = ""
    sea: str = "none"
    side: str = ""
    attackers: list[str] = field(default_factory=list)
    defenders: list[str] = field(default_factory=list)
    #: The unit whose ability counts for the attacker, then that for the defender; empty until they are chosen.
    attack_chief: str = ""
    defence_chief: str = ""
    #: The side that retreats and may be pursued: 0 the attackers, 1 the defenders, -1 neither.
    retreating: int = -1
    #: The hits of the rolls since the last event of a round, by the purpose of the roll.
    hits: dict[str, int] = field(default_factory=dict)


def fight_under_way(document: Mapping[str, Any]) -> Fight | None:
    """Return the fight that a described position is in the middle of."""
    for entry in reversed(document.get("stack", [])):
        kind = KINDS.get(entry["procedure"])
        if kind is None:
            continue
        fields = {name: "" if value == "none" else value for name, value in entry.items()}
        sea = entry.get("sea", "none")
        return Fight(
            kind,
            hex=fields["hex"] or sea,
            origin=fields["origin"],
            sea=sea,
            side=entry["seat"],
            attackers=list(entry["attackers"]),
            defenders=list(entry["defenders"]),
            attack_chief=fields["attack_chief"],
            defence_chief=fields["defence_chief"],
            retreating=entry["retreating"],
        )
    return None


def all_defenders(board: Board, fight: Fight) -> list[str]:
    """Return all units or ships that an attack meets (12-1-5, 14-7-5, 8-2, 16-3)."""
    enemy = other(fight.side)
    if fight.kind == "naval":
        return [ship.printed.id for ship in board.ships_at(fight.hex, enemy)]
    if fight.kind == "assault":
        keep = board.castle_in(fight.hex)
        return [] if keep is None else [man.id for man in board.garrison(keep)]
    return [man.id for man in board.in_the_open(fight.hex, enemy)]


def leads(board: Board, names: Iterable[str]) -> list[Man]:
    """Return the units that may lend their ability: the leaders of the highest rank (12-2-2, K-15).

    If Terumoto is one of them, Kikkawa and Kobayakawa may lend theirs too, although he leads them (17, K-82).
    """
    men = [board.men[name] for name in names if board.men[name].is_in_play]
    leading = [man for man in men if not man.leader]
    if not leading:
        return []
    highest = min(RANKS.index(man.printed.rank) for man in leading)
    leaders = [man for man in leading if RANKS.index(man.printed.rank) == highest]
    terumoto = roster().numbers["terumoto"]
    if any(man.id == terumoto["unit"] for man in leaders):
        leaders += [man for man in men if man.id in terumoto["uncles"] and man not in leaders]
    return leaders


def steps(board: Board, names: Iterable[str]) -> int:
    """Return the strength of units: the sum of their steps (12-2)."""
    return sum(board.men[name].steps for name in names if board.men[name].is_in_play)


def ship_steps(board: Board, names: Iterable[str]) -> int:
    """Return the sum of the steps of ships; a ship that carries a unit counts 0 (16-4-2, K-71)."""
    ships = [board.vessels[name] for name in names]
    return sum(0 if board.is_aboard(ship) else ship.steps for ship in ships if ship.at not in ("sunk", "removed"))
