"""The points by their sources, and other conditions that decide a game, as plain data (docs/data/scene.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: The kind of a source of points (section `score` of the texts), the thing that gives them (-1 for no thing), and how
#: many points it gives.
Source = tuple[str, int, int]


def parts(
    sources: Iterable[Source], kinds: Mapping[str, tuple[str, str]], domains: Mapping[str, Sequence[str]]
) -> list[dict[str, Any]]:
    """Return the points of each kind of source, in the order of `kinds`.

    `kinds` gives, for each kind of source, the kind of the things that give the points, and the clause.
    """
    parts_by_source: dict[str, dict[str, Any]] = {}
    for what, thing, value in sources:
        kind, clause = kinds[what]
        part = parts_by_source.setdefault(what, {"text": what, "value": 0, "clause": clause, "data": {}})
        part["value"] += value
        if thing >= 0:
            part["data"].setdefault(kind, []).append(domains[kind][thing])
    return [parts_by_source[what] for what in kinds if what in parts_by_source]


def condition(what: str, seat: str | None, value: int, goal: int, state: str = "") -> dict[str, Any]:
    """Return a condition that decides the game, and how far it is met.

    `what` is a key of section `condition` of the texts.
    """
    return {"what": what, "seat": seat, "value": value, "goal": goal,
            "state": state or ("met" if value >= goal else "not_yet")}  # fmt: skip


def conditions_count(conditions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a list for the `counts` of a scene: one table with these conditions, or nothing if there are none."""
    rows = [
        {"name": ["condition", row["what"]], **({"side": row["seat"]} if row["seat"] else {}), "value": row["value"],
         "goal": row["goal"], "note": ["condition", row["state"]]}
        for row in conditions
    ]  # fmt: skip
    return [{"name": ["scene", "conditions"], "rows": rows}] if rows else []
