"""What points consist of, and what else decides a game, as people are told it (docs/server.md, "Scene")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: Where points come from (section `score` of the texts), which thing it is (-1: none), and how many.
Source = tuple[str, int, int]


def parts(
    sources: Iterable[Source], kinds: Mapping[str, tuple[str, str]], domains: Mapping[str, Sequence[str]]
) -> list[dict[str, Any]]:
    """Sources of one kind together, in the order of `kinds`: for each the kind of its things, and its clause."""
    parts_by_source: dict[str, dict[str, Any]] = {}
    for what, thing, value in sources:
        kind, clause = kinds[what]
        part = parts_by_source.setdefault(what, {"text": what, "value": 0, "clause": clause, "data": {}})
        part["value"] += value
        if thing >= 0:
            part["data"].setdefault(kind, []).append(domains[kind][thing])
    return [parts_by_source[what] for what in kinds if what in parts_by_source]


def condition(what: str, seat: str | None, value: int, goal: int, state: str = "") -> dict[str, Any]:
    """Something that decides the game, and how far it has come (section `condition` of the texts)."""
    return {"what": what, "seat": seat, "value": value, "goal": goal,
            "state": state or ("met" if value >= goal else "not_yet")}  # fmt: skip


def conditions_count(conditions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Conditions as one of a scene's counts; none where there are none."""
    rows = [
        {"name": ["condition", row["what"]], **({"side": row["seat"]} if row["seat"] else {}), "value": row["value"],
         "goal": row["goal"], "note": ["condition", row["state"]]}
        for row in conditions
    ]  # fmt: skip
    return [{"name": ["scene", "conditions"], "rows": rows}] if rows else []
