"""Lessons: small prepared positions with somebody beside the player (docs/server.md, "Lesson").

A lesson is a file `lessons/ID.toml` in the folder of its game: a composed position, and steps that speak of it in every
language. A step is over when something has come about in play, not when a script says so; the page follows it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from gunki.core.definition.texts import LANGUAGES

#: What a step may wait for: own actions, the question that is asked, where something stands, what has happened.
CONDITIONS = ("done", "asked", "at", "event", "times")
#: Parts of the page that a step may speak of.
LOOKS = ("decision", "hand", "log", "why", "map")


@cache
def read_lessons(folder: Path) -> dict[str, dict[str, Any]]:
    """By id, in the order in which they build on each other."""
    found = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")}
    ordered = sorted(found, key=lambda ident: (found[ident].pop("order", 1), ident))
    return {ident: _spoken(found[ident], ident) for ident in ordered}


def _spoken(lesson: dict[str, Any], ident: str) -> dict[str, Any]:
    lesson["id"] = ident
    for part in ("steps", "asides"):
        lesson[part] = [
            {"text": {lang: entry[lang] for lang in LANGUAGES}, **_without(entry)} for entry in lesson.get(part, [])
        ]
    return lesson


def _without(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in LANGUAGES}
