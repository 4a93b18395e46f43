"""Lessons: small composed positions that explain a game step by step (docs/data/lessons.md).

A lesson is a file `lessons/ID.toml` in the folder of its game: a composed position, and steps with texts in every
language. No script runs: a step ends when its condition is met in play. The page checks the conditions.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from gunki.core.definition.texts import LANGUAGES

#: The conditions under which a step ends. `done`: the player did an action, `times` times if that is given. `asked`: a
#: certain decision is to be made. `at`: a piece stands in a certain place. `event`: an event happened.
CONDITIONS = ("done", "asked", "at", "event", "times")
#: The parts of the page that a step may be about.
PAGE_PARTS = ("decision", "hand", "log", "why", "map")


@cache
def read_lessons(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the lessons in a folder by id, in the order in which they build on each other."""
    lessons = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")}
    ordered = sorted(lessons, key=lambda ident: (lessons[ident].pop("order", 1), ident))
    return {ident: _complete_lesson(lessons[ident], ident) for ident in ordered}


def _complete_lesson(lesson: dict[str, Any], lesson_id: str) -> dict[str, Any]:
    lesson["id"] = lesson_id
    for part in ("steps", "asides"):
        lesson[part] = [
            {"text": {lang: entry[lang] for lang in LANGUAGES}, **_without_texts(entry)}
            for entry in lesson.get(part, [])
        ]
    return lesson


def _without_texts(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in LANGUAGES}
