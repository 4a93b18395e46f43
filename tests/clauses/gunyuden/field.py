"""The open field of the clause tests: Matsu in one hex, enemies in the next, and a unit far away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.clauses.forces import attack, force, of_kind
from tests.clauses.gunyuden.table import compose, matsu

HERE, THERE, BACK, BESIDE = "1207", "1206", "1205", "1307"
#: A unit that keeps the phase open.
FAR = {"yanagi": "0505"}
MINE = ("kuri", "buna", "nara", "kashi")
THEIRS = ("suzume", "karasu", "tsubame")
MATSU = force(HERE, "matsu", *MINE)  # 15, modifier 4
TAKA = force(THERE, "taka", *THEIRS)  # 12, modifier 3


def compose_field(units: dict[str, Any], dice: Sequence[int] = (), **entries: Any) -> Any:
    """Compose open ground with the red to act, unless the entries say otherwise."""
    return compose({**FAR, **units}, **{"around": THERE, "to_act": "red", "dice": dice, **entries})


def attack_with_result(
    result: str, defenders: dict[str, Any], where: tuple[str, str] = (HERE, THERE), **entries: Any
) -> Any:
    """Attack all units of the second hex from the first with Matsu, up to their answer to this result.

    A second die is a 1.
    """
    attackers, first = matsu(where[0], result)
    match = compose_field({**attackers, **defenders}, [first, 1], around=where[1], **entries)
    (found, *_) = of_kind(attack(match, "matsu", where[1]), "battle_result")
    assert (found["count"], found["fatal"]) == (int(result[0]), result.endswith("!"))
    return match
